"""PopulationView: the genetic player of thesis 3 at work on a position, generation by generation.

All lines of a generation together are a part of the tree of the game; its first levels are shown,
with how many lines go through each move and what is backed up. Below are curves of how alike the
lines become and what becomes of children, and a crossing of two lines move by move. The work is
done by `herna.payoffs.Genetic`, `herna.backing` and `herna.lines`.
"""

import asyncio
from html import escape

import ipywidgets
import numpy as np
import pandas as pd

from herna.backing import merged
from herna.errors import HernaError, require_whole
from herna.figures.boards import board as board_of
from herna.figures.checkers import plot_diversity, with_move
from herna.games.checkers.board import COLOURS, NAMES, SEATS
from herna.lines import ILLEGAL, NULL, crossed, deeds, diversity, wheel
from herna.payoffs import Genetic
from herna.seeds import generator
from herna.widgets.board import Board, static
from herna.widgets.errors import Panel
from herna.widgets.picture import Picture
from herna.widgets.positions import (
    Positions,
    Strategies,
    game_for,
    table_html,
    triple,
    warm_up_payoffs,
)
from herna.widgets.whole import Whole, row

MOST_LINES, MOST_GENERATIONS, MOST_TURNS = 5000, 200, 5  # so that a step stays quick
BREATH = 0.02  # seconds between two generations of a run, for clicks to be heard
SHOWN = (6, 3, 2)  # branches of the tree at each level
WIDE = {"width": "170px"}
MADE = {ILLEGAL: "cannot be played"}


class PopulationView(Whole):
    """A genetic player's decision, stepped through.

    position : as for PayoffBoard; player : a Genetic, whose settings the controls take over
    """

    def __init__(self, position="figure 5", player=None, seed=0, game=None):
        self.panel, self.game = Panel(), game_for(game)
        player = Genetic(turns=2, population=500, generations=30) if player is None else player
        _check(player)
        require_whole("PopulationView", "seed", seed, 0, 2**31 - 1)
        self._ours, self._spins = False, 0
        warm_up_payoffs(self.game)
        self._build(position, player, seed)
        super().__init__(self._rows())
        self.add_class("herna-guarded").add_class("herna-population")
        self.reset()

    # What code may call.

    @property
    def state(self):
        """The position in which a move is sought."""
        return self.position.state

    @property
    def player(self):
        """The genetic player with the settings of the controls."""
        numbers = {name: control.value for name, control in self._settings.items()}
        return Genetic(strategies=self.strategies.words, **numbers)

    @property
    def over(self):
        """Whether all generations have been bred."""
        return self.generation.number > self._settings["generations"].value

    def reset(self):
        """The first, random generation again."""
        self.pause()
        self._breeding = self.player.breed(self.game, self.state, self._seed.value)
        self._history, self._spins = [], 0
        self._take(next(self._breeding))
        self._draw_pair()
        self.look()

    def step(self):
        """One generation on."""
        if self.over:
            raise HernaError("all generations were bred; allowed: Reset, or more generations")
        self.panel.note = f"breeding generation {self.generation.number + 1} ..."
        self._take(next(self._breeding))
        self.look()

    def run(self):
        """Breed generation after generation, until Pause or the last one."""
        if not self.running and not self.over:
            self._task = self.panel.start(self._run_on())
            self._show_buttons()

    def pause(self):
        """Stop after the generation in progress."""
        if self._task is not None:
            self._task.cancel()
        self._task = None
        self._show_buttons()

    def table(self):
        """How alike the lines were, what became of children, and the first line, by generation."""
        return pd.DataFrame(self._history)

    def branches(self, levels=3):
        """The first levels of the tree of all lines, best first."""
        return merged(self.generation.moves, self.generation.pays, levels)

    def cross(self, first, second, cut):
        """Show the child of the lines with these ranks, from 1; so many moves of the first."""
        count, length = self.generation.moves.shape
        require_whole("crossing", "first", first, 1, count)
        require_whole("crossing", "second", second, 1, count)
        require_whole("crossing", "cut", cut, 1, length - 1)
        self._set(self._first, value=first)
        self._set(self._second, value=second)
        self._set(self._cut, value=cut)
        self._show_child()
        return self.child

    def look(self):
        """Show the generation."""
        self._tree.value = self._tree_html()
        self._show_board()
        self._picture.paint(lambda axes: plot_diversity(self.table(), axes), clear=True)
        self._picture.send()
        count, length = self.generation.moves.shape
        for control in (self._first, self._second):
            self._set(control, max=count)
        self._set(self._cut, max=length - 1)
        self._show_child()
        self._bar.max = self._settings["generations"].value + 1
        self._bar.value = self.generation.number
        self.panel.note, self.panel.unseen = self.words(), self._curve_words()
        self._show_buttons()

    def words(self):
        """The generation in one sentence."""
        now, last = self._history[-1], self._settings["generations"].value + 1
        line = ", ".join(deed.words for deed in self._principal()[:SEATS])
        return (
            f"generation {now['generation']} of {last}: {now['lines']} lines, "
            f"{now['distinct lines']} different, {now['distinct first moves']} different first "
            f"moves; the first line begins {line} and pays {triple(self.generation.pays[0])}"
        )

    def __repr__(self):
        return f"PopulationView({self.position.label}, generation {self.generation.number})"

    def _repr_mimebundle_(self, **kwargs):
        page = f"<p>{escape(self.words())}</p>{self._tree.value}"
        page += self._picture.html(self._curve_words()) + self._child_view.value
        return static(super()._repr_mimebundle_(**kwargs), page, self.words())

    # Breeding.

    def _take(self, generation):
        """Note a new generation."""
        self.generation = generation
        self._history.append({
            "generation": generation.number,
            **diversity(generation.moves),
            "tried": generation.tried,
            "known": generation.known,
            "illegal": generation.illegal,
            "first move": self.game.move_name(self.state, int(generation.moves[0, 0])),
            "its worth": float(generation.pays[0, self.state.turn]),
        })  # fmt: skip

    async def _run_on(self):
        while not self.over:
            self._take(next(self._breeding))
            self.look()
            await asyncio.sleep(BREATH)
        self._task = None
        self._show_buttons()

    # Building.

    def _build(self, position, player, seed):
        again = self._on(self.reset)
        self.position = Positions(self.game, position, again)
        self.strategies = Strategies(player.strategies, again)
        self._settings = {
            "turns": _whole("turns t", player.turns, 1, MOST_TURNS),
            "population": _whole("population p", player.population, 2, MOST_LINES),
            "generations": _whole("generations g", player.generations, 1, MOST_GENERATIONS),
            "f1": _share("pieces f1", player.f1),
            "f2": _share("captures f2", player.f2),
            "fresh": ipywidgets.Checkbox(
                value=bool(player.fresh),
                description="no child twice (fresh)",
                tooltip="a child that exists already is not added; the thesis does not say",
                indent=False,
                layout={"width": "190px"},
            ),
        }
        self._seed = _whole("seed", seed, 0, 2**31 - 1)
        for control in (*self._settings.values(), self._seed):
            control.observe(again, "value")
        self._step = self._button("Step", self.step, "one generation on")
        self._run = self._button("Run", self._run_or_pause, "all generations, or stop for a while")
        self._reset = self._button("Reset", self.reset, "the first generation again")
        self._bar = ipywidgets.IntProgress(0, 0, 1, layout={"width": "200px"})
        self._tree = ipywidgets.HTML(layout={"max_height": "420px", "overflow": "auto"})
        self.board = Board(board_of(self.game, self.state), size=430)
        self._picture = Picture(9.2, 2.9, nrows=1, ncols=2)
        self._picture.figure.subplots_adjust(0.06, 0.19, 0.98, 0.95, wspace=0.22)
        self._first, self._second = _whole("first line", 1, 1, 2), _whole("second line", 2, 1, 2)
        self._cut = ipywidgets.IntSlider(
            1, 1, 2, description="cut after", layout={"width": "330px"}
        )
        for control in (self._first, self._second, self._cut):
            control.observe(self._on(self._show_child), "value")
        self._pair = self._button("Draw a pair", self._spin, "two lines by the roulette of ranks")
        self._child_view = ipywidgets.HTML(layout={"overflow": "auto"})

    def _rows(self):
        return [
            row(self.position, self.strategies, self._seed),
            row(*self._settings.values()),
            row(self._step, self._run, self._reset, self._bar),
            self.panel,
            row(self.board, self._tree),
            self._picture,
            row(self._first, self._second, self._cut, self._pair),
            self._child_view,
        ]

    def _set(self, control, **values):
        self._ours = True
        try:
            for name, value in values.items():
                setattr(control, name, value)
        finally:
            self._ours = False

    # What the controls do.

    def _run_or_pause(self):
        if self.running:
            self.pause()
        else:
            self.run()

    def _spin(self):
        self._draw_pair()
        self._show_child()

    def _draw_pair(self):
        """Two different lines, each by the roulette of ranks."""
        count, length = self.generation.moves.shape
        rng, self._spins = generator(self._seed.value, "pair", self._spins), self._spins + 1
        ends = wheel(count, self.player.influence)
        one, other = np.minimum(np.searchsorted(ends, rng.random(2), side="right"), count - 1)
        other = (one + 1) % count if other == one else other
        for control, rank in ((self._first, one), (self._second, other)):
            self._set(control, max=count, value=int(rank) + 1)
        self._set(self._cut, max=length - 1, value=int(rng.integers(1, length)))

    # Showing.

    def _show_buttons(self):
        going = self.running
        self._run.description = "Pause" if going else "Run"
        over = not hasattr(self, "generation") or self.over
        self._step.disabled = going or over
        self._run.disabled = over and not going

    def _principal(self):
        return deeds(self.game, self.state, self.generation.moves[0])

    def _show_board(self):
        scene, move = board_of(self.game, self.state), int(self.generation.moves[0, 0])
        way, taken = self.game.way(self.state, move)
        lost = self.game.lost(self.state, move)
        fields = [[NAMES[field] for field in part] for part in (way, taken, lost)]
        name = self.game.move_name(self.state, move)
        self.board.show(with_move(scene, *fields), f"It would play {name}.")

    def _tree_html(self):
        """The first levels of the tree, indented; what the first line plays is marked."""
        rows: list[str] = []
        self._list_branches(self.branches(), self.state, 0, True, rows)
        caption = "<b>The tree of all lines</b>: how many go through a move, and what is backed up"
        style = "list-style: none; margin: 2px 0; padding: 0; line-height: 1.4; font-size: 13px"
        return f"{caption}<ul style='{style}'>{''.join(rows)}</ul>"

    def _list_branches(self, branches, state, level, first, rows):
        for number, branch in enumerate(branches[: SHOWN[level]]):
            played = first and number == 0
            name = _name(self.game, state, branch.move)
            who = COLOURS[(self.state.turn + level) % SEATS]
            words = f"{who}: {name}, {branch.lines} line{'s' * (branch.lines != 1)}"
            weight, mark = ("bold", "→ ") if played else ("normal", "")
            rows.append(
                f"<li style='padding-left: {26 * level}px; font-weight: {weight}'>{mark}"
                f"{escape(words)} ({escape(triple(branch.value))})</li>"
            )
            if branch.children:
                after = state if branch.move == NULL else self.game.step(state, branch.move)
                self._list_branches(branch.children, after, level + 1, played, rows)
        left = len(branches) - SHOWN[level]
        if left > 0:
            rows.append(f"<li style='padding-left: {26 * level}px'>... and {left} more</li>")

    def _curve_words(self):
        """The curves in words."""
        now = self._history[-1]
        if not now["tried"]:
            return "no children yet"
        shares = {name: now[name] / now["tried"] for name in ("illegal", "known")}
        return (
            f"of {now['tried']} children {shares['illegal']:.0%} could not be played and "
            f"{shares['known']:.0%} were known; {now['distinct lines']} lines are different"
        )

    def _show_child(self):
        """The two parents and their child, move by move."""
        moves, cut = self.generation.moves, self._cut.value
        first, second = moves[self._first.value - 1], moves[self._second.value - 1]
        self.child = crossed(self.game, self.state, first, second, cut)
        one, other = (deeds(self.game, self.state, line) for line in (first, second))
        rows = []
        for place in range(len(first)):
            verdict = self._verdict(place)
            told = self.child.deeds[place].words if place < len(self.child.deeds) else ""
            parents = (
                f"{'✂ ' * (place == cut)}{one[place].words}",
                other[place].words,
            )
            origin = "first" if place < cut else "second"
            rows.append((COLOURS[one[place].seat], *parents, origin, told or "-", verdict))
        titles = ["", "first line", "second line", "child takes", "child plays", "verdict"]
        self._child_view.value = f"<p>{escape(self.child_words())}</p>{table_html(titles, rows)}"

    def _verdict(self, place):
        verdicts = self.child.verdicts
        return MADE.get(verdicts[place], verdicts[place]) if place < len(verdicts) else "given up"

    def child_words(self):
        """What becomes of the child that is shown."""
        child = self.child
        told = f"the first {child.cut} of line {self._first.value}, then line {self._second.value}"
        parents = [
            tuple(self.generation.moves[control.value - 1].tolist())
            for control in (self._first, self._second)
        ]
        if not child.legal:
            who = COLOURS[(self.state.turn + len(child.deeds)) % SEATS]
            return f"{told}: the child cannot be played, {who} has no such move {_there(child)}"
        if child.moves in parents:
            return f"{told}: the child is one of its parents"
        if child.repaired:
            return f"{told}: the child can be played, after a repair"
        return f"{told}: the child can be played"


def _there(child):
    return f"at place {len(child.deeds) + 1}"


def _name(game, state, move):
    return "no turn" if move == NULL else game.move_name(state, move)


def _whole(words, value, low, high):
    return ipywidgets.BoundedIntText(
        value=value, min=low, max=high, description=words, layout=WIDE, style=_narrow()
    )


def _share(words, value):
    return ipywidgets.BoundedFloatText(
        value=value, min=0, max=1, step=0.1, description=words, layout=WIDE, style=_narrow()
    )


def _narrow():
    return {"description_width": "95px"}


def _check(player):
    """Refuse a player whose decision would be too large to look at."""
    if not isinstance(player, Genetic):
        raise HernaError(f"PopulationView: player is {type(player).__name__}; allowed: Genetic")
    for field, most in (
        ("population", MOST_LINES),
        ("generations", MOST_GENERATIONS),
        ("turns", MOST_TURNS),
    ):
        require_whole("PopulationView", field, getattr(player, field), 1, most)

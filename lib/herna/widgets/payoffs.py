"""PayoffBoard: what every move of a position pays all three, at once and after a full search.

Choose a move in the list to see it on the board, and who gains from whose loss; play it by its
button or by clicking the fields. The worked lines of the thesis are played move by move, and what
they have paid so far is summed up. The work is done by `herna.payoffs` and `herna.worked`.
"""

from dataclasses import dataclass
from html import escape
from typing import Any

import ipywidgets
import numpy as np

from herna.backing import offers
from herna.errors import HernaError, require_among, shown
from herna.figures.boards import board as board_of
from herna.figures.boards import picking_of
from herna.figures.checkers import plot_flows, with_move
from herna.game import OVER
from herna.games.checkers.board import COLOURS, NAMES, SEATS, contains
from herna.games.checkers.payoffs import pay_victim, share_of_captures
from herna.games.checkers.rules import players_left
from herna.payoffs import StdAI
from herna.pays import EQUAL
from herna.widgets.board import Board, static, whole_number
from herna.widgets.errors import Panel
from herna.widgets.picture import Picture
from herna.widgets.positions import (
    Positions,
    Strategies,
    amount,
    game_for,
    table_html,
    triple,
    warm_up_payoffs,
)
from herna.widgets.whole import Whole, row
from herna.worked import FIGURES, line_of

DEPTHS = (1, 2)  # turns of a search; three of them can take minutes
FREE = "free play"
SOON = 0.01  # seconds in which the browser is told that the search has begun
SIZE = 560  # of the board, in pixels


@dataclass(frozen=True)
class Flow:
    """What one captured piece costs its owner, and brings the others."""

    field: int
    victim: int
    loss: float
    gains: dict[int, float]


class PayoffBoard(Whole):
    """A position of checkers for three with its payoffs.

    position : such as "figure 4", "start", or "K" for the small one that shows K; or a state
    strategies : of whoever looks, such as "K+PTP"; depth : turns that the full search looks ahead
    line : of a figure, such as "A", to be played step by step
    """

    _due: Any = None  # here as well, because one that was refused is closed, too

    def __init__(self, position="figure 4", strategies="K", depth=1, line=None, game=None):
        self.panel, self.game = Panel(), game_for(game)
        require_among("PayoffBoard", "depth", depth, DEPTHS)
        self._ours, self._picked = False, ()
        warm_up_payoffs(self.game)
        self._build(position, strategies, depth)
        super().__init__(self._rows())
        self.add_class("herna-guarded").add_class("herna-payoffs")
        self._begin()
        if line is not None:
            self.follow(line)

    # What code may call.

    @property
    def state(self):
        """The position shown."""
        return self._states[-1]

    @property
    def player(self):
        """The full search through whose eyes we look."""
        return StdAI(strategies=self.strategies.words, depth=self._depth.value)

    @property
    def move(self):
        """The move chosen in the list, or None."""
        index = self._moves.index
        return None if index is None or index >= len(self.moves) else int(self.moves[index])

    @property
    def paid(self):
        """What all moves since the first position have paid, as one row."""
        minds, total = self.player.minds(self.game), np.zeros(SEATS)
        for state, move in zip(self._states, self._played, strict=False):
            moves, pays = offers(self.game, state, minds)
            total += pays[moves.tolist().index(move)]
        return total

    def play(self, move, told=""):
        """Make a move, with a word about it; one that the rules do not allow is refused."""
        move = whole_number(move)
        if move not in self.game.moves(self.state):
            raise HernaError(f"move is {shown(move)}; allowed: a legal one")
        self._states.append(self.game.step(self.state, move))
        self._played.append(move)
        self._show_position(told)

    def back(self):
        """Take the last move back."""
        if self._played:
            self._states.pop()
            self._played.pop()
            self._show_position()

    def restart(self):
        """The first position again."""
        del self._states[1:], self._played[:]
        self._show_position()

    def follow(self, line):
        """Play a line of the figure from its start, move by move; None: free play."""
        name = self.position.value
        if line is not None:
            require_among(f"PayoffBoard: {name}", "line", line, FIGURES.get(name, ()))
        self._line.value = FREE if line is None else line

    def next(self):
        """The next move of the line that is followed."""
        step = self._expected()
        if step is None:
            raise HernaError("no move of the line is left; allowed: Start, or free play")
        told = "this move is ours, the text does not name one; "
        if step.named:
            told = f"the thesis: {step.note}; " if step.note else ""
        self.play(step.move, told)

    def pick(self, name):
        """A click on a part of a move, by the name of its cell; None takes one back."""
        picking = picking_of(self.game, self.state, self._legal(), self._picked)
        picked = picking.clicked(name)
        move = picking.move(picked)
        if move is not None:
            self.play(move)
            return
        self._picked = picked
        self._show_board()

    def look(self):
        """Search, and show what every move pays; the ratings as an array (moves, players)."""
        self._cancel()
        if len(self.moves):
            _, self.ratings = self.player.ratings(self.game, self.state)
            own = self.ratings[:, self.state.turn]
            self.best = np.flatnonzero(own >= own.max() - EQUAL)
        else:
            self.ratings, self.best = np.zeros((0, SEATS)), np.zeros(0, int)
        self._list_moves()
        self._show_move()
        return self.ratings

    def words(self):
        """The position, what was paid on the way, and what is best in it."""
        told = f"{self._told}{self.game.headline(self.state)}"
        if self._played:
            told += f"; paid so far: {triple(self.paid)}"
        if not len(self.best):  # the game is over, or the search has not been made
            return told
        names = [self.names[i] for i in self.best[:4]]
        more = f" and {len(self.best) - 4} more" if len(self.best) > 4 else ""
        turns = self._depth.value
        known = self.strategies.words or "no strategy"
        return (
            f"{told}; best within {turns} turn{'s' * (turns > 1)} with {known}: "
            f"{', '.join(names)}{more} ({triple(self.ratings[self.best[0]])})"
        )

    def move_words(self):
        """The chosen move, what it pays at once, and who gains from whose loss."""
        if self.move is None:
            return ""
        told = f"{self.names[self._moves.index]} pays at once {triple(self._chosen_pays())}"
        pairs = summed(self.flows(self.move)).items()
        gains = [
            f"{COLOURS[seat]} gains {amount(gain)[1:]} from {COLOURS[victim]}'s loss"
            for (victim, seat), gain in pairs
        ]
        return f"{told} ({'; '.join(gains)})" if gains else told

    def flows(self, move):
        """Who gains from each capture of a move, before preferences for the stronger."""
        return flows(self.game, self.state, move, self.player.minds(self.game)[self.state.turn])

    def close(self):
        self._cancel()
        super().close()

    def __repr__(self):
        return f"PayoffBoard({self.position.label}, {self.game.headline(self.state)})"

    def _repr_mimebundle_(self, **kwargs):
        if self._due is not None:
            self.look()
        page = f"<p>{escape(self.words())}</p>{self._scene().to_html()}"
        page += self._picture.html(self.words()) + self._table.value
        return static(super()._repr_mimebundle_(**kwargs), page, self.words())

    # Building.

    def _build(self, position, strategies, depth):
        self.position = Positions(self.game, position, self._on(self._begin))
        self._line = ipywidgets.Dropdown(
            options=[FREE], description="line", layout={"width": "170px"}
        )
        self._line.observe(self._on(self._line_chosen), "value")
        self.strategies = Strategies(strategies, self._on(self._look_soon))
        self._depth = ipywidgets.Dropdown(
            options=[(f"{turns} turn{'s' * (turns > 1)}", turns) for turns in DEPTHS],
            value=depth,
            description="search",
            layout={"width": "180px"},
        )
        self._depth.observe(self._on(self._look_soon), "value")
        self._start = self._button("Start", self.restart, "the first position")
        self._back = self._button("Back", self.back, "take the last move back")
        self._next = self._button("Next of the line", self.next, "the thesis's next move")
        self._play = self._button("Play move", self._play_chosen, "the move chosen in the list")
        self._best = self._button("Play best", self._play_best, "the first of the best moves")
        self._moves = ipywidgets.Select(
            options=[], rows=7, description="moves", layout={"width": "440px"}
        )
        self._moves.observe(self._on(self._show_move), "index")
        self._picture = Picture(4.6, 3.4)
        self._picture.figure.subplots_adjust(0, 0, 1, 1)
        self._table = ipywidgets.HTML(layout={"max_height": "300px", "overflow": "auto"})
        scene = board_of(self.game, self.position.state)
        self.board = Board(
            scene,
            on_move=self.panel.shown(self._clicked),
            size=SIZE,
            on_pick=self.panel.shown(self._part_clicked),
        )

    def _rows(self):
        buttons = (self._start, self._back, self._next, self._play, self._best)
        side = ipywidgets.VBox([self._moves, self._picture, self._table])
        return [
            row(self.position, self._line, *buttons),
            row(self.strategies, self._depth),
            row(self.board, side),
            self.panel,
        ]

    # What the controls do.

    def _begin(self):
        """The position that was chosen, from its start."""
        lines = FIGURES.get(self.position.value, "")
        self._ours = True
        try:
            self._line.options = [FREE, *lines]
            self._line.value, self._line.disabled = FREE, not lines
        finally:
            self._ours = False
        self._states, self._played = [self.position.state], []
        self._show_position()

    def _line_chosen(self):
        self.restart()
        line = self._line.value
        if line != FREE and line_of(self.position.value, line, self.game) is None:
            raise HernaError(f"line {line} cannot be played by these rules; allowed: another one")

    def _expected(self):
        """The next step of the line that is followed, or None."""
        if self._line.value == FREE:
            return None
        steps = line_of(self.position.value, self._line.value, self.game) or ()
        made = len(self._played)
        followed = self._played == [step.move for step in steps[:made]]
        return steps[made] if followed and made < len(steps) else None

    def _play_chosen(self):
        if self.move is None:
            raise HernaError("no move is chosen; allowed: choose one in the list")
        self.play(self.move)

    def _play_best(self):
        if self._due is not None:
            self.look()
        if not len(self.best):
            raise HernaError("the game is over; allowed: Back, or Start")
        self.play(int(self.moves[self.best[0]]))

    def _clicked(self, move):
        self.panel.error = ""
        self.play(move)

    def _part_clicked(self, name):
        self.panel.error = ""
        self.pick(name)

    # Showing.

    def _legal(self):
        return [] if self.game.to_move(self.state) == OVER else self.game.moves(self.state)

    def _show_position(self, told=""):
        """The board and the moves at once; the search follows."""
        self._picked, self._told = (), told
        minds = self.player.minds(self.game)
        if self._legal():
            self.moves, self.pays = offers(self.game, self.state, minds)
        else:
            self.moves, self.pays = np.zeros(0, int), np.zeros((0, SEATS))
        self.names = [self.game.move_name(self.state, int(move)) for move in self.moves]
        self.ratings, self.best = np.zeros_like(self.pays), np.zeros(0, int)
        self._list_moves(first=True)
        self._show_board()
        self._back.disabled = self._start.disabled = not self._played
        self._next.disabled = self._expected() is None
        self._play.disabled = self._best.disabled = not len(self.moves)
        self._look_soon()

    def _look_soon(self):
        """The note comes first, because a search may take a while."""
        self._cancel()
        self.panel.note = "searching ..."
        self._due = self.panel.later(SOON, self.look)

    def _cancel(self):
        if self._due is not None:
            self._due.cancel()
        self._due = None

    def _list_moves(self, first=False):
        """The moves by name, the best ones marked; the chosen one stays chosen."""
        if len(self.moves):
            minds = self.player.minds(self.game)
            _, self.pays = offers(self.game, self.state, minds)
        chosen = self._moves.index
        options = [f"{name}{'  (best)' * (i in self.best)}" for i, name in enumerate(self.names)]
        self._ours = True
        try:
            self._moves.options = options
            if options:
                self._moves.index = self._default() if first or chosen is None else chosen
        finally:
            self._ours = False

    def _default(self):
        """The next move of the line, else the first capture, else the first move."""
        step = self._expected()
        if step is not None:
            return self.moves.tolist().index(step.move)
        return next((i for i, name in enumerate(self.names) if "takes" in name), 0)

    def _show_move(self):
        """The chosen move on the board, in the table and as flows; and the words."""
        self._show_board()
        self._picture.paint(self._paint, clear=True)
        self._picture.send()
        self._table.value = self._table_html()
        self.panel.note, self.panel.unseen = self.words(), self.move_words()

    def _show_board(self):
        said = self.game.headline(self.state)
        if self._played:
            made = self.game.move_name(self._states[-2], self._played[-1])
            said = f"{len(self._played)}. {made}. Now {said}."
        self.board.show(self._scene(), said)

    def _scene(self):
        scene = board_of(self.game, self.state, self._legal(), picked=self._picked)
        if self.move is None or self._picked:
            return scene
        way, taken = self.game.way(self.state, self.move)
        losses = {flow.field: amount(-flow.loss) for flow in self.flows(self.move)}
        lost = self.game.lost(self.state, self.move)
        parts = [[NAMES[field] for field in fields] for fields in (way, taken, lost)]
        return with_move(scene, parts[0], parts[1], parts[2], [losses[field] for field in taken])

    def _paint(self, ax):
        if self.move is None:
            ax.set_axis_off()
            ax.text(0.5, 0.5, "no move to show", ha="center", transform=ax.transAxes)
            return
        arrows = [
            (COLOURS[victim], COLOURS[seat], gain)
            for (victim, seat), gain in summed(self.flows(self.move)).items()
        ]
        totals = dict(zip(COLOURS, self._chosen_pays(), strict=True))
        plot_flows(arrows, totals, self._roles(), ax)

    def _chosen_pays(self):
        return self.pays[self._moves.index]

    def _roles(self):
        """What everybody is in the chosen move, by colour."""
        victims = {flow.victim for flow in self.flows(self.move)}
        lost = self.game.lost(self.state, self.move)
        roles = {}
        for seat, colour in enumerate(COLOURS):
            if seat == self.state.turn:
                roles[colour] = "captor" if victims else "loses to nobody" if lost else "moves"
            else:
                roles[colour] = "victim" if seat in victims else "third" if victims else ""
        return roles

    def _table_html(self):
        order = sorted(range(len(self.moves)), key=lambda i: i not in self.best)
        rows = []
        for i in order:
            marks = [m for m, true in (("best", i in self.best), ("chosen", i == self._moves.index))
                     if true]  # fmt: skip
            numbers = [*map(amount, self.pays[i]), *map(amount, self.ratings[i])]
            rows.append((self.names[i], *numbers, ", ".join(marks)))
        titles = ["move", *(f"{c} now" for c in COLOURS), *(f"{c} in the end" for c in COLOURS), ""]
        bold = [place for place, i in enumerate(order) if i in self.best]
        return table_html(titles, rows, bold)


def flows(game, state, move, mind):
    """What each captured piece of a move costs its owner and brings the others, one by one."""
    s, found = state.array.copy()[0], []
    share, three = share_of_captures(s, s.turn, mind), players_left(s) == SEATS
    for field in game.way(state, move)[1]:
        out = np.zeros(SEATS)
        pay_victim(s, field, share, three, mind, out)
        victim = _owner(state, field)
        gains = {seat: float(out[seat]) for seat in range(SEATS) if seat != victim and out[seat]}
        found.append(Flow(field, victim, -float(out[victim]), gains))
    return found


def summed(found):
    """How much each has gained from each in all: by victim and gainer."""
    total: dict[tuple[int, int], float] = {}
    for flow in found:
        for seat, gain in flow.gains.items():
            total[flow.victim, seat] = total.get((flow.victim, seat), 0.0) + gain
    return total


def _owner(state, field):
    return next(
        seat
        for seat in range(SEATS)
        if contains(state.men[seat], field) or contains(state.queens[seat], field)
    )

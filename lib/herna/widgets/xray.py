"""XRay: look into the decision of whoever sits for chance, outcome by outcome and metric by metric.

It looks at a match and never changes it: whatever was drawn so far can be laid open, and the node
at which the match stands now. The work is `herna.xray.contributions`.
"""

from html import escape
from typing import Any

import ipywidgets

from herna.dda import (
    EHillClimber,
    EMaxMax,
    EMaxN,
    EMonteCarlo,
    EnvironmentPlayer,
)
from herna.errors import HernaError
from herna.figures.boards import board as board_of
from herna.play import Match
from herna.seeds import generator
from herna.warmup import warm_up
from herna.widgets.board import Board, static
from herna.widgets.cells import after_cells
from herna.widgets.errors import Panel
from herna.widgets.picture import Picture
from herna.widgets.seats import environments_of
from herna.widgets.whole import Whole
from herna.xray import (
    PARTS,
    best_outcomes,
    chance_nodes,
    contributions,
    name_size,
    plot_contributions,
    relative,
)

KINDS = (EHillClimber, EMaxMax, EMonteCarlo, EMaxN)
AS_PLAYED = "as in this match"
WIDE = 6.3  # inches of the picture, so that it fits beside the board
SOON = 0.01  # seconds in which the browser is told that the search has begun
FOR, AGAINST = "0, 114, 178", "213, 94, 0"  # red, green and blue of the two sides of the table


class XRay(Whole):
    """The decisions of chance in a match. `XRay(match)`, or `XRay(stepper)` to follow it."""

    _due: Any = None  # here as well, because one that was refused is closed, too
    _unfollow = staticmethod(lambda: None)

    def __init__(self, match, environment=None):
        self._owner = match  # a stepper may be given another match
        if not isinstance(self.match, Match):
            raise HernaError(f"XRay: match is {type(match).__name__}; allowed: Match, Stepper")
        self.panel = Panel()
        warm_up(self.game)
        self._nodes: list[Any] = []
        self._seen: Any = None
        self._ours = False
        self.table: Any = None  # contributions to the decision shown
        self._build(environment)
        self._follow()
        super().__init__(self._rows())
        self.add_class("herna-guarded").add_class("herna-xray")
        self._unfollow = after_cells(self, lambda xray: xray.refresh())
        if not isinstance(match, Match):
            match.board.observe(self.panel.shown(lambda _change: self.refresh()), "scene")
        self._show_node()
        self.look()

    # What code may call.

    @property
    def match(self):
        return getattr(self._owner, "match", self._owner)

    @property
    def game(self):
        return self.match.game

    @property
    def environment(self):
        """The environment player through whose eyes we look."""
        return self._environments[self._who.value]

    @property
    def node(self):
        """The decision shown, or None where chance has had none yet."""
        return self._nodes[self._number.value - 1] if self._nodes else None

    def go_to(self, number):
        """Show a decision by its number, from 1, and lay it open at once."""
        self._turn_to(number)
        return self.look()

    def refresh(self):
        """Catch up with the match; whoever looked at its last decision goes on doing so."""
        if self.comm is not None and self._seen != (self.match, self.match.moves):
            self._follow()
            self._show_node()
            self._look_soon()

    def look(self):
        """Lay the decision open now; the table of contributions."""
        self._cancel()
        self.table, node = None, self.node
        if node is not None:
            rng = generator(0, "xray", node.ply)
            self.table = contributions(self.game, node.worlds, self.environment, rng)
            self._picture.paint(self._paint, clear=True)
            self._picture.send()
            self._numbers.value = self._table_html()
        self.panel.note = self.words()
        return self.table

    def words(self):
        """The decision in one sentence."""
        node = self.node
        if node is None:
            return f"{self.game.name}: chance has had nothing to decide yet"
        names = self._names()
        best = self._best_words(names)
        played = "not drawn yet" if node.played is None else f"played: {names[node.played]}"
        return (
            f"{self.game.name}, ply {node.ply}, decision {self._number.value} of "
            f"{len(self._nodes)}; best for {self.environment.name}: {best}; {played}"
        )

    def _best_words(self, names):
        """The best outcomes, those that are equal but for rounding together."""
        best = best_outcomes(self.table)
        words = ", ".join(names[outcome] for outcome in best[:6])
        return words + (f" and {len(best) - 6} more" if len(best) > 6 else "")

    def close(self):
        self._cancel()
        self._unfollow()
        super().close()

    def __repr__(self):
        return f"XRay({self.game!r}, {len(self._nodes)} decisions)"

    def _repr_mimebundle_(self, **kwargs):
        if self._due is not None:  # the picture that is kept must be that of this decision
            self.look()
        page = f"<p>{escape(self.words())}</p>"
        if self._picture.value:
            page += self._picture.html(self.words())
        page += self._numbers.value
        return static(super()._repr_mimebundle_(**kwargs), page, self.words())

    # Building.

    def _build(self, environment):
        offered = environments_of(self.game)
        self._environments = {kind.name: offered[kind.name] for kind in KINDS}
        given = environment or self.match.chance
        own = isinstance(given, EnvironmentPlayer)
        if environment is not None and not own:
            raise HernaError(f"XRay: environment is {environment!r}; allowed: environment players")
        if own:
            self._environments = {f"{given.name}, {AS_PLAYED}": given} | self._environments
        self._who = ipywidgets.Dropdown(
            options=list(self._environments), description="eyes of", layout={"width": "340px"}
        )
        self._who.observe(self.panel.shown(lambda _change: self._look_soon()), "value")
        self._number = ipywidgets.IntSlider(
            1, 1, 1, description="decision", layout={"width": "400px"}, continuous_update=False
        )
        self._number.observe(self.panel.shown(self._moved), "value")
        self._previous = self._button("Previous", -1, "the decision before this one")
        self._next = self._button("Next", 1, "the decision after this one")
        self.board = Board(board_of(self.game, self.match.state), size=320)
        self._picture = Picture(WIDE, 4.2)
        self._numbers = ipywidgets.HTML(layout={"max_height": "330px", "overflow": "auto"})

    def _rows(self):
        controls = ipywidgets.HBox(
            [self._previous, self._next, self._number, self._who],
            layout={"flex_flow": "row wrap"},
        )
        middle = ipywidgets.HBox([self.board, self._picture], layout={"flex_flow": "row wrap"})
        return [controls, middle, self.panel, self._numbers]

    def _button(self, words, way, tooltip):
        button = ipywidgets.Button(description=words, tooltip=tooltip, layout={"width": "auto"})
        button.on_click(self.panel.shown(lambda _button: self._turn_to(self._number.value + way)))
        return button

    # Showing.

    def _follow(self):
        """Find the decisions of the match; the slider stays at the end if it was there."""
        at_end = self._number.value == self._number.max
        self._nodes = chance_nodes(self.game, self.match.moves)
        self._seen = (self.match, list(self.match.moves))
        count = max(len(self._nodes), 1)
        self._ours = True
        try:
            self._number.max = count
            self._number.value = count if at_end else min(self._number.value, count)
        finally:
            self._ours = False

    def _turn_to(self, number):
        if not 1 <= number <= len(self._nodes):
            raise HernaError(f"decision is {number}; allowed: 1 to {len(self._nodes)}")
        self._number.value = number

    def _cancel(self):
        if self._due is not None:
            self._due.cancel()
        self._due = None

    def _moved(self, _change):
        if not self._ours:
            self._show_node()
            self._look_soon()

    def _show_node(self):
        """The position and the buttons; quick, unlike the search."""
        node = self.node
        state = self.match.state if node is None else self.match.state_at(node.ply)
        scene = board_of(self.game, state)
        self.board.show(scene, scene.title)
        self._previous.disabled = self._number.value == 1
        self._next.disabled = self._number.value == self._number.max

    def _look_soon(self):
        """The note comes first, because a search may take a second."""
        self._cancel()
        self.panel.error = ""
        self.panel.note = f"{self.environment.name} thinks ..."
        self._due = self.panel.later(SOON, self.look)

    def _paint(self, ax):
        names = self._names()
        plot_contributions(self.table, list(names.values()), self.node.played, ax)
        words = [label.get_text() for label in ax.get_yticklabels()]
        if len(words) < len(names):
            told = f"worth above the mean of all {len(names)} outcomes, {len(words)} of them shown"
            ax.set_xlabel(told, fontsize=11, loc="right")
        inches = 0.0072 * name_size(words) * max(map(len, words))
        left = min(0.03 + inches / WIDE, 0.66)
        self._picture.figure.subplots_adjust(left, 0.12, 0.98, 0.84)

    def _names(self):
        state = self.match.state_at(self.node.ply)
        return {outcome: self.game.move_name(state, outcome) for outcome in self.table.index}

    def _table_html(self):
        """All outcomes with all numbers; the colour says whether a part is for or against."""
        names, best = self._names(), best_outcomes(self.table)
        parts = [name for name in PARTS if self.table[name].any()]
        away = relative(self.table)
        largest = away[parts].abs().to_numpy().max() if parts else 0.0
        head = "".join(f"<th>{escape(name.replace('_', ' '))}</th>" for name in parts)
        rows = []
        for outcome, row in self.table.iterrows():
            said = {"best": outcome in best, "played": outcome == self.node.played}
            marks = ", ".join(word for word, true in said.items() if true)
            cells = "".join(_cell(row[p], away.loc[outcome, p], largest) for p in parts)
            name = escape(names[outcome])
            rows.append(
                f"<tr><th scope='row'>{name}</th>{cells}<td><b>{row['worth']:.2f}</b></td>"
                f"<td>{marks}</td></tr>"
            )
        titles = f"<tr><th>outcome</th>{head}<th>worth</th><th></th></tr>"
        return f"<table style='line-height: 1.4'>{titles}{''.join(rows)}</table>"


def _cell(value, away, largest):
    depth = 0.55 * abs(away) / largest if largest else 0.0
    colour = f"rgba({FOR if away > 0 else AGAINST}, {depth:.2f})"
    return f"<td style='background: {colour}; text-align: right'>{value:.2f}</td>"

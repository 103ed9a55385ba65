"""SaatyEditor: compare pawn, queen and crowning in pairs, and see weights and best moves change.

Only what stands above the diagonal is edited, the rest are reciprocals. The weights are held
against those that the thesis printed, whose first row product has a slip, and a full search tells
which moves it would take with each of them. The work is `herna.saaty`.
"""

from html import escape
from typing import Any

import ipywidgets
import numpy as np

from herna.errors import require_among
from herna.figures.checkers import plot_weights
from herna.games.checkers.board import SEATS
from herna.payoffs.full_search import search
from herna.pays import EQUAL
from herna.saaty import (
    ACCEPTABLE,
    CRITERIA,
    THESIS,
    as_printed,
    judgement,
    reciprocal,
    weigh,
)
from herna.widgets.board import static
from herna.widgets.errors import Panel
from herna.widgets.picture import Picture
from herna.widgets.positions import (
    Positions,
    Strategies,
    amount,
    game_for,
    table_html,
    warm_up_payoffs,
)
from herna.widgets.whole import Whole, row

DEPTHS = (1, 2)
SOON = 0.01  # seconds in which the browser is told that the search has begun
PAIRS = tuple((i, j) for i in range(len(CRITERIA)) for j in range(i + 1, len(CRITERIA)))
GIVEN = tuple(str(THESIS[i][j]) for i, j in PAIRS)
PRINTED, EDITED = "as printed", "as edited"


class SaatyEditor(Whole):
    """The comparisons of table 8, to be edited.

    upper : what stands above the diagonal, row by row, such as ("1/5", 3, 6)
    position, strategies, depth : in which best moves are compared, as for PayoffBoard
    """

    _due: Any = None  # here as well, because one that was refused is closed, too

    def __init__(self, upper=GIVEN, position="figure 4", strategies="K", depth=1, game=None):
        self.panel, self.game = Panel(), game_for(game)
        require_among("SaatyEditor", "depth", depth, DEPTHS)
        reciprocal(upper)  # refused now or never
        self._ours, self._slip = False, False
        warm_up_payoffs(self.game)
        self._build(list(map(str, upper)), position, strategies, depth)
        super().__init__(self._rows())
        self.add_class("herna-guarded").add_class("herna-saaty")
        self.look()

    # What code may call.

    @property
    def matrix(self):
        """All comparisons, as fractions."""
        return reciprocal([entry.value for entry in self._entries])

    @property
    def weighing(self):
        """The weights of the comparisons; as the thesis printed them if that is what is shown."""
        return as_printed() if self._slip else weigh(self.matrix)

    @property
    def values(self):
        """What things are worth with these weights, as players are given it."""
        return dict(zip(CRITERIA, self.weighing.values, strict=True))

    def show(self, upper=GIVEN, slip=False):
        """Put the comparisons; with `slip` the thesis's own, calculated with its slip."""
        found = reciprocal(GIVEN if slip else upper)
        self._ours = True
        try:
            for entry, (i, j) in zip(self._entries, PAIRS, strict=True):
                entry.value = str(found[i][j])
        finally:
            self._ours = False
        self._slip = slip
        self.look()

    def best_moves(self, values):
        """The moves that a full search would take with these values, in words, and their worth."""
        mind = self.game.mind(self._known(), **values)
        state = self.position.state
        minds = np.tile(mind, (SEATS, 1))
        moves, ratings = search(self.game, state, minds, self._depth.value)
        own = ratings[:, state.turn]
        best = np.flatnonzero(own >= own.max() - EQUAL)
        return [self.game.move_name(state, int(moves[i])) for i in best], ratings[best[0]]

    def look(self):
        """Show the weights, and compare the best moves."""
        self._cancel()
        found = self.weighing
        self._matrix.value = self._matrix_html(found)
        sets = {PRINTED: as_printed().weights, "corrected": weigh(THESIS).weights}
        if not self._slip and self._is_changed():
            sets[EDITED] = found.weights
        self._picture.paint(lambda ax: plot_weights(sets, CRITERIA, ax), clear=True)
        self._picture.send()
        self.panel.unseen = self._weight_words(found)
        self.panel.note = "searching ..."
        self._due = self.panel.later(SOON, self.compare)

    def compare(self):
        """Search with the printed values, the corrected ones and those of the editor."""
        self._cancel()
        sets = {PRINTED: as_printed().values, "corrected": weigh(THESIS).values}
        if not self._slip and self._is_changed():
            sets[EDITED] = self.weighing.values
        rows = []
        for label, numbers in sets.items():
            values = dict(zip(CRITERIA, numbers, strict=True))
            names, worth = self.best_moves(values)
            more = f" and {len(names) - 3} more" if len(names) > 3 else ""
            rows.append((label, *numbers, ", ".join(names[:3]) + more, *map(amount, worth)))
        titles = ["", *CRITERIA, "best moves", "white", "black", "red"]
        self._moves.value = table_html(titles, rows)
        self._told = "; ".join(f"{row[0]} ({row[1]}/{row[2]}/{row[3]}): {row[4]}" for row in rows)
        self.panel.note = self.words()

    def words(self):
        """The weights and what they change, in one sentence."""
        return f"{self._weight_words(self.weighing)}. Best moves {self._told}"

    def close(self):
        self._cancel()
        super().close()

    def __repr__(self):
        return f"SaatyEditor({self._weight_words(self.weighing)})"

    def _repr_mimebundle_(self, **kwargs):
        if self._due is not None:
            self.compare()
        page = f"<p>{escape(self.words())}</p>{self._matrix.value}"
        page += self._picture.html(self._weight_words(self.weighing)) + self._moves.value
        return static(super()._repr_mimebundle_(**kwargs), page, self.words())

    # Building.

    def _build(self, upper, position, strategies, depth):
        compare, edited = self._on(self._compare_soon), self._on(self._edited)
        self._entries = []
        for (i, j), words in zip(PAIRS, upper, strict=True):
            entry = ipywidgets.Text(
                words,
                description=f"{CRITERIA[i]} : {CRITERIA[j]}",
                continuous_update=False,
                tooltip=f"how much more {CRITERIA[i]} matters than {CRITERIA[j]}, such as 3 or 1/5",
                style={"description_width": "130px"},
                layout={"width": "220px"},
            )
            entry.observe(edited, "value")
            self._entries.append(entry)
        self._buttons = [
            self._button("As printed", lambda: self.show(slip=True), "table 8 with its slip"),
            self._button("Corrected", self.show, "the comparisons of table 8, calculated right"),
        ]
        self.position = Positions(self.game, position, compare)
        self.strategies = Strategies(strategies, compare)
        self._depth = ipywidgets.Dropdown(
            options=[(f"{turns} turn{'s' * (turns > 1)}", turns) for turns in DEPTHS],
            value=depth,
            description="search",
            layout={"width": "180px"},
        )
        self._depth.observe(compare, "value")
        self._matrix, self._moves = ipywidgets.HTML(), ipywidgets.HTML()
        self._picture = Picture(5.6, 2.9)
        self._picture.figure.subplots_adjust(0.12, 0.1, 0.98, 0.96)

    def _rows(self):
        return [
            row(*self._entries, *self._buttons),
            row(self._matrix, self._picture),
            row(self.position, self.strategies, self._depth),
            self._moves,
            self.panel,
        ]

    # What the controls do.

    def _edited(self):
        for entry in self._entries:
            judgement(entry.value)
        self._slip = False
        self.look()

    def _compare_soon(self):
        self._cancel()
        self.panel.note = "searching ..."
        self._due = self.panel.later(SOON, self.compare)

    def _cancel(self):
        if self._due is not None:
            self._due.cancel()
        self._due = None

    # Showing.

    def _is_changed(self):
        return [judgement(entry.value) for entry in self._entries] != list(map(judgement, GIVEN))

    def _known(self):
        return tuple(filter(None, self.strategies.words.split("+")))

    def _matrix_html(self, found):
        """The matrix with products, roots and weights, as table 8 has them."""
        rows = []
        for i, name in enumerate(CRITERIA):
            entries = [str(entry) for entry in self.matrix[i]]
            product = f"{found.products[i]:.4g}"
            right = float(weigh(self.matrix).products[i])
            if abs(right - found.products[i]) > EQUAL:
                product += f" (a slip: it is {right:.4g})"
            numbers = (f"{found.roots[i]:.3f}", f"{found.weights[i]:.3f}", found.values[i])
            rows.append((name, *entries, product, *numbers))
        titles = ["", *CRITERIA, "row product", "cube root", "weight", "value"]
        verdict = "consistent enough" if found.acceptable else "too contradictory"
        told = (
            f"largest eigenvalue {found.eigenvalue:.4f}, consistency index {found.index:.4f}, "
            f"ratio {found.ratio:.3f}: {verdict} (below {ACCEPTABLE} is let pass)"
        )
        return f"{table_html(titles, rows)}<p>{escape(told)}</p>"

    def _weight_words(self, found):
        weights = ", ".join(
            f"{name} {weight:.3f}" for name, weight in zip(CRITERIA, found.weights, strict=True)
        )
        how = PRINTED if self._slip else EDITED if self._is_changed() else "corrected"
        return f"weights {how}: {weights}; consistency ratio {found.ratio:.3f}"

"""TreeExplorer: the tree of a full search, opened move by move, with what is backed up and why.

The list holds the moves that are open, indented by how deep they lie, each with what it pays all in
the end and whether whoever moves there chooses it. Beside it stands the node that is selected: what
its moves pay, which are best, and how equal ones are averaged. A tree written by hand can be looked
at as well, such as the example of `herna.backing`. The work is done by `herna.backing`.
"""

import asyncio
import time
from html import escape
from typing import Any

import ipywidgets
import numpy as np

from herna.backing import EXAMPLE, EXAMPLE_SEATS, Grown, Node, grown, written
from herna.errors import HernaError, require_whole
from herna.figures.boards import board as board_of
from herna.figures.checkers import with_move
from herna.game import OVER
from herna.games.checkers.board import COLOURS, NAMES
from herna.payoffs import StdAI
from herna.widgets.board import Board, static
from herna.widgets.errors import Panel
from herna.widgets.positions import (
    Positions,
    Strategies,
    amount,
    game_for,
    table_html,
    warm_up_payoffs,
)
from herna.widgets.whole import Whole, row

MOST_PLIES = 3
MOST_ROWS = 1500  # of the list
SLICE = 0.05  # seconds of searching between two words about how far it has got
INDENT = " " * 5  # spaces that a list does not swallow
OF_A_GAME, BY_HAND = "of the position", "example by hand"
OPEN, SHUT, END = "▾", "▸", "·"


class TreeExplorer(Whole):
    """The tree of a position, one to three moves deep, or a tree written by hand.

    position : as for PayoffBoard, or a tree as `herna.backing.written` takes it
    seats : for a tree written by hand, the names of the players in the order of the payoffs
    """

    root: Any = None

    def __init__(self, position="figure 4", strategies="K", plies=3, seats=None, game=None):
        self.panel, self.game = Panel(), game_for(game)
        require_whole("TreeExplorer", "plies", plies, 1, MOST_PLIES)
        self._ours, self._rows_shown, self.opened = False, [], set()
        self._example = EXAMPLE, EXAMPLE_SEATS
        by_hand = isinstance(position, tuple)
        if by_hand:
            self._example = position, tuple(seats or ())
            written(*self._example)  # refused now or never
        warm_up_payoffs(self.game)
        self._build("figure 4" if by_hand else position, strategies, plies, by_hand)
        super().__init__(self._rows())
        self.add_class("herna-guarded").add_class("herna-tree")
        self.plant()

    # What code may call.

    @property
    def by_hand(self):
        return self._source.value == BY_HAND

    @property
    def seats(self):
        """The names of the players."""
        return self._example[1] if self.by_hand else COLOURS

    @property
    def path(self):
        """The numbers of the moves to the one that is selected; empty: the root."""
        index = self._list.index
        return self._rows_shown[index] if index is not None and self._rows_shown else ()

    @property
    def node(self):
        """The node behind the selected move, or None where the line ends."""
        return self.at(self.path)

    def at(self, path):
        """The node at the end of a path of move numbers, or None where the line ends."""
        node = self.root
        for number in path:
            if node is None or not 0 <= number < len(node):
                raise HernaError(f"tree: there is no move {number} there; allowed: those listed")
            node = node.after(number)
        return node

    def plant(self):
        """Search the position or take the tree written by hand; only the root is open."""
        self._stop()
        self.opened = {()}
        if self.by_hand:
            self.root = written(*self._example)
            self._arrive()
            return
        player = StdAI(strategies=self.strategies.words)
        minds = player.minds(self.game)
        self.root = grown(self.game, self.position.state, minds, self._plies.value)
        self._task = self.panel.start(self._search(self.root))

    def unfold(self, path=None):
        """Show the moves behind the one that is selected, or behind that of a path."""
        path = self.path if path is None else tuple(path)
        node = self.at(path)
        if node is None or not len(node):
            raise HernaError("the line ends with this move; allowed: open another one")
        self.opened.add(path)
        self._list_rows(path)

    def fold(self, path=None):
        """Hide the moves behind the one that is selected again; the root stays open."""
        path = self.path if path is None else tuple(path)
        self.opened = {p for p in self.opened if not p or p[: len(path)] != path}
        self._list_rows(path)

    def unfold_principal(self):
        """Open what everybody would play, move by move; of equal ones the first."""
        path: tuple[int, ...] = ()
        node = self.root
        while node is not None and len(node):
            self.opened.add(path)
            number = int(node.best[0])
            path, node = (*path, number), node.after(number)
        self._list_rows(path)

    def names(self, node):
        """The moves of a node in words."""
        if not isinstance(node, Grown):
            return node.names
        return [self.game.move_name(node.state, int(move)) for move in node.moves]

    def words(self):
        """What is backed up to the root, in one sentence."""
        if not self.running and self.root is not None:
            names, root = self.names(self.root), self.root
            best = ", ".join(names[i] for i in root.best[:4])
            more = f" and {len(root.best) - 4} more" if len(root.best) > 4 else ""
            return (
                f"{self.seats[root.who]} takes {best}{more}; backed up after {root.left} "
                f"{'move' if root.left == 1 else 'moves'}: {self._triple(root.value)}"
            )
        return "searching ..."

    def reason(self, node):
        """Why a node is worth what it is worth: whose choice it is, and how ties are averaged."""
        if node is None or not len(node):
            return "The line ends here; nothing more is paid."
        who, names = self.seats[node.who], self.names(node)
        most = amount(node.values[node.best[0], node.who])
        if len(node.best) == 1:
            return f"{who} takes {names[node.best[0]]}, which pays {who} most ({most})."
        shown = ", ".join(names[i] for i in node.best[:6])
        shown += f" and {len(node.best) - 6} more" if len(node.best) > 6 else ""
        return (
            f"To {who} {len(node.best)} moves are worth the same ({most}): {shown}. Each is taken "
            f"to be equally likely, so what they pay is averaged: {self._triple(node.value)}."
        )

    def __repr__(self):
        return f"TreeExplorer({self._root_words()}, {self.words()})"

    def _repr_mimebundle_(self, **kwargs):
        if self.running:  # what is kept must be the whole tree
            self._stop()
            self._buttons_disabled(False)
            self._arrive()
        rows = "".join(f"<li>{escape(label)}</li>" for label in self._list.options)
        page = f"<p>{escape(self.words())}</p><ul style='list-style: none'>{rows}</ul>"
        return static(super()._repr_mimebundle_(**kwargs), page + self._about.value, self.words())

    # Searching.

    async def _search(self, root):
        """Work out move by move what is backed up, with a word about how far it has got."""
        rest = time.monotonic() + SLICE
        self._buttons_disabled(True)
        self._list_rows(())
        try:
            for number in range(len(root)):
                node = root.after(number)
                if node is not None and node.value is not None and time.monotonic() > rest:
                    self.panel.note = f"searching: {number + 1} of {len(root)} moves ..."
                    await asyncio.sleep(0.001)
                    rest = time.monotonic() + SLICE
        finally:
            if root is self.root:  # else another tree is being searched
                self._buttons_disabled(False)
        self._task = None
        self._arrive()

    def _arrive(self):
        self._list_rows(())
        self.panel.note = self.words()

    def _stop(self):
        if self._task is not None:
            self._task.cancel()
        self._task = None

    # Building.

    def _build(self, position, strategies, plies, by_hand):
        again = self._on(self.plant)
        self.position = Positions(self.game, position, again)
        self.strategies = Strategies(strategies, again)
        self._plies = ipywidgets.Dropdown(
            options=list(range(1, MOST_PLIES + 1)),
            value=plies,
            description="moves deep",
            layout={"width": "160px"},
        )
        self._source = ipywidgets.Dropdown(
            options=[OF_A_GAME, BY_HAND],
            value=BY_HAND if by_hand else OF_A_GAME,
            description="tree",
            layout={"width": "230px"},
        )
        for control in (self._plies, self._source):
            control.observe(again, "value")
        self._open = self._button("Open", self.unfold, "show the moves behind the selected one")
        self._shut = self._button("Close", self.fold, "hide the moves behind the selected one")
        self._principal = self._button(
            "Open what is played", self.unfold_principal, "the line that everybody would choose"
        )
        self._all = self._button("Close all", lambda: self.fold(()), "hide all but the first level")
        self._list = ipywidgets.Select(
            options=[],
            rows=16,
            description="moves",
            style={"description_width": "50px"},
            layout={"width": "660px"},
        )
        self._list.observe(self._on(self._show_node), "index")
        self._about = ipywidgets.HTML(layout={"max_height": "330px", "overflow": "auto"})
        self.board = Board(board_of(self.game, self.position.state), size=430)

    def _rows(self):
        left = ipywidgets.VBox([self._list, self._about])
        return [
            row(self._source, self.position, self._plies),
            self.strategies,
            row(self._open, self._shut, self._principal, self._all),
            self.panel,
            row(left, self.board),
        ]

    def _buttons_disabled(self, disabled):
        for button in (self._open, self._shut, self._principal, self._all):
            button.disabled = disabled

    # Showing.

    def _list_rows(self, selected):
        """The open part of the tree; the move of a path is selected."""
        self._rows_shown, labels = [()], [f"{OPEN} {self._root_words()}"]
        if not self.running or self.by_hand:
            labels[0] += f"   {self._triple(self.root.value)}"
            self._list_behind(self.root, (), labels)
        self._ours = True
        try:
            self._list.options = labels
            shown = selected if selected in self._rows_shown else ()
            self._list.index = self._rows_shown.index(shown)
        finally:
            self._ours = False
        self._show_node()

    def _list_behind(self, node, path, labels):
        """The moves of an open node, best first, and what is open behind them."""
        if node is None or path not in self.opened or not len(node):
            return
        names, values = self.names(node), node.values
        for number in np.argsort(-values[:, node.who], kind="stable").tolist():
            if len(labels) >= MOST_ROWS:
                return
            here, after = (*path, number), node.after(number)
            more = after is not None and len(after)
            sign = OPEN if more and here in self.opened else SHUT if more else END
            labels.append(
                f"{INDENT * len(here)}{sign} {self.seats[node.who]}: {names[number]}   "
                f"{self._triple(values[number])}{self._chosen(node, number)}"
            )
            self._rows_shown.append(here)
            self._list_behind(after, here, labels)

    def _chosen(self, node, number):
        if number not in node.best:
            return ""
        ties = len(node.best)
        return "   ★ chosen" if ties == 1 else f"   ★ chosen, one of {ties} equal"

    def _root_words(self):
        if self.by_hand:
            return "the tree written by hand"
        return f"{self.position.label}, {self.strategies.words or 'no strategy'}"

    def _show_node(self):
        """What is to be said about the selected move, and the board before it."""
        if self.running and not self.by_hand:
            return
        path = self.path
        node, parent = self.at(path), self.at(path[:-1])
        told = self.reason(node)
        if path:
            name = self.names(parent)[path[-1]]
            told = f"After {name} ({self.seats[parent.who]}): {told}"
        self._about.value = f"<p>{escape(told)}</p>{self._table_html(node)}"
        self.panel.unseen = told
        self._show_board(node, parent, path)

    def _table_html(self, node: Node | None):
        """The moves of a node: what each pays at once, later, and together."""
        if node is None or not len(node):
            return ""
        rows, names = [], self.names(node)
        for i in np.argsort(-node.values[:, node.who], kind="stable").tolist():
            later = node.values[i] - node.pays[i]
            triples = [self._short(part) for part in (node.pays[i], later, node.values[i])]
            rows.append((names[i], *triples, "best" if i in node.best else ""))
        order = " / ".join(self.seats)
        bold = range(len(node.best))
        titles = [f"{self.seats[node.who]}'s moves", "at once", "later", f"together ({order})", ""]
        return table_html(titles, rows, bold)

    def _show_board(self, node, parent, path):
        self.board.layout.display = "none" if self.by_hand else None
        if self.by_hand:
            return
        state = parent.state if path else self.root.state
        scene, said = board_of(self.game, state), self.game.headline(state)
        if path and self.game.to_move(state) != OVER:
            move = int(parent.moves[path[-1]])
            way, taken = self.game.way(state, move)
            fields = (way, taken, self.game.lost(state, move))
            scene = with_move(scene, *([NAMES[field] for field in part] for part in fields))
            said = f"{COLOURS[state.turn]}: {self.game.move_name(state, move)}"
        self.board.show(scene, said)

    def _triple(self, pays):
        return ", ".join(
            f"{seat} {_number(value)}" for seat, value in zip(self.seats, pays, strict=True)
        )

    def _short(self, pays):
        return " / ".join(map(_number, pays))


def _number(value):
    """A payoff; those of trees by hand may be small and need a digit more."""
    if abs(value) < 100 and abs(value - round(value)) > 1e-9:
        return f"{value:+.2f}".replace("-", "−")
    return amount(value)

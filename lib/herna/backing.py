"""How a tree of moves backs up what they pay, in plain Python (thesis 3, sec. 5.1, figures 6 to 8).

Whoever moves takes the move that pays himself most, all in all; between moves that pay him the same
he is indifferent, so what they pay everybody is averaged. That is the full search of thesis 3
(`herna.kernels.payoff_search`) once more, slower and open: every node can be looked at. A tree is
written by hand (`written`) or grows from a position as one opens it (`grown`).

The genetic player takes the best branch as it stands, without averaging, and of its tree only what
its lines play is there (`merged`).

>>> tree = written(("me", {"x": ("you", {"a": (0, 5), "b": (9, 1)}), "y": (2, 2)}), ("me", "you"))
>>> tree.value.tolist(), [tree.names[i] for i in tree.best]
([2.0, 2.0], ['y'])
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from herna.errors import HernaError, nearest, require_whole, shown

EQUAL = 1e-6  # payoffs that differ by less are equal
MOST_PLIES = 6
OVER = -2  # nobody moves

# The example for backing up: who moves, and the triples at the ends (order: me, first, second).
EXAMPLE = (
    "me",
    {
        "x": (
            "first opponent",
            {
                "option 1": ("second opponent", {"left": (1, 2, 3), "right": (4, 0, 3)}),
                "option 2": ("second opponent", {"left": (0, 5, 1), "right": (9, 0, 0)}),
            },
        ),
        "y": (
            "first opponent",
            {"only option": ("second opponent", {"left": (2, 2, 2), "right": (3, 1, 1)})},
        ),
    },
)
EXAMPLE_SEATS = ("me", "first opponent", "second opponent")


def best_of(values, who):
    """The places of the moves that pay a player most; values : array (moves, players)."""
    own = np.asarray(values, float)[:, who]
    return np.flatnonzero(own >= own.max() - EQUAL)


class Node:
    """A place in a tree: who moves there, what each move pays, and what is backed up."""

    def __init__(self, who, names, pays, left):
        self.who = who  # a seat; OVER where nothing follows
        self.names = names  # of the moves
        self.pays = pays  # array (moves, players): what each move pays at once
        self.left = left  # moves to go down to the ends

    def __len__(self):
        return len(self.pays)

    def after(self, number):
        """The node behind a move, or None where the line ends."""
        raise NotImplementedError

    @cached_property
    def values(self):
        """What each move pays everybody in the end."""
        later = [self.after(number) for number in range(len(self))]
        return np.array([
            paid if node is None else paid + node.value
            for paid, node in zip(self.pays, later, strict=True)
        ]).reshape(self.pays.shape)  # fmt: skip

    @cached_property
    def best(self):
        """The numbers of the moves among which whoever moves here is indifferent."""
        return best_of(self.values, self.who) if len(self) else np.zeros(0, int)

    @cached_property
    def value(self):
        """What the position still pays everybody: the mean of the best moves."""
        if not len(self):
            return np.zeros(self.pays.shape[1])
        return self.values[self.best].mean(axis=0)


# Trees written by hand.


class Written(Node):
    """A node of a tree written by hand; the last moves pay, those before them nothing."""

    def __init__(self, who, moves, seats):
        self.nodes = {name: _node(name, branch, seats) for name, branch in moves.items()}
        ends = [
            np.zeros(len(seats)) if isinstance(node, Node) else node for node in self.nodes.values()
        ]
        depths = [node.left for node in self.nodes.values() if isinstance(node, Node)]
        super().__init__(who, tuple(self.nodes), np.array(ends), 1 + max(depths, default=0))

    def after(self, number):
        node = self.nodes[self.names[number]]
        return node if isinstance(node, Node) else None


def written(tree, seats):
    """A tree from pairs (who moves, branches by name); a branch is a pair again or payoffs.

    seats : the names of the players, in the order of the payoffs
    """
    node = _node("tree", tree, tuple(seats))
    if not isinstance(node, Node):
        raise HernaError("tree: it is payoffs only; allowed: (who moves, branches by name)")
    return node


def _node(name, branch, seats):
    """A node, or the payoffs of an end."""
    pair = isinstance(branch, tuple) and len(branch) == 2 and isinstance(branch[1], dict)
    if pair:
        who, moves = branch
        if who not in seats:
            raise HernaError(f"tree: at {name!r} {shown(who)} moves; {nearest(who, seats)}")
        if not moves:
            raise HernaError(f"tree: at {name!r} there is no branch; allowed: at least one")
        return Written(seats.index(who), moves, seats)
    try:
        pays = np.array(branch, float)
    except (TypeError, ValueError):
        pays = np.zeros(0)
    if pays.shape != (len(seats),) or not np.isfinite(pays).all():
        raise HernaError(
            f"tree: {name!r} is {shown(branch)}; allowed: {len(seats)} numbers, or (who moves, "
            "branches by name)"
        )
    return pays


# Trees of a game.


class Grown(Node):
    """A node of the tree of a game whose moves pay; what lies behind a move grows when asked for.

    `present` are the seats that were in play at the root, as bits: who drops out on the way keeps
    his place in the order, so all lines are equally long.
    """

    def __init__(self, game, state, minds, left, present):
        self.game, self.state, self.minds, self.present = game, state, minds, present
        self._behind = {}
        who = game.to_move(state)
        moves, pays = offers(game, state, minds) if left > 0 and who != OVER else _nothing(game)
        self.moves = moves
        super().__init__(who, None, pays, left)

    def after(self, number):
        if self.left <= 1:  # the last move of a line need not be made
            return None
        if number not in self._behind:
            state = self.game.step(self.state, int(self.moves[number]))
            left = self.left - 1 - self._skipped(state)
            self._behind[number] = Grown(self.game, state, self.minds, left, self.present)
        return self._behind[number]

    def _skipped(self, state):
        """How many seats that were in play at the root have no turn before the next player."""
        after, count, seat = self.game.to_move(state), 0, (self.who + 1) % self.game.n_players
        while after != OVER and seat != after:
            count += self.present >> seat & 1
            seat = (seat + 1) % self.game.n_players
        return count


def grown(game, state, minds, plies):
    """The tree of a game from a position, so many moves deep; moves have their numbers in `moves`.

    minds : how the moves of every seat are judged, a row for each
    """
    require_whole("tree", "plies", plies, 1, MOST_PLIES)
    if game.to_move(state) == OVER:
        raise HernaError(
            f"{game.name}: the game is over; allowed: a position with somebody to move"
        )
    array = state.array.copy()
    game.pays.ponder(array[0])
    return Grown(game, type(state)(array), minds, plies, int(game.pays.present(array[0])))


def offers(game, state, minds):
    """All moves, and what each pays everybody at once."""
    out = np.zeros(game.max_moves, np.int64)
    pays = np.zeros((game.max_moves, game.n_players))
    count = game.pays.offers(state.array.copy()[0], minds, out, pays)
    return out[:count].copy(), pays[:count].copy()


def _nothing(game):
    return np.zeros(0, np.int64), np.zeros((0, game.n_players))


# Trees of lines, as the genetic player has them.


@dataclass(frozen=True)
class Branch:
    """What some lines have in common: a move, and those who follow it."""

    move: int  # -1: a player who has no turn
    lines: int
    value: Any  # of the best line, as the tree is read
    children: tuple["Branch", ...] = ()


def merged(moves, pays, levels):
    """The branches of a population's tree, best first, so many moves deep.

    moves, pays : arrays (lines, slots) and (lines, players), in the order of their tree, as a
        generation of the genetic player has them. So lines of a branch stand together, and the
        first of them is the one that is played there if everybody takes his best branch.
    """
    if not levels or not len(moves) or not moves.shape[1]:
        return ()
    starts = [0, *(np.flatnonzero(np.diff(moves[:, 0])) + 1).tolist()]
    branches = []
    for start, end in zip(starts, [*starts[1:], len(moves)], strict=True):
        children = merged(moves[start:end, 1:], pays[start:end], levels - 1)
        branches.append(Branch(int(moves[start, 0]), end - start, pays[start], children))
    return tuple(branches)

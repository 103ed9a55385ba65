"""Lines of play (thesis 3, sec. 5.2), one by one and in plain Python: how many, how alike, crossed.

Besides how many lines there are: the wheel of the roulette by rank, how much alike the lines of a
generation are, and what becomes of two lines when they are crossed. The child begins like the first
and ends like the second, and may not be playable any more. A move is a start and a way, so it is
still the same move when another piece stands on the start or on a jumped field. The thesis calls
that a repair; `Child.repaired` tells where one was needed. Breeding itself is
`herna.kernels.sequences`.
"""

from dataclasses import dataclass

import numpy as np

from herna.errors import require_whole
from herna.games.checkers.board import FIELDS, contains
from herna.kernels.payoff_search import payoff_work, search_payoffs

NULL = -1  # the move of a seat that has no turn
SAME, REPAIRED, ILLEGAL = "as it was", "repaired", "illegal"


def wheel(population, influence=0.01):
    """Where the shares of the ranks end on a wheel of circumference 1 (equations 8 and 9)."""
    require_whole("wheel", "population", population, 1, 1_000_000)
    shares = 1 / np.arange(1, population + 1) + influence
    return np.cumsum(shares) / shares.sum()


def half_mark(population, influence=0.01):
    """How many of the first ranks hold half of the wheel.

    >>> half_mark(1500, 0), half_mark(1500)
    (29, 472)
    """
    return int(np.searchsorted(wheel(population, influence), 0.5)) + 1


def diversity(moves):
    """How many lines are different, and how many first moves."""
    return {
        "lines": len(moves),
        "distinct lines": len(np.unique(moves, axis=0)),
        "distinct first moves": len(np.unique(moves[:, 0])),
    }


def count_lines(game, state, plies):
    """How many lines of 1, 2, ... moves begin here, up to so many.

    >>> from herna.games import Checkers
    >>> count_lines(Checkers(), Checkers().initial(), 3)
    [10, 100, 1000]
    """
    require_whole("lines", "plies", plies, 1, 7)
    work, minds = payoff_work(game, plies, 1), np.tile(game.mind(), (game.n_players, 1))
    looked_at = [0]
    for depth in range(1, plies + 1):
        work.states[0] = state.array[0]
        search_payoffs(game.rules, game.pays, work, minds, depth, game.n_players, False)
        looked_at.append(int(work.tally[1]))
    return np.diff(looked_at).tolist()


@dataclass(frozen=True)
class Deed:
    """A move of a line: who does what with which piece; a piece is where it stood at first."""

    seat: int
    move: int
    words: str
    piece: tuple[int, bool] | None  # and whether it is a queen
    taken: tuple[int, ...]
    lost: tuple[int, ...]


def deeds(game, state, moves):
    """The moves of a line one by one, up to the first that cannot be played."""
    told, seat = [], game.to_move(state)
    origin = {field: field for field in range(FIELDS)}
    for number, move in enumerate(map(int, moves)):
        who = (seat + number) % game.n_players
        if game.to_move(state) != who:
            if move != NULL:
                break
            told.append(Deed(who, NULL, "no turn", None, (), ()))
            continue
        if move not in game.moves(state):
            break
        deed, state = _made(game, state, move, origin)
        told.append(deed)
    return told


def _made(game, state, move, origin):
    """A move, with its effect on who came from where, and the state after it."""
    way, taken = game.way(state, move)
    lost, queens = game.lost(state, move), _standing(state.queens[state.turn])
    piece = origin[way[0]], way[0] in queens
    deed = Deed(
        state.turn,
        move,
        game.move_name(state, move),
        piece,
        tuple(origin[field] for field in taken),
        tuple(origin[field] for field in lost),
    )
    origin[way[0]], origin[way[-1]] = origin[way[-1]], origin[way[0]]
    return deed, game.step(state, move)


def _standing(fields):
    return {field for field in range(FIELDS) if contains(fields, field)}


@dataclass(frozen=True)
class Child:
    """A line that begins like one and ends like another, and what becomes of every move."""

    moves: tuple[int, ...]
    cut: int  # so many moves are those of the first parent
    deeds: tuple[Deed, ...]  # up to the first that cannot be played
    verdicts: tuple[str, ...]  # SAME, REPAIRED or ILLEGAL, of the same moves and that one

    @property
    def legal(self):
        return len(self.deeds) == len(self.moves)

    @property
    def repaired(self):
        """Whether it can be played only because a move may mean other pieces."""
        return self.legal and REPAIRED in self.verdicts


def crossed(game, state, first, second, cut):
    """The child of two lines: so many moves of the first, the rest of the second."""
    require_whole("crossing", "cut", cut, 1, len(first) - 1)
    moves = tuple(map(int, [*first[:cut], *second[cut:]]))
    made, before = deeds(game, state, moves), deeds(game, state, second)
    verdicts = [
        SAME if number < cut or deed == before[number] else REPAIRED
        for number, deed in enumerate(made)
    ]
    if len(made) < len(moves):
        verdicts.append(ILLEGAL)
    return Child(moves, cut, tuple(made), tuple(verdicts))


def crossing_rates(game, state, moves, pairs, rng):
    """Of all children of so many random pairs: which share is legal, and which without a repair.

    moves : array (lines, slots), the population; pairs with equal lines are not counted
    """
    children: list[Child] = []
    different = np.unique(moves, axis=0)
    require_whole("crossing", "different lines", len(different), 2, 10**9)
    for _ in range(pairs):
        one, other = different[rng.choice(len(different), 2, replace=False)]
        children += [crossed(game, state, one, other, cut) for cut in range(1, len(one))]
    parents = set(map(tuple, different.tolist()))
    new = [child for child in children if child.moves not in parents]
    legal = sum(child.legal for child in new)
    repaired = sum(child.repaired for child in new)
    total = max(len(new), 1)
    return {
        "children": len(new),
        "legal": legal / total,
        "legal without repair": (legal - repaired) / total,
    }

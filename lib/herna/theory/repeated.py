"""Many rounds of one table: Axelrod's round robin, and the end of a match with a running score.

Thesis 3, sec. 2.1. The four kinds of algorithm that the thesis names for the repeated prisoner's
dilemma are here with two simple ones to compare with. An algorithm is a function of its own and the
other's choices so far and a numpy Generator; 0 is the first option of the table (to deny), 1 the
second (to confess). The thesis gives no fixed sequence; ours confesses every third time.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from herna.errors import HernaError, require_whole
from herna.seeds import generator
from herna.theory.matrix import matrix_game, security_levels
from herna.theory.mixed import solve_zero_sum

DENY, CONFESS = 0, 1
SEQUENCE = (DENY, DENY, CONFESS)
MOST_ROUNDS = 10_000

Algorithm = Callable[[list, list, np.random.Generator], int]


def grim(own, other, rng):
    """Deny until the other one has confessed once, then always confess."""
    return CONFESS if CONFESS in other else DENY


def fixed_sequence(own, other, rng):
    """Deny, deny, confess, and again from the beginning, whatever happens."""
    return SEQUENCE[len(own) % len(SEQUENCE)]


def at_random(own, other, rng):
    """Either, equally likely."""
    return int(rng.integers(2))


def tit_for_tat(own, other, rng):
    """Deny first, then do what the other one did last."""
    return other[-1] if other else DENY


def always_deny(own, other, rng):
    return DENY


def always_confess(own, other, rng):
    return CONFESS


FOUR: dict[str, Algorithm] = {  # of the thesis
    "grim": grim,
    "fixed sequence": fixed_sequence,
    "random": at_random,
    "tit for tat": tit_for_tat,
}
ALL: dict[str, Algorithm] = {
    **FOUR,
    "always deny": always_deny,
    "always confess": always_confess,
}


def play(first, second, rounds, rng):
    """The choices of two algorithms, array (rounds, 2)."""
    require_whole("repeated game", "rounds", rounds, 1, MOST_ROUNDS)
    ours: list[int] = []
    theirs: list[int] = []
    for _ in range(rounds):
        one, other = first(ours, theirs, rng), second(theirs, ours, rng)
        for choice in (one, other):
            require_whole("algorithm", "choice", choice, 0, 1)
        ours.append(int(one))
        theirs.append(int(other))
    return np.array([ours, theirs]).T


@dataclass(frozen=True, eq=False)
class RoundRobin:
    """Everybody has met everybody, also himself."""

    names: tuple[str, ...]
    payoffs: np.ndarray  # per round, of the row's algorithm against the column's
    rounds: int

    @property
    def means(self):
        """The payoff per round over all opponents."""
        return self.payoffs.mean(axis=1)

    @property
    def ranking(self):
        """Names with their payoff per round, best first."""
        order = np.argsort(-self.means, kind="stable")
        return [(self.names[i], float(self.means[i])) for i in order]


def round_robin(game, algorithms=None, rounds=200, repetitions=5, seed=0):
    """Let everybody play everybody, as Axelrod did in 1981; pairs by lot are drawn anew each time.

    game : a table of two options each
    """
    algorithms = FOUR if algorithms is None else algorithms
    if game.shape != (2, 2):
        raise HernaError(f"round robin: the game has the shape {game.shape}; allowed: (2, 2)")
    require_whole("round robin", "repetitions", repetitions, 1, 1000)
    names, payoffs = tuple(algorithms), np.zeros((len(algorithms),) * 2)
    for i, one in enumerate(names):
        for j, other in enumerate(names[: i + 1]):
            for repetition in range(repetitions):
                rng = generator(seed, "round robin", one, other, repetition)
                mine, theirs = play(algorithms[one], algorithms[other], rounds, rng).T
                payoffs[i, j] += game.row[mine, theirs].mean() / repetitions
                if i != j:
                    payoffs[j, i] += game.column[mine, theirs].mean() / repetitions
    return RoundRobin(names, payoffs, rounds)


# The end of a match with a running score.


@dataclass(frozen=True)
class SafeScores:
    """With so many rounds left nobody who plays safe can lose beyond these scores."""

    row_option: str
    above: float  # the row player plays his option to the end and is ahead whatever happens
    column_option: str
    below: float


def safe_scores(game, rounds):
    """The score above which the row player, below which the column player cannot be caught.

    >>> safe_scores(matrix_game([[4, -3], [-6, 8]]), 3)
    SafeScores(row_option='A', above=9.0, column_option='A', below=-12.0)
    """
    require_whole("match", "rounds", rounds, 1, MOST_ROUNDS)
    least, most = security_levels(game)
    return SafeScores(
        game.rows[int(least.argmax())],
        float(-rounds * least.max()),
        game.columns[int(most.argmin())],
        float(-rounds * most.min()),
    )


def prospects(game, rounds, score):
    """What a match is worth to the row player if only the last score counts: 1 won, -1 lost.

    Both play as well as possible in every round, for the win and not for points; the mixed
    strategies of the next round come along.
    """
    require_whole("match", "rounds", rounds, 1, 8)
    security_levels(game)
    table = tuple(map(tuple, game.row.tolist()))
    return _next_round(table, rounds, float(score))


@lru_cache(maxsize=4096)
def _next_round(table, rounds, score):
    ahead = [[_worth(table, rounds - 1, score + gain) for gain in line] for line in table]
    return solve_zero_sum(matrix_game(ahead))


def _worth(table, rounds, score):
    return float(np.sign(score)) if rounds == 0 else _next_round(table, rounds, score).value

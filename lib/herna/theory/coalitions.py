"""Any number of players: one axis of an array per player, coalitions as single players.

With n options each and p players there are n ** p outcomes. Whoever stands alone against all others
plays the *prudential* strategy, the best against the worst they can do to him. A coalition that
acts as one player has such a value, too; what all coalitions are worth decides which ways to share
are stable (the core), and what is fair (the Shapley value). Thesis 3, sec. 2.2.
"""

import itertools
import math
from dataclasses import dataclass

import numpy as np

from herna.errors import HernaError, require_number, shown
from herna.theory.matrix import LARGEST_PAYOFF, LETTERS, SAME, MatrixGame, matrix_game
from herna.theory.mixed import prudential as best_against_the_worst

MOST_PLAYERS, MOST_OUTCOMES = 6, 4096
NEAR = 1e-7


@dataclass(frozen=True, eq=False)
class ManyGame:
    """Payoffs of every player for every outcome; made by `many_game`."""

    payoffs: np.ndarray  # one axis per player, then one of players
    players: tuple[str, ...]
    options: tuple[tuple[str, ...], ...]

    @property
    def outcomes(self):
        """All combinations of options."""
        return list(np.ndindex(self.payoffs.shape[:-1]))

    def names(self, outcome):
        """An outcome by the names of the options."""
        return tuple(names[i] for names, i in zip(self.options, outcome, strict=True))


def many_game(payoffs, players=(), options=()):
    """A game of several players; `payoffs[i, j, k]` are those of all three for options i, j, k."""
    payoffs = np.array(payoffs, float)
    count = payoffs.ndim - 1
    allowed = f"one axis for each of 2 to {MOST_PLAYERS} players, then one of as many payoffs"
    if not 2 <= count <= MOST_PLAYERS or payoffs.shape[-1] != count or not payoffs.size:
        raise HernaError(
            f"game of many players: payoffs have the shape {payoffs.shape}; allowed: {allowed}"
        )
    if payoffs[..., 0].size > MOST_OUTCOMES or max(payoffs.shape[:-1]) > len(LETTERS):
        raise HernaError(
            f"game of many players: there are {payoffs[..., 0].size} outcomes; allowed: up to "
            f"{MOST_OUTCOMES}, of up to {len(LETTERS)} options each"
        )
    worst = payoffs.flat[np.argmax(np.where(np.isfinite(payoffs), np.abs(payoffs), np.inf))].item()
    require_number("game of many players", "payoffs", worst, -LARGEST_PAYOFF, LARGEST_PAYOFF)
    players = tuple(players) or tuple(f"player {seat + 1}" for seat in range(count))
    options = tuple(options) or tuple(tuple(LETTERS[:size]) for size in payoffs.shape[:-1])
    if len(players) != count or tuple(map(len, options)) != payoffs.shape[:-1]:
        raise HernaError(
            f"game of many players: players {shown(players)} and options {shown(options)} do not "
            f"fit; allowed: names for the shape {payoffs.shape}"
        )
    return ManyGame(payoffs, players, options)


# Equilibria.


def pure_equilibria(game):
    """Outcomes that nobody leaves alone."""
    stay = np.ones(game.payoffs.shape[:-1], bool)
    for seat in range(len(game.players)):
        own = game.payoffs[..., seat]
        stay &= own >= own.max(axis=seat, keepdims=True) - SAME
    return [tuple(map(int, place)) for place in np.argwhere(stay)]


def favourites(game):
    """Each player's favourite equilibrium, and the outcome when everybody aims at his own."""
    found = pure_equilibria(game)
    if not found:
        raise HernaError("game of many players: no equilibrium in pure strategies to aim at")
    wished = [max(found, key=lambda place: game.payoffs[place][seat]) for seat in _seats(game)]
    return wished, tuple(wished[seat][seat] for seat in _seats(game))


def _seats(game):
    return range(len(game.players))


# Coalitions.


def members_of(game, coalition):
    """Seats of a coalition, which may be given by names, or by seats, in ascending order.

    >>> from herna.theory.examples import three_players
    >>> members_of(three_players(), ["Larry", "Rose"])
    (0, 2)
    """
    seats = {
        game.players.index(who) if who in game.players else who
        for who in ([coalition] if isinstance(coalition, str) else coalition)
    }
    if not seats or not seats <= set(_seats(game)):
        raise HernaError(
            f"coalition: members are {shown(coalition)}; allowed: {', '.join(game.players)}"
        )
    return tuple(sorted(seats))


def two_sided(game, coalition) -> MatrixGame:
    """The game as a table: a coalition as the row player against all others as one player.

    What the members get is added up on both sides.
    """
    inside = members_of(game, coalition)
    outside = tuple(seat for seat in _seats(game) if seat not in inside)
    if not outside:
        raise HernaError("coalition: everybody is a member; allowed: somebody left on the outside")
    sides = (inside, outside)
    count = [math.prod(game.payoffs.shape[seat] for seat in side) for side in sides]
    turned = game.payoffs.transpose(*inside, *outside, len(game.players)).reshape(*count, -1)
    sums = [turned[..., list(side)].sum(axis=-1) for side in sides]
    names = [
        tuple(
            "".join(name[0] if len(name) > 1 else name for name in joint)
            for joint in itertools.product(*(game.options[seat] for seat in side))
        )
        for side in sides
    ]
    who = tuple(" and ".join(game.players[seat] for seat in side) for side in sides)
    return matrix_game(sums[0], sums[1], names[0], names[1], who)


def prudential(game, coalition):
    """How a player or a coalition mixes against the rest at their worst, and what it gets at least.

    The mix is over the joint options, in the order of the rows of `two_sided`.
    """
    return best_against_the_worst(two_sided(game, coalition).row)


def characteristic(game):
    """What every coalition can be sure of, by its seats; everybody together: the largest sum.

    >>> from herna.theory.examples import three_players
    >>> worth = characteristic(three_players())
    >>> {seats: round(worth[seats], 2) for seats in [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2)]}
    {(0,): -4.4, (1,): -4.0, (2,): -1.43, (0, 1): 1.43, (0, 2): 4.0, (1, 2): 4.4}
    """
    everybody = tuple(_seats(game))
    worth = dict.fromkeys(coalitions(len(everybody)), 0.0)
    for coalition in worth:
        if coalition and coalition != everybody:
            worth[coalition] = prudential(game, coalition)[1]
    worth[everybody] = float(game.payoffs.sum(axis=-1).max())
    return worth


def coalitions(players):
    """All coalitions of so many players by size, nobody first.

    >>> list(coalitions(2))
    [(), (0,), (1,), (0, 1)]
    """
    for size in range(players + 1):
        yield from itertools.combinations(range(players), size)


# What to do with what coalitions are worth.


def superadditive(worth):
    """Whether two coalitions without common members never lose by joining."""
    return all(
        worth[tuple(sorted(one + other))] >= worth[one] + worth[other] - NEAR
        for one, other in itertools.combinations(_checked(worth), 2)
        if not set(one) & set(other)
    )


def shapley(worth):
    """What each player adds to those before him, on average over all orders of arrival.

    >>> shapley({(): 0, (0,): 0, (1,): 0, (0, 1): 8}).tolist()
    [4.0, 4.0]
    """
    seats = max(_checked(worth), key=len)
    shares = np.zeros(len(seats))
    for order in itertools.permutations(seats):
        for place, seat in enumerate(order):
            before = tuple(sorted(order[:place]))
            shares[seat] += worth[tuple(sorted((*before, seat)))] - worth[before]
    return shares / math.factorial(len(seats))


@dataclass(frozen=True, eq=False)
class Core:
    """Ways to share that no coalition would rather leave."""

    point: np.ndarray  # where the least content coalition is as content as can be
    excess: float  # what that coalition gets beyond what it could be sure of; below 0: empty

    @property
    def empty(self):
        return self.excess < -NEAR


def core(worth):
    """Whether the core is empty, and the point that is best for the least content coalition."""
    from scipy.optimize import linprog  # late: it takes half a second to load

    everybody = max(_checked(worth), key=len)
    proper = [c for c in worth if c and c != everybody]
    # Unknown: everybody's share, and the excess that every coalition must reach.
    found = linprog(
        c=[0.0] * len(everybody) + [-1.0],
        A_ub=[[*(-float(seat in c) for seat in everybody), 1.0] for c in proper],
        b_ub=[-worth[c] for c in proper],
        A_eq=[[*([1.0] * len(everybody)), 0.0]],
        b_eq=[worth[everybody]],
        bounds=[(None, None)] * (len(everybody) + 1),
    )
    if not found.success:
        raise HernaError(f"linear program: no solution ({found.message})")
    return Core(found.x[:-1], float(found.x[-1]))


def in_core(worth, shares):
    """Whether shares add up to what everybody is worth and no coalition could get more."""
    everybody = max(_checked(worth), key=len)
    if abs(sum(shares) - worth[everybody]) > NEAR:
        return False
    return all(sum(shares[seat] for seat in c) >= worth[c] - NEAR for c in worth)


def objections(worth, shares):
    """The coalitions that could get more than these shares give them, and how much more."""
    gains = {c: worth[c] - sum(shares[seat] for seat in c) for c in _checked(worth)}
    return {c: float(gain) for c, gain in gains.items() if gain > NEAR}


def _checked(worth):
    seats = range(max((len(c) for c in worth), default=0))
    if not seats or set(worth) != set(coalitions(len(seats))):
        raise HernaError(
            "characteristic function: coalitions are missing; allowed: a value for each, "
            "such as {(): 0, (0,): 1, (1,): 1, (0, 1): 3}"
        )
    return worth

"""Ratings of players who meet in changing company, after Bradley and Terry, on the scale of Elo.

Everybody at a table is compared with everybody else there: who got more of the point was better,
who got as much was half so. A player of strength s is taken to be better than one of strength t in
s / (s + t) of their meetings; the strengths that make the meetings likeliest are found by Zermelo's
iteration. So that a player who never won is still rated, every two who met have met once more,
without a winner.
"""

from typing import Any, NamedTuple

import numpy as np

from herna.errors import HernaError
from herna.seeds import generator
from herna.statistics import interval_of

ELO = 400 / np.log(10)  # points of Elo for a factor of e
ROUNDS = 2000  # of the iteration, at most
SETTLED = 1e-9
RESAMPLES = 400


class Rating(NamedTuple):
    """Elo of a player, 0 being the mean of all, with its 95 % interval; how often he met others."""

    player: str
    elo: float
    low: float
    high: float
    meetings: int


def ratings(games, players):
    """The ratings of all players, best first; intervals by drawing games anew.

    games : (names at the table, what each got) of every game
    """
    if not games:
        raise HernaError("ratings: no games; allowed: at least one")
    place = {name: number for number, name in enumerate(players)}
    better = np.array([_meetings(names, points, place) for names, points in games])
    met = better.sum(axis=0) + better.sum(axis=0).T
    rng, drawn = generator(0, "ratings"), []
    for _ in range(RESAMPLES):
        counts = np.bincount(rng.integers(0, len(games), len(games)), minlength=len(games))
        drawn.append(np.einsum("g,gij->ij", counts.astype(float), better))
    elo = elo_of(better.sum(axis=0), met > 0)
    anew = elo_of(np.array(drawn), met > 0)
    found = []
    for name, i in place.items():
        low, high = interval_of(anew[:, i], elo[i])
        found.append(Rating(name, float(elo[i]), low, high, int(met[i].sum())))
    return sorted(found, key=lambda rating: -rating.elo)


def _meetings(names, points, place):
    """How often each was better than each other in a game; halves where they are equal."""
    better = np.zeros((len(place), len(place)))
    for name in names:
        if name not in place:
            raise HernaError(f"ratings: {name!r} played; allowed: {', '.join(place)}")
    for a, one in enumerate(names):
        for b, other in enumerate(names):
            if a != b and one != other:
                better[place[one], place[other]] += 0.5 * (1 + np.sign(points[a] - points[b]))
    return better


def elo_of(better: Any, met: Any):
    """The ratings for how often each was better than each other; several such tables at once.

    better : array (..., players, players)
    met : array (players, players), who has met whom at all

    >>> elo_of(np.array([[0.0, 9.0], [1.0, 0.0]]), ~np.eye(2, dtype=bool)).round().tolist()
    [160.0, -160.0]
    """
    better = better + 0.5 * met
    meetings, won = better + np.swapaxes(better, -1, -2), better.sum(axis=-1)
    strength = np.ones(won.shape)
    for _ in range(ROUNDS):
        both = strength[..., :, None] + strength[..., None, :]
        wanted = (meetings / both).sum(axis=-1)
        after = np.divide(won, wanted, out=np.ones_like(won), where=wanted > 0)
        after /= np.exp(np.log(after).mean(axis=-1, keepdims=True))
        moved = np.abs(np.log(after / strength)).max()
        strength = after
        if moved < SETTLED:
            break
    return ELO * np.log(strength)

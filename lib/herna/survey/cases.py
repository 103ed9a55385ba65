"""Case-based reasoning, after the adaptive player of the strategy game Spring: thesis 1, sec. 3.2.

What it shows: a computer's player that has watched many games can look up situations like the
present one, and take over the strategy after which such games stayed balanced.

The pipeline of fig. 4 on Ludo for two. *Observe*: games between computer's players of five levels
and opponents of any level are played, and every 40 plies the situation is written down as six
features. *Index*: the fitness of a case is the computer's status 40 plies later, 0 if balanced.
*Cluster*: k-means per level, centres stand for their cases. *Start*: the level whose cases were
nearest to balance over all. *Adapt*, every 40 plies: the N nearest centres by the dissimilarity of
equation 5, of these the M with fitness nearest 0, of these the one whose opponent played most like
the present one; its level is taken over.

Readings. A strategy is a level, the move at that fraction of the ranking as in `dynamic_level`. The
six features of Spring become those of Ludo, each as the computer's share of the difference: phase
(both players' squares gone), units (figures on the ring), material strength (squares ahead), the
commander's safety (figures under threat), positions captured (figures home) and economic strength
(figures in the house). The opponent's strategy is seen by how often he made the move with the
largest gain. N is 12 and M is 3; the authors do not give them.
"""

import warnings
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from herna.game import MAX_PLAYERS, OVER, State
from herna.games.ludo import RING, Ludo
from herna.kernels.by_rank import LADDER, play_by_rank
from herna.kernels.curves import leads
from herna.kernels.workspace import workspace
from herna.kernels.world import new_worlds

LEVELS = (10, 30, 50, 70, 90)
EVERY = 40  # plies between two observations, about twenty rounds
LIMIT = 10_000  # plies
CENTRES = 40  # per level
NEAREST, BALANCED = 12, 3  # N and M
FEATURES = ("phase", "units", "material", "safety", "captured", "economy")
TRACK = 4 * RING  # squares that one player has to go
COMPUTER, OPPONENT = range(2)
BAND = 5.0  # turns; a status within it counts as balanced


def observe(game, state):
    """The six features of a situation, each about between -1 and 1, from the computer's side."""
    parts = np.array([game.features(state, seat) for seat in (COMPUTER, OPPONENT)])
    ahead, house, before_home, threat = (parts[COMPUTER] - parts[OPPONENT]).tolist()
    figures = state.figures[:2]
    on_ring = ((figures >= 0) & (figures < RING)).sum(axis=1)
    gone = 2 + (parts[:, 0] * 3.5 / TRACK).sum()
    return np.array(
        [
            gone / 2,
            (on_ring[COMPUTER] - on_ring[OPPONENT]) / 4,
            ahead * 3.5 / TRACK,
            threat / 4,
            before_home / 16,
            house / 4,
        ]
    )


def dissimilarity(one, other):
    """Equation 5 over the last axis: ((1 + phase) * (0.5 * units)) + the other differences.

    >>> dissimilarity(np.array([0.5, 1, 0, 0, 0.25, 0]), np.array([0, 0, 0, 0, 0, 0])).item()
    1.0
    """
    phase, units, *rest = np.moveaxis(np.abs(np.asarray(one) - other), -1, 0)
    return (1 + phase) * (0.5 * units) + sum(rest)


@dataclass(frozen=True)
class CaseBase:
    """Centres of the clusters, with level, fitness and the opponent's habits of each."""

    features: np.ndarray  # (cases, 6)
    levels: np.ndarray
    fitness: np.ndarray  # the computer's status a while later
    habits: np.ndarray  # how often the opponent made his best move

    def first_level(self):
        """The level whose cases were nearest to balance."""
        return min(LEVELS, key=lambda level: abs(self.fitness[self.levels == level].mean()))

    def choose(self, features, habit):
        """The case to follow: near, then balanced, then against a similar opponent."""
        nearest = np.argsort(dissimilarity(self.features, features), kind="stable")[:NEAREST]
        ranked = np.abs(self.fitness[nearest]).argsort(kind="stable")
        balanced = nearest[ranked[:BALANCED]]
        return int(balanced[np.abs(self.habits[balanced] - habit).argmin()])


@dataclass
class Watched:
    """One game with what was written down on the way."""

    observations: list  # (features, level, habit, status) every so many plies
    leads: np.ndarray  # of whoever led, after every round
    final: float  # the computer's last status
    won: bool  # by the computer


def watch(opponent, rng, choose):
    """Play one game; `choose(features, habit)` names the computer's level now and then."""
    game, work = _table()
    rules, worlds = game.rules, new_worlds(game)
    seats = np.zeros(2, LADDER)
    seats[OPPONENT].level = opponent
    record, played, observations = np.zeros(LIMIT, np.int64), 0, []
    while rules.to_move(worlds[0].state) != OVER and played < LIMIT:
        rival = seats[OPPONENT]
        habit = rival.best / rival.choices if rival.choices else 0.5
        features = observe(game, _state(worlds))
        seats[COMPUTER].level = level = choose(features, habit)
        observations.append((features, level, habit, float(worlds[0].meter.status[COMPUTER])))
        room = min(EVERY, LIMIT - played)
        played += play_by_rank(rules, worlds, seats, work, rng, record[played:], room)
    rules.returns(worlds[0].state, returns := np.zeros(MAX_PLAYERS))
    final = float(worlds[0].meter.status[COMPUTER])
    return Watched(observations, _leads(game, record[:played]), final, bool(returns[COMPUTER] > 0))


@lru_cache(maxsize=1)
def _table():
    game = Ludo(n_players=2)
    return game, workspace(game)


def _state(worlds):
    array = np.zeros(1, worlds.dtype["state"])
    array[0] = worlds[0].state
    return State(array)


def _leads(game, moves):
    out = np.zeros(len(moves))
    return out[: leads(game.rules, new_worlds(game), moves, np.zeros(MAX_PLAYERS), out)]


def build(games, rng):
    """Watch games of random pairings and make the case base of them."""
    rows = []
    for number in range(games):
        level = LEVELS[number % len(LEVELS)]
        watched = watch(100 * rng.random(), rng, lambda *_, level=level: level)
        later = [*(status for *_, status in watched.observations[1:]), watched.final]
        for (features, _, habit, _), fitness in zip(watched.observations, later, strict=True):
            rows.append((level, features, fitness, habit))
    return cluster(rows, rng)


def cluster(rows, rng):
    """Observations (level, features, fitness, habit) as a case base, k-means for each level."""
    from scipy.cluster.vq import kmeans2  # takes long to import, and only this needs it

    centres = []
    for level in LEVELS:
        own = [row for row in rows if row[0] == level]
        features = np.array([row[1] for row in own])
        others = np.array([row[2:] for row in own])
        count = min(CENTRES, len(own))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # a cluster may stay empty; it is left out
            means, labels = kmeans2(features, count, minit="++", rng=rng)
        for index in np.unique(labels):
            centres.append((level, means[index], *others[labels == index].mean(axis=0)))
    levels, places, fitness, habits = map(np.array, zip(*centres, strict=True))
    return CaseBase(places, levels, fitness, habits)


def play_adaptive(base, opponent, rng):
    """One game of the computer's player that follows the cases."""
    first = [base.first_level()]

    def choose(features, habit):
        return first.pop() if first else int(base.levels[base.choose(features, habit)])

    return watch(opponent, rng, choose)


def balance(watched):
    """The share of the rounds in which neither led by more than a few turns."""
    return float((watched.leads <= BAND).mean())

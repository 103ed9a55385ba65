"""Dynamic level: thesis 1, sec. 3.6.

What it shows: an opponent whose level follows the human's status keeps games closer than an
opponent of any fixed level, whoever sits down. Nineteen players of fixed levels 5, 10, ... 95 stand
in for humans; they meet opponents of level 25, 50 and 75 and dynamic level, a hundred games each,
measured by lead changes, margin, tension and win rate (fig. 11 plots the first two).

Readings: the authors' game was backgammon, ours is Ludo for two, a race with captures as well, in
which value and status are the game's own gains. A level is the move at that fraction of the ranking
by value, equals by lot. Ludo offers one to four moves where backgammon offers twenty, so
neighbouring levels often choose alike and curves have steps. Dynamic level starts at 50 and divides
the human's status, which Ludo counts in turns, by 1.4, an eighth of the thesis's mean lead in Ludo.
"""

from functools import lru_cache

import numpy as np

from herna.game import MAX_PLAYERS, OVER
from herna.games.ludo import Ludo
from herna.kernels.by_rank import LADDER, play_by_rank
from herna.kernels.workspace import workspace
from herna.kernels.world import METRICS, measures, new_worlds

HUMANS = tuple(range(5, 100, 5))
STATIC = (25, 50, 75)
DYNAMIC = "DL"
OPPONENTS = (*map(str, STATIC), DYNAMIC)
FIRST_LEVEL, ALPHA = 50.0, 1.4
LIMIT = 10_000  # plies
KEPT = ("lead_changes", "margin", "tension")


def play_levels(human, opponent, rng, starts=0, alpha=ALPHA):
    """One game of a human's stand-in against a level or DL; `starts` is 0 if the human begins."""
    game, work = _table()
    worlds = new_worlds(game)
    seats = np.zeros(2, LADDER)
    other = 1 - starts
    seats[starts].level = human
    dynamic = opponent == DYNAMIC
    seats[other].level = FIRST_LEVEL if dynamic else float(opponent)
    seats[other].alpha = alpha if dynamic else 0.0
    play_by_rank(game.rules, worlds, seats, work, rng, np.empty(LIMIT, np.int64), LIMIT)
    measures(game.rules, worlds[0], work.metrics)
    measured = dict(zip(METRICS, work.metrics.tolist(), strict=True))
    finished = game.rules.to_move(worlds[0].state) == OVER
    returns = np.zeros(MAX_PLAYERS)
    game.rules.returns(worlds[0].state, returns)
    return {
        "won": bool(finished and returns[starts] > 0),  # the human
        "rounds": int(worlds[0].meter.closed),
        **{name: measured[name] for name in KEPT},
        "level": float(seats[other].total / max(seats[other].turns, 1)),
    }


@lru_cache(maxsize=1)
def _table():
    game = Ludo(n_players=2)
    return game, workspace(game)

"""Ordinary players: anything that answers `(game, state, rng)` with a move.

The players here are settings only; the work is done by kernels that know no particular game. Each
can be scaled to a level from 1 to 100 as thesis 1 does; `level=None` always plays its best move.
"""

from herna.players.base import KernelPlayer, describe, player_from
from herna.players.information import HillClimberIS, MinimaxIS
from herna.players.mcts import MCTS
from herna.players.rivals import DynamicLevel, Posm
from herna.players.search import MaxN
from herna.players.simple import HillClimber, Random

PLAYERS = {
    player.name: player
    for player in (Random, HillClimber, HillClimberIS, MaxN, MCTS, MinimaxIS, DynamicLevel, Posm)
}

__all__ = [
    "MCTS",
    "PLAYERS",
    "DynamicLevel",
    "HillClimber",
    "HillClimberIS",
    "KernelPlayer",
    "MaxN",
    "MinimaxIS",
    "Posm",
    "Random",
    "describe",
    "player_from",
]

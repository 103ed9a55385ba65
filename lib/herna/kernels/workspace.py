"""Scratch memory that is handed to the kernels, so that they need not allocate anything."""

from typing import Any, NamedTuple

import numpy as np

from herna.compiled import record
from herna.game import MAX_PLAYERS
from herna.kernels.world import METRICS, world_type

NODE = record(
    ("parent", "i8"),
    ("first", "i8"),  # first child, 0: none yet
    ("count", "i8"),  # children
    ("visits", "i8"),
    ("totals", "f8", MAX_PLAYERS),
)


STACK = record(("who", "i8"), ("tried", "i8"), ("count", "i8"))


class Workspace(NamedTuple):
    """One row per ply of look-ahead, and a pool of tree nodes for Monte Carlo search."""

    states: Any  # (plies,)
    worlds: Any  # (plies,)
    moves: Any  # (plies, max_moves)
    odds: Any  # (plies, max_moves)
    values: Any  # (plies, players)
    stack: Any  # (plies,)
    ratings: Any  # (max_moves,)
    order: Any  # (max_moves,)
    metrics: Any  # (metrics,)
    nodes: Any  # (pool,)
    node_states: Any  # (pool,)


def workspace(game, depth=1, iterations=0):
    """Memory for searches `depth` plies deep and trees of `iterations` expansions."""
    plies, pool = depth + 2, 1 + iterations * game.max_moves
    return Workspace(
        states=np.zeros(plies, game.state_type),
        worlds=np.zeros(plies, world_type(game.state_type, game.ledger_type)),
        moves=np.zeros((plies, game.max_moves), np.int64),
        odds=np.zeros((plies, game.max_moves)),
        values=np.zeros((plies, MAX_PLAYERS)),
        stack=np.zeros(plies, STACK),
        ratings=np.zeros(game.max_moves),
        order=np.zeros(game.max_moves, np.int64),
        metrics=np.zeros(len(METRICS)),
        nodes=np.zeros(pool, NODE),
        node_states=np.zeros(pool, game.state_type),
    )

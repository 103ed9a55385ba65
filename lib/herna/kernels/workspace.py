"""Scratch memory that is handed to the kernels, so that they need not allocate anything."""

from typing import Any, NamedTuple

import numpy as np

from herna.compiled import record
from herna.errors import HernaError
from herna.game import MAX_PLAYERS
from herna.kernels.world import METRICS, world_type

NODE = record(
    ("parent", "i8"),
    ("chooser", "i8"),  # who decided for this node, in the tree of E-MonteCarlo
    ("first", "i8"),  # first child, 0: none yet
    ("count", "i8"),  # children
    ("visits", "i8"),
    ("totals", "f8", MAX_PLAYERS),
)


STACK = record(
    ("who", "i8"),
    ("tried", "i8"),
    ("count", "i8"),  # children looked at
    ("legal", "i8"),  # moves there are
    ("best", "f8"),
    ("alpha", "f8"),
    ("beta", "f8"),
)


class Workspace(NamedTuple):
    """One row per ply of look-ahead, and pools of tree nodes for Monte Carlo search."""

    states: Any  # (plies,)
    worlds: Any  # (plies,)
    moves: Any  # (plies, max_moves)
    odds: Any  # (plies, max_moves)
    values: Any  # (plies, players)
    keys: Any  # (plies, max_moves), by which moves are sorted
    lots: Any  # (plies,)
    stack: Any  # (plies,)
    ratings: Any  # (max_moves,)
    tally: Any  # (max_moves,)
    order: Any  # (max_moves,)
    metrics: Any  # (metrics,)
    spans: Any  # (2, 2), the smallest and the largest of two numbers seen in a search
    nodes: Any  # (pool,)
    node_states: Any  # (pool,)
    node_worlds: Any  # (pool of the chance seat,)


MOST_MEMORY = 2**30  # bytes that the tree of one search may take


def require_room(who, game, iterations, node):
    """Refuse a search whose tree, with nodes of this type, would not fit into memory."""
    most = MOST_MEMORY // (game.max_moves * (node.itemsize + NODE.itemsize))
    if iterations > most:
        raise HernaError(
            f"{who}: iterations is {iterations}, too many to keep in memory for {game.name}; "
            f"allowed there: a whole number from 1 to {most}"
        )


def workspace(game, depth=1, iterations=0, chance_iterations=0):
    """Memory for searches `depth` plies deep and trees of so many expansions."""
    plies = depth + 3
    pool, chance_pool = 1 + iterations * game.max_moves, 1 + chance_iterations * game.max_moves
    worlds = world_type(game.state_type, game.ledger_type)
    return Workspace(
        states=np.zeros(plies, game.state_type),
        worlds=np.zeros(plies, worlds),
        moves=np.zeros((plies, game.max_moves), np.int64),
        odds=np.zeros((plies, game.max_moves)),
        values=np.zeros((plies, MAX_PLAYERS)),
        keys=np.zeros((plies, game.max_moves)),
        lots=np.zeros(plies),
        stack=np.zeros(plies, STACK),
        ratings=np.zeros(game.max_moves),
        tally=np.zeros(game.max_moves),
        order=np.zeros(game.max_moves, np.int64),
        metrics=np.zeros(len(METRICS)),
        spans=np.zeros((2, 2)),
        nodes=np.zeros(max(pool, chance_pool), NODE),
        node_states=np.zeros(pool, game.state_type),
        node_worlds=np.zeros(chance_pool, worlds),
    )

"""Two modern ways to search a game of several players by payoffs with alpha-beta pruning.

Max^n cannot be pruned much, since a move that is bad for one opponent may be good for another. Both
searches here make two sides out of many, me and the others, and look only at what a line pays me:

- *Paranoid*: all others want me to get as little as possible.
- *Best reply*: the same, but between two moves of mine only one of the others is free to choose.
  The rest make the move that pays themselves most at once. (The first version of this search let
  them pass. Where nobody may pass, as here, its authors later took the move that looks best.)

Moves are tried by what they pay who makes them, best first.
"""

from typing import Any, NamedTuple

import numpy as np

from herna.compiled import kernel, lean, record, rule
from herna.game import OVER
from herna.kernels.payoff_search import skipped
from herna.pays import EQUAL

PARANOID, BEST_REPLY = range(2)

NODE = record(
    ("who", "i8"),
    ("left", "i8"),  # plies to go
    ("count", "i8"),  # moves to try
    ("tried", "i8"),
    ("free", "i8"),  # 1: somebody of the others may still choose before I move again
    ("so_far", "f8"),  # what the line so far pays me
    ("best", "f8"),  # what it will pay me, as far as is known
    ("low", "f8"),  # I can have so much elsewhere
    ("high", "f8"),  # the others can hold me down to so much elsewhere
)


class PrunedWork(NamedTuple):
    """Scratch memory of a search: one row per ply."""

    states: Any  # (plies,)
    moves: Any  # (plies, max_moves)
    pays: Any  # (plies, max_moves, players)
    order: Any  # (plies, max_moves): moves as they are tried
    nodes: Any  # (plies,)
    ratings: Any  # (max_moves,): what each move of the root pays me
    tally: Any  # (1,): moves looked at


def pruned_work(game, plies):
    rows = plies + 2
    return PrunedWork(
        states=np.zeros(rows, game.state_type),
        moves=np.zeros((rows, game.max_moves), np.int64),
        pays=np.zeros((rows, game.max_moves, game.n_players)),
        order=np.zeros((rows, game.max_moves), np.int64),
        nodes=np.zeros(rows, NODE),
        ratings=np.zeros(game.max_moves),
        tally=np.zeros(1, np.int64),
    )


@lean(kernel)
def search_pruned(rules, pays, work, minds, plies, players, way):
    """Rate every move of `work.states[0]` by what it pays who moves within so many plies.

    Returns how many there are. The best ones are rated exactly, others may be worse than they seem.
    """
    nodes, states = work.nodes, work.states
    work.tally[0] = 0
    pays.ponder(states[0])
    present, me, ply = pays.present(states[0]), rules.to_move(states[0]), 0
    root = nodes[0]
    root.left, root.so_far, root.free, root.low, root.high = plies, 0.0, 1, -np.inf, np.inf
    open_node(rules, pays, work, minds, ply, me, players, way)
    while True:
        node = nodes[ply]
        if node.tried < node.count and node.low < node.high:
            i, below = work.order[ply, node.tried], nodes[ply + 1]
            below.so_far = node.so_far + work.pays[ply, i, me]
            below.low, below.high = node.low, node.high
            below.free = 1
            if node.who != me:  # the move that looks best costs nobody his choice
                below.free = node.free if node.tried == 0 else 0
            states[ply + 1] = states[ply]
            rules.step(states[ply + 1], work.moves[ply, i])
            below.left = node.left - 1
            below.left -= skipped(rules, states[ply + 1], node.who, present, players)
            ply += 1
            open_node(rules, pays, work, minds, ply, me, players, way)
            continue
        if ply == 0:
            return root.count
        ply -= 1
        take_in(work, ply, me, nodes[ply + 1].best)


@lean(rule)
def open_node(rules, pays, work, minds, ply, me, players, way):
    """Begin with a position; the last move of a line need not be made."""
    node, state = work.nodes[ply], work.states[ply]
    node.who, node.count, node.tried = rules.to_move(state), 0, 0
    node.best = node.so_far
    if node.left <= 0 or node.who == OVER:
        return
    node.count = pays.offers(state, minds, work.moves[ply], work.pays[ply])
    work.tally[0] += node.count
    sort_moves(work.pays[ply], work.order[ply], node.count, node.who)
    if way == BEST_REPLY and node.who != me and not node.free:
        node.count = 1
    node.best = -np.inf if node.who == me else np.inf
    if node.left == 1 and ply > 0:
        for i in range(node.count):
            worth = node.so_far + work.pays[ply, work.order[ply, i], me]
            node.best = max(node.best, worth) if node.who == me else min(node.best, worth)
        node.tried = node.count


@lean(rule)
def sort_moves(paid, order, count, who):
    """The moves by what they pay who makes them, best first; of equals the first one first."""
    for i in range(count):
        worth, j = paid[i, who], i
        while j > 0 and paid[order[j - 1], who] < worth:
            order[j] = order[j - 1]
            j -= 1
        order[j] = i


@lean(rule)
def take_in(work, ply, me, worth):
    """The move just tried has its worth; what equals the best of the root has to be exact."""
    node = work.nodes[ply]
    if ply == 0:
        work.ratings[work.order[0, node.tried]] = worth
        node.low = max(node.low, worth - 2 * EQUAL)
    elif node.who == me:
        node.best = max(node.best, worth)
        node.low = max(node.low, worth)
    else:
        node.best = min(node.best, worth)
        node.high = min(node.high, worth)
    node.tried += 1

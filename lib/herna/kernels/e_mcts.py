"""E-MonteCarlo: Monte Carlo tree search in the chance seat (thesis 1, sec. 4.2.4).

It is the search of section 4.1 with one change: a playout is worth the utility of the world it ends
in. Everybody's nodes are selected by that one number, players' too (the literal reading), so the
players are taken for helpers. Utilities have no natural scale; for UCT they are stretched to 0..1
between the smallest and the largest seen in this search.
"""

import math

from herna.compiled import kernel
from herna.game import CHANCE, OVER
from herna.kernels.dice import pick
from herna.kernels.world import advance, utility


@kernel
def rate_by_futures(rules, world, work, count, weights, iterations, exploration, limit, rng):
    """Rate the outcomes of a world at a chance node by the mean utility of their futures."""
    nodes, worlds = work.nodes, work.node_worlds
    worlds[0] = world
    nodes[0].parent, nodes[0].visits, nodes[0].first = -1, 0, 0
    low, high = math.inf, -math.inf
    used = 1
    for _ in range(iterations):
        leaf = descend(nodes, exploration, low, high)
        if rules.to_move(worlds[leaf].state) == OVER:
            first, last = leaf, leaf + 1
        else:
            first, used = used, grow(rules, work, leaf, used)
            last = used
        for child in range(first, last):
            value = future(rules, work, child, weights, limit, rng)
            low, high = min(low, value), max(high, value)
            back_up(nodes, child, value)
    for i in range(count):
        child = nodes[nodes[0].first + i]
        work.ratings[i] = child.totals[0] / child.visits


@kernel
def descend(nodes, exploration, low, high):
    """Follow the tree from its root to a node without children, by UCT."""
    scale = 1.0 / (high - low) if high > low else 0.0
    here = 0
    while nodes[here].first > 0:
        node = nodes[here]
        log_visits, best, bound = math.log(node.visits), 0, -math.inf
        for child in range(node.first, node.first + node.count):
            visits = nodes[child].visits
            mean = nodes[child].totals[0] / visits
            value = (mean - low) * scale + exploration * math.sqrt(log_visits / visits)
            if value > bound:
                best, bound = child, value
        here = best
    return here


@kernel
def grow(rules, work, leaf, used):
    """Give a leaf all its children; the number of nodes used from now on."""
    nodes, worlds = work.nodes, work.node_worlds
    count = rules.moves(worlds[leaf].state, work.moves[1])
    choices = 0 if rules.to_move(worlds[leaf].state) == CHANCE else count
    nodes[leaf].first, nodes[leaf].count = used, count
    for i in range(count):
        child = nodes[used + i]
        child.parent, child.first, child.count, child.visits = leaf, 0, 0, 0
        child.totals[0] = 0.0
        worlds[used + i] = worlds[leaf]
        advance(rules, worlds[used + i], work.moves[1, i], choices, work.values[1])
    return used + count


@kernel
def future(rules, work, child, weights, limit, rng):
    """The utility after a random playout of at most `limit` plies from a node."""
    work.worlds[1] = work.node_worlds[child]
    world = work.worlds[1]
    for _ in range(limit):
        who = rules.to_move(world.state)
        if who == OVER:
            break
        count = rules.moves(world.state, work.moves[1])
        move = work.moves[1, pick(rng, count)]
        advance(rules, world, move, 0 if who == CHANCE else count, work.values[1])
    return utility(rules, world, weights, work.moves[1], work.values[1], work.metrics)


@kernel
def back_up(nodes, child, value):
    """Add a value to a node and all its ancestors."""
    while child >= 0:
        nodes[child].visits += 1
        nodes[child].totals[0] += value
        child = nodes[child].parent

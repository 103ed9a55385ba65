"""E-MonteCarlo: Monte Carlo tree search in the chance seat (thesis 1, sec. 4.2.4).

It is the search of section 4.1 with one change: a playout is worth the utility of the world it ends
in. Everybody's nodes are selected by that one number, players' too (the literal reading), so the
players are taken for helpers. Another reading lets them be `selfish`: in his own nodes a player
selects by his value of the state in which the playout ends. Neither number has a natural scale; for
UCT each is stretched to 0..1 between the smallest and the largest seen in this search.
"""

import math

from herna.compiled import kernel
from herna.game import CHANCE, OVER
from herna.kernels.dice import pick
from herna.kernels.world import advance, utility

FUN, OWN = range(2)  # what is summed up in a node: utilities, and values of whoever chose the node


@kernel
def rate_by_futures(rules, world, work, count, environment, rng):
    """Rate the outcomes of a world at a chance node by the mean utility of their futures."""
    nodes, worlds, seen = work.nodes, work.node_worlds, work.spans
    worlds[0] = world
    nodes[0].parent, nodes[0].visits, nodes[0].first, nodes[0].chooser = -1, 0, 0, CHANCE
    seen[:, 0], seen[:, 1] = math.inf, -math.inf
    used = 1
    for _ in range(environment.iterations):
        leaf = descend(nodes, environment.exploration, environment.selfish, seen)
        if rules.to_move(worlds[leaf].state) == OVER:
            first, last = leaf, leaf + 1
        else:
            first, used = used, grow(rules, work, leaf, used)
            last = used
        for child in range(first, last):
            fun = future(rules, work, child, environment, rng)
            back_up(nodes, child, fun, work.values[1], environment.selfish, seen)
    for i in range(count):
        child = nodes[nodes[0].first + i]
        work.ratings[i] = child.totals[FUN] / child.visits


@kernel
def descend(nodes, exploration, selfish, seen):
    """Follow the tree from its root to a node without children, by UCT."""
    here = 0
    while nodes[here].first > 0:
        node = nodes[here]
        aim = OWN if selfish and nodes[node.first].chooser != CHANCE else FUN
        low, high = seen[aim, 0], seen[aim, 1]
        scale = 1.0 / (high - low) if high > low else 0.0
        log_visits, best, bound = math.log(node.visits), 0, -math.inf
        for child in range(node.first, node.first + node.count):
            visits = nodes[child].visits
            mean = nodes[child].totals[aim] / visits
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
    chooser = rules.to_move(worlds[leaf].state)
    choices = 0 if chooser == CHANCE else count
    nodes[leaf].first, nodes[leaf].count = used, count
    for i in range(count):
        child = nodes[used + i]
        child.parent, child.first, child.count, child.visits = leaf, 0, 0, 0
        child.chooser, child.totals[FUN], child.totals[OWN] = chooser, 0.0, 0.0
        worlds[used + i] = worlds[leaf]
        advance(rules, worlds[used + i], work.moves[1, i], choices, work.values[1])
    return used + count


@kernel
def future(rules, work, child, environment, rng):
    """The utility after a random playout from a node; what players make of it is in `values[1]`."""
    work.worlds[1] = work.node_worlds[child]
    world = work.worlds[1]
    for _ in range(environment.playout_limit):
        who = rules.to_move(world.state)
        if who == OVER:
            break
        count = rules.moves(world.state, work.moves[1])
        move = work.moves[1, pick(rng, count)]
        advance(rules, world, move, 0 if who == CHANCE else count, work.values[1])
    weights, gains = environment.weights, work.values[2]
    fun = utility(rules, world, weights, work.moves[1], gains, work.metrics)
    if environment.selfish:
        rules.values(world.state, work.values[1])
    return fun


@kernel
def back_up(nodes, child, fun, values, selfish, seen):
    """Add what a playout was worth to a node and all its ancestors."""
    note_extremes(seen[FUN], fun)
    while child >= 0:
        node = nodes[child]
        node.visits += 1
        node.totals[FUN] += fun
        if selfish and node.chooser != CHANCE:
            node.totals[OWN] += values[node.chooser]
            note_extremes(seen[OWN], values[node.chooser])
        child = node.parent


@kernel
def note_extremes(span, value):
    span[0], span[1] = min(span[0], value), max(span[1], value)

"""Monte Carlo tree search (UCT) for ordinary players, as thesis 1 describes it in section 4.1.

Each iteration descends by UCT (chance nodes by their odds), expands all children of the leaf it
reaches and plays one random playout from every one of them. Values are vectors: whoever moves
maximises his own share.
"""

import math

from herna.compiled import kernel
from herna.game import CHANCE, OVER
from herna.kernels.dice import pick_by_odds


@kernel
def rate_by_mcts(rules, work, count, iterations, exploration, players, rng, limit):
    """Rate the root's moves by their mean return; the number of playouts made."""
    nodes, states = work.nodes, work.node_states
    states[0] = work.states[0]
    used = grow(rules, work, 0, 1)
    simulations = simulate_children(rules, work, 0, players, rng, limit)
    for _ in range(iterations - 1):
        leaf = descend(rules, work, exploration, rng)
        if rules.to_move(states[leaf]) == OVER:
            rules.returns(states[leaf], work.values[0])
            back_up(nodes, leaf, work.values[0], players)
            continue
        used = grow(rules, work, leaf, used)
        simulations += simulate_children(rules, work, leaf, players, rng, limit)
    who = rules.to_move(states[0])
    for i in range(count):
        child = nodes[nodes[0].first + i]
        work.ratings[i] = child.totals[who] / child.visits
    return simulations


@kernel
def descend(rules, work, exploration, rng):
    """Follow the tree from its root to a node without children."""
    nodes, states = work.nodes, work.node_states
    here = 0
    while nodes[here].first > 0:
        node = nodes[here]
        who = rules.to_move(states[here])
        if who == CHANCE:
            rules.odds(states[here], work.odds[0], node.count)
            here = node.first + pick_by_odds(rng, work.odds[0], node.count)
            continue
        log_visits, best, bound = math.log(node.visits), 0, -math.inf
        for child in range(node.first, node.first + node.count):
            visits = nodes[child].visits
            value = nodes[child].totals[who] / visits + exploration * math.sqrt(log_visits / visits)
            if value > bound:
                best, bound = child, value
        here = best
    return here


@kernel
def grow(rules, work, leaf, used):
    """Give a leaf all its children; the number of nodes used from now on."""
    nodes, states = work.nodes, work.node_states
    count = rules.moves(states[leaf], work.moves[1])
    if leaf == 0:
        nodes[0].parent, nodes[0].visits = -1, 0
    nodes[leaf].first, nodes[leaf].count = used, count
    for i in range(count):
        child = nodes[used + i]
        child.parent, child.first, child.count, child.visits = leaf, 0, 0, 0
        child.totals[:] = 0.0
        states[used + i] = states[leaf]
        rules.step(states[used + i], work.moves[1, i])
    return used + count


@kernel
def simulate_children(rules, work, leaf, players, rng, limit):
    """One playout from every child of a node, each backed up to the root."""
    nodes = work.nodes
    first, count = nodes[leaf].first, nodes[leaf].count
    for child in range(first, first + count):
        work.states[1] = work.node_states[child]
        rules.playout(work.states[1], work.moves[1], work.odds[1], rng, limit)
        rules.returns(work.states[1], work.values[1])
        back_up(nodes, child, work.values[1], players)
    return count


@kernel
def back_up(nodes, child, result, players):
    """Add a result to a node and all its ancestors."""
    while child >= 0:
        nodes[child].visits += 1
        for p in range(players):
            nodes[child].totals[p] += result[p]
        child = nodes[child].parent

"""How ordinary players rate their moves: one ply ahead, or by Max^n to any depth."""

from herna.compiled import kernel
from herna.game import CHANCE, OVER


@kernel
def rate_by_gain(rules, work, count, who):
    """HillClimber: a move is worth the mover's value of the state it leads to."""
    for i in range(count):
        work.states[1] = work.states[0]
        rules.step(work.states[1], work.moves[0, i])
        rules.values(work.states[1], work.values[1])
        work.ratings[i] = work.values[1, who]


@kernel
def rate_by_max_n(rules, work, count, who, depth, players):
    """Max^n: a move is worth the mover's share of the value vector `depth` levels deep."""
    for i in range(count):
        work.states[1] = work.states[0]
        rules.step(work.states[1], work.moves[0, i])
        max_n(rules, work, depth - 1, players)
        work.ratings[i] = work.values[1, who]


@kernel
def max_n(rules, work, depth, players):
    """Leave the value vector of `work.states[1]`, `depth` levels deep, in `work.values[1]`.

    Players take the child that is best for themselves (the first of equals), chance is averaged,
    leaves are the game's values. Each level of the tree is a level of depth, chance included.
    The walk keeps its own stack, because numba cannot reload recursive functions from its cache.
    """
    ply = 1
    open_node(rules, work, ply, depth, players)
    while True:
        node = work.stack[ply]
        if node.tried < node.count:  # go down to the next child
            work.states[ply + 1] = work.states[ply]
            rules.step(work.states[ply + 1], work.moves[ply, node.tried])
            ply += 1
            open_node(rules, work, ply, depth, players)
            continue
        if ply == 1:
            return
        ply -= 1  # this child is finished: its parent takes the value in
        absorb(work.stack[ply], work.odds[ply], work.values[ply], work.values[ply + 1], players)


@kernel
def open_node(rules, work, ply, depth, players):
    """Prepare a node of the walk; a leaf is valued at once and has no children to try."""
    node, state = work.stack[ply], work.states[ply]
    node.who, node.tried, node.count = rules.to_move(state), 0, 0
    if ply > depth or node.who == OVER:
        rules.values(state, work.values[ply])
        return
    node.count = rules.moves(state, work.moves[ply])
    if node.who == CHANCE:
        rules.odds(state, work.odds[ply], node.count)
        for p in range(players):
            work.values[ply, p] = 0.0


@kernel
def absorb(node, odds, values, child, players):
    """Let a node take in the value of the child just finished."""
    if node.who == CHANCE:
        for p in range(players):
            values[p] += odds[node.tried] * child[p]
    elif node.tried == 0 or child[node.who] > values[node.who]:
        for p in range(players):
            values[p] = child[p]
    node.tried += 1

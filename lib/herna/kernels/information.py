"""Players that do not know the state: they rate moves on many states it could be (thesis 1).

`HillClimber IS` (sec. 5.2.2) sums the value of every move over sampled states. `Minimax IS`
(sec. 5.2.3) searches each sampled state by alpha-beta, cut in depth and breadth, lets it vote for
its best move, and samples by what the seat believes.

Readings, where the thesis is silent: chance inside a sampled state is decided by one lot per level
and sample, so that all moves meet the same luck; depth counts players' moves; moves with equally
many votes are told apart by their mean value one move ahead.
"""

import math

from herna.compiled import kernel
from herna.game import CHANCE, OVER
from herna.kernels.dice import at_lot


@kernel
def settle(rules, state, moves, odds, lot):
    """Let one lot decide chance until somebody is on turn."""
    while rules.to_move(state) == CHANCE:
        count = rules.moves(state, moves)
        rules.odds(state, odds, count)
        rules.step(state, moves[at_lot(lot, odds, count)])


@kernel
def rate_by_gain_is(rules, work, count, who, iterations, rng):
    """HillClimber IS: a move is worth the mover's value after it, summed over sampled states."""
    work.ratings[:count] = 0.0
    for _ in range(iterations):
        work.states[1] = work.states[0]
        rules.sample(work.states[1], who, rng)
        lot = rng.random()
        for i in range(count):
            work.states[2] = work.states[1]
            rules.step(work.states[2], work.moves[0, i])
            settle(rules, work.states[2], work.moves[2], work.odds[2], lot)
            rules.values(work.states[2], work.values[2])
            work.ratings[i] += work.values[2, who]


@kernel
def rate_by_minimax_is(rules, work, count, who, player, rng):
    """Minimax IS: a move is worth its votes, one for every sampled state where it is best.

    The less of the game remains, the fewer samples are searched, and the deeper.
    """
    remaining = rules.remaining(work.states[0])
    later = 0 if remaining > player.middle_game else (1 if remaining > player.end_game else 2)
    samples = max(1, player.iterations * (3 - later) // 3)
    depth = player.depth + later
    work.ratings[:count] = 0.0
    work.tally[:count] = 0.0
    for _ in range(samples):
        work.states[1] = work.states[0]
        rules.imagine(work.states[1], who, rng)
        for ply in range(depth + 2):
            work.lots[ply] = rng.random()
        work.ratings[vote(rules, work, count, who, depth, player.first_width, player.width)] += 1.0
    for i in range(count):  # squeezed between 0 and 1, so that votes come first
        mean = work.tally[i] / samples
        work.ratings[i] += 0.5 + 0.5 * mean / (1.0 + abs(mean))


@kernel
def voted_for(ratings, count):
    """How many of the moves that Minimax IS has rated got a vote at all."""
    voted = 0
    for i in range(count):
        if ratings[i] >= 1.0:
            voted += 1
    return voted


@kernel
def vote(rules, work, count, who, depth, first_width, width):
    """The index of the best move in `work.states[1]`; `work.tally` takes in the values seen."""
    for i in range(count):
        look_at(rules, work, 1, work.moves[0, i], 2)
        work.keys[0, i] = work.values[2, who]
        work.tally[i] += work.keys[0, i]
    kept = min(count, first_width)
    for rank in range(kept):  # the best by value are searched, the best of all first
        best = -1
        for i in range(count):
            if not taken(work.order, rank, i) and (
                best < 0 or work.keys[0, i] > work.keys[0, best]
            ):
                best = i
        work.order[rank] = best
    if depth == 1:
        return work.order[0]
    chosen, best_value = work.order[0], -math.inf
    for rank in range(kept):
        i = work.order[rank]
        look_at(rules, work, 1, work.moves[0, i], 2)
        value = alpha_beta(rules, work, who, depth - 1, width, best_value)
        if value > best_value:
            chosen, best_value = i, value
    return chosen


@kernel
def taken(order, count, index):
    for k in range(count):
        if order[k] == index:
            return True
    return False


@kernel
def look_at(rules, work, ply, move, there):
    """Leave the state after a move in `work.states[there]` and its values beside it."""
    work.states[there] = work.states[ply]
    rules.step(work.states[there], move)
    settle(rules, work.states[there], work.moves[there], work.odds[there], work.lots[ply])
    rules.values(work.states[there], work.values[there])


@kernel
def alpha_beta(rules, work, root, depth, width, alpha):
    """The value for `root` of `work.states[2]`, `depth` moves deep, each node `width` wide."""
    base = 2
    ply = base
    open_node(rules, work, ply, root, base + depth, width, alpha, math.inf)
    while True:
        node = work.stack[ply]
        if node.tried < node.count:
            look_at(rules, work, ply, work.moves[ply, node.tried], ply + 1)
            ply += 1
            open_node(rules, work, ply, root, base + depth, width, node.alpha, node.beta)
            continue
        if ply == base:
            return node.best
        value = node.best
        ply -= 1
        absorb(work.stack[ply], value, root)


@kernel
def open_node(rules, work, ply, root, last, width, alpha, beta):
    """Prepare a node; one whose children are leaves is valued at once and has none to try."""
    node, state = work.stack[ply], work.states[ply]
    node.who, node.tried, node.count = rules.to_move(state), 0, 0
    node.alpha, node.beta = alpha, beta
    if node.who == OVER:
        rules.values(state, work.values[ply])
        node.best = work.values[ply, root]
        return
    legal = rules.moves(state, work.moves[ply])
    sign = 1.0 if node.who == root else -1.0
    if ply + 1 == last:
        node.best = -sign * math.inf
        for i in range(legal):
            look_at(rules, work, ply, work.moves[ply, i], ply + 1)
            node.best = sign * max(sign * node.best, sign * work.values[ply + 1, root])
            if sign * node.best >= sign * (beta if sign > 0 else alpha):
                return
        return
    for i in range(legal):
        look_at(rules, work, ply, work.moves[ply, i], ply + 1)
        insert(work.moves[ply], work.keys[ply], i, sign * work.values[ply + 1, root])
    node.count = min(legal, width)
    node.best = -sign * math.inf


@kernel
def insert(moves, keys, i, key):
    """Put the move at `i` where it belongs among those before it, the largest key first."""
    move = moves[i]
    while i > 0 and keys[i - 1] < key:
        moves[i], keys[i] = moves[i - 1], keys[i - 1]
        i -= 1
    moves[i], keys[i] = move, key


@kernel
def absorb(node, value, root):
    """Let a node take in the value of the child just finished; stop where no more can change."""
    node.tried += 1
    if node.who == root:
        node.best = max(node.best, value)
        node.alpha = max(node.alpha, value)
    else:
        node.best = min(node.best, value)
        node.beta = min(node.beta, value)
    if node.alpha >= node.beta:
        node.tried = node.count

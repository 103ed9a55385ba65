"""What sits in the chance seat: fair chance, an environment player, or a rival in its place.

Every kind rates the outcomes of a chance node; the best rating is played, by lot among equals.
*E-HillClimber* looks no further than the outcome. *E-MaxMax* follows one greedy line. *E-Max^n*
searches the tree, players expecting fair chance. *E-MonteCarlo* (herna.kernels.e_mcts) samples
futures. The rivals, dynamic level and POSM, play against a single player instead of for fun.
"""

import math

from herna.compiled import kernel, record
from herna.game import CHANCE, OVER
from herna.kernels.adapt import RIVAL, adapted_rank
from herna.kernels.decide import rank_ascending
from herna.kernels.dice import pick, pick_by_odds
from herna.kernels.e_mcts import rate_by_futures
from herna.kernels.world import METRICS, advance, utility

FAIR, E_HILL_CLIMBER, E_MAX_MAX, E_MAX_N, E_MONTE_CARLO, RIVAL_OF_PLAYER = range(6)
ROUNDING = 1e-11  # relative: ratings that differ by less are sums of the same parts

ENVIRONMENT = record(
    ("kind", "i8"),
    ("random_share", "f8"),  # how often an outcome is drawn fairly all the same
    ("weights", "f8", len(METRICS)),  # signed: positive where more is better
    ("depth", "i8"),  # levels of the tree behind an outcome
    ("width", "i8"),  # players' moves that E-Max^n follows in a node, the best by their values
    ("outcomes", "i8"),  # outcomes it follows in a chance node, drawn by lot
    ("iterations", "i8"),
    ("exploration", "f8"),
    ("playout_limit", "i8"),
    ("selfish", "i8"),  # 1: players select by their own values in the tree of E-MonteCarlo
    ("by_value", "i8"),  # 1: a rival ranks outcomes by the player's value, 0: by his gain
    *RIVAL,
)


@kernel
def choose_outcome(rules, world, work, count, environment, mind, rng, only_rate):
    """Choose among the `count` outcomes in `work.moves[0]` of a world at a chance node.

    If the outcomes are only to be rated, the first one is returned.
    """
    if not only_rate and (
        environment.kind == FAIR
        or not rules.steerable(world.state)
        or rng.random() < environment.random_share
    ):
        rules.odds(world.state, work.odds[0], count)
        return work.moves[0, pick_by_odds(rng, work.odds[0], count)]
    rate_outcomes(rules, world, work, count, environment, rng)
    if only_rate:
        return work.moves[0, 0]
    if environment.kind == RIVAL_OF_PLAYER:
        rank_ascending(work.ratings, count, rng, work.order)
        rank = adapted_rank(environment, mind, world.meter.status[0], count, rng)
        return work.moves[0, work.order[rank]]
    return work.moves[0, any_of_the_best(work.ratings, count, rng)]


@kernel
def rate_outcomes(rules, world, work, count, environment, rng):
    """Fill `work.ratings` for the `count` outcomes in `work.moves[0]`."""
    if environment.kind == E_MONTE_CARLO:
        rate_by_futures(rules, world, work, count, environment, rng)
        return
    for i in range(count):
        work.worlds[1] = world
        advance(rules, work.worlds[1], work.moves[0, i], 0, work.values[1])
        if environment.kind == E_MAX_MAX:
            follow_greedy_line(rules, work, environment.depth, environment.weights)
        if environment.kind == E_MAX_N:
            work.ratings[i] = fun_ahead(rules, work, environment, rng)
        elif environment.kind == RIVAL_OF_PLAYER:
            work.ratings[i] = -standing(rules, work, environment.by_value)
        else:
            work.ratings[i] = worth(rules, work, 1, environment.weights)


@kernel
def worth(rules, work, ply, weights):
    """The utility of the world at a ply, which is used up by the question."""
    return utility(
        rules, work.worlds[ply], weights, work.moves[ply], work.values[ply], work.metrics
    )


# E-MaxMax (thesis 1, sec. 4.2.2).


@kernel
def follow_greedy_line(rules, work, depth, weights):
    """Move `work.worlds[1]` on: everybody takes what looks best one step ahead, chance too."""
    world = work.worlds[1]
    for _ in range(depth):
        who = rules.to_move(world.state)
        if who == OVER:
            return
        count = rules.moves(world.state, work.moves[1])
        best, best_value = 0, -math.inf
        for i in range(count):
            if who == CHANCE:
                work.worlds[2] = world
                advance(rules, work.worlds[2], work.moves[1, i], 0, work.values[2])
                value = worth(rules, work, 2, weights)
            else:
                work.states[2] = world.state
                rules.step(work.states[2], work.moves[1, i])
                rules.values(work.states[2], work.values[2])
                value = work.values[2, who]
            if value > best_value:
                best, best_value = i, value
        advance(rules, world, work.moves[1, best], count, work.values[1])


# E-Max^n (thesis 1, sec. 4.2.3).


@kernel
def fun_ahead(rules, work, environment, rng):
    """What `work.worlds[1]` is worth when players play Max^n as though chance were fair.

    The walk keeps its own stack, as Max^n does. `values` are what the players expect, `best` of a
    node is its worth to the environment player, who knows that the chance nodes are its own.
    """
    players = work.worlds[1].meter.players
    ply = 1
    open_node(rules, work, ply, players, environment, rng)
    while True:
        node = work.stack[ply]
        if node.tried < node.count:
            work.worlds[ply + 1] = work.worlds[ply]
            ahead, move = work.worlds[ply + 1], work.moves[ply, node.tried]
            advance(rules, ahead, move, node.legal, work.values[ply + 1])
            ply += 1
            open_node(rules, work, ply, players, environment, rng)
            continue
        if ply == 1:
            return node.best
        fun = node.best
        ply -= 1
        absorb(
            work.stack[ply], work.odds[ply], work.values[ply], work.values[ply + 1], fun, players
        )


@kernel
def open_node(rules, work, ply, players, environment, rng):
    """Prepare a node of the walk; a leaf is valued at once and has no children to try."""
    node, state = work.stack[ply], work.worlds[ply].state
    node.who, node.tried, node.count = rules.to_move(state), 0, 0
    if ply > environment.depth or node.who == OVER:
        node.best = worth(rules, work, ply, environment.weights)
        rules.values(state, work.values[ply])
        return
    node.legal = rules.moves(state, work.moves[ply])
    node.count, node.best = node.legal, -math.inf
    if node.who == CHANCE:
        rules.odds(state, work.odds[ply], node.legal)
        node.count = draw_outcomes(
            work.moves[ply], work.odds[ply], node.legal, environment.outcomes, rng
        )
        for p in range(players):
            work.values[ply, p] = 0.0
    elif node.legal > environment.width:
        node.count = environment.width
        keep_best_moves(rules, work, ply, node.who, node.legal)


@kernel
def draw_outcomes(moves, odds, count, most, rng):
    """Keep at most so many outcomes, drawn by lot, their odds again summing to one."""
    if count <= most:
        return count
    total = 0.0
    for i in range(most):
        j = i + pick(rng, count - i)
        moves[i], moves[j] = moves[j], moves[i]
        odds[i], odds[j] = odds[j], odds[i]
        total += odds[i]
    for i in range(most):
        odds[i] /= total
    return most


@kernel
def keep_best_moves(rules, work, ply, who, count):
    """Sort the moves at a ply, those first whose next state the mover values most."""
    moves, keys = work.moves[ply], work.keys[ply]
    for i in range(count):
        work.states[ply] = work.worlds[ply].state
        rules.step(work.states[ply], moves[i])
        rules.values(work.states[ply], work.values[ply])
        move, key, j = moves[i], work.values[ply, who], i
        while j > 0 and keys[j - 1] < key:
            moves[j], keys[j] = moves[j - 1], keys[j - 1]
            j -= 1
        moves[j], keys[j] = move, key


@kernel
def absorb(node, odds, values, child, fun, players):
    """Let a node take in the child just finished."""
    if node.who == CHANCE:
        for p in range(players):
            values[p] += odds[node.tried] * child[p]
        node.best = max(node.best, fun)
    elif node.tried == 0 or child[node.who] > values[node.who]:
        for p in range(players):
            values[p] = child[p]
        node.best = fun
    node.tried += 1


# The rivals.


@kernel
def standing(rules, work, by_value):
    """How well the single player stands in `work.worlds[1]`."""
    if by_value:
        rules.values(work.worlds[1].state, work.values[1])
    else:
        rules.gains(work.worlds[1].state, work.values[1])
    return work.values[1, 0]


@kernel
def any_of_the_best(ratings, count, rng):
    """The index of the highest rating, by lot among those that are equal but for rounding."""
    best, equals = -math.inf, 0
    for i in range(count):
        best = max(best, ratings[i])
    least = best - ROUNDING * max(1.0, abs(best))
    for i in range(count):
        equals += ratings[i] >= least
    skip = pick(rng, equals) if equals > 1 else 0
    for i in range(count):
        if ratings[i] >= least:
            if skip == 0:
                return i
            skip -= 1
    return 0

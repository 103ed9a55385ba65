"""One decision of an ordinary player: rate all moves, then choose by level.

Level scaling (thesis 1, sec. 5.2.4): all moves are sorted by rating, a point is drawn from a
normal distribution around level/100 with deviation 0.4, and the move at that fraction of the list
is played. Readings: a point beyond the list counts as its end, or is drawn again if the player says
`redraw`; of n moves a point x means the one at floor(x n), as the thesis's example for dynamic
level has it (that for levels would have the ceiling, which differs at the very boundary only);
equal ratings are ordered by lot. The list of Minimax IS holds the moves that got a vote; see
`MinimaxIS.rated`. Rivals (dynamic level, POSM) rank all moves, whoever rates them: sec. 6.3 tells
of irrational ones that they choose.
"""

from herna.compiled import kernel, record
from herna.kernels.adapt import FIXED, RIVAL, adapted_rank
from herna.kernels.dice import pick, shuffled
from herna.kernels.information import rate_by_gain_is, rate_by_minimax_is, voted_for
from herna.kernels.mcts import rate_by_mcts
from herna.kernels.search import rate_by_gain, rate_by_max_n
from herna.kernels.world import status_from_gains

RANDOM, HILL_CLIMBER, MAX_N, MCTS, HILL_CLIMBER_IS, MINIMAX_IS = range(6)
BEST = 0  # the level that stands for unscaled play
VOTED, ALL = range(2)  # which moves are on the list of Minimax IS
SPREAD = 0.4

PLAYER = record(
    ("kind", "i8"),
    ("level", "i8"),  # 1..100, or BEST
    ("redraw", "i8"),  # 1: a point beyond the list is drawn again
    ("depth", "i8"),
    ("iterations", "i8"),
    ("exploration", "f8"),
    ("playout_limit", "i8"),
    ("first_width", "i8"),  # moves searched at the root, the best by their values
    ("width", "i8"),  # and further down
    ("rated", "i8"),  # VOTED or ALL
    ("middle_game", "f8"),  # shares of the game still to come where Minimax IS searches deeper
    ("end_game", "f8"),
    *RIVAL,
)


@kernel
def rate_moves(rules, work, count, player, players, rng):
    """Fill `work.ratings` for the `count` moves in `work.moves[0]` of `work.states[0]`."""
    who = rules.to_move(work.states[0])
    if player.kind == HILL_CLIMBER:
        rate_by_gain(rules, work, count, who)
    elif player.kind == MAX_N:
        rate_by_max_n(rules, work, count, who, player.depth, players)
    elif player.kind == MCTS:
        rate_by_mcts(
            rules,
            work,
            count,
            player.iterations,
            player.exploration,
            players,
            rng,
            player.playout_limit,
        )
    elif player.kind == HILL_CLIMBER_IS:
        rate_by_gain_is(rules, work, count, who, player.iterations, rng)
    elif player.kind == MINIMAX_IS:
        rate_by_minimax_is(rules, work, count, who, player, rng)
    else:
        work.ratings[:count] = 0.0


@kernel
def decide(rules, work, count, player, players, mind, rng, only_rate):
    """Choose among the `count` moves in `work.moves[0]` of the state in `work.states[0]`.

    `mind` is what a rival remembers. If the moves are only to be rated, the first one is returned.
    """
    if player.adapts == FIXED and not only_rate:
        if count == 1:
            return work.moves[0, 0]
        if player.kind == RANDOM:
            return work.moves[0, pick(rng, count)]
    rate_moves(rules, work, count, player, players, rng)
    if only_rate:
        return work.moves[0, 0]
    rank_ascending(work.ratings, count, rng, work.order)
    if player.adapts == FIXED:
        listed = count
        if player.kind == MINIMAX_IS and player.rated == VOTED:
            listed = voted_for(work.ratings, count)
        rank = rank_for_level(player.level, player.redraw, listed, rng)
        return work.moves[0, work.order[count - listed + rank]]
    who = rules.to_move(work.states[0])
    rules.gains(work.states[0], work.values[0])
    status_from_gains(work.values[0], players, work.values[1])
    rank = adapted_rank(player, mind, -work.values[1, who], count, rng)
    return work.moves[0, work.order[rank]]


@kernel
def rank_ascending(ratings, count, rng, order):
    """Fill `order` with the indices of the ratings, worst first, equals by lot."""
    shuffled(rng, order, count)
    for i in range(1, count):
        j, index = i, order[i]
        while j > 0 and ratings[order[j - 1]] > ratings[index]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = index


@kernel
def rank_for_level(level, redraw, count, rng):
    """Which rank of `count` a player of this level takes; the last is the best."""
    if level == BEST:
        return count - 1
    point = level / 100 + SPREAD * rng.standard_normal()
    while redraw and not 0.0 <= point < 1.0:
        point = level / 100 + SPREAD * rng.standard_normal()
    return min(count - 1, max(0, int(point * count)))

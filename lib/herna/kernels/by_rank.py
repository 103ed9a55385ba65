"""Whole games between players who take the move at a fixed fraction of their ranking.

This is the level of the backgammon experiment behind dynamic level (thesis 1, sec. 3.6): all moves
are ranked by value, and level 75 of 100 plays the one three quarters up. A level is static, or it
follows the opponent's status. Chance is fair. The meters run along, so metrics come for free.
"""

from herna.compiled import kernel, record
from herna.game import CHANCE, OVER
from herna.kernels.adapt import moved_level, rank_at
from herna.kernels.decide import rank_ascending
from herna.kernels.dice import pick_by_odds
from herna.kernels.search import rate_by_gain
from herna.kernels.world import advance

LADDER = record(
    ("level", "f8"),  # 0 to 100; the first one, if it moves
    ("alpha", "f8"),  # 0: the level stays; else what a status is divided by
    ("total", "f8"),  # levels played at, summed over turns
    ("turns", "i8"),
    ("choices", "i8"),  # turns with more than one move
    ("best", "i8"),  # and how many of these were spent on the best one
)


@kernel
def play_by_rank(rules, worlds, seats, work, rng, record, limit):
    """Play `worlds[0]`, a game of two, on to its end or for `limit` plies; returns the plies.

    Moves go to `record`. Called again, it goes on from where it stopped.
    """
    world, plies = worlds[0], 0
    while plies < limit:
        who = rules.to_move(world.state)
        if who == OVER:
            break
        count = rules.moves(world.state, work.moves[0])
        if who == CHANCE:
            rules.odds(world.state, work.odds[0], count)
            choice = pick_by_odds(rng, work.odds[0], count)
        else:
            seat = seats[who]
            if seat.alpha > 0:
                seat.level = moved_level(seat.level, world.meter.status[1 - who], seat.alpha)
            seat.total += seat.level
            seat.turns += 1
            work.states[0] = world.state
            rate_by_gain(rules, work, count, who)
            rank_ascending(work.ratings, count, rng, work.order)
            choice = work.order[rank_at(seat.level, count)]
            if count > 1:
                seat.choices += 1
                seat.best += work.ratings[choice] == work.ratings[work.order[count - 1]]
        record[plies] = work.moves[0, choice]
        advance(rules, world, work.moves[0, choice], count, work.values[0])
        plies += 1
    return plies

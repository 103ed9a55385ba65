"""Random playouts: the fastest way to the end of a game, and the yardstick of our speed."""

from herna.compiled import kernel
from herna.game import CHANCE, OVER
from herna.kernels.dice import pick, pick_by_odds


@kernel
def playout(rules, state, moves, odds, rng, limit):
    """Play uniformly random moves and fair chance to the end; the number of plies made."""
    plies = 0
    while plies < limit:
        who = rules.to_move(state)
        if who == OVER:
            break
        count = rules.moves(state, moves)
        if who == CHANCE:
            rules.odds(state, odds, count)
            choice = pick_by_odds(rng, odds, count)
        else:
            choice = pick(rng, count) if count > 1 else 0
        rules.step(state, moves[choice])
        plies += 1
    return plies


@kernel
def playouts(rules, start, states, moves, odds, rng, games, limit):
    """Play `games` playouts from `start`; all plies made, and how often each seat came first."""
    plies = 0
    for _ in range(games):
        states[0] = start[0]
        plies += playout(rules, states[0], moves, odds, rng, limit)
    return plies

"""Random playouts by the thousand: the yardstick of our speed."""

from herna.compiled import kernel


@kernel
def playouts(rules, start, states, moves, odds, rng, games, limit):
    """Play `games` playouts from `start[0]`; all plies made."""
    plies = 0
    for _ in range(games):
        states[0] = start[0]
        plies += rules.playout(states[0], moves, odds, rng, limit)
    return plies

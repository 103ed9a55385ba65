"""How a game went, round by round: a recorded game replayed at full speed."""

from herna.compiled import kernel
from herna.kernels.world import advance


@kernel
def leads(rules, worlds, moves, gains, out):
    """Replay `moves` from `worlds[0]`: the lead after every round goes to `out`; how many rounds.

    The number of choices is not needed for the lead, so it is not asked for.
    """
    world, closed = worlds[0], 0
    for move in moves:
        advance(rules, world, move, 0, gains)
        if world.meter.closed != closed:
            out[closed] = world.meter.lead
            closed = world.meter.closed
    return closed

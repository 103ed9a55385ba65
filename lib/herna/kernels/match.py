"""A whole game in one compiled call: ordinary players, the chance seat, and the meter."""

from herna.compiled import kernel
from herna.game import CHANCE, OVER
from herna.kernels.decide import decide
from herna.kernels.environment import choose_outcome
from herna.kernels.world import advance


@kernel
def play_match(rules, worlds, seats, environment, minds, work, rng, record, limit):
    """Play `worlds[0]` to its end or to `limit` plies; moves go to `record`; returns the plies.

    `minds` are the memories of the seats, the last one that of the chance seat. The draws from
    `rng` are the same, in the same order, as in `herna.play.play`.
    """
    world, plies = worlds[0], 0
    players = world.meter.players
    while plies < limit:
        who = rules.to_move(world.state)
        if who == OVER:
            break
        if who == CHANCE:
            count = rules.moves(world.state, work.moves[0])
            mind = minds[players]
            move = choose_outcome(rules, world, work, count, environment[0], mind, rng)
        else:
            work.states[0] = world.state
            rules.sample(work.states[0], who, rng)
            count = rules.moves(work.states[0], work.moves[0])
            move = decide(rules, work, count, seats[who], players, minds[who], rng)
        advance(rules, world, move, count, work.values[0])
        record[plies] = move
        plies += 1
    return plies

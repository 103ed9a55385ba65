"""The one entrance to players, environment players and whole games.

A decision of theirs is a large piece of compiled code, and a whole game holds all of it. So single
decisions and ratings go through the same kernel: compiled by itself, each would take as long as a
whole game does.
"""

import numpy as np

from herna.compiled import kernel
from herna.game import CHANCE, OVER
from herna.kernels.adapt import MIND
from herna.kernels.decide import PLAYER, decide
from herna.kernels.environment import ENVIRONMENT, choose_outcome
from herna.kernels.world import advance

WHOLE_GAME, ONE_MOVE, RATINGS = range(3)  # what is asked for


@kernel
def at_the_table(rules, asked, worlds, seats, environment, minds, work, rng, record, limit):
    """Play `worlds[0]` to its end or to `limit` plies; moves go to `record`; returns the plies.

    `minds` are the memories of the seats, the last one that of the chance seat. The draws from
    `rng` are the same, in the same order, as in `herna.play.play`.

    If ONE_MOVE is asked for, whoever is on turn chooses a move, which is returned and not made; if
    RATINGS, all moves are rated in `work.ratings`, and their number is returned. In both cases
    there is one row of seats and of minds, and the state is what the player was given to see.
    """
    world, plies = worlds[0], 0
    players = world.meter.players
    while plies < limit:
        who = rules.to_move(world.state)
        if who == OVER:
            break
        seat = 0
        if asked == WHOLE_GAME:
            seat = players if who == CHANCE else who
        if who == CHANCE:
            count = rules.moves(world.state, work.moves[0])
            move = choose_outcome(
                rules, world, work, count, environment[0], minds[seat], rng, asked == RATINGS
            )
        else:
            work.states[0] = world.state
            if asked == WHOLE_GAME:
                rules.sample(work.states[0], who, rng)
            count = rules.moves(work.states[0], work.moves[0])
            move = decide(
                rules, work, count, seats[seat], players, minds[seat], rng, asked == RATINGS
            )
        if asked != WHOLE_GAME:
            return count if asked == RATINGS else move
        advance(rules, world, move, count, work.values[0])
        record[plies] = move
        plies += 1
    return plies


def ask(rules, asked, worlds, work, rng, player=None, environment=None, mind=None):
    """Ask whoever is on turn in `worlds[0]` for ONE_MOVE or RATINGS; what they are is one row each.

    `mind` is what a rival remembers of this game, and changes with its moves.
    """
    seats = np.zeros(1, PLAYER) if player is None else player
    chance = np.zeros(1, ENVIRONMENT) if environment is None else environment
    minds = np.zeros(1, MIND) if mind is None else mind
    return int(at_the_table(rules, asked, worlds, seats, chance, minds, work, rng, NOTHING, 1))


NOTHING = np.zeros(0, np.int64)  # in place of a record of moves

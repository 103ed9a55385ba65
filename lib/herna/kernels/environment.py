"""What sits in the chance seat: fair chance, or an environment player that steers towards fun."""

import math

from herna.compiled import kernel, record
from herna.kernels.dice import pick, pick_by_odds
from herna.kernels.world import METRICS, advance, utility

FAIR, E_HILL_CLIMBER = range(2)

ENVIRONMENT = record(
    ("kind", "i8"),
    ("random_share", "f8"),  # how often an outcome is drawn fairly all the same
    ("weights", "f8", len(METRICS)),  # signed: positive where more is better
)


@kernel
def choose_outcome(rules, world, work, count, environment, rng):
    """Choose among the `count` outcomes in `work.moves[0]` of a world at a chance node."""
    if (
        environment.kind == FAIR
        or not rules.steerable(world.state)
        or rng.random() < environment.random_share
    ):
        rules.odds(world.state, work.odds[0], count)
        return work.moves[0, pick_by_odds(rng, work.odds[0], count)]
    value_outcomes(rules, world, work, count, environment)
    return work.moves[0, any_of_the_best(work.ratings, count, rng)]


@kernel
def value_outcomes(rules, world, work, count, environment):
    """E-HillClimber (thesis 1, sec. 4.2.1): an outcome is worth the utility right after it."""
    for i in range(count):
        work.worlds[1] = world
        ahead = work.worlds[1]
        advance(rules, ahead, work.moves[0, i], 0, work.values[1])
        work.ratings[i] = utility(
            rules, ahead, environment.weights, work.moves[1], work.values[1], work.metrics
        )


@kernel
def any_of_the_best(ratings, count, rng):
    """The index of the highest rating, by lot among equals."""
    best, equals = -math.inf, 0
    for i in range(count):
        if ratings[i] > best:
            best, equals = ratings[i], 1
        elif ratings[i] == best:
            equals += 1
    skip = pick(rng, equals) if equals > 1 else 0
    for i in range(count):
        if ratings[i] == best:
            if skip == 0:
                return i
            skip -= 1
    return 0

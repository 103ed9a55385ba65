"""What can be said about a table, in sentences; the same for a truel.

For panels, for who cannot see a picture, and for whoever wants all at once.
"""

import numpy as np

from herna.theory.bargaining import dilemma, threat_solution
from herna.theory.matrix import (
    best_responses,
    dominance,
    pure_equilibria,
    saddle_points,
    security_levels,
)
from herna.theory.mixed import equilibria, solve_zero_sum
from herna.theory.truel import AIR, SHOOTERS

MOST_MIXED = 6  # mixed equilibria that are told; there may be dozens


def findings(game, number=str):
    """Sentences about a game; `number` says how numbers are written."""
    told = [*_best(game)]
    told += [*_zero_sum(game, number)] if game.zero_sum else [*_any_sum(game, number)]
    told.append(_listed("Dominance", [str(found) for found in dominance(game)], "none"))
    found = equilibria(game)
    told += [*_equilibria(game, found, number)]
    if found.warning:
        told.append(f"Warning: {found.warning}.")
    return told


def _best(game):
    row, column = best_responses(game)
    first, second = game.players
    for who, table, names, others in (
        (first, row.T, game.rows, game.columns),
        (second, column, game.columns, game.rows),
    ):
        answers = [
            f"to {other}: {' or '.join(names[i] for i in np.flatnonzero(line))}"
            for other, line in zip(others, table, strict=True)
        ]
        yield f"{who}'s best answers {', '.join(answers)}."


def _zero_sum(game, number):
    least, most = security_levels(game)
    first, second = game.players
    yield (
        f"Pure strategies: {first} can be sure of {number(least.max())}, {second} of losing no "
        f"more than {number(most.min())}."
    )
    points = [
        f"({', '.join(game.names(place))}) = {number(game.row[place])}"
        for place in saddle_points(game)
    ]
    yield _listed("Saddle points", points, "none, so both must mix")
    solution = solve_zero_sum(game)
    yield (
        f"Value {number(solution.value)}: {first} mixes {_mix(game.rows, solution.row, number)}; "
        f"{second} mixes {_mix(game.columns, solution.column, number)}."
    )


def _any_sum(game, number):
    better = [f"({', '.join(game.names(place))})" for place in dilemma(game)]
    if better:
        yield f"A dilemma: {', '.join(better)} would be better for both than an equilibrium."
    agreed = threat_solution(game)
    names, split = ", ".join(game.names(agreed.place)), agreed.split
    yield (
        f"With side payments: play ({names}), sum {number(agreed.total)}; by their threats "
        f"{game.players[0]} gets {number(split[0])}, {game.players[1]} {number(split[1])}."
    )


def _equilibria(game, found, number):
    pure = [
        f"({', '.join(game.names(place))}) = {_pair(game.row[place], game.column[place], number)}"
        for place in pure_equilibria(game)
    ]
    yield _listed("Equilibria in pure strategies", pure, "none")
    mixed = [
        f"{_mix(game.rows, e.row, number)} against {_mix(game.columns, e.column, number)} = "
        f"{_pair(e.payoffs[0], e.payoffs[1], number)}"
        for e in found
        if not e.pure
    ]
    if len(mixed) > MOST_MIXED:
        mixed = [*mixed[:MOST_MIXED], f"and {len(mixed) - MOST_MIXED} more"]
    yield _listed("Equilibria in mixed strategies", mixed, "none")


def _mix(names, mix, number):
    return " ".join(
        f"{name} {number(p)}" for name, p in zip(names, np.asarray(mix).tolist(), strict=True) if p
    )


def _pair(first, second, number):
    return f"({number(first)}, {number(second)})"


def _listed(what, items, nothing):
    return f"{what}: {'; '.join(items) if items else nothing}."


def plan_in_words(plan):
    """A plan of a truel as a sentence.

    >>> plan_in_words("BA-")
    'A aims at B, B at A, C into the air'
    """
    parts = [
        f"{shooter} {'into the air' if target == AIR else f'at {target}'}"
        for shooter, target in zip(SHOOTERS, plan, strict=True)
    ]
    words = ", ".join(parts)
    return words.replace("A at", "A aims at", 1) if plan[0] != AIR else words

"""Agreements that bind, with payoffs that can be handed over: thesis 3, sec. 2.1, Table 6.

Together the players choose the cell with the largest sum; what is left to settle is the split. An
equal one is simple. The *threat solution* asks what each could do if there were no agreement: the
difference of payoffs is a zero-sum game of its own, its value delta is the head start of the row
player, and sigma, the largest sum, is split into (sigma + delta) / 2 and (sigma - delta) / 2.
"""

from dataclasses import dataclass

import numpy as np

from herna.theory.matrix import MatrixGame, matrix_game, pure_equilibria
from herna.theory.mixed import ZeroSum, solve_zero_sum


@dataclass(frozen=True, eq=False)
class Agreement:
    """Where to play, and who gets what of the sum."""

    place: tuple[int, int]  # the cell with the largest sum
    total: float  # sigma
    split: tuple[float, float]
    side_payment: float  # from the row player to the column player; negative: the other way

    head_start: float = 0.0  # delta
    threats: ZeroSum | None = None  # how each would play if they did not agree
    threat_point: tuple[float, float] | None = None  # what both would get then


def joint_maximum(game: MatrixGame):
    """The cell with the largest sum, and the sum; of several the first."""
    total = game.row + game.column
    i, j = np.unravel_index(int(total.argmax()), total.shape)
    return (int(i), int(j)), float(total.max())


def equal_split(game):
    """Half of the largest sum for each.

    >>> equal_split(matrix_game([[5, 0], [0, 3]], [[3, -4], [0, 6]])).split
    (4.5, 4.5)
    """
    place, total = joint_maximum(game)
    return _agreement(game, place, total, (total / 2, total / 2))


def difference_game(game):
    """The zero-sum game of threats: by how much the row player gets more."""
    difference = game.row - game.column
    return matrix_game(difference, None, game.rows, game.columns, game.players)


def threat_solution(game):
    """The split that follows from what each can threaten with.

    >>> threat_solution(matrix_game([[5, 0], [0, 3]], [[3, -4], [0, 6]])).split
    (5.5, 3.5)
    """
    place, total = joint_maximum(game)
    threats = solve_zero_sum(difference_game(game))
    x, y, delta = threats.row, threats.column, threats.value
    return _agreement(
        game,
        place,
        total,
        ((total + delta) / 2, (total - delta) / 2),
        head_start=delta,
        threats=threats,
        threat_point=(float(x @ game.row @ y), float(x @ game.column @ y)),
    )


def _agreement(game, place, total, split, **more):
    return Agreement(place, total, split, float(game.row[place]) - split[0], **more)


# What is possible together.


def payoff_polygon(game):
    """Corners of all pairs of payoffs that a joint lot can reach, counterclockwise."""
    return hull(list(zip(game.row.ravel().tolist(), game.column.ravel().tolist(), strict=True)))


def hull(points):
    """The convex hull of points in the plane, counterclockwise from the leftmost.

    >>> hull([(0, 0), (2, 0), (1, 1), (2, 2), (0, 2), (1, 0)])
    [(0, 0), (2, 0), (2, 2), (0, 2)]
    """
    points = sorted(set(points))
    if len(points) <= 2:
        return points
    lower, upper = _chain(points), _chain(points[::-1])
    return lower[:-1] + upper[:-1]


def _chain(points):
    chain: list = []
    for x, y in points:
        while len(chain) > 1:
            (x1, y1), (x2, y2) = chain[-2:]
            if (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) > 0:
                break
            chain.pop()
        chain.append((x, y))
    return chain


def pareto_line(game):
    """The corners of the polygon that nobody can leave upwards without hurting the other.

    In order of the row player's payoff.
    """
    corners = payoff_polygon(game)
    kept = [
        (x, y)
        for x, y in corners
        if not any(u >= x and v >= y and (u, v) != (x, y) for u, v in corners)
    ]
    return sorted(kept)


def dilemma(game):
    """Cells in which both would be better off than in some equilibrium; the prisoners have one."""
    return [
        (i, j)
        for i, j in np.ndindex(game.shape)
        if any(
            game.row[i, j] > game.row[place] and game.column[i, j] > game.column[place]
            for place in pure_equilibria(game)
        )
    ]

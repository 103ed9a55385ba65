"""Mixed strategies: what a lot can guarantee, and all equilibria of a table.

The value of a zero-sum game comes from linear programming (scipy), equilibria of any table from the
support enumeration of nashpy, so that one can be held against the other. Support enumeration is
made for games without ties; in a *degenerate* game, where some strategy has more best responses
than options it mixes, it may lose equilibria, and there may be infinitely many. In any game larger
than two by two it may lose some by rounding: nashpy 0.0.43 takes an unused option's probability of
-3e-17 for negative. So everything is looked up in the corners of the best-response polytopes (von
Stengel, in Nisan et al., Algorithmic Game Theory, 2007, chapter 3) as well: they tell whether a
game is degenerate, and pairs of them are all its extreme equilibria, the lost ones included.
"""

import itertools
import warnings
from dataclasses import dataclass

import numpy as np

from herna.errors import HernaError
from herna.theory.matrix import MatrixGame, security_levels

ENUMERABLE = 6  # options each; beyond, the corners become too many to look at
NEAR = 1e-7  # probabilities and labels that differ by less are equal


@dataclass(frozen=True, eq=False)
class ZeroSum:
    """What both can guarantee by mixing: the value, and how to mix."""

    value: float  # to the row player
    row: np.ndarray
    column: np.ndarray


def prudential(payoffs):
    """How the row player mixes to get the most against the worst, and what he gets at least.

    payoffs : of the row player, whatever the other one gets
    """
    from scipy.optimize import linprog  # late: it takes half a second to load

    payoffs = np.asarray(payoffs, float)
    rows, columns = payoffs.shape
    scale = np.abs(payoffs).max() or 1.0
    # Unknown: the probability of each row, and the payoff that every column must reach.
    found = linprog(
        c=[0.0] * rows + [-1.0],
        A_ub=np.column_stack([-payoffs.T / scale, np.ones(columns)]),
        b_ub=np.zeros(columns),
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    if not found.success:
        raise HernaError(f"linear program: no solution ({found.message})")
    mix = _tidied(found.x[:rows])
    return mix, float((mix @ payoffs).min())


def solve_zero_sum(game):
    """The value of a zero-sum game and a best mixed strategy of each player.

    >>> from herna.theory.matrix import matrix_game
    >>> round(solve_zero_sum(matrix_game([[4, -3], [-6, 8]])).value, 4)
    0.6667
    """
    security_levels(game)  # refuses what is not zero-sum
    row, value = prudential(game.row)
    column, _ = prudential(-game.row.T)
    return ZeroSum(value, row, column)


@dataclass(frozen=True, eq=False)
class Equilibrium:
    """Two strategies, each a best answer to the other, and what they bring."""

    row: np.ndarray
    column: np.ndarray
    payoffs: tuple[float, float]

    @property
    def pure(self):
        return bool(max(self.row) > 1 - NEAR and max(self.column) > 1 - NEAR)


@dataclass(frozen=True)
class Equilibria:
    """All equilibria found; of a degenerate game the extreme ones, and a warning."""

    found: tuple[Equilibrium, ...]
    degenerate: bool
    lost: int  # that support enumeration alone would not have shown
    warning: str = ""

    def __iter__(self):
        return iter(self.found)

    def __len__(self):
        return len(self.found)


def equilibria(game):
    """Nash equilibria in pure and mixed strategies, pure ones first.

    >>> from herna.theory.matrix import matrix_game
    >>> chicken = matrix_game([[0, -1], [1, -9]], [[0, 1], [-1, -9]])
    >>> [e.row.round(2).tolist() for e in equilibria(chicken)]
    [[1.0, 0.0], [0.0, 1.0], [0.89, 0.11]]
    """
    if max(game.shape) > ENUMERABLE:
        raise HernaError(
            f"equilibria: the game has {max(game.shape)} options; allowed: at most {ENUMERABLE}"
        )
    pairs = _distinct(support_enumeration(game))
    corners = [_corners(game.column.T), _corners(game.row)]
    extreme = _distinct(_fully_labelled(game, *corners))
    lost = [pair for pair in extreme if not _among(pair, pairs)]
    degenerate = any(
        bool((tight.sum(axis=1) > tight.shape[1] - own).any())
        for (_, tight), own in zip(corners, game.shape[::-1], strict=True)
    )
    found = [_equilibrium(game, pair) for pair in pairs + lost]
    found.sort(key=lambda e: (not e.pure, *-e.row.round(6), *-e.column.round(6)))
    return Equilibria(tuple(found), degenerate, len(lost), _warning(degenerate, len(lost)))


def support_enumeration(game):
    """The equilibria that nashpy finds, its warning left to `equilibria`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its own imports warn, too
        import nashpy  # late: it takes a second to load

        found = list(nashpy.Game(game.row, game.column).support_enumeration())
    return [(_tidied(x), _tidied(y)) for x, y in found]


def _warning(degenerate, lost):
    if degenerate:
        told = "this game is degenerate (a strategy has more best answers than options it mixes): "
        told += "mixtures of the equilibria shown may be equilibria, too"
    elif lost:
        return f"support enumeration alone would have lost {lost} of these by rounding"
    else:
        return ""
    return f"{told}; support enumeration alone would have lost {lost} of these" if lost else told


def _equilibrium(game, pair):
    x, y = pair
    return Equilibrium(x, y, (float(x @ game.row @ y), float(x @ game.column @ y)))


def _tidied(mix):
    """Probabilities without the dirt that rounding leaves."""
    mix = np.where(np.abs(mix) < NEAR, 0.0, mix)
    return mix / mix.sum()


def _among(pair, pairs):
    return any(
        np.allclose(np.concatenate(pair), np.concatenate(other), atol=1e-6) for other in pairs
    )


def _distinct(pairs):
    kept: list = []
    for pair in pairs:
        if not _among(pair, kept):
            kept.append(pair)
    return kept


# Corners of the best-response polytopes.


def _corners(payoffs):
    """Corners of {x >= 0, payoffs @ x <= 1} other than 0, and which constraints are tight in each.

    payoffs : of a player (his options down) against the mix x of the other, not yet scaled
    """
    payoffs = payoffs - payoffs.min()
    payoffs = payoffs / (payoffs.max() or 1.0) + 1.0  # positive, so that the polytope is bounded
    options = payoffs.shape[1]
    left = np.vstack([-np.eye(options), payoffs])
    right = np.concatenate([np.zeros(options), np.ones(len(payoffs))])
    chosen = np.array(list(itertools.combinations(range(len(left)), options)))
    squares = left[chosen]
    solvable = np.abs(np.linalg.det(squares)) > 1e-12
    points = np.linalg.solve(squares[solvable], right[chosen[solvable], None])[..., 0]
    slack = right - points @ left.T
    inside = (slack >= -NEAR).all(axis=1) & (points.sum(axis=1) > NEAR)
    points, tight = points[inside], np.abs(slack[inside]) < NEAR
    _, first = np.unique(points.round(7), axis=0, return_index=True)
    return points[first], tight[first]


def _fully_labelled(game: MatrixGame, row_corners, column_corners):
    """Pairs of corners in which every option is unused or a best answer: the equilibria."""
    rows, columns = game.shape
    (xs, x_tight), (ys, y_tight) = row_corners, column_corners
    # x: its own options unused, then the column player's best; y: the other way round.
    x_labels = x_tight
    y_labels = np.concatenate([y_tight[:, columns:], y_tight[:, :columns]], axis=1)
    full = (x_labels[:, None, :] | y_labels[None, :, :]).all(axis=2)
    assert full.shape == (len(xs), len(ys)) and x_labels.shape[1] == rows + columns
    return [
        (_tidied(xs[i] / xs[i].sum()), _tidied(ys[j] / ys[j].sum())) for i, j in np.argwhere(full)
    ]

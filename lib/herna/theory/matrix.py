"""Games of two players as tables: rows are one player's options, columns the other's.

What can be read off a table without any calculation stands here: saddle points, dominance, best
responses and equilibria in pure strategies. Thesis 3, sec. 2.1.
"""

from dataclasses import dataclass, replace

import numpy as np

from herna.errors import HernaError, require_number, shown

LETTERS = "ABCDEFGHIJ"
MOST_OPTIONS = len(LETTERS)
LARGEST_PAYOFF = 1e6
SAME = 1e-9  # payoffs that differ by less are equal


@dataclass(frozen=True, eq=False)
class MatrixGame:
    """What both players get in every cell; made by `matrix_game`."""

    row: np.ndarray  # payoffs of the row player, (rows, columns)
    column: np.ndarray  # payoffs of the column player
    rows: tuple[str, ...]  # names of the options
    columns: tuple[str, ...]
    players: tuple[str, str]
    title: str = ""

    @property
    def shape(self):
        return self.row.shape

    @property
    def zero_sum(self):
        """Whether one player loses exactly what the other wins."""
        return bool(np.allclose(self.row + self.column, 0, rtol=0, atol=SAME))

    def cell(self, row, column):
        """The payoffs of both in a cell, by the names of the options."""
        i, j = self.rows.index(row), self.columns.index(column)
        return float(self.row[i, j]), float(self.column[i, j])

    def names(self, place):
        """The names of the options of a cell."""
        return self.rows[place[0]], self.columns[place[1]]

    def swapped(self):
        """The same game from the other side of the table."""
        return MatrixGame(
            self.column.T, self.row.T, self.columns, self.rows, self.players[::-1], self.title
        )


def matrix_game(row, column=None, rows=(), columns=(), players=("Row", "Column"), title=""):
    """A game from the payoffs of the row player; without those of the column player: zero-sum.

    >>> matrix_game([[4, -3], [-6, 8]]).zero_sum
    True
    """
    row = _payoffs("row payoffs", row)
    column = -row if column is None else _payoffs("column payoffs", column)
    if column.shape != row.shape:
        raise HernaError(
            f"matrix game: column payoffs have the shape {column.shape}; allowed: that of the row "
            f"player's, {row.shape}"
        )
    rows, columns = (
        _named(side, names, count)
        for side, names, count in zip(("rows", "columns"), (rows, columns), row.shape, strict=True)
    )
    return MatrixGame(row + 0.0, column + 0.0, rows, columns, tuple(players), title)


def _payoffs(field, values):
    try:
        array = np.array(values, float)
    except (TypeError, ValueError):
        raise HernaError(
            f"matrix game: {field} are {shown(values)}; allowed: rows of numbers, equally long"
        ) from None
    if array.ndim != 2 or not 1 <= min(array.shape) <= max(array.shape) <= MOST_OPTIONS:
        raise HernaError(
            f"matrix game: {field} have the shape {array.shape}; allowed: a table of 1 to "
            f"{MOST_OPTIONS} rows and columns"
        )
    worst = array.flat[np.argmax(np.where(np.isfinite(array), np.abs(array), np.inf))].item()
    require_number("matrix game", field, worst, -LARGEST_PAYOFF, LARGEST_PAYOFF)
    return array


def _named(side, names, count):
    names = tuple(str(name) for name in names) or tuple(LETTERS[:count])
    if len(set(names)) != count or len(names) != count:
        raise HernaError(
            f"matrix game: {side} are called {shown(names)}; allowed: {count} different names"
        )
    return names


# Zero sum.


def security_levels(game):
    """What the row player gets at least with each row, what he gets at most in each column."""
    _refuse_unless_zero_sum(game)
    return game.row.min(axis=1), game.row.max(axis=0)


def saddle_points(game):
    """Cells that are the minimum of their row and the maximum of their column.

    >>> saddle_points(matrix_game([[3, 2], [1, 0]]))
    [(0, 1)]
    """
    least, most = security_levels(game)
    there = (game.row <= least[:, None] + SAME) & (game.row >= most[None, :] - SAME)
    return _places(there)


def _refuse_unless_zero_sum(game):
    if not game.zero_sum:
        raise HernaError(
            "matrix game: the payoffs of a cell do not add up to 0; allowed: a zero-sum game"
        )


# Any sum.


def best_responses(game):
    """Two tables of the shape of the game: where the row, and the column player answers best."""
    best_row = game.row >= game.row.max(axis=0, keepdims=True) - SAME
    best_column = game.column >= game.column.max(axis=1, keepdims=True) - SAME
    return best_row, best_column


def pure_equilibria(game):
    """Cells in which neither player would rather have chosen otherwise.

    >>> pure_equilibria(matrix_game([[2, 0], [0, 1]], [[1, 0], [0, 2]]))
    [(0, 0), (1, 1)]
    """
    best_row, best_column = best_responses(game)
    return _places(best_row & best_column)


def _places(cells):
    return [(int(i), int(j)) for i, j in np.argwhere(cells)]


@dataclass(frozen=True)
class Dominance:
    """One option of a player is never worse than another; strictly: it is always better."""

    player: str
    better: str
    worse: str
    strict: bool

    def __str__(self):
        how = "strictly" if self.strict else "weakly"
        return f"{self.player}'s {self.better} {how} dominates {self.worse}"


def dominance(game):
    """Every pair of options of which one dominates the other.

    >>> print(*dominance(matrix_game([[2, 3], [1, 0]], [[3, 2], [0, 1]])))
    Row's A strictly dominates B
    """
    return [*_dominated_rows(game), *_dominated_rows(game.swapped())]


def _dominated_rows(game):
    found = []
    for i, better in enumerate(game.row):
        for j, worse in enumerate(game.row):
            gains = better - worse
            if i != j and (gains >= -SAME).all() and (gains > SAME).any():
                strict = bool((gains > SAME).all())
                found.append(Dominance(game.players[0], game.rows[i], game.rows[j], strict))
    return found


def without_dominated(game, weakly=False):
    """What is left when dominated options are crossed out one by one, and the steps in order.

    Strictly dominated ones only, unless `weakly`: then equilibria may be lost, and what is left may
    depend on the order (ours: the row player's first).
    """
    steps: list[Dominance] = []
    while found := [step for step in dominance(game) if step.strict or weakly]:
        game = _without(game, found[0])
        steps.append(found[0])
    return game, steps


def _without(game, step):
    if step.player == game.players[0] and step.worse in game.rows:
        keep = [i for i, name in enumerate(game.rows) if name != step.worse]
        rows = tuple(game.rows[i] for i in keep)
        return replace(game, row=game.row[keep], column=game.column[keep], rows=rows)
    return _without(game.swapped(), step).swapped()


# Players who mix, knowingly or not.


def expected(game, row_mix, column_mix):
    """What both get on average when each draws his option by lot."""
    x, y = _mix(row_mix, game.shape[0]), _mix(column_mix, game.shape[1])
    return float(x @ game.row @ y), float(x @ game.column @ y)


def p_intelligent(mix, p):
    """The mixed strategy of who is rational with probability `p` and otherwise draws any option.

    >>> p_intelligent([1, 0], 0.5).tolist()
    [0.75, 0.25]
    """
    require_number("p-intelligent player", "p", p, 0, 1)
    mix = _mix(mix, len(mix))
    return p * mix + (1 - p) / len(mix)


def answers(game, column_mix):
    """What each row brings the row player against a mixed strategy of the column player."""
    return game.row @ _mix(column_mix, game.shape[1])


def _mix(mix, count):
    mix = np.asarray(mix, float)
    if mix.shape != (count,) or (mix < -SAME).any() or abs(mix.sum() - 1) > 1e-6:
        raise HernaError(
            f"mixed strategy: probabilities are {shown(mix.tolist())}; allowed: {count} numbers "
            "from 0 up that add up to 1"
        )
    return mix

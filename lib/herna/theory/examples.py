"""The worked examples of thesis 3, chapter 2, read from its tables; and a few of ours beside them.

The thesis prints no table of numbers for three players. `three_players()` is the usual textbook
game of Rose, Colin and Larry (P. D. Straffin, Game Theory and Strategy, 1993, chapter 19).
"""

import csv
from functools import lru_cache

import numpy as np

from herna.errors import HernaError, nearest
from herna.results.store import home
from herna.theory.coalitions import ManyGame, many_game
from herna.theory.matrix import MatrixGame, matrix_game

FILE = "game_theory_matrices.csv"
TABLES = {  # our short name to the table in the file, and what it is an example of
    "T1": ("Table 1 and 2", "zero sum, no saddle point"),
    "T3": ("Table 3", "zero sum, a saddle point"),
    "T4": ("Table 4", "any sum, one equilibrium"),
    "T5": ("Table 5", "the prisoner's dilemma"),
    "T6": ("Table 6", "cooperation and threats"),
}


def example(name) -> MatrixGame:
    """A table of the thesis by its short name: T1 (the same as T2), T3, T4, T5 or T6."""
    name = "T1" if name == "T2" else name
    if name not in TABLES:
        raise HernaError(f"example {name!r} is unknown; {nearest(name, TABLES)}")
    return _read()[name]


def examples() -> dict[str, MatrixGame]:
    """All tables of the thesis by their short names."""
    return dict(_read())


@lru_cache(maxsize=1)
def _read():
    path = home() / "data" / "thesis" / "three-player-checkers" / FILE
    try:
        with open(path, encoding="utf-8", newline="") as file:
            lines = list(csv.DictReader(file))
    except OSError as problem:
        raise HernaError(f"{FILE}: cannot be read ({problem.strerror})") from None
    return {name: _game(name, lines) for name in TABLES}


def _game(name, lines):
    table, what = TABLES[name]
    cells = [line for line in lines if line["table"] == table]
    rows = tuple(dict.fromkeys(cell["row_strategy"] for cell in cells))
    columns = tuple(dict.fromkeys(cell["column_strategy"] for cell in cells))
    shape = len(rows), len(columns)
    players = cells[0]["row_player"], cells[0]["column_player"]
    payoffs = [
        np.array([float(cell[field]) for cell in cells]).reshape(shape)
        for field in ("payoff_row", "payoff_column")
    ]
    return matrix_game(payoffs[0], payoffs[1], rows, columns, players, f"{name}, {what}")


# Ours.


def with_ties() -> MatrixGame:
    """A degenerate game (issue 222 of nashpy): support enumeration shows one of its equilibria."""
    return matrix_game([[-3, 3], [-3, 5]], [[2, 7], [4, 2]], title="ties, a degenerate game")


def three_players() -> ManyGame:
    """Rose, Colin and Larry: zero sum, two options each, two equilibria in pure strategies."""
    larry_a = [[(1, 1, -2), (-4, 3, 1)], [(2, -4, 2), (-5, -5, 10)]]
    larry_b = [[(3, -2, -1), (-6, -6, 12)], [(2, 2, -4), (-2, 3, -1)]]
    payoffs = np.stack([np.array(larry_a), np.array(larry_b)], axis=2)
    return many_game(payoffs, ("Rose", "Colin", "Larry"))


def common_good(gifts=(1.9, 1.5, 1.2), cost=2.0) -> ManyGame:
    """Three players may each give something that serves all; a prisoner's dilemma for three.

    Option B, to give, costs `cost` and brings everybody, the giver too, his gift.
    """
    shape = (2,) * len(gifts)
    payoffs = np.zeros((*shape, len(gifts)))
    for outcome in np.ndindex(shape):
        payoffs[outcome] = np.dot(outcome, gifts) - cost * np.array(outcome)
    options = (("keep", "give"),) * len(gifts)
    return many_game(payoffs, ("Ann", "Ben", "Cid")[: len(gifts)], options)

"""The figures and tables of thesis 3, ours beside the print, each from stored results.

Numbers in captions are those of the thesis's own figures and tables.
"""

import numpy as np
import pandas as pd

from herna.claims.checkers_tables import (
    series_beside_print,
    sets_beside_print,
    strategies,
    work_of,
)
from herna.figures import tournament


def table_of_series(results):
    return series_beside_print(results.table("checkers_strategies"))


def table_of_strategies(results):
    return strategies(results.table("checkers_strategies"))


def table_of_sets(results):
    return sets_beside_print(results.table("checkers_sets"))


def _work(results):
    games = {cell: work_of(results, cell)[0] for cell in ("full search", "genetic")}
    return tournament.plot_work(games)


def generations(results):
    """The mean number of different lines and first moves by cell and generation."""
    found = []
    for cell, rows in results.table("checkers_breeding").groupby("cell", sort=False):
        lines, firsts = (np.mean(rows[name].tolist(), axis=0) for name in ("lines", "first_moves"))
        found += [
            {"cell": cell, "generation": number, "lines": many, "first_moves": first}
            for number, (many, first) in enumerate(zip(lines, firsts, strict=True), 1)
        ]
    return pd.DataFrame(found)


PICTURES = {
    "33_diversity": (
        "Different lines and first moves by generation",
        ("checkers_breeding",),
        lambda results: tournament.plot_diversity(generations(results)),
    ),
    "34_series": (
        "Two players with one strategy against one with another (tables 17 to 26)",
        ("checkers_strategies",),
        lambda results: tournament.plot_seats(table_of_series(results)),
    ),
    "34_strategies": (
        "Points and draws of the five strategies (table 9)",
        ("checkers_strategies",),
        lambda results: tournament.plot_strategies(table_of_strategies(results)),
    ),
    "34_work": (
        "What a move takes over a game (figures 11 and 12)",
        ("checkers_effort",),
        _work,
    ),
}

TABLES = {
    "tables17_26_series": (
        "Every seat of the ten series beside tables 17 to 26",
        ("checkers_strategies",),
        table_of_series,
    ),
    "table9_strategies": (
        "The five strategies beside table 9",
        ("checkers_strategies",),
        table_of_strategies,
    ),
}

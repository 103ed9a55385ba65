"""How the claims of thesis 3 are judged: seats, strategies over many tables, what is settled."""

import numpy as np
import pandas as pd
import pytest

from herna.claims import checkers_tables as tables
from herna.claims.three_player_checkers import Orders, phases
from herna.experiments.three_player_checkers import PAIRS
from herna.games.checkers import Checkers

GAMES = 200


def played(shares, seed=1):
    """Decisive games at every table; `shares` says how likely each strategy is to win, by seat."""
    rng, rows = np.random.default_rng(seed), []
    for one, other in PAIRS:
        known = (one, one, other)
        odds = np.array([shares[name] for name in known], float)
        for n in range(GAMES):
            winner = rng.choice(3, p=odds / odds.sum())
            points = {f"points_{c}": float(i == winner) for i, c in enumerate(tables.COLOURS)}
            rows.append({"cell": " ".join(known), "replicate": n, "sharing": 1, **points})
    return pd.DataFrame(rows)


EVEN = dict.fromkeys(("K", "PK", "PTP", "PU", "PHHK"), 1)


def test_the_points_of_all_seats_make_one_a_game():
    table = tables.seats(played(EVEN))
    assert len(table) == 30
    assert table["points"].groupby("cell").sum().tolist() == [GAMES] * 10
    assert (table[["wins", "draws", "losses"]].sum(axis=1) == GAMES).all()
    assert ((table["low"] <= table["share"]) & (table["share"] <= table["high"])).all()


def test_a_strategy_is_averaged_over_its_seats():
    """K sits on eight seats of ten tables, PHHK on four: all count alike."""
    rows = played(EVEN)
    seats = tables.seats(rows)["points"]
    for name, count in {"K": 8, "PK": 7, "PTP": 6, "PU": 5, "PHHK": 4}.items():
        mine = [
            seats[cell, colour]
            for cell in rows["cell"].unique()
            for colour in tables.seats_of(cell, name)
        ]
        assert len(mine) == count
        mean, low, high = tables.mean_of_strategy(rows, name)
        assert mean == pytest.approx(sum(mine) / count / GAMES)
        assert low < mean < high


def test_a_stronger_strategy_is_found_and_equal_ones_are_not_told_apart():
    rows = played({**EVEN, "K": 3})
    mean, low, _ = tables.difference_of_strategies(rows, "K", "PU")
    assert low > 0.05
    one, other = tables.mean_of_strategy(rows, "K")[0], tables.mean_of_strategy(rows, "PU")[0]
    assert mean == pytest.approx(one - other)
    intervals = [
        tables.difference_of_strategies(played(EVEN, seed), "PTP", "PU")[1:] for seed in range(20)
    ]
    assert sum(low < 0 < high for low, high in intervals) >= 16  # 19 are to be expected


def test_seats_of_one_table_are_compared_game_by_game():
    rows = played({**EVEN, "PK": 3})
    mean, low, high = tables.lead(rows, "K K PK", "red", "white")
    table = tables.seats(rows)["share"]
    assert mean == pytest.approx(table["K K PK", "red"] - table["K K PK", "white"])
    assert 0 < low < mean < high
    assert tables.lead_of_pair(rows, "K K PK")[0] < 0


def test_a_statement_holds_only_if_the_whole_interval_is_above_nought():
    orders = Orders()
    orders.more("a more than b", (0.2, 0.1, 0.3))
    orders.more("c more than d", (0.1, -0.1, 0.3))
    orders.more("e more than f", (-0.2, -0.3, -0.1))
    finding = orders.judged()
    assert finding.verdict == "differs"
    assert finding.reason == (
        "not so: c more than d (not settled by so many games); e more than f (the other way round)"
    )


def test_the_misprints_of_the_thesis_are_found():
    found = tables.accounts()
    assert "Table 26 games" in found and "Table 9 PTP points" in found
    assert len(found) == 7
    assert tables.overview_is_sum()


def test_every_table_of_the_appendix_is_a_cell_of_the_series():
    numbers = tables.table_numbers()
    assert sorted(numbers.values()) == sorted(tables.SERIES)
    assert numbers[22] == "PK PK PHHK"


def test_the_printed_points_stand_beside_ours():
    table = tables.series_beside_print(played(EVEN))
    assert len(table) == 30
    row = table[(table["table"] == 22) & (table["colour"] == "red")].iloc[0]
    assert (row["player"], row["printed_share"]) == ("StdAI PHHK", 0.57)
    assert not (table["printed_share"] > 1).any()


def test_the_lines_of_figure_4_pay_what_the_thesis_says_under_cooperation():
    known = Checkers().mind(("K", "PK"))
    assert tables.play_line("figure 4", "A", known)[1].tolist() == [-2540, 1270, 1270]
    assert tables.play_line("figure 4", "B", known)[1].tolist() == [4595, 2540, -3025]


def test_phases_are_told_of_games_that_have_all_of_them():
    left = np.array([3] * 60 + [2] * 20)
    queens = np.array([0] * 30 + [1] * 50)
    work = np.array([100.0] * 30 + [300.0] * 10 + [900.0] * 20 + [10.0] * 20)
    told = phases(work, left, queens)
    assert told == {
        "at first": 100,
        "before the first queen": 100,
        "with the first queen": 300,
        "at most with queens": 900,
        "with queens": 700,
        "before the duel": 900,
        "in the duel": 10,
    }
    assert phases(work, np.full(80, 3), queens) is None
    assert phases(work, left, np.zeros(80)) is None

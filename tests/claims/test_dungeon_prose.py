"""What notebooks 20 to 24 and docstrings of thesis 2 say, asked of the results."""

import pytest

from herna.claims.claim import stored
from herna.claims.dungeon_tables import (
    advantage,
    all_evolutions,
    ceilings,
    courses,
    difficulties,
    run_winners,
    usage,
    variants_compared,
    win_rates,
)
from herna.experiments.dungeon_experiment import HEROES

PRIEST, WIZARD, THIEF, FIGHTER = HEROES


def rates(name):
    return win_rates(stored().table(name))["rate"]


def test_what_notebook_21_says_of_bots_without_genes():
    rows = stored().table("dungeon_random")
    reckless = rows[rows["cell"].str.endswith("any move")]
    assert reckless["moves"].mean() == pytest.approx(12, abs=4)
    assert not rows["won"].any()
    cleared = stored().table("dungeon_greedy").groupby("cell")["only_boss_left"].mean()
    assert cleared[PRIEST] == pytest.approx(1 / 4, abs=0.04)
    assert cleared[THIEF] == pytest.approx(1 / 3, abs=0.04)
    greedy = win_rates(stored().table("dungeon_greedy"))
    assert greedy.rate[THIEF] == pytest.approx(0.03, abs=0.005)
    assert 0 < greedy.wins[FIGHTER] < 100


def test_what_is_said_of_the_bot_that_looks_ahead():
    found = rates("dungeon_lookahead").rename(lambda cell: cell.partition(", ")[0])
    assert found[FIGHTER] == pytest.approx(0.67, abs=0.01)
    assert found[PRIEST] == pytest.approx(0.88, abs=0.01)
    assert found[THIEF] == pytest.approx(0.98, abs=0.01)
    assert found[WIZARD] == pytest.approx(0.61, abs=0.01)
    judged = difficulties(stored()).groupby("cell")["rate"].mean()
    assert (found > judged + 0.1).all(), "far more often than the judges"


def test_what_notebook_22_says_of_the_evolution():
    rows = stored().table("dungeon_evolution")
    winners, table = run_winners(rows), courses(rows)
    assert winners.groupby("cell").size().eq(16).all()
    assert winners["since"].mean() == pytest.approx(23, abs=0.6)
    for hero, ceiling in ceilings().items():
        course = table.loc[hero]
        assert course.index[course["overall"] > ceiling].min() <= 6, "within a few generations"
        assert course["mean"].iloc[-1] > course["mean"].iloc[-6]
    share = 3 * winners["fitness_mean"] / winners["best_ever"]
    assert (share < 1).all() and (share < 0.5).mean() == pytest.approx(6 / 7, abs=0.01)


def test_what_notebook_22_says_of_parts_left_out():
    table = variants_compared(stored())
    means = table.groupby("variant")[["rate", "drunk"]].mean()
    assert means.loc["as described", "rate"] == pytest.approx(0.16, abs=0.005)
    assert means.loc["one game", "rate"] == pytest.approx(0.12, abs=0.005)
    winners = run_winners(all_evolutions(stored()))
    _, (low, high) = advantage(winners, "one game", "rate")
    assert low > 0
    for part in ("no arithmetic crossover", "no smart mutation", "potions worth nothing"):
        _, (low, high) = advantage(winners, part, "rate")
        assert low < 0 < high, part
    _, (_, high) = advantage(winners, "potions worth nothing", "drunk")
    assert high <= 0, "a little more is drunk"
    rows = all_evolutions(stored())
    value, (low, _) = advantage(rows[rows["generation"] == 10], "no smart mutation", "mean")
    assert value > 0 > low


def test_what_notebooks_22_and_23_say_of_luck():
    winners = run_winners(stored().table("dungeon_evolution"))
    assert winners.groupby("cell")["rate"].max()[PRIEST] == pytest.approx(0.63, abs=0.005)
    found, greedy = rates("dungeon_representatives"), rates("dungeon_greedy")
    assert found[THIEF] == pytest.approx(0.31, abs=0.005) and found.idxmax() == THIEF
    assert found[PRIEST] == pytest.approx(0.12, abs=0.005)
    assert found[WIZARD] == pytest.approx(0.07, abs=0.005) and found.idxmin() == WIZARD
    assert (found > 5 * greedy.reindex(found.index)).all()


def test_what_notebook_23_says_of_habits():
    table = usage(stored().table("dungeon_representatives"))
    assert table.loc["C2"].idxmax() == WIZARD and table.loc["C2", FIGHTER] < 0.5
    assert table.loc[["C3", "C4", "C5"], WIZARD].sum() < 0.5
    assert table.loc["C7"].max() < 7.66 / 2, "nobody poisons as the Thief of the thesis does"
    assert table.loc["C10", PRIEST] > 0.5
    assert table.loc[["G7", "C6"], WIZARD].sum() < 0.01


def test_what_notebook_24_says_of_hopeless_and_easy_dungeons():
    rows = difficulties(stored())
    never = rows.groupby("cell")["rate"].agg(lambda rate: (rate == 0).mean())
    assert all(0.55 < never[hero] < 0.75 for hero in (FIGHTER, WIZARD))
    assert 0.4 < never[THIEF] < 0.5
    assert never[PRIEST] == pytest.approx(1 / 7, abs=0.02)
    always = rows.groupby("cell")["rate"].agg(lambda rate: (rate == 1).any())
    assert always.all()

"""What notebooks 20 to 24, claims and docstrings of thesis 2 say, asked of the results."""

from functools import reduce

import numpy as np
import pytest

from herna.claims.claim import Results, stored
from herna.claims.desktop_dungeons import (
    CHECKS,
    share_of_choices,
)
from herna.claims.dungeon_tables import (
    THESIS,
    advantage,
    all_evolutions,
    ceilings,
    courses,
    difficulties,
    habits_by_run,
    printed_usage,
    rules_and_sources,
    run_winners,
    usage,
    variants_compared,
    win_rates,
)
from herna.dungeon.breeding import breeding
from herna.dungeon.choosing import choose, judge
from herna.dungeon.planner import LookaheadBot
from herna.evolution import Settings
from herna.experiments import EXPERIMENTS
from herna.experiments.dungeon_experiment import HEROES, dungeon_of
from herna.games.dungeon import game, tables
from herna.seeds import generator

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
    both = rates("dungeon_lookahead")
    found, further = (
        both.filter(like=words).rename(lambda cell: cell.partition(", ")[0])
        for words in (", looks ahead", ", looks two kills ahead")
    )
    assert found[FIGHTER] == pytest.approx(0.67, abs=0.01)
    assert found[PRIEST] == pytest.approx(0.88, abs=0.01)
    assert found[THIEF] == pytest.approx(0.98, abs=0.01)
    assert found[WIZARD] == pytest.approx(0.61, abs=0.01)
    judged = difficulties(stored()).groupby("cell")["rate"].mean()
    assert (found > judged + 0.1).all(), "far more often than the judges"
    assert LookaheadBot().depth == 1, "to the end of the next kill"
    assert further[PRIEST] == pytest.approx(0.92, abs=0.005)
    table = win_rates(stored().table("dungeon_lookahead"))
    for hero in (FIGHTER, THIEF, WIZARD):
        assert table.high[f"{hero}, looks ahead"] > further[hero] > found[hero]


def test_what_notebook_22_says_of_the_evolution():
    rows = stored().table("dungeon_evolution")
    winners, table = run_winners(rows), courses(rows)
    assert winners.groupby("cell").size().eq(16).all()
    bots = Settings().population + 29 * 240
    assert 3 * bots * len(winners) == pytest.approx(1.36e6, rel=0.005)
    assert winners["since"].mean() == pytest.approx(23, abs=0.6)
    for hero, ceiling in ceilings().items():
        course = table.loc[hero]
        assert course.index[course["overall"] > ceiling].min() <= 6, "within a few generations"
        assert course["mean"].iloc[-1] > course["mean"].iloc[-6]
    share = 3 * winners["fitness_mean"] / winners["best_ever"]
    assert (share < 1).all() and (share < 0.5).mean() == pytest.approx(6 / 7, abs=0.01)


def test_a_generation_measures_240_new_bots_also_without_arithmetic_crossover():
    without = EXPERIMENTS["dungeon_ablations"].settings(
        f"{PRIEST}, no arithmetic crossover", "evolution"
    )
    for settings in (Settings(), Settings(**without)):
        evolution = breeding(game.Dungeon(), (1,), settings)
        genomes = evolution.genes.random(100, generator(1))
        assert len(evolution.children(genomes, generator(2))) == 240


def test_what_notebook_22_says_of_parts_left_out():
    table = variants_compared(stored())
    assert table.groupby("variant")["runs"].first().to_dict() == {
        "as described": 16,
        **dict.fromkeys(EXPERIMENTS["dungeon_ablations"].variants, 8),
    }
    means = table.groupby("variant")[["rate", "early"]].mean()
    assert means["rate"].round(2).to_dict() == {
        "as described": 0.17,
        "one game": 0.12,
        "no arithmetic crossover": 0.19,
        "no smart mutation": 0.15,
        "potions worth nothing": 0.15,
    }
    winners = run_winners(all_evolutions(stored()))
    _, (low, _) = advantage(winners, "one game", "rate")
    assert low > 0
    for part in ("no arithmetic crossover", "no smart mutation", "potions worth nothing"):
        _, (low, high) = advantage(winners, part, "rate")
        assert low < 0 < high, part
    assert means.loc["as described", "early"] == pytest.approx(7.2, abs=0.05)
    assert means.loc["potions worth nothing", "early"] == pytest.approx(6.9, abs=0.05)
    _, (low, high) = advantage(winners, "potions worth nothing", "early")
    assert low < 0 < high
    rows = all_evolutions(stored())
    value, (low, _) = advantage(rows[rows["generation"] == 10], "no smart mutation", "mean")
    assert value > 0 > low


def test_what_notebook_22_says_of_other_settings():
    rows = all_evolutions(stored(), "dungeon_settings")
    winners = run_winners(rows)
    assert winners.groupby(["variant", "hero"]).size().drop("as described").eq(4).all()
    means = winners.groupby(["variant", "hero"])["rate"].mean().groupby("variant").mean()
    for name in ("half the mutation", "twice the mutation", "half the crossover"):
        _, (low, high) = advantage(winners, name, "rate")
        assert low < 0 < high, name
    _, (low, _) = advantage(winners, "the ten best stay", "rate")
    assert low > -0.01 and means["the ten best stay"] == pytest.approx(0.14, abs=0.005)
    assert means["monsters a tenth weaker"] == pytest.approx(0.35, abs=0.005)
    assert means["monsters a tenth weaker"] == pytest.approx(2 * means["as described"], rel=0.1)
    weaker = winners[winners["variant"] == "monsters a tenth weaker"]
    assert weaker["rate"].max() == pytest.approx(0.64, abs=0.005)
    found = weaker.groupby("hero")["rate"].mean()
    assert 0.5 < found[PRIEST] < 0.55
    assert found.round(2).drop(PRIEST).to_dict() == {THIEF: 0.43, FIGHTER: 0.26, WIZARD: 0.16}
    assert means["monsters of a new player"] == pytest.approx(0.05, abs=0.005)
    assert means["all glyphs of the game"] == pytest.approx(0.12, abs=0.005)
    variants = EXPERIMENTS["dungeon_settings"].variants
    four = variants["monsters of a new player"]["dungeon"]["monsters"]
    health = {kind.monster: kind.health_percent for kind in tables.load().monsters.values()}
    assert np.mean([health[name] for name in four]) == pytest.approx(138, abs=1)
    assert np.mean([health[name] for name in health if name not in four]) == 80
    reason = CHECKS[THESIS]["C12"](stored()).reason
    assert "the last third brings 6% of the gain" in reason and "generation 21" in reason


def test_what_notebooks_22_and_23_say_of_luck():
    winners = run_winners(stored().table("dungeon_evolution"))
    assert winners.groupby("cell")["rate"].max()[FIGHTER] == pytest.approx(0.46, abs=0.005)
    found, greedy = rates("dungeon_representatives"), rates("dungeon_greedy")
    assert found[THIEF] == pytest.approx(0.39, abs=0.005) and found.idxmax() == THIEF
    assert found[PRIEST] == pytest.approx(0.25, abs=0.005)
    assert found[FIGHTER] == pytest.approx(0.11, abs=0.005)
    assert found[WIZARD] == pytest.approx(0.08, abs=0.005) and found.idxmin() == WIZARD
    assert (found > 5 * greedy.reindex(found.index)).all()


def test_what_notebook_23_says_of_habits():
    table = usage(stored().table("dungeon_representatives"))
    assert table.loc["G1", [THIEF, WIZARD]].max() < table.loc["G1", [PRIEST, FIGHTER]].min()
    assert table.loc["C2"].idxmax() == WIZARD and table.loc["C2", FIGHTER] < 0.05
    assert table.loc["C13"].idxmax() == FIGHTER
    assert table.loc["G5", WIZARD] == pytest.approx(20, abs=0.6)
    assert table.loc[["C3", "C4", "C5"], WIZARD].sum() < 0.5
    assert table.loc["C7"].max() < 7.66 / 2, "nobody poisons as the Thief of the thesis does"
    assert table.loc["C10", PRIEST] > 0.5
    assert table.loc[["G7", "C6"], WIZARD].sum() < 0.01


def test_what_notebook_23_says_of_heroes_that_win_more_often_than_in_print():
    winners = run_winners(stored().table("dungeon_evolution"))
    medians = winners.groupby("cell")["rate"].median()
    assert medians[FIGHTER] == pytest.approx(0.17, abs=0.005) and medians[FIGHTER] > 0.085
    assert medians[WIZARD] == pytest.approx(0.07, abs=0.005) and medians[WIZARD] > 0.001


def test_what_notebook_23_says_of_the_winners_of_all_runs():
    habits = habits_by_run(stored())
    assert habits.groupby("hero").size().eq(16).all()
    habits = habits.assign(
        kills=habits["G2"] + habits["C11"],
        drunk=habits["C9"] + habits["C10"],
        power=habits["G5"] + habits["C3"] + habits["C5"],
        first=habits["G6"] + habits["C4"] + habits["C5"],
    )
    by_hero = habits.drop(columns="run").groupby("hero")
    spread = by_hero.std() / by_hero.mean()
    assert (spread[["kills", "drunk"]] < 0.2).all(axis=None), "they agree in these"
    assert (spread[["C1", "G3"]] < 0.4).all(axis=None), "roughly in these"
    assert (spread[["G5", "G6", "C7"]] > 0.6).all(axis=None), "and in these they do not"
    adopted = by_hero.agg(lambda uses: (uses >= 0.5).sum())
    assert adopted.loc[THIEF, "power"] == 9 and adopted.loc[WIZARD, "first"] == 10
    chosen = usage(stored().table("dungeon_representatives"))[WIZARD]
    assert chosen[["G6", "C4", "C5"]].sum() < 0.005, "the Wizard that was chosen never does"


def test_a_claim_about_habits_tells_how_many_choices_of_winners_would_show_it():
    def never(of):
        return {"nobody attacks": reduce(np.logical_and, (of(hero, "C1") < 0 for hero in HEROES))}

    def half(of):
        return {"one of two Priests": of(PRIEST, "C1") > np.median(of(PRIEST, "C1"))}

    assert share_of_choices(stored(), never) == 0
    assert share_of_choices(stored(), half) == 0.5
    for number in range(18, 26):
        assert "of all choices would show this" in CHECKS[THESIS][f"C{number}"](stored()).reason
    assert "32% of all choices" in CHECKS[THESIS]["C22"](stored()).reason
    assert "22% of all choices" in CHECKS[THESIS]["C18"](stored()).reason


@pytest.fixture(scope="module")
def printed():
    """Our results, but with the printed use of strategies instead of ours."""
    results = Results()
    results.once("dungeon uses", printed_usage)
    return results


@pytest.mark.parametrize("claim_id", [f"C{number}" for number in range(18, 28)])
def test_the_printed_table_passes_every_check_of_the_use_of_strategies(claim_id, printed):
    """What the thesis says of its own table holds there, or the check asks too much."""
    found = CHECKS[THESIS][claim_id](printed)
    assert found.verdict == "reproduced", found.reason


def test_one_protection_at_most_is_left_when_a_game_ends():
    rows = stored().table("dungeon_representatives")
    left = rows["G7"] + rows["C6"] + (rows["cell"] == FIGHTER) - rows["C13"]
    assert left.between(0, 1).all()
    reason = CHECKS[THESIS]["C26"](stored()).reason
    assert "Halfling Thief gains only 3.82" in reason and "the 0.36 left over are 10%" in reason


def test_the_hand_made_bot_wins_too_often_only_as_thief_and_all_heroes_are_told():
    found = CHECKS[THESIS]["C5"](stored())
    assert found.verdict == "differs" and "wins 3.1% as Halfling Thief" in found.reason
    assert found.reason.startswith("not so: nobody wins one game in a hundred. Likely cause")
    assert all(any(hero in str(number) for number in found.measured) for hero in HEROES)


def test_rules_and_their_sources_are_the_same_in_the_docstring_and_in_the_table():
    table = rules_and_sources()
    listed = [line for line in game.__doc__.splitlines() if line.startswith("- ") and "[" in line]
    rows = [f"- {row.Index} [{row.source}, {row.certainty}]" for row in table.itertuples()]
    assert listed == rows
    assert set(table["certainty"]) == {"stated", "high", "medium", "open"}


def test_what_notebook_20_says_of_classes_and_potions():
    classes = tables.load().classes
    assert {c.mana for c in classes.values()} == {10}
    assert {name: c.health_potion for name, c in classes.items() if c.health_potion != 40} == {
        "Priest": 100
    }
    assert {c.mana_potion for c in classes.values()} == {40}
    assert classes["Priest"].undead_damage == 200 and classes["Thief"].potions_do_both


def test_what_notebook_24_says_of_hopeless_and_easy_dungeons():
    rows = difficulties(stored())
    never = rows.groupby("cell")["rate"].agg(lambda rate: (rate == 0).mean())
    assert 0.75 < never[WIZARD] < 0.8
    assert all(0.4 < never[hero] < 0.5 for hero in (FIGHTER, PRIEST))
    assert never[THIEF] == pytest.approx(2 / 9, abs=0.01)
    always = rows.groupby("cell")["rate"].agg(lambda rate: (rate == 1).any())
    assert always.all()


@pytest.mark.parametrize("wanted", [0.3, 0.5, 0.9])
def test_dungeons_are_served_about_as_hard_as_wanted(wanted):
    """By games that they were not chosen for; chance alone makes 100 of them differ by a tenth."""
    table = difficulties(stored(), "dungeon_served")
    assert (table["games"] == 100).all() and table.groupby("cell").size().eq(1000).all()
    for hero in HEROES:
        for another in range(2):
            found = choose(table, hero, wanted, another)
            assert found.rate == pytest.approx(wanted, abs=0.05)
            again = judge(found.number, dungeon_of(hero, {}), seed=9)
            assert again.rate == pytest.approx(wanted, abs=0.2)

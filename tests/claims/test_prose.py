"""What notebooks 11 to 16, solutions and the causes of claims say, asked of the results.

Prose is not computed, so it goes stale without a word; a sentence with a number in it stands here.
"""

import numpy as np
import pytest

from herna import survey_pictures as pictures
from herna.claims import survey
from herna.claims.calibration_tables import sensitivity
from herna.claims.claim import stored
from herna.claims.environment_tables import (
    LABELS,
    PRINTED,
    SCORED,
    measurements,
    printed_metrics,
    scores,
)
from herna.survey import cases

FOR_FUN = ("E-HillClimber", "E-MaxMax", "E-MonteCarlo", "E-MaxN")
LOOK_AHEAD = ("E-MaxMax", "E-MaxN")


@pytest.fixture(scope="module")
def ratios():
    """By experiment: every metric relative to fair chance, one row per algorithm."""

    def of(name):
        means = measurements(stored(), name).means
        return means / means.loc["None"]

    return of


def means(name):
    return measurements(stored(), name).means


def wins(name, cell, seat=0):
    return measurements(stored(), name).wins(cell, seat, "wins").value


def test_what_notebook_11_says_of_two_hill_climbers(ratios):
    found = ratios("ludo_2hc")
    better = found.loc["E-HillClimber"] < 1
    assert better[["believability", "tension", "margin", "fairness", "lead_time"]].all()
    assert better["freedom"] and better["randomness"]  # less freedom is worse
    assert found.loc["E-HillClimber", "lead_changes"] > 1
    assert found.loc[list(LOOK_AHEAD), "tension"].max() < 0.2
    assert found.loc[list(LOOK_AHEAD), "lead_time"].max() < 0.1
    assert found.loc[list(LOOK_AHEAD), "rounds"].min() > 1.2
    assert found.loc["E-HillClimber", ["randomness", "win_ratio_sd"]].max() < 1
    rivals = found.loc[["POSM", "DL"]]
    assert rivals[["tension", "margin"]].stack().between(0.84, 0.9).all()
    assert rivals["lead_changes"].round(1).eq(1.2).all() and rivals["believability"].min() > 1.1
    assert rivals["win_ratio_sd"].max() < 0.5


def test_what_notebook_11_says_of_four_max_n_players(ratios):
    found, ours = ratios("ludo_4mn").loc["E-HillClimber"], means("ludo_4mn")
    printed = printed_metrics("table6_ludo_4maxn")
    assert found["tension"] == pytest.approx(0.27, abs=0.03)
    assert found["margin"] == pytest.approx(0.4, abs=0.03)
    assert found["fairness"] < 0.5
    assert found["lead_changes"] == pytest.approx(3, abs=0.3)
    assert found["believability"] == pytest.approx(1 / 20, abs=0.01)
    for cell in ("None", "E-HillClimber"):
        assert ours.loc[cell, "margin"] == pytest.approx(printed.loc[cell, "margin"], rel=0.04)
    none = ours.loc["None"] / printed.loc["None"]
    assert none["freedom"] == pytest.approx(1, abs=0.04)
    assert none["rounds"] == pytest.approx(0.8, abs=0.03)
    assert none["tension"] == pytest.approx(0.5, abs=0.1)
    assert none["lead_changes"] == pytest.approx(2 / 3, abs=0.05)
    assert found["lead_time"] == pytest.approx(0.54, abs=0.05)
    assert wins("ludo_4mn", "None") == pytest.approx(0.1, abs=0.02)
    assert wins("ludo_4mn", "E-HillClimber") == pytest.approx(0.2, abs=0.03)


def test_what_notebook_12_says_of_hill_climbers_in_lost_cities(ratios):
    found = ratios("lc_hcis")
    assert found.loc[list(FOR_FUN), ["tension", "margin"]].max().max() < 0.9
    believable = found.loc[list(FOR_FUN), "believability"]
    assert believable.drop("E-MonteCarlo").max() < 0.1
    assert believable["E-MonteCarlo"] == pytest.approx(0.25, abs=0.05)
    assert found.loc[list(LOOK_AHEAD), "lead_changes"].mean() == pytest.approx(2.1, abs=0.3)
    score = measurements(stored(), "lc_hcis").scores()["all metrics"]
    assert score[["POSM", "DL"]].min() > score[list(FOR_FUN)].max() + 1
    assert means("lc_hcis").loc[["None", *FOR_FUN], "win_ratio_sd"].min() > 0.45
    assert wins("lc_mmis", "None") == pytest.approx(1 / 3, abs=0.03)


def test_what_notebook_13_says_of_the_maze(ratios):
    found, players = ratios("maze"), ["E-HillClimber", "E-MaxMax", "E-MonteCarlo"]
    assert found.loc[players, ["tension", "margin", "believability"]].max().max() < 1
    assert found.loc[players, "lead_changes"].min() > 1
    for cell in ("E-HillClimber", "E-MaxMax"):
        assert wins("maze", cell) == pytest.approx(0.5, abs=0.06)
        assert found.loc[cell, "rounds"] > 1 > found.loc[cell, "randomness"]
    assert found.loc["DL", ["tension", "margin"]].min() > 1
    assert found.loc["DL", "freedom"] == pytest.approx(0.5, abs=0.03)
    assert 1.05 < found.loc["POSM", "randomness"] < 1.2
    assert found.loc["DL", "randomness"] == pytest.approx(1, abs=0.05)
    assert found.loc["None", "rounds"] * means("maze").loc["None", "rounds"] < 93
    assert means("maze").loc["None", "believability"] / 1000 / means("maze").loc[
        "None", "rounds"
    ] == pytest.approx(0.2, abs=0.02)
    for metric in ("tension", "margin"):
        assert found.loc[players, metric].idxmax() == "E-MonteCarlo"
    assert wins("maze", "E-MonteCarlo") == pytest.approx(0.7, abs=0.03)
    assert found.loc["POSM", "tension"] == pytest.approx(1, abs=0.05)
    assert found.loc["POSM", "margin"] < 1 < found.loc["POSM", "freedom"]
    assert wins("maze", "DL") > 0.6
    assert found.loc[["E-MaxMax", "E-MonteCarlo"], "freedom"].max() < 1


def test_what_notebook_00_says_of_a_first_experiment():
    rows = stored().table("ludo_2hc")
    first = rows[rows["replicate"] < 40].groupby("cell")["rounds"].mean()
    assert first["E-HillClimber"] > 1.2 * first["None"]


def test_what_notebook_14_says_of_games_that_never_end():
    ended = {
        name: stored().table(name).groupby("cell")["finished"].mean()
        for name in ("ludo_2hc_unbelievable", "ludo_unbelievable")
    }
    alone = ("E-HillClimber, no roll left to chance", "E-MaxMax, no roll left to chance")
    for found in ended.values():
        assert found[["E-HillClimber", "E-MaxMax"]].eq(1).all()
    assert ended["ludo_2hc_unbelievable"][list(alone)].max() < 0.5, "most games of two"
    assert ended["ludo_unbelievable"][alone[1]] < 0.5 < 0.9 < ended["ludo_unbelievable"][alone[0]]


def test_what_notebook_14_says_of_the_six_experiments():
    maze = measurements(stored(), "maze").scores()["all metrics"]
    assert maze["None"] < maze["POSM"] < maze["None"] + 0.5
    for name, label in LABELS.items():
        score = measurements(stored(), name).scores()["all metrics"]
        players = [cell for cell in FOR_FUN if cell in score]
        assert score[players].min() > score["None"], label
        if label != "LC-HCIS":
            assert score.idxmax() in LOOK_AHEAD, label
            assert score[players].min() > score[["POSM", "DL"]].max(), label
        if label.startswith("Ludo"):
            assert score[["POSM", "DL"]].min() > score["None"] - 0.05, label
    levels = measurements(stored(), "lc_hcis").wins("None", 0, "level 50").value
    assert levels < 0.05
    assert means("lc_hcis").loc["None", "rounds"] > 1.8 * means("lc_mmis").loc["None", "rounds"]


def test_without_the_win_ratio_max_n_leads_in_all_tables_of_ludo():
    rest = tuple(metric for metric in SCORED if metric != "win_ratio_sd")
    for name in ("ludo_2hc", "ludo_2mn", "ludo_4mn"):
        assert scores(means(name), rest).idxmax() == "E-MaxN", name


def test_with_no_roll_left_to_chance_all_are_believable():
    study = sensitivity(stored(), "calibration_ludo").query("setting == 'random_share'")
    none = study[study["value"] == "0.0"]
    assert set(none["algorithm"]) == set(FOR_FUN)
    assert none["believability"].max() < 0.05


def test_what_is_said_of_rivals_that_rank_corridors_by_value():
    study = sensitivity(stored(), "calibration_maze").query("setting == 'by_value'")
    by_value = study[study["value"] == "1"].set_index("algorithm")
    none = means("maze").loc["None"]
    assert (by_value["margin"] > none["margin"]).all()
    assert (by_value["ahead of None"] < 0).all()
    assert (by_value["freedom"] > 0.95 * none["freedom"]).all()


def test_what_is_said_of_monte_carlo_without_playouts():
    for name in ("calibration_maze", "calibration_ludo"):
        study = sensitivity(stored(), name)
        tried = study[study["setting"] == "playout_limit"].set_index("value")
        assert tried["distance"].idxmin() == "0", name
        assert tried.loc["0", "score"] > tried.loc["8", "score"] > tried.loc["400", "score"], name


def test_freedom_depends_on_who_plays():
    freedom = {name: means(name).loc["None", "freedom"] for name in ("lc_mmis", "lc_hcis")}
    printed = printed_metrics("table7_lost_cities_minimax_is").loc["None", "freedom"]
    assert freedom["lc_mmis"] / printed == pytest.approx(5 / 3, abs=0.07)
    assert freedom["lc_hcis"] / printed == pytest.approx(1.2, abs=0.05)


def test_three_levels_take_max_n_four_times_as_long_as_two():
    results = stored()
    two, three = (
        results.seconds("calibration_lost_cities", f"E-MaxN, depth {depth}") for depth in (2, 3)
    )
    assert 2.5 < three / two < 8


def test_what_notebook_16_says_of_posm():
    ours, printed = survey.table_1(stored().table("survey_posm")), survey.printed_table_1()
    assert ours.loc["Positional 7", "wins"].is_monotonic_decreasing
    assert ours.loc[("Positional 7", 1), "wins"] == 100
    assert ours.loc[("Positional 7", 7), "wins"] == 42
    draws, losses = ours.loc["POSM", "draws"], ours.loc["POSM", "losses"]
    assert (draws.loc[1:6].min(), draws.loc[1:6].max(), draws[7]) == (91, 100, 45)
    assert losses.loc[1:6].max() <= 1 and losses[7] == 48
    theirs = printed.loc["POSM", "losses"].loc[1:6]
    assert (theirs.min(), theirs.max()) == (11, 32)
    games = stored().table("survey_posm").query("cell == 'POSM - Material 7' and result < 0")
    assert (games["moves"] < 30).sum() == 15


def test_what_notebook_16_says_of_cases():
    table = survey.cases_table(stored().table("survey_cases"))
    balance = table["balance"].groupby("way").mean()
    assert round(100 * balance["fixed"]) == 55 and round(100 * balance["cases"]) == 58
    assert (table.loc["cases", "balance"] > table.loc["fixed", "balance"]).all()
    level = table.loc["cases", "level"]
    assert level.is_monotonic_increasing and level.iloc[0] < 50 < level.iloc[-1]
    assert (cases.EVERY, cases.BAND) == (40, 5)


def test_what_notebook_16_says_of_levels_and_of_thinking_time():
    means = survey.level_means(stored().table("survey_levels"))
    table = means.pivot(index="metric", columns="opponent", values="mean")
    table.loc["lead_changes"] *= -1
    assert (table.idxmin(axis=1) == "DL").all()
    points = survey.time_points(stored().table("survey_time_check"))
    assert points["player wins"].round().tolist() == [73, 49, 33]


def test_what_notebook_16_says_of_hamlet_and_of_fuzzy_rules():
    deaths = {name: np.mean(counts) for name, counts in pictures.deaths().items()}
    assert deaths["without"] == pytest.approx(6.9) and deaths["with Hamlet"] == pytest.approx(3.3)
    for game, low, high in ((25, 0.64, 0.72), (100, 0.69, 0.74)):
        rates = [course[game - 1]["win rate"] for course in pictures.dead_end().values()]
        assert (min(rates), max(rates)) == pytest.approx((low, high)), game


def test_what_notebook_16_says_of_patients():
    reached = {name: np.mean(counts) for name, counts in pictures.patients().items()}
    assert reached["adapted"] - reached["random"] == pytest.approx(2.3, abs=0.05)


def test_what_the_solutions_say_of_believability_in_ludo_for_four():
    ratios, points = {}, {}
    for side in ("ours", "print"):
        table = means("ludo_4mn") if side == "ours" else printed_metrics(PRINTED["ludo_4mn"])
        values = table["believability"]
        ratios[side] = (values / values["None"])[list(FOR_FUN)]
        points[side] = (values.min() / values)[list(FOR_FUN)]
        assert ratios[side].max() < 0.065
    assert ratios["ours"].idxmin() == "E-MonteCarlo" and ratios["ours"].min() < 0.01
    assert (points["ours"] - points["print"]).abs().max() == pytest.approx(0.9, abs=0.05)


def test_what_the_solutions_say_without_the_win_ratio():
    rest = tuple(metric for metric in SCORED if metric != "win_ratio_sd")
    for name, label in LABELS.items():
        score = scores(means(name), rest)
        players = [cell for cell in FOR_FUN if cell in score]
        assert score[players].min() > score["None"], label
        if label == "LC-HCIS":
            assert set(score.nlargest(2).index) == {"POSM", "DL"}
        else:
            assert score.idxmax() in LOOK_AHEAD, label
            assert (score[["POSM", "DL"]] - score["None"]).abs().max() < 0.3, label

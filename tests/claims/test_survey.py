"""The tables of the survey, and that what is stored is what they were derived from."""

import pytest

from herna.claims import environment_player as thesis1
from herna.claims import survey
from herna.claims.claim import Results
from herna.experiments.survey import SURVEY_TIME_CHECK
from herna.survey.classification import QUESTIONS

RESULTS = Results()


def test_table_1_as_printed():
    table = survey.printed_table_1()
    assert table.loc["Positional 7", "wins"].tolist() == [97, 96, 79, 76, 54, 52, 34]
    assert table.loc["POSM", "draws"].tolist() == [78, 63, 61, 57, 62, 62, 69]
    assert (table.sum(axis=1) == 100).all()


def test_our_table_1_adds_up():
    table = survey.table_1(RESULTS.table("survey_posm"))
    assert len(table) == 14 and (table.sum(axis=1).round(9) == 100).all()


def test_the_checked_times_are_those_that_the_stored_curve_gives():
    _, derived = survey.time_curve(RESULTS.table("survey_time"))
    assert [round(time) for time in derived.values()] == list(SURVEY_TIME_CHECK.iterations)


def test_the_quoted_times():
    table = survey.quoted_times()
    assert table["time"].tolist() == [28, 105, 777]
    assert table["wanted"].tolist() == [70, 50, 30]
    assert table["measured"].tolist() == [63, 44, 31]


def test_table_2_ticks_what_the_thesis_ticks():
    table = survey.table_2()
    assert list(table.columns) == list(QUESTIONS) and table.loc["POSM"].all()
    assert table.loc["ant pheromones"].to_dict() == {
        name: name in ("implicit", "dynamic", "tasks") for name in QUESTIONS
    }


def test_dynamic_level_is_better_than_any_static_level_in_all_four_metrics():
    means = survey.level_means(RESULTS.table("survey_levels"))
    table = means.pivot(index="opponent", columns="metric", values="mean")
    static = table.drop(index="DL")
    assert (table.loc["DL", "lead_changes"] > static["lead_changes"]).all()
    for metric in ("margin", "tension", "imbalance"):
        assert (table.loc["DL", metric] < static[metric]).all()


def test_a_wrong_cell_in_figure_10_is_noticed(monkeypatch):
    wrong = thesis1.pheromones.HARDER.copy()
    wrong[0, 0] = True
    monkeypatch.setattr(thesis1.pheromones, "HARDER", wrong)
    finding = thesis1.CHECKS[thesis1.THESIS]["C30"](RESULTS)
    assert finding.verdict == "differs" and "Fig. 10 (b)" in finding.reason


@pytest.mark.parametrize("name", ["fixed", "cases"])
def test_the_cases_are_told_apart(name):
    table = survey.cases_table(RESULTS.table("survey_cases"))
    assert table.loc[name].index.tolist() == [10, 30, 50, 70, 90]

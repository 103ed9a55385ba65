"""Claims: none left out, none without a reason, and the report is up to date."""

import csv
import shutil

import pandas as pd
import pytest

from herna.claims import THESES, claims_of, evaluate
from herna.claims import environment_player as thesis1
from herna.claims import environment_tables as tables
from herna.claims import memory as findings_on_disk
from herna.claims.claim import (
    Finding,
    Measured,
    Results,
    checks_of,
    judged,
    stored,
    thesis_folder,
)
from herna.claims.report import report, report_path, scorecard
from herna.compiled import PACKAGE
from herna.kernels.world import BETTER
from herna.seeds import generator

EXPECTED = {
    "environment-player": 30,
    "desktop-dungeons": 29,
    "three-player-checkers": 36,
    "grammar-forest": 38,
    "bang": 26,
}


@pytest.mark.parametrize("thesis", THESES)
def test_every_claim_has_a_check_or_a_reason_and_never_both(thesis):
    ids = [claim.id for claim in claims_of(thesis)]
    checks, not_yet = checks_of(thesis)
    assert ids == [f"C{number}" for number in range(1, EXPECTED[thesis] + 1)]
    assert set(checks) | set(not_yet) == set(ids)
    assert not set(checks) & set(not_yet)


@pytest.mark.parametrize("thesis", THESES)
def test_every_claim_says_what_it_claims_and_where(thesis):
    for claim in claims_of(thesis):
        assert all(vars(claim).values()), claim.id


def test_a_verdict_other_than_reproduced_needs_a_reason():
    with pytest.raises(ValueError, match="needs a reason"):
        Finding((Measured.exact("tension", 0.3),), "differs")


def test_a_verdict_that_was_reached_needs_a_number():
    with pytest.raises(ValueError, match="needs a number"):
        Finding((), "reproduced")


@pytest.mark.parametrize("thesis", THESES)
def test_every_number_of_ours_lies_in_its_interval(thesis):
    for claim, finding in evaluate(thesis):
        for ours in finding.measured:
            assert ours.low <= ours.value <= ours.high, (claim.id, ours)


def test_numbers_are_told_with_their_interval_unless_they_are_exact():
    assert str(Measured("tension", 0.301, 0.25, 0.352)) == "tension 0.30 [0.25, 0.35]"
    assert str(Measured.exact("gap", 0.00481, 4)) == "gap 0.0048"


def test_without_results_a_check_is_not_run_and_says_why(tmp_path):
    findings = {c.id: f for c, f in evaluate("environment-player", Results(root=tmp_path))}
    assert findings["C16"].verdict == "not run"
    assert "no thesis-scale results of ludo_4mn" in findings["C16"].reason


def test_reproduction_md_is_up_to_date():
    assert report_path().read_text(encoding="utf-8") == report(), "run: herna claims --write"


def test_the_scorecard_counts_every_claim():
    for thesis, counts in scorecard().items():
        assert sum(counts.values()) == EXPECTED[thesis]


def test_the_printed_tables_give_the_printed_scores():
    finding = thesis1.CHECKS[thesis1.THESIS]["C1"](Results())
    assert finding.verdict == "reproduced"


def test_a_changed_digit_in_a_printed_table_is_noticed(monkeypatch):
    real = thesis1.printed_metrics

    def wrong(name):
        table = real(name)
        table.loc["E-MaxMax", "tension"] *= 1.05
        return table

    monkeypatch.setattr(thesis1, "printed_metrics", wrong)
    assert thesis1.CHECKS[thesis1.THESIS]["C1"](Results()).verdict == "differs"


def test_relative_scores_of_the_maze_tension_are_those_of_the_thesis():
    metrics = tables.printed_metrics("table5_maze")
    score = metrics["tension"].min() / metrics.loc["None", "tension"]
    assert round(score, 3) == 0.546


def made_up(spread=1.0, games=200):
    """Measurements of two-player games in which E-HillClimber halves every metric."""
    rng = generator(1, "made up")
    rows = [
        {
            "cell": cell,
            "winner": int(rng.random() < 0.5),
            "rounds": 10,
            **{name: value * (1 + spread * rng.random()) for name in BETTER},
        }
        for cell, value in (("None", 2.0), ("E-HillClimber", 1.0))
        for _ in range(games)
    ]
    return tables.Measurements("ludo_2hc", pd.DataFrame(rows))


def test_scores_favour_the_better_cell():
    metrics = made_up(spread=0).means.drop(columns=["win_ratio_sd", "rounds"])
    found = tables.scores(metrics)
    assert found["E-HillClimber"] == 6 + 2 * 0.5  # six metrics where less is better, two not
    assert found["None"] == 6 * 0.5 + 2


def test_ratios_and_means_lie_in_intervals_of_the_right_size():
    found = made_up()
    ratio = found.ratio("E-HillClimber", "tension")
    assert ratio.value == pytest.approx(0.5, abs=0.03)
    assert 0.01 < ratio.high - ratio.low < 0.06
    mean = found.mean("None", "tension")
    spread = found.table.query("cell == 'None'")["tension"].std() / 200**0.5
    assert mean.high - mean.low == pytest.approx(2 * 1.96 * spread, rel=0.2)


def test_intervals_come_out_the_same_every_time():
    assert made_up().ratios().equals(made_up().ratios())


def test_the_scores_of_resampled_batches_scatter_around_the_score():
    found = made_up()
    column = found.scores()["all metrics"]
    draws = found.score_draws()
    for number, cell in enumerate(found.cells):
        assert abs(draws[number].mean() - column[cell]) < 0.6  # the win ratio may tip either way


def test_a_single_players_spread_is_the_distance_from_one_half():
    rows = pd.DataFrame(
        [
            {
                "cell": "None",
                "winner": 0 if n < 62 else -1,
                "rounds": 1,
                **dict.fromkeys(BETTER, 1.0),
            }
            for n in range(100)
        ]
    )
    assert tables.Measurements("maze", rows).means.loc["None", "win_ratio_sd"] == pytest.approx(
        0.12
    )


def test_a_metric_that_nobody_has_is_not_scored():
    metrics = pd.DataFrame({"fairness": [0.0, 0.0], "tension": [1.0, 2.0]}, index=["a", "b"])
    assert tables.scored(metrics, ("fairness", "tension", "margin")) == ["tension"]


def test_a_statement_that_fails_is_named_with_its_cause():
    finding = judged(
        [Measured.exact("x", 1)], {"x is small": True, "x is even": False}, "it is odd"
    )
    assert finding.verdict == "differs"
    assert finding.reason == "not so: x is even. Likely cause: it is odd"


def test_only_the_causes_of_failed_statements_are_told():
    statements = {"x is small": True, "x is even": False, "y is even": False}
    causes = {"x is small": "it is large", "even": "they are odd", "y": "they are odd"}
    finding = judged([Measured.exact("x", 1)], statements, causes)
    assert finding.reason == "not so: x is even; y is even. Likely cause: they are odd"


def test_what_has_no_known_cause_is_told_apart():
    finding = judged(
        [Measured.exact("x", 1)],
        {"x is even": False, "y is even": False},
        {"x": "it is odd"},
        {"y": "it is 3", "z": "it is 4"},
    )
    assert finding.reason == (
        "not so: x is even; y is even. Likely cause: it is odd. Cause unknown: it is 3"
    )


def test_the_printed_algorithms_form_two_groups_in_lost_cities():
    table = tables.printed_metrics(tables.PRINTED["lc_mmis"])
    assert all(thesis1.two_groups(table / table.loc["None"]).values())
    table.loc["E-MonteCarlo"] = table.loc["None"]
    failed = {
        words for words, holds in thesis1.two_groups(table / table.loc["None"]).items() if not holds
    }
    assert failed and all("E-HillClimber and E-MonteCarlo nearer" in words for words in failed)


def test_mazes_that_are_built_again_are_those_of_the_results():
    rows = stored().table("maze").query("cell == 'DL'").sort_values("replicate").head(3)
    experiment = thesis1.EXPERIMENTS["maze"]
    arena = experiment.arena("DL")
    again = [arena.play(experiment.generator("DL", number)).rounds for number in range(3)]
    assert again == rows["rounds"].tolist()


def test_spreads_of_win_rates_count_as_equal_where_a_thousand_games_tell_no_more():
    found = made_up()
    found.means.loc[:, "win_ratio_sd"] = [0.05, 0.01]
    assert found.winner("win_ratio_sd") == "E-HillClimber"
    assert not found.is_best("None", "win_ratio_sd")
    found.means.loc["None", "win_ratio_sd"] = 0.03
    assert found.is_best("None", "win_ratio_sd")
    assert found.is_best("E-HillClimber", "win_ratio_sd")
    assert not found.is_best("None", "tension")


def test_published_numbers_are_plain_csv():
    for thesis in THESES:
        for path in thesis_folder(thesis).glob("*.csv"):
            with open(path, encoding="utf-8", newline="") as file:
                rows = list(csv.reader(file))
            assert len({len(row) for row in rows}) == 1, path.name


def test_the_conclusions_of_the_thesis_hold_in_its_own_tables():
    """All but one: E-HillClimber has the best score in the Maze, as the thesis admits."""
    table = tables.conclusions(stored())
    assert table["print"].tolist() == [6, 6, 5, 6, 6]
    marks = table[list(tables.LABELS.values())]
    assert (marks == "yes").sum(axis=1).tolist() == table["ours"].tolist()


def test_intervals_of_scores_hold_their_scores():
    found = tables.measurements(stored(), "maze")
    metrics = found.means[tables.scored(found.means, tables.SCORED)]
    relative = tables.relative_scores(metrics, tables.SCORED)
    for values, (low, high) in (
        (found.scores(), found.score_bounds()),
        (relative, found.relative_bounds()),
    ):
        assert low.shape == values.shape == high.shape
        assert ((low <= values + 1e-9) & (values <= high + 1e-9)).all().all()
        assert (low < high).any().any()


# Findings kept on disk.


@pytest.fixture
def memory(tmp_path, monkeypatch):
    """A memory of its own, results of its own, and how often claims were really judged."""
    monkeypatch.setattr(findings_on_disk, "_folder", lambda: tmp_path)
    results = Results(root=tmp_path / "results")
    (tmp_path / "results" / "thesis" / "maze").mkdir(parents=True)
    judged_so_far = []

    def ask():
        def judge():
            judged_so_far.append(1)
            return {"C1": Finding((Measured("length", 1 / 3, 0.1, 0.9, 3),), "reproduced")}

        return findings_on_disk.remembered("bang", results, judge)

    return ask, judged_so_far, tmp_path


def test_claims_are_judged_once_while_nothing_changes(memory):
    ask, judged_so_far, _ = memory
    assert ask() == ask() == ask()
    assert len(judged_so_far) == 1


@pytest.mark.parametrize("name", ["maze/None.parquet", "maze/manifest.json", "new/manifest.json"])
def test_a_changed_result_makes_all_claims_be_judged_anew(memory, name):
    ask, judged_so_far, folder = memory
    ask()
    path = folder / "results" / "thesis" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"other rows")
    ask()
    assert len(judged_so_far) == 2


def test_a_changed_library_makes_all_claims_be_judged_anew(memory, monkeypatch):
    ask, judged_so_far, _ = memory
    ask()
    monkeypatch.setattr(findings_on_disk, "versions", lambda: {"numpy": "0"})
    ask()
    assert len(judged_so_far) == 2


@pytest.mark.parametrize("content", [b"", b"[]", b'{"C1": {}}', b'{"C1": {"verdict": "fine"}}'])
def test_a_memory_that_is_damaged_is_not_believed(memory, content):
    ask, judged_so_far, folder = memory
    first = ask()
    (kept,) = folder.glob("bang-*.json")
    kept.write_bytes(content)
    assert ask() == first
    assert len(judged_so_far) == 2


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"hero": 1}', b'{"a": [1], "b": []}'])
def test_a_table_that_needs_games_is_made_once_and_a_damaged_one_again(memory, content):
    made, (_, _, folder) = [], memory
    results = Results(root=folder / "results")

    def make():
        made.append(1)
        return pd.DataFrame({"hero": ["Elf", "Orc"], "run": [1, 2], "uses": [1 / 3, 0.1 + 0.2]})

    def ask():
        return findings_on_disk.remembered_table("habits", results, make)

    pd.testing.assert_frame_equal(ask(), ask(), check_exact=True)
    assert len(made) == 1
    (kept,) = folder.glob("habits-*.json")
    kept.write_bytes(content)
    assert ask().equals(make())
    assert len(made) == 3


def test_results_that_are_to_be_judged_anew_ask_nothing_of_the_memory(memory):
    folder = memory[2]
    results = Results(root=folder / "results", anew=True)
    table = pd.DataFrame({"run": [1]})
    assert findings_on_disk.remembered_table("habits", results, lambda: table) is table
    assert not list(folder.glob("*.json"))


def test_the_code_of_the_checks_is_a_part_of_the_fingerprint(memory, monkeypatch, tmp_path):
    results = Results(root=tmp_path / "results")
    before = findings_on_disk.fingerprint(results)
    copy = tmp_path / "copy"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(findings_on_disk, "PACKAGE", copy)
    assert findings_on_disk.fingerprint(results) == before
    with open(copy / "claims" / "survey.py", "a") as file:
        file.write("MORE = 1\n")
    assert findings_on_disk.fingerprint(results) != before

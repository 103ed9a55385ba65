"""The command line: every command once, and what it says to mistakes."""

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest
import typer

from herna import cli, gallery
from herna.claims import report
from herna.claims.claim import NotRun
from herna.experiments import EXPERIMENTS
from herna.games import GAMES
from herna.results.store import home

ROOT = Path(__file__).parents[1]


@pytest.fixture
def herna(monkeypatch, capsys):
    """Run the command line in this process; the exit code, standard output and error."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["herna", *words])
        code = 0
        try:
            cli.main()
        except SystemExit as end:
            code = end.code or 0
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """A home of its own with the published numbers and the committed results."""
    for part in ("data/thesis", "data/results/thesis", "data/tables", "figures"):
        shutil.copytree(ROOT / part, tmp_path / part)
    shutil.copy(ROOT / "REPRODUCTION.md", tmp_path)
    monkeypatch.setenv("HERNA_HOME", str(tmp_path))
    return tmp_path


def test_list_shows_games_experiments_and_figures(herna):
    code, out, _ = herna("list")
    assert code == 0
    for word in ("ludo", "maxn", "E-HillClimber", "ludo_2hc", "11_ratios"):
        assert word in out
    assert " (from ludo_2hc)" in next(line for line in out.splitlines() if "11_ratios" in line)


def test_claims_shows_every_claim_and_the_scorecard(herna):
    code, out, _ = herna("claims", "environment-player")
    assert code == 0
    assert all(f"environment-player C{number} " in out for number in range(1, 31))
    assert "scorecard" in out


def test_claims_tell_which_results_were_made_by_other_code(herna, monkeypatch):
    _, out, _ = herna("claims", "environment-player")
    assert "made by other code" not in out
    monkeypatch.setattr("herna.results.store.code_hash", lambda _: "another")
    _, out, _ = herna("claims", "environment-player")
    last = out.splitlines()[-1]
    assert last.startswith("made by other code than is here now: maze, lc_hcis, ")
    assert "dungeon" not in last


def test_claims_speak_json(herna):
    _, out, _ = herna("claims", "--json")
    rows = json.loads(out)
    assert len(rows) == 30 + 29 + 36 + 38 + 26
    assert {row["verdict"] for row in rows} <= {"reproduced", "differs", "not run"}
    judged = [row for row in rows if row["verdict"] != "not run"]
    assert len(judged) >= 30
    for row in judged:
        assert row["ours"] and row["published"] and row["measured"], row["id"]
        for number in row["measured"]:
            assert number["low"] <= number["value"] <= number["high"], (row["id"], number["name"])
    measured = [number for row in judged for number in row["measured"]]
    assert sum(number["low"] < number["high"] for number in measured) > len(measured) / 2


def test_scorecard_says_where_everything_is(herna):
    _, out, _ = herna("scorecard")
    assert "REPRODUCTION.md" in out
    assert "notebooks" in out


@pytest.fixture
def small_gallery(elsewhere, monkeypatch):
    """One figure and one table; that all of them match is a matter of `make check`."""
    table = min((elsewhere / "data" / "tables").glob("*.csv"))
    monkeypatch.setattr(report, "report", lambda results: "as it should be")
    (elsewhere / "REPRODUCTION.md").write_text("as it should be")
    for kind, name in (("FIGURES", "11_ratios"), ("TABLES", table.stem)):
        monkeypatch.setattr(gallery, kind, {name: getattr(gallery, kind)[name]})
    published = (*(elsewhere / "figures").glob("*.*"), *(elsewhere / "data/tables").glob("*.*"))
    for path in published:
        if path.stem not in ("11_ratios", table.stem):
            path.unlink()
    return table


def test_verify_passes_where_everything_matches(herna, small_gallery):
    code, out, _ = herna("verify")
    assert (code, out) == (
        0,
        "verified: results, tables, figures and REPRODUCTION.md all match the store\n",
    )


def test_verify_names_every_file_that_was_touched(herna, elsewhere, small_gallery):
    table = small_gallery
    (elsewhere / "figures" / "14_maze.svg").write_text("<svg/>")
    (elsewhere / "REPRODUCTION.md").write_text("all fine")
    (elsewhere / "figures" / "11_ratios.svg").write_text("<svg/>")
    table.unlink()
    code, out, _ = herna("verify")
    assert code == 1
    assert "REPRODUCTION.md: stale" in out
    assert "11_ratios.svg: differs" in out
    assert f"{table.name}: missing" in out
    assert "14_maze.svg: nothing draws it; remove it" in out  # of this small gallery


def test_verify_names_a_damaged_result(herna, elsewhere):
    path = elsewhere / "data/results/thesis/ludo_2hc/None.parquet"
    path.write_bytes(path.read_bytes()[:-1])
    code, out, _ = herna("verify")
    assert code == 1
    assert "thesis/ludo_2hc/None.parquet: changed or damaged" in out


def test_reproduce_runs_quickly_and_compares_with_the_committed_rows(herna, elsewhere):
    code, out, _ = herna("reproduce", "ludo_2hc", "--workers", "1")
    experiment = EXPERIMENTS["ludo_2hc"]
    games = len(experiment.cells()) * experiment.quick_replicates
    assert code == 0
    assert f"ludo_2hc: {games} games at quick scale" in out
    assert f"identical to the first {games} games of the committed results" in out
    assert (elsewhere / "data/results/quick/ludo_2hc/manifest.json").is_file()


def test_an_unreachable_cluster_is_named(herna, elsewhere):
    code, _, err = herna("reproduce", "ludo_2hc", "--cluster", "nonsense")
    assert code == 2
    assert err.startswith("herna: cluster 'nonsense' cannot be reached")
    assert len(err.splitlines()) == 1


def test_quick_figures_leave_the_published_ones_alone(herna, elsewhere):
    herna("reproduce", "ludo_2hc", "--workers", "1")
    before = (elsewhere / "figures/11_ratios.svg").read_bytes()
    code, out, _ = herna("figures", "11_ratios", "--scale", "quick")
    assert code == 0
    assert "11_ratios.svg" in out
    assert (elsewhere / "figures/11_ratios.svg").read_bytes() == before
    assert (elsewhere / "figures/quick/11_ratios.svg").read_bytes() != before


def test_a_quick_picture_that_needs_whole_runs_is_drawn_from_the_committed_ones_with_a_word(
    tmp_path, monkeypatch, capsys
):
    def whole_runs_only(results):
        if results.scale == "quick":
            raise NotRun("no run is over")
        return pd.DataFrame({"luck": [7]})

    entry = gallery.Entry("luck", (), whole_runs_only)
    monkeypatch.setattr(gallery, "TABLES", {"run_luck": entry})
    (path,) = gallery.draw(["run_luck"], "quick", tmp_path)
    assert path.read_text() == "luck\n7\n"
    assert "run_luck: from the committed results, since no run is over" in capsys.readouterr().err


def test_a_picture_whose_results_are_nowhere_says_so(tmp_path, monkeypatch):
    def never(_):
        raise NotRun("no run is over")

    monkeypatch.setattr(gallery, "TABLES", {"run_luck": gallery.Entry("luck", (), never)})
    for scale in ("quick", "thesis"):
        with pytest.raises(NotRun, match="no run is over"):
            gallery.draw(["run_luck"], scale, tmp_path)


def test_claims_can_be_written(herna, elsewhere):
    (elsewhere / "REPRODUCTION.md").unlink()
    assert herna("claims", "--write")[0] == 0
    assert (elsewhere / "REPRODUCTION.md").read_text() == (ROOT / "REPRODUCTION.md").read_text()


def test_a_game_in_the_terminal_is_played_to_its_end(tmp_path):
    """In a process of its own, with a pipe for a keyboard."""
    saved = tmp_path / "game.json"
    words = ("pig", "--set", "target=1", "--seed", "3", "--save", str(saved))
    done = subprocess.run(
        [sys.executable, "-m", "herna", "play", *words],
        input="1\n0\n1\n0\n1\n0\n",
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0
    assert "won" in done.stdout
    assert json.loads(saved.read_text())["game"] == "pig"


@pytest.fixture
def play(herna, monkeypatch):
    """Play a game on the command line with these answers; the exit code and what was said."""

    def run(answers, *words):
        monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
        code, out, _ = herna("play", *words)
        return code, out

    return run


def test_a_wrong_answer_in_the_terminal_is_explained_and_asked_again(play):
    code, said = play("99\nhelp\nq\n", "ludo", "--set", "n_players=2")
    assert code == 0
    assert "'99' is not a move here" in said
    assert "'help' is not a move here" in said


def test_the_end_of_the_input_ends_the_game(play):
    assert play("", "kuhn")[0] == 0


def test_what_chance_deals_to_others_is_not_told(play):
    _, said = play("0\n", "kuhn", "--seed", "3")
    assert "chance deals something you cannot see" in said


def test_a_move_of_several_parts_is_chosen_part_by_part(play):
    code, said = play("1\nu\n2\n1\n1\n3 2 1\n1 9\nq\n", "lost_cities", "--seed", "3")
    assert code == 0
    assert "  1: play\n  2: discard" in said
    assert "player 1, yellow 5, play> " in said
    assert "discards" not in said.partition("yellow 5, play> ")[0]
    assert "deck 40" in said, "two turns of both players"
    assert "'9' is not a move here" in said


def test_a_human_is_told_what_he_draws_but_not_what_the_other_draws(play):
    _, said = play("1 1 1\nq\n", "lost_cities", "--seed", "3")
    first, _, later = said.partition("player 1> ")
    assert first.count("chance deals something you cannot see") == 8
    assert first.count("chance deals") == 16
    assert later.count("chance deals something you cannot see") == 1


MISTAKES = {
    "": "Usage",
    "nope": "No such command 'nope'. allowed: list",
    "lst": "No such command 'lst'. Did you mean 'list'? allowed: list",
    "play pig --save .": "save is .; allowed: a file in a folder that is there",
    "play pig --save not/there.json": "save is not/there.json; allowed: a file in a folder",
    "play pig --set target=5 --set target=6": "pig: target is given twice; allowed: once",
    "reproduc": "did you mean 'reproduce'?",
    "list extra": "unexpected extra argument",
    "list --verbose": "--verbose",
    "reproduce ludo_2h": "experiment 'ludo_2h' is unknown; did you mean 'ludo_2hc'?",
    "reproduce ''": "experiment",
    "reproduce ../../etc": "experiment '../../etc' is unknown",
    "reproduce ludo_2hc chess": "experiment 'chess' is unknown",
    "reproduce --scale huge": "scale is 'huge'; allowed: quick, thesis",
    "reproduce --scale": "--scale",
    "reproduce --scale Quick": "did you mean 'quick'?",
    "reproduce --workers 0": "--workers",
    "reproduce --workers -1": "--workers",
    "reproduce --workers two": "--workers",
    "reproduce --workers 99999999999999999999999": "workers is 99999999999999999999999; allowed",
    "reproduce LUDO_2HC": "experiment 'LUDO_2HC' is unknown; did you mean 'ludo_2hc'?",
    "reproduce --workers 1.5": "--workers",
    "claims bangg": "thesis 'bangg' is unknown; did you mean 'bang'?",
    "claims ../bang": "thesis '../bang' is unknown",
    "claims bang bang": "unexpected extra argument",
    "claims --scale tiny": "scale is 'tiny'",
    "claims --xml": "--xml",
    "figures 11_ratio": "figure '11_ratio' is unknown; did you mean '11_ratios'?",
    "figures /etc/passwd": "figure '/etc/passwd' is unknown",
    "figures --scale big": "scale is 'big'",
    "verify now": "unexpected extra argument",
    "play": "Missing argument",
    "play whist": f"game 'whist' is unknown; allowed: {', '.join(GAMES)}",
    "play lud": "did you mean 'ludo'?",
    "play ludo --seat maxnn": "player 'maxnn' is unknown; did you mean 'maxn'?",
    "play ludo --seat maxn(deep=3)": "maxn: no setting 'deep'",
    "play ludo --seat maxn(depth)": "maxn: depth has no value; write field=value",
    "play ludo --seat maxn(depth=deep)": "maxn: depth is 'deep'; allowed: a number",
    "play ludo --seat maxn(depth=0)": "maxn: depth is 0; allowed: a whole number from 1 to 64",
    "play ludo --seat maxn(depth=2.5)": "maxn: depth is 2.5; allowed: a whole number from 1 to 64",
    "play ludo --seat hillclimber(level=101)": "level is 101; allowed: a whole number from 1",
    "play ludo --seat hillclimber(level=0)": "hillclimber: level is 0",
    "play ludo --seat mcts(iterations=-5)": "mcts: iterations is -5",
    "play ludo --seat mcts(exploration=nan)": "mcts: exploration is 'nan'",
    "play ludo --seat mcts(": "player 'mcts(' is unknown",
    "play ludo --seat __import__('os')": "is unknown",
    "play kuhn --seat human --seat human --seat human": "kuhn: 3 seats given; allowed: 2",
    "play ludo --environment E-HillClimer": "did you mean 'E-HillClimber'?",
    "play ludo --seed -1": "--seed",
    "play ludo --seed x": "--seed",
    "play ludo --set n_players=9": "ludo: n_players is 9; allowed: a whole number from 2 to 4",
    "play ludo --set players=2": "ludo: no parameter 'players'; did you mean 'n_players'?",
    "play ludo --set n_players": "ludo: n_players has no value; write field=value",
    "play ludo --set n_players=two": "ludo: n_players is 'two'; allowed: a number",
    "play ludo --set threshold=-1": "ludo: threshold is -1",
    "play pig --set target=0": "pig: target is 0; allowed: a whole number from 1 to 10000",
    "play dungeon --set monsters=Goblin,Zombie,Goblin": "monsters names 'Goblin' twice",
    "play dungeon --environment E-HillClimber": "dungeon has no chance that could be steered",
    "play dungeon --environment DL": "DL: dungeon has no chance that could be steered",
    "play maze --environment E-MonteCarlo(iterations=100000)": "iterations is 100000, too many",
    "play pig --save /proc/x.json": "save is /proc/x.json; allowed: a file in a folder that you",
    "lab 99_nothing": "notebook '99_nothing' is unknown",
    "lab --port 70000": "--port",
    "dungeon-server --port 70000": "--port",
    "dungeon-server --host 0.0.0.0": "--host",
    "bench --seconds 3": "--seconds",
    "bench chess": "bench: no row 'chess'; did you mean 'checkers-nodes'? allowed: checkers-nodes",
}


@pytest.mark.parametrize("words", MISTAKES)
def test_a_mistake_is_answered_in_one_line_with_exit_code_2(herna, words):
    import shlex

    parts = words.split() if "(" in words else shlex.split(words)
    code, out, err = herna(*parts)
    if not words:  # no command at all: the help, which is what was probably wanted
        assert err.startswith(MISTAKES[words]) and len(err.splitlines()) > 10 and code == 2
        return
    assert code == 2
    assert MISTAKES[words].lower() in err.lower()
    assert err.startswith("herna: ")
    assert err.count("\n") == 1, "more than one line"
    assert out == ""


@pytest.mark.parametrize("command", sorted(typer.main.get_command(cli.app).commands))
def test_every_help_text_has_an_example(herna, command):
    code, out, _ = herna(command, "--help")
    assert code == 0
    assert "herna " + command in out.replace("\n", " ")
    assert "Example" in out


def test_the_list_of_commands_cuts_no_sentence_short(herna):
    code, out, _ = herna("--help")
    assert code == 0 and "..." not in out.partition("Commands:")[2]
    assert "Try: herna play ludo" in out


def test_help_and_version_are_there_in_the_usual_ways(herna):
    assert herna("-h")[1] == herna("--help")[1]
    assert herna("play", "-h")[1] == herna("play", "--help")[1]
    assert herna("--version") == (0, "herna 0.1.0\n", "")


def test_home_is_the_checkout_when_nothing_else_is_said(monkeypatch):
    monkeypatch.delenv("HERNA_HOME", raising=False)
    assert home() == ROOT


def test_ctrl_c_stops_a_run_in_one_line_and_keeps_what_is_finished(tmp_path):
    words = "reproduce", "ludo_2hc", "--scale", "thesis", "--workers", "2"
    process = subprocess.Popen(
        [sys.executable, "-m", "herna", *words],
        env={**os.environ, "HERNA_HOME": str(tmp_path)},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while len(list(tmp_path.rglob("*.parquet"))) < 3:
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the workers get it, too
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert said.rstrip().endswith("herna: stopped; what is finished is kept")
    assert "Traceback" not in said
    assert len(list(tmp_path.rglob("*.parquet"))) >= 3
    assert not list(tmp_path.rglob("manifest.json"))


def test_a_damaged_manifest_is_named_listed_and_made_anew(herna, tmp_path, monkeypatch):
    monkeypatch.setenv("HERNA_HOME", str(tmp_path))
    words = "reproduce", "thresholds", "--workers", "1"
    assert herna(*words)[0] == 0
    manifest = tmp_path / "data" / "results" / "quick" / "thresholds" / "manifest.json"
    whole = manifest.read_bytes()
    manifest.write_bytes(whole[: len(whole) // 2])
    assert "damaged: quick/thresholds/manifest.json: not valid JSON" in herna("list")[1]
    assert herna(*words)[0] == 0
    again, before = json.loads(manifest.read_bytes())["cells"], json.loads(whole)["cells"]
    assert {cell: entry["sha256"] for cell, entry in again.items()} == {
        cell: entry["sha256"] for cell, entry in before.items()
    }

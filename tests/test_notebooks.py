"""Notebooks run from a fresh kernel, top to bottom, and become pages that need no network."""

import re
from pathlib import Path

import nbformat
import pytest

from herna.book import execute, to_html
from herna.errors import HernaError

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SOLUTIONS = sorted((ROOT / "notebooks" / "solutions").glob("*.ipynb"))
QUICK = {
    "00_start_here": {"SCALE": "quick"},
    "10_metrics_of_fun": {"GAMES": 20},
    "11_ludo": {"TUNER_GAMES": 20},
    "12_lost_cities": {"DRAWS": 200, "GAMES": 8},
    "13_maze": {"CELLS": ("None", "DL")},
    "14_six_experiments": {"SHOWN": ("maze",), "EXPERIMENT": "maze"},
    "15_calibration": {"GAMES": 2, "SHOWN": ("maze",)},
    "16_survey_of_dda": {"ROUNDS": 8, "PATIENTS": 2},
    "20_dungeon": {},
    "21_bots": {"GAMES": 20},
    "22_evolution": {},
    "23_who_wins": {},
    "24_winnable_dungeons": {},
    "30_game_theory": {"TRUELS": 500, "ROUNDS": 50},
    "31_the_board": {},
    "32_strategies": {"GAMES": 20},
    "33_genetic_player": {"POPULATION": 200, "GENERATIONS": 8, "SEEDS": 2},
    "34_tournament": {},
    "1_environment_player": {"GAMES": 8},
    "2_desktop_dungeons": {"GAMES": 20, "GENERATIONS": 3},
    "3_three_player_checkers": {"GAMES": 6},
}
PROGRESS = r"^compiling |game/s|^\w+ \((quick|thesis)\): "  # bars, the only thing to be told


@pytest.mark.parametrize("path", [*NOTEBOOKS, *SOLUTIONS], ids=lambda path: path.stem)
def test_a_notebook_runs_from_a_fresh_kernel_and_becomes_a_page(path, tmp_path):
    notebook = execute(path, QUICK[path.stem])
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert not [output for output in outputs if output.output_type == "error"]
    told = "".join(output.text for output in outputs if output.get("name") == "stderr")
    lines = [line for line in re.split(r"[\r\n]", told) if line.strip()]
    assert not [line for line in lines if not re.search(PROGRESS, line)]
    page = to_html(notebook, path.stem)
    assert not re.findall(r'(?:src|href)="https?:', page)
    assert "cdn" not in re.sub(r'"data:[^"]*"', "", page).lower()
    assert "application/vnd.jupyter.widget" not in page


def test_an_unknown_parameter_stops_the_run(tmp_path):
    path = tmp_path / "notebook.ipynb"
    cell = nbformat.v4.new_code_cell("GAMES = 3", metadata={"tags": ["parameters"]})
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path)
    with pytest.raises(HernaError, match=r"notebook\.ipynb: no parameter 'GAMEZ'"):
        execute(path, {"GAMEZ": 2})


def test_a_failing_cell_is_reported_in_one_line(tmp_path):
    path = tmp_path / "broken.ipynb"
    cell = nbformat.v4.new_code_cell("1 / 0")
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path)
    with pytest.raises(HernaError, match=r"broken\.ipynb: a cell failed: ZeroDivisionError"):
        execute(path)


def test_exercises_lead_to_their_solutions():
    for path in NOTEBOOKS:
        text = "\n".join(cell.source for cell in nbformat.read(path, as_version=4).cells)
        if "Exercises" in text:
            named = re.findall(r"Solutions: `(solutions/\w+\.ipynb)`", text)
            assert named and (path.parent / named[0]) in SOLUTIONS, path.stem


def test_every_notebook_has_a_title_parameters_and_exercises_or_questions():
    for path in NOTEBOOKS:
        notebook = nbformat.read(path, as_version=4)
        text = "\n".join(cell.source for cell in notebook.cells)
        assert notebook.cells[0].source.startswith("# ")
        assert [cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", [])]
        assert "Exercises" in text or "Stop and think" in text

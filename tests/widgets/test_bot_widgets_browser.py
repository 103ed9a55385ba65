"""The widgets about bots in a real JupyterLab: a walk through all four by mouse and keyboard."""

import pytest
from playwright.sync_api import expect

from tests.browser import notebook, run_all

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

LOOKING = (
    'from herna import *\nPlanInspector("Dwarf Priest", seed=3)',
    """
import pandas as pd
table = {"cell": "Dwarf Priest", "number": [5, 6], "games": 4, "wins": [0, 4]}
DungeonChooser(pd.DataFrame(table), wanted=1.0)
""",
)
BREEDING = (
    "from herna import *\nfrom herna.evolution import Settings",
    'GenomeEditor("Dwarf Priest", games=20)',
    'EvolutionDashboard("Dwarf Priest", Settings(population=4, generations=2), games=1)',
)
PATIENT = 60_000  # milliseconds


def press(widget, words):
    widget.get_by_role("button", name=words, exact=True).click()


def test_plans_and_dungeons_can_be_clicked_through(open_notebook, tmp_path):
    page = open_notebook(notebook(tmp_path / "looking.ipynb", *LOOKING))
    run_all(page, 300)
    inspector = page.locator(".herna-inspector")
    press(inspector, "Next fight")
    expect(inspector).to_contain_text("a plan of", timeout=PATIENT)
    expect(inspector.locator("table")).to_contain_text("at the start")
    inspector.locator(".herna-playable").first.focus()
    page.keyboard.press("Enter")  # looks at a monster, attacks nobody
    expect(inspector.locator(".herna-error")).to_be_hidden()
    chooser = page.locator(".herna-chooser")
    chooser.scroll_into_view_if_needed()
    expect(chooser).to_contain_text("won 4 of 4 games", timeout=PATIENT)
    press(chooser, "Another one")
    expect(chooser).to_contain_text("won 0 of 4 games", timeout=PATIENT)
    press(chooser, "Play")
    expect(chooser.locator(".herna-stepper")).to_be_visible(timeout=PATIENT)


def test_a_genome_and_an_evolution_can_be_clicked_through(open_notebook, tmp_path):
    page = open_notebook(notebook(tmp_path / "breeding.ipynb", *BREEDING))
    run_all(page, 300)
    editor = page.locator(".herna-genome")
    press(editor, "Play")
    expect(editor).to_contain_text("of 20 games won", timeout=PATIENT)
    editor.locator(".widget-slider", has_text="Explore (G1)").locator(".noUi-handle").focus()
    page.keyboard.press("End")
    expect(editor).to_contain_text("1.00", timeout=PATIENT)
    dashboard = page.locator(".herna-evolution")
    dashboard.scroll_into_view_if_needed()
    press(dashboard, "Start")
    expect(dashboard).to_contain_text("generation 2 of 2", timeout=PATIENT)

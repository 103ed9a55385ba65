"""Notebook 11 in a real JupyterLab: it runs, the board answers to clicks, the sliders redraw."""

from pathlib import Path

import pytest

from tests.browser import run_all

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

ROOT = Path(__file__).parents[1]


@pytest.fixture
def notebook_11(open_notebook):
    page = open_notebook(ROOT / "notebooks" / "11_ludo.ipynb")
    run_all(page, timeout=180)
    return page


def test_notebook_11_runs_steps_and_tunes_without_an_error(notebook_11):
    page = notebook_11
    assert page.locator(".jp-RenderedText[data-mime-type*=error]").count() == 0
    cells = page.locator(".jp-Cell").count()

    board = page.locator(".herna-board").first
    board.scroll_into_view_if_needed()
    drawn = board.get_attribute("data-drawn")
    board.locator(".herna-playable").first.click()
    page.wait_for_function(
        "([node, old]) => node.dataset.drawn !== old", arg=[board.element_handle(), drawn]
    )

    for words in ("Back", "Step"):
        drawn = board.get_attribute("data-drawn")
        page.get_by_role("button", name=words, exact=True).first.click()
        page.wait_for_function(
            "([node, old]) => node.dataset.drawn !== old", arg=[board.element_handle(), drawn]
        )

    slider = page.locator(".jp-OutputArea .widget-slider [role=slider]").last
    slider.scroll_into_view_if_needed()
    tuned = page.locator(".widget-image").last
    before = tuned.get_attribute("src")
    slider.focus()
    slider.press("ArrowRight")
    page.wait_for_function(
        "([image, old]) => image.src !== old", arg=[tuned.element_handle(), before]
    )

    assert page.locator(".herna-error:visible").count() == 0
    assert page.locator(".jp-RenderedText[data-mime-type*=error]").count() == 0
    assert page.locator(".jp-Cell").count() == cells

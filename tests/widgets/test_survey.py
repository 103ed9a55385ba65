"""The panels of the survey: buttons change the model, the picture follows, mistakes are shown."""

import numpy as np
import pytest

from herna.errors import HernaError
from herna.widgets import PheromonePanel, PosmPanel
from herna.widgets.errors import CallbackFailed


def test_saying_too_easy_moves_to_a_harder_setting_as_in_the_example_of_the_thesis():
    panel = PosmPanel()
    panel.chosen = 5
    before = panel.picture.value
    panel.buttons["too easy"].click()
    assert panel.master.beliefs.tolist() == [0.5] * 5 + [1.0] * 5
    assert panel.chosen == 7 and panel.picture.value != before
    assert panel.panel.note == "POSM plays setting 7 of 10"


def test_saying_right_keeps_the_setting():
    panel = PosmPanel()
    chosen = panel.chosen
    panel.buttons["right"].click()
    assert panel.chosen == chosen and (panel.master.beliefs == 1).all()


def test_beginning_again_forgets_everything():
    panel = PosmPanel(seed=4)
    first = panel.chosen
    panel.buttons["too hard"].click()
    panel.buttons["begin again"].click()
    assert panel.chosen == first and (panel.master.beliefs == 1).all()


@pytest.mark.parametrize("settings", [{"settings": 1}, {"settings": "x"}, {"beta": 1.0}])
def test_impossible_settings_are_refused_in_one_line(settings):
    with pytest.raises(HernaError, match="allowed: "):
        PosmPanel(**settings)


def test_targets_paint_the_zone():
    panel = PheromonePanel()
    zone = panel.zone.copy()
    panel.buttons["ten targets"].click()
    assert panel.tried == 10 and not np.array_equal(panel.zone, zone)
    assert "of 10 targets reached" in panel.panel.note


def test_easier_and_harder_allow_different_cells():
    panel = PheromonePanel()
    panel.buttons["harder"].click()
    harder = panel.allowed
    panel.buttons["easier"].click()
    assert not (harder & panel.allowed).any()


def test_a_matrix_without_cells_is_told_below_the_picture():
    panel = PheromonePanel()
    panel.allowed = np.zeros_like(panel.allowed)
    with pytest.raises(CallbackFailed):
        panel.buttons["next target"].click()
    assert panel.panel.error == "no cell is allowed here; allowed: another matrix"


@pytest.mark.parametrize("kind", [PosmPanel, PheromonePanel])
def test_a_picture_is_there_without_a_kernel(kind):
    panel = kind()
    data, _ = panel._repr_mimebundle_()
    assert data["text/html"].startswith("<img alt=") and data["text/plain"] == panel.words()
    panel.close()
    assert panel.comm is None

"""Studies change one setting at a time, and honest chance tells the thresholds."""

import numpy as np
import pandas as pd
import pytest

from herna.claims import calibration_tables as tables
from herna.claims.environment_tables import CONCLUSIONS, printed_metrics
from herna.dda import EMaxMax
from herna.experiments import EXPERIMENTS
from herna.experiments.calibration import (
    CALIBRATION_LOST_CITIES,
    CALIBRATION_LUDO,
    CALIBRATION_MAZE,
)
from herna.experiments.study import changed_words
from herna.games import Ludo

STUDIES = (CALIBRATION_LUDO, CALIBRATION_LOST_CITIES, CALIBRATION_MAZE)
every_study = pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.name)


@every_study
def test_every_setting_is_tried_with_the_chosen_value_among_others(study):
    chosen: dict[tuple[str, str], list[bool]] = {}
    for algorithm, setting, value, words in study.variants().values():
        found = tables.is_chosen(study, algorithm, setting, value, words)
        chosen.setdefault((algorithm, setting), []).append(found)
    for key, found in chosen.items():
        assert len(found) > 1, key
        assert sum(found) == 1, key


@every_study
def test_every_cell_can_be_built(study):
    for cell in study.cells():
        experiment = study.experiment(cell)
        assert experiment.cells() == (cell,)
        assert experiment.name == study.name, "lots are drawn by the names of the study"


def test_a_study_changes_one_setting_only():
    study = CALIBRATION_LUDO
    varied = study.experiment("E-MaxMax, depth 2").environment("E-MaxMax, depth 2")
    base = study.base.environment("E-MaxMax")
    assert isinstance(varied, EMaxMax)
    assert (varied.depth, varied.random_share, varied.weights) == (
        2,
        base.random_share,
        base.weights,
    )
    rules = study.experiment("None, safe squares 4").build_game()
    assert rules == Ludo(n_players=4, safe_squares=4)


def test_a_rival_of_a_study_sits_where_it_sits_in_the_experiment():
    study = CALIBRATION_LOST_CITIES
    seats = study.experiment("DL, alpha 5").build_seats("DL, alpha 5")
    assert [seat.name for seat in seats] == ["minimax-is", "dl"]
    assert seats[1].alpha == 5


def test_words_keep_their_other_settings():
    assert changed_words("dl(base=maxn, alpha=1)", alpha=3) == "dl(base=maxn, alpha=3)"
    assert changed_words("E-HillClimber", random_share=0.2) == "E-HillClimber(random_share=0.2)"


def test_distance_is_1_where_all_agrees_and_counts_both_ways_alike():
    row = printed_metrics("table6_ludo_4maxn").loc["None"]
    assert tables.distance(row, row) == pytest.approx(1)
    double, half = row * 2, row / 2
    assert tables.distance(double, row) == pytest.approx(2)
    assert tables.distance(half, row) == pytest.approx(2)


def test_what_hangs_on_a_setting_says_whether_an_algorithm_changes_sides():
    first, second, *_ = CONCLUSIONS
    table = pd.DataFrame(
        {
            "algorithm": ["A", "A", "B", "B"],
            "setting": ["x", "x", "y", "y"],
            "value": ["1", "2", "1", "2"],
            "chosen": [True, False, False, True],
            "score": [3.0, 4.0, 1.0, 2.0],
            "rank": [2, 1, 3, 2],
            "ahead of None": [1.0, 2.0, -0.5, 0.5],
            "distance": [1.5, 1.2, 1.1, 3.0],
            "conclusions": [first, first, first, f"{first}; {second}"],
        }
    )
    found = tables.what_hangs_on(table).set_index("algorithm")
    assert found["same side"].to_dict() == {"A": True, "B": False}
    assert found["chosen"].to_dict() == {"A": "1", "B": "2"}
    assert found["nearest"].to_dict() == {"A": "2", "B": "1"}
    assert found["conclusions that change"].to_dict() == {"A": "none", "B": second}


class Honest:
    """Rows of the thresholds experiment in place of stored ones."""

    def table(self, name):
        experiment = EXPERIMENTS[name]
        cells = [
            pd.DataFrame(experiment.rows(cell, range(400))).assign(cell=cell)
            for cell in experiment.cells()
        ]
        return pd.concat(cells)


def test_honest_dice_and_deals_give_the_thresholds_that_the_games_have():
    """Printed: 24.57 for dice, 4.93 to 4.96 for deals; 400 games settle both within a tenth."""
    dice = tables.honest_dice(Honest(), [Ludo().threshold], Ludo().penalty)
    assert dice.iloc[0] == pytest.approx(24.57, rel=0.1)
    deals = tables.honest_deals(Honest(), [1.0])
    assert deals.iloc[0] == pytest.approx(4.94, rel=0.1)


def test_a_higher_threshold_forgives_more():
    curve = tables.honest_dice(Honest(), [0, 4, 8, 12], 0)
    assert (np.diff(curve) < 0).all()

"""The weight tuner and the comparison behind it."""

import asyncio
import time

import numpy as np
import pytest

from herna.comparison import POINTS, compare_environments, lead_course
from herna.dda import THESIS_WEIGHTS, ChanceLevel, EHillClimber, EMaxMax
from herna.errors import HernaError
from herna.games import Ludo, Pig
from herna.kernels.world import METRICS
from herna.metrics import fun
from herna.metrics.measure import measure, rounds_of
from herna.play import Arena, Human, Trace
from herna.players import HillClimber, Random
from herna.seeds import generator
from herna.widgets import WeightTuner
from herna.widgets import weights as module

GAME, SEATS = Ludo(n_players=2), [HillClimber(), HillClimber()]


def a_tuner(games=10):
    return WeightTuner(GAME, SEATS, games=games)


def test_the_course_of_the_lead_is_that_of_the_replay():
    outcome = Arena(GAME, SEATS).play(generator(3))
    status, _, _ = rounds_of(Trace(GAME, outcome.moves))
    course = lead_course(GAME, outcome.moves)
    slow = np.concatenate([[0.0], fun.lead(status)])
    expected = np.interp(np.linspace(0, len(status), POINTS), np.arange(len(slow)), slow)
    assert course == pytest.approx(expected)


def test_the_comparison_measures_what_the_metrics_measure():
    comparison = compare_environments(Pig(), [Random(), Random()], None, games=3, seed=5)
    arena = Arena(Pig(), [Random(), Random()])
    outcome = arena.play(generator(5, "compare", 2))
    expected = measure(Trace(Pig(), outcome.moves))
    assert dict(zip(METRICS, comparison.fair.metrics[2], strict=True)) == pytest.approx(expected)


def test_fair_against_fair_is_the_same():
    comparison = compare_environments(GAME, SEATS, None, games=5)
    assert (comparison.table()["ratio"] == 1.0).all() and not comparison.table()["better"].any()
    assert (comparison.fair.flow == comparison.tuned.flow).all()


def test_the_environment_player_keeps_the_game_close():
    comparison = compare_environments(GAME, SEATS, EHillClimber(), games=30)
    table = comparison.table()
    assert table.loc["tension", "ratio"] < 0.6 and table.loc["tension", "better"]
    assert comparison.tuned.flow.mean() < comparison.fair.flow.mean()
    assert comparison.tuned.finished.all() and comparison.fair.returns.shape == (30, 2)


def test_a_human_cannot_play_a_sample():
    with pytest.raises(HernaError, match="seat 1 is 'human'"):
        compare_environments(GAME, [HillClimber(), Human()], EHillClimber(), games=2)


def test_the_sliders_start_at_the_weights_of_the_thesis():
    tuner = a_tuner()
    assert tuner.environment == EHillClimber(THESIS_WEIGHTS["ludo"])
    assert tuner.comparison.environment == tuner.environment
    assert bytes(tuner._picture.value[:4]) == b"\x89PNG"


def test_a_moved_slider_redraws_and_keeps_the_fair_sample():
    tuner = a_tuner()
    picture, fair, words = tuner._picture.value, tuner.comparison.fair, tuner.panel.unseen
    tuner.sliders["tension"].value = 0
    assert tuner.comparison.environment.weights.get("tension", 0) == 0
    assert tuner._picture.value != picture and tuner.comparison.fair is fair
    ratio = tuner.comparison.table()["ratio"]["tension"]
    assert f"tension {ratio:.2f}" in tuner.panel.unseen != words


def test_the_sample_is_what_the_library_function_gives():
    tuner = a_tuner()
    tuner.set({"margin": 30}, 0.5)
    other = compare_environments(GAME, SEATS, EHillClimber({"margin": 30}, 0.5), games=10)
    assert (tuner.comparison.tuned.metrics == other.tuned.metrics).all()


def test_a_given_environment_keeps_its_kind_and_settings():
    given = EMaxMax({"tension": 7.5, "margin": 30}, 0.25, depth=2)
    tuner = WeightTuner(GAME, SEATS, games=2, environment=given)
    assert tuner.environment == tuner.comparison.environment == given
    tuner.sliders["tension"].value = 0
    assert tuner.environment == EMaxMax({"margin": 30}, 0.25, depth=2)
    assert tuner.comparison.environment == tuner.environment
    tuner.set({"freedom": 1}, 0.5)
    assert tuner.environment == EMaxMax({"freedom": 1}, 0.5, depth=2)
    assert "under E-MaxMax" in tuner._words()


def test_who_has_no_weights_is_refused_in_one_line():
    with pytest.raises(HernaError, match="environment is ChanceLevel"):
        WeightTuner(GAME, SEATS, games=2, environment=ChanceLevel())


def test_unusual_weights_get_a_place_on_the_slider():
    tuner = a_tuner(games=2)
    tuner.set({"tension": 7.5})
    assert tuner.environment.weights == {"tension": 7.5}
    with pytest.raises(HernaError, match="no metric"):
        tuner.set({"tensoin": 1})


def test_a_storm_of_slider_moves_plays_one_sample(monkeypatch):
    monkeypatch.setattr(module, "DEBOUNCE", 0.03)
    drawn = []

    async def scenario():
        tuner = a_tuner()
        monkeypatch.setattr(tuner._picture, "send", lambda: drawn.append(tuner.environment))
        for weight in (0, 1, 3, 30):
            tuner.sliders["tension"].value = weight
            await asyncio.sleep(0.005)
        assert not drawn  # the old picture stays until the sliders rest
        deadline = time.monotonic() + 5
        while not drawn and time.monotonic() < deadline:
            await asyncio.sleep(0.02)
        tuner.close()

    asyncio.run(scenario())
    assert [environment.weights["tension"] for environment in drawn] == [30]


def test_closing_stops_what_was_due():
    async def scenario():
        tuner = a_tuner(games=2)
        shown = tuner.comparison
        tuner.sliders["tension"].value = 0
        tuner.close()
        await asyncio.sleep(0.3)
        assert tuner.comparison is shown and tuner.comm is None

    asyncio.run(scenario())


def test_a_picture_is_there_without_a_kernel():
    data, _ = a_tuner(games=2)._repr_mimebundle_()
    assert data["text/html"].startswith("<img alt=") and "relative to fair" in data["text/plain"]


@pytest.mark.parametrize("games", [0, -1, 1.5, 10**9])
def test_a_sample_of_an_impossible_size_is_refused(games):
    with pytest.raises(HernaError, match="WeightTuner: games is"):
        WeightTuner(Pig(), [Random(), Random()], games=games)


def test_games_that_never_end_are_told():
    tuner = WeightTuner(Ludo(n_players=2), [HillClimber(level=50), HillClimber(level=100)], games=4)
    assert tuner.panel.note == "" and tuner.comparison.stalled() == ""
    tuner.set({"tension": 10, "margin": 3, "lead_time": 10}, random_share=0.0)
    stalled = int((~tuner.comparison.tuned.finished).sum())
    assert stalled > 0, "without believability and chance most games of two never end"
    words = f"unfinished at the limit of plies: {stalled} of 4 games under E-HillClimber"
    assert tuner.panel.note == words
    assert words in tuner._repr_mimebundle_()[0]["text/plain"]

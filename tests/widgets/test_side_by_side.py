"""One seed under several algorithms: the same clock moves all boards."""

import asyncio

import pytest

from herna.dda import EHillClimber, Fair
from herna.errors import HernaError
from herna.experiments import EXPERIMENTS
from herna.game import OVER
from herna.games import Ludo
from herna.kernels.world import METRICS
from herna.play import Match
from herna.players import HillClimber
from herna.widgets import SideBySide
from herna.widgets.errors import CallbackFailed
from herna.widgets.side_by_side import ROUND, SHARE

QUICK = ("None", "E-HillClimber", "DL")


def two(seed=1):
    cells = {"fair": Fair(), "adapted": EHillClimber()}
    return SideBySide(Ludo(n_players=2), [HillClimber()] * 2, cells, seed)


@pytest.mark.parametrize("name", ["ludo_2hc", "maze", "lc_hcis"])
def test_the_games_are_those_a_match_would_play(name):
    experiment = EXPERIMENTS[name]
    view = SideBySide(experiment, cells=QUICK, seed=5)
    assert [course.name for course in view.courses] == list(QUICK)
    for course in view.courses:
        cell = course.name
        seats, chance = experiment.build_seats(cell), experiment.environment(cell)
        other = Match(experiment.build_game(), seats, 5, chance).finish()
        assert course.match.moves == other.moves
        assert course.rounds == experiment.build_game().rounds(other.state)


@pytest.mark.parametrize("name", ["ludo_2hc", "maze", "lc_hcis"])
def test_one_clock_moves_all_boards_and_their_metrics(name):
    view = SideBySide(EXPERIMENTS[name], cells=QUICK, seed=5)
    start = [board.scene for board in view.boards]
    view.go_to(100)
    assert all(old != board.scene for old, board in zip(start, view.boards, strict=True))
    assert all(board.said.startswith("over after") for board in view.boards)
    for course in view.courses:
        assert view.metrics()[course.name] == course.match.metrics_at(course.match.ply)
    view.go_to(0)
    assert [board.scene for board in view.boards] == start
    assert all(name.replace("_", " ") in view._labels[0].value for name in METRICS)


def test_what_lies_before_the_first_decision_is_skipped():
    view = SideBySide(EXPERIMENTS["lc_hcis"], cells=["None"], seed=5)
    assert view.courses[0].plies[0] == 16  # two hands of eight


def test_every_round_has_its_ply_and_the_last_one_is_the_end():
    for course in two().courses:
        game, match = course.match.game, course.match
        for number, ply in enumerate(course.plies):
            assert game.rounds(match.state_at(ply)) == number
        assert game.to_move(match.state_at(course.plies[-1])) == OVER


def test_the_clock_counts_shares_or_rounds():
    view = two()
    longest = max(course.rounds for course in view.courses)
    shortest = min(course.rounds for course in view.courses)
    view.go_to(50)
    view._unit.value = ROUND
    assert view._clock.max == longest and view._clock.value == round(longest / 2)
    view.go_to(longest)
    assert [course.round_at(ROUND, longest) for course in view.courses].count(shortest) >= 1
    assert all(board.said.startswith("over after") for board in view.boards)
    view._unit.value = SHARE
    assert view._clock.max == view._clock.value == 100


def test_another_seed_is_another_game_for_all():
    view = two()
    before = [list(course.match.moves) for course in view.courses]
    view._seed.value = "8"
    assert view.seed == 8 and view._clock.value == 0
    assert all(a != c.match.moves for a, c in zip(before, view.courses, strict=True))
    with pytest.raises(CallbackFailed):
        view._seed.value = "eight"
    assert view.panel.error == "seed is 'eight'; allowed: a whole number from 0 up"
    assert view.seed == 8


def test_the_clock_runs_and_can_be_stopped():
    async def scenario():
        view = two()
        view.restart(2)
        assert view.running  # the games are being played
        while view.running:
            await asyncio.sleep(0.01)
        view._speed.value = 20
        view._play.click()
        assert view.running and view._play.description == "Pause"
        while view._clock.value < 3:
            await asyncio.sleep(0.01)
        view._play.click()
        stopped = view._clock.value
        await asyncio.sleep(0.15)
        assert view._clock.value == stopped and view._play.description == "Play"
        for course, board in zip(view.courses, view.boards, strict=True):
            assert board.said == course.words(course.round_at(SHARE, stopped))
        view.close()
        assert view.comm is None

    asyncio.run(scenario())


def test_a_long_game_says_how_far_it_is():
    async def scenario():
        view = SideBySide(EXPERIMENTS["ludo_4mn"], cells=["None", "E-HillClimber"], seed=1)
        view._seed.value = "2"
        notes = set()
        while view.running:
            notes.add(view.panel.note)
            await asyncio.sleep(0.005)
        assert any(note.startswith("playing: ") for note in notes) and view.panel.note == ""
        view.close()

    asyncio.run(scenario())


def test_the_best_value_of_each_metric_is_marked():
    view = two()
    view.go_to(100)
    metrics = view.metrics()
    tense = max(metrics, key=lambda name: metrics[name]["tension"])
    other = next(name for name in metrics if name != tense)
    label = dict(zip(metrics, view._labels, strict=True))[other].value
    assert f"<b>{metrics[other]['tension']:.2f} ★</b>" in label


def test_mistakes_are_refused_in_one_line():
    with pytest.raises(HernaError, match="maze: no cell 'E-HillClimb'; did you mean"):
        SideBySide(EXPERIMENTS["maze"], cells=["E-HillClimb"])
    with pytest.raises(HernaError, match="SideBySide: allowed: an experiment"):
        SideBySide(Ludo(n_players=2))


def test_without_a_kernel_all_boards_are_there():
    view = two()
    data, _ = view._repr_mimebundle_()
    assert data["text/html"].count("<img") == data["text/html"].count("tension ↓") == 2
    assert "adapted: round 0 of" in data["text/plain"]


def test_what_is_kept_is_the_time_of_the_clock_even_before_it_is_drawn():
    async def scenario():
        view = two()
        view.go_to(100)
        data, _ = view._repr_mimebundle_()
        assert data["text/html"].count("tension ↓") == 2
        assert data["text/plain"].count("over after") == 2

    asyncio.run(scenario())

"""The meter kept move by move: hand-worked cases that whole games seldom show."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from herna.games import Ludo, Pig
from herna.games.pig import HOLD, ROLL
from herna.kernels.world import BETTER, METRICS, advance, measures, new_worlds, status_from_gains
from herna.metrics import fun
from herna.play import Match
from herna.players import Random
from tests.games.positions import ludo

TWO = Ludo(n_players=2)
HOUSE = -1


def world_with(*figures, game=TWO):
    """A world at the start of its measurements, with these figures on the board."""
    worlds = new_worlds(game)
    worlds["state"][0] = ludo(*figures, game=game).array[0]
    status = fun.status(np.array(gains(worlds, game)))
    worlds[0].meter.status[: game.n_players] = status
    return worlds


def gains(worlds, game=TWO):
    out = np.zeros(7)
    game.rules.gains(worlds[0].state, out)
    return out[: game.n_players].tolist()


def go(worlds, *moves, game=TWO):
    """Make these moves and measure."""
    out = np.zeros(game.max_moves, np.int64)
    for move in moves:
        count = game.rules.moves(worlds[0].state, out)
        advance(game.rules, worlds[0], move, count, np.zeros(7))
    metrics = np.zeros(len(METRICS))
    measures(game.rules, worlds[0], metrics)
    return dict(zip(METRICS, metrics.tolist(), strict=True))


@given(
    gains=hnp.arrays(float, st.integers(1, 7), elements=st.integers(-50, 50).map(lambda n: n / 4))
)
def test_the_status_of_the_kernel_is_that_of_the_array_function(gains):
    out = np.full(7, 99.0)
    status_from_gains(gains, len(gains), out)
    assert out[: len(gains)].tolist() == fun.status(gains).tolist()
    assert out[len(gains) :].tolist() == [99.0] * (7 - len(gains))


def test_lead_changes_and_freedom_are_to_be_large_and_all_else_small():
    assert {name for name, sign in BETTER.items() if sign > 0} == {"freedom", "lead_changes"}
    assert set(BETTER) == set(METRICS)
    assert len(METRICS) == 8


def test_a_pass_is_a_round_without_choices():
    """Blue cannot play the 5; green plays a 5 with one figure of its own choice of one."""
    worlds = world_with([39, HOUSE, HOUSE, HOUSE], [6, HOUSE, HOUSE, HOUSE])
    assert go(worlds, 5)["freedom"] == 0.0
    assert worlds[0].meter.closed == 1
    assert worlds[0].meter.choices == 0
    assert go(worlds, 5, 0)["freedom"] == 0.5
    assert worlds[0].meter.closed == 2


def test_several_rolls_in_one_turn_are_one_event_of_chance():
    """Blue rolls 1, 2 and a 6 that brings a figure out: one round, one effect."""
    worlds = world_with([HOUSE] * 4, [12, HOUSE, HOUSE, HOUSE])
    before = fun.status(np.array(gains(worlds)))
    metrics = go(worlds, 1, 2, 6, 0)
    after = fun.status(np.array(gains(worlds)))
    assert worlds[0].meter.closed == 1
    assert worlds[0].meter.drift[:2].tolist() == (after - before).tolist()
    assert metrics["randomness"] == pytest.approx(np.abs(after - before).mean())
    assert metrics["freedom"] == 4.0, "any of the four figures may leave the house"


def test_three_rolls_in_vain_are_one_round_without_effect():
    worlds = world_with([HOUSE] * 4, [12, HOUSE, HOUSE, HOUSE])
    metrics = go(worlds, 1, 2, 3)
    assert worlds[0].meter.closed == 1
    assert metrics["randomness"] == metrics["fairness"] == metrics["freedom"] == 0.0


def test_the_effect_of_chance_runs_to_the_end_of_the_turn_captures_included():
    """Blue's 24 is green's 4: the capture costs green what it had walked."""
    worlds = world_with([22, 41, 42, 43], [4, 41, 42, 43])
    before = fun.status(np.array(gains(worlds)))
    go(worlds, 2, 0)
    after = fun.status(np.array(gains(worlds)))
    assert worlds[0].state.figures[1].tolist() == [HOUSE, 41, 42, 43]
    assert worlds[0].meter.drift[:2].tolist() == (after - before).tolist()


def test_a_decision_before_chance_speaks_is_not_its_effect():
    """Pig: what counts is the change from the roll on, not from the decision to roll."""
    game = Pig()
    worlds = new_worlds(game)
    metrics = go(worlds, ROLL, 4, HOLD, game=game)
    assert worlds[0].meter.drift[:2].tolist() == [4.0, -4.0]
    assert metrics["freedom"] == 3.0


def test_nobody_leads_a_tie_and_the_next_leader_is_compared_with_the_last():
    game = Pig()
    worlds = new_worlds(game)
    go(worlds, ROLL, 4, HOLD, game=game)  # 4:0
    go(worlds, ROLL, 4, HOLD, game=game)  # 4:4
    meter = worlds[0].meter
    assert meter.led[:2].tolist() == [1, 0]
    assert meter.lead == 0.0
    metrics = go(worlds, ROLL, 1, game=game)  # 4:4 again
    assert metrics["lead_changes"] == 0.0
    assert metrics["margin"] == 0.0
    metrics = go(worlds, ROLL, 6, HOLD, game=game)  # 4:10
    assert metrics["lead_changes"] == 1.0
    assert metrics["margin"] == 6.0
    assert metrics["tension"] == pytest.approx((4 + 0 + 0 + 6) / 4)
    assert metrics["lead_time"] == 0.0, "one round each"


def test_an_open_round_is_valued_as_if_it_ended_here():
    """A pending roll of 6 counts 6/3.5 turns for blue, and its choices count too."""
    match = Match(TWO, [Random(), Random()], seed=1)
    match.play(6)
    open_round = match.metrics_at()
    assert match.world[0].meter.closed == 0
    assert open_round["margin"] == 1.0, "6 / 3.5 = 1.7 turns, cut to whole ones"
    assert open_round["freedom"] == len(TWO.moves(match.state))
    match.back()
    assert match.metrics_at()["freedom"] == 0.0


def test_a_new_world_has_measured_nothing():
    for game in (TWO, Ludo(), Pig()):
        worlds = new_worlds(game, count=3)
        assert len(worlds) == 3
        assert go(worlds, game=game) == dict.fromkeys(METRICS, 0.0)
        assert worlds[0].meter.players == game.n_players

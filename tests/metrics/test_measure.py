"""Metrics of recorded games, worked out by hand."""

import numpy as np
import pytest

from herna.games import KuhnPoker, Ludo, Pig
from herna.games.kuhn import BET, PASS
from herna.games.pig import HOLD, ROLL
from herna.kernels.world import METRICS
from herna.metrics.measure import measure, rounds_of
from herna.play import Trace

PIG = Pig(target=10)

# Turn 1: roll 6, hold (6:0). Turn 2: roll 4, roll 5, hold (6:9). Turn 3: roll 2, roll 1 (6:9).
# Turn 4: roll 3, hold (6:12), the end.
PIG_MOVES = (
    *(ROLL, 6, HOLD),
    *(ROLL, 4, ROLL, 5, HOLD),
    *(ROLL, 2, ROLL, 1),
    *(ROLL, 3, HOLD),
)


def test_a_game_of_pig_round_by_round():
    status, choices, effects = rounds_of(Trace(PIG, PIG_MOVES))
    assert status.tolist() == [[6, -6], [-3, 3], [-3, 3], [-6, 6]]
    # Only rolling, then hold or roll: 1 + 2, 1 + 2 + 2, 1 + 2, 1 + 2.
    assert choices.tolist() == [3, 5, 3, 3]
    # From the first roll of the turn to its end: 0:0, 6:0, 6:9, 6:9 before.
    assert effects.tolist() == [[6, -6], [-9, 9], [0, 0], [-3, 3]]


def test_a_game_of_pig_measured():
    assert measure(Trace(PIG, PIG_MOVES)) == pytest.approx(
        {
            "believability": 0.0,  # Pig keeps no ledger
            "tension": (6 + 3 + 3 + 6) / 4,
            "margin": 6.0,
            "freedom": 14 / 4,
            "lead_changes": 1.0,
            "fairness": 6 / 4,  # means -6/4 and 6/4
            "lead_time": 1.0,  # 1 and 3 rounds led
            "randomness": 18 / 4,  # (6 + 9 + 0 + 3) / 4
        }
    )


def test_a_game_of_kuhn_poker_has_a_round_per_action():
    """King and jack; pass, bet, call: the lead comes with the showdown only."""
    trace = Trace(KuhnPoker(), (2, 0, PASS, BET, BET))
    status, choices, effects = rounds_of(trace)
    assert status.tolist() == [[0, 0], [0, 0], [4, -4]]
    assert choices.tolist() == [2, 2, 2]
    assert effects.tolist() == [[0, 0], [0, 0], [0, 0]], "the deal itself moves no gain"
    assert measure(trace)["tension"] == pytest.approx(4 / 3)
    assert measure(trace)["lead_changes"] == 0.0


def test_only_the_margin_of_ludo_is_whole():
    game = Ludo(n_players=2)
    # In turns: blue moves 3 -> 8 (5 / 3.5), green 3 -> 5 (2 / 3.5), blue 8 -> 14 (6 / 3.5).
    status, choices, effects = rounds_of(Trace(game, (5, 3, 2, 3, 6, 3)))
    assert status == pytest.approx(np.array([[5, -5], [3, -3], [9, -9]]) / 3.5)
    assert effects == pytest.approx(np.array([[5, -5], [-2, 2], [6, -6]]) / 3.5)
    # Blue with a 5: all four. Green with a 2: 2 and 3 bar the way of 0 and 1. Blue with a 6: 8
    # bars the way of 2.
    assert choices.tolist() == [4, 2, 3]
    measured = measure(Trace(game, (5, 3, 2, 3, 6, 3)))
    assert measured["tension"] == pytest.approx(17 / 3.5 / 3)
    assert measured["margin"] == 2.0, "9 / 3.5 cut"
    assert measured["lead_time"] == 1.5, "three rounds led and none"
    assert measured["freedom"] == 3.0
    assert measured["fairness"] == pytest.approx(6 / 7)
    assert measured["randomness"] == pytest.approx(13 / 10.5)


def test_a_game_that_has_not_begun_measures_zero():
    for game in (PIG, Ludo(), KuhnPoker()):
        measured = measure(Trace(game, ()))
        assert measured == dict.fromkeys(METRICS, 0.0)
        status, choices, effects = rounds_of(Trace(game, ()))
        assert status.shape == effects.shape == (0, game.n_players)
        assert len(choices) == 0


def test_an_unfinished_round_is_not_measured():
    whole = Trace(PIG, PIG_MOVES[:8])
    begun = Trace(PIG, PIG_MOVES[:11])
    assert measure(begun) == measure(whole)


def test_the_believability_of_a_trace_counts_every_roll():
    """Ten ones in a row each: unevenness beyond 8, and eight repeats each."""
    game, moves = Ludo(n_players=2), []
    state = game.initial()
    while game.rounds(state) < 20:
        move = 1 if state.roll == 0 else game.moves(state)[-1]
        moves.append(move)
        state = game.step(state, move)
    rolls = np.array([10, 0, 0, 0, 0, 0])
    uneven = np.var(rolls) - np.var([2, 2, 2, 2, 1, 1]) - 8
    assert moves.count(1) >= 20
    assert measure(Trace(game, tuple(moves)))["believability"] == pytest.approx(2 * (uneven + 8))

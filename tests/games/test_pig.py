"""The rules of Pig."""

import pytest

from herna.errors import HernaError
from herna.game import CHANCE, OVER
from herna.games.pig import HOLD, ROLL, Pig

PIG = Pig()


def pig(banked=(0, 0), pot=0, turn=0, rolling=0, game=PIG):
    """The state with these points, the die in the air or not."""
    row = [*banked, *[0] * (7 - len(banked))]
    return game.initial().replace(banked=row, pot=pot, turn=turn, rolling=rolling)


def points(state):
    return state.banked[: state.players].tolist()


def test_everybody_starts_with_nothing_and_the_first_player_must_roll():
    state = Pig(n_players=7).initial()
    assert points(state) == [0] * 7
    assert state.pot == 0
    assert PIG.to_move(PIG.initial()) == 0
    assert PIG.moves(PIG.initial()) == [ROLL]


def test_rolling_puts_the_die_into_the_hands_of_chance():
    state = PIG.step(PIG.initial(), ROLL)
    assert PIG.to_move(state) == CHANCE
    assert PIG.moves(state) == [1, 2, 3, 4, 5, 6]
    assert PIG.odds(state) == pytest.approx([1 / 6] * 6)


@pytest.mark.parametrize("face", [2, 3, 4, 5, 6])
def test_two_to_six_swell_the_pot(face):
    state = PIG.step(pig(banked=(10, 3), pot=9, rolling=1), face)
    assert (points(state), state.pot, state.turn) == ([10, 3], 9 + face, 0)
    assert PIG.to_move(state) == 0
    assert PIG.moves(state) == [HOLD, ROLL]


def test_a_one_loses_the_pot_and_the_turn():
    state = PIG.step(pig(banked=(10, 3), pot=9, rolling=1), 1)
    assert (points(state), state.pot, state.turn) == ([10, 3], 0, 1)
    assert PIG.to_move(state) == 1


def test_holding_banks_the_pot_and_ends_the_turn():
    state = PIG.step(pig(banked=(10, 3), pot=9), HOLD)
    assert (points(state), state.pot, state.turn) == ([19, 3], 0, 1)


def test_nobody_can_hold_an_empty_pot():
    with pytest.raises(HernaError):
        PIG.step(pig(banked=(10, 3)), HOLD)


def test_the_turn_goes_round_the_table():
    game = Pig(n_players=3)
    state = game.initial()
    for seat in (0, 1, 2, 0):
        assert state.turn == seat
        state = game.step(game.step(state, ROLL), 1)


def test_a_round_is_a_turn_whether_held_or_lost():
    assert PIG.rounds(PIG.step(pig(pot=9), HOLD)) == 1
    assert PIG.rounds(PIG.step(pig(pot=9, rolling=1), 1)) == 1
    assert PIG.rounds(PIG.step(pig(pot=9, rolling=1), 4)) == 0


def test_the_first_to_bank_the_target_wins():
    state = PIG.step(pig(banked=(41, 48), pot=9), HOLD)
    assert PIG.to_move(state) == OVER
    assert PIG.returns(state) == (1.0, 0.0)


def test_a_pot_that_would_reach_the_target_has_to_be_banked_first():
    state = PIG.step(pig(banked=(41, 48), pot=9, rolling=1), 6)
    assert PIG.to_move(state) == 0
    assert PIG.returns(state) == (0.0, 0.0)
    lost = PIG.step(PIG.step(state, ROLL), 1)
    assert PIG.to_move(lost) == 1
    assert points(lost) == [41, 48]


def test_a_target_of_one_is_won_by_the_first_hold():
    game = Pig(target=1)
    state = game.step(game.step(game.step(game.initial(), ROLL), 2), HOLD)
    assert game.to_move(state) == OVER
    assert game.returns(state) == (1.0, 0.0)


def test_no_move_is_left_once_the_game_is_over():
    won = PIG.step(pig(banked=(41, 48), pot=9), HOLD)
    assert PIG.moves(won) == []
    with pytest.raises(HernaError, match="the game is over"):
        PIG.step(won, ROLL)


def test_gains_are_the_points_and_the_pot_of_the_player_on_turn():
    assert PIG.gains(pig(banked=(10, 3), pot=9)) == (19.0, 3.0)
    assert PIG.gains(pig(banked=(10, 3), pot=9, turn=1)) == (10.0, 12.0)


def test_moves_are_named_for_the_reader():
    assert PIG.move_name(pig(pot=9), HOLD) == "hold and bank 9"
    assert PIG.move_name(pig(pot=9), ROLL) == "roll"
    assert PIG.move_name(pig(pot=9, rolling=1), 4) == "rolls 4"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("n_players", 1),
        ("n_players", 8),
        ("n_players", 2.5),
        ("n_players", True),
        ("n_players", "2"),
        ("target", 0),
        ("target", -50),
        ("target", 10_001),
        ("target", 50.5),
        ("target", float("nan")),
        ("target", True),
        ("target", None),
    ],
)
def test_a_parameter_out_of_range_is_refused_in_one_line_that_names_it(field, value):
    with pytest.raises(HernaError, match=rf"pig: {field} is .*; allowed") as refusal:
        Pig(**{field: value})
    assert "\n" not in str(refusal.value)

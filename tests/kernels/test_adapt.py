"""Dynamic level and POSM: the examples of the thesis, and how they behave at the table."""

import numpy as np
import pytest

from herna.dda import ChanceLevel
from herna.errors import HernaError
from herna.game import CHANCE
from herna.games import Ludo, Maze
from herna.kernels.adapt import (
    discount,
    middle_setting,
    moved_level,
    rank_at,
    verdict_on,
)
from herna.play import Match
from herna.players import DynamicLevel, HillClimber, Posm, Random
from herna.seeds import generator


@pytest.mark.parametrize(("level", "best"), [(75, 5), (50, 10), (100, 1), (0, 20)])
def test_of_twenty_moves_a_level_plays_the_one_of_the_thesis(level, best):
    assert 20 - rank_at(float(level), 20) == best


def test_posm_keeps_what_it_has_learnt_however_long_the_game():
    beliefs, rng, chosen = np.ones(10), generator(1), []
    for _ in range(3000):
        chosen.append(middle_setting(beliefs, rng))
        discount(beliefs, chosen[-1], 1, 0.5)  # always too easy
    assert set(chosen[20:]) == {9}
    for _ in range(40):
        chosen.append(middle_setting(beliefs, rng))
        discount(beliefs, chosen[-1], -1, 0.5)  # and suddenly always too hard
    assert chosen[-1] == 0


def test_a_level_moves_with_the_opponents_status_and_stays_within_bounds():
    assert moved_level(50.0, 14.0, 1.4) == pytest.approx(60)
    assert moved_level(50.0, -1e6, 1.4) == 0
    assert moved_level(99.0, 1e6, 1.4) == 100


def test_posm_begins_in_the_middle_and_goes_on_as_in_the_balloon_example():
    beliefs, rng = np.ones(10), generator(0)
    assert {middle_setting(beliefs, rng) for _ in range(40)} == {4, 5}
    discount(beliefs, 4, 1, 0.5)
    assert beliefs.tolist() == [0.5] * 5 + [1.0] * 5
    assert middle_setting(beliefs, rng) == 6  # the seventh speed


def test_what_was_right_changes_no_belief():
    beliefs = np.ones(10)
    discount(beliefs, 4, verdict_on(0.5, 1.0), 0.5)
    assert beliefs.tolist() == [1.0] * 10


@pytest.mark.parametrize("settings", [2, 10, 20])
def test_posm_settles_on_a_hidden_best_setting(settings):
    for best in range(settings):
        beliefs, rng = np.ones(settings), generator(best)
        for _ in range(40):
            played = middle_setting(beliefs, rng)
            verdict = (played < best) - (played > best)  # too easy below the best one
            discount(beliefs, played, verdict, 0.5)
        assert middle_setting(beliefs, rng) == best


@pytest.mark.parametrize("settings", [2, 5, 20])
def test_posm_believes_in_as_many_levels_as_it_was_told(settings):
    match = Match(Ludo(n_players=2), [HillClimber(), Posm(settings=settings)], seed=2).finish()
    mind = match._minds[-1][1]
    assert (mind.beliefs[:settings] > 0).all() and not mind.beliefs[settings:].any()
    played = {int(minds[1].setting) for minds in match._minds if minds[1].awake}
    assert played <= set(range(settings))


def test_posm_cannot_believe_in_more_levels_than_it_can_remember():
    with pytest.raises(HernaError, match="posm: settings is 21; allowed: a whole number from 2"):
        Posm(settings=21)


def test_a_rival_in_the_chance_seat_ranks_outcomes_by_gain_or_by_value():
    """Of all corridors the level 100 builds the one that leaves the player worst off."""
    game = Maze(size=15, steps=200, bombs=3)
    for by_value in (False, True):
        rival = ChanceLevel(start=100.0, alpha=1e9, by_value=by_value)
        match = Match(game, [HillClimber()], seed=4, chance=rival).finish()
        judged = game.values if by_value else game.gains
        for ply, move in enumerate(match.moves):
            state = match.state_at(ply)
            if game.to_move(state) == CHANCE and game.steerable(state):
                left = {m: judged(game.step(state, m))[0] for m in game.moves(state)}
                assert left[move] == min(left.values())


def levels_in(match, seat):
    return [float(minds[seat].level) for minds in match._minds]


def test_dynamic_level_rises_when_it_trails_and_falls_when_it_leads():
    game = Ludo(n_players=2)
    match = Match(game, [Random(), DynamicLevel(alpha=1.4)], seed=5).finish()
    turns = [ply for ply in range(match.ply) if game.to_move(match.state_at(ply)) == 1]
    for ply in turns[1:]:
        gains = game.gains(match.state_at(ply))
        before, after = levels_in(match, 1)[ply], levels_in(match, 1)[ply + 1]
        trails = int(gains[0] - gains[1])
        assert (after - before) * trails >= 0


def test_going_back_takes_the_memory_back_too():
    match = Match(Ludo(n_players=2), [HillClimber(), Posm()], seed=2)
    match.go_to(60)
    moves, minds = list(match.moves), [m.tobytes() for m in match._minds]
    match.go_to(20)
    match.go_to(60)
    assert match.moves == moves
    assert [m.tobytes() for m in match._minds] == minds


def test_a_new_game_begins_without_memories():
    match = Match(Ludo(n_players=2), [HillClimber(), DynamicLevel()], seed=2).finish()
    match.restart(3)
    assert not match._minds[-1]["awake"].any()

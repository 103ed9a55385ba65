"""Pursuit: dots, corridors, and two ghosts who move at once."""

import numpy as np

from herna.game import OVER
from herna.games.pursuit import CROSSINGS, DISTANCES, EXITS, GHOSTS, RUNNER, STARTS, WALLS, Pursuit
from herna.play import Match
from herna.players import HillClimber, Random

GAME = Pursuit()


def test_corridors_lead_both_ways_and_walls_neither():
    for here, there in WALLS:
        assert there not in EXITS[here] and here not in EXITS[there]
    for here in range(CROSSINGS):
        for way in range(4):
            there = EXITS[here, way]
            assert there < 0 or EXITS[there, (way + 2) % 4] == here


def test_distances_are_a_metric_and_every_crossing_can_be_reached():
    assert (DISTANCES == DISTANCES.T).all() and DISTANCES.max() < CROSSINGS
    assert (DISTANCES[EXITS[EXITS >= 0], np.nonzero(EXITS >= 0)[0]] == 1).all()


def test_the_runner_eats_the_dot_he_comes_to():
    state = GAME.step(GAME.initial(), 0)
    assert state.uneaten == GAME.dots - 1 and state.dots[STARTS[0] - 6] == 0
    assert GAME.gains(state) == (1.0, GAME.dots - 1.0)


def test_one_move_moves_both_ghosts():
    state = GAME.step(GAME.step(GAME.initial(), 0), 4 * 1 + 2)
    assert state.places[1:].tolist() == [1, 11]


def test_meeting_a_ghost_ends_the_game():
    state = GAME.initial().replace(places=(7, 6, 5), turn=GHOSTS)
    assert GAME.returns(state) == (0.0, 0.0)
    caught = GAME.step(state, 4 * 1 + 3)
    assert GAME.to_move(caught) == OVER and GAME.returns(caught) == (-1.0, 1.0)


def test_walking_into_a_ghost_feeds_nobody():
    state = GAME.initial().replace(places=(7, 6, 5))
    caught = GAME.step(state, 3)
    assert caught.uneaten == GAME.dots and GAME.returns(caught) == (-1.0, 1.0)


def test_the_last_dot_wins():
    state = GAME.step(GAME.initial().replace(uneaten=1), 0)
    assert GAME.to_move(state) == OVER and GAME.returns(state) == (1.0, -1.0)


def test_long_games_are_drawn():
    game = Pursuit(limit=3)
    state = game.initial()
    for move in (0, 4 * 1 + 2, 2, 4 * 3 + 0, 0, 4 * 1 + 2):
        state = game.step(state, move)
    assert game.to_move(state) == OVER and game.returns(state) == (0.0, 0.0)


def test_the_rules_of_the_runner_keep_him_from_a_ghost_next_to_him():
    state = GAME.initial().replace(places=(14, 2, 5))
    assert HillClimber()(GAME, state, np.random.default_rng(0)) != 0


def test_dots_and_catches_are_counted_to_the_end():
    for seed in range(20):
        match = Match(GAME, [HillClimber(), Random()], seed).finish()
        state = match.state
        caught = state.places[0] in state.places[1:]
        assert GAME.returns(state)[RUNNER] == (-1 if caught else int(state.uneaten == 0))
        assert GAME.dots - state.uneaten == CROSSINGS - 1 - state.dots.sum()
        assert "@" in GAME.text(state) or caught

"""Random playouts: the compiled loop with a game's own rules inside, against a plain twin."""

import numpy as np
import pytest

from herna.game import OVER, State
from herna.games import EXAMPLES, Ludo, Pig
from herna.kernels.playout import playouts
from herna.play import Arena
from herna.players import Random
from herna.seeds import generator
from tests.kernels.naive import play_to_the_end

every_game = pytest.mark.parametrize("game", EXAMPLES, ids=repr)


def scratch(game):
    """The start, a copy of it to play on, and room for moves and odds."""
    start, states = np.zeros(1, game.state_type), np.zeros(1, game.state_type)
    game.setup(start[0])
    game.setup(states[0])
    return start, states, np.zeros(game.max_moves, np.int64), np.zeros(game.max_moves)


def play(game, seed, limit=10_000):
    """One playout: its plies and the state it ended in."""
    _, states, moves, odds = scratch(game)
    plies = game.rules.playout(states[0], moves, odds, generator(seed), limit)
    return plies, State(states)


@every_game
def test_a_playout_ends_where_the_game_ends(game):
    for seed in range(50):
        plies, end = play(game, seed)
        assert game.to_move(end) == OVER
        assert plies > 0


@every_game
def test_a_playout_plays_as_its_plain_twin_does_with_the_same_lots(game):
    for seed in range(10):
        plies, end = play(game, seed)
        moves, twin = play_to_the_end(game, game.initial(), generator(seed), 10_000)
        assert plies == len(moves)
        assert end == twin


@pytest.mark.parametrize("game", [Ludo(), Ludo(n_players=2), Pig()], ids=repr)
def test_a_playout_is_a_game_of_random_players_where_nothing_is_hidden(game):
    arena = Arena(game, [Random()] * game.n_players)
    for seed in range(10):
        plies, end = play(game, seed)
        outcome = arena.play(generator(seed))
        assert len(outcome.moves) == plies
        assert outcome.returns == game.returns(end)


@every_game
def test_a_playout_stops_at_its_limit(game):
    long = next(seed for seed in range(50) if play(game, seed)[0] > 2)
    plies, end = play(game, long, limit=2)
    assert plies == 2
    assert game.to_move(end) != OVER
    assert play(game, long, limit=0) == (0, game.initial())


@every_game
def test_many_playouts_start_from_the_same_state_and_count_all_plies(game):
    start, states, moves, odds = scratch(game)
    before, rng, alone = start.tobytes(), generator(4), 0
    for _ in range(5):
        states[:] = start
        alone += game.rules.playout(states[0], moves, odds, rng, 10_000)
    again = playouts(game.rules, start, states, moves, odds, generator(4), 5, 10_000)
    assert again == alone
    assert start.tobytes() == before

"""Random playouts: the same game whichever way the rules get into the loop."""

import numpy as np
import pytest

from herna.game import OVER, State
from herna.games import EXAMPLES, Ludo
from herna.kernels.playout import playout, playout_of, playouts
from herna.play import Arena
from herna.players import Random
from herna.seeds import generator

every_game = pytest.mark.parametrize("game", EXAMPLES, ids=repr)


def scratch(game):
    """A copy of the start to play on, and room for moves and odds."""
    start = np.zeros(1, game.state_type)
    game.setup(start[0])
    return start, start.copy(), np.zeros(game.max_moves, np.int64), np.zeros(game.max_moves)


def states_equal(game, one, other):
    return all(np.array_equal(one[name], other[name]) for name in game.state_type.names)


@every_game
def test_a_playout_ends_where_the_game_ends(game):
    _, states, moves, odds = scratch(game)
    plies = playout(game.rules, states[0], moves, odds, generator(1), 10_000)
    assert game.to_move(State(states)) == OVER and plies > 0


@every_game
def test_a_playout_through_pointers_and_one_with_the_rules_inside_are_the_same(game):
    inside = playout_of(game.rules, game.state_type)
    for seed in range(20):
        _, one, moves, odds = scratch(game)
        _, other, *_ = scratch(game)
        plies = playout(game.rules, one[0], moves, odds, generator(seed), 10_000)
        assert inside(other[0], moves, odds, generator(seed), 10_000) == plies
        assert states_equal(game, one, other)


@every_game
def test_a_playout_plays_as_random_players_do(game):
    """Games with hidden cards aside, where players draw lots for what they cannot see."""
    if game.name == "kuhn":
        game = Ludo(n_players=2)
    arena = Arena(game, [Random()] * game.n_players)
    for seed in range(10):
        _, states, moves, odds = scratch(game)
        plies = playout(game.rules, states[0], moves, odds, generator(seed), 10_000)
        outcome = arena.play(generator(seed))
        assert len(outcome.moves) == plies
        assert outcome.returns == game.returns(State(states))


@every_game
def test_a_playout_stops_at_its_limit(game):
    _, states, moves, odds = scratch(game)
    assert playout(game.rules, states[0], moves, odds, generator(1), 2) == 2
    assert playout(game.rules, states[0], moves, odds, generator(1), 0) == 0
    assert game.to_move(State(states)) != OVER


@every_game
def test_many_playouts_start_from_the_same_state_and_count_all_plies(game):
    start, states, moves, odds = scratch(game)
    before = start.tobytes()
    rng, alone = generator(4), 0
    for _ in range(5):
        states[:] = start
        alone += playout(game.rules, states[0], moves, odds, rng, 10_000)
    again = playouts(game.rules, start, states, moves, odds, generator(4), 5, 10_000)
    assert again == alone and start.tobytes() == before

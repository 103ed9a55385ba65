"""HillClimber and Max^n against a recursive twin, on positions from real games."""

import pytest

from herna.games import EXAMPLES, KuhnPoker, Ludo, Pig
from herna.games.kuhn import BET, PASS
from herna.play import Arena, Trace
from herna.players import HillClimber, MaxN, Random
from herna.seeds import generator
from tests.games.positions import ludo
from tests.kernels.naive import max_n_ratings

every_game = pytest.mark.parametrize("game", EXAMPLES, ids=repr)
small_games = pytest.mark.parametrize(
    "game", [game for game in EXAMPLES if game.max_moves <= 6], ids=repr
)


def decisions(game, count):
    """States in which a player has a choice, from all phases of random games."""
    found, seed = [], 0
    while len(found) < count:
        moves = Arena(game, [Random()] * game.n_players).play(generator(seed, "search")).moves
        states = [s for s in Trace(game, moves).states() if game.to_move(s) >= 0]
        states = [s for s in states if len(game.moves(s)) > 1]
        found += states[:: max(1, len(states) // 6)]
        seed += 1
    return found[:count]


@small_games
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_max_n_rates_moves_as_its_recursive_twin_does(game, depth):
    rng, player = generator(0), MaxN(depth=depth)
    for state in decisions(game, 14 if depth < 4 else 5):
        ratings = player.ratings(game, state, rng)
        assert ratings == pytest.approx(max_n_ratings(game, state, depth), abs=1e-9)


@every_game
def test_a_hill_climber_rates_a_move_by_its_own_value_after_it(game):
    for state in decisions(game, 30):
        who = game.to_move(state)
        expected = {m: game.values(game.step(state, m))[who] for m in game.moves(state)}
        assert HillClimber().ratings(game, state, generator(0)) == pytest.approx(expected)


@every_game
def test_max_n_of_depth_one_is_a_hill_climber(game):
    for state in decisions(game, 30):
        rng = generator(0)
        assert MaxN(depth=1).ratings(game, state, rng) == HillClimber().ratings(game, state, rng)


def test_searching_leaves_the_state_and_the_lots_alone():
    game, rng = Ludo(), generator(3)
    state = decisions(game, 1)[0]
    before = state.array.tobytes(), rng.bit_generator.state
    MaxN(depth=4).ratings(game, state, rng)
    assert (state.array.tobytes(), rng.bit_generator.state) == before


def test_ratings_do_not_depend_on_what_was_searched_before():
    game, rng = Ludo(n_players=2), generator(1)
    one, other = decisions(game, 2)
    first = MaxN(depth=3).ratings(game, one, rng)
    MaxN(depth=3).ratings(game, other, rng)
    assert MaxN(depth=3).ratings(game, one, rng) == first


def test_max_n_sees_the_capture_that_a_roll_would_allow():
    """Green stands four behind blue's 22: with depth 3 the danger counts, safe squares attract."""
    game = Ludo(n_players=2)
    state = ludo([19, 22, 41, 42], [38, 41, 42, 43], roll=1, game=game)
    assert game.moves(state)[:2] == [0, 1]
    deep = MaxN(depth=3).ratings(game, state, generator(0))
    assert deep[0] > deep[1], "19 to 20 reaches a safe square"


def test_max_n_looks_past_the_end_of_the_game():
    game = Pig(target=10)
    state = game.initial().replace(banked=[4, 9, 0, 0, 0, 0, 0], pot=6)
    assert game.to_move(game.step(state, 0)) == -2
    for depth in (1, 2, 3, 4):
        ratings = MaxN(depth=depth).ratings(game, state, generator(0))
        assert ratings[0] == 10.0, "holding ends the game with ten points, however deep one looks"


def test_max_n_calls_and_folds_rightly_when_the_cards_are_known():
    game = KuhnPoker()
    for cards, best in (((2, 0), BET), ((0, 2), PASS)):
        state = game.initial()
        for move in (*cards, PASS, BET):
            state = game.step(state, move)
        ratings = MaxN(depth=1).ratings(game, state, generator(0))
        assert max(ratings, key=ratings.get) == best
    assert ratings == {PASS: -1.0, BET: -2.0}

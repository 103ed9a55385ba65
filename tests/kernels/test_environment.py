"""Environment players against slow twins, on worlds from real games."""

from functools import cache

import numpy as np
import pytest

from herna.dda import THESIS_WEIGHTS, ChanceLevel, EMaxMax, EMaxN, EMonteCarlo, Fair
from herna.game import CHANCE
from herna.games import EXAMPLES, LostCities, Ludo, Maze, Pig
from herna.kernels.adapt import MIND
from herna.play import Match
from herna.players import HillClimber, Random
from herna.seeds import generator
from tests.kernels.naive import after, fun_of, future_ratings, max_max_ratings, state_of, worth

WEIGHTS = {**THESIS_WEIGHTS["lost_cities"], "margin": 3, "randomness": 2}
every_game = pytest.mark.parametrize("game", EXAMPLES, ids=repr)
small_games = pytest.mark.parametrize(
    "game", [game for game in EXAMPLES if game.max_moves <= 6], ids=repr
)


def chance_worlds(game, count):
    """Worlds at chance nodes that may be steered, from all phases of a game."""
    worlds = all_chance_worlds(game)
    return worlds[:: max(1, len(worlds) // count)][:count]


@cache
def all_chance_worlds(game):
    match = Match(game, [HillClimber(level=60)] * game.n_players, seed=7).finish()
    return [
        match._worlds[ply]
        for ply in range(match.ply)
        if game.to_move(match.state_at(ply)) == CHANCE and game.steerable(match.state_at(ply))
    ]


def ratings(environment, game, worlds, rng=None):
    rows = environment.options(game, worlds, rng)
    return {row["outcome"]: row["worth"] for row in rows}


@every_game
@pytest.mark.parametrize("depth", [0, 1, 3])
def test_max_max_follows_the_line_of_its_slow_twin(game, depth):
    for worlds in chance_worlds(game, 2 if game.max_moves > 6 else 5):
        expected = max_max_ratings(game, worlds, WEIGHTS, depth)
        found = ratings(EMaxMax(WEIGHTS, depth=depth), game, worlds)
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)


@small_games
@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_max_n_finds_the_fun_of_its_recursive_twin(game, depth):
    environment = EMaxN(WEIGHTS, depth=depth)
    for worlds in chance_worlds(game, 4):
        found = ratings(environment, game, worlds)
        expected = {
            outcome: fun_of(game, after(game, worlds, outcome), WEIGHTS, depth)[1]
            for outcome in found
        }
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_max_n_of_depth_one_foresees_the_players_reply_even_among_many():
    game = LostCities()
    environment = EMaxN(WEIGHTS, depth=1, width=3)
    for worlds in chance_worlds(game, 2):
        found = ratings(environment, game, worlds)
        expected = {
            outcome: fun_of(game, after(game, worlds, outcome), WEIGHTS, 1)[1] for outcome in found
        }
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_without_depth_all_of_them_are_hill_climbers():
    game = Ludo(n_players=3)
    for worlds in chance_worlds(game, 5):
        outcomes = game.moves(state_of(worlds))
        expected = {m: worth(game, after(game, worlds, m), WEIGHTS) for m in outcomes}
        for environment in (EMaxMax(WEIGHTS, depth=0), EMaxN(WEIGHTS, depth=0)):
            assert ratings(environment, game, worlds) == pytest.approx(expected)
        one = EMonteCarlo(WEIGHTS, iterations=1, playout_limit=0)
        assert ratings(one, game, worlds) == pytest.approx(expected)


@every_game
def test_asking_for_options_leaves_the_world_alone(game):
    for environment in (EMaxMax(depth=2), EMaxN(depth=1), EMonteCarlo(iterations=2)):
        for worlds in chance_worlds(game, 2):
            before = worlds.tobytes()
            environment.options(game, worlds)
            assert worlds.tobytes() == before


def test_monte_carlo_prefers_the_outcome_whose_futures_are_all_better():
    """Rolling a one in Pig loses the pot, so that the game stays even: tension tells."""
    game = Pig(n_players=2, target=100)
    match = Match(game, [Random()] * 2, seed=1)
    for move in (1, 6, 1, 6, 1, 6, 1, 6, 1):  # a pot of 24, and one more roll
        match.play(move)
    found = ratings(EMonteCarlo({"margin": 1}, iterations=60, playout_limit=3), game, match.world)
    assert max(found, key=found.get) == 1


@small_games
@pytest.mark.parametrize("selfish", [False, True])
@pytest.mark.parametrize("limit", [0, 5])
def test_monte_carlo_rates_outcomes_as_its_twin_does_with_the_same_lots(game, limit, selfish):
    environment = EMonteCarlo(WEIGHTS, iterations=12, playout_limit=limit, selfish=selfish)
    for number, worlds in enumerate(chance_worlds(game, 3)):
        found = ratings(environment, game, worlds, generator(9, number))
        expected = future_ratings(game, worlds, environment, generator(9, number))
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_selfish_players_change_what_monte_carlo_expects():
    game = Ludo(n_players=2)
    worlds = chance_worlds(game, 4)[2]
    helpers, selfish = (
        ratings(EMonteCarlo(WEIGHTS, iterations=80, selfish=how), game, worlds, generator(1))
        for how in (False, True)
    )
    assert helpers != selfish


def test_more_iterations_only_refine_the_estimates():
    game = Ludo(n_players=2)
    worlds = chance_worlds(game, 3)[1]
    few, many = (
        ratings(EMonteCarlo(WEIGHTS, iterations=n), game, worlds, generator(1)) for n in (4, 400)
    )
    assert set(few) == set(many) == {1, 2, 3, 4, 5, 6}
    assert np.isfinite(list(many.values())).all()


# The rivals in the chance seat.


def test_a_rival_in_the_chance_seat_leaves_a_strong_player_worse_off_than_a_weak_one():
    game = Maze(size=15, steps=150, bombs=3)
    lengths = {}
    for start in (0.0, 100.0):
        rival = ChanceLevel(alpha=1e9, start=start)  # so large that the level never moves
        after_all = [
            game.gains(Match(game, [HillClimber()], seed, rival, limit=12).finish().state)[0]
            for seed in range(30)
        ]
        lengths[start] = np.mean(after_all)
    assert lengths[100.0] < lengths[0.0]


def test_a_rival_remembers_its_level_over_the_game():
    game, rival = Maze(size=15, steps=150, bombs=3), ChanceLevel(alpha=10)
    match = Match(game, [HillClimber()], 3, rival, limit=40).finish()
    levels = [float(minds[-1].level) for minds in match._minds]
    assert len(set(levels)) > 2
    while match.ply > 10:
        match.back()
    assert float(match._minds[-1][-1].level) == levels[10]


def test_fair_chance_keeps_no_memory():
    match = Match(Ludo(), [Random()] * 4, 1, Fair(), limit=20).finish()
    assert not any(minds.tobytes().strip(b"\0") for minds in match._minds)
    assert match._minds[0].dtype == MIND

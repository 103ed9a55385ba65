"""The players as settings: what they are called, what they refuse, how a level changes them."""

from collections import Counter
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from herna.errors import HernaError
from herna.games import EXAMPLES, Ludo
from herna.play import Human
from herna.players import MCTS, PLAYERS, HillClimber, MaxN, Random, describe, player_from
from herna.seeds import generator
from tests.games.positions import ludo
from tests.kernels.test_decide import exact_ranks
from tests.kernels.test_search import decisions

ENOUGH = 1e-3
LEVELS = st.none() | st.integers(1, 100)
ANY_PLAYER = st.one_of(
    st.builds(Random, level=LEVELS),
    st.builds(HillClimber, level=LEVELS),
    st.builds(MaxN, level=LEVELS, depth=st.integers(1, 64)),
    st.builds(
        MCTS,
        level=LEVELS,
        iterations=st.integers(1, 10**6),
        exploration=st.floats(0, 1e6),
        playout_limit=st.integers(1, 10**6),
    ),
)
TWO = Ludo(n_players=2)
# All four figures can move, each to another effect: into danger (a hunter stands on 22), out of
# it, to where it makes no difference, and home.
SPREAD_OUT = ludo([20, 26, 10, 37], [2, -1, -1, -1], roll=4, game=TWO)


# Playing.


@pytest.mark.parametrize("game", EXAMPLES, ids=repr)
@pytest.mark.parametrize(
    "player",
    [Random(), HillClimber(), HillClimber(level=1), MaxN(), MCTS(iterations=3)],
    ids=describe,
)
def test_a_player_answers_with_a_legal_move_and_the_same_one_for_the_same_lots(game, player):
    for number, state in enumerate(decisions(game, 8)):
        move = player(game, state, generator(number))
        assert type(move) is int
        assert move in game.moves(state)
        assert player(game, state, generator(number)) == move


def test_a_random_player_plays_every_move_equally_often():
    for player in (Random(), Random(level=1), Random(level=100)):
        rng = generator(3)
        seen = Counter(player(TWO, SPREAD_OUT, rng) for _ in range(2000))
        assert scipy.stats.chisquare([seen[move] for move in range(4)]).pvalue > ENOUGH


@pytest.mark.parametrize("level", [1, 50, 100])
def test_a_level_plays_the_ranked_moves_as_often_as_the_normal_distribution_says(level):
    ratings = HillClimber().ratings(TWO, SPREAD_OUT, generator(0))
    assert len(set(ratings.values())) == 4, "no ties, so that ranks are clear"
    ranked, rng = sorted(ratings, key=ratings.get), generator(4, level)
    player = HillClimber(level=level)
    seen = Counter(player(TWO, SPREAD_OUT, rng) for _ in range(2000))
    expected = exact_ranks(level, 4) * 2000
    assert scipy.stats.chisquare([seen[move] for move in ranked], expected).pvalue > ENOUGH


def test_without_a_level_the_best_move_is_always_played():
    for player in (HillClimber(), MaxN(depth=2)):
        ratings = player.ratings(TWO, SPREAD_OUT, generator(0))
        best = max(ratings, key=ratings.get)
        assert {player(TWO, SPREAD_OUT, generator(seed)) for seed in range(20)} == {best}


def test_the_ratings_of_a_random_player_are_all_zero():
    assert Random().ratings(TWO, SPREAD_OUT, generator(0)) == dict.fromkeys(range(4), 0.0)


def test_a_stronger_level_plays_better_moves_on_average():
    ratings = HillClimber().ratings(TWO, SPREAD_OUT, generator(0))
    means = []
    for level in (1, 30, 60, 100):
        rng = generator(5)
        means.append(
            np.mean([ratings[HillClimber(level)(TWO, SPREAD_OUT, rng)] for _ in range(500)])
        )
    assert means == sorted(means)


# Settings.


def test_players_are_values():
    assert MaxN(depth=3) == MaxN()
    assert hash(MaxN(depth=3)) == hash(MaxN())
    assert MaxN(level=50) != MaxN()
    with pytest.raises(FrozenInstanceError):
        MaxN().depth = 4


@given(player=ANY_PLAYER)
def test_a_player_is_found_again_by_its_description(player):
    assert player_from(describe(player)) == player


@given(player=ANY_PLAYER)
def test_the_kernels_see_every_setting(player):
    row = player.record()[0]
    assert row.kind == player.kind
    assert row.level == (player.level or 0)
    for field in ("depth", "iterations", "exploration", "playout_limit"):
        assert row[field] == getattr(player, field, 0)


def test_names_and_kinds_are_distinct():
    names = ["random", "hillclimber", "hillclimber-is", "maxn", "mcts", "minimax-is", "dl", "posm"]
    assert list(PLAYERS) == names
    steady = [player for player in PLAYERS.values() if not player.remembers]
    assert len({player.kind for player in steady}) == len(steady)


@pytest.mark.parametrize(
    ("words", "player"),
    [
        ("random", Random()),
        (" hillclimber ( level = 50 ) ", HillClimber(level=50)),
        ("maxn(depth=2, level=7)", MaxN(level=7, depth=2)),
        ("maxn()", MaxN()),
        ("mcts(exploration=0.5)", MCTS(exploration=0.5)),
        ("mcts(exploration=1e-05)", MCTS(exploration=1e-05)),
        ("mcts(exploration=2)", MCTS(exploration=2)),
    ],
)
def test_a_player_is_spelt_by_name_and_settings(words, player):
    assert player_from(words) == player


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("hillclimbr", "did you mean 'hillclimber'"),
        ("", "allowed: random, hillclimber, hillclimber-is, maxn"),
        ("maxn(deep=2)", "did you mean 'depth'"),
        ("maxn(2)", "no setting '2'"),
        ("maxn(depth=two)", "depth is 'two'; allowed: a number"),
        ("maxn(depth=true)", "depth is True; allowed: a whole number"),
        ("hillclimber(redraw=2)", "redraw is 2; allowed: True"),
        ("maxn(depth=)", "depth is ''"),
        ("maxn(depth=2.5)", "depth is 2.5"),
        ("maxn(depth=1e400)", "depth is inf"),
        ("maxn(depth=65)", "depth is 65; allowed: a whole number from 1 to 64"),
        ("hillclimber(level=0)", "level is 0; allowed: a whole number from 1 to 100"),
        ("hillclimber(level=101)", "level is 101"),
        ("hillclimber(depth=3)", "no setting 'depth'"),
        ("mcts(iterations=0)", "iterations is 0"),
        ("mcts(iterations=1000001)", "iterations is 1000001"),
        ("mcts(exploration=-1)", "exploration is -1"),
        ("mcts(exploration=1e999)", "exploration is inf"),
        ("maxn(depth=__import__('os'))", "depth is"),
        ("hillclimber(level=50, level=60)", "hillclimber: level is given twice"),
        ("posm(redraw=7)", "redraw is 7; allowed: True"),
        ("random\nmaxn", "is unknown"),
        ("random; import os", "is unknown"),
    ],
)
def test_what_is_not_a_player_is_refused_in_one_line(words, hint):
    with pytest.raises(HernaError) as refusal:
        player_from(words)
    assert hint in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("level", [0, 101, -1, 50.0, True, "50", float("nan")])
def test_a_level_is_a_whole_number_from_1_to_100(level):
    with pytest.raises(
        HernaError, match=r"hillclimber: level is .*; allowed: .* from 1 to 100, or no level"
    ):
        HillClimber(level=level)


def test_a_numpy_level_is_as_good_as_a_python_one():
    assert HillClimber(level=np.int64(50)).record()[0].level == 50


def test_people_and_functions_have_names_too():
    def careful(game, state, rng):
        return 0

    class Bold:
        name = "bold"

    assert describe(Human()) == "human"
    assert describe(Bold()) == "bold"
    assert describe(careful) == "careful"

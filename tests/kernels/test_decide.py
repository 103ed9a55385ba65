"""One decision: ranking by rating, equals by lot, and the rank that a level takes."""

from collections import Counter

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from herna.games import Ludo, Pig
from herna.kernels.decide import BEST, SPREAD, rank_ascending, rank_for_level
from herna.players import MCTS, HillClimber, MaxN, Random
from herna.seeds import generator
from tests.games.positions import ludo

ENOUGH = 1e-3
DRAWS = 4000


def exact_ranks(level, count):
    """How likely each rank is: a normal point around level/100, cut to the list."""
    edges = np.arange(1, count) / count
    below = scipy.stats.norm(level / 100, 0.4).cdf(edges)
    return np.diff([0.0, *below, 1.0])


@pytest.mark.parametrize("count", [2, 3, 4, 6, 20])
@pytest.mark.parametrize("level", [1, 25, 50, 75, 100])
def test_a_level_takes_each_rank_as_often_as_the_normal_distribution_says(level, count):
    rng = generator(5, level, count)
    seen = Counter(rank_for_level(level, 0, count, rng) for _ in range(DRAWS))
    expected = exact_ranks(level, count) * DRAWS
    observed = [seen[rank] for rank in range(count)]
    assert sum(observed) == DRAWS, "no rank outside the list"
    keep = expected > 5
    observed = np.append(np.array(observed)[keep], np.array(observed)[~keep].sum())
    expected = np.append(expected[keep], expected[~keep].sum())
    used = expected > 0
    assert scipy.stats.chisquare(observed[used], expected[used], sum_check=False).pvalue > ENOUGH


def test_the_spread_is_that_of_the_thesis():
    assert SPREAD == 0.4


def test_level_100_plays_the_best_move_at_least_half_the_time_and_level_1_the_worst():
    assert exact_ranks(100, 4)[-1] > 0.5
    assert exact_ranks(1, 4)[0] > 0.5
    rng = generator(6)
    best = np.mean([rank_for_level(100, 0, 4, rng) == 3 for _ in range(2000)])
    assert best == pytest.approx(scipy.stats.norm(1, 0.4).sf(0.75), abs=0.03)


@pytest.mark.parametrize("count", [1, 2, 6])
def test_unscaled_play_takes_the_best_move_and_draws_no_lot(count):
    rng = generator(7)
    before = rng.bit_generator.state
    assert rank_for_level(BEST, 0, count, rng) == count - 1
    assert rng.bit_generator.state == before


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=8), st.integers(0, 1000))
def test_moves_are_ranked_from_worst_to_best(ratings, seed):
    order = np.zeros(8, np.int64)
    count = len(ratings)
    rank_ascending(np.array(ratings, float), count, generator(seed), order)
    assert sorted(order[:count].tolist()) == list(range(count))
    ranked = [ratings[index] for index in order[:count]]
    assert ranked == sorted(ratings)


def test_equal_ratings_are_ordered_by_lot():
    ratings, rng, seen = np.array([1.0, 2.0, 1.0, 1.0]), generator(8), Counter()
    order = np.zeros(4, np.int64)
    for _ in range(3000):
        rank_ascending(ratings, 4, rng, order)
        assert order[3] == 1
        seen[tuple(order[:3].tolist())] += 1
    assert len(seen) == 6
    assert scipy.stats.chisquare(list(seen.values())).pvalue > ENOUGH


def test_of_equally_good_moves_each_is_played_equally_often():
    """Two figures in the house and a six: leaving with either is the same thing."""
    game = Ludo(n_players=2)
    state = ludo([-1, -1, 41, 42], [-1] * 4, roll=6, game=game)
    assert game.moves(state) == [0, 1]
    for player in (HillClimber(), MaxN(depth=2), HillClimber(level=60)):
        rng = generator(9)
        seen = Counter(player(game, state, rng) for _ in range(1000))
        assert scipy.stats.chisquare([seen[0], seen[1]]).pvalue > ENOUGH


@pytest.mark.parametrize(
    "player", [Random(), HillClimber(level=1), MaxN(level=5), MCTS(iterations=5)]
)
def test_a_single_legal_move_is_played_without_drawing_lots(player):
    game, rng = Pig(), generator(10)
    before = rng.bit_generator.state
    assert player(game, game.initial(), rng) == 1
    assert rng.bit_generator.state == before


def test_draws_beyond_the_list_are_its_end_or_repeated():
    """Level 100 aims at the end of the list: half of all draws lie beyond it."""
    clamped, repeated = (
        Counter(rank_for_level(100, redraw, 10, generator(5, redraw, n)) for n in range(4000))
        for redraw in (0, 1)
    )
    inside = scipy.stats.norm(1.0, SPREAD)
    last = 1 - inside.cdf(0.9)  # the last tenth and all beyond
    assert clamped[9] / 4000 == pytest.approx(last, abs=0.03)
    within = (inside.cdf(1) - inside.cdf(0.9)) / (inside.cdf(1) - inside.cdf(0))
    assert repeated[9] / 4000 == pytest.approx(within, abs=0.03)
    assert set(repeated) <= set(range(10))

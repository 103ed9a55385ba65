"""Ratings: known strengths are found again, and intervals hold them."""

import itertools

import numpy as np
import pytest

from herna.errors import HernaError
from herna.rating import elo_of, ratings


def games_between(strengths, count, seed):
    """Games of three in which each wins as often as his share of the strength at the table."""
    rng, found = np.random.default_rng(seed), []
    tables = list(itertools.combinations(strengths, 3))
    for number in range(count):
        names = tables[number % len(tables)]
        order, left = [], list(names)
        while left:
            odds = np.array([strengths[name] for name in left], float)
            order.append(left.pop(rng.choice(len(left), p=odds / odds.sum())))
        found.append((names, [3 - order.index(name) for name in names]))
    return found


def test_strengths_that_games_were_played_with_are_found_again():
    strengths = {"a": 8.0, "b": 4.0, "c": 2.0, "d": 1.0}
    found = ratings(games_between(strengths, 4000, 1), strengths)
    assert [rating.player for rating in found] == ["a", "b", "c", "d"]
    for one, other in itertools.pairwise(found):
        assert one.elo - other.elo == pytest.approx(400 * np.log10(2), abs=15)
    assert sum(rating.elo for rating in found) == pytest.approx(0, abs=1e-6)


def test_intervals_hold_the_truth_about_as_often_as_they_say():
    strengths = {"a": 3.0, "b": 1.0, "c": 1.0}
    elo = {n: 400 * np.log10(s) for n, s in strengths.items()}
    mean = sum(elo.values()) / 3
    held = [
        rating.low <= elo[rating.player] - mean <= rating.high
        for seed in range(20)
        for rating in ratings(games_between(strengths, 150, seed), strengths)
    ]
    assert sum(held) >= 50  # of 60


def test_equal_points_are_half_a_win_each():
    one, other = ratings([(("a", "b"), (0.5, 0.5))] * 10, ("a", "b"))
    assert one.elo == pytest.approx(other.elo) == pytest.approx(0)
    assert one.meetings == other.meetings == 10


def test_who_never_won_is_still_rated():
    found = ratings([(("a", "b", "c"), (1.0, 0.0, 0.0))] * 30, ("a", "b", "c"))
    assert found[0].player == "a" and np.isfinite([rating.elo for rating in found]).all()


def test_who_sits_at_a_table_twice_is_not_compared_with_himself():
    one, _ = ratings([(("a", "a", "b"), (1.0, 0.0, 0.0))] * 10, ("a", "b"))
    assert one.player == "a" and one.meetings == 20
    assert np.allclose(elo_of(np.zeros((2, 2)), np.zeros((2, 2), bool)), 0)


def test_strangers_and_no_games_are_refused():
    with pytest.raises(HernaError, match="ratings: 'x' played; allowed: a, b"):
        ratings([(("a", "x"), (1, 0))], ("a", "b"))
    with pytest.raises(HernaError, match="ratings: no games"):
        ratings([], ("a", "b"))

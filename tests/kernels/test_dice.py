"""How kernels draw lots."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
import scipy

from herna.kernels.dice import pick, pick_by_odds, shuffled
from herna.seeds import generator

ENOUGH = 1e-3  # a fixed seed either passes for good or fails for good


class Loaded:
    """A generator that always answers with the same number."""

    def __init__(self, number):
        self.number = number

    def random(self):
        return self.number


@pytest.mark.parametrize("count", [1, 2, 3, 6, 26])
def test_a_pick_is_uniform(count):
    rng = generator(1, count)
    seen = Counter(pick(rng, count) for _ in range(3000))
    assert set(seen) == set(range(count))
    counted = [seen[i] for i in range(count)]
    assert count == 1 or scipy.stats.chisquare(counted).pvalue > ENOUGH


@pytest.mark.parametrize("odds", [[1.0], [0.5, 0.5], [0.7, 0.2, 0.1], [1 / 6] * 6])
def test_a_pick_by_odds_follows_the_odds(odds):
    rng, count = generator(2, len(odds)), len(odds)
    seen = Counter(pick_by_odds(rng, np.array(odds), count) for _ in range(3000))
    expected = [3000 * share for share in odds]
    assert set(seen) == set(range(count))
    if count > 1:
        assert scipy.stats.chisquare([seen[i] for i in range(count)], expected).pvalue > ENOUGH


@pytest.mark.parametrize("count", [1, 2, 3, 6, 26])
def test_the_luckiest_lot_is_still_within_bounds(count):
    last = Loaded(np.nextafter(1.0, 0.0))
    assert pick.py_func(last, count) == count - 1
    assert pick_by_odds.py_func(last, np.full(count, 1 / count), count) == count - 1
    assert pick.py_func(Loaded(0.0), count) == pick_by_odds.py_func(Loaded(0.0), np.ones(1), 1) == 0


def test_a_lot_on_the_border_goes_to_the_next_outcome():
    assert [
        pick_by_odds.py_func(Loaded(x), np.array([0.25, 0.75]), 2) for x in (0.2, 0.25, 0.3)
    ] == [0, 1, 1]


@pytest.mark.parametrize("count", [0, 1, 2, 6])
def test_a_shuffle_is_a_permutation_and_leaves_the_rest_alone(count):
    order = np.full(8, -7)
    shuffled(generator(3), order, count)
    assert sorted(order[:count].tolist()) == list(range(count))
    assert order[count:].tolist() == [-7] * (8 - count)


def test_every_order_is_equally_likely():
    rng, order, seen = generator(4), np.zeros(4, np.int64), Counter()
    for _ in range(4800):
        shuffled(rng, order, 4)
        seen[tuple(order.tolist())] += 1
    assert set(seen) == set(permutations(range(4)))
    assert scipy.stats.chisquare(list(seen.values())).pvalue > ENOUGH

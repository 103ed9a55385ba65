"""Intervals cover the truth as often as they promise."""

import numpy as np

from herna.statistics import mean_interval, proportion_interval, ratio_interval


def test_bootstrap_intervals_of_means_cover_about_95_percent():
    rng = np.random.default_rng(1)
    hits = 0
    for _ in range(400):
        low, high = mean_interval(rng.exponential(size=200))
        hits += low <= 1 <= high
    assert 0.92 <= hits / 400 <= 0.98


def test_wilson_intervals_cover_about_95_percent():
    rng = np.random.default_rng(2)
    hits = 0
    for successes in rng.binomial(200, 0.3, size=2000):
        low, high = proportion_interval(successes, 200)
        hits += low <= 0.3 <= high
    assert 0.93 <= hits / 2000 <= 0.97


def test_a_ratio_interval_contains_the_ratio_of_the_means():
    rng = np.random.default_rng(3)
    values, baseline = rng.normal(2, 0.1, 300), rng.normal(4, 0.1, 300)
    low, high = ratio_interval(values, baseline)
    assert low < 0.5 < high
    assert high - low < 0.02


def test_the_same_data_give_the_same_interval():
    data = np.arange(50.0)
    assert mean_interval(data) == mean_interval(data)


def test_data_that_never_vary_have_an_interval_of_one_point():
    assert mean_interval([3.0] * 20) == (3.0, 3.0)

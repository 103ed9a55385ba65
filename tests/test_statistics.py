"""Intervals cover the truth as often as they promise, and are the same on every processor."""

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest
import scipy

from herna.seeds import generator
from herna.statistics import (
    LEVEL,
    RESAMPLES,
    bootstrap,
    mean_interval,
    proportion_interval,
    resampled_means,
)


def test_bootstrap_intervals_are_those_of_scipy():
    rng = np.random.default_rng(4)
    values, baseline = rng.exponential(size=150), rng.normal(4, 0.1, 80)
    of_scipy = {
        "method": "percentile",
        "n_resamples": RESAMPLES,
        "confidence_level": LEVEL,
        "vectorized": True,
    }
    expected = scipy.stats.bootstrap([values], np.mean, rng=generator(0, "bootstrap"), **of_scipy)
    assert mean_interval(values) == pytest.approx(tuple(expected.confidence_interval), abs=1e-12)

    def ratio(sample, other, axis):
        return sample.mean(axis=axis) / other.mean(axis=axis)

    expected = scipy.stats.bootstrap(
        [values, baseline], ratio, rng=generator(0, "bootstrap"), paired=False, **of_scipy
    )
    found = bootstrap(ratio, values, baseline)
    assert found == pytest.approx(tuple(expected.confidence_interval), abs=1e-12)


def test_the_interval_of_many_counts_is_that_of_their_values():
    values = np.random.default_rng(5).poisson(7, size=4000).astype(float)
    low, high = mean_interval(values)
    tiny = np.arange(4000) * 1e-9  # now all are different, and they are drawn one by one
    assert (low, high) == pytest.approx(mean_interval(values + tiny), abs=0.01)
    assert high - low == pytest.approx(2 * 1.96 * values.std() / np.sqrt(4000), rel=0.05)


@pytest.mark.parametrize("trials", [1, 7, 50, 1000])
def test_wilson_intervals_are_those_of_scipy(trials):
    for successes in {0, 1, trials // 3, trials - 1, trials}:
        expected = scipy.stats.binomtest(successes, trials).proportion_ci(LEVEL, "wilson")
        found = proportion_interval(successes, trials)
        assert found == pytest.approx(tuple(expected), abs=1e-12)
        assert 0 <= found[0] <= successes / trials <= found[1] <= 1


def test_other_games_or_another_key_are_drawn_anew():
    games = np.arange(20.0).reshape(10, 2)
    means = resampled_means(games, "a", resamples=50)
    assert means.shape == (50, 2)
    assert (resampled_means(games, "a", resamples=50) == means).all()
    assert (resampled_means(games, "b", resamples=50) != means).any()
    assert resampled_means(games + 1, "a", resamples=50) == pytest.approx(means + 1)
    assert resampled_means(games[:5], "a", resamples=50).max() <= 9


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


def test_the_same_data_give_the_same_interval():
    data = np.arange(50.0)
    assert mean_interval(data) == mean_interval(data)


def test_data_that_never_vary_have_an_interval_of_one_point():
    assert mean_interval([3.0] * 20) == (3.0, 3.0)


OLD_PROCESSOR = {  # numpy and its BLAS can be told to do without newer instructions
    "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX512_ICL AVX512_SPR",
    "OPENBLAS_CORETYPE": "Prescott",
    "PYTHONWARNINGS": "ignore::ImportWarning",  # what is not there cannot be left out
}


def fingerprints():
    """One for each kind of interval in which products are summed."""
    rng = np.random.default_rng(1)
    means = resampled_means(rng.normal(size=(1000, 9)), "means")
    counted = mean_interval(rng.integers(0, 40, size=50_000) / 7)
    contents = (means.tobytes(), str(counted).encode())
    return [hashlib.sha256(content).hexdigest() for content in contents]


def test_an_old_processor_gives_the_same_numbers():
    script = "from tests.test_statistics import *; print(*fingerprints())"
    told = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, **OLD_PROCESSOR},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.split() == fingerprints()

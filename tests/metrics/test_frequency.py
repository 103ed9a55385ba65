"""Frequency-array believability against a slow twin written with numpy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from herna.metrics import fun
from herna.metrics.frequency import least_variance, uneven_beyond

COUNTS = hnp.arrays(np.int64, st.integers(1, 12), elements=st.integers(0, 10_000))


def naive(counts, threshold):
    """Variance beyond that of the most even split, as the words of the thesis have it."""
    total, cells = int(counts.sum()), len(counts)
    even = [total // cells + (cell < total % cells) for cell in range(cells)]
    return max(float(np.var(counts) - np.var(even)) - threshold, 0.0)


def test_the_most_even_split_of_27_into_6_has_variance_one_quarter():
    assert least_variance(27, 6) == 0.25  # specification, 13.2


@given(total=st.integers(0, 10_000), cells=st.integers(1, 20))
def test_least_variance_is_that_of_the_most_even_split(total, cells):
    even = np.full(cells, total // cells)
    even[: total % cells] += 1
    assert least_variance(total, cells) == pytest.approx(np.var(even), abs=1e-9)


@pytest.mark.parametrize(
    ("threshold", "expected"), [(0.0, 7.0), (3.0, 4.0), (7.0, 0.0), (8.0, 0.0)]
)
def test_the_example_of_the_thesis(threshold, expected):
    counts = np.array([10, 5, 4, 4, 2, 2])  # variance 7.25, least possible 0.25
    assert uneven_beyond(counts, threshold) == pytest.approx(expected)
    assert fun.believability(counts, threshold) == pytest.approx(expected)
    assert fun.believability([10, 5, 4, 4, 2, 2], int(threshold)) == pytest.approx(expected)


@given(counts=COUNTS, threshold=st.floats(0, 100))
def test_unevenness_agrees_with_the_twin(counts, threshold):
    assert uneven_beyond(counts, threshold) == pytest.approx(naive(counts, threshold), abs=1e-6)


@given(counts=COUNTS, seed=st.integers(0, 100))
def test_unevenness_does_not_depend_on_which_outcome_is_which(counts, seed):
    shuffled = np.random.default_rng(seed).permutation(counts)
    assert uneven_beyond(shuffled, 1.0) == uneven_beyond(counts, 1.0)


@given(total=st.integers(0, 10_000), cells=st.integers(1, 12))
def test_the_most_even_counts_are_fully_believable(total, cells):
    even = np.array([total // cells + (cell < total % cells) for cell in range(cells)])
    assert uneven_beyond(even, 0.0) == pytest.approx(0.0, abs=1e-6)


@given(counts=COUNTS, low=st.floats(0, 50), more=st.floats(0, 50))
def test_a_higher_threshold_never_makes_chance_less_believable(counts, low, more):
    assert 0.0 <= uneven_beyond(counts, low + more) <= uneven_beyond(counts, low)


def test_nothing_rolled_is_fully_believable():
    assert uneven_beyond(np.zeros(6, np.int64), 0.0) == 0.0


def test_counting_changes_no_count():
    counts = np.array([10, 5, 4, 4, 2, 2])
    uneven_beyond(counts, 3.0)
    assert counts.tolist() == [10, 5, 4, 4, 2, 2]

"""Intervals: 95 % by bootstrap for means, by Wilson's formula for proportions.

They are what `scipy.stats` gives for the same draws (a test compares them), written down here
because that library takes longer to load than most of what we do with it. Products are summed by
`einsum`, not by `@`: that leaves the order of sums, and so the last digits, to the processor.
"""

from functools import lru_cache
from math import sqrt
from statistics import NormalDist

import numpy as np

from herna.seeds import generator

LEVEL = 0.95
RESAMPLES = 2000
MANY = 3000  # values; to draw as many again 2000 times takes noticeably long
Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)


def mean_interval(values):
    """The 95 % bootstrap interval of a mean."""
    values = np.asarray(values, float)
    if len(values) > MANY:
        different, times = np.unique(values, return_counts=True)
        if len(different) < len(values) / 10:
            return _counted_interval(different, times)
    return bootstrap(lambda sample, axis: sample.mean(axis=axis), values)


def _counted_interval(different, times):
    """The same for many values of which few are different: it is drawn how often each occurs."""
    total = times.sum()
    drawn = generator(0, "bootstrap").multinomial(total, times / total, size=RESAMPLES)
    means = np.einsum("dv,v->d", drawn.astype(float), different) / total
    low, high = np.quantile(means, [0.5 - LEVEL / 2, 0.5 + LEVEL / 2])
    return float(low), float(high)


def bootstrap(statistic, *samples):
    """The percentile bootstrap interval of any vectorised statistic of one or more samples.

    Samples are drawn independently of each other.
    """
    arrays = [np.asarray(sample, float) for sample in samples]
    if all(len(np.unique(array)) == 1 for array in arrays):  # nothing varies, nothing to resample
        value = float(statistic(*arrays, axis=-1))
        return value, value
    rng = generator(0, "bootstrap")
    drawn = [array[rng.integers(0, len(array), (RESAMPLES, len(array)))] for array in arrays]
    low, high = np.quantile(statistic(*drawn, axis=-1), [0.5 - LEVEL / 2, 0.5 + LEVEL / 2])
    return float(low), float(high)


def resampled_means(columns, *key, resamples=1000):
    """The means of all columns in as many batches drawn anew from the rows.

    columns : array (games, columns); returned : array (resamples, columns). The key names the
    draws, so that samples of different origin are drawn independently of each other.
    """
    columns = np.ascontiguousarray(columns, float)
    return _resampled_means(columns.tobytes(), columns.shape, key, resamples)


@lru_cache(maxsize=64)  # many look at the same games, and drawing takes long
def _resampled_means(content, shape, key, resamples):
    games = shape[0]
    drawn = generator(0, "bootstrap", *key).integers(0, games, (resamples, games))
    drawn += games * np.arange(resamples)[:, None]  # so that one count does for all
    counts = np.bincount(drawn.ravel(), minlength=resamples * games).reshape(resamples, games)
    by_column = np.ascontiguousarray(np.frombuffer(content).reshape(shape).T)
    means = np.einsum("dg,cg->dc", counts.astype(float), by_column) / games
    means.setflags(write=False)
    return means


def interval_of(draws, value):
    """The 95 % interval of resampled values, widened to hold the value itself.

    That matters for spreads near 0, which resampling can only increase.
    """
    outside = 50 * (1 - LEVEL)
    low, high = np.percentile(draws, [outside, 100 - outside])
    return min(float(low), float(value)), max(float(high), float(value))


def proportion_interval(successes, trials):
    """Wilson's 95 % interval of a proportion."""
    successes, trials = int(successes), int(trials)
    share, widened = successes / trials, 1 + Z**2 / trials
    middle = (share + Z**2 / (2 * trials)) / widened
    half = Z * sqrt(share * (1 - share) / trials + (Z / (2 * trials)) ** 2) / widened
    low = 0.0 if successes == 0 else middle - half
    high = 1.0 if successes == trials else middle + half
    return low, high

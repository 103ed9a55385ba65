"""Intervals: 95 % by bootstrap for means and their ratios, by Wilson's formula for proportions."""

import numpy as np
from scipy import stats

from herna.seeds import generator

LEVEL = 0.95
RESAMPLES = 2000


def mean_interval(values):
    """The 95 % bootstrap interval of a mean."""
    return bootstrap(lambda sample, axis: sample.mean(axis=axis), values)


def ratio_interval(values, baseline):
    """The 95 % bootstrap interval of mean(values) / mean(baseline), both drawn anew."""

    def ratio(sample, other, axis):
        return sample.mean(axis=axis) / other.mean(axis=axis)

    return bootstrap(ratio, values, baseline)


def bootstrap(statistic, *samples, paired=False):
    """The percentile bootstrap interval of any vectorised statistic of one or more samples.

    Samples are drawn independently, or row by row together when they are `paired`.
    """
    arrays = [np.asarray(sample, float) for sample in samples]
    if all(len(np.unique(array)) == 1 for array in arrays):  # nothing varies, nothing to resample
        value = float(statistic(*arrays, axis=-1))
        return value, value
    result = stats.bootstrap(
        arrays,
        statistic,
        vectorized=True,
        paired=paired,
        n_resamples=RESAMPLES,
        confidence_level=LEVEL,
        method="percentile",
        rng=generator(0, "bootstrap"),
    )
    interval = result.confidence_interval
    return float(interval.low), float(interval.high)


def resampled_means(columns, *key, resamples=1000):
    """The means of all columns in as many batches drawn anew from the rows.

    columns : array (games, columns); returned : array (resamples, columns). The key names the
    draws, so that samples of different origin are drawn independently of each other.
    """
    games = len(columns)
    counts = generator(0, "bootstrap", *key).multinomial(
        games, np.full(games, 1 / games), size=resamples
    )
    return counts @ np.asarray(columns, float) / games


def interval_of(draws, value):
    """The 95 % interval of resampled values, widened to hold the value itself.

    That matters for spreads near 0, which resampling can only increase.
    """
    outside = 50 * (1 - LEVEL)
    low, high = np.percentile(draws, [outside, 100 - outside])
    return min(float(low), float(value)), max(float(high), float(value))


def proportion_interval(successes, trials):
    """Wilson's 95 % interval of a proportion."""
    interval = stats.binomtest(int(successes), int(trials)).proportion_ci(LEVEL, "wilson")
    return float(interval.low), float(interval.high)

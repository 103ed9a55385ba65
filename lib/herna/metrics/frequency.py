"""Frequency-array believability: how much more uneven counts are than they need to be."""

from herna.compiled import kernel


@kernel
def least_variance(total, cells):
    """The population variance of the most even split of `total` into `cells` whole counts.

    >>> least_variance(27, 6)
    0.25
    """
    extra = (total % cells) / cells
    return extra * (1.0 - extra)


@kernel
def uneven_beyond(counts, threshold):
    """How far the variance of `counts` exceeds the least possible one, beyond a threshold.

    Source: thesis 1, sec. 2.2.2; the variance is taken on absolute counts.

    >>> import numpy as np
    >>> uneven_beyond(np.array([10, 5, 4, 4, 2, 2]), 3.0)
    4.0
    """
    total, squares, cells = 0, 0, len(counts)
    for count in counts:
        total += count
        squares += count * count
    variance = squares / cells - (total / cells) ** 2
    return max(variance - least_variance(total, cells) - threshold, 0.0)

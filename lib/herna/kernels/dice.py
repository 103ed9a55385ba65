"""The few ways in which kernels draw lots, all from a numpy Generator that is passed in."""

from herna.compiled import kernel


@kernel
def pick(rng, count):
    """An index 0..count-1, each equally likely."""
    return int(rng.random() * count)


@kernel
def pick_by_odds(rng, odds, count):
    """An index 0..count-1, as likely as `odds` says."""
    left = rng.random()
    for i in range(count - 1):
        left -= odds[i]
        if left < 0:
            return i
    return count - 1


@kernel
def shuffled(rng, order, count):
    """Fill `order` with 0..count-1 in random order."""
    for i in range(count):
        j = pick(rng, i + 1)
        order[i] = order[j]
        order[j] = i

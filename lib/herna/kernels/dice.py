"""The few ways in which kernels draw lots, all from a numpy Generator that is passed in."""

from herna.compiled import kernel


@kernel
def pick(rng, count):
    """An index 0..count-1, each equally likely."""
    return int(rng.random() * count)


@kernel
def pick_by_odds(rng, odds, count):
    """An index 0..count-1, as likely as `odds` says."""
    return at_lot(rng.random(), odds, count)


@kernel
def at_lot(lot, odds, count):
    """Where a lot between 0 and 1 falls when each index gets its share."""
    for i in range(count - 1):
        lot -= odds[i]
        if lot < 0:
            return i
    return count - 1


@kernel
def shuffled(rng, order, count):
    """Fill `order` with 0..count-1 in random order."""
    for i in range(count):
        j = pick(rng, i + 1)
        order[i] = order[j]
        order[j] = i

"""The two older methods that thesis 1 compares with: dynamic level and POSM.

Both watch how the opponent fares and choose how strongly to play, so both need a memory, the MIND.
*Dynamic level* (sec. 3.6) keeps a level from 0 to 100 and adds the opponent's status to it, divided
by alpha. *POSM* (partially ordered set master, sec. 3.5) keeps a belief for each of a set of
settings, plays the one in the middle of the belief, and discounts all settings on the wrong side.
Here the settings are levels in a row; with ten of them 10, 20, ... 100.

Readings, where the thesis is silent: the status added is the opponent's, since adding one's own
would make a leader stronger; for POSM the opponent finds the game too easy when his status is above
a dead zone, too hard when it is below; both adapt once per own turn. In a player's seat the status
is that of the moment of the decision, so in Ludo the rival's own roll, not yet moved, counts for
him, and in Lost Cities the opponent's hand is one that is sampled; in the chance seat it is that
after the last round.
"""

from herna.compiled import kernel, record
from herna.kernels.dice import pick

MOST_SETTINGS = 20
TINY = 2.0**-200  # a power of two: to divide by it loses nothing
FIXED, DYNAMIC_LEVEL, POSM = range(3)

MIND = record(
    ("awake", "i8"),  # 0: has not played yet in this game
    ("level", "f8"),  # dynamic level
    ("setting", "i8"),  # POSM: what was played last
    ("beliefs", "f8", MOST_SETTINGS),  # POSM, easiest setting first
)

RIVAL = (  # fields of whoever adapts this way, a player or the chance seat
    ("adapts", "i8"),  # FIXED, DYNAMIC_LEVEL or POSM
    ("alpha", "f8"),
    ("start", "f8"),
    ("beta", "f8"),
    ("dead_zone", "f8"),
    ("settings", "i8"),  # how many levels POSM knows
)


@kernel
def adapted_rank(rival, mind, status, count, rng):
    """Adapt to an opponent of this status; which of `count` moves, worst first, to play."""
    if rival.adapts == DYNAMIC_LEVEL:
        before = mind.level if mind.awake else rival.start
        mind.level = moved_level(before, status, rival.alpha)
        mind.awake = 1
        return rank_at(mind.level, count)
    beliefs = mind.beliefs[: rival.settings]
    if mind.awake:
        discount(beliefs, mind.setting, verdict_on(status, rival.dead_zone), rival.beta)
    else:
        beliefs[:] = 1.0
        mind.awake = 1
    mind.setting = middle_setting(beliefs, rng)
    return rank_at(100.0 * (mind.setting + 1) / rival.settings, count)


@kernel
def moved_level(level, status, alpha):
    """The level after the opponent was seen with this status."""
    return min(100.0, max(0.0, level + status / alpha))


@kernel
def rank_at(level, count):
    """Which of `count` moves, worst first, a level from 0 to 100 plays.

    >>> rank_at(75.0, 20), rank_at(50.0, 20), rank_at(100.0, 20), rank_at(0.0, 20)
    (15, 10, 19, 0)
    """
    return min(count - 1, int(level / 100 * count))


@kernel
def middle_setting(beliefs, rng):
    """POSM's choice: the setting with most belief on its lighter side, by lot among equals."""
    total = 0.0
    for belief in beliefs:
        total += belief
    best, equals, chosen, below = -1.0, 0, 0, 0.0
    rounding = 1e-12 * total  # beliefs may all have become small
    for k in range(len(beliefs)):
        at_most = below + beliefs[k]
        lighter = min(at_most, total - below)
        if lighter > best + rounding:
            best, equals, chosen = lighter, 1, k
        elif lighter > best - rounding:
            equals += 1
            if pick(rng, equals) == 0:
                chosen = k
        below = at_most
    return chosen


@kernel
def discount(beliefs, setting, verdict, beta):
    """Believe less in what cannot be right: verdict 1 found the setting too easy, -1 too hard.

    Only how beliefs compare matters, so before they vanish in rounding they are made larger.
    """
    largest = 0.0
    for k in range(len(beliefs)):
        if (verdict > 0 and k <= setting) or (verdict < 0 and k >= setting):
            beliefs[k] *= beta
        largest = max(largest, beliefs[k])
    if largest < TINY:
        for k in range(len(beliefs)):
            beliefs[k] /= TINY


@kernel
def verdict_on(status, dead_zone):
    """1: too easy for whoever has this status, -1: too hard, 0: right."""
    if status > dead_zone:
        return 1
    return -1 if status < -dead_zone else 0

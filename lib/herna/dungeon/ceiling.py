"""The highest fitness that a hero can reach without killing the boss, the line of figure 5.2.

Experience depends on the order of kills, because a monster above the hero's level is worth more.
We search the best order without asking whether the hero could survive it, and add all potions and
the full health of the level he ends on: a bound that no game without a win can pass.
"""

from functools import cache

import numpy as np

from herna.games.dungeon import Dungeon
from herna.games.dungeon.rules import EXPERIENCE_PER_LEVEL
from herna.games.dungeon.state import BOSS
from herna.games.dungeon.tables import ITEMS


def no_win_ceiling(game: Dungeon, games=3, experience=10, health_potion=150, mana_potion=75):
    """The bound for the sum over so many games, by the terms of the thesis's fitness."""
    known = game.known
    start = game.initial()
    hero, race = known.classes[game.hero], known.races[game.race]
    counts = tuple(level.in_dungeon for _, level in sorted(known.levels.items()))
    if game.map:
        counts = tuple(np.bincount(start.level, minlength=BOSS)[1:BOSS].tolist())
    glyphs = int(start.counts[len(ITEMS) - 1])
    gained = most_experience(counts, hero.kill_experience) + glyphs * race.experience
    potions = [int(start.potions[n]) + int(start.counts[n]) for n in range(2)]
    potions[0] += glyphs * race.health_potions
    potions[1] += glyphs * race.mana_potions
    boosters = int(start.counts[ITEMS.index("Health booster")])
    per_level = hero.health_per_level + boosters + glyphs * race.health_per_level
    health = rank_after(gained) * per_level
    worth = experience * gained + health_potion * potions[0] + mana_potion * potions[1] + health
    return games * worth


def rank_after(experience):
    """The level that so much experience makes."""
    rank = 1
    while rank < BOSS and experience >= EXPERIENCE_PER_LEVEL * rank:
        experience -= EXPERIENCE_PER_LEVEL * rank
        rank += 1
    return rank


@cache
def most_experience(counts, per_kill=0):
    """What the best order of killing so many monsters of each level is worth.

    Monsters not above the hero's level are left to the end: they are worth the same then, and
    killing them earlier could only raise his level too soon.

    >>> most_experience((1, 1))  # level 2 first, at level 1 worth 2 + 2, then level 1
    5
    """

    @cache
    def best(left, gained):
        rank = rank_after(gained)
        options = [sum((level + per_kill) * n for level, n in enumerate(left, 1))]
        for level, n in enumerate(left, 1):
            above = level - rank
            if n and above > 0:
                worth = level + above * (above + 1) + per_kill
                rest = (*left[: level - 1], n - 1, *left[level:])
                options.append(worth + best(rest, gained + worth))
        return max(options)

    return best(counts, 0)

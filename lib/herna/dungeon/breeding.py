"""Breeding bots for a hero: what a bot is worth, what smart mutation mends, and the evolution.

A bot is worth the sum of its fitness over a few games, each in a dungeon of its own (thesis 2,
sec. 5.3). That is a noisy measure: the same bot may get twice as much the next time.

Smart mutation (sec. 5.4) repairs values that are obviously inefficient. The thesis names two: it
watches over potions drunk against weak monsters, and it puts killing before exploring. Our reading:
limits of potions against monsters of level 1 to `WEAK` become 0, and where exploring has the higher
priority the two change places.
"""

from typing import Any

import numpy as np

from herna.dungeon.crawler import WORTH, Crawler, Worth
from herna.dungeon.genome import bot, genes, place, priorities
from herna.evolution import Evolution, Settings
from herna.games.dungeon import Dungeon

WEAK = 5  # potions are not for monsters up to this level; the thesis says "low"


def smart_mutation(genomes, rng):
    """Copies without potions against the weak, and with killing before exploring."""
    mended = genomes.copy()
    for strategy, potion in (("C9", "health"), ("C10", "mana")):
        for level in range(1, WEAK + 1):
            mended[:, place(strategy, f"maximum {potion} potions against level {level}")] = 0
    explore, kill = place("G1"), place("G2")
    late = mended[:, explore] > mended[:, kill]
    mended[late, explore], mended[late, kill] = mended[late, kill], mended[late, explore]
    return mended


def breeding(
    game: Dungeon,
    key: tuple[Any, ...],
    settings: Settings | None = None,
    worth: Worth | None = None,
) -> Evolution:
    """The evolution of bots for the hero of a dungeon; all its lots come from `key`."""
    crawler, worth = Crawler(game), worth or WORTH

    def fitness(genomes, rng):
        totals = np.zeros(len(genomes))
        for number, genome in enumerate(genomes):
            row = bot(genome)
            totals[number] = sum(worth.of(crawler.play(row, rng)) for _ in range(worth.games))
        return totals

    return Evolution(
        genes(), fitness, key, settings or Settings(), blended=priorities(), repair=smart_mutation
    )

"""Thesis 2, section 4.1: bots that choose at random, with and without moves that kill the hero."""

import numpy as np

from herna.dungeon.bots import RandomBot
from herna.experiments.dungeon_experiment import DungeonExperiment, hero_of
from herna.games.dungeon.state import DEAD, WON

WAYS = {"any move": RandomBot(), "no suicide": RandomBot(careful=True)}


class RandomExperiment(DungeonExperiment):
    """Games of both random bots for each hero."""

    def cells(self):
        return tuple(f"{hero}, {way}" for hero in self.heroes for way in WAYS)

    def crawler(self, cell):
        return super().crawler(hero_of(cell))

    def rows(self, cell, replicates):
        return [self._row(cell, number) for number in replicates]

    def _row(self, cell, number):
        rng = self.generator(cell, number)
        state = self.crawler(cell).enter(rng)
        WAYS[cell.partition(", ")[2]].finish(state, rng)
        end = state[0]
        return {
            "replicate": number,
            "won": bool(end.outcome == WON),
            "died": bool(end.outcome == DEAD),
            "kills": int(np.sum((end.level > 0) & (end.place < 0))),
            "level": int(end.rank),
            "experience": int(end.collected),
            "moves": int(end.completed),
        }

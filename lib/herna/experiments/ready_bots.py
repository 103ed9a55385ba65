"""Thesis 2: bots that need no genes, at random (sec. 4.1) or by looking ahead, in many dungeons."""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from pydantic import field_validator

from herna.dungeon.bots import RandomBot
from herna.dungeon.planner import LookaheadBot
from herna.errors import HernaError, nearest
from herna.experiments.dungeon_experiment import DungeonExperiment, hero_of
from herna.games.dungeon.state import DEAD, WON


class ReadyBotsExperiment(DungeonExperiment):
    """Games of some of these bots for each hero."""

    BOTS: ClassVar[Mapping[str, Any]] = {
        "any move": RandomBot(),
        "no suicide": RandomBot(careful=True),
        "looks ahead": LookaheadBot(),
        "looks two kills ahead": LookaheadBot(depth=2),
    }
    bots: tuple[str, ...]

    @field_validator("bots")
    @classmethod
    def _are_ready(cls, bots):
        for name in bots:
            if name not in cls.BOTS:
                raise HernaError(nearest(name, cls.BOTS))
        return bots

    def cells(self):
        return tuple(f"{hero}, {name}" for hero in self.heroes for name in self.bots)

    def crawler(self, cell):
        return super().crawler(hero_of(cell))

    def prepare(self):
        """Compile once, before the workers start."""
        from herna.warmup import announced

        each = self.cells()[: len(self.bots)]
        announced("bots", lambda: [self.rows(cell, range(1)) for cell in each])

    def rows(self, cell, replicates):
        return [self._row(cell, number) for number in replicates]

    def _row(self, cell, number):
        rng = self.generator(cell, number)
        state = self.crawler(cell).enter(rng)
        self.BOTS[cell.partition(", ")[2]].finish(state, rng)
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

"""How uneven honest dice and deals are, where nobody plays or steers: thresholds follow from it."""

import numpy as np
from pydantic import Field, model_validator

from herna.errors import HernaError
from herna.experiments.experiment import Experiment, Thesis
from herna.games.lost_cities import HUES, RANKS
from herna.metrics.frequency import uneven_beyond


class Thresholds(Experiment):
    """How uneven honest dice and honest deals are, player by player.

    A row holds, for each player, by how much the variance of the counts exceeds the least possible
    one, and for dice the rolls that were the third or later equal ones in a row.
    """

    thesis: Thesis = "environment-player"
    replicates: int = Field(default=10_000, ge=1, le=1_000_000)
    quick_replicates: int = Field(default=50, ge=1, le=100_000)
    rolls: int = Field(default=80, ge=1, le=100_000)  # of each of four players: 322 printed rounds
    hand: int = Field(default=8, ge=1, le=30)
    drawn: int = Field(default=22, ge=0, le=30)  # cards from the deck, for each of two players

    @model_validator(mode="after")
    def _has_so_many_cards(self):
        if 2 * (self.hand + self.drawn) > HUES * RANKS:
            most = HUES * RANKS // 2 - self.hand
            raise HernaError(f"drawn is {self.drawn}; allowed: a whole number from 0 to {most}")
        return self

    def cells(self):
        return ("dice", "deals")

    def rows(self, cell, replicates):
        one = self._dice if cell == "dice" else self._deal
        return [{"replicate": n, **one(self.generator(cell, n))} for n in replicates]

    def _dice(self, rng):
        rolls = rng.integers(0, 6, (4, self.rolls))
        excess = [_excess(np.bincount(row, minlength=6)) for row in rolls]
        same = rolls[:, 1:] == rolls[:, :-1]
        repeats = (same[:, 1:] & same[:, :-1]).sum(axis=1)
        faces = {f"faces {seat}": value for seat, value in enumerate(excess)}
        return faces | {f"repeats {seat}": int(count) for seat, count in enumerate(repeats)}

    def _deal(self, rng):
        cards = rng.permutation(HUES * RANKS)[: 2 * (self.hand + self.drawn)].reshape(2, -1)
        row = {}
        for seat, held in enumerate(cards):
            row[f"classes {seat}"] = _excess(np.bincount(held % RANKS // 3, minlength=4))
            row[f"colours {seat}"] = _excess(np.bincount(held // RANKS, minlength=HUES))
        return row


def _excess(counts):
    return float(uneven_beyond(counts.astype(np.int64), 0.0))

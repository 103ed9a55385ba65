"""The 64 genes of an evolved bot, and what the compiled bot makes of them.

Which gene is what stands in `genome.csv`, in the order of the chromosome. The thesis states the
number of genes and names two parameters, the limits of potions and when to cast Sidestep; the other
rows are our proposal, marked so.
"""

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from herna.evolution import Genes
from herna.games.dungeon.bot import (
    BOT,
    COMBAT_STRATEGIES,
    GAME_STRATEGIES,
    STRATEGIES,
)
from herna.games.dungeon.state import BOSS, FIRST_STRIKE, POWER_STRIKE, SIDESTEP
from herna.games.dungeon.tables import GLYPHS

TABLE = Path(__file__).with_name("genome.csv")
NAMES = {  # of the strategies, in the words of the thesis
    "G1": "Explore",
    "G2": "Kill monster",
    "G3": "Pick up item",
    "G4": "Pick up glyph",
    "G5": "Cast Power Strike",
    "G6": "Cast First Strike",
    "G7": "Cast Sidestep",
    "G8": "Convert glyph",
    "C1": "Attack",
    "C2": "Cast Fireball",
    "C3": "Attack with Power Strike",
    "C4": "Attack with First Strike",
    "C5": "Attack with both",
    "C6": "Cast Sidestep in combat",
    "C7": "Poison and explore",
    "C8": "Convert glyph in combat",
    "C9": "Health potion",
    "C10": "Mana potion",
    "C11": "Kill level-1 monster",
    "C12": "Explore until final blow",
    "C13": "Attack through death protection",
}
IDS = tuple(NAMES)


class Gene(NamedTuple):
    number: int
    strategy: str
    gene: str
    kind: str
    least: float
    most: float
    source: str


@cache
def layout():
    """The genes in the order of the chromosome."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return tuple(
        Gene(
            number=int(row["number"]),
            strategy=row["strategy"],
            gene=row["gene"],
            kind=row["kind"],
            least=float(row["least"]),
            most=float(row["most"]),
            source=row["source"],
        )
        for row in rows
    )


@cache
def genes():
    """What every gene may be."""
    rows = layout()
    return Genes(
        np.array([row.least for row in rows]),
        np.array([row.most for row in rows]),
        np.array([row.kind != "real" for row in rows]),
    )


@cache
def place(strategy, gene="priority"):
    """Where in the chromosome a gene stands."""
    return next(i for i, row in enumerate(layout()) if (row.strategy, row.gene) == (strategy, gene))


@cache
def priorities():
    """Which genes are priorities."""
    return np.array([row.gene == "priority" for row in layout()])


def bot(genome):
    """The record that the compiled bot reads, from a genome; an array of one."""
    genome = genes().check(genome)
    bots = np.zeros(1, BOT)
    row = bots[0]
    first = [genome[place(name)] for name in IDS]
    row.order[:GAME_STRATEGIES] = np.argsort(-np.array(first[:GAME_STRATEGIES]), kind="stable")
    combat = np.argsort(-np.array(first[GAME_STRATEGIES:]), kind="stable")
    row.order[GAME_STRATEGIES:] = GAME_STRATEGIES + combat
    row.used[:] = 1
    row.tile_choice = genome[place("G1", "tile choice")]
    row.target_order = genome[place("G2", "target order")]
    row.least_difference = genome[place("G2", "minimum level difference to hero")]
    row.glyphs_taken[:] = row.glyphs_converted[:] = 1  # what cannot be cast has no other use
    row.glyphs_taken[: len(GLYPHS)] = [genome[place("G4", f"take {name}")] for name in GLYPHS]
    row.glyphs_converted[: len(GLYPHS)] = [
        genome[place("G8", f"convert {name}")] for name in GLYPHS
    ]
    for name, glyph in (("G5", POWER_STRIKE), ("G6", FIRST_STRIKE), ("G7", SIDESTEP)):
        row.at_full_mana[glyph] = genome[place(name, "only at full mana")]
    for i, name in enumerate(IDS):
        if (name, "minimum monster level") in {(g.strategy, g.gene) for g in layout()}:
            row.least_level[i] = genome[place(name, "minimum monster level")]
    row.health_reached = genome[place("C7", "health fraction to reach")]
    for level in range(1, BOSS + 1):
        words = f"potions against level {level}"
        row.health_potions[level - 1] = genome[place("C9", f"maximum health {words}")]
        row.mana_potions[level - 1] = genome[place("C10", f"maximum mana {words}")]
    return bots


assert len(IDS) == STRATEGIES == GAME_STRATEGIES + COMBAT_STRATEGIES

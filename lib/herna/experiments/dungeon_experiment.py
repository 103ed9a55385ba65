"""Thesis 2: the hand-made bot, evolutions and evolved bots in many dungeons, as experiments.

A cell is a race and a class, the hero for whom bots play or are bred. A replicate is one game, or
in an evolution one generation.
"""

import hashlib
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, ClassVar

import numpy as np
from pydantic import Field, field_validator, model_validator

from herna.dungeon.breeding import breeding
from herna.dungeon.crawler import GREEDY, Crawler, Worth
from herna.dungeon.deeds import deeds
from herna.dungeon.genome import IDS, TABLE, bot, genes
from herna.errors import HernaError, nearest
from herna.evolution import Settings
from herna.experiments.experiment import Experiment, Thesis, built
from herna.games.dungeon import Dungeon, tables
from herna.seeds import LARGEST_SEED, generator

HEROES = {  # the pairs that the thesis evolved: race and class
    "Dwarf Priest": ("Dwarf", "Priest"),
    "Elf Wizard": ("Elf", "Wizard"),
    "Halfling Thief": ("Halfling", "Thief"),
    "Human Fighter": ("Human", "Fighter"),
}
PARTS = ("evolution", "worth", "dungeon")  # of an evolution, each with settings of its own
DRINKS = (IDS.index("C9"), IDS.index("C10"))
TESTED = (  # what is told of the best bot of a run
    "tests",
    "wins",
    "fitness_mean",
    "fitness_deviation",
    "kills",
    "drunk",  # potions
    "early",  # of these before the boss
    "saved",  # potions left in games that were lost
)


@cache
def tables_fingerprint():
    """A hash of the tables of the game and of the genes: results depend on their numbers, too."""
    digest = hashlib.sha256()
    for path in (*sorted(tables.HERE.glob("*.csv")), TABLE):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def dungeon_of(hero, settings):
    """The game of a hero with such settings."""
    for name in {"hero", "race"} & set(settings):
        raise HernaError(f"dungeon holds {name!r}; allowed: settings that do not decide the cell")
    if settings.get("tables"):
        raise HernaError("dungeon holds 'tables'; allowed: those of the game, which results name")
    race, name = HEROES[hero]
    return built(Dungeon, "dungeon", {"hero": name, "race": race, **settings})


def check_heroes(heroes):
    for hero in heroes:
        if hero not in HEROES:
            raise HernaError(nearest(hero, HEROES))


@lru_cache(maxsize=8)
def crawler_of(game):
    """Who plays the games of a dungeon; made once per process."""
    return Crawler(game)


def row_of(number, crawl):
    """What is kept of a game."""
    return {
        "replicate": number,
        "won": crawl.won,
        "fitness": crawl.fitness,
        "kills": crawl.kills,
        "only_boss_left": crawl.only_boss_left,
        "level": crawl.rank,
        "experience": crawl.experience,
        "health": crawl.health,
        "health_potions": crawl.health_potions,
        "mana_potions": crawl.mana_potions,
        "moves": crawl.moves,
    }


class DungeonExperiment(Experiment):
    """Games or runs for each of these heroes."""

    thesis: Thesis = "desktop-dungeons"
    seed: int = Field(default=2015, ge=0, le=LARGEST_SEED)
    heroes: tuple[str, ...] = tuple(HEROES)
    dungeon: Mapping[str, Any] = {}  # settings of the game
    tables: str = Field(default_factory=tables_fingerprint)

    @field_validator("heroes")
    @classmethod
    def _are_known(cls, heroes):
        check_heroes(heroes)
        return heroes

    @field_validator("tables")
    @classmethod
    def _are_the_tables_of_the_game(cls, tables):
        if tables != tables_fingerprint():
            raise HernaError(f"allowed: {tables_fingerprint()}, the fingerprint of the game's own")
        return tables

    @model_validator(mode="after")
    def _can_be_played(self):
        for cell in self.cells():
            self.crawler(cell)
        return self

    def cells(self):
        return self.heroes

    def prepare(self):
        """Compile once, before the workers start."""
        from herna.warmup import announced

        announced("bots", lambda: self.crawler(self.cells()[0]).play(GREEDY, generator(0)))

    def crawler(self, cell):
        """Who plays the games of a cell."""
        return crawler_of(dungeon_of(cell, self.dungeon))


class GreedyExperiment(DungeonExperiment):
    """The hand-made bot, game after game (sec. 4.5)."""

    def rows(self, cell, replicates):
        crawler = self.crawler(cell)
        return [row_of(n, crawler.play(GREEDY, self.generator(cell, n))) for n in replicates]


class BotsExperiment(DungeonExperiment):
    """One evolved bot for each hero, game after game, with the strategies it used."""

    genomes: Mapping[str, tuple[float, ...]]  # by hero

    @field_validator("genomes")
    @classmethod
    def _describe_bots(cls, genomes):
        check_heroes(genomes)
        for hero, genome in genomes.items():
            genes().check(genome, hero)
        return genomes

    def cells(self):
        return tuple(self.genomes)

    def rows(self, cell, replicates):
        crawler, row = self.crawler(cell), bot(self.genomes[cell])
        found = []
        for number in replicates:
            crawl = crawler.play(row, self.generator(cell, number))
            used = dict(zip(IDS, crawl.uses, strict=True))
            found.append({**row_of(number, crawl), **used})
        return found


class WinnableExperiment(DungeonExperiment):
    """Dungeon after dungeon: how many of the games in it the judges win, each playing a few."""

    unit: ClassVar[str] = "dungeons"
    judges: Mapping[str, tuple[tuple[float, ...], ...]]  # genomes by hero
    games: int = Field(default=4, ge=1, le=1000)  # of each judge in each dungeon

    @field_validator("judges")
    @classmethod
    def _describe_bots(cls, judges):
        check_heroes(judges)
        for hero, genomes in judges.items():
            if not genomes:
                raise HernaError(f"{hero} has no judges; allowed: at least one")
            for number, genome in enumerate(genomes, 1):
                genes().check(genome, f"{hero}, judge {number}")
        return judges

    def cells(self):
        return tuple(self.judges)

    def rows(self, cell, replicates):
        bots = [bot(genome) for genome in self.judges[cell]]
        return [self._row(cell, bots, number) for number in replicates]

    def _row(self, cell, bots, replicate):
        crawler, rng = self.crawler(cell), self.generator(cell, replicate)
        dungeon = crawler.enter(rng)
        crawls = [crawler.play(each, rng, dungeon.copy()) for each in bots * self.games]
        return {
            "replicate": replicate,
            "number": int(dungeon[0].number),
            "games": len(crawls),
            "wins": sum(crawl.won for crawl in crawls),
            "kills": float(np.mean([crawl.kills for crawl in crawls])),
        }


class PlansExperiment(DungeonExperiment):
    """Random bots, a game each: how many fights they plan, and whether these end as planned."""

    def rows(self, cell, replicates):
        return [self._row(cell, number) for number in replicates]

    def _row(self, cell, number):
        rng = self.generator(cell, number)
        stranger = bot(genes().random(1, rng)[0])
        fights = [deed for deed in deeds(self.crawler(cell), stranger, rng) if deed.is_fight]
        return {
            "replicate": number,
            "plans": len(fights),
            "exploring": sum(deed.explores for deed in fights),
            "broken": sum(not deed.came_true() for deed in fights),
        }


class EvolutionExperiment(DungeonExperiment):
    """Runs of the evolution; a replicate is a generation, and runs follow each other.

    The row of a run's last generation also holds its best bot and how that one fared when it was
    tested in dungeons of its own. `variants` are evolutions with other settings of the `evolution`,
    of the `worth` of a game or of the `dungeon`, each a cell for every hero; without any there is
    one evolution, as the thesis describes it.
    """

    unit: ClassVar[str] = "generations"
    evolution: Mapping[str, Any] = {}
    worth: Mapping[str, Any] = {}
    variants: Mapping[str, Mapping[str, Mapping[str, Any]]] = {}
    tests: int = Field(default=500, ge=1, le=1_000_000)

    @model_validator(mode="after")
    def _can_be_bred(self):
        for variant, parts in self.variants.items():
            for part in parts:
                if part not in PARTS:
                    raise HernaError(f"variants.{variant} holds {part!r}; {nearest(part, PARTS)}")
            if "generations" in parts.get("evolution", {}):
                raise HernaError(
                    f"variants.{variant} holds 'generations'; allowed: one number for all, in "
                    "evolution"
                )
        for cell in self.cells():
            self.breeding(cell, 0)
        return self

    @property
    def together(self):
        """How many replicates are best computed at once: all generations of a run."""
        return built(Settings, "evolution", self.evolution).generations

    def cells(self):
        if not self.variants:
            return self.heroes
        return tuple(f"{hero}, {variant}" for hero in self.heroes for variant in self.variants)

    def settings(self, cell, part):
        """The settings of one part (evolution, worth or dungeon) in a cell."""
        _, _, variant = cell.partition(", ")
        return {**getattr(self, part), **self.variants.get(variant, {}).get(part, {})}

    def crawler(self, cell):
        return crawler_of(dungeon_of(hero_of(cell), self.settings(cell, "dungeon")))

    def breeding(self, cell, run):
        """The evolution of one run, to be run or stepped."""
        return breeding(
            self.crawler(cell).game,
            (self.seed, self.name, cell, run),
            built(Settings, "evolution", self.settings(cell, "evolution")),
            built(Worth, "worth", self.settings(cell, "worth")),
        )

    def rows(self, cell, replicates):
        found = []
        for run in range(replicates.start // self.together, -(-replicates.stop // self.together)):
            first = run * self.together - 1  # generations count from 1
            last = min(replicates.stop - 1, first + self.together)
            for now in self.breeding(cell, run).run():
                if first + now.number > last:
                    break
                if first + now.number in replicates:
                    found.append(self._row(cell, run, first + now.number, now))
        return found

    def _row(self, cell, run, replicate, now):
        over = now.number == self.together
        tested = self._tested(cell, run, now.best) if over else dict.fromkeys(TESTED)
        return {
            "replicate": replicate,
            "run": run,
            "generation": now.number,
            "best": float(now.fitness.max()),
            "mean": float(now.fitness.mean()),
            "distinct": len(np.unique(now.genomes, axis=0)),
            "best_ever": now.best_fitness,
            "since": now.best_since,
            "genome": now.best.tolist() if over else None,
            **tested,
        }

    def _tested(self, cell, run, genome):
        """How a bot fares in dungeons that it has not been chosen for."""
        winner, rng = bot(genome), generator(self.seed, self.name, cell, run, "tested")
        crawls = [self.crawler(cell).play(winner, rng) for _ in range(self.tests)]
        lost = [crawl for crawl in crawls if not crawl.won]
        means = {
            "kills": [crawl.kills for crawl in crawls],
            "drunk": [sum(crawl.uses[n] for n in DRINKS) for crawl in crawls],
            "early": [crawl.early for crawl in crawls],
            "saved": [crawl.health_potions + crawl.mana_potions for crawl in lost],
        }
        fitness = [crawl.fitness for crawl in crawls]
        return {
            "tests": self.tests,
            "wins": self.tests - len(lost),
            "fitness_mean": float(np.mean(fitness)),
            "fitness_deviation": float(np.std(fitness)),
            **{name: float(np.mean(values or [0])) for name, values in means.items()},
        }


def hero_of(cell):
    """The hero that a cell is about."""
    return cell.partition(", ")[0]

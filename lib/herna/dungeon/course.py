"""An evolution to watch: one generation after the other, with its course so far, in one file.

    run = Course(Dungeon(hero="Priest", race="Dwarf"), Settings(population=40), seed=4)
    run = run.next()              the first generation, then the next; `run.course` tells of all
    run.save(path), Course.load(path)

All lots of a generation come from the seed and its number. So a run that was saved, or given up in
the middle of a generation, goes on to the last bit as the run that was never stopped.
"""

import json
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from herna.dungeon.breeding import breeding
from herna.dungeon.ceiling import no_win_ceiling
from herna.dungeon.crawler import Worth
from herna.dungeon.genome import genes
from herna.errors import HernaError, require_number, require_whole, shown
from herna.evolution import Generation, Settings
from herna.files import read_json, write_atomically
from herna.games.dungeon import Dungeon
from herna.games.dungeon.tables import fingerprints

FORMAT = "herna-evolution/2"
BEFORE = "herna-evolution/1"  # kept no more of the dungeon than race and hero
TOLD = ("generation", "overall", "best", "mean", "distinct", "spread")  # of a generation
LARGEST_SEED = 2**63 - 1


@dataclass(frozen=True)
class Course:
    """The settings of an evolution and where it stands; a new one has no generation yet."""

    game: Dungeon
    settings: Settings = field(default_factory=Settings)
    games: int = 3  # per evaluation
    seed: int = 0
    now: Generation | None = None
    rows: tuple[dict[str, Any], ...] = ()

    def __post_init__(self):
        require_whole("evolution", "seed", self.seed, 0, LARGEST_SEED)
        Worth(games=self.games)
        for name in ("seed", "games"):  # numbers of numpy cannot be saved
            object.__setattr__(self, name, int(getattr(self, name)))

    @property
    def hero(self):
        return f"{self.game.race} {self.game.hero}"

    @property
    def over(self):
        return self.now is not None and self.now.number >= self.settings.generations

    @property
    def ceiling(self):
        """The highest fitness without a win."""
        return no_win_ceiling(self.game, self.games)

    def table(self):
        """What is told of every generation so far: fitness, distinct genomes, spread of genes."""
        return pd.DataFrame(list(self.rows), columns=list(TOLD)).set_index("generation")

    def evolution(self, between=None):
        """The evolution itself; `between(done, total)` is called after every individual measured.

        An exception from there gives the generation up.
        """
        key = (self.seed, "course", self.hero)
        whole = breeding(self.game, key, self.settings, Worth(games=self.games))
        return whole if between is None else _one_by_one(whole, between)

    def next(self, between=None):
        """The course with one generation more."""
        if self.over:
            raise HernaError(f"evolution: all {self.settings.generations} generations are there")
        evolution = self.evolution(between)
        now = evolution.first() if self.now is None else evolution.next(self.now)
        return replace(self, now=now, rows=(*self.rows, told_of(now)))

    # Files.

    def save(self, path):
        """Write a checkpoint: the dungeon, all settings, the course so far, the generation."""
        if self.now is None:
            raise HernaError("evolution: nothing to save before the first generation")
        data = {
            "format": FORMAT,
            "dungeon": asdict(self.game),
            "settings": asdict(self.settings),
            "games": self.games,
            "seed": self.seed,
            "course": list(self.rows),
            "generation": self.now.to_json(),
            **_own_tables(self.game.tables),
        }
        write_atomically(Path(path), (json.dumps(data) + "\n").encode())

    @classmethod
    def load(cls, path, tables=""):
        """A course from a checkpoint; whatever does not fit is refused in one line.

        A file must not say what is opened: if it was bred with tables of your own, name them.
        """
        name, data = Path(path).name, read_json(path)
        if isinstance(data, dict) and data.get("format") == BEFORE:
            raise HernaError(
                f"{name}: {BEFORE} does not say in which dungeon it was bred; begin anew"
            )
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise HernaError(f"{name}: not a {FORMAT} file")
        own = {name: data[name] for name in ("tables",) if name in data}
        allowed = {"format", "dungeon", "settings", "games", "seed", "course", "generation", *own}
        if set(data) != allowed:
            raise HernaError(f"{name}: allowed: the fields {', '.join(sorted(allowed))}")
        settings = data["settings"]
        if not isinstance(settings, dict) or set(settings) != {f.name for f in fields(Settings)}:
            raise HernaError(f"{name}: settings; allowed: those of an evolution")
        game = _dungeon(data["dungeon"], name, tables)
        if own != _own_tables(game.tables):
            raise HernaError(f"{name}: the tables in {game.tables} are not those it was bred with")
        now = Generation.from_json(data["generation"], genes(), name)
        found = cls(game, Settings(**settings), data["games"], data["seed"], now)
        if len(now.genomes) != found.settings.population:
            raise HernaError(f"{name}: {len(now.genomes)} genomes; allowed: the population")
        return replace(found, rows=_checked(data["course"], now.number, name))


def told_of(now: Generation) -> dict[str, Any]:
    """What is told of a generation.

    The spread is the mean deviation of its genes, each as a share of what chance alone would give:
    1 in a random population, 0 when all are alike.
    """
    room = genes().most - genes().least
    values = np.where(genes().whole, (room + 1) ** 2 - 1, room**2)  # whole ones have both ends
    by_chance = np.sqrt(values / 12)
    return {
        "generation": now.number,
        "overall": now.best_fitness,
        "best": float(now.fitness.max()),
        "mean": float(now.fitness.mean()),
        "distinct": len(np.unique(now.genomes, axis=0)),
        "spread": float((now.genomes.std(axis=0) / by_chance).mean()),
    }


def _one_by_one(evolution, between):
    """The same evolution, measuring one individual at a time; the lots are the same ones."""

    def fitness(genomes, rng):
        found = np.zeros(len(genomes))
        for number in range(len(genomes)):
            found[number] = evolution.fitness(genomes[number : number + 1], rng)[0]
            between(number + 1, len(genomes))
        return found

    return replace(evolution, fitness=fitness)


def _own_tables(folder):
    """Tables of one's own by the hash of their content: they may be edited before one goes on."""
    return {"tables": dict(fingerprints(Path(folder)))} if folder else {}


def _dungeon(data, name, tables):
    """A dungeon as it came from a file."""
    words = {field.name for field in fields(Dungeon)}
    if not isinstance(data, dict) or set(data) != words:
        raise HernaError(f"{name}: dungeon; allowed: the fields {', '.join(sorted(words))}")
    monsters = data["monsters"]
    if not isinstance(monsters, list) or not all(isinstance(kind, str) for kind in monsters):
        raise HernaError(f"{name}: monsters is {shown(monsters)}; allowed: a list of names")
    for word in ("hero", "race", "map", "tables"):
        if not isinstance(data[word], str):
            raise HernaError(f"{name}: {word} is {shown(data[word])}; allowed: text")
    if data["tables"] not in ("", str(tables)):
        allowed = shown(str(tables)) if tables else "none, unless they are named in load(...)"
        raise HernaError(f"{name}: tables is {shown(data['tables'])}; allowed: {allowed}")
    return Dungeon(**data)


def _checked(rows, count, name):
    """The rows of a course as they came from a file."""
    if not isinstance(rows, list) or len(rows) != count:
        raise HernaError(f"{name}: course; allowed: a row for each of {count} generations")
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict) or tuple(row) != TOLD or row["generation"] != number:
            raise HernaError(f"{name}: course; allowed: rows of {', '.join(TOLD)}")
        for value in row.values():
            require_number(name, "course", value, 0)
    return tuple(rows)

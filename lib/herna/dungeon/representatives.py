"""Evolved bots as files: those that represent each hero, and those that judge dungeons.

A bot is a JSON file: the hero, every gene by its name, and where it comes from. All come from the
stored runs of the evolution, and a test holds them against these. The *representative* of a hero is
the individual with the highest fitness of all runs, as in the thesis (sec. 5.5). Fitness from three
games is mostly luck, so the *judges* of a hero are those winners of runs that won most often when
they were tested in new dungeons.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from herna.dungeon.genome import genes, layout
from herna.errors import HernaError
from herna.files import read_json, write_atomically

FORMAT = "herna-bot/1"
FOLDER = Path(__file__).with_name("evolved")
JUDGES = 4  # for each hero


@dataclass(frozen=True)
class EvolvedBot:
    """A genome, the hero it was bred for, and its origin in words and numbers."""

    hero: str
    genome: tuple[float, ...]
    origin: dict[str, Any]

    def save(self, path):
        named = dict(zip(gene_names(), self.genome, strict=True))
        data = {"format": FORMAT, "hero": self.hero, "origin": self.origin, "genes": named}
        write_atomically(Path(path), (json.dumps(data, indent=1) + "\n").encode())

    @classmethod
    def load(cls, path):
        """A bot from a file; whatever does not fit is refused in one line."""
        path = Path(path)
        data = read_json(path)
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise HernaError(f"{path.name}: not a {FORMAT} file")
        if set(data) != {"format", "hero", "origin", "genes"}:
            raise HernaError(f"{path.name}: allowed: the fields format, hero, origin, genes")
        if not isinstance(data["hero"], str) or not isinstance(data["origin"], dict):
            raise HernaError(f"{path.name}: hero or origin; allowed: a name, and an object")
        named = data["genes"]
        if not isinstance(named, dict) or list(named) != list(gene_names()):
            raise HernaError(f"{path.name}: genes; allowed: the {len(layout())} genes by name")
        for name, value in named.items():
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise HernaError(f"{path.name}: {name} is {value!r}; allowed: a number")
        genome = genes().check(list(named.values()), path.name)
        return cls(data["hero"], tuple(genome.tolist()), data["origin"])


def gene_names():
    """Every gene by strategy and meaning, in the order of the chromosome."""
    return tuple(f"{gene.strategy} {gene.gene}" for gene in layout())


def evolved(kind):
    """The committed bots of a kind (representatives or judges), by hero."""
    found: dict[str, list[EvolvedBot]] = {}
    for path in sorted((FOLDER / kind).glob("*.json")):
        bot = EvolvedBot.load(path)
        found.setdefault(bot.hero, []).append(bot)
    return found


def representatives():
    """The bot that represents each hero."""
    return {hero: bots[0] for hero, bots in evolved("representatives").items()}


def representative_of(winners, hero):
    """The best bot of all runs by the fitness it was chosen for."""
    runs = winners[winners["cell"] == hero]
    return _bot_of(hero, runs.loc[runs["best_ever"].idxmax()])


def judges_of(winners, hero):
    """The winners of runs that won most of the games they were tested in, the best first."""
    runs = winners[winners["cell"] == hero].sort_values("wins", ascending=False, kind="stable")
    return [_bot_of(hero, run) for _, run in runs.head(JUDGES).iterrows()]


def _bot_of(hero, run):
    origin = {
        "experiment": "dungeon_evolution",
        "run": int(run["run"]),
        "generation": int(run["since"]),
        "fitness": float(run["best_ever"]),
        "won when tested": f"{int(run['wins'])} of {int(run['tests'])}",
    }
    return EvolvedBot(hero, tuple(float(gene) for gene in run["genome"]), origin)


def publish(winners, folder=FOLDER):
    """Write the representatives and the judges of all heroes; the files written."""
    written = []
    for hero in winners["cell"].unique():
        stem = hero.lower().replace(" ", "_")
        chosen = {f"representatives/{stem}": representative_of(winners, hero)}
        chosen |= {f"judges/{stem}_{n}": bot for n, bot in enumerate(judges_of(winners, hero), 1)}
        for name, bot in chosen.items():
            bot.save(Path(folder) / f"{name}.json")
            written.append(Path(folder) / f"{name}.json")
    return written

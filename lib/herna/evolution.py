"""A small genetic algorithm: operators on arrays of genes, and a loop that can be stepped.

An individual is a row of numbers; `Genes` says what each may be. `Evolution.run` yields every
generation, so it can be watched, stopped, saved and resumed. Every lot of a generation comes from a
generator of its own, made from the key of the run and the number of the generation: a run that goes
on from a checkpoint is, to the last bit, the run that was never stopped.

A generation works as in the library that thesis 2 used: operators add children to the pool, then
roulette brings it back to its size. Unless `elite` is set nothing protects the best individual in
the pool; the best ever seen is kept beside it. A chromosome that stays is not measured again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from herna.errors import HernaError, require_number, require_whole, shown
from herna.seeds import generator

LARGEST_NUMBER = 1e300  # in a file


@dataclass(frozen=True)
class Genes:
    """What the genes of an individual may be: real numbers or whole ones, from least to most."""

    least: np.ndarray
    most: np.ndarray
    whole: np.ndarray

    def __len__(self):
        return len(self.least)

    def random(self, count, rng):
        """So many individuals, every gene drawn evenly from what it may be."""
        shape = (count, len(self))
        real = rng.uniform(self.least, self.most, shape)
        whole = np.floor(rng.uniform(self.least, self.most + 1, shape))
        return np.where(self.whole, np.minimum(whole, self.most), real)

    def another(self, genomes, rng):
        """For every gene of these individuals some other value than it has, if there is any."""
        real = rng.uniform(self.least, self.most, genomes.shape)
        others = self.most - self.least  # one fewer than there are
        whole = self.least + np.floor(rng.uniform(0, others, genomes.shape))
        whole += whole >= genomes
        return np.where(self.whole, np.minimum(whole, self.most), real)

    def check(self, genome, name="genome"):
        """Refuse an individual that these genes do not describe, by its first bad gene."""
        values = _numbers(genome, name, "genes")
        if values.shape != (len(self),):
            raise HernaError(f"{name}: {values.size} genes; allowed: {len(self)}")
        for number, value in enumerate(values):
            least, most = self.least[number], self.most[number]
            fits = np.isfinite(value) and least <= value <= most
            if not fits or (self.whole[number] and value != round(value)):
                kind = "a whole number" if self.whole[number] else "a number"
                raise HernaError(
                    f"{name}: gene {number + 1} is {value:g}; allowed: {kind} from {least:g} to "
                    f"{most:g}"
                )
        return values


def _numbers(values, name, field):
    """An array of numbers; anything else is refused by name."""
    found = np.asarray(values, object)
    for value in found.flat:
        known = isinstance(value, int | float | np.integer | np.floating)
        if not known or isinstance(value, bool) or abs(value) > LARGEST_NUMBER:
            raise HernaError(f"{name}: {field} is {shown(value)}; allowed: numbers")
    return found.astype(float)


# Operators. Each takes parents or individuals and a generator, and returns new rows.


def roulette(fitness, count, rng):
    """The indices of so many individuals, each as likely as its share of all fitness."""
    fitness = np.asarray(fitness, float)
    if (fitness < 0).any():
        raise HernaError("fitness: some is negative; allowed: at least 0")
    total = fitness.sum()
    shares = fitness / total if total > 0 else None
    return rng.choice(len(fitness), count, p=shares)


def two_point(first, second, rng):
    """Two children that swap the genes between two places."""
    start, end = np.sort(rng.choice(len(first) + 1, 2, replace=False))
    inside = (np.arange(len(first)) >= start) & (np.arange(len(first)) < end)
    return np.where(inside, second, first), np.where(inside, first, second)


def arithmetic(first, second, where, rng):
    """Two children whose genes at `where` lie between those of the parents."""
    share = rng.random()
    blended = share * first + (1 - share) * second
    other = (1 - share) * first + share * second
    return np.where(where, blended, first), np.where(where, other, second)


def mutate(genomes, genes, rate, rng):
    """Copies in which each gene gets another value with this probability."""
    changed = rng.random(genomes.shape) < rate
    return np.where(changed, genes.another(genomes, rng), genomes)


@dataclass(frozen=True)
class Settings:
    """How a generation makes the next; rates are shares of the population."""

    population: int = 100
    generations: int = 30  # the first, random one included
    crossover: float = 0.35  # pairs for two-point crossover
    arithmetic: float = 0.35  # pairs for arithmetic crossover
    mutation: float = 1 / 12  # of each gene in a copy of everybody
    smart: float = 0.1  # of all children
    elite: int = 0  # so many of the best of the pool stay without a lot

    def __post_init__(self):
        require_whole("evolution", "population", self.population, 2, 100_000)
        require_whole("evolution", "generations", self.generations, 1, 1_000_000)
        require_whole("evolution", "elite", self.elite, 0, self.population)
        for rate in ("crossover", "arithmetic", "mutation", "smart"):
            require_number("evolution", rate, getattr(self, rate), 0, 1)


@dataclass(frozen=True)
class Generation:
    """A population with its fitness, and the best individual ever seen."""

    number: int
    genomes: np.ndarray
    fitness: np.ndarray
    best: np.ndarray
    best_fitness: float
    best_since: int  # the generation that brought it

    def to_json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "genomes": self.genomes.tolist(),
            "fitness": self.fitness.tolist(),
            "best": self.best.tolist(),
            "best_fitness": self.best_fitness,
            "best_since": self.best_since,
        }

    @classmethod
    def from_json(cls, data, genes, name="checkpoint"):
        """A generation from a file; whatever does not fit is refused in one line."""
        fields = set(cls.__dataclass_fields__)
        if not isinstance(data, dict) or set(data) != fields:
            raise HernaError(f"{name}: allowed: the fields {', '.join(sorted(fields))}")
        if not isinstance(data["genomes"], list) or not data["genomes"]:
            raise HernaError(f"{name}: genomes; allowed: a list of lists of numbers")
        genomes = np.array([genes.check(row, name) for row in data["genomes"]])
        fitness = _numbers(data["fitness"], name, "fitness")
        if fitness.shape != (len(genomes),) or not np.isfinite(fitness).all():
            raise HernaError(f"{name}: fitness; allowed: one number for each genome")
        require_whole(name, "number", data["number"], 1, 1_000_000)
        require_whole(name, "best_since", data["best_since"], 1, data["number"])
        require_number(name, "best_fitness", data["best_fitness"])
        best = genes.check(data["best"], name)
        return cls(data["number"], genomes, fitness, best, data["best_fitness"], data["best_since"])


@dataclass(frozen=True)
class Evolution:
    """Individuals that are bred for what `fitness` says of them.

    fitness : rows of genes and a generator -> one number each, at least 0
    blended : which genes arithmetic crossover blends; None: all real ones
    repair : smart mutation, rows of genes and a generator -> rows; None: there is none
    """

    genes: Genes
    fitness: Callable[[np.ndarray, np.random.Generator], np.ndarray]
    key: Sequence[Any]  # of all lots
    settings: Settings = Settings()
    blended: np.ndarray | None = None
    repair: Callable[[np.ndarray, np.random.Generator], np.ndarray] | None = None

    def run(self, since: Generation | None = None):
        """Yield every generation, the first one or those after a checkpoint."""
        now = since or self.first()
        if since is None:
            yield now
        while now.number < self.settings.generations:
            now = self.next(now)
            yield now

    def first(self):
        """A random population."""
        genomes = self.genes.random(self.settings.population, self._lots(1, "born"))
        fitness = self.fitness(genomes, self._lots(1, "measured"))
        best = int(np.argmax(fitness))
        return Generation(1, genomes, fitness, genomes[best], float(fitness[best]), 1)

    def next(self, now: Generation):
        """The generation after this one."""
        number = now.number + 1
        rng = self._lots(number, "born")
        children = self.children(now.genomes, rng)
        measured = self.fitness(children, self._lots(number, "measured"))
        pool = np.concatenate([now.genomes, children])
        fitness = np.concatenate([now.fitness, measured])
        first = np.argsort(-fitness, kind="stable")[: self.settings.elite]
        drawn = roulette(fitness, self.settings.population - len(first), rng)
        kept = np.concatenate([first, drawn])
        after = replace(now, number=number, genomes=pool[kept], fitness=fitness[kept])
        best = int(np.argmax(measured))
        if measured[best] > now.best_fitness:
            after = replace(
                after, best=children[best], best_fitness=float(measured[best]), best_since=number
            )
        return after

    def children(self, genomes, rng):
        """What the operators add to a population."""
        settings, born = self.settings, []
        for rate, cross in ((settings.crossover, two_point), (settings.arithmetic, self._blend)):
            for _ in range(round(rate * len(genomes))):
                first, second = rng.choice(len(genomes), 2, replace=False)
                born += cross(genomes[first], genomes[second], rng)
        mutants = mutate(genomes, self.genes, settings.mutation, rng)
        children = np.concatenate([np.array(born).reshape(-1, genomes.shape[1]), mutants])
        if self.repair is not None:
            chosen = rng.random(len(children)) < settings.smart
            children[chosen] = self.repair(children[chosen], rng)
        return children

    def _blend(self, first, second, rng):
        real = ~self.genes.whole
        where = real if self.blended is None else real & self.blended
        return arithmetic(first, second, where, rng)

    def _lots(self, number, what):
        return generator(*self.key, number, what)

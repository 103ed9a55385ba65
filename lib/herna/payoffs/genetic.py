"""The genetic player of thesis 3: lines of play bred until the best one looks good to everybody."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from herna.errors import require_number, require_switch, require_whole
from herna.kernels.sequences import arrange, cross, first_lines, line_memory, mutate, set_wheel
from herna.payoffs.base import PayoffPlayer
from herna.seeds import generator


@dataclass(frozen=True)
class Lineage:
    """A generation of lines, best first."""

    number: int
    moves: np.ndarray  # (lines, slots); -1 where a seat has no turn
    pays: np.ndarray  # (lines, players)
    tried: int  # children
    known: int  # of these, lines that existed already
    illegal: int  # of these, lines that cannot be played


@dataclass(frozen=True)
class Genetic(PayoffPlayer):
    """Plays the first move of the line that is first after so many generations.

    strategies : those it knows, joined by +; it takes it that all others think so
    turns : own moves that a line looks ahead
    f1, f2 : how often only pieces that can capture are drawn, and only captures of a piece
    fresh : a child that exists already is not added; the thesis does not say
    """

    turns: int = 3
    population: int = 5000
    generations: int = 70
    f1: float = 1.0
    f2: float = 1.0
    mutation: float = 0.02
    influence: float = 0.01
    fresh: bool = True

    name: ClassVar[str] = "genetic"

    def __post_init__(self):
        super().__post_init__()
        require_whole(self.name, "turns", self.turns, 1, 8)
        require_whole(self.name, "population", self.population, 2, 100_000)
        require_whole(self.name, "generations", self.generations, 0, 10_000)
        require_number(self.name, "influence", self.influence, 0, 1000)
        for share in ("f1", "f2", "mutation"):
            require_number(self.name, share, getattr(self, share), 0, 1)
        require_switch(self.name, "fresh", self.fresh)

    def __call__(self, game, state, rng):
        key = int(rng.random() * 2**53)
        *_, last = self.breed(game, state, key, look=False)
        return last

    def warm(self, game, state, rng):
        """Compile all that a decision takes."""
        replace(self, population=10, generations=1)(game, state, rng)

    def breed(self, game, state, key, look=True):
        """Yield every generation, the random one first; if nobody looks, the first move only."""
        work, minds = _memory(game, self.population, self.generations, self.turns), self.minds(game)
        work.states[0] = state.array[0]
        rules, pays, players = game.rules, game.pays, game.n_players
        for number in range(self.generations + 1):
            rng = generator(key, "generation", number)
            if number == 0:
                forced = (self.f1, self.f2)
                first_lines(rules, pays, work, minds, self.population, *forced, players, rng)
                set_wheel(work, self.population, self.influence)
            else:
                cross(rules, pays, work, minds, self.population, self.fresh, players, rng)
                mutate(
                    rules,
                    pays,
                    work,
                    minds,
                    self.mutation,
                    self.fresh,
                    self.f1,
                    self.f2,
                    players,
                    rng,
                )
            arrange(rules, work, self.population, players, rng)
            yield lineage(work, number, players) if look else int(work.moves[0, 0])


def lineage(work, number, players) -> Any:
    count = work.tally[1]
    return Lineage(
        number,
        work.moves[:count].copy(),
        work.lines["pays"][:count, :players].copy(),
        *work.tally[2:].tolist(),
    )


@lru_cache(maxsize=4)
def _memory(game, population, generations, turns):
    return line_memory(game, population, generations, turns)

"""The genetic player of thesis 3: lines of play bred until the best one looks good to everybody."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from herna.errors import require_number, require_switch, require_whole
from herna.evolution import Evolution, Settings
from herna.kernels.sequences import arrange, cross, first_lines, line_memory, mutate, set_wheel
from herna.payoffs.base import PayoffPlayer


@dataclass(frozen=True)
class Lineage:
    """A generation of lines, best first."""

    number: int  # from 1 on
    moves: np.ndarray  # (lines, slots); -1 where a seat has no turn
    pays: np.ndarray  # (lines, players)
    tried: int  # children
    known: int  # of these, lines that existed already
    illegal: int  # of these, lines that cannot be played
    played: int  # moves, to find that out


@dataclass(frozen=True)
class Genetic(PayoffPlayer):
    """Plays the first move of the line that is first after so many generations.

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
        *_, last = self.breed(game, state, int(rng.random() * 2**53))
        return int(last.moves[0, 0])

    def warm(self, game, state, rng):
        """Compile all that a decision takes."""
        replace(self, population=10, generations=1)(game, state, rng)

    def breed(self, game, state, key):
        """Yield every generation, the random one first."""
        memory = line_memory(game, self.population, self.generations, self.turns)
        memory.states[0] = state.array[0]
        settings = Settings(self.population, self.generations + 1)
        return Breeding(key=(key,), settings=settings, player=self, game=game, work=memory).run()


@dataclass(frozen=True)
class Breeding(Evolution):
    """The loop of all our evolutions over lines of play, which live in `work`.

    There are no genes and no fitness: a line is bred as a sequence of moves and valued by the tree
    of all lines. The next generation always is that after the one in memory.
    """

    genes: Any = None
    fitness: Any = None
    key: Any = ()
    player: Any = None
    game: Any = None
    work: Any = None

    def first(self):
        player, game, work = self.player, self.game, self.work
        share, rng = (player.f1, player.f2), self._lots(1, "born")
        first_lines(*self._table(), player.population, *share, game.n_players, rng)
        set_wheel(work, player.population, player.influence)
        return self._arranged(1)

    def next(self, now):
        player, players = self.player, self.game.n_players
        rng = self._lots(now.number + 1, "born")
        cross(*self._table(), player.population, player.fresh, players, rng)
        rates = player.mutation, player.fresh, player.f1, player.f2
        mutate(*self._table(), *rates, players, rng)
        return self._arranged(now.number + 1)

    def _table(self):
        return self.game.rules, self.game.pays, self.work, self.player.minds(self.game)

    def _arranged(self, number):
        """The lines in the order of their tree."""
        work, players = self.work, self.game.n_players
        rng = self._lots(number, "measured")
        arrange(self.game.rules, work, self.player.population, players, rng)
        count = int(work.tally[1])
        return Lineage(
            number,
            work.moves[:count].copy(),
            work.lines["pays"][:count, :players].copy(),
            *work.tally[2:].tolist(),
        )

"""StdAI, the full search of thesis 3: every line so many turns deep, equal replies averaged."""

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from herna.errors import require_switch, require_whole
from herna.kernels.payoff_search import payoff_work, search_payoffs
from herna.payoffs.base import PayoffPlayer
from herna.pays import EQUAL


@dataclass(frozen=True)
class StdAI(PayoffPlayer):
    """Takes the move that pays itself most within `depth` turns of everybody.

    deeper : looks one turn further once a player is out and few queens are left
    clever : remembers positions; chooses the same moves, only faster
    """

    depth: int = 2
    deeper: bool = False
    clever: bool = True

    name: ClassVar[str] = "std-ai"

    def __post_init__(self):
        super().__post_init__()
        require_whole(self.name, "depth", self.depth, 1, 5)
        for switch in ("deeper", "clever"):
            require_switch(self.name, switch, getattr(self, switch))

    def __call__(self, game, state, rng):
        """One of the best moves, by lot."""
        moves, ratings = self.ratings(game, state)
        own = ratings[:, game.to_move(state)]
        best = np.flatnonzero(own >= own.max() - EQUAL)
        return int(moves[best[int(rng.random() * len(best))]])

    def warm(self, game, state, rng):
        """Compile all that a decision takes."""
        search(game, state, self.minds(game), 1, self.clever)

    def ratings(self, game, state):
        """All moves, and what each pays every player in the end."""
        depth = self.depth + (self.deeper and game.is_clear(state))
        return search(game, state, self.minds(game), depth, self.clever)


def search(game, state, minds, turns, clever=True):
    """All moves and what each pays every player within so many turns of those who are left."""
    plies = turns * bin(game.pays.present(state.array[0])).count("1")
    work = _work(game, plies)
    work.states[0] = state.array[0]
    count = search_payoffs(game.rules, game.pays, work, minds, plies, game.n_players, clever)
    return work.moves[0, :count].copy(), work.ratings[:count].copy()


@lru_cache(maxsize=8)
def _work(game, plies):
    return payoff_work(game, plies)

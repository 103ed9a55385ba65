"""Modern searches as yardsticks: Paranoid and Best Reply, which can be pruned and so look further.

Sturtevant and Korf proposed the first for games of several players, Schadd and Winands the second;
`herna.kernels.pruned_search` tells how they differ from full search.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from herna.errors import require_whole
from herna.kernels.pruned_search import BEST_REPLY, PARANOID, pruned_work, search_pruned
from herna.payoffs.base import PayoffPlayer
from herna.pays import EQUAL


@dataclass(frozen=True)
class PrunedPlayer(PayoffPlayer):
    """Takes the move that pays itself most within `depth` turns of everybody."""

    depth: int = 2

    way: ClassVar[int]

    def __post_init__(self):
        super().__post_init__()
        require_whole(self.name, "depth", self.depth, 1, 5)

    def __call__(self, game, state, rng):
        """One of the best moves, by lot."""
        moves, ratings = self.ratings(game, state)
        best = np.flatnonzero(ratings >= ratings.max() - EQUAL)
        return int(moves[best[int(rng.random() * len(best))]])

    def warm(self, game, state, rng):
        """Compile all that a decision takes."""
        self.ratings(game, state)

    def ratings(self, game, state):
        """All moves and what each pays the player; those that are not best may pay less still."""
        plies = self.depth * bin(game.pays.present(state.array[0])).count("1")
        work = _work(game, plies)
        work.states[0] = state.array[0]
        minds = self.minds(game)
        count = search_pruned(game.rules, game.pays, work, minds, plies, game.n_players, self.way)
        return work.moves[0, :count].copy(), work.ratings[:count].copy()


@dataclass(frozen=True)
class Paranoid(PrunedPlayer):
    """Takes it that all others play against it."""

    name: ClassVar[str] = "paranoid"
    way: ClassVar[int] = PARANOID


@dataclass(frozen=True)
class BestReply(PrunedPlayer):
    """Takes it that one of the others replies as badly for it as can be, the rest as they like."""

    name: ClassVar[str] = "best-reply"
    way: ClassVar[int] = BEST_REPLY


@lru_cache(maxsize=8)
def _work(game, plies):
    return pruned_work(game, plies)

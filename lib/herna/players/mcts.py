"""The Monte Carlo player."""

import math
from dataclasses import dataclass
from typing import ClassVar

from herna.errors import HernaError
from herna.kernels import decide
from herna.players.base import KernelPlayer, require


@dataclass(frozen=True)
class MCTS(KernelPlayer):
    """UCT with a playout from every child of an expanded leaf (thesis 1, sec. 4.1)."""

    iterations: int = 300  # leaves expanded per move
    exploration: float = math.sqrt(2)
    playout_limit: int = 10_000  # plies after which a playout counts as undecided

    name: ClassVar[str] = "mcts"
    kind: ClassVar[int] = decide.MCTS

    def __post_init__(self):
        super().__post_init__()
        require(self.name, "iterations", self.iterations, 1, 1_000_000)
        require(self.name, "playout_limit", self.playout_limit, 1, 1_000_000)
        if not (math.isfinite(self.exploration) and self.exploration >= 0):
            allowed = "a number of at least 0"
            raise HernaError(f"mcts: exploration is {self.exploration!r}; allowed: {allowed}")

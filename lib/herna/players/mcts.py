"""The Monte Carlo player."""

import math
from dataclasses import dataclass
from typing import ClassVar

from herna.errors import require_number, require_whole
from herna.kernels import decide
from herna.kernels.workspace import require_room
from herna.players.base import KernelPlayer


@dataclass(frozen=True)
class MCTS(KernelPlayer):
    """UCT with a playout from every child of an expanded leaf (thesis 1, sec. 4.1)."""

    iterations: int = 300  # leaves expanded per move
    exploration: float = math.sqrt(2)
    playout_limit: int = 10_000  # plies after which a playout counts as undecided

    name: ClassVar[str] = "mcts"
    kind: ClassVar[int] = decide.MCTS

    def reach(self):
        return 1, self.iterations

    def suits(self, game):
        super().suits(game)
        require_room(self.name, game, self.iterations, game.state_type)

    def __post_init__(self):
        super().__post_init__()
        require_whole(self.name, "iterations", self.iterations, 1, 1_000_000)
        require_whole(self.name, "playout_limit", self.playout_limit, 1, 1_000_000)
        require_number(self.name, "exploration", self.exploration, low=0)

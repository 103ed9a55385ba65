"""Players that search the game tree to a fixed depth."""

from dataclasses import dataclass
from typing import ClassVar

from herna.errors import require_whole
from herna.kernels.decide import MAX_N
from herna.players.base import KernelPlayer


@dataclass(frozen=True)
class MaxN(KernelPlayer):
    """Max^n: everybody maximises his own gain, chance is averaged (thesis 1, sec. 4.1).

    `depth` counts levels of the tree, chance included; the thesis does not give it, three levels
    (move, roll, move) are our reading.
    """

    depth: int = 3

    name: ClassVar[str] = "maxn"
    kind: ClassVar[int] = MAX_N
    sees_all: ClassVar[bool] = True

    def reach(self):
        return self.depth, 0

    def __post_init__(self):
        super().__post_init__()
        require_whole(self.name, "depth", self.depth, 1, 64)

"""Players that look no further than one move."""

from dataclasses import dataclass
from typing import ClassVar

from herna.kernels.decide import HILL_CLIMBER, RANDOM
from herna.players.base import KernelPlayer


@dataclass(frozen=True)
class Random(KernelPlayer):
    """Any legal move, all equally likely; a level changes nothing."""

    name: ClassVar[str] = "random"
    kind: ClassVar[int] = RANDOM


@dataclass(frozen=True)
class HillClimber(KernelPlayer):
    """The move after which the own gain is largest (thesis 1, sec. 5.2.2)."""

    name: ClassVar[str] = "hillclimber"
    kind: ClassVar[int] = HILL_CLIMBER

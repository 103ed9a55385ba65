"""The older methods in a player's seat: they adapt how strongly they play (thesis 1, ch. 3).

They take the place of a player and rate moves as another one would, their base; only the choice
among the rated moves is theirs. In the experiments the base looks at the next state only: it is
HillClimber in Ludo and HillClimber IS in Lost Cities, also where a Max^n or Minimax IS player gives
way. How they adapt is in `herna.kernels.adapt`.
"""

from dataclasses import dataclass
from typing import ClassVar

from herna.errors import HernaError, nearest, require_number, require_whole
from herna.kernels import adapt
from herna.players.base import KernelPlayer
from herna.players.information import HillClimberIS, MinimaxIS
from herna.players.mcts import MCTS
from herna.players.search import MaxN
from herna.players.simple import HillClimber

BASES = {player.name: player for player in (HillClimber, HillClimberIS, MaxN, MCTS, MinimaxIS)}


@dataclass(frozen=True)
class Rival(KernelPlayer):
    """A player that rates moves like another one, its base, and adapts its strength."""

    base: str = "hillclimber"

    adapts: ClassVar[int]
    remembers: ClassVar[bool] = True

    def __post_init__(self):
        super().__post_init__()
        if self.level is not None:
            raise HernaError(f"{self.name}: level is {self.level}; allowed: none, it adapts itself")
        if self.base not in BASES:
            raise HernaError(f"{self.name}: base is {self.base!r}; {nearest(self.base, BASES)}")

    def reach(self):
        return BASES[self.base]().reach()

    def suits(self, game):
        BASES[self.base]().suits(game)
        if game.n_players < 2:
            raise HernaError(
                f"{self.name}: {game.name} has one player only; there it sits in the chance seat"
            )

    def record(self):
        row = BASES[self.base]().record()
        row[0].adapts = self.adapts
        for name in ("alpha", "start", "beta", "dead_zone", "settings"):
            setattr(row[0], name, getattr(self, name, 0))
        return row


@dataclass(frozen=True)
class DynamicLevel(Rival):
    """Plays weaker the more it leads: a level from 0 to 100 moves with the opponent's status."""

    alpha: float = 1.4  # status per point of level
    start: float = 50.0

    name: ClassVar[str] = "dl"
    adapts: ClassVar[int] = adapt.DYNAMIC_LEVEL

    def __post_init__(self):
        super().__post_init__()
        require_number(self.name, "alpha", self.alpha, low=1e-9)
        require_number(self.name, "start", self.start, 0, 100)


@dataclass(frozen=True)
class Posm(Rival):
    """Believes in levels of play and discounts those that proved too easy or too hard."""

    beta: float = 0.8  # what is left of a belief that proved wrong
    dead_zone: float = 1.0  # an opponent with a status this small is well matched
    settings: int = 10  # how many levels

    name: ClassVar[str] = "posm"
    adapts: ClassVar[int] = adapt.POSM

    def __post_init__(self):
        super().__post_init__()
        require_number(self.name, "beta", self.beta, 0, 1)
        require_number(self.name, "dead_zone", self.dead_zone, low=0)
        require_whole(self.name, "settings", self.settings, 2, adapt.MOST_SETTINGS)

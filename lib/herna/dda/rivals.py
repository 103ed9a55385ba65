"""The older methods in the chance seat of a game for one (thesis 1, sec. 5.2.1).

Chance becomes an opponent who wants the player to fail and adapts how hard it tries: outcomes are
ranked by how well they leave the player standing, and the rank is chosen by dynamic level or POSM.
Fun and believability do not enter, and they look one level ahead.

Reading: standing is the gain, which the metrics watch; with `by_value` it is the value by which the
player chooses his moves. The value hardly tells two corridors of the Maze apart; by the gain long
corridors with few doors help most, and these the thesis reports of both methods (sec. 6.1).
"""

from dataclasses import dataclass
from typing import ClassVar

from herna.dda.environment import Fair, require_something_to_steer
from herna.errors import HernaError, require_number, require_switch, require_whole
from herna.kernels import adapt
from herna.kernels.environment import RIVAL_OF_PLAYER


@dataclass(frozen=True)
class ChanceRival(Fair):
    """What both share; a game for several has them in players' seats instead."""

    by_value: bool = False  # outcomes are ranked by the player's value, not by his gain

    kind: ClassVar[int] = RIVAL_OF_PLAYER
    adapts: ClassVar[int]
    remembers: ClassVar[bool] = True

    def __post_init__(self):
        require_switch(self.name, "by_value", self.by_value)

    def suits(self, game):
        if game.n_players != 1:
            raise HernaError(
                f"{self.name}: {game.name} has {game.n_players} players; in the chance seat "
                "allowed: games for one"
            )

    def suits_in_play(self, game):
        require_something_to_steer(self.name, game)

    def record(self, game):
        row = super().record(game)
        row[0].adapts = self.adapts
        return row


@dataclass(frozen=True)
class ChanceLevel(ChanceRival):
    """Dynamic level: the more the player leads, the harder chance makes it."""

    alpha: float = 11.0  # the player's status per point of level; as calibrated for the Maze
    start: float = 50.0

    name: ClassVar[str] = "DL"
    adapts: ClassVar[int] = adapt.DYNAMIC_LEVEL

    def __post_init__(self):
        super().__post_init__()
        require_number(self.name, "alpha", self.alpha, low=1e-9)
        require_number(self.name, "start", self.start, 0, 100)


@dataclass(frozen=True)
class ChancePosm(ChanceRival):
    """POSM: levels of difficulty, of which those that proved wrong are discounted."""

    beta: float = 0.95  # as calibrated for the Maze
    dead_zone: float = 34.0
    settings: int = 10  # how many levels

    name: ClassVar[str] = "POSM"
    adapts: ClassVar[int] = adapt.POSM

    def __post_init__(self):
        super().__post_init__()
        require_number(self.name, "beta", self.beta, 0, 1)
        require_number(self.name, "dead_zone", self.dead_zone, low=0)
        require_whole(self.name, "settings", self.settings, 2, adapt.MOST_SETTINGS)

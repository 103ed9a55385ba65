"""What all players share who sum up what moves pay: the strategies they know."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from herna.errors import HernaError, shown


@dataclass(frozen=True)
class PayoffPlayer:
    """A player who judges moves by payoffs, for games that say what moves pay."""

    strategies: str = ""  # joined by +, such as "K+PTP"

    name: ClassVar[str]

    def __post_init__(self):
        if not isinstance(self.strategies, str):
            raise HernaError(
                f"{self.name}: strategies is {shown(self.strategies)}; allowed: names joined by +"
            )

    def suits(self, game):
        """Refuse a game whose moves pay nothing, and strategies that it does not have."""
        if not hasattr(game, "pays"):
            raise HernaError(f"{self.name}: moves of {game.name} pay nothing; allowed: checkers")
        game.mind(self.known())

    def known(self):
        """The strategies one by one."""
        return tuple(filter(None, self.strategies.split("+")))

    def minds(self, game):
        """How it judges the moves of every seat: as if all others thought as it does."""
        return np.tile(game.mind(self.known()), (game.n_players, 1))

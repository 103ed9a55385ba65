"""A bot's whole game as a list of moments to look at: the state, what it did there, and its lots.

With the lots of a moment the plans of the bot can be made again (`herna.dungeon.inspection`), to
the last tile explored. In the last moment the bot knew nothing more to do, or had won.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from herna.dungeon.deeds import Deed, deeds
from herna.dungeon.genome import IDS, NAMES
from herna.dungeon.inspection import Inspection, inspect, inspect_all, targets
from herna.game import State
from herna.games.dungeon.rules import ATTACK, may_aim
from herna.games.dungeon.state import BOSS, MOST_MONSTERS, PLAYING, WON


@dataclass(frozen=True)
class Moment:
    """What a bot met, and what it did then; its deed is None when it left or the game was over."""

    bots: np.ndarray
    state: np.ndarray
    deed: Deed | None
    lots: Any  # of the generator at that time

    @cached_property
    def plans(self) -> dict[int, Inspection]:
        """The plans against all monsters in reach, by monster; those the bot tries come first."""
        over = self.state[0].outcome != PLAYING
        return {} if over else inspect_all(self.state, self.bots, self._rng())

    @cached_property
    def boss(self):
        """The number of the boss if it lives and is in reach, else None."""
        bosses = np.flatnonzero(self.state[0].level == BOSS).tolist()
        return next((m for m in bosses if may_aim(self.state[0], ATTACK, m)), None)

    @cached_property
    def fails_at_boss(self):
        """Whether the boss is in reach and there is no plan against it.

        Looks at no more monsters than the bot would before the boss: games are searched for this.
        """
        if self.boss is None:
            return False
        tried, rng = targets(self.state, self.bots), self._rng()
        for monster in tried[: tried.index(self.boss)] if self.boss in tried else tried:
            inspect(self.state, self.bots, monster, rng)  # for the lots it draws
        return not inspect(self.state, self.bots, self.boss, rng).plan

    def _rng(self):
        """The bot's lots from here on."""
        bits = np.random.PCG64(0)
        bits.state = self.lots
        return np.random.Generator(bits)

    @property
    def victim(self):
        """The monster that the deed killed, None if it was no fight."""
        if self.deed is None or not self.deed.is_fight:
            return None
        return (self.deed.moves[-1] - ATTACK) % MOST_MONSTERS  # by a blow or by fire

    def words(self, game):
        """What the bot did, in words."""
        if self.deed is None:
            return "has won" if self.state[0].outcome == WON else "leaves: nothing can be applied"
        name = NAMES[IDS[self.deed.strategy]]
        if self.deed.is_fight:
            return f"{name}: the {game.monster_name(State(self.state.copy()), self.victim)}"
        return f"{name}: {game.move_name(State(self.state.copy()), self.deed.moves[0])}"


def moments(crawler, bots, rng, state=None):
    """Play a game in a new dungeon, or from a state on; all its moments."""
    state = crawler.enter(rng) if state is None else state
    found, game = [], deeds(crawler, bots, rng, state)
    while True:
        before, lots = state.copy(), rng.bit_generator.state
        deed = next(game, None)
        found.append(Moment(bots, before, deed, lots))
        if deed is None:
            return found

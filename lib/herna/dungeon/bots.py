"""Bots that are ready to play: at random (thesis 2, sec. 4.1), and by elementary strategies.

Each has a compiled twin that draws the same lots; `measure` uses it.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from herna.dungeon.crawler import GREEDY
from herna.games.dungeon import Dungeon
from herna.games.dungeon.bot import PLAN, STRATEGIES, next_deed, whole_game
from herna.games.dungeon.random_bot import play_randomly
from herna.games.dungeon.rules import LEAVE
from herna.games.dungeon.state import STATE


@dataclass(frozen=True)
class RandomBot:
    """Does anything but leave; when `careful`, only what the hero survives in a detached copy."""

    careful: bool = False

    def __call__(self, state):
        choices = state.actions()[:-1]  # the last one is to leave
        if self.careful:
            choices = [a for a in choices if state.after(a).outcome != "dead"]
        return choices[int(state.rng.random() * len(choices))] if choices else None

    def finish(self, array, rng):
        """Play a game to its end at full speed."""
        out = np.empty(Dungeon.max_moves, np.int64)
        play_randomly(array[0], self.careful, np.zeros(1, STATE), out, rng)


class PlanningBot:
    """A bot that makes a plan of several moves on what the hero knows, and carries it out."""

    _planned: Any = ((), None)  # moves to come, and the game they are for

    def __call__(self, state):
        moves, game = self._planned
        if game is not state or not moves:
            moves = self.think(state.detach()._array, state.rng)
        self._planned = moves[1:], state
        return next(action for action in state.actions() if action.move == moves[0])

    def think(self, array, rng):
        """The next moves, at least one; `array` holds a detached state."""
        raise NotImplementedError(f"{type(self).__name__} needs a think(array, rng)")


@dataclass
class StrategyBot(PlanningBot):
    """Plays by elementary strategies; as it stands, the hand-made greedy bot of the thesis."""

    row: Any = field(default_factory=lambda: GREEDY, repr=False)  # see `herna.dungeon.bot`

    def __post_init__(self):
        self._copies, self._plans = np.zeros(2, STATE), np.zeros(2, PLAN)

    def think(self, array, rng):
        plan, other = self._plans
        deed = next_deed(array[0], self.row[0], self._copies, plan, other, rng)
        return [LEAVE] if deed < 0 else plan.moves[: plan.length].tolist()

    def finish(self, array, rng):
        uses = np.zeros(STRATEGIES, np.int64)
        whole_game(array, self.row, self._copies, self._plans, uses, rng)

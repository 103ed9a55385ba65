"""A bot's game deed by deed: what it chose, what it had planned, and what came of it.

For looking at a bot, and for showing that plans hold: a plan is found in a detached copy of the
state, in which unknown tiles are walls, and then carried out in the game.
"""

from dataclasses import dataclass

import numpy as np

from herna.games.dungeon.bot import KILL, PLAN, next_deed
from herna.games.dungeon.rules import LEAVE, TAKE
from herna.games.dungeon.state import GONE, PLAYING, STATE

SAME = ("life", "mana", "rank", "collected", "protected", "poisoned", "burned")


@dataclass(frozen=True)
class Deed:
    """One game strategy that a bot applied; states are arrays of one."""

    strategy: int
    before: np.ndarray
    planned: np.ndarray  # the detached copy at the end of the plan; of a fight only
    moves: tuple[int, ...]
    uses: tuple[int, ...]  # of the combat strategies in it
    after: np.ndarray

    @property
    def is_fight(self):
        return self.strategy == KILL

    @property
    def explores(self):
        return self.is_fight and any(move < TAKE for move in self.moves)

    def came_true(self):
        """Whether the fight ended as planned: the same monsters dead, the hero as well off."""
        planned, after, lived = self.planned[0], self.after[0], self.before[0].place >= 0
        dead = ((planned.place == GONE) == (after.place == GONE)) | ~lived
        return bool(dead.all()) and all(planned[field] == after[field] for field in SAME)


def deeds(crawler, bots, rng, state=None):
    """Play a game in a new dungeon, deed by deed, until the bot leaves or has won."""
    state = crawler.enter(rng) if state is None else state
    step, copies, plans = crawler.game.rules.step, np.zeros(2, STATE), np.zeros(2, PLAN)
    while state[0].outcome == PLAYING:
        strategy = next_deed(state[0], bots[0], copies, plans[0], plans[1], rng)
        if strategy < 0:
            step(state[0], LEAVE)
            return
        before, moves = state.copy(), tuple(plans[0].moves[: plans[0].length].tolist())
        for move in moves:
            step(state[0], move)
        uses = tuple(plans[0].uses.tolist())
        yield Deed(int(strategy), before, copies[:1].copy(), moves, uses, state.copy())

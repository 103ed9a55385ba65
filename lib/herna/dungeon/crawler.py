"""Whole games of a compiled bot: one dungeon after the other, with what came of each.

`GREEDY` is the hand-made bot of thesis 2 (sec. 4.5): kill the strongest monster that can be killed,
take things, explore a random tile; in a fight Fireball, attack, then potions, these only against
monsters of level 6 and more. Where the thesis takes a random item, ours takes the nearest one, as
the evolved bots do, and glyphs after all other things. Its protection it spends without a thought
(the thesis does not mention it).
Bots are arrays of one record.
"""

from dataclasses import dataclass

import numpy as np

from herna.errors import require_number, require_whole
from herna.games.dungeon import Dungeon
from herna.games.dungeon.bot import (
    BOT,
    DRINK_HEALTH,
    DRINK_MANA,
    EXPLORE,
    FIRE,
    GAME_STRATEGIES,
    KILL,
    PLAN,
    STRATEGIES,
    STRIKE,
    STRIKE_THROUGH_PROTECTION,
    TAKE_GLYPH,
    TAKE_ITEM,
    whole_game,
)
from herna.games.dungeon.state import BASE, BOSS, DIGITS, STATE, WON
from herna.kernels.dice import pick

LOWEST_FOR_POTIONS = 6


def _greedy():
    bots = np.zeros(1, BOT)
    row = bots[0]
    game = [KILL, TAKE_ITEM, TAKE_GLYPH, EXPLORE]
    combat = [FIRE, STRIKE, DRINK_HEALTH, DRINK_MANA, STRIKE_THROUGH_PROTECTION]
    rest = [n for n in range(STRATEGIES) if n not in (*game, *combat)]
    row.order[:] = [
        *game,
        *(n for n in rest if n < GAME_STRATEGIES),
        *combat,
        *(n for n in rest if n >= GAME_STRATEGIES),
    ]
    row.used[[*game, *combat]] = 1
    row.least_difference = -BOSS
    row.glyphs_taken[:] = 1
    row.health_potions[LOWEST_FOR_POTIONS - 1 :] = row.mana_potions[LOWEST_FOR_POTIONS - 1 :] = 12
    return bots


GREEDY = _greedy()


@dataclass(frozen=True)
class Outcome:
    """What came of a game."""

    won: bool
    rank: int
    experience: int
    health: int  # left at the end, like the potions
    health_potions: int
    mana_potions: int
    kills: int
    only_boss_left: bool
    moves: int
    early: int  # potions drunk before the fight with the boss
    uses: tuple[int, ...]  # of every strategy

    @property
    def fitness(self):
        """As the thesis measures it."""
        return WORTH.of(self)


@dataclass(frozen=True)
class Worth:
    """How a bot's games are turned into its fitness; the defaults are the thesis's (sec. 5.3)."""

    games: int = 3
    experience: float = 10
    health_potion: float = 150
    mana_potion: float = 75
    health: float = 1
    win_factor: float = 3

    def __post_init__(self):
        require_whole("worth", "games", self.games, 1, 10_000)
        for term in ("experience", "health_potion", "mana_potion", "health", "win_factor"):
            require_number("worth", term, getattr(self, term), 0)

    def of(self, game):
        """The fitness of one game."""
        worth = (
            self.experience * game.experience
            + self.health_potion * game.health_potions
            + self.mana_potion * game.mana_potions
            + self.health * game.health
        )
        return float(self.win_factor * worth if game.won else worth)


WORTH = Worth()


class Crawler:
    """Plays games of one kind of dungeon with compiled bots."""

    def __init__(self, game=None):
        self.game = game or Dungeon()
        self._start = self.game.initial().array
        self._copies, self._plans = np.zeros(2, STATE), np.zeros(2, PLAN)

    def enter(self, rng):
        """A new dungeon, as an array of one state."""
        number = 0
        for _ in range(DIGITS):
            number = number * BASE + pick(rng, BASE)
        return self.enter_again(number)

    def enter_again(self, number):
        """The dungeon of a random number, such as the one of a state in it."""
        state = self._start.copy()
        for digit in range(DIGITS - 1, int(state["digits"][0]) - 1, -1):
            self.game.rules.step(state[0], number // BASE**digit % BASE)
        return state

    def play(self, bots, rng, state=None):
        """One game in a new dungeon, or from a state on, which is then over."""
        state = self._start.copy() if state is None else state
        uses = np.zeros(STRATEGIES, np.int64)
        moves = whole_game(state, bots, self._copies, self._plans, uses, rng)
        left = state["level"][0][state["place"][0] >= 0].tolist()
        health_potions, mana_potions = state["potions"][0].tolist()
        return Outcome(
            won=bool(state["outcome"][0] == WON),
            rank=int(state["rank"][0]),
            experience=int(state["collected"][0]),
            health=int(state["life"][0]),
            health_potions=health_potions,
            mana_potions=mana_potions,
            kills=self._monsters(state) - len(left),
            only_boss_left=left == [BOSS],
            moves=moves,
            early=self._early(state, uses),
            uses=tuple(uses.tolist()),
        )

    def _early(self, state, uses):
        """Potions drunk before the boss: a fight with it kills it, and is the last one."""
        last = self._plans["uses"][0] if state["outcome"][0] == WON else np.zeros_like(uses)
        return int((uses - last)[[DRINK_HEALTH, DRINK_MANA]].sum())

    @staticmethod
    def _monsters(state):
        """How many monsters the dungeon had; absent ones have no level."""
        return int((state["level"][0] > 0).sum())

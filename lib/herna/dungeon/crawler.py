"""Whole games of a compiled bot: one dungeon after the other, with what came of each.

`GREEDY` is the hand-made bot of thesis 2 (sec. 4.5): kill the strongest monster that can be killed,
take things, explore; in a fight Fireball, attack, then potions, these only against monsters of
level 6 and more. Its protection it spends without a thought (the thesis does not mention it).
"""

from dataclasses import dataclass

import numpy as np

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
    play_out,
)
from herna.games.dungeon.state import BASE, BOSS, DIGITS, STATE, WON

LOWEST_FOR_POTIONS = 6


def _greedy():
    row = np.zeros(1, BOT)[0]
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
    return row


GREEDY = _greedy()


@dataclass(frozen=True)
class Crawl:
    """What came of a game."""

    won: bool
    fitness: float
    kills: int
    only_boss_left: bool
    rank: int
    experience: int
    moves: int
    uses: tuple[int, ...]  # of every strategy


class Crawler:
    """Plays games of one kind of dungeon with compiled bots."""

    def __init__(self, game=None):
        self.game = game or Dungeon()
        self._start = self.game.initial().array
        self._copies, self._plans = np.zeros(2, STATE), np.zeros(2, PLAN)

    def enter(self, rng):
        """A new dungeon, as an array of one state."""
        state = self._start.copy()
        while state[0].digits < DIGITS:
            self.game.rules.step(state[0], int(rng.integers(BASE)))
        return state

    def play(self, bot, rng):
        """One game in a new dungeon."""
        state = self.enter(rng)
        living = int((state[0].place >= 0).sum())
        uses = np.zeros(STRATEGIES, np.int64)
        moves = play_out(state[0], bot, self._copies, self._plans, uses, rng)
        end, gains = state[0], np.zeros(1)
        self.game.rules.gains(end, gains)
        left = end.level[end.place >= 0].tolist()
        return Crawl(
            won=bool(end.outcome == WON),
            fitness=float(gains[0]),
            kills=living - len(left),
            only_boss_left=left == [BOSS],
            rank=int(end.rank),
            experience=int(end.collected),
            moves=int(moves),
            uses=tuple(uses.tolist()),
        )

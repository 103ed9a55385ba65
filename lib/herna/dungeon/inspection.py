"""Why a bot attacks a monster, or why it does not: its attack plan laid open, strategy by strategy.

`inspect` makes the plan that the compiled bot would make, with the very functions of that bot, but
stops after every combat strategy to note how hero and monster are. Where no plan is found, it says
of each of the 13 strategies in words what stood in its way at the last moment.

    found = inspect(state, bot(genome), monster, rng)
    found.plan, found.table(), found.reasons()

States and bots are arrays of one record. Plans that explore draw lots, so whoever wants the plan
that a bot carried out hands in its lots at that moment (`herna.dungeon.moments`).
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from herna.dungeon.genome import IDS, NAMES
from herna.dungeon.hindrance import hindrance
from herna.errors import require_whole
from herna.games.dungeon.bot import (
    GAME_STRATEGIES,
    HIGHEST,
    LONGEST_PLAN,
    LOWEST,
    MOST_EXPERIENCE,
    PLAN,
    STRATEGIES,
    apply,
)
from herna.games.dungeon.rules import ATTACK, experience_for, may_aim
from herna.games.dungeon.state import GONE, MOST_MONSTERS, SIZE, STATE, TILES

MOST_MOVES = LONGEST_PLAN - TILES  # a plan that grows so long is given up


@dataclass(frozen=True)
class Step:
    """One combat strategy that was applied: its moves, and the detached state afterwards."""

    strategy: int
    moves: tuple[int, ...]
    after: np.ndarray


@dataclass(frozen=True)
class Inspection:
    """The attempt to plan the death of one monster."""

    bots: np.ndarray
    monster: int
    before: np.ndarray
    steps: tuple[Step, ...]
    plan: bool  # whether the monster is dead at the end
    overlooked: str  # why the bot would not even try, "" if it would
    drunk: tuple[int, int]  # potions of health and of mana

    @property
    def moves(self):
        """All moves of the plan, or of the attempt."""
        return tuple(move for step in self.steps for move in step.moves)

    @property
    def last(self):
        """The state in which the plan ends or no strategy can be applied."""
        return self.steps[-1].after if self.steps else self.before

    def table(self):
        """A row for the start and for each strategy: hero and monster afterwards."""
        rows = [{"id": "", "strategy": "at the start", **_standing(self.before, self.monster)}]
        for step in self.steps:
            name = IDS[step.strategy]
            standing = _standing(step.after, self.monster)
            rows.append({"id": name, "strategy": NAMES[name], **standing})
        return pd.DataFrame(rows)

    def reasons(self):
        """What hindered each combat strategy at the last moment, best first; empty with a plan."""
        if self.plan or self.overlooked == OUT_OF_REACH:
            return {}
        if len(self.moves) >= MOST_MOVES:
            return {"": f"the plan was given up after {len(self.moves)} moves"}
        order = self.bots[0].order[GAME_STRATEGIES:].tolist()
        return {
            IDS[strategy]: hindrance(self.last, self.bots, strategy, self.monster, self.drunk)
            for strategy in order
        }


OUT_OF_REACH = "out of reach"


def inspect(state, bots, monster, rng):
    """Plan the death of a monster as the bot would, and note every step."""
    require_whole("inspection", "monster", monster, 0, MOST_MONSTERS - 1)
    copies, plans = np.zeros(2, STATE), np.zeros(2, PLAN)
    copies[0] = state[0]
    copies[0].detached = 1
    before, steps, plan = copies[:1].copy(), [], plans[0]
    overlooked, row = _overlooked(before, bots, monster), bots[0]
    strategies = _meant(row, before[0].level[monster])
    while overlooked != OUT_OF_REACH and copies[0].place[monster] != GONE:
        begun = int(plan.length)
        strategy = _apply_first(copies, row, strategies, monster, plans, rng)
        if strategy is None:
            break
        moves = tuple(plan.moves[begun : plan.length].tolist())
        steps.append(Step(strategy, moves, copies[:1].copy()))
        if plan.length >= MOST_MOVES:
            break
    dead = copies[0].place[monster] == GONE and plan.length < MOST_MOVES
    found = bool(dead and overlooked != OUT_OF_REACH)
    return Inspection(bots, monster, before, tuple(steps), found, overlooked, _drunk(plan))


def _meant(row, level):
    """The combat strategies that the bot has for monsters of a level, best first."""
    used, least = row.used.tolist(), row.least_level.tolist()
    order = row.order[GAME_STRATEGIES:].tolist()
    return [strategy for strategy in order if used[strategy] and level >= least[strategy]]


def _apply_first(copies, row, strategies, monster, plans, rng):
    """Apply the first strategy that can be; its number, or None."""
    plan, other = plans[0], plans[1]
    for strategy in strategies:
        if apply(copies, row, strategy, monster, plan, other, rng):
            return strategy
    return None


def _drunk(plan):
    health, mana = plan.drunk.tolist()
    return health, mana


def _overlooked(state, bots, monster):
    """Why the bot would not look for a plan against a monster, "" if it would."""
    s, least = state[0], int(bots[0].least_difference)
    if not may_aim(s, ATTACK, monster):
        return OUT_OF_REACH
    difference = int(s.level[monster] - s.rank)
    if difference < least:
        return f"level difference {difference:+d}, this bot wants at least {least:+d}"
    return ""


def in_reach(state):
    """The monsters that the hero can attack now."""
    return [monster for monster in range(MOST_MONSTERS) if may_aim(state[0], ATTACK, monster)]


def targets(state, bots):
    """The monsters that the bot would try, in its order."""
    tried = [monster for monster in in_reach(state) if not _overlooked(state, bots, monster)]
    return sorted(tried, key=lambda monster: _rank(state[0], int(bots[0].target_order), monster))


def _rank(s, order, monster):
    level, worth = int(s.level[monster]), int(experience_for(s, monster))
    first = {HIGHEST: -level, MOST_EXPERIENCE: -worth, LOWEST: level}[order]
    there, here = int(s.place[monster]), int(s.here)
    away = max(abs(there // SIZE - here // SIZE), abs(there % SIZE - here % SIZE))
    return first, -worth, away, monster


def inspect_all(state, bots, rng):
    """Every monster in reach, by number: first those the bot would try, in its order.

    The bot stops at the first plan it finds. Up to there the lots are the bot's own.
    """
    first = targets(state, bots)
    rest = [monster for monster in in_reach(state) if monster not in first]
    return {monster: inspect(state, bots, monster, rng) for monster in (*first, *rest)}


def _standing(state, monster):
    s = state[0]
    return {
        "health": int(s.life),
        "mana": int(s.mana),
        "level": int(s.rank),
        "monster": int(s.health[monster]),
    }


assert len(IDS) == STRATEGIES

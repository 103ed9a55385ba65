"""A bot that looks ahead over kills, compiled: a modern baseline for the evolved bots of thesis 2.

The thesis gives up search (sec. 4.3): more than ten actions at a time, hundreds in a game, unknown
terrain. All three are mended by searching over *kills* instead of actions. On a detached copy, in
which unknown tiles are walls, every monster in reach is fought by each of a few tactics, which are
ordered lists of combat strategies as in `herna.games.dungeon.bot`; a fight that kills is one step
of the search. Of the positions after it the best few are fought on (a beam search). The kill that
begins the best sequence is carried out if that leaves the hero better off than he is; else he casts
what lasts while his mana is full, and explores. Things in reach are always taken first.

A position is valued like the fitness of the thesis, with what the rest of the game is played with
added: health and mana as shares of the whole, protection, and tiles left to uncover.
"""

from typing import NamedTuple

import numpy as np

from herna.compiled import kernel, record
from herna.games.dungeon.bot import LONGEST_GAME, PLAN, clear, plan_kill, tile_to_explore
from herna.games.dungeon.rules import (
    ATTACK,
    CAST,
    CONVERT,
    GO,
    LEAVE,
    TAKE,
    glyphs_held,
    may_aim,
    may_cast,
    most_life,
    step,
)
from herna.games.dungeon.state import (
    FIRST_STRIKE,
    GLYPH,
    MOST_ITEMS,
    MOST_MONSTERS,
    PLAYING,
    POWER_STRIKE,
    SIDESTEP,
    SIZE,
    STATE,
    TILES,
    WON,
    contains,
)
from herna.games.dungeon.tables import ALL_GLYPHS

WIDEST = 16  # beam

PLANNER = record(
    ("depth", "i8"),  # kills
    ("width", "i8"),  # of the beam
    ("tile_choice", "i8"),
    ("margin", "f8"),  # by which a kill must leave the hero better off
    ("experience", "f8"),
    ("potions", "f8", 2),  # health, mana
    ("health", "f8"),  # of all of it
    ("mana", "f8"),
    ("protection", "f8"),
    ("tile", "f8"),  # left to uncover
    ("wanted", "i8", len(ALL_GLYPHS)),  # how many of each glyph to keep; others are converted
)
NEVER = -1e300
CHOSEN = 3  # among the plans of `Room`


class Room(NamedTuple):
    """Memory to work with."""

    beam: np.ndarray  # two beams of states
    values: np.ndarray
    firsts: np.ndarray  # the plan of the first kill on the way to each
    copies: np.ndarray
    plans: np.ndarray  # two to work with, the best fight, and the chosen one


def new_room():
    return Room(
        np.zeros(2 * WIDEST, STATE),
        np.zeros(2 * WIDEST),
        np.zeros(2 * WIDEST, PLAN),
        np.zeros(3, STATE),
        np.zeros(4, PLAN),
    )


@kernel
def value_of(s, planner):
    """What a position is worth."""
    if s.outcome == WON:
        return 1e9 + s.collected
    worth = planner.experience * s.collected
    for potion in range(2):
        worth += planner.potions[potion] * s.potions[potion]
    worth += planner.health * s.life / most_life(s)
    worth += planner.mana * s.mana / max(s.most_mana, 1)
    worth += planner.protection * s.protected
    return worth + planner.tile * hidden_tiles(s)


@kernel
def hidden_tiles(s):
    hidden = TILES
    for row in range(SIZE):
        tiles = s.explored[row]
        while tiles:
            tiles &= tiles - 1
            hidden -= 1
    return hidden


@kernel
def best_fight(copies, node, planner, tactics, monster, plans, rng):
    """The value after the best fight against a monster, in `copies[2]` and `plans[2]`."""
    best = NEVER
    for tactic in range(len(tactics)):
        copies[0] = node
        clear(plans[0])
        if plan_kill(copies, tactics[tactic], monster, plans[0], plans[1], rng):
            value = value_of(copies[0], planner)
            if value > best:
                best = value
                copies[2] = copies[0]
                plans[2] = plans[0]
    return best


@kernel
def find_kills(s, least, planner, tactics, room, rng):
    """Whether some sequence of kills is worth more than `least`; its first plan is then chosen."""
    beam, values, firsts, copies, plans = room
    beam[0] = s
    beam[0].detached = 1
    size, here, found = 1, 0, False
    for depth in range(planner.depth):
        there, kept = WIDEST - here, 0
        for node in range(here, here + size):
            if beam[node].outcome != PLAYING:
                continue
            for monster in range(MOST_MONSTERS):
                if not may_aim(beam[node], ATTACK, monster):
                    continue
                value = best_fight(copies, beam[node], planner, tactics, monster, plans, rng)
                if value == NEVER:
                    continue
                slot = there + kept
                if kept == planner.width:
                    slot = worst(values, there, kept)
                    if values[slot] >= value:
                        continue
                else:
                    kept += 1
                values[slot] = value
                beam[slot] = copies[2]
                if depth == 0:  # not in one line: a plan would be taken apart into its bytes
                    firsts[slot] = plans[2]
                else:
                    firsts[slot] = firsts[node]
                if value > least:
                    least, found = value, True
                    plans[CHOSEN] = firsts[slot]
        size, here = kept, there
    return found


@kernel
def worst(values, first, count):
    place = first
    for i in range(first, first + count):
        if values[i] < values[place]:
            place = i
    return place


@kernel
def thing_in_reach(s):
    """The move that takes an item or a glyph without uncovering anything; -1 if there is none."""
    slots = glyphs_held(s) < s.slots
    for item in range(MOST_ITEMS):
        tile = s.item_place[item]
        if tile < 0 or not contains(s.reach, tile):
            continue
        if s.item_kind[item] < GLYPH:
            return GO + tile
        if slots:
            return TAKE + tile
    return -1


@kernel
def glyph_to_give_away(s, planner):
    """The move that converts a glyph that is not wanted, or a second one; -1 if there is none."""
    for glyph in range(len(ALL_GLYPHS)):
        if s.glyphs[glyph] > planner.wanted[glyph]:
            return CONVERT + glyph
    return -1


@kernel
def lasting_glyph(s):
    """At full mana, the move that casts what lasts; what it costs comes back by exploring."""
    if s.mana == s.most_mana:
        for glyph in (SIDESTEP, FIRST_STRIKE, POWER_STRIKE):
            if may_cast(s, glyph):
                return CAST + glyph
    return -1


@kernel
def step_to_explore(s, choice, rng):
    """A step that uncovers something, best one that takes an item as well; -1 if there is none."""
    for item in range(MOST_ITEMS):
        tile = s.item_place[item]
        if tile >= 0 and s.item_kind[item] < GLYPH and contains(s.edge, tile):
            return GO + tile
    tile = tile_to_explore(s, choice, rng)
    return GO + tile if tile >= 0 else -1


@kernel
def next_moves(s, planner, tactics, room, rng):
    """What to do next, as the moves of the chosen plan."""
    plan = room.plans[CHOSEN]
    clear(plan)
    move = thing_in_reach(s)
    if move < 0:
        move = glyph_to_give_away(s, planner)
    least = value_of(s, planner) + planner.margin
    while move < 0:
        if find_kills(s, least, planner, tactics, room, rng):
            return
        if least == NEVER:
            move = LEAVE
        else:
            move = lasting_glyph(s)
            if move < 0:
                move = step_to_explore(s, planner.tile_choice, rng)
            least = NEVER  # if nothing else is left, any kill will do
    plan.moves[0], plan.length = move, 1


@kernel
def play_with_plans(s, planner, tactics, room, rng, to_the_end):
    """Play a game to its end, or only choose a plan: one kernel, since it takes long to compile."""
    while s.outcome == PLAYING:
        if to_the_end and s.completed >= LONGEST_GAME:
            step(s, LEAVE)
            return
        next_moves(s, planner, tactics, room, rng)
        if not to_the_end:
            return
        for i in range(room.plans[CHOSEN].length):
            step(s, room.plans[CHOSEN].moves[i])

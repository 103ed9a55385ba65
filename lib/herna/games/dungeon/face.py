"""The rules as Python asks for them: kernels that are handed an array of one state.

To hand over a single record takes numba thirty times as long as to hand over an array of one, so
whoever asks often, as bots do, asks here.
"""

from herna.compiled import kernel
from herna.games.dungeon.bot import new_tiles
from herna.games.dungeon.generator import hide
from herna.games.dungeon.rules import (
    ATTACK,
    TAKE,
    can_pay,
    experience_for,
    in_sight,
    may_aim,
    may_cast,
    most_life,
    moves,
    step,
)
from herna.games.dungeon.state import (
    FIREBALL,
    GLYPH,
    MOST_ITEMS,
    MOST_MONSTERS,
    PLAYING,
    POISON,
    TILES,
    contains,
    is_known,
)


@kernel
def detached(states, copy):
    """Fill `copy` with a simulation that knows no more than the hero does."""
    copy[0] = states[0]
    hide(copy[0], 0)
    copy[0].detached = 1


@kernel
def legal_moves(states, out):
    """Fill `out` with the legal moves, none when the game is over; how many they are."""
    return moves(states[0], out) if states[0].outcome == PLAYING else 0


@kernel
def is_legal(states, move, out):
    count = legal_moves(states, out)
    for i in range(count):
        if out[i] == move:
            return True
    return False


@kernel
def do(states, move):
    step(states[0], move)


@kernel
def look_at_moves(states, listed, count, uncovers, takes):
    """What moves to a tile uncover and take: numbers of tiles, kinds of items or -1."""
    s = states[0]
    for i in range(count):
        uncovers[i], takes[i] = 0, -1
        if listed[i] < ATTACK:
            tile, glyph = listed[i] % TILES, listed[i] >= TAKE
            uncovers[i] = new_tiles(s, tile)
            for item in range(MOST_ITEMS):
                if s.item_place[item] == tile and (s.item_kind[item] >= GLYPH) == glyph:
                    takes[i] = s.item_kind[item]
                    break


@kernel
def monsters_in_sight(states, out):
    """Fill `out` with the numbers of the monsters that were uncovered; how many they are."""
    count = 0
    for monster in range(MOST_MONSTERS):
        if in_sight(states[0], monster):
            out[count] = monster
            count += 1
    return count


@kernel
def items_in_sight(states, out):
    count = 0
    for item in range(MOST_ITEMS):
        place = states[0].item_place[item]
        if place >= 0 and is_known(states[0], place):
            out[count] = item
            count += 1
    return count


@kernel
def can_cast(states, glyph):
    """Whether the hero has a glyph, the mana for it and, where it lasts, does not have it on."""
    s = states[0]
    return can_pay(s, glyph) if glyph in (FIREBALL, POISON) else may_cast(s, glyph)


@kernel
def can_get_to(states, tile):
    return contains(states[0].reach, tile) | contains(states[0].edge, tile)


@kernel
def can_attack(states, monster):
    return may_aim(states[0], ATTACK, monster)


@kernel
def sees(states, monster):
    return in_sight(states[0], monster)


@kernel
def most_health(states):
    return most_life(states[0])


@kernel
def worth(states, monster):
    return experience_for(states[0], monster)

"""Dungeons from a random number, and what nobody has seen yet dealt anew.

The thesis plays in the game's own generator, which is not described. Ours makes small rooms all
over the board, joins them to the hero by corridors, then digs more corridors one or two tiles wide
until `floor_tiles` are floor, so that monsters can block a passage. All floor is connected.
The hero stands in the middle of nine free tiles, which are uncovered; everything else lies on tiles
of their own outside these.
Of the glyphs there is one of every kind, the rest are of any kind; or, with `unknown_glyphs`, they
are a Fireball and different ones of the other twelve of the game, of which those beyond our five
can only be converted. The kinds of monsters and of the boss are drawn among those allowed.
"""

from herna.compiled import kernel, rule
from herna.games.dungeon.state import (
    BASE,
    BOSS,
    DIGITS,
    FIREBALL,
    GLYPH,
    GONE,
    MOST_ITEMS,
    MOST_MONSTERS,
    ROW,
    SIZE,
    TILES,
    UNKNOWN_GLYPH,
    UNSEEN,
    add,
    contains,
    window,
)
from herna.games.dungeon.tables import GLYPHS, ITEMS, LEVELS, MOST_KINDS
from herna.kernels.dice import pick

FACTOR, MODULUS = 48271, 2**31 - 1  # a Lehmer generator; products stay below 2**63
DOWN, RIGHT = (1, -1, 0, 0), (0, 0, 1, -1)
ACROSS = 3  # rooms from one side of the board to the other
GLYPHS_OF_THE_GAME = 13  # of which five can be cast here
WIDER = 4  # one tile in so many may widen a corridor


@rule
def draw(s, count):
    """A number below `count` from the generator's own lots."""
    s.lot = s.lot * FACTOR % MODULUS
    return s.lot % count


@kernel
def build(s):
    """The dungeon of the state's random number."""
    s.lot = (s.number * 7919 + 104729) % (MODULUS - 1) + 1
    for _ in range(4):
        draw(s, 2)
    s.here = (1 + draw(s, SIZE - 2)) * SIZE + 1 + draw(s, SIZE - 2)
    dig(s)
    for row in range(SIZE):
        s.edge[row] = window(s.here, row) | ~s.floor[row] & ROW  # no place for anything more
    populate(s)
    furnish(s)
    s.lot = 0
    look_around(s)


@rule
def look_around(s):
    """What the hero sees when he enters."""
    for row in range(SIZE):
        s.explored[row] = ROW if s.vision else window(s.here, row)


@kernel
def dig(s):
    for row in range(SIZE):
        s.floor[row] |= window(s.here, row)
    for room in range(ACROSS * ACROSS):
        height, width = 2 + draw(s, 2), 2 + draw(s, 2)
        top = room // ACROSS * SIZE // ACROSS + draw(s, SIZE // ACROSS - height + 1)
        left = room % ACROSS * SIZE // ACROSS + draw(s, SIZE // ACROSS - width + 1)
        for row in range(top, top + height):
            s.floor[row] |= ((1 << width) - 1) << left
        join(s, top * SIZE + left)
    dug = floor_count(s)
    for _ in range(100 * TILES):  # enough; a bound, lest a strange setting never end
        if dug >= s.floor_tiles:
            return
        dug += dig_corridor(s)


@kernel
def join(s, tile):
    """An angled corridor from a tile to the hero."""
    row, column = tile // SIZE, tile % SIZE
    while row != s.here // SIZE:
        row += 1 if s.here // SIZE > row else -1
        s.floor[row] |= 1 << column
    while column != s.here % SIZE:
        column += 1 if s.here % SIZE > column else -1
        s.floor[row] |= 1 << column


@kernel
def floor_count(s):
    count = 0
    for tile in range(TILES):
        count += contains(s.floor, tile)
    return count


@kernel
def dig_corridor(s):
    """Dig from some floor tile in some direction; how many tiles that made."""
    tile = draw(s, TILES)
    direction, length = draw(s, 4), 2 + draw(s, 5)
    if not contains(s.floor, tile):
        return 0
    row, column, dug = tile // SIZE, tile % SIZE, 0
    down, right = DOWN[direction], RIGHT[direction]
    for _ in range(length):
        row, column = row + down, column + right
        if not (0 <= row < SIZE and 0 <= column < SIZE):
            return dug
        if contains(s.floor, row * SIZE + column):
            continue
        if opens_a_square(s, row, column) and draw(s, WIDER):
            return dug
        add(s.floor, row * SIZE + column)
        dug += 1
    return dug


@kernel
def opens_a_square(s, row, column):
    """Whether floor here would make a square of two by two."""
    for top in range(max(row - 1, 0), min(row + 1, SIZE - 1)):
        for left in range(max(column - 1, 0), min(column + 1, SIZE - 1)):
            square = (s.floor[top] >> left & 3) + 4 * (s.floor[top + 1] >> left & 3)
            here = 1 << (column - left) + 2 * (row - top)
            if square | here == 15:
                return True
    return False


@kernel
def free_tile(s):
    """Some floor tile with nothing on it, from now on taken."""
    while True:
        tile = draw(s, TILES)
        if not contains(s.edge, tile):
            add(s.edge, tile)
            return tile


@kernel
def populate(s):
    monster = 0
    for level in range(1, LEVELS + 1):
        for _ in range(s.level_count[level - 1]):
            s.level[monster] = level
            place_monster(s, monster, draw(s, s.kinds), free_tile(s))
            monster += 1
    s.level[monster] = BOSS
    place_monster(s, monster, MOST_KINDS + draw(s, s.kinds), free_tile(s))
    for absent in range(monster + 1, MOST_MONSTERS):
        s.place[absent] = GONE


@kernel
def place_monster(s, monster, kind, tile):
    """Put a monster of a kind on a tile; its level is known."""
    s.kind[monster], s.place[monster] = kind, tile
    attack, health = s.kind_attack[kind], s.kind_health[kind]
    if kind < MOST_KINDS:
        attack = s.level_attack[s.level[monster] - 1] * attack // 100
        health = s.level_health[s.level[monster] - 1] * health // 100
    s.attack[monster] = attack * s.strength // 100
    s.most[monster] = max(health * s.strength // 100, 1)
    s.health[monster] = s.most[monster]
    add(s.beasts, tile)


@kernel
def furnish(s):
    item, seen = 0, 1 << FIREBALL
    for kind in range(len(ITEMS)):
        for number in range(s.counts[kind]):
            s.item_kind[item] = kind
            if kind == GLYPH:
                glyph = number
                if s.unknown_glyphs and number > 0:  # the first is the Fireball
                    glyph = draw(s, GLYPHS_OF_THE_GAME)
                    while seen >> glyph & 1:
                        glyph = draw(s, GLYPHS_OF_THE_GAME)
                    seen |= 1 << glyph
                elif number >= len(GLYPHS):
                    glyph = draw(s, len(GLYPHS))
                s.item_kind[item] += min(glyph, UNKNOWN_GLYPH)
            s.item_place[item] = free_tile(s)
            item += 1
    for absent in range(item, MOST_ITEMS):
        s.item_place[absent] = GONE


# What the player cannot see.


@kernel
def hide(s, seat):
    """Blank everything on tiles that were not uncovered, and the number it follows from."""
    s.number, s.lot = 0, 0
    if s.digits < DIGITS:
        return  # nothing is built yet
    for monster in range(MOST_MONSTERS):
        place = s.place[monster]
        if place >= 0 and not contains(s.explored, place):
            s.place[monster], s.kind[monster], s.attack[monster] = UNSEEN, 0, 0
            s.health[monster], s.most[monster] = 0, 0
    for item in range(MOST_ITEMS):
        place = s.item_place[item]
        if place >= 0 and not contains(s.explored, place):
            s.item_place[item] = UNSEEN
            s.item_kind[item] = min(s.item_kind[item], GLYPH)
    for row in range(SIZE):
        s.floor[row] &= s.explored[row]
        s.beasts[row] &= s.explored[row]


@kernel
def sample(s, seat, rng):
    """Deal what was not uncovered anew: every unseen tile is as likely as any other.

    The walls between are by lot too, so a sampled dungeon need not be connected.
    """
    hide(s, seat)
    if s.digits < DIGITS:
        for _ in range(s.digits):
            s.number = s.number * BASE + pick(rng, BASE)
        return
    for monster in range(MOST_MONSTERS):
        if s.place[monster] == UNSEEN:
            kind = pick(rng, s.kinds) + (MOST_KINDS if s.level[monster] == BOSS else 0)
            place_monster(s, monster, kind, unseen_tile(s, rng))
    first_glyph, seen = 0, 1 << FIREBALL
    for kind in range(GLYPH):
        first_glyph += s.counts[kind]
    for item in range(first_glyph, MOST_ITEMS):
        if s.item_place[item] != UNSEEN and GLYPH <= s.item_kind[item] < GLYPH + UNKNOWN_GLYPH:
            seen |= 1 << s.item_kind[item] - GLYPH
    for item in range(MOST_ITEMS):
        if s.item_place[item] == UNSEEN:
            s.item_place[item] = unseen_tile(s, rng)
            if item >= first_glyph:
                glyph = item - first_glyph
                if s.unknown_glyphs and glyph > 0:
                    glyph = pick(rng, GLYPHS_OF_THE_GAME)
                    while seen >> glyph & 1:
                        glyph = pick(rng, GLYPHS_OF_THE_GAME)
                    if glyph < UNKNOWN_GLYPH:
                        seen |= 1 << glyph
                elif glyph >= len(GLYPHS):
                    glyph = pick(rng, len(GLYPHS))
                s.item_kind[item] = GLYPH + min(glyph, UNKNOWN_GLYPH)
    for tile in range(TILES):
        if not contains(s.explored, tile) and pick(rng, TILES) < s.floor_tiles:
            add(s.floor, tile)


@kernel
def unseen_tile(s, rng):
    """Some unexplored tile with nothing on it, from now on floor."""
    while True:
        tile = pick(rng, TILES)
        if not contains(s.explored, tile) and not contains(s.floor, tile):
            add(s.floor, tile)
            return tile

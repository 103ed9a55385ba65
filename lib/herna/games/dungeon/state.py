"""The state of a dungeon crawl, and sets of its tiles.

A set of tiles is one integer per row with a bit for each column. What the tables say of this hero
and of the monsters is a part of the state, so the rules know no numbers of their own.
"""

from herna.compiled import kernel, record, roomy, rule
from herna.games.dungeon.tables import ALL_GLYPHS, GLYPHS, ITEMS, LEVELS, MOST_KINDS

SIZE = 20
TILES = SIZE * SIZE
ROW = (1 << SIZE) - 1
MOST_MONSTERS, MOST_ITEMS = 40, 60
BOSS = LEVELS + 1  # its level, and the hero's highest
GONE, UNSEEN = -1, -2  # places of what was killed or taken, and of what nobody has seen
PLAYING, WON, DEAD, LEFT = range(4)  # outcomes
FIREBALL, POWER_STRIKE, FIRST_STRIKE, SIDESTEP, POISON, UNKNOWN_GLYPH = range(len(ALL_GLYPHS))
HEALTH_POTION, MANA_POTION, ATTACK_BOOSTER, HEALTH_BOOSTER, MANA_BOOSTER, GOLD, GLYPH = range(
    len(ITEMS)
)  # the kind of a glyph that lies in the dungeon is GLYPH + its number

# Traits of monsters, bit by bit.
STRIKES_FIRST, MAGICAL, UNDEAD, POISONOUS, BURNS_MANA = (1 << bit for bit in range(5))
# What has happened to a monster, bit by bit.
POISONED, STRUCK = 1, 2

DIGITS, BASE = 4, 64  # of the random number that decides a dungeon

STATE = roomy(
    record(
        ("number", "i8"),  # the random number, hidden from the player
        ("lot", "i8"),  # of the generator while it works, else 0
        ("digits", "i4"),  # how many digits of the number are drawn
        ("detached", "i4"),  # 1: a simulation, in which unknown tiles turn out to be walls
        ("vision", "i4"),  # 1: everything is uncovered from the start
        ("outcome", "i4"),
        ("killer", "i4"),  # the monster that killed the hero, counted from 1
        ("completed", "i4"),  # moves made
        # The dungeon.
        ("floor", "i4", SIZE),  # what is not floor is wall
        ("explored", "i4", SIZE),
        ("beasts", "i4", SIZE),  # where monsters stand
        ("reach", "i4", SIZE),  # tiles to which the hero can walk without uncovering anything
        (
            "edge",
            "i4",
            SIZE,
        ),  # tiles next to these that he can step on, and then uncovers something
        ("place", "i4", MOST_MONSTERS),  # of every monster, as row * SIZE + column
        ("kind", "i4", MOST_MONSTERS),
        ("level", "i4", MOST_MONSTERS),
        ("health", "i4", MOST_MONSTERS),
        ("most", "i4", MOST_MONSTERS),  # health when unhurt
        ("attack", "i4", MOST_MONSTERS),
        ("marks", "i4", MOST_MONSTERS),
        ("item_place", "i4", MOST_ITEMS),
        ("item_kind", "i4", MOST_ITEMS),
        # The hero.
        ("here", "i4"),  # where he stands
        ("rank", "i4"),  # his level
        ("experience", "i4"),  # towards the next level
        ("collected", "i4"),  # all his experience
        ("life", "i4"),  # his health
        ("mana", "i4"),
        ("most_mana", "i4"),
        ("life_per_level", "i4"),
        ("attack_bonus", "i4"),  # percent of the base damage
        ("base_damage", "i4"),  # beyond that of his level
        ("potions", "i4", 2),  # health, mana
        ("glyphs", "i4", len(ALL_GLYPHS)),  # how many of each he carries
        ("protected", "i4"),  # from one lethal blow
        ("strong", "i4"),  # power strike is active
        ("quick", "i4"),  # first strike is active
        ("poisoned", "i4"),
        ("burned", "i4"),
        # The tables, as far as they concern this game.
        ("costs", "i4", len(GLYPHS)),
        ("amounts", "i4", len(GLYPHS)),
        ("boosts", "i4", len(ITEMS)),
        ("slots", "i4"),
        ("kill_experience", "i4"),
        ("first_attack_bonus", "i4"),
        ("undead_damage", "i4"),
        ("potion_strength", "i4", 2),  # percent
        ("potions_do_both", "i4"),
        ("conversion", "i4", 7),  # see `convert`
        ("counts", "i4", len(ITEMS)),  # how many of each item lie in the dungeon
        ("unknown_glyphs", "i4"),  # 1: glyphs that cannot be cast lie about, too
        ("floor_tiles", "i4"),
        ("strength", "i4"),  # percent, of all monsters
        ("kinds", "i4"),  # monsters of so many kinds; their bosses follow from MOST_KINDS on
        ("kind_attack", "i4", 2 * MOST_KINDS),  # percent, of bosses points
        ("kind_health", "i4", 2 * MOST_KINDS),
        ("kind_traits", "i4", 2 * MOST_KINDS),
        ("kind_physical", "i4", 2 * MOST_KINDS),  # resistances, percent
        ("kind_magical", "i4", 2 * MOST_KINDS),
        (
            "kind_gaze",
            "i4",
            2 * MOST_KINDS,
        ),  # kills whoever has less than so many percent of health
        ("level_attack", "i4", LEVELS),
        ("level_health", "i4", LEVELS),
        ("level_count", "i4", LEVELS),
    )
)


@rule
def contains(rows, tile):
    """1 if the tile is in the set, else 0."""
    return rows[tile // SIZE] >> tile % SIZE & 1


@rule
def add(rows, tile):
    rows[tile // SIZE] |= 1 << tile % SIZE


@rule
def remove(rows, tile):
    rows[tile // SIZE] &= ~(1 << tile % SIZE)


@rule
def around(rows, row):
    """The tiles of a row that are in the set or next to one of it, diagonally too."""
    tiles = rows[row]
    if row > 0:
        tiles |= rows[row - 1]
    if row + 1 < SIZE:
        tiles |= rows[row + 1]
    return (tiles | tiles << 1 | tiles >> 1) & ROW


@rule
def settled(explored, row):
    """The tiles of a row all of whose neighbours are explored; beyond the board nothing is left."""
    tiles = explored[row]
    if row > 0:
        tiles &= explored[row - 1]
    if row + 1 < SIZE:
        tiles &= explored[row + 1]
    return tiles & (tiles << 1 | 1) & (tiles >> 1 | 1 << SIZE - 1)


@rule
def window(tile, row):
    """The tiles of a row that are at most one step from a tile."""
    if abs(tile // SIZE - row) > 1:
        return 0
    bit = 1 << tile % SIZE
    return (bit | bit << 1 | bit >> 1) & ROW


@rule
def touches(rows, tile):
    """Whether some tile of the set is at most one step from a tile."""
    row = tile // SIZE
    for near in range(max(row - 1, 0), min(row + 2, SIZE)):
        if rows[near] & window(tile, near):
            return True
    return False


@rule
def is_known(s, tile):
    """Whether a tile was uncovered as floor."""
    return contains(s.explored, tile) & contains(s.floor, tile)


@kernel
def find_ways(s):
    """Work out `reach` and `edge`.

    The hero walks over explored floor without monsters. A step onto a tile with an unexplored
    neighbour uncovers something, so it is a move of its own and no part of a longer way.
    """
    for row in range(SIZE):
        s.reach[row] = 0
    add(s.reach, s.here)
    spread(s, 0, SIZE - 1)


@kernel
def widen_ways(s, tile):
    """Renew `reach` and `edge` after a change at a tile or next to it.

    Tiles are uncovered and monsters die, never the other way round, so ways only grow, and they
    grow from where the change was.
    """
    add(s.reach, s.here)
    spread(s, max(tile // SIZE - 2, 0), min(tile // SIZE + 2, SIZE - 1))


@kernel
def spread(s, first, last):
    """Let `reach` grow as far as it can, beginning in these rows; then renew `edge`."""
    while first <= last:
        next_first, next_last = SIZE, -1
        for row in range(first, last + 1):
            inside = s.floor[row] & s.explored[row] & ~s.beasts[row] & settled(s.explored, row)
            tiles = s.reach[row] | around(s.reach, row) & inside
            grown = (tiles | (tiles << 1 | tiles >> 1) & inside) & ROW
            while grown != tiles:
                tiles = grown
                grown = (tiles | (tiles << 1 | tiles >> 1) & inside) & ROW
            if tiles != s.reach[row]:
                s.reach[row] = tiles
                next_first, next_last = min(next_first, row - 1), max(next_last, row + 1)
        first, last = max(next_first, 0), min(next_last, SIZE - 1)
    for row in range(SIZE):
        free = s.floor[row] & s.explored[row] & ~s.beasts[row]
        s.edge[row] = free & around(s.reach, row) & ~settled(s.explored, row)

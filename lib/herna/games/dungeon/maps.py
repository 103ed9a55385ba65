"""Dungeons as text: two letters a tile, one line a row.

    ## .. .. G1 ##      ##  wall            @@  the hero
    ## @@ .. .. M3      ..  floor           G3  a monster by its letter and level, G* its boss
    ## .. !h ?F ##      !h !m  potions      +a +h +m  boosters
                        $$  gold            ?F ?P ?1 ?S ?V  Fireball, Power Strike, First Strike,
                                            Sidestep, Poison ("venom")
                                            ??  a glyph that can only be converted

Tiles are separated by blanks. Lines may be shorter and fewer than the board; the rest is wall.
Monsters are numbered by level and items by kind, so their numbers tell a bot how many weaker ones a
map has; in dungeons by lot everybody knows that anyway.
"""

from typing import NamedTuple

from herna.errors import HernaError, shown
from herna.games.dungeon.state import BOSS, GLYPH, MOST_ITEMS, MOST_MONSTERS, SIZE
from herna.games.dungeon.tables import LEVELS

WALL, FLOOR, HERO = "##", "..", "@@"
ITEM_SIGNS = ("!h", "!m", "+a", "+h", "+m", "$$", "?F", "?P", "?1", "?S", "?V", "??")  # by kind
LARGEST_MAP = 3000  # letters
EXAMPLE = """
## .. .. G1 ## .. ..
.. @@ .. .. M2 .. ..
.. .. ?F !h .. Z1 ##
## +a .. ?S ## W3 ..
.. .. $$ .. !m .. G*
"""


class Map(NamedTuple):
    """What a text says: tiles of floor, the hero's, monsters and items with theirs."""

    floor: list[int]
    hero: int
    monsters: list[tuple[str, int, int]]  # kind, level, tile
    items: list[tuple[int, int]]  # kind, tile


def read_map(text, known):
    """Parse a map; whatever is wrong is named with its line and column."""
    if len(text) > LARGEST_MAP:
        raise HernaError(f"dungeon: map has {len(text)} letters; allowed: {LARGEST_MAP}")
    letters = {monster.letter: name for name, monster in known.monsters.items()}
    found = Map([], -1, [], [])
    heroes = []
    lines = text.strip("\n").split("\n")
    if len(lines) > SIZE:
        raise HernaError(f"dungeon: map has {len(lines)} lines; allowed: {SIZE}")
    for row, line in enumerate(lines):
        signs = line.split()
        if len(signs) > SIZE:
            raise HernaError(
                f"dungeon: map, line {row + 1} has {len(signs)} tiles; allowed: {SIZE}"
            )
        for column, sign in enumerate(signs):
            tile = row * SIZE + column
            if sign == WALL:
                continue
            found.floor.append(tile)
            if sign == HERO:
                heroes.append(tile)
            elif sign in ITEM_SIGNS:
                found.items.append((ITEM_SIGNS.index(sign), tile))
            elif len(sign) == 2 and sign[0] in letters and _level(sign[1]):
                found.monsters.append((letters[sign[0]], _level(sign[1]), tile))
            elif sign != FLOOR:
                allowed = f"{WALL} {FLOOR} {HERO} {' '.join(ITEM_SIGNS)} or "
                allowed += f"{'/'.join(letters)} and a level"
                raise HernaError(
                    f"dungeon: map, line {row + 1}, tile {column + 1} is {shown(sign)}; "
                    f"allowed: {allowed}"
                )
    if len(heroes) != 1:
        raise HernaError(f"dungeon: map has {len(heroes)} heroes; allowed: one {HERO}")
    bosses = sum(level == BOSS for _, level, _ in found.monsters)
    if bosses != 1:
        raise HernaError(f"dungeon: map has {bosses} bosses; allowed: one, such as G*")
    for what, most in (("monsters", MOST_MONSTERS), ("items", MOST_ITEMS)):
        if len(getattr(found, what)) > most:
            raise HernaError(f"dungeon: map has more than {most} {what}")
    found.monsters.sort(key=lambda monster: monster[1])
    found.items.sort(key=lambda item: min(item[0], GLYPH))
    return found._replace(hero=heroes[0])


def _level(letter):
    """The level that a letter stands for, 0 if none."""
    if letter == "*":
        return BOSS
    return int(letter) if letter.isdecimal() and 1 <= int(letter) <= LEVELS else 0

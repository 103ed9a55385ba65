"""The dungeon in words and letters: names, what a fight would bring, a map."""

from herna.games.dungeon import rules
from herna.games.dungeon.forecast import forecast
from herna.games.dungeon.maps import FLOOR, HERO, ITEM_SIGNS, WALL
from herna.games.dungeon.rules import ATTACK, BURN, CAST, CONVERT, DRINK, INFECT, LEAVE, TAKE
from herna.games.dungeon.state import (
    BOSS,
    BURNS_MANA,
    DIGITS,
    GLYPH,
    MAGICAL,
    MOST_ITEMS,
    MOST_MONSTERS,
    POISONED,
    POISONOUS,
    SIZE,
    STRIKES_FIRST,
    TILES,
    UNDEAD,
)
from herna.games.dungeon.tables import ALL_GLYPHS, GLYPHS, ITEMS, MOST_KINDS

UNKNOWN, FRONTIER = "  ", "::"
LEGEND = f"{WALL} wall, {FLOOR} floor, {FRONTIER} floor with something to uncover, {HERO} hero"
TRAIT_WORDS = {
    STRIKES_FIRST: "strikes first",
    MAGICAL: "magical attack",
    UNDEAD: "undead",
    POISONOUS: "poisonous",
    BURNS_MANA: "burns mana",
}


def foretold(state, monster):
    """What an attack on a monster would lead to."""
    return forecast(state.array.copy(), monster)


def exchange_words(state, monster):
    """The forecast of an attack in one sentence."""
    blows = foretold(state, monster)
    blow = f"the hero deals {blows.dealt} of {state.health[monster]}"
    if blows.monster_dies:
        blow += f" and kills it for {blows.experience} experience"
    answer = f"it takes {blows.taken} of {state.life}"
    if blows.hero_dies:
        answer = "it kills the hero"
    elif blows.protection_spent:
        answer += ", only the protection saves him"
    return in_order(blows, blow, answer)


def in_order(blows, blow, answer):
    """Words about the hero's blow and about the answer, as far as they happen, in their order."""
    if blows.hero_first:
        return blow if blows.monster_dies else f"{blow}, then {answer}"
    return answer if blows.hero_dies else f"{answer}, then {blow}"


def trait_words(state, monster):
    """What is special about a monster, as a list of words."""
    kind, s = int(state.kind[monster]), state.array[0]
    traits = int(s.kind_traits[kind])
    words = [word for bit, word in TRAIT_WORDS.items() if traits & bit]
    shares = {
        "resists {} % of blows": int(s.kind_physical[kind]),
        "resists {} % of spells": int(s.kind_magical[kind]),
        "gaze kills below {} % of health": int(s.kind_gaze[kind]),
    }
    words += [word.format(share) for word, share in shares.items() if share]
    return [*words, "poisoned"] if int(s.marks[monster]) & POISONED else words


def monster_words(game, state, monster):
    """A monster with all that is known of it, such as stands in the label of its tile."""
    parts = [
        f"{game.monster_name(state, monster)}{at(state.place[monster])}",
        f"health {state.health[monster]} of {state.most[monster]}",
        f"attack {state.attack[monster]}",
        *trait_words(state, monster),
    ]
    return ", ".join(parts)


def item_name(kind):
    return f"glyph {ALL_GLYPHS[kind - GLYPH]}" if kind >= GLYPH else ITEMS[kind].lower()


def effects(state):
    """What the hero is under, good and bad."""
    states = {
        "protected": state.protected,
        "power strike": state.strong,
        "first strike": state.quick,
        "poisoned": state.poisoned,
        "mana burned": state.burned,
    }
    return [word for word, true in states.items() if true]


def attack_strength(state):
    """What a blow of the hero takes from a monster that resists nothing."""
    base = rules.DAMAGE_PER_LEVEL * state.rank + state.base_damage
    return base * max(100 + state.attack_bonus, 0) // 100


def held_glyphs(state):
    """The numbers of the glyphs that the hero carries, each as often as he does."""
    return [glyph for glyph, n in enumerate(state.glyphs.tolist()) for _ in range(n)]


# Places.


def place_name(tile):
    """A tile as column and row, such as c7: letters from the left, numbers from the top."""
    return f"{chr(ord('a') + int(tile) % SIZE)}{int(tile) // SIZE + 1}"


def at(tile):
    return f" at {place_name(tile)}"


def items_at(state, tile):
    places = state.item_place.tolist()
    return [int(state.item_kind[i]) for i in range(MOST_ITEMS) if places[i] == tile]


def in_set(rows, tile):
    """Whether a tile is in a set of tiles, one integer per row."""
    row, column = divmod(int(tile), SIZE)
    return bool(int(rows[row]) >> column & 1)


def tiles_of(rows):
    """The tiles of a set, one integer per row."""
    numbers = rows.tolist()
    return {tile for tile in range(TILES) if numbers[tile // SIZE] >> tile % SIZE & 1}


def seen_monsters(state):
    """The monsters that live and were uncovered, the lowest level first."""
    places, explored = state.place.tolist(), state.explored.tolist()
    return [m for m in range(MOST_MONSTERS) if places[m] >= 0 and in_set(explored, places[m])]


def seen_items(state):
    """Number, kind and tile of what lies about and was uncovered."""
    places, kinds, explored = (
        field.tolist() for field in (state.item_place, state.item_kind, state.explored)
    )
    seen = (i for i in range(MOST_ITEMS) if places[i] >= 0 and in_set(explored, places[i]))
    return [(i, kinds[i], places[i]) for i in seen]


# The picture in letters.


def tile_signs(game, state):
    """The explored dungeon in the signs of text maps, row by row; unexplored tiles are blank."""
    explored, floor = tiles_of(state.explored), tiles_of(state.floor)
    ground = [_ground(tile in explored, tile in floor) for tile in range(TILES)]
    signs = [ground[row * SIZE : (row + 1) * SIZE] for row in range(SIZE)]
    for _, kind, place in seen_items(state):
        signs[place // SIZE][place % SIZE] = ITEM_SIGNS[kind]
    for monster in seen_monsters(state):
        place = int(state.place[monster])
        signs[place // SIZE][place % SIZE] = monster_sign(game, state, monster)
    signs[state.here // SIZE][state.here % SIZE] = HERO
    return signs


def monster_sign(game, state, monster):
    """Letter and level, such as G3; the boss has a star."""
    level = int(state.level[monster])
    letter = game.kinds[int(state.kind[monster]) % MOST_KINDS].letter
    return letter + ("*" if level == BOSS else str(level))


def map_lines(game, state):
    """The explored part of the dungeon with coordinates, and where there is more to uncover."""
    signs, frontier = tile_signs(game, state), tiles_of(state.edge)
    for tile in frontier:
        if signs[tile // SIZE][tile % SIZE] == FLOOR:
            signs[tile // SIZE][tile % SIZE] = FRONTIER
    rows = [row for row in range(SIZE) if any(sign != UNKNOWN for sign in signs[row])]
    columns = [c for c in range(SIZE) if any(row[c] != UNKNOWN for row in signs)]
    across = range(columns[0], columns[-1] + 1)
    lines = ["   " + " ".join(f"{chr(ord('a') + column)} " for column in across)]
    for row in range(rows[0], rows[-1] + 1):
        lines.append(f"{row + 1:>2} " + " ".join(signs[row][column] for column in across))
    return lines


def legend(state):
    """What the signs on the map mean, as far as they occur."""
    kinds = sorted({kind for _, kind, _ in seen_items(state)})
    return ", ".join([LEGEND, *(f"{ITEM_SIGNS[kind]} {item_name(kind)}" for kind in kinds)])


def foe_lines(game, state):
    """The monsters that the hero can get at, each with its forecast."""
    s, lines = state.array[0], []
    for monster in seen_monsters(state):
        sign = monster_sign(game, state, monster)
        if rules.may_aim(s, rules.ATTACK, monster):
            words = monster_words(game, state, monster)
            lines.append(f"{sign} {words}; attacked: {exchange_words(state, monster)}")
    return lines


def _ground(explored, floor):
    if not explored:
        return UNKNOWN
    return FLOOR if floor else WALL


# Moves and states.


def move_name(game, state, move):
    """A move as it stands in lists and playthroughs."""
    if state.digits < DIGITS:
        return f"draws digit {state.digits + 1} of the random number"
    if move >= LEAVE:
        return "leaves the dungeon"
    if move >= CONVERT:
        return f"converts {ALL_GLYPHS[move - CONVERT]}"
    if move >= DRINK:
        return f"drinks a {ITEMS[move - DRINK].lower()}"
    if move >= CAST:
        return f"casts {GLYPHS[move - CAST]}"
    for first, deed in ((INFECT, "poisons"), (BURN, "burns"), (ATTACK, "attacks")):
        if move >= first:
            monster = move - first
            return f"{deed} the {game.monster_name(state, monster)}{at(state.place[monster])}"
    if move >= TAKE:
        kinds = [k for k in items_at(state, move - TAKE) if k >= GLYPH]
        return f"takes the glyph {ALL_GLYPHS[kinds[0] - GLYPH]}{at(move - TAKE)}"
    taken = [ITEMS[k].lower() for k in items_at(state, move) if k < GLYPH]
    words = f"goes to {place_name(move)}"
    return f"{words} and takes the {taken[0]}" if taken else words


def move_parts(game, state, move):
    """What to do, then with what: in the terminal dozens of moves are easier found so."""
    if state.digits < DIGITS:
        return (move_name(game, state, move),)
    if move >= LEAVE:
        return ("leave the dungeon", "for good, which loses")
    if move >= CONVERT:
        return ("convert", ALL_GLYPHS[move - CONVERT])
    if move >= DRINK:
        return ("drink", ITEMS[move - DRINK].lower())
    if move >= CAST:
        return ("cast", GLYPHS[move - CAST])
    for first, deed in ((INFECT, "poison"), (BURN, "burn"), (ATTACK, "attack")):
        if move >= first:
            monster = move - first
            name = f"{game.monster_name(state, monster)}{at(state.place[monster])}"
            return (deed, name)
    tile = move - TAKE if move >= TAKE else move
    there = [k for k in items_at(state, tile) if (k >= GLYPH) == (move >= TAKE)]
    return ("take", f"{item_name(there[0])}{at(tile)}") if there else ("go", place_name(tile))


def text(game, state):
    """The hero, the map as far as it is known, and whom he sees."""
    if state.digits < DIGITS:
        return f"{state.digits} of {DIGITS} digits drawn"
    glyphs = [ALL_GLYPHS[glyph] for glyph in held_glyphs(state)]
    on = effects(state)
    needed = rules.EXPERIENCE_PER_LEVEL * state.rank
    towards = f", {state.experience}/{needed} to the next level" if state.rank < BOSS else ""
    lines = [
        f"{game.race} {game.hero}, level {state.rank}, experience {state.collected}{towards}",
        f"health {state.life}/{rules.most_life(state.array[0])}, "
        f"mana {state.mana}/{state.most_mana}, attack {attack_strength(state)}, "
        f"potions {state.potions[0]} health {state.potions[1]} mana",
        f"glyphs {', '.join(glyphs) or 'none'}" + (f"; {', '.join(on)}" if on else ""),
    ]
    return "\n".join([*lines, *map_lines(game, state), legend(state), *foe_lines(game, state)])

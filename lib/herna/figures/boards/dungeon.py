"""The dungeon from above, and beside it the hero: what he is, what he can do, what a fight brings.

Dark tiles are unexplored, brown ones wall, light ones floor; stepping on a yellow one uncovers
something. A monster is its letter and level over a bar of health, the boss is black with a star.
Items have a form by kind and a letter each, so nothing depends on telling colours apart. A corner
mark on a monster tells what an attack would bring now: its death, the hero's, or the end of his
protection; the panel and the labels say it in numbers.

Clicking a monster attacks it, clicking a tile goes there and takes what lies there. Spells that
need a target are picked first, and leaving is asked twice.
Whoever may see everything sees what lies in the dark as well, in grey; so does a hero what he
senses there.
"""

from itertools import groupby
from typing import Any

from herna.figures.boards.parts import star, tint, whose_turn
from herna.figures.boards.picking import INSTEAD, NEXT, PICKED, Picking
from herna.figures.scene import Cell, Circle, Line, Polygon, Rect, Scene, Shape, Text, backdrop
from herna.figures.style import BLUE, GREEN, GREY, INK, ORANGE, PALETTE, PURPLE, VERMILION, YELLOW
from herna.game import OVER
from herna.games.dungeon import rules
from herna.games.dungeon.maps import ITEM_SIGNS
from herna.games.dungeon.rules import ATTACK, BURN, CAST, CONVERT, DRINK, INFECT, LEAVE, TAKE
from herna.games.dungeon.state import (
    ATTACK_BOOSTER,
    BOSS,
    DEAD,
    DIGITS,
    FIREBALL,
    GLYPH,
    GOLD,
    LEFT,
    MANA_POTION,
    MOST_ITEMS,
    MOST_MONSTERS,
    POISON,
    POISONED,
    SIZE,
    TILES,
    UNKNOWN_GLYPH,
    WON,
)
from herna.games.dungeon.tables import ALL_GLYPHS, GLYPHS, MOST_KINDS
from herna.games.dungeon.words import (
    at,
    attack_strength,
    effects,
    exchange_words,
    foretold,
    held_glyphs,
    in_order,
    item_name,
    items_at,
    monster_sign,
    monster_words,
    place_name,
    seen_monsters,
    tiles_of,
)
from herna.senses import text_of

UNIT = 32
FIELD = SIZE * UNIT
EDGE, TOP, BOTTOM = 32, 62, 84
PANEL, ROOM = EDGE + FIELD + 24, 310  # left edge and width of the hero's panel
WIDTH, HEIGHT = PANEL + ROOM + 18, TOP + FIELD + BOTTOM
DARK, WALL, GRID, HINT = "#34343C", "#8C8272", "#E4DED0", "#FFF2A8"
GHOST, GHOST_FLOOR = "#A9A9B4", "#4B4B56"
ROW, GAP = 34, 6  # of buttons
FOE = 44  # height of an entry in the list of fights
STEP_ONLY, LEAVING, FOR_GOOD = "step only", "leave", "leave for good"
POTIONS = ("health potion", "mana potion")
KEYS = {
    "Fireball": "f",
    "Power Strike": "p",
    "First Strike": "s",
    "Sidestep": "d",
    "Poison": "v",
    POTIONS[0]: "h",
    POTIONS[1]: "m",
    STEP_ONLY: "o",
    LEAVING: "l",
    FOR_GOOD: "y",
    **{f"convert {glyph}": str(number) for number, glyph in enumerate(ALL_GLYPHS, start=1)},
}


def way(game, state, move):
    """The cells to click: a target by its tile, a spell before its target."""
    if move >= LEAVE:
        return (LEAVING, FOR_GOOD)
    if move >= CONVERT:
        return (f"convert {ALL_GLYPHS[move - CONVERT]}",)
    if move >= DRINK:
        return (POTIONS[move - DRINK],)
    if move >= CAST:
        return (GLYPHS[move - CAST],)
    for first, spell in ((INFECT, (GLYPHS[POISON],)), (BURN, (GLYPHS[FIREBALL],)), (ATTACK, ())):
        if move >= first:
            return (*spell, place_name(state.place[move - first]))
    if move >= TAKE:
        return (place_name(move - TAKE),)
    glyph_there = any(kind >= GLYPH for kind in items_at(state, move))
    if glyph_there and len(held_glyphs(state)) < state.slots:
        return (STEP_ONLY, place_name(move))  # a plain click takes the glyph
    return (place_name(move),)


def board(game, state, legal, picked=()):
    return _Board(game, state, legal, picked).scene()


class _Board:
    """A board in the making: shapes are painted in the order in which they are added."""

    def __init__(self, game, state, legal, picked):
        self.game, self.state = game, state
        self.picking = Picking({move: way(game, state, move) for move in legal}, picked)
        self.shapes: list[Shape] = [backdrop(WIDTH, HEIGHT)]
        self.cells: list[Cell] = []
        self.built = state.digits == DIGITS
        self.explored, self.floor = tiles_of(state.explored), tiles_of(state.floor)

    def scene(self):
        self.plan()
        if self.built:
            self.things()
            self.panel()
        self.heading()
        self.legend()
        title = f"Dungeon, {self.todo()}"
        words = text_of(self.game, self.state)
        return Scene(WIDTH, HEIGHT, title, words, tuple(self.shapes), tuple(self.cells))

    # What to do now.

    def todo(self):
        state, picked = self.state, self.picking.picked
        if picked:
            return {
                STEP_ONLY: "choose a tile, its glyph stays there",
                LEAVING: "really leave? That loses the game",
            }.get(picked[0], f"{picked[0]}: choose a monster")
        if self.game.to_move(state) != OVER:
            return whose_turn(self.game, state)
        killer = state.killer - 1
        return {
            WON: "the boss is dead, hero wins",
            DEAD: f"killed by the {self.game.monster_name(state, killer)}, hero loses",
            LEFT: "left the dungeon, hero loses",
        }[state.outcome]

    def role(self, name):
        """What a click does now; while a spell is picked only its targets count on the map."""
        move, part = self.picking.role(name)
        return (move, "") if part == INSTEAD and name not in KEYS else (move, part)

    def cell(self, name, label, x, y, wide, high):
        move, part = self.role(name)
        open_now = move is not None or part == NEXT
        label = f"{label}, picked" if part == PICKED else label
        key = KEYS.get(name, "") if open_now else ""
        place = (x, y, min(wide, high) / 2)
        self.cells.append(Cell(name, label, *place, move, key, part, wide - 8, high - 8))

    # The map.

    def plan(self):
        """Floor, wall and the dark, those of a kind that lie side by side in one piece."""
        shapes = self.shapes
        shapes.append(Rect(EDGE, TOP, FIELD, FIELD, fill="#FFFFFF"))
        for i in range(1, SIZE):
            x, y = EDGE + i * UNIT, TOP + i * UNIT
            shapes.append(Line(((x, TOP), (x, TOP + FIELD)), stroke=GRID, width=1))
            shapes.append(Line(((EDGE, y), (EDGE + FIELD, y)), stroke=GRID, width=1))
        for row in range(SIZE):
            column = 0
            for paint, run in groupby(self.ground(row * SIZE + c) for c in range(SIZE)):
                count = len(list(run))
                if paint:
                    # A hair larger than the tiles: no paper shows between two rows of wall.
                    x, y = EDGE + column * UNIT, TOP + row * UNIT
                    shapes.append(Rect(x, y, count * UNIT + 0.3, UNIT + 0.3, fill=paint))
                column += count
        for i in range(SIZE):
            x, y = _centre(i * SIZE + i)
            shapes.append(Text(x, TOP - 11, chr(ord("a") + i), 13, fill=GREY))
            shapes.append(Text(EDGE - 8, y, str(i + 1), 13, "end", fill=GREY))
        shapes.append(Rect(EDGE, TOP, FIELD, FIELD, stroke=INK, width=2.5))

    def ground(self, tile):
        """The paint of a tile; explored floor is bare."""
        if tile not in self.explored:
            return GHOST_FLOOR if tile in self.floor else DARK
        return "" if tile in self.floor else WALL

    def things(self):
        """The frontier, items, monsters and the hero; a tile with any of them is a cell."""
        state = self.state
        labels: dict[int, list[str]] = {}
        over = self.game.to_move(state) == OVER
        for tile in sorted(tiles_of(state.edge)) if not over else ():
            self.frontier(tile)
            new = len(_around(tile) - self.explored)
            labels[tile] = [f"uncovers {new} tile{'s' if new > 1 else ''}"]
        places, kinds = state.item_place.tolist(), state.item_kind.tolist()
        for item in range(MOST_ITEMS):
            if places[item] >= 0:
                self.item(places[item], kinds[item])
                if places[item] in self.explored:
                    labels.setdefault(places[item], []).insert(0, item_name(kinds[item]))
        for monster, tile in enumerate(state.place.tolist()):
            if tile in self.explored:
                labels[tile] = [self.monster(tile, monster)]
            elif tile >= 0:
                x, y = _centre(tile)
                sign = monster_sign(self.game, state, monster)
                self.shapes.append(Text(x, y, sign, 14, bold=True, fill=GHOST))
        labels[state.here] = [self.hero(), *labels.get(state.here, ())]
        for tile, words in sorted(labels.items()):
            x, y = _centre(tile)
            self.cell(place_name(tile), self.label(tile, words), x, y, UNIT, UNIT)

    def label(self, tile, words):
        """What a tile holds, and what a click on it would do."""
        place = place_name(tile)
        told = words[0] if words[0].endswith(".") else f"{place}: {', '.join(words)}."
        move, _ = self.role(place)
        return told if move is None else f"{told} Click: {self.game.move_name(self.state, move)}."

    def open_now(self, tile):
        move, part = self.role(place_name(tile))
        return move is not None or part == NEXT

    def frontier(self, tile):
        x, y = _corner(tile)
        paint: dict[str, Any] = {"fill": HINT, "stroke": INK, "width": 1.5, "dashed": True}
        if not self.open_now(tile):
            paint |= {"stroke": ORANGE, "width": 1}
        self.shapes.append(Rect(x + 3, y + 3, UNIT - 6, UNIT - 6, 5, **paint))

    def item(self, tile, kind):
        x, y = _centre(tile)
        if tile in self.explored:
            self.shapes += _item(x, y, kind, 2.4 if self.open_now(tile) else 1)
        else:
            self.shapes.append(Text(x, y, ITEM_SIGNS[kind], 12, fill=GHOST))

    def monster(self, tile, monster):
        """Draw a monster; what its label says."""
        game, state = self.game, self.state
        x, y = _centre(tile)
        at_hand = bool(rules.may_aim(state.array[0], ATTACK, monster))
        self.shapes += _monster(game, state, monster, x, y, 2.4 if self.open_now(tile) else 0.8)
        words = monster_words(game, state, monster)
        if state.level[monster] == BOSS:
            words = f"the boss, {words}"
        if not at_hand:
            return f"{words}, out of reach."
        words += f". Attacked: {exchange_words(state, monster)}."
        if self.picking.picked != (GLYPHS[FIREBALL],):
            self.shapes += _mark(x + 12, y - 13, foretold(state, monster))
            return words
        health = int(state.health[monster])
        burnt = min(int(rules.fireball_damage(state.array[0], monster)), health)
        if burnt == health:
            self.shapes += _sign(x + 12, y - 13, "✓", GREEN)
        return f"{words} Fireball: it loses {burnt} of {health} and does not answer."

    def hero(self):
        state = self.state
        x, y = _centre(state.here)
        if state.outcome != DEAD:
            self.shapes.append(Circle(x, y, 13, fill=YELLOW, stroke=INK, width=2.4))
            self.shapes.append(Text(x, y, "@", 17, bold=True))
        else:
            self.shapes.append(Circle(x, y, 13, fill="#FFFFFF", stroke=VERMILION, width=2.4))
            self.shapes.append(Text(x, y, "†", 20, bold=True, fill=VERMILION))
        most = rules.most_life(state.array[0])
        return f"the hero, health {state.life} of {most}, mana {state.mana} of {state.most_mana}"

    # Above and below.

    def heading(self):
        unseen = TILES - len(self.explored)
        self.shapes += [
            Text(EDGE, 24, f"{unseen} unexplored", 16, "start", bold=True),
            Text(EDGE + FIELD / 2, 24, self.todo(), 15),
            Text(EDGE + FIELD, 24, self.boss_words(), 16, "end", bold=True),
        ]

    def boss_words(self):
        state = self.state
        if state.outcome == WON:
            return "boss killed"
        bosses = [m for m in seen_monsters(state) if state.level[m] == BOSS] if self.built else []
        return f"boss{at(state.place[bosses[0]])}" if bosses else "boss not found"

    def legend(self):
        """What the marks mean, in three rows."""
        y = TOP + FIELD + 20
        first = (
            (lambda x: [Circle(x, y, 9, fill=YELLOW, stroke=INK, width=2)], "hero"),
            (lambda x: [_dashed(x, y, 9)], "uncovers more"),
            (lambda x: _sign(x, y, "†", VERMILION), "attack is fatal"),
            (lambda x: _sign(x, y, "!", ORANGE), "costs protection"),
            (lambda x: _sign(x, y, "✓", GREEN), "kills"),
        )
        below = y + 25
        second = (
            (lambda x: _item(x, below, 0, 1), "potion"),
            (lambda x: _item(x, below, ATTACK_BOOSTER, 1), "booster: attack, health, mana"),
            (lambda x: _item(x, below, GLYPH, 1), "glyph"),
            (lambda x: _item(x, below, GOLD, 1), "gold"),
            (lambda x: [_boss_star(x, below)], "boss"),
            (lambda x: [Rect(x - 9, below - 9, 18, 18, fill=DARK)], "unexplored"),
        )
        self.shapes += _row_of(first, y, EDGE, FIELD)
        self.shapes += _row_of(second, below, EDGE, FIELD)
        names = ", ".join(f"{kind.letter} {kind.monster}" for kind in self.game.kinds)
        self.shapes.append(Text(EDGE, below + 24, names, 13, "start"))

    # The hero's panel.

    def panel(self):
        game, state = self.game, self.state
        right, most = PANEL + ROOM, rules.most_life(state.array[0])
        needed = rules.EXPERIENCE_PER_LEVEL * state.rank
        highest = state.rank == BOSS
        gained = needed if highest else state.experience
        to_go = "highest level" if highest else f"experience {state.experience} / {needed}"
        self.shapes += [
            Text(PANEL, 24, f"{game.race} {game.hero}", 19, "start", bold=True),
            Text(right, 24, f"level {state.rank}", 19, "end", bold=True),
            *_bar(42, state.life, most, VERMILION, f"health {state.life} / {most}"),
            *_bar(70, state.mana, state.most_mana, BLUE, f"mana {state.mana} / {state.most_mana}"),
            *_bar(98, gained, needed, ORANGE, to_go),
            Text(PANEL, 138, f"attack {attack_strength(state)}", 16, "start", bold=True),
        ]
        self.effects(154)
        y = self.potions(184)
        y = self.glyphs(y + 12)
        self.last_row()
        self.fights(y + 10)

    def effects(self, y):
        x = float(PANEL)
        for word in effects(self.state):
            short = word.removesuffix(" strike").removeprefix("mana ")
            wide = 16 + 7.3 * len(short)
            edge = PURPLE if word in ("poisoned", "mana burned") else GREEN
            chip = Rect(x, y, wide, 21, 10, fill=tint(edge, 0.2), stroke=edge, width=1.5)
            self.shapes += [chip, Text(x + wide / 2, y + 10.5, short, 12, bold=True)]
            x += wide + 5

    def button(self, name, words, label, x, y, wide):
        """A plate that says what it does and by which key; thin and grey when it does nothing."""
        move, part = self.role(name)
        works = move is not None or bool(part)
        edge, ink = (INK, INK) if works else ("#C9C3B4", GREY)
        paint: dict[str, Any] = {"fill": "#FFFFFF", "stroke": edge, "width": 2}
        if part == PICKED:
            paint |= {"fill": HINT, "stroke": VERMILION, "width": 4}
        self.shapes.append(Rect(x, y, wide, ROW, 8, **paint))
        self.shapes.append(Text(x + 10, y + ROW / 2, words, 13.5, "start", bold=works, fill=ink))
        if works:
            key = KEYS[name]
            self.shapes.append(
                Text(x + wide - 12, y + ROW / 2, key, 12, "end", mono=True, fill=GREY)
            )
        self.cell(name, label, x + wide / 2, y + ROW / 2, wide, ROW)

    def potions(self, y):
        state, wide = self.state, (ROOM - GAP) / 2
        self.shapes.append(Text(PANEL, y + 8, "potions", 14, "start", fill=GREY))
        counts = state.potions.tolist()
        for number, name in enumerate(POTIONS):
            x, words = PANEL + number * (wide + GAP), name.removesuffix(" potion")
            label = f"{counts[number]} {name}{'' if counts[number] == 1 else 's'} to drink"
            self.button(name, f"{words} ×{counts[number]}", label, x, y + 22, wide)
        return y + 22 + ROW

    def glyphs(self, y):
        state, game = self.state, self.game
        held = held_glyphs(state)
        heading = f"glyphs, {len(held)} of {state.slots}"
        self.shapes.append(Text(PANEL, y + 8, heading, 14, "start", fill=GREY))
        y += 22
        spell = ROOM - 102 - GAP
        costs = state.costs.tolist()
        for glyph in sorted(set(held)):
            name, count = ALL_GLYPHS[glyph], held.count(glyph)
            times = f" ×{count}" if count > 1 else ""
            if glyph == UNKNOWN_GLYPH:
                self.shapes.append(Text(PANEL, y + ROW / 2, f"{name}{times}", 14, "start"))
            else:
                self.button(
                    name,
                    f"{name}{times}, {costs[glyph]} mana",
                    f"cast {name} for {costs[glyph]} mana: {_meaning(game, name)}",
                    PANEL,
                    y,
                    spell,
                )
            convert = f"convert {name}"
            label = f"{convert} into what a {game.race} gets for it"
            self.button(convert, "convert", label, PANEL + spell + GAP, y, 102)
            y += ROW + GAP
        return y

    def last_row(self):
        """Leaving, asked twice; and stepping on a glyph without taking it, where that is a move."""
        y, wide = HEIGHT - 16 - ROW, (ROOM - GAP) / 2
        firsts = self.picking.after(())
        if LEAVING in firsts:
            self.button(LEAVING, "leave", "leave the dungeon, which loses", PANEL, y, wide)
        if self.picking.picked == (LEAVING,):
            self.button(FOR_GOOD, "yes, give up", "leave for good", PANEL + wide + GAP, y, wide)
        elif STEP_ONLY in firsts:
            label = "step on a tile and leave its glyph where it is"
            self.button(STEP_ONLY, "only step", label, PANEL + wide + GAP, y, wide)

    def fights(self, y):
        """The monsters that can be attacked, those near the hero's own level first."""
        state, game, s = self.state, self.game, self.state.array[0]
        if game.to_move(state) == OVER:
            return
        foes = [m for m in range(MOST_MONSTERS) if rules.may_aim(s, ATTACK, m)]
        foes.sort(key=lambda m: (abs(int(state.level[m]) - state.rank), m))
        fitting = max(int((HEIGHT - 16 - ROW - y - 50) // FOE), 0)
        words = "if he attacks, the hero ..." if foes else "nobody to attack in sight"
        self.shapes.append(Text(PANEL, y + 8, words, 14, "start", fill=GREY))
        y += 24
        for monster in foes[:fitting]:
            self.fight(monster, y)
            y += FOE
        if len(foes) > fitting:
            more = f"and {len(foes) - fitting} more on the map"
            self.shapes.append(Text(PANEL, y + 8, more, 13, "start", fill=GREY))

    def fight(self, monster, y):
        state, x = self.state, PANEL + 40
        blows = foretold(state, monster)
        name = self.game.monster_name(state, monster).replace(" of level ", " ")
        blow = f"deals {blows.dealt} of {state.health[monster]}"
        blow += " and kills" if blows.monster_dies else ""
        answer = "dies" if blows.hero_dies else f"loses {blows.taken}"
        answer = "loses protection" if blows.protection_spent else answer
        self.shapes += _monster(self.game, state, monster, PANEL + 16, y + 14, 0.8)
        self.shapes += [
            Text(x, y + 6, f"{name}{at(state.place[monster])}", 13.5, "start", bold=True),
            Text(x, y + 24, in_order(blows, blow, answer), 13, "start"),
            *_mark(PANEL + ROOM - 8, y + 6, blows),
        ]


# Tiles.


def _corner(tile):
    return EDGE + tile % SIZE * UNIT, TOP + tile // SIZE * UNIT


def _centre(tile):
    x, y = _corner(tile)
    return x + UNIT / 2, y + UNIT / 2


def _around(tile):
    """A tile and its neighbours."""
    row, column = divmod(tile, SIZE)
    return {
        r * SIZE + c
        for r in range(max(row - 1, 0), min(row + 2, SIZE))
        for c in range(max(column - 1, 0), min(column + 2, SIZE))
    }


# Things.


def _item(x, y, kind, width):
    """A flask, an arrow up, a coin or a diamond, with the letter that maps in text give it."""
    letter = ITEM_SIGNS[kind][1]
    paint: dict[str, Any] = {"stroke": INK, "width": width}
    if kind <= MANA_POTION:
        fill = tint((VERMILION, BLUE)[kind], 0.45)
        neck = Rect(x - 4, y - 12, 8, 8, 1, fill=fill, **paint)
        return [neck, Circle(x, y + 3, 9, fill=fill, **paint), _letter(x, y + 3, letter)]
    if kind < GOLD:
        right = ((x + 12, y + 1), (x + 7, y + 1), (x + 7, y + 12))
        left = ((x - 7, y + 12), (x - 7, y + 1), (x - 12, y + 1))
        return [
            Polygon(((x, y - 13), *right, *left), fill=tint(GREEN, 0.35), **paint),
            _letter(x, y + 3, letter),
        ]
    if kind == GOLD:
        return [Circle(x, y, 9, fill=YELLOW, **paint), _letter(x, y, "$")]
    corners = ((x, y - 13), (x + 13, y), (x, y + 13), (x - 13, y))
    return [Polygon(corners, fill=tint(PURPLE, 0.5), **paint), _letter(x, y, letter)]


def _letter(x, y, letter):
    return Text(x, y, letter, 12.5, bold=True)


def _monster(game, state, monster, x, y, width):
    """A token with letter and level, and the bar of health under it."""
    boss = state.level[monster] == BOSS
    kind = int(state.kind[monster]) % MOST_KINDS
    fill = INK if boss else tint(PALETTE[kind % len(PALETTE)], 0.35)
    edge, ink = (VERMILION, YELLOW) if boss else (INK, INK)
    share = int(state.health[monster]) / int(state.most[monster])
    bar = PURPLE if int(state.marks[monster]) & POISONED else VERMILION
    sign = monster_sign(game, state, monster)
    shapes: list[Shape] = [
        Rect(x - 14, y - 14, 28, 22, 5, fill=fill, stroke=edge, width=max(width, 2.4 * boss)),
        Text(x - 7 if boss else x - 1, y - 2, sign[0] if boss else sign, 14, bold=True, fill=ink),
        Rect(x - 14, y + 9.5, 28, 5, fill="#FFFFFF", stroke=INK, width=0.8),
        Rect(x - 14, y + 9.5, max(28 * share, 1), 5, fill=bar),
    ]
    return [*shapes, _boss_star(x + 6, y - 2)] if boss else shapes


def _boss_star(x, y):
    return star(x, y, 7, fill=YELLOW, stroke=INK, width=1)


def _mark(x, y, blows):
    """What an attack would bring, as a sign in the corner; none where nobody would die."""
    if blows.hero_dies:
        return _sign(x, y, "†", VERMILION)
    if blows.protection_spent:
        return _sign(x, y, "!", ORANGE)
    return _sign(x, y, "✓", GREEN) if blows.monster_dies else []


def _sign(x, y, sign, colour):
    return [
        Circle(x, y, 6.5, fill=colour, stroke="#FFFFFF", width=1.2),
        Text(x, y, sign, 9.5, bold=True, fill="#FFFFFF"),
    ]


def _dashed(x, y, half):
    paint: dict[str, Any] = {"fill": HINT, "stroke": INK, "width": 1.5, "dashed": True}
    return Rect(x - half, y - half, 2 * half, 2 * half, 4, **paint)


# Pieces of the panel and the legend.


def _bar(y, value, most, colour, words):
    """A bar that is as full as the value, with words on it."""
    share = min(value / most, 1) if most else 0
    return [
        Rect(PANEL, y, ROOM, 22, 4, fill="#FFFFFF", stroke=INK, width=1.4),
        Rect(PANEL, y, ROOM * share, 22, min(4, ROOM * share / 2), fill=tint(colour, 0.55)),
        Text(PANEL + ROOM / 2, y + 11, words, 14, bold=True),
    ]


def _row_of(marks, y, left, wide):
    """Marks with their words, spread over a row."""
    sizes = [26 + 7.5 * len(words) for _, words in marks]
    gap, x = (wide - sum(sizes)) / (len(marks) - 1), left + 9.0
    shapes: list[Shape] = []
    for (mark, words), size in zip(marks, sizes, strict=True):
        shapes += [*mark(x), Text(x + 16, y, words, 13, "start")]
        x += size + gap
    return shapes


def _meaning(game, glyph):
    return game.known.glyphs[glyph].meaning

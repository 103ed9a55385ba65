"""The dungeon of thesis 2 (ch. 2): explore, fight, grow, kill the boss.

Twenty by twenty tiles, of which only those next to the hero are seen at first. Stepping next to an
unexplored tile uncovers it for good, and every tile uncovered gives the hero as much health as his
level and one mana, but heals the monsters as well: unexplored space is what he lives on. Nothing
moves but the hero, and walking costs nothing.

He fights by walking up to a monster; one exchange of blows follows. The higher level strikes first,
at equal levels the monster; each blow takes exactly the attacker's strength, and only who is alive
strikes back. A kill is worth the monster's level in experience and much more when it was above his
own; 5 * level of it make a level, which heals completely. The boss, level 10, decides the game.

Glyphs are spells paid in mana: Fireball hurts without an answer, Power Strike and First Strike make
the next attack stronger and first, Sidestep saves from one lethal blow, Poison keeps a monster from
healing until the next attack. A glyph can be converted into what the hero's race gets for it.
Potions restore health or mana, boosters make stronger for good.

The thesis uses the public rules of the game (its alpha version) and gives almost no numbers; ours
are in tables beside this file, each row with its source and certainty. Rules that are not numbers
of a table come from these places. *Stated* is what the thesis says; how sure the public rules are
is *high* or *medium*; *open* is what nobody says and we chose.

- 20 x 20 tiles, of which only those around the hero are seen at first [thesis 2.3, stated]
- nothing moves but the hero; killing the boss wins [thesis 2, 2.3, stated]
- eight kinds of monsters, four classes, five of thirteen glyphs [thesis 5.1, App. B, stated]
- no gods and no shops [thesis 5.1, stated]
- a step uncovers the eight tiles around it, for good [thesis 2.4; public, high]
- walking goes in eight directions over explored free tiles and is free [public, high]
- an uncovered tile gives the hero his level in health, and 1 mana [public, high]
- and every monster its own level in health [public, high]
- the higher level strikes first, at equal levels the monster [thesis 2.5, stated]
- a blow takes exactly the attacker's strength; the dead do not answer [thesis 2.5, stated]
- a monster that strikes first does so against First Strike as well [public, high]
- the hero starts with level 1, 10 health, 10 mana, damage 5 [public, high]
- a level brings 10 more health and 5 more damage [public, high]
- it takes 5 x level of experience; the rest counts for the next [public, high]
- it restores all health and mana [thesis 5.2, stated]
- it cures poison and mana burn [public, high]
- level 10 is the highest [public, medium]
- a kill: the monster's level, and d (d + 1) if it is d levels above [public, high]
- all bonuses to damage are added up, then the resistance is taken off [public, high]
- damage is rounded down after each of the two [public, medium]
- numbers of monsters are rounded down, and again with `strength` [public, medium]
- one potion of each kind at the start [public, medium]
- a Thief's potions restore both, and cure both ills [public, medium]
- Power Strike and First Strike end with the next attack, whatever comes [public, medium]
- death gaze: kills whoever has less than its share before the blow [public, medium]
- a poisoned hero gets no health from tiles until potion or level [public, high]
- mana burn: mana is 0 and does not come back until potion or level [public, high]
- protection: a lethal blow leaves 1 health; one at a time [public, high]
- a magical attack hurts like any other, for no hero resists it [derived, high]
- Poison keeps a monster from healing until the hero's next attack, not until a spell [public, high]
- the undead cannot be poisoned [public, high]
- a Fighter senses monsters up to his level in the dark, a Wizard glyphs [public, high]
- the race decides what a converted glyph brings [thesis 2.2, 2.6, stated]
- monsters at full strength, not at the 90 % of first games [ours, open]
- where walls and floor are [ours, open]
- one glyph of every kind and the rest by lot [ours, open]
- Poison and Fireball need a tile to stand on beside the monster [ours, open]

Readings, where neither is clear:
- *A step that uncovers nothing is no move.* A step that does is one of its own: a way leads only
  over tiles around which everything is known.
- *What lies on the way* stays there; only the tile that a step ends on is emptied, not the one from
  which a monster is attacked, and a glyph is taken only by a move of its own.
- *Death gaze* kills whoever has less than its share of health before the blow.
- *Poison* sticks to every other monster, whatever its resistance: in later versions of the game it
  may fail, but the thesis says that nothing it uses is left to chance.
- *Glyphs beyond the five* do not occur. With `unknown_glyphs` the dungeon has a Fireball, as the
  game always has, and different ones of the other twelve, each as likely as any other; those beyond
  the five can only be converted (the thesis says that its bots do not cast them, not that they are
  not there).
- *Leaving* is always possible and loses. It is also the end of a bot that knows nothing more to do.
- *A booster* raises what is possible, not what is there. Drinking needs something to restore or
  cure.
- *The Priest* starts with 12 health; his double damage to undead comes after their resistance.
- *Altars and shops* are left out, as in the thesis's experiments.
- *Senses* are for people: none of the thesis's 21 strategies uses them, so neither bots nor
  simulations are told (`herna.games.dungeon.senses`).
"""

from dataclasses import dataclass
from typing import ClassVar

from herna.errors import HernaError, nearest, require_switch, require_whole, shown
from herna.game import Game
from herna.games.dungeon import rules, tables
from herna.games.dungeon.generator import hide, look_around, place_monster, sample
from herna.games.dungeon.maps import read_map
from herna.games.dungeon.state import (
    BOSS,
    BURNS_MANA,
    DIGITS,
    GLYPH,
    GONE,
    MAGICAL,
    MOST_ITEMS,
    MOST_MONSTERS,
    POISONOUS,
    SIZE,
    STATE,
    STRIKES_FIRST,
    TILES,
    UNDEAD,
    find_ways,
)
from herna.games.dungeon.tables import GLYPHS, ITEMS, MOST_KINDS, Tables
from herna.rules import bind

TRAITS = {
    "first_strike": STRIKES_FIRST,
    "magical_attack": MAGICAL,
    "undead": UNDEAD,
    "poison": POISONOUS,
    "mana_burn": BURNS_MANA,
}
CONVERSIONS = (
    "attack_bonus",
    "mana",
    "health_per_level",
    "health_potions",
    "mana_potions",
    "experience",
    "base_damage",
)


@dataclass(frozen=True)
class Dungeon(Game):
    n_players: int = 1
    hero: str = "Fighter"
    race: str = "Human"
    monsters: tuple[str, ...] = ()  # kinds that occur; none named: all of the table
    strength: int = 100  # of all monsters, percent
    floor_tiles: int = 200  # of 400
    map: str = ""  # a dungeon as text, see `herna.games.dungeon.maps`; empty: one by lot
    unknown_glyphs: bool = False  # glyphs that can only be converted lie about, too
    vision: bool = False  # everything is uncovered from the start
    tables: str = ""  # a folder with tables of one's own

    known: ClassVar[Tables]  # what the tables say; every dungeon has its own
    name: ClassVar[str] = "dungeon"
    state_type: ClassVar = STATE
    max_moves: ClassVar[int] = TILES + 3 * MOST_MONSTERS + 16
    hidden_information: ClassVar[bool] = True
    feature_names: ClassVar = ("experience", "health potions", "mana potions", "health")
    rules: ClassVar = bind(
        STATE,
        to_move=rules.to_move,
        moves=rules.moves,
        step=rules.step,
        returns=rules.returns,
        rounds=rules.rounds,
        gains=rules.gains,
        steerable=rules.steerable,
        hide=hide,
        sample=sample,
    )

    def __post_init__(self):
        require_whole("dungeon", "n_players", self.n_players, 1, 1)
        require_whole("dungeon", "strength", self.strength, 1, 1000)
        require_whole("dungeon", "floor_tiles", self.floor_tiles, 120, TILES)
        for switch in ("unknown_glyphs", "vision"):
            require_switch("dungeon", switch, getattr(self, switch))
        object.__setattr__(self, "monsters", tuple(self.monsters))
        known = tables.load(self.tables)
        object.__setattr__(self, "tables", str(self.tables))
        object.__setattr__(self, "known", known)  # once: files may be edited while a game goes on
        for field, allowed in (("hero", known.classes), ("race", known.races)):
            if getattr(self, field) not in allowed:
                value = getattr(self, field)
                raise HernaError(f"dungeon: {field} is {shown(value)}; {nearest(value, allowed)}")
        for kind in self.monsters:
            if kind not in known.monsters:
                raise HernaError(
                    f"dungeon: monsters holds {shown(kind)}; {nearest(kind, known.monsters)}"
                )
            if self.monsters.count(kind) > 1:
                raise HernaError(f"dungeon: monsters holds {kind!r} twice; allowed: each name once")
        monsters = sum(level.in_dungeon for level in known.levels.values()) + 1
        if monsters > MOST_MONSTERS:
            raise HernaError(f"levels.csv: {monsters} monsters; allowed: {MOST_MONSTERS}")
        items = sum(self._items(known))
        if items > MOST_ITEMS:
            raise HernaError(
                f"items.csv: {items} items for a {self.hero}; allowed: at most {MOST_ITEMS}"
            )
        if self.map:
            names = self.monsters or known.monsters
            for kind, _, _ in read_map(self.map, known).monsters:
                if kind not in names:
                    raise HernaError(f"dungeon: map holds {kind!r}; {nearest(kind, names)}")

    def _items(self, known):
        """How many of each item lie in the dungeon of this hero."""
        hero = known.classes[self.hero]
        more = [hero.more_of_each] * (GLYPH - 1) + [hero.more_gold, hero.more_glyphs]
        return [known.items[name].in_dungeon + n for name, n in zip(ITEMS, more, strict=True)]

    @property
    def kinds(self):
        """The kinds of monsters that occur, in the order of their numbers."""
        return [self.known.monsters[kind] for kind in self.monsters or self.known.monsters]

    @property
    def bosses(self):
        found = {boss.monster: boss for boss in self.known.bosses.values()}
        return [found[kind.monster] for kind in self.kinds]

    def setup(self, s):
        known = self.known
        hero, race = known.classes[self.hero], known.races[self.race]
        s.rank, s.life_per_level, s.attack_bonus = 1, hero.health_per_level, hero.attack_bonus
        s.life, s.mana, s.most_mana = hero.health_per_level, hero.mana, hero.mana
        s.potions[:] = [known.items[name].at_start for name in ITEMS[:2]]
        s.protected, s.slots = hero.protections, hero.slots
        s.kill_experience, s.first_attack_bonus = hero.kill_experience, hero.first_attack_bonus
        s.undead_damage, s.potions_do_both = hero.undead_damage, hero.potions_do_both
        s.potion_strength[:] = [hero.health_potion, hero.mana_potion]
        s.costs[:] = [max(known.glyphs[name].mana - hero.glyph_discount, 0) for name in GLYPHS]
        s.amounts[:] = [known.glyphs[name].amount for name in GLYPHS]
        s.boosts[:] = [known.items[name].amount for name in ITEMS]
        s.conversion[:] = [getattr(race, bonus) for bonus in CONVERSIONS]
        s.counts[:], s.unknown_glyphs = self._items(known), self.unknown_glyphs
        s.floor_tiles, s.strength, s.vision = self.floor_tiles, self.strength, self.vision
        self._setup_monsters(s, known)
        if self.map:
            self._setup_map(s, read_map(self.map, known))

    def _setup_monsters(self, s, known):
        kinds, bosses = self.kinds, self.bosses
        s.kinds = len(kinds)
        s.kind_attack[: len(kinds)] = [kind.attack_percent for kind in kinds]
        s.kind_health[: len(kinds)] = [kind.health_percent for kind in kinds]
        own = slice(MOST_KINDS, MOST_KINDS + len(kinds))
        s.kind_attack[own] = [boss.attack for boss in bosses]
        s.kind_health[own] = [boss.health for boss in bosses]
        for place, creatures in ((0, kinds), (MOST_KINDS, bosses)):
            for number, creature in enumerate(creatures, place):
                s.kind_traits[number] = sum(
                    bit for trait, bit in TRAITS.items() if getattr(creature, trait)
                )
                s.kind_physical[number] = creature.physical_resist
                s.kind_magical[number] = creature.magical_resist
                s.kind_gaze[number] = creature.death_gaze
        for n, level in known.levels.items():
            s.level_attack[n - 1], s.level_health[n - 1] = level.attack, level.health
            s.level_count[n - 1] = level.in_dungeon

    def _setup_map(self, s, plan):
        numbers = {kind.monster: number for number, kind in enumerate(self.kinds)}
        s.digits, s.here = DIGITS, plan.hero
        for tile in plan.floor:
            s.floor[tile // SIZE] |= 1 << tile % SIZE
        s.place[:] = s.item_place[:] = GONE
        for monster, (kind, level, tile) in enumerate(plan.monsters):
            s.level[monster] = level
            number = numbers[kind] + (MOST_KINDS if level == BOSS else 0)
            place_monster(s, monster, number, tile)
        for item, (kind, tile) in enumerate(plan.items):
            s.item_kind[item], s.item_place[item] = kind, tile
        s.counts[:] = 0
        for kind, _ in plan.items:
            s.counts[min(kind, GLYPH)] += 1
        look_around(s)
        find_ways(s)

    def features(self, state, seat):
        potions = state.potions.tolist()
        return (float(state.collected), float(potions[0]), float(potions[1]), float(state.life))

    def seat_name(self, seat):
        return "hero"

    def monster_name(self, state, monster):
        """A monster in words, such as `goblin of level 3`, or the name of the boss."""
        number = int(state.kind[monster])
        if number >= MOST_KINDS:
            return self.bosses[number - MOST_KINDS].boss
        return f"{self.kinds[number].monster} of level {state.level[monster]}"

    def move_name(self, state, move):
        return _words().move_name(self, state, move)

    def move_parts(self, state, move):
        return _words().move_parts(self, state, move)

    def text(self, state):
        return _words().text(self, state)


def _words():
    from herna.games.dungeon import words  # late: words decide no result

    return words

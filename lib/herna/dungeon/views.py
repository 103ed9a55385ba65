"""The hero, a monster, an item: what a bot sees of them, by readable names.

Views hold nothing; they read from the crawl they belong to, so they are always up to date. A view
of a monster that was killed stays usable and says so (`alive`).
"""

from herna.errors import HernaError, nearest
from herna.games.dungeon import face
from herna.games.dungeon.forecast import forecast
from herna.games.dungeon.game import TRAITS
from herna.games.dungeon.state import BOSS, GLYPH, POISONED, STRUCK
from herna.games.dungeon.tables import ALL_GLYPHS, GLYPHS, ITEMS, MOST_KINDS
from herna.games.dungeon.words import place_name


def _blows(crawl, monster, fireball):
    return forecast(crawl._array, crawl.monster(monster.number).number, fireball)


def _reads(field, kind=int, doc=None):
    """A property that reads one field of the state."""
    return property(lambda self: kind(self._crawl._get(field)), doc=doc)


class View:
    """What all views share."""

    def __init__(self, crawl):
        self._crawl = crawl

    def facts(self):
        """Everything it shows, by name."""
        own = {name: value for name, value in vars(self).items() if not name.startswith("_")}
        shown = (name for name in dir(type(self)) if not name.startswith("_"))
        read = (name for name in shown if isinstance(getattr(type(self), name), property))
        return {**own, **{name: getattr(self, name) for name in read}}


class Hero(View):
    """The hero of a crawl."""

    level = _reads("rank")
    experience = _reads("experience", doc="Towards the next level.")
    collected = _reads("collected", doc="All experience.")
    health = _reads("life")
    mana = _reads("mana")
    max_mana = _reads("most_mana")
    attack_bonus = _reads("attack_bonus", doc="Percent of the base damage.")
    slots = _reads("slots", doc="How many glyphs he can carry.")
    protected = _reads("protected", bool, "From one lethal blow.")
    power_strike = _reads("strong", bool, "The next attack is stronger.")
    first_strike = _reads("quick", bool, "The next attack comes first.")
    poisoned = _reads("poisoned", bool, "No health from uncovered tiles.")
    mana_burned = _reads("burned", bool, "No mana from uncovered tiles.")

    @property
    def name(self):
        return f"{self._crawl._game.race} {self._crawl._game.hero}"

    @property
    def place(self):
        return place_name(self._crawl._get("here"))

    @property
    def max_health(self):
        return int(face.most_health(self._crawl._array))

    @property
    def health_potions(self):
        return int(self._crawl._get("potions")[0])

    @property
    def mana_potions(self):
        return int(self._crawl._get("potions")[1])

    @property
    def glyphs(self):
        """The names of the glyphs he carries; some may be there twice."""
        held = self._crawl._get("glyphs").tolist()
        return tuple(
            name for name, count in zip(ALL_GLYPHS, held, strict=True) for _ in range(count)
        )

    def can_cast(self, glyph):
        """Whether he has a glyph, the mana for it and, where it lasts, does not have it on."""
        if glyph not in GLYPHS:
            raise HernaError(f"crawl: no glyph {glyph!r}; {nearest(glyph, GLYPHS)}")
        return bool(face.can_cast(self._crawl._array, GLYPHS.index(glyph)))

    def attack(self, monster):
        """What an exchange of blows with a monster would lead to; nothing happens."""
        return _blows(self._crawl, monster, False)

    def fireball(self, monster):
        """What a fireball on a monster would lead to; refused if he cannot cast one."""
        if not self.can_cast("Fireball"):
            raise HernaError("crawl: the hero cannot cast Fireball now; see can_cast()")
        return _blows(self._crawl, monster, True)

    def __repr__(self):
        return (
            f"{self.name}, level {self.level}, health {self.health}/{self.max_health}, "
            f"mana {self.mana}/{self.max_mana}, at {self.place}"
        )


class Monster(View):
    """A monster that was uncovered."""

    def __init__(self, crawl, number):
        super().__init__(crawl)
        self.number = number

    def _read(self, field):
        return int(self._crawl._get(field)[self.number])

    @property
    def name(self):
        return self._crawl._monster_name(self.number)

    @property
    def kind(self):
        return self._crawl._game.kinds[self._read("kind") % MOST_KINDS].monster

    level = property(lambda self: self._read("level"))
    health = property(lambda self: self._read("health"))
    max_health = property(lambda self: self._read("most"))
    strength = property(lambda self: self._read("attack"), doc="What its blow takes.")
    alive = property(lambda self: self._read("place") >= 0)
    poisoned = property(lambda self: bool(self._read("marks") & POISONED))
    struck = property(lambda self: bool(self._read("marks") & STRUCK), doc="Attacked before.")

    @property
    def boss(self):
        return self.level == BOSS

    @property
    def place(self):
        return place_name(self._read("place")) if self.alive else ""

    @property
    def traits(self):
        """Such as first_strike, undead, poison."""
        bits = int(self._crawl._get("kind_traits")[self._read("kind")])
        return tuple(trait for trait, bit in TRAITS.items() if bits & bit)

    @property
    def physical_resist(self):
        return int(self._crawl._get("kind_physical")[self._read("kind")])

    @property
    def magical_resist(self):
        return int(self._crawl._get("kind_magical")[self._read("kind")])

    @property
    def death_gaze(self):
        """Its blow kills whoever has less than so many percent of health."""
        return int(self._crawl._get("kind_gaze")[self._read("kind")])

    @property
    def experience(self):
        """What the hero would get for killing it now."""
        return int(face.worth(self._crawl._array, self.number))

    @property
    def in_reach(self):
        """Whether the hero can get next to it without uncovering anything."""
        return bool(face.can_attack(self._crawl._array, self.number))

    def exchange(self):
        """What an attack on it would lead to; nothing happens."""
        return self._crawl.hero.attack(self)

    def __repr__(self):
        where = f"at {self.place}" if self.alive else "dead"
        return f"{self.name}, health {self.health}/{self.max_health}, {where}"


class Item(View):
    """A thing that lies on an uncovered tile."""

    def __init__(self, crawl, number):
        super().__init__(crawl)
        self.number = number

    @property
    def glyph(self):
        return int(self._crawl._get("item_kind")[self.number]) >= GLYPH

    @property
    def name(self):
        kind = int(self._crawl._get("item_kind")[self.number])
        return ALL_GLYPHS[kind - GLYPH] if kind >= GLYPH else ITEMS[kind]

    @property
    def _tile(self):
        return int(self._crawl._get("item_place")[self.number])

    @property
    def taken(self):
        return self._tile < 0

    @property
    def place(self):
        return "" if self.taken else place_name(self._tile)

    @property
    def in_reach(self):
        """Whether the hero can get there."""
        return not self.taken and bool(face.can_get_to(self._crawl._array, self._tile))

    def __repr__(self):
        return f"{self.name}, {'taken' if self.taken else f'at {self.place}'}"

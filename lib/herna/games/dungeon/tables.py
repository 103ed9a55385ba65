"""The tables of the dungeon: monsters, bosses, levels, classes, races, glyphs, items.

They are CSV files beside this one. Every row is validated when it is loaded; a bad one is refused
with its line and field. `source` says where a row is known from (the thesis, or the public rules of
the game, which the thesis takes for granted), `certainty` how sure that is.

Other tables can be given as a folder with files of the same names; what it lacks is taken from
here.
"""

import csv
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from herna.errors import HernaError, nearest, shown
from herna.files import sha256

HERE = Path(__file__).parent
LARGEST_TABLE = 100_000  # bytes
LEVELS = 9  # below the boss
GLYPHS = ("Fireball", "Power Strike", "First Strike", "Sidestep", "Poison")
ALL_GLYPHS = (*GLYPHS, "Unknown Glyph")  # the last stands for all that cannot be cast
ITEMS = (
    "Health potion",
    "Mana potion",
    "Attack booster",
    "Health booster",
    "Mana booster",
    "Gold pile",
    "Glyph",
)
MOST_KINDS = 12


def _switch(word):
    if word not in ("yes", "no"):
        raise ValueError("allowed: yes, no")
    return word == "yes"


Switch = Annotated[bool, BeforeValidator(_switch)]
Percent = Annotated[int, Field(ge=0, le=100)]
Share = Annotated[int, Field(ge=1, le=1000)]
Count = Annotated[int, Field(ge=0, le=100)]
Name = Annotated[str, Field(min_length=1, max_length=40)]


class Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    source: Name
    certainty: Literal["high", "medium", "low"]


class Creature(Row):
    """What a monster or a boss can do; resistances and the gaze in percent."""

    first_strike: Switch
    magical_attack: Switch
    undead: Switch
    poison: Switch
    mana_burn: Switch
    physical_resist: Percent
    magical_resist: Percent
    death_gaze: Percent


class Monster(Creature):
    monster: Name
    letter: Annotated[str, Field(pattern="^[A-Z]$")]  # in text maps
    attack_percent: Share  # of the attack of its level
    health_percent: Share


class Boss(Creature):
    boss: Name
    monster: Name
    attack: Annotated[int, Field(ge=1, le=10_000)]
    health: Annotated[int, Field(ge=1, le=100_000)]


class Level(Row):
    level: Annotated[int, Field(ge=1, le=LEVELS)]
    attack: Annotated[int, Field(ge=1, le=1000)]
    health: Annotated[int, Field(ge=1, le=1000)]
    in_dungeon: Annotated[int, Field(ge=0, le=30)]


class HeroClass(Row):
    name: Annotated[Name, Field(alias="class")]
    health_per_level: Annotated[int, Field(ge=1, le=100)]
    mana: Count
    attack_bonus: Annotated[int, Field(ge=-100, le=1000)]  # percent of the base damage
    glyph_discount: Annotated[int, Field(ge=0, le=10)]
    slots: Annotated[int, Field(ge=0, le=10)]
    protections: Annotated[int, Field(ge=0, le=1)]  # from death, at the start
    kill_experience: Count
    first_attack_bonus: Annotated[int, Field(ge=0, le=1000)]
    undead_damage: Share
    health_potion: Percent
    mana_potion: Percent
    potions_do_both: Switch
    more_of_each: Annotated[int, Field(ge=0, le=2)]  # boosters and potions in the dungeon
    more_gold: Annotated[int, Field(ge=0, le=5)]
    more_glyphs: Annotated[int, Field(ge=0, le=2)]


class Race(Row):
    """What a converted glyph is worth."""

    race: Name
    attack_bonus: Count
    mana: Count
    health_per_level: Count
    health_potions: Count
    mana_potions: Count
    experience: Count
    base_damage: Count


class Glyph(Row):
    glyph: Literal[GLYPHS]  # type: ignore[valid-type]
    official: Name
    mana: Annotated[int, Field(ge=0, le=50)]
    amount: Annotated[int, Field(ge=0, le=1000)]
    meaning: str


class Item(Row):
    item: Literal[ITEMS]  # type: ignore[valid-type]
    in_dungeon: Annotated[int, Field(ge=0, le=10)]
    at_start: Annotated[int, Field(ge=0, le=10)]
    amount: Annotated[int, Field(ge=0, le=100)]
    meaning: str


class Tables(NamedTuple):
    """All tables, each a dictionary by the first column."""

    monsters: dict[str, Monster]
    bosses: dict[str, Boss]
    levels: dict[int, Level]
    classes: dict[str, HeroClass]
    races: dict[str, Race]
    glyphs: dict[str, Glyph]
    items: dict[str, Item]


KINDS = {
    "monsters": Monster,
    "bosses": Boss,
    "levels": Level,
    "classes": HeroClass,
    "races": Race,
    "glyphs": Glyph,
    "items": Item,
}
DIFFERENT = {"monsters": ("monster", "letter"), "bosses": ("boss", "monster")}  # in all rows
COMPLETE: dict[str, tuple[Any, ...]] = {  # rows that must all be there, in this order
    "levels": tuple(range(1, LEVELS + 1)),
    "glyphs": GLYPHS,
    "items": ITEMS,
}


def load(folder=""):
    """The tables, those in a folder of one's own before ours; read again when they were edited."""
    if folder == "":
        return _load(HERE, ())
    own = Path(folder) if isinstance(folder, str | Path) else None
    if own is None or not own.is_dir():
        raise HernaError(f"dungeon: tables is {shown(folder)}; allowed: a folder with CSV files")
    files = [path for name in KINDS if (path := own / f"{name}.csv").is_file()]
    return _load(own, tuple((path.name, sha256(path)) for path in files))


@cache
def _load(own, _fingerprints):
    found: dict[str, Any] = {}
    for name in KINDS:
        found[name] = _table(own, name, found)
    return Tables(**found)


def _table(own, name, before):
    """One table; those `before` it may say what it can name."""
    path = own / f"{name}.csv"
    is_own = path.is_file()
    path = path if is_own else HERE / path.name
    key = _key_field(KINDS[name])
    rows: dict[Any, Any] = {}
    for line, row in _rows(path, KINDS[name]):
        for field in DIFFERENT.get(name, (key,)):
            value = getattr(row, field)
            if any(value == getattr(other, field) for other in rows.values()):
                raise HernaError(f"{path.name}, line {line}: {field} {value!r} is there twice")
        if name == "bosses" and is_own and row.monster not in before["monsters"]:
            allowed = nearest(row.monster, before["monsters"])
            raise HernaError(
                f"{path.name}, line {line}: monster is {shown(row.monster)}; {allowed}"
            )
        rows[getattr(row, key)] = row
    wanted = COMPLETE.get(name)
    if wanted and tuple(rows) != wanted:
        words = ", ".join(map(str, wanted))
        raise HernaError(f"{path.name}: allowed: exactly the rows {words}, in this order")
    if not rows or len(rows) > MOST_KINDS:
        raise HernaError(f"{path.name}: {len(rows)} rows; allowed: 1 to {MOST_KINDS}")
    return rows


def _rows(path, kind):
    if path.stat().st_size > LARGEST_TABLE:
        raise HernaError(f"{path.name}: larger than {LARGEST_TABLE} bytes")
    columns = [field.alias or name for name, field in kind.model_fields.items()]
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file, strict=True)
        try:
            _check_header(path, reader.fieldnames or (), columns)
            for cells in reader:
                yield reader.line_num, _row(path, reader.line_num, kind, cells)
        except (csv.Error, UnicodeDecodeError) as problem:
            raise HernaError(f"{path.name}: not a table ({problem})") from None


def _check_header(path, names, columns):
    """Refuse columns that are unknown, there twice, or missing."""
    for place, name in enumerate(names):
        if name not in columns:
            raise HernaError(f"{path.name}: no column {shown(name)}; {nearest(name, columns)}")
        if name in names[:place]:
            raise HernaError(f"{path.name}: column {shown(name)} is there twice; allowed: once")
    for name in columns:
        if name not in names:
            raise HernaError(f"{path.name}: column {name} is missing")


def _check_length(path, line, cells):
    """Refuse a row with too few cells or too many, by the first column that is concerned."""
    for name, value in cells.items():
        if name is None:  # what csv puts in the place of a name for all cells beyond the columns
            raise HernaError(
                f"{path.name}, line {line}: {shown(value[0])} stands beyond the last column; "
                "allowed: a value per column"
            )
        if value is None:
            raise HernaError(
                f"{path.name}, line {line}: {name} is missing; allowed: a value per column"
            )


def _row(path, line, kind, cells):
    _check_length(path, line, cells)
    try:
        return kind(**cells)
    except ValidationError as problems:
        first = problems.errors()[0]
        field, reason = ".".join(map(str, first["loc"])), first["msg"].removeprefix("Value error, ")
        value = shown(cells.get(field))
        raise HernaError(
            f"{path.name}, line {line}: {field} is {value}; {reason[0].lower()}{reason[1:]}"
        ) from None


def _key_field(kind):
    own = [name for name in kind.__annotations__ if name not in ("source", "certainty")]
    return own[0]

"""The tables of the dungeon: monsters, bosses, levels, classes, races, glyphs, items.

They are CSV files beside this one. Every row is validated when it is loaded; a bad one is refused
with its line and field. `source` says where a row is known from (the thesis, or the public rules of
the game, which the thesis takes for granted), `certainty` how sure that is.

Other tables can be given as a folder with files of the same names; what it lacks is taken from
here. Every monster needs a boss.
"""

import csv
import io
import re
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
    return _load(own, fingerprints(own))


def fingerprints(own):
    """The tables in a folder, each with a hash of its content."""
    _check_names(own)
    files = [path for name in KINDS if (path := own / f"{name}.csv").is_file()]
    return tuple((path.name, sha256(path)) for path in files)


@cache
def _load(own, _fingerprints):
    found: dict[str, Any] = {}
    for name in KINDS:
        found[name] = _table(own, name, found)
    _check_bosses(own, found)
    return Tables(**found)


def _table(own, name, before):
    """One table; those `before` it may say what it can name."""
    path, kind, key = _path(own, name), KINDS[name], _key_field(KINDS[name])
    rows: dict[Any, Any] = {}
    line = 1
    for line, row in _rows(path, kind):
        _check_different(path, line, name, row, rows)
        if name == "bosses" and path.parent == own:
            _check_known(path, line, "monster", row.monster, before["monsters"])
        _check_order(path, line, name, getattr(row, key), len(rows))
        rows[getattr(row, key)] = row
    _check_complete(path, line, name, rows)
    return rows


def _path(own, name):
    path = own / f"{name}.csv"
    return path if path.is_file() else HERE / path.name


def _rows(path, kind):
    columns = [_column(kind, name) for name in kind.model_fields]
    reader = csv.DictReader(io.StringIO(_text(path), newline=""), strict=True)
    try:
        _check_header(path, reader.fieldnames or (), columns)
        for cells in reader:
            yield reader.line_num, _row(path, reader.line_num, kind, cells)
    except csv.Error as problem:
        line = reader.line_num + 1  # after the last good row
        raise HernaError(f"{path.name}, line {line}: not a table ({problem})") from None


def _text(path):
    if path.stat().st_size > LARGEST_TABLE:
        raise HernaError(f"{path.name}: larger than {LARGEST_TABLE} bytes")
    content = path.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        raise HernaError(f"{path.name}, line {line}: not a table ({problem})") from None


def _row(path, line, kind, cells):
    _check_cells(path, line, kind, cells)
    try:
        return kind(**cells)
    except ValidationError as problems:
        first = problems.errors()[0]
        field, reason = ".".join(map(str, first["loc"])), first["msg"].removeprefix("Value error, ")
        value = shown(cells.get(field))
        raise HernaError(
            f"{path.name}, line {line}: {field} is {value}; {reason[0].lower()}{reason[1:]}"
        ) from None


def _check_names(own):
    """Refuse a file that would be passed over: its name may be misspelt."""
    known = [f"{name}.csv" for name in KINDS]
    for path in sorted(own.glob("*.csv")):
        if path.name not in known:
            raise HernaError(
                f"dungeon: tables holds {shown(path.name)}; {nearest(path.name, known)}"
            )


def _check_header(path, names, columns):
    """Refuse columns that are unknown, there twice, or missing."""
    for place, name in enumerate(names):
        if name not in columns:
            raise HernaError(
                f"{path.name}, line 1: no column {shown(name)}; {nearest(name, columns)}"
            )
        if name in names[:place]:
            raise HernaError(
                f"{path.name}, line 1: column {shown(name)} is there twice; allowed: once"
            )
    for name in columns:
        if name not in names:
            raise HernaError(f"{path.name}, line 1: column {name} is missing")


def _check_cells(path, line, kind, cells):
    """Refuse a row with too few cells or too many, and numbers that are not plain digits."""
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
    for name, field in kind.model_fields.items():
        value = cells[_column(kind, name)]
        if field.annotation is int and not re.fullmatch(r"-?[0-9]{1,9}", value):
            raise HernaError(
                f"{path.name}, line {line}: {_column(kind, name)} is {shown(value)}; "
                "allowed: a whole number"
            )


def _check_different(path, line, name, row, rows):
    """Refuse what may be there only once."""
    for field in DIFFERENT.get(name, (_key_field(KINDS[name]),)):
        value = getattr(row, field)
        if any(value == getattr(other, field) for other in rows.values()):
            column = _column(KINDS[name], field)
            raise HernaError(f"{path.name}, line {line}: {column} {value!r} is there twice")


def _check_known(path, line, column, value, allowed):
    if value not in allowed:
        raise HernaError(
            f"{path.name}, line {line}: {column} is {shown(value)}; {nearest(value, allowed)}"
        )


def _check_order(path, line, name, value, place):
    """Refuse a row that is not the next of those that must all be there."""
    wanted = COMPLETE.get(name)
    if wanted and value != wanted[min(place, len(wanted) - 1)]:
        column, words = _column(KINDS[name], _key_field(KINDS[name])), ", ".join(map(str, wanted))
        raise HernaError(
            f"{path.name}, line {line}: {column} is {shown(value)}; allowed: exactly the rows "
            f"{words}, in this order"
        )


def _check_complete(path, line, name, rows):
    """Refuse a table that ends too early, or has no rows or too many."""
    wanted = COMPLETE.get(name, ())
    if len(rows) < len(wanted):
        column = _column(KINDS[name], _key_field(KINDS[name]))
        raise HernaError(f"{path.name}, line {line + 1}: {column} {wanted[len(rows)]} is missing")
    if not rows or len(rows) > MOST_KINDS:
        raise HernaError(f"{path.name}: {len(rows)} rows; allowed: 1 to {MOST_KINDS}")


def _check_bosses(own, found):
    """Refuse a monster without a boss, in the table that is not ours."""
    with_boss = {boss.monster for boss in found["bosses"].values()}
    path = _path(own, "monsters")
    for line, row in _rows(path, Monster):
        if row.monster not in with_boss and path.parent == own:
            allowed = nearest(row.monster, sorted(with_boss))
            raise HernaError(
                f"{path.name}, line {line}: monster {row.monster!r} has no row in bosses.csv; "
                f"{allowed}"
            )
        if row.monster not in with_boss:
            raise HernaError(
                f"bosses.csv: monster {row.monster!r} is missing; allowed: all of ours"
            )


def _column(kind, name):
    """What a field is called in the file."""
    return kind.model_fields[name].alias or name


def _key_field(kind):
    own = [name for name in kind.__annotations__ if name not in ("source", "certainty")]
    return own[0]

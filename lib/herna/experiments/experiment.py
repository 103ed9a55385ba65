"""What every experiment is: frozen, validated data that knows its cells and can play any game.

An experiment is a grid of cells (one per algorithm, say) with so many replicates in each. A
replicate is one row, and its random numbers come from the key (experiment, cell, replicate), so
rows can be computed anywhere, in any order and any grouping.

Two scales: `thesis` is what the thesis did, `quick` the first few replicates of the same. Because
the scale is not part of the key, quick rows are the first rows of the thesis-scale table, and
rerunning quickly checks the committed results on the reader's own machine.
"""

import re
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Literal, get_args

import numpy as np
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
    model_validator,
)

from herna.errors import HernaError, nearest, shown
from herna.seeds import LARGEST_SEED, generator

Scale = Literal["quick", "thesis"]
SCALES: tuple[Scale, ...] = ("quick", "thesis")
Thesis = Literal[
    "environment-player", "desktop-dungeons", "three-player-checkers", "grammar-forest", "bang"
]
CELL = r"[\w(][\w ,.()=+-]{0,99}"  # names of cells become names of files
ALLOWED = {  # by pydantic's name of a complaint
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "bool_type": "True or False",
    "string_type": "text",
    "tuple_type": "a tuple or a list",
    "mapping_type": "a dictionary",
    "dict_type": "a dictionary",
    "greater_than": "more than {gt}",
    "greater_than_equal": "{ge} or more",
    "less_than": "less than {lt}",
    "less_than_equal": "{le} or less",
    "string_pattern_mismatch": "text that matches {pattern}",
}


class Frozen(dict):
    """A mapping that nobody can change, so that an experiment stays what was validated."""

    def _refuse(self, *_, **__):
        raise TypeError("the settings of an experiment are frozen; allowed: a copy by changed(...)")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self):
        return Frozen, (dict(self),)


def frozen(value):
    """The same with all mappings in it frozen."""
    if not isinstance(value, Mapping):
        return value
    return Frozen({key: frozen(inner) for key, inner in value.items()})


def in_plain_python(value):
    """The same with tuples for lists and Python's numbers for those of numpy, all the way down."""
    if isinstance(value, Mapping):
        return {key: in_plain_python(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return tuple(map(in_plain_python, value))
    return value.item() if isinstance(value, np.generic) else value


def built(kind, thing, parameters):
    """A dataclass with these parameters, an unknown one refused by name."""
    known = [field.name for field in fields(kind)]
    for name in parameters:
        if name not in known:
            raise HernaError(f"{thing}: no parameter {shown(name)}; {nearest(name, known)}")
    return kind(**parameters)


class Experiment(BaseModel):
    """Settings of one experiment; subclasses say what its cells are and how a replicate is run.

    At the quick scale there are `quick_replicates`, or all where there are fewer.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)  # text is no number

    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    thesis: Thesis
    title: str
    replicates: int = Field(ge=1, le=100_000_000)
    quick_replicates: int = Field(ge=1, le=100_000)
    seed: int = Field(default=2013, ge=0, le=LARGEST_SEED)

    @field_validator("*", mode="before")
    @classmethod
    def _as_python_has_it(cls, value):
        return in_plain_python(value)

    @model_validator(mode="after")
    def _freeze(self):
        self.__dict__.update({name: frozen(value) for name, value in self.__dict__.items()})
        return self

    def __init__(self, **settings: Any):
        """Refuse unknown or impossible settings in one line."""
        try:
            super().__init__(**settings)
        except ValidationError as problems:
            raise HernaError(_in_one_line(type(self), settings, problems)) from None
        self._check_cells()

    def _check_cells(self):
        """Every cell gets a file of its own, also where file names ignore case."""
        seen: set[str] = set()
        for cell in self.cells():
            if not re.fullmatch(CELL, cell):
                allowed = "letters, digits, blanks and _ , . ( ) = + - without folders"
                raise HernaError(f"experiment {self.name}: cell {shown(cell)}; allowed: {allowed}")
            if cell.lower() in seen:
                raise HernaError(
                    f"experiment {self.name}: cell {shown(cell)} is there already; allowed: every "
                    "name once, in capitals or not"
                )
            seen.add(cell.lower())
        if not seen:
            raise HernaError(f"experiment {self.name}: has no cells; allowed: at least one")

    def at(self, scale: str) -> "Experiment":
        """This experiment at a scale."""
        if scale not in SCALES:
            raise HernaError(f"scale is {scale!r}; {nearest(scale, SCALES)}")
        few = min(self.quick_replicates, self.replicates)
        return self.changed(replicates=few) if scale == "quick" else self

    def changed(self, **settings) -> "Experiment":
        """A copy with other settings, validated like the original."""
        return type(self)(**{**self.model_dump(), **settings})

    @abstractmethod
    def cells(self) -> tuple[str, ...]:
        """The names of the cells."""

    @abstractmethod
    def rows(self, cell: str, replicates: range) -> list[dict[str, Any]]:
        """One tidy row per replicate of a cell, the replicate's number first."""

    def prepare(self):
        """Done once before the workers start, such as compiling what they will load."""

    def generator(self, cell, replicate):
        """The random numbers of one replicate."""
        return generator(self.seed, self.name, cell, replicate)

    def modules(self) -> tuple[str, ...]:
        """The modules whose code (with all they import) decides the results."""
        return (type(self).__module__,)


def _in_one_line(kind, settings, problems):
    """The first of pydantic's complaints, with the thing, the field and what is allowed."""
    first = problems.errors()[0]
    field = ".".join(str(part) for part in first["loc"])
    thing = f"experiment {settings.get('name', kind.__name__)}"
    if first["type"] == "extra_forbidden":
        return f"{thing}: no setting {field!r}; {nearest(field, kind.model_fields)}"
    if first["type"] == "missing":
        return f"{thing}: {field} is missing"
    context = first.get("ctx", {})
    own = str(context.get("error", ""))
    if own.startswith(thing):  # an experiment inside of this one has refused it
        return own
    if first["type"] == "literal_error":
        reason = nearest(first["input"], get_args(kind.model_fields[field].annotation))
    elif first["type"] in ALLOWED:
        reason = f"allowed: {ALLOWED[first['type']].format(**context)}"
    else:
        reason = own or first["msg"][0].lower() + first["msg"][1:]
    if not field:  # a check of the whole: its message names the field itself
        return f"{thing}: {reason}"
    return f"{thing}: {field} is {shown(first['input'])}; {reason}"

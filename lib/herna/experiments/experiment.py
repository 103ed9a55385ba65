"""What every experiment is: frozen, validated data that knows its cells and can play any game.

An experiment is a grid of cells (one per algorithm, say) with so many replicates in each. A
replicate is one row, and its random numbers come from the key (experiment, cell, replicate), so
rows can be computed anywhere, in any order and any grouping.

Two scales: `thesis` is what the thesis did, `quick` the first few replicates of the same. Because
the scale is not part of the key, quick rows are the first rows of the thesis-scale table, and
rerunning quickly checks the committed results on the reader's own machine.
"""

import numbers
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
    model_validator,
)

from herna.errors import HernaError, nearest
from herna.seeds import LARGEST_SEED, generator

Scale = Literal["quick", "thesis"]
SCALES: tuple[Scale, ...] = ("quick", "thesis")


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


class Experiment(BaseModel):
    """Settings of one experiment; subclasses say what its cells are and how a replicate is run."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    thesis: str
    title: str
    replicates: int = Field(ge=1, le=100_000_000)
    quick_replicates: int = Field(ge=1, le=100_000)
    seed: int = Field(default=2013, ge=0, le=LARGEST_SEED)

    @field_validator("replicates", "quick_replicates", "seed", mode="before")
    @classmethod
    def _is_whole(cls, value):
        if not isinstance(value, numbers.Integral) or isinstance(value, bool):
            raise HernaError("allowed: a whole number")
        return int(value)

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
    reason = str(first.get("ctx", {}).get("error", first["msg"]))
    if not field:  # a check of the whole: its message names the field itself
        return f"{thing}: {reason}"
    return f"{thing}: {field} is {first['input']!r}; {reason[0].lower()}{reason[1:]}"

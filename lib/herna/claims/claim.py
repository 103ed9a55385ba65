"""The machinery of claims: reading them, checking them, and saying how each one fares."""

import csv
import importlib
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from herna.errors import HernaError, nearest
from herna.experiments import EXPERIMENTS
from herna.results.store import Store, home

Verdict = Literal["reproduced", "differs", "not run"]

# Each thesis and the module with its checks.
THESES = {
    "environment-player": "herna.claims.environment_player",
    "desktop-dungeons": "herna.claims.desktop_dungeons",
    "three-player-checkers": "herna.claims.three_player_checkers",
    "grammar-forest": "herna.claims.to_come",
    "bang": "herna.claims.to_come",
}


@dataclass(frozen=True)
class Claim:
    """One sentence of a thesis that a reproduction must show."""

    thesis: str
    id: str
    title: str
    statement: str
    published: str
    source: str


@dataclass(frozen=True)
class Measured:
    """One number of ours with its 95 % interval; a number computed exactly is its own interval."""

    name: str
    value: float
    low: float
    high: float
    digits: int = 2

    @classmethod
    def within(cls, name, value, interval, digits=2):
        low, high = interval
        return cls(name, float(value), float(low), float(high), digits)

    @classmethod
    def exact(cls, name, value, digits=2):
        return cls.within(name, value, (value, value), digits)

    def __str__(self):
        number = f"{self.name} {self.value:.{self.digits}f}"
        if self.low == self.high:
            return number
        return f"{number} [{self.low:.{self.digits}f}, {self.high:.{self.digits}f}]"


@dataclass(frozen=True)
class Finding:
    """How a claim fares: our numbers, the verdict and the reason."""

    measured: tuple[Measured, ...]
    verdict: Verdict
    reason: str = ""

    def __post_init__(self):
        if self.verdict != "reproduced" and not self.reason:
            raise ValueError(f"a claim that is {self.verdict!r} needs a reason")
        if self.verdict != "not run" and not self.measured:
            raise ValueError(f"a claim that is {self.verdict!r} needs a number of ours")

    @property
    def ours(self):
        """Our numbers in words."""
        return ", ".join(map(str, self.measured))


def judged(measured, statements, causes="", unexplained=""):
    """The finding for statements that should all hold.

    causes : the likely cause if any of them fails; or several, each by a word of the statements it
    explains, and only those of failed statements are told.
    unexplained : likewise, what is observed where we know no cause, and what was ruled out.
    """
    failed = [words for words, holds in statements.items() if not holds]
    if not failed:
        return Finding(tuple(measured), "reproduced")
    reason = "not so: " + "; ".join(failed)
    for title, texts in (("Likely cause:", causes), ("Cause unknown:", unexplained)):
        told = _told(texts, failed)
        reason += f". {title} {told}" if told else ""
    return Finding(tuple(measured), "differs", reason)


def _told(texts, failed):
    """Those texts whose word is in a failed statement, each once."""
    by_word = {"": texts} if isinstance(texts, str) else texts
    told = [text for word, text in by_word.items() if any(word in words for words in failed)]
    return "; ".join(dict.fromkeys(filter(None, told)))


def ascending(*values):
    return all(a < b for a, b in itertools.pairwise(values))


def about(value, printed_value, share=0.1):
    return abs(value - printed_value) <= share * abs(printed_value)


class NotRun(HernaError):
    """Raised by a check whose results are not there; its text is the reason."""


class Results:
    """The stored results that checks look at; each is read, and anything derived made, once.

    `anew` : findings are not looked up on disk but worked out.
    """

    def __init__(self, scale="thesis", root=None, anew=False):
        self.scale, self.root, self.anew = scale, root, anew
        self._made: dict[Any, Any] = {}

    def once(self, key, make):
        """What `make()` returned when this key was first asked for."""
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    def table(self, name):
        """All rows of an experiment; a check that needs what is not there is not run."""
        return self.once(("table", name), lambda: self._read(name))

    def _read(self, name):
        store = Store(EXPERIMENTS[name], self.scale, self.root)
        if store.manifest() is None:
            raise NotRun(f"no {self.scale}-scale results of {name}")
        return store.table()

    def seconds(self, name, cell):
        """The processor time that one game of a cell took, in seconds."""
        manifest = Store(EXPERIMENTS[name], self.scale, self.root).manifest()
        entry = (manifest or {}).get("cells", {}).get(cell, {})
        if "cpu_seconds" not in entry:
            raise NotRun(f"no time of {cell} in the {self.scale}-scale results of {name}")
        return entry["cpu_seconds"] / entry["rows"]


def stored(scale="thesis") -> Results:
    """The results in the store, shared as long as no manifest changes: claims take seconds."""
    paths = [Store(experiment, scale).manifest_path for experiment in EXPERIMENTS.values()]
    changed = tuple((path, path.stat().st_mtime_ns) for path in paths if path.exists())
    return _stored(scale, changed)


@lru_cache(maxsize=2)
def _stored(scale, changed):
    return Results(scale)


Check = Callable[[Results], Finding]


def entering(checks: dict[str, Check]):
    """A decorator, `check("C1")`, that enters a check under the number of its claim."""

    def check(claim_id):
        def enter(function):
            checks[claim_id] = function
            return function

        return enter

    return check


def thesis_folder(thesis):
    """Where the published numbers of a thesis are."""
    if thesis not in THESES:
        raise HernaError(f"thesis {thesis!r} is unknown; {nearest(thesis, THESES)}")
    return home() / "data" / "thesis" / thesis


def claims_of(thesis) -> list[Claim]:
    """All claims of a thesis, in order."""
    with open(thesis_folder(thesis) / "claims.csv", encoding="utf-8", newline="") as file:
        return [Claim(thesis=thesis, **row) for row in csv.DictReader(file)]


def checks_of(thesis) -> tuple[dict[str, Check], dict[str, str]]:
    """The implemented checks of a thesis, and the reasons why others cannot be run yet."""
    module = importlib.import_module(THESES[thesis])
    return module.CHECKS.get(thesis, {}), module.NOT_YET.get(thesis, {})


def evaluate(thesis, results=None) -> list[tuple[Claim, Finding]]:
    """Every claim of a thesis with its finding."""
    results = results or stored()
    return list(results.once(("claims", thesis), lambda: _evaluated(thesis, results)))


def _evaluated(thesis, results):
    from herna.claims.memory import remembered  # late: it keeps what is defined here

    def judge():
        checks, not_yet = checks_of(thesis)
        return {
            claim.id: _run(checks[claim.id], results)
            if claim.id in checks
            else Finding((), "not run", not_yet[claim.id])
            for claim in claims_of(thesis)
        }

    findings = remembered(thesis, results, judge)
    return [(claim, findings[claim.id]) for claim in claims_of(thesis)]


def _run(check, results):
    try:
        return check(results)
    except NotRun as missing:
        return Finding((), "not run", str(missing))

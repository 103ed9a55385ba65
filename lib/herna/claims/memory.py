"""Findings kept on disk: to judge all claims takes seconds, and scorecards are asked for often.
So do a few tables that need games to be played; they are kept in the same way.

A file is named after a fingerprint of everything that may decide what is in it: all code of Herna,
the printed numbers, every stored result and the libraries. Whatever changes, claims are judged
anew. `herna verify` asks nothing of this memory.
"""

import hashlib
import json
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import pandas as pd

from herna.claims.claim import Finding, Measured
from herna.compiled import PACKAGE, cache_folder
from herna.errors import HernaError
from herna.files import read_json, write_atomically
from herna.results.provenance import versions
from herna.results.store import home

KEPT = 20  # files
PASSING = ("chunks", ".lock", "run.log", "__pycache__")  # what comes and goes beside results


def remembered(thesis, results, judge):
    """The findings of a thesis by claim, from disk or else from `judge()`, which returns them."""

    def told(findings):
        return {claim: asdict(finding) for claim, finding in findings.items()}

    def findings(told):
        return {claim: _finding(**one) for claim, one in told.items()}

    return _kept(thesis, results, judge, told, findings)


def remembered_table(name, results, make):
    """A table of plain columns, from disk or else from `make()`, which returns it."""
    return _kept(name, results, make, lambda table: table.to_dict("list"), _table)


def _kept(name, results, make, tell, understand):
    """What `make()` returned when everything was as it is now; `tell` makes JSON of it."""
    if results.anew:
        return make()
    path = _folder() / f"{name}-{fingerprint(results)}.json"
    with suppress(HernaError, AttributeError, TypeError, ValueError):  # not there, or not ours
        return understand(read_json(path))
    made = make()
    with suppress(OSError, ValueError):  # nowhere to keep it, or a number that JSON has not
        write_atomically(path, json.dumps(tell(made), allow_nan=False).encode())
        for old in sorted(_folder().iterdir(), key=lambda file: file.stat().st_mtime)[:-KEPT]:
            old.unlink(missing_ok=True)
    return made


def fingerprint(results):
    """A hash of all that claims may depend on."""
    stored = Path(results.root or home() / "data" / "results") / results.scale
    digest = hashlib.sha256(json.dumps(versions()).encode())
    for folder in (PACKAGE, home() / "data" / "thesis", stored):
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder)
            if path.is_file() and not set(PASSING) & set(inside.parts):
                digest.update(inside.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:24]


def _folder():
    folder = cache_folder().parents[1] / "claims"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def _finding(measured, verdict, reason):
    return Finding(tuple(Measured(**number) for number in measured), verdict, reason)


def _table(columns):
    if not isinstance(columns, dict) or not columns:
        raise ValueError("no columns")
    return pd.DataFrame(columns)

"""Where a result comes from: the code it depends on, the versions, the commit.

`code_hash` follows the imports at the top of a module through the package and hashes the code of
every file on the way, so a result remembers the code that decided it, and only that code: editing
a widget or a comment leaves results valid, editing a rule does not. How code is compiled and what
is refused decide no number, no more than the version of numba does, which is only noted: a mistake
there is found by the tests that play committed rows again. So functions that return nothing and can
only refuse are left out; they are known by their names, `check_...` and `suits`, and a test sees to
it that no others are called so.
"""

import ast
import hashlib
import importlib.metadata
import platform
import re
import subprocess
import tokenize
from functools import cache
from pathlib import Path
from typing import Any

from herna.errors import HernaError
from herna.sources import PACKAGE, edited

INDIFFERENT = ("herna.compiled", "herna.errors")
REFUSES = re.compile(r"_?check_\w+|suits(_in_play)?")  # names of functions that can only refuse
VERSIONED = ("numba", "numpy", "pandas", "pyarrow", "scipy")


@cache
def code_hash(modules):
    """A hash of these modules of Herna and of all they import from it, directly or not."""
    digest = hashlib.sha256()
    for name, path in sorted(modules_behind(modules).items()):
        digest.update(name.encode() + b"\0" + code_of(path) + b"\0")
    return digest.hexdigest()[:16]


def file_hashes(modules):
    """The files of these modules and of all they import, each with a hash of its content."""
    return {
        path.relative_to(PACKAGE).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in modules_behind(modules).values()
    }


def check_unedited(modules):
    """Refuse to go on with code that is not what lies there now: results would be filed wrongly."""
    if path := edited(modules_behind(modules).values()):
        raise HernaError(
            f"herna/{path.relative_to(PACKAGE).as_posix()} was edited after it was imported; "
            "restart this process or kernel, and what it runs will be the code that is there"
        )


@cache
def code_of(path):
    """The text of a file without what only people read, blank lines, and what can only refuse."""
    lines = path.read_bytes().splitlines()
    for first, start, last, end in sorted(_indifferent(path), reverse=True):
        lines[first : last + 1] = [lines[first][:start] + lines[last][end:]]
    return b"\n".join(line.rstrip() for line in lines if line.strip())


def _indifferent(path):
    """Where that stands: line and byte at which a piece begins and ends, all from 0."""
    nodes: list[Any] = list(ast.walk(ast.parse(path.read_bytes())))
    refusals = [_place(node) for node in nodes if only_refuses(node)]
    prose = [*_comments(path), *(_place(node.body[0]) for node in nodes if _has_docstring(node))]
    outside = [p for p in prose if not any(r[:2] <= p[:2] and p[2:] <= r[2:] for r in refusals)]
    return refusals + outside


def only_refuses(node):
    """Whether a piece of syntax is a function that can only refuse, by its name."""
    return isinstance(node, ast.FunctionDef) and REFUSES.fullmatch(node.name) is not None


def _has_docstring(node):
    documented = isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
    return documented and ast.get_docstring(node)


def _place(node: Any):
    return node.lineno - 1, node.col_offset, node.end_lineno - 1, node.end_col_offset


def _comments(path):
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type == tokenize.COMMENT:
                row, start = token.start[0] - 1, len(token.line[: token.start[1]].encode())
                yield row, start, row, start + len(token.string.encode())


def modules_behind(modules):
    """These modules and all they import from Herna, with their files."""
    seen: dict[str, Path] = {}
    queue = list(modules)
    while queue:
        name = queue.pop()
        path = _file_of(name)
        if path is None or name in seen or name in INDIFFERENT:
            continue
        seen[name] = path
        queue += _imports(path)
    return seen


def _file_of(name):
    """The file of a module of this package, or None for anything else."""
    parts = name.split(".")
    if parts[0] != "herna":
        return None
    stem = PACKAGE.joinpath(*parts[1:])
    for path in (stem.with_suffix(".py"), stem / "__init__.py"):
        if path.is_file():
            return path
    return None


@cache
def _imports(path):
    """The names imported at the top level of a file; imports inside functions do not count."""
    names = []
    for node in ast.parse(path.read_bytes()).body:
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return names


def versions():
    """Which versions of what decide the numbers."""
    return {
        "python": platform.python_version(),
        **{name: importlib.metadata.version(name) for name in ("herna", *VERSIONED)},
    }


def commit():
    """The commit of the working copy and whether its code was clean; empty outside of one."""
    try:
        head = _git("rev-parse", "HEAD").strip()
        dirty = bool(_git("status", "--porcelain", "--untracked-files=no", ".").strip())
    except (OSError, subprocess.SubprocessError):
        return {"commit": "", "clean": False}
    return {"commit": head, "clean": not dirty}


def _git(*words):
    command = ["git", "-C", str(PACKAGE), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout

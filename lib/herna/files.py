"""Files that are never half written and never trusted.

A file is written beside its place, flushed to disk and moved over the old one in a single step.
What is read is JSON of limited size; nothing that is read can run.
"""

import hashlib
import json
import os
import tempfile
from pathlib import Path

from herna.errors import HernaError

LARGEST_JSON = 20_000_000  # bytes


def write_atomically(path, content: bytes):
    """Put `content` at `path`: readers see the old file or the new one, never a part."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def read_json(path):
    """Parse a JSON file; a missing, huge or broken one is refused in one line."""
    path = Path(path)
    try:
        if path.exists() and not path.is_file():
            raise HernaError(f"{path.name}: cannot be read (not a file)")
        if path.stat().st_size > LARGEST_JSON:
            raise HernaError(f"{path.name}: cannot be read (larger than {LARGEST_JSON} bytes)")
        return json.loads(path.read_text(encoding="utf-8"), parse_constant=_refuse_constant)
    except HernaError:
        raise
    except OSError as problem:
        raise HernaError(f"{path.name}: cannot be read ({problem.strerror})") from None
    except (ValueError, RecursionError) as problem:
        reason = "nested too deeply" if isinstance(problem, RecursionError) else problem
        raise HernaError(f"{path.name}: not valid JSON ({reason})") from None


def _refuse_constant(word):
    raise ValueError(f"{word} is not allowed")


def sha256(path):
    """The fingerprint of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

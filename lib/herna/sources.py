"""The source files of Herna as they were when this process imported it.

A process goes on with what it has imported, however its files are edited meanwhile. So machine code
and results that it makes must not be filed under the sources that lie there now; who would do so
asks here first.
"""

from pathlib import Path

PACKAGE = Path(__file__).parent


def _look(path):
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_mtime_ns, status.st_size


_IMPORTED = {path: _look(path) for path in PACKAGE.rglob("*.py")}


def edited(paths):
    """The first of these files that is not as it was imported; None if there is none."""
    for path in paths:
        if _IMPORTED.get(path) != _look(path):
            return path
    return None

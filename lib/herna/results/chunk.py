"""What a worker does: some replicates of one cell.

In a file of its own without the store, so that a worker need not load the libraries that read and
write tables, which takes longer than all else that it loads.
"""

import hashlib
import multiprocessing
import os
import threading
import time

from herna.errors import HernaError
from herna.sources import PACKAGE, edited

_LOADED: set[str] = set()  # the experiments of which this process has played a game


def run_chunk(experiment, cell, start, stop, files=None):
    """The work of one worker: some replicates of one cell, and the CPU seconds they took.

    files : those that decide the result, by path, with the hash that each of them should have
    """
    if experiment.name not in _LOADED:
        _check_files(files or {})
    if not _LOADED and multiprocessing.current_process().name.startswith("LokyProcess"):
        threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()
    if experiment.name not in _LOADED:  # a game that does not count loads what is compiled
        experiment.rows(cell, range(start, start + 1))
        _LOADED.add(experiment.name)
    began = time.process_time()
    rows = experiment.rows(cell, range(start, stop))
    return cell, start, stop, rows, time.process_time() - began


def _check_files(files):
    """Refuse to work with other code than whoever asked for the work: a cluster may be old."""
    for name, wanted in files.items():
        path = PACKAGE / name
        content = path.read_bytes() if path.is_file() else b""
        if hashlib.sha256(content).hexdigest() != wanted or edited([path]):
            raise HernaError(
                f"a worker runs other code: its herna/{name} is not the one here; install the same "
                "sources there and start its workers anew"
            )


def _end_with_parent(parent):
    """End this worker soon after whoever started it is gone, killed perhaps."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)

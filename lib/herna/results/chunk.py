"""What a worker does: some replicates of one cell.

In a file of its own without the store, so that a worker need not load the libraries that read and
write tables, which takes longer than all else that it loads.
"""

import multiprocessing
import os
import threading
import time

_LOADED: set[str] = set()  # the experiments of which this process has played a game


def run_chunk(experiment, cell, start, stop):
    """The work of one worker: some replicates of one cell, and the CPU seconds they took."""
    if not _LOADED and multiprocessing.current_process().name.startswith("LokyProcess"):
        threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()
    if experiment.name not in _LOADED:  # a game that does not count loads what is compiled
        experiment.rows(cell, range(start, start + 1))
        _LOADED.add(experiment.name)
    began = time.process_time()
    rows = experiment.rows(cell, range(start, stop))
    return cell, start, stop, rows, time.process_time() - began


def _end_with_parent(parent):
    """End this worker soon after whoever started it is gone, killed perhaps."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)

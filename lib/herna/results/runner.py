"""The runner: an experiment's replicates in chunks, on local processes or on a Dask cluster.

Chunks aim at ten seconds; only the first four replicates of a cell, which tell its pace, and what
is left at its end take less. What an experiment computes `together`, such as the generations of one
evolution, is never cut. To start processes takes longer than most quick experiments take
altogether: unless their number is given, a quick run begins without any.

A finished chunk is on disk before the next result is awaited, so a crash loses only what is in
flight. How replicates are grouped, on how many workers, and how often the run was interrupted
changes nothing in the results.
"""

import contextlib
import itertools
import multiprocessing.resource_tracker
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import joblib
from joblib.externals.loky.backend import resource_tracker
from joblib.externals.loky.process_executor import TerminatedWorkerError
from tqdm.auto import tqdm

from herna.errors import HernaError, require_whole
from herna.results.chunk import run_chunk
from herna.results.provenance import check_unedited, file_hashes
from herna.results.store import Store

CHUNK_SECONDS = 10.0  # what a chunk should take, once the pace of a cell is known
ALONE = 5.0  # seconds that a run may take before processes are started for it
CLUSTER_TIMEOUT = "10s"
MOST_WORKERS = 1024
MOST_TOGETHER = 1_000_000  # replicates in a chunk
FIRST_CHUNK = 4  # replicates in a chunk until then


def workers_available() -> int:
    """How many processes may run at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def reproduce(
    experiment, scale="quick", workers=None, cluster=None, root=None, chunk=None, wait=0.5
):
    """Run what is missing of an experiment and return its store.

    A complete result of the present code is left alone; an interrupted run goes on where it
    stopped. `workers` fixes the number of processes, `chunk` that of replicates per chunk (mostly
    for tests), `wait` is how many seconds to wait for another process that runs the same.
    """
    if workers is not None:
        require_whole("reproduce", "workers", workers, 1, MOST_WORKERS)
    if chunk is not None:
        require_whole("reproduce", "chunk", chunk, 1, MOST_TOGETHER)
    store = Store(experiment, scale, root)
    if store.is_done():
        return store
    with store.lock(wait):
        if store.is_done():  # the other process did it
            return store
        store.reopen()
        return _run(store, workers, cluster, chunk)


class Backend(NamedTuple):
    """Where chunks are worked off."""

    workers: int
    work_off: Callable  # hands out chunks and yields each as it comes back
    death: tuple[type[BaseException], ...]  # what is raised when a worker dies
    here: bool = False  # whether the work is done in this process


def _run(store, workers, cluster, chunk):
    check_unedited(store.experiment.modules())
    quick = store.scale == "quick" and workers is None and cluster is None
    with contextlib.ExitStack() as opened:
        backend = None
        if cluster is not None:  # first, so that a wrong address is all there is to read
            backend = opened.enter_context(_backend(workers, cluster))
        store.experiment.prepare()
        bar = opened.enter_context(_progress(store))
        if quick and _finish_alone(store, chunk, bar):
            store.publish(1)
            return store
        backend = backend or opened.enter_context(_backend(workers, cluster))
        return _run_by_workers(store, backend, chunk, bar)


def _finish_alone(store, chunk, bar):
    """Work in this process for a while; whether that was all there was to do."""
    pace, deadline = Pace(store.experiment, chunk, seconds=0.1 * ALONE), time.monotonic() + ALONE
    before, files = time.perf_counter(), file_hashes(store.experiment.modules())
    with _ctrl_c_between_chunks() as heed_it:
        for cell, start, stop in pace.chunks(store.chunks):
            if time.monotonic() > deadline:
                return False
            done = run_chunk(store.experiment, cell, start, stop, files)
            before = _keep(store, pace, bar, before, done)
            heed_it()
    return not pace.plan(store.chunks)


def _keep(store, pace, bar, before, finished):
    """Write a chunk down; the time now."""
    cell, start, stop, rows, seconds = finished
    now = time.perf_counter()
    store.chunks.add(cell, start, stop, rows, cpu_seconds=seconds, wall_seconds=now - before)
    pace.learn(cell, stop - start, seconds)
    bar.update(stop - start)
    return now


def _run_by_workers(store, backend, chunk, bar):
    attempts, pace = 2, Pace(store.experiment, chunk, backend.workers)
    while attempts and (before := pace.plan(store.chunks)):
        try:
            _work_off(store, backend, pace, bar)
            if pace.plan(store.chunks) == before:
                raise HernaError(f"{store.experiment.name}: finished chunks are not kept")
        except backend.death:  # of a worker, which takes its batch with it
            attempts -= 1
            print("herna: a worker process died; its chunk is tried again", file=sys.stderr)
    if pace.plan(store.chunks):
        raise HernaError(
            f"{store.experiment.name}: worker processes keep dying (out of memory?); "
            "finished chunks are kept, the next run goes on from there"
        )
    store.publish(backend.workers)
    return store


def _work_off(store, backend, pace, bar):
    """Hand out chunks and write each one down as it comes back."""
    experiment, files = store.experiment, file_hashes(store.experiment.modules())
    chunks = ((experiment, *chunk, files) for chunk in pace.chunks(store.chunks))
    before = time.perf_counter()
    finished = backend.work_off(chunks)
    with _ctrl_c_between_chunks(backend.here) as heed_it:
        for done in finished:
            before = _keep(store, pace, bar, before, done)
            heed_it()


def _by_processes(workers, chunks):
    parallel = joblib.Parallel(
        n_jobs=workers, return_as="generator_unordered", pre_dispatch=workers
    )
    with _deaf_to_ctrl_c():
        return parallel(joblib.delayed(run_chunk)(*chunk) for chunk in chunks)


def _by_cluster(client, workers, chunks):
    """By the cluster's own calls: joblib would not leave anything to a cluster of one worker."""
    from distributed import as_completed

    def handed_out(count):
        some = itertools.islice(chunks, count)
        return [client.submit(run_chunk, *chunk, pure=False) for chunk in some]

    waiting = as_completed(handed_out(workers))
    for finished in waiting:
        yield finished.result()
        waiting.update(handed_out(1))


@contextlib.contextmanager
def _ctrl_c_between_chunks(here=True):
    """While games are played here, in this process, let Ctrl-C wait for the end of a chunk.

    In the midst of compiled code it may be lost, or take the process down. Pressed twice, it does
    not wait. Yields what is to be called after every chunk.
    """
    pressed: list[int] = []

    def note(*_):
        if pressed:
            raise KeyboardInterrupt
        pressed.append(1)

    def heed_it():
        if pressed:
            raise KeyboardInterrupt

    before = signal.getsignal(signal.SIGINT)
    usual = here and before is signal.default_int_handler
    if not usual or threading.current_thread() is not threading.main_thread():
        yield heed_it
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield heed_it
    finally:
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def _deaf_to_ctrl_c():
    """Whatever is started here never hears Ctrl-C, which a terminal sends to everybody.

    Workers are ended by us; one that is interrupted while it starts would say so at length.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    for trackers in (resource_tracker, multiprocessing.resource_tracker):
        trackers.ensure_running()  # first, since starting them would make us hear again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Pace:
    """Cuts what is missing into chunks, each as long as the pace of its cell suggests."""

    def __init__(self, experiment, chunk=None, workers=1, seconds=CHUNK_SECONDS):
        self.experiment, self.chunk, self.workers = experiment, chunk, workers
        self.seconds = seconds
        self.together = getattr(experiment, "together", 1)
        self._seconds_each: dict[str, float] = {}

    def plan(self, chunks):
        """All stretches still missing, as (cell, start, stop)."""
        replicates = self.experiment.replicates
        cells = self.experiment.cells()
        return [(cell, *gap) for cell in cells for gap in chunks.missing(cell, replicates)]

    def chunks(self, chunks):
        """The missing stretches in pieces; sizes adapt while the run goes on."""
        for cell, start, stop in self.plan(chunks):
            while start < stop:
                end = min(stop, start + self._size(cell, stop - start))
                yield cell, start, end
                start = end

    def learn(self, cell, replicates, seconds):
        self._seconds_each[cell] = max(seconds / replicates, 1e-6)

    def _size(self, cell, left):
        """A few replicates at first; then what the pace suggests, but work for every worker."""
        if self.chunk:
            return self.chunk
        if cell not in self._seconds_each:
            return max(FIRST_CHUNK, self.together)
        wanted = round(self.seconds / self._seconds_each[cell])
        size = max(1, min(wanted, -(-left // self.workers)))
        return -(-size // self.together) * self.together


@contextlib.contextmanager
def _backend(workers, cluster):
    """Local processes, or the Dask cluster at an address."""
    if cluster is None:
        workers = workers or workers_available()
        with joblib.parallel_config(backend="loky", n_jobs=workers):
            work_off = partial(_by_processes, workers)
            yield Backend(workers, work_off, (TerminatedWorkerError,), here=workers == 1)
        return
    from distributed import CancelledError, Client, KilledWorker  # half a second that few need

    try:
        client = Client(cluster, timeout=CLUSTER_TIMEOUT)
    except (OSError, TypeError, ValueError, TimeoutError) as problem:
        raise HernaError(f"cluster {cluster!r} cannot be reached ({problem})") from None
    workers = workers or max(1, sum(client.nthreads().values()))
    with client:
        work_off = partial(_by_cluster, client, workers)
        yield Backend(workers, work_off, (KilledWorker, CancelledError))


@contextlib.contextmanager
def _progress(store):
    """A bar over all replicates, starting where an interrupted run left off."""
    experiment = store.experiment
    total = experiment.replicates * len(experiment.cells())
    missing = sum(stop - start for _, start, stop in Pace(experiment).plan(store.chunks))
    label = f"{experiment.name} ({store.scale})"
    with tqdm(total=total, initial=total - missing, desc=label, unit="game") as bar:
        yield bar

"""The runner: workers, chunks, crashes and clusters never change a number."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import joblib
import pytest

from herna import sources
from herna.errors import HernaError
from herna.results import chunk, provenance, runner
from herna.results.recorded import recorded
from herna.results.runner import reproduce
from herna.results.store import Chunks, Store
from tests.results.tiny import SLOW, TINY, tables

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The tables of one uninterrupted run on one worker."""
    return tables(reproduce(TINY, "thesis", 1, root=tmp_path_factory.mktemp("whole")))


def start(root, workers=2, chunk=3, pace="slow", **environment):
    code = "from tests.results.tiny import run_here; run_here()"
    command = [sys.executable, "-c", code, pace, str(root), str(workers), str(chunk)]
    return subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def wait_for_chunks(store, count, process):
    """Wait until so many chunks are on disk; fails when the run ends before."""
    while len(list(store.chunks.folder.glob("*.parquet"))) < count:
        assert process.poll() is None, "ended before it could be stopped"
        time.sleep(0.002)


@pytest.mark.parametrize(("workers", "chunk"), [(1, 1), (1, 7), (2, 7), (2, 64), (3, None)])
def test_workers_and_chunks_do_not_change_a_byte(tmp_path, whole, workers, chunk):
    assert tables(reproduce(TINY, "thesis", workers, root=tmp_path, chunk=chunk)) == whole


@pytest.mark.parametrize("hash_seed", ["0", "random"])
def test_the_hash_seed_does_not_change_a_byte(tmp_path, whole, hash_seed):
    assert start(tmp_path, workers=1, pace="tiny", PYTHONHASHSEED=hash_seed).wait() == 0
    assert tables(Store(TINY, "thesis", tmp_path)) == whole


def test_quick_rows_are_the_first_rows_of_the_full_table(tmp_path):
    quick = reproduce(TINY, "quick", 1, root=tmp_path).table()
    full = reproduce(TINY, "thesis", 1, root=tmp_path).table()
    first = full[full["replicate"] < TINY.quick_replicates].reset_index(drop=True)
    assert len(quick) == 2 * TINY.quick_replicates
    assert quick.equals(first)


def test_chunks_that_vanish_stop_the_run_instead_of_going_on_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr(Chunks, "add", lambda *_, **__: None)
    with pytest.raises(HernaError, match="tiny: finished chunks are not kept"):
        reproduce(TINY, "quick", 1, root=tmp_path)


def test_a_killed_run_goes_on_to_the_same_bytes(tmp_path, whole):
    store = Store(SLOW, "thesis", tmp_path)
    for workers, number_of_chunks in ((2, 1), (1, 6)):  # killed with so many on disk
        process = start(tmp_path, workers, chunk=2)
        wait_for_chunks(store, number_of_chunks, process)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        assert store.manifest() is None
    before = {path.name for path in store.chunks.folder.glob("*.parquet")}
    assert len(before) >= 6, "finished chunks were lost"
    assert tables(reproduce(SLOW, "thesis", 2, root=tmp_path, chunk=5)) == whole


def test_workers_do_not_outlive_a_run_that_was_killed(tmp_path):
    store = Store(SLOW, "thesis", tmp_path)
    process = start(tmp_path, workers=2, chunk=2)
    wait_for_chunks(store, 2, process)
    group = alive_in_group(process.pid)
    assert len(group) >= 3, "a run and two workers"
    os.kill(process.pid, signal.SIGKILL)  # the run alone, not the group of all its processes
    process.wait()
    deadline = time.monotonic() + 30
    while alive_in_group(process.pid):
        assert time.monotonic() < deadline, "orphans"
        time.sleep(0.2)


def alive_in_group(group):
    """The processes of a group, without those that have only not been buried yet."""
    listed = subprocess.run(["ps", "-eo", "pgid=,stat="], capture_output=True, text=True).stdout
    rows = (line.split() for line in listed.splitlines())
    return [row for row in rows if row[0] == str(group) and not row[1].startswith("Z")]


WRITES = (0, 2, 6, 7, 8)  # that succeed before a run is killed
KILLED_IN_A_WRITE = """
import os, signal, sys
import herna.files
from tests.results.tiny import TINY
from herna.results.runner import reproduce
real = os.replace
def run(root, left):
    def dying(source, target):
        nonlocal left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        real(source, target)
    herna.files.os.replace = dying
    reproduce(TINY, "thesis", 1, root=root, chunk=20)
TINY.rows("None", range(1))  # loads what is compiled, for all of them
for writes in sys.argv[2:]:
    child = os.fork()
    if not child:
        try:
            run(os.path.join(sys.argv[1], writes), int(writes))
        finally:
            os._exit(1)
    print(writes, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.fixture(scope="module")
def killed_in_a_write(tmp_path_factory):
    """A folder with one killed run for each of WRITES, and how each of them ended."""
    root = tmp_path_factory.mktemp("killed")
    command = [sys.executable, "-c", KILLED_IN_A_WRITE, str(root), *map(str, WRITES)]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return root, {int(writes): int(code) for writes, code in map(str.split, said.splitlines())}


@pytest.mark.parametrize("writes", WRITES)
def test_a_run_killed_inside_a_write_leaves_nothing_torn(killed_in_a_write, whole, writes):
    folder, died = killed_in_a_write
    root = folder / str(writes)
    assert died[writes] == -signal.SIGKILL
    store = Store(TINY, "thesis", root)
    assert store.manifest() is None, "a manifest before all tables were written"
    assert tables(reproduce(TINY, "thesis", 1, root=root)) == whole
    assert not store.damage()
    assert not list(store.folder.rglob("*.parquet.*")), "temporary files were left behind"


def test_an_interrupt_keeps_finished_chunks_and_says_so(tmp_path, whole):
    store = Store(SLOW, "thesis", tmp_path)
    process = start(tmp_path, workers=1, chunk=1)
    wait_for_chunks(store, 3, process)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) != 0
    assert len(list(store.chunks.folder.glob("*.parquet"))) >= 3
    assert tables(reproduce(SLOW, "thesis", 1, root=tmp_path)) == whole


def test_ctrl_c_waits_for_the_end_of_a_chunk_unless_it_is_pressed_twice():
    """In compiled code an interrupt may be lost; so it is noted, and heeded where it is safe."""
    before = signal.getsignal(signal.SIGINT)
    with runner._ctrl_c_between_chunks() as heed_it:
        heed_it()
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            heed_it()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_quick_run_starts_no_processes_unless_it_takes_long(tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "_backend", lambda *_: pytest.fail("processes were started"))
    alone = reproduce(TINY, "quick", root=tmp_path / "alone")
    assert alone.manifest()["workers"] == 1
    monkeypatch.undo()
    monkeypatch.setattr(runner, "ALONE", 0.0)
    together = reproduce(TINY, "quick", root=tmp_path / "together")
    assert tables(alone) == tables(together)


def test_a_finished_experiment_is_not_run_again(tmp_path, monkeypatch):
    reproduce(TINY, "quick", 1, root=tmp_path)
    monkeypatch.setattr(runner, "_run", lambda *_: pytest.fail("was run again"))
    reproduce(TINY, "quick", 1, root=tmp_path)


def test_more_of_the_same_keeps_what_is_there(tmp_path, whole, monkeypatch):
    few = reproduce(TINY.changed(replicates=20), "thesis", 1, root=tmp_path)
    spent, played = few.manifest()["cpu_seconds"], []
    real = runner.run_chunk
    monkeypatch.setattr(
        runner, "run_chunk", lambda *chunk: played.append(chunk[1:4]) or real(*chunk)
    )
    store = reproduce(TINY, "thesis", 1, root=tmp_path)
    assert tables(store) == whole
    assert {
        cell: min(start for name, start, _ in played if name == cell) for cell in TINY.cells()
    } == dict.fromkeys(TINY.cells(), 20)
    assert store.manifest()["cpu_seconds"] >= spent


def test_results_of_other_code_are_run_again(tmp_path, monkeypatch):
    reproduce(TINY, "quick", 1, root=tmp_path)
    monkeypatch.setattr("herna.results.store.code_hash", lambda _: "another")
    assert not Store(TINY, "quick", tmp_path).is_current()
    assert reproduce(TINY, "quick", 1, root=tmp_path).is_current()


def test_a_notebook_is_told_that_its_results_were_made_by_other_code(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("HERNA_HOME", str(tmp_path))
    made = reproduce(TINY, "thesis", 1).table()
    capsys.readouterr()
    assert recorded(TINY).equals(made)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("herna.results.store.code_hash", lambda _: "another")
    assert recorded(TINY).equals(made), "what is there is shown, and not run again"
    told = "herna: tiny was made by other code than is here now; to renew it: herna reproduce tiny"
    assert capsys.readouterr().err == f"{told} --scale thesis\n"


def test_two_processes_cannot_run_the_same_experiment(tmp_path):
    store = Store(TINY, "quick", tmp_path)
    with store.lock(), pytest.raises(HernaError, match="tiny: another process is running it"):
        reproduce(TINY, "quick", 1, root=tmp_path)
    assert not store.is_running()


def test_a_dead_worker_is_replaced_once(tmp_path, whole, monkeypatch, capsys):
    real, deaths = runner._work_off, [1]

    def dying_once(*arguments):
        if deaths:
            deaths.pop()
            raise runner.TerminatedWorkerError("killed")
        return real(*arguments)

    monkeypatch.setattr(runner, "_work_off", dying_once)
    assert tables(reproduce(TINY, "thesis", 1, root=tmp_path)) == whole
    assert "a worker process died" in capsys.readouterr().err


KILLED_WORKER = """
import os, signal, sys
from pathlib import Path
from herna.results.runner import reproduce
from tests.results.tiny import TINY, SlowExperiment
class Deadly(SlowExperiment):
    def rows(self, cell, replicates):
        mark = Path(sys.argv[1]) / "killed"
        if cell == "None" and 20 in replicates and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().rows(cell, replicates)
sys.modules["__main__"].Deadly = Deadly
reproduce(Deadly(**TINY.model_dump()), "thesis", 2, root=sys.argv[1], chunk=7)
"""


def test_a_worker_that_is_really_killed_costs_its_chunk_and_nothing_else(tmp_path, whole):
    command = [sys.executable, "-c", KILLED_WORKER, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "killed").exists()
    assert "a worker process died" in done.stderr
    assert tables(Store(TINY, "thesis", tmp_path)) == whole


def test_workers_that_keep_dying_end_in_one_clear_line(tmp_path, monkeypatch):
    def dying(*_):
        raise runner.TerminatedWorkerError("killed")

    monkeypatch.setattr(runner, "_work_off", dying)
    with pytest.raises(HernaError, match="tiny: worker processes keep dying"):
        reproduce(TINY, "quick", 1, root=tmp_path)


def test_a_dask_cluster_gives_the_same_bytes(tmp_path, whole, monkeypatch):
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        address = cluster.scheduler_address
        monkeypatch.setattr(runner, "run_chunk", named_after_its_process)
        with pytest.raises(HernaError, match=r"^played by \d+$") as told:
            reproduce(TINY, "thesis", cluster=address, root=tmp_path)
        assert str(os.getpid()) not in str(told.value), "one worker is a cluster, too"
        monkeypatch.undo()
        cluster.scale(2)
        store = reproduce(TINY, "thesis", cluster=address, root=tmp_path)
    assert tables(store) == whole


def named_after_its_process(*_):
    raise HernaError(f"played by {os.getpid()}")


def test_a_worker_with_other_code_is_refused():
    files = provenance.file_hashes(TINY.modules())
    assert "games/pig.py" in files
    chunk._check_files(files)
    with pytest.raises(HernaError, match=r"its herna/games/pig\.py is not the one here"):
        chunk._check_files({**files, "games/pig.py": "0" * 64})
    with pytest.raises(HernaError, match=r"its herna/games/new\.py is not the one here"):
        chunk._check_files({"games/new.py": "0" * 64})


def test_nothing_is_run_by_code_that_was_edited_after_it_was_imported(tmp_path, monkeypatch):
    edited = sources.PACKAGE / "games" / "pig.py"
    monkeypatch.setitem(sources._IMPORTED, edited, (0, 0))
    with pytest.raises(HernaError, match=r"^herna/games/pig\.py was edited after it was imported"):
        reproduce(TINY, "quick", 1, root=tmp_path)
    assert not Store(TINY, "quick", tmp_path).manifest_path.exists()
    with pytest.raises(HernaError, match=r"its herna/games/pig\.py is not the one here"):
        chunk._check_files(provenance.file_hashes(TINY.modules()))


def test_an_unreachable_cluster_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "CLUSTER_TIMEOUT", "1s")
    with pytest.raises(HernaError, match=r"cluster 'tcp://127\.0\.0\.1:9' cannot be reached"):
        reproduce(TINY, "quick", cluster="tcp://127.0.0.1:9", root=tmp_path)


def test_chunks_grow_to_the_wanted_seconds():
    pace = runner.Pace(TINY)
    pace.learn("None", 10, 2.0)  # a fifth of a second each
    assert pace._size("None", 1000) == round(runner.CHUNK_SECONDS / 0.2)
    assert pace._size("E-HillClimber", 1000) == runner.FIRST_CHUNK
    assert runner.Pace(TINY, workers=4)._size("None", 1) == runner.FIRST_CHUNK


def test_the_default_number_of_workers_is_what_the_machine_allows():
    assert 1 <= runner.workers_available() <= joblib.cpu_count(only_physical_cores=False)

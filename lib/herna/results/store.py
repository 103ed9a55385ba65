"""The store: one folder per scale and experiment, a parquet table per cell and a manifest.

    data/results/thesis/ludo_2hc/None.parquet
    data/results/thesis/ludo_2hc/manifest.json

The manifest is written last and names the sha256 of each table: a folder without one is
unfinished, and a table that does not match, half renewed or damaged, is reported by name. The
manifest carries a fingerprint of its own.
While an experiment runs, finished chunks lie in `chunks/`, each with its own sha256 in the file
name. Whoever looks at a running experiment sees its chunks or, once it is over, its tables.
Nothing in the store can run.
"""

import contextlib
import hashlib
import io
import json
import os
import re
import shutil
import signal
import time
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from herna.errors import HernaError, shown
from herna.files import read_json, sha256, write_atomically
from herna.results.provenance import check_unedited, code_hash, commit, versions

MANIFEST_FORMAT = "herna-results/2"


def home() -> Path:
    """The folder that holds data/ and figures/: the working copy, or the current folder."""
    if "HERNA_HOME" in os.environ:
        return Path(os.environ["HERNA_HOME"])
    checkout = Path(__file__).resolve().parents[3]
    return checkout if (checkout / "data" / "thesis").is_dir() else Path.cwd()


class Store:
    """The results of one experiment at one scale."""

    def __init__(self, experiment, scale, root=None):
        if not hasattr(experiment, "at"):
            raise HernaError(
                f"experiment is {shown(experiment)}; allowed: an experiment, such as "
                "EXPERIMENTS['ludo_2hc']"
            )
        self.experiment, self.scale = experiment.at(scale), scale
        self.folder = Path(root or home() / "data" / "results") / scale / experiment.name

    @cached_property
    def chunks(self):
        """The finished pieces of a run; who only reads results need not know of which code."""
        return Chunks(self.folder / "chunks" / self.fingerprint())

    def fingerprint(self):
        """What the results depend on: the settings but for the number of replicates, the code."""
        settings = _but_for_size(self.experiment.model_dump(mode="json"))
        text = json.dumps(settings, sort_keys=True) + code_hash(self.experiment.modules())
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    # Reading.

    @property
    def manifest_path(self):
        return self.folder / "manifest.json"

    def manifest(self):
        """The manifest, or None where there is no complete result."""
        if not self.manifest_path.exists():
            return None
        try:
            manifest = read_json(self.manifest_path)
        except HernaError as problem:  # it names the file, here is which of the many
            raise HernaError(f"{self.scale}/{self.experiment.name}/{problem}") from None
        if not isinstance(manifest, dict) or manifest.get("format") != MANIFEST_FORMAT:
            raise HernaError(f"{self._name(self.manifest_path)}: not a {MANIFEST_FORMAT} manifest")
        _check_manifest(manifest, self._name(self.manifest_path))
        return manifest

    def is_done(self):
        """Whether there is nothing to run: all is there, sound, and made by the present code."""
        try:
            return self.is_current() and self.is_complete()
        except HernaError:  # a manifest that cannot be read is made anew like a damaged table
            return False

    def is_complete(self):
        """Whether all tables are there, sound, and as many rows as asked for."""
        manifest = self.manifest()
        return (
            manifest is not None
            and manifest["parameters"] == self.experiment.model_dump(mode="json")
            and not self.damage()
        )

    def is_current(self):
        """Whether the results were made by the code and the definition that are here now.

        How many rows are wanted is another question, see `is_complete`.
        """
        manifest = self.manifest()
        return (
            manifest is not None
            and manifest["code"] == code_hash(self.experiment.modules())
            and _but_for_size(manifest["parameters"])
            == _but_for_size(self.experiment.model_dump(mode="json"))
        )

    def damage(self):
        """What is wrong with the stored files, one line each; nothing when all is well."""
        manifest = self.manifest()
        if manifest is None:
            return []
        lines = [
            f"{self.scale}/{self.experiment.name}: no table of cell {shown(cell)}, which the "
            f"experiment has gained; run: herna reproduce {self.experiment.name} "
            f"--scale {self.scale}"
            for cell in self.experiment.cells()
            if cell not in manifest["cells"]
        ]
        for cell, entry in manifest["cells"].items():
            path = self.folder / Path(entry["file"]).name
            if not path.is_file():
                lines.append(f"{self._name(path)}: missing (table of cell {cell})")
            elif sha256(path) != entry["sha256"]:
                lines.append(f"{self._name(path)}: changed or damaged (sha256 does not match)")
        return lines

    def table(self) -> pd.DataFrame:
        """All rows of all cells, with the cell as first column; damaged files are refused."""
        manifest = self.manifest()
        if manifest is None:
            raise HernaError(
                f"{self.experiment.name}: no {self.scale}-scale results yet; "
                f"run: herna reproduce {self.experiment.name} --scale {self.scale}"
            )
        for line in self.damage():
            raise HernaError(line)
        tables = []
        for cell, entry in manifest["cells"].items():
            table = _read(self.folder / Path(entry["file"]).name).to_pandas()
            table.insert(0, "cell", cell)
            tables.append(table)
        return pd.concat(tables, ignore_index=True)

    # Writing.

    def reopen(self):
        """Take what is published for finished chunks, where only more of the same is wanted."""
        try:
            if not self.is_current() or self.damage():
                return
        except HernaError:  # a manifest that cannot be read is made anew like a damaged table
            return
        manifest = self.manifest()
        for cell, entry in manifest["cells"].items():
            if self.chunks.missing(cell, entry["rows"]):
                share = entry["rows"] / sum(other["rows"] for other in manifest["cells"].values())
                rows = _read(self.folder / Path(entry["file"]).name).to_pylist()
                spent = entry["cpu_seconds"], manifest["wall_seconds"] * share
                self.chunks.add(cell, 0, len(rows), rows, *spent)

    def publish(self, workers):
        """Join the chunks of every cell into its table, then write the manifest."""
        check_unedited(self.experiment.modules())
        cells: dict[str, dict[str, Any]] = {}
        wall_seconds = 0.0
        for cell in self.experiment.cells():
            rows = self.chunks.rows(cell, self.experiment.replicates)
            content = to_parquet(rows)
            name = f"{cell}.parquet"
            write_atomically(self.folder / name, content)
            fingerprint = hashlib.sha256(content).hexdigest()
            seconds = self.chunks.seconds(cell)
            wall_seconds += seconds["wall_seconds"]
            cells[cell] = {
                "file": name,
                "rows": len(rows),
                "sha256": fingerprint,
                "cpu_seconds": round(seconds["cpu_seconds"], 2),
            }
        manifest = {
            "format": MANIFEST_FORMAT,
            "experiment": self.experiment.name,
            "scale": self.scale,
            "parameters": self.experiment.model_dump(mode="json"),
            "seeds": "SeedSequence(seed, spawn_key=(experiment, cell, replicate))",
            "cells": cells,
            "code": code_hash(self.experiment.modules()),
            "versions": versions(),
            **commit(),
            "cpu_seconds": round(sum(entry["cpu_seconds"] for entry in cells.values()), 2),
            "wall_seconds": round(wall_seconds, 2),
            "workers": workers,
            "date": time.strftime("%Y-%m-%d", time.gmtime()),
        }
        manifest["fingerprint"] = fingerprint_of(manifest)
        write_atomically(self.manifest_path, (json.dumps(manifest, indent=1) + "\n").encode())
        shutil.rmtree(self.folder / "chunks", ignore_errors=True)
        for left_behind in self.folder.glob(".*.*.*"):  # by a run that was killed inside a write
            left_behind.unlink()

    @contextlib.contextmanager
    def lock(self, wait=0.5):
        """Only one process may run an experiment at a time; the lock dies with its owner.

        `wait` is how many seconds to wait for another owner.
        """
        import fcntl

        deadline = time.monotonic() + wait

        self.folder.mkdir(parents=True, exist_ok=True)
        with open(self.folder / ".lock", "a") as file:
            while not _locked(file, fcntl.LOCK_EX):
                if time.monotonic() > deadline:
                    raise HernaError(
                        f"{self.experiment.name}: another process is running it "
                        f"at {self.scale} scale"
                    )
                time.sleep(0.1)
            file.truncate(0)
            file.write(str(os.getpid()))
            file.flush()
            yield
            file.truncate(0)

    def is_running(self):
        """Whether some process holds the lock."""
        import fcntl

        if not (self.folder / ".lock").exists():
            return False
        with open(self.folder / ".lock") as file:
            return not _locked(file, fcntl.LOCK_SH)

    def stop_running(self):
        """Ask the process that runs this experiment to stop after the chunks it has finished."""
        if self.is_running():
            process = (self.folder / ".lock").read_text()
            if process.isdigit():
                os.kill(int(process), signal.SIGINT)

    def is_settled(self):
        """Whether there is a complete result and nobody is renewing it."""
        return self.is_complete() and (self.is_current() or not self.is_running())

    def progress(self):
        """How many replicates of each cell are there, finished or in chunks."""
        replicates, cells = self.experiment.replicates, self.experiment.cells()

        def in_chunks():
            gaps = {cell: self.chunks.missing(cell, replicates) for cell in cells}
            return {cell: replicates - sum(b - a for a, b in gaps[cell]) for cell in cells}

        return self._look(lambda: dict.fromkeys(cells, replicates), in_chunks)

    def rows_so_far(self):
        """All rows there are, of a finished or a running experiment."""
        replicates, cells = self.experiment.replicates, self.experiment.cells()

        def in_chunks():
            rows = {cell: self.chunks.rows(cell, replicates) for cell in cells}
            return pd.DataFrame([{"cell": cell, **row} for cell in cells for row in rows[cell]])

        return self._look(self.table, in_chunks)

    def _look(self, at_tables, at_chunks):
        """What is to be seen at the tables of a settled result, or else at the chunks of a run.

        The run may end while we look: it writes its manifest and then removes its chunks, so
        what was seen at chunks counts only if the manifest is still the one from before.
        """
        while True:
            before = self._published()
            if self.is_settled():
                return at_tables()
            with contextlib.suppress(FileNotFoundError):  # a chunk that was listed is gone
                seen = at_chunks()
                if self._published() == before:
                    return seen

    def _published(self):
        """Which manifest is there: every one that is written is another file."""
        try:
            status = self.manifest_path.stat()
        except FileNotFoundError:
            return None
        return status.st_ino, status.st_mtime_ns

    def _name(self, path):
        return f"{self.scale}/{self.experiment.name}/{path.name}"


def _locked(file, kind):
    """Try to take a lock without waiting; whether it was free."""
    import fcntl

    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _but_for_size(parameters):
    """The settings of an experiment without the number of its replicates."""
    sizes = ("replicates", "quick_replicates")
    return {name: value for name, value in parameters.items() if name not in sizes}


def fingerprint_of(manifest):
    """A hash of everything in a manifest but this hash itself."""
    rest = {field: value for field, value in manifest.items() if field != "fingerprint"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()[:16]


MANIFEST = {"parameters": dict, "cells": dict, "code": str, "versions": dict, "wall_seconds": float}
ENTRY = {"file": str, "rows": int, "sha256": str}


def _check_manifest(manifest, name):
    """Refuse a manifest in which something is missing, by the first field that is."""
    for field, kind in MANIFEST.items():
        if not isinstance(manifest.get(field), kind):
            raise HernaError(f"{name}: {field} is missing or not a {kind.__name__}")
    for cell, entry in manifest["cells"].items():
        for field, kind in ENTRY.items():
            if not isinstance(entry, dict) or not isinstance(entry.get(field), kind):
                raise HernaError(
                    f"{name}: {field} of cell {cell} is missing or not a {kind.__name__}"
                )
    if manifest.get("fingerprint") != fingerprint_of(manifest):
        raise HernaError(f"{name}: changed or damaged (fingerprint does not match)")


class Chunks:
    """Finished pieces of a running experiment: files `cell.start-stop.sha256.parquet`."""

    def __init__(self, folder):
        self.folder = folder

    def add(self, cell, start, stop, rows, cpu_seconds=0.0, wall_seconds=0.0):
        """Write a chunk down; `wall_seconds` is the time since the one before, on any worker."""
        spent = {"cpu_seconds": str(cpu_seconds), "wall_seconds": str(wall_seconds)}
        content = to_parquet(rows, spent)
        digest = hashlib.sha256(content).hexdigest()[:16]
        write_atomically(self.folder / f"{cell}.{start}-{stop}.{digest}.parquet", content)

    def found(self, cell):
        """The sound chunks of a cell as (start, stop, path), in order; damaged ones are removed."""
        chunks = []
        name = re.compile(re.escape(cell) + r"\.(\d+)-(\d+)\.([0-9a-f]{16})\.parquet")
        for path in self.folder.glob("*.parquet"):
            if not (parts := name.fullmatch(path.name)):
                continue
            start, stop, digest = parts.groups()
            if sha256(path)[:16] != digest:
                path.unlink(missing_ok=True)
                continue
            chunks.append((int(start), int(stop), path))
        return sorted(chunks)

    def seconds(self, cell):
        """What the chunks of a cell took, in this run and in interrupted ones before."""
        spent = [_read(path, pq.read_schema).metadata for _, _, path in self.found(cell)]
        return {
            name: sum(float(metadata[name.encode()]) for metadata in spent)
            for name in ("cpu_seconds", "wall_seconds")
        }

    def missing(self, cell, replicates):
        """The stretches of replicates that no chunk covers."""
        gaps, covered = [], 0
        for start, stop, _ in self.found(cell):
            if start > covered:
                gaps.append((covered, min(start, replicates)))
            covered = max(covered, stop)
        if covered < replicates:
            gaps.append((covered, replicates))
        return [gap for gap in gaps if gap[0] < gap[1]]

    def rows(self, cell, replicates):
        """The rows of a cell so far, in the order of their replicates, each once."""
        rows = {}
        for _, _, path in self.found(cell):
            for row in _read(path).to_pylist():
                rows[row["replicate"]] = row
        return [rows[replicate] for replicate in sorted(rows) if replicate < replicates]


def _read(path, what=pq.read_table):
    """A table or its schema; a file that is no table, whatever its fingerprint says, is named."""
    try:
        return what(path)
    except pa.ArrowException as problem:
        raise HernaError(f"{path.name}: not a table that can be read ({problem})") from None


def to_parquet(rows, metadata=None) -> bytes:
    """Rows as the bytes of a parquet file; the same rows give the same bytes."""
    sink = io.BytesIO()
    table = pa.Table.from_pylist(rows).replace_schema_metadata(metadata)
    pq.write_table(table, sink, compression="zstd")
    return sink.getvalue()

"""The store: integrity, provenance, and what it says about damage."""

import ast
import json

import numpy as np
import pandas as pd
import pytest

from herna.errors import HernaError
from herna.experiments import EXPERIMENTS, PUBLISHED, UNPLAYED
from herna.files import write_atomically
from herna.results import provenance
from herna.results import store as store_module
from herna.results.provenance import code_hash, code_of, only_refuses
from herna.results.runner import reproduce
from herna.results.store import Chunks, Store
from tests.results.tiny import TINY


@pytest.fixture
def store(tmp_path):
    return reproduce(TINY, "quick", 1, root=tmp_path)


def test_a_manifest_tells_where_a_result_comes_from(store):
    manifest = store.manifest()
    assert manifest["parameters"]["seed"] == TINY.seed
    assert manifest["code"] == code_hash(TINY.modules())
    assert set(manifest["versions"]) >= {"python", "numpy", "numba", "pyarrow", "herna"}
    assert manifest["cpu_seconds"] >= 0
    assert manifest["cells"]["None"]["rows"] == TINY.quick_replicates
    assert {"commit", "clean", "date", "wall_seconds"} <= set(manifest)


def test_a_manifest_names_no_person_host_or_absolute_path(store):
    text = store.manifest_path.read_text()
    assert str(store.folder.parent) not in text
    assert '"/' not in text


def test_any_flipped_byte_is_found_and_named(store):
    path = store.folder / "None.parquet"
    whole = path.read_bytes()
    rng = np.random.default_rng(1)
    for place in rng.integers(len(whole), size=100):
        torn = bytearray(whole)
        torn[place] ^= 1 << rng.integers(8)
        path.write_bytes(bytes(torn))
        line = "quick/tiny/None.parquet: changed or damaged (sha256 does not match)"
        assert store.damage() == [line]
    with pytest.raises(HernaError, match=r"None\.parquet: changed or damaged"):
        store.table()


def test_any_flipped_byte_of_a_manifest_is_found_and_named(store):
    whole = store.manifest_path.read_bytes()
    rng = np.random.default_rng(2)
    for place in rng.integers(len(whole), size=300):
        torn = bytearray(whole)
        torn[place] ^= 1 << rng.integers(8)
        store.manifest_path.write_bytes(bytes(torn))
        with pytest.raises(HernaError, match=r"^quick/tiny/manifest\.json: [^\n]*$"):
            store.damage()
        assert not store.is_done()


@pytest.mark.parametrize("keep", [0, 1, 100, -1])
def test_a_half_file_is_found_and_named(store, keep):
    path = store.folder / "E-HillClimber.parquet"
    path.write_bytes(path.read_bytes()[:keep])
    assert "E-HillClimber.parquet: changed or damaged" in store.damage()[0]


def test_a_missing_table_is_found_and_named(store):
    (store.folder / "None.parquet").unlink()
    assert "None.parquet: missing" in store.damage()[0]
    assert not store.is_complete()


def test_a_cell_that_the_experiment_has_gained_is_named(store, tmp_path):
    grown = TINY.changed(algorithms={**TINY.algorithms, "another": "E-HillClimber"})
    later = Store(grown, "quick", tmp_path)
    assert "quick/tiny: no table of cell 'another'" in later.damage()[0]
    assert not later.is_complete()
    with pytest.raises(HernaError, match="run: herna reproduce tiny --scale quick"):
        later.table()


def test_results_of_another_definition_are_not_current(store, tmp_path):
    assert store.is_current()
    level = {"hillclimber(level=50)": "hillclimber(level=10)"}
    seats = tuple(level.get(seat, seat) for seat in TINY.seats)
    assert seats != TINY.seats
    assert not Store(TINY.changed(seats=seats), "quick", tmp_path).is_current()
    more = Store(TINY.changed(replicates=TINY.replicates + 1), "quick", tmp_path)
    assert more.is_current(), "how many rows are wanted is another question"


def test_damaged_results_are_made_anew(store, tmp_path):
    before = (store.folder / "None.parquet").read_bytes()
    (store.folder / "None.parquet").write_bytes(b"nonsense")
    again = reproduce(TINY, "quick", 1, root=tmp_path)
    assert (again.folder / "None.parquet").read_bytes() == before


def test_a_manifest_cannot_point_outside_its_folder(store):
    manifest = json.loads(store.manifest_path.read_text())
    manifest["cells"]["None"]["file"] = "../../../../etc/passwd"
    manifest["fingerprint"] = store_module.fingerprint_of(manifest)
    store.manifest_path.write_text(json.dumps(manifest))
    assert "quick/tiny/passwd: missing" in store.damage()[0]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"format": "other"}',
        '{"format": NaN}',
        '{"format": "herna-results/2"}',
        '{"format": "herna-results/2", "parameters": {}, "cells": {"None": 3}, "code": "", '
        '"versions": {}, "wall_seconds": 1.0}',
        "[" * 100_000,
    ],
)
def test_a_broken_manifest_is_refused_in_one_line(store, text):
    store.manifest_path.write_text(text)
    with pytest.raises(HernaError) as refused:
        store.manifest()
    assert "manifest.json" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_damaged_chunk_is_dropped_and_computed_again(tmp_path):
    store = Store(TINY, "quick", tmp_path)
    store.chunks.add("None", 0, 5, TINY.rows("None", range(5)))
    path = next(store.chunks.folder.iterdir())
    path.write_bytes(path.read_bytes()[:-1])
    assert store.chunks.missing("None", 10) == [(0, 10)]
    assert not path.exists()


def test_gaps_between_chunks_are_found_whatever_their_sizes(tmp_path):
    chunks = Store(TINY, "quick", tmp_path).chunks
    for start, stop in ((2, 4), (3, 6), (8, 9)):
        chunks.add("None", start, stop, [{"replicate": r} for r in range(start, stop)])
    assert chunks.missing("None", 10) == [(0, 2), (6, 8), (9, 10)]
    assert [row["replicate"] for row in chunks.rows("None", 10)] == [2, 3, 4, 5, 8]


def test_missing_results_say_how_to_get_them(tmp_path):
    with pytest.raises(HernaError, match="run: herna reproduce tiny --scale quick"):
        Store(TINY, "quick", tmp_path).table()


def test_progress_counts_finished_and_running_replicates(store, tmp_path):
    assert store.progress() == {"None": 10, "E-HillClimber": 10}
    running = Store(TINY, "thesis", tmp_path)
    running.chunks.add("None", 0, 3, TINY.rows("None", range(3)))
    assert running.progress() == {"None": 3, "E-HillClimber": 0}
    assert list(running.rows_so_far()["replicate"]) == [0, 1, 2]


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        (Store, "is_settled"),  # not yet, we are told, and in the next moment it is
        (Chunks, "found"),  # the chunks are listed, and in the next moment they are gone
        (store_module, "sha256"),  # the first chunk is still there, the second one is not
    ],
    ids=["before the chunks are listed", "before they are read", "while they are listed"],
)
def test_whoever_looks_while_a_run_ends_sees_its_tables(tmp_path, monkeypatch, owner, name):
    looked = getattr(owner, name)
    for look in (Store.rows_so_far, Store.progress):
        store = Store(TINY, "quick", tmp_path / look.__name__)
        for cell in TINY.cells():
            for start in (0, 5):
                rows = TINY.rows(cell, range(start, start + 5))
                store.chunks.add(cell, start, start + 5, rows)
        ends = [lambda store=store: store.publish(1)]

        def and_then_the_run_ends(*arguments, ends=ends):
            answer = looked(*arguments)
            if ends:
                ends.pop()()
            return answer

        monkeypatch.setattr(owner, name, and_then_the_run_ends)
        seen = look(store)
        assert not ends, "the run ended while we looked"
        assert not store.chunks.folder.exists()
        if look is Store.progress:
            assert seen == {"None": 10, "E-HillClimber": 10}
        else:
            assert seen.equals(store.table())
            assert len(seen) == 20


def test_a_read_only_store_is_an_error_and_not_a_half_result(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        reproduce(TINY, "quick", 1, root=tmp_path)
    monkeypatch.undo()
    store = Store(TINY, "quick", tmp_path)
    assert store.manifest() is None
    assert not [path for path in store.folder.rglob("*") if path.is_file() and path.name != ".lock"]


def test_seconds_of_an_interrupted_run_are_counted(tmp_path):
    store = Store(TINY, "quick", tmp_path)
    rows = TINY.rows("None", range(5))
    store.chunks.add("None", 0, 5, rows, cpu_seconds=100.0, wall_seconds=50.0)
    manifest = reproduce(TINY, "quick", 1, root=tmp_path).manifest()
    assert manifest["cpu_seconds"] >= 100
    assert 50 < manifest["wall_seconds"] < 100


def test_an_atomic_write_replaces_the_whole_file(tmp_path):
    path = tmp_path / "file"
    write_atomically(path, b"old")
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_code_hash_follows_imports_but_not_widgets():
    assert code_hash(("herna.games.ludo",)) != code_hash(("herna.games.pig",))
    seen = provenance.modules_behind(EXPERIMENTS["ludo_2hc"].modules())
    assert {"herna.games.ludo", "herna.kernels.world", "herna.arena"} <= set(seen)
    assert "herna.play" not in seen, "what people step decides no result"
    assert not [name for name in seen if "widgets" in name or "figures" in name or "pig" in name]
    assert not set(seen) & set(provenance.INDIFFERENT)


def test_comments_docstrings_and_blank_lines_are_not_code(tmp_path):
    bare, told, other = (tmp_path / name for name in ("bare.py", "told.py", "other.py"))
    bare.write_text('def f(x):\n    return "# ž" + x\nclass A:\n    y = """text"""\n', "utf-8")
    told.write_text(
        '"""A\nmodule, čte se."""\n\n'
        'def f(x):\n    """Adds.\n\n    # really\n    """\n\n    return "# ž" + x  # joined\n'
        '\n\nclass A:  # ů\n    y = """text"""\n',
        "utf-8",
    )
    other.write_text('def f(x):\n    return "# z" + x\nclass A:\n    y = """text"""\n', "utf-8")
    assert code_of(bare) == code_of(told) == bare.read_bytes().strip()
    assert code_of(bare) != code_of(other)


def test_functions_that_can_only_refuse_are_not_code(tmp_path):
    before, after, other = (tmp_path / name for name in ("before.py", "after.py", "other.py"))
    before.write_text("def f(x):\n    check_x(x)\n    return x\n")
    after.write_text(
        "def check_x(x):\n"
        '    """Refuse\n    it."""\n\n    if x:  # never\n        raise ValueError(x)\n\n\n'
        "def f(x):\n    check_x(x)\n    return x  # as it is\n\n\n"
        "def _check_y(y):\n    pass\n"
    )
    other.write_text("def f(x):\n    checked_x(x)\n    return x\n")
    assert code_of(before) == code_of(after) == before.read_bytes().strip()
    assert code_of(before) != code_of(other)


def test_what_is_called_a_refusal_decides_nothing():
    """It returns nothing, hands nothing out and writes into nothing that it was given."""
    found = 0
    for path in provenance.PACKAGE.rglob("*.py"):
        for function in filter(only_refuses, ast.walk(ast.parse(path.read_text("utf-8")))):
            found += 1
            for node in ast.walk(function):
                place = f"{path.name}: {function.name}"
                assert not isinstance(node, ast.Yield | ast.YieldFrom | ast.Nonlocal), place
                assert not (isinstance(node, ast.Return) and node.value), place
                changed = isinstance(node, ast.Attribute | ast.Subscript)
                assert not (changed and isinstance(node.ctx, ast.Store | ast.Del)), place
    assert found > 15


@pytest.mark.parametrize("name", PUBLISHED)
def test_committed_results_are_whole_and_made_by_this_code(name):
    store = Store(EXPERIMENTS[name], "thesis")
    assert store.is_complete()
    assert store.is_current(), f"run: herna reproduce {name} --scale thesis"


LONG = 20  # seconds a row


def plain(value):
    """A list where a table has an array."""
    return value.tolist() if hasattr(value, "tolist") else value


def test_what_is_called_unplayed_is_defined_and_not_published():
    assert set(UNPLAYED) < set(EXPERIMENTS)
    assert not any(Store(EXPERIMENTS[name], "thesis").manifest() for name in UNPLAYED)


@pytest.mark.parametrize("name", PUBLISHED)
def test_committed_rows_come_out_again(name):
    """The first or the last of every cell, in turns; of the many cells of a study one of six.

    Games that take long are left to the tests of who plays them.

    Of an evolution the first generation, and once the second: it takes all before it. Of its
    variants for every hero, each hero once, each time with another variant.
    """
    experiment = EXPERIMENTS[name]
    store, cells = Store(experiment, "thesis"), experiment.cells()
    table, spent = store.table(), store.manifest()["cells"]
    for number, cell in enumerate(cells):
        if spent[cell]["cpu_seconds"] > LONG * spent[cell]["rows"]:
            continue
        rows = table[table["cell"] == cell].dropna(axis=1, how="all")  # others have other columns
        stored = rows.drop(columns="cell").to_dict("records")
        replicate = (0, experiment.replicates - 1)[number % 2]
        if hasattr(experiment, "together"):
            replicate = 1 if number == 0 else 0
            if experiment.variants and number % (len(experiment.variants) + 1):
                continue
        elif len(cells) >= 10 and number % 6 != number // 6 % 2:
            continue
        (row,) = experiment.rows(cell, range(replicate, replicate + 1))
        told = {name: value for name, value in row.items() if value is not None}
        assert told == {name: plain(stored[replicate][name]) for name in told}
        assert all(pd.isna(stored[replicate].get(name)) for name in row.keys() - told.keys())


def test_a_file_that_is_no_table_is_named_even_if_its_fingerprint_fits(tmp_path):
    store = reproduce(TINY, "quick", 1, root=tmp_path)
    path = store.folder / "None.parquet"
    path.write_bytes(b"nonsense")
    manifest = json.loads((store.folder / "manifest.json").read_text())
    manifest["cells"]["None"]["sha256"] = store_module.sha256(path)
    manifest["fingerprint"] = store_module.fingerprint_of(manifest)
    (store.folder / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(HernaError, match=r"None\.parquet: not a table that can be read"):
        Store(TINY, "quick", root=tmp_path).table()

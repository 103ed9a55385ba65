"""Compilation: cached code is found again, never stale, and games from outside need no cache."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numba import types
from numba.core.errors import TypingError

import herna
from herna import compiled
from herna.compiled import compound, faceless, record, roomy
from herna.games.pig import Pig
from herna.kernels.workspace import workspace
from herna.warmup import warm_up

PACKAGE = Path(herna.__file__).parent


def run(code, cache, path=PACKAGE.parent, **environment):
    """What a fresh process prints that runs this code with its own kernel cache."""
    return subprocess.run(
        [sys.executable, "-c", code],
        env={
            **os.environ,
            "HERNA_CACHE_DIR": str(cache),
            "PYTHONPATH": str(path),
            "PYTHONDONTWRITEBYTECODE": "1",
            **environment,
        },
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()


def files(folder):
    """Every file below a folder, with the time of its last change."""
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


# A rule of Ludo that calls a helper of another module: the case in which numba's cache would lie.
ASK = """
import numpy as np
from herna.games.ludo import Ludo
game = Ludo(threshold=3.0)
ledger = np.zeros(1, game.ledger_type)
game.setup_ledger(ledger[0])
ledger["counts"][0, 0] = 10, 5, 4, 4, 2, 2
print(game.rules.believability(ledger[0]))
"""


def test_an_edited_helper_is_never_answered_from_a_stale_cache(tmp_path):
    copy, cache = tmp_path / "copy", tmp_path / "cache"
    shutil.copytree(PACKAGE, copy / "herna", ignore=shutil.ignore_patterns("__pycache__"))
    helper = copy / "herna" / "metrics" / "frequency.py"
    original = helper.read_text()
    assert run(ASK, cache, copy) == ["4.0"]
    warm = files(cache)
    assert warm, "the rule was cached"

    edited = original.replace("- threshold, 0.0)", "- threshold + 100.0, 0.0)")
    assert edited != original
    helper.write_text(edited)
    assert run(ASK, cache, copy) == ["395.0"], "104 for the first seat, 97 for each of the others"
    assert files(cache).keys() > warm.keys(), "edited sources have a folder of their own"

    helper.write_text(original)
    before = files(cache)
    assert run(ASK, cache, copy) == ["4.0"]
    assert files(cache) == before, "and the first folder serves again, unchanged"

    shutil.copytree(copy, tmp_path / "moved")
    helper.write_text("the other copy does not look here")
    assert run(ASK, cache, tmp_path / "moved") == ["4.0"]
    assert files(cache) == before, "it also serves another copy of these sources"


def test_a_process_stores_nothing_when_sources_were_edited_after_it_had_imported_them(tmp_path):
    copy, cache = tmp_path / "copy", tmp_path / "cache"
    shutil.copytree(PACKAGE, copy / "herna", ignore=shutil.ignore_patterns("__pycache__"))
    edit = f"""
from pathlib import Path
import herna.games.ludo
helper = Path({str(copy)!r}) / "herna" / "metrics" / "frequency.py"
helper.write_text(helper.read_text().replace("- threshold, 0.0)", "- threshold + 100.0, 0.0)"))
"""
    assert run(edit + ASK, cache, copy) == ["4.0"], "what was imported"
    assert not [path for path in files(cache) if path.suffix == ".nbc"]
    assert run(ASK, cache, copy) == ["395.0"], "what lies there now"


# A whole game, then what numba found in its cache and what it had to compile.
PLAY = """
from herna import Arena, HillClimber, Pig
from herna.kernels.match import at_the_table
from herna.seeds import generator
game = Pig()
moves = Arena(game, [HillClimber()] * 2).play(generator(1)).moves
parts = [at_the_table.compiled, *(rule._function.compiled for rule in game.rules)]
print(len(moves))
print(sum(sum(part.stats.cache_hits.values()) for part in parts))
print(sum(sum(part.stats.cache_misses.values()) for part in parts))
"""


def test_a_second_process_compiles_nothing():
    """In the cache of this test run, where other processes may be writing at the same time."""
    cache = compiled.cache_folder().parents[1]
    first, second = run(PLAY, cache), run(PLAY, cache)
    moves, hits, misses = map(int, second)
    assert moves == int(first[0])
    assert misses == 0
    assert hits > 10, "the kernel and the rules of the game"


# The same function for arguments of many types, in rows or in columns; writing takes its time.
ADD = """
import time
import numpy as np
from numba.core.caching import IndexDataCacheFile as Index
from herna.kernels.dice import at_lot
write = Index._save_index
Index._save_index = lambda self, lines: (time.sleep(0.2), write(self, lines))
for kind in ("f4", "f8", "i4", "i8", "u4", "u8"):
    for odds in (np.ones(2, kind), np.ones((2, 2), kind)[:, 0])[{part}]:
        at_lot(0.3, odds, 2)
found = at_lot.compiled.stats
print(sum(found.cache_hits.values()), sum(found.cache_misses.values()))
"""


def test_processes_that_compile_at_the_same_time_lose_nothing(tmp_path):
    with ThreadPoolExecutor() as pool:
        both = list(pool.map(lambda part: run(ADD.format(part=part), tmp_path), (":1", "1:")))
    assert both == [["0", "6"], ["0", "6"]]
    assert run(ADD.format(part=":"), tmp_path) == ["12", "0"]


def test_the_cache_is_named_after_all_sources():
    assert compiled.cache_folder().name == compiled.source_hash()
    assert len(compiled.source_hash()) == 16


def test_only_a_few_caches_of_older_sources_are_kept(tmp_path, monkeypatch):
    for age in range(8):
        folder = tmp_path / "kernels" / f"old{age}"
        folder.mkdir(parents=True)
        os.utime(folder, (1_000_000 - age, 1_000_000 - age))
    monkeypatch.setenv("HERNA_CACHE_DIR", str(tmp_path))
    ours = compiled.cache_folder.__wrapped__()
    left = {path.name for path in (tmp_path / "kernels").iterdir()}
    assert left == {ours.name, *(f"old{age}" for age in range(compiled.KEPT_CACHES))}


def test_a_cache_that_another_process_has_just_removed_does_not_stop_us(tmp_path, monkeypatch):
    monkeypatch.setenv("HERNA_CACHE_DIR", str(tmp_path))
    listed = Path.iterdir

    def with_a_ghost(folder):
        yield from listed(folder)
        yield folder / "removed-by-another-process"

    monkeypatch.setattr(Path, "iterdir", with_a_ghost)
    assert compiled.cache_folder.__wrapped__().is_dir()


def test_the_cache_goes_where_the_environment_says(tmp_path, monkeypatch):
    monkeypatch.delenv("HERNA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert compiled.cache_folder.__wrapped__().parent == tmp_path / "xdg" / "herna" / "kernels"
    monkeypatch.setenv("HERNA_CACHE_DIR", str(tmp_path / "ours"))
    assert compiled.cache_folder.__wrapped__().parent == tmp_path / "ours" / "kernels"


# A game written in a notebook cell: one player, one die, and a balance that goes up and down. Its
# states are no larger than those of Pig, so that only its rules have to be compiled.
OWN_GAME = """
from dataclasses import dataclass
from typing import ClassVar

import pytest

from herna.compiled import record, rule
from herna.dda import EHillClimber
from herna.game import CHANCE, OVER, Game
from herna.kernels.match import at_the_table
from herna.rules import bind
from herna.metrics.measure import measure
from herna.play import Arena, Match, Trace
from herna.players import HillClimber, MaxN
from herna.seeds import generator

STATE = record(("rolling", "i4"), ("completed", "i4"), ("pot", "f8"))


@rule
def to_move(s):
    return OVER if s.completed == 30 else (CHANCE if s.rolling else 0)


@rule
def moves(s, out):
    out[0], out[1], out[2] = 0, 1, 2
    return 3 if s.rolling else 2


@rule
def step(s, move):
    if s.rolling:
        s.pot += move - 1
        s.completed += 1
        s.rolling = 0
    else:
        s.pot += 2 * move - 1
        s.rolling = 1


@rule
def returns(s, out):
    out[0] = s.pot


@rule
def rounds(s):
    return s.completed


@dataclass(frozen=True)
class Balance(Game):
    n_players: int = 1
    name: ClassVar[str] = "balance"
    state_type: ClassVar = STATE
    max_moves: ClassVar[int] = 3
    rules: ClassVar = bind(
        STATE, to_move=to_move, moves=moves, step=step, returns=returns, rounds=rounds
    )

    def setup(self, s):
        pass


game = Balance()
for player in (HillClimber(level=50), MaxN(depth=3, level=40)):
    for chance in (None, EHillClimber({"tension": 1, "lead_time": 1})):
        match = Match(game, [player], seed=3, chance=chance).finish()
        outcome = Arena(game, [player], chance).play(generator(3))
        assert tuple(match.moves) == outcome.moves and outcome.finished
        slow = measure(Trace(game, outcome.moves))
        assert outcome.metrics == pytest.approx(slow, abs=1e-9), (outcome.metrics, slow)
        assert outcome.metrics == pytest.approx(match.metrics_at(), abs=1e-9)
        assert outcome.rounds == 30 and outcome.metrics["fairness"] == 0.0
        print(outcome.metrics["lead_changes"], outcome.metrics["lead_time"])
print(sum(at_the_table.compiled.stats.cache_misses.values()))
"""


def test_a_game_from_outside_the_package_works_without_caching_its_rules(tmp_path):
    """Its metrics are those of a single player, which no game of the house has."""
    script = tmp_path / "notebook_cell.py"
    script.write_text(OWN_GAME)
    code = f"import runpy; runpy.run_path({str(script)!r}, run_name='__main__')"
    warm_up(Pig())
    *said, compiled_kernels = run(code, compiled.cache_folder().parents[1])
    assert len(said) == 8
    assert any(float(changes) > 0 for changes in said[::2]), "the balance did change its sign"
    assert compiled_kernels == "0", "games of about one size share their kernels"
    cached = {path.name for path in compiled.cache_folder().rglob("*")}
    assert not [name for name in cached if "notebook_cell" in name]
    assert [path.name for path in tmp_path.iterdir()] == ["notebook_cell.py"]


# Records.


@pytest.mark.parametrize("name", ["size", "shape", "copy", "item", "T", "data", "tobytes", "dtype"])
def test_a_record_field_may_not_hide_a_name_of_numpy(name):
    with pytest.raises(ValueError, match=f"record field '{name}' is a numpy method"):
        record(("fine", "i4"), (name, "i4"))


def test_the_fields_of_a_record_read_as_attributes():
    row = np.zeros(1, record(("here", "i4"), ("places", "f8", 3)))[0]
    row.here, row.places[1] = 5, 2.5
    assert row.here == 5
    assert row.places.tolist() == [0.0, 2.5, 0.0]


@pytest.mark.parametrize("count", range(1, 6))
def test_records_nest_without_misalignment(count):
    inner = record(*((f"n{i}", "i4") for i in range(count)))
    outer = record(("inner", inner), ("value", "f8"), ("last", "i4"))
    assert inner.itemsize % 8 == 0
    assert outer.itemsize % 8 == 0
    assert outer.fields["value"][1] % 8 == 0
    rows = np.zeros(3, outer)
    rows[1].inner.n0, rows[1].value = 7, 1.5
    assert rows[1].inner.n0 == 7
    assert rows["value"].tolist() == [0.0, 1.5, 0.0]


@pytest.mark.parametrize(
    ("needed", "room"), [(1, 256), (32, 256), (33, 384), (48, 384), (49, 512), (380, 3072)]
)
def test_records_get_room_in_a_few_sizes(needed, room):
    tight = record(("values", "f8", needed))
    wide = roomy(tight)
    assert wide.itemsize == room
    assert wide.names == tight.names and wide.fields["values"][1] == 0
    assert roomy(wide) is wide, "once is enough"


def test_what_a_kernel_is_handed_has_no_fields_but_is_the_same_memory():
    mine, other = (roomy(record((name, "i8"))) for name in ("mine", "other"))
    worlds = [np.zeros(2, compound(state=kind, meter=np.dtype("f8"))) for kind in (mine, other)]
    seen = [faceless(array) for array in worlds]
    assert seen[0].dtype == seen[1].dtype
    assert "mine" not in seen[0].dtype["state"].names
    seen[0][1].state.words[0] = 7
    assert worlds[0][1].state.mine == 7
    assert faceless(worlds[0][1]).state.words[0] == 7, "of single records, too"
    assert faceless(3) == 3


def test_scratch_memory_is_looked_through():
    work = workspace(Pig())
    seen = faceless(work)
    assert type(seen) is type(work)
    assert seen.states.dtype.names == ("words",)
    assert seen.moves is work.moves


def test_a_rule_that_cannot_be_compiled_ends_in_its_error():
    """A kernel asks rules for their addresses; what goes wrong there must not be lost."""

    @compiled.rule
    def nonsense(s):
        return s.turn + "one"

    @compiled.kernel
    def ask(rules, s):
        return rules.to_move(s)

    state = Pig().initial().array[0]
    assert ask(Pig.rules, state) == 0
    broken = Pig.rules._replace(to_move=compiled.typed(nonsense, types.int64, Pig.state_type))
    with pytest.raises(TypingError, match="No implementation of function"):
        ask(broken, state)


MULTIPLY = """
import sys
from herna.games import Pig
from herna.kernels.playout import playouts
import numba, numpy as np
print("scipy.linalg" in sys.modules)
matrix = np.arange(4.0).reshape(2, 2)
print(np.array_equal(numba.njit(lambda a: a @ a)(matrix), matrix @ matrix))
"""


def test_scipy_is_not_loaded_to_play_and_compiled_code_can_still_multiply_matrices(tmp_path):
    assert run(MULTIPLY, tmp_path) == ["False", "True"]

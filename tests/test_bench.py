"""The bench compares like with like: its C++ twin plays our games; its table says what it saw."""

import shutil
from dataclasses import asdict

import numpy as np
import pytest

from herna import bench
from herna.bench import Playouts, Row, as_text, build_twin, compare, run, twin_playouts
from herna.errors import HernaError

GAMES, SEED = 50, 2024
# What both make of the same lots: plies, mean rounds and the first lot not used, per players.
GOLDEN = {
    2: (10818, 110.1, 0.7958999409666166),
    3: (20157, 199.46, 0.5785724633566238),
    4: (29704, 290.58, 0.06634940151393909),
}


def our_games(players):
    play, plies, rounds = Playouts(players, SEED), 0, 0
    for _ in range(GAMES):
        plies += play(1)
        rounds += play.work.states[0].completed
    return plies, rounds / GAMES, play.rng.random()


@pytest.fixture(scope="module")
def twin(tmp_path_factory):
    """The twin as a function of the players; without a compiler, what it printed elsewhere."""
    if not any(map(shutil.which, bench.COMPILERS)):
        return GOLDEN.get
    binary = build_twin(tmp_path_factory.mktemp("twin"))

    def play(players):
        done = twin_playouts(binary, GAMES, np.random.default_rng(SEED), players)
        return done["plies"], done["rounds"], done["next"]

    return play


@pytest.mark.parametrize("players", GOLDEN)
def test_the_twin_plays_the_very_same_games_as_we_do(twin, players):
    assert twin(players) == our_games(players) == GOLDEN[players]


def test_a_row_holds_the_median_of_the_ratios_of_neighbouring_slices():
    ours = iter([(1, 1), (10, 1), (90, 1), (40, 1)])  # the first is for warming up
    peer = iter([(1, 1), (5, 1), (30, 1), (10, 1)])
    row = compare("both", lambda: next(ours), lambda: next(peer), 3, bound=3, unit="x/s", scale=1)
    assert row == Row("both", 40, 10, ratio=3, bound=3, unit="x/s", ok=True)


def test_a_ratio_below_its_bound_is_not_ok():
    row = compare("both", lambda: (1, 1), lambda: (2, 1), 3, bound=0.85)
    assert (row.ratio, row.ok) == (0.5, False)


def test_a_row_can_be_measured_by_name():
    (row,) = run(["import"], quick=True)
    assert (row["name"], row["bound"], row["peer"]) == ("import", 0.5, None)
    assert row["ours"] > 0


def test_an_unknown_row_is_refused_in_one_line():
    with pytest.raises(HernaError, match=r"no row 'playouts'; .*allowed: playouts-cpp"):
        run(["playouts"])


def test_without_a_compiler_the_row_says_how_to_get_one(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    (row,) = run(["playouts-cpp"])
    assert row["ok"] is None
    assert row["note"].startswith("left out: no C++ compiler; get one")


@pytest.mark.parametrize("name", [name for name in bench.ROWS if "openspiel" in name])
def test_without_openspiel_the_rows_say_how_to_get_it(monkeypatch, name):
    monkeypatch.setattr(bench, "find_spec", lambda _: None)
    bench.maedn.cache_clear()
    (row,) = run([name])
    assert (row["ok"], row["note"]) == (None, "left out: pip install herna[bench]")


def test_the_table_lines_numbers_up_and_says_what_was_missed():
    rows = [
        Row("fast", 41.27, 40.0, 1.03175, 0.85, "M plies/s", True, "by hand"),
        Row("slow", 8.0, 1.0, 8.0, 10, "M plies/s", False, "in C++"),
        Row("start", 0.0312, bound=0.5, unit="s CPU", ok=True, note="import"),
        Row("absent", note="left out: pip install it"),
    ]
    assert as_text(map(asdict, rows)).splitlines() == [
        "          ours  peer  unit       ratio  bound",
        "fast      41.3  40.0  M plies/s   1.03  >= 0.85  ok      by hand",
        "slow      8.00  1.00  M plies/s   8.00  >= 10    MISSED  in C++",
        "start   0.0312        s CPU             <= 0.5   ok      import",
        "absent                                           -       left out: pip install it",
    ]

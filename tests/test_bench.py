"""The bench compares like with like: its C++ twin plays our games; its table says what it saw.

What environment players look at is counted in the compiled kernels; here the counts are compared
with what one works out by hand for a tree of which everything is known.
"""

import math
import shutil
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from herna import bench, book
from herna.bench import Playouts, Row, as_text, build_twin, compare, run, twin_playouts
from herna.costs import (
    COSTED,
    GROWTHS,
    LIMITS,
    CountedStep,
    Decision,
    Tree,
    factor,
    power,
    widest_chance,
)
from herna.errors import HernaError
from herna.kernels.world import new_worlds

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
        Row("growth", 1.95, bound=2.1, least=1.9, unit="power", ok=True, note="quadratic"),
        Row("absent", note="left out: pip install it"),
    ]
    assert as_text(map(asdict, rows)).splitlines() == [
        "          ours  peer  unit       ratio  bound",
        "fast      41.3  40.0  M plies/s   1.03  >= 0.85   ok      by hand",
        "slow      8.00  1.00  M plies/s   8.00  >= 10     MISSED  in C++",
        "start   0.0312        s CPU             <= 0.5    ok      import",
        "growth    1.95        power             1.9..2.1  ok      quadratic",
        "absent                                            -       left out: pip install it",
    ]


# What a decision of an environment player costs.


def options(b, w, depth):
    """Of every level behind the first outcome: moves of the player and outcomes in turn."""
    return [b if level % 2 else w for level in range(depth)]


def nodes_of(words, b, w, depth):
    """What an environment player looks at in the tree, worked out by hand."""
    levels = options(b, w, depth)
    if words.startswith("E-MaxMax"):  # a line behind every outcome; the best is made once more
        return b * (1 + sum(count + 1 for count in levels))
    widths = [math.prod(levels[:level]) for level in range(len(levels) + 1)]
    return b * sum(widths)  # E-HillClimber has no levels


PLAYERS = {
    "E-HillClimber": (0,),
    "E-MaxMax(depth={})": (0, 1, 2, 3, 8),
    "E-MaxN(depth={}, width=100, outcomes=100)": (0, 1, 2, 3, 4),
}


@pytest.mark.parametrize(("b", "w"), [(1, 1), (2, 5), (6, 4)])
@pytest.mark.parametrize(
    ("words", "depth"), [(words, depth) for words, depths in PLAYERS.items() for depth in depths]
)
def test_the_nodes_counted_in_a_tree_are_those_worked_out_by_hand(words, depth, b, w):
    tree = Tree(outcomes=b, choices=w)
    nodes, widest = Decision(tree, new_worlds(tree), words.format(depth)).count()
    assert nodes == nodes_of(words, b, w, depth)
    assert widest == max([b, *options(b, w, depth)])


def test_a_narrow_e_maxn_looks_at_every_move_but_follows_only_the_best():
    tree, words = Tree(outcomes=3, choices=5), "E-MaxN(depth=2, width=2, outcomes=2)"
    nodes, _ = Decision(tree, new_worlds(tree), words).count()
    assert nodes == 3 * (1 + 5 + 2 * (1 + 2))


def test_counting_changes_no_rating():
    game, words = COSTED["ludo"][0], "E-MaxN(depth=3)"
    decision, step = Decision(game, widest_chance(game), words), CountedStep(game)
    ratings = []
    for rules in (game.rules, game.rules._replace(step=step)):
        decision._rate(rules)
        ratings.append(decision.work.ratings.tolist())
    assert ratings[0] == ratings[1]
    assert step.nodes > decision.outcomes


@pytest.mark.parametrize("name", GROWTHS)
def test_nodes_grow_as_the_thesis_says(name):
    (row,) = run([f"nodes-{name}"])
    assert row["ok"], row
    assert row["least"] < GROWTHS[name].expected < row["bound"]


@pytest.mark.parametrize("wrong", [0.5, 2])
def test_growth_that_is_too_slow_or_too_fast_is_missed(wrong):
    growth = GROWTHS["maxmax-d"]
    other = replace(growth, expected=growth.expected * wrong)
    assert bench._growth_of_nodes(other, "nodes", 1).ok is False
    as_measured = (growth.expected, bench.TIME_OFF, "us CPU", ["1", "2"])  # no clock: it is noisy
    assert bench._as_expected("time", growth, *as_measured).ok is True
    assert bench._as_expected("time", other, *as_measured).ok is False


def test_the_growth_of_time_comes_with_its_figures():
    row = bench._growth_of_time(GROWTHS["hillclimber-b"], "time", 1)
    assert row.ours > 0
    assert "256, 1024, 4096: " in row.note and row.note.endswith(" us CPU")


@pytest.mark.parametrize(
    ("name", "kind"), [*(("pig", kind) for kind in LIMITS), ("ludo", "hillclimber")]
)
def test_a_real_game_stays_within_the_nodes_that_the_thesis_allows(name, kind):
    (row,) = run([f"cost-{name}-{kind}"], quick=True)
    assert row["ok"], row
    assert "6 outcomes" in row["note"]
    assert kind != "hillclimber" or row["ours"] == 1, "as many nodes as outcomes"


def test_a_power_and_a_factor_are_found_in_costs_that_are_not_quite_even():
    assert power([10, 20, 40], [101, 399, 1602]) == pytest.approx(2, abs=0.01)
    assert factor([1, 2, 3], [7.1, 69, 702]) == pytest.approx(10, rel=0.01)


# The notebooks.


@pytest.fixture
def clock(monkeypatch):
    """Notebooks that take as many seconds as their names have letters."""
    seconds = [0.0]

    def execute(path, parameters):
        assert isinstance(parameters, dict)
        seconds[0] += len(path.stem)

    monkeypatch.setattr(book, "execute", execute)
    monkeypatch.setattr(bench.time, "perf_counter", lambda: seconds[0])


def test_the_slowest_notebook_is_named_with_its_time(clock):
    (row,) = run(["notebooks"])
    notebooks = Path(__file__).parents[1] / "notebooks"
    slowest = max((path.stem for path in notebooks.rglob("[0-9]*.ipynb")), key=len)
    assert (row["ours"], row["bound"], row["unit"], row["ok"]) == (len(slowest), 60, "s", True)
    assert row["note"].startswith("the slowest notebook, ")


def test_without_a_checkout_the_notebooks_are_left_out(monkeypatch, tmp_path):
    monkeypatch.setattr(bench, "TESTS", tmp_path)
    (row,) = run(["notebooks"])
    assert row["ok"] is None
    assert row["note"].startswith("left out: needs a checkout")


def test_a_notebook_that_fails_has_no_time(monkeypatch):
    def execute(path, parameters):
        raise HernaError(f"{path.name}: a cell failed")

    monkeypatch.setattr(book, "execute", execute)
    (row,) = run(["notebooks"])
    assert row["ok"] is None
    assert row["note"].startswith("left out: 00_start_here.ipynb: a cell failed")

"""How fast we are, as ratios: `herna bench` times us and a peer in one run on one core.

Seconds of one machine say little about another, and two runs on a shared machine differ by half.
So both sides take turns, slice by slice, on CPU time, and a row holds the median of the ratios of
neighbouring slices. Rows without a peer are start-up times against a limit.

What a decision of an environment player costs is counted, in states looked at, and timed: on a
tree of which everything is known (`Tree`) against the numbers of outcomes and levels, where it must
grow as thesis 1 says, no less and no more; and on real games against the bounds of the thesis.

Peers: a twin of our Ludo in C++ (`bench/ludo.cpp`), and OpenSpiel's `maedn`, the same kind of race
(four players, four figures, a ring of 40, one die) with other rules for the house, written in C++.
"""

import itertools
import json
import math
import os
import re
import runpy
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from random import Random  # for OpenSpiel's side, as its users would

import numpy as np
from tqdm import tqdm

from herna.costs import COSTED, GROWTHS, LIMITS, Decision, enough, power, timed, widest_chance
from herna.errors import HernaError, nearest
from herna.games import LostCities, Ludo
from herna.kernels.mcts import rate_by_mcts
from herna.kernels.playout import playouts
from herna.kernels.workspace import workspace

TWIN_SOURCE = Path(__file__).parents[2] / "bench" / "ludo.cpp"
TESTS = TWIN_SOURCE.parents[1] / "tests"
COMPILERS = ("g++", "c++", "clang++")
LIMIT = 100_000  # plies; no playout of Ludo comes near
ITERATIONS = 100  # of our tree search: some 460 playouts
SIMULATIONS = 460  # of OpenSpiel's
THESIS_EVOLUTION = 62 * 30 * 100 * 3  # games of thesis 2's evolution


@dataclass(frozen=True)
class Row:
    """One line of the table; `ok` is None where the row was left out."""

    name: str
    ours: float | None = None
    peer: float | None = None  # None: the row has a limit instead of a peer
    ratio: float | None = None  # ours / peer
    bound: float | None = None  # of the ratio from below, or of `ours` from above
    unit: str = ""
    ok: bool | None = None
    note: str = ""
    least: float | None = None  # of `ours` from below, where too little is a fault as well


class LeftOut(Exception):
    """What is missing for a row, and how to get it."""


def run(names=None, quick=False):
    """Measure the named rows, or all; a list of dicts. `quick` takes few slices, to try it out."""
    for name in names or ():
        if name not in ROWS:
            raise HernaError(f"bench: no row {name!r}; {nearest(name, ROWS)}")
    bar = tqdm(names or ROWS, desc="bench", unit="row", leave=False, disable=quick)
    return [asdict(_row(name, 3 if quick else 15)) for name in told(bar)]


def told(bar):
    """The names, each shown beside the bar while it is measured."""
    for name in bar:
        bar.set_postfix_str(name)
        yield name


def _row(name, slices):
    try:
        return ROWS[name](name, slices)
    except LeftOut as missing:
        return Row(name, note=f"left out: {missing}")


# Timing.


def compare(name, ours, peer, slices, bound, unit="M plies/s", scale=1e6, note=""):
    """A row from two functions, each of which works for a slice: (amount, CPU seconds)."""
    ours(), peer()  # compiled, loaded and warm
    rates = [(_rate(ours), _rate(peer)) for _ in range(slices)]
    ratio = statistics.median(mine / theirs for mine, theirs in rates)
    mine, theirs = (statistics.median(side) / scale for side in zip(*rates, strict=True))
    return Row(name, mine, theirs, ratio, bound, unit, ratio >= bound, note)


def _rate(side):
    amount, seconds = side()
    return amount / seconds


# Ours.


class Playouts:
    """Random playouts of Ludo from its start, all drawn from one generator."""

    def __init__(self, players=4, seed=0):
        self.game = Ludo(n_players=players)
        self.rng = np.random.default_rng(seed)
        self.work = workspace(self.game)  # the last game ends in `work.states[0]`

    def __call__(self, games):
        """Play so many games; all plies made."""
        rules, start, work = self.game.rules, self.game.initial().array, self.work
        return playouts(
            rules, start, work.states, work.moves[0], work.odds[0], self.rng, games, LIMIT
        )

    def slice(self):
        return timed(lambda: self(2000))


# The twin in C++.


def twin_playouts(binary, games, rng, players=4):
    """What the twin prints after as many games with the lots that `rng` would draw next."""
    lots = rng.bit_generator.state["state"]
    words = (games, lots["state"], lots["inc"], players)
    done = subprocess.run([binary, *map(str, words)], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def build_twin(folder):
    """Compile the twin into a folder."""
    compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
    if compiler is None:
        raise LeftOut("no C++ compiler; get one, for example by: apt install g++")
    if not TWIN_SOURCE.exists():
        raise LeftOut("bench/ludo.cpp is not here; run from a clone of the repository")
    binary = Path(folder) / "ludo"
    flags = ("-std=c++20", "-O3", "-march=native")
    subprocess.run([compiler, *flags, str(TWIN_SOURCE), "-o", str(binary)], check=True)
    return binary


def _playouts_cpp(name, slices):
    with tempfile.TemporaryDirectory() as folder:
        binary, seeds = build_twin(folder), itertools.count()  # other games in every slice

        def twin():
            done = twin_playouts(binary, 4000, np.random.default_rng(next(seeds)))
            return done["plies"], done["seconds"]

        return compare(name, Playouts().slice, twin, slices, 0.85, note="the same rules by hand")


# OpenSpiel.


@cache
def maedn():
    """OpenSpiel's module and its game that is nearest to ours."""
    if find_spec("pyspiel") is None:
        raise LeftOut("pip install herna[bench]")
    import pyspiel

    return pyspiel, pyspiel.load_game("maedn(players=4)")


def play_in_python(game, rng):
    """One random game through OpenSpiel's Python interface; its plies.

    Outcomes are sampled by their odds, as for any game. OpenSpiel's own Python rollouts do it by
    `np.random.choice` and are a third as fast; knowing that the die is fair would double the speed.
    """
    state, plies = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            (action,) = rng.choices(outcomes, odds)
        else:
            action = rng.choice(state.legal_actions())
        state.apply_action(action)
        plies += 1
    return plies


@cache
def plies_per_game():
    """The mean length of a random game of `maedn`, known within two per cent."""
    rng = Random(0)
    return statistics.fmean(play_in_python(maedn()[1], rng) for _ in range(300))


def searcher(simulations, rollouts):
    """OpenSpiel's tree search in C++, with so many random rollouts per simulation."""
    pyspiel, game = maedn()
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    exploration, memory_mb, solve, seed, verbose = math.sqrt(2), 1000, False, 1, False
    return pyspiel.MCTSBot(
        game, evaluator, exploration, simulations, memory_mb, solve, seed, verbose
    )


def _playouts_openspiel(name, slices):
    """Pyspiel has no call for rollouts, but a search of one simulation is just that.

    It evaluates its root by rollouts and stops, without growing a tree or leaving C++. Nothing
    faster was found: `evaluate_bots` with random bots in C++ is a quarter slower.
    """
    rollouts = 100
    search, state = searcher(1, rollouts), maedn()[1].new_initial_state()
    state.apply_action(0)  # a search starts where a player decides: after the first roll

    def rolled():
        search.mcts_search(state)
        return rollouts * (plies_per_game() - 1)

    plies_per_game()  # measured before the clock runs
    note = "its rollouts in C++"
    return compare(name, Playouts().slice, lambda: timed(rolled), slices, 10, note=note)


def _playouts_openspiel_python(name, slices):
    rng, game = Random(1), maedn()[1]

    def played():
        return sum(play_in_python(game, rng) for _ in range(20))

    note = "its Python interface"
    return compare(name, Playouts().slice, lambda: timed(played), slices, 80, note=note)


def _mcts_openspiel(name, slices):
    """Both search the first decision with a choice, with one random playout per simulation."""
    search, state = searcher(SIMULATIONS, 1), _first_choice(maedn()[1])

    def theirs():
        search.mcts_search(state)
        return SIMULATIONS

    return compare(
        name,
        our_searches(),
        lambda: timed(theirs),
        slices,
        bound=10,
        unit="k playouts/s",
        scale=1e3,
        note=f"its MCTS in C++, {SIMULATIONS} playouts per tree",
    )


def _first_choice(game):
    rng, state = Random(0), game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def our_searches(searches=20):
    """A slice of tree searches after the first roll of Ludo, counted in playouts."""
    game, rng = Ludo(), np.random.default_rng(0)
    work = workspace(game, iterations=ITERATIONS)
    state = game.step(game.initial(), 5)
    choices, players = len(game.moves(state)), game.n_players

    def search():
        work.states[0] = state.array[0]
        return rate_by_mcts(
            game.rules, work, choices, ITERATIONS, math.sqrt(2), players, rng, LIMIT
        )

    return lambda: timed(lambda: sum(search() for _ in range(searches)))


# Starting up, in fresh processes.

IMPORT = """
import json, time
cpu, wall = time.process_time(), time.perf_counter()
import herna
print(json.dumps([time.process_time() - cpu, time.perf_counter() - wall]))
"""

FIRST_CALL = """
import json, time
begin, begin_wall = time.process_time(), time.perf_counter()
from herna.games import Ludo
from herna.play import Arena
from herna.players import HillClimber
from herna.seeds import generator
cpu, wall = time.process_time(), time.perf_counter()
Arena(Ludo(), [HillClimber()] * 4).play(generator(0))
end, end_wall = time.process_time(), time.perf_counter()
print(json.dumps([end - cpu, end_wall - wall, end - begin, end_wall - begin_wall]))
"""


def fresh(code, times):
    """Run code in new processes after a first that fills the caches; the medians it printed."""
    command = [sys.executable, "-c", code]
    runs = [
        subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ).stdout
        for _ in range(times + 1)
    ]
    return [statistics.median(column) for column in zip(*map(json.loads, runs[1:]), strict=True)]


def _import(name, slices):
    cpu, wall = fresh(IMPORT, min(slices, 5))
    return _within(name, wall, 0.5, f"import herna; {cpu:.2f} s CPU")


def _first_call(name, slices):
    cpu, wall, cpu_all, wall_all = fresh(FIRST_CALL, min(slices, 5))
    note = (
        f"a whole game of Ludo from a warm cache; {cpu:.2f} s CPU, "
        f"with imports {wall_all:.2f} s, {cpu_all:.2f} s CPU"
    )
    return _within(name, wall, 1.0, note)


def _within(name, seconds, limit, note, unit="s"):
    return Row(name, ours=seconds, bound=limit, unit=unit, ok=seconds <= limit, note=note)


def _between(name, value, least, most, note, unit):
    ok = bool(least <= value <= most)
    return Row(name, ours=value, bound=most, least=least, unit=unit, ok=ok, note=note)


# What people wait for, on the clock.


def _cell(experiment, algorithm, limit, name, _):
    """The 1000 games of one cell of an experiment, from an empty store."""
    from herna.experiments import EXPERIMENTS
    from herna.results.runner import reproduce

    whole = EXPERIMENTS[experiment]
    cell = whole.changed(algorithms={algorithm: whole.algorithms[algorithm]})
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        reproduce(cell, "thesis", workers=2, root=folder)
        seconds = time.perf_counter() - began
    note = f"1000 games of {experiment} with {algorithm} on two workers"
    return _within(name, seconds, limit, note)


def _lost_cities(name, slices):
    """Random playouts of Lost Cities, in microseconds for a game."""
    game, rng = LostCities(), np.random.default_rng(0)
    work, start = workspace(game), game.initial().array

    def slice_of_games(games=2000):
        play = game.rules, start, work.states, work.moves[0], work.odds[0], rng, games, LIMIT
        _, seconds = timed(lambda: playouts(*play))
        return 1e6 * seconds / games

    slice_of_games(10)
    each = statistics.median(slice_of_games() for _ in range(slices))
    note = f"a random game of Lost Cities; {1e6 / each:,.0f} games/s"
    return _within(name, each, 50.0, note, "us CPU")


def _dungeon(name, slices):
    """Whole games of evolved bots in the dungeon, those of all heroes in turn."""
    from herna.dungeon.crawler import Crawler
    from herna.dungeon.genome import bot
    from herna.dungeon.representatives import evolved
    from herna.experiments.dungeon_experiment import dungeon_of

    players = [
        (Crawler(dungeon_of(hero, {})), bot(one.genome))
        for hero, bots in evolved("judges").items()
        for one in bots
    ]
    rng = np.random.default_rng(0)

    def slice_of_games(times=10):
        def play():
            for crawler, row in players * times:
                crawler.play(row, rng)

        _, seconds = timed(play)
        return 1000 * seconds / (times * len(players))

    slice_of_games(1)
    each = statistics.median(slice_of_games() for _ in range(slices))
    minutes = THESIS_EVOLUTION * each / 1000 / 2 / 60
    note = (
        f"a game of an evolved bot in the dungeon; {1000 / each:,.0f} games/s, "
        f"the thesis's {THESIS_EVOLUTION:,} games in {minutes:.0f} min on two cores"
    )
    return _within(name, each, 5.0, note, "ms CPU")


def _checkers_nodes(name, slices):
    """The plain full search of checkers for three, six plies from the start."""
    from herna.games import Checkers
    from herna.kernels.payoff_search import payoff_work, search_payoffs
    from herna.payoffs import StdAI

    game = Checkers()
    work, minds = payoff_work(game, 6), StdAI().minds(game)

    def search(clever):
        work.states[0] = game.initial().array[0]
        _, seconds = timed(lambda: search_payoffs(game.rules, game.pays, work, minds, 6, 3, clever))
        return seconds, int(work.tally[1])

    search(False), search(True)
    seconds, nodes = min(search(False) for _ in range(slices))
    quick, listed = min(search(True) for _ in range(slices))
    note = (
        f"a node of the full search, {nodes / seconds / 1e6:.1f} M nodes/s; the clever one lists "
        f"{listed:,} of {nodes:,} moves and is {seconds / quick:.1f} times as fast"
    )
    return _within(name, 1e9 * seconds / nodes, 333.0, note, "ns CPU")


def _pruned_nodes(name, _):
    """What pruning leaves of the moves that the plain full search looks at, six plies deep."""
    from herna.games import Checkers
    from herna.kernels.payoff_search import payoff_work, search_payoffs
    from herna.kernels.pruned_search import BEST_REPLY, PARANOID, pruned_work, search_pruned
    from herna.payoffs import StdAI

    game, looked = Checkers(), {}
    minds, whole = StdAI().minds(game), payoff_work(game, 6)
    whole.states[0] = game.initial().array[0]
    search_payoffs(game.rules, game.pays, whole, minds, 6, 3, False)
    for words, way in (("Paranoid", PARANOID), ("Best Reply", BEST_REPLY)):
        work = pruned_work(game, 6)
        work.states[0] = game.initial().array[0]
        search_pruned(game.rules, game.pays, work, minds, 6, 3, way)
        looked[words] = int(work.tally[0])
    note = f"of {int(whole.tally[1]):,} moves of full search: " + ", ".join(
        f"{words} {count:,}" for words, count in looked.items()
    )
    share = max(looked.values()) / int(whole.tally[1])
    return _within(name, 100 * share, 20.0, note, "%")


def _checkers_games(name, slices):
    """Whole games of checkers by full search, every pair of strategies once."""
    from herna.games import Checkers
    from herna.payoffs import StdAI
    from herna.play import Match

    game = Checkers()
    Match(game, [StdAI()] * 3).step()
    seconds = []
    for number, (one, other) in enumerate(itertools.combinations(game.strategies, 2)):
        seats = [StdAI(known, deeper=True) for known in (one, one, other)]
        seconds.append(timed(Match(game, seats, seed=number).finish)[1])
    note = f"a game of full search, mean of {len(seconds)}, longest {max(seconds):.0f} s"
    return _within(name, statistics.mean(seconds), 15.0, note, "s CPU")


def _genetic_move(name, slices):
    """A decision of the genetic player of thesis 3 with its largest usual settings."""
    from herna.games import Checkers
    from herna.payoffs import Genetic

    game, player = Checkers(), Genetic(turns=3, population=5000, generations=70)
    rng = np.random.default_rng(0)
    Genetic(turns=3, population=10, generations=1)(game, game.initial(), rng)
    seconds = [timed(lambda: player(game, game.initial(), rng))[1] for _ in range(slices)]
    note = "a move of the genetic player {3, 5000, 70, 1, 1}"
    return _within(name, statistics.median(seconds), 3.0, note, "s CPU")


def _minimax_answer(name, _):
    """The slowest answer of Minimax IS in a game of Lost Cities, as a person waits for it."""
    from herna.play import Match
    from herna.players import MinimaxIS

    game, player, times = LostCities(), MinimaxIS(), []
    match = Match(game, [player, player], seed=1)
    while not match.over:
        began, decides = time.perf_counter(), match.to_move >= 0
        match.step()
        if decides:
            times.append(1000 * (time.perf_counter() - began))
    note = (
        f"slowest of {len(times)} answers of Minimax IS; median {statistics.median(times):.0f} ms"
    )
    return _within(name, max(times[1:]), 300.0, note, "ms")


def decision_seconds(environment, decisions=200):
    """The CPU seconds of a decision of an environment player in the middle of a game of Ludo."""
    from herna.play import Match
    from herna.players import Random as AnyMove

    game, rng = Ludo(), np.random.default_rng(1)
    match = Match(game, [AnyMove()] * 4, seed=3)
    match.go_to(100)
    while match.to_move >= 0:
        match.step()
    environment(game, match.world, rng)
    _, seconds = timed(lambda: [environment(game, match.world, rng) for _ in range(decisions)])
    return seconds / decisions


def _growth(name, kind, depths, bound, note, slices):
    """How many times longer a decision takes when the search goes deeper."""
    shallow, deep = (kind(random_share=0, depth=depth) for depth in depths)
    decision_seconds(shallow), decision_seconds(deep)
    ratios = [
        decision_seconds(deep, 60) / decision_seconds(shallow, 60) for _ in range(min(slices, 7))
    ]
    return _within(name, statistics.median(ratios), bound, note, "x")


def _cost_max_max(name, slices):
    from herna.dda import EMaxMax

    note = "E-MaxMax, twice the depth (20 to 40 levels): linear, as the thesis says"
    return _growth(name, EMaxMax, (20, 40), 2.6, note, slices)


def _cost_max_n(name, slices):
    from herna.dda import EMaxN

    note = "E-MaxN, one more move and roll (2 to 4 levels): exponential, at most 4 x 6 times"
    return _growth(name, EMaxN, (2, 4), 24.0, note, slices)


@cache
def measured_in_browser():
    """What the browser tests print: of clicks and moved sliders, two numbers of milliseconds."""
    tests = TESTS / "widgets" / "test_browser.py"
    if not tests.exists():
        raise LeftOut("needs a checkout with its tests and a Chromium")
    words = ["-m", "pytest", "-q", "-n", "0", str(tests), "-k", "answered_quickly or moved_weight"]
    own = {**os.environ, "HERNA_TIMED": "1"}
    done = subprocess.run(
        [sys.executable, *words], cwd=tests.parents[2], env=own, capture_output=True
    )
    told = re.findall(r"(\w+) to redraw: median (\d+) ms, p95 (\d+) ms", done.stdout.decode())
    if len(told) != 2:
        raise LeftOut("the browser tests did not run (is there a Chromium?)")
    return {what: (float(median), float(worst)) for what, median, worst in told}


def _tuner(name, _):
    """A weight is moved in JupyterLab: 200 games are played and both charts drawn."""
    median, worst = measured_in_browser()["slider"]
    note = "slider to redrawn curve over 200 games in JupyterLab, p95 of 6; "
    return _within(name, worst / 1000, 1.0, note + f"median {median / 1000:.2f} s")


def _board_click(name, _):
    """Click to redrawn board in JupyterLab."""
    median, worst = measured_in_browser()["click"]
    note = f"click to redrawn board in JupyterLab, p95 of 40; median {median:.0f} ms"
    return _within(name, worst, 150.0, note, "ms")


QUICK_SCALE = {"11_ludo": {"SCALE": "quick", "TUNER_GAMES": 200}}  # else with stored results


def _notebooks(name, _):
    """The slowest notebook at quick scale, each from a fresh kernel, as the tests run them."""
    from herna.book import execute

    paths, quick = _notebooks_of_the_tests()
    times = {}
    for path in paths:
        began = time.perf_counter()
        try:
            execute(path, {**quick[path.stem], **QUICK_SCALE.get(path.stem, {})})
        except HernaError as problem:  # for the tests to complain about; it has no time
            raise LeftOut(problem) from None
        times[path.stem] = time.perf_counter() - began
    slowest = max(times, key=times.__getitem__)
    total = sum(times.values())
    note = f"the slowest notebook, {slowest}; all {len(times)} take {total:.0f} s"
    return _within(name, times[slowest], 60.0, note)


def _notebooks_of_the_tests():
    """All notebooks and their parameters at quick scale."""
    tests = TESTS / "test_notebooks.py"
    if not tests.exists():
        raise LeftOut("needs a checkout with its tests and notebooks")
    try:
        known = runpy.run_path(str(tests))
    except ModuleNotFoundError as missing:
        raise LeftOut(f"pip install {missing.name}") from None
    return [*known["NOTEBOOKS"], *known["SOLUTIONS"]], known["QUICK"]


# What a decision of an environment player costs.

NODES_OFF, TIME_OFF = 0.05, 0.25  # how far from what is expected; no other whole power is near


def _growth_of_nodes(growth, name, _):
    nodes = [decision.count()[0] for decision in growth.decisions()]
    value = growth.measure(growth.sizes(), nodes)
    return _as_expected(name, growth, value, NODES_OFF, "nodes", map(str, nodes))


def _growth_of_time(growth, name, slices):
    """All trees in turn, slice by slice, and the median of what each slice says."""
    decisions = growth.decisions()
    times = [enough(decision.count()[0]) for decision in decisions]
    rows = [
        [decision.seconds(n) for decision, n in zip(decisions, times, strict=True)]
        for _ in range(slices)
    ]
    value = statistics.median(growth.measure(growth.sizes(), row) for row in rows)
    typical = [1e6 * statistics.median(column) for column in zip(*rows, strict=True)]
    return _as_expected(name, growth, value, TIME_OFF, "us CPU", map(_figure, typical))


def _as_expected(name, growth, value, off, what, costs):
    sizes = ", ".join(map(str, growth.sizes()))
    note = f"{growth.note}; {sizes}: {', '.join(costs)} {what}"
    least, most = growth.expected * (1 - off), growth.expected * (1 + off)
    unit = "power" if growth.measure is power else "x"
    return _between(name, value, least, most, note, unit)


def _cost(game, limit, depths, name, slices):
    """Nodes and time of a decision in a real game; the nodes as a share of the thesis's bound.

    A little more than the bound is no fault: E-MaxMax makes the move it has chosen once more, and
    E-MaxN looks at the nodes between the root and the leaves, too.
    """
    shares, nodes, times = [], [], []
    for depth in depths:
        decision = Decision(game, widest_chance(game), limit.words.format(depth))
        seen, widest = decision.count()
        shares.append(seen / limit.nodes(widest, depth))
        nodes.append(str(seen))
        runs = [decision.seconds(enough(seen)) for _ in range(min(slices, 5))]
        times.append(_figure(1e6 * statistics.median(runs)))
    levels = f"d {', '.join(map(str, depths))}: " if len(depths) > 1 else ""
    note = (
        f"nodes by {limit.formula}; {decision.outcomes} outcomes, "
        f"{levels}{', '.join(nodes)} nodes, {', '.join(times)} us CPU"
    )
    return _within(name, max(shares), 1.3, note, "x")


def _cost_rows():
    """A row for every game and algorithm."""
    return {
        f"cost-{name}-{kind}": partial(_cost, game, limit, limit.depths or depths)
        for name, (game, depths) in COSTED.items()
        for kind, limit in LIMITS.items()
    }


ROWS = {
    "playouts-cpp": _playouts_cpp,
    "playouts-openspiel": _playouts_openspiel,
    "playouts-openspiel-python": _playouts_openspiel_python,
    "mcts-openspiel": _mcts_openspiel,
    "import": _import,
    "first-call": _first_call,
    "experiment": partial(_cell, "ludo_2hc", "E-HillClimber", 20.0),
    "dearest-ludo": partial(_cell, "ludo_4mn", "E-MaxN", 60.0),
    "dearest-maze": partial(_cell, "maze", "E-MonteCarlo", 60.0),
    "playouts-lost-cities": _lost_cities,
    "minimax-answer": _minimax_answer,
    "dungeon-games": _dungeon,
    "checkers-nodes": _checkers_nodes,
    "checkers-games": _checkers_games,
    "pruned-nodes": _pruned_nodes,
    "genetic-move": _genetic_move,
    "cost-maxmax": _cost_max_max,
    "cost-maxn": _cost_max_n,
    "tuner": _tuner,
    "board-click": _board_click,
    "notebooks": _notebooks,
    **{f"nodes-{name}": partial(_growth_of_nodes, how) for name, how in GROWTHS.items()},
    **{f"time-{name}": partial(_growth_of_time, how) for name, how in GROWTHS.items()},
    **_cost_rows(),
}


# The table.

HEADINGS = ("", "ours", "peer", "unit", "ratio", "bound", "", "")


def as_text(rows):
    """The rows as a table to read."""
    lines = [HEADINGS, *map(_cells, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(_line(cells, widths) for cells in lines)


def _cells(row):
    if row["ok"] is None:
        return (row["name"], "", "", "", "", "", "-", row["note"])
    return (
        row["name"],
        _figure(row["ours"]),
        _figure(row["peer"]),
        row["unit"],
        _figure(row["ratio"]),
        _bound(row),
        "ok" if row["ok"] else "MISSED",
        row["note"],
    )


def _bound(row):
    if row["least"] is not None:
        return f"{row['least']:g}..{row['bound']:g}"
    return f"{'<=' if row['peer'] is None else '>='} {row['bound']:g}"


def _figure(value):
    """Three digits that count.

    >>> _figure(0.0312), _figure(8.0), _figure(41.27), _figure(None)
    ('0.0312', '8.00', '41.3', '')
    """
    if value is None:
        return ""
    digits = 2 - math.floor(math.log10(abs(value))) if value else 0
    return f"{value:.{max(digits, 0)}f}"


def _line(cells, widths):
    """Numbers to the right, words to the left."""
    name, ours, peer, unit, ratio, bound, verdict, note = (
        cell.rjust(width) if position in (1, 2, 4) else cell.ljust(width)
        for position, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return f"{name}  {ours}  {peer}  {unit}  {ratio}  {bound}  {verdict}  {note}".rstrip()

"""How all tests run: hypothesis draws the same examples every time and never watches the clock.

`--hypothesis-profile=nightly` draws many more examples, still the same ones every night. Tests that
need a browser are left out where there is none, and the last line of the run says so.

Before the whole suite the games are compiled, those that share kernels by one process, and claims
are judged; in a fresh checkout the tests are collected once, which leaves byte code of all that
they import. Otherwise every worker would do all that for itself. Files that take long come first,
so that no worker is left alone with one of them at the end. What all tests have imported stays to
the end, so the garbage collector need not look through it again and again. A shell makes what it
runs in the background deaf to Ctrl-C; some tests press it, so it is heard again.
"""

import gc
import signal
import subprocess
import sys
from pathlib import Path

import joblib
from hypothesis import HealthCheck, settings

from herna.claims import THESES, evaluate
from herna.dungeon import LookaheadBot, RandomBot, StrategyBot, measure, play
from herna.dungeon.crawler import GREEDY, Crawler
from herna.dungeon.moments import moments
from herna.games import GAMES, Dungeon, Maze
from herna.games.pursuit import Pursuit
from herna.seeds import generator
from herna.warmup import warm_up
from tests.browser import chromium, find_chromium, jupyter, open_notebook

__all__ = ["chromium", "jupyter", "open_notebook"]  # fixtures

gc.disable()  # until all tests are collected
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
HERE = Path(__file__).parent
SLOW = (  # the slowest first
    "test_notebooks.py",
    "test_cli.py",
    "test_interpreted.py",
    "widgets/test_browser.py",
    "results/test_runner.py",
    "widgets/test_runview.py",
    "test_every_game.py",
    "results/test_store.py",
    "kernels/test_environment.py",
    "widgets/test_stepper.py",
    "test_setup.py",
)
QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "house", derandomize=True, deadline=None, max_examples=100, suppress_health_check=QUIET
)
settings.register_profile("nightly", settings.get_profile("house"), max_examples=5000)
settings.load_profile("house")


def pytest_sessionstart(session):
    config = session.config
    whole_suite = all(word.startswith("-") for word in config.invocation_params.args)
    if whole_suite and not hasattr(config, "workerinput") and not config.option.collectonly:
        by_size: dict[int, list] = {}  # of their states: games of one size share kernels
        for game in (*GAMES.values(), Pursuit):
            by_size.setdefault(game.state_type.itemsize, []).append(game)
        largest_first = [by_size[size] for size in sorted(by_size, reverse=True)]  # takes longest
        joblib.Parallel(n_jobs=2)(
            [
                *map(joblib.delayed(_compile), largest_first),
                joblib.delayed(_compile_bots)(),
                joblib.delayed(_collect)(),
            ]
        )


def _compile(games):
    for game in games:
        warm_up(game())
    if Maze in games:  # some claims replay mazes; notebooks and others only look findings up then
        for thesis in THESES:
            evaluate(thesis)


def _compile_bots():
    for bot in (StrategyBot(), LookaheadBot(), RandomBot(careful=True)):
        measure(bot, Dungeon(), 1)
        play(bot, Dungeon())
    for moment in moments(Crawler(Dungeon()), GREEDY, generator(0))[::20]:
        assert moment.plans is not None  # which compiles what plans are explained by


def _collect():
    if not any((HERE / "__pycache__").glob("test_*.pyc")):
        command = [sys.executable, "-m", "pytest", "--collect-only", "-n0"]
        subprocess.run(command, cwd=HERE.parent, stdout=subprocess.DEVNULL)


def pytest_collection_modifyitems(config, items):
    if find_chromium() is None:
        left_out = [item for item in items if item.get_closest_marker("browser")]
    else:  # which runs notebook 11 in JupyterLab, from a fresh kernel, too: once is enough
        left_out = [item for item in items if item.name.endswith("_a_page[11_ludo]")]
    if left_out:
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)
    places = {HERE / name: place for place, name in enumerate(SLOW)}
    items.sort(key=lambda item: places.get(item.path, len(SLOW)))


def pytest_collection_finish(session):
    gc.freeze()
    gc.enable()


def pytest_terminal_summary(terminalreporter):
    if find_chromium() is None:
        terminalreporter.write_line(
            "browser tests were left out: install Chromium (on Debian: apt install chromium), "
            "or name one in HERNA_CHROMIUM"
        )

"""One source, two ways to run it: what is compiled does what its Python lines say."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from herna.games import EXAMPLES
from tests.kernels.seeded_games import facts, positions, seeded_games


@pytest.fixture(scope="module")
def interpreter():
    """A process without the compiler: what it says of an example, given its positions."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.kernels.seeded_games"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=Path(__file__).parents[1],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:

        def ask(number, places):
            process.stdin.write(json.dumps([number, places]) + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        yield ask


@pytest.mark.parametrize("number", range(len(EXAMPLES)), ids=lambda number: repr(EXAMPLES[number]))
def test_compiled_and_interpreted_runs_are_the_same(number, interpreter):
    """Rules, players, environment players and metrics, ply by ply, to the last bit of a digest."""
    game = EXAMPLES[number]
    places = positions(game)
    interpreted, told = interpreter(number, places)
    for place, (whole, numbers) in zip(places, told, strict=True):
        same_whole, same_numbers = facts(game, place)
        assert whole == same_whole, place
        for values, same in zip(numbers, same_numbers, strict=True):
            assert values == pytest.approx(same, abs=1e-12), place
    compiled = json.loads(json.dumps(seeded_games(game)))
    assert list(interpreted) == list(compiled)
    for words, row in compiled.items():
        assert interpreted[words]["moves"] == row["moves"], words
        assert interpreted[words]["states"] == row["states"], words
        assert interpreted[words]["over"] == row["over"], words
        assert interpreted[words]["gains"] == pytest.approx(row["gains"], abs=1e-12), words
        assert interpreted[words]["metrics"] == pytest.approx(row["metrics"], abs=1e-9), words

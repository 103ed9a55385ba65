"""One source, two ways to run it: what is compiled does what its Python lines say."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from herna.games import EXAMPLES
from tests.kernels.seeded_games import seeded_games


@pytest.mark.parametrize("number", range(len(EXAMPLES)), ids=lambda number: repr(EXAMPLES[number]))
def test_compiled_and_interpreted_runs_are_the_same(number):
    """Rules, players, environment players and metrics, ply by ply, to the last bit of a digest."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.kernels.seeded_games", str(number)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=True,
    )
    interpreted = json.loads(run.stdout)
    compiled = json.loads(json.dumps(seeded_games(EXAMPLES[number])))
    assert list(interpreted) == list(compiled)
    beginnings = compiled.pop("beginnings")  # of random games: rules alone, to the last bit
    assert interpreted["beginnings"] == beginnings
    for words, row in compiled.items():
        assert interpreted[words]["moves"] == row["moves"], words
        assert interpreted[words]["states"] == row["states"], words
        assert interpreted[words]["over"] == row["over"], words
        assert interpreted[words]["gains"] == pytest.approx(row["gains"], abs=1e-12), words
        assert interpreted[words]["metrics"] == pytest.approx(row["metrics"], abs=1e-9), words

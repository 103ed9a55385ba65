"""A small experiment for the tests of runner and store."""

import sys
import time

from herna.experiments.environment_experiment import EnvironmentExperiment

TINY = EnvironmentExperiment(
    name="tiny",
    title="Pig between a random player and a HillClimber",
    game="pig",
    parameters={"target": 20},
    seats=("random", "hillclimber(level=50)"),
    algorithms={"None": "None", "E-HillClimber": "E-HillClimber"},
    weights={"tension": 1.0},
    replicates=60,
    quick_replicates=10,
)


class SlowExperiment(EnvironmentExperiment):
    """The same games at a pace at which a run can be killed in the middle."""

    pause: float = 0.02  # seconds a game

    def rows(self, cell, replicates):
        time.sleep(self.pause * len(replicates))
        return super().rows(cell, replicates)


SLOW = SlowExperiment(**TINY.model_dump())
SLOWER = SlowExperiment(**TINY.model_dump(), pause=0.5)  # not over before somebody stops it
PACES = {"tiny": TINY, "slow": SLOW, "slower": SLOWER}


def tables(store):
    """The bytes of every table of a store."""
    return {path.name: path.read_bytes() for path in sorted(store.folder.glob("*.parquet"))}


def run_here():
    """`python -c 'from tests.results.tiny import run_here; run_here()' PACE ROOT WORKERS CHUNK`."""
    from herna.results.runner import reproduce  # here, because workers need only what is above

    pace, root, workers, chunk = sys.argv[1:]
    reproduce(PACES[pace], "thesis", int(workers), root=root, chunk=int(chunk))

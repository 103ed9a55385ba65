"""The experiments of thesis 3: strategies against each other, and sets of them against none."""

import itertools

from herna.experiments.tournament_experiment import TournamentExperiment

NAMES = ("K", "PK", "PTP", "PU", "PHHK")  # in the order of the thesis


def std_ai(strategies, deeper="true"):
    """The full search two turns deep, or three in a clear duel."""
    return f"std-ai(strategies={strategies}, deeper={deeper})" if strategies else "std-ai"


CHECKERS_STRATEGIES = TournamentExperiment(
    name="checkers_strategies",
    title="Every pair of strategies: two players with the first against one with the second",
    tables={
        f"{one} {one} {other}": (std_ai(one), std_ai(one), std_ai(other))
        for one, other in itertools.combinations(NAMES, 2)
    },
)

CHECKERS_SETS = TournamentExperiment(
    name="checkers_sets",
    title="Two sets of strategies against none (table 11)",
    replicates=200,
    tables={
        "K+PTP+PU K+PTP+PHHK none": (
            std_ai("K+PTP+PU"),
            std_ai("K+PTP+PHHK"),
            "std-ai(deeper=true)",
        )
    },
)

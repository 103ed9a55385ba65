"""Herna: a game room in which five theses on games that adapt to their players come alive.

Names are loaded when they are first used, so `import herna` itself is quick.
"""

from importlib import import_module

import herna.sources  # noqa: F401  (first: it remembers what is imported from here on)

__version__ = "0.1.0"

_HOMES = {
    "herna.game": ("CHANCE", "OVER", "Game"),
    "herna.games": (
        "GAMES",
        "Checkers",
        "Dungeon",
        "KuhnPoker",
        "LostCities",
        "Ludo",
        "Maze",
        "Pig",
    ),
    "herna.players": (
        "MCTS",
        "DynamicLevel",
        "HillClimber",
        "HillClimberIS",
        "MaxN",
        "MinimaxIS",
        "Posm",
        "Random",
    ),
    "herna.payoffs": ("BestReply", "Genetic", "Paranoid", "StdAI"),
    "herna.dda": (
        "THESIS_WEIGHTS",
        "ChanceLevel",
        "ChancePosm",
        "EHillClimber",
        "EMaxMax",
        "EMaxN",
        "EMonteCarlo",
        "Fair",
    ),
    "herna.arena": ("Arena", "Human"),
    "herna.play": ("Match", "Trace", "tournament"),  # play itself is herna.play.play
    "herna.comparison": ("compare_environments",),
    "herna.metrics.measure": ("measure",),
    "herna.experiments": ("EXPERIMENTS",),
    "herna.results.recorded": ("recorded",),
    "herna.warmup": ("warm_up",),
    "herna.widgets": (
        "Batch",
        "DungeonChooser",
        "EvolutionDashboard",
        "GenomeEditor",
        "MatrixLab",
        "PayoffBoard",
        "PheromonePanel",
        "PlanInspector",
        "PopulationView",
        "PosmPanel",
        "RunView",
        "SaatyEditor",
        "SideBySide",
        "Stepper",
        "StrategyTable",
        "TreeExplorer",
        "TruelLab",
        "WeightTuner",
        "XRay",
    ),
    "herna.xray": ("chance_nodes", "contributions", "plot_contributions"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}
__all__ = sorted(_HOME_OF)


def __getattr__(name):
    if name not in _HOME_OF:
        raise AttributeError(f"module 'herna' has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__():
    return __all__

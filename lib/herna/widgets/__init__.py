"""Widgets: live views of a match and of an environment player, for JupyterLab and Voila.

Each wraps library code that works without it; no notebook cell should depend on a slider.

Each is loaded when it is first used: a notebook has one or two of them, and the processes that play
games for one need none.
"""

from importlib import import_module

_HOME_OF = {
    "Batch": "batch",
    "Board": "board",
    "DungeonChooser": "chooser",
    "EvolutionDashboard": "evolving",
    "GenomeEditor": "editor",
    "MatrixLab": "theory",
    "PayoffBoard": "payoffs",
    "PheromonePanel": "survey",
    "PlanInspector": "inspector",
    "PopulationView": "population",
    "PosmPanel": "survey",
    "RunView": "runview",
    "SaatyEditor": "saaty",
    "SideBySide": "side_by_side",
    "Stepper": "stepper",
    "StrategyTable": "strategies",
    "TreeExplorer": "tree",
    "TruelLab": "theory",
    "WeightTuner": "weights",
    "XRay": "xray",
}
__all__ = sorted(_HOME_OF)


def __getattr__(name):
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)


def __dir__():
    return __all__

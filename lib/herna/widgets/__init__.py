"""Widgets: live views of a match and of an environment player, for JupyterLab and Voila.

Each wraps library code that works without it; no notebook cell should depend on a slider.
"""

from herna.widgets.batch import Batch
from herna.widgets.board import Board
from herna.widgets.chooser import DungeonChooser
from herna.widgets.editor import GenomeEditor
from herna.widgets.evolving import EvolutionDashboard
from herna.widgets.inspector import PlanInspector
from herna.widgets.runview import RunView
from herna.widgets.side_by_side import SideBySide
from herna.widgets.stepper import Stepper
from herna.widgets.survey import PheromonePanel, PosmPanel
from herna.widgets.weights import WeightTuner
from herna.widgets.xray import XRay

__all__ = [
    "Batch",
    "Board",
    "DungeonChooser",
    "EvolutionDashboard",
    "GenomeEditor",
    "PheromonePanel",
    "PlanInspector",
    "PosmPanel",
    "RunView",
    "SideBySide",
    "Stepper",
    "WeightTuner",
    "XRay",
]

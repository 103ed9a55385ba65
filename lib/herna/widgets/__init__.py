"""Widgets: live views of a match and of an environment player, for JupyterLab and Voila.

Each wraps library code that works without it; no notebook cell should depend on a slider.
"""

from herna.widgets.batch import Batch
from herna.widgets.board import Board
from herna.widgets.runview import RunView
from herna.widgets.side_by_side import SideBySide
from herna.widgets.stepper import Stepper
from herna.widgets.survey import PheromonePanel, PosmPanel
from herna.widgets.weights import WeightTuner
from herna.widgets.xray import XRay

__all__ = [
    "Batch",
    "Board",
    "PheromonePanel",
    "PosmPanel",
    "RunView",
    "SideBySide",
    "Stepper",
    "WeightTuner",
    "XRay",
]

"""The curves under a stepper: the status of every player and one metric, ply by ply."""

import ipywidgets

from herna.figures.live import curves_scene
from herna.kernels.world import BETTER


class Curves(ipywidgets.Image):
    """An image that is drawn anew at every click, so it must cost next to nothing."""

    def __init__(self):
        layout = {"width": "860px", "max_width": "100%", "height": "auto"}
        super().__init__(format="svg+xml", layout=layout)
        self.scene = None

    def show(self, names, status, metric, values):
        """Draw `status`, a row per ply and a column per player, and the `values` of a metric.

        No values: the metric would give hidden things away, and the status is what can be known.
        """
        known = len(values) > 0
        good = "more is better" if BETTER[metric] > 0 else "less is better"
        titles = (
            "Status of the players" if known else "Status, as far as you can know",
            f"{metric.replace('_', ' ').capitalize()} ({good if known else 'told at the end'})",
        )
        self.scene = curves_scene(names, status, values, titles)
        self.value = self.scene.to_svg().encode()

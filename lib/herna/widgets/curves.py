"""The curves under a stepper: the status of every player and one metric, ply by ply.

Drawn often, so lines and axes are made once and only given new data.
"""

from typing import Any

import numpy as np
from matplotlib.ticker import MaxNLocator

from herna.figures.style import INK, LINES, seat_colour
from herna.kernels.world import BETTER
from herna.widgets.picture import Picture


class Curves(Picture):
    def __init__(self, width=8.6, height=2.5):
        super().__init__(width, height, nrows=1, ncols=2)
        self.figure.subplots_adjust(0.065, 0.2, 0.99, 0.88, wspace=0.22)
        self._names: tuple[str, ...] | None = None
        self._lines: list[Any] = []
        self._metric: Any = None

    def show(self, names, status, metric, values):
        """Draw `status`, a row per ply and a column per player, and the `values` of a metric.

        No values: the metric would give hidden things away, and the status is what can be known.
        """
        if tuple(names) != self._names:
            self.paint(lambda axes: self._rule(axes, tuple(names)), clear=True)
        self.paint(lambda axes: self._fill(axes, status, metric, values))
        self.send()

    def _rule(self, axes, names):
        """Empty axes with one line per player, and one for the metric."""
        self._names = names
        self._lines = [
            axes[0].plot([], color=seat_colour(name, seat), linestyle=LINES[seat], label=name)[0]
            for seat, name in enumerate(names)
        ]
        self._metric = axes[1].plot([], color=INK, linestyle="-")[0]
        axes[0].axhline(0, color=INK, linewidth=0.8)
        small = {"fontsize": 7, "handlelength": 1.6} if len(names) > 4 else {}
        look = {"fontsize": 9, "handlelength": 2.2, "columnspacing": 1} | small
        axes[0].legend(ncols=4, loc="upper left", **look)
        for ax in axes:
            ax.set_xlabel("ply", fontsize=11)
            ax.tick_params(labelsize=10)
            ax.xaxis.set_major_locator(MaxNLocator(5, integer=True))
            ax.yaxis.set_major_locator(MaxNLocator(4))

    def _fill(self, axes, status, metric, values):
        status, plies = np.asarray(status), np.arange(len(status))
        title = "Status of the players" if len(values) else "Status, as far as you can know"
        axes[0].set_title(title, fontsize=12)
        for line, column in zip(self._lines, status.T, strict=True):
            line.set_data(plies, column)
        self._metric.set_data(plies[: len(values)], values)
        good = "more" if BETTER[metric] > 0 else "less"
        good = f"{good} is better" if len(values) else "told at the end"
        axes[1].set_title(f"{metric.replace('_', ' ').capitalize()} ({good})", fontsize=12)
        for ax, shown in zip(axes, (status, values), strict=True):
            low, high = np.min(shown, initial=0.0), np.max(shown, initial=0.0)
            room = 0.08 * (high - low) or 1.0
            ax.set_xlim(0, max(len(plies) - 1, 1))
            ax.set_ylim(low - room, high + (3 if ax is axes[0] else 1) * room)

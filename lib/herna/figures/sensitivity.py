"""How much hangs on a setting: panels over the values tried, factors to the print, thresholds."""

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.lines import Line2D

from herna.figures.curves import LABELS
from herna.figures.style import BLUE, GREY, INK, LINES, ORANGE, PALETTE

FACTORS = (0.1, 10.0)  # where the colours of factors end
SHORT = {"hillclimber": "HC", "hillclimber-is": "HC IS", "maxn": "Max^n", "minimax-is": "MM IS"}
NUMBERS_ON_TOP = {"boxstyle": "square,pad=0.05", "color": "white", "alpha": 0.8}  # of any line


def plot_sensitivity(table, title=""):
    """The score of an algorithm against the values tried for a setting, one panel per setting.

    table : rows with algorithm, setting, value, chosen, score, ahead of None, distance
    A filled dot is the chosen value, the dashed line the score of fair chance, the number at a dot
    the factor by which the metrics are off the printed ones.
    """
    groups = list(table.groupby(["algorithm", "setting"], sort=False))
    columns = 4
    rows = -(-len(groups) // columns)
    figure, axes = plt.subplots(rows, columns, figsize=(15, 3.1 * rows), sharey=True, squeeze=False)
    for ax in axes.flat[len(groups) :]:
        ax.set_visible(False)
    for ax, ((algorithm, setting), part) in zip(axes.flat, groups, strict=False):
        places = np.arange(len(part))
        ax.plot(places, part["score"], color=BLUE, linewidth=1.4)
        fills = [BLUE if chosen else "white" for chosen in part["chosen"]]
        ax.scatter(places, part["score"], s=70, c=fills, edgecolors=BLUE, linewidths=2, zorder=3)
        ax.plot(places, part["score"] - part["ahead of None"], color=ORANGE, linestyle="--")
        for place, score, off in zip(places, part["score"], part["distance"], strict=True):
            ax.annotate(
                f"×{off:.2g}", (place, score), (0, 9), textcoords="offset points", ha="center",
                fontsize=10, color=GREY, bbox=NUMBERS_ON_TOP, zorder=4, in_layout=False,
            )  # fmt: skip
        ax.set_xticks(places, [SHORT.get(value, value[:6]) for value in part["value"]])
        ax.set_title(f"{algorithm}: {setting.replace('_', ' ')}", fontsize=12)
        ax.margins(x=0.15, y=0.2)
    for row in axes:
        row[0].set_ylabel("score")
    look: Any = {"marker": "o", "markersize": 9, "markeredgecolor": BLUE, "markeredgewidth": 2}
    handles = [
        Line2D([], [], color=BLUE, markerfacecolor=BLUE, label="the value chosen", **look),
        Line2D([], [], color=BLUE, markerfacecolor="white", label="others tried", **look),
        Line2D([], [], color=ORANGE, linestyle="--", label="fair chance"),
        Line2D([], [], linestyle="", label="×1.2: metrics off the print by this factor"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=4, fontsize=12)
    figure.suptitle(title, fontsize=15, fontweight="bold", x=0.01, ha="left")
    return axes


def plot_factors(factors, title="", ax=None):
    """A table of factors to the print, 1 being exact, with colours for too much and too little.

    factors : one row per reading, one column per metric
    """
    ax = ax or plt.subplots(figsize=(12, 1.4 + 0.5 * len(factors)))[1]
    low, high = np.log(FACTORS)
    shade = np.clip(np.log(factors.to_numpy(float).clip(1e-12)), low, high)
    ax.imshow(shade, cmap="PuOr", vmin=low, vmax=high, aspect="auto")
    for i, row in enumerate(factors.to_numpy(float)):
        for j, value in enumerate(row):
            dark = abs(shade[i, j]) > 0.65 * high
            paint = {"color": "white" if dark else INK, "in_layout": False}
            ax.text(j, i, f"{value:.2f}", ha="center", va="center", **paint)
    ax.set_xticks(range(factors.shape[1]), [_plain(name) for name in factors.columns], fontsize=11)
    ax.set_yticks(range(len(factors)), factors.index)
    ax.xaxis.tick_top()
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    ax.set_title(title)
    return ax


def _plain(metric):
    return LABELS.get(metric, metric).rstrip(" ↓↑").replace(" ", "\n")


def plot_thresholds(curves, printed, chosen, title="", ax=None):
    """The believability of honest chance against the threshold, and what was printed.

    curves : mapping from a name to a series over thresholds
    printed : value, or lowest and highest value, of the thesis
    """
    ax = ax or plt.subplots(figsize=(8, 4.5))[1]
    for number, (name, curve) in enumerate(curves.items()):
        ax.plot(curve.index, curve, color=PALETTE[number], linestyle=LINES[number], label=name)
    low, high = np.min(printed), np.max(printed)
    ax.axhspan(low, high, color=GREY, alpha=0.35)
    ax.axhline((low + high) / 2, color=INK, linewidth=1, label="thesis")
    ax.axvline(chosen, color=GREY, linestyle=":", label="chosen")
    ax.set(xlabel="threshold", ylabel="believability of fair chance", title=title, ylim=(0, None))
    ax.legend()
    return ax

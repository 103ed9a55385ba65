"""How algorithms compare: bars of relative scores by metric, overall scores, ratios, histograms."""

from typing import Any

import matplotlib.pyplot as plt
import numpy as np

from herna.figures.curves import LABELS
from herna.figures.style import GREY, INK, PALETTE

HATCHES = ("", "//", "\\\\", "xx", "..", "++", "oo")  # never colour alone
# Whoever is compared in several figures looks the same in all of them.
PLACES = ("None", "E-HillClimber", "E-MaxMax", "E-MonteCarlo", "E-MaxN", "POSM", "DL")


def look_of(names):
    """A colour and a hatch for each name; names that are not known to all figures, by their place.

    >>> look_of(["None", "POSM"])["POSM"] == look_of(["POSM", "DL"])["POSM"]
    True
    """
    places = {name: PLACES.index(name) if name in PLACES else i for i, name in enumerate(names)}
    return {
        name: {"color": PALETTE[i % len(PALETTE)], "hatch": HATCHES[i % len(HATCHES)]}
        for name, i in places.items()
    }


def plot_bars(table, ax, bounds=None, looks=None):
    """A group of bars for every column of a table, in each a bar for every row.

    bounds : the lower and the upper ends of intervals, two tables like the first
    """
    looks = looks or look_of(table.index)
    width = 0.84 / len(table)
    places = np.arange(len(table.columns))
    for number, (name, row) in enumerate(table.iterrows()):
        left = places - 0.42 + width * (number + 0.5)
        ax.bar(left, row, width, label=name, edgecolor="white", linewidth=0.4, **looks[name])
        if bounds is not None:
            low, high = (np.abs(end.loc[name] - row) for end in bounds)
            ax.errorbar(left, row, yerr=[low, high], fmt="none", ecolor=INK, elinewidth=1.2)
    ax.set_xticks(places, [LABELS.get(column, column) for column in table.columns])
    ax.grid(axis="x", visible=False)
    return ax


def plot_relative_scores(scores, title="", ax=None, looks=None, bounds=None):
    """Scores from 0 to 1 of every algorithm in every metric, as the thesis charts them.

    scores : table with one row per algorithm and one column per metric
    """
    ax = plot_bars(scores, ax or plt.subplots(figsize=(13, 4.6))[1], bounds, looks)
    ax.set(ylabel="relative score", ylim=(0, 1.05), title=title)
    return ax


def plot_relative_beside_print(ours, printed, title="", bounds=None, sums=None):
    """The same twice: the thesis above, ours below, or ours alone where nothing was printed.

    sums : what the legend says of each algorithm besides its name
    """
    looks = look_of(ours.index)
    if printed is None:
        figure, ax = plt.subplots(figsize=(13, 4.8))
        plot_relative_scores(ours, f"{title}, ours", ax, looks, bounds)
        axes = [ax]
    else:
        figure, axes = plt.subplots(2, 1, figsize=(13, 8.2), sharex=True)
        plot_relative_scores(
            printed.reindex(columns=ours.columns), f"{title}, thesis", axes[0], looks
        )
        plot_relative_scores(ours, f"{title}, ours", axes[1], looks, bounds)
    handles, names = axes[-1].get_legend_handles_labels()
    words = [f"{name}\n{sums[name]}" if sums else name for name in names]
    columns = 4 if sums else len(names)
    figure.legend(handles, words, loc="outside lower center", ncols=columns, fontsize=12)
    return np.array(axes)


def plot_overall(tables, title="", best=None, bounds=None):
    """Overall scores by experiment: one row of bars per table, such as the print and ours.

    tables : mapping from a title to a table, one row per algorithm, one column per experiment
    bounds : mapping from some of the titles to the intervals, two tables each
    """
    size = (13, 4.1 * len(tables))
    figure, axes = plt.subplots(len(tables), 1, figsize=size, sharex=True, sharey=True)
    axes = np.atleast_1d(axes)
    for ax, (name, table) in zip(axes, tables.items(), strict=True):
        plot_bars(table, ax, (bounds or {}).get(name))
        ax.set(ylabel="score", title=f"{title}, {name}", ylim=(0, best))
    handles, names = axes[-1].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=len(names))
    return axes


def plot_histograms(samples, label, ax=None, bins=30, means=None):
    """How a metric is spread over the games of each algorithm, one outline each.

    samples : mapping from a name to values
    means : such as were printed, by name; a mark on the axis for each
    """
    ax = ax or plt.subplots(figsize=(9, 4.6))[1]
    values = np.concatenate([np.asarray(sample, float) for sample in samples.values()])
    edges = np.linspace(values.min(), max(values.max(), values.min() + 1), bins + 1)
    looks = look_of(samples)
    for number, (name, sample) in enumerate(samples.items()):
        colour, dashes = looks[name]["color"], ("-", "--", "-.", ":")[number % 4]
        ax.hist(sample, edges, histtype="step", linewidth=2, color=colour, ls=dashes, label=name)
        if means is not None:
            on_axis: Any = {"transform": ax.get_xaxis_transform(), "clip_on": False, "zorder": 4}
            ax.plot(means[name], 0.025, "v", color=colour, markeredgecolor=INK, ms=11, **on_axis)
    if means is not None:
        ax.plot([], [], "v", color="white", markeredgecolor=INK, ms=11, label="mean in print")
    ax.set(xlabel=label, ylabel="games")
    ax.legend()
    return ax


def plot_ratio_grid(ratios, printed=None, title=""):
    """Ratios to fair chance of every algorithm, one panel per metric, on one scale.

    ratios : table with columns algorithm, metric, ratio, low, high
    printed : table with one row per algorithm and one column per metric, as ratios
    """
    metrics = list(ratios["metric"].unique())
    columns = 5
    rows = -(-len(metrics) // columns)
    figure, axes = plt.subplots(rows, columns, figsize=(15, 3.1 * rows), sharey=True, squeeze=False)
    names = list(ratios["algorithm"].unique())
    for ax in axes.flat[len(metrics) :]:
        ax.set_visible(False)
    for ax, metric in zip(axes.flat, metrics, strict=False):
        part = ratios[ratios["metric"] == metric].set_index("algorithm").reindex(names)
        places = np.arange(len(names))[::-1]
        errors = np.abs(part[["low", "high"]].to_numpy().T - part["ratio"].to_numpy())
        ax.errorbar(part["ratio"], places, xerr=errors, fmt="o", color=PALETTE[0], label="ours")
        if printed is not None and metric in printed:
            theirs = printed[metric].reindex(names)
            ax.plot(theirs, places, "x", color=PALETTE[1], markersize=9, label="thesis")
        ax.axvline(1, color=INK, linewidth=0.8)
        ax.set_xscale("log")
        low, high = ax.get_xlim()
        ticks = [tick for tick in _ticks(high / low) if low <= tick <= high]
        ax.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
        ax.minorticks_off()
        ax.set_yticks(places, names)
        ax.set_title(LABELS.get(metric, metric), fontsize=13)
        ax.tick_params(colors=GREY, labelcolor=INK)
    handles, labels = axes.flat[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=2)
    figure.suptitle(title, fontsize=15, fontweight="bold", x=0.01, ha="left")
    return axes


def _ticks(span):
    """Round numbers, fewer of them where the axis spans more."""
    if span > 30:
        return (0.001, 0.01, 0.1, 1, 10, 100)
    if span > 5:
        return (0.1, 0.3, 1, 3, 10)
    if span > 2:
        return (0.3, 0.5, 1, 2, 3)
    return (0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.5)

"""Tournaments of three: what every seat got, beside the print; strategies; work over a game."""

import matplotlib.pyplot as plt
import numpy as np

from herna.figures.style import BLUE, GREY, INK, ORANGE, PAPER, VERMILION

MARKS = {"white": ("o", PAPER), "black": ("s", INK), "red": ("^", VERMILION)}  # by colour of a seat
THIRD = 1 / 3


def plot_seats(table, columns=2):
    """What the three seats of every table got: ours with intervals, the print as crosses.

    table : table, colour, player, share, low, high, printed_share
    """
    groups = list(table.groupby("table", sort=False))
    rows = -(-len(groups) // columns)
    figure, axes = plt.subplots(
        rows, columns, figsize=(5.6 * columns, 0.5 + 1.45 * rows), sharex=True, squeeze=False
    )
    for ax, (number, group) in zip(axes.flat, groups, strict=False):
        _plot_table(ax, group)
        ax.set_title(f"Table {number}", fontsize=12)
    for ax in axes.flat[len(groups) :]:
        ax.set_axis_off()
    for ax in axes[-1]:
        ax.set_xlabel("points per game")
    handles, labels = axes.flat[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper right", ncols=2)
    return figure


def _plot_table(ax, group):
    places = np.arange(len(group))[::-1]
    for place, row in zip(places, group.itertuples(), strict=True):
        mark, fill = MARKS[row.colour]
        ax.plot([row.low, row.high], [place, place], color=INK, linestyle="-", linewidth=1.6)
        ax.plot(row.share, place, mark, color=INK, markerfacecolor=fill, markersize=9, zorder=3)
    ax.plot([], [], "o", color=INK, markerfacecolor=PAPER, label="ours, with 95 % interval")
    printed = group["printed_share"]
    ax.plot(
        printed,
        places,
        "x",
        color=BLUE,
        markersize=8,
        markeredgewidth=2.2,
        label="thesis",
        zorder=4,
    )
    ax.axvline(THIRD, color=GREY, linestyle=":", linewidth=1.2)
    names = [f"{row.colour} {row.player}" for row in group.itertuples()]
    ax.set_yticks(places, names, fontsize=10)
    ax.set(xlim=(0, 0.75), ylim=(-0.6, len(group) - 0.4))
    ax.grid(axis="y", visible=False)


def plot_strategies(table, ax=None):
    """Points of every strategy per seat and game, ours and as printed; how often each draws.

    table : strategy, share, low, high, printed, drawn, printed_drawn
    """
    figure, axes = plt.subplots(1, 2, figsize=(10, 3.6), width_ratios=(3, 2))
    places = np.arange(len(table))[::-1]
    points, drawn = axes
    error = np.abs(table[["low", "high"]].to_numpy().T - table["share"].to_numpy())
    points.errorbar(table["share"], places, xerr=error, fmt="o", color=INK, capsize=4, label="ours")
    points.plot(
        table["printed"],
        places,
        "x",
        color=BLUE,
        markersize=9,
        markeredgewidth=2.2,
        linestyle="none",
        label="thesis",
    )
    points.axvline(THIRD, color=GREY, linestyle=":", linewidth=1.2)
    points.set_yticks(places, table["strategy"])
    points.set(xlabel="points per seat and game", xlim=(0.15, 0.5))
    points.legend(loc="lower left")
    drawn.barh(places + 0.19, table["drawn"], 0.36, color=ORANGE, label="ours")
    drawn.barh(
        places - 0.19,
        table["printed_drawn"],
        0.36,
        color=BLUE,
        hatch="//",
        edgecolor="white",
        label="thesis",
    )
    drawn.set_yticks(places, table["strategy"])
    drawn.set(xlabel="seats that draw")
    drawn.xaxis.set_major_formatter("{x:.0%}")
    drawn.legend()
    for each in axes:
        each.set_ylim(-0.6, len(table) - 0.4)
        each.grid(axis="y", visible=False)
    return figure


def plot_work(games, ax=None):
    """What every move of a game took, on a scale of powers; queens and eliminations are marked.

    games : by label, (work, players left, queens), each ply by ply
    """
    ax = ax or plt.subplots(figsize=(9, 4.5))[1]
    for (label, (work, left, queens)), colour, dash in zip(
        games.items(), (BLUE, ORANGE), ("-", "--"), strict=False
    ):
        plies = np.arange(1, len(work) + 1)
        ax.plot(
            plies, np.maximum(work, 1), color=colour, linestyle=dash, linewidth=1.2, label=label
        )
        for what, mark, where in (
            ("first queen", "^", queens > 0),
            ("a player is out", "v", left < 3),
        ):
            if where.any():
                at = int(np.argmax(where))
                ax.plot(
                    plies[at],
                    max(work[at], 1),
                    mark,
                    color=colour,
                    markeredgecolor=INK,
                    markersize=10,
                )
                ax.annotate(
                    what,
                    (plies[at], max(work[at], 1)),
                    xytext=(4, 10),
                    bbox={"color": "white", "alpha": 0.8, "pad": 1},
                    textcoords="offset points",
                    fontsize=10,
                )
    ax.set_yscale("log")
    ax.set(xlabel="ply", ylabel="moves looked at or played")
    ax.legend()
    return ax


def plot_diversity(table, axes=None):
    """Different lines and first moves by generation, with and without lines that are there twice.

    table : cell, generation, lines, first_moves; means over decisions
    """
    if axes is None:
        _, axes = plt.subplots(1, 2, figsize=(10, 3.8))
    for (cell, group), colour, dash in zip(
        table.groupby("cell", sort=False), (BLUE, ORANGE), ("-", "--"), strict=False
    ):
        for ax, column in zip(axes, ("lines", "first_moves"), strict=True):
            ax.plot(group["generation"], group[column], color=colour, linestyle=dash, label=cell)
    for ax, words in zip(axes, ("different lines", "different first moves"), strict=True):
        ax.set(xlabel="generation", ylabel=words)
        ax.legend()
    axes[0].set_yscale("log")
    axes[1].set_ylim(0, None)
    return axes

"""Bots tried out and bred: win rates and uses side by side, diversity, how hard dungeons are."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import MaxNLocator

from herna.figures.style import BLUE, GREEN, GREY, INK, ORANGE, PURPLE, SKY

FEW = 20  # bars; a share of a few games takes only a few values, and each has a bar around it


def plot_rates(table, ax=None):
    """Win rates with their intervals, one below the other.

    table : indexed by label; rate, low, high
    """
    ax = ax or plt.subplots(figsize=(6, 2))[1]
    places = np.arange(len(table))[::-1]
    colours = [ORANGE, BLUE][-len(table) :]
    ax.barh(places, table["rate"], 0.55, color=colours)
    error = np.abs(table[["low", "high"]].to_numpy().T - table["rate"].to_numpy())
    ax.errorbar(table["rate"], places, xerr=error, fmt="none", ecolor=INK, capsize=4)
    for place, rate, high in zip(places, table["rate"], table["high"], strict=True):
        ax.annotate(
            f"{rate:.1%}",
            (high, place),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            fontsize=11,
        )
    ax.set_yticks(places, list(table.index))
    ax.set(xlim=(0, min(1.0, 1.35 * float(table["high"].max()) + 0.02)), ylim=(-0.6, 1.6))
    ax.xaxis.set_major_locator(MaxNLocator(5))
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.grid(axis="y", visible=False)
    return ax


def plot_uses(table, ax=None):
    """Uses of strategies per game as bars, a colour for each column.

    table : indexed by the name of the strategy; one or two columns, the newest last
    """
    ax = ax or plt.subplots(figsize=(8, 6))[1]
    places, columns = np.arange(len(table))[::-1], list(table.columns)
    wide = 0.8 / len(columns)
    colours, hatches = (ORANGE, BLUE)[-len(columns) :], ("//", "")[-len(columns) :]
    for number, (name, colour, hatch) in enumerate(zip(columns, colours, hatches, strict=True)):
        shift = (len(columns) - 1) / 2 - number
        bars = {"color": colour, "hatch": hatch, "edgecolor": "white", "label": name}
        ax.barh(places + shift * wide, table[name], wide, **bars)
    ax.set_yticks(places, list(table.index))
    ax.set_xscale("symlog", linthresh=1)
    ax.set(xlabel="uses per game", xlim=(0, None), ylim=(-0.6, len(table) - 0.4))
    most = float(table.to_numpy().max(initial=0))
    ticks = [tick for tick in (0, 1, 3, 10, 30, 100, 300) if tick <= max(3, 1.5 * most)]
    ax.set_xticks(ticks, [str(tick) for tick in ticks])
    ax.minorticks_off()
    ax.grid(axis="y", visible=False)
    return ax


def plot_diversity(table, population, ax=None):
    """Distinct genomes and the spread of genes, as shares of those of a random population.

    table : indexed by generation; distinct, spread
    """
    ax = ax or plt.subplots(figsize=(6, 4))[1]
    share = table["distinct"] / population
    ax.plot(table.index, share, color=GREEN, linestyle="-", label="distinct genomes")
    ax.plot(table.index, table["spread"], color=PURPLE, linestyle="--", label="spread of genes")
    ax.set(xlabel="generation", ylabel="of a random population", ylim=(0, 1.15))
    ax.yaxis.set_major_formatter("{x:.0%}")
    return ax


def plot_shares(rates, chosen, wanted, ax=None):
    """How many dungeons are how hard; lines at the wanted share and at that of the chosen one.

    rates : the share of games won in each dungeon
    """
    ax = ax or plt.subplots(figsize=(5, 3))[1]
    values, counts = np.unique(rates, return_counts=True)
    if len(values) > FEW:
        counts, edges = np.histogram(rates, np.linspace(0, 1, FEW + 1))
        values = (edges[1:] + edges[:-1]) / 2
    ax.bar(values, counts, 1 / FEW, color=SKY, edgecolor="white")
    ax.axvline(wanted, color=GREY, linestyle="--", label="wanted")
    ax.axvline(chosen, color=INK, linestyle="-", label="this dungeon")
    ax.set(xlabel="games won by evolved bots", ylabel="dungeons", xlim=(-0.03, 1.03))
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.yaxis.set_major_locator(MaxNLocator(4, integer=True))
    return ax

"""A fight as it was planned: hero and monster after every combat strategy."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import MaxNLocator

from herna.figures.style import BLUE, GREEN, INK, VERMILION

CURVES = (  # column, colour, line, mark, words
    ("health", VERMILION, "-", "o", "hero's health"),
    ("mana", BLUE, "--", "s", "hero's mana"),
    ("monster", INK, "-.", "D", "monster's health"),
)
MOST_NAMED = 28  # strategies under the axis; with more every other one is left out


def plot_fight(table, plan, ax=None):
    """Curves of health and mana, a point after each strategy.

    table : id, health, mana, level, monster; the first row is the start
    plan : whether the monster dies at the end
    """
    ax = ax or plt.subplots(figsize=(8, 3.6))[1]
    places = np.arange(len(table))
    for column, colour, line, mark, words in CURVES:
        ax.plot(
            places,
            table[column],
            color=colour,
            linestyle=line,
            marker=mark,
            markersize=5,
            label=words,
        )
    for place in np.flatnonzero(table["level"].diff().to_numpy() > 0):
        ax.axvline(place, color=GREEN, linestyle=":", linewidth=1.5)
        height = ax.get_ylim()[1]
        ax.annotate("level", (place, height), color=GREEN, ha="center", va="bottom", fontsize=10)
    names = [name or "start" for name in table["id"]]
    shown = places[:: -(-len(places) // MOST_NAMED)]
    ax.set_xticks(shown, [names[place] for place in shown], rotation=60 if len(shown) > 9 else 0)
    ax.set(ylim=(0, None), xlim=(-0.3, max(len(table) - 0.7, 0.7)))
    ax.yaxis.set_major_locator(MaxNLocator(5, integer=True))
    ax.set_title("the plan kills it" if plan else "no plan: it goes no further", fontsize=12)
    ax.tick_params(labelsize=10)
    ax.grid(axis="x", visible=False)
    return ax

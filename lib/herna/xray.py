"""The X-ray of a decision: what every outcome of a chance node is worth, and which metric says so.

Needs no widgets. `chance_nodes` finds the decisions of a game that was played, `contributions` lays
one of them open and `plot_contributions` draws it. An outcome is worth the signed, weighted sum of
the metrics right after it; for players that look further, what their search adds to that sum or
takes from it is a column of its own, so that every row sums to the worth.
"""

from dataclasses import dataclass
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.ticker import MaxNLocator

from herna.errors import HernaError
from herna.figures.scores import look_of
from herna.figures.style import GREY, INK
from herna.game import CHANCE, MAX_PLAYERS
from herna.kernels.environment import ROUNDING as EQUAL
from herna.kernels.world import METRICS, advance, new_worlds

AHEAD = "looking ahead"  # what the search adds to the metrics right after the outcome
PARTS = (*METRICS, AHEAD)
NAME_SIZES = {40: 11, 55: 9, 1000: 8}  # points, by the letters of the longest name
ROUNDING = 1e-9  # relative; what adding in another order changes is no look ahead
LOOKS = look_of(METRICS) | {
    "randomness": {"color": "#F0E442", "hatch": "||"},
    AHEAD: {"color": "#CFCFCF", "hatch": "--"},
}


@dataclass(frozen=True, eq=False)
class ChanceNode:
    """A decision of whoever sits for chance: the world it saw, and what it played, if anything."""

    ply: int
    worlds: Any  # an array of one
    played: int | None


def chance_nodes(game, moves):
    """Every chance node of a line where there is something to decide; also the one it ends in.

    Chance that nobody may steer, such as a deal, is no decision, nor is a single outcome.
    """
    worlds, found = new_worlds(game), []
    for ply, move in enumerate((*moves, None)):
        state = worlds[0].state
        if _decides(game, state):
            found.append(ChanceNode(ply, worlds.copy(), move))
        if move is not None:
            choices = _choices(game, state)
            advance(game.rules, worlds[0], int(move), choices, np.zeros(MAX_PLAYERS))
    return found


def contributions(game, worlds, environment, rng=None):
    """One row per outcome: what each metric adds to its worth, and the worth.

    The columns of the metrics are sign * weight * metric, with the sign of what is better.
    """
    if not hasattr(environment, "options"):
        raise HernaError(f"environment is {environment.name!r}; allowed: an environment player")
    if game.rules.to_move(worlds[0].state) != CHANCE:
        raise HernaError(f"{game.name}: nobody draws here; allowed: a world at a chance node")
    rows = pd.DataFrame(environment.options(game, worlds, rng)).set_index("outcome")
    signed = environment.record(game)[0].weights
    table = rows[list(METRICS)] * np.asarray(signed) + 0.0  # no minus zeros
    ahead = rows["worth"] - table.sum(axis=1)
    table[AHEAD] = ahead.where(ahead.abs() > ROUNDING * rows["worth"].abs(), 0.0)
    return table.assign(worth=rows["worth"])


def relative(table):
    """Contributions as differences from their mean over the outcomes: what tells them apart."""
    return table - table.mean()


def best_outcomes(table):
    """The outcomes among which the environment player would draw."""
    most = table["worth"].max()
    return table.index[table["worth"] >= most - EQUAL * max(1.0, abs(most))].tolist()


def plot_contributions(table, names=None, played=None, ax=None, most=14):
    """What tells the outcomes apart: stacked bars, right of the line for, left of it against.

    table : what `contributions` returns
    names : words for the outcomes, in the order of the table
    most : with more outcomes only the best ones are drawn, and the one that was played
    """
    ax = ax or plt.subplots(figsize=(8, 4.5))[1]
    names = dict(zip(table.index, names or map(str, table.index), strict=True))
    shown, best = _shown(table, played, most), best_outcomes(table)
    parts = relative(table).loc[shown]
    places = np.arange(len(shown))
    right, left = np.zeros(len(shown)), np.zeros(len(shown))
    for part in (name for name in PARTS if np.ptp(table[name]) > 1e-9):
        width = parts[part].to_numpy()
        start = np.where(width > 0, right, left)
        label = part.replace("_", " ")
        ax.barh(places, width, 0.72, left=start, label=label, edgecolor="white", **LOOKS[part])
        right, left = right + np.maximum(width, 0), left + np.minimum(width, 0)
    ax.plot(parts["worth"], places, "D", color=INK, mec="white", mew=1.5, ms=9, label="sum")
    ax.axvline(0, color=INK, linewidth=1)
    words = [_label(names[o], o in best, o == played) for o in shown]
    ax.set_yticks(places, words, fontsize=name_size(words))
    ax.set_ylim(len(shown) - 0.4, -0.6)
    ax.set_xlabel("worth above the mean of all outcomes", fontsize=11, loc="right")
    ax.grid(axis="y", visible=False)
    ax.tick_params(colors=GREY, labelcolor=INK)
    ax.tick_params(axis="x", labelsize=10)
    ax.xaxis.set_major_locator(MaxNLocator(4))
    ax.legend(fontsize=10, ncols=4, loc="lower right", bbox_to_anchor=(1.0, 1.0), columnspacing=1.0)
    return ax


def name_size(names):
    """The size of letters, in points, with which the names of outcomes leave room for the bars."""
    longest = max(map(len, names))
    return next(size for most, size in NAME_SIZES.items() if longest <= most)


def _shown(table, played, most):
    if len(table) <= most:
        return table.index.tolist()
    order = table["worth"].sort_values(ascending=False, kind="stable").index.tolist()
    kept = order[:most]
    return kept if played is None or played in kept else [*kept[:-1], played]


def _label(name, is_best, was_played):
    marks = [word for word, true in (("best", is_best), ("played", was_played)) if true]
    return f"{name}  ({', '.join(marks)})" if marks else name


def _decides(game, state):
    rules = game.rules
    return rules.to_move(state) == CHANCE and rules.steerable(state) and _choices(game, state) > 1


def _choices(game, state):
    """How many moves or outcomes there are."""
    return int(game.rules.moves(state, np.zeros(game.max_moves, np.int64)))

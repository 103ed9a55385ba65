"""Pictures of the game theory of thesis 3, chapter 2: data in, axes out.

What matters is told twice, by a shape or a word and by a colour.
"""

from fractions import Fraction

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import PatchCollection
from matplotlib.patches import Polygon, Rectangle
from matplotlib.ticker import MaxNLocator, PercentFormatter

from herna.figures.style import (
    BLUE,
    GREEN,
    GREY,
    INK,
    LINES,
    ORANGE,
    PALETTE,
    PAPER,
    SKY,
    VERMILION,
    YELLOW,
)

LARGEST_DENOMINATOR = 25
MOST_NAMED = 6  # points with names in a picture
HATCHES = ("", "//", "..")
SHOOTERS = "ABC"


def number(value):
    """A number as one would write it: whole, with few decimals, or as a fraction.

    >>> number(-3.0), number(4.5), number(2 / 3), number(0.123456)
    ('−3', '4.5', '2/3', '0.123')
    """
    value = float(value)
    if abs(value - round(value, 2)) < 1e-9:
        text = f"{round(value, 2) + 0.0:g}"
    else:
        fraction = Fraction(value).limit_denominator(LARGEST_DENOMINATOR)
        decimals = f"{value:.3f}" if abs(value) < 1 else f"{value:.3g}"
        text = str(fraction) if abs(fraction - Fraction(value)) < 1e-9 else decimals
    return text.replace("-", "\N{MINUS SIGN}")


# Tables.


def plot_matrix(game, responses=None, equilibria=(), mixes=None, ax=None):
    """A table with the payoffs of both, the row player's lower left, the other's upper right.

    game : has row, column, rows, columns, players, zero_sum; of a zero-sum game only the row
    player's payoffs are shown
    responses : two tables; the row player's best answers get a circle, the other's a square
    equilibria : cells with a thick frame and a star
    mixes : two lists of probabilities, written beside the options
    """
    rows, columns = game.shape
    if ax is None:
        ax = plt.subplots(figsize=(1.5 + 1.35 * columns, 1.1 + 1.0 * rows))[1]
    ax.add_collection(PatchCollection(_frames(game.shape), facecolor=PAPER, edgecolor=INK, lw=0.8))
    if equilibria:
        frames = _frames(game.shape, equilibria)
        ax.add_collection(PatchCollection(frames, facecolor="none", edgecolor=INK, lw=3, zorder=2))
    for i, j in equilibria:
        ax.text(j - 0.44, i - 0.36, "★", ha="left", va="center", fontsize=12)
    if responses is None:
        responses = (np.zeros(game.shape, bool),) * 2
    shift = 0.0 if game.zero_sum else 0.21  # to the lower left, to the upper right
    _payoffs(ax, game.row, responses[0], "o", BLUE, -shift)
    _payoffs(ax, None if game.zero_sum else game.column, responses[1], "s", ORANGE, shift)
    _labels(ax, game, mixes)
    return ax


def _frames(shape, cells=None):
    chosen = np.ndindex(shape) if cells is None else cells
    return [Rectangle((j - 0.48, i - 0.46), 0.96, 0.92) for i, j in chosen]


def _payoffs(ax, payoffs, best, mark, colour, shift):
    """The numbers of one player, all best answers marked; None: the marks only."""
    i, j = np.nonzero(best)
    look = {"markerfacecolor": "none", "markeredgecolor": colour, "markeredgewidth": 2}
    size = _mark_size(ax, best.shape, wide=shift == 0) * (1.0 if mark == "o" else 1.12)
    ax.plot(j + shift, i - shift, mark, markersize=size, zorder=3, linestyle="", **look)
    if payoffs is None:
        return
    for (row, column), payoff in np.ndenumerate(payoffs):
        words = number(payoff)
        points = min(13, 0.55 * size) * min(1, 3.7 / len(words))
        look = {"ha": "center", "va": "center", "fontsize": points, "zorder": 4}
        ax.text(column + shift, row - shift, words, **look)


def _mark_size(ax, shape, wide):
    """In points, so that two marks find room in a cell, or one if it may be `wide`."""
    box = ax.get_window_extent()
    cell = min(0.95 * box.height / shape[0], box.width / shape[1]) * 72 / ax.figure.dpi
    return min(29, cell * (0.7 if wide else 0.45))


def _labels(ax, game, mixes):
    rows, columns = list(game.rows), list(game.columns)
    if mixes is not None:
        rows = [f"{name}\n{number(p)}" for name, p in zip(rows, mixes[0], strict=True)]
        columns = [f"{name}\n{number(p)}" for name, p in zip(columns, mixes[1], strict=True)]
    ax.set_xticks(range(len(columns)), columns)
    upright = mixes is None and max(map(len, rows)) > 3
    ax.set_yticks(range(len(rows)), rows, rotation=90 if upright else 0, va="center")
    ax.set(xlim=(-0.55, len(columns) - 0.45), ylim=(len(rows) - 0.45, -0.55))
    ax.set_xlabel(f"{game.players[1]} □", color=INK)
    ax.set_ylabel(f"{game.players[0]} ○", color=INK)
    ax.xaxis.set_label_position("top")
    ax.tick_params(length=0, labeltop=True, labelbottom=False)
    ax.spines[:].set_visible(False)
    ax.grid(visible=False)


# What is possible together.


def plot_polygon(game, corners, pareto=(), marks=None, ax=None):
    """All pairs of payoffs that a joint lot can reach, the line that is best for both, and points.

    corners, pareto : points of the polygon and of its upper right edge
    marks : words to a pair of payoffs, such as the threat point and the split
    """
    ax = ax or plt.subplots(figsize=(6, 5))[1]
    if len(corners) > 2:
        ax.add_patch(Polygon(corners, facecolor=SKY, alpha=0.25, edgecolor=BLUE, linewidth=1.2))
    else:
        ax.plot(*zip(*corners, strict=True), color=BLUE, linewidth=1.2, linestyle="-")
    if len(pareto) > 1:
        ax.plot(*zip(*pareto, strict=True), color=GREEN, linewidth=4, linestyle="-")
    _name_cells(ax, game, corners, list((marks or {}).values()))
    shapes = "Ds^v"
    for index, (words, at) in enumerate((marks or {}).items()):
        look = {"markersize": 11, "markeredgecolor": INK, "linestyle": "", "label": words}
        ax.plot(*at, shapes[index % 4], color=(YELLOW, VERMILION, ORANGE, SKY)[index % 4], **look)
    if marks:
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2)
    ax.set(xlabel=game.players[0], ylabel=game.players[1])
    return ax


def _name_cells(ax, game, corners, taken):
    """A dot for every cell with its name, of many only those in the corners.

    A name gives way to a mark close by.
    """
    short = max(map(len, game.rows + game.columns)) == 1
    names: dict = {}
    for i, j in np.ndindex(game.shape):
        at = float(game.row[i, j]), float(game.column[i, j])
        names.setdefault(at, []).append(
            ("" if short else ", ").join((game.rows[i], game.columns[j]))
        )
    for at, cells in names.items():
        ax.plot(*at, "o", color=INK, markersize=6)
        if len(names) > MOST_NAMED and at not in corners:
            continue
        near = any(np.hypot(at[0] - x, at[1] - y) < 1 for x, y in taken)
        right = not short and at[0] == game.row.max()
        shift = (-7 if right else 5, -20 if near else 6)
        look = {"fontsize": 11, "ha": "right" if right else "left"}
        ax.annotate("; ".join(cells), at, shift, textcoords="offset points", **look)
    ax.margins(0.14 if short else 0.25)


def plot_split(game, corners, agreement, ax=None):
    """The polygon with all splits of the largest sum, the threat point and the split by threats."""
    marks = {"split": agreement.split}
    if agreement.threat_point is not None:
        marks = {"no agreement": agreement.threat_point, **marks}
    ax = plot_polygon(game, corners, (), marks, ax)
    total = agreement.total
    low = min(game.row.min(), total - game.column.max())
    high = max(game.row.max(), total - game.column.min())
    wide = max(agreement.split[0], *(x for x, _ in corners)) + 1
    line = np.array([max(low, agreement.split[0] - 4), min(high, wide)])
    ax.plot(line, total - line, color=GREEN, linestyle="--", linewidth=2)
    if agreement.threat_point is not None:
        ends = np.array([agreement.threat_point, agreement.split])
        ax.plot(*ends.T, color=VERMILION, linestyle=":", linewidth=2)
    end = float(line[0])
    ax.annotate(
        f"sum {number(total)}",
        (end, total - end),
        (-4, 6),
        textcoords="offset points",
        color=GREEN,
        ha="right",
        fontsize=12,
    )
    return ax


# Mixing in a zero-sum game.


def plot_value(game, solution, ax=None):
    """What a mix of two rows brings against each column; the top of the lower edge is the value.

    game : a zero-sum game of two rows
    solution : has value and row, the best mix
    """
    ax = ax or plt.subplots(figsize=(7, 4.5))[1]
    p = np.linspace(0, 1, 101)
    lines = np.outer(1 - p, game.row[0]) + np.outer(p, game.row[1])
    for j, name in enumerate(game.columns):
        look = {"linestyle": LINES[j % len(LINES)], "color": PALETTE[j % len(PALETTE)]}
        ax.plot(p, lines[:, j], label=f"{game.players[1]} plays {name}", **look)
    worst = lines.min(axis=1)
    ax.fill_between(p, worst, game.row.min() - 1, color=GREY, alpha=0.15, linewidth=0)
    best, value = float(solution.row[1]), float(solution.value)
    ax.plot([best, best], [game.row.min() - 1, value], color=INK, linestyle=":", linewidth=1.5)
    ax.plot(best, value, "D", color=YELLOW, markeredgecolor=INK, markersize=11)
    ax.annotate(f"value {number(value)}", (best, value), (10, 10), textcoords="offset points")
    ax.set(xlim=(0, 1), ylim=(game.row.min() - 1, game.row.max() + 1))
    ax.set_xlabel(f"how often {game.players[0]} plays {game.rows[1]} instead of {game.rows[0]}")
    ax.set_ylabel(f"{game.players[0]} gets")
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2)
    return ax


def plot_levels(game, solution, ax=None):
    """What each row, and the best mix, bring the row player at worst and at best."""
    ax = ax or plt.subplots(figsize=(6, 4))[1]
    best = np.asarray(solution.row) @ game.row
    lines = [*game.row, best]
    names = [*game.rows, "best mix"]
    for index, line in enumerate(lines):
        colour = GREEN if index == len(game.rows) else BLUE
        ax.plot([line.min(), line.max()], [index, index], "-", color=colour, linewidth=4)
        ax.plot(line, np.full(len(line), index), "|", color=INK, markersize=12)
        ax.plot(line.min(), index, "D", color=YELLOW, markeredgecolor=INK, markersize=9)
    ax.axvline(solution.value, color=INK, linestyle=":", linewidth=1.5)
    ax.annotate(
        f"value {number(solution.value)}",
        (solution.value, -0.6),
        (5, 0),
        textcoords="offset points",
        va="center",
    )
    ax.set_yticks(range(len(names)), names)
    ax.set(ylim=(len(names) - 0.5, -1))
    ax.set_xlabel(f"{game.players[0]} gets; diamond: at worst")
    return ax


def plot_prospects(scores, worth, rounds, safe=(), ax=None):
    """What a match is worth with some rounds to go, by the running score (1: won, -1: lost)."""
    ax = ax or plt.subplots(figsize=(8, 3.8))[1]
    ax.axhline(0, color=INK, linewidth=0.8)
    ax.plot(scores, worth, "-o", color=BLUE, markersize=6, label=f"{rounds} rounds to go")
    for edge in safe:
        ax.axvline(edge, color=VERMILION, linestyle="--", linewidth=1.6)
        ax.annotate(number(edge), (edge, 1.12), (4, 0), textcoords="offset points", color=VERMILION)
    ax.set(xlabel="running score", ylim=(-1.15, 1.25))
    ax.set_ylabel("chance to win\nminus chance to lose")
    return ax


# Three players.


def plot_triangle(worth, points=None, names=("1", "2", "3"), ax=None):
    """All ways to share among three, each getting at least what he has alone; the core and points.

    worth : of every coalition by its seats, such as worth[0, 2]
    points : words to three shares, such as the Shapley value
    A corner is where one gets all there is beyond the others' own values. A dashed line is where a
    pair gets just what it could be sure of; the pair wants to be on the side away from the third.
    """
    ax = ax or plt.subplots(figsize=(6.4, 5.6))[1]
    alone = np.array([worth[(seat,)] for seat in range(3)], float)
    spare = worth[(0, 1, 2)] - alone.sum()
    corners = np.array([[0, 0], [1, 0], [0.5, np.sqrt(0.75)]])

    def place(shares):
        return ((np.asarray(shares, float) - alone) / (spare or 1.0)) @ corners

    ax.add_patch(Polygon(corners, facecolor=PAPER, edgecolor=INK, linewidth=1.5))
    limits = [worth[(0, 1, 2)] - worth[tuple(sorted({0, 1, 2} - {seat}))] for seat in range(3)]
    core = _clipped(alone + spare * np.eye(3), limits)
    if len(core):
        filled = [place(shares) for shares in core]
        look = {"facecolor": GREEN, "alpha": 0.35, "edgecolor": GREEN, "hatch": "//"}
        ax.add_patch(Polygon(filled, closed=True, label="core", **look))
    else:
        ax.text(0.5, 0.12, "the core is empty", ha="center", style="italic")
    triangle = Polygon(corners, facecolor="none", edgecolor="none")
    ax.add_patch(triangle)
    for seat, limit in enumerate(limits):
        _pair_line(ax, place, alone, spare, seat, limit, names, triangle)
    shapes = "D*s^"
    for index, (words, shares) in enumerate((points or {}).items()):
        look = {"markersize": 13, "markeredgecolor": INK, "linestyle": "", "label": words}
        ax.plot(
            *place(shares),
            shapes[index % 4],
            color=(YELLOW, ORANGE, SKY, VERMILION)[index % 4],
            **look,
        )
    for seat, ((x, y), name) in enumerate(zip(corners, names, strict=True)):
        shares = alone + spare * np.eye(3)[seat]
        words = f"{name} gets {number(shares[seat])}"
        ax.text(x, y + (0.05 if seat == 2 else -0.06), words, ha="center", va="center")
    ax.set(xlim=(-0.25, 1.25), ylim=(-0.13, 1.0), aspect="equal")
    ax.axis("off")
    handles, labels = ax.get_legend_handles_labels()
    if handles:
        ax.legend(handles, labels, loc="upper center", bbox_to_anchor=(0.5, 0.02), ncols=2)
    return ax


def _clipped(corners, limits):
    """A triangle of shares cut off where somebody gets more than his limit."""
    shares = [np.array(corner, float) for corner in corners]
    for seat, limit in enumerate(limits):
        cut = []
        for one, other in zip(shares, shares[1:] + shares[:1], strict=True):
            inside, next_inside = one[seat] <= limit + 1e-9, other[seat] <= limit + 1e-9
            if inside:
                cut.append(one)
            if inside != next_inside:
                part = (limit - one[seat]) / (other[seat] - one[seat])
                cut.append(one + part * (other - one))
        shares = cut
    return shares


def _pair_line(ax, place, alone, spare, seat, limit, names, inside):
    """Where the pair without `seat` gets just what it is worth, if that can be seen."""
    room = limit - alone[seat]
    pair = " + ".join(name for other, name in enumerate(names) if other != seat)
    if not 1e-9 < room < spare - 1e-9:
        return
    ends = []
    for other in {0, 1, 2} - {seat}:
        shares = alone.copy()
        shares[seat] += room
        shares[other] += spare - room
        ends.append(place(shares))
    line = np.array(ends)
    colour = PALETTE[seat]
    (drawn,) = ax.plot(*line.T, color=colour, linestyle="--", linewidth=1.8, label=pair)
    drawn.set_clip_path(inside)


# The truel.


def plot_survival(settings, ax=None):
    """Bars of the exact chances of A, B and C in each setting; points where they were simulated.

    settings : words to a dict with `exact` (three chances) and perhaps `simulated`, `low`, `high`
    """
    ax = ax or plt.subplots(figsize=(1.8 + 2.0 * len(settings), 4.2))[1]
    places, colours = np.arange(len(settings)), (BLUE, ORANGE, GREEN)
    for seat, shooter in enumerate(SHOOTERS):
        x = places + 0.27 * (seat - 1)
        heights = [float(setting["exact"][seat]) for setting in settings.values()]
        look = {"color": colours[seat], "hatch": HATCHES[seat], "edgecolor": INK}
        ax.bar(x, heights, 0.25, label=shooter, **look)
        for at, height, setting in zip(x, heights, settings.values(), strict=True):
            top = height
            if "simulated" in setting:
                middle = setting["simulated"][seat]
                errors = [[middle - setting["low"][seat]], [setting["high"][seat] - middle]]
                ax.errorbar(at, middle, yerr=errors, fmt="o", color=INK, capsize=4, markersize=5)
                top = max(top, setting["high"][seat])
            ax.text(at, top + 0.015, f"{height:.3f}", ha="center", va="bottom", fontsize=11)
    ax.set_xticks(places, list(settings))
    ax.set(ylim=(0, 1.12), yticks=np.arange(0, 1.01, 0.2), ylabel="chance to survive")
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    ax.grid(visible=False, axis="x")
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3)
    return ax


def plot_alliance(accuracies, gain, values, axes=None):
    """Where A profits from an alliance: B's accuracy across, C's up, a picture per accuracy of A.

    accuracies : array (truels, 3); gain : what the alliance brings A in each
    values : the accuracies of A to show
    """
    if axes is None:
        size = (3.1 * len(values) + 0.4, 3.9)
        axes = plt.subplots(1, len(values), figsize=size, sharex=True, sharey=True)[1]
    axes = np.atleast_1d(axes)
    for ax, value in zip(axes, values, strict=True):
        here = np.isclose(accuracies[:, 0], value)
        for which, mark, colour, label in (
            (gain > 0, "^", GREEN, "A profits"),
            (gain <= 0, ".", VERMILION, "A loses"),
        ):
            b, c = accuracies[here & which][:, 1:].T
            ax.plot(b, c, mark, color=colour, markersize=6, linestyle="", label=label)
        low, high = accuracies[:, 2].min(), accuracies[:, 0].max()
        ax.plot([low, high], [low, high], color=GREY, linestyle=":", linewidth=1)
        ax.set(xlabel="accuracy of B")
        ax.set_title(f"accuracy of A {number(value)}", fontsize=12)
        ax.xaxis.set_major_locator(MaxNLocator(4))
    axes[0].set_ylabel("accuracy of C")
    axes[0].legend(loc="upper left", fontsize=11)  # there B would be worse than C
    return axes

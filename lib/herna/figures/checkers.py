"""Pictures for checkers for three: who gains from whose loss, lines of play, points of a series.

Data in, axes out. Seats are told apart by their form as on the board: white is a circle, black a
square, red a diamond.
"""

from dataclasses import replace

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import MaxNLocator

from herna.figures.boards.checkers import FORM, PAINT
from herna.figures.scene import Circle, Line, Polygon, Rect, Shape, Text
from herna.figures.style import BLUE, GREEN, GREY, INK, ORANGE, SKY, VERMILION
from herna.games.checkers.board import COLOURS

FEW = 5  # generations; beyond, a curve is seen without marks
MARKS = {"circle": "o", "square": "s", "diamond": "D"}
STYLES = {"white": "-", "black": "--", "red": "-."}  # of curves; white is drawn in grey
CURVES = {"white": GREY, "black": INK, "red": VERMILION}
CORNERS = {"white": (0.0, 1.0), "black": (0.95, -0.55), "red": (-0.95, -0.55)}  # as on the board


def plot_flows(flows, totals, roles, ax=None):
    """Who gains from whose loss: an arrow for each, and what everybody gets in all.

    flows : (from, to, amount) by colour; what is lost to nobody has no arrow
    totals : amount by colour; roles : words by colour, such as captor
    """
    ax = ax or plt.subplots(figsize=(5, 4))[1]
    most = max((abs(amount) for *_, amount in flows), default=1.0)
    for start, end, amount in flows:
        _arrow(ax, CORNERS[start], CORNERS[end], amount, amount / most)
    for colour, (x, y) in CORNERS.items():
        mark, edge = MARKS[FORM[colour]], "white" if colour == "black" else INK
        ax.plot(x, y, mark, ms=26, mfc=PAINT[colour], mec=edge, mew=1.5, zorder=4)
        role = f"\n{roles[colour]}" if roles.get(colour) else ""
        place = (x, y + 0.27) if colour == "white" else (x, y - 0.3)
        above = {"va": "bottom"} if colour == "white" else {"va": "top"}
        words = f"{colour}  {signed(totals[colour])}{role}"
        ax.text(*place, words, ha="center", fontsize=11, color=INK, linespacing=1.3, **above)
    ax.set(xlim=(-1.75, 1.75), ylim=(-1.35, 1.8), aspect="equal")
    ax.set_axis_off()
    return ax


def _arrow(ax, start, end, amount, share):
    """From one corner to another, with the amount on it; a little aside, as one may come back."""
    start, end = np.array(start), np.array(end)
    along = (end - start) / np.hypot(*(end - start))
    aside = 0.11 * np.array([along[1], -along[0]])
    style = {"arrowstyle": "-|>,head_width=0.4,head_length=0.7", "color": GREEN, "zorder": 3}
    arrow = {**style, "shrinkA": 20, "shrinkB": 20, "lw": 1.5 + 2.5 * share}
    ax.annotate("", tuple(end + aside), tuple(start + aside), arrowprops=arrow)
    place = 0.34 * start + 0.66 * end + aside
    box = {"boxstyle": "round,pad=0.2", "fc": "white", "ec": GREEN, "lw": 1}
    ax.text(*place, signed(amount), ha="center", va="center", fontsize=10, bbox=box, zorder=5)


def signed(amount):
    """An amount with its sign, without decimals."""
    whole = round(float(amount))
    return "0" if whole == 0 else f"{'+' if whole > 0 else '−'}{abs(whole)}"


def with_move(scene, way, taken=(), lost=(), losses=()):
    """The scene of a board with a move drawn over it.

    way : names of the fields from start to end; taken, lost : of pieces that leave the board
    losses : what the taken pieces cost their owners, in words
    """
    at = {cell.name: (cell.x, cell.y) for cell in scene.cells}
    points = tuple(at[name] for name in way)
    shapes: list[Shape] = [
        Line(points, stroke="#FFFFFF", width=9),
        Line(points, stroke=BLUE, width=5),
    ]
    shapes += _head(points[-2], points[-1]) if len(points) > 1 else []
    shapes.append(Circle(*points[0], 21, stroke=BLUE, width=4))
    for name in (*taken, *lost):
        x, y = at[name]
        for sign in (-1, 1):
            cross = ((x - 15, y - 15 * sign), (x + 15, y + 15 * sign))
            shapes += [Line(cross, stroke="#FFFFFF", width=8), Line(cross, stroke=INK, width=4)]
    for name, words in zip(taken, losses, strict=False):
        x, y = at[name]
        wide = 9 * len(words) + 8
        shapes.append(Rect(x - wide / 2, y - 36, wide, 20, 5, fill="#FFFFFF", stroke=INK))
        shapes.append(Text(x, y - 26, words, 13, bold=True))
    return replace(scene, shapes=(*scene.shapes, *shapes))


def _head(before, end):
    """The head of an arrow."""
    (x, y), (across, down) = before, end
    along = np.array([across - x, down - y]) / max(np.hypot(across - x, down - y), 1e-9)
    beside = np.array([-along[1], along[0]])
    tip = np.array(end)
    corners = (tip + 6 * along, tip - 16 * along + 11 * beside, tip - 16 * along - 11 * beside)
    points = tuple((float(a), float(b)) for a, b in corners)
    return [Polygon(points, fill=BLUE, stroke="#FFFFFF", width=1.5)]


# The genetic player.


def plot_diversity(table, axes=None):
    """How alike the lines become, and what becomes of the children, by generation.

    table : generation, distinct lines, distinct first moves, tried, known, illegal
    """
    if axes is None:
        _, axes = plt.subplots(1, 2, figsize=(11, 4))
    lines, children = axes
    lines.plot(table["generation"], table["distinct lines"], color=BLUE, label="different lines")
    firsts = table["distinct first moves"]
    lines.plot(
        table["generation"], firsts, color=ORANGE, linestyle="--", label="different first moves"
    )
    lines.set_yscale("log")
    lines.set(xlabel="generation", ylim=(0.8, None))
    born = table[table["tried"] > 0]
    for name, colour, style in (("illegal", VERMILION, "-."), ("known", SKY, "--")):
        share = born[name] / born["tried"]
        children.plot(born["generation"], share, color=colour, linestyle=style, label=name)
    new = 1 - (born["illegal"] + born["known"]) / born["tried"]
    children.plot(born["generation"], new, color=GREEN, linestyle="-", label="added")
    children.set(xlabel="generation", ylabel="share of children", ylim=(0, 1))
    children.yaxis.set_major_formatter("{x:.0%}")
    last = max(2, int(table["generation"].max()))
    for ax in axes:
        for curve in ax.lines:  # a single point would not be seen
            curve.set_marker("o" if last <= FEW else "")
        ax.set_xlim(0.8, last + 0.2)
        ax.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        ax.legend(fontsize=10)
    return axes


def plot_collapse(tables, ax=None):
    """Different lines by generation under several settings; a logarithmic scale.

    tables : by name, tables as for `plot_diversity`
    """
    ax = ax or plt.subplots(figsize=(8, 4.5))[1]
    for name, table in tables.items():
        ax.plot(table["generation"], table["distinct lines"], label=name)
    ax.set_yscale("log")
    ax.set(xlabel="generation", ylabel="different lines", ylim=(0.8, None))
    ax.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    ax.legend()
    return ax


def plot_wheel(wheels, ax=None):
    """Which share of a roulette wheel the first ranks hold, with the half marks.

    wheels : by name, arrays of where the shares of the ranks end
    """
    ax = ax or plt.subplots(figsize=(8, 4.5))[1]
    for number, (name, ends) in enumerate(wheels.items()):
        half = int(np.searchsorted(ends, 0.5)) + 1
        ranks = np.arange(1, len(ends) + 1)
        (curve,) = ax.plot(ranks, ends, label=f"{name}: half of it to the first {half}")
        ax.plot(half, 0.5, "os"[number % 2], color=curve.get_color(), ms=9)
    ax.axhline(0.5, color=GREY, linestyle=":", linewidth=1.2)
    ax.set(xlabel="ranks", ylabel="share of the wheel", ylim=(0, 1), xlim=(0, None))
    ax.yaxis.set_major_formatter("{x:.0%}")
    ax.legend(loc="lower right")
    return ax


# Series of games.


def plot_points(means, intervals, courses, axes=None):
    """Points per game so far: the course of a series, and where it stands with its intervals.

    means, intervals : by seat, of all games; courses : array (games, seats), means so far
    """
    if axes is None:
        _, axes = plt.subplots(1, 2, figsize=(10, 3.6), width_ratios=(1.5, 1))
    course, now = axes
    games = np.arange(1, len(courses) + 1)
    for seat, colour in enumerate(COLOURS):
        look = {"color": CURVES[colour], "linestyle": STYLES[colour], "label": colour}
        course.plot(games, courses[:, seat], **look)
        low, high = intervals[seat]
        mean, mark = means[seat], MARKS[FORM[colour]]
        now.plot([low, high], [seat, seat], color=INK, linewidth=2, linestyle="-")
        now.plot(mean, seat, mark, ms=13, mfc=PAINT[colour], mec=INK)
        words = f"{colour} {mean:.3f}"
        now.text(mean, seat - 0.28, words, ha="center", va="bottom", fontsize=11)
    course.axhline(1 / 3, color=GREY, linestyle=":", linewidth=1.2)
    course.set(xlabel="games", ylabel="points per game so far", ylim=(0, 1))
    course.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    course.legend(fontsize=10, ncols=3)
    now.axvline(1 / 3, color=GREY, linestyle=":", linewidth=1.2)
    now.set(xlabel="points per game, 95 % interval", xlim=(0, 1), ylim=(2.5, -0.9), yticks=[])
    now.grid(axis="y", visible=False)
    return axes


# Weights.


def plot_weights(sets, names, ax=None):
    """The weights of some criteria under several readings, side by side.

    sets : by name, weights in the order of `names`
    """
    ax = ax or plt.subplots(figsize=(7, 3.6))[1]
    places, wide = np.arange(len(names)), 0.8 / max(len(sets), 1)
    looks = ((SKY, ""), (GREEN, "//"), (ORANGE, ".."))
    for number, (label, weights) in enumerate(sets.items()):
        colour, hatch = looks[number % len(looks)]
        left = places - 0.4 + wide * (number + 0.5)
        ax.bar(
            left, weights, 0.92 * wide, color=colour, hatch=hatch, edgecolor="white", label=label
        )
        for place, weight in zip(left, weights, strict=True):
            ax.text(place, weight + 0.012, f"{weight:.3f}", ha="center", fontsize=10)
    ax.set_xticks(places, names)
    ax.set(ylabel="weight", ylim=(0, 1))
    ax.grid(axis="x", visible=False)
    ax.legend(fontsize=10)
    return ax

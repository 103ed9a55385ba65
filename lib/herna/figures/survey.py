"""Pictures of the surveyed approaches (thesis 1, chapter 3): data in, axes out."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from herna.figures.style import (
    BLUE,
    GREEN,
    GREY,
    INK,
    LINES,
    ORANGE,
    PALETTE,
    PAPER,
    PURPLE,
    SKY,
    VERMILION,
    YELLOW,
)

BELIEF = LinearSegmentedColormap.from_list("belief", [PAPER, BLUE])
RESULTS = (("wins", BLUE, ""), ("draws", PAPER, ""), ("losses", VERMILION, "///"))
ORDERED_COLOURS = (BLUE, SKY, GREEN, YELLOW, ORANGE, VERMILION)  # of a chromatic maze


# Flow.


def plot_player_bands(ax=None):
    """Where casual players and experts like to be beside the flow channel (idea of fig. 3)."""
    ax = ax or plt.subplots(figsize=(7, 5.5))[1]
    skill = np.linspace(0, 10, 50)
    ax.fill_between(skill, skill - 1.5, skill + 1.5, color=GREEN, alpha=0.3)
    ax.plot(skill, skill + 1.1, color=VERMILION, linestyle=LINES[0], label="experts")
    ax.plot(skill, skill, color=INK, linestyle=LINES[1], label="the middle of the channel")
    ax.plot(skill, skill - 1.1, color=BLUE, linestyle=LINES[2], label="casual players")
    ax.text(1.2, 8.6, "anxiety", style="italic")
    ax.text(7.6, 1.1, "boredom", style="italic")
    ax.set(xlim=(0, 10), ylim=(0, 10), xticks=[], yticks=[], xlabel="skill", ylabel="challenge")
    ax.legend(loc="lower right", bbox_to_anchor=(1, 0.16))
    return ax


def plot_classification(table, labels, ax=None):
    """Table 2 as a grid of ticks: methods down, questions across."""
    ax = ax or plt.subplots(figsize=(11, 5))[1]
    for row, ticks in enumerate(table.to_numpy()):
        for column, tick in enumerate(ticks):
            ax.text(column, row, "✓" if tick else "·", ha="center", va="center", fontsize=17)
    ax.set_xticks(range(len(labels)), [label.replace(" ", "\n", 1) for label in labels])
    ax.set_yticks(range(len(table)), list(table.index))
    ax.set(xlim=(-0.5, len(labels) - 0.5), ylim=(len(table) - 0.5, -0.5))
    ax.tick_params(length=0, labeltop=True, labelbottom=False)
    ax.spines[:].set_visible(False)
    ax.grid(visible=False)
    for edge in (1.5, 3.5):
        ax.axvline(edge, color=GREY, linewidth=0.8)
    return ax


# POSM.


def plot_beliefs(beliefs, chosen=None, ax=None):
    """The belief in every setting; the chosen one stands out."""
    ax = ax or plt.subplots(figsize=(7, 3.2))[1]
    settings = np.arange(1, len(beliefs) + 1)
    bars = ax.bar(settings, beliefs, color=SKY, edgecolor=INK, linewidth=0.6)
    if chosen is not None:
        bars[chosen - 1].set(facecolor=ORANGE, hatch="//")
        ax.annotate("chosen", (chosen, beliefs[chosen - 1]), ha="center", va="bottom")
    ax.set(xlabel="setting, harder to the right", ylabel="belief", xticks=settings, ylim=(0, 1.15))
    ax.grid(visible=False, axis="x")
    return ax


def plot_balloons(rows, best, ax=None):
    """Beliefs stretch by stretch as a carpet, the speeds chosen, and the player's hidden best."""
    ax = ax or plt.subplots(figsize=(9, 4.2))[1]
    beliefs = np.array([row["beliefs"] / row["beliefs"].max() for row in rows]).T
    count, stretches = beliefs.shape
    extent = (0.5, stretches + 0.5, 0.5, count + 0.5)
    ax.imshow(beliefs, cmap=BELIEF, origin="lower", aspect="auto", extent=extent)
    marks = {1: ("^", "too easy"), 0: ("o", "right"), -1: ("v", "too hard")}
    for verdict, (mark, label) in marks.items():
        chosen = [(row["stretch"], row["speed"]) for row in rows if row["verdict"] == verdict]
        x, y = zip(*chosen, strict=True) if chosen else ((), ())
        ax.plot(
            x, y, mark, color=ORANGE, markeredgecolor=INK, markersize=10, label=label, linestyle=""
        )
    ax.axhline(best, color=INK, linestyle="--", linewidth=1.2, label="hidden best speed")
    ax.set(xlabel="stretch of play", ylabel="speed", yticks=range(1, count + 1))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=4)
    ax.grid(visible=False)
    return ax


def plot_table_1(ours, printed, axes=None):
    """Wins, draws and losses by the opponent's level, ours above the print.

    ours, printed : tables indexed by (player, level) with columns wins, draws, losses
    """
    if axes is None:
        axes = plt.subplots(2, 2, figsize=(10, 6.2), sharex=True, sharey=True)[1]
    players = list(dict.fromkeys(ours.index.get_level_values(0)))
    for row, (source, table) in enumerate((("ours", ours), ("thesis", printed))):
        for ax, player in zip(axes[row], players, strict=True):
            _stacked(ax, table.loc[player])
            ax.set_title(f"{player} ({source})", fontsize=13)
    for ax in axes[1]:
        ax.set_xlabel("level of Material")
    for ax in axes[:, 0]:
        ax.set_ylabel("games of 100")
    handles, labels = axes[0, 0].get_legend_handles_labels()
    axes[0, 0].figure.legend(handles, labels, loc="outside lower center", ncols=3)
    return axes


def _stacked(ax, table):
    below = np.zeros(len(table))
    for name, colour, hatch in RESULTS:
        look = {"color": colour, "hatch": hatch, "edgecolor": INK, "linewidth": 0.6}
        ax.bar(table.index, table[name], bottom=below, label=name, **look)
        below += table[name].to_numpy()
    ax.set(xticks=list(table.index), ylim=(0, 102))
    ax.grid(visible=False, axis="x")


# Dynamic level and thinking time.


def plot_level_curves(curves, axes=None):
    """Four metrics against the human's level, one line per opponent (fig. 11).

    curves : table indexed by (opponent, human) with columns lead_changes, margin, tension, won
    """
    axes = plt.subplots(2, 2, figsize=(11, 7), sharex=True)[1] if axes is None else axes
    names = {
        "lead_changes": "lead changes ↑",
        "margin": "margin ↓",
        "tension": "tension ↓",
        "won": "share won by the human",
    }
    opponents = list(dict.fromkeys(curves.index.get_level_values(0)))
    for ax, (metric, label) in zip(axes.flat, names.items(), strict=True):
        for index, opponent in enumerate(opponents):
            line = curves.loc[opponent][metric]
            wide = 3.2 if index == len(opponents) - 1 else 1.8
            name = f"level {opponent}" if opponent.isdigit() else "dynamic level"
            look = {"linestyle": LINES[index], "color": PALETTE[index], "linewidth": wide}
            ax.plot(line.index, line, label=name, **look)
        ax.set_ylabel(label)
    axes[1, 1].axhline(0.5, color=INK, linewidth=0.8)
    for ax in axes[1]:
        ax.set_xlabel("level of the human's stand-in")
    handles, labels = axes[0, 0].get_legend_handles_labels()
    axes[0, 0].figure.legend(handles, labels, loc="outside lower center", ncols=4)
    return axes


def plot_time_curve(points, curve, derived, checked, ax=None):
    """Win rates by thinking time, the fitted curve, and what was measured at the derived times.

    points, checked : tables with columns iterations, player wins, low, high
    curve : has `player(times)`; derived : wanted win rate to time
    """
    ax = ax or plt.subplots(figsize=(9, 5))[1]
    times = np.linspace(0, points["iterations"].max(), 200)
    ax.plot(times, curve.player(times), color=GREY, label="fitted, 4th degree")
    for table, mark, colour, label in (
        (points, "o", BLUE, "measured, 95 % interval"),
        (checked, "s", VERMILION, "measured at the derived times"),
    ):
        errors = np.abs(table[["low", "high"]].to_numpy().T - table["player wins"].to_numpy())
        look = {"fmt": mark, "color": colour, "label": label, "capsize": 3}
        ax.errorbar(table["iterations"], table["player wins"], yerr=errors, **look)
    for wanted, time in derived.items():
        ax.plot([0, time, time], [wanted, wanted, 0], color=INK, linestyle=":", linewidth=1.2)
        ax.text(time + 0.8, 2, f"{time:.0f}", fontsize=11)
    ax.set(xlabel="iterations per move", ylabel="games the player wins (%)", ylim=(0, 100))
    ax.set_xlim(0, None)
    ax.legend(loc="upper right")
    return ax


def plot_published_curve(curve, points, ax=None):
    """Equation 9 in standardised time, with the times that the thesis quotes.

    points : table with columns time, wanted, measured
    """
    ax = ax or plt.subplots(figsize=(9, 4.5))[1]
    times = np.linspace(0, 900, 300)
    ax.plot(times, curve.player(times), color=GREY, label="equation 9")
    ax.plot(points["time"], points["wanted"], "o", color=BLUE, label="wanted", linestyle="")
    look = {"color": VERMILION, "markersize": 10, "linestyle": ""}
    ax.plot(points["time"], points["measured"], "x", label="measured by its authors", **look)
    ax.set(xlabel="thinking time (ms)", ylabel="games the player wins (%)", ylim=(0, 100))
    ax.legend(loc="upper right")
    return ax


# Hamlet.


def plot_hamlet(session, seconds=300, axes=None):
    """Both stocks and the probability of death, second by second, with every intervention."""
    axes = plt.subplots(3, 1, figsize=(9, 7), sharex=True)[1] if axes is None else axes
    time = np.arange(seconds)
    axes[0].plot(time, session["health"][:seconds], color=GREEN)
    axes[0].set(ylabel="health", ylim=(-12, 112))
    axes[1].step(time, session["shots"][:seconds], color=ORANGE, where="post")
    axes[1].set(ylabel="shots left", ylim=(-3, 35))
    axes[2].plot(time, 100 * np.array(session["danger"][:seconds]), color=VERMILION)
    axes[2].axhline(40, color=INK, linestyle="--", linewidth=1)
    axes[2].set(ylabel="probability\nof death (%)", xlabel="second", ylim=(0, 100))
    marks = (
        ("kit", "health", "P", BLUE, axes[0]),
        ("clip", "shots", "s", BLUE, axes[1]),
        ("weaker enemy", "health", "v", PURPLE, axes[0]),
    )
    for kind, stock, mark, colour, ax in marks:
        at = [t for t in time if session["help"][t] == kind]
        look = {"color": colour, "markersize": 10, "markeredgecolor": INK, "linestyle": ""}
        ax.plot(at, [session[stock][t] for t in at], mark, label=kind, **look)
    lines = [line for ax in axes for line in ax.get_legend_handles_labels()[0]]
    axes[0].legend(handles=lines, loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3)
    return axes


def plot_deaths(deaths, printed, ax=None):
    """Deaths in a quarter of an hour, mean and deviation, ours beside the print.

    deaths : condition to list of deaths; printed : condition to (mean, deviation)
    """
    ax = ax or plt.subplots(figsize=(6, 4))[1]
    places = np.arange(len(deaths))
    ours = [(np.mean(d), np.std(d)) for d in deaths.values()]
    theirs = [printed[name] for name in deaths]
    for shift, pairs, colour, hatch, label in (
        (-0.2, theirs, ORANGE, "//", "thesis"),
        (0.2, ours, BLUE, "", "ours"),
    ):
        means, deviations = zip(*pairs, strict=True)
        look = {"color": colour, "hatch": hatch, "label": label, "edgecolor": INK}
        ax.bar(places + shift, means, 0.38, yerr=deviations, capsize=5, **look)
    ax.set_xticks(places, list(deaths))
    ax.set(ylabel="deaths in 15 minutes")
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2)
    return ax


# Fuzzy rules.


def plot_fuzzy(courses, target, axes=None):
    """How the win rates of several players settle, and how many rules are active.

    courses : name to rows with "win rate" and "active rules"
    """
    axes = plt.subplots(2, 1, figsize=(9, 6.5), sharex=True)[1] if axes is None else axes
    for index, (name, rows) in enumerate(courses.items()):
        games = range(1, len(rows) + 1)
        look = {"linestyle": LINES[index], "color": PALETTE[index], "label": name}
        axes[0].plot(games, [100 * row["win rate"] for row in rows], **look)
        axes[1].plot(games, [row["active rules"] for row in rows], **look)
    axes[0].axhline(100 * target, color=INK, linewidth=1)
    axes[0].set(ylabel="games won so far (%)", ylim=(0, 100))
    axes[1].set(ylabel="active rules", xlabel="game", ylim=(0, 42))
    axes[0].legend(loc="lower right", ncols=len(courses))
    return axes


def plot_dead_end(course, side, ax=None):
    """One game of Dead-End: the way of the player and where the ghosts went."""
    ax = ax or plt.subplots(figsize=(5.2, 5.6))[1]
    player = np.array([here for here, _ in course])
    ghosts = np.array([ghosts for _, ghosts in course])
    for index in range(ghosts.shape[1]):
        way = ghosts[:, index]
        ax.plot(way[:, 0], way[:, 1], color=VERMILION, linestyle=":", linewidth=1.3)
        ax.plot(*way[0], "v", color=VERMILION, markersize=11)
    ax.plot(player[:, 0], player[:, 1], "-o", color=BLUE, markersize=4)
    ax.plot(*player[0], "o", color=BLUE, markersize=12)
    ax.plot([-0.6, -0.6, side - 0.4, side - 0.4], [side - 0.4, -0.6, -0.6, side - 0.4], color=INK)
    ax.text(side / 2 - 0.5, side - 0.2, "exit", ha="center")
    ax.set(xlim=(-1, side), ylim=(-1, side + 0.8), aspect="equal")
    ax.axis("off")
    return ax


# Mazes.


def plot_chess_maze(side, pieces, attacked, way, show_attacks=True, ax=None):
    """A board with knights, the squares they attack and a shortest way of the rook."""
    ax = ax or plt.subplots(figsize=(5, 5))[1]
    for square in range(side * side):
        row, column = divmod(square, side)
        shade = "#E9E2D0" if (row + column) % 2 else PAPER
        ax.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=shade))
        if show_attacks and square in attacked:
            corner = (column - 0.5, row - 0.5)
            ax.add_patch(Rectangle(corner, 1, 1, fill=False, hatch="///", ec=VERMILION, lw=0))
    for square in pieces:
        ax.text(square % side, square // side, "♞", ha="center", va="center", fontsize=22)
    _entry_and_exit(ax, side, way)
    return _board(ax, side)


def plot_chromatic_maze(side, colours, way, ax=None):
    """Coloured squares, numbered in their order, and a shortest way."""
    ax = ax or plt.subplots(figsize=(5, 5))[1]
    for square, colour in enumerate(colours):
        row, column = divmod(square, side)
        corner, fill = (column - 0.5, row - 0.5), ORDERED_COLOURS[colour]
        ax.add_patch(Rectangle(corner, 1, 1, facecolor=fill, alpha=0.55, edgecolor="white"))
        ax.text(column - 0.42, row - 0.2, str(colour + 1), fontsize=8, va="center")
    _entry_and_exit(ax, side, way)
    return _board(ax, side)


def _entry_and_exit(ax, side, way):
    places = np.array([(square % side, square // side) for square in way])
    ax.plot(places[:, 0], places[:, 1], "-o", color=INK, linewidth=2, markersize=5)
    for place, letter in ((places[0], "E"), (places[-1], "X")):
        box = {"boxstyle": "circle", "facecolor": YELLOW, "edgecolor": INK}
        ax.text(*place, letter, ha="center", va="center", fontsize=12, bbox=box)


def _board(ax, side):
    limits = (-0.5, side - 0.5)
    ax.set(xlim=limits, ylim=limits[::-1], aspect="equal", xticks=[], yticks=[])
    ax.grid(visible=False)
    ax.spines[:].set_visible(True)
    return ax


# Pheromones.


def plot_zone(zone, allowed=None, ax=None):
    """An ability zone; cells where targets may appear are ringed."""
    ax = ax or plt.subplots(figsize=(5.5, 5))[1]
    small = zone.size <= 40
    ax.imshow(zone, cmap=BELIEF)
    if allowed is not None:
        rows, columns = np.nonzero(allowed)
        look = {"color": "none", "markeredgecolor": VERMILION, "markeredgewidth": 2}
        size = 30 if small else 12
        ax.plot(columns, rows, "o", markersize=size, linestyle="", **look)
    if small:
        for (row, column), value in np.ndenumerate(zone):
            shade = "white" if value > 0.6 * zone.max() else INK
            ax.text(column, row, f"{value:g}", ha="center", va="center", color=shade)
    ax.set(xticks=[], yticks=[])
    ax.grid(visible=False)
    return ax


# Case-based reasoning.


def plot_cases(table, axes=None):
    """Balance and the computer's level by the opponent's level, with cases and without.

    table : indexed by (way, opponent) with columns balance and level
    """
    axes = plt.subplots(1, 2, figsize=(11, 4.2))[1] if axes is None else axes
    ways = {"fixed": "fixed level", "cases": "by similar cases"}
    for ax, column, label in zip(
        axes,
        ("balance", "level"),
        ("rounds within five turns", "level of the computer's player"),
        strict=True,
    ):
        for index, (way, name) in enumerate(ways.items()):
            line = table.loc[way][column]
            look = {"linestyle": LINES[index], "color": PALETTE[index], "marker": "os"[index]}
            ax.plot(line.index, line, label=name, **look)
        ax.set(xlabel="level of the opponent", ylabel=label)
    axes[0].set_ylim(0, 1)
    axes[1].set_ylim(0, 100)
    axes[0].legend(loc="lower right")
    return axes

"""How bots evolve and fare: courses of fitness, win rates, uses of strategies, difficulty."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import MaxNLocator

from herna.figures.style import BLUE, GREEN, GREY, INK, ORANGE, SKY, VERMILION


def plot_courses(courses, ceilings, axes=None):
    """Fitness by generation, a panel for each hero, as in figure 5.2.

    courses : table indexed by hero and generation with columns overall, best and mean
    ceilings : the highest fitness without a win, by hero
    """
    heroes = list(courses.index.get_level_values(0).unique())
    if axes is None:
        rows = -(-len(heroes) // 2)
        _, axes = plt.subplots(
            rows, min(len(heroes), 2), figsize=(12, 3.9 * rows), sharex=True, sharey=True
        )
    axes = np.atleast_1d(axes).ravel()
    for ax, hero in zip(axes, heroes, strict=False):
        plot_course(courses.loc[hero], ceilings[hero], ax)
        ax.set_title(hero)
    lines, names = axes[0].get_legend_handles_labels()
    axes[0].figure.legend(lines, names, loc="outside upper center", ncols=len(names))
    axes[0].set_ylim(0, 1.05 * max(courses["overall"].max(), *ceilings.values()))  # of all panels
    for ax in axes[len(heroes) :]:
        ax.set_visible(False)
    return axes


def plot_course(course, ceiling, ax=None):
    """The course of one hero, or of one run: the best ever, the best and the mean."""
    ax = ax or plt.subplots(figsize=(8, 4.5))[1]
    ax.plot(course.index, course["overall"], color=INK, linestyle="-", label="overall best")
    ax.plot(
        course.index, course["best"], color=BLUE, linestyle="--", label="best of the generation"
    )
    ax.plot(course.index, course["mean"], color=ORANGE, linestyle="-.", label="mean")
    ax.axhline(ceiling, color=VERMILION, linestyle=":", label="most without a win")
    ax.set(xlabel="generation", ylabel="fitness of three games")
    return ax


def plot_win_rates(table, ax=None):
    """Figure 5.3: how often the bots of each hero win, beside what the thesis tells.

    table : hero, rate, low, high, print_rate, print_low, print_high, hand_made; shares of all
        games. Where the thesis gives no number (nan) only the bounds are drawn.
    """
    ax = ax or plt.subplots(figsize=(10, 5))[1]
    places = np.arange(len(table))
    ax.bar(places - 0.2, table["rate"], 0.36, color=BLUE, label="evolved, ours")
    error = np.abs(table[["low", "high"]].to_numpy().T - table["rate"].to_numpy())
    ax.errorbar(places - 0.2, table["rate"], yerr=error, fmt="none", ecolor=INK)
    known = table["print_rate"].notna()
    tops = table["print_rate"].where(known, table["print_high"])
    ax.bar(
        places + 0.2, tops, 0.36, color=SKY, hatch="//", edgecolor="white", label="evolved, thesis"
    )
    for place, top, row in zip(places, tops, table.itertuples(), strict=True):
        exact = row.print_low == row.print_high
        words = f"{'' if exact else 'about '}{100 * top:.2g} %"
        if np.isnan(row.print_rate):
            room = top - row.print_low
            ax.bar(place + 0.2, room, 0.36, bottom=row.print_low, color="white", alpha=0.55)
            words = f"{100 * row.print_low:.0f} to {100 * top:.0f} %"
        label_above(ax, place + 0.2, top, words)
    ax.scatter(
        places - 0.2, table["hand_made"], color=INK, marker="D", zorder=3, label="hand-made, ours"
    )
    for place, rate in zip(places, table["rate"], strict=True):
        label_above(ax, place - 0.2, rate, f"{100 * rate:.3g} %")
    ax.set_xticks(places, table["hero"])
    ax.set(ylabel="games won", ylim=(0, 0.85))
    ax.yaxis.set_major_formatter("{x:.0%}")
    ax.legend(loc="upper right")
    ax.grid(axis="x", visible=False)
    return ax


def label_above(ax, place, height, words):
    """What a bar stands for, in words above it."""
    ax.annotate(words, (place, height), xytext=(0, 8), textcoords="offset points", ha="center")


def plot_usage(table, axes=None):
    """Table 5.1 as dots: uses per game of every strategy, ours against the print, by hero.

    table : strategy, name, hero, published, ours
    """
    heroes = list(table["hero"].unique())
    if axes is None:
        _, axes = plt.subplots(1, len(heroes), figsize=(15, 8), sharey=True)
    names = list(table["name"].unique())[::-1]
    for ax, hero in zip(np.atleast_1d(axes), heroes, strict=True):
        rows = table[table["hero"] == hero].set_index("name").reindex(names)
        places = np.arange(len(names))
        for place, one, other in zip(places, rows["ours"], rows["published"], strict=True):
            ax.plot(
                [one + 0.01, other + 0.01], [place, place], color=GREY, linewidth=1, linestyle="-"
            )
        ax.scatter(rows["published"] + 0.01, places, color=ORANGE, marker="s", s=42, label="thesis")
        ax.scatter(rows["ours"] + 0.01, places, color=BLUE, s=42, label="ours", zorder=3)
        ax.set_xscale("log")
        ax.set(title=hero, xlabel="uses per game (+ 0.01)", xlim=(0.007, 200))
        ax.set_yticks(places, names)
    np.atleast_1d(axes)[0].legend(loc="upper left")
    return np.atleast_1d(axes)


def plot_habits(habits, table, axes=None):
    """Uses per game by the winner of every run, and where ours and the thesis's chosen ones lie.

    habits : hero, run and a column for each strategy; table : as for `plot_usage`
    """
    heroes = list(habits["hero"].unique())
    if axes is None:
        _, axes = plt.subplots(1, len(heroes), figsize=(15, 8), sharey=True)
    strategies = list(table["strategy"].unique())[::-1]
    names = table.drop_duplicates("strategy").set_index("strategy")["name"]
    places = np.arange(len(strategies))
    for ax, hero in zip(np.atleast_1d(axes), heroes, strict=True):
        uses = habits[habits["hero"] == hero][strategies].to_numpy()
        chosen = table[table["hero"] == hero].set_index("strategy").reindex(strategies)
        every = np.broadcast_to(places, uses.shape)
        ax.scatter(uses + 0.01, every, color=GREY, marker="|", s=90, label="winner of a run")
        ax.scatter(
            chosen["published"] + 0.01, places, color=ORANGE, marker="s", s=42, label="thesis"
        )
        ax.scatter(chosen["ours"] + 0.01, places, color=BLUE, s=42, label="ours", zorder=3)
        ax.set_xscale("log")
        ax.set(title=hero, xlabel="uses per game (+ 0.01)", xlim=(0.007, 200))
        ax.set_yticks(places, names[strategies])
    first = np.atleast_1d(axes)[0]
    first.legend(loc="upper left")
    return np.atleast_1d(axes)


def plot_luck(winners, ax=None):
    """The fitness for which a run's winner was chosen against how it fared when tested.

    winners : cell, best_ever, fitness_mean, rate; a row for each run
    """
    ax = ax or plt.subplots(figsize=(8, 5))[1]
    colours, marks = (BLUE, ORANGE, GREEN, VERMILION), "os^D"
    for number, (hero, runs) in enumerate(winners.groupby("cell", sort=False)):
        ax.scatter(
            runs["best_ever"],
            3 * runs["fitness_mean"],
            color=colours[number % 4],
            marker=marks[number % 4],
            label=hero,
        )
    most = float(winners["best_ever"].max())
    ax.plot([0, most], [0, most], color=GREY, linestyle=":", linewidth=1.5)
    ax.annotate("as chosen", (0.62 * most, 0.64 * most), rotation=30, color=GREY)
    ax.set(
        xlabel="fitness for which a winner was chosen",
        ylabel="its mean fitness when tested",
        xlim=(0, None),
        ylim=(0, None),
    )
    ax.legend(loc="upper left")
    return ax


def plot_variants(table, axes=None):
    """Mean win rates of the winners of runs, a panel for each hero and a line for each variant.

    table : variant, hero, rate, low, high; the first variant is what the others are held against
    """
    heroes, names = list(table["hero"].unique()), list(table["variant"].unique())
    if axes is None:
        _, axes = plt.subplots(1, len(heroes), figsize=(15, 0.45 * len(names) + 1.6), sharey=True)
    axes = np.atleast_1d(axes)
    places = np.arange(len(names))[::-1]
    for ax, hero in zip(axes, heroes, strict=True):
        rows = table[table["hero"] == hero].set_index("variant").reindex(names)
        error = np.abs(rows[["low", "high"]].to_numpy().T - rows["rate"].to_numpy())
        ax.axvspan(rows["low"].iloc[0], rows["high"].iloc[0], color=BLUE, alpha=0.12)
        ax.errorbar(rows["rate"], places, xerr=error, fmt="o", color=INK, ecolor=GREY)
        ax.plot(rows["rate"].iloc[0], places[0], "o", color=BLUE, zorder=4)
        ax.set(title=hero, xlabel="games won", xlim=(0, None))
        ax.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
        ax.xaxis.set_major_formatter("{x:.0%}")
        ax.set_yticks(places, names)
    return axes


def plot_difficulty(table, ax=None):
    """How many dungeons are how hard: the share of games won in each, a line for each hero.

    table : cell, rate; a row for each dungeon
    """
    ax = ax or plt.subplots(figsize=(9, 5))[1]
    colours, lines = (BLUE, ORANGE, GREEN, VERMILION), ("-", "--", "-.", ":")
    for number, (hero, dungeons) in enumerate(table.groupby("cell", sort=False)):
        rates = np.sort(dungeons["rate"].to_numpy())[::-1]
        share = np.arange(1, len(rates) + 1) / len(rates)
        never = (rates == 0).mean()
        ax.plot(
            share,
            rates,
            color=colours[number % 4],
            linestyle=lines[number % 4],
            label=f"{hero}: {never:.0%} never won",
        )
    ax.set(
        xlabel="dungeons, the easiest first",
        ylabel="games won in a dungeon",
        xlim=(0, 1),
        ylim=(0, 1),
    )
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.yaxis.set_major_formatter("{x:.0%}")
    ax.legend(loc="upper right")
    return ax

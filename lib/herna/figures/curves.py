"""Charts of metrics and scores. Each function takes data and returns the axes it drew on."""

import matplotlib.pyplot as plt
import numpy as np

from herna.figures.style import GREY, LINES, PALETTE

LABELS = {
    "believability": "believability ↓",
    "tension": "tension ↓",
    "margin": "margin ↓",
    "freedom": "freedom ↑",
    "lead_changes": "lead changes ↑",
    "fairness": "fairness ↓",
    "lead_time": "lead time ↓",
    "randomness": "randomness ↓",
    "win_ratio_sd": "win ratio SD ↓",
    "rounds": "rounds",
}


def plot_status(status, names, colours=None, ax=None):
    """Who leads and by how much, round by round.

    status : array of shape (rounds, players)
    """
    ax = ax or plt.subplots(figsize=(9, 4))[1]
    status = np.asarray(status)
    rounds = np.arange(1, len(status) + 1)
    for seat, name in enumerate(names):
        colour = (colours or PALETTE)[seat]
        ax.plot(rounds, status[:, seat], linestyle=LINES[seat], color=colour, label=name)
    ax.axhline(0, color="black", linewidth=0.8)
    ax.set(xlabel="round", ylabel="status (turns ahead)")
    ax.legend(loc="upper left", ncols=len(names))
    return ax


def plot_ratios(ours, published=None, ax=None, title=""):
    """Metrics as ratios to fair chance, ours with 95 % intervals, the print as crosses.

    ours : table with columns metric, ratio, low, high
    published : mapping from metric to the printed ratio
    """
    ax = ax or plt.subplots(figsize=(9, 5))[1]
    places = np.arange(len(ours))[::-1]
    errors = np.abs(ours[["low", "high"]].to_numpy().T - ours["ratio"].to_numpy())
    ax.errorbar(
        ours["ratio"], places, xerr=errors, fmt="o", color=PALETTE[0], label="ours, 95 % interval"
    )
    if published is not None:
        values = [published.get(metric, np.nan) for metric in ours["metric"]]
        ax.plot(values, places, "x", color=PALETTE[1], markersize=11, label="thesis")
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2)
    ax.set_title(title, y=1.08 if published is not None and title else None)
    ax.axvline(1, color="black", linewidth=0.8)
    ax.set_xscale("log")
    ticks = [tick for tick in (0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5) if _within(tick, ax.get_xlim())]
    ax.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    ax.minorticks_off()
    ax.set_yticks(places, [LABELS.get(metric, metric) for metric in ours["metric"]])
    ax.set_xlabel("ratio to fair dice")
    return ax


def _within(value, limits):
    return limits[0] <= value <= limits[1]


def plot_flow_channel(ax=None):
    """Flow: challenge must grow with skill (the idea of figure 2 of thesis 1, our drawing)."""
    ax = ax or plt.subplots(figsize=(7, 5.5))[1]
    skill = np.linspace(0, 10, 50)
    ax.fill_between(skill, skill - 1.5, skill + 1.5, color=PALETTE[2], alpha=0.35)
    points = {"A1": (2, 2), "A2": (6, 2), "A3": (2, 6), "A4": (6.5, 6.5)}
    for start, end in (("A1", "A2"), ("A1", "A3"), ("A2", "A4"), ("A3", "A4")):
        arrow = {"arrowstyle": "->", "color": "black", "shrinkA": 14, "shrinkB": 14}
        ax.annotate("", points[end], points[start], arrowprops=arrow)
    for name, (x, y) in points.items():
        ax.plot(x, y, "o", color="white", markersize=26, markeredgecolor="black")
        ax.text(x, y, name, ha="center", va="center")
    ax.text(1.2, 8.6, "anxiety", style="italic")
    ax.text(7.6, 1.1, "boredom", style="italic")
    ax.text(8.1, 8.4, "flow", rotation=38)
    ax.set(xlim=(0, 10), ylim=(0, 10), xticks=[], yticks=[], xlabel="skill", ylabel="challenge")
    return ax


def plot_running_means(rows, metric, ax=None):
    """How the mean of a metric settles as games come in, one curve per cell.

    More cells than can be told apart are drawn alike and without names.

    rows : table with columns cell, replicate and the metric; may be empty
    """
    ax = ax or plt.subplots(figsize=(9, 3.5))[1]
    cells = rows["cell"].unique() if len(rows) else ()
    few = len(cells) <= len(PALETTE)
    for index, cell in enumerate(cells):
        values = rows.loc[rows["cell"] == cell].sort_values("replicate")[metric]
        means = values.expanding().mean().to_numpy()
        games = np.arange(1, len(means) + 1)
        named = {"linestyle": LINES[index], "color": PALETTE[index], "label": cell} if few else {}
        ax.plot(games, means, **({"linestyle": "-", "color": GREY, "linewidth": 0.8} | named))
    if not few:
        ax.set_title(f"{len(cells)} cells")
    elif len(cells):
        ax.legend(loc="center left", bbox_to_anchor=(1, 0.5))  # it would cover the first games
    ax.set(xlabel="games", ylabel=f"mean {LABELS.get(metric, metric)}")
    return ax

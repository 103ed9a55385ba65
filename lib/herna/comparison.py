"""What an environment player changes: the same games with fair chance and with it, side by side.

Needs no widgets. `compare_environments` plays both sides on the same seeds and returns the data,
`plot_relative` and `plot_flow` draw them.
"""

from dataclasses import dataclass, fields, replace
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from herna.arena import Arena, check_game
from herna.errors import require_whole
from herna.figures.style import BLUE, GREY, INK, VERMILION
from herna.game import MAX_PLAYERS, Game
from herna.kernels.curves import leads
from herna.kernels.world import BETTER, METRICS, new_worlds
from herna.metrics import fun
from herna.seeds import generator

POINTS = 101  # of a flow curve: the course of a game in percent
CLIP = 3.0  # longest bar, in multiples of fair


@dataclass(frozen=True)
class Sample:
    """Some games under one environment, a row each."""

    metrics: Any  # array (games, metrics), in the order of METRICS
    flow: Any  # array (games, POINTS): the lead over the course of the game
    returns: Any  # array (games, players)
    finished: Any  # array (games,): False where the game was stopped at the ply limit

    def first(self, games):
        """The first of the games only."""
        return Sample(*(getattr(self, part.name)[:games] for part in fields(self)))


@dataclass(frozen=True)
class Comparison:
    """The same games twice: with fair chance and with an environment player."""

    game: Game
    environment: Any
    fair: Sample
    tuned: Sample

    def first(self, games):
        """The first of the games only, as if no more had been played."""
        return replace(self, fair=self.fair.first(games), tuned=self.tuned.first(games))

    def stalled(self):
        """How many games were stopped at the limit of plies, in words; "" if all came to an end."""
        sides = (
            (self.fair, "fair chance"),
            (self.tuned, getattr(self.environment, "name", "None")),
        )
        counts = [(int((~side.finished).sum()), len(side.finished), name) for side, name in sides]
        told = [f"{n} of {games} games under {name}" for n, games, name in counts if n]
        return f"unfinished at the limit of plies: {', '.join(told)}" if told else ""

    def table(self):
        """One row per metric: means on both sides, their ratio, and whether it is better."""
        fair, tuned = self.fair.metrics.mean(axis=0), self.tuned.metrics.mean(axis=0)
        sign = np.array([BETTER[name] for name in METRICS])
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = np.where(tuned == fair, 1.0, tuned / fair)
        columns = {
            "fair": fair,
            "tuned": tuned,
            "ratio": ratio,
            "better": sign * (tuned - fair) > 0,
        }
        return pd.DataFrame(columns, index=pd.Index(METRICS, name="metric"))


def compare_environments(game, seats, environment, games=200, seed=0):
    """Play `games` games with fair chance and with `environment`, on the same seeds."""
    return Comparison(
        game,
        environment,
        _exhausted(sampling(game, seats, None, games, seed)),
        _exhausted(sampling(game, seats, environment, games, seed)),
    )


def sampling(game, seats, environment, games, seed):
    """Play game after game; a generator that yields how many are done and returns the Sample."""
    check_game(game)
    require_whole("comparison", "games", games, 1, 1_000_000)
    arena = Arena(game, seats, environment)
    metrics = np.zeros((games, len(METRICS)))
    flow = np.zeros((games, POINTS))
    returns, finished = np.zeros((games, game.n_players)), np.zeros(games, bool)
    for i in range(games):
        outcome = arena.play(generator(seed, "compare", i))
        metrics[i] = [outcome.metrics[name] for name in METRICS]
        flow[i] = lead_course(game, outcome.moves)
        returns[i], finished[i] = outcome.returns, outcome.finished
        yield i + 1
    return Sample(metrics, flow, returns, finished)


def lead_course(game, moves):
    """The leader's lead at every percent of the course of a recorded game."""
    worlds = new_worlds(game)
    out = np.empty(len(moves) + 1)
    out[0] = fun.lead(worlds[0].meter.status[None, : game.n_players])[0]
    rounds = leads(game.rules, worlds, np.array(moves, np.int64), np.zeros(MAX_PLAYERS), out[1:])
    return np.interp(np.linspace(0, rounds, POINTS), np.arange(rounds + 1), out[: rounds + 1])


def plot_relative(comparison, ax=None):
    """Each metric relative to fair chance: shorter or longer than the line, and whether better."""
    ax = ax or plt.subplots()[1]
    table = comparison.table()
    for row, (_, metric) in enumerate(table.iterrows()):
        ratio = float(metric["ratio"])
        changed = ratio != 1.0
        colour = (BLUE if metric["better"] else VERMILION) if changed else GREY
        hatch = "" if metric["better"] or not changed else "///"
        wide = min(ratio, CLIP)
        ax.barh(row - 0.19, 1.0, 0.34, color="#CFCFCF", edgecolor=GREY)
        ax.barh(row + 0.19, wide, 0.34, color=colour, edgecolor=INK, hatch=hatch)
        word = ("better" if metric["better"] else "worse") if changed else "same"
        factor = f"×{ratio:.2f}" if np.isfinite(ratio) else f"0 → {metric['tuned']:.2f}"
        ax.text(max(wide, 1.0) + 0.04, row, f"{factor} {word}", va="center", fontsize=11)
    arrows = {1.0: "↑", -1.0: "↓"}  # which way is better
    ax.set_yticks(
        range(len(METRICS)), [f"{m.replace('_', ' ')} {arrows[BETTER[m]]}" for m in METRICS]
    )
    ax.set(xlim=(0, CLIP + 1.0), ylim=(len(METRICS) - 0.5, -0.5))
    ax.set_xlabel("relative to fair chance (grey)")
    ax.set_title("Metrics of fun")
    ax.axvline(1.0, color=INK, linewidth=1)
    ax.grid(axis="y", visible=False)
    return ax


def plot_flow(comparison, ax=None):
    """The mean lead of the leader over the course of the game, fair and tuned."""
    ax = ax or plt.subplots()[1]
    percent = np.linspace(0, 100, POINTS)
    sides = ((comparison.fair, "fair", GREY, "--"), (comparison.tuned, "tuned", BLUE, "-"))
    for sample, label, colour, line in sides:
        mean = sample.flow.mean(axis=0)
        error = 1.96 * sample.flow.std(axis=0) / np.sqrt(len(sample.flow))
        ax.fill_between(percent, mean - error, mean + error, color=colour, alpha=0.2, linewidth=0)
        ax.plot(percent, mean, line, color=colour, label=label)
    ax.set(xlabel="course of the game, %", ylabel="mean lead of the leader", xlim=(0, 100))
    ax.set_ylim(bottom=0)
    ax.set_title("Flow")
    ax.legend(loc="upper left")
    return ax


def _exhausted(generator):
    """What a generator returns at its end."""
    while True:
        try:
            next(generator)
        except StopIteration as end:
            return end.value

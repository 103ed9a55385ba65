"""The figures and tables of thesis 1, ours beside the print, each from stored results.

Numbers in captions are those of the thesis's own figures and tables.
"""

import matplotlib.pyplot as plt
import pandas as pd

from herna.claims.environment_tables import (
    ALGORITHMS,
    LABELS,
    PRINTED,
    SCORE_TABLES,
    SCORED,
    measurements,
    overall_bounds,
    overall_scores,
    printed,
    printed_metrics,
    scored,
)
from herna.experiments import EXPERIMENTS
from herna.figures import scores
from herna.figures.boards import board
from herna.figures.scene import draw_scene
from herna.metrics.fun import relative_scores
from herna.play import Match

TITLES = {
    "maze": "Maze",
    "lc_hcis": "Lost Cities, HillClimber IS",
    "lc_mmis": "Lost Cities, Minimax IS",
    "ludo_2hc": "Ludo, two HillClimbers",
    "ludo_2mn": "Ludo, two Max^n",
    "ludo_4mn": "Ludo, four Max^n",
}
FIGURE_NUMBERS = {
    "maze": 15,
    "ludo_4mn": 17,
    "lc_mmis": 18,
    "ludo_2hc": 26,
    "ludo_2mn": 27,
    "lc_hcis": 28,
}
TABLE_NUMBERS = {"maze": 5, "ludo_4mn": 6, "lc_mmis": 7}
MAZES = ("None", "E-MaxMax", "POSM", "DL")  # as in figure 16
MAZE_SEED = 2


def _by_metric(name):
    def make(results):
        found = measurements(results, name)
        ours = relative_scores(found.means[scored(found.means, SCORED)], SCORED)
        sums = found.scores_beside_print().query("score == 'all metrics'").set_index("algorithm")
        words = {
            cell: f"sum {row['ours']:.1f}, print {row['published']:.1f}"
            for cell, row in sums.iterrows()
        }
        theirs = None
        if name in PRINTED:
            table = printed_metrics(PRINTED[name])
            theirs = relative_scores(table[scored(table, SCORED)], SCORED)
        bounds = found.relative_bounds()
        return scores.plot_relative_beside_print(ours, theirs, TITLES[name], bounds, words)

    return make


def _ratios(name):
    def make(results):
        theirs = None
        if name in PRINTED:
            table = printed_metrics(PRINTED[name])
            theirs = table / table.loc["None"]
        ours = measurements(results, name).ratios()
        return scores.plot_ratio_grid(ours, theirs, f"{TITLES[name]}: ratios to fair chance")

    return make


def printed_overall(label):
    """Table 8 or 9 as it was printed: one row per algorithm, one column per experiment."""
    table = printed(SCORE_TABLES[label])
    table = table[table["status"] == "measured"]
    table = table.assign(value=table["value"].astype(float))
    wide = table.pivot_table(index="algorithm", columns="experiment", values="value", sort=False)
    return wide.reindex(index=ALGORITHMS, columns=list(LABELS.values()))


def _overall(label):
    def make(results):
        tables = {"thesis": printed_overall(label), "ours": overall_scores(results, label)}
        bounds = {"ours": overall_bounds(results, label)}
        return scores.plot_overall(tables, f"Overall score, {label}", bounds=bounds)

    return make


def _overall_table(label):
    def make(results):
        rows = []
        for name in LABELS:
            table = measurements(results, name).scores_beside_print()
            table = table[table["score"] == label].drop(columns="score")
            rows.append(table.assign(experiment=LABELS[name]))
        return pd.concat(rows)[["experiment", "algorithm", "published", "ours", "low", "high"]]

    return make


def _tension(results):
    table = results.table("maze")
    samples = {cell: rows["tension"] for cell, rows in table.groupby("cell", sort=False)}
    printed = printed_metrics(PRINTED["maze"])["tension"]
    return scores.plot_histograms(samples, "tension of a game", means=printed)


def maze_of(cell, seed=MAZE_SEED):
    """A finished game of the Maze under an algorithm."""
    experiment = EXPERIMENTS["maze"]
    seats, environment = experiment.build_seats(cell), experiment.environment(cell)
    return Match(experiment.build_game(), seats, seed, environment).finish()


def _mazes(_):
    figure, axes = plt.subplots(2, 2, figsize=(11, 11.6))
    for ax, cell in zip(axes.flat, MAZES, strict=True):
        match = maze_of(cell)
        draw_scene(board(match.game, match.state), ax=ax)
        ax.set_title(cell)
    return figure


PICTURES = {
    "13_mazes": ("Mazes built by four algorithms from one seed (fig. 16)", (), _mazes),
    "13_tension": (
        "Tension of a thousand mazes under each algorithm (fig. 22)",
        ("maze",),
        _tension,
    ),
    **{
        f"14_{name}": (
            f"{TITLES[name]}: relative scores by metric (fig. {FIGURE_NUMBERS[name]})",
            (name,),
            _by_metric(name),
        )
        for name in LABELS
    },
    **{
        f"14_{name}_ratios": (
            f"{TITLES[name]}: every metric relative to fair chance",
            (name,),
            _ratios(name),
        )
        for name in LABELS
    },
    "14_overall_all": (
        "Overall scores, all metrics (fig. 19)",
        tuple(LABELS),
        _overall("all metrics"),
    ),
    "14_overall_four": (
        "Overall scores, four metrics (fig. 20)",
        tuple(LABELS),
        _overall("four metrics"),
    ),
}

TABLES = {
    **{
        f"table{number}_{name}": (
            f"{TITLES[name]}: our means beside Table {number}",
            (name,),
            lambda results, name=name: measurements(results, name).beside_print(),
        )
        for name, number in TABLE_NUMBERS.items()
    },
    **{
        f"ratios_{name}": (
            f"{TITLES[name]}: ratios to fair chance",
            (name,),
            lambda results, name=name: measurements(results, name).ratios(),
        )
        for name in LABELS
    },
    "table8_overall": ("Overall scores, all metrics", tuple(LABELS), _overall_table("all metrics")),
    "table9_overall": (
        "Overall scores, four metrics",
        tuple(LABELS),
        _overall_table("four metrics"),
    ),
}

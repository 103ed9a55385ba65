"""The figures and tables of the calibration study, each from stored results."""

import matplotlib.pyplot as plt
import numpy as np

from herna.claims.calibration_tables import (
    beside_printed_none,
    honest_deals,
    honest_dice,
    sensitivity,
)
from herna.claims.environment_tables import PRINTED, printed_metrics
from herna.experiments import EXPERIMENTS
from herna.figures.sensitivity import plot_factors, plot_sensitivity, plot_thresholds
from herna.games import LostCities, Ludo

STUDIES = {
    "calibration_maze": "Maze",
    "calibration_ludo": "Ludo for four",
    "calibration_lost_cities": "Lost Cities, Minimax IS",
}


def _settings(name):
    def make(results):
        table = sensitivity(results, name)
        table = table[~table["setting"].isin(list(EXPERIMENTS[name].readings))]
        return plot_sensitivity(table, f"{STUDIES[name]}: score against what was tried")

    return make


def _readings(name):
    def make(results):
        title = f"{STUDIES[name]}: fair chance, ours divided by the print"
        return plot_factors(beside_printed_none(results, name), title)

    return make


def _thresholds(results):
    figure, axes = plt.subplots(1, 2, figsize=(13, 4.6))
    dice = {
        f"penalty {penalty}": honest_dice(results, np.arange(0, 15.5, 0.5), penalty)
        for penalty in (0, 1, 2)
    }
    none = printed_metrics(PRINTED["ludo_4mn"]).loc["None", "believability"]
    plot_thresholds(dice, none, Ludo().threshold, "Ludo: 80 rolls each", axes[0])
    deals = {"30 cards each": honest_deals(results, np.arange(0, 3.1, 0.1))}
    cities = printed_metrics(PRINTED["lc_mmis"]).loc[["None", "POSM", "DL"], "believability"]
    plot_thresholds(deals, cities, LostCities().threshold, "Lost Cities: honest deals", axes[1])
    return figure


PICTURES = {
    "15_thresholds": (
        "The believability of honest dice and deals against the threshold",
        ("thresholds",),
        _thresholds,
    ),
    **{
        f"15_{name}": (
            f"{title}: scores against the values tried",
            (name, EXPERIMENTS[name].base.name),
            _settings(name),
        )
        for name, title in STUDIES.items()
    },
    **{
        f"15_{name}_readings": (
            f"{title}: readings of the rules beside the printed row None",
            (name, EXPERIMENTS[name].base.name),
            _readings(name),
        )
        for name, title in STUDIES.items()
    },
}

TABLES = {
    name: (
        f"{title}: every value tried, its metrics, score and distance to the print",
        (name, EXPERIMENTS[name].base.name),
        lambda results, name=name: sensitivity(results, name),
    )
    for name, title in STUDIES.items()
}

"""What the studies of thesis 1 say: how near each value comes to the print, and what hangs on it.

*Distance* is the factor by which our metrics are off on average, 1 being exact: for an algorithm
its ratios to fair chance are held against the printed ratios, for a reading of the rules the
metrics under fair chance against the printed row None. Metrics of which either side is 0 are left
out, and the spread of win rates too, which a hundred games do not settle. *Score* is the sum of
relative scores that an algorithm would get among the others of its experiment with this value.
"""

import numpy as np
import pandas as pd

from herna.claims.environment_tables import (
    CONCLUSIONS,
    METRICS,
    PRINTED,
    Measurements,
    measurements,
    printed_metrics,
    scores,
)
from herna.experiments import EXPERIMENTS

LEAST = 0.01
COMPARED = tuple(metric for metric in METRICS if metric != "win_ratio_sd")


def sensitivity(results, name):
    """One row per value tried in a study."""
    return results.once(("sensitivity", name), lambda: _sensitivity(results, name)).copy()


def _sensitivity(results, name):
    study = EXPERIMENTS[name]
    chosen = measurements(results, study.base.name)
    tried = Measurements(name, results.table(name), len(study.base.seats))
    printed = printed_metrics(PRINTED[study.base.name])
    rows = []
    for cell, (algorithm, setting, value, words) in study.variants().items():
        means = tried.means.loc[cell]
        row = {
            "algorithm": algorithm,
            "setting": setting,
            "value": str(value),
            "chosen": is_chosen(study, algorithm, setting, value, words),
        }
        if setting in study.readings:
            row["distance"] = distance(means, printed.loc["None"])
        else:
            row |= _among_the_others(chosen, algorithm, means)
            ours, theirs = means / chosen.means.loc["None"], printed / printed.loc["None"]
            row["distance"] = distance(ours, theirs.loc[algorithm])
        rows.append(row | {metric: means[metric] for metric in METRICS})
    return pd.DataFrame(rows)


def is_chosen(study, algorithm, setting, value, words):
    """Whether a value is the one that the experiment itself has."""
    base = study.base
    if setting in study.readings:
        same = base.changed(**study.readings[setting][value])
        return same.build_game() == base.build_game() and same.build_seats() == base.build_seats()
    variant = base.changed(algorithms={algorithm: words})
    return (variant.environment(algorithm), variant.build_seats(algorithm)) == (
        base.environment(algorithm),
        base.build_seats(algorithm),
    )


def _among_the_others(chosen, algorithm, means):
    """What an algorithm with these means would score, how that ranks, and how far from None."""
    table = chosen.means.copy()
    table.loc[algorithm] = means
    column = scores(table)
    return {
        "score": column[algorithm],
        "rank": int(column.rank(ascending=False)[algorithm]),
        "ahead of None": column[algorithm] - column["None"],
        "conclusions": "; ".join(words for words, holds in CONCLUSIONS.items() if holds(column)),
    }


def distance(ours, theirs):
    """By which factor the metrics are off on average.

    >>> float(round(distance(pd.Series({"tension": 2.0}), pd.Series({"tension": 1.0})), 6))
    2.0

    Ratios below a hundredth count as a hundredth: how near to 0 a metric comes means little.
    """
    shared = [metric for metric in COMPARED if metric in theirs and metric in ours]
    pairs = (np.maximum(column[shared].astype(float), LEAST) for column in (ours, theirs))
    factors = np.abs(np.subtract(*map(np.log, pairs)))
    return float(np.exp(factors.mean()))


def what_hangs_on(table):
    """Of a study's settings: how far they move an algorithm, and whether it changes sides.

    *Same side* says whether the algorithm stays ahead of fair chance, or behind it, for all values
    tried; *by chance* how far ahead it was in the runs of all its settings that had the values
    chosen, which differ by chance alone; *nearest* is the value whose metrics come nearest to the
    printed ones; *conclusions* are those of the thesis that hold in this experiment with some of
    the values and not with others.
    """
    rows = []
    tried = table.dropna(subset="score")
    for (algorithm, setting), part in tried.groupby(["algorithm", "setting"], sort=False):
        ahead = part["ahead of None"]
        own = tried[(tried["algorithm"] == algorithm) & tried["chosen"]]["ahead of None"]
        rows.append(
            {
                "algorithm": algorithm,
                "setting": setting,
                "tried": ", ".join(part["value"]),
                "chosen": ", ".join(part["value"][part["chosen"]]),
                "nearest": part["value"][part["distance"].idxmin()],
                "ranks": f"{part['rank'].min():.0f} to {part['rank'].max():.0f}",
                "ahead of None": f"{ahead.min():.2f} to {ahead.max():.2f}",
                "by chance": f"{own.min():.2f} to {own.max():.2f}",
                "same side": bool((ahead > 0).all() or (ahead <= 0).all()),
                "conclusions that change": "; ".join(_contested(part["conclusions"])) or "none",
            }
        )
    return pd.DataFrame(rows)


def _contested(held):
    """The conclusions that hold with some of the values and not with others."""
    return [words for words in CONCLUSIONS if 0 < sum(words in those for those in held) < len(held)]


def beside_printed_none(results, name):
    """The readings of a study: every metric under fair chance divided by the printed one."""
    study = EXPERIMENTS[name]
    printed = printed_metrics(PRINTED[study.base.name]).loc["None"]
    table = sensitivity(results, name)
    table = table[table["setting"].isin(list(study.readings))]
    labels = table["setting"] + " " + table["value"] + np.where(table["chosen"], " (ours)", "")
    shared = [metric for metric in COMPARED if metric in printed]
    return table[shared].set_axis(labels) / printed[shared].astype(float)


def honest_dice(results, thresholds, penalty):
    """The mean believability of honest dice for each threshold."""
    table = _honest(results, "dice")
    repeats = penalty * table.filter(like="repeats").sum(axis=1).mean()
    faces = table.filter(like="faces").to_numpy()
    return pd.Series([_beyond(faces, t) + repeats for t in thresholds], index=thresholds)


def honest_deals(results, thresholds):
    """The mean believability of honest deals for each threshold."""
    table = _honest(results, "deals")
    classes = table.filter(like="classes").to_numpy()
    colours = table.filter(like="colours").to_numpy()
    totals = [_beyond(classes, t) + _beyond(colours, t) / 2 for t in thresholds]
    return pd.Series(totals, index=thresholds)


def _honest(results, cell):
    table = results.table("thresholds")
    return table[table["cell"] == cell]


def _beyond(excess, threshold):
    return float(np.maximum(excess - threshold, 0).sum(axis=1).mean())

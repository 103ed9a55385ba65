"""Thesis 1, chapter 3: what the stored rows of the surveyed approaches say, as tables."""

import pandas as pd

from herna.claims.claim import thesis_folder
from herna.statistics import mean_interval, proportion_interval
from herna.survey import thinking_time
from herna.survey.classification import classified

FOLDER = "environment-player"
RESULTS = {"wins": 1, "draws": 0, "losses": -1}


def surveyed():
    """All results that the thesis quotes from the literature."""
    return pd.read_csv(thesis_folder(FOLDER) / "surveyed_results.csv", keep_default_na=False)


def table_2():
    """Table 2: methods down, questions across."""
    return classified(pd.read_csv(thesis_folder(FOLDER) / "table2_classification.csv"))


def table_1(rows):
    """Wins, draws and losses in per cent of the games, one row per pairing."""
    table = rows.groupby("cell", sort=False)["result"].agg(
        **{
            name: lambda r, value=value: 100 * (r == value).mean()
            for name, value in RESULTS.items()
        }
    )
    return _by_pairing(table)


def printed_table_1():
    """The same as printed."""
    printed = surveyed()
    printed = printed[printed["approach"].str.startswith("POSM")]
    printed = printed.assign(cell=printed["condition"].str.replace(" vs ", " - "))
    table = printed.assign(value=printed["value"].astype(float)).pivot_table(
        index="cell", columns="metric", values="value", sort=False
    )
    return _by_pairing(table[list(RESULTS)])


def _by_pairing(table):
    """Index the pairings by player and the opponent's level."""
    pairs = [cell.split(" - Material ") for cell in table.index]
    table.index = pd.MultiIndex.from_tuples(
        [(player, int(level)) for player, level in pairs], names=["player", "level"]
    )
    return table


def level_curves(rows):
    """Fig. 11: the means of the metrics for every opponent and level of the human."""
    names = ["lead_changes", "margin", "tension", "won"]
    means = (
        rows.groupby(["cell", "human"], sort=False)[names].mean().rename_axis(["opponent", "human"])
    )
    return means.assign(imbalance=(means["won"] - 0.5).abs())


def level_means(rows):
    """Each metric over all humans, with its 95 % interval; imbalance is |win rate - 1/2|."""
    curves = level_curves(rows)
    table = []
    for opponent, games in rows.groupby("cell", sort=False):
        for metric in ("lead_changes", "margin", "tension"):
            low, high = mean_interval(games[metric])
            table.append((opponent, metric, games[metric].mean(), low, high))
        imbalance = curves.loc[opponent, "imbalance"]
        table.append((opponent, "imbalance", imbalance.mean(), *mean_interval(imbalance)))
    return pd.DataFrame(table, columns=["opponent", "metric", "mean", "low", "high"])


def time_points(rows):
    """The player's win rate in per cent for every thinking time, with Wilson's interval."""
    table = []
    for cell, games in rows.groupby("cell", sort=False):
        won = (games["result"] > 0).sum()
        low, high = proportion_interval(won, len(games))
        table.append((int(str(cell).split()[0]), 100 * won / len(games), 100 * low, 100 * high))
    return pd.DataFrame(table, columns=["iterations", "player wins", "low", "high"])


def time_curve(rows):
    """The curve through these points, and the times that it gives for the wanted win rates."""
    points = time_points(rows)
    curve = thinking_time.fit(points["iterations"], points["player wins"])
    longest = points["iterations"].max()
    return curve, {wanted: curve.time_for(wanted, longest) for wanted in thinking_time.WANTED}


def quoted_times():
    """The times that thesis and authors quote, with the win rates wanted and measured."""
    quoted = surveyed()
    quoted = quoted[quoted["condition"].str.endswith(" ms")]
    wide = quoted.pivot_table(
        index="condition", columns="metric", values="value", aggfunc="first", sort=False
    ).astype(float)
    times = [float(condition.split()[0]) for condition in wide.index]
    return pd.DataFrame(
        {
            "time": times,
            "wanted": wide["win_rate_target"].to_numpy(),
            "measured": wide["win_rate_measured"].to_numpy(),
        }
    )


def cases_table(rows):
    """Balance, tension, win rate and level by way of playing and level of the opponent."""
    ways = rows["cell"].str.split(" - opponent ", expand=True)
    keyed = rows.assign(way=ways[0], opponent=ways[1].astype(int))
    return keyed.groupby(["way", "opponent"], sort=False)[
        ["balance", "tension", "won", "level"]
    ].mean()

"""Thesis 1: its tables recomputed, and our experiments held against them."""

import numpy as np
import pandas as pd

from herna.claims import survey
from herna.claims.claim import Check, Finding, Measured, Results, thesis_folder
from herna.kernels.world import BETTER
from herna.metrics.fun import relative_scores, win_ratio_sd
from herna.seeds import generator
from herna.statistics import bootstrap, mean_interval, proportion_interval, ratio_interval
from herna.survey import pheromones, thinking_time

THESIS = "environment-player"
SCORED = {**BETTER, "win_ratio_sd": -1.0}  # better: 1 larger, -1 smaller
CLASSIC = ("lead_changes", "tension", "margin", "win_ratio_sd")
PRINTED = {
    "table5_maze": "Maze",
    "table6_ludo_4maxn": "Ludo-4MN",
    "table7_lost_cities_minimax_is": "LC-MMIS",
}
OURS = {"ludo_2hc": "Ludo-2HC", "ludo_4mn": "Ludo-4MN"}

CHECKS: dict[str, dict[str, Check]] = {THESIS: {}}
OTHER_ALGORITHMS = "so far only None and E-HillClimber on Ludo are in the house"
NOT_YET = {
    THESIS: {
        **{f"C{number}": OTHER_ALGORITHMS for number in (3, 5, 6, 7, 8, 9, 18, 19)},
        **{f"C{number}": "the Maze is not in the house yet" for number in range(10, 16)},
        **{f"C{number}": "Lost Cities is not in the house yet" for number in range(21, 27)},
        "C27": "needs the ablation with believability weight 0",
    }
}


def check(claim_id):
    """Register a check under the number of its claim."""

    def register(function):
        CHECKS[THESIS][claim_id] = function
        return function

    return register


# Data, as tables.


def printed(name):
    """A printed table of the thesis as a pandas table."""
    return pd.read_csv(thesis_folder(THESIS) / f"{name}.csv", keep_default_na=False)


def printed_metrics(name):
    """A printed table with one row per algorithm and one column per metric."""
    table = printed(name)
    return table.pivot_table(index="algorithm", columns="metric", values="value", sort=False)


def our_metrics(table):
    """Means per cell of an experiment's rows, with the spread of win rates added."""
    means = table.groupby("cell", sort=False)[["rounds", *BETTER]].mean()
    means["win_ratio_sd"] = [
        win_ratio_sd(wins(rows)) for _, rows in table.groupby("cell", sort=False)
    ]
    return means


def wins(rows):
    """One column per seat, 1 where it won."""
    seats = range(int(rows["winner"].max()) + 1)
    return pd.concat([(rows["winner"] == seat).astype(float) for seat in seats], axis=1).to_numpy()


def win_spread_interval(rows):
    """The 95 % bootstrap interval of the spread of the win rates."""
    return bootstrap(
        lambda *won, axis: np.std([w.mean(axis=axis) for w in won], axis=0),
        *wins(rows).T,
        paired=True,
    )


def scores(metrics, names=tuple(SCORED)):
    """The sum of the relative scores of each algorithm, over the metrics that the table has."""
    chosen = [name for name in names if name in metrics]
    return relative_scores(metrics[chosen], SCORED).sum(axis=1)


def beside_print(table, printed_table):
    """Our means beside the printed ones, metric by metric, for the algorithms we have."""
    theirs = printed_metrics(printed_table)
    ours = our_metrics(table)
    rows = []
    for cell, row in ours.iterrows():
        games = table[table["cell"] == cell]
        for metric in ("rounds", *SCORED):
            spread = metric == "win_ratio_sd"
            interval = win_spread_interval(games) if spread else mean_interval(games[metric])
            rows.append(
                {
                    "algorithm": cell,
                    "metric": metric,
                    "published": theirs.loc[cell, metric],
                    "ours": row[metric],
                    "low": interval[0],
                    "high": interval[1],
                }
            )
    return pd.DataFrame(rows)


def ratios_to_none(table):
    """Every metric under E-HillClimber divided by the same without adaptation, with interval."""
    fair = table[table["cell"] == "None"]
    rows = []
    for cell in table["cell"].unique():
        adapted = table[table["cell"] == cell]
        if cell == "None":
            continue
        for metric in ("rounds", *BETTER):
            low, high = ratio_interval(adapted[metric], fair[metric])
            ratio = adapted[metric].mean() / fair[metric].mean()
            rows.append(
                {"algorithm": cell, "metric": metric, "ratio": ratio, "low": low, "high": high}
            )
    return pd.DataFrame(rows)


def score_gap_interval(table, resamples=300):
    """The 95 % bootstrap interval of how far E-HillClimber's overall score lies above None's."""
    cells = [rows.reset_index(drop=True) for _, rows in table.groupby("cell", sort=False)]
    rng = generator(0, "bootstrap", "score gap")
    gaps = []
    for _ in range(resamples):
        drawn = [rows.iloc[rng.integers(len(rows), size=len(rows))] for rows in cells]
        score = our_scores(pd.concat(drawn))["all metrics"]
        gaps.append(score["E-HillClimber"] - score["None"])
    return tuple(np.percentile(gaps, [2.5, 97.5]))


def published_scores(experiment):
    """Tables 8 and 9: the printed scores of an experiment, one row per algorithm."""
    tables = {
        "all metrics": "table8_overall_all_metrics",
        "four metrics": "table9_overall_four_metrics",
    }
    columns = {}
    for label, name in tables.items():
        table = printed(name)
        table = table[(table["experiment"] == experiment) & (table["status"] == "measured")]
        columns[label] = table.set_index("algorithm")["value"].astype(float)
    return pd.DataFrame(columns)


def our_scores(table):
    """The same two scores for our rows, relative to the best of the algorithms we have."""
    metrics = our_metrics(table)
    return pd.DataFrame({"all metrics": scores(metrics), "four metrics": scores(metrics, CLASSIC)})


# Checks.


@check("C1")
def tables_5_to_7_give_the_columns_of_tables_8_and_9(_: Results) -> Finding:
    largest = 0.0
    for name, experiment in PRINTED.items():
        metrics = printed_metrics(name)
        recomputed = pd.DataFrame(
            {"all metrics": scores(metrics), "four metrics": scores(metrics, CLASSIC)}
        )
        gap = (recomputed - published_scores(experiment)).abs().max().max()
        largest = max(largest, float(gap))
    ours = (Measured.exact("largest difference", largest, 4),)
    if largest <= 0.005:
        return Finding(ours, "reproduced")
    return Finding(ours, "differs", "the printed columns do not follow from the printed tables")


@check("C2")
def means_of_table_8_are_those_of_the_text(_: Results) -> Finding:
    table = printed("table8_overall_all_metrics")
    table = table[table["status"] == "measured"]
    means = table.assign(value=table["value"].astype(float)).groupby("algorithm")["value"].mean()
    quoted = printed("text_overall_averages").set_index("algorithm")["value"].astype(float)
    ours = tuple(Measured.exact(name, means[name]) for name in quoted.index)
    # The text rounds to one digit; 8.05 may be printed as 8.1 though its third digit rounds down.
    off = [name for name in quoted.index if abs(round(means[name], 2) - quoted[name]) > 0.0501]
    if not off:
        return Finding(ours, "reproduced")
    return Finding(ours, "differs", f"the text quotes another mean for {', '.join(off)}")


@check("C4")
def environment_players_beat_none_everywhere(results: Results) -> Finding:
    ours = []
    for name, label in OURS.items():
        score = our_scores(results.table(name))["all metrics"]
        gap = score["E-HillClimber"] - score["None"]
        interval = score_gap_interval(results.table(name))
        ours.append(Measured.within(f"{label} E-HillClimber ahead by", gap, interval))
    return Finding(tuple(ours), "not run", f"{OTHER_ALGORITHMS}; scored within these two")


@check("C16")
def environment_players_cut_tension_and_margin_in_ludo(results: Results) -> Finding:
    names = ("tension", "margin", "fairness", "lead_changes", "randomness", "rounds")
    ours = _ratios(results.table("ludo_4mn"), names)
    return Finding(ours, "not run", f"{OTHER_ALGORITHMS}; E-HillClimber only")


@check("C17")
def look_ahead_is_more_believable(results: Results) -> Finding:
    ours = _ratios(results.table("ludo_4mn"), ("believability",))
    return Finding(ours, "not run", OTHER_ALGORITHMS)


@check("C20")
def every_adaptation_widens_the_win_ratio(results: Results) -> Finding:
    ours = tuple(
        Measured.within(str(cell), win_ratio_sd(wins(rows)), win_spread_interval(rows), 3)
        for cell, rows in results.table("ludo_4mn").groupby("cell", sort=False)
    )
    reason = (
        f"{OTHER_ALGORITHMS}; so far ours points the other way, because our player of level 50 "
        "loses more often with fair dice than the thesis's and E-HillClimber helps it"
    )
    return Finding(ours, "not run", reason)


@check("C28")
def fair_dice_score_about_25_in_believability(results: Results) -> Finding:
    fair = results.table("ludo_4mn").query("cell == 'None'")
    turns = fair["rounds"] / 4
    ours = (
        _mean("Ludo believability", fair["believability"], 1),
        _mean("turns per player", turns, 0),
    )
    return Finding(ours, "not run", "Lost Cities is not in the house yet")


@check("C29")
def end_status_is_a_whole_number(results: Results) -> Finding:
    ours = []
    for name, label in OURS.items():
        whole = results.table(name)["margin"] % 1 == 0
        interval = proportion_interval(whole.sum(), len(whole))
        ours.append(Measured.within(f"{label} whole end margins", whole.mean(), interval, 4))
    return Finding(tuple(ours), "not run", "Maze and Lost Cities are not in the house yet")


@check("C30")
def surveyed_methods_do_what_was_reported(results: Results) -> Finding:
    """POSM must draw most games at every level, Positional's wins fall by more than half."""
    rows = results.table("survey_posm")
    games = survey.table_1(rows)
    fixed, posm = games.loc["Positional 7"], games.loc["POSM"]
    checked = survey.time_points(results.table("survey_time_check"))
    wanted = survey.time_curve(results.table("survey_time"))[1]
    curve = thinking_time.published_curve()
    quoted = survey.quoted_times()
    off = float(np.abs(curve.player(quoted["time"]) - quoted["wanted"]).max())
    wrong = int((pheromones.interaction(pheromones.ABILITY, False) != pheromones.HARDER).sum())
    ours = (
        *(_share(f"POSM draws, level {n}", rows, f"POSM - Material {n}", 0) for n in posm.index),
        _share("Positional 7 wins, level 1", rows, "Positional 7 - Material 1", 1),
        _share("level 7", rows, "Positional 7 - Material 7", 1),
        *(
            Measured.within(f"% won at the time for {goal} %", won, (low, high), 0)
            for goal, (_, won, low, high) in zip(wanted, checked.to_numpy(), strict=True)
        ),
        Measured.exact("eq. 9 off its points by", off),
        Measured.exact("cells of Fig. 10 (b) that differ", wrong, 0),
    )
    problems = []
    few = [level for level in posm.index if posm.loc[level, "draws"] <= 50]
    if few:
        lost = rows[rows["cell"].isin(f"POSM - Material {n}" for n in few) & (rows["result"] < 0)]
        problems.append(
            f"POSM draws no majority against level {', '.join(map(str, few))}: it starts in the "
            "middle and climbs only once it is behind in material, and our board is too sharp "
            f"for that ({len(lost)} losses, {(lost['moves'] < 30).sum()} of them within 30 moves)"
        )
    if fixed["wins"].iloc[-1] > fixed["wins"].iloc[0] / 2:
        problems.append("Positional 7's wins fall by less than half")
    if (checked["player wins"] - list(wanted)).abs().max() > 10:
        problems.append("win rates at the derived times are more than 10 points off")
    if off > 0.1 or wrong:
        problems.append("the printed polynomial or Fig. 10 (b) does not come out")
    return Finding(ours, "differs" if problems else "reproduced", "; ".join(problems))


def _share(name, rows, cell, result):
    """How many of a hundred games of a cell ended so."""
    games = rows[rows["cell"] == cell]["result"]
    count = int((games == result).sum())
    low, high = proportion_interval(count, len(games))
    return Measured.within(name, 100 * count / len(games), (100 * low, 100 * high), 0)


def _ratios(table, names):
    ratios = ratios_to_none(table).set_index("metric").loc[list(names)]
    return tuple(
        Measured.within(str(row.Index), row.ratio, (row.low, row.high))
        for row in ratios.itertuples()
    )


def _mean(name, values, digits=2):
    return Measured.within(name, values.mean(), mean_interval(values), digits)

"""The claims of thesis 1, held against its printed tables and against our experiments.

A check names the statements that make up its claim; it is reproduced when all of them hold, and
otherwise says which do not and what the likely cause of each is. Ratios are relative to fair
chance, unless said otherwise. "About" means within a tenth, orders are those of the means. Spreads
of win rates within 0.03 of each other count as equal: a thousand games tell no more.
"""

import itertools

import numpy as np
import pandas as pd

from herna.claims import survey
from herna.claims.calibration_tables import honest_dice
from herna.claims.claim import (
    Check,
    Finding,
    Measured,
    Results,
    about,
    ascending,
    entering,
    judged,
)
from herna.claims.environment_tables import (
    CLASSIC,
    LABELS,
    PRINTED,
    THESIS,
    measurements,
    overall_scores,
    printed,
    printed_metrics,
    published_scores,
    scores,
)
from herna.experiments import EXPERIMENTS
from herna.game import CHANCE
from herna.games import Ludo, lost_cities
from herna.play import Trace
from herna.statistics import interval_of, mean_interval, proportion_interval
from herna.survey import pheromones, thinking_time

FOR_FUN = ("E-HillClimber", "E-MaxMax", "E-MonteCarlo", "E-MaxN")
RIVALS = ("POSM", "DL")
TWO_PLAYERS = ("ludo_2hc", "ludo_2mn")
LONG_CORRIDOR = 1000  # what one adds to the believability of a maze
REPLAYED = 50  # games of a cell that are replayed card by card
LOOKED_AT = 30  # mazes of a cell that are built again
LONG_ARM, SOON = 15, 30  # squares, of the 20 from the start to the edge; rounds

LEVELS = (
    "HillClimber IS rates every move, so its level 50, which takes a move from the middle of the "
    "list, nearly always loses at Lost Cities and draws from the piles so often that games take "
    "twice as long; the thesis calls the table similar to that of Minimax IS, where our order of "
    "the algorithms is that of the print but for the first two. Whoever holds the strong player "
    "back evens that out best"
)
MAZES = (
    "how corridors are built is our reading; long ones are rarer here and games are shorter, but "
    "whether that is the cause we have not tried"
)
DL_BY_GAIN = (
    "DL ranks corridors by the player's gain, because then it leaves him few doors, as the thesis "
    "tells (7.0; ranked by his value 14.2, fair chance 14.0); ranked by his value it would raise "
    "tension and margin further, but lower the lead changes (notebook 15)"
)
SLOW_DL = (
    "DL adapts slowly (alpha 11, the value nearest to the print); with 43 lead changes would be "
    "1.2 of None and randomness 2.2, about as the thesis tells, but the games half as long and the "
    "margin 1.7 of None (notebook 15)"
)
POSM_BY_GAIN = (
    "POSM ranks corridors by the player's gain, as DL does; ranked by his value it would raise "
    "tension and margin and come out behind None, as in print, and leave him fewer doors than now "
    "(14.6 instead of 16.7), though not few (notebook 15)"
)
PLAYOUTS = (
    "E-MonteCarlo averages over random playouts, in which a single outcome hardly shows; how many "
    "and how long they are the thesis does not say, and without any it would come nearer to the "
    "print in Ludo and in the Maze (notebook 15)"
)
SLOW_POSM = (
    "POSM adapts slowly (beta 0.95, the value nearest to the print) and so builds like a middling "
    "opponent all the time, with doors in every corridor; with 0.5 or 0.8 it would leave fewer "
    "doors (9.7 or 11.5, fair chance 14.0) and more to chance (1.3 or 1.4 of None), as the thesis "
    "tells, but also lower tension and margin and double the lead changes, which there it does "
    "not (notebook 15)"
)

CHECKS: dict[str, dict[str, Check]] = {THESIS: {}}
NOT_YET: dict[str, dict[str, str]] = {THESIS: {}}
check = entering(CHECKS[THESIS])


# Arithmetic.


@check("C1")
def tables_5_to_7_give_the_columns_of_tables_8_and_9(_: Results) -> Finding:
    largest = 0.0
    for name, table in PRINTED.items():
        metrics = printed_metrics(table)
        recomputed = pd.DataFrame(
            {"all metrics": scores(metrics), "four metrics": scores(metrics, CLASSIC)}
        )
        gap = (recomputed - published_scores(LABELS[name])).abs().max().max()
        largest = max(largest, float(gap))
    ours = [Measured.exact("largest difference", largest, 4)]
    return judged(ours, {"the columns follow from the printed tables": largest <= 0.005})


@check("C2")
def means_of_table_8_are_those_of_the_text(_: Results) -> Finding:
    table = printed("table8_overall_all_metrics")
    table = table[table["status"] == "measured"]
    means = table.assign(value=table["value"].astype(float)).groupby("algorithm")["value"].mean()
    quoted = printed("text_overall_averages").set_index("algorithm")["value"].astype(float)
    ours = [Measured.exact(name, means[name]) for name in quoted.index]
    # The text rounds to one digit; 8.05 may be printed as 8.1 though its third digit rounds down.
    off = [name for name in quoted.index if abs(round(means[name], 2) - quoted[name]) > 0.0501]
    return judged(ours, {f"the text quotes the means ({', '.join(off)})": not off})


# Overall.


def mean_scores(results):
    """The mean all-metric score of every algorithm over its experiments, with intervals."""
    totals: dict[str, list] = {}
    values = overall_scores(results).mean(axis=1)
    for name in LABELS:
        found = measurements(results, name)
        for cell, draws in zip(found.cells, found.score_draws(), strict=True):
            totals.setdefault(cell, []).append(draws)
    return {
        cell: Measured.within(cell, values[cell], interval_of(np.mean(draws, axis=0), values[cell]))
        for cell, draws in totals.items()
    }


@check("C3")
def the_overall_ranking_of_the_algorithms(results: Results) -> Finding:
    ours = mean_scores(results)
    score = {name: found.value for name, found in ours.items()}
    ahead = [score[name] - score["None"] for name in FOR_FUN]
    statements = {
        "E-MaxN ahead of E-MaxMax": score["E-MaxN"] > score["E-MaxMax"],
        "E-MaxMax ahead of E-HillClimber and E-MonteCarlo": score["E-MaxMax"]
        > max(score["E-HillClimber"], score["E-MonteCarlo"]),
        "E-HillClimber and E-MonteCarlo about level": about(
            score["E-MonteCarlo"], score["E-HillClimber"]
        ),
        "all environment players ahead of None by 1.5 or more": min(ahead) >= 1.5,
        "None ahead of POSM": score["None"] > score["POSM"],
        "POSM ahead of DL": score["POSM"] > score["DL"],
    }
    shared = overall_scores(results).drop(columns="Maze").mean(axis=1)
    gap = shared["E-MaxN"] - shared["E-MaxMax"]
    rest = overall_scores(results).drop(columns="LC-HCIS").mean(axis=1)
    causes = {
        "E-MaxN ahead": f"over the five experiments that both play E-MaxN has {gap:+.2f} points",
        "E-MonteCarlo": PLAYOUTS,
        "by 1.5": PLAYOUTS,
        "None ahead of POSM": f"{LEVELS}. That is not all: in the mean of the other five "
        f"experiments None has {rest['None']:.2f}, POSM {rest['POSM']:.2f} and DL "
        f"{rest['DL']:.2f}, because of Ludo and the Maze, whose causes are told in C5",
    }
    return judged(ours.values(), statements, causes)


@check("C4")
def environment_players_beat_none_everywhere(results: Results) -> Finding:
    gaps = []
    for name in LABELS:
        found = measurements(results, name)
        gaps += [found.score_gap(cell) for cell in FOR_FUN if cell in found.cells]
    smallest = sorted(gaps, key=lambda gap: gap.value)[:3]
    statements = {f"{gap.name} is positive": gap.value > 0 for gap in gaps}
    return judged(smallest, statements, {"HCIS": LEVELS, "E-MonteCarlo": PLAYOUTS})


@check("C5")
def the_older_methods_never_beat_none(results: Results) -> Finding:
    ours, statements = [], {}
    for name, label in LABELS.items():
        found = measurements(results, name)
        column = found.scores()["all metrics"]
        ours += [found.score_gap("POSM"), found.score_gap("DL")]
        statements[f"{label} POSM no better than None"] = column["POSM"] <= column["None"] + 0.05
        statements[f"{label} DL no better than None"] = column["DL"] <= column["None"] + 0.05
        statements[f"{label} DL no better than POSM"] = column["DL"] <= column["POSM"] + 0.05
    causes = {
        "Maze POSM": f"in the Maze {POSM_BY_GAIN}",
        "Maze DL": f"in the Maze {DL_BY_GAIN}",
        "LC-HCIS": LEVELS,
        "Ludo-4MN": "in Ludo-4MN the level-50 player that POSM and DL adapt to loses more often "
        "with fair dice than the printed one, so that adapting to it helps",
    }
    causes["Ludo-2"] = _evened(results)
    return judged(ours, statements, causes)


def _evened(results):
    """Why POSM and DL come out ahead with two players of Ludo: the weaker one wins as often."""
    wins = {
        cell: [measurements(results, name).wins(cell, 0, "").value for name in TWO_PLAYERS]
        for cell in ("None", *RIVALS)
    }
    fair, posm, level = (" and ".join(f"{share:.0%}" for share in wins[cell]) for cell in wins)
    return (
        "in Ludo for two the player of level 50 that POSM and DL adapt to wins "
        f"{fair} of our games with fair dice, {posm} with POSM and {level} with DL, so that they "
        "even the game; how often he wins in print is told for four players only, where it is more "
        "than here"
    )


@check("C6")
def the_best_algorithm_differs_by_game(results: Results) -> Finding:
    ours, statements = [], {}
    for name, label in LABELS.items():
        if name == "maze":
            continue
        found = measurements(results, name)
        best, other = ("E-MaxN", "E-MaxMax") if name.startswith("lc") else ("E-MaxMax", "E-MaxN")
        ours.append(found.score_gap(best, other))
        winner = found.scores()["all metrics"].idxmax()
        statements[f"{label} won by {best} (here {winner})"] = winner == best
    causes = {
        "Ludo": "in Ludo the printed order hangs on the spread of the win rates, where a value "
        "near 0 earns a whole point by accident: without it E-MaxN leads in all three tables of "
        "ours, and in the printed one for four",
        "LC-HCIS": LEVELS,
    }
    causes["LC-MMIS"] = (
        "in LC-MMIS it is chance, as a thousand games do not settle who is first: the scores of "
        "E-MaxN with one, two and three levels differ about as much as those of three runs with "
        "the same settings (notebook 15)"
    )
    return judged(ours, statements, causes)


@check("C7")
def max_n_sweeps_the_four_classic_metrics(results: Results) -> Finding:
    found = measurements(results, "lc_hcis")
    score = found.scores()["four metrics"]["E-MaxN"]
    draws = found.score_draws("four metrics")[found.cells.index("E-MaxN")]
    ours = [Measured.within("E-MaxN", score, interval_of(draws, score))]
    statements = {
        f"best in {metric} (here {found.winner(metric)})": found.is_best("E-MaxN", metric)
        for metric in CLASSIC
    }
    return judged(ours, statements, LEVELS)


@check("C8")
def exceptions_under_the_four_classic_metrics(results: Results) -> Finding:
    cities, ludo = measurements(results, "lc_mmis"), measurements(results, "ludo_2hc")
    four = {"label": "four metrics"}
    ours = [
        *(cities.score_gap("None", cell, **four) for cell in ("E-HillClimber", "E-MonteCarlo")),
        *(ludo.score_gap(cell, "None", **four) for cell in RIVALS),
    ]
    statements = {f"{gap.name} is positive": gap.value > 0 for gap in ours}
    printed_ones = printed_metrics(PRINTED["lc_mmis"])["lead_changes"]
    here, there = (
        column["E-HillClimber"] / column["None"]
        for column in (cities.means["lead_changes"], printed_ones)
    )
    causes = {
        "E-MonteCarlo": "our level 50 loses more often than the printed one, so that None has no "
        "lead in the win ratio to live on",
        "E-HillClimber": f"E-HillClimber has {here:.1f} times the lead changes of None in Lost "
        f"Cities here and {there:.1f} times in print",
    }
    return judged(ours, statements, causes)


@check("C9")
def monte_carlo_equals_hill_climbing(results: Results) -> Finding:
    ours, statements = [], {}
    for name, label in LABELS.items():
        gap = measurements(results, name).score_gap("E-MonteCarlo", "E-HillClimber")
        ours.append(gap)
        statements[f"{label} within 0.37"] = abs(gap.value) <= 0.37
    for name, label in LABELS.items():
        cells = [cell for cell in FOR_FUN if cell in measurements(results, name).cells]
        seconds = {cell: results.seconds(name, cell) for cell in cells}
        for cell in cells:
            ours.append(Measured.exact(f"ms per game of {label} {cell}", 1000 * seconds[cell], 1))
        statements[f"{label} E-MonteCarlo at least twice as dear as E-HillClimber"] = (
            seconds["E-MonteCarlo"] >= 2 * seconds["E-HillClimber"]
        )
        statements[f"{label} time grows from E-HillClimber over E-MaxMax to E-MaxN"] = ascending(
            *(seconds[cell] for cell in ("E-HillClimber", "E-MaxMax", "E-MaxN") if cell in seconds)
        )
    causes = {
        "within": PLAYOUTS,
        "dear": "iterations and length of the playouts are our choice",
        "time grows": "E-MaxN looks two levels ahead in Lost Cities, E-MaxMax four",
    }
    return judged(ours, statements, causes)


# Maze.


@check("C10")
def the_winner_of_each_metric_in_the_maze(results: Results) -> Finding:
    winners = {
        "lead_changes": "E-HillClimber",
        "win_ratio_sd": "E-HillClimber",
        "believability": "E-MaxMax",
        "freedom": "E-MaxMax",
        "randomness": "E-MaxMax",
        "tension": "E-MonteCarlo",
        "margin": "E-MonteCarlo",
        "lead_time": "E-MonteCarlo",
    }
    causes = {"": MAZES, "here POSM": SLOW_POSM, "by E-MonteCarlo": PLAYOUTS}
    return _winners(measurements(results, "maze"), winners, causes)


def _winners(found, winners, causes, unexplained=""):
    ours, statements = [], {}
    for metric, cell in winners.items():
        best = found.winner(metric)
        ours.append(found.mean(best, metric, f"{metric} {best}"))
        statements[f"{metric} won by {cell} (here {best})"] = found.is_best(cell, metric)
    return judged(ours, statements, causes, unexplained)


@check("C11")
def tension_margin_and_lead_changes_in_the_maze(results: Results) -> Finding:
    """Lowered and raised means that the whole interval of the ratio lies below or above 1."""
    found = measurements(results, "maze")
    players = [cell for cell in FOR_FUN if cell in found.cells]
    ratios = {
        (metric, cell): found.ratio(cell, metric)
        for metric in ("tension", "margin", "lead_changes")
        for cell in (*players, *RIVALS)
    }
    lower = {key: ratio.high < 1 for key, ratio in ratios.items()}
    higher = {key: ratio.low > 1 for key, ratio in ratios.items()}
    statements = {
        "environment players lower tension": all(lower["tension", c] for c in players),
        "environment players lower the margin": all(lower["margin", c] for c in players),
        "environment players add lead changes": all(higher["lead_changes", c] for c in players),
    }
    for cell in RIVALS:
        statements[f"{cell} raises tension"] = higher["tension", cell]
        statements[f"{cell} raises the margin"] = higher["margin", cell]
        statements[f"{cell} leaves lead changes about as they were"] = about(
            ratios["lead_changes", cell].value, 1, 0.25
        )
    causes = {
        "environment": MAZES,
        "POSM": POSM_BY_GAIN,
        "DL raises": DL_BY_GAIN,
        "DL leaves": SLOW_DL,
    }
    return judged(ratios.values(), statements, causes)


@check("C12")
def the_freedom_of_the_player_in_the_maze(results: Results) -> Finding:
    found = measurements(results, "maze")
    freedom = found.means["freedom"]
    players = ("E-HillClimber", "E-MonteCarlo", "E-MaxMax")
    statements = {
        "POSM and DL far below None": max(freedom[list(RIVALS)]) < 0.8 * freedom["None"],
        "environment players above None": min(freedom[list(players)]) > freedom["None"],
        "E-MaxMax most of all": freedom.idxmax() == "E-MaxMax",
    }
    ours = [found.mean(cell, "freedom", digits=1) for cell in found.cells]
    doors = (
        "it is neither the weights nor how far they look: with those of the thesis E-MaxMax leaves "
        "fewer doors than E-HillClimber with every depth from 1 to 8, and E-MonteCarlo fewer than "
        "fair chance with playouts of any length and without (notebook 15)"
    )
    unexplained = {"E-MaxMax": doors, "above None": doors}
    return judged(ours, statements, {"POSM": SLOW_POSM}, unexplained)


@check("C13")
def the_believability_of_corridors_in_the_maze(results: Results) -> Finding:
    found = measurements(results, "maze")
    ratios = {c: found.ratio(c, "believability") for c in FOR_FUN if c in found.cells}
    long_ones = {c: found.long_corridors(c, LONG_CORRIDOR) for c in found.cells}
    ours = [*ratios.values(), *long_ones.values()]
    statements = {
        "environment players below None": max(r.value for r in ratios.values()) < 1,
        "E-MaxMax lowest": min(ratios, key=lambda c: ratios[c].value) == "E-MaxMax",
        "E-MonteCarlo below E-HillClimber": ratios["E-MonteCarlo"].value
        < ratios["E-HillClimber"].value,
        "0.88 long corridors a round without adaptation": about(long_ones["None"].value, 0.88, 0.2),
    }
    causes = {
        "lowest": "E-HillClimber and E-MaxMax avoid long corridors about equally, which are rare "
        "here; how far E-MaxMax looks ahead is our choice",
        "below E-HillClimber": PLAYOUTS,
        "0.88": "82 corridors of ten squares and more have hardly room on 41 x 41 squares unless "
        "they cross; even where ours may, they come to 0.4 a round (notebook 15)",
    }
    return judged(ours, statements, causes)


@check("C14")
def length_and_randomness_of_the_maze(results: Results) -> Finding:
    found = measurements(results, "maze")
    players = [cell for cell in FOR_FUN if cell in found.cells]
    rounds = {cell: found.ratio(cell, "rounds") for cell in players}
    shaken = {cell: found.ratio(cell, "randomness") for cell in (*players, *RIVALS)}
    statements = {
        "games last longer with environment players": min(r.value for r in rounds.values()) > 1,
        "chance matters less with them": max(shaken[c].value for c in players) < 1,
        "chance matters more with POSM and DL": min(shaken[c].value for c in RIVALS) > 1.2,
    }
    causes = {
        "last longer": PLAYOUTS,
        "less with them": PLAYOUTS,
        "POSM and DL": f"{SLOW_POSM}; {SLOW_DL}",
    }
    return judged([*rounds.values(), *shaken.values()], statements, causes)


def arms_and_quarters(cell, games=LOOKED_AT):
    """Of the first mazes of a cell, played again: long arms of a cross, and quarters with doors.

    Two arrays: how many of the four ways from the start run straight for 15 squares or more when
    the game is over, and in how many quarters of the board a closed door is left after 30 rounds.
    """
    experiment = EXPERIMENTS["maze"]
    game, arena = experiment.build_game(), experiment.arena(cell)
    middle, arms, quarters = game.size // 2, [], []
    for number in range(games):
        trace = Trace(game, arena.play(experiment.generator(cell, number)).moves)
        states = list(trace.states())
        floor = _squares(states[-1].floor, game.size)
        ways = (
            floor[middle, middle + 1 :],
            floor[middle, middle - 1 :: -1],
            floor[middle + 1 :, middle],
            floor[middle - 1 :: -1, middle],
        )
        arms.append(sum(way[:LONG_ARM].all() for way in ways))
        then = next((s for s in states if game.rounds(s) >= SOON), states[-1])
        rows, columns = np.nonzero(_squares(then.doors, game.size))
        quarters.append(len(set(zip(rows > middle, columns > middle, strict=True))))
    return np.array(arms), np.array(quarters)


def _squares(rows, size):
    """A set of squares, one integer per row, as a table of truth values."""
    return (np.asarray(rows)[:size, None] >> np.arange(size) & 1).astype(bool)


@check("C15")
def the_look_of_the_mazes(results: Results) -> Finding:
    """The thesis shows four pictures; ours are figure 13_mazes, this is their measure.

    A cross: more than two of its four arms are long. One way left: the doors of one arm lie in two
    quarters of the board at most. Even branching: no cross, and doors in three quarters or more.
    """
    games = min(LOOKED_AT, results.table("maze")["replicate"].nunique())
    found = {cell: arms_and_quarters(cell, games) for cell in ("None", "E-MaxMax", *RIVALS)}
    arms = {cell: _mean(f"long arms {cell}", both[0], 1) for cell, both in found.items()}
    quarters = {
        cell: _mean(f"quarters with doors after {SOON} rounds {cell}", both[1], 1)
        for cell, both in found.items()
    }
    statements = {}
    for cell in RIVALS:
        statements[f"{cell} builds a cross around the start"] = arms[cell].value > 2
        statements[f"{cell} soon leaves doors in two quarters at most"] = quarters[cell].value <= 2
    statements["E-MaxMax builds no cross"] = arms["E-MaxMax"].value < 2
    statements["E-MaxMax leaves doors in three quarters or more"] = quarters["E-MaxMax"].value >= 3
    causes = {"POSM": SLOW_POSM, "DL": MAZES, "E-MaxMax": MAZES}
    return judged([*arms.values(), *quarters.values()], statements, causes)


# Ludo for four.


@check("C16")
def environment_players_cut_tension_and_margin_in_ludo(results: Results) -> Finding:
    found = measurements(results, "ludo_4mn")
    bounds = {
        "tension": (0.0, 0.35),
        "margin": (0.3, 0.6),
        "fairness": (0.0, 0.7),
        "lead_changes": (2.0, 4.0),
        "randomness": (0.0, 1.0),
        "rounds": (1.0, 1.35),
    }
    ours, statements = [], {}
    for metric, (low, high) in bounds.items():
        for cell in FOR_FUN:
            ratio = found.ratio(cell, metric)
            ours.append(ratio)
            inside = low <= ratio.value <= high
            statements[f"{ratio.name} between {low} and {high} of None"] = inside
    changes = found.means["lead_changes"]
    theirs = printed_metrics(PRINTED["ludo_4mn"])["lead_changes"]
    causes = {
        "E-MonteCarlo": PLAYOUTS,
        "E-MaxMax": "how far E-MaxMax looks is our choice",
        "lead_changes E-MaxN": f"fair games have {changes['None']:.0f} lead changes here and "
        f"{theirs['None']:.0f} in print, so that fewer are a larger multiple: E-MaxN has "
        f"{changes['E-MaxN']:.0f}, in print {theirs['E-MaxN']:.0f}",
    }
    return judged(ours, statements, causes)


@check("C17")
def look_ahead_is_more_believable(results: Results) -> Finding:
    found = measurements(results, "ludo_4mn")
    ratios = {cell: found.ratio(cell, "believability", digits=3) for cell in FOR_FUN}
    near = max(ratios["E-MaxMax"].value, ratios["E-MaxN"].value)
    far = min(ratios["E-HillClimber"].value, ratios["E-MonteCarlo"].value)
    statements = {
        "all below a tenth of honest dice": max(r.value for r in ratios.values()) < 0.1,
        "E-MaxMax and E-MaxN below half of the others": near < far / 2,
    }
    pairs = (
        "most of what is left are third equal rolls in a row, made of a pair by the tenth of "
        "all rolls that is left to chance (without it all reach 0, notebook 15). E-HillClimber, "
        "E-MaxMax and E-MaxN give pairs about as often as honest dice, for those who look ahead "
        "take all rolls to be theirs; E-MonteCarlo, whose random playouts show what a pair leads "
        "to, gives hardly any. Whether look-ahead knows of rolls that it will not choose the "
        "thesis does not say"
    )
    return judged(ratios.values(), statements, pairs)


@check("C18")
def evenness_of_time_in_the_lead(results: Results) -> Finding:
    found = measurements(results, "ludo_4mn")
    ratios = {cell: found.ratio(cell, "lead_time") for cell in (*FOR_FUN, *RIVALS)}
    value = {cell: ratio.value for cell, ratio in ratios.items()}
    statements = {
        "E-MaxN shares the lead most evenly, then E-MaxMax": ascending(
            value["E-MaxN"], value["E-MaxMax"], min(value["E-HillClimber"], value["E-MonteCarlo"])
        ),
        "E-HillClimber changes nothing": about(value["E-HillClimber"], 1),
        "E-MonteCarlo is slightly worse than none": value["E-MonteCarlo"] > 1,
        "DL clearly worse than none": value["DL"] > 1.1,
    }
    shared = (
        "it is not the weights: whoever plans the dice shares the time in the lead more evenly "
        "here, and E-HillClimber would even if lead_time had no weight (two thirds of None in "
        "forty games)"
    )
    causes = {
        "DL": "our player of level 50 seldom leads with fair dice; whoever holds the strong ones "
        "back, DL too, lets him lead more often",
    }
    unexplained = {"E-HillClimber": shared, "E-MonteCarlo": shared}
    return judged(ratios.values(), statements, causes, unexplained)


@check("C19")
def posm_and_dl_change_little_in_ludo(results: Results) -> Finding:
    found = measurements(results, "ludo_4mn")
    ours, statements = [], {}
    for cell in RIVALS:
        for metric in ("believability", "freedom", "randomness"):
            ratio = found.ratio(cell, metric)
            ours.append(ratio)
            statements[f"{ratio.name} within a tenth of None"] = about(ratio.value, 1)
        for metric in ("tension", "margin"):
            ratio = found.ratio(cell, metric)
            ours.append(ratio)
            statements[f"{ratio.name} barely reduced (0.9 to 1)"] = 0.9 <= ratio.value <= 1
        fairness = found.ratio(cell, "fairness")
        ours.append(fairness)
        statements[f"{fairness.name} grows"] = fairness.value > 1
    ours += [found.ratio(cell, "rounds") for cell in RIVALS]
    changes = found.ratio("DL", "lead_changes")
    ours.append(changes)
    statements["DL adds lead changes"] = changes.value > 1.1
    cause = (
        "three adapting players hold each other back and the weak one catches up; in the thesis "
        "the weak one was hardly weaker. Their games last longer, so that more rolls add to the "
        "unevenness of the dice"
    )
    return judged(ours, statements, cause)


@check("C20")
def every_adaptation_widens_the_win_ratio(results: Results) -> Finding:
    found = measurements(results, "ludo_4mn")
    ours = [found.mean(cell, "win_ratio_sd", digits=3) for cell in found.cells]
    none = found.means.loc["None", "win_ratio_sd"]
    statements = {
        f"{cell} above None": found.means.loc[cell, "win_ratio_sd"] > none
        for cell in found.cells
        if cell != "None"
    }
    cause = (
        "our player of level 50 loses more often with fair dice than the thesis's (spread 0.09, "
        "print 0.02), and whoever evens the game out helps it"
    )
    return judged(ours, statements, cause)


# Lost Cities with Minimax players.


GROUPS = {
    "E-MaxMax and E-MaxN": ("E-MaxMax", "E-MaxN"),
    "E-HillClimber and E-MonteCarlo": ("E-HillClimber", "E-MonteCarlo"),
}
GROUPED = ("tension", "lead_changes", "lead_time")


def two_groups(ratios):
    """What makes two groups of the algorithms, asked of a table of ratios to fair chance.

    They lie on two sides, and both members of a group lie nearer to each other than the groups do.
    In print the groups are five times as far apart as their members.
    """
    ahead, near = (ratios.loc[list(cells)] for cells in GROUPS.values())
    statements = {
        "look-ahead cuts tension further": ahead["tension"].max() < near["tension"].min(),
        "look-ahead adds more lead changes": ahead["lead_changes"].min()
        > near["lead_changes"].max(),
        "look-ahead shares the lead more evenly": ahead["lead_time"].max()
        < near["lead_time"].min(),
        "look-ahead cuts tension to a third": ahead["tension"].max() < 1 / 3,
    }
    for metric in GROUPED:
        apart = min(abs(a - b) for a, b in itertools.product(ahead[metric], near[metric]))
        for words, cells in GROUPS.items():
            within = abs(ratios.loc[cells[0], metric] - ratios.loc[cells[1], metric])
            statements[f"{words} nearer to each other in {metric} than the groups"] = within < apart
    return statements


@check("C21")
def two_groups_of_algorithms_in_lost_cities(results: Results) -> Finding:
    found = measurements(results, "lc_mmis")
    ours = [found.ratio(cell, metric) for metric in GROUPED for cell in FOR_FUN]
    causes = {
        "look-ahead": "how deep anybody looks ahead is our choice",
        "E-MaxMax and E-MaxN": "how deep anybody looks ahead is our choice",
        "E-MonteCarlo": f"{PLAYOUTS}; in Lost Cities it would then be near E-HillClimber (tension "
        "0.36 beside 0.40 of None, lead changes 3.4 beside 4.5)",
    }
    return judged(ours, two_groups(found.means / found.means.loc["None"]), causes)


MARGINS = ("E-MaxN", "E-MaxMax", "E-MonteCarlo", "E-HillClimber", "None", "POSM", "DL")


@check("C22")
def the_order_of_final_margins_in_lost_cities(results: Results) -> Finding:
    found = measurements(results, "lc_mmis")
    ours = [found.mean(cell, "margin", digits=1) for cell in MARGINS]
    margin = found.means["margin"]
    statements = {
        f"{closer} ends closer than {farther}": margin[closer] < margin[farther]
        for closer, farther in itertools.pairwise(MARGINS)
    }
    causes = {
        "E-MonteCarlo": "E-MonteCarlo's playouts go to the end; with playouts of eight plies or "
        "none its margin was 56 to 64, below E-HillClimber's",
    }
    unexplained = {
        "E-MaxN": "it is not how far E-MaxN looks ahead: in sixty games its margin was 45 with one "
        "level and 39 with three, but 51, 61 and 75 in three runs with the same two (notebook 15)"
    }
    return judged(ours, statements, causes, unexplained)


@check("C23")
def believability_of_the_cards(results: Results) -> Finding:
    found = measurements(results, "lc_mmis")
    ratios = {c: found.ratio(c, "believability", digits=3) for c in (*FOR_FUN, *RIVALS)}
    statements = {
        "environment players at most 16 % of None": max(ratios[c].value for c in FOR_FUN) <= 0.16,
        "E-MaxMax lowest": min(FOR_FUN, key=lambda c: ratios[c].value) == "E-MaxMax",
        "POSM and DL do not alter the draws": all(
            ratios[c].low <= 1 <= ratios[c].high for c in RIVALS
        ),
    }
    causes = {
        "at most 16 %": "E-MonteCarlo has six expansions, with which it comes nearest to the "
        "print, and random playouts to the end, in which one card hardly shows; with twenty "
        "expansions it came to 2 % of None in sixty games (notebook 15)",
        "lowest": "E-MaxMax looks four levels ahead; with two it came to 0.00 in sixty games "
        "instead of 0.1 to 0.2, below the 0.02 of E-HillClimber and E-MaxN (notebook 15)",
    }
    return judged(ratios.values(), statements, causes)


@check("C24")
def posm_and_dl_are_lopsided_in_lost_cities(results: Results) -> Finding:
    found = measurements(results, "lc_mmis")
    ours = [found.mean(c, "win_ratio_sd", f"win_ratio_sd {c}", 3) for c in ("None", *RIVALS)]
    ours += [found.ratio(cell, metric) for cell in RIVALS for metric in ("tension", "margin")]
    wins = {cell: found.wins(cell, 1, f"games that {cell} wins") for cell in RIVALS}
    ours += wins.values()
    spread = found.means["win_ratio_sd"]
    statements = {
        "POSM and DL far wider than None": min(spread[c] for c in RIVALS) > spread["None"] + 0.2,
        "the adapting player loses most games": max(wins[c].value for c in RIVALS) < 0.2,
        "tension and margin above None": all(
            found.ratio(cell, metric).value > 1
            for cell in RIVALS
            for metric in ("tension", "margin")
        ),
    }
    return judged(ours, statements, "how fast they adapt is our choice")


@check("C25")
def length_and_freedom_of_lost_cities(results: Results) -> Finding:
    found = measurements(results, "lc_mmis")
    rounds = [found.mean(cell, "rounds", f"rounds {cell}", 1) for cell in found.cells]
    freedom = {c: found.ratio(c, "freedom") for c in (*FOR_FUN, *RIVALS)}
    value = {cell: ratio.value for cell, ratio in freedom.items()}
    statements = {
        "length unaffected (50 to 54 rounds)": all(49 <= r.value <= 55 for r in rounds),
        "freedom slightly up for E-HillClimber and E-MonteCarlo": min(
            value["E-HillClimber"], value["E-MonteCarlo"]
        )
        > 1,
        "slightly down for E-MaxMax and E-MaxN": max(value["E-MaxMax"], value["E-MaxN"]) < 1,
        "down most for POSM and DL": max(value[c] for c in RIVALS) < min(value[c] for c in FOR_FUN),
    }
    start = [
        measurements(results, name).mean("None", "freedom", f"freedom with fair cards, {words}", 1)
        for name, words in (("lc_mmis", "Minimax IS"), ("lc_hcis", "HillClimber IS"))
    ]
    causes = {
        "length": "a few games of a thousand go round in circles over the discard piles and count "
        "with the limit; POSM and DL draw from the piles when they play low",
        "freedom": "how many moves there are depends on how cards are kept and piles grow; with "
        "fair cards it is two thirds more here than in print (30.1), with HillClimber IS a fifth",
    }
    unexplained = {"down": "freedom hardly moves here, whoever deals the cards"}
    return judged([*rounds, *freedom.values(), *start], statements, causes, unexplained)


@check("C26")
def the_winner_of_each_metric_in_lost_cities(results: Results) -> Finding:
    winners = {
        "lead_changes": "E-MaxN",
        "tension": "E-MaxN",
        "margin": "E-MaxN",
        "fairness": "E-MaxN",
        "believability": "E-MaxMax",
        "lead_time": "E-MaxMax",
        "freedom": "E-HillClimber",
        "randomness": "E-HillClimber",
        "win_ratio_sd": "None",
    }
    causes = {
        "believability": "believability as in C23",
        "here POSM": "randomness is a mean over all rounds, and games of POSM have a fifth more of "
        "them, in which cards come from the piles and chance has no say",
        "win_ratio_sd": "our level 50 loses more often than the printed one with fair cards",
    }
    unexplained = {
        "by E-MaxN": "it is not how far they look: E-MaxMax takes what E-MaxN wins in print; with "
        "one, two or three levels E-MaxN stays behind in lead changes, tension and fairness, and "
        "with two levels instead of four E-MaxMax would still win them (notebook 15)"
    }
    return _winners(measurements(results, "lc_mmis"), winners, causes, unexplained)


# Ablation and constants.


def useful_points(state, cards):
    """The points of each card that fits an expedition started by the seat that draws, else 0."""
    s, seat = state.array[0], state.turn
    fitting = [int(lost_cities.useful(s, seat, hue)) for hue in range(lost_cities.HUES)]
    places = {card: divmod(card, lost_cities.RANKS) for card in cards}
    return {
        card: int(lost_cities.POINTS[fitting[hue] & 1 << rank])
        for card, (hue, rank) in places.items()
    }


def high_cards_to_the_trailing(table):
    """How often a draw gave its player the most useful card left, when trailing and when leading.

    Useful is a card that fits an expedition already started; most useful the one of most points.
    """
    game = EXPERIMENTS["lc_unbelievable"].build_game()
    hits: dict[bool, list[bool]] = {True: [], False: []}
    for moves in table["moves"].head(REPLAYED):
        trace = Trace(game, tuple(map(int, moves.split())))
        for state, card in zip(trace.states(), trace.moves, strict=False):
            if game.to_move(state) != CHANCE or not game.steerable(state):
                continue
            points = useful_points(state, game.moves(state))
            gains = game.gains(state)
            if max(points.values()) > 0 and gains[0] != gains[1]:
                trailing = gains[state.turn] < gains[1 - state.turn]
                hits[trailing].append(points[card] == max(points.values()))
    return hits


UNBELIEVABLE = {"Ludo-2HC": "ludo_2hc_unbelievable", "Ludo-4MN": "ludo_unbelievable"}


@check("C27")
def without_believability_play_degenerates(results: Results) -> Finding:
    cities = results.table("lc_unbelievable")
    ours, statements = [], {}
    for label, name in UNBELIEVABLE.items():
        for cell, rows in results.table(name).groupby("cell", sort=False):
            stalled = int((~rows["finished"]).sum())
            interval = proportion_interval(stalled, len(rows))
            share = Measured.within(f"{label} {cell} never ends", stalled / len(rows), interval)
            ours.append(share)
            statements[f"{share.name} in most games"] = share.value > 0.5
    rates = {}
    for cell in ("None", "E-HillClimber", "E-MaxMax"):
        hits = high_cards_to_the_trailing(cities[cities["cell"] == cell])
        for trailing, name in ((True, "trailing"), (False, "leading")):
            count, total = sum(hits[trailing]), len(hits[trailing])
            interval = proportion_interval(count, total)
            label = f"Lost Cities {cell}, best card to the {name}"
            ours.append(Measured.within(label, count / total, interval))
            rates[cell, name] = count / total
    for cell in ("E-HillClimber", "E-MaxMax"):
        statements[f"{cell} gives the trailing player the best card in Lost Cities"] = (
            rates[cell, "trailing"] > 3 * rates["None", "trailing"]
        )
    cause = (
        "a tenth of all rolls is left to chance, which lets somebody finish sooner or later; "
        "without that share most games of two stall, and of four those under whoever sees the "
        "players' moves ahead. In Lost Cities whoever leads is denied the best card more than "
        "whoever trails is given it"
    )
    return judged(ours, statements, cause)


@check("C28")
def the_believability_of_pure_chance(results: Results) -> Finding:
    cities = results.table("lc_mmis")
    ours = []
    for cell in ("None", *RIVALS):
        column = cities.loc[cities["cell"] == cell, "believability"]
        ours.append(_mean(f"Lost Cities {cell}", column))
    fair = results.table("ludo_4mn").query("cell == 'None'")
    ours.append(_mean("Ludo", fair["believability"], 1))
    cards = printed_metrics(PRINTED["lc_mmis"])["believability"][["None", *RIVALS]]
    dice = printed_metrics(PRINTED["ludo_4mn"])["believability"]
    turns = fair["rounds"] / 4
    ours.append(_mean("turns per player of Ludo", turns, 0))
    game, rolls = Ludo(), EXPERIMENTS["thresholds"].rolls
    honest = honest_dice(results, [game.threshold], game.penalty)[game.threshold]
    ours.append(Measured.exact(f"honest dice of {rolls} rolls for each of four", honest, 1))
    statements = {
        "Lost Cities about 4.94": all(
            found.low <= cards.max() and found.high >= cards.min() for found in ours[:3]
        ),
        "Ludo about 24.6": about(ours[3].value, dice["None"]),
    }
    cause = (
        "our games of Ludo have a fifth fewer turns, hence fewer rolls to be uneven; honest dice "
        f"alone, with the {rolls} rolls that each player has in print, come to {honest:.1f}"
    )
    return judged(ours, statements, cause)


@check("C29")
def end_status_is_a_whole_number(results: Results) -> Finding:
    ours, statements = [], {}
    for name, label in LABELS.items():
        unit = 10 if name.startswith("lc") else 1
        rows = results.table(name)
        stalled = int((~rows["finished"]).sum())  # they have no end margin
        whole = rows.loc[rows["finished"], "margin"] % unit == 0
        interval = proportion_interval(whole.sum(), len(whole))
        told = f"{label} end margins in units of {unit}"
        told += f" but for {stalled} games that never ended" if stalled else ""
        found = Measured.within(told, whole.mean(), interval, 4)
        ours.append(found)
        statements[found.name] = found.value == 1
        if name in PRINTED:
            means = printed_metrics(PRINTED[name])["margin"]
            games = 1000 * means / unit  # the sum of a thousand games, in these units
            off = float((games - games.round()).abs().max())
            ours.append(Measured.exact(f"{label} printed sums off whole units by", off, 3))
            statements[f"{label} printed means are those of whole units"] = off < 1e-6
    return judged(ours, statements)


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
            f"POSM draws no majority against level {', '.join(map(str, few))} ({len(lost)} losses, "
            f"{(lost['moves'] < 30).sum()} of them within 30 moves). Likely cause of these: it "
            "starts in the middle and climbs only once it is behind in material, which on our "
            "small board is late. Cause of the others unknown"
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


def _mean(name, values, digits=2):
    return Measured.within(name, values.mean(), mean_interval(values), digits)

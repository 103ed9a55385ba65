"""The claims of thesis 3, held against its printed numbers and against our experiments.

How statements are judged was settled before any result was looked at. That one player scores *more*
than another holds if the 95 % interval of the difference lies above 0, game by game where both sit
at one table. If the interval lies below, it is the other way round; in between, so many games do
not settle it. Both count as *differs*, and the reason says which.

Points are shares of one point per game.
"""

import itertools

import numpy as np

from herna.claims.checkers_computed import COMPUTED
from herna.claims.checkers_tables import (
    GENETIC,
    THESIS,
    THREE_WAY,
    accounts,
    difference_of_strategies,
    drawn,
    draws,
    lead,
    lead_of_pair,
    mean_of_strategy,
    overview_is_sum,
    per_seat,
    points,
    seats,
    seats_of,
    work_of,
)
from herna.claims.claim import Check, Finding, Measured, NotRun, Results, entering, judged
from herna.experiments.three_player_checkers import NAMES, SETS
from herna.games.checkers import Checkers
from herna.games.checkers.board import COLOURS
from herna.payoffs import Genetic
from herna.statistics import bootstrap, mean_interval, proportion_interval

WHITE, BLACK, RED = COLOURS
THIRD = 1 / 3

CHECKS: dict[str, dict[str, Check]] = {THESIS: dict(COMPUTED)}
NOT_YET: dict[str, dict[str, str]] = {THESIS: {}}
check = entering(CHECKS[THESIS])


class Orders:
    """Statements that somebody scores more than somebody else, with what we measured."""

    def __init__(self):
        self.measured, self.statements = [], {}

    def more(self, words, difference, scored=""):
        """Enter that a difference (its mean and interval) is above 0."""
        mean, low, high = difference
        self.measured.append(Measured.within(words, mean, (low, high), 3))
        if low > 0:
            self.statements[words] = True
        elif high < 0:
            self.statements[f"{words} (the other way round)"] = False
        else:
            self.statements[f"{words} (not settled by so many games)"] = False

    def holds(self, words, measured, statement):
        self.measured += measured
        self.statements[words] = bool(statement)

    def judged(self, causes=""):
        return judged(self.measured, self.statements, causes)


def shares(rows, cell):
    """The mean points of all seats of a table."""
    table = seats(rows).loc[cell]
    return [
        Measured.within(f"{cell} {colour}", row.share, (row.low, row.high), 3)
        for colour, row in table.iterrows()
    ]


def series(results):
    return results.table("checkers_strategies")


# Why ours differ; written after the results were known.


def many_draws(results):
    """Half of our games end in a draw; the thesis has far fewer, and no rule for them."""
    rows = series(results)
    shared, hasty = draws(rows)[0], hasty_draws(rows)
    decided = (rows["sharing"] == 1).to_numpy()[hasty].mean()
    return (
        f"{shared:.0%} of our games are drawn, 16 % in print, which hides who was better. The "
        "thesis has no rule for draws. Patience is not it: of the games in which nothing happened "
        f"for fifty rounds {decided:.0%} were decided in the hundred rounds after that"
    )


def black_is_ahead(results):
    """With two K black comes out before white; in print they are level."""
    rows = series(results)
    leads = [
        lead(rows, cell, BLACK, WHITE)[0] for cell in rows["cell"].unique() if cell[:3] == "K K"
    ]
    return (
        f"white and black both have K, but black gets {min(leads):.2f} to {max(leads):.2f} more "
        "of the point in each of the four tables; in print they differ by less than 0.1. So what "
        "we see of K hangs on the seat; why is not known"
    )


def more_draws_with_pk(results):
    """Tables with PK are drawn more often than others, though they have no more queens."""
    rows = series(results)
    with_pk = rows["cell"].str.contains("PK")
    queens = [rows.loc[which, "most_queens"].mean() for which in (with_pk, ~with_pk)]
    shared = [draws(rows[which])[0] for which in (with_pk, ~with_pk)]
    return (
        f"{shared[0]:.0%} of games with PK are drawn and {shared[1]:.0%} of others, though there "
        f"are no more queens in them ({queens[0]:.1f} at once at most, against {queens[1]:.1f})"
    )


# The genetic algorithm from within.


@check("C17")
def repair_rescues_children(results: Results) -> Finding:
    rows = results.table("checkers_breeding")
    rows = rows[rows["cell"] == "fresh"]
    counts = np.array(
        [
            [sum(row[name]) for name in ("followed", "legal", "unrepaired")]
            for _, row in rows.iterrows()
        ]
    )
    followed, legal, unrepaired = counts.sum(axis=0)
    extra = (counts[:, 1] - counts[:, 2]) / counts[:, 0]
    orders = Orders()
    orders.holds(
        "less than a third can be played without repair",
        [
            Measured.within(
                "without repair",
                unrepaired / followed,
                proportion_interval(unrepaired, followed),
                3,
            ),
            Measured.within(
                "with repair", legal / followed, proportion_interval(legal, followed), 3
            ),
        ],
        proportion_interval(unrepaired, followed)[1] < THIRD,
    )
    orders.more("more with repair", (extra.mean(), *mean_interval(extra)))
    return orders.judged()


@check("C18")
def the_best_line_stays_and_its_move_changes(results: Results) -> Finding:
    rows = results.table("checkers_breeding").set_index("cell")
    changes = np.array([(np.diff(first) != 0).any() for first in rows["first"]])
    falls = np.array([(np.diff(promise) < 0).any() for promise in rows["promise"]])
    left = {
        cell: np.array([lines[-1] / lines[0] for lines in rows.loc[cell, "lines"]])
        for cell in ("literal", "fresh")
    }
    game = Checkers()
    lineages = list(Genetic(turns=2, population=200, generations=10).breed(game, game.initial(), 1))
    kept = [
        tuple(one.moves[0]) in set(map(tuple, other.moves))
        for one, other in itertools.pairwise(lineages)
    ]
    ours = [
        Measured.within(
            "the first move changes",
            changes.mean(),
            proportion_interval(changes.sum(), len(changes)),
            3,
        ),
        Measured.within(
            "its promise falls", falls.mean(), proportion_interval(falls.sum(), len(falls)), 3
        ),
        *(
            Measured.within(
                f"different lines at the end, {cell}", share.mean(), mean_interval(share), 3
            )
            for cell, share in left.items()
        ),
    ]
    return judged(
        ours,
        {
            "the best line is in the next generation": all(kept),
            "the first move may change": changes.any(),
            "what it promises may fall": falls.any(),
            "diversity falls": left["literal"].max() < 0.5,
        },
    )


# Strategies against each other.


@check("C19")
def phhk_and_k_before_ptp_before_pu_before_pk(results: Results) -> Finding:
    rows, orders = series(results), Orders()
    orders.measured += [
        Measured.within(name, mean, (low, high), 3)
        for name in NAMES
        for mean, low, high in [mean_of_strategy(rows, name)]
    ]
    for one, other in (("PHHK", "PTP"), ("K", "PTP"), ("PTP", "PU"), ("PU", "PK")):
        orders.more(f"{one} more than {other}", difference_of_strategies(rows, one, other))
    return orders.judged(many_draws(results))


@check("C20")
def k_beats_three_others(results: Results) -> Finding:
    rows, orders = series(results), Orders()
    for other in ("PK", "PU", "PTP"):
        orders.measured += shares(rows, f"K K {other}")
        for colour in (WHITE, BLACK):
            words = f"{colour} (K) more than red ({other})"
            orders.more(words, lead(rows, f"K K {other}", colour, RED))
    gaps = {other: lead_of_pair(rows, f"K K {other}")[0] for other in ("PK", "PU", "PTP")}
    orders.holds("least against PTP", [], gaps["PTP"] == min(gaps.values()))
    return orders.judged(
        {
            "white": black_is_ahead(results),
            "black": many_draws(results),
            "least": many_draws(results),
        }
    )


@check("C21")
def k_and_phhk_are_balanced(results: Results) -> Finding:
    """Within ten points of a hundred of each other; the print has them within two."""
    rows = series(results)
    mean, low, high = lead_of_pair(rows, "K K PHHK")
    ours = [*shares(rows, "K K PHHK"), Measured.within("a K more than PHHK", mean, (low, high), 3)]
    return judged(
        ours,
        {
            "within a tenth of a point": abs(mean) <= 0.1,
            "no difference that so many games show": low <= 0 <= high,
        },
        black_is_ahead(results),
    )


@check("C22")
def phhk_wins_alone(results: Results) -> Finding:
    rows, orders = series(results), Orders()
    for other in ("PK", "PTP", "PU"):
        cell = f"{other} {other} PHHK"
        orders.measured += shares(rows, cell)
        for colour in (WHITE, BLACK):
            orders.more(f"red (PHHK) more than {colour} ({other})", lead(rows, cell, RED, colour))
    gaps = {o: lead_of_pair(rows, f"{o} {o} PHHK")[0] for o in ("PK", "PTP", "PU")}
    orders.holds("most clearly against PK", [], gaps["PK"] == min(gaps.values()))
    return orders.judged(many_draws(results))


@check("C23")
def pk_is_weakest(results: Results) -> Finding:
    rows, orders = series(results), Orders()
    table = seats(rows)
    for cell in rows["cell"].unique():
        for colour in seats_of(cell, "PK"):
            row = table.loc[(cell, colour)]
            words = f"{cell}: {colour} below a third"
            found = Measured.within(f"{cell} {colour}", row["share"], (row["low"], row["high"]), 3)
            orders.holds(words, [found], row["high"] < THIRD)
    for other in ("PTP", "PU", "PHHK"):
        mean, low, high = lead_of_pair(rows, f"PK PK {other}")
        orders.more(f"{other} more than two PK", (-mean, -high, -low))
    return orders.judged(f"{more_draws_with_pk(results)}; {many_draws(results)}")


@check("C24")
def ptp_beats_pu(results: Results) -> Finding:
    rows, orders = series(results), Orders()
    orders.measured += shares(rows, "PTP PTP PU")
    for colour in (WHITE, BLACK):
        orders.more(f"{colour} (PTP) more than red (PU)", lead(rows, "PTP PTP PU", colour, RED))
    return orders.judged(many_draws(results))


@check("C25")
def who_draws_how_often(results: Results) -> Finding:
    rows, orders = series(results), Orders()
    orders.measured += [
        Measured.within(f"{name} draws", mean, (low, high), 3)
        for name in NAMES
        for mean, low, high in [mean_of_strategy(rows, name, drawn)]
    ]
    for often, seldom in (("PU", "PHHK"), ("PU", "PK"), ("PTP", "PU"), ("K", "PU")):
        difference = difference_of_strategies(rows, often, seldom, drawn)
        orders.more(f"{often} draws more often than {seldom}", difference)
    return orders.judged({"PK": more_draws_with_pk(results), "more": many_draws(results)})


@check("C26")
def sets_beat_none(results: Results) -> Finding:
    rows, orders = results.table("checkers_sets"), Orders()
    (cell,) = rows["cell"].unique()
    orders.measured += shares(rows, cell)
    for colour, known in zip((WHITE, BLACK), SETS, strict=False):
        orders.more(f"{colour} ({known}) more than red (none)", lead(rows, cell, colour, RED))
    return orders.judged()


@check("C27")
def pk_would_do_better_if_it_knew_the_others(results: Results) -> Finding:
    told, alone, orders = results.table("checkers_truth"), series(results), Orders()
    alone = alone[alone["cell"].isin(told["cell"].unique())]

    def summed(*samples, axis):
        half = len(samples) // 2
        gains = [a.mean(axis=axis) for a in samples[:half]]
        return sum(gains) - sum(b.mean(axis=axis) for b in samples[half:])

    samples = [
        np.asarray(values) / 7  # seats with PK
        for rows in (told, alone)
        for values, _ in per_seat(rows, "PK").values()
    ]
    difference = summed(*samples, axis=-1), *bootstrap(summed, *samples)
    for words, rows in (("PK with a true model", told), ("PK as in the thesis", alone)):
        mean, low, high = mean_of_strategy(rows, "PK")
        orders.measured.append(Measured.within(words, mean, (low, high), 3))
    orders.more("a true model of the others helps PK", difference)
    return orders.judged()


# Full search and genetic algorithm.


def only_table(results, name):
    """The rows of an experiment that has one table, and the name of that."""
    rows = results.table(name)
    (cell,) = rows["cell"].unique()
    return rows, cell


@check("C28")
def forced_captures_help(results: Results) -> Finding:
    rows, cell = only_table(results, "checkers_forced")
    orders = Orders()
    orders.measured += shares(rows, cell)
    orders.more("{0.5, 0.5} more than {0, 0}", lead(rows, cell, BLACK, WHITE))
    orders.more("{1, 1} more than {0.5, 0.5}", lead(rows, cell, RED, BLACK))
    return orders.judged()


AGAINST_SEARCH = {13: "further", 14: "further, large", 16: "equally far, small"}


@check("C29")
def the_genetic_player_loses_to_full_search(results: Results) -> Finding:
    orders = Orders()
    for number, words in AGAINST_SEARCH.items():
        rows, cell = only_table(results, GENETIC[number])
        orders.measured += shares(rows, cell)
        for colour in (WHITE, BLACK):
            orders.more(
                f"table {number} ({words}): {colour} more than the genetic player",
                lead(rows, cell, colour, RED),
            )
    return orders.judged()


def points_of_red(results, number):
    rows, cell = only_table(results, GENETIC[number])
    return points(rows, cell, RED)


@check("C30")
def a_larger_budget_helps_a_little(results: Results) -> Finding:
    got = {n: points_of_red(results, n) for n in AGAINST_SEARCH}

    def difference(one, other):
        def apart(a, b, axis):
            return a.mean(axis=axis) - b.mean(axis=axis)

        return got[one].mean() - got[other].mean(), *bootstrap(apart, got[one], got[other])

    orders = Orders()
    for number, words in AGAINST_SEARCH.items():
        found = Measured.within(
            f"genetic, {words}", got[number].mean(), mean_interval(got[number]), 3
        )
        orders.measured.append(found)
    more = difference(14, 13)
    orders.more("the large one gets more than the middle one", more)
    orders.holds("but not a tenth of a point more", [], more[0] < 0.1)
    small = difference(16, 14)
    orders.holds(
        "the small one does as well as the large one",
        [Measured.within("small less large", small[0], small[1:], 3)],
        small[2] >= 0,
    )
    return orders.judged()


@check("C31")
def looking_deeper_scores_less(results: Results) -> Finding:
    rows, cell = only_table(results, "checkers_depth")
    orders = Orders()
    orders.measured += shares(rows, cell)
    orders.more("three turns more than four", lead(rows, cell, WHITE, BLACK))
    orders.more("four turns more than five", lead(rows, cell, BLACK, RED))
    return orders.judged()


@check("C32")
def genetic_games_are_drawn_more_often(results: Results) -> Finding:
    """Draws by fifty quiet rounds, which all of these experiments tell of."""
    alone = hasty_draws(series(results))
    orders, genetic, three = Orders(), [], []
    for number, name in GENETIC.items():
        rows = results.table(name)
        genetic.append(hasty_draws(rows))
        three.append((rows["sharing"] == THREE_WAY).to_numpy())
        shared, low, high = draws(rows)
        orders.measured.append(Measured.within(f"table {number} drawn", shared, (low, high), 3))
    together = np.concatenate(genetic).astype(float)

    def apart(a, b, axis):
        return a.mean(axis=axis) - b.mean(axis=axis)

    alone = alone.astype(float)
    difference = together.mean() - alone.mean(), *bootstrap(apart, together, alone)
    orders.measured.append(
        Measured.within("strategies drawn", alone.mean(), mean_interval(alone), 3)
    )
    orders.more("genetic games are drawn more often", difference)
    rare = np.concatenate([*three, (series(results)["sharing"] == THREE_WAY).to_numpy()])
    orders.holds(
        "draws of all three are rare",
        [
            Measured.within(
                "of all three", rare.mean(), proportion_interval(rare.sum(), len(rare)), 3
            )
        ],
        rare.mean() < 0.05,
    )
    return orders.judged()


def hasty_draws(rows):
    """Which games fifty quiet rounds would end in a draw, however patient they were played."""
    return ((rows["hasty"] > 0) | (rows["sharing"] > 1)).to_numpy()


# Work.


OPENING = 10  # plies


def phases(work, left, queens):
    """The mean work of a ply in the phases of a game; None for a game that has not all of them."""
    crowned = int(np.argmax(queens > 0)) if queens.any() else len(work)
    duel = int(np.argmax(left < 3)) if (left < 3).any() else len(work)
    middle = work[crowned:duel]
    if crowned < 2 * OPENING or len(middle) < OPENING or duel == len(work):
        return None
    return {
        "at first": work[:OPENING].mean(),
        "before the first queen": work[crowned - OPENING : crowned].mean(),
        "with the first queen": work[crowned : crowned + OPENING].mean(),
        "at most with queens": max(
            work[i : i + OPENING].mean()
            for i in range(crowned, max(crowned + 1, duel - OPENING + 1))
        ),
        "with queens": middle.mean(),
        "before the duel": work[duel - OPENING : duel].mean(),
        "in the duel": work[duel:].mean(),
    }


@check("C33")
def the_work_of_full_search(results: Results) -> Finding:
    told = [found for game in work_of(results, "full search") if (found := phases(*game))]
    if not told:
        raise NotRun("no game of the full search has all phases")
    ratios = {name: np.array([one[name] / one["at first"] for one in told]) for name in told[0]}
    fall, since = (
        np.array([one[name] / one["in the duel"] for one in told])
        for name in ("before the duel", "with queens")
    )
    ours = [
        Measured.exact("games with all phases", len(told), 0),
        *(
            Measured.within(
                f"{name}, times the opening", np.median(ratio), (ratio.min(), ratio.max()), 1
            )
            for name, ratio in ratios.items()
            if name != "at first"
        ),
        Measured.within(
            "falls in the duel to one in", np.median(fall), (fall.min(), fall.max()), 1
        ),
    ]
    before, with_queen = ratios["before the first queen"], ratios["with the first queen"]
    return judged(
        ours,
        {
            "steady at first: at most half as much again before the first queen": np.median(before)
            <= 1.5,
            "at the first queen at least twice what was before": np.median(with_queen / before)
            >= 2,
            "later more than at the first queen": np.median(
                ratios["at most with queens"] / with_queen
            )
            > 1,
            "falls to a tenth or less in the duel": np.median(fall) >= 10,
        },
        "whoever is about to drop out has few moves left, so that the work is down before that; "
        f"held against the mean since the first queen the duel takes one in {np.median(since):.0f}",
    )


@check("C34")
def the_work_of_the_genetic_player_is_steady(results: Results) -> Finding:
    spread = {
        cell: np.array([work.std() / work.mean() for work, _, _ in work_of(results, cell)])
        for cell in ("full search", "genetic")
    }
    lasting = [
        work[(queens > 0) & (left == 3)].mean() / work[queens == 0].mean()
        for work, left, queens in work_of(results, "genetic")
        if ((queens > 0) & (left == 3)).any()
    ]
    ours = [
        *(
            Measured.within(f"{cell}, deviation by mean", np.median(x), (x.min(), x.max()), 2)
            for cell, x in spread.items()
        ),
        Measured.within(
            "genetic, with queens by without", np.median(lasting), (min(lasting), max(lasting)), 2
        ),
    ]
    return judged(
        ours,
        {
            "varies at most half as much": 2 * np.median(spread["genetic"])
            <= np.median(spread["full search"]),
            "queens do not raise it by half": np.median(lasting) < 1.5,
        },
    )


@check("C35")
def small_middle_and_large(results: Results) -> Finding:
    """Seconds of processor time; against the search that is not clever, as the thesis had it."""
    cells = ("plain search", "full search", "small", "middle", "large")
    seconds = {cell: results.seconds("checkers_opening", cell) for cell in cells}
    plain = seconds["plain search"]
    ours = [Measured.exact(f"{cell}, milliseconds", 1000 * seconds[cell], 0) for cell in cells]
    return judged(
        ours,
        {
            "the small one takes a third to a half": 0.25 <= seconds["small"] / plain <= 0.6,
            "the middle one about as much": 0.5 <= seconds["middle"] / plain <= 2,
            "the large one far more": seconds["large"] / plain >= 3,
        },
        "our search, even if it is not clever, is the faster program of the two, as it does not "
        "make the last move of a line while lines are played whole; and the middle one takes "
        f"{seconds['middle'] / seconds['small']:.0f} times as long as the small one, in print two "
        "to three times, for which we know no cause",
    )


@check("C36")
def the_books_of_the_thesis(_: Results) -> Finding:
    wrong = accounts()
    known = [
        "Table 9 PTP points",
        "Table 10 and 17, black",
        "Table 13 white losses",
        "Table 13 black losses",
        "Table 21 white points",
        "Table 21 black points",
        "Table 26 games",
    ]
    return judged(
        [Measured.exact("entries that do not add up", len(wrong), 0)],
        {
            "wins, draws and losses of table 9 are the sums of the appendix": overview_is_sum(),
            "nothing else is wrong but the known misprints": wrong == known,
        },
    )

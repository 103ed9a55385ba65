"""Thesis 3: what the stored rows say, as tables, and the same as printed.

A *seat* is a colour at a table. Who shares a table shares the lots, so seats of one table are
compared game by game; tables are independent of each other.
"""

from functools import cache

import numpy as np
import pandas as pd

from herna.claims.claim import thesis_folder
from herna.experiments.three_player_checkers import NAMES, NONE, PAIRS
from herna.games.checkers import Checkers
from herna.games.checkers.board import COLOURS, size
from herna.rating import ratings
from herna.statistics import bootstrap, mean_interval, proportion_interval
from herna.worked import line_of, position

THESIS = "three-player-checkers"
SERIES = {f"{one} {one} {other}": (one, other) for one, other in PAIRS}  # by cell
THREE_WAY = 3  # who share the point
GENETIC = {  # the tables of the thesis, and which experiment plays them
    12: "checkers_forced",
    13: "checkers_genetic_far",
    14: "checkers_genetic_large",
    15: "checkers_depth",
    16: "checkers_genetic",
}


@cache
def printed(name):
    """A published table of the thesis."""
    return pd.read_csv(thesis_folder(THESIS) / f"{name}.csv", keep_default_na=False)


def printed_series():
    """Tables 11 to 26 with one row for every seat; numbers as numbers."""
    table = printed("results_by_player").copy()
    table["table"] = table["table"].astype(str)
    for column in (
        "row_sum",
        "games_used_for_check",
        "wins",
        "draws",
        "losses",
        "points_published",
        "points_recomputed",
    ):
        table[column] = pd.to_numeric(table[column])
    return table


# Tables of games.


def seats(rows):
    """Every cell and colour: wins, draws, losses and points, the mean with its 95 % interval."""
    found = []
    for cell, games in rows.groupby("cell", sort=False):
        for colour in COLOURS:
            points = games[f"points_{colour}"].to_numpy()
            low, high = mean_interval(points)
            won, lost = int((points == 1).sum()), int((points == 0).sum())
            counts = (len(points), won, len(points) - won - lost, lost)
            found.append((cell, colour, *counts, points.sum(), points.mean(), low, high))
    columns = ["games", "wins", "draws", "losses", "points", "share", "low", "high"]
    return pd.DataFrame(found, columns=["cell", "colour", *columns]).set_index(["cell", "colour"])


def points(rows, cell, colour):
    """What a seat got of the point, game by game."""
    return rows.loc[rows["cell"] == cell, f"points_{colour}"].to_numpy()


def lead(rows, cell, one, other):
    """By how much one seat is ahead of another of the same table, per game: mean and interval."""
    ahead = points(rows, cell, one) - points(rows, cell, other)
    return ahead.mean(), *mean_interval(ahead)


def lead_of_pair(rows, cell, colour="red"):
    """By how much the two others of a table are ahead of a seat in the mean."""
    both = [points(rows, cell, other) for other in COLOURS if other != colour]
    ahead = np.mean(both, axis=0) - points(rows, cell, colour)
    return ahead.mean(), *mean_interval(ahead)


def seats_of(cell, strategy):
    """The colours that play a strategy, or a set of them, at a table."""
    return [c for c, known in zip(COLOURS, cell.split(), strict=True) if known == strategy]


def per_seat(rows, strategy, value=points):
    """A value of all seats that play a strategy, by cell, game by game: summed up over seats."""
    found = {}
    for cell in rows["cell"].unique():
        if colours := seats_of(cell, strategy):
            found[cell] = sum(value(rows, cell, colour) for colour in colours), len(colours)
    return found


def drawn(rows, cell, colour):
    """1 for every game in which a seat shared the point, else 0."""
    return ((points(rows, cell, colour) > 0) & (points(rows, cell, colour) < 1)).astype(float)


def mean_of_strategy(rows, strategy, value=points):
    """The mean per seat and game of a strategy over all its tables, every seat counting alike."""
    return difference_of_strategies(rows, strategy, None, value)


def difference_of_strategies(rows, one, other, value=points):
    """By how much the mean per seat and game of one strategy exceeds another's, with interval."""
    shares: dict[str, np.ndarray] = {}
    for strategy, sign in ((one, 1), (other, -1)):
        parts = per_seat(rows, strategy, value) if strategy else {}
        seated = sum(count for _, count in parts.values())
        for cell, (values, _) in parts.items():
            shares[cell] = shares.get(cell, 0.0) + sign * values / seated
    samples = list(shares.values())

    def summed(*drawn_anew, axis):
        return sum(sample.mean(axis=axis) for sample in drawn_anew)

    return summed(*samples, axis=-1), *bootstrap(summed, *samples)


def strategies(rows):
    """Table 9: every strategy over all its seats, beside the print."""
    print_ = printed("table09_strategy_overview").set_index("strategy")
    found = []
    for name in NAMES:
        share, low, high = mean_of_strategy(rows, name)
        games = sum(len(values) * count for values, count in per_seat(rows, name).values())
        draws = sum(values.sum() for values, _ in per_seat(rows, name, drawn).values())
        theirs = print_.loc[name]
        found.append(
            (
                name,
                games,
                share,
                low,
                high,
                float(theirs["points_per_player_game_recomputed"]),
                draws / games,
                int(theirs["draws"]) / int(theirs["player_games"]),
            )
        )
    columns = ["seat_games", "share", "low", "high", "printed", "drawn", "printed_drawn"]
    return pd.DataFrame(found, columns=["strategy", *columns])


def rated_strategies(rows):
    """The five strategies on one scale of Elo, from all tables at which they meet."""
    games = [
        (tuple(row.cell.split()), tuple(getattr(row, f"points_{c}") for c in COLOURS))
        for row in rows.itertuples()
    ]
    found = pd.DataFrame(ratings(games, NAMES))
    return found.rename(columns={"player": "strategy"})


def draws(rows):
    """How many games of a table are drawn, and among all three, with Wilson's interval."""
    games = len(rows)
    shared = int((rows["sharing"] > 1).sum())
    return shared / games, *proportion_interval(shared, games)


def beside_print(rows, numbers):
    """One row for every seat of the tables with these numbers: ours, and as printed."""
    theirs, ours, found = printed_series(), seats(rows), []
    for number, cell in numbers.items():
        for colour in COLOURS:
            row = theirs[(theirs["table"] == str(number)) & (theirs["colour"] == colour)].iloc[0]
            known = row["strategies"] if row["strategies"] != NONE else ""
            played = row[["wins", "draws", "losses"]].sum()
            mine = ours.loc[(cell, colour)]
            found.append(
                {
                    "table": number,
                    "colour": colour,
                    "player": row["ai"] + (f" {known}" if known else ""),
                    "settings": row["ga_t_p_g_f1_f2"],
                    "games": int(mine["games"]),
                    "wins": int(mine["wins"]),
                    "draws": int(mine["draws"]),
                    "losses": int(mine["losses"]),
                    "share": mine["share"],
                    "low": mine["low"],
                    "high": mine["high"],
                    "printed_share": row["points_recomputed"] / played,
                    "printed_wins": row["wins"] / played,
                    "printed_draws": row["draws"] / played,
                }
            )
    return pd.DataFrame(found)


def table_numbers():
    """Tables 17 to 26 of the appendix by the cell of `checkers_strategies` that plays them."""
    theirs, numbers = printed_series(), {}
    for number in range(17, 27):
        known = theirs[theirs["table"] == str(number)].set_index("colour")["strategies"]
        numbers[number] = " ".join(known[colour] for colour in COLOURS)
    return numbers


def series_beside_print(rows):
    """Tables 17 to 26."""
    return beside_print(rows, table_numbers())


def sets_beside_print(rows):
    """Table 11."""
    (cell,) = rows["cell"].unique()
    return beside_print(rows, {11: cell})


# Work.


def work_of(results, cell):
    """For every game of a cell: work, players left and queens, ply by ply."""
    rows = results.table("checkers_effort")
    rows = rows[rows["cell"] == cell]
    return [tuple(map(np.asarray, (row.work, row.left, row.queens))) for row in rows.itertuples()]


# Worked positions.


def play_line(figure, line, mind=None):
    """The position at the end of a line of a figure, and what its moves pay in somebody's eyes."""
    game, state, total = Checkers(), position(figure), np.zeros(len(COLOURS))
    for step in line_of(figure, line):
        total += paid(game, state, step.move, mind) if mind is not None else 0
        state = game.step(state, step.move)
    return state, total


def paid(game, state, move, mind):
    """What a move pays everybody in the eyes of a mind."""
    minds = np.tile(mind, (len(COLOURS), 1))
    moves, pays = np.zeros(game.max_moves, np.int64), np.zeros((game.max_moves, len(COLOURS)))
    count = game.pays.offers(state.array[0], minds, moves, pays)
    return pays[moves[:count].tolist().index(move)].copy()


def strengths(state):
    """How many pawns and queens everybody has: [(pawns, queens), ...]."""
    s = state.array[0]
    return [(int(size(s.men[i])), int(size(s.queens[i]))) for i in range(len(COLOURS))]


# The books of the thesis.


def accounts():
    """What does not add up in tables 9 to 26: the misprints, each in a few words."""
    wrong = []
    overview = printed("table09_strategy_overview")
    for row in overview.itertuples():
        if abs(float(row.points_published) - float(row.points_sum_of_appendix_b)) > 1:
            wrong.append(f"Table 9 {row.strategy} points")
    table10 = printed("table10_points")
    for row in table10[table10["points_table10"] != table10["points_appendix_b"]].itertuples():
        wrong.append(f"Table 10 and {row.appendix_table}, {row.colour}")
    for row in printed_series().itertuples():
        if row.row_sum != row.games_used_for_check and row.table != "26":  # there games are missing
            wrong.append(f"Table {row.table} {row.colour} losses")
        if abs(row.points_published - row.points_recomputed) > 0.2:
            wrong.append(f"Table {row.table} {row.colour} points")
    games = printed("results_draw_decomposition")
    for row in games[games["games_missing"].astype(int) != 0].itertuples():
        wrong.append(f"Table {row.table} games")
    return wrong


def overview_is_sum():
    """Whether wins, draws and losses of table 9 are the sums of tables 17 to 26."""
    series = printed_series()
    series = series[series["table"].astype(int) >= 17]
    sums = series.groupby("strategies")[["wins", "draws", "losses"]].sum()
    overview = printed("table09_strategy_overview").set_index("strategy")
    return bool(
        (sums.loc[list(NAMES)] == overview.loc[list(NAMES), sums.columns].astype(int)).all(
            axis=None
        )
    )

"""Thesis 1: the values tried for what it does not give, and honest chance for thresholds."""

from herna.experiments.environment_player import LC_MMIS, LUDO_4MN, MAZE
from herna.experiments.study import Study
from herna.experiments.thresholds import Thresholds

SHARES = (0.0, 0.05, 0.1, 0.2, 0.3)


def reading(parameter, values, **others):
    """A reading of the rules that is a parameter of the game, by the values tried."""
    return {str(value): {"parameters": {**others, parameter: value}} for value in values}


def draws(player, levels):
    """What becomes of a draw beyond the list of moves when a level is played."""
    return {
        words: {"seats": tuple(f"{player}(level={level}{redraw})" for level in levels)}
        for words, redraw in (("clamped", ""), ("repeated", ", redraw=true"))
    }


CALIBRATION_LUDO = Study(
    name="calibration_ludo",
    title="Ludo for four: settings that the thesis does not give",
    base=LUDO_4MN,
    settings={
        "E-HillClimber": {"random_share": SHARES},
        "E-MaxMax": {"random_share": SHARES, "depth": (2, 4, 8, 16)},
        "E-MaxN": {"random_share": SHARES, "depth": (1, 2, 3), "width": (2, 10)},
        "E-MonteCarlo": {
            "random_share": SHARES,
            "iterations": (5, 20, 80),
            "exploration": (0.5, 1.4142135623730951, 4.0),
            "playout_limit": (0, 8, 40, 400),
            "selfish": (0, 1),
        },
        "POSM": {
            "beta": (0.5, 0.8, 0.95),
            "settings": (5, 10, 20),
            "dead_zone": (0.0, 1.1, 4.4),
            "base": ("hillclimber", "maxn"),
        },
        "DL": {"alpha": (0.35, 1.4, 5.6), "start": (0, 50, 100), "base": ("hillclimber", "maxn")},
    },
    readings={
        "safe squares": reading("safe_squares", (0, 4, 8), n_players=4),
        "first square": reading("start", (0, 6, 20), n_players=4),
        "jumping": reading("jumping", (True, False), n_players=4),
        "moves at home": reading("home_moves", (True, False), n_players=4),
        "waiting before the home": reading("waiting", (6, 40), n_players=4),
        "every threat counts": reading("each_threat", (True, False), n_players=4),
        "pending pips": reading("pending_pips", (True, False), n_players=4),
        "risk of leaving the house": reading("house_risk", (True, False), n_players=4),
        "choosing by the lead": reading("by_status", (True, False), n_players=4),
        "draws beyond the list": draws("maxn", (50, 100, 100, 100)),
        "depth of the players": {
            str(depth): {
                "seats": tuple(
                    f"maxn(level={level}, depth={depth})" for level in (50, 100, 100, 100)
                )
            }
            for depth in (1, 3, 5)
        },
    },
)

CALIBRATION_LOST_CITIES = Study(
    name="calibration_lost_cities",
    title="Lost Cities with Minimax IS: settings that the thesis does not give",
    base=LC_MMIS,
    replicates=60,
    settings={
        "E-HillClimber": {"random_share": SHARES},
        "E-MaxMax": {"random_share": (0.0, 0.1, 0.3), "depth": (2, 4, 8)},
        "E-MaxN": {
            "random_share": (0.0, 0.1, 0.3),
            "depth": (1, 2, 3),
            "outcomes": (2, 6, 12),
        },
        "E-MonteCarlo": {
            "random_share": (0.0, 0.1, 0.3),
            "iterations": (2, 6, 20),
            "exploration": (0.5, 1.4142135623730951, 4.0),
            "playout_limit": (0, 8, 40, 400),
            "selfish": (0, 1),
        },
        "POSM": {
            "beta": (0.5, 0.8, 0.95),
            "settings": (5, 10, 20),
            "dead_zone": (0, 17, 68),
            "base": ("hillclimber-is", "minimax-is"),
        },
        "DL": {
            "alpha": (5, 21, 84),
            "start": (0, 50, 100),
            "base": ("hillclimber-is", "minimax-is"),
        },
    },
    readings={
        "rated moves": {
            rated: {"seats": tuple(f"minimax-is(level={n}, rated={rated})" for n in (50, 100))}
            for rated in ("voted", "all")
        },
        "iterations of the players": {
            str(count): {
                "seats": tuple(f"minimax-is(level={n}, iterations={count})" for n in (50, 100))
            }
            for count in (6, 12, 36)
        },
        "depth of the players": {
            str(depth): {"seats": tuple(f"minimax-is(level={n}, depth={depth})" for n in (50, 100))}
            for depth in (1, 2, 3)
        },
        "where the search deepens": {
            words: {
                "seats": tuple(
                    f"minimax-is(level={n}, middle_game={middle}, end_game={end})"
                    for n in (50, 100)
                )
            }
            for words, middle, end in (
                ("thirds", 0.68, 0.34),
                ("half and quarter", 0.5, 0.25),
                ("nowhere", 0.0, 0.0),
            )
        },
        "draws beyond the list": draws("minimax-is", (50, 100)),
        "choosing by the difference": reading("by_difference", (True, False)),
        "taking back": reading("take_back", (True, False)),
        "the deal counts": reading("deal_counts", (True, False)),
        "deck weight from the fourth": reading("late_deck_weight", (2, 3)),
        "weight of likely cards": reading("likely", (2, 4, 8)),
        "weight of unlikely cards": reading("unlikely", (1, 2)),
    },
)

CALIBRATION_MAZE = Study(
    name="calibration_maze",
    title="Maze: settings that the thesis does not give",
    base=MAZE,
    replicates=120,
    settings={
        "E-HillClimber": {"random_share": SHARES},
        "E-MaxMax": {"random_share": (0.0, 0.1, 0.3), "depth": (1, 2, 4, 8)},
        "E-MonteCarlo": {
            "random_share": (0.0, 0.1, 0.3),
            "iterations": (2, 6, 20),
            "exploration": (0.5, 1.4142135623730951, 4.0),
            "playout_limit": (0, 8, 40, 400),
            "selfish": (0, 1),
        },
        "POSM": {
            "beta": (0.5, 0.8, 0.95),
            "settings": (5, 10, 20),
            "dead_zone": (0, 34, 136),
            "by_value": (0, 1),
        },
        "DL": {"alpha": (11, 43, 172), "start": (0, 50, 100), "by_value": (0, 1)},
    },
    readings={
        "bombs": reading("bombs", (3, 5, 8, 12, 16)),
        "sections": reading("sections", (2, 3, 4)),
        "crossing corridors": reading("crossing", (True, False)),
        "joining corridors": reading("joining", (True, False)),
        "bombs passed are defused": reading("walk_defuses", (True, False)),
        "the last bomb is kept": reading("keep_last", (True, False)),
        "cut-off squares are explored": reading("cut_off_explored", (True, False)),
        "a round ends with the corridor": reading("corridor_rounds", (True, False)),
        "floor at the edge": reading("edge_floor", (True, False)),
        "place of the start": reading("start", ("middle", "edge", "corner")),
        "doors of the start": reading("start_doors", (1, 2, 4)),
        "squares behind the farther door": reading("overrun", (0, 2, 41)),
        "doors that lead nowhere": reading("blind_doors", (True, False)),
        "no doors side by side": reading("doors_apart", (True, False)),
        "most closed doors": reading("most_doors", (12, 24, 48)),
        "the last step counts": reading("last_step", (True, False)),
        "level of the player": {
            str(level): {"seats": (f"hillclimber(level={level})",)} for level in (50, 75, 100)
        }
        | {"none": {"seats": ("hillclimber",)}},
    },
)

THRESHOLDS = Thresholds(
    name="thresholds", title="How uneven honest dice and deals are (thresholds of believability)"
)

"""The claims of thesis 3 that need no games: theory, the board, values, strategies, the wheel."""

import numpy as np

from herna.claims.checkers_tables import paid, play_line, printed, strengths
from herna.claims.claim import Check, Finding, Measured, Results, entering, judged
from herna.games.checkers import Checkers
from herna.games.checkers.board import (
    COLOURS,
    EDGES,
    FIELDS,
    HOMES,
    NAMES,
    PIECES,
    SIDE,
    both,
    size,
    steps_to_crown,
)
from herna.games.checkers.game import VALUES
from herna.kernels.payoff_search import payoff_work, search_payoffs
from herna.kernels.sequences import line_memory, set_wheel
from herna.saaty import PRINTED_PRODUCTS, weigh
from herna.saaty import THESIS as COMPARISONS
from herna.theory.bargaining import equal_split, joint_maximum, threat_solution
from herna.theory.examples import example
from herna.theory.matrix import dominance, pure_equilibria, saddle_points
from herna.theory.mixed import solve_zero_sum
from herna.theory.truel import alliance_grid, choices, survival
from herna.worked import line_of, position

ALPHA = VALUES["pawn"]

COMPUTED: dict[str, Check] = {}
check = entering(COMPUTED)


# Game theory.


def numbers(name, values, digits=2):
    return [Measured.exact(f"{name} {i}", value, digits) for i, value in enumerate(values, 1)]


@check("C1")
def the_first_matrix_has_no_saddle_point(_: Results) -> Finding:
    game = example("T1")
    solved = solve_zero_sum(game)
    ours = [
        Measured.exact("saddle points", len(saddle_points(game)), 0),
        Measured.exact("value", solved.value, 4),
        *numbers("Pavel", solved.row, 4),
        *numbers("Marek", solved.column, 4),
    ]
    mixes = np.allclose(solved.row, [2 / 3, 1 / 3]) and np.allclose(
        solved.column, [11 / 21, 10 / 21]
    )
    return judged(
        ours,
        {
            "no saddle point": not saddle_points(game),
            "value 2/3": np.isclose(solved.value, 2 / 3),
            "mixes (2/3, 1/3) and (11/21, 10/21)": mixes,
        },
    )


@check("C2")
def rose_c_colin_b_is_a_saddle_point(_: Results) -> Finding:
    game = example("T3")
    found = saddle_points(game)
    weak = [d for d in dominance(game) if (d.better, d.worse) == ("B", "C") and d.player == "Colin"]
    ours = [
        Measured.exact("saddle points", len(found), 0),
        Measured.exact("value", game.row[found[0]] if found else np.nan, 0),
    ]
    return judged(
        ours,
        {
            "the only saddle point is (C, B)": found == [(2, 1)],
            "worth 2": bool(found) and game.row[found[0]] == 2,
            "Colin's B dominates C, only weakly": bool(weak) and not weak[0].strict,
        },
    )


@check("C3")
def both_a_is_the_only_equilibrium(_: Results) -> Finding:
    game = example("T4")
    found = pure_equilibria(game)
    return judged(
        [Measured.exact("equilibria", len(found), 0), *payoffs_at(game, (0, 0))],
        {
            "(A, A) is the only one": found == [(0, 0)],
            "it pays (2, 3)": (game.row[0, 0], game.column[0, 0]) == (2, 3),
        },
    )


def payoffs_at(game, place):
    return numbers("payoff", (game.row[place], game.column[place]), 0)


@check("C4")
def confessing_is_the_only_equilibrium(_: Results) -> Finding:
    game = example("T5")
    found = pure_equilibria(game)
    last, first = (1, 1), (0, 0)
    better = game.row[first] > game.row[last] and game.column[first] > game.column[last]
    return judged(
        [Measured.exact("equilibria", len(found), 0), *payoffs_at(game, last)],
        {
            "both confess": found == [last] and game.rows[1] == "confess",
            "at (-5, -5)": (game.row[last], game.column[last]) == (-5, -5),
            "both denying is better for both": better,
        },
    )


@check("C5")
def side_payments_and_threats(_: Results) -> Finding:
    game = example("T6")
    place, total = joint_maximum(game)
    even, threat = equal_split(game).split, threat_solution(game).split
    ours = [Measured.exact("largest sum", total, 0), *numbers("split by threats", threat)]
    return judged(
        ours,
        {
            "9 at (B, B)": (place, total) == ((1, 1), 9),
            "half of it is 4.5": even == (4.5, 4.5),
            "by threats (5.5, 3.5)": np.allclose(threat, (5.5, 3.5)),
        },
    )


@check("C6")
def the_weakest_of_three_shooters(_: Results) -> Finding:
    aims = choices((1, 2 / 3, 1 / 3), "C", "BAA")
    chances = survival((0.9, 0.8, 0.7), "BAA", "ABC")
    allied = survival((0.9, 0.8, 0.7), "CCA", "ABC")
    grid = alliance_grid()
    distant = grid.distance >= 0.2
    ours = [
        Measured.exact("C, into the air", aims["-"], 3),
        Measured.exact("C, at A", aims["A"], 3),
        *(Measured.exact(f"{who} alone", x, 3) for who, x in zip("ABC", chances, strict=True)),
        *(Measured.exact(f"{who} allied", x, 3) for who, x in zip("ABC", allied, strict=True)),
        Measured.exact("share of the grid where A gains", grid.pays("A").mean(), 3),
        Measured.exact("where B gains", grid.pays("B").mean(), 3),
    ]
    return judged(
        ours,
        {
            "C does best into the air": aims["-"] == max(aims.values()),
            "without an alliance C > A > B": grid.ordered.all(),
            "B gains by the alliance": grid.pays("B").all(),
            "A gains by the alliance": grid.pays("A").all(),
        },
        {
            "A gains": "the thesis has no numbers. A gains where B is little better than C; where "
            f"B is better by 0.2 or more, in {grid.pays('A')[distant].sum()} of {distant.sum()} "
            "truels: with C gone he is left in a duel with the better of the two, who fires first"
        },
    )


# The board.


@check("C7")
def the_board_is_as_told(_: Results) -> Finding:
    homes = sum(int(size(home)) for home in HOMES)
    shared = both(EDGES[1], EDGES[2])
    table = printed("board_fields")
    corner = [
        f
        for f, b, r in zip(table["field"], table["crown_black"], table["crown_red"], strict=True)
        if b and r
    ]
    ours = [
        Measured.exact("triangles", SIDE**2, 0),
        Measured.exact("dark fields", FIELDS, 0),
        Measured.exact("pieces of a colour", size(HOMES[0]), 0),
        Measured.exact("crowning fields of a colour", size(EDGES[0]), 0),
        Measured.exact("free fields", FIELDS - homes, 0),
        Measured.exact("fields where black and red crown", size(shared), 0),
    ]
    return judged(
        ours,
        {
            "144, 78 and 66": (SIDE**2, FIELDS, SIDE**2 - FIELDS) == (144, 78, 66),
            "21 pieces": all(size(home) == PIECES == 21 for home in HOMES),
            "12 crowning fields": all(size(edge) == 12 for edge in EDGES),
            "15 fields are free": FIELDS - homes == 15,
            "black and red both crown on A1 only": size(shared) == 1 and corner == ["A1"],
        },
    )


@check("C8")
def ten_moves_22_targets_11_steps(_: Results) -> Finding:
    game = Checkers()
    start = game.initial()
    moves = [len(game.moves(start.replace(turn=seat))) for seat in range(3)]
    targets = [queen_targets(game, field) for field in range(FIELDS)]
    steps = [max(steps_to_crown(f, seat) for f in range(FIELDS)) for seat in range(3)]
    ours = [
        *numbers("moves of colour", moves, 0),
        Measured.exact("most targets of a queen", max(targets), 0),
        Measured.exact("most steps of a pawn", max(steps), 0),
    ]
    return judged(
        ours,
        {
            "ten moves": moves == [10, 10, 10],
            "22 targets": max(targets) == 22,
            "eleven steps": steps == [11, 11, 11],
        },
    )


def queen_targets(game, field):
    """Where a white queen can go on the empty board."""
    name = NAMES[field]
    far = next(corner for corner in ("A1", "L1", "L12") if corner != name)
    return len(game.moves(game.position("white", name, white=name, black=far).replace(men=0)))


@check("C9")
def about_a_million_lines_of_six_moves(_: Results) -> Finding:
    counts = [lines_of(Checkers(strict=strict), 6) for strict in (False, True)]
    ours = [
        Measured.exact("penalised", counts[0], 0),
        Measured.exact("strict", counts[1], 0),
    ]
    return judged(
        ours,
        {
            "about a million where not capturing is penalised": 0.5e6 < counts[0] < 2e6,
            "1 288 364 and 111 872": counts == [1_288_364, 111_872],
        },
    )


def lines_of(game, plies):
    """How many lines of so many plies begin from the start."""
    looked = []
    for deep in (plies - 1, plies):
        work, minds = payoff_work(game, deep), np.tile(game.mind(), (3, 1))
        work.states[0] = game.initial().array[0]
        search_payoffs(game.rules, game.pays, work, minds, deep, 3, False)
        looked.append(int(work.tally[1]))
    return looked[1] - looked[0]


@check("C10")
def white_and_black_cooperate(_: Results) -> Finding:
    game, state = Checkers(), position("figure 4")
    offer = next(m for m in game.moves(state) if game.move_name(state, m) == "H5-I6")
    after = game.step(state, offer)
    captures = [m for m in game.moves(after) if "takes" in game.move_name(after, m)]
    one, other = (play_line("figure 4", line, game.mind(("K", "PK")))[1] for line in "AB")
    ours = [
        Measured.exact("captures of black", len(captures), 0),
        *(
            Measured.exact(f"line A, {c}, in pawns", v / ALPHA, 3)
            for c, v in zip(COLOURS, one, strict=True)
        ),
        *(
            Measured.exact(f"line B, {c}, in pawns", v / ALPHA, 3)
            for c, v in zip(COLOURS, other, strict=True)
        ),
    ]
    return judged(
        ours,
        {
            "black has two captures": len(captures) == 2,
            "line A pays (-1, 1/2, 1/2)": np.allclose(one / ALPHA, [-1, 0.5, 0.5]),
            "line B pays (1, 1, -2)": np.allclose(other / ALPHA, [1, 1, -2]),
            "black prefers line B": other[1] > one[1],
        },
        {
            "line B pays": "black's pawn is as printed. The queen that red takes is worth half a "
            "queen to white, and to red itself through the strategy K; the printed numbers follow "
            "if it is credited like a pawn, or if crowning costs the two others half of what it "
            "brings"
        },
    )


@check("C11")
def three_plans_in_figure_5(_: Results) -> Finding:
    ends = {line: strengths(play_line("figure 5", line)[0]) for line in "123"}
    legal = {line: legal_steps(line) for line in "123"}
    whole = {line: len(line_of("figure 5", line)) for line in "123"}
    ours = [
        Measured.exact(f"plan {line}, {colour} {what}", count, 0)
        for line, end in ends.items()
        for colour, pieces in zip(COLOURS, end, strict=True)
        for what, count in zip(("pawns", "queens"), pieces, strict=True)
    ]
    return judged(
        ours,
        {
            "plan 1 ends with α + β against 4α + β": ends["1"] == [(1, 1), (0, 0), (4, 1)],
            "plan 2 leaves black a queen and white a pawn": ends["2"][:2] == [(1, 0), (0, 1)],
            "plans 1 and 2 are legal where one must capture": all(
                legal[line] == whole[line] for line in "12"
            ),
            "plan 3 breaks the rule with white's second move": legal["3"] == 3,
            "plan 3 ends with α + β, β and 5α + β": ends["3"] == [(1, 1), (0, 1), (5, 1)],
        },
        {
            "plan 3 ends": "white overlooks that C3 can capture; it loses that pawn for not doing "
            "so, and is left with its queen alone"
        },
    )


def legal_steps(line):
    """How many moves of a plan can be made where one must capture."""
    game, state = Checkers(strict=True), position("figure 5", Checkers(strict=True))
    for number, step in enumerate(line_of("figure 5", line)):
        if step.move not in game.moves(state):
            return number
        state = game.step(state, step.move)
    return len(line_of("figure 5", line))


# Values and strategies.


@check("C12")
def the_printed_weights_come_from_a_slip(_: Results) -> Finding:
    slip, right = weigh(COMPARISONS, PRINTED_PRODUCTS), weigh(COMPARISONS)
    table = printed("saaty_weights")["v_published"].astype(float).to_numpy()
    ours = [
        *numbers("with 5/3, weight", slip.weights, 3),
        *numbers("with 3/5, weight", right.weights, 3),
        Measured.exact("consistency ratio", right.ratio, 3),
    ]
    return judged(
        ours,
        {
            "5/3 gives the printed weights to their last digit": np.abs(slip.weights - table).max()
            < 0.0011,
            "3/5 gives 0.195, 0.717, 0.088": np.allclose(
                right.weights, [0.195, 0.717, 0.088], atol=5e-4
            ),
            "consistency ratio 0.081": abs(right.ratio - 0.081) < 5e-4,
        },
    )


def gain(known, turn="white", **pieces):
    """What the first capture in a position brings who makes it, in pawns."""
    game = Checkers()
    state = game.position(turn, **pieces)
    move = next(m for m in game.moves(state) if "takes" in game.move_name(state, m))
    return paid(game, state, move, game.mind(known))[state.turn] / ALPHA


@check("C13")
def a_half_at_the_start_and_one_in_an_even_duel(_: Results) -> Finding:
    start = gain(("PHHK",), white="F3 A1 B1 B2", black="G3 L12 L11 L10", red="L1 L2 L3 L4")
    duel = gain(("PHHK",), white="F3 A1", black="G3 L12")
    few = gain(("PHHK",), white="F3", black="G3 L12 L11", red="L1 L2")
    ours = [
        Measured.exact("equal numbers of three", start, 3),
        Measured.exact("equal numbers of two", duel, 3),
        Measured.exact("one against five", few, 3),
    ]
    return judged(
        ours,
        {
            "a half where all three have as many": np.isclose(start, 1 / 2),
            "one in an even duel": np.isclose(duel, 1),
            "less with few pieces": np.isclose(few, 1 / 5),
        },
    )


@check("C14")
def ten_to_twenty_percent_for_the_stronger(_: Results) -> Finding:
    others = ("L12", "L11", "L10", "L9", "K11", "K10", "K9")
    extra = []
    for count in range(1, len(others) + 1):
        pieces = {"white": "F3", "black": " ".join(("G3", *others[: count - 1])), "red": "L1 L2"}
        extra.append(gain(("PU",), **pieces) / gain((), **pieces) - 1)
    ours = [Measured.exact(f"{n} against 2", x, 3) for n, x in enumerate(extra, 1)]
    return judged(
        ours,
        {
            "nothing for the weaker or equal": np.allclose(extra[:2], 0),
            "a tenth of the ratio": np.isclose(extra[2], 0.15),
            "at most a fifth, from a ratio of 2": np.allclose(extra[3:], 0.2),
        },
    )


@check("C15")
def crowning_is_worth_the_difference(_: Results) -> Finding:
    game = Checkers()
    state = game.position("white", white="K3 A1", black="L12", red="L1")
    move = next(
        m
        for m in game.moves(state)
        if "K3" in game.move_name(state, m) and "crowned" in game.move_name(state, m)
    )
    worth = [paid(game, state, move, game.mind(known))[0] for known in ((), ("PK",))]
    return judged(
        numbers("crowning", worth, 0),
        {"810, and 4110 with PK": worth == [810.0, 4110.0]},
    )


# The wheel of the genetic player.


@check("C16")
def influence_flattens_the_wheel(_: Results) -> Finding:
    marks = []
    for influence in (0.0, 0.01):
        work = line_memory(Checkers(), 1500, 1, 1)
        set_wheel(work, 1500, influence)
        marks.append(int(np.searchsorted(work.wheel, 0.5)) + 1)
    return judged(
        numbers("half of the wheel at rank", marks, 0),
        {"29 and 472 of 1500": marks == [29, 472]},
    )

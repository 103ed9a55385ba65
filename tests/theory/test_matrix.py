"""Tables of two players: the worked examples of thesis 3, sec. 2.1, and laws on random tables."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from herna.errors import HernaError
from herna.seeds import generator
from herna.theory import bargaining, mixed
from herna.theory.examples import TABLES, example, examples, with_ties
from herna.theory.findings import findings
from herna.theory.matrix import (
    answers,
    best_responses,
    dominance,
    expected,
    matrix_game,
    p_intelligent,
    pure_equilibria,
    saddle_points,
    security_levels,
    without_dominated,
)


@st.composite
def tables(draw, zero_sum=False, largest=4, low=-9):
    shape = draw(st.integers(2, largest)), draw(st.integers(2, largest))
    whole = st.integers(low, 9)
    count = shape[0] * shape[1]
    cells = st.lists(whole, min_size=count, max_size=count)
    row = np.array(draw(cells), float).reshape(shape)
    return matrix_game(row, None if zero_sum else np.array(draw(cells), float).reshape(shape))


# The worked examples (claims C1 to C5).


def test_all_tables_of_the_thesis_are_there():
    assert set(examples()) == set(TABLES)
    assert example("T2") is example("T1")
    assert example("T5").cell("deny", "confess") == (-10, -1)
    assert [game.zero_sum for game in examples().values()] == [True, True, False, False, False]


def test_pavel_and_marek_have_no_saddle_point_and_must_mix():
    game = example("T1")
    least, most = security_levels(game)
    assert least.tolist() == [-3, -6] and most.tolist() == [4, 8]
    assert saddle_points(game) == [] and pure_equilibria(game) == []
    solution = mixed.solve_zero_sum(game)
    assert solution.value == pytest.approx(2 / 3)
    assert solution.row == pytest.approx([2 / 3, 1 / 3])
    assert solution.column == pytest.approx([11 / 21, 10 / 21])
    assert expected(game, [0.5, 0.5], [0.5, 0.5]) == (0.75, -0.75)


def test_rose_and_colin_meet_in_a_saddle_point():
    game = example("T3")
    least, most = security_levels(game)
    assert least.tolist() == [-1, -20, 2, -16] and most.tolist() == [12, 2, 7, 16]
    assert [game.names(place) for place in saddle_points(game)] == [("C", "B")]
    assert game.cell("C", "B") == (2, -2) and mixed.solve_zero_sum(game).value == pytest.approx(2)


def test_colins_b_dominates_c_but_only_weakly():
    (found,) = dominance(example("T3"))
    assert (found.player, found.better, found.worse, found.strict) == ("Colin", "B", "C", False)
    assert without_dominated(example("T3"))[1] == []
    left, steps = without_dominated(example("T3"), weakly=True)
    assert "C" not in left.columns and steps[0] == found


def test_dominance_leads_to_the_only_equilibrium_of_table_4():
    game = example("T4")
    left, steps = without_dominated(game)
    assert [str(step) for step in steps] == [
        "Rose's A strictly dominates B",
        "Colin's A strictly dominates B",
    ]
    assert left.shape == (1, 1) and left.cell("A", "A") == (2, 3)
    assert [game.names(place) for place in pure_equilibria(game)] == [("A", "A")]
    assert len(mixed.equilibria(game)) == 1


def test_the_prisoners_confess_although_denying_would_be_better_for_both():
    game = example("T5")
    assert [game.names(place) for place in pure_equilibria(game)] == [("confess", "confess")]
    assert len(mixed.equilibria(game)) == 1
    assert {(d.player, d.better) for d in dominance(game) if d.strict} == {
        ("Prisoner 1", "confess"),
        ("Prisoner 2", "confess"),
    }
    assert [game.names(place) for place in bargaining.dilemma(game)] == [("deny", "deny")]


def test_cooperation_brings_nine_and_threats_split_it_unevenly():
    game = example("T6")
    assert bargaining.joint_maximum(game) == ((1, 1), 9)
    assert bargaining.equal_split(game).split == (4.5, 4.5)
    agreed = bargaining.threat_solution(game)
    assert bargaining.difference_game(game).row.tolist() == [[2, 4], [0, -3]]
    assert agreed.head_start == pytest.approx(2) and agreed.threat_point == pytest.approx((5, 3))
    assert agreed.split == pytest.approx((5.5, 3.5))
    assert agreed.side_payment == pytest.approx(-2.5)  # from player 2 to player 1
    assert pure_equilibria(game) == [(0, 0), (1, 1)]
    (lot,) = [e for e in mixed.equilibria(game) if not e.pure]
    assert lot.row == pytest.approx([6 / 13, 7 / 13])
    assert lot.column == pytest.approx([3 / 8, 5 / 8])


def test_the_threat_with_b_is_weak_because_it_lets_the_other_one_gain_ground():
    """Not because it costs the other one nothing, as the thesis says: it costs him 5."""
    game = example("T6")
    assert game.cell("A", "A")[0] - game.cell("A", "B")[0] == 5
    difference = bargaining.difference_game(game)
    assert difference.cell("A", "B")[0] > difference.cell("A", "A")[0]


# p-intelligent players.


def test_a_p_intelligent_player_mixes_reason_with_chance():
    solution = mixed.solve_zero_sum(example("T1"))
    assert p_intelligent(solution.row, 1) == pytest.approx(solution.row)
    assert p_intelligent(solution.row, 0).tolist() == [0.5, 0.5]


def test_against_a_random_colin_rose_may_as_well_play_a():
    game = example("T3")
    rational = mixed.solve_zero_sum(game).column
    assert answers(game, p_intelligent(rational, 0)).tolist() == [3, -1.75, 3, 0]
    half = answers(game, p_intelligent(rational, 0.5))
    assert half.argmax() == 2 and half[0] == pytest.approx(1)


# Laws on random tables.


@given(tables(zero_sum=True))
def test_the_value_by_linear_programming_is_that_of_every_equilibrium(game):
    solution = mixed.solve_zero_sum(game)
    found = mixed.equilibria(game)
    assert len(found) > 0
    for equilibrium in found:
        assert equilibrium.payoffs == pytest.approx((solution.value, -solution.value), abs=1e-6)
    for x, y in mixed.support_enumeration(game):  # nashpy alone
        assert float(x @ game.row @ y) == pytest.approx(solution.value, abs=1e-6)


@given(tables(zero_sum=True))
def test_a_saddle_point_is_the_value_and_the_other_way_round(game):
    least, most = security_levels(game)
    points = saddle_points(game)
    assert bool(points) == (least.max() == most.min())
    assert points == pure_equilibria(game)
    for place in points:
        assert game.row[place] == pytest.approx(mixed.solve_zero_sum(game).value, abs=1e-6)


@given(tables())
def test_nobody_gains_by_leaving_an_equilibrium(game):
    found = mixed.equilibria(game)
    assert len(found) > 0
    for e in found:
        assert (game.row @ e.column).max() <= e.payoffs[0] + 1e-6
        assert (e.row @ game.column).max() <= e.payoffs[1] + 1e-6
    assert found.degenerate or len(found) % 2 == 1
    pure = {(int(e.row.argmax()), int(e.column.argmax())) for e in found if e.pure}
    assert pure == set(pure_equilibria(game))


@given(tables())
def test_crossing_out_strictly_dominated_options_keeps_every_equilibrium(game):
    left, _ = without_dominated(game)
    kept = {left.names(place) for place in pure_equilibria(left)}
    assert kept == {game.names(place) for place in pure_equilibria(game)}


@given(tables(), st.floats(-5, 5))
def test_the_threat_split_shares_the_sum_and_follows_a_gift(game, gift):
    agreed = bargaining.threat_solution(game)
    assert sum(agreed.split) == pytest.approx(agreed.total)
    richer = matrix_game(game.row + gift, game.column)
    assert bargaining.threat_solution(richer).split == pytest.approx(
        (agreed.split[0] + gift, agreed.split[1]), abs=1e-6
    )


@given(tables())
def test_the_polygon_holds_every_cell(game):
    corners = np.array(bargaining.payoff_polygon(game))
    cells = np.column_stack([game.row.ravel(), game.column.ravel()])
    if len(corners) > 2:
        for one, other in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            side = other - one
            cross = side[0] * (cells[:, 1] - one[1]) - side[1] * (cells[:, 0] - one[0])
            assert (cross >= -1e-9).all()
    best = max(row + column for row, column in bargaining.pareto_line(game))
    assert best == bargaining.joint_maximum(game)[1]


# Degenerate games, and what rounding loses.


def test_a_degenerate_game_says_so_and_shows_what_nashpy_leaves_out():
    found = mixed.equilibria(with_ties())
    assert len(mixed.support_enumeration(with_ties())) == 1
    assert found.degenerate and found.lost == 1 and len(found) == 2
    assert "degenerate" in found.warning and "lost 1" in found.warning
    assert {tuple(e.row.round(4).tolist()) for e in found} == {(0, 1), (0.2857, 0.7143)}
    assert any("degenerate" in line for line in findings(with_ties()))


def test_a_table_in_which_all_is_equal_is_degenerate():
    found = mixed.equilibria(matrix_game([[1, 1], [1, 1]], [[0, 0], [0, 0]]))
    assert found.degenerate and len(found) == 4


@pytest.mark.parametrize("name", TABLES)
def test_the_tables_of_the_thesis_are_not_degenerate(name):
    found = mixed.equilibria(example(name))
    assert not found.degenerate and found.lost == 0 and found.warning == ""


def test_an_equilibrium_that_rounding_loses_is_found_again():
    row = [[5, 2, 1], [4, 5, 1], [2, 0, 5]]
    column = [[5, 4, 3], [3, 3, 4], [3, 4, 2]]
    found = mixed.equilibria(matrix_game(row, column))
    assert not found.degenerate and len(found) == 3
    assert found.lost == 3 - len(mixed.support_enumeration(matrix_game(row, column)))
    assert ("rounding" in found.warning) == (found.lost > 0)


def test_scales_do_not_matter():
    game = example("T6")
    for scale in (1e-3, 1e5):
        other = matrix_game(game.row * scale, game.column * scale)
        assert len(mixed.equilibria(other)) == 3
        assert bargaining.threat_solution(other).split == pytest.approx((5.5 * scale, 3.5 * scale))


def test_larger_tables_are_solved_too():
    rng = generator(0, "large table")
    game = matrix_game(rng.normal(size=(10, 10)))
    solution = mixed.solve_zero_sum(game)
    assert (solution.row @ game.row).min() == pytest.approx((game.row @ solution.column).max())
    with pytest.raises(HernaError, match="the game has 10 options; allowed: at most 6"):
        mixed.equilibria(game)


# Mistakes.


@pytest.mark.parametrize(
    ("row", "column", "told"),
    [
        ([[1, 2], [3]], None, "row payoffs are"),
        ([[1, "x"]], None, "row payoffs are"),
        ([1, 2], None, "have the shape"),
        ([[1, float("nan")]], None, "row payoffs is nan"),
        ([[1, 1e9]], None, "row payoffs is 1000000000"),
        ([[1, 2]], [[1], [2]], "column payoffs have the shape"),
        (np.zeros((11, 2)), None, "have the shape"),
    ],
)
def test_impossible_tables_are_refused_in_one_line(row, column, told):
    with pytest.raises(HernaError, match=rf"matrix game: .*{told}.*allowed: "):
        matrix_game(row, column)


def test_names_must_be_different():
    with pytest.raises(HernaError, match="rows are called"):
        matrix_game([[1, 2], [3, 4]], rows=("A", "A"))


def test_saddle_points_are_for_zero_sum_games():
    with pytest.raises(HernaError, match="allowed: a zero-sum game"):
        saddle_points(example("T4"))


def test_an_unknown_example_is_refused():
    with pytest.raises(HernaError, match="example 'T9' is unknown; "):
        example("T9")


@pytest.mark.parametrize("mix", [[0.5, 0.6], [1.5, -0.5], [1], [0.2, 0.3, 0.5]])
def test_what_is_no_lot_is_refused(mix):
    with pytest.raises(HernaError, match="mixed strategy: probabilities are"):
        expected(example("T1"), mix, [1, 0])


def test_best_answers_are_told_with_their_ties():
    told = findings(matrix_game([[1, 2], [1, 0]]))
    assert told[0] == "Row's best answers to A: A or B, to B: A."
    assert best_responses(matrix_game([[1, 2], [1, 0]]))[0].tolist() == [
        [True, True],
        [True, False],
    ]

"""Games of several players: equilibria, coalitions, core and Shapley value (thesis 3, sec. 2.2)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from herna.errors import HernaError
from herna.theory import coalitions, matrix
from herna.theory.coalitions import (
    characteristic,
    core,
    favourites,
    in_core,
    many_game,
    objections,
    prudential,
    pure_equilibria,
    shapley,
    superadditive,
    two_sided,
)
from herna.theory.examples import common_good, example, three_players

PROPER = [c for c in coalitions.coalitions(3) if c]
WORTHS = st.lists(st.integers(-9, 9), min_size=7, max_size=7).map(
    lambda values: {(): 0.0} | dict(zip(PROPER, map(float, values), strict=True))
)


# Rose, Colin and Larry.


def test_three_players_of_two_options_have_eight_outcomes():
    game = three_players()
    assert len(game.outcomes) == 8 == 2**3
    assert game.payoffs.sum(axis=-1).tolist() == np.zeros((2, 2, 2)).tolist()


def test_there_are_two_equilibria_and_players_prefer_different_ones():
    game = three_players()
    found = {game.names(place): game.payoffs[place].tolist() for place in pure_equilibria(game)}
    assert found == {("B", "A", "A"): [2, -4, 2], ("A", "A", "B"): [3, -2, -1]}
    wished, outcome = favourites(game)
    assert [game.names(place) for place in wished] == [
        ("A", "A", "B"),
        ("A", "A", "B"),
        ("B", "A", "A"),
    ]
    assert game.names(outcome) == ("A", "A", "A") and outcome not in pure_equilibria(game)


@pytest.mark.parametrize(
    ("who", "value", "mix"),
    [
        ("Rose", -4.4, [3 / 5, 2 / 5]),
        ("Colin", -4, [1, 0]),
        ("Larry", -10 / 7, [3 / 7, 4 / 7]),
    ],
)
def test_prudential_strategies(who, value, mix):
    found, worst = prudential(three_players(), who)
    assert worst == pytest.approx(value) and found == pytest.approx(mix)


def test_a_coalition_against_the_rest_is_a_table():
    table = two_sided(three_players(), ["Colin", "Larry"])
    assert table.players == ("Colin and Larry", "Rose") and table.shape == (4, 2)
    assert table.zero_sum and table.rows == ("AA", "AB", "BA", "BB")
    assert table.cell("AB", "A") == (-3, 3)  # Colin A, Larry B against Rose A


def test_what_one_side_loses_the_other_wins_so_coalitions_pay_and_no_sharing_is_stable():
    worth = characteristic(three_players())
    for pair, third in (((0, 1), (2,)), ((0, 2), (1,)), ((1, 2), (0,))):
        assert worth[pair] == pytest.approx(-worth[third])
    assert worth[0, 1, 2] == 0 and superadditive(worth)
    assert core(worth).empty
    shares = shapley(worth)
    assert sum(shares) == pytest.approx(0) and objections(worth, shares)


# The common good.


def test_nobody_gives_and_everybody_would_be_better_off_if_all_did():
    game = common_good()
    assert [game.names(place) for place in pure_equilibria(game)] == [("keep",) * 3]
    assert (game.payoffs[1, 1, 1] > game.payoffs[0, 0, 0]).all()


def test_the_core_of_the_common_good_holds_the_shapley_value():
    worth = characteristic(common_good())
    assert worth[0, 1] == pytest.approx(2.8) and worth[0, 1, 2] == pytest.approx(7.8)
    found = core(worth)
    assert not found.empty and found.excess == pytest.approx(2.5)
    assert in_core(worth, found.point) and in_core(worth, shapley(worth))
    assert not in_core(worth, [7.8, 0, 0]) and objections(worth, [7.8, 0, 0]) == {
        (1, 2): pytest.approx(1.4)
    }


# Two players are a special case.


@pytest.mark.parametrize("name", ["T1", "T3", "T4", "T5", "T6"])
def test_tables_have_the_same_equilibria_as_games_of_many(name):
    game = example(name)
    many = many_game(np.stack([game.row, game.column], axis=-1))
    assert pure_equilibria(many) == matrix.pure_equilibria(game)


# Laws.


@given(WORTHS)
def test_the_shapley_value_shares_out_everything(worth):
    assert sum(shapley(worth)) == pytest.approx(worth[0, 1, 2])


@given(WORTHS)
def test_who_adds_the_same_gets_the_same(worth):
    worth[(1,)], worth[0, 2] = worth[(0,)], worth[1, 2]  # players 0 and 1 become alike
    shares = shapley(worth)
    assert shares[0] == pytest.approx(shares[1])


@given(WORTHS)
def test_who_adds_nothing_gets_what_he_has_alone(worth):
    for rest in ((0,), (1,), (0, 1)):
        worth[(*rest, 2)] = worth[rest] + worth[(2,)]
    assert shapley(worth)[2] == pytest.approx(worth[(2,)])


@given(WORTHS, WORTHS)
def test_the_shapley_value_of_a_sum_is_the_sum(one, other):
    both = {c: one[c] + other[c] for c in one}
    assert shapley(both) == pytest.approx(shapley(one) + shapley(other))


@given(WORTHS)
def test_a_core_that_is_not_empty_holds_its_point_and_an_empty_one_nothing(worth):
    found = core(worth)
    assert in_core(worth, found.point) == (not found.empty)
    if found.empty:
        assert objections(worth, shapley(worth))


@given(st.lists(st.integers(-9, 9), min_size=24, max_size=24))
def test_what_coalitions_can_be_sure_of_is_superadditive(values):
    worth = characteristic(many_game(np.reshape(values, (2, 2, 2, 3))))
    assert superadditive(worth)


# Mistakes.


@pytest.mark.parametrize("shape", [(2,), (2, 2, 3), (2, 0, 2), (11, 2, 2), (8, 8, 8, 9, 4)])
def test_impossible_arrays_are_refused(shape):
    with pytest.raises(HernaError, match=r"game of many players: .*allowed: "):
        many_game(np.zeros(shape))


@pytest.mark.parametrize("who", ["Zoe", [], [0, 7], ["Rose", "Zoe"]])
def test_strangers_are_no_coalition(who):
    with pytest.raises(HernaError, match=r"coalition: members are .*allowed: Rose, Colin, Larry"):
        two_sided(three_players(), who)


def test_everybody_is_against_nobody():
    with pytest.raises(HernaError, match="everybody is a member"):
        two_sided(three_players(), three_players().players)


def test_a_value_is_needed_for_every_coalition():
    with pytest.raises(HernaError, match="coalitions are missing"):
        shapley({(): 0, (0,): 1, (0, 1): 3})


def test_without_an_equilibrium_there_is_no_favourite():
    game = example("T1")
    with pytest.raises(HernaError, match="no equilibrium in pure strategies"):
        favourites(many_game(np.stack([game.row, game.column], axis=-1)))

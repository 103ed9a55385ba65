"""Many rounds: the round robin of the prisoner's dilemma, and matches with a running score."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from herna.errors import HernaError
from herna.seeds import generator
from herna.theory import repeated
from herna.theory.examples import example
from herna.theory.matrix import matrix_game
from herna.theory.repeated import CONFESS, DENY, play, prospects, round_robin, safe_scores

D, C = DENY, CONFESS


# Algorithms.


def versus(first, second, rounds=4):
    return play(first, second, rounds, generator(0, "test")).T.tolist()


def test_grim_never_forgives():
    assert versus(repeated.grim, repeated.fixed_sequence, 6) == [
        [D, D, D, C, C, C],
        [D, D, C, D, D, C],
    ]


def test_tit_for_tat_does_what_was_done_to_it():
    assert versus(repeated.tit_for_tat, repeated.fixed_sequence, 6) == [
        [D, D, D, C, D, D],
        [D, D, C, D, D, C],
    ]


def test_two_friendly_algorithms_never_confess():
    assert versus(repeated.grim, repeated.tit_for_tat) == [[D] * 4, [D] * 4]


def test_random_does_both():
    assert set(versus(repeated.at_random, repeated.grim, 30)[0]) == {D, C}


# The round robin.


def test_everybody_meets_everybody_with_the_payoffs_of_table_5():
    found = round_robin(example("T5"), rounds=200)
    assert found.names == ("grim", "fixed sequence", "random", "tit for tat")
    pair = {
        (one, other): found.payoffs[i, j]
        for i, one in enumerate(found.names)
        for j, other in enumerate(found.names)
    }
    assert pair["grim", "grim"] == pair["grim", "tit for tat"] == pytest.approx(-3)
    assert pair["tit for tat", "tit for tat"] == pytest.approx(-3)
    third = (2 * -3 + -10 + -1 + -3) / 3  # nearly: it begins in the middle
    assert third < pair["tit for tat", "fixed sequence"] < -3
    assert found.ranking[0][0] == "grim"


def test_grim_wins_among_the_four_and_tit_for_tat_is_second():
    names = [name for name, _ in round_robin(example("T5")).ranking]
    assert names[:2] == ["grim", "tit for tat"]


@given(st.integers(0, 50))
def test_this_order_does_not_hang_on_the_seed(seed):
    names = [name for name, _ in round_robin(example("T5"), rounds=100, seed=seed).ranking]
    assert names[:2] == ["grim", "tit for tat"]


def test_always_confessing_is_best_against_each_but_not_in_such_company():
    found = round_robin(example("T5"), repeated.ALL)
    confess = found.names.index("always confess")
    against_always_deny = found.payoffs[:, found.names.index("always deny")]
    assert against_always_deny.argmax() == confess
    assert found.payoffs[confess, found.names.index("tit for tat")] < -4.9


def test_another_order_of_algorithms_changes_no_meeting():
    one = round_robin(example("T5"), repeated.FOUR, 50)
    other = round_robin(example("T5"), dict(reversed(repeated.FOUR.items())), 50)
    for i, a in enumerate(one.names):
        for j, b in enumerate(one.names):
            if "random" not in (a, b):
                found = other.payoffs[other.names.index(a), other.names.index(b)]
                assert found == pytest.approx(one.payoffs[i, j])


def test_own_algorithms_may_join():
    def pavlov(own, other, rng):
        return D if not own or own[-1] == other[-1] else C

    found = round_robin(example("T5"), {**repeated.FOUR, "pavlov": pavlov}, rounds=20)
    assert found.payoffs.shape == (5, 5)


def test_the_same_seed_gives_the_same_tournament():
    one, other = (round_robin(example("T5"), rounds=50, seed=3).payoffs for _ in range(2))
    assert np.array_equal(one, other)


# The end of a match (tables 1 and 2, A37).


def test_three_rounds_before_the_end_scores_above_9_and_below_minus_12_are_safe():
    safe = safe_scores(example("T1"), 3)
    assert (safe.row_option, safe.above) == ("A", 9)
    assert (safe.column_option, safe.below) == ("A", -12)


def test_beyond_these_scores_the_match_is_decided_and_between_them_open():
    worth = {score: prospects(example("T1"), 3, score).value for score in range(-14, 12)}
    for score, value in worth.items():
        assert (value == pytest.approx(1)) == (score > 9)
        assert (value == pytest.approx(-1)) == (score < -12)
    assert all(worth[s] <= worth[s + 1] + 1e-9 for s in range(-14, 11))


def test_at_nine_pavel_cannot_lose_any_more_but_may_be_caught_up():
    """The thesis asks for more than 9; then he is sure to win."""
    assert 9 + 3 * -3 == 0
    assert 0 < prospects(example("T1"), 3, 9).value < 1


def test_one_round_before_the_end_only_the_sign_counts():
    last = prospects(example("T1"), 1, 0)
    assert last.value == pytest.approx(0)
    assert last.row == pytest.approx([0.5, 0.5])  # not 2/3 as for points


# Mistakes.


def test_a_round_robin_needs_two_options_each():
    with pytest.raises(HernaError, match=r"round robin: the game has the shape \(4, 4\)"):
        round_robin(example("T3"))


def test_an_algorithm_must_choose_one_of_them():
    with pytest.raises(HernaError, match="algorithm: choice is 2"):
        play(lambda own, other, rng: 2, repeated.grim, 3, generator(0))


@pytest.mark.parametrize("rounds", [0, 1.5, 10**9])
def test_an_impossible_number_of_rounds_is_refused(rounds):
    with pytest.raises(HernaError, match="rounds is"):
        play(repeated.grim, repeated.grim, rounds, generator(0))
    with pytest.raises(HernaError, match="rounds is"):
        prospects(example("T1"), rounds, 0)


def test_a_running_score_needs_a_zero_sum_game():
    with pytest.raises(HernaError, match="allowed: a zero-sum game"):
        safe_scores(example("T5"), 3)
    assert safe_scores(matrix_game([[1]]), 2).above == -2

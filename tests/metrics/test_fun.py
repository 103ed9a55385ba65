"""The nine metrics of fun: worked examples of thesis 1, edge cases, properties."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from herna.metrics import fun

NUMBERS = st.integers(-1000, 1000).map(lambda n: n / 8)  # exact in binary, so sums are too
GAINS = hnp.arrays(float, st.tuples(st.integers(1, 30), st.integers(2, 7)), elements=NUMBERS)


def column(*values):
    """The status of a single player, round by round."""
    return np.array(values, float)[:, None]


# Status.


@pytest.mark.parametrize(
    ("gains", "status"),
    [
        ((12, 9, 4), (3, -3, -8)),  # specification, 13.1
        ((5, 8), (-3, 3)),
        ((7,), (7,)),
        ((-7,), (-7,)),
        ((5, 5), (0, 0)),
        ((5, 5, 2), (0, 0, -3)),
        ((2, 5, 5), (-3, 0, 0)),
        ((-3, -10, -4, -4), (1, -7, -1, -1)),
        ((0, 0, 0, 0), (0, 0, 0, 0)),
    ],
)
def test_the_leader_has_his_lead_and_the_others_their_arrears(gains, status):
    assert fun.status(np.array(gains)).tolist() == list(map(float, status))


@pytest.mark.parametrize(
    ("gains", "whole"), [((12.9, 9.5), 3), ((1.9, 1.0), 0), ((-2.7,), 2), ((4.0, 1.0), 3)]
)
def test_a_whole_margin_is_cut(gains, whole):
    assert fun.margin(fun.status(np.array([gains])), whole=True) == whole


def test_a_lead_in_the_last_bits_is_a_tie():
    status = fun.status(np.array([[0.1 + 0.2, 0.3], [0.5, 0.3]]))
    assert status[0].max() > 0
    assert fun.leaders(status).tolist() == [-1, 0]
    assert fun.lead(status)[0] == 0


@given(gains=GAINS)
def test_at_most_one_player_leads_and_nobody_behind_is_positive(gains):
    status = fun.status(gains)
    assert status.shape == gains.shape
    assert ((status > 0).sum(axis=1) <= 1).all()
    leading = (status > 0).any(axis=1)
    assert (status[leading].argmax(axis=1) == gains[leading].argmax(axis=1)).all()
    tied = ~leading
    assert (status[tied].max(axis=1) == 0).all()


@given(gains=GAINS, shift=NUMBERS)
def test_status_does_not_change_when_everybody_gains_the_same(gains, shift):
    assert np.array_equal(fun.status(gains + shift), fun.status(gains))


@given(gains=hnp.arrays(float, (5, 2), elements=NUMBERS))
def test_two_players_have_opposite_status(gains):
    status = fun.status(gains)
    assert np.array_equal(status[:, 0], -status[:, 1])


@given(gains=GAINS, seed=st.integers(0, 100))
def test_status_follows_the_players_when_they_change_seats(gains, seed):
    order = np.random.default_rng(seed).permutation(gains.shape[1])
    assert np.array_equal(fun.status(gains[:, order]), fun.status(gains)[:, order])


# Lead and lead changes.


def test_the_leader_of_a_tie_is_nobody():
    status = np.array([[2, -2], [0, 0], [-1, 1]])
    assert fun.leaders(status).tolist() == [0, -1, 1]
    assert fun.lead(status).tolist() == [2, 0, 1]


def test_a_single_player_leads_by_the_sign_of_his_status():
    status = column(3, 0, -2)
    assert fun.leaders(status).tolist() == [1, 0, -1]
    assert fun.lead(status).tolist() == [3, 0, 2]


@pytest.mark.parametrize(
    ("leaders", "changes"),
    [
        ([0], 0),
        ([0, 0, 0], 0),
        ([0, 1], 1),
        ([0, 1, 0, 2], 3),
        ([None, 0], 0),  # the first leader is no change
        ([0, None, 0], 0),  # a tie in between changes nothing
        ([0, None, 1], 1),
        ([0, None, None, 1, None, 0], 2),
        ([None, None], 0),
    ],
)
def test_lead_changes_count_different_leaders_and_skip_ties(leaders, changes):
    status = np.array(
        [[0 if who is None else 1 if p == who else -1 for p in range(3)] for who in leaders]
    )
    assert fun.lead_changes(status) == changes


@pytest.mark.parametrize(
    ("values", "changes"), [((1, 2, 3), 0), ((1, -1), 1), ((-1, 0, -1), 0), ((1, 0, -1, 0, 2), 2)]
)
def test_a_single_player_changes_the_lead_with_the_sign_of_his_status(values, changes):
    assert fun.lead_changes(column(*values)) == changes


@given(gains=GAINS)
def test_lead_changes_agree_with_a_plain_loop(gains):
    status, last, changes = fun.status(gains), None, 0
    for row in status:
        for player, value in enumerate(row):
            if value > 0:
                changes += last is not None and last != player
                last = player
    assert fun.lead_changes(status) == changes


# Margin, tension, lead time.


def test_margin_is_the_lead_at_the_end_and_tension_the_mean_lead():
    status = np.array([[4, -4], [-2, 2], [0, 0], [-6, 6]])
    assert fun.margin(status) == 6.0
    assert fun.tension(status) == 3.0


def test_margin_and_tension_of_a_single_player_count_distance_from_balance():
    assert fun.margin(column(1, -4)) == 4.0
    assert fun.tension(column(1, -4, 0, 3)) == 2.0


def test_lead_time_is_the_spread_of_the_rounds_led():
    # Three rounds, one round, none: mean 4/3, squares 25/9 + 1/9 + 16/9 = 42/9, over 3 players.
    status = np.array([[1, -1, -1]] * 3 + [[-1, 1, -1]] + [[0, 0, -1]])
    assert fun.lead_time(status) == pytest.approx(np.sqrt(42 / 27))


def test_lead_time_of_a_single_player_is_divided_by_one_player():
    # Three rounds up, one down, one balanced: |3 - 1| / sqrt 2.
    assert fun.lead_time(column(1, 2, 3, -1, 0)) == pytest.approx(2 / np.sqrt(2))


@given(gains=GAINS)
def test_spreads_and_leads_are_never_negative_and_bounded(gains):
    status = fun.status(gains)
    assert 0 <= fun.tension(status) <= fun.lead(status).max()
    assert fun.margin(status) >= 0
    assert 0 <= fun.lead_time(status) <= len(status) / 2


# Freedom, fairness, randomness.


def test_freedom_is_the_mean_number_of_choices_and_passes_count_as_none():
    assert fun.freedom(np.array([0, 1, 4, 3])) == 2.0


def test_fairness_is_the_spread_of_what_chance_gave_each_player():
    # Means over the rounds (2, -2), their spread 2.
    assert fun.fairness(np.array([[4, -4], [0, 0]])) == 2.0
    assert fun.fairness(np.array([[4, -4], [-4, 4]])) == 0.0, "luck that evens out is fair"


def test_randomness_is_the_mean_size_of_what_chance_did():
    assert fun.randomness(np.array([[4, -4], [0, 0]])) == 2.0
    assert fun.randomness(np.array([[4, -4], [-4, 4]])) == 4.0, "luck that evens out is still luck"


def test_rounds_without_chance_count_as_rounds():
    effects = np.array([[3.0, -3.0]])
    quiet = np.vstack([effects, np.zeros((2, 2))])
    assert fun.fairness(quiet) == pytest.approx(fun.fairness(effects) / 3)
    assert fun.randomness(quiet) == pytest.approx(fun.randomness(effects) / 3)


@given(effects=GAINS)
def test_fairness_never_exceeds_the_largest_effect_and_randomness_is_a_mean_size(effects):
    assert 0 <= fun.fairness(effects) <= np.abs(effects).max()
    assert fun.randomness(effects) == pytest.approx(sum(map(abs, effects.ravel())) / effects.size)


def test_chance_cannot_be_unfair_to_a_single_player():
    assert fun.fairness(np.array([[4.0], [-1.0]])) == 0.0


# Win ratio.


def test_win_ratio_of_a_single_player_is_the_distance_from_one_half():
    wins = np.array([[1]] * 621 + [[0]] * 379)  # specification, 13.8
    assert fun.win_ratio_sd(wins) == pytest.approx(0.121)


def test_win_ratio_of_four_players_is_the_spread_of_their_rates():
    """Deviations from 250 whose squares sum to 1826 (specification, 13.8)."""
    counts = np.array([250 + 34, 250 - 21, 250 - 15, 250 + 2])
    assert ((counts - 250) ** 2).sum() == 1826
    assert counts.sum() == 1000
    wins = np.repeat(np.eye(4), counts, axis=0)
    assert fun.win_ratio_sd(wins) == pytest.approx(0.021366, abs=5e-7)


def test_equal_players_have_a_win_ratio_of_zero_and_a_sole_winner_one_half():
    assert fun.win_ratio_sd(np.array([[1, 0], [0, 1]])) == 0.0
    assert fun.win_ratio_sd(np.array([[1, 0], [1, 0]])) == 0.5
    assert fun.win_ratio_sd(np.array([[1]])) == 0.5


# Nothing measured.


@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_game_without_rounds_measures_zero_everywhere(players):
    none = np.zeros((0, players))
    metrics = (
        fun.lead_changes,
        fun.margin,
        fun.tension,
        fun.lead_time,
        fun.fairness,
        fun.randomness,
    )
    assert [metric(none) for metric in metrics] == [0] * len(metrics)
    assert fun.freedom(np.zeros(0)) == 0.0
    assert fun.lead(none).shape == fun.leaders(none).shape == (0,)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_one_round_is_enough(players):
    status = fun.status(np.arange(players, dtype=float)[None] + 1)
    assert fun.margin(status) == fun.tension(status) == 1.0
    assert fun.lead_changes(status) == 0


def test_the_best_of_a_metric_scores_one_even_if_it_is_exactly_zero():
    table = pd.DataFrame({"tension": [0.0, 2.0, 4.0], "lead_changes": [0.0, 5.0, 10.0]})
    scores = fun.relative_scores(table, {"tension": -1.0, "lead_changes": 1.0})
    assert scores["tension"].round(6).tolist() == [1.0, 0.0, 0.0]
    assert scores["lead_changes"].round(6).tolist() == [0.0, 0.5, 1.0]

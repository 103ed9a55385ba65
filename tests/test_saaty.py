"""Saaty's weights: the numbers of table 8, as printed and as they should be."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from herna.claims.claim import thesis_folder
from herna.errors import HernaError
from herna.saaty import PRINTED_PRODUCTS, THESIS, as_printed, judgement, reciprocal, weigh

FOLDER = thesis_folder("three-player-checkers")


def printed():
    return pd.read_csv(FOLDER / "saaty_weights.csv", keep_default_na=False)


def test_the_matrix_is_that_of_table_8():
    table = pd.read_csv(FOLDER / "saaty_matrix.csv")
    assert np.array(THESIS, float).ravel() == pytest.approx(table["value"], abs=1e-6)


def test_the_printed_weights_follow_from_the_slip_in_the_first_product():
    table, found = printed(), as_printed()
    assert found.products == pytest.approx([5 / 3, 30, 1 / 18])
    assert found.roots == pytest.approx(table["R_published"])
    assert found.weights == pytest.approx(table["v_published"])
    assert found.values == table["value_published"].tolist()
    exact = weigh(THESIS, PRINTED_PRODUCTS)
    assert exact.weights == pytest.approx(table["v_from_published_s_exact"], abs=5e-5)


def test_the_correct_weights_are_others():
    table, found = printed(), weigh(THESIS)
    assert found.products == pytest.approx([3 / 5, 30, 1 / 18])
    assert found.roots == pytest.approx(table["R_correct"], abs=5e-5)
    assert found.weights == pytest.approx(table["v_correct"], abs=5e-5)
    assert found.values == table["value_correct"].tolist() == [1947, 7172, 881]


def test_the_judgements_are_consistent_enough():
    found = weigh(THESIS)
    assert found.eigenvalue == pytest.approx(3.0940, abs=5e-5)
    assert found.index == pytest.approx(0.0470, abs=5e-5)
    assert found.ratio == pytest.approx(0.081, abs=5e-4) and found.acceptable


def test_of_three_criteria_the_weights_are_the_principal_eigenvector():
    values, vectors = np.linalg.eig(np.array(THESIS, float))
    vector = np.abs(vectors[:, np.argmax(np.abs(values))])
    assert weigh(THESIS).weights == pytest.approx(vector / vector.sum())


@given(st.lists(st.floats(0.01, 100), min_size=3, max_size=6))
def test_judgements_without_contradiction_give_the_weights_back(weights):
    weights = np.array(weights)
    found = weigh(weights[:, None] / weights[None, :])
    assert found.weights == pytest.approx(weights / weights.sum())
    assert found.ratio == pytest.approx(0, abs=1e-6)


def test_the_upper_triangle_makes_the_matrix():
    assert reciprocal(["1/5", "3", "6"]) == [list(row) for row in THESIS]
    assert float(judgement("0.2")) == 0.2
    with pytest.raises(HernaError, match="2 comparisons; allowed: 3"):
        reciprocal([1, 2])


@pytest.mark.parametrize("words", ["", "zero", "0", "-3", "1/0", "1e9", "nan", None])
def test_a_comparison_that_is_none_is_refused(words):
    with pytest.raises(HernaError, match=r"a comparison is .*; allowed: a number such as 3 or 1/5"):
        judgement(words)


@pytest.mark.parametrize(
    ("matrix", "told"),
    [
        ([[1, 2]], "matrix is 1 x 2; allowed: square"),
        ([[1, 2], [3]], "matrix is not made of numbers"),
        ([["a"]], "matrix is not made of numbers"),
        ([], "allowed: square"),
        ([[1, 2], [2, 1]], "row 1, column 2 is 2; allowed: the reciprocal of row 2, column 1"),
        ([[1, -2], [-0.5, 1]], "row 1, column 2 is -2; allowed: finite numbers above 0"),
        ([[1, np.inf], [0, 1]], "row 1, column 2 is inf"),
        ([[2]], "row 1, column 1 is 2; allowed: the reciprocal"),
    ],
)
def test_a_matrix_that_is_no_comparison_is_refused_in_one_line(matrix, told):
    with pytest.raises(HernaError, match=told):
        weigh(matrix)
    with pytest.raises(HernaError, match="products"):
        weigh(THESIS, (1, 2))

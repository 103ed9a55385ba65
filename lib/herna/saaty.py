"""Weights of criteria from comparing them in pairs, after Saaty (thesis 3, sec. 4 and table 8).

How much more one criterion matters than another stands in a matrix, and its reciprocal across the
diagonal. The geometric means of the rows, scaled to sum to one, are the weights. How far the
judgements contradict each other is measured by the largest eigenvalue: in a matrix without
contradiction it is the number of criteria. The consistency ratio holds what it is beyond that
against matrices filled at random; below 0.1 it is usually let pass.

Thesis 3 compares pawn, queen and crowning so. It printed 5/3 for the product of the first row,
which is 3/5, and calculated on with rounded roots; `as_printed` does the same.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from herna.errors import HernaError, shown

CRITERIA = ("pawn", "queen", "crowning")
THESIS = ((1, Fraction(1, 5), 3), (5, 1, 6), (Fraction(1, 3), Fraction(1, 6), 1))
PRINTED_PRODUCTS = (5 / 3, 30, 1 / 18)  # the first one should be 3/5
SCALE = 10_000  # a weight becomes a value of table 7
LARGEST_JUDGEMENT = 1000
ACCEPTABLE = 0.1  # a consistency ratio
MOST = 10

# What the consistency index of matrices of this size is on average, if they are filled at random.
RANDOM_INDEX = dict(enumerate((0, 0, 0.58, 0.9, 1.12, 1.24, 1.32, 1.41, 1.45, 1.49), start=1))
ROUNDING = 1e-6


@dataclass(frozen=True)
class Weighing:
    """The weights of some criteria, and how they came about."""

    products: Any  # of the rows
    roots: Any  # their geometric means
    weights: Any  # which sum to 1
    eigenvalue: float
    index: float  # of consistency
    ratio: float

    @property
    def acceptable(self):
        return self.ratio < ACCEPTABLE

    @property
    def values(self):
        """The weights in whole ten-thousandths, as table 7 has them."""
        return [round(SCALE * float(weight)) for weight in self.weights]


def weigh(matrix, products=None):
    """The weights that follow from comparisons in pairs.

    products : what to take for the products of the rows, such as `PRINTED_PRODUCTS`

    >>> weigh(THESIS).values, round(weigh(THESIS).ratio, 3)
    ([1947, 7172, 881], 0.081)
    """
    judged = judgements(matrix)
    size = len(judged)
    rows = judged.prod(axis=1) if products is None else positive_row(products, size)
    roots = rows ** (1 / size)
    eigenvalue = float(np.abs(np.linalg.eigvals(judged)).max())
    index = max(0.0, (eigenvalue - size) / (size - 1)) if size > 1 else 0.0
    ratio = index / RANDOM_INDEX[size] if RANDOM_INDEX[size] else 0.0
    return Weighing(rows, roots, roots / roots.sum(), eigenvalue, index, ratio)


def as_printed():
    """The weights of table 8, with its slip and its rounded numbers on the way.

    >>> as_printed().values
    [2540, 6650, 810]
    """
    found = weigh(THESIS, PRINTED_PRODUCTS)
    roots = found.roots.round(2)
    weights = (roots / roots.sum()).round(3)
    return Weighing(found.products, roots, weights, found.eigenvalue, found.index, found.ratio)


def reciprocal(upper, size=3):
    """The whole matrix from what stands above its diagonal, row by row.

    >>> reciprocal(["1/5", 3, 6])[1][0]
    Fraction(5, 1)
    """
    wanted = size * (size - 1) // 2
    if len(upper) != wanted:
        raise HernaError(f"saaty: {len(upper)} comparisons; allowed: {wanted}")
    rows = [[Fraction(1)] * size for _ in range(size)]
    given = iter(upper)
    for i in range(size):
        for j in range(i + 1, size):
            rows[i][j] = judgement(next(given))
            rows[j][i] = 1 / rows[i][j]
    return rows


def judgement(words):
    """A comparison as people write it, such as 3, 1/5 or 0.2.

    >>> judgement(" 1/5 "), judgement(3)
    (Fraction(1, 5), Fraction(3, 1))
    """
    try:
        found = Fraction(str(words).strip()[:40])
    except (ValueError, ZeroDivisionError):
        found = Fraction(0)
    if not Fraction(1, LARGEST_JUDGEMENT) <= found <= LARGEST_JUDGEMENT:
        allowed = f"a number such as 3 or 1/5, from 1/{LARGEST_JUDGEMENT} to {LARGEST_JUDGEMENT}"
        raise HernaError(f"saaty: a comparison is {shown(words)}; allowed: {allowed}")
    return found


def judgements(matrix):
    """The matrix as numbers; refused unless it is square, positive and reciprocal."""
    try:
        found = np.array([[float(entry) for entry in row] for row in matrix])
    except (TypeError, ValueError, OverflowError):
        raise HernaError("saaty: matrix is not made of numbers; allowed: rows of numbers") from None
    if found.ndim != 2 or found.shape[0] != found.shape[1] or not 1 <= len(found) <= MOST:
        told = " x ".join(map(str, found.shape))
        raise HernaError(f"saaty: matrix is {told}; allowed: square, at most {MOST} x {MOST}")
    for i, j in np.ndindex(*found.shape):
        if not np.isfinite(found[i, j]) or found[i, j] <= 0:
            told = f"row {i + 1}, column {j + 1} is {found[i, j]:g}"
            raise HernaError(f"saaty: {told}; allowed: finite numbers above 0")
        if abs(found[i, j] * found[j, i] - 1) > ROUNDING:
            told = f"row {i + 1}, column {j + 1} is {found[i, j]:g}"
            across = f"the reciprocal of row {j + 1}, column {i + 1}, which is {found[j, i]:g}"
            raise HernaError(f"saaty: {told}; allowed: {across}")
    return found


def positive_row(numbers, size):
    """Some positive numbers, as many as there are criteria."""
    found = np.array(numbers, float)
    if found.shape != (size,) or not np.isfinite(found).all() or (found <= 0).any():
        raise HernaError(f"saaty: products is {shown(numbers)}; allowed: {size} numbers above 0")
    return found

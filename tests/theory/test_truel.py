"""The duel of three: the settings of thesis 3, sec. 2.2, exactly, simulated, and over the grid."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from herna.errors import HernaError
from herna.seeds import generator
from herna.statistics import proportion_interval
from herna.theory import truel
from herna.theory.findings import plan_in_words

CLASSIC = (1, 2 / 3, 1 / 3)
THREE = (0.9, 0.8, 0.7)
ACCURACY = st.integers(1, 20).map(lambda n: n / 20)
ACCURACIES = st.tuples(ACCURACY, ACCURACY, ACCURACY)
FALLING = st.sets(st.integers(1, 40), min_size=3, max_size=3).map(
    lambda values: tuple(n / 40 for n in sorted(values, reverse=True))
)
PLANS, ORDERS = st.sampled_from(truel.PLANS), st.sampled_from(truel.ORDERS)


def slow_survival(accuracies, plan, order):
    """The whole Markov chain: states (who stands, whose turn), solved as linear equations."""
    aims = [None if t == "-" else "ABC".index(t) for t in plan]
    turns = ["ABC".index(letter) for letter in order]
    groups = [g for size in (1, 2, 3) for g in itertools.combinations(range(3), size)]
    states = [(group, turn) for group in groups for turn in range(3)]
    number = {state: i for i, state in enumerate(states)}
    step, ends = np.zeros((len(states), len(states))), np.zeros((len(states), 3))
    for (group, turn), i in number.items():
        shooter = turns[turn]
        if len(group) == 1:
            ends[i, group[0]] = 1
            continue
        target = None
        if shooter in group:
            target = aims[shooter] if len(group) == 3 else (set(group) - {shooter}).pop()
        hit = 0.0 if target is None else accuracies[shooter]
        step[i, number[group, (turn + 1) % 3]] += 1 - hit
        if hit:
            left = tuple(seat for seat in group if seat != target)
            step[i, number[left, (turn + 1) % 3]] += hit
    chances = np.linalg.solve(np.eye(len(states)) - step, ends)
    return chances[number[(0, 1, 2), 0]]


# The four settings of the thesis (claim C6).


def test_the_weakest_does_best_to_fire_into_the_air():
    into_the_air = truel.survival(CLASSIC, "BA-")
    at_a = truel.survival(CLASSIC, "BAA")
    assert into_the_air[2] == pytest.approx(25 / 63) == pytest.approx(0.397, abs=5e-4)
    assert at_a[2] == pytest.approx(0.312, abs=5e-4)
    assert truel.best_plans(CLASSIC) == ["BA-"]


def test_the_weakest_does_not_always_do_best_to_fire_into_the_air():
    """With a miserable B it is better to get rid of A oneself."""
    assert truel.best_plans((0.9, 0.2, 0.15)) == ["BAA"]
    aims = truel.choices((0.9, 0.2, 0.15), "C", "BAA")
    assert aims["A"] > aims["-"] > aims["B"]


def test_with_one_sure_bullet_each_two_survive():
    best = truel.solve_bullets((1, 1, 1), "CBA", 1)[0]
    assert best.aims == (("C", "-"), ("B", "A")) and best.left == 2
    assert truel.outcomes((1, 1, 1), "BA-") == {"BC": 1.0}
    assert truel.survival((1, 1, 1), "BA-", bullets=1).tolist() == [0, 1, 1]


def test_with_one_sure_bullet_each_c_risks_his_life_by_shooting():
    lines = truel.solve_bullets((1, 1, 1), "CBA", 1)
    assert [line.chances[2] for line in lines] == [1, 0, 0]
    assert {line.aims[0] for line in lines[1:]} == {("C", "A"), ("C", "B")}


@given(FALLING, ORDERS)
def test_without_air_shots_everybody_aims_at_the_stronger_opponent(accuracies, order):
    for plan in (truel.AT_THE_STRONGER, "CCB", "BCB"):  # whatever the others do
        for shooter, stronger in zip("ABC", "BAA", strict=True):
            aims = truel.choices(accuracies, shooter, plan, order, air=False)
            assert all(chance <= aims[stronger] + 1e-12 for chance in aims.values())
    assert truel.AT_THE_STRONGER in truel.best_plans(accuracies, order, air=False)


def test_the_alliance_of_the_example():
    without = truel.survival(THREE, truel.AT_THE_STRONGER, "ABC")
    allied = truel.survival(THREE, truel.ALLIED, "ABC")
    assert without == pytest.approx([0.252, 0.033, 0.715], abs=1e-3)
    assert allied == pytest.approx([0.240, 0.758, 0.002], abs=1e-3)


# The grid.


def test_c_survives_most_often_and_b_least_and_b_profits_on_the_whole_grid():
    grid = truel.alliance_grid()
    assert len(grid.accuracies) == 1330
    assert grid.ordered.all() and grid.pays("B").all() and not grid.pays("C").any()


def test_a_profits_from_the_alliance_in_two_fifths_of_the_grid_only():
    grid = truel.alliance_grid()
    assert grid.pays("A").sum() == 505
    assert grid.pays("A")[grid.distance < 0.05].mean() == pytest.approx(0.753, abs=1e-3)
    assert not grid.pays("A")[grid.distance >= 0.2].any()


def test_the_number_of_the_specification_is_that_of_another_grid():
    """686 of 1330 if C may equal B, between 0.61 and 0.99, and C does not defend himself."""
    grid = truel.alliance_grid(0.61, 0.99, 19, allied="CC-", equals=True)
    assert len(grid.accuracies) == 1330 and grid.pays("A").sum() == 686
    assert round(100 * grid.pays("A")[grid.distance < 0.05].mean()) == 89
    assert not grid.pays("A")[grid.distance >= 0.2].any()
    defended = truel.alliance_grid(0.61, 0.99, 19, equals=True)
    assert defended.pays("A").sum() == 669


def test_on_average_over_all_accuracies_a_profits_in_less_than_half():
    draws = 0.6 + 0.4 * generator(6, "accuracies").random((100_000, 3))
    accuracies = np.sort(draws, axis=1)[:, ::-1]
    without = truel.survival(accuracies, truel.AT_THE_STRONGER, "ABC")
    allied = truel.survival(accuracies, truel.ALLIED, "ABC")
    assert (allied > without)[:, 0].mean() == pytest.approx(0.461, abs=0.005)


@given(FALLING)
def test_both_allies_are_tempted_to_break_the_alliance(accuracies):
    """It is a prisoner's dilemma wherever A profits, and no equilibrium anywhere."""
    table = truel.betrayal(accuracies)
    assert (table.row[1] > table.row[0] - 1e-12).all()
    assert (table.column[:, 1] > table.column[:, 0] - 1e-12).all()
    if accuracies[0] < 1:
        assert (table.row[1] > table.row[0]).all() and (
            table.column[:, 1] > table.column[:, 0]
        ).all()


# Exactly.


@given(ACCURACIES, PLANS, ORDERS)
def test_the_short_solution_is_that_of_the_whole_markov_chain(accuracies, plan, order):
    if plan != "---":
        slow = slow_survival(accuracies, plan, order)
        assert truel.survival(accuracies, plan, order) == pytest.approx(slow)


@given(ACCURACIES, PLANS, ORDERS)
def test_somebody_survives_unless_nobody_shoots(accuracies, plan, order):
    total = truel.survival(accuracies, plan, order).sum()
    assert total == pytest.approx(0 if plan == "---" else 1)


@given(ACCURACIES, PLANS, ORDERS, st.sampled_from([None, 1, 2, 3]))
def test_exact_chances_are_those_of_simulated_games(accuracies, plan, order, bullets):
    exact = truel.survival(accuracies, plan, order, bullets)
    games = 2000
    alive = truel.simulate(accuracies, plan, order, games, generator(3, "truel"), bullets)
    for chance, count in zip(exact, alive.sum(axis=0), strict=True):
        low, high = proportion_interval(count, games)
        wider = 1.2 * (high - low)  # hundreds of comparisons: five deviations instead of two
        assert low - wider <= chance <= high + wider


def test_many_bullets_are_nearly_unlimited():
    few = truel.survival(THREE, "BAA", "ABC", bullets=6)
    assert few == pytest.approx(truel.survival(THREE, "BAA", "ABC"), abs=1e-3)


@given(ACCURACIES, ORDERS, st.sampled_from([1, 2, 3]))
def test_solving_backwards_tells_the_chances_of_the_best_first_aim(accuracies, order, bullets):
    lines = truel.solve_bullets(accuracies, order, bullets)
    first = "ABC".index(order[0])
    assert len(lines) == 3
    assert lines[0].chances[first] == pytest.approx(max(line.chances[first] for line in lines))
    for line in lines:
        assert line.left == pytest.approx(sum(line.chances))


def test_whole_grids_are_solved_at_once():
    grid = truel.alliance_grid(steps=5)
    for accuracies, chances in zip(grid.accuracies, grid.without, strict=True):
        assert truel.survival(accuracies, "BAA", "ABC") == pytest.approx(chances)


def test_a_stand_off_without_end_counts_for_nobody():
    assert truel.survival(THREE, "---").tolist() == [0, 0, 0]
    assert not truel.simulate(THREE, "---", "ABC", 50, generator(0)).any()
    assert truel.survival((0, 0, 0), "BAA").tolist() == [0, 0, 0]


@given(ACCURACIES, ORDERS, st.booleans(), st.booleans())
def test_there_is_always_a_likely_plan(accuracies, order, air, alliance):
    plan = truel.likely_plan(accuracies, order, air, alliance)
    assert plan in truel.PLANS and (air or truel.AIR not in plan)
    assert not alliance or plan[:2] == "CC"


def test_a_plan_can_be_said_in_words():
    assert plan_in_words("B-A") == "A aims at B, B into the air, C at A"


# Mistakes.


@pytest.mark.parametrize("accuracies", [(1, 2, 0.5), (1, 0.5), "ABC", (0.5, float("nan"), 0.2), 1])
def test_impossible_accuracies_are_refused(accuracies):
    with pytest.raises(HernaError, match=r"truel: accuracies are .*allowed: three numbers"):
        truel.survival(accuracies, "BAA")


@pytest.mark.parametrize("plan", ["AAA", "BA", "", "xyz", None])
def test_impossible_plans_are_refused(plan):
    with pytest.raises(HernaError, match=r"truel: plan is .*allowed: the targets"):
        truel.survival(THREE, plan)


def test_an_impossible_order_is_refused():
    with pytest.raises(HernaError, match="truel: order is 'AAB'; allowed: ABC"):
        truel.survival(THREE, "BAA", "AAB")


@pytest.mark.parametrize("bullets", [0, 1.5, 100])
def test_an_impossible_number_of_bullets_is_refused(bullets):
    with pytest.raises(HernaError, match="truel: bullets is"):
        truel.survival(THREE, "BAA", bullets=bullets)


def test_an_impossible_grid_is_refused():
    with pytest.raises(
        HernaError, match=r"alliance grid: low is 0\.9; allowed: a number below high"
    ):
        truel.alliance_grid(0.9, 0.6)

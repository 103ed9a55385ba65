"""The surveyed approaches, each on cases worked out by hand."""

import math

import numpy as np
import pytest

from herna.seeds import generator
from herna.survey import (
    cases,
    dynamic_level,
    evolved_mazes,
    fuzzy,
    hamlet,
    pheromones,
    posm,
    thinking_time,
)

# POSM.


def test_posm_does_the_example_of_the_thesis():
    master = posm.Master()
    a, b = posm.sides(master.beliefs)
    assert a.tolist() == list(range(10, 0, -1)) and b.tolist() == list(range(1, 11))
    assert {master.choose(generator(n)) for n in range(30)} == {5, 6}
    master.learn(5, 1)
    a, b = posm.sides(master.beliefs)
    assert a.tolist() == [7.5, 7, 6.5, 6, 5.5, 5, 4, 3, 2, 1]
    assert b.tolist() == [0.5, 1, 1.5, 2, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5]
    assert np.minimum(a, b).tolist() == [0.5, 1, 1.5, 2, 2.5, 3.5, 4, 3, 2, 1]
    assert master.choose(generator(0)) == 7


def test_a_shooter_misses_a_tenth_at_his_best_speed():
    shooter = posm.Shooter(best=4)
    assert shooter.missed(4) == pytest.approx(0.1)
    assert shooter.missed(5) == pytest.approx(0.25)  # odds 1 to 3
    assert posm.balloon_verdict(shooter.missed(3)) == 1


@pytest.mark.parametrize("best", [2, 5, 9])
def test_posm_finds_the_hidden_speed(best):
    rows = posm.play_balloons(posm.Shooter(best), 60, generator(1, best))
    speeds = [row["speed"] for row in rows[20:]]
    assert abs(np.mean(speeds) - best) < 1


def test_a_strong_player_beats_a_weak_one_and_posm_lets_him_live():
    strong = [posm.Table(7, 1).play(generator(1, n), n % 2)["result"] for n in range(4)]
    assert strong == [1, 1, 1, 1]
    even = [posm.Table(None, 1).play(generator(1, n), n % 2) for n in range(4)]
    assert sum(game["result"] == 0 for game in even) >= 3
    assert all(game["level"] < 5 for game in even)


def test_the_same_lots_give_the_same_game():
    table = posm.Table(None, 4)
    assert table.play(generator(3)) == table.play(generator(3))


# Dynamic level and thinking time.


def test_a_static_opponent_keeps_his_level_and_a_dynamic_one_does_not():
    assert dynamic_level.play_levels(50, "75", generator(1))["level"] == 75
    weak = [dynamic_level.play_levels(5, "DL", generator(n))["level"] for n in range(10)]
    strong = [dynamic_level.play_levels(95, "DL", generator(n))["level"] for n in range(10)]
    assert np.mean(weak) < 50 < np.mean(strong)


def test_the_polynomial_of_the_thesis_passes_through_its_points():
    curve = thinking_time.published_curve()
    assert curve.player([28, 105, 777]) == pytest.approx([70, 50, 30], abs=0.1)
    derived = [curve.time_for(wanted, 1000) for wanted in thinking_time.WANTED]
    assert derived == pytest.approx([28, 105, 777], abs=0.5)


def test_read_in_milliseconds_the_polynomial_is_nonsense():
    assert np.polyval(thinking_time.PUBLISHED, 28) < -1e6


def test_the_fit_finds_a_polynomial_again():
    times = np.arange(1.0, 11)
    player = 100 - (50 + 20 * (times - 5.5) / times.std())
    curve = thinking_time.fit(times, player)
    assert curve.player(times) == pytest.approx(player)
    assert curve.time_for(50, 10) == pytest.approx(5.5)
    assert curve.time_for(99, 10) is None


# Hamlet.


def test_the_probability_of_death_is_the_tail_of_a_normal_distribution():
    tail = 0.5 * math.erfc(10 / (2 * math.sqrt(10)) / math.sqrt(2))
    assert hamlet.death_probability(50, 4, 2, 10) == pytest.approx(tail)
    assert tail == pytest.approx(0.0569, abs=1e-4)
    draws = generator(1).normal(4, 2, (100_000, 10)).sum(axis=1)
    assert (draws > 50).mean() == pytest.approx(tail, abs=0.003)


def test_without_spread_or_time_death_is_certain_or_impossible():
    assert hamlet.death_probability(10, 2, 0, 6) == 1.0
    assert hamlet.death_probability(10, 2, 0, 4) == 0.0
    assert hamlet.death_probability(10, 2, 1, 0) == 0.0


def test_the_observer_expects_the_fight_to_last_as_long_as_hits_take():
    observer = hamlet.Observer()
    observer.seconds, observer.total, observer.squares = 10, 40.0, 200.0
    observer.fired, observer.hits = 10, 5
    expected = hamlet.death_probability(30, mean=4, deviation=2, time=6)  # 3 hits, 2 s each
    assert observer.danger(hamlet.Inventory(30, 6), hits_left=3) == pytest.approx(expected)
    longer = hamlet.death_probability(30, mean=4, deviation=2, time=10)  # 2 shots, then twice 4 s
    assert observer.danger(hamlet.Inventory(30, 2), hits_left=3) == pytest.approx(longer)


def test_stocks_are_consumed_in_fights_and_never_overflow():
    stocks = hamlet.Inventory(health=95.0, shots=1)
    marksman = hamlet.Fighter(accuracy=1.0)
    assert stocks.attack(marksman, generator(1)) == 1
    assert stocks.shots == 0
    crowbar = [stocks.attack(marksman, generator(2, n)) for n in range(400)]
    assert stocks.shots == 0
    assert np.mean(crowbar) == pytest.approx(hamlet.CROWBAR, abs=0.08)
    stocks.heal(hamlet.KIT)
    stocks.load(1000)
    assert (stocks.health, stocks.shots) == (hamlet.FULL, hamlet.POCKETS)


@pytest.mark.parametrize(
    ("stocks", "helped"),
    [((30.0, 2), "clip"), ((30.0, 30), "kit"), ((80.0, 30), "weaker enemy")],
)
def test_hamlet_supplies_what_is_short_and_weakens_the_enemy_if_nothing_is(stocks, helped):
    stocks, fight = hamlet.Inventory(*stocks), hamlet.Fight()
    observer = hamlet.Observer()
    before = stocks.health, stocks.shots, fight.strength
    assert hamlet.intervene(stocks, fight, observer) == helped
    after = stocks.health, stocks.shots, fight.strength
    changed = [new != old for new, old in zip(after, before, strict=True)]
    assert changed == [helped == kind for kind in ("kit", "clip", "weaker enemy")]


def test_hamlet_gives_each_help_once_per_fight():
    stocks, fight = hamlet.Inventory(10.0, 0), hamlet.Fight()
    observer = hamlet.Observer()
    given = [hamlet.intervene(stocks, fight, observer) for _ in range(5)]
    assert given == ["clip", "kit", "weaker enemy", "", ""]


def test_hamlet_saves_lives_but_not_all():
    rngs = [generator(5, n) for n in range(8)]
    with_it = sum(hamlet.play_people(rngs, hamlet=True))
    without = sum(hamlet.play_people([generator(5, n) for n in range(8)], hamlet=False))
    assert 0 < with_it < without


def test_hamlet_helps_only_in_danger():
    session = hamlet.play_session(hamlet.Fighter(0.4), generator(2))
    helped = [d for d, kind in zip(session["danger"], session["help"], strict=True) if kind]
    assert helped and min(helped) > hamlet.THRESHOLD
    alone = hamlet.play_session(hamlet.Fighter(0.4), generator(2), hamlet=False)
    assert not any(alone["help"])


# Fuzzy rules.


def test_there_are_forty_rules_with_those_of_figure_6_first():
    assert len(fuzzy.RULES) == 40
    assert sum(rule.role == "vanguard" for rule in fuzzy.RULES) == 8
    near, far = fuzzy.NEAR, fuzzy.FAR
    printed = [
        (near, near, False, "chase", fuzzy.MANY),
        (near, near, True, "chase", fuzzy.MANY),
        (near, far, False, "chase", fuzzy.MANY),
        (near, far, True, "chase", fuzzy.MANY),
        (far, near, False, "chase", fuzzy.FEW),
        (far, near, True, "chase", fuzzy.MANY),
    ]
    ours = [
        (rule.inputs[0][1], rule.inputs[1][1], rule.past, rule.action, rule.strength)
        for rule in fuzzy.RULES[:6]
    ]
    assert ours == printed


def test_the_rule_used_least_but_at_least_once_is_switched_off():
    active, drove = np.ones(40, bool), np.zeros(40)
    drove[[3, 5, 9]] = 4, 0.25, 7
    assert fuzzy.to_deactivate(active, drove) == 5
    active[5] = False
    assert fuzzy.to_deactivate(active, drove) == 3
    assert fuzzy.to_deactivate(active, np.zeros(40)) is None


def test_the_rule_whose_inputs_applied_most_comes_back():
    active, inputs = np.ones(40, bool), np.zeros(40)
    active[[2, 7, 10]] = False
    inputs[[2, 7, 10]] = 3, 5, 4
    assert fuzzy.to_reactivate(active, np.zeros(40), inputs) == 7
    inputs[[2, 7, 10]] = 5
    drove = np.zeros(40)
    drove[0] = 9  # chase is busy, retreat (rule 7) is not
    assert fuzzy.RULES[7].action == "retreat"
    assert fuzzy.to_reactivate(active, drove, inputs) == 7
    assert fuzzy.to_reactivate(np.ones(40, bool), drove, inputs) is None


@pytest.mark.parametrize(
    ("won", "rate", "change"), [(True, 0.8, 1), (True, 0.7, 0), (False, 0.7, -1), (False, 0.8, 0)]
)
def test_rules_change_only_after_a_result_on_the_wrong_side(won, rate, change):
    active = np.ones(40, bool)
    active[4] = False
    game = fuzzy.Played(won, np.ones(40), np.ones(40))
    assert fuzzy.adapt(active, game, rate).sum() - active.sum() == change


def test_memberships_are_those_of_the_inputs():
    seen = {"player": 0.75, "exit": 0.25, "vanguard": 0.0, "other": 1.0, "past": False}
    vanguard = fuzzy.memberships("vanguard", seen)
    assert vanguard[2].tolist() == [0.75, 0.75, 1.0]  # player near, exit far, not past
    assert vanguard[1].tolist() == [0.75, 0.25, 0.0]
    assert fuzzy.memberships("defender", seen)[0].tolist() == [0.75, 0.0, 1.0, 1.0]


def test_without_rules_ghosts_stand_still():
    game = fuzzy.play_dead_end(fuzzy.Runner(1.0), np.zeros(40, bool), generator(1))
    first, last = game.course[0][1], game.course[-1][1]
    assert game.won and (first == last).all() and game.drove.sum() == 0


# Mazes.


def test_a_rook_on_an_empty_board_needs_two_steps():
    maze = evolved_mazes.ChessMaze(knights=0)
    assert evolved_mazes.steps(maze, np.array([], int)) == 2


def test_a_knight_attacks_eight_squares_in_the_middle_and_two_in_a_corner():
    assert evolved_mazes.attacked_by_knights([0]) == {10, 17}
    assert len(evolved_mazes.attacked_by_knights([27])) == 8


def test_a_maze_whose_goal_is_attacked_has_no_way():
    maze = evolved_mazes.ChessMaze(knights=1)
    assert maze.way(np.array([46])) is None and evolved_mazes.steps(maze, np.array([46])) == 0


def test_colours_allow_steps_between_neighbours_only():
    maze = evolved_mazes.ChromaticMaze()
    assert evolved_mazes.steps(maze, np.zeros(64, int)) == 14
    stripes = np.repeat(np.arange(8) % 2 * 2, 8)  # 0 and 2 are no neighbours
    assert maze.way(stripes) is None


def test_children_are_complementary():
    for maze in (evolved_mazes.ChessMaze(), evolved_mazes.ChromaticMaze()):
        rng = generator(3)
        mother, father = maze.random(rng), maze.random(rng)
        one, other = maze.crossed(mother, father, rng)
        for genes in zip(mother, father, one, other, strict=True):
            assert sorted(genes[:2]) == sorted(genes[2:])


def test_two_point_crossover_swaps_one_stretch():
    maze = evolved_mazes.ChromaticMaze()
    child, _ = maze.crossed(np.zeros(64, int), np.ones(64, int), generator(1))
    assert np.count_nonzero(np.diff(child)) <= 2


@pytest.mark.parametrize("target", [4, 6, 8])
def test_chess_mazes_of_a_prescribed_length_are_found(target):
    maze = evolved_mazes.ChessMaze()
    bred = evolved_mazes.breed(maze, generator(2, target), target, matings=1500)
    assert bred.steps == target == evolved_mazes.steps(maze, bred.gene)
    assert len(set(bred.gene.tolist())) == maze.knights


def test_without_a_target_mazes_grow_longer():
    bred = evolved_mazes.breed(evolved_mazes.ChromaticMaze(), generator(4), matings=300)
    assert bred.course[-1] == bred.steps > bred.course[0]


# Pheromones.


def test_the_harder_matrix_of_figure_10_comes_out_exactly():
    assert (pheromones.interaction(pheromones.ABILITY, easier=False) == pheromones.HARDER).all()


def test_the_easier_matrix_of_figure_10_differs_in_one_cell():
    ours = pheromones.interaction(pheromones.ABILITY, easier=True)
    assert np.argwhere(ours != pheromones.EASIER).tolist() == [[5, 2]]
    assert pheromones.gradient(pheromones.ABILITY)[5, 2] == -0.5


def test_pheromone_fades_with_distance():
    level = pheromones.propagated((3, 3), (1, 1), amount=2.0, reach=2.0)
    assert level[1, 1] == 2.0 and level[0, 1] == 1.0
    assert level[0, 0] == pytest.approx(2 * (1 - math.sqrt(2) / 2))


def test_jerky_paths_evaporate():
    zone = pheromones.evaporated(np.full((2, 2), 6.0), [(0, 0), (0, 1), (0, 0)], peaks=3)
    assert zone.tolist() == [[2.0, 2.0], [6.0, 6.0]]


def test_targets_of_the_matrix_are_reached_more_often_than_random_ones():
    patient = pheromones.Patient()
    reached = {
        adapt: sum(
            pheromones.positions_reached(pheromones.train(patient, generator(1, n), adapt))
            for n in range(25)
        )
        for adapt in (True, False)
    }
    assert reached[True] > reached[False]


def test_a_patient_is_weaker_on_his_left():
    patient = pheromones.Patient()
    row, column = patient.rest
    assert patient.chance((row - 4, column - 1)) < patient.chance((row - 4, column + 1))


# Cases.


def test_dissimilarity_is_equation_5():
    one, other = np.array([0.5, 0.4, 0.1, 0.2, 0.3, 0.4]), np.array([0.1, 0.2, 0, 0, 0, 0])
    assert cases.dissimilarity(one, other) == pytest.approx(1.4 * 0.5 * 0.2 + 1.0)


def test_at_the_start_nobody_is_ahead():
    game, _ = cases._table()
    features = cases.observe(game, game.initial())
    assert features[1:].tolist() == [0] * 5
    assert features[0] == pytest.approx(6 / 160)  # figures start on squares 0 to 3


def test_a_case_is_near_then_balanced_then_against_such_an_opponent(monkeypatch):
    monkeypatch.setattr(cases, "NEAREST", 3)
    monkeypatch.setattr(cases, "BALANCED", 2)
    features = np.zeros((4, 6))
    features[:, 2] = 0.0, 0.1, 0.2, 0.9  # the last is far away, though balanced
    base = cases.CaseBase(
        features,
        levels=np.array([10, 30, 50, 70]),
        fitness=np.array([9.0, -1.0, 2.0, 0.0]),
        habits=np.array([0.5, 0.9, 0.4, 0.5]),
    )
    assert base.choose(np.zeros(6), habit=0.5) == 2
    assert base.choose(np.zeros(6), habit=0.8) == 1


def test_clusters_stand_for_their_cases():
    rng = generator(1)
    rows = [(level, np.full(6, n / 8), n / 8, 0.5) for level in cases.LEVELS for n in range(9)]
    base = cases.cluster(rows, rng)
    assert set(base.levels) == set(cases.LEVELS)
    assert base.fitness == pytest.approx(base.features[:, 0])


def test_a_watched_game_is_written_down_now_and_then():
    watched = cases.watch(80, generator(1), lambda *_: 20)
    assert len(watched.observations) >= 3 and not watched.won
    assert watched.final < 0 and watched.leads[-1] == -watched.final
    assert 0 < cases.balance(watched) < 1

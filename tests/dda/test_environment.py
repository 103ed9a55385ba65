"""The chance seat: fair, or an environment player that picks what its metrics like best."""

import math
from collections import Counter
from itertools import islice

import numpy as np
import pytest
import scipy

from herna.dda import (
    ENVIRONMENTS,
    THESIS_WEIGHTS,
    EHillClimber,
    EMonteCarlo,
    Fair,
    environment_from,
)
from herna.dda.environment import can_be_steered
from herna.errors import HernaError
from herna.game import CHANCE
from herna.games import EXAMPLES, Dungeon, KuhnPoker, LostCities, Ludo, Maze, Pig
from herna.kernels.environment import ROUNDING, any_of_the_best
from herna.kernels.world import BETTER, METRICS
from herna.play import Arena, Match, Trace
from herna.players import MCTS, HillClimber, Random
from herna.seeds import generator
from tests.kernels.seeded_games import suits

ENOUGH = 1e-3
FULL = EHillClimber(random_share=0.0)
every_game = pytest.mark.parametrize("game", EXAMPLES, ids=repr)


def chance_nodes(game, chance=None, seed=1, plies=80):
    """A match at every chance node of a game, one after the other; none where it does not fit."""
    if not suits(game, chance or Fair()):
        return
    match = Match(game, [Random()] * game.n_players, seed, chance, limit=plies)
    while not match.over:
        if match.to_move == CHANCE:
            yield match
        match.step()


# Fair chance.


@every_game
def test_fair_chance_follows_the_odds(game):
    for match in islice(chance_nodes(game), 1):
        rng, outcomes = generator(2), game.moves(match.state)
        seen = Counter(Fair()(game, match.world, rng) for _ in range(1800))
        expected = [1800 * share for share in game.odds(match.state)]
        assert set(seen) == set(outcomes)
        counted = [seen[outcome] for outcome in outcomes]
        assert scipy.stats.chisquare(counted, expected).pvalue > ENOUGH


@every_game
def test_choosing_changes_no_world(game):
    for match in chance_nodes(game, plies=20):
        before = match.world.tobytes()
        Fair()(game, match.world, generator(1))
        FULL(game, match.world, generator(1))
        FULL.options(game, match.world)
        assert match.world.tobytes() == before


# E-HillClimber.


@every_game
def test_the_outcome_chosen_is_one_of_the_largest_worth(game):
    for match in chance_nodes(game, FULL):
        if not game.steerable(match.state):
            continue
        rows = FULL.options(game, match.world)
        best = max(row["worth"] for row in rows)
        chosen = FULL(game, match.world, generator(match.ply))
        equal = best - ROUNDING * max(1.0, abs(best))
        assert chosen in {row["outcome"] for row in rows if row["worth"] >= equal}


@every_game
def test_the_worth_is_the_signed_and_weighted_sum_of_the_metrics_shown(game):
    environment = EHillClimber({name: 1.0 + i for i, name in enumerate(METRICS)}, random_share=0.0)
    for match in chance_nodes(game, environment, plies=40):
        rows = environment.options(game, match.world)
        assert [row["outcome"] for row in rows] == game.moves(match.state)
        for row in rows:
            total = sum(BETTER[m] * environment.weights[m] * row[m] for m in METRICS)
            assert row["worth"] == pytest.approx(total, abs=1e-9)


@every_game
def test_the_metrics_shown_are_those_right_after_the_outcome(game):
    for match in chance_nodes(game, plies=30):
        rows = FULL.options(game, match.world)
        for row in rows:
            match.play(row["outcome"])
            seen = match.metrics_at()
            match.back()
            assert {m: row[m] for m in METRICS} == pytest.approx(seen, abs=1e-12)


@pytest.mark.parametrize(("metric", "sign"), BETTER.items())
def test_a_single_weight_moves_its_metric_in_the_better_direction(metric, sign):
    """Better on average than fair dice, whatever the metric."""
    game = Ludo(n_players=2)
    table, environment = [HillClimber()] * 2, EHillClimber({metric: 1.0}, random_share=0.0)

    def mean(chance):
        arena = Arena(game, table, chance, limit=300)
        return np.mean([arena.play(generator(seed)).metrics[metric] for seed in range(150)])

    assert sign * mean(environment) > sign * mean(Fair())


def test_equally_good_outcomes_are_chosen_by_lot():
    """At the start of Kuhn poker nothing is measured yet, so every card is as good."""
    game, rng = KuhnPoker(), generator(5)
    match = Match(game, [Random()] * 2)
    seen = Counter(FULL(game, match.world, rng) for _ in range(1200))
    assert scipy.stats.chisquare([seen[card] for card in range(3)]).pvalue > ENOUGH


def test_all_weights_zero_is_fair_dice():
    game, rng = Ludo(), generator(6)
    idle, match = EHillClimber({}, random_share=0.0), Match(game, [Random()] * 4)
    seen = Counter(idle(game, match.world, rng) for _ in range(1800))
    assert scipy.stats.chisquare([seen[face] for face in range(1, 7)]).pvalue > ENOUGH


def test_a_random_share_of_one_is_fair_chance():
    game, rng = Ludo(n_players=2), generator(7)
    match = next(m for m in chance_nodes(game, FULL) if m.ply > 20)
    rows = FULL.options(game, match.world)
    assert len({row["worth"] for row in rows}) > 1, "it would have a preference here"
    always = EHillClimber(random_share=1.0)
    seen = Counter(always(game, match.world, rng) for _ in range(1800))
    assert scipy.stats.chisquare([seen[face] for face in range(1, 7)]).pvalue > ENOUGH


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5])
def test_the_random_share_is_how_often_fair_chance_decides(share):
    """A node with one best outcome: it is missed in five sixths of the random share."""
    game = Ludo(n_players=2)
    for match in chance_nodes(game, FULL):
        rows = sorted(FULL.options(game, match.world), key=lambda row: row["worth"])
        if rows[-1]["worth"] > rows[-2]["worth"]:
            break
    environment, rng, draws = EHillClimber(random_share=share), generator(8), 2000
    missed = sum(environment(game, match.world, rng) != rows[-1]["outcome"] for _ in range(draws))
    expected = draws * share * 5 / 6
    assert abs(missed - expected) <= 4 * math.sqrt(max(expected, 1e-9))


def test_the_environment_of_the_thesis_narrows_the_game():
    """Ludo with two hill climbers: tension far below that of fair dice (thesis 1, table 6)."""
    game, table = Ludo(n_players=2), [HillClimber()] * 2
    tension = {}
    for chance in (Fair(), EHillClimber()):
        arena = Arena(game, table, chance)
        games = [arena.play(generator(seed, "tension")) for seed in range(60)]
        assert all(outcome.finished for outcome in games)
        tension[chance.name] = np.mean([outcome.metrics["tension"] for outcome in games])
    assert tension["E-HillClimber"] < 0.5 * tension["None"]


def test_the_best_of_equals_is_drawn_by_lot_and_the_only_best_without():
    ratings, rng = np.array([1.0, 3.0, 3.0, 2.0]), generator(9)
    seen = Counter(any_of_the_best(ratings, 4, rng) for _ in range(1000))
    assert set(seen) == {1, 2}
    assert scipy.stats.chisquare(list(seen.values())).pvalue > ENOUGH
    rounded = np.array([7000.0, 6000.0, 7000.0 + 4e-12])
    assert {any_of_the_best(rounded, 3, rng) for _ in range(100)} == {0, 2}
    before = rng.bit_generator.state
    assert any_of_the_best(np.array([1.0, 5.0, 3.0]), 3, rng) == 1
    assert rng.bit_generator.state == before


# Settings.


def test_the_weights_of_the_thesis_are_the_default():
    assert EHillClimber().weights_for(LostCities()) == THESIS_WEIGHTS["lost_cities"]
    assert EHillClimber().weights_for(Ludo()) == {
        "believability": 1000,
        "tension": 10,
        "margin": 3,
        "freedom": 1,
        "fairness": 10,
        "lead_time": 10,
    }
    assert EHillClimber().random_share == 0.1


def test_a_game_that_the_thesis_does_not_know_is_steered_by_the_weights_for_ludo():
    assert EHillClimber().weights_for(Pig()) == THESIS_WEIGHTS["ludo"]
    assert EHillClimber({}).weights_for(Pig()) == {}


def test_the_kernels_see_signed_weights_in_the_order_of_the_metrics():
    row = EHillClimber({"freedom": 2, "tension": 3}, random_share=0.25).record(Ludo())[0]
    assert row.random_share == 0.25
    expected = {"freedom": 2.0, "tension": -3.0}
    assert row.weights.tolist() == [expected.get(name, 0.0) for name in METRICS]


@pytest.mark.parametrize(
    ("weights", "hint"),
    [
        ({"tensoin": 1}, "did you mean 'tension'"),
        ({"win_ratio_sd": 1}, "no metric 'win_ratio_sd'"),
        ({"": 1}, "no metric ''"),
        ({"tension": math.nan}, "tension is nan; allowed: a number from -1e+12 to 1e+12"),
        ({"tension": 1e300, "margin": 1e300}, "tension is 1e+300"),
        ([1, 2, 3], "weights is [1, 2, 3]; allowed: a dict of weights by metric"),
        (5, "weights is 5"),
        ({"tension": math.inf}, "tension is inf"),
        ({"tension": -math.inf}, "tension is -inf"),
        ({"tension": True}, "tension is True"),
        ({"tension": "10"}, "tension is '10'"),
        ({"tension": None}, "tension is None"),
        ({"tension": [10]}, "tension is [10]"),
        ({"tension": 10**400}, "tension is"),
    ],
)
def test_weights_that_are_unknown_or_not_finite_are_refused_in_one_line(weights, hint):
    with pytest.raises(HernaError) as refusal:
        EHillClimber(weights)
    assert hint in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("share", [-0.01, 1.01, math.nan, math.inf, "0.1", None])
def test_a_random_share_outside_0_to_1_is_refused(share):
    with pytest.raises(HernaError, match=r"random_share is .*; allowed: a number from 0 to 1"):
        EHillClimber(random_share=share)


def test_negative_weights_turn_a_metric_round():
    game = Ludo(n_players=2)
    match = next(m for m in chance_nodes(game, FULL) if m.ply > 20)
    likes, hates = (EHillClimber({"margin": w}, random_share=0.0) for w in (1, -1))
    worth = [row["worth"] for row in likes.options(game, match.world)]
    assert [row["worth"] for row in hates.options(game, match.world)] == [-w for w in worth]


def test_environments_are_found_by_name():
    names = ["None", "E-HillClimber", "E-MaxMax", "E-MonteCarlo", "E-MaxN", "POSM", "DL"]
    assert list(ENVIRONMENTS) == names
    assert environment_from("none") == Fair()
    assert environment_from("e-hillclimber", random_share=0.2) == EHillClimber(random_share=0.2)
    with pytest.raises(HernaError, match="did you mean 'E-HillClimber'"):
        environment_from("E-Hillclimbr")


def test_equal_environments_are_equal_and_hash_equal():
    one, other = (
        EHillClimber({"tension": 1, "margin": 2}),
        EHillClimber({"margin": 2, "tension": 1}),
    )
    assert one == other
    assert hash(one) == hash(other)
    assert one != EHillClimber({"tension": 1})
    assert one != Fair()


def test_a_trace_names_its_environment_and_replays_without_it():
    trace = Match(Pig(), [Random()] * 2, seed=2, chance=EHillClimber()).finish().trace()
    assert trace.chance == EHillClimber().words
    assert Trace.from_json(trace.to_json()) == trace


def test_an_environment_player_without_any_weight_is_not_spelt_as_one_with_all():
    nobody = environment_from(EHillClimber({}).words)
    assert not any(nobody.weights.values())
    assert nobody.weights_for(Ludo()) != EHillClimber().weights_for(Ludo())


# Games that do not fit.

ADAPTING = [kind for kind in ENVIRONMENTS.values() if kind is not Fair]


@pytest.mark.parametrize("kind", ADAPTING, ids=lambda kind: kind.name)
def test_a_game_whose_chance_only_lays_out_the_start_cannot_be_steered(kind):
    """Of the dungeon everything is drawn before the first move."""
    with pytest.raises(HernaError, match=f"^{kind.name}: dungeon has no chance that could be"):
        Match(Dungeon(), [Random()], chance=kind())
    assert Match(Dungeon(), [Random()], chance=Fair()).step() is not None


@every_game
def test_whoever_may_sit_in_the_chance_seat_meets_chance_to_steer(game):
    met = any(game.steerable(match.state) for match in chance_nodes(game, plies=2000))
    assert can_be_steered(game) == met


@pytest.mark.parametrize(
    ("game", "seats", "chance", "named"),
    [
        (Maze(), [Random()], EMonteCarlo(iterations=100_000), "E-MonteCarlo"),
        (LostCities(), [MCTS(iterations=1_000_000), Random()], Fair(), "mcts"),
    ],
    ids=["chance", "player"],
)
def test_a_tree_that_no_memory_could_hold_is_refused_by_its_iterations(game, seats, chance, named):
    with pytest.raises(HernaError, match=f"^{named}: iterations is .*{game.name}; allowed there"):
        Arena(game, seats, chance)

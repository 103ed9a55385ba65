"""The genetic algorithm: operators by hand, and a run that can be stopped anywhere."""

import json

import numpy as np
import pytest

from herna.errors import HernaError
from herna.evolution import (
    Evolution,
    Generation,
    Genes,
    Settings,
    arithmetic,
    mutate,
    roulette,
    two_point,
)
from herna.seeds import generator

GENES = Genes(np.array([0.0, 0.0, -3.0]), np.array([1.0, 1.0, 3.0]), np.array([False, False, True]))


def closeness(genomes, rng):
    """Fitness that everybody can reach: 10 at the middle of the first gene."""
    return 10 - np.abs(genomes[:, 0] - 0.5)


def evolution(**changes):
    settings = Settings(population=12, generations=6)
    return Evolution(GENES, closeness, (1, "test"), settings, **changes)


def test_random_individuals_are_what_their_genes_may_be():
    rows = GENES.random(4000, generator(1))
    for row in rows[:100]:
        GENES.check(row)
    values, counts = np.unique(rows[:, 2], return_counts=True)
    assert values.tolist() == [-3, -2, -1, 0, 1, 2, 3]
    assert counts.min() > 0.8 * 4000 / 7
    assert rows[:, 0].mean() == pytest.approx(0.5, abs=0.03)


@pytest.mark.parametrize(
    ("genome", "words"),
    [
        ([0, 0], "genome: 2 genes; allowed: 3"),
        ([0, 1.5, 0], "gene 2 is 1.5; allowed: a number from 0 to 1"),
        ([0, 0, 0.5], "gene 3 is 0.5; allowed: a whole number from -3 to 3"),
        ([float("nan"), 0, 0], "gene 1 is nan"),
    ],
)
def test_a_bad_genome_is_refused_by_its_first_bad_gene(genome, words):
    with pytest.raises(HernaError, match=words):
        GENES.check(genome)


def test_roulette_picks_in_proportion_to_fitness():
    picked = roulette([1, 0, 3], 8000, generator(2))
    shares = np.bincount(picked, minlength=3) / 8000
    assert shares == pytest.approx([0.25, 0, 0.75], abs=0.02)
    assert set(roulette([0, 0], 50, generator(3))) == {0, 1}, "nobody is better: all alike"
    with pytest.raises(HernaError, match="fitness: some is negative"):
        roulette([1, -1], 1, generator(4))


def test_two_point_crossover_swaps_one_piece():
    first, second, seen = np.zeros(6), np.ones(6), set()
    for seed in range(200):
        one, other = two_point(first, second, generator(seed))
        assert (one + other == 1).all()
        changes = int(np.abs(np.diff(one)).sum())
        assert changes <= 2 and one.any()
        seen.add(tuple(one))
    assert len(seen) == 21, "every piece of six places"


def test_arithmetic_crossover_blends_with_one_share_and_only_where_it_is_told():
    first, second = np.array([0.0, 0.0, 5.0]), np.array([1.0, 2.0, 7.0])
    where = np.array([True, True, False])
    one, other = arithmetic(first, second, where, generator(5))
    assert 0 < one[0] < 1 and one[1] == pytest.approx(2 * one[0])
    assert one[:2] + other[:2] == pytest.approx([1, 2])
    assert (one[2], other[2]) == (5, 7)


def test_mutation_changes_each_gene_with_its_rate():
    rows = np.full((3000, 3), 0.5)
    changed = mutate(rows, GENES, 0.25, generator(6)) != rows
    assert changed[:, :2].mean() == pytest.approx(0.25, abs=0.02)
    assert (mutate(rows, GENES, 0, generator(6)) == rows).all()


def test_a_mutated_gene_has_another_value_than_before_and_all_others_are_as_likely():
    rows = np.zeros((6000, 3))
    rows[:, 2] = np.arange(6000) % 7 - 3
    mutants = mutate(rows, GENES, 1, generator(7))
    assert (mutants[:, 2] != rows[:, 2]).all()
    for was in range(-3, 4):
        became, counts = np.unique(mutants[rows[:, 2] == was, 2], return_counts=True)
        assert set(became) == set(range(-3, 4)) - {was}
        assert counts.min() > 100, "of about 143"
    fixed = Genes(np.array([2.0]), np.array([2.0]), np.array([True]))
    assert (mutate(np.full((5, 1), 2.0), fixed, 1, generator(8)) == 2).all(), "where there is one"


def test_a_run_yields_every_generation_and_keeps_the_best_ever_seen():
    run = list(evolution().run())
    assert [generation.number for generation in run] == [1, 2, 3, 4, 5, 6]
    best = [generation.best_fitness for generation in run]
    assert best == sorted(best) and best[-1] > best[0]
    last = run[-1]
    assert closeness(last.best[None], None)[0] == last.best_fitness
    assert all(generation.genomes.shape == (12, 3) for generation in run)


@pytest.mark.parametrize("stop", [1, 3, 5])
def test_a_run_that_goes_on_from_a_checkpoint_is_the_run_that_was_never_stopped(stop):
    whole = list(evolution().run())
    text = json.dumps(whole[stop - 1].to_json())
    resumed = list(evolution().run(Generation.from_json(json.loads(text), GENES)))
    assert [json.dumps(g.to_json()) for g in resumed] == [
        json.dumps(g.to_json()) for g in whole[stop:]
    ]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"genomes": [[0, 0, 9]]}, "gene 3 is 9"),
        ({"genomes": 5}, "genomes; allowed: a list of lists of numbers"),
        ({"genomes": []}, "genomes; allowed: a list of lists of numbers"),
        ({"genomes": [{"gene": 1}]}, "genes is {'gene': 1}; allowed: numbers"),
        ({"genomes": [["one", 0, 0]]}, "genes is 'one'; allowed: numbers"),
        ({"genomes": [["0.5", 0, 0]]}, "genes is '0.5'; allowed: numbers"),
        ({"genomes": [[True, 0, 0]]}, "genes is True; allowed: numbers"),
        ({"genomes": [[10**400, 0, 0]]}, "allowed: numbers"),
        ({"best": None}, "0 genes|1 genes|genes is None"),
        ({"fitness": [1, 2]}, "fitness; allowed: one number for each genome"),
        ({"fitness": "high"}, "fitness is 'high'; allowed: numbers"),
        ({"best_fitness": "high"}, "best_fitness is 'high'"),
        ({"number": 0}, "number is 0"),
        ({"best_since": 7}, "best_since is 7"),
        ({"more": 1}, "allowed: the fields"),
    ],
)
def test_a_broken_checkpoint_is_refused_in_one_line(change, words):
    good = {
        "number": 2,
        "genomes": [[0, 0, 0]],
        "fitness": [1.0],
        "best": [0, 0, 0],
        "best_fitness": 1.0,
        "best_since": 1,
    }
    Generation.from_json(good, GENES)
    with pytest.raises(HernaError, match=words):
        Generation.from_json({**good, **change}, GENES)


def test_smart_mutation_repairs_its_share_of_the_children():
    repaired = []

    def repair(rows, rng):
        repaired.append(len(rows))
        return np.zeros_like(rows)

    breeding = evolution(repair=repair)
    children = breeding.children(GENES.random(12, generator(7)), generator(8))
    assert len(children) == 2 * 4 + 2 * 4 + 12
    assert (children == 0).all(axis=1).sum() == repaired[0]


@pytest.mark.parametrize("rate", ["crossover", "arithmetic", "mutation", "smart"])
def test_impossible_rates_are_refused_by_name(rate):
    with pytest.raises(HernaError, match=f"evolution: {rate} is 2; allowed"):
        Settings(**{rate: 2})

"""Breeding bots: what they are worth, what smart mutation mends, and the ceiling without a win."""

from itertools import permutations

import numpy as np
import pytest

from herna.dungeon.breeding import WEAK, breeding, smart_mutation
from herna.dungeon.ceiling import most_experience, no_win_ceiling, rank_after
from herna.dungeon.crawler import GREEDY, WORTH, Crawler, Worth
from herna.dungeon.genome import genes, place
from herna.errors import HernaError
from herna.evolution import Generation, Settings
from herna.games.dungeon import Dungeon
from herna.seeds import generator

SMALL = Settings(population=6, generations=3)


def small_breeding(**changes):
    return breeding(Dungeon(), (1, "small"), SMALL, Worth(games=1), **changes)


def test_a_game_is_worth_what_the_thesis_says():
    game = Crawler().play(GREEDY, generator(1))
    terms = 10 * game.experience + 150 * game.health_potions + 75 * game.mana_potions + game.health
    assert not game.won and WORTH.of(game) == terms
    assert Worth(health_potion=0, mana_potion=0).of(game) == 10 * game.experience + game.health


def test_a_worth_that_cannot_be_is_refused():
    with pytest.raises(HernaError, match="worth: games is 0; allowed: a whole number from 1"):
        Worth(games=0)
    with pytest.raises(HernaError, match="worth: win_factor is -1; allowed: a number of at least"):
        Worth(win_factor=-1)


def test_smart_mutation_keeps_potions_from_the_weak_and_puts_killing_before_exploring():
    wild = genes().random(200, generator(2))
    mended = smart_mutation(wild, generator(3))
    assert (mended[:, place("G2")] >= mended[:, place("G1")]).all()
    both = sorted([place("G1"), place("G2")])
    assert (np.sort(mended[:, both]) == np.sort(wild[:, both])).all()  # swapped, not invented
    for level in range(1, 11):
        limits = mended[:, place("C9", f"maximum health potions against level {level}")]
        assert (limits == 0).all() == (level <= WEAK)
    touched = (mended != wild).any(axis=0)
    assert touched.sum() == 2 + 2 * WEAK


def test_a_run_that_goes_on_from_a_checkpoint_is_the_run_that_was_never_stopped():
    whole = [now.to_json() for now in small_breeding().run()]
    for cut in (1, 2):
        checkpoint = Generation.from_json(whole[cut - 1], genes())
        assert [now.to_json() for now in small_breeding().run(checkpoint)] == whole[cut:]


def test_the_best_order_of_kills_is_that_of_trying_them_all():
    for counts in ((1, 1, 1), (2, 1, 0, 1), (0, 0, 2, 1), (1, 0, 1, 0, 0, 1, 1)):
        levels = [level for level, n in enumerate(counts, 1) for _ in range(n)]
        best = 0
        for order in permutations(levels):
            gained = 0
            for level in order:
                above = max(level - rank_after(gained), 0)
                gained += level + above * (above + 1)
            best = max(best, gained)
        assert most_experience(counts) == best


def test_ceilings_without_a_win_are_those_worked_out_by_hand():
    """Experience 245 in the best order, a Fighter's 281; all potions, and health at that level."""
    ceilings = {
        ("Priest", "Dwarf"): 3 * (10 * 245 + 4 * 150 + 4 * 75 + 210),
        ("Wizard", "Elf"): 3 * (10 * 245 + 4 * 150 + 4 * 75 + 130),
        ("Thief", "Halfling"): 3 * (10 * 245 + 12 * 150 + 5 * 75 + 140),
        ("Fighter", "Human"): 3 * (10 * 281 + 4 * 150 + 4 * 75 + 130),
    }
    for (hero, race), ceiling in ceilings.items():
        assert no_win_ceiling(Dungeon(hero=hero, race=race)) == ceiling


def test_nobody_who_has_not_won_is_above_the_ceiling():
    game = Dungeon(hero="Thief", race="Halfling")
    crawler = Crawler(game)
    games = [crawler.play(GREEDY, generator(4, n)) for n in range(200)]
    assert max(each.fitness for each in games if not each.won) < no_win_ceiling(game, games=1)


def test_the_ceiling_of_a_map_counts_the_monsters_of_the_map():
    few = Dungeon(map="@@ .. .. M1 .. M2 .. M*")
    experience = most_experience((1, 1), 1)  # a Fighter learns one more of each
    assert no_win_ceiling(few, games=1) == 10 * experience + 150 + 75 + 10 * rank_after(experience)

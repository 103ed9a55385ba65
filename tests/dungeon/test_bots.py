"""The compiled bot: what a genome says, that games end, and that plans hold."""

from dataclasses import replace

import numpy as np
import pytest

from herna.dungeon import GREEDY, Crawler, bot, genes
from herna.dungeon.deeds import deeds
from herna.dungeon.genome import IDS, layout, place, priorities
from herna.games.dungeon import Dungeon
from herna.games.dungeon.bot import (
    DRINK_HEALTH,
    DRINK_MANA,
    GAME_STRATEGIES,
    KILL_FOR_LEVEL,
)
from herna.games.dungeon.state import LEFT, WON, find_ways
from herna.seeds import generator

PAIRS = [("Fighter", "Human"), ("Priest", "Dwarf"), ("Thief", "Halfling"), ("Wizard", "Elf")]
every_pair = pytest.mark.parametrize(("hero", "race"), PAIRS, ids=[hero for hero, _ in PAIRS])


def test_a_genome_has_64_genes_21_of_them_priorities():
    assert len(genes()) == len(layout()) == 64
    assert priorities().sum() == 21 == len(IDS)
    assert [row.number for row in layout()] == list(range(1, 65))
    assert {row.source for row in layout()} == {"thesis", "proposed"}


def test_strategies_are_sorted_by_priority_descending():
    genome = genes().random(1, generator(1))[0]
    row = bot(genome)[0]
    for part, names in ((row.order[:8], IDS[:8]), (row.order[8:], IDS[8:])):
        values = [genome[place(IDS[number])] for number in part]
        assert values == sorted(values, reverse=True)
        assert sorted(IDS[number] for number in part) == sorted(names)


def test_parameters_reach_the_bot():
    genome = genes().least.copy()
    genome[place("C9", "maximum health potions against level 10")] = 7
    genome[place("G8", "convert Poison")] = 1
    genome[place("C13", "minimum monster level")] = 4
    row = bot(genome)[0]
    assert row.health_potions.tolist() == [0] * 9 + [7]
    assert row.glyphs_converted.tolist() == [0, 0, 0, 0, 1, 1], "what cannot be cast is converted"
    assert row.least_level[20] == 4


@every_pair
def test_every_game_of_any_individual_ends_without_looping(hero, race):
    crawler = Crawler(Dungeon(hero=hero, race=race))
    for number, genome in enumerate(genes().random(60, generator(2, hero))):
        crawl = crawler.play(bot(genome), generator(3, hero, number))
        assert crawl.moves < 2000


@every_pair
def test_a_plan_found_in_a_detached_state_works_in_the_game(hero, race):
    """The same monsters die, the hero is as well off, and every move on the way is legal."""
    game = Dungeon(hero=hero, race=race)
    crawler, found, exploring = Crawler(game), 0, 0
    out = np.zeros(game.max_moves, np.int64)
    for number, genome in enumerate(genes().random(16, generator(4, hero))):
        for deed in deeds(crawler, bot(genome), generator(5, hero, number)):
            state = deed.before.copy()
            for move in deed.moves:
                assert move in out[: game.rules.moves(state[0], out)]
                game.rules.step(state[0], move)
            assert state[0] == deed.after[0]
            if deed.is_fight:
                assert deed.came_true()
                found, exploring = found + 1, exploring + deed.explores
    assert found > 100 and exploring > 2


def test_a_fight_that_ended_otherwise_than_planned_is_noticed():
    fights = (deed for deed in deeds(Crawler(), GREEDY, generator(1)) if deed.is_fight)
    deed = next(fights)
    assert deed.came_true()
    poorer, alive = deed.after.copy(), deed.after.copy()
    poorer["life"] -= 1
    alive["place"] = deed.before["place"]
    assert not replace(deed, after=poorer).came_true()
    assert not replace(deed, after=alive).came_true()


def test_deeds_are_the_game_that_the_compiled_bot_plays():
    crawler = Crawler(Dungeon(hero="Thief", race="Halfling"))
    for number, genome in enumerate(genes().random(10, generator(12))):
        crawl = crawler.play(bot(genome), generator(13, number))
        done = list(deeds(crawler, bot(genome), generator(13, number)))
        assert sum(len(deed.moves) for deed in done) == crawl.moves - (not crawl.won)
        assert [sum(deed.strategy == n for deed in done) for n in range(8)] == list(crawl.uses[:8])


def test_the_hero_never_dies_of_a_plan():
    crawler = Crawler(Dungeon(hero="Wizard", race="Elf"))
    for number, genome in enumerate(genes().random(40, generator(6))):
        state = crawler.enter(generator(7, number))
        crawler.play(bot(genome), generator(8, number), state)
        assert state[0].outcome in (LEFT, WON) and state[0].life > 0


def test_a_dungeon_is_found_again_by_its_number():
    crawler = Crawler()
    state = crawler.enter(generator(1))
    assert crawler.enter_again(int(state[0].number)) == state
    assert crawler.enter_again(int(state[0].number) + 1) != state


@every_pair
def test_protections_are_spent_one_by_one_and_never_more_than_were_gained(hero, race):
    crawler = Crawler(Dungeon(hero=hero, race=race))
    for number, genome in enumerate(genes().random(30, generator(9, hero))):
        uses = crawler.play(bot(genome), generator(10, hero, number)).uses
        gained = uses[IDS.index("G7")] + uses[IDS.index("C6")] + (hero == "Fighter")
        assert uses[IDS.index("C13")] <= gained


def test_the_same_seed_gives_the_same_game():
    crawler = Crawler()
    assert crawler.play(GREEDY, generator(1)) == crawler.play(GREEDY, generator(1))
    assert crawler.play(GREEDY, generator(1)) != crawler.play(GREEDY, generator(2))


def test_the_hand_made_bot_often_kills_all_but_the_boss_and_hardly_ever_wins():
    crawler = Crawler(Dungeon(hero="Priest", race="Dwarf"))
    games = [crawler.play(GREEDY, generator(11, n)) for n in range(200)]
    assert sum(game.won for game in games) <= 6
    assert 20 <= sum(game.only_boss_left for game in games) <= 90
    assert np.mean([game.kills for game in games]) == pytest.approx(28, abs=2.5)


@pytest.mark.parametrize(("others", "uses"), [("..", 0), ("M1", 1)])
def test_the_monster_killed_for_a_level_is_another_than_the_target(others, uses):
    game = Dungeon(
        map=f"""
        ## .. .. {others} ##
        .. @@ .. .. M1
        .. .. .. .. ..
        ## ## ## ## ..
        .. .. .. .. G*
    """,
        vision=True,
    )
    row = GREEDY.copy()
    row["used"][0][KILL_FOR_LEVEL] = 1
    first = [KILL_FOR_LEVEL, *(n for n in row["order"][0] if n != KILL_FOR_LEVEL)]
    row["order"][0][GAME_STRATEGIES:] = [n for n in first if n >= GAME_STRATEGIES]
    almost = game.initial().replace(experience=4)
    end = Crawler(game).play(row, generator(1), almost.array.copy())
    assert end.uses[KILL_FOR_LEVEL] == uses
    assert end.kills == 1 + uses


def test_potions_drunk_before_the_boss_are_counted():
    rng, crawler = generator(9), Crawler(Dungeon(hero="Thief", race="Halfling", strength=60))
    crawls = [crawler.play(GREEDY, rng) for _ in range(60)]
    won = [crawl for crawl in crawls if crawl.won]
    drunk = {id(crawl): sum(crawl.uses[n] for n in (DRINK_HEALTH, DRINK_MANA)) for crawl in crawls}
    assert won and len(won) < len(crawls)
    assert all(0 <= crawl.early <= drunk[id(crawl)] for crawl in crawls)
    assert all(crawl.early == drunk[id(crawl)] for crawl in crawls if not crawl.won)
    assert any(crawl.early < drunk[id(crawl)] for crawl in won), "the boss takes potions"


def test_a_crawl_tells_the_fitness_of_the_thesis_and_a_win_triples_it():
    crawler, outcomes, gains = Crawler(Dungeon(hero="Thief", race="Halfling")), set(), np.zeros(1)
    for number in range(120):
        rng = generator(12, number)
        state = crawler.enter(rng)
        crawl = crawler.play(GREEDY, rng, state)
        end = state[0]
        worth = 10 * end.collected + 150 * end.potions[0] + 75 * end.potions[1] + end.life
        crawler.game.rules.gains(end, gains)
        assert crawl.fitness == (3 if crawl.won else 1) * worth == gains[0]
        assert crawl.won == (end.outcome == WON)
        outcomes.add(crawl.won)
    assert outcomes == {True, False}


@every_pair
def test_ways_that_grew_step_by_step_are_those_worked_out_anew(hero, race):
    crawler = Crawler(Dungeon(hero=hero, race=race))
    for number, genome in enumerate(genes().random(6, generator(14, hero))):
        for deed in deeds(crawler, bot(genome), generator(15, hero, number)):
            anew = deed.after.copy()
            find_ways(anew[0])
            for field in ("reach", "edge"):
                assert (anew[field] == deed.after[field]).all()

"""Attack plans laid open: they are the compiled bot's plans, and the reasons are its reasons."""

from dataclasses import replace

import numpy as np
import pytest

from herna.dungeon import GREEDY, Crawler, bot, genes
from herna.dungeon.genome import IDS, place
from herna.dungeon.hindrance import TRIED, hindrance
from herna.dungeon.inspection import OUT_OF_REACH, inspect, inspect_all, targets
from herna.dungeon.moments import moments
from herna.errors import HernaError
from herna.games.dungeon import Dungeon
from herna.games.dungeon.bot import GAME_STRATEGIES, KILL, PLAN, STRATEGIES, apply, next_deed
from herna.games.dungeon.state import STATE
from herna.seeds import generator

PAIRS = [("Fighter", "Human"), ("Priest", "Dwarf"), ("Thief", "Halfling"), ("Wizard", "Elf")]
every_pair = pytest.mark.parametrize(("hero", "race"), PAIRS, ids=[hero for hero, _ in PAIRS])


def games(hero, race, count, seed):
    """The moments of some games of random bots."""
    crawler = Crawler(Dungeon(hero=hero, race=race))
    for number, genome in enumerate(genes().random(count, generator(seed, hero))):
        yield moments(crawler, bot(genome), generator(seed, hero, number))


def planned_by_the_bot(state, bots, rng):
    """The moves of the compiled bot's fight here, None if it finds no plan at all."""
    only_kill = bots.copy()
    only_kill["used"][0, :GAME_STRATEGIES] = 0
    only_kill["used"][0, KILL] = 1
    copies, plans = np.zeros(2, STATE), np.zeros(2, PLAN)
    found = next_deed(state[0], only_kill[0], copies, plans[0], plans[1], rng)
    return tuple(plans[0].moves[: plans[0].length].tolist()) if found == KILL else None


@every_pair
def test_an_inspection_finds_the_plan_of_the_compiled_bot(hero, race):
    """The same verdict and the same moves, lots included, in every state of many games."""
    with_plan = without = 0
    for game in games(hero, race, 3, 5):
        for number, moment in enumerate(game[::5]):
            bots, state = moment.bots, moment.state
            theirs = planned_by_the_bot(state, bots, generator(6, number))
            rng, ours = generator(6, number), None
            for monster in targets(state, bots):
                found = inspect(state, bots, monster, rng)
                if found.plan:
                    ours = found.moves
                    break
            assert ours == theirs
            with_plan, without = with_plan + (ours is not None), without + (ours is None)
    assert with_plan > 5 and without > 5


@every_pair
def test_the_plan_of_a_moment_is_what_the_bot_then_did(hero, race):
    fights = 0
    for game in games(hero, race, 2, 7):
        for moment in game:
            if moment.victim is not None:
                found = next(plan for plan in moment.plans.values() if plan.plan)
                assert found.monster == moment.victim and found.moves == moment.deed.moves
                fights += 1
    assert fights > 3


@every_pair
def test_what_hinders_a_strategy_is_what_hinders_the_compiled_one(hero, race):
    """Nothing hinders what can be applied, and what cannot be applied is explained."""
    seen, rng = set(), generator(8)
    for game in games(hero, race, 3, 9):
        for moment in game[::30]:
            for found in moment.plans.values():
                state, drunk = found.last, found.drunk
                if found.plan:
                    state, drunk = found.before, (0, 0)
                for strategy in range(GAME_STRATEGIES, STRATEGIES):
                    words = hindrance(state, found.bots, strategy, found.monster, drunk)
                    can = applicable(state, found.bots, strategy, found.monster, drunk, rng)
                    if strategy in TRIED:
                        assert words, "they are only asked once they have failed"
                    else:
                        assert can == (words == ""), (IDS[strategy], words)
                    seen.add((strategy, can))
    assert len(seen) > 16


def test_the_target_is_no_victim_for_its_own_sake_and_a_gaze_spends_protection():
    arena = """
    ## ## ## ## ##
    ## @@ O1 .. M*
    ## ## ## ## ##
    """
    state = Dungeon(map=arena).initial().array.copy()
    bots = bot(genes().random(1, generator(1))[0])
    bots["used"], bots["least_level"] = 1, 1
    state["life"], state["attack"][0, :] = 4, 3
    words = {name: hindrance(state, bots, IDS.index(name), 0, (0, 0)) for name in ("C1", "C11")}
    assert words["C11"] == "no other level-1 monster in reach"
    assert words["C1"].startswith("death gaze kills below 50 % of health")
    assert words["C1"].endswith(", his protection would be spent"), "a Fighter begins with one"
    state["protected"] = 0
    assert hindrance(state, bots, IDS.index("C1"), 0, (0, 0)).endswith(", death")


def applicable(state, bots, strategy, monster, drunk, rng):
    copies, plans, row = np.zeros(2, STATE), np.zeros(2, PLAN), bots[0]
    copies[0] = state[0]
    plans[0].drunk[:] = drunk
    meant = row.used[strategy] and state[0].level[monster] >= row.least_level[strategy]
    return bool(meant and apply(copies, row, strategy, monster, plans[0], plans[1], rng))


def test_a_failed_plan_names_all_13_strategies_in_the_order_of_the_bot():
    game = next(games("Fighter", "Human", 1, 3))
    failed = next(p for p in game[-1].plans.values() if not p.plan)
    order = [IDS[number] for number in failed.bots[0].order[GAME_STRATEGIES:]]
    assert list(failed.reasons()) == order and all(failed.reasons().values())


def test_a_plan_has_no_reasons_and_ends_with_a_dead_monster():
    game = next(games("Priest", "Dwarf", 1, 3))
    found = next(p for m in game for p in m.plans.values() if p.plan)
    table = found.table()
    assert found.reasons() == {} and table["monster"].iloc[-1] == 0
    assert table["id"].iloc[0] == "" and len(table) == len(found.steps) + 1


def test_a_monster_out_of_reach_is_not_planned_for():
    game = next(games("Thief", "Halfling", 1, 3))
    state = game[0].state
    unseen = int(np.flatnonzero(state[0].place < 0)[0]) if (state[0].place < 0).any() else 39
    found = inspect(state, GREEDY, unseen, generator(1))
    assert found.overlooked == OUT_OF_REACH and not found.plan and not found.moves
    with pytest.raises(HernaError, match="monster is 40"):
        inspect(state, GREEDY, 40, generator(1))


def test_a_bot_that_wants_strong_monsters_overlooks_the_weak():
    game = next(games("Fighter", "Human", 1, 3))
    moment = next(m for m in game if any(p.plan for p in m.plans.values()))
    genome = genes().random(1, generator(1))[0]
    genome[place("G2", "minimum level difference to hero")] = 9
    proud = bot(genome)
    plans = inspect_all(moment.state, proud, generator(1))
    assert targets(moment.state, proud) == []
    assert all("wants at least +9" in plan.overlooked for plan in plans.values())


def test_looking_changes_nothing():
    game = next(games("Wizard", "Elf", 1, 3))
    moment = game[len(game) // 2]
    before = moment.state.copy()
    assert moment.plans is moment.plans and (moment.state == before).all()
    assert replace(moment).state is moment.state and moment.state.flags.writeable
    assert game[-1].deed is None and "leaves" in game[-1].words(Dungeon(hero="Wizard", race="Elf"))


def test_failures_at_the_boss_are_those_of_all_plans():
    """Searching for them looks at fewer monsters, with the same lots."""
    seen = set()
    for game in games("Fighter", "Human", 6, 12):
        for moment in game[-3:]:
            failed = moment.boss in moment.plans and not moment.plans[moment.boss].plan
            assert moment.fails_at_boss == failed
            seen.add(failed)
    assert seen == {True, False}

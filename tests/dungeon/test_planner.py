"""Bots that plan: the same move by move and compiled, without peeking, and better than greedy."""

import numpy as np
import pytest

from herna.dungeon import Crawl, LookaheadBot, StrategyBot, bot, genes, measure, play
from herna.dungeon.planner import TACTICS, tactic
from herna.errors import HernaError
from herna.games.dungeon import Dungeon
from herna.games.dungeon.bot import GAME_STRATEGIES
from herna.seeds import generator

PAIRS = [("Fighter", "Human"), ("Priest", "Dwarf"), ("Thief", "Halfling"), ("Wizard", "Elf")]
BOTS = {
    "greedy": StrategyBot(),
    "by genes": StrategyBot(bot(genes().random(1, generator(5))[0])),
    "one kill ahead": LookaheadBot(depth=1),
    "two kills ahead": LookaheadBot(depth=2, width=3),
}
every_bot = pytest.mark.parametrize("player", BOTS.values(), ids=BOTS)


@every_bot
@pytest.mark.parametrize(("hero", "race"), PAIRS, ids=[hero for hero, _ in PAIRS])
def test_compiled_and_stepped_games_are_the_same(player, hero, race):
    """Move by move every move is checked, so the compiled bot breaks no rule either."""
    dungeon = Dungeon(hero=hero, race=race)
    for number, row in enumerate(measure(player, dungeon, games=3, seed=6)):
        game = play(player, dungeon, (6, number))
        assert {"game": number, **game.summary()} == row
        *_, last = game.trace().states()
        assert last.array == game._array


@every_bot
def test_a_bot_decides_by_what_the_hero_knows(player):
    """All unseen things are dealt anew, and the same is done."""
    game, other_lots = Crawl.start(Dungeon(hero="Thief", race="Halfling"), 7), generator(7, "other")
    for _ in range(40):
        array = game._array.copy()
        game._game.rules.sample(array[0], 0, other_lots)
        lots = game.rng.bit_generator.state
        elsewhere = player(Crawl(game._game, array, game.rng, []))
        game.rng.bit_generator.state = lots
        player._planned = (), None
        action = player(game)
        player._planned = (), None
        assert action == elsewhere
        game.do(action)
        if game.over:
            break


def test_a_plan_is_not_taken_into_another_game():
    player = LookaheadBot()
    first, second = (Crawl.start(Dungeon(), seed) for seed in (1, 2))
    for _ in range(30):
        for game in (first, second):
            if not game.over:
                game.do(player(game))


def test_the_boss_is_killed_as_soon_as_a_plan_is_found():
    dungeon = Dungeon(map="@@ .. G1 M*\n.. .. .. ..", vision=True, strength=2)
    game = play(LookaheadBot(depth=1), dungeon)
    assert game.won and game.summary()["kills"] == 1
    game = play(LookaheadBot(depth=2), dungeon)
    assert game.won and game.summary()["kills"] == 2, "a win after another kill is worth more"


def test_a_level_gained_on_the_way_is_a_part_of_the_plan():
    """The boss alone would kill him; the goblin is good for a level, which heals."""
    game = Crawl.start(Dungeon(map="@@ G1 M*\n.. .. ..", vision=True, hero="Priest"))
    game._array["potions"] = 0
    game._array["experience"], game._array["life"] = 4, 8
    game._array["health"][0, :2] = 5, 15
    game._array["attack"][0, :2] = 1, 9
    player, victims = LookaheadBot(depth=1), []
    while not game.over:
        action = player(game)
        victims.append(action.monster)
        game.do(action)
    assert game.won and victims == [0, 1, 1]


def test_looking_ahead_wins_where_greed_does_not():
    dungeon = Dungeon(hero="Thief", race="Halfling")
    ahead, greedy = (measure(b, dungeon, games=40, seed=9) for b in (LookaheadBot(), StrategyBot()))
    assert sum(row["won"] for row in ahead) > 25
    assert sum(row["won"] for row in greedy) < 5
    assert np.mean([row["fitness"] for row in ahead]) > np.mean([r["fitness"] for r in greedy])


def test_a_tactic_tries_its_strategies_in_their_order():
    for strategies in TACTICS:
        row = tactic(strategies)
        order = row.order[GAME_STRATEGIES:].tolist()
        assert [n for n in order if row.used[n]] == list(strategies)
        assert sorted(row.order.tolist()) == list(range(21))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"depth": 0}, "lookahead: depth is 0; allowed: a whole number from 1 to 10"),
        ({"width": 17}, "lookahead: width is 17"),
        ({"health": float("nan")}, "lookahead: health is nan"),
        ({"kept": ("Firebal",)}, "kept holds 'Firebal'; did you mean 'Fireball'?"),
    ],
)
def test_impossible_settings_are_refused(settings, words):
    with pytest.raises(HernaError) as refusal:
        LookaheadBot(**settings)
    assert words in str(refusal.value)

"""The state object for bots: what it shows, what it hides, and that simulations keep their word."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from herna.dungeon import Crawl, Crawler, RandomBot, measure, play
from herna.errors import HernaError
from herna.games.dungeon import Dungeon
from herna.games.dungeon.maps import EXAMPLE
from herna.seeds import generator

PAIRS = [("Fighter", "Human"), ("Priest", "Dwarf"), ("Thief", "Halfling"), ("Wizard", "Elf")]
ROOM = """
.. .. .. .. .. .. G*
.. @@ M1 .. ?F !h ..
.. .. .. .. .. .. Z2
"""
dungeons = st.sampled_from([Dungeon(hero=hero, race=race) for hero, race in PAIRS])
seeds = st.integers(0, 2**32 - 1)


def room(**settings):
    return Crawl.start(Dungeon(map=ROOM, **settings))


def named(state, words):
    """The action whose name begins with these words."""
    return next(a for a in state.actions() if a.name.startswith(words))


def wander(dungeon, seed, moves):
    """A game in which so many random moves were made that the hero survived."""
    state, rng = Crawl.start(dungeon, seed), generator(seed, "wander")
    for _ in range(moves):
        choices = [a for a in state.actions()[:-1] if not deadly(state, a)]
        if state.over or not choices:
            break
        state.do(choices[rng.integers(len(choices))])
    return state


def deadly(state, action):
    return action.kind == "attack" and state.monster(action.monster).exchange().hero_dies


def told(state):
    """Everything that a crawl tells without being asked to do anything."""
    kind = type(state)
    names = [name for name in dir(kind) if isinstance(getattr(kind, name), property)]
    plain = {name: getattr(state, name) for name in names}
    seen = [plain.pop("hero"), *plain.pop("monsters"), *plain.pop("items")]
    return [
        plain,
        repr(state),
        [(repr(thing), thing.facts()) for thing in seen],
        [(vars(action), str(action)) for action in state.actions()],
        [monster.exchange() for monster in state.monsters],
    ]


# What is seen.


@given(dungeon=dungeons, seed=seeds, moves=st.integers(0, 120))
def test_nothing_unseen_is_told(dungeon, seed, moves):
    """A world in which all that is unseen was dealt anew looks the same in every respect."""
    state = wander(dungeon, seed, moves)
    array = state._array.copy()
    dungeon.rules.sample(array[0], 0, generator(seed, "other world"))
    other = Crawl(dungeon, array, state.rng, [])
    assert told(state) == told(other)
    for action in state.actions()[:-1:25]:
        assert told(state.after(action)) == told(other.after(action))


def test_a_game_that_goes_on_tells_neither_trace_nor_seed_nor_map():
    state = room()
    for what in (state.trace, state.summary):
        with pytest.raises(HernaError, match="waits for the end"):
            what()
    assert state.dungeon == Dungeon()
    secrets = {name for name in dir(state) if "seed" in name or "move" in name}
    assert all(name.startswith("_") for name in secrets)


def test_monsters_and_items_appear_when_they_are_uncovered():
    text = "## ## ## ## ##\n@@ .. .. .. G*\n## ## ## !h ##"
    state = Crawl.start(Dungeon(map=text))
    assert state.monsters == state.items == []
    state.do(named(state, "goes to b2")).do(named(state, "goes to c2"))
    assert [item.name for item in state.items] == ["Health potion"] and state.monsters == []
    state.do(named(state, "goes to d2"))
    (boss,) = state.monsters
    assert boss.boss and boss.name == "Lord Gobb" and boss.kind == "Goblin"
    assert boss.traits == ("first_strike",) and boss.place == "e2" and boss.in_reach


def test_a_monster_that_is_not_seen_is_refused():
    state = Crawl.start(Dungeon(), seed=1)
    with pytest.raises(HernaError, match="monster 38 is not there or not uncovered"):
        state.monster(38)
    with pytest.raises(HernaError, match="monster is 40"):
        state.monster(40)


def test_views_stay_up_to_date_and_a_dead_monster_says_so():
    state = room(vision=True)
    meat, hero = state.monsters[0], state.hero
    assert (meat.name, meat.health, hero.experience) == ("Meat Man of level 1", 12, 0)
    while meat.alive:
        state.do(named(state, "attacks the Meat Man"))
    assert (meat.health, meat.place, hero.experience) == (0, "", 2)
    assert "dead" in repr(meat)
    potion = next(item for item in state.items if item.name == "Health potion")
    state.do(named(state, "goes to f2 and takes the health potion"))
    assert potion.taken and hero.health_potions == 2


def test_full_vision_shows_everything_and_leaves_nothing_to_explore():
    state = Crawl.start(Dungeon(vision=True), seed=1)
    assert len(state.monsters) == 39 and len(state.items) == 31
    assert state.exploration() == [] and state.unexplored == 0


# What can be done.


def test_actions_say_what_they_are():
    state = room(vision=True)
    assert [(a.kind, a.takes) for a in state.actions()] == [
        ("take", "Health potion"),
        ("glyph", "Fireball"),
        ("attack", ""),
        ("attack", ""),
        ("attack", ""),
        ("leave", ""),
    ]
    assert [a.monster for a in state.actions()][2:5] == [0, 1, 2]
    state.do(named(state, "takes the glyph Fireball"))
    assert {"fireball", "convert"} <= {a.kind for a in state.actions()}
    assert state.hero.glyphs == ("Fireball",) and state.hero.can_cast("Fireball")


def test_exploration_says_how_many_tiles_are_uncovered():
    state = Crawl.start(Dungeon(), seed=3)
    assert state.unexplored == 400 - 9
    action = max(state.exploration(), key=lambda a: a.uncovers)
    assert action.kind == "explore"
    state.do(action)
    assert state.unexplored == 400 - 9 - action.uncovers


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (401, "'move 401' is not possible now; see actions()"),
        (-1, "'move -1' is not possible now"),
        (10**100, "'move a number of many digits' is not possible now"),
        ("attack", "'attack' is no action; see actions()"),
        (None, "None is no action"),
        (True, "True is no action"),
        (1.0, "1.0 is no action"),
    ],
)
def test_what_is_not_possible_is_refused_and_changes_nothing(what, words):
    state = room()
    before = state._array.tobytes()
    with pytest.raises(HernaError) as refusal:
        state.do(what)
    assert words in str(refusal.value)
    assert state._array.tobytes() == before and state._moves == []


def test_an_action_of_another_moment_is_refused_by_its_name():
    state = room(vision=True)
    potion = named(state, "goes to f2")
    state.do(potion)
    with pytest.raises(HernaError, match="'goes to f2 and takes the health potion' is not possib"):
        state.do(potion)
    state.do(named(state, "leaves"))
    with pytest.raises(HernaError, match=r"the game is over \(left\)"):
        state.do(potion)
    assert state.actions() == []


def test_there_is_one_attached_state_and_any_number_of_copies():
    state = room()
    assert state.attached and not state.detach().attached
    assert not state.detach().detach().attached
    for copying in (copy.copy, copy.deepcopy):
        with pytest.raises(HernaError, match="one attached state per game"):
            copying(state)
        assert not copying(state.detach()).attached
    with pytest.raises(HernaError, match="a state is not saved"):
        pickle.dumps(state)
    with pytest.raises(HernaError, match="this is a simulation"):
        state.detach().trace()


def test_simulating_leaves_the_game_alone():
    state = room(vision=True)
    before = state._array.tobytes()
    simulated = state.detach()
    while not simulated.over:
        simulated.do(simulated.actions()[0])
    state.hero.attack(state.monsters[0])
    assert state._array.tobytes() == before and state._moves == []


# Simulations keep their word.


@given(dungeon=dungeons, seed=seeds, moves=st.integers(0, 150))
def test_what_is_foreseen_of_a_blow_is_what_happens(dungeon, seed, moves):
    state = wander(dungeon, seed, moves)
    for action in state.actions():
        if action.kind not in ("attack", "fireball"):
            continue
        hero, monster = state.hero, state.monster(action.monster)
        before = state._array.tobytes()
        foreseen = monster.exchange() if action.kind == "attack" else hero.fireball(monster)
        assert state._array.tobytes() == before, "a forecast changes nothing"
        struck = state.after(action)
        end = struck._array[0]
        assert foreseen.hero_dies == (struck.outcome == "dead")
        assert foreseen.monster_dies == (end.place[monster.number] < 0)
        assert foreseen.monster_health == end.health[monster.number]
        assert foreseen.protection_spent == (hero.protected and not struck.hero.protected)
        assert foreseen.hero_health == struck.hero.health
        assert foreseen.mana == struck.hero.mana
        assert foreseen.level == struck.hero.level
        assert foreseen.poisoned == struck.hero.poisoned
        assert foreseen.mana_burned == struck.hero.mana_burned


def test_who_strikes_first_is_foreseen():
    state = room(vision=True)
    meat, zombie, boss = state.monsters
    assert not meat.exchange().hero_first, "at equal levels the monster"
    state._array["rank"] = 3
    assert meat.exchange().hero_first and zombie.exchange().hero_first
    assert not boss.exchange().hero_first


def test_a_fireball_that_cannot_be_cast_is_refused():
    state = room(vision=True)
    with pytest.raises(HernaError, match="cannot cast Fireball now"):
        state.hero.fireball(state.monsters[0])
    with pytest.raises(HernaError, match="no glyph 'Firebal'; did you mean 'Fireball'"):
        state.hero.can_cast("Firebal")


@given(dungeon=dungeons, seed=seeds, moves=st.integers(0, 120), length=st.integers(1, 30))
def test_what_works_in_a_detached_state_works_in_the_game_with_the_same_result(
    dungeon, seed, moves, length
):
    state = wander(dungeon, seed, moves)
    simulated, rng, plan = state.detach(), generator(seed, "plan"), []
    for _ in range(length):
        choices = simulated.actions()[:-1]
        if not choices:
            break
        plan.append(choices[rng.integers(len(choices))])
        simulated.do(plan[-1])
    for action in plan:
        state.do(action)
    standing = state.hero.facts()
    where = {"place"}  # walking is free, and where to stand beside a monster nobody chooses
    for name, value in simulated.hero.facts().items():
        assert name in where or standing[name] == value, name
    assert state.outcome == simulated.outcome and state.fitness == simulated.fitness
    for monster in simulated.monsters:
        real = state.monster(monster.number)
        assert (real.health, real.poisoned, real.struck) == (
            monster.health,
            monster.poisoned,
            monster.struck,
        )
    assert len(simulated.monsters) <= len(state.monsters)


def test_in_a_detached_state_unknown_tiles_turn_into_walls():
    state = Crawl.start(Dungeon(), seed=5)
    simulated = state.detach()
    while simulated.exploration():
        simulated.do(simulated.exploration()[0])
    assert simulated.unexplored > 300, "there is no way out of the first nine tiles"
    assert simulated.monsters == simulated.items == []


# Whole games.


def test_a_finished_game_can_be_replayed():
    for dungeon in (Dungeon(hero="Wizard", race="Elf"), Dungeon(map=EXAMPLE)):
        game = play(RandomBot(), dungeon, seed=(7, "games", 2))
        *_, last = game.trace("random").states()
        assert last.outcome and np.array(last.array) == game._array
        assert game.trace("random").seats == ("random",)


def test_a_crawl_enters_the_dungeon_that_compiled_bots_enter():
    entered = Crawler(Dungeon()).enter(generator(3, 4))
    assert entered == Crawl.start(Dungeon(), (3, 4))._array


def test_the_same_seed_gives_the_same_game_and_another_seed_another():
    games = [play(RandomBot(), seed=seed).trace() for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_a_bot_that_returns_nothing_leaves():
    assert play(lambda state: None).outcome == "left"


def test_a_bot_that_remembers_is_reset_first():
    class Forgetful:
        games = 0

        def reset(self):
            self.games += 1

        def __call__(self, state):
            return None

    bot = Forgetful()
    measure(bot, games=3)
    assert bot.games == 3


def test_a_bot_that_returns_nonsense_is_told_so():
    with pytest.raises(HernaError, match="'up' is no action"):
        play(lambda state: "up")


def test_a_builder_makes_the_dungeon_by_its_own_lots():
    asked = []

    def corridor(rng):
        asked.append(int(rng.integers(2, 9)))
        return "@@ " + ".. " * asked[-1] + "G*"

    game = play(RandomBot(), Dungeon(hero="Thief"), seed=3, builder=corridor)
    assert len(game.trace().game.map.split()) == asked[0] + 2
    assert game.dungeon == Dungeon(hero="Thief")
    assert play(RandomBot(), seed=3, builder=corridor).over and asked[0] == asked[1]
    rows = measure(RandomBot(), games=5, builder=corridor)
    assert len(rows) == 5 and len(set(asked[2:])) > 1


@pytest.mark.parametrize(
    ("made", "words"),
    [("@@", "map has 0 bosses"), (None, "builder made None; allowed: a dungeon as text")],
)
def test_a_builder_that_makes_no_dungeon_is_refused(made, words):
    with pytest.raises(HernaError, match=words):
        Crawl.start(builder=lambda rng: made)


def test_only_allowed_monsters_are_met():
    state = Crawl.start(Dungeon(monsters=("Zombie",), vision=True))
    assert {monster.kind for monster in state.monsters} == {"Zombie"}


def test_twenty_lines_make_a_reasonable_bot():
    """It kills what it can kill unharmed, takes things, then explores."""

    def bot(state):
        def unharmed(monster):
            """Whether blow after blow kills the monster; the attack if so."""
            trial, attack = state.detach(), None
            while trial.monsters and any(m.number == monster.number for m in trial.monsters):
                attack = next((a for a in trial.actions() if a.monster == monster.number), None)
                blows = trial.monster(monster.number).exchange()
                if attack is None or blows.hero_dies or blows.protection_spent:
                    return None
                trial.do(attack)
            return attack

        for monster in sorted(state.monsters, key=lambda m: -m.level):
            if monster.in_reach and (attack := unharmed(monster)):
                return attack
        things = [a for a in state.actions() if a.takes] or state.exploration()
        return things[0] if things else None

    rows = measure(bot, games=10, seed=2)
    assert np.mean([row["kills"] for row in rows]) > 12
    assert all(row["outcome"] != "dead" for row in rows)


# Random bots.


@pytest.mark.parametrize("careful", [False, True], ids=["any", "careful"])
def test_compiled_and_stepped_random_bots_play_the_same_games(careful):
    bot = RandomBot(careful)
    for hero, race in PAIRS:
        rows = measure(bot, Dungeon(hero=hero, race=race), games=3, seed=6)
        for number, row in enumerate(rows):
            game = play(bot, Dungeon(hero=hero, race=race), (6, number))
            assert {"game": number, **game.summary()} == row


def test_random_bots_do_not_win_and_the_careful_one_lives_longer():
    any_move, careful = (measure(RandomBot(c), games=200, seed=8) for c in (False, True))
    assert not any(row["won"] for row in any_move + careful)
    assert all(row["outcome"] == "dead" for row in any_move)
    assert all(row["outcome"] == "left" and row["health"] > 0 for row in careful)
    moves = [np.mean([row["moves"] for row in rows]) for rows in (any_move, careful)]
    assert moves[0] < 30 and moves[1] > 100


def test_monsters_named_twice_or_too_many_are_refused_in_one_line():
    with pytest.raises(HernaError, match="monsters holds 'Goat' twice"):
        Crawl.start(Dungeon(monsters=("Goat", "Zombie", "Goat")))
    many = tuple(Dungeon(monsters=()).kinds)
    assert len(many) <= 12 and Crawl.start(Dungeon(monsters=[kind.monster for kind in many]))

"""The rules of the dungeon, sentence by sentence as `herna.games.dungeon.game` states them."""

import csv
from pathlib import Path

import numpy as np
import pytest

from herna.claims.claim import thesis_folder
from herna.dungeon import Crawl
from herna.errors import HernaError
from herna.game import CHANCE, OVER
from herna.games.dungeon import Dungeon, tables
from herna.games.dungeon.maps import EXAMPLE
from herna.games.dungeon.rules import (
    ATTACK,
    BURN,
    CAST,
    CONVERT,
    DRINK,
    GO,
    INFECT,
    LEAVE,
    TAKE,
    damage,
    experience_for,
    fireball_damage,
    hero_is_first,
    most_life,
)
from herna.games.dungeon.state import (
    DEAD,
    FIREBALL,
    FIRST_STRIKE,
    GONE,
    LEFT,
    PLAYING,
    POISON,
    POISONED,
    POWER_STRIKE,
    SIDESTEP,
    SIZE,
    WON,
)
from herna.games.dungeon.words import exchange_words, foretold, tile_signs
from herna.play import Match
from herna.players import Random
from herna.seeds import generator
from herna.senses import shown_to, text_of

ARENA = """
.. .. .. .. .. .. G*
.. @@ {} .. .. .. ..
.. .. .. .. .. .. ..
"""


def crawl(monster="G1", hero="Fighter", race="Human", text=ARENA, vision=True, **fields):
    """A game on a small map and its first state, with some fields changed."""
    game = Dungeon(hero=hero, race=race, map=text.format(monster), vision=vision)
    return game, game.initial().replace(**fields)


def wise(count=1):
    """Glyphs of every kind."""
    return {"glyphs": [count] * 5 + [0]}


def names(game, state):
    return [game.move_name(state, move) for move in game.moves(state)]


def after(game, state, *moves):
    for move in moves:
        state = game.step(state, move)
    return state


# The tables.


def published(name):
    path = thesis_folder("desktop-dungeons") / f"{name}.csv"
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_monsters_have_the_attack_and_health_of_the_public_tables():
    """Every kind at every level, number by number."""
    letters = {name: kind.letter for name, kind in tables.load().monsters.items()}
    for row in published("monster_stats_by_level"):
        game, state = crawl(f"{letters[row['monster']]}{row['level']}")
        assert state.attack[0] == int(row["attack"])
        assert state.most[0] == state.health[0] == int(row["health"])
        assert game.monster_name(state, 0) == f"{row['monster']} of level {row['level']}"
    assert len(published("monster_stats_by_level")) == 9 * len(letters) == 72


def test_bosses_are_those_of_the_public_tables():
    known = tables.load()
    rows = [row for row in published("bosses") if row["monster"] in known.monsters]
    assert {row["boss"] for row in rows} == set(known.bosses)
    for row in rows:
        boss, traits = known.bosses[row["boss"]], row["traits"]
        assert (boss.monster, boss.attack, boss.health) == (
            row["monster"], int(row["attack"]), int(row["health"]),
        )  # fmt: skip
        assert boss.first_strike == ("first strike" in traits)
        assert boss.magical_attack == ("magical attack" in traits)
        assert boss.undead == ("undead" in traits)
        assert boss.poison == ("poison attack" in traits)
        assert boss.mana_burn == ("mana burn" in traits)
        for kind, value in (("physical", boss.physical_resist), ("magical", boss.magical_resist)):
            assert (f"{kind} resist {value} %" in traits) == (value > 0)
            assert (f"{kind} resist" in traits) == (value > 0)
        assert (f"death gaze below {boss.death_gaze} %" in traits) == (boss.death_gaze > 0)


@pytest.mark.parametrize("level", range(1, 10))
def test_levels_follow_the_formulas(level):
    row = tables.load().levels[level]
    assert row.attack == level * (level + 5) // 2
    assert row.health == (level + 3) ** 2 - 10


def test_every_row_tells_its_source_and_certainty():
    for table in tables.load():
        for row in table.values():
            assert row.source and row.certainty in ("high", "medium", "low")


@pytest.mark.parametrize(
    ("table", "change", "words"),
    [
        (
            "monsters",
            ("120", "a lot"),
            "monsters.csv, line 2: attack_percent is 'a lot'; allowed: a whole number",
        ),
        (
            "monsters",
            ("Goblin,G,120,100,yes", "Goblin,G,120,100,si"),
            "line 2: first_strike is 'si'",
        ),
        ("monsters", ("attack_percent", "attack"), "no column 'attack'; did you mean"),
        ("monsters", ("health_percent", "letter"), "column 'letter' is there twice; allowed: once"),
        ("items", (",meaning", ""), "items.csv, line 1: column meaning is missing"),
        ("monsters", ("Meat Man", "Goblin"), "line 3: monster 'Goblin' is there twice"),
        ("glyphs", ("Fireball", "Fireworks"), "glyphs.csv, line 2: glyph is 'Fireworks'"),
        (
            "classes",
            ("Fighter,10", "Fighter,-10"),
            "classes.csv, line 2: health_per_level is '-10'",
        ),
        ("levels", ("9,63,134,2,public,high\n", ""), "levels.csv, line 10: level 9 is missing"),
        (
            "levels",
            ("3,12,26,4,public,high\n", ""),
            "levels.csv, line 4: level is 4; allowed: exactly the rows 1, 2",
        ),
        ("levels", ("1,3,6,10", "1,3,6,1_0"), "levels.csv, line 2: in_dungeon is '1_0'; allowed"),
        ("classes", ("Priest,", "Fighter,"), "classes.csv, line 3: class 'Fighter' is there twice"),
        (
            "monsters",
            ("Goblin", "Ogre"),
            "monsters.csv, line 2: monster 'Ogre' has no row in bosses.csv",
        ),
        ("bosses", (",Zombie", ",Goblin"), "bosses.csv, line 5: monster 'Goblin' is"),
        ("monsters", ("Zombie,Z", 'Zombie,"Z'), "monsters.csv, line 5: not a table"),
        ("levels", ("1,3,6,10", "1,3,6,30"), "levels.csv: 59 monsters; allowed: 40"),
        (
            "items",
            ("Gold pile,10", "Gold pile,10,1"),
            "items.csv, line 7: 'medium' stands beyond the last column",
        ),
        (
            "levels",
            ("9,63,134,2,public,high", "9,63,134,2,public"),
            "levels.csv, line 10: certainty is missing; allowed: a value per column",
        ),
        ("monsters", ("Meat Man,M", "Meat Man,G"), "line 3: letter 'G' is there twice"),
        (
            "bosses",
            ("Medusa,Gorgon", "Medusa,Goblin"),
            "bosses.csv, line 7: monster 'Goblin' is there twice",
        ),
        (
            "bosses",
            ("Lord Gobb,Goblin", "Lord Gobb,Gobling"),
            "bosses.csv, line 2: monster is 'Gobling'; did you mean 'Goblin'?",
        ),
    ],
)
def test_a_bad_row_is_named_with_line_and_field(table, change, words, tmp_path):
    text = (Path(tables.__file__).with_name(f"{table}.csv")).read_text()
    assert change[0] in text
    (tmp_path / f"{table}.csv").write_text(text.replace(*change, 1))
    with pytest.raises(HernaError) as refusal:
        Dungeon(tables=str(tmp_path))
    assert words in str(refusal.value) and "\n" not in str(refusal.value)


@pytest.mark.parametrize("content", [b"monster,letter\xff\n", b"\xff\xfe\x00", b'mon"ster,"a'])
def test_a_file_that_is_no_table_is_refused_in_one_line(content, tmp_path):
    (tmp_path / "monsters.csv").write_bytes(content)
    with pytest.raises(HernaError, match=r"^monsters\.csv, line 1: [^\n]*$"):
        Dungeon(tables=str(tmp_path))


def test_own_tables_change_the_game_and_are_read_again_when_they_are_edited(tmp_path):
    text = (Path(tables.__file__).with_name("classes.csv")).read_text()
    for life, mana in ((20, 15), (30, 5)):
        own = text.replace("Fighter,10,10", f"Fighter,{life},{mana}")
        (tmp_path / "classes.csv").write_text(own)
        game = Dungeon(tables=str(tmp_path))
        assert (game.initial().life, game.initial().mana) == (life, mana)
        assert Crawl.start(game).hero.health == life


def test_a_game_goes_on_with_the_tables_that_it_began_with(tmp_path):
    text = (Path(tables.__file__).with_name("monsters.csv")).read_text()
    (tmp_path / "monsters.csv").write_text(text)
    crawl = Crawl.start(Dungeon(tables=tmp_path, vision=True))
    told, names = crawl.text(), [monster.name for monster in crawl.monsters]
    (tmp_path / "monsters.csv").write_text("\n".join(text.splitlines()[:2]) + "\n")
    assert crawl.text() == told and [monster.name for monster in crawl.monsters] == names


def test_a_misspelt_table_is_not_passed_over(tmp_path):
    (tmp_path / "monster.csv").write_text("monster\n")
    with pytest.raises(
        HernaError, match=r"tables holds 'monster.csv'; did you mean 'monsters.csv'"
    ):
        Dungeon(tables=tmp_path)


def test_a_missing_boss_is_named(tmp_path):
    text = (Path(tables.__file__).with_name("bosses.csv")).read_text()
    (tmp_path / "bosses.csv").write_text("\n".join(text.splitlines()[:-1]) + "\n")
    with pytest.raises(HernaError, match=r"^bosses.csv: monster 'Wraith' is missing; allowed: "):
        Dungeon(tables=tmp_path)


@pytest.mark.parametrize("folder", [5, None, ["x"], "no such folder"])
def test_tables_that_are_no_folder_are_refused(folder):
    with pytest.raises(HernaError, match=r"^dungeon: tables is .*; allowed: a folder"):
        Dungeon(tables=folder)


def test_tables_saved_by_a_spreadsheet_are_read(tmp_path):
    text = (Path(tables.__file__).with_name("classes.csv")).read_text()
    (tmp_path / "classes.csv").write_text(text, encoding="utf-8-sig")
    assert Dungeon(tables=str(tmp_path)).initial() == Dungeon().initial()


def test_no_more_items_than_a_state_has_room_for(tmp_path):
    text = (Path(tables.__file__).with_name("items.csv")).read_text()
    for kind in (
        "Health potion",
        "Mana potion",
        "Attack booster",
        "Health booster",
        "Mana booster",
    ):
        text = text.replace(f"{kind},3,", f"{kind},9,")
    (tmp_path / "items.csv").write_text(text)
    with pytest.raises(
        HernaError, match=r"items\.csv: 61 items for a Fighter; allowed: at most 60"
    ):
        Dungeon(tables=str(tmp_path))
    (tmp_path / "items.csv").write_text(text.replace("Health potion,9", "Health potion,8"))
    Dungeon(tables=str(tmp_path))
    with pytest.raises(HernaError, match="items for a Thief"):
        Dungeon(hero="Thief", tables=str(tmp_path))


def test_fewer_kinds_of_monsters_need_no_bosses_of_their_own(tmp_path):
    text = (Path(tables.__file__).with_name("monsters.csv")).read_text()
    (tmp_path / "monsters.csv").write_text("".join(text.splitlines(keepends=True)[:3]))
    assert [kind.monster for kind in Dungeon(tables=str(tmp_path)).kinds] == ["Goblin", "Meat Man"]


# The dungeon.


def built(seed=0, **settings):
    game = Dungeon(**settings)
    match = Match(game, [Random()], seed)
    while match.to_move == CHANCE:
        match.step()
    return game, match.state


@pytest.mark.parametrize(("hero", "items", "glyphs"), [("Fighter", 25, 6), ("Thief", 33, 7)])
def test_a_dungeon_holds_what_the_tables_say(hero, items, glyphs):
    for seed in range(30):
        _, state = built(seed, hero=hero)
        levels = np.bincount(state.level[state.place >= 0], minlength=11)
        assert levels.tolist() == [0, 10, 5, 4, 4, 4, 3, 3, 3, 2, 1]
        lying = state.item_kind[state.item_place >= 0]
        assert (lying < 6).sum() == items and (lying >= 6).sum() == glyphs
        assert set(lying[lying >= 6]) == {6, 7, 8, 9, 10}, "one of every kind at least"
        places = [*state.place[state.place >= 0], *state.item_place[state.item_place >= 0]]
        assert len(set(places)) == len(places), "each has a tile of its own"


def test_unknown_glyphs_are_by_lot_different_and_can_only_be_converted():
    kinds = []
    for seed in range(60):
        game, state = built(seed, unknown_glyphs=True)
        lying = state.item_kind[state.item_place >= 0]
        glyphs = lying[lying >= 6].tolist()
        usable = [kind for kind in glyphs if kind < 11]
        assert len(glyphs) == 6 and len(set(usable)) == len(usable) and max(glyphs) <= 11
        kinds += glyphs
    counts = np.bincount(kinds, minlength=12)[6:]
    assert counts[0] == 60, "always a Fireball"
    assert (counts[1:5] > 13).all(), "60 * 5 / 12 of each, 25"
    assert 170 < counts[5] < 230, "60 * 5 * 8 / 12, 200"
    game = Dungeon(
        map="""
        ## ## ## ## ##
        @@ ?? .. .. G*
    """,
        race="Human",
    )
    state = game.initial()
    taken = game.step(state, TAKE + 1 * SIZE + 1)
    assert taken.glyphs.tolist() == [0, 0, 0, 0, 0, 1]
    assert "Unknown Glyph" in game.text(taken)
    names = [game.move_name(taken, move) for move in game.moves(taken)]
    assert "converts Unknown Glyph" in names and not [name for name in names if "casts" in name]
    after = game.step(taken, CONVERT + 5)
    assert after.glyphs.sum() == 0 and after.attack_bonus == taken.attack_bonus + 10


def test_all_floor_is_connected_and_the_hero_starts_on_nine_free_tiles():
    for seed in range(30):
        _, state = built(seed, vision=True)
        floor = {
            row * SIZE + column
            for row in range(SIZE)
            for column in range(SIZE)
            if state.floor[row] >> column & 1
        }
        assert len(floor) >= 200
        reached, queue = {state.here}, [state.here]
        while queue:
            tile = queue.pop()
            for other in neighbours(tile) & floor - reached:
                reached.add(other)
                queue.append(other)
        assert reached == floor
        nine = neighbours(state.here) | {state.here}
        assert len(nine) == 9 and nine <= floor
        assert not nine & {*state.place.tolist(), *state.item_place.tolist()}


def neighbours(tile):
    row, column = divmod(int(tile), SIZE)
    return {
        r * SIZE + c
        for r in range(max(row - 1, 0), min(row + 2, SIZE))
        for c in range(max(column - 1, 0), min(column + 2, SIZE))
    } - {tile}


def test_dungeons_differ_and_the_same_number_gives_the_same_one():
    pictures = {"\n".join(map(" ".join, tile_signs(*built(n, vision=True)))) for n in range(20)}
    assert len(pictures) == 20
    assert built(3)[1] == built(3)[1]


def test_only_allowed_monsters_occur():
    game, state = built(1, monsters=("Zombie", "Goat"))
    assert {game.monster_name(state, m).split(" of ")[0] for m in range(38)} == {"Zombie", "Goat"}
    assert game.monster_name(state, 38) in ("Frank the Zombie", "Gharbad")


def test_a_map_is_read_and_told_in_the_same_signs():
    text = "## .. G3 ##\n@@ !h !m +a\n+h +m $$ M*\n?F ?P ?1 ?S ?V"
    game = Dungeon(map=text, vision=True)
    signs = tile_signs(game, game.initial())
    assert [" ".join(row[:5]).removesuffix(" ##").split() for row in signs[:3]] == [
        line.split() for line in text.split("\n")[:3]
    ]
    assert signs[3][:5] == text.split("\n")[3].split()
    assert set(signs[4]) == {"##"}, "what the map does not mention is wall"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("@@ G*\n.. x9", "map, line 2, tile 2 is 'x9'; allowed: ## .. @@"),
        (".. G*", "map has 0 heroes; allowed: one @@"),
        ("@@ @@ G*", "map has 2 heroes"),
        ("@@ G1", "map has 0 bosses; allowed: one, such as G*"),
        ("@@ G* " + ".. " * 19, "map, line 1 has 21 tiles; allowed: 20"),
        ("@@ G*\n" + "..\n" * 20, "map has 21 lines; allowed: 20"),
        ("@@ G0 G*", "tile 2 is 'G0'"),
    ],
)
def test_a_bad_map_is_refused_with_line_and_tile(text, words):
    with pytest.raises(HernaError) as refusal:
        Dungeon(map=text)
    assert words in str(refusal.value)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"hero": "Bard"}, "dungeon: hero is 'Bard'; did you mean 'Wizard'? allowed: Fighter"),
        ({"race": "Elve"}, "dungeon: race is 'Elve'; did you mean 'Elf'?"),
        ({"monsters": ("Golbin",)}, "monsters holds 'Golbin'; did you mean 'Goblin'?"),
        ({"strength": 0}, "strength is 0; allowed: a whole number from 1 to 1000"),
        ({"floor_tiles": 50}, "floor_tiles is 50"),
        ({"vision": "yes"}, "vision is 'yes'; allowed: True (1) or False (0)"),
        ({"n_players": 2}, "n_players is 2"),
        ({"tables": "nowhere"}, "tables is 'nowhere'; allowed: a folder"),
    ],
)
def test_impossible_settings_are_refused_by_name(settings, words):
    with pytest.raises(HernaError) as refusal:
        Dungeon(**settings)
    assert words in str(refusal.value)


# Walking and uncovering.


CORRIDOR = """
## ## ## ## ## ## ##
@@ .. .. .. !h ?F G*
## ## ## ## ## ## ##
"""


def test_stepping_next_to_unexplored_tiles_uncovers_them_for_good():
    game, state = crawl(text=CORRIDOR, vision=False)
    assert names(game, state) == ["goes to b2", "leaves the dungeon"]
    state = after(game, state, GO + 21)
    assert names(game, state) == ["goes to c2", "leaves the dungeon"], "b2 is done with"
    assert state.here == 21


def test_every_uncovered_tile_gives_the_hero_health_by_level_and_one_mana():
    game, state = crawl(text=CORRIDOR, vision=False, life=1, mana=0, rank=2)
    after_one = after(game, state, GO + 21)  # three new tiles: c1, c2, c3
    assert (after_one.life, after_one.mana) == (1 + 3 * 2, 3)
    after_two = after(game, after_one, GO + 22)
    assert (after_two.life, after_two.mana) == (1 + 6 * 2, 6)


def test_nothing_rises_above_its_maximum():
    game, state = crawl(text=CORRIDOR, vision=False, life=9, mana=9)
    after_one = after(game, state, GO + 21)
    assert (after_one.life, after_one.mana) == (10, 10)


def test_a_poisoned_hero_gets_no_health_and_a_burned_one_no_mana():
    game, state = crawl(text=CORRIDOR, vision=False, life=1, mana=0, poisoned=1, burned=1)
    later = after(game, state, GO + 21)
    assert (later.life, later.mana) == (1, 0)


def test_monsters_heal_by_their_level_for_every_tile_unless_they_are_poisoned():
    text = "## ## ## ## ##\n@@ .. .. .. G3\n## ## ## ## G*"
    game, state = crawl(text=text, vision=False, health=[1, 1] + [0] * 38)
    later = after(game, state, GO + 21)
    assert later.health[:2].tolist() == [1 + 3 * 3, 1 + 3 * 10]
    sick = state.replace(marks=[POISONED, 0] + [0] * 38)
    assert after(game, sick, GO + 21).health[:2].tolist() == [1, 1 + 3 * 10]


def test_an_item_is_taken_by_stepping_on_it_and_a_glyph_by_a_move_of_its_own():
    game, state = crawl(text=CORRIDOR, vision=True)
    assert names(game, state) == [
        "goes to e2 and takes the health potion",
        "takes the glyph Fireball at f2",
        "attacks the Lord Gobb at g2",
        "leaves the dungeon",
    ]
    later = after(game, state, GO + 24)
    assert later.potions.tolist() == [2, 1]
    later = after(game, later, TAKE + 25)
    assert later.glyphs.tolist() == [1, 0, 0, 0, 0, 0] and later.here == 25


def test_slots_limit_the_glyphs_that_can_be_carried():
    game, state = crawl(text=CORRIDOR, glyphs=[0, 3, 0, 0, 0, 0], mana=0)
    assert TAKE + 25 not in game.moves(state)
    wizard, state = crawl(text=CORRIDOR, hero="Wizard", glyphs=[0, 3, 0, 0, 0, 0], mana=0)
    assert TAKE + 25 in wizard.moves(state)


def test_boosters_make_stronger_for_good():
    text = "@@ +a +h +m\n.. .. .. G*"
    game, state = crawl(text=text)
    later = after(game, state, GO + 1, GO + 2, GO + 3)
    assert later.attack_bonus == 10
    assert most_life(later.array[0]) == 11 and later.life == 10
    assert later.most_mana == 11 and later.mana == 10


def test_monsters_block_the_way():
    text = "## ## ## ## ##\n@@ .. G1 !h G*\n## ## ## ## ##"
    game, state = crawl(text=text)
    assert GO + 23 not in game.moves(state)
    free = after(game, state, ATTACK, ATTACK)
    assert free.place[0] == GONE and GO + 23 in game.moves(free)


# Blows.


@pytest.mark.parametrize(
    ("rank", "monster", "first"), [(1, "M1", False), (2, "M1", True), (1, "M2", False)]
)
def test_the_higher_level_strikes_first_and_at_equal_levels_the_monster(rank, monster, first):
    _, state = crawl(monster, rank=rank)
    assert hero_is_first(state.array[0], 0) == first


def test_a_monster_with_first_strike_is_first_whatever_the_hero_does():
    _, state = crawl("G1", rank=9, quick=1)
    assert not hero_is_first(state.array[0], 0)
    _, state = crawl("M5", rank=1, quick=1)
    assert hero_is_first(state.array[0], 0)


def test_each_blow_takes_exactly_the_attackers_strength():
    game, state = crawl("M1", life=10)
    later = after(game, state, ATTACK)
    assert later.health[0] == 12 - 5
    assert later.life == 10 - 1


def test_who_is_dead_does_not_strike_back():
    game, state = crawl("M1", rank=2, health=[5, *state_of_boss()])
    later = after(game, state, ATTACK)
    assert later.place[0] == GONE and later.life == state.life
    game, state = crawl("G9", hero="Priest")
    later = after(game, state, ATTACK)
    assert later.outcome == DEAD and later.health[0] == state.health[0]
    assert game.to_move(later) == OVER and game.returns(later) == (-1.0,)


def state_of_boss(health=318):
    return [health] + [0] * 38


def test_death_protection_leaves_one_health_and_is_used_up():
    game, state = crawl("G9")
    assert state.protected == 1, "a Fighter starts with it"
    later = after(game, state, ATTACK)
    assert (later.outcome, later.life, later.protected) == (PLAYING, 1, 0)
    harmless, state = crawl("M1")
    assert after(harmless, state, ATTACK).protected == 1


def test_death_gaze_kills_below_its_share_of_health():
    game, state = crawl("O1", hero="Priest", life=5)  # 12 at most, the gaze is 50 %
    assert after(game, state, ATTACK).outcome == DEAD
    game, state = crawl("O1", hero="Priest", life=6)
    assert after(game, state, ATTACK).outcome == PLAYING


def test_a_poisonous_blow_poisons_and_a_wraith_burns_mana():
    game, state = crawl("S1")
    assert after(game, state, ATTACK).poisoned == 1
    game, state = crawl("W1")
    later = after(game, state, ATTACK)
    assert (later.burned, later.mana) == (1, 0)


@pytest.mark.parametrize(
    ("hero", "monster", "fields", "expected"),
    [
        ("Fighter", "M1", {}, 5),
        ("Fighter", "M1", {"rank": 3}, 15),
        ("Wizard", "M1", {}, 3),  # 5 * 75 % = 3.75
        ("Wizard", "M1", {"strong": 1}, 5),  # 5 * 105 % = 5.25
        ("Thief", "M1", {}, 6),  # the first attack: 5 * 130 %
        ("Thief", "M1", {"marks": [2] + [0] * 39}, 5),
        ("Fighter", "W1", {"rank": 2}, 7),  # 10 less 30 %
        ("Priest", "W1", {"rank": 2}, 14),  # doubled afterwards
        ("Priest", "Z1", {}, 10),
        ("Fighter", "M1", {"attack_bonus": 30, "rank": 2}, 13),
    ],
)
def test_damage_by_hand(hero, monster, fields, expected):
    _, state = crawl(monster, hero=hero, **fields)
    assert damage(state.array[0], 0) == expected


@pytest.mark.parametrize(
    ("rank", "level", "expected"), [(1, 1, 1), (1, 2, 4), (1, 3, 9), (5, 3, 3), (1, 9, 81)]
)
def test_experience_for_a_kill_is_the_level_and_more_above_ones_own(rank, level, expected):
    _, state = crawl(f"M{level}", hero="Priest", rank=rank)
    assert experience_for(state.array[0], 0) == expected
    _, state = crawl(f"M{level}", hero="Fighter", rank=rank)
    assert experience_for(state.array[0], 0) == expected + 1


def test_a_level_takes_five_times_the_level_heals_and_cures():
    game, state = crawl(
        "M1",
        hero="Priest",
        health=[1, *state_of_boss()],
        experience=4,
        collected=4,
        life=3,
        mana=1,
        poisoned=1,
        burned=1,
    )
    later = after(game, state, ATTACK)
    assert (later.rank, later.experience, later.collected) == (2, 0, 5)
    assert (later.life, later.mana) == (24, 10)
    assert (later.poisoned, later.burned) == (0, 0)


def test_the_death_of_the_boss_wins_and_triples_the_score():
    text = "@@ M*\n.. .."
    game, state = crawl(text=text, health=[1] + [0] * 39, rank=10, life=100, hero="Thief")
    later = after(game, state, ATTACK)
    assert later.outcome == WON and game.returns(later) == (1.0,)
    score = 10 * later.collected + 150 * 1 + 75 * 1 + later.life
    assert game.gains(later) == (3.0 * score,)


def test_leaving_loses():
    game, state = crawl()
    later = after(game, state, LEAVE)
    assert later.outcome == LEFT and game.returns(later) == (-1.0,)


def test_a_forecast_is_what_an_attack_brings():
    """In all positions of some games with every class, whoever would die."""
    seen = set()
    for hero in ("Fighter", "Priest", "Thief", "Wizard"):
        game = Dungeon(hero=hero, map=EXAMPLE)
        for seed in range(12):
            for state in Match(game, [Random()], seed).finish().trace().states():
                attacks = [m for m in game.moves(state) if ATTACK <= m < BURN]
                for move in attacks:
                    expected, later = foretold(state, move - ATTACK), after(game, state, move)
                    assert expected.hero_dies == (later.outcome == DEAD)
                    assert expected.monster_dies == (later.place[move - ATTACK] == GONE)
                    assert (
                        expected.dealt == state.health[move - ATTACK] - later.health[move - ATTACK]
                    )
                    assert expected.experience == later.collected - state.collected
                    assert expected.protection_spent == (later.protected < state.protected)
                    if later.rank == state.rank:
                        assert expected.taken == state.life - later.life
                    seen.add((expected.monster_dies, expected.protection_spent))
    assert {kills for kills, _ in seen} == {saved for _, saved in seen} == {True, False}


@pytest.mark.parametrize(
    ("rank", "fields", "words"),
    [
        (1, {}, "it takes 1 of 10, then the hero deals 5 of 12"),
        (2, {}, "the hero deals 10 of 12, then it takes 1 of 20"),
        (3, {}, "the hero deals 12 of 12 and kills it for 2 experience"),
        (
            1,
            {"life": 1},
            "it takes 0 of 1, only the protection saves him, then the hero deals 5 of 12",
        ),
        (1, {"life": 1, "protected": 0}, "it kills the hero"),
        (2, {"life": 1, "protected": 0}, "the hero deals 10 of 12, then it kills the hero"),
    ],
)
def test_a_forecast_is_told_in_the_order_of_the_blows(rank, fields, words):
    _, state = crawl("M1", **({"rank": rank, "life": 10 * rank} | fields))
    assert exchange_words(state, 0) == words


def test_the_map_in_letters_has_coordinates_and_shows_where_to_explore():
    game, state = crawl(text=CORRIDOR, vision=False)
    lines = game.text(state).split("\n")
    assert lines[3:7] == ["   a  b ", " 1 ## ##", " 2 @@ ::", " 3 ## ##"]


def test_a_move_is_chosen_in_two_parts():
    game, state = crawl(text=CORRIDOR)
    assert [game.move_parts(state, move) for move in game.moves(state)] == [
        ("take", "health potion at e2"),
        ("take", "glyph Fireball at f2"),
        ("attack", "Lord Gobb at g2"),
        ("leave the dungeon", "for good, which loses"),
    ]
    game, state = crawl("M1", **wise(), life=1, mana=10)
    parts = [game.move_parts(state, move) for move in game.moves(state)]
    assert len(set(parts)) == len(parts)
    verbs = {"attack", "burn", "poison", "cast", "drink", "convert", "leave the dungeon"}
    assert {verb for verb, _ in parts} == verbs


# Glyphs, potions, races.


def test_fireball_hurts_by_level_without_an_answer():
    game, state = crawl("M1", **wise(), rank=2, mana=10)
    later = after(game, state, BURN)
    assert later.health[0] == 12 - 8 and later.life == state.life and later.mana == 4
    _, goat = crawl("T9", rank=1)
    assert fireball_damage(goat.array[0], 0) == 3


def test_power_and_first_strike_last_until_the_next_attack():
    game, state = crawl("M9", **wise(), mana=10, life=1000, rank=4, life_per_level=300)
    ready = after(game, state, CAST + POWER_STRIKE, CAST + FIRST_STRIKE)
    assert (ready.strong, ready.quick, ready.mana) == (1, 1, 5)
    assert CAST + POWER_STRIKE not in game.moves(ready), "does not stack"
    later = after(game, ready, ATTACK)
    assert state.health[0] - later.health[0] == 26
    assert (later.strong, later.quick) == (0, 0)


def test_sidestep_protects_once_and_is_not_cast_while_protected():
    game, state = crawl("M9", hero="Priest", **wise())
    ready = after(game, state, CAST + SIDESTEP)
    assert (ready.protected, ready.mana) == (1, 0)
    assert CAST + SIDESTEP not in game.moves(ready.replace(mana=10))


def test_poison_lasts_until_the_next_attack_on_anything_and_the_undead_are_immune():
    text = "G1 @@ M9\n.. .. G*"
    game, state = crawl(text=text, **wise(), life=100, life_per_level=100)
    sick = after(game, state, INFECT + 1)
    assert sick.marks[1] & POISONED and sick.mana == 5
    assert INFECT + 1 not in game.moves(sick)
    assert not after(game, sick, ATTACK).marks[1] & POISONED
    assert after(game, sick.replace(mana=10), BURN).marks[1] & POISONED, "spells do not end it"
    zombie, state = crawl("Z1", **wise())
    assert INFECT not in zombie.moves(state)


def test_a_glyph_is_cheaper_for_a_wizard():
    _, state = crawl(hero="Wizard")
    assert state.costs.tolist() == [5, 1, 2, 9, 4]
    _, state = crawl(hero="Thief")
    assert state.costs.tolist() == [6, 2, 3, 10, 5]


@pytest.mark.parametrize(
    ("hero", "potion", "expected"),
    [
        ("Fighter", 0, (1 + 4, 0)),
        ("Fighter", 1, (1, 4)),
        ("Priest", 0, (12, 0)),
        ("Thief", 0, (1 + 4, 4)),
        ("Thief", 1, (1 + 4, 4)),
    ],
)
def test_potions_restore_by_class_and_cure(hero, potion, expected):
    game, state = crawl(hero=hero, life=1, mana=0, poisoned=1, burned=1)
    later = after(game, state, DRINK + potion)
    assert (later.life, later.mana) == expected
    both = hero == "Thief"
    assert later.poisoned == (0 if potion == 0 or both else 1)
    assert later.burned == (0 if potion == 1 or both else 1)


def test_nobody_drinks_for_nothing():
    game, state = crawl()
    assert not {DRINK, DRINK + 1} & set(game.moves(state))
    assert DRINK in game.moves(state.replace(poisoned=1))


@pytest.mark.parametrize(
    ("race", "field", "change"),
    [
        ("Human", "attack_bonus", 10),
        ("Elf", "most_mana", 2),
        ("Dwarf", "life_per_level", 1),
        ("Orc", "base_damage", 2),
        ("Goblin", "collected", 5),
    ],
)
def test_a_converted_glyph_is_worth_what_the_race_gets_for_it(race, field, change):
    game, state = crawl(race=race, **wise())
    later = after(game, state, CONVERT + FIREBALL)
    assert getattr(later, field) - getattr(state, field) == change
    assert later.glyphs.tolist() == [0, 1, 1, 1, 1, 0]


def test_halflings_and_gnomes_get_potions_for_glyphs():
    for race, expected in (("Halfling", [2, 1]), ("Gnome", [1, 2])):
        game, state = crawl(race=race, **wise())
        assert after(game, state, CONVERT + POISON).potions.tolist() == expected


def test_a_random_player_comes_to_an_end_on_the_example_map():
    game = Dungeon(map=EXAMPLE)
    for seed in range(40):
        match = Match(game, [Random()], seed).finish()
        assert match.state.outcome in (DEAD, LEFT, WON)
        assert (match.state.killer > 0) == (match.state.outcome == DEAD)


# Simulation.


def test_in_a_detached_state_unknown_tiles_turn_into_walls():
    game, state = crawl(text=CORRIDOR, vision=False)
    detached = after(game, state.replace(detached=1), GO + 21)
    assert names(game, detached) == ["leaves the dungeon"]
    assert after(game, state, GO + 21).life == detached.life


def test_a_seat_does_not_see_what_is_not_uncovered():
    for seed in range(5):
        game, state = built(seed)
        seen = game.observe(state, 0)
        assert seen.number == 0
        assert not (seen.floor & ~seen.explored).any()
        rng = generator(seed)
        for _ in range(3):
            world = game.sample(state, 0, rng)
            assert game.observe(world, 0) == seen
            assert (world.place >= 0).sum() == 39
            assert game.moves(world) == game.moves(state)


@pytest.mark.parametrize("hero", ["Fighter", "Wizard", "Priest", "Thief"])
def test_a_fighter_senses_weak_monsters_and_a_wizard_glyphs_but_no_bot_is_told(hero):
    game = Dungeon(hero=hero)
    match = Match(game, [Random()], seed=5)
    match.go_to(4)
    state = match.state
    for rank in (1, 3):
        state = state.replace(rank=rank)
        seen, shown = game.observe(state, 0), shown_to(game, state, 0)
        dark = {tile for tile in range(400) if not int(state.explored[tile // 20]) >> tile % 20 & 1}
        sensed = {m for m, tile in enumerate(shown.place.tolist()) if tile in dark}
        weak = {m for m in range(39) if state.place[m] in dark and state.level[m] <= rank}
        assert sensed == (weak if hero == "Fighter" else set())
        glyphs = {i for i, tile in enumerate(shown.item_place.tolist()) if tile in dark}
        all_glyphs = {
            i for i, k in enumerate(state.item_kind) if k >= 6 and state.item_place[i] in dark
        }
        assert glyphs == (all_glyphs if hero == "Wizard" else set())
        told = text_of(game, shown)
        assert ("in the dark: " in told) == (hero in ("Fighter", "Wizard"))
        if hero in ("Priest", "Thief"):
            assert shown == seen
        assert not [m for m, tile in enumerate(seen.place.tolist()) if tile in dark]

"""Evolutions to watch: the same bits however they are stopped, and files that are not trusted."""

import json
from pathlib import Path

import numpy as np
import pytest

from herna.dungeon.course import Course
from herna.errors import HernaError
from herna.evolution import Settings
from herna.games.dungeon import Dungeon, tables
from herna.games.dungeon.maps import EXAMPLE

SMALL = Settings(population=4, generations=3)


def a_course(**settings):
    return Course(Dungeon(hero="Priest", race="Dwarf"), SMALL, games=1, **settings)


def whole(course):
    while not course.over:
        course = course.next()
    return course


@pytest.fixture(scope="module")
def finished():
    return whole(a_course())


def test_a_course_is_the_evolution_step_by_step(finished):
    *_, last = a_course().evolution().run()
    assert finished.now.to_json() == last.to_json()
    assert list(finished.table().index) == [1, 2, 3] and finished.over
    with pytest.raises(HernaError, match="all 3 generations"):
        finished.next()


def test_measuring_one_by_one_gives_the_same_bits(finished):
    seen, course = [], a_course()
    while not course.over:
        course = course.next(lambda done, total: seen.append((done, total)))
    assert course.now.to_json() == finished.now.to_json()
    assert seen[:4] == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_a_run_that_was_saved_goes_on_with_identical_bytes(finished, tmp_path):
    a_course().next().save(tmp_path / "first.json")
    whole(Course.load(tmp_path / "first.json")).save(tmp_path / "resumed.json")
    finished.save(tmp_path / "straight.json")
    assert (tmp_path / "resumed.json").read_bytes() == (tmp_path / "straight.json").read_bytes()


def test_another_seed_is_another_evolution(finished):
    other = a_course(seed=1).next()
    assert not np.array_equal(other.now.genomes, a_course().next().now.genomes)


def test_what_is_told_of_a_generation(finished):
    table, now = finished.table(), finished.now
    assert table["best"].iloc[-1] == now.fitness.max() and 1 <= table["distinct"].iloc[-1] <= 4
    assert table["overall"].is_monotonic_increasing and (table["spread"] > 0).all()
    assert finished.ceiling * 3 == a_course().ceiling * 3 == Course(finished.game).ceiling


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("format", "herna-bot/1", "not a herna-evolution/2 file"),
        ("format", "herna-evolution/1", "does not say in which dungeon it was"),
        ("dungeon", {"hero": "Priest", "race": "Dwarf"}, "dungeon; allowed: the fields"),
        ("dungeon", "Dwarf Priest", "dungeon; allowed: the fields"),
        ("games", 0, "games is 0"),
        ("seed", -1, "seed is -1"),
        ("settings", {"population": 4}, "those of an evolution"),
        ("course", [], "a row for each of 1 generations"),
        ("course", [{"generation": 1}], "rows of generation"),
        ("more", 1, "allowed: the fields"),
    ],
)
def test_a_damaged_checkpoint_is_refused_in_one_line(tmp_path, field, value, words):
    path = tmp_path / "checkpoint.json"
    a_course().next().save(path)
    path.write_text(json.dumps(json.loads(path.read_text()) | {field: value}))
    with pytest.raises(HernaError, match=words):
        Course.load(path)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("hero", "Bard", "hero is 'Bard'"),
        ("hero", ["Priest"], "hero is .* allowed: text"),
        ("race", 7, "race is 7; allowed: text"),
        ("strength", 0, "strength is 0"),
        ("strength", "100", "strength is '100'"),
        ("vision", "yes", "vision is 'yes'"),
        ("monsters", "Goat", "monsters is 'Goat'; allowed: a list"),
        ("monsters", [["Goat"]], "allowed: a list of names"),
        ("monsters", ["Goat", "Goat"], "holds 'Goat' twice"),
        ("map", "@@", "0 bosses"),
        ("tables", "somewhere", "tables is 'somewhere'; allowed: none, unless they are named"),
    ],
)
def test_a_damaged_dungeon_in_a_checkpoint_is_refused_in_one_line(tmp_path, field, value, words):
    path = tmp_path / "checkpoint.json"
    a_course().next().save(path)
    data = json.loads(path.read_text())
    data["dungeon"][field] = value
    path.write_text(json.dumps(data))
    with pytest.raises(HernaError, match=words):
        Course.load(path)


OTHER = Dungeon(
    hero="Fighter", race="Orc", strength=30, floor_tiles=300, monsters=("Zombie", "Goat")
)


@pytest.mark.parametrize("game", [OTHER, Dungeon(map=EXAMPLE, vision=True)], ids=("lot", "map"))
def test_a_course_goes_on_in_the_dungeon_that_it_began_in(tmp_path, game):
    begun = Course(game, SMALL, games=1)
    begun.next().save(tmp_path / "first.json")
    loaded = Course.load(tmp_path / "first.json")
    assert loaded.game == game
    whole(loaded).save(tmp_path / "resumed.json")
    whole(begun).save(tmp_path / "straight.json")
    assert (tmp_path / "resumed.json").read_bytes() == (tmp_path / "straight.json").read_bytes()


def test_a_checkpoint_of_ones_own_tables_is_opened_by_who_names_them(tmp_path):
    tables = str(tmp_path)
    path = tmp_path / "checkpoint.json"
    Course(Dungeon(tables=tables), SMALL, games=1).next().save(path)
    assert Course.load(path, tables).game.tables == tables
    Course(Dungeon(), SMALL, games=1).next().save(tmp_path / "plain.json")
    assert Course.load(tmp_path / "plain.json", tables).game.tables == ""
    for other in ("", str(tmp_path.parent)):
        with pytest.raises(HernaError, match=r"tables is .*; allowed: "):
            Course.load(path, other)


def test_a_course_does_not_go_on_with_tables_that_were_edited(tmp_path):
    own = tmp_path / "own"
    own.mkdir()
    text = Path(tables.__file__).with_name("classes.csv").read_text()
    (own / "classes.csv").write_text(text)
    Course(Dungeon(tables=own), SMALL, games=1).next().save(tmp_path / "checkpoint.json")
    assert Course.load(tmp_path / "checkpoint.json", own).next().now.number == 2
    (own / "classes.csv").write_text(text.replace("Fighter,10,10", "Fighter,20,15"))
    with pytest.raises(HernaError, match=r"the tables in .* are not those it was bred with"):
        Course.load(tmp_path / "checkpoint.json", own)


def test_numbers_of_numpy_can_be_saved(tmp_path):
    course = Course(Dungeon(), SMALL, games=np.int64(1), seed=np.int64(7))
    course.next().save(tmp_path / "checkpoint.json")
    assert Course.load(tmp_path / "checkpoint.json").seed == 7


def test_nothing_is_saved_before_the_first_generation(tmp_path):
    with pytest.raises(HernaError, match="before the first generation"):
        a_course().save(tmp_path / "x.json")

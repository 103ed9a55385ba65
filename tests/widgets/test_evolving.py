"""The dashboard of an evolution: run, pause, go on, stop, save, load."""

import asyncio
import time

import numpy as np
import pytest

from herna.dungeon.course import Course
from herna.errors import HernaError
from herna.evolution import Settings
from herna.experiments.dungeon_experiment import HEROES
from herna.games.dungeon import Dungeon
from herna.widgets import EvolutionDashboard
from herna.widgets.errors import CallbackFailed

SMALL = Settings(population=4, generations=3)


def a_dashboard(**settings):
    given = {"hero": "Dwarf Priest", "settings": SMALL, "games": 1, **settings}
    return EvolutionDashboard(**given)


def straight():
    course = Course(Dungeon(hero="Priest", race="Dwarf"), SMALL, games=1)
    while not course.over:
        course = course.next()
    return course


async def until(condition, seconds=20):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it takes too long"
        await asyncio.sleep(0.005)


def test_a_started_evolution_runs_to_its_end_and_hands_its_best_bot_on():
    dashboard = a_dashboard()
    assert dashboard.best is None and dashboard._save_button.disabled
    before = dashboard._picture.value
    dashboard._start_button.click()
    assert dashboard.course.now.to_json() == straight().now.to_json()
    assert dashboard.best.hero == "Dwarf Priest" and dashboard._picture.value != before
    assert np.array_equal(dashboard.best.genome, dashboard.course.now.best)
    assert "generation 3 of 3" in dashboard._label.value
    assert dashboard._pause_button.disabled and not dashboard._start_button.disabled


def test_a_paused_evolution_goes_on_as_if_it_had_not_been_paused():
    async def scenario():
        dashboard = a_dashboard()
        dashboard.start()
        assert dashboard.running and dashboard._population.disabled
        with pytest.raises(HernaError, match="running"):
            dashboard.start()
        await until(lambda: dashboard.course.now is not None)
        dashboard._pause_button.click()
        await until(lambda: not dashboard.running)
        assert dashboard.course.over or dashboard._pause_button.description == "Resume"
        if not dashboard.course.over:
            dashboard._pause_button.click()
            await until(lambda: dashboard.course.over)
        dashboard.close()
        return dashboard.course

    assert asyncio.run(scenario()).now.to_json() == straight().now.to_json()


def test_a_stopped_evolution_is_over_and_stopping_takes_effect_within_a_generation():
    async def scenario():
        dashboard = a_dashboard(settings=Settings(population=2000, generations=9))
        dashboard.start()
        await until(lambda: dashboard._measured[0] > 0)
        dashboard._stop_button.click()
        await until(lambda: not dashboard.running)
        assert dashboard.course.now is None and dashboard.panel.error == ""
        dashboard.close()

    asyncio.run(scenario())


def test_a_checkpoint_is_saved_and_goes_on_with_the_same_bits(tmp_path):
    dashboard = a_dashboard(folder=tmp_path)
    dashboard.course = dashboard.course.next()
    dashboard.look()
    dashboard._save_button.click()
    assert "saved as" in dashboard.panel.note
    other = EvolutionDashboard(folder=tmp_path)
    other._load_button.click()
    assert other._hero.value == "Dwarf Priest" and other._population.value == 4
    other._pause_button.click()  # Resume
    assert other.course.now.to_json() == straight().now.to_json()
    other._name.value = "nothing.json"
    with pytest.raises(CallbackFailed):
        other._load_button.click()
    assert other.panel.error and other.course.over


def test_settings_come_from_the_controls():
    dashboard = a_dashboard()
    dashboard._hero.value, dashboard._seed.value = "Elf Wizard", 7
    dashboard._population.value, dashboard._generations.value = 2, 1
    dashboard._rates["smart"].value = 0.5
    dashboard.start()
    course = dashboard.course
    assert course.hero == "Elf Wizard" and course.seed == 7 and course.over
    assert course.settings == Settings(population=2, generations=1, smart=0.5)
    dashboard._elite.value = 5
    with pytest.raises(CallbackFailed):
        dashboard._start_button.click()
    assert "elite is 5" in dashboard.panel.error


def test_the_dungeon_that_was_given_is_bred_in_whoever_is_chosen():
    weak = Dungeon(hero="Priest", race="Dwarf", strength=30)
    dashboard = a_dashboard(hero=weak)
    dashboard._start_button.click()
    assert dashboard.course.game == weak
    assert "Dwarf Priest (strength 30): generation" in dashboard._label.value
    dashboard._hero.value = "Elf Wizard"
    dashboard._start_button.click()
    assert dashboard.course.game == Dungeon(hero="Wizard", race="Elf", strength=30)


def test_a_hero_of_ones_own_stands_beside_the_four():
    orc = Dungeon(hero="Fighter", race="Orc")
    dashboard = a_dashboard(hero=orc)
    assert dashboard._hero.value == "Orc Fighter" and len(dashboard._hero.options) == 5
    dashboard._start_button.click()
    assert dashboard.course.game == orc and dashboard.best.hero == "Orc Fighter"
    dashboard._hero.value = "Dwarf Priest"
    dashboard._start_button.click()
    dashboard._hero.value = "Orc Fighter"
    dashboard._start_button.click()
    assert dashboard.course.game == orc
    assert a_dashboard()._hero.options == tuple(HEROES)


def test_a_checkpoint_brings_its_dungeon(tmp_path):
    game = Dungeon(hero="Fighter", race="Orc", strength=30, monsters=("Zombie",))
    dashboard = a_dashboard(hero=game, folder=tmp_path)
    dashboard.course = dashboard.course.next()
    dashboard.save("evolution.json")
    other = a_dashboard(folder=tmp_path)
    other.load("evolution.json")
    assert other.course.game == game and other._hero.value == "Orc Fighter"
    assert "strength 30" in other.words() and "monsters of its own" in other.words()
    other.start()
    assert other.course.game == game


def test_an_error_in_the_thread_is_shown(monkeypatch):
    def broken(self, between=None):
        raise HernaError("the dungeon fell in")

    monkeypatch.setattr(Course, "next", broken)
    dashboard = a_dashboard()
    with pytest.raises(CallbackFailed):
        dashboard.start()
    assert dashboard.panel.error == "the dungeon fell in" and not dashboard.running


def test_a_picture_is_there_without_a_kernel():
    dashboard = a_dashboard()
    data, _ = dashboard._repr_mimebundle_()
    assert "<img alt=" in data["text/html"] and "no generation yet" in data["text/plain"]
    dashboard.close()
    assert dashboard.comm is None

"""The genome editor: its order, its form, its files and its trials."""

import asyncio
import time

import numpy as np
import pytest

from herna.dungeon import genes
from herna.dungeon.genome import NAMES, place
from herna.dungeon.trial import hand_made, order_of, trial
from herna.errors import HernaError
from herna.games.dungeon import Dungeon
from herna.seeds import generator
from herna.widgets import GenomeEditor
from herna.widgets import editor as module
from herna.widgets.errors import CallbackFailed


def a_genome(seed=1):
    return genes().random(1, generator(seed))[0]


def an_editor(**settings):
    return GenomeEditor(**{"genome": hand_made(), "games": 3, **settings})


def button(editor, words):
    found = [*editor._loads, *editor._files, editor._play_button, editor._stop_button]
    return next(member for member in found if member.description == words)


def test_every_gene_survives_the_controls():
    for seed in range(5):
        editor = an_editor(genome=a_genome(seed))
        assert np.array_equal(editor.genome, a_genome(seed))


def test_a_moved_slider_changes_the_order_at_once():
    editor = an_editor()
    game, _ = editor._lists
    assert game.order[:4] == ["G2", "G3", "G4", "G1"]
    game.sliders["G8"].value = 1.0
    game.sliders["G2"].value = 0.0
    assert game.order[0] == "G8" and ">1.<" in game._ranks["G8"].value
    assert [NAMES[name] for name in game.order] == order_of(editor.genome)[0]


def test_a_loaded_genome_sorts_its_sliders():
    editor = an_editor()
    editor.load(a_genome(3))
    for part in editor._lists:
        shown = [line.children[1].value for line in part._box.children]
        assert shown == sorted(shown, reverse=True)


def test_what_a_browser_rounds_is_not_a_change():
    editor = an_editor(genome=a_genome(3))
    for part in editor._lists:
        for slider in part.sliders.values():
            slider.value = round(slider.value, 2)
    fraction = editor._form.controls[place("C7", "health fraction to reach")]
    fraction.value = round(fraction.value, 2)
    assert np.array_equal(editor.genome, a_genome(3))
    fraction.value += 0.01
    assert editor.genome[place("C7", "health fraction to reach")] == fraction.value


def test_the_form_holds_all_genes_that_are_no_priorities():
    editor = an_editor()
    assert len(editor._form.controls) == 43
    editor._form.controls[place("G1", "tile choice")].value = 2
    editor._form.controls[place("G8", "convert Poison")].value = True
    assert editor.genome[place("G1", "tile choice")] == 2
    assert editor.genome[place("G8", "convert Poison")] == 1


def test_a_trial_is_what_the_library_function_gives():
    editor = an_editor(hero="Dwarf Priest")
    assert editor._picture.layout.display == "none", "nothing to show yet"
    button(editor, "Play").click()
    assert editor._picture.layout.display is None
    assert editor.trial == trial(Dungeon(hero="Priest", race="Dwarf"), hand_made(), 3)
    assert editor._bar.value == 3 and "kills a game" in editor.panel.note


def test_the_genome_from_before_is_kept_for_comparison():
    editor = an_editor()
    editor.play(2)
    first = editor.trial
    editor.play(3)
    assert editor.before is None and editor.trial.games == 3
    button(editor, "Random").click()
    second = editor.trial
    editor.play(2)
    assert editor.before is second and "before:" in editor.words()
    button(editor, "As before").click()
    assert tuple(editor.genome) == first.genome


def test_a_bot_is_saved_and_loaded(tmp_path):
    editor = an_editor(hero="Elf Wizard", genome=a_genome(), folder=tmp_path)
    button(editor, "Save").click()
    other = an_editor(folder=tmp_path)
    button(other, "Load").click()
    assert np.array_equal(other.genome, editor.genome) and other.hero == "Elf Wizard"
    other._name.value = "../bot.json"
    with pytest.raises(CallbackFailed):
        button(other, "Load").click()
    assert "without folders" in other.panel.error


def test_where_no_representative_is_stored_that_is_said(monkeypatch):
    monkeypatch.setattr(module, "representatives", dict)
    editor = GenomeEditor(games=2)
    assert np.array_equal(editor.genome, hand_made())
    with pytest.raises(CallbackFailed):
        button(editor, "Representative").click()
    assert "no representative of Human Fighter" in editor.panel.error


def test_another_hero_has_trials_of_its_own():
    editor = an_editor()
    editor.play(2)
    editor._hero.value = "Halfling Thief"
    assert editor.trial is None and editor._crawler.game.hero == "Thief"


def test_the_dungeon_that_was_given_is_kept_whoever_is_chosen():
    orc = Dungeon(hero="Fighter", race="Orc", strength=30)
    editor = an_editor(hero=orc)
    assert editor.hero == "Orc Fighter" and editor._crawler.game == orc
    editor.play(2)
    assert editor.trial == trial(orc, hand_made(), 2)
    assert editor.words().startswith("Orc Fighter (strength 30): ")
    editor._hero.value = "Elf Wizard"
    assert editor._crawler.game == Dungeon(hero="Wizard", race="Elf", strength=30)
    editor._hero.value = "Orc Fighter"
    assert editor._crawler.game == orc
    with pytest.raises(CallbackFailed):
        button(editor, "Representative").click()
    assert "no representative of Orc Fighter" in editor.panel.error


def test_playing_leaves_the_kernel_free_and_can_be_stopped():
    async def scenario():
        editor, longest, last = an_editor(), 0.0, time.monotonic()
        editor.play(50_000)
        assert editor.running and editor._play_button.disabled
        for _ in range(40):
            await asyncio.sleep(0.005)
            longest, last = max(longest, time.monotonic() - last), time.monotonic()
        editor.stop()
        while editor.running:
            await asyncio.sleep(0.005)
        assert editor.trial is None and editor.panel.note == "stopped"
        editor.close()
        return longest

    assert asyncio.run(scenario()) < 1.0  # 0.05 on a machine with nothing else to do


def test_impossible_settings_are_refused_in_one_line():
    with pytest.raises(HernaError, match="hero is 'Dwarf'"):
        GenomeEditor("Dwarf")
    with pytest.raises(HernaError, match="games is 0"):
        GenomeEditor(games=0)
    with pytest.raises(HernaError, match="3 genes; allowed: 64"):
        an_editor(genome=[1, 2, 3])


def test_a_picture_is_there_without_a_kernel():
    editor = an_editor()
    editor.play(2)
    data, _ = editor._repr_mimebundle_()
    assert "<img alt=" in data["text/html"] and "Kill monster, Pick up item" in data["text/html"]
    assert data["text/plain"] == editor.words()

"""The chooser of dungeons: a table by playing, the nearest dungeon, fog, and a game in it."""

import pandas as pd
import pytest

from herna.dungeon import GREEDY, Crawler
from herna.dungeon.choosing import digits_of, judge
from herna.errors import HernaError
from herna.games.dungeon import Dungeon
from herna.players import Random
from herna.seeds import generator
from herna.widgets import DungeonChooser
from herna.widgets.chooser import CLEAR


@pytest.fixture(scope="module")
def table():
    """A few dungeons; to be judged in time, a win is to have killed half of the monsters."""
    crawler, rows = Crawler(Dungeon(hero="Priest", race="Dwarf")), []
    for number in range(40, 52):
        games = [
            crawler.play(GREEDY, generator(number, n), crawler.enter_again(number))
            for n in range(4)
        ]
        wins = sum(game.kills > 15 for game in games)
        rows.append({"cell": "Dwarf Priest", "number": number, "games": 4, "wins": wins})
    rows.append({"cell": "Elf Wizard", "number": 3, "games": 4, "wins": 1})
    return pd.DataFrame(rows)


def test_the_slider_asks_for_a_difficulty(table):
    chooser = DungeonChooser(table, "Dwarf Priest", 1.0)
    rates = table[table["cell"] == "Dwarf Priest"]["wins"] / 4
    assert chooser.dungeon.rate == rates.max()
    chooser._wanted.value = 0
    assert chooser.dungeon.rate == rates.min() and chooser.wanted == 0
    chooser._hero.value = "Elf Wizard"
    assert chooser.dungeon.number == 3 and chooser.game.hero == "Wizard"


def test_another_one_is_another_dungeon(table):
    chooser = DungeonChooser(table)
    first, told = chooser.dungeon.number, chooser._told.value
    chooser._buttons["Another one"].click()
    assert chooser.dungeon.number != first and chooser._told.value != told


def test_judges_can_be_asked_again_and_once_more(table):
    chooser = DungeonChooser(table, "Dwarf Priest")
    number, game = chooser.dungeon.number, chooser.game
    chooser._buttons["Judge again"].click()
    assert chooser.again == judge(number, game) and "Asked again" in chooser._told.value
    chooser._buttons["Judge again"].click()
    assert chooser.again == judge(number, game).with_more(judge(number, game, seed=1))
    chooser._fog.value = CLEAR
    assert "of 200 games" in chooser._told.value, "it is still the same dungeon"
    chooser._buttons["Another one"].click()
    assert chooser.again is None and "Asked again" not in chooser._told.value


def test_the_picture_is_with_or_without_fog(table):
    chooser = DungeonChooser(table)
    fog = chooser.board.scene
    chooser._fog.value = CLEAR
    assert len(chooser.board.scene["shapes"]) > len(fog["shapes"])


def test_play_puts_a_board_in_place_of_the_picture(table):
    chooser = DungeonChooser(table, "Dwarf Priest")
    chooser._buttons["Play"].click()
    (stepper,) = chooser._place.children
    assert stepper.match.waiting
    assert tuple(stepper.match.moves) == digits_of(chooser.dungeon.number)
    stepper.restart()
    assert tuple(stepper.match.moves) == digits_of(chooser.dungeon.number)
    chooser._buttons["Back to the picture"].click()
    assert stepper.comm is None and chooser._place.children[0].children[0] is chooser.board


def test_a_match_is_handed_out_for_code(table):
    chooser = DungeonChooser(table)
    match = chooser.match(Random()).finish()
    assert match.over and chooser.match().waiting


def test_impossible_settings_are_refused_in_one_line(table):
    with pytest.raises(HernaError, match="wanted is 50"):
        DungeonChooser(table, wanted=50)
    with pytest.raises(HernaError, match="hero is 'Human Fighter'"):
        DungeonChooser(table, "Human Fighter")
    with pytest.raises(HernaError, match="no column cell"):
        DungeonChooser([1, 2])


def test_a_picture_is_there_without_a_kernel(table):
    chooser = DungeonChooser(table)
    data, _ = chooser._repr_mimebundle_()
    assert "<img alt=" in data["text/html"] and data["text/plain"] == chooser.words()
    chooser.close()
    assert chooser.comm is None and chooser.board.comm is None

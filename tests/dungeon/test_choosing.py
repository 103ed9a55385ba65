"""Dungeons by difficulty: the nearest one is chosen, and a match leads into it."""

import pandas as pd
import pytest

from herna.dungeon import Crawler
from herna.dungeon.choosing import ThisDungeon, choose, digits_of, match_in
from herna.errors import HernaError
from herna.games.dungeon import Dungeon
from herna.games.dungeon.state import BASE, DIGITS
from herna.players import Random

TABLE = pd.DataFrame(
    {
        "cell": ["Dwarf Priest"] * 4 + ["Elf Wizard"],
        "number": [5, 123456, 7, 99, 1],
        "games": [4, 4, 4, 4, 8],
        "wins": [0, 2, 4, 2, 1],
    }
)


def test_the_nearest_share_is_chosen_and_another_is_the_next_nearest():
    numbers = [choose(TABLE, "Dwarf Priest", 0.6, n).number for n in range(5)]
    assert numbers == [123456, 99, 7, 5, 123456]
    assert choose(TABLE, "Elf Wizard", 1).words() == "evolved bots won 1 of 8 games here (12%)"


def test_a_match_in_a_dungeon_starts_where_the_crawler_does():
    game = Dungeon(hero="Priest", race="Dwarf")
    match = match_in(game, 123456)
    assert match.waiting and tuple(match.moves) == digits_of(123456)
    there = Crawler(game).enter_again(123456)
    assert (match.state.array == there).all()


def test_a_new_game_is_in_the_same_dungeon():
    match = match_in(Dungeon(), 77, Random())
    match.restart(5)
    match.go_to(DIGITS)
    assert tuple(match.moves) == digits_of(77) and match.chance == ThisDungeon(77)
    assert match.trace().chance == "dungeon 77"


def test_what_does_not_fit_is_refused_in_one_line():
    with pytest.raises(HernaError, match="no column wins"):
        choose(TABLE.drop(columns="wins"), "Elf Wizard", 0.5)
    with pytest.raises(HernaError, match="did you mean 'Elf Wizard'"):
        choose(TABLE, "Elf Wizzard", 0.5)
    with pytest.raises(HernaError, match="wanted is 50"):
        choose(TABLE, "Elf Wizard", 50)
    with pytest.raises(HernaError, match="without games"):
        choose(TABLE.assign(games=0), "Elf Wizard", 0.5)
    with pytest.raises(HernaError, match="number is"):
        digits_of(BASE**DIGITS)

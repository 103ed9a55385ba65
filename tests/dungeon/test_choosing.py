"""Dungeons by difficulty: the nearest one is chosen, and a match leads into it."""

from dataclasses import replace

import pandas as pd
import pytest

from herna.claims.claim import stored
from herna.claims.dungeon_tables import difficulties
from herna.dungeon import Crawl, Crawler
from herna.dungeon.choosing import ThisDungeon, choose, digits_of, judge, match_in
from herna.errors import HernaError
from herna.games.dungeon import Dungeon
from herna.games.dungeon.state import BASE, DIGITS
from herna.players import Random
from herna.statistics import proportion_interval

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
    words = "evolved bots won 1 of 8 games here (12%, interval 2% to 47%)"
    assert choose(TABLE, "Elf Wizard", 1).words() == words


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


PRIEST = Dungeon(hero="Priest", race="Dwarf")
HOPELESS = """
.. .. .. .. ..
.. @@ .. !h ..
?F .. +a .. M*
"""


def test_a_dungeon_that_was_never_judged_is_judged_the_same_way_every_time():
    found = judge(123456, PRIEST, games=5, seed=3)
    assert found == judge(123456, PRIEST, games=5, seed=3)
    assert (found.hero, found.number, found.games) == ("Dwarf Priest", 123456, 20)
    assert found.interval == proportion_interval(found.wins, 20) and 0 <= found.rate <= 1
    others = {judge(123456, PRIEST, games=5, seed=seed).wins for seed in range(8)}
    assert len(others) > 1, "another seed, other games"


def test_a_number_a_state_and_a_crawl_lead_into_the_same_games():
    crawl = Crawl.start(PRIEST, seed=5)
    number = int(crawl._array["number"][0])
    state = match_in(PRIEST, number).state
    before = state.array.copy()
    by_number, *others = judge(number, PRIEST, 3), judge(state, PRIEST, 3), judge(crawl, games=3)
    assert others == [replace(by_number, number=None)] * 2, "which dungeon it is stays hidden"
    assert (state.array == before).all() and not crawl.over, "the game itself is left alone"


def test_a_map_can_be_judged():
    found = judge(HOPELESS, PRIEST, games=2)
    assert found.number is None and found.games == 8 and found.wins == 0
    weak = judge("@@ .. .. M1 .. M*", Dungeon(hero="Thief", race="Halfling", strength=1), games=2)
    assert weak.rate == 1


def test_the_stored_table_and_new_games_agree():
    """Dungeons that the judges won always, or never, in their eight games there."""
    rows = difficulties(stored())
    priests = rows[rows["cell"] == "Dwarf Priest"].iloc[:200]
    rates = {
        wins: [judge(n, PRIEST, 5).rate for n in priests[priests["wins"] == wins]["number"][:3]]
        for wins in (0, 8)
    }
    assert max(rates[0]) < 0.5 < min(rates[8])


def test_what_cannot_be_judged_is_refused_in_one_line():
    with pytest.raises(HernaError, match="hero is 'Orc Fighter'"):
        judge(1, Dungeon(race="Orc"))
    with pytest.raises(HernaError, match="a dungeon as text, a state or a crawl"):
        judge(-1, PRIEST)
    with pytest.raises(HernaError, match="0 bosses"):
        judge("@@ ..", PRIEST)
    with pytest.raises(HernaError, match="games is 0"):
        judge(1, PRIEST, games=0)
    with pytest.raises(HernaError, match="walls where nobody looked"):
        judge(Crawl.start(PRIEST).detach())
    with pytest.raises(HernaError, match="no game is going on"):
        judge(PRIEST.initial(), PRIEST)
    with pytest.raises(HernaError, match="no game is going on"):
        judge(match_in(PRIEST, 7, Random()).finish().state, PRIEST)

"""The strategy table: live series of games that can be paused and played again."""

import asyncio
import time

import numpy as np
import pytest

from herna.errors import HernaError
from herna.experiments.tournament_experiment import played
from herna.games.checkers import Checkers
from herna.payoffs import StdAI
from herna.seeds import generator
from herna.statistics import mean_interval
from herna.widgets.errors import CallbackFailed
from herna.widgets.strategies import StrategyTable, playing

GAME = Checkers(patience=40)


def a_table(**settings):
    return StrategyTable(**{"games": 6, "seed": 3, "game": GAME, **settings})


async def until(condition, seconds=30):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it takes too long"
        await asyncio.sleep(0.005)


def test_a_game_is_the_one_of_the_stored_series_with_the_same_lots():
    seats = [StdAI(strategies=words, depth=1) for words in ("K", "PTP", "")]
    for number in range(3):
        truth = played(GAME, seats, generator(0, number))
        *_, (plies, row) = playing(GAME, seats, generator(0, number))
        assert plies == row["plies"] == truth["plies"] and row["sharing"] == truth["sharing"]
        for seat, colour in enumerate(("white", "black", "red")):
            assert row["points"][seat] == truth[f"points_{colour}"]
            assert row["fates"][seat] == truth[f"fate_{colour}"]
            assert row["pieces"][seat] == truth[f"pieces_{colour}"]


def test_a_series_is_played_to_its_end():
    table = a_table()
    assert "No game yet" in table._result.value and table._pause.disabled
    table._start.click()  # without an event loop it is made at once
    assert len(table.rows) == 6 and table.over and table._bar.value == 6
    fared = table.table()
    assert fared["points"].sum() == pytest.approx(6)
    assert (fared[["wins", "draws", "losses"]].sum(axis=1) == 6).all()
    assert fared["strategies"].tolist() == ["K", "K", "PK"]
    points = [row["points"][0] for row in table.rows]
    assert (fared["low"][0], fared["high"][0]) == mean_interval(np.array(points))
    assert "K / K / PK: 6 games" in table.panel.unseen
    assert "points per game (95 %)" in table._result.value and table._picture.value
    with pytest.raises(CallbackFailed):
        table._pause.click()
    assert "all games were played" in table.panel.error


def test_the_same_seed_gives_the_same_games_and_another_one_others():
    first, again, other = a_table(), a_table(), a_table(seed=4)
    for table in (first, again, other):
        table.start()
    assert first.rows == again.rows != other.rows


def test_more_games_go_on_with_the_series():
    short, long = a_table(games=3), a_table()
    short.start()
    short._games.value = 6
    assert short._pause.description == "Go on"
    short._pause.click()
    long.start()
    assert short.rows == long.rows


def test_a_paused_series_goes_on_as_if_it_had_not_been_paused():
    async def scenario():
        table = a_table(games=8)
        table._start.click()
        assert table.running and table._start.disabled
        with pytest.raises(HernaError, match="being played"):
            table.resume()
        await until(lambda: len(table.rows) >= 2)
        table._pause.click()
        await asyncio.sleep(0.02)
        assert not table.running
        if not table.over:
            assert table._pause.description == "Go on"
            table._pause.click()
        await until(lambda: table.over)
        table.close()
        assert table.comm is None
        return table.rows

    straight = a_table(games=8)
    straight.start()
    assert asyncio.run(scenario()) == straight.rows


def test_another_table_is_another_series():
    async def scenario():
        table = a_table(games=5000)
        table.start()
        await until(lambda: table.rows)
        table.sets[2].boxes["PU"].value = True
        assert not table.running and table.rows == []
        assert "given up" in table.panel.note and table.name == "K / K / PK+PU"
        assert [player.strategies for player in table.players] == ["K", "K", "PK+PU"]
        table._depth.value = 2
        assert table.players[0].depth == 2
        table.close()

    asyncio.run(scenario())


def test_what_is_no_table_is_refused():
    with pytest.raises(HernaError, match="allowed: strategies of three players"):
        StrategyTable(("K", "K"))
    with pytest.raises(HernaError, match="no strategy 'X'"):
        StrategyTable(("K", "K", "X"))
    with pytest.raises(HernaError, match="games is 0"):
        StrategyTable(games=0)
    with pytest.raises(HernaError, match="depth is 3; allowed: 1, 2"):
        StrategyTable(depth=3)


def test_a_picture_is_there_without_a_kernel():
    table = a_table(games=2)
    data, _ = table._repr_mimebundle_()
    assert "no game yet" in data["text/plain"] and "<img" not in data["text/html"]
    table.start()
    data, _ = table._repr_mimebundle_()
    assert "<img alt=" in data["text/html"] and "2 games" in data["text/plain"]

"""The population view: a decision of the genetic player, stepped through."""

import asyncio
import time

import numpy as np
import pytest

from herna.errors import HernaError
from herna.figures.checkers import plot_collapse, plot_wheel
from herna.games.checkers import Checkers
from herna.lines import wheel
from herna.payoffs import Genetic, StdAI
from herna.seeds import generator
from herna.widgets.errors import CallbackFailed
from herna.widgets.population import PopulationView

GAME = Checkers()
SMALL = Genetic(turns=2, population=60, generations=5)


def a_view(**settings):
    return PopulationView(**{"position": "figure 5", "player": SMALL, "seed": 4, **settings})


def bred(player, state, key, generations):
    breeding = player.breed(GAME, state, key)
    return [next(breeding) for _ in range(generations)]


async def until(condition, seconds=20):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it takes too long"
        await asyncio.sleep(0.005)


def test_steps_are_the_generations_of_the_player():
    view = a_view()
    view._step.click()
    view._step.click()
    truth = bred(SMALL, view.state, 4, 3)[-1]
    assert (view.generation.moves == truth.moves).all() and view.generation.number == 3
    assert view._bar.value == 3 and view._bar.max == 6
    assert view.table()["generation"].tolist() == [1, 2, 3]
    assert "generation 3 of 6: 60 lines" in view.panel.note
    assert view.panel.unseen.startswith(f"of {truth.tried} children")


def test_a_run_goes_on_to_the_end_and_a_reset_begins_again():
    view = a_view()
    view._run.click()  # without an event loop it is made at once
    assert view.over and len(view.table()) == 6 and view._step.disabled and view._run.disabled
    with pytest.raises(HernaError, match="all generations were bred"):
        view.step()
    assert int(view.generation.moves[0, 0]) == bred(SMALL, view.state, 4, 6)[-1].moves[0, 0]
    view._reset.click()
    assert view.generation.number == 1 and not view._run.disabled


def test_a_run_can_be_paused_and_goes_on():
    async def scenario():
        view = a_view(player=Genetic(turns=2, population=400, generations=60))
        view._run.click()
        assert view.running and view._run.description == "Pause" and view._step.disabled
        await until(lambda: view.generation.number >= 3)
        view._run.click()
        await asyncio.sleep(0.05)
        reached = view.generation.number
        assert not view.running and view._run.description == "Run" and reached < 61
        view._step.click()
        assert view.generation.number == reached + 1
        view.run()
        view.close()
        assert view.comm is None

    asyncio.run(scenario())


def test_every_control_begins_anew_with_what_it_says():
    view = a_view()
    view.step()
    view._settings["population"].value = 30
    assert view.generation.number == 1 and len(view.generation.moves) == 30
    view._settings["f1"].value, view._settings["f2"].value = 0.5, 0.0
    view._settings["fresh"].value = False
    view._settings["turns"].value = 3
    view.strategies.boxes["K"].value = True
    assert view.player == Genetic(
        strategies="K", turns=3, population=30, generations=5, f1=0.5, f2=0.0, fresh=False
    )
    assert view.generation.moves.shape == (30, 9)
    view._seed.value, view.position.value = 9, "K"
    truth = bred(view.player, view.state, 9, 1)[-1]
    assert (view.generation.moves == truth.moves).all()


def test_the_tree_counts_the_lines_through_each_move():
    view = a_view()
    view._run.click()
    branches = view.branches()
    assert sum(branch.lines for branch in branches) == 60
    name = GAME.move_name(view.state, branches[0].move)
    assert f"→ white: {name}, {branches[0].lines} line" in view._tree.value
    assert view._tree.value.count("→ ") == 3  # the principal line, three levels deep
    seconds = [branch.value[1] for branch in branches[0].children]
    assert seconds == sorted(seconds, reverse=True)


def test_a_taken_turn_that_nobody_has_is_shown_as_such():
    """Black is out after the first capture; lines have empty places for him."""
    state = GAME.position("white", white="C1 A1", black="D1", red="L1 L2 K2")
    view = a_view(position=state)
    assert "black: no turn" in view._tree.value and (view.generation.moves == -1).any()


def test_literal_breeding_lets_copies_fill_the_population():
    fresh, literal = (
        a_view(player=Genetic(turns=2, population=200, generations=10, fresh=choice))
        for choice in (True, False)
    )
    for view in (fresh, literal):
        view.run()
    assert literal.table()["distinct lines"].iloc[-1] < fresh.table()["distinct lines"].iloc[-1]
    assert (literal.table()["known"] == 0).all()


def test_two_lines_are_crossed_move_by_move():
    view = a_view()
    moves = view.generation.moves
    child = view.cross(1, 2, 2)
    assert child.moves == (*moves[0][:2].tolist(), *moves[1][2:].tolist())
    view._cut.value, view._second.value = 5, 7
    assert view.child.moves == (*moves[0][:5].tolist(), moves[6][5])
    assert view._child_view.value.count("<tr") == 7
    kinds = set()
    for _ in range(40):
        view._pair.click()
        assert view._first.value != view._second.value
        legal, told = view.child.legal, view.child_words()
        assert ("cannot be played" in told) == (not legal)
        assert ("given up" in view._child_view.value) <= (not legal)
        kinds.add(legal)
    assert kinds == {True, False}
    with pytest.raises(HernaError, match="first is 0"):
        view.cross(0, 1, 1)
    with pytest.raises(HernaError, match="cut is 6; allowed: a whole number from 1 to 5"):
        view.cross(1, 2, 6)


def test_a_child_that_needs_a_repair_is_told_apart():
    view = a_view(position="start", player=Genetic(turns=3, population=100, generations=3))
    while not (view.child.legal and "repair" in view.child_words()):
        view._pair.click()
        assert view._spins < 400
    assert view.child.repaired and "repaired" in view._child_view.value


def test_a_generation_of_the_largest_population_is_quick():
    view = a_view(position="start", player=Genetic(population=5000, generations=200))
    view.step()
    seconds = []
    for _ in range(5):
        start = time.perf_counter()
        view.step()
        seconds.append(time.perf_counter() - start)
    assert np.median(seconds) < 1, "far below a second, also on a busy machine"


def test_the_curves_say_what_they_show():
    tables = {"fresh": a_view().table(), "literal": a_view().table()}
    names = [text.get_text() for text in plot_collapse(tables).get_legend().get_texts()]
    assert names == ["fresh", "literal"]
    legend = plot_wheel({"flat": wheel(1500), "steep": wheel(1500, 0)}).get_legend()
    assert [text.get_text() for text in legend.get_texts()] == [
        "flat: half of it to the first 472",
        "steep: half of it to the first 29",
    ]


def test_who_is_too_large_or_no_genetic_player_is_refused():
    with pytest.raises(HernaError, match="player is StdAI; allowed: Genetic"):
        a_view(player=StdAI())
    with pytest.raises(HernaError, match="population is 10000; allowed: a whole number from 1"):
        a_view(player=Genetic(population=10_000))
    with pytest.raises(HernaError, match="seed is -1"):
        a_view(seed=-1)
    view = a_view()
    view.run()
    with pytest.raises(CallbackFailed):
        view._step.click()
    assert "all generations were bred" in view.panel.error


def test_the_same_seed_makes_the_same_generations():
    assert (a_view().generation.moves == a_view().generation.moves).all()
    assert (a_view().generation.moves != a_view(seed=5).generation.moves).any()
    assert generator(4, "pair", 0).random() == generator(4, "pair", 0).random()


def test_a_picture_is_there_without_a_kernel():
    data, _ = a_view()._repr_mimebundle_()
    assert "<img alt=" in data["text/html"] and "The tree of all lines" in data["text/html"]
    assert data["text/plain"].startswith("generation 1 of 6")

"""The tree explorer: it agrees with the full search, opens level by level, and explains ties."""

import asyncio

import numpy as np
import pytest

from herna.backing import EXAMPLE, EXAMPLE_SEATS
from herna.errors import HernaError
from herna.games.checkers import Checkers
from herna.payoffs.full_search import search
from herna.widgets.errors import CallbackFailed
from herna.widgets.tree import BY_HAND, OF_A_GAME, TreeExplorer
from herna.worked import FIGURES, SMALL, START

GAME = Checkers()


@pytest.fixture(scope="module")
def explorer():
    return TreeExplorer("figure 4", "K+PK", 3)


@pytest.mark.parametrize("name", [START, *FIGURES, *SMALL])
@pytest.mark.parametrize("strategies", ["", "K", "PU+PHHK"])
def test_what_is_backed_up_is_what_the_full_search_says(name, strategies):
    """Three moves with three players are one turn."""
    explorer = TreeExplorer(name, strategies, 3)
    known = strategies.split("+") if strategies else ()
    minds = np.tile(GAME.mind(known), (3, 1))
    moves, ratings = search(GAME, explorer.position.state, minds, 1)
    assert explorer.root.moves.tolist() == moves.tolist()
    assert explorer.root.values == pytest.approx(ratings, abs=1e-6)


def test_only_the_first_level_is_open_at_first(explorer):
    explorer._all.click()
    labels = explorer._list.options
    assert len(labels) == 14 and labels[0].startswith("▾ figure 4, K+PK")
    assert "white: H5-I6" in labels[1] and labels[1].endswith("★ chosen")
    assert sum("chosen" in label for label in labels) == 1
    assert explorer.path == () and "white takes H5-I6" in explorer.panel.unseen


def test_a_move_is_opened_and_closed_by_buttons(explorer):
    explorer._all.click()
    explorer._list.index = 1
    explorer._open.click()
    assert explorer._list.index == 1  # what was selected stays so
    assert explorer._list.options[2].lstrip().startswith("▸ black: I7xI5xG3 takes I6 H4")
    explorer._list.index = 2
    explorer._open.click()
    assert explorer._list.options[3].lstrip().startswith("· red:")
    explorer._list.index = 3
    with pytest.raises(CallbackFailed):
        explorer._open.click()
    assert explorer.panel.error == "the line ends with this move; allowed: open another one"
    explorer._list.index = 1
    explorer._shut.click()
    assert len(explorer._list.options) == 14 and explorer.panel.error == ""


def test_the_line_that_is_played_is_opened_at_once(explorer):
    explorer._principal.click()
    names, node = [], explorer.root
    for number in explorer.path:
        names.append(explorer.names(node)[number])
        node = node.after(number)
    assert names[:2] == ["H5-I6", "I7xI5xG3 takes I6 H4"] and len(names) == 3
    assert explorer.board.said.startswith("red: ")


def test_ties_are_explained_by_their_average(explorer):
    explorer.unfold_principal()
    path = explorer.path[:2]
    explorer.unfold(path)
    assert "To red 11 moves are worth the same (0)" in explorer.panel.unseen
    assert "averaged: white 0, black 0, red 0" in explorer.panel.unseen
    labels = [label for label in explorer._list.options if "one of 11 equal" in label]
    assert len(labels) == 11


def test_another_position_strategy_or_depth_is_another_tree(explorer):
    explorer._plies.value = 1
    assert explorer.root.left == 1 and "after 1 move:" in explorer.words()
    assert explorer.root.after(0) is None
    explorer.position.value = "figure 5"
    explorer.strategies.show("PU")
    assert explorer._list.options[0].startswith("▾ figure 5, PU")
    explorer.position.value, explorer._plies.value = "figure 4", 3
    explorer.strategies.show("K+PK")


def test_the_example_by_hand_is_explained():
    explorer = TreeExplorer(EXAMPLE, seats=EXAMPLE_SEATS)
    assert explorer.words().startswith("me takes y; backed up after 3 moves: me +2, first opp")
    explorer.unfold((0,))
    assert "first opponent takes option 2, which pays first opponent most (+5)." in (
        explorer.panel.unseen
    )
    explorer.unfold((0, 0))
    assert "averaged: me +2.50, first opponent +1, second opponent +3" in explorer.panel.unseen
    assert explorer.board.layout.display == "none"
    explorer._source.value = OF_A_GAME
    assert explorer.board.layout.display is None and explorer.seats[0] == "white"
    explorer._source.value = BY_HAND
    assert explorer.seats == EXAMPLE_SEATS


def test_a_long_search_tells_how_far_it_has_got(monkeypatch):
    async def scenario():
        monkeypatch.setattr("herna.widgets.tree.SLICE", 0.0)
        explorer = TreeExplorer("start", "", 3)
        assert explorer.running and explorer.words() == "searching ..."
        notes = set()
        while explorer.running:
            notes.add(explorer.panel.note)
            await asyncio.sleep(0)
        assert any(note.startswith("searching: 4 of 10 moves") for note in notes)
        assert explorer.words().startswith("white takes")
        explorer._plies.value = 2
        explorer._plies.value = 3  # the search before is given up
        explorer._source.value = BY_HAND
        await asyncio.sleep(0.05)
        assert not explorer.running and explorer.words().startswith("me takes y")
        explorer.close()
        assert explorer.comm is None
        shown = TreeExplorer("start", "", 3)
        assert shown._repr_mimebundle_()[0]["text/plain"].startswith("white takes")

    asyncio.run(scenario())


def test_what_is_no_tree_or_depth_is_refused(explorer):
    with pytest.raises(HernaError, match="plies is 4; allowed: a whole number from 1 to 3"):
        TreeExplorer(plies=4)
    with pytest.raises(HernaError, match="'you' moves; allowed: me"):
        TreeExplorer(("you", {"a": (1, 2)}), seats=("me", "him"))
    with pytest.raises(HernaError, match="there is no move 99 there"):
        explorer.unfold((99,))


def test_a_picture_is_there_without_a_kernel(explorer):
    explorer.fold(())
    data, _ = explorer._repr_mimebundle_()
    assert data["text/html"].count("<li>") == 14 and data["text/plain"] == explorer.words()

"""The board widget without a browser: what it sends and what it makes of a click."""

import pytest

from herna.errors import HernaError
from herna.figures.boards import board
from herna.games import Pig
from herna.widgets import Board
from herna.widgets.board import whole_number


def a_scene(pot=0):
    game = Pig()
    state = game.initial().replace(pot=pot)
    return board(game, state, game.moves(state))


def test_a_click_calls_back_with_its_move():
    heard = []
    widget = Board(a_scene(), on_move=heard.append)
    widget._handle_custom_msg({"clicked": 1}, [])
    assert heard == [1]


def test_a_click_on_a_part_of_a_move_calls_back_with_the_name_of_its_cell():
    heard = []
    widget = Board(a_scene(), on_pick=heard.append)
    for name in ("deck", None):
        widget._handle_custom_msg({"picked": name}, [])
    widget._handle_custom_msg({"clicked": 1}, [])
    assert heard == ["deck", None]


@pytest.mark.parametrize("message", [{}, {"other": 1}, [], "clicked", None])
def test_other_messages_are_ignored(message):
    heard = []
    Board(a_scene(), on_move=heard.append)._handle_custom_msg(message, [])
    assert heard == []


@pytest.mark.parametrize("move", ["1", 1.5, True, None, [1]])
def test_a_move_from_a_browser_must_be_a_whole_number(move):
    with pytest.raises(HernaError, match="whole number"):
        whole_number(move)


def test_showing_another_scene_changes_what_is_drawn():
    widget = Board(a_scene())
    before = widget.scene
    widget.show(a_scene(pot=7), "player 1 rolled 7")
    assert widget.scene != before and widget.said == "player 1 rolled 7"


def test_a_picture_is_there_without_a_kernel():
    data, _ = Board(a_scene())._repr_mimebundle_()
    assert data["text/html"].startswith("<img alt=")
    assert "application/vnd.jupyter.widget-view+json" in data

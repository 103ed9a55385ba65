"""The editor of Saaty's comparisons: weights, consistency, and the best moves they change."""

import asyncio

import numpy as np
import pytest

from herna.errors import HernaError
from herna.payoffs import StdAI
from herna.pays import EQUAL
from herna.saaty import as_printed, weigh
from herna.widgets.errors import CallbackFailed
from herna.widgets.saaty import SaatyEditor


@pytest.fixture
def editor():
    return SaatyEditor()


def test_it_begins_with_the_comparisons_of_the_thesis_calculated_right(editor):
    assert editor.values == {"pawn": 1947, "queen": 7172, "crowning": 881}
    assert "ratio 0.081: consistent enough" in editor._matrix.value
    assert "weights corrected: pawn 0.195, queen 0.717, crowning 0.088" in editor.panel.unseen


def test_a_button_shows_the_printed_weights_with_their_slip(editor):
    editor._buttons[0].click()
    assert editor.values == {"pawn": 2540, "queen": 6650, "crowning": 810}
    assert "1.667 (a slip: it is 0.6)" in editor._matrix.value
    assert editor.weighing.weights.tolist() == as_printed().weights.tolist()
    editor._buttons[1].click()
    assert editor.values["pawn"] == 1947 and "slip" not in editor._matrix.value


def test_weights_follow_what_is_edited(editor):
    editor._buttons[0].click()
    editor._entries[0].value = "1/4"  # whoever edits has left the printed weights
    assert editor.weighing.weights == pytest.approx(weigh(editor.matrix).weights)
    assert float(editor.matrix[1][0]) == 4 and "as edited" in editor.panel.unseen
    editor._entries[2].value = "1/9"
    assert "too contradictory" in editor._matrix.value


def test_best_moves_are_those_of_the_full_search_with_these_values(editor):
    words = "+".join(f"{name}:{value}" for name, value in editor.values.items())
    player = StdAI(strategies="K", depth=1, values=words)
    moves, ratings = player.ratings(editor.game, editor.position.state)
    own = ratings[:, 0]
    best = moves[np.flatnonzero(own >= own.max() - EQUAL)]
    names = [editor.game.move_name(editor.position.state, int(move)) for move in best]
    assert editor.best_moves(editor.values)[0] == names
    assert "as printed (2540/6650/810)" in editor.panel.note


def test_values_can_change_the_best_move(editor):
    """With a crowning that is worth little more than nothing nobody crowns."""
    editor.position.value, editor.strategies.boxes["K"].value = "PK", False
    assert "F3xH5" in editor._moves.value
    editor.show(("1/5", "1/9", "1/2"))  # a queen is worth much, and so is crowning
    assert "as edited" in editor._moves.value
    edited = editor.best_moves(editor.values)[0]
    printed = editor.best_moves({"pawn": 2540, "queen": 6650, "crowning": 810})[0]
    assert edited != printed and "crowned" in edited[0]
    editor._depth.value = 2
    assert editor.panel.error == ""


def test_the_search_follows_the_edit():
    async def scenario():
        editor = SaatyEditor()
        assert editor.panel.note == "searching ..."
        await asyncio.sleep(0.2)
        assert "Best moves" in editor.panel.note
        editor._entries[1].value = "4"
        editor.close()
        assert editor.comm is None

    asyncio.run(scenario())


def test_what_is_no_comparison_is_refused(editor):
    with pytest.raises(CallbackFailed):
        editor._entries[0].value = "much"
    assert "a comparison is 'much'; allowed: a number such as 3 or 1/5" in editor.panel.error
    with pytest.raises(HernaError, match="2 comparisons; allowed: 3"):
        SaatyEditor((1, 2))
    with pytest.raises(HernaError, match="depth is 0"):
        SaatyEditor(depth=0)


def test_a_picture_is_there_without_a_kernel(editor):
    data, _ = editor._repr_mimebundle_()
    assert "<img alt=" in data["text/html"] and data["text/plain"] == editor.words()

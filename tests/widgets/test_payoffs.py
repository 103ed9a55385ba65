"""The payoff board: what moves pay, cooperation made visible, and the worked lines."""

import asyncio

import numpy as np
import pytest

from herna.errors import HernaError
from herna.games.checkers import Checkers
from herna.games.checkers.board import COLOURS, NAMES
from herna.payoffs import StdAI
from herna.widgets.errors import CallbackFailed
from herna.widgets.payoffs import PayoffBoard, flows, summed
from herna.worked import FIGURES, SMALL

GAME = Checkers()
PAWN, QUEEN, CROWNING = 2540, 6650, 810


@pytest.fixture(scope="module")
def board():
    return PayoffBoard("figure 4", "K")


def chosen(board, word):
    """Choose the move whose name begins so."""
    board._moves.index = next(i for i, name in enumerate(board.names) if name.startswith(word))


def test_ratings_are_those_of_the_full_search(board):
    board.restart()
    moves, ratings = StdAI(strategies="K", depth=1).ratings(GAME, board.state)
    assert board.moves.tolist() == moves.tolist() and (board.ratings == ratings).all()
    assert [board.names[i] for i in board.best] == ["H5-I6"]
    assert "H5-I6  (best)" in board._moves.options
    assert "best within 1 turn with K: H5-I6 (white −1270, black +2540, red −1270)" in board.words()


@pytest.mark.parametrize("name", SMALL)
def test_a_strategy_that_is_ticked_changes_the_best_move(name):
    board = PayoffBoard(name, "")
    before = {board.names[i] for i in board.best}
    board.strategies.boxes[name].value = True
    assert board.player.strategies == name
    assert {board.names[i] for i in board.best} != before


def test_a_deeper_search_is_asked_for_by_its_list(board):
    board.restart()
    board._depth.value = 2
    assert (board.ratings == StdAI(strategies="K").ratings(GAME, board.state)[1]).all()
    assert "within 2 turns" in board.panel.note
    board._depth.value = 1


def test_the_lines_of_figure_4_pay_what_the_thesis_says():
    """Line A: (-α, α/2, α/2) with K. Line B: α for black if crowning is worth β - α."""
    board = PayoffBoard("figure 4", "K", line="A")
    while not board._next.disabled:
        board._next.click()
    assert board.paid.tolist() == [-PAWN, PAWN / 2, PAWN / 2]
    assert "paid so far: white −2540, black +1270, red +1270" in board.words()
    board._line.value = "B"
    board.strategies.boxes["PK"].value = True
    for _ in range(4):
        board.next()
    assert board.paid[1] == PAWN
    assert board.paid.tolist() == [PAWN / 2 + QUEEN / 2, PAWN, -5 * PAWN / 2 + QUEEN / 2]
    with pytest.raises(HernaError, match="no move of the line is left"):
        board.next()


@pytest.mark.parametrize(("figure", "line"), [(f, line) for f in FIGURES for line in FIGURES[f]])
def test_every_line_is_played_step_by_step(figure, line):
    board = PayoffBoard(figure, line=line)
    while not board._next.disabled:
        board.next()
    assert len(board._played) == {"A": 6, "B": 4, "1": 9, "2": 5, "3": 10}[line]
    assert board.panel.error == ""


def test_a_line_that_the_rules_forbid_is_refused():
    """In plan 3 white does not capture, which the strict rule does not allow."""
    board = PayoffBoard("figure 5", game=Checkers(strict=True))
    board.follow("1")
    assert not board._next.disabled
    with pytest.raises(CallbackFailed):
        board._line.value = "3"
    assert "line 3 cannot be played by these rules" in board.panel.error and board._next.disabled


def test_what_the_text_leaves_out_is_said_to_be_ours():
    board = PayoffBoard("figure 5", line="2")
    for _ in range(3):
        board.next()
    assert "this move is ours" in board.panel.note
    board.restart()
    assert "ours" not in board.panel.note


def test_it_is_shown_who_gains_from_whose_capture(board):
    board.restart()
    board.follow("B")
    board.next()
    chosen(board, "J7x")
    found = board.flows(board.move)
    assert [NAMES[flow.field] for flow in found] == ["I6", "H4", "H2"]
    assert [COLOURS[flow.victim] for flow in found] == ["white", "red", "red"]
    assert all(flow.loss == PAWN and len(flow.gains) == 2 for flow in found)
    assert summed(found)[2, 0] == PAWN  # white, the third player, gains from red's loss
    assert "white gains 2540 from red's loss" in board.panel.unseen
    texts = [shape[2] for shape in board.board.scene["shapes"] if shape[0] == "text"]
    assert texts.count("−2540") == 3
    board.strategies.boxes["K"].value = False
    assert all(len(flow.gains) == 1 for flow in board.flows(board.move))
    assert "white gains" not in board.panel.unseen
    board.strategies.boxes["K"].value = True


def test_flows_and_crowning_make_up_what_a_move_pays():
    """Without the preference for the stronger, which is nobody's loss."""
    for name in ("figure 4", "figure 5"):
        state = PayoffBoard(name).state
        for strategies in ("", "K", "PHHK", "K+PHHK"):
            mind, board = GAME.mind(strategies.split("+") if strategies else ()), None
            board = PayoffBoard(name, strategies)
            for move, pays in zip(board.moves, board.pays, strict=True):
                total = np.zeros(3)
                for flow in flows(GAME, state, int(move), mind):
                    total[flow.victim] -= flow.loss
                    for seat, gain in flow.gains.items():
                        total[seat] += gain
                rest = pays - total
                lost = len(GAME.lost(state, int(move)))
                assert rest[[1, 2]] == pytest.approx([0, 0])
                assert rest[0] in (-PAWN * lost, CROWNING - PAWN * lost)


def test_moves_are_clicked_on_the_board(board):
    board.restart()
    board.follow(None)
    board.board._received(None, {"picked": "H5"}, [])
    move = board.moves[board.names.index("H5-I6")]
    board.board._received(None, {"clicked": int(move)}, [])
    assert "black to move" in board.words() and "H5-I6" in board.board.said
    board._back.click()
    assert board._back.disabled and "white to move" in board.words()
    for wrong in (10**6, "I6", None):
        with pytest.raises(CallbackFailed):
            board.board._received(None, {"clicked": wrong}, [])
    assert "allowed" in board.panel.error


def test_the_chosen_and_the_best_move_are_played_by_buttons(board):
    board.restart()
    chosen(board, "E5-F5")
    name = board.names[board._moves.index]
    board._play.click()
    assert name in board.board.said
    board.restart()
    board._best.click()
    assert "H5-I6" in board.board.said


def test_an_end_of_the_game_has_no_moves():
    state = GAME.position("white", white="C1", black="D1", red="D2")
    board = PayoffBoard(state, "")
    assert board.position.value == "as given"
    while len(board.moves):
        board._best.click()
    assert board._play.disabled and board.move is None
    assert "to move" not in board.words()


def test_the_search_follows_the_click():
    async def scenario():
        board = PayoffBoard("figure 4", "K")
        assert board.panel.note == "searching ..." and not len(board.best)
        assert "white to move" in board.words()
        await asyncio.sleep(0.2)
        assert len(board.best) == 1
        board.close()
        assert board.comm is None

    asyncio.run(scenario())


def test_what_is_no_position_depth_strategy_or_line_is_refused():
    with pytest.raises(HernaError, match="position is 'figure 3'; did you mean"):
        PayoffBoard("figure 3")
    with pytest.raises(HernaError, match="depth is 7; allowed: 1, 2"):
        PayoffBoard(depth=7)
    with pytest.raises(HernaError, match="no strategy 'KO'"):
        PayoffBoard(strategies="KO")
    with pytest.raises(HernaError, match="line is 'C'; allowed: A, B"):
        PayoffBoard(line="C")
    with pytest.raises(HernaError, match="position is the end of a game"):
        PayoffBoard(GAME.position(white="A1").replace(fate=[0, 1, 1]))
    with pytest.raises(HernaError, match="game is 'pig'; allowed: Checkers"):
        PayoffBoard(game="pig")


def test_a_picture_is_there_without_a_kernel(board):
    data, _ = board._repr_mimebundle_()
    assert data["text/html"].count("<img alt=") == 2 and "<table" in data["text/html"]
    assert data["text/plain"] == board.words()

"""Mini xiangqi: how the pieces move, when the general is safe, and how a game ends."""

import numpy as np
import pytest

from herna.game import OVER
from herna.games.minixiangqi import (
    CANNON,
    CHARIOT,
    GENERAL,
    HORSE,
    POSITIONAL,
    SIDE,
    SOLDIER,
    SQUARES,
    MiniXiangqi,
    attacked,
    leap,
    slide,
    square_name,
    tread,
)
from herna.play import Match
from herna.players import MaxN, Random

GAME = MiniXiangqi()


def at(name):
    return "abcdefg".index(name[0]) + SIDE * (int(name[1]) - 1)


def position(turn=0, **pieces):
    """A state with these pieces, as `d1=GENERAL` for red and `d7=-GENERAL` for black."""
    board = np.zeros(SQUARES, int)
    for name, piece in pieces.items():
        board[at(name)] = piece
    return GAME.initial().replace(board=board, turn=turn)


def targets(state, start):
    """Where the piece on a square may go."""
    moves = (divmod(move, SQUARES) for move in GAME.moves(state))
    return {square_name(there) for here, there in moves if here == at(start)}


def move(start, end):
    return at(start) * SQUARES + at(end)


def test_at_the_start_cannons_and_soldiers_can_move():
    state = GAME.initial()
    assert len(GAME.moves(state)) == 19
    assert targets(state, "b1") == {"b2", "b3", "b4", "b5", "b6"}
    assert targets(state, "c2") == {"c3", "b2"}
    assert targets(state, "a1") == targets(state, "c1") == set()


def test_a_cannon_takes_by_jumping_over_exactly_one_piece():
    state = position(e1=GENERAL, c7=-GENERAL, a2=CANNON, a4=SOLDIER, a6=-HORSE, a7=-CHARIOT)
    assert targets(state, "a2") == {"a1", "a3", "a6", *(f"{c}2" for c in "bcdefg")}


def test_a_piece_beside_a_horse_blocks_its_leaps_that_way():
    free = position(d1=GENERAL, e7=-GENERAL, b3=HORSE)
    assert targets(free, "b3") == {"a1", "c1", "a5", "c5", "d2", "d4"}
    blocked = position(d1=GENERAL, e7=-GENERAL, b3=HORSE, b4=SOLDIER)
    assert targets(blocked, "b3") == {"a1", "c1", "d2", "d4"}


def test_soldiers_never_go_back():
    assert targets(position(d1=GENERAL, e7=-GENERAL, f4=SOLDIER), "f4") == {"f5", "e4", "g4"}
    assert targets(position(1, c1=GENERAL, d7=-GENERAL, f4=-SOLDIER), "f4") == {"f3", "e4", "g4"}


def test_a_general_stays_in_his_palace():
    assert targets(position(e3=GENERAL, c7=-GENERAL), "e3") == {"d3", "e2"}


def test_generals_may_not_face_each_other():
    state = position(d1=GENERAL, d7=-GENERAL, d3=CHARIOT)
    assert all(name.startswith("d") for name in targets(state, "d3"))
    assert "d2" not in targets(position(e2=GENERAL, d7=-GENERAL), "e2")


def test_mate_ends_the_game_at_once():
    state = position(d1=GENERAL, d7=-GENERAL, a1=CHARIOT, b6=CHARIOT, d4=SOLDIER)
    mated = GAME.step(state, move("a1", "a7"))
    assert GAME.to_move(mated) == OVER
    assert GAME.returns(mated) == (1.0, -1.0)


def test_whoever_cannot_move_gives_up():
    state = position(1, d1=GENERAL, c7=-GENERAL, c5=SOLDIER, b6=SOLDIER, g6=CHARIOT, d5=CHARIOT)
    assert GAME.moves(state) == [0] and GAME.move_name(state, 0) == "gives up"
    assert GAME.returns(GAME.step(state, 0)) == (1.0, -1.0)


def test_a_game_without_end_is_a_draw():
    match = Match(MiniXiangqi(limit=6), [Random(), Random()]).finish()
    assert match.ply == 6 and MiniXiangqi(limit=6).returns(match.state) == (0.0, 0.0)


def test_material_and_positional_see_differently():
    state = position(d1=GENERAL, d7=-GENERAL, d4=CHARIOT, a7=-CHARIOT)
    assert GAME.gains(state) == (109.0, 109.0)
    assert GAME.values(state) == (0.0, 0.0)
    positional = state.replace(eyes=(POSITIONAL, 0))
    advanced, centred = 3, 3  # the chariot on d4; the black one has neither
    assert GAME.values(positional)[0] == pytest.approx(0.1 * (advanced + centred))
    assert GAME.values(positional)[1] == 0.0


def test_two_moves_ahead_find_a_mate_in_one():
    state = position(d1=GENERAL, d7=-GENERAL, a1=CHARIOT, b6=CHARIOT, d4=SOLDIER, f2=-CHARIOT)
    chosen = MaxN(depth=2)(GAME, state, np.random.default_rng(0))
    assert chosen == move("a1", "a7")


def slowly_attacked(state, own):
    """Whether any move of the other side, by the rules of each piece, hits the general."""
    s, out = state.array[0].copy(), np.zeros(96, np.int64)
    general = int(np.flatnonzero(s.board * own == GENERAL)[0])
    for here in np.flatnonzero(s.board * -own > 0):
        kind = int(s.board[here] * -own)
        if kind in (CHARIOT, CANNON):
            count = slide(s, here, -own, kind, out, 0)
        elif kind == HORSE:
            count = leap(s, here, -own, out, 0)
        else:
            count = tread(s, here, -own, kind, out, 0)
        if general in (out[:count] % SQUARES):
            return True
    other = int(np.flatnonzero(s.board * own == -GENERAL)[0])
    low, high = sorted((general, other))
    same_file = general % SIDE == other % SIDE
    return bool(same_file and not s.board[low + SIDE : high : SIDE].any())


@pytest.mark.parametrize("seed", range(6))
def test_attacks_seen_from_the_general_are_those_of_the_pieces(seed):
    match, rng = Match(GAME, [Random(), Random()], seed).finish(), np.random.default_rng(seed)
    for ply in range(match.ply + 1):
        state = match.state_at(ply)
        board = state.board.copy()
        free = np.flatnonzero(board == 0)  # one piece put anywhere makes many attacks
        board[rng.choice(free)] = rng.choice([-1, 1]) * rng.integers(SOLDIER, GENERAL)
        for changed in (state, state.replace(board=board)):
            for own in (1, -1):
                assert attacked(changed.board, own) == slowly_attacked(changed, own)


def test_a_square_is_called_as_in_chess():
    assert square_name(at("c5")) == "c5"
    assert GAME.move_name(GAME.initial(), move("b1", "b4")) == "c b1-b4"
    assert GAME.text(GAME.initial()).splitlines()[-1] == "R C H G H C R"

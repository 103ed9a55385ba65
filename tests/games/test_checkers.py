"""The rules of checkers for three, sentence by sentence as `herna.games.checkers.game` has them."""

import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from herna.claims.claim import thesis_folder
from herna.errors import HernaError
from herna.game import OVER
from herna.games.checkers import Checkers
from herna.games.checkers.board import (
    COLOURS,
    EDGES,
    FIELD_OF,
    FIELDS,
    LINES,
    MARCH,
    NAMES,
    NEXT,
    OPPOSITE,
    contains,
    steps_to_crown,
)
from herna.games.checkers.rules import BLOCKED, CAPTURED, MOST_JUMPS, MOST_MOVES, PLAYING
from herna.play import Arena, Trace
from herna.players import Random
from herna.seeds import generator
from tests.games import naive_checkers as naive

GAME, STRICT = Checkers(), Checkers(strict=True)


def printed(name):
    return pd.read_csv(
        thesis_folder("three-player-checkers") / f"{name}.csv", keep_default_na=False
    )


def named(game, state):
    """All moves by their name without what follows from them."""
    return {game.move_name(state, move): move for move in game.moves(state)}


def play(state, *words, game=GAME):
    """Make moves by the beginning of their names, which must be the only one."""
    for word in words:
        fitting = [
            move for name, move in named(game, state).items() if (name + " ").startswith(word)
        ]
        assert len(fitting) == 1, (word, sorted(named(game, state)))
        state = game.step(state, fitting[0])
    return state


def pieces(state, colour):
    """The fields of a colour, queens with a star."""
    seat = COLOURS.index(colour)
    return {
        NAMES[field] + ("*" if contains(state.queens[seat], field) else "")
        for field in range(FIELDS)
        if contains(state.men[seat], field) or contains(state.queens[seat], field)
    }


def as_naive(state):
    """The position as the slow version has it."""
    return {
        naive.field_called(NAMES[field]): (seat, contains(state.queens[seat], field))
        for seat, field in itertools.product(range(3), range(FIELDS))
        if contains(state.men[seat], field) or contains(state.queens[seat], field)
    }


# The board.


def test_fields_are_named_and_placed_as_in_the_thesis():
    board = printed("board_fields")
    assert board["field"].tolist() == list(NAMES)
    start = GAME.initial()
    for colour in COLOURS:
        assert pieces(start, colour) == set(board.query("start_owner == @colour")["field"])
    assert len(board.query("start_owner == 'none'")) == 15


def test_each_colour_crowns_on_the_edge_opposite_to_its_corner():
    board = printed("board_fields").set_index("field")
    for seat, colour in enumerate(COLOURS):
        crowning = {name for name in NAMES if contains(EDGES[seat], FIELD_OF[name])}
        assert crowning == set(board.index[board[f"crown_{colour}"] == 1])
        assert len(crowning) == 12


def test_neighbours_and_directions_are_those_of_the_thesis():
    table = printed("board_neighbours")
    assert len(table) == (NEXT >= 0).sum() == 396
    for row in table.itertuples():
        direction = int(row.direction[1])
        neighbour = NEXT[direction, FIELD_OF[row.field]]
        assert NAMES[neighbour] == row.neighbour
        beyond = NEXT[direction, neighbour]
        assert (NAMES[beyond] if beyond >= 0 else "none") == (row.jump_landing or "none")
    for row in printed("board_directions").itertuples():
        direction = int(row.direction[1])
        assert OPPOSITE[direction] == int(row.opposite[1])
        assert direction in MARCH[COLOURS.index(row.pawn_forward_for)]
        users = {colour for seat, colour in enumerate(COLOURS) if direction in LINES[seat]}
        assert users == set(row.queen_may_use.split("+"))


def test_every_colour_has_ten_moves_at_first():
    for seat in range(3):
        assert len(GAME.moves(GAME.initial().replace(turn=seat))) == 10


def count_lines(game, state, plies):
    moves = game.moves(state)
    if plies == 1:
        return len(moves)
    return sum(count_lines(game, game.step(state, move), plies - 1) for move in moves)


@pytest.mark.parametrize("game", [GAME, STRICT], ids=["penalised", "strict"])
def test_so_many_lines_begin_from_the_start(game):
    """Deeper ones are counted by the full search, in test_full_search."""
    golden = printed("perft_initial_position").set_index(["rule_mode", "plies"])
    mode = "strict" if game.strict else "penalised"
    for plies in (1, 2, 3, 4):
        assert (
            count_lines(game, game.initial(), plies) == golden.loc[(mode, plies), "leaf_sequences"]
        )


# Moves of pawns and queens.


def test_a_pawn_steps_forward_in_two_directions():
    state = GAME.position(white="F3", black="L12", red="L1")
    assert set(named(GAME, state)) == {"F3-G3", "F3-G4"}
    assert set(named(GAME, state.replace(turn=1))) == {"L12-K11", "L12-L11"}
    assert set(named(GAME, state.replace(turn=2))) == {"L1-K1", "L1-L2"}


def test_a_pawn_jumps_over_an_opponent_to_the_free_field_behind_and_on_as_far_as_it_goes():
    position = {"white": "C1", "black": "D1 F1", "red": "L1"}
    assert list(named(STRICT, STRICT.position(**position))) == ["C1xE1xG1 takes D1 F1"]
    after = play(GAME.position(**position), "C1xE1xG1")
    assert pieces(after, "white") == {"G1"} and pieces(after, "black") == set()


def test_own_pieces_and_two_in_a_row_cannot_be_jumped():
    state = GAME.position(white="C1 D1", black="D2 E3", red="L1")
    assert set(named(GAME, state)) == {"D1-E1", "D1-E2"}


def test_pawns_capture_forwards_only():
    state = GAME.position(white="F3", black="E3 E2", red="L1")
    assert not any("takes" in name for name in named(GAME, state))


def test_a_pawn_that_reaches_its_edge_becomes_a_queen():
    after = play(GAME.position(white="K3", black="A1", red="L12"), "K3-L3, crowned ")
    assert pieces(after, "white") == {"L3*"}


def test_a_pawn_that_reaches_its_edge_by_a_jump_stops_there():
    # A queen on L3 could go on over K2; the pawn that is crowned there has finished its move.
    state = GAME.position(white="J3", black="K3", red="K2 A1")
    assert "J3xL3 takes K3, crowned" in named(GAME, state)
    after = play(state, "J3xL3")
    assert pieces(after, "white") == {"L3*"} and pieces(after, "red") == {"K2", "A1"}


def test_a_queen_goes_any_distance_in_four_directions():
    state = GAME.position(white="F3", queens="F3", black="L12", red="L1")
    ends = {name.split("-")[1] for name in named(GAME, state)}
    assert ends == {
        *("G3", "H3", "I3", "J3", "K3", "L3"),
        *("G4", "H5", "I6", "J7", "K8", "L9"),
        *("E3", "D3", "C3"),
        *("E2", "D1"),
    }


@pytest.mark.parametrize("field", NAMES)
def test_a_queen_alone_has_eleven_targets_and_one_more_for_each_step_from_her_edge(field):
    far = next(name for name in ("A1", "L1", "L12") if name != field)
    state = GAME.position("white", field, white=field, black=far)
    blocked = set(named(GAME, state.replace(men=0)))
    assert len(blocked) == 11 + steps_to_crown(FIELD_OF[field], 0)


def test_a_queen_jumps_from_any_distance_to_any_free_field_behind():
    state = STRICT.position(white="A1", queens="A1", black="D1", red="H1 I1")
    assert set(named(STRICT, state)) == {f"A1x{end} takes D1" for end in ("E1", "F1", "G1")}


def test_what_is_jumped_leaves_the_board_at_once():
    """So a queen may come back over the field of a piece that she has taken, and over her own."""
    state = STRICT.position(white="E1", queens="E1", black="D1 F1", red="L12")
    assert "E1xC1xG1 takes D1 F1" in named(STRICT, state)
    after = play(state, "E1xC1xG1", game=STRICT)
    assert pieces(after, "white") == {"G1*"} and pieces(after, "black") == set()


# Compulsion.

CHOICE = {"white": "C1 A1 F6", "black": "D1", "red": "L1"}


def test_who_does_not_capture_loses_all_pieces_that_could_have():
    state = GAME.position(**CHOICE)
    assert "F6-G6, loses C1" in named(GAME, state)
    assert pieces(play(state, "F6-G6"), "white") == {"A1", "G6"}


def test_the_piece_that_moved_is_lost_too_if_it_could_have_captured():
    state = GAME.position(**CHOICE)
    assert pieces(play(state, "C1-D2"), "white") == {"A1", "F6"}


def test_with_strict_who_can_capture_must():
    assert set(named(STRICT, STRICT.position(**CHOICE))) == {"C1xE1 takes D1"}


# Who is out, and the end.


def test_who_has_lost_all_pieces_is_out_and_skipped():
    state = play(GAME.position(white="C1 F6", black="D1", red="L1"), "C1xE1")
    assert state.fate.tolist() == [PLAYING, CAPTURED, PLAYING]
    assert GAME.to_move(state) == 2
    assert GAME.to_move(play(state, "L1-K1")) == 0


def test_the_last_one_left_wins():
    state = play(GAME.position(white="C1", black="D1"), "C1xE1")
    assert GAME.to_move(state) == OVER
    assert GAME.returns(state) == (1.0, 0.0, 0.0)
    assert GAME.headline(state) == "white has won, black is out, red is out"


BLOCKING = {"white": "B1 C1 D3 F6", "black": "C2", "red": "L1 K1"}


@pytest.mark.parametrize("removed", [False, True], ids=["stay", "removed"])
def test_who_cannot_move_when_it_is_his_turn_is_out_for_good(removed):
    game = Checkers(remove_blocked=removed)
    state = play(game.position(**BLOCKING), "F6-G6", game=game)
    assert state.fate.tolist() == [PLAYING, BLOCKED, PLAYING]
    assert pieces(state, "black") == (set() if removed else {"C2"})
    assert game.headline(state) == "red to move, black is blocked"
    state = play(state, "L1-L2", "C1-D1", game=game)  # black could move now
    assert game.to_move(state) == 2


def test_pieces_of_a_blocked_player_can_be_taken():
    state = play(GAME.position(**BLOCKING), "F6-G6", "L1-L2", "D3-E3", "L2-L3", "B1xD3 takes C2")
    assert pieces(state, "black") == set()
    assert state.fate[1] == BLOCKED


def test_those_who_are_left_share_the_point_after_rounds_without_progress():
    game = Checkers(patience=2)
    state = game.position(white="A1", black="L12", queens="A1 L12")
    for words in ("A1-B1", "L12-L11", "B1-A1", "L11-L12"):
        assert game.to_move(state) != OVER
        state = play(state, words, game=game)
    assert game.to_move(state) == OVER
    assert game.returns(state) == (0.5, 0.5, 0.0)
    assert game.headline(state) == "drawn between white and black, red is out"


def test_a_move_of_a_pawn_and_a_capture_are_progress():
    state = GAME.position(white="A1 C1", queens="A1", black="L12", red="L1")
    assert play(state, "A1-B1").idle == 1
    assert play(state.replace(idle=9), "A1-B1").idle == 10
    assert play(state, "C1-D1").idle == 0


# The slow version.


@settings(max_examples=40)
@given(seed=st.integers(0, 10**6), strict=st.booleans())
def test_moves_and_positions_are_those_of_the_slow_version(seed, strict):
    game = Checkers(strict=strict)
    rng = generator(seed)
    moves = Arena(game, [Random()] * 3).play(rng).moves
    states = list(Trace(game, moves).states())
    for number in range(seed % 17, len(moves), 17):
        state, move = states[number], moves[number]
        position, seat = as_naive(state), state.turn
        ways = {
            (tuple(NAMES[f] for f in way), frozenset(NAMES[f] for f in taken)): m
            for m in game.moves(state)
            for way, taken in [game.way(state, m)]
        }
        slow = {found.names(): found for found in naive.moves(position, seat, strict)}
        assert set(ways) == set(slow)
        chosen = slow[next(way for way, m in ways.items() if m == move)]
        assert as_naive(states[number + 1]) == naive.after(position, seat, chosen)


def test_queens_on_a_full_board_move_as_the_slow_version_says():
    rng, compared = np.random.default_rng(4), 0
    for _ in range(150):
        fields = rng.permutation(NAMES)[: rng.integers(3, 30)]
        owners = rng.integers(0, 3, len(fields))
        colours = {c: " ".join(fields[owners == i]) for i, c in enumerate(COLOURS)}
        turn = int(owners[0])
        crowned = " ".join(f for f in fields if rng.random() < 0.5)
        state = GAME.position(COLOURS[turn], crowned, **colours)
        ways = [GAME.way(state, move) for move in GAME.moves(state)]
        found = sorted(
            (tuple(NAMES[f] for f in way), sorted(NAMES[f] for f in taken)) for way, taken in ways
        )
        slow = sorted(
            (way, sorted(taken))
            for way, taken in (m.names() for m in naive.moves(as_naive(state), turn, False))
        )
        longest = max((len(way) for way, _ in slow), default=0)
        if longest <= 1 + MOST_JUMPS and len(slow) <= MOST_MOVES:  # else they do not fit
            assert found == slow
            compared += 1
    assert compared > 140


# Bad input.


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"turn": "green"}, "turn is 'green'"),
        ({"white": "M1"}, "white holds 'M1'; allowed: fields A1 to L12"),
        ({"white": "A1", "black": "A1"}, "A1 is taken twice"),
        ({"white": "A1", "queens": "B1"}, "queens holds B1"),
        ({"black": "A1"}, "turn is 'white'; allowed: a colour that has pieces"),
        ({"green": "A1"}, "no colour 'green'"),
    ],
    ids=str,
)
def test_impossible_positions_are_refused_in_one_line(wrong, words):
    with pytest.raises(HernaError, match=f"^checkers: {words}"):
        GAME.position(**wrong)


@pytest.mark.parametrize(
    "wrong", [{"n_players": 2}, {"patience": 0}, {"strict": "yes"}, {"remove_blocked": 3}], ids=str
)
def test_impossible_parameters_are_refused_in_one_line(wrong):
    with pytest.raises(HernaError, match=f"^checkers: {next(iter(wrong))} is"):
        Checkers(**wrong)

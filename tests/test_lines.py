"""Lines that are bred: the marks of the wheel, and what a crossing leaves of two lines."""

import numpy as np
import pytest

from herna.errors import HernaError
from herna.games.checkers import Checkers
from herna.games.checkers.board import FIELD_OF
from herna.kernels.sequences import line_memory, set_wheel
from herna.lines import (
    ILLEGAL,
    REPAIRED,
    SAME,
    count_lines,
    crossed,
    crossing_rates,
    deeds,
    diversity,
    half_mark,
    wheel,
)
from herna.payoffs import Genetic
from herna.seeds import generator

GAME = Checkers()


def test_so_many_lines_of_six_moves_begin_from_the_start():
    state = GAME.initial()
    assert count_lines(GAME, state, 6) == [10, 100, 1000, 10_934, 118_955, 1_288_364]
    strict = Checkers(strict=True)
    assert count_lines(strict, strict.initial(), 6) == [10, 83, 564, 3550, 20_764, 111_872]
    with pytest.raises(HernaError, match="plies is 8"):
        count_lines(GAME, state, 8)


def test_half_of_the_wheel_belongs_to_so_many_ranks():
    assert (half_mark(1500, 0), half_mark(1500, 0.01)) == (29, 472)
    assert [half_mark(population) for population in (2500, 5000, 10_000)] == [929, 2131, 4589]


def test_the_wheel_is_that_of_the_genetic_player():
    work = line_memory(GAME, 50, 1, 1)
    set_wheel(work, 50, 0.01)
    assert wheel(50) == pytest.approx(work.wheel)
    with pytest.raises(HernaError, match="population is 0"):
        wheel(0)


def test_diversity_counts_lines_and_first_moves():
    moves = np.array([[1, 2], [1, 2], [1, 3], [4, 2]])
    found = {"lines": 4, "distinct lines": 3, "distinct first moves": 2}
    assert diversity(moves) == found


def line(state, *words):
    """The numbers of moves by the beginnings of their names."""
    moves = []
    for word in words:
        fitting = [
            m for m in GAME.moves(state) if (GAME.move_name(state, m) + " ").startswith(word)
        ]
        assert len(fitting) == 1, (word, [GAME.move_name(state, m) for m in GAME.moves(state)])
        moves += fitting
        state = GAME.step(state, fitting[0])
    return moves


def test_pieces_are_known_by_where_they_stood_at_first():
    state = GAME.position("white", white="C1", black="L12", red="L1 D1")
    told = deeds(GAME, state, line(state, "C1xE1", "L12-L11", "L1-K1", "E1-F1"))
    assert told[0].words == "C1xE1 takes D1" and told[0].taken == (FIELD_OF["D1"],)
    assert told[3].piece == (FIELD_OF["C1"], False)


def test_a_child_whose_piece_is_gone_is_illegal_from_there():
    state = GAME.position("white", white="A1 F3", black="L12 L11", red="L1 L2")
    one = line(state, "F3-G3", "L12-K11", "L1-K1", "G3-H3")
    two = line(state, "A1-B1", "L12-K11", "L1-K1", "F3-G3")
    child = crossed(GAME, state, one, two, 3)  # F3 has gone already
    assert not child.legal and not child.repaired
    assert child.verdicts == (SAME, SAME, SAME, ILLEGAL) and len(child.deeds) == 3
    assert crossed(GAME, state, two, one, 3).verdicts[3] == ILLEGAL  # nobody stands on G3
    with pytest.raises(HernaError, match="cut is 4; allowed: a whole number from 1 to 3"):
        crossed(GAME, state, one, two, 4)


def test_a_move_with_another_piece_is_a_repair():
    state = GAME.position("white", white="E3 F3 A1", black="L12 L11", red="L1 L2")
    one = line(state, "F3-G4", "L12-K11", "L1-K1", "E3-F3", "K11-J10", "K1-J1", "A1-B1")
    two = line(state, "A1-B1", "L12-K11", "L1-K1", "E3-F4", "K11-J10", "K1-J1", "F3-G3")
    child = crossed(GAME, state, one, two, 6)
    assert child.legal and child.repaired and child.verdicts[6] == REPAIRED
    assert child.deeds[6].piece == (FIELD_OF["E3"], False)


def test_repairs_make_more_children_legal():
    player = Genetic(turns=2, population=60, generations=0)
    (lines,) = player.breed(GAME, GAME.initial(), 3)
    rates = crossing_rates(GAME, GAME.initial(), lines.moves, 20, generator(1, "crossing"))
    assert rates["children"] > 80
    assert 0 < rates["legal without repair"] <= rates["legal"] < 1
    with pytest.raises(HernaError, match="different lines is 1"):
        crossing_rates(GAME, GAME.initial(), lines.moves[:1], 20, generator(1))


def test_legal_children_are_those_of_the_genetic_player():
    player = Genetic(turns=2, population=40, generations=0)
    state = GAME.position("white", white="B2 I2", black="F5", red="E3 E4 F3 L4 L5 L6 L7")
    (lines,) = player.breed(GAME, state, 3)
    for one, other in zip(lines.moves, lines.moves[1:], strict=False):
        assert len(deeds(GAME, state, one)) == 6
        for cut in range(1, 6):
            child, now = crossed(GAME, state, one, other, cut), state
            for number, move in enumerate(child.moves):
                absent = GAME.to_move(now) != number % 3
                playable = move == -1 if absent else move in GAME.moves(now)
                assert playable == (number < len(child.deeds)) or number > len(child.deeds)
                if not playable:
                    break
                now = now if absent else GAME.step(now, move)

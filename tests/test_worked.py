"""The worked positions: their lines can be played, and the small ones show what they are for."""

import numpy as np
import pytest

from herna.errors import HernaError
from herna.games.checkers import Checkers
from herna.games.checkers.board import COLOURS
from herna.payoffs import StdAI
from herna.pays import EQUAL
from herna.worked import (
    FIGURES,
    SMALL,
    START,
    after_line,
    certain,
    line_of,
    line_table,
    position,
    strengths,
)

GAME = Checkers()


@pytest.mark.parametrize(("figure", "line"), [(f, line) for f in FIGURES for line in FIGURES[f]])
def test_every_line_can_be_played_to_its_end(figure, line):
    state, names = position(figure), []
    for step in line_of(figure, line):
        names.append(GAME.move_name(state, step.move))
        assert step.named or "not named" in step.note
        state = GAME.step(state, step.move)
    assert len(names) == {"A": 6, "B": 4, "1": 9, "2": 5, "3": 10}[line]
    ends = {"A": "H3xH5 takes H4", "1": "D3-C3, crowned", "2": "B1-K10", "3": "K2-L2, crowned"}
    assert names[-1] == ends.get(line, "F1xH1 takes G1")
    if line == "3":  # the oversight of the thesis
        assert names[3] == "I2-J2, loses C3"


def test_figure_4_has_nineteen_pawns_of_each_colour_and_two_captures_after_the_offer():
    state = position("figure 4")
    assert GAME.headline(state) == "white to move" and {"F1", "H5"} <= set(certain("figure 4"))
    offer = line_of("figure 4", "A")[0].move
    after = GAME.step(state, offer)
    assert sum("takes" in GAME.move_name(after, move) for move in GAME.moves(after)) == 2


def test_the_lines_of_figure_4_pay_what_the_thesis_says():
    a, b = (line_table("figure 4", line, ("K", "PK"))[list(COLOURS)].sum() for line in "AB")
    assert a.tolist() == [-2540, 1270, 1270]
    assert b["black"] == 2540 and b["white"] == (2540 + 6650) / 2


def test_the_plans_of_figure_5_end_with_the_strengths_of_the_thesis():
    ends = [strengths(after_line("figure 5", line)) for line in "123"]
    assert ends[0] == {"white": "α + β", "black": "0", "red": "4α + β"}
    assert ends[1]["black"] == "β"
    assert ends[2] == {"white": "β", "black": "β", "red": "5α + β"}  # for white the text has α + β
    notes = line_table("figure 5", "2")["note"]
    assert notes.str.startswith("ours").tolist() == [False, False, True, True, False]


def choice(strategies, state):
    moves, ratings = StdAI(strategies=strategies, depth=1).ratings(GAME, state)
    own = ratings[:, state.turn]
    return {GAME.move_name(state, moves[i]) for i in np.flatnonzero(own >= own.max() - EQUAL)}


@pytest.mark.parametrize("name", SMALL)
def test_in_each_small_position_a_strategy_changes_the_choice(name):
    assert tuple(SMALL) == GAME.strategies
    state = position(name)
    plain, clever = choice("", state), choice(name, state)
    assert plain != clever and (plain.isdisjoint(clever) or clever < plain)


def test_the_start_and_nothing_else():
    assert (position(START).array == GAME.initial().array).all()
    with pytest.raises(HernaError, match="no worked position 'figure 6'; did you mean 'figure"):
        position("figure 6")
    with pytest.raises(HernaError, match="line is 'C'"):
        line_of("figure 4", "C")

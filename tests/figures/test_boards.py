"""Boards: every game has one, every legal move has a place, nothing hidden is shown."""

import json
from dataclasses import dataclass
from typing import ClassVar

import pytest

from herna.figures.boards import board, ludo
from herna.game import OVER
from herna.games import EXAMPLES, KuhnPoker, Ludo, Pig
from herna.play import Match
from herna.players import Random

every_game = pytest.mark.parametrize("game", EXAMPLES, ids=repr)


@dataclass(frozen=True)
class Nameless(Pig):
    """A game without a board of its own."""

    name: ClassVar[str] = "nameless"

    def text(self, state):
        return "<b>one</b>\ntwo"


def positions(game, seed=0, most=150):
    match = Match(game, [Random()] * game.n_players, seed)
    yield match.state
    while match.ply < most and match.step() is not None:
        yield match.state
    match.finish()
    yield match.state


@every_game
def test_each_legal_move_has_a_cell_and_no_other_move_has(game):
    for state in positions(game):
        legal = game.moves(state) if game.to_move(state) >= 0 else ()
        scene = board(game, state, legal)
        assert {cell.move for cell in scene.cells} - {None} == set(legal)
        assert all(cell.label and cell.name for cell in scene.cells)
        json.dumps(scene.to_json())


@every_game
def test_without_legal_moves_nothing_can_be_clicked(game):
    for state in positions(game, seed=1):
        assert all(cell.move is None for cell in board(game, state).cells)


@every_game
def test_all_cells_lie_on_the_board(game):
    for state in positions(game, seed=2):
        scene = board(game, state)
        assert all(0 <= c.x <= scene.width and 0 <= c.y <= scene.height for c in scene.cells)


@every_game
def test_cells_have_no_key_in_common(game):
    for state in positions(game, seed=3):
        legal = game.moves(state) if game.to_move(state) >= 0 else ()
        keys = [c.key for c in board(game, state, legal).cells if c.key and c.move is not None]
        assert len(keys) == len(set(keys))


def test_a_game_without_a_board_gets_one():
    game = Nameless()
    state = game.initial()
    scene = board(game, state, game.moves(state))
    assert [cell.move for cell in scene.cells] == game.moves(state)
    assert "&lt;b&gt;one" in scene.to_svg() and "two" in scene.to_svg()


def test_kuhn_shows_a_seat_only_its_own_card():
    game = KuhnPoker()
    state = game.step(game.step(game.initial(), 2), 0)  # king, jack
    words = {seat: json.dumps(board(game, state, seat=seat).to_json()) for seat in (None, 0, 1)}
    assert "king" in words[None] and "jack" in words[None]
    assert "king" in words[0] and "jack" not in words[0]
    assert "jack" in words[1] and "king" not in words[1]


def test_ludo_places_are_all_different():
    places = [("ring", square) for square in range(40)]
    places += [(kind, arm, i) for kind in ("home", "house") for arm in range(4) for i in range(4)]
    centres = {tuple(round(x) for x in ludo._centre_of(place)) for place in places}
    assert len(centres) == 72


def test_neighbouring_squares_of_the_ring_touch():
    for square in range(40):
        x, y = ludo._centre_of(("ring", square))
        u, v = ludo._centre_of(("ring", (square + 1) % 40))
        assert abs(x - u) + abs(y - v) == pytest.approx(ludo.UNIT)


def test_two_players_of_ludo_sit_opposite_each_other():
    scene = board(Ludo(n_players=2), Ludo(n_players=2).initial())
    names = {cell.name for cell in scene.cells}
    assert "blue home 1" in names and "green home 1" in names
    assert "orange home 1" not in names and "purple house 1" not in names
    figures = {cell.name: cell.label for cell in scene.cells}
    assert figures["blue 0"] == "blue 0, safe, blue figure 1"
    assert figures["blue 20"] == "blue 20, safe, green figure 1"


def test_the_target_of_a_ludo_move_can_be_clicked_as_well():
    game = Ludo(n_players=2)
    state = game.step(game.initial(), 5)
    cells = {c.name: c for c in board(game, state, game.moves(state)).cells if c.move is not None}
    assert cells["blue 3"].move == cells["blue 8"].move == 3
    assert "3 to 8" in cells["blue 3"].label


def test_the_winner_of_ludo_is_named():
    game = Ludo()
    match = Match(game, [Random()] * 4, 5).finish()
    assert match.game.to_move(match.state) == OVER
    assert board(game, match.state).title.endswith("wins")

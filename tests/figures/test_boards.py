"""Boards: every game has one, every legal move has a place, nothing hidden is shown."""

import json
from dataclasses import dataclass
from typing import ClassVar

import pytest

from herna.errors import HernaError
from herna.figures.boards import WAYS, board, ludo, picking_of
from herna.game import OVER
from herna.games import EXAMPLES, Dungeon, KuhnPoker, LostCities, Ludo, Pig
from herna.play import Match
from herna.players import Random

every_game = pytest.mark.parametrize("game", EXAMPLES, ids=repr)


@dataclass(frozen=True)
class Nameless(Pig):
    """A game without a board of its own."""

    name: ClassVar[str] = "nameless"

    def text(self, state):
        return "<b>one</b>\ntwo"


def positions(game, seed=0, most=80):
    match = Match(game, [Random()] * game.n_players, seed)
    yield match.state
    while match.ply < most and match.step() is not None:
        yield match.state
    match.finish()
    yield match.state


def reached(game, state, legal, picked=()):
    """All moves that can be clicked, part by part where a move has several."""
    scene = board(game, state, legal, picked=picked)
    assert all(cell.label and cell.name for cell in scene.cells)
    json.dumps(scene.to_json())
    assert {cell.name for cell in scene.cells if cell.part == "picked"} == set(picked)
    moves = [cell.move for cell in scene.cells if cell.move is not None]
    for cell in scene.cells:
        if cell.part == "next":
            moves += reached(game, state, legal, (*picked, cell.name))
    return moves


@every_game
def test_each_legal_move_has_a_cell_and_no_other_move_has(game):
    stride = 12 if game.name in WAYS else 1  # so many parts to click
    for state in list(positions(game))[::stride]:
        legal = game.moves(state) if game.to_move(state) >= 0 else ()
        assert set(reached(game, state, legal)) == set(legal)


@every_game
def test_without_legal_moves_nothing_can_be_clicked(game):
    for state in positions(game, seed=1):
        assert all(cell.move is None and not cell.part for cell in board(game, state).cells)


@every_game
def test_all_cells_lie_on_the_board(game):
    for state in positions(game, seed=2):
        scene = board(game, state)
        assert all(0 <= c.x <= scene.width and 0 <= c.y <= scene.height for c in scene.cells)


@every_game
def test_cells_have_no_key_in_common(game):
    for state in positions(game, seed=3):
        legal = game.moves(state) if game.to_move(state) >= 0 else ()
        cells = board(game, state, legal).cells
        keys = [c.key for c in cells if c.key and (c.move is not None or c.part == "next")]
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


# Moves of several parts: Lost Cities.

CITIES = LostCities()
CARD, OTHER = "player 1 yellow 10", "player 1 blue 2"


def a_turn():
    """The first turn after a deal, and its moves."""
    match = Match(CITIES, [Random()] * 2, seed=2)
    while match.to_move < 0:
        match.step()
    return match.state, CITIES.moves(match.state)


def roles(*picked):
    """What each cell that can be clicked is, after these parts."""
    cells = board(CITIES, *a_turn(), seat=0, picked=picked).cells
    return {c.name: c.part or "move" for c in cells if c.part or c.move is not None}


def test_a_move_of_lost_cities_is_a_card_a_place_and_a_source():
    hand = dict.fromkeys(roles(), "next")
    assert len(hand) == 8 and CARD in hand and OTHER in hand
    others = {name: "instead" for name in hand if name != CARD}
    places = {"player 1 yellow expedition": "next", "yellow pile": "next"}
    assert roles(CARD) == others | places | {CARD: "picked"}
    places = {"player 1 yellow expedition": "picked", "yellow pile": "instead"}
    assert roles(CARD, "player 1 yellow expedition") == (
        others | places | {CARD: "picked", "deck": "move"}
    )


def test_parts_can_be_taken_back_and_replaced():
    picking = picking_of(CITIES, *a_turn(), (CARD, "yellow pile"))
    assert picking.clicked(None) == (CARD,)
    assert picking.clicked("yellow pile") == (CARD,)
    assert picking.clicked(CARD) == ()
    assert picking.clicked(OTHER) == (OTHER,)
    assert picking.clicked("player 1 yellow expedition") == (CARD, "player 1 yellow expedition")
    complete = picking.clicked("deck")
    name = CITIES.move_name(a_turn()[0], picking.move(complete))
    assert name == "discards yellow 10, draws from the deck"
    assert picking.move((CARD,)) is None


@pytest.mark.parametrize("name", ["deck", "player 1 blue expedition", "nothing", 3, [], {}])
def test_what_is_no_part_of_a_move_is_refused_in_one_line(name):
    with pytest.raises(HernaError, match="is no part of a move here"):
        picking_of(CITIES, *a_turn(), (CARD,)).clicked(name)


def test_parts_of_another_position_are_forgotten():
    assert picking_of(CITIES, *a_turn(), ("player 1 red 2", "red pile")).picked == ()
    assert picking_of(CITIES, a_turn()[0], (), (CARD,)).picked == ()


def test_keys_are_there_for_the_next_part_only():
    keys = [
        {c.name: c.key for c in board(CITIES, *a_turn(), seat=0, picked=picked).cells if c.key}
        for picked in ((), (CARD,), (CARD, "yellow pile"))
    ]
    assert sorted(keys[0].values()) == list("12345678")
    assert keys[1] == {"player 1 yellow expedition": "e", "yellow pile": "d"}
    assert keys[2] == {"deck": "0"}


def test_the_heading_tells_what_to_do_next():
    titles = [
        board(CITIES, *a_turn(), seat=0, picked=picked).title
        for picked in ((), (CARD,), (CARD, "yellow pile"))
    ]
    assert titles == [
        "Lost Cities, player 1 to move: choose a card",
        "Lost Cities, player 1: yellow 10, play or discard it",
        "Lost Cities, player 1 discards yellow 10: draw a card",
    ]


def test_lost_cities_shows_a_seat_only_its_own_hand():
    state, _ = a_turn()
    for seat in range(2):
        cells = board(CITIES, state, seat=seat).cells
        held = [c.name for c in cells if " holds " in c.label]
        assert len(held) == 8 and all(name.startswith(f"player {seat + 1} ") for name in held)
        own, other = (
            next(c for c in cells if c.name.startswith(f"player {who} ") and "exp" not in c.name)
            for who in (seat + 1, 2 - seat)
        )
        assert own.y > other.y, "whoever looks on sits below"
        assert other.label.endswith("8 cards face down")


def test_equal_investments_in_a_hand_are_one_place():
    state, _ = a_turn()
    state = state.replace(hands=[0b111, 0b11000])
    cells = {c.name: c.label for c in board(LostCities(hand=3), state).cells}
    assert cells["player 1 yellow investment"].endswith("yellow investment (3 of them)")


# Spells before targets: the dungeon.

LAIR = """
@@ .. .. Z1
.. ?V .. W3
.. .. ## G*
"""


def lair(**fields):
    """A hero with all glyphs among monsters that he can see, and his moves."""
    game = Dungeon(map=LAIR, vision=True)
    state = game.initial().replace(
        **{"glyphs": [1, 1, 0, 1, 1, 0], "slots": 5, "life": 7, **fields}
    )
    return game, state, game.moves(state)


def lair_cells(*picked, **fields):
    return {c.name: c for c in board(*lair(**fields), seat=0, picked=picked).cells}


def test_a_click_on_a_monster_attacks_it_and_its_label_foretells_the_blows():
    game, state, _ = lair()
    zombie = lair_cells()["d1"]
    assert game.move_name(state, zombie.move) == "attacks the Zombie of level 1 at d1"
    assert "health 9 of 9, attack 3, undead" in zombie.label
    assert "Attacked: it takes 3 of 7, then the hero deals 5 of 9." in zombie.label
    assert "only the protection saves him" in lair_cells()["d2"].label
    assert "it kills the hero" in lair_cells(protected=0)["d2"].label
    assert lair_cells()["d3"].label.startswith("the boss, Lord Gobb at d3, health 318 of 318")


def test_a_spell_is_picked_before_its_target():
    game, state, _ = lair()
    assert lair_cells()["Fireball"].part == "next" and lair_cells()["Fireball"].key == "f"
    cells = lair_cells("Fireball")
    assert game.move_name(state, cells["d1"].move) == "burns the Zombie of level 1 at d1"
    assert "Fireball: it loses 4 of 9" in cells["d1"].label
    assert cells["Poison"].part == "instead" and cells["Fireball"].part == "picked"


def test_what_a_spell_cannot_hit_does_nothing_while_it_is_picked():
    """A click that would attack an undead meant to be poisoned could be the hero's last one."""
    cells = lair_cells("Poison")
    for undead in ("d1", "d2"):
        assert cells[undead].move is None and not cells[undead].part
    assert cells["d3"].move is not None


def test_leaving_is_asked_twice():
    game, state, _ = lair()
    assert lair_cells()["leave"].move is None and "leave for good" not in lair_cells()
    sure = lair_cells("leave")["leave for good"]
    assert game.move_name(state, sure.move) == "leaves the dungeon"


def test_a_glyph_is_taken_by_a_click_and_left_by_choosing_to_step_only():
    game = Dungeon(map="@@ ?F ..\n.. .. ..\n.. .. G*")
    state = game.initial()
    takes, steps = (
        {c.name: c.move for c in board(game, state, game.moves(state), picked=picked).cells}["b1"]
        for picked in ((), ("step only",))
    )
    assert game.move_name(state, takes) == "takes the glyph Fireball at b1"
    assert game.move_name(state, steps) == "goes to b1"


def test_a_seat_sees_nothing_in_the_dark_and_others_see_all_of_it():
    game = Dungeon(map="@@ .. .. ..\n.. .. .. W9\n.. .. .. G*")
    state = game.initial()
    seen, whole = (json.dumps(board(game, state, seat=seat).to_json()) for seat in (0, None))
    assert '"W9"' in whole and '"W9"' not in seen
    assert game.text(state) == game.text(game.observe(state, 0))


def test_the_end_of_a_crawl_is_told():
    game, state, _ = lair(protected=0, life=1)
    dead = game.step(state, lair_cells(protected=0, life=1)["d2"].move)
    assert board(game, dead).title == "Dungeon, killed by the Wraith of level 3, hero loses"
    left = game.step(state, game.moves(state)[-1])
    assert board(game, left).title == "Dungeon, left the dungeon, hero loses"

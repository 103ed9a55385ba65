"""The Kuhn poker board: two cards, face down where they may not be seen, the chips and the bets."""

from herna.figures.boards.parts import (
    button,
    button_cell,
    card_back,
    colour_of,
    form,
    seat_form,
    whose_turn,
)
from herna.figures.scene import Cell, Circle, Rect, Scene, Shape, Text, backdrop
from herna.figures.style import GREY, INK, ORANGE
from herna.games.kuhn import BET, CARDS, PASS, UNKNOWN

WIDTH, HEIGHT = 520, 330
CARD_WIDE, CARD_HIGH = 92, 128


def board(game, state, legal):
    shapes: list[Shape] = [
        backdrop(WIDTH, HEIGHT),
        Text(WIDTH / 2, 26, whose_turn(game, state), 19, bold=True),
    ]
    cells = []
    for seat in range(2):
        x = (110, WIDTH - 110)[seat]
        shapes += _seat(game, state, seat, x)
        deeds = _deeds(state, seat) or "no action yet"
        label = f"{game.seat_name(seat)}: {_card_words(state, seat)}, {deeds}"
        cells.append(Cell(game.seat_name(seat), label, x, 132, CARD_WIDE / 2))
    shapes += _pot(state)
    for i, (move, words) in enumerate(_choices(state)):
        place, y = WIDTH / 2 + (i - 0.5) * 190, HEIGHT - 36
        playable = move in legal and state.dealt == 2
        shapes += button(place, y, 170, 42, f"{words} ({words[0].lower()})", playable)
        chosen = move if playable else None
        name = ("pass", "bet")[i]
        cells.append(button_cell(place, y, 170, 42, name, words, chosen, words[0].lower()))
    title = f"Kuhn poker, {whose_turn(game, state)}"
    return Scene(WIDTH, HEIGHT, title, game.text(state), tuple(shapes), tuple(cells))


def _choices(state):
    """What pass and bet mean here: after a bet they are fold and call."""
    faced = 0 < state.acted < 3 and state.bets[state.acted - 1] == BET
    return ((PASS, "Fold" if faced else "Pass"), (BET, "Call" if faced else "Bet"))


def _seat(game, state, seat, x):
    on_turn = game.to_move(state) == seat
    top, left = 132 - CARD_HIGH / 2, x - CARD_WIDE / 2
    edge = (INK, 4) if on_turn else (GREY, 1.5)
    shapes: list[Shape] = [
        Rect(left + 3, top + 4, CARD_WIDE, CARD_HIGH, 10, fill="#DDD6C6"),
        Rect(left, top, CARD_WIDE, CARD_HIGH, 10, fill="#FFFFFF", stroke=edge[0], width=edge[1]),
    ]
    card = int(state.cards[seat])
    if card != UNKNOWN:
        name = CARDS[card]
        shapes += [Text(x, 128, name[0].upper(), 54, bold=True), Text(x, 176, name, 13, fill=GREY)]
    elif state.dealt > seat:
        shapes += card_back(left + 8, top + 8, CARD_WIDE - 16, CARD_HIGH - 16, 44)
    else:
        shapes.append(Text(x, 132, "no card", 13, fill=GREY))
    colour = colour_of(game, seat)
    shapes += [
        form(seat_form(seat), x - 48, 216, 8, fill=colour, stroke=INK, width=1.2),
        Text(x - 32, 216, game.seat_name(seat), 15, "start", bold=on_turn),
        Text(x, 240, _deeds(state, seat), 14, fill=GREY),
    ]
    return shapes


def _pot(state):
    """The chips on the table: one ante each, one more per bet."""
    chips = 2 + sum(int(bet == BET) for bet in state.bets[: state.acted])
    shapes: list[Shape] = []
    for i in range(chips):
        y = 168 - 13 * i
        shapes.append(Circle(WIDTH / 2, y, 21, fill=ORANGE, stroke=INK, width=1.6))
        shapes.append(Circle(WIDTH / 2, y, 13, stroke="#FFFFFF", width=2, dashed=True))
    return [*shapes, Text(WIDTH / 2, 206, f"{chips} chips", 14, bold=True)]


def _deeds(state, seat):
    """What a seat has done so far, in words."""
    deeds = []
    for i in range(seat, state.acted, 2):
        faced = i > 0 and state.bets[i - 1] == BET
        words = ("fold", "call") if faced else ("pass", "bet")
        deeds.append(words[int(state.bets[i])])
    return ", ".join(deeds)


def _card_words(state, seat):
    if state.cards[seat] != UNKNOWN:
        return f"holds the {CARDS[state.cards[seat]]}"
    return "card face down" if state.dealt > seat else "no card yet"

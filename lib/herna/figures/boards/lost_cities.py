"""The Lost Cities table: five columns, a discard pile in the middle of each, the deck beside them.

Whoever looks on sits below; a hand that may not be seen lies face down above. Each colour has a
symbol, so nothing depends on telling colours apart; an investment is an x, because it multiplies.
Expeditions grow away from the piles and have their score at the end. A move is clicked in three
parts: a card of the hand, its expedition or pile, and the deck or the pile to draw from.
"""

from herna.figures.boards.parts import card_back, colour_of, form, seat_form, whose_turn
from herna.figures.boards.picking import NEXT, PICKED, Picking
from herna.figures.scene import Cell, Polygon, Rect, Scene, Shape, Text, backdrop
from herna.figures.style import BLUE, GREEN, GREY, INK, VERMILION, YELLOW
from herna.game import OVER
from herna.games.lost_cities import (
    COLOURS,
    HUES,
    INVESTMENTS,
    RANKS,
    SCORE,
    SOURCES,
    card_name,
    cards_in,
    pile,
    rank_name,
    total_score,
)

WIDTH, HEIGHT, MARGIN = 640, 724, 18
WIDE, HIGH = 60, 76  # a card
COLUMN = 94  # from one colour to the next
HAND_Y = (HEIGHT - 56, 84)  # middle of the hand below and above
PILE_Y = 374
ROOM = 168  # for an expedition
STRIP = 19  # what is seen of a covered card
SIDE = MARGIN + HUES * COLUMN + 66  # middle of the column beside the piles

FACES = {
    "yellow": ("#F9F0A0", YELLOW, "triangle"),
    "blue": ("#A8D3EC", BLUE, "circle"),
    "white": ("#FFFFFF", "#FFFFFF", "diamond"),
    "green": ("#9BDCC8", GREEN, "square"),
    "red": ("#F4B48C", VERMILION, "star"),
}
HINT, EMPTY, EDGE = "#FFF3A6", "#EFE9DB", "#C9C3B4"


def board(game, state, legal, picked=()):
    picking = Picking({move: way(game, state, move) for move in legal}, picked)
    below = 1 if game.unseen_cards(state, 0) else 0
    table = _Table(game, state, picking, below)
    shapes: list[Shape] = [backdrop(WIDTH, HEIGHT)]
    shapes.append(Text(MARGIN, 22, table.heading, 18, "start", bold=True))
    for seat in (1 - below, below):
        table.expeditions(seat)
        table.side(seat)
        table.hand(seat)
    table.piles()
    table.deck()
    title = f"Lost Cities, {table.heading}"
    shapes += table.shapes
    return Scene(WIDTH, HEIGHT, title, game.text(state), tuple(shapes), tuple(table.cells))


def way(game, state, move):
    """The cells that are clicked for a move, one after another."""
    play, source = divmod(move, SOURCES)
    card, seat = play >> 1, game.seat_name(state.turn)
    there = _pile_name(card // RANKS) if play & 1 else _expedition_name(seat, card // RANKS)
    return (f"{seat} {card_name(card)}", there, _pile_name(source - 1) if source else "deck")


def _pile_name(hue):
    return f"{COLOURS[hue]} pile"


def _expedition_name(seat, hue):
    return f"{seat} {COLOURS[hue]} expedition"


class _Table:
    """Collects the shapes and cells of one picture."""

    def __init__(self, game, state, picking, below):
        self.game, self.state, self.picking, self.below = game, state, picking, below
        self.shapes: list[Shape] = []
        self.cells: list[Cell] = []
        self.heading = self._heading()

    def _heading(self):
        words, picked = whose_turn(self.game, self.state), self.picking.picked
        if not self.picking.ways:
            return words
        seat = self.game.seat_name(self.state.turn)
        if not picked:
            return f"{words}: choose a card"
        card = picked[0].removeprefix(f"{seat} ")
        if len(picked) == 1:
            return f"{seat}: {card}, play or discard it"
        deed = "discards" if picked[1].endswith("pile") else "plays"
        return f"{seat} {deed} {card}: draw a card"

    # Places.

    def cell(self, name, label, x, y, key="", wide=WIDE, high=HIGH):
        """A place to click, with a halo where the next part of a move can be picked."""
        move, part = self.picking.role(name)
        open_now = move is not None or part == NEXT
        if open_now:
            self.shapes.append(_frame(x, y, wide + 12, high + 12, INK, 2.5, HINT, dashed=True))
        elif part == PICKED:
            self.shapes.append(_frame(x, y, wide + 12, high + 12, VERMILION, 4, HINT))
        label = f"{label}, picked" if part == PICKED else label
        key = key if open_now else ""
        self.cells.append(Cell(name, label, x, y, high / 2, move, key, part, wide, high))

    def expeditions(self, seat):
        name, above = self.game.seat_name(seat), seat != self.below
        for hue in range(HUES):
            cards = _of_hue(self.state.expeditions[seat], hue)
            strip = min(STRIP, (ROOM - HIGH) / max(len(cards) - 1, 1))
            away = -1 if above else 1
            first = PILE_Y + away * (HIGH + 14)
            last = first + away * strip * max(len(cards) - 1, 0)
            words = " ".join(map(rank_name, cards)) or "not started"
            points = int(SCORE[self.state.expeditions[seat] >> RANKS * hue & (1 << RANKS) - 1])
            label = f"{name}, {COLOURS[hue]} expedition: {words}"
            label += f", score {points}" if cards else ""
            middle, high = (first + last) / 2, abs(last - first) + HIGH
            self.cell(_expedition_name(name, hue), label, _column(hue), middle, "e", WIDE, high)
            if not cards:
                self.shapes += _gap(_column(hue), first, hue)
            for i, card in enumerate(cards):
                y = first + away * strip * i
                self.shapes += _card(card, _column(hue), y, above, min(14, 0.85 * strip))
            if cards:
                end = last + away * (HIGH / 2 + 16)
                self.shapes.append(Text(_column(hue), end, _signed(points), 13, bold=True))

    def hand(self, seat):
        game, state = self.game, self.state
        name, y = game.seat_name(seat), HAND_Y[seat != self.below]
        cards = [c for c in cards_in(state.hands[seat]) if c % RANKS in (0, *range(3, RANKS))]
        unseen = game.unseen_cards(state, seat)
        places = len(cards) + unseen
        step = min(WIDE + 16, (WIDTH - 2 * MARGIN - WIDE) / max(places - 1, 1))
        left = WIDTH / 2 - step * (places - 1) / 2
        for i, card in enumerate(cards):
            x = left + step * i
            full = f"{name} {card_name(card)}"
            copies = int(state.hands[seat] >> card & 7).bit_count() if card % RANKS == 0 else 1
            times = f" ({copies} of them)" if copies > 1 else ""
            self.cell(full, f"{name} holds {card_name(card)}{times}", x, y, str(i + 1))
            for copy in range(copies - 1, 0, -1):
                self.shapes += _card(card, x + 5 * copy, y - 5 * copy)
            self.shapes += _card(card, x, y)
            if copies > 1:
                self.shapes.append(Text(x, y + 0.36 * HIGH, f"{copies} cards", 11, bold=True))
        for i in range(len(cards), places):
            self.shapes += card_back(left + step * i - WIDE / 2, y - HIGH / 2, WIDE, HIGH, 26)
        if unseen:
            x = left + step * (len(cards) + places - 1) / 2
            label = f"{name}: {unseen} cards face down"
            self.cell(f"{name} hand", label, x, y, "", step * (unseen - 1) + WIDE)

    def piles(self):
        for hue in range(HUES):
            cards, x = pile(self.state, hue), _column(hue)
            words = f"{card_name(cards[-1])} on top of {len(cards)}" if cards else "empty"
            third = len(self.picking.picked) == 2
            key = str(hue + 1) if third else "d"
            self.cell(_pile_name(hue), f"{COLOURS[hue]} discard pile: {words}", x, PILE_Y, key)
            if not cards:
                self.shapes += _gap(x, PILE_Y, hue, EMPTY)
            for depth in range(min(len(cards), 3) - 1, 0, -1):
                self.shapes += _card(cards[-1 - depth], x + 4 * depth, PILE_Y - 4 * depth)
            if cards:
                self.shapes += _card(cards[-1], x, PILE_Y)

    def deck(self):
        left = self.state.left
        self.cell("deck", f"deck: {left} cards", SIDE, PILE_Y, "0")
        if left:
            for depth in range(min(left, 4) - 1, 0, -1):
                x, y = SIDE + 3 * depth, PILE_Y - 3 * depth
                self.shapes.append(_frame(x, y, WIDE, HIGH, INK, 1, "#FFFFFF"))
            self.shapes += card_back(SIDE - WIDE / 2, PILE_Y - HIGH / 2, WIDE, HIGH, 26, str(left))
        else:
            self.shapes.append(_frame(SIDE, PILE_Y, WIDE, HIGH, EDGE, 1.5, EMPTY, dashed=True))
            self.shapes.append(Text(SIDE, PILE_Y, "empty", 13, fill=GREY))
        self.shapes.append(Text(SIDE, PILE_Y + HIGH / 2 + 18, "deck", 13, fill=GREY))

    def side(self, seat):
        game, state = self.game, self.state
        on_turn = seat == state.turn and game.to_move(state) != OVER
        y = PILE_Y + (150 if seat == self.below else -150)
        score = int(total_score(state.array[0].expeditions[seat]))
        colour, name = colour_of(game, seat), game.seat_name(seat)
        self.shapes += [
            form(seat_form(seat), SIDE - 44, y, 8, fill=colour, stroke=INK, width=1.2),
            Text(SIDE - 30, y, name, 15, "start", bold=on_turn),
            Text(SIDE, y + 32, _signed(score), 26, bold=True),
            Text(SIDE, y + 54, "points", 12, fill=GREY),
        ]
        if on_turn:
            x = SIDE - 58
            self.shapes.append(Polygon(((x - 8, y - 7), (x - 8, y + 7), (x, y)), fill=INK))


# Cards.


def _card(card, x, y, above=False, size=14.0):
    """A card face up; what is seen of it when covered is its upper edge, or the lower one."""
    face, strong, kind = FACES[COLOURS[card // RANKS]]
    number = _printed(card)
    edge = y + (0.5 * HIGH - 0.7 * size) * (1 if above else -1)
    return [
        _frame(x, y, WIDE, HIGH, INK, 1.4, face),
        Text(x - 0.36 * WIDE, edge, number, size, "start", bold=True),
        form(kind, x + 0.28 * WIDE, edge, 0.43 * size, fill=strong, stroke=INK, width=1),
        Text(x, y + (-2 if above else 6), number, 27, bold=True),
    ]


def _gap(x, y, hue, fill="none"):
    """Where a card may come to lie."""
    _, strong, kind = FACES[COLOURS[hue]]
    return [
        _frame(x, y, WIDE, HIGH, EDGE, 1.5, fill, dashed=True),
        form(kind, x, y, 11, fill=strong, stroke=GREY, width=1),
    ]


def _frame(x, y, wide, high, stroke, width, fill, dashed=False):
    paint = {"fill": fill, "stroke": stroke, "width": width, "dashed": dashed}
    return Rect(x - wide / 2, y - high / 2, wide, high, 8, **paint)


def _printed(card):
    return "×" if card % RANKS < INVESTMENTS else rank_name(card)


def _column(hue):
    return MARGIN + COLUMN * (hue + 0.5)


def _of_hue(cards, hue):
    return [card for card in cards_in(cards) if card // RANKS == hue]


def _signed(points):
    return f"−{-points}" if points < 0 else str(points)

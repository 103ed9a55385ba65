"""The Ludo board: the classic cross of circles on an 11 x 11 grid, the die in its middle.

Each seat has a colour and a form (circle, square, triangle, diamond), each figure a number, safe
squares a star and a second ring, so nothing depends on telling colours apart. A figure that can
move has a dashed halo; the square it would reach shows its number, and both can be clicked.
"""

from typing import Any

from herna.figures.boards.parts import FORMS, colour_of, die, form, star, tint, whose_turn
from herna.figures.scene import Cell, Circle, Line, Polygon, Rect, Scene, Shape, Text, backdrop
from herna.figures.style import INK, SEAT_COLOURS
from herna.game import OVER
from herna.games.ludo import FIGURES, HOUSE, RING, SPREAD, offset, square_name, target

UNIT = 44  # from one square to the next
MARGIN = 0.85 * UNIT
SIZE = 10 * UNIT + 2 * MARGIN
FIELD, FIGURE = 0.40 * UNIT, 0.31 * UNIT
ARMS = tuple(SEAT_COLOURS)  # blue, orange, green, purple, clockwise from the bottom
TRACE = "#B9B1A0"  # the path between the squares
HINT = "#FFF7C2"  # behind what can move, and where to

# The first quarter of the ring, from blue's entry on; the others follow by quarter turns.
QUARTER = ((4, 10), (4, 9), (4, 8), (4, 7), (4, 6), (3, 6), (2, 6), (1, 6), (0, 6), (0, 5))
LANE = ((5, 9), (5, 8), (5, 7), (5, 6))
YARD = (1.5, 8.5)  # middle of the house
Place = tuple[Any, ...]  # ("ring", 0..39 from blue's entry) or ("home" or "house", arm, 0..3)

SLOTS = ((-0.55, -0.55), (0.55, -0.55), (-0.55, 0.55), (0.55, 0.55))


def board(game, state, legal):
    arms = [offset(state.array[0], seat) // SPREAD for seat in range(game.n_players)]
    places = _places(state, arms)
    shapes = [*_field(game, arms), *_houses(game, state, arms), *_centre(game, state)]
    targets: dict[Place, int] = {}
    for move in legal if state.roll else ():
        there = int(target(state.array[0], move))
        targets.setdefault(_place(arms, state.turn, move, there), move)
        shapes += _hint(game, state, arms, move, there)
    for place, (seat, figure) in places.items():
        movable = seat == state.turn and figure in legal and bool(state.roll)
        shapes += _figure(game, seat, arms[seat], figure, _centre_of(place), movable)
    for place in targets:
        if place in places:
            shapes += _threat(_centre_of(place))
    cells = _cells(game, state, arms, places, targets, legal)
    title = f"Ludo, {_turn_words(game, state)}"
    return Scene(SIZE, SIZE, title, game.text(state), tuple(shapes), tuple(cells))


# Places.


def _place(arms, seat, figure, position):
    if position == HOUSE:
        return ("house", arms[seat], figure)
    if position >= RING:
        return ("home", arms[seat], position - RING)
    return ("ring", (position + SPREAD * arms[seat]) % RING)


def _places(state, arms):
    """Which figure stands where, as (seat, figure) by place."""
    return {
        _place(arms, seat, figure, int(state.figures[seat, figure])): (seat, figure)
        for seat in range(len(arms))
        for figure in range(FIGURES)
    }


def _centre_of(place):
    kind, where = place[0], place[1]
    if kind == "ring":
        return _turned(QUARTER[where % SPREAD], where // SPREAD)
    if kind == "home":
        return _turned(LANE[place[2]], where)
    x, y = _turned(YARD, where)
    across, down = SLOTS[place[2]]
    return x + across * UNIT, y + down * UNIT + 0.22 * UNIT


def _turned(grid, quarters):
    """A grid point after quarter turns clockwise, in the units of the scene."""
    x, y = grid[0] - 5, grid[1] - 5
    for _ in range(quarters):
        x, y = -y, x
    return MARGIN + (x + 5) * UNIT, MARGIN + (y + 5) * UNIT


# Drawing.


def _field(game, arms):
    """The paper, the path, the ring and the home lanes."""
    path = tuple(_centre_of(("ring", square)) for square in range(RING))
    shapes: list[Shape] = [backdrop(SIZE, SIZE), Polygon(path, stroke=TRACE, width=5)]
    for arm in range(4):
        colour, taken = SEAT_COLOURS[ARMS[arm]], arm in arms
        lane = [_centre_of(("ring", SPREAD * arm + RING - 1 if arm == 0 else SPREAD * arm - 1))]
        lane += [_centre_of(("home", arm, step)) for step in range(FIGURES)]
        shapes.append(Line(tuple(lane), stroke=TRACE, width=5))
        for step in range(FIGURES):
            x, y = _centre_of(("home", arm, step))
            fill = tint(colour, 0.45) if taken else "#F1ECE0"
            edge = colour if taken else TRACE
            shapes.append(Circle(x, y, FIELD, fill=fill, stroke=edge, width=2.5))
            if taken:
                shapes.append(form(FORMS[arm], x, y, 0.36 * FIELD, fill="#FFFFFF"))
    for square in range(RING):
        shapes += _ring_square(game, square, arms)
    return shapes


def _ring_square(game, square, arms):
    x, y = _centre_of(("ring", square))
    arm, step = divmod(square, SPREAD)
    entry = step == 0 and arm in arms
    colour = SEAT_COLOURS[ARMS[arm]]
    fill = tint(colour, 0.45) if entry else "#FFFFFF"
    if not game.is_safe(square):
        return [Circle(x, y, FIELD, fill=fill, stroke=INK, width=1.6)]
    return [
        Circle(x, y, FIELD + 3.4, fill=colour if entry else "#FFFFFF", stroke=INK, width=1.6),
        Circle(x, y, FIELD - 1.2, fill=fill, stroke=INK, width=1.6),
        star(x, y, 0.62 * FIELD, fill=colour if entry else TRACE),
    ]


def _houses(game, state, arms):
    shapes: list[Shape] = []
    for arm in range(4):
        x, y = _turned(YARD, arm)
        half = 1.72 * UNIT
        if arm not in arms:
            shapes.append(Rect(x - half, y - half, 2 * half, 2 * half, 16, fill="#F4EFE3"))
            continue
        seat, colour = arms.index(arm), SEAT_COLOURS[ARMS[arm]]
        on_turn = seat == _shown_seat(game, state)
        edge, width = (INK, 4) if on_turn else (colour, 2)
        paint = {"fill": tint(colour, 0.3), "stroke": edge, "width": width}
        shapes.append(Rect(x - half, y - half, 2 * half, 2 * half, 16, **paint))
        shapes += _house_name(game, state, seat, arm, x, y - half + 0.42 * UNIT, on_turn)
        for slot in range(FIGURES):
            sx, sy = _centre_of(("house", arm, slot))
            shapes.append(Circle(sx, sy, FIELD, fill="#FFFFFF", stroke=colour, width=2))
    return shapes


def _house_name(game, state, seat, arm, x, y, on_turn):
    """The form and the name of a seat, and whether it is on turn or has won."""
    name = game.seat_name(seat)
    words = name
    if on_turn:
        words = f"{name} wins" if game.to_move(state) == OVER else f"{name}'s turn"
    mark = x - 1.72 * UNIT + 18
    return [
        form(FORMS[arm], mark, y, 7.5, fill=SEAT_COLOURS[name], stroke=INK, width=1.2),
        Text(mark + 15, y, words, 15, "start", bold=on_turn),
    ]


def _shown_seat(game, state):
    """The seat on turn, or the winner."""
    if game.to_move(state) == OVER:
        return max(range(game.n_players), key=game.returns(state).__getitem__)
    return state.turn


def _centre(game, state):
    x, y = _turned((5, 5), 0)
    colour = colour_of(game, _shown_seat(game, state))
    if game.to_move(state) == OVER:
        return [star(x, y, 0.62 * UNIT, fill=colour, stroke=INK, width=2)]
    return die(x, y, 0.92 * UNIT, state.roll, colour)


def _figure(game, seat, arm, figure, centre, movable):
    x, y = centre
    kind, colour = FORMS[arm], colour_of(game, seat)
    shapes: list[Shape] = []
    if movable:
        shapes.append(Circle(x, y, FIELD + 2.5, fill=HINT, stroke=INK, width=2.6, dashed=True))
    shapes += [
        form(kind, x + 1, y + 2.2, FIGURE + 1.2, fill="#8F897B"),
        form(kind, x, y, FIGURE + 1, fill=colour, stroke=INK, width=1.8),
        Circle(x, y, 0.58 * FIGURE, fill="#FFFFFF"),
        Text(x, y, str(figure + 1), 12.5, bold=True),
    ]
    return shapes


def _hint(game, state, arms, move, there):
    """Where a figure would go: its number in a dashed circle."""
    x, y = _centre_of(_place(arms, state.turn, move, there))
    colour = colour_of(game, state.turn)
    return [
        Circle(x, y, 0.66 * FIELD, fill=HINT, stroke=colour, width=2.2, dashed=True),
        Text(x, y, str(move + 1), 13, bold=True, fill="#4A4A4A"),
    ]


def _threat(centre):
    """Cross hairs around a figure that would be sent back."""
    (x, y), far = centre, FIELD + 4
    near = 0.62 * far
    ticks = (
        ((x + i * near, y + j * near), (x + i * far, y + j * far)) for i in (-1, 1) for j in (-1, 1)
    )
    return [Line(tick, stroke=INK, width=3) for tick in ticks]


# Cells.


def _cells(game, state, arms, places, targets, legal):
    cells = [_die_cell(game, state)]
    squares: list[Place] = [("ring", square) for square in range(RING)]
    for arm in arms:
        squares += [("home", arm, step) for step in range(FIGURES)]
        squares += [("house", arm, slot) for slot in range(FIGURES)]
    for place in squares:
        x, y = _centre_of(place)
        move, words = _what_is_here(game, state, place, places, targets, legal)
        key = str(move + 1) if move is not None and place in places and place not in targets else ""
        label = f"{_place_name(game, state, arms, place)}, {words}"
        cells.append(Cell(_cell_name(place), label, x, y, FIELD, move, key))
    return cells


def _what_is_here(game, state, place, places, targets, legal):
    """The move a place stands for, if any, and what there is to say about it."""
    said = "empty"
    if place in places:
        seat, figure = places[place]
        said = f"{game.seat_name(seat)} figure {figure + 1}"
        if seat == state.turn and figure in legal and state.roll:
            return figure, f"{said}, can move {game.move_name(state, figure)}"
    if place in targets:
        return targets[place], f"{said}, figure {targets[place] + 1} can move here"
    return None, said


def _cell_name(place):
    if place[0] == "ring":
        return f"blue {place[1]}"  # the ring is counted from blue's entry
    return f"{ARMS[place[1]]} {place[0]} {place[2] + 1}"


def _place_name(game, state, arms, place):
    """A place as the seat on turn counts it, as in the names of moves."""
    if place[0] != "ring":
        return _cell_name(place)
    own = (place[1] - SPREAD * arms[state.turn]) % RING
    safe = ", safe" if game.is_safe(place[1]) else ""
    return f"{game.seat_name(state.turn)} {square_name(own)}{safe}"


def _die_cell(game, state):
    x, y = _turned((5, 5), 0)
    return Cell("die", _turn_words(game, state), x, y, 0.5 * UNIT)


def _turn_words(game, state):
    if game.to_move(state) == OVER:
        return whose_turn(game, state)
    name = game.seat_name(state.turn)
    return f"{name} rolled {state.roll}" if state.roll else f"{name} to roll"

"""Pieces that several boards draw: dice, cards, buttons, the marks of the seats."""

import math

from herna.figures.scene import Cell, Circle, Line, Polygon, Rect, Shape, Text
from herna.figures.style import GREY, INK, seat_colour
from herna.game import CHANCE, OVER

FORMS = ("circle", "square", "triangle", "diamond", "hexagon", "star", "pentagon")
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def form(kind, x, y, radius, **paint):
    """A mark that tells seats apart without colour; all kinds look equally large."""
    if kind == "circle":
        return Circle(x, y, radius, **paint)
    if kind == "square":
        half = 0.88 * radius
        return Rect(x - half, y - half, 2 * half, 2 * half, 0.3 * radius, **paint)
    if kind == "star":
        return Polygon(_star(x, y, 1.15 * radius), **paint)
    corners, scale, drop = {
        "triangle": (3, 1.32, 0.22),
        "diamond": (4, 1.2, 0),
        "pentagon": (5, 1.1, 0),
        "hexagon": (6, 1.08, 0),
    }[kind]
    return Polygon(_regular(x, y + drop * radius, scale * radius, corners), **paint)


def star(x, y, radius, **paint):
    return Polygon(_star(x, y, radius), **paint)


def seat_form(seat):
    return FORMS[seat % len(FORMS)]


def die(x, y, size, face, edge=INK):
    """A die with its pips; 0 is a die that has not been thrown."""
    half = size / 2
    shapes: list[Shape] = [
        Rect(x - half + 1.5, y - half + 2.5, size, size, 0.2 * size, fill="#D8D2C4"),
        Rect(
            x - half,
            y - half,
            size,
            size,
            0.2 * size,
            fill="#FFFFFF",
            stroke=edge,
            width=0.07 * size,
        ),
    ]
    if face:
        step, dot = 0.26 * size, 0.095 * size
        shapes += [Circle(x + i * step, y + j * step, dot, fill=INK) for i, j in PIPS[face]]
    else:
        shapes.append(Text(x, y, "?", 0.5 * size, bold=True, fill=GREY))
    return shapes


def card_back(x, y, w, h, size, words="?"):
    """A card that lies face down: a lattice with a word on it."""
    shapes: list[Shape] = [Rect(x, y, w, h, 5, fill="#D9E8F2", stroke=INK, width=1)]
    for i in range(1, 6):
        across, down = x + w * i / 6, y + h * i / 6
        shapes.append(Line(((across, y), (across, y + h)), stroke="#FFFFFF", width=2))
        shapes.append(Line(((x, down), (x + w, down)), stroke="#FFFFFF", width=2))
    return [*shapes, Text(x + w / 2, y + h / 2, words, size, bold=True)]


def button(x, y, w, h, words, playable=True):
    """A button-like plate around (x, y)."""
    edge, width, ink = (INK, 2, INK) if playable else ("#C9C3B4", 1, GREY)
    size = min(0.42 * h, 1.5 * w / max(len(words), 1))
    return [
        Rect(x - w / 2, y - h / 2, w, h, 0.25 * h, fill="#FFFFFF", stroke=edge, width=width),
        Text(x, y, words, size, bold=playable, fill=ink),
    ]


def button_cell(x, y, w, h, name, label, move, key=""):
    return Cell(name, label, x, y, h / 2, move, key)


def whose_turn(game, state):
    """Who is to move, in words."""
    who = game.to_move(state)
    if who == OVER:
        returns = game.returns(state)
        if game.n_players == 1:
            return f"{game.seat_name(0)} {'wins' if returns[0] > 0 else 'loses'}"
        winners = [game.seat_name(seat) for seat, r in enumerate(returns) if r == max(returns)]
        return f"{winners[0]} wins" if len(winners) == 1 else "the game is over"
    return "chance to move" if who == CHANCE else f"{game.seat_name(who)} to move"


def colour_of(game, seat):
    return seat_colour(game.seat_name(seat), seat)


def tint(colour, share):
    """A colour mixed with white; `share` 0 is white, 1 the colour itself."""
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(255 - (255 - part) * share):02X}" for part in parts)


def _regular(x, y, radius, corners):
    turn = math.pi / 6 if corners == 6 else 0.0
    angles = (turn + 2 * math.pi * i / corners for i in range(corners))
    return tuple((x + radius * math.sin(a), y - radius * math.cos(a)) for a in angles)


def _star(x, y, radius):
    points = []
    for i in range(10):
        reach, angle = (radius, 0.46 * radius)[i % 2], math.pi * i / 5
        points.append((x + reach * math.sin(angle), y - reach * math.cos(angle)))
    return tuple(points)

"""The board of checkers for three: a triangle of triangles, A1 on top, row L at the bottom.

White pieces are round, black ones square, red ones diamonds, so nothing depends on telling colours
apart; a queen wears a star. Each edge has the colour of those who are crowned there. A move is
clicked field by field: the piece, then every field on which it lands. A chain of jumps that comes
back to a field of its own is a button beside the board.
"""

import math

from herna.figures.boards.parts import button, form, star
from herna.figures.boards.picking import NEXT, PICKED, Picking
from herna.figures.scene import Cell, Circle, Line, Polygon, Scene, Shape, Text, backdrop
from herna.figures.style import GREY, INK, VERMILION, YELLOW
from herna.games.checkers.board import COLOURS, FIELDS, NAMES, PLACES, SIDE, contains

UNIT = 58.0  # side of a small triangle
HIGH = UNIT * math.sqrt(3) / 2
MARGIN, TOP = 34, 64
WIDTH, HEIGHT = 2 * MARGIN + SIDE * UNIT, TOP + SIDE * HIGH + 84
PAINT = {"white": "#FFFFFF", "black": "#2B2B2B", "red": VERMILION}
FORM = {"white": "circle", "black": "square", "red": "diamond"}
DARK, HINT = "#CBBB97", "#FFF3A6"
EDGES = {"white": ("L1", "L12"), "black": ("A1", "L1"), "red": ("A1", "L12")}  # crowned there


def board(game, state, legal, picked=()):
    picking = Picking({move: way(game, state, move) for move in legal}, picked)
    shapes: list[Shape] = [backdrop(WIDTH, HEIGHT)]
    shapes.append(Text(MARGIN, 26, _heading(game, state, picking), 18, "start", bold=True))
    shapes += [*_edges(), *_triangles()]
    cells: list[Cell] = []
    for field, name in enumerate(NAMES):
        (x, y), (move, part) = _centre(field), picking.role(name)
        if move is not None or part == NEXT:
            ring = Circle(x, y, 0.33 * UNIT, fill=HINT, stroke=INK, width=2, dashed=True)
            shapes.append(ring)
        elif part == PICKED:
            shapes.append(Circle(x, y, 0.33 * UNIT, fill=HINT, stroke=VERMILION, width=4))
        what = _piece(state, field)
        if what:
            shapes += _drawn(x, y, *what)
        label = f"{name}, {' '.join(what) if what else 'free'}" + (", picked" * (part == PICKED))
        if move is not None:
            label = f"{label}, {game.move_name(state, move)}"
        cells.append(Cell(name, label, x, y, 0.36 * UNIT, move, "", part))
    shapes += _winding(game, state, picking, cells)
    shapes += _legend(state)
    title = f"Checkers for three, {game.headline(state)}"
    return Scene(WIDTH, HEIGHT, title, game.text(state), tuple(shapes), tuple(cells))


def way(game, state, move):
    """The cells that are clicked for a move, one after another."""
    fields, _ = game.way(state, move)
    if len(set(fields)) < len(fields):
        return (game.move_name(state, move),)
    return tuple(NAMES[field] for field in fields)


def _heading(game, state, picking):
    words = game.headline(state)
    if not picking.ways:
        return words
    if not picking.picked:
        must = any(game.way(state, move)[1] for move in picking.ways)
        return f"{words}: choose a piece" + (", some can capture" if must else "")
    return f"{words}: {picking.picked[-1]}, where to?"


def _corner(row, column):
    """The apex of the triangle of a row and column, both from 0; (12, 0) is below L1."""
    return MARGIN + (SIDE / 2 + column - row / 2) * UNIT, TOP + row * HIGH


def _centre(field):
    x, y = _corner(*PLACES[field])
    return x, y + 0.56 * HIGH


def _triangles():
    shapes: list[Shape] = []
    for field, (row, column) in enumerate(PLACES):
        corners = (_corner(row, column), _corner(row + 1, column), _corner(row + 1, column + 1))
        shapes.append(Polygon(corners, fill=DARK, stroke="#FFFFFF", width=1.5))
        (x, y), name = _centre(field), NAMES[field]
        shapes.append(Text(x, y + 0.37 * HIGH, name, 9, fill=GREY))
    return shapes


def _edges():
    """A thick line along each edge, in the colour of those who are crowned there."""
    corners = {"A1": _corner(0, 0), "L1": _corner(SIDE, 0), "L12": _corner(SIDE, SIDE)}
    x, y = (sum(parts) / 3 for parts in zip(*corners.values(), strict=True))
    ends = {
        name: (x + 1.035 * (across - x), y + 1.035 * (down - y))
        for name, (across, down) in corners.items()
    }
    shapes: list[Shape] = []
    for colour, (one, other) in EDGES.items():
        line = (ends[one], ends[other])
        shapes += [Line(line, stroke=INK, width=13), Line(line, stroke=PAINT[colour], width=10)]
    return shapes


def _piece(state, field):
    for seat, colour in enumerate(COLOURS):
        if contains(state.men[seat], field):
            return colour, "pawn"
        if contains(state.queens[seat], field):
            return colour, "queen"
    return None


def _drawn(x, y, colour, kind):
    edge = "#FFFFFF" if colour == "black" else INK
    piece = form(FORM[colour], x, y, 0.23 * UNIT, fill=PAINT[colour], stroke=edge, width=1.6)
    if kind == "pawn":
        return [piece]
    return [piece, star(x, y, 0.17 * UNIT, fill=YELLOW, stroke=INK, width=1)]


def _winding(game, state, picking, cells):
    """Buttons for the chains that cross a field of their own."""
    shapes: list[Shape] = []
    odd = [move for move, parts in picking.ways.items() if len(parts) == 1]
    for row, move in enumerate(odd[:8]):
        name, y = game.move_name(state, move), TOP + 20 + 34 * row
        shapes += button(MARGIN + 120, y, 240, 28, name)
        cells.append(Cell(name, name, MARGIN + 120, y, 14, move))
    return shapes


def _legend(state):
    shapes: list[Shape] = []
    y = HEIGHT - 34
    for seat, colour in enumerate(COLOURS):
        x = MARGIN + 20 + seat * 225
        men = sum(contains(state.men[seat], field) for field in range(FIELDS))
        queens = sum(contains(state.queens[seat], field) for field in range(FIELDS))
        words = f"{colour}: {men} pawn{'s' * (men != 1)}"
        words += f", {queens} queen{'s' * (queens != 1)}" if queens else ""
        shapes += [*_drawn(x, y, colour, "pawn"), Text(x + 22, y, words, 14, "start")]
    return shapes

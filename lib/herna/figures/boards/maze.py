"""The Maze board: the plan as far as it is explored, seen from above.

Unexplored squares are sand, walls dark, floor white; numbers along the edges give the coordinates.
A blue door shows a plus, a red one a minus, an orange one a knob, so nothing depends on telling
colours apart. The player is the yellow ball, an arrow shows where a corridor is about to be built.
What can be chosen has a thick edge, an open bomb a dashed ring.
"""

from itertools import groupby

from herna.figures.boards.parts import star, whose_turn
from herna.figures.scene import Cell, Circle, Polygon, Rect, Scene, Shape, Text, backdrop
from herna.figures.style import BLUE, GREY, INK, ORANGE, VERMILION, YELLOW
from herna.games.maze import GONE, door_colour, kind_of

FIELD = 656  # width of the plan
LEFT, TOP, BOTTOM = 34, 70, 46
EVERY = 5  # squares between the numbers along the edges
PAINT = {"orange": ORANGE, "blue": BLUE, "red": VERMILION}
GROUND = {"unknown": "#E3DAC4", "wall": "#5B5750"}
HINT = "#FFF7C2"


def board(game, state, legal):
    unit = FIELD / game.size
    width, height = FIELD + 2 * LEFT, FIELD + TOP + BOTTOM
    shapes: list[Shape] = [backdrop(width, height), *_heading(game, state, width)]
    shapes += _plan(game, state, unit)
    for x, y in _doors(game, state):
        playable = y * game.size + x in legal
        shapes += _door(_centre(x, y, unit), unit, door_colour(state, x, y), playable)
    for x, y in _bombs(state):
        shapes += _bomb(_centre(x, y, unit), unit, y * game.size + x in legal)
    shapes += [*_player(state, unit), *_legend(state, height - BOTTOM / 2, width)]
    cells = _cells(game, state, legal, unit)
    title = f"Maze, {whose_turn(game, state)}"
    return Scene(width, height, title, game.text(state), tuple(shapes), tuple(cells))


# Squares.


def _centre(x, y, unit):
    return LEFT + (x + 0.5) * unit, TOP + (y + 0.5) * unit


def _doors(game, state):
    squares = range(game.size)
    return [(x, y) for y in squares for x in squares if kind_of(state, x, y) == "door"]


def _bombs(state):
    places = zip(state.bomb_x.tolist(), state.bomb_y.tolist(), strict=True)
    return [place for place in places if place[0] != GONE]


# Drawing.


def _heading(game, state, width):
    left = f"{state.steps} steps left"
    todo = f"{state.active} bomb{'' if state.active == 1 else 's'} to go"
    return [
        Text(LEFT, 26, left, 22, "start", bold=True),
        Text(width / 2, 26, whose_turn(game, state), 17),
        Text(width - LEFT, 26, todo, 22, "end", bold=True),
    ]


def _plan(game, state, unit):
    """The squares, those of a kind that lie side by side in one piece, and the coordinates."""
    shapes: list[Shape] = [Rect(LEFT, TOP, FIELD, FIELD, fill="#FFFFFF")]
    squares = range(game.size)
    for y in squares:
        x = 0
        for kind, run in groupby(kind_of(state, x, y) for x in squares):
            count = len(list(run))
            if kind in GROUND:
                left, top = LEFT + x * unit, TOP + y * unit
                # A hair larger than the squares: no paper shows between two rows of wall.
                shapes.append(Rect(left, top, count * unit, unit + 0.3, fill=GROUND[kind]))
            x += count
    for i in range(0, game.size, EVERY):
        x, y = _centre(i, i, unit)
        shapes.append(Text(x, TOP - 12, str(i), 11, fill=GREY))
        shapes.append(Text(LEFT - 8, y, str(i), 11, "end", fill=GREY))
    return [*shapes, Rect(LEFT, TOP, FIELD, FIELD, stroke=INK, width=2.5)]


def _door(centre, unit, colour, playable=False):
    (x, y), half = centre, 0.46 * unit
    paint = {"fill": PAINT[colour], "stroke": INK, "width": (0.14 if playable else 0.06) * unit}
    shapes: list[Shape] = [Rect(x - half, y - half, 2 * half, 2 * half, 0.16 * unit, **paint)]
    if colour == "orange":
        return [*shapes, Circle(x + 0.16 * unit, y, 0.11 * unit, fill=INK)]
    long, thick = 0.27 * unit, 0.075 * unit
    shapes.append(Rect(x - long, y - thick, 2 * long, 2 * thick, fill="#FFFFFF"))
    if colour == "blue":
        shapes.append(Rect(x - thick, y - long, 2 * thick, 2 * long, fill="#FFFFFF"))
    return shapes


def _bomb(centre, unit, playable=False):
    x, y = centre
    shapes: list[Shape] = []
    if playable:
        ring = {"fill": HINT, "stroke": INK, "width": 0.12 * unit, "dashed": True}
        shapes.append(Circle(x, y, 0.75 * unit, **ring))
    return [
        *shapes,
        Circle(x, y + 0.06 * unit, 0.42 * unit, fill=INK, stroke="#FFFFFF", width=0.06 * unit),
        star(x + 0.28 * unit, y - 0.36 * unit, 0.34 * unit, fill=YELLOW, stroke=INK, width=0.8),
    ]


def _player(state, unit):
    x, y = _centre(state.x, state.y, unit)
    shapes: list[Shape] = []
    if state.dx or state.dy:
        tip, base, side = 1.45 * unit, 0.65 * unit, 0.4 * unit
        ahead, across = (state.dx, state.dy), (state.dy, -state.dx)
        corners = ((tip, 0), (base, side), (base, -side))
        arrow = tuple(
            (x + far * ahead[0] + off * across[0], y + far * ahead[1] + off * across[1])
            for far, off in corners
        )
        shapes.append(Polygon(arrow, fill=YELLOW, stroke=INK, width=1))
    return [*shapes, Circle(x, y, 0.46 * unit, fill=YELLOW, stroke=INK, width=0.12 * unit)]


def _legend(state, y, width):
    """What the marks mean, in one row."""
    marks = (
        (lambda x: [Circle(x, y, 8, fill=YELLOW, stroke=INK, width=2)], "player"),
        (lambda x: _bomb((x, y), 18), "bomb, maybe false"),
        (lambda x: _door((x, y), 18, "orange"), "door"),
        (lambda x: _door((x, y), 18, "blue"), f"+{state.bonus} steps"),
        (lambda x: _door((x, y), 18, "red"), f"−{state.bonus} steps"),
        (
            lambda x: [Rect(x - 8, y - 8, 16, 16, fill=GROUND["unknown"], stroke=GREY, width=1)],
            "unexplored",
        ),
    )
    shapes: list[Shape] = []
    gap = (width - 2 * LEFT - sum(34 + 7.6 * len(words) for _, words in marks)) / (len(marks) - 1)
    x = LEFT + 9.0
    for mark, words in marks:
        shapes += [*mark(x), Text(x + 17, y, words, 13, "start")]
        x += 34 + 7.6 * len(words) + gap
    return shapes


# Cells.


def _cells(game, state, legal, unit):
    x, y = _centre(state.x, state.y, unit)
    here = f"player at ({state.x}, {state.y}), {state.steps} steps left"
    cells = [Cell("player", here, x, y, 0.5 * unit)]
    places = [("door", *square) for square in _doors(game, state)]
    places += [("bomb", *square) for square in _bombs(state)]
    for kind, x, y in places:
        move = y * game.size + x
        colour = f"{door_colour(state, x, y)} " if kind == "door" else ""
        label = f"{colour}{kind} at ({x}, {y})"
        if move in legal:
            label = f"{label}, {game.move_name(state, move)}"
        across, down = _centre(x, y, unit)
        chosen = move if move in legal else None
        cells.append(Cell(f"{kind} {x} {y}", label, across, down, 0.6 * unit, chosen))
    return cells

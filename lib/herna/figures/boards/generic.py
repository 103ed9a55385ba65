"""The board of a game that has none yet: its picture in letters, and a button per legal move."""

from herna.figures.boards.parts import button, button_cell, whose_turn
from herna.figures.scene import Scene, Shape, Text, backdrop

LETTER, LINE = 8.5, 20  # a monospaced letter of size 14, and a line of them
MARGIN, HIGH, GAP = 20, 34, 8
ROOM = 480  # least width of the sheet


def board(game, state, legal):
    lines = game.text(state).splitlines() or [""]
    names = [game.move_name(state, move) for move in legal]
    width = max(ROOM, 2 * MARGIN + LETTER * max(map(len, lines)))
    plate = min(width - 2 * MARGIN, max([90, *(24 + 9 * len(name) for name in names)]))
    per_row = max(1, int((width - 2 * MARGIN + GAP) // (plate + GAP)))
    top = MARGIN + LINE * (len(lines) + 2)
    rows = -(-len(legal) // per_row)
    height = top + rows * (HIGH + GAP) + MARGIN

    heading = Text(MARGIN, MARGIN + 6, whose_turn(game, state), 16, "start", bold=True)
    shapes: list[Shape] = [backdrop(width, height), heading]
    for i, line in enumerate(lines):
        place = MARGIN + LINE * (i + 1.5)
        shapes.append(Text(MARGIN, place, line, 14, "start", mono=True))
    cells = []
    for i, (move, name) in enumerate(zip(legal, names, strict=True)):
        x = MARGIN + plate / 2 + (i % per_row) * (plate + GAP)
        y = top + HIGH / 2 + (i // per_row) * (HIGH + GAP)
        shapes += button(x, y, plate, HIGH, name)
        key = str(i + 1) if i < 9 else ""
        cells.append(button_cell(x, y, plate, HIGH, f"move {move}", name, move, key))
    title = f"{game.name}, {whose_turn(game, state)}"
    return Scene(width, height, title, game.text(state), tuple(shapes), tuple(cells))

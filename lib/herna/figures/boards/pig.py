"""The Pig board: a race of bars towards the target, the pot striped at the end of its bar."""

from herna.figures.boards.parts import (
    button,
    button_cell,
    colour_of,
    die,
    form,
    seat_form,
    tint,
    whose_turn,
)
from herna.figures.scene import Cell, Line, Polygon, Rect, Scene, Shape, Text, backdrop
from herna.figures.style import INK
from herna.game import OVER
from herna.games.pig import HOLD, ROLL

WIDTH, MARGIN, ROW, BAR = 520, 22, 44, 24
LEFT, RIGHT = 140, 60  # room for names, and for the numbers
KEYS = {HOLD: "h", ROLL: "r"}


def board(game, state, legal):
    top = MARGIN + 54
    height = top + ROW * game.n_players + 84
    shapes: list[Shape] = [backdrop(WIDTH, height), *_heading(game, state)]
    cells = []
    for seat in range(game.n_players):
        y = top + ROW * (seat + 0.5)
        shapes += _bar(game, state, seat, y)
        label = f"{game.seat_name(seat)}: {state.banked[seat]} of {game.target} points"
        cells.append(Cell(game.seat_name(seat), label, LEFT - 110, y, 14))
    finish = WIDTH - RIGHT
    shapes.append(Line(((finish, top), (finish, top + ROW * game.n_players)), stroke=INK, width=2))
    shapes.append(Text(finish, top - 9, str(game.target), 13, bold=True))
    y = height - 46
    wide = 200
    for i, (move, words) in enumerate(((ROLL, "Roll (r)"), (HOLD, f"Hold {state.pot} (h)"))):
        if not state.rolling:
            x = WIDTH / 2 + (i - 0.5) * (wide + 20)
            playable = move in legal
            shapes += button(x, y, wide, 44, words, playable)
            name = game.move_name(state, move)
            chosen = move if playable else None
            cells.append(button_cell(x, y, wide, 44, ("roll", "hold")[i], name, chosen, KEYS[move]))
    title = f"Pig, {whose_turn(game, state)}"
    return Scene(WIDTH, height, title, game.text(state), tuple(shapes), tuple(cells))


def _heading(game, state):
    over = game.to_move(state) == OVER
    words = whose_turn(game, state) if over else f"{game.seat_name(state.turn)}'s turn"
    pot = "" if over else f"pot {state.pot}"
    shapes: list[Shape] = [
        Text(MARGIN, MARGIN + 12, words, 20, "start", True),
        Text(WIDTH - MARGIN, MARGIN + 12, pot, 20, "end", True),
    ]
    return shapes + (die(WIDTH / 2 + 60, MARGIN + 12, 36, 0) if state.rolling else [])


def _bar(game, state, seat, y):
    colour, long = colour_of(game, seat), WIDTH - LEFT - RIGHT
    banked = min(int(state.banked[seat]), game.target)
    on_turn = seat == state.turn and game.to_move(state) != OVER
    pot = min(state.pot, game.target - banked) if on_turn else 0
    done, risk = long * banked / game.target, long * pot / game.target
    shapes: list[Shape] = [
        Rect(LEFT, y - BAR / 2, long, BAR, fill="#EFE9DB"),
        Rect(LEFT, y - BAR / 2, done, BAR, fill=colour, stroke=INK, width=1.2),
        form(seat_form(seat), LEFT - 110, y, 9, fill=colour, stroke=INK, width=1.2),
        Text(LEFT - 92, y, game.seat_name(seat), 15, "start", bold=on_turn),
        Text(WIDTH - RIGHT + 12, y, str(state.banked[seat]), 16, "start", bold=True),
    ]
    if risk:
        paint = {"fill": tint(colour, 0.35), "stroke": INK, "width": 1.2}
        shapes.append(Rect(LEFT + done, y - BAR / 2, risk, BAR, **paint))
        shapes += _stripes(LEFT + done, LEFT + done + risk, y)
    if on_turn:
        shapes.append(Polygon(((6, y - 7), (6, y + 7), (14, y)), fill=INK))
    return shapes


def _stripes(left, right, y):
    """Slanted lines: points at risk look different from points that are safe."""
    lines, x = [], left
    while x + BAR / 2 <= right:
        lines.append(Line(((x, y + BAR / 2), (x + BAR / 2, y - BAR / 2)), stroke=INK, width=1))
        x += 8
    return lines

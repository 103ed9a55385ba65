"""Mini xiangqi: Chinese chess on seven by seven squares, small enough to be played in thousands.

Each side has two chariots, two cannons, two horses, five soldiers and a general. Chariots slide;
cannons slide too, but capture only by jumping over exactly one piece; horses make a knight's move
that a piece right beside them on the long side blocks; soldiers step forward or sideways; the
general steps inside a palace of three by three squares, and attacks the other general when nothing
stands between them on a file. There are no elephants, advisors and river, hence soldiers step
sideways from the start. Nobody may leave his general under attack; whoever has no move left has
lost; unfinished after `limit` moves is a draw. Without chance and without secrets. A move is
49 * from + to, squares counted row by row.

It stands in for the Chinese chess of the POSM experiment in thesis 1 (sec. 3.5), so it lets the two
players see with different eyes: MATERIAL counts pieces, POSITIONAL counts the same pieces and adds
a tenth for every row advanced and every file nearer to the middle. The gains, on which status
rests, are material for both.

Readings: repeating a position is allowed and ends in the draw. Mate ends the game at once; whoever
is not attacked and still cannot move gives up, which takes a move.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from herna.compiled import kernel, record, rule
from herna.errors import require_whole
from herna.game import OVER, Game
from herna.rules import bind

SIDE, SQUARES = 7, 49
MOST = 96  # more moves than any position offers
SOLDIER, HORSE, CANNON, CHARIOT, GENERAL = range(1, 6)
WORTH = (0.0, 2.0, 4.0, 4.5, 9.0, 100.0)  # by kind, the first for an empty square
MATERIAL, POSITIONAL = range(2)
STEP = 0.1  # what a row forward or a file towards the middle is worth to POSITIONAL
GIVE_UP = 0  # the only move of whoever has none

ROWS, COLUMNS = (1, -1, 0, 0), (0, 0, 1, -1)  # the four directions
BACK = (CHARIOT, CANNON, HORSE, GENERAL, HORSE, CANNON, CHARIOT)
FRONT = (SOLDIER, 0, SOLDIER, SOLDIER, SOLDIER, 0, SOLDIER)
LETTERS = ".shcrg"

STATE = record(
    ("board", "i4", SQUARES),  # kinds, positive for the first player, negative for the second
    ("eyes", "i4", 2),  # how each player values a position
    ("turn", "i4"),
    ("winner", "i4"),  # 0: nobody, else seat + 1
    ("completed", "i4"),  # moves made by both
    ("limit", "i4"),
)


@rule
def to_move(s):
    return OVER if s.winner > 0 or s.completed >= s.limit else s.turn


@kernel
def moves(s, out):
    own = 1 - 2 * s.turn
    board = s.board.copy()  # to try moves on
    count = 0
    for here in range(SQUARES):
        kind = s.board[here] * own
        if kind <= 0:
            continue
        first = count
        if kind in (CHARIOT, CANNON):
            count = slide(s, here, own, kind, out, count)
        elif kind == HORSE:
            count = leap(s, here, own, out, count)
        else:
            count = tread(s, here, own, kind, out, count)
        count = safe_moves(board, own, out, first, count)
        in_order(out, first, count)
    if count == 0:
        out[0] = GIVE_UP
        return 1
    return count


@kernel
def step(s, move):
    there, here = move % SQUARES, move // SQUARES
    if there == here:
        s.winner = 2 - s.turn
    else:
        s.board[there] = s.board[here]
        s.board[here] = 0
    s.turn = 1 - s.turn
    s.completed += 1
    if s.winner == 0 and attacked(s.board, 1 - 2 * s.turn):
        out = np.empty(MOST, np.int64)
        if moves(s, out) == 1 and out[0] == GIVE_UP:
            s.winner = 2 - s.turn


@rule
def returns(s, out):
    out[0] = out[1] = 0.0
    if s.winner > 0:
        out[s.winner - 1], out[2 - s.winner] = 1.0, -1.0


@rule
def rounds(s):
    return s.completed


@kernel
def gains(s, out):
    """The pieces each player has left."""
    out[0] = out[1] = 0.0
    for square in range(SQUARES):
        piece = s.board[square]
        if piece != 0:
            out[0 if piece > 0 else 1] += WORTH[abs(piece)]


@kernel
def values(s, out):
    """How much better each player stands than the other, in his own eyes."""
    material, place = 0.0, 0.0
    for square in range(SQUARES):
        piece = s.board[square]
        if piece == 0:
            continue
        sign = 1 if piece > 0 else -1
        material += sign * WORTH[abs(piece)]
        if abs(piece) != GENERAL:
            row, column = square // SIDE, square % SIDE
            advanced = row if piece > 0 else SIDE - 1 - row
            place += sign * STEP * (advanced + 3 - abs(column - 3))
    if s.winner > 0:  # mate outweighs everything
        material += WORTH[GENERAL] * (3 - 2 * s.winner)
    first = material + place if s.eyes[0] == POSITIONAL else material
    second = material + place if s.eyes[1] == POSITIONAL else material
    out[0], out[1] = first, -second


# How pieces move; each adds moves to `out` and says how many there are by now.


@kernel
def slide(s, here, own, kind, out, count):
    """Chariots and cannons, along all four lines."""
    for way in range(4):
        row, column = here // SIDE + ROWS[way], here % SIDE + COLUMNS[way]
        screens = 0
        while 0 <= row < SIDE and 0 <= column < SIDE:
            there = row * SIDE + column
            piece = s.board[there] * own
            takes = piece < 0 and screens == (1 if kind == CANNON else 0)
            if takes or (piece == 0 and screens == 0):
                out[count] = here * SQUARES + there
                count += 1
            if piece != 0:
                screens += 1
                if kind == CHARIOT or screens == 2:
                    break
            row, column = row + ROWS[way], column + COLUMNS[way]
    return count


@kernel
def leap(s, here, own, out, count):
    """Horses: one step straight, which must be free, then one more row and file aslant."""
    for way in range(4):
        row, column = here // SIDE + ROWS[way], here % SIDE + COLUMNS[way]
        if not (0 <= row < SIDE and 0 <= column < SIDE) or s.board[row * SIDE + column] != 0:
            continue
        for side in (-1, 1):
            to_row = row + ROWS[way] + side * abs(COLUMNS[way])
            to_column = column + COLUMNS[way] + side * abs(ROWS[way])
            if 0 <= to_row < SIDE and 0 <= to_column < SIDE:
                there = to_row * SIDE + to_column
                if s.board[there] * own <= 0:
                    out[count] = here * SQUARES + there
                    count += 1
    return count


@kernel
def tread(s, here, own, kind, out, count):
    """Soldiers and generals: one step."""
    for way in range(4):
        row, column = here // SIDE + ROWS[way], here % SIDE + COLUMNS[way]
        if not (0 <= row < SIDE and 0 <= column < SIDE):
            continue
        if kind == SOLDIER and ROWS[way] == -own:
            continue
        if kind == GENERAL and not in_palace(row, column, own):
            continue
        there = row * SIDE + column
        if s.board[there] * own <= 0:
            out[count] = here * SQUARES + there
            count += 1
    return count


@kernel
def safe_moves(board, own, out, first, stop):
    """Keep those of a stretch of moves that leave no general under attack; where they end."""
    count = first
    for i in range(first, stop):
        here, there = out[i] // SQUARES, out[i] % SQUARES
        taken = board[there]
        board[there], board[here] = board[here], 0
        if not attacked(board, own):
            out[count] = out[i]
            count += 1
        board[here], board[there] = board[there], taken
    return count


@kernel
def attacked(board, own):
    """Whether the general of this side could be taken, seen from where he stands."""
    here = 0
    while board[here] * own != GENERAL:
        here += 1
    for way in range(4):
        row, column = here // SIDE + ROWS[way], here % SIDE + COLUMNS[way]
        screens, steps = 0, 1
        while 0 <= row < SIDE and 0 <= column < SIDE:
            enemy = -board[row * SIDE + column] * own
            if screens == 0:
                if enemy == CHARIOT or (enemy == GENERAL and COLUMNS[way] == 0):
                    return True
                if enemy == SOLDIER and steps == 1 and ROWS[way] != -own:
                    return True
            elif enemy == CANNON:
                return True
            if enemy != 0:
                screens += 1
                if screens == 2:
                    break
            row, column, steps = row + ROWS[way], column + COLUMNS[way], steps + 1
    return attacked_by_horse(board, own, here)


@kernel
def attacked_by_horse(board, own, here):
    """A horse attacks by way of the square aslant of its target, which must be free."""
    for down in (-1, 1):
        for right in (-1, 1):
            row, column = here // SIDE + down, here % SIDE + right
            if not (0 <= row < SIDE and 0 <= column < SIDE) or board[row * SIDE + column] != 0:
                continue
            if 0 <= row + down < SIDE and board[(row + down) * SIDE + column] * own == -HORSE:
                return True
            if 0 <= column + right < SIDE and board[row * SIDE + column + right] * own == -HORSE:
                return True
    return False


@rule
def in_palace(row, column, own):
    rows_forward = row if own > 0 else SIDE - 1 - row
    return 2 <= column <= 4 and rows_forward <= 2


@rule
def in_order(out, first, stop):
    """Sort a stretch of moves."""
    for i in range(first + 1, stop):
        j, move = i, out[i]
        while j > first and out[j - 1] > move:
            out[j] = out[j - 1]
            j -= 1
        out[j] = move


@dataclass(frozen=True)
class MiniXiangqi(Game):
    n_players: int = 2
    limit: int = 100  # moves of both players after which the game is drawn
    first_eyes: int = MATERIAL
    second_eyes: int = MATERIAL

    name: ClassVar[str] = "minixiangqi"
    state_type: ClassVar = STATE
    max_moves: ClassVar[int] = MOST
    rules: ClassVar = bind(
        STATE,
        to_move=to_move,
        moves=moves,
        step=step,
        returns=returns,
        rounds=rounds,
        gains=gains,
        values=values,
    )

    def __post_init__(self):
        require_whole(self.name, "n_players", self.n_players, 2, 2)
        require_whole(self.name, "limit", self.limit, 1, 10_000)
        require_whole(self.name, "first_eyes", self.first_eyes, MATERIAL, POSITIONAL)
        require_whole(self.name, "second_eyes", self.second_eyes, MATERIAL, POSITIONAL)

    def setup(self, s):
        board = np.zeros((SIDE, SIDE), int)
        board[0], board[1] = BACK, FRONT
        board[5], board[6] = -np.array(FRONT), -np.array(BACK)
        s.board[:] = board.ravel()
        s.eyes[:] = self.first_eyes, self.second_eyes
        s.limit = self.limit

    def move_name(self, state, move):
        if move == GIVE_UP:
            return "gives up"
        here, there = divmod(move, SQUARES)
        kind = LETTERS[abs(state.board[here])]
        return f"{kind} {square_name(here)}{'x' if state.board[there] else '-'}{square_name(there)}"

    def seat_name(self, seat):
        return ("red", "black")[seat]

    def text(self, state):
        """Red below in capitals, black above in small letters."""
        rows = state.board.reshape(SIDE, SIDE)[::-1]
        letters = [
            [LETTERS[abs(p)].upper() if p > 0 else LETTERS[abs(p)] for p in row] for row in rows
        ]
        return "\n".join(" ".join(row) for row in letters)


def square_name(square):
    """A square as chess players call it: files a to g, rows 1 to 7."""
    return f"{'abcdefg'[square % SIDE]}{square // SIDE + 1}"

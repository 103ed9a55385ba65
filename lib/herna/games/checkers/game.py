"""Checkers for three players on a triangle of 78 fields, the game of thesis 3 (sec. 3 and 4).

White, black and red have 21 pieces each, in a corner of their own, and move in this order. A pawn
steps to a free field in one of its two directions, or jumps over a piece of an opponent to the free
field behind it, and on, as far as it goes; what is jumped leaves the board at once. On the edge
opposite to its corner it becomes a queen. A queen goes any number of free fields in four
directions, forwards and backwards, and jumps from any distance, to any free field behind the piece.

Who could capture and does not loses all pieces that could have; with `strict` he must capture. Who
has no pieces left is out, and so is who cannot move when it is his turn. The last one left wins.

Readings, where the thesis is silent or contradicts itself:

- *Not capturing* is allowed and punished, since its program keeps a list of the pieces lost for it
  and needs to be told to prefer captures. The pieces are lost to nobody's gain. If the piece that
  moved is one of them, it is lost after its move.
- *Captures*: no duty to take as much as possible, none to take with a queen; but a jump must be
  followed by another one wherever the piece can go on from where it has landed. A pawn that
  reaches its edge by a jump is crowned and stops. Ways that take the same pieces over other fields
  are different moves. Ten jumps fit into a move and 640 moves into a list; chains and choices
  beyond that, which take boards full of queens, are cut off.
- *Who is blocked* is out for good. His pieces stay and can be taken; with `remove_blocked` they
  leave the board.
- *Draws*: the thesis has many and no rule for them. Here those who are left share the point after
  `patience` rounds without a capture, a penalty or a move of a pawn; a round is a move of everybody
  who is left.
- *Winning*: the last one left wins, how many pieces he has taken does not count.

Gains (how well somebody stands) are what his pieces are worth less half of what the others' are;
players of thesis 3 do not look at them, but sum up what moves pay (`payoffs.py`).
"""

import itertools
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from herna.compiled import rule
from herna.errors import HernaError, nearest, require_number, require_switch, require_whole, shown
from herna.game import Game
from herna.games.checkers import payoffs
from herna.games.checkers.board import (
    COLOURS,
    EDGES,
    FIELD_OF,
    FIELDS,
    HOMES,
    LINES,
    NAMES,
    PLACES,
    ROWS,
    SEATS,
    SIDE,
    contains,
    set_of,
    size,
)
from herna.games.checkers.finale import finale
from herna.games.checkers.rules import (
    BLOCKED,
    CAPTURED,
    MAX_MOVES,
    MOST_JUMPS,
    PLAYING,
    QUIET,
    STATE,
    able_to_capture,
    ahead,
    distance_of,
    enemies,
    is_over,
    jump_at,
    line_of,
    moves,
    own,
    players_left,
    quiet_parts,
    returns,
    rounds,
    start_of,
    step,
    to_move,
)
from herna.pays import bind_pays
from herna.rules import bind

VALUES = {"pawn": 2540.0, "queen": 6650.0, "crowning": 810.0}  # as the thesis has them (table 7)
CONSTANTS = {"share": 0.5, "trifle": 10.0, "slope": 0.1, "cap": 0.2}


@rule
def gains(s, out):
    """What one's pieces are worth, less half of what those of the others are."""
    total = 0.0
    for seat in range(SEATS):
        out[seat] = 2540.0 * size(s.men[seat]) + 6650.0 * size(s.queens[seat])
        total += out[seat]
    for seat in range(SEATS):
        out[seat] -= (total - out[seat]) / 2


@dataclass(frozen=True)
class Checkers(Game):
    n_players: int = SEATS
    strict: bool = False  # who can capture must; otherwise not capturing costs the pieces
    remove_blocked: bool = False  # pieces of a player who cannot move leave the board
    patience: int = 150  # rounds without capture, penalty or move of a pawn: a draw

    name: ClassVar[str] = "checkers"
    state_type: ClassVar = STATE
    max_moves: ClassVar[int] = MAX_MOVES
    rules: ClassVar = bind(
        STATE, to_move=to_move, moves=moves, step=step, returns=returns, rounds=rounds, gains=gains
    )
    pays: ClassVar = bind_pays(
        STATE,
        offers=payoffs.offers,
        price=payoffs.price,
        reply=payoffs.reply,
        finale=finale,
        key=payoffs.key,
        ponder=payoffs.ponder,
        present=payoffs.present,
        piece=payoffs.piece,
        captures=payoffs.is_capture,
    )
    strategies: ClassVar[tuple[str, ...]] = payoffs.STRATEGIES

    def __post_init__(self):
        require_whole("checkers", "n_players", self.n_players, SEATS, SEATS)
        require_whole("checkers", "patience", self.patience, 1, 100_000)
        for switch in ("strict", "remove_blocked"):
            require_switch("checkers", switch, getattr(self, switch))

    def setup(self, s):
        s.strict, s.remove_blocked, s.patience = self.strict, self.remove_blocked, self.patience
        s.men[:] = HOMES

    def position(self, turn="white", queens="", **pieces):
        """A state with these pieces, such as `position("red", white="B2 I2", red="F3 E4")`.

        `queens` names the fields on which a piece is a queen.
        """
        if turn not in COLOURS:
            raise HernaError(f"checkers: turn is {shown(turn)}; {nearest(turn, COLOURS)}")
        crowned, taken = _fields("queens", queens), set[int]()
        array = self.initial().replace(men=0).array.copy()
        s = array[0]
        for colour, names in pieces.items():
            if colour not in COLOURS:
                raise HernaError(f"checkers: no colour {shown(colour)}; {nearest(colour, COLOURS)}")
            fields = _fields(colour, names)
            for field in sorted(fields & taken):
                raise HernaError(f"checkers: {NAMES[field]} is taken twice; allowed: once")
            taken |= fields
            s.men[COLOURS.index(colour)] = set_of(fields - crowned)
            s.queens[COLOURS.index(colour)] = set_of(fields & crowned)
        for field in sorted(crowned - taken):
            raise HernaError(f"checkers: queens holds {NAMES[field]}; allowed: fields with a piece")
        for seat in range(SEATS):
            s.fate[seat] = PLAYING if any(own(s, seat)) else CAPTURED
        s.turn = COLOURS.index(turn)
        if s.fate[s.turn] != PLAYING:
            raise HernaError(f"checkers: turn is {turn!r}; allowed: a colour that has pieces")
        return type(self.initial())(array)

    def mind(self, strategies=(), **values):
        """How somebody judges moves who knows these strategies; values are those of table 7."""
        for name in strategies:
            if name not in self.strategies:
                known = nearest(name, self.strategies)
                raise HernaError(f"checkers: no strategy {shown(name)}; {known}")
        for name, value in values.items():
            if name not in VALUES and name not in CONSTANTS:
                raise HernaError(f"checkers: no value {shown(name)}; {nearest(name, VALUES)}")
            require_number("checkers", name, value, 0, 1e9)
        numbers = {**VALUES, **CONSTANTS, **values}
        return np.array([*(numbers[name] for name in payoffs.MIND[: len(numbers)])]
                        + [float(name in strategies) for name in self.strategies])  # fmt: skip

    def is_clear(self, state):
        """Whether a search can afford a turn more: a player is out, few queens are left."""
        s = state.array[0]
        queens = sum(size(s.queens[seat]) for seat in range(SEATS))
        return players_left(s) < SEATS and queens <= 2

    def way(self, state, move):
        """The fields of a move from start to end, and the fields of what it takes."""
        prey, field = enemies(state.array[0], state.turn), int(start_of(move))
        way, taken = [field], []
        for line, distance in self.jumps(move):
            for _ in range(distance):
                field = int(ahead(field, LINES[state.turn, line], 1))
                if contains(prey, field) and field not in taken:
                    taken.append(field)
            way.append(field)
        return way, taken

    def jumps(self, move):
        """A move as lines, counted as in LINES, and distances: one for each jump, or for a step."""
        if move < QUIET:
            _, line, distance = quiet_parts(move)
            return [(int(line), int(distance))]
        jumps = itertools.takewhile(bool, (int(jump_at(move, i)) for i in range(MOST_JUMPS)))
        return [(int(line_of(jump)), int(distance_of(jump))) for jump in jumps]

    def lost(self, state, move):
        """The fields of the pieces that a quiet move costs for not capturing."""
        s = state.array[0]
        if move >= QUIET:
            return []
        hungry = able_to_capture(s, s.turn)
        return [field for field in range(FIELDS) if contains(hungry, field)]

    def move_name(self, state, move):
        way, taken = self.way(state, move)
        s, seat = state.array[0], state.turn
        words = ("x" if taken else "-").join(NAMES[field] for field in way)
        lost = self.lost(state, move)
        if taken:
            words += f" takes {' '.join(NAMES[field] for field in taken)}"
        if contains(s.men[seat], way[0]) and contains(EDGES[seat], way[-1]):
            words += ", crowned"
        if lost:
            words += f", loses {' '.join(NAMES[field] for field in lost)}"
        return words

    def move_parts(self, state, move):
        start, *rest = self.move_name(state, move).replace("x", "-", 1).split("-", 1)
        return start, *rest

    def seat_name(self, seat):
        return COLOURS[seat]

    def text(self, state):
        """The board in letters: w, b, r are pawns, W, B, R queens, dots free fields."""
        return "\n".join([self.headline(state), *(
            f"{ROWS[row]} {' ' * (SIDE - 1 - row)}"
            + " ".join(letter(state, field) for field in range(FIELDS) if PLACES[field][0] == row)
            for row in range(SIDE)
        )])  # fmt: skip

    def headline(self, state):
        """Who is to move or how it has ended, and what became of the others."""
        s = state.array[0]
        playing = [colour for colour, fate in zip(COLOURS, s.fate, strict=True) if fate == PLAYING]
        if not is_over(s):
            words = f"{COLOURS[state.turn]} to move"
        elif len(playing) == 1:
            words = f"{playing[0]} has won"
        else:
            words = f"drawn between {' and '.join(playing)}"
        for colour, fate in zip(COLOURS, s.fate, strict=True):
            words += {CAPTURED: f", {colour} is out", BLOCKED: f", {colour} is blocked"}.get(
                fate, ""
            )
        return words


def _fields(what, names):
    fields = set()
    for name in names.split():
        if name not in FIELD_OF:
            raise HernaError(f"checkers: {what} holds {shown(name)}; allowed: fields A1 to L12")
        fields.add(FIELD_OF[name])
    return fields


def letter(state, field):
    """What stands on a field."""
    for seat, colour in enumerate(COLOURS):
        if contains(state.men[seat], field):
            return colour[0]
        if contains(state.queens[seat], field):
            return colour[0].upper()
    return "."

"""Pursuit: Pac-Man cut down to its crossings, a runner against two ghosts who must work together.

After the simplified Pac-Man of thesis 1 (sec. 3.7). The runner and the two ghosts stand on
crossings of a maze and move in turn, each along one corridor; one player moves both ghosts at once,
and nobody may stand still. The runner eats the dot on every crossing he comes to and wins when he
has eaten `dots` of them; the ghosts win when one of them and the runner meet; after `limit` moves
of each side it is a draw. All are equally fast, so one ghost alone hardly catches anybody. Without
chance and without secrets.

A move of the runner is a direction (0 up, 1 right, 2 down, 3 left), one of the ghosts 4 * first +
second. Readings: the maze has 6 x 6 crossings instead of 16 x 16 squares, and not all dots need be
eaten, both to keep games short; ghosts may share a crossing. The runner's values are his fixed
rules: keep away from ghosts that could catch him next, eat, and go towards the nearest dot.
"""

from dataclasses import dataclass
from itertools import product
from typing import ClassVar

import numpy as np

from herna.compiled import kernel, record, rule
from herna.errors import require_whole
from herna.game import OVER, Game
from herna.rules import bind

SIDE = 6
CROSSINGS = SIDE * SIDE
WALLS = (  # pairs of neighbouring crossings without a corridor
    *((2, 3), (7, 13), (8, 14), (9, 15), (10, 16)),
    *((19, 25), (20, 26), (21, 27), (22, 28), (32, 33)),
)
STARTS = (32, 0, 5)  # the runner in the middle of the bottom row, the ghosts in the upper corners
RUNNER, GHOSTS = range(2)


def _exits():
    """The crossing in each direction of each crossing, -1 where there is no corridor."""
    exits = np.full((CROSSINGS, 4), -1)
    for here, (way, (down, right)) in product(
        range(CROSSINGS), enumerate(((-1, 0), (0, 1), (1, 0), (0, -1)))
    ):
        row, column = here // SIDE + down, here % SIDE + right
        there = row * SIDE + column
        inside = 0 <= row < SIDE and 0 <= column < SIDE
        if inside and (here, there) not in WALLS and (there, here) not in WALLS:
            exits[here, way] = there
    return exits


def _distances(exits):
    """Corridors between any two crossings, by breadth first search from each."""
    far = np.full((CROSSINGS, CROSSINGS), CROSSINGS)
    for start in range(CROSSINGS):
        far[start, start], frontier = 0, [start]
        for here in frontier:
            for there in exits[here][exits[here] >= 0]:
                if far[start, there] == CROSSINGS:
                    far[start, there] = far[start, here] + 1
                    frontier.append(int(there))
    return far


EXITS = _exits()
DISTANCES = _distances(EXITS)

STATE = record(
    ("places", "i4", 3),  # the runner, the first and the second ghost
    ("dots", "i4", CROSSINGS),  # 1: not eaten yet
    ("wanted", "i4"),  # dots to be eaten in all
    ("uneaten", "i4"),  # and how many of these are left
    ("turn", "i4"),
    ("completed", "i4"),  # moves made by both sides
    ("limit", "i4"),
)


@rule
def to_move(s):
    over = is_caught(s) or s.uneaten == 0 or s.completed >= 2 * s.limit
    return OVER if over else s.turn


@rule
def moves(s, out):
    count = 0
    if s.turn == RUNNER:
        for way in range(4):
            if EXITS[s.places[0], way] >= 0:
                out[count] = way
                count += 1
        return count
    for first in range(4):
        if EXITS[s.places[1], first] >= 0:
            for second in range(4):
                if EXITS[s.places[2], second] >= 0:
                    out[count] = 4 * first + second
                    count += 1
    return count


@rule
def step(s, move):
    if s.turn == RUNNER:
        s.places[0] = EXITS[s.places[0], move]
        if not is_caught(s):
            s.uneaten -= s.dots[s.places[0]]
            s.dots[s.places[0]] = 0
    else:
        s.places[1] = EXITS[s.places[1], move // 4]
        s.places[2] = EXITS[s.places[2], move % 4]
    s.turn = 1 - s.turn
    s.completed += 1


@rule
def returns(s, out):
    result = -1.0 if is_caught(s) else (1.0 if s.uneaten == 0 else 0.0)
    out[RUNNER], out[GHOSTS] = result, -result


@rule
def rounds(s):
    return s.completed


@kernel
def gains(s, out):
    """The dots eaten, and for the ghosts those that are left; once caught, all count for them."""
    out[RUNNER] = 0 if is_caught(s) else s.wanted - s.uneaten
    out[GHOSTS] = s.wanted if is_caught(s) else s.uneaten


@kernel
def values(s, out):
    """The runner's rules, worst fear first; the ghosts want the opposite."""
    nearest, food = CROSSINGS, CROSSINGS
    for ghost in range(1, 3):
        nearest = min(nearest, DISTANCES[s.places[0], s.places[ghost]])
    for crossing in range(CROSSINGS):
        if s.dots[crossing]:
            food = min(food, DISTANCES[s.places[0], crossing])
    fear = 1000.0 if nearest == 0 else (500.0 if nearest == 1 else (2.0 if nearest == 2 else 0.0))
    out[RUNNER] = -fear - 5.0 * s.uneaten - (food if s.uneaten else -1000.0)
    out[GHOSTS] = -out[RUNNER]


@rule
def is_caught(s):
    return s.places[0] == s.places[1] or s.places[0] == s.places[2]


@dataclass(frozen=True)
class Pursuit(Game):
    n_players: int = 2
    dots: int = 20  # to be eaten
    limit: int = 55  # moves of each side after which the game is drawn

    name: ClassVar[str] = "pursuit"
    state_type: ClassVar = STATE
    max_moves: ClassVar[int] = 16
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
        require_whole(self.name, "dots", self.dots, 1, CROSSINGS - 1)
        require_whole(self.name, "limit", self.limit, 1, 10_000)

    def setup(self, s):
        s.places[:] = STARTS
        s.dots[:] = 1
        s.dots[STARTS[0]] = 0
        s.wanted = s.uneaten = self.dots
        s.limit = self.limit

    def move_name(self, state, move):
        words = ("up", "right", "down", "left")
        if state.turn == RUNNER:
            return words[move]
        return f"{words[move // 4]} and {words[move % 4]}"

    def seat_name(self, seat):
        return ("runner", "ghosts")[seat]

    def text(self, state):
        """The crossings: @ runner, M ghost, . a dot."""
        signs = ["." if dot else " " for dot in state.dots]
        for place, sign in zip(state.places[::-1], "MM@", strict=True):
            signs[place] = sign
        return "\n".join(" ".join(signs[row * SIDE : row * SIDE + SIDE]) for row in range(SIDE))

"""Pig: two to seven players race to a target, and greed loses the pot. The game to copy.

Roll as often as you dare: 2 to 6 swell the pot, a 1 empties it and ends the turn, holding banks
it. First to bank the target wins. Chance nodes: one per roll, faces 1 to 6, equally likely.
"""

from dataclasses import dataclass
from typing import ClassVar

from herna.compiled import record, rule
from herna.errors import require_whole
from herna.game import CHANCE, MAX_PLAYERS, OVER, Game
from herna.rules import bind

HOLD, ROLL = 0, 1

STATE = record(
    ("players", "i4"),
    ("target", "i4"),
    ("banked", "i4", MAX_PLAYERS),  # points safe, per player
    ("pot", "i4"),  # points at risk this turn
    ("turn", "i4"),
    ("rolling", "i4"),  # 1: the die is in the air
    ("completed", "i4"),  # turns finished
)


@rule
def to_move(s):
    for seat in range(s.players):
        if s.banked[seat] >= s.target:
            return OVER
    return CHANCE if s.rolling else s.turn


@rule
def moves(s, out):
    if s.rolling:
        for face in range(6):
            out[face] = face + 1
        return 6
    if s.pot == 0:
        out[0] = ROLL
        return 1
    out[0], out[1] = HOLD, ROLL
    return 2


@rule
def step(s, move):
    if s.rolling and move == 1:
        pass_turn(s, 0)
    elif s.rolling:
        s.pot += move
        s.rolling = 0
    elif move == ROLL:
        s.rolling = 1
    else:
        pass_turn(s, s.pot)


@rule
def returns(s, out):
    for seat in range(s.players):
        out[seat] = 1.0 if s.banked[seat] >= s.target else 0.0


@rule
def rounds(s):
    return s.completed


@rule
def gains(s, out):
    """Points, with the pot counted for whoever may still lose it."""
    for seat in range(s.players):
        out[seat] = s.banked[seat]
    out[s.turn] += s.pot


@rule
def pass_turn(s, gain):
    """Bank `gain` for the player on turn and hand the die on."""
    s.banked[s.turn] += gain
    s.turn = (s.turn + 1) % s.players
    s.pot, s.rolling = 0, 0
    s.completed += 1


@dataclass(frozen=True)
class Pig(Game):
    n_players: int = 2
    target: int = 50

    name: ClassVar[str] = "pig"
    state_type: ClassVar = STATE
    max_moves: ClassVar[int] = 6
    rules: ClassVar = bind(
        STATE,
        to_move=to_move,
        moves=moves,
        step=step,
        returns=returns,
        rounds=rounds,
        gains=gains,
    )

    def __post_init__(self):
        require_whole("pig", "n_players", self.n_players, 2, MAX_PLAYERS)
        require_whole("pig", "target", self.target, 1, 10_000)

    def setup(self, s):
        s.players, s.target = self.n_players, self.target

    def move_name(self, state, move):
        if state.rolling:
            return f"rolls {move}"
        return "roll" if move == ROLL else f"hold and bank {state.pot}"

    def text(self, state):
        banked = " ".join(str(points) for points in state.banked[: self.n_players])
        return f"banked {banked}, pot {state.pot}, {self.seat_name(state.turn)} on turn"

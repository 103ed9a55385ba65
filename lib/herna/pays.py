"""Games whose moves pay: what a search that sums payoffs along a line of play needs to know.

A game may say, besides its rules, what every move pays each player (`offers`). What it pays depends
on the *mind* of who judges it, a row of numbers whose meaning is the game's own: values,
preferences, strategies. A search is handed one for every seat, for whoever moves.
"""

from typing import Any, NamedTuple

from numba import types

from herna.compiled import roomy, typed
from herna.rules import INTEGERS, NUMBER, NUMBERS

EQUAL = 1e-6  # payoffs that differ by less are equal


class Pays(NamedTuple):
    """The compiled functions of a game whose moves pay, as kernels receive them."""

    offers: Any  # (s, minds, out, pays) -> count; legal moves as `moves` has them, and their pay
    price: Any  # (s, minds, move, moves, out) -> 1 if a move is legal, and its pay; else 0
    reply: Any  # (s, minds, moves, pays, out) -> 0, and what the last move of a line pays; or -1
    finale: (
        Any  # (s, spare, present, minds, moves, pays, values) -> the same for the last two moves
    )
    key: Any  # (s, which) -> one of two numbers that tell states apart that can end differently
    ponder: Any  # (s); blank what a line of play shall not depend on
    present: Any  # (s) -> a bit for every seat that is still in play
    piece: Any  # (s, move) -> a number for the piece that moves
    captures: Any  # (s, move) -> 1 if the move takes something, else 0


def bind_pays(state, **functions):
    """Tie the functions to the record type of a game."""
    s, minds = roomy(state), types.float64[:, ::1]
    signatures = {
        "offers": (NUMBER, s, minds, INTEGERS, minds),
        "price": (NUMBER, s, minds, NUMBER, INTEGERS, NUMBERS),
        "reply": (NUMBER, s, minds, INTEGERS, minds, NUMBERS),
        "finale": (
            NUMBER,
            s,
            s,
            NUMBER,
            minds,
            types.int64[:, ::1],
            types.float64[:, :, ::1],
            minds,
        ),
        "key": (NUMBER, s, NUMBER),
        "ponder": (types.void, s),
        "present": (NUMBER, s),
        "piece": (NUMBER, s, NUMBER),
        "captures": (NUMBER, s, NUMBER),
    }
    return Pays(**{name: typed(functions[name], *signatures[name]) for name in signatures})

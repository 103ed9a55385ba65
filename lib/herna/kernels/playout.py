"""Random playouts: the fastest way to the end of a game, and the yardstick of our speed.

A playout is hundreds of tiny steps, so what a call costs decides. `playout_of` therefore compiles
the loop once per game with the game's own rules inside, where kernels otherwise call rules through
pointers: twice as fast for Ludo.
"""

import hashlib
from types import FunctionType
from typing import Any

import numpy as np
from numba import typeof, types
from numba.np.numpy_support import from_dtype

from herna.compiled import kernel, typed
from herna.game import CHANCE, DEFAULTS, OVER
from herna.kernels.dice import pick, pick_by_odds

to_move: Any = None  # stand-ins for the rules of a game, see `playout_of`
moves: Any = None
odds: Any = None
step: Any = None
EVEN = False  # whether all outcomes of chance are equally likely


def to_the_end(state, out, shares, rng, limit):
    """Play uniformly random moves and fair chance to the end; the number of plies made."""
    plies = 0
    while plies < limit:
        who = to_move(state)
        if who == OVER:
            break
        count = moves(state, out)
        if who == CHANCE and not EVEN:
            odds(state, shares, count)
            choice = pick_by_odds(rng, shares, count)
        elif who == CHANCE or count > 1:
            choice = pick(rng, count)
        else:
            choice = 0
        step(state, out[choice])
        plies += 1
    return plies


def playout_of(rules, state_type):
    """`to_the_end` with the rules of one game in it, to be called by kernels."""
    parts = {name: _inner(getattr(rules, name)) for name in ("to_move", "moves", "odds", "step")}
    even = _source(parts["odds"]) is _source(DEFAULTS["odds"])
    own = FunctionType(to_the_end.__code__, {**globals(), **parts, "EVEN": even})
    own.__module__ = _source(parts["step"]).__module__  # Herna's are cached, a notebook's are not
    own.__qualname__ = f"playout_{_fingerprint(parts.values())}"  # its name in the cache
    numbers, integers, number = types.float64[::1], types.int64[::1], types.int64
    generator = typeof(np.random.default_rng(0))
    signature = (number, from_dtype(state_type), integers, numbers, generator, number)
    return typed(kernel(own), *signature)


@kernel
def playouts(rules, start, states, moves, odds, rng, games, limit):
    """Play `games` playouts from `start[0]`; all plies made."""
    plies = 0
    for _ in range(games):
        states[0] = start[0]
        plies += rules.playout(states[0], moves, odds, rng, limit)
    return plies


def _inner(rule):
    """The numba function behind a typed rule; when interpreted, the rule itself."""
    return getattr(rule, "_function", rule)


def _source(function):
    """The Python function behind a numba function."""
    return getattr(function, "py_func", function)


def _fingerprint(functions):
    names = (f"{f.__module__}.{f.__qualname__}" for f in map(_source, functions))
    return hashlib.sha256(" ".join(names).encode()).hexdigest()[:12]

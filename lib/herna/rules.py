"""Rules: the compiled functions of a game, tied to its record types and handed to kernels.

Kernels call rules by address, so one kernel serves all games. A random playout is hundreds of tiny
steps in which such calls would cost half the time; `bind` therefore compiles the playout loop once
per game with the game's own rules built in, and adds it to them.
"""

import hashlib
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from numba import typeof, types
from numba.extending import typeof_impl

from herna.compiled import SMALLEST_LEDGER, kernel, roomy, rule, typed
from herna.game import CHANCE, NO_LEDGER, OVER
from herna.kernels.dice import pick, pick_by_odds

NUMBER, NUMBERS, INTEGERS = types.int64, types.float64[::1], types.int64[::1]
GENERATOR = typeof(np.random.default_rng(0))


class Rules(NamedTuple):
    """The compiled rules of one game, in the order in which kernels receive them."""

    to_move: Any  # (s) -> seat, CHANCE or OVER
    moves: Any  # (s, out) -> count; legal moves or outcomes, ascending
    step: Any  # (s, move); changes s
    returns: Any  # (s, out); final scores per player
    rounds: Any  # (s) -> turns of ordinary players completed so far
    remaining: Any  # (s) -> roughly how much of the game is left, from 1 down to 0
    odds: Any  # (s, out, count); likelihood of each outcome
    gains: Any  # (s, out); how well each player stands
    values: Any  # (s, out); how good a state is to choose, for each player; usually the gains
    steerable: Any  # (s) -> 1 where an environment player may choose the outcome, else 0
    note: Any  # (ledger, s, outcome); remember what chance dealt
    believability: Any  # (ledger) -> 0 where chance looks like chance
    hide: Any  # (s, seat); blank what the seat cannot see
    sample: Any  # (s, seat, rng); redeal what the seat cannot see
    imagine: Any  # (s, seat, rng); redeal it as the seat believes it to be
    playout: Any = None  # (s, out, shares, rng, limit) -> plies; at random to the end


@typeof_impl.register(Rules)
def _type_of_rules(rules, context):
    """The numba type of rules, worked out once: it is asked for at every call of a kernel."""
    key = id(rules)
    if key not in _RULE_TYPES:
        _RULE_TYPES[key] = rules, types.NamedTuple(map(typeof, rules), Rules)
    return _RULE_TYPES[key][1]


_RULE_TYPES: dict[int, tuple[Rules, types.Type]] = {}  # by identity, so the rules are kept, too


def bind(state, ledger=NO_LEDGER, **functions):
    """Tie rule functions to the record types of a game; what is left out gets a plain default."""
    unknown = set(functions) - set(Rules._fields[:-1])  # the playout is made here, not given
    missing = {"to_move", "moves", "step", "returns", "rounds"} - set(functions)
    if unknown or missing:
        what = f"unknown {sorted(unknown)}" if unknown else f"missing {sorted(missing)}"
        raise TypeError(f"rules: {what}; a game has {', '.join(Rules._fields)}")
    s, book = roomy(state), roomy(ledger, SMALLEST_LEDGER)
    signatures = {
        "to_move": (NUMBER, s),
        "moves": (NUMBER, s, INTEGERS),
        "step": (types.void, s, NUMBER),
        "returns": (types.void, s, NUMBERS),
        "rounds": (NUMBER, s),
        "remaining": (types.float64, s),
        "odds": (types.void, s, NUMBERS, NUMBER),
        "gains": (types.void, s, NUMBERS),
        "values": (types.void, s, NUMBERS),
        "steerable": (NUMBER, s),
        "note": (types.void, book, s, NUMBER),
        "believability": (types.float64, book),
        "hide": (types.void, s, NUMBER),
        "sample": (types.void, s, NUMBER, GENERATOR),
        "imagine": (types.void, s, NUMBER, GENERATOR),
    }
    chosen = {**DEFAULTS, "gains": functions["returns"], **functions}
    chosen = {"values": chosen["gains"], "imagine": chosen["sample"], **chosen}
    rules = Rules(**{name: typed(chosen[name], *signatures[name]) for name in signatures})
    return rules._replace(playout=playout_of(rules, s))


# What a game leaves out.


@rule
def _even_odds(s, out, count):
    for i in range(count):
        out[i] = 1.0 / count


@rule
def _all_remaining(s):
    return 1.0


@rule
def _always_steerable(s):
    return 1


@rule
def _note_nothing(ledger, s, outcome):
    pass


@rule
def _fully_believable(ledger):
    return 0.0


@rule
def _hide_nothing(s, seat):
    pass


@rule
def _sample_nothing(s, seat, rng):
    pass


DEFAULTS = {
    "odds": _even_odds,
    "remaining": _all_remaining,
    "steerable": _always_steerable,
    "note": _note_nothing,
    "believability": _fully_believable,
    "hide": _hide_nothing,
    "sample": _sample_nothing,
}


# The playout.

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
    return typed(kernel(own), NUMBER, state_type, INTEGERS, NUMBERS, GENERATOR, NUMBER)


def _inner(rule):
    """The numba function behind a typed rule; when interpreted, the rule itself."""
    return getattr(rule, "_function", rule)


def _source(function):
    """The Python function behind a numba function."""
    return getattr(function, "py_func", function)


def _fingerprint(functions):
    names = (f"{f.__module__}.{f.__qualname__}" for f in map(_source, functions))
    return hashlib.sha256(" ".join(names).encode()).hexdigest()[:12]

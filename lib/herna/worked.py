"""The worked positions of thesis 3: figures 4 and 5 with their lines, and small ones of our own.

The thesis shows its two examples of cooperation in pictures that are lost; what the text names is
certain, the other pieces were placed so that the story works (`data/thesis`). Moves that the text
leaves out are filled in: the first quiet ones, in the order of the list, with which the rest can be
played.

The small positions are ours: in each of them one strategy changes what a full search one turn deep
would play.
"""

import csv
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd

from herna.backing import offers
from herna.errors import HernaError, nearest, require_among, shown
from herna.games.checkers import Checkers
from herna.games.checkers.board import COLOURS, NAMES, size
from herna.results.store import home

FIGURES = {"figure 4": "AB", "figure 5": "123"}  # and their lines
START = "start"


@dataclass(frozen=True)
class Small:
    """A small position in which a strategy changes the choice of whoever is to move."""

    turn: str
    white: str
    black: str
    red: str
    queens: str = ""


SMALL = {
    "K": Small("white", "D3 H7", "F5 L12", "E4 K1 L1"),
    "PK": Small("white", "F3 K7", "E1 G4", "B1 J1 K2"),
    "PTP": Small("white", "F3 I5", "C1 L12", "K1 L1", queens="F3"),
    "PU": Small("white", "A1 F3", "G3 L12", "G4 K1 L1 L2"),
    "PHHK": Small("white", "A1 B2 E5 F3 F6 G7", "C2 G3 I3", "K3 L3"),
}


@dataclass(frozen=True)
class Step:
    """A move of a worked line."""

    move: int
    named: bool  # False: the text leaves it out, and we have filled it in
    note: str


def position(name, game=None):
    """The position of a figure, the small one of a strategy, or the start of the game.

    >>> position("figure 5").turn
    0
    """
    game = game or Checkers()
    if name == START:
        return game.initial()
    if name in SMALL:
        small = SMALL[name]
        sides = {colour: getattr(small, colour) for colour in COLOURS}
        return game.position(small.turn, small.queens, **sides)
    if name not in FIGURES:
        known = nearest(name, (START, *FIGURES, *SMALL))
        raise HernaError(f"checkers: no worked position {shown(name)}; {known}")
    sides = dict.fromkeys(COLOURS, "")
    for row in _rows("worked_positions", name):
        sides[row["owner"]] += f" {row['field']}"
    return game.position("white", **sides)


def certain(name):
    """The fields of a figure whose pieces the text of the thesis names."""
    return [
        r["field"] for r in _rows("worked_positions", name) if r["certainty"] != "reconstructed"
    ]


@lru_cache(maxsize=32)
def line_of(figure, line, game=None):
    """The moves of a line, such as `line_of("figure 4", "A")`."""
    game = game or Checkers()
    require_among("checkers", "figure", figure, FIGURES)
    require_among(figure, "line", line, FIGURES[figure])
    rows = [row for row in _rows("worked_lines", figure) if row["line"] == line]
    return _filled(game, position(figure, game), tuple(rows))


def line_table(figure, line, strategies=(), game=None):
    """The moves of a line, and what each pays white, black and red at once.

    strategies : of whoever judges the moves, such as ("K", "PK")
    """
    game = game or Checkers()
    minds, state, rows = np.tile(game.mind(strategies), (3, 1)), position(figure, game), []
    for step in line_of(figure, line, game):
        moves, pays = offers(game, state, minds)
        paid = pays[moves.tolist().index(step.move)]
        told = step.note if step.named else "ours: not named in the text"
        name = game.move_name(state, step.move)
        rows.append({"who": COLOURS[state.turn], "move": name}
                    | dict(zip(COLOURS, paid.tolist(), strict=True)) | {"note": told})  # fmt: skip
        state = game.step(state, step.move)
    return pd.DataFrame(rows)


def after_line(figure, line, game=None):
    """The position at the end of a line."""
    game = game or Checkers()
    state = position(figure, game)
    for step in line_of(figure, line, game):
        state = game.step(state, step.move)
    return state


def strengths(state):
    """What everybody has, as the thesis writes it: α for a pawn, β for a queen.

    >>> strengths(position("figure 5"))
    {'white': '2α', 'black': 'α', 'red': '7α'}
    """
    told = {}
    for seat, colour in enumerate(COLOURS):
        counts = {"α": int(size(state.men[seat])), "β": int(size(state.queens[seat]))}
        parts = [f"{n if n > 1 else ''}{letter}" for letter, n in counts.items() if n]
        told[colour] = " + ".join(parts) or "0"
    return told


def _rows(table, figure):
    path = home() / "data" / "thesis" / "three-player-checkers" / f"{table}.csv"
    with open(path, encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if row["figure"] == figure]


def _filled(game, state, rows):
    """The moves of these rows one after another, or None if some cannot be played."""
    if not rows:
        return ()
    row, rest = rows[0], rows[1:]
    if COLOURS[state.turn] != row["colour"]:  # who was to move is out
        return None
    for move in game.moves(state):
        if not _fits(game, state, move, row):
            continue
        after = _filled(game, game.step(state, move), rest)
        if after is not None:
            return Step(int(move), bool(row["from"]), row["note"]), *after
    return None


def _fits(game, state, move, row):
    """Whether a move is the one of a row; where the text names none, any harmless one."""
    way, taken = game.way(state, move)
    if not row["from"]:
        return not taken and not game.lost(state, move)
    ends = NAMES[way[0]], NAMES[way[-1]]
    return ends == (row["from"], row["to"]) and {NAMES[field] for field in taken} == set(
        row["captured"].split()
    )

"""Checkers for three, written a second time from its rules: slow, with coordinates and recursion.

A field is (white, black, red), the steps that a pawn of each colour would have to its edge from
there; they sum to 11, and the rules treat all three alike. A step takes one from one of them and
gives it to another. A position is a dict from field to (seat, is queen).
"""

import itertools
from dataclasses import dataclass

ALL = [(a, b, 11 - a - b) for a in range(12) for b in range(12 - a)]


def field_called(name):
    row, column = "ABCDEFGHIJKL".index(name[0]) + 1, int(name[1:])
    return 12 - row, column - 1, row - column


def name_of(field):
    row = 12 - field[0]
    return f"{'ABCDEFGHIJKL'[row - 1]}{field[1] + 1}"


def lines(seat, queen):
    """Directions: from the own number to another one, and for a queen the other way round."""
    ways = []
    for other in range(3):
        if other != seat:
            step = [0, 0, 0]
            step[seat], step[other] = -1, 1
            ways.append(tuple(step))
            if queen:
                ways.append(tuple(-part for part in step))
    return ways


def further(field, way, distance=1):
    reached = tuple(a + distance * b for a, b in zip(field, way, strict=True))
    return reached if min(reached) >= 0 else None


@dataclass(frozen=True)
class NaiveMove:
    way: tuple
    taken: tuple

    def names(self):
        return tuple(map(name_of, self.way)), frozenset(map(name_of, self.taken))


def start():
    """Pieces stand where a pawn of their colour has six steps or more before it."""
    return {
        field: (seat, False) for field, seat in itertools.product(ALL, range(3)) if field[seat] >= 6
    }


def jumps(position, field, seat, queen):
    """Single jumps: (field of the victim, field of landing)."""
    for way in lines(seat, queen):
        victim, distance = further(field, way), 1
        while queen and victim is not None and victim not in position:
            distance += 1
            victim = further(field, way, distance)
        if victim is None or victim not in position or position[victim][0] == seat:
            continue
        for beyond in itertools.count(distance + 1):
            landing = further(field, way, beyond)
            if landing is None or landing in position:
                break
            yield victim, landing
            if not queen:
                break


def ways_to_capture(position, field):
    """All maximal chains of jumps of the piece on a field."""
    seat, queen = position[field]
    rest = {place: piece for place, piece in position.items() if place != field}

    def go_on(board, here, way, taken):
        stops = not queen and way[1:] and here[seat] == 0
        chains = [] if stops else list(jumps(board, here, seat, queen))
        if not chains and taken:
            yield NaiveMove(way, taken)
        for victim, landing in chains:
            left = {place: piece for place, piece in board.items() if place != victim}
            yield from go_on(left, landing, (*way, landing), (*taken, victim))

    yield from go_on(rest, field, (field,), ())


def captures(position, seat):
    own = [field for field, (owner, _) in position.items() if owner == seat]
    return [move for field in own for move in ways_to_capture(position, field)]


def quiet_moves(position, seat):
    found = []
    for field, (owner, queen) in position.items():
        if owner != seat:
            continue
        for way in lines(seat, queen):
            for distance in range(1, 12 if queen else 2):
                end = further(field, way, distance)
                if end is None or end in position:
                    break
                found.append(NaiveMove((field, end), ()))
    return found


def moves(position, seat, strict):
    taking = captures(position, seat)
    return taking if strict and taking else taking + quiet_moves(position, seat)


def after(position, seat, move):
    """The position after a move, penalties and crowning included."""
    idle = {m.way[0] for m in captures(position, seat)} if not move.taken else set()
    board = {place: piece for place, piece in position.items() if place not in move.taken}
    start, end = move.way[0], move.way[-1]
    owner, queen = board.pop(start)
    board[end] = (owner, queen or end[seat] == 0)
    for place in idle:
        board.pop(end if place == start else place)
    return board

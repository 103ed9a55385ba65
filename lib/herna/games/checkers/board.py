"""The board of checkers for three: 78 dark fields of a triangle, and sets of them as numbers.

A triangle of side twelve has 78 small triangles that point up, the dark ones. They lie in rows A to
L, one field in row A, twelve in row L, and are numbered along the rows from A1 (0) to L12 (77). Two
fields are neighbours if their triangles share a corner, so there are six directions, and lines of
fields run along the three edges.

White starts in the corner A1 and marches to the row L, black from L12 to the edge A1-L1, red from
L1 to the edge A1-L12. A pawn has two directions, both towards its edge; a queen has them forwards
and backwards, and never moves along her own edge.

A set of fields is three numbers of 52 bits: four rows of thirteen places each, of which the last
never is on the board. So one step in a direction is a shift by the same number of places for all
fields of a set, and what leaves the board falls on a place that is not on it.
"""

import numpy as np

from herna.compiled import lean, rule

COLOURS = ("white", "black", "red")
SEATS, SIDE, FIELDS = 3, 12, 78
PIECES = 21  # of each colour at the start
ROWS = "ABCDEFGHIJKL"
WORDS, WIDTH, BITS = 3, 13, 52  # of a set; WIDTH places in a row, four rows in a number

# Row and column steps of the six directions; those of a colour's pawns are 2 * seat and the next.
STEPS = ((1, 0), (1, 1), (0, -1), (-1, -1), (-1, 0), (0, 1))
OPPOSITE = np.array([STEPS.index((-row, -column)) for row, column in STEPS])
SHIFTS = np.array([WIDTH * row + column for row, column in STEPS])
MARCH = np.array([[2 * seat, 2 * seat + 1] for seat in range(SEATS)])  # of pawns
LINES = np.concatenate([MARCH, OPPOSITE[MARCH]], axis=1)  # of queens

PLACES = [(row, column) for row in range(SIDE) for column in range(row + 1)]  # by field
NAMES = tuple(f"{ROWS[row]}{column + 1}" for row, column in PLACES)
FIELD_OF = {name: field for field, name in enumerate(NAMES)}


def steps_to_crown(field, seat):
    """How many steps a pawn of this seat has before it; the three numbers always sum to 11."""
    row, column = PLACES[field]
    return (SIDE - 1 - row, column, row - column)[seat]


def set_of(fields):
    """The three numbers of a set of fields."""
    words = np.zeros(WORDS, np.int64)
    for field in fields:
        row, column = PLACES[field]
        place = WIDTH * row + column
        words[place // BITS] |= np.int64(1) << place % BITS
    return words


def _next(field, direction):
    row, column = np.add(PLACES[field], STEPS[direction]).tolist()
    return PLACES.index((row, column)) if (row, column) in PLACES else -1


NEXT = np.array([[_next(field, d) for field in range(FIELDS)] for d in range(len(STEPS))])
WORD = np.array([(WIDTH * row + column) // BITS for row, column in PLACES])
BIT = np.array([np.int64(1) << (WIDTH * row + column) % BITS for row, column in PLACES])
AT = np.full(WORDS * BITS, -1)  # the field at a place
for _field, (_row, _column) in enumerate(PLACES):
    AT[WIDTH * _row + _column] = _field
WHOLE = (1 << BITS) - 1
BOARD = set_of(range(FIELDS))
HOMES = np.array(
    [set_of(f for f in range(FIELDS) if steps_to_crown(f, seat) >= 6) for seat in range(SEATS)]
)
EDGES = np.array(
    [set_of(f for f in range(FIELDS) if steps_to_crown(f, seat) == 0) for seat in range(SEATS)]
)

# The place of the only bit of a number, found by its remainder: powers of two have different ones.
PRIME = 67
PLACE_OF = np.zeros(PRIME, np.int64)
for _place in range(BITS):
    PLACE_OF[(1 << _place) % PRIME] = _place


@lean(rule)
def contains(fields, field):
    """Whether a field is in a set."""
    return fields[WORD[field]] & BIT[field] != 0


@lean(rule)
def first_of(word, number):
    """The first field of a set's number of this index, which is not 0."""
    return AT[BITS * number + PLACE_OF[(word & -word) % PRIME]]


@lean(rule)
def is_empty(fields):
    return fields[0] | fields[1] | fields[2] == 0


@lean(rule)
def union(one, other):
    return one[0] | other[0], one[1] | other[1], one[2] | other[2]


@lean(rule)
def both(one, other):
    """What is in both sets."""
    return one[0] & other[0], one[1] & other[1], one[2] & other[2]


@lean(rule)
def without(one, other):
    """What is in the first set and not in the other."""
    return one[0] & ~other[0], one[1] & ~other[1], one[2] & ~other[2]


@lean(rule)
def with_field(fields, field):
    """A set and one field more."""
    bit = BIT[field]
    if WORD[field] == 0:
        return fields[0] | bit, fields[1], fields[2]
    if WORD[field] == 1:
        return fields[0], fields[1] | bit, fields[2]
    return fields[0], fields[1], fields[2] | bit


@lean(rule)
def moved(fields, direction):
    """All fields of a set one step further; what leaves the board is gone."""
    low, middle, high = fields[0], fields[1], fields[2]
    by = SHIFTS[direction]
    if by > 0:
        over = BITS - by
        return (
            low << by & BOARD[0],
            (middle << by | low >> over) & BOARD[1],
            (high << by | middle >> over) & BOARD[2],
        )
    over = BITS + by
    return (
        (low >> -by | middle << over) & BOARD[0],
        (middle >> -by | high << over) & BOARD[1],
        high >> -by & BOARD[2],
    )


@lean(rule)
def size(fields):
    """How many fields are in a set."""
    count = 0
    for number in range(WORDS):
        word = fields[number]
        while word:
            word &= word - 1
            count += 1
    return count

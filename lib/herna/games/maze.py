"""Maze, the game of thesis 1 for one player: find the bombs before they go off.

Bombs are marked on the plan of a maze that nobody has seen yet. Each must be reached, which defuses
it, or turn out false: it does, and vanishes, as soon as no way is left to it through floor, closed
doors and unexplored squares. The player wins when no bomb is left and loses when the steps run out.

His move is a closed door or a bomb that lies open. He jumps there and pays the steps of the walk; a
blue door gives steps, a red one takes some, an orange one does neither. Behind a door the corridor
is built only now: that is the chance node, and whoever sits there chooses in which section of the
corridor a door goes to the left and in which one to the right, if any. He does not choose where in
the section, nor how the corridor ends, nor the colours. All these follow from a random number that
is drawn before the game (four chance nodes, not steerable) and is hidden from the player; so
planning ahead meets exactly the corridors that will be built.

Readings, where the thesis is silent; what it leaves open is a parameter with the reading chosen as
its default, and the rest follows from the rules:

- *Squares.* Floor may touch the edge of the board, or a wall goes round it (`edge_floor`). Building
  a corridor shows the squares around it; what is seen to be a wall stays one, so a corridor runs
  through unexplored squares only and stops before anything known. If that is a closed door, the
  two corridors are joined by it. With `joining` it runs on through walls until it meets floor or a
  door, which joins the two; with `crossing` through floor and doors, too, which it opens, as far
  as the board goes.
- *Jumping* over a bomb that lies in the way does not defuse it; with `walk_defuses` every bomb on
  some shortest way is defused in passing.
- *Start* in the middle, or near an edge or a corner (`start`), on a square with a door on each of
  its four sides, or on `start_doors` of them.
- *Sections.* The free length is cut into `sections` equal parts. A corridor is as long as its
  farther door lies, or `overrun` squares longer where they are free; there it ends with a wall, or
  with a door in `door_ends` of all cases. Without doors it is either a dead end of up to `dead_end`
  squares or takes the whole free length: with four sections 5 * 5 + 1 = 26 outcomes. All are
  equally likely to fair chance.
- *What does not fit is dropped*: sections of no length, sections with no place for a door, a full
  length that is the dead end again. A door must have an unexplored square on its far side (unless
  `blind_doors` may lead nowhere), no door beside it (`doors_apart`) and no bomb on its own square.
  Where nothing is free the door opens on a wall (a corridor of length 0); where floor is on its
  far side, nothing is built.
- *The last bomb.* With `keep_last` a corridor that would turn all remaining bombs false is not
  allowed. Should all that fit do so, they are allowed after all, and the player wins.
- *Cut-off squares* that no way leads to any more count as explored, or not (`cut_off_explored`).
- *Colours* of all possible doors are fixed by the random number: blue and red each with a share of
  0.2 (`share_blue`, `share_red`), worth 10 steps (`bonus`).
- *Time.* A walk longer than the steps left loses the game; a bomb reached with the last step is
  defused, a blue door reached with the last step gives its steps; without `last_step` that is too
  late. Steps never fall below 0.
- *A round* is the corridor behind the last door and the walk to the next one, as a roll and a move
  are in Ludo. So whoever builds a corridor sees how many doors it leaves to choose from. Rounds
  that end with the corridor (`corridor_rounds`) hide it: E-HillClimber then lowers the freedom
  that it raises in the thesis. A corridor that ends the game ends its round.
- *Bombs* lie anywhere, `apart` squares or more from the start. Their number is the one parameter
  that was calibrated: with twelve a `HillClimber()` wins 37 games of 100 and its freedom and end
  margin are near those of the thesis (which has 38 or 62); with five it wins three of four.
- *At most `most_doors`, 48, are closed at a time*: while three more would be too many, corridors
  get no doors. It bounds the number of moves; ordinary games have about a dozen and stay far below.

Notebook 15 shows what becomes of the results under other readings.

Margins are told in whole units: the printed means of end margins are those of whole numbers.
Status (the gain) is steps left - 3/2 * Manhattan distances to all bombs - 1/2 * unexplored squares,
the last only until the game is won. Players choose by another value: steps left - 10 * Manhattan
distance to the nearest bomb; so a HillClimber opens the doors near a bomb before it defuses it.
Believability: 1000 for every corridor of 10 squares or more, plus the unevenness of the numbers of
corridors of 0-1, 2-3, 4-5, 6-7 and 8-9 squares beyond a threshold of 1. The thesis reports 0.88
long corridors per round. Here it is 0.2, long ones first and short ones between them, which is how
it describes its mazes; where corridors cross it is 0.4 (notebook 15).
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from herna.compiled import kernel, record, rule
from herna.errors import HernaError, require_among, require_number, require_switch, require_whole
from herna.game import CHANCE, OVER, Game
from herna.kernels.dice import pick
from herna.metrics.frequency import uneven_beyond
from herna.rules import bind

LARGEST = 61  # rows of the largest board: a row is an integer, and sums of two rows must fit
MOST_BOMBS, MOST_DOORS = 16, 48
MAX_MOVES = MOST_BOMBS + MOST_DOORS  # and not less than the outcomes of the chance nodes
DIGITS, BASE = 4, 64  # of the random number
LONG, CLASSES = 10, 5  # corridors of 10 squares are long; below, two lengths form a class
GONE = -1  # the place of a bomb that was defused or false
LEFT, RIGHT, AHEAD = 1, -1, 0  # sides of a corridor
SWITCHES = (
    "crossing",
    "joining",
    "walk_defuses",
    "keep_last",
    "cut_off_explored",
    "corridor_rounds",
    "blind_doors",
    "doors_apart",
    "last_step",
)
STARTS = ("middle", "edge", "corner")
NEAR = 3  # squares from the edge: so near that each door of the start leads somewhere
LETTERS = {"floor": ".", "unknown": " ", "wall": "#"}

# What the random number is asked for; positions of doors take all numbers from POSITION on.
COLOUR, BOMB, ENDING, DEAD_END, POSITION = range(5)

ONE = np.int64(1)  # 64 bits wide, also when interpreted
HASHES = 2**31  # so that products with a factor of 30 bits stay below 2**63

# A set of squares is one integer per row, with a bit for each column.
STATE = record(
    ("width", "i8"),  # parameters of the game
    ("sections", "i8"),
    ("crossing", "i8"),
    ("joining", "i8"),
    ("walk_defuses", "i8"),
    ("keep_last", "i8"),
    ("cut_off_explored", "i8"),
    ("corridor_rounds", "i8"),
    ("blind_doors", "i8"),
    ("doors_apart", "i8"),
    ("last_step", "i8"),
    ("margin", "i8"),  # squares along the edge that are wall
    ("start_doors", "i8"),
    ("most_doors", "i8"),
    ("overrun", "i8"),
    ("dead_end", "i8"),
    ("bonus", "i8"),
    ("apart", "i8"),
    ("planted", "i8"),
    ("blue_below", "i8"),  # which hashes mean a blue door, a red one, a door at the end
    ("red_below", "i8"),
    ("end_below", "i8"),
    ("digits", "i8"),  # how many digits of the random number are drawn
    ("number", "i8"),  # the random number, hidden from the player
    ("x", "i8"),  # the player
    ("y", "i8"),
    ("dx", "i8"),  # where the corridor to be built leads; 0, 0: there is none to be built
    ("dy", "i8"),
    ("steps", "i8"),  # left
    ("active", "i8"),  # bombs left
    ("closed", "i8"),  # closed doors
    ("unexplored", "i8"),  # squares
    ("completed", "i8"),  # turns finished
    ("bomb_x", "i8", MOST_BOMBS),
    ("bomb_y", "i8", MOST_BOMBS),
    ("unknown", "i8", LARGEST),  # squares not explored yet
    ("floor", "i8", LARGEST),  # squares to walk on, open doors included
    ("doors", "i8", LARGEST),  # closed doors; what is none of the three is a wall
    ("blue", "i8", LARGEST),  # closed doors of a colour, the others are orange
    ("red", "i8", LARGEST),
)

LEDGER = record(
    ("threshold", "f8"),
    ("counts", "i8", CLASSES),  # corridors by length, two lengths to a class
    ("long", "i8"),  # corridors of 10 squares or more
)


@rule
def to_move(s):
    if s.digits < DIGITS:
        return CHANCE
    if is_over(s):
        return OVER
    return CHANCE if is_building(s) else 0


@rule
def moves(s, out):
    if s.digits < DIGITS:
        for digit in range(BASE):
            out[digit] = digit
        return BASE
    return corridors(s, out) if is_building(s) else goals(s, out)


@rule
def step(s, move):
    if s.digits < DIGITS:
        draw_digit(s, move)
    elif is_building(s):
        build(s, move)
    else:
        go(s, move)


@rule
def returns(s, out):
    """1 for a player who dealt with all bombs, -1 for one who ran out of steps."""
    out[0] = 0.0
    if to_move(s) == OVER:
        out[0] = 1.0 if s.active == 0 else -1.0


@rule
def rounds(s):
    return s.completed


@rule
def gains(s, out):
    """The status of the thesis: unexplored squares no longer count once the game is won."""
    far, won = 0, s.digits == DIGITS and s.active == 0
    for bomb in range(s.planted):
        if is_active(s, bomb):
            far += distance(s, bomb)
    out[0] = s.steps - 1.5 * far - (0.0 if won else 0.5 * s.unexplored)


@rule
def values(s, out):
    """What the player chooses by: the steps left, and how near the nearest bomb is."""
    nearest = 2 * LARGEST if s.active else 0
    for bomb in range(s.planted):
        if is_active(s, bomb):
            nearest = min(nearest, distance(s, bomb))
    out[0] = s.steps - 10.0 * nearest


@rule
def steerable(s):
    """Corridors are, the random number is not."""
    return 1 if s.digits == DIGITS else 0


@rule
def note(ledger, s, outcome):
    """Remember the length of a corridor."""
    if s.digits < DIGITS:
        return
    length = planned(s, outcome)[0]
    if length >= LONG:
        ledger.long += 1
    else:
        ledger.counts[length // 2] += 1


@rule
def believability(ledger):
    return 1000.0 * ledger.long + uneven_beyond(ledger.counts, ledger.threshold)


@rule
def hide(s, seat):
    s.number = 0


@rule
def sample(s, seat, rng):
    """Draw another random number; what it has decided so far stands on the board."""
    s.number = pick(rng, BASE**s.digits)


@rule
def is_over(s):
    return s.active == 0 or s.steps == 0


@rule
def is_building(s):
    return s.dx != 0 or s.dy != 0


@rule
def is_active(s, bomb):
    return s.bomb_x[bomb] != GONE


@rule
def distance(s, bomb):
    return abs(s.bomb_x[bomb] - s.x) + abs(s.bomb_y[bomb] - s.y)


# The random number and what follows from it.


@kernel
def draw_digit(s, digit):
    s.number = s.number * BASE + digit
    s.digits += 1
    if s.digits == DIGITS:
        plant_bombs(s)
        for side in (-1, 1):
            for dx, dy in ((side, 0), (0, side)):
                if s.closed < s.start_doors:
                    place_door(s, s.x + dx, s.y + dy)


@rule
def hashed(s, place, what):
    """A number of 31 bits that follows from the random number."""
    h = s.number * 1664525 + place * 69069 + what * 362437 + 1013904223 & (HASHES - 1)
    h = (h >> 15 ^ h) * 0x2C1B3C6D & (HASHES - 1)
    h = (h >> 12 ^ h) * 0x297A2D39 & (HASHES - 1)
    return h >> 15 ^ h


@rule
def plant_bombs(s):
    tried = 0
    while s.active < s.planted:
        square = hashed(s, tried, BOMB) % (s.width * s.width)
        tried += 1
        x, y = square % s.width, square // s.width
        near = abs(x - s.x) + abs(y - s.y) < s.apart
        if not near and on_board(s, x, y) and bomb_at(s, x, y) == GONE:
            s.bomb_x[s.active], s.bomb_y[s.active] = x, y
            s.active += 1


@rule
def bomb_at(s, x, y):
    """The bomb on a square, or GONE."""
    for bomb in range(s.planted):
        if s.bomb_x[bomb] == x and s.bomb_y[bomb] == y:
            return bomb
    return GONE


@rule
def on_board(s, x, y):
    """Whether there can be floor on a square."""
    last = s.width - 1 - s.margin
    return s.margin <= x <= last and s.margin <= y <= last


@rule
def place_door(s, x, y):
    """A closed door, in the colour that was fixed for this square before the game."""
    square, lot = ONE << x, hashed(s, y * s.width + x, COLOUR)
    s.doors[y] |= square
    s.closed += 1
    if lot < s.blue_below:
        s.blue[y] |= square
    elif lot < s.red_below:
        s.red[y] |= square


# The player's turn. All floor hangs together, so all closed doors and open bombs can be reached.


@kernel
def goals(s, out):
    """Where the player can go: closed doors and bombs on the floor, as y * width + x."""
    count = 0
    for y in range(s.width):
        row = s.doors[y]
        for bomb in range(s.planted):
            if s.bomb_y[bomb] == y:
                row |= s.floor[y] & ONE << s.bomb_x[bomb]
        x = 0
        while row:
            if row & 1:
                out[count] = y * s.width + x
                count += 1
            row >>= 1
            x += 1
    return count


@kernel
def go(s, square):
    x, y = square % s.width, square // s.width
    walk = walking_distance(s, s.x, s.y, x, y)
    too_late = is_too_late(s, walk)
    if s.walk_defuses and not too_late:
        defuse_on_the_way(s, x, y, walk)
    s.steps = max(s.steps - walk, 0)
    s.x, s.y = x, y
    bomb = bomb_at(s, x, y)
    if not too_late and bomb != GONE:
        remove_bomb(s, bomb)
    elif not too_late and contains(s, s.doors, x, y):
        open_door(s)
        if not is_over(s):
            s.dx, s.dy = way_ahead(s)
    if not (s.corridor_rounds and is_building(s)):
        s.completed += 1


@rule
def is_too_late(s, walk):
    return walk > s.steps or (walk == s.steps and not s.last_step)


@kernel
def defuse_on_the_way(s, x, y, walk):
    """Defuse all bombs on some shortest way to a square, which is so many steps long."""
    for bomb in range(s.planted):
        if is_active(s, bomb) and contains(s, s.floor, s.bomb_x[bomb], s.bomb_y[bomb]):
            there = walking_distance(s, s.x, s.y, s.bomb_x[bomb], s.bomb_y[bomb])
            if there + walking_distance(s, s.bomb_x[bomb], s.bomb_y[bomb], x, y) == walk:
                remove_bomb(s, bomb)


@rule
def remove_bomb(s, bomb):
    s.bomb_x[bomb] = s.bomb_y[bomb] = GONE
    s.active -= 1


@rule
def open_door(s):
    """The player opens the door he stands at, and its colour takes effect."""
    x, y = s.x, s.y
    if contains(s, s.blue, x, y):
        s.steps += s.bonus
    elif contains(s, s.red, x, y):
        s.steps = max(s.steps - s.bonus, 0)
    remove_door(s, x, y)
    s.floor[y] |= ONE << x


@rule
def remove_door(s, x, y):
    others = ~(ONE << x)
    s.doors[y] &= others
    s.blue[y] &= others
    s.red[y] &= others
    s.closed -= 1


@rule
def way_ahead(s):
    """The direction away from the floor in front of the door; 0, 0 with floor on both sides.

    Where a corridor was built past the door there may be two: the one along the row is taken.
    """
    dx = contains(s, s.floor, s.x - 1, s.y) - contains(s, s.floor, s.x + 1, s.y)
    dy = contains(s, s.floor, s.x, s.y - 1) - contains(s, s.floor, s.x, s.y + 1)
    return dx, dy if dx == 0 else 0


@kernel
def walking_distance(s, from_x, from_y, x, y):
    """Steps over the floor to a square on it or beside it, by a wave that grows from the first."""
    if x == from_x and y == from_y:
        return 0
    wave, goal = np.zeros(LARGEST + 2, np.int64), ONE << x  # wave[1 + y], so that no row is first
    wave[1 + from_y] = ONE << from_x
    low, high, steps = from_y, from_y, 0
    while steps < LARGEST * LARGEST:
        steps += 1
        low, high = max(low - 1, 0), min(high + 1, s.width - 1)
        above = wave[low]
        for row in range(low, high + 1):
            here = wave[1 + row]
            reached = here << 1 | here >> 1 | above | wave[2 + row]
            if row == y and reached & goal:
                return steps
            wave[1 + row] = here | reached & s.floor[row]
            above = here  # as it was a step ago
    return steps


# Corridors. A place in a corridor is its distance from the door, side LEFT, RIGHT or AHEAD.


@kernel
def corridors(s, out):
    """The outcomes that fit and leave a bomb to look for; if none leaves one, all that fit."""
    free = free_length(s)
    out[0] = 0
    if free == 0:
        return 1
    places = np.zeros((2, s.sections + 1), np.int64)
    for section in range(1, s.sections + 1):
        places[0, section] = door_place(s, free, LEFT, section)
        places[1, section] = door_place(s, free, RIGHT, section)
    scratch = np.empty((3, LARGEST), np.int64)
    harmless = not s.keep_last or bomb_lies_open(s)
    count = fitting = 0
    for outcome in range(full_length(s) + 1):
        left, right = sides_of(s, outcome)
        if (left and not places[0, left]) or (right and not places[1, right]):
            continue
        if outcome == full_length(s) and free == dead_end(s, free):
            continue
        out[MAX_MOVES - 1 - fitting] = outcome  # kept at the far end, in case all are needed
        fitting += 1
        if harmless or leaves_a_bomb(s, outcome, free, places[0, left], places[1, right], scratch):
            out[count] = outcome
            count += 1
    if count == 0:
        for i in range(fitting):
            out[i] = out[MAX_MOVES - 1 - i]
        count = fitting
    return count


@rule
def full_length(s):
    """The last outcome: no door, and as far as is free. Outcome 0 is the dead end."""
    return (s.sections + 1) * (s.sections + 1)


@rule
def sides_of(s, outcome):
    """The sections, from 1 on, in which an outcome has a left and a right door; 0: it has none."""
    if outcome == full_length(s):
        return 0, 0
    return outcome // (s.sections + 1), outcome % (s.sections + 1)


@kernel
def planned(s, outcome):
    """The corridor behind an outcome: length, places of the left, right and end door (0: none)."""
    free = free_length(s)
    left, right = sides_of(s, outcome)
    at_left = door_place(s, free, LEFT, left) if left else 0
    at_right = door_place(s, free, RIGHT, right) if right else 0
    length, at_end = length_and_end(s, outcome, free, max(at_left, at_right))
    return length, at_left, at_right, at_end


@rule
def length_and_end(s, outcome, free, farther):
    """The length of a corridor and the place of the door at its end, 0 for a wall."""
    if outcome == 0:
        return dead_end(s, free), 0
    if outcome == full_length(s):
        return free, 0
    length = min(farther + s.overrun, free)
    return length, length + 1 if ends_with_door(s, length) else 0


@rule
def free_length(s):
    """How many squares ahead are free for a corridor."""
    free = 0
    while is_free(s, s.x + (free + 1) * s.dx, s.y + (free + 1) * s.dy):
        free += 1
    return free


@rule
def is_free(s, x, y):
    if not s.crossing and not s.joining:
        return contains(s, s.unknown, x, y)
    taken = contains(s, s.floor, x, y) + contains(s, s.doors, x, y)
    return on_board(s, x, y) and (s.crossing or not taken)


@rule
def dead_end(s, free):
    if free == 0:
        return 0
    return 1 + hashed(s, s.y * s.width + s.x, DEAD_END) % min(s.dead_end, free)


@rule
def door_place(s, free, side, section):
    """Where in a section a door fits: from the place the random number names on; 0: nowhere."""
    first = (section - 1) * free // s.sections + 1
    wide = section * free // s.sections - first + 1
    if wide < 1 or is_crowded(s):
        return 0
    what = POSITION + 2 * section + (1 if side == LEFT else 0)
    named = hashed(s, s.y * s.width + s.x, what) % wide
    for further in range(wide):
        place = first + (named + further) % wide
        if door_fits(s, place, side):
            return place
    return 0


@rule
def door_fits(s, place, side):
    """Whether a door can be here: leading to an unexplored square, by no other door, on no bomb."""
    x, y = square_at(s, place, side)
    dx, dy = (side * s.dy, -side * s.dx) if side else (s.dx, s.dy)
    return (
        contains(s, s.unknown, x, y)
        and (s.blind_doors or contains(s, s.unknown, x + dx, y + dy))
        and not (s.doors_apart and contains(s, s.doors, x + dy, y + dx))
        and not (s.doors_apart and contains(s, s.doors, x - dy, y - dx))
        and bomb_at(s, x, y) == GONE
    )


@rule
def ends_with_door(s, length):
    if is_crowded(s) or not door_fits(s, length + 1, AHEAD):
        return False
    return hashed(s, s.y * s.width + s.x, ENDING) < s.end_below


@rule
def is_crowded(s):
    """Whether a corridor with three doors would be too many."""
    return s.closed + 3 > s.most_doors


@rule
def square_at(s, place, side):
    """The square at a place of the corridor to be built, or so many squares beside it."""
    return s.x + place * s.dx + side * s.dy, s.y + place * s.dy - side * s.dx


@kernel
def build(s, outcome):
    length, left, right, end = planned(s, outcome)
    wall_in(s, s.unknown, length)
    for place in range(1, length + 1):
        x, y = square_at(s, place, AHEAD)
        s.floor[y] |= ONE << x
        if contains(s, s.doors, x, y):  # crossed, so it is no door any more
            remove_door(s, x, y)
    for place, side in ((left, LEFT), (right, RIGHT), (end, AHEAD)):
        if place:
            x, y = square_at(s, place, side)
            place_door(s, x, y)
    s.dx = s.dy = 0
    survey(s)
    if s.corridor_rounds or s.active == 0:
        s.completed += 1


@rule
def wall_in(s, unknown, length):
    """A corridor is seen together with the squares around it, corners included."""
    if length == 0:
        return
    x, y = square_at(s, 1, LEFT)
    far_x, far_y = square_at(s, length + 1, RIGHT)
    seen = columns(s, min(x, far_x), max(x, far_x))
    for row in range(max(min(y, far_y), 0), min(max(y, far_y), s.width - 1) + 1):
        unknown[row] &= ~seen


# Which bombs are false.


@kernel
def survey(s):
    """Find out what can still be reached: bombs that cannot are false, squares are done with."""
    reached = np.empty(LARGEST, np.int64)
    reach(s, s.unknown, s.doors, reached)
    for bomb in range(s.planted):
        if is_active(s, bomb):
            row = s.bomb_y[bomb]
            if (reached[row] | s.floor[row]) >> s.bomb_x[bomb] & 1 == 0:
                remove_bomb(s, bomb)
    s.unexplored = 0
    for row in range(s.width):
        if s.cut_off_explored:
            s.unknown[row] = reached[row]
        s.unexplored += members(s.unknown[row])


@rule
def bomb_lies_open(s):
    """Whether there is a bomb on the floor, which no corridor can turn false."""
    for bomb in range(s.planted):
        if is_active(s, bomb) and contains(s, s.floor, s.bomb_x[bomb], s.bomb_y[bomb]):
            return True
    return False


@kernel
def leaves_a_bomb(s, outcome, free, at_left, at_right, scratch):
    """Whether a bomb would remain after a corridor."""
    length, at_end = length_and_end(s, outcome, free, max(at_left, at_right))
    unknown, doors, reached = scratch[0], scratch[1], scratch[2]
    for row in range(s.width):
        unknown[row], doors[row] = s.unknown[row], s.doors[row]
    wall_in(s, unknown, length)
    for place in range(1, length + 1):
        x, y = square_at(s, place, AHEAD)
        if bomb_at(s, x, y) != GONE:
            return True
        doors[y] &= ~(ONE << x)
    for place, side in ((at_left, LEFT), (at_right, RIGHT), (at_end, AHEAD)):
        if place:
            x, y = square_at(s, place, side)
            doors[y] |= ONE << x
    reach(s, unknown, doors, reached)
    for bomb in range(s.planted):
        if is_active(s, bomb) and contains(s, reached, s.bomb_x[bomb], s.bomb_y[bomb]):
            return True
    return False


@kernel
def reach(s, unknown, doors, reached):
    """Fill `reached` with the unexplored squares that some way from a closed door leads to.

    Unexplored squares never touch floor, so every way to them is through a door.
    """
    last = s.width - 1
    for row in range(s.width):
        near = doors[row] << 1 | doors[row] >> 1
        near |= doors[max(row - 1, 0)] | doors[min(row + 1, last)]
        reached[row] = stretches(near & unknown[row], unknown[row])
    changed = True
    while changed:  # down the board and up again, until nothing is added
        changed = False
        for i in range(2 * last):
            row, before = (i + 1, i) if i < last else (2 * last - i - 1, 2 * last - i)
            both = (reached[row] | reached[before]) & unknown[row]
            if both != reached[row]:
                reached[row] = stretches(both, unknown[row])
                changed = True


# Sets of squares.


@rule
def contains(s, rows, x, y):
    """1 if the square is on the board and in the set, else 0."""
    if x < 0 or y < 0 or x >= s.width or y >= s.width:
        return 0
    return rows[y] >> x & 1


@rule
def columns(s, first, last):
    """The set of the columns from first to last, as far as they are on the board."""
    first, last = max(first, 0), min(last, s.width - 1)
    return (ONE << last - first + 1) - 1 << first


@rule
def stretches(seeds, row):
    """The stretches of a row in which there is a seed, whole."""
    if seeds == 0:
        return seeds
    seeds = row & (~(row + seeds) | seeds)  # up: the carry of a sum runs to the end of a stretch
    seeds |= row & seeds >> 1  # down: by one square, by two, by four ...
    row &= row >> 1
    seeds |= row & seeds >> 2
    row &= row >> 2
    seeds |= row & seeds >> 4
    row &= row >> 4
    seeds |= row & seeds >> 8
    row &= row >> 8
    seeds |= row & seeds >> 16
    row &= row >> 16
    return seeds | row & seeds >> 32


@rule
def members(row):
    """How many squares are in a row: sums of pairs of bits, of fours, of eights ..."""
    row = row - (row >> 1 & 0x5555555555555555)
    row = (row & 0x3333333333333333) + (row >> 2 & 0x3333333333333333)
    row = row + (row >> 4) & 0x0F0F0F0F0F0F0F0F
    row += row >> 8
    row += row >> 16
    return row + (row >> 32) & 0x7F


@dataclass(frozen=True)
class Maze(Game):
    n_players: int = 1
    size: int = 41  # squares on a side
    steps: int = 777
    bombs: int = 12
    share_blue: float = 0.2  # of all doors
    share_red: float = 0.2
    bonus: int = 10  # steps that a blue door gives and a red one takes
    sections: int = 4  # of a corridor, on each side
    crossing: bool = False  # corridors run on through whatever is in their way
    joining: bool = False  # corridors run on through walls until they meet floor or a door
    walk_defuses: bool = False  # a bomb is defused by passing it, too
    keep_last: bool = True  # no corridor turns the last bombs false
    cut_off_explored: bool = True  # squares without a way to them count as explored
    corridor_rounds: bool = False  # a round ends with the corridor, not with the walk
    dead_end: int = 3  # the longest dead end
    door_ends: float = 0.5  # how many corridors end with a door
    apart: int = 5  # least distance of the bombs from the start
    edge_floor: bool = True  # floor may touch the edge of the board
    start: str = "middle"  # or edge, corner
    start_doors: int = 4
    overrun: int = 0  # squares that a corridor runs on behind its farther door
    blind_doors: bool = False  # doors may lead nowhere
    doors_apart: bool = True  # no two doors side by side
    most_doors: int = MOST_DOORS  # closed at a time
    last_step: bool = True  # what is reached with it counts
    threshold: float = 1.0  # unevenness of the lengths that is forgiven

    name: ClassVar[str] = "maze"
    state_type: ClassVar = STATE
    ledger_type: ClassVar = LEDGER
    max_moves: ClassVar[int] = MAX_MOVES
    whole_margin: ClassVar[bool] = True
    hidden_information: ClassVar[bool] = True
    rules: ClassVar = bind(
        STATE,
        LEDGER,
        to_move=to_move,
        moves=moves,
        step=step,
        returns=returns,
        rounds=rounds,
        gains=gains,
        values=values,
        steerable=steerable,
        note=note,
        believability=believability,
        hide=hide,
        sample=sample,
    )

    def __post_init__(self):
        require_whole("maze", "n_players", self.n_players, 1, 1)
        require_whole("maze", "size", self.size, 11, LARGEST)
        require_whole("maze", "steps", self.steps, 1, 1_000_000)
        require_whole("maze", "bombs", self.bombs, 1, MOST_BOMBS)
        require_number("maze", "share_blue", self.share_blue, 0, 1)
        require_number("maze", "share_red", self.share_red, 0, 1)
        if self.share_blue + self.share_red > 1:
            together = f"{self.share_blue:g} + {self.share_red:g}"
            raise HernaError(f"maze: share_blue + share_red is {together}; allowed: at most 1")
        require_whole("maze", "bonus", self.bonus, 0, 1000)
        require_whole("maze", "sections", self.sections, 1, 4)
        require_whole("maze", "dead_end", self.dead_end, 1, LARGEST)
        require_number("maze", "door_ends", self.door_ends, 0, 1)
        require_whole("maze", "apart", self.apart, 3, self.size // 2)
        require_number("maze", "threshold", self.threshold, low=0)
        require_among("maze", "start", self.start, STARTS)
        require_whole("maze", "start_doors", self.start_doors, 1, 4)
        require_whole("maze", "overrun", self.overrun, 0, LARGEST)
        require_whole("maze", "most_doors", self.most_doors, 7, MOST_DOORS)
        for switch in (*SWITCHES, "edge_floor"):
            require_switch("maze", switch, getattr(self, switch))

    def setup(self, s):
        s.width, s.steps, s.planted, s.bonus = self.size, self.steps, self.bombs, self.bonus
        s.sections, s.dead_end, s.apart = self.sections, self.dead_end, self.apart
        for switch in SWITCHES:
            setattr(s, switch, getattr(self, switch))
        s.blue_below = round(self.share_blue * HASHES)
        s.red_below = round((self.share_blue + self.share_red) * HASHES)
        s.end_below = round(self.door_ends * HASHES)
        s.start_doors, s.most_doors, s.overrun = self.start_doors, self.most_doors, self.overrun
        s.margin = 0 if self.edge_floor else 1
        s.x = NEAR if self.start == "corner" else self.size // 2
        s.y = self.size // 2 if self.start == "middle" else NEAR
        s.bomb_x[:] = s.bomb_y[:] = GONE
        inside = slice(s.margin, self.size - s.margin)
        s.unknown[inside] = (1 << self.size - 2 * int(s.margin)) - 1 << int(s.margin)
        s.unknown[s.y - 1 : s.y + 2] &= ~(0b111 << int(s.x) - 1)
        s.floor[s.y] = 1 << int(s.x)
        s.unexplored = (self.size - 2 * s.margin) ** 2 - 9

    def setup_ledger(self, ledger):
        ledger.threshold = self.threshold

    def move_name(self, state, move):
        s = state.array[0]
        if s.digits < DIGITS:
            return f"draws digit {s.digits + 1} of the random number: {move}"
        if is_building(s):
            return self._corridor_name(s, move)
        x, y = move % self.size, move // self.size
        walk = walking_distance(s, s.x, s.y, x, y)
        what, deed = "bomb", "defuses"
        if bomb_at(s, x, y) == GONE:
            what, deed = f"{door_colour(state, x, y)} door", "opens"
        if is_too_late(s, walk):
            deed = "comes too late to"
        return f"{deed} the {what} at ({x}, {y}), {walk} step{'' if walk == 1 else 's'}"

    def _corridor_name(self, s, outcome):
        length, left, right, end = (int(part) for part in planned(s, outcome))
        if length == 0:
            return "a wall behind the door"
        words = [f"a dead end of {length}" if outcome == 0 else f"a corridor of {length}"]
        words += [f"door left at {left}"] if left else []
        words += [f"door right at {right}"] if right else []
        ahead = square_at(s, length + 1, AHEAD)
        if contains(s, s.doors, *ahead):
            words.append("meets a door")
        elif outcome:
            words.append("ends with a door" if end else "ends with a wall")
        return ", ".join(words)

    def seat_name(self, seat):
        return "player"

    def text(self, state):
        """Unexplored squares are blank, walls #, floor a dot, doors o, b or r by their colour."""
        if state.digits < DIGITS:
            return f"steps {state.steps}, {state.digits} of {DIGITS} digits drawn"
        head = f"steps {state.steps}, bombs {state.active}, unexplored {state.unexplored}"
        if is_building(state.array[0]):
            head += ", a corridor is to be built"
        squares = range(self.size)
        return "\n".join(
            [head, *("".join(self._letter(state, x, y) for x in squares) for y in squares)]
        )

    def _letter(self, state, x, y):
        if (x, y) == (state.x, state.y):
            return "@"
        if bomb_at(state.array[0], x, y) != GONE:
            return "*"
        kind = kind_of(state, x, y)
        return door_colour(state, x, y)[0] if kind == "door" else LETTERS[kind]


def kind_of(state, x, y):
    """What a square on the board is: door (a closed one), floor, unknown or wall."""
    for kind, rows in (("door", state.doors), ("floor", state.floor), ("unknown", state.unknown)):
        if int(rows[y]) >> x & 1:
            return kind
    return "wall"


def door_colour(state, x, y):
    """The colour of the closed door on a square."""
    if int(state.blue[y]) >> x & 1:
        return "blue"
    return "red" if int(state.red[y]) >> x & 1 else "orange"

"""The rules of checkers for three, over sets of fields.

A quiet move is a start, a line and a distance; a capture is a start and its jumps, each a line and
a distance. Both are spelt as one number, see `quiet` and `Jumps`, so that the same number means the
same way over the board in every position.
"""

from herna.compiled import kernel, lean, record, rule
from herna.game import OVER
from herna.games.checkers.board import (
    BIT,
    BOARD,
    EDGES,
    FIELDS,
    LINES,
    MARCH,
    NEXT,
    OPPOSITE,
    SEATS,
    SIDE,
    WORD,
    WORDS,
    both,
    contains,
    first_of,
    is_empty,
    moved,
    union,
    without,
)

PLAYING, CAPTURED, BLOCKED = 0, 1, 2  # what became of a seat
FARTHEST = SIDE - 1  # fields that a queen can go
QUIET = FIELDS * 4 * FARTHEST  # numbers below are quiet moves, from here on captures
JUMP = 4 * (FARTHEST - 1) + 1  # a digit of a capture: 0, or one of four lines and a distance from 2
MOST_JUMPS = 10  # more do not fit into a number

# A level of the tree of jumps: the prey and the free fields, then where the piece stands, the last
# jump tried there, whom it takes, and whether some way goes on.
PREY, FREE, PLACE, TRIED, VICTIM, FURTHER, LEVEL = 0, 3, 6, 7, 8, 9, 10
TREE = (MOST_JUMPS + 1) * LEVEL + WORDS  # in the end the fields that were looked at
MOST_MOVES = 640  # 21 queens would have 462 quiet moves at most
MAX_MOVES = MOST_MOVES + TREE  # the tree grows behind the list

STATE = record(
    ("strict", "i8"),  # variants: who can capture must
    ("remove_blocked", "i8"),  # pieces of a player who cannot move leave the board
    ("patience", "i8"),  # rounds without progress after which the game is drawn
    ("men", "i8", (SEATS, WORDS)),
    ("queens", "i8", (SEATS, WORDS)),
    ("fate", "i8", SEATS),  # PLAYING, CAPTURED or BLOCKED
    ("turn", "i8"),
    ("idle", "i8"),  # moves since the last capture, penalty or move of a pawn
    ("plies", "i8"),
    ("last", "i8"),  # the move that led here
)


@lean(rule)
def to_move(s):
    return OVER if is_over(s) else s.turn


@lean(rule)
def is_over(s):
    left = players_left(s)
    return left <= 1 or s.idle >= s.patience * left


@lean(rule)
def players_left(s):
    left = 0
    for seat in range(SEATS):
        if s.fate[seat] == PLAYING:
            left += 1
    return left


@lean(rule)
def returns(s, out):
    """A point for the winner; in a draw those who are left share it."""
    over, left = is_over(s), players_left(s)
    for seat in range(SEATS):
        out[seat] = 1.0 / left if over and s.fate[seat] == PLAYING else 0.0


@lean(rule)
def rounds(s):
    return s.plies


# Sets of fields.


@lean(rule)
def own(s, seat):
    return union(s.men[seat], s.queens[seat])


@lean(rule)
def enemies(s, seat):
    return union(own(s, (seat + 1) % SEATS), own(s, (seat + 2) % SEATS))


@lean(rule)
def vacant(s):
    taken = union(own(s, 0), union(own(s, 1), own(s, 2)))
    return without(BOARD, taken)


@lean(rule)
def jumping_men(men, prey, free, direction):
    """The men that can jump in a direction: prey next to them, a free field behind it."""
    back = OPPOSITE[direction]
    return both(men, moved(both(prey, moved(free, back)), back))


@lean(rule)
def queen_can_jump(field, seat, prey, free):
    """Whether a queen has prey in some line with a free field behind it and none taken before."""
    for line in range(4):
        direction = LINES[seat, line]
        here = NEXT[direction, field]
        while here >= 0 and contains(free, here):
            here = NEXT[direction, here]
        if here >= 0 and contains(prey, here):
            behind = NEXT[direction, here]
            if behind >= 0 and contains(free, behind):
                return True
    return False


@lean(rule)
def able_to_capture(s, seat):
    """The pieces of a seat that can capture something."""
    prey, free, men = enemies(s, seat), vacant(s), s.men[seat]
    left = jumping_men(men, prey, free, MARCH[seat, 0])
    right = jumping_men(men, prey, free, MARCH[seat, 1])
    low, middle, high = union(left, right)
    if not is_empty(s.queens[seat]):
        for number in range(WORDS):
            word, found = s.queens[seat, number], 0
            while word:
                if queen_can_jump(first_of(word, number), seat, prey, free):
                    found |= word & -word
                word &= word - 1
            if number == 0:
                low |= found
            elif number == 1:
                middle |= found
            else:
                high |= found
    return low, middle, high


# Moves.


@lean(rule)
def moves(s, out):
    """Quiet moves, then captures; where somebody must capture, captures only."""
    hungry = able_to_capture(s, s.turn)
    none_can = is_empty(hungry)
    count = quiet_moves(s, out) if none_can or not s.strict else 0
    return count if none_can else captures(s, hungry, out, count)


@lean(rule)
def quiet(start, line, distance):
    """The number of a quiet move; lines count as in LINES."""
    return (start * 4 + line) * FARTHEST + distance - 1


@lean(rule)
def quiet_parts(move):
    """Start, line and distance of a quiet move."""
    return move // (4 * FARTHEST), move // FARTHEST % 4, move % FARTHEST + 1


@lean(rule)
def start_of(move):
    """The field of the piece that makes a move."""
    return move // (4 * FARTHEST) if move < QUIET else (move - QUIET) // JUMP**MOST_JUMPS


@lean(rule)
def jump_at(move, number):
    """The digit of a capture for its jump of this number, from 0 on; 0: there is none."""
    return (move - QUIET) // JUMP ** (MOST_JUMPS - 1 - number) % JUMP if number < MOST_JUMPS else 0


@lean(rule)
def line_of(jump):
    return (jump - 1) // (FARTHEST - 1)


@lean(rule)
def distance_of(jump):
    return (jump - 1) % (FARTHEST - 1) + 2


@lean(kernel)
def quiet_moves(s, out):
    seat, free, count = s.turn, vacant(s), 0
    for number in range(WORDS):
        word, queens = s.men[seat, number] | s.queens[seat, number], s.queens[seat, number]
        while word:
            bit = word & -word
            start = first_of(word, number)
            word ^= bit
            is_queen = queens & bit != 0
            for line in range(4 if is_queen else 2):
                direction = LINES[seat, line]
                here, distance = NEXT[direction, start], 1
                while here >= 0 and contains(free, here):
                    out[count] = quiet(start, line, distance)
                    count += 1
                    if not is_queen:
                        break
                    here = NEXT[direction, here]
                    distance += 1
    return count


@lean(rule)
def can_move(s, seat):
    """Whether a player has any move at all."""
    return can_step(s, seat) or not is_empty(able_to_capture(s, seat))


@lean(rule)
def can_step(s, seat):
    """Whether a player has any quiet move."""
    free, men = vacant(s), s.men[seat]
    if not is_empty(both(free, union(moved(men, MARCH[seat, 0]), moved(men, MARCH[seat, 1])))):
        return True
    if not is_empty(s.queens[seat]):
        for line in range(4):
            if not is_empty(both(free, moved(s.queens[seat], LINES[seat, line]))):
                return True
    return False


@lean(kernel)
def captures(s, hungry, out, count):
    """All ways to jump as far as it goes, of every piece that can; `count` moves are there.

    Behind the list is left which fields these pieces have looked at on their ways.
    """
    for number in range(WORDS):
        out[len(out) - WORDS + number] = 0
    for number in range(WORDS):
        word = hungry[number]
        while word:
            start = first_of(word, number)
            word &= word - 1
            is_queen = contains(s.queens[s.turn], start)
            count = jumps_of(s, start, is_queen, out, count)
    return count


@lean(kernel)
def jumps_of(s, start, is_queen, out, count):
    """All maximal ways of one piece: a walk through the tree of jumps, each level in its order.

    Jumped pieces leave the board at once, so their fields are free for the rest of the way, and so
    is the start. A pawn that reaches its edge stops there. The tree grows at the end of `out`.
    """
    root = plant_tree(s, start, out)
    depth, way = 0, start
    while depth >= 0:
        level = root + depth * LEVEL
        landing = next_landing(s, out, level, depth, is_queen)
        if landing < 0:
            if depth > 0 and not out[level + FURTHER] and count < MOST_MOVES:
                out[count] = QUIET + way * JUMP ** (MOST_JUMPS - depth)
                count += 1
            depth -= 1
            way //= JUMP
        else:
            way = way * JUMP + out[level + TRIED]
            climb(out, level, landing)
            depth += 1
    return count


@lean(rule)
def plant_tree(s, start, tree):
    """The root of the tree of jumps of a piece, at the end of some memory; where that is."""
    root, hunted, vacancy = len(tree) - TREE, enemies(s, s.turn), vacant(s)
    for number in range(WORDS):
        tree[root + PREY + number], tree[root + FREE + number] = hunted[number], vacancy[number]
    tree[root + FREE + WORD[start]] |= BIT[start]
    tree[root + PLACE], tree[root + TRIED], tree[root + FURTHER] = start, 0, 0
    return root


@lean(rule)
def climb(tree, level, landing):
    """Add the level after a jump: its victim is gone."""
    tree[level + FURTHER] = 1
    above, taken = level + LEVEL, tree[level + VICTIM]
    for number in range(2 * WORDS):
        tree[above + number] = tree[level + number]
    tree[above + PREY + WORD[taken]] &= ~BIT[taken]
    tree[above + FREE + WORD[taken]] |= BIT[taken]
    tree[above + PLACE], tree[above + TRIED], tree[above + FURTHER] = landing, 0, 0


@lean(rule)
def next_landing(s, tree, level, depth, is_queen):
    """Where the next jump of a level ends; -1 if there is none, or the piece has to stop."""
    place = tree[level + PLACE]
    crowned = depth > 0 and not is_queen and EDGES[s.turn, WORD[place]] & BIT[place]
    return -1 if depth == MOST_JUMPS or crowned else next_jump(tree, level, s.turn, is_queen)


@lean(rule)
def next_jump(tree, level, seat, is_queen):
    """The landing field of the jump after the last one tried, which is noted; -1: there is none.

    Jumps are tried line by line. In each there is at most one piece to jump over; a queen may land
    on every free field behind it, a pawn (who has two lines only) on the next one.
    """
    last, place, free, prey = tree[level + TRIED], tree[level + PLACE], level + FREE, level + PREY
    if last and is_queen:  # go on in the same line
        direction = LINES[seat, line_of(last)]
        landing = NEXT[direction, ahead(place, direction, distance_of(last))]
        if landing >= 0 and look(tree, free, landing):
            tree[level + TRIED] = last + 1
            return landing
    for line in range(line_of(last) + 1 if last else 0, 4 if is_queen else 2):
        direction, distance = LINES[seat, line], 1
        here = NEXT[direction, place]
        while is_queen and here >= 0 and look(tree, free, here):
            here = NEXT[direction, here]
            distance += 1
        if here >= 0 and look(tree, prey, here):
            landing = NEXT[direction, here]
            if landing >= 0 and look(tree, free, landing):
                tree[level + TRIED] = line * (FARTHEST - 1) + distance
                tree[level + VICTIM] = here
                return landing
    return -1


@lean(rule)
def look(tree, fields, field):
    """Whether a field is in a set of the tree; that it was looked at is remembered."""
    tree[len(tree) - WORDS + WORD[field]] |= BIT[field]
    return tree[fields + WORD[field]] & BIT[field] != 0


@lean(rule)
def ahead(field, direction, distance):
    """The field so many steps further, which is on the board."""
    for _ in range(distance):
        field = NEXT[direction, field]
    return field


# Making a move.


@lean(rule)
def step(s, move):
    """Make a move, and pass the turn to the next player who can move."""
    seat = s.turn
    if move < QUIET:
        progress = make_quiet(s, seat, move)
    else:
        make_capture(s, seat, move)
        progress = True
    s.idle = 0 if progress else s.idle + 1
    s.plies += 1
    s.last = move
    pass_turn(s)


@lean(rule)
def make_quiet(s, seat, move):
    """A quiet move; pieces that could have captured are lost. Whether the game has progressed."""
    hungry = able_to_capture(s, seat)
    start, line, distance = quiet_parts(move)
    end = ahead(start, LINES[seat, line], distance)
    is_man = contains(s.men[seat], start)
    relocate(s, seat, start, end)
    if is_man:
        crown(s, seat, end)
    if is_empty(hungry):
        return is_man
    if contains(hungry, start):
        take(s, seat, end)
    for number in range(WORDS):
        s.men[seat, number] &= ~hungry[number]
        s.queens[seat, number] &= ~hungry[number]
    return True


@lean(rule)
def make_capture(s, seat, move):
    start = start_of(move)
    here, number = start, 0
    jump = jump_at(move, number)
    while jump:
        for _ in range(distance_of(jump)):
            here = NEXT[LINES[seat, line_of(jump)], here]
            take(s, (seat + 1) % SEATS, here)
            take(s, (seat + 2) % SEATS, here)
        number += 1
        jump = jump_at(move, number)
    is_man = contains(s.men[seat], start)
    relocate(s, seat, start, here)
    if is_man:
        crown(s, seat, here)


@lean(rule)
def relocate(s, seat, start, end):
    if contains(s.men[seat], start):
        s.men[seat, WORD[start]] &= ~BIT[start]
        s.men[seat, WORD[end]] |= BIT[end]
    else:
        s.queens[seat, WORD[start]] &= ~BIT[start]
        s.queens[seat, WORD[end]] |= BIT[end]


@lean(rule)
def take(s, seat, field):
    """Remove a piece of this seat from a field, if there is one."""
    s.men[seat, WORD[field]] &= ~BIT[field]
    s.queens[seat, WORD[field]] &= ~BIT[field]


@lean(rule)
def crown(s, seat, field):
    """A pawn that has reached its edge becomes a queen."""
    if contains(EDGES[seat], field):
        s.men[seat, WORD[field]] &= ~BIT[field]
        s.queens[seat, WORD[field]] |= BIT[field]


@lean(rule)
def pass_turn(s):
    """Who has lost all pieces is out, and so is who cannot move when it is his turn."""
    retire_captured(s)
    for _ in range(SEATS):
        s.turn = (s.turn + 1) % SEATS
        if s.fate[s.turn] != PLAYING:
            continue
        if players_left(s) == 1 or can_move(s, s.turn):
            return
        s.fate[s.turn] = BLOCKED
        if s.remove_blocked:
            for number in range(WORDS):
                s.men[s.turn, number] = s.queens[s.turn, number] = 0


@lean(rule)
def retire_captured(s):
    for seat in range(SEATS):
        if s.fate[seat] == PLAYING and is_empty(own(s, seat)):
            s.fate[seat] = CAPTURED

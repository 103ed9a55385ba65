"""What a position pays with two moves to go, without making most of them.

In a full search nearly all the work is done here, at the last two moves of every line. Most quiet
moves change nothing of what the next player can take: he looks at few fields (`attention`), and
unless a piece leaves one of them or enters one, his best reply pays what it would pay if nobody had
moved. So his reply is worked out once, quiet moves out of his sight are counted by the setful, and
only the others are made. The result is that of listing and making all, but for the order of sums.
"""

from herna.compiled import kernel, lean, rule
from herna.games.checkers.board import (
    BIT,
    EDGES,
    LINES,
    MARCH,
    NEXT,
    OPPOSITE,
    SEATS,
    WORD,
    WORDS,
    both,
    contains,
    first_of,
    is_empty,
    moved,
    size,
    union,
    with_field,
    without,
)
from herna.games.checkers.payoffs import (
    PTP,
    TRIFLE,
    crowning,
    pay_capture,
    reply,
    weighed,
    worth_of,
)
from herna.games.checkers.rules import (
    PLAYING,
    able_to_capture,
    captures,
    crown,
    enemies,
    make_capture,
    own,
    players_left,
    relocate,
    retire_captured,
    take,
    vacant,
)

NOTHING = (0, 0, 0)


@lean(kernel)
def finale(s, spare, present, minds, moves, pays, values):
    """Put what two more moves pay all into `values[0]`: 0, or -1 where it is not known.

    `present` are the seats that had a turn when the search began, `spare` is a state to try moves
    in; of the other memory there are two rows, one per move.
    """
    seat = s.turn
    other = (seat + 1) % SEATS
    while not present >> other & 1:
        other = (other + 1) % SEATS
    if s.fate[other] != PLAYING:  # he dropped out on the way, and makes no move
        return reply(s, minds, moves[0], pays[0], values[0])
    hungry, ties, best = able_to_capture(s, seat), 0, 0.0
    count = 0 if is_empty(hungry) else captures(s, hungry, moves[0], 0)
    for i in range(count):
        pay_capture(s, moves[0, i], minds[seat], pays[0, i])
        copy_board(spare, s)
        make_capture(spare, seat, moves[0, i])
        retire_captured(spare)
        spare.turn = other
        if answer(spare, minds, moves[1], pays[1], values[1]) < 0:
            return -1
        for player in range(SEATS):
            values[1, player] += pays[0, i, player]
        ties, best = weighed(values[0], values[1], seat, 1, ties, best)
    if count == 0 or not s.strict:
        ties = weigh_quiet_moves(s, spare, other, hungry, minds, moves, pays, values, ties, best)
    if ties > 1:
        for player in range(SEATS):
            values[0, player] /= ties
    return -1 if ties < 0 else 0


@lean(rule)
def answer(s, minds, moves, pays, out):
    """The reply, unless the game is over."""
    if players_left(s) > 1:
        return reply(s, minds, moves, pays, out)
    for player in range(SEATS):
        out[player] = 0.0
    return 0


@lean(kernel)
def weigh_quiet_moves(s, spare, other, hungry, minds, moves, pays, values, ties, best):
    """Add the quiet moves to the best moves so far; how many these are, -1 if it is not known.

    After any of them the pieces that could have captured are gone, so `spare` is the board without
    them; where a piece moves that is one of them, there is nothing else to be done.
    """
    seat, mind, total, after, usual = s.turn, minds[s.turn], values[0], values[1], pays[0, 0]
    copy_board(spare, s)
    for number in range(WORDS):
        spare.men[seat, number] &= ~hungry[number]
        spare.queens[seat, number] &= ~hungry[number]
    retire_captured(spare)
    spare.turn = other
    if answer(spare, minds, moves[1], pays[1], usual) < 0:  # what follows where he does not care
        return -1
    penalty = 0.0 if is_empty(hungry) else worth_of(s, seat, hungry, mind)
    usual[seat] -= penalty
    left, entered = attention(spare, other, seat, minds[other])
    if not is_empty(able_to_capture(spare, other)):
        looked = seen_by_captures(moves)
        left, entered = union(left, looked), union(entered, looked)
    free, step = vacant(s), mind[TRIFLE] if mind[PTP] else 0.0
    for way in range(2):
        direction = MARCH[seat, way]
        lost = both(free, moved(both(s.men[seat], hungry), direction))
        kept = both(free, moved(spare.men[seat], direction))
        minded = union(union(entered, EDGES[seat]), moved(both(spare.men[seat], left), direction))
        alike = size(lost) + size(without(kept, minded))
        if alike:
            usual[seat] += step
            ties, best = weighed(total, usual, seat, alike, ties, best)
            usual[seat] -= step
        for number in range(WORDS):
            word = kept[number] & minded[number]
            while word:
                end = first_of(word, number)
                word &= word - 1
                start = NEXT[OPPOSITE[direction], end]
                if try_move(spare, seat, start, end, minds, moves, pays, after) < 0:
                    return -1
                after[seat] += step - penalty
                if contains(EDGES[seat], end):
                    after[seat] += crowning(mind)
                ties, best = weighed(total, after, seat, 1, ties, best)
    if is_empty(s.queens[seat]):
        return ties
    alike = 0
    for number in range(WORDS):
        word = s.queens[seat, number]
        while word:
            start = first_of(word, number)
            word &= word - 1
            lost_queen = contains(hungry, start)
            watched = not lost_queen and contains(left, start)
            for line in range(4):
                end = NEXT[LINES[seat, line], start]
                while end >= 0 and contains(free, end):
                    if watched or (not lost_queen and contains(entered, end)):
                        if try_move(spare, seat, start, end, minds, moves, pays, after) < 0:
                            return -1
                        after[seat] -= penalty
                        ties, best = weighed(total, after, seat, 1, ties, best)
                    else:
                        alike += 1
                    end = NEXT[LINES[seat, line], end]
    if alike:
        ties, best = weighed(total, usual, seat, alike, ties, best)
    return ties


@lean(kernel)
def try_move(spare, seat, start, end, minds, moves, pays, after):
    """What the reply to a quiet move pays; the spare board is afterwards as it was."""
    is_man = contains(spare.men[seat], start)
    relocate(spare, seat, start, end)
    if is_man:
        crown(spare, seat, end)
    found = reply(spare, minds, moves[1], pays[1], after)
    take(spare, seat, end)
    if is_man:
        spare.men[seat, WORD[start]] |= BIT[start]
    else:
        spare.queens[seat, WORD[start]] |= BIT[start]
    return found


@lean(kernel)
def attention(s, seat, mover, mind):
    """Where a player looks for a first capture, and for crowning: fields not to leave or to enter.

    A piece of the mover may be gone from where it was, and be on a field that was free; nothing
    else may have changed.
    """
    free, theirs, prey = vacant(s), own(s, mover), enemies(s, seat)
    loose = union(free, theirs)
    left, entered, men = NOTHING, NOTHING, s.men[seat]
    for way in range(2):
        direction = MARCH[seat, way]
        back, near = OPPOSITE[direction], moved(men, direction)
        entered = union(entered, both(both(near, free), moved(loose, back)))
        left = union(left, both(both(near, theirs), moved(free, back)))
        behind = moved(both(near, prey), direction)
        entered = union(entered, both(behind, free))
        left = union(left, both(behind, theirs))
    forth = union(moved(s.men[seat], MARCH[seat, 0]), moved(s.men[seat], MARCH[seat, 1]))
    if mind[PTP] and size(both(forth, free)) < 2:
        left, entered = union(left, both(forth, theirs)), union(entered, both(forth, free))
    crowning_fields = both(forth, EDGES[seat])
    left = union(left, both(crowning_fields, theirs))
    entered = union(entered, both(crowning_fields, free))
    for number in range(WORDS):
        word = s.queens[seat, number]
        while word:
            queen = first_of(word, number)
            word &= word - 1
            for line in range(4):
                direction = LINES[seat, line]
                here = NEXT[direction, queen]
                while here >= 0 and contains(free, here):
                    entered = with_field(entered, here)
                    here = NEXT[direction, here]
                if here < 0 or not contains(prey, here):
                    continue
                if contains(theirs, here):
                    left = with_field(left, here)
                behind = NEXT[direction, here]
                if behind >= 0 and contains(theirs, behind):
                    left = with_field(left, behind)
    return left, entered


@lean(rule)
def seen_by_captures(moves):
    """The fields that pieces have looked at on their ways when captures were last listed."""
    end = moves.shape[1] - WORDS
    return moves[1, end], moves[1, end + 1], moves[1, end + 2]


@lean(rule)
def copy_board(to, s):
    to.strict = s.strict
    for seat in range(SEATS):
        to.fate[seat] = s.fate[seat]
        for number in range(WORDS):
            to.men[seat, number] = s.men[seat, number]
            to.queens[seat, number] = s.queens[seat, number]

"""What a move of checkers for three pays each player, and the five strategies that change it.

Before any strategy a captured piece costs its owner all it is worth and brings who takes it half of
that; pieces lost for not capturing cost their owner, too; crowning brings a little. Values are
summed along a line of play, there is nothing for winning and nothing for standing well.

The five strategies, each added to what is there, in this order:

- *PHHK* (value recalculated): a capture brings as large a part of the piece as one has pieces for
  each of the others, which is a half at the start and a whole in an even duel.
- *K* (cooperation), while three are playing: the third player is credited with what the capture
  brings to who makes it.
- *PU* (attack the stronger), while three are playing: taking from the stronger of the two others
  brings a tenth of the ratio of their strengths more, at most a fifth. Only for who captures: it is
  his own preference, so the third player of K gets nothing of it.
- *PK* (crowning): crowning is worth what a queen is worth more than a pawn.
- *PTP* (pawn moves): every move of a pawn brings a trifle, so that pawns get on once there are
  queens, which have most of the moves.

Pieces are counted before the move, once for all of its jumps; pieces of a player who is blocked
count as long as they stand. A player who thinks by some strategies takes it that all others do, so
a search is handed one *mind* for whoever moves; for what-if questions it may be handed others.
"""

from herna.compiled import kernel, lean, rule
from herna.games.checkers.board import (
    BIT,
    EDGES,
    LINES,
    MARCH,
    NEXT,
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
)
from herna.games.checkers.rules import (
    FURTHER,
    LEVEL,
    PLACE,
    PLAYING,
    QUIET,
    VICTIM,
    able_to_capture,
    can_step,
    captures,
    climb,
    distance_of,
    jump_at,
    jumps_of,
    line_of,
    next_landing,
    own,
    plant_tree,
    players_left,
    quiet_moves,
    quiet_parts,
    start_of,
    vacant,
)
from herna.pays import EQUAL

WHOLE_KEY = 2**63 - 1
STRATEGIES = ("K", "PK", "PTP", "PU", "PHHK")

# A mind is a row of numbers: what things are worth, and 1 for every strategy it knows, else 0.
PAWN, QUEEN, CROWNING, SHARE, TRIFLE, SLOPE, CAP, K, PK, PTP, PU, PHHK = range(12)
MIND = ("pawn", "queen", "crowning", "share", "trifle", "slope", "cap", *STRATEGIES)


@lean(rule)
def offers(s, minds, out, pays):
    """All moves, and what each pays every player."""
    seat = s.turn
    mind, hungry = minds[seat], able_to_capture(s, seat)
    none_can = is_empty(hungry)
    quiet = quiet_moves(s, out) if none_can or not s.strict else 0
    penalty = 0.0 if none_can else worth_of(s, seat, hungry, mind)
    for i in range(quiet):
        pay_quiet(s, out[i], penalty, mind, pays[i])
    if none_can:
        return quiet
    count = captures(s, hungry, out, quiet)
    for i in range(quiet, count):
        pay_capture(s, out[i], mind, pays[i])
    return count


@lean(rule)
def price(s, minds, move, moves, out):
    """Whether a move is legal, 1 or 0, and what it pays; `moves` is memory for a list of moves."""
    seat, start = s.turn, start_of(move)
    if not contains(own(s, seat), start):
        return 0
    mind, hungry, is_queen = minds[seat], able_to_capture(s, seat), contains(s.queens[seat], start)
    if move < QUIET:
        if (s.strict and not is_empty(hungry)) or not is_way(s, seat, move, is_queen):
            return 0
        pay_quiet(s, move, worth_of(s, seat, hungry, mind), mind, out)
        return 1
    if not contains(hungry, start):
        return 0
    for i in range(jumps_of(s, start, is_queen, moves, 0)):
        if moves[i] == move:
            pay_capture(s, move, mind, out)
            return 1
    return 0


@lean(rule)
def is_way(s, seat, move, is_queen):
    """Whether a piece can go the way of a quiet move: in its lines, over free fields."""
    start, line, distance = quiet_parts(move)
    if not is_queen and (line > 1 or distance > 1):
        return False
    free, here = vacant(s), start
    for _ in range(distance):
        here = NEXT[LINES[seat, line], here]
        if here < 0 or not contains(free, here):
            return False
    return True


@lean(rule)
def pay_quiet(s, move, penalty, mind, out):
    """What a quiet move pays: to who makes it only."""
    seat = s.turn
    start, line, _ = quiet_parts(move)
    for player in range(SEATS):
        out[player] = 0.0
    out[seat] = 0.0 - penalty
    if contains(s.men[seat], start):
        out[seat] += bonus_of_pawn(seat, NEXT[LINES[seat, line], start], mind)


@lean(rule)
def worth_of(s, seat, fields, mind):
    """What the pieces of a seat on some fields are worth together."""
    men, queens = both(fields, s.men[seat]), both(fields, s.queens[seat])
    return mind[PAWN] * size(men) + mind[QUEEN] * size(queens)


@lean(rule)
def crowning(mind):
    return mind[QUEEN] - mind[PAWN] if mind[PK] else mind[CROWNING]


@lean(kernel)
def pay_capture(s, move, mind, out):
    """What a capture pays: the pieces on its way, each once, and crowning at its end."""
    seat, three = s.turn, players_left(s) == SEATS
    share = share_of_captures(s, seat, mind)
    for player in range(SEATS):
        out[player] = 0.0
    taken = (0, 0, 0)  # a queen may pass the field of a piece again
    start = start_of(move)
    here, number = start, 0
    jump = jump_at(move, number)
    while jump:
        for _ in range(distance_of(jump)):
            here = NEXT[LINES[seat, line_of(jump)], here]
            if owner_of(s, here, seat) >= 0 and not contains(taken, here):
                taken = with_field(taken, here)
                pay_victim(s, here, share, three, mind, out)
        number += 1
        jump = jump_at(move, number)
    if contains(s.men[seat], start):
        out[seat] += bonus_of_pawn(seat, here, mind)


@lean(rule)
def pay_victim(s, field, share, three, mind, out):
    """Add what it pays to take the piece on a field."""
    seat = s.turn
    victim = owner_of(s, field, seat)
    third = SEATS - seat - victim
    value = mind[PAWN] if contains(s.men[victim], field) else mind[QUEEN]
    gain = value * share
    out[victim] -= value
    if mind[K] and three:
        out[third] += gain
    if mind[PU] and three:
        gain += gain * preference(s, victim, third, mind)
    out[seat] += gain


@lean(rule)
def bonus_of_pawn(seat, end, mind):
    """What a move of a pawn to a field brings besides: a trifle, and crowning."""
    bonus = mind[TRIFLE] if mind[PTP] else 0.0
    return bonus + crowning(mind) if contains(EDGES[seat], end) else bonus


@lean(rule)
def owner_of(s, field, seat):
    """Whose piece stands on a field, -1 if it is free or this seat's own."""
    for turn in (1, 2):
        other = (seat + turn) % SEATS
        if (s.men[other, WORD[field]] | s.queens[other, WORD[field]]) & BIT[field]:
            return other
    return -1


@lean(rule)
def share_of_captures(s, seat, mind):
    """Which part of a captured piece its captor gains."""
    if not mind[PHHK]:
        return mind[SHARE]
    others = size(own(s, (seat + 1) % SEATS)) + size(own(s, (seat + 2) % SEATS))
    return size(own(s, seat)) / others


@lean(rule)
def preference(s, victim, third, mind):
    """How much more it is worth to take from the stronger of two; 0 for the weaker."""
    one, other = strength(s, victim, mind), strength(s, third, mind)
    return min(mind[SLOPE] * one / other, mind[CAP]) if one > other else 0.0


@lean(rule)
def strength(s, seat, mind):
    return mind[PAWN] * size(s.men[seat]) + mind[QUEEN] * size(s.queens[seat])


# What a search asks for besides.


@lean(kernel)
def reply(s, minds, moves, pays, out):
    """What the last move of a line pays, the best ones averaged: 0, or -1 where it is not known.

    All best quiet moves pay the same, so they need not be listed; only where they are exactly as
    good as the best captures one would have to count them.
    """
    seat = s.turn
    mind, hungry = minds[seat], able_to_capture(s, seat)
    for player in range(SEATS):
        out[player] = 0.0
    if is_empty(hungry):
        out[seat] = best_quiet(s, seat, mind)
        return 0
    ties, best = weigh_captures(s, hungry, mind, moves, pays, out)
    if ties > 1:
        for player in range(SEATS):
            out[player] /= ties
    if s.strict or not can_step(s, seat):
        return 0
    quiet = best_quiet(s, seat, mind) - worth_of(s, seat, hungry, mind)
    if abs(quiet - best) <= EQUAL:
        return -1
    if quiet > best:
        for player in range(SEATS):
            out[player] = 0.0
        out[seat] = quiet
    return 0


@lean(kernel)
def weigh_captures(s, hungry, mind, tree, sums, out):
    """Sum up in `out` what the best captures pay; how many they are, and what they bring.

    The same as listing all captures and paying each, but what the first jumps of a way pay is
    worked out once for all that begin with them: a row of `sums` for every jump.
    """
    seat, three, ties, best = s.turn, players_left(s) == SEATS, 0, 0.0
    share = share_of_captures(s, seat, mind)
    for number in range(WORDS):
        tree[len(tree) - WORDS + number] = 0
    for number in range(WORDS):
        word = hungry[number]
        while word:
            start = first_of(word, number)
            word &= word - 1
            is_queen = contains(s.queens[seat], start)
            root, depth = plant_tree(s, start, tree), 0
            for player in range(SEATS):
                sums[0, player] = 0.0
            while depth >= 0:
                level = root + depth * LEVEL
                landing = next_landing(s, tree, level, depth, is_queen)
                if landing >= 0:
                    climb(tree, level, landing)
                    depth += 1
                    for player in range(SEATS):
                        sums[depth, player] = sums[depth - 1, player]
                    pay_victim(s, tree[level + VICTIM], share, three, mind, sums[depth])
                    continue
                if depth > 0 and not tree[level + FURTHER]:
                    if not is_queen:
                        sums[depth, seat] += bonus_of_pawn(seat, tree[level + PLACE], mind)
                    ties, best = weighed(out, sums[depth], seat, 1, ties, best)
                depth -= 1
    return ties, best


@lean(rule)
def weighed(total, pay, seat, times, ties, best):
    """Sum up what the best moves pay; so many moves pay the same as this one."""
    worth = pay[seat]
    if ties and worth < best - EQUAL:
        return ties, best
    if ties and worth <= best + EQUAL:
        for player in range(SEATS):
            total[player] += times * pay[player]
        return ties + times, best
    for player in range(SEATS):
        total[player] = times * pay[player]
    return times, worth


@lean(rule)
def best_quiet(s, seat, mind):
    """What the best quiet move brings, penalties not counted; 0 if there is none."""
    men = s.men[seat]
    forth = both(vacant(s), union(moved(men, MARCH[seat, 0]), moved(men, MARCH[seat, 1])))
    if is_empty(forth):
        return 0.0
    gain = mind[TRIFLE] if mind[PTP] else 0.0
    return gain if is_empty(both(forth, EDGES[seat])) else gain + crowning(mind)


@lean(rule)
def key(s, which):
    """One of two numbers that tell what the rest of a game depends on from anything else."""
    factor = 0x2545F4914F6CDD1D if which else 0x5851F42D4C957F2D
    mixed = int(s.turn) + 1
    for seat in range(SEATS):
        mixed = mixed * 3 + int(s.fate[seat])
    for seat in range(SEATS):
        for number in range(WORDS):
            mixed = (mixed ^ int(s.men[seat, number])) * factor & WHOLE_KEY
            mixed ^= mixed >> 29
            mixed = (mixed ^ int(s.queens[seat, number])) * factor & WHOLE_KEY
            mixed ^= mixed >> 31
    return mixed


@lean(rule)
def ponder(s):
    """Blank what a line of play shall not depend on: how long nothing has happened."""
    s.idle = 0


@lean(rule)
def piece(s, move):
    """The field of the piece that moves."""
    return start_of(move)


@lean(rule)
def is_capture(s, move):
    return 1 if move >= QUIET else 0


@lean(rule)
def present(s):
    """A bit for every seat that is still playing."""
    bits = 0
    for seat in range(SEATS):
        if s.fate[seat] == PLAYING:
            bits |= 1 << seat
    return bits

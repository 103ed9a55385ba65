"""A genetic algorithm over sequences of moves, as thesis 3 describes it (sec. 4.5.2 and 5.2).

An individual is a line of play: so many moves in the order of the seats, from the position in which
somebody has to decide. A seat that has no turn makes NULL moves. What a line pays is summed up move
by move. There is no fitness: a line that pays much is worth nothing if the others would not play
it. Instead all lines together are taken for a tree of the game, whoever moves takes the branch that
pays him most, and lines are ordered as the tree reads from its best branch to its worst.

Lines live in one array with room for a population and its children. `root` is the state in which
the lines begin, its seat the first to move.
"""

from typing import Any, NamedTuple

import numpy as np

from herna.compiled import kernel, lean, record, rule
from herna.game import MAX_PLAYERS
from herna.kernels.dice import pick

NULL = -1  # the move of a seat that has no turn

LINE = record(
    ("name", "i8"),  # a number of its own
    ("mark", "i8"),  # a hash of its moves
    ("pays", "f8", MAX_PLAYERS),
)


class Lines(NamedTuple):
    """A population of lines, and memory to breed it in."""

    moves: Any  # (2 * population + 1, length); the last one to keep a line in
    lines: Any  # (2 * population + 1,)
    kept_moves: Any  # (population, length): those who stay
    kept_lines: Any  # (population,)
    wheel: Any  # (population,): where each individual's share of the roulette ends
    order: Any  # (2, 2 * population): the lines as the tree reads
    values: Any  # (2 * population, players): of branches of the tree
    bounds: Any  # (2 * population + 1,): where branches begin
    ranked: Any  # (2 * population,): branches of a node, best first
    shared: Any  # (2 * population,): how many moves a line shares with the one before
    states: Any  # (length + 1,): a line that is played
    sums: Any  # (length + 1, players): what it has paid before each move
    offered: Any  # (max_moves,)
    pays: Any  # (max_moves, players)
    fitting: Any  # (max_moves,)
    marks: Any  # a table of the marks of all lines
    pairs: Any  # a table of pairs that were crossed
    tally: Any  # (6,): names given, lines there are; children tried, known, illegal; moves played


def line_memory(game, population, generations, turns):
    """Memory for a decision; lines are `turns` moves of every seat long."""
    length, room = turns * game.n_players, 2 * population
    return Lines(
        moves=np.full((room + 1, length), NULL),
        lines=np.zeros(room + 1, LINE),
        kept_moves=np.zeros((population, length), np.int64),
        kept_lines=np.zeros(population, LINE),
        wheel=np.zeros(population),
        order=np.zeros((2, room), np.int64),
        values=np.zeros((room, game.n_players)),
        bounds=np.zeros(room + 1, np.int64),
        ranked=np.zeros(room, np.int64),
        shared=np.zeros(room, np.int64),
        states=np.zeros(length + 1, game.state_type),
        sums=np.zeros((length + 1, game.n_players)),
        offered=np.zeros(game.max_moves, np.int64),
        pays=np.zeros((game.max_moves, game.n_players)),
        fitting=np.zeros(game.max_moves, np.int64),
        marks=np.zeros(_table(2 * room), np.int64),
        pairs=np.zeros(_table(2 * population * generations), np.int64),
        tally=np.zeros(6, np.int64),
    )


def _table(entries):
    """The size of a table with room for so many: a power of two, at least half of it empty."""
    return 1 << int(2 * entries - 1).bit_length()


# Single moves.


@lean(kernel)
def draw_move(rules, pays, work, minds, state, f1, f2, rng):
    """A random move: a piece is drawn first, then one of its moves; its place among all.

    With probability f1 only pieces that can capture are drawn, if there are any; with probability
    f2 only captures of the piece that was drawn, if it has any.
    """
    count = pays.offers(state, minds, work.offered, work.pays)
    by_capture = rng.random() < f1 and count_captures(pays, work, state, count, -1) > 0
    pieces = 0
    for i in range(count):
        if by_capture and not pays.captures(state, work.offered[i]):
            continue
        piece, known = pays.piece(state, work.offered[i]), False
        for j in range(pieces):
            if work.fitting[j] == piece:
                known = True
                break
        if not known:
            work.fitting[pieces] = piece
            pieces += 1
    piece = work.fitting[pick(rng, pieces)]
    captures = rng.random() < f2 and count_captures(pays, work, state, count, piece) > 0
    fitting = 0
    for i in range(count):
        move = work.offered[i]
        if pays.piece(state, move) == piece and (not captures or pays.captures(state, move)):
            work.fitting[fitting] = i
            fitting += 1
    return work.fitting[pick(rng, fitting)]


@lean(rule)
def count_captures(pays, work, state, count, piece):
    """How many captures there are, of a piece or of all (-1)."""
    found = 0
    for i in range(count):
        move = work.offered[i]
        if pays.captures(state, move) and (piece < 0 or pays.piece(state, move) == piece):
            found += 1
    return found


@lean(rule)
def advance(rules, work, slot, move, paid, players):
    """Play a move of a line, which is in `work.states` so far; `paid` is what it pays."""
    work.states[slot + 1] = work.states[slot]
    for p in range(players):
        work.sums[slot + 1, p] = work.sums[slot, p]
    if move != NULL:
        work.tally[5] += 1
        rules.step(work.states[slot + 1], move)
        for p in range(players):
            work.sums[slot + 1, p] += paid[p]


@lean(rule)
def play_on(rules, pays, work, minds, row, start, end, seat, players):
    """Play a line from one slot up to another; whether all moves are legal."""
    paid = work.pays[0]
    for place in range(start, end):
        state, move = work.states[place], work.moves[row, place]
        if rules.to_move(state) == (seat + place) % players:
            if move == NULL or not pays.price(state, minds, move, work.offered, paid):
                return False
        elif move != NULL:
            return False
        advance(rules, work, place, move, paid, players)
    return True


# Lines.


@lean(rule)
def clear(numbers, start):
    for i in range(start, len(numbers)):
        numbers[i] = 0


@lean(rule)
def copy_row(to, i, rows, j):
    for slot in range(rows.shape[1]):
        to[i, slot] = rows[j, slot]


@lean(rule)
def mark_of(moves):
    """A hash of a line, not 0."""
    mark = 0
    for move in moves:
        mark = stirred(mark, int(move))
    return mark | 1


@lean(rule)
def stirred(mark, number):
    """A hash and one number more, the same whether compiled or not."""
    mark = (mark ^ number) * 0x2545F4914F6CDD1D & 0x7FFFFFFFFFFFFFFF
    return mark ^ mark >> 32


@lean(rule)
def enter(table, mark):
    """Put a number other than 0 into a table; whether it was not there."""
    place = mark & (len(table) - 1)
    while table[place] != 0:
        if table[place] == mark:
            return False
        place = (place + 1) & (len(table) - 1)
    table[place] = mark
    return True


@lean(rule)
def finish_line(work, row, players):
    """The line in a row has been played: it gets a name, and what it pays."""
    line = work.lines[row]
    work.tally[0] += 1
    line.name, line.mark = work.tally[0], mark_of(work.moves[row])
    for p in range(players):
        line.pays[p] = work.sums[len(work.sums) - 1, p]


@lean(kernel)
def first_lines(rules, pays, work, minds, population, f1, f2, players, rng):
    """Fill the population with random lines; `work.states[0]` is where they begin."""
    length, seat = work.moves.shape[1], rules.to_move(work.states[0])
    clear(work.tally, 0)
    clear(work.pairs, 0)
    for p in range(players):
        work.sums[0, p] = 0.0
    pays.ponder(work.states[0])
    for row in range(population):
        for slot in range(length):
            state = work.states[slot]
            move = NULL
            chosen = 0
            if rules.to_move(state) == (seat + slot) % players:
                chosen = draw_move(rules, pays, work, minds, state, f1, f2, rng)
                move = work.offered[chosen]
            work.moves[row, slot] = move
            advance(rules, work, slot, move, work.pays[chosen], players)
        finish_line(work, row, players)
    work.tally[1] = population


# The next generation.


@lean(kernel)
def set_wheel(work, population, influence):
    """Roulette by rank: the first gets 1, the second 1/2, ..., and each a little more."""
    total = 0.0
    for rank in range(population):
        total += 1.0 / (rank + 1) + influence
        work.wheel[rank] = total
    for rank in range(population):
        work.wheel[rank] /= total


@lean(rule)
def spin(work, population, rng):
    """An individual by roulette."""
    place = np.searchsorted(work.wheel, rng.random(), side="right")
    return min(place, population - 1)


@lean(kernel)
def cross(rules, pays, work, minds, population, fresh, players, rng):
    """Add children of pairs, one for every place to cut, until there are as many as parents.

    A pair is crossed once (the same two the other way round are another pair), and after as many
    draws as there are individuals it ends. With `fresh` a line that exists already is no child.
    """
    length, seat, row = work.moves.shape[1], rules.to_move(work.states[0]), population
    clear(work.marks, 0)
    clear(work.tally, 2)
    for i in range(population):
        enter(work.marks, work.lines[i].mark)
    for _ in range(population):
        one, other = spin(work, population, rng), spin(work, population, rng)
        pair = stirred(stirred(0, int(work.lines[one].name)), int(work.lines[other].name)) | 1
        if one == other or not enter(work.pairs, pair):
            continue
        played, same, alike = False, moves_shared(work, one, other), length
        while alike > 0 and work.moves[one, alike - 1] == work.moves[other, alike - 1]:
            alike -= 1
        for cut in range(length - 1, 0, -1):  # so that what is played of the first one stays
            if row == 2 * population:
                break
            work.tally[2] += 1
            if fresh and (cut <= same or cut >= alike):  # the child is one of the parents
                work.tally[3] += 1
                continue
            for slot in range(length):
                work.moves[row, slot] = work.moves[one if slot < cut else other, slot]
            if fresh and is_entered(work.marks, mark_of(work.moves[row])):
                work.tally[3] += 1
                continue
            if not played:
                play_on(rules, pays, work, minds, one, 0, cut, seat, players)
                played = True
            if not play_on(rules, pays, work, minds, row, cut, length, seat, players):
                work.tally[4] += 1
                continue
            finish_line(work, row, players)
            enter(work.marks, work.lines[row].mark)
            row += 1
    work.tally[1] = row


@lean(rule)
def is_entered(table, mark):
    place = mark & (len(table) - 1)
    while table[place] != 0:
        if table[place] == mark:
            return True
        place = (place + 1) & (len(table) - 1)
    return False


@lean(kernel)
def mutate(rules, pays, work, minds, rate, fresh, f1, f2, players, rng):
    """Give some lines, never the first, another move in some place, if they are legal with it."""
    length, seat = work.moves.shape[1], rules.to_move(work.states[0])
    before = len(work.moves) - 1
    for row in range(1, work.tally[1]):
        if rng.random() >= rate:
            continue
        slot = pick(rng, length)
        copy_row(work.moves, before, work.moves, row)
        play_on(rules, pays, work, minds, row, 0, slot, seat, players)
        if rules.to_move(work.states[slot]) != (seat + slot) % players:
            continue
        chosen = draw_move(rules, pays, work, minds, work.states[slot], f1, f2, rng)
        work.moves[row, slot] = work.offered[chosen]
        advance(rules, work, slot, work.offered[chosen], work.pays[chosen], players)
        known = fresh and is_entered(work.marks, mark_of(work.moves[row]))
        if known or not play_on(rules, pays, work, minds, row, slot + 1, length, seat, players):
            copy_row(work.moves, row, work.moves, before)
        else:
            finish_line(work, row, players)
            enter(work.marks, work.lines[row].mark)


# The tree of all lines.


@lean(kernel)
def arrange(rules, work, population, players, rng):
    """Order all lines as the tree reads, best branches first, and keep the first ones.

    A branch is worth what its best line pays: the one that follows if whoever moves always takes
    the branch that pays himself most, by lot between equal ones.
    """
    count, length, seat = work.tally[1], work.moves.shape[1], rules.to_move(work.states[0])
    now = sort_lines(work, count)
    for i in range(count):
        row = work.order[now, i]
        work.shared[i] = moves_shared(work, work.order[now, i - 1], row) if i else -1
        for p in range(players):
            work.values[i, p] = work.lines[row].pays[p]
    for depth in range(length - 1, -1, -1):
        who, start = (seat + depth) % players, 0
        while start < count:
            branches, end = 0, start
            while end < count and (end == start or work.shared[end] >= depth):
                if end == start or work.shared[end] == depth:
                    work.bounds[branches] = end
                    branches += 1
                end += 1
            work.bounds[branches] = end
            join_branches(work, now, branches, who, players, rng)
            start = end
        now = 1 - now
    for i in range(min(count, population)):
        copy_row(work.kept_moves, i, work.moves, work.order[now, i])
        work.kept_lines[i] = work.lines[work.order[now, i]]
    for i in range(min(count, population)):
        copy_row(work.moves, i, work.kept_moves, i)
        work.lines[i] = work.kept_lines[i]
    work.tally[1] = min(count, population)


@lean(kernel)
def join_branches(work, now, branches, who, players, rng):
    """Write the branches of a node one after another, best first; the node is worth the best."""
    start, place = work.bounds[0], work.bounds[0]
    ranked = work.ranked
    for i in range(branches):  # shuffled, so that equal branches are in random order
        j = pick(rng, i + 1) if branches > 1 else 0
        ranked[i] = ranked[j]
        ranked[j] = i
    for i in range(1, branches):
        branch = ranked[i]
        worth, j = work.values[work.bounds[branch], who], i
        while j > 0 and work.values[work.bounds[ranked[j - 1]], who] < worth:
            ranked[j] = ranked[j - 1]
            j -= 1
        ranked[j] = branch
    for i in range(branches):
        for line in range(work.bounds[ranked[i]], work.bounds[ranked[i] + 1]):
            work.order[1 - now, place] = work.order[now, line]
            place += 1
    for p in range(players):
        work.values[start, p] = work.values[work.bounds[ranked[0]], p]


@lean(rule)
def moves_shared(work, one, other):
    """How many moves two lines have in common at their beginning."""
    length, slot = work.moves.shape[1], 0
    while slot < length and work.moves[one, slot] == work.moves[other, slot]:
        slot += 1
    return slot


@lean(kernel)
def sort_lines(work, count):
    """Merge sort of all lines by their moves; in which row of `work.order` they are."""
    length, now, width = work.moves.shape[1], 0, 1
    for i in range(count):
        work.order[0, i] = i
    while width < count:
        for start in range(0, count, 2 * width):
            one, other = start, min(start + width, count)
            middle, end = other, min(start + 2 * width, count)
            for place in range(start, end):
                if one < middle and (
                    other >= end
                    or not is_before(work, work.order[now, other], work.order[now, one], length)
                ):
                    work.order[1 - now, place] = work.order[now, one]
                    one += 1
                else:
                    work.order[1 - now, place] = work.order[now, other]
                    other += 1
        now, width = 1 - now, 2 * width
    return now


@lean(rule)
def is_before(work, one, other, length):
    for slot in range(length):
        if work.moves[one, slot] != work.moves[other, slot]:
            return work.moves[one, slot] < work.moves[other, slot]
    return False

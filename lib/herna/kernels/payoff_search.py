"""Full search by payoffs: Max^n over what moves pay, with equal replies averaged (thesis 3).

Whoever moves takes what pays most to himself, summed to the end of the line; between moves that pay
him the same he is indifferent, so what they pay all is averaged. There is no pruning, because a
move that is bad for one opponent may be good for the other.

What a position still pays does not depend on how it came about. So the search may remember it: with
three players quiet moves commute, and most positions are met several times. With `clever` it does,
and asks the game to value the last move of a line without listing all moves. Both give the same
values to the last bit, since sums run in the same order.
"""

from typing import Any, NamedTuple

import numpy as np

from herna.compiled import kernel, lean, record, rule
from herna.game import MAX_PLAYERS, OVER
from herna.pays import EQUAL

LEVEL = record(
    ("who", "i8"),
    ("left", "i8"),  # plies to go
    ("count", "i8"),  # moves
    ("tried", "i8"),
    ("ties", "i8"),  # best moves so far
    ("best", "f8"),  # what they pay who moves
    ("slot", "i8"),  # where in the memory the result belongs, -1: nowhere
    ("key", "i8"),
    ("check", "i8"),
)

MEMORY = record(
    ("key", "i8"),
    ("check", "i8"),
    ("stamp", "i8"),  # which search, and plies to go
    ("value", "f8", MAX_PLAYERS),
)


class PayoffWork(NamedTuple):
    """Scratch memory of a search: one row per ply, and what is remembered."""

    states: Any  # (plies,)
    moves: Any  # (plies, max_moves)
    pays: Any  # (plies, max_moves, players)
    values: Any  # (plies, players)
    levels: Any  # (plies,)
    memory: Any  # (a power of two,)
    tally: Any  # (2,): searches made with this memory, moves looked at in the last one
    ratings: Any  # (max_moves, players): what each move of the root pays in the end


def payoff_work(game, plies, memory=2**18):
    rows = plies + 2
    return PayoffWork(
        states=np.zeros(rows, game.state_type),
        moves=np.zeros((rows, game.max_moves), np.int64),
        pays=np.zeros((rows, game.max_moves, game.n_players)),
        values=np.zeros((rows, MAX_PLAYERS)),
        levels=np.zeros(rows, LEVEL),
        memory=np.zeros(memory, MEMORY),
        tally=np.zeros(2, np.int64),
        ratings=np.zeros((game.max_moves, game.n_players)),
    )


@lean(kernel)
def search_payoffs(rules, pays, work, minds, plies, players, clever):
    """Rate every move of `work.states[0]` by what it pays all within so many plies; their number.

    A player who drops out on the way keeps his place in the order, so a line is as long for all;
    who is out from the start has none.
    """
    levels, states = work.levels, work.states
    work.tally[0] += 1
    work.tally[1] = 0
    pays.ponder(states[0])
    present = pays.present(states[0])
    ply = 0
    open_level(rules, pays, work, minds, ply, plies, present, players, clever)
    while True:
        level = levels[ply]
        if level.tried < level.count:
            states[ply + 1] = states[ply]
            rules.step(states[ply + 1], work.moves[ply, level.tried])
            left = level.left - 1 - skipped(rules, states[ply + 1], level.who, present, players)
            ply += 1
            open_level(rules, pays, work, minds, ply, left, present, players, clever)
            continue
        close_level(work, ply, players)
        if ply == 0:
            return level.count
        ply -= 1
        absorb(work, ply, players)


@lean(rule)
def skipped(rules, state, who, present, players):
    """How many seats that were in play at the root have no turn before the next player."""
    after, count, seat = rules.to_move(state), 0, (who + 1) % players
    if after == OVER:
        return 0
    while seat != after:
        count += present >> seat & 1
        seat = (seat + 1) % players
    return count


@lean(rule)
def open_level(rules, pays, work, minds, ply, left, present, players, clever):
    """Begin with a position; one that can be valued at once has no moves to try."""
    level, state, value = work.levels[ply], work.states[ply], work.values[ply]
    level.who, level.left = rules.to_move(state), left
    level.count = level.tried = level.ties = 0
    level.slot = -1
    for p in range(players):
        value[p] = 0.0
    if left <= 0 or level.who == OVER:
        return
    if clever and ply > 0 and is_known(pays, work, minds, ply, present, players):
        return
    for p in range(players):
        value[p] = 0.0
    level.count = pays.offers(state, minds, work.moves[ply], work.pays[ply])
    work.tally[1] += level.count
    if left == 1:  # the last move of a line need not be made
        for i in range(level.count):
            weigh(level, value, work.pays[ply, i], players)
            if ply == 0:
                note_rating(work, i, players)
        level.tried = level.count


@lean(rule)
def is_known(pays, work, minds, ply, present, players):
    """Whether a position was valued before, or the game can value it without a search."""
    state, left = work.states[ply], work.levels[ply].left
    if left == 1:
        return pays.reply(state, minds, work.moves[ply], work.pays[ply], work.values[ply]) == 0
    if is_remembered(pays, work, ply, players):
        return True
    if left > 2:
        return False
    rows = slice(ply, ply + 2)
    moves, paid, values = work.moves[rows], work.pays[rows], work.values[rows]
    return pays.finale(state, work.states[ply + 1], present, minds, moves, paid, values) == 0


@lean(rule)
def absorb(work, ply, players):
    """The move just tried has its value: what it pays, and what comes after it."""
    level = work.levels[ply]
    pay, after = work.pays[ply, level.tried], work.values[ply + 1]
    for p in range(players):
        pay[p] += after[p]
    weigh(level, work.values[ply], pay, players)
    if ply == 0:
        note_rating(work, level.tried, players)
    level.tried += 1


@lean(rule)
def note_rating(work, i, players):
    for p in range(players):
        work.ratings[i, p] = work.pays[0, i, p]


@lean(rule)
def weigh(level, total, pay, players):
    """Sum up what the moves pay that are best for who moves."""
    worth = pay[level.who]
    if level.ties and worth < level.best - EQUAL:
        return
    if level.ties and worth <= level.best + EQUAL:
        level.ties += 1
        for p in range(players):
            total[p] += pay[p]
        return
    level.ties, level.best = 1, worth
    for p in range(players):
        total[p] = pay[p]


@lean(rule)
def close_level(work, ply, players):
    """Average over the best moves, and remember it."""
    level, value = work.levels[ply], work.values[ply]
    if level.ties > 1:
        for p in range(players):
            value[p] /= level.ties
    if level.slot >= 0:
        entry = work.memory[level.slot]
        entry.key, entry.check, entry.stamp = level.key, level.check, stamp_of(work, level)
        for p in range(players):
            entry.value[p] = value[p]


@lean(rule)
def is_remembered(pays, work, ply, players):
    """Whether the value of a position is known; if not, its place in the memory is noted."""
    level, state = work.levels[ply], work.states[ply]
    level.key, level.check = pays.key(state, 0), pays.key(state, 1)
    slot = level.key & (len(work.memory) - 1)
    entry = work.memory[slot]
    same = entry.key == level.key and entry.check == level.check
    if not same or entry.stamp != stamp_of(work, level):
        level.slot = slot
        return False
    for p in range(players):
        work.values[ply, p] = entry.value[p]
    return True


@lean(rule)
def stamp_of(work, level):
    """Which search it is and how many plies are to go: only then a value is worth the same."""
    return work.tally[0] * 64 + level.left

"""Bots that choose at random, compiled: whole games for experiments with thousands of them.

Every move but leaving is as likely as any other; the hero leaves when there is no other. The
careful one first strikes out the moves that would kill him, found by trying them on a detached
copy. `herna.dungeon.bots` has the same bots move by move, with the same lots.
"""

from herna.compiled import kernel
from herna.games.dungeon.bot import LONGEST_GAME
from herna.games.dungeon.rules import ATTACK, BURN, LEAVE, moves, step
from herna.games.dungeon.state import DEAD, PLAYING
from herna.kernels.dice import pick


@kernel
def play_randomly(s, careful, copies, out, rng):
    """Play a game to its end; `copies` is a state and `out` has room for all moves."""
    while s.outcome == PLAYING:
        move = LEAVE
        if s.completed < LONGEST_GAME:
            count = moves(s, out) - 1  # the last one is to leave
            if careful:
                count = without_deaths(s, copies, out, count)
            if count:
                move = out[pick(rng, count)]
        step(s, move)


@kernel
def without_deaths(s, copies, out, count):
    """Keep the moves that the hero survives; how many they are."""
    kept = 0
    for i in range(count):
        move = out[i]
        lethal = False
        if ATTACK <= move < BURN:  # nothing else can kill him
            copies[0] = s
            copies[0].detached = 1
            step(copies[0], move)
            lethal = copies[0].outcome == DEAD
        if not lethal:
            out[kept] = move
            kept += 1
    return kept

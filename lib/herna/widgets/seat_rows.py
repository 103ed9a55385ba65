"""What each seat did in the games of a batch: its turns, its choices, its rounds in the lead.

The rows of an experiment speak of whole games. The list of the thesis's own application had a pane
about the players as well, so a batch keeps the moves of its games until they have been replayed.
A replay is slower than a game of simple players, so only the first games are.
"""

import hashlib

import numpy as np

from herna.game import MAX_PLAYERS
from herna.kernels.world import advance, new_worlds
from herna.results.chunk import run_chunk

REPLAYED = 100  # games of a line
WHAT = ("turns", "choices", "fewest", "most", "led")  # each with the number of a seat, from 1


def run_with_seats(experiment, cell, start, stop):
    """As `run_chunk`, with the columns of `WHAT` for every seat in the first rows of a line."""
    if start >= REPLAYED:
        return run_chunk(experiment, cell, start, stop)
    keeping = experiment.changed(keep_moves=True)
    *where, rows, seconds = run_chunk(keeping, cell, start, stop)
    game = experiment.build_game()
    for row in rows:
        moves = [int(move) for move in row["moves"].split()]
        if not experiment.keep_moves:
            row["moves"] = _fingerprint(moves)
        if row["replicate"] < REPLAYED:
            row.update(of_seats(game, moves))
    return *where, rows, seconds


def of_seats(game, moves):
    """By column: turns taken, moves there were to choose from in all, at least and at most in a
    turn, and rounds in the lead. A single player leads while his status is above zero."""
    worlds, out, gains = new_worlds(game), np.zeros(game.max_moves, np.int64), np.zeros(MAX_PLAYERS)
    world, rules = worlds[0], game.rules
    choices: list[list[int]] = [[] for _ in range(game.n_players)]
    for move in moves:
        who = rules.to_move(world.state)
        count = rules.moves(world.state, out)
        if who >= 0:
            choices[who].append(count)
        advance(rules, world, move, count, gains)
    columns: dict[str, int] = {}
    for seat, counts in enumerate(choices):
        led = int(world.meter.led[seat])
        values = (len(counts), sum(counts), min(counts, default=0), max(counts, default=0), led)
        columns |= {f"{name}_{seat + 1}": v for name, v in zip(WHAT, values, strict=True)}
    return columns


def _fingerprint(moves):
    """As in the rows of an experiment."""
    return hashlib.sha256(np.array(moves, np.int64).tobytes()).hexdigest()[:16]

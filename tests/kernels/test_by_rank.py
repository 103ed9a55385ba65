"""Games by rank: levels choose along the ranking, and a game can be played in pieces."""

import numpy as np

from herna.game import OVER
from herna.games import Ludo
from herna.kernels.by_rank import LADDER, play_by_rank
from herna.kernels.workspace import workspace
from herna.kernels.world import new_worlds
from herna.play import Trace
from herna.players import HillClimber
from herna.seeds import generator

GAME = Ludo(n_players=2)


def game_of(levels, seed, alpha=0.0, piece=10_000):
    """The moves of one game, played on in pieces, with its last world and seats."""
    worlds, work, rng = new_worlds(GAME), workspace(GAME), generator(seed)
    seats = np.zeros(2, LADDER)
    seats["level"] = levels
    seats[1].alpha = alpha
    record, played = np.zeros(10_000, np.int64), 0
    while GAME.rules.to_move(worlds[0].state) != OVER:
        played += play_by_rank(GAME.rules, worlds, seats, work, rng, record[played:], piece)
    return record[:played].tolist(), worlds, seats


def test_a_game_in_pieces_is_the_same_game():
    whole, worlds, _ = game_of((30, 70), 1)
    pieces, other, _ = game_of((30, 70), 1, piece=7)
    assert whole == pieces and worlds[0].meter.lead_sum == other[0].meter.lead_sum


def test_level_100_plays_a_best_move_and_level_0_a_worst_one():
    moves, _, seats = game_of((100, 0), 2)
    rng = generator(0)
    for state, move in zip(Trace(GAME, tuple(moves)).states(), moves, strict=False):
        seat = GAME.to_move(state)
        if seat >= 0:
            ratings = HillClimber().ratings(GAME, state, rng)
            extreme = max if seat == 0 else min
            assert ratings[move] == extreme(ratings.values())
    assert seats[0].best == seats[0].choices > 0


def test_a_moving_level_follows_the_opponent():
    _, worlds, seats = game_of((0, 50), 3, alpha=0.5)
    assert worlds[0].meter.closed > 0
    assert seats[1].total / seats[1].turns < 50  # the opponent plays badly, so it eases off
    assert seats[0].level == 0

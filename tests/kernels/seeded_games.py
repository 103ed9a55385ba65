"""Seeded games of every example, as JSON: to be run compiled and interpreted alike.

The beginnings of 200 random games show the rules, one game of every kind of player the kernels.
Most beginnings are a few plies, every tenth goes on for longer: interpreted, a ply takes its time.

`NUMBA_DISABLE_JIT=1 python -m tests.kernels.seeded_games 0` is the interpreted run of one example.
"""

import json
import sys

from herna.dda import ChanceLevel, ChancePosm, EHillClimber, EMaxMax, EMaxN, EMonteCarlo, Fair
from herna.errors import HernaError
from herna.game import OVER
from herna.games import EXAMPLES
from herna.play import Match
from herna.players import (
    MCTS,
    DynamicLevel,
    HillClimber,
    HillClimberIS,
    MaxN,
    MinimaxIS,
    Posm,
    Random,
)
from herna.seeds import generator

SEEDS, PLIES, MORE_PLIES = 200, 6, 20
SETTINGS = {
    "random, fair": (Random(), Fair(), 120),
    "hillclimber, fair": (HillClimber(), Fair(), 60),
    "hillclimber of level 50, e-hillclimber": (HillClimber(level=50), EHillClimber(), 60),
    "maxn, e-hillclimber": (MaxN(depth=2), EHillClimber(random_share=0.3), 30),
    "mcts, fair": (MCTS(iterations=3, playout_limit=6), Fair(), 8),
    "hillclimber-is, e-maxmax": (HillClimberIS(iterations=2), EMaxMax(depth=3), 24),
    "minimax-is, fair": (MinimaxIS(iterations=2), Fair(), 12),
    "hillclimber, e-maxn": (HillClimber(), EMaxN(depth=2, width=2, outcomes=2), 24),
    "hillclimber, e-montecarlo": (HillClimber(), EMonteCarlo(iterations=2, playout_limit=4), 24),
    "dynamic level, fair": (DynamicLevel(), Fair(), 40),
    "posm, fair": (Posm(), Fair(), 40),
    "hillclimber, dynamic level": (HillClimber(), ChanceLevel(), 40),
    "hillclimber, posm": (HillClimber(), ChancePosm(), 40),
}


def seeded_games(game):
    """One row per setting: moves, digests of the states, ratings, metrics."""
    rows = {}
    for seed, (words, (player, chance, limit)) in enumerate(SETTINGS.items()):
        if not (suits(game, player) and suits(game, chance)):
            continue
        match = Match(game, [player] * game.n_players, seed, chance, limit).finish()
        rows[words] = {
            "moves": match.moves,
            "states": [match.state_at(ply).digest() for ply in range(match.ply + 1)],
            "gains": game.gains(match.state),
            "over": game.to_move(match.state) == OVER,
            "metrics": match.metrics_at(),
        }
    rows["beginnings"] = [beginning(game, seed) for seed in range(SEEDS)]
    return rows


def suits(game, member):
    """Whether a player or an environment player can sit down to a game."""
    try:
        member.suits(game)
    except HernaError:
        return False
    return True


def beginning(game, seed):
    """The first plies of a random game, and the state they lead to."""
    rng, state, moves = generator(seed), game.initial(), []
    plies = PLIES if seed % 10 else MORE_PLIES
    while game.to_move(state) != OVER and len(moves) < plies:
        legal = game.moves(state)
        moves.append(legal[int(rng.random() * len(legal))])
        state = game.step(state, moves[-1])
    return [moves, state.digest(), game.gains(state), game.returns(state)]


if __name__ == "__main__":
    print(json.dumps(seeded_games(EXAMPLES[int(sys.argv[1])])))

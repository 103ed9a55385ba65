"""Seeded games of every example, as JSON: to be run compiled and interpreted alike.

One game of every kind of player shows the kernels (of variants of a game only some kinds);
positions from all over 200 random games, which were played compiled and are handed over as bytes,
show the rules. Interpreted, a ply takes long.

`NUMBA_DISABLE_JIT=1 python -m tests.kernels.seeded_games` is the interpreted run: it reads lines,
each with the number of an example and its positions, and answers with a line.
"""

import json
import sys
from itertools import islice

import numpy as np

from herna.arena import check_chance
from herna.dda import ChanceLevel, ChancePosm, EHillClimber, EMaxMax, EMaxN, EMonteCarlo, Fair
from herna.errors import HernaError
from herna.game import CHANCE, OVER, State
from herna.games import EXAMPLES
from herna.play import Arena, Match, Trace
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

SEEDS = 200
SETTINGS = {  # players, chance, and for how many plies after the first deal
    "random, fair": (Random(), Fair(), 80),
    "hillclimber, fair": (HillClimber(), Fair(), 30),
    "hillclimber of level 50, e-hillclimber": (HillClimber(level=50), EHillClimber(), 30),
    "maxn, e-hillclimber": (MaxN(depth=2), EHillClimber(random_share=0.3), 16),
    "mcts, fair": (MCTS(iterations=2, playout_limit=4), Fair(), 1),
    "hillclimber-is, e-maxmax": (HillClimberIS(iterations=2), EMaxMax(depth=2), 1),
    "minimax-is, fair": (MinimaxIS(iterations=2), Fair(), 6),
    "hillclimber, e-maxn": (HillClimber(), EMaxN(depth=2, width=2, outcomes=2), 3),
    "hillclimber, e-montecarlo": (HillClimber(), EMonteCarlo(iterations=2, playout_limit=4), 3),
    "dynamic level, fair": (DynamicLevel(), Fair(), 20),
    "posm, fair": (Posm(), Fair(), 20),
    "hillclimber, dynamic level": (HillClimber(), ChanceLevel(), 20),
    "hillclimber, posm": (HillClimber(), ChancePosm(), 20),
}


FOR_ALL = ("random, fair", "hillclimber of level 50, e-hillclimber")


def seeded_games(game):
    """One row per setting: moves, digests of the states, ratings, metrics."""
    rows, dealt = {}, deal(game)
    for seed, (words, (player, chance, plies)) in enumerate(SETTINGS.items()):
        if not (suits(game, player) and suits(game, chance)):
            continue
        if game != first_of(game) and words not in FOR_ALL:  # a variant
            continue
        match = Match(game, [player] * game.n_players, seed, chance, dealt + plies).finish()
        rows[words] = {
            "moves": match.moves,
            "states": [match.state_at(ply).digest() for ply in range(match.ply + 1)],
            "gains": game.gains(match.state),
            "over": game.to_move(match.state) == OVER,
            "metrics": match.metrics_at(),
        }
    return rows


def first_of(game):
    """The example of its kind that is tried most; the others are variants of it."""
    return next(example for example in EXAMPLES if example.name == game.name)


def deal(game):
    """How many plies nobody decides at the beginning, since chance deals and cannot be steered."""
    state, plies = game.initial(), 0
    while game.to_move(state) == CHANCE and not game.steerable(state):
        state = game.step(state, game.moves(state)[0])
        plies += 1
    return plies


def suits(game, member):
    """Whether a player or an environment player can sit down to a game."""
    try:
        member.suits(game)
        check_chance(game, member)
    except HernaError:
        return False
    return True


def positions(game):
    """Of each of 200 random games a state as bytes, early or late in it, and the move made.

    Of a variant of a game every fourth of them will do.
    """
    arena, found = Arena(game, [Random()] * game.n_players), []
    for seed in range(0, SEEDS, 1 if game == first_of(game) else 4):
        moves = arena.play(generator(seed, "positions")).moves
        ply = seed * len(moves) // SEEDS
        states = Trace(game, moves).states()
        found.append((next(islice(states, ply, None)).array.tobytes().hex(), moves[ply]))
    return found


def facts(game, position):
    """All that the rules say of a state; floating-point numbers come last."""
    code, move = position
    state = State(np.frombuffer(bytes.fromhex(code), game.state_type).copy())
    chance = game.to_move(state) == CHANCE

    def after(rule, *arguments):
        """What a rule makes of the state; unlike the methods of a game it looks at no moves."""
        array = state.array.copy()
        rule(array[0], *arguments)
        return State(array).digest()

    rules, seats = game.rules, range(game.n_players)
    whole = [
        game.to_move(state),
        game.moves(state),
        game.rounds(state),
        after(rules.step, move),
        chance and game.steerable(state),
        *(after(rules.hide, seat) for seat in seats),
        *(after(rules.sample, seat, generator(seat)) for seat in seats),
        *(after(rules.imagine, seat, generator(seat)) for seat in seats if not chance),
    ]
    numbers = (game.returns(state), game.gains(state), game.values(state))
    left = float(rules.remaining(state.array[0]))
    return whole, [[left], game.odds(state) if chance else [], *map(list, numbers)]


if __name__ == "__main__":
    for line in sys.stdin:
        number, places = json.loads(line)
        example = EXAMPLES[number]
        told = [facts(example, place) for place in places]
        print(json.dumps([seeded_games(example), told]), flush=True)

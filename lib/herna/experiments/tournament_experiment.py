"""Series of games between players who sum up payoffs: a cell is a table with its players.

A row is a game: who got how much of the point, how long it took, who dropped out and how, what was
left of everybody, and when the first queen and the first loss of a player came. Nobody remembers
anything from game to game.

How many quiet rounds make a draw is a reading (the thesis has no rule). So a row also tells who
would have shared the point if `HASTY` of them were enough, since play up to there is the same.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from pydantic import Field, model_validator

from herna.errors import HernaError
from herna.experiments.experiment import Experiment, Thesis, built
from herna.game import OVER, State
from herna.games.checkers.board import COLOURS, size
from herna.games.checkers.game import Checkers
from herna.games.checkers.rules import PLAYING, own, players_left
from herna.seeds import LARGEST_SEED

NEVER = -1
HASTY = 50  # quiet rounds


class TournamentExperiment(Experiment):
    """Tables of three players each, so many games at every table."""

    thesis: Thesis = "three-player-checkers"
    seed: int = Field(default=2016, ge=0, le=LARGEST_SEED)
    replicates: int = Field(default=100, ge=1, le=1_000_000)
    quick_replicates: int = Field(default=1, ge=1, le=10_000)
    parameters: Mapping[str, Any] = {}  # of the game
    tables: Mapping[str, tuple[str, ...]]  # by cell, the players of white, black and red

    @model_validator(mode="after")
    def _can_be_played(self):
        for cell in self.tables:
            for player in self.build_seats(cell):
                player.suits(self.build_game())
        return self

    def cells(self):
        return tuple(self.tables)

    def build_game(self):
        return built(Checkers, "checkers", self.parameters)

    def build_seats(self, cell):
        """The players of a cell."""
        from herna.payoffs import player_from  # late: results depend on who plays, see `modules`

        if len(self.tables[cell]) != len(COLOURS):
            raise HernaError(f"tables: {cell} has {len(self.tables[cell])} players; allowed: 3")
        return [player_from(words) for words in self.tables[cell]]

    def rows(self, cell, replicates):
        game, seats = self.build_game(), self.build_seats(cell)
        return [
            {"replicate": n, **played(game, seats, self.generator(cell, n))} for n in replicates
        ]

    def prepare(self):
        """Compile once, before the workers start: a move of each kind of player."""
        from herna.warmup import announced

        game = self.build_game()
        kinds = {type(p): p for cell in self.tables for p in self.build_seats(cell)}
        start, rng = game.initial(), self.generator(self.cells()[0], 0)
        announced("players", lambda: [player.warm(game, start, rng) for player in kinds.values()])

    def modules(self):
        players = {type(p).__module__ for cell in self.tables for p in self.build_seats(cell)}
        return (*super().modules(), *sorted(players))


def played(game, seats, rng):
    """What one game leaves behind."""
    array, moves = game.initial().array.copy(), []
    crowned = out = NEVER
    queens = hasty = 0
    while (seat := game.to_move(State(array.view()))) != OVER:
        move = seats[seat](game, State(array.copy()), rng)
        game.rules.step(array[0], move)
        moves.append(move)
        now = sum(int(size(array[0].queens[i])) for i in range(len(COLOURS)))
        queens = max(queens, now)
        crowned = len(moves) if crowned == NEVER and now else crowned
        out = len(moves) if out == NEVER and (array[0].fate != PLAYING).any() else out
        if not hasty and array[0].idle >= HASTY * players_left(array[0]) > HASTY:
            hasty = int(game.pays.present(array[0]))
    points = game.returns(State(array.copy()))
    return {
        **{f"points_{colour}": points[i] for i, colour in enumerate(COLOURS)},
        **{f"fate_{colour}": int(array[0].fate[i]) for i, colour in enumerate(COLOURS)},
        **{f"pieces_{colour}": pieces(array[0], i) for i, colour in enumerate(COLOURS)},
        "sharing": sum(point > 0 for point in points),  # 1: somebody has won
        "hasty": hasty,  # a bit for everybody who would have shared it; 0: nobody would
        "plies": len(moves),
        "first_queen": crowned,
        "first_out": out,
        "most_queens": queens,
        "longest_chain": max(len(game.jumps(move)) for move in moves),
        "moves": hashlib.sha256(np.array(moves, np.int64).tobytes()).hexdigest()[:16],
    }


def pieces(s, seat):
    """How many a player has."""
    return int(size(own(s, seat)))

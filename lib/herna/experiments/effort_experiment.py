"""How much work a move takes, over the course of a game.

A row is a game: for every ply who was left, how many queens there were, among how many moves was
chosen, and what the choice took. For a full search that is the number of moves that it looks at
without any cleverness, as the program of the thesis did; for a genetic player it is the number of
moves that it plays. Unlike seconds these are the same on every machine.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from pydantic import Field, model_validator

from herna.experiments.experiment import Experiment, Thesis, built
from herna.game import OVER, State
from herna.games.checkers.board import SEATS, size
from herna.games.checkers.game import Checkers
from herna.kernels.payoff_search import payoff_work, search_payoffs
from herna.payoffs import Genetic, StdAI, player_from
from herna.pays import EQUAL
from herna.seeds import LARGEST_SEED


class EffortExperiment(Experiment):
    """A cell is a table of three equal players: a full search so deep, or a genetic player."""

    thesis: Thesis = "three-player-checkers"
    seed: int = Field(default=2016, ge=0, le=LARGEST_SEED)
    parameters: Mapping[str, Any] = {}  # of the game
    turns: Mapping[str, int] = {}  # that a full search looks ahead, by cell
    genetic: Mapping[str, Mapping[str, Any]] = {}  # settings of a genetic player, by cell

    @model_validator(mode="after")
    def _can_be_played(self):
        for cell in self.genetic:
            built(Genetic, "genetic", self.genetic[cell]).suits(self.build_game())
        return self

    def cells(self):
        return (*self.turns, *self.genetic)

    def build_game(self):
        return built(Checkers, "checkers", self.parameters)

    def rows(self, cell, replicates):
        return [self._row(cell, number) for number in replicates]

    def chooser(self, cell):
        """(game, state, rng) -> a move and what it took, for the players of a cell."""
        if cell in self.turns:
            return Counting(self.build_game(), self.turns[cell])
        player = built(Genetic, "genetic", self.genetic[cell])

        def choose(game, state, rng):
            played = 0
            for now in player.breed(game, state, int(rng.random() * 2**53)):
                played += now.played
            return int(now.moves[0, 0]), played

        return choose

    def _row(self, cell, replicate):
        game, rng, choose = self.build_game(), self.generator(cell, replicate), self.chooser(cell)
        array, plies = game.initial().array.copy(), []
        while game.to_move(State(array.view())) != OVER:
            state = State(array.copy())
            move, work = choose(game, state, rng)
            queens = sum(int(size(array[0].queens[seat])) for seat in range(SEATS))
            left = bin(game.pays.present(array[0])).count("1")
            plies.append((left, queens, len(game.moves(state)), work))
            game.rules.step(array[0], move)
        columns = ("left", "queens", "moves", "work")
        return {"replicate": replicate, "plies": len(plies)} | {
            name: list(values)
            for name, values in zip(columns, zip(*plies, strict=True), strict=True)
        }

    def modules(self):
        return (*super().modules(), "herna.payoffs.full_search", "herna.payoffs.genetic")


class OpeningExperiment(Experiment):
    """A cell is a player, spelt in words; a row is one decision in an opening, the same for all.

    What counts here is not in the rows: the seconds that a cell took are in its manifest.
    """

    unit: ClassVar[str] = "decisions"
    thesis: Thesis = "three-player-checkers"
    seed: int = Field(default=2016, ge=0, le=LARGEST_SEED)
    players: Mapping[str, str]
    latest: int = Field(default=30, ge=1, le=1000)  # plies before the decision, fewer than that

    @model_validator(mode="after")
    def _can_be_played(self):
        for words in self.players.values():
            player_from(words).suits(Checkers())
        return self

    def cells(self):
        return tuple(self.players)

    def rows(self, cell, replicates):
        player, game = player_from(self.players[cell]), Checkers()
        return [self._row(game, player, self.generator(cell, n), n) for n in replicates]

    def _row(self, game, player, rng, replicate):
        state, plies = game.initial(), self.generator("position", replicate)
        guide = StdAI(depth=1)
        for _ in range(int(plies.integers(self.latest))):
            state = game.step(state, guide(game, state, plies))
        move = int(player(game, state, rng))
        return {
            "replicate": replicate,
            "plies": int(state.plies),
            "moves": len(game.moves(state)),
            "move": move,
        }

    def modules(self):
        return (*super().modules(), "herna.payoffs")


class Counting:
    """The choices of the full search, and how many moves it looks at when it is not clever."""

    def __init__(self, game, turns):
        self.turns, self.work = turns, payoff_work(game, turns * SEATS)
        self.minds = np.tile(game.mind(), (SEATS, 1))

    def __call__(self, game, state, rng):
        work, s = self.work, state.array[0]
        work.states[0] = s
        plies = self.turns * bin(game.pays.present(s)).count("1")
        count = search_payoffs(game.rules, game.pays, work, self.minds, plies, SEATS, False)
        own = work.ratings[:count, game.to_move(state)]
        best = np.flatnonzero(own >= own.max() - EQUAL)
        return int(work.moves[0, best[int(rng.random() * len(best))]]), int(work.tally[1])

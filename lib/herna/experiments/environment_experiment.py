"""The same game under fair chance, under environment players and under their rivals.

Cells are algorithms. An environment player sits in the chance seat. A rival (dynamic level, POSM)
takes the seats of some players instead, or the chance seat where there is only one player.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from pydantic import Field, field_validator, model_validator

from herna.arena import HIGHEST_LIMIT, PLY_LIMIT, Arena, check_table
from herna.dda import ENVIRONMENTS, EnvironmentPlayer, Fair, environment_from
from herna.dda.environment import check_weights
from herna.errors import HernaError, nearest
from herna.experiments.experiment import Experiment, Thesis, built
from herna.players import PLAYERS, player_from
from herna.words import parse


class EnvironmentExperiment(Experiment):
    """One game, fixed players, one cell per algorithm that adapts it."""

    thesis: Thesis = "environment-player"
    replicates: int = Field(default=1000, ge=1, le=1_000_000)
    quick_replicates: int = Field(default=40, ge=1, le=10_000)
    game: str
    parameters: Mapping[str, Any] = {}
    seats: tuple[str, ...]
    # By cell: what sits in the chance seat, or a rival player.
    algorithms: Mapping[str, str] = Field(min_length=1)
    replaced: tuple[int, ...] = ()  # the seats that a rival player takes
    weights: Mapping[str, float]
    random_share: float = Field(default=0.1, ge=0, le=1)
    limit: int = Field(default=PLY_LIMIT, ge=1, le=HIGHEST_LIMIT)
    keep_moves: bool = False  # whether rows hold the whole game, or only its fingerprint

    @field_validator("game")
    @classmethod
    def _game_is_known(cls, game):
        if game not in _games():
            raise HernaError(nearest(game, _games()))
        return game

    @field_validator("weights")
    @classmethod
    def _weigh_metrics(cls, weights):
        check_weights(weights)
        return weights

    @model_validator(mode="after")
    def _everything_can_be_built(self):
        check_table(self.build_game(), self._usual_seats(), Fair())
        last = len(self.seats) - 1
        for place, seat in enumerate(self.replaced):
            if not 0 <= seat <= last:
                raise HernaError(f"replaced holds {seat}; allowed: 0 to {last}")
            if seat in self.replaced[:place]:
                raise HernaError(f"replaced holds {seat} twice; allowed: once")
        for cell in self.algorithms:
            check_table(self.build_game(), self.build_seats(cell), self.environment(cell))
        return self

    def build_game(self):
        return built(_games()[self.game], self.game, self.parameters)

    def build_seats(self, cell="None"):
        """The players of a cell."""
        seats = self._usual_seats()
        if self._is_player(cell):
            if not self.replaced:
                raise HernaError(f"replaced is empty; {cell} needs a seat")
            for seat in self.replaced:
                seats[seat] = player_from(self.algorithms[cell])
        return seats

    def _usual_seats(self):
        return [player_from(words) for words in self.seats]

    def environment(self, cell):
        """What sits in the chance seat in a cell."""
        words = self.algorithms.get(cell, cell)
        if self._is_player(cell):
            return Fair()
        name = parse(words)[0] or ""
        kind = {known.lower(): kind for known, kind in ENVIRONMENTS.items()}.get(name.lower())
        if kind is not None and issubclass(kind, EnvironmentPlayer):
            return environment_from(words, weights=self.weights, random_share=self.random_share)
        return environment_from(words)

    def _is_player(self, cell):
        return parse(self.algorithms.get(cell, ""))[0] in PLAYERS

    def cells(self):
        return tuple(self.algorithms)

    def arena(self, cell):
        """The table of a cell, ready to play."""
        return Arena(self.build_game(), self.build_seats(cell), self.environment(cell), self.limit)

    def rows(self, cell, replicates):
        arena = self.arena(cell)
        return [self._row(arena, cell, replicate) for replicate in replicates]

    def _row(self, arena, cell, replicate):
        outcome = arena.play(self.generator(cell, replicate))
        won = outcome.finished and max(outcome.returns) > 0
        winner = int(np.argmax(outcome.returns)) if won else -1
        played = hashlib.sha256(np.array(outcome.moves, np.int64).tobytes()).hexdigest()[:16]
        if self.keep_moves:
            played = " ".join(map(str, outcome.moves))
        return {
            "replicate": replicate,
            "finished": outcome.finished,
            "winner": winner,
            "rounds": outcome.rounds,
            "plies": len(outcome.moves),
            **outcome.metrics,
            "moves": played,  # a fingerprint is enough to tell whether a replay is the same game
        }

    def prepare(self):
        from herna.warmup import warm_up  # late: it decides no result

        warm_up(self.build_game())

    def modules(self):
        return (*super().modules(), _games()[self.game].__module__)


def _games():
    from herna.games import GAMES  # late, so that results depend on their own game only

    return GAMES

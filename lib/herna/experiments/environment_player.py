"""Thesis 1: the same game played under fair chance and under environment players."""

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from pydantic import Field, field_validator, model_validator

from herna.dda import THESIS_WEIGHTS, environment_from
from herna.errors import HernaError, nearest
from herna.experiments.experiment import Experiment
from herna.play import PLY_LIMIT, Arena
from herna.players import player_from


class EnvironmentExperiment(Experiment):
    """One game, fixed players, one cell per environment player."""

    thesis: str = "environment-player"
    replicates: int = Field(default=1000, ge=1, le=1_000_000)
    quick_replicates: int = Field(default=40, ge=1, le=10_000)
    game: str
    parameters: dict[str, Any] = {}
    seats: tuple[str, ...]
    environments: tuple[str, ...]
    weights: Mapping[str, float]
    random_share: float = Field(default=0.1, ge=0, le=1)
    limit: int = Field(default=PLY_LIMIT, ge=1, le=1_000_000)

    @field_validator("game")
    @classmethod
    def _game_is_known(cls, game):
        if game not in _games():
            raise HernaError(nearest(game, _games()))
        return game

    @model_validator(mode="after")
    def _everything_can_be_built(self):
        for environment in self.environments:
            self.environment(environment)
        Arena(self.build_game(), self.build_seats())
        return self

    def build_game(self):
        try:
            return _games()[self.game](**self.parameters)
        except TypeError as problem:
            raise HernaError(f"{self.game}: {problem}") from None

    def build_seats(self):
        return [player_from(words) for words in self.seats]

    def environment(self, name):
        if name.lower() == "none":
            return environment_from(name)
        return environment_from(name, weights=self.weights, random_share=self.random_share)

    def cells(self):
        return self.environments

    def rows(self, cell, replicates):
        arena = Arena(self.build_game(), self.build_seats(), self.environment(cell), self.limit)
        return [self._row(arena, cell, replicate) for replicate in replicates]

    def _row(self, arena, cell, replicate):
        outcome = arena.play(self.generator(cell, replicate))
        won = outcome.finished and max(outcome.returns) > 0
        winner = int(np.argmax(outcome.returns)) if won else -1
        played = hashlib.sha256(np.array(outcome.moves, np.int16).tobytes()).hexdigest()[:16]
        return {
            "replicate": replicate,
            "finished": outcome.finished,
            "winner": winner,
            "rounds": outcome.rounds,
            "plies": len(outcome.moves),
            **outcome.metrics,
            "moves": played,  # a fingerprint: enough to tell whether a replay is the same game
        }

    def prepare(self):
        from herna.warmup import warm_up  # late: it decides no result

        warm_up(self.build_game())

    def modules(self):
        return (*super().modules(), _games()[self.game].__module__)


def _games():
    from herna.games import GAMES  # late, so that results depend on their own game only

    return GAMES


LUDO_2HC = EnvironmentExperiment(
    name="ludo_2hc",
    title="Ludo, two HillClimber players of levels 50 and 100",
    game="ludo",
    parameters={"n_players": 2},
    seats=("hillclimber(level=50)", "hillclimber(level=100)"),
    environments=("None", "E-HillClimber"),
    weights=THESIS_WEIGHTS["ludo"],
)

LUDO_4MN = EnvironmentExperiment(
    name="ludo_4mn",
    title="Ludo, four Max^n players of levels 50, 100, 100 and 100",
    game="ludo",
    parameters={"n_players": 4},
    seats=("maxn(level=50)", "maxn(level=100)", "maxn(level=100)", "maxn(level=100)"),
    environments=("None", "E-HillClimber"),
    weights=THESIS_WEIGHTS["ludo"],
)

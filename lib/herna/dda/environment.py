"""Fair chance and the environment players of thesis 1 (sec. 4.2).

An environment player takes the place of chance. It maximises a weighted sum of the metrics of
fun, measured from the beginning of the game to the state considered. Metrics that should be small
enter with a minus sign (our reading: the thesis gives only magnitudes). With the probability
`random_share` it leaves an outcome to fair chance, lest its regularity give it away.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar

import numpy as np

from herna.errors import HernaError, nearest, require_number, shown
from herna.kernels.environment import (
    E_HILL_CLIMBER,
    ENVIRONMENT,
    FAIR,
    choose_outcome,
    value_outcomes,
)
from herna.kernels.workspace import workspace
from herna.kernels.world import BETTER, METRICS, advance, close_open_round, measures
from herna.words import parse, settings_from, spell

# Sections 6.1 to 6.3 of the thesis; what is not mentioned there is 0.
THESIS_WEIGHTS = {
    "ludo": {
        "believability": 1000,
        "tension": 10,
        "margin": 3,
        "freedom": 1,
        "fairness": 10,
        "lead_time": 10,
    },
}


@dataclass(frozen=True)
class Fair:
    """No adaptation: every outcome as likely as the rules say. The thesis calls it None."""

    name: ClassVar[str] = "None"
    kind: ClassVar[int] = FAIR

    @property
    def words(self):
        """This environment player in words that `environment_from` understands."""
        return self.name

    def record(self):
        row = np.zeros(1, ENVIRONMENT)
        row[0].kind = self.kind
        return row

    def __call__(self, game, worlds, rng):
        """Choose an outcome for the world in `worlds[0]`, which is at a chance node."""
        work = _workspace(game)
        count = game.rules.moves(worlds[0].state, work.moves[0])
        chosen = choose_outcome(game.rules, worlds[0], work, count, self.record()[0], rng)
        return int(chosen)


@dataclass(frozen=True)
class EHillClimber(Fair):
    """E-HillClimber: the outcome right after which the weighted metrics are best."""

    weights: Mapping[str, float] = field(default_factory=lambda: dict(THESIS_WEIGHTS["ludo"]))
    random_share: float = 0.1

    name: ClassVar[str] = "E-HillClimber"
    kind: ClassVar[int] = E_HILL_CLIMBER

    def __post_init__(self):
        for metric, weight in self.weights.items():
            if metric not in METRICS:
                raise HernaError(f"weights: no metric {metric!r}; {nearest(metric, METRICS)}")
            require_number("weights", metric, weight)
        require_number(self.name, "random_share", self.random_share, 0, 1)

    def __hash__(self):
        return hash((self.name, tuple(sorted(self.weights.items())), self.random_share))

    @property
    def words(self):
        return spell(self.name, {"random_share": self.random_share, **self.weights})

    def record(self):
        row = super().record()
        row[0].random_share = self.random_share
        row[0].weights[:] = [BETTER[name] * self.weights.get(name, 0.0) for name in METRICS]
        return row

    def options(self, game, worlds):
        """What this environment player sees: one row per outcome, its metrics and its worth."""
        work = _workspace(game)
        count = game.rules.moves(worlds[0].state, work.moves[0])
        value_outcomes(game.rules, worlds[0], work, count, self.record()[0])
        worth = work.ratings[:count].tolist()
        rows = []
        for outcome, total in zip(work.moves[0, :count].tolist(), worth, strict=True):
            ahead = worlds.copy()
            advance(game.rules, ahead[0], outcome, 0, work.values[1])
            seen = metrics_so_far(game, ahead)
            rows.append({"outcome": outcome, **seen, "worth": total})
        return rows


def metrics_so_far(game, worlds):
    """The eight in-game metrics of a world, an unfinished round taken as finished."""
    work = _workspace(game)
    ahead = worlds.copy()
    close_open_round(game.rules, ahead[0], work.moves[1], work.values[1])
    measures(game.rules, ahead[0], work.metrics)
    return dict(zip(METRICS, work.metrics.tolist(), strict=True))


def environment_from(words, **settings):
    """The environment player spelt `name` or `name(random_share=..., metric=weight, ...)`.

    >>> environment_from("E-HillClimber(random_share=0.2, tension=3)").weights
    {'tension': 3}
    """
    from herna.dda import ENVIRONMENTS

    by_name = {name.lower(): kind for name, kind in ENVIRONMENTS.items()}
    name, text = parse(words)
    if name is None or name.lower() not in by_name:
        raise HernaError(f"environment {shown(words)} is unknown; {nearest(words, ENVIRONMENTS)}")
    kind = by_name[name.lower()]
    given = settings_from(kind.name, text, () if kind is Fair else ("random_share", *METRICS))
    if "random_share" in given:
        settings["random_share"] = given.pop("random_share")
    if given:
        settings["weights"] = given
    return kind(**settings)


@lru_cache(maxsize=8)
def _workspace(game):
    return workspace(game)

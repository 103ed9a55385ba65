"""Fair chance and the environment players of thesis 1 (sec. 4.2).

An environment player takes the place of chance. It maximises a weighted sum of the metrics of
fun, measured from the beginning of the game to the state considered. Metrics that should be small
enter with a minus sign (our reading: the thesis gives only magnitudes). They enter as they are
measured, since its weights make sense for raw values only: believability weighs 10 in the Maze,
where it is some ten thousand, and 1000 in Ludo, where it is about one. With the probability
`random_share` it leaves an outcome to fair chance, lest its regularity give it away.

The thesis gives neither depths nor numbers of iterations. The defaults here answer within a blink;
those that the calibration study chose for each game are with its experiments, in
`herna.experiments.environment_player`.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import ClassVar

import numpy as np

from herna.errors import HernaError, nearest, require_number, require_switch, require_whole, shown
from herna.game import CHANCE, OVER
from herna.kernels import environment as kernels
from herna.kernels.dice import pick
from herna.kernels.environment import ENVIRONMENT
from herna.kernels.match import ONE_MOVE, RATINGS, ask
from herna.kernels.workspace import require_room, workspace
from herna.kernels.world import (
    BETTER,
    METRICS,
    advance,
    close_open_round,
    measures,
    world_type,
)
from herna.seeds import generator
from herna.words import parse, settings_from, spell

LARGEST_WEIGHT = 1e12
RANDOM_GAMES, RANDOM_PLIES = 3, 1000  # in which to look for chance that can be steered
# Sections 6.1 to 6.3 of the thesis; what is not mentioned there is 0.
THESIS_WEIGHTS = {
    "maze": {"believability": 10, "tension": 100, "margin": 500, "freedom": 100},
    "ludo": {
        "believability": 1000,
        "tension": 10,
        "margin": 3,
        "freedom": 1,
        "fairness": 10,
        "lead_time": 10,
    },
    "lost_cities": {
        "believability": 1000,
        "tension": 100,
        "freedom": 10,
        "lead_changes": 100,
        "fairness": 100,
        "lead_time": 100,
    },
}


@dataclass(frozen=True)
class Fair:
    """No adaptation: every outcome as likely as the rules say. The thesis calls it None."""

    name: ClassVar[str] = "None"
    kind: ClassVar[int] = kernels.FAIR
    remembers: ClassVar[bool] = False  # whether it is handed a mind to keep over the game

    @property
    def words(self):
        """This environment player in words that `environment_from` understands."""
        return spell(self.name, {f.name: getattr(self, f.name) for f in fields(self)})

    def suits(self, game):
        """Refuse a game that lacks what whoever sits here needs."""

    def suits_in_play(self, game):
        """Likewise, where only playing tells; so nobody asks before it is to be played."""

    def reach(self):
        """How deep the search goes, and how many leaves its tree expands."""
        return 1, 0

    def record(self, game):
        """These settings as kernels read them."""
        row = np.zeros(1, ENVIRONMENT)
        row[0].kind = self.kind
        for f in fields(self):
            if f.name != "weights":
                setattr(row[0], f.name, getattr(self, f.name))
        return row

    def __call__(self, game, worlds, rng, mind=None):
        """Choose an outcome for the world in `worlds[0]`, which is at a chance node.

        `mind` is what a rival remembers of this game.
        """
        work, own = _workspace(game, *self.reach()), self.record(game)
        return ask(game.rules, ONE_MOVE, worlds, work, rng, environment=own, mind=mind)


@dataclass(frozen=True)
class EnvironmentPlayer(Fair):
    """What all environment players share: the weights of the metrics and a share of chance."""

    weights: Mapping[str, float] | None = None  # None: those of the thesis for the game
    random_share: float = 0.1

    def __post_init__(self):
        check_weights({} if self.weights is None else self.weights)
        require_number(self.name, "random_share", self.random_share, 0, 1)

    def suits_in_play(self, game):
        require_something_to_steer(self.name, game)

    def __hash__(self):
        weights = None if self.weights is None else frozenset(self.weights.items())
        return hash((self.name, weights, self.random_share))

    def weights_for(self, game):
        """The weights in a game; the thesis's for Ludo where it has none."""
        if self.weights is not None:
            return self.weights
        return THESIS_WEIGHTS.get(game.name, THESIS_WEIGHTS["ludo"])

    @property
    def words(self):
        own = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "weights"}
        weights = {METRICS[0]: 0} if self.weights == {} else self.weights or {}  # none is not all
        return spell(self.name, {**own, **weights})

    def record(self, game):
        row, weights = super().record(game), self.weights_for(game)
        row[0].weights[:] = [BETTER[name] * weights.get(name, 0.0) for name in METRICS]
        return row

    def options(self, game, worlds, rng=None):
        """What this environment player sees: one row per outcome, its metrics and its worth.

        The metrics are those right after the outcome, the worth is what its search makes of it.
        """
        work, rng = _workspace(game, *self.reach()), rng or generator(0, "options")
        count = ask(game.rules, RATINGS, worlds, work, rng, environment=self.record(game))
        outcomes = work.moves[0, :count].tolist()
        worth = work.ratings[:count].tolist()
        rows = []
        for outcome, total in zip(outcomes, worth, strict=True):
            ahead = worlds.copy()
            advance(game.rules, ahead[0], outcome, 0, work.values[1])
            seen = metrics_so_far(game, ahead)
            rows.append({"outcome": outcome, **seen, "worth": total})
        return rows


@dataclass(frozen=True)
class EHillClimber(EnvironmentPlayer):
    """E-HillClimber: the outcome right after which the weighted metrics are best."""

    name: ClassVar[str] = "E-HillClimber"
    kind: ClassVar[int] = kernels.E_HILL_CLIMBER
    __hash__ = EnvironmentPlayer.__hash__


@dataclass(frozen=True)
class EMaxMax(EnvironmentPlayer):
    """E-MaxMax: the outcome whose greedy line ends where the weighted metrics are best."""

    depth: int = 4  # levels of the tree that the line follows, chance included

    name: ClassVar[str] = "E-MaxMax"
    kind: ClassVar[int] = kernels.E_MAX_MAX
    __hash__ = EnvironmentPlayer.__hash__

    def __post_init__(self):
        super().__post_init__()
        require_whole(self.name, "depth", self.depth, 0, 1000)


@dataclass(frozen=True)
class EMaxN(EnvironmentPlayer):
    """E-Max^n: a tree in which players expect fair chance and this player chooses it.

    Only the best few moves of a player and, in chance nodes behind the first, some outcomes drawn
    by lot are followed, so that games with many of either can be searched at all.
    """

    depth: int = 3  # levels of the tree behind an outcome, chance included
    width: int = 10
    outcomes: int = 6

    name: ClassVar[str] = "E-MaxN"
    kind: ClassVar[int] = kernels.E_MAX_N
    __hash__ = EnvironmentPlayer.__hash__

    def __post_init__(self):
        super().__post_init__()
        require_whole(self.name, "depth", self.depth, 0, 16)
        require_whole(self.name, "width", self.width, 1, 1000)
        require_whole(self.name, "outcomes", self.outcomes, 1, 1000)

    def reach(self):
        return self.depth, 0


@dataclass(frozen=True)
class EMonteCarlo(EnvironmentPlayer):
    """E-MonteCarlo: the outcome whose sampled futures are best on average."""

    iterations: int = 20  # leaves expanded, with a playout from every child
    exploration: float = math.sqrt(2)
    playout_limit: int = 8  # plies of a playout
    selfish: bool = False  # in the tree players choose for themselves, not for the fun of it

    name: ClassVar[str] = "E-MonteCarlo"
    kind: ClassVar[int] = kernels.E_MONTE_CARLO
    __hash__ = EnvironmentPlayer.__hash__

    def __post_init__(self):
        super().__post_init__()
        require_whole(self.name, "iterations", self.iterations, 1, 100_000)
        require_whole(self.name, "playout_limit", self.playout_limit, 0, 1_000_000)
        require_number(self.name, "exploration", self.exploration, low=0)
        require_switch(self.name, "selfish", self.selfish)

    def reach(self):
        return 1, self.iterations

    def suits(self, game):
        worlds = world_type(game.state_type, game.ledger_type)
        require_room(self.name, game, self.iterations, worlds)


def require_something_to_steer(who, game):
    """Refuse a game in which chance, if it speaks at all, never lets anybody choose for it."""
    if not can_be_steered(game):
        raise HernaError(
            f"{who}: {game.name} has no chance that could be steered while it is played; "
            "allowed there: None"
        )


@lru_cache(maxsize=64)
def can_be_steered(game):
    """Whether there is a steerable chance node in some random game."""
    rng = generator(0, "steered")
    for _ in range(RANDOM_GAMES):
        state = game.initial()
        for _ in range(RANDOM_PLIES):
            who = game.to_move(state)
            if who == OVER:
                break
            if who == CHANCE and game.steerable(state):
                return True
            moves = game.moves(state)
            state = game.step(state, moves[pick(rng, len(moves))])
    return False


def check_weights(weights):
    """Refuse anything but finite weights of known metrics, none so large that sums overflow."""
    if not isinstance(weights, Mapping):
        raise HernaError(f"weights is {shown(weights)}; allowed: a dict of weights by metric")
    for metric, weight in weights.items():
        if metric not in METRICS:
            raise HernaError(f"weights: no metric {metric!r}; {nearest(metric, METRICS)}")
        require_number("weights", metric, weight, -LARGEST_WEIGHT, LARGEST_WEIGHT)


def metrics_so_far(game, worlds):
    """The eight in-game metrics of a world, an unfinished round taken as finished."""
    work = _workspace(game)
    ahead = worlds.copy()
    close_open_round(game.rules, ahead[0], work.moves[1], work.values[1])
    measures(game.rules, ahead[0], work.metrics)
    return dict(zip(METRICS, work.metrics.tolist(), strict=True))


def environment_from(words, **settings):
    """Whatever sits in the chance seat, spelt `name` or `name(setting=..., metric=weight, ...)`.

    >>> environment_from("E-HillClimber(random_share=0.2, tension=3)").weights
    {'tension': 3}
    """
    from herna.dda import ENVIRONMENTS

    by_name = {name.lower(): kind for name, kind in ENVIRONMENTS.items()}
    name, text = parse(words)
    if name is None or name.lower() not in by_name:
        raise HernaError(f"environment {shown(words)} is unknown; {nearest(words, ENVIRONMENTS)}")
    kind = by_name[name.lower()]
    own = [f.name for f in fields(kind) if f.name != "weights"]
    adapts_for_fun = issubclass(kind, EnvironmentPlayer)
    given = settings_from(kind.name, text, (*own, *METRICS) if adapts_for_fun else own)
    weights = {metric: given.pop(metric) for metric in list(given) if metric in METRICS}
    if adapts_for_fun:
        given = {**settings, **given, **({"weights": weights} if weights else {})}
    return kind(**given)


@lru_cache(maxsize=8)
def _workspace(game, depth=1, iterations=0):
    return workspace(game, depth, chance_iterations=iterations)

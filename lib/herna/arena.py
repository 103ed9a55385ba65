"""The arena: whole games at full speed, each in one compiled call. What results are made with.

It stands apart from `herna.play`, where games are stepped, recorded and replayed, so that a change
there does not call stored results into question.
"""

from dataclasses import dataclass

import numpy as np

from herna.dda import Fair
from herna.errors import HernaError, require_whole, shown
from herna.game import MAX_PLAYERS, OVER, State
from herna.kernels.adapt import MIND
from herna.kernels.match import WHOLE_GAME, at_the_table
from herna.kernels.workspace import workspace
from herna.kernels.world import METRICS, measures, new_worlds
from herna.players import PLAYERS, KernelPlayer, describe

PLY_LIMIT = 10_000  # so that an environment player cannot stall a game for ever
HIGHEST_LIMIT = 1_000_000


class Human:
    """A seat whose moves come from outside: a click, a key, `match.play(move)`."""

    name = "human"


@dataclass(frozen=True)
class Outcome:
    """What one game played at full speed leaves behind."""

    moves: tuple[int, ...]
    finished: bool  # False: stopped at the ply limit
    rounds: int
    returns: tuple[float, ...]
    metrics: dict[str, float]


class Arena:
    """Games at full speed: one compiled call each, with memory that is reused."""

    def __init__(self, game, seats, chance=None, limit=PLY_LIMIT):
        chance = chance or Fair()
        check_table(game, seats, chance, limit)
        check_chance(game, chance)
        for seat, player in enumerate(seats):
            if not isinstance(player, KernelPlayer):
                raise HernaError(
                    f"{game.name}: seat {seat} is {describe(player)!r}, which only a Match can "
                    f"play; allowed: {', '.join(PLAYERS)}"
                )
        self.game, self.limit = game, limit
        self._start = new_worlds(game)
        self._worlds = self._start.copy()
        self._seats = np.concatenate([player.record() for player in seats])
        self._chance = chance.record(game)
        self._minds = new_minds(game)
        reaches = [player.reach() for player in seats]
        depth, chance_iterations = chance.reach()
        depth = max(depth, *(depth for depth, _ in reaches))
        iterations = max(iterations for _, iterations in reaches)
        self._work = workspace(game, depth, iterations, chance_iterations)
        self._record = np.zeros(limit, np.int64)

    def play(self, rng) -> Outcome:
        """Play one game with this generator."""
        game = self.game
        self._worlds[:] = self._start
        self._minds[:] = 0
        plies = at_the_table(
            game.rules,
            WHOLE_GAME,
            self._worlds,
            self._seats,
            self._chance,
            self._minds,
            self._work,
            rng,
            self._record,
            self.limit,
        )
        measures(game.rules, self._worlds[0], self._work.metrics)
        state = state_of(self._worlds)
        return Outcome(
            moves=tuple(self._record[:plies].tolist()),
            finished=game.to_move(state) == OVER,
            rounds=int(self._worlds[0].meter.closed),
            returns=game.returns(state),
            metrics=dict(zip(METRICS, self._work.metrics.tolist(), strict=True)),
        )


def new_minds(game):
    """Blank memories for all seats, the last one for the chance seat."""
    return np.zeros(game.n_players + 1, MIND)


def check_game(game):
    """Refuse what is no game: its name, say, or its class."""
    if isinstance(game, type) or not hasattr(game, "rules"):
        words = game.__name__ if isinstance(game, type) else shown(game)
        made = f"{words}()" if hasattr(game, "rules") else "a game, such as Ludo()"
        raise HernaError(f"game is {words}; allowed: {made}")


def check_table(game, seats, chance, limit=PLY_LIMIT):
    """Refuse players that do not fit the game, before anything is played."""
    check_game(game)
    if not hasattr(seats, "__len__"):
        raise HernaError(f"seats is {shown(seats)}; allowed: a list with a player per seat")
    require_whole(game.name, "n_players", game.n_players, 1, MAX_PLAYERS)
    require_whole(game.name, "limit", limit, 1, HIGHEST_LIMIT)
    if len(seats) != game.n_players:
        raise HernaError(f"{game.name}: {len(seats)} seats given; allowed: {game.n_players}")
    for place, member in (*enumerate(seats), ("of chance", chance)):
        if isinstance(member, type) or not (callable(member) or isinstance(member, Human)):
            raise HernaError(
                f"{game.name}: seat {place} is {shown(member)}; allowed: a player such as "
                "HillClimber(), or whatever player_from and environment_from make of words"
            )
        if hasattr(member, "suits"):
            member.suits(game)


def check_chance(game, chance):
    """Refuse whoever would find nothing to do in the chance seat of this game."""
    if isinstance(chance, Fair):
        chance.suits_in_play(game)


def state_of(worlds):
    """The state of the first of some worlds, as a value."""
    array = np.zeros(1, worlds.dtype["state"])
    array[0] = worlds[0].state
    return State(array)

"""What all built-in players share: a level, a record for the kernels, and a spelling in words."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import ClassVar

import numpy as np

from herna.errors import HernaError, nearest, require_among, require_switch, require_whole, shown
from herna.kernels.decide import BEST, PLAYER
from herna.kernels.match import ONE_MOVE, RATINGS, ask
from herna.kernels.workspace import workspace
from herna.words import parse, settings_from, spell


@dataclass(frozen=True)
class KernelPlayer:
    """A player whose decisions are made by `herna.kernels.decide`."""

    level: int | None = None  # 1 to 100; None: always the best move
    redraw: bool | None = None  # True: a draw beyond the list of moves is repeated; None: clamped

    name: ClassVar[str]
    kind: ClassVar[int]
    remembers: ClassVar[bool] = False  # whether it is handed a mind to keep over the game
    sees_all: ClassVar[bool] = False  # whether its search is wrong where something is hidden
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # settings given by a name, and the names

    def __post_init__(self):
        if self.level is not None:
            require_whole(self.name, "level", self.level, 1, 100, also=", or no level")
        if self.redraw is not None:
            require_switch(self.name, "redraw", self.redraw)
        for field, names in self.choices.items():
            require_among(self.name, field, getattr(self, field), names)

    def record(self):
        """This player as the kernels see it, in an array of one."""
        row = np.zeros(1, PLAYER)
        row[0].kind = self.kind
        row[0].level = BEST if self.level is None else self.level
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name in self.choices:
                value = self.choices[field.name].index(value)
            if field.name != "level" and value is not None:
                setattr(row[0], field.name, value)
        return row

    def suits(self, game):
        """Refuse a game that lacks what this player needs."""
        if self.sees_all and game.hidden_information:
            raise HernaError(
                f"{self.name}: {game.name} hides something from its players, which this search "
                "does not allow for; allowed: a game with open information"
            )

    def reach(self):
        """How deep this player's search goes, and how many leaves its tree expands."""
        return 1, 0

    def workspace(self, game):
        """Scratch memory large enough for this player's search, kept between moves."""
        return _workspace(game, *self.reach())

    def __call__(self, game, state, rng, mind=None):
        """A move; `mind` is what the player remembers of this game, if it remembers anything."""
        work = self._look(game, state)
        return ask(game.rules, ONE_MOVE, work.worlds, work, rng, player=self.record(), mind=mind)

    def ratings(self, game, state, rng):
        """How this player rates each legal move, as a dict from move to rating."""
        work = self._look(game, state)
        count = ask(game.rules, RATINGS, work.worlds, work, rng, player=self.record())
        moves, ratings = work.moves[0, :count].tolist(), work.ratings[:count].tolist()
        return dict(zip(moves, ratings, strict=True))

    def _look(self, game, state):
        """Memory for a search from this state, which is in the first of its worlds."""
        work = self.workspace(game)
        work.worlds[0].state = state.array[0]
        work.worlds[0].meter.players = game.n_players
        return work


@lru_cache(maxsize=16)
def _workspace(game, depth, iterations):
    return workspace(game, depth, iterations)


def describe(player):
    """A player in words that `player_from` understands, such as `maxn(level=50, depth=3)`."""
    if not isinstance(player, KernelPlayer):
        kind = getattr(player, "__name__", type(player).__name__.lower())
        return getattr(player, "name", kind)
    return spell(player.name, {field.name: getattr(player, field.name) for field in fields(player)})


def player_from(words):
    """The player spelt `name` or `name(field=value, ...)`.

    >>> player_from("hillclimber(level=50)")
    HillClimber(level=50, redraw=None)
    """
    from herna.players import PLAYERS

    name, settings = parse(words)
    if name not in PLAYERS:
        raise HernaError(f"player {shown(words)} is unknown; {nearest(words, PLAYERS)}")
    known = [field.name for field in fields(PLAYERS[name])]
    return PLAYERS[name](
        **settings_from(name, settings, known, names=("base", *PLAYERS[name].choices))
    )

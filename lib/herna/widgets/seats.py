"""Choosing who sits where: a human or a built-in player with its level, and who sits for chance.

Only those who suit the game are offered, and whoever sits there already. Whoever sits for chance
has the settings of the thesis's experiment with this game, where there is one.
"""

from dataclasses import replace
from typing import Any

import ipywidgets

from herna.arena import check_chance
from herna.dda import ENVIRONMENTS, Fair
from herna.errors import HernaError
from herna.experiments.environment_player import SIX
from herna.play import Human
from herna.players import KernelPlayer, describe
from herna.seating import PLAYERS

BEST = "best"
LEVELS = (BEST, *range(100, 0, -10), 1)
WITHOUT_LEVEL = ("human", "random", "dl", "posm")  # a level changes nothing, or is refused


class SeatChooser(ipywidgets.HBox):
    """One seat: its name, who sits there, and how well he plays."""

    def __init__(self, name, player, game, on_change):
        self._players: dict[str, Any] = {"human": Human(), **_suiting(PLAYERS, game)}
        level = getattr(player, "level", None)
        label = self._label(player)
        self._players.setdefault(label, player)
        self.kind = ipywidgets.Dropdown(
            options=list(self._players),
            value=label,
            description=name,
            layout={"width": "214px"},
        )
        self.level = ipywidgets.Dropdown(
            options=_with(LEVELS, BEST if level is None else level),
            value=BEST if level is None else level,
            description="level",
            style={"description_width": "32px"},
            layout={"width": "112px"},
        )
        super().__init__([self.kind, self.level])
        self.level.disabled = not self._has_level()
        self._on_change = on_change
        self.kind.observe(self._kind_changed, "value")
        self.level.observe(self._level_changed, "value")

    @property
    def player(self):
        player = self._players[self.kind.value]
        if not isinstance(player, KernelPlayer):
            return player
        return replace(player, level=None if self.level.value == BEST else self.level.value)

    def _label(self, player):
        if isinstance(player, Human):
            return "human"
        if isinstance(player, KernelPlayer):
            plain = replace(player, level=None)
            if plain == self._players.get(player.name):
                return player.name
            self._players[describe(plain)] = plain
            return describe(plain)
        return describe(player)

    def _kind_changed(self, _change):
        self.level.disabled = not self._has_level()
        if self.level.disabled:
            self.level.value = BEST
        self._on_change()

    def _level_changed(self, _change):
        if not self.level.disabled:  # else we have changed it, along with the kind
            self._on_change()

    def _has_level(self):
        player = self._players[self.kind.value]
        return isinstance(player, KernelPlayer) and player.name not in WITHOUT_LEVEL


class ChanceChooser(ipywidgets.Dropdown):
    """Who sits for chance: fair chance, or an environment player."""

    def __init__(self, chance, game, on_change):
        suiting = environments_of(game).values()
        self._environments = {_chance_label(environment): environment for environment in suiting}
        label = _chance_label(chance)
        if self._environments.setdefault(label, chance) != chance:
            label += " (as given)"
            self._environments[label] = chance
        super().__init__(
            options=list(self._environments),
            value=label,
            description="chance",
            layout={"width": "330px"},
        )
        self.observe(lambda _change: on_change(), "value")

    @property
    def environment(self):
        return self._environments[self.value]


def _chance_label(chance):
    return "fair" if isinstance(chance, Fair) and chance.name == Fair.name else describe(chance)


def environments_of(game):
    """One of each kind that can sit for chance, as in an experiment with as many players."""
    offered = _suiting(ENVIRONMENTS, game)
    played = [found for found in SIX if found.game == game.name]
    for experiment in sorted(played, key=lambda found: found.build_game() == game)[-1:]:
        for name in set(offered) & set(experiment.cells()):
            tuned = experiment.environment(name)
            if type(tuned) is ENVIRONMENTS[name]:  # a rival sits in a player's seat elsewhere
                offered[name] = tuned
    return offered


def _suiting(kinds, game):
    """One of each kind that can sit at a table of this game, by name."""
    return {name: make() for name, make in kinds.items() if can_sit(make(), game)}


def can_sit(member, game):
    """Whether a player or an environment can play this game."""
    try:
        member.suits(game)
        check_chance(game, member)
    except HernaError:
        return False
    return True


def _with(options, value):
    """The options, with one more if need be."""
    return options if value in options else (*options, value)

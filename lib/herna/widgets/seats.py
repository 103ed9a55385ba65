"""Choosing who sits where: a human or a built-in player with its level, and who sits for chance."""

from dataclasses import replace
from typing import Any

import ipywidgets

from herna.dda import ENVIRONMENTS, Fair
from herna.play import Human
from herna.players import PLAYERS, KernelPlayer, describe

BEST = "best"
LEVELS = (BEST, *range(100, 0, -10), 1)
WITHOUT_LEVEL = ("human", "random")


class SeatChooser(ipywidgets.HBox):
    """One seat: its name, who sits there, and how well he plays."""

    def __init__(self, name, player, on_change):
        self._players: dict[str, Any] = {
            "human": Human(),
            **{kind: make() for kind, make in PLAYERS.items()},
        }
        level = getattr(player, "level", None)
        label = self._label(player)
        self._players.setdefault(label, player)
        wide = {"description_width": "70px"}
        self.kind = ipywidgets.Dropdown(
            options=list(self._players),
            value=label,
            description=name,
            style=wide,
            layout={"width": "210px"},
        )
        self.level = ipywidgets.Dropdown(
            options=_with(LEVELS, BEST if level is None else level),
            value=BEST if level is None else level,
            description="level",
            style={"description_width": "40px"},
            layout={"width": "130px"},
        )
        super().__init__([self.kind, self.level])
        self._switch_level()
        self._on_change = on_change
        self.kind.observe(self._changed, "value")
        self.level.observe(self._changed, "value")

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

    def _changed(self, _change):
        self._switch_level()
        self._on_change()

    def _switch_level(self):
        scaled = isinstance(self._players[self.kind.value], KernelPlayer)
        self.level.disabled = not scaled or self.kind.value in WITHOUT_LEVEL


class ChanceChooser(ipywidgets.Dropdown):
    """Who sits for chance: fair chance, or an environment player."""

    def __init__(self, chance, on_change):
        self._environments = {_chance_label(make()): make() for make in ENVIRONMENTS.values()}
        label = _chance_label(chance)
        if self._environments.setdefault(label, chance) != chance:
            label += " (as given)"
            self._environments[label] = chance
        super().__init__(
            options=list(self._environments),
            value=label,
            description="chance",
            style={"description_width": "70px"},
            layout={"width": "325px"},
        )
        self.observe(lambda _change: on_change(), "value")

    @property
    def environment(self):
        return self._environments[self.value]


def _chance_label(chance):
    return "fair" if chance.name == Fair.name else chance.name


def _with(options, value):
    """The options, with one more if need be."""
    return options if value in options else (*options, value)

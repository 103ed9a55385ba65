"""What all players share who sum up what moves pay: the strategies they know, and of whom."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from herna.errors import HernaError, shown
from herna.words import number_from


@dataclass(frozen=True)
class PayoffPlayer:
    """A player who judges moves by payoffs, for games that say what moves pay.

    strategies : those it knows, joined by +, such as "K+PTP"
    table : what it takes the seats to know, in turn, such as "K/K/PTP"; empty: what it knows itself
    values : what things are worth to it, such as "pawn:1947+queen:7172"; empty: as the game has it
    """

    strategies: str = ""
    table: str = ""
    values: str = ""

    name: ClassVar[str]

    def __post_init__(self):
        for field, allowed in (
            ("strategies", "names joined by +"),
            ("table", "strategies of every seat, between slashes"),
            ("values", "name:number joined by +"),
        ):
            if not isinstance(value := getattr(self, field), str):
                raise HernaError(f"{self.name}: {field} is {shown(value)}; allowed: {allowed}")

    def suits(self, game):
        """Refuse a game whose moves pay nothing, and what it does not have."""
        if not hasattr(game, "pays"):
            raise HernaError(f"{self.name}: moves of {game.name} pay nothing; allowed: checkers")
        game.mind(self.known())
        self.minds(game)

    def known(self):
        """The strategies one by one."""
        return _parts(self.strategies)

    def minds(self, game):
        """How it judges the moves of every seat: as if all thought so, if nothing else is said."""
        values = dict(self._value(part) for part in _parts(self.values))
        if not self.table:
            return np.tile(game.mind(self.known(), **values), (game.n_players, 1))
        seats = self.table.split("/")
        if len(seats) != game.n_players:
            raise HernaError(
                f"{self.name}: table is {shown(self.table)}; allowed: {game.n_players} seats"
            )
        return np.array([game.mind(_parts(seat), **values) for seat in seats])

    def _value(self, words):
        name, _, number = words.partition(":")
        return name, number_from(self.name, f"value of {shown(name)}", number)


def _parts(words):
    return tuple(part.strip() for part in words.split("+") if part.strip())

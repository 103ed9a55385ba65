"""Dungeons by how hard they are: choose one from a table of judged dungeons, and play it.

Some dungeons cannot be won at all. Evolved bots judge them: the share of their games won in a
dungeon tells how hard it is, so a person can be given one that is neither hopeless nor dull
(thesis 2, introduction and sec. 5.6.2).

table : a row for each dungeon with `cell` (the hero), `number`, `games` and `wins`
"""

from dataclasses import dataclass

import numpy as np

from herna.errors import HernaError, nearest, require_number, require_whole, shown
from herna.games.dungeon.state import BASE, DIGITS
from herna.play import Human, Match

COLUMNS = ("cell", "number", "games", "wins")


@dataclass(frozen=True)
class Judged:
    """A dungeon and how often judges have won in it."""

    hero: str
    number: int
    games: int
    wins: int

    @property
    def rate(self):
        return self.wins / self.games

    def words(self):
        return f"evolved bots won {self.wins} of {self.games} games here ({self.rate:.0%})"


@dataclass(frozen=True)
class ThisDungeon:
    """Sits for chance and draws the digits of one number: every game is in the same dungeon."""

    number: int

    @property
    def name(self):
        return f"dungeon {self.number}"

    words = name

    def __call__(self, game, worlds, rng):
        return digits_of(self.number)[int(worlds[0].state.digits)]


def digits_of(number):
    """The chance moves that lead into the dungeon of a number.

    >>> digits_of(64 + 2)
    (0, 0, 1, 2)
    """
    require_whole("dungeon", "number", number, 0, BASE**DIGITS - 1)
    return tuple(number // BASE**place % BASE for place in reversed(range(DIGITS)))


def match_in(game, number, player=None):
    """A match in the dungeon of a number, for a human unless another player is given."""
    seats = [Human() if player is None else player]
    match = Match(game, seats, chance=ThisDungeon(int(number)))
    for _ in range(DIGITS):
        match.step()
    return match


def heroes_in(table):
    """The heroes whose dungeons were judged; a table that is none is refused."""
    missing = [name for name in COLUMNS if name not in getattr(table, "columns", ())]
    if missing:
        raise HernaError(f"table: no column {missing[0]}; allowed: {', '.join(COLUMNS)}")
    if not len(table) or (table["games"] < 1).any():
        raise HernaError("table: a dungeon without games; allowed: dungeons that were judged")
    return list(table["cell"].unique())


def rates_of(table, hero):
    """The share of games won in each judged dungeon of a hero."""
    heroes = heroes_in(table)
    if hero not in heroes:
        raise HernaError(f"table: hero is {shown(hero)}; {nearest(hero, heroes)}")
    own = table[table["cell"] == hero]
    return (own["wins"] / own["games"]).to_numpy(), own


def choose(table, hero, wanted, another=0):
    """The dungeon of a hero whose share of games won is nearest to the wanted one.

    `another` counts on from there: 1 is the next best, and after the last comes the first again.
    """
    require_number("dungeon", "wanted", wanted, 0, 1)
    require_whole("dungeon", "another", another, 0, 2**31)
    rates, own = rates_of(table, hero)
    order = np.argsort(np.abs(rates - wanted), kind="stable")
    row = own.iloc[int(order[another % len(order)])]
    return Judged(hero, int(row["number"]), int(row["games"]), int(row["wins"]))

"""Dungeons by how hard they are: judge one, or choose one from a table of judged ones, and play it.

Some dungeons cannot be won at all. Evolved bots judge them: the share of their games won in a
dungeon tells how hard it is, so a person can be given one that is neither hopeless nor dull
(thesis 2, introduction and sec. 5.6.2).

    judge(1234567, Dungeon(hero="Priest", race="Dwarf")).rate      of any dungeon, also a new one
    choose(table, "Dwarf Priest", 0.5)                             of those judged already

table : a row for each dungeon with `cell` (the hero), `number`, `games` and `wins`
"""

import numbers
from dataclasses import dataclass, replace

import numpy as np

from herna.dungeon.crawl import Crawl
from herna.dungeon.crawler import Crawler
from herna.dungeon.genome import bot
from herna.dungeon.representatives import evolved
from herna.errors import HernaError, nearest, require_number, require_whole, shown
from herna.game import State
from herna.games.dungeon import Dungeon
from herna.games.dungeon.state import BASE, DIGITS
from herna.play import Human, Match
from herna.seeds import LARGEST_SEED, generator
from herna.statistics import proportion_interval

COLUMNS = ("cell", "number", "games", "wins")
MOST_GAMES = 100_000  # of each judge
LARGEST_NUMBER = BASE**DIGITS - 1


@dataclass(frozen=True)
class Judged:
    """A dungeon and how often judges have won in it; a map of one's own has no number."""

    hero: str
    number: int | None
    games: int
    wins: int

    @property
    def rate(self):
        return self.wins / self.games

    @property
    def interval(self):
        """Wilson's 95 % interval of how often these judges win here."""
        return proportion_interval(self.wins, self.games)

    def with_more(self, other):
        """The games of two judgements of the same dungeon together."""
        return replace(self, games=self.games + other.games, wins=self.wins + other.wins)

    def words(self):
        low, high = self.interval
        return (
            f"evolved bots won {self.wins} of {self.games} games here ({self.rate:.0%}, "
            f"interval {low:.0%} to {high:.0%})"
        )


def judge(where, game=None, games=25, seed=0):
    """How often the stored judges of a hero win in a dungeon, each playing so many games there.

    where : the number of a dungeon, a dungeon as text, a state of a game, or an attached crawl;
        games begin there, and the one that is going on is left alone
    game : the dungeon's settings, with the hero; a crawl has its own

    A bot chooses by lot among equals, so its games in one dungeon differ. The lots come from the
    seed, the judge and the number of the game: the same question has the same answer.
    """
    require_whole("judge", "games", games, 1, MOST_GAMES)
    require_whole("judge", "seed", seed, 0, LARGEST_SEED)
    game, start = _entered(where, Dungeon() if game is None else game)
    hero, judges = f"{game.race} {game.hero}", evolved("judges")
    if hero not in judges:
        raise HernaError(f"judge: hero is {shown(hero)}; {nearest(hero, judges)}")
    crawler, wins = Crawler(game), 0
    for number, each in enumerate(judges[hero]):
        row = bot(each.genome)
        for again in range(games):
            lots = generator(seed, "judge", number, again)
            wins += crawler.play(row, lots, start.copy()).won
    known = isinstance(where, numbers.Integral)  # what is hidden in a game is not told here
    return Judged(hero, int(where) if known else None, games * len(judges[hero]), wins)


def _entered(where, game):
    """The settings of a dungeon, and the state in which its games begin."""
    if isinstance(where, Crawl):
        if not where.attached:
            raise HernaError("judge: a simulation has walls where nobody looked; allowed: the game")
        game, start = where._game, where._array
    elif isinstance(where, State):
        start = where.array
    elif isinstance(where, str):
        game = replace(game, map=where)
        start = game.initial().array
    else:
        also = ", a dungeon as text, a state or a crawl"
        require_whole("judge", "dungeon", where, 0, LARGEST_NUMBER, also)
        start = Crawler(replace(game, map="")).enter_again(int(where))
    if start.dtype != game.state_type or start["digits"][0] < DIGITS or start["outcome"][0]:
        raise HernaError("judge: no game is going on in this state; allowed: one in a dungeon")
    return game, start


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
    require_whole("dungeon", "number", number, 0, LARGEST_NUMBER)
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

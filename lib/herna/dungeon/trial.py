"""A trial: many games of one bot, what they bring, and the same dungeons for the next bot.

Game n of a trial is played in the dungeon, and with the lots, of the key (seed, n): two bots in a
trial of the same seed meet the same dungeons, so what differs is not luck of the draw.
"""

from dataclasses import dataclass

import numpy as np

from herna.dungeon.crawler import LOWEST_FOR_POTIONS, Crawler
from herna.dungeon.genome import IDS, NAMES, bot, genes, place, priorities
from herna.errors import require_whole
from herna.games.dungeon.bot import STRATEGIES
from herna.games.dungeon.state import BOSS
from herna.games.dungeon.tables import GLYPHS
from herna.seeds import generator
from herna.statistics import proportion_interval

MOST_GAMES = 1_000_000
# The hand-made bot's lists (thesis 2, sec. 4.5), best first.
HAND_MADE = (("G2", "G3", "G4", "G1"), ("C2", "C1", "C9", "C10", "C13"))


@dataclass(frozen=True)
class Trial:
    """What came of a bot's games, means per game."""

    genome: tuple[float, ...]
    games: int
    wins: int
    kills: float
    fitness: float
    uses: tuple[float, ...]  # of every strategy

    @property
    def rate(self):
        return self.wins / self.games

    @property
    def interval(self):
        """Wilson's 95 % interval of the win rate."""
        return proportion_interval(self.wins, self.games)

    def words(self):
        low, high = self.interval
        return (
            f"{self.wins} of {self.games} games won, {self.rate:.1%} "
            f"({low:.1%} to {high:.1%}); {self.kills:.1f} kills a game"
        )


def playing(crawler, genome, games, seed=0):
    """Play a trial game by game: yields how many are done, returns the Trial."""
    require_whole("trial", "games", games, 1, MOST_GAMES)
    bots, wins, kills, fitness, uses = bot(genome), 0, 0, 0.0, np.zeros(STRATEGIES)
    for number in range(games):
        played = crawler.play(bots, generator(seed, "trial", number))
        wins, kills = wins + played.won, kills + played.kills
        fitness, uses = fitness + played.fitness, uses + played.uses
        yield number + 1
    means = tuple((uses / games).tolist())
    known = tuple(float(gene) for gene in genome)
    return Trial(known, games, int(wins), kills / games, fitness / games, means)


def trial(game, genome, games=100, seed=0):
    """Play all games of a trial now."""
    steps = playing(Crawler(game), genome, games, seed)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def hand_made():
    """The genome nearest to the hand-made bot.

    That bot has only nine strategies, and genes can put the others last but not forbid them. So a
    bot of this genome also casts what it can once nothing else is left to do.
    """
    genome = genes().least.copy()
    for names in HAND_MADE:
        for rank, name in enumerate(names):
            genome[place(name)] = 1 - 0.1 * rank
    for glyph in GLYPHS:
        genome[place("G4", f"take {glyph}")] = 1
    genome[place("G2", "minimum level difference to hero")] = 1 - BOSS
    for level in range(LOWEST_FOR_POTIONS, BOSS + 1):
        for name, potion in (("C9", "health"), ("C10", "mana")):
            genome[place(name, f"maximum {potion} potions against level {level}")] = 12
    return genome


def order_of(genome):
    """The names of the game strategies and of the combat strategies, best first."""
    names = [NAMES[IDS[number]] for number in bot(genome)[0].order.tolist()]
    count = sum(name.startswith("G") for name in IDS)
    return names[:count], names[count:]


assert priorities().sum() == len(IDS)

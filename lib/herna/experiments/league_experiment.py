"""A league: everybody meets everybody else at tables of three, all seats taken in turn.

Unlike the series of the thesis, whose single player always is red, no seat favours anybody here. A
row is a game as in a tournament, and who sat where.
"""

import itertools
from collections.abc import Mapping

from pydantic import model_validator

from herna.errors import HernaError
from herna.experiments.tournament_experiment import TournamentExperiment, played
from herna.games.checkers.board import COLOURS
from herna.seating import player_from

SEATINGS = tuple(itertools.permutations(range(len(COLOURS))))


class LeagueExperiment(TournamentExperiment):
    """Cells are all tables of three different players; replicates go through the six seatings."""

    players: Mapping[str, str]  # in words, by name
    tables: Mapping[str, tuple[str, ...]] = {}  # made of the players

    @model_validator(mode="before")
    @classmethod
    def _seat_everybody(cls, settings):
        players = settings.get("players")
        if not isinstance(players, Mapping) or len(players) < len(COLOURS):
            raise HernaError(f"league: players; allowed: at least {len(COLOURS)}, by name")
        tables = itertools.combinations(players, len(COLOURS))
        return {**settings, "tables": {", ".join(names): names for names in tables}}

    def build_seats(self, cell):
        return [player_from(self.players[name]) for name in self.tables[cell]]

    def rows(self, cell, replicates):
        game, found = self.build_game(), []
        members = self.build_seats(cell)
        for n in replicates:
            seating = SEATINGS[n % len(SEATINGS)]
            row = played(game, [members[i] for i in seating], self.generator(cell, n))
            names = {
                f"name_{colour}": self.tables[cell][i]
                for colour, i in zip(COLOURS, seating, strict=True)
            }
            found.append({"replicate": n, **names, **row})
        return found

    def prepare(self):
        """Compile once, before the workers start: a move of each player."""
        from herna.warmup import announced

        game = self.build_game()
        start, rng = game.initial(), self.generator(self.cells()[0], 0)
        players = [player_from(words) for words in self.players.values()]
        announced("players", lambda: [player(game, start, rng) for player in players])

    def modules(self):
        return (*super().modules(), "herna.seating")

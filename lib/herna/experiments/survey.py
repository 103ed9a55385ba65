"""Thesis 1, chapter 3: the surveyed approaches whose numbers are worth keeping."""

from functools import lru_cache
from typing import Annotated

from pydantic import Field, field_validator

from herna.errors import HernaError, nearest
from herna.experiments.experiment import Experiment, Thesis
from herna.seeds import generator
from herna.survey import cases, dynamic_level, posm, thinking_time

Level = Annotated[int, Field(ge=1, le=100)]  # of a player


class SurveyExperiment(Experiment):
    """A hundred games per pairing, as most of the surveyed authors played."""

    thesis: Thesis = "environment-player"
    replicates: int = Field(default=100, ge=1, le=1_000_000)
    quick_replicates: int = Field(default=4, ge=1, le=10_000)

    def prepare(self):
        """Compile once, before the workers start."""
        from herna.warmup import announced

        announced(self.name, self.first_game)

    def first_game(self):
        """Something short that needs all that is compiled."""
        self.rows(self.cells()[0], range(1))


class PosmExperiment(SurveyExperiment):
    """Table 1: Positional of the highest level, and POSM, against Material of every level."""

    levels: int = Field(default=posm.LEVELS, ge=1, le=posm.LEVELS)
    beta: float = Field(default=posm.BETA, gt=0, lt=1)

    def cells(self):
        players = (f"Positional {posm.LEVELS}", "POSM")
        levels = range(1, self.levels + 1)
        return tuple(f"{player} - Material {level}" for player in players for level in levels)

    def rows(self, cell, replicates):
        player, material = cell.split(" - Material ")
        own = None if player == "POSM" else posm.LEVELS
        table = posm.Table(own, int(material), self.beta)
        return [
            {"replicate": number, **table.play(self.generator(cell, number), starts=number % 2)}
            for number in replicates
        ]


class LevelsExperiment(SurveyExperiment):
    """Fig. 11: players of nineteen fixed levels against static opponents and dynamic level.

    The humans take turns, so a hundred games each are nineteen hundred replicates of an opponent.
    """

    humans: tuple[Level, ...] = Field(default=dynamic_level.HUMANS, min_length=1)
    opponents: tuple[str, ...] = Field(default=dynamic_level.OPPONENTS, min_length=1)
    alpha: float = Field(default=dynamic_level.ALPHA, gt=0, allow_inf_nan=False)
    replicates: int = Field(default=100 * len(dynamic_level.HUMANS), ge=1, le=1_000_000)
    quick_replicates: int = Field(default=4 * len(dynamic_level.HUMANS), ge=1, le=10_000)

    @field_validator("opponents")
    @classmethod
    def _are_known(cls, opponents):
        for opponent in opponents:
            if opponent not in dynamic_level.OPPONENTS:
                raise HernaError(nearest(opponent, dynamic_level.OPPONENTS))
        return opponents

    def cells(self):
        return self.opponents

    def rows(self, cell, replicates):
        return [self._row(cell, number) for number in replicates]

    def _row(self, cell, number):
        game, index = divmod(number, len(self.humans))
        human, rng = self.humans[index], self.generator(cell, number)
        played = dynamic_level.play_levels(human, cell, rng, game % 2, self.alpha)
        return {"replicate": number, "human": human, **played}


class TimeExperiment(SurveyExperiment):
    """Games of the runner against ghosts who think for so many iterations."""

    replicates: int = Field(default=300, ge=1, le=1_000_000)
    quick_replicates: int = Field(default=10, ge=1, le=10_000)
    iterations: tuple[Annotated[int, Field(ge=1, le=1_000_000)], ...] = Field(min_length=1)

    def cells(self):
        return tuple(f"{count} iterations" for count in self.iterations)

    def rows(self, cell, replicates):
        rngs = (self.generator(cell, number) for number in replicates)
        played = thinking_time.play_pursuit(int(cell.split()[0]), rngs)
        return [{"replicate": n, **row} for n, row in zip(replicates, played, strict=True)]

    def first_game(self):
        thinking_time.play_pursuit(1, [generator(0)])


class CasesExperiment(SurveyExperiment):
    """Balance against opponents of some levels, with the case base and with a fixed level."""

    games: int = Field(default=1000, ge=20, le=100_000)  # watched for the case base
    opponents: tuple[Level, ...] = Field(default=(10, 30, 50, 70, 90), min_length=1)
    fixed: int = Field(default=50, ge=0, le=100)

    def cells(self):
        ways = ("fixed", "cases")
        return tuple(f"{way} - opponent {level}" for way in ways for level in self.opponents)

    def first_game(self):
        cases.watch(self.fixed, generator(0), lambda *_: self.fixed)

    def rows(self, cell, replicates):
        way, opponent = cell.split(" - opponent ")
        return [self._row(cell, way, int(opponent), number) for number in replicates]

    def _row(self, cell, way, opponent, number):
        rng = self.generator(cell, number)
        if way == "cases":
            watched = cases.play_adaptive(case_base(self.games, self.seed), opponent, rng)
        else:
            watched = cases.watch(opponent, rng, lambda *_: self.fixed)
        levels = [level for _, level, _, _ in watched.observations]
        return {
            "replicate": number,
            "balance": cases.balance(watched),
            "tension": float(watched.leads.mean()),
            "won": watched.won,
            "level": sum(levels) / len(levels),
        }


@lru_cache(maxsize=2)
def case_base(games, seed):
    """The case base, the same for every row and every worker."""
    return cases.build(games, generator(seed, "case base", games))


SURVEY_POSM = PosmExperiment(
    name="survey_posm", title="POSM and Positional 7 against Material 1 to 7 (Table 1)"
)
SURVEY_LEVELS = LevelsExperiment(
    name="survey_levels", title="Dynamic level against nineteen players (Fig. 11)"
)
SURVEY_TIME = TimeExperiment(
    name="survey_time",
    title="Thinking time of tree search against the win rate of the player (eq. 9)",
    iterations=(1, 5, 10, 15, 20, 30, 40, 50, 65, 80, 100),
)
# The times that the curve fitted to SURVEY_TIME gives for 70, 50 and 30 %; a test derives them.
SURVEY_TIME_CHECK = TimeExperiment(
    name="survey_time_check",
    title="The win rate of the player at the times derived for 70, 50 and 30 %",
    iterations=(11, 22, 42),
)
SURVEY_CASES = CasesExperiment(
    name="survey_cases", title="Balance with and without case-based reasoning"
)

"""Studies: one experiment with one setting changed at a time.

A `Study` takes an experiment and changes one setting: of an algorithm (depth, random share,
iterations, alpha, ...) or of the table itself (rules, players), then under fair chance. Every value
that is tried is a cell, the chosen one among them, so each curve is drawn from one run.
"""

from collections.abc import Mapping
from typing import Any

from pydantic import Field, model_validator

from herna.arena import check_table
from herna.errors import HernaError, nearest, shown
from herna.experiments.environment_experiment import EnvironmentExperiment
from herna.experiments.experiment import Experiment, Thesis
from herna.words import parse, settings_in, spell


class Study(Experiment):
    """One experiment with one setting changed at a time."""

    thesis: Thesis = "environment-player"
    replicates: int = Field(default=100, ge=1, le=1_000_000)
    quick_replicates: int = Field(default=2, ge=1, le=10_000)
    base: EnvironmentExperiment
    # By algorithm and setting, the values tried; "base" is spelt as the others.
    settings: Mapping[str, Mapping[str, tuple[Any, ...]]]
    # By name and value, what of the whole experiment is changed; played under fair chance.
    readings: Mapping[str, Mapping[str, Mapping[str, Any]]] = {}

    @model_validator(mode="after")
    def _can_be_played(self):
        for algorithm in self.settings:
            if algorithm not in self.base.algorithms:
                known = nearest(algorithm, self.base.algorithms)
                raise HernaError(f"settings holds {shown(algorithm)}; {known}")
        for reading in self.readings:
            if any(reading in tried for tried in self.settings.values()):
                raise HernaError(f"readings holds {shown(reading)}; allowed: no name of a setting")
        for cell, (_, setting, _, words) in self.variants().items():
            if setting in self.readings:
                self.experiment(cell)
            else:
                table = self.base.model_copy(update={"algorithms": {cell: words}})
                check_table(table.build_game(), table.build_seats(cell), table.environment(cell))
        return self

    def variants(self):
        """Every cell: who it is about, which setting, which value, and the experiment to play."""
        found = {}
        for algorithm, tried in self.settings.items():
            for setting, values in tried.items():
                for value in values:
                    words = changed_words(self.base.algorithms[algorithm], **{setting: value})
                    found[f"{algorithm}, {setting} {value}"] = (algorithm, setting, value, words)
        for reading, changes in self.readings.items():
            for value in changes:
                found[f"None, {reading} {value}"] = ("None", reading, value, "None")
        return found

    def cells(self):
        return tuple(self.variants())

    def experiment(self, cell):
        """The experiment behind a cell; it draws its lots by the names of this study."""
        _, setting, value, words = self.variants()[cell]
        changes = self.readings[setting][value] if setting in self.readings else {}
        return self.base.changed(name=self.name, algorithms={cell: words}, **changes)

    def rows(self, cell, replicates):
        return self.experiment(cell).rows(cell, replicates)

    def prepare(self):
        self.base.prepare()

    def modules(self):
        return (*super().modules(), *self.base.modules())


def changed_words(words, **settings):
    """The same player or environment with other settings.

    >>> changed_words("E-MonteCarlo(iterations=20, playout_limit=8)", iterations=5)
    'E-MonteCarlo(iterations=5, playout_limit=8)'
    """
    name, text = parse(words)
    return spell(name, {**settings_in(text), **settings})

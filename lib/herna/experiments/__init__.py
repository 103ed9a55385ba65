"""Experiments as data. `EXPERIMENTS` lists every registered one by name, at the thesis's scale."""

from typing import Any

from herna.errors import HernaError, nearest
from herna.experiments.calibration import STUDIES, THRESHOLDS
from herna.experiments.desktop_dungeons import DUNGEON
from herna.experiments.environment_player import OTHERS, SIX
from herna.experiments.survey import (
    SURVEY_CASES,
    SURVEY_LEVELS,
    SURVEY_POSM,
    SURVEY_TIME,
    SURVEY_TIME_CHECK,
)

SURVEY = (SURVEY_POSM, SURVEY_LEVELS, SURVEY_TIME, SURVEY_TIME_CHECK, SURVEY_CASES)
EXPERIMENTS: dict[str, Any] = {
    experiment.name: experiment
    for experiment in (*SIX, *OTHERS, *STUDIES, THRESHOLDS, *SURVEY, *DUNGEON)
}


def find(names=()):
    """The experiments of these names, all of them when none is given."""
    for name in names:
        if name not in EXPERIMENTS:
            raise HernaError(f"experiment {name!r} is unknown; {nearest(name, EXPERIMENTS)}")
    return [EXPERIMENTS[name] for name in names or EXPERIMENTS]

"""Environment players: whatever sits in the chance seat and adapts the game to its players."""

from herna.dda.environment import (
    THESIS_WEIGHTS,
    EHillClimber,
    EMaxMax,
    EMaxN,
    EMonteCarlo,
    EnvironmentPlayer,
    Fair,
    environment_from,
)
from herna.dda.rivals import ChanceLevel, ChancePosm

ENVIRONMENTS = {
    environment.name: environment
    for environment in (
        Fair,
        EHillClimber,
        EMaxMax,
        EMonteCarlo,
        EMaxN,
        ChancePosm,
        ChanceLevel,
    )
}

__all__ = [
    "ENVIRONMENTS",
    "THESIS_WEIGHTS",
    "ChanceLevel",
    "ChancePosm",
    "EHillClimber",
    "EMaxMax",
    "EMaxN",
    "EMonteCarlo",
    "EnvironmentPlayer",
    "Fair",
    "environment_from",
]

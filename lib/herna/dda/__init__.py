"""Environment players: whatever sits in the chance seat and adapts the game to its players."""

from herna.dda.environment import THESIS_WEIGHTS, EHillClimber, Fair, environment_from

ENVIRONMENTS = {environment.name: environment for environment in (Fair, EHillClimber)}

__all__ = ["ENVIRONMENTS", "THESIS_WEIGHTS", "EHillClimber", "Fair", "environment_from"]

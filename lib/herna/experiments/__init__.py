"""Experiments as data. `EXPERIMENTS` holds every registered one by name, at the thesis's scale.

They are listed here by the module that defines them and built when they are first asked for: to
build and to check them all takes half a second, and every worker and every notebook would wait.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from herna.errors import HernaError, nearest

LISTED = {
    "environment_player": (
        "maze",
        "lc_hcis",
        "lc_mmis",
        "ludo_2hc",
        "ludo_2mn",
        "ludo_4mn",
        "lc_hcis_full",
        "ludo_unbelievable",
        "ludo_2hc_unbelievable",
        "lc_unbelievable",
    ),
    "calibration": (
        "calibration_ludo",
        "calibration_lost_cities",
        "calibration_maze",
        "thresholds",
    ),
    "survey": (
        "survey_posm",
        "survey_levels",
        "survey_time",
        "survey_time_check",
        "survey_cases",
    ),
    "desktop_dungeons": (
        "dungeon_random",
        "dungeon_lookahead",
        "dungeon_greedy",
        "dungeon_plans",
        "dungeon_evolution",
        "dungeon_ablations",
        "dungeon_settings",
        "dungeon_representatives",
        "dungeon_winnable",
        "dungeon_served",
    ),
    "three_player_checkers": (
        "checkers_strategies",
        "checkers_turned",
        "checkers_sets",
        "checkers_none",
        "checkers_shallow",
        "checkers_truth",
        "checkers_genetic",
        "checkers_genetic_far",
        "checkers_genetic_large",
        "checkers_forced",
        "checkers_depth",
        "checkers_breeding",
        "checkers_effort",
        "checkers_opening",
        "checkers_league",
    ),
}

# Defined, and to be run by name, but nothing is published of them yet: their games take many hours.
UNPLAYED = (
    "checkers_turned",
    "checkers_sets",
    "checkers_none",
    "checkers_shallow",
    "checkers_truth",
    "checkers_genetic",
    "checkers_genetic_far",
    "checkers_genetic_large",
    "checkers_forced",
    "checkers_depth",
    "checkers_league",
)

SLOW = ("checkers_effort",)  # a single row takes minutes: left out where all are run quickly


class Registry(Mapping[str, Any]):
    """Every registered experiment by name, each built when it is asked for."""

    def __init__(self, listed):
        self._homes = {name: module for module, names in listed.items() for name in names}

    def __getitem__(self, name):
        return defined_in(self._homes[name])[name]

    def __contains__(self, name):  # a Mapping would build it to find out
        return name in self._homes

    def __iter__(self):
        return iter(self._homes)

    def __len__(self):
        return len(self._homes)


@cache
def defined_in(module):
    """The experiments among the names of a module of this package."""
    from herna.experiments.experiment import Experiment  # late: pydantic, which few names need

    names = vars(import_module(f"{__name__}.{module}")).values()
    return {value.name: value for value in names if isinstance(value, Experiment)}


EXPERIMENTS = Registry(LISTED)
PUBLISHED = tuple(name for name in EXPERIMENTS if name not in UNPLAYED)


def find(names=(), scale="thesis"):
    """The experiments of these names; when none is given all of which something is published."""
    for name in names:
        if name not in EXPERIMENTS:
            raise HernaError(f"experiment {name!r} is unknown; {nearest(name, EXPERIMENTS)}")
    left_out = SLOW if scale == "quick" else ()
    everything = [name for name in PUBLISHED if name not in left_out]
    return [EXPERIMENTS[name] for name in names or everything]


def unit_of(experiment):
    """What a row of its table stands for."""
    return getattr(experiment, "unit", "games")

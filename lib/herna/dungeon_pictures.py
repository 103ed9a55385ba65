"""The figures and tables of thesis 2, ours beside the print, each from stored results.

Numbers in captions are those of the thesis's own figures and tables.
"""

from herna.claims.dungeon_tables import (
    ceilings,
    courses,
    difficulties,
    habits_by_run,
    rates_beside_print,
    run_winners,
    usage_beside_print,
    variants_compared,
)
from herna.figures import evolution


def _courses(results):
    return evolution.plot_courses(courses(results.table("dungeon_evolution")), ceilings())


def _other_settings(results):
    return variants_compared(results, "dungeon_settings")


PICTURES = {
    "22_courses": ("Fitness by generation (fig. 5.2)", ("dungeon_evolution",), _courses),
    "22_luck": (
        "What a run's winner was chosen for, and what it is worth",
        ("dungeon_evolution",),
        lambda results: evolution.plot_luck(run_winners(results.table("dungeon_evolution"))),
    ),
    "22_variants": (
        "How the winners of runs fare when a part of the evolution is left out",
        ("dungeon_evolution", "dungeon_ablations"),
        lambda results: evolution.plot_variants(variants_compared(results)),
    ),
    "22_settings": (
        "How the winners of runs fare with other settings where the thesis is silent",
        ("dungeon_evolution", "dungeon_settings"),
        lambda results: evolution.plot_variants(_other_settings(results)),
    ),
    "23_win_rates": (
        "Games won by the representatives (fig. 5.3)",
        ("dungeon_representatives", "dungeon_greedy"),
        lambda results: evolution.plot_win_rates(rates_beside_print(results)),
    ),
    "23_usage": (
        "Uses of strategies beside Table 5.1",
        ("dungeon_representatives",),
        lambda results: evolution.plot_usage(usage_beside_print(results)),
    ),
    "23_habits": (
        "Uses of strategies by the winners of all runs",
        ("dungeon_evolution", "dungeon_representatives"),
        lambda results: evolution.plot_habits(habits_by_run(results), usage_beside_print(results)),
    ),
    "24_difficulty": (
        "How often judges win in each of ten thousand dungeons",
        ("dungeon_winnable",),
        lambda results: evolution.plot_difficulty(difficulties(results)),
    ),
}

TABLES = {
    "figure5_3_win_rates": (
        "Games won by the representatives beside figure 5.3",
        ("dungeon_representatives", "dungeon_greedy"),
        rates_beside_print,
    ),
    "evolution_variants": (
        "Winners of runs when tested, by variant of the evolution",
        ("dungeon_evolution", "dungeon_ablations"),
        variants_compared,
    ),
    "evolution_settings": (
        "Winners of runs when tested, by settings where the thesis is silent",
        ("dungeon_evolution", "dungeon_settings"),
        _other_settings,
    ),
    "habits_by_run": (
        "Uses of strategies by the winner of every run",
        ("dungeon_evolution",),
        habits_by_run,
    ),
    "table5_1_usage": (
        "Uses of strategies beside Table 5.1",
        ("dungeon_representatives",),
        usage_beside_print,
    ),
}

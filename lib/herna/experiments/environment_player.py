"""Thesis 1: its six experiments, one more that explains a difference, and the ablation.

Readings, where the thesis is silent: in games for two the player of level 100 gives way to a rival;
the Maze's player plays at full strength. POSM and DL rank the moves by the value of the next state,
as the thesis defines DL (sec. 3.6), whoever they replace. Depths, iterations, beta, alpha (first an
eighth of the printed tension under fair chance) and dead zones (a tenth of it) are those of the
calibration study, see notebook 15. E-MonteCarlo is described with playouts, so it has some, though
in Ludo and in the Maze it would come nearer to the print without. Every algorithm draws lots of its
own: games of the same number under two algorithms are not paired.
"""

from herna.dda import THESIS_WEIGHTS
from herna.experiments.environment_experiment import EnvironmentExperiment
from herna.words import parse


def chance_seat(max_max, monte_carlo, max_n=""):
    """The environment players with their settings, by the names under which they are printed."""
    algorithms = {
        "None": "None",
        "E-HillClimber": "E-HillClimber",
        "E-MaxMax": f"E-MaxMax({max_max})",
        "E-MonteCarlo": f"E-MonteCarlo({monte_carlo})",
    }
    return algorithms | ({"E-MaxN": f"E-MaxN({max_n})"} if max_n else {})


def ludo(name, title, seats, base, replaced=(1,)):
    return EnvironmentExperiment(
        name=name,
        title=title,
        game="ludo",
        parameters={"n_players": len(seats)},
        seats=seats,
        algorithms={
            **chance_seat(
                f"depth={2 * len(seats)}", "iterations=20, playout_limit=8", "depth=3, outcomes=6"
            ),
            "POSM": f"posm(base={base}, dead_zone=1.1)",
            "DL": f"dl(base={base}, alpha=1.4)",
        },
        replaced=replaced,
        weights=THESIS_WEIGHTS["ludo"],
    )


def lost_cities(name, title, seats, base, quick_replicates):
    return EnvironmentExperiment(
        name=name,
        title=title,
        game="lost_cities",
        seats=seats,
        algorithms={
            **chance_seat("depth=4", "iterations=6, playout_limit=400", "depth=2, outcomes=6"),
            "POSM": f"posm(base={base}, beta=0.5, dead_zone=17)",
            "DL": f"dl(base={base}, alpha=21)",
        },
        replaced=(1,),
        weights=THESIS_WEIGHTS["lost_cities"],
        limit=1000,  # ten times the usual length; players may go round in circles over the piles
        quick_replicates=quick_replicates,
    )


MAZE = EnvironmentExperiment(
    name="maze",
    title="Maze, one HillClimber player",
    game="maze",
    seats=("hillclimber",),
    algorithms={
        **chance_seat("depth=1", "iterations=2, playout_limit=8"),
        "POSM": "POSM(beta=0.95, dead_zone=34)",
        "DL": "DL(alpha=11)",
    },
    weights=THESIS_WEIGHTS["maze"],
    quick_replicates=10,
)

LC_HCIS = lost_cities(
    "lc_hcis",
    "Lost Cities, two HillClimber IS players of levels 50 and 100",
    ("hillclimber-is(level=50)", "hillclimber-is(level=100)"),
    "hillclimber-is",
    quick_replicates=10,
)

LC_MMIS = lost_cities(
    "lc_mmis",
    "Lost Cities, two Minimax IS players of levels 50 and 100",
    ("minimax-is(level=50)", "minimax-is(level=100)"),
    "hillclimber-is",
    quick_replicates=4,
)

LUDO_2HC = ludo(
    "ludo_2hc",
    "Ludo, two HillClimber players of levels 50 and 100",
    ("hillclimber(level=50)", "hillclimber(level=100)"),
    "hillclimber",
)

LUDO_2MN = ludo(
    "ludo_2mn",
    "Ludo, two Max^n players of levels 50 and 100",
    ("maxn(level=50)", "maxn(level=100)"),
    "hillclimber",
)

LUDO_4MN = ludo(
    "ludo_4mn",
    "Ludo, four Max^n players of levels 50, 100, 100 and 100",
    ("maxn(level=50)", "maxn(level=100)", "maxn(level=100)", "maxn(level=100)"),
    "hillclimber",
    replaced=(1, 2, 3),
)

# What the tables of Lost Cities look like when levels do not matter.
LC_HCIS_FULL = lost_cities(
    "lc_hcis_full",
    "Lost Cities, two HillClimber IS players at full strength",
    ("hillclimber-is", "hillclimber-is"),
    "hillclimber-is",
    quick_replicates=10,
).changed(replicates=300)

# Ablation: what environment players do when nobody asks them to look like chance.
LUDO_UNBELIEVABLE = LUDO_4MN.changed(
    name="ludo_unbelievable",
    title="Ludo, four Max^n players, believability without weight",
    algorithms={
        **{name: LUDO_4MN.algorithms[name] for name in ("E-HillClimber", "E-MaxMax")},
        "E-HillClimber, no roll left to chance": "E-HillClimber(random_share=0)",
        "E-MaxMax, no roll left to chance": "E-MaxMax(depth=8, random_share=0)",
    },
    weights={**THESIS_WEIGHTS["ludo"], "believability": 0},
    replicates=100,
    quick_replicates=4,
)

LUDO_2HC_UNBELIEVABLE = LUDO_2HC.changed(
    name="ludo_2hc_unbelievable",
    title="Ludo, two HillClimber players, believability without weight",
    algorithms={
        **{name: LUDO_2HC.algorithms[name] for name in ("E-HillClimber", "E-MaxMax")},
        "E-HillClimber, no roll left to chance": "E-HillClimber(random_share=0)",
        "E-MaxMax, no roll left to chance": "E-MaxMax(depth=4, random_share=0)",
    },
    weights=LUDO_UNBELIEVABLE.weights,
    replicates=100,
    quick_replicates=4,
)

LC_UNBELIEVABLE = LC_HCIS_FULL.changed(
    name="lc_unbelievable",
    title="Lost Cities at full strength, believability without weight",
    algorithms={name: LC_HCIS.algorithms[name] for name in ("None", "E-HillClimber", "E-MaxMax")},
    weights={**THESIS_WEIGHTS["lost_cities"], "believability": 0},
    replicates=200,
    quick_replicates=10,
    keep_moves=True,
)

SIX = (MAZE, LC_HCIS, LC_MMIS, LUDO_2HC, LUDO_2MN, LUDO_4MN)


def calibrated(words, game):
    """What a bare name stands for at a game: the settings that calibration found for it there.

    >>> from herna.games import LostCities, Pig
    >>> calibrated("dl", LostCities())
    'dl(base=hillclimber-is, alpha=21)'
    >>> calibrated("dl(alpha=3)", LostCities()), calibrated("dl", Pig())
    ('dl(alpha=3)', 'dl')
    """
    name, settings = parse(words)
    known = [experiment for experiment in SIX if experiment.game == game.name]
    known.sort(key=lambda experiment: len(experiment.seats) != game.n_players)
    for experiment in () if settings or name is None else known[:1]:
        for algorithm, found in experiment.algorithms.items():
            if algorithm.lower() == name.lower():
                return found
    return words

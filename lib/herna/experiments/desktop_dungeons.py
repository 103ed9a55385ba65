"""Thesis 2: bots without genes, the evolutions, their representatives and judges.

The ablations leave out one part of the evolution that the thesis says it needs; the other settings
are what it could as well have meant where it is silent.

Readings, where the thesis is silent: 16 runs for each of the four heroes (it says 62 in all and at
least twelve for each), operators and rates in the manner of the library that it used (see
`herna.evolution`), and the hand-made bot for all four heroes.
"""

from herna.dungeon.representatives import evolved, representatives
from herna.evolution import Settings
from herna.experiments.dungeon_experiment import (
    BotsExperiment,
    EvolutionExperiment,
    GreedyExperiment,
    PlansExperiment,
    WinnableExperiment,
)
from herna.experiments.ready_bots import ReadyBotsExperiment

RANDOM_GAMES = ReadyBotsExperiment(
    name="dungeon_random",
    title="Bots that choose at random, with and without suicidal moves",
    bots=("any move", "no suicide"),
    replicates=2000,
    quick_replicates=20,
)
LOOKAHEAD_GAMES = ReadyBotsExperiment(
    name="dungeon_lookahead",
    title="A bot that looks ahead over kills, a modern baseline",
    bots=("looks ahead", "looks two kills ahead"),
    replicates=1000,
    quick_replicates=10,
)
GENERATIONS = Settings().generations
GREEDY_GAMES = GreedyExperiment(
    name="dungeon_greedy",
    title="The hand-made greedy bot for all four heroes",
    replicates=20_000,
    quick_replicates=50,
)
PLANS = PlansExperiment(
    name="dungeon_plans",
    title="Plans of random bots, and whether they hold in the game",
    replicates=500,
    quick_replicates=10,
)
EVOLUTION = EvolutionExperiment(
    name="dungeon_evolution",
    title="The evolution: 100 bots, 30 generations, three games each (Fig. 5.2)",
    replicates=16 * GENERATIONS,
    quick_replicates=2,
)
ABLATIONS = EvolutionExperiment(
    name="dungeon_ablations",
    title="The evolution without one of its parts",
    variants={
        "one game": {"worth": {"games": 1}},
        # as many children as before, by two-point crossover instead
        "no arithmetic crossover": {"evolution": {"arithmetic": 0.0, "crossover": 0.7}},
        "no smart mutation": {"evolution": {"smart": 0.0}},
        "potions worth nothing": {"worth": {"health_potion": 0, "mana_potion": 0}},
    },
    replicates=8 * GENERATIONS,
    quick_replicates=1,
)
OTHER_SETTINGS = EvolutionExperiment(
    name="dungeon_settings",
    title="The evolution with other settings where the thesis is silent",
    variants={
        "half the mutation": {"evolution": {"mutation": 1 / 24}},
        "twice the mutation": {"evolution": {"mutation": 1 / 6}},
        "half the crossover": {"evolution": {"crossover": 0.175, "arithmetic": 0.175}},
        "the ten best stay": {"evolution": {"elite": 10}},
        "monsters a tenth weaker": {"dungeon": {"strength": 90}},
        "monsters of a new player": {
            "dungeon": {"monsters": ("Goblin", "Meat Man", "Warlock", "Zombie")}
        },
        "all glyphs of the game": {"dungeon": {"unknown_glyphs": True}},
    },
    replicates=4 * GENERATIONS,
    quick_replicates=1,
)
REPRESENTATIVE_GAMES = BotsExperiment(
    name="dungeon_representatives",
    title="The best evolved bot of each hero (Fig. 5.3, Table 5.1)",
    genomes={hero: bot.genome for hero, bot in representatives().items()},
    replicates=10_000,
    quick_replicates=50,
)
JUDGES = {hero: tuple(bot.genome for bot in bots) for hero, bots in evolved("judges").items()}
WINNABLE = WinnableExperiment(
    name="dungeon_winnable",
    title="How often evolved bots win in each of ten thousand dungeons",
    judges=JUDGES,
    games=2,
    replicates=10_000,
    quick_replicates=20,
)
SERVED = WinnableExperiment(
    name="dungeon_served",
    title="A thousand dungeons judged by a hundred games each, to be served by difficulty",
    judges=JUDGES,
    games=25,
    replicates=1000,
    quick_replicates=20,
)

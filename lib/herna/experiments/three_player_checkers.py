"""The experiments of thesis 3: strategies, sets of them, full search against the genetic player.

A cell names the players of white, black and red. The thesis seats the pair of equal players at
white and black and the single one at red; the series that it could not afford turn the table: the
single one also sits at black and at white, and in `checkers_shallow`, which looks one turn ahead
instead of two, every table plays a thousand games.

Genetic players think a second and more, also when nothing happens any more. So their series are
drawn after 50 quiet rounds instead of 150, but for that of table 16, whose rows tell what
difference it makes.
"""

import itertools

from herna.experiments.breeding_experiment import BreedingExperiment
from herna.experiments.effort_experiment import EffortExperiment, OpeningExperiment
from herna.experiments.league_experiment import LeagueExperiment
from herna.experiments.tournament_experiment import TournamentExperiment

NAMES = ("K", "PK", "PTP", "PU", "PHHK")  # in the order of the thesis
PAIRS = tuple(itertools.combinations(NAMES, 2))
SETS = ("K+PTP+PU", "K+PTP+PHHK", "")  # table 11
NONE = "none"


def std_ai(strategies="", **settings):
    """The full search with these strategies, two turns deep if nothing else is said."""
    given = {"strategies": strategies} if strategies else {}
    words = ", ".join(f"{name}={value}" for name, value in (given | settings).items())
    return f"std-ai({words})" if words else "std-ai"


def genetic(turns, population, generations, forced=1):
    """The genetic player with the parameters {t, p, g, f1, f2} of the thesis."""
    return (
        f"genetic(turns={turns}, population={population}, generations={generations}, "
        f"f1={forced}, f2={forced})"
    )


def table_of(*sets, player=std_ai, **settings):
    """A cell of players with these strategies, and its name."""
    return " ".join(words or NONE for words in sets), tuple(
        player(words, **settings) for words in sets
    )


def turned(sets):
    """The other two ways to seat three players without changing who follows whom."""
    return sets[1:] + sets[:1], sets[2:] + sets[:2]


HASTY = {"patience": 50}
DEEPER = {"deeper": "true"}  # three turns in a clear duel, in the series of strategies only

CHECKERS_STRATEGIES = TournamentExperiment(
    name="checkers_strategies",
    title="Every pair of strategies: two players with the first against one with the second",
    replicates=60,  # so far, of the hundred of the thesis
    tables=dict(table_of(one, one, other, **DEEPER) for one, other in PAIRS),
)

CHECKERS_TURNED = TournamentExperiment(
    name="checkers_turned",
    title="Every pair of strategies with the single player at black and at white",
    replicates=20,
    tables=dict(
        table_of(*sets, **DEEPER) for one, other in PAIRS for sets in turned((one, one, other))
    ),
)

CHECKERS_SETS = TournamentExperiment(
    name="checkers_sets",
    title="Two sets of strategies against none (table 11)",
    replicates=200,
    tables=dict([table_of(*SETS, **DEEPER)]),
)

CHECKERS_NONE = TournamentExperiment(
    name="checkers_none",
    title="Nobody knows a strategy: what the seat is worth",
    tables=dict([table_of("", "", "", **DEEPER)]),
)

CHECKERS_SHALLOW = TournamentExperiment(
    name="checkers_shallow",
    title="Every seating of the strategy series, one turn ahead",
    replicates=1000,
    quick_replicates=2,
    tables=dict(
        table_of(*sets, depth=1)
        for table in [("",) * 3, SETS, *((one, one, other) for one, other in PAIRS)]
        for sets in dict.fromkeys([table, *turned(table)])
    ),
)

CHECKERS_TRUTH = TournamentExperiment(
    name="checkers_truth",
    title="Players with PK who know what strategies the others really have",
    replicates=50,
    tables={
        " ".join(sets): tuple(
            std_ai(words, **({"table": "/".join(sets)} if words == "PK" else {}), **DEEPER)
            for words in sets
        )
        for sets in (
            ("K", "K", "PK"),
            ("PK", "PK", "PTP"),
            ("PK", "PK", "PU"),
            ("PK", "PK", "PHHK"),
        )
    },
)

CHECKERS_GENETIC = TournamentExperiment(
    name="checkers_genetic",
    title="Two full searches against the genetic player of equal depth (table 16)",
    tables={"two turns": (std_ai(), std_ai(), genetic(2, 2500, 30))},
)

CHECKERS_GENETIC_FAR = TournamentExperiment(
    name="checkers_genetic_far",
    title="Two full searches against a genetic player that looks further (table 13)",
    parameters=HASTY,
    tables={"three turns": (std_ai(), std_ai(), genetic(3, 5000, 70))},
)

CHECKERS_GENETIC_LARGE = TournamentExperiment(
    name="checkers_genetic_large",
    title="Two full searches against a large genetic player that looks further (table 14)",
    replicates=70,
    parameters=HASTY,
    tables={"three turns, large": (std_ai(), std_ai(), genetic(3, 10_000, 100))},
)

CHECKERS_FORCED = TournamentExperiment(
    name="checkers_forced",
    title="Three genetic players that look for captures never, by half and always (table 12)",
    parameters=HASTY,
    tables={"forced": tuple(genetic(3, 5000, 60, forced) for forced in (0, 0.5, 1))},
)

CHECKERS_DEPTH = TournamentExperiment(
    name="checkers_depth",
    title="Three genetic players that look three, four and five turns ahead (table 15)",
    replicates=90,
    parameters=HASTY,
    tables={"depth": tuple(genetic(turns, 5000, 60) for turns in (3, 4, 5))},
)

BRED = {"turns": 3, "population": 5000, "generations": 60}

CHECKERS_BREEDING = BreedingExperiment(
    name="checkers_breeding",
    title="Decisions of the genetic player, with and without lines that are there twice",
    replicates=40,
    quick_replicates=1,
    players={"fresh": BRED, "literal": {**BRED, "fresh": False}},
    followed=(1, 5, 20, 60),
)

CHECKERS_EFFORT = EffortExperiment(
    name="checkers_effort",
    title="What a move takes over a game (figures 11 and 12)",
    replicates=8,
    quick_replicates=1,
    parameters=HASTY,
    turns={"full search": 2},
    genetic={"genetic": BRED},
)

CHECKERS_OPENING = OpeningExperiment(
    name="checkers_opening",
    title="How long the players of tables 13, 14 and 16 think in the opening",
    replicates=30,
    quick_replicates=2,
    players={
        "plain search": std_ai(clever="false"),
        "full search": std_ai(),
        "small": genetic(2, 2500, 30),
        "middle": genetic(3, 5000, 70),
        "large": genetic(3, 10_000, 100),
    },
)

CHECKERS_LEAGUE = LeagueExperiment(
    name="checkers_league",
    title="Full search, genetic player and modern searches in all seats",
    replicates=12,
    parameters=HASTY,
    players={
        "random": "random",
        "search 1": std_ai(depth=1),
        "search 2": std_ai(),
        "search 2 K": std_ai("K"),
        "search 2 PHHK": std_ai("PHHK"),
        "genetic": genetic(2, 2500, 30),
        "paranoid": "paranoid(depth=2)",
        "best reply": "best-reply(depth=2)",
        "MCTS": "mcts(iterations=100)",
    },
)

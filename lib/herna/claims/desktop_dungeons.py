"""The claims of thesis 2, held against its printed numbers and against our experiments.

A check names the statements that make up its claim. Win rates are those of the representatives, one
for each hero, over ten thousand new dungeons. Uses of strategies are means per game over the first
thousand of these. "Adopted" means at least one use in two games.
"""

from dataclasses import replace
from functools import reduce

import numpy as np

from herna.claims.claim import Check, Finding, Measured, Results, about, entering, judged
from herna.claims.dungeon_tables import (
    AS_DESCRIBED,
    THESIS,
    advantage,
    all_evolutions,
    ceilings,
    courses,
    habits_by_run,
    printed_rates,
    run_winners,
    usage,
    win_rates,
)
from herna.dungeon.genome import IDS, bot, genes, place, priorities
from herna.experiments import EXPERIMENTS
from herna.experiments.dungeon_experiment import HEROES
from herna.games.dungeon.bot import COMBAT_STRATEGIES, GAME_STRATEGIES, LONGEST_GAME
from herna.seeds import generator
from herna.statistics import mean_interval, proportion_interval

PRIEST, WIZARD, THIEF, FIGHTER = HEROES
ADOPTED, NEVER = 0.5, 0.05  # uses per game
FEW_KILLS = 10  # a win with fewer would be a trick

REBUILT = (
    "the rules are rebuilt from public sources, the generator and 43 of the 64 genes are ours, and "
    "so are the rates of the operators, none of which the thesis gives"
)
ANOTHER_BOT = (
    "one representative stands for a hero, and runs of one evolution find bots with different "
    "habits (notebook 23), so the use of single strategies hangs on which run was luckiest"
)
OTHER_HABITS = (
    f"it is not the luck of the choice, for hardly any winners have these habits here; {REBUILT}"
)
BY_CHOICE = (
    "were the winner of any run taken for each hero, {:.0%} of all choices would show this "
    "(notebook 23)"
)
SELDOM = 0.1  # of all choices: too few to speak of bad luck

SOON = 10  # the generation at which one sees how fast an evolution is
NOISE = (
    "runs of one and the same evolution differ among themselves more than evolutions with and "
    "without that part, so that {} runs for each hero show no clear difference"
)

WITHOUT_IT = "here it does harm rather than good, with the rates and the genes that we took"

CHECKS: dict[str, dict[str, Check]] = {THESIS: {}}
NOT_YET: dict[str, dict[str, str]] = {THESIS: {}}
check = entering(CHECKS[THESIS])


def rates(results):
    return results.once(
        "dungeon rates", lambda: win_rates(results.table("dungeon_representatives"))
    )


def greedy_rates(results):
    return results.once("dungeon greedy", lambda: win_rates(results.table("dungeon_greedy")))


def uses(results):
    return results.once("dungeon uses", lambda: usage(results.table("dungeon_representatives")))


def rebuilt_and_lucky(results):
    """Why win rates differ: the game is rebuilt, and three games choose the lucky, not the best."""
    winners = run_winners(results.table("dungeon_evolution"))
    chosen = winners.groupby("cell")["best_ever"].idxmax()
    best = winners.loc[winners.drop(index=chosen)["rate"].idxmax()]
    return (
        f"{REBUILT}; moreover the highest fitness of three games is mostly luck: the "
        f"{best['cell']} of run {best['run']}, not chosen, won {best['rate']:.0%} of "
        f"{best['tests']:.0f} games"
    )


def luck_of_the_chosen(results, hero):
    """Whether the rate of a representative is that of most winners, which tells luck from rules."""
    winners = run_winners(results.table("dungeon_evolution"))
    tested = winners[winners["cell"] == hero]["rate"]
    return (
        f"{REBUILT}. Half of the {len(tested)} runs bred a bot that wins {tested.median():.0%} or "
        f"more when tested, the representative wins {rates(results).rate[hero]:.0%}"
    )


def measured_rates(table, digits=4):
    return [
        Measured.within(hero, row.rate, (row.low, row.high), digits)
        for hero, row in table.iterrows()
    ]


def measured_uses(results, heroes, *strategies):
    """The mean uses of strategies, added up, by hero, each with its interval."""
    games = results.table("dungeon_representatives")
    games = games[games["replicate"] < 1000]
    found = []
    for hero in heroes:
        summed = games[games["cell"] == hero][list(strategies)].sum(axis=1)
        name = f"{hero} {'+'.join(strategies)}"
        found.append(Measured.within(name, summed.mean(), mean_interval(summed)))
    return found


def noted(finding, words):
    """A finding with a word about how far it reaches, whatever the verdict."""
    return replace(finding, reason=". ".join(filter(None, (finding.reason, words))))


# The individual and the framework.


@check("C1")
def an_individual_is_two_lists_of_strategies_in_64_genes(_: Results) -> Finding:
    least, most = genes().least[priorities()], genes().most[priorities()]
    sorted_rows = 0
    for genome in genes().random(100, generator(1, "claim")):
        order = bot(genome)[0].order
        first = [genome[place(IDS[n])] for n in order]
        parts = first[:GAME_STRATEGIES], first[GAME_STRATEGIES:]
        sorted_rows += all(part == sorted(part, reverse=True) for part in parts)
    ours = [
        Measured.exact("game strategies", GAME_STRATEGIES, 0),
        Measured.exact("combat strategies", COMBAT_STRATEGIES, 0),
        Measured.exact("genes", len(genes()), 0),
        Measured.exact("of 100 individuals sorted by priority", sorted_rows, 0),
    ]
    return judged(
        ours,
        {
            "8 and 13 strategies": (GAME_STRATEGIES, COMBAT_STRATEGIES) == (8, 13),
            "64 genes": len(genes()) == 64,
            "priorities from 0 to 1": (least == 0).all() and (most == 1).all(),
            "tried in descending order": sorted_rows == 100,
        },
    )


@check("C2")
def every_game_ends(results: Results) -> Finding:
    moves = np.concatenate(
        [results.table(name)["moves"] for name in ("dungeon_greedy", "dungeon_representatives")]
    )
    plans = results.table("dungeon_plans")
    ours = [
        Measured.exact("games of bots", len(moves) + len(plans), 0),
        Measured.exact("longest game in moves", moves.max(), 0),
    ]
    return judged(ours, {f"no game reaches {LONGEST_GAME} moves": moves.max() < LONGEST_GAME})


@check("C3")
def plans_hold_in_the_game(results: Results) -> Finding:
    rows = results.table("dungeon_plans")
    ours = [
        Measured.exact("plans", rows["plans"].sum(), 0),
        Measured.exact("of them with exploring", rows["exploring"].sum(), 0),
        Measured.exact("that ended otherwise", rows["broken"].sum(), 0),
    ]
    return judged(
        ours,
        {
            "every plan ends in the game as in the simulation": rows["broken"].sum() == 0,
            "some plans explore": rows["exploring"].sum() > 0,
        },
    )


@check("C4")
def random_bots_never_win(results: Results) -> Finding:
    rows = results.table("dungeon_random")
    ways = rows["cell"].str.partition(", ")[2]
    reckless, careful = rows[ways == "any move"], rows[ways == "no suicide"]
    ours = [
        Measured.exact("games", len(rows), 0),
        Measured.exact("wins", rows["won"].sum(), 0),
        Measured.within(
            "kills, any move", reckless["kills"].mean(), mean_interval(reckless["kills"])
        ),
        Measured.within(
            "kills, no suicide", careful["kills"].mean(), mean_interval(careful["kills"])
        ),
        Measured.within(
            "moves, any move", reckless["moves"].mean(), mean_interval(reckless["moves"]), 1
        ),
        Measured.within(
            "moves, no suicide", careful["moves"].mean(), mean_interval(careful["moves"]), 1
        ),
    ]
    return judged(
        ours,
        {
            "no random bot wins": not rows["won"].any(),
            "nine in ten die where any move is made": reckless["died"].mean() >= 0.9,
            "without suicidal moves it lasts longer": careful["moves"].mean()
            > reckless["moves"].mean(),
        },
    )


@check("C5")
def the_hand_made_bot_rarely_wins(results: Results) -> Finding:
    games, table = results.table("dungeon_greedy"), greedy_rates(results)
    cleared = games.groupby("cell", sort=False)["only_boss_left"].mean()
    ours = [
        *measured_rates(table),
        *(
            Measured.within(
                f"{hero} all but the boss",
                share,
                proportion_interval(share * table.games[hero], table.games[hero]),
                3,
            )
            for hero, share in cleared.items()
        ),
    ]
    return judged(
        ours,
        {
            "the Fighter clears all but the boss in a tenth of the games": cleared[FIGHTER] >= 0.1,
            "he wins now and then": table.wins[FIGHTER] > 0,
            "but not one game in a thousand": table.high[FIGHTER] <= 0.001,
            "nobody wins one game in a hundred": (table["high"] < 0.01).all(),
        },
        "the thesis does not name the hero. With the Human Fighter, whom it calls the one for "
        f"beginners, all of it holds; the same bot wins {table.rate[THIEF]:.1%} as Halfling Thief, "
        "who finds more of everything",
    )


# Win rates of the representatives.


@check("C6")
def the_best_evolved_bot_wins_72_percent(results: Results) -> Finding:
    table = rates(results)
    best = table.loc[[table["rate"].idxmax()]]
    printed = printed_rates().loc["best of the four"]
    holds = best["high"].iloc[0] >= printed["low"] and best["low"].iloc[0] <= printed["high"]
    weaker = run_winners(all_evolutions(results, "dungeon_settings"))
    weaker = weaker[weaker["variant"] == "monsters a tenth weaker"]
    cause = (
        f"{rebuilt_and_lucky(results)}. How hard the dungeon is matters most: bred and tested with "
        f"monsters a tenth weaker the best of {len(weaker)} winners wins {weaker['rate'].max():.0%}"
    )
    return judged(measured_rates(best), {"about 72 %": holds}, cause)


@check("C7")
def exactly_thief_and_priest_win_more_than_half(results: Results) -> Finding:
    table = rates(results)
    above = set(table.index[table["rate"] > 0.5])
    return judged(
        measured_rates(table),
        {
            "Thief and Priest win more than half": {THIEF, PRIEST} <= above,
            "Fighter and Wizard do not": not {FIGHTER, WIZARD} & above,
        },
        rebuilt_and_lucky(results),
    )


@check("C8")
def the_fighter_wins_8_percent(results: Results) -> Finding:
    row = rates(results).loc[[FIGHTER]]
    holds = about(row["rate"].iloc[0], 0.08, 0.25)
    return judged(
        measured_rates(row),
        {"about 8 %, give or take a quarter": holds},
        luck_of_the_chosen(results, FIGHTER),
    )


@check("C9")
def the_wizard_hardly_ever_wins(results: Results) -> Finding:
    row = rates(results).loc[[WIZARD]]
    return judged(
        measured_rates(row),
        {"at most one game in a thousand": row["low"].iloc[0] <= 0.001},
        luck_of_the_chosen(results, WIZARD),
    )


@check("C10")
def thief_and_priest_before_fighter_before_wizard(results: Results) -> Finding:
    table = rates(results)
    rate = table["rate"]
    return judged(
        measured_rates(table),
        {
            "the Thief wins more often than the Fighter": table.low[THIEF] > table.high[FIGHTER],
            "the Priest wins more often than the Fighter": table.low[PRIEST] > table.high[FIGHTER],
            "the Fighter wins more often than the Wizard": table.low[FIGHTER] > table.high[WIZARD],
            "everybody wins": (rate > 0).all(),
        },
        rebuilt_and_lucky(results),
    )


@check("C11")
def evolution_beats_the_hand_made_bot_by_far(results: Results) -> Finding:
    """Orders of magnitude, more than one: a hundred times as often, for the best two in print."""
    table, greedy = rates(results).loc[[THIEF, PRIEST]], greedy_rates(results)
    ours = measured_rates(table) + [
        Measured.within(
            f"{hero}, hand-made", greedy.rate[hero], (greedy.low[hero], greedy.high[hero]), 4
        )
        for hero in table.index
    ]
    return judged(
        ours,
        {
            f"the {hero} wins a hundred times as often at least": table.rate[hero]
            >= 100 * greedy.rate[hero]
            for hero in table.index
        },
        f"{rebuilt_and_lucky(results)}; and the hand-made bot wins more often as Halfling Thief "
        "than the thesis's did (C5)",
    )


# The course of the evolution.


@check("C12")
def the_best_come_by_generation_20(results: Results) -> Finding:
    rows = results.table("dungeon_evolution")
    since = run_winners(rows)["since"]
    early, late = _gains_of_the_best(rows)
    ours = [
        Measured.within("mean generation of a run's best", since.mean(), mean_interval(since), 1),
        Measured.exact("gain of the best from generation 1 to 20", early, 0),
        Measured.exact("from 20 to 30", late, 0),
    ]
    statements = {
        "half of the runs have their best by generation 20": since.median() <= 20,
        "the last third brings less than a tenth of the gain": late < 0.1 * (early + late),
    }
    others = all_evolutions(results, "dungeon_settings")
    kept = others[others["variant"] == "the ten best stay"]
    first, rest = _gains_of_the_best(kept.assign(cell=kept["hero"]))
    winners = run_winners(kept)
    ours.append(
        Measured.exact("share of the last third where the ten best stay", rest / (first + rest))
    )
    cause = (
        "roulette alone may lose the best again, so that the population is still improving when it "
        f"is stopped. Where the ten best stay the last third brings {rest / (first + rest):.0%} of "
        f"the gain, and a run's best comes in generation {winners['since'].mean():.0f} on average; "
        f"but these bots were luckier, not better, and win {winners['rate'].mean():.0%} of their "
        "test games. Other rates of mutation and crossover bring the best no earlier (notebook 22)"
    )
    return judged(ours, statements, cause)


def _gains_of_the_best(rows):
    """What the best of a generation gain from the first to the twentieth, and from there on."""
    best = courses(rows)["best"].groupby("generation").mean()
    return best[20] - best[1], best[30] - best[20]


@check("C13")
def the_best_exceed_the_ceiling_without_a_win(results: Results) -> Finding:
    top = courses(results.table("dungeon_evolution"))["overall"].groupby("hero", sort=False).max()
    bounds = ceilings()
    winners = rates(results)["wins"] > 0
    ours = [
        number
        for hero in top.index
        for number in (
            Measured.exact(f"{hero} best", top[hero], 0),
            Measured.exact("ceiling", bounds[hero], 0),
        )
    ]
    return judged(
        ours,
        {
            "whoever wins passes the ceiling": all(
                top[hero] > bounds[hero] for hero in top.index if winners[hero]
            ),
            "ceilings differ": len(set(bounds.values())) == len(bounds),
        },
    )


def evolutions(results):
    """All generations of all variants, and the winners of all runs."""
    rows = results.once("dungeon evolutions", lambda: all_evolutions(results))
    return rows, run_winners(rows)


def measured_advantage(rows, variant, column, name, digits=3):
    """How far the evolution as described is ahead of a variant."""
    value, interval = advantage(rows, variant, column)
    return Measured.within(name, value, interval, digits)


def noise_or_harm(ahead):
    """Why a part of the evolution shows no advantage."""
    ablations = EXPERIMENTS["dungeon_ablations"]
    runs = ablations.replicates // ablations.together
    return WITHOUT_IT if ahead.high < 0 else NOISE.format(runs)


@check("C14")
def three_games_are_noisy_but_better_than_one(results: Results) -> Finding:
    _, winners = evolutions(results)
    tested = winners[winners["variant"] == AS_DESCRIBED]
    spread = tested["fitness_deviation"] / tested["fitness_mean"] / np.sqrt(3)
    ahead = measured_advantage(winners, "one game", "rate", "win rate ahead of one game")
    return judged(
        [
            Measured.within(
                "spread of sums of three games around their mean",
                spread.mean(),
                mean_interval(spread),
            ),
            ahead,
        ],
        {
            "such sums vary by a fifth at least": spread.mean() >= 0.2,
            "bots bred by three games win more often": ahead.low > 0,
        },
        {"bred": noise_or_harm(ahead)},
    )


@check("C15")
def arithmetic_crossover_helps(results: Results) -> Finding:
    _, winners = evolutions(results)
    without = "no arithmetic crossover"
    ahead = measured_advantage(winners, without, "rate", "win rate ahead of two-point alone")
    fitness = measured_advantage(winners, without, "fitness_mean", "fitness of a game ahead", 0)
    return judged(
        [ahead, fitness], {"bots bred with it win more often": ahead.low > 0}, noise_or_harm(ahead)
    )


@check("C16")
def smart_mutation_speeds_evolution_up(results: Results) -> Finding:
    rows, _ = evolutions(results)
    soon = rows[rows["generation"] == SOON]
    ahead = measured_advantage(
        soon, "no smart mutation", "mean", f"mean fitness in generation {SOON} ahead", 0
    )
    return judged([ahead], {f"ahead by generation {SOON}": ahead.low > 0}, noise_or_harm(ahead))


@check("C17")
def without_potion_terms_bots_drink_and_fail(results: Results) -> Finding:
    _, winners = evolutions(results)
    without = "potions worth nothing"
    early = measured_advantage(
        winners, without, "early", "potions drunk before the boss, difference"
    )
    saved = measured_advantage(winners, without, "saved", "potions left when lost, difference")
    ahead = measured_advantage(winners, without, "rate", "win rate ahead of potions worth nothing")
    return judged(
        [early, saved, ahead],
        {
            "where potions are worth nothing more of them are drunk before the boss": early.high
            < 0,
            "and fewer are left": saved.low > 0,
            "and fewer games are won": ahead.low > 0,
        },
        "a potion that may be drunk against the boss only, which the limits by level allow, is "
        "worth a win even where it is worth no points",
    )


# The use of strategies.


# A habit is a function of `of(hero, *strategies)`, the uses of strategies added up: of the
# representatives, or of every choice of a winner for each hero, then as arrays.


def most_of(of, heroes, *strategies):
    return reduce(np.maximum, (of(hero, *strategies) for hero in heroes))


def all_but(one):
    return [hero for hero in HEROES if hero != one]


def by_representatives(results):
    table = uses(results)
    return lambda hero, *strategies: table.loc[list(strategies), hero].sum()


def share_of_choices(results, habit):
    """How often a habit shows when the winner of any run may stand for each hero.

    All choices of four winners are looked at, one axis of an array for each hero.
    """
    habits, heroes = habits_by_run(results), list(HEROES)

    def of(hero, *strategies):
        summed = habits[habits["hero"] == hero][list(strategies)].sum(axis=1).to_numpy()
        return np.expand_dims(summed, [axis for axis in range(4) if axis != heroes.index(hero)])

    return float(np.mean(reduce(np.logical_and, habit(of).values())))


def judged_habit(results, measured, habit):
    """A claim about habits, judged by the representatives, with how often any winners have it."""
    share = share_of_choices(results, habit)
    cause = ANOTHER_BOT if share >= SELDOM else OTHER_HABITS
    told = BY_CHOICE.format(share)
    found = judged(measured, habit(by_representatives(results)), f"{cause}; {told}")
    return (
        noted(found, f"Luck has a part in it: {told}") if found.verdict == "reproduced" else found
    )


def thief_and_wizard_explore_less(of):
    return {
        f"the {less} explores less than the {more}": of(less, "G1") < of(more, "G1")
        for less in (THIEF, WIZARD)
        for more in (PRIEST, FIGHTER)
    }


@check("C18")
def exploring(results: Results) -> Finding:
    measured = measured_uses(results, HEROES, "G1")
    return judged_habit(results, measured, thief_and_wizard_explore_less)


def thief_poisons_and_drinks_most(of):
    poison, potions = (most_of(of, all_but(THIEF), *ids) for ids in (("C7",), ("C9", "C10")))
    return {
        "poisons twice as often as any other": of(THIEF, "C7") >= 2 * poison,
        "drinks half as much again as any other": of(THIEF, "C9", "C10") >= 1.5 * potions,
    }


@check("C19")
def poison_and_potions(results: Results) -> Finding:
    measured = [*measured_uses(results, HEROES, "C7"), *measured_uses(results, HEROES, "C9", "C10")]
    return judged_habit(results, measured, thief_poisons_and_drinks_most)


def wizard_lives_on_fireball(of):
    others = most_of(of, all_but(WIZARD), "C2")
    return {
        "casts half as many Fireballs again as any other": of(WIZARD, "C2") >= 1.5 * others,
        "hardly attacks with Power Strike and First Strike": of(WIZARD, "C3", "C4", "C5") < ADOPTED,
        "hardly casts them": (of(WIZARD, "G5") < ADOPTED) & (of(WIZARD, "G6") < ADOPTED),
    }


@check("C20")
def the_wizard_relies_on_fireball(results: Results) -> Finding:
    measured = [
        *measured_uses(results, HEROES, "C2"),
        *measured_uses(results, [WIZARD], "C3", "C4", "C5"),
        *measured_uses(results, [WIZARD], "G5"),
        *measured_uses(results, [WIZARD], "G6"),
    ]
    return judged_habit(results, measured, wizard_lives_on_fireball)


def some_adopt_strikes(of):
    power = {hero: of(hero, "G5", "C3", "C5") >= ADOPTED for hero in HEROES}
    first = {hero: of(hero, "G6", "C4", "C5") >= ADOPTED for hero in HEROES}
    return {
        "two use Power Strike": sum(1 * used for used in power.values()) == 2,
        "three use First Strike": sum(1 * used for used in first.values()) == 3,
        "the Wizard uses neither": ~(power[WIZARD] | first[WIZARD]),
    }


@check("C21")
def two_adopt_power_strike_and_three_first_strike(results: Results) -> Finding:
    measured = [
        *measured_uses(results, HEROES, "G5", "C3", "C5"),
        *measured_uses(results, HEROES, "G6", "C4", "C5"),
    ]
    return judged_habit(results, measured, some_adopt_strikes)


def fighter_spends_protections(of):
    others = most_of(of, all_but(FIGHTER), "C13")
    return {
        "the Fighter attacks through protection most": of(FIGHTER, "C13") > others,
        "and casts no Fireball": of(FIGHTER, "C2") < NEVER,
    }


@check("C22")
def the_fighter_spends_most_protections(results: Results) -> Finding:
    measured = [*measured_uses(results, HEROES, "C13"), *measured_uses(results, [FIGHTER], "C2")]
    return judged_habit(results, measured, fighter_spends_protections)


def priest_strengthens_attacks(of):
    return {
        "nearly as many strengthened attacks as plain ones": of(PRIEST, "C3", "C4", "C5")
        >= 0.9 * of(PRIEST, "C1"),
        "some under Power Strike": of(PRIEST, "C3", "C5") >= ADOPTED,
        "some under First Strike": of(PRIEST, "C4", "C5") >= ADOPTED,
        "about two health potions a game": np.abs(of(PRIEST, "C9") / 2 - 1) <= 0.5,
        "no mana potions": of(PRIEST, "C10") < NEVER,
    }


@check("C23")
def the_priest_fights_with_strengthened_attacks(results: Results) -> Finding:
    parts = (("C3", "C4", "C5"), ("C3", "C5"), ("C4", "C5"), ("C1",), ("C9",), ("C10",))
    measured = [number for ids in parts for number in measured_uses(results, [PRIEST], *ids)]
    return judged_habit(results, measured, priest_strengthens_attacks)


def all_kill_for_a_level(of):
    return {
        f"the {hero} between once in four games and once in a game": (of(hero, "C11") >= 0.25)
        & (of(hero, "C11") <= 1)
        for hero in HEROES
    }


@check("C24")
def all_kill_weak_monsters_for_a_level(results: Results) -> Finding:
    return judged_habit(results, measured_uses(results, HEROES, "C11"), all_kill_for_a_level)


def nobody_converts(of):
    return {f"the {hero} at most once in twenty games": of(hero, "C8") <= NEVER for hero in HEROES}


@check("C25")
def nobody_converts_in_combat(results: Results) -> Finding:
    return judged_habit(results, measured_uses(results, HEROES, "C8"), nobody_converts)


@check("C26")
def protections_balance(results: Results) -> Finding:
    table = uses(results)
    gained = table.loc["G7"] + table.loc["C6"] + (table.columns == FIGHTER)
    share, left = table.loc["C13"] / gained.where(gained > 0), gained - table.loc["C13"]
    least = share.idxmin()
    ours = [
        number
        for hero in HEROES
        for number in (
            Measured.exact(f"{hero} spent", table.loc["C13", hero]),
            Measured.exact("of", gained[hero]),
        )
    ]
    return judged(
        ours,
        {
            "never more spent than gained": (table.loc["C13"] <= gained).all(),
            "at least 94 % are spent": (share.dropna() >= 0.94).all(),
        },
        f"one protection at most is left when a game ends; the {least} gains only "
        f"{gained[least]:.2f} in a game, so that the {left[least]:.2f} left over are "
        f"{1 - share[least]:.0%} already",
    )


@check("C27")
def kills_and_things_picked_up(results: Results) -> Finding:
    table = uses(results)
    kills, items, glyphs = table.loc["G2"] + table.loc["C11"], table.loc["G3"], table.loc["G4"]
    return judged(
        [
            *measured_uses(results, HEROES, "G2", "C11"),
            *measured_uses(results, HEROES, "G3"),
            *measured_uses(results, HEROES, "G4"),
        ],
        {
            "25 to 34 kills": kills.between(25, 34).all(),
            "20 to 25 items": items.round().between(20, 25).all(),
            "3.9 to 5.4 glyphs": glyphs.round(1).between(3.9, 5.4).all(),
        },
        REBUILT,
    )


@check("C28")
def no_trick_wins_the_game(results: Results) -> Finding:
    rows = results.table("dungeon_representatives")
    won = rows[rows["won"]]
    tricks = int((won["kills"] < FEW_KILLS).sum())
    ours = [
        Measured.exact("wins", len(won), 0),
        Measured.exact(f"with fewer than {FEW_KILLS} kills", tricks, 0),
        Measured.within("kills in a win", won["kills"].mean(), mean_interval(won["kills"]), 1),
    ]
    return judged(
        ours,
        {
            "one win in a hundred at most takes few kills": tricks <= 0.01 * len(won),
            "nobody wins always": (rates(results)["rate"] < 0.99).all(),
        },
    )


@check("C29")
def the_evolution_is_affordable(results: Results) -> Finding:
    cells = EXPERIMENTS["dungeon_evolution"].cells()
    rows = results.table("dungeon_evolution")
    hours = (
        sum(
            results.seconds("dungeon_evolution", cell) * (rows["cell"] == cell).sum()
            for cell in cells
        )
        / 3600
    )
    ours = [
        Measured.exact("runs", len(run_winners(rows)), 0),
        Measured.exact("processor hours", hours),
    ]
    return judged(ours, {"within the thesis's 56 days of processors": hours <= 56 * 24})

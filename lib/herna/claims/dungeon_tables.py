"""Thesis 2: what the stored rows say, as tables, and the same as printed."""

import pandas as pd

from herna.claims.claim import NotRun, thesis_folder
from herna.claims.memory import remembered_table
from herna.dungeon.ceiling import no_win_ceiling
from herna.dungeon.genome import IDS, NAMES
from herna.dungeon.trial import trial
from herna.experiments import EXPERIMENTS
from herna.experiments.dungeon_experiment import HEROES, dungeon_of
from herna.statistics import bootstrap, mean_interval, proportion_interval

THESIS = "desktop-dungeons"
COUNTED = 1000  # games of table 5.1
HABIT_GAMES, HABIT_SEED = 40, 2015  # for a look at the winners of all runs
AS_DESCRIBED = "as described"  # the evolution with nothing left out or changed


def printed(name):
    """A published table of the thesis."""
    return pd.read_csv(thesis_folder(THESIS) / f"{name}.csv")


# Win rates.


def win_rates(rows):
    """Games, wins and the win rate of every cell with Wilson's interval."""
    table = []
    for cell, games in rows.groupby("cell", sort=False):
        wins = int(games["won"].sum())
        interval = proportion_interval(wins, len(games))
        table.append((cell, len(games), wins, wins / len(games), *interval))
    columns = ["hero", "games", "wins", "rate", "low", "high"]
    return pd.DataFrame(table, columns=columns).set_index("hero")


def printed_rates():
    """What the text tells of figure 5.3, as shares: the number, and the bounds that it may mean.

    Where the text gives no number there are only bounds.
    """
    table = printed("figure_5_3_win_rates").set_index("combination")
    columns = ["win_rate_percent", "lower_bound_percent", "upper_bound_percent"]
    return table[columns].set_axis(["rate", "low", "high"], axis=1) / 100


def rates_beside_print(results):
    """Figure 5.3: our representatives, what the text says, and the hand-made bot."""
    ours = win_rates(results.table("dungeon_representatives"))
    theirs = printed_rates().reindex(ours.index).add_prefix("print_")
    greedy = win_rates(results.table("dungeon_greedy"))["rate"].rename("hand_made")
    return ours.join(theirs).join(greedy).reset_index()


# Evolution.


def courses(rows):
    """Figure 5.2: by hero and generation the overall best, the mean best and the mean of all."""
    by = rows.groupby(["cell", "generation"], sort=False)
    table = by.agg(overall=("best_ever", "max"), best=("best", "mean"), mean=("mean", "mean"))
    return table.assign(distinct=by["distinct"].mean()).rename_axis(["hero", "generation"])


def ceilings():
    """The highest fitness without a win, by hero."""
    games = {hero: EXPERIMENTS["dungeon_evolution"].crawler(hero).game for hero in HEROES}
    return {hero: no_win_ceiling(game) for hero, game in games.items()}


def run_winners(rows):
    """The best bot of every run and how it fared in dungeons that it was not chosen for."""
    last = rows[rows["wins"].notna()]
    if last.empty:
        raise NotRun("no run of the evolution has come to its last generation")
    return last.assign(rate=last["wins"] / last["tests"])


def all_evolutions(results, others="dungeon_ablations"):
    """The rows of the evolution as described and of its ablations, with hero and variant."""
    names = ("dungeon_evolution", others)
    rows = pd.concat([results.table(name) for name in names], ignore_index=True)
    parts = rows["cell"].str.partition(", ")
    return rows.assign(hero=parts[0], variant=parts[2].replace("", AS_DESCRIBED))


def advantage(rows, variant, column):
    """By how much runs as described are ahead of a variant in the mean, every hero counting alike.

    The difference and its 95 % bootstrap interval; runs are drawn anew within each hero.
    """
    both = [rows[rows["variant"] == name] for name in (AS_DESCRIBED, variant)]
    samples = [half[half["hero"] == hero][column] for half in both for hero in HEROES]
    count = len(HEROES)

    def ahead(*values, axis):
        means = [value.mean(axis=axis) for value in values]
        return (sum(means[:count]) - sum(means[count:])) / count

    value = float(ahead(*(sample.to_numpy(float) for sample in samples), axis=-1))
    return value, bootstrap(ahead, *samples)


def variants_compared(results, others="dungeon_ablations"):
    """How the winners of runs fare when tested, by variant and hero, with bootstrap intervals."""
    winners = run_winners(all_evolutions(results, others))
    table = []
    for (variant, hero), runs in winners.groupby(["variant", "hero"], sort=False):
        low, high = mean_interval(runs["rate"])
        numbers = runs[["fitness_mean", "drunk", "early", "saved"]].mean()
        table.append((variant, hero, len(runs), runs["rate"].mean(), low, high, *numbers))
    columns = ["variant", "hero", "runs", "rate", "low", "high"]
    return pd.DataFrame(table, columns=[*columns, "fitness", "drunk", "early", "saved"])


def difficulties(results, experiment="dungeon_winnable"):
    """Every dungeon that was judged, with the share of games won in it."""
    rows = results.table(experiment)
    return rows.assign(rate=rows["wins"] / rows["games"])


def rules_and_sources():
    """Rules that are no numbers of a table, each with its source and how sure it is."""
    return printed("rules_and_sources").set_index("rule")


# Use of strategies.


def usage(rows):
    """Table 5.1: mean uses of every strategy per game, strategies down, heroes across."""
    first = rows[rows["replicate"] < COUNTED]
    return first.groupby("cell", sort=False)[list(IDS)].mean().T


def printed_usage():
    """The same as printed."""
    table = printed("table_5_1_strategy_usage")
    wide = table.pivot_table(
        index="strategy_id", columns="combination", values="mean_uses_per_game"
    )
    return wide.reindex(index=list(IDS), columns=list(HEROES))


def habits_by_run(results):
    """Mean uses of every strategy by the winner of every run, over a few games each.

    They are played here, in the same dungeons for all winners of a hero.
    """
    return results.once(
        "habits", lambda: remembered_table("habits", results, lambda: _habits(results))
    )


def _habits(results):
    winners, table = run_winners(results.table("dungeon_evolution")), []
    for run in winners.itertuples():
        played = trial(dungeon_of(run.cell, {}), run.genome, HABIT_GAMES, HABIT_SEED)
        table.append((run.cell, run.run, *played.uses))
    return pd.DataFrame(table, columns=["hero", "run", *IDS])


def usage_beside_print(results):
    """Table 5.1, ours beside the print, a row for every strategy and hero."""
    ours, theirs = usage(results.table("dungeon_representatives")), printed_usage()
    return pd.DataFrame(
        [
            (strategy, NAMES[strategy], hero, theirs.loc[strategy, hero], ours.loc[strategy, hero])
            for strategy in IDS
            for hero in ours.columns
        ],
        columns=["strategy", "name", "hero", "published", "ours"],
    )

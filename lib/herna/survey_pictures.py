"""The pictures and tables of the survey (notebook 16) for the gallery, each made from results.

Small demonstrations are run anew whenever they are drawn, from fixed seeds; what took a hundred
games per pairing is drawn from stored rows.
"""

from typing import Any

import matplotlib.pyplot as plt
import numpy as np

from herna.claims import survey as tables
from herna.figures import survey as plots
from herna.seeds import generator
from herna.survey import evolved_mazes, fuzzy, hamlet, pheromones, posm, thinking_time
from herna.survey.classification import QUESTIONS

PLAYERS = {"careless": 0.65, "average": 0.75, "careful": 0.8}  # who plays Dead-End, by care
PEOPLE = 20


def balloons(best=7, stretches=20, seed=16):
    """POSM and a player with a hidden best speed."""
    return posm.play_balloons(posm.Shooter(best), stretches, generator(seed, "balloons", best))


def dead_end(rounds=100, seed=16):
    """The courses of three players of Dead-End."""
    return {
        name: fuzzy.play_rounds(fuzzy.Runner(care), generator(seed, "dead end", name), rounds)
        for name, care in PLAYERS.items()
    }


def deaths(people=PEOPLE, seed=16):
    """Deaths of the same people without Hamlet and with it."""
    return {
        name: hamlet.play_people([generator(seed, name, n) for n in range(people)], switched_on)
        for name, switched_on in (("without", False), ("with Hamlet", True))
    }


def printed_deaths():
    """The same as printed: mean and deviation."""
    quoted = tables.surveyed()
    quoted = quoted[quoted["metric"].str.startswith("deaths")]
    off, on = (
        tuple(quoted[quoted["condition"] == condition]["value"].astype(float))
        for condition in ("DDA off", "DDA on")
    )
    return {"without": off, "with Hamlet": on}


def patients(count=50, seed=16):
    """Targets reached in two minutes by the same patients, at random and from the matrix."""
    return {
        name: [
            pheromones.positions_reached(
                pheromones.train(pheromones.Patient(), generator(seed, "patient", n), adapt)
            )
            for n in range(count)
        ]
        for name, adapt in (("random", False), ("adapted", True))
    }


def mazes(chess=9, chromatic=20, seed=16):
    """A chess maze and a chromatic maze of these numbers of steps."""
    kinds = (evolved_mazes.ChessMaze(), chess), (evolved_mazes.ChromaticMaze(), chromatic)
    return [
        (maze, evolved_mazes.breed(maze, generator(seed, "maze", n), target, matings=1000))
        for n, (maze, target) in enumerate(kinds)
    ]


# Drawing.


def draw_time(results):
    rows, checked = results.table("survey_time"), results.table("survey_time_check")
    curve, derived = tables.time_curve(rows)
    figure, axes = plt.subplots(1, 2, figsize=(13, 5), sharey=True)
    plots.plot_published_curve(thinking_time.published_curve(), tables.quoted_times(), axes[0])
    axes[0].set_title("Pac-Man, as quoted")
    points, checks = tables.time_points(rows), tables.time_points(checked)
    plots.plot_time_curve(points, curve, derived, checks, axes[1])
    axes[1].set(title="Pursuit, ours", ylabel="")
    return figure


def draw_mazes(_=None):
    figure, axes = plt.subplots(1, 3, figsize=(14, 5))
    (chess, rook), (chromatic, colours) = mazes()
    attacked = evolved_mazes.attacked_by_knights(rook.gene)
    way = chess.way(rook.gene)
    side = evolved_mazes.SIDE
    ends = [way[0], way[-1]]
    plots.plot_chess_maze(side, rook.gene, attacked, ends, show_attacks=False, ax=axes[0])
    axes[0].lines[0].set_visible(False)  # the player sees no way
    plots.plot_chess_maze(side, rook.gene, attacked, way, ax=axes[1])
    plots.plot_chromatic_maze(side, colours.gene, chromatic.way(colours.gene), ax=axes[2])
    titles = "what the player sees", f"a way of {rook.steps} steps", f"{colours.steps} steps"
    for ax, title in zip(axes, titles, strict=True):
        ax.set_title(title)
    return figure


def draw_pheromones(_=None):
    figure, axes = plt.subplots(1, 3, figsize=(13, 4.6), width_ratios=(1, 1, 1.3))
    for ax, easier, title in ((axes[0], False, "harder"), (axes[1], True, "easier")):
        allowed = pheromones.interaction(pheromones.ABILITY, easier)
        plots.plot_zone(pheromones.ABILITY, allowed, ax)
        ax.set_title(f"Fig. 10, {title}")
    session = pheromones.train(pheromones.Patient(), generator(16, "patient", 0))
    plots.plot_zone(session["zone"], session["allowed"], axes[2])
    axes[2].set_title("a patient after two minutes")
    return figure


def _halves(figure) -> Any:
    """A wide left half for a course of events, and the rest."""
    return figure.subfigures(1, 2, width_ratios=(1.7, 1))


def draw_hamlet(_=None):
    figure = plt.figure(figsize=(13, 6.5))
    left, right = _halves(figure)
    session = hamlet.play_session(hamlet.Fighter(0.45), generator(16, "session"))
    plots.plot_hamlet(session, axes=left.subplots(3, 1, sharex=True))
    plots.plot_deaths(deaths(), printed_deaths(), right.subplots())
    return figure


def draw_fuzzy(_=None):
    figure = plt.figure(figsize=(13, 6))
    left, right = _halves(figure)
    plots.plot_fuzzy(dead_end(), fuzzy.TARGET, left.subplots(2, 1, sharex=True))
    rules = np.ones(len(fuzzy.RULES), bool)
    game = fuzzy.play_dead_end(fuzzy.Runner(0.75), rules, generator(16, "one game"))
    plots.plot_dead_end(game.course, fuzzy.SIDE, right.subplots())
    return figure


PICTURES = {
    "16_bands": (
        "Flow: casual players like it easier, experts harder",
        (),
        lambda _: plots.plot_player_bands(),
    ),
    "16_hamlet": ("Hamlet: stocks, danger and deaths", (), draw_hamlet),
    "16_cases": (
        "Case-based reasoning: balance and level by opponent",
        ("survey_cases",),
        lambda results: plots.plot_cases(tables.cases_table(results.table("survey_cases")))[0],
    ),
    "16_fuzzy": ("Fuzzy rules: win rates come near the target", (), draw_fuzzy),
    "16_mazes": ("Evolved mazes of a prescribed number of steps", (), draw_mazes),
    "16_pheromones": ("Ability zones and where targets may appear", (), draw_pheromones),
    "16_balloons": (
        "POSM finds the speed that suits the player",
        (),
        lambda _: plots.plot_balloons(balloons(), 7),
    ),
    "16_posm": (
        "Positional 7 and POSM against Material, beside Table 1",
        ("survey_posm",),
        lambda results: plots.plot_table_1(
            tables.table_1(results.table("survey_posm")), tables.printed_table_1()
        )[0, 0],
    ),
    "16_levels": (
        "Dynamic level and static opponents against players of all levels",
        ("survey_levels",),
        lambda results: plots.plot_level_curves(
            tables.level_curves(results.table("survey_levels"))
        )[0, 0],
    ),
    "16_thinking_time": (
        "Thinking time and win rate, quoted and ours",
        ("survey_time", "survey_time_check"),
        draw_time,
    ),
    "16_classification": (
        "Table 2: the surveyed approaches classified",
        (),
        lambda _: plots.plot_classification(tables.table_2(), list(QUESTIONS.values())),
    ),
}

TABLES = {
    "survey_posm_beside_print": (
        "POSM: wins, draws and losses beside Table 1",
        ("survey_posm",),
        lambda results: (
            tables.table_1(results.table("survey_posm"))
            .join(tables.printed_table_1(), suffixes=(" (ours)", " (thesis)"))
            .reset_index()
        ),
    ),
    "survey_levels": (
        "Dynamic level: metrics over all humans with 95 % intervals",
        ("survey_levels",),
        lambda results: tables.level_means(results.table("survey_levels")),
    ),
}

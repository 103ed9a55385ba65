"""The gallery: every figure and table we publish, by name, and the results each is drawn from.

A figure is named after its notebook. `draw` writes it from stored results; `herna verify` draws
everything again and compares bytes. Quick-scale pictures go into a folder of their own, so that
trying things out never touches what is committed.
"""

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import matplotlib.pyplot as plt
from tqdm.auto import tqdm

from herna import (
    calibration_pictures,
    checkers_pictures,
    dungeon_pictures,
    environment_pictures,
)
from herna import survey_pictures as survey
from herna.claims.claim import NotRun, Results
from herna.claims.environment_tables import measurements, printed_metrics, published_scores
from herna.comparison import compare_environments, plot_flow
from herna.errors import HernaError, nearest
from herna.experiments import EXPERIMENTS
from herna.figures import curves, scores, style
from herna.figures.boards import board
from herna.figures.scene import draw_scene
from herna.files import write_atomically
from herna.metrics.measure import rounds_of
from herna.play import Match
from herna.progress import passing
from herna.results.store import home


@dataclass(frozen=True)
class Entry:
    """One published picture or table: what it shows, from which experiments, and how."""

    caption: str
    needs: tuple[str, ...]
    make: Callable  # (Results) -> axes or figure, or for a table a pandas table


TYPICAL = 39  # a seed whose games are near the means, with fair dice and without


def ludo_match(cell, seed=TYPICAL):
    """The game that the pictures of notebook 10 and 11 show."""
    experiment = EXPERIMENTS["ludo_2hc"]
    seats = experiment.build_seats()
    return Match(experiment.build_game(), seats, seed, experiment.environment(cell))


def _compared(results):
    """A thousand games of Ludo with fair dice and with E-HillClimber."""
    experiment = EXPERIMENTS["ludo_2hc"]
    seats, environment = experiment.build_seats(), experiment.environment("E-HillClimber")
    return results.once(
        "a thousand games of Ludo",
        lambda: compare_environments(experiment.build_game(), seats, environment, games=1000),
    )


def _readme(results):
    """The picture of the README: a board, and the mean lead with and without adaptation."""
    comparison = _compared(results).first(400)
    figure, axes = plt.subplots(1, 2, figsize=(13, 5.6), width_ratios=(1, 1.25))
    match = ludo_match("None")
    match.go_to(90)
    draw_scene(board(match.game, match.state, match.game.moves(match.state)), ax=axes[0])
    _lead_curve(comparison, axes[1])
    return figure


def _lead_curve(comparison, ax):
    plot_flow(comparison, ax)
    for text, name in zip(ax.get_legend().get_texts(), ("fair dice", "E-HillClimber"), strict=True):
        text.set_text(name)
    ax.set_title("How far the leader leads")
    return ax


def _flow_curve(results):
    return _lead_curve(_compared(results), plt.subplots(figsize=(9, 4.5))[1])


def _board(_):
    match = ludo_match("None")
    match.go_to(90)
    return draw_scene(board(match.game, match.state))


def _one_game(_):
    figure, axes = plt.subplots(2, 1, figsize=(9, 7), sharex=True, sharey=True)
    for ax, cell in zip(axes, ("None", "E-HillClimber"), strict=True):
        status, names = status_curve(ludo_match(cell).finish())
        curves.plot_status(status, names, [style.SEAT_COLOURS[name] for name in names], ax=ax)
        ax.set_title("fair dice" if cell == "None" else cell)
    axes[0].set_xlabel("")
    return figure


def status_curve(match):
    """The status after every round of a match, and the names of the seats."""
    status, _, _ = rounds_of(match.trace())
    return status, [match.game.seat_name(seat) for seat in range(match.game.n_players)]


def _ratios_2hc(results):
    ratios = measurements(results, "ludo_2hc").ratios()
    steered = ratios[ratios["algorithm"] == "E-HillClimber"]
    return curves.plot_ratios(steered, title="E-HillClimber at the die, two HillClimber players")


def _ratios_4mn(results):
    ratios = measurements(results, "ludo_4mn").ratios()
    printed = printed_metrics("table6_ludo_4maxn")
    return curves.plot_ratios(
        ratios[ratios["algorithm"] == "E-HillClimber"],
        (printed.loc["E-HillClimber"] / printed.loc["None"]).to_dict(),
        title="E-HillClimber at the die, four Max^n players",
    )


def _scores_2hc(results):
    two = measurements(results, "ludo_2hc")
    ours = two.scores()
    return scores.plot_overall(
        {"thesis": published_scores("Ludo-2HC").reindex(ours.index), "ours": ours},
        "Ludo, two HillClimbers",
        bounds={"ours": two.score_bounds()},
    )


def _entries(made):
    return {name: Entry(*parts) for name, parts in made.items()}


FIGURES = {
    "00_readme": Entry("A game of Ludo, and the lead over the course of a game", (), _readme),
    "10_flow": Entry(
        "Flow: challenge must grow with skill", (), lambda _: curves.plot_flow_channel()
    ),
    "10_one_game": Entry("One game of Ludo under fair dice and under E-HillClimber", (), _one_game),
    "11_board": Entry("The Ludo board in the middle of a game", (), _board),
    "11_ratios": Entry(
        "Two HillClimbers: every metric under E-HillClimber relative to fair dice",
        ("ludo_2hc",),
        _ratios_2hc,
    ),
    "11_flow_curve": Entry("The mean lead over the course of a game", (), _flow_curve),
    "11_scores": Entry(
        "Two HillClimbers: overall scores beside the print", ("ludo_2hc",), _scores_2hc
    ),
    "11_four_players": Entry(
        "Four Max^n players: metrics relative to fair dice beside Table 6",
        ("ludo_4mn",),
        _ratios_4mn,
    ),
    **_entries(environment_pictures.PICTURES),
    **_entries(calibration_pictures.PICTURES),
    **_entries(survey.PICTURES),
    **_entries(dungeon_pictures.PICTURES),
    **_entries(checkers_pictures.PICTURES),
}

TABLES = {
    **_entries(environment_pictures.TABLES),
    **_entries(calibration_pictures.TABLES),
    **_entries(survey.TABLES),
    **_entries(dungeon_pictures.TABLES),
    **_entries(checkers_pictures.TABLES),
}


def draw(names=(), scale="thesis", folder=None, root=None, results=None):
    """Draw figures and write tables (all by default); the files written.

    Figures go to figures/, tables to data/tables/; at quick scale both go to figures/quick/, and
    the few that a few rows do not make are drawn from the committed results.
    `results` are those of this scale and root, where the caller has read them already.
    """
    everything = {**FIGURES, **TABLES}
    for name in names:
        if name not in everything:
            raise HernaError(f"figure {name!r} is unknown; {nearest(name, everything)}")
    style.use()
    results, written = results or Results(scale, root), []
    for name in passing(names or everything, desc="drawing", disable=len(names) == 1):
        try:
            made = everything[name].make(results)
        except NotRun as missing:  # a few rows are not enough for every picture
            if scale != "quick":
                raise
            tqdm.write(f"{name}: from the committed results, since {missing}", file=sys.stderr)
            whole = results.once("committed", lambda: Results(root=root))
            made = everything[name].make(whole)
        written += _publish(name, made, _folder(name, scale, folder))
    return written


def _publish(name, made, folder):
    if name in FIGURES:
        paths = style.save(made, name, folder)
        plt.close("all")
        return list(paths)
    path = folder / f"{name}.csv"
    write_atomically(path, made.to_csv(index=False, float_format="%.6g").encode())
    return [path]


def _folder(name, scale, folder):
    if folder is not None:
        return Path(folder)
    if scale == "quick":
        return home() / "figures" / "quick"
    return home() / "figures" if name in FIGURES else home() / "data" / "tables"


def mismatches(results=None):
    """Draw everything anew and name each published file that is missing or has other bytes."""
    results, lines = results or Results(), []
    with tempfile.TemporaryDirectory() as folder:
        for name in passing((*FIGURES, *TABLES), desc="drawing anew"):
            for fresh in draw([name], folder=folder, results=results):
                published = _folder(name, "thesis", None) / fresh.name
                if not published.is_file():
                    lines.append(f"{fresh.name}: missing; run: herna figures {name}")
                elif published.read_bytes() != fresh.read_bytes():
                    lines.append(f"{fresh.name}: differs from what the stored results give")
    return lines + [f"{path.name}: nothing draws it; remove it" for path in _strangers()]


def _strangers():
    """Files among the published ones that no entry makes."""
    places = ((home() / "figures", FIGURES), (home() / "data" / "tables", TABLES))
    files = [(path, known) for folder, known in places for path in sorted(folder.glob("*.*"))]
    return [path for path, known in files if path.is_file() and path.stem not in known]

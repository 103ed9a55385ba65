"""Batch: the batch mode of thesis 1's own application (appendix A), as a widget.

A list of experiments is worked off one after the other while the kernel stays free: games are
played by processes of their own, and this widget only hands out work and collects rows. They are
the first games of the registered experiments, the same ones as in the stored results. Rows are kept
in memory until they are saved.
"""

import asyncio
import math
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets
import pandas as pd
from joblib.externals.loky import ProcessPoolExecutor
from matplotlib.ticker import MaxNLocator

from herna.errors import HernaError, nearest, require_whole, shown
from herna.experiments import EXPERIMENTS
from herna.experiments.environment_experiment import EnvironmentExperiment
from herna.figures.curves import LABELS
from herna.figures.scores import plot_histograms
from herna.files import write_atomically
from herna.kernels.world import METRICS
from herna.players import describe
from herna.results.runner import workers_available
from herna.widgets.board import static
from herna.widgets.errors import Panel
from herna.widgets.picture import Picture
from herna.widgets.seat_rows import REPLAYED, WHAT, run_with_seats
from herna.widgets.whole import Whole

ALL = "all algorithms"
STATISTICS = {"Mean": "mean", "SD": "std", "Minimum": "min", "Maximum": "max"}
# In the order of the thesis's table.
COUNTS = ("game", "algorithm", "total", "played", "unfinished", "moves", "first wins")
COLUMNS = (
    "lead_changes",
    "tension",
    "margin",
    "fairness",
    "believability",
    "randomness",
    "lead_time",
)
SEATS = ("seat", "player", "level", "win rate", "turns", "moves to choose from", "rounds led")
CHUNK = 0.5  # seconds of games handed out at once; what is handed out is finished after Stop
LOOK_EVERY = 0.25  # seconds between two redraws
MOST_GAMES, MOST_WORKERS = 100_000, 64


@dataclass(eq=False)
class Line:
    """One line of the list: an experiment, one of its algorithms, and the games played so far."""

    experiment: EnvironmentExperiment
    cell: str
    games: int
    rows: list[dict[str, Any]] = field(default_factory=list)
    handed_out: int = 0
    seconds_each: float | None = None  # processor time of a game, once one is known

    @property
    def name(self):
        return f"{self.experiment.name}, {self.cell}"

    @property
    def settings(self):
        """Who plays, in words, and who sits for chance."""
        seats = ", ".join(describe(player) for player in self.experiment.build_seats(self.cell))
        return f"{seats}; for chance: {self.experiment.environment(self.cell).words}"

    def next_chunk(self, workers):
        """The next stretch of replicates; a single game until we know how long one takes."""
        size = 1 if self.seconds_each is None else max(1, int(CHUNK / max(self.seconds_each, 1e-6)))
        size = min(size, -(-(self.games - self.handed_out) // workers))
        start = self.handed_out
        self.handed_out += size
        return start, self.handed_out

    def take(self, rows, seconds):
        self.rows += rows
        self.seconds_each = seconds / len(rows)

    def table(self):
        """The rows so far as a pandas table, in the order of the replicates."""
        ordered = sorted(self.rows, key=lambda row: row["replicate"])
        return pd.DataFrame(ordered).assign(experiment=self.experiment.name, cell=self.cell)

    def resize(self, games):
        """Play so many games; rows beyond them are gone."""
        self.rows = [row for row in self.rows if row["replicate"] < games]
        self.games, self.handed_out = games, min(self.handed_out, games)

    def seat(self, number):
        """What a seat did, on average over the games; nothing where rows do not tell."""
        rows = [row for row in self.rows if f"turns_{number + 1}" in row]
        turns, choices, fewest, most, led = (
            [row[f"{name}_{number + 1}"] for row in rows] for name in WHAT
        )
        if not sum(turns):
            return ("", "", "")
        mean = f"{sum(choices) / sum(turns):.2f}, {min(fewest)} to {max(most)}"
        return (f"{sum(turns) / len(rows):.1f}", mean, f"{sum(led) / len(rows):.1f}")

    def summary(self, statistic):
        """The line of the thesis's table: counts, the first player's wins, one number a metric."""
        rows = pd.DataFrame(self.rows)
        done = len(rows) > 0
        return {
            "game": self.experiment.name,
            "algorithm": self.cell,
            "total": self.games,
            "played": len(rows),
            "unfinished": int((~rows["finished"]).sum()) if done else 0,  # at the limit of plies
            "moves": int(rows["plies"].sum()) if done else 0,
            "first wins": float((rows["winner"] == 0).mean()) if done else math.nan,
            **{name: float(rows[name].agg(statistic)) if done else math.nan for name in COLUMNS},
        }


class Batch(Whole):
    """Experiments to be run in the background: Add, Remove, Start, Stop, look, save."""

    _pool: Any = None

    def __init__(self, experiments=None, folder="batches"):
        self.panel, self.folder = Panel(), Path(folder)
        known = EXPERIMENTS if experiments is None else experiments
        listed = known.values() if isinstance(known, Mapping) else known
        fitting = (one for one in listed if isinstance(one, EnvironmentExperiment))
        self.experiments = {one.name: one for one in fitting}
        if not self.experiments:
            raise HernaError("experiments holds none of thesis 1; allowed: EnvironmentExperiment")
        self.lines: list[Line] = []
        self._stopping = False
        self._began, self._elapsed, self._played_before = 0.0, 0.0, 0
        self._ours = False
        self._build()
        super().__init__(self._rows())
        self.add_class("herna-guarded").add_class("herna-batch")
        self.look()

    # What code may call.

    def add(self, experiment, cell=ALL, games=20):
        """Append an experiment, by name: all its algorithms or one."""
        if experiment not in self.experiments:
            raise HernaError(
                f"experiment is {shown(experiment)}; {nearest(experiment, self.experiments)}"
            )
        require_whole("batch", "games", games, 1, MOST_GAMES)
        found = self.experiments[experiment]
        cells = found.cells() if cell == ALL else (cell,)
        for name in cells:
            if name not in found.cells():
                raise HernaError(f"algorithm is {shown(name)}; {nearest(name, found.cells())}")
        new = [Line(found, name, games) for name in cells]
        listed = {line.name for line in self.lines}
        for line in new:
            if line.name in listed:  # it would play the same games again
                raise HernaError(f"{line.name}: is in the list; allowed: remove it first")
        self.lines += new
        self.look()

    def remove(self, line=None):
        """Take a line off the list, the selected one; its rows are gone."""
        line = self.selected if line is None else line
        if line is None:
            raise HernaError("the list is empty; allowed: add an experiment first")
        self.lines.remove(line)
        self.look()

    def resize(self, games, line=None):
        """Let a line have so many games, the selected one: more are played, or rows are dropped."""
        line = self.selected if line is None else line
        if line is None:
            raise HernaError("the list is empty; allowed: add an experiment first")
        require_whole("batch", "games", games, 1, MOST_GAMES)
        if self.running:
            raise HernaError("the batch is running; allowed: Stop it first")
        line.resize(games)
        self.look()

    def start(self, workers=None):
        """Work the list off in the background; without an event loop, here and now."""
        workers = self.workers.value if workers is None else workers
        require_whole("batch", "workers", workers, 1, MOST_WORKERS)
        if self.running:
            raise HernaError("the batch is running; allowed: Stop it first")
        if not any(line.handed_out < line.games for line in self.lines):
            raise HernaError("no games are left to play; allowed: add an experiment first")
        self.panel.error, self._stopping = "", False
        self._began, self._elapsed = time.monotonic(), 0.0
        self._played_before = self._played()
        self._task = self.panel.start(self._work(workers))

    def stop(self):
        """Hand out no more games; those in progress are finished and counted."""
        self._stopping = True
        if self.running:
            self.panel.note = "stopping: games in progress are finished ..."

    @property
    def selected(self):
        """The line selected in the list, or None."""
        index = self._select.index
        return self.lines[index] if index is not None and index < len(self.lines) else None

    def table(self, statistic="Mean"):
        """The list as a pandas table; metrics as Mean, SD, Minimum or Maximum over the games."""
        if statistic not in STATISTICS:
            raise HernaError(f"statistic is {shown(statistic)}; {nearest(statistic, STATISTICS)}")
        rows = [line.summary(STATISTICS[statistic]) for line in self.lines]
        return pd.DataFrame(rows, columns=[*COUNTS, *COLUMNS])

    def save(self, name, lines=None):
        """Write a CSV file per line, and the four summaries, to a folder of this name."""
        folder = _folder_in(self.folder, name)
        lines = self.lines if lines is None else lines
        if not any(line.rows for line in lines):
            raise HernaError("no games were played yet; allowed: save after a run")
        for line in (line for line in lines if line.rows):
            file = re.sub(r"[^\w-]", "_", f"{line.experiment.name}-{line.cell}") + ".csv"
            write_atomically(folder / file, line.table().to_csv(index=False).encode())
        for statistic in STATISTICS:
            content = self.table(statistic).to_csv(index=False).encode()
            write_atomically(folder / f"summary-{statistic.lower()}.csv", content)
        return folder

    def look(self):
        """Show the list, the players and the histogram as they are now."""
        self._show_selection()
        self._list.value = self._list_html()
        self._players.value = self._players_html()
        done, total = self._played(), sum(line.games for line in self.lines)
        self._bar.max, self._bar.value = max(total, 1), done
        self._label.value = self._time_words()
        going = self.running
        left = any(line.handed_out < line.games for line in self.lines)
        self._start_button.disabled = going or not left
        self._stop_button.disabled = not going
        self._remove_button.disabled = self.selected is None
        self._resize_button.disabled = going or self.selected is None
        self.draw()

    def draw(self):
        """Draw how the chosen metric is spread over the games of the selected line."""
        line = self.selected
        self._picture.paint(lambda ax: self._paint(ax, line), clear=True)
        self._picture.send()

    def close(self):
        """Stop at once: games in progress are lost."""
        self._stopping = True
        self._end_pool(kill=True)
        super().close()

    def __repr__(self):
        return f"Batch({self._words()})"

    def _repr_mimebundle_(self, **kwargs):
        image = self._picture.html(self._words())
        page = f"<p>{escape(self._words())}</p>{self._list.value}{image}"
        return static(super()._repr_mimebundle_(**kwargs), page, self._words())

    # Working.

    async def _work(self, workers):
        """Keep every worker busy until the list is done or somebody says stop."""
        self._pool = ProcessPoolExecutor(max_workers=workers)
        pending: dict[Any, Line] = {}
        try:
            await self._compile()
            while pending or self._next_line() is not None:
                while len(pending) < workers and (line := self._next_line()) is not None:
                    start, stop = line.next_chunk(workers)
                    task = self._pool.submit(
                        run_with_seats, line.experiment, line.cell, start, stop
                    )
                    pending[asyncio.wrap_future(task)] = line
                done, _ = await asyncio.wait(
                    pending, timeout=LOOK_EVERY, return_when=asyncio.FIRST_COMPLETED
                )
                for task in done:
                    *_, rows, seconds = task.result()
                    pending.pop(task).take(rows, seconds)
                self._look_now_and_then()
        finally:
            self._forget(pending)
            self._elapsed, self._task = time.monotonic() - self._began, None
            self._end_pool()
        self.panel.note = "stopped" if self._stopping else ""
        self.look()

    async def _compile(self):
        """Compile what the games need in a worker, so that nobody waits without a word."""
        kinds = {line.experiment.game: line.experiment for line in self.lines}
        for experiment in kinds.values():
            self.panel.note = f"preparing {experiment.game} ..."
            self._look_now_and_then()
            await asyncio.wrap_future(self._pool.submit(experiment.prepare))
        self.panel.note = ""

    def _next_line(self):
        """The first line with games to hand out, unless somebody said stop."""
        if self._stopping:
            return None
        return next((line for line in self.lines if line.handed_out < line.games), None)

    def _forget(self, pending):
        """After a failure: what was handed out and did not come back will be played again."""
        for line in set(pending.values()):
            played = {row["replicate"] for row in line.rows}
            first = next(i for i in range(line.games + 1) if i not in played)
            line.rows = [row for row in line.rows if row["replicate"] < first]
            line.handed_out = first

    def _look_now_and_then(self):
        self._elapsed = time.monotonic() - self._began
        if time.monotonic() - getattr(self, "_looked", 0.0) > LOOK_EVERY:
            self.look()
            self._looked = time.monotonic()

    def _end_pool(self, kill=False):
        if self._pool is not None:
            self._pool.shutdown(wait=False, kill_workers=kill)
        self._pool = None

    def _played(self):
        return sum(len(line.rows) for line in self.lines)

    # Building.

    def _build(self):
        wide = {"width": "auto"}
        names = list(self.experiments)
        self.experiment = ipywidgets.Dropdown(options=names, description="experiment")
        self.cell = ipywidgets.Dropdown(options=[ALL], description="algorithm")
        self.games = ipywidgets.BoundedIntText(
            20, 1, MOST_GAMES, description="games", layout={"width": "180px"}
        )
        cores = min(workers_available(), MOST_WORKERS)
        self.workers = ipywidgets.BoundedIntText(
            cores, 1, MOST_WORKERS, description="workers", layout={"width": "160px"}
        )
        self._add_button = self._button("Add", self._add_clicked, "append to the list")
        self._remove_button = self._button("Remove", self.remove, "take the selected line away")
        self._resize_button = self._button(
            "Set games", lambda: self.resize(self.games.value), "the number above for this line"
        )
        self._start_button = self._button("Start", self.start, "play the games of the list")
        self._stop_button = self._button("Stop", self.stop, "finish the games in progress only")
        self.statistic = ipywidgets.ToggleButtons(
            options=list(STATISTICS), description="show", style={"button_width": "90px"}
        )
        self.metric = ipywidgets.Dropdown(
            options=[(name.replace("_", " "), name) for name in (*METRICS, "rounds", "plies")],
            value="tension",
            description="histogram",
        )
        self._select = ipywidgets.Select(
            options=[], description="selected", rows=5, layout={"width": "420px"}
        )
        self._name = ipywidgets.Text("batch", description="folder", layout={"width": "260px"})
        self._save_button = self._button("Save", self._save_selected, "the selected line as CSV")
        self._all_button = self._button("Save all", self._save_clicked, "all lines as CSV")
        self._bar = ipywidgets.IntProgress(0, 0, 1, layout={"width": "40%"})
        self._label = ipywidgets.Label()
        self._list, self._players = (
            ipywidgets.HTML(layout={"overflow": "auto"}),
            ipywidgets.HTML(layout=wide),
        )
        self._picture = Picture(6.4, 3.0)
        self._picture.figure.subplots_adjust(0.1, 0.2, 0.98, 0.9)
        self.experiment.observe(self.panel.shown(lambda _change: self._list_cells()), "value")
        for control in (self.statistic, self.metric, self._select):
            trait = "index" if control is self._select else "value"
            control.observe(self.panel.shown(lambda _change: self._chosen()), trait)
        self._list_cells()

    def _rows(self):
        def row(*members):
            return ipywidgets.HBox(list(members), layout={"flex_flow": "row wrap"})

        return [
            row(self.experiment, self.cell, self.games, self._add_button),
            row(self.workers, self._start_button, self._stop_button, self._bar, self._label),
            self.panel,
            self.statistic,
            self._list,
            row(
                ipywidgets.VBox(
                    [
                        row(self._select, self._resize_button, self._remove_button),
                        self._players,
                        self.metric,
                        row(self._name, self._save_button, self._all_button),
                    ]
                ),
                self._picture,
            ),
        ]

    # What the controls do.

    def _list_cells(self):
        self.cell.options = [ALL, *self.experiments[self.experiment.value].cells()]

    def _add_clicked(self):
        self.add(self.experiment.value, self.cell.value, self.games.value)

    def _save_clicked(self):
        self.panel.note = f"saved in {self.save(self._name.value)}"

    def _save_selected(self):
        lines = [] if self.selected is None else [self.selected]
        self.panel.note = f"saved in {self.save(self._name.value, lines)}"

    def _chosen(self):
        if not self._ours:
            self.look()

    # Showing.

    def _show_selection(self):
        """The names of the lines; the same line stays selected where it can."""
        names, kept = [line.name for line in self.lines], self._select.value
        if tuple(names) != tuple(self._select.options):
            self._ours = True
            try:
                self._select.options = names
                self._select.value = kept if kept in names else names[0] if names else None
            finally:
                self._ours = False

    def _list_html(self):
        if not self.lines:
            return "<p>The list is empty: choose an experiment and add it.</p>"
        table = self.table(self.statistic.value)
        names = [LABELS.get(name, name) for name in table.columns]
        head = "".join(f"<th scope='col'>{escape(name)}</th>" for name in names)
        body = []
        for line, row in zip(self.lines, table.itertuples(index=False), strict=True):
            style = " style='font-weight: bold'" if line is self.selected else ""
            cells = "".join(
                f"<td style='white-space: nowrap'>{_number(value)}</td>" for value in row
            )
            body.append(f"<tr title='{escape(line.settings)}'{style}>{cells}</tr>")
        return f"<table style='line-height: 1.4'><tr>{head}</tr>{''.join(body)}</table>"

    def _players_html(self):
        """Who plays in the selected line, how often each has won, and all settings."""
        line = self.selected
        if line is None:
            return ""
        game, winners = line.experiment.build_game(), [row["winner"] for row in line.rows]
        rows = []
        for seat, player in enumerate(line.experiment.build_seats(line.cell)):
            rate = f"{winners.count(seat) / len(winners):.2f}" if winners else ""
            level = getattr(player, "level", None)
            cells = (game.seat_name(seat), player.name, level, rate, *line.seat(seat))
            shown = "".join(f"<td>{'' if c is None else escape(str(c))}</td>" for c in cells)
            rows.append(f"<tr>{shown}</tr>")
        head = "".join(
            f"<th scope='col' style='padding-right: 10px'>{words}</th>" for words in SEATS
        )
        table = f"<table style='line-height: 1.4'><tr>{head}</tr>{''.join(rows)}</table>"
        part = f"From turns on: the first {REPLAYED} games." if len(winners) > REPLAYED else ""
        return f"{table}{part}<p style='max-width: 620px'>{escape(line.settings)}</p>"

    def _time_words(self):
        """The time so far, and a rough estimate: the mean time of a game times the games left."""
        done, total = self._played(), sum(line.games for line in self.lines)
        words = f"{done} of {total} games"
        played = done - self._played_before
        if self._elapsed:
            words += f", {_clock(self._elapsed)} elapsed"
        if self.running and played > 0:
            words += f", about {_clock(self._elapsed / played * (total - done))} left"
        return words

    def _words(self):
        return f"{len(self.lines)} experiments, {self._time_words()}"

    def _paint(self, ax, line):
        metric = self.metric.value
        if line is None or not line.rows:
            ax.set_axis_off()
            ax.text(0.5, 0.5, "no games yet", ha="center", fontsize=12, transform=ax.transAxes)
            return
        ax.set_axis_on()
        values = [row[metric] for row in line.rows]
        plot_histograms({line.name: values}, LABELS.get(metric, metric), ax, bins=20)
        ax.get_legend().remove()  # it would cover the bars, and the title says the same
        ax.set_title(f"{line.name}, {len(values)} games", fontsize=12)
        ax.xaxis.label.set_size(11)
        ax.yaxis.label.set_size(11)
        ax.tick_params(labelsize=10)
        ax.yaxis.set_major_locator(MaxNLocator(5, integer=True))


def _folder_in(folder, name):
    """The folder of a saved batch; a name that would lead elsewhere is refused."""
    if not re.fullmatch(r"[\w-][\w .-]{0,79}", name):
        allowed = "letters, digits, '_', '-', '.' and spaces, without folders"
        raise HernaError(f"folder is {shown(name)}; allowed: {allowed}")
    return folder / name


def _number(value):
    if isinstance(value, float):
        return "" if math.isnan(value) else f"{value:.2f}"  # nothing to tell yet
    return escape(str(value))


def _clock(seconds):
    minutes, seconds = divmod(round(seconds), 60)
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"

"""A window on an experiment that runs elsewhere, or has run.

The run is a process of its own that writes to the store; this widget only looks. Close the tab,
restart the kernel, open another notebook: a new `RunView` of the same experiment shows the same
run, as far as it has got.
"""

import asyncio
import base64
import html
import io
import subprocess
import sys

import ipywidgets as widgets
import matplotlib.pyplot as plt

from herna.errors import HernaError
from herna.experiments import EXPERIMENTS
from herna.figures.curves import plot_running_means
from herna.kernels.world import METRICS
from herna.results.store import Store
from herna.widgets.board import static
from herna.widgets.errors import Panel

LOOK_EVERY = 1.0  # seconds between two looks at the store


class RunView(widgets.VBox):
    """Progress and curves of one experiment, with buttons to start and to stop it."""

    def __init__(self, experiment, scale="quick", metric=None, root=None):
        self.store = Store(experiment, scale, root)
        self._task = None
        self.panel = Panel()
        total = experiment.at(scale).replicates * len(experiment.cells())
        self.bar = widgets.IntProgress(0, 0, total, layout={"width": "60%"})
        self.label = widgets.Label()
        self.start_button = widgets.Button(description="Start or go on")
        self.stop_button = widgets.Button(description="Stop")
        self.metric = widgets.Dropdown(options=_numeric_columns(self.store), description="curve")
        if metric is not None:
            self.metric.value = metric
        self.picture = widgets.Image(format="png", layout={"max_width": "720px"})
        self.start_button.on_click(self.panel.shown(lambda _: self.start()))
        self.stop_button.on_click(self.panel.shown(lambda _: self.stop()))
        self.metric.observe(self.panel.shown(lambda _: self.draw()), "value")
        title = html.escape(f"{experiment.title} ({scale} scale)")
        buttons = widgets.HBox([self.start_button, self.stop_button, self.metric])
        progress = widgets.HBox([self.bar, self.label])
        super().__init__(
            [widgets.HTML(f"<b>{title}</b>"), progress, buttons, self.picture, self.panel]
        )
        self._seen = None
        self.look()
        if self.store.is_running():
            self._watch()

    @property
    def rows(self):
        """All rows there are by now, as a pandas table."""
        return self.store.rows_so_far()

    def start(self):
        """Start the run in a process of its own, or let an interrupted one go on."""
        experiment = self.store.experiment
        known = EXPERIMENTS.get(experiment.name)
        elsewhere = self.store.folder != Store(experiment, self.store.scale).folder
        if known is None or known.at(self.store.scale) != experiment or elsewhere:
            raise HernaError(
                f"experiment {experiment.name}: only registered experiments run in the background; "
                "use recorded(...) for a changed one"
            )
        self.panel.error = ""
        if not self.store.is_running():
            self._launch()
        self._watch()

    def _launch(self):
        self.store.folder.mkdir(parents=True, exist_ok=True)
        name, scale = self.store.experiment.name, self.store.scale
        command = [sys.executable, "-m", "herna", "reproduce", name, "--scale", scale]
        with open(self.store.folder / "run.log", "w") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True
            )

    def stop(self):
        """Stop the run; finished chunks are kept and the next start goes on from there."""
        self.store.stop_running()

    def look(self):
        """Look at the store once and show what is there."""
        progress = self.store.progress()
        done = sum(progress.values())
        running = self.store.is_running()
        self.bar.value = done
        finished = done == self.bar.max
        state = "running" if running else "finished" if finished else "not running"
        current = self.store.is_current()
        if finished and not current:
            state += " by other code than is here now"
        cells = ", ".join(f"{cell} {count}" for cell, count in progress.items())
        self.label.value = f"{done} of {self.bar.max} games, {state} ({cells})"
        self.start_button.disabled = running or (finished and current)
        self.stop_button.disabled = not running
        if progress != self._seen:
            self._seen = progress
            self.draw()
        return running

    def draw(self):
        """Draw the running means of the chosen metric."""
        rows = self.rows
        figure, ax = plt.subplots(figsize=(9, 3.2))
        plot_running_means(rows, self.metric.value, ax=ax)
        content = io.BytesIO()
        figure.savefig(content, format="png")
        self.picture.value = content.getvalue()
        plt.close(figure)

    def _watch(self):
        """Look again and again until the run is over."""
        if self._task is None or self._task.done():
            self._task = self.panel.start(self._look_until_done())

    async def _look_until_done(self):
        await asyncio.sleep(LOOK_EVERY)  # a process that was just started takes its lock first
        while self._is_alive():
            self.look()
            await asyncio.sleep(LOOK_EVERY)
        self.look()
        self._report_failure()

    def _is_alive(self):
        process = getattr(self, "process", None)
        return self.store.is_running() or (process is not None and process.poll() is None)

    def _report_failure(self):
        process = getattr(self, "process", None)
        if process is not None and process.poll() not in (0, None, 130):
            lines = (self.store.folder / "run.log").read_text().strip().splitlines()
            self.panel.error = lines[-1] if lines else f"the run ended with code {process.poll()}"

    def close(self):
        """Stop looking; the run itself goes on."""
        if self._task is not None:
            self._task.cancel()
        super().close()

    def _repr_mimebundle_(self, **kwargs):
        picture = base64.b64encode(self.picture.value).decode()
        shown = html.escape(self.label.value)
        page = f'<p>{shown}</p><img alt="running means" src="data:image/png;base64,{picture}">'
        return static(super()._repr_mimebundle_(**kwargs), page, self.label.value)


def _numeric_columns(store):
    """What a row measures: every column of numbers, metrics of fun first."""
    rows = store.rows_so_far()
    numbers = rows.select_dtypes("number").columns if len(rows) else METRICS
    names = [name for name in numbers if name not in ("replicate", "winner")]
    return sorted(names, key=lambda name: name not in METRICS)

"""A window on an experiment that runs elsewhere, or has run.

The run is a process of its own that writes to the store; this widget only looks. Close the tab,
restart the kernel, open another notebook: a new `RunView` of the same experiment shows the same
run, as far as it has got. Wherever a run is started, in a terminal or in another notebook, a view
that is open notices it.
"""

import asyncio
import html
import io
import subprocess
import sys
from typing import Any

import ipywidgets as widgets
import matplotlib.pyplot as plt

from herna.errors import HernaError, nearest, shown
from herna.experiments import EXPERIMENTS, unit_of
from herna.experiments.experiment import Experiment
from herna.figures import style
from herna.figures.curves import plot_running_means
from herna.kernels.world import METRICS
from herna.results.store import Store
from herna.widgets.board import static
from herna.widgets.errors import Panel, running_loop
from herna.widgets.picture import image_tag
from herna.widgets.whole import Whole

LOOK_EVERY = 1.0  # seconds between two looks at the store during a run
NAMED_CELLS = 16  # that are listed with their progress
NOTICE_EVERY = 3.0  # seconds between two looks when nothing runs


class RunView(Whole):
    """Progress and curves of one experiment, with buttons to start and to stop it."""

    process: Any = None  # the run, if it was started here

    def __init__(self, experiment, scale="quick", metric=None, root=None):
        experiment = _experiment(experiment)
        self.store = Store(experiment, scale, root)
        self.panel = Panel()
        total = experiment.at(scale).replicates * len(experiment.cells())
        self.bar = widgets.IntProgress(0, 0, total, layout={"width": "60%"})
        self.label = widgets.Label().add_class("herna-wrapped")
        self.start_button = widgets.Button(description="Start or go on")
        self.stop_button = widgets.Button(description="Stop")
        self.metric = widgets.Dropdown(options=_numeric_columns(self.store), description="curve")
        if metric is not None:
            if metric not in self.metric.options:
                raise HernaError(
                    f"metric is {shown(metric)}; {nearest(metric, self.metric.options)}"
                )
            self.metric.value = metric
        self.picture = widgets.Image(format="png", layout={"max_width": "960px"})
        self.start_button.on_click(self.panel.shown(lambda _: self.start()))
        self.stop_button.on_click(self.panel.shown(lambda _: self.stop()))
        self.metric.observe(self.panel.shown(lambda _: self.draw()), "value")
        title = html.escape(f"{experiment.title} ({scale} scale)")
        buttons = widgets.HBox([self.start_button, self.stop_button, self.metric])
        progress = widgets.VBox([self.bar, self.label])
        super().__init__(
            [widgets.HTML(f"<b>{title}</b>"), progress, buttons, self.picture, self.panel]
        )
        self.add_class("herna-guarded").add_class("herna-runview")
        self._seen, self._damage = None, ""
        running = self.look()
        if running or running_loop() is not None:
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
        """Look at the store once and show what is there; damage is named, and can be mended."""
        try:
            damaged = self.store.damage()
        except HernaError as problem:  # of the manifest
            damaged = [str(problem)]
        if self.panel.error and self.panel.error == self._damage:
            self.panel.error = ""  # somebody may have mended it
        if damaged and not self.store.is_running():
            self._damage = self.panel.error = f"{damaged[0]}; start the run to make it anew"
            self.start_button.disabled, self.stop_button.disabled = False, True
            return False
        progress = self.store.progress()
        done = sum(progress.values())
        running = self.store.is_running()
        self.bar.value = done
        finished = done == self.bar.max
        state = "running" if running else "finished" if finished else "not running"
        current = self.store.is_current()
        if finished and not current:
            state += " by other code than is here now"
        what = f"{done} of {self.bar.max} {unit_of(self.store.experiment)}"
        self.label.value = f"{what}, {state} ({_by_cell(progress)})"
        self.start_button.disabled = running or (finished and current)
        self.stop_button.disabled = not running
        if progress != self._seen:
            self._seen = progress
            self.draw()
        return running

    def draw(self):
        """Draw the running means of the chosen metric."""
        rows = self.rows
        if len(rows) and self.metric.value not in rows:  # opened before there was any row
            self.metric.options = _numeric_columns(self.store)
        content = io.BytesIO()
        with plt.rc_context(style.SETTINGS):  # as in the book, whatever the notebook has set
            figure, ax = plt.subplots(figsize=(9.6, 3.6))
            plot_running_means(rows, self.metric.value, ax=ax)
            figure.savefig(content, format="png")
            plt.close(figure)
        self.picture.value = content.getvalue()
        self.panel.unseen = self._words(rows)

    def _words(self, rows):
        """The picture in one sentence."""
        if self.metric.value not in rows:
            return "no curve yet"
        means = rows.groupby("cell", sort=False)[self.metric.value].mean()
        told = ", ".join(f"{cell} {mean:.4g}" for cell, mean in means.items())
        if len(means) > NAMED_CELLS:
            told = f"{means.min():.4g} to {means.max():.4g} in {len(means)} cells"
        return f"running means of {self.metric.value.replace('_', ' ')} have come to {told}"

    def _watch(self):
        """Look again and again: for ever beside everything else, in a script until the run ends."""
        if self._task is not None:
            self._task.cancel()  # it may be fast asleep
        beside = running_loop() is not None
        self._task = self.panel.start(self._look_on() if beside else self._look_until_done())

    async def _look_on(self):
        """See every run through to its end, wherever it was started."""
        while True:
            if self._is_alive():
                await self._look_until_done()
            await asyncio.sleep(NOTICE_EVERY)
            self.look()  # also because a short run may have come and gone

    async def _look_until_done(self):
        await asyncio.sleep(LOOK_EVERY)  # a process that was just started takes its lock first
        while self._is_alive():
            self.look()
            await asyncio.sleep(LOOK_EVERY)
        self.look()
        self._report_failure()

    def _is_alive(self):
        started_here = self.process is not None and self.process.poll() is None
        return started_here or self.store.is_running()

    def _report_failure(self):
        process, self.process = self.process, None  # the next run may be somebody else's
        code = None if process is None else process.poll()
        if code not in (0, None, 130):
            lines = (self.store.folder / "run.log").read_text().strip().splitlines()
            self.panel.error = lines[-1] if lines else f"the run ended with code {code}"

    def _repr_mimebundle_(self, **kwargs):
        page = f"<p>{html.escape(self.label.value)}</p>"
        page += image_tag(self.picture.value, self.panel.unseen)
        return static(super()._repr_mimebundle_(**kwargs), page, self.label.value)


def _experiment(experiment):
    """An experiment, or the one of this name."""
    if isinstance(experiment, Experiment):
        return experiment
    if experiment not in EXPERIMENTS:
        raise HernaError(f"experiment is {shown(experiment)}; {nearest(experiment, EXPERIMENTS)}")
    return EXPERIMENTS[experiment]


def _by_cell(progress):
    """How many rows each cell has; of many cells only the least and the most."""
    if len(progress) <= NAMED_CELLS:
        return ", ".join(f"{cell} {count}" for cell, count in progress.items())
    return f"{len(progress)} cells of {min(progress.values())} to {max(progress.values())}"


def _numeric_columns(store):
    """What a row measures: every column of numbers, metrics of fun first."""
    try:
        rows = store.rows_so_far()
    except HernaError:  # damaged, which `look` will say
        rows = ()
    numbers = rows.select_dtypes("number").columns if len(rows) else METRICS
    names = [name for name in numbers if name not in ("replicate", "winner")]
    return sorted(names, key=lambda name: name not in METRICS)

"""WeightTuner: turn the weights of an environment player and see at once what becomes of the games.

Every change plays a sample of games on the seeds of the fair sample, so that what differs is the
environment player and not luck. The work is `herna.comparison.compare_environments`.
"""

import asyncio
import time
from dataclasses import replace
from typing import Any

import ipywidgets

from herna.comparison import Comparison, plot_flow, plot_relative, sampling
from herna.dda import EHillClimber, EnvironmentPlayer
from herna.errors import HernaError, require_whole
from herna.kernels.world import BETTER, METRICS
from herna.play import seats_of
from herna.players import describe
from herna.warmup import warm_up
from herna.widgets.board import static
from herna.widgets.errors import Panel
from herna.widgets.picture import Picture
from herna.widgets.whole import Whole

STEPS = (0, 0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000, 3000, 10000)  # weights span decades
DEBOUNCE = 0.15  # seconds a slider must rest before games are played
SLICE = 0.04  # seconds of games between two looks at the sliders
MOST_GAMES = 100_000


class WeightTuner(Whole):
    """Sliders for the weights of an environment player, on a live sample of games.

    It is E-HillClimber unless another one is given, whose other settings are kept.
    """

    _due: Any = None

    def __init__(self, game, seats, games=200, seed=0, environment=None):
        self._given = start = environment or EHillClimber()
        if not isinstance(start, EnvironmentPlayer):
            raise HernaError(f"WeightTuner: environment is {start!r}; allowed: environment players")
        require_whole("WeightTuner", "games", games, 1, MOST_GAMES)
        self.game, self.seats, self.games, self.seed = game, seats_of(seats), games, seed
        self.panel = Panel()
        warm_up(game)
        self._fair: Any = None
        self.comparison: Any = None  # the data of the picture shown
        weights = start.weights_for(game)
        self.sliders = {name: self._slider(name, weights.get(name, 0)) for name in METRICS}
        self._share = ipywidgets.FloatSlider(
            value=start.random_share,
            min=0,
            max=1,
            step=0.05,
            description="left to chance",
            style={"description_width": "125px"},
            layout={"width": "340px"},
            readout_format=".2f",
        )
        self._share.observe(self._moved, "value")
        self._picture = Picture(11.2, 4.4, nrows=1, ncols=2, width_ratios=(1.25, 1))
        self._picture.figure.subplots_adjust(0.13, 0.13, 0.98, 0.91, wspace=0.2)
        reset = ipywidgets.Button(description="As at the start", layout={"width": "auto"})
        reset.on_click(self.panel.shown(lambda _button: self.set(weights, start.random_share)))
        controls = [*self.sliders.values(), self._share, reset]
        sliders = ipywidgets.HBox(controls, layout={"flex_flow": "row wrap", "max_width": "1120px"})
        super().__init__([sliders, self._picture, self.panel])
        self.add_class("herna-guarded").add_class("herna-tuner")
        self.update()

    @property
    def environment(self):
        """The environment player that the sliders describe."""
        weights = {name: slider.value for name, slider in self.sliders.items() if slider.value}
        return replace(self._given, weights=weights, random_share=self._share.value)

    def set(self, weights, random_share=None):
        """Put the sliders to these weights; metrics not mentioned get 0."""
        share = self._share.value if random_share is None else random_share
        wanted = replace(self._given, weights=dict(weights), random_share=share)
        for name, slider in self.sliders.items():
            slider.options = _steps_with(weights.get(name, 0))
            slider.value = weights.get(name, 0)
        self._share.value = wanted.random_share

    def update(self):
        """Play the sample now and draw it; returns the Comparison."""
        self._cancel()
        _finish(self._playing(self.environment))
        return self.comparison

    def close(self):
        self._cancel()
        super().close()

    def __repr__(self):
        return f"WeightTuner({self.game!r}, {self.games} games)"

    def _repr_mimebundle_(self, **kwargs):
        html = self._picture.html(self._words())
        return static(super()._repr_mimebundle_(**kwargs), html, self._words())

    # Inside.

    def _slider(self, name, weight):
        better = "more" if BETTER[name] > 0 else "less"
        slider = ipywidgets.SelectionSlider(
            options=_steps_with(weight),
            value=weight,
            description=name.replace("_", " "),
            tooltip=f"weight of {name.replace('_', ' ')}; {better} of it is better",
            style={"description_width": "125px"},
            layout={"width": "340px"},
        )
        slider.observe(self._moved, "value")
        return slider

    def _moved(self, _change):
        self.panel.shown(self._schedule)()

    def _schedule(self):
        """Wait until the sliders rest; a sample in progress is out of date."""
        self._cancel()
        self.panel.error = ""
        self._due = self.panel.later(DEBOUNCE, self._begin)

    def _begin(self):
        self._due = None
        self._task = self.panel.start(self._play_beside())

    async def _play_beside(self):
        """Play the sample in slices, so that a moving slider can stop it at any time."""
        playing, rest = self._playing(self.environment), time.monotonic() + SLICE
        for done in playing:
            if time.monotonic() > rest:
                self.panel.note = f"{done} of {self.games} games ..."
                await asyncio.sleep(0.001)
                rest = time.monotonic() + SLICE

    def _playing(self, environment):
        """Play both sides, the fair one only once, then draw; yields how many games are done."""
        if self._fair is None:
            self._fair = yield from sampling(self.game, self.seats, None, self.games, self.seed)
        tuned = yield from sampling(self.game, self.seats, environment, self.games, self.seed)
        self.comparison = Comparison(self.game, environment, self._fair, tuned)
        self._picture.paint(self._paint, clear=True)
        self._picture.send()
        self.panel.note = self.comparison.stalled()
        self.panel.unseen = self._words()

    def _paint(self, axes):
        plot_relative(self.comparison, axes[0])
        plot_flow(self.comparison, axes[1])

    def _cancel(self):
        for pending in (self._due, self._task):
            if pending is not None:
                pending.cancel()
        self._due = self._task = None

    def _words(self):
        """The picture in one sentence."""
        players = ", ".join(describe(player) for player in self.seats)
        rows = self.comparison.table()["ratio"].items()
        ratios = ", ".join(f"{name.replace('_', ' ')} {ratio:.2f}" for name, ratio in rows)
        words = (
            f"{self.game.name} ({players}), {self.games} games under {self._given.name}; "
            f"relative to fair chance: {ratios}"
        )
        stalled = self.comparison.stalled()
        return f"{words}; {stalled}" if stalled else words


def _steps_with(weight):
    """The steps of a slider, the given weight among them."""
    return sorted({*STEPS, weight})


def _finish(generator):
    for _ in generator:
        pass

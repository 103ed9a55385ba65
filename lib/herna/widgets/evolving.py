"""EvolutionDashboard: breed bots and watch, with the kernel free: pause, go on, stop, save, load.

Generations are made in a thread, one individual after the other, and a pause gives the generation
in progress up: all its lots come from its number, so it is made again just as it would have been.
The work is `herna.dungeon.course`.
"""

import asyncio
import threading
from dataclasses import replace
from html import escape
from pathlib import Path

import ipywidgets
from matplotlib.ticker import MaxNLocator

from herna.dungeon.course import Course
from herna.dungeon.representatives import EvolvedBot
from herna.errors import HernaError
from herna.evolution import Settings
from herna.figures.evolution import plot_course
from herna.figures.trials import plot_diversity
from herna.widgets.board import static
from herna.widgets.bots import game_of, heroes_for, unusual, warm_up_bots, with_hero
from herna.widgets.errors import Panel
from herna.widgets.picture import Picture
from herna.widgets.traces import path_in
from herna.widgets.whole import Whole

LOOK_EVERY = 0.2  # seconds between two looks at a generation in progress
DIGITS = 4  # of a rate that is shown
RATES = {  # words of the controls
    "crossover": "two-point pairs",
    "arithmetic": "arithmetic pairs",
    "mutation": "mutation of a gene",
    "smart": "smart mutation",
}


class GivenUp(Exception):
    """Raised in the middle of a generation that is not wanted any more."""


class EvolutionDashboard(Whole):
    """An evolution of bots, live. `dashboard.best` is the best bot so far, for other widgets.

    hero : a name such as Dwarf Priest, or a dungeon, which is kept when another hero is chosen
    """

    def __init__(self, hero="Human Fighter", settings=None, games=3, seed=0, folder="evolutions"):
        self.panel, self.folder = Panel(), Path(folder)
        self._halt, self._measured = threading.Event(), (0, 1)
        self.course = Course(game_of(hero), settings or Settings(), games, seed)
        warm_up_bots(self.course.game)
        self._build()
        super().__init__(self._rows())
        self.add_class("herna-guarded").add_class("herna-evolution")
        self._fill_controls()
        self.look()

    # What code may call.

    @property
    def best(self):
        """The best bot ever seen in this evolution, None before the first generation."""
        now = self.course.now
        if now is None:
            return None
        origin = {"fitness": now.best_fitness, "generation": now.best_since}
        return EvolvedBot(self.course.hero, tuple(now.best.tolist()), origin)

    def start(self):
        """Begin a new evolution with the settings of the controls."""
        self._refuse_while_running()
        self.course = self._from_controls()
        self._go()

    def pause(self):
        """Stop for a while; the generation in progress will be made again."""
        self._halt.set()

    def resume(self):
        """Go on where the evolution stands."""
        self._refuse_while_running()
        if self.course.now is None or self.course.over:
            raise HernaError("there is nothing to go on with; allowed: Start a new evolution")
        self._go()

    def stop(self):
        """End the evolution here; what was bred so far stays."""
        self._halt.set()
        reached = 1 if self.course.now is None else self.course.now.number
        settings = replace(self.course.settings, generations=reached)
        self.course = replace(self.course, settings=settings)
        self.look()

    def save(self, name):
        """Write a checkpoint to the dashboard's folder; the path."""
        path = path_in(self.folder, name)
        self.course.save(path)
        return path

    def load(self, name):
        """Show the evolution of a checkpoint; `resume` goes on with it."""
        self._refuse_while_running()
        self.course = Course.load(path_in(self.folder, name), self.course.game.tables)
        self._fill_controls()
        self.look()

    def look(self):
        """Show the evolution as it stands."""
        self._picture.paint(self._paint, clear=True)
        self._picture.send()
        self._show_progress()
        self._show_buttons()

    def words(self):
        """Where the evolution stands, in one sentence."""
        now, course = self.course.now, self.course
        who = f"{course.hero}{unusual(course.game)}"
        if now is None:
            return f"{who}: no generation yet"
        return (
            f"{who}: generation {now.number} of {course.settings.generations}, best ever "
            f"{now.best_fitness:.0f} (since generation {now.best_since}), mean "
            f"{now.fitness.mean():.0f}, {course.rows[-1]['distinct']} distinct genomes, most "
            f"without a win {course.ceiling:.0f}"
        )

    def close(self):
        """Give the generation in progress up."""
        self._halt.set()
        super().close()

    def __repr__(self):
        return f"EvolutionDashboard({self.words()})"

    def _repr_mimebundle_(self, **kwargs):
        image = self._picture.html(self.words())
        page = f"<p>{escape(self.words())}</p>{image}"
        return static(super()._repr_mimebundle_(**kwargs), page, self.words())

    # Breeding.

    def _refuse_while_running(self):
        if self.running:
            raise HernaError("the evolution is running; allowed: Pause or Stop it first")

    def _go(self):
        self.panel.error = ""
        self._halt = threading.Event()  # a new one: a thread that was told to stop keeps its own
        self._task = self.panel.start(self._breed(self._halt))
        self._show_buttons()

    async def _breed(self, halt):
        """Make generation after generation in a thread, and look at it now and then."""

        def between(done, total):
            self._measured = (done, total)
            if halt.is_set():
                raise GivenUp

        try:
            while not self.course.over and not halt.is_set():
                self._measured = (0, 1)
                making = asyncio.ensure_future(asyncio.to_thread(self.course.next, between))
                while not making.done():
                    await asyncio.wait({making}, timeout=LOOK_EVERY)
                    self._show_progress()
                made = making.result()
                if not halt.is_set():
                    self.course = made
                    self.look()
        except GivenUp:
            pass
        finally:
            halt.set()  # also when this task was cancelled
            if self._halt is halt:
                self._task = None
        self.look()

    # Building.

    def _build(self):
        def whole(value, low, high, words):
            return ipywidgets.BoundedIntText(
                value=value,
                min=low,
                max=high,
                description=words,
                style={"description_width": "130px"},
                layout={"width": "270px"},
            )

        self._hero = ipywidgets.Dropdown(
            description="hero",
            style={"description_width": "130px"},
            layout={"width": "270px"},
        )
        self._population = whole(100, 2, 10_000, "population")
        self._generations = whole(30, 1, 10_000, "generations")
        self._games = whole(3, 1, 1000, "games per bot")
        self._elite = whole(0, 0, 10_000, "elite")
        self._seed = whole(0, 0, 2**31 - 1, "seed")
        self._rates = {
            name: ipywidgets.BoundedFloatText(
                min=0,
                max=1,
                step=0.01,
                description=words,
                style={"description_width": "130px"},
                layout={"width": "270px"},
            )
            for name, words in RATES.items()
        }
        self._given: dict[str, float] = {}  # the rates behind these controls
        self._start_button = self._button("Start", self.start, "a new evolution")
        self._pause_button = self._button("Pause", self._pause_or_go_on, "stop for a while")
        self._stop_button = self._button("Stop", self.stop, "end the evolution here")
        self._bar = ipywidgets.IntProgress(0, 0, 1, layout={"width": "260px"})
        self._label = ipywidgets.Label()
        self._name = ipywidgets.Text(
            "evolution.json", description="checkpoint", layout={"width": "280px"}
        )
        self._save_button = self._button("Save", self._save_clicked, f"save in {self.folder}")
        self._load_button = self._button("Load", lambda: self.load(self._name.value), "load it")
        self._picture = Picture(11.2, 4.2, nrows=1, ncols=2, width_ratios=(1.7, 1))
        self._picture.figure.subplots_adjust(0.075, 0.14, 0.985, 0.8, wspace=0.26)

    def _rows(self):
        def row(*members):
            layout = {"flex_flow": "row wrap", "max_width": "1180px"}
            return ipywidgets.HBox(list(members), layout=layout)

        numbers = (self._population, self._generations, self._games, self._elite, self._seed)
        buttons = (self._start_button, self._pause_button, self._stop_button)
        files = (self._name, self._save_button, self._load_button)
        return [
            row(self._hero, *numbers, *self._rates.values()),
            row(*buttons, self._bar, *files),
            self._label,
            self.panel,
            self._picture,
        ]

    def _controls(self):
        numbers = (self._population, self._generations, self._games, self._elite, self._seed)
        return (self._hero, *numbers, *self._rates.values())

    # What the controls do.

    def _from_controls(self):
        settings = Settings(
            population=self._population.value,
            generations=self._generations.value,
            elite=self._elite.value,
            **{name: self._rate(name) for name in self._rates},
        )
        game = with_hero(self._dungeon, self._hero.value)
        return Course(game, settings, self._games.value, self._seed.value)

    def _rate(self, name):
        """A rate as it was given, which may be finer than what is shown, or as it was changed."""
        shown, given = self._rates[name].value, self._given[name]
        return given if shown == round(given, DIGITS) else shown

    def _fill_controls(self):
        course = self.course
        self._dungeon = course.game
        self._hero.options = heroes_for(course.game)
        self._hero.value = course.hero
        self._population.value = course.settings.population
        self._generations.value = course.settings.generations
        self._elite.value, self._games.value = course.settings.elite, course.games
        self._seed.value = course.seed
        for name, control in self._rates.items():
            self._given[name] = getattr(course.settings, name)
            control.value = round(self._given[name], DIGITS)

    def _pause_or_go_on(self):
        if self.running:
            self.pause()
        else:
            self.resume()

    def _save_clicked(self):
        self.panel.note = f"saved as {self.save(self._name.value)}"

    # Showing.

    def _show_progress(self):
        self._bar.value, self._bar.max = 0, self._measured[1]
        self._bar.value = self._measured[0] if self.running else 0
        self._label.value = self.words()

    def _show_buttons(self):
        begun = self.course.now is not None and not self.course.over
        self._start_button.disabled = self.running
        self._pause_button.disabled = not self.running and not begun
        self._pause_button.description = "Pause" if self.running or not begun else "Resume"
        self._stop_button.disabled = not self.running and not begun
        self._save_button.disabled = self.course.now is None
        self._load_button.disabled = self.running
        for control in self._controls():
            control.disabled = self.running

    def _paint(self, axes):
        course, table = self.course, self.course.table()
        for ax in axes:
            ax.tick_params(labelsize=11)
        plot_course(table, course.ceiling, axes[0])
        words = "game" if course.games == 1 else f"{course.games} games"
        axes[0].set_ylabel(f"fitness of {words}")
        plot_diversity(table, course.settings.population, axes[1])
        axes[1].set_title("Diversity", fontsize=13, pad=26)
        axes[0].set_title(f"Fitness, {course.hero}", fontsize=13, pad=26)
        for ax in axes:
            ax.yaxis.label.set_size(12)
            ax.set_xlim(1, max(course.settings.generations, 2))
            ax.xaxis.set_major_locator(MaxNLocator(6, integer=True))
            where = {"loc": "lower left", "bbox_to_anchor": (-0.02, 0.98), "columnspacing": 0.9}
            ax.legend(ncols=4, fontsize=9.5, handlelength=1.7, **where)

"""GenomeEditor: turn the genes of a bot, let it play, and compare with the bot from before.

21 sliders order two lists of strategies, and a form holds the 43 other genes. A trial plays the
same dungeons for every genome, so what differs is the bot. The work is `herna.dungeon.trial`.
"""

import asyncio
import time
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets
import pandas as pd

from herna.dungeon.crawler import Crawler
from herna.dungeon.genome import IDS, NAMES, genes
from herna.dungeon.representatives import EvolvedBot, representatives
from herna.dungeon.trial import Trial, hand_made, order_of, playing
from herna.errors import HernaError, require_whole
from herna.figures.trials import plot_rates, plot_uses
from herna.seeds import generator
from herna.widgets.board import static
from herna.widgets.bots import game_of, hero_of, heroes_for, unusual, warm_up_bots, with_hero
from herna.widgets.errors import Panel
from herna.widgets.genes import GeneForm, PriorityList
from herna.widgets.picture import Picture
from herna.widgets.traces import path_in
from herna.widgets.whole import Whole

SLICE = 0.04  # seconds of games between two looks at the buttons
GAMES = (20, 100, 500, 2000)
MOST_GAMES = 100_000


class GenomeEditor(Whole):
    """The genes of a bot for a hero, with trials. `editor.genome` are the genes as they are set.

    hero : a name such as Dwarf Priest, or a dungeon, which is kept when another hero is chosen
    """

    def __init__(self, hero="Human Fighter", genome=None, games=100, seed=0, folder="bots"):
        require_whole("GenomeEditor", "games", games, 1, MOST_GAMES)
        self.panel, self.folder, self.seed = Panel(), Path(folder), seed
        self._dungeon = game_of(hero)
        warm_up_bots(self._dungeon)
        self._drawn = 0  # random genomes so far
        self._origin: dict[str, Any] = {}
        self.trial: Trial | None = None
        self.before: Trial | None = None
        self._stopping = False
        self._build(games)
        self._crawler = Crawler(self._dungeon)
        super().__init__(self._rows())
        self.add_class("herna-guarded").add_class("herna-genome")
        self.load(self._first() if genome is None else genome)
        self.draw()

    # What code may call.

    @property
    def hero(self):
        return self._hero.value

    @property
    def genome(self):
        """All 64 genes as the controls stand."""
        found = genes().least.copy()
        for part in self._parts:
            for number, value in part.values().items():
                found[number] = value
        return found

    @property
    def bot(self):
        """The genome with its hero, to be saved or handed on."""
        genome = tuple(float(gene) for gene in self.genome)
        return EvolvedBot(self.hero, genome, self._origin)

    def load(self, genome):
        """Put the controls to a genome or a bot; the name of a file in the folder does as well."""
        if isinstance(genome, str):
            genome = EvolvedBot.load(path_in(self.folder, genome))
        origin: dict[str, Any] = {"made by": "hand"}
        if isinstance(genome, EvolvedBot):
            origin = genome.origin
            if genome.hero in self._hero.options:
                self._hero.value = genome.hero
        checked = genes().check(getattr(genome, "genome", genome))
        for part in self._parts:
            part.show(checked)
        self._origin = origin

    def save(self, name):
        """Save the bot in the editor's folder; the path."""
        path = path_in(self.folder, name)
        self.bot.save(path)
        return path

    def play(self, games=None):
        """Let the bot play in the background; without an event loop, here and now."""
        games = self._games.value if games is None else games
        require_whole("GenomeEditor", "games", games, 1, MOST_GAMES)
        if self.running:
            raise HernaError("the bot is playing; allowed: Stop it first")
        self._stopping = False
        self._task = self.panel.start(self._play_beside(self.genome, games))
        self._show_buttons()

    def stop(self):
        """Give the trial up; the last finished one stays."""
        self._stopping = True

    def words(self):
        """The last trial in one sentence."""
        who = f"{self.hero}{unusual(self._dungeon)}"
        if self.trial is None:
            return f"{who}: this bot has not played yet"
        before = "" if self.before is None else f"; before: {self.before.words()}"
        return f"{who}: {self.trial.words()}{before}"

    def draw(self):
        """Draw the last trial beside the one before; without any there is no empty picture."""
        self._picture.layout.display = "none" if self.trial is None else None
        self._picture.paint(self._paint, clear=True)
        self._picture.send()

    def close(self):
        self._stopping = True
        super().close()

    def __repr__(self):
        return f"GenomeEditor({self.words()})"

    def _repr_mimebundle_(self, **kwargs):
        orders = "".join(
            f"<p><b>{title}</b>: {escape(', '.join(names))}</p>"
            for title, names in zip(("Game", "Combat"), order_of(self.genome), strict=True)
        )
        image = self._picture.html(self.words())
        return static(super()._repr_mimebundle_(**kwargs), orders + image, self.words())

    # Building.

    def _build(self, games):
        self._hero = ipywidgets.Dropdown(
            options=heroes_for(self._dungeon),
            value=hero_of(self._dungeon),
            description="hero",
            layout={"width": "225px"},
        )
        self._hero.observe(self.panel.shown(self._hero_changed), "value")
        self._loads = [
            self._button("Representative", self._load_representative, "the hero's evolved bot"),
            self._button("Hand-made", lambda: self.load(hand_made()), "the hand-made bot's lists"),
            self._button("Random", self._load_random, "every gene by lot"),
            self._button("As before", self._load_before, "the genome of the trial before"),
        ]
        count = sum(name.startswith("G") for name in IDS)
        self._lists = [
            PriorityList("In the dungeon", IDS[:count], self.panel.shown(self._changed)),
            PriorityList("In a fight", IDS[count:], self.panel.shown(self._changed)),
        ]
        self._form = GeneForm(self.panel.shown(self._changed))
        self._parts: list[Any] = [*self._lists, self._form]
        options = sorted({*GAMES, games})
        self._games = ipywidgets.Dropdown(
            options=options, value=games, description="games", layout={"width": "170px"}
        )
        self._play_button = self._button("Play", self.play, "let this bot play so many games")
        self._stop_button = self._button("Stop", self.stop, "give the trial up")
        self._bar = ipywidgets.IntProgress(0, 0, 1, layout={"width": "300px"})
        self._name = ipywidgets.Text("bot.json", description="file", layout={"width": "220px"})
        self._files = [
            self._button("Save", self._save_clicked, f"save in {self.folder}"),
            self._button("Load", lambda: self.load(self._name.value), "load it again"),
        ]
        self._picture = Picture(11.2, 5.4, nrows=1, ncols=2, width_ratios=(1, 1.35))
        self._picture.figure.subplots_adjust(0.07, 0.11, 0.985, 0.93, wspace=0.72)
        self._picture.axes[0].set_position([0.07, 0.55, 0.28, 0.38])  # with room for words below
        self._show_buttons()

    def _rows(self):
        def row(*members):
            return ipywidgets.HBox(list(members), layout={"flex_flow": "row wrap"})

        return [
            row(self._hero, *self._loads, self._name, *self._files),
            row(*self._lists),
            self._form,
            row(self._games, self._play_button, self._stop_button, self._bar),
            self.panel,
            self._picture,
        ]

    # What the controls do.

    def _first(self):
        """The representative where there is one, else the hand-made bot."""
        return representatives().get(self.hero, hand_made())

    def _load_representative(self):
        found = representatives()
        if self.hero not in found:
            raise HernaError(f"no representative of {self.hero} is stored yet")
        self.load(found[self.hero])

    def _load_random(self):
        self._drawn += 1
        self.load(genes().random(1, generator(self.seed, "editor", self._drawn))[0])

    def _load_before(self):
        if self.before is None:
            raise HernaError("there is no trial before; allowed: after two trials")
        self.load(self.before.genome)

    def _save_clicked(self):
        self.panel.note = f"saved as {self.save(self._name.value)}"

    def _hero_changed(self, _change):
        """Trials of another hero say nothing about this one."""
        self._crawler = Crawler(with_hero(self._dungeon, self.hero))
        self.trial = self.before = None
        self._stopping = True
        self.draw()

    def _changed(self):
        """A gene was set by hand."""
        self._origin = {"made by": "hand"}
        for part in self._lists:
            part.show_order()

    # Playing.

    async def _play_beside(self, genome, games):
        """Play in slices, so that the buttons stay alive."""
        steps, rest = playing(self._crawler, genome, games, self.seed), 0.0
        self._bar.max, self._bar.value = games, 0
        try:
            while not self._stopping:
                if time.monotonic() > rest:
                    await asyncio.sleep(0.001)
                    rest = time.monotonic() + SLICE
                done = next(steps, None)
                if done is None:
                    return
                if done == games or time.monotonic() > rest:
                    self._bar.value = done
                    self.panel.note = f"{done} of {games} games ..."
                if done == games:
                    self._take(_result(steps))
                    return
            self.panel.note = "stopped"
        finally:
            self._task = None
            self._show_buttons()

    def _take(self, trial):
        """Keep a finished trial; the one before stays if only the games were played again."""
        if self.trial is not None and self.trial.genome != trial.genome:
            self.before = self.trial
        self.trial = trial
        self.draw()
        self.panel.note = self.words()

    def _show_buttons(self):
        self._play_button.disabled = self.running
        self._stop_button.disabled = not self.running

    def _paint(self, axes):
        shown = {"before": self.before, "now": self.trial}
        trials = {name: trial for name, trial in shown.items() if trial is not None}
        for ax in axes:
            ax.set_visible(bool(trials))
        if not trials:
            return
        rates = pd.DataFrame(
            {name: (t.rate, *t.interval) for name, t in trials.items()}, ["rate", "low", "high"]
        ).T
        names = [NAMES[name] for name in IDS]
        uses = pd.DataFrame({name: t.uses for name, t in trials.items()}, names)
        plot_rates(rates, axes[0])
        axes[0].set_title("Games won", fontsize=13)
        told = "\n".join(
            f"{name}: {t.wins} of {t.games} games won,\n    {t.kills:.1f} kills a game,"
            f" fitness {t.fitness:.0f}"
            for name, t in trials.items()
        )
        axes[0].text(
            -0.1, -0.3, told, transform=axes[0].transAxes, va="top", fontsize=12, linespacing=1.4
        )
        plot_uses(uses, axes[1])
        axes[1].set_title("Uses of strategies", fontsize=13)
        if len(trials) > 1:
            axes[1].legend(loc="lower right", fontsize=11)
        for ax in axes:
            ax.tick_params(labelsize=11)


def _result(steps):
    """What a generator returns after its last step."""
    try:
        next(steps)
    except StopIteration as end:
        return end.value
    raise HernaError("the trial goes on")

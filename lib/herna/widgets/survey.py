"""Two of the surveyed approaches to play with: POSM and the pheromone board.

Each is a thin panel over `herna.survey`: buttons change the model, one picture shows it. What goes
wrong appears below the picture, and readers without a kernel see the picture as it was.
"""

import ipywidgets
import numpy as np

from herna.errors import HernaError
from herna.figures.survey import plot_beliefs, plot_zone
from herna.seeds import generator
from herna.survey import pheromones, posm
from herna.widgets.board import static, whole_number
from herna.widgets.errors import Panel
from herna.widgets.picture import Picture
from herna.widgets.whole import Whole


class SurveyPanel(Whole):
    """A row of buttons over a picture; subclasses say what buttons do and how to draw."""

    def __init__(self, buttons, picture):
        self.panel, self.picture = Panel(), picture
        self.buttons = {name: self._button(name, action) for name, action in buttons.items()}
        row = ipywidgets.HBox(list(self.buttons.values()), layout={"flex_flow": "row wrap"})
        super().__init__([row, picture, self.panel])
        self.add_class("herna-guarded")
        self.draw()

    def _button(self, words, action, tooltip=""):
        def act():
            action()
            self.draw()

        return super()._button(words, act, tooltip)

    def draw(self):
        """Show the model as it is now."""
        self.picture.paint(self.paint, clear=True)
        self.picture.send()
        self.panel.note = self.words()

    def paint(self, ax):
        """Draw the model; every panel has its own picture."""
        raise NotImplementedError(f"{type(self).__name__} needs a paint(ax)")

    def words(self):
        """The picture in one sentence."""
        raise NotImplementedError(f"{type(self).__name__} needs its words()")

    def _repr_mimebundle_(self, **kwargs):
        html = self.picture.html(self.words())
        return static(super()._repr_mimebundle_(**kwargs), html, self.words())


class PosmPanel(SurveyPanel):
    """You are the player: say how you found the setting, and POSM chooses the next one."""

    def __init__(self, settings=posm.SPEEDS, beta=posm.BETA, seed=0):
        if not 2 <= whole_number(settings) <= 50:
            raise HernaError(f"settings is {settings}; allowed: a whole number from 2 to 50")
        if not 0 < beta < 1:
            raise HernaError(f"beta is {beta}; allowed: a number between 0 and 1")
        self.settings, self.beta, self.seed = settings, beta, seed
        self._begin()
        buttons = {
            "too easy": lambda: self.say(1),
            "right": lambda: self.say(0),
            "too hard": lambda: self.say(-1),
            "begin again": self._begin,
        }
        picture = Picture(7.2, 3.3)
        picture.figure.subplots_adjust(0.1, 0.18, 0.98, 0.95)
        super().__init__(buttons, picture)

    def _begin(self):
        self.rng = generator(self.seed, "posm panel")
        self.master = posm.Master(self.settings, self.beta)
        self.chosen = self.master.choose(self.rng)

    def say(self, verdict):
        """How the player found the stretch: 1 too easy, 0 right, -1 too hard."""
        self.master.learn(self.chosen, verdict)
        if verdict:
            self.chosen = self.master.choose(self.rng)

    def paint(self, ax):
        plot_beliefs(self.master.beliefs / self.master.beliefs.max(), self.chosen, ax)
        ax.set_ylabel("belief, largest = 1")

    def words(self):
        return f"POSM plays setting {self.chosen} of {self.settings}"


class PheromonePanel(SurveyPanel):
    """A patient and his board: let him wipe it, set targets, make the game easier or harder."""

    def __init__(self, patient=None, seed=0):
        self.patient, self.seed = patient or pheromones.Patient(), seed
        self._begin()
        buttons = {
            "next target": lambda: self.attempts(1),
            "ten targets": lambda: self.attempts(10),
            "harder": lambda: self.allow(easier=False),
            "easier": lambda: self.allow(easier=True),
            "begin again": self._begin,
        }
        picture = Picture(6.0, 5.4)
        picture.figure.subplots_adjust(0.02, 0.02, 0.98, 0.98)
        super().__init__(buttons, picture)

    def _begin(self):
        self.rng = generator(self.seed, "pheromone panel")
        self.zone = pheromones.wipe(self.patient, self.rng)
        self.reached, self.tried, self.last = 0, 0, None
        self.allow(easier=False)

    def allow(self, easier):
        """Renew the interaction matrix."""
        self.allowed = pheromones.interaction(self.zone, easier)

    def attempts(self, count):
        """Set so many targets from the matrix, one after the other."""
        for _ in range(count):
            cells = np.argwhere(self.allowed)
            if not len(cells):
                raise HernaError("no cell is allowed here; allowed: another matrix")
            row, column = cells[self.rng.integers(len(cells))].tolist()
            success, path, speeds = self.patient.reach((row, column), self.rng)
            self.zone = pheromones.laid(self.zone, path, speeds)
            self.tried, self.reached = self.tried + 1, self.reached + success
            self.last = (row, column, success, path)

    def paint(self, ax):
        plot_zone(self.zone, self.allowed, ax)
        if self.last is not None:
            row, column, success, path = self.last
            rows, columns = zip(*path, strict=True)
            ax.plot(columns, rows, "-", color="black")
            ax.plot(column, row, "*" if success else "x", color="black", markersize=16)

    def words(self):
        last = "" if self.last is None else "; star: reached" if self.last[2] else "; cross: missed"
        return (
            f"{self.reached} of {self.tried} targets reached, {int(self.allowed.sum())} allowed "
            f"(circles); the darker a cell, the more pheromone{last}"
        )

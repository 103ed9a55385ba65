"""SideBySide: the same seed under several algorithms, one board each, and one clock for all.

Games differ in length, so the clock counts either rounds or the share of each game that is over.
What lies before the first decision (a deal, a hidden number) is not shown step by step.
"""

import asyncio
import threading
import time
from html import escape

import ipywidgets

from herna.errors import HernaError, nearest, shown
from herna.experiments.environment_experiment import EnvironmentExperiment
from herna.figures.boards import board as board_of
from herna.game import CHANCE, OVER
from herna.kernels.world import BETTER, METRICS
from herna.play import Match
from herna.progress import passing
from herna.warmup import warm_up
from herna.widgets.board import Board, static
from herna.widgets.errors import Panel
from herna.widgets.whole import Whole

SLICE = 0.08  # seconds of playing between two words about how far it has got
SHARE, ROUND = "share of the game", "round"
PERCENT = 100


class Course:
    """One game as it is played out: which ply belongs to which round."""

    def __init__(self, name, match):
        self.name, self.match = name, match
        self.plies = [self._first_decision()]  # the ply at which so many rounds were complete
        self._rounds = 0

    def _first_decision(self):
        game, match = self.match.game, self.match
        while match.to_move == CHANCE and not game.steerable(match.state):
            match.step()
        return match.ply

    def step(self):
        """One ply on; whether there was one."""
        if self.match.step() is None:
            return False
        rounds = self.match.game.rounds(self.match.state)
        while len(self.plies) <= rounds:
            self.plies.append(self.match.ply)
        self.plies[-1] = max(self.plies[-1], self.match.ply) if self.match.over else self.plies[-1]
        return True

    @property
    def rounds(self):
        return len(self.plies) - 1

    def round_at(self, unit, value):
        """The round that the clock points at; a game that is over stays at its end."""
        if unit == SHARE:
            return round(value / PERCENT * self.rounds)
        return min(value, self.rounds)

    def words(self, number):
        """How the game stands after so many rounds."""
        game, ply = self.match.game, self.plies[number]
        if not self.match.over:
            return f"round {number}, still being played"
        if game.to_move(self.match.state_at(ply)) != OVER:
            return f"round {number} of {self.rounds}"
        returns = game.returns(self.match.state_at(ply))
        winners = [game.seat_name(seat) for seat, worth in enumerate(returns) if worth > 0]
        end = f"{', '.join(winners)} won" if winners else "lost" if len(returns) == 1 else "a draw"
        return f"over after {self.rounds} rounds: {end}"


class SideBySide(Whole):
    """One seed, many algorithms.

    `SideBySide(experiment)` shows the algorithms of an experiment, or those named in `cells`.
    `SideBySide(game, seats, cells={"fair": Fair(), ...})` takes any environment players.
    """

    _drawings = 0  # how many were begun

    def __init__(self, experiment, seats=None, cells=None, seed=0, size=300):
        self.panel = Panel()
        self._tables = _tables(experiment, seats, cells)
        self._updating: int | None = None
        self.courses: list[Course] = []
        warm_up(next(iter(self._tables.values()))[0])
        self._build(seed, size)
        super().__init__(self._rows())
        self.add_class("herna-guarded").add_class("herna-side-by-side")
        self._begin(seed)
        for course in passing(self.courses, "playing", unit="game", delay=1):
            while course.step():
                pass
        self._measure_clock()
        self.refresh()

    # What code may call.

    def restart(self, seed):
        """Play the games of this seed beside everything else; the clock goes to the start."""
        self._begin(seed)
        self.refresh()
        self._start(self._play_all())

    def _begin(self, seed):
        seed = _seed_from(seed)
        self.pause()
        self.seed = seed
        matches = {
            name: Match(game, seats, seed, chance)
            for name, (game, seats, chance) in self._tables.items()
        }
        self.courses = [Course(name, match) for name, match in matches.items()]
        self._set(self._seed, value=str(seed))
        self._set(self._clock, value=0)

    def go_to(self, value):
        """Put the clock to a share in percent, or to a round."""
        self._clock.value = value

    def run(self):
        """Let the clock run from here, or from the start if it is at the end."""
        if self._clock.value >= self._clock.max:
            self._clock.value = 0
        self._start(self._tick())
        if self.running:
            self._play.description = "Pause"

    def pause(self):
        """Stop the clock."""
        if self._task is not None:
            self._task.cancel()
        self._task = None
        self._play.description = "Play"

    def metrics(self):
        """The metrics on show: one row per algorithm, as plain dicts."""
        rows = {}
        for course in self.courses:
            number = course.round_at(self._unit.value, self._clock.value)
            rows[course.name] = course.match.metrics_at(course.plies[number])
        return rows

    def refresh(self):
        """Show all games at the time of the clock, one after the other."""
        self.panel.start(self._draw())

    def close(self):
        self._drawings += 1
        super().close()

    def __repr__(self):
        return f"SideBySide({', '.join(self._tables)}; seed {self.seed})"

    def _repr_mimebundle_(self, **kwargs):
        parts, words = [], []
        for course, numbers in zip(self.courses, self._numbers(), strict=True):
            number = course.round_at(self._unit.value, self._clock.value)
            picture, where = self._scene(course, number).to_html(), course.words(number)
            parts.append(
                f'<div style="width: 300px"><b>{escape(course.name)}</b>, {escape(where)}'
                f"{picture}{numbers}</div>"
            )
            words.append(f"{course.name}: {where}")
        grid = '<div style="display: flex; flex-wrap: wrap; gap: 16px">'
        return static(
            super()._repr_mimebundle_(**kwargs), f"{grid}{''.join(parts)}</div>", "; ".join(words)
        )

    # Building.

    def _build(self, seed, size):
        self._play = self._button("Play", self._play_or_pause, "let the clock run, or stop it")
        self._again = self._button("To the start", lambda: self.go_to(0), "clock to the start")
        self._clock = ipywidgets.IntSlider(
            0, 0, PERCENT, description="time", layout={"width": "440px"}
        )
        self._clock.observe(self._on(lambda _change: self.refresh()), "value")
        self._unit = ipywidgets.Dropdown(
            options=[SHARE, ROUND], description="clock", layout={"width": "250px"}
        )
        self._unit.observe(self._on(self._other_unit), "value")
        self._speed = ipywidgets.IntSlider(
            5, 1, 20, description="ticks/s", layout={"width": "260px"}
        )
        self._seed = ipywidgets.Text(
            str(seed), description="seed", continuous_update=False, layout={"width": "200px"}
        )
        self._seed.observe(self._on(lambda change: self.restart(change["new"])), "value")
        game = next(iter(self._tables.values()))[0]
        empty = board_of(game, game.initial())
        self.boards = [Board(empty, size=size) for _ in self._tables]
        self._labels = [ipywidgets.HTML() for _ in self._tables]

    def _rows(self):
        wrap = {"flex_flow": "row wrap"}
        controls = [self._again, self._play, self._clock, self._unit, self._speed, self._seed]
        tables = [
            ipywidgets.VBox(
                [ipywidgets.HTML(f"<b>{escape(name)}</b>"), board, label],
                layout={"margin": "0 12px 12px 0"},
            )
            for name, board, label in zip(self._tables, self.boards, self._labels, strict=True)
        ]
        return [
            ipywidgets.HBox(controls, layout=wrap),
            self.panel,
            ipywidgets.HBox(tables, layout=wrap),
        ]

    def _button(self, words, action, tooltip):
        button = ipywidgets.Button(description=words, tooltip=tooltip, layout={"width": "auto"})
        button.on_click(self._on(lambda _button: action()))
        return button

    def _on(self, callback):
        """A callback of a control: errors are shown, changes made by ourselves are ignored."""

        def act(*arguments):
            self.panel.error = ""
            return callback(*arguments)

        shown = self.panel.shown(act)

        def unless_ours(*arguments):
            if self._updating != threading.get_ident():
                shown(*arguments)

        return unless_ours

    def _set(self, widget, **values):
        before, self._updating = self._updating, threading.get_ident()
        try:
            for name, value in values.items():
                setattr(widget, name, value)
        finally:
            self._updating = before

    # Playing.

    def _start(self, coroutine):
        self.pause()
        self._task = self.panel.start(coroutine)

    async def _play_all(self):
        """Play every game to its end, with a word now and then; others may work in between."""
        rest = time.monotonic() + SLICE
        for course in self.courses:
            while course.step():
                if time.monotonic() > rest:
                    self.panel.note = f"playing: {course.name}, round {course.rounds} ..."
                    await asyncio.sleep(0.001)
                    rest = time.monotonic() + SLICE
        self.panel.note = ""
        self._task = None
        self._measure_clock()
        self.refresh()

    async def _tick(self):
        while self._clock.value < self._clock.max:
            due = time.monotonic() + 1 / self._speed.value
            self._set(self._clock, value=self._clock.value + 1)
            await self._draw()
            await asyncio.sleep(max(due - time.monotonic(), 0.001))
        self._task = None
        self._play.description = "Play"

    def _play_or_pause(self):
        if self.running:
            self.pause()
            self.refresh()  # some boards may not have caught up with the clock
        else:
            self.run()

    def _other_unit(self, change):
        """The same time on the other clock, as nearly as it can be said."""
        share = self._clock.value / self._clock.max
        self._measure_clock()
        self._set(self._clock, value=round(share * self._clock.max))
        self.refresh()

    def _measure_clock(self):
        longest = max(course.rounds for course in self.courses)
        last = PERCENT if self._unit.value == SHARE else max(longest, 1)
        self._set(self._clock, value=min(self._clock.value, last))
        self._set(self._clock, max=last)

    async def _draw(self):
        """Numbers first, then board after board; the browser may paint each as it comes.

        Whoever is still drawing another time stops when a new drawing begins.
        """
        self._drawings += 1
        this = self._drawings
        for label, numbers in zip(self._labels, self._numbers(), strict=True):
            label.value = numbers
        for course, board in zip(self.courses, self.boards, strict=True):
            await asyncio.sleep(0)
            if this != self._drawings:
                return
            number = course.round_at(self._unit.value, self._clock.value)
            board.show(self._scene(course, number), course.words(number))

    def _numbers(self):
        """For every game a table of its metrics, the best values marked."""
        metrics = self.metrics()
        best = {name: _best(name, [row[name] for row in metrics.values()]) for name in METRICS}
        return [_table(row, best) for row in metrics.values()]

    def _scene(self, course, number):
        return board_of(course.match.game, course.match.state_at(course.plies[number]))


def _tables(experiment, seats, cells):
    """By name: a game, its players and who sits for chance."""
    if isinstance(experiment, EnvironmentExperiment):
        names = tuple(cells or experiment.cells())
        for name in names:
            if name not in experiment.cells():
                raise HernaError(
                    f"{experiment.name}: no cell {name!r}; {nearest(name, experiment.cells())}"
                )
        game = experiment.build_game()
        return {n: (game, experiment.build_seats(n), experiment.environment(n)) for n in names}
    if seats is None or not isinstance(cells, dict) or not cells:
        raise HernaError(
            "SideBySide: allowed: an experiment of thesis 1, or a game with seats and cells, a "
            "dict of environment players by name"
        )
    return {str(name): (experiment, tuple(seats), chance) for name, chance in cells.items()}


def _best(name, values):
    """The best of the values; None where all are equal, so that none is marked."""
    if min(values) == max(values):
        return None
    return max(values) if BETTER[name] > 0 else min(values)


def _table(metrics, best):
    """The metrics of one game; the best value among all games on show is marked."""
    rows = []
    for name, value in metrics.items():
        arrow = "↑" if BETTER[name] > 0 else "↓"
        shown = f"{value:.2f}"
        mark = f"<b>{shown} ★</b>" if value == best[name] else shown
        words = escape(name.replace("_", " "))
        rows.append(f"<tr><td>{words} {arrow}</td><td style='text-align: right'>{mark}</td></tr>")
    return f"<table style='line-height: 1.4'>{''.join(rows)}</table>"


def _seed_from(words):
    text = str(words).strip()
    if not (text.isascii() and text.isdigit() and len(text) < 30):
        raise HernaError(f"seed is {shown(words)}; allowed: a whole number from 0 up")
    return int(text)

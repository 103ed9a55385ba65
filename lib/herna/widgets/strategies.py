"""StrategyTable: any strategies for white, black and red, and a series of games played live.

Games are played move by move beside everything else, so the kernel stays free. Each game has a
generator of its own, made from the seed, who sits where and the number of the game: a series that
is paused, or played again, has the same games. The stored series of the thesis are longer and two
turns deep; see notebook 34.
"""

import asyncio
import time
from html import escape
from typing import Any

import ipywidgets
import numpy as np
import pandas as pd

from herna.errors import HernaError, require_among, require_whole
from herna.figures.checkers import plot_points
from herna.game import OVER, State
from herna.games.checkers.board import COLOURS, SEATS, size
from herna.games.checkers.rules import BLOCKED, CAPTURED, own
from herna.payoffs import StdAI
from herna.seeds import generator
from herna.statistics import mean_interval
from herna.widgets.board import static
from herna.widgets.errors import Panel
from herna.widgets.picture import Picture
from herna.widgets.positions import Strategies, game_for, table_html, warm_up_payoffs
from herna.widgets.whole import Whole, row

DEPTHS = (1, 2)
MOST_GAMES = 5000
SLICE = 0.05  # seconds of playing between two breaths
LOOK_EVERY = 0.5  # seconds between two redraws


class StrategyTable(Whole):
    """A live series of games between full searches with strategies.

    sets : of white, black and red, such as ("K", "K", "PK"); depth : turns they look ahead
    """

    _standing: Any = (None, None)  # the table, and of how many games of whom it is

    def __init__(self, sets=("K", "K", "PK"), depth=1, games=100, seed=0, game=None):
        self.panel, self.game = Panel(), game_for(game)
        _check(sets, depth, games, seed)
        self._ours = False
        warm_up_payoffs(self.game)
        self._build(sets, depth, games, seed)
        super().__init__(self._rows())
        self.add_class("herna-guarded").add_class("herna-strategies")
        self._clear()

    # What code may call.

    @property
    def players(self):
        """Who sits at the table, as the controls say."""
        return [StdAI(strategies=row.words, depth=self._depth.value) for row in self.sets]

    @property
    def name(self):
        """The table in words, such as K / K / PK."""
        return " / ".join(row.words or "none" for row in self.sets)

    @property
    def over(self):
        """Whether all games of the series were played."""
        return len(self.rows) >= self._games.value

    def start(self):
        """A new series with the settings of the controls."""
        self.pause()
        self._clear()
        self._go()

    def pause(self):
        """Stop for a while; the game in progress will be played again from its start."""
        if self._task is not None:
            self._task.cancel()
        self._task = None
        self.look()

    def resume(self):
        """Go on with the series."""
        if self.running:
            raise HernaError("the games are being played; allowed: Pause")
        if self.over:
            raise HernaError("all games were played; allowed: Start, or more games")
        self._go()

    def games(self):
        """The games so far, a row for each."""
        return pd.DataFrame(self.rows)

    def table(self):
        """How everybody has fared so far."""
        key = (len(self.rows), self.name)
        if self._standing[0] != key:  # resampling takes a while, and the table is often asked for
            self._standing = key, pd.DataFrame([self._fared(seat) for seat in range(SEATS)])
        return self._standing[1].copy()

    def look(self):
        """Show how the series stands."""
        self._bar.max, self._bar.value = self._games.value, len(self.rows)
        self._label.value = self._progress
        self._result.value = self._table_html()
        self._picture.layout.display = None if self.rows else "none"
        if self.rows:
            self._picture.paint(self._paint, clear=True)
            self._picture.send()
        self.panel.unseen = self.words()
        self._show_buttons()

    def words(self):
        """How the series stands, in one sentence."""
        if not self.rows:
            return f"{self.name}: no game yet"
        points = ", ".join(
            f"{row['seat']} {row['points']:.4g}" for row in self.table().to_dict("records")
        )
        drawn = sum(row["sharing"] > 1 for row in self.rows)
        return f"{self.name}: {len(self.rows)} games, {drawn} drawn; points: {points}"

    def __repr__(self):
        return f"StrategyTable({self.words()})"

    def _repr_mimebundle_(self, **kwargs):
        page = f"<p>{escape(self.words())}</p>{self._result.value}"
        page += self._picture.html(self.words()) if self.rows else ""
        return static(super()._repr_mimebundle_(**kwargs), page, self.words())

    # Playing.

    def _clear(self):
        self.rows, self._progress, self._standing = [], "no game yet", (None, None)
        self.look()

    def _go(self):
        self.panel.error = ""
        self._task = self.panel.start(self._play_on())
        self._show_buttons()

    async def _play_on(self):
        """Game after game, with a breath now and then."""
        rest = look_at = time.monotonic()
        seats, name = self.players, self.name
        while not self.over:
            number = len(self.rows)
            rng = generator(self._seed.value, "strategy table", name, number)
            for plies, told in playing(self.game, seats, rng):
                if told is not None:
                    self.rows.append({"game": number, **told})
                elif time.monotonic() > rest + SLICE:
                    self._progress = f"game {number + 1} of {self._games.value}, ply {plies}"
                    self._label.value = self._progress
                    await asyncio.sleep(0.001)
                    rest = time.monotonic()
            if time.monotonic() > look_at:
                began = time.monotonic()
                self.look()
                cost = time.monotonic() - began  # which grows with the games
                look_at = time.monotonic() + max(LOOK_EVERY, 5 * cost)
        self._task, self._progress = None, f"{len(self.rows)} games"
        self.look()

    # Building.

    def _build(self, sets, depth, games, seed):
        changed = self._on(self._changed)
        self.sets = [
            Strategies(words, changed, colour) for colour, words in zip(COLOURS, sets, strict=True)
        ]
        self._depth = ipywidgets.Dropdown(
            options=[(f"{turns} turn{'s' * (turns > 1)}", turns) for turns in DEPTHS],
            value=depth,
            description="search",
            tooltip="games two turns deep take a minute or so each",
            layout={"width": "180px"},
        )
        self._seed = _whole("seed", seed, 0, 2**31 - 1)
        self._games = _whole("games", games, 1, MOST_GAMES)
        for control in (self._depth, self._seed):
            control.observe(changed, "value")
        self._games.observe(self._on(self.look), "value")
        self._start = self._button("Start", self.start, "a new series")
        self._pause = self._button("Pause", self._pause_or_go_on, "stop for a while, or go on")
        self._bar = ipywidgets.IntProgress(0, 0, 1, layout={"width": "240px"})
        self._label = ipywidgets.Label()
        self._result = ipywidgets.HTML()
        self._picture = Picture(9.2, 3.0, nrows=1, ncols=2, width_ratios=(1.5, 1))
        self._picture.figure.subplots_adjust(0.07, 0.18, 0.98, 0.95, wspace=0.12)

    def _rows(self):
        return [
            *self.sets,
            row(self._depth, self._games, self._seed),
            row(self._start, self._pause, self._bar, self._label),
            self.panel,
            self._result,
            self._picture,
        ]

    # What the controls do.

    def _changed(self):
        """Another table is another series."""
        if self.running:
            self.panel.note = "the series before was given up: the table has changed"
        self.pause()
        self._clear()

    def _pause_or_go_on(self):
        if self.running:
            self.pause()
        else:
            self.resume()

    # Showing.

    def _show_buttons(self):
        going = self.running
        self._start.disabled = going
        self._pause.disabled = not going and (self.over or not self.rows)
        self._pause.description = "Go on" if not going and self.rows and not self.over else "Pause"

    def _fared(self, seat):
        """What is to be told of a seat."""
        points = np.array([row["points"][seat] for row in self.rows])
        low, high = mean_interval(points) if len(points) else (np.nan, np.nan)
        fates = [row["fates"][seat] for row in self.rows]
        return {
            "seat": COLOURS[seat],
            "strategies": self.sets[seat].words or "none",
            "wins": int((points == 1).sum()),
            "draws": int(((points > 0) & (points < 1)).sum()),
            "losses": int((points == 0).sum()),
            "points": float(points.sum()),
            "per game": float(points.mean()) if len(points) else np.nan,
            "low": low,
            "high": high,
            "blocked": fates.count(BLOCKED),
            "captured": fates.count(CAPTURED),
        }

    def _table_html(self):
        if not self.rows:
            return "<p>No game yet: tick strategies and press Start.</p>"
        rows = []
        for fared in self.table().to_dict("records"):
            interval = f"{fared['per game']:.3f} ({fared['low']:.3f} to {fared['high']:.3f})"
            counts = [fared[name] for name in ("wins", "draws", "losses")]
            ends = (fared["blocked"], fared["captured"])
            points = f"{fared['points']:.4g}"
            rows.append((fared["seat"], fared["strategies"], *counts, points, interval, *ends))
        titles = ["seat", "strategies", "wins", "draws", "losses", "points"]
        titles += ["points per game (95 %)", "blocked", "lost all pieces"]
        plies = np.mean([row["plies"] for row in self.rows])
        drawn = sum(row["sharing"] > 1 for row in self.rows)
        told = f"{drawn} of {len(self.rows)} games drawn; {plies:.0f} moves each"
        return f"{table_html(titles, rows)}<p>{told}; seed {self._seed.value}</p>"

    def _paint(self, axes):
        points = np.array([row["points"] for row in self.rows])
        courses = points.cumsum(axis=0) / np.arange(1, len(points) + 1)[:, None]
        intervals = self.table()[["low", "high"]].to_numpy()
        plot_points(points.mean(axis=0), intervals, courses, axes)


def playing(game, seats, rng):
    """Play a game move by move: after each the plies and None, at the end the plies and its row.

    The same lots make the same game as in the stored series.
    """
    array, plies = game.initial().array.copy(), 0
    while (seat := game.to_move(State(array.view()))) != OVER:
        move = seats[seat](game, State(array.copy()), rng)
        game.rules.step(array[0], move)
        plies += 1
        yield plies, None
    s, points = array[0], game.returns(State(array.copy()))
    yield (
        plies,
        {
            "points": tuple(map(float, points)),
            "sharing": sum(point > 0 for point in points),  # 1: somebody has won
            "fates": tuple(int(fate) for fate in s.fate),
            "pieces": tuple(int(size(own(s, seat))) for seat in range(SEATS)),
            "plies": plies,
        },
    )


def _whole(words, value, low, high):
    return ipywidgets.BoundedIntText(
        value=value, min=low, max=high, description=words, layout={"width": "180px"}
    )


def _check(sets, depth, games, seed):
    if not isinstance(sets, tuple | list) or len(sets) != SEATS:
        raise HernaError(f"StrategyTable: sets is {sets!r}; allowed: strategies of three players")
    require_among("StrategyTable", "depth", depth, DEPTHS)
    require_whole("StrategyTable", "games", games, 1, MOST_GAMES)
    require_whole("StrategyTable", "seed", seed, 0, 2**31 - 1)

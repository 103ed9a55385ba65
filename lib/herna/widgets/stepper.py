"""Stepper: a match one can step, take back, let run, play in, save and load, seen as a board.

The match is the truth and is shared: `stepper.match` is the same object that code in the next
cell may step, and the picture follows when that cell has run. It stays the same object when a
recorded game is loaded, unless that is another game. Below the board are the status of every player
and one metric over the plies made so far.
"""

import asyncio
import contextlib
import json
import threading
import time
from pathlib import Path

import ipywidgets

from herna.arena import check_game
from herna.errors import HernaError, require_whole
from herna.figures.boards import board as board_of
from herna.figures.boards import picking_of
from herna.game import CHANCE
from herna.kernels.world import METRICS
from herna.play import Human, Match, Trace
from herna.players import HillClimber
from herna.warmup import warm_up
from herna.widgets.board import Board, static, whole_number
from herna.widgets.cells import after_cells
from herna.widgets.curves import Curves
from herna.widgets.errors import Panel
from herna.widgets.history import History
from herna.widgets.seats import ChanceChooser, SeatChooser
from herna.widgets.traces import match_of, path_in, take_over, trace_of_upload
from herna.widgets.whole import Whole

BOARD_WIDTH, LEAST_SCALE = 500, 0.69  # of a board: pixels, and pixels per unit of a scene
SLICE = 0.08  # seconds of moves between two redraws of a long run
LISTED = 120  # moves in the list, so that long games stay quick to show
SAID = 9  # moves read out at once, at most


class Stepper(Whole):
    """A live match. `Stepper(match)`, or `Stepper(game, seats, seed, chance)` for a new one."""

    _built = False  # here, because a widget that was refused is closed, too

    def __init__(self, game, seats=None, seed=0, chance=None, folder="traces"):
        self.panel = Panel()
        self.folder = Path(folder)
        self._history, self._task = History(), None
        self._updating, self._shown, self._seated = None, None, None
        self._picked = ()  # parts of a move that a human has clicked so far
        new = not isinstance(game, Match)
        if new:
            check_game(game)
        players = seats or [HillClimber()] * game.n_players if new else ()
        self.match = Match(game, players, seed, chance) if new else game
        warm_up(self.game)
        self._build()
        super().__init__(self._rows())
        self.add_class("herna-guarded").add_class("herna-stepper")
        self._follow_cells()
        self._built = True
        if new:
            self._play_on_for_humans()
        else:
            self.refresh()

    # What code may call.

    @property
    def game(self):
        return self.match.game

    @property
    def viewer(self):
        """The seat whose cards are shown: the human on turn or the only one; None sees all."""
        if self.match.over:
            return None
        humans = [seat for seat, player in enumerate(self.match.seats) if isinstance(player, Human)]
        if self.match.to_move in humans:
            return self.match.to_move
        return humans[0] if humans else None

    @property
    def scene(self):
        """The position as it is shown now."""
        state = self.match.state
        return board_of(self.game, state, self._legal, self.viewer, self._picked)

    def step(self):
        """One ply forward: a move that was taken back, or the next one."""
        move = self.match.forward()
        if move is None:
            move = self.match.step()
        self.refresh()
        return move

    def back(self):
        """One ply back."""
        self.match.back()
        self.refresh()

    def play(self, move):
        """A human's move; then everybody else plays on until the next human decision."""
        if not self.match.waiting:
            who = "over" if self.match.over else "not waiting for a human"
            raise HernaError(f"{self.game.name}: the game is {who}; no move can be played now")
        before = self.match.ply
        self.match.play(whole_number(move))
        self._play_on(before)

    def pick(self, name):
        """A click on a part of a human's move, by the name of its cell; None takes one back.

        The part that completes a move plays it.
        """
        picking = picking_of(self.game, self.match.state, self._legal, self._picked)
        picked = picking.clicked(name)
        move = picking.move(picked)
        if move is not None:
            self.play(move)
            return
        self._picked = picked
        scene = self.scene
        self.board.show(scene, scene.title.partition(", ")[2])

    def go_to(self, ply):
        """Go to a ply, back or forward; forward as far as the game and human seats allow."""
        self.match.go_to(ply)
        self.refresh()

    def restart(self, seed=None):
        """A new game from the start; the same match with the same players."""
        self.pause()
        self.match.restart(self.match.seed if seed is None else seed)
        self._play_on_for_humans()

    def seat(self, number, player):
        """Put a player on a seat, from here on; one that does not suit the game is refused."""
        seats = list(self.match.seats)
        require_whole("stepper", "seat", number, 0, len(seats) - 1)
        seats[number] = player
        self.pause()
        self.match.sit_down(seats, self.match.chance)
        self.refresh()

    def save(self, name):
        """Save the game in the stepper's folder; the path."""
        path = path_in(self.folder, name)
        self.match.trace().save(path)
        return path

    def load(self, trace):
        """Show a recorded game: a Trace, or the name of a file in the stepper's folder."""
        if not isinstance(trace, Trace):
            trace = Trace.load(path_in(self.folder, trace), self.game)
        self.pause()
        recorded, strangers = match_of(trace)  # first, so that a broken trace changes nothing
        new = self.game != trace.game or self.match.limit < len(trace.moves)
        if new:
            self.match = recorded
        else:
            take_over(self.match, recorded)
        self._shown = None  # whatever was known of the moves, others have made these
        self.refresh()
        elsewhere = f" of {self.game.name} into a new match" if new else ""
        without = f"; cannot play here: {', '.join(strangers)}" if strangers else ""
        goes_on = "" if self.match.over else "; from here on lots are drawn anew"
        plies = f"{len(trace.moves)} {'ply' if len(trace.moves) == 1 else 'plies'}"
        self.panel.note = f"loaded {plies}{elsewhere}{without}{goes_on}"

    def run(self):
        """Let the game run at the chosen speed; it stops by itself at the end or at a human."""
        self._start(self._run_at_speed())
        if self.running:
            self._set(self._play, description="Pause")

    def pause(self):
        """Stop running."""
        if self._task is not None:
            self._task.cancel()
        self._task = None
        self._set(self._play, description="Play")

    def close(self):
        if not self._built:
            return super().close()
        self.pause()
        self._unfollow()
        return super().close()

    @property
    def _legal(self):
        """What a human may click now."""
        return self.game.moves(self.match.state) if self.match.waiting else []

    def __repr__(self):
        return f"Stepper({self.game!r}, ply {self.match.ply})"

    def _repr_mimebundle_(self, **kwargs):
        text = f"{self.game.name}, ply {self.match.ply}\n{self.scene.description}"
        return static(super()._repr_mimebundle_(**kwargs), self.scene.to_html(), text)

    # Building.

    def _build(self):
        scene = self.scene
        self.board = Board(
            scene,
            on_move=self._on(self.play),
            size=_shown_width(scene),
            on_pick=self._on(self.pick),
        )
        self._start_button = self._button("Start", lambda: self.go_to(0), "to the first position")
        self._back = self._button("Back", self.back, "take the last move back")
        self._step = self._button("Step", self.step, "one ply forward")
        self._play = self._button("Play", self._play_or_pause, "let the game run, or stop it")
        self._end = self._button("End", self._play_on, "play to the end, or to your turn")
        self._speed = ipywidgets.IntSlider(
            4, 1, 20, description="moves/s", layout={"width": "330px"}
        )
        self._ply = ipywidgets.IntSlider(0, 0, 1, description="ply", layout={"width": "330px"})
        self._ply.observe(self._on(self._jump, pause=True), "value")
        self._seed = ipywidgets.Text(
            description="seed", continuous_update=False, layout={"width": "210px"}
        )
        self._seed.observe(
            self._on(lambda change: self.restart(_seed_from(change["new"]))), "value"
        )
        self._again = self._button("New game", self.restart, "the same seed from the start")
        self._moves = ipywidgets.Select(
            options=["start"], rows=11, description="moves", layout={"width": "330px"}
        )
        self._moves.observe(self._on(self._choose, pause=True), "index")
        self._metric = ipywidgets.Dropdown(
            options=[(name.replace("_", " "), name) for name in METRICS],
            value="tension",
            description="metric",
            layout={"width": "330px"},
        )
        self._metric.observe(self._on(lambda _change: self._draw_curves()), "value")
        self._name = ipywidgets.Text(
            f"{self.game.name}.json", description="file", layout={"width": "330px"}
        )
        self._save = self._button("Save", self._save_clicked, f"save in {self.folder}")
        self._load = self._button("Load", lambda: self.load(self._name.value), "load it again")
        self._download = self._button("Download", self._download_clicked, "save on your computer")
        self._upload = ipywidgets.FileUpload(
            accept=".json", icon="", description="Upload", layout={"width": "110px"}
        )
        self._upload.observe(self._on(self._uploaded, pause=True), "value")
        self._curves = Curves()
        self._people = ipywidgets.VBox()

    def _rows(self):
        side = ipywidgets.VBox(
            [
                ipywidgets.HBox(
                    [self._start_button, self._back, self._step, self._play, self._end]
                ),
                self._ply,
                self._speed,
                ipywidgets.HBox([self._seed, self._again]),
                self._people,
                self._moves,
                self._name,
                ipywidgets.HBox([self._save, self._load, self._download, self._upload]),
                self._metric,
            ]
        )
        top = ipywidgets.HBox([self.board, side], layout={"flex_flow": "row wrap"})
        return [top, self.panel, self._curves]

    def _button(self, words, action, tooltip):
        button = ipywidgets.Button(description=words, tooltip=tooltip, layout={"width": "auto"})
        pause = words != "Play"
        button.on_click(self._on(lambda _button: action(), pause=pause))
        return button

    def _on(self, callback, pause=False):
        """A callback of a control: errors are shown, and changes made by ourselves are ignored."""

        def act(*arguments):
            self.panel.error = self.panel.note = ""
            if pause:
                self.pause()
            return callback(*arguments)

        shown = self.panel.shown(act)

        def unless_ours(*arguments):
            if self._updating != threading.get_ident():
                shown(*arguments)

        return unless_ours

    def _fill_choosers(self):
        for old in self._people.children:
            old.close()
        names = map(self.game.seat_name, range(self.game.n_players))
        self._seats = [
            SeatChooser(name, player, self.game, self._on(self._chosen))
            for name, player in zip(names, self.match.seats, strict=True)
        ]
        self._chance = ChanceChooser(self.match.chance, self.game, self._on(self._chosen))
        self._people.children = [*self._seats, self._chance]
        self._seated = self._at_the_table()

    def _at_the_table(self):
        return (self.match, self.match.seats, self.match.chance)

    # What the controls do.

    def _play_or_pause(self):
        if self.running:
            self.pause()
        else:
            self.run()

    def _jump(self, _change):
        if self._ply.value != self.match.ply:
            self.go_to(self._ply.value)

    def _choose(self, _change):
        if self._moves.index is not None:
            self.go_to(self._first_listed + self._moves.index)

    def _chosen(self):
        """New players from here on: what was taken back is another game's future now."""
        self.pause()
        seats = [chooser.player for chooser in self._seats]
        try:
            self.match.sit_down(seats, self._chance.environment)
        except HernaError:
            self._fill_choosers()  # they show who sits there, not who was refused
            raise
        self._seated = self._at_the_table()
        self._play_on_for_humans()

    def _save_clicked(self):
        self.panel.note = f"saved {self.save(self._name.value)}"

    def _download_clicked(self):
        name = path_in(self.folder, self._name.value).name
        text = json.dumps(self.match.trace().to_json(), indent=1) + "\n"
        self.panel.send({"kind": "download", "name": name, "text": text})

    def _uploaded(self, change):
        for file in change["new"]:
            self.load(trace_of_upload(file["name"], bytes(file["content"]), self.game))
        with self._our_own():
            self._upload.value = ()

    # Running.

    def _start(self, coroutine):
        self.pause()
        self._task = self.panel.start(coroutine)

    def _play_on_for_humans(self):
        """With a human at the table there is nothing to watch until it is his turn."""
        if any(isinstance(player, Human) for player in self.match.seats):
            self._play_on()
        else:
            self.refresh()

    def _play_on(self, news_from=None):
        """To the next human decision or the end: at once if it is quick, else beside the rest."""
        done = self._advance()
        self.refresh(news_from)
        if not done:
            self._start(self._run_on(news_from))

    def _advance(self):
        """Play for a moment; whether the end or a human decision has been reached."""
        until = time.monotonic() + SLICE
        while self._dealing() or time.monotonic() < until:
            if self.match.waiting and not self.match.ahead:
                return True
            if self.match.forward() is None and self.match.step() is None:
                return True
        return False

    def _dealing(self):
        """Whether chance deals before the game begins: half a deal would tell nobody much."""
        match = self.match
        return match.to_move == CHANCE and not self.game.steerable(match.state)

    async def _run_on(self, news_from):
        """As fast as possible to the end or the next human decision, with redraws on the way."""
        while not self._advance():
            self.refresh(news_from)
            self.panel.note = f"ply {self.match.ply} ..."
            await asyncio.sleep(0.001)
        self.panel.note = ""
        self.refresh(news_from)
        self._task = None

    async def _run_at_speed(self):
        try:
            while self.step() is not None and not self.match.over and not self.match.waiting:
                await asyncio.sleep(1 / self._speed.value)
        except asyncio.CancelledError:
            raise  # paused: whoever cancelled has seen to the button
        except BaseException:
            self._set(self._play, description="Play")
            raise
        self._task = None
        self._set(self._play, description="Play")

    # Showing.

    def refresh(self, news_from=None):
        """Show the match as it is now; tell the moves from a ply on, or those not yet shown."""
        match = self.match
        if self._shown != (match, match.moves):
            self._picked = ()  # they were parts of a move in another position
        scene = self.scene
        if self._seated != self._at_the_table():
            self._fill_choosers()
        if self._shown is None or self._shown[0] is not match:
            self._history, self._shown = History(), (match, [])
        self._history.follow(match)
        news_from = len(self._shown[1]) if news_from is None else news_from
        self.board.show(scene, self._said(scene, news_from))
        self._shown = (match, list(match.moves))
        with self._our_own():
            self._ply.max = max(len(self._history.moves), 1)
            self._ply.value = match.ply
            self._seed.value = ", ".join(map(str, match.seed))
            self._list_moves()
            self._back.disabled = self._start_button.disabled = match.ply == 0
            stuck = not match.ahead and (match.over or match.waiting)
            self._step.disabled = self._play.disabled = self._end.disabled = stuck
        self._draw_curves()

    def _said(self, scene, news_from):
        """What happened, in words, and whose turn it is now."""
        match, history, viewer = self.match, self._history, self.viewer
        turn = scene.title.partition(", ")[2]
        if not match.ply:
            return f"start of the game, {turn}"
        first = news_from if match.ply - SAID < news_from < match.ply else match.ply - 1
        deeds = "; ".join(history.name(ply, viewer) for ply in range(first, match.ply))
        plies = f"{match.ply}" if first == match.ply - 1 else f"{first + 1} to {match.ply}"
        now = f"At the end {turn}" if match.over else f"Now {turn}"
        return f"{plies}. {deeds}. {now}."

    def _list_moves(self):
        history, ply = self._history, self.match.ply
        last = min(len(history.moves), max(ply + LISTED // 2, LISTED))
        self._first_listed = max(0, last - LISTED)
        viewer = self.viewer
        options = ["start" if not self._first_listed else f"... {self._first_listed}"]
        for i in range(self._first_listed, last):
            options.append(f"{i + 1}. {history.name(i, viewer)}")
        if tuple(options) != tuple(self._moves.options):
            self._moves.options = options
        self._moves.index = ply - self._first_listed

    def _draw_curves(self):
        names = [self.game.seat_name(seat) for seat in range(self.game.n_players)]
        metric, shown = self._metric.value, slice(self.match.ply + 1)
        values = [row[metric] for row in self._history.metrics[shown]]
        status, sure = self._history.status[shown], True
        if self.game.hidden_information and self.viewer is not None:
            status, sure = self._history.believed(self.match, self.viewer)
        self._curves.show(names, status, metric, values if sure else [])

    # Small tools.

    @contextlib.contextmanager
    def _our_own(self):
        """Changes of controls in here are ours, not the user's."""
        before, self._updating = self._updating, threading.get_ident()
        try:
            yield
        finally:
            self._updating = before

    def _set(self, widget, **values):
        with self._our_own():
            for name, value in values.items():
                setattr(widget, name, value)

    def _follow_cells(self):
        """Refresh after a cell has changed the match; a stepper that is gone is not kept alive."""

        def look(stepper):
            if stepper._stale():
                stepper.refresh()

        self._unfollow = after_cells(self, look)

    def _stale(self):
        shown = (self._shown, self._seated)
        return self.comm is not None and shown != (
            (self.match, self.match.moves),
            self._at_the_table(),
        )


def _shown_width(scene):
    """How wide a board is shown, in pixels; one with a panel beside it needs more."""
    return max(BOARD_WIDTH, round(LEAST_SCALE * scene.width))


def _seed_from(words):
    """The seed in a text: a whole number from 0 up, and perhaps more words after commas."""
    parts = [part.strip() for part in words.split(",")]
    numbers = [int(part) if part.isascii() and part.isdigit() else part for part in parts]
    if not isinstance(numbers[0], int) or "" in numbers:
        raise HernaError(f"seed is {words!r}; allowed: a whole number from 0 up")
    return tuple(numbers)

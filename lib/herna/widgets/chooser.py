"""DungeonChooser: say how hard a dungeon should be, look at one, judge it again, and play it.

How hard a dungeon is was found by evolved bots that played in it a few times (thesis 2, sec.
5.6.2); they can be asked for more games. The work is `herna.dungeon.choosing`.
"""

from html import escape
from typing import Any

import ipywidgets

from herna.dungeon.choosing import Judged, choose, heroes_in, judge, match_in, rates_of
from herna.errors import require_number
from herna.figures.boards import board as board_of
from herna.figures.trials import plot_shares
from herna.widgets.board import Board, static
from herna.widgets.bots import game_of, warm_up_bots
from herna.widgets.errors import Panel
from herna.widgets.picture import Picture
from herna.widgets.stepper import Stepper
from herna.widgets.whole import Whole

FOG, CLEAR = "as the hero sees it", "without fog"


class DungeonChooser(Whole):
    """Dungeons of a wanted difficulty from a table of judged ones.

    table : a row for each dungeon with `cell` (the hero), `number`, `games` and `wins`
    wanted : the share of games that evolved bots should win there
    """

    board: Any = None  # here, because a widget that was refused is closed, too
    _side: Any = None
    _stepper: Any = None
    again: Judged | None  # what judges made of this dungeon when they were asked again

    def __init__(self, table, hero=None, wanted=0.5):
        require_number("DungeonChooser", "wanted", wanted, 0, 1)
        self.panel, self.table = Panel(), table
        heroes = heroes_in(table)
        hero = heroes[0] if hero is None else hero
        rates_of(table, hero)  # refuses heroes without dungeons
        warm_up_bots(game_of(hero))
        self._another, self._judged_on = 0, 0
        self.again = None
        self._build(heroes, hero, wanted)
        super().__init__(self._rows())
        self.add_class("herna-guarded").add_class("herna-chooser")
        self.look()

    # What code may call.

    @property
    def hero(self):
        return self._hero.value

    @property
    def wanted(self):
        """The wanted share of games won, 0 to 1."""
        return self._wanted.value / 100

    @property
    def dungeon(self):
        """The dungeon shown, with its judgement."""
        return choose(self.table, self.hero, self.wanted, self._another)

    @property
    def game(self):
        return game_of(self.hero)

    def match(self, player=None):
        """A new match in this dungeon, for a human unless another player is given."""
        return match_in(self.game, self.dungeon.number, player)

    def stepper(self, player=None):
        """A board to play this dungeon on, as often as one likes."""
        return Stepper(self.match(player))

    def another(self):
        """Show the next dungeon that is about as hard."""
        self._another += 1
        self._show_new()

    def judge_again(self):
        """Let the judges play more games here; asked once more, they add to these."""
        more = judge(self.dungeon.number, self.game, seed=self._judged_on)
        self.again = more if self.again is None else self.again.with_more(more)
        self._judged_on += 1
        self._told.value = self._told_html()

    def play(self):
        """Put a board to play on in the place of the picture."""
        self._drop_stepper()
        self._stepper = self.stepper()
        self._place.children = [self._stepper]
        self._show_buttons(playing=True)

    def look(self):
        """Show the dungeon as it is before the first move."""
        self._drop_stepper()
        self.board.show(self._scene())
        self._place.children = [ipywidgets.HBox([self.board, self._side], layout=WRAP)]
        self._picture.paint(self._paint, clear=True)
        self._picture.send()
        self._told.value = self._told_html()
        self._show_buttons(playing=False)

    def words(self):
        """The dungeon in one sentence."""
        found = self.dungeon
        return f"{found.hero}, dungeon {found.number}: {found.words()}"

    def close(self):
        self._drop_stepper()
        for widget in (self.board, self._side):  # not inside while one plays
            if widget is not None:
                widget.close()
        super().close()

    def __repr__(self):
        return f"DungeonChooser({self.words()})"

    def _repr_mimebundle_(self, **kwargs):
        image = self._picture.html("how hard dungeons are")
        page = f"<p>{escape(self.words())}</p>{self._scene().to_html()}{image}"
        return static(super()._repr_mimebundle_(**kwargs), page, self.words())

    # Inside.

    def _build(self, heroes, hero, wanted):
        wide: dict[str, Any] = {"width": "auto"}
        self._hero = ipywidgets.Dropdown(
            options=heroes, value=hero, description="hero", layout={"width": "260px"}
        )
        self._wanted = ipywidgets.IntSlider(
            round(100 * wanted),
            0,
            100,
            description="bots win, %",
            tooltip="the share of games that evolved bots win in the dungeon",
            continuous_update=False,
            layout={"width": "420px"},
        )
        self._fog = ipywidgets.ToggleButtons(
            options=[FOG, CLEAR], tooltips=["what is seen at the start", "everything"]
        )
        self._fog.style.button_width = "160px"
        buttons = {
            "Another one": (self.another, "the next dungeon that is about as hard"),
            "Judge again": (self.judge_again, "let the evolved bots play 100 more games here"),
            "Play": (self.play, "play this dungeon here"),
            "Back to the picture": (self.look, "leave the game"),
        }
        self._buttons = {}
        for name, (action, tooltip) in buttons.items():
            button = ipywidgets.Button(description=name, tooltip=tooltip, layout=wide)
            button.on_click(self._on(action))
            self._buttons[name] = button
        for control in (self._hero, self._wanted):
            control.observe(self._on(self._begin), "value")
        self._fog.observe(self._on(self.look), "value")
        self.board = Board(self._scene(), size=640)
        self._picture = Picture(4.6, 3.0)
        self._picture.figure.subplots_adjust(0.15, 0.2, 0.93, 0.85)
        self._told = ipywidgets.HTML()
        self._side = ipywidgets.VBox([self._told, self._picture])
        self._place = ipywidgets.VBox()

    def _rows(self):
        first = ipywidgets.HBox([self._hero, self._wanted], layout=WRAP)
        second = ipywidgets.HBox([*self._buttons.values(), self._fog], layout=WRAP)
        return [first, second, self._place, self.panel]

    def _on(self, action):
        def act(*_arguments):
            self.panel.error = ""
            action()

        return self.panel.shown(act)

    def _begin(self):
        """Another hero or another difficulty: the nearest dungeon first."""
        self._another = 0
        self._show_new()

    def _show_new(self):
        """Look at a dungeon that was not shown before."""
        self.again, self._judged_on = None, 0
        self.look()

    def _show_buttons(self, playing):
        """A game hides what only the picture has: the dungeon without fog."""
        self._fog.disabled = playing
        self._buttons["Back to the picture"].disabled = not playing

    def _drop_stepper(self):
        if self._stepper is not None:
            self._place.children = []
            self._stepper.close()
        self._stepper = None

    def _scene(self):
        seat = 0 if self._fog.value == FOG else None
        return board_of(self.game, self.match().state, seat=seat)

    def _told_html(self):
        found = self.dungeon
        rates, _ = rates_of(self.table, self.hero)
        like = int((rates == found.rate).sum())
        others = f"{like} of {len(rates)} judged dungeons are as hard as this one"
        again = "" if self.again is None else f"<br>Asked again, {escape(self.again.words())}"
        return (
            f"<div style='line-height: 1.45; padding: 0 0 8px 16px'><b>Dungeon {found.number}</b>"
            f"<br>{escape(found.words())}<br>{others},<br>"
            f"{(rates == 0).mean():.0%} were never won{again}</div>"
        )

    def _paint(self, ax):
        rates, _ = rates_of(self.table, self.hero)
        plot_shares(rates, self.dungeon.rate, self.wanted, ax)
        ax.xaxis.label.set_size(11)
        ax.yaxis.label.set_size(11)
        ax.tick_params(labelsize=10)
        ax.legend(ncols=2, fontsize=10, loc="lower left", bbox_to_anchor=(-0.02, 1.0))


WRAP = {"flex_flow": "row wrap"}

"""PlanInspector: step through a bot's game and see why it attacks, or why it does not.

For every monster in reach there is an attack plan or there is none; the widget shows the fight as
the bot imagines it, and where it ends without a kill, what stood in the way of each of the 13
combat strategies. The work is `herna.dungeon.moments` and `herna.dungeon.inspection`.
"""

import asyncio
import time
from dataclasses import replace
from html import escape

import ipywidgets

from herna.dungeon.crawler import Crawler
from herna.dungeon.genome import NAMES
from herna.dungeon.moments import moments
from herna.errors import HernaError, require_whole
from herna.figures.boards import board as board_of
from herna.figures.fights import plot_fight
from herna.figures.scene import Rect
from herna.figures.style import PURPLE
from herna.game import State
from herna.games.dungeon.rules import ATTACK
from herna.games.dungeon.words import at, place_name
from herna.seeds import generator
from herna.widgets.board import Board, static, whole_number
from herna.widgets.bots import compiled, game_of, warm_up_bots, warm_up_plans
from herna.widgets.errors import Panel
from herna.widgets.picture import Picture
from herna.widgets.whole import Whole

WIDE = {"width": "auto"}
NOBODY = "no monster in reach"
FIGHT, FAILURE = "fight", "failed plan against the boss"
SHOWN = ("health", "mana", "level", "monster")  # numbers of the table
SLICE = 0.05  # seconds of searching between two words about how far it has got


class PlanInspector(Whole):
    """A bot's game, deed by deed, with its attack plans.

    hero : a name such as Dwarf Priest, or a dungeon
    bots : a genome, an evolved or a compiled bot; None: the hand-made one
    """

    def __init__(self, hero="Human Fighter", bots=None, seed=0):
        self.panel, self.game = Panel(), game_of(hero)
        self._crawler, self._ours = Crawler(self.game), False
        warm_up_bots(self.game)
        self._play(bots, seed)
        warm_up_plans(self.moments)
        self._build()
        super().__init__(self._rows())
        self.add_class("herna-guarded").add_class("herna-inspector")
        self.show(0)

    # What code may call.

    @property
    def moment(self):
        """The moment shown."""
        return self.moments[self._number.value - 1]

    @property
    def monster(self):
        """The number of the monster inspected, None where none is in reach."""
        return self._monster.value

    @property
    def inspection(self):
        """The plan shown, or None."""
        return self.moment.plans.get(self.monster)

    def play(self, bots=None, seed=0):
        """Look at another game: of a genome or a compiled bot, None: the same bot again."""
        self._play(self.bots if bots is None else bots, seed)
        self._ours = True
        try:
            self._number.value, self._number.max = 1, len(self.moments)
        finally:
            self._ours = False
        self.show(0)

    def show(self, number, monster=None):
        """Show a moment by its number, from 0, and one of the monsters in reach there."""
        require_whole("inspector", "moment", number, 0, len(self.moments) - 1)
        now = self.moments[number]
        if monster is not None and monster not in now.plans:
            raise HernaError(f"inspector: monster {monster} is not in reach here")
        self._ours = True
        try:
            self._number.value = number + 1
            self._list_monsters(monster)
        finally:
            self._ours = False
        self.look()

    def next_fight(self):
        """Go to the next moment in which the bot fights; whether there is one."""
        return self._arrive(_first_of(self._search(_is_fight)), FIGHT)

    def next_failure(self):
        """Go to the next moment with the boss in reach and no plan against it."""
        return self._arrive(_first_of(self._search(_is_failure)), FAILURE)

    def look(self):
        """Draw the moment and the plan shown."""
        self._show_board()
        found = self.inspection
        self._picture.paint(lambda ax: self._paint(ax, found), clear=True)
        self._picture.send()
        self._table.value = "" if found is None else _table_html(found)
        self._reasons.value = "" if found is None else _reasons_html(found)
        self._previous.disabled = self._number.value == 1
        self._following.disabled = self._number.value == self._number.max
        self.panel.note = self.words()

    def words(self):
        """What is shown, in one sentence."""
        told = f"deed {self._number.value} of {len(self.moments)}: {self.moment.words(self.game)}"
        found = self.inspection
        if found is None:
            return f"{told}; {NOBODY}"
        return f"{told}; the {self._name(found.monster)}: {verdict(found)}"

    def __repr__(self):
        return f"PlanInspector({self.game!r}, {len(self.moments)} moments)"

    def _repr_mimebundle_(self, **kwargs):
        image = self._picture.html(self.words())
        page = f"<p>{escape(self.words())}</p>{self._scene().to_html()}{image}"
        page += self._table.value + self._reasons.value
        return static(super()._repr_mimebundle_(**kwargs), page, self.words())

    # Building.

    def _play(self, bots, seed):
        require_whole("inspector", "seed", seed, 0, 2**63 - 1)
        self.bots = compiled(bots)
        self.seed = seed
        self.moments = moments(self._crawler, self.bots, generator(seed, "inspector"))

    def _build(self):
        self._number = ipywidgets.IntSlider(
            1, 1, len(self.moments), description="deed", layout={"width": "340px"}
        )
        self._number.observe(self._on(lambda: self.show(self._number.value - 1)), "value")
        self._previous = self._button("Previous", lambda: self._turn(-1), "the deed before")
        self._following = self._button("Next", lambda: self._turn(1), "the deed after")
        self._fight = self._button("Next fight", self.next_fight, "where the bot kills next")
        self._failure = self._button(
            "Next failure at the boss", self._seek_failure, "the boss in reach and no plan"
        )
        self._seed = ipywidgets.BoundedIntText(
            self.seed, 0, 2**31 - 1, description="dungeon", layout={"width": "180px"}
        )
        self._seed.observe(self._on(lambda: self.play(seed=self._seed.value)), "value")
        self._monster = ipywidgets.Dropdown(
            options=[], description="monster", layout={"width": "400px"}
        )
        self._monster.observe(self._on(self.look), "value")
        self.board = Board(self._scene(), on_move=self.panel.shown(self._clicked), size=560)
        self._picture = Picture(6.2, 3.1)
        self._picture.figure.subplots_adjust(0.08, 0.16, 0.98, 0.78)
        high = {"max_height": "250px", "overflow": "auto"}
        self._table = ipywidgets.HTML(layout=high)
        self._reasons = ipywidgets.HTML(layout=WIDE)

    def _rows(self):
        wrap = {"flex_flow": "row wrap"}
        controls = [self._previous, self._following, self._number, self._fight, self._failure]
        side = ipywidgets.VBox([self._monster, self._picture, self._table])
        middle = ipywidgets.HBox([self.board, side], layout=wrap)
        top = ipywidgets.HBox([*controls, self._seed], layout=wrap)
        return [top, self.panel, middle, self._reasons]

    def _button(self, words, action, tooltip):
        button = ipywidgets.Button(description=words, tooltip=tooltip, layout=WIDE)
        button.on_click(self._on(action))
        return button

    def _on(self, action):
        """A callback of a control; changes made by ourselves are ignored."""

        def act(*_arguments):
            self.panel.error = ""
            action()

        shown = self.panel.shown(act)
        return lambda *arguments: None if self._ours else shown(*arguments)

    # What the controls do.

    def _turn(self, way):
        self.show(self._number.value - 1 + way)

    def _clicked(self, move):
        self.panel.error = ""
        self.show(self._number.value - 1, whole_number(move) - ATTACK)

    def _search(self, wanted):
        """Look at one moment after the other from here on: its number, and whether it is wanted."""
        for number in range(self._number.value, len(self.moments)):
            yield number, wanted(self.moments[number])

    def _arrive(self, number, what):
        """Show what a search has found; whether it has found anything."""
        if number is None:
            self.panel.note = f"no {what} after this deed"
            return False
        self.show(number, self.moments[number].boss if what == FAILURE else None)
        return True

    def _seek_failure(self):
        """In the background: all plans against the boss are made again, which takes a while."""
        if not self.running:
            self._task = self.panel.start(self._seek_beside())

    async def _seek_beside(self):
        game, rest = self.moments, time.monotonic() + SLICE
        for number, found in self._search(_is_failure):
            if found:
                self._arrive(number, FAILURE)
                return
            if time.monotonic() > rest:
                self.panel.note = f"looking at deed {number + 1} of {len(game)} ..."
                await asyncio.sleep(0.001)
                rest = time.monotonic() + SLICE
            if game is not self.moments:  # another game is looked at now
                return
        self._arrive(None, FAILURE)

    # Showing.

    def _list_monsters(self, monster):
        """The monsters in reach; unless one is named, the victim, the boss or the first."""
        plans = self.moment.plans
        named = [(f"{self._name(m)}, {_short(plans[m])}", m) for m in plans]
        first = [monster, self.moment.victim, self.moment.boss, *plans]
        self._monster.options = named or [(NOBODY, None)]
        self._monster.disabled = not plans
        if plans:
            self._monster.value = next(m for m in first if m is not None)
        else:
            self._monster.index = 0  # the word itself; a value of None would show nothing

    def _name(self, monster):
        state = State(self.moment.state.copy())
        return f"{self.game.monster_name(state, monster)}{at(state.place[monster])}"

    def _show_board(self):
        self.board.show(self._scene())

    def _scene(self):
        """The board as the hero sees it; monsters in reach can be clicked, to be looked at."""
        state = State(self.moment.state.copy())
        legal = [ATTACK + monster for monster in self.moment.plans]
        scene = board_of(self.game, state, legal, seat=0)
        shown = getattr(self, "_monster", None)
        chosen = None if shown is None or shown.value is None else state.place[shown.value]
        ring = [
            Rect(c.x - 17, c.y - 17, 34, 34, 6, stroke=PURPLE, width=4)
            for c in scene.cells
            if chosen is not None and c.name == place_name(chosen)
        ]
        cells = tuple(replace(cell, label=_looking(cell.label)) for cell in scene.cells)
        return replace(scene, shapes=(*scene.shapes, *ring), cells=cells)

    def _paint(self, ax, found):
        if found is None:
            ax.set_axis_off()
            ax.text(0.5, 0.5, NOBODY, ha="center", transform=ax.transAxes)
            return
        plot_fight(found.table(), found.plan, ax)
        ax.legend(ncols=3, loc="lower left", bbox_to_anchor=(-0.02, 1.1), fontsize=10)


def _is_fight(moment):
    return moment.victim is not None


def _is_failure(moment):
    return moment.fails_at_boss


def _first_of(search):
    """The number of the first moment that was wanted, None if there was none."""
    return next((number for number, found in search if found), None)


def verdict(found):
    """Whether there is a plan, in a few words."""
    if found.plan:
        moves = len(found.moves)
        told = f"a plan of {moves} move{'s' if moves > 1 else ''}"
        return f"{told}, but {found.overlooked}" if found.overlooked else told
    return f"no plan, {found.overlooked}" if found.overlooked else "no plan"


def _short(found):
    return "plan" if found.plan else "no plan"


def _looking(label):
    """The label of a cell: a click here looks, it does not attack."""
    told, clicks, _ = label.partition(" Click: ")
    return f"{told} Click: look at the plan." if clicks else label


def _table_html(found):
    right, left = "text-align: right; padding: 0 9px", "text-align: left; padding: 0 9px"
    titles = {"step": right, "strategy": left} | dict.fromkeys(SHOWN, right)
    head = "".join(f"<th scope='col' style='{how}'>{title}</th>" for title, how in titles.items())
    body = []
    for number, row in enumerate(found.table().to_dict("records")):
        name = f"{row['id']} {row['strategy']}".strip()
        numbers = "".join(f"<td style='{right}'>{row[column]}</td>" for column in SHOWN)
        body.append(
            f"<tr><td style='{right}'>{number}</td><td style='{left}'>{escape(name)}</td>"
            f"{numbers}</tr>"
        )
    return f"<table style='line-height: 1.35'><tr>{head}</tr>{''.join(body)}</table>"


def _reasons_html(found):
    if found.plan:
        return ""
    reasons = found.reasons()
    if not reasons:
        return f"<p>{escape(found.overlooked)}</p>"
    rows = "".join(
        f"<li><b>{escape(name)} {escape(NAMES.get(name, ''))}</b>: {escape(words)}</li>"
        for name, words in reasons.items()
    )
    style = "columns: 2; line-height: 1.35; margin: 2px 0; padding-left: 18px; max-width: 1180px"
    return f"<b>Why it goes no further</b><ul style='{style}'>{rows}</ul>"

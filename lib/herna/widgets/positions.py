"""What the widgets of thesis 3 share: positions to choose from, strategies to tick, tables.

A position is one of those of `herna.worked` by name, or any state that is handed in.
"""

from html import escape

import ipywidgets

from herna.compiled import INTERPRETED, warm_marker
from herna.errors import HernaError, nearest, shown
from herna.game import OVER, State
from herna.games.checkers import Checkers
from herna.games.checkers.board import COLOURS
from herna.payoffs import Genetic, StdAI
from herna.seeds import generator
from herna.warmup import announced, warm_up
from herna.worked import FIGURES, SMALL, START, position

AS_GIVEN = "as given"
MINUS = "−"
STRATEGY_WORDS = {
    "K": "cooperation: the third player gains from a capture as much as who makes it",
    "PK": "crowning is worth what a queen is worth more than a pawn",
    "PTP": "every move of a pawn brings a trifle",
    "PU": "a capture from the stronger opponent brings up to a fifth more",
    "PHHK": "a capture brings as large a part of the piece as one has pieces for each of theirs",
}


def game_for(game):
    """The game of a widget: checkers, or a variant of it."""
    game = game or Checkers()
    if not isinstance(game, Checkers):
        raise HernaError(f"game is {shown(game)}; allowed: Checkers")
    return game


def warm_up_payoffs(game):
    """Compile the game and those who sum up payoffs, with a word about it, once."""
    warm_up(game)
    marker = warm_marker("checkers-payoffs")
    if not INTERPRETED and not marker.exists():
        announced("players who sum up payoffs", lambda: _one_decision_each(game))
        marker.touch()


def _one_decision_each(game):
    for player in (StdAI(), Genetic()):
        player.warm(game, game.initial(), generator(0))


class Positions(ipywidgets.Dropdown):
    """The worked positions by name; one that was handed in stands first."""

    def __init__(self, game, chosen, on_change):
        self._game, self._read = game, dict[str, State]()
        names = {_label(name): name for name in (START, *FIGURES, *SMALL)}
        if isinstance(chosen, State):
            self._read[AS_GIVEN] = _usable(game, chosen)
            names = {AS_GIVEN: AS_GIVEN} | names
            chosen = AS_GIVEN
        elif chosen not in names.values():
            known = nearest(chosen, names.values())
            raise HernaError(f"position is {shown(chosen)}; {known}, or a state")
        super().__init__(
            options=list(names.items()),
            value=chosen,
            description="position",
            layout={"width": "270px"},
        )
        self.observe(lambda _change: on_change(), "value")

    @property
    def state(self):
        """The position chosen."""
        if self.value not in self._read:
            self._read[self.value] = position(self.value, self._game)
        return self._read[self.value]


def _label(name):
    return f"small, for {name}" if name in SMALL else name


def _usable(game, state):
    """A state that somebody has to move in; anything else is refused."""
    if state.array.dtype != game.state_type:
        raise HernaError("position is a state of another game; allowed: one of checkers")
    if game.to_move(state) == OVER:
        raise HernaError("position is the end of a game; allowed: one with somebody to move")
    return state


class Strategies(ipywidgets.HBox):
    """A box to tick for each strategy."""

    def __init__(self, chosen, on_change, label="strategies"):
        known = _known(chosen)
        self.boxes = {
            name: ipywidgets.Checkbox(
                value=name in known,
                description=name,
                tooltip=STRATEGY_WORDS[name],
                indent=False,
                layout={"width": "72px"},
            )
            for name in Checkers.strategies
        }
        for box in self.boxes.values():
            box.observe(lambda _change: on_change(), "value")
        label = ipywidgets.Label(label, layout={"width": "80px"})
        super().__init__([label, *self.boxes.values()])

    @property
    def words(self):
        """The strategies that are ticked, joined as players are given them."""
        return "+".join(name for name, box in self.boxes.items() if box.value)

    def show(self, words):
        """Tick these strategies and no others."""
        known = _known(words)
        for name, box in self.boxes.items():
            box.value = name in known


def _known(words):
    """The strategies in words such as K+PTP; those that do not exist are refused."""
    player = StdAI(strategies=words)
    player.suits(Checkers())
    return player.known()


def amount(value):
    """A payoff in words: with its sign, without decimals."""
    whole = round(float(value))
    return "0" if whole == 0 else f"{'+' if whole > 0 else MINUS}{abs(whole)}"


def triple(pays):
    """What white, black and red are paid.

    >>> triple((-2540, 1270, 1270))
    'white −2540, black +1270, red +1270'
    """
    return ", ".join(f"{name} {amount(value)}" for name, value in zip(COLOURS, pays, strict=True))


def table_html(titles, rows, bold=()):
    """A table; the first column heads the rows, cells may hold tags of ours."""
    head = "".join(f"<th scope='col' style='padding: 0 8px'>{escape(t)}</th>" for t in titles)
    body = []
    for number, (first, *cells) in enumerate(rows):
        weight = "bold" if number in bold else "normal"
        body.append(
            f"<tr style='font-weight: {weight}'><th scope='row' style='text-align: left; "
            f"font-weight: {weight}'>{escape(str(first))}</th>"
            + "".join(
                f"<td style='text-align: right; padding: 0 8px'>{escape(str(cell))}</td>"
                for cell in cells
            )
            + "</tr>"
        )
    return f"<table style='line-height: 1.35'><tr>{head}</tr>{''.join(body)}</table>"

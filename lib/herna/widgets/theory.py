"""Two panels for the game theory of thesis 3: a table to edit, and a truel.

Each is thin: `herna.theory` computes, `herna.figures.theory` draws. All controls are plain inputs,
so the keyboard is enough. What was found stands in sentences beside the picture; what goes wrong
appears below it, and the picture stays as it was.
"""

from html import escape

import ipywidgets

from herna.errors import HernaError, require_whole, shown
from herna.figures import theory as plots
from herna.figures.theory import number
from herna.seeds import generator
from herna.statistics import proportion_interval
from herna.theory import bargaining, examples, mixed, truel
from herna.theory.findings import findings, plan_in_words
from herna.theory.matrix import MatrixGame, best_responses, matrix_game, pure_equilibria
from herna.widgets.board import static
from herna.widgets.errors import Panel
from herna.widgets.picture import Picture
from herna.widgets.whole import Whole

SMALLEST, LARGEST = 2, 4  # options of a player that can be edited
MOST_GAMES = 200_000
OWN = "your own"
NARROW = {"description_width": "auto"}


class TheoryPanel(Whole):
    """Controls, sentences and a picture; a change of any control draws all anew."""

    picture: Picture
    sentences: ipywidgets.HTML
    _quiet = False  # while code changes several controls at once

    def _watch(self, *controls):
        """Draw anew when one of these is changed by hand."""

        def changed(_change):
            if not self._quiet:
                self.panel.error = ""
                self.update()

        for control in controls:
            control.observe(self.panel.shown(changed), "value")

    def _set(self, changes):
        """Give controls their values without drawing in between."""
        self._quiet = True
        try:
            for control, value in changes:
                control.value = value
        finally:
            self._quiet = False

    def update(self):
        raise NotImplementedError(f"{type(self).__name__} needs an update()")

    def words(self):
        raise NotImplementedError(f"{type(self).__name__} needs its words()")

    def _show(self, told, paint):
        self.picture.paint(paint, clear=True)
        self.picture.send()
        self.sentences.value = _list(told)
        self.panel.unseen = self.words()

    def _repr_mimebundle_(self, **kwargs):
        page = self.picture.html(self.words()) + self.sentences.value
        return static(super()._repr_mimebundle_(**kwargs), page, self.words())


def _list(told):
    return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in told)}</ul>"


# A table.


class MatrixLab(TheoryPanel):
    """Choose a table of the thesis, change any cell, and read off what follows.

    game : a worked example by name (T1, T3 to T6), or a game of two to four options each
    """

    def __init__(self, game="T1"):
        self.panel = Panel()
        self.game: MatrixGame = examples.example(game) if isinstance(game, str) else game
        self._build()
        super().__init__(self._rows())
        self.add_class("herna-guarded").add_class("herna-matrix")
        self.show(self.game)

    # What code may call.

    def show(self, game):
        """Put a game into the fields and draw it."""
        if not isinstance(game, MatrixGame):
            raise HernaError(f"MatrixLab: game is {shown(game)}; allowed: one made by matrix_game")
        if not SMALLEST <= min(game.shape) <= max(game.shape) <= LARGEST:
            raise HernaError(
                f"MatrixLab: the game has the shape {game.shape}; allowed: {SMALLEST} to {LARGEST} "
                "options each"
            )
        known = next((name for name, other in self._known.items() if other is game), OWN)
        rows, columns = game.shape
        texts = [
            (self._fields[i, j], _cell_text(game, i, j))
            for i in range(rows)
            for j in range(columns)
        ]
        self._set(
            [
                (self._example, known),
                (self._size[0], rows),
                (self._size[1], columns),
                (self._zero_sum, game.zero_sum),
                *texts,
            ]
        )
        self.game = game
        self._arrange()
        self._draw()

    def update(self):
        """Read the fields and draw the game that they describe."""
        self.game = self._from_fields()
        self._set([(self._example, OWN)])
        self._draw()

    def words(self):
        """The table and what was found in one paragraph."""
        return " ".join([f"{self.game.title or 'a table'}.", *self._told])

    def __repr__(self):
        return f"MatrixLab({self.game.title or 'your own'})"

    # Inside.

    def _build(self):
        self._told: list[str] = []
        self._known = {**examples.examples(), "ties": examples.with_ties()}
        titles = [(game.title, name) for name, game in self._known.items()]
        self._example = ipywidgets.Dropdown(
            options=[*titles, (OWN, OWN)],
            description="game",
            style=NARROW,
            layout={"width": "290px"},
        )
        self._size = [
            ipywidgets.BoundedIntText(
                value=2,
                min=SMALLEST,
                max=LARGEST,
                description=words,
                style=NARROW,
                layout={"width": "115px"},
            )
            for words in ("rows", "columns")
        ]
        self._zero_sum = ipywidgets.Checkbox(
            description="zero sum", indent=False, layout={"width": "auto"}
        )
        self._fields = {(i, j): _field() for i in range(LARGEST) for j in range(LARGEST)}
        self._table = ipywidgets.GridBox()
        self.sentences = ipywidgets.HTML(layout={"max_width": "560px"})
        self.picture = Picture(9.6, 4.2, nrows=1, ncols=2, width_ratios=(1.15, 1))
        self.picture.figure.subplots_adjust(0.075, 0.14, 0.985, 0.83, wspace=0.24)
        self._watch(*self._fields.values())
        self._example.observe(self.panel.shown(self._chosen), "value")
        for control in (*self._size, self._zero_sum):
            control.observe(self.panel.shown(self._reshaped), "value")

    def _rows(self):
        wrap = {"flex_flow": "row wrap", "max_width": "1180px"}
        head = ipywidgets.HBox([self._example, *self._size, self._zero_sum], layout=wrap)
        together = {**wrap, "align_items": "flex-start"}
        body = ipywidgets.HBox([self._table, self.sentences], layout=together)
        return [head, body, self.panel, self.picture]

    def _chosen(self, change):
        if self._quiet or change["new"] == OWN:
            return
        self.panel.error = ""
        self.show(self._known[change["new"]])

    def _reshaped(self, _change):
        """Another size or kind of sum: cells that are there keep what they pay, others pay 0."""
        if self._quiet:
            return
        self.panel.error = ""
        rows, columns = (control.value for control in self._size)
        old, zero_sum = self.game, self._zero_sum.value
        self._arrange((rows, columns))
        texts = []
        for i in range(rows):
            for j in range(columns):
                there = i < old.shape[0] and j < old.shape[1]
                first, second = (old.row[i, j], old.column[i, j]) if there else (0.0, 0.0)
                texts.append((self._fields[i, j], _pair_text(first, second, zero_sum)))
        self._set(texts)
        self.update()

    def _arrange(self, shape=None):
        """Show as many fields as the table has cells, with the names of the options around."""
        rows, columns = shape or self.game.shape
        down, across = self._names(rows, columns)
        cells: list = [ipywidgets.Label(), *(ipywidgets.Label(name) for name in across)]
        for i in range(rows):
            cells.append(ipywidgets.Label(down[i]))
            for j in range(columns):
                self._fields[i, j].tooltip = f"payoffs of row {down[i]}, column {across[j]}"
                cells.append(self._fields[i, j])
        for label in self._table.children:
            if isinstance(label, ipywidgets.Label):
                label.close()
        self._table.children = cells
        self._table.layout = {"grid_template_columns": f"auto repeat({columns}, 88px)"}

    def _names(self, rows, columns):
        """The names of the options as long as they fit, else letters."""
        fits = (rows, columns) == self.game.shape
        letters = tuple("ABCD")
        return (self.game.rows, self.game.columns) if fits else (letters[:rows], letters[:columns])

    def _from_fields(self):
        rows, columns = (control.value for control in self._size)
        down, across = self._names(rows, columns)
        pairs = [
            [
                _pair(self._fields[i, j].value, self._zero_sum.value, f"{down[i]}, {across[j]}")
                for j in range(columns)
            ]
            for i in range(rows)
        ]
        row, column = ([[pair[side] for pair in line] for line in pairs] for side in range(2))
        return matrix_game(row, column, down, across, self.game.players, "your own table")

    def _draw(self):
        self._told = findings(self.game, number)
        self._show(self._told, self._paint)

    def _paint(self, axes):
        game = self.game
        places = pure_equilibria(game)
        plots.plot_matrix(game, best_responses(game), places, ax=axes[0])
        axes[1].axis("on")
        if not game.zero_sum:
            agreed = bargaining.threat_solution(game)
            plots.plot_split(game, bargaining.payoff_polygon(game), agreed, axes[1])
        elif 2 in game.shape:
            seen = game if game.shape[0] == 2 else game.swapped()
            plots.plot_value(seen, mixed.solve_zero_sum(seen), axes[1])
        else:
            plots.plot_levels(game, mixed.solve_zero_sum(game), axes[1])


def _field():
    return ipywidgets.Text(layout={"width": "84px"}, continuous_update=False)


def _cell_text(game, i, j):
    return _pair_text(game.row[i, j], game.column[i, j], game.zero_sum)


def _pair_text(first, second, zero_sum):
    return f"{first:g}" if zero_sum else f"{first:g}, {second:g}"


def _pair(text, zero_sum, place):
    """The payoffs that a field describes; in a zero-sum game the row player's only."""
    parts = text.replace("\N{MINUS SIGN}", "-").split(",")
    allowed = "a number" if zero_sum else "two numbers with a comma between, such as 5, 3"
    try:
        values = [float(part) for part in parts]
    except ValueError:
        values = []
    if len(values) != (1 if zero_sum else 2):
        raise HernaError(f"MatrixLab: payoff of {place} is {shown(text)}; allowed: {allowed}")
    return (values[0], -values[0]) if zero_sum else (values[0], values[1])


# The truel.


class TruelLab(TheoryPanel):
    """Three shooters: set accuracies and order, allow air shots or an alliance, see who survives.

    Bars are exact; points are from so many simulated truels, with their 95 % intervals.
    """

    def __init__(self, accuracies=(1.0, 0.67, 0.33), order="CBA", games=2000, seed=0):
        self.panel = Panel()
        require_whole("TruelLab", "games", games, 10, MOST_GAMES)
        truel.survival(accuracies, truel.AT_THE_STRONGER, order)  # refuses what is not a truel
        self.games, self.seed = games, seed
        self._accuracies = [
            ipywidgets.BoundedFloatText(
                value=float(value),
                min=0,
                max=1,
                step=0.01,
                description=f"accuracy of {shooter}",
                style=NARROW,
                layout={"width": "180px"},
            )
            for shooter, value in zip(truel.SHOOTERS, accuracies, strict=True)
        ]
        self._order = ipywidgets.Dropdown(
            options=truel.ORDERS,
            value=order,
            description="they fire in the order",
            style=NARROW,
            layout={"width": "220px"},
        )
        self._air, self._alliance = (
            ipywidgets.Checkbox(description=words, indent=False, layout={"width": "auto"})
            for words in ("air shots allowed", "A and B allied against C")
        )
        self._air.value = True
        self.sentences = ipywidgets.HTML()
        self.picture = Picture(7.2, 3.8)
        self.picture.figure.subplots_adjust(0.15, 0.1, 0.985, 0.88)
        controls = [*self._accuracies, self._order, self._air, self._alliance]
        self._watch(*controls)
        wrap = {"flex_flow": "row wrap", "max_width": "1180px"}
        head = ipywidgets.HBox(controls, layout=wrap)
        super().__init__([head, self.sentences, self.panel, self.picture])
        self.add_class("herna-guarded").add_class("herna-truel")
        self.update()

    @property
    def accuracies(self):
        return tuple(control.value for control in self._accuracies)

    @property
    def order(self):
        return self._order.value

    def set(self, accuracies=None, order=None, air=None, alliance=None):
        """Change some of the controls at once."""
        changes: list = []
        if accuracies is not None:
            truel.survival(accuracies, truel.AT_THE_STRONGER)
            changes += list(zip(self._accuracies, map(float, accuracies), strict=True))
        if order is not None:
            truel.survival((1, 1, 1), truel.AT_THE_STRONGER, order)
            changes.append((self._order, order))
        if air is not None:
            changes.append((self._air, bool(air)))
        if alliance is not None:
            changes.append((self._alliance, bool(alliance)))
        self._set(changes)
        self.update()

    def update(self):
        """Find out how they aim, solve and simulate, and draw."""
        given = (self.accuracies, self.order, self._air.value, self._alliance.value)
        self.plan = truel.likely_plan(*given)
        self.exact = truel.survival(self.accuracies, self.plan, self.order)
        rng = generator(self.seed, "truel lab")
        alive = truel.simulate(self.accuracies, self.plan, self.order, self.games, rng)
        self.survived = alive.sum(axis=0)
        self._show(self._told(), self._paint)

    def words(self):
        """The setting and who survives how often, in one paragraph."""
        return " ".join(self._told())

    def __repr__(self):
        return f"TruelLab({self.accuracies}, {self.order!r})"

    def _told(self):
        chances = ", ".join(
            f"{shooter} {chance:.3f}"
            for shooter, chance in zip(truel.SHOOTERS, self.exact, strict=True)
        )
        shares = ", ".join(
            f"{shooter} {count / self.games:.3f}"
            for shooter, count in zip(truel.SHOOTERS, self.survived, strict=True)
        )
        yield f"While three stand: {plan_in_words(self.plan)}."
        yield f"Last one standing, exactly: {chances}; in {self.games} simulated truels: {shares}."
        if self._alliance.value:
            alone = truel.likely_plan(self.accuracies, self.order, self._air.value)
            before = truel.survival(self.accuracies, alone, self.order)
            gains = ", ".join(
                f"{shooter} {number(round(gain, 3))}"
                for shooter, gain in zip(truel.SHOOTERS, self.exact - before, strict=True)
            )
            yield f"What the alliance changes: {gains}."
        if self._stand_off():
            yield "Nobody ever hits: a stand-off without end, which counts for nobody."

    def _stand_off(self):
        return bool(self.exact.sum() < 0.5)

    def _paint(self, ax):
        intervals = [proportion_interval(count, self.games) for count in self.survived]
        low, high = zip(*intervals, strict=True)
        simulated = self.survived / self.games
        bars = {"exact": self.exact, "simulated": simulated, "low": low, "high": high}
        plots.plot_survival({f"{plan_in_words(self.plan)}; order {self.order}": bars}, ax)

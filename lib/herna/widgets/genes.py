"""The controls of a genome: two lists ordered by sliders, and a form for all other genes.

Sliders keep their places while they are moved, so that the keyboard stays where it is; the number
before each tells its place in the order, live. A genome that is loaded sorts them.

A slider in the browser rounds whatever it is given and sends that back. Genes are finer, and two of
them may differ by less; so a gene is what was loaded until somebody really moves its slider.
"""

from html import escape

import ipywidgets

from herna.dungeon.genome import NAMES, layout, place

TILES = ("any", "nearest", "uncovers most", "uncovers least")
TARGETS = ("highest level", "most experience", "lowest level")
CHOICES = {("G1", "tile choice"): TILES, ("G2", "target order"): TARGETS}
LIMITS = ("C9", "C10")  # one number for each level of monster
GLYPH_CHOICES = ("G4", "G8")  # one switch for each glyph
WIDTH = 434  # of a slider with its name; two lists fit beside each other on a small screen
STEP = 0.01
ROUNDING = 0.51 * STEP  # a slider that differs by no more was not moved


class PriorityList(ipywidgets.VBox):
    """The priorities of some strategies, and the order they make."""

    def __init__(self, title, names, on_change):
        self.names, self._on_change = tuple(names), on_change
        self.priorities = dict.fromkeys(self.names, 0.0)
        self.sliders = {name: self._slider(name) for name in self.names}
        self._ranks = {name: ipywidgets.HTML(layout={"width": "26px"}) for name in self.names}
        self._lines = {
            name: ipywidgets.HBox([self._ranks[name], self.sliders[name]]) for name in self.names
        }
        self._box = ipywidgets.VBox(list(self._lines.values()))
        sort = ipywidgets.Button(
            description="Sort", tooltip="put the sliders in their order", layout={"width": "auto"}
        )
        sort.on_click(lambda _button: self.sort())
        head = ipywidgets.HBox(
            [ipywidgets.HTML(f"<b>{escape(title)}</b>"), sort],
            layout={"justify_content": "space-between", "width": f"{WIDTH + 26}px"},
        )
        super().__init__([head, self._box], layout={"margin": "0 8px 0 0"})

    @property
    def order(self):
        """The strategies by priority, best first; of equals the one that the thesis names first."""
        return sorted(self.names, key=lambda name: -self.priorities[name])

    def values(self):
        """Every priority, by its place in the chromosome."""
        return {place(name): priority for name, priority in self.priorities.items()}

    def show(self, genome):
        for name, slider in self.sliders.items():
            self.priorities[name] = slider.value = float(genome[place(name)])
        self.sort()

    def show_order(self):
        """Renew the numbers before the sliders."""
        for rank, name in enumerate(self.order, 1):
            words = f"<div style='text-align: right; font-weight: bold'>{rank}.</div>"
            if self._ranks[name].value != words:
                self._ranks[name].value = words

    def sort(self):
        """Put the sliders in their order."""
        self.show_order()
        lines = [self._lines[name] for name in self.order]
        if lines != list(self._box.children):
            self._box.children = lines

    def _slider(self, name):
        slider = ipywidgets.FloatSlider(
            min=0,
            max=1,
            step=STEP,
            description=f"{NAMES[name]} ({name})",
            tooltip=f"priority of {NAMES[name]}",
            style={"description_width": "253px"},
            layout={"width": f"{WIDTH}px"},
        )
        slider.observe(lambda change: self._moved(name, change["new"]), "value")
        return slider

    def _moved(self, name, value):
        if abs(value - self.priorities[name]) > ROUNDING:
            self.priorities[name] = value
            self._on_change()


class GeneForm(ipywidgets.Accordion):
    """The genes that are no priorities, in a form that can be folded."""

    def __init__(self, on_change):
        self._on_change = on_change
        self._genes = [gene for gene in layout() if gene.gene != "priority"]
        self._values = {gene.number - 1: float(gene.least) for gene in self._genes}
        self.controls = {gene.number - 1: self._control(gene) for gene in self._genes}
        rows = [self._row(name) for name in dict.fromkeys(gene.strategy for gene in self._genes)]
        super().__init__([ipywidgets.VBox(rows)], layout={"max_width": "1120px"})
        self.set_title(0, f"The other {len(self._genes)} genes")

    def values(self):
        """Every gene, by its place in the chromosome."""
        return dict(self._values)

    def show(self, genome):
        for gene in self._genes:
            number, kind = gene.number - 1, {"switch": bool, "real": float}.get(gene.kind, int)
            self._values[number] = float(genome[number])
            self.controls[number].value = kind(genome[number])

    def _row(self, strategy):
        mine = [gene for gene in self._genes if gene.strategy == strategy]
        words = NAMES[strategy]
        if strategy in LIMITS:
            words += ": most in a fight, by the monster's level"
        elif strategy in GLYPH_CHOICES:
            words += ": which"
        label = ipywidgets.HTML(
            f"<b>{strategy}</b> {escape(words)}", layout={"width": "200px", "flex": "0 0 auto"}
        )
        controls = [self.controls[gene.number - 1] for gene in mine]
        box = ipywidgets.HBox(controls, layout={"flex_flow": "row wrap"})
        line = {"border_top": "1px solid #dddddd", "padding": "3px 0", "align_items": "center"}
        return ipywidgets.HBox([label, box], layout=line)

    def _control(self, gene):
        name = gene.gene
        common = {"description": name, "tooltip": f"{NAMES[gene.strategy]}: {name}"}
        narrow = {"style": {"description_width": "initial"}}
        control: ipywidgets.ValueWidget
        if (gene.strategy, name) in CHOICES:
            words = CHOICES[gene.strategy, name]
            options = [(word, number) for number, word in enumerate(words)]
            control = ipywidgets.Dropdown(options=options, **common, layout={"width": "260px"})
        elif gene.kind == "switch":
            wide = "165px"
            if gene.strategy in GLYPH_CHOICES:  # whose row says what for
                common["description"], wide = name.partition(" ")[2], "130px"
            control = ipywidgets.Checkbox(**common, indent=False, layout={"width": wide})
        elif gene.kind == "real":
            control = ipywidgets.FloatSlider(
                min=gene.least,
                max=gene.most,
                step=STEP,
                **common,
                **narrow,
                layout={"width": "400px"},
            )
        else:
            wide = "320px" if "difference" in name else "250px"
            if gene.strategy in LIMITS:
                common["description"], wide = name.rpartition(" ")[2], "66px"
            control = ipywidgets.BoundedIntText(
                min=int(gene.least), max=int(gene.most), **common, **narrow, layout={"width": wide}
            )
        control.observe(lambda change: self._moved(gene.number - 1, change["new"]), "value")
        return control

    def _moved(self, number, value):
        if abs(value - self._values[number]) > ROUNDING:
            self._values[number] = float(value)
            self._on_change()

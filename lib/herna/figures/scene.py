"""A scene: one picture of a position as plain values, drawn by matplotlib or by a browser alike.

A board turns a state into a `Scene`; the scene knows nothing of games. Its shapes are painted in
order. Its cells are the places one can focus, hear read out and click; a cell with a `move` plays
it, one with a `part` picks a part of a move. `to_json` is what the browser widget draws, `to_svg`
a picture that needs no kernel, and `draw_scene` the same with matplotlib for slides.
"""

import base64
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from html import escape
from typing import Any

import matplotlib.pyplot as plt
from matplotlib import patches
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

from herna.figures.style import INK, PAPER

SANS, MONO = "DejaVu Sans, Verdana, Arial, sans-serif", "DejaVu Sans Mono, Consolas, monospace"


@dataclass(frozen=True)
class Shape(ABC):
    """What all shapes share: how they are painted."""

    fill: str = field(default="none", kw_only=True)
    stroke: str = field(default="none", kw_only=True)
    width: float = field(default=1.0, kw_only=True)  # of the stroke
    dashed: bool = field(default=False, kw_only=True)

    @abstractmethod
    def svg(self) -> list[Any]:
        """Its SVG tag, attributes and, for text, the words."""

    @abstractmethod
    def patch(self) -> patches.Patch:
        """The same for matplotlib, not yet painted."""

    def paint(self) -> dict[str, Any]:
        """The SVG attributes of colour and stroke."""
        attributes = {"fill": self.fill}
        if self.stroke != "none":
            attributes |= {"stroke": self.stroke, "stroke-width": _short(self.width)}
            if self.pattern:
                lengths = (_short(part * self.width) for part in self.pattern)
                attributes["stroke-dasharray"] = " ".join(map(str, lengths))
        return attributes

    @property
    def pattern(self) -> tuple[float, ...]:
        """Of a broken stroke: dash, gap, dash ... in widths of it."""
        return (2, 2) if self.dashed else ()


@dataclass(frozen=True)
class Circle(Shape):
    x: float
    y: float
    radius: float

    def svg(self):
        place = {"cx": _short(self.x), "cy": _short(self.y), "r": _short(self.radius)}
        return ["circle", place | self.paint()]

    def patch(self):
        return patches.Circle((self.x, self.y), self.radius)


@dataclass(frozen=True)
class Rect(Shape):
    x: float  # left
    y: float  # top
    w: float
    h: float
    corner: float = 0.0  # radius of the rounding

    def svg(self):
        place = {"x": self.x, "y": self.y, "width": self.w, "height": self.h, "rx": self.corner}
        return ["rect", {name: _short(value) for name, value in place.items()} | self.paint()]

    def patch(self):
        if not self.corner:
            return patches.Rectangle((self.x, self.y), self.w, self.h)
        style = patches.BoxStyle.Round(pad=0, rounding_size=self.corner)
        return patches.FancyBboxPatch((self.x, self.y), self.w, self.h, boxstyle=style)


@dataclass(frozen=True)
class Polygon(Shape):
    points: tuple[tuple[float, float], ...]

    def svg(self):
        return ["polygon", {"points": _joined(self.points)} | self.paint()]

    def patch(self):
        return patches.Polygon(self.points, closed=True)


@dataclass(frozen=True)
class Line(Shape):
    points: tuple[tuple[float, float], ...]
    dashes: tuple[float, ...] = ()

    @property
    def pattern(self):
        return self.dashes or super().pattern

    def svg(self):
        return ["polyline", {"points": _joined(self.points)} | self.paint()]

    def patch(self):
        return patches.Polygon(self.points, closed=False)


@dataclass(frozen=True)
class Text(Shape):
    x: float
    y: float  # middle of the capitals
    text: str
    size: float
    anchor: str = "middle"  # start, middle or end
    bold: bool = False
    mono: bool = False
    fill: str = field(default=INK, kw_only=True)

    def svg(self):
        attributes = {
            "x": _short(self.x),
            "y": _short(self.y + 0.36 * self.size),  # the baseline: capitals are 0.72 high
            "font-size": _short(self.size),
            "font-family": MONO if self.mono else SANS,
            "font-weight": "bold" if self.bold else "normal",
            "text-anchor": self.anchor,
            "fill": self.fill,
        }
        return ["text", attributes, self.text]

    def patch(self):
        family = "DejaVu Sans Mono" if self.mono else "DejaVu Sans"
        font = FontProperties(family=family, weight="bold" if self.bold else "normal")
        words = self.text.replace("$", r"\$")  # matplotlib would take it for mathematics
        outline = TextPath((0, 0), words, size=self.size, prop=font)
        wide = outline.get_extents().x1
        left = self.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor] * wide
        upright = Affine2D().scale(1, -1).translate(left, self.y + 0.36 * self.size)
        return patches.PathPatch(upright.transform_path(outline))


@dataclass(frozen=True)
class Cell:
    """A place on the board: it can be focused, is read out by its label, and may play a move."""

    name: str  # unique and lasting, such as "blue 12"
    label: str  # what a screen reader says
    x: float
    y: float
    radius: float
    move: int | None = None  # the legal move it stands for
    key: str = ""  # a key that does what a click does
    part: str = ""  # of a move that takes several clicks: next, picked or instead
    wide: float = 0.0  # of a place that is not round
    high: float = 0.0

    def to_json(self):
        return {
            "name": self.name,
            "label": self.label,
            "x": _short(self.x),
            "y": _short(self.y),
            "radius": _short(self.radius),
            "move": None if self.move is None else int(self.move),
            "key": self.key,
            "part": self.part,
            "wide": _short(self.wide),
            "high": _short(self.high),
        }


@dataclass(frozen=True)
class Scene:
    """A picture with places to click."""

    width: float
    height: float
    title: str
    description: str = ""  # the position in words, for those who cannot see it
    shapes: tuple[Shape, ...] = ()
    cells: tuple[Cell, ...] = ()

    def __post_init__(self):
        names = [cell.name for cell in self.cells]
        twice = (
            {name for name in names if names.count(name) > 1}
            if len(set(names)) < len(names)
            else ()
        )
        if twice:
            raise ValueError(f"scene: the cell name {sorted(twice)[0]!r} is used twice")

    def to_json(self):
        """Plain lists and dicts; a shape is its SVG tag, attributes and, for text, its words."""
        return {
            "width": _short(self.width),
            "height": _short(self.height),
            "title": self.title,
            "description": self.description,
            "shapes": [shape.svg() for shape in self.shapes],
            "cells": [cell.to_json() for cell in self.cells],
        }

    def to_svg(self, width=None):
        """The picture as SVG text, complete in itself; everything in it is escaped."""
        wide = f'width="{_short(width or self.width)}" style="max-width:100%;height:auto"'
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {wide} '
            f'viewBox="0 0 {_short(self.width)} {_short(self.height)}">',
            f"<title>{escape(self.title)}</title><desc>{escape(self.description)}</desc>",
            *(_element(*shape.svg()) for shape in self.shapes),
            "</svg>",
        ]
        return "".join(parts)

    def to_html(self):
        """The picture as an image; unlike inline SVG it is shown in an untrusted notebook, too."""
        content = base64.b64encode(self.to_svg().encode()).decode()
        words = escape(f"{self.title}. {self.description}")
        return f'<img alt="{words}" src="data:image/svg+xml;base64,{content}">'

    def _repr_html_(self):
        return self.to_html()


def draw_scene(scene, ax=None):
    """Draw a scene with matplotlib; the axes."""
    if ax is None:
        _, ax = plt.subplots(figsize=(scene.width / 80, scene.height / 80))
        ax.figure.get_layout_engine() and ax.figure.set_layout_engine("none")
        ax.set_position((0, 0, 1, 1))
    ax.set(xlim=(0, scene.width), ylim=(scene.height, 0), aspect="equal")
    ax.axis("off")
    ax.apply_aspect()
    points_per_unit = ax.get_window_extent().width / ax.figure.dpi * 72 / scene.width
    visible = (s for s in scene.shapes if not (isinstance(s, Text) and not s.text.strip()))
    for order, shape in enumerate(visible):
        patch = shape.patch()
        patch.set(
            facecolor=shape.fill,
            edgecolor=shape.stroke,
            linewidth=shape.width * points_per_unit if shape.stroke != "none" else 0,
            linestyle=(0, shape.pattern) if shape.pattern else "-",
            zorder=2 + order / 1000,
            clip_on=False,
            in_layout=False,  # none reaches beyond the scene, and measuring all takes long
        )
        ax.add_patch(patch)
    return ax


def backdrop(width, height):
    """The sheet of paper under a board, the same in a dark notebook and in a light one."""
    return Rect(0, 0, width, height, 12, fill=PAPER)


def _element(tag, attributes, text=""):
    written = " ".join(f'{name}="{escape(str(value))}"' for name, value in attributes.items())
    return f"<{tag} {written}>{escape(text)}</{tag}>"


def _joined(points):
    return " ".join(f"{_short(x)},{_short(y)}" for x, y in points)


def _short(number):
    """Two decimals are finer than any screen; whole numbers stay whole."""
    rounded = round(float(number), 2)
    return int(rounded) if rounded == int(rounded) else rounded

"""Charts that are drawn anew at every click: scenes, for which matplotlib would take too long."""

import numpy as np
from matplotlib.ticker import MaxNLocator

from herna.figures.scene import Line, Rect, Scene, Shape, Text
from herna.figures.style import GREY, INK, seat_colour

WIDTH, HEIGHT = 860, 250
TOP, BOTTOM = 30, HEIGHT - 44  # of the plots
PLOTS = ((56, 416), (480, WIDTH - 20))  # left and right edge of each
DASHES = ((), (3.7, 1.6), (6.4, 1.6, 1, 1.6), (1, 1.65), (5, 1), (3, 1, 1, 1), (1, 1))  # by seat
STEPS = {"x": MaxNLocator(5, integer=True), "y": MaxNLocator(4)}
COLUMNS = 180  # of a plot: a line has at most two points in each
RULE = "#DDDDDD"


def curves_scene(names, status, values, titles):
    """The status of every player and the values of a metric, ply by ply, side by side.

    status : array of shape (plies, players)
    values : of the metric, one per ply, or none
    titles : of the two charts
    """
    status = np.asarray(status, float).reshape(-1, len(names))
    lines = [
        (status[:, seat], {"stroke": seat_colour(name, seat), "dashes": DASHES[seat]})
        for seat, name in enumerate(names)
    ]
    room = 1.22 if len(names) <= 4 else 1.4  # above the highest point: one row of names, or two
    shapes = [Rect(0, 0, WIDTH, HEIGHT, fill="#FFFFFF")]
    shapes += _chart(PLOTS[0], titles[0], lines, len(status) - 1, room)
    shapes += _names(names)
    metric_line = (np.asarray(values, float), {"stroke": INK, "dashes": ()})
    shapes += _chart(PLOTS[1], titles[1], [metric_line], len(status) - 1, 1.08)
    return Scene(WIDTH, HEIGHT, f"{titles[0]}; {titles[1]}", _in_words(names, status), (*shapes,))


def _chart(edges, title, lines, last, room):
    """A chart of some lines over the plies 0 to `last`; its y-axis holds 0 and all values."""
    left, right = edges
    every = np.concatenate([values for values, _ in lines])
    low, high = np.min(every, initial=0.0), np.max(every, initial=0.0)
    span = high - low or 1.0
    low, high = low - 0.08 * span, low + room * span
    last = max(last, 1)

    def x(ply):
        return left + (right - left) * ply / last

    def y(value):
        return BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low)

    shapes: list[Shape] = [Text(left, 14, title, 15, "start", bold=True)]
    for tick in _ticks("x", 0, last):
        shapes.append(Line(((x(tick), TOP), (x(tick), BOTTOM)), stroke=RULE, width=0.8))
        shapes.append(Text(x(tick), BOTTOM + 14, f"{tick:g}", 13))
    for tick in _ticks("y", low, high):
        colour = INK if tick == 0 else RULE
        shapes.append(Line(((left, y(tick)), (right, y(tick))), stroke=colour, width=0.8))
        words = f"{tick:g}".replace("-", "\N{MINUS SIGN}")
        shapes.append(Text(left - 7, y(tick), words, 13, "end"))
    frame = ((left, TOP), (left, BOTTOM), (right, BOTTOM))
    shapes.append(Line(frame, stroke=GREY, width=1))
    shapes.append(Text((left + right) / 2, BOTTOM + 33, "ply", 14))
    for values, paint in lines:
        plies = _outline(values)
        points = zip(x(plies).tolist(), y(values[plies]).tolist(), strict=True)
        shapes.append(Line(tuple(points), width=2.2, **paint))
    return shapes


def _ticks(axis, low, high):
    ticks = np.round(STEPS[axis].tick_values(low, high), 12)
    return ticks[(ticks >= low) & (ticks <= high)].tolist()


def _outline(values):
    """The plies that a line must go through: all, or where too many the extremes of each column.

    >>> _outline(np.array([3.0, 1.0, 2.0])).tolist()
    [0, 1, 2]
    """
    if len(values) <= 2 * COLUMNS:
        return np.arange(len(values))
    columns = np.array_split(np.arange(len(values)), COLUMNS)
    extremes = [(c[values[c].argmin()], c[values[c].argmax()]) for c in columns]
    return np.unique(np.concatenate([*extremes, (0, len(values) - 1)]))


def _names(names):
    """Which line is whose: above the curves, four in a row."""
    shapes: list[Shape] = []
    left, right = PLOTS[0]
    for seat, name in enumerate(names):
        x, y = left + 10 + (right - left) / 4 * (seat % 4), TOP + 10 + 16 * (seat // 4)
        colour, key = seat_colour(name, seat), ((x, y), (x + 24, y))
        shapes.append(Line(key, DASHES[seat], stroke=colour, width=2.2))
        shapes.append(Text(x + 29, y, name, 12, "start"))
    return shapes


def _in_words(names, status):
    """Who stands how after the last ply."""
    if not len(status):
        return ""
    return ", ".join(f"{name} {value:+.1f}" for name, value in zip(names, status[-1], strict=True))

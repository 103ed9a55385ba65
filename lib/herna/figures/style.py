"""One look for all pictures: colours anybody can tell apart, text legible on a slide, same bytes.

`use()` once per notebook; `save(ax, "12_closeness")` writes SVG and PNG. Saving the same picture
twice gives the same bytes, so a changed file is a changed result.
"""

import hashlib
import io
import re
import sys
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from cycler import cycler
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from PIL import Image

from herna.errors import HernaError
from herna.files import write_atomically

# Okabe and Ito (2008): distinguishable with every common kind of colour blindness.
BLUE, ORANGE, GREEN, PURPLE = "#0072B2", "#E69F00", "#009E73", "#CC79A7"
SKY, VERMILION, YELLOW = "#56B4E9", "#D55E00", "#F0E442"
INK, GREY, PAPER = "#1B1B1B", "#6F6F6F", "#FBF8F1"
PALETTE = (BLUE, ORANGE, GREEN, PURPLE, SKY, VERMILION, INK)

SEAT_COLOURS = {"blue": BLUE, "orange": ORANGE, "green": GREEN, "purple": PURPLE}
LINES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)), (0, (1, 1)))  # never colour alone

SETTINGS: dict[Any, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": GREY,
    "axes.grid": True,
    "axes.labelcolor": INK,
    "axes.prop_cycle": cycler(color=PALETTE) + cycler(linestyle=LINES),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 15,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.labelsize": 13,
    "figure.constrained_layout.use": True,
    "figure.dpi": 100,
    "figure.figsize": (8.0, 4.5),
    "font.family": "DejaVu Sans",  # ships with matplotlib, hence the same everywhere
    "font.size": 13,
    "grid.color": "#DDDDDD",
    "grid.linewidth": 0.8,
    "legend.fontsize": 12,
    "legend.frameon": False,
    "lines.linewidth": 2.2,
    "savefig.dpi": 150,
    "svg.fonttype": "path",
    "svg.hashsalt": "herna",
    "xtick.labelsize": 12,
    "ytick.labelsize": 12,
}

UNDATED = {"Date": None, "Creator": None}  # else the hour and the version would be in the file
COLOURS = 256  # of a PNG: enough for a chart, and a third of the bytes


def use():
    """Make the house style the default of this session."""
    mpl.rcParams.update(SETTINGS)
    ipython: Any = sys.modules.get("IPython")
    if ipython is not None and (shell := ipython.get_ipython()) is not None:
        # Figures are laid out to their edges. To trim them IPython would draw each one twice.
        from matplotlib_inline.config import InlineBackend

        inline: Any = InlineBackend.instance(parent=shell)
        inline.print_figure_kwargs = {"bbox_inches": None}


def seat_colour(name, seat):
    """The colour of a seat: by its name where the name is a colour, else by its number."""
    return SEAT_COLOURS.get(name, PALETTE[seat % len(PALETTE)])


def save(picture, name, folder=None):
    """Write axes, an array of them or a figure as `name.svg` and `name.png`; the two paths.

    `folder` defaults to `figures/` beside `notebooks/`, or in the working folder.
    """
    if not re.fullmatch(r"[\w-][\w.-]*", name):
        allowed = "letters, digits, '_', '-' and '.', without folders"
        raise HernaError(f"figure name is {name!r}; allowed: {allowed}")
    folder = Path(folder) if folder is not None else figures_folder()
    printed = _printed(figure_of(picture))
    paths = tuple(folder / f"{name}.{kind}" for kind in KINDS)
    for path, content in zip(paths, printed, strict=True):
        write_atomically(path, content)
    return paths


def figure_of(picture):
    """The figure that axes, or the first of several, are drawn in; a figure itself."""
    one = picture.flat[0] if isinstance(picture, np.ndarray) else picture
    return getattr(one, "figure", one)


def figures_folder():
    """`figures/` of the project around the working folder, or of the working folder itself."""
    here = Path.cwd()
    homes = (folder for folder in (here, *here.parents) if (folder / "notebooks").is_dir())
    return next(homes, here) / "figures"


def _print_svg(figure, content):
    raw = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": "herna"}):
        FigureCanvasSVG(figure).print_svg(raw, metadata=UNDATED)
    content.write(_named_by_what_is_written(raw.getvalue()))


def _named_by_what_is_written(svg):
    """Clip paths named after their digits in the file.

    Matplotlib names them after all digits that it knows, of which the last depend on the processor.
    """
    names = {
        name: b"p" + hashlib.sha256(shape).hexdigest()[:10].encode()
        for name, shape in re.findall(rb'<clipPath id="(\w+)">(.*?)</clipPath>', svg, re.DOTALL)
    }
    return re.sub(
        rb'(clipPath id="|url\(#)(\w+)', lambda found: found[1] + names.get(found[2], found[2]), svg
    )


def _print_png(figure, content):
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    painted = Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")
    few = painted.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(content, "png", dpi=(figure.dpi, figure.dpi), optimize=True)


KINDS: dict[str, Any] = {"svg": _print_svg, "png": _print_png}


def _printed(figure):
    """The figure in every kind of file; its layout is found once, as that takes long."""
    canvas, dpi, layout = figure.canvas, figure.dpi, figure.get_layout_engine()
    wanted = mpl.rcParams["savefig.dpi"]
    sharp = dpi if wanted == "figure" else wanted
    try:
        figure.dpi = sharp
        if layout is not None:
            layout.execute(figure)
            figure.set_layout_engine("none")
        return [_content(figure, kind, sharp) for kind in KINDS]
    finally:
        figure.dpi = dpi
        figure.set_layout_engine(layout)
        figure.set_canvas(canvas)


def _content(figure, kind, dpi):
    figure.dpi = dpi  # each time: whoever prints SVG leaves another one behind
    content = io.BytesIO()
    KINDS[kind](figure, content)
    return content.getvalue()

"""One matplotlib figure shown as an image that is repainted in place; it never piles up figures."""

import base64
import io
from html import escape

import ipywidgets
import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from herna.figures import style

# A fixed layout: finding the best one anew would take longer than the drawing.
SETTINGS = style.SETTINGS | {"figure.constrained_layout.use": False}


class Picture(ipywidgets.Image):
    """An image with a figure behind it; the sizes are in inches of 100 pixels."""

    def __init__(self, width, height, **subplots):
        layout = {"width": f"{100 * width:.0f}px", "max_width": "100%", "height": "auto"}
        super().__init__(format="png", layout=layout)
        with mpl.rc_context(SETTINGS):
            self.figure = Figure(figsize=(width, height), dpi=100)
            self._canvas = FigureCanvasAgg(self.figure)
            self.axes = self.figure.subplots(**subplots)

    def paint(self, draw, clear=False):
        """Let `draw(axes)` paint in the house style; nothing is shown before `send`."""
        with mpl.rc_context(SETTINGS):
            if clear:
                for ax in self.figure.axes:
                    ax.clear()
            draw(self.axes)

    def send(self):
        """Show what was painted; until then the old picture stays."""
        content = io.BytesIO()
        with mpl.rc_context(SETTINGS):
            self._canvas.print_png(content, pil_kwargs={"compress_level": 1})
        self.value = content.getvalue()

    def html(self, words):
        """The picture as it is, to be shown without a kernel; words for who cannot see it."""
        return image_tag(self.value, words)


def image_tag(png, words):
    """An image that needs no file of its own."""
    content = base64.b64encode(png).decode()
    return f'<img alt="{escape(words)}" src="data:image/png;base64,{content}">'

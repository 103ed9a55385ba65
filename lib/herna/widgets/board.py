"""A scene in the notebook: click a cell, or walk over the board with the arrow keys.

Enter or the space bar plays the cell that has the focus, PageUp and PageDown go to the next one
that can be played, a cell's own key plays it at once, Esc leaves the board. Where a move has
several parts, each is picked in the same way; Esc takes the last one back. While the board has the
focus no key reaches JupyterLab.
"""

import anywidget
from traitlets import Dict, Int, Unicode

from herna.errors import HernaError
from herna.widgets.errors import FOLDER


class Board(anywidget.AnyWidget):
    """Draws a scene; `on_move(move)` is called with the move of a clicked cell.

    `on_pick(name)` is called with the name of a cell that is a part of a move; None takes the last
    part back.
    """

    _esm = FOLDER / "board.js"
    _css = FOLDER / "board.css"
    scene = Dict().tag(sync=True)  # Scene.to_json()
    said = Unicode("").tag(sync=True)  # read out below the board: what happened last
    size = Int(0).tag(sync=True)  # width in pixels, 0: as the scene says

    def __init__(self, scene, on_move=None, size=0, on_pick=None):
        super().__init__(scene=scene.to_json(), size=size)
        self._shown, self._on_move, self._on_pick = scene, on_move, on_pick
        self.on_msg(self._received)

    def show(self, scene, said=None):
        """Draw another scene; the browser repaints only what has changed."""
        if scene != self._shown:
            self._shown = scene
            self.scene = scene.to_json()
        if said is not None:
            self.said = said

    def _received(self, _widget, content, _buffers):
        if not isinstance(content, dict):
            return
        for message, callback in (("clicked", self._on_move), ("picked", self._on_pick)):
            if message in content and callback is not None:
                callback(content[message])

    def _repr_mimebundle_(self, **kwargs):
        return static(super()._repr_mimebundle_(**kwargs), self._shown.to_html(), self._shown.title)


def static(bundle, html, text):
    """A widget's display data with a picture beside it, for readers without a kernel."""
    data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
    return {**data, "text/plain": text, "text/html": html}, metadata


def family(widget):
    """A widget and everything inside it, outermost first."""
    inside = [member for child in getattr(widget, "children", ()) for member in family(child)]
    return [widget, *inside]


def whole_number(move):
    """A move as it came from the browser; anything but a whole number is refused."""
    if isinstance(move, bool) or not isinstance(move, int):
        raise HernaError(f"move is {move!r}; allowed: a whole number")
    return move

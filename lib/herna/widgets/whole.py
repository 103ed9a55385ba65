"""What Herna's larger widgets share: one task in the background, buttons, and an end."""

from typing import Any

import ipywidgets

from herna.widgets.board import family
from herna.widgets.errors import Panel


class Whole(ipywidgets.VBox):
    """A widget made of widgets; whatever goes wrong in it is shown in its panel."""

    panel: Panel
    _task: Any = None  # here, because a widget that was refused is closed, too
    _ours = False  # while we change controls ourselves

    @property
    def running(self):
        """Whether something is being done in the background."""
        return self._task is not None and not self._task.done()

    def close(self):
        """End what is done in the background and everything inside."""
        if self._task is not None:
            self._task.cancel()
        for widget in family(self)[:0:-1]:
            widget.close()
        super().close()

    def _button(self, words, action, tooltip):
        """A button; what was said before is wiped off before it acts."""
        button = ipywidgets.Button(description=words, tooltip=tooltip, layout={"width": "auto"})

        def act(_button):
            self.panel.error = self.panel.note = ""
            action()

        button.on_click(self.panel.shown(act))
        return button

    def _on(self, action):
        """A callback of a control; changes made by ourselves are ignored."""

        def act(*_arguments):
            self.panel.error = ""
            action()

        guarded = self.panel.shown(act)
        return lambda *arguments: None if self._ours else guarded(*arguments)


def row(*members):
    """Widgets side by side, and below each other where there is no room."""
    return ipywidgets.HBox(list(members), layout={"flex_flow": "row wrap"})

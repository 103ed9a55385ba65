"""Nothing that goes wrong in a callback may vanish: it is shown under the widget.

Jupyter drops the exceptions of widget callbacks, or hides them in a log. `Panel.shown` wraps every
callback: a mistake of the user appears as one line, anything else with its traceback. Under pytest
`CallbackFailed` is raised as well, so that a broken callback is a failing test.

JupyterLab 4.6 delivers the messages of widgets on a thread of their own, beside the thread that
runs the cells. Games share scratch memory, so callbacks are handed over to the thread and the
event loop in which the widget was made: what a click does never happens in the middle of a cell.
"""

import asyncio
import os
import threading
import traceback
from functools import wraps
from pathlib import Path

import anywidget
from traitlets import Unicode

from herna.errors import HernaError

FOLDER = Path(__file__).parent


class CallbackFailed(BaseException):
    """What a failed callback raises under pytest; ipywidgets would swallow an Exception."""


class Panel(anywidget.AnyWidget):
    """Shows errors and notes below a widget; also keeps its keys from editing the notebook."""

    _esm = FOLDER / "panel.js"
    _css = FOLDER / "panel.css"
    error = Unicode("").tag(sync=True)
    note = Unicode("").tag(sync=True)
    unseen = Unicode("").tag(sync=True)  # what a picture shows, read out to who cannot see it

    def __init__(self):
        super().__init__()
        self._thread = threading.get_ident()
        self._loop = running_loop()

    def shown(self, callback):
        """The callback with its errors shown here, run where the widget was made."""

        @wraps(callback)
        def guarded(*arguments, **named):
            if self._loop is None or threading.get_ident() == self._thread:
                return self._attempt(callback, arguments, named)
            self._loop.call_soon_threadsafe(self._attempt, callback, arguments, named)
            return None

        return guarded

    def start(self, coroutine):
        """Run a coroutine beside everything else, its errors shown here; its task.

        Without an event loop (a script, most tests) it is run to its end; the answer is None.
        """
        loop = running_loop() or self._loop
        if loop is None or loop.is_closed():
            asyncio.run(self._watch(coroutine))
            return None
        task = loop.create_task(self._watch(coroutine))
        task.add_done_callback(lambda _task: coroutine.close())  # if cancelled before it began
        return task

    def later(self, seconds, callback):
        """Call back after a while; at once where there is no event loop."""
        if self._loop is None or self._loop.is_closed():
            callback()
            return None
        return self._loop.call_later(seconds, self.shown(callback))

    def complain(self, problem):
        """Show what went wrong."""
        if isinstance(problem, HernaError):
            self.error = str(problem)
        elif isinstance(problem, OSError) and problem.strerror:
            self.error = f"{problem.filename or 'a file'}: {problem.strerror}"
        else:
            self.error = "".join(traceback.format_exception(problem)).rstrip()
        if "PYTEST_CURRENT_TEST" in os.environ:
            raise CallbackFailed(self.error) from problem

    def _attempt(self, callback, arguments, named):
        try:
            return callback(*arguments, **named)
        except Exception as problem:
            self.complain(problem)

    async def _watch(self, coroutine):
        try:
            await coroutine
        except asyncio.CancelledError:
            raise
        except Exception as problem:
            self.complain(problem)


def running_loop():
    """The event loop that runs here, or None."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None

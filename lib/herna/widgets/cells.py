"""Widgets whose data other cells may change: they look again whenever a cell has run."""

import contextlib
import weakref


def after_cells(widget, look):
    """Call `look(widget)` after every cell, until the function returned is called.

    A widget that is gone is not kept alive. In a script nothing happens.
    """
    shell, this = _shell(), weakref.ref(widget)

    def after_cell(*_result):
        found = this()
        if found is not None:
            look(found)

    def stop():
        with contextlib.suppress(ValueError):
            shell.events.unregister("post_run_cell", after_cell)

    if shell is None:
        return lambda: None
    shell.events.register("post_run_cell", after_cell)
    return stop


def _shell():
    """The IPython session, or None in a script."""
    try:
        from IPython import get_ipython
    except ImportError:
        return None
    return get_ipython()

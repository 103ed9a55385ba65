"""Progress bars of work that leaves nothing else to look at."""

from typing import Any

import tqdm.auto

BAR: Any = tqdm.auto.tqdm
IN_NOTEBOOK = any(kind.__name__ == "tqdm_notebook" for kind in BAR.__mro__)


def passing(*arguments, **options):
    """A bar that vanishes when it is done.

    In a notebook it stays: a notebook that is saved and opened again would show an error in its
    place.
    """
    return BAR(*arguments, leave=IN_NOTEBOOK, **options)

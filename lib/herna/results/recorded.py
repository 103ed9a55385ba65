"""Results for notebooks: what is stored is loaded, what is missing is run."""

from herna.results.runner import reproduce
from herna.results.store import Store


def recorded(experiment, scale="thesis", workers=None):
    """The rows of an experiment as a pandas table.

    At thesis scale, complete results are loaded as they are, whichever code made them: a notebook
    must not start an hour of work because a comment was edited. `herna list` says what is out of
    date and `herna reproduce` renews it. Quick results are always those of the present code.
    """
    store = Store(experiment, scale)
    if scale == "quick" or not store.is_complete():
        store = reproduce(experiment, scale, workers, wait=600)
    return store.table()

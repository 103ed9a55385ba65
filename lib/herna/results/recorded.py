"""Results for notebooks: what is stored is loaded, what is missing is run."""

import sys

from herna.results.runner import reproduce
from herna.results.store import Store


def recorded(experiment, scale="thesis", workers=None):
    """The rows of an experiment as a pandas table.

    At thesis scale, complete results are loaded as they are, whichever code made them: a notebook
    must not start an hour of work because a rule was edited. That they are old is said in a line.
    Quick results are always those of the present code.
    """
    store = Store(experiment, scale)
    if scale == "quick" or not store.is_complete():
        store = reproduce(experiment, scale, workers, wait=600)
    elif not store.is_current():
        name = store.experiment.name
        print(
            f"herna: {name} was made by other code than is here now; to renew it: "
            f"herna reproduce {name} --scale {scale}",
            file=sys.stderr,
        )
    return store.table()

"""Mistakes of a user, said in one line that names the thing, the field and what is allowed."""

import difflib


class HernaError(ValueError):
    """Something a user can put right; shown without a traceback."""


def nearest(word, allowed):
    """The allowed values, and the one that was probably meant.

    >>> nearest("ludoo", ["ludo", "pig"])
    "did you mean 'ludo'? allowed: ludo, pig"
    """
    names = [str(name) for name in allowed]
    close = difflib.get_close_matches(str(word), names, n=1, cutoff=0.5)
    hint = f"did you mean {close[0]!r}? " if close else ""
    return f"{hint}allowed: {', '.join(names)}"

"""Mistakes of a user, said in one line that names the thing, the field and what is allowed."""

import difflib
import math
import numbers

LONGEST_MESSAGE = 400
LONGEST_VALUE = 60
MOST_NAMED = 24  # allowed values that are listed; of more only those that look like what was meant


class HernaError(ValueError):
    """Something a user can put right; always one short line that is safe to print."""

    def __init__(self, message):
        line = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in message)
        super().__init__(shortened(line, LONGEST_MESSAGE))


def shortened(text, length):
    return text if len(text) <= length else f"{text[: length - 4]} ..."


def shown(value):
    """A value as it may stand in a message: its repr, cut where it is long."""
    if isinstance(value, str | bytes | list | tuple | dict) and len(value) > LONGEST_VALUE:
        return shortened(repr(value[:LONGEST_VALUE]), LONGEST_VALUE) if _sliced(value) else "..."
    if isinstance(value, int) and abs(value) > 10**LONGEST_VALUE:
        return "a number of many digits"
    return shortened(repr(value), LONGEST_VALUE)


def _sliced(value):
    return not isinstance(value, dict)


def nearest(word, allowed):
    """The allowed values, and the one that was probably meant.

    >>> nearest("ludoo", ["ludo", "pig"])
    "did you mean 'ludo'? allowed: ludo, pig"
    >>> nearest("GOATS", ["Goat", "Zombie"]), nearest("posm", ["DL", "POSM"])
    ("did you mean 'Goat'? allowed: Goat, Zombie", "did you mean 'POSM'? allowed: DL, POSM")
    """
    names = [str(name) for name in allowed]
    small = {name.lower(): name for name in reversed(names)}
    wanted = str(word)[:100].lower()
    close = difflib.get_close_matches(wanted, list(small), n=1, cutoff=0.5)
    hint = f"did you mean {small[close[0]]!r}? " if close else ""
    rest = ""
    if len(names) > MOST_NAMED:
        likely = difflib.get_close_matches(wanted, list(small), n=8, cutoff=0.2)
        rest = f", ... ({len(names)} in all)"
        names = [small[name] for name in likely] or names[:8]
    return f"{hint}allowed: {', '.join(names) or 'none at all'}{rest}"


def require_whole(thing, field, value, low, high, also=""):
    """Refuse anything but a whole number from `low` to `high`; `also` says what else would do."""
    whole = isinstance(value, numbers.Integral) and not isinstance(value, bool)
    if not whole or not low <= value <= high:
        allowed = f"{low}" if low == high else f"a whole number from {low} to {high}"
        raise HernaError(f"{thing}: {field} is {shown(value)}; allowed: {allowed}{also}")


def require_number(thing, field, value, low=-math.inf, high=math.inf):
    """Refuse anything but a finite number from `low` to `high`."""
    real = isinstance(value, numbers.Real) and not isinstance(value, bool)
    if not real or not _finite(value) or not low <= value <= high:
        raise HernaError(f"{thing}: {field} is {shown(value)}; allowed: {_range(low, high)}")


def require_switch(thing, field, value):
    """Refuse anything but True and False, which may be written 1 and 0."""
    if not isinstance(value, numbers.Integral) or value not in (0, 1):
        raise HernaError(f"{thing}: {field} is {shown(value)}; allowed: True (1) or False (0)")


def require_among(thing, field, value, allowed):
    """Refuse anything but one of a few words or whole numbers."""
    plain = isinstance(value, numbers.Integral | str) and not isinstance(value, bool)
    if not plain or value not in tuple(allowed):
        meant = value if isinstance(value, str) else ""
        raise HernaError(f"{thing}: {field} is {shown(value)}; {nearest(meant, allowed)}")


def _finite(value):
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number beyond all floats
        return False


def _range(low, high):
    if math.isinf(low) and math.isinf(high):
        return "a finite number"
    if math.isinf(high):
        return f"a number of at least {low:g}"
    return f"a number from {low:g} to {high:g}"

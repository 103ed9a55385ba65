"""Names with settings, as people type them and files keep them: `maxn(level=50, depth=3)`."""

import re

from herna.errors import HernaError, nearest, shown


def spell(name, settings):
    """A name with its settings; those that are None are left out.

    >>> spell("maxn", {"level": None, "depth": 3})
    'maxn(depth=3)'
    """
    given = ", ".join(f"{field}={value}" for field, value in settings.items() if value is not None)
    return f"{name}({given})" if given else name


def parse(words):
    """The name and, still as text, what stands in brackets after it.

    >>> parse("maxn(level=50, depth=3)")
    ('maxn', 'level=50, depth=3')
    """
    match = re.fullmatch(r"\s*([\w^-]+)\s*(?:\((.*)\))?\s*", words)
    return (match[1], match[2] or "") if match else (None, "")


def settings_in(text):
    """What stands in brackets after a name, as text by field.

    >>> settings_in("level=50, depth=3")
    {'level': '50', 'depth': '3'}
    """
    parts = filter(None, (part.strip() for part in text.split(",")))
    pairs = (part.partition("=") for part in parts)
    return {field.strip(): value.strip() for field, _, value in pairs}


def settings_from(thing, text, known, names=()):
    """The settings in brackets as numbers, or as text for `names`; each must be a known one.

    >>> settings_from("maxn", "level=50, depth=3", ["level", "depth"])
    {'level': 50, 'depth': 3}
    """
    settings = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        field, equals, value = (piece.strip() for piece in part.partition("="))
        if field not in known:
            raise HernaError(f"{thing}: no setting {shown(field)}; {nearest(field, known)}")
        if not equals:
            raise HernaError(f"{thing}: {field} has no value; write field=value")
        if field in settings:
            raise HernaError(f"{thing}: {field} is given twice; allowed: once")
        settings[field] = value if field in names else number_from(thing, field, value)
    return settings


def number_from(thing, field, text):
    """The number that a setting was given in words; switches are true and false."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        return float(text) if "." in text or "e" in text else int(text)
    except ValueError:
        raise HernaError(f"{thing}: {field} is {shown(text)}; allowed: a number") from None

"""Everybody who can take a seat, by name: ordinary players and those who sum up what moves pay."""

from typing import Any

from herna.errors import HernaError, nearest, shown
from herna.payoffs import SUMMING
from herna.payoffs import player_from as summing_from
from herna.players import PLAYERS as ORDINARY
from herna.players import player_from as ordinary_from
from herna.words import parse

PLAYERS: dict[str, Any] = {**ORDINARY, **SUMMING}


def player_from(words):
    """The player spelt `name` or `name(field=value, ...)`."""
    name, _ = parse(words)
    if name not in PLAYERS:
        raise HernaError(f"player {shown(words)} is unknown; {nearest(words, PLAYERS)}")
    return summing_from(words) if name in SUMMING else ordinary_from(words)

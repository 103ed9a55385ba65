"""Everybody who can take a seat, by name: ordinary players and those who sum up what moves pay."""

from dataclasses import fields
from typing import Any

from herna.errors import HernaError, nearest, shown
from herna.payoffs import Genetic, StdAI
from herna.players import PLAYERS as ORDINARY
from herna.players import player_from as ordinary_from
from herna.words import parse, settings_from

SUMMING: dict[str, Any] = {player.name: player for player in (StdAI, Genetic)}
PLAYERS: dict[str, Any] = {**ORDINARY, **SUMMING}


def player_from(words):
    """The player spelt `name` or `name(field=value, ...)`.

    >>> player_from("std-ai(strategies=K+PTP, depth=1)").known()
    ('K', 'PTP')
    """
    name, settings = parse(words)
    if name not in PLAYERS:
        raise HernaError(f"player {shown(words)} is unknown; {nearest(words, PLAYERS)}")
    if name not in SUMMING:
        return ordinary_from(words)
    known = [field.name for field in fields(SUMMING[name])]
    return SUMMING[name](**settings_from(name, settings, known, names=("strategies",)))

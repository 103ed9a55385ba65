"""Players who sum up what moves pay (thesis 3): full search, a genetic algorithm, modern searches.

They know no game, only that its moves pay (`herna.pays`) and what strategies it has.
"""

from dataclasses import fields

from herna.errors import HernaError, nearest, shown
from herna.payoffs.full_search import StdAI
from herna.payoffs.genetic import Genetic
from herna.payoffs.pruned import BestReply, Paranoid
from herna.words import parse, settings_from

SUMMING = {player.name: player for player in (StdAI, Genetic, Paranoid, BestReply)}

__all__ = ["SUMMING", "BestReply", "Genetic", "Paranoid", "StdAI", "player_from"]


def player_from(words):
    """The player spelt `name` or `name(field=value, ...)`.

    >>> player_from("std-ai(strategies=K+PTP, depth=1)").known()
    ('K', 'PTP')
    """
    name, settings = parse(words)
    if name not in SUMMING:
        raise HernaError(f"player {shown(words)} is unknown; {nearest(words, SUMMING)}")
    known = [field.name for field in fields(SUMMING[name])]
    return SUMMING[name](
        **settings_from(name, settings, known, names=("strategies", "table", "values"))
    )

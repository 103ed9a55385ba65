"""What a blow would do, before anybody strikes and without a copy of the state.

The rules themselves are applied to the hero, what came of it is noted, and the hero is put back as
he was. So a forecast follows every change of the rules, and what boards and bots promise is what
happens. What costs time in a real blow, a monster's removal and the ways it frees, is left out.
"""

from typing import NamedTuple

import numpy as np

from herna.compiled import kernel
from herna.games.dungeon.rules import (
    damage,
    experience_for,
    fireball_damage,
    hero_is_first,
    learn,
    suffer,
)
from herna.games.dungeon.state import DEAD, FIREBALL


class Blows(NamedTuple):
    """What an exchange of blows or a fireball leads to, in the order in which it is foreseen."""

    hero_first: bool
    hero_dies: bool
    monster_dies: bool
    protection_spent: bool
    poisoned: bool  # the hero, afterwards
    mana_burned: bool
    dealt: int  # health that the monster loses
    taken: int  # health that its answer costs the hero
    experience: int  # for the kill
    hero_health: int  # afterwards; a kill may make a level
    monster_health: int
    mana: int
    level: int


SWITCHES = 6  # the fields that are true or false come first


def forecast(states, monster, fireball=False):
    """What an attack on a monster, or a fireball, would lead to.

    states : an array of one state that may be written to; it is left as it was
    """
    out = np.empty(len(Blows._fields), np.int64)
    foresee(states, monster, fireball, out)
    told = out.tolist()
    return Blows(*map(bool, told[:SWITCHES]), *told[SWITCHES:])


@kernel
def foresee(states, monster, fireball, out):
    """Fill `out` with the fields of Blows."""
    s = states[0]
    life, mana, rank = s.life, s.mana, s.rank
    experience, collected = s.experience, s.collected
    protected, poisoned, burned = s.protected, s.poisoned, s.burned
    outcome, killer = s.outcome, s.killer

    if fireball:
        first, blow = True, fireball_damage(s, monster)
        s.mana -= s.costs[FIREBALL]
    else:
        first, blow = hero_is_first(s, monster), damage(s, monster)
    dealt = min(blow, s.health[monster])
    falls = dealt == s.health[monster]
    if not fireball and not (first and falls):
        suffer(s, monster)
    dead, taken = s.outcome == DEAD, life - s.life
    if dead and not first:
        dealt, falls = 0, False
    if falls:
        learn(s, experience_for(s, monster))

    out[0], out[1], out[2] = first, dead, falls
    out[3], out[4], out[5] = protected - s.protected, s.poisoned, s.burned
    out[6], out[7], out[8] = dealt, taken, s.collected - collected
    out[9], out[10] = s.life, s.health[monster] - dealt
    out[11], out[12] = s.mana, s.rank

    s.life, s.mana, s.rank = life, mana, rank
    s.experience, s.collected = experience, collected
    s.protected, s.poisoned, s.burned = protected, poisoned, burned
    s.outcome, s.killer = outcome, killer

"""What a blow would do, without a copy of the state.

The rules themselves are applied to the hero, what came of it is noted, and the hero is put back as
he was. So a forecast follows every change of the rules. What costs time in a real blow, a monster's
removal and the ways it frees, is left out.
"""

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

FORECAST = (  # what is foreseen, in this order
    "hero_first",
    "hero_dies",
    "monster_dies",
    "protection_spent",
    "poisoned",
    "mana_burned",
    "hero_health",
    "monster_health",
    "mana",
    "level",
)


@kernel
def foresee(s, monster, fireball, out):
    """Fill `out` with what an attack (or a fireball) would lead to; the state stays as it is."""
    life, mana, rank = s.life, s.mana, s.rank
    experience, collected = s.experience, s.collected
    protected, poisoned, burned = s.protected, s.poisoned, s.burned
    outcome, killer = s.outcome, s.killer

    if fireball:
        first, blow = True, fireball_damage(s, monster)
        s.mana -= s.costs[FIREBALL]
    else:
        first, blow = hero_is_first(s, monster), damage(s, monster)
    falls = blow >= s.health[monster]
    if not fireball and not (first and falls):
        suffer(s, monster)
    dead = s.outcome == DEAD
    strikes = first or not dead
    if strikes and falls:
        learn(s, experience_for(s, monster))

    out[0], out[1], out[2] = first, dead, strikes and falls
    out[3] = protected - s.protected
    out[4], out[5] = s.poisoned, s.burned
    out[6] = s.life
    out[7] = max(s.health[monster] - blow, 0) if strikes else s.health[monster]
    out[8], out[9] = s.mana, s.rank

    s.life, s.mana, s.rank = life, mana, rank
    s.experience, s.collected = experience, collected
    s.protected, s.poisoned, s.burned = protected, poisoned, burned
    s.outcome, s.killer = outcome, killer

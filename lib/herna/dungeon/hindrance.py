"""What keeps a bot from applying a combat strategy right now, in words.

The conditions are those of the compiled bot (`herna.games.dungeon.bot`), read one by one so that
each can be named; a test holds the two against each other. Two strategies try things out before
they decide, C11 and C12: what is said of them is right once the bot could not apply them.
"""

from herna.dungeon.genome import IDS
from herna.games.dungeon.bot import (
    CONVERT_NOW,
    DRINK_HEALTH,
    DRINK_MANA,
    EXPLORE_TO_LAST_BLOW,
    FIRE,
    KILL_FOR_LEVEL,
    POISON_AND_EXPLORE,
    SIDESTEP_NOW,
    STRIKE,
    STRIKE_BOTH,
    STRIKE_FIRST,
    STRIKE_HARD,
    STRIKE_THROUGH_PROTECTION,
)
from herna.games.dungeon.forecast import forecast
from herna.games.dungeon.rules import (
    ATTACK,
    EXPERIENCE_PER_LEVEL,
    damage,
    experience_for,
    fireball_damage,
    may_aim,
    most_life,
)
from herna.games.dungeon.state import (
    BOSS,
    FIREBALL,
    FIRST_STRIKE,
    MOST_MONSTERS,
    POISON,
    POISONED,
    POWER_STRIKE,
    SIDESTEP,
    UNDEAD,
)
from herna.games.dungeon.tables import ALL_GLYPHS, GLYPHS

TRIED = (KILL_FOR_LEVEL, EXPLORE_TO_LAST_BLOW)  # these are tried out before the bot decides
NO_VICTIM_FALLS = "attacks and Fireball alone kill no such victim"
NO_TILES_WILL_DO = "no number of tiles lets the hero survive and still kill"


def hindrance(state, bots, strategy, target, drunk):
    """Why the strategy cannot be applied to the target now; "" if it can.

    drunk : potions of health and of mana that the plan has used so far
    """
    row, s = bots[0], state[0]
    if not row.used[strategy]:
        return "not a strategy of this bot"
    least = int(row.least_level[strategy])
    if s.level[target] < least:
        return f"only against level {least}" + (" and higher" if least < BOSS else "")
    return _HINDRANCES[strategy](state, row, target, drunk)


def _answer(state, target):
    """Why the hero should not strike as he is."""
    blows = forecast(state, target)
    if not (blows.hero_dies or blows.protection_spent):
        return ""
    s = state[0]
    words = f"the answer takes {s.attack[target]} of {s.life} health"
    if s.life > s.attack[target]:
        words = f"death gaze kills below {int(s.kind_gaze[s.kind[target]])} % of health"
    return (
        f"{words}, his protection would be spent" if blows.protection_spent else f"{words}, death"
    )


def _price(s, glyph, cost=None):
    """What is missing to cast a glyph."""
    cost = int(s.costs[glyph]) if cost is None else cost
    if s.glyphs[glyph] == 0:
        return f"no glyph {GLYPHS[glyph]}"
    return f"{s.mana} of {cost} mana" if s.mana < cost else ""


def _strike(state, row, target, drunk):
    return _answer(state, target)


def _strike_under(*effects):
    """Attack under glyphs; those that are not active yet must be cast."""

    def reason(state, row, target, drunk):
        s = state[0]
        active = {POWER_STRIKE: s.strong, FIRST_STRIKE: s.quick}
        missing = [glyph for glyph in effects if not active[glyph]]
        cost = sum(int(s.costs[glyph]) for glyph in missing)
        for glyph in missing:
            if words := _price(s, glyph, cost):
                return words
        under = state.copy()
        for glyph in effects:
            under["strong" if glyph == POWER_STRIKE else "quick"] = 1
        return _answer(under, target)

    return reason


def _fire(state, row, target, drunk):
    if words := _price(state[0], FIREBALL):
        return words
    return "" if fireball_damage(state[0], target) else "it resists all of it"


def _sidestep(state, row, target, drunk):
    s = state[0]
    return "the hero is protected already" if s.protected else _price(s, SIDESTEP)


def _poison(state, row, target, drunk):
    s = state[0]
    most, share = int(most_life(s)), float(row.health_reached)
    if s.poisoned:
        return "the hero is poisoned and would not recover"
    if s.life >= share * most:
        return f"health {s.life} of {most} is enough, the gene wants {share:.0%}"
    if s.kind_traits[s.kind[target]] & UNDEAD:
        return "the undead cannot be poisoned"
    if not s.marks[target] & POISONED and (words := _price(s, POISON)):
        return words
    return "" if s.edge.any() else "nothing in reach is left to explore"


def _convert(state, row, target, drunk):
    held = [glyph for glyph in range(len(ALL_GLYPHS)) if state[0].glyphs[glyph] > 0]
    if not held:
        return "no glyph is held"
    if not any(row.glyphs_converted[glyph] for glyph in held):
        return f"the genes keep {', '.join(ALL_GLYPHS[glyph] for glyph in held)}"
    return ""


def _drink(potion):
    def reason(state, row, target, drunk):
        s = state[0]
        value, most = (s.mana, s.most_mana) if potion else (s.life, most_life(s))
        if value == most:
            return f"{'mana' if potion else 'health'} is full"
        if s.potions[potion] == 0:
            return "no potion left"
        level = int(s.level[target])
        limit = int((row.mana_potions if potion else row.health_potions)[level - 1])
        return f"limit {limit} against level {level}" if drunk[potion] >= limit else ""

    return reason


def _kill_for_level(state, row, target, drunk):
    s = state[0]
    if s.rank >= BOSS:
        return "the hero has reached the highest level"
    others = [m for m in range(MOST_MONSTERS) if m != target]
    weak = [m for m in others if s.level[m] == 1 and may_aim(s, ATTACK, m)]
    if not weak:
        return "no other level-1 monster in reach"
    missing = EXPERIENCE_PER_LEVEL * int(s.rank) - int(s.experience)
    worth = max(int(experience_for(s, m)) for m in weak)
    if worth < missing:
        return f"a level takes {missing} experience, the victims in reach give {worth}"
    return NO_VICTIM_FALLS


def _last_blow(state, row, target, drunk):
    s = state[0]
    if s.poisoned:
        return "the hero is poisoned and would not recover"
    if not _answer(state, target):
        return "not needed, the hero survives the answer"
    blow, health = int(damage(s, target)), int(s.health[target])
    return f"his blow takes only {blow} of {health}" if blow < health else NO_TILES_WILL_DO


def _through_protection(state, row, target, drunk):
    if not state[0].protected:
        return "the hero is not protected"
    return "" if _answer(state, target) else "not needed, the hero survives the answer"


_HINDRANCES = {
    STRIKE: _strike,
    FIRE: _fire,
    STRIKE_HARD: _strike_under(POWER_STRIKE),
    STRIKE_FIRST: _strike_under(FIRST_STRIKE),
    STRIKE_BOTH: _strike_under(POWER_STRIKE, FIRST_STRIKE),
    SIDESTEP_NOW: _sidestep,
    POISON_AND_EXPLORE: _poison,
    CONVERT_NOW: _convert,
    DRINK_HEALTH: _drink(0),
    DRINK_MANA: _drink(1),
    KILL_FOR_LEVEL: _kill_for_level,
    EXPLORE_TO_LAST_BLOW: _last_blow,
    STRIKE_THROUGH_PROTECTION: _through_protection,
}
assert len(_HINDRANCES) == sum(name.startswith("C") for name in IDS)

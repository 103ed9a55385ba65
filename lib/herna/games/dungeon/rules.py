"""The rules of the dungeon: walking, uncovering, blows, glyphs, potions, levels.

Moves are numbers: GO and TAKE with a tile, ATTACK, BURN and INFECT with a monster, then the glyphs
that need no target, potions, conversions, and leaving. Only what changes something is a move:
walking about costs nothing in this game, so the way to a tile is no decision.
"""

from herna.compiled import kernel, rule
from herna.game import CHANCE, OVER
from herna.games.dungeon.generator import build
from herna.games.dungeon.state import (
    ATTACK_BOOSTER,
    BASE,
    BOSS,
    BURNS_MANA,
    DEAD,
    DIGITS,
    FIREBALL,
    FIRST_STRIKE,
    GLYPH,
    GONE,
    HEALTH_BOOSTER,
    LEFT,
    MANA_BOOSTER,
    MANA_POTION,
    MOST_ITEMS,
    MOST_MONSTERS,
    PLAYING,
    POISON,
    POISONED,
    POISONOUS,
    POWER_STRIKE,
    SIDESTEP,
    SIZE,
    STRIKES_FIRST,
    STRUCK,
    TILES,
    UNDEAD,
    WON,
    contains,
    find_ways,
    is_known,
    remove,
    touches,
    widen_ways,
    window,
)
from herna.games.dungeon.tables import ALL_GLYPHS, GLYPHS

GO = 0
TAKE = GO + TILES
ATTACK = TAKE + TILES
BURN = ATTACK + MOST_MONSTERS
INFECT = BURN + MOST_MONSTERS
CAST = INFECT + MOST_MONSTERS  # then + POWER_STRIKE, FIRST_STRIKE or SIDESTEP
DRINK = CAST + len(GLYPHS)  # then + 0 health, + 1 mana
CONVERT = DRINK + 2  # then + the number of the glyph
LEAVE = CONVERT + len(ALL_GLYPHS)
DAMAGE_PER_LEVEL = 5
EXPERIENCE_PER_LEVEL = 5


@rule
def to_move(s):
    if s.digits < DIGITS:
        return CHANCE
    return 0 if s.outcome == PLAYING else OVER


@kernel
def moves(s, out):
    if s.digits < DIGITS:
        for digit in range(BASE):
            out[digit] = digit
        return BASE
    count = 0
    for tile in range(TILES):
        out[count] = GO + tile  # overwritten unless counted
        count += contains(s.edge, tile)
        if contains(s.reach, tile) and lies_there(s, tile, False):
            out[count] = GO + tile
            count += 1
    if glyphs_held(s) < s.slots:
        for tile in range(TILES):
            if contains(s.reach, tile) | contains(s.edge, tile) and lies_there(s, tile, True):
                out[count] = TAKE + tile
                count += 1
    for first in (ATTACK, BURN, INFECT):
        for monster in range(MOST_MONSTERS):
            if may_aim(s, first, monster):
                out[count] = first + monster
                count += 1
    for glyph in (POWER_STRIKE, FIRST_STRIKE, SIDESTEP):
        if may_cast(s, glyph):
            out[count] = CAST + glyph
            count += 1
    for potion in range(2):
        if may_drink(s, potion):
            out[count] = DRINK + potion
            count += 1
    for glyph in range(len(ALL_GLYPHS)):
        if s.glyphs[glyph] > 0:
            out[count] = CONVERT + glyph
            count += 1
    out[count] = LEAVE
    return count + 1


@kernel
def step(s, move):
    if s.digits < DIGITS:
        s.number = s.number * BASE + move
        s.digits += 1
        if s.digits == DIGITS:
            build(s)
            find_ways(s)
        return
    s.completed += 1
    if move < TAKE:
        go(s, move - GO)
    elif move < ATTACK:
        take_glyph(s, move - TAKE)
    elif move < BURN:
        melee(s, move - ATTACK)
    elif move < INFECT:
        burn(s, move - BURN)
    elif move < CAST:
        infect(s, move - INFECT)
    elif move < DRINK:
        cast(s, move - CAST)
    elif move < CONVERT:
        drink(s, move - DRINK)
    elif move < LEAVE:
        convert(s, move - CONVERT)
    else:
        s.outcome = LEFT


@rule
def returns(s, out):
    """1 for the death of the boss, -1 for one's own and for leaving before it."""
    out[0] = 0.0 if s.outcome == PLAYING else (1.0 if s.outcome == WON else -1.0)


@rule
def rounds(s):
    return s.completed


@rule
def gains(s, out):
    """The fitness of the thesis (sec. 5.3): experience, potions left, health; tripled by a win."""
    worth = 10 * s.collected + 150 * s.potions[0] + 75 * s.potions[1] + s.life
    out[0] = float(3 * worth if s.outcome == WON else worth)


@rule
def steerable(s):
    return 0


# The hero.


@rule
def most_life(s):
    return s.rank * s.life_per_level


@rule
def glyphs_held(s):
    held = 0
    for glyph in range(len(ALL_GLYPHS)):
        held += s.glyphs[glyph]
    return held


@kernel
def learn(s, experience):
    """Experience, and the levels that come with it; each makes hale."""
    s.collected += experience
    s.experience += experience
    while s.rank < BOSS and s.experience >= EXPERIENCE_PER_LEVEL * s.rank:
        s.experience -= EXPERIENCE_PER_LEVEL * s.rank
        s.rank += 1
        s.life, s.mana = most_life(s), s.most_mana
        s.poisoned, s.burned = 0, 0


# Walking.


@kernel
def go(s, tile):
    """Step on a tile: uncover what is around it, take what lies there unless it is a glyph."""
    s.here = tile
    uncover(s, tile)
    for item in range(MOST_ITEMS):
        if s.item_place[item] == tile and s.item_kind[item] < GLYPH:
            s.item_place[item] = GONE
            take(s, s.item_kind[item])
    widen_ways(s, tile)


@kernel
def uncover(s, tile):
    """Uncover a tile and its neighbours; each new one lets everybody recover."""
    new = 0
    row = tile // SIZE
    for near in range(max(row - 1, 0), min(row + 2, SIZE)):
        tiles = window(tile, near) & ~s.explored[near]
        s.explored[near] |= tiles
        if s.detached:
            s.floor[near] &= ~tiles
        while tiles:
            tiles &= tiles - 1
            new += 1
    if new:
        recover(s, new)


@kernel
def recover(s, tiles):
    """What so many newly uncovered tiles do to the health of everybody and to the hero's mana."""
    if not s.poisoned:
        s.life = min(most_life(s), s.life + s.rank * tiles)
    if not s.burned:
        s.mana = min(s.most_mana, s.mana + tiles)
    for monster in range(MOST_MONSTERS):
        if s.place[monster] != GONE and not s.marks[monster] & POISONED:
            healed = s.health[monster] + s.level[monster] * tiles
            s.health[monster] = min(s.most[monster], healed)


@rule
def take(s, kind):
    """A potion, a booster or gold."""
    if kind <= MANA_POTION:
        s.potions[kind] += 1
    elif kind == ATTACK_BOOSTER:
        s.attack_bonus += s.boosts[kind]
    elif kind == HEALTH_BOOSTER:
        s.life_per_level += s.boosts[kind]
    elif kind == MANA_BOOSTER:
        s.most_mana += s.boosts[kind]


@rule
def lies_there(s, tile, glyph):
    """Whether a glyph, or something that is not a glyph, lies on a tile."""
    for item in range(MOST_ITEMS):
        if s.item_place[item] == tile and (s.item_kind[item] >= GLYPH) == glyph:
            return True
    return False


@kernel
def take_glyph(s, tile):
    """Step on a tile and take the glyph there."""
    go(s, tile)
    for item in range(MOST_ITEMS):
        if s.item_place[item] == tile and s.item_kind[item] >= GLYPH:
            s.item_place[item] = GONE
            s.glyphs[s.item_kind[item] - GLYPH] += 1
            return


# Blows.


@rule
def in_sight(s, monster):
    """Whether a monster lives and was uncovered."""
    return s.place[monster] >= 0 and is_known(s, s.place[monster])


@rule
def may_aim(s, first, monster):
    """Whether the hero can attack, burn or infect a monster; he must get next to it."""
    if not in_sight(s, monster) or not touches(s.reach, s.place[monster]):
        return False
    if first == BURN:
        return can_pay(s, FIREBALL)
    if first == INFECT:
        immune = s.kind_traits[s.kind[monster]] & UNDEAD or s.marks[monster] & POISONED
        return can_pay(s, POISON) and not immune
    return True


@kernel
def walk_up(s, monster):
    """Stand next to a monster: where he is, or on the first tile there in reach."""
    there = s.place[monster]
    if window(there, s.here // SIZE) >> s.here % SIZE & 1:
        return
    for row in range(max(there // SIZE - 1, 0), min(there // SIZE + 2, SIZE)):
        near = s.reach[row] & window(there, row)
        if near:
            column = 0
            while not near >> column & 1:
                column += 1
            s.here = row * SIZE + column
            return


@rule
def hero_is_first(s, monster):
    if s.kind_traits[s.kind[monster]] & STRIKES_FIRST:
        return False
    return s.quick > 0 or s.rank > s.level[monster]


@rule
def damage(s, monster):
    """What the hero's next melee attack takes from a monster."""
    kind = s.kind[monster]
    bonus = s.attack_bonus
    if s.strong:
        bonus += s.amounts[POWER_STRIKE]
    if not s.marks[monster] & STRUCK:
        bonus += s.first_attack_bonus
    blow = (DAMAGE_PER_LEVEL * s.rank + s.base_damage) * max(100 + bonus, 0) // 100
    blow = blow * (100 - s.kind_physical[kind]) // 100
    if s.kind_traits[kind] & UNDEAD:
        blow = blow * s.undead_damage // 100
    return blow


@rule
def is_lethal(s, monster):
    """Whether a monster's blow would kill an unprotected hero."""
    gaze = s.kind_gaze[s.kind[monster]]
    return s.life <= s.attack[monster] or 100 * s.life < gaze * most_life(s)


@kernel
def melee(s, monster):
    """One exchange of blows."""
    walk_up(s, monster)
    first, blow = hero_is_first(s, monster), damage(s, monster)
    s.strong, s.quick = 0, 0
    for other in range(MOST_MONSTERS):
        s.marks[other] &= ~POISONED
    s.marks[monster] |= STRUCK
    if first:
        hurt(s, monster, blow)
        if s.place[monster] >= 0:
            suffer(s, monster)
    else:
        suffer(s, monster)
        if s.outcome == PLAYING:
            hurt(s, monster, blow)


@kernel
def suffer(s, monster):
    """A monster's blow."""
    if not is_lethal(s, monster):
        s.life -= s.attack[monster]
    elif s.protected:
        s.life, s.protected = 1, 0
    else:
        s.life, s.outcome, s.killer = 0, DEAD, monster + 1
        return
    traits = s.kind_traits[s.kind[monster]]
    if traits & POISONOUS:
        s.poisoned = 1
    if traits & BURNS_MANA:
        s.burned, s.mana = 1, 0


@kernel
def hurt(s, monster, blow):
    """Take health from a monster, and its life when none is left."""
    s.health[monster] -= blow
    if s.health[monster] > 0:
        return
    s.health[monster] = 0
    there = s.place[monster]
    remove(s.beasts, there)
    s.place[monster] = GONE
    learn(s, experience_for(s, monster))
    if s.level[monster] == BOSS:
        s.outcome = WON
    widen_ways(s, there)


@rule
def experience_for(s, monster):
    above = max(s.level[monster] - s.rank, 0)
    return s.level[monster] + above * (above + 1) + s.kill_experience


# Glyphs and potions.


@rule
def can_pay(s, glyph):
    return s.glyphs[glyph] > 0 and s.mana >= s.costs[glyph]


@rule
def may_cast(s, glyph):
    active = s.strong if glyph == POWER_STRIKE else s.quick
    if glyph == SIDESTEP:
        active = s.protected
    return can_pay(s, glyph) and not active


@kernel
def cast(s, glyph):
    s.mana -= s.costs[glyph]
    if glyph == POWER_STRIKE:
        s.strong = 1
    elif glyph == FIRST_STRIKE:
        s.quick = 1
    else:
        s.protected = 1


@rule
def fireball_damage(s, monster):
    return s.amounts[FIREBALL] * s.rank * (100 - s.kind_magical[s.kind[monster]]) // 100


@kernel
def burn(s, monster):
    walk_up(s, monster)
    s.mana -= s.costs[FIREBALL]
    hurt(s, monster, fireball_damage(s, monster))


@kernel
def infect(s, monster):
    walk_up(s, monster)
    s.mana -= s.costs[POISON]
    s.marks[monster] |= POISONED


@rule
def may_drink(s, potion):
    """Whether there is a potion and it would do something."""
    if s.potions[potion] == 0:
        return False
    for_health = s.life < most_life(s) or s.poisoned
    for_mana = s.mana < s.most_mana or s.burned
    if s.potions_do_both:
        return for_health or for_mana
    return for_mana if potion else for_health


@kernel
def drink(s, potion):
    s.potions[potion] -= 1
    if potion == 0 or s.potions_do_both:
        s.life = min(most_life(s), s.life + most_life(s) * s.potion_strength[0] // 100)
        s.poisoned = 0
    if potion == 1 or s.potions_do_both:
        s.mana = min(s.most_mana, s.mana + s.most_mana * s.potion_strength[1] // 100)
        s.burned = 0


@kernel
def convert(s, glyph):
    """Give a glyph away for what the race gets for it."""
    s.glyphs[glyph] -= 1
    s.attack_bonus += s.conversion[0]
    s.most_mana += s.conversion[1]
    s.life_per_level += s.conversion[2]
    s.potions[0] += s.conversion[3]
    s.potions[1] += s.conversion[4]
    s.base_damage += s.conversion[6]
    if s.conversion[5]:
        learn(s, s.conversion[5])

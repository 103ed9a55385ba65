"""The greedy bot whose strategies evolution orders (thesis 2, sec. 5.2), compiled.

Two lists of elementary strategies are sorted by priority. In the game the first one that can be
applied is applied, until none can: then the bot leaves. To *kill a monster* takes an attack plan,
which is found the same way: on a detached copy the first combat strategy that can be applied is
applied, until the monster is dead (the plan is then carried out move by move) or none can.

A plan never kills the hero: attacks that would are not applicable, and those that use up his
protection belong to a strategy of their own. In a detached copy unknown tiles turn into walls, so
what worked there works in the game.

Readings, where the thesis is silent (numbers of the strategies in its order, C1 being Attack):
- C3 to C5 cast what is missing and attack, under the same condition as C1.
- C7 infects the monster unless it is, then explores up to the health of its gene. Poisoned heroes
  recover nothing, so they do not.
- C8 converts what G8 would convert.
- C11 kills another monster, of level 1, by C1 and C2 alone, and only if that makes a level.
- C12 explores as little as will let the hero survive the answer; the last blow is C1's.
- C9 asks for health below its most and C10 for mana, for the Thief as well, whose potions restore
  both; an ill hero who has all of it does not drink.
- Among several plans that of the first monster in the order of G2's gene is taken: higher level (or
  more experience, or lower level), then more experience, then nearness.
"""

from herna.compiled import kernel, record, rule
from herna.games.dungeon.rules import (
    ATTACK,
    BURN,
    CAST,
    CONVERT,
    DRINK,
    GO,
    INFECT,
    TAKE,
    can_pay,
    damage,
    experience_for,
    fireball_damage,
    glyphs_held,
    hero_is_first,
    in_sight,
    is_lethal,
    may_aim,
    may_cast,
    most_life,
    step,
)
from herna.games.dungeon.state import (
    BASE,
    BOSS,
    DIGITS,
    FIREBALL,
    FIRST_STRIKE,
    GLYPH,
    GONE,
    LEFT,
    MOST_ITEMS,
    MOST_MONSTERS,
    PLAYING,
    POISON,
    POISONED,
    POWER_STRIKE,
    SIDESTEP,
    SIZE,
    TILES,
    UNDEAD,
    contains,
    touches,
    window,
)
from herna.games.dungeon.tables import ALL_GLYPHS, GLYPHS
from herna.kernels.dice import pick

GAME_STRATEGIES, COMBAT_STRATEGIES = 8, 13
STRATEGIES = GAME_STRATEGIES + COMBAT_STRATEGIES
EXPLORE, KILL, TAKE_ITEM, TAKE_GLYPH, CAST_POWER, CAST_FIRST, CAST_SIDESTEP, CONVERT_GLYPH = range(
    GAME_STRATEGIES
)
(
    STRIKE,
    FIRE,
    STRIKE_HARD,
    STRIKE_FIRST,
    STRIKE_BOTH,
    SIDESTEP_NOW,
    POISON_AND_EXPLORE,
    CONVERT_NOW,
    DRINK_HEALTH,
    DRINK_MANA,
    KILL_FOR_LEVEL,
    EXPLORE_TO_LAST_BLOW,
    STRIKE_THROUGH_PROTECTION,
) = range(GAME_STRATEGIES, STRATEGIES)
ANY_TILE, NEAREST, MOST_NEW, FEWEST_NEW = range(4)
HIGHEST, MOST_EXPERIENCE, LOWEST = range(3)
LONGEST_PLAN = 600  # moves
LONGEST_GAME = 20_000

BOT = record(
    ("order", "i8", STRATEGIES),  # game strategies, then combat strategies, best first
    ("used", "i8", STRATEGIES),  # 0: never to be applied
    ("tile_choice", "i8"),
    ("target_order", "i8"),
    ("least_difference", "i8"),  # of the monster's level to the hero's
    ("glyphs_taken", "i8", len(ALL_GLYPHS)),
    ("glyphs_converted", "i8", len(ALL_GLYPHS)),
    ("at_full_mana", "i8", len(GLYPHS)),  # casts outside of fights, by glyph
    ("least_level", "i8", STRATEGIES),  # of the monster for which a combat strategy is meant
    ("health_reached", "f8"),  # by exploring beside a poisoned monster
    ("health_potions", "i8", BOSS),  # most to drink in a fight, by the level of the monster
    ("mana_potions", "i8", BOSS),
)

PLAN = record(
    ("length", "i8"),
    ("moves", "i8", LONGEST_PLAN),
    ("uses", "i8", STRATEGIES),
    ("drunk", "i8", 2),
)


@kernel
def whole_game(states, bots, copies, plans, uses, rng):
    """Draw what is left of the random number, then let the first bot play in the first state.

    Arrays of one, because handing a single record to compiled code takes longer than many moves.
    """
    while states[0].digits < DIGITS:
        step(states[0], pick(rng, BASE))
    return play_out(states[0], bots[0], copies, plans, uses, rng)


@kernel
def play_out(s, bot, copies, plans, uses, rng):
    """Play a game to its end; `uses` counts the strategies, the moves made are the answer.

    `copies` are two states and `plans` two plans to work with.
    """
    before = s.completed
    while s.outcome == PLAYING and s.completed - before < LONGEST_GAME:
        chosen = next_deed(s, bot, copies, plans[0], plans[1], rng)
        if chosen < 0:
            s.outcome = LEFT
            s.completed += 1
            break
        uses[chosen] += 1
        for strategy in range(GAME_STRATEGIES, STRATEGIES):
            uses[strategy] += plans[0].uses[strategy]
        for i in range(plans[0].length):
            step(s, plans[0].moves[i])
    return s.completed - before


@kernel
def next_deed(s, bot, copies, plan, other, rng):
    """The first game strategy that can be applied, its moves in `plan`; -1 if none can."""
    for i in range(GAME_STRATEGIES):
        strategy = bot.order[i]
        if not bot.used[strategy]:
            continue
        clear(plan)
        if strategy == KILL:
            if find_kill(s, bot, copies, plan, other, rng):
                return strategy
            continue
        move = simple_deed(s, bot, strategy, rng)
        if move >= 0:
            plan.moves[0], plan.length = move, 1
            return strategy
    return -1


@kernel
def clear(plan):
    plan.length = 0
    plan.drunk[:] = 0
    plan.uses[:] = 0


@kernel
def simple_deed(s, bot, strategy, rng):
    """The move of a game strategy that is not a fight; -1 if it cannot be applied."""
    if strategy == EXPLORE:
        tile = tile_to_explore(s, bot.tile_choice, rng)
        return GO + tile if tile >= 0 else -1
    if strategy == TAKE_ITEM:
        return nearest_item(s, bot, False)
    if strategy == TAKE_GLYPH:
        return nearest_item(s, bot, True)
    if strategy == CONVERT_GLYPH:
        return glyph_to_convert(s, bot)
    glyph = POWER_STRIKE + strategy - CAST_POWER
    if may_cast(s, glyph) and (s.mana == s.most_mana or not bot.at_full_mana[glyph]):
        return CAST + glyph
    return -1


@rule
def distance(tile, other):
    return max(abs(tile // SIZE - other // SIZE), abs(tile % SIZE - other % SIZE))


@kernel
def new_tiles(s, tile):
    """How many tiles a step here would uncover."""
    count, row = 0, tile // SIZE
    for near in range(max(row - 1, 0), min(row + 2, SIZE)):
        tiles = window(tile, near) & ~s.explored[near]
        while tiles:
            tiles &= tiles - 1
            count += 1
    return count


@kernel
def tile_to_explore(s, choice, rng):
    """A tile from which something is uncovered; -1 if there is none."""
    best, best_value, equals = -1, 0, 0
    for row in range(SIZE):
        rest = s.edge[row]
        while rest:
            column = 0
            while not rest >> column & 1:
                column += 1
            rest &= rest - 1
            tile = row * SIZE + column
            value = 0
            if choice == NEAREST:
                value = -distance(tile, s.here)
            elif choice == MOST_NEW:
                value = new_tiles(s, tile)
            elif choice == FEWEST_NEW:
                value = -new_tiles(s, tile)
            if best < 0 or value > best_value:
                best, best_value, equals = tile, value, 1
            elif value == best_value:
                equals += 1
                if pick(rng, equals) == 0:
                    best = tile
    return best


@kernel
def nearest_item(s, bot, glyph):
    """The move that takes the nearest item or wanted glyph; -1 if there is none in reach."""
    if glyph and glyphs_held(s) >= s.slots:
        return -1
    best, best_distance = -1, SIZE
    for item in range(MOST_ITEMS):
        tile, kind = s.item_place[item], s.item_kind[item]
        if tile < 0 or (kind >= GLYPH) != glyph:
            continue
        if not (contains(s.reach, tile) or contains(s.edge, tile)):
            continue
        if glyph and not bot.glyphs_taken[kind - GLYPH]:
            continue
        if distance(tile, s.here) < best_distance:
            best, best_distance = tile, distance(tile, s.here)
    if best < 0:
        return -1
    return TAKE + best if glyph else GO + best


@kernel
def glyph_to_convert(s, bot):
    for glyph in range(len(ALL_GLYPHS)):
        if s.glyphs[glyph] > 0 and bot.glyphs_converted[glyph]:
            return CONVERT + glyph
    return -1


# Fights.


@kernel
def find_kill(s, bot, copies, plan, other, rng):
    """Look for a plan against the monsters in reach, in the order of the bot."""
    left = targets(s, bot)
    while left:
        target = next_target(s, bot, left)
        left &= ~(1 << target)
        copies[0] = s
        copies[0].detached = 1
        clear(plan)
        if plan_kill(copies, bot, target, plan, other, rng):
            return True
    return False


@kernel
def targets(s, bot):
    """The monsters that the hero can get at and the bot would fight, bit by bit."""
    found = 0
    for monster in range(MOST_MONSTERS):
        if s.level[monster] - s.rank < bot.least_difference or not in_sight(s, monster):
            continue
        if touches(s.reach, s.place[monster]):
            found |= 1 << monster
    return found


@kernel
def next_target(s, bot, left):
    """Of the monsters that are left the first in the order of the bot."""
    best, best_first, best_second, best_distance = -1, 0, 0, 0
    for monster in range(MOST_MONSTERS):
        if not left >> monster & 1:
            continue
        first, second = s.level[monster], experience_for(s, monster)
        if bot.target_order == MOST_EXPERIENCE:
            first = second
        elif bot.target_order == LOWEST:
            first = -first
        away = distance(s.place[monster], s.here)
        if (
            best < 0
            or first > best_first
            or (first == best_first and second > best_second)
            or (first == best_first and second == best_second and away < best_distance)
        ):
            best, best_first, best_second, best_distance = monster, first, second, away
    return best


@kernel
def plan_kill(copies, bot, target, plan, other, rng):
    """Whether the greedy use of combat strategies kills; `copies[0]` is where it is tried."""
    s = copies[0]
    while s.place[target] != GONE:
        applied = False
        for i in range(GAME_STRATEGIES, STRATEGIES):
            strategy = bot.order[i]
            if not bot.used[strategy] or s.level[target] < bot.least_level[strategy]:
                continue
            if apply(copies, bot, strategy, target, plan, other, rng):
                plan.uses[strategy] += 1
                applied = True
                break
        if not applied or plan.length >= LONGEST_PLAN - TILES:
            return False
    return True


@rule
def do(s, plan, move):
    step(s, move)
    plan.moves[plan.length] = move
    plan.length += 1


@kernel
def apply(copies, bot, strategy, target, plan, other, rng):
    """Apply a combat strategy to `copies[0]` if that is possible; whether it was."""
    s = copies[0]
    if strategy == STRIKE:
        if not survives(s, target, s.strong, s.quick):
            return False
        do(s, plan, ATTACK + target)
        return True
    if strategy == FIRE:
        if not can_pay(s, FIREBALL) or fireball_damage(s, target) == 0:
            return False
        do(s, plan, BURN + target)
        return True
    if STRIKE_HARD <= strategy <= STRIKE_BOTH:
        return strike_under(s, target, strategy, plan)
    if strategy == SIDESTEP_NOW:
        if not may_cast(s, SIDESTEP):
            return False
        do(s, plan, CAST + SIDESTEP)
        return True
    if strategy == POISON_AND_EXPLORE:
        return poison_and_explore(s, bot, target, plan, rng)
    if strategy == CONVERT_NOW:
        move = glyph_to_convert(s, bot)
        if move < 0:
            return False
        do(s, plan, move)
        return True
    if strategy == DRINK_HEALTH:
        if s.life == most_life(s):
            return False
        return drink_some(s, 0, bot.health_potions[s.level[target] - 1], plan)
    if strategy == DRINK_MANA:
        if s.mana == s.most_mana:
            return False
        return drink_some(s, 1, bot.mana_potions[s.level[target] - 1], plan)
    if strategy == KILL_FOR_LEVEL:
        return kill_for_level(copies, target, plan, other)
    if strategy == EXPLORE_TO_LAST_BLOW:
        return explore_to_last_blow(copies, bot, target, plan, other, rng)
    if s.protected and answers(s, target, s.strong, s.quick) and is_lethal(s, target):
        do(s, plan, ATTACK + target)
        return True
    return False


@kernel
def blow(s, target, strong, quick):
    """What an attack would take under these effects; the state is left as it was."""
    was = s.strong
    s.strong = strong
    result = damage(s, target)
    s.strong = was
    return result


@kernel
def answers(s, target, strong, quick):
    """Whether the monster would strike in an exchange of blows."""
    was = s.quick
    s.quick = quick
    first = hero_is_first(s, target)
    s.quick = was
    return not (first and blow(s, target, strong, quick) >= s.health[target])


@kernel
def survives(s, target, strong, quick):
    """Whether an attack neither kills the hero nor needs his protection."""
    return not (answers(s, target, strong, quick) and is_lethal(s, target))


@kernel
def strike_under(s, target, strategy, plan):
    """Attack under Power Strike, First Strike or both, casting what is missing."""
    hard = strategy != STRIKE_FIRST and not s.strong
    fast = strategy != STRIKE_HARD and not s.quick
    cost = 0
    if hard:
        if s.glyphs[POWER_STRIKE] == 0:
            return False
        cost += s.costs[POWER_STRIKE]
    if fast:
        if s.glyphs[FIRST_STRIKE] == 0:
            return False
        cost += s.costs[FIRST_STRIKE]
    strong = 1 if hard or s.strong else 0
    quick = 1 if fast or s.quick else 0
    if s.mana < cost or not survives(s, target, strong, quick):
        return False
    if hard:
        do(s, plan, CAST + POWER_STRIKE)
    if fast:
        do(s, plan, CAST + FIRST_STRIKE)
    do(s, plan, ATTACK + target)
    return True


@kernel
def drink_some(s, potion, limit, plan):
    if s.potions[potion] == 0 or plan.drunk[potion] >= limit:
        return False
    plan.drunk[potion] += 1
    do(s, plan, DRINK + potion)
    return True


@kernel
def poison_and_explore(s, bot, target, plan, rng):
    infected = s.marks[target] & POISONED
    wanted = bot.health_reached * most_life(s)
    if s.poisoned or s.life >= wanted or s.kind_traits[s.kind[target]] & UNDEAD:
        return False
    if not infected and not can_pay(s, POISON):
        return False
    if tile_to_explore(s, NEAREST, rng) < 0:
        return False
    if not infected:
        do(s, plan, INFECT + target)
    while s.life < wanted and plan.length < LONGEST_PLAN - 1:
        tile = tile_to_explore(s, bot.tile_choice, rng)
        if tile < 0:
            break
        do(s, plan, GO + tile)
    return True


@kernel
def kill_for_level(copies, target, plan, other):
    """Kill another monster, of level 1, by attacks and fireballs alone if that makes a level."""
    s = copies[0]
    for victim in range(MOST_MONSTERS):
        if victim == target or s.level[victim] != 1 or not may_aim(s, ATTACK, victim):
            continue
        if s.rank >= BOSS or s.experience + experience_for(s, victim) < 5 * s.rank:
            continue
        copies[1] = s
        trial = copies[1]
        other.length = 0
        while trial.place[victim] != GONE:
            if survives(trial, victim, trial.strong, trial.quick):
                do(trial, other, ATTACK + victim)
            elif can_pay(trial, FIREBALL) and fireball_damage(trial, victim) > 0:
                do(trial, other, BURN + victim)
            else:
                break
            if other.length >= TILES:
                break
        if trial.place[victim] == GONE:
            copies[0] = copies[1]
            take_over(plan, other)
            return True
    return False


@kernel
def take_over(plan, other):
    for i in range(other.length):
        plan.moves[plan.length + i] = other.moves[i]
    plan.length += other.length


@kernel
def explore_to_last_blow(copies, bot, target, plan, other, rng):
    """Explore as little as lets the hero survive the answer while his blow still kills."""
    s = copies[0]
    if s.poisoned or survives(s, target, s.strong, s.quick):
        return False
    if blow(s, target, s.strong, s.quick) < s.health[target]:
        return False
    copies[1] = s
    trial = copies[1]
    other.length = 0
    while blow(trial, target, trial.strong, trial.quick) >= trial.health[target]:
        if survives(trial, target, trial.strong, trial.quick):
            copies[0] = copies[1]
            take_over(plan, other)
            return True
        tile = tile_to_explore(trial, FEWEST_NEW, rng)
        if tile < 0:
            return False
        do(trial, other, GO + tile)
    return False

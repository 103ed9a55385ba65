"""What a hero senses in the dark: a Fighter monsters up to his level, a Wizard all glyphs.

Public rules of the game, certainty high. They are for people who play. None of the thesis's 21
strategies uses them, so bots, rules and simulations know nothing of them: `observe` blanks what a
hero has not uncovered, and here some of it is put back for whoever looks at the board.
"""

from herna.game import State
from herna.games.dungeon.state import DIGITS, GLYPH, MOST_ITEMS, MOST_MONSTERS, UNSEEN
from herna.games.dungeon.words import in_set, item_name, place_name

MONSTERS, GLYPHS = "monsters up to his level", "glyphs"
SENSES = {"Fighter": MONSTERS, "Wizard": GLYPHS}  # by class
OF_A_MONSTER = ("place", "kind", "attack", "health", "most")


def with_senses(game, state, seen):
    """What the hero sees and, in the dark, what he senses."""
    sense = SENSES.get(game.hero)
    array = seen.array.copy()
    if sense == MONSTERS:
        for monster in range(MOST_MONSTERS):
            if seen.place[monster] == UNSEEN and state.level[monster] <= state.rank:
                for field in OF_A_MONSTER:
                    array[field][0, monster] = state.array[field][0, monster]
    if sense == GLYPHS:
        for item in range(MOST_ITEMS):
            if seen.item_place[item] == UNSEEN and state.item_kind[item] >= GLYPH:
                array["item_place"][0, item] = state.item_place[item]
                array["item_kind"][0, item] = state.item_kind[item]
    return State(array)


def in_the_dark(game, state):
    """What is known to stand or lie on tiles that were not uncovered, in words; "" if nothing."""
    if state.digits < DIGITS:
        return ""  # nothing is built yet
    explored, places = state.explored.tolist(), state.place.tolist()
    hidden = [m for m in range(MOST_MONSTERS) if _in_the_dark(places[m], explored)]
    told = [f"{game.monster_name(state, m)} at {place_name(places[m])}" for m in hidden]
    places, kinds = state.item_place.tolist(), state.item_kind.tolist()
    hidden = [i for i in range(MOST_ITEMS) if _in_the_dark(places[i], explored)]
    told += [f"{item_name(kinds[i])} at {place_name(places[i])}" for i in hidden]
    return f"in the dark: {', '.join(told)}" if told else ""


def _in_the_dark(place, explored):
    return place >= 0 and not in_set(explored, place)

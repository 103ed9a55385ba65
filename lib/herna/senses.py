"""What a person who plays is shown: what the seat observes, and what its hero may sense besides.

Players and simulations get no more than `observe` and `sample` give them.
"""

from herna.games.dungeon import senses as dungeon

SENSES = {"dungeon": dungeon.with_senses}  # by game: what it adds to the state as observed
TOLD = {"dungeon": dungeon.in_the_dark}  # by game: the same in words


def shown_to(game, state, seat):
    """The state as a person in this seat is shown it."""
    seen = game.observe(state, seat)
    return SENSES[game.name](game, state, seen) if game.name in SENSES else seen


def text_of(game, shown):
    """That in letters."""
    more = TOLD[game.name](game, shown) if game.name in TOLD else ""
    return f"{game.text(shown)}\n{more}" if more else game.text(shown)

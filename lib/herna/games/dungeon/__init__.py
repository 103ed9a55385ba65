"""The dungeon of thesis 2: a rogue-like in which a hero must grow strong enough for the boss.

See `herna.games.dungeon.game` for the rules in words and the readings we chose.
"""

from herna.games.dungeon.game import Dungeon

__all__ = ["Dungeon"]

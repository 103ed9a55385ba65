"""The games of the house. `GAMES` finds a game by name, `EXAMPLES` is what the tests go through."""

from herna.games.checkers import Checkers
from herna.games.dungeon import Dungeon
from herna.games.dungeon.maps import EXAMPLE as SMALL_DUNGEON
from herna.games.kuhn import KuhnPoker
from herna.games.lost_cities import LostCities
from herna.games.ludo import Ludo
from herna.games.maze import Maze
from herna.games.pig import Pig

GAMES = {game.name: game for game in (Ludo, LostCities, Maze, Dungeon, Checkers, Pig, KuhnPoker)}
EXAMPLES = (
    Ludo(),
    Ludo(n_players=2),
    Ludo(n_players=3),
    Pig(),
    Pig(n_players=7),
    KuhnPoker(),
    LostCities(),
    Maze(size=13, steps=100, bombs=2),
    Dungeon(map=SMALL_DUNGEON),
    Dungeon(hero="Wizard", race="Elf"),
    Checkers(),
    Checkers(strict=True, remove_blocked=True, patience=20),
)

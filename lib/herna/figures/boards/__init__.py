"""Boards: a state in, a scene out. A game without a board of its own gets the generic one.

To give a game a board, write `board(game, state, legal)` in a module here and list it in BOARDS.
`legal` are the moves that may be clicked now; a board marks them and gives them cells. What a
person in a seat may not see is blanked before a board is asked, so it never has to hide anything.

Where a move takes several clicks (`picking`) the board is also told what was picked so far, and
the module's `way(game, state, move)`, the cells to click, is listed in WAYS.
"""

from collections.abc import Callable
from typing import Any

from herna.figures.boards import checkers, dungeon, generic, kuhn, lost_cities, ludo, maze, pig
from herna.figures.boards.picking import Picking
from herna.senses import shown_to

BOARDS: dict[str, Callable[..., Any]] = {
    "ludo": ludo.board,
    "pig": pig.board,
    "kuhn": kuhn.board,
    "lost_cities": lost_cities.board,
    "maze": maze.board,
    "dungeon": dungeon.board,
    "checkers": checkers.board,
}
WAYS: dict[str, Callable[..., Any]] = {
    "lost_cities": lost_cities.way,
    "dungeon": dungeon.way,
    "checkers": checkers.way,
}


def board(game, state, legal=(), seat=None, picked=()):
    """The scene of a state, as a person in `seat` sees it; None sees everything."""
    seen = state if seat is None else shown_to(game, state, seat)
    draw = BOARDS.get(game.name, generic.board)
    if game.name in WAYS:
        return draw(game, seen, tuple(legal), tuple(picked))
    return draw(game, seen, tuple(legal))


def picking_of(game, state, legal, picked=()):
    """What a click on each cell would do, where moves take several clicks."""
    way = WAYS.get(game.name)
    return Picking({move: way(game, state, move) for move in legal} if way else {}, picked)

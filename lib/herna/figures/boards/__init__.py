"""Boards: a state in, a scene out. A game without a board of its own gets the generic one.

To give a game a board, write `board(game, state, legal)` in a module here and list it in BOARDS.
`legal` are the moves that may be clicked now; a board marks them and gives them cells. What a
seat may not see is blanked before a board is asked, so a board never has to hide anything.
"""

from herna.figures.boards import generic, kuhn, ludo, maze, pig

BOARDS = {"ludo": ludo.board, "pig": pig.board, "kuhn": kuhn.board, "maze": maze.board}


def board(game, state, legal=(), seat=None):
    """The scene of a state, as `seat` sees it; None sees everything."""
    seen = state if seat is None else game.observe(state, seat)
    return BOARDS.get(game.name, generic.board)(game, seen, tuple(legal))

"""Moves that are clicked together: a card, where it goes, where the next one comes from.

A board whose moves have several parts says which cells make up each of them, one after another: its
*way*. Every click narrows the ways that are still open, and the cell that completes one plays its
move. A part is taken back by clicking it again, or replaced by another that could have been
picked instead. A move that is one click has no need of any of this.
"""

from herna.errors import HernaError, shown

NEXT, PICKED, INSTEAD = "next", "picked", "instead"  # what a cell may be besides a move


class Picking:
    """What is picked so far, and what each cell would do now."""

    def __init__(self, ways, picked=()):
        self.ways = ways  # the names of the cells to click, by move
        self.picked = tuple(picked)
        while self.picked and not self.after(self.picked):
            self.picked = self.picked[:-1]  # picked in another position

    def after(self, picked):
        """The cells that go on from these parts, with the moves they complete, or None."""
        ways = ((move, way) for move, way in self.ways.items() if way[: len(picked)] == picked)
        return {
            way[len(picked)]: move if len(way) == len(picked) + 1 else None
            for move, way in ways
            if len(way) > len(picked)
        }

    def role(self, name):
        """What a click on a cell does: the move it plays or None, and what part it would be."""
        now = self.after(self.picked)
        if name in now:
            return now[name], NEXT if now[name] is None else ""
        if name in self.picked:
            return None, PICKED
        earlier = (self.after(self.picked[:depth]) for depth in range(len(self.picked)))
        return None, INSTEAD if any(name in cells for cells in earlier) else ""

    def clicked(self, name):
        """What is picked after a click on a cell; None takes the last part back."""
        if name is None:
            return self.picked[:-1]
        if name in self.picked:
            return self.picked[: self.picked.index(name)]
        for depth in range(len(self.picked), -1, -1) if isinstance(name, str) else ():
            if name in self.after(self.picked[:depth]):
                return (*self.picked[:depth], name)
        raise HernaError(f"{shown(name)} is no part of a move here")

    def move(self, picked):
        """The move that these parts make up, or None if some are missing."""
        return next((move for move, way in self.ways.items() if way == picked), None)

"""Checkers for three (thesis 3)."""

from herna.games.checkers.game import Checkers

__all__ = ["Checkers"]

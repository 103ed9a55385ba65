"""Bots for the dungeon of thesis 2: their genes, and whole games at full speed."""

from herna.dungeon.crawler import GREEDY, Crawler
from herna.dungeon.genome import bot, genes

__all__ = ["GREEDY", "Crawler", "bot", "genes"]

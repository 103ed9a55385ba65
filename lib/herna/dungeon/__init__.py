"""Bots for the dungeon of thesis 2: a state to act on, their genes, whole games at full speed."""

from herna.dungeon.bots import RandomBot, StrategyBot
from herna.dungeon.crawl import Action, Crawl, measure, play
from herna.dungeon.crawler import GREEDY, Crawler
from herna.dungeon.genome import bot, genes
from herna.dungeon.planner import LookaheadBot

__all__ = [
    "GREEDY",
    "Action",
    "Crawl",
    "Crawler",
    "LookaheadBot",
    "RandomBot",
    "StrategyBot",
    "bot",
    "genes",
    "measure",
    "play",
]

"""What widgets about bots share: heroes by name, bots however they are given, compiling ahead."""

from dataclasses import fields, replace

import numpy as np

from herna.compiled import INTERPRETED, warm_marker
from herna.dungeon.crawler import GREEDY, Crawler
from herna.dungeon.genome import bot
from herna.errors import HernaError, nearest, shown
from herna.experiments.dungeon_experiment import HEROES, dungeon_of
from herna.games.dungeon import Dungeon
from herna.seeds import generator
from herna.warmup import announced, warm_up


def game_of(hero):
    """The dungeon of a hero, given by name such as Dwarf Priest, or as a dungeon."""
    if isinstance(hero, Dungeon):
        return hero
    if hero not in HEROES:
        raise HernaError(f"hero is {shown(hero)}; {nearest(hero, HEROES)}")
    return dungeon_of(hero, {})


def hero_of(game):
    """The name of a dungeon's hero."""
    return f"{game.race} {game.hero}"


def heroes_for(game):
    """The heroes to choose from: the four of the thesis, and that of the dungeon if it is none."""
    return list(dict.fromkeys([*HEROES, hero_of(game)]))


def with_hero(game, hero):
    """The same dungeon for another of its heroes to choose from."""
    if hero == hero_of(game):
        return game
    race, name = HEROES[hero]
    return replace(game, race=race, hero=name)


def unusual(game):
    """In what a dungeon differs from the usual one, its hero aside, in words; mostly nothing."""
    told = []
    for field in fields(game):
        value = getattr(game, field.name)
        if field.name not in ("race", "hero") and value != field.default:
            words = field.name.replace("_", " ")
            kept = isinstance(value, int) and not isinstance(value, bool)
            told.append(f"{words} {value}" if kept else f"{words} of its own")
    return f" ({', '.join(told)})" if told else ""


def compiled(bots):
    """A compiled bot: given as such, as a genome, as an evolved bot, or None for the hand-made."""
    if bots is None:
        return GREEDY
    if isinstance(bots, np.ndarray) and bots.dtype.names:
        return bots
    return bot(getattr(bots, "genome", bots))


def warm_up_bots(game):
    """Compile the game and its bots with a word about it, once per version of the sources."""
    warm_up(game)
    marker = warm_marker("dungeon-bots")
    if not INTERPRETED and not marker.exists():
        announced("bots of the dungeon", lambda: Crawler(game).play(GREEDY, generator(0)))
        marker.touch()


def warm_up_plans(moments):
    """Compile what a look at attack plans takes, likewise, so that no click waits for it."""
    marker = warm_marker("dungeon-plans")
    if not INTERPRETED and not marker.exists():
        announced("attack plans", lambda: _look_at_plans(moments))
        marker.touch()


def _look_at_plans(moments):
    first = next((moment for moment in moments if moment.plans), None)
    for found in () if first is None else first.plans.values():
        found.table()
        found.reasons()

"""One state object for bots, as in the framework of thesis 2 (sec. 3.2), and games played with it.

A crawl is *attached* or *detached*. `Crawl.start` gives the attached one, of which there is exactly
one per game: what is done in it is done. `detach()` gives copies that only simulate. They know no
more than the hero, and in them unknown tiles turn into walls, so whatever works in a detached crawl
works in the attached one, with the same result.

    state = Crawl.start(Dungeon(hero="Priest", race="Dwarf"), seed=4)
    state.actions()                    what can be done, `exploration()` what uncovers something
    state.do(action)                   does it
    state.hero, state.monsters, state.items      what is seen; they stay up to date
    state.hero.attack(monster)         what an exchange of blows would lead to, without a copy
    state.after(action)                a detached copy in which it was done

A bot is any callable that is handed the attached state and returns an action, or None to leave:

>>> def bot(state):
...     fights = [a for a in state.actions() if a.kind == "attack"]
...     safe = [a for a in fights if not state.monster(a.monster).exchange().hero_dies]
...     kills = [a for a in safe if state.monster(a.monster).exchange().monster_dies]
...     things = [a for a in state.actions() if a.takes]
...     for choice in (kills, things, state.exploration(), safe):
...         if choice:
...             return choice[0]
>>> game = play(bot, seed=1)
>>> game.over
True

Three things can be exchanged: which monsters occur (`Dungeon(monsters=...)`), what is seen at the
start (`Dungeon(vision=True)`), and the generator: a `builder` is handed a numpy Generator and
returns a dungeon as text (see `herna.games.dungeon.maps`).

A crawl that is going on tells neither its seed nor its moves, because the dungeon follows from
them; `trace()` and `summary()` wait for its end.
"""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np

from herna.dungeon.crawler import Crawler
from herna.dungeon.views import Hero, Item, Monster
from herna.errors import HernaError, require_whole, shown
from herna.game import State
from herna.games.dungeon import Dungeon, face
from herna.games.dungeon.bot import LONGEST_GAME
from herna.games.dungeon.rules import (
    ATTACK,
    BURN,
    CAST,
    CONVERT,
    DRINK,
    INFECT,
    LEAVE,
    TAKE,
)
from herna.games.dungeon.state import (
    BASE,
    BOSS,
    DIGITS,
    GLYPH,
    MOST_ITEMS,
    MOST_MONSTERS,
    PLAYING,
    SIZE,
    STATE,
    TILES,
    WON,
)
from herna.games.dungeon.tables import ALL_GLYPHS, ITEMS
from herna.play import Trace, plain
from herna.seeds import generator

OUTCOMES = ("playing", "won", "dead", "left")
KINDS = {  # by the first move of each
    LEAVE: "leave",
    CONVERT: "convert",
    DRINK: "drink",
    CAST: "cast",
    INFECT: "poison",
    BURN: "fireball",
    ATTACK: "attack",
    TAKE: "glyph",
    0: "take",  # or "explore", where the step uncovers something
}
AIMED = ("attack", "fireball", "poison")


@dataclass(frozen=True)
class Action:
    """Something the hero can do: `str(action)` says what, `do(action)` does it."""

    move: int  # as traces record it
    kind: str = field(compare=False)
    name: str = field(compare=False)
    monster: int | None = field(default=None, compare=False)  # its number, if aimed at one
    uncovers: int = field(default=0, compare=False)  # tiles
    takes: str = field(default="", compare=False)  # an item or a glyph

    def __str__(self):
        return self.name


class Crawl:
    """The state of a game; made by `start` and `detach`."""

    def __init__(self, game, array, rng, moves=None, seed=()):
        self._game, self._array = game, array
        self._moves, self._seed = moves, seed  # None: detached
        self._living = 0 if moves is None else int((array["place"] >= 0).sum())
        self._known: dict[tuple[int, int, int], Action] = {}  # both are shared by all copies
        self._names: dict[int, str] = {}
        self.rng = rng  # lots for bots; it knows nothing of the dungeon

    @classmethod
    def start(cls, dungeon=None, seed=0, builder=None):
        """A new game in a dungeon by lot, or in the one that a builder makes.

        The seed is a number, or a tuple of numbers and names that begins with one.
        """
        dungeon = Dungeon() if dungeon is None else dungeon
        key = seed if isinstance(seed, tuple) else (seed,)
        lots = generator(*key)
        if builder is not None:
            dungeon = replace(dungeon, map=_built(builder, generator(*key, "builder")))
        crawler = Crawler(dungeon) if dungeon.tables else _crawler(dungeon)  # they may be edited
        array = crawler.enter(lots)
        number = int(array["number"][0])
        digits = [number // BASE**place % BASE for place in reversed(range(DIGITS))]
        return cls(dungeon, array, generator(*key, "bot"), [] if dungeon.map else digits, key)

    def detach(self):
        """A copy for simulation, which knows no more than the hero does."""
        array = np.empty(1, STATE)
        face.detached(self._array, array)
        copy = Crawl(self._game, array, self.rng)
        copy._known, copy._names = self._known, self._names
        return copy

    def after(self, action):
        """A detached copy in which the action was done."""
        return self.detach().do(action)

    def _get(self, name):
        """A field of the state; quicker than by attribute."""
        return self._array[name][0]

    @property
    def attached(self):
        return self._moves is not None

    def _standing(self):
        """What `_go_back` needs. For the server, which must undo its own failures; not for bots."""
        return self._array.copy(), len(self._moves or ())

    def _go_back(self, standing):
        array, count = standing
        self._array[:] = array
        if self._moves is not None:
            del self._moves[count:]

    def __copy__(self):
        if self.attached:
            raise HernaError("crawl: there is one attached state per game; detach() copies it")
        return self.detach()

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        raise HernaError("crawl: a state is not saved; trace() is, once the game is over")

    # What can be done.

    def actions(self):
        """Everything the hero can do now, leaving last."""
        listed = np.empty(self._game.max_moves, np.int64)
        count = face.legal_moves(self._array, listed)
        uncovers, takes = np.empty((2, count), np.int64)
        face.look_at_moves(self._array, listed, count, uncovers, takes)
        facts = zip(listed[:count].tolist(), uncovers.tolist(), takes.tolist(), strict=True)
        return [self._known.get(fact) or self._action(*fact) for fact in facts]

    def exploration(self):
        """The actions that uncover something."""
        return [action for action in self.actions() if action.uncovers]

    def do(self, action):
        """Do an action, or a move by its number; what is not possible changes nothing."""
        move = action.move if isinstance(action, Action) else action
        if isinstance(move, bool) or not isinstance(move, int | np.integer):
            raise HernaError(f"crawl: {shown(action)} is no action; see actions()")
        if not self._allows(move):
            why = f"the game is over ({self.outcome})" if self.over else "see actions()"
            what = action.name if isinstance(action, Action) else f"move {shown(move)}"
            raise HernaError(f"crawl: {what!r} is not possible now; {why}")
        face.do(self._array, int(move))
        if self._moves is not None:
            self._moves.append(int(move))
        return self

    def _allows(self, move):
        out = np.empty(self._game.max_moves, np.int64)
        return 0 <= move <= LEAVE and face.is_legal(self._array, int(move), out)

    def _action(self, move, uncovers, takes):
        """The action of a legal move. It is kept: most moves are possible for a long time."""
        first = next(first for first in KINDS if move >= first)
        kind = "explore" if first == 0 and uncovers else KINDS[first]
        action = Action(
            move,
            kind,
            name=self._game.move_name(State(self._array.copy()), move),
            monster=move - first if kind in AIMED else None,
            uncovers=uncovers,
            takes="" if takes < 0 else (*ITEMS[:GLYPH], *ALL_GLYPHS)[takes],
        )
        self._known[move, uncovers, takes] = action
        return action

    # What is seen.

    @property
    def hero(self):
        return Hero(self)

    @property
    def monsters(self):
        """The living monsters that were uncovered, weakest first."""
        out = np.empty(MOST_MONSTERS, np.int64)
        count = face.monsters_in_sight(self._array, out)
        return [Monster(self, number) for number in out[:count].tolist()]

    def monster(self, number):
        """A monster by its number, as actions name it; one that is not seen is refused."""
        require_whole("crawl", "monster", number, 0, MOST_MONSTERS - 1)
        if not face.sees(self._array, number):
            raise HernaError(f"crawl: monster {number} is not there or not uncovered")
        return Monster(self, int(number))

    @property
    def items(self):
        """What lies on uncovered tiles."""
        out = np.empty(MOST_ITEMS, np.int64)
        count = face.items_in_sight(self._array, out)
        return [Item(self, number) for number in out[:count].tolist()]

    def _monster_name(self, number):
        if number not in self._names:
            self._names[number] = self._game.monster_name(self._array[0], number)
        return self._names[number]

    @property
    def unexplored(self):
        """How many tiles are not uncovered yet."""
        return TILES - sum(int(row).bit_count() for row in self._get("explored"))

    @property
    def ground(self):
        """The tiles row by row: # is wall, . is floor, ? is not uncovered."""
        explored, floor = self._get("explored").tolist(), self._get("floor").tolist()
        return [
            "".join(
                ("." if floor[row] >> column & 1 else "#") if explored[row] >> column & 1 else "?"
                for column in range(SIZE)
            )
            for row in range(SIZE)
        ]

    @property
    def dungeon(self):
        """The kind of dungeon; a map is not told."""
        return replace(self._game, map="") if self._game.map else self._game

    def text(self):
        """The explored part and the hero in letters."""
        return self._game.text(self._seen())

    def _seen(self):
        return self._game.observe(State(self._array.copy()), 0)

    def __repr__(self):
        return f"{'attached' if self.attached else 'detached'} crawl\n{self.text()}"

    # How it stands.

    @property
    def outcome(self):
        """playing, won, dead or left."""
        return OUTCOMES[int(self._get("outcome"))]

    @property
    def over(self):
        return bool(self._get("outcome") != PLAYING)

    @property
    def won(self):
        return bool(self._get("outcome") == WON)

    @property
    def fitness(self):
        """The fitness of the thesis (sec. 5.3), as things stand."""
        out = np.zeros(1)
        self._game.rules.gains(self._array[0], out)
        return float(out[0])

    def trace(self, bot="bot"):
        """The finished game, to be replayed or saved."""
        self._require_end("trace")
        return Trace(self._game, tuple(self._moves), self._seed, (plain(bot),))

    def summary(self) -> dict[str, Any]:
        """What came of the game, as a row of a table."""
        self._require_end("summary")
        left = self._get("level")[self._get("place") >= 0].tolist()
        return {
            "outcome": self.outcome,
            "won": self.won,
            "fitness": self.fitness,
            "health": int(self._get("life")),
            "health_potions": int(self._get("potions")[0]),
            "mana_potions": int(self._get("potions")[1]),
            "kills": self._living - len(left),
            "only_boss_left": left == [BOSS],
            "rank": int(self._get("rank")),
            "experience": int(self._get("collected")),
            "moves": int(self._get("completed")),
        }

    def _require_end(self, what):
        if not self.attached:
            raise HernaError(f"crawl: {what} is of a game; this is a simulation")
        if not self.over:
            raise HernaError(f"crawl: {what} waits for the end; it would tell the dungeon")


@lru_cache(maxsize=16)
def _crawler(dungeon):
    return Crawler(dungeon)


def _built(builder, rng):
    text = builder(rng)
    if not isinstance(text, str):
        raise HernaError(f"crawl: builder made {shown(text)}; allowed: a dungeon as text")
    return text


def play(bot, dungeon=None, seed=0, builder=None):
    """Play a whole game; the finished crawl.

    A bot that remembers has a `reset()`, which is called first. One that goes on for ever is made
    to leave.
    """
    if hasattr(bot, "reset"):
        bot.reset()
    state = Crawl.start(dungeon, seed, builder)
    while not state.over:
        action = bot(state) if len(state._moves) < LONGEST_GAME else None
        state.do(LEAVE if action is None else action)
    return state


def measure(bot, dungeon=None, games=100, seed=0, builder=None) -> list[dict[str, Any]]:
    """Play many games; a row for each, that of game n with the seed (seed, n).

    A bot with a compiled twin says so by `finish(array, rng)`, which plays a game to its end; it
    must do what the bot itself would.
    """
    require_whole("measure", "games", games, 1, 10_000_000)
    rows = []
    for number in range(games):
        if hasattr(bot, "finish"):
            state = Crawl.start(dungeon, (seed, number), builder)
            bot.finish(state._array, state.rng)
        else:
            state = play(bot, dungeon, (seed, number), builder)
        rows.append({"game": number, **state.summary()})
    return rows

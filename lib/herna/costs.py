"""What a decision of an environment player costs: nodes counted and time measured.

Nodes are states looked at. They are counted inside the compiled kernels as they are: kernels call
rules by address, so a counter can be put in the place of `step`. Trees of which everything is known
(`Tree`) tell how the cost grows with outcomes and levels; real games are held against the bounds
that thesis 1 states. `herna bench` shows both.
"""

import ctypes
import math
import time
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

import numpy as np

from herna.compiled import ByAddress, record, rule
from herna.game import CHANCE, Game
from herna.games import LostCities, Ludo, Maze, Pig
from herna.kernels.adapt import MIND
from herna.kernels.decide import PLAYER
from herna.kernels.match import NOTHING, RATINGS, at_the_table
from herna.kernels.workspace import workspace
from herna.rules import bind


def timed(work):
    """What `work` returns, an amount of something, and the CPU seconds it took."""
    start = time.process_time()
    amount = work()
    return amount, time.process_time() - start


def _compiled_here(function):
    """A rule that is compiled like one of a notebook: Herna keeps the code of its games only."""
    function.__module__ = "bench"
    return rule(function)


TREE = record(
    ("outcomes", "i4"),  # of every chance node
    ("choices", "i4"),  # of every decision
    ("choosing", "i4"),  # 1: the player is to move, 0: chance is
    ("score", "i4"),
    ("completed", "i4"),  # turns finished
)


@_compiled_here
def to_move(s):
    return 0 if s.choosing else CHANCE


@_compiled_here
def moves(s, out):
    count = s.choices if s.choosing else s.outcomes
    for i in range(count):
        out[i] = i
    return count


@_compiled_here
def step(s, move):
    s.score += move
    s.completed += s.choosing
    s.choosing = 1 - s.choosing


@_compiled_here
def returns(s, out):
    out[0] = s.score


@_compiled_here
def rounds(s):
    return s.completed


@dataclass(frozen=True)
class Tree(Game):
    """Chance and a single player take turns, with as many options as one likes, for ever."""

    n_players: int = 1
    outcomes: int = 6
    choices: int = 2

    name: ClassVar[str] = "tree"
    state_type: ClassVar = TREE
    max_moves: ClassVar[int] = 4096
    rules: ClassVar = bind(
        TREE, to_move=to_move, moves=moves, step=step, returns=returns, rounds=rounds
    )

    def setup(self, s):
        s.outcomes, s.choices = self.outcomes, self.choices


STEP = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)


class CountedStep(ByAddress):
    """The `step` rule of a game, counting the states that a kernel looks at.

    Kernels call rules by address, so the address of a counter will do in place of the rule's own.
    Neither the kernel nor the rule is another than usual, only slower.
    """

    def __init__(self, game):
        self.nodes = self.widest = 0  # states made, and the most moves that any state offered
        self._game, self._out = game, np.zeros(game.max_moves, np.int64)
        self._step = STEP(game.rules.step.__wrapper_address__())
        self._counted = STEP(self._count)  # kept as long as its address is in use

    def signature(self):
        return self._game.rules.step.signature()

    def __wrapper_address__(self):
        return ctypes.cast(self._counted, ctypes.c_void_p).value

    def _count(self, address, move):
        self.nodes += 1
        self.widest = max(self.widest, self._options(address))
        self._step(address, move)

    def _options(self, address):
        """How many moves the state at an address offers."""
        kind = self._game.state_type
        memory = (ctypes.c_char * kind.itemsize).from_address(address)
        return self._game.rules.moves(np.frombuffer(memory, kind)[0], self._out)


class Decision:
    """A decision of an environment player, given in words, to be counted and timed.

    Without its share of chance, and without what Python adds: the thesis speaks of the search.
    """

    def __init__(self, game, worlds, words):
        from herna.dda import environment_from

        player = environment_from(words)
        self.game, self.work = game, workspace(game, *player.reach())
        self.outcomes = game.rules.moves(worlds[0].state, self.work.moves[0])
        nobody, mind = np.zeros(1, PLAYER), np.zeros(1, MIND)
        rng = np.random.default_rng(0)
        self._table = worlds, nobody, player.record(game), mind, self.work, rng, NOTHING

    def _rate(self, rules, decisions=1):
        return at_the_table(rules, RATINGS, *self._table, decisions)

    def count(self):
        """The states looked at, and the most moves or outcomes in one of them."""
        step = CountedStep(self.game)
        self._rate(self.game.rules._replace(step=step))
        return step.nodes, step.widest

    def seconds(self, times):
        """The CPU seconds of a decision, less those of a call that asks for none.

        Calling a kernel costs as much as a hundred nodes, so both are timed in turn and the fastest
        of each compared: a small difference of two medians would be mostly noise.
        """
        self._rate(self.game.rules)
        pairs = [(self._batch(1, times), self._batch(0, times)) for _ in range(5)]
        whole, empty = map(min, zip(*pairs, strict=True))
        return max(whole - empty, 1e-9)

    def _batch(self, decisions, times):
        """The CPU seconds of one of so many calls for one decision or for none."""
        rules = self.game.rules
        return timed(lambda: [self._rate(rules, decisions) for _ in range(times)])[1] / times


def enough(nodes):
    """How many decisions of so many nodes to time at once, for about a hundredth of a second."""
    return min(1 + 20_000 // nodes, 100)


def power(sizes, costs):
    """The power of the size with which a cost grows.

    >>> round(power([1, 2, 4], [3, 12, 48]), 6)
    2.0
    """
    return float(np.polyfit(np.log(sizes), np.log(costs), 1)[0])


def factor(sizes, costs):
    """How many times higher a cost is when the size is higher by one.

    >>> round(factor([1, 2, 3], [5, 15, 45]), 6)
    3.0
    """
    return math.exp(np.polyfit(sizes, np.log(costs), 1)[0])


@dataclass(frozen=True)
class Growth:
    """How the cost of an environment player should grow from tree to tree."""

    measure: Any  # power or factor
    expected: float
    trees: tuple[tuple[int, Tree, str], ...]  # a size, a tree and the player in words
    note: str

    def decisions(self):
        from herna.kernels.world import new_worlds

        return [Decision(tree, new_worlds(tree), words) for _, tree, words in self.trees]

    def sizes(self):
        return [size for size, _, _ in self.trees]


GROWTHS = {
    "hillclimber-b": Growth(
        power,
        1,
        tuple((b, Tree(outcomes=b), "E-HillClimber") for b in (256, 1024, 4096)),
        "E-HillClimber, b outcomes: linear",
    ),
    "maxmax-b": Growth(
        power,
        2,
        tuple((b, Tree(outcomes=b), "E-MaxMax(depth=4)") for b in (32, 64, 128, 256)),
        "E-MaxMax, b outcomes: quadratic",
    ),
    "maxmax-d": Growth(
        power,
        1,
        tuple((d, Tree(outcomes=8), f"E-MaxMax(depth={d})") for d in (8, 16, 32, 64)),
        "E-MaxMax, d levels: linear",
    ),
    "maxn-b": Growth(
        power,
        3,
        tuple(
            (b, Tree(outcomes=b, choices=b), f"E-MaxN(depth=2, width={b}, outcomes={b})")
            for b in (8, 16, 32)
        ),
        "E-MaxN, b outcomes and moves, 2 levels behind an outcome: cubic",
    ),
    "maxn-d": Growth(
        factor,
        12,
        tuple(
            (d, Tree(outcomes=4, choices=3), f"E-MaxN(depth={2 * d}, width=3, outcomes=4)")
            for d in (1, 2, 3, 4)
        ),
        "E-MaxN, d times 3 moves and 4 outcomes: 12 times for each",
    ),
}
# The same in real games, against the bounds of the thesis.

COSTED = {  # games, and how deep E-MaxN can search all of their moves and outcomes
    "pig": (Pig(target=1000), (1, 2, 3, 4)),
    "ludo": (Ludo(), (1, 2, 3, 4)),
    "maze": (Maze(), (1, 2)),
    "lost-cities": (LostCities(), (1, 2)),
}


@dataclass(frozen=True)
class Limit:
    """How many nodes thesis 1 allows a player: b are the most options anywhere in the tree."""

    words: str  # the player, with a gap for its depth
    formula: str
    nodes: Any  # the formula as a function of b and d
    depths: tuple[int, ...] = ()  # () for as deep as the game allows


LIMITS = {
    "hillclimber": Limit("E-HillClimber", "b", lambda b, d: b, (1,)),
    "maxmax": Limit("E-MaxMax(depth={})", "b^2 d", lambda b, d: b * b * d, (2, 4, 8)),
    "maxn": Limit(
        "E-MaxN(depth={}, width=1000, outcomes=1000)", "b^(d+1)", lambda b, d: b ** (d + 1)
    ),
}


@cache
def widest_chance(game, plies=200):
    """The last of the widest steerable chance nodes early in a game of random players."""
    from herna.play import Match
    from herna.players import Random as AnyMove

    match, widest, found = Match(game, [AnyMove()] * game.n_players, seed=3), 0, None
    while match.ply < plies and not match.over:
        if match.to_move == CHANCE and game.steerable(match.state):
            width = len(game.moves(match.state))
            if width >= widest:
                widest, found = width, match.world
        match.step()
    return found

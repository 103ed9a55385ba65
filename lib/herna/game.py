"""The Game protocol: how every game of the house states its rules.

A game is a record type for its state and a handful of `@rule` functions over such records; the
class adds names, parameters and pictures. Rules know no randomness, no drawing and no memory.

- **Seats.** `to_move` names who decides: a seat 0..n-1, CHANCE or OVER. Turns are data, so extra
  rolls, eliminations and reactions out of turn need no further method.
- **Chance is a seat.** At a chance node `moves` lists the outcomes and `odds` their likelihood.
  A fair die samples by odds; an environment player is anybody else who sits there. Where a node is
  not `steerable` (the first deal) chance stays fair.
- **Hidden information.** `hide` blanks what a seat cannot see, `sample` redeals it. A player is
  only ever handed a sampled state, so it cannot cheat; it may redeal again by `imagine`, which
  weighs what the others' moves have given away.
- **Moves are ints,** so a recorded game is a list of ints.
- **Gains, not evaluation.** `gains` is the game's own estimate per player (larger is better), on
  which status and metrics build. Players choose by `values`, the same unless a game says otherwise.

Rule functions change the record they are given. The methods of `Game` are the safe face: they
copy first, refuse illegal moves and hand out immutable `State` values.
"""

import hashlib
from typing import Any, ClassVar

import numpy as np

from herna.compiled import SMALLEST_LEDGER, record, roomy
from herna.errors import HernaError, shown

CHANCE, OVER = -1, -2
MAX_PLAYERS = 7
SPARE = 64  # entries
EVEN = 1e-9  # a lead this small is a tie: sums of the same parts may differ in the last bits

NO_LEDGER = record(("unused", "i4"))  # for games that keep no count of what chance dealt


class State:
    """One position as a value: immutable, hashable, comparable; fields read as attributes."""

    __slots__ = ("array",)

    def __init__(self, array):
        array.setflags(write=False)
        object.__setattr__(self, "array", array)

    def __getattr__(self, field):
        if field.startswith("__") or field not in self.array.dtype.names:
            raise AttributeError(field)
        value = self.array[field][0]
        return value if isinstance(value, np.ndarray) else value.item()

    def __setattr__(self, field, value):
        raise AttributeError("a state is a value: use replace(...) for a changed copy")

    def replace(self, **fields):
        """A copy with some fields changed, mostly for tests and what-if questions."""
        array = _copied(self.array)
        for field, value in fields.items():
            array[field][0] = value
        return State(array)

    def digest(self):
        """Eight bytes in hex that tell this state from any other."""
        return hashlib.sha256(self._bytes()).hexdigest()[:16]

    def __eq__(self, other):
        return isinstance(other, State) and self._bytes() == other._bytes()

    def __hash__(self):
        return hash(self._bytes())

    def _bytes(self):
        """All fields; what lies between them in memory means nothing and may be anything."""
        return b"".join(self.array[name].tobytes() for name in self.array.dtype.names)

    def __repr__(self):
        fields = (f"{name}={getattr(self, name)}" for name in self.array.dtype.names)
        return f"State({', '.join(' '.join(field.split()) for field in fields)})"

    def __reduce__(self):
        return _state_from, (self.array,)


def _state_from(array):
    return State(_copied(array))


def _copied(array):
    """A copy with zeros between the fields, where numpy's own leaves whatever memory held.

    States are compared and hashed by their bytes, so the gaps count.
    """
    fresh = np.zeros(array.shape, array.dtype)  # zeros_like would fill the fields only
    fresh[:] = array
    return fresh


class Game:
    """What all games share; a game sets the class attributes and `setup`, and names its moves.

    A subclass is a frozen dataclass whose fields are the parameters of the game.
    """

    n_players: int
    name: ClassVar[str]  # how the command line and saved games call it
    state_type: ClassVar[np.dtype]
    ledger_type: ClassVar[np.dtype] = NO_LEDGER
    rules: ClassVar[Any]  # from herna.rules.bind
    max_moves: ClassVar[int]  # most moves or outcomes any state can offer
    whole_margin: ClassVar[bool] = False  # told in whole units, as thesis 1 prints it
    hidden_information: ClassVar[bool] = False  # whether seats see different things
    feature_names: ClassVar[tuple[str, ...]] = ("gain",)

    def __init_subclass__(cls):
        if hasattr(cls, "state_type"):
            cls.state_type = roomy(cls.state_type)
            cls.ledger_type = roomy(cls.ledger_type, SMALLEST_LEDGER)

    def setup(self, s):
        """Fill a zeroed record with the start; deals are chance nodes, so there is only one."""
        raise NotImplementedError(f"{type(self).__name__} needs a setup(s)")

    def setup_ledger(self, ledger):
        """Fill a zeroed ledger with the parameters of believability."""

    # The five questions.

    def initial(self):
        array = np.zeros(1, self.state_type)
        self.setup(array[0])
        return State(array)

    def to_move(self, state):
        return int(self.rules.to_move(state.array[0]))

    def moves(self, state):
        if self.to_move(state) == OVER:
            return []
        out = np.empty(2 * self.max_moves + SPARE, np.int64)  # a rule may be wrong about its most
        count = self.rules.moves(state.array[0], out)
        if count > self.max_moves:
            raise HernaError(
                f"{self.name}: max_moves is {self.max_moves}, but a state has {count} moves"
            )
        return out[:count].tolist()

    def step(self, state, move):
        if move not in self.moves(state):
            raise IllegalMove(self, state, move)
        array = _copied(state.array)
        self.rules.step(array[0], int(move))
        return State(array)

    def returns(self, state):
        return self._vector(self.rules.returns, state)

    # The hooks.

    def odds(self, state):
        """At a chance node: how likely each of `moves` is."""
        count = len(self.moves(state))
        out = np.empty(self.max_moves)
        self.rules.odds(state.array[0], out, count)
        return out[:count].tolist()

    def gains(self, state):
        """How well each player stands, larger is better."""
        return self._vector(self.rules.gains, state)

    def values(self, state):
        """How good a state is to choose for each player, larger is better."""
        return self._vector(self.rules.values, state)

    def steerable(self, state):
        """At a chance node: whether an environment player may choose the outcome."""
        return bool(self.rules.steerable(state.array[0]))

    def rounds(self, state):
        """How many turns of ordinary players are completed."""
        return int(self.rules.rounds(state.array[0]))

    def observe(self, state, seat):
        """Everything `seat` knows, as a state with the rest blanked."""
        array = _copied(state.array)
        self.rules.hide(array[0], seat)
        return State(array)

    def sample(self, state, seat, rng):
        """A random state that looks the same to `seat`."""
        array = _copied(state.array)
        self.rules.sample(array[0], seat, rng)
        return State(array)

    def features(self, state, seat):
        """What heuristics and regressors weigh, named by `feature_names`."""
        return (self.gains(state)[seat],)

    def move_name(self, state, move):
        return str(move)

    def move_parts(self, state, move):
        """A move as words to be chosen one after another; just one unless there are many moves."""
        return (self.move_name(state, move),)

    def seat_name(self, seat):
        return f"player {seat + 1}"

    def text(self, state):
        """A picture in letters, for the terminal and for golden playthroughs."""
        return repr(state)

    def _vector(self, function, state):
        out = np.zeros(MAX_PLAYERS)
        function(state.array[0], out)
        return tuple(out[: self.n_players].tolist())


class IllegalMove(HernaError):
    """A move that the rules do not allow here, said in one line."""

    def __init__(self, game, state, move):
        allowed = ", ".join(map(str, game.moves(state))) or "none, the game is over"
        super().__init__(f"{game.name}: move {shown(move)} is not allowed here; allowed: {allowed}")

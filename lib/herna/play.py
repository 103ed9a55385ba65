"""Playing: a live match one can step, the trace it leaves, tournaments.

`Match` is the one object that code, terminal and widgets share. `Trace` is what remains: the
game, the seed and the moves, enough to replay everything exactly. `Arena` (herna.arena) plays a
game inside one compiled call and draws the same lots in the same order, so both give one trace.
"""

import hashlib
import itertools
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from herna.arena import (
    HIGHEST_LIMIT,
    PLY_LIMIT,
    Arena,
    Human,
    check_chance,
    check_game,
    check_table,
    new_minds,
    state_of,
)
from herna.dda import ENVIRONMENTS, Fair
from herna.dda.environment import metrics_so_far
from herna.errors import HernaError, nearest, require_whole, shown
from herna.files import read_json, write_atomically
from herna.game import CHANCE, MAX_PLAYERS, OVER, Game, IllegalMove, State
from herna.kernels.world import advance, new_worlds
from herna.players import KernelPlayer, describe
from herna.seeds import LARGEST_SEED, generator

__all__ = ["PLY_LIMIT", "Arena", "Human", "Match", "Trace", "play", "tournament"]

TRACE_FORMAT = "herna-trace/2"


def seats_of(players):
    """The players of all seats as a tuple."""
    if not isinstance(players, Iterable):
        raise HernaError(f"seats is {shown(players)}; allowed: a list with a player per seat")
    return tuple(players)


def check_places(game, seats, chance):
    """Refuse whoever plays for chance in the seat of a player, and the other way round."""
    for place, player in enumerate(seats):
        if isinstance(player, tuple(ENVIRONMENTS.values())):
            raise HernaError(
                f"{game.name}: seat {place} is {describe(player)}, who plays for chance; "
                "allowed: a player such as HillClimber()"
            )
    if isinstance(chance, Human | KernelPlayer):
        raise HernaError(
            f"{game.name}: the seat of chance is {describe(chance)}, who plays for a player; "
            "allowed: an environment player such as EHillClimber()"
        )


class Match:
    """A game in progress. Step it, play a move into it, go back, ask for its trace."""

    def __init__(self, game, seats, seed=0, chance=None, limit=PLY_LIMIT):
        check_game(game)
        self.game, self.seats, self.limit = game, seats_of(seats), limit
        self.chance = chance or Fair()
        check_places(game, self.seats, self.chance)
        check_table(game, self.seats, self.chance, limit)
        check_chance(game, self.chance)
        self.restart(seed)

    def sit_down(self, seats, chance):
        """Let others play on from here; whoever does not fit the game is refused."""
        seats = seats_of(seats)
        check_places(self.game, seats, chance)
        check_table(self.game, seats, chance)
        check_chance(self.game, chance)
        self.seats, self.chance = seats, chance
        self.forget_future()

    def restart(self, seed):
        """Begin again from this seed, with the same players."""
        key = seed if isinstance(seed, tuple) else (seed,)
        self.rng = generator(*key)  # first, so that a seed that is refused changes nothing
        self.seed = tuple(part if isinstance(part, str) else int(part) for part in key)
        self.moves: list[int] = []
        self._worlds = [new_worlds(self.game)]
        self._looked_at: tuple[Any, ...] = (None,)
        self._minds = [new_minds(self.game)]
        self._lots = [self.rng.bit_generator.state]
        self._undone: list[tuple[int, Any, Any, Any]] = []

    @property
    def ply(self):
        return len(self.moves)

    @property
    def world(self):
        """The state with its meters, as the chance seat sees it (an array of one)."""
        return self._worlds[-1]

    @property
    def state(self):
        return self._now()[1]

    @property
    def to_move(self):
        return OVER if self.ply >= self.limit else self._now()[2]

    def _now(self):
        """The world, its state and who is to move there, worked out once: they are often asked."""
        world = self._worlds[-1]
        if self._looked_at[0] is not world:
            state = state_of(world)
            self._looked_at = world, state, self.game.to_move(state)
        return self._looked_at

    @property
    def over(self):
        return self.to_move == OVER

    @property
    def waiting(self):
        """Whether a human has to move."""
        return self.to_move >= 0 and isinstance(self.seats[self.to_move], Human)

    def step(self):
        """Let whoever is on turn move; the move, or None when over or waiting for a human."""
        if self.over or self.waiting:
            return None
        seat, minds = self.to_move, self._minds[-1].copy()
        if seat == CHANCE:
            who, sight = self.chance, self.world
        else:
            who, sight = self.seats[seat], self.game.sample(self.state, seat, self.rng)
        mind = minds[seat:][:1]  # a view; that of chance, seat -1, is the last
        memory = (mind,) if getattr(who, "remembers", False) else ()
        return self.play(who(self.game, sight, self.rng, *memory), minds)

    def play(self, move, minds=None):
        """Make a given move; one that the rules do not allow is refused."""
        if self.ply >= self.limit:
            raise HernaError(f"{self.game.name}: the match was stopped after {self.limit} plies")
        legal = self.game.moves(self.state)
        if move not in legal:
            raise IllegalMove(self.game, self.state, move)
        worlds = self._worlds[-1].copy()
        advance(self.game.rules, worlds[0], int(move), len(legal), np.zeros(MAX_PLAYERS))
        self.moves.append(int(move))
        self._worlds.append(worlds)
        self._minds.append(self._minds[-1] if minds is None else minds)
        self._lots.append(self.rng.bit_generator.state)
        self._undone.clear()
        return int(move)

    def back(self):
        """Take the last move back; `forward` makes it again, `step` draws the same lots again."""
        if self.moves:
            undone = self.moves.pop(), self._worlds.pop(), self._minds.pop(), self._lots.pop()
            self._undone.append(undone)
            self.rng.bit_generator.state = self._lots[-1]

    def forward(self):
        """Make the move again that was last taken back; None when there is none."""
        if not self._undone:
            return None
        move, worlds, minds, lots = self._undone.pop()
        self.moves.append(move)
        self._worlds.append(worlds)
        self._minds.append(minds)
        self._lots.append(lots)
        self.rng.bit_generator.state = lots
        return move

    def forget_future(self):
        """Drop the moves taken back, because other players would not make them again."""
        self._undone.clear()

    @property
    def ahead(self):
        """The moves taken back that `forward` would make again, in their order."""
        return [move for move, *_ in reversed(self._undone)]

    def go_to(self, ply):
        """Go to a ply: back by taking moves back; forward, first by making them again."""
        require_whole("match", "ply", ply, 0, self.limit)
        while self.ply > ply:
            self.back()
        while self.ply < ply and (self.forward() is not None or self.step() is not None):
            pass

    def finish(self):
        """Step to the end, or to the next human decision."""
        while self.step() is not None:
            pass
        return self

    def state_at(self, ply):
        if ply >= len(self._worlds):
            raise HernaError(f"ply is {ply}; allowed: at most {self.ply}")
        return state_of(self._worlds[ply])

    def metrics_at(self, ply=-1):
        """The in-game metrics after so many plies, an unfinished round taken as finished."""
        return metrics_so_far(self.game, self._worlds[ply])

    def status_at(self, ply=-1):
        """The status of each player after the last finished round."""
        return self._worlds[ply][0].meter.status[: self.game.n_players].tolist()

    def trace(self):
        names = tuple(plain(describe(player)) for player in self.seats)
        words = plain(getattr(self.chance, "words", describe(self.chance)))
        return Trace(self.game, tuple(self.moves), self.seed, names, words)


def play(game, seats, seed=0, chance=None, limit=PLY_LIMIT):
    """Play one game move by move, with any callables as players; its trace."""
    return Match(game, seats, seed, chance, limit).finish().trace()


@dataclass(frozen=True)
class Trace:
    """A recorded game: it replays exactly, ply by ply."""

    game: Game
    moves: tuple[int, ...]
    seed: tuple[int | str, ...] = (0,)
    seats: tuple[str, ...] = ()
    chance: str = "None"

    def states(self) -> Iterator[State]:
        """All states, the initial one first."""
        state = self.game.initial()
        yield state
        for move in self.moves:
            state = self.game.step(state, move)
            yield state

    def save(self, path):
        """Write the trace as JSON, with a hash of every state and one of all the rest."""
        write_atomically(path, (json.dumps(self.to_json(), indent=1) + "\n").encode())

    def to_json(self) -> dict[str, Any]:
        data = {
            "format": TRACE_FORMAT,
            "game": self.game.name,
            "parameters": asdict(self.game),  # type: ignore[call-overload]
            "seed": list(self.seed),
            "seats": list(self.seats),
            "chance": self.chance,
            "moves": list(self.moves),
            "states": [state.digest() for state in self.states()],
        }
        return {**data, "fingerprint": _fingerprint(data)}

    @classmethod
    def load(cls, path, game=None):
        """Read a trace and replay it; anything that does not fit is refused in one line.

        Games of the house are known by their names. For a game of your own, such as a notebook's,
        or one with tables of your own, hand over such a `game`.
        """
        return cls.from_json(read_json(path), str(Path(path).name), game)

    @classmethod
    def from_json(cls, data, name="trace", game=None):
        _check_shape(data, name)
        game = _game_from(data, name, game)
        trace = cls(
            game,
            tuple(data["moves"]),
            tuple(data["seed"]),
            tuple(data["seats"]),
            data["chance"],
        )
        _check_replay(trace, data["states"], name)
        _check_fingerprint(data, name)
        return trace


SHAPE = {
    "game": str,
    "parameters": dict,
    "seed": list,
    "seats": list,
    "chance": str,
    "moves": list,
    "states": list,
    "fingerprint": str,
}
PLAIN = re.compile(r"[\w .,:=()^+-]{1,300}")  # what names in a file may consist of


def plain(name):
    """A name as files may hold it: what else a callable may be called is left out.

    >>> plain("<lambda>")
    'lambda'
    """
    return re.sub(r"[^\w .,:=()^+-]", "", name)[:300] or "unnamed"


def _check_shape(data, name):
    """Refuse what is not a trace, by its first field that does not fit."""
    if not isinstance(data, dict) or data.get("format") != TRACE_FORMAT:
        found = data.get("format") if isinstance(data, dict) else None
        raise HernaError(f"{name}: format is {shown(found)}; allowed: {TRACE_FORMAT!r}")
    for field, kind in SHAPE.items():
        if not isinstance(data.get(field), kind):
            raise HernaError(f"{name}: {field} is missing or not a {kind.__name__}")
    for field in sorted(set(data) - set(SHAPE) - {"format"}):
        raise HernaError(f"{name}: unknown field {shown(field)}; {nearest(field, SHAPE)}")
    _check_each(name, data, "moves", lambda move: type(move) is int, "whole numbers")
    _check_each(name, data, "seats", _is_plain, "names of players")
    _check_each(name, data, "seed", _is_key_part, "names and whole numbers from 0")
    _check_each(name, data, "states", _is_digest, "hashes of 16 hexadecimal digits")
    if not data["seed"] or not isinstance(data["seed"][0], int):
        raise HernaError(f"{name}: seed is {shown(data['seed'])}; allowed: a number first")
    if not _is_plain(data["chance"]):
        raise HernaError(f"{name}: chance is {shown(data['chance'])}; allowed: a plain name")
    if len(data["moves"]) > HIGHEST_LIMIT:
        count = len(data["moves"])
        raise HernaError(f"{name}: moves has {count} entries; allowed: {HIGHEST_LIMIT}")


def _check_each(name, data, field, fits, allowed):
    for entry in data[field]:
        if not fits(entry):
            raise HernaError(f"{name}: {field} holds {shown(entry)}; allowed: {allowed}")


def _is_plain(text):
    return isinstance(text, str) and PLAIN.fullmatch(text) is not None


def _is_key_part(part):
    return _is_plain(part) or (type(part) is int and 0 <= part <= LARGEST_SEED)


def _is_digest(text):
    return isinstance(text, str) and re.fullmatch(r"[0-9a-f]{16}", text) is not None


PLACES = ("tables",)  # parameters that name a folder; a file must not say what is opened
LONGEST_PARAMETER = 10_000  # letters, or names in a list


def _game_from(data, name, own=None):
    from herna.games import GAMES  # late, so that results depend on their own game only

    kinds: dict[str, Any] = {**GAMES, **({} if own is None else {own.name: type(own)})}
    if data["game"] not in kinds:
        raise HernaError(f"{name}: game is {shown(data['game'])}; {nearest(data['game'], kinds)}")
    kind = kinds[data["game"]]
    _check_parameters(data, name, kind, own)
    try:
        game = kind(**data["parameters"])
        game.initial()
    except Exception as problem:  # whatever a game makes of strange parameters
        raise HernaError(f"{name}: parameters do not fit: {problem}") from None
    if len(data["seats"]) not in (0, game.n_players):  # nobody need be named
        raise HernaError(
            f"{name}: seats has {len(data['seats'])} entries; allowed: {game.n_players}"
        )
    return game


def _check_parameters(data, name, kind, own):
    """Refuse unknown parameters, places, and text or lists where the game has something else."""
    known = {field.name: field.default for field in fields(kind)}
    for field, value in data["parameters"].items():
        if field not in known:
            hint = nearest(field, sorted(known))
            raise HernaError(f"{name}: {kind.name} has no parameter {shown(field)}; {hint}")
        if field in PLACES and value and value != getattr(own, field, None):
            raise HernaError(f"{name}: {field} is {shown(value)}; allowed: none, in a file")
        text = type(known[field]) is str
        if not text and type(known[field]) is not tuple:
            continue  # a number, which the game looks at itself
        fits = isinstance(value, str if text else list) and len(value) <= LONGEST_PARAMETER
        if not fits or not all(isinstance(part, str) for part in value):
            allowed = "text" if text else "a list of names"
            raise HernaError(f"{name}: {field} is {shown(value)}; allowed: {allowed}")


def _check_replay(trace, digests, name):
    """Replay the moves; each must be legal and lead to the recorded state."""
    if len(digests) != len(trace.moves) + 1:
        wanted = len(trace.moves) + 1
        raise HernaError(f"{name}: states has {len(digests)} hashes; allowed: {wanted}")
    states = trace.states()
    for ply, digest in enumerate(digests):
        try:
            state = next(states)
        except IllegalMove as problem:
            raise HernaError(f"{name}: moves, ply {ply}: {problem}") from None
        if state.digest() != digest:
            raise HernaError(
                f"{name}: after {ply} plies the state is not the recorded one; "
                "the file was changed or made by other rules"
            )


def _check_fingerprint(data, name):
    """Refuse a file in which something was changed that no state shows: who played, say."""
    if data["fingerprint"] != _fingerprint(data):
        raise HernaError(
            f"{name}: fingerprint is {shown(data['fingerprint'])}, not that of the rest; "
            "the file was changed after it was saved"
        )


def _fingerprint(data):
    """A hash of everything in a trace file but this hash itself."""
    rest = {field: value for field, value in data.items() if field != "fingerprint"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()[:16]


def tournament(game, entrants, games=100, seed=0, chance=None) -> list[dict[str, Any]]:
    """Every arrangement of the entrants around the table, `games` times: one row per seat.

    `entrants` maps names to players. With fewer entrants than seats, they sit down repeatedly.
    """
    check_game(game)
    if not isinstance(entrants, Mapping):
        raise HernaError(
            f"tournament: entrants is {shown(entrants)}; allowed: a dictionary of players by name"
        )
    names: Sequence[str] = list(entrants)
    require_whole("tournament", "games", games, 1, 10_000_000)
    if len(names) < 2 <= game.n_players:
        raise HernaError(f"tournament: {len(names)} entrants; allowed: at least 2")
    if len(names) >= game.n_players:
        tables = list(itertools.permutations(names, game.n_players))
    else:
        tables = [
            table
            for table in itertools.product(names, repeat=game.n_players)
            if len(set(table)) > 1
        ]
    rows = []
    for table in tables:
        arena = Arena(game, [entrants[name] for name in table], chance)
        for replicate in range(games):
            outcome = arena.play(generator(seed, "tournament", *table, replicate))
            best = max(outcome.returns)
            for seat, name in enumerate(table):
                rows.append(
                    {
                        "table": " / ".join(table),
                        "replicate": replicate,
                        "seat": seat,
                        "player": name,
                        "returned": outcome.returns[seat],
                        "won": outcome.finished and outcome.returns[seat] == best,
                        "finished": outcome.finished,
                    }
                )
    return rows

"""Saved games of a stepper: kept in one folder, read with suspicion."""

import re
import tempfile
from pathlib import Path

from herna.dda import Fair, environment_from
from herna.errors import HernaError
from herna.files import LARGEST_JSON
from herna.play import Human, Match, Trace
from herna.players import player_from


def path_in(folder, name):
    """The path of a saved game; a name that would leave the folder is refused."""
    if not re.fullmatch(r"[\w-][\w .-]*\.json", name):
        allowed = "letters, digits, '_', '-', '.' and spaces, ending in .json"
        raise HernaError(f"file name is {name!r}; allowed: {allowed}, without folders")
    return Path(folder) / name


def trace_of_upload(name, content):
    """The trace in an uploaded file; anything else is refused in one line."""
    if len(content) > LARGEST_JSON:
        raise HernaError(f"{name}: larger than {LARGEST_JSON} bytes")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / (re.sub(r"[^\w.-]", "_", name)[-80:] or "upload.json")
        path.write_bytes(content)
        return Trace.load(path)


def match_of(trace):
    """A match at the end of a recorded game, and the seats whose player is not known here.

    The recorded moves are played into it, so going back and forth shows the recorded game; a
    player that cannot be made from its name becomes a human seat.
    """
    names = trace.seats or ("human",) * trace.game.n_players
    if len(names) != trace.game.n_players:
        raise HernaError(f"seats has {len(names)} entries; allowed: {trace.game.n_players}")
    players = [_player(name) for name in names]
    strangers = [str(n) for n, p in zip(names, players, strict=True) if p is None]
    try:
        chance = environment_from(trace.chance)
    except HernaError:
        chance = Fair()
        strangers.append(trace.chance)
    match = Match(trace.game, [p or Human() for p in players], _seed(trace.seed), chance)
    for move in trace.moves:
        match.play(move)
    return match, strangers


def _player(name):
    if name == "human":
        return Human()
    try:
        return player_from(name)
    except (HernaError, TypeError):
        return None


def _seed(seed):
    """A recorded seed is data from outside: whole numbers from 0 up, and words after the first."""
    for i, part in enumerate(seed):
        number = type(part) is int and part >= 0
        if not number and not (i and isinstance(part, str)):
            raise HernaError(f"seed holds {part!r}; allowed: whole numbers from 0 up")
    return tuple(seed) or (0,)

"""Saved games of a stepper: kept in one folder, read with suspicion."""

import re
import tempfile
from pathlib import Path

from herna.dda import Fair, environment_from
from herna.errors import HernaError
from herna.files import LARGEST_JSON
from herna.play import PLY_LIMIT, Human, Match, Trace
from herna.seating import player_from
from herna.widgets.seats import can_sit


def path_in(folder, name):
    """The path of a saved game; a name that would leave the folder is refused."""
    if not re.fullmatch(r"[\w-][\w .-]*\.json", name):
        allowed = "letters, digits, '_', '-', '.' and spaces, ending in .json"
        raise HernaError(f"file name is {name!r}; allowed: {allowed}, without folders")
    return Path(folder) / name


def trace_of_upload(name, content, game=None):
    """The trace in an uploaded file, perhaps of this game; what is none is refused in one line."""
    if len(content) > LARGEST_JSON:
        raise HernaError(f"{name}: larger than {LARGEST_JSON} bytes")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / (re.sub(r"[^\w.-]", "_", name)[-80:] or "upload.json")
        path.write_bytes(content)
        return Trace.load(path, game)


def match_of(trace):
    """A match at the end of a recorded game, and the names of those who cannot play it here.

    The recorded moves are played into it, so going back and forth shows the recorded game. A
    player that cannot be made from its name, or does not suit the game, becomes a human seat;
    such an environment becomes fair chance.
    """
    names = trace.seats or ("human",) * trace.game.n_players
    if len(names) != trace.game.n_players:
        raise HernaError(f"seats has {len(names)} entries; allowed: {trace.game.n_players}")
    players = [_player(name, trace.game) for name in names]
    chance = _made(environment_from, trace.chance, trace.game)
    everybody = zip((*names, trace.chance), (*players, chance), strict=True)
    strangers = [str(name) for name, member in everybody if member is None]
    seats = [player or Human() for player in players]
    limit = max(PLY_LIMIT, len(trace.moves))
    match = Match(trace.game, seats, _seed(trace.seed), chance or Fair(), limit)
    for move in trace.moves:
        match.play(move)
    return match, strangers


def take_over(match, recorded):
    """Let a match go on as another one of the same game: its seed, its players, its moves."""
    match.sit_down(recorded.seats, recorded.chance)
    match.restart(recorded.seed)
    for move in recorded.moves:
        match.play(move)


def _player(name, game):
    return Human() if name == "human" else _made(player_from, name, game)


def _made(make, words, game):
    """Who is spelt like this, or None where nobody is or he does not suit the game."""
    try:
        member = make(words)
    except (HernaError, TypeError):
        return None
    return member if can_sit(member, game) else None


def _seed(seed):
    """A recorded seed is data from outside: whole numbers from 0 up, and words after the first."""
    for i, part in enumerate(seed):
        number = type(part) is int and part >= 0
        if not number and not (i and isinstance(part, str)):
            raise HernaError(f"seed holds {part!r}; allowed: whole numbers from 0 up")
    return tuple(seed) or (0,)

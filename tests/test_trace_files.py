"""A trace file comes from anywhere: what does not fit is refused in one short line, and quickly.

Every refusal is a HernaError whose single line starts with the name of the file and says which
field is wrong. Nothing in a file is ever executed, and no field can name a place on the disk.
"""

import json
import os
import pickle
import threading
import time

import pytest

from herna.errors import HernaError
from herna.files import LARGEST_JSON
from herna.games import Dungeon, KuhnPoker, Pig
from herna.games.ludo import Ludo
from herna.play import PLY_LIMIT, Arena, Match, Trace
from herna.players import HillClimber, Random
from herna.seeds import generator
from herna.widgets.traces import match_of

LONGEST_REFUSAL = 500  # characters
SECONDS = 1.0


@pytest.fixture(scope="module")
def good():
    """A short game of Ludo as its file holds it."""
    match = Match(Ludo(n_players=2), [Random(), HillClimber(level=50)], seed=5, limit=12)
    return match.finish().trace().to_json()


def refusal(path):
    """The one line in which a file is refused; the file name stands first, and once."""
    started = time.process_time()
    with pytest.raises(HernaError) as refused:
        Trace.load(path)
    seconds, message = time.process_time() - started, str(refused.value)
    assert message.isprintable(), "one line, nothing that a terminal would obey"
    assert message.startswith(f"{path.name}: ")
    assert not message.startswith(f"{path.name}: {path.name}: ")
    assert len(message) < LONGEST_REFUSAL
    assert seconds < SECONDS
    return message


# Files that are no JSON of reasonable size.

POISON = pickle.dumps(threading.Event)  # any pickle; it must never be loaded

NO_JSON = {
    "empty": b"",
    "white": b" \n\t ",
    "truncated": b'{"format": "herna-trace/2", "game": "lu',
    "binary": bytes(range(256)),
    "pickle": POISON,
    "zip": b"PK\x03\x04" + b"\x00" * 64,
    "utf16": '{"format": "herna-trace/2"}'.encode("utf-16"),
    "marked": b"\xef\xbb\xbf{}",
    "nul": b'{"format": "herna-trace/2\x00"}',
    "python": b"__import__('os').system('touch pwned')",
    "single quotes": b"{'format': 'herna-trace/2'}",
    "two values": b"{} {}",
    "comment": b'{} // "game"',
    "nan": b'{"format": NaN}',
    "infinity": b'{"format": "herna-trace/2", "seed": [Infinity]}',
    "minus infinity": b'{"format": "herna-trace/2", "moves": [-Infinity]}',
    "deep lists": b"[" * 1_000_000,
    "deep objects": b'{"game":' * 200_000,
    "deep and closed": b"[" * 100_000 + b"]" * 100_000,
    "endless number": b'{"format": "herna-trace/2", "seed": [' + b"9" * 5_000 + b"]}",
    "too large": b'{"format": "' + b"x" * LARGEST_JSON + b'"}',
}


@pytest.mark.parametrize("kind", NO_JSON)
def test_what_is_not_json_is_refused(tmp_path, kind):
    path = tmp_path / "game.json"
    path.write_bytes(NO_JSON[kind])
    message = refusal(path)
    assert "not valid JSON" in message or "larger than" in message
    assert [left.name for left in tmp_path.iterdir()] == ["game.json"]


class Bomb:
    """Unpickling this creates a file."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return open, (self.path, "w")


def test_nothing_in_a_file_is_executed(tmp_path):
    path = tmp_path / "game.json"
    path.write_bytes(pickle.dumps(Bomb(str(tmp_path / "pwned"))))
    refusal(path)
    assert not (tmp_path / "pwned").exists()


# JSON that is no trace: (field, the value put there, what the refusal has to mention).

IMG = "<img src=x onerror=alert(1)>"
DELETE = object()

NO_TRACE = {
    "no format": ("format", DELETE, "format"),
    "another format": ("format", "herna-results/1", "format"),
    "a newer format": ("format", "herna-trace/3", "format"),
    "format of the wrong type": ("format", ["herna-trace/2"], "format"),
    "a huge format": ("format", "x" * 1_000_000, "format"),
    "no game": ("game", DELETE, "game"),
    "an unknown game": ("game", "ludoo", "did you mean 'ludo'"),
    "a path as a game": ("game", "../../../../etc/passwd", "game"),
    "a module as a game": ("game", "os.system", "game"),
    "markup as a game": ("game", IMG, "game"),
    "a game with a line break": ("game", "ludo\nTraceback", "game"),
    "a game with terminal codes": ("game", "\x1b[2J\x1b]0;pwned\x07", "game"),
    "a huge game": ("game", "ludo" * 4_000_000, "game"),
    "a number as a game": ("game", 7, "game"),
    "no parameters": ("parameters", DELETE, "parameters"),
    "parameters as a list": ("parameters", [2], "parameters"),
    "an unknown parameter": ("parameters", {"n_playerz": 2}, "did you mean 'n_players'"),
    "a dunder parameter": ("parameters", {"__class__": "os"}, "__class__"),
    "a markup parameter": ("parameters", {IMG: 2}, "no parameter"),
    "a huge parameter": ("parameters", {"n_players" * 500_000: 2}, "no parameter"),
    "nobody plays": ("parameters", {"n_players": 0}, "n_players"),
    "a crowd plays": ("parameters", {"n_players": 10**9}, "n_players"),
    "players as a fraction": ("parameters", {"n_players": 2.0}, "n_players"),
    "players as a word": ("parameters", {"n_players": "2"}, "n_players"),
    "players as nothing": ("parameters", {"n_players": None}, "n_players"),
    "players as a list": ("parameters", {"n_players": [2]}, "n_players"),
    "a negative threshold": ("parameters", {"n_players": 2, "threshold": -1}, "threshold"),
    "a threshold in words": ("parameters", {"n_players": 2, "threshold": "high"}, "threshold"),
    "a threshold beyond floats": (
        "parameters",
        {"n_players": 2, "threshold": 10**400},
        "threshold",
    ),
    "a penalty that overflows": ("parameters", {"n_players": 2, "penalty": 1e999}, "penalty"),
    "no seed": ("seed", DELETE, "seed"),
    "a bare seed": ("seed", 5, "seed"),
    "an empty seed": ("seed", [], "seed"),
    "a seed of objects": ("seed", [{"a": 1}], "seed"),
    "a fractional seed": ("seed", [1.5], "seed"),
    "a negative seed": ("seed", [-1], "seed"),
    "no seats": ("seats", DELETE, "seats"),
    "seats as a word": ("seats", "random", "seats"),
    "too few seats": ("seats", ["random"], "seats"),
    "too many seats": ("seats", ["random"] * 5, "seats"),
    "seats that are numbers": ("seats", [1, 2], "seats"),
    "seats that are objects": ("seats", [{"name": IMG}, None], "seats"),
    "markup as a seat": ("seats", ["random", IMG], "seats"),
    "a seat with a line break": ("seats", ["random", "a\nb"], "seats"),
    "half a character as a seat": ("seats", ["random", "\ud800"], "seats"),
    "a huge seat": ("seats", ["random", "x" * 1_000_000], "seats"),
    "no chance": ("chance", DELETE, "chance"),
    "chance as nothing": ("chance", None, "chance"),
    "markup as chance": ("chance", IMG, "chance"),
    "half a character as chance": ("chance", "\udfff", "chance"),
    "no moves": ("moves", DELETE, "moves"),
    "moves as a word": ("moves", "123", "moves"),
    "fractional moves": ("moves", [1.0], "moves"),
    "moves that are true": ("moves", [True], "moves"),
    "moves that are words": ("moves", ["1"], "moves"),
    "nested moves": ("moves", [[1]], "moves"),
    "millions of moves": ("moves", [1] * 3_000_000, "moves"),
    "no states": ("states", DELETE, "states"),
    "no hashes": ("states", [], "states"),
    "states as an object": ("states", {}, "states"),
    "one hash too many": ("states", ["0" * 16] * 14, "states"),
    "hashes that are numbers": ("states", list(range(13)), "state"),
    "no fingerprint": ("fingerprint", DELETE, "fingerprint"),
    "a number as a fingerprint": ("fingerprint", 7, "fingerprint"),
    "another fingerprint": ("fingerprint", "0" * 16, "fingerprint is '0000000000000000'"),
    "an unknown field": ("run", "os.system('touch pwned')", "unknown field 'run'"),
    "a markup field": (IMG, 1, "unknown field"),
    "a huge field": ("x" * 4_000_000, 1, "unknown field"),
}


@pytest.mark.parametrize("kind", NO_TRACE)
def test_what_is_not_a_trace_is_refused_by_its_field(tmp_path, good, kind):
    field, value, named = NO_TRACE[kind]
    data = {**good, field: value}
    if value is DELETE:
        del data[field]
    path = tmp_path / "game.json"
    path.write_text(json.dumps(data).replace("Infinity", "1e999"))  # which reads as infinite
    assert named in refusal(path)


NO_DUNGEON = {
    "a map of another kind": ({"map": ["x"]}, "map is ['x']; allowed: text"),
    "a number as a map": ({"map": 5}, "map is 5; allowed: text"),
    "a list as a hero": ({"hero": ["x"]}, "hero is ['x']; allowed: text"),
    "a hero that nobody knows": ({"hero": "Figther"}, "did you mean 'Fighter'"),
    "a folder": ({"tables": "/etc"}, "tables is '/etc'; allowed: none, in a file"),
    "a folder above": ({"tables": "../.."}, "tables"),
    "a folder of a long name": ({"tables": "x" * 5000}, "tables"),
    "a folder in a list": ({"tables": ["/etc"]}, "tables"),
    "too many monsters": ({"monsters": ["Goblin"] * 100_000}, "monsters"),
    "more monsters than kinds": ({"monsters": ["Goblin"] * 30}, "parameters do not fit"),
    "monsters as a word": ({"monsters": "Goblin"}, "monsters is 'Goblin'; allowed: a list"),
    "monsters in lists": ({"monsters": [["Goblin"]]}, "monsters"),
    "a map of nonsense": ({"map": "\x00\x01"}, "map"),
    "nothing as a race": ({"race": None}, "race is None; allowed: text"),
}


@pytest.mark.parametrize("kind", NO_DUNGEON)
def test_a_dungeon_that_cannot_be_is_refused_and_no_file_names_a_folder(tmp_path, kind):
    parameters, named = NO_DUNGEON[kind]
    data = Match(Dungeon(), [Random()], limit=6).finish().trace().to_json()
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**data, "parameters": parameters}))
    assert named in refusal(path)


@pytest.mark.parametrize("data", [[], None, 3, "herna-trace/2", [["format", "herna-trace/2"]], {}])
def test_json_of_another_shape_is_refused(tmp_path, data):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(data))
    assert "format" in refusal(path)


# Traces that do not replay.


@pytest.mark.parametrize("ply", [0, 1, 6, 11])
@pytest.mark.parametrize("move", [-1, 7, 4, 10**12, -(10**30)])
def test_an_illegal_move_is_refused(tmp_path, good, ply, move):
    moves = list(good["moves"])
    if move == 4 and ply % 2 == 0:
        move = 0  # at a chance node 4 is a roll, 0 is not
    moves[ply] = move
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**good, "moves": moves}))
    assert f"move {move} is not allowed" in refusal(path)


@pytest.mark.parametrize("ply", range(13))
def test_a_flipped_hash_is_noticed_at_its_ply(tmp_path, good, ply):
    states = list(good["states"])
    states[ply] = states[ply][:-1] + ("0" if states[ply][-1] != "0" else "1")
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**good, "states": states}))
    assert f"after {ply} plies the state is not the recorded one" in refusal(path)


def test_a_legal_move_changed_into_another_legal_one_is_noticed(tmp_path, good):
    moves = list(good["moves"])
    moves[0] = moves[0] % 6 + 1
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**good, "moves": moves}))
    refusal(path)


def test_a_trace_of_another_table_is_noticed(tmp_path, good):
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**good, "parameters": {"n_players": 4}, "seats": ["random"] * 4}))
    assert "after 0 plies the state is not the recorded one" in refusal(path)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seed", [6]),
        ("seats", ["maxn", "maxn"]),
        ("chance", "E-HillClimber"),
        ("parameters", {"threshold": 80.0}),  # decides a metric, but no state
    ],
)
def test_what_no_state_shows_cannot_be_changed_unnoticed(tmp_path, good, field, value):
    value = {**good[field], **value} if isinstance(value, dict) else value
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**good, field: value}))
    assert "the file was changed after it was saved" in refusal(path)


@pytest.mark.parametrize("game", [Pig(), KuhnPoker(), Ludo(n_players=2)], ids=repr)
def test_moves_after_the_end_are_refused(tmp_path, game):
    """Rules beyond the end of a game are undefined, in compiled code down to the memory."""
    data = Match(game, [Random(), Random()], seed=1).finish().trace().to_json()
    data["moves"] += [1] * 50
    data["states"] += ["0" * 16] * 50
    path = tmp_path / "game.json"
    path.write_text(json.dumps(data))
    message = refusal(path)
    assert "not allowed here" in message
    assert "the game is over" in message


# Places that are no files.


def test_a_missing_file_a_folder_and_a_loop_are_refused(tmp_path):
    (tmp_path / "loop.json").symlink_to(tmp_path / "loop.json")
    for name in ("missing.json", "loop.json"):
        assert "cannot be read" in refusal(tmp_path / name)
    (tmp_path / "folder.json").mkdir()
    assert refusal(tmp_path / "folder.json") == "folder.json: cannot be read (not a file)"


def test_a_pipe_is_refused_instead_of_waited_for(tmp_path):
    pipe, said = tmp_path / "pipe.json", []
    os.mkfifo(pipe)

    def load():
        try:
            Trace.load(pipe)
        except HernaError as problem:
            said.append(str(problem))

    reader = threading.Thread(target=load, daemon=True)
    reader.start()
    reader.join(timeout=SECONDS)
    waited = reader.is_alive()
    if waited:
        os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))  # let the reader go
        reader.join()
    assert not waited
    assert said
    assert said[0].startswith("pipe.json: ")


def test_a_file_name_with_a_line_break_still_gives_one_line(tmp_path):
    path = tmp_path / "game\nTraceback (most recent call last).json"
    path.write_text("{")
    with pytest.raises(HernaError) as refused:
        Trace.load(path)
    assert str(refused.value).isprintable()


# Files that fit.


def test_the_good_file_is_good(tmp_path, good):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(good))
    trace = Trace.load(path)
    assert trace.to_json() == good
    assert trace.seats == ("random", "hillclimber(level=50)")


def test_a_trace_with_a_key_as_its_seed_loads(tmp_path):
    trace = Match(Pig(), [Random(), Random()], seed=(3, "ludo_2hc", "None", 0)).finish().trace()
    trace.save(tmp_path / "game.json")
    assert Trace.load(tmp_path / "game.json") == trace


def test_a_failed_save_leaves_the_old_file_alone(tmp_path, monkeypatch):
    path = tmp_path / "game.json"
    trace = Match(Pig(), [Random(), Random()], seed=1).finish().trace()
    trace.save(path)
    before = path.read_bytes()

    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        Match(Pig(), [Random(), Random()], seed=2).finish().trace().save(path)
    assert path.read_bytes() == before
    assert [left.name for left in tmp_path.iterdir()] == ["game.json"]


def test_a_game_longer_than_usual_is_saved_and_loaded(tmp_path):
    game, players = Pig(target=10_000), [Random()] * 2
    moves = Arena(game, players, limit=PLY_LIMIT + 50).play(generator(1)).moves
    trace = Trace(game, moves, (1,), ("random", "random"), "None")
    assert len(moves) > PLY_LIMIT
    trace.save(tmp_path / "long.json")
    loaded = Trace.load(tmp_path / "long.json")
    assert loaded == trace
    match, strangers = match_of(loaded)
    assert tuple(match.moves) == moves and not strangers

"""A real server on this machine: games from outside, and everything a client can get wrong."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest
import websocket

from herna.dungeon import Crawl, RandomBot, play
from herna.dungeon import server as module
from herna.dungeon.server import (
    COMMANDS,
    LARGEST_MESSAGE,
    MOST_CLIENTS,
    MOST_KEPT,
    MOST_SIMULATIONS,
    TOO_LARGE,
    Server,
)
from herna.games.dungeon import Dungeon
from herna.seeds import generator


@pytest.fixture(scope="module")
def server():
    listening = threading.Event()
    server = Server()
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(listening.set)))
    thread.start()
    assert listening.wait(60)
    yield server
    server.stop()
    thread.join(60)


class Client:
    """A bot in any language, spelt in Python."""

    def __init__(self, server, **options):
        options.setdefault("header", [f"Authorization: token {server.token}"])
        self.socket = websocket.create_connection(server.address, timeout=60, **options)
        self.asked = 0

    def ask(self, cmd, **args):
        self.asked += 1
        answer = self.say(json.dumps({"id": self.asked, "cmd": cmd, "args": args}))
        assert answer["id"] == self.asked
        return answer

    def say(self, text):
        self.socket.send(text)
        return json.loads(self.socket.recv())

    def get(self, cmd, what, **args):
        answer = self.ask(cmd, **args)
        assert answer["ok"], answer
        return answer[what]


@pytest.fixture
def client(server):
    client = Client(server)
    yield client
    client.socket.close()


def test_a_game_driven_from_outside_is_the_game_played_inside(client):
    seed, rng = 5, generator(5, "bot")
    inside = play(RandomBot(), Dungeon(hero="Wizard", race="Elf"), seed)
    state = client.get("start", "state", hero="Wizard", race="Elf", seed=seed)
    while not state["over"]:
        choices = client.get("actions", "actions")[:-1]
        chosen = choices[int(rng.random() * len(choices))]
        state = client.get("do", "state", move=chosen["move"])
    assert client.get("end", "summary") == inside.summary()
    assert tuple(client.get("end", "moves")) == inside.trace().moves
    assert state["hero"] == json.loads(json.dumps(inside.hero.facts()))


def test_a_state_tells_what_is_seen_and_no_more(client):
    state = client.get("start", "state", seed=2)
    inside = Crawl.start(seed=2)
    assert state["ground"] == inside.ground
    assert sum(row.count("?") for row in state["ground"]) == state["unexplored"] == 391
    assert state["monsters"] == state["items"] == []
    assert (state["hero"]["health"], state["hero"]["glyphs"]) == (10, [])
    text = json.dumps(state) + json.dumps(client.get("actions", "actions"))
    assert "seed" not in text and "number" not in text


def test_simulations_leave_the_game_alone_and_know_no_more_than_the_hero(client):
    before = client.get("start", "state", seed=3)
    number = client.get("detach", "simulation")
    explored = 0
    while actions := [
        a for a in client.get("actions", "actions", simulation=number) if a["uncovers"]
    ]:
        client.get("simulate", "state", simulation=number, moves=[actions[0]["move"]])
        explored += 1
    simulated = client.get("state", "state", simulation=number)
    assert explored and not simulated["attached"] and simulated["monsters"] == []
    assert client.get("state", "state") == before
    assert client.get("detach", "simulation", simulation=number) == number + 1


def test_a_list_of_moves_is_simulated_as_a_whole_or_not_at_all(client):
    client.get("start", "state", seed=3)
    number = client.get("detach", "simulation")
    move = client.get("actions", "actions")[0]["move"]
    before = client.get("state", "state", simulation=number)
    refused = client.ask("simulate", simulation=number, moves=[move, 399])
    assert not refused["ok"] and "'move 399' is not possible now" in refused["error"]
    assert client.get("state", "state", simulation=number) == before


def test_old_simulations_are_forgotten(client):
    client.get("start", "state")
    numbers = [client.get("detach", "simulation") for _ in range(MOST_SIMULATIONS + 1)]
    assert "unknown or forgotten" in client.ask("state", simulation=numbers[0])["error"]
    assert client.ask("state", simulation=numbers[1])["ok"]


def test_monsters_and_dungeon_can_be_set(client):
    assert client.ask("set_monsters", monsters=["Zombie"])["ok"]
    kinds = {m["kind"] for m in client.get("start", "state", vision=True)["monsters"]}
    assert kinds == {"Zombie"}
    client.get("end", "summary")
    refused = client.ask("set_dungeon", map="@@ .. G*")
    assert "map holds 'Goblin'" in refused["error"]
    assert client.ask("set_dungeon", map="@@ .. Z*")["ok"]
    assert client.get("start", "state")["monsters"] == []
    client.get("do", "state", move=1)
    (boss,) = client.get("state", "state")["monsters"]
    assert boss["boss"] and boss["place"] == "c1"
    client.get("end", "summary")
    assert client.ask("set_dungeon", map="")["ok"] and client.ask("set_monsters")["ok"]


EVERYBODY = ["Goblin", "Meat Man", "Warlock", "Zombie", "Goat", "Gorgon", "Serpent", "Wraith"]


@pytest.mark.parametrize(
    ("monsters", "words"),
    [
        ((EVERYBODY * 2)[:13], "monsters holds 'Goblin' twice; allowed: each name once"),
        (["Zombie", "Goat", "Goat"], "monsters holds 'Goat' twice"),
        (EVERYBODY * 500, "monsters holds 'Goblin' twice"),
    ],
    ids=("13", "repeated", "thousands"),
)
def test_monsters_for_which_there_is_no_room_are_refused_at_once(client, monsters, words):
    assert client.ask("set_monsters", monsters=["Zombie"])["ok"]
    assert words in client.ask("set_monsters", monsters=monsters)["error"]
    kinds = {m["kind"] for m in client.get("start", "state", vision=True)["monsters"]}
    assert kinds == {"Zombie"}, "the refused names have changed nothing"


def test_monsters_that_the_map_needs_are_not_taken_away(client):
    assert client.ask("set_dungeon", map="@@ .. G*")["ok"]
    assert "map holds 'Goblin'" in client.ask("set_monsters", monsters=["Zombie"])["error"]
    assert client.get("start", "state", vision=True)["monsters"][0]["kind"] == "Goblin"


def test_a_failure_inside_is_answered_and_changes_nothing(client, monkeypatch, caplog):
    before = client.get("start", "state", seed=4)
    move = client.get("actions", "actions")[0]["move"]
    told, working = module.told, []

    def broken(crawl):
        if working:
            return told(crawl)
        raise RuntimeError("two\nlines")

    monkeypatch.setattr(module, "told", broken)
    commands = {"do": {"move": move}, "state": {}}
    for word, args in commands.items():
        answer = client.ask(word, **args)
        assert answer["error"] == "the server failed (RuntimeError: two\\nlines)"
    assert "two" in caplog.text, "whoever runs the server is told"
    working.append(True)
    assert client.get("state", "state") == before, "the move was not made"
    assert client.get("end", "moves")[:-1] == Crawl.start(seed=4)._moves
    working.clear()
    assert not client.ask("start", seed=5)["ok"]
    working.append(True)
    assert client.get("state", "state")["outcome"] == "left", "the game from before is still there"


def test_an_answer_that_is_no_json_is_a_failure_inside_too(client, monkeypatch):
    monkeypatch.setattr(module, "told", lambda crawl: object())
    assert "the server failed (TypeError" in client.ask("start")["error"]
    assert "there is no game" in client.ask("state")["error"]


def test_two_clients_have_a_game_each(server, client):
    other = Client(server)
    first = client.get("start", "state", seed=1)
    second = other.get("start", "state", seed=2, hero="Thief")
    assert first["hero"]["name"] == "Human Fighter" and second["hero"]["name"] == "Human Thief"
    moves = [c.get("actions", "actions")[0]["move"] for c in (client, other)]
    client.get("do", "state", move=moves[0])
    assert other.get("state", "state") == second
    other.socket.close()
    assert client.get("state", "state")["hero"]["name"] == "Human Fighter"


def test_a_game_that_goes_on_is_not_replaced(client):
    assert "there is no game; start one" in client.ask("state")["error"]
    before = client.get("start", "state", seed=1)
    assert "a game is going on; end it first" in client.ask("start", seed=2)["error"]
    assert client.get("state", "state") == before
    assert client.get("end", "summary")["outcome"] == "left"
    assert client.get("start", "state", seed=2) != before


@pytest.mark.parametrize("header", [[], ["Authorization: token wrong"], ["Authorization: "]])
def test_without_the_token_nobody_connects(server, header):
    with pytest.raises(websocket.WebSocketBadStatusException) as refusal:
        Client(server, header=header)
    assert refusal.value.status_code == 403


def test_a_page_of_another_site_does_not_connect_even_with_the_token(server):
    with pytest.raises(websocket.WebSocketBadStatusException) as refusal:
        Client(server, origin="http://example.org")
    assert refusal.value.status_code == 403


def test_the_token_may_stand_in_the_address(server):
    connection = websocket.create_connection(f"{server.address}?token={server.token}", timeout=60)
    connection.close()


def test_only_so_many_clients_connect(server):
    wait_until_alone(server)
    clients = [Client(server) for _ in range(MOST_CLIENTS)]
    with pytest.raises(websocket.WebSocketBadStatusException) as refusal:
        Client(server)
    assert refusal.value.status_code == 503
    for client in clients:
        client.socket.close()
    wait_until_alone(server)


def wait_until_alone(server):
    """Until the server has noticed that all clients are gone."""
    deadline = time.monotonic() + 60
    while server.clients:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_the_server_listens_on_this_machine_only(server):
    assert server.address.startswith("ws://127.0.0.1:")


NONSENSE = [
    "",
    " ",
    "hello",
    "{",
    "}",
    "[]",
    "[1, 2]",
    "1",
    "null",
    "true",
    '"do"',
    "NaN",
    "{'id': 1}",
    "{}",
    '{"id": 1}',
    '{"cmd": "state"}',
    '{"id": null, "cmd": "state"}',
    '{"id": -1, "cmd": "state"}',
    '{"id": 1.5, "cmd": "state"}',
    '{"id": true, "cmd": "state"}',
    '{"id": "1", "cmd": "state"}',
    '{"id": [1], "cmd": "state"}',
    '{"id": 1e999, "cmd": "state"}',
    '{"id": 99999999999999999999, "cmd": "state"}',
    '{"id": 1, "cmd": "stat"}',
    '{"id": 1, "cmd": "State"}',
    '{"id": 1, "cmd": ""}',
    '{"id": 1, "cmd": null}',
    '{"id": 1, "cmd": 7}',
    '{"id": 1, "cmd": ["do"]}',
    '{"id": 1, "cmd": {"do": 1}}',
    '{"id": 1, "cmd": "__init__"}',
    '{"id": 1, "cmd": "_find"}',
    '{"id": 1, "cmd": "answer"}',
    '{"id": 1, "cmd": "state", "args": []}',
    '{"id": 1, "cmd": "state", "args": null}',
    '{"id": 1, "cmd": "state", "args": "x"}',
    '{"id": 1, "cmd": "state", "arguments": {}}',
    '{"id": 1, "cmd": "state", "args": {"self": 1}}',
    '{"id": 1, "cmd": "state", "args": {"simulation": 0}}',
    '{"id": 1, "cmd": "state", "args": {"simulation": 77}}',
    '{"id": 1, "cmd": "state", "args": {"simulation": "1"}}',
    '{"id": 1, "cmd": "end", "cmd": "state"}',
    '{"id": 1, "cmd": "do", "args": {"move": 1, "move": 2}}',
    '{"id": 1, "cmd": "do"}',
    '{"id": 1, "cmd": "do", "args": {"move": null}}',
    '{"id": 1, "cmd": "do", "args": {"move": -1}}',
    '{"id": 1, "cmd": "do", "args": {"move": 100000}}',
    '{"id": 1, "cmd": "do", "args": {"move": 1e3}}',
    '{"id": 1, "cmd": "do", "args": {"move": true}}',
    '{"id": 1, "cmd": "do", "args": {"move": "leave"}}',
    '{"id": 1, "cmd": "do", "args": {"move": [1]}}',
    '{"id": 1, "cmd": "do", "args": {"move": 99999999999999999999999999}}',
    '{"id": 1, "cmd": "do", "args": {"move": NaN}}',
    '{"id": 1, "cmd": "do", "args": {"moves": [1]}}',
    '{"id": 1, "cmd": "simulate"}',
    '{"id": 1, "cmd": "simulate", "args": {"moves": [1]}}',
    '{"id": 1, "cmd": "simulate", "args": {"simulation": 1, "moves": 1}}',
    '{"id": 1, "cmd": "simulate", "args": {"simulation": 1, "moves": ["1"]}}',
    '{"id": 1, "cmd": "simulate", "args": {"simulation": 1, "moves": [true]}}',
    '{"id": 1, "cmd": "simulate", "args": {"simulation": 1, "moves": "11"}}',
    json.dumps({"id": 1, "cmd": "simulate", "args": {"simulation": 1, "moves": [1] * 1001}}),
    '{"id": 1, "cmd": "start"}',
    '{"id": 1, "cmd": "set_monsters", "args": {"monsters": "Goblin"}}',
    '{"id": 1, "cmd": "set_monsters", "args": {"monsters": ["Golbin"]}}',
    '{"id": 1, "cmd": "set_monsters", "args": {"monsters": [1]}}',
    '{"id": 1, "cmd": "set_monsters", "args": {"monsters": [["Goblin"]]}}',
    '{"id": 1, "cmd": "set_dungeon", "args": {"map": 7}}',
    '{"id": 1, "cmd": "set_dungeon", "args": {"map": "@@"}}',
    '{"id": 1, "cmd": "set_dungeon", "args": {"map": null}}',
    '{"id": 1, "cmd": "end", "args": {"all": 1}}',
    "[" * 30_000,
    '{"id": ' + "9" * 5000 + "}",
    '{"id": 1, "cmd": "' + "\\u0000\\ud800" * 50 + '"}',
    "\x00\x01",
    "ž" * 1000,
]


def test_nonsense_is_answered_with_an_error_each_and_changes_nothing(client):
    assert len(NONSENSE) > 50
    before = client.get("start", "state", seed=4)
    assert client.get("detach", "simulation") == 1
    for text in NONSENSE:
        answer = client.say(text)
        assert answer["ok"] is False and set(answer) == {"id", "ok", "error"}, text
        assert answer["error"] and "\n" not in answer["error"], text
        assert client.get("state", "state") == before, text
    assert client.get("state", "state", simulation=1)["hero"] == before["hero"]


@pytest.mark.parametrize(
    "args",
    [
        {"seed": -1},
        {"seed": "x"},
        {"seed": None},
        {"seed": 2**128},
        {"hero": "Bard"},
        {"hero": 3},
        {"hero": ["Thief"]},
        {"race": {}},
        {"strength": 0},
        {"strength": "100"},
        {"vision": "yes"},
        {"vision": None},
        {"floor_tiles": 1e9},
        {"tables": "/etc"},
        {"map": "@@ G*"},
        {"n_players": 1},
    ],
    ids=str,
)
def test_a_game_with_impossible_settings_is_not_started(client, args):
    assert client.ask("start", **args)["ok"] is False
    assert "there is no game" in client.ask("state")["error"]


@pytest.mark.parametrize("size", [LARGEST_MESSAGE, 2_000_000, 200_000_000])
def test_too_large_a_message_is_refused(client, size):
    before = client.get("start", "state", seed=4)
    answer = client.say(json.dumps({"id": 1, "cmd": "state", "pad": "x" * size}))
    error = f"message: larger than {LARGEST_MESSAGE} bytes"
    assert answer == {"id": None, "ok": False, "error": error}
    assert client.get("state", "state") == before


def test_a_binary_message_is_refused(client):
    client.socket.send_binary(b'{"id": 1, "cmd": "start"}')
    assert "binary" in json.loads(client.socket.recv())["error"]
    assert "there is no game" in client.ask("state")["error"]


@pytest.mark.parametrize(
    "text", [b"\xff", b'{"id": 1, "cmd": "end\xc3"}', b"\xed\xa0\x80"], ids=str
)
def test_text_that_is_not_utf_8_is_answered_with_an_error_and_changes_nothing(client, text):
    before = client.get("start", "state", seed=4)
    client.socket.send(text, websocket.ABNF.OPCODE_TEXT)
    answer = json.loads(client.socket.recv())
    assert answer["ok"] is False and "not UTF-8" in answer["error"]
    assert client.get("state", "state") == before


# Connections that are lost.


def lost_game(server, send):
    """A game with a simulation whose client hangs up, or is hung up on: its session and state."""
    client = Client(server)
    started = client.ask("start", seed=4)
    client.get("do", "state", move=client.get("actions", "actions")[0]["move"])
    client.get("detach", "simulation")
    before, others = client.get("state", "state"), server.clients - 1
    send(client.socket)
    until(lambda: server.clients, lambda clients: clients == others)
    return started["session"], before


@pytest.mark.parametrize(
    "send",
    [
        lambda socket: socket.close(),
        lambda socket: socket.sock.close(),
        lambda socket: socket.sock.sendall(b"\xf1\x80\x00\x00\x00\x00"),  # reserved bits
        lambda socket: socket.sock.sendall(b"\x80\x80\x00\x00\x00\x00"),  # continues nothing
        lambda socket: socket.sock.sendall(b"\x88\x84\x00\x00\x00\x00\x03\xe8\xff\xfe"),
    ],
    ids=["goodbye", "gone", "reserved", "continuation", "goodbye that is not UTF-8"],
)
def test_a_game_outlives_its_connection(server, client, send):
    session, before = lost_game(server, send)
    resumed = client.ask("resume", session=session)
    assert resumed == {"id": 1, "ok": True, "state": before, "session": session}
    assert client.get("state", "state", simulation=1)["hero"] == before["hero"]
    other = client.get("actions", "actions")[-2]["move"]
    assert client.ask("do", move=other)["ok"]
    assert client.get("end", "moves")


@pytest.mark.parametrize("after", [b"", b"x" * 5_000_000, b"\x81\x85\0\0\0\0hello"], ids=len)
@pytest.mark.parametrize(
    "frame",
    [
        b"\xf1\x80\0\0\0\0",
        b"\x80\x80\0\0\0\0",
        b"\x83\x80\0\0\0\0",
        b"\x89\xfe\0\x80\0\0\0\0",
        b"\x09\x80\0\0\0\0",
        b"\x01\x80\0\0\0\0\x81\x80\0\0\0\0",
    ],
    ids=["reserved bits", "continues nothing", "unknown", "long ping", "half a ping", "in between"],
)
def test_what_is_no_frame_is_answered_before_the_connection_ends(server, frame, after):
    client = Client(server)
    started = client.ask("start", seed=4)
    client.socket.sock.sendall(frame + after)
    answer = json.loads(client.socket.recv())
    assert answer["ok"] is False and answer["error"].startswith("message: not a WebSocket frame")
    opcode, data = client.socket.recv_data()
    assert opcode == websocket.ABNF.OPCODE_CLOSE and int.from_bytes(data[:2], "big") == 1002
    client.socket.sock.close()
    again = Client(server)
    resumed = until(lambda: again.ask("resume", session=started["session"]), lambda a: a["ok"])
    assert resumed["state"] == started["state"]
    again.socket.close()


def until(ask, is_so):
    """Ask until it is so: the server notices lost connections when it gets round to it."""
    for _ in range(600):
        if is_so(answer := ask()):
            return answer
        time.sleep(0.1)
    raise AssertionError(answer)


def test_a_frame_said_to_be_endless_is_answered_at_once(server):
    client = Client(server)
    client.socket.sock.sendall(b"\x81\xff" + b"\xff" * 8 + b"mask")
    assert json.loads(client.socket.recv())["error"] == TOO_LARGE
    client.socket.sock.close()


@pytest.mark.parametrize("piece", [LARGEST_MESSAGE // 2, 2 * LARGEST_MESSAGE])
def test_a_message_in_pieces_that_is_too_large_is_refused_once(client, piece):
    before = client.get("start", "state", seed=4)
    frame = websocket.ABNF.create_frame
    kinds = [websocket.ABNF.OPCODE_TEXT, *[websocket.ABNF.OPCODE_CONT] * 4]
    for number, kind in enumerate(kinds):
        client.socket.send_frame(frame("x" * piece, kind, int(number == len(kinds) - 1)))
    assert json.loads(client.socket.recv())["error"] == TOO_LARGE
    assert client.get("state", "state") == before


def test_a_session_is_resumed_once_and_only_by_its_name(server, client):
    session, _ = lost_game(server, lambda socket: socket.close())
    for wrong in (None, 7, "", session + "x", [session], {}):
        error = client.ask("resume", session=wrong)["error"]
        assert error.startswith("resume: session is ") and "allowed" in error
    assert client.ask("resume", session=session)["ok"]
    assert client.ask("resume", session=session)["error"].startswith("resume: a game is going on")
    other = Client(server)
    assert other.ask("resume", session=session)["ok"] is False
    other.socket.close()


def test_games_that_are_over_are_not_kept_and_old_ones_are_forgotten(server, client):
    server.kept.clear()
    finished = Client(server)
    session = finished.ask("start")["session"]
    finished.get("end", "summary")
    finished.socket.close()
    first, _ = lost_game(server, lambda socket: socket.close())
    for _ in range(MOST_KEPT):
        last, _ = lost_game(server, lambda socket: socket.close())
    assert len(server.kept) == MOST_KEPT
    assert client.ask("resume", session=session)["ok"] is False
    assert client.ask("resume", session=first)["ok"] is False
    assert client.ask("resume", session=last)["ok"]


def test_every_command_is_told_in_the_docstring():
    from herna.dungeon import server

    assert all(f"\n    {word} " in server.__doc__ for word in COMMANDS)


def test_the_command_prints_address_and_token_serves_and_stops_at_ctrl_c():
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "herna", "dungeon-server"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    address, token = (process.stdout.readline().split()[1] for _ in range(2))
    connection = websocket.create_connection(address, header=[f"Authorization: token {token}"])
    connection.send('{"id": 1, "cmd": "start"}')
    assert json.loads(connection.recv())["ok"]
    connection.close()
    os.kill(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in said and said.strip().startswith("herna: stopped")


def test_a_port_in_use_is_answered_in_one_line(server):
    words = [sys.executable, "-m", "herna", "dungeon-server", "--port", str(server.port)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert done.returncode == 2
    assert done.stderr.startswith("herna: ") and done.stderr.count("\n") == 1

"""Bots from outside: a game driven over a local WebSocket with JSON messages.

The framework of thesis 2 (sec. 3.1) connects a game and a bot by text messages, so that a bot may
be written in any language. Here the game is the server. It listens on this machine only, and only
who knows the token may connect: as the header `Authorization: token ...`, or as `?token=...` for
clients that cannot send headers. Pages of other origins are refused. Every connection has a game of
its own.

A message is one JSON object per text frame, `{"id": 1, "cmd": "do", "args": {"move": 17}}`. The
answer has the same id: `{"id": 1, "ok": true, ...}`, or `{"id": 1, "ok": false, "error": "..."}`,
and then nothing has changed. The commands:

    set_monsters  monsters: names, none for all                for the games started from now on
    set_dungeon   map: a dungeon as text, "" for one by lot    (see `herna.games.dungeon.maps`)
    start         seed, hero, race, vision, strength, floor_tiles, unknown_glyphs; all may be left
                  out                                          answered with its session, too
    resume        session                                      a game whose connection was lost
    state         simulation: a number, or left out for the game
    actions       simulation: likewise                         with the move of each
    do            move                                         answered with the state
    detach        simulation: likewise                         a copy to simulate in: its number
    simulate      simulation, moves: a list of them            all of them or, on an error, none
    end           leaves, if the game is not over              what came of it, and all moves

A client in Python that takes the first action each time, with `websocket-client`:

    import json, websocket
    game = websocket.create_connection(ADDRESS, header=[f"Authorization: token {TOKEN}"])
    def ask(cmd, **args):
        game.send(json.dumps({"id": 1, "cmd": cmd, "args": args}))
        return json.loads(game.recv())
    state = ask("start", hero="Priest", race="Dwarf", seed=4)["state"]
    while not state["over"]:
        state = ask("do", move=ask("actions")["actions"][0]["move"])["state"]
    print(ask("end")["summary"])

Messages are small, numbers of everything are limited, and nothing that is received can run. What is
too large, binary or not UTF-8 is answered with an error like any other nonsense, and the game goes
on. What breaks the WebSocket protocol itself is answered, too, but nobody can tell where the next
message would begin, so the connection ends with code 1002. The game stays as it was, for a while,
for whoever connects again and names its session.
"""

import asyncio
import hmac
import json
import logging
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application
from tornado.websocket import WebSocketHandler, WebSocketProtocol13

from herna.dungeon.crawl import Crawl
from herna.errors import HernaError, nearest, require_whole, shown
from herna.games.dungeon import Dungeon
from herna.games.dungeon.rules import LEAVE
from herna.seeds import LARGEST_SEED

LOOPBACK = "127.0.0.1"
LARGEST_MESSAGE = 64_000  # bytes; larger ones are refused
LARGEST_ID = 2**53  # what JavaScript can count to
MOST_CLIENTS = 16
MOST_KEPT = 16  # games without a connection; older ones are forgotten
MOST_SIMULATIONS = 100  # per client; older ones are forgotten
MOST_MOVES = 1000  # in one message
TOO_LARGE = f"message: larger than {LARGEST_MESSAGE} bytes"
NOT_TEXT = "message: binary or not UTF-8; allowed: JSON as text"
BROKEN = "message: not a WebSocket frame; the connection ends, resume goes on with the game"
TEXT, BINARY = 1, 2  # what a frame of the WebSocket says it holds
PROTOCOL_ERROR, BAD_DATA = 1002, 1007  # why a WebSocket is closed
UNLIMITED = 2**64  # bytes, more than a frame can hold
CHUNK = 65_536  # bytes
SETTINGS = ("hero", "race", "vision", "strength", "floor_tiles", "unknown_glyphs")
LOG = logging.getLogger(__name__)


class Session:
    """The game of one client: messages in, answers out. It knows nothing of the network.

    `kept` are the games of clients that are gone, by session.
    """

    def __init__(self, kept):
        self.kept = kept
        self.name = None  # of the session, once a game was started
        self.dungeon = Dungeon()
        self.game = None
        self.simulations: dict[int, Crawl] = {}
        self.detached = 0  # simulations made so far

    def answer(self, message):
        """The answer to a message, both as JSON texts; an error leaves everything as it was."""
        number, before = None, self._standing()
        try:
            data = _parsed(message)
            number = _number(data)
            return json.dumps({"id": number, "ok": True, **self._execute(data)})
        except HernaError as mistake:
            error = mistake
        except Exception as problem:  # a mistake of ours: the client shall not lose his game by it
            LOG.exception("a message was not answered")
            error = HernaError(f"the server failed ({type(problem).__name__}: {problem})")
        self._go_back(before)
        return refusal(error, number)

    def _standing(self):
        """All that a command may change; simulations are replaced, only the game changes itself."""
        inside = None if self.game is None else self.game._standing()
        return self.name, self.dungeon, self.game, inside, dict(self.simulations), self.detached

    def _go_back(self, before):
        self.name, self.dungeon, self.game, inside, self.simulations, self.detached = before
        if self.game is not None:
            self.game._go_back(inside)

    def keep(self):
        """The client is gone: keep his game for him, unless it is over."""
        if self._is_playing():
            self.kept[self.name] = self._standing()
            if len(self.kept) > MOST_KEPT:
                del self.kept[next(iter(self.kept))]

    def _is_playing(self):
        return self.game is not None and not self.game.over

    def _execute(self, data):
        for key in data:
            if key not in ("id", "cmd", "args"):
                raise HernaError(f"message: unknown field {shown(key)}; allowed: id, cmd, args")
        word, arguments = data.get("cmd"), data.get("args", {})
        if not isinstance(word, str) or word not in COMMANDS:
            raise HernaError(f"message: cmd is {shown(word)}; {nearest(word, COMMANDS)}")
        if not isinstance(arguments, dict):
            raise HernaError(f"{word}: args is {shown(arguments)}; allowed: an object")
        command, known = COMMANDS[word]
        for name in arguments:
            if name not in known:
                allowed = nearest(name, known) if known else "allowed: none"
                raise HernaError(f"{word}: no argument {shown(name)}; {allowed}")
        return command(self, **arguments)

    def set_monsters(self, monsters=()):
        if not _is_list_of(str, monsters):
            raise HernaError(f"set_monsters: monsters is {shown(monsters)}; allowed: a list")
        self._set(monsters=tuple(monsters))
        return {}

    def set_dungeon(self, map=""):
        if not isinstance(map, str):
            raise HernaError(f"set_dungeon: map is {shown(map)}; allowed: a dungeon as text")
        self._set(map=map)
        return {}

    def _set(self, **settings):
        """Change the dungeon, unless no game could begin in it: a map needs its monsters."""
        self.dungeon = replace(self.dungeon, **settings)

    def start(self, seed=0, **settings):
        if self._is_playing():
            raise HernaError("start: a game is going on; end it first")
        require_whole("start", "seed", seed, 0, LARGEST_SEED)
        for name in ("hero", "race"):
            if not isinstance(settings.get(name, ""), str):
                raise HernaError(f"start: {name} is {shown(settings[name])}; allowed: a name")
        self.game = Crawl.start(replace(self.dungeon, **settings), seed)
        self.simulations.clear()
        self.name = self.name or secrets.token_urlsafe(8)
        return {"state": told(self.game), "session": self.name}

    def resume(self, session=None):
        if self._is_playing():
            raise HernaError("resume: a game is going on; end it first")
        if not isinstance(session, str) or session not in self.kept:
            raise HernaError(
                f"resume: session is {shown(session)}; allowed: what start was answered with, of a "
                "game whose connection is gone"
            )
        self._go_back(self.kept.pop(session))
        return {"state": told(self.game), "session": self.name}

    def state(self, simulation=None):
        return {"state": told(self._find(simulation))}

    def actions(self, simulation=None):
        return {"actions": [vars(action) for action in self._find(simulation).actions()]}

    def do(self, move=None):
        return {"state": told(self._find(None).do(move))}

    def detach(self, simulation=None):
        copy = self._find(simulation).detach()
        self.detached += 1
        self.simulations[self.detached] = copy
        if len(self.simulations) > MOST_SIMULATIONS:
            del self.simulations[min(self.simulations)]
        return {"simulation": self.detached}

    def simulate(self, simulation=None, moves=()):
        if simulation is None:
            raise HernaError("simulate: simulation is missing; detach gives its number")
        if not _is_list_of(int, moves) or len(moves) > MOST_MOVES:
            allowed = f"a list of at most {MOST_MOVES} moves"
            raise HernaError(f"simulate: moves is {shown(moves)}; allowed: {allowed}")
        copy = self._find(simulation).detach()
        for move in moves:
            copy.do(move)
        self.simulations[simulation] = copy
        return {"state": told(copy)}

    def end(self):
        game = self._find(None)
        if not game.over:
            game.do(LEAVE)
        return {"summary": game.summary(), "moves": list(game.trace().moves)}

    def _find(self, simulation):
        if self.game is None:
            raise HernaError("there is no game; start one")
        if simulation is None:
            return self.game
        require_whole("message", "simulation", simulation, 1, LARGEST_ID)
        if simulation not in self.simulations:
            raise HernaError(f"simulation {simulation} is unknown or forgotten; detach makes one")
        return self.simulations[simulation]


COMMANDS: dict[str, tuple[Callable[..., dict[str, Any]], tuple[str, ...]]] = {
    "start": (Session.start, ("seed", *SETTINGS)),
    "resume": (Session.resume, ("session",)),
    "state": (Session.state, ("simulation",)),
    "actions": (Session.actions, ("simulation",)),
    "do": (Session.do, ("move",)),
    "detach": (Session.detach, ("simulation",)),
    "simulate": (Session.simulate, ("simulation", "moves")),
    "set_dungeon": (Session.set_dungeon, ("map",)),
    "set_monsters": (Session.set_monsters, ("monsters",)),
    "end": (Session.end, ()),
}


def told(crawl):
    """What a crawl shows, in what JSON can say."""
    return {
        "attached": crawl.attached,
        "outcome": crawl.outcome,
        "over": crawl.over,
        "won": crawl.won,
        "fitness": crawl.fitness,
        "unexplored": crawl.unexplored,
        "ground": crawl.ground,
        "hero": crawl.hero.facts(),
        "monsters": [monster.facts() for monster in crawl.monsters],
        "items": [item.facts() for item in crawl.items],
    }


def _parsed(message):
    if not isinstance(message, str):
        raise HernaError(NOT_TEXT)
    if len(message.encode(errors="replace")) > LARGEST_MESSAGE:
        raise HernaError(TOO_LARGE)
    try:
        data = json.loads(message, parse_constant=_refuse, object_pairs_hook=_each_once)
    except (ValueError, RecursionError) as problem:
        reason = "nested too deeply" if isinstance(problem, RecursionError) else problem
        raise HernaError(f"message: not valid JSON ({reason})") from None
    if not isinstance(data, dict):
        raise HernaError(f"message: {shown(data)}; allowed: an object with id, cmd and args")
    return data


def _refuse(word):
    raise ValueError(f"{word} is not allowed")


def _each_once(pairs):
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"{shown(key)} is there twice")
        found[key] = value
    return found


def _number(data):
    number = data.get("id")
    require_whole("message", "id", number, 0, LARGEST_ID)
    return number


def _is_list_of(kind, values):
    return isinstance(values, list | tuple) and all(type(value) is kind for value in values)


class Patient(WebSocketProtocol13):
    """Answers all that tornado hangs up on without a word."""

    _reading = False  # a frame
    _refused = False  # the message whose frames are coming in
    _broken = False

    async def _receive_frame(self):
        self._reading = True
        try:
            await super()._receive_frame()
        except UnicodeDecodeError:  # in the reason of a goodbye
            self.close(BAD_DATA)
        finally:
            self._reading = False
        if self._fragmented_message_buffer is not None:
            del self._fragmented_message_buffer[LARGEST_MESSAGE + 1 :]
        if self._broken:
            await self._drop(UNLIMITED)

    async def _read_bytes(self, n):
        """What is too large is refused at once and never kept."""
        if n <= LARGEST_MESSAGE:
            return await super()._read_bytes(n)
        self._refuse_large()
        await self._drop(n)
        return bytes(LARGEST_MESSAGE + 1)

    async def _drop(self, count):
        """Read so many bytes for nothing: who hangs up on what is unread loses his answer."""
        while count:
            count -= len(await self.stream.read_bytes(min(count, CHUNK), partial=True))

    def _handle_message(self, opcode, data):
        if opcode in (TEXT, BINARY) and len(data) > LARGEST_MESSAGE:
            self._refuse_large()
            self._refused = False
            return None
        if opcode == TEXT and not _is_text(data):
            opcode = BINARY
        return super()._handle_message(opcode, data)

    def _refuse_large(self):
        if not self._refused:
            self._refused = True
            self.write_message(refusal(TOO_LARGE))

    def _abort(self):
        """Inside a frame tornado gives up on a client that breaks the protocol; tell him first."""
        if self._reading and not self.server_terminated and not self.stream.closed():
            self._broken = True
            self.write_message(refusal(BROKEN))
            self.close(PROTOCOL_ERROR, "not a WebSocket frame")  # and, after five seconds, abort
        else:
            super()._abort()


def refusal(error, number=None):
    """The answer to a message that was not understood."""
    return json.dumps({"id": number, "ok": False, "error": str(error)})


def _is_text(data):
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


class Connection(WebSocketHandler):
    """One client on the network."""

    def initialize(self, server):
        self.server = server
        self.session: Any = None  # until the connection is open

    def prepare(self):
        given = self.request.headers.get("Authorization", "").removeprefix("token ")
        given = given or self.get_query_argument("token", "")
        if not hmac.compare_digest(given.encode(), self.server.token.encode()):
            self.set_status(403)
            self.finish("herna: the token is missing or wrong")
        elif self.server.clients >= MOST_CLIENTS:
            self.set_status(503)
            self.finish(f"herna: {MOST_CLIENTS} clients are connected already")

    def get_websocket_protocol(self):
        usual: Any = super().get_websocket_protocol()
        return usual and Patient(self, usual.mask_outgoing, usual.params)

    def open(self, *arguments, **keywords):
        self.server.clients += 1
        self.session = Session(self.server.kept)

    def on_message(self, message):
        return self.write_message(self.session.answer(message))

    def on_close(self):
        if self.session is not None:
            self.server.clients -= 1
            self.session.keep()
            self.session = None


class Server:
    """Listens until it is stopped; port 0 means any free one."""

    def __init__(self, port=0, token=""):
        require_whole("dungeon-server", "port", port, 0, 65535)
        self._sockets = bind_sockets(port, LOOPBACK)  # a port in use is refused here
        self.port = self._sockets[0].getsockname()[1]
        self.token = token or secrets.token_urlsafe(24)
        self.clients = 0
        self.kept: dict[str, tuple] = {}  # games of clients that are gone
        self._loop: Any = None  # both are there once it listens
        self._stopped: Any = None

    @property
    def address(self):
        return f"ws://{LOOPBACK}:{self.port}/"

    async def serve(self, ready):
        """Listen; `ready` is called once clients can connect."""
        self._loop, self._stopped = asyncio.get_running_loop(), asyncio.Event()
        application = Application(
            [("/", Connection, {"server": self})],
            websocket_max_message_size=UNLIMITED,
            log_function=lambda handler: None,  # requests may hold the token
        )
        listener = HTTPServer(application)
        listener.add_sockets(self._sockets)
        ready()
        try:
            await self._stopped.wait()
        finally:
            listener.stop()
            await listener.close_all_connections()

    def stop(self):
        """Stop listening; may be called from another thread."""
        self._loop.call_soon_threadsafe(self._stopped.set)


def run(port=0, say=print):
    """Serve until interrupted; the address and the token are said first."""
    server = Server(port)
    Crawl.start().actions()  # so that no client waits for the compiler

    def ready():
        say(f"address  {server.address}")
        say(f"token    {server.token}")
        say("Ctrl-C stops the server")

    asyncio.run(server.serve(ready))

"""A game in the terminal: the state in letters, the legal moves by number."""

import tempfile
from contextlib import suppress
from dataclasses import fields
from typing import Any

from herna.dda import ENVIRONMENTS, environment_from
from herna.errors import HernaError, nearest, shown
from herna.game import CHANCE, OVER
from herna.games import GAMES
from herna.play import Human, Match
from herna.players import describe
from herna.seating import player_from
from herna.senses import shown_to, text_of
from herna.warmup import warm_up
from herna.words import number_from, parse

ADAPTIVE = ("posm", "dl", *(name.lower() for name in ENVIRONMENTS))  # who adapts a game
HELP = "a number to move, u to take back, q to stop"
STOP = ("q", "quit")


def play_in_terminal(game, seats, environment, seed, settings, save, ask=input, say=print):
    """Play until the game is over or the player stops; saves the trace where asked."""
    board = build_game(game, settings)
    if save is not None and (save.is_dir() or not save.parent.is_dir()):
        raise HernaError(f"save is {save}; allowed: a file in a folder that is there")
    if save is not None:
        _require_writable(save)
    chance = environment_from(_as_calibrated(environment, board))
    match = Match(board, build_seats(board, seats), seed, chance)
    warm_up(board)
    say(f"{board.name}, seed {seed}, {HELP}")
    with suppress(KeyboardInterrupt):  # between two moves; what was played is kept
        _play_on(match, ask, say)
    say(board.text(match.state))
    if match.over:
        say(result(match))
    if save is not None:
        match.trace().save(save)
        say(f"saved: {save}")


def _require_writable(path):
    """Refuse a folder that takes no files before a game is played for it."""
    try:
        tempfile.TemporaryFile(dir=path.parent).close()
    except OSError:
        raise HernaError(
            f"save is {path}; allowed: a file in a folder that you may write to"
        ) from None


def _play_on(match, ask, say):
    """Play until the game is over or the human stops."""
    while not match.over:
        if not match.waiting:
            _say_move(match, say)
        elif not _human_move(match, ask, say):
            return


def build_game(name, settings):
    """A game by name with settings spelt `field=value`."""
    if name not in GAMES:
        raise HernaError(f"game {name!r} is unknown; {nearest(name, GAMES)}")
    kinds = {field.name: field.type for field in fields(GAMES[name])}
    chosen: dict[str, Any] = {}
    for setting in settings:
        field, equals, value = setting.partition("=")
        if not equals:
            raise HernaError(f"{name}: {field} has no value; write field=value")
        if field not in kinds:
            raise HernaError(f"{name}: no parameter {field!r}; {nearest(field, kinds)}")
        if field in chosen:
            raise HernaError(f"{name}: {field} is given twice; allowed: once")
        chosen[field] = _value_of(name, field, kinds[field], value)
    return GAMES[name](**chosen)


def _value_of(name, field, kind, words):
    """A setting as a game wants it: text, several texts between commas, or a number."""
    if kind is str:
        return words
    if kind == tuple[str, ...]:
        parts = tuple(part.strip() for part in words.split(",") if part.strip())
        for part in parts:
            if parts.count(part) > 1:
                raise HernaError(f"{name}: {field} names {shown(part)} twice; allowed: once")
        return parts
    return number_from(name, field, words)


def build_seats(game, words):
    """Players for all seats: by default a human against HillClimbers."""
    if len(words) > game.n_players:
        raise HernaError(f"{game.name}: {len(words)} seats given; allowed: {game.n_players}")
    words = list(words) or ["human"]
    words += ["hillclimber"] * (game.n_players - len(words))
    return [
        Human() if word.strip().lower() == "human" else player_from(_as_calibrated(word, game))
        for word in words
    ]


def _as_calibrated(words, game):
    """An algorithm of thesis 1 that is only named has the settings found for this game."""
    if parse(words)[0] is None or parse(words)[0].lower() not in ADAPTIVE:
        return words
    from herna.experiments.environment_player import calibrated  # late: half a second few need

    return calibrated(words, game)


def _human_move(match, ask, say):
    """Let a human choose; False when he stops."""
    game = match.game
    legal = game.moves(match.state)
    say(text_of(game, shown_to(game, match.state, match.to_move)))
    parts = {move: game.move_parts(match.state, move) for move in legal}
    if any(len(words) > 1 for words in parts.values()):
        return _move_in_parts(match, parts, ask, say)
    for move in legal:
        say(f"  {move}: {game.move_name(match.state, move)}")
    answer = _answer(match, ask)
    if answer in STOP:
        return False
    if answer == "u":
        take_back(match)
    elif _is_number(answer) and int(answer) in legal:
        match.play(int(answer))
    else:
        say(f"{answer!r} is not a move here: {HELP}")
    return True


def _move_in_parts(match, parts, ask, say):
    """Let a human choose part by part; several numbers may be given at once."""
    picked: tuple[str, ...] = ()
    answers: list[str] = []
    while True:
        ways = {move: words for move, words in parts.items() if words[: len(picked)] == picked}
        complete = [move for move, words in ways.items() if words == picked]
        if complete:
            match.play(complete[0])
            return True
        options = list(dict.fromkeys(words[len(picked)] for words in ways.values()))
        if not answers:
            for number, words in enumerate(options, start=1):
                say(f"  {number}: {words}")
            answers = _answer(match, ask, ", ".join(picked)).split() or [""]
        answer = answers.pop(0)
        if answer in STOP:
            return False
        if answer == "u" and not picked:
            take_back(match)
            return True
        if answer == "u":
            picked = picked[:-1]
        elif _is_number(answer) and 1 <= int(answer) <= len(options):
            picked = (*picked, options[int(answer) - 1])
        else:
            say(f"{answer!r} is not a move here: {HELP}")
            answers = []


def _answer(match, ask, so_far=""):
    """What the human types; the end of the input is a wish to stop, and so is Ctrl-C."""
    seat = match.game.seat_name(match.to_move)
    try:
        return ask(f"{seat}, {so_far}> " if so_far else f"{seat}> ").strip().lower()
    except (EOFError, KeyboardInterrupt):
        return "q"


def _is_number(answer):
    return answer.isascii() and answer.isdigit() and len(answer) < 10


def take_back(match):
    """Back to the human's previous decision."""
    match.back()
    while match.ply and not match.waiting:
        match.back()


def _say_move(match, say):
    """Tell the move just made, unless chance dealt something that the human must not see."""
    game, state, seat = match.game, match.state, match.to_move
    move = match.step()
    name = game.move_name(state, move)
    if seat != CHANCE:
        say(f"{game.seat_name(seat)} ({describe(match.seats[seat])}): {name}")
        return
    humans = [seat for seat, player in enumerate(match.seats) if isinstance(player, Human)]
    open_to_all = not any(_could_be_another(game, state, move, human) for human in humans)
    say(f"chance {name}" if open_to_all else "chance deals something you cannot see")


def _could_be_another(game, state, move, seat):
    """Whether another outcome of chance would look the same to a seat."""
    seen = game.observe(game.step(state, move), seat)
    others = (game.step(state, other) for other in game.moves(state) if other != move)
    return any(game.observe(other, seat) == seen for other in others)


def result(match):
    """Who won, in words; a single player wins or loses by the sign of his return."""
    game = match.game
    if game.to_move(match.state) != OVER:
        return f"stopped after {match.ply} plies; nobody won"
    returns = game.returns(match.state)
    if game.n_players == 1 and returns[0] != 0:
        return f"{game.seat_name(0)} {'won' if returns[0] > 0 else 'lost'}"
    best = [seat for seat, value in enumerate(returns) if value == max(returns)]
    if len(best) == game.n_players:
        return "a draw"
    return " and ".join(game.seat_name(seat) for seat in best) + " won"

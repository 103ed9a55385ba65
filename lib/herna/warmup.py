"""Compiling ahead: everything a game needs, with a progress bar, once per version of the sources.

Without it the first click would wait for the compiler without a word. A game that is already
compiled costs a look at one file.
"""

import numpy as np

from herna.arena import Arena, check_game
from herna.compiled import INTERPRETED, warm_marker
from herna.dda.environment import metrics_so_far
from herna.game import CHANCE, MAX_PLAYERS
from herna.kernels.curves import leads
from herna.kernels.world import new_worlds
from herna.play import Match
from herna.players import MCTS, HillClimber, MaxN, Random
from herna.progress import passing
from herna.seeds import generator


def warm_up(game):
    """Compile the rules of a game and all kernels for it, unless that was done before."""
    check_game(game)
    ours = type(game).__module__.startswith("herna.")
    marker = warm_marker(game.name)
    if INTERPRETED or (ours and marker.exists()):
        return
    steps = _steps(game)
    with passing(steps, desc=f"compiling {game.name} (once)", unit="step") as bar:
        for label, step in bar:
            bar.set_postfix_str(label)
            step()
    if ours:
        marker.touch()


def announced(what, compile_it):
    """Do something that compiles on its way, with a word about it."""
    with passing(total=1, desc=f"compiling {what} (once)", unit="step") as bar:
        compile_it()
        bar.update()


def _steps(game):
    """What there is to compile, small pieces first, so that the bar moves."""
    rng = generator(0)
    return [
        *((name, rule.__wrapper_address__) for name, rule in game.rules._asdict().items()),
        ("meter", lambda: metrics_so_far(game, new_worlds(game))),
        ("lead curves", lambda: _replay_nothing(game)),
        ("moves", lambda: _one_move(game)),
        ("words and pictures", lambda: _told_and_drawn(game)),
        ("players, the largest piece", lambda: Arena(game, _table(game), limit=50).play(rng)),
    ]


def _one_move(game):
    match = Match(game, _table(game))
    match.play(game.moves(match.state)[0])


def _told_and_drawn(game):
    """What a board, the names of moves and an explained position ask of the rules."""
    from herna.figures.boards import board  # late: matplotlib takes a second

    state = game.initial()
    while game.to_move(state) == CHANCE:
        state = game.step(state, game.moves(state)[0])
    board(game, state, game.moves(state))
    game.text(state), game.features(state, 0)
    for move in game.moves(state):
        game.move_name(state, move)


def _replay_nothing(game):
    return leads(game.rules, new_worlds(game), np.zeros(0, int), np.zeros(MAX_PLAYERS), np.zeros(1))


def _table(game):
    everybody = (Random(), HillClimber(), MaxN(), MCTS(iterations=2))
    kinds = [kind for kind in everybody if not (kind.sees_all and game.hidden_information)]
    return [kinds[seat % len(kinds)] for seat in range(game.n_players)]

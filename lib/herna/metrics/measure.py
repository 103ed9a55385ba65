"""The metrics of a recorded game, computed the slow and obvious way from its replay."""

import itertools

import numpy as np

from herna.game import CHANCE
from herna.metrics import fun


def rounds_of(trace):
    """What the metrics need of a trace: status, choices and effects of chance, round by round."""
    game = trace.game
    states = list(trace.states())

    def status(state):
        return fun.status(np.array(game.gains(state)))

    rows, choices, effects = [], [], []
    open_choices, before = 0, None
    for state, after in itertools.pairwise(states):
        if game.to_move(state) == CHANCE:
            if game.steerable(state) and before is None:
                before = status(state)
        else:
            open_choices += len(game.moves(state))
        if game.rounds(after) == game.rounds(state):
            continue
        rows.append(status(after))
        choices.append(open_choices)
        effects.append(np.zeros(game.n_players) if before is None else rows[-1] - before)
        open_choices, before = 0, None
    shape = (-1, game.n_players)
    return np.reshape(rows, shape), np.array(choices), np.reshape(effects, shape)


def measure(trace):
    """The eight in-game metrics of a finished game, by name."""
    status, choices, effects = rounds_of(trace)
    return {
        "believability": _believability(trace),
        "tension": fun.tension(status),
        "margin": fun.margin(status, trace.game.whole_margin),
        "freedom": fun.freedom(choices),
        "lead_changes": float(fun.lead_changes(status)),
        "fairness": fun.fairness(effects) if trace.game.n_players > 1 else 0.0,
        "lead_time": fun.lead_time(status),
        "randomness": fun.randomness(effects),
    }


def _believability(trace):
    """Let the game note every chance outcome in a fresh ledger."""
    game = trace.game
    ledger = np.zeros(1, game.ledger_type)
    game.setup_ledger(ledger[0])
    for state, move in zip(trace.states(), trace.moves, strict=False):
        if game.to_move(state) == CHANCE:
            game.rules.note(ledger[0], state.array[0], move)
    return float(game.rules.believability(ledger[0]))

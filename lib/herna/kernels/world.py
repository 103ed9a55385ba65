"""A world: a game state together with what the metrics of fun have measured on the way to it.

`advance` makes one move and keeps the meter; `measures` reads the eight in-game metrics off it.
Search kernels copy worlds, so an environment player can ask what a future would be worth. The
same metrics over finished games, as array functions, are in `herna.metrics`; tests compare both.
The ninth, the spread of the win rates, is about a batch of games and is there only.

Readings of thesis 1: a round is one ordinary player's turn; the effect of chance in a round runs
from just before its first chance event to the end of the round; a tie leaves nobody in the lead.
The printed margins are whole numbers, so the margin is told in whole units where the game says so;
who leads is decided by the uncut status, else a lead of half a turn would be nobody's.
Chance that no environment player may steer, such as the first deal, is not an event of a round.
"""

import math
from functools import cache

import numpy as np

from herna.compiled import compound, kernel, record
from herna.game import CHANCE, EVEN, MAX_PLAYERS

METRICS = (
    "believability",
    "tension",
    "margin",
    "freedom",
    "lead_changes",
    "fairness",
    "lead_time",
    "randomness",
)
BETTER = {name: 1.0 if name in ("freedom", "lead_changes") else -1.0 for name in METRICS}

METER = record(
    ("players", "i8"),  # as wide as what Python hands over, lest kernels be compiled twice
    ("whole", "i8"),  # 1: the margin is told in whole units
    ("closed", "i8"),  # rounds completed
    ("leader", "i8"),  # who was last in the lead (single player: sign of status), or -1 (0)
    ("lead_changes", "i8"),
    ("led", "i8", MAX_PLAYERS),  # rounds led per player (single player: positive, negative)
    ("choices", "i8"),  # moves available in completed rounds, summed
    ("open_choices", "i8"),  # the same in the round now played
    ("stirred", "i8"),  # 1: chance has spoken in the round now played
    ("lead_sum", "f8"),  # |status of the leader| summed over rounds
    ("lead", "f8"),  # the same after the last round
    ("before", "f8", MAX_PLAYERS),  # status just before chance spoke
    ("status", "f8", MAX_PLAYERS),  # status after the last round
    ("drift", "f8", MAX_PLAYERS),  # what chance gave each player, summed
    ("shake", "f8"),  # the absolute changes by chance, summed over players
)


@cache
def world_type(state_type, ledger_type):
    """The record type of a game's worlds."""
    return compound(state=state_type, ledger=ledger_type, meter=METER)


def new_worlds(game, count=1):
    """An array of worlds, the first of them at the start of the game."""
    worlds = np.zeros(count, world_type(game.state_type, game.ledger_type))
    game.setup(worlds[0].state)
    game.setup_ledger(worlds[0].ledger)
    meter = worlds[0].meter
    meter.players, meter.whole, meter.leader = game.n_players, game.whole_margin, -1
    if game.n_players == 1:
        meter.leader = 0
    measure_status(game.rules, worlds[0], np.zeros(MAX_PLAYERS), meter.status)
    return worlds


@kernel
def status_from_gains(gains, players, out):
    """Who leads and by how much: the leader's lead, the others' arrears (thesis 1, sec. 2.2)."""
    if players == 1:
        out[0] = gains[0]
    else:
        first, second = 0, -1
        for p in range(1, players):
            if gains[p] > gains[first]:
                first, second = p, first
            elif second < 0 or gains[p] > gains[second]:
                second = p
        for p in range(players):
            out[p] = gains[p] - gains[first]
        out[first] = gains[first] - gains[second]


@kernel
def measure_status(rules, world, gains, out):
    """The status of every player in this world's state; `gains` is scratch."""
    rules.gains(world.state, gains)
    status_from_gains(gains, world.meter.players, out)


@kernel
def advance(rules, world, move, choices, gains):
    """Make one move and keep the meter; `choices` is how many moves the mover had."""
    state, meter = world.state, world.meter
    if rules.to_move(state) == CHANCE:
        if meter.stirred == 0 and rules.steerable(state):
            meter.stirred = 1
            if meter.open_choices == 0:  # nothing happened since the last round was measured
                for p in range(meter.players):
                    meter.before[p] = meter.status[p]
            else:
                measure_status(rules, world, gains, meter.before)
        rules.note(world.ledger, state, move)
    else:
        meter.open_choices += choices
    completed = rules.rounds(state)
    rules.step(state, move)
    if rules.rounds(state) != completed:
        close_round(rules, world, gains)


@kernel
def close_round(rules, world, gains):
    """Enter the round just finished into the meter."""
    meter = world.meter
    measure_status(rules, world, gains, meter.status)
    status, players = meter.status, meter.players
    lead = 0.0
    if players == 1:
        lead = abs(status[0])
        sign = 1 if status[0] > 0 else (-1 if status[0] < 0 else 0)
        if sign != 0:
            meter.led[0 if sign > 0 else 1] += 1
            if meter.leader != 0 and meter.leader != sign:
                meter.lead_changes += 1
            meter.leader = sign
    else:
        for p in range(players):
            if status[p] > EVEN:
                lead = status[p]
                meter.led[p] += 1
                if meter.leader >= 0 and meter.leader != p:
                    meter.lead_changes += 1
                meter.leader = p
    meter.lead = lead
    meter.lead_sum += lead
    meter.closed += 1
    meter.choices += meter.open_choices
    if meter.stirred:
        for p in range(players):
            meter.drift[p] += status[p] - meter.before[p]
            meter.shake += abs(status[p] - meter.before[p])
    meter.open_choices = 0
    meter.stirred = 0


@kernel
def close_open_round(rules, world, moves, gains):
    """Treat an unfinished round as finished here, so that a state in mid-turn can be valued."""
    meter = world.meter
    who = rules.to_move(world.state)
    if who >= 0 and (meter.stirred or meter.open_choices):
        meter.open_choices += rules.moves(world.state, moves)
    if meter.stirred or meter.open_choices:
        close_round(rules, world, gains)


@kernel
def measures(rules, world, out):
    """The eight in-game metrics up to the last completed round, in the order of METRICS."""
    meter = world.meter
    rounds, players = max(meter.closed, 1), meter.players
    out[0] = rules.believability(world.ledger)
    out[1] = meter.lead_sum / rounds
    out[2] = math.floor(meter.lead) if meter.whole else meter.lead
    out[3] = meter.choices / rounds
    out[4] = meter.lead_changes
    out[5] = 0.0
    out[7] = meter.shake / rounds / players
    if players == 1:
        out[6] = abs(meter.led[0] - meter.led[1]) / math.sqrt(2.0)
    else:
        mean_led, mean_drift = 0.0, 0.0
        for p in range(players):
            mean_led += meter.led[p] / players
            mean_drift += meter.drift[p] / players
        led, drift = 0.0, 0.0
        for p in range(players):
            led += (meter.led[p] - mean_led) ** 2
            drift += (meter.drift[p] - mean_drift) ** 2
        out[5] = math.sqrt(drift / players) / rounds
        out[6] = math.sqrt(led / players)


@kernel
def utility(rules, world, weights, moves, gains, out):
    """What a world is worth to an environment player: the signed, weighted sum of its metrics.

    `weights` carry their signs already. The world is changed: an open round is closed.
    """
    close_open_round(rules, world, moves, gains)
    measures(rules, world, out)
    total = 0.0
    for m in range(len(weights)):
        if weights[m] != 0.0:
            total += weights[m] * out[m]
    return total

"""What a stepper has seen of its match, ply by ply: names of moves, status, metrics.

Each is worked out once. A match can be changed from outside (a cell may step it, take moves back,
play another line), so the common beginning is kept and the rest worked out again.
"""

import numpy as np

from herna.game import CHANCE
from herna.metrics.fun import status
from herna.players import describe
from herna.seeds import generator

WORLDS = 16  # in which a seat that does not see everything may be


class History:
    def __init__(self):
        self.moves, self.names, self.hidden = [], [], []
        self.status, self.metrics = [], []  # one more than moves: the start counts as well
        self._beliefs = {}

    def follow(self, match):
        """Catch up with the match; what it has taken back stays known as long as it still fits."""
        line = match.moves + match.ahead
        same = _common(self.moves, line)
        self._forget(same)
        if not self.status:
            self.status.append(_status(match, 0))
            self.metrics.append(match.metrics_at(0))
        for ply in range(len(self.moves), match.ply):
            before, move = match.state_at(ply), match.moves[ply]
            self.moves.append(move)
            self.names.append(_name(match, before, move))
            self.hidden.append(_unseen_by(match.game, before, move))
            self.status.append(_status(match, ply + 1))
            self.metrics.append(match.metrics_at(ply + 1))

    def name(self, ply, seat=None):
        """The move made at a ply, in words; what `seat` cannot know is left out."""
        who, words = self.names[ply]
        return f"{who}: {'hidden' if seat is not None and seat in self.hidden[ply] else words}"

    def believed(self, match, seat):
        """The status after every ply as a seat may believe it, and whether that is the true one.

        The true status would tell how good the cards are that others hold.
        """
        plies = range(match.ply + 1)
        for ply in plies:
            if (ply, seat) not in self._beliefs:
                self._beliefs[ply, seat] = _belief(match.game, match.state_at(ply), seat)
        believed = [self._beliefs[ply, seat] for ply in plies]
        return [found for found, _ in believed], all(sure for _, sure in believed)

    def _forget(self, ply):
        self._beliefs = {key: found for key, found in self._beliefs.items() if key[0] <= ply}
        for known in (self.moves, self.names, self.hidden):
            del known[ply:]
        for known in (self.status, self.metrics):
            del known[ply + 1 :]


def _common(first, second):
    """How many entries two lists share at their beginning."""
    for i, (a, b) in enumerate(zip(first, second, strict=False)):
        if a != b:
            return i
    return min(len(first), len(second))


def _status(match, ply):
    """Who leads now and by how much: the metrics beside it take an open round as finished, too."""
    return status(match.game.gains(match.state_at(ply))).tolist()


def _belief(game, state, seat):
    """The status by the mean gains of worlds that look alike, and whether all of them agree."""
    rng = generator(0, "belief")
    gains = np.array([game.gains(game.sample(state, seat, rng)) for _ in range(WORLDS)])
    return status(gains.mean(axis=0)).tolist(), bool((gains == gains[0]).all())


def _name(match, before, move):
    who = match.game.to_move(before)
    mover = describe(match.chance) if who == CHANCE else match.game.seat_name(who)
    if who == CHANCE and (mover == "None" or not match.game.steerable(before)):
        mover = "chance"
    return mover, match.game.move_name(before, move)


def _unseen_by(game, before, move):
    """The seats that cannot tell this move from another one that was possible."""
    made = game.step(before, move)
    blind = [seat for seat in range(game.n_players) if game.observe(made, seat) != made]
    blind = [seat for seat in blind if seat != game.to_move(before)]
    if not blind:
        return frozenset()
    instead = [game.step(before, other) for other in game.moves(before) if other != move]
    return frozenset(
        seat
        for seat in blind
        if any(s != made and game.observe(s, seat) == game.observe(made, seat) for s in instead)
        or _adds_to_a_secret(game, before, move, seat)
    )


def _adds_to_a_secret(game, before, move, seat):
    """Whether a draw would look otherwise to the seat in another world that it may be in.

    Then the seat sees what came of the draw and something hidden, but not the draw: the last digit
    of the Maze's random number puts all bombs on the board. What somebody steered lies open.
    """
    if game.to_move(before) != CHANCE or game.steerable(before):
        return False
    elsewhere = game.sample(before, seat, generator(0, "history"))
    if move not in game.moves(elsewhere):
        return False
    here, there = game.step(before, move), game.step(elsewhere, move)
    return game.observe(here, seat) != game.observe(there, seat)

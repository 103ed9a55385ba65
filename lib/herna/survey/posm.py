"""POSM, the partially ordered set master: thesis 1, sec. 3.5.

What it shows: with nothing but a set of settings ordered by difficulty and a verdict on each
stretch of play (too easy, right, too hard), a belief per setting finds the setting that suits the
player.

*Balloons* (sec. 3.5.2). Ten falling speeds, beta 0.5, stretches of a fixed number of balloons. At
least 95 % shot down is too easy, 5 to 15 % missed is right, anything else too hard. The thesis
needs a player, so here is one with a hidden best speed: he misses a tenth of the balloons at that
speed, and the odds of a miss grow by a fixed factor with every speed above it.

*Table 1* (sec. 3.5.3). Two players of seven levels, Positional and Material, meet a hundred times
per pairing; a game unfinished after 100 moves is a draw. The board game is mini xiangqi instead of
Chinese chess. Readings: both players look two moves ahead, each with his own eyes; level k plays
the move at fraction k / 7 of the ranking from worst to best, equals by lot, as dynamic level does;
POSM chooses among Positional's levels before every move of its own, takes the opponent's material
lead as the verdict (any lead of his is too easy for him, any lead of POSM's too hard) and keeps
beta 0.5, the only one the thesis names; the two sides begin in turn.
"""

from dataclasses import dataclass

import numpy as np

from herna.game import MAX_PLAYERS, OVER
from herna.games.minixiangqi import MATERIAL, POSITIONAL, MiniXiangqi
from herna.kernels.adapt import discount, middle_setting, rank_at, verdict_on
from herna.kernels.decide import rank_ascending
from herna.kernels.search import rate_by_max_n
from herna.kernels.workspace import workspace

BETA = 0.5
SPEEDS = 10
LEVELS = 7
LOOK_AHEAD = 2  # moves, the own one and the answer
DEAD_ZONE = 1.0  # half a soldier: every lead in material is noticed


# The algorithm, step by step.


def sides(beliefs):
    """A and B: for every setting the belief in all that are at least, or at most, as hard.

    >>> a, b = sides(np.array([0.5] * 5 + [1.0] * 5))
    >>> a.tolist()[5:], b.tolist()[:5]
    ([5.0, 4.0, 3.0, 2.0, 1.0], [0.5, 1.0, 1.5, 2.0, 2.5])
    """
    beliefs = np.asarray(beliefs, float)
    return beliefs[::-1].cumsum()[::-1], beliefs.cumsum()


class Master:
    """POSM over `settings` settings in a row; settings are counted from 1, easiest first."""

    def __init__(self, settings=SPEEDS, beta=BETA):
        self.beliefs, self.beta = np.ones(settings), beta

    def choose(self, rng):
        return int(middle_setting(self.beliefs, rng)) + 1

    def learn(self, setting, verdict):
        """Believe less in what cannot be right: 1 was too easy, -1 too hard, 0 right."""
        discount(self.beliefs, setting - 1, verdict, self.beta)


# Balloons.


def balloon_verdict(missed):
    """What the share of missed balloons says: 1 too easy, 0 right, -1 too hard.

    >>> [balloon_verdict(missed) for missed in (0.0, 0.05, 0.10, 0.15, 0.2)]
    [1, 1, 0, 0, -1]
    """
    if missed <= 0.05:
        return 1
    return 0 if missed <= 0.15 else -1


@dataclass(frozen=True)
class Shooter:
    """Misses a tenth of the balloons at his best speed; faster ones soon far more."""

    best: int
    growth: float = 3.0  # how much the odds of a miss grow with every speed

    def missed(self, speed):
        odds = self.growth ** (speed - self.best) / 9
        return odds / (1 + odds)


def play_balloons(shooter, stretches, rng, beta=BETA, balloons=40):
    """Let POSM choose the speed for a number of stretches; a row for each."""
    master, rows = Master(SPEEDS, beta), []
    for stretch in range(stretches):
        beliefs = master.beliefs.copy()
        speed = master.choose(rng)
        missed = rng.binomial(balloons, shooter.missed(speed)) / balloons
        verdict = balloon_verdict(missed)
        master.learn(speed, verdict)
        rows.append(
            {
                "stretch": stretch + 1,
                "speed": speed,
                "missed": missed,
                "verdict": verdict,
                "beliefs": beliefs,
            }
        )
    return rows


# Mini xiangqi.


@dataclass(frozen=True)
class Table:
    """A pairing: Positional of a fixed level, or POSM (None), against Material of a level."""

    positional: int | None
    material: int
    beta: float = BETA

    def play(self, rng, starts=0):
        """One game; `starts` is 0 if Positional begins. What became of it, as a dict."""
        eyes = (POSITIONAL, MATERIAL) if starts == 0 else (MATERIAL, POSITIONAL)
        game = MiniXiangqi(first_eyes=eyes[0], second_eyes=eyes[1])
        rules, work = game.rules, workspace(game, LOOK_AHEAD)
        state = np.array(game.initial().array)[0]
        master, gains = Master(LEVELS, self.beta), np.zeros(MAX_PLAYERS)
        levels: list[int] = []
        while (seat := rules.to_move(state)) != OVER:
            level = self.material
            if seat == starts:
                level = self._own_level(master, levels, rules, state, gains, seat, rng)
                levels.append(level)
            rules.step(state, _move_at(rules, work, state, level, rng))
        rules.returns(state, gains)
        rules.gains(state, lead := np.zeros(MAX_PLAYERS))
        return {
            "result": int(gains[starts]),  # 1 Positional or POSM won, 0 drawn, -1 lost
            "moves": int(state.completed),
            "lead": float(lead[starts] - lead[1 - starts]),
            "level": float(np.mean(levels)) if levels else 0.0,
        }

    def _own_level(self, master, levels, rules, state, gains, seat, rng):
        if self.positional is not None:
            return self.positional
        if levels:  # the stretch since the last own move is over: how did he find it?
            rules.gains(state, gains)
            master.learn(levels[-1], verdict_on(gains[1 - seat] - gains[seat], DEAD_ZONE))
        return master.choose(rng)


def _move_at(rules, work, state, level, rng):
    """The move of a player of this level."""
    work.states[0] = state
    count = rules.moves(work.states[0], work.moves[0])
    rate_by_max_n(rules, work, count, rules.to_move(state), LOOK_AHEAD, 2)
    rank_ascending(work.ratings, count, rng, work.order)
    return work.moves[0, work.order[rank_at(100.0 * level / LEVELS, count)]]

"""Tree search that thinks as long as the wanted win rate asks for: thesis 1, sec. 3.7.

What it shows: the longer Monte Carlo tree search may think, the fewer games a player of fixed
strength wins against it. Measure that curve, lay a polynomial of the fourth degree through it (eq.
9), solve it for the win rate the player wants, and give the search that much time.

Readings: equation 9 cannot have x in milliseconds (it gives -3 million per cent at 28 ms). Its
three points fit to 0.05 percentage points if x is the standardised time (t - 332.9 ms) / 298.6 ms
and y the win rate of the ghosts, so that is how we read it, and how ours is fitted: the mean and
the deviation are those of the times measured. Thinking time is counted in iterations, which no
machine changes. Our game is Pursuit, Pac-Man cut down to its crossings; the runner follows fixed
rules, the ghosts search. A draw after 55 moves is not a win for the player.
"""

from dataclasses import dataclass

import numpy as np

from herna.arena import Arena
from herna.games.pursuit import RUNNER, Pursuit
from herna.players import MCTS, HillClimber

DEGREE = 4
WANTED = (70, 50, 30)  # per cent of games that a beginner, anybody and an expert want to win
PUBLISHED = np.array([-5.67, 17.6, -11.1, -0.81, 65.6])  # equation 9, highest power first
PUBLISHED_MEAN, PUBLISHED_DEVIATION = 332.9, 298.6  # milliseconds, recovered from its three points


@dataclass(frozen=True)
class Curve:
    """A polynomial in standardised time; y is the opponent's win rate in per cent."""

    coefficients: tuple[float, ...]  # highest power first
    mean: float
    deviation: float

    def opponent(self, time):
        """The win rate of the tree search after so much thinking."""
        return np.polyval(self.coefficients, (np.asarray(time) - self.mean) / self.deviation)

    def player(self, time):
        """What is left for the player."""
        return 100 - self.opponent(time)

    def time_for(self, wanted, longest):
        """The shortest time from 0 up to `longest` that leaves the player his wanted win rate."""
        shifted = np.array(self.coefficients)
        shifted[-1] -= 100 - wanted
        roots = np.roots(shifted)
        times = roots[np.abs(roots.imag) < 1e-9].real * self.deviation + self.mean
        times = np.sort(times[(times > 0) & (times <= longest)])
        return float(times[0]) if len(times) else None


def fit(times, player):
    """The curve through the player's win rates (per cent) at some times, by least squares."""
    times = np.asarray(times, float)
    standard = (times - times.mean()) / times.std()
    coefficients = np.polyfit(standard, 100 - np.asarray(player, float), DEGREE)
    return Curve(tuple(coefficients.tolist()), float(times.mean()), float(times.std()))


def published_curve():
    """Equation 9 as we read it."""
    return Curve(tuple(PUBLISHED.tolist()), PUBLISHED_MEAN, PUBLISHED_DEVIATION)


def play_pursuit(iterations, rngs):
    """One row per generator: the runner of fixed rules against ghosts who think so long."""
    arena = Arena(Pursuit(), [HillClimber(), MCTS(iterations=iterations)])
    rows = []
    for rng in rngs:
        outcome = arena.play(rng)
        rows.append({"result": int(outcome.returns[RUNNER]), "rounds": outcome.rounds})
    return rows

"""Ant pheromones for therapy after a stroke: thesis 1, sec. 3.4.3.

What it shows: the hand of a patient who reaches for highlighted cells is an ant; the trail it
leaves is a map of what he can reach (the ability zone), and the edge of that map is where targets
are worth setting. Equation 6 spreads the pheromone, equation 7 lets jerky paths evaporate, equation
8 takes the gradient, and the interaction matrix allows targets where it is negative (harder) or
positive (easier).

Cells outside the board count as 0: with that the matrix of fig. 10 (b) comes out exactly. Of (c)
one cell differs, the middle of the bottom row, where the formula gives -0.5 and the print shows a
1.

The patient is ours: his hand rests in the middle of the bottom row and gets as far as a hidden
radius, shorter on his weak side; what lies beyond he reaches seldom and jerkily. An attempt that
succeeds takes a second and a tenth per cell, one that fails four seconds. First he wipes the board
for a while, as in the study; then targets are drawn for two minutes, at random or from the
interaction matrix, which is renewed after three successes (harder) or three failures (easier) in a
row.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

ABILITY = np.array(  # fig. 10 (a)
    [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0.5, 1, 0.5, 0],
        [0, 1, 1.5, 1, 0],
        [0, 1, 1.5, 1, 0],
        [0, 0.5, 0.5, 0.5, 0],
    ]
)
HARDER = np.array(  # fig. 10 (b)
    [
        [0, 0, 0, 0, 0],
        [1, 1, 1, 1, 1],
        [1, 0, 0, 0, 1],
        [1, 0, 0, 0, 1],
        [1, 0, 0, 0, 1],
        [1, 0, 1, 0, 1],
    ],
    bool,
)
EASIER = np.array(  # fig. 10 (c), as printed
    [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 1, 1, 1, 0],
        [0, 1, 1, 1, 0],
        [0, 1, 1, 1, 0],
        [0, 1, 1, 1, 0],
    ],
    bool,
)
AMOUNT, REACH = 1.0, 2.0  # A and w of equation 6
STREAK = 3
SESSION = 120.0  # seconds
FAILED_ATTEMPT = 4.0  # seconds until the patient gives up


@lru_cache(maxsize=1024)  # a board has a hundred cells, and each is walked over again and again
def propagated(shape, here, amount=AMOUNT, reach=REACH):
    """Equation 6: what an ant on a cell adds to every cell of the board.

    >>> propagated((1, 4), (0, 0)).tolist()
    [[1.0, 0.5, 0.0, 0.0]]
    """
    rows, columns = np.indices(shape)
    distance = np.hypot(rows - here[0], columns - here[1])
    added = np.where(distance <= reach, amount * (1 - distance / reach), 0.0)
    added.setflags(write=False)
    return added


def evaporated(zone, path, peaks):
    """Equation 7: the cells of a path divided by the number of peaks of its speed."""
    zone = zone.copy()
    for cell in set(path):
        zone[cell] /= peaks
    return zone


def speed_peaks(speeds):
    """How often a movement sped up and slowed down again; at least once.

    >>> speed_peaks([0, 2, 5, 2, 0]), speed_peaks([0, 3, 1, 4, 0, 2, 0])
    (1, 3)
    """
    changes = np.sign(np.diff(speeds))
    changes = changes[changes != 0]
    return max(1, int(np.count_nonzero((changes[:-1] > 0) & (changes[1:] < 0))))


def gradient(zone):
    """Equation 8: how much a cell stands out from its eight neighbours, 0 outside the board."""
    padded = np.pad(np.asarray(zone, float), 1)
    rows, columns = np.shape(zone)
    around = sum(padded[i : i + rows, j : j + columns] for i in range(3) for j in range(3))
    return 9 * np.asarray(zone, float) - around


def interaction(zone, easier):
    """Where targets may appear when the game is to become easier, or harder."""
    slope = gradient(zone)
    return slope > 1e-12 if easier else slope < -1e-12


@dataclass(frozen=True)
class Patient:
    """His hand rests in the middle of the bottom row; the left half is his weak side."""

    strong: float = 7.5  # cells he reaches comfortably on his strong side
    weak: float = 3.5
    shape: tuple[int, int] = (10, 11)

    @property
    def rest(self):
        return self.shape[0] - 1, self.shape[1] // 2

    def excess(self, cell):
        """By how many cells a target lies beyond his comfort; negative: within."""
        radius = self.weak if cell[1] < self.rest[1] else self.strong
        return np.hypot(cell[0] - self.rest[0], cell[1] - self.rest[1]) - radius

    def chance(self, cell):
        return 1 / (1 + np.exp(2 * self.excess(cell)))

    def reach(self, cell, rng):
        """Try a cell: whether it was reached, the path of the hand, and its speeds."""
        reached = bool(rng.random() < self.chance(cell))
        share = 1.0 if reached else rng.uniform(0.4, 0.8)
        steps = max(2, 1 + int(max(abs(np.subtract(cell, self.rest))) * share))
        line = np.linspace(
            self.rest, np.add(self.rest, np.subtract(cell, self.rest) * share), steps
        )
        path = [(int(row), int(column)) for row, column in np.rint(line)]
        jerks = 1 + rng.poisson(max(self.excess(cell), 0.0))
        speeds = np.abs(np.sin(np.linspace(0, np.pi * jerks, 8 * jerks + 1)))
        return reached, path, speeds


def laid(zone, path, speeds):
    """The ability zone after a movement: its trail is spread, then evaporates as it was jerky."""
    for cell in path:
        zone = zone + propagated(zone.shape, cell)
    return evaporated(zone, path, speed_peaks(speeds))


def wipe(patient, rng, movements=15):
    """The exercise before the game: wiping the board; the first ability zone."""
    zone = np.zeros(patient.shape)
    for _ in range(movements):
        target = tuple(int(rng.integers(size)) for size in patient.shape)
        _, path, speeds = patient.reach(target, rng)
        zone = laid(zone, path, speeds)
    return zone


def train(patient, rng, adapt=True, seconds=SESSION):
    """Two minutes of targets; the attempts as (cell, reached) and the last zone and matrix."""
    zone = wipe(patient, rng)
    allowed = interaction(zone, easier=False)
    attempts, streak, clock = [], 0, 0.0
    while clock < seconds:
        cells = np.argwhere(allowed if adapt and allowed.any() else np.ones(patient.shape, bool))
        target = tuple(int(place) for place in cells[rng.integers(len(cells))])
        reached, path, speeds = patient.reach(target, rng)
        zone = laid(zone, path, speeds)
        attempts.append((target, reached))
        clock += 1 + len(path) / 10 if reached else FAILED_ATTEMPT
        streak = max(streak, 0) + 1 if reached else min(streak, 0) - 1
        if abs(streak) >= STREAK:
            allowed, streak = interaction(zone, easier=streak < 0), 0
    return {"attempts": attempts, "zone": zone, "allowed": allowed}


def positions_reached(session):
    """How many targets were reached."""
    return sum(reached for _, reached in session["attempts"])

"""Fuzzy rules switched on and off, the Dead-End game: thesis 1, sec. 3.3.

What it shows: ghosts follow forty fuzzy rules; after a lost game one rule is switched off if the
player wins less often than wanted, after a won game one is switched on again if he wins more often.
The share of wins comes near the target, whoever plays (fig. 7: a target of 75 %, three players).

Dead-End on a grid of 15 x 15: the player starts at the bottom between three walls and must leave at
the top; one ghost, the *vanguard* (the lowest), and four *defenders* are in the way. All move in
eight directions, the player a half faster. A collision costs one of three lives and sets him back
to the start; he loses when no life or no time is left, 60 steps for the 20 seconds of the original.

What is the authors': inputs but for one (the x-distance to the player), outputs, the six vanguard
rules of fig. 6, which rule goes (the one that drove ghosts least, but at least once, a defender's
contribution divided by four) and which comes back (the largest sum of input memberships in the last
game; among equals the one whose group of same consequents contributed least). Readings: the forty
rules are eight for the vanguard (fig. 6 and two of ours where both distances are far) and thirty-
two for the defenders, two consequents for each of the sixteen combinations of their four inputs,
one on the player and one on keeping formation; a rule applies as far as its weakest input does,
times 1 for *many* and 0.6 for *few*, and the strongest rule drives the ghost; without an active
rule a ghost stands still. The win rate is that of all games so far.
"""

from dataclasses import dataclass, field
from itertools import product

import numpy as np

SIDE, LIVES, STEPS = 15, 3, 60
REST = 3  # every third step the ghosts stand still: they are slower than the player
DEFENDERS = 4
NEAR, FAR = "near", "far"
FEW, MANY = 0.6, 1.0
TARGET = 0.75
WAYS = np.array([way for way in product((-1, 0, 1), repeat=2) if way != (0, 0)])


@dataclass(frozen=True)
class Rule:
    """If the inputs are so, then the ghost does that, this strongly."""

    role: str  # vanguard or defender
    inputs: tuple[tuple[str, str], ...]  # (variable, near or far)
    past: bool  # whether the player has got past the vanguard
    action: str
    strength: float


def _vanguard_rules():
    """The six of fig. 6, and what to do when player and exit are both far."""
    consequents = {
        (NEAR, NEAR, False): ("chase", MANY),
        (NEAR, NEAR, True): ("chase", MANY),
        (NEAR, FAR, False): ("chase", MANY),
        (NEAR, FAR, True): ("chase", MANY),
        (FAR, NEAR, False): ("chase", FEW),
        (FAR, NEAR, True): ("chase", MANY),
        (FAR, FAR, False): ("chase", FEW),
        (FAR, FAR, True): ("retreat", FEW),
    }
    for (player, way_out, past), (action, strength) in consequents.items():
        yield Rule("vanguard", (("player", player), ("exit", way_out)), past, action, strength)


def _defender_rules():
    """One rule on the player and one on formation for every combination of inputs."""
    for player, vanguard, other in product((NEAR, FAR), repeat=3):
        for past in (False, True):
            inputs = (("player", player), ("vanguard", vanguard), ("other", other))
            chase = MANY if player == NEAR or past else FEW
            yield Rule("defender", inputs, past, "chase", chase)
            if other == NEAR:
                formation = "spread"
            else:
                formation = "leave" if vanguard == NEAR else "join"
            yield Rule("defender", inputs, past, formation, FEW if player == NEAR else MANY)


RULES = (*_vanguard_rules(), *_defender_rules())
VARIABLES = ("player", "exit", "vanguard", "other")


def _wiring(role):
    """For the rules of a role: their numbers, where their inputs stand in `_truths`, strengths."""
    numbers = [number for number, rule in enumerate(RULES) if rule.role == role]
    places = [
        [VARIABLES.index(name) + 4 * (value == FAR) for name, value in RULES[number].inputs]
        + [8 if RULES[number].past else 9]
        for number in numbers
    ]
    strengths = [RULES[number].strength for number in numbers]
    return np.array(numbers), np.array(places), np.array(strengths)


WIRING = {role: _wiring(role) for role in ("vanguard", "defender")}


def _truths(seen):
    """How far each variable is near, how far it is far, and whether the player got past or not."""
    near = np.array([seen[name] for name in VARIABLES])
    return np.array([*near, *(1 - near), seen["past"], not seen["past"]], float)


def memberships(role, seen):
    """How far each input of each rule of a role applies; the crisp one last, as 1 or 0."""
    return _truths(seen)[WIRING[role][1]]


def nearness(distance, near=2.0, far=8.0):
    """1 up to `near`, 0 from `far` on, a straight slope between.

    >>> [nearness(distance) for distance in (1, 2, 5, 8)]
    [1.0, 1.0, 0.5, 0.0]
    """
    return min(max((far - float(distance)) / (far - near), 0.0), 1.0)


@dataclass(frozen=True)
class Runner:
    """A player who heads for the exit and, with this probability per step, looks out for ghosts."""

    care: float

    def step(self, here, ghosts, rng):
        options = np.clip(here + WAYS, (0, 0), (SIDE - 1, SIDE))
        gain = options[:, 1] - here[1] + 0.5 * rng.random(len(options))
        if rng.random() < self.care:
            near = np.abs(options[:, None] - ghosts[None]).max(axis=2).min(axis=1)
            gain = gain - np.select([near == 0, near == 1, near == 2], [20.0, 6.0, 0.8], 0.0)
        return options[int(gain.argmax())]


@dataclass
class Played:
    """One game: who won, how often each rule drove a ghost, and how far its inputs applied."""

    won: bool
    drove: np.ndarray
    inputs: np.ndarray
    course: list = field(default_factory=list)  # (player, ghosts) step by step


def play_dead_end(runner, active, rng):
    """One game against ghosts who follow the active rules."""
    start = np.array([SIDE // 2, 0])
    here = start.copy()
    ghosts = np.array([[7, 8], [2, 11], [5, 12], [9, 12], [12, 11]])
    drove, inputs, lives, course = np.zeros(len(RULES)), np.zeros(len(RULES)), LIVES, []
    for number in range(STEPS):
        course.append((here.copy(), ghosts.copy()))
        here = runner.step(here, ghosts, rng)
        if here[1] >= SIDE:
            return Played(True, drove, inputs, course)
        caught = _meet(here, ghosts)
        if not caught and number % REST:
            ghosts = _moved_ghosts(here, ghosts, active, drove, inputs, rng)
            caught = _meet(here, ghosts)
        if caught:
            lives -= 1
            if lives == 0:
                break
            here = start.copy()
    return Played(False, drove, inputs, course)


def _meet(here, ghosts):
    return bool((ghosts == here).all(axis=1).any())


def _moved_ghosts(here, ghosts, active, drove, inputs, rng):
    """All ghosts move at once by their strongest active rules."""
    vanguard = int(ghosts[:, 1].argmin())
    after = ghosts.copy()
    for index, ghost in enumerate(ghosts):
        seen = _seen(index, vanguard, here, ghosts)
        role = "vanguard" if index == vanguard else "defender"
        numbers, _, strengths = WIRING[role]
        share = 1 if role == "vanguard" else DEFENDERS
        applies = memberships(role, seen)
        inputs[numbers] += applies.sum(axis=1) / share
        strength = applies.min(axis=1) * strengths * active[numbers]
        if strength.max() > 0:
            best = numbers[strength.argmax()]
            drove[best] += 1 / share
            after[index] = _pushed(RULES[best].action, ghost, seen, rng)
    return after


def _seen(index, vanguard, here, ghosts):
    """What a ghost knows: nearness of things, and the places they are at."""
    places = ghosts.tolist()  # of single numbers Python is quicker than numpy
    x, y = places[index]
    (its_x, its_y), (front_x, front_y) = here.tolist(), places[vanguard]
    others = (i for i in range(len(places)) if i not in (index, vanguard))
    neighbour = min(others, key=lambda other: abs(places[other][0] - x))
    return {
        "player": nearness(max(abs(its_x - x), abs(its_y - y))),
        "exit": nearness(SIDE - y),
        "vanguard": nearness(max(abs(front_x - x), abs(front_y - y))),
        "other": nearness(abs(places[neighbour][0] - x), 1.0, 4.0),
        "past": its_y > front_y,
        "places": {
            "player": here,
            "vanguard": ghosts[vanguard],
            "neighbour": ghosts[neighbour],
        },
    }


def _pushed(action, ghost, seen, rng):
    """Where a ghost goes: one step towards, or away from, what the action is about."""
    towards = {"chase": ("player", 1), "retreat": ("player", -1), "join": ("vanguard", 1)}
    away = {"leave": ("vanguard", -1), "spread": ("neighbour", -1)}
    what, sign = (towards | away)[action]
    direction = sign * np.sign(seen["places"][what] - ghost)
    if action == "spread":
        direction = np.array([direction[0] or rng.choice((-1, 1)), 0])
    return np.minimum(np.maximum(ghost + direction, 0), SIDE - 1)


# Adaptation.


def to_deactivate(active, drove):
    """The active rule that was used least, but at least once; None if there is none."""
    used = [n for n in range(len(RULES)) if active[n] and drove[n] > 0]
    return min(used, key=lambda n: drove[n]) if used else None


def to_reactivate(active, drove, inputs):
    """The sleeping rule whose inputs applied most; among equals of the least active group."""
    sleeping = [n for n in range(len(RULES)) if not active[n]]
    if not sleeping:
        return None
    group = {
        r.action: sum(drove[n] for n in range(len(RULES)) if RULES[n].action == r.action)
        for r in RULES
    }
    return min(sleeping, key=lambda n: (-round(inputs[n], 9), group[RULES[n].action]))


def adapt(active, game, rate, target=TARGET):
    """The rules of the next game, after one was played and the win rate became `rate`."""
    active = active.copy()
    if game.won and rate > target:
        chosen = to_reactivate(active, game.drove, game.inputs)
        if chosen is not None:
            active[chosen] = True
    elif not game.won and rate < target:
        chosen = to_deactivate(active, game.drove)
        if chosen is not None:
            active[chosen] = False
    return active


def play_rounds(runner, rng, rounds=100, target=TARGET):
    """Games in a row with adaptation between them; a row for each."""
    active, wins, rows = np.ones(len(RULES), bool), 0, []
    for number in range(1, rounds + 1):
        game = play_dead_end(runner, active, rng)
        wins += game.won
        rows.append(
            {
                "game": number,
                "won": game.won,
                "win rate": wins / number,
                "active rules": int(active.sum()),
            }
        )
        active = adapt(active, game, wins / number, target)
    return rows

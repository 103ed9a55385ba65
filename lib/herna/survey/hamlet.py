"""Producer and consumer, the Hamlet system in Half-Life: thesis 1, sec. 3.1.

What it shows: a game that knows how likely its player is to die soon can step in before he does, by
supply (a health kit) and by demand (a weaker enemy), and so lower the number of deaths.

Damage per second is taken as Gaussian; with health h left, the damage of the next t seconds kills
with the probability of equation 4. Readings: the text introduces F as the probability of damage up
to d, but integral and equation give that of more than d, the probability of death, and that is
used. The fights are our own: a shot hits the enemy with the player's accuracy, six hits finish him,
every second he does Gaussian damage (none when negative), and after half of the fights a health kit
lies about. Hamlet learns the damage from what it has recorded, expects a fight to last as long as
the hits still needed take at the player's pace, and steps in above 40 %: with a kit of 15 if health
is below 60, the mean that the policy aims at, and if that was not enough with an enemy of 0.7 times
the strength, each once per fight, so that it helps without dragging anybody through. The size of
the damage is chosen so that people die about as often without Hamlet as in the study; how much
Hamlet helps is not.
"""

import math
from dataclasses import dataclass

import numpy as np

FULL, COMFORT = 100.0, 60.0
THRESHOLD = 0.4
KIT, FOUND_KIT = 15.0, 25.0
HITS_NEEDED, CALM = 6, 8  # hits to finish an enemy; quiet seconds between two fights
DAMAGE_MEAN, DAMAGE_DEVIATION = 1.7, 2.5
WEAKENED = 0.7
SESSION = 15 * 60  # seconds


def death_probability(health, mean, deviation, time):
    """Equation 4: how likely the damage of the next `time` seconds exceeds `health`.

    >>> death_probability(40, mean=4, deviation=2, time=10)
    0.5
    """
    if time <= 0:
        return 0.0
    if deviation == 0:
        return 1.0 if mean * time > health else 0.0
    return 0.5 * (1 - math.erf((health - mean * time) / (deviation * math.sqrt(2 * time))))


@dataclass(frozen=True)
class Fighter:
    """A player who hits an enemy with this probability every second."""

    accuracy: float


class Observer:
    """What Hamlet has recorded: the damage of every second of fighting, and the player's pace."""

    def __init__(self):
        self.seconds, self.total, self.squares, self.hits = 2, 8.0, 50.0, 1  # a mild first guess

    def record(self, damage, hit):
        self.seconds += 1
        self.total += damage
        self.squares += damage**2
        self.hits += hit

    def danger(self, health, hits_left):
        """The probability of dying before the enemy does."""
        mean = self.total / self.seconds
        deviation = math.sqrt(max(self.squares / self.seconds - mean**2, 0.0))
        return death_probability(health, mean, deviation, hits_left * self.seconds / self.hits)


def play_session(fighter, rng, hamlet=True, seconds=SESSION):
    """Fifteen minutes of fights; deaths, and health, danger and help second by second."""
    observer, health, deaths = Observer(), FULL, 0
    hits_left, strength, calm, supplied = HITS_NEEDED, 1.0, CALM, False
    course = []
    for _ in range(seconds):
        danger, helped = 0.0, ""
        if calm > 0:
            calm -= 1
        else:
            damage = max(0.0, strength * rng.normal(DAMAGE_MEAN, DAMAGE_DEVIATION))
            hit = int(rng.random() < fighter.accuracy)
            observer.record(damage, hit)
            health, hits_left = health - damage, hits_left - hit
            danger = observer.danger(health, hits_left)
            needed = health > 0 and hits_left > 0 and danger > THRESHOLD
            if hamlet and needed and health < COMFORT and not supplied:
                health, supplied, helped = health + KIT, True, "kit"
            elif hamlet and needed and strength == 1.0:
                strength, helped = WEAKENED, "weaker enemy"
        course.append((health, danger, helped))
        if health <= 0 or hits_left == 0:
            died = health <= 0
            deaths += died
            if died:
                health = FULL
            elif rng.random() < 0.5:
                health = min(FULL, health + FOUND_KIT)
            hits_left, strength, calm, supplied = HITS_NEEDED, 1.0, CALM, False
    healths, dangers, helps = zip(*course, strict=True)
    return {"deaths": deaths, "health": healths, "danger": dangers, "help": helps}


def play_people(rngs, hamlet=True, seconds=SESSION):
    """The deaths of people of all sorts, from accurate to clumsy, one generator each."""
    accuracies = np.linspace(0.7, 0.25, len(rngs))
    return [
        play_session(Fighter(accuracy), rng, hamlet, seconds)["deaths"]
        for accuracy, rng in zip(accuracies, rngs, strict=True)
    ]

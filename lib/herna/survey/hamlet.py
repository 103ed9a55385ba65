"""Producer and consumer, the Hamlet system in Half-Life: thesis 1, sec. 3.1.

What it shows: a game is an economy. The world produces health and ammunition, the player keeps
stocks of both and consumes them in fights. A game that knows how likely his stocks are to run out
can step in before he dies, by supply (a health kit, a clip) and by demand (a weaker enemy), and so
lower the number of deaths.

Damage per second is taken as Gaussian; with health h left, the damage of the next t seconds kills
with the probability of equation 4. Readings: the text introduces F as the probability of damage up
to d, but integral and equation give that of more than d, the probability of death, and that is
used. The fights are our own: every second the player fires a shot, which hits with his accuracy, or
swings a crowbar, which hits half as often, when the clip is empty; six hits finish the enemy, who
does Gaussian damage every second (none when negative). After half of the fights a health kit lies
about, after half a clip. Hamlet learns the damage and the player's pace from what it has recorded
and expects a fight to last as long as the hits still needed take, twice as long for those that no
shot is left for. It steps in above 40 %: with a clip if the shots will not do, with a kit of 15 if
health is below 60, the mean that the policy aims at, and if that was not enough with an enemy of
0.7 times the strength, each once per fight, so that it helps without dragging anybody through. The
size of the damage is chosen so that people die about as often without Hamlet as in the study; how
much Hamlet helps is not.
"""

import math
from dataclasses import dataclass

import numpy as np

FULL, COMFORT = 100.0, 60.0
POCKETS, CLIP = 30, 8  # the most shots one can carry; shots in a clip that the world supplies
CROWBAR = 0.5  # how often it hits, compared with a shot
THRESHOLD = 0.4
KIT, FOUND_KIT = 15.0, 25.0
HITS_NEEDED, CALM = 6, 8  # hits to finish an enemy; quiet seconds between two fights
DAMAGE_MEAN, DAMAGE_DEVIATION = 1.5, 2.5
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
    """A player who hits an enemy with this probability every second, as long as he has shots."""

    accuracy: float


@dataclass
class Inventory:
    """The player's stocks: what the world produces goes in, what fights consume comes out."""

    health: float = FULL
    shots: int = POCKETS

    def heal(self, points):
        self.health = min(FULL, self.health + points)

    def load(self, shots):
        self.shots = min(POCKETS, self.shots + shots)

    def attack(self, fighter, rng):
        """One second of fighting back; 1 for a hit."""
        armed = self.shots > 0
        self.shots -= armed
        return int(rng.random() < fighter.accuracy * (1.0 if armed else CROWBAR))


class Observer:
    """What Hamlet has recorded: the damage of every second of fighting, and the player's pace."""

    def __init__(self):
        self.seconds, self.total, self.squares = 2, 8.0, 50.0  # a mild first guess
        self.fired, self.hits = 2, 1  # shots only; the crowbar's pace follows from them

    def record(self, damage, armed, hit):
        self.seconds += 1
        self.total += damage
        self.squares += damage**2
        self.fired += armed
        self.hits += armed and hit

    def shots_needed(self, hits_left):
        return hits_left * self.fired / self.hits

    def time_needed(self, hits_left, shots):
        """Seconds until the enemy is finished: shots as far as they go, then the crowbar."""
        wanted = self.shots_needed(hits_left)
        return min(wanted, shots) + max(wanted - shots, 0) / CROWBAR

    def danger(self, stocks, hits_left):
        """The probability of dying before the enemy does."""
        mean = self.total / self.seconds
        deviation = math.sqrt(max(self.squares / self.seconds - mean**2, 0.0))
        time = self.time_needed(hits_left, stocks.shots)
        return death_probability(stocks.health, mean, deviation, time)


@dataclass
class Fight:
    """One enemy: how many hits he still takes, how strong he is, and the help given against him."""

    hits_left: int = HITS_NEEDED
    strength: float = 1.0
    supplied: tuple[str, ...] = ()


def intervene(stocks, fight, observer):
    """What Hamlet does about a fight that is going badly: the help given, or nothing."""
    if "clip" not in fight.supplied and stocks.shots < observer.shots_needed(fight.hits_left):
        stocks.load(CLIP)
        helped = "clip"
    elif "kit" not in fight.supplied and stocks.health < COMFORT:
        stocks.heal(KIT)
        helped = "kit"
    elif fight.strength == 1.0:
        fight.strength = WEAKENED
        helped = "weaker enemy"
    else:
        return ""
    fight.supplied += (helped,)
    return helped


def play_session(fighter, rng, hamlet=True, seconds=SESSION):
    """Fifteen minutes of fights; deaths, and stocks, danger and help second by second."""
    observer, stocks, fight = Observer(), Inventory(), Fight()
    deaths, calm, course = 0, CALM, []
    for _ in range(seconds):
        danger, helped = 0.0, ""
        if calm > 0:
            calm -= 1
        else:
            damage = max(0.0, fight.strength * rng.normal(DAMAGE_MEAN, DAMAGE_DEVIATION))
            armed = stocks.shots > 0
            hit = stocks.attack(fighter, rng)
            observer.record(damage, armed, hit)
            stocks.health -= damage
            fight.hits_left -= hit
            danger = observer.danger(stocks, fight.hits_left)
            if hamlet and stocks.health > 0 and fight.hits_left > 0 and danger > THRESHOLD:
                helped = intervene(stocks, fight, observer)
        course.append((stocks.health, stocks.shots, danger, helped))
        if stocks.health <= 0:
            deaths, stocks = deaths + 1, Inventory()
        elif fight.hits_left == 0:
            stocks.heal(FOUND_KIT if rng.random() < 0.5 else 0)
            stocks.load(2 * CLIP if rng.random() < 0.5 else 0)
        else:
            continue
        fight, calm = Fight(), CALM
    names = ("health", "shots", "danger", "help")
    return {"deaths": deaths, **dict(zip(names, zip(*course, strict=True), strict=True))}


def play_people(rngs, hamlet=True, seconds=SESSION):
    """The deaths of people of all sorts, from accurate to clumsy, one generator each."""
    accuracies = np.linspace(0.7, 0.25, len(rngs))
    return [
        play_session(Fighter(accuracy), rng, hamlet, seconds)["deaths"]
        for accuracy, rng in zip(accuracies, rngs, strict=True)
    ]

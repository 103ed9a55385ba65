"""The truel, a duel of three: who should shoot at whom? Thesis 3, sec. 2.2.

A, B and C fire one after another, always in the same order, and hit with fixed probabilities. A
*plan* says in three letters at whom A, B and C aim while all three stand: in "BA-" A aims at B, B
at A, and C fires into the air. When two are left, each shoots at the other.

With unlimited bullets to survive means to be the last one standing; a stand-off without end, in
which nobody ever hits, counts for nobody. With a number of bullets each, several may survive. Who
shoots into the air uses up a bullet.

All accuracies may be arrays of shape (..., 3), so a whole grid of truels is solved in one step.
"""

import itertools
from dataclasses import dataclass

import numpy as np

from herna.errors import HernaError, require_number, require_whole, shown
from herna.theory.matrix import MatrixGame, matrix_game

SHOOTERS = "ABC"
AIR = "-"
ORDERS = tuple("".join(order) for order in itertools.permutations(SHOOTERS))
PLANS = tuple("".join(plan) for plan in itertools.product("BC-", "AC-", "AB-"))
AT_THE_STRONGER, ALLIED = "BAA", "CCA"  # everybody for himself; A and B against C
MOST_BULLETS = 6
MOST_TURNS = 30_000  # of a simulated game
SAME = 1e-12


# One step.


def duel(first, second):
    """How likely the one who shoots first is to win a duel, by the accuracies of both.

    >>> round(float(duel(1 / 3, 2 / 3)), 4)
    0.4286
    """
    first, second = np.asarray(first, float), np.asarray(second, float)
    ends = 1 - (1 - first) * (1 - second)
    return np.divide(first, ends, out=np.zeros(np.shape(ends)), where=ends > 0)


def _after_a_hit(accuracies, shooter, target):
    """Everybody's chance to win once `shooter` has hit `target`: the third one fires next."""
    (third,) = {0, 1, 2} - {shooter, target}
    chances = np.zeros_like(accuracies)
    chances[..., third] = duel(accuracies[..., third], accuracies[..., shooter])
    chances[..., shooter] = duel(accuracies[..., shooter], accuracies[..., third]) * (
        1 - accuracies[..., third]
    )
    return chances


# A given plan.


def survival(accuracies, plan, order="CBA", bullets=None):
    """Each shooter's exact chance to survive, array (..., 3).

    A turn of all three is a Markov chain that ends with a hit or begins anew, so the chance is that
    of the hits of one turn divided by the chance that there is any.

    >>> survival((1, 2 / 3, 1 / 3), "BA-").round(3).tolist()
    [0.222, 0.381, 0.397]
    """
    accuracies, aims, turns = _checked(accuracies), _aims(plan), _turns(order)
    if bullets is not None:
        return _with_bullets(accuracies, aims, turns, bullets)
    total, still_three = np.zeros_like(accuracies), np.ones(accuracies.shape[:-1])
    for shooter in turns:
        if aims[shooter] is None:
            continue
        hit = still_three * accuracies[..., shooter]
        total += hit[..., None] * _after_a_hit(accuracies, shooter, aims[shooter])
        still_three = still_three - hit
    ends = (1 - still_three)[..., None]
    return np.divide(total, ends, out=np.zeros_like(total), where=ends > 0)


def _with_bullets(accuracies, aims, turns, bullets):
    require_whole("truel", "bullets", bullets, 1, MOST_BULLETS)
    found = np.zeros_like(accuracies)
    for place in np.ndindex(accuracies.shape[:-1]):
        chances = outcomes(accuracies[place], aims, turns, bullets)
        for seat, letter in enumerate(SHOOTERS):
            found[(*place, seat)] = sum(p for alive, p in chances.items() if letter in alive)
    return found


def outcomes(accuracies, plan, order="CBA", bullets=1):
    """How likely each group of shooters is to survive when bullets are limited.

    >>> outcomes((1, 1, 1), "BA-")
    {'BC': 1.0}
    """
    require_whole("truel", "bullets", bullets, 1, MOST_BULLETS)
    accuracies = _checked(accuracies)
    aims, turns = _aims(plan), _turns(order)
    now = {(0, 1, 2): 1.0}
    for shooter in turns * bullets:
        after: dict = {}
        for alive, p in now.items():
            target = _target(alive, shooter, aims)
            hit = 0.0 if target is None else float(accuracies[shooter])
            for left, share in ((alive, 1 - hit), (_but(alive, target), hit)):
                if share:
                    after[left] = after.get(left, 0.0) + p * share
        now = after
    return {"".join(SHOOTERS[seat] for seat in alive): p for alive, p in sorted(now.items())}


def _target(alive, shooter, aims):
    """At whom a shooter fires: by plan while three stand, at the other one when two do."""
    if shooter not in alive or len(alive) == 1:
        return None
    return aims[shooter] if len(alive) == 3 else next(iter(set(alive) - {shooter}))


def _but(alive, target):
    return tuple(seat for seat in alive if seat != target)


def simulate(accuracies, plan, order, games, rng, bullets=None):
    """Play so many truels; who survived, array (games, 3) of True and False.

    Without a bound on bullets a game without a winner after so many turns (`MOST_TURNS`) is a
    stand-off, which nobody survives.
    """
    require_whole("truel", "games", games, 1, 10_000_000)
    accuracies, aims, turns = _checked(accuracies), _aims(plan), _turns(order)
    alive = np.ones((games, 3), bool)
    going = np.arange(games)
    limit = MOST_TURNS if bullets is None else 3 * bullets
    for turn in range(limit):
        shooter = turns[turn % 3]
        hits = going[(rng.random(len(going)) < accuracies[shooter]) & alive[going, shooter]]
        targets = _targets(alive[hits], shooter, aims)
        alive[hits[targets >= 0], targets[targets >= 0]] = False
        going = going[alive[going].sum(axis=1) > 1]
        if not len(going) or (len(going) == games and not _can_hit(accuracies, aims)):
            break
    if bullets is None:
        alive[going] = False
    return alive


def _targets(alive, shooter, aims):
    """At whom the shooter fires in each game; -1: into the air, or there is nobody left."""
    others = alive.copy()
    others[:, shooter] = False
    last = np.where(others.any(axis=1), others.argmax(axis=1), -1)
    planned = -1 if aims[shooter] is None else aims[shooter]
    return np.where(others.sum(axis=1) == 2, planned, last)


def _can_hit(accuracies, aims):
    return any(aims[seat] is not None and accuracies[seat] > 0 for seat in range(3))


# The best plan.


def options_of(shooter, air=True):
    """At whom a shooter may aim while three stand, as letters."""
    others = tuple(letter for letter in SHOOTERS if letter != shooter)
    return (*others, AIR) if air else others


def with_aim(plan, shooter, target):
    """A plan in which one shooter aims elsewhere.

    >>> with_aim("BAA", "C", "-")
    'BA-'
    """
    place = SHOOTERS.index(shooter)
    return plan[:place] + target + plan[place + 1 :]


def choices(accuracies, shooter, plan, order="CBA", air=True):
    """A shooter's chance to survive for each of his aims, if the others keep to the plan."""
    seat = SHOOTERS.index(shooter)
    return {
        target: survival(accuracies, with_aim(plan, shooter, target), order)[..., seat]
        for target in options_of(shooter, air)
    }


def best_plans(accuracies, order="CBA", air=True):
    """Plans for unlimited bullets from which nobody gains by aiming elsewhere.

    >>> best_plans((1, 2 / 3, 1 / 3))
    ['BA-']
    >>> best_plans((1, 2 / 3, 1 / 3), air=False)
    ['BAA']
    """
    accuracies = _checked(accuracies)
    plans = [plan for plan in PLANS if air or AIR not in plan]
    return [plan for plan in plans if _stable(accuracies, plan, order, air)]


def _stable(accuracies, plan, order, air):
    own = survival(accuracies, plan, order)
    return all(
        (chance <= own[..., seat] + SAME).all()
        for seat, shooter in enumerate(SHOOTERS)
        for chance in choices(accuracies, shooter, plan, order, air).values()
    )


@dataclass(frozen=True)
class Line:
    """What follows from the first shot by best play: his aim, everybody's chances, who survives."""

    aims: tuple[tuple[str, str], ...]  # (shooter, target) along the line in which all shots hit
    chances: tuple[float, ...]  # of A, B and C to survive
    left: float  # shooters that survive on average


def solve_bullets(accuracies, order="CBA", bullets=1, air=True):
    """Every first aim with what follows by best play when bullets are limited, best first.

    Solved backwards from the last bullet. Among aims that are equally good for himself, a shooter
    takes the one that leaves fewer others alive.

    >>> best = solve_bullets((1, 1, 1))[0]
    >>> best.aims, best.chances
    ((('C', '-'), ('B', 'A')), (0.0, 1.0, 1.0))
    """
    require_whole("truel", "bullets", bullets, 1, MOST_BULLETS)
    accuracies, turns = _checked(accuracies), _turns(order) * bullets
    known: dict = {}

    def lines(alive, turn):
        if (alive, turn) not in known:
            known[alive, turn] = _lines(alive, turn)
        return known[alive, turn]

    def _lines(alive, turn):
        if turn == len(turns) or len(alive) == 1:
            return [Line((), tuple(float(seat in alive) for seat in range(3)), float(len(alive)))]
        shooter = turns[turn]
        if shooter not in alive:
            return lines(alive, turn + 1)
        aims: list = [seat for seat in alive if seat != shooter]
        aims += [None] if air or len(alive) == 2 else []
        found = [_line(alive, turn, shooter, target) for target in aims]
        return sorted(found, key=lambda line: (-round(line.chances[shooter], 9), line.left))

    def _line(alive, turn, shooter, target):
        missed = lines(alive, turn + 1)[0]
        letter = SHOOTERS[shooter]
        if target is None:
            return Line(((letter, AIR), *missed.aims), missed.chances, missed.left)
        hit, p = lines(_but(alive, target), turn + 1)[0], float(accuracies[shooter])
        mixed = [p * x + (1 - p) * y for x, y in zip(hit.chances, missed.chances, strict=True)]
        left = p * hit.left + (1 - p) * missed.left
        follows = hit if p > 0 else missed
        return Line(((letter, SHOOTERS[target]), *follows.aims), tuple(mixed), left)

    return lines((0, 1, 2), 0)


# Alliances.


@dataclass(frozen=True, eq=False)
class Grid:
    """Truels over a grid of accuracies A > B > C, without and with A and B allied against C."""

    accuracies: np.ndarray  # (truels, 3)
    without: np.ndarray  # chances to survive
    allied: np.ndarray

    @property
    def gain(self):
        """What the alliance brings A, B and C."""
        return self.allied - self.without

    @property
    def distance(self):
        """P(b) - P(c)."""
        return (self.accuracies[:, 1] - self.accuracies[:, 2]).round(9)

    @property
    def ordered(self):
        """Where C survives most often without an alliance, and B least."""
        a, b, c = self.without.T
        return (c > a) & (a > b)

    def pays(self, shooter):
        """Where a shooter profits from the alliance."""
        return self.gain[:, SHOOTERS.index(shooter)] > SAME


def alliance_grid(low=0.6, high=1.0, steps=20, order="ABC", allied=ALLIED, equals=False):
    """Every truel with A > B > C on a grid from `low` to `high`, cut into so many steps.

    allied : the plan of the alliance; "CC-" if C does not defend himself
    equals : whether C may be as good as B
    """
    require_whole("alliance grid", "steps", steps, 2, 60)
    for field, value in (("low", low), ("high", high)):
        require_number("alliance grid", field, value, 0, 1)
    if low >= high:
        raise HernaError(f"alliance grid: low is {low}; allowed: a number below high, {high}")
    values = np.linspace(low, high, steps + 1)[::-1].round(9).tolist()
    triples = itertools.combinations_with_replacement(values, 3)
    kept = [(a, b, c) for a, b, c in triples if a > b and (equals or b > c)]
    accuracies = np.array(kept)
    return Grid(
        accuracies,
        survival(accuracies, AT_THE_STRONGER, order),
        survival(accuracies, allied, order),
    )


def at_the_stronger(accuracies):
    """The plan in which everybody aims at the better of his two opponents.

    Without air shots nothing is ever better: a miss leaves the same truel whoever was missed, and
    after a hit the other opponent fires first, which hurts less the worse he is.

    >>> at_the_stronger((0.5, 0.9, 0.7))
    'BCB'
    """
    accuracies = _checked(accuracies)
    return "".join(
        max(options_of(shooter, air=False), key=lambda who: accuracies[SHOOTERS.index(who)])
        for shooter in SHOOTERS
    )


def likely_plan(accuracies, order="CBA", air=True, alliance=False):
    """How shooters who think will aim; allied, A and B at C, who defends himself as best he can."""
    if alliance:
        aims = choices(accuracies, "C", ALLIED, order, air)
        return with_aim(ALLIED, "C", max(aims, key=lambda target: aims[target]))
    if air and (found := best_plans(accuracies, order)):
        return found[0]
    return at_the_stronger(accuracies)


def betrayal(accuracies, order="ABC") -> MatrixGame:
    """A and B, who may each keep to the alliance (shoot C) or break it, as a table of chances."""
    words = {"keep": ("C", "C"), "break": ("B", "A")}
    chances = np.array(
        [
            [survival(accuracies, words[a][0] + words[b][1] + "A", order) for b in words]
            for a in words
        ]
    )
    names = tuple(words)
    return matrix_game(chances[..., 0], chances[..., 1], names, names, ("A", "B"))


# Input.


def _checked(accuracies):
    try:
        array = np.array(accuracies, float)
    except (TypeError, ValueError):
        array = np.array(np.nan)
    fits = array.ndim and array.shape[-1] == 3 and array.size
    if not fits or not ((array >= 0) & (array <= 1)).all():
        raise HernaError(
            f"truel: accuracies are {shown(accuracies)}; allowed: three numbers from 0 to 1, of A, "
            "B and C"
        )
    return array


def _aims(plan):
    """A plan as the seat that each shooter aims at, None for the air."""
    if isinstance(plan, tuple):
        return plan
    if plan not in PLANS:
        raise HernaError(
            f"truel: plan is {shown(plan)}; allowed: the targets of A, B and C in three letters, "
            "such as BAA, with - for the air and nobody at himself"
        )
    return tuple(None if letter == AIR else SHOOTERS.index(letter) for letter in plan)


def _turns(order):
    if isinstance(order, tuple):
        return order
    if order not in ORDERS:
        raise HernaError(f"truel: order is {shown(order)}; allowed: {', '.join(ORDERS)}")
    return tuple(SHOOTERS.index(letter) for letter in order)

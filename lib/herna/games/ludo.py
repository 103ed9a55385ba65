"""Ludo as thesis 1 plays it (sec. 5.1.2): a race in which the die can belong to an environment.

Two to four players, four figures each, a ring of 40 squares and four home squares per player.
Roll and move one figure forward by the roll. A figure that lands on an opponent sends it back to
its house; leaving the house takes a 6 and uses it up. Figures on safe squares cannot be sent
back: a roll that would land on one is not playable. There is no extra roll after a 6. First to
bring all four figures home wins. Chance nodes: one per roll, outcomes 1 to 6, equally likely.

Moves are figures, 0 to 3. With nothing to move the turn passes by itself, counted as a round with
no choice. Positions are relative to their owner: HOUSE, 0..39 on the ring (0 is his entry),
40..43 at home.

Readings, where the thesis is silent; each is a parameter with the reading chosen as its default:
- *Start*: the thesis puts all figures on the ring to shorten the game; here on four squares from
  `start` on, by default 0 to 3.
- *Safe squares*: `safe_squares` is 8 (the four entries and the square five further), 4 (entries
  only) or 0. With 8 players have as many moves to choose from as in the thesis (notebook 15).
- *Jumping* over figures is allowed; without `jumping` no figure passes another, friend or foe.
- *At home* figures may move on (`home_moves`). A home square is entered by the exact roll, two
  figures never share one.
- *Heuristic* (expected turns to finish, summed over figures, gain is its negative): ring squares
  ahead of the home / 3.5; 4/3 more in the house; 4 more for every figure not yet home, or only for
  those at most `waiting` squares before it; a figure off the safe squares with an opponent at most
  six squares behind risks a sixth of the turns it took to get where it is, 4/3 for leaving the
  house included (`house_risk`), counted once or for every such opponent (`each_threat`).
- *Pending roll*: one that can be played counts as roll / 3.5 turns already gained, so that an
  environment player that looks one roll ahead sees a difference; not so without `pending_pips`.
  With `pending_reply` it counts as played, by the move that leaves its player best; but the thesis
  says that E-HillClimber needs to know no moves.
- *Value*: players choose by their own gain; `by_status` lets them choose by their lead.
- *Margin*: told in whole turns, as the printed means of end margins are those of whole numbers.
- *Believability*: per player the unevenness of his rolls beyond a `threshold` of 8, plus `penalty`
  1 for every roll that is the third or later equal one in a row. With these fair dice look as
  believable as in the thesis.

Said by the thesis: two players sit opposite each other, as the first and third of four, and with no
figure on the ring one rolls up to three times, until a 6. A roll that allows a move at home is
played at once, too.
"""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from herna.compiled import kernel, record, rule
from herna.errors import require_among, require_number, require_switch, require_whole
from herna.game import CHANCE, OVER, Game
from herna.metrics.frequency import uneven_beyond
from herna.rules import bind

SEATS, FIGURES, RING, TRACK = 4, 4, 40, 44
HOUSE = -1
SPREAD = 10  # squares between the entries of neighbouring seats
SAFE_STEPS = {0: (), 4: (0,), 8: (0, 5)}  # by their number: which squares of every ten are safe
ROLLS_WITHOUT_FIGURE = 3
NO_JUMPING, NO_HOME_MOVES = 1, 2
VALUING = (  # readings of the heuristic
    "house_risk",
    "each_threat",
    "pending_pips",
    "pending_reply",
    "by_status",
)


# A set of squares is an integer with a bit for each: bit 0 for the house, bit 1 + p for position p.
ONE = np.int64(1)  # 64 bits wide even where figures are 32, when interpreted
ON_RING = (1 << RING) - 1 << 1
NOWHERE = 1 | (1 << 6) - 1 << 1 + TRACK  # the house, and where a roll leads beyond the last square

STATE = record(
    ("figures", "i4", (SEATS, FIGURES)),  # position relative to the owner, per seat
    ("squares", "i8", SEATS),  # the same as sets, figures in the house left out
    ("turn", "i4"),
    ("roll", "i4"),  # 0: the die is to be rolled
    ("rolls", "i4"),  # rolls made in this turn
    ("movable", "i4"),  # which figures the roll can move, bit by bit
    ("completed", "i4"),  # turns finished
    ("players", "i4"),
    ("safe", "i8"),  # a set of squares, the same seen from every entry
    ("won", "i4"),  # 1: whoever moved last has all figures home
    ("pinning", "i4"),  # readings that hold figures back, a set of NO_JUMPING and NO_HOME_MOVES
    ("waiting", "i4"),  # readings, see above
    ("house_risk", "i4"),
    ("each_threat", "i4"),
    ("pending_pips", "i4"),
    ("pending_reply", "i4"),
    ("by_status", "i4"),
)

LEDGER = record(
    ("threshold", "f8"),
    ("penalty", "f8"),
    ("counts", "i8", (4, 6)),  # how often each seat rolled each face
    ("last", "i8", 4),  # the face each seat rolled last
    ("streak", "i8", 4),  # how many times in a row
    ("repeats", "i8"),  # third or later equal rolls in a row
)


@rule
def to_move(s):
    if s.roll > 0:
        return s.turn
    return OVER if s.won else CHANCE


@rule
def moves(s, out):
    if s.roll == 0:
        for face in range(6):
            out[face] = face + 1
        return 6
    count = 0
    for figure in range(FIGURES):
        out[count] = figure  # overwritten unless counted; a branch here would be a guess
        count += s.movable >> figure & 1
    return count


@rule
def step(s, move):
    if s.roll == 0:
        roll_die(s, move)
    else:
        move_figure(s, move)
        pass_turn(s)


@rule
def returns(s, out):
    """1 for the winner, -1 for the others, 0 while the game is on."""
    winner = previous_seat(s)
    for seat in range(s.players):
        out[seat] = 0.0 if not s.won else (1.0 if seat == winner else -1.0)


@rule
def rounds(s):
    return s.completed


@rule
def gains(s, out):
    """Minus the expected turns to finish; a pending roll counts as gained, or as played."""
    if s.roll > 0 and s.pending_reply:
        gains_after_reply(s, out)
        return
    for seat in range(s.players):
        out[seat] = gain(s, seat)
    if s.roll > 0 and s.pending_pips:
        out[s.turn] += s.roll / 3.5


@rule
def values(s, out):
    """What players choose by: their gain or their lead, which is negative for all but one."""
    gains(s, out)
    if not s.by_status:
        return
    leader, best, second = 0, -math.inf, -math.inf
    for seat in range(s.players):
        if out[seat] > best:
            leader, best, second = seat, out[seat], best
        elif out[seat] > second:
            second = out[seat]
    for seat in range(s.players):
        out[seat] -= second if seat == leader else best


@rule
def note(ledger, s, roll):
    """Remember a roll of the seat on turn."""
    seat = s.turn
    ledger.counts[seat, roll - 1] += 1
    ledger.streak[seat] = ledger.streak[seat] + 1 if ledger.last[seat] == roll else 1
    ledger.last[seat] = roll
    if ledger.streak[seat] >= 3:
        ledger.repeats += 1


@rule
def believability(ledger):
    total = ledger.penalty * ledger.repeats
    for seat in range(4):
        total += uneven_beyond(ledger.counts[seat], ledger.threshold)
    return total


# Turns.


@rule
def roll_die(s, face):
    s.roll = face
    s.rolls += 1
    s.movable = movable_figures(s)
    if s.pinning:
        s.movable &= ~pinned(s)
    if s.movable:
        return
    if s.squares[s.turn] & ON_RING or s.rolls == ROLLS_WITHOUT_FIGURE:
        pass_turn(s)
    else:
        s.roll = 0


@rule
def pass_turn(s):
    s.turn = s.turn + 1 if s.turn + 1 < s.players else 0
    s.roll, s.rolls, s.movable = 0, 0, 0
    s.completed += 1


@rule
def previous_seat(s):
    return s.turn - 1 if s.turn > 0 else s.players - 1


@rule
def is_home(s, seat):
    for figure in range(FIGURES):
        if s.figures[seat, figure] < RING:
            return False
    return True


# Squares.


@rule
def offset(s, seat):
    """Where on the ring a seat enters; two players sit opposite each other."""
    return seat * (2 * SPREAD if s.players == 2 else SPREAD)


@rule
def only(position):
    """The set of one square."""
    return ONE << position + 1


@rule
def contains(squares, position):
    """1 if the square is in the set, else 0."""
    return squares >> position + 1 & 1


@rule
def put(s, seat, figure, there):
    """Take a figure from where it is and put it on another square, or into the house."""
    left = s.squares[seat] & ~only(s.figures[seat, figure])
    s.figures[seat, figure] = there
    s.squares[seat] = (left | only(there)) & ~only(HOUSE)


@rule
def opponents(s, seat, among):
    """Those of some ring squares on which opponents stand, counted from a seat's own entry.

    Figures of seats that nobody took are in the house.
    """
    squares = 0
    for further in range(1, SEATS):
        other = (seat + further) % SEATS
        squares |= turned(s.squares[other] & among, offset(s, further) % RING)
    return squares


@rule
def turned(squares, steps):
    """Ring squares, all moved on by less than a full turn."""
    return (squares << steps | squares >> RING - steps) & ON_RING


# Moving.


@rule
def movable_figures(s):
    """Which figures the pending roll can move, bit by bit."""
    blocked = NOWHERE | s.squares[s.turn] | opponents(s, s.turn, s.safe)
    movable = 0
    for figure in range(FIGURES):
        movable |= contains(~blocked, target(s, figure)) << figure
    return movable


@rule
def pinned(s):
    """Which figures of the seat on turn stricter readings hold back, bit by bit."""
    held = jumpers(s) if s.pinning & NO_JUMPING else 0
    for figure in range(FIGURES):
        if s.pinning & NO_HOME_MOVES and s.figures[s.turn, figure] >= RING:
            held |= 1 << figure
    return held


@rule
def jumpers(s):
    """Which figures of the seat on turn would jump over others, bit by bit."""
    figures = s.squares[s.turn] | opponents(s, s.turn, ON_RING)
    jumping = 0
    for figure in range(FIGURES):
        here, there = s.figures[s.turn, figure], target(s, figure)
        between = only(there) - only(here + 1) if there > here >= 0 else 0
        jumping |= (1 if figures & between else 0) << figure
    return jumping


@rule
def target(s, figure):
    """Where the pending roll would take a figure of the seat on turn, be it NOWHERE."""
    here = s.figures[s.turn, figure]
    entry = 0 if s.roll == 6 else HOUSE
    return entry if here == HOUSE else here + s.roll


@rule
def opponent_on(s, there):
    """The opponent's figure on a square relative to the seat on turn, as seat * 4 + figure."""
    for further in range(1, SEATS):
        seat = (s.turn + further) % SEATS
        position = there - offset(s, further) % RING
        if position < 0:
            position += RING
        for figure in range(FIGURES):
            if s.figures[seat, figure] == position:
                return seat * FIGURES + figure
    return -1


@rule
def move_figure(s, figure):
    there = target(s, figure)
    if there < RING and contains(opponents(s, s.turn, ON_RING), there):
        hit = opponent_on(s, there)
        put(s, hit // FIGURES, hit % FIGURES, HOUSE)
    put(s, s.turn, figure, there)
    if there >= RING:
        s.won = is_home(s, s.turn)


# The heuristic, and its four parts, in turns, for a figure on a square.


@rule
def gain(s, seat):
    """Minus the turns that a seat is expected to take from here, whatever was rolled."""
    total = 0.0
    hunters = opponents(s, seat, ON_RING)
    hunted = hunted_squares(s, hunters)
    for figure in range(FIGURES):
        here = s.figures[seat, figure]
        turns = way_ahead(here) + in_house(here) + before_home(s, here)
        if contains(hunted, here):
            turns += under_threat(s, here, hunters)
        total -= turns
    return total


@kernel
def gains_after_reply(s, out):
    """Everybody's gain after the move that is best for the seat on turn, which is not made."""
    best = -math.inf
    for figure in range(FIGURES):
        if not s.movable >> figure & 1:
            continue
        here, there = s.figures[s.turn, figure], target(s, figure)
        hit = opponent_on(s, there) if there < RING else -1
        lost = s.figures[hit // FIGURES, hit % FIGURES] if hit >= 0 else HOUSE
        if hit >= 0:
            put(s, hit // FIGURES, hit % FIGURES, HOUSE)
        put(s, s.turn, figure, there)
        own = gain(s, s.turn)
        if own > best:
            best = own
            for seat in range(s.players):
                out[seat] = gain(s, seat)
        put(s, s.turn, figure, here)
        if hit >= 0:
            put(s, hit // FIGURES, hit % FIGURES, lost)


@rule
def way_ahead(here):
    return 0.0 if here >= RING else (RING - max(here, 0)) / 3.5


@rule
def in_house(here):
    return 4 / 3 if here == HOUSE else 0.0


@rule
def before_home(s, here):
    return 4.0 if RING - s.waiting <= max(here, 0) < RING else 0.0


@rule
def under_threat(s, here, hunters):
    """For a figure with at least one opponent close behind."""
    turns = (here / 3.5 + (4 / 3 if s.house_risk else 0.0)) / 6
    if not s.each_threat:
        return turns
    threats = 0
    for roll in range(1, 7):
        threats += contains(turned(hunters, roll), here)
    return turns * threats


@rule
def hunted_squares(s, hunters):
    """Ring squares that are not safe and have one of the hunters at most six squares behind."""
    squares = 0
    for roll in range(1, 7):
        squares |= turned(hunters, roll)
    return squares & ~s.safe


@dataclass(frozen=True)
class Ludo(Game):
    n_players: int = 4
    safe_squares: int = 8
    start: int = 0  # where the hindmost figure of everybody stands at first
    threshold: float = 8.0  # unevenness of the rolls that is forgiven
    penalty: float = 1.0  # for every third or later equal roll in a row
    jumping: bool = True  # figures may pass others
    home_moves: bool = True  # figures may move on at home
    waiting: int = RING  # so many squares before the home the 4 turns of waiting are expected
    house_risk: bool = True  # a threatened figure risks the turns to leave the house, too
    each_threat: bool = False  # every opponent behind it counts
    pending_pips: bool = True  # a roll that can be played counts as gained
    pending_reply: bool = False  # it counts as played, by the move that leaves its player best
    by_status: bool = False  # players choose by their lead

    name: ClassVar[str] = "ludo"
    state_type: ClassVar = STATE
    ledger_type: ClassVar = LEDGER
    max_moves: ClassVar[int] = 6
    whole_margin: ClassVar[bool] = True
    feature_names: ClassVar = ("way ahead", "in house", "before home", "under threat")
    rules: ClassVar = bind(
        STATE,
        LEDGER,
        to_move=to_move,
        moves=moves,
        step=step,
        returns=returns,
        rounds=rounds,
        gains=gains,
        values=values,
        note=note,
        believability=believability,
    )

    def __post_init__(self):
        require_whole("ludo", "n_players", self.n_players, 2, 4)
        require_among("ludo", "safe_squares", self.safe_squares, SAFE_STEPS)
        require_whole("ludo", "start", self.start, 0, RING - FIGURES)
        require_number("ludo", "threshold", self.threshold, low=0)
        require_number("ludo", "penalty", self.penalty, low=0)
        require_whole("ludo", "waiting", self.waiting, 0, RING)
        for switch in ("jumping", "home_moves", *VALUING):
            require_switch("ludo", switch, getattr(self, switch))

    def setup(self, s):
        s.players, s.waiting = self.n_players, self.waiting
        for switch in VALUING:
            setattr(s, switch, getattr(self, switch))
        s.pinning = NO_JUMPING * (not self.jumping) + NO_HOME_MOVES * (not self.home_moves)
        s.safe = sum(2 << square for square in range(RING) if self.is_safe(square))
        places = range(self.start, self.start + FIGURES)
        s.figures[:] = HOUSE
        s.figures[: self.n_players] = places
        s.squares[: self.n_players] = sum(2 << place for place in places)

    def is_safe(self, square):
        """Safe squares repeat every ten squares, so relative and ring positions agree."""
        return square % SPREAD in SAFE_STEPS[self.safe_squares]

    def setup_ledger(self, ledger):
        ledger.threshold, ledger.penalty = self.threshold, self.penalty

    def features(self, state, seat):
        figures = state.figures[seat].tolist()
        s = state.array[0]
        hunters = opponents(s, seat, ON_RING)
        hunted = hunted_squares(s, hunters)
        turns = (
            (way_ahead(here) for here in figures),
            (in_house(here) for here in figures),
            (before_home(s, here) for here in figures),
            (under_threat(s, here, hunters) for here in figures if contains(hunted, here)),
        )
        return tuple(0.0 - sum(part) for part in turns)

    def move_name(self, state, move):
        if state.roll == 0:
            return f"rolls {move}"
        here, there = state.figures[state.turn, move], target(state.array[0], move)
        return f"{square_name(here)} to {square_name(there)}{self._hit_name(state, there)}"

    def _hit_name(self, state, there):
        hit = opponent_on(state.array[0], there) if there < RING else -1
        return f", sends {self.seat_name(hit // FIGURES)} back" if hit >= 0 else ""

    def seat_name(self, seat):
        names = ("blue", "green") if self.n_players == 2 else ("blue", "orange", "green", "purple")
        return names[seat]

    def text(self, state):
        lines = []
        for seat in range(self.n_players):
            places = " ".join(square_name(p).rjust(5) for p in state.figures[seat])
            mark = ">" if seat == state.turn and self.to_move(state) != OVER else " "
            roll = f"  rolled {state.roll}" if mark == ">" and state.roll else ""
            lines.append(f"{mark} {self.seat_name(seat):<6} {places}{roll}")
        return "\n".join(lines)


def square_name(position):
    """A square as its owner calls it: house, 0..39, home1..home4."""
    if position == HOUSE:
        return "house"
    return str(position) if position < RING else f"home{position - RING + 1}"

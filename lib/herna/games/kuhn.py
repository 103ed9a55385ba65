"""Kuhn poker: three cards, two players, one bet. The smallest game with hidden information.

Each player antes one chip and is dealt one of jack, queen and king. Pass or bet one chip; after a
bet the other passes (folds) or calls. The higher card takes the pot unless somebody folded.
Chance nodes: one per card dealt, each card still in the deck equally likely.
"""

from dataclasses import dataclass
from typing import ClassVar

from herna.compiled import record, rule
from herna.errors import require_whole
from herna.game import CHANCE, OVER, Game
from herna.kernels.dice import pick
from herna.rules import bind

PASS, BET = 0, 1
CARDS = ("jack", "queen", "king")
UNKNOWN = -1

STATE = record(
    ("dealt", "i4"),  # cards dealt so far
    ("cards", "i4", 2),  # the card of each seat, UNKNOWN before the deal
    ("bets", "i4", 3),  # the actions taken, in order
    ("acted", "i4"),  # how many
)


@rule
def to_move(s):
    if s.dealt < 2:
        return CHANCE
    if s.acted < 2:
        return s.acted
    if s.acted == 2 and s.bets[0] == PASS and s.bets[1] == BET:
        return 0
    return OVER


@rule
def moves(s, out):
    if s.dealt == 2:
        out[0], out[1] = PASS, BET
        return 2
    count = 0
    for card in range(3):
        if s.dealt == 0 or s.cards[0] != card:
            out[count] = card
            count += 1
    return count


@rule
def step(s, move):
    if s.dealt < 2:
        s.cards[s.dealt] = move
        s.dealt += 1
    else:
        s.bets[s.acted] = move
        s.acted += 1


@rule
def returns(s, out):
    out[0] = out[1] = 0.0
    if to_move(s) != OVER:
        return
    last, before = s.bets[s.acted - 1], s.bets[s.acted - 2]
    if last == PASS and before == BET:  # a fold: the bettor wins the ante
        winner, chips = (s.acted - 2) % 2, 1.0
    else:
        winner, chips = (0 if s.cards[0] > s.cards[1] else 1), (2.0 if last == BET else 1.0)
    out[winner], out[1 - winner] = chips, -chips


@rule
def rounds(s):
    return s.acted


@rule
def hide(s, seat):
    s.cards[1 - seat] = UNKNOWN


@rule
def sample(s, seat, rng):
    """Deal the other seat, if it has a card, one of those that this seat does not hold."""
    other = 1 - seat
    if s.dealt <= other:
        return
    if s.dealt <= seat:  # this seat has no card yet, so the other may hold any
        s.cards[other] = pick(rng, 3)
        return
    card = pick(rng, 2)
    s.cards[other] = card if card < s.cards[seat] else card + 1


@dataclass(frozen=True)
class KuhnPoker(Game):
    n_players: int = 2

    name: ClassVar[str] = "kuhn"
    state_type: ClassVar = STATE
    max_moves: ClassVar[int] = 3
    hidden_information: ClassVar[bool] = True
    rules: ClassVar = bind(
        STATE,
        to_move=to_move,
        moves=moves,
        step=step,
        returns=returns,
        rounds=rounds,
        hide=hide,
        sample=sample,
    )

    def __post_init__(self):
        require_whole("kuhn", "n_players", self.n_players, 2, 2)

    def setup(self, s):
        s.cards[:] = UNKNOWN

    def move_name(self, state, move):
        if state.dealt < 2:
            return f"deals the {CARDS[move]}"
        return "bet" if move == BET else "pass"

    def text(self, state):
        cards = " ".join("?" if card == UNKNOWN else CARDS[card] for card in state.cards)
        bets = " ".join("bet" if bet else "pass" for bet in state.bets[: state.acted])
        return f"cards {cards}; {bets or 'no action yet'}"

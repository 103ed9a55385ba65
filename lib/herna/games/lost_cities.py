"""Lost Cities as thesis 1 plays it (sec. 5.1.3): expeditions, and hands nobody else may see.

Two players, sixty cards: five colours of three investments and the numbers 2 to 10. Play one card,
then draw one. A card goes to one's own expedition of its colour, where numbers must rise and
investments come before all numbers, or to the top of the common discard pile of its colour. A card
is drawn from the deck, which is face down, or from the top of a pile, but a card just discarded
may not be taken back at once. The game is one deal and ends when the deck is empty. A started
expedition scores its numbers less 20, times 1 + investments, and 20 more with at least 8 cards; the
higher total wins.

Chance nodes: every card of the deal, which nobody may steer, and every card drawn from the deck.
Outcomes are the kinds of cards left, as likely as there are cards of the kind. A round ends when
the card was drawn. Moves are pairs of play and source, see `list_moves`.

A set of cards is an integer with a bit for each, twelve bits per colour: three investments, then
2 to 10. Investments of a colour are all the same, so a set that holds two of them always has the
first two bits, and moves and outcomes name the first. What follows from it is that two equal
positions are equal states, and that nobody learns anything from which investment he was given.

Readings, where the thesis is silent; those it leaves open are parameters with the reading chosen
as their default:
- *Taking back* the card just discarded is forbidden, as in the box; `take_back` allows it.
- *The end* is that of the box, and one deal makes a game: the thesis counts 51 rounds to a game,
  which is one deck, and its end margins are those of one deal.
- *Heuristic*: per started expedition 10 x its score, and the points of cards that still fit: those
  in hand x 8, on top of the pile x 7, in the deck x 3, or x `late_deck_weight` 2 from the fourth
  started expedition on. Investments have no points. In the end only 10 x score counts.
- *Value*: players choose by the difference to the opponent's gain (`by_difference`), since Minimax
  needs a game in which one loses what the other wins; otherwise by their own. A card about to be
  drawn adds its mean: otherwise one ply of look-ahead would find the deck no better than a useless
  card.
- *Believability*: per player the unevenness of the cards he was given, by class (investments,
  2-4, 5-7, 8-10) and half of that by colour, each beyond a `threshold` of 1. The deal counts
  (`deal_counts`), cards from piles do not. So honest deals look as believable as in the thesis.
- *Beliefs*: everybody remembers which cards were taken from the piles. Of the rules that weigh
  the others the thesis names the first two. (1) Who has started an expedition holds no card that
  fits it no more, as long as there are enough others. (2) A card that still fits one of his
  expeditions is `likely`, by default 4 against 2 of other cards; between our own players it is 1.6
  to 1.8 times as likely. (3) Who discarded a card that he could have played does not collect that
  colour, until he plays or takes one of it: its cards are `unlikely`, by default 1. So a person
  would think; our own players discard whatever is of no use at once. With 2 a rule has no effect.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from herna.compiled import record, rule
from herna.errors import require_number, require_switch, require_whole
from herna.game import CHANCE, OVER, Game
from herna.kernels.dice import pick
from herna.metrics.frequency import uneven_beyond
from herna.rules import bind

COLOURS = ("yellow", "blue", "white", "green", "red")
HUES, RANKS = 5, 12  # a rank is the place in a colour: 0 to 2 investments, 3 to 11 the 2 to 10
INVESTMENTS = 3
SOURCES = 1 + HUES  # to draw from: the deck, the five piles
LARGEST_HAND = 8
COST, BONUS, LONG = 20, 20, 8  # of an expedition; LONG many cards earn the bonus
PLAIN = 2  # how beliefs weigh a card that is neither likely nor unlikely

ONE = np.int64(1)  # 64 bits wide when interpreted, too
HUE = (1 << RANKS) - 1
ANY_INVESTMENT = (1 << INVESTMENTS) - 1
ALL = np.int64((1 << HUES * RANKS) - 1)
KINDS = np.int64(sum((HUE & ~0b110) << RANKS * hue for hue in range(HUES)))  # one of equal cards
STAKES = np.int64(sum(ANY_INVESTMENT << RANKS * hue for hue in range(HUES)))
FIRST_STAKES = np.int64(sum(1 << RANKS * hue for hue in range(HUES)))


# What there is to know of the cards of one colour, looked up by their twelve bits.


def _points(cards):
    return sum(rank - 1 for rank in range(INVESTMENTS, RANKS) if cards >> rank & 1)


def _score(cards):
    stakes, count = (cards & ANY_INVESTMENT).bit_count(), cards.bit_count()
    bonus = BONUS if count >= LONG else 0
    return (_points(cards) - COST) * (1 + stakes) + bonus if cards else 0


def _fitting(cards):
    """Which cards may be added to an expedition of these."""
    return HUE if cards <= ANY_INVESTMENT else HUE >> cards.bit_length() << cards.bit_length()


def _table(function):
    return np.array([function(cards) for cards in range(HUE + 1)], np.int64)


POINTS = _table(_points)
SCORE = _table(_score)
FITTING = _table(_fitting)
COUNT = _table(int.bit_count)
LOWEST = _table(lambda cards: (cards & -cards).bit_length() - 1)

STATE = record(
    ("take_back", "i4"),  # readings, see above
    ("late_deck_weight", "i4"),
    ("by_difference", "i4"),
    ("likely", "i4"),
    ("unlikely", "i4"),
    ("deck", "i8"),  # the cards nobody has got yet; without order, chance picks one
    ("hands", "i8", 2),
    ("known", "i8", 2),  # the cards in each hand that came from a pile, so that everybody knows
    ("expeditions", "i8", 2),
    ("piles", "i8", HUES),  # discarded cards, rank + 1 in four bits each, the top one lowest
    ("shuns", "i4", 2),  # colours that each seat seems not to collect, bit by bit
    ("left", "i4"),  # cards in the deck
    ("dealing", "i4"),  # cards still to be dealt before the first turn
    ("drawing", "i4"),  # 1: the seat on turn is about to get a card from the deck
    ("turn", "i4"),
    ("completed", "i4"),  # turns finished
)

LEDGER = record(
    ("threshold", "f8"),
    ("deal_counts", "i8"),
    ("classes", "i8", (2, 4)),  # cards given to each seat: investments, 2-4, 5-7, 8-10
    ("colours", "i8", (2, HUES)),
)


@rule
def to_move(s):
    if s.dealing + s.drawing > 0:
        return CHANCE
    return s.turn if s.left > 0 else OVER


@rule
def moves(s, out):
    if s.dealing + s.drawing > 0:
        return list_kinds(s.deck, out)
    return list_moves(s, out)


@rule
def step(s, move):
    if s.dealing > 0:
        give(s, s.dealing & 1, move)
        s.dealing -= 1
    elif s.drawing:
        give(s, s.turn, move)
        s.drawing = 0
        pass_turn(s)
    else:
        play, source = move // SOURCES, move % SOURCES
        if play & 1:
            discard(s, play >> 1)
        else:
            explore(s, play >> 1)
        if source == 0:
            s.drawing = 1
        else:
            take(s, source - 1)
            pass_turn(s)


@rule
def returns(s, out):
    """1 for the higher total, -1 for the lower, 0 while the game is on."""
    lead = total_score(s.expeditions[0]) - total_score(s.expeditions[1])
    if to_move(s) != OVER:
        lead = 0
    out[0] = 1.0 if lead > 0 else (-1.0 if lead < 0 else 0.0)
    out[1] = -out[0]


@rule
def rounds(s):
    return s.completed


@rule
def remaining(s):
    """The share of the deck that is left, after a deal of eight cards each."""
    return min(1.0, s.left / (HUES * RANKS - 2 * LARGEST_HAND))


@rule
def odds(s, out, count):
    """Each card is equally likely, so a kind is as likely as there are cards of it."""
    share = 1.0 / card_count(s.deck)
    at = 0
    for hue in range(HUES):
        cards = of_hue(s.deck, hue)
        stakes = cards & ANY_INVESTMENT
        if stakes:
            out[at] = share * COUNT[stakes]
            at += 1
        for _ in range(COUNT[cards ^ stakes]):
            out[at] = share
            at += 1


@rule
def steerable(s):
    return 0 if s.dealing > 0 else 1


@rule
def gains(s, out):
    """Ten times the score, and what the cards that still fit may add."""
    for seat in range(2):
        out[seat] = 10.0 * total_score(s.expeditions[seat])
        if s.left > 0:
            out[seat] += 8 * hand_points(s, seat) + 7 * pile_points(s, seat)
            out[seat] += deck_weight(s, seat) * deck_points(s, seat)


@rule
def values(s, out):
    """The difference of the gains, or each one's own.

    A card about to be drawn counts as the mean of all that it may be.
    """
    gains(s, out)
    if s.drawing and s.left == 1:
        for seat in range(2):
            out[seat] = 10.0 * total_score(s.expeditions[seat])
    coming = 1 if s.drawing and s.left > 1 else 0
    first, second = coming * brings(s, 0), coming * brings(s, 1)
    if s.by_difference:  # whole numbers are subtracted first, so that equal moves stay equal
        lead = out[0] - out[1] + (first - second) / max(s.left, 1)
        out[0], out[1] = lead, -lead
    else:
        out[0] += first / max(s.left, 1)
        out[1] += second / max(s.left, 1)


@rule
def note(ledger, s, card):
    """Remember a card that was dealt or drawn from the deck."""
    if s.dealing > 0 and not ledger.deal_counts:
        return
    seat = s.dealing & 1 if s.dealing > 0 else s.turn
    ledger.classes[seat, card % RANKS // 3] += 1
    ledger.colours[seat, card // RANKS] += 1


@rule
def believability(ledger):
    total = 0.0
    for seat in range(2):
        total += uneven_beyond(ledger.classes[seat], ledger.threshold)
        total += uneven_beyond(ledger.colours[seat], ledger.threshold) / 2
    return total


@rule
def hide(s, seat):
    """Put what the other seat holds back among the cards of the deck, unless it was seen."""
    other = 1 - seat
    s.deck = joined(s.deck, parted(s.hands[other], s.known[other]))
    s.hands[other] = s.known[other]


@rule
def sample(s, seat, rng):
    """Deal the other seat as many cards as it should have, each unseen one equally likely."""
    hide(s, seat)
    unseen = card_count(s.deck)
    while unseen > s.left:
        move_to_hand(s, 1 - seat, nth_card(s.deck, pick(rng, unseen)))
        unseen -= 1


@rule
def imagine(s, seat, rng):
    """The same, but each card as likely as the moves of the other seat make it."""
    hide(s, seat)
    other = 1 - seat
    likely, plain, unlikely = suspicions(s, other)
    for _ in range(card_count(s.deck) - s.left):
        high = s.likely * card_count(s.deck & likely)
        even = PLAIN * card_count(s.deck & plain)
        low = s.unlikely * card_count(s.deck & unlikely)
        lot = pick(rng, high + even + low)
        if high + even + low == 0:  # nothing but useless cards is left
            card = nth_card(s.deck, pick(rng, card_count(s.deck)))
        elif lot < high:
            card = nth_card(s.deck & likely, lot // s.likely)
        elif lot < high + even:
            card = nth_card(s.deck & plain, (lot - high) // PLAIN)
        else:
            card = nth_card(s.deck & unlikely, (lot - high - even) // s.unlikely)
        move_to_hand(s, other, card)


# Sets of cards.


@rule
def of_hue(cards, hue):
    """The cards of one colour, as twelve bits."""
    return cards >> RANKS * hue & HUE


@rule
def added(cards, card):
    """The set with one more card of this kind."""
    if card % RANKS:
        return cards | ONE << card
    stakes = ANY_INVESTMENT * (ONE << card)
    return cards | ((cards & stakes) << 1 | ONE << card) & stakes


@rule
def removed(cards, card):
    """The set with one card of this kind less, if there is one."""
    if card % RANKS:
        return cards & ~(ONE << card)
    stakes = ANY_INVESTMENT * (ONE << card)
    return cards & ~stakes | (cards & stakes) >> 1 & stakes


@rule
def joined(some, others):
    """All cards of two sets. Equal cards are counted: each one moves the other set's up a bit."""
    stakes = others & STAKES
    for place in range(INVESTMENTS):
        shifted = (some >> place & FIRST_STAKES) * ANY_INVESTMENT
        stakes = stakes & ~shifted | (stakes & shifted) << 1 & STAKES
    return some | others & ~STAKES | stakes


@rule
def parted(cards, some):
    """The cards without some of them. Equal cards are counted, as in `joined`."""
    stakes = cards & STAKES
    for place in range(INVESTMENTS):
        shifted = (some >> place & FIRST_STAKES) * ANY_INVESTMENT
        stakes = stakes & ~shifted | (stakes & shifted) >> 1 & STAKES
    return cards & ~some & ~STAKES | stakes


@rule
def card_count(cards):
    total = 0
    for hue in range(HUES):
        total += COUNT[of_hue(cards, hue)]
    return total


@rule
def nth_card(cards, n):
    """The kind of the n-th card of a set, counted from 0."""
    hue = 0
    while n >= COUNT[of_hue(cards, hue)]:
        n -= COUNT[of_hue(cards, hue)]
        hue += 1
    rest = of_hue(cards, hue)
    for _ in range(n):
        rest &= rest - 1
    rank = LOWEST[rest]
    return RANKS * hue + (rank if rank >= INVESTMENTS else 0)


# Turns.


@rule
def list_kinds(cards, out):
    """One card of every kind in a set."""
    count = 0
    for hue in range(HUES):
        rest = of_hue(cards & KINDS, hue)
        while rest:
            out[count] = RANKS * hue + LOWEST[rest]
            rest &= rest - 1
            count += 1
    return count


@rule
def list_moves(s, out):
    """Every (card * 2 + play) * 6 + source.

    A play is 0 to the expedition or 1 to the pile, a source 0 the deck or 1 + colour of a pile.
    """
    sources = 1  # bit by bit
    for hue in range(HUES):
        sources |= (1 if s.piles[hue] else 0) << hue + 1
    hand, count = s.hands[s.turn] & KINDS, 0
    for hue in range(HUES):
        rest, fitting = of_hue(hand, hue), FITTING[of_hue(s.expeditions[s.turn], hue)]
        while rest:
            rank = LOWEST[rest]
            rest &= rest - 1
            move = (RANKS * hue + rank) * 2 * SOURCES
            if fitting >> rank & 1:
                for source in range(SOURCES):
                    out[count] = move + source  # overwritten unless counted
                    count += sources >> source & 1
            move += SOURCES
            its_pile = 1 << hue + 1
            after = sources | its_pile if s.take_back else sources & ~its_pile
            for source in range(SOURCES):
                out[count] = move + source
                count += after >> source & 1
    return count


@rule
def move_to_hand(s, seat, card):
    s.deck = removed(s.deck, card)
    s.hands[seat] = added(s.hands[seat], card)


@rule
def give(s, seat, card):
    """A card from the deck."""
    move_to_hand(s, seat, card)
    s.left -= 1


@rule
def explore(s, card):
    """Play a card of the seat on turn to its expedition."""
    lose(s, card)
    s.expeditions[s.turn] = added(s.expeditions[s.turn], card)
    s.shuns[s.turn] &= ~(1 << card // RANKS)


@rule
def discard(s, card):
    """Put a card of the seat on turn on the pile of its colour."""
    hue, rank = card // RANKS, card % RANKS
    lose(s, card)
    s.piles[hue] = s.piles[hue] << 4 | rank + 1
    fits = FITTING[of_hue(s.expeditions[s.turn], hue)] >> rank & 1
    s.shuns[s.turn] |= fits << hue


@rule
def lose(s, card):
    s.hands[s.turn] = removed(s.hands[s.turn], card)
    s.known[s.turn] = removed(s.known[s.turn], card)


@rule
def take(s, hue):
    """Take the top card of a pile into the hand of the seat on turn, before everybody's eyes."""
    card = RANKS * hue + (s.piles[hue] & 15) - 1
    s.piles[hue] >>= 4
    s.hands[s.turn] = added(s.hands[s.turn], card)
    s.known[s.turn] = added(s.known[s.turn], card)
    s.shuns[s.turn] &= ~(1 << hue)


@rule
def pass_turn(s):
    s.turn = 1 - s.turn
    s.completed += 1


# Scores, and the parts of the heuristic in points.


@rule
def total_score(expeditions):
    total = 0
    for hue in range(HUES):
        total += SCORE[of_hue(expeditions, hue)]
    return total


@rule
def useful(s, seat, hue):
    """Which cards of a colour still fit a seat's expedition; none before it is started."""
    cards = of_hue(s.expeditions[seat], hue)
    return FITTING[cards] if cards else 0


@rule
def hand_points(s, seat):
    """The points of the cards in a seat's hand that still fit."""
    total = 0
    for hue in range(HUES):
        total += POINTS[of_hue(s.hands[seat], hue) & useful(s, seat, hue)]
    return total


@rule
def deck_points(s, seat):
    total = 0
    for hue in range(HUES):
        total += POINTS[of_hue(s.deck, hue) & useful(s, seat, hue)]
    return total


@rule
def pile_points(s, seat):
    total = 0
    for hue in range(HUES):
        top = ONE << (s.piles[hue] & 15) >> 1  # as a set; empty like the pile
        total += POINTS[top & useful(s, seat, hue)]
    return total


@rule
def brings(s, seat):
    """What all cards of the deck together would add to a gain if the seat on turn drew them."""
    weight = (8 if seat == s.turn else 0) - deck_weight(s, seat)
    return weight * deck_points(s, seat)


@rule
def deck_weight(s, seat):
    """How much a card in the deck counts: less for those who have started many expeditions."""
    started = 0
    for hue in range(HUES):
        started += 1 if of_hue(s.expeditions[seat], hue) else 0
    return s.late_deck_weight if started >= 4 else 3


# Beliefs.


@rule
def suspicions(s, seat):
    """The cards that a seat is likely, neither way and unlikely to hold, as sets; not useless ones.

    What fits and is of a shunned colour is likely for one reason and unlikely for another.
    """
    fitting, useless, shunned = ONE & 0, ONE & 0, ONE & 0
    for hue in range(HUES):
        whole = HUE * ONE << RANKS * hue
        if of_hue(s.expeditions[seat], hue):
            fitting |= useful(s, seat, hue) << RANKS * hue
            useless |= whole
        if s.shuns[seat] >> hue & 1:
            shunned |= whole
    useless &= ~fitting
    likely, unlikely = fitting & ~shunned, shunned & ~(fitting | useless)
    return likely, ALL & ~(likely | unlikely | useless), unlikely


@dataclass(frozen=True)
class LostCities(Game):
    n_players: int = 2
    hand: int = 8  # cards; the box knows 8 and, for a shorter game, 5
    threshold: float = 1.0  # unevenness of the cards given that is forgiven
    deal_counts: bool = True  # among the cards given
    take_back: bool = False  # the card just discarded may be drawn
    late_deck_weight: int = 2  # of points in the deck, with four expeditions or five
    by_difference: bool = True  # players choose by the difference of the gains
    likely: int = 4  # how beliefs weigh a card that fits, others weigh 2
    unlikely: int = 1  # and a card of a colour that is not collected

    name: ClassVar[str] = "lost_cities"
    state_type: ClassVar = STATE
    ledger_type: ClassVar = LEDGER
    max_moves: ClassVar[int] = LARGEST_HAND * 2 * SOURCES
    whole_margin: ClassVar[bool] = True
    hidden_information: ClassVar[bool] = True
    feature_names: ClassVar = ("score", "hand", "deck", "piles")
    rules: ClassVar = bind(
        STATE,
        LEDGER,
        to_move=to_move,
        moves=moves,
        step=step,
        returns=returns,
        rounds=rounds,
        remaining=remaining,
        odds=odds,
        gains=gains,
        values=values,
        steerable=steerable,
        note=note,
        believability=believability,
        hide=hide,
        sample=sample,
        imagine=imagine,
    )

    def __post_init__(self):
        require_whole("lost_cities", "n_players", self.n_players, 2, 2)
        require_whole("lost_cities", "hand", self.hand, 1, LARGEST_HAND)
        require_number("lost_cities", "threshold", self.threshold, low=0)
        require_whole("lost_cities", "late_deck_weight", self.late_deck_weight, 0, 8)
        require_whole("lost_cities", "likely", self.likely, 1, 100)
        require_whole("lost_cities", "unlikely", self.unlikely, 1, 100)
        for switch in ("deal_counts", "take_back", "by_difference"):
            require_switch("lost_cities", switch, getattr(self, switch))

    def setup(self, s):
        s.take_back, s.by_difference = self.take_back, self.by_difference
        s.late_deck_weight, s.likely, s.unlikely = self.late_deck_weight, self.likely, self.unlikely
        s.deck, s.left, s.dealing = ALL, HUES * RANKS, 2 * self.hand

    def setup_ledger(self, ledger):
        ledger.threshold, ledger.deal_counts = self.threshold, self.deal_counts

    def features(self, state, seat):
        """The four parts of the heuristic in points, before they are weighed."""
        s = state.array[0]
        points = (hand_points, deck_points, pile_points)
        score = float(total_score(s.expeditions[seat]))
        if self.to_move(state) == OVER:
            return (score, 0.0, 0.0, 0.0)
        return (score, *(float(part(s, seat)) for part in points))

    def unseen_cards(self, state, seat):
        """How many cards of a hand a state does not show, because they were hidden."""
        if state.dealing:
            held = (2 * self.hand - state.dealing + 1 - seat) // 2
        else:
            held = self.hand - (1 if state.drawing and state.turn == seat else 0)
        return held - int(state.hands[seat]).bit_count()

    def move_name(self, state, move):
        if state.dealing or state.drawing:
            return f"deals {card_name(move)}"
        play, source = divmod(move, SOURCES)
        card = card_name(play >> 1)
        deed = f"discards {card}" if play & 1 else f"plays {card}"
        if source == 0:
            return f"{deed}, draws from the deck"
        return f"{deed}, takes {card_name(taken(state, play, source))}"

    def move_parts(self, state, move):
        if state.dealing or state.drawing:
            return (self.move_name(state, move),)
        play, source = divmod(move, SOURCES)
        drawn = f"take {card_name(taken(state, play, source))}" if source else "draw from the deck"
        return (card_name(play >> 1), "discard" if play & 1 else "play", drawn)

    def text(self, state):
        piles = (_listed(hue, pile(state, hue)) for hue in range(HUES))
        lines = [f"deck {state.left}  piles {', '.join(filter(None, piles)) or 'none'}"]
        for seat in range(2):
            mark = ">" if seat == state.turn and self.to_move(state) != OVER else " "
            score = total_score(state.array[0].expeditions[seat])
            laid = _in_words(state.expeditions[seat]) or "nothing"
            hand = [_in_words(state.hands[seat])]
            if unseen := self.unseen_cards(state, seat):
                hand.append(f"{unseen} unseen")
            lines.append(f"{mark} {self.seat_name(seat)}  laid {laid}  score {score}")
            lines.append(f"            hand {', '.join(filter(None, hand)) or 'none'}")
        return "\n".join(lines)


# For people.


def rank_name(card):
    """An investment is `i`, a number itself."""
    rank = card % RANKS
    return "i" if rank < INVESTMENTS else str(rank - 1)


def card_name(card):
    """A card in words.

    >>> card_name(0), card_name(4 * 12 + 8)
    ('yellow investment', 'red 7')
    """
    name = rank_name(card)
    return f"{COLOURS[card // RANKS]} {'investment' if name == 'i' else name}"


def cards_in(cards):
    """The cards of a set as a list."""
    return [card for card in range(HUES * RANKS) if int(cards) >> card & 1]


def pile(state, hue):
    """The cards of a discard pile, the top one last."""
    packed = int(state.piles[hue])
    cards: list[int] = []
    while packed:
        cards.insert(0, RANKS * hue + (packed & 15) - 1)
        packed >>= 4
    return cards


def taken(state, play, source):
    """The card that a move takes from a pile, which may be the one it has just discarded."""
    own = play & 1 and play // 2 // RANKS == source - 1
    return play >> 1 if own else pile(state, source - 1)[-1]


def _in_words(cards):
    hues = ([card for card in cards_in(cards) if card // RANKS == hue] for hue in range(HUES))
    return ", ".join(filter(None, (_listed(hue, held) for hue, held in enumerate(hues))))


def _listed(hue, cards):
    return f"{COLOURS[hue]} {' '.join(map(rank_name, cards))}" if cards else ""

"""Lost Cities once more, slow and obvious: cards are (colour, number) in lists, 0 an investment.

Written from the rulebook and the thesis, not from `herna.games.lost_cities`; only the numbering of
moves is shared.
"""

COLOURS = ("yellow", "blue", "white", "green", "red")
NUMBERS = (0, 0, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10)


def number_of(card):
    """The number by which moves and outcomes name a card."""
    colour, value = card
    return COLOURS.index(colour) * 12 + (value + 1 if value else 0)


class Table:
    def __init__(self, hand):
        self.deck = [(colour, value) for colour in COLOURS for value in NUMBERS]
        self.hands, self.turn, self.rounds = ([], []), 0, 0
        self.laid = tuple({colour: [] for colour in COLOURS} for _ in range(2))
        self.piles = {colour: [] for colour in COLOURS}
        self.to_deal, self.drawing = [0, 1] * hand, False

    # The rules.

    @property
    def chance(self):
        return bool(self.to_deal) or self.drawing

    @property
    def over(self):
        return not self.deck and not self.chance

    def legal(self):
        """Numbers of the outcomes or moves, ascending."""
        if self.over:
            return []
        if self.chance:
            return sorted({number_of(card) for card in self.deck})
        found = set()
        for colour, value in self.hands[self.turn]:
            sources = [0] + [1 + i for i, pile in enumerate(self.piles.values()) if pile]
            row = self.laid[self.turn][colour]
            for source in sources:
                if all(value > before or value == before == 0 for before in row):
                    found.add(number_of((colour, value)) * 12 + source)
                if source == 0 or COLOURS[source - 1] != colour:
                    found.add(number_of((colour, value)) * 12 + 6 + source)
        return sorted(found)

    def odds(self):
        numbers = [number_of(card) for card in self.deck]
        return [numbers.count(outcome) / len(numbers) for outcome in self.legal()]

    def step(self, move):
        if self.chance:
            card = next(card for card in self.deck if number_of(card) == move)
            self.deck.remove(card)
            if self.to_deal:
                self.hands[self.to_deal.pop(0)].append(card)
            else:
                self.hands[self.turn].append(card)
                self.drawing = False
                self.pass_turn()
            return
        number, play, source = move // 12, move // 6 % 2, move % 6
        hand = self.hands[self.turn]
        card = next(card for card in hand if number_of(card) == number)
        hand.remove(card)
        (self.piles if play else self.laid[self.turn])[card[0]].append(card[1])
        if source == 0:
            self.drawing = True
        else:
            colour = COLOURS[source - 1]
            hand.append((colour, self.piles[colour].pop()))
            self.pass_turn()

    def pass_turn(self):
        self.turn, self.rounds = 1 - self.turn, self.rounds + 1

    # What it is worth.

    def score(self, seat):
        total = 0
        for row in self.laid[seat].values():
            if row:
                total += (sum(row) - 20) * (1 + row.count(0)) + (20 if len(row) >= 8 else 0)
        return total

    def gain(self, seat):
        total = 10 * self.score(seat)
        if self.over:
            return total
        started = [colour for colour, row in self.laid[seat].items() if row]
        for colour in started:
            highest = max(self.laid[seat][colour])
            for weight, cards in (
                (8, self.hands[seat]),
                (2 if len(started) >= 4 else 3, self.deck),
                (7, [(colour, pile[-1]) for colour, pile in self.piles.items() if pile]),
            ):
                total += weight * sum(v for hue, v in cards if hue == colour and v > highest)
        return total

    def returns(self):
        lead = self.score(0) - self.score(1) if self.over else 0
        sign = (lead > 0) - (lead < 0)
        return (sign, -sign)

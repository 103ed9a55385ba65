"""Ludo a second time, the slow and obvious way: it judges the compiled rules.

Squares of the ring are absolute here, figures walk square by square, and nothing is remembered
that could be seen on the board. Written from the rules alone, not from `herna.games.ludo`.
"""

HOUSE = ("house", 0)
SAFE = {0, 5, 10, 15, 20, 25, 30, 35}


class NaiveLudo:
    def __init__(self, players):
        self.entries = {2: [0, 20], 3: [0, 10, 20], 4: [0, 10, 20, 30]}[players]
        self.figures = [[("ring", entry + i) for i in range(4)] for entry in self.entries]
        self.seat, self.roll, self.rolls, self.rounds = 0, 0, 0, 0

    def winner(self):
        for seat, figures in enumerate(self.figures):
            if all(kind == "home" for kind, _ in figures):
                return seat
        return None

    def next_square(self, seat, place):
        kind, where = place
        if kind == "home":
            return ("home", where + 1) if where < 3 else None
        if where == (self.entries[seat] - 1) % 40:
            return ("home", 0)
        return ("ring", (where + 1) % 40)

    def destination(self, figure):
        place = self.figures[self.seat][figure]
        if place == HOUSE:
            return ("ring", self.entries[self.seat]) if self.roll == 6 else None
        for _ in range(self.roll):
            place = place and self.next_square(self.seat, place)
        return place

    def opponents_on(self, place):
        return [
            (seat, figure)
            for seat, figures in enumerate(self.figures)
            for figure, other in enumerate(figures)
            if seat != self.seat and place[0] == "ring" and other == place
        ]

    def legal(self):
        if self.roll == 0:
            return [1, 2, 3, 4, 5, 6]
        return [figure for figure in range(4) if self.may_move(figure)]

    def may_move(self, figure):
        place = self.destination(figure)
        if place is None or place in self.figures[self.seat]:
            return False
        blocked = place[0] == "ring" and place[1] in SAFE and self.opponents_on(place)
        return not blocked

    def play(self, move):
        if self.roll == 0:
            self.throw(move)
            return
        place = self.destination(move)
        for seat, figure in self.opponents_on(place):
            self.figures[seat][figure] = HOUSE
        self.figures[self.seat][move] = place
        self.next_turn()

    def throw(self, face):
        self.roll, self.rolls = face, self.rolls + 1
        if self.legal():
            return
        if any(kind == "ring" for kind, _ in self.figures[self.seat]) or self.rolls == 3:
            self.next_turn()
        else:
            self.roll = 0

    def next_turn(self):
        self.seat = (self.seat + 1) % len(self.figures)
        self.roll = self.rolls = 0
        self.rounds += 1

    def relative(self, seat, place):
        kind, where = place
        return {"house": -1, "ring": (where - self.entries[seat]) % 40, "home": 40 + where}[kind]

    def turns_to_finish(self, seat):
        total = 0.0
        for place in self.figures[seat]:
            kind, where = place
            walked = max(self.relative(seat, place), 0)
            if kind == "home":
                continue
            total += (40 - walked) / 3.5 + 4
            if kind == "house":
                total += 4 / 3
            elif where not in SAFE and self.hunted(seat, where):
                total += (walked / 3.5 + 4 / 3) / 6
        return total

    def hunted(self, seat, square):
        behind = {("ring", (square - steps) % 40) for steps in range(1, 7)}
        others = [figures for other, figures in enumerate(self.figures) if other != seat]
        return any(place in behind for figures in others for place in figures)

    def gains(self):
        pending = [self.roll / 3.5 if seat == self.seat else 0 for seat in range(len(self.figures))]
        return [pips - self.turns_to_finish(seat) for seat, pips in enumerate(pending)]

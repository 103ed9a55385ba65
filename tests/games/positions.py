"""Ludo positions for tests, set up square by square."""

from herna.games.ludo import FIGURES, HOUSE, RING, Ludo

KNOWN_FIELDS = {"safe", "players", "figures", "squares", "turn", "roll", "rolls", "movable"} | {
    "completed",
    "won",
    "pinning",
    "waiting",
    "house_risk",
    "each_threat",
    "pending_pips",
    "pending_reply",
    "by_status",
}  # the parameters of the game among them


def ludo(*figures, turn=0, roll=None, game=None):
    """The state with these figures, four places per seat, before or after a roll.

    Seats that are left out stand in their houses. The roll goes through the rules, so whatever
    they derive from it fits.
    """
    game = game or Ludo(n_players=max(2, len(figures)))
    places = [list(row) for row in figures]
    places += [[HOUSE] * FIGURES for _ in range(4 - len(places))]
    state = game.initial()
    unknown = set(state.array.dtype.names) - KNOWN_FIELDS
    assert not unknown, (
        f"the state of ludo has gained {unknown}: fill it in tests/games/positions.py"
    )
    home = min(places[(turn - 1) % game.n_players]) >= RING
    state = state.replace(figures=places, squares=sets(places), turn=turn, won=home)
    return state if roll is None else game.step(state, roll)


def sets(places):
    """The squares of every seat as the rules keep them: a bit for each, none for the house."""
    return [sum({2 << p for p in row if p != HOUSE}) for row in places]


def places(state, seat):
    """Where the figures of a seat stand, as a list."""
    return state.figures[seat].tolist()


def ring_square(game, seat, position):
    """The square of the common ring on which a position of this seat lies."""
    entries = {2: (0, 20), 3: (0, 10, 20), 4: (0, 10, 20, 30)}[game.n_players]
    return (entries[seat] + position) % RING

"""The rules of Ludo, sentence by sentence as the docstring of `herna.games.ludo` states them."""

import itertools

import numpy as np
import pytest

from herna.errors import HernaError
from herna.game import CHANCE, OVER
from herna.games.ludo import HOUSE, Ludo
from herna.play import Arena, Trace
from herna.players import Random
from herna.seeds import generator
from tests.games.naive_ludo import NaiveLudo
from tests.games.positions import ludo, places, ring_square

TWO, THREE, FOUR = Ludo(n_players=2), Ludo(n_players=3), Ludo(n_players=4)
every_table = pytest.mark.parametrize("game", [TWO, THREE, FOUR], ids=lambda game: game.n_players)

HOME = [40, 41, 42, 43]
AWAY = [HOUSE] * 4  # an opponent who is in nobody's way


# The start and the turn.


@every_table
def test_all_figures_start_on_the_ring_on_squares_0_to_3(game):
    state = game.initial()
    for seat in range(game.n_players):
        assert places(state, seat) == [0, 1, 2, 3]
    assert game.to_move(state) == CHANCE
    assert state.turn == 0
    assert game.rounds(state) == 0


@every_table
def test_a_roll_is_one_of_six_equally_likely_faces(game):
    state = game.initial()
    assert game.moves(state) == [1, 2, 3, 4, 5, 6]
    assert game.odds(state) == pytest.approx([1 / 6] * 6)


def test_a_figure_moves_forward_by_the_roll():
    state = ludo([11, HOUSE, HOUSE, HOUSE], AWAY, roll=4)
    assert TWO.to_move(state) == 0
    assert TWO.moves(state) == [0]
    assert places(TWO.step(state, 0), 0) == [15, HOUSE, HOUSE, HOUSE]


@every_table
def test_the_turn_goes_round_the_table(game):
    state, turns = game.initial(), []
    for _ in range(2 * game.n_players):
        turns.append(state.turn)
        state = game.step(game.step(state, 5), 0)
    assert turns == list(range(game.n_players)) * 2


def test_a_turn_is_one_round_and_a_roll_alone_is_none():
    rolled = TWO.step(TWO.initial(), 6)
    assert TWO.rounds(rolled) == 0
    assert TWO.rounds(TWO.step(rolled, 3)) == 1


def test_there_is_no_extra_roll_after_a_six():
    moved = TWO.step(TWO.step(TWO.initial(), 6), 3)
    assert TWO.to_move(moved) == CHANCE
    assert moved.turn == 1


# The house.


@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5])
def test_leaving_the_house_takes_a_six(roll):
    state = ludo([HOUSE, 30, HOUSE, HOUSE], AWAY, roll=roll)
    assert TWO.moves(state) == [1]


def test_a_six_brings_a_figure_from_the_house_to_the_entry_and_is_used_up():
    state = ludo([HOUSE, 31, HOUSE, HOUSE], AWAY, roll=6)
    assert TWO.moves(state) == [0, 1, 2, 3]
    out = TWO.step(state, 2)
    assert places(out, 0) == [HOUSE, 31, 0, HOUSE]
    assert out.turn == 1
    assert TWO.to_move(out) == CHANCE


def test_an_own_figure_on_the_entry_keeps_the_house_shut():
    state = ludo([HOUSE, 0, HOUSE, HOUSE], AWAY, roll=6)
    assert TWO.moves(state) == [1]


def test_an_opponent_on_the_entry_keeps_the_house_shut_because_entries_are_safe():
    state = ludo([HOUSE, 7, HOUSE, HOUSE], [20, HOUSE, HOUSE, HOUSE], roll=6)
    assert ring_square(TWO, 1, 20) == ring_square(TWO, 0, 0)
    assert TWO.moves(state) == [1]


# Capture and safe squares.


def test_landing_on_an_opponent_sends_it_back_to_its_house():
    state = ludo([22, 1, HOUSE, HOUSE], [4, 30, HOUSE, HOUSE], roll=2)  # 24 is green's 4
    after = TWO.step(state, 0)
    assert places(after, 0) == [24, 1, HOUSE, HOUSE]
    assert places(after, 1) == [HOUSE, 30, HOUSE, HOUSE]


def test_a_capture_works_across_the_end_of_the_ring():
    state = ludo(AWAY, [19, HOUSE, HOUSE, HOUSE], [HOUSE, HOUSE, 11, HOUSE], turn=1, roll=2)
    assert ring_square(THREE, 1, 21) == ring_square(THREE, 2, 11) == 31
    assert places(THREE.step(state, 0), 2) == AWAY
    wrapped = ludo([1, HOUSE, HOUSE, HOUSE], AWAY, AWAY, [8, 30, HOUSE, HOUSE], turn=3, roll=3)
    assert ring_square(FOUR, 3, 11) == ring_square(FOUR, 0, 1) == 1
    assert places(FOUR.step(wrapped, 0), 0) == AWAY


def test_a_capture_is_named_in_the_move():
    state = ludo([22, 1, HOUSE, HOUSE], [4, 30, HOUSE, HOUSE], roll=2)
    assert TWO.move_name(state, 0) == "22 to 24, sends green back"
    assert TWO.move_name(state, 1) == "1 to 3"


@pytest.mark.parametrize("safe", [5, 10, 15, 20, 25, 30, 35])
def test_an_opponent_on_a_safe_square_cannot_be_sent_back(safe):
    greens = (safe - 20) % 40
    state = ludo([safe - 2, HOUSE, HOUSE, HOUSE], [greens, HOUSE, HOUSE, HOUSE])
    passed = TWO.step(state, 2)
    assert passed.turn == 1, "with nothing else to move the turn passes"
    assert places(passed, 1) == [greens, HOUSE, HOUSE, HOUSE]


@every_table
def test_safe_squares_are_the_entries_and_the_squares_five_further(game):
    """Every ring square is tried: exactly eight of them protect the opponent on it."""
    protected = set()
    for square in range(1, 40):
        hers = next(p for p in range(40) if ring_square(game, 1, p) == square)
        rows = [[square - 1, HOUSE, HOUSE, HOUSE], [hers, HOUSE, HOUSE, HOUSE]]
        rows += [AWAY] * (game.n_players - 2)
        state = game.step(ludo(*rows, game=game), 1)
        if game.to_move(state) == CHANCE:
            protected.add(square)
    assert protected == {5, 10, 15, 20, 25, 30, 35}  # 0 is never reached from behind, see above


def test_an_empty_safe_square_is_open():
    state = ludo([3, HOUSE, HOUSE, HOUSE], [4, HOUSE, HOUSE, HOUSE], roll=2)
    assert places(TWO.step(state, 0), 0)[0] == 5


def test_figures_at_home_are_out_of_reach():
    """Green's home squares share no square with the ring that blue walks on."""
    for square in range(1, 39):
        state = ludo([square, HOUSE, HOUSE, HOUSE], [40, 41, 42, HOUSE], roll=1)
        assert places(TWO.step(state, 0), 1) == [40, 41, 42, HOUSE]


# Blocking, jumping, home.


def test_two_own_figures_never_share_a_square():
    state = ludo([8, 11, HOUSE, HOUSE], AWAY, roll=3)
    assert TWO.moves(state) == [1]


def test_jumping_over_own_and_foreign_figures_is_allowed():
    state = ludo([21, 22, HOUSE, HOUSE], [3, 5, HOUSE, HOUSE], roll=6)
    assert ring_square(TWO, 1, 5) == 25
    after = TWO.step(state, 0)
    assert places(after, 0) == [27, 22, HOUSE, HOUSE]
    assert places(after, 1) == [3, 5, HOUSE, HOUSE]


@pytest.mark.parametrize(("place", "roll", "home"), [(39, 1, 40), (38, 5, 43), (36, 6, 42)])
def test_a_home_square_is_entered_by_the_exact_roll(place, roll, home):
    state = ludo([place, HOUSE, HOUSE, HOUSE], AWAY, roll=roll)
    assert places(TWO.step(state, 0), 0)[0] == home


@pytest.mark.parametrize(("place", "roll"), [(38, 6), (39, 5), (39, 6)])
def test_a_roll_beyond_the_last_home_square_cannot_be_played(place, roll):
    state = ludo([place, 1, HOUSE, HOUSE], AWAY, roll=roll)
    assert 0 not in TWO.moves(state)
    assert 1 in TWO.moves(state)


def test_a_taken_home_square_cannot_be_entered():
    state = ludo([39, 41, 43, 1], AWAY, roll=2)
    assert TWO.moves(state) == [3]


def test_moves_inside_the_home_are_allowed():
    state = ludo([40, 1, HOUSE, HOUSE], AWAY, roll=3)
    assert TWO.moves(state) == [0, 1]
    assert places(TWO.step(state, 0), 0)[0] == 43


def test_jumping_inside_the_home_is_allowed():
    state = ludo([40, 41, HOUSE, HOUSE], AWAY, roll=2)
    assert places(TWO.step(state, 0), 0) == [42, 41, HOUSE, HOUSE]


def test_the_last_ring_square_leads_home_and_not_onto_the_own_entry():
    state = ludo([39, HOUSE, HOUSE, HOUSE], [20, HOUSE, HOUSE, HOUSE], roll=1)
    assert ring_square(TWO, 1, 20) == 0, "green stands on blue's entry and is passed by"
    after = TWO.step(state, 0)
    assert places(after, 0)[0] == 40
    assert places(after, 1)[0] == 20


# Three rolls, passing.


def test_with_no_figure_on_the_ring_one_rolls_up_to_three_times():
    first = ludo(AWAY, AWAY, roll=5)
    second = TWO.step(first, 4)
    assert [TWO.to_move(first), TWO.to_move(second)] == [CHANCE, CHANCE]
    assert [first.turn, second.turn] == [0, 0]
    third = TWO.step(second, 3)
    assert third.turn == 1
    assert TWO.rounds(third) == 1
    assert places(third, 0) == AWAY


def test_a_six_on_the_second_or_third_roll_is_played():
    for wasted in ([5], [5, 5]):
        state = ludo(AWAY, AWAY)
        for roll in [*wasted, 6]:
            state = TWO.step(state, roll)
        assert TWO.to_move(state) == 0
        assert TWO.moves(state) == [0, 1, 2, 3]
        assert TWO.rounds(state) == 0


def test_the_next_player_starts_counting_rolls_anew():
    state = ludo(AWAY, AWAY)
    for roll in (1, 1, 1, 1, 1):
        state = TWO.step(state, roll)
    assert state.turn == 1
    assert TWO.step(state, 1).turn == 0


def test_a_move_inside_the_home_uses_up_the_three_rolls():
    state = ludo([40, HOUSE, HOUSE, HOUSE], AWAY, roll=2)
    assert TWO.to_move(state) == 0
    assert TWO.moves(state) == [0]
    assert TWO.step(state, 0).turn == 1


def test_with_a_figure_on_the_ring_there_is_one_roll_only():
    state = ludo([39, HOUSE, HOUSE, HOUSE], AWAY, roll=5)
    assert state.turn == 1
    assert TWO.to_move(state) == CHANCE


def test_a_pass_is_a_round_without_a_choice():
    """Blue passes with a 5, green moves with a 5: two rounds, 0 and 1 choices."""
    before = ludo([39, HOUSE, HOUSE, HOUSE], [6, HOUSE, HOUSE, HOUSE])
    passed = TWO.step(before, 5)
    assert TWO.rounds(passed) == TWO.rounds(before) + 1
    assert places(passed, 0) == places(before, 0)
    assert TWO.moves(TWO.step(passed, 5)) == [0]


# Two players, names, the end.


def test_two_players_sit_opposite_each_other():
    state = ludo([18, HOUSE, HOUSE, HOUSE], [3, HOUSE, HOUSE, HOUSE], roll=5)
    assert places(TWO.step(state, 0), 1) == AWAY, "blue's 23 is green's 3"
    assert [TWO.seat_name(seat) for seat in range(2)] == ["blue", "green"]
    assert [FOUR.seat_name(seat) for seat in (0, 2)] == ["blue", "green"]


def test_neighbours_at_a_table_of_three_sit_ten_squares_apart():
    state = ludo([12, HOUSE, HOUSE, HOUSE], [4, HOUSE, HOUSE, HOUSE], AWAY, roll=2)
    assert places(THREE.step(state, 0), 1) == AWAY, "blue's 14 is orange's 4"


@every_table
def test_the_first_to_bring_all_four_figures_home_wins(game):
    rows = [[39, 41, 42, 43], *[[5, 6, 7, 40]] * (game.n_players - 1)]
    last = ludo(*rows, game=game, roll=1)
    assert game.returns(last) == (0.0,) * game.n_players
    won = game.step(last, 0)
    assert game.to_move(won) == OVER
    assert game.returns(won) == (1.0, *[-1.0] * (game.n_players - 1))
    assert game.gains(won)[0] == 0.0


@every_table
def test_the_last_seat_can_win_too(game):
    seat = game.n_players - 1
    rows = [[5, 6, 7, 40]] * seat + [[40, 41, 42, 37]]
    won = game.step(ludo(*rows, game=game, turn=seat, roll=6), 3)
    assert game.to_move(won) == OVER
    assert game.returns(won) == (*[-1.0] * seat, 1.0)


def test_three_figures_home_do_not_win():
    state = ludo([38, 41, 42, 43], [5, 6, 7, 8], roll=1)
    assert TWO.to_move(TWO.step(state, 0)) == CHANCE


def test_no_move_is_left_once_the_game_is_over():
    won = TWO.step(ludo([39, 41, 42, 43], [5, 6, 7, 8], roll=1), 0)
    assert TWO.moves(won) == []
    with pytest.raises(HernaError, match="the game is over"):
        TWO.step(won, 3)


# The heuristic, by hand.


def gain(*figures, **more):
    state = ludo(*figures, **more)
    return Ludo(n_players=max(2, len(figures))).gains(state)


def test_a_figure_on_the_ring_needs_its_way_and_four_turns_for_the_home():
    # 40 - 12 = 28 squares are 8 turns, 4 more to enter; three figures are home.
    assert gain([12, 41, 42, 43], HOME)[0] == pytest.approx(-(28 / 3.5 + 4))


def test_a_figure_in_the_house_needs_the_whole_way_and_four_thirds_more():
    assert gain([HOUSE, 41, 42, 43], HOME)[0] == pytest.approx(-(40 / 3.5 + 4 + 4 / 3))


def test_figures_at_home_need_no_more_turns():
    assert gain([40, 41, 42, 39], HOME)[0] == pytest.approx(-(1 / 3.5 + 4))
    assert gain([40, 41, 42, 39], HOME)[1] == 0.0


def test_the_start_of_the_game_is_worth_the_same_to_all():
    # Squares 0..3: 160 - 6 squares ahead, 4 figures not home, nobody within six squares behind.
    for game in (TWO, THREE, FOUR):
        assert game.gains(game.initial()) == pytest.approx((-(154 / 3.5 + 16),) * game.n_players)


@pytest.mark.parametrize("steps", [1, 2, 3, 4, 5, 6])
def test_a_hunter_up_to_six_squares_behind_threatens(steps):
    # Blue on 26 has walked 26 / 3.5 turns and left the house; a sixth of it is at risk.
    hunter = 26 - steps - 20
    threatened = gain([26, 41, 42, 43], [hunter, 41, 42, 43])[0]
    assert threatened == pytest.approx(-(14 / 3.5 + 4 + (26 / 3.5 + 4 / 3) / 6))


@pytest.mark.parametrize("hunter", [HOUSE, 39, 6, 7, 12, 40])
def test_a_hunter_elsewhere_does_not_threaten(hunter):
    """In the house, seven behind, beside, ahead, far away, at home: green's 6 is blue's 26."""
    rows = [26, 41, 42, 43], [hunter, HOUSE, HOUSE, HOUSE]
    assert gain(*rows)[0] == pytest.approx(-(14 / 3.5 + 4))


def test_a_figure_on_a_safe_square_is_not_threatened():
    assert gain([25, 41, 42, 43], [4, HOUSE, HOUSE, HOUSE])[0] == pytest.approx(-(15 / 3.5 + 4))


def test_a_threat_counts_once_however_many_hunters_there_are():
    # Green on 3 and 4 is on blue's 23 and 24, both within six squares behind blue's 26.
    value = gain([26, 41, 42, 43], [3, 4, HOUSE, HOUSE])[0]
    assert value == pytest.approx(-(14 / 3.5 + 4 + (26 / 3.5 + 4 / 3) / 6))


def test_a_threat_reaches_across_the_end_of_the_ring():
    # Green's 21 is ring square 1; blue of seat 0 on 38 stands three squares behind it.
    value = gain([38, 41, 42, 43], [21, 41, 42, 43])[1]
    assert value == pytest.approx(-(19 / 3.5 + 4 + (21 / 3.5 + 4 / 3) / 6))


def test_own_figures_do_not_threaten_each_other():
    assert gain([26, 24, 42, 43], AWAY)[0] == pytest.approx(-((14 + 16) / 3.5 + 8))


def test_a_pending_roll_that_can_be_played_counts_as_turns_gained():
    rows = [26, 41, 42, 43], [12, 41, 42, 43]
    quiet = gain(*rows)
    for roll in range(1, 7):
        pending = gain(*rows, roll=roll)
        assert pending[0] == pytest.approx(quiet[0] + roll / 3.5)
        assert pending[1] == pytest.approx(quiet[1])


def test_a_roll_that_cannot_be_played_credits_nobody():
    rows = [39, 41, 42, 43], [12, 41, 42, 43]
    assert gain(*rows, roll=5) == pytest.approx(gain(*rows))


def test_features_are_the_four_parts_of_the_gain():
    state = ludo([HOUSE, 26, 5, 43], [3, HOUSE, 40, 41])
    parts = TWO.features(state, 0)
    assert len(parts) == len(TWO.feature_names)
    # ahead 40 + 14 + 35, one in the house, three not home, 26 hunted from 23
    expected = (-89 / 3.5, -4 / 3, -12.0, -(26 / 3.5 + 4 / 3) / 6)
    assert parts == pytest.approx(expected)
    assert sum(parts) == pytest.approx(TWO.gains(state)[0])


# Believability.


def believed(rolls, game=FOUR):
    """The believability after these (seat, face) rolls."""
    ledger = np.zeros(1, game.ledger_type)
    game.setup_ledger(ledger[0])
    for seat, face in rolls:
        game.rules.note(ledger[0], game.initial().replace(turn=seat).array[0], face)
    return game.rules.believability(ledger[0])


def rolls_of(counts, seat=0):
    """Rolls with these counts of the faces, never the same face three times in a row."""
    left, rolls = list(counts), []
    while sum(left):
        recent = [face for _, face in rolls[-2:]]
        allowed = [f for f in range(6) if left[f] and recent != [f + 1, f + 1]]
        face = max(allowed, key=lambda f: left[f])
        left[face] -= 1
        rolls.append((seat, face + 1))
    return rolls


def test_even_rolls_are_fully_believable():
    assert believed(rolls_of([7, 7, 7, 6, 6, 6])) == 0.0
    assert believed([]) == 0.0


def test_unevenness_counts_beyond_the_threshold_only():
    # Counts (10, 5, 4, 4, 2, 2): variance 7.25, least possible 0.25, so 7.
    rolls = rolls_of([10, 5, 4, 4, 2, 2])
    assert believed(rolls) == 0.0
    assert believed(rolls, Ludo(threshold=3.0)) == pytest.approx(4.0)


def test_unevenness_is_counted_per_player_and_summed():
    uneven = [10, 5, 4, 4, 2, 2]
    both = rolls_of(uneven, seat=0) + rolls_of(uneven, seat=3)
    assert believed(both, Ludo(threshold=3.0)) == pytest.approx(8.0)


def test_rolls_of_different_players_do_not_even_each_other_out():
    mine, yours = [12, 0, 0, 0, 0, 0], [0, 12, 12, 12, 12, 12]
    game = Ludo(threshold=0.0, penalty=0.0)
    alone = believed([(0, 1)] * 12, game)
    assert alone == pytest.approx(np.var(mine))
    assert believed([(0, 1)] * 12 + rolls_of(yours, seat=1), game) == pytest.approx(
        np.var(mine) + np.var(yours)
    )


@pytest.mark.parametrize(("length", "repeats"), [(1, 0), (2, 0), (3, 1), (4, 2), (5, 3)])
def test_every_third_or_later_equal_roll_in_a_row_costs_the_penalty(length, repeats):
    game = Ludo(threshold=1e6, penalty=2.5)
    assert believed([(1, 6)] * length, game) == pytest.approx(2.5 * repeats)


def test_a_streak_is_broken_by_another_face_but_not_by_another_player():
    game = Ludo(threshold=1e6)
    broken = [(0, 4), (0, 4), (0, 5), (0, 4)]
    assert believed(broken, game) == 0.0
    crossed = [(0, 4), (1, 4), (0, 4), (1, 2), (0, 4)]
    assert believed(crossed, game) == 1.0


# Parameters.


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("n_players", 1),
        ("n_players", 5),
        ("n_players", 0),
        ("n_players", -2),
        ("n_players", 2.0),
        ("n_players", "4"),
        ("n_players", None),
        ("threshold", -1.0),
        ("threshold", float("nan")),
        ("threshold", float("inf")),
        ("threshold", "8"),
        ("threshold", None),
        ("penalty", -0.5),
        ("penalty", float("nan")),
        ("penalty", [1]),
        ("waiting", -1),
        ("waiting", 41),
        ("jumping", "no"),
        ("home_moves", 2),
        ("house_risk", None),
        ("each_threat", 0.5),
        ("pending_pips", -1),
        ("pending_reply", 3),
        ("by_status", "True"),
    ],
)
def test_a_parameter_out_of_range_is_refused_in_one_line_that_names_it(field, value):
    with pytest.raises(HernaError, match=rf"ludo: {field} is .*; allowed") as refusal:
        Ludo(**{field: value})
    assert "\n" not in str(refusal.value)


# A second opinion.


@every_table
def test_the_compiled_rules_agree_with_an_obvious_twin_on_ten_thousand_positions(game):
    """Whole random games: moves, whose turn, places, gains, rounds and the winner."""
    arena, compared, seed = Arena(game, [Random()] * game.n_players), 0, 0
    while compared < 10_000 / 3:  # of each of the three tables
        seed += 1
        twin = NaiveLudo(game.n_players)
        trace = Trace(game, arena.play(generator(seed, "twin")).moves)
        for state, move in zip(trace.states(), (*trace.moves, None), strict=True):
            if move is None:
                break
            assert game.moves(state) == twin.legal()
            assert (state.turn, state.roll, game.rounds(state)) == (
                twin.seat,
                twin.roll,
                twin.rounds,
            )
            assert game.to_move(state) == (twin.seat if twin.roll else CHANCE)
            for seat, figures in enumerate(twin.figures):
                assert places(state, seat) == [twin.relative(seat, place) for place in figures]
            assert np.abs(np.subtract(game.gains(state), twin.gains())).max() < 1e-9
            assert twin.winner() is None
            compared += 1
            twin.play(move)
        assert game.to_move(state) == OVER
        assert game.returns(state)[twin.winner()] == 1.0


# Parameters where the thesis is silent.


@pytest.mark.parametrize(
    ("count", "safe"), [(8, {0, 5, 10, 15, 20, 25, 30, 35}), (4, {0, 10, 20, 30}), (0, set())]
)
def test_the_number_of_safe_squares_says_which_they_are(count, safe):
    game = Ludo(safe_squares=count)
    assert {square for square in range(40) if game.is_safe(square)} == safe


def test_a_figure_is_sent_back_from_a_square_that_is_not_safe_any_more():
    for count, hit in ((8, False), (4, True)):
        game = Ludo(n_players=2, safe_squares=count)
        # Blue 5 squares before its own square 15, where green (entry at 20) stands.
        state = ludo([10, HOUSE, HOUSE, HOUSE], [35, 40, 41, 42], game=game)
        rolled = game.step(state, 5)
        if not hit:
            assert game.to_move(rolled) != 0, "nothing to move, the turn passes"
        else:
            assert game.step(rolled, 0).figures[1].tolist() == [HOUSE, 40, 41, 42]


def test_figures_start_where_the_game_is_told():
    assert Ludo(start=6).initial().figures[0].tolist() == [6, 7, 8, 9]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"safe_squares": 3}, "safe_squares is 3; allowed: 0, 4, 8"),
        ({"safe_squares": [8]}, r"safe_squares is \[8\]; allowed: 0, 4, 8"),
        ({"safe_squares": False}, "safe_squares is False; allowed: 0, 4, 8"),
        ({"start": 37}, "start is 37; allowed: a whole number from 0 to 36"),
    ],
)
def test_impossible_boards_are_refused_by_name(settings, words):
    with pytest.raises(HernaError, match=words):
        Ludo(**settings)


# Other readings, each a parameter.


def test_without_jumping_nobody_passes_another_figure():
    game = Ludo(n_players=2, jumping=False)
    own = ludo([11, 13, HOUSE, HOUSE], AWAY, roll=4, game=game)
    assert game.moves(own) == [1], "the figure on 11 would pass the one on 13"
    other = ludo([11, 30, HOUSE, HOUSE], [33, *AWAY[:3]], roll=4, game=game)
    assert game.moves(other) == [1], "green's 33 is blue's 13"
    landing = ludo([11, HOUSE, HOUSE, HOUSE], [34, *AWAY[:3]], roll=3, game=game)
    assert game.moves(landing) == [0], "hitting is not jumping"
    home = ludo([38, 41, HOUSE, HOUSE], AWAY, roll=4, game=game)
    assert home.turn == 1, "nor is there jumping at home: the turn has passed"
    entering = ludo([2, HOUSE, HOUSE, HOUSE], AWAY, roll=6, game=game)
    assert game.moves(entering) == [0, 1, 2, 3], "the way from the house passes nobody"


@every_table
def test_without_jumping_figures_of_a_player_keep_their_order(game):
    strict = Ludo(n_players=game.n_players, jumping=False)
    trace = Trace(strict, Arena(strict, [Random()] * game.n_players).play(generator(1)).moves)
    states = list(trace.states())
    for before, after in itertools.pairwise(states):
        for seat in range(game.n_players):
            old, new = places(before, seat), places(after, seat)
            stayed = [i for i in range(4) if new[i] >= 0 and old[i] >= 0]
            assert sorted(stayed, key=old.__getitem__) == sorted(stayed, key=new.__getitem__)


def test_without_moves_at_home_a_figure_stays_on_its_first_home_square():
    game = Ludo(n_players=2, home_moves=False)
    assert game.moves(ludo([20, 40, 41, HOUSE], AWAY, roll=2, game=game)) == [0]
    assert game.moves(ludo([38, 40, HOUSE, HOUSE], AWAY, roll=3, game=game)) == [0]


def test_waiting_is_expected_only_so_many_squares_before_the_home():
    game = Ludo(n_players=2, waiting=6)
    gains = game.gains(ludo([33, 34, 39, HOUSE], AWAY, game=game))
    assert gains[0] == pytest.approx(-((7 + 6 + 1 + 40) / 3.5 + 4 + 4 + 4 / 3))


def test_every_threat_counts_when_asked_for():
    game = Ludo(n_players=2, each_threat=True)
    gains = game.gains(ludo([26, 41, 42, 43], [3, 4, HOUSE, HOUSE], game=game))
    assert gains[0] == pytest.approx(-(14 / 3.5 + 4 + 2 * (26 / 3.5 + 4 / 3) / 6))


def test_a_threat_leaves_out_the_house_when_asked_for():
    game = Ludo(n_players=2, house_risk=False)
    gains = game.gains(ludo([26, 41, 42, 43], [3, HOUSE, HOUSE, HOUSE], game=game))
    assert gains[0] == pytest.approx(-(14 / 3.5 + 4 + 26 / 3.5 / 6))


def test_without_pending_pips_a_roll_changes_nothing():
    game = Ludo(n_players=2, pending_pips=False)
    before = ludo([26, 41, 42, 43], [12, 41, 42, 43], game=game)
    assert game.gains(game.step(before, 4)) == game.gains(before)


def test_a_pending_roll_can_count_as_played_by_the_best_move():
    game = Ludo(n_players=2, pending_reply=True)
    for rows in (([26, 3, 42, 43], [8, 41, 12, HOUSE]), ([0, 1, 2, 39], [0, 30, 31, HOUSE])):
        before = ludo(*rows, game=game)
        for roll in range(1, 7):
            rolled = game.step(before, roll)
            if game.to_move(rolled) != 0:
                continue
            ends = [game.gains(game.step(rolled, move)) for move in game.moves(rolled)]
            assert game.gains(rolled) == max(ends, key=lambda gains: gains[0])
            assert game.step(before, roll) == rolled, "the move was not really made"


def test_players_can_choose_by_their_lead():
    state = ludo([20, 41, 42, 43], [34, 41, 42, 43], AWAY, game=Ludo(n_players=3))
    gains = Ludo(n_players=3).gains(state)
    assert Ludo(n_players=3).values(state) == gains
    game = Ludo(n_players=3, by_status=True)
    state = ludo([20, 41, 42, 43], [34, 41, 42, 43], AWAY, game=game)
    blue, orange, green = game.gains(state)
    assert orange > blue > green
    assert game.values(state) == pytest.approx((blue - orange, orange - blue, green - orange))

"""Full search by payoffs: backing up, counts, and the clever search against the plain one."""

import itertools

import numpy as np
import pandas as pd
import pytest

from herna.claims.claim import thesis_folder
from herna.games.checkers import Checkers
from herna.games.checkers.board import COLOURS
from herna.kernels.payoff_search import payoff_work, search_payoffs
from herna.payoffs.full_search import search
from herna.pays import EQUAL
from herna.play import Arena, Trace
from herna.players import Random
from herna.seeds import generator

GAME, STRICT = Checkers(), Checkers(strict=True)
SETS = [
    (),
    *((name,) for name in GAME.strategies),
    ("K", "PTP", "PU"),
    ("K", "PTP", "PHHK"),
    tuple(GAME.strategies),
]


def minds(game, *strategies, **values):
    return np.tile(game.mind(strategies, **values), (3, 1))


def mixed_minds(game, number):
    """Those of players who know different strategies and value things differently."""
    sets = [SETS[(number + step) % len(SETS)] for step in (0, 2, 5)]
    return np.array([game.mind(known, pawn=2000 + 100 * i) for i, known in enumerate(sets)])


@pytest.mark.parametrize("game", [GAME, STRICT], ids=["penalised", "strict"])
def test_the_plain_search_looks_at_as_many_lines_as_there_are(game):
    mode = "strict" if game.strict else "penalised"
    golden = pd.read_csv(
        thesis_folder("three-player-checkers") / "perft_initial_position.csv"
    ).query(f"rule_mode == '{mode}'")
    work = payoff_work(game, 6)
    for plies in range(1, 7):
        work.states[0] = game.initial().array[0]
        search_payoffs(game.rules, game.pays, work, minds(game), plies, 3, False)
        assert work.tally[1] == golden.query("plies <= @plies")["leaf_sequences"].sum()


def random_positions(count, turns):
    """Positions from random games, three and two players left, with queens and without."""
    found = []
    for seed in itertools.count():
        game = STRICT if seed % 3 == 0 else GAME
        moves = Arena(game, [Random()] * 3).play(generator(seed, "positions")).moves
        states = list(Trace(game, moves).states())[:-1]
        found += [(game, state) for state in states[seed % 7 :: 7]]
        if len(found) >= count:
            return found[:count]
    return None


def test_the_clever_search_agrees_with_the_plain_one_on_ten_thousand_positions():
    """Three plies: the game's own ending, which takes two, is met behind moves of everybody."""
    positions = random_positions(10_000, 2)
    left = [bin(game.pays.present(state.array[0])).count("1") for game, state in positions]
    queens = [bool(state.queens.any()) for _, state in positions]
    assert min(left.count(2), left.count(3)) > 1000 < min(sum(queens), queens.count(False))
    works = [payoff_work(game, 4, 2**10) for game in (GAME, GAME)]
    for number, (game, state) in enumerate(positions):
        alike = minds(game, *SETS[number % len(SETS)])
        mind, ratings = mixed_minds(game, number) if number % 4 == 0 else alike, []
        for work, clever in zip(works, (False, True), strict=True):
            work.states[0] = state.array[0]
            count = search_payoffs(game.rules, game.pays, work, mind, 3, 3, clever)
            assert work.moves[0, :count].tolist() == game.moves(state)
            ratings.append(work.ratings[:count].copy())
        plain, quick = ratings
        assert np.abs(plain - quick).max() < EQUAL / 10, (number, state)
        own = state.turn
        best = [np.flatnonzero(r[:, own] >= r[:, own].max() - EQUAL).tolist() for r in ratings]
        assert best[0] == best[1]


@pytest.mark.parametrize("plies", [4, 5, 6])
def test_the_clever_search_agrees_with_the_plain_one_when_it_looks_further(plies):
    for number, (game, state) in enumerate(random_positions(400, 2)[::8]):
        if len(game.moves(state)) > 14 - plies:
            continue
        mind = mixed_minds(game, number) if number % 2 else minds(game, *SETS[number % len(SETS)])
        found = []
        for clever in (False, True):
            work = payoff_work(game, plies, 2**10)
            work.states[0] = state.array[0]
            count = search_payoffs(game.rules, game.pays, work, mind, plies, 3, clever)
            found.append(work.ratings[:count].copy())
        assert np.abs(found[0] - found[1]).max() < EQUAL / 10, state


def named(state, rated):
    moves, ratings = rated
    return {
        GAME.move_name(state, move): row.tolist() for move, row in zip(moves, ratings, strict=True)
    }


def figure(number, turn="white"):
    table = pd.read_csv(thesis_folder("three-player-checkers") / "worked_positions.csv")
    table = table[table["figure"] == f"figure {number}"]
    pieces = {c: " ".join(table.query("owner == @c")["field"]) for c in COLOURS}
    return GAME.position(turn, **pieces)


ALPHA, BETA = 2540.0, 6650.0


@pytest.mark.parametrize("plies", [3, 4, 5, 6])
@pytest.mark.parametrize("crowning", [BETA - ALPHA, 810.0])
def test_white_offers_a_piece_in_figure_4(plies, crowning):
    state, work = figure(4), payoff_work(GAME, 6)
    work.states[0] = state.array[0]
    mind = minds(GAME, "K", crowning=crowning)
    count = search_payoffs(GAME.rules, GAME.pays, work, mind, plies, 3, True)
    rated = named(state, (work.moves[0, :count], work.ratings[:count]))
    best = max(row[0] for row in rated.values())
    chosen = {name for name, row in rated.items() if row[0] >= best - EQUAL}
    if crowning == 810.0 and plies == 6:
        assert chosen != {"H5-I6"} and best == pytest.approx(-ALPHA / 2)
        return
    assert chosen == {"H5-I6"}
    if crowning == 810.0 and plies in (4, 5):
        assert best == 0
    if crowning != 810.0 and plies >= 4:
        assert rated["H5-I6"] == [4595.0, 2540.0, -3025.0]


def test_black_has_the_two_captures_of_figure_4():
    state = figure(4)
    after = GAME.step(
        state, next(m for m in GAME.moves(state) if GAME.move_name(state, m) == "H5-I6")
    )
    taking = {
        GAME.move_name(after, m) for m in GAME.moves(after) if "takes" in GAME.move_name(after, m)
    }
    assert taking == {"I7xI5xG3 takes I6 H4", "J7xH5xH3xH1 takes I6 H4 H2, crowned"}


def test_search_of_turns_counts_the_players_who_are_left():
    three = search(GAME, GAME.initial(), minds(GAME), 1)
    assert len(three[0]) == 10
    duel = GAME.position(white="C1 F6", black="G6")
    moves, ratings = search(GAME, duel, minds(GAME), 1)
    assert named(duel, (moves, ratings))["C1-D1, loses F6"][0] == -ALPHA

"""The open tree: the example by hand, and the same numbers as the full search and as all lines."""

import numpy as np
import pytest

from herna.backing import EXAMPLE, EXAMPLE_SEATS, best_of, grown, merged, written
from herna.errors import HernaError
from herna.games.checkers import Checkers
from herna.kernels.payoff_search import payoff_work, search_payoffs
from herna.payoffs import Genetic
from herna.payoffs.full_search import search
from herna.play import Arena, Trace
from herna.players import Random
from herna.seeds import generator

GAME = Checkers()
SETS = ((), ("K",), ("PK", "PTP"), ("PU", "PHHK"), GAME.strategies)


def test_the_example_backs_up_as_told():
    root = written(EXAMPLE, EXAMPLE_SEATS)
    x, y = root.after(0), root.after(1)
    assert x.after(0).value.tolist() == [2.5, 1, 3]  # the mean of two equal replies
    assert x.after(1).value.tolist() == [0, 5, 1]
    assert x.value.tolist() == [0, 5, 1] and x.best.tolist() == [1]
    assert y.value.tolist() == [2, 2, 2]
    assert root.value.tolist() == [2, 2, 2] and [root.names[i] for i in root.best] == ["y"]
    assert root.left == 3


def test_of_three_equal_attacks_two_hit_us():
    """Figure 7: one pawn each; without K the expected triple is (-2/3, 1/2, -1/3)."""
    attacks = {"a": (-1, 0.5, 0), "b": (-1, 0.5, 0), "c": (0, 0.5, -1)}
    tree = written(("first opponent", attacks), EXAMPLE_SEATS)
    assert tree.value == pytest.approx([-2 / 3, 1 / 2, -1 / 3]) and len(tree.best) == 3


def test_what_differs_by_rounding_only_is_equal():
    assert best_of([[0.3], [0.1 + 0.2], [0.2999]], 0).tolist() == [0, 1]


@pytest.mark.parametrize(
    ("tree", "told"),
    [
        ((1, 2, 3), "it is payoffs only"),
        (("me", {}), "at 'tree' there is no branch"),
        (("you", {"a": (1, 2, 3)}), "at 'tree' 'you' moves; allowed: me"),
        (("me", {"a": (1, 2)}), r"'a' is \(1, 2\); allowed: 3 numbers"),
        (("me", {"a": "much"}), "'a' is 'much'"),
        (("me", {"a": (1, 2, np.nan)}), "'a' is"),
    ],
)
def test_a_tree_that_is_none_is_refused_in_one_line(tree, told):
    with pytest.raises(HernaError, match=told):
        written(tree, EXAMPLE_SEATS)


def positions():
    """Positions of all kinds from random games, with queens, with two players and with three."""
    for seed in range(12):
        moves = Arena(GAME, [Random()] * 3).play(generator(seed, "backing")).moves
        states = list(Trace(GAME, moves).states())[:-1]
        yield from states[seed % 9 :: 17]
    for turn in ("white", "red"):  # black is about to drop out
        for number in range(3):
            yield GAME.position(turn, white="C1 A1", black="D1", red=f"D2 L{3 + number} K2")


def searched(state, minds, plies):
    work = payoff_work(GAME, plies)
    work.states[0] = state.array[0]
    count = search_payoffs(GAME.rules, GAME.pays, work, minds, plies, 3, True)
    return work.moves[0, :count], work.ratings[:count]


def test_a_grown_tree_agrees_with_the_full_search():
    dropped = looked = 0
    for number, state in enumerate(positions()):
        minds = np.tile(GAME.mind(SETS[number % len(SETS)]), (3, 1))
        plies = 3 - number % 3 if len(GAME.moves(state)) < 16 else 1
        tree = grown(GAME, state, minds, plies)
        moves, ratings = searched(state, minds, plies)
        assert tree.moves.tolist() == moves.tolist()
        assert tree.values == pytest.approx(ratings, abs=1e-6)
        if bin(tree.present).count("1") == plies:
            assert tree.values == pytest.approx(search(GAME, state, minds, 1)[1], abs=1e-6)
        looked += plies == 3
        if plies == 3:
            behind = [tree.after(i) for i in range(len(tree))]
            dropped += any(node.left < 2 and len(node) for node in behind)
    assert looked > 30 and dropped, "lines of three moves, in some of which somebody drops out"


def test_a_tree_grows_only_where_it_is_looked_at():
    tree = grown(GAME, GAME.initial(), np.tile(GAME.mind(), (3, 1)), 4)
    assert tree._behind == {}
    assert len(tree.after(3)) == 10 and list(tree._behind) == [3]
    with pytest.raises(HernaError, match="plies is 0"):
        grown(GAME, GAME.initial(), None, 0)
    over = GAME.position("white", white="A1", black="L12").replace(fate=[0, 1, 1])
    with pytest.raises(HernaError, match="the game is over"):
        grown(GAME, over, None, 2)


# Lines.


def branches_by_hand(lines, seat, depth=0):
    """Every branch of the tree of all lines: what it is worth to all, by its moves."""
    if depth == len(lines[0][0]):
        return {(): lines[0][1]}
    found, best = {}, None
    for move in dict.fromkeys(moves[depth] for moves, _ in lines):
        below = branches_by_hand(
            [line for line in lines if line[0][depth] == move], seat, depth + 1
        )
        found |= {(move, *rest): value for rest, value in below.items()}
        if best is None or below[()][(seat + depth) % 3] > best[(seat + depth) % 3] + 1e-9:
            best = below[()]
    return {(): best} | found


@pytest.mark.parametrize("fresh", [True, False])
def test_the_first_line_of_a_branch_is_what_the_branch_is_worth(fresh):
    player = Genetic(turns=2, population=300, generations=4, fresh=fresh)
    state = GAME.position("white", white="B2 I2", black="F5", red="E3 E4 F3 L4 L5 L6 L7")
    for generation in player.breed(GAME, state, 5):
        tree = merged(generation.moves, generation.pays, 3)
        assert sum(branch.lines for branch in tree) == len(generation.moves)
        keys = list(map(tuple, generation.moves.tolist()))
        truth = branches_by_hand(list(zip(keys, generation.pays.tolist(), strict=True)), 0)
        for first in tree:
            assert first.value[0] == pytest.approx(truth[(first.move,)][0])
            assert first.lines == sum(key[0] == first.move for key in keys)
            worth = [second.value[1] for second in first.children]
            assert worth == sorted(worth, reverse=True)
        worth = [first.value[0] for first in tree]
        assert worth == sorted(worth, reverse=True) and worth[0] == pytest.approx(truth[()][0])

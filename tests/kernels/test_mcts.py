"""Monte Carlo tree search: a twin, the tree it leaves, and moves nobody can miss."""

import math

import numpy as np
import pytest

from herna.game import OVER
from herna.games import EXAMPLES, KuhnPoker, Ludo, Pig
from herna.games.kuhn import BET, PASS
from herna.games.pig import HOLD, ROLL
from herna.players import MCTS
from herna.seeds import generator
from tests.games.positions import ludo
from tests.kernels.naive import mcts_ratings
from tests.kernels.test_search import decisions

every_game = pytest.mark.parametrize("game", EXAMPLES, ids=repr)
TWO = Ludo(n_players=2)


@every_game
@pytest.mark.parametrize(("iterations", "exploration"), [(1, 1.0), (5, 0.0), (25, math.sqrt(2))])
def test_mcts_rates_moves_as_its_twin_does_with_the_same_lots(game, iterations, exploration):
    player = MCTS(iterations=iterations, exploration=exploration, playout_limit=20)
    for number, state in enumerate(decisions(game, 3 if iterations < 25 else 1)):
        ratings = player.ratings(game, state, generator(number))
        twin = mcts_ratings(game, state, generator(number), iterations, exploration, limit=20)
        assert ratings == pytest.approx(twin, abs=1e-12)


@every_game
def test_the_tree_is_consistent(game):
    """Visits and totals add up, and every child is one move away from its parent."""
    player, state = MCTS(iterations=30), decisions(game, 4)[3]
    player.ratings(game, state, generator(5))
    work = player.workspace(game)
    nodes, states = work.nodes, work.node_states
    assert states[0].tobytes() == state.array.tobytes()
    queue = [0]
    while queue:
        here = queue.pop()
        node, seat_values = nodes[here], slice(0, game.n_players)
        if node.first == 0:
            continue
        children = range(node.first, node.first + node.count)
        assert all(nodes[child].parent == here for child in children)
        assert all(nodes[child].visits >= 1 for child in children)
        own = node.visits - sum(nodes[child].visits for child in children)
        assert own == (0 if here == 0 else 1), "its own playout, from before it was expanded"
        below = sum(nodes[child].totals[seat_values] for child in children)
        assert np.abs(node.totals[seat_values] - below).max() <= own * 2 + 1e-9
        queue += children


@every_game
def test_ratings_are_means_of_returns(game):
    lowest, highest = {"kuhn": (-2, 2), "pig": (0, 1)}.get(game.name, (-1, 1))
    for state in decisions(game, 3):
        ratings = MCTS(iterations=40).ratings(game, state, generator(2))
        assert list(ratings) == game.moves(state)
        assert all(lowest <= rating <= highest for rating in ratings.values())


@pytest.mark.parametrize("seed", range(10))
def test_mcts_holds_when_holding_wins(seed):
    game = Pig(target=30)
    state = game.initial().replace(banked=[12, 20, 0, 0, 0, 0, 0], pot=18)
    assert MCTS(iterations=100)(game, state, generator(seed)) == HOLD


@pytest.mark.parametrize("seed", range(10))
def test_mcts_does_not_bank_two_points_when_the_other_is_about_to_win(seed):
    game = Pig(target=30)
    state = game.initial().replace(banked=[20, 29, 0, 0, 0, 0, 0], pot=2)
    assert MCTS(iterations=400)(game, state, generator(seed)) == ROLL


@pytest.mark.parametrize("seed", range(10))
def test_mcts_sends_back_the_figure_that_was_about_to_win(seed):
    """Green's last figure stands before its home, and blue's 19 is its square."""
    state = ludo([1, 17, 41, 42], [39, 41, 42, 43], roll=2, game=TWO)
    assert TWO.move_name(state, 1) == "17 to 19, sends green back"
    assert len(TWO.moves(state)) > 1
    assert MCTS(iterations=100)(TWO, state, generator(seed)) == 1


def test_mcts_brings_the_last_figure_home():
    """With three figures at home one square is free there, so nothing else can be moved into it."""
    state = ludo([39, 40, 41, 43], [39, 41, 42, 43], roll=3, game=TWO)
    won = TWO.step(state, MCTS(iterations=20)(TWO, state, generator(0)))
    assert TWO.to_move(won) == OVER
    assert TWO.returns(won) == (1.0, -1.0)


@pytest.mark.parametrize("seed", range(10))
def test_mcts_calls_with_the_king_and_folds_with_the_jack(seed):
    game = KuhnPoker()
    for card, answer in ((2, BET), (0, PASS)):
        state = game.initial()
        for move in (card, 1, PASS, BET):
            state = game.step(state, move)
        seen = game.sample(state, 0, generator(seed))
        assert MCTS(iterations=20)(game, seen, generator(seed)) == answer


def test_a_game_that_is_decided_by_the_move_is_rated_exactly():
    game = Pig(target=30)
    state = game.initial().replace(banked=[12, 20, 0, 0, 0, 0, 0], pot=18)
    ratings = MCTS(iterations=50).ratings(game, state, generator(1))
    assert ratings[HOLD] == 1.0
    assert 0.0 < ratings[ROLL] < 1.0
    assert game.to_move(game.step(state, HOLD)) == OVER


def test_a_playout_that_is_cut_short_counts_as_undecided():
    state = decisions(TWO, 1)[0]
    ratings = MCTS(iterations=20, playout_limit=1).ratings(TWO, state, generator(1))
    assert set(ratings.values()) == {0.0}

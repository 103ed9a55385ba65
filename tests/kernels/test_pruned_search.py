"""Paranoid and Best Reply against slow searches that look at everything."""

import itertools

import numpy as np
import pytest

from herna.errors import HernaError
from herna.game import OVER
from herna.games.checkers import Checkers
from herna.games.ludo import Ludo
from herna.kernels.pruned_search import BEST_REPLY, PARANOID, pruned_work, search_pruned
from herna.payoffs import BestReply, Paranoid, StdAI, player_from
from herna.pays import EQUAL
from herna.play import Match
from herna.seeds import generator
from tests.kernels.test_payoff_search import GAME, mixed_minds, random_positions


def offers(game, state, minds):
    """The moves and what they pay, in the order in which the search tries them."""
    moves, pays = np.zeros(game.max_moves, np.int64), np.zeros((game.max_moves, 3))
    count = game.pays.offers(state.array[0], minds, moves, pays)
    who = game.to_move(state)
    order = sorted(range(count), key=lambda i: -pays[i, who])
    return [(int(moves[i]), pays[i]) for i in order]


def worth(game, state, minds, root, left, way, free=True):
    """What a position pays who moves at the root if everything is looked at."""
    who, me = game.to_move(state), root.turn
    if left <= 0 or who == OVER:
        return 0.0
    options = offers(game, state, minds)
    if who != me and way == BEST_REPLY and not free:
        options = options[:1]
    found = []
    for number, (move, pays) in enumerate(options):
        after, still = game.step(state, move), who == me or (free and number == 0)
        to_go = left - 1 - skipped(game, root, state, after)
        found.append(pays[me] + worth(game, after, minds, root, to_go, way, still))
    return max(found) if who == me else min(found)


def skipped(game, root, before, after):
    """How many seats that were in play at the root have no turn in between."""
    if game.to_move(after) == OVER:
        return 0
    seat, count = (before.turn + 1) % 3, 0
    while seat != after.turn:
        count += int(root.fate[seat] == 0)
        seat = (seat + 1) % 3
    return count


@pytest.mark.parametrize("way", [PARANOID, BEST_REPLY], ids=["paranoid", "best reply"])
def test_pruning_changes_no_best_move(way):
    compared = 0
    for number, (game, state) in enumerate(random_positions(600, 2)[::4]):
        if len(game.moves(state)) > 12:
            continue
        minds, me = mixed_minds(game, number), game.to_move(state)
        work = pruned_work(game, 4)
        for plies in (1, 2, 3) if number % 5 else (4,):
            work.states[0] = state.array[0]
            count = search_pruned(game.rules, game.pays, work, minds, plies, 3, way)
            slow = {}
            for move, pays in offers(game, state, minds):
                after = game.step(state, move)
                left = plies - 1 - skipped(game, state, state, after)
                slow[move] = pays[me] + worth(game, after, minds, state, left, way)
            quick = dict(zip(work.moves[0, :count].tolist(), work.ratings[:count], strict=True))
            best = max(slow.values())
            assert {m for m, v in quick.items() if v >= best - EQUAL} == {
                m for m, v in slow.items() if v >= best - EQUAL
            }, (plies, state)
            assert max(quick.values()) == pytest.approx(best)
            compared += 1
    assert compared > 150


def test_pruning_saves_most_of_the_tree():
    work = pruned_work(GAME, 6)
    work.states[0] = GAME.initial().array[0]
    search_pruned(GAME.rules, GAME.pays, work, np.tile(GAME.mind(), (3, 1)), 6, 3, PARANOID)
    assert work.tally[0] < 1_288_364 / 5


def test_one_turn_of_a_duel_is_plain_minimax():
    """With one opponent there is nobody else who could choose: both searches are the same."""
    duel = GAME.position(white="C1 F6 D4", black="G6 K9 J8", queens="D4")
    ratings = [player.ratings(GAME, duel) for player in (Paranoid(), BestReply())]
    assert ratings[0][1].tolist() == ratings[1][1].tolist()


def test_the_modern_players_play_whole_games():
    for one, other in itertools.pairwise([Paranoid(depth=1), BestReply(depth=1), StdAI(depth=1)]):
        match = Match(Checkers(patience=5), [one, other, one], 3)
        assert match.finish().state.plies > 20


def test_they_are_spelt_in_words_and_refuse_what_does_not_fit():
    assert player_from("best-reply(strategies=K, depth=3)") == BestReply("K", depth=3)
    with pytest.raises(HernaError, match="paranoid: depth is 9; allowed: a whole number from 1"):
        Paranoid(depth=9)
    with pytest.raises(HernaError, match="best-reply: moves of ludo pay nothing"):
        BestReply().suits(Ludo())
    lots = {Paranoid()(GAME, GAME.initial(), generator(seed)) for seed in range(20)}
    assert len(lots) > 1  # equal moves are chosen by lot

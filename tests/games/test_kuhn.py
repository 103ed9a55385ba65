"""Kuhn poker is small enough to be checked whole: all 30 endings against rules written by hand."""

from collections import Counter

import pytest
import scipy

from herna.errors import HernaError
from herna.game import CHANCE, OVER
from herna.games.kuhn import BET, PASS, UNKNOWN, KuhnPoker
from herna.seeds import generator

KUHN = KuhnPoker()
JACK, QUEEN, KING = range(3)
DEALS = [(a, b) for a in range(3) for b in range(3) if a != b]

# What the first player wins after these actions, if he holds the higher or the lower card.
ENDINGS = {
    (PASS, PASS): (1, -1),
    (PASS, BET, PASS): (-1, -1),
    (PASS, BET, BET): (2, -2),
    (BET, PASS): (1, 1),
    (BET, BET): (2, -2),
}
UNFINISHED = {(): 0, (PASS,): 1, (BET,): 1, (PASS, BET): 0}  # and who acts next


def after(deal, actions=()):
    state = KUHN.initial()
    for move in (*deal, *actions):
        state = KUHN.step(state, move)
    return state


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("actions", ENDINGS)
def test_every_ending_pays_what_the_rules_say(deal, actions):
    state = after(deal, actions)
    wins = ENDINGS[actions][0 if deal[0] > deal[1] else 1]
    assert KUHN.to_move(state) == OVER
    assert KUHN.returns(state) == (wins, -wins)


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("actions", UNFINISHED)
def test_until_the_end_nobody_has_won_and_the_right_player_acts(deal, actions):
    state = after(deal, actions)
    assert KUHN.to_move(state) == UNFINISHED[actions]
    assert KUHN.moves(state) == [PASS, BET]
    assert KUHN.returns(state) == (0.0, 0.0)
    assert KUHN.rounds(state) == len(actions)


def test_the_whole_tree_has_30_endings_and_58_states():
    """Root, 3 first cards, and under each of 6 deals 4 open and 5 finished states."""
    kinds, open_states = Counter(), [KUHN.initial()]
    while open_states:
        state = open_states.pop()
        who = KUHN.to_move(state)
        kinds["over" if who == OVER else "chance" if who == CHANCE else "player"] += 1
        if who != OVER:
            open_states += [KUHN.step(state, move) for move in KUHN.moves(state)]
    assert kinds == {"chance": 4, "player": 24, "over": 30}


def test_the_two_cards_are_dealt_one_after_the_other_and_differ():
    state = KUHN.initial()
    assert KUHN.to_move(state) == CHANCE
    assert KUHN.moves(state) == [JACK, QUEEN, KING]
    assert KUHN.odds(state) == pytest.approx([1 / 3] * 3)
    state = KUHN.step(state, QUEEN)
    assert KUHN.to_move(state) == CHANCE
    assert KUHN.moves(state) == [JACK, KING]
    assert KUHN.odds(state) == [0.5, 0.5]


def test_the_same_card_cannot_be_dealt_twice():
    with pytest.raises(HernaError):
        KUHN.step(KUHN.step(KUHN.initial(), KING), KING)


@pytest.mark.parametrize("actions", ENDINGS)
def test_no_move_is_left_once_the_game_is_over(actions):
    over = after((KING, JACK), actions)
    assert KUHN.moves(over) == []
    for move in (PASS, BET):
        with pytest.raises(HernaError, match="the game is over"):
            KUHN.step(over, move)


# Hidden information.


def test_a_player_sees_his_own_card_and_all_actions_but_not_the_other_card():
    state = after((KING, JACK), (PASS, BET))
    assert KUHN.observe(state, 0).cards.tolist() == [KING, UNKNOWN]
    assert KUHN.observe(state, 1).cards.tolist() == [UNKNOWN, JACK]
    assert KUHN.observe(state, 0).bets.tolist()[:2] == [PASS, BET]


def test_states_that_differ_in_the_hidden_card_only_look_the_same():
    assert KUHN.observe(after((KING, JACK)), 0) == KUHN.observe(after((KING, QUEEN)), 0)
    assert KUHN.observe(after((KING, JACK)), 1) != KUHN.observe(after((KING, QUEEN)), 1)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("deal", DEALS)
def test_the_hidden_card_is_sampled_uniformly_from_the_other_two(deal, seat):
    state, rng = after(deal, (PASS,)), generator(7, *deal, seat)
    worlds = [KUHN.sample(state, seat, rng) for _ in range(600)]
    assert {world.cards[seat] for world in worlds} == {deal[seat]}
    seen = Counter(int(world.cards[1 - seat]) for world in worlds)
    assert set(seen) == {JACK, QUEEN, KING} - {deal[seat]}
    assert scipy.stats.chisquare(list(seen.values())).pvalue > 1e-3


def test_before_his_own_card_is_dealt_a_player_is_not_told_the_first_one():
    state, rng = KUHN.step(KUHN.initial(), KING), generator(11)
    told = {int(KUHN.sample(state, 1, rng).cards[0]) for _ in range(50)}
    assert told != {KING}


def test_gains_are_the_chips_won_and_nothing_before():
    assert KUHN.gains(after((KING, JACK), (PASS,))) == (0.0, 0.0)
    assert KUHN.gains(after((KING, JACK), (BET, BET))) == (2.0, -2.0)


def test_moves_are_named_for_the_reader():
    assert KUHN.move_name(KUHN.initial(), KING) == "deals the king"
    assert [KUHN.move_name(after((KING, JACK)), move) for move in (PASS, BET)] == ["pass", "bet"]
    assert KUHN.text(after((KING, JACK), (PASS, BET))) == "cards king jack; pass bet"


@pytest.mark.parametrize("players", [1, 3, 2.0, "2", None])
def test_kuhn_is_for_two_players_and_says_so_in_one_line(players):
    with pytest.raises(HernaError, match=r"kuhn: n_players is .*; allowed: 2") as refusal:
        KuhnPoker(n_players=players)
    assert "\n" not in str(refusal.value)

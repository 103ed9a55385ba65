"""The protocol holds reactions out of turn and chance nodes with many outcomes.

Duel is a toy for three: whoever is on turn attacks somebody, who answers out of turn by a shield or
loses a life; then chance deals one of eighty cards, a few of which are shields.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from herna.compiled import record, rule
from herna.dda import EHillClimber, EMaxN, Fair
from herna.game import CHANCE, OVER, Game
from herna.metrics.measure import measure
from herna.play import Arena, Match, Trace
from herna.players import MCTS, HillClimber, MaxN, Random
from herna.rules import bind
from herna.seeds import generator

CARDS = 80
NOBODY, TAKE, SHIELD = -1, 0, 1

STATE = record(
    ("lives", "i4", 3),
    ("shields", "i4", 3),
    ("turn", "i4"),
    ("attacked", "i4"),  # who has to answer, or NOBODY
    ("dealing", "i4"),
    ("completed", "i4"),
)


@rule
def alive(s):
    return (s.lives[0] > 0) + (s.lives[1] > 0) + (s.lives[2] > 0)


@rule
def to_move(s):
    if alive(s) == 1:
        return OVER
    if s.dealing:
        return CHANCE
    return s.turn if s.attacked == NOBODY else s.attacked


@rule
def moves(s, out):
    if s.dealing:
        for card in range(CARDS):
            out[card] = card
        return CARDS
    if s.attacked != NOBODY:
        out[0], out[1] = TAKE, SHIELD
        return 2 if s.shields[s.attacked] else 1
    count = 0
    for seat in range(3):
        if seat != s.turn and s.lives[seat] > 0:
            out[count] = seat
            count += 1
    return count


@rule
def odds(s, out, count):
    """Low cards are likelier."""
    for card in range(count):
        out[card] = 2.0 * (count - card) / (count * (count + 1))


@rule
def step(s, move):
    if s.dealing:
        s.shields[s.turn] += 1 if move % 8 == 0 else 0
        s.dealing = 0
        s.turn = (s.turn + 1) % 3
        while s.lives[s.turn] == 0:
            s.turn = (s.turn + 1) % 3
        s.completed += 1
    elif s.attacked == NOBODY:
        s.attacked = move
    else:
        if move == SHIELD:
            s.shields[s.attacked] -= 1
        else:
            s.lives[s.attacked] -= 1
        s.attacked = NOBODY
        s.dealing = 1


@rule
def returns(s, out):
    for seat in range(3):
        out[seat] = 0.0 if alive(s) > 1 else (1.0 if s.lives[seat] > 0 else -1.0)


@rule
def gains(s, out):
    for seat in range(3):
        out[seat] = 2.0 * s.lives[seat] + s.shields[seat]


@rule
def rounds(s):
    return s.completed


@dataclass(frozen=True)
class Duel(Game):
    n_players: int = 3

    name: ClassVar[str] = "duel"
    state_type: ClassVar = STATE
    max_moves: ClassVar[int] = CARDS
    rules: ClassVar = bind(
        STATE,
        to_move=to_move,
        moves=moves,
        odds=odds,
        step=step,
        returns=returns,
        gains=gains,
        rounds=rounds,
    )

    def setup(self, s):
        s.lives[:] = 3
        s.attacked = NOBODY


GAME = Duel()


def test_whoever_is_attacked_answers_out_of_turn():
    state = GAME.step(GAME.initial().replace(shields=[0, 0, 1]), 2)
    assert state.turn == 0
    assert GAME.to_move(state) == 2
    assert GAME.moves(state) == [TAKE, SHIELD]
    after = GAME.step(state, SHIELD)
    assert GAME.to_move(after) == CHANCE
    assert after.shields.tolist() == [0, 0, 0] and after.lives.tolist() == [3, 3, 3]
    assert GAME.to_move(GAME.step(after, 5)) == 1


def test_max_n_lets_the_attacked_choose_for_himself():
    """A shield costs him less than a life, whoever asks."""
    state = GAME.step(GAME.initial().replace(shields=[0, 0, 1]), 2)
    assert MaxN(depth=1)(GAME, state, generator(1)) == SHIELD
    assert MCTS(iterations=40)(GAME, state, generator(1)) == SHIELD
    ratings = MaxN(depth=2).ratings(GAME, GAME.initial().replace(shields=[0, 0, 1]), generator(1))
    assert set(ratings) == {1, 2}


def test_fair_chance_deals_many_cards_by_their_odds():
    state = GAME.step(GAME.step(GAME.initial(), 1), TAKE)
    chances = GAME.odds(state)
    assert len(chances) == CARDS and sum(chances) == pytest.approx(1)
    match = Match(GAME, [Random()] * 3)
    match.play(1), match.play(TAKE)
    rng = generator(2)
    drawn = [Fair()(GAME, match.world, rng) for _ in range(4000)]
    assert np.mean(drawn) == pytest.approx(np.dot(chances, range(CARDS)), abs=1.5)


@pytest.mark.parametrize("chance", [Fair(), EHillClimber({"tension": 1}), EMaxN({"tension": 1})])
@pytest.mark.parametrize("player", [Random(), HillClimber(level=60), MaxN(depth=3)])
def test_a_game_with_reactions_is_the_same_step_by_step_and_compiled(player, chance):
    match = Match(GAME, [player] * 3, seed=4, chance=chance).finish()
    outcome = Arena(GAME, [player] * 3, chance).play(generator(4))
    assert tuple(match.moves) == outcome.moves and outcome.finished
    assert outcome.metrics == pytest.approx(measure(Trace(GAME, outcome.moves)), abs=1e-9)
    assert sorted(outcome.returns) == [-1.0, -1.0, 1.0]

"""The genetic algorithm over lines of play: lines, children, mutants, and the tree that orders."""

import itertools
from collections import defaultdict

import numpy as np
import pytest

from herna.errors import HernaError
from herna.games.checkers import Checkers
from herna.games.ludo import Ludo
from herna.kernels.sequences import NULL, first_lines, line_memory, mutate, set_wheel
from herna.payoffs.genetic import Genetic
from herna.seeds import generator

GAME = Checkers()
SMALL = Genetic(turns=2, population=60, generations=6)
DUEL = GAME.position(white="C1 F6 D4", black="G6 K9 J8", queens="D4")


def replayed(game, state, moves, minds):
    """What a line pays, played move by move; an illegal line is refused by the game."""
    total, seat = np.zeros(3), game.to_move(state)
    memory, pays = np.zeros(game.max_moves, np.int64), np.zeros((game.max_moves, 3))
    for slot, move in enumerate(moves):
        if game.to_move(state) != (seat + slot) % 3:
            assert move == NULL
            continue
        count = game.pays.offers(state.array[0], minds, memory, pays)
        total += pays[memory[:count].tolist().index(move)]
        state = game.step(state, int(move))
    return total


@pytest.mark.parametrize("state", [GAME.initial(), DUEL], ids=["three", "two"])
@pytest.mark.parametrize("strategies", ["", "K+PTP+PHHK"])
def test_every_line_is_legal_and_pays_the_sum_of_its_moves(state, strategies):
    player = Genetic(strategies, turns=2, population=60, generations=6)
    for generation in player.breed(GAME, state, 5):
        assert len(generation.moves) == 60
        for moves, pays in zip(generation.moves, generation.pays, strict=True):
            assert replayed(GAME, state, moves, player.minds(GAME)) == pytest.approx(pays)


def test_seats_that_are_out_make_null_moves():
    first = next(SMALL.breed(GAME, DUEL, 1))
    assert (first.moves[:, [2, 5]] == NULL).all()
    assert (first.moves[:, 0] != NULL).all()


def test_lines_are_ordered_as_the_tree_reads():
    """The first line is what follows if everybody takes the branch that pays himself most."""
    for generation in SMALL.breed(GAME, GAME.initial(), 3):
        lines = [tuple(line) for line in generation.moves.tolist()]
        pays = dict(zip(lines, generation.pays, strict=True))

        def worth(prefix, pays=pays):
            depth, branches = len(prefix), defaultdict(list)
            if depth == 6:
                return pays[prefix]
            for line in pays:
                if line[:depth] == prefix:
                    branches[line[depth]].append(line)
            values = [worth((*prefix, move)) for move in branches]
            return max(values, key=lambda value: value[depth % 3])

        for depth, (one, other) in itertools.product(range(6), itertools.pairwise(lines)):
            if one[:depth] == other[:depth] and one[depth] != other[depth]:
                better, worse = (worth(line[: depth + 1])[depth % 3] for line in (one, other))
                assert better >= worse - 1e-9
        together = [line[:depth] for depth in range(1, 6) for line in lines]
        assert len([prefix for prefix, _ in itertools.groupby(together)]) == len(set(together))


def test_with_fresh_no_line_is_there_twice_but_those_drawn_at_first():
    for fresh in (True, False):
        player = Genetic(turns=2, population=300, generations=12, fresh=fresh)
        different = [
            len({*map(tuple, g.moves.tolist())}) for g in player.breed(GAME, GAME.initial(), 2)
        ]
        assert (different[-1] >= different[0]) == fresh


def test_the_first_line_never_mutates():
    work, rng, minds = line_memory(GAME, 50, 1, 2), generator(1), SMALL.minds(GAME)
    work.states[0] = GAME.initial().array[0]
    first_lines(GAME.rules, GAME.pays, work, minds, 50, 1, 1, 3, rng)
    before = work.moves[:50].copy()
    mutate(GAME.rules, GAME.pays, work, minds, 1.0, True, 1, 1, 3, rng)
    changed = (work.moves[:50] != before).any(axis=1)
    assert not changed[0] and changed[1:].sum() > 10
    assert ((work.moves[:50] != before).sum(axis=1) <= 1).all()


def test_children_are_the_beginning_of_one_line_and_the_end_of_another():
    player = Genetic(turns=2, population=80, generations=1, mutation=0)
    parents, both = player.breed(GAME, GAME.initial(), 6)
    old = {*map(tuple, parents.moves.tolist())}
    beginnings = {line[:cut] for line in old for cut in range(1, 6)}
    ends = {line[cut:] for line in old for cut in range(1, 6)}
    born = {*map(tuple, both.moves.tolist())} - old
    assert born
    for child in born:
        assert any(child[:cut] in beginnings and child[cut:] in ends for cut in range(1, 6))
    assert both.tried == both.known + both.illegal + min(80, both.tried - both.known - both.illegal)


@pytest.mark.parametrize(("f1", "f2"), [(0, 0), (1, 1)])
def test_forced_captures_are_drawn_whenever_there_are_any(f1, f2):
    player = Genetic(turns=3, population=200, generations=0, f1=f1, f2=f2)
    (lines,) = player.breed(GAME, GAME.initial(), 8)
    passed = 0
    for line in lines.moves[:60]:
        state = GAME.initial()
        for move in line.tolist():
            passed += ", loses" in GAME.move_name(state, move)
            state = GAME.step(state, move)
    assert passed == 0 if f1 else passed > 10


@pytest.mark.parametrize(
    ("influence", "half"), [(0.0, 29), (0.01, 472)], ids=["by rank", "with influence"]
)
def test_half_of_the_wheel_belongs_to_the_first_few_of_1500(influence, half):
    work = line_memory(GAME, 1500, 1, 1)
    set_wheel(work, 1500, influence)
    assert np.searchsorted(work.wheel, 0.5) + 1 == half
    assert work.wheel[-1] == 1


def test_two_breedings_that_are_stepped_in_turn_do_not_disturb_each_other():
    alone = list(SMALL.breed(GAME, GAME.initial(), 9))
    both = list(zip(*(SMALL.breed(GAME, GAME.initial(), key) for key in (9, 10)), strict=True))
    assert all((a.moves == b.moves).all() for a, (b, _) in zip(alone, both, strict=True))
    assert [generation.number for generation in alone] == list(range(1, 8))


def test_the_same_lots_give_the_same_generations_and_the_same_move():
    one, other = (list(SMALL.breed(GAME, GAME.initial(), 9)) for _ in range(2))
    assert all((a.moves == b.moves).all() for a, b in zip(one, other, strict=True))
    moves = {SMALL(GAME, GAME.initial(), generator(1)) for _ in range(3)}
    assert len(moves) == 1 and moves < set(GAME.moves(GAME.initial()))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"turns": 0}, "turns is 0; allowed: a whole number from 1 to 8"),
        ({"population": 1}, "population is 1"),
        ({"generations": -1}, "generations is -1"),
        ({"f1": 2}, "f1 is 2"),
        ({"mutation": "no"}, "mutation is 'no'"),
        ({"fresh": 3}, "fresh is 3"),
        ({"strategies": 7}, "strategies is 7; allowed: names joined by +"),
    ],
    ids=str,
)
def test_impossible_settings_are_refused_in_one_line(wrong, words):
    with pytest.raises(HernaError) as refusal:
        Genetic(**wrong)
    assert str(refusal.value).startswith(f"genetic: {words}")


def test_a_game_whose_moves_pay_nothing_and_unknown_strategies_are_refused():
    with pytest.raises(HernaError, match="genetic: moves of ludo pay nothing; allowed: checkers"):
        SMALL.suits(Ludo())
    with pytest.raises(HernaError, match="checkers: no strategy 'KK'; did you mean 'K'"):
        Genetic("KK").suits(GAME)

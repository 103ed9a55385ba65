"""What holds for every game: the contract, tried on 200 seeds of each example."""

import copy
import itertools
import json
import pickle
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from herna.dda import (
    ENVIRONMENTS,
    ChanceLevel,
    ChancePosm,
    EHillClimber,
    EMaxMax,
    EMaxN,
    EMonteCarlo,
    Fair,
)
from herna.errors import HernaError
from herna.game import CHANCE, OVER, State
from herna.games import EXAMPLES, GAMES
from herna.kernels.world import METRICS
from herna.metrics.measure import measure
from herna.play import Arena, Match, Trace
from herna.players import (
    MCTS,
    DynamicLevel,
    HillClimber,
    HillClimberIS,
    MaxN,
    MinimaxIS,
    Posm,
    Random,
    describe,
)
from herna.players import PLAYERS as REGISTERED
from herna.seeds import generator
from tests.kernels.seeded_games import suits

SEEDS = 200
STATES_PER_GAME = 8  # looked at one by one, spread over the whole game
MOVES_PER_STATE = 12  # tried one by one, spread over all of them

every_game = pytest.mark.parametrize("game", EXAMPLES, ids=repr)


@cache
def random_traces(game):
    """One random game per seed."""
    arena = Arena(game, [Random()] * game.n_players)
    return [Trace(game, arena.play(generator(seed)).moves, (seed,)) for seed in range(SEEDS)]


@cache
def visited(game):
    """Some (state, move) of every random game, evenly spread; its end comes with move None."""
    pairs = []
    for seed, trace in enumerate(random_traces(game)):
        stride = 1 + len(trace.moves) // STATES_PER_GAME
        moves = (*trace.moves, None)
        for ply, (record, move) in enumerate(zip(records(trace), moves, strict=True)):
            if ply % stride == seed % stride or move is None:
                pairs.append((State(record.view()).replace(), move))
    return pairs


def records(trace):
    """The start and what it becomes move by move, in place: ten times as fast as making states."""
    record = trace.game.initial().array.copy()
    yield record
    for move in trace.moves:
        trace.game.rules.step(record[0], move)
        yield record


def some(moves):
    """All moves, or where there are hundreds some from everywhere among them."""
    return moves[:: 1 + len(moves) // MOVES_PER_STATE]


def test_every_registered_game_is_among_the_examples():
    assert {game.name for game in EXAMPLES} == set(GAMES)
    assert all(GAMES[name].name == name for name in GAMES)


def test_chance_has_a_say_in_some_examples():
    """What is tried of chance nodes in the contracts must not be tried of nothing."""
    with_chance = {game.name for game in EXAMPLES if any(
        game.to_move(state) == CHANCE for state, _ in visited(game)[:50]
    )}  # fmt: skip
    assert with_chance >= {"ludo", "pig", "kuhn", "maze", "lost_cities"}


# States, moves and odds.


@every_game
def test_legal_moves_are_ascending_unique_and_within_bounds(game):
    for state, move in visited(game):
        moves = game.moves(state)
        if move is not None:
            assert 1 <= len(moves) <= game.max_moves
            assert move in moves
        assert all(type(m) is int and m >= 0 for m in moves)
        assert all(a < b for a, b in itertools.pairwise(moves))


@every_game
def test_odds_are_positive_sum_to_one_and_are_aligned_with_the_outcomes(game):
    for state in (s for s, move in visited(game) if game.to_move(s) == CHANCE):
        odds = game.odds(state)
        assert len(odds) == len(game.moves(state))
        assert min(odds) > 0
        assert sum(odds) == pytest.approx(1, abs=1e-12)


@every_game
def test_whoever_moves_is_a_seat_or_chance_until_the_game_is_over(game):
    for state, move in visited(game):
        who = game.to_move(state)
        assert who == OVER if move is None else who == CHANCE or 0 <= who < game.n_players


@every_game
def test_a_step_leaves_the_old_state_unchanged_and_gives_the_same_new_one_every_time(game):
    for state, _ in visited(game)[::9]:
        before = state.array.tobytes()
        for move in some(game.moves(state)):
            once, again = game.step(state, move), game.step(state, move)
            assert once == again != state
            assert hash(once) == hash(again)
            assert once.digest() == again.digest()
            assert len(once.digest()) == 16
        game.returns(state), game.gains(state), game.rounds(state), game.text(state)
        game.observe(state, 0), game.sample(state, 0, generator(1))
        assert state.array.tobytes() == before


@every_game
def test_different_moves_of_a_player_lead_to_different_states(game):
    for state, _ in visited(game)[::3]:
        if game.to_move(state) >= 0:
            followers = [game.step(state, move) for move in some(game.moves(state))]
            assert len(set(followers)) == len(followers)


@every_game
def test_copies_of_a_state_are_equal_and_hash_equal(game):
    for state, _ in visited(game)[::7]:
        _leave_junk(state.array.nbytes)
        twins = [
            state.replace(),
            copy.copy(state),
            copy.deepcopy(state),
            pickle.loads(pickle.dumps(state)),
        ]
        assert len({state, *twins}) == 1
        assert {twin.digest() for twin in twins} == {state.digest()}
        assert state != "a state"
        assert state != state.array


def _leave_junk(size):
    """Fill and free memory of this size, so that a copy that skips bytes is found out."""
    [np.full(size, 0xAA, np.uint8) for _ in range(20)]


@every_game
def test_no_state_carries_junk_between_its_fields(game):
    """States are compared by their bytes, and numpy's own copies leave the gaps to chance."""
    used = np.zeros(1, game.state_type)
    for name in game.state_type.names:
        used[name] = -1
    gaps = np.frombuffer(used.tobytes(), np.uint8) == 0
    for state, move in visited(game)[::3]:
        made = [state, state.replace(), copy.copy(state), game.observe(state, 0)]
        made.append(game.sample(state, game.n_players - 1, generator(2)))
        if move is not None:
            made.append(game.step(state, move))
        for one in made:
            assert not np.frombuffer(one.array.tobytes(), np.uint8)[gaps].any()


@every_game
def test_a_replayed_game_visits_equal_states(game):
    for trace in random_traces(game)[::40]:
        assert list(trace.states()) == list(trace.states())


@every_game
def test_a_state_cannot_be_written_to(game):
    state = game.initial()
    before = state.array.tobytes()
    for field in state.array.dtype.names:
        with pytest.raises(AttributeError, match="replace"):
            setattr(state, field, 1)
        with pytest.raises(ValueError, match="read-only"):
            state.array[field] = 1
        value = getattr(state, field)
        if isinstance(value, np.ndarray):
            with pytest.raises(ValueError, match="read-only"):
                value[...] = 1
    with pytest.raises(AttributeError):
        state.array = None
    with pytest.raises(AttributeError):
        state.no_such_field  # noqa: B018
    assert state.array.tobytes() == before


@every_game
def test_the_start_is_always_the_same(game):
    assert game.initial() == game.initial()
    assert game.rounds(game.initial()) == 0


# Randomness.


@every_game
def test_the_same_seed_gives_the_same_trace(game):
    one, other = (Arena(game, [Random()] * game.n_players) for _ in range(2))
    for seed, trace in enumerate(random_traces(game)):
        assert one.play(generator(seed)).moves == trace.moves
    for seed in range(0, SEEDS, 7):
        assert other.play(generator(seed)).moves == random_traces(game)[seed].moves


@every_game
def test_different_seeds_give_different_games(game):
    different = len({trace.moves for trace in random_traces(game)})
    assert different > 20  # small games have few different courses, but never a handful


@every_game
def test_a_sampled_world_looks_the_same_to_its_seat(game):
    rng = generator(3)
    for state, _ in visited(game)[::3]:
        for seat in range(game.n_players):
            world = game.sample(state, seat, rng)
            assert game.observe(world, seat) == game.observe(state, seat)
            assert game.to_move(world) == game.to_move(state)
            if game.to_move(state) == seat:
                assert game.moves(world) == game.moves(state)


@every_game
def test_a_sampled_world_depends_on_nothing_its_seat_cannot_see(game):
    """The same lots drawn for what a seat observes and for the truth give the same world."""
    for number, (state, _) in enumerate(visited(game)[::5]):
        for seat in range(game.n_players):
            blind = game.sample(game.observe(state, seat), seat, generator(4, number))
            assert game.sample(state, seat, generator(4, number)) == blind


@every_game
def test_an_imagined_world_looks_the_same_to_its_seat(game):
    rng = generator(6)
    for state, _ in visited(game)[::3]:
        for seat in range(game.n_players):
            array = state.array.copy()
            game.rules.imagine(array[0], seat, rng)
            assert game.observe(State(array), seat) == game.observe(state, seat)


@every_game
def test_a_game_says_whether_it_hides_anything(game):
    hides = any(
        game.observe(state, seat) != state
        for state, _ in visited(game)[::3]
        for seat in range(game.n_players)
    )
    assert hides == game.hidden_information


@every_game
def test_observing_twice_shows_nothing_new(game):
    for state, _ in visited(game)[::5]:
        for seat in range(game.n_players):
            seen = game.observe(state, seat)
            assert game.observe(seen, seat) == seen


# Rounds, returns, the end.


@every_game
def test_rounds_never_decrease_and_grow_by_at_most_one_per_ply(game):
    for trace in random_traces(game)[::3]:
        rounds = [game.rules.rounds(record[0]) for record in records(trace)]
        assert rounds[0] == 0
        assert set(np.diff(rounds).tolist()) <= {0, 1}


@every_game
def test_every_player_has_one_return_and_one_gain(game):
    for state, _ in visited(game):
        for values in (game.returns(state), game.gains(state)):
            assert len(values) == game.n_players
            assert all(type(value) is float and np.isfinite(value) for value in values)


@every_game
def test_every_player_has_one_value_for_every_feature(game):
    for state, _ in visited(game)[::5]:
        for seat in range(game.n_players):
            features = game.features(state, seat)
            assert len(features) == len(game.feature_names)
            assert np.isfinite(features).all()


@every_game
def test_every_random_game_ends_and_nearly_always_somebody_wins_or_loses(game):
    arena = Arena(game, [Random()] * game.n_players)
    draws = 0
    for seed in range(SEEDS):
        outcome = arena.play(generator(seed))
        assert outcome.finished
        assert len(outcome.returns) == game.n_players
        if game.n_players > 1:
            draws += max(outcome.returns) == min(outcome.returns)
        else:
            draws += outcome.returns[0] == 0
    assert draws < SEEDS / 20


@every_game
def test_nobody_can_move_once_the_game_is_over(game):
    for state, move in visited(game):
        if move is None:
            assert game.moves(state) == []
            for late in some(range(game.max_moves + 1)):
                with pytest.raises(HernaError, match="the game is over"):
                    game.step(state, late)


@every_game
def test_an_illegal_move_is_refused_in_one_line_that_names_the_game(game):
    for state, _ in visited(game)[::20]:
        legal = game.moves(state)
        wrong = [-1, max(legal, default=0) + 1, 10**30, 0.5, float("nan"), "0", None]
        wrong += some([move for move in range(game.max_moves) if move not in legal])
        for move in wrong:
            with pytest.raises(HernaError) as refusal:
                game.step(state, move)
            message = str(refusal.value)
            assert "\n" not in message
            assert message.startswith(f"{game.name}: move {move!r}")


@every_game
def test_names_and_pictures_exist_for_every_state(game):
    for state, _ in visited(game)[::5]:
        assert game.text(state).strip()
        for move in some(game.moves(state)):
            name = game.move_name(state, move)
            assert name.strip() == name
            assert name
            assert "\n" not in name
    names = [game.seat_name(seat) for seat in range(game.n_players)]
    assert len(set(names)) == game.n_players


# Traces.


@every_game
def test_a_trace_survives_json(game):
    for trace in random_traces(game)[::40]:
        data = json.loads(json.dumps(trace.to_json()))
        assert Trace.from_json(data) == trace


@every_game
def test_a_saved_game_loads_and_replays_to_the_same_states(game, tmp_path):
    for seed, whole in enumerate(random_traces(game)):
        # Now and then all of it, else the beginning will do.
        trace = replace(whole, moves=whole.moves if seed % 40 == 0 else whole.moves[:15])
        trace.save(tmp_path / "game.json")
        loaded = Trace.load(tmp_path / "game.json")  # which holds every state against its hash
        assert loaded == trace
        assert seed % 10 or list(loaded.states()) == list(trace.states())
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"], "no temporary file is left"


# One source, three ways to run it.

PLAYERS = (
    Random(),
    HillClimber(),
    HillClimber(level=50),
    HillClimberIS(level=70, iterations=3),
    MaxN(depth=2),
    MCTS(iterations=20),
    MinimaxIS(level=80, iterations=3),
    DynamicLevel(),
    Posm(base="hillclimber-is"),
)
CHANCES = (Fair(), EHillClimber())
CHANCE_SEAT = (
    EMaxMax(depth=3),
    EMaxN(depth=2, width=2, outcomes=3),
    EMonteCarlo(iterations=3, playout_limit=6),
    ChanceLevel(),
    ChancePosm(),
)


TABLES = [
    pytest.param(game, player, chance, id=f"{game!r}-{describe(player)}-{chance.words}")
    for game in EXAMPLES
    for player, chance in (
        *((player, Fair()) for player in PLAYERS),
        *((HillClimber(level=60), chance) for chance in (EHillClimber(), *CHANCE_SEAT)),
    )
    if suits(game, player) and suits(game, chance)
]


def test_every_player_and_environment_player_sits_at_some_table():
    tables = [table.values for table in TABLES]
    assert {player.name for _, player, _ in tables} == set(REGISTERED)
    assert {chance.name for _, _, chance in tables} >= set(ENVIRONMENTS) - {"POSM", "DL"}


@pytest.mark.parametrize(("game", "player", "chance"), TABLES)
def test_a_match_played_step_by_step_equals_the_compiled_game(game, player, chance):
    table, limit = [player] * game.n_players, 60
    match = Match(game, table, 1, chance, limit).finish()
    outcome = Arena(game, table, chance, limit).play(generator(1))
    assert tuple(match.moves) == outcome.moves
    assert game.returns(match.state) == outcome.returns
    assert (game.to_move(match.state) == OVER) == outcome.finished
    assert game.rounds(match.state) == outcome.rounds


@pytest.mark.parametrize(
    ("game", "chance"),
    [(game, chance) for game in EXAMPLES for chance in CHANCES if suits(game, chance)],
    ids=repr,
)
@pytest.mark.parametrize("player", [Random(), HillClimber()], ids=lambda player: player.name)
def test_metrics_kept_move_by_move_equal_those_of_the_finished_trace(game, player, chance):
    arena = Arena(game, [player] * game.n_players, chance, limit=600)
    for seed in range(3):
        outcome = arena.play(generator(seed, "metrics"))
        slow = measure(Trace(game, outcome.moves))
        assert set(slow) == set(outcome.metrics) == set(METRICS)
        assert outcome.metrics == pytest.approx(slow, abs=1e-9)


@every_game
def test_the_metrics_of_a_match_are_those_of_its_trace_at_every_ply_that_ends_a_round(game):
    chance = EHillClimber() if suits(game, EHillClimber()) else Fair()
    match = Match(game, [Random()] * game.n_players, seed=8, chance=chance, limit=60)
    match.finish()
    checked = 0
    for ply in range(1, match.ply + 1):
        before, after = match.state_at(ply - 1), match.state_at(ply)
        if game.rounds(after) > game.rounds(before):
            slow = measure(Trace(game, tuple(match.moves[:ply])))
            assert match.metrics_at(ply) == pytest.approx(slow, abs=1e-9)
            checked += 1
    assert checked == game.rounds(match.state) > 0

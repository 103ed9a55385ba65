"""Playing: matches that can be stepped, taken back and restarted; games at full speed."""

import numpy as np
import pytest

from herna.dda import EHillClimber, Fair, environment_from
from herna.errors import HernaError
from herna.game import CHANCE, OVER
from herna.games import EXAMPLES, KuhnPoker, Ludo, Pig
from herna.games.kuhn import BET, PASS
from herna.games.pig import HOLD, ROLL
from herna.kernels.world import METRICS
from herna.play import PLY_LIMIT, Arena, Human, Match, Trace, play, tournament
from herna.players import HillClimber, Random
from herna.results.store import Store
from herna.seeds import generator
from herna.warmup import warm_up
from tests.kernels.seeded_games import suits

every_game = pytest.mark.parametrize("game", EXAMPLES, ids=repr)


def first_move(game, state, rng):
    """The simplest player there is: a function."""
    return game.moves(state)[0]


def last_move(game, state, rng):
    return game.moves(state)[-1]


def match_of(game, seed=3, **more):
    return Match(game, [Random()] * game.n_players, seed, **more)


# Stepping.


@every_game
def test_a_match_starts_at_the_start(game):
    match = match_of(game)
    assert match.state == game.initial()
    assert match.ply == 0
    assert match.moves == []
    assert match.to_move == game.to_move(game.initial())
    assert not match.over


@every_game
def test_a_step_plays_one_move_and_says_which(game):
    match = match_of(game)
    before = match.state
    move = match.step()
    assert match.moves == [move]
    assert match.ply == 1
    assert match.state == game.step(before, move)


@every_game
def test_a_finished_match_stays_finished(game):
    match = match_of(game).finish()
    moves = list(match.moves)
    assert match.over
    assert match.to_move == OVER
    assert match.step() is None
    assert match.finish().moves == moves


@every_game
def test_every_state_on_the_way_can_be_looked_up(game):
    match = match_of(game, limit=40).finish()
    states = list(match.trace().states())
    assert [match.state_at(ply) for ply in range(match.ply + 1)] == states
    assert match.state_at(-1) == match.state


def test_an_environment_that_stalls_is_stopped_at_the_limit():
    match = Match(Pig(), [first_move, last_move], seed=0, limit=7).finish()
    assert match.ply == 7
    assert match.over
    assert match.step() is None
    assert Pig().to_move(match.state) != OVER
    assert PLY_LIMIT == 10_000


def test_any_function_can_play():
    trace = play(Ludo(n_players=2), [first_move, last_move], seed=4)
    states = list(trace.states())
    assert Ludo(n_players=2).to_move(states[-1]) == OVER
    for state, move in zip(states, trace.moves, strict=False):
        moves = trace.game.moves(state)
        if trace.game.to_move(state) != CHANCE:
            assert move == (moves[0] if state.turn == 0 else moves[-1])


def test_a_player_who_cheats_is_refused_in_one_line():
    match = Match(Pig(), [lambda game, state, rng: 7, first_move])
    with pytest.raises(HernaError, match="pig: move 7 is not allowed here; allowed: 1") as refusal:
        match.step()
    assert "\n" not in str(refusal.value)
    assert match.ply == 0


@pytest.mark.parametrize("table", [Match, Arena])
@pytest.mark.parametrize("count", [0, 1, 3])
def test_the_number_of_seats_has_to_fit(table, count):
    with pytest.raises(HernaError, match=f"pig: {count} seats given; allowed: 2"):
        table(Pig(), [Random()] * count)


def test_a_player_is_handed_a_sampled_state_and_never_the_truth():
    """Kuhn: what the first player is shown of the other card is right only by luck."""
    right = []

    def spy(game, state, rng):
        right.append(int(state.cards[1]) == truth)
        assert state.cards[0] == match.state.cards[0]
        return PASS

    for seed in range(200):
        match = Match(KuhnPoker(), [spy, first_move], seed)
        match.step(), match.step()
        truth = int(match.state.cards[1])
        match.step()
    assert len(right) == 200
    assert 70 < sum(right) < 130


def test_the_chance_seat_sees_the_truth():
    seen = []

    class Watcher(Fair):
        name = "watcher"

        def __call__(self, game, worlds, rng):
            seen.append(worlds[0].state.cards.tolist())
            return super().__call__(game, worlds, rng)

    match = Match(KuhnPoker(), [first_move, first_move], seed=1, chance=Watcher()).finish()
    assert seen == [[-1, -1], [match.moves[0], -1]]
    assert match.trace().chance == "watcher"


# People.


def test_a_match_waits_for_a_human_and_goes_on_after_the_move():
    match = Match(Pig(), [Human(), HillClimber()], seed=2).finish()
    assert match.waiting
    assert match.to_move == 0
    assert match.ply == 0
    assert match.step() is None
    match.play(ROLL)
    assert not match.waiting
    assert match.to_move == CHANCE
    match.finish()
    assert match.waiting
    assert match.trace().seats == ("human", "hillclimber")


def test_a_human_cannot_make_an_illegal_move():
    match = Match(Pig(), [Human(), Human()])
    for move in (HOLD, 5, -1, "1", None, 1.5):
        with pytest.raises(HernaError, match="not allowed here"):
            match.play(move)
    assert match.ply == 0
    assert match.state == Pig().initial()


@every_game
def test_nobody_plays_on_after_the_end(game):
    match = match_of(game).finish()
    for move in range(7):
        with pytest.raises(HernaError, match="the game is over"):
            match.play(move)


# Back and forth.


@every_game
def test_back_undoes_the_last_move_and_its_lots(game):
    match = match_of(game, limit=30)
    while not match.over:
        before = match.state, match.metrics_at(), match.rng.bit_generator.state
        move = match.step()
        after = match.state
        match.back()
        assert (match.state, match.metrics_at(), match.rng.bit_generator.state) == before
        assert match.step() == move
        assert match.state == after


def test_back_at_the_start_stays_there():
    match = match_of(Pig())
    match.back()
    assert match.ply == 0
    assert match.state == Pig().initial()


@every_game
def test_going_back_and_on_again_repeats_the_game(game):
    match = match_of(game, limit=40).finish()
    moves, end = list(match.moves), match.metrics_at()
    for ply in (0, match.ply // 2, match.ply - 1):
        match.go_to(ply)
        assert match.ply == ply
        assert match.moves == moves[:ply]
        match.finish()
        assert match.moves == moves
        assert match.metrics_at() == end


def test_go_to_shows_a_recorded_game_as_it_was_played():
    """Whatever the players would do now: a human has made some of these moves."""
    match = Match(Pig(), [Human(), Random()], seed=4)
    while match.ply < 30:
        match.play(match.game.moves(match.state)[-1])
    moves = list(match.moves)
    match.go_to(0)
    match.go_to(20)
    assert match.moves == moves[:20]
    match.go_to(30)
    assert match.moves == moves


def test_go_to_goes_forward_as_far_as_the_game_lasts():
    match = match_of(KuhnPoker(), seed=5)
    match.go_to(2)
    assert match.ply == 2
    match.go_to(1000)
    assert match.over
    assert match.ply in (4, 5)


def test_another_move_after_going_back_starts_another_line():
    match = Match(KuhnPoker(), [Human(), Human()], seed=1)
    match.go_to(2)
    for move in (BET, BET):
        match.play(move)
    match.back()
    match.play(PASS)
    assert match.moves[2:] == [BET, PASS]
    assert match.over


@every_game
def test_forward_makes_the_moves_again_that_were_taken_back(game):
    match = match_of(game, limit=20).finish()
    moves, end, lots = list(match.moves), match.state, match.rng.bit_generator.state
    for _ in range(3):
        match.back()
    assert match.ahead == moves[-3:]
    assert [match.forward() for _ in range(3)] == moves[-3:]
    assert match.forward() is None
    assert match.ahead == []
    assert match.moves == moves
    assert match.state == end
    assert match.rng.bit_generator.state == lots


def test_a_new_move_forgets_the_moves_taken_back():
    match = match_of(Ludo(n_players=2), limit=20).finish()
    match.back(), match.back()
    assert len(match.ahead) == 2
    match.step()
    assert match.ahead == []
    assert match.forward() is None
    match.back()
    match.forget_future()
    assert match.ahead == []


@every_game
def test_restarting_plays_the_same_game_as_a_new_match(game):
    match = match_of(game, seed=1, limit=30).finish()
    match.back()
    match.restart(9)
    assert match.ply == 0
    assert match.ahead == []
    assert match.state == game.initial()
    assert match.finish().moves == match_of(game, seed=9, limit=30).finish().moves
    assert match.trace().seed == (9,)


def test_a_seed_may_be_a_key():
    key = (3, "ludo_2hc", "None", 17)
    by_key = Match(Pig(), [Random(), Random()], seed=key).finish().trace()
    assert by_key.seed == key
    assert by_key.moves == Arena(Pig(), [Random(), Random()]).play(generator(*key)).moves


# Meters.


def test_status_and_metrics_can_be_read_at_every_ply():
    match = match_of(Ludo(n_players=3), limit=30).finish()
    for ply in range(match.ply + 1):
        assert list(match.metrics_at(ply)) == list(METRICS)
        assert len(match.status_at(ply)) == 3
        assert sum(value > 0 for value in match.status_at(ply)) <= 1
    assert match.metrics_at(0) == dict.fromkeys(METRICS, 0.0)


def test_reading_the_metrics_changes_nothing():
    match = match_of(Ludo(n_players=2), limit=31).finish()
    before = match.world.tobytes(), match.rng.bit_generator.state
    match.metrics_at(), match.status_at(), match.trace(), match.state_at(3), match.metrics_at(7)
    EHillClimber().options(match.game, match.world)
    assert (match.world.tobytes(), match.rng.bit_generator.state) == before


# Whole games and tournaments.


@every_game
def test_an_arena_leaves_nothing_behind_from_game_to_game(game):
    chance = EHillClimber() if suits(game, EHillClimber()) else Fair()
    arena = Arena(game, [Random()] * game.n_players, chance, limit=200)
    first = arena.play(generator(1))
    arena.play(generator(2))
    assert arena.play(generator(1)) == first


@pytest.mark.parametrize("player", [Human(), first_move], ids=["human", "function"])
def test_an_arena_refuses_a_player_that_it_cannot_compile_in_one_line(player):
    with pytest.raises(HernaError, match=r"pig: .*(human|first_move)") as refusal:
        Arena(Pig(), [Random(), player])
    assert "\n" not in str(refusal.value)


def test_an_arena_says_when_a_game_was_stopped():
    outcome = Arena(Ludo(), [Random()] * 4, limit=20).play(generator(1))
    assert not outcome.finished
    assert len(outcome.moves) == 20
    assert outcome.returns == (0.0,) * 4


def test_a_tournament_seats_every_arrangement_and_gives_one_row_per_seat():
    entrants = {"random": Random(), "climber": HillClimber()}
    rows = tournament(Pig(target=20), entrants, games=5, seed=1)
    assert len(rows) == 2 * 5 * 2
    assert {row["table"] for row in rows} == {"random / climber", "climber / random"}
    for start in range(0, len(rows), 2):
        one, other = rows[start : start + 2]
        assert one["won"] + other["won"] == 1
        assert (one["seat"], other["seat"]) == (0, 1)
    assert rows == tournament(Pig(target=20), entrants, games=5, seed=1)


def test_fewer_entrants_than_seats_sit_down_repeatedly():
    rows = tournament(Pig(n_players=3, target=10), {"a": Random(), "b": HillClimber()}, games=1)
    tables = {row["table"] for row in rows}
    assert len(tables) == 2**3 - 2
    assert "a / a / a" not in tables


def test_more_entrants_than_seats_all_meet():
    entrants = {name: Random() for name in "abc"}
    tables = {row["table"] for row in tournament(Pig(target=5), entrants, games=1)}
    assert tables == {f"{x} / {y}" for x in "abc" for y in "abc" if x != y}


def test_only_the_player_with_the_highest_return_has_won():
    rows = tournament(KuhnPoker(), {"a": Random(), "b": Random()}, games=20, seed=2)
    assert all(row["won"] == (row["returned"] > 0) for row in rows)
    assert {row["returned"] for row in rows} <= {-2.0, -1.0, 1.0, 2.0}


def test_a_hill_climber_beats_chance_players_at_ludo():
    rows = tournament(Ludo(n_players=2), {"r": Random(), "h": HillClimber()}, games=150, seed=4)
    wins = np.mean([row["won"] for row in rows if row["player"] == "h"])
    assert wins > 0.6


def test_a_saved_game_remembers_the_weights_of_its_environment(tmp_path):
    environment = EHillClimber({"tension": 2.5}, random_share=0.25)
    trace = play(Ludo(n_players=2), [Random(), Random()], 3, environment, limit=20)
    trace.save(tmp_path / "game.json")
    loaded = Trace.load(tmp_path / "game.json")
    assert environment_from(loaded.chance) == environment


@pytest.mark.parametrize("ply", [-1, -3, 1.5, "abc", None, 10**9])
def test_a_ply_that_cannot_be_is_refused(ply):
    match = Match(Pig(), [Random()] * 2, limit=50)
    with pytest.raises(HernaError, match=r"match: ply is .*; allowed: a whole number from 0 to"):
        match.go_to(ply)


@pytest.mark.parametrize("seed", [-1, 2**128, 1.5, "lucky", (-1, "x")])
def test_a_seed_that_is_refused_changes_nothing(seed):
    match = Match(Pig(), [Random()] * 2, seed=7).finish()
    before = match.trace()
    with pytest.raises(HernaError, match="seed"):
        match.restart(seed)
    assert match.trace() == before


@pytest.mark.parametrize("stranger", ["hillclimber", None, 3, Random])
def test_who_cannot_play_is_refused_before_the_game(stranger):
    with pytest.raises(HernaError, match=r"pig: seat 1 is .*; allowed: a player"):
        Match(Pig(), [Random(), stranger])
    with pytest.raises(HernaError, match="pig: seat of chance is 'E-HillClimber'; allowed"):
        Match(Pig(), [Random()] * 2, chance="E-HillClimber")


@pytest.mark.parametrize("limit", [0, -1, "x", 2.5, 10**9])
def test_a_limit_that_is_none_is_refused_before_the_game(limit):
    for table in (Match, Arena):
        with pytest.raises(HernaError, match=r"pig: limit is .*; allowed: a whole number from 1"):
            table(Pig(), [Random()] * 2, limit=limit)


@pytest.mark.parametrize(
    ("mistake", "words"),
    [
        (lambda: Match("ludo", []), r"game is 'ludo'; allowed: a game, such as Ludo\(\)"),
        (lambda: Match(Ludo, []), r"game is Ludo; allowed: Ludo\(\)"),
        (lambda: Arena("ludo", []), r"game is 'ludo'; allowed: a game, such as Ludo\(\)"),
        (lambda: Arena(Pig, []), r"game is Pig; allowed: Pig\(\)"),
        (lambda: Arena(int, []), r"game is int; allowed: a game, such as Ludo\(\)"),
        (lambda: Arena(Pig(), None), "seats is None; allowed: a list with a player per seat"),
        (lambda: Match(Pig(), Random()), "seats is Random.*; allowed: a list with a player per"),
        (lambda: warm_up(Ludo), r"game is Ludo; allowed: Ludo\(\)"),
        (lambda: tournament(Pig, {}), r"game is Pig; allowed: Pig\(\)"),
        (lambda: tournament(Pig(), [Random()]), "entrants is .*; allowed: a dictionary of players"),
        (lambda: Store("ludo_2hc", "quick"), r"experiment is 'ludo_2hc'; allowed: an experiment,"),
    ],
)
def test_names_and_classes_are_no_games_and_refused_in_one_line(mistake, words):
    with pytest.raises(HernaError, match=words):
        mistake()


def test_who_plays_for_chance_is_no_player_and_the_other_way_round():
    game, players = Pig(), [Random(), Random()]
    with pytest.raises(HernaError, match="pig: seat 0 is E-HillClimber, who plays for chance"):
        Match(game, [EHillClimber(), Random()])
    for stranger in (HillClimber(), Human()):
        with pytest.raises(
            HernaError, match=r"pig: the seat of chance is .*, who plays for a play"
        ):
            Match(game, players, chance=stranger)
    match = Match(game, players)
    with pytest.raises(HernaError, match="pig: seat 1 is None, who plays for chance"):
        match.sit_down([Random(), Fair()], Fair())
    with pytest.raises(HernaError, match="seats is None; allowed: a list"):
        match.sit_down(None, Fair())
    assert match.seats == tuple(players)
    with pytest.raises(HernaError, match="ply is 3; allowed: at most 0"):
        match.state_at(3)


def test_a_hidden_game_for_three_can_be_compiled_ahead():
    class HiddenPig(Pig):
        hidden_information = True  # so that nobody who looks at all of it may play

    warm_up(HiddenPig(n_players=3))


def test_a_game_for_eight_is_refused():
    with pytest.raises(HernaError, match="pig: n_players is 8; allowed: a whole number from 1"):
        Match(replace_players(Pig(), 8), [Random()] * 8)


def replace_players(game, count):
    """The game with a number of players that it would refuse itself."""
    object.__setattr__(game, "n_players", count)
    return game


def test_a_game_that_is_wrong_about_its_most_moves_is_caught():
    class Narrow(Pig):
        max_moves = 4  # of a die with six faces

    game = Narrow()
    rolling = game.step(game.initial(), 1)
    with pytest.raises(HernaError, match="pig: max_moves is 4, but a state has 6 moves"):
        game.moves(rolling)


@pytest.mark.parametrize("wrong", [{"games": 0}, {"games": -1}, {"entrants": {"one": Random()}}])
def test_a_tournament_of_nobody_is_refused(wrong):
    settings = {"entrants": {"one": Random(), "other": Random()}, "games": 2} | wrong
    with pytest.raises(HernaError, match="tournament: "):
        tournament(Pig(), **settings)


@pytest.mark.parametrize("seed", [0, 2**64, 2**128 - 1])
def test_whatever_is_saved_can_be_loaded(tmp_path, seed):
    def by_hand(game, state, rng):
        return game.moves(state)[0]

    for player in (by_hand, lambda game, state, rng: game.moves(state)[-1]):
        trace = play(Pig(target=20), [player, Random()], seed)
        trace.save(tmp_path / "game.json")
        assert Trace.load(tmp_path / "game.json") == trace

"""Players for hidden information against slow twins, and what they know."""

import pytest

from herna.errors import HernaError
from herna.games import EXAMPLES, KuhnPoker, LostCities, Ludo
from herna.kernels.information import alpha_beta
from herna.play import Arena, Match, tournament
from herna.players import HillClimberIS, MaxN, MinimaxIS, Posm, Random, player_from
from herna.seeds import generator
from tests.kernels.naive import alpha_beta_free, settled
from tests.kernels.test_search import decisions

for_two = pytest.mark.parametrize(
    "game", [game for game in EXAMPLES if game.n_players == 2], ids=repr
)


@for_two
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_alpha_beta_finds_the_value_of_plain_minimax(game, depth):
    player, rng = MinimaxIS(depth=depth), generator(1)
    for state in decisions(game, 4):
        work = player.workspace(game)
        work.states[2] = state.array[0]
        work.lots[:] = rng.random(len(work.lots))
        for root in (0, 1):
            found = alpha_beta(game.rules, work, root, depth, 3, float("-inf"))
            expected = alpha_beta_free(game, state, root, depth, 3, work.lots, 2)
            assert found == pytest.approx(expected)


@for_two
def test_a_hill_climber_of_information_sets_sums_over_samples(game):
    for number, state in enumerate(decisions(game, 4)):
        who, twin = game.to_move(state), generator(2, number)
        expected = dict.fromkeys(game.moves(state), 0.0)
        for _ in range(3):
            sampled = game.sample(state, who, twin)
            lot = twin.random()
            for move in expected:
                after = settled(game, game.step(sampled, move), lot)
                expected[move] += game.values(after)[who]
        found = HillClimberIS(iterations=3).ratings(game, state, generator(2, number))
        assert found == pytest.approx(expected)


def test_votes_come_before_values():
    game = LostCities()
    for state in decisions(game, 3):
        found = MinimaxIS(iterations=9).ratings(game, state, generator(1))
        votes = [int(rating) for rating in found.values()]
        assert 1 <= sum(votes) <= 9
        assert all(0 <= rating - int(rating) < 1 for rating in found.values())


def test_a_level_of_minimax_takes_its_move_from_those_voted_for():
    game = LostCities()
    for number, state in enumerate(decisions(game, 4)):
        player = MinimaxIS(level=1, iterations=9)
        found = player.ratings(game, state, generator(3, number))
        voted = {move for move, rating in found.items() if rating >= 1}
        assert player(game, state, generator(3, number)) in voted


def test_a_level_of_minimax_may_take_any_move_when_all_are_listed():
    game, state = LostCities(), decisions(LostCities(), 1)[0]
    player = MinimaxIS(level=1, iterations=9, rated="all")
    found = player.ratings(game, state, generator(3))
    played = {player(game, state, generator(3, n)) for n in range(20)}
    assert any(found[move] < 1 for move in played)
    assert player_from("minimax-is(level=1, iterations=9, rated=all)") == player


def test_minimax_searches_fewer_states_deeper_as_the_game_goes_on():
    """Where stages begin is a setting: 36 states 2 deep are 12 states 4 deep in the end game."""
    game = LostCities()
    late = MinimaxIS(iterations=36, depth=2, middle_game=1, end_game=1)
    middle = MinimaxIS(iterations=18, depth=3, middle_game=1, end_game=0)
    plain = MinimaxIS(iterations=12, depth=4, middle_game=0, end_game=0)
    for number, state in enumerate(decisions(game, 3)):
        found = [p.ratings(game, state, generator(4, number)) for p in (late, middle, plain)]
        assert found[0] == found[1] == found[2]
        assert found[0] != MinimaxIS(iterations=12, depth=2).ratings(
            game, state, generator(4, number)
        )


def test_minimax_beats_the_hill_climber_and_both_beat_chance_in_lost_cities():
    game = LostCities()

    def share(one, other, games=40):
        rows = tournament(game, {"one": one, "other": other}, games)
        return sum(row["won"] for row in rows if row["player"] == "one") / (2 * games)

    climber = HillClimberIS(iterations=10)
    assert share(MinimaxIS(iterations=6), climber) > 0.55
    assert share(climber, Random(), 10) > 0.9


@pytest.mark.parametrize("words", ["maxn", "dl(base=maxn)", "posm(base=maxn)"])
@pytest.mark.parametrize("seat_down", [Match, Arena])
def test_max_n_is_refused_where_something_is_hidden(words, seat_down):
    for game in (KuhnPoker(), LostCities()):
        with pytest.raises(HernaError, match=f"maxn: {game.name} hides something"):
            seat_down(game, [player_from(words), Random()])


def test_minimax_is_refused_at_a_table_of_four():
    with pytest.raises(HernaError, match="minimax-is: ludo has 4 players; allowed: games for two"):
        Match(Ludo(), [MinimaxIS()] * 4)


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("dl(base=nobody)", "dl: base is 'nobody'"),
        ("dl(level=50)", "dl: level is 50"),
        ("dl(alpha=0)", "alpha is 0"),
        ("posm(beta=2)", "beta is 2"),
        ("posm(dead_zone=-1)", "dead_zone is -1"),
        ("minimax-is(width=0)", "width is 0"),
        ("minimax-is(middle_game=2)", "middle_game is 2"),
        ("minimax-is(middle_game=0.5, end_game=0.6)", "end_game is 0.6; allowed: .*0.5"),
        ("minimax-is(rated=some)", "rated is 'some'; allowed: voted, all"),
        ("minimax-is(rated=al)", "did you mean 'all'"),
        ("hillclimber-is(iterations=0)", "iterations is 0"),
    ],
)
def test_impossible_settings_are_refused_by_name(words, hint):
    with pytest.raises(HernaError, match=hint.replace("(", "\\(")):
        player_from(words)


def test_max_n_may_sit_where_nothing_is_hidden():
    Match(Ludo(n_players=2), [MaxN(), Posm(base="maxn")])

"""Experiments are frozen, validated data: what is wrong is refused by name."""

import pytest

from herna.errors import HernaError
from herna.experiments import EXPERIMENTS, find
from herna.experiments.environment_player import LUDO_2HC

MALFORMED = {
    "gamez": ({"gamez": 3}, "no setting 'gamez'; did you mean 'game'?"),
    "Seed": ({"Seed": 3}, "no setting 'Seed'; did you mean 'seed'?"),
    "no games": ({"replicates": 0}, "replicates is 0"),
    "half a game": ({"replicates": 1.5}, "replicates is 1.5"),
    "too many": ({"replicates": 10**9}, "replicates is 1000000000"),
    "quick none": ({"quick_replicates": -1}, "quick_replicates is -1"),
    "seed negative": ({"seed": -1}, "seed is -1"),
    "seed word": ({"seed": "lucky"}, "seed is 'lucky'"),
    "game unknown": (
        {"game": "chess"},
        "game is 'chess'; allowed: ludo, lost_cities, maze, pig, kuhn",
    ),
    "game close": ({"game": "ludoo"}, "did you mean 'ludo'?"),
    "game none": ({"game": None}, "game is None"),
    "name spaces": ({"name": "my run"}, "name is 'my run'"),
    "name path": ({"name": "../x"}, "name is '../x'"),
    "players 9": (
        {"parameters": {"n_players": 9}},
        "n_players is 9; allowed: a whole number from 2 to 4",
    ),
    "parameter": ({"parameters": {"colour": "red"}}, "colour"),
    "parameters list": ({"parameters": [2]}, "parameters is [2]"),
    "seat unknown": ({"seats": ("hillclimer", "random")}, "did you mean 'hillclimber'?"),
    "seat count": ({"seats": ("random",)}, "1 seats given; allowed: 2"),
    "seat level": ({"seats": ("hillclimber(level=500)", "random")}, "level is 500"),
    "environment": ({"algorithms": {"E-Hill": "E-Hill"}}, "environment 'E-Hill' is unknown"),
    "share high": ({"random_share": 1.1}, "random_share is 1.1"),
    "share nan": ({"random_share": float("nan")}, "random_share is nan"),
    "weight name": ({"weights": {"tensions": 1}}, "no metric 'tensions'; did you mean 'tension'?"),
    "weight inf": ({"weights": {"tension": float("inf")}}, "tension is inf"),
    "weight word": ({"weights": {"tension": "much"}}, "weights.tension is 'much'"),
    "limit": ({"limit": 0}, "limit is 0"),
}


@pytest.mark.parametrize("case", MALFORMED)
def test_an_impossible_setting_is_refused_in_one_line(case):
    settings, said = MALFORMED[case]
    with pytest.raises(HernaError) as refused:
        LUDO_2HC.changed(**settings)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_an_experiment_cannot_be_changed_in_place():
    with pytest.raises(ValueError, match="frozen"):
        LUDO_2HC.seed = 5


def test_an_unknown_scale_is_refused():
    with pytest.raises(HernaError, match="scale is 'thesiss'; did you mean 'thesis'"):
        LUDO_2HC.at("thesiss")


def test_the_thesis_scale_is_what_the_thesis_did():
    for experiment in EXPERIMENTS.values():
        surveyed = experiment.name.startswith("survey_")  # others' experiments, mostly 100 games
        assert surveyed or experiment.at("thesis").replicates == 1000
        assert experiment.at("quick").replicates < 100


def test_find_gives_all_or_the_named_ones():
    assert find() == list(EXPERIMENTS.values())
    assert find(["ludo_2hc"]) == [LUDO_2HC]


def test_one_row_per_game_with_its_metrics():
    rows = LUDO_2HC.rows("E-HillClimber", range(3, 5))
    assert [row["replicate"] for row in rows] == [3, 4]
    assert rows[0]["finished"]
    assert rows[0]["winner"] in (0, 1)
    assert {"tension", "believability", "rounds", "moves"} <= set(rows[0])


def test_a_game_stopped_at_the_ply_limit_is_counted_as_unfinished():
    row = LUDO_2HC.changed(limit=10).rows("None", range(1))[0]
    assert (row["finished"], row["winner"], row["plies"]) == (False, -1, 10)


def test_other_cells_and_replicates_have_other_dice():
    games = {row["moves"] for cell in LUDO_2HC.cells() for row in LUDO_2HC.rows(cell, range(20))}
    assert len(games) == 40

"""Experiments are frozen, validated data: what is wrong is refused by name."""

import pickle
import subprocess
import sys
from typing import get_args

import numpy as np
import pytest

from herna.claims import THESES
from herna.dda import Fair
from herna.errors import HernaError
from herna.experiments import EXPERIMENTS, LISTED, PUBLISHED, SLOW, defined_in, find
from herna.experiments.desktop_dungeons import REPRESENTATIVE_GAMES
from herna.experiments.environment_player import (
    LC_UNBELIEVABLE,
    LUDO_2HC,
    LUDO_4MN,
    MAZE,
    SIX,
)
from herna.experiments.experiment import Thesis
from herna.games import GAMES
from herna.play import Trace
from herna.players import describe

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
        {"game": "whist"},
        f"game is 'whist'; allowed: {', '.join(GAMES)}",
    ),
    "game close": ({"game": "ludoo"}, "did you mean 'ludo'?"),
    "game none": ({"game": None}, "game is None"),
    "name spaces": ({"name": "my run"}, "name is 'my run'"),
    "name path": ({"name": "../x"}, "name is '../x'"),
    "players 9": (
        {"parameters": {"n_players": 9}},
        "n_players is 9; allowed: a whole number from 2 to 4",
    ),
    "parameter": ({"parameters": {"colour": "red"}}, "no parameter 'colour'; allowed: n_players"),
    "parameter close": ({"parameters": {"n_playerz": 2}}, "did you mean 'n_players'?"),
    "seed huge": ({"seed": 2**200}, "seed is a number of many digits"),
    "replicates true": ({"replicates": True}, "replicates is True"),
    "replicates words": ({"replicates": "5"}, "replicates is '5'"),
    "no algorithms": ({"algorithms": {}}, "algorithms is {}"),
    "cell outside": ({"algorithms": {"../../x": "None"}}, "cell '../../x'; allowed: letters"),
    "cell in a folder": ({"algorithms": {"a/b": "None"}}, "cell 'a/b'; allowed: letters"),
    "parameters list": ({"parameters": [2]}, "parameters is (2,); allowed: a dictionary"),
    "seat unknown": ({"seats": ("hillclimer", "random")}, "did you mean 'hillclimber'?"),
    "seat count": ({"seats": ("random",)}, "1 seats given; allowed: 2"),
    "seat level": ({"seats": ("hillclimber(level=500)", "random")}, "level is 500"),
    "environment": ({"algorithms": {"E-Hill": "E-Hill"}}, "environment 'E-Hill' is unknown"),
    "no seat for a rival": ({"replaced": ()}, "replaced is empty; POSM needs a seat"),
    "no such seat": ({"replaced": (2,)}, "replaced holds 2; allowed: 0 to 1"),
    "hidden": (
        {"game": "lost_cities", "parameters": {}, "seats": ("maxn", "random")},
        "maxn: lost_cities hides something",
    ),
    "not for two": ({"algorithms": {"DL": "DL"}}, "DL: ludo has 2 players"),
    "share high": ({"random_share": 1.1}, "random_share is 1.1"),
    "share nan": ({"random_share": float("nan")}, "random_share is nan"),
    "weight name": ({"weights": {"tensions": 1}}, "no metric 'tensions'; did you mean 'tension'?"),
    "weight unused": (
        {"weights": {"tensoin": 1}, "algorithms": {"None": "None"}},
        "no metric 'tensoin'",
    ),
    "weight inf": ({"weights": {"tension": float("inf")}}, "tension is inf"),
    "weight word": ({"weights": {"tension": "much"}}, "weights.tension is 'much'"),
    "limit": ({"limit": 0}, "limit is 0; allowed: 1 or more"),
    "limit in words": ({"limit": "5"}, "limit is '5'; allowed: a whole number"),
    "share in words": ({"random_share": "0.1"}, "random_share is '0.1'; allowed: a number"),
    "weight in words": ({"weights": {"tension": "1"}}, "weights.tension is '1'; allowed: a number"),
    "switch": ({"keep_moves": 1}, "keep_moves is 1; allowed: True or False"),
    "title": ({"title": 3}, "title is 3; allowed: text"),
    "thesis unknown": ({"thesis": "nonsense"}, "thesis is 'nonsense'; allowed: environment-player"),
    "thesis close": ({"thesis": "Bang!"}, "did you mean 'bang'?"),
    "one seat twice": ({"replaced": (1, 1)}, "replaced holds 1 twice; allowed: once"),
    "cells by capitals": (
        {"algorithms": {"None": "None", "none": "None"}},
        "cell 'none' is there already; allowed: every name once",
    ),
    "setting of none": (
        {"algorithms": {"None": "None(random_share=1)"}},
        "None: no setting 'random_share'; allowed: none at all",
    ),
}


@pytest.mark.parametrize("case", MALFORMED)
def test_an_impossible_setting_is_refused_in_one_line(case):
    settings, said = MALFORMED[case]
    with pytest.raises(HernaError) as refused:
        LUDO_2HC.changed(**settings)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_lists_and_numbers_of_numpy_are_as_good_as_those_of_python():
    assert (
        LUDO_2HC.changed(
            seats=list(LUDO_2HC.seats), replaced=[np.int64(1)], random_share=np.float64(0.1)
        )
        == LUDO_2HC
    )
    genomes = {hero: list(genome) for hero, genome in REPRESENTATIVE_GAMES.genomes.items()}
    assert REPRESENTATIVE_GAMES.changed(genomes=genomes) == REPRESENTATIVE_GAMES


def test_every_thesis_can_have_experiments_and_claims():
    assert get_args(Thesis) == tuple(THESES)


def test_an_experiment_cannot_be_changed_in_place():
    with pytest.raises(ValueError, match="frozen"):
        LUDO_2HC.seed = 5
    for change in (
        lambda: LUDO_2HC.weights.update(tension=5),
        lambda: LUDO_2HC.parameters.pop("n_players"),
        lambda: EXPERIMENTS["calibration_maze"].settings["DL"].clear(),
    ):
        with pytest.raises(TypeError, match="frozen"):
            change()


def test_an_experiment_travels_to_workers_as_it_is():
    there = pickle.loads(pickle.dumps(LUDO_2HC))
    assert there == LUDO_2HC
    with pytest.raises(TypeError, match="frozen"):
        there.weights["tension"] = 5


def test_an_unknown_scale_is_refused():
    with pytest.raises(HernaError, match="scale is 'thesiss'; did you mean 'thesis'"):
        LUDO_2HC.at("thesiss")


def test_the_thesis_scale_is_what_the_thesis_did():
    assert [len(experiment.cells()) for experiment in SIX] == [6, 7, 7, 7, 7, 7]
    for experiment in SIX:
        assert experiment.at("thesis").replicates == 1000
    for experiment in EXPERIMENTS.values():
        assert experiment.at("quick").replicates < 100


def test_a_rival_takes_the_place_of_players_and_leaves_chance_alone():
    cell = LUDO_4MN.build_seats("DL")
    assert [describe(player).split("(")[0] for player in cell] == ["maxn", "dl", "dl", "dl"]
    assert LUDO_4MN.environment("DL") == Fair()
    assert [describe(player) for player in MAZE.build_seats("DL")] == ["hillclimber"]
    assert MAZE.environment("DL").name == "DL"


def test_an_environment_player_gets_the_weights_of_its_experiment():
    for name in ("E-HillClimber", "E-MaxMax", "E-MonteCarlo"):
        assert dict(MAZE.environment(name).weights) == dict(MAZE.weights)


def test_whole_games_are_kept_where_they_are_needed():
    row = LC_UNBELIEVABLE.rows("None", range(1))[0]
    moves = tuple(map(int, row["moves"].split()))
    assert len(moves) == row["plies"]
    assert len(list(Trace(LC_UNBELIEVABLE.build_game(), moves).states())) == len(moves) + 1


def test_every_experiment_that_is_defined_is_listed_with_its_module():
    seen: set[str] = set()
    for module, names in LISTED.items():  # a module may import experiments of those before it
        assert set(defined_in(module)) - seen == set(names), module
        seen |= set(names)
    assert {type(name) for name in EXPERIMENTS} == {str}
    assert len(EXPERIMENTS) == len(seen) == len(list(EXPERIMENTS.values()))


def test_asking_for_one_experiment_builds_no_others():
    code = """
import sys
from herna.experiments import EXPERIMENTS
assert "ludo_2hc" in EXPERIMENTS and "calibration_ludo" in EXPERIMENTS
assert "herna.experiments.experiment" not in sys.modules
assert EXPERIMENTS["ludo_2hc"].game == "ludo"
assert "herna.experiments.calibration" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_find_gives_all_or_the_named_ones():
    assert find() == [EXPERIMENTS[name] for name in PUBLISHED]
    assert find(["ludo_2hc"]) == [LUDO_2HC]
    assert [e.name for e in find(scale="quick")] == [n for n in PUBLISHED if n not in SLOW]
    assert [e.name for e in find(SLOW, "quick")] == list(SLOW)


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
    cells = LUDO_2HC.cells()[:2]
    games = {row["moves"] for cell in cells for row in LUDO_2HC.rows(cell, range(20))}
    assert len(games) == 40


@pytest.mark.parametrize(
    ("name", "changes", "words"),
    [
        ("calibration_ludo", {"settings": {"Nobody": {"depth": (1,)}}}, "settings holds 'Nobody'"),
        ("calibration_ludo", {"settings": {"DL": {"alhpa": (1,)}}}, "did you mean 'alpha'"),
        ("calibration_ludo", {"settings": {"DL": {"start": ("../x",)}}}, "start is '../x'"),
        (
            "calibration_lost_cities",
            {"settings": {"POSM": {"base": ("maxn",)}}},
            "maxn: lost_cities hides something",
        ),
        ("calibration_maze", {"settings": {"E-MaxMax": {"depth": (-3,)}}}, "depth is -3"),
        (
            "calibration_ludo",
            {"readings": {"squares": {"1": {"parameters": {"safe": 1}}}}},
            "ludo: no parameter 'safe'",
        ),
        (
            "calibration_maze",
            {"readings": {"start": {"1": {"parameters": {"start": "edge"}}}}},
            "readings holds 'start'; allowed: no name of a setting",
        ),
        ("survey_levels", {"opponents": ("nobody",)}, "opponents is ('nobody',); allowed: 25"),
        ("survey_levels", {"humans": (5000,)}, "humans.0 is 5000"),
        ("survey_levels", {"humans": ()}, "humans is ()"),
        ("survey_time", {"iterations": (0,)}, "iterations.0 is 0"),
        ("survey_cases", {"opponents": (500,)}, "opponents.0 is 500"),
        ("survey_levels", {"opponents": ("DL", "DL")}, "cell 'DL' is there already"),
        ("survey_levels", {"alpha": float("inf")}, "alpha is inf; allowed: a finite number"),
        ("thresholds", {"hand": 20, "drawn": 20}, "drawn is 20; allowed: a whole number from 0 to"),
        (
            "calibration_ludo",
            {"readings": {"a": {"b": {"gamez": 3}}}},
            "experiment calibration_ludo: no setting 'gamez'; did you mean 'game'?",
        ),
        ("calibration_ludo", {"settings": {}, "readings": {}}, "has no cells"),
        ("dungeon_greedy", {"heroes": ()}, "has no cells; allowed: at least one"),
        ("dungeon_greedy", {"dungeon": {"monsterz": 3}}, "did you mean 'monsters'?"),
        ("dungeon_greedy", {"dungeon": {"hero": "Priest"}}, "dungeon holds 'hero'"),
        ("dungeon_greedy", {"tables": "x"}, "tables is 'x'; allowed: "),
        ("dungeon_evolution", {"evolution": {"elites": 1}}, "did you mean 'elite'?"),
        ("dungeon_evolution", {"worth": {"games": 0}}, "worth: games is 0"),
        ("dungeon_evolution", {"variants": {"a": {"world": {}}}}, "did you mean 'worth'?"),
        (
            "dungeon_evolution",
            {"variants": {"a": {"evolution": {"generations": 5}}}},
            "variants.a holds 'generations'",
        ),
        ("dungeon_representatives", {"genomes": {"Elf": ()}}, "allowed: Dwarf Priest"),
        ("dungeon_representatives", {"genomes": {"Elf Wizard": (1.0,)}}, "1 genes; allowed: 64"),
        ("dungeon_winnable", {"judges": {"Elf Wizard": ()}}, "Elf Wizard has no judges"),
        ("dungeon_winnable", {"judges": {"Elf Wizard": ((1.0,),)}}, "judge 1: 1 genes"),
    ],
)
def test_a_study_or_survey_that_cannot_be_played_is_refused_in_one_line(name, changes, words):
    with pytest.raises(HernaError) as refusal:
        EXPERIMENTS[name].changed(**changes)
    assert words in str(refusal.value) and "\n" not in str(refusal.value)

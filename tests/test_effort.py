"""Work over a game, decisions in the opening, and what happens while lines are bred."""

import numpy as np
import pytest

from herna.errors import HernaError
from herna.experiments.breeding_experiment import BreedingExperiment
from herna.experiments.effort_experiment import EffortExperiment, OpeningExperiment
from herna.experiments.three_player_checkers import CHECKERS_OPENING

LITTLE = {"turns": 2, "population": 40, "generations": 4}
EFFORT = EffortExperiment(
    name="effort",
    title="Effort",
    replicates=2,
    quick_replicates=1,
    parameters={"patience": 5},
    turns={"search": 1},
    genetic={"bred": LITTLE},
)
BREEDING = BreedingExperiment(
    name="breeding",
    title="Breeding",
    replicates=4,
    quick_replicates=1,
    players={"fresh": LITTLE, "literal": {**LITTLE, "fresh": False}},
    children=40,
    followed=(1, 3),
)
OPENING = OpeningExperiment(
    name="opening",
    title="Opening",
    replicates=3,
    quick_replicates=1,
    players={"search": "std-ai(depth=1)", "bred": "genetic(turns=1, population=20, generations=2)"},
)


def test_every_ply_tells_who_was_left_and_what_the_choice_took():
    for cell in EFFORT.cells():
        (row,) = EFFORT.rows(cell, range(1))
        columns = [row[name] for name in ("left", "queens", "moves", "work")]
        assert {len(column) for column in columns} == {row["plies"]}
        assert set(row["left"]) <= {2, 3} and row["queens"][0] == 0 and row["moves"][0] == 10
        assert min(row["work"]) > 0
        assert EFFORT.rows(cell, range(2))[0] == row


def test_a_full_search_looks_at_as_many_moves_as_there_are_lines():
    (row,) = EFFORT.rows("search", range(1))
    assert row["work"][0] == 10 + 100 + 1000


def test_a_genetic_player_plays_its_first_lines_whole():
    (row,) = EFFORT.rows("bred", range(1))
    assert row["work"][0] > 40 * 2 * 3  # and children on top


def test_generations_tell_of_their_lines_and_children():
    for cell in BREEDING.cells():
        for row in BREEDING.rows(cell, range(4)):
            assert len(row["lines"]) == len(row["first"]) == LITTLE["generations"] + 1
            assert max(row["lines"]) <= LITTLE["population"]
            for known, illegal, tried in zip(
                row["known"], row["illegal"], row["tried"], strict=True
            ):
                assert known + illegal <= tried
            for whole, legal, unrepaired in zip(
                row["followed"], row["legal"], row["unrepaired"], strict=True
            ):
                assert unrepaired <= legal <= whole <= 40
            assert len(row["followed"]) == 2


def test_all_players_decide_in_the_same_positions():
    for experiment in (BREEDING, OPENING):
        one, other = (experiment.rows(cell, range(3)) for cell in experiment.cells())
        assert [row["plies"] for row in one] == [row["plies"] for row in other]
        assert [row["moves"] for row in one] == [row["moves"] for row in other]
    assert len({row["plies"] for row in BREEDING.rows("fresh", range(4))}) > 1


def test_lines_that_are_there_twice_crowd_out_the_others():
    fresh, literal = (
        np.mean([row["lines"][-1] for row in BREEDING.rows(cell, range(4))])
        for cell in BREEDING.cells()
    )
    assert literal < fresh


@pytest.mark.parametrize(
    ("experiment", "changes", "words"),
    [
        (EFFORT, {"genetic": {"bred": {"turn": 2}}}, "genetic: no parameter 'turn'; did you mean"),
        (EFFORT, {"parameters": {"patience": 0}}, "checkers: patience is 0"),
        (BREEDING, {"players": {"a": {"population": 1}}}, "genetic: population is 1"),
        (BREEDING, {"followed": (0,)}, "followed holds 0; allowed: generations from 1 on"),
        (OPENING, {"players": {"a": "chess"}}, "player 'chess' is unknown"),
        (CHECKERS_OPENING, {"latest": 0}, "latest is 0; allowed: 1 or more"),
    ],
    ids=str,
)
def test_impossible_settings_are_refused_in_one_line(experiment, changes, words):
    with pytest.raises(HernaError) as refusal:
        experiment.changed(**changes)
    assert words in str(refusal.value) and "\n" not in str(refusal.value)

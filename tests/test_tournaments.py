"""Series of games between players who sum up payoffs: what a row tells, and what is refused."""

import numpy as np
import pytest

from herna.errors import HernaError
from herna.experiments.league_experiment import LeagueExperiment
from herna.experiments.three_player_checkers import CHECKERS_SETS, CHECKERS_STRATEGIES
from herna.experiments.tournament_experiment import HASTY, TournamentExperiment
from herna.games.checkers.board import COLOURS
from herna.games.checkers.rules import BLOCKED, CAPTURED, PLAYING
from herna.payoffs import player_from
from herna.rating import ratings
from herna.results.provenance import modules_behind

SMALL = TournamentExperiment(
    name="small",
    title="Small",
    tables={
        "a": (
            "std-ai(strategies=K, depth=1)",
            "std-ai(depth=1)",
            "std-ai(strategies=PHHK, depth=1)",
        ),
        "b": ("genetic(turns=1, population=20, generations=2)",) * 3,
    },
    parameters={"patience": 10},
)


def test_a_row_tells_how_a_game_went():
    rows = [row for cell in ("a", "b") for row in SMALL.rows(cell, range(8))]
    for row in rows:
        points = [row[f"points_{colour}"] for colour in ("white", "black", "red")]
        fates = [row[f"fate_{colour}"] for colour in ("white", "black", "red")]
        assert sum(points) == pytest.approx(1)
        assert row["sharing"] == sum(point > 0 for point in points) == fates.count(PLAYING)
        for colour, fate in zip(COLOURS, fates, strict=True):
            assert (row[f"pieces_{colour}"] == 0) == (fate == CAPTURED)
        assert set(fates) <= {PLAYING, CAPTURED, BLOCKED}
        assert -1 <= row["first_out"] <= row["plies"]
        assert (row["first_queen"] == -1) == (row["most_queens"] == 0)
    assert len({row["moves"] for row in rows}) == len(rows)


def test_a_replicate_is_the_same_game_whenever_it_is_played():
    assert SMALL.rows("b", range(3, 5)) == SMALL.rows("b", range(5))[3:]


def test_the_series_are_those_of_the_thesis():
    assert len(CHECKERS_STRATEGIES.cells()) == 10
    assert CHECKERS_STRATEGIES.replicates == 60  # so far, of a hundred
    for white, black, red in CHECKERS_STRATEGIES.tables.values():
        assert white == black != red
    assert CHECKERS_SETS.replicates == 200


def test_a_player_may_know_what_the_others_know_and_value_things_its_own_way():
    game = SMALL.build_game()
    told = player_from("std-ai(strategies=PK, table=K/PTP+PU/PK, values=pawn:1947+queen:7172)")
    known = [("K",), ("PTP", "PU"), ("PK",)]
    expected = [game.mind(names, pawn=1947, queen=7172) for names in known]
    assert told.minds(game).tolist() == np.array(expected).tolist()


def test_hasty_is_who_would_have_shared_the_point_with_less_patience():
    hasty = SMALL.changed(parameters={"patience": HASTY}).rows("a", range(10))
    patient = SMALL.changed(parameters={"patience": 3 * HASTY}).rows("a", range(10))
    assert {row["sharing"] for row in hasty} >= {1, 2}
    for short, long in zip(hasty, patient, strict=True):
        drawn = short["sharing"] > 1
        shared = [colour for colour in COLOURS if drawn and short[f"points_{colour}"]]
        assert long["hasty"] == sum(1 << COLOURS.index(colour) for colour in shared)
        if not shared:
            assert short == long


def test_results_depend_on_who_plays_and_on_nobody_else():
    behind = set(modules_behind(CHECKERS_STRATEGIES.modules()))
    assert {"herna.payoffs.full_search", "herna.games.checkers.finale"} <= behind
    assert not {"herna.players", "herna.payoffs.genetic", "herna.arena"} & behind
    assert "herna.payoffs.genetic" in modules_behind(SMALL.modules())


LEAGUE = LeagueExperiment(
    name="league",
    title="League",
    replicates=6,
    parameters={"patience": 3},
    players={
        "search": "std-ai(depth=1)",
        "paranoid": "paranoid(depth=1)",
        "random": "random",
        "MCTS": "mcts(iterations=2)",
    },
)


def test_in_a_league_everybody_meets_everybody_in_every_seat():
    assert len(LEAGUE.cells()) == 4
    rows = [row for cell in LEAGUE.cells() for row in LEAGUE.rows(cell, range(6))]
    for colour in COLOURS:
        names = [row[f"name_{colour}"] for row in rows]
        assert {names.count(name) for name in LEAGUE.players} == {6}
    games = [
        ([row[f"name_{c}"] for c in COLOURS], [row[f"points_{c}"] for c in COLOURS]) for row in rows
    ]
    found = ratings(games, LEAGUE.players)
    assert found[-1].player in ("random", "MCTS")
    assert LEAGUE.rows("search, paranoid, random", range(2, 3))[0] == rows[2]


def test_a_league_refuses_too_few_and_unknown_players():
    with pytest.raises(HernaError, match="players; allowed: at least 3, by name"):
        LEAGUE.changed(players={"a": "random"})
    with pytest.raises(HernaError, match="player 'chess' is unknown"):
        LEAGUE.changed(players={"a": "random", "b": "std-ai", "c": "chess"})


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"tables": {"a": ("std-ai",) * 2}}, "tables: a has 2 players; allowed: 3"),
        ({"tables": {"a": ("std-ay",) * 3}}, "player 'std-ay' is unknown; did you mean 'std-ai'?"),
        ({"tables": {"a": ("std-ai(strategies=X)",) * 3}}, "checkers: no strategy 'X'"),
        ({"tables": {"a": ("std-ai(table=K/K)",) * 3}}, "std-ai: table is 'K/K'; allowed: 3 seats"),
        ({"tables": {"a": ("std-ai(table=K/X/K)",) * 3}}, "checkers: no strategy 'X'"),
        ({"tables": {"a": ("std-ai(values=pawn)",) * 3}}, "std-ai: value of 'pawn' is ''"),
        ({"tables": {"a": ("std-ai(values=pown:3)",) * 3}}, "checkers: no value 'pown'"),
        ({"tables": {}}, "has no cells"),
        ({"parameters": {"patients": 3}}, "checkers: no parameter 'patients'"),
        ({"parameters": {"patience": 0}}, "checkers: patience is 0"),
    ],
    ids=str,
)
def test_impossible_series_are_refused_in_one_line(changes, words):
    with pytest.raises(HernaError) as refusal:
        SMALL.changed(**changes)
    assert words in str(refusal.value) and "\n" not in str(refusal.value)

"""A game in the terminal: played to its end or given up, it says what came of it and is kept."""

import pytest

from herna.games import KuhnPoker, LostCities, Ludo, Maze, Pig
from herna.play import Match, Trace
from herna.players import HillClimber, Random
from herna.terminal import build_seats, play_in_terminal, result

SMALL_MAZE = ("size=11", "bombs=1")
WAY_TO_THE_BOMB = ("49", "28", "19", "9", "31", "40", "43", "54")  # with seed 3
WAY_THAT_IS_TOO_LONG = ("71", "105")  # with seed 2 and 12 steps


def play(game, *answers, seats=(), seed=3, settings=(), save=None):
    """Play with these answers, an exception among them being raised; all that was said."""
    said, script = [], iter(answers)

    def ask(prompt):
        said.append(prompt)
        answer = next(script)
        if isinstance(answer, type):
            raise answer
        return answer

    play_in_terminal(game, list(seats), "None", seed, list(settings), save, ask, said.append)
    assert next(script, None) is None, "not all answers were asked for"
    return said


def test_a_whole_maze_is_played_by_a_built_in_player(tmp_path):
    saved = tmp_path / "maze.json"
    said = play("maze", seats=["hillclimber"], settings=SMALL_MAZE, save=saved)
    assert said[-2:] == ["player won", f"saved: {saved}"]
    trace = Trace.load(saved)
    *_, end = trace.states()
    assert (trace.game, end.active) == (Maze(size=11, bombs=1), 0)


def test_a_whole_maze_is_won_by_a_human():
    said = play("maze", *WAY_TO_THE_BOMB, settings=(*SMALL_MAZE, "steps=60"))
    assert said.count("player> ") == len(WAY_TO_THE_BOMB)
    assert said[-1] == "player won"


def test_a_whole_maze_is_lost_by_a_human():
    said = play("maze", *WAY_THAT_IS_TOO_LONG, seed=2, settings=(*SMALL_MAZE, "steps=12"))
    assert said[-2].startswith("steps 0, bombs 1")
    assert said[-1] == "player lost"


def test_a_dungeon_is_entered_by_a_hero_of_ones_choice_and_left_after_a_second_question():
    settings = ("hero=Thief", "race=Halfling", "monsters=Goblin, Zombie")
    said = play("dungeon", "2", "1", seed=5, settings=settings)
    assert any(line.startswith("Halfling Thief, level 1") for line in said)
    assert "  1: for good, which loses" in said
    assert said[-1] == "hero lost"


# Giving up.


@pytest.mark.parametrize("stop", ["q", "quit", EOFError, KeyboardInterrupt])
def test_the_game_so_far_is_saved_however_one_stops(tmp_path, stop):
    saved = tmp_path / "pig.json"
    said = play("pig", "1", "1", stop, settings=["target=1000"], save=saved)
    assert said[-1] == f"saved: {saved}"
    assert Trace.load(saved).moves[0] == 1
    assert not [line for line in said if "won" in line or "draw" in line]


def test_ctrl_c_in_the_middle_of_a_move_of_several_parts_saves_the_game(tmp_path):
    saved = tmp_path / "game.json"
    play("lost_cities", "1 1 1", "1", KeyboardInterrupt, save=saved)
    moves = len(Trace.load(saved).moves)
    play("lost_cities", "1 1 1", "q", save=saved)
    assert len(Trace.load(saved).moves) == moves


def test_ctrl_c_while_the_others_think_saves_the_game(tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    saved = tmp_path / "pig.json"
    monkeypatch.setattr(HillClimber, "__call__", interrupted)
    said = play("pig", "1", "0", seed=4, save=saved)
    assert said[-1] == f"saved: {saved}"
    assert len(Trace.load(saved).moves) == 3, "roll, the roll, hold"


# What came of it.


def finished(game, *players, seed=1, limit=10_000):
    return Match(game, players, seed, limit=limit).finish()


def test_who_adapts_a_game_has_the_settings_found_for_it_unless_told_otherwise():
    named, told = build_seats(LostCities(), ["dl", "dl(alpha=3)"])
    assert (named.alpha, named.base) == (21, "hillclimber-is")
    assert told.alpha == 3
    assert build_seats(Ludo(), ["posm"])[0].dead_zone == 1.1


def test_the_winner_is_named():
    match = finished(Pig(target=10), Random(), Random())
    winner = match.game.returns(match.state).index(1.0)
    assert result(match) == f"player {winner + 1} won"


def test_the_winner_of_ludo_is_named_by_his_colour():
    match = finished(Ludo(n_players=2), Random(), Random())
    winner = max(range(2), key=match.game.returns(match.state).__getitem__)
    assert result(match) == f"{match.game.seat_name(winner)} won"


def test_equal_returns_are_a_draw(monkeypatch):
    match = finished(KuhnPoker(), Random(), Random())
    assert result(match).endswith(" won")
    monkeypatch.setattr(KuhnPoker, "returns", lambda *_: (0.0, 0.0))
    assert result(match) == "a draw"


def test_several_may_win_together(monkeypatch):
    match = finished(Pig(n_players=3, target=10), Random(), Random(), Random())
    monkeypatch.setattr(Pig, "returns", lambda *_: (1.0, 0.0, 1.0))
    assert result(match) == "player 1 and player 3 won"


@pytest.mark.parametrize("steps", [1, 777])
def test_a_single_player_wins_or_loses_by_his_return(steps):
    match = finished(Maze(size=11, bombs=1, steps=steps), HillClimber())
    (returned,) = match.game.returns(match.state)
    assert (returned, result(match)) == ((-1, "player lost") if steps == 1 else (1, "player won"))


@pytest.mark.parametrize("game", [Pig(), Maze()], ids=["two players", "one player"])
def test_a_game_stopped_at_the_ply_limit_is_no_draw(game):
    match = finished(game, *[Random()] * game.n_players, limit=7)
    assert result(match) == "stopped after 7 plies; nobody won"

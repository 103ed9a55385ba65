"""The stepper without a browser: its controls are pressed from Python."""

import asyncio
import gc
import json

import matplotlib.pyplot as plt
import pytest

from herna.dda import EHillClimber, EMaxMax, Fair
from herna.errors import HernaError
from herna.experiments import EXPERIMENTS
from herna.game import CHANCE
from herna.games import EXAMPLES, GAMES, KuhnPoker, LostCities, Ludo, Maze, Pig
from herna.play import Human, Match, Trace, play
from herna.players import DynamicLevel, HillClimber, MaxN, Random
from herna.seeds import generator
from herna.widgets import Stepper, history
from herna.widgets import stepper as module
from herna.widgets.errors import CallbackFailed
from herna.widgets.seats import environments_of

BOTS = [Random(), Random()]


def pig(**named):
    return Stepper(Pig(), BOTS, **named)


def with_human(seed=0):
    return Stepper(Ludo(n_players=2), [Human(), Random()], seed)


def test_stepping_and_going_back():
    stepper = pig()
    stepper._step.click()
    stepper._step.click()
    assert stepper.match.ply == 2
    stepper._back.click()
    assert stepper.match.ply == 1 and stepper._ply.value == 1 and stepper._ply.max == 2


def test_stepping_gives_the_game_that_play_gives():
    stepper = pig(seed=5)
    for _ in range(30):
        stepper._step.click()
    assert tuple(stepper.match.moves) == play(Pig(), BOTS, seed=5).moves[:30]


def test_going_back_and_forth_changes_nothing():
    stepper = pig(seed=2)
    stepper.go_to(40)
    moves = list(stepper.match.moves)
    stepper._ply.value = 11
    assert stepper.match.ply == 11 and stepper._ply.max == 40
    stepper._ply.value = 40
    assert stepper.match.moves == moves


@pytest.mark.parametrize("ply", [-1, 0.5, "end", 10**9])
def test_a_ply_that_cannot_be_is_refused(ply):
    stepper = pig()
    stepper.go_to(3)
    with pytest.raises(HernaError, match=r"match: ply is .*; allowed: a whole number from 0 to"):
        stepper.go_to(ply)
    assert stepper.match.ply == stepper._ply.value == 3


def test_the_end_is_reached_and_no_step_leads_further():
    stepper = pig()
    stepper._end.click()
    assert stepper.match.over and stepper._step.disabled
    assert tuple(stepper.match.moves) == play(Pig(), BOTS).moves
    assert "wins" in stepper.board.said
    stepper._start_button.click()
    assert stepper.match.ply == 0 and not stepper._step.disabled


def test_another_seed_is_another_game():
    stepper = pig()
    stepper.go_to(10)
    stepper._seed.value = "7"
    assert stepper.match.ply == 0 and stepper.match.seed == (7,)
    stepper.go_to(60)
    assert tuple(stepper.match.moves) == play(Pig(), BOTS, seed=7).moves[:60]


@pytest.mark.parametrize("seed", ["", "-1", "x", "1,,2", "1.5"])
def test_a_seed_that_is_none_is_refused_in_one_line(seed):
    stepper = pig()
    with pytest.raises(CallbackFailed):
        stepper._seed.value = seed or " "
    assert stepper.panel.error.startswith("seed is") and "\n" not in stepper.panel.error


def test_the_match_is_shared_with_code():
    match = Match(Pig(), BOTS, seed=3)
    stepper = Stepper(match)
    assert stepper.match is match
    match.go_to(9)
    assert stepper._stale()
    stepper.refresh()
    assert stepper._ply.value == 9 and not stepper._stale()
    match.restart(4)
    match.step()
    stepper.refresh()
    assert stepper._ply.value == 1 and stepper._seed.value == "4"


def test_a_human_is_waited_for_and_the_others_play_on():
    stepper = with_human()
    assert stepper.match.waiting and stepper.match.to_move == 0
    cell = next(cell for cell in stepper.scene.cells if cell.move is not None)
    stepper.board._handle_custom_msg({"clicked": cell.move}, [])
    assert stepper.match.waiting or stepper.match.over
    assert stepper.match.ply > 2
    assert "blue:" in stepper.board.said


def test_a_whole_game_can_be_clicked_through():
    stepper = Stepper(Pig(target=12), [Human(), Random()], seed=1)
    while not stepper.match.over:
        stepper.play(stepper.game.moves(stepper.match.state)[0])
    assert stepper.board.scene["title"].endswith("wins")


def test_an_illegal_click_is_refused_and_said():
    stepper = with_human()
    before = list(stepper.match.moves)
    with pytest.raises(CallbackFailed):
        stepper.board._handle_custom_msg({"clicked": 99}, [])
    assert "not allowed" in stepper.panel.error and stepper.match.moves == before


def test_a_click_when_no_human_is_on_turn_is_refused():
    stepper = pig()
    with pytest.raises(CallbackFailed, match="not waiting"):
        stepper.board._handle_custom_msg({"clicked": 1}, [])


def test_the_next_action_clears_the_error():
    stepper = pig()
    with pytest.raises(CallbackFailed):
        stepper.board._handle_custom_msg({"clicked": 1}, [])
    stepper._step.click()
    assert stepper.panel.error == ""


def test_a_human_may_take_back_and_play_something_else():
    stepper = Stepper(Pig(), [Human(), Random()])
    stepper.play(1)
    known = stepper.match.ply
    stepper.go_to(0)
    stepper.go_to(known)  # the human's move is remembered, too
    assert stepper.match.ply == known


def test_seats_can_be_changed_in_mid_game():
    stepper = pig()
    stepper.go_to(4)
    stepper.back()
    stepper._seats[0].kind.value = "maxn"
    stepper._seats[0].level.value = 50
    assert stepper.match.seats == (MaxN(level=50), Random())
    assert stepper.match.ply == 3 and not stepper.match.ahead
    stepper._seats[1].kind.value = "human"
    assert stepper.match.waiting and stepper._seats[1].level.disabled


def one_of(name):
    """A game by its name, small enough for tests."""
    return next(game for game in EXAMPLES if game.name == name)


def at_a_turn(name, seat, folder):
    """A stepper in which this seat has a decision to make; at the start where it never has one.

    Chance has none where it only deals.
    """
    game = one_of(name)
    match = Match(game, [HillClimber()] * game.n_players)
    while not match.over and not _decides(match, seat):
        match.step()
    if match.over:
        match.go_to(0)
        match.forget_future()
    return Stepper(match, folder=folder)


def _decides(match, seat):
    return match.to_move == seat and (seat != CHANCE or match.game.steerable(match.state))


def moves_and_is_loaded_again(stepper):
    """Whoever is on turn moves; the game is saved and loaded with the same people, and undone."""
    before, legal = stepper.match.ply, stepper.game.moves(stepper.match.state)
    if stepper.match.waiting:
        stepper.match.play(legal[0])
    else:
        stepper._step.click()
    table = stepper.match.trace()
    stepper._save.click()
    stepper._load.click()
    assert stepper.match.trace() == table
    assert stepper.panel.note.startswith(f"loaded {before + 1} pl")
    stepper.match.back()


@pytest.mark.parametrize("game", GAMES)
def test_every_player_offered_can_be_chosen_and_its_game_loaded(game, tmp_path):
    stepper = at_a_turn(game, 0, tmp_path)
    players = stepper._seats[0].kind.options
    assert {"human", "random", "hillclimber"} <= set(players)
    for name in players:
        chooser = stepper._seats[0]
        chooser.kind.value = "hillclimber"
        chooser.level.value = 50  # which not every player can have
        chooser.kind.value = name
        assert stepper.match.seats[0].name == name
        moves_and_is_loaded_again(stepper)


@pytest.mark.parametrize("game", GAMES)
def test_every_environment_offered_can_be_chosen_and_its_game_loaded(game, tmp_path):
    stepper = at_a_turn(game, CHANCE, tmp_path)
    names = stepper._chance.options
    if game in ("dungeon", "checkers"):  # all is drawn before the first move, or there is no chance
        assert names == ("fair",)
    else:
        assert {"fair", "E-MaxN"} <= set(names)
        assert ("DL" in names) == ("POSM" in names) == (stepper.game.n_players == 1)
    for name in names:
        stepper._chance.value = name
        assert stepper.match.chance.name == ("None" if name == "fair" else name)
        moves_and_is_loaded_again(stepper)


def test_players_that_do_not_suit_the_game_are_not_offered():
    assert "maxn" in pig()._seats[0].kind.options
    assert "maxn" not in cities()._seats[0].kind.options
    alone = Stepper(one_of("maze"))._seats[0].kind.options
    assert not {"dl", "posm", "minimax-is"} & set(alone)


def test_players_that_adapt_have_no_level(monkeypatch):
    stepper = Stepper(Pig(), [HillClimber(level=50), DynamicLevel(alpha=2.0)])
    assert stepper._seats[1].level.disabled
    chooser, seated = stepper._seats[0], []
    monkeypatch.setattr(stepper, "_play_on_for_humans", lambda: seated.append(stepper.match.seats))
    chooser.kind.value = "dl"
    assert chooser.level.disabled and chooser.level.value == "best"
    assert seated == [stepper.match.seats], "one choice, one change"
    assert stepper.match.seats == (DynamicLevel(), DynamicLevel(alpha=2.0))


def test_chance_may_be_any_function():
    def sixes(game, worlds, rng):
        return 6

    stepper = Stepper(Pig(), [Random(), Random()], chance=sixes)
    stepper.step()
    stepper.step()
    assert "sixes" in stepper.board.said or "sixes" in str(stepper._moves.options)
    stepper.close()


@pytest.mark.parametrize("number", [-1, 2, "x"])
def test_a_seat_that_is_not_there_is_refused(number):
    stepper = Stepper(Pig(), [Random(), Random()])
    with pytest.raises(HernaError, match=r"stepper: seat is .*; allowed: a whole number from 0 to"):
        stepper.seat(number, HillClimber())
    stepper.close()


def test_who_is_refused_is_named_and_the_choosers_show_who_sits_there():
    match = Match(LostCities(), [HillClimber(), HillClimber()])
    stepper = Stepper(match)
    with pytest.raises(HernaError, match="maxn: lost_cities hides"):
        stepper.seat(0, MaxN())
    match.seats = (MaxN(), HillClimber())  # past all checks
    stepper.refresh()
    assert stepper._seats[0].kind.value == "maxn(depth=3)"
    with pytest.raises(CallbackFailed):
        stepper._seats[1].kind.value = "random"
    assert stepper.panel.error.startswith("maxn: lost_cities hides")
    assert [chooser.kind.value for chooser in stepper._seats] == [
        "maxn(depth=3)",
        "hillclimber",
    ]
    stepper._seats[0].kind.value = "random"
    assert match.seats == (Random(), HillClimber()) and stepper.panel.error == ""


def test_settings_of_given_players_survive_the_chooser():
    deep, own = MaxN(depth=5, level=33), EHillClimber({"tension": 2.0})
    stepper = Stepper(Ludo(n_players=2), [deep, Random()], chance=own)
    assert stepper._seats[0].player == deep and stepper._chance.environment == own
    stepper._seats[1].kind.value = "hillclimber"
    assert stepper.match.seats == (deep, HillClimber()) and stepper.match.chance == own


def test_chance_can_be_taken_over():
    stepper = Stepper(Ludo(n_players=2), BOTS)
    stepper._chance.value = "E-HillClimber"
    stepper._step.click()
    assert stepper.match.chance.name == "E-HillClimber"
    assert "E-HillClimber: rolls" in stepper.board.said


def test_what_a_seat_cannot_know_is_not_listed():
    stepper = Stepper(KuhnPoker(), [Human(), Random()])
    shown = json.dumps([stepper.board.scene, stepper.board.said, stepper._moves.options])
    own, other = stepper.match.moves[:2]
    names = ("jack", "queen", "king")
    assert names[own] in shown and names[other] not in shown
    while not stepper.match.over:
        stepper.play(1)
    assert names[other] in json.dumps(stepper.board.scene)


def test_a_deal_is_shown_as_a_whole_however_slow_the_machine(monkeypatch):
    monkeypatch.setattr(module, "SLICE", 0)

    async def scenario():
        stepper = Stepper(LostCities(), [Human(), Random()], seed=2)
        assert stepper.match.ply == 16 and stepper.match.waiting
        stepper.close()

    asyncio.run(scenario())


def test_no_digit_of_the_hidden_number_is_listed():
    stepper = Stepper(Maze(), [Human()], seed=2)
    digits = stepper._moves.options[1:]
    assert digits == tuple(f"{ply}. chance: hidden" for ply in (1, 2, 3, 4))
    assert "digit" not in stepper.board.said
    stepper.play(stepper.game.moves(stepper.match.state)[0])
    assert "corridor" in stepper._moves.options[6], "what lies open is told"


def cities(seed=2):
    return Stepper(LostCities(), [Human(), HillClimber()], seed)


def click(stepper, name):
    """What the browser sends for a click on a cell."""
    cell = next(c for c in stepper.board.scene["cells"] if c["name"] == name)
    message = {"picked": name} if cell["move"] is None else {"clicked": cell["move"]}
    stepper.board._handle_custom_msg(message, [])


def test_a_move_of_three_parts_is_played_by_three_clicks():
    stepper = cities()
    assert stepper.match.ply == 16 and stepper.match.waiting
    click(stepper, "player 1 blue 2")
    assert stepper.match.ply == 16 and stepper.board.said == "player 1: blue 2, play or discard it"
    click(stepper, "player 1 blue expedition")
    assert stepper.match.ply == 16 and stepper.board.said == "player 1 plays blue 2: draw a card"
    click(stepper, "deck")
    assert stepper.match.waiting and stepper.match.ply > 18
    assert "player 1: plays blue 2, draws from the deck" in stepper.board.said
    assert not any(cell["part"] == "picked" for cell in stepper.board.scene["cells"])


def test_a_part_that_completes_a_move_may_be_picked_by_code_as_well():
    stepper = cities()
    for name in ("player 1 blue 2", "blue pile", "deck"):
        stepper.pick(name)
    assert stepper.game.move_name(stepper.match.state_at(16), stepper.match.moves[16]) == (
        "discards blue 2, draws from the deck"
    )


def test_parts_are_taken_back_by_a_second_click_or_by_escape():
    stepper = cities()
    start = stepper.board.scene
    click(stepper, "player 1 blue 2")
    click(stepper, "player 1 blue 2")
    assert stepper.board.scene == start
    click(stepper, "player 1 blue 2")
    click(stepper, "blue pile")
    for _ in range(3):  # once more than there are parts
        stepper.board._handle_custom_msg({"picked": None}, [])
    assert stepper.board.scene == start and stepper.match.ply == 16


def test_parts_are_forgotten_when_the_position_changes():
    stepper = cities()
    start = stepper.board.scene
    click(stepper, "player 1 blue 2")
    stepper.back()
    assert stepper._picked == ()
    stepper.step()
    assert stepper.board.scene == start


@pytest.mark.parametrize("name", ["deck", "player 2 hand", "", 7, ["deck"]])
def test_a_click_on_what_is_no_part_of_a_move_is_refused_and_said(name):
    stepper = cities()
    with pytest.raises(CallbackFailed):
        stepper.board._handle_custom_msg({"picked": name}, [])
    assert "is no part of a move here" in stepper.panel.error and stepper.match.ply == 16


def test_games_of_one_click_have_no_parts():
    stepper = with_human()
    assert not any(cell["part"] for cell in stepper.board.scene["cells"])
    with pytest.raises(CallbackFailed):
        stepper.board._handle_custom_msg({"picked": "die"}, [])


def test_the_other_hand_is_neither_shown_nor_told_while_a_human_plays():
    stepper = cities()
    for _ in range(3):
        stepper.play(stepper.game.moves(stepper.match.state)[0])
    shown = json.dumps([stepper.board.scene, stepper.board.said, stepper._moves.options])
    hidden = stepper.game.observe(stepper.match.state, 0)
    assert f"{stepper.game.unseen_cards(hidden, 1)} cards face down" in shown
    assert "player 2 holds" not in shown and "chance: hidden" in shown


def titles(stepper):
    return stepper._curves.scene.title.split("; ")


def test_the_curves_tell_a_human_no_more_than_he_can_know():
    stepper = cities()
    for _ in range(3):
        stepper.play(stepper.game.moves(stepper.match.state)[0])
    stepper._draw_curves()
    assert titles(stepper)[0] == "Status, as far as you can know"
    assert titles(stepper)[1].endswith("(told at the end)")
    state, game = stepper.match.state, stepper.game
    alike = game.sample(state, 0, generator(1))
    assert alike != state and game.gains(alike) != game.gains(state)
    assert history._belief(game, alike, 0) == history._belief(game, state, 0)
    stepper.match.seats = (HillClimber(), HillClimber())
    stepper.match.finish()
    stepper._draw_curves()
    assert titles(stepper)[0] == "Status of the players"


def test_where_nothing_hidden_counts_the_curves_are_true_for_a_human_too():
    stepper = Stepper(Maze(), [Human()], seed=3)
    for _ in range(4):
        stepper.play(stepper.game.moves(stepper.match.state)[0])
    stepper._draw_curves()
    assert titles(stepper)[0] == "Status of the players"
    assert stepper._history.believed(stepper.match, 0) == (stepper._history.status, True)


class OwnPig(Pig):
    """A game that only this file knows."""

    name = "own_pig"


def test_a_game_of_ones_own_can_be_saved_and_loaded_again(tmp_path):
    stepper = Stepper(OwnPig(target=20), BOTS, seed=3, folder=tmp_path)
    stepper.go_to(12)
    stepper.save("mine.json")
    moves = list(stepper.match.moves)
    other = Stepper(OwnPig(), BOTS, folder=tmp_path)
    other.load("mine.json")
    assert other.match.moves == moves and other.game == OwnPig(target=20)
    with pytest.raises(HernaError, match=r"mine\.json: game is 'own_pig'; did you mean 'pig'"):
        pig(folder=tmp_path).load("mine.json")


def test_the_list_of_moves_leads_to_any_ply():
    stepper = pig()
    stepper.go_to(300)
    assert len(stepper._moves.options) <= module.LISTED + 1
    stepper._moves.index = 5
    assert stepper.match.ply == stepper._first_listed + 5


def test_saving_and_loading(tmp_path):
    stepper = pig(seed=4, folder=tmp_path)
    stepper.go_to(21)
    moves = list(stepper.match.moves)
    stepper._name.value = "mine.json"
    stepper._save.click()
    assert Trace.load(tmp_path / "mine.json").moves == tuple(moves)
    other = Stepper(Ludo(), folder=tmp_path)
    other._name.value = "mine.json"
    other._load.click()
    assert other.game == Pig() and other.match.moves == moves and other.match.seats == tuple(BOTS)
    assert "21 plies" in other.panel.note and len(other._seats) == 2
    other._back.click()
    assert other.match.ply == 20


def test_loading_the_same_game_keeps_the_match_that_code_holds(tmp_path):
    match = Match(Ludo(n_players=2), [Random(), HillClimber()], seed=4, chance=EHillClimber())
    stepper = Stepper(match, folder=tmp_path)
    stepper.go_to(12)
    stepper.save("mine.json")
    saved, shown = match.trace(), stepper._moves.options
    stepper.restart(9)
    stepper._chance.value = "fair"
    stepper._seats[0].kind.value = "human"
    stepper.load("mine.json")
    assert stepper.match is match and match.trace() == saved
    assert match.seats == (Random(), HillClimber()) and match.chance == EHillClimber()
    assert stepper._moves.options == shown and stepper._seats[0].kind.value == "random"
    assert stepper.panel.note == "loaded 12 plies; from here on lots are drawn anew"


def test_moves_that_chance_makes_again_after_loading_get_the_name_of_who_made_them():
    stepper = Stepper(Ludo(n_players=2), BOTS, chance=EHillClimber())
    stepper.step()
    stepper.load(Trace(stepper.game, tuple(stepper.match.moves), (0,), ("random", "random")))
    assert "1. chance: rolls" in stepper._moves.options[1]


def test_loading_another_game_makes_a_new_match_and_says_so():
    match = Match(Pig(), BOTS)
    stepper = Stepper(match)
    stepper.load(play(KuhnPoker(), BOTS))
    assert stepper.match is not match and match.ply == 0 and match.game == Pig()
    assert "of kuhn into a new match" in stepper.panel.note
    stepper.load(Trace(Pig(target=30), (1, 3), (0,), ("random", "random")))
    assert stepper.game == Pig(target=30) and "into a new match" in stepper.panel.note


def test_a_game_too_long_for_the_match_gets_a_new_one():
    stepper = Stepper(Match(Pig(), BOTS, limit=5))
    trace = play(Pig(), BOTS)
    stepper.load(trace)
    assert tuple(stepper.match.moves) == trace.moves and "new match" in stepper.panel.note


def test_a_trace_with_a_wrong_move_leaves_the_match_as_it_was():
    stepper = pig()
    stepper.go_to(7)
    moves = list(stepper.match.moves)
    with pytest.raises(HernaError, match="not allowed"):
        stepper.load(Trace(Pig(), (1, 99), (0,), ("random", "random")))
    assert stepper.match.moves == moves


@pytest.mark.parametrize("name", ["../up.json", "/tmp/x.json", "a/b.json", "x.txt", ".json", ""])
def test_a_file_name_cannot_leave_the_folder(name, tmp_path):
    stepper = pig(folder=tmp_path / "traces")
    stepper._name.value = name
    for button in (stepper._save, stepper._load, stepper._download):
        with pytest.raises(CallbackFailed, match="file name"):
            button.click()
    assert not list(tmp_path.iterdir())


def broken_files():
    good = play(Pig(), BOTS).to_json()
    yield b"", "not valid JSON"
    yield b"\x00\xff", "not valid JSON"
    yield b"[" * 100_000, "nested too deeply"
    yield b'{"format": "other"}', "format is 'other'"
    yield json.dumps(good | {"moves": good["moves"][:-1]}).encode(), "states has"
    yield json.dumps(good | {"game": "<img onerror=x>"}).encode(), "game is '<img"
    yield json.dumps(good | {"seats": ["a", "b", "c"]}).encode(), "seats has 3 entries"
    yield json.dumps(good | {"seed": [-1]}).encode(), "seed holds -1"


@pytest.mark.parametrize(("content", "message"), list(broken_files()))
def test_a_broken_upload_is_refused_in_one_line(content, message):
    stepper = pig()
    stepper.go_to(3)
    upload = {"name": "../../evil.json", "type": "", "size": len(content), "last_modified": None}
    with pytest.raises(HernaError):
        stepper._uploaded({"new": ({**upload, "content": memoryview(content)},)})
    assert stepper.match.ply == 3
    with pytest.raises(CallbackFailed):
        stepper._on(stepper._uploaded)({"new": ({**upload, "content": memoryview(content)},)})
    assert message in stepper.panel.error and "\n" not in stepper.panel.error


def test_an_upload_is_loaded():
    trace = play(Ludo(n_players=2), BOTS, seed=1)
    content = json.dumps(trace.to_json()).encode()
    stepper = pig()
    stepper._uploaded({"new": ({"name": "x.json", "content": memoryview(content)},)})
    assert tuple(stepper.match.moves) == trace.moves


def test_an_unknown_player_of_a_trace_becomes_a_human():
    trace = Trace(Pig(), (1, 3), (0,), ("mystery", "random"), "None")
    stepper = pig()
    stepper.load(trace)
    assert isinstance(stepper.match.seats[0], Human) and "mystery" in stepper.panel.note


def test_whoever_does_not_suit_the_game_of_a_trace_is_replaced_and_named():
    stepper = cities()
    stepper.load(Trace(LostCities(), (), (0,), ("maxn(depth=2)", "random"), "POSM"))
    assert isinstance(stepper.match.seats[0], Human) and stepper.match.seats[1] == Random()
    assert stepper.match.chance == Fair()
    assert stepper.panel.note.startswith("loaded 0 plies; cannot play here: maxn(depth=2), POSM;")


def test_curves_follow_the_match_and_are_worked_out_once():
    stepper = Stepper(Ludo(n_players=2), BOTS, seed=6)
    stepper.go_to(50)
    history = stepper._history
    assert len(history.status) == len(history.metrics) == 51
    assert history.status[50] == stepper.match.status_at(50)  # between two rounds
    assert history.metrics[30] == stepper.match.metrics_at(30)
    kept = history.metrics[20]
    stepper.go_to(20)
    assert history.metrics[20] is kept and len(history.metrics) == 51
    picture = stepper._curves.value
    stepper._metric.value = "lead_changes"
    assert bytes(picture[:4]) == b"<svg" and stepper._curves.value != picture


@pytest.mark.parametrize("game", [Ludo(n_players=2), LostCities(), Maze()], ids=lambda g: g.name)
def test_the_status_drawn_is_the_one_that_the_margin_beside_it_tells(game):
    stepper = Stepper(game, [Random()] * game.n_players, seed=6)
    stepper.go_to(60)
    history = stepper._history
    for ply, (standing, metrics) in enumerate(zip(history.status, history.metrics, strict=True)):
        lead = abs(standing[0]) if game.n_players == 1 else max(0.0, *standing)
        started = game.rounds(stepper.match.state_at(ply)) or metrics["tension"]
        assert not started or -1e-9 < lead - metrics["margin"] < 1, ply  # told in whole units


def test_another_line_replaces_the_old_one_in_the_history():
    stepper = Stepper(Pig(), [Human(), Human()])
    stepper.play(1)
    stepper.match.back()
    stepper.match.back()
    stepper.match.play(1)
    stepper.match.play(6)
    stepper.refresh()
    assert stepper._history.moves == [1, 6]
    assert len(stepper._history.status) == 3
    assert stepper._history.status[0] == stepper.match.status_at(0)


def test_figures_do_not_pile_up():
    before = plt.get_fignums()
    stepper = pig()
    for _ in range(30):
        stepper.step()
    assert plt.get_fignums() == before


def test_playing_runs_beside_other_work_and_can_be_paused():
    async def scenario():
        stepper = Stepper(Ludo(n_players=2), BOTS)
        stepper._speed.value = 20
        stepper._play.click()
        assert stepper.running and stepper._play.description == "Pause"
        await asyncio.sleep(0.4)
        stepper._play.click()
        ply = stepper.match.ply
        await asyncio.sleep(0.2)
        return ply, stepper.match.ply, stepper.running, stepper._play.description

    ply, later, running, label = asyncio.run(scenario())
    assert 1 < ply < 20 and later == ply and not running and label == "Play"


def test_playing_stops_at_the_end_and_when_closed():
    async def scenario():
        stepper = Stepper(KuhnPoker(), BOTS)
        stepper._speed.value = 20
        stepper._play.click()
        while stepper.running:
            await asyncio.sleep(0.01)
        assert stepper.match.over
        stepper.restart()
        stepper._play.click()
        await asyncio.sleep(0)
        stepper.close()
        ply = stepper.match.ply
        await asyncio.sleep(0.2)
        assert stepper.match.ply == ply and not stepper.running and stepper.comm is None

    asyncio.run(scenario())


def test_a_long_run_shows_progress_and_can_be_stopped(monkeypatch):
    monkeypatch.setattr(module, "SLICE", 0.001)

    async def scenario():
        stepper = Stepper(Pig(target=10_000), BOTS)
        stepper._end.click()
        await asyncio.sleep(0.1)
        note = stepper.panel.note
        stepper._back.click()
        ply = stepper.match.ply
        await asyncio.sleep(0.1)
        return note, ply, stepper.match.ply

    note, ply, later = asyncio.run(scenario())
    assert note.startswith("ply ") and ply == later > 0


def test_a_picture_is_there_without_a_kernel():
    data, _ = pig()._repr_mimebundle_()
    assert data["text/html"].startswith("<img alt=") and "pig, ply 0" in data["text/plain"]


def test_a_stepper_that_was_refused_leaves_without_a_word(capsys, recwarn):
    with pytest.raises(HernaError, match="maxn: lost_cities hides something"):
        Stepper(LostCities(), [MaxN(), Human()])
    gc.collect()
    assert capsys.readouterr().err == ""
    assert not [w for w in recwarn if "unraisable" in str(w.category).lower()]


def test_who_is_offered_for_chance_plays_as_in_the_experiment_with_the_game():
    offered = environments_of(Ludo(n_players=4))
    assert offered["E-MaxMax"].depth == 8
    assert offered["E-MaxMax"] == EXPERIMENTS["ludo_4mn"].environment("E-MaxMax")
    assert environments_of(Maze())["DL"] == EXPERIMENTS["maze"].environment("DL")
    assert environments_of(Pig())["E-MaxMax"] == EMaxMax()

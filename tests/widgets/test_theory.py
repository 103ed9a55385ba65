"""The panels of game theory: every control redraws, mistakes are told, words say what is drawn."""

import time

import pytest

from herna.errors import HernaError
from herna.theory import truel
from herna.theory.examples import example
from herna.theory.matrix import matrix_game
from herna.widgets.errors import CallbackFailed
from herna.widgets.theory import MatrixLab, TruelLab


def edit(lab, i, j, text):
    lab._fields[i, j].value = text


# The table.


def test_choosing_a_table_shows_it():
    lab = MatrixLab()
    picture = lab.picture.value
    lab._example.value = "T3"
    assert lab.game is example("T3") and lab.picture.value != picture
    assert "Saddle points: (C, B) = 2." in lab.words()
    assert lab._fields[0, 0].value == "12" and len(lab._table.children) == 25


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("T1", "Value 2/3: Pavel mixes A 2/3 B 1/3; Marek mixes A 11/21 B 10/21."),
        ("T3", "Dominance: Colin's B weakly dominates C."),
        ("T4", "Equilibria in pure strategies: (A, A) = (2, 3)."),
        ("T5", "A dilemma: (deny, deny) would be better for both than an equilibrium."),
        ("T6", "sum 9; by their threats Player 1 gets 5.5, Player 2 3.5."),
    ],
)
def test_what_the_thesis_says_about_its_tables_is_read_off(name, told):
    lab = MatrixLab(name)
    assert told in lab.words() and told in lab.panel.unseen
    assert lab.words().startswith(f"{name}, ")


def test_a_changed_cell_changes_the_answers():
    lab = MatrixLab("T1")
    edit(lab, 0, 1, "5")
    assert lab.game.row.tolist() == [[4, 5], [-6, 8]]
    assert "Saddle points: (A, A) = 4." in lab.words()
    assert lab._example.value == "your own" and lab.game.players == ("Pavel", "Marek")


def test_a_typing_mistake_is_told_and_the_picture_stays():
    lab = MatrixLab("T6")
    picture, game = lab.picture.value, lab.game
    with pytest.raises(CallbackFailed):
        edit(lab, 0, 0, "five")
    assert lab.panel.error == (
        "MatrixLab: payoff of A, A is 'five'; allowed: two numbers with a comma between, such as "
        "5, 3"
    )
    assert lab.picture.value == picture and lab.game is game
    edit(lab, 0, 0, "5, 3")
    assert lab.panel.error == ""


@pytest.mark.parametrize("text", ["nan", "1e99", "", "1, 2"])
def test_what_is_no_payoff_is_refused(text):
    lab = MatrixLab("T1")
    with pytest.raises(CallbackFailed):
        edit(lab, 1, 1, text)
    assert "allowed: a" in lab.panel.error


def test_another_size_keeps_what_is_there():
    lab = MatrixLab("T6")
    lab._size[0].value = 3
    assert lab.game.shape == (3, 2) and lab.game.row.tolist() == [[5, 0], [0, 3], [0, 0]]
    lab._size[1].value = 4
    lab._size[0].value = 2
    assert lab.game.shape == (2, 4) and lab.game.row[:, :2].tolist() == [[5, 0], [0, 3]]
    assert lab._example.value == "your own"


def test_zero_sum_takes_the_payoffs_of_the_row_player():
    lab = MatrixLab("T6")
    lab._zero_sum.value = True
    assert lab.game.zero_sum and lab.game.row.tolist() == [[5, 0], [0, 3]]
    assert lab._fields[0, 0].value == "5"
    lab._zero_sum.value = False
    assert lab._fields[0, 0].value == "5, -5"


def test_a_degenerate_game_is_told():
    lab = MatrixLab("T1")
    lab._example.value = "ties"
    assert "Warning: this game is degenerate" in lab.words()
    assert "lost 1 of these" in lab.sentences.value


def test_sentences_are_safe_to_show():
    game = matrix_game([[1, 0], [0, 1]], None, ("<b>", "x"), players=("<i>", "Ann"))
    assert "<b>" not in MatrixLab(game).sentences.value.replace("<ul>", "")


def test_fields_can_be_told_apart_without_seeing_them():
    lab = MatrixLab("T5")
    assert lab._fields[0, 1].tooltip == "payoffs of row deny, column confess"


@pytest.mark.parametrize("game", ["T7", 5, matrix_game([[1]]), matrix_game([[1] * 5] * 5)])
def test_what_is_no_table_for_it_is_refused(game):
    with pytest.raises(HernaError, match="allowed: "):
        MatrixLab(game)


def test_a_redraw_takes_a_fraction_of_a_second():
    lab = MatrixLab("T3")
    lab._zero_sum.value = False
    taken = []
    for number in range(5):
        began = time.process_time()
        edit(lab, 0, 0, f"{number}, 1")
        taken.append(time.process_time() - began)
    assert min(taken) < 0.25  # seconds; about 0.1 on the machine it was written on


# The truel.


def test_the_first_truel_is_that_of_the_thesis():
    lab = TruelLab((1, 2 / 3, 1 / 3))
    assert lab.plan == "BA-" and lab.exact == pytest.approx([14 / 63, 24 / 63, 25 / 63])
    assert "C into the air" in lab.words() and "C 0.397" in lab.panel.unseen


def test_without_air_shots_c_aims_at_a():
    lab = TruelLab((1, 2 / 3, 1 / 3))
    picture = lab.picture.value
    lab._air.value = False
    assert lab.plan == "BAA" and lab.picture.value != picture


def test_an_alliance_says_what_it_changes():
    lab = TruelLab(order="ABC")
    lab.set((0.9, 0.8, 0.7), air=False, alliance=True)
    assert lab.plan == "CCA" and lab.exact == pytest.approx([0.2402, 0.7577, 0.0021], abs=1e-4)
    assert "What the alliance changes: A −0.012, B 0.725, C −0.713." in lab.words()


def test_every_control_redraws():
    lab = TruelLab()
    for control, value in (
        (lab._accuracies[0], 0.8),
        (lab._order, "ABC"),
        (lab._air, False),
        (lab._alliance, True),
    ):
        before = lab.picture.value
        control.value = value
        assert lab.picture.value != before


def test_simulated_truels_are_close_to_exact_ones():
    lab = TruelLab(games=20_000)
    assert lab.survived / lab.games == pytest.approx(lab.exact, abs=0.02)


def test_a_stand_off_is_told():
    lab = TruelLab()
    lab.set((0, 0, 0))
    assert "Nobody ever hits" in lab.words()


@pytest.mark.parametrize(
    "settings", [{"accuracies": (1, 2, 3)}, {"order": "AB"}, {"games": 0}, {"games": 10**9}]
)
def test_impossible_settings_are_refused_in_one_line(settings):
    with pytest.raises(HernaError, match="allowed: "):
        TruelLab(**settings)


def test_a_truel_is_redrawn_in_a_fraction_of_a_second():
    lab = TruelLab()
    taken = []
    for value in (0.5, 0.6, 0.7):
        began = time.process_time()
        lab._accuracies[1].value = value
        taken.append(time.process_time() - began)
    assert min(taken) < 0.25  # seconds; about 0.1 on the machine it was written on


@pytest.mark.parametrize("kind", [MatrixLab, TruelLab])
def test_a_picture_is_there_without_a_kernel(kind):
    panel = kind()
    data, _ = panel._repr_mimebundle_()
    assert data["text/html"].startswith("<img alt=") and data["text/plain"] == panel.words()
    panel.close()
    assert panel.comm is None


def test_orders_offered_are_all_there_are():
    assert TruelLab()._order.options == truel.ORDERS and len(truel.ORDERS) == 6

"""The plan inspector: stepping, jumping, choosing a monster, and what is told of its plan."""

import pytest

from herna.dungeon import genes
from herna.errors import HernaError
from herna.games.dungeon.rules import ATTACK
from herna.seeds import generator
from herna.widgets import PlanInspector
from herna.widgets.errors import CallbackFailed
from herna.widgets.inspector import NOBODY

PRIEST = "Dwarf Priest"


@pytest.fixture(scope="module")
def inspector():
    return PlanInspector(PRIEST, seed=3)


def test_the_hand_made_bot_is_inspected_unless_another_is_given(inspector):
    assert inspector.bots[0].used.sum() == 9
    genome = genes().random(1, generator(1))[0]
    other = PlanInspector(PRIEST, genome)
    assert other.bots[0].used.all() and other.moments[-1].deed is None
    with pytest.raises(HernaError, match="allowed: 64"):
        PlanInspector(PRIEST, genome[:3])


def test_the_slider_steps_through_the_game(inspector):
    inspector.show(0)
    assert inspector._previous.disabled
    inspector._following.click()
    assert inspector._number.value == 2 and inspector.words().startswith("deed 2 of")
    inspector._number.value = 1
    assert inspector.moment is inspector.moments[0]


def test_where_nobody_is_in_reach_the_list_says_so(inspector):
    inspector.show(0)
    assert inspector.monster is None and inspector._monster.label == NOBODY
    inspector.next_fight()
    assert inspector.monster is not None and inspector._monster.label != NOBODY


def test_next_fight_goes_to_a_fight_and_shows_its_plan(inspector):
    inspector.show(0)
    inspector._fight.click()
    assert inspector.moment.victim == inspector.monster and inspector.inspection.plan
    assert "a plan of" in inspector.panel.note and inspector._reasons.value == ""
    assert "at the start" in inspector._table.value


def test_next_failure_goes_to_the_boss_without_a_plan(inspector):
    failures = [n for n, moment in enumerate(inspector.moments) if moment.fails_at_boss]
    assert failures, "a game in which the bot fails at the boss"
    inspector.show(0)
    inspector._failure.click()  # in a notebook it would be sought in the background
    assert inspector._number.value == failures[0] + 1
    assert inspector.monster == inspector.moment.boss and not inspector.inspection.plan
    inspector.show(failures[-1])
    assert not inspector.next_failure()
    assert inspector.panel.note == "no failed plan against the boss after this deed"


def test_a_monster_without_a_plan_is_explained_strategy_by_strategy(inspector):
    number, monster = next(
        (n, m)
        for n, moment in enumerate(inspector.moments)
        for m, plan in moment.plans.items()
        if not plan.plan
    )
    inspector.show(number, monster)
    assert inspector.words().endswith("no plan")
    assert inspector._reasons.value.count("<li>") == 13


def test_a_click_on_the_board_chooses_the_monster(inspector):
    number = next(n for n, moment in enumerate(inspector.moments) if len(moment.plans) > 1)
    inspector.show(number)
    last = list(inspector.moment.plans)[-1]
    before = inspector._picture.value
    inspector.board._received(None, {"clicked": ATTACK + last}, [])
    assert inspector.monster == last and inspector._picture.value != before
    labels = [cell["label"] for cell in inspector.board.scene["cells"]]
    assert any(label.endswith("Click: look at the plan.") for label in labels)
    with pytest.raises(CallbackFailed):
        inspector.board._received(None, {"clicked": ATTACK + 39}, [])
    assert "not in reach" in inspector.panel.error


def test_failures_at_the_boss_are_found_or_their_absence_is_told(inspector):
    inspector.show(0)
    inspector._failure.click()
    if "no failed plan" not in inspector.panel.note:
        assert inspector.moment.fails_at_boss and inspector.monster == inspector.moment.boss
    inspector.show(len(inspector.moments) - 1)
    inspector._failure.click()
    assert inspector.panel.note == "no failed plan against the boss after this deed"


def test_another_dungeon_is_another_game():
    inspector = PlanInspector(PRIEST, seed=1)
    first = inspector.moments[0].state.copy()
    inspector._seed.value = 2
    assert (inspector.moments[0].state != first).any() and inspector._number.value == 1


def test_a_picture_is_there_without_a_kernel(inspector):
    inspector.show(0)
    data, _ = inspector._repr_mimebundle_()
    assert "<img alt=" in data["text/html"] and data["text/plain"] == inspector.words()
    other = PlanInspector(PRIEST)
    other.close()
    assert other.comm is None

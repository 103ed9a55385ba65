"""The X-ray: every outcome of a chance node, and which metric makes it worth what it is."""

import asyncio

import pytest

from herna.dda import THESIS_WEIGHTS, EHillClimber, EMaxMax, EMonteCarlo, Fair
from herna.errors import HernaError
from herna.experiments import EXPERIMENTS
from herna.game import CHANCE
from herna.games import Ludo, Pig
from herna.kernels.world import METRICS
from herna.play import Match
from herna.players import HillClimber, Random
from herna.widgets import Stepper, XRay
from herna.widgets.errors import CallbackFailed
from herna.xray import AHEAD, best_outcomes, chance_nodes, contributions, plot_contributions
from tests.widgets import png

LUDO, SEATS = Ludo(n_players=2), [HillClimber(), HillClimber()]
TENSE = EHillClimber({"tension": 2, "lead_changes": 5}, random_share=0.0)


def a_match(name="ludo_2hc", plies=40, cell="E-HillClimber"):
    experiment = EXPERIMENTS[name]
    match = Match(
        experiment.build_game(), experiment.build_seats(cell), 3, experiment.environment(cell)
    )
    match.go_to(plies)
    return match


# The computation.


def test_contributions_are_signed_weighted_metrics_computed_by_hand():
    match = Match(Pig(), [Random(), Random()], seed=1)
    while match.to_move != CHANCE:
        match.step()
    table = contributions(match.game, match.world, TENSE)
    for row in TENSE.options(match.game, match.world):
        parts = table.loc[row["outcome"]]
        assert parts["tension"] == pytest.approx(-2 * row["tension"])
        assert parts["lead_changes"] == pytest.approx(5 * row["lead_changes"])
        assert parts["worth"] == pytest.approx(5 * row["lead_changes"] - 2 * row["tension"])
    assert not table[[m for m in METRICS if m not in TENSE.weights]].to_numpy().any()


def test_a_first_roll_by_hand():
    """Pig, first roll, taken as the end of the round: the lead is the points of the turn."""
    match = Match(Pig(), [Random(), Random()], seed=1)
    while match.to_move != CHANCE:
        match.step()
    rows = {row["outcome"]: row for row in TENSE.options(match.game, match.world)}
    table = contributions(match.game, match.world, TENSE)
    for outcome in table.index:
        ahead = match.game.step(match.state, outcome)
        first, second = match.game.gains(ahead)
        assert rows[outcome]["tension"] == pytest.approx(abs(first - second))
        assert table.loc[outcome, "tension"] == pytest.approx(-2 * abs(first - second))


@pytest.mark.parametrize("name", ["ludo_2hc", "maze", "lc_hcis"])
def test_rows_sum_to_the_worth_and_a_hillclimber_looks_not_ahead(name):
    match = a_match(name)
    for node in chance_nodes(match.game, match.moves)[::5]:
        weights = THESIS_WEIGHTS[match.game.name]
        near = contributions(match.game, node.worlds, EHillClimber(weights))
        assert near[list(METRICS)].sum(axis=1).tolist() == pytest.approx(near["worth"].tolist())
        assert (near[AHEAD] == 0).all()
        far = contributions(match.game, node.worlds, EMaxMax(weights))
        parts = far[[*METRICS, AHEAD]].sum(axis=1)
        assert parts.tolist() == pytest.approx(far["worth"].tolist())
        assert far[list(METRICS)].equals(near[list(METRICS)])


def test_the_nodes_are_the_decisions_of_chance_with_the_worlds_of_the_match():
    match = Match(LUDO, SEATS, 3, TENSE)
    seen = []
    for _ in range(30):
        if match.to_move == CHANCE:
            seen.append((match.ply, repr(match.world)))
        match.step()
    nodes = chance_nodes(LUDO, match.moves)
    found = [(node.ply, repr(node.worlds)) for node in nodes if node.played is not None]
    assert found == seen
    assert all(match.moves[node.ply] == node.played for node in nodes if node.played is not None)


def test_without_a_share_of_chance_the_best_outcome_is_the_one_played():
    match = Match(LUDO, SEATS, 3, TENSE)
    match.go_to(60)
    for node in chance_nodes(LUDO, match.moves):
        if node.played is not None:
            assert node.played in best_outcomes(contributions(LUDO, node.worlds, TENSE))


def test_a_deal_and_a_single_outcome_are_no_decisions():
    match = a_match("maze", plies=4)
    assert all(node.ply >= 4 for node in chance_nodes(match.game, match.moves))
    match = a_match("lc_hcis", plies=10)
    assert chance_nodes(match.game, match.moves) == []


def test_what_cannot_be_laid_open_is_refused():
    match = Match(LUDO, SEATS, 3)
    with pytest.raises(HernaError, match="allowed: an environment player"):
        contributions(LUDO, match.world, Fair())
    while match.to_move == CHANCE:
        match.step()
    with pytest.raises(HernaError, match="allowed: a world at a chance node"):
        contributions(LUDO, match.world, TENSE)


def test_with_many_outcomes_the_played_one_is_drawn_all_the_same():
    match = a_match("lc_hcis", plies=60)
    node = chance_nodes(match.game, match.moves)[0]
    table = contributions(match.game, node.worlds, EHillClimber(THESIS_WEIGHTS["lost_cities"]))
    worst = table["worth"].idxmin()
    labels = [
        t.get_text() for t in plot_contributions(table, None, worst, most=5).get_yticklabels()
    ]
    assert len(labels) == 5 and labels[-1] == f"{worst}  (played)"


# The widget.


def test_it_shows_the_last_decision_and_what_was_played():
    xray = XRay(a_match())
    assert xray._number.value == len(xray._nodes) and xray._next.disabled
    assert png(xray._picture) and "E-HillClimber" in xray.words() and "rolls" in xray.words()
    xray._previous.click()
    node = xray.node
    assert node.played is not None and "played: rolls" in xray.panel.note
    assert xray.board.scene["title"].startswith("Ludo")
    assert xray._numbers.value.count("<tr>") == 7


def test_other_eyes_see_other_worths():
    xray = XRay(a_match())
    names = xray._who.options
    assert [name for name in names if name in ("E-MaxMax", "E-MonteCarlo", "E-MaxN")]
    near = xray.table
    xray._who.value = "E-MonteCarlo"
    assert isinstance(xray.environment, EMonteCarlo)
    assert not xray.table["worth"].equals(near["worth"]) and xray.table[AHEAD].any()


def test_it_looks_and_never_touches_the_match():
    match = a_match()
    moves, lots = list(match.moves), match.rng.bit_generator.state
    xray = XRay(match)
    xray.go_to(2)
    xray._who.value = "E-MaxN"
    assert match.moves == moves and match.rng.bit_generator.state == lots


def test_it_follows_a_stepper():
    stepper = Stepper(LUDO, SEATS, 3, TENSE)
    xray = XRay(stepper)
    before = len(xray._nodes)
    for _ in range(6):
        stepper.step()
    assert len(xray._nodes) > before and xray._number.value == len(xray._nodes)
    xray.go_to(1)
    stepper.step()
    stepper.step()
    assert xray._number.value == 1


def test_a_match_without_decisions_says_so():
    xray = XRay(a_match("lc_hcis", plies=3))
    assert xray.table is None and "nothing to decide yet" in xray.panel.note
    data, _ = xray._repr_mimebundle_()
    assert "nothing to decide" in data["text/plain"]


def test_the_search_is_announced_before_it_begins():
    async def scenario():
        xray = XRay(a_match())
        xray._who.value = "E-MaxN"
        assert xray.panel.note == "E-MaxN thinks ..."
        await asyncio.sleep(0.5)
        assert "best for E-MaxN" in xray.panel.note
        xray.close()

    asyncio.run(scenario())


def test_what_is_kept_of_a_decision_is_that_decision():
    async def scenario():
        xray = XRay(a_match())
        xray._number.value = 4
        data, _ = xray._repr_mimebundle_()
        expected = XRay(a_match())
        expected.go_to(4)
        assert data["text/plain"] == expected.words()
        assert xray.table.equals(expected.table)

    asyncio.run(scenario())


def test_mistakes_are_shown_and_refused():
    xray = XRay(a_match())
    with pytest.raises(HernaError, match="decision is 99; allowed: 1 to"):
        xray.go_to(99)
    with pytest.raises(CallbackFailed):
        xray._next.click()
    assert xray.panel.error.startswith("decision is")
    with pytest.raises(HernaError, match="allowed: Match, Stepper"):
        XRay(LUDO)
    with pytest.raises(HernaError, match="allowed: environment players"):
        XRay(a_match(), Fair())


def test_without_a_kernel_there_is_a_picture():
    xray = XRay(a_match())
    data, _ = xray._repr_mimebundle_()
    assert "data:image/png;base64," in data["text/html"] and "<table" in data["text/html"]
    xray.close()
    assert xray.comm is None

"""Charts drawn at every click: nothing is lost in long games, nothing leaves the picture."""

import numpy as np
import pytest

from herna.figures.live import COLUMNS, HEIGHT, PLOTS, TOP, WIDTH, curves_scene
from herna.figures.scene import Line, Text

TITLES = ("Status of the players", "Tension (less is better)")


def curves(status, values, players=2):
    return curves_scene([f"player {i + 1}" for i in range(players)], status, values, TITLES)


def drawn(scene, players=2):
    """The lines with data in them: those of the players, then that of the metric."""
    lines = [shape for shape in scene.shapes if isinstance(shape, Line) and shape.width == 2.2]
    return [line for line in lines if len(line.points) != 2 or line.points[0][1] > TOP + 30]


def words(scene):
    return [shape.text for shape in scene.shapes if isinstance(shape, Text)]


def test_every_ply_is_a_point_and_higher_values_are_drawn_higher():
    status = np.array([[0.0, 0.0], [2.0, -2.0], [5.0, -5.0], [-1.0, 1.0]])
    first, second, metric = drawn(curves(status, [0.0, 1.0, 2.0, 3.0]))
    assert len(first.points) == len(second.points) == len(metric.points) == 4
    heights = [-y for _, y in first.points]
    assert np.argsort(heights).tolist() == [3, 0, 1, 2]
    assert [x for x, _ in first.points] == pytest.approx(np.linspace(*PLOTS[0], 4))
    assert first.dashes != second.dashes, "told apart without colour, too"


def test_a_long_game_is_thinned_out_but_keeps_its_peaks():
    status = np.zeros((5000, 2))
    status[1234, 0], status[3456, 1] = 7.0, -3.0
    first, second, _ = drawn(curves(status, np.arange(5000.0)))
    assert len(first.points) <= 2 * COLUMNS + 2
    assert first.points[-1][0] == pytest.approx(PLOTS[0][1])
    highest = min(y for _, y in first.points)
    assert highest < min(y for _, y in second.points)
    assert max(y for _, y in second.points) > max(y for _, y in first.points)


@pytest.mark.parametrize("players", [1, 2, 4, 7])
@pytest.mark.parametrize("plies", [1, 2, 400])
def test_nothing_is_drawn_outside_of_the_picture(players, plies):
    status = np.random.default_rng(0).normal(size=(plies, players)) * 1e3
    scene = curves(status, status[:, 0] ** 2, players)
    for shape in scene.shapes:
        places = shape.points if isinstance(shape, Line) else [(shape.x, shape.y)]
        assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in places)
    assert [word for word in words(scene) if word.startswith("player")] == [
        f"player {i + 1}" for i in range(players)
    ]


def test_a_metric_that_is_not_told_leaves_its_chart_empty():
    scene = curves(np.ones((5, 2)), [])
    assert all(len(line.points) == 5 for line in drawn(scene)[:2])
    assert not drawn(scene)[2].points
    assert scene.description == "player 1 +1.0, player 2 +1.0"


def test_the_same_curves_are_the_same_picture():
    status = np.arange(10.0).reshape(5, 2)
    assert curves(status, [1.0] * 5).to_svg() == curves(status, [1.0] * 5).to_svg()

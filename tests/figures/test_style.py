"""The house style: the same picture gives the same bytes, and nothing is written elsewhere."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from PIL import Image

from herna.errors import HernaError
from herna.figures import style


def a_picture():
    with mpl.rc_context():
        style.use()
        figure, ax = plt.subplots()
        ax.plot([0, 1, 2], [1, 3, 2], label="lead")
        ax.fill_between([0, 1, 2], [0, 1, 1], hatch="//")
        ax.legend()
    return figure


def test_the_same_picture_has_the_same_bytes(tmp_path):
    first = style.save(a_picture(), "one", tmp_path / "a")
    second = style.save(a_picture().axes[0], "one", tmp_path / "b")
    plt.close("all")
    assert [path.suffix for path in first] == [".svg", ".png"]
    for one, other in zip(first, second, strict=True):
        assert one.read_bytes() == other.read_bytes()


def test_the_last_digits_of_numbers_are_not_in_the_file(tmp_path):
    def content(factor):
        with mpl.rc_context(style.SETTINGS):
            _, axes = plt.subplots(2, 3, sharey=True)
            for ax, end in zip(axes.flat, (7.3, 11.9, 0.61, 93.1, 3.3, 41.7), strict=True):
                ax.plot(np.array([0.3, 1, end]) * factor, [0, 1, 2])
                ax.set_xscale("log")
                ax.set_xticks([end * factor], ["the end"])
            svg, _ = style.save(axes, f"{factor}", tmp_path)
        plt.close("all")
        return svg.read_bytes()

    assert content(1.0) == content(1.0 + 4e-15), "processors differ there"


def test_a_png_has_the_size_of_its_figure_and_paper_stays_white(tmp_path):
    with mpl.rc_context(style.SETTINGS):
        figure, ax = plt.subplots(figsize=(4, 3))
        ax.imshow([[0.1, 0.2], [0.3, 0.4]])
        _, png = style.save(ax, "small", tmp_path)
    with Image.open(png) as picture:
        assert picture.size == (600, 450)
        assert picture.convert("RGB").getpixel((0, 0)) == (255, 255, 255)
    assert figure.dpi == 100 and figure.get_layout_engine() is not None, "left as it was"


def test_no_hour_and_no_version_is_written(tmp_path):
    svg, png = style.save(a_picture(), "one", tmp_path)
    plt.close("all")
    assert b"<dc:date>" not in svg.read_bytes() and b"Matplotlib v" not in svg.read_bytes()
    assert b"Software" not in png.read_bytes()


@pytest.mark.parametrize("name", ["../out", "a/b", "", ".hidden", "/etc/x"])
def test_a_name_cannot_leave_the_folder(name, tmp_path):
    with pytest.raises(HernaError, match="figure name"):
        style.save(a_picture(), name, tmp_path)
    plt.close("all")
    assert not list(tmp_path.iterdir())


def test_figures_go_beside_the_notebooks(tmp_path, monkeypatch):
    (tmp_path / "notebooks").mkdir()
    monkeypatch.chdir(tmp_path / "notebooks")
    assert style.figures_folder() == tmp_path / "figures"


def test_seats_have_the_colour_of_their_name():
    assert style.seat_colour("green", 1) == style.GREEN
    assert style.seat_colour("player 2", 1) == style.ORANGE


def test_no_two_seats_share_colour_or_line():
    assert len(set(style.PALETTE)) == len(set(style.LINES)) == 7

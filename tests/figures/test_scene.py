"""Scenes: plain values that can be drawn, sent to a browser and read out."""

import json
from xml.etree import ElementTree

import matplotlib.pyplot as plt
import pytest

from herna.figures.scene import Cell, Circle, Line, Polygon, Rect, Scene, Text, draw_scene

NASTY = '<img src=x onerror="alert(1)"> & $x$'


def a_scene(**changes):
    shapes = (
        Circle(10, 10, 5, fill="#0072B2", stroke="#000000", dashed=True),
        Rect(0, 0, 40, 30, 4, fill="#FFFFFF"),
        Polygon(((0, 0), (5, 5), (0, 5)), fill="#009E73"),
        Line(((0, 0), (40, 30)), stroke="#000000", width=2),
        Text(20, 15, NASTY, 4, bold=True),
        Text(20, 25, "", 4),
    )
    cells = (Cell("a", NASTY, 10, 10, 5, 3, "x"), Cell("b", "empty", 30, 10, 5))
    return Scene(
        **{"width": 40, "height": 30, "title": NASTY, "shapes": shapes, "cells": cells} | changes
    )


def test_a_scene_is_json():
    data = a_scene().to_json()
    assert json.loads(json.dumps(data)) == data
    assert data["cells"][0]["move"] == 3 and data["cells"][1]["move"] is None
    assert data["shapes"][4][2] == NASTY


def test_the_svg_is_well_formed_and_escaped():
    svg = a_scene().to_svg()
    root = ElementTree.fromstring(svg)
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert tags == {"svg", "title", "desc", "circle", "rect", "polygon", "polyline", "text"}
    assert "<img" not in svg


def test_the_picture_for_untrusted_notebooks_is_one_image():
    html = a_scene()._repr_html_()
    assert html.count("<") == 1 and html.startswith('<img alt="&lt;img')


def test_every_shape_is_drawn_and_dollars_are_no_mathematics():
    ax = draw_scene(a_scene())
    assert len(ax.patches) == 5  # the empty text draws nothing
    ax.figure.canvas.draw()
    plt.close(ax.figure)


def test_drawing_into_given_axes():
    figure, axes = plt.subplots(1, 2)
    assert draw_scene(a_scene(), axes[1]) is axes[1]
    assert not axes[0].patches
    plt.close(figure)


def test_two_cells_cannot_share_a_name():
    with pytest.raises(ValueError, match="'a' is used twice"):
        a_scene(cells=(Cell("a", "", 0, 0, 1), Cell("a", "", 9, 9, 1)))

"""Tests of the widgets."""


def png(picture):
    """Whether an image widget holds a picture."""
    return bytes(picture.value[:4]) == b"\x89PNG"

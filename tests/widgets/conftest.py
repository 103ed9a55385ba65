"""What goes wrong in the background of a widget fails its test: asyncio would only log it."""

import pytest

from tests.widgets.background import watched


@pytest.fixture(autouse=True)
def nothing_fails_in_the_background():
    with watched() as failed:
        yield
    assert not failed, failed

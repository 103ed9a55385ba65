"""Errors of callbacks are shown in the panel, and raised under pytest."""

import asyncio
import threading

import ipywidgets
import pytest

from herna.errors import HernaError
from herna.widgets.errors import CallbackFailed, Panel
from tests.widgets.background import watched


def failing(problem):
    def callback(*_arguments):
        raise problem

    return callback


def test_a_mistake_of_the_user_is_one_line():
    panel = Panel()
    with pytest.raises(CallbackFailed):
        panel.shown(failing(HernaError("seed is 'x'")))()
    assert panel.error == "seed is 'x'"


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path):
    panel = Panel()
    with pytest.raises(CallbackFailed):
        panel.shown(lambda: (tmp_path / "no" / "folder").write_text("x"))()
    assert panel.error == f"{tmp_path}/no/folder: No such file or directory"


def test_anything_else_comes_with_its_traceback():
    panel = Panel()
    with pytest.raises(CallbackFailed):
        panel.shown(failing(ZeroDivisionError("oh")))()
    assert panel.error.startswith("Traceback") and panel.error.endswith("ZeroDivisionError: oh")


def test_a_failing_click_fails_the_test():
    button = ipywidgets.Button()
    button.on_click(Panel().shown(failing(KeyError("k"))))
    with pytest.raises(CallbackFailed):
        button.click()


def test_outside_pytest_nothing_is_raised(monkeypatch):
    monkeypatch.delenv("PYTEST_CURRENT_TEST")
    panel = Panel()
    assert panel.shown(failing(KeyError("k")))() is None
    assert "KeyError" in panel.error


def test_errors_of_background_work_are_shown(monkeypatch):
    monkeypatch.delenv("PYTEST_CURRENT_TEST")

    async def work():
        raise HernaError("too much")

    async def scenario():
        panel = Panel()
        await panel.start(work())
        return panel.error

    assert asyncio.run(scenario()) == "too much"


def test_a_failure_in_the_background_is_no_secret():
    """Every test of a widget is watched so (conftest.py)."""

    async def work():
        raise HernaError("too much")

    async def scenario():
        panel = Panel()
        panel.later(0, failing(HernaError("too late")))
        panel.start(work())
        await asyncio.sleep(0.01)

    with watched() as failed:
        asyncio.run(scenario())
    assert [str(problem) for problem in failed] == ["too late", "too much"]


def test_a_callback_from_another_thread_runs_where_the_widget_was_made():
    async def scenario():
        panel, seen = Panel(), []
        callback = panel.shown(lambda: seen.append(threading.current_thread()))
        thread = threading.Thread(target=callback)
        thread.start()
        thread.join()
        await asyncio.sleep(0.01)
        return seen

    assert asyncio.run(scenario()) == [threading.main_thread()]

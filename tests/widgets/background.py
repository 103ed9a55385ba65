"""Failures of callbacks that nobody waits for, collected."""

import asyncio
from contextlib import contextmanager
from unittest.mock import patch

from herna.widgets.errors import CallbackFailed, Panel


@contextmanager
def watched():
    """A list, afterwards filled with what failed in event loops and in tasks nobody awaited."""
    failed, lost, tasks, start = [], [], [], Panel.start

    def noted(loop, context):
        lost.append(context.get("exception"))

    def started(panel, coroutine):
        tasks.append(start(panel, coroutine))
        return tasks[-1]

    with (
        patch.object(asyncio.BaseEventLoop, "call_exception_handler", noted),
        patch.object(Panel, "start", started),
    ):
        yield failed
    for task in tasks:
        if task is not None and task.done() and not task.cancelled() and task._log_traceback:
            lost.append(task.exception())
    failed += [problem for problem in lost if isinstance(problem, CallbackFailed)]

"""What happens later: a timer that can be set again, and work on other threads."""

from __future__ import annotations

import functools
import math
import threading
import time
from collections.abc import Callable
from typing import Any


class WakeUp:
    """Calls a function at the time set last, by `time.monotonic()`."""

    def __init__(self, function: Callable[[], object]) -> None:
        self._function = function
        self._due, self._turn = math.inf, 0

    def set(self, at: float, schedule: Callable[[float, Callable[[], object]], object]) -> None:
        """Sets the time; infinite for never. `schedule` calls a function after so many seconds."""
        if at == self._due:
            return
        self._due = at
        self._turn += 1
        if at < math.inf:
            schedule(max(0.0, at - time.monotonic()), functools.partial(self._fire, self._turn))

    def _fire(self, turn: int) -> None:
        if turn == self._turn:
            self._due = math.inf
            self._function()


def on_thread(name: str, work: Callable[[], Any], is_over: Callable[[], bool],
              schedule: Callable[[float, Callable[[], object]], object],
              done: Callable[[Any, BaseException | None], object]) -> None:
    """Does work on another thread and then, unless it is over, calls `done` on that of `schedule`.

    It is called with the result, and with what was raised.
    """
    def run() -> None:
        result, error = None, None
        try:
            result = work()
        # A task of asyncio that was cancelled, or an exit, is a failure too: nobody else would tell.
        except BaseException as caught:
            error = caught
        if not is_over():
            schedule(0, functools.partial(done, result, error))

    threading.Thread(target=run, daemon=True, name=name).start()

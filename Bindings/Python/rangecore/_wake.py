"""A timer that can be set again."""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Callable


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

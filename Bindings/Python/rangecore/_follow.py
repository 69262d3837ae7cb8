"""What follows lists: the numbers that the library has for them, and for the ids of what they show."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable
from typing import Any, Generic, NamedTuple

import numpy as np
import numpy.typing as npt

from ._host import ListHost
from ._list import List
from ._surface import Id
from ._values import ID_NONE

Follow = Callable[[ListHost[Any, Any]], object]


class Numbers(Generic[Id]):
    """A number for each id, until it is swept away."""

    def __init__(self) -> None:
        self._numbers: dict[Id, int] = {}
        self.ids: dict[int, Id] = {}
        self._last, self._sweep_count = 0, 1024

    def get(self, id: Id) -> int:
        """The number of an id; 0 if it has none."""
        return self._numbers.get(id, 0)

    def array(self, ids: Iterable[Id | None], count: int) -> npt.NDArray[np.int64]:
        """The numbers of ids, which get one if they have none; None is no id."""
        return np.fromiter(map(self._number, ids), np.int64, count)

    def _number(self, id: Id | None) -> int:
        if id is None:
            return int(ID_NONE)
        number = self._numbers.get(id)
        if number is None:
            number = self._numbers[id] = self._last = self._last + 1
            self.ids[number] = id
        return number

    def sweep(self, is_needed: Callable[[int], bool]) -> None:
        """Forgets numbers that nothing needs, once there are twice as many as there were."""
        if len(self.ids) <= self._sweep_count:
            return
        for number, id in [*self.ids.items()]:
            if not is_needed(number):
                del self.ids[number], self._numbers[id]
        self._sweep_count = max(1024, 2 * len(self.ids))


class _Attachment(NamedTuple):
    """A list that is followed: neither it nor its host is kept alive."""

    list: weakref.ref[List]
    host: weakref.ref[ListHost[Any, Any]] | None = None
    follow: Follow | None = None


class Lists:
    """The lists that are followed, by their numbers."""

    def __init__(self) -> None:
        self._lists: dict[int, _Attachment] = {}
        self._last = 0

    def __len__(self) -> int:
        return len(self._lists)

    def number(self, list_: List) -> int:
        """The number of a list; 0 if it is not followed."""
        return next((number for number, it in self._lists.items() if it.list() is list_), 0)

    def add(self, list_: List) -> int:
        """Gives a list a number."""
        self._last += 1
        self._lists[self._last] = _Attachment(weakref.ref(list_))
        return self._last

    def attach(self, host: ListHost[Any, Any], follow: Follow) -> None:
        """Gives the list of a host a number, and has the host call `follow` after each update."""
        number = self.add(host.list)
        self._lists[number] = _Attachment(weakref.ref(host.list), weakref.ref(host), follow)
        host.followers.append(follow)

    def remove(self, number: int) -> None:
        attached = self._lists.pop(number)
        host = attached.host() if attached.host else None
        if host is not None and attached.follow in host.followers:
            host.followers.remove(attached.follow)

    @property
    def all(self) -> list[int]:
        return [*self._lists]

    @property
    def gone(self) -> list[int]:
        """Those that exist no more."""
        return [number for number, it in self._lists.items() if it.list() is None]

    @property
    def alive(self) -> list[List]:
        return [list_ for it in self._lists.values() if (list_ := it.list()) is not None]


def engine_of(list_: List | ListHost[Any, Any]) -> List:
    return list_.list if isinstance(list_, ListHost) else list_

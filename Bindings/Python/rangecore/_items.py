"""The items of a host: how they are edited, and where they come from in batches."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Generic, NamedTuple

from ._list import Fetch, List
from ._surface import Item, Surface, View
from ._values import End, Outcome
from ._wake import on_thread


class Load(NamedTuple):
    """What the batches of one end do."""

    is_loading: bool = False
    #: What the last fetch has raised. It is fetched again after a while, or by `retry`.
    error: BaseException | None = None
    #: Whether there is nothing more at this end.
    is_exhausted: bool = False


class Items(Generic[Item, View]):
    """Items and their engine, which are edited as one; batches of them come from threads."""

    def __init__(self, list_: List, surface: Surface[Item, View], is_header: Callable[[Item], bool] | None,
                 fetch: Callable[[End, int], tuple[Sequence[Item], bool]] | None) -> None:
        #: The engine. Change its settings here, but edit it through the host.
        self.list, self.surface = list_, surface
        self._is_header, self._fetch = is_header, fetch
        self._items: list[Item] = []
        self._loads, self._closed = {end: Load() for end in End}, False
        if is_header is not None:
            settings = list_.settings
            settings.pins_headers = True
            list_.settings = settings

    def update(self) -> None:
        raise NotImplementedError

    # == edits ==

    @property
    def items(self) -> Sequence[Item]:
        """The items, to be read."""
        return self._items

    def insert(self, index: int, items: Iterable[Item]) -> None:
        """Inserts items. As after all edits, call `update` when all of them are made.

        As all edits it raises `BusyError` while a store is attached: edit the store.
        """
        new = list(items)
        self.list.insert(index, len(new))
        self._items[index:index] = new
        self._mark_headers(index, new)

    def remove(self, lower: int, upper: int) -> None:
        """Removes items."""
        self.list.remove(lower, upper)
        del self._items[lower:upper]

    def move(self, lower: int, upper: int, to: int) -> None:
        """Moves items so that the first of them has the index `to` afterwards."""
        self.list.move(lower, upper, to)
        moved = self._items[lower:upper]
        del self._items[lower:upper]
        self._items[to:to] = moved

    def replace(self, items: Iterable[Item], key: Callable[[Item], Hashable]) -> None:
        """Replaces all items by others, by as few edits as possible.

        Items of the same `key` are the same: they keep their places on screen, and their views.
        """
        new = list(items)
        self.list.apply(map(key, self._items), map(key, new))
        self._items = new
        self._mark_headers(0, new)

    def _mark_headers(self, start: int, new: list[Item]) -> None:
        for index, item in enumerate(new, start):
            if self._is_header is not None and self._is_header(item):
                self.list.mark_header(index)

    # == batches ==

    def close(self) -> None:
        """Makes all later calls of `update`, and fetches that have yet to arrive, do nothing."""
        self._closed = True

    def load(self, end: End = End.TAIL) -> Load:
        """What the batches of an end do."""
        return self._loads[end]

    def retry(self, end: End = End.TAIL) -> None:
        """Fetches again after an error, without waiting."""
        self.list.retry_batch(end)
        self.update()

    def refresh(self, end: End = End.TAIL) -> None:
        """Forgets the fetch in progress, its errors, and that there is nothing more."""
        self._reset(end)
        self.update()

    def _reset(self, end: End) -> None:
        self.list.reset_batch(end)
        self._loads[end] = Load()

    def _begin(self, end: End) -> None:
        fetch, count, get = self.list.begin_batch(end), len(self._items), self._fetch
        self._loads[end] = Load(is_loading=True)

        def work() -> tuple[Sequence[Item], bool]:
            assert get is not None
            items, is_exhausted = get(end, count)
            return items, is_exhausted

        on_thread("rangecore batch", work, lambda: self._closed, self.surface.schedule,
                  functools.partial(self._arrived, end, fetch))

    def _arrived(self, end: End, fetch: Fetch, result: Any, error: BaseException | None) -> None:
        # A refresh has cancelled it.
        if self._closed or fetch.outcome != Outcome.FETCHING:
            return
        items, is_exhausted = result or ((), False)
        self.insert(0 if end == End.HEAD else len(self._items), items)
        self._loads[end] = Load(False, error, is_exhausted)
        fetch.finish(Outcome.FAILED if error is not None else
                     Outcome.EXHAUSTED if is_exhausted else Outcome.COMPLETED)
        self.update()

"""The items of a host: how they are edited, and where they come from in batches."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Union

import numpy.typing as npt

from ._list import Fetch, List
from ._surface import Item, Surface, View
from ._values import ArgumentError, End, Outcome
from ._wake import on_thread


class Load(NamedTuple):
    """What the batches of one end do."""

    is_loading: bool = False
    #: What the last fetch has raised. It is fetched again after a while, or by `retry`.
    error: BaseException | None = None
    #: Whether there is nothing more at this end.
    is_exhausted: bool = False


#: Extents of rows: an array, or a function of an item.
Extents = Union[npt.ArrayLike, Callable[[Item], float]]

#: Fetches a batch at an end, given how many items the list has; returns the items, or how many there are, and
#: whether there is nothing more.
Fetcher = Callable[[End, int], tuple[Any, bool]]


class Live(Sequence[Any]):
    """The items of an app's own sequence, or so many None, of which the list has as many as it was told of."""

    def __init__(self, source: Sequence[Any] | int, list_: List) -> None:
        self._source, self._list = source, list_

    def __len__(self) -> int:
        return len(self._list)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[it] for it in range(*index.indices(len(self)))]
        index = range(len(self))[index]
        return None if isinstance(self._source, int) else self._source[index]


class Items(Generic[Item, View]):
    """Items and their engine, which are edited as one; batches of them come from threads."""

    def __init__(self, list_: List, surface: Surface[Item, View], is_header: Callable[[Item], bool] | None,
                 fetch: Fetcher | Mapping[End, Fetcher] | None, source: Sequence[Item] | int | None,
                 extents: Extents[Item] | None) -> None:
        #: The engine. Change its settings here, but edit it through the host.
        self.list, self.surface = list_, surface
        self._is_header, self._extents = is_header, extents if callable(extents) else None
        self._fetchers = {end: fetch for end in End} if callable(fetch) else dict(fetch or {})
        self._items: Any = [] if source is None else Live(source, list_)
        self._loads, self._closed = {end: Load() for end in End}, False
        settings = list_.settings
        settings.pins_headers = is_header is not None
        for end, fetcher in self._fetchers.items():
            if end not in tuple(End) or not callable(fetcher):
                raise ArgumentError("fetch", f"has {fetcher!r} for {end!r}")
            # As close as the tail is by default.
            settings.leading_screens[end] = settings.leading_screens[end] or 2
        list_.settings = settings

    def update(self) -> None:
        raise NotImplementedError

    # == edits ==

    @property
    def items(self) -> Sequence[Item]:
        """The items, to be read."""
        items: Sequence[Item] = self._items
        return items

    def insert(self, index: int, items: Iterable[Item] | int, extents: Extents[Item] | None = None) -> None:
        """Inserts items, of a source how many. As after all edits, call `update` when all of them are made.

        `extents`: of their rows, if they are known: an array, or a function of an item, as by default that of the
        host. As all edits it raises `BusyError` while a store is attached: edit the store.
        """
        new = self._given(items)
        count, of = (new, self._told(index, new)) if isinstance(new, int) else (len(new), new)
        extents = self._extents if extents is None else extents
        self.list.insert(index, count, [extents(it) for it in of] if callable(extents) else extents)
        if not isinstance(new, int):
            self._items[index:index] = new
        self._mark_headers(index, count)

    def _told(self, index: int, count: int) -> Iterable[Any]:
        """The items of a source, of which the list has yet to be told."""
        source = self._items._source
        return (None if isinstance(source, int) else source[it] for it in range(index, index + count))

    def _given(self, items: Iterable[Item] | int) -> list[Item] | int:
        """Items, or how many: those of a source are its own."""
        is_count, is_own = isinstance(items, int), isinstance(self._items, list)
        if is_count == is_own:
            raise ArgumentError("items", f"is {items}, not items" if is_own else "are given, not how many there are")
        if isinstance(items, int):
            return items
        return list(items)

    def remove(self, lower: int, upper: int) -> None:
        """Removes items."""
        self.list.remove(lower, upper)
        if isinstance(self._items, list):
            del self._items[lower:upper]

    def move(self, lower: int, upper: int, to: int) -> None:
        """Moves items so that the first of them has the index `to` afterwards."""
        self.list.move(lower, upper, to)
        if not isinstance(self._items, list):
            return
        moved = self._items[lower:upper]
        del self._items[lower:upper]
        self._items[to:to] = moved

    def replace(self, items: Iterable[Item], key: Callable[[Item], Hashable],
                extents: Extents[Item] | None = None) -> None:
        """Replaces all items by others, by as few edits as possible.

        Items of the same `key` are the same: they keep their places on screen, their views and their extents. Those
        of others are as `insert` takes them, an array being for all `items`. Not for a source.
        """
        new = self._given(items)
        assert not isinstance(new, int)
        extents = self._extents if extents is None else extents
        known = [extents(it) for it in new] if callable(extents) else extents
        self.list.apply(map(key, self._items), map(key, new), known)
        self._items = new
        self._mark_headers(0, len(new))

    def _mark_headers(self, start: int, count: int) -> None:
        if self._is_header is None:
            return
        for index in range(start, start + count):
            if self._is_header(self._items[index]):
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
        fetch, count, get = self.list.begin_batch(end), len(self._items), self._fetchers[end]
        self._loads[end] = Load(is_loading=True)

        def work() -> tuple[Any, bool]:
            items, is_exhausted = get(end, count)
            return items, is_exhausted

        on_thread("rangecore batch", work, lambda: self._closed, self.surface.schedule,
                  functools.partial(self._arrived, end, fetch))

    def _arrived(self, end: End, fetch: Fetch, result: Any, error: BaseException | None) -> None:
        # A refresh has cancelled it.
        if self._closed or fetch.outcome != Outcome.FETCHING:
            return
        none = () if isinstance(self._items, list) else 0
        items, is_exhausted = result or (none, False)
        self.insert(0 if end == End.HEAD else len(self._items), items)
        self._loads[end] = Load(False, error, is_exhausted)
        fetch.finish(Outcome.FAILED if error is not None else
                     Outcome.EXHAUSTED if is_exhausted else Outcome.COMPLETED)
        self.update()

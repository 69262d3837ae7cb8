"""The items of a host: how they are edited, and where they come from in batches."""

from __future__ import annotations

import functools
import reprlib
import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Union

import numpy as np
import numpy.typing as npt

from ._list import Fetch, List
from ._surface import Item, Surface, View
from ._values import ArgumentError, End, Outcome
from ._wake import on_thread


class Load(NamedTuple):
    """The state of an end of a host with a `fetch`.

    - `is_loading`: Whether a fetch is in progress.
    - `error`: What the last fetch raised, or None. It is repeated after a while, or by `ListHost.retry`.
    - `is_exhausted`: Whether there is nothing more at this end.
    """

    is_loading: bool = False
    error: BaseException | None = None
    is_exhausted: bool = False


#: Extents of rows: an array, or a function of an item.
Extents = Union[npt.ArrayLike, Callable[[Item], float]]

#: Fetches a batch at an end. It is passed the end and the number of items in the list, and returns the tuple
#: `(items, is_last)`: the items, or for a source how many, and whether there is nothing more.
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


class Held(Sequence[Any]):
    """The items of a host, to be read: they are edited through the host."""

    def __init__(self, items: list[Any]) -> None:
        self._items = items

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, index: Any) -> Any:
        return self._items[index]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items)

    def __eq__(self, other: object) -> bool:
        return self._items == (other._items if isinstance(other, Held) else other)

    def __repr__(self) -> str:
        return repr(self._items)


class Items(Generic[Item, View]):
    """Items and their engine, which are edited as one; batches of them come from threads."""

    def __init__(self, list_: List, surface: Surface[Item, View], is_header: Callable[[Item], bool] | None,
                 fetch: Fetcher | Mapping[End, Fetcher] | None, source: Sequence[Item] | int | None,
                 extents: Extents[Item] | None, load_changed: Callable[[End, Load], object] | None) -> None:
        self.list, self.surface = list_, surface
        self._is_header, self._extents = is_header, extents if callable(extents) else None
        self._fetchers = {end: fetch for end in End} if callable(fetch) else dict(fetch or {})
        own: list[Any] = []
        self._items: Any = own if source is None else Live(source, list_)
        self._readable = Held(own) if source is None else self._items
        self._thread: int | None = None
        self._load_changed = load_changed
        self._loads, self._closed = {end: Load() for end in End}, False
        settings = list_.settings
        settings.pins_headers = is_header is not None
        for end, fetcher in self._fetchers.items():
            if end not in tuple(End) or not callable(fetcher):
                raise ArgumentError("fetch", f"has {fetcher!r} for {end!r}")
            # As close as the tail is by default.
            settings.leading_screens[end] = settings.leading_screens[end] or 2

    def update(self) -> None:
        raise NotImplementedError

    # == edits ==

    @property
    def items(self) -> Sequence[Item]:
        """The items, as a read-only sequence: `insert`, `remove`, `move`, `replace` and `set_items` edit them.

        `fetch` may read them on its thread, unless they are a `source` that other threads may not read. Edits can come
        between two reads there.
        """
        return self._readable

    def _check_thread(self) -> None:
        if self._thread not in (None, threading.get_ident()):
            raise RuntimeError("a host belongs to the thread that updated it first: use surface.schedule(0, function) "
                               "for edits, or surface.schedule(0, host.update)")

    def insert(self, index: int, items: Iterable[Item] | int, extents: Extents[Item] | None = None) -> None:
        """Inserts items; of a source, tells how many. Call `update` when you have made all edits.

        `extents`: those of their rows, if they are known: an array, or a function of an item. By default that of the
        host. Like all edits it raises `BusyError` while a store is attached, whose items are edited there, and
        `RuntimeError` on another thread than that of the first `update`.
        """
        self._check_thread()
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
            raise ArgumentError("items", f"is {items}, not items" if is_own else
                                "are given, and the host shows a model or a source: edit that")
        if isinstance(items, int):
            return items
        return list(items)

    def remove(self, lower: int, upper: int) -> None:
        """Removes items."""
        self._check_thread()
        self.list.remove(lower, upper)
        if isinstance(self._items, list):
            del self._items[lower:upper]

    def move(self, lower: int, upper: int, to: int) -> None:
        """Moves items so that the first of them has the index `to` afterwards."""
        self._check_thread()
        self.list.move(lower, upper, to)
        if not isinstance(self._items, list):
            return
        moved = self._items[lower:upper]
        del self._items[lower:upper]
        self._items[to:to] = moved

    def replace(self, items: Iterable[Item], key: Callable[[Item], Hashable],
                extents: Extents[Item] | None = None) -> None:
        """Replaces all items by others, by as few edits as possible.

        Items with the same `key` are the same: they keep their places on screen, their views and their extents.
        `extents` has those of the others, as in `insert`; an array has one for each of `items`. Not for a source.
        """
        self._check_thread()
        new = self._given(items)
        assert not isinstance(new, int)
        extents = self._extents if extents is None else extents
        known = [extents(it) for it in new] if callable(extents) else extents
        self.list.apply(map(key, self._items), map(key, new), known)
        self._items[:] = new
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
        """The state of an end: whether it loads, has failed, or is exhausted. `load_changed` tells of changes."""
        return self._loads[end]

    def retry(self, end: End = End.TAIL) -> None:
        """Fetches again after an error, without waiting."""
        self._check_thread()
        self.list.retry_batch(end)
        self.update()

    def refresh(self, end: End = End.TAIL) -> None:
        """Forgets the fetch in progress, its errors, and that there is nothing more."""
        self._check_thread()
        self._reset(end)
        self.update()

    def _reset(self, end: End) -> None:
        self.list.reset_batch(end)
        self._tell_load(end, Load())

    def _tell_load(self, end: End, load: Load) -> None:
        before, self._loads[end] = self._loads[end], load
        if load != before and self._load_changed is not None:
            self._load_changed(end, load)

    def _begin(self, end: End) -> None:
        fetch, count, get = self.list.begin_batch(end), len(self._items), self._fetchers[end]

        def work() -> tuple[Any, bool]:
            result = get(end, count)
            if not isinstance(result, tuple) or len(result) != 2 or not isinstance(result[1], (bool, np.bool_)):
                raise TypeError(f"fetch returned {reprlib.repr(result)}, not (items, is_last)")
            return self._given(result[0]), bool(result[1])

        on_thread("rangecore batch", work, lambda: self._closed, self.surface.schedule,
                  functools.partial(self._arrived, end, fetch))
        self._tell_load(end, Load(is_loading=True))

    def _arrived(self, end: End, fetch: Fetch, result: Any, error: BaseException | None) -> None:
        # A refresh has cancelled it.
        if self._closed or fetch.outcome != Outcome.FETCHING:
            return
        none = () if isinstance(self._items, list) else 0
        items, is_exhausted = result or (none, False)
        self.insert(0 if end == End.HEAD else len(self._items), items)
        fetch.finish(Outcome.FAILED if error is not None else
                     Outcome.EXHAUSTED if is_exhausted else Outcome.COMPLETED)
        try:
            self._tell_load(end, Load(False, error, is_exhausted))
        finally:
            self.update()

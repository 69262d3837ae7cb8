"""The loop that every client of a list needs, whatever the toolkit: that of `rangecore_host.h`."""

from __future__ import annotations

import collections
import contextlib
import functools
import random
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic

from ._host_engine import HostEngine
from ._list import Fetch, List, columns_of
from ._results import Update
from ._surface import GONE, Frame, Item, Load, Slot, Surface, View, Viewport
from ._values import Answer, ArgumentError, End, Fraction, NotFoundError, Outcome, State
from ._wake import WakeUp, on_thread

_LEAVING = (State.APP_3, State.APP_2, State.APP_1, State.APP_0, State.VISIBLE, State.DISPLAY,
            State.PRELOAD)


class ListHost(Generic[Item, View]):
    """Keeps the views of anything that scrolls in line with a list.

    Call `update` when the toolkit has scrolled, laid out or stopped moving, and after edits. Items
    can be anything. It belongs to the toolkit's thread; only `fetch` runs on threads of its own.
    """

    def __init__(self, surface: Surface[Item, View], items: Iterable[Item] = (), *,
                 estimate: float = 44, spacing: float = 0, quantum: float = 0,
                 columns: int | Callable[[float], int] = 1,
                 is_header: Callable[[Item], bool] | None = None,
                 entered: Callable[[Slot[Item, View], State], object] | None = None,
                 left: Callable[[Slot[Item, View], State], object] | None = None,
                 fetch: Callable[[End, int], tuple[Sequence[Item], bool]] | None = None,
                 footer: Callable[[Load], Item | None] | None = None,
                 budget: float = 0.004, offset_step: float = 0) -> None:
        """Creates a host; the first `update` shows its items.

        - `estimate`: the extent of rows that are not measured; `spacing` lies between rows.
        - `quantum`: in a toolkit of whole numbers 1, if the estimate follows the rows: then it is
          whole too. Leave it at 0 if all extents and the estimate are whole anyway.
        - `columns`: items per row, or how many there are at a breadth.
        - `is_header`: whether an item is a header; with headers, the first one is pinned.
        - `entered`, `left`: called for each flag that the state of an item gains or loses:
          `State.PRELOAD`, `State.DISPLAY`, `State.VISIBLE`. They may edit.
        - `fetch`: fetches a batch at an end of a list, given how many items that has, on another
          thread; returns the items, in the order of the list, and whether there is nothing more.
          What it raises is an error that is retried.
        - `footer`: what to show after the last item while the tail loads or has failed; None for
          nothing. It is shown like an item, but is not one.
        - `budget`: the seconds that an update may measure rows ahead of the viewport.
        - `offset_step`: what the toolkit's offsets are multiples of: 1 in one of whole numbers, such
          as a terminal; 0 for any.
        """
        self.surface, self.budget = surface, budget
        #: The engine. Change its settings here, but edit it through the host.
        self.list = List(1 if callable(columns) else columns, estimate, spacing, quantum=quantum)
        self._engine = HostEngine(self.list, budget=budget, offset_step=offset_step,
                                  node_bits=0xFF & ~State.MEASURE_LAYOUT)
        #: The result of the last update.
        self.latest: Update | None = None
        #: Called after each update, when all is in place.
        self.updated: Callable[[], object] | None = None
        #: Called with the host after each update: by a store and a preloader that are attached.
        self.followers: list[Callable[[ListHost[Item, View]], object]] = []
        self._columns_for = columns if callable(columns) else None
        self._is_header = is_header
        self._entered, self._left, self._fetch, self._make_footer = entered, left, fetch, footer
        self._items: list[Item] = []
        # By the numbers of their nodes.
        self._slots: dict[int, Slot[Item, View]] = {}
        self._shown: dict[Slot[Item, View], Frame] = {}
        # What slots are in now, to be told; whose rows are to be measured again.
        self._untold: collections.deque[tuple[Slot[Item, View], State]] = collections.deque()
        self._stale: list[Slot[Item, View]] = []
        self._footer: Slot[Item, View] | None = None
        self._loads, self._load_changed = {end: Load() for end in End}, True
        self._breadth, self._size = 0.0, (0.0, 0.0)
        self._updating = self._writing = self._outdated = self._closed = False
        self._wake_up = WakeUp(self.update)
        if is_header is not None:
            settings = self.list.settings
            settings.pins_headers = True
            self.list.settings = settings
        self.insert(0, items)

    def close(self) -> None:
        """Makes all later calls of `update`, and fetches that have yet to arrive, do nothing."""
        self._closed = True

    # == items ==

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
        self._take(index, new)

    def remove(self, lower: int, upper: int) -> None:
        self.list.remove(lower, upper)
        del self._items[lower:upper]
        self._outdated = True

    def move(self, lower: int, upper: int, to: int) -> None:
        """Moves items so that the first of them has the index `to` afterwards."""
        self.list.move(lower, upper, to)
        moved = self._items[lower:upper]
        del self._items[lower:upper]
        self._items[to:to] = moved
        self._outdated = True

    def replace(self, items: Iterable[Item], key: Callable[[Item], Hashable]) -> None:
        """Replaces all items by others, by as few edits as possible.

        Items of the same `key` are the same: they keep their places on screen, and their views.
        """
        new = list(items)
        self.list.apply(map(key, self._items), map(key, new))
        self._items = new
        self._take(0, new)

    def _take(self, start: int, new: list[Item]) -> None:
        self._outdated = True
        if self._is_header is not None:
            for index, item in enumerate(new, start):
                if self._is_header(item):
                    self.list.mark_header(index)

    def set_items(self, lower: int, items: Iterable[Item], *, keeps_extents: bool = False) -> None:
        """Replaces the items from `lower` on with as many others, in the same states.

        Their views are made again and, unless their rows keep their extents, measured again.
        """
        self.list._check_editable()
        new = list(items)
        upper = lower + len(new)
        if not 0 <= lower <= upper <= len(self._items):
            raise ArgumentError("lower", f"is {lower}, for {len(new)} of {len(self._items)} items")
        if not keeps_extents:
            visible = {index: it for index, it in self._found(lower, upper) if it.state & State.VISIBLE}
            self._stale += visible.values()
            self.list.mark_provisional(lower, min(visible, default=upper))
            self.list.mark_provisional(max(visible, default=upper - 1) + 1, upper)
        self._set_items(lower, new)

    def _set_items(self, lower: int, new: list[Item]) -> None:
        upper = lower + len(new)
        self._items[lower:upper], self._outdated = new, True
        for index, slot in self._found(lower, upper):
            state = slot.state
            self._tell(slot, State.MEASURE_LAYOUT)
            self._recycle(slot)
            slot.item, slot.content = new[index - lower], None
            self._tell(slot, state)

    def _found(self, lower: int, upper: int) -> list[tuple[int, Slot[Item, View]]]:
        """The slots of items."""
        return [(index, slot) for slot in self._slots.values()
                if (index := self._index_of(slot)) is not None and lower <= index < upper]

    @contextlib.contextmanager
    def _editable(self) -> Iterator[None]:
        """Lets the store edit that is attached."""
        self.list._is_stored = False
        try:
            yield
        finally:
            self.list._is_stored = True

    def slot(self, index: int) -> Slot[Item, View] | None:
        """The slot of an item; None if it is out of range."""
        try:
            return self._slots.get(self._engine.find(index))
        except (ArgumentError, NotFoundError):
            return None

    def _index_of(self, slot: Slot[Item, View]) -> int | None:
        return len(self._items) if slot is self._footer else self._engine.index(slot._node)

    @property
    def shown(self) -> Mapping[Slot[Item, View], Frame]:
        """What is on screen, and where: items from the start on, a footer, a pinned header."""
        return self._shown

    def remeasure(self, slot: Slot[Item, View] | None = None) -> None:
        """Measures an item again, whose content has changed, or all of them.

        The row of an item that is visible keeps its start on screen, and so grows downward.
        """
        if slot is None:
            self.list.mark_provisional(0, len(self._items))
        elif slot is not self._footer:
            self._stale.append(slot)
        self._load_changed = True
        self.update()

    # == batches ==

    def load(self, end: End = End.TAIL) -> Load:
        """What the batches of an end do."""
        return self._loads[end]

    def retry(self, end: End = End.TAIL) -> None:
        """Fetches again after an error, without waiting."""
        self.list.retry_batch(end)
        self.update()

    def refresh(self, end: End = End.TAIL) -> None:
        """Forgets the fetch in progress, its errors, and that there is nothing more."""
        self.list.reset_batch(end)
        self._set_load(end, Load())
        self.update()

    def _set_load(self, end: End, load: Load) -> None:
        self._loads[end], self._load_changed = load, True

    def _begin(self, end: End, get: Callable[[End, int], tuple[Sequence[Item], bool]]) -> None:
        fetch, count = self.list.begin_batch(end), len(self._items)
        self._set_load(end, Load(is_loading=True))
        self._outdated = True

        def work() -> tuple[Sequence[Item], bool]:
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
        self._set_load(end, Load(False, error, is_exhausted))
        fetch.finish(Outcome.FAILED if error is not None else
                     Outcome.EXHAUSTED if is_exhausted else Outcome.COMPLETED)
        self.update()

    # == updates ==

    def scroll_to(self, index: int, fraction: float = Fraction.NEAREST, shift: float = 0) -> None:
        """Scrolls to an item, and stays there while those on the way are measured.

        `fraction` is a `Fraction`, or a number in 0 … 1. Within a callback it takes effect when the
        update is complete, and while the list is hidden once it is shown, wherever the item is then.
        """
        self._engine.scroll_to(index, fraction, shift)
        self.update()

    def update(self) -> None:
        """Brings the list, the views and the toolkit in line with one another.

        Within a callback it takes effect afterwards. What the surface raises comes out of here.
        """
        if self._updating or self._closed:
            self._outdated = self._outdated or not self._writing
            return
        self._updating = True
        try:
            for _ in range(3):
                self._outdated = False
                wakes_at = self._step()
                if not self._outdated:
                    break
            else:
                wakes_at = min(wakes_at, time.monotonic() + self.budget)
            self._wake_up.set(wakes_at, self.surface.schedule)
        finally:
            self._updating = False
        if self.updated is not None:
            self.updated()
        for follow in [*self.followers]:
            follow(self)

    def _step(self) -> float:
        """Brings all in line once; returns when to do it again."""
        viewport, columns = self.surface.read_viewport(), 0
        hidden = viewport.breadth <= 0 or viewport.length <= viewport.inset_start + viewport.inset_end
        is_other = 0 < viewport.breadth != self._breadth
        if is_other and self._columns_for is not None:
            columns = columns_of(self._columns_for(viewport.breadth))
        self._load_changed = self._load_changed or is_other
        if not hidden:
            self._take_footer(viewport.breadth)
        self._measure_stale(hidden or is_other)
        self._engine.configure(budget=self.budget)
        step = self._engine.begin(**viewport._asdict(), columns=columns, time=time.monotonic(),
                                  jitter=random.random())
        if is_other:
            self._breadth = viewport.breadth
        while not step.is_done:
            # One by one: the first may push the others off the screen.
            asked = [step.nodes[it] for it in step.asks[0:min(step.ask_count, 1)]]
            extents = [self._measure(self._slot_of(it, it.columns)) for it in asked]
            step = self._engine.measured(extents, time.monotonic())
        latest = self.latest = self._engine.update
        self._apply(step, viewport, hidden)
        for end, decision in (End.TAIL, latest.tail), (End.HEAD, latest.head):
            # A store has requests of its own.
            if decision.answer == Answer.YES and self._fetch is not None and not self.list._is_stored:
                self._begin(end, self._fetch)
        return float(step.next_time)

    def _apply(self, step: Any, viewport: Viewport, hidden: bool) -> None:
        """Does what a step says once it is done."""
        news = [step.nodes[it] for it in step.news[0:step.news_count]]
        told = [(self._slot_of(it), State(it.state)) for it in news if it.state != it.before]
        freed = [self._slots.pop(it) for it in step.freed[0:step.freed_count] if it in self._slots]
        told += [(slot, State.MEASURE_LAYOUT) for slot in freed]
        gone = freed + [self._slots[it] for it in step.released[0:step.released_count] if it in self._slots]
        # Those that leave come first.
        self._untold.extend(sorted(told, key=lambda it: bool(it[1] & ~it[0].state)))
        try:
            if not hidden:
                self._write(step, viewport)
            self._show(step, viewport, hidden)
            # They may edit: an update follows.
            while self._untold:
                self._tell(*self._untold.popleft())
        finally:
            for slot in gone:
                self._recycle(slot)
                slot._columns = 0
            for slot in freed:
                slot._node = GONE

    def _tell(self, slot: Slot[Item, View], state: State) -> None:
        lost, gained, slot.state = slot.state & ~state, state & ~slot.state, state
        for flag in _LEAVING:
            if flag & lost and self._left is not None:
                self._left(slot, flag)
        for flag in _LEAVING[::-1]:
            if flag & gained and self._entered is not None:
                self._entered(slot, flag)

    # == measuring ==

    def _take_footer(self, breadth: float) -> None:
        if self._make_footer is None or not self._load_changed:
            return
        self._load_changed = False
        item = self._make_footer(self._loads[End.TAIL])
        if self._footer is None or item != self._footer.item:
            if self._footer is not None:
                self._recycle(self._footer)
            self._footer = None if item is None else Slot(self, GONE, item)
        settings = self.list.settings
        settings.extra_lengths[End.TAIL] = 0.0 if self._footer is None else self.surface.measure(
            self._view(self._footer), breadth)
        self.list.settings = settings

    def _measure_stale(self, cannot: bool) -> None:
        """Measures rows again whose contents have changed.

        What a visible view needs is set at once, and so its row keeps its start. A row that is
        provisional would leave others in place.
        """
        stale, self._stale = self._stale, []
        extents = {}
        for slot in stale:
            index = self._index_of(slot)
            if index is not None and slot.state & State.VISIBLE and slot._columns and not cannot:
                extents[slot._node] = self._measure(slot)
            elif index is not None:
                self.list.mark_provisional(index, index + 1)
        if extents:
            self._engine.set_extents(extents)

    def _measure(self, slot: Slot[Item, View]) -> float:
        return self.surface.measure(self._view(slot), self._breadth / slot._columns)

    # == views ==

    def _slot_of(self, node: Any, columns: int = 0) -> Slot[Item, View]:
        slot = self._slots.get(node.node)
        if slot is None:
            slot = self._slots[node.node] = Slot(self, node.node, self._items[node.index])
        slot._columns = columns or slot._columns
        return slot

    def _view(self, slot: Slot[Item, View]) -> View:
        if slot.view is None:
            slot.view = self.surface.make_view(slot)
        return slot.view

    def _recycle(self, slot: Slot[Item, View]) -> None:
        self._hide(slot)
        if slot.view is not None:
            self.surface.recycle(slot.view)
            slot.view = None

    def _hide(self, slot: Slot[Item, View]) -> None:
        if self._shown.pop(slot, None) is not None and slot.view is not None:
            self.surface.place(slot.view, None)

    def _show(self, step: Any, viewport: Viewport, hidden: bool) -> None:
        """Places what is on screen, with the pinned header last, and hides what was."""
        assert self.latest is not None
        # The toolkit's offset, with what it has rounded off.
        origin, found = self.latest.offset - self.latest.pending, []
        for node in step.nodes[0:0 if hidden else step.node_count]:
            if node.is_on_screen or node.is_pinned:
                breadth = self._breadth / node.columns
                found.append((self._slot_of(node, node.columns), Frame(
                    node.start - origin, node.extent, node.column * breadth, breadth, node.is_pinned)))
        if self._footer is not None and not hidden:
            extent = self.list.settings.extra_lengths[End.TAIL]
            start = self.list.length - extent - self.latest.offset
            if start < viewport.length and start + extent > 0:
                found.append((self._footer, Frame(start, extent, 0, self._breadth)))
        shown = dict(sorted(found, key=lambda it: it[1].is_pinned))
        for slot in self._shown.keys() - shown.keys():
            self._hide(slot)
        self._shown = shown
        for slot, frame in shown.items():
            self.surface.place(self._view(slot), frame)

    def _write(self, step: Any, viewport: Viewport) -> None:
        size = viewport.length, viewport.breadth
        if not step.sets_length and not step.sets_offset and size == self._size:
            return
        self._size, self._writing = size, True
        try:
            self.surface.set_scroll(step.scroll_length, step.offset if step.sets_offset else viewport.offset)
        finally:
            self._writing = False
        self._engine.wrote(self.surface.read_viewport().offset)

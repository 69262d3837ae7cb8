"""The loop that every client of a list needs, whatever the toolkit."""

from __future__ import annotations

import collections
import contextlib
import functools
import operator
import random
import threading
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic

from ._host_engine import HostEngine
from ._list import Fetch, List, columns_of
from ._results import Update
from ._surface import Frame, Item, Load, Slot, Surface, View, Viewport
from ._values import Answer, ArgumentError, End, Fraction, NotFoundError, Outcome, State
from ._wake import WakeUp

_LEAVING = (State.APP_3, State.APP_2, State.APP_1, State.APP_0, State.VISIBLE, State.DISPLAY,
            State.PRELOAD)
# The index of what is not there any more.
_GONE = 1 << 40
_ORDER = operator.itemgetter(0, 1)


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
        # What slots are in now, to be told.
        self._untold: collections.deque[tuple[Slot[Item, View], State]] = collections.deque()
        self._footer: Slot[Item, View] | None = None
        self._loads, self._load_changed = {end: Load() for end in End}, True
        # Whose rows are to be measured again.
        self._stale: list[Slot[Item, View]] = []
        self._breadth = 0.0
        self._told: tuple[float, float, float] | None = None
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
        self._follow(len(self._items), len(self._items) + len(new), index)
        self._items[index:index] = new
        self._mark_headers(index, new)

    def remove(self, lower: int, upper: int) -> None:
        self.list.remove(lower, upper)
        self._follow(lower, upper, _GONE)
        del self._items[lower:upper]

    def move(self, lower: int, upper: int, to: int) -> None:
        """Moves items so that the first of them has the index `to` afterwards."""
        self.list.move(lower, upper, to)
        self._follow(lower, upper, to)
        moved = self._items[lower:upper]
        del self._items[lower:upper]
        self._items[to:to] = moved

    def _follow(self, lower: int, upper: int, to: int) -> None:
        """Slots go along with their items, of which new ones come from the end."""
        self._outdated = True
        for slot in self._slots.values():
            index = slot._index
            if lower <= index < upper:
                slot._index = index - lower + to
            else:
                index -= (upper - lower) * (index >= upper)
                slot._index = index + (upper - lower) * (index >= to)

    def set_items(self, lower: int, items: Iterable[Item], *, keeps_extents: bool = False) -> None:
        """Replaces the items from `lower` on with as many others, in the same states.

        Their views are made again and, unless their rows keep their extents, measured again.
        """
        self.list._check_editable()
        new = list(items)
        upper = lower + len(new)
        if not 0 <= lower <= upper <= len(self._items):
            raise ArgumentError("lower", f"is {lower}, for {len(new)} of {len(self._items)} items")
        self._set_items(lower, new)
        if keeps_extents:
            return
        visible = [slot for slot in self._found(lower, upper) if slot.state & State.VISIBLE]
        indices = [slot._index for slot in visible]
        self._stale += visible
        self.list.mark_provisional(lower, min(indices, default=upper))
        self.list.mark_provisional(max(indices, default=upper - 1) + 1, upper)

    def _found(self, lower: int, upper: int) -> list[Slot[Item, View]]:
        """The slots of items."""
        return [slot for slot in self._slots.values() if lower <= slot._index < upper]

    def _set_items(self, lower: int, new: list[Item]) -> None:
        upper = lower + len(new)
        self._items[lower:upper], self._outdated = new, True
        for slot, index in [(slot, slot._index) for slot in self._found(lower, upper)]:
            state = slot.state
            self._tell(slot, State.MEASURE_LAYOUT)
            self._recycle(slot)
            slot.item, slot.content = new[index - lower], None
            self._tell(slot, state)

    @contextlib.contextmanager
    def _editable(self) -> Iterator[None]:
        """Lets the store edit that is attached."""
        self.list._is_stored = False
        try:
            yield
        finally:
            self.list._is_stored = True

    def replace(self, items: Iterable[Item], key: Callable[[Item], Hashable]) -> None:
        """Replaces all items by others, by as few edits as possible.

        Items of the same `key` are the same: they keep their places on screen, and their views.
        """
        new = list(items)
        old_keys, new_keys = [*map(key, self._items)], [*map(key, new)]
        self.list.apply(old_keys, new_keys)
        indices = {key: index for index, key in enumerate(new_keys)}
        for slot in self._found(0, len(old_keys)):
            slot._index = indices.get(old_keys[slot._index], _GONE)
        self._items, self._outdated = new, True
        self._mark_headers(0, new)

    def _mark_headers(self, start: int, items: list[Item]) -> None:
        if self._is_header is not None:
            for index, item in enumerate(items, start):
                if self._is_header(item):
                    self.list.mark_header(index)

    def slot(self, index: int) -> Slot[Item, View] | None:
        """The slot of an item; None if it is out of range."""
        try:
            return self._slots.get(self._engine.find(index))
        except (ArgumentError, NotFoundError):
            return None

    @property
    def shown(self) -> Mapping[Slot[Item, View], Frame]:
        """What is on screen, and where: items from the start on, a footer, a pinned header."""
        return self._shown

    def remeasure(self, slot: Slot[Item, View] | None = None) -> None:
        """Measures an item again, whose content has changed, or all of them.

        The row of an item that is visible keeps its start on screen, and so grows downward.
        """
        index = None if slot is None else self._index_of(slot)
        if slot is None:
            self.list.mark_provisional(0, len(self._items))
        elif slot.state & State.VISIBLE:
            self._stale.append(slot)
        elif index is not None and slot is not self._footer:
            self.list.mark_provisional(index, index + 1)
        self._load_changed = True
        self.update()

    def _index_of(self, slot: Slot[Item, View]) -> int | None:
        """Where the item of a slot is now; None if it is gone."""
        if slot is self._footer:
            return len(self._items)
        return slot._index if slot._index < len(self._items) else None

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

    def _begin(self, end: End) -> None:
        fetch = self.list.begin_batch(end)
        self._set_load(end, Load(is_loading=True))
        self._outdated = True
        threading.Thread(target=self._work, args=(end, fetch, len(self._items)), daemon=True,
                         name="rangecore batch").start()

    def _work(self, end: End, fetch: Fetch, count: int) -> None:
        assert self._fetch is not None
        items: Sequence[Item] = ()
        is_exhausted, error = False, None
        try:
            items, is_exhausted = self._fetch(end, count)
        # A task of asyncio that was cancelled, or an exit, is a failure too: nobody else would tell.
        except BaseException as caught:
            error = caught
        if not self._closed:
            self.surface.schedule(0, functools.partial(
                self._arrived, end, fetch, items, Load(False, error, is_exhausted)))

    def _arrived(self, end: End, fetch: Fetch, items: Sequence[Item], load: Load) -> None:
        # A refresh has cancelled it.
        if self._closed or fetch.outcome != Outcome.FETCHING:
            return
        self.insert(0 if end == End.HEAD else len(self._items), items)
        self._set_load(end, load)
        fetch.finish(Outcome.FAILED if load.error is not None else
                     Outcome.EXHAUSTED if load.is_exhausted else Outcome.COMPLETED)
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
        is_other = viewport.breadth > 0 and viewport.breadth != self._breadth
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
            extents = [self._measure(self._slot_of(it), it.columns) for it in asked]
            step = self._engine.measured(extents, time.monotonic())
        latest = self.latest = self._engine.update
        self._apply(step, viewport, hidden)
        for end, decision in (End.TAIL, latest.tail), (End.HEAD, latest.head):
            # A store has requests of its own.
            if decision.answer == Answer.YES and self._fetch is not None and not self.list._is_stored:
                self._begin(end)
        return float(step.next_time)

    def _apply(self, step: Any, viewport: Viewport, hidden: bool) -> None:
        """Does what a step says once it is done."""
        freed = [self._slots[it] for it in step.freed[0:step.freed_count] if it in self._slots]
        gone = freed + [self._slots[it] for it in step.released[0:step.released_count] if it in self._slots]
        for slot in gone:
            slot._place = None
        told = [(slot, State.MEASURE_LAYOUT) for slot in freed]
        for node in [step.nodes[it] for it in step.news[0:step.news_count]]:
            slot = self._slot_of(node)
            place = node.start, node.extent, node.column, node.columns, node.is_pinned
            slot._place = place if node.has_view else None
            if node.state != node.before:
                told.append((slot, State(node.state)))
        # Those that leave come first.
        self._untold.extend(sorted(told, key=lambda it: bool(it[1] & ~it[0].state)))
        try:
            self._write(step, viewport, hidden)
            self._show({} if hidden else self._frames(viewport.length))
            # They may edit: an update follows.
            while self._untold:
                self._tell(*self._untold.popleft())
        finally:
            for slot in gone:
                self._recycle(slot)
            for slot in freed:
                del self._slots[slot._node]
                slot._index = _GONE

    def _tell(self, slot: Slot[Item, View], state: State) -> None:
        lost, gained, slot.state = slot.state & ~state, state & ~slot.state, state
        if lost and self._left is not None:
            for flag in [it for it in _LEAVING if it & lost]:
                self._left(slot, flag)
        if gained and self._entered is not None:
            for flag in [it for it in _LEAVING[::-1] if it & gained]:
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
            self._footer = None if item is None else Slot(self, 0, item)
        settings = self.list.settings
        settings.extra_lengths[End.TAIL] = 0.0 if self._footer is None else self.surface.measure(
            self._view(self._footer), breadth)
        self.list.settings = settings

    def _measure_stale(self, cannot: bool) -> None:
        """Measures rows again whose contents have changed.

        What a view needs is set at once, and so its row keeps its start. A row that is provisional
        would leave others in place.
        """
        stale, self._stale = self._stale, []
        extents = {}
        for slot in stale:
            index = self._index_of(slot)
            if index is not None and slot._place is not None and not cannot:
                extents[slot._node] = self._measure(slot, slot._place[3])
            elif index is not None:
                self.list.mark_provisional(index, index + 1)
        if extents:
            self._engine.set_extents(extents)

    def _measure(self, slot: Slot[Item, View], columns: int) -> float:
        return self.surface.measure(self._view(slot), self._breadth / columns)

    # == views ==

    def _slot_of(self, node: Any) -> Slot[Item, View]:
        slot = self._slots.get(node.node)
        if slot is None:
            slot = self._slots[node.node] = Slot(self, node.index, self._items[node.index])
            slot._node = node.node
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

    def _frames(self, length: float) -> dict[Slot[Item, View], Frame]:
        """What is on screen, with the pinned header last."""
        assert self.latest is not None
        slots, pending = [*self._slots.values()], self.latest.pending
        if self._footer is not None:
            extent, end = self.list.settings.extra_lengths[End.TAIL], self.list.length - pending
            self._footer._index, self._footer._place = len(self._items), (end - extent, extent, 0, 1, False)
            slots.append(self._footer)
        # The toolkit's offset, with what it has rounded off.
        origin, found = self.latest.offset - pending, []
        for slot in slots:
            if slot._place is not None:
                start, extent, column, columns, is_pinned = slot._place
                if start < origin + length and start + extent > origin:
                    breadth = self._breadth / columns
                    found.append((is_pinned, slot._index, slot, Frame(
                        start - origin, extent, column * breadth, breadth, is_pinned)))
        return {slot: frame for _, _, slot, frame in sorted(found, key=_ORDER)}

    def _show(self, shown: dict[Slot[Item, View], Frame]) -> None:
        for slot in self._shown.keys() - shown.keys():
            self._hide(slot)
        self._shown = shown
        for slot, frame in shown.items():
            self.surface.place(self._view(slot), frame)

    # == the toolkit ==

    def _write(self, step: Any, viewport: Viewport, hidden: bool) -> None:
        told = step.scroll_length, viewport.length, viewport.breadth
        if hidden or not step.sets_offset and told == self._told:
            return
        self._told, self._writing = told, True
        try:
            self.surface.set_scroll(step.scroll_length, step.offset if step.sets_offset else viewport.offset)
        finally:
            self._writing = False
        self._engine.wrote(self.surface.read_viewport().offset)

"""The loop that every client of a list needs, whatever the toolkit."""

from __future__ import annotations

import contextlib
import functools
import itertools
import math
import random
import threading
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ._list import Fetch, List
from ._results import PinnedHeader, Update
from ._values import Answer, ArgumentError, Direction, End, Fraction, NotFoundError, Outcome, Range, State

Item = TypeVar("Item")
View = TypeVar("View")

# Updates per call. Two as a rule: one says what is visible, the next one counts what was measured.
_ROUNDS = 10
_LEAVING = (State.APP_3, State.APP_2, State.APP_1, State.APP_0, State.VISIBLE, State.DISPLAY,
            State.PRELOAD)


class Viewport(NamedTuple):
    """Where a toolkit is, as it has it now; lengths are points, or whatever the toolkit counts in."""

    #: The toolkit's own offset, also outside of what can be scrolled in a bounce.
    offset: float
    #: The length along the axis: the height of a vertical list; 0 for a hidden one.
    length: float
    #: The length across the axis. Rows are measured again when it changes; 0 or less: not at all.
    breadth: float
    #: Whether whatever moves the list would overwrite a correction: a finger, a fling, an animation.
    is_held: bool = False
    #: Whether a finger or the thumb of a scroll bar has hold of the list. For foresight.
    is_dragged: bool = False
    #: Whether the user has scrolled, if the offset is not the one that the host has set.
    is_user_driven: bool = True
    inset_start: float = 0
    inset_end: float = 0
    velocity: float = 0
    landing_offset: float | None = None


class Frame(NamedTuple):
    """Where a view is on screen."""

    #: Where its row starts, in points from the viewport's start.
    start: float
    #: The extent of its row.
    extent: float
    #: Where it starts across the axis, and its breadth, which depend on its column.
    across: float
    breadth: float
    #: Whether it is the header that stays at the viewport's start, to be drawn above all others.
    is_pinned: bool = False


class Load(NamedTuple):
    """What the batches of one end do."""

    is_loading: bool = False
    #: What the last fetch has raised. It is fetched again after a while, or by `retry`.
    error: BaseException | None = None
    #: Whether there is nothing more at this end.
    is_exhausted: bool = False


class Slot(Generic[Item, View]):
    """An item in range. It keeps its view, wherever edits move it."""

    def __init__(self, host: ListHost[Item, View], index: int, item: Item) -> None:
        self._host, self._index = host, index
        self.item = item
        #: What the item is in: a set of flags. See `ListHost.entered`.
        self.state = State.MEASURE_LAYOUT
        #: None until the item is visible, or is measured ahead.
        self.view: View | None = None
        #: Whatever the app wants to keep for as long as the item is in the preload range.
        self.content: Any = None

    @property
    def index(self) -> int:
        """Where the item is now. Raises `NotFoundError` once it has been removed."""
        return self._host._index_of(self)


class Surface(Protocol[Item, View]):
    """What a toolkit supplies: a viewport that scrolls, and views for items.

    The host calls all of it in `ListHost.update`. A toolkit that reports the offset which the host
    has just set may call `update` from there: nothing happens then.
    """

    def read_viewport(self) -> Viewport:
        """The viewport now. See *A client in ten rules* in the documentation for when it is held."""

    def set_scroll(self, length: float, offset: float) -> None:
        """Sets the length of what can be scrolled, and then the offset, which may be at its end.

        A toolkit of whole numbers rounds the offset; the host remembers the rest.
        """

    def make_view(self, slot: Slot[Item, View]) -> View:
        """Makes a view of an item, or takes a recycled one, and shows the item in it; hidden."""

    def measure(self, view: View, breadth: float) -> float:
        """The extent that a view needs at a breadth. That of a row is the largest of its items."""

    def place(self, view: View, frame: Frame | None) -> None:
        """Shows a view at its place, in every update; None hides one that leaves the screen.

        Within an update the pinned header comes last.
        """

    def recycle(self, view: View) -> None:
        """Takes back a hidden view."""

    def schedule(self, seconds: float, function: Callable[[], object]) -> None:
        """Calls a function on the toolkit's thread after this many seconds. Called on any thread."""


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
                 budget: float = 0.004) -> None:
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
        """
        self.surface, self.budget = surface, budget
        #: The engine. Change its settings here, but edit it through the host.
        self.list = List(1 if callable(columns) else columns, estimate, spacing, quantum=quantum)
        #: The result of the last update.
        self.latest: Update | None = None
        #: Called after each update, when all is in place.
        self.updated: Callable[[], object] | None = None
        #: Called with the host after each update: by a store and a preloader that are attached.
        self.followers: list[Callable[[ListHost[Item, View]], object]] = []
        self._columns, self._columns_for = 1, columns if callable(columns) else None
        if not callable(columns):
            self._columns = columns
        self._spacing, self._is_header = spacing, is_header
        self._entered, self._left, self._fetch, self._make_footer = entered, left, fetch, footer
        self._items: list[Item] = []
        # By index, as of the last update, and of removed items until an update tells of these. The
        # engine knows where an item is now; only after edits may it be asked.
        self._slots: dict[int, Slot[Item, View]] = {}
        self._removed: dict[int, Slot[Item, View]] = {}
        self._shown: dict[Slot[Item, View], Frame] = {}
        self._footer: Slot[Item, View] | None = None
        self._loads, self._load_changed = {end: Load() for end in End}, True
        # Whose rows are to be measured again.
        self._stale: list[Slot[Item, View]] = []
        self._breadth = 0.0
        self._told: tuple[float, float, float] | None = None
        # The last offset as the toolkit had it, and as it was set.
        self._own = self._exact = 0.0
        self._edited = self._updating = self._writing = self._outdated = self._closed = False
        self._target: tuple[int, float, float] | None = None
        self._due, self._turn = math.inf, 0
        self._measured_ahead = False
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
        self._edited = self._edited or len(new) > 0
        self._mark_headers(index, new)
        self._regroup(index)

    def remove(self, lower: int, upper: int) -> None:
        self.list.remove(lower, upper)
        del self._items[lower:upper]
        self._edited = self._edited or lower < upper
        self._regroup(lower)

    def move(self, lower: int, upper: int, to: int) -> None:
        """Moves items so that the first of them has the index `to` afterwards."""
        self.list.move(lower, upper, to)
        moved = self._items[lower:upper]
        del self._items[lower:upper]
        self._items[to:to] = moved
        self._edited = self._edited or (lower < upper and to != lower)
        self._regroup(min(lower, to))
        self._regroup(max(lower, to))

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
        if not keeps_extents:
            shown = [(slot, index) for slot, index in self._found(lower, upper)
                     if slot.state & State.VISIBLE]
            self._stale += [slot for slot, _ in shown]
            indices = [index for _, index in shown]
            self.list.mark_provisional(lower, min(indices, default=upper))
            self.list.mark_provisional(max(indices, default=upper - 1) + 1, upper)

    def _found(self, lower: int, upper: int) -> list[tuple[Slot[Item, View], int]]:
        """The slots of items, and where these are now."""
        return [(slot, index) for slot in self._slots.values()
                if (index := self._find(slot)) is not None and lower <= index < upper]

    def _set_items(self, lower: int, new: list[Item]) -> None:
        upper = lower + len(new)
        found = self._found(lower, upper)
        self._items[lower:upper] = new
        for slot, index in found:
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
        self._items, self._edited = new, self._edited or old_keys != new_keys
        self._mark_headers(0, new)
        sections = map(self.list.section, range(self.list.section_count))
        if self._columns > 1 or any(section.columns > 1 for section in sections):
            edited = (at for at, (old, now) in enumerate(zip(old_keys, new_keys)) if old != now)
            self._measure_again(next(edited, min(len(old_keys), len(new_keys))))

    def _regroup(self, first: int) -> None:
        for index in range(max(first - 1, 0), min(first + 1, len(self._items))):
            row = self.list.items_of_row(self.list.row_of_item(index))
            if self._columns_of(row) > 1:
                self._measure_again(first)
                break

    def _measure_again(self, first: int) -> None:
        """In several columns, rows hold other items from an edit on, but keep their extents."""
        if self.list.measured_row_count:
            row = self.list.row_of_item(max(first - 1, 0))
            self.list.mark_provisional(self.list.items_of_row(row).start, len(self._items))

    def _mark_headers(self, start: int, items: list[Item]) -> None:
        if self._is_header is not None:
            for index, item in enumerate(items, start):
                if self._is_header(item):
                    self.list.mark_header(index)

    def slot(self, index: int) -> Slot[Item, View] | None:
        """The slot of an item; None if it is out of range."""
        found = (slot for slot in self._slots.values() if self._find(slot) == index)
        return next(found, None) if self._edited else self._slots.get(index)

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
        elif slot.state & State.VISIBLE:
            self._stale.append(slot)
        elif slot is not self._footer:
            self.list.mark_provisional(slot.index, slot.index + 1)
        self._load_changed = True
        self.update()

    def _index_of(self, slot: Slot[Item, View]) -> int:
        if slot is self._footer:
            return len(self._items)
        return self.list.index_now(slot._index) if self._edited else slot._index

    def _find(self, slot: Slot[Item, View]) -> int | None:
        try:
            return self._index_of(slot)
        except NotFoundError:
            return None

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
        update is complete.
        """
        self._target = index, fraction, shift
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
                self._step()
                if self._target is not None:
                    target, self._target = self._target, None
                    self._write(self.list.set_scroll_target(*target))
                elif not self._outdated:
                    break
            else:
                self._wake(time.monotonic() + self.budget)
        finally:
            self._updating = False
        if self.updated is not None:
            self.updated()
        for follow in [*self.followers]:
            follow(self)

    def _step(self) -> None:
        viewport = self.surface.read_viewport()
        is_own = viewport.offset == self._own
        # What the toolkit has rounded off goes along, wherever the user scrolls.
        offset = start = viewport.offset + (self._exact - self._own)
        self._own, self._exact = viewport.offset, start
        is_user_driven = viewport.is_user_driven and not is_own
        landing, self._measured_ahead = viewport.landing_offset, False
        self._take_breadth(viewport.breadth)
        self._take_footer()
        self._measure_stale(viewport)
        for _ in range(_ROUNDS):
            self._rekey()
            update = self.latest = self.list.update(
                offset, viewport.length, inset_start=viewport.inset_start,
                inset_end=viewport.inset_end, velocity=viewport.velocity, landing_offset=landing,
                time=time.monotonic(), jitter=random.random(), is_user_driven=is_user_driven,
                is_held=viewport.is_held, is_dragged=viewport.is_dragged)
            offset += update.correction
            landing = None if landing is None else landing + update.correction
            is_user_driven = False
            self._deliver(update)
            if not self._edited and not self._measure(update, viewport):
                break
        else:
            self._outdated = True
        told = update.scroll_length, viewport.length, self._breadth
        if told != self._told or offset != start:
            self._told = told
            self._write(offset)
        self._place(update, viewport)
        for end, decision in (End.TAIL, update.tail), (End.HEAD, update.head):
            # A store has requests of its own.
            if decision.answer == Answer.YES and self._fetch is not None and not self.list._is_stored:
                self._begin(end)
        self._wake(update.next_time)

    def _rekey(self) -> None:
        """Finds the items of slots after edits, before an update takes their new indices."""
        if not self._edited:
            return
        slots, self._slots = self._slots, {}
        for slot in slots.values():
            index = self._find(slot)
            if index is None:
                self._removed[slot._index] = slot
            else:
                self._slots[index] = slot
        for index, slot in self._slots.items():
            slot._index = index
        self._edited = False

    def _deliver(self, update: Update) -> None:
        """Tells of all changes. The slots come first: what is told may edit."""
        told: list[tuple[Slot[Item, View], State]] = []
        for lower, upper, _, _, after in update.changes:
            for index in range(lower, upper):
                slot = (self._slots if after else self._removed).get(index)
                if slot is None and after > State.MEASURE_LAYOUT:
                    slot = self._slots[index] = Slot(self, index, self._items[index])
                elif after == State.MEASURE_LAYOUT:
                    self._slots.pop(index, None)
                if slot is not None:
                    told.append((slot, State(after)))
        self._removed.clear()
        for slot, state in told:
            self._tell(slot, state)

    def _tell(self, slot: Slot[Item, View], state: State) -> None:
        before, slot.state = slot.state, state
        for flag in _LEAVING:
            if before & ~state & flag:
                if self._left is not None:
                    self._left(slot, flag)
                if flag == State.DISPLAY:
                    self._recycle(slot)
        for flag in reversed(_LEAVING):
            if state & ~before & flag and self._entered is not None:
                self._entered(slot, flag)

    # == measuring ==

    def _take_breadth(self, breadth: float) -> None:
        if breadth in (self._breadth, 0) or breadth < 0:
            return
        columns = self._columns_for(breadth) if self._columns_for else self._columns
        if columns != self._columns:
            self.list.set_layout(columns, self._spacing, keeps_extents=True)
        elif self._breadth:
            self.list.mark_provisional(0, len(self._items))
        self._breadth, self._columns, self._load_changed = breadth, columns, True

    def _take_footer(self) -> None:
        if self._make_footer is None or not self._load_changed or self._breadth <= 0:
            return
        self._load_changed = False
        item = self._make_footer(self._loads[End.TAIL])
        if self._footer is None or item != self._footer.item:
            if self._footer is not None:
                self._recycle(self._footer)
            self._footer = None if item is None else Slot(self, 0, item)
        settings = self.list.settings
        settings.extra_lengths[End.TAIL] = 0.0 if self._footer is None else self.surface.measure(
            self._view(self._footer), self._breadth)
        self.list.settings = settings

    def _is_hidden(self, viewport: Viewport) -> bool:
        """What hidden views measure is not how long they are."""
        return self._breadth <= 0 or viewport.breadth <= 0 or viewport.length <= 0

    def _measure_stale(self, viewport: Viewport) -> None:
        """Measures rows again whose contents have changed.

        A row that is provisional would be measured with the end in place: so one that can be seen
        gets its new extent at once.
        """
        stale, self._stale = self._stale, []
        for slot in stale:
            index = self._find(slot)
            if index is None or self.slot(index) is not slot:
                continue
            if self._is_hidden(viewport) or self._measure_row(self.list.row_of_item(index)) is None:
                self.list.mark_provisional(index, index + 1)

    def _measure(self, update: Update, viewport: Viewport) -> bool:
        """Measures the visible rows or, if they are measured, those ahead: whether there were any."""
        if self._is_hidden(viewport):
            return False
        pinned, count = self._pinned(), 0
        sides = self._sides(update, viewport)
        if pinned is not None:
            sides.insert(0, ([*self._unmeasured(pinned.index, pinned.index + 1)], 0))
        for rows, room in sides:
            for row in rows:
                extent = self._measure_row(row)
                if extent is not None:
                    count, room = count + 1, room - extent
                # The others may not be visible then.
                if room < 0:
                    break
        return count > 0 or self._measure_ahead(update)

    def _sides(self, update: Update, viewport: Viewport) -> list[tuple[list[int], float]]:
        """The visible rows to measure, in this order, while they need no more than so much room."""
        visible, length = update.visible, viewport.length
        rows = [*self._unmeasured(visible.start, visible.stop)]
        if not rows:
            return []
        first, last = map(self.list.row_of_item, (visible.start, visible.stop - 1))
        start = self.list.item(visible.start)
        if rows[0] == first and start.is_measured:
            # Provisional rows leave the first one in place that is not: from there upward, and down.
            settled = next((row for row in range(first, last + 1) if row not in {*rows}), None)
            if settled is not None:
                above = self.list.item(self.list.items_of_row(settled).start).offset - update.offset
                return [([row for row in reversed(rows) if row < settled], above),
                        ([row for row in rows if row > settled], length - above)]
        at_end = update.offset + length >= self.list.length - 1
        if update.direction == Direction.BACKWARD or at_end:
            # But never without the first: a new mean would be its estimate, and move the others.
            rows = rows[:1] + rows[:0:-1]
        return [(rows, length)]

    def _measure_ahead(self, update: Update) -> bool:
        """Measures rows of the display range, nearest first, in as many updates as it takes."""
        if self.budget <= 0 or self._measured_ahead:
            return False
        visible, display = update.visible, update.ranges[Range.DISPLAY]
        sides = [self._unmeasured(visible.stop, display.stop),
                 iter([*self._unmeasured(display.start, visible.start)][::-1])]
        if update.direction == Direction.BACKWARD:
            sides.reverse()
        end = time.monotonic() + self.budget
        for row in itertools.chain.from_iterable(itertools.zip_longest(*sides)):
            if row is not None and self._measure_row(row) is not None:
                self._measured_ahead = True
                if time.monotonic() >= end:
                    # After a pause as long as the work: half of the time is for everything else.
                    self._wake(time.monotonic() + self.budget)
                    break
        return self._measured_ahead

    def _unmeasured(self, lower: int, upper: int) -> Iterator[int]:
        while lower < upper and (rows := self.list.unmeasured_rows(lower, upper)):
            yield from rows
            lower = self.list.items_of_row(rows[-1]).stop

    def _measure_row(self, row: int) -> float | None:
        items = self.list.items_of_row(row)
        slots = [self.slot(index) for index in items]
        breadth, extent = self._breadth / self._columns_of(items), 0.0
        for slot in slots:
            # A list that is hidden has none.
            if slot is None or not slot.state & State.DISPLAY:
                return None
            extent = max(extent, self.surface.measure(self._view(slot), breadth))
        self.list.set_row_extents(row, [extent])
        return extent

    def _columns_of(self, items: range) -> int:
        """How many items the row has room for that holds these."""
        if self.list.section_count:
            try:
                section = self.list.section_of_item(items.start)
            except NotFoundError:
                return self._columns
            return 1 if items.start == section.items.start else section.columns
        return self._columns

    # == views ==

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

    def _pinned(self) -> PinnedHeader | None:
        return self.list.pinned_header if self.list.section_count else None

    def _frames(self, update: Update) -> Iterator[tuple[Slot[Item, View] | None, Frame]]:
        visible, offset = update.visible, update.offset
        pinned = self._pinned()
        if visible:
            first, last = map(self.list.row_of_item, (visible.start, visible.stop - 1))
            starts, extents = self.list.rows(first, last + 1)
            for row, start, extent in zip(itertools.count(first), (starts - offset).tolist(),
                                          extents.tolist()):
                items = self.list.items_of_row(row)
                breadth = self._breadth / self._columns_of(items)
                for column, index in enumerate(items):
                    if pinned is None or index != pinned.index:
                        yield self._slots.get(index), Frame(start, extent, column * breadth, breadth)
        if self._footer is not None:
            extent = self.list.settings.extra_lengths[End.TAIL]
            yield self._footer, Frame(self.list.length - extent - offset, extent, 0, self._breadth)
        if pinned is not None:
            extent = self.list.item(pinned.index).extent
            yield self._slots.get(pinned.index), Frame(
                pinned.offset - offset, extent, 0, self._breadth, is_pinned=True)

    def _place(self, update: Update, viewport: Viewport) -> None:
        """Places what is on screen, unless edits have made its places old: an update follows."""
        if self._edited or self._breadth <= 0:
            return
        shown = {slot: frame for slot, frame in self._frames(update) if slot is not None
                 and frame.start < viewport.length and frame.start + frame.extent > 0}
        for slot in self._shown.keys() - shown.keys():
            self._hide(slot)
        self._shown = shown
        for slot, frame in shown.items():
            self.surface.place(self._view(slot), frame)

    # == the toolkit ==

    def _write(self, offset: float) -> None:
        assert self._told is not None
        self._writing = True
        try:
            self.surface.set_scroll(self._told[0], offset)
        finally:
            self._writing = False
        own = self.surface.read_viewport().offset
        # Rounded to what the toolkit can show, or clamped.
        self._own, self._exact = own, offset if abs(own - offset) < 1 else own

    def _wake(self, at: float) -> None:
        """Has an update made, unless an earlier one is due: one wake-up for everything."""
        if at < self._due:
            self._due = at
            self._turn += 1
            self.surface.schedule(max(0.0, at - time.monotonic()),
                                  functools.partial(self._woken, self._turn))

    def _woken(self, turn: int) -> None:
        if turn == self._turn and not self._closed:
            self._due = math.inf
            self.update()

"""A store: the items of a server or a database, loaded in pages as they come near the screen."""

from __future__ import annotations

import contextlib
import dataclasses
import enum
import functools
import math
import random
import threading
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from ._core import ffi, lib
from ._host import ListHost
from ._ids import Edit, array_of, edit_of
from ._separators import Separators
from ._table import Table
from ._values import (ID_NONE, ArgumentError, BusyError, Direction, EditKind, End, LimitError, NotFoundError, Presence,
                      StaleError, Status, check, fill, integer, real)
from ._wake import WakeUp, on_thread

Item = TypeVar("Item")
_ERRORS_MAX = 100


class Source(enum.IntEnum):
    """What a source can be asked for."""

    OFFSETS = 0
    KEYS = 1


class RequestKind(enum.IntEnum):
    #: What is at a position or, by keys without one, around a key.
    AT = 0
    FIRST = 1
    LAST = 2
    #: What comes right after the item of a key, and right before it.
    AFTER = 3
    BEFORE = 4


class LoadState(enum.IntEnum):
    ENDED = 0
    MORE = 1
    LOADING = 2
    FAILED = 3


class Place(NamedTuple):
    """What can be loaded at an end, in a slot, or by a refresh.

    - `state`: A `LoadState`.
    - `attempt`: How many requests have failed in a row.
    - `error`: What the last one raised, or None.
    - `retry_time`: When the next one may be made, by `time.monotonic()`; -inf if none has failed.
    """

    state: LoadState
    attempt: int
    error: BaseException | None
    retry_time: float


@dataclasses.dataclass(frozen=True)
class Request:
    """What a store asks its `load` function for.

    - `kind`: A `RequestKind`: by position, or after, before or around the item of `key`.
    - `position`: The position of the first item; None for a request by key.
    - `count`: How many items to return. More or fewer do no harm.
    - `key`: The key of an item that is loaded, for a request by key; otherwise None.
    - `cursor`: The `next` or `previous` of the reply with `key`; around a key, the cursor of that reply's own request.
    - `attempt`: How many requests for the same have failed in a row.
    - `is_refresh`: Whether the reply replaces what is loaded.
    """

    kind: RequestKind
    position: int | None
    count: int
    key: Any
    cursor: Any
    attempt: int
    is_refresh: bool
    _given_up: threading.Event = dataclasses.field(default_factory=threading.Event, repr=False)

    @property
    def is_given_up(self) -> bool:
        """Whether the reply will be ignored, so that the request may as well stop."""
        return self._given_up.is_set()


@dataclasses.dataclass
class Reply(Generic[Item]):
    """What a store's `load` function returns.

    - `items`: The items, in the source's order.
    - `total`: How many items there are in all; None if that is not known.
    - `before`, `after`: How many there are before and after these, or whether there are any; None if not known.
    - `previous`, `next`: The cursors for the pages before and after this one, for later requests.
    - `cost`: What `StoreSettings.cost_limit` limits, such as bytes.
    """

    items: Sequence[Item]
    total: int | None = None
    before: int | bool | None = None
    after: int | bool | None = None
    previous: Any = None
    next: Any = None
    cost: int = 0


@dataclasses.dataclass
class StoreSettings:
    """The limits of a store, for its constructor and `Store.configure`.

    - `request_limit`: The most requests in progress at a time.
    - `page_limit`, `item_limit`, `cost_limit`: The most pages, items and cost to hold; 0 for no limit. What is wanted
      now is never dropped.
    - `jump_distance`: By keys, how many slots the user can jump away from what is loaded before the store starts over
      there, by position; 0 for never.
    - `settle`: For how many seconds after a jump nothing is requested.
    - `max_age`: After how many seconds what is visible is refreshed by itself, in the background; 0 for never.
    """

    request_limit: int = 3
    page_limit: int = 0
    item_limit: int = 0
    cost_limit: int = 0
    jump_distance: int = 0
    settle: float = 0.1
    max_age: float = 0


class Store(Generic[Item]):
    """Which pages of a source are loaded, which to request next, and which to drop.

        photos = rangecore.Store(load, key=lambda photo: photo.id)
        photos.attach(host)

    A store has *slots*, which are the items of a list. Each holds an item, or is a placeholder for
    one that is known to be there: None. No item is requested twice at once, and none is ever in
    two slots, whatever the source does: one that arrives again keeps its slot, and gets the new
    content. It belongs to the toolkit's thread; only `load` runs on threads of its own.

    A request has no time limit: one that never ends keeps its place, and one of `request_limit`, until
    it is given up. Let `load` end by itself, as with a timeout of its connection.
    """

    def __init__(self, load: Callable[[Request], Reply[Item] | Sequence[Item]], *,
                 key: Callable[[Item], Hashable], source: Source = Source.OFFSETS,
                 page_size: int = 20, total: int | None = None, placeholders: bool = True,
                 looks_ahead: bool = False, first_pages: int = 1, settings: StoreSettings | None = None,
                 changed: Callable[[list[Edit]], object] | None = None,
                 schedule: Callable[[float, Callable[[], object]], object] | None = None) -> None:
        """Creates a store; the first `update`, or `attach`, makes the first request.

        - `load`: makes a request, on another thread; what it raises is a failure of this request,
          which is retried with exponential back-off. A reply of more items than a list can have is not
          taken: its place fails with a `LimitError`, and is not requested again before a `retry` or a
          `refresh`.
        - `key`: identifies an item.
        - `total`: the number of items, if it is known beforehand.
        - `placeholders`: whether items that are known to be there have slots before they arrive.
        - `looks_ahead`: by offsets, requests one item more than needed, to notice those that were
          lost between two pages because the source shifted.
        - `first_pages`: how many pages the first request is for, to fill the screen at once; and each refresh
          elsewhere than at what is visible.
        - `changed`: called after slots or load states have changed, with the edits, if any.
        - `schedule`: calls a function on the store's thread after a number of seconds, called on any
          thread; by default that of the surface of the host that it is attached to.
        """
        options, out = ffi.new("rc_store_options *"), ffi.new("rc_store **")
        lib.rc_store_options_init(options)
        source = Source(source)
        fill(options, source=source, page_size=page_size, looks_ahead=looks_ahead, first_pages=first_pages,
             has_placeholders=placeholders, total=_told("total", total))
        check(lib.rc_store_create(options, ffi.NULL, out), page_size=page_size, first_pages=first_pages,
              total=options.total if total is not None else None, looks_ahead=looks_ahead)
        self._handle = ffi.gc(out[0], lib.rc_store_destroy)
        self._load, self._key, self._schedule = load, key, schedule
        self._is_keyed = source == Source.KEYS
        self._page_size, self._looks_ahead = page_size, looks_ahead
        self.changed = changed
        self._table = Table()
        self._tasks: dict[int, tuple[Any, Request]] = {}
        self._errors: dict[int, BaseException] = {}
        # By what was asked for, why the reply cannot be taken.
        self._refused: dict[tuple[int, int, int, bool], LimitError] = {}
        self._visible = self._wanted = range(0)
        self._direction, self._outdated, self._closed = Direction.FORWARD, True, False
        self._host: ListHost[Any, Any] | None = None
        # What the host has for the slots, if there are separators between them.
        self._rows: Separators[Item] | None = None
        self._leading_screens = 2.0
        self._wake_up = WakeUp(self._ask)
        self._refresh_key: int | None = None
        self._waiting: list[Callable[[BaseException | None], object]] = []
        self.configure(settings or StoreSettings())

    def configure(self, settings: StoreSettings) -> None:
        """Changes the limits, with effect from the next reply or update."""
        values = dataclasses.asdict(settings)
        memory = fill(ffi.new("rc_store_settings *"), **values)
        check(lib.rc_store_set_settings(self._handle, memory), **values)
        self.settings, self._outdated = settings, True

    def close(self) -> None:
        """Gives up all requests; later calls of `update` do nothing."""
        self._closed = True
        self.detach()
        for token in [*self._tasks]:
            self._give_up(token)

    # == contents ==

    def _counts(self) -> Any:
        counts = ffi.new("rc_store_counts *")
        check(lib.rc_store_get_counts(self._handle, counts))
        return counts

    def __len__(self) -> int:
        """The number of slots."""
        return int(self._counts().slot_count)

    @property
    def item_count(self) -> int:
        return int(self._counts().item_count)

    @property
    def page_count(self) -> int:
        return int(self._counts().page_count)

    @property
    def hidden_count(self) -> int:
        """By how much the total exceeds the slots, such as by new items at the head; 0 by keys."""
        return int(self._counts().hidden_count)

    @property
    def late_page_count(self) -> int:
        """How many pages came after a placeholder of theirs had been visible, or the end before them."""
        return int(self._counts().late_page_count)

    @property
    def stall_time(self) -> float:
        """For how many seconds such a placeholder or end has been visible, but for refreshes."""
        return float(self._counts().stall)

    def _slot(self, slot: int) -> Any:
        found = ffi.new("rc_store_slot *")
        check(lib.rc_store_get_slot(self._handle, slot, found), index=slot)
        return found

    def __getitem__(self, slot: int) -> Item | None:
        """The item in a slot; None for a placeholder."""
        if not 0 <= slot < len(self):
            raise IndexError(f"there is no slot {slot}")
        number = self._slot(slot).id
        return None if number == ID_NONE else self._table.entries[number].item

    def slot_of(self, key: Hashable) -> int | None:
        """The slot of the item of a key; None if it is not loaded."""
        number, out = self._table.number(key), ffi.new("int64_t *")
        if number is None or lib.rc_store_find(self._handle, number, out):
            return None
        return int(out[0])

    def end_state(self, end: End) -> Place:
        """What can be loaded at an end."""
        load = ffi.new("rc_store_load *")
        check(lib.rc_store_load_at_end(self._handle, integer("end", end), load), end=end)
        return self._place(load)

    def slot_state(self, slot: int) -> Place:
        """What happens in the slot of a placeholder."""
        return self._place(self._slot(slot).load)

    @property
    def refresh_state(self) -> Place:
        load = ffi.new("rc_store_load *")
        check(lib.rc_store_load_of_refresh(self._handle, load))
        return self._place(load)

    def _place(self, load: Any) -> Place:
        return Place(LoadState(load.state), load.attempt, self._errors.get(load.failed_token),
                     load.retry_time)

    # == what is visible ==

    def attach(self, host: ListHost[Any, Any], *, leading_screens: float = 2) -> None:
        """Makes the items of an empty host those of the store; None is a placeholder.

        From then on the host shows each edit, and the store loads what is within `leading_screens`
        screenfuls of the viewport. The items are edited through the store alone: edits of the host,
        and of its list, raise `BusyError`, and it fetches no batches.
        """
        if not 0 <= real("leading_screens", leading_screens) < math.inf:
            raise ArgumentError("leading_screens", f"is {leading_screens}")
        if host.list._is_stored and host is not self._host:
            raise BusyError(None, "another store is attached to this host")
        if len(host.items) > 0:
            raise ValueError("the host has items of its own")
        self.detach()
        self._host, self._leading_screens = host, leading_screens
        host.followers.append(self.follow)
        self._schedule = self._schedule or host.surface.schedule
        for end in host._fetchers:
            host._reset(end)
        with self._editing(host):
            rows: Sequence[Any] = self if self._rows is None else self._rows  # type: ignore[assignment]
            host.insert(0, [rows[row] for row in range(len(rows))])
        self._outdated = True
        host.update()

    @contextlib.contextmanager
    def _editing(self, host: ListHost[Any, Any]) -> Iterator[None]:
        host.list._is_stored = False
        try:
            yield
        finally:
            host.list._is_stored = True

    def detach(self) -> None:
        """Leaves the host its items, which it can edit again."""
        if self._host is not None:
            self._host.followers.remove(self.follow)
            self._host.list._is_stored = False
        self._host = None

    def follow(self, host: ListHost[Any, Any]) -> None:
        """Called by an attached host after each update."""
        latest = host.latest
        rows = self._rows
        if latest is None or len(host.items) != len(self if rows is None else rows) or self._closed:
            return
        visible = wanted = range(0)
        length = host.surface.read_viewport().length
        if latest.presence == Presence.ON_SCREEN and length > 0:
            visible, reach = latest.visible, self._leading_screens * length
            near = host.list.items_in(latest.offset - reach, latest.offset + length + reach)
            wanted = near if not visible else range(min(near.start, visible.start),
                                                    max(near.stop, visible.stop))
        if rows is not None:
            visible, wanted = rows.slots_of_rows(visible), rows.slots_of_rows(wanted)
        view = visible, wanted, latest.direction
        if self._outdated or view != (self._visible, self._wanted, self._direction):
            self._visible, self._wanted, self._direction = view
            self._ask()

    def update(self, visible: range, wanted: range | None = None, *,
               direction: Direction = Direction.FORWARD, is_settled: bool = False) -> None:
        """Tells which slots are visible, and which to load: by default two screenfuls more."""
        for name, value in ("visible", visible), ("wanted", wanted):
            if not isinstance(value, range) and value is not None:
                raise TypeError(f"{name} is {value!r}, not a range")
        if self._schedule is None:
            raise ArgumentError("schedule", "is None: attach the store to a host, or pass a schedule")
        if visible.start < 0 or visible.step != 1:
            raise ArgumentError("visible", f"is {visible}")
        if wanted is None:
            reach = 2 * len(visible)
            wanted = range(max(0, visible.start - reach), min(len(self), visible.stop + reach))
        elif wanted.start < 0 or wanted.step != 1:
            raise ArgumentError("wanted", f"is {wanted}")
        elif visible and not wanted.start <= visible.start < visible.stop <= wanted.stop:
            raise ArgumentError("wanted", f"is {wanted}, without all of {visible}")
        self._visible, self._wanted, self._direction = visible, wanted, direction
        self._ask(is_settled)

    def settle(self) -> None:
        """Ends the wait after a jump, for example when the scroll bar is released."""
        self._ask(True)

    # == requests ==

    def _ask(self, is_settled: bool = False) -> None:
        # What is asked for before a host is attached is requested then.
        if self._closed or self._schedule is None:
            return
        count, plan = len(self), ffi.new("rc_store_plan *")
        view = ffi.new("rc_store_view *", {
            "visible": _within(self._visible, count), "wanted": _within(self._wanted, count),
            "time": time.monotonic(), "direction": self._direction, "is_settled": is_settled})
        check(lib.rc_store_update(self._handle, view, plan), visible=self._visible.stop,
              wanted=self._wanted.stop)
        self._outdated = False
        given_up = [plan.given_up[place] for place in range(plan.given_up_count)]
        # Copies: the arrays are the store's.
        begun = [ffi.new("rc_store_request *", plan.requests[place])
                 for place in range(plan.request_count)]
        self._wake_up.set(plan.next_time, self._schedule)
        for token in given_up:
            self._give_up(token)
        for request in begun:
            self._begin(request)
        if begun or given_up:
            self._announce([])

    def _give_up(self, token: int) -> None:
        task = self._tasks.pop(token, None)
        if task is not None:
            task[1]._given_up.set()

    def _begin(self, c: Any) -> None:
        assert self._schedule is not None
        page, kind = self._table.pages.get(c.page), RequestKind(c.kind)
        cursor = None
        if page is not None:
            cursor = {RequestKind.AFTER: page.next, RequestKind.BEFORE: page.previous}.get(kind, page.asked)
        request = Request(
            kind, None if c.position < 0 else c.position, c.count,
            None if c.id == ID_NONE else self._table.entries[c.id].key, cursor, c.attempt,
            c.is_refresh)
        self._tasks[c.token] = c, request
        refused = self._refused.get(_what(c))
        if refused is not None:
            self._schedule(0, functools.partial(self._arrived, c.token, (), refused))
            return
        on_thread("rangecore page", functools.partial(self._load, request), lambda: self._closed,
                  self._schedule, functools.partial(self._arrived, c.token))

    def _arrived(self, token: int, reply: Any, error: BaseException | None) -> None:
        # Otherwise it was given up.
        if token not in self._tasks or self._closed:
            return
        c, request = self._tasks.pop(token)
        if error is not None:
            self._fail(c, error)
            return
        try:
            edits, filled = self._receive(c, request, reply if isinstance(reply, Reply) else Reply(reply))
        except Exception as refused:
            if isinstance(refused, LimitError):
                self._refused[_what(c)] = refused
            self._fail(c, refused)
            return
        if c.is_refresh and self.refresh_state.state == LoadState.ENDED:
            self._unpin_refresh()
            self._resume(None)
        self._apply(edits, filled)

    def _receive(self, c: Any, request: Request, reply: Reply[Item]) -> tuple[list[Edit], list[int]]:
        items = list(reply.items)
        told = {"before": _told("before", reply.before, True), "after": _told("after", reply.after, True),
                "total": _told("total", reply.total), "cost": _told("cost", integer("cost", reply.cost))}
        numbers = self._table.intern(map(self._key, items))
        try:
            ids, out = array_of("ids", numbers), ffi.new("rc_store_result *")
            status = lib.rc_store_receive(self._handle, c.token, ffi.new("rc_store_reply *", {
                "ids": ffi.from_buffer("rc_id[]", ids), "count": len(items), "time": time.monotonic(), **told}), out)
            if status == Status.LIMIT:
                self._refuse(reply, c.is_refresh)
            check(status)
            edits, slots, dropped = _result(out, len(items))
            filled = self._take(items, numbers, slots)
            self._remember(c, numbers, out.page, reply, request.cursor)
            self._table.drop(dropped)
            return edits, filled
        finally:
            # Those of a reply that is refused, or that no page holds.
            self._table.release(numbers)

    def _refuse(self, reply: Reply[Item], is_refresh: bool) -> None:
        if not is_refresh and self._counts().cost + reply.cost >= 2**63:
            raise LimitError("cost", f"is {reply.cost}, and more than 2^63 − 1 with all others")
        raise LimitError("items", f"would be more than {lib.RC_ITEM_COUNT_MAX}, the most in a list")

    def _take(self, items: list[Item], numbers: list[int], slots: list[int]) -> list[int]:
        """The slots that show something else than before."""
        pages = [0 if slot < 0 else self._slot(slot).page for slot in slots]
        return sorted(slots[position] for position in self._table.take(items, numbers, pages))

    def _remember(self, c: Any, numbers: list[int], page: int, reply: Reply[Item], asked: Any) -> None:
        """Keeps what the library remembers beside what is held.

        By keys, the first and last of each page; by offsets, the one that must follow.
        """
        if self._is_keyed:
            if page and numbers:
                self._table.remember(page, [numbers[0], numbers[-1]], -1, reply.previous, reply.next, asked)
            return
        if not self._looks_ahead:
            return
        size, cell = self._page_size, c.position // self._page_size
        if not c.is_refresh:
            held = page or self._table.pages_of_cells.get(cell, 0)
            if held:
                self._table.remember(held, numbers[-1:] if len(numbers) > size else [], cell)
            return
        # A page for each of its cells that the reply fills, the last one with all the rest.
        cells = (c.count - 1) // size
        placed = len(numbers) - (len(numbers) > cells * size)
        made = min(cells, -(-placed // size)) if page else 0
        for index in range(made):
            end = placed if index + 1 == made else (index + 1) * size
            self._table.remember(page - (made - 1 - index), numbers[end:end + 1], cell + index)

    def _fail(self, c: Any, error: BaseException) -> None:
        try:
            check(lib.rc_store_fail(self._handle, c.token, time.monotonic(), random.random()))
            self._errors[c.token] = error
            if len(self._errors) > _ERRORS_MAX:
                del self._errors[min(self._errors)]
        except StaleError:
            pass  # Its page was dropped meanwhile, and the next update would have told so.
        if c.is_refresh:
            self._resume(error)
        self._announce([])
        self._ask()

    # == what follows ==

    def _apply(self, edits: list[Edit], filled: Iterable[int] = ()) -> None:
        self._outdated = True
        for edit in edits:
            self._visible = _following(edit, self._visible)
            self._wanted = _following(edit, self._wanted)
        host, rows, filled = self._host, self._rows, [*filled]
        row_edits, inserted = (edits, []) if rows is None else rows._follow(edits, filled)
        if host is not None:
            with self._editing(host):
                for edit in row_edits:
                    _apply_to(host, edit)
                for row in inserted:
                    host._set_items(row, [rows[row]])  # type: ignore[index]
                    host._mark_headers(row, 1)
                self._show(host, filled)
        self._announce(edits)
        if rows is not None and rows.changed is not None:
            rows.changed(row_edits)
        if host is not None:
            host.update()
        if self._outdated:
            self._ask()

    def _show(self, host: ListHost[Any, Any], filled: Iterable[int]) -> None:
        """Shows what has arrived: contents that are others now, and those in place of placeholders."""
        rows: Any = self if self._rows is None else self._rows
        new = [self._row_of(slot) for slot in filled]
        for lower, upper in _runs(row for row in new if host.items[row] is not None):
            host.set_items(lower, [rows[row] for row in range(lower, upper)])
        filled = [row for row in new if host.items[row] is None]
        for lower, upper in _runs(filled):
            host._set_items(lower, [rows[row] for row in range(lower, upper)])
            # Provisional, the rows leave in place what is on screen beside them: items, rather than
            # placeholders that are still there.
            host.list.mark_provisional(lower, upper)
        visible = map(self._row_of, self._visible)
        left = (row for row in visible if filled and host.items[row] is None)
        for lower, upper in _runs(left):
            host.list.mark_provisional(lower, upper)

    def _row_of(self, slot: int) -> int:
        return slot if self._rows is None else self._rows.row_of_slot(slot)

    def _announce(self, edits: list[Edit]) -> None:
        if self.changed is not None:
            self.changed(edits)

    def _resume(self, error: BaseException | None) -> None:
        waiting, self._waiting = self._waiting, []
        for done in waiting:
            done(error)

    def _unpin_refresh(self) -> None:
        if self._refresh_key is not None:
            self._table.unpin(self._refresh_key)
        self._refresh_key = None

    # == what the app wants ==

    def refresh(self, *, first: bool = False, last: bool = False, position: int | None = None,
                key: Hashable = None,
                done: Callable[[BaseException | None], object] | None = None) -> None:
        """Replaces everything that is loaded with what the source has now, beginning with what is visible.

        Or with the start, the end, a position or, by keys, what is around a key: a chat begins at its end by
        `refresh(last=True)`. Until the reply everything stays. `done` is called then, with None, or after a failure,
        which is retried, with the error. Before `attach`, the request waits for it, unless the store has a `schedule`.
        """
        target, value, pinned = 0, 0, None
        if first or last:
            target = 1 if first else 2
        elif position is not None:
            target, value = 3, position
        elif key is not None:
            target, value = 4, self._table.intern([key])[0]
            pinned = value
            self._table.pin(value)
        try:
            if key is not None and not self._is_keyed:
                raise ArgumentError("key", f"is {key!r}, and the source is one of offsets")
            check(lib.rc_store_refresh(self._handle, target, integer("position", value)), position=value)
        except Exception:
            if pinned is not None:
                self._table.unpin(pinned)
            raise
        self._unpin_refresh()
        self._refresh_key = pinned
        self._forget_failures()
        if done is not None:
            self._waiting.append(done)
        self._apply([])

    def jump(self, end: End) -> None:
        """By keys: requests the first or last items; a gap is left if others are missing in between."""
        check(lib.rc_store_jump(self._handle, integer("end", end)), end=end)
        self._apply([])

    def open(self, end: End) -> None:
        """Says that there may be more at an end after all; by offsets only at the tail."""
        check(lib.rc_store_open(self._handle, integer("end", end)), end=end)
        self._apply([])

    def retry(self) -> None:
        """Makes requests that have failed again at once."""
        check(lib.rc_store_retry(self._handle))
        self._forget_failures()
        self._apply([])

    def expire(self, age: float) -> None:
        """Refreshes what is visible of that which arrived more than so many seconds ago; the rest once it is visible.

        Such as when the app comes to the foreground, or is online again: then call `retry` too.
        """
        check(lib.rc_store_expire(self._handle, time.monotonic(), real("age", age)), age=age)
        self._apply([])

    def _forget_failures(self) -> None:
        self._errors.clear()
        self._refused.clear()

    def insert(self, slot: int, items: Iterable[Item]) -> None:
        """Inserts items of the app's own.

        Raises `NotFoundError` where something is missing beside the slot: they will be found where
        they belong.
        """
        new = list(items)
        numbers = self._table.intern(map(self._key, new))
        try:
            out = ffi.new("rc_store_result *")
            status = lib.rc_store_insert(self._handle, integer("slot", slot),
                                         ffi.from_buffer("rc_id[]", array_of("ids", numbers)), len(new), out)
            if status == Status.ARGUMENT:
                if 0 <= slot <= len(self):
                    raise ArgumentError("items", "have a key twice, or one that is loaded")
                raise ArgumentError("slot", f"is {slot}, of {len(self)}")
            check(status)
            edits, slots, _ = _result(out, len(new))
            filled = self._take(new, numbers, slots)
            if self._is_keyed and out.page and numbers:
                self._table.remember(out.page, [numbers[0], numbers[-1]])
        finally:
            self._table.release(numbers)
        self._apply(edits, filled)

    def move(self, key: Hashable, to: int) -> None:
        """Moves the item of a key, which has the slot `to` afterwards, until a refresh says otherwise.

        Raises `NotFoundError` if it is not loaded, or something is missing beside the slot.
        """
        number, out = self._table.number(key), ffi.new("rc_store_result *")
        if number is None:
            raise NotFoundError("key", f"is {key!r}")
        check(lib.rc_store_move(self._handle, number, integer("to", to), out), to=to)
        edits, _, _ = _result(out, 0)
        self._table.move(number, self._slot(to).page)
        self._apply(edits)

    def remove(self, key: Hashable) -> None:
        """Removes the item of a key. Raises `NotFoundError` if it is not loaded."""
        number, out = self._table.number(key), ffi.new("rc_store_result *")
        if number is None:
            raise NotFoundError("key", f"is {key!r}")
        check(lib.rc_store_remove(self._handle, number, out))
        edits, _, _ = _result(out, 0)
        self._table.remove(number)
        self._apply(edits)

    def replace(self, item: Item) -> None:
        """Replaces the content of an item, if it is loaded."""
        slot = self.slot_of(self._key(item))
        if slot is None:
            return
        self._table.entries[self._slot(slot).id].item = item
        self._apply([], [slot])

    def validate(self) -> None:
        """Checks all internal invariants, for tests."""
        check(lib.rc_store_validate(self._handle, ffi.NULL))


def _within(interval: range, count: int) -> tuple[int, int]:
    stop = min(interval.stop, count)
    return min(interval.start, stop), stop


def _what(c: Any) -> tuple[int, int, int, bool]:
    """What a request is for."""
    return c.kind, c.position, c.id, c.is_refresh


def _told(name: str, value: int | bool | None, can_be_some: bool = False) -> int:
    """How many there are: a number, whether there are any, or not known."""
    if value is None:
        return -1
    if can_be_some and isinstance(value, bool):
        return -2 if value else 0
    # A negative number must not be one of those two.
    number = integer(name, value)
    if number < 0:
        raise ArgumentError(name, f"is {number}")
    return number


def _result(out: Any, count: int) -> tuple[list[Edit], list[int], list[int]]:
    """The edits, the slots of the items, and the pages that are gone."""
    edits = [edit_of(out.edits[place]) for place in range(out.edit_count)]
    return (edits, [out.id_slots[place] for place in range(count)],
            [out.dropped[place] for place in range(out.dropped_count)])


def _runs(slots: Iterable[int]) -> list[tuple[int, int]]:
    """The runs of neighbours among sorted slots."""
    runs: list[tuple[int, int]] = []
    for slot in slots:
        if runs and slot <= runs[-1][1]:
            runs[-1] = runs[-1][0], slot + 1
        else:
            runs.append((slot, slot + 1))
    return runs


def _apply_to(host: ListHost[Any, Any], edit: Edit) -> None:
    kind, lower, upper, to, _ = edit
    if kind == EditKind.INSERT:
        host.insert(lower, [None] * (upper - lower))
    elif kind == EditKind.REMOVE:
        host.remove(lower, upper)
    elif kind == EditKind.MOVE:
        host.move(lower, upper, to)
    elif kind == EditKind.CLEAR:
        host.set_items(lower, [None] * (upper - lower), keeps_extents=True)


def _following(edit: Edit, slots: range) -> range:
    """Where an interval of slots is after an edit."""
    kind, lower, upper, to, _ = edit
    count = upper - lower

    def after(bound: int) -> int:
        return bound if bound <= lower else max(lower, bound - count)

    if kind in (EditKind.REMOVE, EditKind.MOVE):
        slots = range(after(slots.start), after(slots.stop))
    if kind in (EditKind.INSERT, EditKind.MOVE):
        at = lower if kind == EditKind.INSERT else to
        is_before = at <= slots.start
        return range(slots.start + (count if is_before else 0),
                     slots.stop + (count if is_before or at < slots.stop else 0))
    return slots

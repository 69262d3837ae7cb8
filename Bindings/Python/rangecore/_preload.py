"""A preloader: what items show, such as images, loaded before they are visible."""

from __future__ import annotations

import dataclasses
import enum
import functools
import math
import random
import threading
import time
from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from ._core import ffi, lib
from ._follow import Lists, Numbers, engine_of
from ._host import ListHost
from ._list import List
from ._surface import Id
from ._values import ID_NONE, ArgumentError, NotFoundError, check, fill, integer, real
from ._wake import WakeUp, on_thread

Value = TypeVar("Value")


class PreloadPriority(enum.IntEnum):
    """How urgent a load is: the innermost range of its item."""

    VISIBLE = 0
    DISPLAY = 1
    PRELOAD = 2


class PreloadState(enum.IntEnum):
    WAITING = 0
    RUNNING = 1
    READY = 2
    FAILED = 3


class _Order(enum.IntEnum):
    CANCEL = 0
    DROP = 1
    PRIORITY = 2
    START = 3


@dataclasses.dataclass
class PreloadSettings:
    """What can be changed at any time; see `Preloader.configure`. Where it can be None, that is any number."""

    #: How many loads run at a time; 0 for none.
    running_limit: int = 6
    #: How many of these may be for items that are not visible, in lists without foresight.
    ahead_limit: int | None = None
    #: After how many failures in a row a load is not started again by itself until its item is
    #: visible; 0 for any number.
    attempt_limit: int = 4
    #: The most that all values and loads may cost, 128 MiB. What is visible is loaded even so.
    budget: int | None = 128 << 20
    #: What is not visible is loaded only if it and all before it cost no more than this.
    ahead_budget: int | None = None
    #: The most that values may cost once no list wants them any more.
    keep_budget: int | None = None
    #: How long a load goes on that is not wanted any more, in seconds.
    grace: float = 0.25
    #: The foresight that a list is given that has none of its own; 0 for none.
    foresight: float = 0.85


_CAN_BE_NONE = ("ahead_limit", "budget", "ahead_budget", "keep_budget")


class PreloadCounters(NamedTuple):
    """What has happened since a preloader was created."""

    #: Loads that were started; of these, those that have succeeded, failed and were cancelled.
    started: int
    done: int
    failed: int
    cancelled: int
    #: Values that were dropped.
    dropped: int
    #: Loads whose items have become visible; those cancelled before that.
    useful: int
    churn: int
    #: Loads whose items were never visible, and are forgotten; those of which it is not known yet.
    wasted: int
    open: int
    #: How often an item became visible, for 50 ms or more, after a list's first update.
    appearances: int
    #: Of these, those without a value as they began; for 100 ms or more; and that lasted 300 ms too.
    late: int
    noticed: int
    missed: int
    #: The mean time that loads take, in seconds, and its mean deviation.
    load_time: float
    load_deviation: float


@dataclasses.dataclass(frozen=True)
class PreloadRequest(Generic[Id]):
    """What a preloader asks for."""

    id: Id
    #: How urgent it is now; see `Preloader.prioritized`.
    priority: PreloadPriority
    #: How many loads of the id have failed in a row.
    attempt: int
    _cancelled: threading.Event = dataclasses.field(default_factory=threading.Event, repr=False)

    @property
    def is_cancelled(self) -> bool:
        """Whether the value will be ignored, so that the load may as well stop."""
        return self._cancelled.is_set()


class Preloader(Generic[Id, Value]):
    """Loads what items show before they are visible, for any number of lists, each id once.

        images = rangecore.Preloader(download, cost=len, ready=lambda id, image: host.update())
        images.attach(host, lambda photo: photo.url)  # holds 128 MiB at most: `images.settings.budget`

    From then on each update of the list says which items are wanted: those that are visible, and
    those that can be loaded before they are. That is foresight, which attaching turns on; without
    it, those in the display or preload range, the nearest first. What is not wanted any more is
    cancelled, and its value kept while there is room. A preloader belongs to the toolkit's thread;
    only `load` runs on threads of its own.
    """

    def __init__(self, load: Callable[[PreloadRequest[Id]], Value], *,
                 settings: PreloadSettings | None = None, estimated_cost: int = 256 << 10,
                 cost: Callable[[Value], int] | None = None,
                 ready: Callable[[Id, Value], object] | None = None,
                 dropped: Callable[[Id], object] | None = None,
                 prioritized: Callable[[Id, PreloadPriority], object] | None = None,
                 failed: Callable[[Id, BaseException], object] | None = None,
                 schedule: Callable[[float, Callable[[], object]], object] | None = None) -> None:
        """Creates a preloader; nothing is loaded until a list is attached.

        - `load`: loads a value, on another thread; what it raises is a failure, which is retried
          with exponential back-off while the item is wanted, and for as long as it is visible; when
          the network is back, call `retry`.
        - `estimated_cost`: what a value costs that has not been loaded yet, in bytes or the unit of
          the budgets. `cost`: what a value costs; None if that is what was estimated.
        - `ready`: called when a value has arrived. `dropped`: when it is not in memory any more.
        - `prioritized`: called when a load in progress is more urgent, or has been less so for a moment.
        - `failed`: called with what `load` has raised.
        - `schedule`: calls a function on the preloader's thread after a number of seconds, called on any
          thread; by default that of the surface of the first host that is attached.
        """
        out = ffi.new("rc_tickets **")
        check(lib.rc_tickets_create(ffi.NULL, out))
        self._handle = ffi.gc(out[0], lib.rc_tickets_destroy)
        if not 0 <= integer("estimated_cost", estimated_cost) <= lib.RC_TICKETS_COST_MAX:
            raise ArgumentError("estimated_cost", f"is {estimated_cost}")
        self._load, self._cost, self._estimate = load, cost, estimated_cost
        self.ready, self.dropped, self.prioritized, self.failed = ready, dropped, prioritized, failed
        self._schedule = schedule
        # An id has a number while it has a ticket.
        self._numbers: Numbers[Id] = Numbers()
        self._values: dict[int, Value] = {}
        self._loads: dict[int, tuple[int, PreloadRequest[Id]]] = {}
        self._lists = Lists()
        self._closed, self._wake_up = False, WakeUp(self._update)
        self.configure(settings or PreloadSettings())

    def configure(self, settings: PreloadSettings) -> None:
        """Changes the limits, with effect at once."""
        if not 0 <= real("foresight", settings.foresight) < math.inf:
            raise ArgumentError("foresight", f"is {settings.foresight}")
        # By default, what can be None is any number.
        values = {name: value for name, value in dataclasses.asdict(settings).items()
                  if name != "foresight" and (value is not None or name not in _CAN_BE_NONE)}
        out = ffi.new("rc_tickets_settings *")
        lib.rc_tickets_settings_init(out)
        check(lib.rc_tickets_set_settings(self._handle, fill(out, **values)), 0, **values)
        self.settings = settings
        self._update()

    def close(self) -> None:
        """Cancels all loads; later updates of lists do nothing."""
        for number in self._lists.all:
            self._end(number)
        self._closed = True
        for _, request in self._loads.values():
            request._cancelled.set()
        self._loads.clear()

    # == what there is ==

    def get(self, id: Id) -> Value | None:
        """The value of an id; None if it is not in memory."""
        return self._values.get(self._numbers.get(id))

    def _ticket(self, number: int) -> Any:
        ticket = ffi.new("rc_ticket *")
        return ticket if lib.rc_tickets_find(self._handle, number, ticket) == 0 else None

    def state(self, id: Id) -> PreloadState | None:
        """What the load of an id does; None if no list wants it and nothing is known of it."""
        ticket = self._ticket(self._numbers.get(id))
        return None if ticket is None else PreloadState(ticket.state)

    def priority(self, id: Id) -> PreloadPriority | None:
        """How urgent an id is, or last was."""
        ticket = self._ticket(self._numbers.get(id))
        return None if ticket is None else PreloadPriority(ticket.band)

    @property
    def counters(self) -> PreloadCounters:
        out = ffi.new("rc_tickets_counters *")
        check(lib.rc_tickets_get_counters(self._handle, out))
        return PreloadCounters(*(getattr(out, name) for name in PreloadCounters._fields))

    def retry(self, id: Id | None = None) -> None:
        """Forgets the failures of an id, or of all for None, and loads what is wanted."""
        number = ID_NONE if id is None else self._numbers.get(id)
        lib.rc_tickets_retry(self._handle, number)
        self._update()

    def forget(self, id: Id) -> None:
        """Releases the value of an id. If a list wants it, it is loaded again."""
        number = self._numbers.get(id)
        self._values.pop(number, None)
        lib.rc_tickets_forget(self._handle, number)
        self._update()

    def validate(self) -> None:
        """Checks all internal invariants, for tests."""
        check(lib.rc_tickets_validate(self._handle, ffi.NULL))

    # == lists ==

    def attach(self, host: ListHost[Any, Any], key: Callable[[Any], Id | None]) -> None:
        """Loads what the items of a host show, from its next update on.

        `key` returns the id of what an item shows; None for an item without anything to load.
        """
        self.detach(host)
        self._schedule = self._schedule or host.surface.schedule

        def follow(host: ListHost[Any, Any]) -> None:
            items = host.items
            self._want(host.list, lambda index: key(items[index]))

        self._lists.attach(host, follow)
        if self._foresee(host.list) and host.latest is not None:
            host.update()
        else:
            follow(host)

    def follow(self, list_: List, key: Callable[[int], Id | None]) -> None:
        """Loads what the items of a list without a host show: to be called after each update of it.

        The first call turns foresight on, from the next update on.

        `key` returns the id for an index; None for an item without anything to load.
        """
        self._want(list_, key)

    def _foresee(self, list_: List) -> bool:
        """Gives a list foresight that has none; whether it had none."""
        settings = list_.settings
        if settings.foresight > 0 or self.settings.foresight == 0:
            return False
        settings.foresight = self.settings.foresight
        list_.settings = settings
        return True

    def detach(self, list_: List | ListHost[Any, Any]) -> None:
        """Ends what a list wants. Loads that only it wanted are cancelled after a moment."""
        number = self._lists.number(engine_of(list_))
        if number:
            self._end(number)
        self._update()

    def _end(self, number: int) -> None:
        self._lists.remove(number)
        # Without wants there is nothing to allocate.
        lib.rc_tickets_set_wants(self._handle, number, ffi.NULL, 0)

    def _want(self, list_: List, key: Callable[[int], Id | None]) -> None:
        if self._closed:
            return
        wants, count = self._wants(list_, key)
        # A list that has changed is about to be updated.
        if wants is None:
            return
        number = self._lists.number(list_)
        if number == 0:
            number = self._lists.add(list_)
            self._foresee(list_)
        check(lib.rc_tickets_set_wants(self._handle, number, wants, count))
        self._update()
        # Right after an update what is wanted has a ticket.
        self._numbers.sweep(lambda number: self._ticket(number) is not None)

    def _wants(self, list_: List, key: Callable[[int], Id | None]) -> tuple[Any, int]:
        items = ffi.new("rc_interval *")
        try:
            check(list_._ask(lib.rc_list_ticket_items, items))
        except NotFoundError:
            return None, 0
        parts = [range(items.lower, items.upper)]
        header = list_.pinned_header
        apart = list_.kept if header is None else [header.index, *list_.kept]
        parts += (range(index, index + 1) for index in sorted(set(apart)) if index not in parts[0])
        wants, count = ffi.new("rc_ticket_want[]", sum(map(len, parts))), 0
        found = ffi.new("size_t *")
        for part in parts:
            ids = self._numbers.array(map(key, part), len(part))
            costs = np.full(len(part), self._estimate, np.int64)
            check(list_._ask(lib.rc_list_copy_ticket_wants, part.start, part.stop,
                             ffi.from_buffer("rc_id[]", ids), ffi.from_buffer("int64_t[]", costs),
                             wants + count, found))
            count += found[0]
        return wants, count

    # == loads ==

    def _update(self) -> None:
        """Starts, cancels and drops what is due now."""
        if self._closed:
            return
        for number in self._lists.gone:
            self._end(number)
        plan = ffi.new("rc_tickets_plan *")
        check(lib.rc_tickets_update(self._handle, time.monotonic(), plan))
        # Copies: the orders are the library's.
        orders = [(it.id, it.token, it.kind, it.band, it.attempt)
                  for it in (plan.orders[place] for place in range(plan.order_count))]
        if self._schedule is not None:
            self._wake_up.set(plan.next_time, self._schedule)
        told: list[tuple[Callable[..., object] | None, tuple[Any, ...]]] = []
        for number, token, kind, band, attempt in orders:
            id = self._numbers.ids[number]
            if kind == _Order.CANCEL:
                self._loads.pop(number)[1]._cancelled.set()
            elif kind == _Order.DROP:
                self._values.pop(number, None)
                told.append((self.dropped, (id,)))
            elif kind == _Order.PRIORITY:
                told.append((self.prioritized, (id, PreloadPriority(band))))
            else:
                self._start(number, token, PreloadRequest(id, PreloadPriority(band), attempt))
        # Last, since they may change everything.
        for tell, arguments in told:
            if tell is not None:
                tell(*arguments)

    def _start(self, number: int, token: int, request: PreloadRequest[Id]) -> None:
        assert self._schedule is not None, "a preloader that is not attached needs `schedule`"
        self._loads[number] = token, request
        on_thread("rangecore load", functools.partial(self._load, request), lambda: request.is_cancelled,
                  self._schedule, functools.partial(self._arrived, number, token, request.id))

    def _arrived(self, number: int, token: int, id: Id, value: Any, error: BaseException | None) -> None:
        # Otherwise it was cancelled.
        if self._closed or self._loads.get(number, (0,))[0] != token:
            return
        del self._loads[number]
        seconds, now = ffi.new("double *"), time.monotonic()
        if error is None:
            told = self._estimate if self._cost is None else self._cost(value)
            cost = min(max(told, 0), lib.RC_TICKETS_COST_MAX)
            check(lib.rc_tickets_finish(self._handle, number, token, cost, now, seconds))
            self._values[number] = value
        else:
            check(lib.rc_tickets_fail(self._handle, number, token, now, random.random(), seconds))
        # So lists with foresight learn how far ahead to load.
        for list_ in self._lists.alive:
            list_.add_preload_time(seconds[0])
        self._update()
        if error is not None:
            if self.failed is not None:
                self.failed(id, error)
        # Unless it was too big.
        elif self.ready is not None and number in self._values:
            self.ready(id, value)

"""The results of a list, and its settings."""

from __future__ import annotations

import dataclasses
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ._core import ffi, lib
from ._values import (ID_NONE, Answer, ArgumentError, Direction, Mode, Presence, Pressure, Range, Reason, ShortContent,
                      State, check, fill, integer)


class Change(NamedTuple):
    """A run of consecutive items with the same change of state."""

    lower: int
    upper: int
    distance: float
    before: State
    after: State


_STATES = [State(bits) for bits in range(256)]


_CHANGE = np.dtype({
    "names": Change._fields,
    "formats": ["i8", "i8", "f8", "u1", "u1"],
    "offsets": [ffi.offsetof("rc_change", name) for name in Change._fields],
    "itemsize": ffi.sizeof("rc_change"),
})


class _Loan:
    """The memory of a list's changes, as NumPy asks for it.

    Every view of it, and of a part of it, refers to this, and this to the list's handle: the memory
    lives as long as the view. (`np.frombuffer` would not do: it does not keep its buffer alive.)
    """

    def __init__(self, items: Any, count: int, handle: Any) -> None:
        self._handle = handle
        self.__array_interface__ = {
            "version": 3, "typestr": "|u1", "shape": (count * _CHANGE.itemsize,),
            "data": (int(ffi.cast("uintptr_t", items)), True)}


class Changes:
    """What changed in an update, in the list's own memory; nothing is copied until it is read.

    Iterating gives tuples, which may be kept. `array()` is a NumPy view. While such a view is alive,
    a call that would change the list raises `BufferError`, as a `bytearray`'s would: drop the view
    first, or keep `array().copy()`. Once the list has changed, reading here raises `ValueError`.
    """

    def __init__(self, changes: Any, handle: Any, lock: threading.Lock) -> None:
        self.removed_count: int = changes.removed_count
        self.left_count: int = changes.left_count
        # The fields, not the struct: it is part of another one, which cffi would not keep alive.
        self._items, self._count = changes.items, int(changes.count)
        self._handle, self._lock = handle, lock
        self._loan: weakref.ref[_Loan] | None = None

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Change]:
        return (Change(lower, upper, distance, _STATES[before], _STATES[after])
                for lower, upper, distance, before, after in self.array().tolist())

    def __repr__(self) -> str:
        return f"Changes({'read too late' if self._handle is None else list(self)})"

    def array(self) -> npt.NDArray[Any]:
        """The changes as a structured array, a view, with the fields of `Change`."""
        with self._lock:
            self._check()
            if self._count == 0:
                return np.empty(0, _CHANGE)
            loan = self._loan() if self._loan else None
            if loan is None:
                loan = _Loan(self._items, self._count, self._handle)
                self._loan = weakref.ref(loan)
            return np.asarray(loan).view(_CHANGE)

    def names(self, position: int) -> list[int | None]:
        """The names of the items of a change, a list; None for an item without a name.

        They are those that the items have or, if they were removed, had; see `List.set_names`. Ask
        before you edit the list: as the changes, they cannot be read after that.
        """
        with self._lock:
            self._check()
            if not 0 <= integer("position", position) < self._count:
                raise ArgumentError("position", f"is {position}, of {self._count} changes")
            change = self._items[position]
            names = np.empty(change.upper - change.lower, np.int64)
            memory = ffi.from_buffer("rc_id[]", names)
            check(lib.rc_list_copy_change_names(self._handle, position, memory))
        return [None if name == ID_NONE else name for name in names.tolist()]

    def _check(self) -> None:
        if self._handle is None:
            raise ValueError("the list has changed since; read its changes before that")

    # The list calls the first of these before it changes, and the second after that.

    def check_unused(self) -> None:
        if self._loan and self._loan() is not None:
            raise BufferError("an array of the last update's changes is still in use: drop it"
                              " before the list changes, or keep array().copy()")

    def invalidate(self) -> None:
        self._handle = None


class Decision(NamedTuple):
    """Whether to fetch at one end now, and why."""

    answer: Answer
    reason: Reason
    remaining: float
    seconds: float
    is_near: bool


def interval(c: Any) -> range:
    """A C interval as a Python range."""
    return range(c.lower, c.upper)


@dataclasses.dataclass(frozen=True)
class Update:
    """The result of an update; all but its changes may be kept."""

    changes: Changes
    #: The items that overlap the viewport, and those in each range.
    visible: range
    ranges: dict[Range, range]
    #: What to add to the scroll offset now.
    correction: float
    #: What to add once the list is no longer held; until then, draw rows at offset − pending.
    pending: float
    #: The length of what can be scrolled: that of the list, less `pending`.
    scroll_length: float
    offset: float
    #: When to update again at the latest, in the host's time; infinite for never.
    next_time: float
    tail: Decision
    head: Decision
    mode: Mode
    presence: Presence
    direction: Direction


def update_of(c: Any, changes: Changes) -> Update:
    tail, head = (Decision(Answer(it.answer), Reason(it.reason), it.remaining, it.seconds,
                           it.is_near) for it in c.batches)
    return Update(changes, interval(c.visible),
                  {kind: interval(c.ranges[kind]) for kind in Range}, c.correction, c.pending,
                  c.scroll_length, c.offset, c.next_time, tail, head, Mode(c.mode),
                  Presence(c.presence), Direction(c.direction))


def viewport_of(fields: Mapping[str, Any]) -> Any:
    """A viewport. With an item there is no offset; None is for no item and no landing offset."""
    c = ffi.new("rc_viewport *")
    lib.rc_viewport_init(c)
    c.has_item, c.has_landing = fields.get("item") is not None, fields.get("landing_offset") is not None
    can_be_none = ("item", "landing_offset", "offset" if c.has_item else "")
    return fill(c, **{name: value for name, value in fields.items() if value is not None or name not in can_be_none})


class Item(NamedTuple):
    """The position of one item."""

    index: int  # type: ignore[assignment] # hides a method of tuples
    offset: float
    extent: float
    is_measured: bool
    is_provisional: bool


class ItemPlace(NamedTuple):
    """Where an item is, in lanes or in columns."""

    offset: float
    extent: float
    #: None for one that is wide or, as it has not been near yet, has no lane.
    lane: int | None
    #: Whether it goes across all lanes.
    is_wide: bool
    is_measured: bool


class Section(NamedTuple):
    """A header and the items after it; `items` and `rows` are ranges."""

    ordinal: int
    items: range
    rows: range
    columns: int


class PinnedHeader(NamedTuple):
    """The header that was pinned in the last update, and where it is drawn."""

    index: int  # type: ignore[assignment] # hides a method of tuples
    offset: float
    covered: float


class Span(NamedTuple):
    """Items to preload from one end to the other."""

    items: range
    is_descending: bool


class Foresight(NamedTuple):
    """What to preload, the most urgent first, and what to keep, in items."""

    spans: list[Span]
    wanted: range
    running: range
    kept: range
    #: In points, and in points per second.
    landing_offset: float
    velocity: float
    is_moving: bool
    landing_is_known: bool


Write = Callable[[dict[str, Any]], object]


class PerEnd(list[Any]):
    """The two values of a setting, indexed by `End`; setting one of them sets the setting."""

    def __init__(self, values: Iterable[Any], write: Write | None = None, name: str = "") -> None:
        super().__init__(values)
        # Not the settings, which would be a cycle.
        self._write, self._name = write, name

    def __setitem__(self, index: Any, value: Any) -> None:
        values = list(self)
        values[index] = value
        if self._write is not None:
            self._write({self._name: values})
        super().__setitem__(index, value)

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (list(self),)


@dataclasses.dataclass
class Settings:
    """The settings of a list, as `List.settings` returned them; to set a field or an element of one changes the list.

        host.list.settings.sticks[End.TAIL] = True

    Fields that are lists have two elements, indexed by `End`. A value that is refused raises `ArgumentError` and
    changes nothing. Settings that you construct, copy or get from `dataclasses.replace` change a list only when they
    are assigned to its `settings`.

    - `slack`: By how many screenfuls an item may leave a range before it loses the state. Default 0.
    - `foresight`: Scales how far ahead preloading reaches, by how the user scrolls; usually 0.85. Default 0: off.
    - `direction_threshold`: How many points the user scrolls back before the direction changes. Default 1.
    - `leading_screens`: Within how many screenfuls of an end its next batch is fetched; 0 for never. Default 0 at the
      head, 2 at the tail.
    - `leading_items`: The same in items beyond the visible ones. Default 0.
    - `overscan_items`: How many items past the visible ones, at each end, are displayed and preloaded at least.
      Default 0.
    - `extra_lengths`: The space before the first item and after the last one, in points. Default 0. A `ListHost` with
      a `footer` sets that at the tail.
    - `stick_distances`: Within how many points of an end the viewport counts as being there, for `sticks`. Default 1.
    - `depth`: How many pages of the app cover the one with this list. Default 0.
    - `presence`: Whether the list is on screen, as a `Presence`.
    - `pressure`: Whether memory is short, as a `Pressure`.
    - `short_content_policy`: Whether a list shorter than the viewport fetches, as a `ShortContent`.
    - `in_background`: Whether the app is in the background. Default False.
    - `insertion_pending`: Set this while fetched items have yet to be inserted: neither end fetches meanwhile.
    - `host_decides_batches`: Whether the app decides when to fetch while the viewport moves toward an end.
    - `sticks`: Whether a viewport at an end stays there through edits; at the tail, as in a chat. Default False.
    - `uses_mean_estimate`: Whether the estimate is the mean of the measured rows. Default False.
    - `pins_headers`: Whether the header of the first visible section stays at the viewport's start. Default False.
    """

    slack: float
    foresight: float
    direction_threshold: float
    leading_screens: list[float]
    leading_items: list[int]
    overscan_items: int
    extra_lengths: list[float]
    stick_distances: list[float]
    depth: int
    presence: Presence
    pressure: Pressure
    short_content_policy: ShortContent
    in_background: bool
    insertion_pending: bool
    host_decides_batches: bool
    sticks: list[bool]
    uses_mean_estimate: bool
    pins_headers: bool

    def __setattr__(self, name: str, value: Any) -> None:
        write = vars(self).get("_write")
        if write is not None:
            write({name: value})
        if isinstance(value, list):
            value = list(value) if write is None else PerEnd(value, write, name)
        super().__setattr__(name, value)

    def __reduce__(self) -> tuple[Any, ...]:
        return Settings, tuple(fields_of(self).values())


_KINDS = {"presence": Presence, "pressure": Pressure, "short_content_policy": ShortContent}


def fields_of(settings: Settings) -> dict[str, Any]:
    """The fields of settings, by their names."""
    if not isinstance(settings, Settings):
        raise TypeError(f"settings is {settings!r}, not Settings")
    return {it.name: getattr(settings, it.name) for it in dataclasses.fields(settings)}


def settings_of(c: Any, write: Write) -> Settings:
    """Settings of a list, which call `write` for what is set in them."""
    fields: dict[str, Any] = {it.name: getattr(c, it.name) for it in dataclasses.fields(Settings)}
    for name, value in fields.items():
        if isinstance(value, ffi.CData):
            fields[name] = list(value)
        elif name in _KINDS:
            fields[name] = _KINDS[name](value)
    settings = Settings(**fields)
    vars(settings).update({name: PerEnd(it, write, name) for name, it in fields.items() if isinstance(it, list)},
                          _write=write)
    return settings


def set_fields(c: Any, fields: Mapping[str, Any]) -> None:
    for name, value in fields.items():
        if not hasattr(c, name):
            raise AttributeError(f"there is no setting {name}")
        if isinstance(getattr(c, name), ffi.CData) and isinstance(value, list) and len(value) != 2:
            raise ArgumentError(name, f"has {len(value)} values, not one per end")
        fill(c, **{name: value})


class Tuning(NamedTuple):
    """How far a range reaches past the viewport, in screenfuls."""

    leading: float = 0
    trailing: float = 0
    is_enabled: bool = True

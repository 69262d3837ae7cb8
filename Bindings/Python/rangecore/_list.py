"""A list and its batches."""

from __future__ import annotations

import functools
import reprlib
import threading
import weakref
from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._core import ffi, lib
from ._ids import array_of, diff
from ._results import (Changes, Foresight, Item, ItemPlace, PinnedHeader, Section, Settings, Span, Tuning, Update, fields_of,
                       interval, set_fields, settings_of, update_of, viewport_of)
from ._values import (SPAN_WIDE, ArgumentError, BusyError, EditKind, End, Fraction, Mode, NotFoundError, Outcome, Preset, Range,
                      State, check, fill, integer, real, unfit)

if TYPE_CHECKING:
    from ._host_engine import HostEngine

Numbers = npt.NDArray[np.float64]
_ELEMENTS = {"float64": "double[]", "int64": "rc_id[]", "uint8": "rc_state[]", "uint32": "uint32_t[]"}


def _extents(values: npt.ArrayLike) -> Numbers:
    """An array that the library reads in place; one of float64 is not copied."""
    try:
        array = np.ascontiguousarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        array = np.empty((0, 0))
    if array.ndim != 1:
        raise TypeError(f"extents is {reprlib.repr(values)}, not numbers")
    return array


def _c(value: Any) -> Any:
    """An argument as cffi takes it: arrays by their memory."""
    if isinstance(value, np.ndarray):
        return ffi.from_buffer(_ELEMENTS[value.dtype.name], value)
    return ffi.NULL if value is None else value


def _destroy(hosts: list[Any], handle: Any) -> None:
    """Destroys a list, after its host: the garbage collector takes both in any order."""
    while hosts:
        lib.rc_host_destroy(hosts.pop())
    lib.rc_list_destroy(handle)


class Fetch:
    """A fetch of a batch, which can be finished on any thread, and after its list was destroyed.

    If it is dropped unfinished it counts as cancelled, so that its end does not wait forever.
    """

    def __init__(self, context: Any, token: int) -> None:
        self._context, self._token = context, token

    def finish(self, outcome: Outcome) -> None:
        """Finishes the fetch. The first outcome wins; later ones raise `StaleError`."""
        check(lib.rc_batch_context_finish(self._context, self._token, integer("outcome", outcome)), outcome=outcome)

    @property
    def outcome(self) -> Outcome:
        return Outcome(lib.rc_batch_context_outcome(self._context, self._token))

    def __del__(self) -> None:
        lib.rc_batch_context_finish(self._context, self._token, Outcome.CANCELLED)
        lib.rc_batch_context_release(self._context)


class List:
    """The engine of one list: edit, edit, …, `update`.

    Its memory is freed with the last reference to it, by `close`, or at the end of a `with`.
    """

    def __init__(self, columns: int = 1, estimate: float = 44, spacing: float = 0,
                 preset: Preset = Preset.LIST, quantum: float = 0) -> None:
        self._lock = threading.Lock()
        self._changes: Changes | None = None
        self._handle: Any = None
        # Whether a store alone may edit the items.
        self._is_stored = False
        # The host, if any, and its handle.
        self._host: weakref.ref[HostEngine] | None = None
        self._hosts: list[Any] = []
        options, out = ffi.new("rc_list_options *"), ffi.new("rc_list **")
        lib.rc_list_options_init(options)
        numbers = {"spacing": spacing, "quantum": quantum, "estimate": estimate}
        fill(options, columns=columns_of(columns), tuning_preset=integer("preset", preset), **numbers)
        check(lib.rc_list_create(options, ffi.NULL, out), 0, **numbers)
        self._handle = ffi.gc(out[0], functools.partial(_destroy, self._hosts))

    def close(self) -> None:
        """Destroys the list; other calls then raise `ArgumentError`."""
        with self._lock:
            self._check_unused()
            host = self._host() if self._host else None
            if host is not None:
                host.close()
            self._invalidate()
            if self._handle is not None:
                ffi.release(self._handle)
            self._handle = None

    def __enter__(self) -> List:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        if self._handle is None:
            return "List(closed)"
        return f"List({len(self)} items, {self.measured_row_count} measured rows, length {self.length:g})"

    def _check_unused(self) -> None:
        if self._changes is not None:
            self._changes.check_unused()

    def _invalidate(self) -> None:
        if self._changes is not None:
            self._changes.invalidate()
            self._changes = None

    def _call(self, function: Any, *arguments: Any) -> Any:
        if self._handle is None:
            raise ArgumentError("list", "is closed")
        return function(self._handle, *arguments)

    # cffi releases the GIL during a call, and a list takes one call at a time: hence the lock.

    def _ask(self, function: Any, *arguments: Any) -> Any:
        """Calls a function that leaves the changes of the last update valid."""
        with self._lock:
            return self._call(function, *arguments)

    def _do(self, function: Any, arguments: dict[str, Any], out: Any = ()) -> None:
        """Calls a function that returns a status, with named arguments; raises it with the name."""
        try:
            status = self._call(function, *map(_c, arguments.values()), *out)
        except (OverflowError, TypeError):
            raise unfit(arguments) from None
        if status:
            check(status, self._call(lib.rc_list_count), **arguments)

    def _checked(self, function: Any, *out: Any, **arguments: Any) -> None:
        """The same, for a function that leaves the changes of the last update valid."""
        with self._lock:
            self._do(function, arguments, out)

    def _edit(self, function: Any, **arguments: Any) -> None:
        """The same, for a function that invalidates them, if it succeeds."""
        with self._lock:
            self._check_unused()
            self._do(function, arguments)
            self._invalidate()

    # The indices would not be the store's slots any more.
    def _check_editable(self) -> None:
        if self._is_stored:
            raise BusyError(None, "the items of this list are a store's; edit the store")

    def insert(self, index: int, count: int, extents: npt.ArrayLike | None = None) -> None:
        """Inserts items, measured if there are `count` extents.

        As `remove`, `move` and `apply` it raises `BusyError` while a store is attached to the list.
        """
        self._check_editable()
        if extents is not None:
            extents = _extents(extents)
            if extents.size != count:
                raise ArgumentError("extents", f"has {extents.size} values for {count} items")
        self._edit(lib.rc_list_insert, index=index, extents=extents, count=count)

    def remove(self, lower: int, upper: int) -> None:
        self._check_editable()
        self._edit(lib.rc_list_remove, lower=lower, upper=upper)

    def move(self, lower: int, upper: int, to: int) -> None:
        """Moves items so that the first of them has the index `to` afterwards."""
        self._check_editable()
        self._edit(lib.rc_list_move, lower=lower, upper=upper, to=to)

    def forget(self, lower: int, upper: int) -> None:
        """Forgets the extents of items."""
        self._edit(lib.rc_list_forget, lower=lower, upper=upper)

    def set_row_extents(self, row: int, extents: npt.ArrayLike) -> None:
        """Sets the extents of consecutive rows, which makes them measured."""
        values = _extents(extents)
        self._edit(lib.rc_list_set_row_extents, row=row, extents=values, count=values.size)

    def mark_provisional(self, lower: int, upper: int) -> None:
        """Has the measured rows that hold items measured again.

        They keep their extents until then; `unmeasured_rows` finds them.
        """
        self._edit(lib.rc_list_mark_provisional, lower=lower, upper=upper)

    def set_layout(self, columns: int, spacing: float, *, keeps_extents: bool) -> None:
        """Changes the columns and the spacing; rows that keep their extents become provisional."""
        self._edit(lib.rc_list_set_layout, columns=columns_of(columns), spacing=spacing,
                   keeps_extents=keeps_extents)

    def set_lanes(self, lanes: int, spacing: float, *, tolerance: float = 0, keeps_extents: bool = True) -> None:
        """Lays the list out in lanes, 1 … 16: each item goes on where its own lane ends (masonry), and keeps it.

        A lane that ends up to `tolerance` later than the first one may still be taken; the same lanes and spacing again
        set that alone. `set_layout` goes back to columns. See `rangecore_lanes.h`, rules 25 … 33.
        """
        self._edit(lib.rc_list_set_lanes, lanes=lanes_of(lanes), spacing=spacing, tolerance=tolerance,
                   keeps_extents=keeps_extents)

    def set_span(self, lower: int, upper: int, span: int) -> None:
        """Makes items wide, across all lanes, with `SPAN_WIDE`; 1 puts them into a lane again. Changes stay valid."""
        self._checked(lib.rc_list_set_span, lower=lower, upper=upper, span=integer("span", span))

    def mark_header(self, index: int, columns: int = 0) -> None:
        """Makes an item a header, of a section of this many columns; 0 for as many as the list has."""
        self._checked(lib.rc_list_mark_header, index=index, columns=columns_of(columns, least=0))

    def unmark_header(self, index: int) -> None:
        """Makes a header an ordinary item."""
        self._checked(lib.rc_list_unmark_header, index=index)

    def apply(self, old_ids: Iterable[Hashable], new_ids: Iterable[Hashable],
              extents: npt.ArrayLike | None = None) -> None:
        """Applies the edits that turn the ids that the items had into those that they have now.

        The ids are those of `diff`. If there is not one old id per item, nothing changes. With an extent for each
        new id, items that are inserted have theirs.
        """
        self._check_editable()
        old_ids, new_ids = list(old_ids), list(new_ids)
        values = None if extents is None else _extents(extents)
        if values is not None and values.size != len(new_ids):
            raise ArgumentError("extents", f"has {values.size} values for {len(new_ids)} items")
        edits = diff(old_ids, new_ids)
        with self._lock:
            count = self._call(lib.rc_list_count)
            if count != len(old_ids):
                raise ArgumentError("old_ids", f"has {len(old_ids)} ids for {count} items")
            self._check_unused()
            if edits:
                self._invalidate()
            for kind, lower, upper, to, _ in edits:
                if kind == EditKind.REMOVE:
                    status = self._call(lib.rc_list_remove, lower, upper)
                elif kind == EditKind.INSERT:
                    known = ffi.NULL if values is None else _c(values[lower:upper])
                    status = self._call(lib.rc_list_insert, lower, known, upper - lower)
                else:
                    status = self._call(lib.rc_list_move, lower, upper, to)
                check(status)

    def keep(self, index: int, bits: State = State.PRELOAD | State.DISPLAY) -> None:
        """Keeps an item with some bits of its state wherever the user scrolls, through edits; `State(0)` for no longer.

        At most 64 items are kept. A host has a view of each that is kept with `State.DISPLAY`. Changes stay valid.
        """
        bits = State(integer("bits", bits))
        if bits & (State.MEASURE_LAYOUT | State.VISIBLE):
            raise ArgumentError("bits", f"is {int(bits)}")
        self._checked(lib.rc_list_keep, index=integer("index", index), bits=int(bits))

    @property
    def kept(self) -> list[int]:
        """The indices of the kept items, ascending."""
        indices, count = ffi.new("int64_t[]", lib.RC_KEPT_ITEM_COUNT_MAX), ffi.new("size_t *")
        self._checked(lib.rc_list_copy_kept, indices, count)
        return list(indices[0:count[0]])

    def set_names(self, lower: int, names: Iterable[int | None]) -> None:
        """Names the items from `lower` on: integers, or None to take a name away.

        The names stay with their items through edits; see `Changes.names`, which stay valid.
        """
        array = array_of("names", names)
        lower = integer("lower", lower)
        if lower + array.size > max(lower, len(self)):
            raise ArgumentError("names", f"has {array.size} values after {lower} items")
        self._checked(lib.rc_list_set_names, lower=lower, upper=lower + array.size, names=array)

    def update(self, offset: float | None, length: float, *, inset_start: float = 0,
               inset_end: float = 0, item: int | None = None, item_place: float = 0,
               velocity: float = 0, landing_offset: float | None = None, time: float = 0,
               jitter: float = 0, is_user_driven: bool = False, is_held: bool = False,
               insets_are_fixed: bool = False, is_dragged: bool = False) -> Update:
        """Moves the viewport, applies all edits since the last update, and lists what changed.

        An `item`, with its place, takes the place of `offset`, which may then be None. See
        `rc_viewport` for the other arguments; times are seconds.
        """
        given = {"offset": offset, "length": length, "inset_start": inset_start,
                 "inset_end": inset_end, "velocity": velocity, "landing_offset": landing_offset,
                 "time": time, "item": item, "item_place": item_place, "jitter": jitter,
                 "is_user_driven": is_user_driven, "is_held": is_held,
                 "insets_are_fixed": insets_are_fixed, "is_dragged": is_dragged}
        if item is not None:
            given["offset"], given["item"] = None, integer("item", item)
        viewport, c = viewport_of(given), ffi.new("rc_update *")
        with self._lock:
            self._check_unused()
            status = self._call(lib.rc_list_update, viewport, c)
            check(status, self._call(lib.rc_list_count) - 1, **given)
            self._invalidate()
            self._changes = Changes(c.changes, self._handle, self._lock)
            return update_of(c, self._changes)

    def set_scroll_target(self, index: int, fraction: float = Fraction.NEAREST,
                          shift: float = 0) -> float:
        """Makes an item the scroll target, and returns the offset that aligns it, plus `shift`.

        `fraction` is a `Fraction`, or a number in 0 … 1.
        """
        offset = ffi.new("double *")
        self._checked(lib.rc_list_set_scroll_target, offset, index=index, fraction=fraction,
                      shift=shift)
        return float(offset[0])

    def set_mode(self, mode: Mode) -> None:
        self._checked(lib.rc_list_set_mode, mode=mode)

    def mark_scrolled(self) -> None:
        self._checked(lib.rc_list_mark_scrolled)

    @property
    def settings(self) -> Settings:
        """The settings as they are now; to set one in them changes the list: `list.settings.slack = 0.5`."""
        settings = ffi.new("rc_list_settings *")
        self._checked(lib.rc_list_get_settings, settings)
        return settings_of(settings, self._set)

    @settings.setter
    def settings(self, settings: Settings) -> None:
        self._set(fields_of(settings))

    def _set(self, fields: dict[str, Any]) -> None:
        """Sets some of the settings, or none if one is refused."""
        memory = ffi.new("rc_list_settings *")
        with self._lock:
            check(self._call(lib.rc_list_get_settings, memory))
            set_fields(memory, fields)
            check(self._call(lib.rc_list_set_settings, memory), 0, **fields)

    def tuning(self, mode: Mode, range_: Range) -> Tuning:
        tuning = ffi.new("rc_tuning *")
        self._checked(lib.rc_list_get_tuning, tuning, mode=mode, range_=range_)
        return Tuning(tuning.leading, tuning.trailing, tuning.is_enabled)

    def set_tuning(self, mode: Mode, range_: Range, tuning: Tuning) -> None:
        def call(handle: Any, mode: int, range_: int, *_: object) -> Any:
            return lib.rc_list_set_tuning(handle, mode, range_, tuning)
        self._checked(call, mode=mode, range_=range_, **tuning._asdict())

    @property
    def estimate(self) -> float:
        """The extent of rows that are not measured."""
        return float(self._ask(lib.rc_list_get_estimate))

    @estimate.setter
    def estimate(self, estimate: float) -> None:
        self._edit(lib.rc_list_set_estimate, estimate=estimate)

    def begin_batch(self, end: End) -> Fetch:
        """Begins a fetch at one end; raises `BusyError` while one is in progress there."""
        context, token = ffi.new("rc_batch_context **"), ffi.new("rc_batch_token *")
        self._checked(lib.rc_list_begin_batch, context, token, end=end)
        return Fetch(context[0], token[0])

    def retry_batch(self, end: End) -> None:
        self._checked(lib.rc_list_retry_batch, end=end)

    def reset_batch(self, end: End) -> None:
        self._checked(lib.rc_list_reset_batch, end=end)

    def mark_exhausted(self, end: End) -> None:
        self._checked(lib.rc_list_mark_exhausted, end=end)

    def __len__(self) -> int:
        return int(self._ask(lib.rc_list_count))

    @property
    def measured_row_count(self) -> int:
        return int(self._ask(lib.rc_list_measured_row_count))

    @property
    def length(self) -> float:
        """The length of the content and both extra lengths."""
        return float(self._ask(lib.rc_list_length))

    def _item(self, function: Any, **place: Any) -> Item:
        item = ffi.new("rc_item *")
        self._checked(function, item, **place)
        return Item(item.index, item.offset, item.extent, item.is_measured, item.is_provisional)

    def item(self, index: int) -> Item:
        return self._item(lib.rc_list_item, index=index)

    def item_at(self, offset: float) -> Item:
        return self._item(lib.rc_list_item_at, offset=offset)

    def items_in(self, lower: float, upper: float) -> range:
        """The items between two offsets."""
        items = ffi.new("rc_interval *")
        bounds = {"lower": real("lower", lower), "upper": real("upper", upper)}
        check(self._ask(lib.rc_list_items_in, *bounds.values(), items), **bounds)
        return interval(items)

    def rows(self, lower: int, upper: int) -> tuple[Numbers, Numbers]:
        """The offsets of rows and their extents, two arrays."""
        # The bounds are checked first, before memory is allocated for them.
        self._checked(lib.rc_list_copy_rows, ffi.NULL, ffi.NULL, lower=lower, upper=upper)
        offsets, extents = np.empty((2, upper - lower))
        self._checked(lib.rc_list_copy_rows, _c(offsets), _c(extents), lower=lower, upper=upper)
        return offsets, extents

    def places(self, lower: int, upper: int) -> list[ItemPlace]:
        """Where items are, in lanes or in columns, where a lane is a place in a row."""
        size = upper - lower if 0 <= integer("lower", lower) <= integer("upper", upper) <= len(self) else 0
        places = ffi.new("rc_lanes_position[]", size)
        self._checked(lambda list_, lower, upper: lib.rc_list_places(list_, lower, upper, places),
                      lower=lower, upper=upper)
        return [ItemPlace(it.offset, it.extent, None if it.span == SPAN_WIDE or it.lane == lib.RC_LANE_NONE else it.lane,
                          it.span == SPAN_WIDE, it.is_measured) for it in places]

    def neighbor(self, index: int, *, along: int = 0, across: int = 0) -> int | None:
        """The item beside another one in lanes, for the keys of a keyboard; None at an edge.

        With `along` 1 or -1 the next one in its own lane, as a wide item is in each; with `across` the one of the next
        lane that overlaps it most. Both are at most 256 items away.
        """
        reach, count = 256, len(self)
        lower = max(0, min(integer("index", index), count) - reach)
        places = self.places(lower, min(count, lower + 2 * reach))
        if not 0 <= index < count:
            raise ArgumentError("index", f"is {index}")
        it = places[index - lower]
        if along:
            others = range(index + 1, lower + len(places)) if along > 0 else range(index - 1, lower - 1, -1)
            return next((other for other in others if it.is_wide or (place := places[other - lower]).is_wide
                         or place.lane == it.lane), None)
        lane = None if it.lane is None else it.lane + across
        overlaps = [(min(it.offset + it.extent, place.offset + place.extent) - max(it.offset, place.offset), other)
                    for other, place in enumerate(places, lower) if place.lane == lane]
        return max(overlaps, key=lambda other: other[0])[1] if lane is not None and overlaps else None

    def unmeasured_rows(self, lower: int, upper: int) -> range:
        """The first stretch of rows to measure among those that hold the items."""
        rows = ffi.new("rc_interval *")
        self._checked(lib.rc_list_unmeasured_rows, rows, lower=lower, upper=upper)
        return interval(rows)

    @property
    def section_count(self) -> int:
        return int(self._ask(lib.rc_list_section_count))

    def _section(self, function: Any, **place: int) -> Section:
        section = ffi.new("rc_section *")
        self._checked(function, section, **place)
        return Section(section.ordinal, interval(section.items), interval(section.rows),
                       section.columns)

    def section(self, ordinal: int) -> Section:
        return self._section(lib.rc_list_section, ordinal=ordinal)

    def section_of_item(self, index: int) -> Section:
        """The section of an item. Raises `NotFoundError` before the first header."""
        return self._section(lib.rc_list_section_of_item, index=index)

    def row_of_item(self, index: int) -> int:
        row = ffi.new("int64_t *")
        self._checked(lib.rc_list_row_of_item, row, index=index)
        return int(row[0])

    def items_of_row(self, row: int) -> range:
        items = ffi.new("rc_interval *")
        self._checked(lib.rc_list_items_of_row, items, row=row)
        return interval(items)

    @property
    def pinned_header(self) -> PinnedHeader | None:
        """The header that was pinned in the last update; None if there was none."""
        header = ffi.new("rc_pinned_header *")
        # Asked in each update: no exception where there is none.
        if self._ask(lib.rc_list_pinned_header, header):
            return None
        return PinnedHeader(header.index, header.offset, header.covered)

    @property
    def foresight(self) -> Foresight | None:
        """What the last update wants preloaded; None if it did not use foresight."""
        it = ffi.new("rc_foresight *")
        try:
            self._checked(lib.rc_list_foresee, it)
        except NotFoundError:
            return None
        spans = [Span(range(it.spans[i].lower, it.spans[i].upper), bool(it.is_descending[i]))
                 for i in range(it.span_count)]
        wanted, running, kept = (range(bounds.lower, max(bounds.lower, bounds.upper))
                                 for bounds in (it.wanted, it.running, it.kept))
        return Foresight(spans, wanted, running, kept, it.landing_offset / 960, it.velocity / 960,
                         bool(it.is_moving), bool(it.landing_is_known))

    def add_preload_time(self, seconds: float) -> None:
        """Records what the preload of an item took, whether it succeeded or failed."""
        self._checked(lib.rc_list_add_preload_time, seconds=seconds)

    def state(self, index: int) -> State:
        """The state of an item; 0 if there is no such item."""
        return State(self._ask(lib.rc_list_state, integer("index", index)))

    def states(self, lower: int, upper: int) -> npt.NDArray[np.uint8]:
        """The states of items, an array of bytes."""
        # The library refuses other bounds; no memory is allocated for them.
        size = upper - lower if 0 <= integer("lower", lower) <= integer("upper", upper) <= len(self) else 0
        states = np.empty(size, np.uint8)
        self._checked(lib.rc_list_copy_states, _c(states), lower=lower, upper=upper)
        return states

    def validate(self) -> None:
        """Checks all internal invariants; for tests and bug reports."""
        self._checked(lib.rc_list_validate, ffi.NULL)


def lanes_of(lanes: int) -> int:
    if not 1 <= integer("lanes", lanes) <= lib.RC_LANE_COUNT_MAX:
        raise ArgumentError("lanes", f"is {lanes}")
    return lanes


def columns_of(columns: int, least: int = 1) -> int:
    if not least <= integer("columns", columns) < 2**32:
        raise ArgumentError("columns", f"is {columns}")
    return columns

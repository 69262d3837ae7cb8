"""A list and its batches."""

import threading

import numpy as np

from ._answers import (Item, PinnedHeader, Section, Settings, State, Tuning, Update, interval)
from ._ids import array_of, diff, memory_of
from ._library import (ArgumentError, EditKind, Fraction, NotFoundError, Outcome, Preset, check,
                       ffi, integer, lib)


def _extents(values):
    """An array that the library reads in place; one of float64 is not copied."""
    return np.ascontiguousarray(values, dtype=np.float64)


def _memory(array):
    return ffi.from_buffer("double[]", array)


class Fetch:
    """A fetch of a batch, which can be finished on any thread, and after its list was destroyed.

    If it is dropped unfinished it counts as cancelled, so that its end does not wait forever.
    """

    def __init__(self, context, token):
        self._context, self._token = context, token

    def finish(self, outcome):
        """Finishes the fetch. The first outcome wins; later ones raise `StaleError`."""
        check(lib.rc_batch_context_finish(self._context, self._token, outcome))

    @property
    def outcome(self):
        return Outcome(lib.rc_batch_context_outcome(self._context, self._token))

    def __del__(self):
        lib.rc_batch_context_finish(self._context, self._token, Outcome.CANCELLED)
        lib.rc_batch_context_release(self._context)


class List:
    """The engine of one list: edit, edit, …, `update`.

    Its memory is freed with the last reference to it, by `close`, or at the end of a `with`.
    """

    def __init__(self, columns=1, estimate=44, spacing=0, preset=Preset.LIST, quantum=0):
        self._lock, self._changes, self._handle = threading.Lock(), None, None
        options, out = ffi.new("rc_list_options *"), ffi.new("rc_list **")
        lib.rc_list_options_init(options)
        if not 0 < columns < 2**32:
            raise ArgumentError
        options.columns, options.tuning_preset = columns, preset
        options.estimate, options.spacing, options.quantum = estimate, spacing, quantum
        check(lib.rc_list_create(options, ffi.NULL, out))
        self._handle = ffi.gc(out[0], lib.rc_list_destroy)

    def close(self):
        """Destroys the list; other calls then raise `ValueError`."""
        with self._lock:
            self._check_unused()
            self._invalidate()
            if self._handle is not None:
                ffi.release(self._handle)
            self._handle = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _check_unused(self):
        if self._changes is not None:
            self._changes.check_unused()

    def _invalidate(self):
        if self._changes is not None:
            self._changes.invalidate()
            self._changes = None

    def _call(self, function, *arguments):
        if self._handle is None:
            raise ValueError("the list is closed")
        return function(self._handle, *arguments)

    # cffi releases the GIL during a call, and a list takes one call at a time: hence the lock.

    def _ask(self, function, *arguments):
        """Calls a function that leaves the changes of the last update valid."""
        with self._lock:
            return self._call(function, *arguments)

    def _checked(self, function, *arguments):
        """The same, for a function that returns a status."""
        check(self._ask(function, *arguments))

    def _edit(self, function, *arguments):
        """Calls a function that invalidates them, if it succeeds."""
        with self._lock:
            self._check_unused()
            check(self._call(function, *arguments))
            self._invalidate()

    def insert(self, index, count, extents=None):
        """Inserts items, measured if there are `count` extents."""
        memory = ffi.NULL
        if extents is not None:
            extents = _extents(extents)
            if extents.size != count:
                raise ArgumentError
            memory = _memory(extents)
        self._edit(lib.rc_list_insert, integer(index), integer(count), memory)

    def remove(self, lower, upper):
        self._edit(lib.rc_list_remove, integer(lower), integer(upper))

    def move(self, lower, upper, to):
        """Moves items so that the first of them has the index `to` afterwards."""
        self._edit(lib.rc_list_move, integer(lower), integer(upper), integer(to))

    def forget(self, lower, upper):
        """Forgets the extents of items."""
        self._edit(lib.rc_list_forget, integer(lower), integer(upper))

    def set_row_extents(self, row, extents):
        """Sets the extents of consecutive rows, which makes them measured."""
        extents = _extents(extents)
        self._edit(lib.rc_list_set_row_extents, integer(row), extents.size, _memory(extents))

    def mark_provisional(self, lower, upper):
        """Has the measured rows that hold items measured again.

        They keep their extents until then; `unmeasured_rows` finds them.
        """
        self._edit(lib.rc_list_mark_provisional, integer(lower), integer(upper))

    def set_layout(self, columns, spacing, *, keeps_extents):
        """Changes the columns and the spacing; rows that keep their extents become provisional."""
        if not 0 < columns < 2**32:
            raise ArgumentError
        self._edit(lib.rc_list_set_layout, columns, spacing, keeps_extents)

    def mark_header(self, index, columns=0):
        """Makes an item a header, of a section of so many columns; 0 for as many as the list has."""
        if not 0 <= columns < 2**32:
            raise ArgumentError
        self._checked(lib.rc_list_mark_header, integer(index), columns)

    def unmark_header(self, index):
        """Makes a header an ordinary item."""
        self._checked(lib.rc_list_unmark_header, integer(index))

    def apply(self, old_ids, new_ids):
        """Applies the edits that turn the ids that the items had into those that they have now.

        The ids are those of `diff`. If there is not one old id per item, nothing changes.
        """
        old_ids = list(old_ids)
        edits = diff(old_ids, new_ids)
        with self._lock:
            if self._call(lib.rc_list_count) != len(old_ids):
                raise ArgumentError
            self._check_unused()
            if edits:
                self._invalidate()
            for kind, lower, upper, to in edits:
                if kind == EditKind.REMOVE:
                    status = self._call(lib.rc_list_remove, lower, upper)
                elif kind == EditKind.INSERT:
                    status = self._call(lib.rc_list_insert, to, upper - lower, ffi.NULL)
                else:
                    status = self._call(lib.rc_list_move, lower, upper, to)
                check(status)

    def set_names(self, lower, names):
        """Names the items from `lower` on: integers, or None to take a name away.

        The names stay with their items through edits; see `Changes.names`, which stay valid.
        """
        names, lower = array_of(names), integer(lower)
        upper = integer(lower + names.size)
        self._checked(lib.rc_list_set_names, lower, upper, memory_of(names))

    def update(self, offset, length, *, landing_offset=None, item=None, item_place=0.0, **fields):
        """Moves the viewport; the other fields are those of `rc_viewport`.

        An `item`, with its place, takes the place of `offset`, which may then be None.
        """
        viewport, c = ffi.new("rc_viewport *"), ffi.new("rc_update *")
        lib.rc_viewport_init(viewport)
        viewport.length = length
        if item is None:
            viewport.offset = offset
        else:
            viewport.has_item, viewport.item = True, integer(item)
            viewport.item_place = item_place
        if landing_offset is not None:
            viewport.has_landing, viewport.landing_offset = True, landing_offset
        for name, value in fields.items():
            setattr(viewport, name, value)
        with self._lock:
            self._check_unused()
            check(self._call(lib.rc_list_update, viewport, c))
            self._invalidate()
            update = Update(c, self._handle, self._lock)
            self._changes = update.changes
        return update

    def set_scroll_target(self, index, fraction=Fraction.NEAREST, shift=0):
        """Makes an item the scroll target, and returns the offset that aligns it, plus `shift`.

        `fraction` is a `Fraction`, or a number in 0 … 1.
        """
        offset = ffi.new("double *")
        self._checked(lib.rc_list_set_scroll_target, integer(index), fraction, shift, offset)
        return offset[0]

    def set_mode(self, mode):
        self._checked(lib.rc_list_set_mode, mode)

    def mark_scrolled(self):
        self._checked(lib.rc_list_mark_scrolled)

    @property
    def settings(self):
        """A copy of the `Settings`: change it, then assign it."""
        settings = ffi.new("rc_list_settings *")
        self._checked(lib.rc_list_get_settings, settings)
        return Settings(settings)

    @settings.setter
    def settings(self, settings):
        self._checked(lib.rc_list_set_settings, settings.c)

    def tuning(self, mode, range_):
        tuning = ffi.new("rc_tuning *")
        self._checked(lib.rc_list_get_tuning, mode, range_, tuning)
        return Tuning(tuning.leading, tuning.trailing, tuning.is_enabled)

    def set_tuning(self, mode, range_, tuning):
        self._checked(lib.rc_list_set_tuning, mode, range_, tuning)

    @property
    def estimate(self):
        """The extent of rows that are not measured."""
        return self._ask(lib.rc_list_get_estimate)

    @estimate.setter
    def estimate(self, estimate):
        self._edit(lib.rc_list_set_estimate, estimate)

    def begin_batch(self, end):
        """Begins a fetch at one end; raises `BusyError` while one is in progress there."""
        context, token = ffi.new("rc_batch_context **"), ffi.new("rc_batch_token *")
        self._checked(lib.rc_list_begin_batch, end, context, token)
        return Fetch(context[0], token[0])

    def retry_batch(self, end):
        self._checked(lib.rc_list_retry_batch, end)

    def reset_batch(self, end):
        self._checked(lib.rc_list_reset_batch, end)

    def mark_exhausted(self, end):
        self._checked(lib.rc_list_mark_exhausted, end)

    def __len__(self):
        return self._ask(lib.rc_list_count)

    @property
    def measured_row_count(self):
        return self._ask(lib.rc_list_measured_row_count)

    @property
    def length(self):
        """The length of the content and both extra lengths."""
        return self._ask(lib.rc_list_length)

    def _item(self, function, place):
        item = ffi.new("rc_item *")
        self._checked(function, place, item)
        return Item(item.index, item.offset, item.extent, item.is_measured, item.is_provisional)

    def item(self, index):
        return self._item(lib.rc_list_item, integer(index))

    def item_at(self, offset):
        return self._item(lib.rc_list_item_at, offset)

    def items_in(self, lower, upper):
        items = ffi.new("rc_interval *")
        self._checked(lib.rc_list_items_in, lower, upper, items)
        return interval(items)

    def rows(self, lower, upper):
        """The offsets of rows and their extents, two arrays."""
        bounds = integer(lower), integer(upper)
        # The bounds are checked first, before memory is allocated for them.
        self._checked(lib.rc_list_copy_rows, *bounds, ffi.NULL, ffi.NULL)
        offsets, extents = np.empty((2, upper - lower))
        self._checked(lib.rc_list_copy_rows, *bounds, _memory(offsets), _memory(extents))
        return offsets, extents

    def unmeasured_rows(self, lower, upper):
        """The first stretch of rows to measure among those that hold the items, a range."""
        rows = ffi.new("rc_interval *")
        self._checked(lib.rc_list_unmeasured_rows, integer(lower), integer(upper), rows)
        return interval(rows)

    @property
    def section_count(self):
        return self._ask(lib.rc_list_section_count)

    def _section(self, function, number):
        section = ffi.new("rc_section *")
        self._checked(function, integer(number), section)
        items, rows = section.items, section.rows
        return Section(section.ordinal, interval(items), interval(rows), section.columns)

    def section(self, ordinal):
        return self._section(lib.rc_list_section, ordinal)

    def section_of_item(self, index):
        """The section of an item. Raises `NotFoundError` before the first header."""
        return self._section(lib.rc_list_section_of_item, index)

    def row_of_item(self, index):
        row = ffi.new("int64_t *")
        self._checked(lib.rc_list_row_of_item, integer(index), row)
        return row[0]

    def items_of_row(self, row):
        items = ffi.new("rc_interval *")
        self._checked(lib.rc_list_items_of_row, integer(row), items)
        return interval(items)

    @property
    def pinned_header(self):
        """The header that was pinned in the last update; None if there was none."""
        header = ffi.new("rc_pinned_header *")
        try:
            self._checked(lib.rc_list_pinned_header, header)
        except NotFoundError:
            return None
        return PinnedHeader(header.index, header.offset, header.covered)

    def index_now(self, index):
        """Where the item is now that had an index at the last update.

        Until the first edit since: at the update before. Raises `NotFoundError` if it was removed.
        """
        now = ffi.new("int64_t *")
        self._checked(lib.rc_list_index_now, integer(index), now)
        return now[0]

    def state(self, index):
        return State(self._ask(lib.rc_list_state, integer(index)))

    def states(self, lower, upper):
        """The states of items, an array of bytes."""
        if not 0 <= lower <= upper <= len(self):
            raise ArgumentError
        states = np.empty(upper - lower, np.uint8)
        memory = ffi.from_buffer("rc_state[]", states)
        self._checked(lib.rc_list_copy_states, lower, upper, memory)
        return states

    def validate(self):
        """Checks all internal invariants; for tests and bug reports."""
        self._checked(lib.rc_list_validate, ffi.NULL)

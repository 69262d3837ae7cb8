"""The results of a list, and its settings."""

import enum
import weakref
from typing import NamedTuple

import numpy as np

from ._ids import memory_of
from ._library import (ID_NONE, Answer, ArgumentError, Direction, End, Mode, Presence, Range,
                       Reason, check, ffi, lib)


State = enum.IntFlag("State", {
    name.removeprefix("RC_STATE_"): getattr(lib, name)
    for name in dir(lib) if name.startswith("RC_STATE_")}, module=__name__)


class Change(NamedTuple):
    """A run of consecutive items with the same change of state."""

    lower: int
    upper: int
    distance: float
    before: int
    after: int


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

    def __init__(self, items, count, handle):
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

    def __init__(self, changes, handle, lock):
        self.removed_count, self.left_count = changes.removed_count, changes.left_count
        # The fields, not the struct: it is part of another one, which cffi would not keep alive.
        self._items, self._count = changes.items, changes.count
        self._handle, self._lock, self._loan = handle, lock, lambda: None

    def __len__(self):
        return self._count

    def __iter__(self):
        return map(Change._make, self.array().tolist())

    def array(self):
        """The changes as a structured array, a view, with the fields of `Change`."""
        with self._lock:
            self._check()
            if self._count == 0:
                return np.empty(0, _CHANGE)
            loan = self._loan()
            if loan is None:
                loan = _Loan(self._items, self._count, self._handle)
                self._loan = weakref.ref(loan)
            return np.asarray(loan).view(_CHANGE)

    def names(self, position):
        """The names of the items of a change, a list; None for an item without a name.

        They are those that the items have or, if they were removed, had; see `List.set_names`. Ask
        before you edit the list: as the changes, they cannot be read after that.
        """
        with self._lock:
            self._check()
            if not 0 <= position < self._count:
                raise ArgumentError
            change = self._items[position]
            names = np.empty(change.upper - change.lower, np.int64)
            check(lib.rc_list_copy_change_names(self._handle, position, memory_of(names)))
        return [None if name == ID_NONE else name for name in names.tolist()]

    def _check(self):
        if self._handle is None:
            raise ValueError("the list has changed since; read its changes before that")

    # The list calls the first of these before it changes, and the second after that.

    def check_unused(self):
        if self._loan() is not None:
            raise BufferError("an array of the last update's changes is still in use: drop it"
                              " before the list changes, or keep array().copy()")

    def invalidate(self):
        self._handle = None


class Decision(NamedTuple):
    """Whether to fetch at one end now, and why."""

    answer: Answer
    reason: Reason
    remaining: float
    seconds: float
    is_near: bool

    @property
    def reason_text(self):
        """The reason in a few words, for logs."""
        return ffi.string(lib.rc_batch_reason_text(self.reason)).decode()


def interval(c):
    """A C interval as a Python range."""
    return range(c.lower, c.upper)


class Update:
    """The result of an update; all but its changes may be kept."""

    def __init__(self, c, handle, lock):
        self.changes = Changes(c.changes, handle, lock)
        self.visible = interval(c.visible)
        self.ranges = {kind: interval(c.ranges[kind]) for kind in Range}
        self.correction, self.pending = c.correction, c.pending
        self.scroll_length, self.offset = c.scroll_length, c.offset
        self.next_time = c.next_time
        self.batches = {
            end: Decision(Answer(d.answer), Reason(d.reason), d.remaining, d.seconds, d.is_near)
            for end, d in zip(End, c.batches)}
        self.mode, self.presence = Mode(c.mode), Presence(c.presence)
        self.direction = Direction(c.direction)


class Item(NamedTuple):
    """The position of one item."""

    index: int
    offset: float
    extent: float
    is_measured: bool
    is_provisional: bool


class Section(NamedTuple):
    """A header and the items after it; `items` and `rows` are ranges."""

    ordinal: int
    items: range
    rows: range
    columns: int


class PinnedHeader(NamedTuple):
    """The header that was pinned in the last update, and where it is drawn."""

    index: int
    offset: float
    covered: float


class _PerEnd:
    """A field with a value per end, in the memory of its struct, which it keeps alive."""

    def __init__(self, array, struct):
        self._array, self._struct = array, struct

    def __len__(self):
        return len(self._array)

    def __getitem__(self, end):
        return self._array[end]

    def __setitem__(self, end, value):
        self._array[end] = value


class Settings:
    """The fields of `rc_list_settings`; those with a value per end are indexed by `End`."""

    __slots__ = ("c",)

    def __init__(self, c):
        object.__setattr__(self, "c", c)

    def __getattr__(self, name):
        if name == "c":  # not there yet, as in an attempt to copy
            raise AttributeError(name)
        value = getattr(self.c, name)
        return _PerEnd(value, self.c) if isinstance(value, ffi.CData) else value

    def __setattr__(self, name, value):
        setattr(self.c, name, list(value) if isinstance(value, _PerEnd) else value)


class Tuning(NamedTuple):
    """How far a range reaches past the viewport, in screenfuls."""

    leading: float = 0
    trailing: float = 0
    is_enabled: bool = True

"""What a list answers, and its settings."""

import enum
import weakref
from typing import NamedTuple

import numpy as np

from ._library import Answer, Direction, End, Mode, Presence, Range, Reason, check, ffi, lib


class State(enum.IntFlag):
    """What an item should be ready for."""

    MEASURE_LAYOUT = lib.RC_STATE_MEASURE_LAYOUT
    PRELOAD = lib.RC_STATE_PRELOAD
    DISPLAY = lib.RC_STATE_DISPLAY
    VISIBLE = lib.RC_STATE_VISIBLE
    APP_0 = lib.RC_STATE_APP_0
    APP_1 = lib.RC_STATE_APP_1
    APP_2 = lib.RC_STATE_APP_2
    APP_3 = lib.RC_STATE_APP_3


class Change(NamedTuple):
    """Consecutive items whose state changed alike."""

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

    Every view of it, and of a part of it, refers to this, and this to the handle of the list: while
    it lives, so does the memory. (`np.frombuffer` would not do: it does not hold on to a buffer.)
    """

    def __init__(self, items, count, handle):
        self._handle = handle
        self.__array_interface__ = {
            "version": 3, "typestr": "|u1", "shape": (count * _CHANGE.itemsize,),
            "data": (int(ffi.cast("uintptr_t", items)), True)}


class Changes:
    """What changed in an update, in the list's own memory: nothing is copied until looked at.

    Iterating gives tuples, which may be kept. `array()` is a NumPy view, for those who want whole
    columns of many changes. While such a view is alive, a call that would change the list raises
    `BufferError`, as a `bytearray`'s would, so a view never shows anything else: drop it, or keep
    `array().copy()`. Once the list has changed, looking here raises `ValueError`.
    """

    def __init__(self, changes, handle):
        self.removed_count, self.left_count = changes.removed_count, changes.left_count
        # Not the struct: it is a part of another one, which cffi would not keep.
        self._items, self._count = changes.items, changes.count
        self._handle, self._loan = handle, lambda: None

    def __len__(self):
        return self._count

    def __iter__(self):
        return map(Change._make, self.array().tolist())

    def array(self):
        """The changes as a structured array, a view, with the fields of `Change`."""
        if self._handle is None:
            raise ValueError("the list has changed since; look at its changes before that")
        if self._count == 0:
            return np.empty(0, _CHANGE)
        loan = self._loan()
        if loan is None:
            loan = _Loan(self._items, self._count, self._handle)
            self._loan = weakref.ref(loan)
        return np.asarray(loan).view(_CHANGE)

    def take_back(self):
        """Ends the loan; the list calls this before it changes."""
        if self._loan() is not None:
            raise BufferError("an array of the last update's changes is still in use: drop it"
                              " before the list changes, or keep array().copy()")
        self._handle = None


class Decision(NamedTuple):
    """The answer to "fetch now?", and why."""

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
    """An interval as Python has it."""
    return range(c.lower, c.upper)


class Update:
    """What an update answers; all but its changes may be kept."""

    def __init__(self, c, handle):
        self.changes = Changes(c.changes, handle)
        self.visible = interval(c.visible)
        self.ranges = {kind: interval(c.ranges[kind]) for kind in Range}
        self.correction, self.pending, self.offset = c.correction, c.pending, c.offset
        self.next_time = c.next_time
        self.batches = {
            end: Decision(Answer(d.answer), Reason(d.reason), d.remaining, d.seconds, d.is_near)
            for end, d in zip(End, c.batches)}
        self.mode, self.presence = Mode(c.mode), Presence(c.presence)
        self.direction = Direction(c.direction)


class Item(NamedTuple):
    """Where one item is."""

    index: int
    offset: float
    extent: float
    is_measured: bool


class Tuning(NamedTuple):
    """How far a range reaches past the viewport, in screenfuls; not enabled is the empty set."""

    leading: float = 0
    trailing: float = 0
    enabled: bool = True


class Settings:
    """What can be changed about a list: the fields of `rc_list_settings`, and the tunings."""

    __slots__ = ("c",)

    def __init__(self, c):
        object.__setattr__(self, "c", c)

    def __getattr__(self, name):
        return getattr(self.c, name)

    def __setattr__(self, name, value):
        setattr(self.c, name, value)

    def tuning(self, mode, kind):
        """How far a range reaches in a mode."""
        tuning = ffi.new("rc_tuning *")
        check(lib.rc_tuning_table_get(ffi.addressof(self.c, "tunings"), mode, kind, tuning))
        return Tuning(tuning.leading, tuning.trailing, tuning.enabled != 0)

    def tune(self, mode, kind, tuning):
        """Sets how far a range reaches in a mode."""
        table = ffi.addressof(self.c, "tunings")
        check(lib.rc_tuning_table_set(table, mode, kind, [*tuning, 0]))

    def tune_as_list(self):
        """Sets all tunings to the defaults of a list."""
        lib.rc__tuning_table_init(ffi.addressof(self.c, "tunings"))

    def tune_as_pager(self):
        """Sets all tunings to the defaults of a pager."""
        lib.rc_tuning_table_init_pager(ffi.addressof(self.c, "tunings"))

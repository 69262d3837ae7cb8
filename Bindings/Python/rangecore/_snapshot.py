"""Snapshots: back to the same place, tomorrow, at the same row and the same point."""

from __future__ import annotations

import dataclasses
import json
import math
import zlib
from collections.abc import Callable
from typing import Any, Generic

import numpy as np
import numpy.typing as npt

from ._core import ffi, lib
from ._list import List
from ._surface import Id
from ._values import ID_NONE, ArgumentError, Status, check


@dataclasses.dataclass(frozen=True)
class Goal:
    """Where to scroll to: an item, or an offset if there is none."""

    index: int | None
    fraction: float
    shift: float
    offset: float = 0


class Snapshot(Generic[Id]):
    """Where a list was, to be there again tomorrow; `ListHost.snapshot` notes it.

    It has the rows that were on screen by their ids, whether that was the start or the end, and the
    extents of rows that were measured. So the place is found whatever came or went meanwhile, and
    exactly, also while nothing is measured.

    - `visible_ids`: The ids of the rows that were on screen, from the first on, 16 at most. A store of keys
      loads what is around one of them.
    - `index`: The index that the first of them had, for a store of positions; None if there is none.
    - `is_at_start`: Whether the list was at its start: there it will be again, whatever has come.
    - `is_at_end`: Whether it was at its end: there it will be if it sticks to it.
    """

    def __init__(self, core: bytes, ids: list[Id]) -> None:
        self._core, self._ids = core, ids
        place = ffi.new("rc_snapshot_place *")
        check(lib.rc_snapshot_get_place(self._read(), place))
        self.visible_ids = ids[:place.anchor_count]
        self.index: int | None = place.anchors[0].index if place.anchor_count else None
        self.is_at_start, self.is_at_end = bool(place.is_at_start), bool(place.is_at_end)

    def __repr__(self) -> str:
        at = "start" if self.is_at_start else "end" if self.is_at_end else self.visible_ids
        return f"Snapshot(at {at}, {len(self._ids) - len(self.visible_ids)} extents)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Snapshot) and (self._core, self._ids) == (other._core, other._ids)

    __hash__ = None  # type: ignore[assignment]

    @classmethod
    def of(cls, list_: List, id_of: Callable[[int], Id | None], *, key: int = 0,
           capacity: int = 10_000) -> Snapshot[Id] | None:
        """Notes where a list without a host is, as of its last update; None if that shows nothing.

        `id_of` returns the id for an index, None for an item that has none. `key` is a number for what
        extents depend on, such as the list's breadth: with another one they are not restored. At most
        `capacity` extents are kept.
        """
        ids = [*map(id_of, range(len(list_)))]
        numbers = np.fromiter((ID_NONE if id is None else number for number, id in enumerate(ids)),
                              np.int64, len(ids))
        out = ffi.new("rc_snapshot **")
        if not 0 <= capacity <= lib.RC_SNAPSHOT_EXTENT_COUNT_MAX:
            raise ArgumentError("capacity", f"is {capacity}")
        check(lib.rc_snapshot_create(capacity, ffi.NULL, out))
        handle, array = ffi.gc(out[0], lib.rc_snapshot_destroy), ffi.from_buffer("rc_id[]", numbers)
        status = list_._ask(lib.rc_list_save_place, 0, numbers.size, array, handle)
        if status == Status.NOT_FOUND:
            return None
        check(status)
        check(list_._ask(lib.rc_list_save_extents, 0, numbers.size, array, key, handle), key=key)
        size = ffi.new("size_t *")
        check(lib.rc_snapshot_write(handle, ffi.NULL, 0, size))
        core = ffi.new("unsigned char[]", size[0])
        check(lib.rc_snapshot_write(handle, core, size[0], size))
        known: list[Any] = [ids[number] for number in _numbers(handle)]
        return cls(bytes(ffi.buffer(core)), known)

    def to_bytes(self) -> bytes:
        """Bytes to keep with the app's other state; ids have to be `str` or `int`."""
        for id in self._ids:
            if type(id) not in (str, int):
                raise TypeError(f"an id is {id!r}, neither a str nor an int")
        ids = json.dumps(self._ids).encode()
        return b"%08x%b\n%b" % (zlib.crc32(ids), ids, self._core)

    @classmethod
    def from_bytes(cls, data: bytes) -> Snapshot[Any]:
        """A snapshot of bytes; raises `ArgumentError` if they are damaged, or of a newer version.

        Go on without one then.
        """
        ids, end, core = bytes(data).partition(b"\n")
        if not end or b"%08x" % zlib.crc32(ids[8:]) != ids[:8]:
            raise ArgumentError("data", "is no snapshot, or damaged")
        known = json.loads(ids[8:])
        reason, out = ffi.new("const char **"), ffi.new("rc_snapshot **")
        status = lib.rc_snapshot_read(core, len(core), lib.RC_SNAPSHOT_EXTENT_COUNT_MAX, ffi.NULL, out, reason)
        if reason[0] != ffi.NULL:
            raise ArgumentError("data", f"is refused: {ffi.string(reason[0]).decode()}")
        check(status)
        if len(_numbers(ffi.gc(out[0], lib.rc_snapshot_destroy))) != len(known):
            raise ArgumentError("data", "has other ids")
        return cls(core, known)

    def find(self, list_: List, id_of: Callable[[int], Id | None], *, key: int = 0,
             length: float = 0) -> Goal | None:
        """Measures rows of a list whose extents are known, and finds the place; None if it is not there yet.

        For a list without a host: pass the item, the fraction and the shift to `List.set_scroll_target`.
        Without an item it is the offset, infinity being the end. `length` is that of the viewport
        without its insets, 0 if it is not known.
        """
        if not len(list_):
            return None
        handle = self._read()
        known = dict(zip(reversed(self._ids), reversed(_numbers(handle).tolist())))
        numbers: npt.NDArray[np.int64] = np.fromiter(
            (known.get(id_of(index), ID_NONE) for index in range(len(list_))), np.int64, len(list_))  # type: ignore
        array = ffi.from_buffer("rc_id[]", numbers)
        list_._edit(lib.rc_list_restore_extents, lower=0, upper=numbers.size, ids=array, key=key, snapshot=handle,
                    count=ffi.NULL)
        goal = ffi.new("rc_snapshot_goal *")
        status = list_._ask(lib.rc_list_find_place, 0, numbers.size, array, length, handle, goal)
        if status == Status.NOT_FOUND:
            return None
        check(status, length=length)
        if goal.kind == lib.RC_SNAPSHOT_GOAL_KIND_ITEM:
            return Goal(goal.index, goal.fraction, goal.shift)
        return Goal(None, 0, 0, -math.inf if goal.kind == lib.RC_SNAPSHOT_GOAL_KIND_START else math.inf)

    def _read(self) -> Any:
        out = ffi.new("rc_snapshot **")
        check(lib.rc_snapshot_read(self._core, len(self._core), lib.RC_SNAPSHOT_EXTENT_COUNT_MAX, ffi.NULL, out,
                                   ffi.NULL))
        return ffi.gc(out[0], lib.rc_snapshot_destroy)


def _numbers(handle: Any) -> npt.NDArray[np.int64]:
    """The numbers of the ids in a snapshot: of the anchors, then of the extents."""
    count = ffi.new("size_t *")
    check(lib.rc_snapshot_copy_ids(handle, ffi.NULL, 0, count))
    numbers = np.zeros(count[0], np.int64)
    if count[0]:
        check(lib.rc_snapshot_copy_ids(handle, ffi.from_buffer("rc_id[]", numbers), numbers.size, count))
    return numbers

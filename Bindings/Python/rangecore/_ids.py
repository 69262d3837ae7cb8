"""Ids of items, and the edits between two sequences of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ._core import ffi, lib
from ._values import ID_NONE, ArgumentError, EditKind, check, integer


def array_of(name: str, ids: Iterable[int | None]) -> npt.NDArray[np.int64]:
    """An array that the library reads in place, one of int64 is not copied; None is no id."""
    if not isinstance(ids, np.ndarray):
        return np.array([ID_NONE if it is None else integer(name, it) for it in ids], np.int64)
    if not np.can_cast(ids.dtype, np.int64):
        raise TypeError(f"{name} are integers of at most 64 bits, not {ids.dtype}")
    return np.ascontiguousarray(ids, dtype=np.int64)


class Edit(NamedTuple):
    """One edit of the items `lower ..< upper`, as the edit before it left them.

    It removes them, moves them so that the first has the index `to` afterwards, or has inserted
    them; then `source` is the index of the first in the new sequence of a difference.
    """

    kind: EditKind
    lower: int
    upper: int
    to: int = 0
    source: int = 0


def edit_of(c: Any) -> Edit:
    return Edit(EditKind(c.kind), c.lower, c.upper, c.to, c.source)


def diff(old_ids: Iterable[Hashable], new_ids: Iterable[Hashable]) -> list[Edit]:
    """The edits that turn one sequence of ids into another, in the order in which they are applied.

    An id is anything that can be a key of a `dict`, except None, and occurs once in a sequence. As
    few items move as possible, and no id in both is removed or inserted.
    """
    # The library compares numbers: each id gets one.
    numbers: dict[Hashable, int] = {}

    def numbered(name: str, ids: Iterable[Hashable]) -> npt.NDArray[np.int64]:
        given = list(ids)
        if None in given or len(set(given)) != len(given):
            raise ArgumentError(name, "has None or an id twice")
        return np.array([numbers.setdefault(it, len(numbers)) for it in given], dtype=np.int64)

    old, new = numbered("old_ids", old_ids), numbered("new_ids", new_ids)
    out, edits, count = ffi.new("rc_diff **"), ffi.new("rc_edit **"), ffi.new("size_t *")
    check(lib.rc_diff_create(ffi.from_buffer("rc_id[]", old), old.size,
                             ffi.from_buffer("rc_id[]", new), new.size, ffi.NULL, out))
    found = ffi.gc(out[0], lib.rc_diff_destroy)
    check(lib.rc_diff_edits(found, edits, count))
    all_edits = (edits[0][position] for position in range(count[0]))
    return [edit_of(it) for it in all_edits]

"""Ids of items, and the edits between two sequences of them."""

import operator
from typing import NamedTuple

import numpy as np

from ._library import ID_NONE, ArgumentError, EditKind, check, ffi, integer, lib


def array_of(ids):
    """An array that the library reads in place, one of int64 is not copied; None is no id."""
    if not isinstance(ids, np.ndarray):
        ids = [ID_NONE if it is None else integer(operator.index(it)) for it in ids]
        return np.array(ids, dtype=np.int64)
    if not np.can_cast(ids.dtype, np.int64):
        raise TypeError(f"ids are integers of at most 64 bits, not {ids.dtype}")
    return np.ascontiguousarray(ids, dtype=np.int64)


def memory_of(array):
    return ffi.from_buffer("rc_id[]", array)


class Edit(NamedTuple):
    """One edit of a run of items.

    It removes `lower ..< upper`, inserts at `to` those that are `lower ..< upper` in the new
    sequence, or moves `lower ..< upper` so that the first of them has the index `to` afterwards.
    """

    kind: EditKind
    lower: int
    upper: int
    to: int


def diff(old_ids, new_ids):
    """The edits that turn one sequence of ids into another, in the order in which they are applied.

    An id is anything that can be a key of a `dict`, except None, and occurs once in a sequence. As
    few items move as possible, and no id in both is removed or inserted.
    """
    # The library compares numbers: each id gets one.
    numbers = {None: ID_NONE}

    def numbered(ids):
        return np.array([numbers.setdefault(it, len(numbers)) for it in ids], dtype=np.int64)

    old, new, out = numbered(old_ids), numbered(new_ids), ffi.new("rc_diff **")
    check(lib.rc_diff_create(memory_of(old), old.size, memory_of(new), new.size, ffi.NULL, out))
    found = ffi.gc(out[0], lib.rc_diff_destroy)
    edits, count = ffi.new("rc_diff_edit **"), ffi.new("size_t *")
    check(lib.rc_diff_edits(found, edits, count))
    all_edits = (edits[0][position] for position in range(count[0]))
    return [Edit(EditKind(it.kind), it.lower, it.upper, it.to) for it in all_edits]

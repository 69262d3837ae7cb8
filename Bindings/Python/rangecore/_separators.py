"""Separators: rows between the items of a store that come from no server."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ._core import ffi, lib
from ._ids import Edit, array_of, edit_of
from ._values import ID_NONE, ArgumentError, BusyError, EditKind, check, integer

if TYPE_CHECKING:
    from ._host import ListHost
    from ._store import Store

Item = TypeVar("Item")


@dataclasses.dataclass(frozen=True)
class Separator:
    """What a host has for the row of a separator, in place of an item.

    - `id`: What `between` has returned.
    """

    id: Hashable


class Separators(Generic[Item]):
    """Rows between the items of a store: headers of days, the line above what is new, ads.

        days = rangecore.Separators(photos, lambda before, after: after and
                                    (None if before and before.day == after.day else after.day))
        days.attach(host)

    The items of the host are then *rows*: the slots of the store, and `Separator` objects between
    them, which are headers where the host's `is_header` says so. They are no slots: they count for none of the store's limits, and for nothing that it loads
    or drops. They come and go with the items around them, and one that is still called for keeps its
    row, wherever that is then, with its view and its extent. An id is in one row: of several places with
    the same, the first has it.
    """

    def __init__(self, store: Store[Item], between: Callable[[Item | None, Item | None], Hashable | None], *,
                 changed: Callable[[list[Edit]], object] | None = None) -> None:
        """Creates the separators of a store that is not attached to a host.

        - `between`: returns the id of the separator between two items, or None for none. It is asked
          once for each two that are next to each other. Before the first item the first is None, after
          the last one the second, once it is known that the source has nothing there; in an empty source
          both. So nothing is between an item and a placeholder.
        - `changed`: called after rows have changed, with the edits, for a view without a host.
        """
        if store._rows is not None or store._host is not None:
            raise BusyError("store", "has a host or other separators")
        if not callable(between):
            raise ArgumentError("between", f"is {between!r}, not a function")
        out = ffi.new("rc_separators **")
        check(lib.rc_separators_create(ffi.NULL, out))
        self._handle = ffi.gc(out[0], lib.rc_separators_destroy)
        self.store, self.changed = store, changed
        self._between = between
        self._numbers: dict[Hashable, int] = {}
        self._ids: dict[int, Hashable] = {}
        self._last, self._sweep_count = 0, 1024
        store._rows = self
        if len(store) > 0:
            self._follow([Edit(EditKind.INSERT, 0, len(store))], [])

    # == rows ==

    def __len__(self) -> int:
        """The number of rows."""
        return self.row_of_slot(len(self.store))

    def __getitem__(self, row: int) -> Item | Separator | None:
        """What is in a row: an item, a `Separator`, or None for a placeholder."""
        found = self._row(row)
        return self.store[found.slot] if found.id == ID_NONE else Separator(self._ids[found.id])

    def _row(self, row: int) -> Any:
        found = ffi.new("rc_separator *")
        if not 0 <= integer("row", row) < len(self):
            raise IndexError(f"there is no row {row}")
        check(lib.rc_separators_get_row(self._handle, row, found))
        return found

    def slot_of_row(self, row: int) -> int | None:
        """The slot that a row is; None for a separator."""
        found = self._row(row)
        return int(found.slot) if found.id == ID_NONE else None

    def row_of_slot(self, slot: int) -> int:
        """The row of a slot; for the number of slots, the number of rows."""
        out = ffi.new("int64_t *")
        check(lib.rc_separators_row_of_slot(self._handle, integer("slot", slot), out), slot=slot)
        return int(out[0])

    def row_of(self, id: Hashable) -> int | None:
        """The row of a separator; None if it is nowhere."""
        number, out = self._numbers.get(id), ffi.new("int64_t *")
        if number is None or lib.rc_separators_find(self._handle, number, out):
            return None
        return int(out[0])

    def slots_of_rows(self, rows: range) -> range:
        """The slots of some rows, for `Store.update`; if all are separators, that of an item beside them."""
        out = ffi.new("rc_interval *")
        check(lib.rc_separators_slots_of_rows(self._handle, rows.start, rows.stop, out), rows=rows)
        return range(out.lower, out.upper)

    def renew(self) -> None:
        """Asks again between all items, because `between` depends on something that has changed."""
        check(lib.rc_separators_renew(self._handle, 0, len(self.store)))
        self.store._apply([])

    def attach(self, host: ListHost[Any, Any], *, leading_screens: float = 2) -> None:
        """Makes the items of an empty host the rows; as `Store.attach`."""
        self.store.attach(host, leading_screens=leading_screens)

    # == for the store ==

    def _follow(self, edits: list[Edit], renewed: list[int]) -> tuple[list[Edit], list[int]]:
        """The edits of rows for those of slots, and the rows of new separators."""
        for edit in edits:
            c = ffi.new("rc_edit *", {"kind": edit.kind, "lower": edit.lower, "upper": edit.upper,
                                      "to": edit.to})
            check(lib.rc_separators_follow(self._handle, c))
        for slot in renewed:
            check(lib.rc_separators_renew(self._handle, slot, slot + 1))
        pairs, count = ffi.new("rc_separator_pair **"), ffi.new("size_t *")
        check(lib.rc_separators_ask_store(self._handle, self.store._handle, pairs, count))
        # Copies: what `between` does may change what is borrowed.
        asked = [(pairs[0][place].before, pairs[0][place].after) for place in range(count[0])]
        numbers = [self._number(self._between(self._item(before), self._item(after)))
                   for before, after in asked]
        result = ffi.new("rc_separators_result *")
        check(lib.rc_separators_answer(self._handle, ffi.from_buffer("rc_id[]", array_of("ids", numbers)),
                                       len(numbers), result))
        found = ([edit_of(result.edits[place]) for place in range(result.edit_count)],
                 [int(result.inserted[place].row) for place in range(result.inserted_count)])
        self._sweep()
        return found

    def _item(self, number: int) -> Item | None:
        return None if number == ID_NONE else self.store._table.entries[number].item

    def _number(self, id: Hashable | None) -> int:
        if id is None:
            return ID_NONE
        number = self._numbers.get(id)
        if number is None:
            number = self._last = self._last + 1
            self._numbers[id], self._ids[number] = number, id
        return number

    def _sweep(self) -> None:
        """Forgets the numbers of separators that are gone, once there are many."""
        if len(self._ids) <= self._sweep_count:
            return
        for number, id in [*self._ids.items()]:
            if self.row_of(id) is None:
                del self._ids[number], self._numbers[id]
        self._sweep_count = max(1024, 2 * len(self._ids))

    def validate(self) -> None:
        """Checks all internal invariants, for tests."""
        check(lib.rc_separators_validate(self._handle, ffi.NULL))

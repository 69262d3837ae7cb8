"""The items and cursors of a store, and the numbers that the library has for their keys."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any


class Entry:
    """A key, which has a number as long as its item is held, or a page remembers it."""

    def __init__(self, key: Hashable) -> None:
        self.key, self.page, self.references = key, 0, 0
        self.item: Any = None


class Page:
    def __init__(self) -> None:
        self.held: list[int] = []
        # The key that the next request names, or the one that must follow the page.
        self.remembered: list[int] = []
        self.cell = -1
        self.previous: Any = None
        self.next: Any = None
        # What it was asked for with.
        self.asked: Any = None


class Table:
    def __init__(self) -> None:
        self.entries: dict[int, Entry] = {}
        self.pages: dict[int, Page] = {}
        self.pages_of_cells: dict[int, int] = {}
        self._numbers: dict[Hashable, int] = {}
        self._last = 0

    def number(self, key: Hashable) -> int | None:
        return self._numbers.get(key)

    def intern(self, keys: Iterable[Hashable]) -> list[int]:
        """Gives keys numbers. Those that come to nothing are to be released."""
        numbers = []
        for key in keys:
            number = self._numbers.get(key)
            if number is None:
                number = self._last = self._last + 1
                self._numbers[key], self.entries[number] = number, Entry(key)
            numbers.append(number)
        return numbers

    def pin(self, number: int) -> None:
        self.entries[number].references += 1

    def unpin(self, number: int) -> None:
        self.entries[number].references -= 1
        self.release([number])

    def release(self, numbers: Iterable[int]) -> None:
        """Forgets those that nothing refers to."""
        for number in numbers:
            entry = self.entries.get(number)
            if entry is not None and entry.references == 0:
                del self._numbers[entry.key], self.entries[number]

    def take(self, items: Iterable[Any], numbers: list[int], pages: list[int]) -> list[int]:
        """Takes in the items of a reply, each held by a page, or by none: 0.

        Returns the positions of those that are new, or different now.
        """
        changed = []
        for position, (item, number, page) in enumerate(zip(items, numbers, pages)):
            if page == 0:
                continue
            entry = self.entries[number]
            if entry.page == 0 or entry.item != item:
                changed.append(position)
            entry.item = item
            if entry.page != page:
                # A former page is dropped next: only a refresh moves anything.
                entry.references += entry.page == 0
                entry.page = page
                self.pages.setdefault(page, Page()).held.append(number)
        return changed

    def remember(self, page: int, remembered: list[int], cell: int = -1, previous: Any = None,
                 next: Any = None, asked: Any = None) -> None:
        """Records what a page remembers, in place of what it did."""
        found = self.pages.setdefault(page, Page())
        former = found.remembered
        for number in remembered:
            self.pin(number)
        found.remembered, found.cell = remembered, cell
        found.previous, found.next, found.asked = previous, next, asked
        if cell >= 0:
            self.pages_of_cells[cell] = page
        for number in former:
            self.unpin(number)

    def move(self, number: int, page: int) -> None:
        """Another page holds an item now."""
        entry = self.entries[number]
        self.pages[entry.page].held.remove(number)
        entry.page = page
        self.pages.setdefault(page, Page()).held.append(number)

    def remove(self, number: int) -> None:
        entry = self.entries[number]
        self.pages[entry.page].held.remove(number)
        self._let_go(entry)
        self.release([number])

    @staticmethod
    def _let_go(entry: Entry) -> None:
        entry.item, entry.page = None, 0
        entry.references -= 1

    def drop(self, dropped: Iterable[int]) -> None:
        for number in dropped:
            page = self.pages.pop(number, None)
            if page is None:
                continue
            if self.pages_of_cells.get(page.cell) == number:
                del self.pages_of_cells[page.cell]
            for held in page.held:
                entry = self.entries.get(held)
                if entry is not None and entry.page == number:
                    self._let_go(entry)
            self.release(page.held)
            for remembered in page.remembered:
                self.unpin(remembered)


"""What a client of RangeCore does in any toolkit: the loop of a frame, and the widgets of its rows.

A toolkit adds a scroll bar, a way to measure a row, and a place to lay rows out. See *A client in
ten rules* in the documentation.
"""

import functools
import math
import random

import rangecore
from rangecore import Range

ROUNDS = 10
WORDS = ("list row offset extent viewport anchor screenful end estimate measured of the and to a "
         "correction").split()


@functools.cache
def text_of(key):
    """The text of a row, of 1 to 60 words, so that rows have extents that nobody can guess."""
    words = random.Random(key)
    return f"#{key} " + " ".join(words.choices(WORDS, k=words.choice((1, 5, 12, 30, 60))))


def whole(value):
    """The nearest whole number; of two always the upper, so that adjacent rows stay adjacent."""
    return math.floor(value + 0.5)


class Client:
    """A list and its items, which are known by keys: the item at `index` is `keys[index]`."""

    def __init__(self, measure, count, estimate, quantum=0):
        self.list = rangecore.List(estimate=estimate, quantum=quantum)
        self.measure, self.keys, self.made = measure, [], 0
        # The toolkit's offset, and what the toolkit says of it.
        self.offset, self.is_held, self.is_user_driven = 0.0, False, False
        self.length, self.width, self.update = 0, None, None
        # How many rows there is time to measure in a frame, of those that come next.
        self.ahead = 0
        # For the tests: how far the user has scrolled, and the frames that never settled.
        self.travelled, self.frames, self.wrong = 0.0, 0, 0
        self.insert(0, count)

    # == what the app edits ==

    def insert(self, index, count):
        self.list.insert(index, count)
        self.keys[index:index] = range(self.made, self.made + count)
        self.made += count

    def remove(self, lower, upper):
        self.list.remove(lower, upper)
        del self.keys[lower:upper]

    # == what the toolkit says ==

    def scrolled(self, offset):
        """The toolkit's offset has changed, and the client has not done it."""
        self.travelled += offset - self.offset
        self.offset, self.is_user_driven = offset, True

    def scroll_to(self, index, fraction):
        """The app scrolls to an item."""
        self.offset, self.is_user_driven = self.list.set_scroll_target(index, fraction), False

    def frame(self, width, length):
        """Updates and measures, until all that is visible is measured.

        The rows to draw, as (key, place, extent), from the start of the viewport. Afterwards the
        toolkit takes `scroll_length` and `offset` over.
        """
        if width != self.width:
            self.width = width
            # An app would mark them provisional. Here rows are to be measured for the first time.
            self.list.forget(0, len(self.list))
        self.length = length
        self.frames += 1
        for _ in range(ROUNDS):
            self._update()
            if self._measure(self.update.visible) == 0:
                break
        else:
            self.wrong += 1
        if self._measure(self.update.ranges[Range.DISPLAY], self.ahead) > 0:
            self._update()
        visible = self.update.visible
        offsets, extents = self.list.rows(visible.start, visible.stop)
        places = offsets - self.update.offset
        return list(zip(self.keys[visible.start:visible.stop], places.tolist(), extents.tolist()))

    @property
    def scroll_length(self):
        return max(self.update.scroll_length, self.length)

    def _update(self):
        self.update = self.list.update(self.offset, self.length, is_held=self.is_held,
                                       is_user_driven=self.is_user_driven)
        self.offset += self.update.correction
        self.is_user_driven = False

    def _measure(self, items, most=None):
        """Measures the rows of a range that are not measured; returns how many those were."""
        measured = 0
        while rows := self.list.unmeasured_rows(items.start, items.stop)[:most]:
            self.list.set_row_extents(rows.start, [self.measure(self.keys[row]) for row in rows])
            measured += len(rows)
            if most is not None:
                break
        return measured


class Widgets:
    """The widgets of rows, by key. Those that are no longer shown are used again."""

    def __init__(self, make, bind, hide):
        self._make, self._bind, self._hide = make, bind, hide
        self._by_key, self._free = {}, []

    def __getitem__(self, key):
        if key not in self._by_key:
            widget = self._by_key[key] = self._free.pop() if self._free else self._make()
            self._bind(widget, key)
        return self._by_key[key]

    def items(self):
        return self._by_key.items()

    def keep(self, keys):
        for key in self._by_key.keys() - set(keys):
            widget = self._by_key.pop(key)
            self._hide(widget)
            self._free.append(widget)

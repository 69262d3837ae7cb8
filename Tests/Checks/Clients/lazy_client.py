"""A host that keeps its own place, as a lazy stack does: it says which item is where.

It lays out what it shows by itself, and tells the engine afterwards: edits, extents, then the item
at the start of its viewport. Nothing is corrected; what is visible, which way it goes and whether
to fetch must be as it sees it.
"""

import random
import sys

import rangecore
from rangecore import Answer, Direction, Reason
from scenarios import Figures

UPDATES, LENGTH = 2000, 600


class Stack:
    def __init__(self, seed, count):
        self.random = random.Random(seed)
        self.list = rangecore.List(estimate=60)
        self.extents, self.item, self.place, self.direction = [], 0, 0, Direction.FORWARD
        self.moved = 0
        self.insert(0, count)
        self.lay_out()

    def insert(self, index, count):
        # Multiples of 4, as all else here: no scroll is shorter than the direction's threshold.
        self.extents[index:index] = [4 * self.random.randint(1, 50) for _ in range(count)]
        self.list.insert(index, count)
        if index <= self.item and len(self.extents) > count:
            self.item += count

    def remove(self, lower, upper):
        upper = min(upper, len(self.extents))
        if lower >= upper or len(self.extents) < 100:
            return
        gone = sum(self.extents[self.item:upper])
        del self.extents[lower:upper]
        self.list.remove(lower, upper)
        if lower <= self.item < upper:
            # The next one stays where it is.
            self.place += gone
            self.item = lower
        elif upper <= self.item:
            self.item -= upper - lower

    def scroll(self, by):
        self.place -= by
        self.moved = by
        self.lay_out()

    def lay_out(self):
        """Finds the item at the start and those after it, within the ends of the content."""
        self.item = min(self.item, len(self.extents) - 1)
        self._normalise()
        bottom, last = self.place, self.item
        while last < len(self.extents) and bottom < LENGTH:
            bottom += self.extents[last]
            last += 1
        if bottom < LENGTH:
            self.place += LENGTH - bottom
            self.moved -= LENGTH - bottom
            self._normalise()
        self.visible = range(self.item, last)

    def _normalise(self):
        while self.place > 0 and self.item > 0:
            self.item -= 1
            self.place -= self.extents[self.item]
        while self.place + self.extents[self.item] <= 0 and self.item + 1 < len(self.extents):
            self.place += self.extents[self.item]
            self.item += 1
        if self.place > 0:
            self.moved += self.place
            self.place = 0

    def edit(self):
        """Inserts and removes items anywhere, and then perhaps some of those that are visible."""
        for _ in range(self.random.randint(0, 2)):
            before, after = self.visible.start, len(self.extents) - self.visible.stop
            if self.random.random() < 0.5:
                index = self.random.randint(0, before)
                most = before - index
            else:
                most = self.random.randint(0, after)
                index = len(self.extents) - most
            if self.random.random() < 0.5:
                self.insert(index, self.random.randint(1, 9))
            else:
                self.remove(index, index + min(most, self.random.randint(1, 9)))
            self.lay_out()
        index = self.random.choice(self.visible)
        if self.random.random() < 0.3:
            self.insert(index, self.random.randint(1, 9))
        elif self.random.random() < 0.3:
            self.remove(index, self.visible.stop - 1)
        self.lay_out()

    def tell(self, is_user_driven):
        """Tells the engine, and returns what it gets wrong."""
        for index in self.visible:
            self.list.set_row_extents(index, [self.extents[index]])
        update = self.list.update(None, LENGTH, item=self.item, item_place=self.place,
                                  is_user_driven=is_user_driven)
        if is_user_driven and self.moved != 0:
            self.direction = Direction.FORWARD if self.moved > 0 else Direction.BACKWARD
        tail = update.tail
        left = self.list.length - update.offset - LENGTH
        is_due = left <= 2 * LENGTH and self.direction == Direction.FORWARD
        wrong = []
        if update.visible != self.visible:
            wrong.append(f"items {update.visible} are visible, not {self.visible}")
        if update.direction != self.direction:
            wrong.append(f"the direction is {update.direction.name}, not {self.direction.name}")
        if is_user_driven and self.moved > 0 and tail.reason == Reason.MOVING_AWAY:
            wrong.append("a batch is refused, as if the viewport moved away")
        if is_due and tail.answer != Answer.YES:
            wrong.append(f"a batch is due, but: {tail.reason.text}")
        if update.correction != 0 or update.pending != 0:
            wrong.append(f"a correction of {update.correction}, pending {update.pending}")
        return wrong


def main(seed):
    stack, figures = Stack(seed, 400), Figures("lazy")

    def tell(is_user_driven):
        for why in stack.tell(is_user_driven):
            figures.wrong += 1
            print(f"lazy: update {figures.moves}: {why}", file=sys.stderr)

    tell(False)
    for figures.moves in range(1, UPDATES + 1):
        stack.moved = 0
        stack.edit()
        if stack.moved != 0:
            # It went back because the content became shorter: that was not the user.
            tell(False)
        # Long ways now and then, so that both ends are reached.
        stack.moved, way = 0, 1000 if stack.random.random() < 0.1 else 25
        if stack.random.random() < 0.8:
            stack.scroll(4 * stack.random.randint(-way, way))
        tell(True)
    stack.list.validate()
    print(figures)
    return figures.is_good()


if __name__ == "__main__":
    sys.exit(not main(int(sys.argv[1])))

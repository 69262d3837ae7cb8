"""Scrolls through a list, measures rows when they become visible, and fetches more of them."""

import rangecore
from rangecore import Answer, End, Outcome, State

LENGTH = 200  # of the viewport, in points


def extent_of(row: int) -> int:
    return 40 + row % 3 * 10


def settled(feed: rangecore.List, offset: float, is_user_driven: bool) -> rangecore.Update:
    """Updates and measures until all that is visible is measured."""
    while True:
        update = feed.update(offset, LENGTH, is_user_driven=is_user_driven)
        for change in update.changes:
            if change.after & ~change.before & State.PRELOAD:
                print(f"load rows {change.lower} ..< {change.upper}")
        offset, is_user_driven = update.offset, False
        rows = feed.unmeasured_rows(update.visible.start, update.visible.stop)
        if not rows:
            return update
        feed.set_row_extents(rows.start, [extent_of(row) for row in rows])


def main() -> None:
    feed = rangecore.List(estimate=44)
    feed.insert(0, 20)
    offset = 0.0
    for step in (0, 300, 300):
        update = settled(feed, offset + step, is_user_driven=step > 0)
        offset = update.offset
        for row in update.visible:
            print(f"row {row} is {feed.item(row).offset - offset:.0f} points down")
        if update.tail.answer == Answer.YES:
            fetch = feed.begin_batch(End.TAIL)
            feed.insert(len(feed), 20)
            fetch.finish(Outcome.COMPLETED)
            print(f"fetched: {len(feed)} rows, {feed.length:.0f} points")


if __name__ == "__main__":
    main()

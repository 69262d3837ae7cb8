"""What it costs: frames and first rows beside a plain list, and memory."""

import statistics

from feed import FeedCase

PLAIN_ROWS = 1000
STEPS, TURNS = 60, 9
# To all of the main thread in a frame of a plain list with an element for each row: script, and all. To the
# time until such a list of 50 rows is there: that until the first rows are.
SCRIPT_BUDGET, TASK_BUDGET, FIRST_BUDGET = 0.08, 0.7, 1.2


def verdict(name, ours, theirs, budget):
    """Prints a ratio of medians; returns whether it is within its budget."""
    ratio = statistics.median(ours) / statistics.median(theirs)
    print(f"{name}: {statistics.median(ours):.2f} ms, all of a plain list {statistics.median(theirs):.2f} "
          f"ms: {ratio:.3f}, at most {budget}: {'ok' if ratio <= budget else 'MISS'}")
    return ratio <= budget


class Cost(FeedCase):
    def spend(self, feed, distance=120):
        """Milliseconds of script and of everything, a frame, while one scrolls."""
        before = feed.spent()
        for _ in range(STEPS):
            feed.wheel(distance)
            feed.frames(1)
        return [1000 * (after - early) / STEPS for early, after in zip(before, feed.spent())]

    def test_a_frame_costs_little_beside_a_plain_list(self):
        feed = self.open("?overlay=0")
        for _ in range(3):  # other programs may have taken the processor
            script, task = [], []
            for turn in range(TURNS):
                # Down through rows that are new, and up through those that were seen.
                distance = -120 if turn % 3 == 2 else 120
                for figures, figure in zip((script, task), self.spend(feed, distance)):
                    figures.append(figure)
            plain = self.open(f"?list=plain&total={PLAIN_ROWS}")
            self.assertEqual(len(plain.screen()["made"]), PLAIN_ROWS, "the plain list has all rows")
            plain_task = [self.spend(plain)[1]]
            plain.close()
            if is_good := (verdict("script a frame", script, plain_task, SCRIPT_BUDGET)
                           and verdict("all of a frame", task, plain_task, TASK_BUDGET)):
                break
        self.check(feed)
        self.assertTrue(is_good, (script, task, plain_task))

    def test_first_rows_come_as_fast_as_those_of_a_plain_list(self):
        for total in (10_000, 1_000_000):
            times = [[], []]
            for turn in range(TURNS + 1):
                for query, spent in zip((f"?total={total}&overlay=0", "?list=plain&total=50"), times):
                    spent.append(self.first_rows(query))
            # Each first one filled caches.
            self.assertTrue(verdict(f"first rows of {total}", *(spent[1:] for spent in times),
                                    FIRST_BUDGET), times)

    def first_rows(self, query):
        """Milliseconds until the first rows were painted, in a page of its own."""
        feed = self.unsettled(query)
        time = feed.page.evaluate("watch.firstRows()")
        feed.close()
        return time

    def test_memory_does_not_grow_with_what_was_seen(self):
        # Of few pages, as those that are held add up.
        feed = self.open("?pages=8")
        used = []
        for round in range(3):
            for part in (0.1, 0.4, 0.8):
                feed.drag_scrollbar(part + round * 0.02)
                feed.point()
                for _ in range(8):
                    feed.wheel(1500)
                    feed.frames(1)
            feed.settle()
            used.append(feed.memory())
        self.check(feed)
        pictures = feed.page.evaluate("watch.pictures()")
        self.assertLess(pictures, 60, "pictures that are kept")
        bytes_used, nodes = zip(*used)
        said = f"bytes {bytes_used}, nodes {nodes}"
        self.assertLess(bytes_used[-1], bytes_used[0] * 1.1 + 500_000, said)
        self.assertLess(nodes[-1], nodes[0] * 1.2 + 500, said)

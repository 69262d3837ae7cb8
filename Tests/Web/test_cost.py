"""What it costs: script time beside a plain list of all rows, and memory."""

from feed import FeedCase

PLAIN_ROWS = 1000
STEPS = 60
# Script of the feed, to all that the plain list makes the main thread do; both scroll alike.
SCRIPT_BUDGET = 0.25
# All of the feed's main thread, to all of the plain list's.
TASK_BUDGET = 1.5


class Cost(FeedCase):
    def spend(self, feed):
        """Milliseconds of script and of everything, a frame, while one scrolls."""
        for _ in range(10):
            feed.wheel(120)
            feed.frames(1)
        before = feed.spent()
        for _ in range(STEPS):
            feed.wheel(120)
            feed.frames(1)
        return [1000 * (after - early) / STEPS for early, after in zip(before, feed.spent())]

    def test_a_frame_costs_little_beside_a_plain_list(self):
        feed = self.open()
        script, task = self.spend(feed)
        self.check(feed)
        plain = self.open(f"?list=plain&total={PLAIN_ROWS}")
        self.assertEqual(len(plain.screen()["made"]), PLAIN_ROWS, "the plain list has all rows")
        plain_script, plain_task = self.spend(plain)
        said = (f"a frame: script {script:.2f} ms, all {task:.2f} ms; plain: script "
                f"{plain_script:.2f} ms, all {plain_task:.2f} ms")
        print(said)
        self.assertLess(script / plain_task, SCRIPT_BUDGET, said)
        self.assertLess(task / plain_task, TASK_BUDGET, said)

    def test_memory_does_not_grow_with_what_was_seen(self):
        feed = self.open()
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

"""Scrolling: whatever the hand does, what is read moves with it and by nothing else."""

import time

from feed import GAP, PHONE, FeedCase


class Scroll(FeedCase):
    def test_the_first_screen_is_whole(self):
        feed = self.open()
        screen = feed.settle()
        self.check(feed, screen)
        self.assertEqual(screen["rows"][0]["position"], 1)
        self.assertEqual(screen["rows"][0]["size"], self.server.total())

    def test_slow_steps_down_move_by_what_the_wheel_says(self):
        feed = self.open()
        for _ in range(24):
            self.step(feed, 170)
        self.check(feed)
        for _ in range(6):
            self.step(feed, -170)
        self.check(feed)

    def test_who_reads_slowly_never_waits(self):
        feed = self.open()
        self.server.set(latency_ms=120)
        late = []
        for _ in range(24):
            # Slower than the network, whatever else the machine does.
            feed.settle()
            feed.wheel(150)
            # Time to paint the row, and less than the network takes.
            feed.frames(4)
            screen = feed.screen()
            late += [row["id"] for row in screen["rows"]
                     if not (row["title"] and row["image"] and row["image"]["shown"])]
            self.assertEqual(screen["strangers"], 0, "a row without its text")
        self.check(feed)
        self.assertEqual(late, [], "rows came onto the screen before their pictures")

    def test_a_fling_never_goes_back_and_ends_on_whole_rows(self):
        feed = self.open()
        feed.page.evaluate("watch.start()")
        for _ in range(40):
            feed.wheel(1500)
            feed.page.wait_for_timeout(8)
        self.check_forward(feed.page.evaluate("watch.stop()"))
        self.check(feed)
        self.assertGreater(feed.reader()["position"], 60)

    def test_nothing_is_blank_at_6000_pixels_a_second(self):
        feed = self.open()
        feed.page.evaluate("watch.start()")
        start, done = time.monotonic(), 0
        while done < 18_000:
            # By the clock, whatever a frame takes.
            due = 6000 * (time.monotonic() - start)
            feed.wheel(due - done)
            done = due
            feed.frames(1)
        frames = feed.page.evaluate("watch.stop()")
        self.assertGreater(len(frames), 30)
        for number, frame in enumerate(frames):
            rows = frame["rows"]
            self.assertTrue(rows, f"frame {number} is blank")
            rows = sorted([*(row[2:] for row in rows), *frame["days"]])
            ends = [frame["top"], *(end for row in rows for end in row), frame["bottom"]]
            holes = [after - before for before, after in zip(ends[::2], ends[1::2])]
            self.assertLess(max(holes), GAP, f"frame {number} of {len(frames)} has a hole")
        self.check(feed)

    def check_forward(self, frames):
        self.assertGreater(len(frames), 5, "no frame was seen")
        reached = (0, 0)
        for number, frame in enumerate(frames):
            if not frame["rows"]:
                continue
            _, position, top, _ = frame["rows"][0]
            here = (position, frame["top"] - top)
            self.assertGreaterEqual(here[0], reached[0], f"frame {number} went back")
            if here[0] == reached[0]:
                self.assertGreaterEqual(here[1], reached[1] - 1, f"frame {number} went back")
            reached = here

    def test_a_finger_flings_on_a_phone(self):
        feed = self.open(size=PHONE, touch=True)
        feed.page.evaluate("watch.start()")
        # From above the overlay.
        for _ in range(6):
            feed.swipe(640, 90)
            feed.page.wait_for_timeout(150)
        screen = feed.settle()
        self.check_forward(feed.page.evaluate("watch.stop()"))
        self.check(feed, screen)
        self.assertGreater(feed.reader(screen)["position"], 3)
        for _ in range(3):
            feed.swipe(150, 700)
            feed.page.wait_for_timeout(150)
        self.check(feed)

    def test_the_scrollbar_goes_to_the_middle_and_one_reads_up_from_there(self):
        feed = self.open()
        feed.drag_scrollbar(0.5)
        screen = feed.settle()
        self.check(feed, screen)
        row = feed.reader(screen)
        part = row["position"] / row["size"]
        self.assertTrue(0.3 < part < 0.7, f"the middle of the scrollbar is {part:.0%} of the feed")
        feed.point()
        for _ in range(24):
            self.step(feed, -230)
        self.check(feed)
        for _ in range(6):
            self.step(feed, 230)
        self.check(feed)

    def test_the_scrollbar_reaches_both_ends(self):
        feed = self.open()
        feed.drag_scrollbar(1)
        feed.point()
        feed.wheel(100_000)
        screen = feed.settle()
        self.check(feed, screen)
        last = screen["rows"][-1]
        self.assertEqual(last["position"], last["size"])
        feed.drag_scrollbar(0)
        feed.point()
        feed.wheel(-100_000)
        screen = feed.settle()
        self.check(feed, screen)
        self.assertEqual(screen["rows"][0]["position"], 1)

    def test_letting_go_of_the_thumb_leaves_what_is_read_where_it_is(self):
        feed = self.open()
        feed.drag_scrollbar(0.3, hold=True)
        feed.settle()
        self.hold(feed, feed.page.mouse.up)
        self.check(feed)

    def test_rows_above_are_measured_and_what_is_read_stays(self):
        feed = self.open()
        # A picture's or a text's late arrival is what moves a page that does not care.
        self.server.set(latency_ms=150)
        feed.drag_scrollbar(0.7)
        feed.settle()
        feed.point()
        feed.wheel(-2000)
        feed.frames(6)
        self.hold(feed, feed.settle)
        self.check(feed)

    def test_what_is_read_stays_when_the_window_changes(self):
        feed = self.open()
        for _ in range(12):
            feed.wheel(400)
            feed.frames(2)
        screen = feed.settle()
        row = feed.reader(screen)
        for width, height in ((1200, 500), (390, 844), (1200, 860), (700, 860)):
            # Of those that the top edge cuts, the one that begins last: in lanes there are several.
            before = max((row for row in screen["rows"] if row["top"] <= screen["top"] + 0.5),
                         key=lambda row: row["top"], default=screen["rows"][0])
            feed.page.set_viewport_size({"width": width, "height": height})
            screen = feed.settle()
            self.check(feed, screen)
            # Its own height changes with the width, so the row at the top may be another's rest.
            positions = [row["position"] for row in screen["rows"]]
            self.assertTrue(before["position"] in positions
                            or before["position"] + 1 in positions,
                            f"row {before['position']} was at the top, now {positions} are there")
            # In lanes one of several at the top is read from then on.
            if width != 700:
                self.assertLessEqual(abs(feed.reader()["position"] - row["position"]), 1)

    def test_few_elements_are_made_wherever_one_is(self):
        feed = self.open()
        counts = []
        for part in (0.2, 0.9, 0.5):
            feed.drag_scrollbar(part)
            feed.point()
            for _ in range(8):
                feed.wheel(900)
                feed.frames(1)
            screen = feed.settle()
            self.check(feed, screen)
            counts.append((len(screen["made"]), screen["elements"]))
        self.assertLess(max(made for made, _ in counts), 80, "rows")
        self.assertLess(max(elements for _, elements in counts), 4000, "elements of the page")

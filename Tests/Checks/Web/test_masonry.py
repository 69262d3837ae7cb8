"""The page's library in lanes: photos of heights that are not known before, under the headers of days."""

import unittest

from feed import JUMP, FeedCase

WIDE = (1920, 900)


class Masonry(FeedCase):
    def lanes(self, rows):
        lanes = {}
        for row in rows:
            lanes.setdefault(round(row["left"]), []).append(row)
        return lanes

    def into_the_middle(self, part=0.43):
        feed = self.open(size=WIDE)
        feed.drag_scrollbar(part)
        feed.settle()
        feed.point()
        return feed

    def watch(self, feed, act, moved=0):
        """Nothing jumps in any lane: in each frame all rows have moved by one number, and at the end by that."""
        before = feed.screen()
        feed.page.evaluate("watch.start()")
        act()
        after = feed.settle()
        frames = [{id: top for id, _, top, _ in frame["rows"]} for frame in feed.page.evaluate("watch.stop()")]
        self.check(feed, after)
        former = {row["id"]: row["top"] for row in before["rows"]}
        for number, frame in enumerate(frames):
            ways = [frame[id] - former[id] for id in frame.keys() & former.keys()]
            self.assertLess(max(ways, default=0) - min(ways, default=0), JUMP, f"in frame {number} rows move by {ways}")
            former = frame
        there = {row["id"]: row for row in after["rows"]}
        lanes = self.lanes(before["rows"])
        self.assertGreater(len(lanes), 2)
        for left, rows in lanes.items():
            stay = [row for row in rows if row["id"] in there]
            for row in stay:
                self.assertEqual(round(there[row["id"]]["left"]), left, f"row {row['id']} has changed its lane")
                self.assertAlmostEqual(there[row["id"]]["top"], row["top"] + moved, delta=JUMP)
            if moved == 0:
                self.assertEqual(len(stay), len(rows), "rows are gone")

    def test_photos_that_arrive_above_move_nothing_in_any_lane(self):
        feed = self.into_the_middle()
        self.server.set(latency_ms=60)
        for _ in range(14):
            self.watch(feed, lambda: feed.wheel(-240), 240)

    def test_what_comes_and_goes_above_moves_nothing_in_any_lane(self):
        feed = self.open(size=WIDE)
        feed.wheel(6000)
        feed.settle()
        ids = [row["id"] for row in feed.rows()]
        self.watch(feed, lambda: feed.button("Insert above").click())
        for id in (max(ids) + 9, max(ids) + 4):
            self.assertEqual(self.server.call("DELETE", f"/api/photos/{id}")[0], 200)
            self.watch(feed, lambda: feed.button("Refresh").click())

    def test_another_width_makes_other_lanes(self):
        feed = self.into_the_middle()
        for size, count in (((1300, 900), 2), ((2560, 900), 6), ((900, 1600), 1), (WIDE, 4)):
            before = feed.screen()
            feed.page.set_viewport_size(dict(zip(("width", "height"), size)))
            screen = feed.settle()
            self.check(feed, screen)
            self.assertEqual(len(self.lanes(screen["rows"])), count, f"lanes in {size}")
            there = {row["id"]: row["top"] for row in screen["rows"]}
            # One that began at the window's start, or before it, still does so there.
            ways = [abs(there[row["id"]] - row["top"]) for row in before["rows"]
                    if row["id"] in there and row["top"] <= before["top"] + JUMP]
            self.assertLess(min(ways), JUMP, f"nothing has stayed in {size}: {ways}")

    def test_days_have_headers_across_all_lanes(self):
        feed = self.open(size=WIDE)
        [[top, bottom]] = feed.screen()["days"]
        self.assertLess(bottom, min(row["top"] for row in feed.rows()))
        # The first day has 256 photos.
        feed.wheel(20_000)
        for _ in range(60):
            screen = feed.settle()
            if screen["days"] and screen["top"] + 200 < screen["days"][0][0] < screen["bottom"] - 200:
                break
            feed.wheel(400)
        [[top, bottom]] = screen["days"]
        self.check(feed, screen)
        for row in screen["rows"]:
            self.assertTrue(row["bottom"] < top or row["top"] > bottom, f"row {row['id']} is beside the header")
        # All lanes begin below it.
        below = [row["top"] for row in screen["rows"] if row["top"] > bottom]
        self.assertEqual(sum(abs(one - min(below)) < JUMP for one in below), 4)
        self.watch(feed, lambda: feed.wheel(-120), 120)

    def test_the_switch_lays_them_out_in_rows(self):
        feed = self.into_the_middle()
        for count in range(2):
            feed.button("Masonry").click()
            screen = feed.settle()
            self.check(feed, screen)
            self.assertEqual(screen["lanes"], count == 1)

    def test_arrow_keys_go_to_the_neighbour_on_the_screen(self):
        feed = self.into_the_middle()
        rows = feed.rows()
        lanes = [lane for _, lane in sorted(self.lanes(rows).items())]
        start = next(row for row in lanes[1] if row["top"] > 100)
        feed.page.locator(f"article[data-id='{start['id']}']").focus()

        def overlap(row):
            return min(row["bottom"], start["bottom"]) - max(row["top"], start["top"])

        feed.page.keyboard.press("ArrowRight")
        beside = max(lanes[2], key=overlap)
        self.assertEqual(feed.focused(), beside["id"])
        below = [row["id"] for row in sorted(lanes[2], key=lambda row: row["top"]) if row["top"] > beside["top"]]
        feed.page.keyboard.press("ArrowDown")
        if below:
            self.assertEqual(feed.focused(), below[0])
        feed.page.keyboard.press("ArrowUp")
        self.assertEqual(feed.focused(), beside["id"])
        feed.page.keyboard.press("ArrowLeft")
        lane = self.lanes(feed.rows())[round(start["left"])]
        self.assertIn(feed.focused(), [row["id"] for row in lane])


if __name__ == "__main__":
    unittest.main()

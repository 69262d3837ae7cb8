"""Batches at the ends that are not the feed's tail, and what is tried again by itself."""

from feed import FeedCase


class Batches(FeedCase):
    items = 300

    def to_the_end(self, feed, distance, steps=60):
        for _ in range(steps):
            feed.wheel(distance)
            feed.page.wait_for_timeout(25)
        return feed.settle()

    def test_a_failed_batch_is_tried_again_by_itself(self):
        feed = self.open("?mode=feed")
        self.server.set(fail_rate=1)
        for _ in range(40):
            feed.wheel(2000)
            feed.page.wait_for_timeout(25)
        feed.page.locator("#older").get_by_role("button", name="Retry").wait_for()
        self.server.set()
        feed.button("Retry").first.wait_for(state="hidden", timeout=20_000)
        self.check(feed)

    def test_older_messages_come_above_and_what_is_read_stays(self):
        feed = self.open("?mode=chat")
        self.server.set(latency_ms=250)
        for _ in range(60):
            feed.wheel(-1200)
            feed.frames(1)
            if feed.page.get_by_text("Loading older photos").is_visible():
                break
        feed.page.wait_for_timeout(30)
        screen = feed.screen()
        # The first row, under what says that more is to come.
        row = screen["rows"][0] if len(screen["rows"]) == 1 else screen["rows"][1]
        feed.page.evaluate("watch.start()")
        feed.settle()
        frames = feed.page.evaluate("watch.stop()")
        tops = [top for frame in frames for id, _, top, _ in frame["rows"] if id == row["id"]]
        self.assertGreater(len(tops), 3)
        moves = [abs(b - a) for a, b in zip(tops, tops[1:])]
        self.assertLess(max(moves[3:] or [0]), 1.01, "what is read moved")
        self.check(feed, order=1)

    def test_others_photos_come_at_the_newer_end(self):
        feed = self.open("?mode=feed")
        for _ in range(6):
            feed.wheel(400)
            feed.frames(2)
        feed.settle()
        made = self.server.call("POST", "/api/photos")[1]["id"]
        for _ in range(12):
            feed.wheel(-400)
            feed.frames(2)
        feed.settle()
        for _ in range(6):
            feed.wheel(-400)
            feed.frames(2)
        screen = feed.settle()
        self.check(feed, screen)
        self.assertEqual(screen["rows"][0]["id"], made)

    def test_only_the_newest_where_the_address_says_so(self):
        for mode in ("library", "feed"):
            feed = self.open(f"?mode={mode}&total=70")
            screen = self.to_the_end(feed, 3000, 25)
            self.check(feed, screen)
            self.assertEqual((screen["rows"][-1]["position"], screen["rows"][-1]["size"]), (70, 70))

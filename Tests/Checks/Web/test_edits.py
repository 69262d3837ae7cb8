"""What changes under the reader: new rows, removed ones, failures, a refresh, a chat."""

from feed import JUMP, FeedCase


class Edits(FeedCase):
    def into_the_feed(self, feed, distance=4000):
        for _ in range(distance // 400):
            feed.wheel(400)
            feed.frames(1)
        return feed.settle()

    def test_insert_above_leaves_what_is_read(self):
        feed = self.open()
        screen = self.into_the_feed(feed)
        row, newest = feed.reader(screen), self.server.query("SELECT max(id) FROM photos")[0][0]
        for count in range(1, 4):
            self.hold(feed, lambda: (feed.button("Insert above").click(), feed.settle()), row=row)
            now = feed.reader()
            self.assertGreaterEqual(now["position"], row["position"] + count)
            self.assertEqual(now["size"], now["size"])
        screen = feed.settle()
        self.check(feed, screen)
        self.assertGreater(self.server.query("SELECT max(id) FROM photos")[0][0], newest)
        self.assertEqual(screen["rows"][0]["size"], self.server.total())

    def test_what_was_inserted_is_at_the_top(self):
        feed = self.open()
        self.into_the_feed(feed, 800)
        feed.button("Insert above").click()
        feed.settle()
        feed.point()
        feed.wheel(-100_000)
        screen = feed.settle()
        self.check(feed, screen)
        newest = self.server.query("SELECT max(id) FROM photos")[0][0]
        self.assertEqual(screen["rows"][0]["id"], newest)

    def test_a_removed_row_goes_and_the_rest_closes_up(self):
        feed = self.open()
        before = self.into_the_feed(feed)
        total = self.server.total()
        feed.button("Remove").click()
        screen = feed.settle()
        self.check(feed, screen)
        self.assertEqual(self.server.total(), total - 1)
        self.assertEqual(screen["rows"][0]["size"], before["rows"][0]["size"] - 1)
        # Three more, fast.
        for _ in range(3):
            feed.button("Remove").click()
        self.check(feed)
        self.assertEqual(self.server.total(), total - 4)

    def test_edits_where_photos_are_beside_each_other(self):
        feed = self.open(size=(1920, 860))
        self.into_the_feed(feed)
        for name in ("Insert above", "Remove", "Remove", "Insert above", "Insert above", "Remove"):
            feed.button(name).click()
            self.check(feed)

    def test_a_refresh_shows_what_is_new_once(self):
        feed = self.open()
        self.into_the_feed(feed, 2000)
        made = [self.server.call("POST", "/api/photos")[1]["id"] for _ in range(3)]
        feed.button("Refresh").click()
        feed.settle()
        feed.point()
        feed.wheel(-100_000)
        screen = feed.settle()
        self.check(feed, screen)
        self.assertEqual(screen["rows"][0]["id"], max(made))
        self.assertEqual(screen["rows"][0]["size"], self.server.total())

    def test_a_refresh_while_a_batch_flies_doubles_nothing(self):
        feed = self.open()
        for _ in range(3):
            self.server.set(latency_ms=500)
            feed.wheel(30_000)
            feed.page.wait_for_timeout(100)
            self.server.set()
            feed.button("Refresh").click()
            feed.point()
        feed.settle()
        self.check(feed)
        for _ in range(12):
            feed.wheel(1200)
            feed.page.wait_for_timeout(40)
        self.check(feed)

    def test_a_failed_batch_offers_a_retry_that_works(self):
        feed = self.open()
        self.server.set(fail_rate=1)
        retry = feed.button("Retry").first
        for _ in range(60):
            feed.wheel(2000)
            feed.page.wait_for_timeout(40)
            if retry.is_visible():
                break
        retry.wait_for(timeout=10_000)
        feed.fail_and_retry()
        feed.point()
        screen = feed.settle()
        self.check(feed, screen)
        self.assertEqual(feed.button("Retry").count(), 0, "the failure is over")
        for _ in range(10):
            feed.wheel(1500)
            feed.frames(2)
        self.check(feed)

    def test_a_bad_network_ends_in_whole_rows(self):
        feed = self.open()
        self.server.set(latency_ms=40, fail_rate=0.5)
        for _ in range(30):
            feed.wheel(900)
            feed.page.wait_for_timeout(30)
        self.server.set()
        for _ in range(20):
            retry = feed.button("Retry")
            if retry.count() == 0:
                break
            retry.first.click()
            feed.page.wait_for_timeout(200)
        feed.point()
        feed.wheel(10)
        self.check(feed, feed.settle(60))

    def test_memory_warning_and_background_give_back_and_come_again(self):
        feed = self.open()
        self.into_the_feed(feed)
        before = feed.screen()
        row = feed.reader(before)
        self.hold(feed, lambda: (feed.button("Memory warning").click(), feed.settle()), row=row)
        after = feed.settle()
        self.check(feed, after)
        self.assertLess(len(after["made"]), len(before["made"]), "rows that were given back")
        feed.button("Memory warning").click()
        # Nobody looks at a page in the background; it does not say that it loads.
        for told in ("Nothing is loaded in the background.", "Loading older photos…"):
            feed.button("Background").click()
            feed.settle()
            self.assertEqual(feed.page.inner_text("#older .label"), told)
        self.assertAlmostEqual(feed.top_of(row["id"]), row["top"], delta=JUMP)
        feed.point()
        self.into_the_feed(feed, 2000)
        self.check(feed)


class Batches(FeedCase):
    """The feed that begins with one page, and grows at its end."""

    items = 130

    def open(self, *words, **options):
        return super().open("?mode=feed", *words, **options)

    def scroll(self, feed, steps):
        feed.point()
        for _ in range(steps):
            feed.wheel(2500)
            feed.page.wait_for_timeout(30)

    def test_batches_bring_each_row_once_to_the_last_one(self):
        feed = self.open()
        seen = {}
        for _ in range(200):
            for row in feed.rows():
                seen[row["position"]] = row["id"]
            last = feed.screen()
            if last["rows"][-1]["position"] == last["rows"][-1]["size"]:
                break
            feed.wheel(800)
            feed.frames(1)
        screen = feed.settle()
        self.check(feed, screen)
        ids = [seen[position] for position in sorted(seen)]
        self.assertEqual(ids, sorted(set(ids), reverse=True), "rows of which some are twice")
        self.assertEqual(screen["rows"][-1]["id"], 1, "the last row is the oldest")

    def test_a_failed_batch_is_asked_for_again(self):
        feed = self.open()
        self.server.set(fail_rate=1)
        retry = feed.button("Retry").first
        self.scroll(feed, 20)
        retry.wait_for(timeout=10_000)
        at_rest = feed.reader()["position"]
        feed.fail_and_retry()
        feed.settle()
        self.scroll(feed, 12)
        screen = feed.settle()
        self.check(feed, screen)
        self.assertGreater(feed.reader(screen)["position"], at_rest)

    def test_a_refresh_while_a_batch_flies_doubles_nothing(self):
        feed = self.open()
        for _ in range(2):
            # What is asked for now is answered after the refresh.
            self.server.set(latency_ms=900)
            asked = feed.asked
            self.scroll(feed, 16)
            self.assertGreater(feed.asked, asked, "no batch flies")
            self.server.set()
            feed.button("Refresh").click()
            feed.page.wait_for_timeout(1000)
        for _ in range(12):
            self.scroll(feed, 1)
            self.check(feed)


class Chat(FeedCase):
    items = 300

    def at_end(self, feed, screen):
        last = screen["rows"][-1]
        self.assertEqual(last["position"], last["size"], "the last row is not on the screen")
        self.assertLess(abs(screen["offset"] - screen["range"]), JUMP + 1, "not at the end")

    def order(self, screen):
        ids = [row["id"] for row in screen["rows"]]
        return 1 if ids == sorted(ids) else -1

    def test_a_chat_sticks_to_its_end(self):
        feed = self.open()
        feed.button("Chat mode").click()
        screen = feed.settle()
        self.at_end(feed, screen)
        for _ in range(3):
            size = screen["rows"][-1]["size"]
            feed.button("Insert").first.click()
            screen = feed.settle()
            self.at_end(feed, screen)
            self.assertEqual(screen["rows"][-1]["size"], size + 1)
        self.check(feed, screen, self.order(screen))

    def test_a_chat_read_further_up_stays(self):
        feed = self.open()
        feed.button("Chat mode").click()
        feed.settle()
        feed.point()
        # Past where an older page comes in above.
        for _ in range(14):
            feed.wheel(-1200)
            feed.frames(2)
        feed.settle()
        for _ in range(18):
            self.step(feed, -550)
        screen = feed.settle()
        self.check(feed, screen, self.order(screen))
        self.hold(feed, lambda: (feed.button("Insert").first.click(), feed.settle()))
        screen = feed.settle()
        self.check(feed, screen, self.order(screen))

    def test_a_chat_has_one_column_and_is_left_again(self):
        feed = self.open(size=(1920, 860))
        lefts = "new Set(Array.from(document.querySelectorAll('article[data-id]'), it => it.offsetLeft)).size"
        columns = feed.page.evaluate(lefts)
        self.assertGreater(columns, 1)
        feed.button("Chat mode").click()
        feed.settle()
        self.assertEqual(feed.page.evaluate(lefts), 1)
        feed.button("Chat mode").click()
        feed.settle()
        self.assertEqual(feed.page.evaluate(lefts), columns)
        self.check(feed)


class Ends(FeedCase):
    items = 3

    def test_a_short_feed_is_whole_and_removing_all_leaves_none(self):
        feed = self.open()
        self.assertEqual(feed.rows()[0]["size"], 3)
        self.check(feed)
        for left in (2, 1, 0):
            feed.button("Remove").click()
            screen = feed.settle()
            self.assertEqual(len(screen["made"]), left)
        feed.button("Insert above").click()
        screen = feed.settle()
        self.check(feed, screen)
        self.assertEqual([row["size"] for row in screen["rows"]], [1])

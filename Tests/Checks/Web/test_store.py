"""Pages that come and go: by offsets and by keys, while the server changes and the network fails."""

import time

from feed import Chromium, FeedCase

KINDS = ("offsets", "keys")


class Pages(FeedCase):
    def held(self, feed):
        """How many pages are held, as the overlay says."""
        return int(feed.page.locator("[data-field=held]").inner_text().split(" in ")[1].split()[0])

    def go(self, feed, distance, steps):
        for _ in range(steps):
            feed.wheel(distance)
            feed.frames(2)
        return feed.settle()

    def test_wherever_the_thumb_goes_one_page_shows_the_rows(self):
        for kind in KINDS:
            feed = self.open(f"?by={kind}")
            for part in (0.5, 0.9, 0.2):
                self.server.set(latency_ms=250)
                asked = feed.asked
                feed.drag_scrollbar(part)
                end = time.monotonic() + 15
                while feed.screen()["strangers"] or not feed.rows():
                    self.assertLess(time.monotonic(), end, "the rows do not come")
                    feed.page.wait_for_timeout(10)
                # What is asked for at the same time, and after the first answer.
                self.assertLessEqual(feed.asked - asked, 5, f"{kind}: requests until the rows are there")
                self.server.set()
                screen = feed.settle()
                self.check(feed, screen)
                row = feed.reader(screen)
                self.assertAlmostEqual(row["position"] / row["size"], part, delta=0.2)

    def test_pages_are_dropped_at_both_ends_and_come_back(self):
        for query in ("?pages=5", "?pages=5&by=keys", "?mode=feed&pages=5", "?mode=feed&by=keys&pages=5",
                      "?mode=chat&pages=5"):
            feed = self.open(query)
            order = 1 if "chat" in query else -1
            first = feed.settle()["rows"]
            for _ in range(5):
                self.check(feed, self.go(feed, -order * 4000, 12), order)
            self.assertLessEqual(self.held(feed), 8, query)
            away = feed.reader()
            self.assertGreater(abs(away["id"] - first[0]["id"]), 350, query)
            self.hold(feed, lambda: feed.frames(10))
            for _ in range(20):
                screen = self.go(feed, order * 4000, 8)
                self.check(feed, screen, order)
                if first[0]["id"] in [row["id"] for row in screen["rows"]]:
                    break
            self.assertIn(first[0]["id"], [row["id"] for row in screen["rows"]], query)
            self.assertLessEqual(self.held(feed), 8, query)

    def test_a_gap_is_filled_from_the_side_one_comes_from(self):
        feed = self.open("?mode=feed&by=keys&pages=4")
        urls = []
        feed.page.on("request", lambda request: urls.append(request.url))
        self.go(feed, 5000, 60)
        far = feed.reader()["id"]
        feed.button("Jump to newest").click()
        screen = feed.settle()
        self.check(feed, screen)
        self.assertEqual(screen["rows"][0]["id"], self.server.query("SELECT max(id) FROM photos")[0][0])
        newest = screen["rows"][0]["id"]
        self.server.set(latency_ms=300)
        feed.point()
        del urls[:]
        for _ in range(80):
            feed.wheel(900)
            feed.frames(1)
            if feed.page.locator("article.gap").count():
                break
        self.assertEqual(feed.page.locator("article.gap").count(), 1, "no gap row")
        self.server.set()
        self.check(feed)
        asked = [url for url in urls if "/api/photos?" in url]
        self.assertTrue(asked and all("before=" in url for url in asked), f"from above: {asked}")
        self.assertLess(far, newest - 300)

    def test_a_refresh_keeps_the_row_one_reads(self):
        for query in ("", "?by=keys", "?mode=feed", "?mode=feed&by=keys"):
            feed = self.open(query)
            self.go(feed, 700, 12)
            row = feed.reader()
            for _ in range(3):
                self.server.call("POST", "/api/photos")
            for id in (row["id"] + 7, row["id"] - 9):
                self.server.call("DELETE", f"/api/photos/{id}")
            self.hold(feed, lambda: (feed.button("Refresh").click(), feed.settle()), row=row)
            self.check(feed)
            feed.point()
            for _ in range(8):
                self.step(feed, -300)
            self.check(feed)

    def test_how_many_are_new_above(self):
        for kind in KINDS:
            feed = self.open(f"?by={kind}")
            self.go(feed, 2000, 12)
            made = [self.server.call("POST", "/api/photos")[1]["id"] for _ in range(3)]
            button = feed.page.locator("#newest")
            # What a page tells that is loaded further down.
            for _ in range(12):
                self.go(feed, 2500, 6)
                if button.inner_text().strip():
                    break
            self.assertEqual(button.inner_text().strip(), "3 new", kind)
            button.click()
            screen = feed.settle()
            feed.point()
            self.check(feed, screen)
            self.assertEqual(screen["rows"][0]["id"], max(made), kind)
            self.assertEqual(button.inner_text().strip(), "", kind)

    def test_the_network_is_lost_and_comes_back(self):
        for kind in KINDS:
            feed = self.open(f"?by={kind}")
            feed.page.context.set_offline(True)
            for _ in range(30):
                feed.wheel(2500)
                feed.frames(1)
            feed.drag_scrollbar(0.6)
            feed.button("Retry").first.wait_for(timeout=10_000)
            feed.page.context.set_offline(False)
            # By itself.
            screen = feed.settle(30)
            self.check(feed, screen)
            self.assertEqual(feed.button("Retry").count(), 0)
            feed.errors[:] = [error for error in feed.errors if "ERR_INTERNET_DISCONNECTED" not in error]

    def test_others_change_things_all_the_time(self):
        for query in ("", "?by=keys", "?mode=feed", "?mode=feed&by=keys"):
            feed = self.open(query)
            feed.button("Others’ changes").click()
            feed.point()
            feed.page.evaluate("watch.start()")
            for distance in (500, 500, -350, 700, -700):
                for _ in range(14):
                    feed.wheel(distance)
                    feed.frames(2)
            feed.drag_scrollbar(0.4 if "feed" not in query else 1)
            feed.frames(20)
            feed.point()
            for _ in range(14):
                feed.wheel(-400)
                feed.frames(2)
            for number, frame in enumerate(feed.page.evaluate("watch.stop()")):
                ids = [row[0] for row in frame["rows"]]
                self.assertEqual(len(ids), len(set(ids)), f"{query}: a row twice in frame {number}")
                self.assertEqual(ids, sorted(ids, reverse=True), f"{query}: frame {number}")
            feed.button("Others’ changes").click()
            feed.settle()
            feed.button("Refresh").click()
            self.check(feed)
            # Pictures of photos that have gone.
            feed.errors[:] = [error for error in feed.errors if "status of 404" not in error]
            feed.point()
            self.check(feed, self.go(feed, 1500, 10))
            self.assertEqual(feed.button("Others’ changes").get_attribute("aria-pressed"), "false")


class Switches(FeedCase):
    items = 400

    def test_the_same_rows_by_offsets_and_by_keys(self):
        feed = self.open()
        shown = []
        for name in ("Keys", "Offsets", "Feed", "Keys", "Library"):
            feed.button(name).first.click()
            screen = feed.settle()
            self.check(feed, screen)
            shown.append([row["id"] for row in screen["rows"]])
        self.assertEqual(shown, [shown[0]] * 5)
        self.assertEqual(shown[0][0], self.server.query("SELECT max(id) FROM photos")[0][0])


class Package(FeedCase):
    """The store of the package alone, attached to a list in one line."""

    items = 3

    def test_a_store_fills_a_list(self):
        page = Chromium.page(viewport={"width": 500, "height": 600})
        self.addCleanup(page.context.close)
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.route("**/store-test.html", lambda route: route.fulfill(content_type="text/html", body="""
            <!doctype html><div id="scroller" style="height: 500px; overflow: auto"></div>"""))
        page.goto(self.server.url + "/store-test.html")
        page.evaluate("""async () => {
          const from = (name) => import(`/Bindings/JavaScript/src/${name}.js`);
          const [{ load, VirtualList }, { loadStores }] = await Promise.all(["dom", "store"].map(from));
          window.requests = [];
          const store = (await loadStores()).create({
            async load({ position, count, signal }) {
              window.requests.push(position);
              await new Promise((resolve) => setTimeout(resolve, 30));
              const items = Array.from({ length: Math.min(count, 5000 - position) },
                (_, at) => ({ id: position + at }));
              return { items, total: 5000 };
            },
          });
          const list = new VirtualList(document.querySelector("#scroller"), {
            rangecore: await load(),
            render(index) {
              const element = document.createElement("p");
              element.style.margin = 0;
              const item = store.get(index);
              if (item) element.style.height = `${30 + item.id % 40}px`;
              element.textContent = item ? `item ${item.id}` : "…";
              return element;
            },
          });
          store.attach(list);
          Object.assign(window, { store, list });
        }""")
        shown = """() => { const { lower, upper } = list.latest.visible;
          return Array.from({ length: upper - lower }, (_, at) =>
            list.element(lower + at)?.textContent === `item ${lower + at}`); }"""
        page.wait_for_function("list.count === 5000")
        for index in (0, 2500, 4999, 10):
            page.evaluate("index => list.scrollTo(index, { align: 'start' })", index)
            page.wait_for_function(f"({shown})().every(Boolean) && list.latest.visible.lower <= {index}")
            page.wait_for_timeout(300)
            asked = page.evaluate("requests.length")
            page.wait_for_timeout(300)
            self.assertEqual(page.evaluate("requests.length"), asked, "not quiet")
        requests = page.evaluate("requests")
        self.assertEqual(len(requests), len(set(requests)), "a page twice")
        self.assertLess(len(requests), 20)
        # The row in view stays while those above it arrive and are measured.
        page.evaluate("list.scrollTo(3000, { align: 'start' })")
        page.wait_for_function(f"({shown})().every(Boolean)")
        top = "list.element(3000).getBoundingClientRect().top"
        before = page.evaluate(top)
        page.evaluate("store.refresh()")
        page.wait_for_timeout(300)
        self.assertAlmostEqual(page.evaluate(top), before, delta=1)
        self.assertEqual(errors, [])

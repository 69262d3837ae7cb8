"""What the page says was seen, beside what an `IntersectionObserver` of its scroller would count: by the same rule
the same, and right where an observer is not."""

import csv
import io
import unittest

from feed import PHONE, FeedCase

#: An observer of all rows, with a timer of a second that begins when half of a row is on screen, and is stopped when it is
#: not: as one writes that by hand. `observed` is what it has counted, `flashed` what an observer without timers would. And
#: the times for which each photo was there in fact, as frames have shown it: from at least … to at most.
BEGIN = """
  window.observed = new Set();
  window.flashed = new Set();
  const scroller = document.querySelector('[data-testid=scroller]');
  {
    const timers = new Map();
    const shown = new Map();
    const stop = (element) => { clearTimeout(timers.get(element)); timers.delete(element); };
    const observer = new IntersectionObserver((entries) => {
      for (const { target, intersectionRatio } of entries) {
        stop(target);
        if (intersectionRatio < 0.5 || !target.dataset.id) continue;
        flashed.add(Number(target.dataset.id));
        timers.set(target, setTimeout(() => target.isConnected && observed.add(Number(target.dataset.id)), 1000));
      }
    }, { root: scroller, threshold: 0.5 });
    const look = () => {
      for (const element of scroller.querySelectorAll('article')) {
        const { id } = element.dataset;
        if (shown.get(element) === id) continue;
        stop(element);
        shown.set(element, id);
        observer.unobserve(element);
        observer.observe(element);
      }
      for (const element of timers.keys()) if (!element.isConnected) stop(element);
    };
    look();
    new MutationObserver(look).observe(scroller, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-id'] });
  }
  // By photo: the longest of its dwells. A frame says what was there since the last one.
  window.dwells = new Map();
  window.longest = 0;
  const there = new Map();
  // What is there already came at any time before.
  let before = 0;
  window.look = () => {
    const time = performance.now();
    const { top, bottom, rows } = watch.screen();
    if (before > 0) longest = Math.max(longest, time - before);
    const now = new Set();
    for (const { id, top: from, bottom: to } of rows) {
      const visible = Math.min(to, bottom) - Math.max(from, top);
      if (visible < 0.5 * (to - from)) continue;
      now.add(id);
      if (!there.has(id)) there.set(id, { begin: time, early: before });
    }
    for (const [id, { begin, early }] of there) {
      const [least, most] = dwells.get(id) ?? [0, 0];
      dwells.set(id, [Math.max(least, (now.has(id) ? time : before) - begin), Math.max(most, time - early)]);
      if (!now.has(id)) there.delete(id);
    }
    before = time;
  };
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { look(); requestAnimationFrame(() => port2.postMessage(null)); };
  port2.postMessage(null);
  window.frame = () => new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); });
"""


class Seen(FeedCase):
    def begin(self, **options):
        feed = self.open("", **options)
        feed.page.evaluate(f"() => {{ {BEGIN} }}")
        return feed

    def table(self, feed):
        """What the link saves, by id."""
        with feed.page.expect_download() as download:
            feed.page.get_by_role("link", name="CSV").click()
        self.assertEqual(download.value.suggested_filename, "seen.csv")
        with open(download.value.path(), newline="", encoding="utf-8") as file:
            text = file.read()
        self.assertTrue(text.startswith("id,title,seen at,seconds\r\n"), text[:60])
        return {int(line["id"]): line for line in csv.DictReader(io.StringIO(text))}

    def words(self, feed):
        return feed.page.locator("[data-field=seen]").inner_text()

    def ids(self, feed, name):
        return set(feed.page.evaluate(f"[...{name}]"))

    def test_it_agrees_with_an_observer_of_the_same_rule(self):
        feed = self.begin()
        feed.page.evaluate("""async () => {
          const scroller = document.querySelector('[data-testid=scroller]');
          let seed = 7;
          const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
          for (let scroll = 0; scroll < 1000; scroll++) {
            if (random() < 0.03) scroller.scrollTop = Math.round(60_000 * random());
            else scroller.scrollTop += Math.round(900 * (random() - 0.5));
            await frame();
            if (scroll % 40 === 39) await new Promise((resolve) => { setTimeout(resolve, 600 + 900 * random()); });
          }
        }""")
        table, observed = self.table(feed), self.ids(feed, "observed")
        longest = feed.page.evaluate("longest") / 1000
        dwells = {id: (least / 1000, most / 1000) for id, (least, most) in feed.page.evaluate("[...dwells]")}
        sure = {id for id, (least, _) in dwells.items() if least >= 1}
        maybe = {id for id, (_, most) in dwells.items() if most >= 1}
        self.assertGreater(len(sure), 12)
        self.assertGreater(len(dwells) - len(maybe), 40, "nothing was there for less")
        self.assertLessEqual(sure, set(table))
        self.assertLessEqual(set(table), maybe)
        # The observer is told a frame later, and so is its timer.
        self.assertLessEqual({id for id in sure if dwells[id][0] >= 1 + 3 * longest}, observed)
        self.assertLessEqual({id for id in observed - set(table) if dwells[id][1] < 1}, set())
        print(f"1000 scrolls: {len(table)} of {len(dwells)} photos were seen; an observer with timers counts {len(observed)}, "
              f"{len(observed ^ set(table))} of them otherwise, within frames of {1000 * longest:.0f} ms")

    def test_the_table_says_when_and_for_how_long(self):
        feed = self.begin()
        first = [row["id"] for row in feed.screen()["rows"]][0]
        feed.page.wait_for_timeout(1300)
        feed.wheel(5000)
        feed.settle()
        feed.page.wait_for_timeout(1300)
        table = self.table(feed)
        here = [id for id in self.ids(feed, "observed") if id in table and feed.top_of(id) is not None]
        self.assertTrue(here)
        self.assertGreater(float(table[first]["seconds"]), 1)
        # What is still there is seen for longer and longer; what has left is not.
        feed.page.wait_for_timeout(700)
        later = self.table(feed)
        self.assertEqual(later[first], table[first])
        self.assertGreater(float(later[here[0]]["seconds"]), float(table[here[0]]["seconds"]) + 0.6)
        for id, line in later.items():
            (title,), = self.server.query("SELECT title FROM photos WHERE id = ?", id)
            self.assertEqual(line["title"], title)
            self.assertRegex(line["seen at"], r"^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d\d\dZ$")
        count, seconds = self.words(feed).removesuffix(" s").split(" for ")
        self.assertEqual(int(count), len(later))
        self.assertAlmostEqual(int(seconds), sum(float(line["seconds"]) for line in later.values()), delta=1 + len(here))
        self.assertIn(f"#{max(later, key=lambda id: later[id]['seen at']):,}", feed.page.locator(".recent").inner_text())

    def test_what_is_kept_and_where_a_reload_comes_back_to(self):
        feed = self.open("")
        field = lambda name: feed.page.locator(f"[data-field={name}]").inner_text()
        self.assertEqual(field("kept"), "none")
        feed.point()
        feed.wheel(3000)
        feed.settle()
        feed.button("Keep").click()
        feed.settle()
        kept = field("kept")
        self.assertRegex(kept, r"^#[\d,]+$")
        element = f"[data-id='{kept[1:].replace(',', '')}']"
        feed.page.evaluate("(selector) => { window.element = document.querySelector(selector); }", element)
        feed.page.evaluate("document.querySelector('[data-testid=scroller]').scrollTop += 400_000")
        feed.settle()
        self.assertEqual(field("kept"), f"{kept}, off screen")
        self.assertTrue(feed.page.evaluate("element.isConnected"))
        feed.wheel(137)
        before = feed.settle()["rows"]
        first = f"#{before[0]['id']:,}"
        feed.page.wait_for_function(
            "(first) => document.querySelector('[data-field=place]').textContent === first", arg=first)
        feed.page.reload()
        feed.page.wait_for_selector("article[data-id]")
        after = feed.settle()["rows"]
        self.assertIn(field("place"), [f"back at {first}", first])
        self.assertEqual([row["id"] for row in after], [row["id"] for row in before])
        for now, then in zip(after, before):
            self.assertAlmostEqual(now["top"], then["top"], delta=0.1)

    # -- where an observer is wrong --

    def test_a_fast_fling(self):
        feed = self.begin()
        feed.page.evaluate("""async () => {
          const scroller = document.querySelector('[data-testid=scroller]');
          for (let step = 0; step < 80; step++) { scroller.scrollTop += 450; await frame(); }
        }""")
        passed = self.ids(feed, "flashed") - {row["id"] for row in feed.rows()}
        counted = set(self.table(feed)) & passed
        self.assertGreater(len(passed), 20, "without a timer, an observer counts what flies by")
        self.assertLessEqual({id for id in counted if feed.page.evaluate("(id) => dwells.get(id)[1]", id) < 1000}, set())

    def test_the_background(self):
        feed = self.begin()
        feed.page.evaluate("""async () => {
          document.querySelector('[data-testid=scroller]').scrollTop += 30_000;
          do await frame(); while (watch.screen().rows.length === 0);
          document.querySelector('[data-do=background]').click(); }""")
        feed.page.wait_for_timeout(1500)
        here = {row["id"] for row in feed.rows()}
        self.assertTrue(self.ids(feed, "observed") & here, "nothing tells an observer of it")
        self.assertFalse(set(self.table(feed)) & here)
        # In front again, it takes a second from then on.
        feed.button("Background").click()
        feed.page.wait_for_timeout(400)
        self.assertFalse(set(self.table(feed)) & here)
        feed.page.wait_for_timeout(1000)
        self.assertTrue(set(self.table(feed)) & here)

    def test_what_a_bar_covers(self):
        feed = self.begin(size=PHONE)
        # So that a row is on screen by more than half, but not above the overlay.
        place = """() => { const box = document.querySelector('#overlay').getBoundingClientRect();
          const { rows, bottom } = watch.screen();
          return [box.top, bottom, rows.map(({ id, top, bottom }) => [id, top, bottom])]; }"""
        bar, end, rows = feed.page.evaluate(place)
        self.assertGreater(end - bar, 100, "the overlay is over the list")
        id, top, bottom = rows[-1]
        middle = (bar + end) / 2
        feed.wheel((top + bottom) / 2 - middle)
        feed.settle()
        bar, end, rows = feed.page.evaluate(place)
        top, bottom = next((top, bottom) for other, top, bottom in rows if other == id)
        self.assertTrue(bar < (top + bottom) / 2 < end, "its middle is behind the bar")
        feed.page.wait_for_timeout(1500)
        self.assertIn(id, self.ids(feed, "observed"))
        self.assertNotIn(id, self.table(feed))
        feed.button("Hide").click()
        feed.page.wait_for_timeout(1500)
        feed.page.evaluate("document.querySelector('[data-do=overlay]').click()")
        self.assertIn(id, self.table(feed), "it is not covered any more")


if __name__ == "__main__":
    unittest.main()

"""Impressions of a list of the JavaScript package, beside what an `IntersectionObserver` of its scroller says."""

import unittest

from test_list import ListCase

#: A list whose elements an observer has, and impressions with the same thresholds. `levels` are how many thresholds an
#: item reaches, by its number: `ours` and `theirs`.
BEGIN = """
  const { Impressions, load } = await import('/Bindings/JavaScript/src/impressions.js');
  const rangecore = await load();
  const thresholds = [0.25, 0.5, 0.75, 1];
  const [ours, theirs] = [new Map(), new Map()];
  const set = (levels, number, level) => (level > 0 ? levels.set(number, level) : levels.delete(number));
  test.wasSeen = [];
  let observer;
  const update = (element, index) => {
    // Which shows another item now, and what is made later.
    observer?.unobserve(element);
    if (element.dataset.number) theirs.delete(Number(element.dataset.number));
    element.textContent = element.dataset.number = test.items[index];
    element.style.minHeight = `${test.lengthOf(test.items[index])}px`;
    observer?.observe(element);
  };
  const render = (index) => {
    const element = document.createElement('div');
    element.className = 'row';
    update(element, index);
    return element;
  };
  await test.begin({ count: 5000, rangecore, update, render, ...OPTIONS });
  observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting, intersectionRatio } of entries) {
      const reached = isIntersecting ? thresholds.filter((it) => it <= intersectionRatio).length : 0;
      set(theirs, Number(target.dataset.number), reached);
    }
  }, { root: test.scroller, threshold: thresholds });
  for (const { element } of test.list.rows()) observer.observe(element);
  test.impressions = new Impressions(rangecore, {
    thresholds,
    onSeen: ({ id }) => test.wasSeen.push(id),
    onCrossed: ({ id, level }) => set(ours, id, level),
  });
  test.impressions.attach(test.list, (index) => test.items[index]);
  Object.assign(test, { ours, theirs });
  test.levels = () => [ours, theirs].map((levels) => [...levels].sort(([a], [b]) => a - b));
  /** Items whose levels are not what is seen, unless that is within a browser's smallest length, 1/64 pixel, of a threshold. */
  test.wrongIn = (levels) => test.made().filter(({ number, start, end }) => {
    const visible = Math.max(0, Math.min(end, test.scroller.clientHeight) - Math.max(start, 0));
    const quarter = (end - start) / 4;
    return Math.abs(visible - quarter * Math.round(visible / quarter)) > 1 / 64
      && (levels.get(number) ?? 0) !== Math.floor(visible / quarter);
  });
"""


class Impressions(ListCase):
    def start(self, options="{}"):
        self.show("/Tests/Checks/Web/list.html")
        self.page.wait_for_function("window.isReady")
        self.run_js(BEGIN.replace("OPTIONS", options))
        self.run_js("await test.rest()")

    def test_they_agree_with_an_observer_within_a_frame(self):
        self.start()
        found = self.get("""(async () => {
          let seed = 7;
          const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
          const found = { late: 0, wrong: [], levels: 0, ours: [] };
          for (let scroll = 0; scroll < 1000; scroll++) {
            const room = test.scroller.scrollHeight - test.scroller.clientHeight;
            test.scroller.scrollTop = random() < 0.2 ? Math.round(room * random())
              : test.scroller.scrollTop + Math.round(800 * (random() - 0.5));
            await test.rest(1);
            for (const row of test.wrongIn(test.ours)) found.ours.push([scroll, row, test.levels()[0]]);
            if (test.wrongIn(test.theirs).length > 0) {
              found.late += 1;
              await test.rest(1);
            }
            for (const row of test.wrongIn(test.theirs)) found.wrong.push([scroll, row, test.levels()]);
            found.levels += test.levels()[0].length;
          }
          return found;
        })()""")
        self.assertEqual(found["ours"], [])
        self.assertEqual(found["wrong"], [], "of the observer")
        self.assertGreater(found["levels"], 5000, "nothing was visible")
        print(f"1000 scrolls: impressions are right in the frame; so is the observer, in {found['late']} of them one later")

    def test_what_a_pinned_header_covers_an_observer_does_not_know(self):
        self.start("{ headers: [0] }")
        # The header is 30 pixels long; the row below it begins with it, and is covered but for 30 pixels of 67.
        self.run_js("""
          test.list.scrollTo(1); await test.rest(4);
          test.scroller.scrollTop += 37; await test.rest(4);
        """)
        ours, theirs = (dict(levels) for levels in self.get("test.levels()"))
        rows = {row["number"]: row for row in self.seen()}
        self.assertIn(0, ours, "the header, which is pinned")
        covered = rows[0]["end"]
        self.assertGreater(covered, 20)
        differing = {number for number in rows if ours.get(number, 0) != theirs.get(number, 0)}
        self.assertTrue(differing, "the observer knows of the header")
        for number, row in rows.items():
            length = row["end"] - row["start"]
            visible = min(row["end"], 500) - max(row["start"], 0 if number == 0 else covered)
            self.assertEqual(ours.get(number, 0), max(0, int(4 * visible / length + 1e-9)), f"{number}: {row}")

    def test_what_stays_is_seen_and_what_is_scrolled_past_is_not(self):
        self.start()
        self.run_js("""
          for (let step = 0; step < 40; step++) { test.scroller.scrollTop += 450; await test.rest(1); }
        """)
        self.assertEqual(self.get("test.wasSeen"), [])
        self.rest(1.3)
        halves = [number for number, level in self.get("test.levels()[0]") if level >= 2]
        self.assertEqual(sorted(self.get("test.wasSeen")), halves)
        # Hidden, it shows nothing.
        self.run_js("test.scroller.style.display = 'none'; await test.rest(4)")
        self.assertEqual(self.get("test.levels()[0]"), [])


if __name__ == "__main__":
    unittest.main()

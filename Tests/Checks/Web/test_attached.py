"""A virtual list of the JavaScript package with a store that is attached, in Chromium."""

import unittest

from test_list import ListCase

#: A store of 1000 items in pages of 10, whose replies wait until `test.answer`, and its list. Placeholders are
#: 40 pixels long, the items 60 to 139, and `test.more` longer.
BEGIN = """
  await test.begin({ count: 1 });
  test.list.destroy();
  const { loadStores } = await import('/Bindings/JavaScript/src/store.js');
  const { VirtualList } = await import('/Bindings/JavaScript/src/dom.js');
  test.more = 0;
  test.waiting = [];
  test.answer = () => test.waiting.splice(0).forEach((go) => go());
  test.store = (await loadStores()).create({
    pageSize: 10, total: 1000, settle: 0, ...OPTIONS,
    load: ({ position, count }) => new Promise((resolve) => test.waiting.push(() => resolve({
      total: 1000,
      items: Array.from({ length: count }, (_, at) => (
        { id: position + at, length: 60 + ((position + at) * 37) % 80 + test.more })),
    }))),
  });
  const update = (element, index) => {
    const item = test.store.get(index);
    element.textContent = item ? `item ${item.id}` : '…';
    element.dataset.number = item ? item.id : -1;
    // Within it, since the list gives a placeholder its own.
    element.style.minHeight = item ? `${item.length}px` : '';
  };
  test.list = new VirtualList(test.scroller, {
    rangecore: test.rangecore, estimate: 40, settings: { usesMeanEstimate: false }, update,
    render(index) {
      const element = document.createElement('div');
      element.className = 'row';
      update(element, index);
      return element;
    },
  });
  test.store.attach(test.list, { leadingScreens: 0 });
  // All requests, until none is left.
  test.settle = async () => {
    for (let round = 0; round < 12; round++) {
      test.answer();
      await test.rest(2);
    }
  };
  await test.settle();
"""


class Attached(ListCase):
    def start(self, options="{}"):
        self.show("/Tests/Checks/Web/list.html")
        self.page.wait_for_function("window.isReady")
        self.run_js(BEGIN.replace("OPTIONS", options))
        self.page.mouse.move(200, 250)

    def held(self):
        """The items on screen, without placeholders: where each starts."""
        return {row["number"]: row["start"] for row in self.seen() if row["number"] >= 0}

    def placeholders(self):
        return [row for row in self.seen() if row["number"] < 0]

    def fill(self):
        """What is loaded arrives: the items on screen stay where they are."""
        self.rest()
        before = self.held()
        self.assertTrue(before and self.placeholders(), f"{before}, {self.placeholders()}")
        # A placeholder is at the viewport's start.
        self.assertLess(self.placeholders()[0]["start"], 0)
        self.run_js("await test.settle()")
        self.rest()
        after = self.held()
        self.assertEqual(self.placeholders(), [])
        both = before.keys() & after.keys()
        self.assertTrue(both)
        for number in both:
            self.assertAlmostEqual(after[number], before[number], delta=0.05, msg=f"item {number}")
        # No gap, and nothing over another.
        seen = self.seen()
        for one, other in zip(seen, seen[1:]):
            self.assertAlmostEqual(one["end"], other["start"], delta=0.05)

    def up(self, distance):
        for _ in range(distance // 50):
            self.page.mouse.wheel(0, -50)
            self.run_js("await test.rest(1)")
        self.rest()

    def test_placeholders_that_are_filled_move_nothing_that_is_read(self):
        self.start()
        self.run_js("test.list.scrollTo(500, { align: 'start' }); await test.settle()")
        self.assertEqual(list(self.held())[0], 500)
        # Up to placeholders, whose rows are longer; three pages of them.
        for _ in range(3):
            for _ in range(10):
                if self.placeholders():
                    break
                self.up(150)
            self.fill()

    def test_items_that_were_dropped_and_come_back_move_nothing_that_is_read(self):
        self.start("{ pageLimit: 2 }")
        self.run_js("test.list.scrollTo(480, { align: 'start' }); await test.settle()")
        self.page.mouse.wheel(0, 1500)
        self.run_js("await test.settle()")
        self.page.mouse.wheel(0, 1500)
        self.run_js("await test.settle(); test.more = 70")
        self.assertFalse(self.get("test.store.has(480)"))
        # Placeholders are as long as what was there, and what comes is longer.
        for _ in range(3):
            self.up(400)
            if self.placeholders():
                break
        self.fill()

    def test_one_that_is_measured_again_keeps_its_start(self):
        self.start()
        self.run_js("test.list.scrollTo(500, { align: 'start' }); await test.settle()")
        for act in ("test.list.element(INDEX).style.minHeight = '180px'",
                    "test.store.replace({ id: INDEX, length: 240 })"):
            self.page.mouse.wheel(0, 57)
            self.rest()
            # The one that straddles the viewport's start, and one below.
            for place in (0, 2):
                before = self.seen()
                row = before[place]
                self.run_js(act.replace("INDEX", str(row["number"])) + "; await test.rest(6)")
                after = {it["number"]: it for it in self.seen()}
                self.assertAlmostEqual(after[row["number"]]["start"], row["start"], delta=0.05, msg=act)
                self.assertGreater(after[row["number"]]["end"] - row["end"], 20)
                for one, other in zip(self.seen(), self.seen()[1:]):
                    self.assertAlmostEqual(one["end"], other["start"], delta=0.05)
                self.run_js("await test.settle()")

    def test_it_is_edited_by_its_store_alone(self):
        self.start()
        refused = """(() => { try { EDIT; return ''; } catch (error) { return `${error.code}: ${error.message}`; } })()"""
        for edit in ("test.list.insert(0)", "test.list.remove(3)", "test.list.move(0, 1, 5)",
                     "test.list.apply(() => { throw new Error('asked'); })", "test.list.engine.insert(0, 1)"):
            self.assertIn("edit the store", self.get(refused.replace("EDIT", edit)), edit)
        # Nothing has changed, and what is far is loaded as ever.
        self.assertEqual(self.get("[test.list.count, test.store.count]"), [1000, 1000])
        self.run_js("test.store.remove(3); test.store.insert(0, [{ id: -7, length: 90 }]); await test.rest()")
        self.run_js("test.list.scrollTo(900, { align: 'start' }); await test.settle()")
        self.assertEqual(self.placeholders(), [])
        self.run_js("test.store.detach(); test.list.remove(3); await test.rest()")
        self.assertEqual(self.get("[test.list.count, test.store.count]"), [999, 1000])
        self.run_js("test.store.free(); test.list.destroy()")


if __name__ == "__main__":
    unittest.main()

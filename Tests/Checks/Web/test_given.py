"""What an app gives a list in Chromium: fetchers per end, extents, offsets to go to, and where to begin."""

import unittest

from test_list import ListCase


class Given(ListCase):
    def test_a_fetcher_switches_its_end_on(self):
        self.begin("{ count: 0 }")
        for given, expected in (("told", ["head", "tail"]), ("{ head: told }", ["head"]), ("{ tail: told }", ["tail"])):
            self.run_js(f"""window.ends = new Set();
              const told = async (end) => {{ ends.add(end); return 'exhausted'; }};
              test.list.destroy();
              await test.begin({{ count: 10, fetch: {given} }});""")
            self.assertEqual(self.get("[...ends].sort()"), expected)
        # What the app sets wins; and with other options, the ends are others.
        self.run_js("""ends.clear();
          const head = async (end) => { ends.add(end); return 'exhausted'; };
          test.list.destroy();
          await test.begin({ count: 10, fetch: { head }, settings: { leadingScreens: { head: 0 } } });""")
        self.assertEqual(self.get("ends.size"), 0)
        self.run_js("""test.list.setOptions({ settings: undefined });
          await test.rest()""")
        self.assertEqual(self.get("[...ends]"), ["head"])

    def extents(self, count):
        return self.get(f"[...test.list.engine.rows(0, {count}).extents]")

    def test_extents_of_what_is_inserted(self):
        self.begin("{ count: 1000, extents: (index) => test.lengthOf(test.items[index]) }")
        # The list has its length at once: those that are not measured have it too.
        self.assertEqual(self.get("test.list.engine.length"),
                         self.get("test.items.reduce((sum, item) => sum + test.lengthOf(item), 0)"))
        self.run_js("""test.insert(500, 3);
          test.items.splice(600, 0, test.next++, test.next++);
          test.list.insert(600, 2, [200, 300]);
          test.list.apply(() => {
            test.items.splice(700, 1, test.next++);
            test.items.reverse();
            return test.items.length;
          }, (index) => 10_000 + index);
          await test.rest()""")
        extents = self.extents(1005)[::-1]
        self.assertEqual(extents[500:503], self.get("[1000, 1001, 1002].map(test.lengthOf)"))
        self.assertEqual([extents[600:602], extents[700]], [[200, 300], 10_304])
        # They are measured as they come.
        self.run_js("test.list.scrollTo(404); await test.rest(10)")
        self.check()

    def test_known_extents_are_never_measured(self):
        self.begin("{ count: 1000, extents: (index) => test.lengthOf(test.items[index]), extentsAreKnown: true }")
        self.run_js("""window.reads = 0;
          const { getBoundingClientRect } = Element.prototype;
          Element.prototype.getBoundingClientRect = function () {
            reads += this.className === 'row';
            return getBoundingClientRect.call(this);
          }""")
        for step in (900, 5000, -700):
            self.page.mouse.wheel(0, step)
            self.rest(0.2)
        self.run_js("test.scroller.style.width = '300px'; await test.rest()")
        self.run_js("test.list.remeasure(); test.list.refresh(); await test.rest()")
        self.assertEqual(self.get("[reads, test.list.engine.length]"),
                         [0, self.get("test.items.reduce((sum, item) => sum + test.lengthOf(item), 0)")])
        # Nor are those whose elements would be longer: each is given its extent.
        self.run_js("""test.list.insert(0, 3, [20, 70, 80]);
          test.items.unshift(5, 6, 7);
          test.list.scrollToOffset(0);
          await test.rest()""")
        self.assertEqual(self.get("[0, 1, 2].map((index) => test.list.element(index).style.height)"),
                         ["20px", "70px", "80px"])

    def test_an_offset_is_arrived_at_whatever_is_measured(self):
        self.begin("{ start: { offset: 5000 } }", surroundings="{ before: 120 }")
        state = "[test.place(), test.list.offset]"
        self.assertEqual(self.get(state), [5000, 5000])
        for offset in (50, 20_000, 19_000, 1234):
            self.run_js(f"test.list.scrollToOffset({offset}); await test.frame()")
            self.assertEqual(self.get(state), [offset, offset])
            before = self.seen()
            self.run_js("await test.rest(20)")
            self.assertEqual(self.get(state), [offset, offset])
            self.assertEqual(self.seen(), before)
        self.run_js("test.list.scrollToOffset(8000, { behavior: 'smooth' })")
        self.rest(1)
        self.assertEqual(self.get(state), [8000, 8000])
        # From there nothing jumps as the reader goes on.
        first = next(row for row in self.seen() if row["start"] > 0)
        self.page.mouse.wheel(0, -100)
        self.rest(0.5)
        row = next(row for row in self.seen() if row["number"] == first["number"])
        self.assertAlmostEqual(row["start"], first["start"] + 100, delta=0.5)
        self.run_js("test.list.scrollToOffset(Infinity); await test.rest(10)")
        self.check()
        self.assertEqual(self.get("test.place()"), self.get("test.scroller.scrollHeight - test.scroller.clientHeight"))

    def test_an_offset_waits_until_the_list_is_shown(self):
        self.begin()
        self.run_js("""test.scroller.style.display = 'none';
          await test.rest();
          test.list.scrollToOffset(3000);
          await test.rest();
          test.scroller.style.display = '';
          await test.rest()""")
        self.assertEqual(self.get("[test.place(), test.list.offset]"), [3000, 3000])

    def test_a_list_that_sticks_to_its_tail_begins_where_it_is_told(self):
        for start, first in ("{ offset: 0 }", 0), ("{ index: 0 }", 0), ("{ index: 40 }", 40):
            self.begin(f"{{ count: 100, start: {start}, settings: {{ sticks: {{ tail: true }} }} }}")
            self.assertEqual(self.seen()[0]["index"], first)
            self.run_js("test.insert(100, 5); await test.rest()")
            self.assertEqual(self.seen()[0]["index"], first)
            for _ in range(20):
                self.page.mouse.wheel(0, 3000)
                self.rest(0.05)
            self.rest(0.5)
            self.run_js("test.insert(105, 5); await test.rest()")
            self.assertEqual(self.seen()[-1]["index"], 109)


if __name__ == "__main__":
    unittest.main()

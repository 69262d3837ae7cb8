"""The virtual list of the JavaScript package while it is hidden, in Chromium: it keeps item and place."""

import unittest

from test_list import ListCase

#: What is hidden, how, and how it is shown again.
WAYS = {
    "display: none around it": ("document.body", "style.display = 'none'", "style.display = ''"),
    "display: none": ("test.scroller", "hidden = true", "hidden = false"),
    "no height": ("test.scroller", "style.height = 0", "style.height = ''"),
    "no width": ("test.scroller", "style.width = 0", "style.width = ''"),
}


class Hidden(ListCase):
    def hide_and_show(self, way, act="", between=""):
        """Returns what was seen before and after, and how long the list was before and meanwhile."""
        element, hide, show = WAYS[way]
        before, length = self.seen(), self.get("test.list.scrollLength")
        self.run_js("window.elements = [...test.list.rows()].map(({ element }) => element)")
        self.run_js(f"{element}.{hide}; {between}; await test.rest(6)")
        self.run_js(f"{act}; await test.rest()")
        meanwhile = self.get("test.list.scrollLength")
        self.run_js(f"{element}.{show}; {between}; await test.rest(6)")
        return before, self.seen(), length, meanwhile

    def begin(self, *words, **others):
        super().begin(*words, **others)
        self.page.add_style_tag(content="[hidden] { display: none !important }")

    def begin_inside(self, options="{}", page="", **others):
        self.begin(options, page, **others)
        self.run_js("test.list.scrollTo(700, { align: 'start' }); await test.rest()")
        self.page.mouse.wheel(*((137, 137) if "horizontal" in options else (0, 137)))
        self.rest()

    def assert_same(self, before, after, words):
        self.assertTrue(before, words)
        self.assertEqual([row["number"] for row in after], [row["number"] for row in before], words)
        for one, other in zip(before, after):
            self.assertAlmostEqual(one["start"], other["start"], delta=0.05, msg=words)
            self.assertAlmostEqual(one["end"], other["end"], delta=0.05, msg=words)

    def try_all(self, ways=tuple(WAYS), check=True):
        for way in ways:
            # The second time the browser has laid out before the frame in which the list hears of it.
            for between in ("", "test.scroller.offsetWidth + test.scroller.scrollTop"):
                before, after, length, meanwhile = self.hide_and_show(way, between=between)
                self.assert_same(before, after, way)
                self.assertEqual(length, meanwhile, way)
                self.assertEqual(length, self.get("test.list.scrollLength"), way)
                self.assertTrue(self.get("elements.every((it) => it.isConnected)"), way)
                if check:
                    self.check()

    def test_item_and_place_are_kept(self):
        self.begin_inside()
        self.try_all()
        # And it scrolls on as before.
        row = self.seen()[3]
        self.page.mouse.wheel(0, 60)
        self.rest()
        self.check()
        after = next(it for it in self.seen() if it["number"] == row["number"])
        self.assertAlmostEqual(after["start"], row["start"] - 60, delta=0.05)

    def test_rows_of_text(self):
        # They are longer the narrower they are.
        self.begin("{ count: 1 }")
        self.run_js("""await test.begin({ count: 2000, render(index) {
            const element = document.createElement('div');
            element.dataset.number = index;
            element.textContent = 'so many words '.repeat(3 + (index * 37) % 13);
            return element; }, update: undefined });
          test.list.scrollTo(700, { align: 'start' }); await test.rest()""")
        self.page.mouse.wheel(0, 137)
        self.rest()
        self.try_all(check=False)

    def test_columns_that_depend_on_the_breadth(self):
        self.begin_inside("{ columns: (breadth) => (breadth > 300 ? 3 : 1) }")
        self.try_all()

    def test_headers(self):
        self.begin_inside("{ headers: Array.from({ length: 100 }, (_, at) => at * 100) }")
        self.try_all(check=False)

    def test_above_the_cap_of_an_element(self):
        self.begin_inside("{ count: 1_000_000 }")
        self.run_js("test.list.scrollTo(700_000, { align: 'start' }); await test.rest()")
        self.try_all()

    def test_horizontal_both_ways(self):
        for dir in ("ltr", "rtl"):
            self.begin_inside("{ axis: 'horizontal' }", surroundings=f"{{ before: 60, dir: '{dir}' }}")
            self.try_all()

    def test_what_is_around_the_list(self):
        self.begin_inside(surroundings="{ before: 300, after: 80 }")
        self.try_all()

    def test_in_the_window(self):
        self.begin_inside(surroundings="{ isWindow: true, before: 300, after: 200 }")
        self.try_all(["display: none around it"])

    def test_while_the_reader_scrolls(self):
        for way in WAYS:
            self.begin_inside()
            self.page.mouse.wheel(0, 300)
            # Before the scrolling has ended.
            self.run_js("await test.rest(2)")
            self.assert_same(*self.hide_and_show(way)[:2], way)
            self.check()

    def test_edits_meanwhile(self):
        for way in WAYS:
            self.begin_inside()
            row = self.seen()[0]["number"]
            before, after, *_ = self.hide_and_show(
                way, f"test.insert(3, 50); test.remove(200, 220); test.remove(test.items.indexOf({row + 3}));"
                "test.list.refresh()")
            self.assertEqual([it["number"] for it in after][:3], [row, row + 1, row + 2], way)
            self.assertAlmostEqual(after[0]["start"], before[0]["start"], delta=0.05, msg=way)
            self.check()

    def test_rows_that_are_moved_meanwhile_are_in_order(self):
        for way in WAYS:
            self.begin_inside()
            at = self.seen()[1]["index"]
            self.hide_and_show(way, f"test.move({at + 2}, {at + 3}, {at})")
            self.check()

    def test_rows_that_change_their_length_meanwhile(self):
        for way in WAYS:
            self.begin_inside()
            before = self.seen()
            number = before[3]["number"]
            self.hide_and_show(way, f"""const row = test.list.element({before[3]["index"]});
              const far = [...test.list.rows()].reduce((a, b) => (a.index > b.index ? a : b)).element;
              row.style.minHeight = far.style.minHeight = '200px'""")
            after = self.seen()
            at = next(i for i, it in enumerate(after) if it["number"] == number)
            self.assertAlmostEqual(after[at]["end"] - after[at]["start"], 200, delta=0.05, msg=way)
            self.assertAlmostEqual(after[at + 1]["start"], after[at]["end"], delta=0.05, msg=way)
            self.assertAlmostEqual(after[0]["start"], before[0]["start"], delta=0.05, msg=way)
            # Also the one that was not on screen.
            self.page.mouse.wheel(0, 400)
            self.rest()
            after = self.seen()
            for one, other in zip(after, after[1:]):
                self.assertAlmostEqual(one["end"], other["start"], delta=0.05, msg=way)

    def test_a_target_set_meanwhile(self):
        for way in WAYS:
            self.begin_inside()
            after = self.hide_and_show(way, "test.list.scrollTo(4000, { align: 'start' })")[1]
            self.assertEqual((after[0]["index"], round(after[0]["start"], 1)), (4000, 0), way)
            self.check()

    def test_all_is_measured_again_meanwhile(self):
        for way in WAYS:
            self.begin_inside()
            self.assert_same(*self.hide_and_show(way, "test.list.remeasure()")[:2], way)
            self.check()

    def test_a_list_that_begins_hidden(self):
        self.show("/Tests/Checks/Web/list.html")
        self.page.wait_for_function("window.isReady")
        self.run_js("""document.body.style.display = 'none'; await test.begin();
          test.list.scrollTo(50, { align: 'start' }); await test.rest(6)""")
        self.assertEqual(self.get("test.list.engine.measuredRowCount"), 0)
        self.run_js("document.body.style.display = ''; await test.rest(6)")
        self.check()
        self.assertEqual(self.seen()[0]["index"], 50)
        self.assertTrue(self.get("test.list.engine.item(50).isMeasured"))

    def test_a_chat_is_still_at_its_end(self):
        for way in WAYS:
            self.begin("{ count: 100, settings: { sticks: { tail: true } } }")
            self.run_js("test.list.scrollTo(99, { align: 'end' }); await test.rest()")
            after = self.hide_and_show(way, "test.insert(test.items.length, 3)")[1]
            self.assertEqual(after[-1]["index"], 102, way)
            self.assertAlmostEqual(after[-1]["end"], 500, delta=0.05, msg=way)
            self.check()


if __name__ == "__main__":
    unittest.main()

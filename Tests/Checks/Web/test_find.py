"""Find in page, selecting and copying in a virtual list of the JavaScript package, in Chromium."""

import unittest

from headed import HeadedCase
from test_list import ListCase


class FindCase(ListCase):
    def start(self, begin, options="{}", surroundings="{}"):
        self.begin(options, surroundings=surroundings)
        self.run_js(f"""const {{ findInPage, keepSelection }} = await import('/Bindings/JavaScript/src/find.js');
          const text = (index) => `item number ${{test.items[index]}} of many`;
          Object.assign(window, {{ findInPage, text }});
          window.stop = {begin}; await test.rest()""")


class Find(FindCase):
    def find(self, text):
        """As a link to a text does: its search is that of find in page, which is no part of a headless browser."""
        url = self.page.url.split("#")[0]
        self.page.goto(f"{url}#:~:text={text.replace(' ', '%20')}")
        self.rest(0.8)

    def hidden(self):
        """The items of texts that wait to be found."""
        return self.get("""[...document.querySelectorAll('[hidden=until-found]')].map((it) =>
          Number(it.textContent.match(/[0-9]+/)))""")

    def test_what_has_no_element_is_found(self):
        self.start("findInPage(test.list, text)")
        for number in (300, 700, 250, 251):
            self.find(f"number {number} of")
            self.assertIn(number, [row["index"] for row in self.seen()])
            self.check()
        # The browser scrolls nothing by itself.
        self.assertEqual(self.get("[scrollX, scrollY]"), [0, 0])

    def test_each_item_is_there_once(self):
        self.start("findInPage(test.list, text, { count: 20 })")
        self.run_js("test.list.scrollTo(500, { align: 'start' }); await test.rest(30)")
        made = [row["number"] for row in self.get("test.made()")]
        seen = [row["number"] for row in self.seen()]
        self.assertEqual(sorted(self.hidden() + made), list(range(seen[0] - 20, seen[-1] + 21)))
        # Those of later items are behind the rows, and those of earlier ones, which a search backwards comes to from
        # the page's end, behind the container.
        order = self.get("""[...test.list.container.querySelectorAll('.row, [hidden]'),
          ...test.list.container.nextSibling.children].map((it) => Number(it.textContent.match(/[0-9]+/)))""")
        self.assertEqual(order, list(range(made[0], seen[-1] + 21)) + list(range(seen[0] - 20, made[0])))
        self.run_js("test.insert(0, 1); await test.rest(30)")
        self.assertEqual(sorted(self.hidden() + made)[0], seen[0] - 20)
        self.run_js("test.list.destroy()")
        self.assertEqual(self.get("document.querySelectorAll('[hidden]').length"), 0)

    def test_nothing_is_made_while_the_list_scrolls_or_nothing_has_changed(self):
        self.start("findInPage(test.list, text)")
        self.run_js("""await test.rest(30); window.made = 0; new MutationObserver((all) => { made += all.length; })
          .observe(document.querySelector('[hidden]').parentElement, { childList: true })""")
        for _ in range(10):
            self.page.mouse.wheel(0, 100)
            self.run_js("await test.rest(1)")
        self.assertEqual(self.get("made"), 0)
        self.run_js("await test.rest(30)")
        self.assertGreater(self.get("made"), 0)
        self.run_js("made = 0; test.list.update(); await test.rest(30)")
        self.assertEqual(self.get("made"), 0)

    def test_no_text_is_where_the_app_has_none(self):
        self.start("findInPage(test.list, (index) => (index % 100 ? null : text(index)))")
        self.assertEqual(self.hidden(), [100, 200, 300, 400, 500])


class FindInPage(HeadedCase, FindCase):
    def test_it_goes_from_one_to_the_next_and_back(self):
        self.start("findInPage(test.list, (index) => `${index} ${index % 100 ? 'apple' : 'kumquat'}`)", """{
          update: undefined, render(index) {
            const row = document.createElement('div');
            row.className = 'row';
            row.dataset.number = index;
            row.style.minHeight = `${test.lengthOf(index)}px`;
            row.textContent = `${index} ${index % 100 ? 'apple' : 'kumquat'}`;
            return row; } }""")
        self.run_js("test.list.scrollTo(650, { align: 'start' }); await test.rest(30)")
        self.press("mousemove", "300", "400", "click", "1")
        self.press("key", "ctrl+f")
        self.press("type", "kumquat")
        for key, number in ((None, 700), ("Return", 800), ("Return", 900), ("shift+Return", 800), ("shift+Return", 700),
                            ("shift+Return", 600), ("Return", 700)):
            if key:
                self.press("key", key)
            self.page.wait_for_function(f"test.seen().some((row) => row.index === {number})", timeout=10_000)
            # The browser goes on to the row, then there are texts around that.
            self.rest(1)
            self.check()


class Select(FindCase):
    def start(self, begin="keepSelection(test.list, text)", surroundings="{}"):
        super().start(begin, surroundings=surroundings)
        self.run_js("""window.copied = 'nothing';
          addEventListener('copy', (event) => { copied = event.defaultPrevented && event.clipboardData.getData('text/plain'); });
          window.select = (first, last) => {
            const [one, other] = [first, last].map((index) => test.list.element(index).firstChild);
            getSelection().setBaseAndExtent(one, 1, other, 2);
          }""")

    def copy(self):
        self.page.keyboard.press("Control+C")
        return self.get("copied")

    def go(self, index):
        self.run_js(f"test.list.scrollTo({index}, {{ align: 'start' }}); await test.rest()")

    def test_it_stays_while_its_rows_are_out_of_sight(self):
        self.start()
        self.go(100)
        self.run_js("window.rows = [101, 104].map((index) => test.list.element(index)); select(101, 104); await test.rest()")
        self.go(8000)
        self.check()
        self.assertEqual(self.get("rows.map((it) => test.list.indexOf(it))"), [101, 104])
        self.assertEqual(self.get("[getSelection().anchorNode, getSelection().focusNode].map((it) => it.data)"), ["101", "104"])
        # No longer than that: what is clicked is selected, or nothing.
        self.run_js("getSelection().removeAllRanges(); await test.rest(9)")
        self.assertEqual(self.get("rows.map((it) => it.isConnected)"), [False, False])
        self.go(100)
        self.run_js("window.rows = [101, 104].map((index) => test.list.element(index)); select(101, 104); await test.rest()")
        self.run_js("stop()")
        self.go(8000)
        self.assertEqual(self.get("rows.map((it) => it.isConnected)"), [False, False])

    def test_what_the_app_keeps_stays_with_it(self):
        self.start()
        self.run_js("""test.list.scrollTo(103); window.row = test.list.element(103); test.list.keep(103); select(103, 104); await test.rest();
          getSelection().removeAllRanges(); await test.rest()""")
        self.go(8000)
        self.assertTrue(self.get("row.isConnected && test.list.indexOf(row) === 103"))
        self.run_js("test.list.keep(103, false); await test.rest()")
        self.assertFalse(self.get("row.isConnected"))

    def test_all_of_it_is_copied(self):
        self.start()
        self.go(100)
        self.run_js("select(101, 104); await test.rest()")
        # All is in the page, for the browser to copy.
        self.assertFalse(self.copy())
        self.run_js("const { anchorNode } = getSelection(); window.first = anchorNode")
        self.go(200)
        self.run_js("getSelection().extend(test.list.element(203).firstChild, 2); await test.rest()")
        lines = self.copy().split("\n")
        self.assertEqual(lines[:2] + lines[-2:], ["01", "item number 102 of many", "item number 202 of many", "20"])
        self.assertEqual(len(lines), 103)
        # Backwards, and after an edit.
        self.run_js("""getSelection().setBaseAndExtent(test.list.element(203).firstChild, 2, first, 1);
          test.remove(150, 160); await test.rest()""")
        self.assertEqual(len(self.copy().split("\n")), 93)

    def test_what_is_dragged_over_is_copied(self):
        self.start()
        self.go(100)
        self.page.mouse.move(4, self.seen()[1]["start"] + 10)
        self.page.mouse.down()
        self.page.mouse.move(20, 300, steps=5)
        # Below the list, which then scrolls.
        for step in range(15):
            self.page.mouse.move(20 + step % 2, 540)
            self.rest(0.1)
        self.page.mouse.up()
        self.rest()
        last = int(self.get("getSelection().focusNode.data"))
        self.assertGreater(last, 120)
        self.assertEqual(self.copy().split("\n")[1:-1], [f"item number {index} of many" for index in range(102, last)])

    def test_all_of_the_page_is_copied(self):
        self.start(surroundings="{ before: 20, after: 20 }")
        self.run_js("before.textContent = 'before'; after.textContent = 'after'; findInPage(test.list, text)")
        self.go(5000)
        self.rest()
        self.page.keyboard.press("Control+A")
        lines = self.copy().split("\n")
        self.assertEqual(len([line for line in lines if line.startswith("item number")]), 10_000)
        self.assertEqual([lines[0].strip(), lines[-1].strip()], ["before", "after"])

    def test_what_is_selected_elsewhere_is_the_browsers(self):
        self.start(surroundings="{ before: 20, after: 20 }")
        self.run_js("before.textContent = 'before'; getSelection().selectAllChildren(before)")
        self.assertFalse(self.copy())


if __name__ == "__main__":
    unittest.main()

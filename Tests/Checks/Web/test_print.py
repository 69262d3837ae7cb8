"""Printing a virtual list of the JavaScript package, by Chromium: how many pages, and what is put back."""

import base64
import re
import unittest

from test_list import ListCase


class Print(ListCase):
    def start(self, options="{}", surroundings="{}", begin="printRows(test.list)"):
        self.begin(options, surroundings=surroundings)
        self.run_js(f"""const {{ printRows }} = await import('/Bindings/JavaScript/src/print.js');
          Object.assign(window, {{ printRows, stop: {begin} }});
          // After the one that prepares for it.
          window.look = () => addEventListener('beforeprint', () => {{
            window.printed = [...document.querySelectorAll('[data-printed=row]')].map((it) => Number(it.dataset.number));
          }});
          look()""")

    def print(self):
        """How many pages there are, of 600 by 800 pixels."""
        cdp = self.page.context.new_cdp_session(self.page)
        pdf = base64.b64decode(cdp.send("Page.printToPDF", {
            "paperWidth": 600 / 96, "paperHeight": 800 / 96, "marginTop": 0, "marginBottom": 0, "marginLeft": 0,
            "marginRight": 0, "printBackground": True})["data"])
        return max(int(count) for count in re.findall(rb"/Count (\d+)", pdf))

    def pages_of(self, lower, upper):
        """Of so many rows, with what is lost where a row does not fit a page's end."""
        length = sum(30 + number * 37 % 61 for number in range(lower, upper))
        return range(length // 800, length * 800 // 710 // 800 + 2)

    def print_and_check(self, lower, upper):
        before = self.get("test.made()"), self.get("test.list.offset"), self.get("test.list.container.outerHTML")
        pages = self.print()
        self.run_js("await test.rest()")
        self.assertEqual(self.get("printed"), list(range(lower, upper)))
        self.assertIn(pages, self.pages_of(lower, upper))
        self.check()
        self.assertEqual((self.get("test.made()"), self.get("test.list.offset"), self.get("test.list.container.outerHTML")), before)
        self.assertEqual(self.get("document.querySelectorAll('[data-printed]').length + document.adoptedStyleSheets.length"), 0)

    def test_all_of_a_list(self):
        for surroundings in "{}", "{ isWindow: true }":
            with self.subTest(surroundings):
                self.start("{ count: 300 }", surroundings)
                self.run_js("test.list.scrollTo(100, { align: 'start', shift: 7 }); await test.rest(30)")
                self.print_and_check(0, 300)

    def test_some_of_a_long_one(self):
        self.start()
        for index, options, screens in ((5000, "{}", 50), (9_990, "{}", 50), (5000, "{ screens: 4 }", 4)):
            with self.subTest(index, options=options):
                self.run_js(f"""stop(); window.stop = printRows(test.list, {options}); look();
                  test.list.scrollTo({index}, {{ align: 'start' }}); await test.rest(30)""")
                # What a print has made stays measured.
                self.print()
                self.run_js("await test.rest(30)")
                lower, upper = self.get("[Math.min(...printed), Math.max(...printed) + 1]")
                if index == 5000:
                    self.assertEqual(lower, 5000)
                else:
                    self.assertEqual(upper, 10_000)
                self.assertAlmostEqual(sum(30 + number * 37 % 61 for number in range(lower, upper)), screens * 500, delta=2500)
                self.print_and_check(lower, upper)

    def test_only_what_is_to_be_printed(self):
        self.start("{ spacing: 8 }", "{ isWindow: true }")
        self.run_js("""test.list.keep(3); test.list.element(5).tabIndex = 0; test.list.element(5).focus();
          test.list.scrollTo(5000, { align: 'start' }); await test.rest(30)""")
        self.print()
        self.assertFalse(self.get("printed.includes(3) || printed.includes(5)"))
        self.run_js("await test.rest()")
        self.check()
        self.assertTrue(self.get("Boolean(test.list.element(3) && test.list.element(5) === document.activeElement)"))
        self.run_js("stop()")
        self.assertGreater(self.print(), 100)

    def test_columns_and_rows_of_a_horizontal_list(self):
        for options, most in ("{ columns: 3, count: 300 }", 12), ("{ axis: 'horizontal', count: 300 }", 12):
            with self.subTest(options):
                self.start(options)
                self.assertLess(self.print(), most)
                self.run_js("await test.rest()")
                self.assertEqual(len(self.get("printed")), 300)
                self.check()

    def test_a_list_that_goes_while_it_is_printed(self):
        self.start("{ count: 50 }")
        self.run_js("""dispatchEvent(new Event('beforeprint')); test.list.destroy(); dispatchEvent(new Event('afterprint'))""")
        self.assertEqual(self.get("document.querySelectorAll('[data-printed]').length + document.adoptedStyleSheets.length"), 0)


if __name__ == "__main__":
    unittest.main()

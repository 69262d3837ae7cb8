"""What the first lines of an app with a list get wrong, in Chromium: each is told by name."""

import unittest

from test_list import ListCase


class FirstLines(ListCase):
    def prepare(self, page):
        self.printed = []
        page.on("console", lambda message: self.printed.append((message.type, message.text)))

    def begin_alone(self):
        self.begin()
        self.run_js("window.VirtualList = test.list.constructor; test.list.destroy(); window.made = 0")
        self.get("""(window.render = (index) => { made += 1; return Object.assign(
          document.createElement('div'), { textContent: index, style: 'height: 40px' }); }) && 0""")

    def refused(self, arguments):
        return self.get(f"""(() => {{ const {{ rangecore }} = test, scroller = document.querySelector('#scroller');
          try {{ new VirtualList({arguments}); }} catch (error) {{ return `${{error.name}}: ${{error.message}}`; }} }})()""")

    def test_what_is_missing_is_named(self):
        self.begin_alone()
        for arguments, message in (
                ("null, { rangecore, render }", "scroller is null, not an element or the window"),
                ("document.querySelectorAll('#scroller'), { rangecore, render }", "scroller is [object NodeList], "),
                ("scroller", "options is undefined, not an object"),
                ("scroller, { render }", "rangecore is undefined, not what `load` of 'rangecore/dom' resolves to"),
                ("scroller, { render, rangecore: Promise.resolve(rangecore) }", "rangecore is [object Promise], not what"),
                ("scroller, { rangecore, count: 5 }", "render is undefined, not a function"),
                ("scroller, { rangecore, render, estmate: 5 }", 'there is no "estmate" here; there is rangecore, ')):
            self.assertIn(f"TypeError: {message}", str(self.refused(arguments)), arguments)
        self.assertEqual(self.get("document.querySelector('#scroller').textContent"), "")
        self.assertIsNone(self.refused("scroller, { rangecore, render, count: 5 }"))

    def test_a_module_without_hosts_names_the_one_that_has_them(self):
        self.begin_alone()
        self.run_js("window.other = await test.load('/Bindings/JavaScript/src/rangecore.wasm')")
        for options in ("", ", headers: [0]", ", settings: { foresight: 1 }"):
            message = self.refused(f"scroller, {{ rangecore: other, render, count: 5{options} }}")
            self.assertRegex(message, r"^Error: \w+: this module is built without rc_.*: load that of 'rangecore/\w+'$")
        self.assertIn("foresight: ", self.refused("scroller, { rangecore, render, settings: { foresight: 1 } }"))

    def test_a_scroller_that_grows_with_its_rows_is_told_once(self):
        self.begin_alone()
        grows = "height: auto"
        for style, count, told in (("height: 400px", 2000, 0), (f"{grows}; max-height: 300px", 2000, 0),
                                   (f"{grows}; max-height: 300px", 0, 0), (grows, 20, 0), (grows, 2000, 1),
                                   ("height: 20000px", 2000, 0)):
            self.printed.clear()
            self.run_js(f"""const scroller = document.querySelector('#scroller'); scroller.style = '{style}';
              window.list = new VirtualList(scroller, {{ rangecore: test.rangecore, render, count: {count} }});
              await test.rest(); list.insert(list.count, 10); await test.rest()""")
            self.assertTrue(self.get("list.latest.visible.upper > 5 && list.element(0).offsetHeight === 40"), style)
            texts = [text for kind, text in self.printed if kind == "warning"]
            self.assertEqual(len(texts), told, (style, count, self.printed))
            if told:
                self.assertIn("Give it a height or a max-height", texts[0])
            # Emptied, one that grows has no length.
            self.run_js("list.remove(0, list.count); await test.rest(); list.insert(0, 20); await test.rest()")
            self.assertTrue(self.get("list.element(0)?.offsetHeight === 40"), style)
            self.run_js("list.destroy()")

    def test_a_fetch_that_returns_no_outcome_has_failed(self):
        self.begin_alone()
        self.run_js("""window.told = [];
          window.list = new VirtualList(document.querySelector('#scroller'), { rangecore: test.rangecore, render, count: 3,
            fetch: async () => new Response('', { status: 404 }), onError: (error, end) => told.push(`${error} ${end}`) });
          await test.rest()""")
        told = self.get("told")
        self.assertTrue(told)
        self.assertRegex(told[0], r"^TypeError: what fetch has returned is \[object Response\], none of .*completed.* \w+$")
        # It is retried, later.
        self.assertFalse(self.get("list.isFetching('tail')"))
        self.assertRegex(self.get("list.latest.tail.reason"), "retry")


if __name__ == "__main__":
    unittest.main()

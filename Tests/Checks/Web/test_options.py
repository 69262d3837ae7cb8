"""Options of a list that change, and where it starts, in Chromium."""

import unittest

from test_list import ListCase


class Options(ListCase):
    def set(self, options):
        self.run_js(f"test.list.setOptions({options}); await test.rest()")

    def first(self):
        return next((row["index"], round(row["start"], 1)) for row in self.seen() if row["end"] > 0)

    def test_what_concerns_the_layout(self):
        self.begin()
        self.run_js("test.list.scrollTo(4000, { align: 'start' }); await test.rest()")
        for options, spacing, lefts in (("{ spacing: 12 }", 12, 1), ("{ columns: 4, spacing: 6 }", 6, 4),
                                        ("{ columns: () => 2, columnGap: 50 }", 6, 2), ("{ columns: undefined, spacing: undefined }", 0, 1)):
            self.run_js(f"test.spacing = {spacing}; test.isFirst = (index) => index % {lefts} === 0")
            self.set(options)
            self.check()
            self.assertEqual(self.first()[0], 4000, options)
            self.assertEqual(len(set(self.get("[...test.list.rows()].map(({ element }) => element.offsetLeft)"))), lefts)
            if "columnGap" in options:
                self.assertEqual(self.get("""(() => { const all = test.seen().slice(0, 2).map(({ index }) => test.list.element(index)
                  .getBoundingClientRect()); return all[1].left - all[0].right; })()"""), 50)

    def test_what_covers_the_viewport(self):
        self.begin()
        self.set("{ insetStart: 40 }")
        self.run_js("test.list.scrollTo(4000, { align: 'start' }); await test.rest()")
        self.assertAlmostEqual(next(row["start"] for row in self.seen() if row["index"] == 4000), 40, delta=0.05)

    def test_settings_are_those_of_the_app_and_else_the_engines(self):
        self.begin("{ settings: { sticks: { tail: true }, slack: 77 } }")
        slack = "test.list.engine.settings.slack"
        self.run_js("test.list.engine.setSettings({ leadingItems: { tail: 5 } })")
        self.set("{ settings: { slack: 33 } }")
        self.assertEqual(self.get(slack), 33)
        self.assertFalse(self.get("test.list.engine.settings.sticks.tail"))
        self.assertEqual(self.get("test.list.engine.settings.leadingItems.tail"), 5, "one that the app has set itself")
        self.set("{ settings: undefined }")
        self.assertNotEqual(self.get(slack), 33)

    def test_callbacks(self):
        self.begin("{ onUpdate: () => { window.old = true; } }")
        self.run_js("test.list.setOptions({ onUpdate: () => { window.late = true; } }); window.old = false; test.list.update()")
        self.assertEqual(self.get("[window.old, window.late]"), [False, True])
        self.run_js("test.list.setOptions({ onUpdate: undefined }); test.list.update()")

    def test_headers(self):
        self.begin("{ headers: [0, 100, 200] }")
        self.run_js("test.list.scrollTo(150, { align: 'start' }); await test.rest()")
        count = "test.list.engine.sectionCount"
        self.assertIn(100, [row["index"] for row in self.seen()])
        self.run_js("test.list.unmarkHeader(100); await test.rest()")
        self.assertEqual([self.get(count), 0 in [row["index"] for row in self.seen()]], [2, True])
        self.set("{ headers: [120, 200] }")
        self.assertEqual([self.get(count), 120 in [row["index"] for row in self.seen()]], [2, True])
        self.set("{ headers: undefined }")
        self.assertEqual(self.get(count), 0)
        self.check()

    def test_one_that_there_is_not(self):
        self.begin()
        self.assertIn("colums", self.get("(() => { try { test.list.setOptions({ colums: 3 }); return ''; }"
                                         "catch (error) { return error.message; } })()"))

    def test_it_starts_there_and_makes_no_row_elsewhere(self):
        for start, wanted in (("{ index: 5000 }", (5000, 0)), ("{ index: 5000, shift: 12 }", (5000, -12)),
                              ("{ index: 9999, align: 'end' }", None), ("{ offset: 100_000 }", None)):
            self.begin(f"""{{ start: {start}, onMount: (list) => {{
              window.least = Math.min(window.least ?? Infinity, ...[...list.rows()].map(({{ index }}) => index)); }} }}""")
            self.assertEqual(self.first(), wanted or self.first())
            if "align" in start:
                self.assertEqual(self.seen()[-1]["index"], 9999)
            if "offset" in start:
                self.assertEqual(self.get("test.list.offset"), 100_000)
            # By offset, those on the way there too, as rows turn out longer than expected.
            self.assertGreater(self.get("least"), self.first()[0] - (500 if "offset" in start else 30))


if __name__ == "__main__":
    unittest.main()

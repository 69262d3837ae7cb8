"""The hook for React, with Debian's React, in Chromium."""

import subprocess
import unittest

from feed import REPOSITORY
from test_list import BUILD, ListCase, bundle

# Where there are no elements; the rest is what the app renders around its rows.
SERVER = """
import { renderToString } from 'react-dom/server.browser';
import { useVirtualList } from 'rangecore/react';
function List() {
  const { ref, rows } = useVirtualList({ rangecore: null, count: 1000, renderRow: (index) => index });
  return <div ref={ref} className="list">{rows}</div>;
}
console.error = (...words) => { throw new Error(words.join(' ')); };
console.log(renderToString(<List />));
"""


# A row of a table: its cells, of which the first is as high as the row is to be.
CELLS = """renderRow(index) {
    const { useState } = react, number = test.items[index];
    test.made.add(number);
    return ['', 'text', 'none'].map((text, at) => h('td', { key: at, style: at ? {} : { height: test.lengthOf(number) } },
      at ? `${text} of ${number}` : number)); }"""


class React(ListCase):
    is_strict = False

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        bundle("react", (REPOSITORY / "Tests/Checks/Web/react.js").read_text())

    def prepare(self, page):
        page.add_init_script(f"""window.given = (react) => {{ const {{ h }} = react;
          return {{ isStrict: {str(self.is_strict).lower()}, ...({self.given}) }}; }}""")

    def begin(self, given="{}", waits=True):
        self.given = given
        self.show("/Tests/Checks/Web/react.html")
        if waits:
            self.page.wait_for_selector(".row")
            self.rest(0.2)
            self.check()
        self.page.mouse.move(200, 250)

    def check(self):
        seen, items = self.seen(), self.get("test.items.map((it) => it.number ?? it)")
        self.assertTrue(seen)
        first = items.index(seen[0]["number"])
        self.assertEqual([row["number"] for row in seen], items[first:first + len(seen)])
        for row, following in zip(seen, seen[1:]):
            self.assertAlmostEqual(following["start"], row["end"], delta=0.05)
        for row in seen:
            self.assertAlmostEqual(row["end"] - row["start"],
                                   self.get(f"test.lengthOf({row['number']})"), delta=0.02)
        self.assertLess(seen[0]["start"], 0.05)
        if seen[-1]["number"] != items[-1]:
            self.assertGreater(seen[-1]["end"], 499.95)

    def test_rows_come_with_each_frame_and_keep_their_state(self):
        self.begin()
        row = self.seen()[3]
        self.page.click(f"[data-number='{row['number']}']")
        self.page.evaluate("() => { test.watch(); }")
        for step in [100] * 20 + [1000] * 10 + [-1000] * 15:
            self.page.mouse.wheel(0, step)
            self.page.wait_for_timeout(16)
        self.rest()
        self.check()
        self.assert_whole()

    def assert_whole(self):
        """In no frame since `watch` were rows apart, or missing."""
        frames, apart, holes = self.get("[test.frames, test.apart, test.holes]")
        self.assertGreater(frames, 2)
        self.assertLess(apart, 0.05)
        self.assertEqual(holes, 0, "frames with a hole")

    def test_data_that_changes_moves_nothing_that_stays(self):
        self.begin()
        self.page.evaluate("test.list.scrollTo(5000, { align: 'start' })")
        self.rest()
        row = self.seen()[2]
        self.page.click(f"[data-number='{row['number']}']")
        self.change_in_turn(row, (
            "[10001, 10002, ...items]", "items.filter((it) => it > 99)", "[...items, 10003]",
            f"items.filter((it) => it % 5 || it === {row['number']})", "[items[7], ...items.slice(0, 7), ...items.slice(8)]"))

    def change_in_turn(self, row, changes):
        for change in changes:
            self.page.evaluate(f"test.setItems((items) => {change})")
            self.rest(0.2)
            self.check()
            after = next(it for it in self.seen() if it["number"] == row["number"])
            self.assertAlmostEqual(after["start"], row["start"], delta=0.05, msg=change)
            self.assertEqual(after["text"], f"{row['number']}: 1", "the state of a row that stays")

    def test_a_server_renders_what_is_around_the_rows(self):
        bundle("server", SERVER)
        shown = subprocess.run(["node", BUILD / "server.bundle.js"], capture_output=True, text=True)
        self.assertEqual((shown.stdout, shown.stderr), ('<div class="list"></div>\n', ""))

    def test_it_comes_and_goes(self):
        self.begin()
        for _ in range(3):
            self.page.evaluate("test.setShown(false)")
            self.rest(0.1)
            self.assertEqual(self.get("document.querySelectorAll('.row').length"), 0)
            self.page.evaluate("test.setShown(true)")
            self.rest(0.2)
            self.check()


    # -- data --

    ITEMS = """items: Array.from({ length: 10_000 }, (_, number) => ({ id: `id ${number}`, number }))"""

    def begin_with_items(self, options="", items=ITEMS):
        self.begin(f"""{{ {items}, options: {{ hasItems: true, start: {{ index: 5000 }},
          getKey: (index, item) => {{ (test.asked ??= []).push(item.number); return item.id; }}, {options} }} }}""")
        self.run_js("test.asked = []")

    def test_keys_are_asked_of_rows_that_are_other_objects(self):
        self.begin_with_items()
        row = self.seen()[2]
        self.page.click(f"[data-number='{row['number']}']")
        new = "{ id: 'new', number: 10_001 }"
        for change, asked in (
                (f"[...items, {new}]", []), (f"[{new}, ...items]", []), (f"items.toSpliced(3, 2, {new})", [3, 4, 10001]),
                ("items.filter((it) => it.number % 5 || it.number === 5000)", []),
                ("[items[7], ...items.slice(0, 7), ...items.slice(8)]", []),
                (f"items.map((it) => (it.number === {row['number']} ? {{ ...it }} : it))", [row["number"]] * 2)):
            self.run_js("test.asked = []")
            self.change_in_turn(row, (change,))
            self.assertEqual(sorted(self.get("test.asked")), asked, change)
            self.run_js("test.setItems((items) => items.filter(({ id }) => id !== 'new')); await test.frame()")

    def test_an_append_costs_no_more_than_to_compare_the_rows(self):
        count = 1_000_000
        self.begin(f"""{{ options: {{ hasItems: true, getKey: (index, item) => {{ test.asked = true; return item.id; }} }},
          items: Array.from({{ length: {count} }}, (_, number) => ({{ id: `id ${{number}}`, number }})) }}""")
        memory = "test.rangecore.memorySize"
        before = self.get(memory)
        costs = self.get(f"""(async () => {{
          const same = (a, b) => {{ let sum = 0; for (let at = 0; at < a.length; at++) sum += a[at] === b[at]; return sum; }};
          const times = {{ pass: [], append: [] }};
          for (let turn = 0; turn < 100; turn++) {{
            const items = [...test.items], next = [...items, {{ id: `new ${{turn}}`, number: {count} + turn }}];
            const start = performance.now();
            same(test.items, items);
            const middle = performance.now();
            test.setItems(next);
            await null;
            times.append.push(performance.now() - middle);
            times.pass.push(middle - start);
            if (turn % 10 === 0) await test.frame();
          }}
          // Not medians: what takes longer is interrupted more often by other programs.
          const fastest = (all) => all.sort((a, b) => a - b)[all.length / 10];
          return [fastest(times.append), fastest(times.pass)]; }})()""")
        print("an append to 10^6 rows: %.2f ms; a pass of ===: %.2f ms" % tuple(costs))
        self.assertLess(costs[0], 2 * costs[1] + 2)
        self.assertLess(self.get(memory) - before, 1 << 20)
        self.assertFalse(self.get("test.asked"), "a key was asked for")
        self.assertEqual(self.get("test.list.count"), count + 100)

    def test_edits_that_the_app_tells_are_all_that_is_done(self):
        self.begin_with_items("""edits: (before, after) => [{ kind: 'insert', lower: 0, upper: after.length - before.length }]""")
        row = self.seen()[2]
        reads = self.get("""(async () => {
          let reads = 0;
          const items = [{ id: 'new', number: 10_001 }, ...test.items];
          test.setItems(new Proxy(items, { get(target, name) { reads += /^\\d/.test(name); return target[name]; } }));
          await test.frame();
          const result = reads;
          await test.frame();
          return result; })()""")
        self.check()
        self.assertLess(reads, 100)
        self.assertEqual(self.get("test.asked"), [])
        self.assertAlmostEqual(next(it for it in self.seen() if it["number"] == row["number"])["start"], row["start"], delta=0.05)

    def test_what_is_alive_stays_so(self):
        self.begin_with_items("""renderRow: (index, item) => h('div', { className: 'row', 'data-number': item.number,
            style: { height: test.lengthOf(item.number) } }, h('input', { style: { height: 20 } }))""")
        row = self.seen()[2]
        self.page.focus(f"[data-number='{row['number']}'] input")
        self.page.keyboard.type("hel")
        self.run_js("window.input = document.activeElement")
        for change in ("[{ id: 'new', number: 10_001 }, ...items]", "items.slice(30)", "items.map((it) => ({ ...it }))",
                       f"items.filter((it) => it.number % 3 || it.number === {row['number']})"):
            self.run_js(f"test.setItems((items) => {change}); await test.frame(); await test.frame()")
            self.check()
            self.assertEqual(self.get("[document.activeElement === input, input.value]"), [True, "hel"], change)

    # -- options --

    def test_callbacks_are_those_of_the_last_render(self):
        self.begin("""(() => {
          const from = async (page) => {
            (window.pages ??= []).push(page);
            await test.frame();
            if (page === 5) return 'exhausted';
            test.setOptions({ fetch: { tail: () => from(page + 1) } });
            test.setItems((items) => [...items, ...Array.from({ length: 20 }, (_, index) => items.length + index)]);
            return undefined; };
          return { items: Array.from({ length: 20 }, (_, index) => index), options: { fetch: { tail: () => from(0) } } }; })()""")
        for _ in range(8):
            self.page.mouse.wheel(0, 3000)
            self.rest(0.1)
        self.check()
        self.assertEqual(self.get("pages"), [0, 1, 2, 3, 4, 5])

    def test_options_change(self):
        self.begin("{ options: { start: { index: 4000 } } }")
        lefts = "new Set([...test.list.rows()].map(it => it.element.offsetLeft)).size"
        first = self.seen()[0]["number"]
        self.run_js("test.setOptions({ columns: 2 }); await test.frame()")
        self.assertEqual(self.get(lefts), 2)
        self.assertEqual(self.seen()[0]["number"], first)
        self.run_js("test.setOptions({ columns: undefined, spacing: 10 }); await test.frame(); await test.frame()")
        self.assertEqual(self.get(lefts), 1)
        seen = self.seen()
        self.assertAlmostEqual(seen[2]["start"] - seen[1]["end"], 10, delta=0.05)
        self.run_js("test.setOptions({ spacing: 0, insetStart: 40 }); await test.frame()")
        self.run_js("test.list.scrollTo(4100, { align: 'start' }); await test.frame()")
        self.assertAlmostEqual(next(it for it in self.seen() if it["number"] == 4100)["start"], 40, delta=0.05)
        self.run_js("test.setOptions({ insetStart: 0, settings: { slack: 30 } }); await test.frame()")
        self.assertEqual(self.get("test.list.engine.settings.slack"), 30)
        self.run_js("test.setOptions({ settings: undefined }); await test.frame()")
        self.assertNotEqual(self.get("test.list.engine.settings.slack"), 30)
        self.check()

    def test_headers_change(self):
        every = "Array.from({ length: 100 }, (_, at) => at * 100)"
        self.begin(f"{{ options: {{ headers: {every}, start: {{ index: 4050 }} }} }}", waits=False)
        self.page.wait_for_selector(".row")
        self.assertIn(4000, [row["number"] for row in self.seen()])
        # What is left of each section but its header.
        self.run_js("""test.setItems((items) => items.filter((it) => it % 100 === 0 || it % 2));
          test.setOptions({ headers: Array.from({ length: 100 }, (_, at) => at * 51) }); await test.frame()""")
        self.rest(0.1)
        self.assertIn(4000, [row["number"] for row in self.seen()])
        self.assertEqual(self.get("test.list.engine.sectionCount"), 100)
        self.run_js("test.setOptions({ headers: [0] }); await test.frame(); await test.frame()")
        self.assertEqual(self.get("test.list.engine.sectionCount"), 1)
        self.assertIn(0, [row["number"] for row in self.seen()])
        self.assertNotIn(4000, [row["number"] for row in self.seen()])
        self.run_js("test.setOptions({ headers: undefined }); await test.frame(); await test.frame()")
        self.check()

    def test_the_axis_changes(self):
        self.begin()
        self.run_js("test.list.scrollTo(4000, { align: 'start' }); await test.frame(); await test.frame()")
        self.run_js("test.setOptions({ axis: 'horizontal' }); await test.frame(); await test.frame()")
        boxes = self.get("""[...document.querySelectorAll('.row')].map((it) => [Number(it.dataset.number),
          it.parentElement.getBoundingClientRect().left])""")
        self.assertAlmostEqual(dict(boxes)[4000], 0, delta=0.05)
        self.run_js("test.setOptions({ axis: undefined }); await test.frame(); await test.frame()")
        self.check()
        self.assertEqual(self.seen()[0]["number"], 4000)

    def lanes(self, count):
        """The rows that are seen, by number, once all lanes are found to have no holes and no row twice."""
        lanes, seen = {}, self.get("""test.seen().map((row) => ({ ...row,
          left: document.querySelector(`[data-number='${row.number}']`).getBoundingClientRect().left }))""")
        for row in seen:
            lanes.setdefault(round(row["left"]), []).append(row)
        self.assertEqual(len(lanes), count)
        for rows in lanes.values():
            self.assertLess(rows[0]["start"], 10.05)
            self.assertGreater(rows[-1]["end"], 489.95)
            for row, following in zip(rows, rows[1:]):
                self.assertAlmostEqual(following["start"], row["end"] + 10, delta=0.05)
        self.assertEqual(len({row["number"] for row in seen}), len(seen))
        return {row["number"]: row for row in seen}

    def test_rows_are_in_lanes(self):
        self.begin("{ options: { lanes: 3, spacing: 10, start: { index: 5000 } } }", waits=False)
        self.page.wait_for_selector(".row")
        self.rest(0.2)
        before = self.lanes(3)
        self.page.click(f"[data-number='{min(before) + 4}']")
        for change in ("[10001, 10002, ...items]", "items.filter((it) => it > 99)", "items.filter((it) => it % 7 || it > 4000)"):
            self.page.evaluate(f"test.setItems((items) => {change})")
            self.rest(0.2)
            after = self.lanes(3)
            self.assertEqual(before.keys(), after.keys(), change)
            for number, row in after.items():
                self.assertEqual(row["left"], before[number]["left"], change)
                self.assertAlmostEqual(row["start"], before[number]["start"], delta=0.05, msg=change)
        self.assertEqual(after[min(before) + 4]["text"], f"{min(before) + 4}: 1", "the state of a row that stays")
        self.page.mouse.wheel(0, 900)
        self.rest()
        self.lanes(3)
        for options, count in (("lanes: 2", 2), ("lanes: (breadth) => Math.floor(breadth / 90)", 4), ("lanes: undefined, columns: 1", 1)):
            self.run_js(f"test.setOptions({{ {options} }}); await test.frame(); await test.frame()")
            self.lanes(count)

    # -- where it starts --

    def test_it_starts_where_it_is_to(self):
        for start, number, place in (("{ index: 5000 }", 5000, 0), ("{ index: 5000, align: 'center' }", 5000, None),
                                     ("{ index: 9999, align: 'end' }", 9999, None)):
            self.begin(f"{{ watches: true, options: {{ start: {start} }} }}")
            self.assert_whole()
            row = next(it for it in self.seen() if it["number"] == number)
            self.assertTrue(place is None or abs(row["start"] - place) < 0.05, row)
            self.assertGreater(self.get("Math.min(...test.made)"), number - 100, "no row elsewhere was made")
        self.begin("{ watches: true, options: { start: { offset: 100_000 } } }")
        self.assert_whole()
        self.assertEqual(self.get("test.list.offset"), 100_000)

    def test_a_list_that_is_made_again_is_where_it_was(self):
        for layout, row, shift in (("plain", 0, 0), ("plain", 5000, 17), ("plain", 9999, 0), ("window", 0, -70), ("window", 0, -30),
                                   ("window", 5000, 17)):
            scroller = "scroller: 'window'," if layout == "window" else ""
            self.begin(f"{{ options: {{ layout: '{layout}', {scroller} start: {{ index: {row}, shift: {shift} }} }} }}", waits=False)
            self.page.wait_for_selector(".row")
            self.rest(0.2)
            before = self.seen()
            self.run_js("await test.setEngine(); await test.frame(); await test.frame()")
            self.assertEqual(self.get("test.list.engine.count"), 10_000)
            for row, again in zip(before, self.seen(), strict=True):
                self.assertEqual(again["number"], row["number"])
                self.assertAlmostEqual(again["start"], row["start"], delta=0.05)

    def test_an_effect_that_scrolls_paints_nothing_else(self):
        for _ in range(3):
            self.begin("{ watches: true, options: { scrollsTo: 500 } }")
            self.assert_whole()
            self.assertAlmostEqual(self.seen()[0]["start"], 0, delta=0.05)
            self.assertEqual(self.seen()[0]["number"], 500)

    # -- elements --

    def test_rows_are_the_elements_that_the_app_says(self):
        self.begin("""{ options: { layout: 'list', as: 'li', rowProps: (index) => ({
          className: `item ${index % 2 ? 'odd' : 'even'}`, role: 'option', 'data-index': index, 'aria-posinset': index + 1,
          onClick: () => { window.clicked = index; }, ref: (element) => { (window.refs ??= new Map()).set(index, element); } }) } }""")
        first = self.get("""(() => { const it = document.querySelector('ul > li:nth-of-type(3)');
          return [it.className, it.role, it.dataset.index, it.ariaPosInSet, refs.get(2) === it]; })()""")
        self.assertEqual(first, ["item even", "option", "2", "3", True])
        self.page.click("li[data-index='2']")
        self.assertEqual(self.get("clicked"), 2)
        self.run_js("test.setItems((items) => [10_001, ...items]); await test.frame()")
        self.check()
        self.assertEqual(self.get("document.querySelector(`[data-number='2']`).parentElement.className"), "item odd")
        self.page.mouse.wheel(0, 3000)
        self.rest()
        self.check()
        self.assertIsNone(self.get("refs.get(5)"), "the app's ref was told that the row has gone")
        self.run_js("test.setOptions({ as: 'p' }); await test.frame(); await test.frame()")
        self.check()
        self.assertEqual(self.get("document.querySelectorAll('li').length"), 0)

    def test_columns_of_a_table_are_as_wide_as_those_of_its_header(self):
        self.begin(f"""{{ options: {{ layout: 'table', as: 'tr', insetStart: 10, {CELLS},
          rowProps: (index) => ({{ className: 'row', 'data-number': test.items[index], style: {{ border: 'none' }} }}) }} }}""", waits=False)
        self.page.wait_for_selector("tbody .row")
        self.run_js("""window.worst = 0; window.frames_ = 0; (async () => { for (;;) {
          await test.frame(); frames_++;
          const widths = (row) => [...row.children].flatMap((it) => { const { left, width } = it.getBoundingClientRect(); return [left, width]; });
          const wanted = widths(document.querySelector('thead tr'));
          for (const row of document.querySelectorAll('tbody tr')) {
            widths(row).forEach((it, at) => { worst = Math.max(worst, Math.abs(it - wanted[at])); }); } } })()""")
        for step in [100] * 10 + [1500] * 6 + [-700] * 4:
            self.page.mouse.wheel(0, step)
            self.page.wait_for_timeout(16)
        self.rest()
        self.assertEqual(self.get("test.seen().map((it) => it.number)"),
                         self.get("(() => { const [it] = test.seen(); return test.items.slice(it.number, it.number + test.seen().length); })()"))
        self.assertLess(self.get("worst"), 0.05)
        self.assertGreater(self.get("frames_"), 10)
        self.assertGreater(len(self.get("[...document.querySelectorAll('table > tbody > tr > td')].map(() => 0)")), 20)

    def test_the_window_scrolls(self):
        self.begin("{ options: { layout: 'window', scroller: 'window' } }", waits=False)
        self.page.wait_for_selector(".row")
        self.rest(0.2)
        self.assertAlmostEqual(self.seen()[0]["start"], 70, delta=0.05)
        self.run_js("test.list.scrollTo(5000, { align: 'start' }); await test.frame(); await test.frame()")
        self.check()
        self.assertEqual(self.seen()[0]["number"], 5000)
        self.page.mouse.wheel(0, 321)
        self.rest()
        self.check()

    def test_a_scroller_and_a_container_that_come_later(self):
        self.begin("{ watches: true, options: { layout: 'late' } }", waits=False)
        # Else the engine may come after the elements, and what is read then is not in any frame yet.
        self.page.wait_for_function("test.rangecore")
        for what, parent in (("scroller", "scroller"), ("all", "container"), ("nothing", None), ("all", "container"),
                             ("scroller", "scroller")):
            self.run_js(f"test.setWhat('{what}'); await test.frame(); await test.frame()")
            if not parent:
                self.assertEqual(self.get("document.querySelectorAll('.row').length"), 0)
                self.assertIsNone(self.get("test.list"))
                continue
            self.check()
            self.assertTrue(self.get(f"document.querySelector('.row').closest('#{parent}') !== null"))
            self.page.mouse.wheel(0, 500)
            self.rest()
            self.check()
        self.assert_whole()

    def test_rows_have_no_listeners_of_reacts(self):
        self.begin()
        cdp = self.page.context.new_cdp_session(self.page)
        cdp.send("Performance.enable")
        count = lambda: next(it["value"] for it in cdp.send("Performance.getMetrics")["metrics"]
                             if it["name"] == "JSEventListeners")
        before, made = count(), self.get("test.made.size")
        for _ in range(10):
            self.page.mouse.wheel(0, 2000)
            self.rest(0.05)
        # But the one that makes a click on what has a handler bubble.
        self.assertLess((count() - before) / (self.get("test.made.size") - made), 2)


class Strict(React):
    """The same in React's strict mode, which runs effects twice."""

    is_strict = True

if __name__ == "__main__":
    unittest.main()

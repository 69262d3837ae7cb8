"""Reloads, the history, links to rows and what a server renders of a virtual list of the JavaScript package, in Chromium."""

import base64
import json
import os
import subprocess
import unittest

from feed import REPOSITORY
from test_list import BUILD, ListCase, bundle

PAGE = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<style>body { margin: 0 } #scroller { height: 500px; overflow: auto } p { margin: 0; box-sizing: border-box; border: 1px solid }
  body.window #scroller { height: auto; overflow: visible }</style>
<div id="scroller"></div><script type="module">
  import { VirtualList } from '/Bindings/JavaScript/src/lanes.js';
  import { followLinks } from '/Bindings/JavaScript/src/place.js';
  import { keepPlace, load, Snapshot } from '/Bindings/JavaScript/src/snapshot.js';
  const query = new URLSearchParams(location.search);
  const isWindow = query.has('window');
  document.body.className = isWindow ? 'window' : '';
  const first = Number(query.get('first') ?? 0), count = Number(query.get('count') ?? 3000);
  const items = Array.from({ length: count }, (_, at) => first + at).filter((it) => !query.getAll('without').includes(`${it}`));
  const late = query.has('late') ? items.splice(100) : [];
  const list = new VirtualList(isWindow ? window : scroller, {
    rangecore: await load(query.has('lanes') ? '/all.wasm' : undefined), count: items.length, key: (index) => items[index], estimate: 50,
    lanes: query.has('lanes') ? (breadth) => Math.floor(breadth / 200) : undefined,
    render(index) {
      const row = document.createElement('p');
      row.id = `row-${items[index]}`;
      row.textContent = items[index];
      row.style.height = `${30 + items[index] * 37 % 61}px`;
      return row;
    },
  });
  keepPlace(list, { onSave(text) { window.saved = text; } });
  followLinks(list, (id) => items.indexOf(Number(id.slice(4))));
  Object.assign(window, { list, items, Snapshot, more() {
    const added = late.splice(0, 1000);
    items.push(...added);
    list.insert(items.length - added.length, added.length);
  } });
</script>"""


class PlaceCase(ListCase):
    def prepare(self, page):
        # No page of the back/forward cache.
        page.route("**/place.html*", lambda route: route.fulfill(content_type="text/html", body=PAGE, headers={
            "cache-control": "no-store"} if "loaded" in route.request.url else {}))
        page.route("**/all.wasm", lambda route: route.fulfill(path=BUILD / "all.wasm", content_type="application/wasm"))
        page.route("**/other.html", lambda route: route.fulfill(
            content_type="text/html", body="<!doctype html><link rel=icon href='data:,'>"))

    def open(self, query=""):
        self.show(f"/place.html{query}")
        self.wait()

    def wait(self):
        self.page.wait_for_function("window.list")
        # Longer than until a place is noted.
        self.rest(0.6)

    def first(self):
        """The first item on screen, and where it is."""
        return self.get("""[...list.rows()].filter(({ element }) => element.getBoundingClientRect().bottom > 0.01)
          .map(({ element }) => [Number(element.textContent), element.getBoundingClientRect().top])
          .sort(([, one], [, other]) => one - other)[0]""")

    def go(self, index, shift=0):
        self.run_js(f"list.scrollTo({index}, {{ align: 'start', shift: {shift} }})")
        self.rest(0.6)

    def assert_first(self, number, top):
        found, place = self.first()
        self.assertEqual(found, number)
        self.assertAlmostEqual(place, top, delta=0.51)


class Kept(PlaceCase):
    def test_a_reload(self):
        for query in "", "?window":
            with self.subTest(query):
                self.open(query)
                self.go(2000, 13)
                self.assert_first(2000, -13)
                length = self.get("list.scrollLength")
                self.page.reload()
                self.wait()
                self.assert_first(2000, -13)
                # It is as long as it was, by its extents.
                self.assertAlmostEqual(self.get("list.scrollLength"), length, delta=1)

    def test_back_and_forward(self):
        for query in "", "?window":
            with self.subTest(query):
                self.open(query)
                self.go(1500, 5)
                self.page.goto(self.page.url.split("/place")[0] + "/other.html")
                self.page.go_back()
                self.wait()
                self.assert_first(1500, -5)

    def rows(self):
        """What is on screen, and where."""
        return self.get("""[...list.rows()].map(({ element }) => [Number(element.textContent), element.getBoundingClientRect()])
          .filter(([, { top, bottom }]) => bottom > 0.05 && top < 499.95).map(([number, { top }]) => [number, Math.round(top * 20) / 20])
          .sort(([, one], [, other]) => one - other)""")

    def test_each_row_is_at_the_same_pixel_though_none_was_measured(self):
        for query in "?count=100000", "?count=100000&loaded", "?window&count=100000&loaded":
            for index, shift in ((77_777, 13), (99_999, 0), (3, -20)):
                with self.subTest(query, index=index):
                    self.open(query)
                    self.go(index, shift)
                    rows = self.rows()
                    # The extents would make it easy.
                    self.run_js("addEventListener('pagehide', () => sessionStorage.clear())")
                    self.page.reload()
                    self.wait()
                    self.assertEqual(self.rows(), rows)
                    self.assertLess(self.get("list.engine.measuredRowCount"), 100)
                    self.assertEqual(self.get("shifts"), [])
                    self.page.goto(self.page.url.split("/place")[0] + "/other.html")
                    self.page.go_back()
                    self.wait()
                    self.assertEqual(self.rows(), rows)
                    self.assertEqual(self.get("shifts"), [])

    def test_each_lane_is_where_it_was(self):
        # By a module that has both lanes and snapshots.
        subprocess.run([REPOSITORY / "Scripts/install", "--wasm", BUILD / "all.wasm"], check=True,
                       stdout=subprocess.DEVNULL, env={**os.environ, "WASM_LEVEL": "-O0"})
        self.open("?lanes")
        self.go(1500, -17)
        self.run_js("list.scrollToOffset(list.offset + 2345)")
        self.rest(0.6)
        read = """() => [...list.rows()].map(({ element }) => [element.id, element.getBoundingClientRect()])
          .filter(([, { bottom, top }]) => bottom > 0 && top < 500).map(([id, { left, top }]) => [id, left, top]).sort()"""
        before = self.page.evaluate(read)
        self.assertGreater(len({left for _, left, _ in before}), 1)
        self.page.reload()
        self.wait()
        after = self.page.evaluate(read)
        self.assertEqual([row[:2] for row in before], [row[:2] for row in after])
        for was, now in zip(before, after, strict=True):
            self.assertAlmostEqual(was[2], now[2], delta=0.51, msg=was[0])

    def test_by_another_row_where_the_first_was_removed(self):
        self.open()
        self.go(2000, 13)
        rows = self.rows()
        self.page.evaluate("history.replaceState(history.state, '', '?without=2000&without=2001')")
        self.page.reload()
        self.wait()
        self.assertEqual([row for row in self.rows() if row[0] > 2001], rows[2:])

    def test_by_the_text_that_was_saved(self):
        self.open()
        self.go(2000, 13)
        rows, text = self.rows(), self.get("saved")
        self.assertLess(len(text), 2000)
        # In another tab, and damaged.
        self.open()
        self.assertNotEqual(self.rows(), rows)
        self.assertTrue(self.get(f"new Snapshot(list.options.rangecore, {{ text: {text!r} }}).restorePlace(list)"))
        self.rest(0.1)
        self.assertEqual(self.rows(), rows)
        for wrong in (text[:-9] + text[-7:], "{}", "[]", "nothing", text.replace('"bytes":"', '"bytes":"A')):
            self.assertEqual(self.get(f"""(() => {{ const it = new Snapshot(list.options.rangecore, {{ text: {wrong!r} }});
              return [typeof it.refusal, it.place, it.restorePlace(list)]; }})()"""), ["string", None, False], wrong)

    def test_by_the_key_of_the_item(self):
        # The server has 20 more before it now; or others altogether.
        for query, number in ("?window&first=-20", 2000), ("?window&first=5000", 7000), ("?first=-20", 2000):
            with self.subTest(query):
                self.open(query.split("first")[0])
                self.go(2000, 13)
                self.page.evaluate("(query) => history.replaceState(history.state, '', query)", query)
                self.page.reload()
                self.wait()
                self.assert_first(number, -13)

    def test_what_comes_later(self):
        for moves in (False, True):
            self.open()
            self.go(2000, 13)
            self.run_js("history.replaceState(history.state, '', '?late')")
            self.page.reload()
            self.wait()
            self.assertEqual(self.first()[0], 0)
            if moves:
                self.page.mouse.move(200, 250)
                self.page.mouse.wheel(0, 300)
            for _ in range(3):
                self.run_js("more()")
                self.rest(0.2)
            if moves:
                self.assertLess(self.first()[0], 50)
            else:
                self.assert_first(2000, -13)

    def test_the_apps_own_state_stays(self):
        self.open()
        self.run_js("history.replaceState({ mine: 1 }, '')")
        self.go(700)
        self.assertEqual(self.get("""[history.state.mine, new Snapshot(list.options.rangecore, {
          text: history.state.rangecore.list }).place.rows[0].id]"""), [1, 700])
        # Another page of an app that loads none.
        self.run_js("history.pushState({ mine: 2 }, '', '/elsewhere')")
        self.go(900)
        self.assertEqual(self.get("history.state"), {"mine": 2})
        self.run_js("history.back()")
        self.rest()
        self.assert_first(700, 0)
        # Notes come only after a change.
        self.run_js("""window.notes = 0; const { replaceState } = history;
          history.replaceState = (...given) => { notes += 1; replaceState.apply(history, given); };
          list.update()""")
        self.rest(0.6)
        self.assertEqual(self.get("notes"), 0)
        self.assertEqual(self.get("(list.destroy(), list.followers.size)"), 0)

    def test_the_windows_place_is_the_lists(self):
        for query, word in ("?window", "manual"), ("", "auto"):
            self.open(query)
            self.assertEqual(self.get("history.scrollRestoration"), word)
            self.run_js("list.destroy()")
            self.assertEqual(self.get("history.scrollRestoration"), "auto")


class Links(PlaceCase):
    def test_when_the_page_is_loaded(self):
        for query in "", "?window":
            self.open(f"{query}#row-1200")
            self.assert_first(1200, 0)
            # Not once the reader has gone on.
            self.go(700)
            self.page.reload()
            self.wait()
            self.assert_first(700, 0)

    def test_once_the_item_is_there(self):
        self.open("?late#row-1200")
        for _ in range(3):
            self.run_js("more()")
            self.rest(0.2)
        self.assert_first(1200, 0)

    def test_when_the_fragment_changes_and_back(self):
        for query in "", "?window":
            with self.subTest(query):
                self.open(query)
                self.go(300, 9)
                self.run_js("location.hash = '#row-1200'")
                self.rest(0.6)
                self.assert_first(1200, 0)
                self.go(1500)
                self.run_js("location.hash = '#row-1503'")
                self.rest(0.6)
                self.assert_first(1503, 0)
                self.page.go_back()
                self.rest(0.6)
                self.assert_first(1500, 0)
                self.page.go_back()
                self.rest(0.6)
                self.assert_first(300, -9)
                self.run_js("location.hash = '#nothing'")
                self.rest(0.2)
                self.assert_first(300, -9)


APP = """
import { useEffect } from 'react';
import { useVirtualList } from 'rangecore/react';
import { keepPlace, load, Snapshot } from 'rangecore/snapshot';
const lengthOf = (index) => 30 + ((index * 37) % 61);
const getKey = (index) => `id ${index}`;
function List({ rangecore = null, first, text }) {
  const { ref, rows, list } = useVirtualList({
    rangecore, first, getKey, count: 100_000, estimate: 50,
    renderRow: (index) => <div className="row" data-number={index} style={{ height: lengthOf(index) }}>{`item ${index}`}</div>,
  });
  useEffect(() => keepPlace(list, { text, onSave: (it) => { window.saved = it; } }), [list]);
  if (globalThis.window) window.list = list;
  return <div ref={ref} id="scroller">{rows}</div>;
}
"""
CLIENT = APP + """
import { hydrateRoot } from 'react-dom/client';
window.start = async () => {
  const given = JSON.parse(document.querySelector('#given').textContent);
  const root = hydrateRoot(document.querySelector('#root'), <List {...given} />);
  root.render(<List {...given} rangecore={await load('/Bindings/JavaScript/src/snapshot.wasm')} />);
};
"""
SERVER = APP + """
import { renderToString } from 'react-dom/server.browser';
import { firstHTML } from 'rangecore/snapshot';
let input = '';
for await (const part of process.stdin) input += part;
const { module, text, isPlain } = JSON.parse(input);
const rangecore = await load(Buffer.from(module, 'base64'));
const first = text && new Snapshot(rangecore, { text }).first(100_000, getKey);
const html = isPlain
  ? `<div id="scroller">${firstHTML(first, (index) => `<div class="row" data-number="${index}" style="height: ${lengthOf(index)}px">item ${index}</div>`)}</div>`
  : renderToString(<List first={first} text={text} />);
console.log(JSON.stringify({ html, given: { first, text } }));
"""
RENDERED = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<style>body { margin: 0; font: 12px monospace } #scroller { height: 500px; width: 400px; overflow: auto }
  .row { box-sizing: border-box; border: 1px solid }</style>
<div id="root">%s</div><script id="given" type="application/json">%s</script>
<script type="module" src="/.build/web/place.bundle.js"></script>"""
#: From now on, what is on screen in each frame.
SEEN = """
  window.rows = () => [...document.querySelectorAll('.row')].map((it) => [Number(it.dataset.number), it.getBoundingClientRect()])
    .map(([number, { top, bottom, left, width }]) => [number, ...[top, bottom, left, width].map((it) => Math.round(it * 20) / 20)])
    .filter(([, top, bottom]) => bottom > 0 && top < 500).sort(([, one], [, other]) => one - other);
  window.frames_ = new Set();
  (async () => { for (;;) {
    await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
    frames_.add(JSON.stringify(rows()));
  } })();
"""


class Rendered(ListCase):
    """By a server first, with React and as plain HTML."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        bundle("place", CLIENT)
        bundle("place-server", SERVER)

    def prepare(self, page):
        page.route("**/rendered.html", lambda route: route.fulfill(content_type="text/html", body=self.body))

    def render(self, text=None, is_plain=False):
        module = base64.b64encode((REPOSITORY / "Bindings/JavaScript/src/snapshot.wasm").read_bytes()).decode()
        done = subprocess.run(["node", BUILD / "place-server.bundle.js"], capture_output=True, text=True,
                              input=json.dumps({"module": module, "text": text, "isPlain": is_plain}))
        self.assertEqual(done.stderr, "")
        answer = json.loads(done.stdout)
        self.body = RENDERED % (answer["html"], json.dumps(answer["given"]))

    def begin_at(self, index, shift):
        """Returns what is on screen there, and the text."""
        self.render()
        self.show("/rendered.html")
        self.run_js(f"{SEEN}; await start()")
        self.page.wait_for_selector(".row")
        self.run_js(f"list.scrollTo({index}, {{ align: 'start', shift: {shift} }})")
        self.rest(0.8)
        return self.get("rows()"), self.get("saved")

    def test_the_list_takes_over_without_a_shift(self):
        for index, shift in ((77_777, 13), (77_777, -20), (99_999, 0), (0, 0)):
            with self.subTest(index, shift=shift):
                rows, text = self.begin_at(index, shift)
                self.render(text)
                self.show("/rendered.html")
                self.run_js(SEEN)
                self.rest(0.1)
                self.assertEqual(self.get("rows()"), rows)
                self.assertIsNone(self.get("window.list ?? null"))
                self.run_js("await start()")
                self.rest(0.6)
                self.assertTrue(self.get("list !== null"))
                self.assertEqual(self.get("[...frames_].map(JSON.parse)"), [rows])
                self.assertEqual(self.get("shifts"), [])
                # All is the list's now.
                self.assertLess(self.get("document.querySelectorAll('.row').length"), 100)
                self.page.mouse.move(200, 250)
                self.page.mouse.wheel(0, -300 if index else 300)
                self.rest(0.3)
                self.assertNotEqual(self.get("rows()"), rows)

    def test_what_a_plain_server_renders(self):
        rows, text = self.begin_at(77_777, 13)
        self.render(text, is_plain=True)
        self.show("/rendered.html")
        self.run_js(SEEN)
        self.rest(0.1)
        self.assertEqual(self.get("rows()"), rows)

    def test_a_reload_and_back_with_and_without_a_server(self):
        for has_server in (True, False):
            rows, text = self.begin_at(77_777, 13)
            if has_server:
                self.render(text)
            for again in (self.page.reload, lambda: (self.page.goto("about:blank"), self.page.go_back())):
                again()
                self.run_js(f"{SEEN}; await start()")
                self.page.wait_for_selector(".row")
                self.rest(0.6)
                frames = self.get("[...frames_].map(JSON.parse)")
                self.assertEqual([it for it in frames if it or has_server], [rows])
                self.assertEqual(self.get("shifts"), [])


if __name__ == "__main__":
    unittest.main()

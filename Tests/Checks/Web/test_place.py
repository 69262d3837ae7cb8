"""Reloads, the history and links to rows of a virtual list of the JavaScript package, in Chromium."""

import unittest

from test_list import ListCase

PAGE = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<style>body { margin: 0 } #scroller { height: 500px; overflow: auto } p { margin: 0; box-sizing: border-box; border: 1px solid }
  body.window #scroller { height: auto; overflow: visible }</style>
<div id="scroller"></div><script type="module">
  import { load, VirtualList } from '/Bindings/JavaScript/src/dom.js';
  import { followLinks, keepPlace } from '/Bindings/JavaScript/src/place.js';
  const query = new URLSearchParams(location.search);
  const isWindow = query.has('window');
  document.body.className = isWindow ? 'window' : '';
  const first = Number(query.get('first') ?? 0), count = Number(query.get('count') ?? 3000);
  const items = Array.from({ length: count }, (_, at) => first + at);
  const late = query.has('late') ? items.splice(100) : [];
  const list = new VirtualList(isWindow ? window : scroller, {
    rangecore: await load(), count: items.length, key: (index) => items[index], estimate: 50,
    render(index) {
      const row = document.createElement('p');
      row.id = `row-${items[index]}`;
      row.textContent = items[index];
      row.style.height = `${30 + items[index] * 37 % 61}px`;
      return row;
    },
  });
  keepPlace(list);
  followLinks(list, (id) => items.indexOf(Number(id.slice(4))));
  Object.assign(window, { list, items, more() {
    const added = late.splice(0, 1000);
    items.push(...added);
    list.insert(items.length - added.length, added.length);
  } });
</script>"""


class PlaceCase(ListCase):
    def prepare(self, page):
        page.route("**/place.html*", lambda route: route.fulfill(content_type="text/html", body=PAGE))
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
        self.assertEqual(self.get("[history.state.mine, history.state.rangecore.list.index]"), [1, 700])
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


if __name__ == "__main__":
    unittest.main()

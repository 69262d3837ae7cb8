"""What a virtual list of the JavaScript package tells assistive technology, in Chromium's accessibility tree."""

import unittest

from headed import HeadedCase
from test_attached import BEGIN
from test_list import ListCase, bundle

#: Each change of an attribute of a row or of the container, but those that place rows.
WATCH = """window.written = [];
  window.added = 0;
  new MutationObserver((all) => all.forEach(({ addedNodes }) => { added += addedNodes.length; }))
    .observe(test.list.container, { childList: true });
  new MutationObserver((all) => all.forEach(({ target, attributeName: name, oldValue }) => {
    if (name === 'style' || !target.closest('#scroller')) return;
    written.push([name, oldValue, target.getAttribute(name)]);
  })).observe(document.body, { subtree: true, attributes: true, attributeOldValue: true });"""


class AriaCase(ListCase):
    def tree(self):
        """The nodes that are not ignored, each with its role, name and children."""
        cdp = self.page.context.new_cdp_session(self.page)
        nodes = {node["nodeId"]: node for node in cdp.send("Accessibility.getFullAXTree")["nodes"]}

        def children(node):
            for child in (nodes[number] for number in node["childIds"] if number in nodes):
                if child["ignored"] or child["role"]["value"] == "generic":
                    yield from children(child)
                else:
                    yield child

        for node in nodes.values():
            node["children"] = list(children(node))
            node["role"] = node.get("role", {}).get("value")
            node["name"] = node.get("name", {}).get("value")
            node["states"] = {it["name"]: it["value"].get("value") for it in node.get("properties", [])}
        return list(nodes.values())

    def the(self, role):
        found = [node for node in self.tree() if node["role"] == role]
        self.assertEqual(len(found), 1, [node["role"] for node in self.tree()])
        return found[0]

    def told(self):
        """Of all rows, by index: what they say which of how many they are."""
        return {index: tuple(told) for index, *told in self.get("""[...test.list.rows()].map(({ index, element }) =>
          [index, element.getAttribute('aria-posinset'), element.getAttribute('aria-setsize')])""")}

    def check_told(self):
        told, count = self.told(), self.get("test.list.count")
        self.assertTrue(told)
        for index, pair in told.items():
            self.assertEqual(pair, (f"{index + 1}", f"{count}"))


class Roles(AriaCase):
    def test_a_list_of_items(self):
        self.begin()
        items = self.the("list")["children"]
        self.assertGreater(len(items), 5)
        self.assertEqual({item["role"] for item in items}, {"listitem"})
        self.check_told()

    def test_a_feed_of_articles(self):
        self.begin("{ role: 'feed' }")
        self.assertEqual({item["role"] for item in self.the("feed")["children"]}, {"article"})
        self.check_told()

    def make(self, tag, script, options="{}"):
        """Another list, in a container of the app's; a script that has its `row` and `index`."""
        self.begin("{ count: 1 }")
        self.run_js(f"""test.list.destroy();
          const {{ VirtualList }} = await import('/Bindings/JavaScript/src/dom.js');
          const container = document.createElement('{tag}');
          test.scroller.append(container);
          {script};
          const isOwn = Boolean(container.role);
          test.list = new VirtualList(test.scroller, {{ rangecore: test.rangecore, count: 100, container, render(index) {{
            const row = document.createElement(index % 2 ? 'div' : 'button');
            if (isOwn) row.setAttribute('role', 'option');
            row.textContent = `row ${{index}}`;
            return row; }}, ...{options} }});
          await test.rest()""")

    def test_the_containers_and_the_rows_own_roles_stay(self):
        self.make("div", "container.role = 'listbox'")
        self.assertEqual({item["role"] for item in self.the("listbox")["children"]}, {"option"})
        self.check_told()
        self.run_js("test.list.destroy()")
        self.the("listbox")
        self.make("ul", "")
        self.assertEqual([item["role"] for item in self.the("list")["children"][:4]], ["button", "listitem"] * 2)

    def test_nothing_is_set_of_what_the_app_does_itself(self):
        for options, tag in ("{ role: 'none' }", "div"), ("{}", "tbody"):
            with self.subTest(options):
                self.make(tag, "", options)
                self.run_js("test.list.setBusy(true)")
                self.assertEqual(self.get("""[test.list.container, ...test.list.container.children].flatMap((it) =>
                  it.getAttributeNames()).filter((name) => name === 'role' || name.startsWith('aria-'))"""), [])

    def test_nothing_is_left_on_a_container_of_the_apps(self):
        self.begin("{ count: 5 }")
        self.run_js("window.container = test.list.container; test.list.destroy()")
        self.assertIsNone(self.get("container.getAttribute('role')"))


class Positions(AriaCase):
    def test_they_are_right_through_edits(self):
        self.begin()
        self.run_js("test.list.scrollTo(500, { align: 'start' }); await test.rest()")
        for script in ("test.insert(3, 5)", "test.remove(100, 120)", "test.move(499, 502, 510)", "test.insert(9_000, 1)",
                       "test.list.apply(() => test.items.splice(0, 50) && test.items.length)", "test.list.refresh()"):
            self.run_js(f"{script}; await test.rest()")
            self.check_told()
        self.page.mouse.wheel(0, 2000)
        self.rest()
        self.check_told()

    def test_they_are_right_of_rows_that_are_made_each_time(self):
        self.begin("{ update: undefined }")
        self.run_js("test.insert(0, 3); test.list.refresh(); await test.rest()")
        self.check_told()
        self.assertEqual({item["role"] for item in self.the("list")["children"]}, {"listitem"})

    def test_nothing_is_written_of_rows_that_stay(self):
        self.begin()
        self.run_js(WATCH)
        for step in (40, 60, -80, 300):
            self.page.mouse.wheel(0, step)
            self.run_js("await test.rest()")
        self.run_js("test.list.remeasure(); await test.rest()")
        written = self.get("written")
        self.assertGreater(len(written), 5)
        self.assertEqual([it for it in written if it[1] == it[2]], [])
        self.assertEqual({it[0] for it in written}, {"aria-posinset", "aria-setsize"})
        # At most once for each row that has come.
        self.assertLessEqual(len([it for it in written if it[0] == "aria-posinset"]), self.get("added"))


class Busy(AriaCase):
    def busy(self):
        return self.the("list")["states"].get("busy", False)

    def test_while_a_batch_is_fetched(self):
        self.begin("""{ count: 20, fetch: { tail: async () => {
          await new Promise((resolve) => { window.answer = resolve; });
          test.insert(test.items.length, 20);
          return test.items.length < 60 ? 'completed' : 'exhausted'; } } }""")
        self.page.mouse.wheel(0, 5000)
        self.rest()
        self.assertTrue(self.busy())
        for _ in range(3):
            self.run_js("answer(); await test.rest()")
        self.assertFalse(self.busy())
        self.run_js("test.list.setBusy(true)")
        self.assertTrue(self.busy())
        self.run_js("test.list.setBusy(false)")
        self.assertFalse(self.busy())

    def test_while_a_store_loads(self):
        self.show("/Tests/Checks/Web/list.html")
        self.page.wait_for_function("window.isReady")
        self.run_js(BEGIN.replace("OPTIONS", "{}"))
        self.assertFalse(self.busy())
        self.run_js("test.list.scrollTo(500); await test.rest(30)")
        self.assertTrue(self.busy())
        self.run_js("await test.settle()")
        self.assertFalse(self.busy())
        self.check_told()
        self.run_js("test.list.scrollTo(900); await test.rest(30)")
        self.assertTrue(self.busy())
        self.run_js("test.store.detach()")
        self.assertFalse(self.busy())


class Told(HeadedCase):
    def told(self, role):
        """What is said of the objects with a role, without the browser's own."""
        return [said for name, *said in self.tree() if name == role]

    def test_what_programs_are_told(self):
        self.begin()
        for script, isBusy in ("test.insert(0, 5)", False), ("test.list.setBusy(true)", True):
            self.run_js(f"{script}; await test.rest()")
            self.rest(1)
            count, rows = self.get("[test.list.count, [...test.list.rows()].map(({ index }) => index + 1)]")
            self.assertIn([None, f"{count}", isBusy], self.told("list"))
            self.assertEqual(self.told("list item"), [[f"{row}", f"{count}", False] for row in sorted(rows)])


class Announced(AriaCase):
    def said(self):
        return self.get("document.querySelector('[role=status]')?.textContent")

    def start(self, options="{}"):
        self.begin(options)
        self.run_js("""const { announce } = await import('/Bindings/JavaScript/src/access.js');
          window.stop = announce(test.list, (added, count) => `${added} more, ${count} in all`)""")

    def test_what_a_batch_has_brought(self):
        self.start("""{ count: 20, fetch: { tail: async () => {
          const answered = () => new Promise((resolve) => { window.answer = resolve; });
          await answered();
          test.insert(test.items.length, 20);
          await answered();
          test.insert(test.items.length, 10); } } }""")
        self.assertEqual(self.said(), "")
        self.page.mouse.wheel(0, 5000)
        self.rest()
        self.run_js("answer(); await test.rest()")
        self.assertEqual(self.said(), "")
        self.run_js("answer(); await test.rest()")
        self.assertEqual(self.said(), "30 more, 50 in all")
        self.assertEqual(self.the("status")["states"].get("live"), "polite")
        self.run_js("stop()")
        self.assertIsNone(self.said())

    def test_what_is_inserted_and_nothing_of_what_is_removed(self):
        self.start()
        self.run_js("test.insert(5, 2); await test.rest()")
        self.assertEqual(self.said(), "2 more, 10002 in all")
        self.run_js("test.remove(5, 9); await test.rest()")
        self.assertEqual(self.said(), "2 more, 10002 in all")
        length = self.get("document.documentElement.scrollHeight")
        self.run_js("test.list.destroy()")
        self.assertIsNone(self.said())
        self.assertLessEqual(length, 560)

    def test_in_a_dialog(self):
        self.begin("{ count: 9 }")
        self.run_js("""const dialog = document.createElement('dialog'); document.body.append(dialog);
          dialog.append(test.scroller); dialog.showModal();""")
        self.run_js("""const { announce } = await import('/Bindings/JavaScript/src/access.js');
          announce(test.list, (added) => `${added} more`); test.insert(0, 1); await test.rest()""")
        self.assertEqual([child["name"] for child in self.the("status")["children"]], ["1 more"])


class Keys(AriaCase):
    def start(self, options="{}", surroundings="{}", begin="roveFocus(test.list)"):
        self.begin(options, surroundings=surroundings)
        self.run_js(f"""for (const name of ['first', 'last']) {{
            const button = Object.assign(document.createElement('button'), {{ id: name, textContent: name }});
            if (name === 'first') document.body.prepend(button); else document.body.append(button);
          }}
          const {{ roveFocus, tabInOrder }} = await import('/Bindings/JavaScript/src/access.js');
          window.stop = {begin};
          first.focus({{ preventScroll: true }})""")

    def press(self, *keys):
        """The item that has the focus then, or what else has."""
        for key in keys:
            self.page.keyboard.press(key)
            self.run_js("await test.rest()")
        return self.get("""document.activeElement.id || (test.list.indexOf(document.activeElement) < 0
          ? document.activeElement.tagName : test.list.indexOf(document.activeElement))""")

    def press_all(self, *steps):
        for key, item in steps:
            self.assertEqual(self.press(key), item, key)
            if not isinstance(item, str):
                row = [row for row in self.seen() if row["index"] == item]
                self.assertEqual(len(row), 1, f"item {item} is out of sight")
            self.assertEqual(self.get("""[...test.list.rows()].filter(({ element }) => element.tabIndex === 0).length"""), 1)

    def test_a_list(self):
        self.start()
        # The scroller is where Tab goes first; it can be scrolled by keys, too.
        self.press_all(("Tab", "scroller"), ("Tab", 0), ("ArrowUp", 0), ("ArrowDown", 1), ("ArrowRight", 1))
        page = self.press("PageDown")
        self.assertIn(page, range(6, 16))
        self.assertIn(self.press("PageUp"), (0, 1))
        self.press_all(("End", 9_999), ("ArrowDown", 9_999), ("PageDown", 9_999), ("ArrowUp", 9_998),
                       ("Tab", "last"), ("Shift+Tab", 9_998), ("Shift+Tab", "scroller"), ("Tab", 9_998), ("Home", 0))
        self.check()

    def test_the_first_on_screen_has_the_focus_if_the_last_one_is_gone(self):
        self.start()
        self.press("Tab", "Tab", "ArrowDown")
        self.run_js("first.focus({ preventScroll: true }); test.list.scrollTo(500, { align: 'start' }); await test.rest()")
        self.assertEqual(self.press("Tab", "Tab"), 500)
        # Edits leave it where it is.
        self.run_js("test.insert(0, 3); await test.rest()")
        self.assertEqual(self.press("ArrowDown"), 504)
        self.run_js("stop()")
        self.assertEqual(self.get("[...test.list.rows()].filter(({ element }) => element.hasAttribute('tabindex')).length"), 0)

    def test_columns(self):
        self.start("{ columns: 3, count: 100 }")
        self.press_all(("Tab", "scroller"), ("Tab", 0), ("ArrowRight", 1), ("ArrowDown", 4), ("ArrowLeft", 3),
                       ("ArrowLeft", 2), ("ArrowUp", 2), ("End", 99), ("ArrowUp", 96), ("ArrowRight", 97),
                       ("ArrowDown", 99), ("ArrowDown", 99), ("Home", 0))

    def test_horizontal_and_from_right_to_left(self):
        self.start("{ axis: 'horizontal' }")
        self.press_all(("Tab", "scroller"), ("Tab", 0), ("ArrowRight", 1), ("ArrowDown", 1), ("ArrowLeft", 0))
        self.start("{ axis: 'horizontal' }", "{ dir: 'rtl' }")
        self.press_all(("Tab", "scroller"), ("Tab", 0), ("ArrowLeft", 1), ("ArrowUp", 1), ("ArrowRight", 0))

    def test_rows_and_what_is_in_them_have_their_own_keys(self):
        self.start("""{ update: undefined, render(index) {
          const row = document.createElement('div');
          row.className = 'row';
          row.dataset.number = index;
          row.style.minHeight = `${test.lengthOf(index)}px`;
          if (index === 1) row.tabIndex = -1;
          if (index === 2) row.append(document.createElement('input'));
          if (index === 3) row.addEventListener('keydown', (event) => event.preventDefault());
          return row; } }""")
        self.press("Tab", "Tab", "ArrowDown")
        self.assertEqual(self.press("ArrowDown"), 1)
        self.run_js("test.list.element(2).firstChild.focus()")
        self.assertEqual(self.press("End", "ArrowDown", "Home"), 2)
        self.run_js("test.list.element(2).focus()")
        self.assertEqual(self.press("ArrowDown", "ArrowDown"), 3)

    def test_a_feed(self):
        self.start("""{ role: 'feed', update: undefined, render(index) {
          const row = document.createElement('article');
          row.className = 'row';
          row.dataset.number = index;
          row.style.minHeight = `${test.lengthOf(index)}px`;
          row.innerHTML = '<button></button><input>';
          return row; } }""")
        self.assertEqual(self.press("Tab", "Tab"), 0)
        self.assertEqual(self.press("PageDown", "PageDown"), 2)
        # From what is in it, but not where a text is written.
        self.assertEqual(self.press("Tab", "PageDown"), 3)
        self.assertEqual(self.press("Tab", "Tab", "PageDown"), 3)
        self.assertEqual(self.press("Shift+Tab", "PageUp"), 2)
        self.assertEqual(self.press("Control+End"), "last")
        self.run_js("test.list.element(2).focus()")
        self.assertEqual(self.press("Control+Home"), "first")
        self.check()

    def test_tab_goes_to_the_neighbours_of_a_row_out_of_sight(self):
        render = """{ update: undefined, render(index) {
          const row = document.createElement('div');
          row.className = 'row';
          row.dataset.number = index;
          row.style.minHeight = `${test.lengthOf(index)}px`;
          row.append(document.createElement('button'));
          return row; } }"""
        self.start(render, begin="tabInOrder(test.list)")
        for key, neighbour in ("Tab", 301), ("Shift+Tab", 299):
            self.run_js("test.list.scrollTo(300, { align: 'start' }); await test.rest();"
                        "test.list.element(300).firstChild.focus()")
            self.run_js("test.list.scrollTo(7000, { align: 'start' }); await test.rest()")
            self.assertEqual(self.press(key), neighbour)
            self.assertIn(neighbour, [row["index"] for row in self.seen()])
            self.check()
        # Where its neighbours are there, nothing is scrolled.
        self.run_js("""test.list.scrollTo(300, { align: 'start', shift: 25 }); await test.rest();
          test.list.element(300).firstChild.focus({ preventScroll: true })""")
        offset = self.get("test.list.offset")
        self.assertEqual(self.press("Tab"), 301)
        self.assertEqual(self.get("test.list.offset"), offset)


#: All entry points, each with the hook's list, in an app that comes and goes.
HOOK = """
import { createElement as h, useCallback, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { announce, roveFocus, tabInOrder } from 'rangecore/access';
import { findInPage, keepSelection } from 'rangecore/find';
import { followLinks } from 'rangecore/place';
import { printRows } from 'rangecore/print';
import { useVirtualList } from 'rangecore/react';
import { keepPlace, load } from 'rangecore/snapshot';

function List({ rangecore }) {
  const [count, setCount] = useState(1000);
  const getKey = useCallback((index) => `key ${index}`, [count]);
  const { ref, rows, list } = useVirtualList({
    rangecore, count, getKey, estimate: 50,
    renderRow: (index) => h('div', { className: 'row', style: { height: 40 } }, `row ${index}`),
  });
  useEffect(() => roveFocus(list), [list]);
  useEffect(() => tabInOrder(list), [list]);
  useEffect(() => announce(list, (added) => `${added} more`), [list]);
  useEffect(() => findInPage(list, (index) => `row ${index}`), [list]);
  useEffect(() => keepSelection(list, (index) => `row ${index}`), [list]);
  useEffect(() => printRows(list), [list]);
  useEffect(() => keepPlace(list), [list]);
  useEffect(() => followLinks(list, (id) => Number(id)), [list]);
  Object.assign(window.test, { list, setCount });
  return h('div', { ref, id: 'scroller', tabIndex: 0, style: { height: 500, overflow: 'auto' } }, rows);
}

function App() {
  const [isShown, setShown] = useState(true);
  const [rangecore, setRangeCore] = useState(null);
  useEffect(() => { load('/Bindings/JavaScript/src/snapshot.wasm').then(setRangeCore); }, []);
  Object.assign(window.test, { setShown });
  return isShown && h(List, { rangecore });
}
window.test = {};
createRoot(document.querySelector('#app')).render(h(App));
"""


class Hook(AriaCase):
    def prepare(self, page):
        page.route("**/hook.html*", lambda route: route.fulfill(content_type="text/html", body="""<!doctype html>
          <link rel="icon" href="data:,"><div id="app"></div><script type="module" src="/.build/web/hook.bundle.js"></script>"""))

    def test_all_of_it_takes_the_hooks_list(self):
        bundle("hook", HOOK)
        self.show("/hook.html#300")
        self.page.wait_for_selector(".row")
        self.rest(0.8)
        self.assertEqual(self.get("test.list.latest.visible.lower"), 300)
        self.assertEqual({item["role"] for item in self.the("list")["children"]}, {"listitem"})
        self.run_js("test.list.element(301).focus()")
        self.page.keyboard.press("ArrowDown")
        self.assertEqual(self.get("test.list.indexOf(document.activeElement)"), 302)
        self.page.keyboard.press("End")
        self.assertEqual(self.get("test.list.indexOf(document.activeElement)"), 999)
        self.page.keyboard.press("Home")
        self.assertEqual(self.get("test.list.indexOf(document.activeElement)"), 0)
        self.run_js("test.list.scrollTo(300, { align: 'start' })")
        self.rest(0.8)
        self.run_js("test.setCount(1010)")
        self.rest(0.8)
        self.assertEqual(self.get("document.querySelector('[role=status]').textContent"), "10 more")
        self.assertEqual(self.get("document.activeElement.getAttribute('aria-setsize')"), "1010")
        self.assertGreater(self.get("document.querySelectorAll('[hidden=until-found]').length"), 700)
        self.run_js("""addEventListener('beforeprint', () => { window.rows = document.querySelectorAll('.row').length; });
          print()""")
        self.assertGreater(self.get("rows"), 500)
        self.assertEqual(self.get("JSON.parse(history.state.rangecore.list).ids[0]"), "key 300")
        self.page.reload()
        self.page.wait_for_selector(".row")
        self.rest(0.8)
        self.assertEqual(self.get("test.list.latest.visible.lower"), 300)
        self.run_js("test.setShown(false)")
        self.rest(0.2)
        self.assertEqual(self.get("document.querySelectorAll('[role=status], [hidden], .row').length"), 0)


if __name__ == "__main__":
    unittest.main()

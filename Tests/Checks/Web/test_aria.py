"""What a virtual list of the JavaScript package tells assistive technology, in Chromium's accessibility tree."""

import unittest

from test_attached import BEGIN
from test_list import ListCase

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
        self.begin("""{ count: 20, fetch: async () => {
          await new Promise((resolve) => { window.answer = resolve; });
          test.insert(test.items.length, 20);
          return test.items.length < 60 ? 'completed' : 'exhausted'; } }""")
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


if __name__ == "__main__":
    unittest.main()

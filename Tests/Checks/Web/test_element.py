"""The custom element `<range-list>` in Chromium: in plain HTML, and in Vue 2, which Debian has."""

import json
import unittest
from pathlib import Path

from test_list import ListCase
from test_readme import IMPORTS

VUE = Path("/usr/share/javascript/vue/vue.js")
HEAD = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<style>range-list { height: 300px; width: 400px; } .row { height: 30px; } .late { height: 50px; }</style>
<script>window.items = Array.from({ length: 1000 }, (_, id) => ({ id, title: `item ${id}`, more: `(${id})` }));
  window.told = { ready: 0, visible: [], rows: 0 };</script>
"""
PLAIN = HEAD + """<range-list item-key="id" estimate="30"><template>
  <div class="row"><b data-text="title"></b> <i data-text="more"></i></div></template></range-list>
<script>
  const list = document.querySelector('range-list');
  list.items = items;
  list.addEventListener('range-ready', ({ detail }) => { told.ready += 1; told.isSame = detail === list.list; });
  list.addEventListener('range-visible', ({ detail }) => told.visible.push(detail));
  list.addEventListener('range-row', ({ detail }) => { told.rows += 1; detail.element.dataset.index = detail.index; });
</script>
<script type="importmap">%(imports)s</script>
<script type="module">import 'rangecore/element';</script>"""
IN_VUE = HEAD + """<div id="app"></div>
<script type="importmap">%(imports)s</script><script src="/vue.js"></script>
<script type="module">
  import 'rangecore/element';
  Vue.config.ignoredElements = ['range-list'];
  Vue.config.productionTip = Vue.config.devtools = false;
  window.app = new Vue({
    el: '#app',
    data: { items, from: 0, estimate: 30, isShown: true },
    methods: {
      row: ({ title }) => Object.assign(document.createElement('div'), { className: 'row', textContent: title }),
    },
    template: `<div><p>from {{ from }}</p>
      <range-list v-if="isShown" ref="list" item-key="id" :estimate="estimate" :items.prop="items" :render.prop="row"
        @range-visible="from = $event.detail.lower"></range-list></div>`,
  });
</script>"""


class Element(ListCase):
    def prepare(self, page):
        page.route("**/element.html", lambda route: route.fulfill(
            content_type="text/html", body=self.body % {"imports": json.dumps(IMPORTS)}))
        page.route("**/vue.js", lambda route: route.fulfill(
            content_type="text/javascript", body=VUE.read_text()))

    def open(self, body):
        self.body = body
        self.show("/element.html")
        self.page.wait_for_selector(".row")
        self.rest(0.2)

    def texts(self):
        """Of the rows that can be seen, from above."""
        return self.get("""(() => { const box = document.querySelector('range-list').getBoundingClientRect();
          return [...document.querySelectorAll('range-list .row')].map((it) => [it.getBoundingClientRect(), it])
            .filter(([at]) => at.bottom > box.top && at.top < box.bottom).sort(([a], [b]) => a.top - b.top)
            .map(([, it]) => it.textContent.trim()); })()""")

    def test_a_page_shows_a_template(self):
        self.open(PLAIN)
        self.assertEqual(self.texts(), [f"item {index} ({index})" for index in range(10)])
        told = self.get("told")
        self.assertEqual((told["ready"], told["isSame"], told["visible"]), (1, True, [{"lower": 0, "upper": 10}]))
        self.assertEqual(self.get("document.querySelector('[data-index]').className"), "row")
        self.run_js("list.list.scrollTo(500, { align: 'start' })")
        self.rest(0.2)
        self.assertEqual(self.texts()[0], "item 500 (500)")
        self.assertEqual(self.get("told.visible.at(-1)"), {"lower": 500, "upper": 510})

    def test_items_that_stay_keep_their_elements(self):
        self.open(PLAIN)
        self.run_js("window.row = document.querySelectorAll('.row')[2]; row.tabIndex = 0; row.focus()")
        index = self.get("Number(row.dataset.index)")
        self.run_js("told.filled = []; list.addEventListener('range-row', ({ detail }) => told.filled.push(detail.item.id))")
        self.run_js(f"""items.splice(0, 1); items[{index - 1}] = {{ ...items[{index - 1}], title: 'changed' }};
          items.unshift({{ id: -1, title: 'new' }}, {{ id: -2, title: 'newer' }}); list.items = items""")
        self.rest(0.2)
        self.assertEqual(self.get("document.activeElement === row && row.querySelector('b').textContent"), "changed")
        self.assertEqual(self.get("list.list.count"), 1001)
        # Once each: what has changed, and what is new.
        self.assertEqual(sorted(self.get("told.filled")), [-2, -1, index])

    def test_attributes_and_moves(self):
        self.open(PLAIN)
        self.run_js("list.list.scrollToOffset(3000)")
        self.rest(0.2)
        self.run_js("list.setAttribute('columns', 2)")
        self.rest(0.3)
        self.assertEqual(self.get("[list.list.offset, told.ready, list.list.options.columns]"), [1500, 2, 2])
        self.assertEqual(self.texts()[0], "item 100 (100)")
        # Rows that nobody has measured yet are not as long as those that were there.
        self.run_js("list.list.scrollToOffset(1511)")
        self.rest(0.2)
        self.run_js("list.setAttribute('estimate', 70)")
        self.rest(0.3)
        top = self.get("list.list.element(100).getBoundingClientRect().top - list.getBoundingClientRect().top")
        self.assertEqual((self.texts()[0], top), ("item 100 (100)", -11))
        # Moved, it goes on; removed, it is none, and again it begins.
        self.run_js("window.before = list.list; document.body.prepend(list)")
        self.rest(0.1)
        self.assertTrue(self.get("list.list === before"))
        self.run_js("list.remove()")
        self.rest(0.1)
        self.assertEqual(self.get("[list.list, list.children.length]"), [None, 1])
        self.run_js("document.body.append(list)")
        self.rest(0.2)
        self.assertEqual(len(self.texts()), 20)

    def test_an_attribute_has_lanes(self):
        self.open(PLAIN.replace("import 'rangecore/element';", """import { RangeListElement } from 'rangecore/element';
          import { load } from 'rangecore/lanes';
          RangeListElement.rangecore = load();""").replace("range-row', ({ detail }) => {", """range-row', ({ detail }) => {
          detail.element.style.height = `${40 + (detail.index * 37) %% 61}px`;"""))
        for lanes in (3, 2):
            self.run_js(f"list.setAttribute('lanes', {lanes}); list.setAttribute('spacing', 4)")
            self.rest(0.3)
            self.run_js("list.list.scrollTo(500, { align: 'start' })")
            self.rest(0.2)
            rows = self.get("""[...document.querySelectorAll('.row')].map((it) => [it, it.getBoundingClientRect()])
              .filter(([, at]) => at.bottom > 0 && at.top < 300).map(([it, at]) => [at.left, at.top, at.bottom, Number(it.dataset.index)])""")
            self.assertEqual(len({left for left, *_ in rows}), lanes)
            by_lane = [sorted(row[1:] for row in rows if row[0] == left) for left in {left for left, *_ in rows}]
            for lane in by_lane:
                for (top, bottom, index), (following, *_) in zip(lane, lane[1:]):
                    self.assertEqual((bottom - top, following - bottom), (40 + index * 37 % 61, 4))
            self.assertGreater(len({top for lane in by_lane for top, *_ in lane}), len(rows) / 2, "rows of a grid")
        self.run_js("list.removeAttribute('lanes')")
        self.rest(0.3)
        self.assertEqual(self.get("list.list.element(500).getBoundingClientRect().width"), 385)

    def test_vue_shows_items(self):
        self.open(IN_VUE)
        self.assertEqual(self.texts(), [f"item {index}" for index in range(10)])
        self.run_js("app.$refs.list.list.scrollTo(700, { align: 'start' })")
        self.rest(0.3)
        self.assertEqual(self.texts()[0], "item 700")
        self.assertEqual(self.get("document.querySelector('p').textContent"), "from 700")
        self.run_js("app.items = [{ id: -1, title: 'new' }, ...app.items]")
        self.rest(0.2)
        self.assertEqual((self.texts()[0], self.get("app.$refs.list.list.count")), ("item 700", 1001))
        self.run_js("window.list = app.$refs.list; app.isShown = false; await app.$nextTick()")
        self.rest(0.1)
        self.assertEqual(self.get("[list.list, document.querySelectorAll('.row').length]"), [None, 0])
        self.run_js("app.isShown = true")
        self.rest(0.3)
        self.assertEqual(self.texts()[0], "new")


if __name__ == "__main__":
    unittest.main()

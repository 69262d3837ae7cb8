"""The examples of the JavaScript package's README and of the article of answers, as they are, in Chromium."""

import json
import re
import unittest
import urllib.parse

from feed import REPOSITORY
from test_list import ListCase, bundle

README = (REPOSITORY / "Bindings/JavaScript/README.md").read_text()
ANSWERS = (REPOSITORY / "Sources/RangeCore/RangeCore.docc/HowDoI.md").read_text()
EXAMPLES = re.findall(r"^```jsx?\n(.*?)^```$", README, re.M | re.S)
EXPORTS = json.loads((REPOSITORY / "Bindings/JavaScript/package.json").read_text())["exports"]
# What a bundler finds by the package's exports.
IMPORTS = {"imports": {"rangecore" + name[1:]: "/Bindings/JavaScript" + place["default"][1:]
                       for name, place in EXPORTS.items() if isinstance(place, dict)}}
PAGE = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<style>#messages { height: 500px; overflow: auto; }</style><div id="messages"></div>
<script type="importmap">%s</script><script type="module">%s</script>"""


class Readme(ListCase):
    def example(self, words):
        found = [example for example in EXAMPLES if words in example]
        self.assertEqual(len(found), 1, f"the examples with {words}")
        return found[0]

    def open(self, script, routes=()):
        self.printed = []
        self.routes = [("**/readme.html", lambda route: route.fulfill(
            content_type="text/html", body=PAGE % (json.dumps(IMPORTS), script))), *routes]
        self.show("/readme.html")

    def prepare(self, page):
        page.on("console", lambda message: self.printed.append(message.text))
        for pattern, answer in self.routes:
            page.route(pattern, answer)

    def texts(self):
        """What can be seen, from above."""
        return self.get("""Array.from(document.querySelectorAll('#messages *'))
          .filter((it) => !it.children.length && it.textContent)
          .filter((it) => it.getBoundingClientRect().bottom > 0 && it.getBoundingClientRect().top < 500)
          .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
          .map((it) => it.textContent)""")

    def wait_for(self, text):
        self.page.wait_for_function(
            "(text) => Array.from(document.querySelectorAll('#messages *')).some((it) => "
            "!it.children.length && it.textContent === text && it.getBoundingClientRect().top < 500)", arg=text)

    def test_a_list_says_what_to_load(self):
        # The example leaves its list free.
        self.open(self.example("list.beginBatch('tail')"))
        for _ in range(100):
            if len(self.printed) < 3:
                self.page.wait_for_timeout(100)
        self.assertEqual(self.printed, [
            f"load the items {lower} ..< {upper}" for lower, upper in ((0, 8), (8, 10), (10, 12))])

    def test_a_list_scrolls_to_an_item(self):
        self.open(self.example("messages.unshift"))
        self.wait_for("message 4999")
        self.page.wait_for_timeout(500)
        texts = self.texts()
        self.assertAlmostEqual(texts.index("message 4999"), len(texts) / 2, delta=1.5)

    def test_a_list_comes_back_to_its_place(self):
        self.open("""
          import { load, VirtualList } from 'rangecore/dom';
          const scroller = document.querySelector('#messages'), rangecore = await load();
          const render = (index) => Object.assign(document.createElement('div'), {
            textContent: `message ${index}`, style: `height: ${20 + index % 7 * 9}px` });
          const list = new VirtualList(scroller, { rangecore, count: 1000, render });
          list.scrollTo(500, { align: 'start' });
          for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
        """ + self.example("kept.extents"))
        self.wait_for("message 500")
        self.assertEqual(self.get("""[...document.querySelectorAll('#messages > * > *')]
          .find((it) => it.textContent === 'message 500').getBoundingClientRect().top
          - document.querySelector('#messages').getBoundingClientRect().top"""), 0)

    def test_a_wall_has_lanes(self):
        self.open("""
          const scroller = document.querySelector('#messages');
          const photos = Array.from({ length: 1000 }, (_, id) => ({ id }));
          const photoElement = ({ id }) => Object.assign(document.createElement('div'), {
            textContent: `photo ${id}`, style: `height: ${80 + id % 7 * 29}px` });
          window.photos = photos;
        """ + self.example("new VirtualList(scroller, {\n  rangecore: await load(),\n  count: photos.length,\n  estimate: 240") + "window.list = wall;")
        self.wait_for("photo 0")
        lefts = "new Set([...list.rows()].map(({ element }) => element.offsetLeft)).size"
        self.assertEqual(self.get(lefts), 2)
        self.assertEqual(self.get("list.element(0).offsetWidth"), self.get("list.container.offsetWidth"))

    def test_what_is_for_everyone(self):
        self.open("""
          import { load, VirtualList } from 'rangecore/dom';
          const scroller = document.querySelector('#messages'), rangecore = await load();
          const render = (index) => Object.assign(document.createElement('div'), { textContent: `message ${index}` });
          const messages = Array.from({ length: 1000 }, (_, index) => `message ${index}`);
          const list = new VirtualList(scroller, { rangecore, count: 1000, render });
          window.list = list;
        """ + self.example("roveFocus(list)"))
        self.wait_for("message 0")
        self.run_js("list.insert(0, 2); await Promise.resolve(); list.element(0).focus()")
        self.page.keyboard.press("ArrowDown")
        self.assertEqual(self.get("list.indexOf(document.activeElement)"), 1)
        self.assertEqual(self.get("document.querySelector('[role=status]').textContent"), "2 more messages")
        self.assertGreater(self.get("document.querySelectorAll('[hidden=until-found]').length"), 400)

    def test_a_reload_comes_back(self):
        own = """const scroller = document.querySelector('#messages');
          const photos = Array.from({ length: 1000 }, (_, id) => ({ id, title: `photo ${id}` }));
          const photoElement = ({ id, title }) => Object.assign(document.createElement('div'), {
            textContent: title, style: `height: ${20 + id % 7 * 9}px` });
        """
        self.open(own + self.example("keepPlace(list)") + "window.list = list;")
        self.wait_for("photo 0")
        self.run_js("list.scrollTo(700, { align: 'start', shift: 5 })")
        self.rest(0.8)
        texts = self.texts()
        self.assertIn("photo 700", texts)
        self.page.reload()
        self.wait_for("photo 700")
        self.rest(0.2)
        self.assertEqual(self.texts(), texts)

    def test_a_store_fills_a_list(self):
        def answer(route):
            query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(route.request.url).query))
            lower, count = int(query["offset"]), int(query["limit"])
            route.fulfill(json={"total": 1000, "items": [
                {"id": number, "title": f"photo {number}"} for number in range(lower, lower + count)]})

        # What the reader's app has.
        own = """const scroller = document.querySelector('#messages');
          const element = (text) => Object.assign(document.createElement('div'), { textContent: text });
          const photoElement = (photo) => element(photo.title), placeholderElement = () => element('…');
        """
        self.open(own + self.example("photos.attach(list)"), [("**/photos?*", answer)])
        self.wait_for("photo 0")
        self.assertEqual(self.get("document.querySelector('#messages').scrollHeight > 10_000"), True)
        self.page.evaluate("document.querySelector('#messages').scrollTop = 1e6")
        self.wait_for("photo 999")
        self.assertNotIn("…", self.texts())

    def test_answers_print_what_they_state(self):
        answers = re.findall(r"^```js\n(.*?)^```$", ANSWERS, re.M | re.S)
        self.assertGreater(len(answers), 7)
        # Imports stand first; each has a scroller of its own, of 480 pixels, with rows of 80.
        script = "import { load, VirtualList } from 'rangecore/dom'; const rangecore = await load();\n"
        script += "\n".join(re.findall("^import .*", "".join(answers), re.M))
        for answer in answers:
            script += """{
              let messages = Array.from({ length: 100 }, (_, id) => `message ${id}`);
              const scroller = document.createElement('div');
              scroller.style = 'height: 480px; width: 320px; overflow: auto';
              document.querySelector('#messages').append(scroller);
              const render = (index) => Object.assign(document.createElement('div'), {
                textContent: messages[index], style: 'height: 80px' });
            """ + re.sub("^import .*", "", answer, flags=re.M) + "}\n"
        self.open(script + "console.log('done');")
        stated = re.findall(r"console\.log\(.*\).*?;?,?  // (.*)", "".join(answers))
        for _ in range(100):
            if len(self.printed) <= len(stated):
                self.page.wait_for_timeout(100)
        # Some print when something has arrived.
        self.assertCountEqual(self.printed, [*stated, "done"])

    def test_the_answer_for_react_shows_the_last_message(self):
        self.show_hook("answer", re.search(r"^```jsx\n(.*?)^```$", ANSWERS, re.M | re.S)[1], """
          const messages = Array.from({ length: 1000 }, (_, id) => ({ id, text: `message ${id}` }));
          createRoot(document.querySelector('#messages')).render(<Chat rangecore={rangecore} messages={messages} />);""")
        self.wait_for("message 999")
        self.assertEqual(self.texts()[-1], "message 999")

    def show_hook(self, name, example, app):
        bundle(name, example + f"""
          import {{ createRoot }} from 'react-dom/client';
          import {{ load }} from 'rangecore/dom';
          const rangecore = await load('/Bindings/JavaScript/src/dom.wasm');
          {app}""")
        self.open(f"import '/.build/web/{name}.bundle.js'")

    def test_the_hook_shows_rows(self):
        self.show_hook("readme", self.example("useVirtualList({\n    rangecore,\n    items: messages"), """
          const Message = ({ text }) => <div>{text}</div>;
          const messages = Array.from({ length: 1000 }, (_, id) => ({ id, text: `message ${id}` }));
          createRoot(document.querySelector('#messages'))
            .render(<Messages rangecore={rangecore} messages={messages} />);""")
        self.wait_for("message 0")
        self.assertEqual(self.texts()[:3], ["message 0", "message 1", "message 2"])

    def test_a_table_has_the_columns_of_its_header(self):
        style = re.search(r"^```css\n(.*?)^```$", README, re.M | re.S)[1]
        self.show_hook("readme-table", self.example("people"), f"""
          document.head.append(Object.assign(document.createElement('style'), {{ textContent: `{style}` }}));
          const people = Array.from({{ length: 1000 }}, (_, id) => ({{ name: `name ${{id}}`, town: `town ${{id}}` }}));
          createRoot(document.querySelector('#messages')).render(<People rangecore={{rangecore}} people={{people}} />);""")
        self.wait_for("town 3")
        lefts = self.get("""['th', 'tr:nth-child(5) > td'].map((cells) => [...document.querySelectorAll(cells)]
          .map((it) => it.getBoundingClientRect().left))""")
        self.assertEqual(len(lefts[0]), 2)
        self.assertEqual(lefts[0], lefts[1])


if __name__ == "__main__":
    unittest.main()

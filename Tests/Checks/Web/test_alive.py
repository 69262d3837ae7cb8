"""What is alive in rows stays so while the data changes: focus, input, selection, media, scrolling, frames."""

import unittest

from test_list import ListCase

# A second of silence, which a row plays over and over.
SOUND = """(() => {
  const bytes = new Uint8Array(44 + 8000).fill(128), view = new DataView(bytes.buffer);
  const text = (at, words) => [...words].forEach((it, place) => { bytes[at + place] = it.charCodeAt(0); });
  text(0, 'RIFF'); view.setUint32(4, 8036, true); text(8, 'WAVEfmt '); view.setUint32(16, 16, true);
  view.setUint16(20, 1, true); view.setUint16(22, 1, true); view.setUint32(24, 8000, true);
  view.setUint32(28, 8000, true); view.setUint16(32, 1, true); view.setUint16(34, 8, true);
  text(36, 'data'); view.setUint32(40, 8000, true);
  return URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' })); })()"""
# Rows of all that can be alive.
ROWS = """test.begin({ count: 500, update: undefined, key: (index) => test.items[index].id ?? test.items[index],
  render(index) {
    const row = document.createElement('div');
    const item = test.items[index], number = item.id ?? item;
    row.className = 'row';
    row.dataset.number = number;
    row.style.height = `${test.lengthOf(number)}px`;
    row.innerHTML = `<input value="${number}"><div class=inner style="height: 20px; overflow: auto">
      <div style="height: 200px">text of ${number}</div></div>`;
    return row; }, ...OPTIONS })"""
# Edits of many kinds; all but the last leave the order as it was.
CHANGES = ("[9000, 9001, ...test.items]", "test.items.filter((it) => (it.id ?? it) > 30)", "test.items.concat(9002)",
           "test.items.filter((it) => (it.id ?? it) % 3 || (it.id ?? it) === NUMBER)")


class Alive(ListCase):
    def start(self, options="{}"):
        self.show("/Tests/Checks/Web/list.html")
        self.page.wait_for_function("window.isReady")
        self.run_js(f"await {ROWS.replace('OPTIONS', options)}; test.list.scrollTo(200, {{ align: 'start' }}); "
                    "await test.rest()")
        number = self.seen()[3]["number"]
        self.run_js(f"window.row = test.list.element(test.items.indexOf({number}))")
        return number

    def apply(self, change):
        self.run_js(f"""test.list.apply(() => {{ test.items = {change}; return test.items.length; }});
          await test.rest()""")

    def change(self, number, look, moves=()):
        """What `look` returns stays as it is, and so does the row."""
        wanted = self.get(look)
        for change in (*CHANGES, *moves):
            self.apply(change.replace("NUMBER", str(number)))
            self.assertEqual(self.get(look), wanted, change)
            self.assertTrue(self.get("row.isConnected && test.list.element(test.list.indexOf(row)) === row"), change)
            self.assertEqual(self.get("test.items[test.list.indexOf(row)]"), number)

    def beside(self, number):
        """The row moves to other places on the screen, and others past it."""
        others = [row["number"] for row in self.seen() if row["number"] != number]
        without = f"test.items.filter((it) => it !== {number})"
        return (f"{without}.flatMap((it) => it === {others[0]} ? [{number}, it] : [it])",
                f"{without}.flatMap((it) => it === {others[4]} ? [it, {number}] : [it])",
                f"test.items.filter((it) => it !== {others[2]}).flatMap((it) => it === {number} ? [it, {others[2]}] : [it])")

    def test_focus_and_what_is_typed(self):
        number = self.start()
        self.page.focus(f"[data-number='{number}'] input")
        self.page.keyboard.type("hel")
        self.change(number, "[document.activeElement === row.querySelector('input'), row.querySelector('input').value]",
                    self.beside(number))
        self.page.keyboard.type("lo")
        self.assertEqual(self.get("row.querySelector('input').value"), f"hello{number}")

    def test_a_selection(self):
        number = self.start()
        self.run_js("getSelection().selectAllChildren(row.querySelector('.inner'))")
        self.change(number, "getSelection().toString().trim()")

    def test_what_plays(self):
        number = self.start()
        self.run_js(f"""window.audio = new Audio({SOUND}); audio.loop = true; row.append(audio);
          window.heard = []; for (const name of ['pause', 'emptied', 'play']) audio.addEventListener(name, () => heard.push(name));
          await audio.play()""")
        self.change(number, "[audio.paused, heard.join()]", self.beside(number))

    def test_what_has_scrolled(self):
        number = self.start()
        self.run_js("row.querySelector('.inner').scrollTop = 55")
        self.change(number, "row.querySelector('.inner').scrollTop", self.beside(number))

    def test_focus_in_a_shadow_tree_of_a_row(self):
        number = self.start()
        self.run_js("""const host = row.appendChild(document.createElement('p'));
          host.attachShadow({ mode: 'open' }).innerHTML = '<span><input></span>';
          window.inner = host.shadowRoot.querySelector('input'); inner.focus()""")
        self.page.keyboard.type("hel")
        look = "[document.activeElement.shadowRoot?.activeElement === inner, inner.value]"
        self.change(number, look, self.beside(number))
        # Also where a browser has no moveBefore.
        self.run_js("delete Element.prototype.moveBefore")
        self.change(number, look, self.beside(number))
        self.run_js("test.list.scrollTo(0); await test.rest()")
        self.assertEqual(self.get(look), [True, "hel"], "kept while it is away")

    def test_focus_in_a_frame(self):
        number = self.start()
        self.run_js("""window.frame = row.appendChild(document.createElement('iframe'));
          frame.srcdoc = '<input>'; frame.style.height = '20px';
          await new Promise((resolve) => { frame.onload = resolve; });
          window.loads = 0; frame.onload = () => { loads++; }""")
        self.page.frames[1].focus("input")
        self.page.keyboard.type("hel")
        look = """[document.activeElement === frame, loads, frame.contentDocument.querySelector('input')?.value,
          frame.contentDocument.activeElement.tagName]"""
        self.change(number, look, self.beside(number))
        self.run_js("test.list.scrollTo(0); await test.rest()")
        self.assertEqual(self.get(look), [True, 0, "hel", "INPUT"], "kept while it is away")

    def test_only_items_that_have_changed_are_shown_again(self):
        number = self.start("{ item: (index) => test.items[index] }")
        self.run_js("window.elements = [...test.list.rows()].map(({ element }) => element)")
        self.apply(f"[9000, ...test.items.map((it) => (it === {number} ? {{ id: it }} : it))]")
        self.assertEqual(self.get("elements.filter((it) => !it.isConnected).map((it) => Number(it.dataset.number))"),
                         [number])
        self.assertEqual(self.get("[...test.list.rows()].length >= elements.length"), True)

    def test_update_is_called_for_all_that_stay_or_for_those_that_have_changed(self):
        for item, wanted in (("undefined", "all"), ("(index) => test.items[index]", "one")):
            number = self.start(
                f"{{ item: {item}, update: (element, index) => window.told?.push(test.items[index].id ?? test.items[index]) }}")
            self.run_js("window.told = [], window.mounted = [...test.list.rows()].map(({ index }) => test.items[index])")
            self.apply(f"test.items.map((it) => (it === {number} ? {{ id: it }} : it))")
            self.assertEqual(sorted(self.get("told")), sorted(self.get("mounted")) if wanted == "all" else [number])
            self.run_js("window.told = undefined")

    def test_a_row_that_becomes_ready_is_shown_again(self):
        number = self.start("{ isReady: (index) => (window.ready ?? true) || index % 2 === 0 }")
        self.run_js("window.ready = false; test.list.refresh(); await test.rest()")
        self.run_js("window.before = [...test.list.rows()].map(({ element }) => element); window.ready = true")
        self.apply("test.items")
        kept = self.get("before.filter((it) => it.isConnected).map((it) => Number(it.dataset.number) % 2)")
        self.assertEqual(set(kept), {0})


if __name__ == "__main__":
    unittest.main()

"""What pages do with a list in Chromium, Firefox and WebKitGTK: dense screens, print, directions that change, the entry
points beside the list, and the hook for React. The table of test_browsers.py has them too."""

import unittest
import urllib.parse

from feed import REPOSITORY
from situations import WATCH, NotRun, cases, situation
from test_browsers import hairlines, moved
from test_list import bundle

REACT = "react-in-browsers"


# -- dense screens --

def dense(page, density):
    browser = page.browser.at_density(density)
    if not browser:
        raise NotRun("it scales by whole numbers")
    page.density = density
    page.use(browser)
    page.begin(at=3000)
    if page.run("return devicePixelRatio") != density:
        raise NotRun("no such screen")
    seen = [moved(page.watch("""for (const step of [20, 100, 400, -20, -100, -400]) {
        for (let at = 0; at < 20; at++) { await paint(); test.scroller.scrollTop += step; } }""")),
        page.watch("""for (let at = 0; at < 4; at++) {
            test.insert(0, 20); await test.rest(2); test.remove(0, 20); await test.rest(2); }""")]
    most = {name: max(it[name] for it in seen) for name in ("jump", "blank")}
    wrong = page.run("return Boolean(test.wrong())")
    return {**most, "wrong": wrong, **hairlines(page)}


@situation("a screen of 1.5 pixels to a pixel, a million rows of fractional heights too")
def dense_by_half(page):
    return dense(page, 1.5)


@situation("a screen of 2 pixels to a pixel, a million rows of fractional heights too")
def dense_by_two(page):
    return dense(page, 2)


@situation("a screen of 3 pixels to a pixel, a million rows of fractional heights too")
def dense_by_three(page):
    return dense(page, 3)


# -- directions --

@situation("a direction that changes later, at the start, in between and at the end")
def direction(page):
    seen = {"off": 0, "ends": 0, "wrong": 0}
    for first, other in (("ltr", "rtl"), ("rtl", "ltr")):
        for item in (0, 500, 9999):
            page.begin("{ axis: 'horizontal' }", f"{{ before: 130, after: 80, dir: '{first}' }}", at=item)
            each = page.run(f"""
              const row = test.seen().find(({{ start }}) => start >= 0);
              let [off, wrong, ends] = [0, 0, 0];
              for (const dir of ['{other}', '{first}', '{other}']) {{
                document.dir = dir;
                await calm();
                const after = test.seen().find(({{ number }}) => number === row.number);
                off = Math.max(off, after ? Math.abs(after.start - row.start) : 999);
                wrong += Boolean(test.wrong());
              }}
              for (const end of [0, Infinity]) {{
                test.list.scrollToOffset(end);
                await calm();
                const rows = test.made();
                ends = Math.max(ends, Math.abs(end ? rows.at(-1).end - 320 : rows[0].start - 130));
                wrong += Boolean(test.wrong());
              }}
              return {{ off, wrong, ends }};""")
            seen = {name: max(value, seen[name]) for name, value in each.items()}
    return seen


# -- entry points --

def begin_with(page, module, script, options="{}", surroundings="{}"):
    page.begin(options, surroundings)
    page.run(f"""const module = await import('/Bindings/JavaScript/src/{module}.js');
      Object.assign(window, module); {script}; await test.rest()""")


#: Where the row is that has the focus.
FOCUSED = """const row = test.made().find(({ index }) => test.list.element(index) === document.activeElement);"""


@situation("access: the focus goes from row to row by keys, Tab too, and what comes is announced")
def access(page):
    begin_with(page, "access", "roveFocus(test.list); announce(test.list, (added) => `${added} more`)")
    wrong, outside = 0, 0
    page.run("test.list.element(0).focus()")
    last = 0
    for key, least, most in (("ArrowDown", 1, 1), ("ArrowDown", 1, 1), ("PageDown", 2, 20), ("PageDown", 2, 20), ("ArrowUp", -1, -1),
                             ("PageUp", -20, -2), ("End", 9900, 9999), ("ArrowUp", -1, -1), ("Home", -9999, -9900)):
        page.press(key)
        index, is_inside = page.run(f"await calm(100); {FOCUSED} return [row?.index ?? -999, row?.start >= -0.5 && row?.end <= 500.5]")
        wrong += not least <= index - last <= most
        outside += not is_inside
        last = index
    said = page.run("test.insert(5, 3); await test.rest(); return document.querySelector('[role=status]').textContent")
    # Tab goes on from a row that was scrolled out of sight.
    begin_with(page, "access", """tabInOrder(test.list)""", """{ update: undefined, render(index) {
      const element = document.createElement('button');
      element.dataset.number = test.items[index];
      element.style.cssText = `display: block; height: ${test.lengthOf(test.items[index])}px`;
      return element; } }""")
    page.run("test.list.element(3).focus(); test.list.scrollTo(5000); await calm()")
    page.press("Tab")
    lost = page.run(f"await calm(100); {FOCUSED} return row?.index !== 4")
    return {"wrong": wrong, "outside": outside, "unsaid": said != "3 more", "lost": lost}


@situation("find: what has no element is found, by a link to its text")
def find(page):
    if not page.run("return 'onbeforematch' in document.documentElement && Boolean(document.fragmentDirective)"):
        raise NotRun("it has no beforematch, or no links to texts")
    begin_with(page, "find", "findInPage(test.list, (index) => `item number ${test.items[index]} of many`)")
    missed = 0
    for number in (300, 700, 250, 251):
        page.browser.open(page.run("return location.href.split('#')[0]") + f"#:~:text=number%20{number}%20of")
        missed += not page.run(f"await calm(600); return test.seen().some(({{ index }}) => index === {number}) && !test.wrong()")
    return {"missed": missed}


@situation("find: what is selected stays so out of sight, and all of it is copied")
def selection(page):
    begin_with(page, "find", "keepSelection(test.list, (index) => `item number ${test.items[index]} of many`)")
    page.run("""
      window.copied = '';
      addEventListener('copy', (event) => { copied = event.defaultPrevented && event.clipboardData.getData('text/plain'); });
      test.list.scrollTo(100, { align: 'start' });
      await calm();
      window.rows = [101, 104].map((index) => test.list.element(index));
      getSelection().setBaseAndExtent(rows[0].firstChild, 1, rows[1].firstChild, 2);
      await calm(100);
      test.list.scrollTo(8000);
      await calm()""")
    page.press("Control+c")
    return page.run("""
      await calm(100);
      const lines = String(copied).split('\\n');
      const wanted = ['01', 'item number 102 of many', 'item number 103 of many', '10'];
      return { lost: rows.filter((row, at) => test.list.indexOf(row) !== [101, 104][at]).length,
        wrong: lines.filter((line, at) => line !== wanted[at]).length + Math.abs(lines.length - 4) };""")


@situation("print: all of 300 rows, or 50 screens of a long list, and it is as it was")
def printed(page):
    seen = {"unprinted": 0, "pages": 0, "off": 0, "wrong": 0}
    for count, surroundings in ((300, "{}"), (300, "{ isWindow: true }"), (10_000, "{}")):
        begin_with(page, "print", """printRows(test.list);
          addEventListener('beforeprint', () => {
            window.printed = [...document.querySelectorAll('[data-printed=row]')].map((it) => Number(it.dataset.number));
          })""", f"{{ count: {count} }}", surroundings)
        page.run("test.list.scrollTo(100, { align: 'start', shift: 7 }); await calm()")
        try:
            # What a print has made stays measured.
            page.browser.print()
        except RuntimeError as error:
            if "unknown" not in str(error).lower():
                raise
            raise NotRun("its driver has no command to print") from error
        page.run("await calm(); window.before = [test.made(), test.list.offset, test.list.container.outerHTML]")
        pages = page.browser.print()
        numbers = page.run("return window.printed ?? []")
        lower = 0 if count == 300 else 100
        seen["unprinted"] += numbers != list(range(lower, lower + len(numbers))) or count == 300 != len(numbers)
        length = sum(30 + number * 37 % 61 for number in numbers)
        # Of 800 pixels each, less what is lost where a row does not fit a page's end.
        seen["pages"] += not length // 800 <= pages <= length // 710 + 2
        seen["off"] += page.run("""await calm(); return JSON.stringify(before)
          !== JSON.stringify([test.made(), test.list.offset, test.list.container.outerHTML])""")
        seen["wrong"] += page.run("return Boolean(test.wrong())")
    return seen


PLACE = """const { keepPlace, load } = await import('/Bindings/JavaScript/src/snapshot.js');
  await test.begin({ rangecore: await load() });
  Object.assign(window, await import('/Bindings/JavaScript/src/place.js')); keepPlace(test.list);
  followLinks(test.list, (id) => test.items.indexOf(Number(id.slice(4))))"""


@situation("place: a reload comes back to it, and a link to a row goes there")
def place(page):
    page.open()
    # Of the page that the next load is to come back to.
    page.run("history.replaceState(null, '')")
    seen = {"off": 0}

    def begin():
        page.run(f"while (!window.isReady) await new Promise((go) => setTimeout(go, 20)); {WATCH} {PLACE}")

    def look(number, start):
        row = page.run(f"await calm(600); return test.seen().find(({{ number }}) => number === {number})")
        seen["off"] = max(seen["off"], abs(row["start"] - start) if row else 999)

    begin()
    page.run("test.list.scrollTo(2000, { align: 'start', shift: 13 }); await calm(600)")
    page.browser.reload()
    begin()
    look(2000, -13)
    page.browser.open(page.address + "/Tests/Checks/Web/watch.js")
    page.browser.back()
    if not page.run("return Boolean(window.test?.list)"):
        begin()
    look(2000, -13)
    page.run("location.hash = '#row-1200'")
    look(1200, 0)
    page.run("history.back()")
    look(2000, -13)
    return seen


@situation("element: <range-list> shows its items, and others when they are set")
def element(page):
    page.open()
    return page.run("""
      await import('/Bindings/JavaScript/src/element.js');
      document.body.innerHTML = '<range-list item-key="id" estimate="30" style="height: 300px; width: 400px"><template>'
        + '<div data-text="title"></div></template></range-list>';
      const list = document.querySelector('range-list');
      const lengthOf = ({ id }) => 30 + Math.abs(id) * 37 % 61;
      list.addEventListener('range-row', ({ detail: { element, item } }) => { element.style.height = `${lengthOf(item)}px`; });
      let items = Array.from({ length: 1000 }, (_, id) => ({ id, title: `item ${id}` }));
      list.items = items;
      await new Promise((go) => list.addEventListener('range-ready', go));
      const seen = { wrong: 0, off: 0, gap: 0 };
      const rows = () => [...list.list.rows()].map(({ index, element }) => {
        const { top, bottom } = element.getBoundingClientRect();
        return { index, text: element.textContent, start: top - list.getBoundingClientRect().top, end: bottom - list.getBoundingClientRect().top };
      }).filter(({ start, end }) => end > 0.01 && start < 299.99).sort((one, other) => one.start - other.start);
      const check = async (text, start) => {
        await calm2();
        const found = rows();
        seen.wrong += found.filter(({ index, text }) => items[index].title !== text).length + !found.length;
        for (let at = 1; at < found.length; at++) seen.gap = Math.max(seen.gap, Math.abs(found[at].start - found[at - 1].end));
        seen.gap = Math.max(seen.gap, found[0].start, 300 - found.at(-1).end);
        const row = found.find((it) => it.text === text);
        seen.off = Math.max(seen.off, row ? Math.abs(row.start - start) : 999);
      };
      const calm2 = () => new Promise((go) => setTimeout(go, 400));
      await check('item 0', 0);
      list.list.scrollTo(500, { align: 'start', shift: 7 });
      await check('item 500', -7);
      items = [{ id: -1, title: 'new' }, ...items.filter(({ id }) => id % 5 || id === 500)];
      list.items = items;
      await check('item 500', -7);
      list.setAttribute('spacing', 0);
      await check('item 500', -7);
      return seen;""")


# -- React --

@situation("React: rows come with each frame, and data that changes moves nothing that stays")
def react(page):
    return in_react(page, "false")


@situation("React: the same in its strict mode")
def strict(page):
    return in_react(page, "true")


def in_react(page, is_strict):
    bundle(REACT, (REPOSITORY / "Tests/Checks/Web/react.js").read_text())
    seen = {"apart": 0, "holes": 0, "off": 0, "lost": 0}
    for layout in ("plain", "list"):
        given = f"return {{ isStrict: {is_strict}, options: {{ layout: '{layout}', start: {{ index: 5000, shift: 9 }} }} }}"
        query = urllib.parse.urlencode({"bundle": REACT, "given": given})
        page.browser.open(f"{page.address}/Tests/Checks/Web/react.html?{query}")
        page.browser.resize(600, 560)
        each = page.run("""
          window.errors ??= [];
          const wait = (milliseconds) => new Promise((go) => setTimeout(go, milliseconds));
          while (!document.querySelector('.row')) await wait(20);
          await wait(400);
          const [first] = test.seen();
          const seen = { off: first.number === 5000 ? Math.abs(first.start + 9) : 999, lost: 0 };
          const row = test.seen()[2];
          document.querySelector(`[data-number="${row.number}"]`).click();
          const keeps = async () => {
            await wait(200);
            const after = test.seen().find(({ number }) => number === row.number);
            seen.off = Math.max(seen.off, after ? Math.abs(after.start - row.start) : 999);
            seen.lost += after?.text !== `${row.number}: 1`;
          };
          await keeps();
          for (const change of [(items) => [10_001, 10_002, ...items], (items) => items.filter((it) => it > 99),
            (items) => items.filter((it) => it % 5 || it === row.number), (items) => [...items, 10_003]]) {
            test.setItems(change);
            await keeps();
          }
          await test.setEngine();
          await wait(200);
          const after = test.seen().find(({ number }) => number === row.number);
          seen.off = Math.max(seen.off, after ? Math.abs(after.start - row.start) : 999);
          test.watch();
          for (const step of [20, 100, 400, -20, -100, -400]) {
            for (let at = 0; at < 20; at++) {
              await new Promise(requestAnimationFrame);
              document.querySelector('#scroller').scrollTop += step;
            }
          }
          await wait(300);
          return { ...seen, apart: test.apart > 0.05 ? test.apart : 0, holes: test.holes, lost: seen.lost + (test.frames < 3) };""")
        seen = {name: max(value, seen[name]) for name, value in each.items()}
    return seen


globals().update(cases(__name__))
if __name__ == "__main__":
    unittest.main()

"""The virtual list of the JavaScript package in Chromium, Firefox and WebKitGTK: nothing jumps in any.

With --table, prints what was seen of each situation in each browser, those of test_pages.py too.
"""

import base64
import importlib
import sys
import unittest

import browsers
from situations import NOT_RUN, PAGE, NotRun, cases, moved, only, print_table, situation
from test_lanes import LANES, LOOK

#: Of a key that goes to an end.
PRESSES = 4

# -- scrolling --

@situation("it begins")
def begins(page):
    page.begin()
    return {"wrong": len(page.run("return test.wrong()")), "blank": page.run("return look().blank")}


@situation("steps of 20, 100 and 400 px a frame, down and up, rows unmeasured")
def steps(page):
    page.begin(at=3000)
    return moved(page.watch("""for (const step of [20, 100, 400, -20, -100, -400]) {
        if (step === -20) test.list.scrollTo(7000, { align: 'start' }), await calm(), watch();
        for (let at = 0; at < 30; at++) { await paint(); test.scroller.scrollTop += step; } }"""))


@situation("the wheel, 60 notches, down and up")
def wheel(page):
    page.begin(at=3000)
    return moved(page.watch(lambda: [page.wheel(way) for way in [10, -10] * 6]))


@situation("PageDown and PageUp, Space, arrows")
def keys(page):
    page.begin(at=3000)
    page.run("test.scroller.focus({ preventScroll: true })")
    names = ["PageDown", "Space", "ArrowDown", "ArrowDown", "PageUp", "ArrowUp"]
    return moved(page.watch(lambda: [(page.press(name), page.run("await calm(60)")) for name in names * 2]))


@situation("the wheel to both ends")
def wheel_to_ends(page):
    page.begin("{ count: 60 }")
    seen = {}
    for name, way in (("end", 1), ("start", -1)):
        # Once more: Firefox ends what is left of the first where the list writes near the end.
        for notches in (60, 20):
            page.wheel(notches * way)
            page.run("await calm()")
        seen[name] = page.off(way > 0)
    return seen


def press_to_ends(page, surroundings, busy=""):
    page.begin("{ estimate: 70 }", surroundings)
    page.run(f"test.scroller.focus?.({{ preventScroll: true }}); {busy}")
    seen = {"end": 0, "start": 0}
    for at in range(PRESSES):
        for key, name in (("End", "end"), ("Home", "start")):
            page.press(key)
            page.run("await calm(500)")
            seen[name] = max(seen[name], page.off(key == "End"))
            if at % 2:
                # From anywhere.
                page.run(f"test.list.scrollTo({1500 * at % 9000 + 200}); await calm()")
    return seen


#: A page that is busy for 50 ms of each frame.
BUSY = """const spin = () => {
  for (const end = performance.now() + 50; performance.now() < end;);
  requestAnimationFrame(spin); };
  spin();"""


@situation("End and Home, in an element")
def element_keys(page):
    return press_to_ends(page, "{}")


@situation("End and Home, in the window")
def window_keys(page):
    return press_to_ends(page, "{ isWindow: true }")


@situation("End and Home, in an element, while the page is busy")
def busy_element_keys(page):
    return press_to_ends(page, "{}", BUSY)


@situation("End and Home, in the window, while the page is busy")
def busy_window_keys(page):
    return press_to_ends(page, "{ isWindow: true }", BUSY)


# -- what changes --

@situation("20 more or fewer above, at rest and scrolling, also at row 3 and at 0")
def edits_above(page):
    page.begin()
    seen = []
    for row in (0, 3, 4000):
        page.run(f"test.list.scrollTo({row}, {{ align: 'start' }}); await calm()")
        seen.append(page.watch("""for (let at = 0; at < 4; at++) {
            test.insert(0, 20); await test.rest(2); test.remove(0, 20); await test.rest(2); }"""))
    seen.append(page.watch("""for (let at = 0; at < 40; at++) {
        await paint(); test.scroller.scrollTop += 15;
        if (at % 10 === 5) test.insert(5, 20);
        if (at % 10 === 9) test.remove(5, 25); }"""))
    return {name: max(it[name] for it in seen) for name in ("jump", "blank")}


@situation("a footer of the page's that goes when items come, before them and after them")
def footer(page):
    seen = []
    for surroundings in ("{ after: 80 }", "{ after: 80, isWindow: true }"):
        page.begin("{ count: 100 }", surroundings)
        for acts in ("go(); test.insert(test.items.length, 20)", "test.insert(test.items.length, 20); go()"):
            seen.append(page.run(f"""const after = document.querySelector('#after');
                const go = () => {{ after.hidden = true; }};
                after.hidden = false;
                await test.rest();
                test.list.scrollToOffset(Infinity);
                await calm();
                const row = test.seen().at(-1);
                {acts};
                let [off, blank] = [0, 0];
                for (let at = 0; at < 9; at++) {{
                  await test.frame();
                  off = Math.max(off, Math.abs(test.made().find(({{ number }}) => number === row.number).start - row.start));
                  blank = Math.max(blank, look().blank);
                }}
                return {{ off, blank, wrong: Boolean(test.wrong()) }};"""))
    return {name: max(it[name] for it in seen) for name in ("off", "blank", "wrong")}


@situation("a late image above, at rest and scrolling up")
def late_image(page):
    page.begin(at=4000)
    grow = """{ const before = test.made().filter(({ end }) => end < 0).at(-1);
      test.list.element(before.index).style.minHeight = `${150 + 9 * at}px`; }"""
    seen = [page.watch(f"for (let at = 0; at < 5; at++) {{ {grow} await test.rest(2); }}"),
            page.watch(f"""for (let at = 0; at < 40; at++) {{
              await paint(); test.scroller.scrollTop -= 15; if (at % 8 === 0) {grow} }}""")]
    return {name: max(it[name] for it in seen) for name in ("jump", "blank")}


@situation("the width from 400 to 250 and back")
def width(page):
    page.begin("{ ...texts, count: 3000 }", at=1500)
    anchor = "test.seen().find(({ start }) => start >= 0)"
    seen = page.run(f"""
      const before = {anchor};
      let [off, blank] = [0, 0];
      for (const width of [330, 250, 300, 400]) {{
        test.scroller.style.width = `${{width}}px`;
        for (let at = 0; at < 4; at++) {{
          await test.frame();
          const row = test.seen().find(({{ number }}) => number === before.number);
          off = Math.max(off, row ? Math.abs(row.start - before.start) : 999);
          blank = Math.max(blank, look().blank);
        }}
      }}
      return {{ anchor: off, blank }};""")
    return seen


@situation("lanes: steps up into what is unmeasured, late images and edits above, three lanes to one, two and four")
def in_lanes(page):
    page.open()
    page.run(f"""{LOOK}
      await test.begin({{ {LANES}, lanes: (breadth) => Math.floor(breadth / 120), estimate: 20 }});
      test.isFree = true;
      test.list.scrollTo(5000, {{ align: 'start' }});
      await calm();""")
    seen = {"jump": 0, "anchor": 0, "wrong": 0}
    steps = "for (let at = 0; at < 40; at++) { await paint(); test.scroller.scrollTop -= 30; }"
    images = """for (let at = 0; at < 5; at++) {
      const above = test.made().filter(({ end }) => end < 0).at(-1);
      test.list.element(above.index).style.minHeight = `${150 + 9 * at}px`;
      await test.rest(2); }"""
    edits = "test.insert(0, 20); await test.rest(2); test.remove(7, 50); await test.rest(2)"
    for act in (steps, images, edits):
        jump, moves = page.watch(act), act == steps
        seen["jump"] = max(seen["jump"], (moved(jump) if moves else jump)["jump"])
        seen["wrong"] += page.run("return test.wrong() !== ''")
    off, wrong = page.run("""let [off, wrong] = [0, 0];
      for (const [width, lanes] of [[150, 1], [280, 2], [520, 4], [400, 3]]) {
        // The one that is read: it starts last, at the viewport's start or before it.
        const row = test.seen().filter(({ start }) => start <= 0.01).sort((a, b) => b.start - a.start || a.index - b.index)[0];
        test.scroller.style.width = `${width}px`;
        for (let at = 0; at < 4; at++) {
          await test.frame();
          const there = test.seen().find(({ number }) => number === row.number);
          off = Math.max(off, there ? Math.abs(there.start - row.start) : 999);
        }
        wrong += test.wrong() !== '' || new Set(test.look().map(({ lane }) => lane)).size !== lanes;
      }
      return [off, wrong];""")
    return {**seen, "anchor": off, "wrong": seen["wrong"] + wrong}


@situation("scrollTo, 10 %, 77 % and the last, at once and smoothly")
def targets(page):
    page.begin()
    return page.run("""
      let [off, blank] = [0, 0];
      for (const behavior of ['auto', 'smooth']) {
        for (const index of [1000, 7700, 9999, 0]) {
          test.list.scrollTo(index, { align: index === 9999 ? 'end' : 'start', behavior });
          for (let at = 0; at < (behavior === 'auto' ? 5 : 45); at++) {
            await test.frame();
            blank = Math.max(blank, look().blank);
            if (behavior === 'smooth') continue;
            const row = test.made().find((it) => it.index === index);
            off = Math.max(off, Math.abs(index === 9999 ? row.end - 500 : row.start));
          }
          await calm();
          const row = test.made().find((it) => it.index === index);
          off = Math.max(off, Math.abs(index === 9999 ? row.end - 500 : row.start));
        }
      }
      return { off, blank };""")


@situation("a chat that sticks to its end, 60 messages")
def chat(page):
    seen = {}
    for is_window in ("false", "true"):
        page.begin("{ count: 100, settings: { sticks: { tail: true } } }", f"{{ isWindow: {is_window} }}")
        each = page.run("""
          test.list.scrollTo(99, { align: 'end' });
          await calm();
          let [frames, end] = [0, 0];
          for (let at = 0; at < 60; at++) {
            test.insert(test.items.length, 1);
            await null;
            // Sizes are read while a row reaches past the list's end.
            if (at % 2) dispatchEvent(new Event('resize'));
            for (let frame = 0; frame < 2; frame++) {
              await test.frame();
              frames += off(true) > 0.5;
              end = Math.max(end, off(true));
            }
          }
          return { frames, end };""")
        seen = {name: max(value, seen.get(name, 0)) for name, value in each.items()}
    return seen


@situation("horizontal, from left to right and from right to left")
def horizontal(page):
    seen = []
    for way in ("ltr", "rtl"):
        page.begin("{ axis: 'horizontal' }", f"{{ dir: '{way}' }}", at=3000)
        sign = -1 if way == "rtl" else 1
        seen.append(moved(page.watch(f"""for (let at = 0; at < 40; at++) {{
            await paint(); test.scroller.scrollLeft += {sign} * (at < 20 ? 40 : -40); }}""")))
        edits = page.watch("test.insert(5, 20); await test.rest(3); test.remove(5, 25)")
        seen.append(only(edits, "jump", "blank"))
        for is_end in (True, False):
            page.run(f"test.list.scrollToOffset({'Infinity' if is_end else 0}); await calm()")
            seen.append({"ends": page.off(is_end)})
    return {name: max(it.get(name, 0) for it in seen) for name in ("jump", "blank", "ends")}


@situation("a million rows: the first, the middle and the last")
def million(page):
    page.begin("{ count: 1_000_000 }")
    return page.run("""
      let [wrong, ends] = [0, 0];
      for (const index of [500_000, 999_999, 0]) {
        test.list.scrollTo(index, { align: 'start' });
        await calm();
        wrong += Boolean(test.wrong());
        if (index !== 500_000) ends = Math.max(ends, off(index > 0));
      }
      for (const place of [1e9, 0]) {
        test.scroller.scrollTop = place;
        await calm();
        ends = Math.max(ends, off(place > 0));
      }
      return { wrong, ends };""")


#: The rows' own colour is that of the page; what is seen of the scroller's is between them.
FRACTIONS = """{ count: 1_000_000, update: undefined, render(index) {
  const element = document.createElement('div');
  element.dataset.number = index;
  element.style.cssText = `height: ${30 + ((index * 37) % 97) / 7}px; background: #fff`;
  return element; } }"""


@situation("a million rows: hairlines between those of fractional heights")
def hairlines(page):
    page.begin(FRACTIONS)
    page.run("test.scroller.style.background = '#f00'")
    seen = {"gap": 0, "hairlines": 0}
    for place in (0, 0.03, 0.27, 0.5, 0.77, 1):
        page.run(f"test.list.scrollTo(Math.round({place} * 999_999), {{ align: 'start' }}); await calm()")
        for _ in range(3):
            page.run("test.scroller.scrollTop -= 7; await calm()")
            image = base64.b64encode(page.browser.screenshot()).decode()
            red = page.run(f"""
              const image = new Image();
              image.src = 'data:image/png;base64,{image}';
              await image.decode();
              const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
              context.drawImage(image, 0, 0);
              const {{ data }} = context.getImageData(200, 0, 1, 500);
              let count = 0;
              for (let at = 0; at < 500; at++) count += data[4 * at + 1] < 250;
              return count;""")
            seen["hairlines"] += red
            seen["gap"] = max(seen["gap"], page.run("""const rows = test.seen();
              return Math.max(...rows.slice(1).map(({ start }, at) => Math.abs(start - rows[at].end)))"""))
    return seen


# -- what is around it, and in it --

@situation("steps of 20 px in each frame's callback, from both ends")
def near_ends(page):
    seen = {"lost": 0, "blank": 0}
    for row, step in ((0, 20), (9999, -20)):
        page.begin("{ estimate: 80 }", "{ before: 130, after: 80 }")
        sum, blank = page.run(f"""test.list.scrollTo({row});
          await calm();
          let [before, sum, blank] = [look(), 0, 0];
          for (let at = 0; at < 63; at++) {{
            await paint();
            if (at < 60) test.scroller.scrollTop += {step};
            await new Promise((go) => setTimeout(go));
            const after = look();
            const row = after.rows.find(({{ number }}) => before.rows.some((it) => it.number === number));
            sum += before.rows.find(({{ number }}) => number === row.number).start - row.start;
            blank = Math.max(blank, after.blank);
            before = after;
          }}
          return [sum, blank];""")
        seen["lost"] = max(seen["lost"], abs(round(60 * step - sum)))
        seen["blank"] = max(seen["blank"], blank)
    return seen


@situation("scaled and zoomed ancestors, from .5 to 1.5")
def scaled(page):
    seen = {"off": 0, "blank": 0}
    for style in ("transform: scale(.9)", "transform: scale(.5)", "scale: 1.5", "zoom: 1.1", "zoom: .67"):
        page.open()
        page.run(f"""document.body.style.cssText = 'transform-origin: 0 0; {style}';
          await test.begin({{}}, {{ before: 130, after: 80 }});
          // Not every browser scales rectangles by a zoom.
          test.scale = test.scroller.getBoundingClientRect().width / test.scroller.offsetWidth""")
        for row in (9999, 500):
            page.run(f"test.list.scrollTo({row}, {{ align: 'start' }}); await calm()")
            seen["blank"] = max(seen["blank"], page.run("return look().blank"))
        seen["off"] = max(seen["off"], page.run(
            "return Math.abs(test.made().find(({ index }) => index === 500).start)"))
    return seen


@situation("the focus and what is typed, out of sight and back, with rows inserted above")
def focused(page):
    page.begin("""{ count: 3000, update: undefined, render(index) {
      const element = document.createElement('input');
      element.dataset.number = test.items[index];
      element.style.cssText = `display: block; height: ${test.lengthOf(test.items[index])}px`;
      return element; } }""", at=500)
    page.run("const input = test.list.element(502); input.focus({ preventScroll: true }); input.value = 'typed'")
    jump = page.watch("test.insert(0, 9); await test.rest(3); test.list.scrollTo(2000); await calm()"
                      "; test.list.scrollTo(511, { align: 'start' })")["blank"]
    return {"lost": page.run("""const { activeElement } = document;
      return activeElement !== test.list.element(511) || activeElement.value !== 'typed'"""), "blank": jump}


@situation("what a row says of itself through edits")
def roles(page):
    page.begin(at=40)
    return {"wrong": page.run("""test.insert(0, 7); test.remove(60, 70); await calm();
      return [...test.list.rows()].filter(({ index, element }) => element.getAttribute('role') !== 'listitem'
        || element.ariaPosInSet !== `${index + 1}` || element.ariaSetSize !== `${test.list.count}`).length""")}


# -- hidden and shown again --

#: What is hidden, how, and how it is shown again.
WAYS = {
    "display: none": ("test.scroller.style.display = 'none'", "test.scroller.style.display = ''"),
    "display: none around it": ("around.style.display = 'none'", "around.style.display = ''"),
    "a height of 0": ("test.scroller.style.height = 0", "test.scroller.style.height = ''"),
    "a width of 0": ("test.scroller.style.width = 0", "test.scroller.style.width = ''"),
    "out of the document": ("test.scroller.remove()", "around.append(test.scroller)"),
    "content-visibility: hidden": (
        "around.style.contentVisibility = 'hidden'", "around.style.contentVisibility = ''"),
    "a closed details": ("around.open = false", "around.open = true"),
    "a hidden iframe": ("iframe.style.display = 'none'", "iframe.style.display = ''"),
}


def hide(page, way):
    """Hides the list and shows it again, at some places, also while it is edited."""
    act, undo = WAYS[way]
    page.open()
    if "iframe" in act:
        # With the frame's own list in the place of the page's.
        page.run(f"""document.body.innerHTML = '<iframe style="width: 500px; height: 540px"></iframe>';
          window.iframe = document.querySelector('iframe');
          await new Promise((go) => {{ iframe.onload = go; iframe.src = '{PAGE}'; }});
          const inner = iframe.contentWindow;
          while (!inner.isReady) await new Promise((go) => setTimeout(go, 20));
          [window.test, window.errors] = [inner.test, inner.errors];""")
    return page.run(f"""
      await test.begin();
      // Frames of this page: a hidden one has none.
      const wait = async () => {{
        for (let at = 0; at < 15; at++) await paint();
        await new Promise((go) => setTimeout(go, 200));
      }};
      const around = document.createElement('details');
      around.open = true;
      if (!window.iframe) document.body.append(around), around.append(test.scroller);
      window.around = around;
      const seen = {{ rows: 0, off: 0, meanwhile: 0 }};
      const told = () => [test.list.offset, test.list.scrollLength, test.list.engine.measuredRowCount];
      for (const [row, edit] of [[3, 0], [700, 0], [9000, 0], [9999, 0], [5000, 20]]) {{
        test.list.scrollTo(row, {{ align: 'start', shift: row === 9999 ? 0 : -17 }});
        await wait();
        const [before, was] = [test.seen(), told()];
        {act};
        await wait();
        const now = told();
        seen.meanwhile += was.filter((value, at) => value !== now[at]).length;
        if (edit) test.insert(0, edit);
        {undo};
        await wait();
        const after = test.seen();
        for (let at = 0; at < Math.max(before.length, after.length); at++) {{
          if (before[at]?.number !== after[at]?.number) seen.rows++;
          else seen.off = Math.max(seen.off, Math.abs(before[at].start - after[at].start));
        }}
        seen.rows += test.wrong() !== '';
      }}
      {act};
      await wait();
      test.list.scrollTo(2000, {{ align: 'start' }});
      await wait();
      {undo};
      await wait();
      seen.rows += test.wrong() !== '' || test.seen()[0].index !== 2000;
      return seen;""")


for way in WAYS:
    @situation(f"hidden by {way}, and shown again")
    def hidden(page, way=way):
        return hide(page, way)


@situation("a page from the back/forward cache")
def cached(page):
    page.begin(at=700)
    page.run("""test.scroller.scrollTop += 17; await calm();
      addEventListener('pageshow', ({ persisted }) => { window.isFromCache = persisted; });
      window.before = test.seen();""")
    page.browser.open(page.address + "/Tests/Checks/Web/watch.js")
    page.browser.back()
    if not page.run("return Boolean(window.isFromCache)"):
        raise NotRun("it keeps none")
    return page.run("""await calm();
      const after = test.seen();
      return { rows: after.filter(({ number }, at) => number !== before[at]?.number).length,
        off: Math.max(...after.map(({ start }, at) => Math.abs(start - before[at]?.start))) };""")


class NotRunAtAll(unittest.TestCase):
    def test_what_it_is(self):
        words = "; ".join(f"{what} ({why})" for what, (_, why) in NOT_RUN.items())
        self.skipTest(f"not run in {' and '.join(kind.__name__ for kind in browsers.ALL[1:])}: {words}")


globals().update(cases(__name__))
if __name__ == "__main__":
    if "--table" in sys.argv:
        # It imports this module, whose situations are there already.
        sys.modules["test_browsers"] = sys.modules["__main__"]
        importlib.import_module("test_pages")
        print_table(sys.argv[2:])
    else:
        unittest.main()

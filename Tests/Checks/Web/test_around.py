"""What a page does around a virtual list of the JavaScript package, in Chromium: scales it, and observes."""

import unittest

from test_list import ListCase

#: What is written on what is around the scroller, and by how much that scales rectangles.
SCALES = {
    "transform: scale(.9)": 0.9,
    "transform: scale(.99)": 0.99,
    "transform: scale(.5)": 0.5,
    "transform: scale(1.5)": 1.5,
    "transform: scale(.6, .8)": (0.6, 0.8),
    "scale: .75": 0.75,
    "zoom: .67": 0.67,
    "zoom: 1.1": 1.1,
}
#: In CSS pixels of the list.
NEAR = 1 / 16


class Scaled(ListCase):
    def start(self, style, options="{}", surroundings="{ before: 130, after: 80 }"):
        self.show("/Tests/Checks/Web/list.html")
        self.page.wait_for_function("window.isReady")
        scale = SCALES.get(style, 1)
        if not isinstance(scale, float):
            scale = scale[0 if "horizontal" in options else 1] if scale != 1 else 1
        self.run_js(f"""document.body.style.cssText = 'transform-origin: 0 0; {style}'; test.scale = {scale};
          await test.begin({options}, {surroundings})""")
        self.check()
        self.page.mouse.move(100, 100)

    def assert_at(self, index, place, side="start"):
        self.check()
        rows = {row["index"]: row for row in self.seen()}
        self.assertIn(index, rows)
        self.assertAlmostEqual(rows[index][side], place, delta=NEAR)

    def test_rows_are_where_they_are_without_it(self):
        for style in SCALES:
            for options, length in (("{}", 500), ("{ axis: 'horizontal' }", 400)):
                with self.subTest(style, options=options):
                    self.start(style, options)
                    self.run_js("test.list.scrollTo(500, { align: 'start' }); await test.rest()")
                    self.assert_at(500, 0)
                    self.run_js("test.list.scrollTo(9_999, { align: 'end' }); await test.rest()")
                    size = self.get("test.isHorizontal ? test.scroller.clientWidth : test.scroller.clientHeight")
                    self.assert_at(9_999, size, "end")
                    self.run_js("test.list.scrollToOffset(0); await test.rest()")
                    self.assert_at(0, 130)

    def test_what_is_read_stays(self):
        for style in SCALES:
            with self.subTest(style):
                self.start(style)
                self.run_js("test.list.scrollTo(500, { align: 'start', shift: 7 }); await test.rest()")
                self.hold("test.insert(3, 20); await test.rest(); test.remove(100, 110)")
                self.hold("document.querySelector('#before').style.height = '300px'")
                self.hold("test.list.remeasure()")

    def test_each_frame_of_a_wheel_is_full(self):
        for style in SCALES:
            with self.subTest(style):
                self.start(style)
                for step in [120] * 6 + [900] * 3 + [-120] * 6:
                    self.page.mouse.wheel(0, step)
                    self.run_js("await test.rest()")
                    self.check()
                self.rest()
                self.check()

    def test_a_dialog_that_opens(self):
        for first, before in (("scale(.95)", 130), ("scale(0)", 0)):
            with self.subTest(first):
                self.show("/Tests/Checks/Web/list.html")
                self.page.wait_for_function("window.isReady")
                self.run_js(f"""document.body.animate([{{ transform: '{first}' }}, {{}}], 300);
                  await test.begin({{}}, {{ before: {before} }})""")
                self.rest(0.6)
                self.assert_at(0, before)
                self.run_js("test.list.scrollTo(9_999, { align: 'end' }); await test.rest()")
                self.assert_at(9_999, 500, "end")
                self.assertAlmostEqual(*self.get("[test.list.scrollLength, test.scroller.scrollHeight]"), delta=1)


class Loops(ListCase):
    """The page's own listener fails each test with a "ResizeObserver loop …" error; here is what causes them."""

    def test_a_last_row_that_grows(self):
        self.begin("{ count: 40, settings: { sticks: { tail: true } } }")
        self.run_js("test.list.scrollTo(39, { align: 'end' }); await test.rest()")
        for _ in range(10):
            self.run_js("""const { style } = test.list.element(39);
              style.minHeight = `${parseFloat(style.minHeight) + 20}px`; await test.rest()""")

    def test_scrolling(self):
        self.begin()
        self.run_js("test.list.scrollTo(3000, { align: 'start' }); await test.rest()")
        self.check()
        self.run_js("test.list.scrollTo(3100, { align: 'start', behavior: 'smooth' }); await test.rest(40)")
        for _ in range(20):
            self.page.mouse.wheel(0, -300)
            self.run_js("await test.rest(1)")
        self.rest()
        self.check()

    def test_other_sizes(self):
        for element in ("test.scroller", "test.list.element(900).parentElement"):
            self.begin("{ columns: (breadth) => Math.round(breadth / 150) }")
            self.run_js(f"test.list.scrollTo(900, {{ align: 'start' }}); window.resized = {element}; await test.rest()")
            for width in (300, 500, 200):
                self.run_js(f"resized.style.width = '{width}px'; await test.rest()")
                self.assertEqual(self.seen()[0]["start"], 0)

    def test_rows_that_are_not_ready(self):
        self.show("/Tests/Checks/Web/list.html")
        self.page.wait_for_function("window.isReady")
        self.run_js("await test.begin({ isReady: (index) => index % 3 !== 1 || window.areReady === true })")
        self.page.mouse.move(200, 250)
        for _ in range(10):
            self.page.mouse.wheel(0, 300)
            self.run_js("await test.rest(1)")
        # They are as long as others are on average.
        self.run_js("""const row = [...test.list.rows()].find(({ index }) => index % 3 === 0);
          row.element.style.minHeight = '900px'; await test.rest();
          row.element.style.minHeight = `${test.lengthOf(row.index)}px`; await test.rest()""")
        self.run_js("window.areReady = true; test.list.refresh(); await test.rest()")
        self.check()

    def test_a_scroller_that_grows_with_its_list(self):
        self.show("/Tests/Checks/Web/list.html")
        self.page.wait_for_function("window.isReady")
        self.page.add_style_tag(content="#scroller { height: auto !important; min-height: 60px; max-height: 500px }")
        self.run_js("await test.begin({ count: 1 })")
        for count in (1, 2, 1, 9):
            self.run_js(f"test.insert(1, {count}); await test.rest()")
            self.check()


class Ends(ListCase):
    """Near an end, where the list writes the offset while the reader moves it."""

    #: By how much rows that are in two frames have moved, for each frame after its layout, until it is stopped.
    WATCH = """const rows = () => new Map(test.seen().map(({ number, start }) => [number, start]));
      window.moves = [];
      let before = rows();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        const now = rows();
        const stays = [...now.keys()].find((number) => before.has(number));
        moves.push(before.get(stays) - now.get(stays));
        before = now;
      };
      window.look = () => { if (!window.isOver) { port2.postMessage(0); requestAnimationFrame(look); } };
      look();"""

    def walk(self, step):
        """Adds to the offset in each frame's callback, as libraries that scroll smoothly do."""
        return self.get("""(async () => { WATCH
          const name = test.isHorizontal ? 'scrollLeft' : 'scrollTop';
          for (let at = 0; at < 60; at++) {
            await new Promise(requestAnimationFrame);
            test.scroller[name] += STEP;
          }
          await test.rest();
          isOver = true;
          const steps = moves.filter((moved) => Math.abs(moved) > 1);
          return [Math.round(moves.reduce((sum, moved) => sum + moved, 0)), steps.length];
        })()""".replace("WATCH", self.WATCH).replace("STEP", str(step)))

    def test_no_step_is_lost(self):
        for options, around in (("{}", "{}"), ("{ axis: 'horizontal' }", "{ before: 130, after: 80 }"),
                                ("{ estimate: 200 }", "{ before: 130, after: 80 }"), ("{ estimate: 20 }", "{ isWindow: true }")):
            with self.subTest(options=options, around=around):
                self.begin(options, surroundings=around)
                self.assertEqual(self.walk(20), [1200, 60])
                self.rest()
                self.check()
                self.run_js("isOver = false; test.list.scrollTo(9_999, { align: 'end' }); await test.rest()")
                self.assertEqual(self.walk(-20), [-1200, 60])
                self.rest()
                self.check()

    def test_keys_never_go_back(self):
        for key, sign in (("ArrowDown", 1), ("ArrowUp", -1)):
            with self.subTest(key):
                self.begin("{ estimate: 20 }", surroundings="{ before: 130, after: 80 }")
                self.run_js("test.scroller.focus({ preventScroll: true })")
                if sign < 0:
                    self.run_js("test.list.scrollTo(9_999, { align: 'end' }); await test.rest()")
                self.run_js(self.WATCH)
                for _ in range(30):
                    self.page.keyboard.press(key)
                    self.run_js("await test.rest(1)")
                self.rest()
                moves = [sign * moved for moved in self.get("(window.isOver = true, moves)")]
                self.assertGreater(min(moves), -0.5)
                self.assertAlmostEqual(sum(moves), 30 * 40, delta=0.5)
                self.check()


class Direction(ListCase):
    def test_it_changes_later(self):
        for first, other, items in (("ltr", "rtl", (0, 500, 9_999)), ("rtl", "ltr", (500,))):
            for item in items:
                with self.subTest(first, item=item):
                    self.begin("{ axis: 'horizontal' }", surroundings=f"{{ before: 130, after: 80, dir: '{first}' }}")
                    self.run_js(f"test.list.scrollTo({item}, {{ align: 'start' }}); await test.rest()")
                    for direction in (other, first):
                        self.hold(f"document.dir = '{direction}'")
                        self.hold("test.scroller.dispatchEvent(new Event('scroll'))")
                    for end in (0, 9_999):
                        self.run_js(f"document.dir = '{other}'; test.list.scrollTo({end}); await test.rest()")
                        self.check()


class Shared(ListCase):
    """Several lists in one scroller, with something between them."""

    def start(self, is_window, counts=(300, 200, 400)):
        self.show("/Tests/Checks/Web/list.html")
        self.page.wait_for_function("window.isReady")
        # Each row's length says whose it is: they are as random as those of texts.
        self.run_js("""const { VirtualList } = await import('/Bindings/JavaScript/src/dom.js');
          const parent = IS_WINDOW ? document.body : document.createElement('div');
          if (!IS_WINDOW) { parent.id = 'scroller'; document.body.append(parent); }
          window.scroller = IS_WINDOW ? document.scrollingElement : parent;
          window.lists = COUNTS.map((count, at) => {
            const [heading, container] = [document.createElement('h2'), document.createElement('div')];
            heading.style.cssText = 'margin: 0; height: 60px';
            parent.append(heading, container);
            return new VirtualList(IS_WINDOW ? window : parent, {
              rangecore: test.rangecore, count, container, estimate: 50,
              render(index) {
                const element = document.createElement('div');
                element.className = 'row';
                element.textContent = `${at} ${index}`;
                element.style.minHeight = `${30 + (index * 7919 + at * 31) % 211}px`;
                return element;
              },
            });
          });
          window.seen = () => {
            const top = IS_WINDOW ? 0 : scroller.getBoundingClientRect().top;
            return [...document.querySelectorAll('h2, .row')].map((element) => {
              const box = element.getBoundingClientRect();
              return { name: element.textContent || 'h2', start: box.top - top, end: box.bottom - top };
            }).filter(({ start, end }) => end > 0.1 && start < scroller.clientHeight - 0.1)
              .sort((one, other) => one.start - other.start);
          };
          await test.rest(6);""".replace("IS_WINDOW", str(is_window).lower()).replace("COUNTS", str(list(counts))))
        self.page.mouse.move(200, 250)

    def check(self):
        rows = self.get("seen()")
        self.assertLessEqual(rows[0]["start"], 0.1)
        for row, after in zip(rows, rows[1:]):
            # A container's length is of whole pixels.
            self.assertAlmostEqual(row["end"], after["start"], delta=1 if after["name"] == "h2" else 0.05, msg=str(rows))
        return rows

    def test_rows_are_one_after_another_and_rest_where_they_are(self):
        for is_window in (False, True):
            with self.subTest(is_window=is_window):
                self.start(is_window)
                length = self.get("scroller.scrollHeight")
                for step in [400] * 8 + [int(length * 0.3)] + [-150] * 12 + [150] * 12 + [-3000, 120, -120]:
                    self.page.mouse.wheel(0, step)
                    self.run_js("await test.rest(2)")
                    self.check()
                before = self.check()
                self.rest(0.6)
                after = {row["name"]: row["start"] for row in self.check()}
                for row in before:
                    self.assertAlmostEqual(after[row["name"]], row["start"], delta=0.5)

    def test_each_goes_where_it_is_asked(self):
        self.start(False)
        for at, index in ((2, 200), (0, 100), (1, 0), (1, 199), (2, 399), (0, 0), (1, 77)):
            self.run_js(f"lists[{at}].scrollTo({index}, {{ align: 'start' }}); await test.rest(5)")
            rows = {row["name"]: row["start"] for row in self.check()}
            self.assertIn(f"{at} {index}", rows)
            if (at, index) != (2, 399):
                self.assertAlmostEqual(rows[f"{at} {index}"], 0, delta=0.5)
            self.rest()
            self.assertAlmostEqual(self.get("seen()")[0]["start"], min(rows.values()), delta=0.5)

    def test_edits_of_one_hold_what_is_read_in_another(self):
        self.start(False)
        self.run_js("lists[1].scrollTo(50, { align: 'start', shift: 9 }); await test.rest(5)")
        before = self.check()
        for edit in ("lists[0].insert(3, 40)", "lists[2].insert(0, 40)", "lists[0].remove(100, 150)",
                     "lists[1].insert(2, 9)", "lists[2].destroy()", "lists[0].remeasure()"):
            self.run_js(f"{edit}; await test.rest(5)")
            self.assertAlmostEqual(self.get("seen()")[0]["start"], before[0]["start"], delta=0.5, msg=edit)


if __name__ == "__main__":
    unittest.main()

"""The virtual list of the JavaScript package in Chromium: both axes, window and element, real input."""

import functools
import http.server
import os
import random
import subprocess
import threading
import time
import unittest
from pathlib import Path

from feed import REPOSITORY, SEED, Chromium

ROWS = 10_000
BUILD = REPOSITORY / ".build/web"


def bundle(name, script):
    """Makes the page's module .build/web/NAME.bundle.js of a script that imports what its app has
    installed."""
    # A folder of its own: the files of tests run at the same time.
    modules = BUILD / name / "node_modules"
    modules.mkdir(parents=True, exist_ok=True)
    for package, path in (("rangecore", REPOSITORY / "Bindings/JavaScript"),
                          ("react", "/usr/share/nodejs/react"),
                          ("react-dom", "/usr/share/nodejs/react-dom")):
        if not Path(path).exists():
            raise RuntimeError(f"there is no {path}: run Scripts/setup web")
        link = modules / package
        link.unlink(missing_ok=True)
        link.symlink_to(path)
    # Outside the modules' own folders, where their own imports are looked for.
    file = BUILD / name / "main.jsx"
    file.write_text(script)
    subprocess.run(
        ["esbuild", "--log-level=warning", "--bundle", "--format=esm", "--preserve-symlinks", "--jsx=automatic",
         '--define:process.env.NODE_ENV="development"', str(file),
         f"--outfile={BUILD / name}.bundle.js"],
        check=True, env={**os.environ, "NODE_PATH": "/usr/share/nodejs"})


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words):
        pass


class ListCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        handler = functools.partial(Files, directory=REPOSITORY)
        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.addClassCleanup(cls.server.server_close)
        cls.addClassCleanup(cls.server.shutdown)

    def show(self, path, touch=False):
        errors = []
        self.page = self.page_of(viewport={"width": 600, "height": 560}, has_touch=touch)
        self.page.on("pageerror", lambda error: errors.append(str(error)))
        self.page.on("console", lambda message: message.type == "error" and errors.append(message.text))
        self.addCleanup(self.page.context.close)
        self.addCleanup(lambda: self.assertEqual(errors, []))
        self.prepare(self.page)
        self.page.goto(f"http://127.0.0.1:{self.server.server_port}{path}")

    def page_of(self, **options):
        return Chromium.page(**options)

    def prepare(self, page):
        """Called before a page is opened."""

    def begin(self, options="{}", page="", surroundings="{}", touch=False):
        self.show(f"/Tests/Checks/Web/list.html{page}", touch)
        self.page.wait_for_function("window.isReady")
        self.run_js(f"await test.begin({options}, {surroundings})")
        self.check()
        self.page.mouse.move(200, 250)

    def run_js(self, script):
        return self.page.evaluate(f"async () => {{ {script} }}")

    def get(self, script):
        return self.page.evaluate(f"async () => {script}")

    def rest(self, seconds=0.4):
        self.page.wait_for_timeout(1000 * seconds)

    def seen(self):
        return self.get("test.seen()")

    def check(self):
        self.assertEqual(self.get("test.wrong()"), "")

    def hold(self, script, row=None):
        """What is read stays where it is."""
        row = row or next(row for row in self.seen() if row["start"] >= 0)
        self.run_js(f"{script}; await test.rest()")
        self.check()
        after = [it["start"] for it in self.seen() if it["number"] == row["number"]]
        self.assertEqual(len(after), 1, f"item {row['number']} is gone")
        self.assertAlmostEqual(after[0], row["start"], delta=0.05, msg=script)

    def swipe(self, start, end, steps=6):
        cdp, now = self.page.context.new_cdp_session(self.page), time.time()
        for step in range(steps + 2):
            height = start + (end - start) * min(step, steps) / steps
            kind = "touchStart" if step == 0 else "touchMove" if step <= steps else "touchEnd"
            points = [] if kind == "touchEnd" else [{"x": 200, "y": height}]
            cdp.send("Input.dispatchTouchEvent", {
                "type": kind, "touchPoints": points, "timestamp": now + step * 0.012})

    def thumb(self, part, hold=False):
        """Drags the thumb of the scrollbar to a part of its way."""
        bar = self.get("""(() => {
          const s = test.scroller, wide = s.offsetWidth - s.clientWidth;
          const track = s.clientHeight - 2 * wide;
          const thumb = Math.max(17, track * s.clientHeight / s.scrollHeight);
          const start = wide + thumb / 2, way = track - thumb;
          return { start, way, x: s.offsetWidth - wide / 2,
            now: start + way * s.scrollTop / (s.scrollHeight - s.clientHeight) }; })()""")
        # From elsewhere: Chromium drags wrongly where the length has changed under a resting mouse.
        self.page.mouse.move(200, 250)
        self.page.mouse.move(bar["x"], bar["now"])
        self.page.mouse.down()
        # A frame for each step, as with a hand: else the browser loses some of them.
        start, end = bar["now"], bar["start"] + bar["way"] * part
        for step in range(1, 13):
            self.page.mouse.move(bar["x"], start + (end - start) * step / 12)
            self.run_js("await test.rest(1)")
        self.run_js("await test.rest(6)")
        if not hold:
            self.page.mouse.up()
            self.rest()


class Scrolling(ListCase):
    def begin_with(self, count, render):
        """A list whose rows say nothing."""
        self.show("/Tests/Checks/Web/list.html")
        self.page.wait_for_function("window.isReady")
        self.run_js(f"""window.made = 0; await test.begin({{ count: {count}, update: undefined, render() {{
          const element = document.createElement('div');
          made += 1;
          {render}
          return element; }} }})""")

    def test_rows_far_away_are_measured_exactly(self):
        self.begin_with(200_000, "element.style.height = '33.375px';")
        self.run_js("test.list.scrollTo(150_000); await test.rest()")
        self.assertEqual(self.get("""(() => { test.list.scrollTo(190_000, { align: 'start' });
          return test.list.engine.item(190_000).extent; })()"""), 33.375)

    def test_rows_whose_parts_come_later_are_not_measured_before(self):
        self.begin_with(1000, "queueMicrotask(() => { element.style.height = '40px'; });")
        self.assertLess(self.get("made"), 60)
        self.assertEqual(self.get("test.list.engine.item(3).extent"), 40)

    def test_what_a_fling_shows_is_made_before_any_of_it_is_read(self):
        # So that the browser lays out once for it.
        self.begin_with(10_000, "element.style.height = '60px'; window.log?.push('made');")
        turns = self.run_js("""const { scroller, container } = test.list, turns = [];
          const { getBoundingClientRect } = Element.prototype;
          Element.prototype.getBoundingClientRect = function () {
            if (this.parentElement === container) window.log?.push('read');
            return getBoundingClientRect.call(this);
          };
          document.addEventListener('scroll', () => { window.log = []; }, { capture: true });
          scroller.addEventListener('scroll', () => { turns.push(log); window.log = undefined; });
          for (let frame = 0; frame < 8; frame++) {
            scroller.scrollTop += 1000;
            await test.rest(2);
          }
          Object.assign(Element.prototype, { getBoundingClientRect });
          return turns;""")
        self.assertGreater(sum("made" in turn and "read" in turn for turn in turns), 5, turns)
        for turn in turns:
            self.assertEqual(sorted(turn), turn)

    def test_nothing_counts_as_a_layout_shift(self):
        self.begin()
        for step in (100, 400, 1000, -100, -1000):
            for _ in range(12):
                self.page.mouse.wheel(0, step)
                self.run_js("await test.rest(1)")
        self.rest()
        self.check()
        self.assertEqual(self.get("shifts"), [])

    def test_a_wheel_moves_rows_by_what_it_says(self):
        self.begin(surroundings="{ before: 120, after: 80 }")
        for step in [100] * 12 + [-60] * 8 + [300] * 6 + [-90] * 6:
            before = {row["number"]: row["start"] for row in self.seen()}
            self.page.mouse.wheel(0, step)
            self.run_js("await test.rest()")
            self.check()
            both = [row for row in self.seen() if row["number"] in before]
            for row in both:
                self.assertAlmostEqual(before[row["number"]] - row["start"], step, delta=0.05)
            self.assertTrue(both)

    def test_scroll_top_is_written_once_when_a_wheel_rests(self):
        self.begin()
        self.run_js("test.list.scrollTo(5000, { align: 'start' })")
        self.rest()
        self.run_js("""test.writes = 0; window.times = [];
          test.scroller.addEventListener('scroll', () => times.push(performance.now()))""")
        # Upward through rows that nobody has measured: every step is corrected.
        for _ in range(30):
            self.page.mouse.wheel(0, -100)
            self.page.wait_for_timeout(30)
        self.rest()
        # On a busy machine there are pauses.
        times = self.get("times")
        pauses = sum(after - before > 120 for before, after in zip(times, times[1:]))
        self.assertLess(pauses, 10)
        self.assertLessEqual(self.get("test.writes"), pauses + 1)
        self.assertLess(abs(self.get("test.list.offset - test.scroller.scrollTop")), 1)
        self.check()

    def test_a_held_thumb_goes_where_it_points(self):
        for count in (ROWS, 1_000_000):
            self.begin(f"{{ count: {count} }}")
            for part in (0.5, 0.25, 0.75):
                self.thumb(part, hold=True)
                self.check()
                index = self.seen()[0]["index"] / count
                self.assertAlmostEqual(index, part, delta=0.02, msg=f"of {count}, held")
                self.page.mouse.up()
                self.rest()
                self.check()
                self.assertAlmostEqual(self.seen()[0]["index"] / count, part, delta=0.02)
            for part in (1, 0, 1, 0):
                self.thumb(part, hold=True)
                self.check()
                row = self.seen()[-1 if part else 0]
                self.assertEqual(row["index"], count - 1 if part else 0, "the end, held")
                offset = row["end"] - 500 if part else row["start"]
                self.assertAlmostEqual(offset, 0, delta=0.05)
                self.hold("0", row)
                self.page.mouse.up()
                self.rest()
                self.hold("0", row)

    def test_targets_are_exact(self):
        self.begin("{ count: 1_000_000 }", surroundings="{ before: 70, after: 30 }")
        for index in (100_000, 500_000, 999_999, 3):
            for align, start in (("start", 0), ("end", 500), ("center", 250)):
                self.run_js(f"test.list.scrollTo({index}, {{ align: '{align}' }}); await test.rest()")
                self.check()
                row = next(row for row in self.seen() if row["index"] == index)
                at = {"start": row["start"], "end": row["end"],
                      "center": (row["start"] + row["end"]) / 2}[align]
                # The ends of what scrolls are as far as it goes.
                if not (index == 999_999 and align != "end" or index == 3 and align != "start"):
                    wanted = start if not (index == 999_999 and align == "end") else start
                    self.assertAlmostEqual(at, wanted, delta=0.05, msg=f"{index} {align}")
        self.run_js("test.list.scrollToOffset(Infinity); await test.rest()")
        self.check()
        self.assertAlmostEqual(self.seen()[-1]["end"], 470, delta=0.05)
        self.run_js("test.list.scrollToOffset(0); await test.rest()")
        self.check()
        self.assertAlmostEqual(self.seen()[0]["start"], 70, delta=0.05)

    def test_a_smooth_scroll_goes_there_and_yields_to_the_reader(self):
        self.begin()
        # Whole rows that have gone by and a part of the next: the offset also moves where rows above are
        # measured, and what one reads does not.
        self.run_js("""window.read = [];
          test.list.scrollTo(300, { align: 'start', behavior: 'smooth' });
          for (let at = 0; at < 60; at++) {
            await test.frame();
            const [{ index, start, end }] = test.seen();
            read.push(index - start / (end - start));
          }""")
        self.check()
        read = self.get("read")
        for before, after in zip(read, read[1:]):
            self.assertGreaterEqual(after, before - 0.001)
        self.assertGreater(len(set(read)), 2)
        row = self.seen()[0]
        self.assertEqual((row["index"], round(row["start"], 1)), (300, 0))
        # Within the page, so that a slow machine does not arrive before the wheel does.
        self.run_js("""test.list.scrollTo(9000, { behavior: 'smooth' });
          await test.frame();
          test.scroller.dispatchEvent(new WheelEvent('wheel', { deltaY: 50, bubbles: true }));""")
        self.rest(0.8)
        self.assertLess(self.seen()[0]["index"], 8900)
        self.check()

    EDITS = ("test.insert(0, 20)", "test.remove(3, 40)", "test.insert(test.items.length, 30)", "test.move(0, 5, 9000)")

    def test_edits_while_a_thumb_is_held(self):
        self.begin()
        for part in (0.5, 0.25):
            self.thumb(part, hold=True)
            for edit in self.EDITS:
                self.hold(edit)
            self.page.mouse.up()
            self.hold("0")
            self.rest()
            self.check()

    def test_edits_while_a_finger_drags(self):
        self.begin(touch=True)
        self.run_js("test.list.scrollTo(5000, { align: 'start' }); await test.rest()")
        cdp = self.page.context.new_cdp_session(self.page)
        touch = lambda kind, *places: cdp.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": 200, "y": place} for place in places]})
        touch("touchStart", 400)
        for step, edit in enumerate(self.EDITS * 2):
            before = self.seen()
            for part in range(4):
                touch("touchMove", 380 - 40 * step - 10 * part)
                self.run_js("await test.rest(1)")
            # It is the finger that has moved them.
            self.assertNotEqual(self.seen()[3]["start"], before[3]["start"])
            self.hold(edit)
        touch("touchEnd")
        self.rest(1)
        self.check()

    def test_a_finger_flings(self):
        self.begin(touch=True)
        self.run_js("test.list.scrollTo(5000, { align: 'start' }); await test.rest()")
        for way in (1, -1):
            before = self.seen()[0]["index"]
            for _ in range(3):
                self.swipe(250 + way * 200, 250 - way * 200)
                self.page.wait_for_timeout(150)
            self.rest(1)
            self.check()
            self.assertGreater(way * (self.seen()[0]["index"] - before), 20)

    def test_rows_and_columns(self):
        lefts = "new Set([...test.list.rows()].map(it => it.element.offsetLeft)).size"
        self.begin("{ columns: (breadth) => (breadth > 300 ? 4 : 2), spacing: 10 }")
        self.assertEqual(self.get(lefts), 4)
        self.run_js("test.list.scrollTo(4001, { align: 'start' }); await test.rest()")
        self.check()
        self.assertEqual(self.seen()[0]["index"], 4000)
        self.run_js("test.scroller.style.width = '250px'; await test.rest()")
        self.check()
        self.assertEqual(self.get(lefts), 2)
        self.assertIn(4000, [row["index"] for row in self.seen()])

    def test_columns_are_asked_for_again_when_all_is_measured_again(self):
        self.begin("{ columns: () => window.columns ?? 3, count: 1000 }")
        self.run_js("test.list.scrollTo(600, { align: 'start' }); await test.rest()")
        self.run_js("window.columns = 1; test.list.remeasure(); await test.rest()")
        self.check()
        self.assertIn(600, [row["index"] for row in self.seen()])

    def edit_in_columns(self):
        self.run_js("test.list.scrollTo(300, { align: 'start' }); await test.rest()")
        chance = random.Random(SEED)
        for _ in range(40):
            index = chance.randrange(280, 320)
            count = chance.randint(1, 5)
            self.run_js(chance.choice([
                f"test.insert({index}, {count})", f"test.remove({index}, {index + count})",
                f"test.move({index}, {index + count}, {chance.randrange(280, 320)})"]) + "; await test.rest()")
            self.check()

    def test_edits_in_columns(self):
        self.begin("{ columns: 3, spacing: 10, count: 1000 }")
        self.edit_in_columns()

    def test_edits_in_columns_of_sections(self):
        self.begin("""{ columns: 3, count: 1000, settings: { pinsHeaders: false },
                          headers: [0, 250, 290, 301, 310, 330] }""")
        self.edit_in_columns()
        self.run_js("test.list.markHeader(305, 2); await test.rest()")
        self.check()


class Axes(ListCase):
    def try_all(self, wheel):
        for step in [200, 300, -100, 400, 400, -200]:
            before = {row["number"]: row["start"] for row in self.seen()}
            self.page.mouse.wheel(*wheel(step))
            self.run_js("await test.rest()")
            self.check()
            for row in self.seen():
                if row["number"] in before:
                    self.assertAlmostEqual(before[row["number"]] - row["start"], step, delta=0.05)
        self.run_js("test.list.scrollTo(7000, { align: 'start' }); await test.rest()")
        self.check()
        self.assertAlmostEqual(self.seen()[0]["start"], 0, delta=0.05)
        self.hold("test.insert(10, 5); test.insert(6990, 3)")
        self.hold("test.remove(20, 40)")
        self.run_js("test.list.scrollToOffset(Infinity); await test.rest()")
        self.check()
        self.assertEqual(self.seen()[-1]["index"], self.get("test.list.count - 1"))

    def test_horizontal(self):
        self.begin("{ axis: 'horizontal' }", surroundings="{ before: 60, after: 40 }")
        self.try_all(lambda step: (step, 0))

    def test_right_to_left(self):
        self.begin("{ axis: 'horizontal' }", surroundings="{ before: 60, after: 40, dir: 'rtl' }")
        self.try_all(lambda step: (-step, 0))

    def test_the_window_scrolls(self):
        self.begin(surroundings="{ isWindow: true, before: 300, after: 200 }")
        self.try_all(lambda step: (0, step))
        self.run_js("test.list.scrollToOffset(0); await test.rest()")
        self.assertAlmostEqual(self.seen()[0]["start"], 300, delta=0.05)
        # A header that grows pushes the list down, or, once it is out of sight, nothing.
        self.run_js("document.querySelector('#before').style.height = '350px'; await test.rest()")
        self.assertAlmostEqual(self.seen()[0]["start"], 350, delta=0.05)
        self.check()
        self.run_js("test.list.scrollTo(50, { align: 'start' }); await test.rest()")
        self.hold("document.querySelector('#before').style.height = '200px'")
        self.page.set_viewport_size({"width": 500, "height": 400})
        self.hold("0")


class Edits(ListCase):
    def test_random_edits_hold_what_is_read(self):
        self.begin()
        dice = random.Random(SEED)
        for _ in range(60):
            self.run_js(f"test.list.scrollTo({dice.randrange(200, 9000)}, {{ align: 'start' }});"
                        "await test.rest()")
            seen = self.seen()
            row = seen[2]
            index, act = row["index"], dice.randrange(4)
            if act == 0:
                script = f"test.insert({dice.randrange(index + 1)}, {dice.randrange(1, 50)})"
            elif act == 1:
                upper = dice.randrange(1, seen[0]["index"])
                script = f"test.remove({max(0, upper - 40)}, {upper})"
            elif act == 2:
                script = f"test.move({seen[0]['index'] - 9}, {seen[0]['index'] - 3}, 9000)"
            else:
                script = "test.insert(0, 2); test.remove(5, 9); test.move(20, 22, 3)"
            self.hold(script, seen[0] if act != 0 else seen[2])

    def test_a_difference_moves_the_elements_of_what_stays(self):
        self.begin("{ count: 500 }")
        self.run_js("test.list.scrollTo(200, { align: 'start' }); await test.rest()")
        row = self.seen()[1]
        self.run_js(f"window.element = test.list.element({row['index']})")
        self.hold("""test.list.apply(() => {
          test.items = test.items.filter((it) => it > 40 && it % 7 !== 0).concat([901, 902]);
          test.items.unshift(900);
          return test.items.length; })""", next(it for it in self.seen() if it["number"] % 7))
        index = self.get("test.list.indexOf(element)")
        self.assertEqual(self.get(f"test.items[{index}]"), row["number"])
        self.assertEqual(self.get("test.list.count"), self.get("test.items.length"))

    def test_rows_that_change_their_length_do_not_move_others(self):
        self.begin()
        self.run_js("test.list.scrollTo(3000, { align: 'start' }); await test.rest()")
        self.page.mouse.wheel(0, -25)
        self.rest()
        row = self.seen()[1]
        self.run_js(f"""test.list.element({self.seen()[0]['index'] - 1}).style.minHeight = '300px';
          await test.rest()""")
        after = next(it for it in self.seen() if it["number"] == row["number"])
        self.assertAlmostEqual(after["start"], row["start"], delta=0.05)

    def test_a_row_that_is_not_ready_is_as_long_as_expected(self):
        self.begin("{ isReady: (index) => window.isLoaded || index % 2 === 0 }".replace(
            "window.isLoaded", "(window.loaded ?? true)"))
        self.run_js("window.loaded = false; test.list.scrollTo(4000, { align: 'start' });"
                    "await test.rest()")
        lengths = self.get("test.seen().filter(({ index }) => index % 2).map(it => it.end - it.start)")
        self.assertLess(max(lengths) - min(lengths), 0.05)
        row = self.seen()[0]
        self.hold("window.loaded = true; test.list.refresh()", row)

    def test_one_that_is_still_not_ready_when_it_is_shown_again(self):
        self.begin("{ count: 1 }")
        self.run_js("await test.begin({ isReady: () => false, update: undefined })")
        before = self.seen()
        self.assertAlmostEqual(before[0]["end"] - before[0]["start"], 50, delta=0.05)
        self.run_js("test.list.refresh(); await test.rest()")
        self.assertEqual(self.seen(), before)

    def test_extents_of_the_last_time_are_the_same_places(self):
        self.begin()
        for index in range(0, 8000, 5):
            self.run_js(f"test.list.scrollTo({index}, {{ align: 'start' }})")
        self.page.mouse.wheel(0, 33)
        self.rest()
        seen, offset = self.seen(), self.get("test.list.offset")
        self.run_js("window.saved = test.list.engine.rows(0, 10_000).extents; test.list.destroy()")
        self.run_js("await test.begin({ extents: saved })")
        self.assertTrue(self.get(f"test.list.engine.item({seen[0]['index']}).isProvisional"))
        self.run_js(f"test.list.scrollToOffset({offset}); await test.rest()")
        self.assertEqual(self.seen(), seen)
        self.check()
        # One that is another length by now is measured as it comes, and moves nothing.
        self.run_js(f"test.items[{seen[0]['index'] - 20}] += 1")
        self.page.mouse.wheel(0, -900)
        self.rest()
        self.check()

    def test_focused_and_kept_rows_stay(self):
        self.begin()
        self.run_js("test.list.element(2).tabIndex = 0; test.list.element(2).focus();"
                    "test.list.keep(4); window.kept = test.list.element(4)")
        self.run_js("test.list.scrollTo(8000, { align: 'start' }); await test.rest()")
        self.check()
        self.assertEqual(self.get("document.activeElement.dataset.number"), "2")
        self.assertTrue(self.get("kept.isConnected && test.list.element(4) === kept"))
        self.assertEqual(self.get("[2, 3, 4].map(item => test.list.engine.state(item))"), [1, 1, 7])
        self.run_js("test.insert(0, 3); await test.rest()")
        self.assertTrue(self.get("test.list.element(7) === kept"))
        self.run_js("document.activeElement.blur(); test.list.keep(7, false); await test.rest()")
        self.assertFalse(self.get("kept.isConnected"))
        self.assertIsNone(self.get("test.list.element(5)"))
        self.check()

    def test_a_focused_row_in_a_shadow_tree_stays(self):
        self.begin()
        self.run_js("""const { VirtualList } = await import('/Bindings/JavaScript/src/dom.js');
          const scroller = document.createElement('div');
          Object.assign(scroller.style, { height: '300px', overflow: 'auto' });
          document.body.append(document.createElement('div'));
          document.body.lastChild.attachShadow({ mode: 'open' }).append(scroller);
          window.list = new VirtualList(scroller, { rangecore: test.rangecore, count: 1000, render() {
            const row = document.createElement('p');
            Object.assign(row, { tabIndex: 0, textContent: 'row' });
            return row; } });
          window.row = list.element(2);
          row.focus();
          list.scrollTo(900);
          await test.rest()""")
        self.assertTrue(self.get("row.isConnected && row.getRootNode().activeElement === row"))
        self.assertTrue(self.get("list.element(2) === row && list.element(3) === null"))
        self.run_js("row.blur(); await test.rest()")
        self.assertTrue(self.get("!row.isConnected && list.element(2) === null"))
        self.run_js("list.destroy()")

    def test_batches_are_fetched_and_failures_retried(self):
        self.begin("""{ count: 20, fetch: { tail: async () => {
          window.calls = (window.calls ?? 0) + 1;
          if (calls === 2) throw new Error('on purpose');
          await test.frame();
          if (test.items.length >= 60) return 'exhausted';
          test.insert(test.items.length, 20);
          return undefined; } }, onError: (error) => { window.failed = error.message; } }""")
        for _ in range(8):
            self.page.mouse.wheel(0, 2000)
            self.page.wait_for_timeout(100)
        self.assertEqual(self.get("window.failed"), "on purpose")
        self.run_js("test.list.retry(); await test.rest()")
        for _ in range(8):
            self.page.mouse.wheel(0, 2000)
            self.page.wait_for_timeout(100)
        self.check()
        self.assertEqual(self.get("test.items.length"), 60)
        self.assertEqual(self.get("test.list.latest.tail.answer"), "no")

    def test_a_chat_follows_its_end(self):
        self.begin("{ count: 100, settings: { sticks: { tail: true } } }")
        self.run_js("test.list.scrollTo(99, { align: 'end' }); await test.rest()")
        for count in (1, 3, 1):
            self.run_js(f"test.insert(test.items.length, {count}); await test.rest()")
            self.check()
            row = self.seen()[-1]
            self.assertEqual(row["index"], self.get("test.items.length - 1"))
            self.assertAlmostEqual(row["end"], 500, delta=0.05)

    def test_states_are_told(self):
        self.begin("""{ onChanges: ({ items, removedCount }) => {
          window.states ??= new Map();
          items.slice(removedCount).forEach(({ lower, upper, after }) => {
            for (let at = lower; at < upper; at++) states.set(at, after); }); } }""")
        for step in (900, 5000, -700):
            self.page.mouse.wheel(0, step)
            self.rest(0.2)
            told = self.get("[...states].filter(([, state]) => state & 8).map(([at]) => at).sort((a, b) => a - b)")
            self.assertEqual(told, [row["index"] for row in self.seen()])

    def test_nothing_is_left_of_a_list_that_was_destroyed(self):
        self.begin("{ count: 100 }")
        self.run_js("test.insert(3, 3); test.list.destroy(); test.list.destroy(); await test.rest(20)")
        self.assertEqual(self.get("document.querySelectorAll('.row').length"), 0)
        self.assertEqual(self.get("test.scroller.style.overflowAnchor"), "")


class Policy(ListCase):
    def prepare(self, page):
        policy = "default-src 'self'; img-src data:; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'"
        body = """<!doctype html><link rel=icon href="data:,"><div id=list></div>
          <script type=module>
            import { load, VirtualList } from '/Bindings/JavaScript/src/dom.js';
            const scroller = document.querySelector('#list');
            Object.assign(scroller.style, { overflow: 'auto', height: '400px' });
            const render = () => document.createElement('p');
            const list = new VirtualList(scroller, { rangecore: await load(), count: 9, render });
            window.count = [...list.rows()].length;
          </script>"""
        page.route("**/policy.html", lambda route: route.fulfill(
            body=body, content_type="text/html", headers={"Content-Security-Policy": policy}))

    def test_a_policy_need_allow_no_more_than_modules(self):
        self.show("/policy.html")
        self.page.wait_for_function("window.count === 9")


class Sections(ListCase):
    def test_headers_are_pinned_and_pushed_out(self):
        self.begin("{ headers: Array.from({ length: 100 }, (_, at) => at * 100), estimate: 60 }")
        self.page.mouse.wheel(0, 700)
        self.rest()
        rows = {row["index"]: row for row in self.seen()}
        self.assertAlmostEqual(rows[0]["start"], 0, delta=0.05)
        self.run_js("test.list.scrollTo(99, { align: 'start' }); await test.rest()")
        rows = {row["index"]: row for row in self.seen()}
        self.assertAlmostEqual(rows[0]["end"], rows[99]["start"], delta=0.05)
        # The next header pushes it out.
        self.page.mouse.wheel(0, round(rows[100]["start"]) - 10)
        self.rest()
        rows = {row["index"]: row for row in self.seen()}
        self.assertAlmostEqual(rows[0]["end"], rows[100]["start"], delta=0.05)
        self.page.mouse.wheel(0, 400)
        self.rest()
        rows = {row["index"]: row for row in self.seen()}
        self.assertNotIn(0, rows)
        self.assertAlmostEqual(rows[100]["start"], 0, delta=0.05)
        self.run_js("test.list.scrollToOffset(0); await test.rest()")
        self.check()

    def test_the_right_header_is_pinned_in_each_frame(self):
        self.begin("{ headers: Array.from({ length: 1000 }, (_, at) => at * 10), estimate: 50 }")
        self.run_js("""window.wrong = [];
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            const rows = test.seen();
            const first = rows.find(({ index }) => index % 10);
            const wanted = first.index - first.index % 10;
            const header = rows.find(({ index }) => index === wanted);
            const next = rows.find(({ index }) => index === wanted + 10);
            // At the viewport's start, or pushed out by the next one.
            const end = Math.min(header?.end - header?.start, next?.start ?? Infinity);
            if (first.start < end - 1 && !(Math.abs(header?.end - end) < 0.1)) wrong.push([first, header, next]);
          };
          const look = () => { port2.postMessage(0); requestAnimationFrame(look) };
          look();""")
        for step in (100, 333, 900, -333):
            for _ in range(20):
                self.page.mouse.wheel(0, step)
                self.run_js("await test.rest(1)")
            self.assertEqual(self.get("wrong"), [], step)


if __name__ == "__main__":
    unittest.main()

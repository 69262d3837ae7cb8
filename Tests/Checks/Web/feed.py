"""What the tests of the page share: a server, Chromium, and a feed that is read off the screen."""

import atexit
import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]
MILLION = 1_000_000

# What Tests/Checks/Web/run was told.
MINUTES = float(os.environ.get("WEB_TEST_MINUTES") or 0.4)
SEED = int(os.environ.get("WEB_TEST_SEED") or 1)
SHOTS = os.environ.get("WEB_TEST_SHOTS")

# Rows may be apart by a margin; anything more is a hole.
GAP = 40
# What the header of a day is apart from the rows around it.
SPACING = 16
# What a jump is, in CSS pixels.
JUMP = 1.01

DESKTOP, PHONE = (1200, 860), (390, 844)


class Server:
    """The page's server on a free port, with a database of its own."""

    def __init__(self, items, *words):
        self.folder = tempfile.mkdtemp(prefix="web-test-")
        self.db = os.path.join(self.folder, "photos.sqlite")
        if items == MILLION:
            shutil.copyfile(self.million(), self.db)
        self.process = subprocess.Popen(
            [sys.executable, str(REPOSITORY / "Examples/Web/server.py"), "--port", "0", "--quiet",
             "--items", str(items), "--db", self.db, *words], stdout=subprocess.PIPE, text=True)
        atexit.register(self.stop)
        line = self.process.stdout.readline().split()
        if not line:
            raise RuntimeError("the server did not start; what it said is above")
        self.url = line[-1].rstrip("/")

    @staticmethod
    def million():
        """Made once and copied: it takes longer than all else that a test prepares."""
        kept = REPOSITORY / ".build/web/photos.sqlite"
        source = REPOSITORY / "Examples/Web/photos.py"
        if not kept.exists() or kept.stat().st_mtime < source.stat().st_mtime:
            kept.parent.mkdir(parents=True, exist_ok=True)
            sys.path.insert(0, str(source.parent))
            import photos
            photos.rest.make_database(str(kept), photos.SCHEMA, photos.INSERT,
                                      photos.make_photos(MILLION, 1))
        return kept

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait()
            self.process.stdout.close()
            shutil.rmtree(self.folder, ignore_errors=True)

    def call(self, method, path, value=None):
        """The status and the JSON that the server answers."""
        data = None if value is None else json.dumps(value).encode()
        request = urllib.request.Request(self.url + path, data, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def set(self, latency_ms=0, fail_rate=0):
        assert self.call("POST", "/api/settings",
                         {"latency_ms": latency_ms, "fail_rate": fail_rate})[0] == 200

    def query(self, sql, *values):
        with contextlib.closing(sqlite3.connect(self.db, timeout=30)) as base:
            return base.execute(sql, values).fetchall()

    def total(self):
        return self.call("GET", "/api/photos?page_size=1")[1]["total_items"]


# The browser itself says nothing of "ResizeObserver loop …" errors in the console, but services that collect
# errors do.
LOOPS = "addEventListener('error', ({ error, message }) => error || console.error(message))"

# What the browser counts as layout shifts: of which elements, and by how much in all.
SHIFTS = """window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) shifts.push([value, ...sources.map(({ node }) => node?.textContent)]);
  }).observe({ type: 'layout-shift', buffered: true })"""


class Chromium:
    """One browser for all tests, started by the first."""

    browser = None

    @classmethod
    def page(cls, **options):
        if cls.browser is None:
            playwright = sync_playwright().start()
            cls.browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium") or shutil.which("google-chrome"),
                # A step of the wheel is one step on the screen. Scrollbars are there to be dragged.
                args=["--no-sandbox", "--disable-smooth-scrolling"],
                ignore_default_args=["--hide-scrollbars"])
            atexit.register(lambda: (cls.browser.close(), playwright.stop()))
        page = cls.browser.new_context(**options).new_page()
        page.add_init_script(LOOPS)
        page.add_init_script(SHIFTS)
        return page


class Feed:
    """The page, as a reader sees and uses it."""

    def __init__(self, server, query="", size=DESKTOP, scheme="light", touch=False,
                 script=None):
        self.server = server
        self.page = Chromium.page(viewport=dict(zip(("width", "height"), size)),
                                  color_scheme=scheme, has_touch=touch)
        self.cdp = self.page.context.new_cdp_session(self.page)
        self.errors, self.flights = [], set()
        # How many questions for photos, those of them refused, and pictures there were.
        self.asked = self.refused = self.pictures = 0
        self.page.on("console", lambda message: self.note(message.type, message.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", self.begin)
        self.page.on("response", self.answered)
        self.page.on("requestfinished", lambda request: self.flights.discard(request))
        self.page.on("requestfailed", lambda request: self.flights.discard(request))
        for file in filter(None, ("watch.js", script)):
            self.page.add_init_script(path=HERE / file)
        self.page.goto(server.url + "/" + query)
        self.page.wait_for_selector("[data-testid=scroller] article[data-id]")

    def begin(self, request):
        self.flights.add(request)
        self.asked += "/api/photos" in request.url
        self.pictures += "/images/" in request.url

    def answered(self, response):
        self.refused += "/api/photos" in response.url and response.status == 503

    def note(self, kind, text):
        # The browser itself says this of each answer that fails on purpose.
        if kind in ("error", "warning") and "status of 503" not in text:
            self.errors.append(f"{kind}: {text}")

    def close(self):
        self.page.context.close()

    # What is on the screen.

    def screen(self):
        return self.page.evaluate("watch.screen()")

    def rows(self):
        return self.screen()["rows"]

    def settle(self, seconds=20):
        """Waits until nothing moves and nothing flies, and gives the screen."""
        end, last, same = time.monotonic() + seconds, None, 0
        while time.monotonic() < end:
            self.page.wait_for_timeout(50)
            now = self.screen()
            quiet = not self.flights and not now["busy"]
            same = same + 1 if quiet and now == last else 0
            if same == 4:
                return now
            last = now
        what = [request.url for request in self.flights][:3] or ("busy" if now["busy"] else "moves")
        raise AssertionError(f"not at rest after {seconds} s: {what}")

    def reader(self, screen=None):
        """The row that is read: the first whose top is on the screen, or the only one."""
        screen = screen or self.screen()
        rows = screen["rows"]
        assert rows, "nothing is on the screen"
        return next((row for row in rows if row["top"] >= screen["top"] - 0.5), rows[-1])

    def top_of(self, id):
        return next((row["top"] for row in self.rows() if row["id"] == id), None)

    # What a reader does.

    def point(self):
        """The mouse over the middle of the feed."""
        box = self.page.get_by_test_id("scroller").bounding_box()
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def wheel(self, distance):
        self.page.mouse.wheel(0, distance)

    def swipe(self, start, end, steps=6):
        """A finger's, from one height to another and off the screen at full speed."""
        across = self.page.viewport_size["width"] / 2

        # The events say when they were: how fast the finger is does not depend on the machine.
        start_time = time.time()

        def touch(step, kind, *heights):
            points = [{"x": across, "y": height} for height in heights]
            self.cdp.send("Input.dispatchTouchEvent", {
                "type": kind, "touchPoints": points, "timestamp": start_time + step * 0.012})

        touch(0, "touchStart", start)
        for step in range(1, steps + 1):
            touch(step, "touchMove", start + (end - start) * step / steps)
        touch(steps + 0.2, "touchEnd")

    def frames(self, count=3):
        self.page.evaluate("count => watch.frames(count)", count)

    def drag_scrollbar(self, part, hold=False):
        """Takes the thumb of the scrollbar to a part of its way, from 0 to 1."""
        bar = self.page.evaluate("""() => {
          const s = document.querySelector("[data-testid=scroller]"), b = s.getBoundingClientRect();
          const wide = b.width - s.clientWidth;
          // Above and below the thumb's way are buttons, as high as wide.
          const track = s.clientHeight - 2 * wide;
          const thumb = Math.max(17, track * s.clientHeight / s.scrollHeight);
          const start = b.top + wide + thumb / 2, way = track - thumb;
          return { wide, start, way, x: b.right - wide / 2,
            now: start + way * s.scrollTop / (s.scrollHeight - s.clientHeight) }; }""")
        assert bar["wide"] >= 6, f"the scrollbar is {bar['wide']} pixels wide: no thumb to drag"
        self.page.mouse.move(bar["x"], bar["now"])
        self.page.mouse.down()
        self.page.mouse.move(bar["x"], bar["start"] + bar["way"] * part, steps=8)
        # No hand lets go in the same frame; and a busy browser drops a move, which a hand repeats.
        self.frames()
        self.page.mouse.move(bar["x"], bar["start"] + bar["way"] * part)
        self.frames()
        if not hold:
            self.page.mouse.up()

    def fail_and_retry(self):
        """Once photos were refused so often that the page waits before it asks again, one who
        does not want to wait need not."""
        end = time.monotonic() + 20
        while self.refused < 3:
            assert time.monotonic() < end, "the page does not ask again by itself"
            self.page.wait_for_timeout(20)
        self.server.set()
        asked = self.asked
        self.button("Retry").first.click()
        self.page.wait_for_timeout(1000)
        assert self.asked > asked, "Retry does not ask at once"

    def button(self, name):
        return self.page.get_by_role("button", name=name)

    def slider(self, name):
        return self.page.get_by_role("slider", name=name)

    def focused(self):
        """The id of the row that has the keyboard, or None."""
        return self.page.evaluate("""() => {
          const row = document.activeElement?.closest("article[data-id]");
          return row ? Number(row.dataset.id) : null; }""")

    # What a process uses.

    def memory(self):
        """Bytes of JavaScript's heap and the number of nodes, after garbage is collected."""
        for _ in range(2):
            self.cdp.send("HeapProfiler.collectGarbage")
        heap = self.cdp.send("Runtime.getHeapUsage")
        return heap["usedSize"], self.cdp.send("Memory.getDOMCounters")["nodes"]

    def spent(self):
        """Seconds that the page's main thread has worked, on script alone and in all. Its own
        time: it does not matter what else the machine does."""
        self.cdp.send("Performance.enable", {"timeDomain": "threadTicks"})
        found = self.cdp.send("Performance.getMetrics")["metrics"]
        found = {metric["name"]: metric["value"] for metric in found}
        return found["ScriptDuration"], found["TaskDuration"]


def covered(screen, start, end):
    """How much of what is between two rows the headers of days are, with their margins."""
    return sum(bottom - top + SPACING for top, bottom in screen["days"] if start - JUMP < top and bottom < end + JUMP)


class FeedCase(unittest.TestCase):
    """A test with a feed of its own, of a server of `items` photos. Tests share servers, and leave
    what they insert."""

    items = MILLION
    servers = {}

    def setUp(self):
        if self.items not in self.servers:
            self.servers[self.items] = Server(self.items, "--seed", str(SEED))
        self.server = self.servers[self.items]
        self.server.set()

    def open(self, *words, **options):
        feed = Feed(self.server, *words, **options)
        # In this order: the screen first, then the page goes.
        self.addCleanup(feed.close)
        self.addCleanup(self.look_back, feed)
        feed.settle()
        feed.point()
        return feed

    def unsettled(self, query):
        """A feed that has just begun to load."""
        return Feed(self.server, query)

    def look_back(self, feed):
        if SHOTS:
            feed.page.screenshot(path=os.path.join(SHOTS, f"{self._testMethodName}.png"))
        self.assertEqual(feed.errors, [], "the console has errors")

    # Assertions on what is on the screen.

    def check(self, feed, screen=None, order=-1, images=True):
        """At rest: no hole, no blank row, each row once, in order, none left out, each with what
        belongs to it."""
        screen = screen or feed.settle()
        rows, made = screen["rows"], screen["made"]
        self.assertTrue(rows, "nothing is on the screen")
        self.assertEqual(len(made), len(set(made)), f"a row is there twice: {sorted(made)}")
        self.assertEqual(screen["strangers"], 0, "rows on the screen that are no photo's")
        if screen["lanes"]:
            self.check_lanes(screen)
            self.check_texts(sorted(rows, key=lambda row: row["position"]), order, images, others=True)
            return
        first, last = rows[0], rows[-1]
        if first["position"] > 1:
            self.assertLess(first["top"] - covered(screen, screen["top"], first["top"]), screen["top"] + GAP, f"a hole above row {first['id']}")
        if last["position"] < last["size"]:
            self.assertGreater(last["bottom"], screen["bottom"] - GAP,
                               f"a hole below row {last['id']}")
        gaps = []
        for one, next_one in zip(rows, rows[1:]):
            self.assertEqual(next_one["position"], one["position"] + 1, "aria-posinset")
            self.assertEqual(next_one["size"], one["size"], "aria-setsize")
            if abs(next_one["top"] - one["top"]) < JUMP:
                self.assertGreater(next_one["left"], one["right"] - JUMP, f"row {next_one['id']} is over another")
                continue
            between = next_one["top"] - one["bottom"] - covered(screen, one["bottom"], next_one["top"])
            self.assertTrue(-JUMP < between < GAP,
                            f"{between} pixels between rows {one['id']} and {next_one['id']}")
            gaps.append(between)
        self.assertLess(max(gaps, default=0) - min(gaps, default=0), JUMP,
                        f"rows unevenly apart: {gaps}")
        self.check_texts(rows, order, images)

    def check_lanes(self, screen):
        """The same in each lane, which may end before the header of a day."""
        lanes, days = {}, screen["days"]
        for row in sorted(screen["rows"], key=lambda row: row["position"]):
            lanes.setdefault(round(row["left"]), []).append(row)
        for rows in lanes.values():
            for one, next_one in zip(rows, rows[1:]):
                between = next_one["top"] - one["bottom"]
                is_apart = any(one["bottom"] - JUMP < top and bottom < next_one["top"] + JUMP for top, bottom in days)
                self.assertTrue(-JUMP < between and (is_apart or between < GAP),
                                f"{between} pixels between rows {one['id']} and {next_one['id']} of a lane")
            first, last = rows[0], rows[-1]
            if first["position"] > 1 and not any(top < first["top"] for top, _ in days):
                self.assertLess(first["top"], screen["top"] + GAP, f"a hole above row {first['id']}")
            if last["position"] < last["size"] and not any(top > last["top"] for top, _ in days):
                self.assertGreater(last["bottom"], screen["bottom"] - GAP, f"a hole below row {last['id']}")

    def check_texts(self, rows, order, images, others=False):
        ids = [row["id"] for row in rows]
        low, high = min(ids), max(ids)
        kept = self.server.query("SELECT id, title, body, 1.0 * width / height FROM photos "
                                 "WHERE id BETWEEN ? AND ? ORDER BY id", low, high)
        if others:
            # Between them are some of other lanes, which are not on the screen.
            kept = [row for row in kept if row[0] in ids]
        self.assertEqual(ids, [id for id, *_ in kept][::order], "the rows there are, in order")
        for row, (id, title, body, shape) in zip(rows, kept[::order]):
            self.assertEqual(row["title"], title, f"row {id}")
            self.assertIn(body.split()[0], row["text"], f"row {id} has another's text")
            self.assertIn(" ".join(body.split()), " ".join(row["text"].split()), f"row {id}")
            if images:
                self.assertTrue(row["image"] and row["image"]["shown"], f"row {id} has no picture")
                self.assertAlmostEqual(row["image"]["shape"], shape, delta=0.02,
                                       msg=f"row {id} has another's picture")
                if "/images/" in row["image"]["source"]:
                    self.assertRegex(row["image"]["source"], rf"/images/{id}(\?|$)", f"row {id}")

    def hold(self, feed, act, frames=40, row=None):
        """What is read does not move by more than a pixel in any frame, whatever `act` does."""
        row = row or feed.reader()
        feed.page.evaluate("watch.start()")
        act()
        feed.frames(frames)
        self.check_held(feed.page.evaluate("watch.stop()"), row["id"], {row["top"]})

    def check_held(self, frames, id, tops):
        self.assertGreater(len(frames), 0, "no frame was seen")
        for number, frame in enumerate(frames):
            top = next((top for other, _, top, _ in frame["rows"] if other == id), None)
            self.assertIsNotNone(top, f"row {id} is not on the screen in frame {number}")
            self.assertTrue(any(abs(top - wanted) <= JUMP for wanted in tops),
                            f"row {id} is at {top:.1f} in frame {number}, not at {sorted(tops)}")

    def step(self, feed, distance):
        """One step of the wheel moves what is read by just that, in one frame, with none before
        or after it in which it is anywhere else."""
        screen = feed.screen()
        # The row of which most is on the screen both before and after.
        row = max(screen["rows"], key=lambda row: min(
            min(row["bottom"] - moved, screen["bottom"]) - max(row["top"] - moved, screen["top"])
            for moved in (0, distance)))
        feed.page.evaluate("watch.start()")
        feed.wheel(distance)
        for _ in range(20):
            feed.frames(2)
            top = feed.top_of(row["id"])
            if top is not None and abs(top - row["top"]) > JUMP:
                break
        feed.frames(3)
        frames = feed.page.evaluate("watch.stop()")
        self.check_held(frames, row["id"], {row["top"], row["top"] - distance})
        self.check_held(frames[-1:], row["id"], {row["top"] - distance})

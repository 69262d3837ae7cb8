"""What is tried in Chromium, Firefox and WebKitGTK: situations of a page, and what was seen of each."""

import functools
import http.server
import sys
import threading
import unittest

import browsers
from feed import REPOSITORY
from test_list import Files

#: What these may be, in pixels. Of all else, which is counted, there may be none.
TOLERANCE = 0.5
PIXELS = ("jump", "blank", "start", "end", "ends", "anchor", "off", "gap", "apart")
PAGE = "/Tests/Checks/Web/list.html"

#: Looks at every frame after it was laid out. What moves rows but the reader's scrolling is a jump; what is
#: between rows, or between them and the ends of the viewport, is blank.
WATCH = """
  window.look = () => {
    const { scroller, isHorizontal, list } = test;
    const rows = test.seen();
    const length = isHorizontal ? scroller.clientWidth : scroller.clientHeight;
    const edges = [...rows.flatMap(({ start, end }) => [start, end])];
    if (rows[0]?.index !== 0) edges.unshift(0);
    else edges.shift();
    if (rows.at(-1)?.index !== list.count - 1) edges.push(length);
    else edges.pop();
    let blank = rows.length ? 0 : length;
    for (let at = 0; at + 1 < edges.length; at += 2) blank = Math.max(blank, edges[at + 1] - edges[at]);
    return { rows, blank, place: test.place(), written: test.written };
  };
  window.watch = () => {
    const frames = [];
    let isOver = false;
    const go = () => {
      if (isOver) return;
      setTimeout(() => frames.push(look()));
      requestAnimationFrame(go);
    };
    go();
    window.watched = () => {
      isOver = true;
      let [jump, moved] = [0, 0];
      for (let at = 1; at < frames.length; at++) {
        const [before, after] = [frames[at - 1], frames[at]];
        const scrolled = after.place - before.place - (after.written - before.written);
        moved += Math.abs(scrolled);
        for (const { number, start } of after.rows) {
          const row = before.rows.find((it) => it.number === number);
          if (row) jump = Math.max(jump, Math.abs(start - row.start + scrolled));
        }
      }
      return { jump, moved, blank: Math.max(...frames.map(({ blank }) => blank)) };
    };
  };
  /** When nothing has moved for so long. */
  window.calm = async (milliseconds = 300) => {
    let [place, since] = [NaN, performance.now()];
    while (performance.now() - since < milliseconds) {
      await test.frame();
      if (place !== test.place()) [place, since] = [test.place(), performance.now()];
    }
  };
  window.paint = () => new Promise(requestAnimationFrame);
  /** By how much both ends of the list are off the viewport's, at the start or at the end. */
  window.off = (isEnd) => {
    const rows = test.made();
    const { scroller, isHorizontal, list } = test;
    const length = isHorizontal ? scroller.clientWidth : scroller.clientHeight;
    const row = rows.find(({ index }) => index === (isEnd ? list.count - 1 : 0));
    return row ? Math.abs(isEnd ? row.end - length : row.start) : 999;
  };
  /** Rows of text, the longer the narrower they are. */
  window.texts = { update: undefined, render(index) {
    const element = document.createElement('div');
    element.dataset.number = test.items[index];
    element.textContent = 'so many words '.repeat(3 + (index * 37) % 13);
    return element; } };
"""

SITUATIONS = []


class NotRun(unittest.SkipTest):
    """What a browser here does not do."""


def situation(words):
    """Adds a situation: a function that returns what was seen in a browser, each figure to be nothing."""
    def add(function):
        SITUATIONS.append((words, function))
        return function
    return add


class Page:
    """The list's page in a browser."""

    def __init__(self, browser, address):
        self.address, self.density = address, 1
        self.use(browser)

    def use(self, browser):
        self.browser = browser
        self.run, self.press, self.wheel = browser.run, browser.press, browser.wheel

    def open(self, page=PAGE):
        self.browser.open(self.address + page)
        self.browser.resize(600, 560, self.density)
        self.run("while (!window.isReady) await new Promise((go) => setTimeout(go, 20));" + WATCH)

    def begin(self, options="{}", surroundings="{}", at=None):
        self.open()
        go = "" if at is None else f"test.list.scrollTo({at}, {{ align: 'start' }});"
        self.run(f"await test.begin({options}, {surroundings}); {go} await calm()")

    def watch(self, act):
        """What was seen while something was done, in Python or in the page, and at rest after it."""
        self.run("watch()")
        if callable(act):
            act()
        else:
            self.run(act)
        return self.run("await calm(); return watched()")

    def off(self, is_end):
        return self.run(f"return off({str(is_end).lower()})")


def only(seen, *names):
    return {name: seen[name] for name in names}


def moved(seen):
    assert seen["moved"] > 100, "nothing was scrolled"
    return only(seen, "jump", "blank")


# -- the cases --

#: What only Chromium's driver can do, in which file, and why.
NOT_RUN = {
    "a finger's fling, and edits during it": ("test_list.py", "no touch by WebDriver"),
    "a dragged thumb, and edits during it": ("test_list.py", "scroll bars over the content"),
    "the tree of a screen reader, whole": ("test_aria.py", "WebDriver tells one role and one name at a time"),
}


class Server:
    address = None

    @classmethod
    def start(cls):
        if not cls.address:
            server = http.server.ThreadingHTTPServer(
                ("127.0.0.1", 0), functools.partial(Files, directory=REPOSITORY))
            threading.Thread(target=server.serve_forever, daemon=True).start()
            cls.address = f"http://127.0.0.1:{server.server_port}"
        return cls.address


def try_in(browser, function):
    """What was seen of a situation in a browser, what was reported in the page included."""
    page = Page(browser, Server.start())
    seen = function(page)
    return {**seen, "errors": len(page.run("return errors"))}


def test_of(words, function):
    def test(self):
        try:
            seen = try_in(self.browser, function)
        except NotRun as error:
            self.skipTest(f"not run in {self.kind.__name__}: {words}: {error}")
        for name, value in seen.items():
            most = TOLERANCE if name in PIXELS else 0
            self.assertLessEqual(value, most, f"{name}: {words}")
    return test


def set_up(cls):
    cls.browser = cls.kind()


def cases(module):
    """The situations of a module as test cases, one for each browser, by their names."""
    tests = {f"test_{number:02}_{function.__name__}": test_of(words, function)
             for number, (words, function) in enumerate(SITUATIONS) if function.__module__ == module}
    return {f"In{kind.__name__}": type(f"In{kind.__name__}", (unittest.TestCase,), {
        "kind": kind, "setUpClass": classmethod(set_up), "__module__": module, **tests}) for kind in browsers.ALL}


def text_of(seen):
    """A cell of the table."""
    return ", ".join(f"{name} {round(value, 2):g}" for name, value in seen.items() if value > 0.005) or "0"


def print_table(words):
    every = [(what, function) for what, function in SITUATIONS if not words or any(it in what for it in words)]
    columns = []
    for kind in browsers.ALL:
        browser = kind()
        columns.append([])
        for what, function in every:
            print(f"{kind.__name__}: {what}", file=sys.stderr)
            try:
                columns[-1].append(text_of(try_in(browser, function)))
            except NotRun as error:
                columns[-1].append(f"not run: {error}")
            except (AssertionError, RuntimeError) as error:
                columns[-1].append(f"failed: {error}")
    print("| situation | " + " | ".join(kind.__name__ for kind in browsers.ALL) + " |")
    print("|---" * (1 + len(columns)) + "|")
    for at, (what, _) in enumerate(every):
        print(f"| {what} | " + " | ".join(column[at] for column in columns) + " |")
    for what, (file, why) in NOT_RUN.items():
        print(f"| {what} | {file} |" + f" not run: {why} |" * 2)

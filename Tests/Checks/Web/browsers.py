"""The same page in Chromium, Firefox and WebKitGTK: open it, run script in it, press keys, turn the wheel.

Firefox is driven by WebDriver BiDi, which it speaks itself, and WebKitGTK by WebDriver, which knows no wheel
but by differences: xdotool turns it. Playwright drives only Firefox and WebKit of its own builds, which
Debian has not, and Selenium's Firefox needs geckodriver.
"""

import atexit
import base64
import contextlib
import itertools
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
import zlib
from pathlib import Path

from playwright.sync_api import sync_playwright
from websockets.sync.client import connect

#: As WebDriver names keys.
KEYS = {"Home": "\ue011", "End": "\ue010", "PageUp": "\ue00e", "PageDown": "\ue00f", "ArrowUp": "\ue013",
        "ArrowDown": "\ue015", "Tab": "\ue004", "Control": "\ue009", "Space": " "}
#: Where the mouse is, from the corner of the page.
MOUSE = 200, 250


#: Of a page that is printed, in inches: 600 by 800 pixels.
PAPER = 6.25, 25 / 3


def strokes(key):
    """What is done to press a key, such as Control+c, as WebDriver has it."""
    names = [KEYS.get(name, name) for name in key.split("+")]
    return [{"type": what, "value": name} for what, all_ in (("keyDown", names), ("keyUp", names[::-1])) for name in all_]


def page_count(document):
    """How many pages a PDF has, packed or not."""
    packed = re.findall(rb"stream\r?\n(.*?)endstream", document, re.DOTALL)
    parts = [document]
    for part in packed:
        with contextlib.suppress(zlib.error):
            parts.append(zlib.decompressobj().decompress(part))
    return max(int(count) for part in parts for count in re.findall(rb"/Count (\d+)", part))


def wait_for(get, seconds=30):
    """What a function returns once it neither fails nor returns nothing."""
    end = time.monotonic() + seconds
    while True:
        try:
            if value := get():
                return value
        except (OSError, ValueError):
            pass
        if time.monotonic() > end:
            raise TimeoutError(f"nothing within {seconds} s")
        time.sleep(0.05)


def start(name, *words, **others):
    """Starts a program, which ends with the tests."""
    if not shutil.which(name):
        raise RuntimeError(f"there is no {name}: run Scripts/setup web")
    # With all that it starts, in a group of its own.
    process = subprocess.Popen([name, *words], **{"stdout": subprocess.DEVNULL, **others},
                               stderr=subprocess.DEVNULL, start_new_session=True)
    atexit.register(lambda: (os.killpg(process.pid, signal.SIGTERM), process.wait()))
    return process


def folder():
    path = tempfile.mkdtemp(prefix="web-test-")
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


def function(script):
    """What a script that has `await` and `return` in it says, as text."""
    return f"(async () => JSON.stringify(await (async () => {{ {script} }})() ?? null))()"


class Chromium:
    def __init__(self):
        playwright = sync_playwright().start()
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium") or shutil.which("google-chrome"), args=["--no-sandbox"],
            ignore_default_args=["--hide-scrollbars", "--disable-back-forward-cache"])
        atexit.register(lambda: (browser.close(), playwright.stop()))
        self.page = browser.new_page()
        self.cdp = self.page.context.new_cdp_session(self.page)

    def open(self, address):
        self.page.goto(address)

    def back(self):
        self.page.go_back(wait_until="commit")

    def reload(self):
        self.page.reload()

    def run(self, script):
        return json.loads(self.page.evaluate(function(script)))

    def resize(self, width, height, density=1):
        self.page.set_viewport_size({"width": width, "height": height})
        self.cdp.send("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": density, "mobile": False})

    def press(self, key):
        self.page.keyboard.press(key)

    def wheel(self, notches):
        self.page.mouse.move(*MOUSE)
        for _ in range(abs(notches)):
            self.page.mouse.wheel(0, 100 if notches > 0 else -100)

    def screenshot(self):
        return self.page.screenshot()

    def at_density(self, density):
        """The browser in which a pixel is so many of a screen's."""
        return self

    def print(self):
        """Prints the page; returns how many pages that are."""
        width, height = PAPER
        document = self.cdp.send("Page.printToPDF", {
            "paperWidth": width, "paperHeight": height, "printBackground": True,
            **{f"margin{side}": 0 for side in ("Top", "Bottom", "Left", "Right")}})["data"]
        return page_count(base64.b64decode(document))


class Firefox:
    def __init__(self):
        profile = folder()
        start("firefox-esr", "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0",
              "about:blank", env={**os.environ, "HOME": profile})
        port = wait_for(lambda: json.loads(Path(profile, "WebDriverBiDiServer.json").read_text())["ws_port"])
        until_exit = contextlib.ExitStack()
        atexit.register(until_exit.close)
        self.socket = until_exit.enter_context(
            connect(f"ws://127.0.0.1:{port}/session", max_size=None, proxy=None))
        self.numbers = itertools.count(1)
        self.call("session.new", capabilities={})
        self.context = self.call("browsingContext.getTree")["contexts"][0]["context"]

    def call(self, method, **words):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": words}))
        while (answer := json.loads(self.socket.recv(timeout=300))).get("id") != number:
            pass
        if answer["type"] != "success":
            raise RuntimeError(f"{method}: {answer.get('message')}")
        return answer["result"]

    def open(self, address):
        self.call("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def back(self):
        self.call("browsingContext.traverseHistory", context=self.context, delta=-1)

    def reload(self):
        self.call("browsingContext.reload", context=self.context, wait="complete")

    def run(self, script):
        answer = self.call("script.evaluate", expression=function(script), awaitPromise=True,
                           target={"context": self.context})
        if answer["type"] != "success":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def resize(self, width, height, density=1):
        self.call("browsingContext.setViewport", context=self.context,
                  viewport={"width": width, "height": height}, devicePixelRatio=density)

    def act(self, kind, *actions):
        self.call("input.performActions", context=self.context,
                  actions=[{"type": kind, "id": kind, "actions": actions}])

    def press(self, key):
        self.act("key", *strokes(key))

    def wheel(self, notches):
        x, y = MOUSE
        self.act("wheel", *[{"type": "scroll", "x": x, "y": y, "deltaX": 0,
                             "deltaY": 100 if notches > 0 else -100}] * abs(notches))

    def screenshot(self):
        return base64.b64decode(self.call("browsingContext.captureScreenshot", context=self.context)["data"])

    def at_density(self, density):
        return self

    def print(self):
        width, height = (2.54 * length for length in PAPER)
        document = self.call("browsingContext.print", context=self.context, background=True, shrinkToFit=False,
                             page={"width": width, "height": height},
                             margin={side: 0 for side in ("top", "bottom", "left", "right")})["data"]
        return page_count(base64.b64decode(document))


class WebKit:
    #: Those of other densities.
    others = {}

    def __init__(self, density=1):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        screen = start("Xvfb", "-displayfd", "1", "-screen", "0", "2000x1900x24", stdout=subprocess.PIPE)
        self.env = {**os.environ, "HOME": folder(), "DISPLAY": f":{screen.stdout.readline().decode().strip()}",
                    # It refuses to run as root without.
                    "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "GDK_SCALE": str(density)}
        start("dbus-run-session", "--", "WebKitWebDriver", f"--port={port}", env=self.env)
        self.address = f"http://127.0.0.1:{port}/session"
        browser = next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"))
        options = {"binary": str(browser), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self.address += "/" + wait_for(lambda: self.call("", **wanted))["sessionId"]
        self.call("/timeouts", script=300_000)

    def call(self, path, **words):
        data = None if path == "/screenshot" else json.dumps(words).encode()
        request = urllib.request.Request(self.address + path, data)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from error

    def open(self, address):
        self.call("/url", url=address)

    def back(self):
        self.call("/back")

    def reload(self):
        self.call("/refresh")

    def run(self, script):
        return json.loads(self.call("/execute/sync", script=f"return {function(script)}", args=[]))

    def resize(self, width, height, _=1):
        outer = self.run("return [outerWidth - innerWidth, outerHeight - innerHeight]")
        self.call("/window/rect", width=width + outer[0], height=height + outer[1])

    def press(self, key):
        # One key at a time: it drops some of several.
        self.call("/actions", actions=[{"type": "key", "id": "key", "actions": strokes(key)}])

    def wheel(self, notches):
        x, y = self.run("return [screenX, screenY + outerHeight - innerHeight]")
        subprocess.run(["xdotool", "mousemove", str(MOUSE[0] + x), str(MOUSE[1] + y), "click", "--repeat",
                        str(abs(notches)), "--delay", "30", "5" if notches > 0 else "4"], env=self.env, check=True)

    def screenshot(self):
        return base64.b64decode(self.call("/screenshot"))

    def at_density(self, density):
        # GTK 3 knows whole numbers only, from the start on.
        if density % 1:
            return None
        if density not in self.others:
            self.others[density] = WebKit(density)
        return self.others[density]

    def print(self):
        document = self.call("/print", background=True, shrinkToFit=False,
                             page=dict(zip(("width", "height"), (2.54 * length for length in PAPER))),
                             margin={side: 0 for side in ("top", "bottom", "left", "right")})
        return page_count(base64.b64decode(document))


ALL = (Chromium, Firefox, WebKit)

"""`VirtualList` of the JavaScript package in Chromium, with a real wheel, keys, scrollbar and fling."""

import asyncio
import functools
import http.server
import shutil
import sys
import threading
import time
from pathlib import Path

from playwright.async_api import async_playwright
from stage import Screen, Stage, perform

REPOSITORY = Path(__file__).resolve().parents[3]
NOTCH = 60


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words):
        pass


class WebStage(Stage):
    name = "web"
    can = frozenset({"page", "fling", "resize", "batches"})
    #: Two places that are rounded to 1/64.
    exact = 0.04

    def __init__(self, tab, cdp):
        self.tab, self.cdp = tab, cdp
        #: Edits of one turn of the app, which the list takes together.
        self.edits = []

    async def run(self, script, *arguments):
        return await self.tab.evaluate(f"(given) => client.{script}(...given)", list(arguments))

    async def start(self, count, mean=False, sticks=False, batches=()):
        await self.run("start", count, mean, sticks, list(batches))
        await self.tab.mouse.move(200, 250)

    async def settle(self):
        await self.run("edit", self.edits)
        self.edits = []
        await self.run("settle")

    async def screen(self):
        found = await self.run("screen")
        return Screen(**{**found, "rows": dict(found["rows"])})

    async def insert(self, index, keys):
        self.edits.append(["insert", index, keys])

    async def remove(self, lower, upper):
        self.edits.append(["remove", lower, upper])

    async def scroll_to(self, index, fraction):
        await self.run("scrollTo", index, fraction)

    async def resize(self, fraction):
        await self.run("resize", fraction)

    async def wheel(self, notches):
        await self.tab.mouse.wheel(0, notches * NOTCH)
        await self.frames()

    async def frames(self, count=3):
        await self.run("frames", count)

    async def thumb(self, fraction):
        await self.run("rest")
        bar = await self.run("bar")
        # From elsewhere: Chromium drags wrongly where the length has changed under a resting mouse.
        await self.tab.mouse.move(200, 250)
        await self.tab.mouse.move(bar["x"], bar["now"])
        await self.tab.mouse.down()
        end = bar["start"] + bar["way"] * fraction
        for step in range(1, 7):
            await self.tab.mouse.move(bar["x"], bar["now"] + (end - bar["now"]) * step / 6)
            await self.frames(1)
        await self.settle()
        await self.tab.mouse.up()
        await self.run("rest")
        await self.tab.mouse.move(200, 250)

    async def set_offset(self, offset):
        await self.run("rest")
        await self.run("setOffset", offset)
        await self.frames()

    async def page(self, direction):
        await self.tab.keyboard.press("PageDown" if direction > 0 else "PageUp")
        await self.frames()

    async def fling(self, direction):
        # The events say when they were: how fast the finger is does not depend on the machine.
        start = time.time()
        for step in range(8):
            height = 250 + direction * (180 - min(step, 6) * 60)
            kind = "touchStart" if step == 0 else "touchMove" if step < 7 else "touchEnd"
            await self.cdp.send("Input.dispatchTouchEvent", {
                "type": kind, "timestamp": start + step * 0.016,
                "touchPoints": [] if step == 7 else [{"x": 200, "y": height}]})
        await self.frames(6)
        await self.run("rest")

    async def shot(self, path):
        await self.tab.screenshot(path=f"{path}.png")


async def run():
    handler = functools.partial(Files, directory=REPOSITORY)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=shutil.which("chromium") or shutil.which("google-chrome"),
            args=["--no-sandbox", "--disable-smooth-scrolling"],
            ignore_default_args=["--hide-scrollbars"])
        page = await browser.new_page(viewport={"width": 420, "height": 520}, has_touch=True)
        page.on("pageerror", lambda error: print(error, file=sys.stderr))
        await page.goto(f"http://127.0.0.1:{server.server_port}/Tests/Checks/Clients/web.html")
        await page.wait_for_function("window.client")
        good = await perform(WebStage(page, await page.context.new_cdp_session(page)))
        await browser.close()
    return good


if __name__ == "__main__":
    sys.exit(not asyncio.run(run()))

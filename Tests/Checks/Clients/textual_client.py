"""Examples/Textual as a client, in a terminal without a screen: mouse and keys are Textual's own events."""

import asyncio
import sys

from host_stage import EXAMPLES, HostStage
from stage import perform
from textual.events import MouseScrollDown, MouseScrollUp
from textual.scrollbar import ScrollTo

sys.path.append(str(EXAMPLES / "Textual"))
from host_view import HostView, whole  # noqa: E402
from photos import PhotoList, Photos  # noqa: E402

WIDTH, HEIGHT = 80, 40


class TextualStage(HostStage):
    name, can, step = "textual", frozenset({"page", "fling", "frames", "resize", "batches"}), 1

    def __init__(self, app, pilot):
        self._app, self._pilot, self._bursts = app, pilot, []

    make = PhotoList

    async def shown(self, *arguments, **options):
        await self._app.query_one(HostView).remove()
        view = self.make(*arguments, **options)
        await self._app.mount(view)
        view.focus()
        await self._pilot.pause()
        return view

    async def settle(self):
        self.view.host.update()
        await self._pilot.pause()
        while self.view.is_animated:
            await asyncio.sleep(0.02)
        await self._pilot.pause(0.03 if self.view.host.latest.pending else None)

    def drawn(self):
        return self._app.screen._compositor.render_strips()

    def places(self):
        """Those rows of which all lines are on the screen that should be, in their places."""
        drawn = [strip.text for strip in self.drawn()]
        shown = self.view.host.shown
        covered = sum(frame.start + frame.extent for frame in shown.values() if frame.is_pinned)
        for slot, frame in shown.items():
            start, lines = whole(frame.start), slot.view.lines
            top = 0 if frame.is_pinned else whole(covered)
            if all(lines[y - start] in drawn[y]
                   for y in range(max(start, top), min(start + len(lines), len(drawn)))):
                yield slot.item, start, start + len(lines)

    async def wheel(self, notches):
        kind = MouseScrollDown if notches > 0 else MouseScrollUp
        for _ in range(abs(notches)):
            await self._pilot._post_mouse_events([kind], self.view, (5, 5))

    async def fling(self, direction):
        """Many notches at once, as a touchpad sends them to a terminal."""
        self._bursts = [MouseScrollDown if direction > 0 else MouseScrollUp] * 10

    async def frame(self):
        if not self._bursts:
            return None
        await self._pilot._post_mouse_events([self._bursts.pop()] * 6, self.view, (5, 5))
        return self.seen(), None

    async def thumb(self, fraction):
        """What the scroll bar says while its thumb is dragged."""
        start, end = self.view.scroll_y, fraction * self.view.max_scroll_y
        for step in range(1, 6):
            y = start + (end - start) * step / 5
            if step == 5 and fraction == 1:
                y = self.view.max_scroll_y
            self.view.vertical_scrollbar.post_message(ScrollTo(y=y, animate=False))
            await self._pilot.pause()

    async def set_offset(self, offset):
        self.view.scroll_to(y=offset, animate=False)

    async def page(self, direction):
        meant = self.paged(direction, self.view.scrollable_content_region.height)
        await self._pilot.press("pagedown" if direction > 0 else "pageup")
        return meant

    async def resize(self, fraction):
        await self._pilot.resize_terminal(round(WIDTH * fraction), HEIGHT)

    async def shot(self, path):
        self._app.save_screenshot(f"{path}.svg")


def run(stage):
    async def main():
        app = Photos()
        async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
            return await perform(stage(app, pilot))

    sys.exit(not asyncio.run(main()))


if __name__ == "__main__":
    run(TextualStage)

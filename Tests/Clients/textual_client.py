"""A list in Textual: a point is a line of a terminal, and rows are text that wraps."""

import asyncio
import functools
import sys
import textwrap

from rich.segment import Segment
from textual.app import App
from textual.events import MouseScrollDown, MouseScrollUp
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollTo
from textual.strip import Strip

import scenarios
from kit import Client, text_of, whole


@functools.cache
def wrapped(key, width):
    return textwrap.wrap(text_of(key), width)


class ListView(ScrollView):
    DEFAULT_CSS = "ListView { overflow-y: scroll; overflow-x: hidden; }"
    _is_own = False

    def __init__(self, count):
        super().__init__()
        self.client = Client(lambda key: len(self._lines(key)), count, estimate=2, quantum=1)
        self._drawn = []

    def _lines(self, key):
        return wrapped(key, self.client.width - 14)

    def on_resize(self, event):
        self.lay_out()

    def watch_scroll_y(self, old, new):
        super().watch_scroll_y(old, new)
        if not self._is_own and new != self.client.offset:
            # A thumb stops between lines, but what is drawn does not.
            self.client.scrolled(whole(new))
            self.lay_out()

    def lay_out(self):
        width, height = self.scrollable_content_region.size
        if height == 0:
            return
        # By line on screen, the row there and which of its lines that is.
        self._drawn = [(key, line - whole(place)) for key, place, extent in
                       self.client.frame(width, height)
                       for line in range(whole(place), whole(place + extent)) if 0 <= line < height]
        self._is_own = True
        self.virtual_size = Size(width, round(self.client.scroll_length))
        self.scroll_target_y = self.scroll_y = round(self.client.offset)
        self._is_own = False
        self.refresh()

    def render_line(self, y):
        width = self.scrollable_content_region.width
        if y >= len(self._drawn):
            return Strip.blank(width)
        key, line = self._drawn[y]
        lines = self._lines(key)
        text = f"{key:>6} {line:>2}/{len(lines):>2}: {lines[line]}"
        return Strip([Segment(text.ljust(width))], width)


class ListApp(App):
    def __init__(self):
        super().__init__()
        self.view = ListView(10_000)

    def compose(self):
        yield self.view


class Stage:
    name = "textual"

    def __init__(self, app, pilot, shots):
        self._app, self._pilot, self._shots, self._view = app, pilot, shots, app.view
        self.client, self.layout = self._view.client, self._view.lay_out

    async def set_value(self, value):
        self._view.scroll_to(y=value, animate=False)

    @property
    def length(self):
        return self._view.scrollable_content_region.height

    @property
    def value(self):
        return self._view.scroll_y

    @property
    def highest(self):
        return self._view.max_scroll_y

    def rows(self):
        """Read off the screen: each line says of which row it is, and which line of how many."""
        found = {}
        for y, strip in enumerate(self._app.screen._compositor.render_strips()):
            words = strip.text[:12].replace("/", " ").replace(":", " ").split()
            if len(words) == 3:
                key, line, count = map(int, words)
                start = y - line
                if found.setdefault(key, (start, start + count)) != (start, start + count):
                    raise ValueError(f"the lines of row {key} are not in order")
        return found

    async def settle(self):
        await self._pilot.pause()

    async def wheel(self, notches):
        kind = MouseScrollDown if notches > 0 else MouseScrollUp
        for _ in range(abs(notches)):
            await self._pilot._post_mouse_events([kind], self._view, (5, 5))

    async def thumb(self, fraction):
        """What the scroll bar says while its thumb is dragged."""
        start, end = self.value, fraction * self.highest
        for step in range(1, 6):
            y = start + (end - start) * step / 5
            if step == 5 and fraction == 1:
                y = self.highest
            self._view.vertical_scrollbar.post_message(ScrollTo(y=y, animate=False))
            await self._pilot.pause()

    async def shot(self, name):
        if self._shots:
            self._app.save_screenshot(f"{name}.svg", self._shots)


async def main(seed, shots, only):
    app = ListApp()
    async with app.run_test(size=(80, 40)) as pilot:
        return await scenarios.perform(Stage(app, pilot, shots), seed, only)


if __name__ == "__main__":
    sys.exit(not asyncio.run(main(*scenarios.arguments())))

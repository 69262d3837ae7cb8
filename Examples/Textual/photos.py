"""A hundred thousand photos in a terminal, with Textual: a point is a line, and text wraps."""

import math
import sys
import textwrap
from pathlib import Path

try:
    from rich.segment import Segment
    from rich.style import Style
    from textual.app import App
    from textual.geometry import Size
    from textual.scroll_view import ScrollView
    from textual.strip import Strip
except ImportError:
    sys.exit("Textual is missing: pip install textual")
sys.path.append(str(Path(__file__).parents[1] / "Toolkits"))
from photo_source import COUNT, Server, footer, is_header, picture_of, pictures, text_of
from rangecore import ListHost, Viewport

COLUMNS, LINES = 10, 4
HEADER = Style(color="white", bgcolor="#3d5a80", bold=True)
FOOTER = Style(color="yellow", italic=True)
PLAIN, EMPTY = Style(), Style(bgcolor="#444444")


def whole(lines):
    """The nearest whole number; of two always the upper one, so that rows which meet do so in lines."""
    return math.floor(lines + 0.5)


class Row:
    """An item, as lines of a breadth."""

    def __init__(self, slot):
        self.item, self.picture, self.breadth = slot.item, None, 0
        self.is_photo = isinstance(self.item, int) and not is_header(self.item)
        self.style = PLAIN if self.is_photo else HEADER if is_header(self.item) else FOOTER

    def wrap(self, breadth):
        self.breadth, room = breadth, breadth - (COLUMNS + 4 if self.is_photo else 2)
        self.lines = textwrap.wrap(text_of(self.item), room)
        if self.is_photo:
            self.lines += [""] * max(1, LINES + 1 - len(self.lines))
        return len(self.lines)

    def draw(self, line):
        segments = [Segment(" ", self.style)]
        if self.is_photo:
            segments += [*self.pixels(line), Segment("  ")]
        segments.append(Segment(self.lines[line], self.style))
        return Strip(segments).adjust_cell_length(self.breadth, self.style)

    def pixels(self, line):
        """A line of the picture, of two pixels in each character."""
        if self.picture is None or line >= LINES:
            return [Segment(" " * COLUMNS, EMPTY if line < LINES else PLAIN)]
        upper, lower = self.picture[line * 2:line * 2 + 2].tolist()
        return [Segment("▀", Style(color="#%02x%02x%02x" % (*above,), bgcolor="#%02x%02x%02x" % (*below,)))
                for above, below in zip(upper, lower)]


class PhotoList(ScrollView, can_focus=True):
    DEFAULT_CSS = "PhotoList { overflow-y: scroll; overflow-x: hidden; }"

    def __init__(self, items, fetch=None, **options):
        super().__init__()
        self.host = ListHost(self, items, estimate=6, is_header=is_header, fetch=fetch, footer=footer,
                             **options)
        self.host.updated = self.refresh
        self.pictures = pictures(COLUMNS, LINES * 2, self.host.update)
        self.pictures.attach(self.host, picture_of)

    def on_resize(self, event):
        self.host.update()

    def watch_scroll_y(self, old, new):
        super().watch_scroll_y(old, new)
        self.host.update()
        if self.is_animated:
            # It does not say when it has ended.
            self.set_timer(0.02, self.host.update)

    @property
    def is_animated(self):
        return self.app.animator.is_being_animated(self, "scroll_y")

    def on_click(self, event):
        if self.host.load().error is not None:
            self.host.retry()

    def render_line(self, y):
        # The pinned header comes last, and is above the others.
        for slot, frame in reversed(self.host.shown.items()):
            line = y - whole(frame.start)
            if 0 <= line < len(slot.view.lines):
                return slot.view.draw(line)
        return Strip.blank(self.scrollable_content_region.width)

    # == the surface of the host ==

    def read_viewport(self):
        width, height = self.scrollable_content_region.size
        return Viewport(whole(self.scroll_y), height, width, is_held=self.is_animated)

    def set_scroll(self, length, offset):
        self.virtual_size = Size(self.scrollable_content_region.width, round(length))
        if whole(self.scroll_y) != whole(offset):
            self.scroll_target_y = self.scroll_y = whole(offset)

    def make_view(self, slot):
        return Row(slot)

    def measure(self, row, breadth):
        return row.wrap(round(breadth))

    def place(self, row, frame):
        # Drawn from where the host has it. It may have been measured as another view.
        row.picture = self.pictures.get(row.item)
        if frame is not None and row.breadth != frame.breadth:
            row.wrap(round(frame.breadth))

    def recycle(self, row):
        pass

    def schedule(self, seconds, function):
        self.call_later(self.set_timer, max(seconds, 0.001), function)


class Photos(App):
    def __init__(self, make=lambda: PhotoList(range(COUNT), Server().fetch)):
        super().__init__()
        self.make = make

    def compose(self):
        yield self.make()

    def on_mount(self):
        self.query_one(PhotoList).focus()


if __name__ == "__main__":
    Photos().run()

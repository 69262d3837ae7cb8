"""A hundred thousand photos in a terminal, with Textual: a point is a line, and text wraps."""

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
from photo_source import COUNT, PhotoSurface, Server, is_header, is_photo, text_of, whole
from rangecore import Viewport

COLUMNS, LINES = 10, 4
HEADER = Style(color="white", bgcolor="#3d5a80", bold=True)
FOOTER = Style(color="yellow", italic=True)
PLAIN, EMPTY = Style(), Style(bgcolor="#444444")


class Row:
    """An item, as lines of a breadth."""

    def show_item(self, item):
        self.picture, self.breadth = None, 0
        self.style = PLAIN if is_photo(item) else HEADER if is_header(item) else FOOTER

    def wrap(self, breadth):
        self.breadth, is_tall = breadth, is_photo(self.item)
        self.lines = textwrap.wrap(text_of(self.item), breadth - (COLUMNS + 4 if is_tall else 2))
        self.lines += [""] * max(1, LINES + 1 - len(self.lines)) if is_tall else []
        return len(self.lines)

    def draw(self, line):
        picture = [*self.pixels(line), Segment("  ")] if is_photo(self.item) else []
        return Strip([Segment(" ", self.style), *picture, Segment(self.lines[line], self.style)]
                     ).adjust_cell_length(self.breadth, self.style)

    def pixels(self, line):
        """A line of the picture, of two pixels in each character."""
        if self.picture is None or line >= LINES:
            return [Segment(" " * COLUMNS, EMPTY if line < LINES else PLAIN)]
        upper, lower = self.picture[line * 2:line * 2 + 2].tolist()
        return [Segment("▀", Style(color="#%02x%02x%02x" % (*above,), bgcolor="#%02x%02x%02x" % (*below,)))
                for above, below in zip(upper, lower)]


class PhotoList(PhotoSurface, ScrollView, can_focus=True):
    DEFAULT_CSS = "PhotoList { overflow-y: scroll; overflow-x: hidden; }"
    make_row = Row

    def __init__(self, items, fetch=None, **options):
        super().__init__()
        self.begin(items, fetch, COLUMNS, LINES * 2, {"estimate": 6, "offset_step": 1, **options})
        self.host.updated = self.refresh

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
        self.retry()

    def on_unmount(self):
        self.end()

    def render_line(self, y):
        # The pinned header comes last, and is above the others.
        for slot, frame in reversed(self.host.shown.items()):
            line = y - whole(frame.start)
            if 0 <= line < len(slot.view.lines):
                return slot.view.draw(line)
        return Strip.blank(self.scrollable_content_region.width)

    # == the rest of the host's surface ==

    def read_viewport(self):
        width, height = self.scrollable_content_region.size
        return Viewport(whole(self.scroll_y), height, width, is_held=self.is_animated)

    def set_scroll(self, length, offset):
        self.virtual_size = Size(self.scrollable_content_region.width, round(length))
        if whole(self.scroll_y) != whole(offset):
            self.scroll_target_y = self.scroll_y = whole(offset)

    def measure(self, row, breadth):
        return row.wrap(round(breadth))

    def place(self, row, frame):
        # Drawn from where the host has it. It may have been measured as another view.
        row.picture = self.pictures.get(row.item)
        if frame is not None and row.breadth != frame.breadth:
            row.wrap(round(frame.breadth))

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

"""A hundred thousand photos in a terminal, with Textual: a point is a line, and text wraps."""

import textwrap

from host_view import HostView, whole
from photo_source import COUNT, PhotoSurface, Server, is_header, is_photo, text_of
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.strip import Strip

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


class PhotoList(PhotoSurface, HostView):
    make_row = Row

    def __init__(self, items, fetch=None, **options):
        super().__init__()
        self.begin(items, fetch, COLUMNS, LINES * 2, {"estimate": 6, "offset_step": 1, **options})
        self.host.updated = self.refresh

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

    def measure(self, row, breadth):
        return row.wrap(round(breadth))

    def place(self, row, frame):
        # Drawn from where the host has it. It may have been measured as another view.
        row.picture = self.pictures.get(row.item)
        if frame is not None and row.breadth != frame.breadth:
            row.wrap(round(frame.breadth))


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

"""A log file of any length in a terminal, with Textual, at its end while it grows. Each line is a row, cut at the edge:
so nothing is measured, and only lines on screen are parsed.
"""

import sys
from array import array
from collections.abc import Sequence

import numpy as np
from host_view import HostView, whole
from rangecore import End, ListHost
from rich.highlighter import ReprHighlighter
from rich.text import Text
from textual.app import App
from textual.strip import Strip

PART, SECONDS = 1 << 24, 0.1
WORDS = {"bold red": ["ERROR", "FATAL", "CRITICAL"], "bold yellow": ["WARN", "WARNING"]}


class LogFile(Sequence):
    """The lines of a file; keeps where they end."""

    def __init__(self, path):
        self.file, self.ends, self.size = open(path, "rb", buffering=0), array("q"), 0

    def read(self):
        """Reads on, a part of what is new. Returns how many lines that has ended."""
        self.file.seek(self.size)
        part = np.frombuffer(self.file.read(PART), np.uint8)
        ends = np.flatnonzero(part == ord("\n")) + self.size
        self.ends.frombytes(ends.astype(np.int64).tobytes())
        self.size += len(part)
        return len(ends)

    def __len__(self):
        return len(self.ends)

    def __getitem__(self, index):
        start = self.ends[index - 1] + 1 if index > 0 else 0
        self.file.seek(start)
        return self.file.read(self.ends[index] - start).decode(errors="replace")


class LogList(HostView):
    """Shows lines, a sequence that is edited first, and then told of by the host's `insert` and `remove`."""

    highlight = ReprHighlighter()

    def __init__(self, lines, **options):
        super().__init__()
        self.rows = {}
        self.host = ListHost(self, source=lines, estimate=1, extents_are_known=True, offset_step=1, **options)
        self.host.updated = self.updated

    def updated(self):
        self.rows = {whole(frame.start): slot.view for slot, frame in self.host.shown.items()}
        self.refresh()

    def render_line(self, y):
        width = self.scrollable_content_region.width
        return self.rows[y].crop_extend(0, width, None) if y in self.rows else Strip.blank(width)

    # == the rest of the host's surface ==

    def make_view(self, slot):
        text = Text.from_ansi(slot.item.rstrip("\r").expandtabs(4))
        if not text.spans:
            self.highlight.highlight(text)
        for style, words in WORDS.items():
            text.highlight_words(words, style)
        return Strip(text.render(self.app.console), text.cell_len)

    def place(self, view, frame):
        # Drawn from where the host has it.
        pass

    def recycle(self, view):
        pass


class Log(App):
    def __init__(self, lines):
        super().__init__()
        self.lines, self.view = lines, LogList(lines)
        settings = self.view.host.list.settings
        settings.sticks[End.TAIL] = True
        self.view.host.list.settings = settings

    def compose(self):
        yield self.view

    def on_mount(self):
        self.view.focus()
        self.set_interval(SECONDS, self.follow)

    def follow(self):
        count, host = self.lines.read(), self.view.host
        if count > 0:
            host.insert(len(host.items), count)
            host.update()


if __name__ == "__main__":
    try:
        Log(LogFile(*sys.argv[1:])).run()
    except (OSError, TypeError) as error:
        sys.exit(f"usage: log.py FILE ({error})")

"""What the programs in Examples for GTK, Qt and Textual have in common, as clients."""

import sys
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[3] / "Examples"
sys.path.append(str(EXAMPLES / "Toolkits"))

from photo_source import Server  # noqa: E402
from rangecore import End  # noqa: E402
from stage import Screen, Stage  # noqa: E402


class HostStage(Stage):
    """A `PhotoList` in a window; a toolkit adds input, and where it has put the rows."""

    view, written, owed, is_writing = None, 0.0, 0.0, False

    async def start(self, count, mean=False, sticks=False, batches=(), lanes=None):
        if self.view is not None:
            self.view.host.close()
        server = Server(count, batches, delay=0.3) if batches else None
        # Means are whole numbers where the toolkit's are.
        options = {"lanes": lanes, "quantum": self.step if mean else 0}
        view = self.view = await self.shown(range(count), server and server.fetch, **options)
        settings = view.host.list.settings
        settings.uses_mean_estimate, settings.sticks[End.TAIL] = mean, sticks
        view.host.list.settings = settings
        self.written = self.owed = 0.0
        set_scroll = view.set_scroll

        def tracked(length, offset):
            before, self.is_writing = view.read_viewport().offset, True
            set_scroll(length, offset)
            self.written += view.read_viewport().offset - before
            self.is_writing = False

        redraw = view.host.updated

        def updated():
            self.owed = max(self.owed, abs(view.host.latest.pending))
            if redraw is not None:
                redraw()

        view.set_scroll, view.host.updated = tracked, updated

    async def shown(self, *arguments, **options):
        """Puts a new list into the window, and returns it."""
        raise NotImplementedError

    def places(self):
        """The items on screen as (item, start, end), as the toolkit has put their views."""
        raise NotImplementedError

    async def screen(self):
        return self.seen()

    def seen(self):
        host, rows, footer = self.view.host, {}, 0.0
        for item, start, end in self.places():
            if isinstance(item, int):
                rows[item] = start, end
            else:
                footer = end - start
        host.list.validate()
        pinned = next((slot.item for slot, frame in host.shown.items() if frame.is_pinned), None)
        viewport = self.view.read_viewport()
        highest = max(0, host.latest.scroll_length - viewport.length)
        owed, self.owed = self.owed, abs(host.latest.pending)
        return Screen(viewport.offset, highest, self.written, viewport.length, rows, pinned, footer,
                      owed, len(host.items), host.load().error is not None)

    async def insert(self, index, keys):
        self.view.host.insert(index, keys)

    async def remove(self, lower, upper):
        self.view.host.remove(lower, upper)

    async def scroll_to(self, index, fraction):
        self.view.host.scroll_to(index, fraction)

    def paged(self, direction, page):
        """How far a page key moves the list, unless it comes to an end."""
        viewport, length = self.view.read_viewport(), self.view.host.latest.scroll_length
        target = viewport.offset + direction * page
        return direction * page if 0 < target < length - viewport.length else None

"""What the programs for Textual share: the half of a host's surface that is Textual's, where a point is a line."""

import sys
from pathlib import Path

try:
    from textual.geometry import Size
    from textual.scroll_view import ScrollView
except ImportError:
    sys.exit("Textual is missing: pip install textual")
sys.path.append(str(Path(__file__).parents[1] / "Toolkits"))
from photo_source import whole
from rangecore import Viewport


class HostView(ScrollView, can_focus=True):
    """A view that scrolls with `self.host`, which a subclass makes before it is shown."""

    DEFAULT_CSS = "HostView { overflow-y: scroll; overflow-x: hidden; }"

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

    # == the host's surface ==

    def read_viewport(self):
        width, height = self.scrollable_content_region.size
        return Viewport(whole(self.scroll_y), height, width, is_held=self.is_animated)

    def set_scroll(self, length, offset):
        self.virtual_size = Size(self.scrollable_content_region.width, round(length))
        if whole(self.scroll_y) != whole(offset):
            self.scroll_target_y = self.scroll_y = whole(offset)

    def schedule(self, seconds, function):
        self.call_later(self.set_timer, max(seconds, 0.001), function)

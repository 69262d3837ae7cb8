"""A list in GTK 4: rows are labels that wrap, in a Gtk.Scrollable of its own."""

import asyncio
import subprocess
import sys
import time

import gi
for name, version in ("Graphene", "1.0"), ("Gsk", "4.0"), ("Gtk", "4.0"):
    gi.require_version(name, version)
from gi.repository import GLib, GObject, Graphene, Gsk, Gtk

import scenarios
from kit import Client, Widgets, text_of

NEVER = Gtk.ScrollablePolicy.MINIMUM


class ListView(Gtk.Widget, Gtk.Scrollable):
    hadjustment = GObject.Property(type=Gtk.Adjustment)
    hscroll_policy = GObject.Property(type=Gtk.ScrollablePolicy, default=NEVER)
    vscroll_policy = GObject.Property(type=Gtk.ScrollablePolicy, default=NEVER)
    _adjustment, _is_own = None, False

    def __init__(self, count):
        super().__init__(overflow=Gtk.Overflow.HIDDEN)
        self.client = Client(self._measure, count, estimate=30)
        self.labels = Widgets(self._make, lambda label, key: label.set_text(text_of(key)),
                              lambda label: label.set_child_visible(False))

    @GObject.Property(type=Gtk.Adjustment)
    def vadjustment(self):
        return self._adjustment

    @vadjustment.setter
    def vadjustment(self, adjustment):
        self._adjustment = adjustment
        if adjustment is not None:
            adjustment.connect("value-changed", self._scrolled)

    def _scrolled(self, adjustment):
        if not self._is_own:
            self.client.scrolled(adjustment.get_value())
            self.queue_allocate()

    def _make(self):
        label = Gtk.Label(wrap=True, xalign=0, margin_top=3, margin_bottom=3, margin_start=4)
        label.set_parent(self)
        label.set_child_visible(False)
        return label

    def _measure(self, key):
        return self.labels[key].measure(Gtk.Orientation.VERTICAL, self.client.width)[1]

    # One width a frame: with a scroll bar that comes and goes, GTK would try several.
    def do_size_allocate(self, width, height, baseline):
        rows = self.client.frame(width, height)
        self._is_own = True
        self._adjustment.configure(self.client.offset, 0, self.client.scroll_length, 20, height,
                                   height)
        self._is_own = False
        for key, place, extent in rows:
            # Not rounded: GTK draws between pixels, as its own lists do not.
            move = Gsk.Transform().translate(Graphene.Point().init(0, place))
            self.labels[key].set_child_visible(True)
            self.labels[key].allocate(width, round(extent), -1, move)
        self.labels.keep([key for key, _, _ in rows])


class Stage:
    name = "gtk"

    def __init__(self, shots):
        self._shots, self._loop = shots, GLib.MainContext.default()
        self._view = ListView(10_000)
        scroller = Gtk.ScrolledWindow(child=self._view, overlay_scrolling=False)
        scroller.set_policy(Gtk.PolicyType.NEVER, Gtk.PolicyType.ALWAYS)
        self._bar, self._adjustment = scroller.get_vscrollbar(), scroller.get_vadjustment()
        self._window = Gtk.Window(default_width=480, default_height=640, decorated=False,
                                  child=scroller)
        self._window.present()
        self.client, self.layout = self._view.client, self._view.queue_allocate
        self._until(lambda: self.client.frames > 0)

    def _until(self, is_true):
        end = time.monotonic() + 5
        while not is_true():
            if time.monotonic() > end:
                raise TimeoutError("GTK has not done it within five seconds")
            if not self._loop.iteration(False):
                time.sleep(0.001)

    def set_value(self, value):
        self._adjustment.set_value(value)

    @property
    def length(self):
        return self._view.get_height()

    @property
    def value(self):
        return self._adjustment.get_value()

    @property
    def highest(self):
        return self._adjustment.get_upper() - self._adjustment.get_page_size()

    def rows(self):
        found = {}
        for key, label in self._view.labels.items():
            if label.get_child_visible():
                bounds = label.compute_bounds(self._view)[1]
                # The margins are the label's own, but outside its bounds.
                found[key] = bounds.get_y() - 3, bounds.get_y() + bounds.get_height() + 3
        return dict(sorted(found.items(), key=lambda pair: pair[1]))

    async def settle(self):
        """Until all input has arrived, and a frame has been laid out after it."""
        self._until(lambda: not self._loop.pending())
        frames = self.client.frames
        self._view.queue_allocate()
        self._until(lambda: self.client.frames > frames)

    def _input(self, *words):
        subprocess.run(["xdotool", *map(str, words)], check=True)

    async def wheel(self, notches):
        self._input("mousemove", 100, 100)
        for _ in range(abs(notches)):
            value = self.value
            self._input("click", 5 if notches > 0 else 4)
            self._until(lambda: self.value != value)

    async def thumb(self, fraction):
        """Presses the thumb where it is, and moves it there, past the ends of its track."""
        track = self._bar.get_first_child()
        while not isinstance(track, Gtk.Range):
            track = track.get_first_child()
        start, end = track.get_slider_range()
        room = self.length - (end - start)
        x, y = self._bar.translate_coordinates(self._window, 5, 0)
        middle = y + (start + end) / 2
        target = y + (end - start) / 2 + fraction * (room + 80) - 40
        self._input("mousemove", round(x), round(middle), "mousedown", 1)
        await self.settle()
        for step in range(1, 6):
            place = middle + (target - middle) * step / 5
            self._input("mousemove", round(x), max(0, round(place)))
            await self.settle()
        self._input("mouseup", 1)

    async def shot(self, name):
        if self._shots:
            await self.settle()
            # From ImageMagick: this GTK cannot pass what it would draw on to Python.
            subprocess.run(["import", "-window", "root", f"{self._shots}/{name}.png"], check=True)


def main(seed, shots, only):
    Gtk.init()
    return asyncio.run(scenarios.perform(Stage(shots), seed, only))


if __name__ == "__main__":
    sys.exit(not main(*scenarios.arguments()))

"""Examples/GTK as a client, with real input from xdotool; only its finger is not. In sway it is flung."""

import ctypes
import os
import subprocess
import sys
import time

from host_stage import EXAMPLES, HostStage
from pointer import Pointer
from stage import main

sys.path.append(str(EXAMPLES / "GTK"))
from photos import Gdk, GLib, Gtk, PhotoList, window_of  # noqa: E402
from gi.repository import GObject  # noqa: E402


class GTKStage(HostStage):
    name, can = "gtk", frozenset({"touch", "page", "resize", "batches", "lanes"})
    # In sway, a compositor without a screen, whose pointer is a client; X has no fingers.
    pointer = None
    if "WAYLAND_DISPLAY" in os.environ:
        can = frozenset({"fling", "frames"})

    def __init__(self):
        Gtk.init()
        self._loop, self._window, self._painted = GLib.MainContext.default(), None, 0
        self._frames, self._own = None, [None, None]

    def made(self, *arguments, **options):
        """A new list."""
        return PhotoList(*arguments, **options)

    async def shown(self, *arguments, **options):
        view = self.made(*arguments, **options)
        if self._window is None:
            self._window = window_of(view)
            self._scroller = self._window.get_child()
            self._window.set_decorated(False)
            self._bar, self._adjustment = None, None
            self._window.get_frame_clock().connect("after-paint", self._after_paint)
            self._scroller.get_vadjustment().connect("value-changed", self._changed)
        else:
            self._adjustment.set_value(0)
            self._scroller.set_child(view)
            view.grab_focus()
        self._bar = self._scroller.get_vscrollbar()
        self._adjustment = self._scroller.get_vadjustment()
        self._until(lambda: self.is_shown(view))
        return view

    def is_shown(self, view):
        return view.movement is not None and view.host.shown

    def is_still(self):
        return self.view.movement.is_dragged or not self.view.movement.is_held

    def _after_paint(self, _):
        self._painted += 1
        if self._frames is not None:
            before, now = self._own
            self._frames.append((self.seen(), None if None in (before, now) else now - before))
            self._own[0] = now

    def _changed(self, adjustment):
        """Where GTK itself has moved the list to in a frame, whatever the client makes of it."""
        hint = GObject.signal_get_invocation_hint(self._window.get_frame_clock())
        is_animated = hint and hint.signal_id == GObject.signal_lookup("update", Gdk.FrameClock)
        if is_animated and not self.is_writing:
            self._own[1], self._ticked = adjustment.get_value(), time.monotonic()

    def _until(self, is_true):
        end = time.monotonic() + 10
        while not is_true():
            if time.monotonic() > end:
                raise TimeoutError("GTK has not done it within ten seconds")
            if not self._loop.iteration(False):
                time.sleep(0.001)

    def seen(self):
        # It counts nothing.
        screen = super().seen()
        screen.written = None
        return screen

    async def settle(self):
        self._until(lambda: not self._loop.pending())
        self._update()
        while True:
            painted = self._painted
            self.view.queue_allocate()
            self._until(lambda: self._painted > painted)
            if self.is_still():
                return

    def _update(self):
        self.view.host.update()

    def places(self):
        row = self.view.get_first_child()
        while row is not None:
            if row.get_child_visible():
                bounds = row.compute_bounds(self.view)[1]
                yield row.get_child().item, bounds.get_y(), bounds.get_y() + bounds.get_height()
            row = row.get_next_sibling()

    def _input(self, *words):
        subprocess.run(["xdotool", *map(str, words)], check=True)

    def _point(self):
        if "fling" not in self.can:
            self._input("mousemove", 100, 300)
            return
        if self.pointer is None:
            self.pointer = Pointer(480, 640)
        self.pointer.move(100, 300)

    def _send(self, send, is_moving=True):
        """Sends what moves the list; again until it does, as GTK has yet to hear of a new pointer."""
        value, turn = self._adjustment.get_value(), 0.0

        def has_moved():
            nonlocal turn
            if time.monotonic() > turn:
                send()
                turn = time.monotonic() + 3
            return not is_moving or self._adjustment.get_value() != value

        self._until(has_moved)

    async def wheel(self, notches):
        self._point()
        for _ in range(abs(notches)):
            value = self._adjustment.get_value()
            end = self._adjustment.get_upper() - self._adjustment.get_page_size() if notches > 0 else 0
            if self.pointer is not None:
                self._send(lambda: self.pointer.wheel(1 if notches > 0 else -1), is_moving=value != end)
                continue
            self._input("click", 5 if notches > 0 else 4)
            if value != end:
                self._until(lambda: self._adjustment.get_value() != value)

    async def thumb(self, fraction):
        """Past the ends of the track, as a hand does."""
        track = self._bar.get_first_child()
        while not isinstance(track, Gtk.Range):
            track = track.get_first_child()
        start, end = track.get_slider_range()
        room = self.view.get_height() - (end - start)
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

    async def set_offset(self, offset):
        self._adjustment.set_value(offset)

    async def page(self, direction):
        meant = self.paged(direction, self._adjustment.get_page_increment())
        value = self._adjustment.get_value()
        self._input("mousemove", 100, 300, "key", "Next" if direction > 0 else "Prior")
        if meant is not None:
            self._until(lambda: self._adjustment.get_value() != value)
        return meant

    async def resize(self, fraction):
        self._window.set_default_size(round(480 * fraction), 640)
        self._until(lambda: self._window.get_width() == round(480 * fraction))

    # What the gesture's handlers and the scrolled window do; a virtual screen has no touch.
    async def touch(self):
        self._finger = self._adjustment.get_value()
        self.view.movement.touch(True)

    async def drag(self, distance):
        # From where it began, whatever the client has set meanwhile.
        self._finger += distance
        self._adjustment.set_value(self._finger)

    async def lift(self):
        self.view.movement.touch(False)

    async def fling(self, direction):
        """Fingers that rest before they are lifted fling nothing, as on a busy machine: then again."""
        self._point()
        for _ in range(10):
            for _ in range(4):
                # Its speed is that of events which have arrived one by one.
                self._send(lambda: self.pointer.swipe(30 * direction))
            self.pointer.lift()
            self._frames, self._own, end = [], [None, None], time.monotonic() + 1
            self._until(lambda: self._own[1] is not None or time.monotonic() > end)
            if self._own[1] is not None:
                return
        raise TimeoutError("GTK has not been flung in ten attempts")

    async def frame(self):
        self._until(lambda: self._frames or (time.monotonic() - self._ticked > 0.3 and self.is_still()))
        if self._frames:
            return self._frames.pop(0)
        self._frames = None

    async def shot(self, path):
        if self.pointer is None:
            subprocess.run(["import", "-window", "root", f"{path}.png"], check=True)


class LibraryStage(GTKStage):
    """A list of another language, in a library within this process."""

    def __init__(self, library):
        super().__init__()
        style = Gtk.CssProvider()
        style.load_from_data(b".row { padding: 12px; border-bottom: 1px solid #8884; }")
        Gtk.StyleContext.add_provider_for_display(
            Gdk.Display.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_USER)
        self._rows, self._is_touched = ctypes.CDLL(library), False

    def made(self):
        """What the scrolled window has at first."""
        return Gtk.Box()

    def is_shown(self, view):
        return view.get_height() > 0

    def paged(self, direction, page):
        it = self._adjustment
        target = it.get_value() + direction * page
        return direction * page if 0 < target < it.get_upper() - it.get_page_size() else None

    async def touch(self):
        self._finger, self._is_touched = self._adjustment.get_value(), True
        self._touch(True)

    async def lift(self):
        self._is_touched = False
        self._touch(False)


if __name__ == "__main__":
    main(GTKStage())

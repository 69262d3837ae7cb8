"""Examples/C/GTK as a client: its list, from a library that `run` has built, in GTK's own process."""

import ctypes
import os
import subprocess
import time

from gtk_client import GTKStage
from photos import Gdk, Gtk
from stage import Screen, main

STYLE = ".row { padding: 12px; border-bottom: 1px solid #8884; }"


class CStage(GTKStage):
    name, can = "gtk-c", frozenset({"touch", "page", "resize"})

    def __init__(self):
        super().__init__()
        style = Gtk.CssProvider()
        style.load_from_data(STYLE.encode())
        Gtk.StyleContext.add_provider_for_display(
            Gdk.Display.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_USER)
        self._rows = ctypes.CDLL(os.environ["ROWS"] + ".so")
        self._rows.stage_read.restype = ctypes.c_char_p
        self._rows.row_list_new.restype = ctypes.c_void_p

    def made(self):
        """What the scrolled window has at first."""
        return Gtk.Box()

    async def start(self, count, mean=False, sticks=False, batches=()):
        if self._window is None:
            await self.shown()
        self._rows.stage_set(mean, sticks)
        self._adjustment.set_value(0)
        # A wrapper's hash is the address of its object.
        self._list = ctypes.c_void_p(self._rows.row_list_new(ctypes.c_void_p(hash(self._scroller))))
        await self.insert(0, range(count))
        self.view = self._scroller.get_child()
        self.view.grab_focus()
        self._until(lambda: self.is_shown(self.view))

    def is_shown(self, view):
        return view.get_height() > 0

    def _figures(self):
        figures = (ctypes.c_double * 3)()
        wrong = self._rows.stage_read(figures)
        if wrong is not None:
            raise AssertionError(wrong.decode())
        return figures

    async def settle(self):
        self._until(lambda: not self._loop.pending())
        while True:
            painted = self._painted
            self.view.queue_allocate()
            self._until(lambda: self._painted > painted)
            if self._is_touched or not self._rows.stage_is_held():
                return

    def places(self):
        for row in self.view:
            bounds = row.compute_bounds(self.view)[1]
            yield int(row.get_text().split(".")[0]), bounds.get_y(), bounds.get_y() + bounds.get_height()

    async def screen(self):
        rows = {key: place for key, *place in self.places()}
        written, owed, count = self._figures()
        it = self._adjustment
        return Screen(it.get_value(), it.get_upper() - it.get_page_size(), written,
                      self.view.get_height(), rows, owed=owed, count=int(count))

    async def insert(self, index, keys):
        self._rows.row_list_insert(self._list, index, keys[0], len(keys))

    async def remove(self, lower, upper):
        self._rows.row_list_remove(self._list, lower, upper)

    async def scroll_to(self, index, fraction):
        self._rows.row_list_scroll_to(self._list, index, ctypes.c_double(fraction))

    def paged(self, direction, page):
        it = self._adjustment
        target = it.get_value() + direction * page
        return direction * page if 0 < target < it.get_upper() - it.get_page_size() else None

    _is_touched = False

    async def touch(self):
        self._finger, self._is_touched = self._adjustment.get_value(), True
        self._rows.row_list_touch(self._list, True)

    async def lift(self):
        self._is_touched = False
        self._rows.row_list_touch(self._list, False)


def try_program():
    """Presses the buttons of the program itself, which ends at the first warning."""
    def list_of():
        return subprocess.run(["import", "-window", "root", "-crop", "450x560+0+70", "rgb:-"],
                              check=True, capture_output=True).stdout

    def changed(before, *words):
        subprocess.run(["xdotool", *map(str, words)], check=True, stdout=subprocess.DEVNULL, timeout=60)
        end = time.monotonic() + 10
        while (now := list_of()) == before:
            assert time.monotonic() < end, f"nothing has changed after {words}"
        time.sleep(0.5)
        return list_of()

    program = subprocess.Popen([os.environ["ROWS"]])
    try:
        start = changed(list_of(), "search", "--sync", "--onlyvisible", "--name", "^Rows$")
        middle = changed(start, "mousemove", 190, 25, "click", 1)
        subprocess.run(["xdotool", "mousemove", "70", "25", "click", "1"], check=True)
        time.sleep(1)
        assert list_of() == middle, "rows have moved when others were inserted above"
        assert program.poll() is None, "the program has ended"
    finally:
        program.terminate()
        program.wait()


try_program()
main(CStage())

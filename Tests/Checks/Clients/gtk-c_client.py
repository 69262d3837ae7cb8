"""Examples/C/GTK as a client: its list, from a library that `run` has built, in GTK's own process."""

import ctypes
import os
import subprocess
import time

from gtk_client import GTKStage, LibraryStage
from photos import Gtk
from stage import Screen, main


class CStage(LibraryStage):
    name, can = "gtk-c", GTKStage.can - {"batches", "lanes"}

    def __init__(self):
        super().__init__(os.environ["ROWS"] + ".so")
        self._rows.stage_read.restype = ctypes.c_char_p
        self._rows.rows_new.restype = ctypes.c_void_p
        self._rows.rc_gtk_list_get_movement.restype = ctypes.c_void_p

    async def start(self, count, mean=False, sticks=False, batches=()):
        if self._window is None:
            await self.shown()
        self._rows.stage_set(mean, sticks)
        self._adjustment.set_value(0)
        self._numbers = Gtk.StringList.new([str(it) for it in range(count)])
        # A wrapper's hash is the address of its object.
        self._list = ctypes.c_void_p(self._rows.rows_new(ctypes.c_void_p(hash(self._numbers))))
        self._rows.gtk_scrolled_window_set_child(ctypes.c_void_p(hash(self._scroller)), self._list)
        self.view = self._scroller.get_child()
        self.view.grab_focus()
        self._until(lambda: self.is_shown(self.view))

    def _figures(self):
        figures = (ctypes.c_double * 2)()
        wrong = self._rows.stage_read(figures)
        if wrong is not None:
            raise AssertionError(wrong.decode())
        return figures

    def is_still(self):
        return self._is_touched or not self._rows.stage_is_held()

    def _update(self):
        pass

    def places(self):
        for row in filter(Gtk.Widget.get_visible, self.view):
            bounds = row.compute_bounds(self.view)[1]
            yield int(row.get_child().get_text().split(".")[0]), bounds.get_y(), bounds.get_y() + bounds.get_height()

    @property
    def is_writing(self):
        return self._rows.stage_is_writing()

    def seen(self):
        rows = {key: place for key, *place in self.places()}
        owed, count = self._figures()
        it = self._adjustment
        return Screen(it.get_value(), it.get_upper() - it.get_page_size(), None,
                      self.view.get_height(), rows, owed=owed, count=int(count))

    async def insert(self, index, keys):
        self._numbers.splice(index, 0, [str(it) for it in keys])

    async def remove(self, lower, upper):
        self._numbers.splice(lower, upper - lower, [])

    async def scroll_to(self, index, fraction):
        self._rows.rc_gtk_list_scroll_to(self._list, index, ctypes.c_double(fraction))

    def _touch(self, is_touched):
        movement = self._rows.rc_gtk_list_get_movement(self._list)
        self._rows.rc_gtk_movement_touch(ctypes.c_void_p(movement), is_touched)


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


if "fling" not in CStage.can:
    try_program()
main(CStage())

"""Examples/GTKSwift as a client: its list, from a library that `run` has built, in GTK's own process."""

import ctypes
import os
import subprocess
from pathlib import Path

from gtk_client import GTKStage, LibraryStage
from photos import Gtk
from stage import Screen, main


class SwiftStage(LibraryStage):
    name, can = "gtk-swift", GTKStage.can - {"lanes"}

    def __init__(self):
        super().__init__(os.environ["GTK_STAGE"])
        self._rows.stage_start.restype = ctypes.c_void_p

    async def start(self, count, mean=False, sticks=False, batches=()):
        if self._window is None:
            await self.shown()
        self._adjustment.set_value(0)
        # A wrapper's hash is the address of its object.
        self._rows.stage_start(ctypes.c_void_p(hash(self._scroller)), count, mean, sticks,
                               (ctypes.c_int * len(batches))(*batches), len(batches))
        self.view = self._scroller.get_child()
        self.view.grab_focus()
        self._is_touched = False
        self._until(lambda: self.is_shown(self.view))

    def is_still(self):
        return self._is_touched or not self._rows.stage_flags() & 1

    @property
    def is_writing(self):
        return bool(self._rows.stage_flags() & 2)

    def _update(self):
        self._rows.stage_update()

    def places(self):
        for row in filter(Gtk.Widget.get_visible, self.view):
            bounds = row.compute_bounds(self.view)[1]
            yield int(row.get_text().split(".")[0]), bounds.get_y(), bounds.get_y() + bounds.get_height()

    def seen(self):
        rows = {key: place for key, *place in self.places()}
        figures = (ctypes.c_double * 4)()
        self._rows.stage_read(figures)
        written, owed, count, has_failed = figures
        it = self._adjustment
        return Screen(it.get_value(), it.get_upper() - it.get_page_size(), written, self.view.get_height(),
                      rows, owed=owed, count=int(count), has_failed=bool(has_failed))

    async def screen(self):
        return self.seen()

    async def insert(self, index, keys):
        self._rows.stage_insert(index, keys[0], len(keys))

    async def remove(self, lower, upper):
        self._rows.stage_remove(lower, upper)

    async def scroll_to(self, index, fraction):
        self._rows.stage_scroll_to(index, ctypes.c_double(fraction))

    async def resize(self, fraction):
        """Hidden meanwhile, as behind a tab."""
        self._scroller.set_visible(False)
        await super().resize(fraction)
        self._until(lambda: not self.view.get_mapped())
        self._scroller.set_visible(True)
        self._until(self.view.get_mapped)

    def _touch(self, is_touched):
        self._rows.stage_touch(is_touched)


def try_program():
    """Goes to the end of the program's list, where the first batch fails and others come; a task tells how many."""
    def search(title):
        subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--name", title],
                       check=True, stdout=subprocess.DEVNULL, timeout=60)

    program = subprocess.Popen([Path(__file__).parents[3] / ".build/clients/debug/rows"])
    try:
        search("^10000 rows")
        subprocess.run(["xdotool", "mousemove", "100", "300", "key", "End"], check=True)
        search("^100[2-9]0 rows")
        assert program.poll() is None, "the program has ended"
    finally:
        program.terminate()
        program.wait()


if "fling" not in SwiftStage.can:
    try_program()
main(SwiftStage())

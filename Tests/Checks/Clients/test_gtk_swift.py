"""What the list of Examples/GTKSwift tells assistive technology, over AT-SPI."""

import ctypes
import io
import json
import os
import subprocess
import sys
import unittest

from bus import have_a_bus

have_a_bus(G_DEBUG="fatal-warnings")

from rangecore.gtk import GLib, Gtk  # noqa: E402

GTK = ctypes.CDLL("libgtk-4.so.1")
GTK.gtk_test_accessible_check_relation.restype = ctypes.c_char_p


class Access(unittest.TestCase):
    def setUp(self):
        self.rows = ctypes.CDLL(os.environ["GTK_STAGE"])
        self.scroller = Gtk.ScrolledWindow()
        self.window = Gtk.Window(child=self.scroller, default_width=480, default_height=640)
        # A wrapper's hash is the address of its object.
        self.rows.stage_start(ctypes.c_void_p(hash(self.scroller)), 1000, False, False, None, 0)
        self.window.present()

    def told(self):
        """The numbers of the rows that are told of, once that does not change any more."""
        before, now = None, []
        while now != before or not now:
            child = subprocess.Popen(["/usr/bin/python3", "-B", "tree.py"], stdout=subprocess.PIPE)
            while child.poll() is None:
                GLib.MainContext.default().iteration(False)
            self.assertEqual(child.returncode, 0)
            with child.stdout as file:
                before, now = now, json.load(file)
        self.assertEqual({role for role, *_ in now}, {"list item"})
        return [int(name.split(".")[0]) for _, name, *_ in now]

    def check(self, items):
        """Rows are told of in the order of the list, each as which of how many it is."""
        told = self.told()
        first = items.index(told[0])
        self.assertEqual(told, items[first:first + len(told)])
        self.assertGreater(len(told), 5)
        relation, children = Gtk.AccessibleRelation, filter(Gtk.Widget.get_visible, self.scroller.get_child())
        for number, row in zip(told, children):
            self.assertEqual(int(row.get_text().split(".")[0]), number)
            for which, value in (relation.POS_IN_SET, items.index(number) + 1), (relation.SET_SIZE, len(items)):
                self.assertIsNone(GTK.gtk_test_accessible_check_relation(ctypes.c_void_p(hash(row)), int(which), value))

    def test_rows_are_items_of_a_list_at_their_places(self):
        items = list(range(1000))
        self.check(items)
        for offset in 9000, 3000:
            self.scroller.get_vadjustment().set_value(offset)
            self.check(items)
        self.rows.stage_insert(0, 1000, 20)
        items[:0] = range(1000, 1020)
        self.check(items)
        self.rows.stage_remove(5, 15)
        del items[5:15]
        self.check(items)


told = io.StringIO()
result = unittest.TextTestRunner(told).run(unittest.defaultTestLoader.loadTestsFromTestCase(Access))
print(f"gtk-swift access: {result.testsRun} tests of roles and places")
if not result.wasSuccessful() or not result.testsRun:
    sys.exit(told.getvalue())

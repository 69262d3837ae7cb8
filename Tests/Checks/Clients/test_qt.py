"""What Examples/Qt tells assistive technology, over AT-SPI."""

import io
import json
import subprocess
import sys
import unittest

from bus import have_a_bus

have_a_bus(QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1")

from host_stage import EXAMPLES  # noqa: E402
from PySide6.QtCore import QEvent  # noqa: E402
from PySide6.QtGui import QAccessible  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

sys.path.append(str(EXAMPLES / "Qt"))
from photos import PhotoList, text_of  # noqa: E402


class Access(unittest.TestCase):
    def setUp(self):
        self.answers = []
        self.view = PhotoList(range(1000), lambda end, count: self.answers.pop())
        self.view.resize(480, 640)
        self.view.show()

    def tearDown(self):
        self.view.close()
        self.view.deleteLater()
        app.sendPostedEvents(None, QEvent.DeferredDelete)

    def told(self):
        """The children of the list, as (role, name, place)."""
        app.processEvents()
        self.view.host.update()
        child = subprocess.Popen(["/usr/bin/python3", "-B", "tree.py"], stdout=subprocess.PIPE)
        while child.poll() is None:
            app.processEvents()
        self.assertEqual(child.returncode, 0)
        with child.stdout as file:
            return [(role, name, place) for role, name, _, place in json.load(file)]

    def test_rows_are_items_of_a_list_at_their_places(self):
        self.view.host.scroll_to(507, 0)
        told, items = self.told(), self.view.host.items
        # The header that is pinned is a row, too.
        self.assertEqual([place for _, _, place in told][:3], [500, 506, 507])
        self.assertEqual(told, [("list item", text_of(items[place]), place) for _, _, place in told])
        self.view.host.insert(0, range(2000, 2003))
        self.assertEqual(self.told(), [(role, name, place + 3) for role, name, place in told])
        self.assertEqual(QAccessible.queryAccessibleInterface(self.view).childCount(), 1003)

    def test_a_footer_comes_after_the_last_item(self):
        self.view.host.scroll_to(999, 1)
        while self.view.host.load().error is None:
            app.processEvents()
        self.view.verticalScrollBar().setValue(10**9)
        role, name, place = self.told()[-1]
        self.assertEqual((role, name[:5], place), ("list item", "Sorry", 1000))

    def test_a_place_on_screen_is_that_of_a_row(self):
        self.view.host.scroll_to(507, 0)
        self.told()
        access = QAccessible.queryAccessibleInterface(self.view)
        row = access.child(508)
        self.assertIs(access.childAt(row.rect().center().x(), row.rect().center().y()), row)
        self.assertEqual((access.indexOfChild(row), row.parent() is access), (508, True))
        self.assertIsNone(access.child(3))


# Begins the bus that Qt asks for when it starts.
subprocess.run(["dbus-send", "--print-reply", "--dest=org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus.GetAddress"],
               check=True, stdout=subprocess.DEVNULL)
app = QApplication(["access"])
told = io.StringIO()
result = unittest.TextTestRunner(told).run(unittest.defaultTestLoader.loadTestsFromTestCase(Access))
print(f"qt access: {result.testsRun} tests of roles and places")
if not result.wasSuccessful() or not result.testsRun:
    sys.exit(told.getvalue())

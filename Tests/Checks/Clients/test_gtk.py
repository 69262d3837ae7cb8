"""What a list in GTK tells assistive technology, how it is used by the keyboard, and that it follows a model.

test_gtk.py gtk|gtk-c: that of the Python package, or that in C. Over AT-SPI, and with real keys.
"""

import ctypes
import io
import json
import os
import re
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

from bus import have_a_bus

have_a_bus(G_DEBUG="fatal-warnings")

from rangecore import End  # noqa: E402
from rangecore.gtk import GLib, Gtk, ListWidget  # noqa: E402

NAME = sys.argv.pop()
GTK = ctypes.CDLL("libgtk-4.so.1")
GTK.gtk_test_accessible_check_relation.restype = ctypes.c_char_p


def texts(numbers):
    return [str(it) for it in numbers]


def make_row():
    return Gtk.Label(wrap=True, xalign=0)


def show_item(row, item):
    row.set_text(f"{item.get_string()}. " + "word " * (int(item.get_string()) % 60))


class Case(unittest.TestCase):
    columns, lanes = 1, None

    def setUp(self):
        self.model = Gtk.StringList.new(texts(range(1000)))
        self.scroller = Gtk.ScrolledWindow(vexpand=True)
        if NAME == "gtk":
            self.scroller.set_child(ListWidget(self.model, make_row, show_item, columns=self.columns, lanes=self.lanes))
        else:
            rows = ctypes.CDLL(os.environ["ROWS"] + ".so")
            rows.rows_new.restype = rows.rc_gtk_list_get_engine.restype = ctypes.c_void_p
            rows.stage_set(False, False)
            # A wrapper's hash is the address of its object.
            new = ctypes.c_void_p(rows.rows_new(ctypes.c_void_p(hash(self.model))))
            engine = ctypes.c_void_p(rows.rc_gtk_list_get_engine(new))
            rows.rc_list_set_layout(engine, self.columns, ctypes.c_double(0), False)
            if self.lanes is not None:
                rows.rc_list_set_lanes(engine, self.lanes, ctypes.c_double(0), ctypes.c_double(0), False)
            GTK.gtk_scrolled_window_set_child(ctypes.c_void_p(hash(self.scroller)), new)
        self.list = self.scroller.get_child()
        self.button = Gtk.Button(label="After the list")
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        box.append(self.scroller)
        box.append(self.button)
        self.stack = Gtk.Stack()
        self.stack.add_named(box, "list")
        self.stack.add_named(Gtk.Label(label="Another page"), "other")
        self.window = Gtk.Window(child=self.stack, default_width=480, default_height=640)
        self.window.present()
        self.assertEqual(self.list.get_scale_factor(), int(os.environ.get("GDK_SCALE", 1)))
        self.wait(lambda: self.places())
        self.run_loop(0.3)

    def tearDown(self):
        self.window.destroy()
        self.run_loop(0.1)

    def run_loop(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            GLib.MainContext.default().iteration(False) or time.sleep(0.001)

    def wait(self, is_true):
        end = time.monotonic() + 10
        while not is_true():
            self.assertLess(time.monotonic(), end, "GTK has not done it within ten seconds")
            self.run_loop(0.01)

    def number(self, row):
        return int(row.get_child().get_text().split(".")[0])

    def rows(self):
        return [row for row in self.list if row.get_visible()]

    def places(self):
        """Where each item is that is on screen, from the first to the last."""
        found = {}
        for row in self.rows():
            bounds = row.compute_bounds(self.list)[1]
            if row.get_mapped() and bounds.get_y() < self.list.get_height() and (
                    bounds.get_y() + bounds.get_height() > 0):
                found[self.number(row)] = bounds.get_y()
        return found

    def focused(self):
        """The item that has the focus."""
        focus = self.window.get_focus()
        return self.number(focus) if isinstance(focus, Gtk.Overlay) else None

    def focus(self, number):
        next(row for row in self.rows() if self.number(row) == number).grab_focus()
        self.run_loop(0.1)

    def press(self, *keys):
        for key in keys:
            subprocess.run(["xdotool", "mousemove", "100", "300", "key", key], check=True)
            self.run_loop(0.2)

    def items(self):
        return [int(self.model.get_string(it)) for it in range(self.model.get_n_items())]

    def check_told(self):
        """Each row tells where its item is in the model, and those on screen are shown in its order."""
        self.run_loop(0.3)
        items, relation = self.items(), Gtk.AccessibleRelation
        for number in self.places():
            row = ctypes.c_void_p(hash(next(it for it in self.rows() if self.number(it) == number)))
            for which, value in (relation.POS_IN_SET, items.index(number) + 1), (relation.SET_SIZE, len(items)):
                told = GTK.gtk_test_accessible_check_relation(row, int(which), value)
                self.assertIsNone(told, f"row {number}: {which} is not {value}")
        shown = list(self.places())
        first = items.index(shown[0])
        self.assertEqual(shown, items[first:first + len(shown)])
        places = list(self.places().values())
        self.assertEqual(places, sorted(places))

    def tree(self):
        child = subprocess.Popen(["/usr/bin/python3", "tree.py"], stdout=subprocess.PIPE)
        while child.poll() is None:
            self.run_loop(0.02)
        self.assertEqual(child.returncode, 0)
        with child.stdout as file:
            return [it[:3] for it in json.load(file)]


class Access(Case):
    def test_a_list_of_items_with_names(self):
        found = self.tree()
        self.assertEqual({role for role, *_ in found}, {"list item"})
        numbers = [int(name.split(".")[0]) for _, name, _ in found]
        self.assertEqual(numbers, list(range(len(numbers))))
        self.assertGreater(len(numbers), 5)

    def test_rows_used_again_are_told_of_no_more(self):
        for offset in 3000, 9000, 0, 5000:
            self.scroller.get_vadjustment().set_value(offset)
            self.run_loop(0.2)
        numbers = [int(name.split(".")[0]) for _, name, _ in self.tree()]
        self.assertLessEqual(set(self.places()), set(numbers))
        self.assertEqual(sorted(set(numbers)), sorted(numbers))
        self.assertLess(max(numbers) - min(numbers), 100)

    def test_the_focus_is_told(self):
        self.focus(3)
        self.assertEqual([name.split(".")[0] for *_, name, has_focus in self.tree() if has_focus], ["3"])

    def test_which_of_how_many_through_edits(self):
        self.check_told()
        self.scroller.get_vadjustment().set_value(3000)
        self.check_told()
        self.model.splice(0, 0, texts(range(1000, 1020)))
        self.check_told()
        self.model.splice(5, 10, [])
        here = self.items().index(list(self.places())[1])
        self.model.splice(here, 2, texts([2000]))
        self.check_told()
        self.assertIn(2000, self.places())


class Keyboard(Case):
    def test_down_and_up_move_from_row_to_row(self):
        self.focus(0)
        self.press("Down", "Down", "Up")
        self.assertEqual(self.focused(), 1)
        self.press(*["Down"] * 14)
        self.assertEqual(self.focused(), 15)
        self.assertGreaterEqual(self.places()[15], 0)
        self.press("Up")
        self.assertEqual(self.focused(), 14)

    def test_the_focus_stays_out_of_sight_and_comes_back(self):
        self.focus(2)
        self.press("Next", "Next", "Next")
        self.wait(lambda: 2 not in self.places())
        self.run_loop(0.5)
        self.assertEqual(self.focused(), 2)
        self.press("Down")
        self.assertEqual(self.focused(), 3)
        self.assertIn(3, self.places())

    def test_tab_leaves_the_list_and_returns(self):
        self.focus(4)
        self.press("Tab")
        self.assertEqual(self.window.get_focus(), self.button)
        self.press("shift+Tab")
        self.assertEqual(self.focused(), 4)

    def test_the_focus_stays_with_its_item_through_edits(self):
        self.focus(4)
        self.model.splice(0, 0, texts(range(1000, 1100)))
        self.model.splice(102, 1, [])
        self.run_loop(0.3)
        self.assertEqual(self.focused(), 4)
        self.press("Down")
        self.assertEqual(self.focused(), 5)

    def test_it_is_passed_on_when_its_item_is_removed(self):
        self.focus(4)
        self.model.splice(4, 2, [])
        self.run_loop(0.3)
        self.assertEqual(self.focused(), 6)


class Hidden(Case):
    def hide_and_edit(self, hide, show):
        """What was on screen is there again, after edits above and another breadth meanwhile."""
        self.scroller.get_vadjustment().set_value(5000)
        self.run_loop(0.3)
        before = self.places()
        for width in 480, 300, 480:
            hide()
            self.wait(lambda: not self.list.get_mapped())
            self.run_loop(0.3)
            self.model.splice(0, 0, texts(range(2000, 2030)))
            self.model.splice(40, 3, [])
            self.window.set_default_size(width, 640)
            self.run_loop(0.3)
            show()
            self.wait(self.list.get_mapped)
            self.run_loop(0.5)
            after = self.places()
            if width == 480:
                self.assertEqual(list(after), list(before))
            first = next(iter(before))
            self.assertAlmostEqual(after[first], before[first], delta=0.01)

    def test_behind_another_page_of_a_stack(self):
        self.hide_and_edit(lambda: self.stack.set_visible_child_name("other"),
                           lambda: self.stack.set_visible_child_name("list"))

    def test_not_visible(self):
        for it in self.list, self.scroller:
            self.hide_and_edit(lambda it=it: it.set_visible(False), lambda it=it: it.set_visible(True))

    def test_a_list_that_is_shown_later_begins_where_it_is_to(self):
        self.stack.set_visible_child_name("other")
        self.wait(lambda: not self.list.get_mapped())
        self.model.splice(0, 1000, texts(range(500, 600)))
        self.run_loop(0.3)
        self.stack.set_visible_child_name("list")
        self.wait(lambda: 500 in self.places())
        self.assertEqual(self.places()[500], 0)


class RightToLeft(Case):
    columns = 3

    def setUp(self):
        super().setUp()
        # Also of a list that is there already.
        self.window.set_direction(Gtk.TextDirection.RTL)
        for it in self.scroller, self.list:
            it.set_direction(Gtk.TextDirection.RTL)
        self.run_loop(0.3)

    def across(self, number):
        row = next(it for it in self.rows() if self.number(it) == number)
        return row.compute_bounds(self.list)[1].get_x()

    def test_the_first_column_is_at_the_right(self):
        width = self.list.get_width()
        self.assertIn(5, self.places())
        for number in self.places():
            column = number % 3
            self.assertAlmostEqual(self.across(number), width - (column + 1) * (width / 3), delta=1)
        # The scroll bar is at the left.
        self.assertLess(self.scroller.get_vscrollbar().compute_bounds(self.scroller)[1].get_x(), 5)
        for it in self.scroller, self.list:
            it.set_direction(Gtk.TextDirection.LTR)
        self.run_loop(0.3)
        self.assertEqual([self.across(0), self.across(3)], [0, 0])

    def test_left_is_forward(self):
        self.focus(0)
        self.press("Left", "Left", "Left", "Right", "Down")
        self.assertEqual(self.focused(), 5)

    def test_rows_stay_through_edits_above(self):
        self.scroller.get_vadjustment().set_value(5000)
        self.run_loop(0.3)
        before = {number: (self.across(number), place) for number, place in self.places().items()}
        self.model.splice(0, 0, texts(range(1000, 1030)))
        self.run_loop(0.3)
        self.assertEqual({number: (self.across(number), place) for number, place in self.places().items()}, before)


class Lanes(Case):
    lanes = 3

    def bounds(self, number=None):
        """The left and right edges, the top and the bottom of a row, or of each on screen."""
        found = {}
        for row in self.rows():
            it = row.compute_bounds(self.list)[1]
            if row.get_mapped() and it.get_y() < self.list.get_height() and it.get_y() + it.get_height() > 0:
                found[self.number(row)] = (it.get_x(), it.get_x() + it.get_width(), it.get_y(), it.get_y() + it.get_height())
        return found if number is None else found[number]

    def test_each_row_is_below_the_last_one_of_its_lane(self):
        self.scroller.get_vadjustment().set_value(4000)
        self.run_loop(0.3)
        before = self.bounds()
        self.assertEqual(len({left for left, *_ in before.values()}), 3)
        for number, (left, right, top, bottom) in before.items():
            self.assertAlmostEqual(right - left, self.list.get_width() / 3, delta=1)
            for other, (its_left, _, its_top, its_bottom) in before.items():
                self.assertTrue(other == number or its_left != left or its_top >= bottom - 0.1 or its_bottom <= top + 0.1)
        # What is inserted above moves nothing in any lane.
        self.model.splice(10, 0, texts(range(2000, 2031)))
        self.run_loop(0.3)
        self.assertEqual(self.bounds(), before)

    def test_arrow_keys_go_to_the_neighbour_on_the_screen(self):
        numbers = sorted(self.bounds())
        left, right, top, bottom = self.bounds(numbers[0])
        self.focus(numbers[0])
        self.press("Right")
        beside = self.bounds(self.focused())
        self.assertAlmostEqual(beside[0], right, delta=1)
        self.assertTrue(beside[2] < bottom and beside[3] > top)
        self.press("Down")
        below = self.bounds(self.focused())
        self.assertAlmostEqual(below[0], beside[0], delta=1)
        self.assertAlmostEqual(below[2], beside[3], delta=1)
        self.press("Up", "Left", "Left")
        self.assertEqual(self.focused(), numbers[0])


class Readme(unittest.TestCase):
    """The examples of the Python package, whichever list is tried."""

    def example(self, place, **names):
        text = (Path(__file__).parents[3] / "Bindings/Python/README.md").read_text(encoding="utf-8")
        exec([it for it in re.findall("```python\n(.*?)```", text, re.DOTALL) if "ListWidget" in it][place], names)
        return names

    def wait(self, condition):
        end = time.monotonic() + 10
        while not condition():
            self.assertLess(time.monotonic(), end)
            GLib.MainContext.default().iteration(False) or time.sleep(0.001)

    def test_its_example_runs(self):
        names = self.example(0)
        self.wait(lambda: [slot.item.get_string() for slot in names["view"].host.shown][:1] == ["A row above"])
        names["window"].destroy()

    def test_its_chat_runs(self):
        fails = True

        def messages_before(first):
            if fails:
                raise OSError("down")
            return [f"before {first}"], True

        names = self.example(1, messages=[f"message {number}" for number in range(100)], messages_before=messages_before)
        host, window = names["chat"].host, Gtk.Window(child=names["overlay"], default_height=300)
        window.present()
        self.wait(lambda: host.latest and host.latest.visible.stop == 100)
        names["post"]("new")
        self.wait(lambda: host.latest.visible.stop == 101)
        host.scroll_to(0, 0)
        self.wait(names["retry"].get_visible)
        fails = False
        names["retry"].emit("clicked")
        self.wait(lambda: host.items[0] == "before message 0")
        self.assertFalse(names["retry"].get_visible())
        window.destroy()

    def test_what_loads_at_the_head_is_no_item(self):
        going = threading.Event()

        def older(end, count):
            going.wait(5)
            return [], True

        view = ListWidget(texts(range(100)), make_row, lambda row, item: row.set_text(item), fetch={End.HEAD: older},
                          head=lambda load: "loading" if load.is_loading else None)
        window = Gtk.Window(child=Gtk.ScrolledWindow(child=view), default_height=300)
        window.present()
        self.wait(lambda: [slot.item for slot in view.host.shown][:2] == ["loading", "0"])
        told = [GTK.gtk_test_accessible_check_relation(ctypes.c_void_p(hash(row)), int(Gtk.AccessibleRelation.POS_IN_SET), 1)
                for row in view if row.get_mapped()]
        self.assertNotEqual(told[0], None)
        self.assertEqual(told[1], None)
        self.assertTrue(view.child_focus(Gtk.DirectionType.TAB_FORWARD))
        self.assertEqual(window.get_focus().get_child().get_text(), "0")
        self.assertFalse(view.child_focus(Gtk.DirectionType.UP))
        going.set()
        self.wait(lambda: [slot.item for slot in view.host.shown][:1] == ["0"])
        window.destroy()


class Model(Case):
    def test_without_a_display_there_is_an_error(self):
        program = [sys.executable, "-c", "from rangecore.gtk import ListWidget; ListWidget()"]
        if NAME != "gtk":
            program = [os.environ["ROWS"]]
        env = {name: value for name, value in os.environ.items()
               if name not in ("DISPLAY", "WAYLAND_DISPLAY", "G_DEBUG")}
        done = subprocess.run(program, env=env, capture_output=True, text=True)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stderr, "GTK has no display|[Cc]annot open display|Failed to open display")

    def test_rows_stay_through_edits_above(self):
        self.scroller.get_vadjustment().set_value(5000)
        self.run_loop(0.3)
        before = self.places()
        self.model.splice(0, 0, texts(range(1000, 1040)))
        self.model.splice(50, 7, [])
        self.run_loop(0.3)
        after = self.places()
        self.assertEqual(list(before), list(after))
        for number, place in before.items():
            self.assertAlmostEqual(after[number], place, delta=0.01)

    def test_it_ends_with_nothing_and_begins_again(self):
        self.model.splice(0, 1000, [])
        self.wait(lambda: not self.places())
        self.model.splice(0, 0, texts(range(7)))
        self.wait(lambda: list(self.places()) == list(range(7)))

    def test_a_list_that_is_gone_follows_no_more(self):
        self.scroller.set_child(Gtk.Box())
        self.list = None
        self.run_loop(0.2)
        self.model.splice(0, 500, [])
        self.run_loop(0.2)


told = io.StringIO()
result = unittest.TextTestRunner(told).run(unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__]))
print(f"{NAME} access: {result.testsRun} tests of roles, the focus, keys and models")
if not result.wasSuccessful() or not result.testsRun:
    sys.exit(told.getvalue())

"""Checks what an app has already: extents, items of its own, and places to begin at."""

import math
import unittest

import rangecore
from rangecore import End, Fraction
from check_host import FakeSurface, jump


class Given(unittest.TestCase):
    def test_extents_that_are_given_are_not_measured(self):
        def key(item):
            return item

        surface = FakeSurface([60, 61, 62], extents=[60, 61, 62])
        host = surface.host
        host.insert(3, [70, 71], extents=lambda item: item)
        host.insert(0, [80], [80])
        host.replace([90, 70, 61, 91], key=key, extents=range(190, 194))
        host.set_items(2, [50], extents=[50])
        host.update()
        self.assertEqual(surface.measured, 0)
        self.assertEqual(list(host.list.rows(0, 4)[1]), [190, 70, 50, 193])
        # Later ones by the host's own function; at another breadth all are measured.
        surface = FakeSurface([60, 61, 62], extents=lambda item: item)
        surface.host.insert(0, [40])
        surface.host.replace([30, *surface.host.items], key=key)
        surface.host.set_items(0, [35])
        surface.host.update()
        self.assertEqual(list(surface.host.list.rows(0, 5)[1]), [35, 40, 60, 61, 62])
        self.assertEqual(surface.measured, 0)
        surface.breadth = 200
        surface.host.update()
        self.assertGreater(surface.measured, 0)
        for call in (lambda: surface.host.insert(0, [1], [1, 2]), lambda: surface.host.set_items(0, [1], extents=[]),
                     lambda: surface.host.replace([1], key=key, extents=[])):
            items = list(surface.host.items)
            with self.assertRaisesRegex(rangecore.ArgumentError, "extents has"):
                call()
            self.assertEqual([list(surface.host.items), len(surface.host.list)], [items, len(items)])

    def test_known_extents_are_never_measured(self):
        surface = FakeSurface(range(1000), extents_are_known=True)
        surface.scroll(333)
        self.assertEqual([surface.made, len(surface.screen())], [19, 13])
        surface.scroll(33_333)
        self.assertEqual(len(surface.views), len(surface.screen()))
        surface.breadth = 200
        surface.host.remeasure()
        surface.host.remeasure(surface.host.slot(150))
        surface.host.insert(0, range(10))
        surface.host.update()
        surface.run()
        self.assertEqual([surface.measured, surface.host.list.length], [0, 1010 * 50])

    def test_items_are_a_count_or_a_sequence_of_the_apps(self):
        surface = FakeSurface(source=5_800_000, extents_are_known=True, estimate=1)
        surface.scroll(3_000_000)
        host = surface.host
        host.insert(0, 1000)
        host.remove(10, 20)
        host.move(0, 5, 100)
        host.set_items(3_000_000, 2)
        host.update()
        self.assertEqual([len(host.items), host.items[7], len(host.list)], [5_800_990, None, 5_800_990])
        slot = next(iter(host.shown))
        self.assertEqual([slot.item, slot.index], [None, 3_000_990])
        lines = [10, 20, 30]
        surface = FakeSurface(source=lines, extents=float)
        host = surface.host
        lines[1:1] = [50, 60]
        host.insert(1, 2)
        del lines[0]
        host.remove(0, 1)
        host.update()
        self.assertEqual([[*host.items], [*host.list.rows(0, 4)[1]]], [lines, lines])
        self.assertEqual([*surface.screen()], lines)
        lines[0] = 55
        host.set_items(0, 1)
        host.update()
        self.assertEqual([*surface.screen()], lines)
        for wrong in (lambda: host.insert(0, [1]), lambda: host.set_items(0, [1]), lambda: host.replace([], key=id),
                      lambda: FakeSurface().host.insert(0, 7)):
            with self.assertRaisesRegex(rangecore.ArgumentError, "items (is 7|.* edit that$)"):
                wrong()
        # Batches are told by their number.
        rows = [*range(10)]

        def fetch(end, count):
            rows.extend(range(count, count + 10))
            return 10, True

        surface = FakeSurface(source=rows, fetch={End.TAIL: fetch})
        surface.run(lambda: surface.host.load().is_exhausted)
        self.assertEqual([*surface.host.items], [*range(20)])

    def test_an_offset_is_arrived_at_whatever_is_measured(self):
        for step in 0, 1:
            surface = FakeSurface(range(1000), step=step, offset_step=step)
            for offset in 50, 5000, 20_000, 19_000, 0:
                surface.host.scroll_to_offset(offset)
                self.assertEqual(surface.offset, offset)
                before = surface.screen()
                surface.run(lambda: surface.host._engine._step.next_time == math.inf)
                self.assertEqual(surface.offset, offset)
                self.assertLessEqual(jump(before, surface.screen(), 0), step)
            surface.host.scroll_to_offset(math.inf)
            self.assertEqual(surface.offset, surface.highest)
        with self.assertRaises(rangecore.ArgumentError):
            surface.host.scroll_to_offset(math.nan)

    def test_a_list_that_sticks_to_its_tail_begins_where_it_is_told(self):
        for begin in (lambda host: host.scroll_to(0, Fraction.START), lambda host: host.scroll_to_offset(0)):
            surface = FakeSurface()
            settings = surface.host.list.settings
            settings.sticks[End.TAIL] = True
            surface.host.list.settings = settings
            surface.host.insert(0, range(100))
            begin(surface.host)
            self.assertEqual(surface.offset, 0)
            surface.host.insert(100, range(100, 110))
            surface.host.update()
            self.assertEqual([surface.offset, next(iter(surface.screen()))], [0, 0])
            surface.run(lambda: surface.scroll(surface.highest) or surface.offset == surface.highest)
            surface.host.insert(110, range(110, 120))
            surface.host.update()
            self.assertEqual([*surface.screen()][-1], 119)


if __name__ == "__main__":
    unittest.main()

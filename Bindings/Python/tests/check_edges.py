"""Checks what a host shows at its ends: that items are loaded there, or that this has failed."""

import threading
import unittest

from check_host import BREADTH, LENGTH, FakeSurface
from rangecore import End


class Edges(unittest.TestCase):
    def test_batches_come_from_a_thread(self):
        threads, fails = set(), [True]

        def fetch(end, count):
            threads.add(threading.get_ident())
            if count == 150 and fails.pop():
                raise OSError("no network")
            return range(count, count + 50), count + 50 >= 300

        def footer(load):
            return "loading" if load.is_loading else load.error and "failed"

        surface = FakeSurface(range(100), fetch={End.TAIL: fetch}, footer=footer)
        surface.run(lambda: len(surface.host.items) == 150 or
                    surface.scroll(surface.highest))
        surface.run(lambda: surface.scroll(surface.highest) or surface.host.load().error)
        self.assertIn("no network", str(surface.host.load().error))
        self.assertIn("failed", surface.screen())
        frame = surface.screen()["failed"]
        self.assertAlmostEqual(frame.start + frame.extent, LENGTH, 2)
        fails.append(False)
        surface.host.retry()
        self.assertTrue(surface.host.load().is_loading)
        surface.run(lambda: surface.scroll(surface.highest) or surface.host.load().is_exhausted)
        self.assertEqual(list(surface.host.items), list(range(300)))
        self.assertEqual(list(surface.screen())[-1], 299)
        self.assertNotIn(surface.thread, threads)

    def test_what_loads_at_the_head_is_shown_before_the_first_item(self):
        fails, going = [True], threading.Event()

        def fetch(end, count):
            going.wait(5)
            if fails.pop():
                raise OSError("no network")
            return range(-50, 0), True

        def head(load):
            return "loading" if load.is_loading else load.error and "has failed"

        surface = FakeSurface(range(100), fetch={End.HEAD: fetch}, head=head)
        host = surface.host
        self.assertTrue(host.load(End.HEAD).is_loading)
        names = list(surface.screen())
        self.assertEqual(names[:2], ["loading", 0])
        self.assertEqual(surface.screen()["loading"], (0, surface.extent("loading"), 0, BREADTH, False))
        self.assertAlmostEqual(surface.screen()[0].start, surface.extent("loading"), 2)
        self.assertEqual([slot.index for slot in host.shown][:2], [-1, 0])
        self.assertEqual(list(host.items), list(range(100)))
        # Another one, of another extent: on screen it grows downward.
        surface.scroll(surface.extent("loading") - 10)
        going.set()
        surface.run(lambda: host.load(End.HEAD).error)
        host.update()
        self.assertEqual(list(surface.screen())[:2], ["has failed", 0])
        self.assertAlmostEqual(surface.screen()[0].start, surface.extent("has failed") - surface.offset, 2)
        fails.append(False)
        going.clear()
        host.retry(End.HEAD)
        before = {item: frame for item, frame in surface.screen().items() if item != "loading"}
        self.assertEqual(len(before) + 1, len(surface.screen()))
        going.set()
        surface.run(lambda: host.load(End.HEAD).is_exhausted)
        host.update()
        # Items in its place move nothing.
        self.assertEqual(set(before), set(before) & set(surface.screen()))
        self.assertLess(max(abs(surface.screen()[item].start - before[item].start) for item in before), 0.01)
        surface.scroll(0)
        self.assertEqual(list(surface.screen())[:2], [-50, -49])
        surface.check()
        self.assertEqual(host.list.settings.extra_lengths[End.HEAD], 0)


if __name__ == "__main__":
    unittest.main()

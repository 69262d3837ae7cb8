"""Checks lists in lanes: what is on screen stays, each in its lane, and keys go to the neighbour there."""

import math
import unittest

import rangecore
from rangecore import List
from check_host import FakeSurface


class Lanes(unittest.TestCase):
    def test_each_lane_goes_on_where_its_own_last_item_ends(self):
        surface = FakeSurface(range(3000), lanes=lambda breadth: int(breadth // 100), is_header=lambda it: it % 50 == 0)
        surface.scroll(30_000)
        seen = set()
        for step in -37, 250, -400, -90:
            for _ in range(20):
                before, surface.travelled = surface.screen(), 0
                surface.scroll(surface.offset + step)
                after, ends = surface.screen(), {}
                for item, frame in after.items():
                    self.assertEqual(frame.breadth, 400 if item % 50 == 0 else 100)
                    seen.add(frame.across)
                    if item in before:
                        self.assertEqual(frame.across, before[item].across)
                        self.assertAlmostEqual(frame.start, before[item].start - surface.travelled, delta=0.01)
                    reached = range(0, 400, 100) if item % 50 == 0 else [frame.across]
                    for across in reached:
                        self.assertGreater(frame.start, ends.get(across, -math.inf) - 0.01)
                        ends[across] = frame.start + frame.extent
        self.assertEqual(seen, {0, 100, 200, 300})
        # They are not rows of columns.
        self.assertGreater(len({frame.start for frame in after.values()}), len(after) // 2)
        # Three lanes at another breadth, and what is inserted above moves nothing.
        surface.breadth = 300
        surface.host.update()
        before = surface.screen()
        self.assertEqual({frame.across for frame in before.values()}, {0, 100, 200})
        surface.host.insert(0, range(10_001, 10_020))
        surface.host.update()
        self.assertEqual(surface.screen(), before)

    def test_keys_go_to_the_neighbour_in_lanes(self):
        feed = List(estimate=50, spacing=10)
        feed.insert(0, 9, [60, 120, 50, 80, 30, 30, 90, 20, 10])
        feed.set_lanes(2, 10)
        feed.set_span(3, 4, rangecore.SPAN_WIDE)
        feed.update(0, 400)
        # 0 and 2 beside 1; 3 is wide; 4, 6 beside 5, 7 and 8.
        self.assertEqual([place.lane for place in feed.places(0, 9)], [0, 1, 0, None, 0, 1, 0, 1, 1])
        for index, down, right in (0, 2, 1), (1, 3, None), (2, 3, 1), (3, 4, None), (4, 6, 5), (5, 7, None), (6, None, 7):
            self.assertEqual([feed.neighbor(index, along=1), feed.neighbor(index, across=1)], [down, right])
        for index, up, left in (1, None, 0), (2, 0, None), (3, 2, None), (4, 3, None), (5, 3, 4), (7, 5, 6), (8, 7, 6):
            self.assertEqual([feed.neighbor(index, along=-1), feed.neighbor(index, across=-1)], [up, left])
        for index in -1, 9:
            with self.assertRaises(rangecore.ArgumentError):
                feed.neighbor(index, along=1)


if __name__ == "__main__":
    unittest.main()

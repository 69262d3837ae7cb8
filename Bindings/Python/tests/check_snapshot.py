"""Checks snapshots: a list that is left, and is where it was when it is opened again."""

import random
import unittest
from unittest import mock

import rangecore
from rangecore import End, List, Snapshot
from check_host import FakeSurface


def name_of(item):
    return f"row {item}"


def left_at(offset, items=range(2000), **options):
    """A list, and what it has noted of itself."""
    surface = FakeSurface(items, **options)
    surface.scroll(offset)
    return surface, surface.host.snapshot(name_of)


class Snapshots(unittest.TestCase):
    def check_same(self, now, before):
        # Differences of points are rounded.
        is_at = {item: round(frame.start, 6) for item, frame in now.screen().items() if item in before.screen()}
        self.assertEqual(is_at, {item: round(frame.start, 6) for item, frame in before.screen().items()})

    def test_a_list_that_was_never_measured_is_where_it_was(self):
        choices = random.Random(3)
        for _ in range(20):
            before, saved = left_at(choices.randrange(3000, 60000))
            again = Snapshot.from_bytes(saved.to_bytes())
            self.assertEqual(again, saved)
            now = FakeSurface(range(2000), estimate=choices.randrange(5, 300))
            now.host.restore(again, name_of)
            self.assertFalse(now.host.is_restoring)
            self.check_same(now, before)
            now.check()

    def test_in_lanes_all_that_was_on_screen_is_where_it_was(self):
        choices = random.Random(3)
        for lanes in range(2, 6):
            before, saved = left_at(choices.randrange(3000, 20000), lanes=lanes)
            for offset in (500, -900, 77):
                before.scroll(before.offset + offset)
            saved = before.host.snapshot(name_of)
            # It is restored before the first update, which lays it out.
            with mock.patch.object(rangecore.ListHost, "update"):
                now = FakeSurface(range(2000), estimate=choices.randrange(5, 300), lanes=lanes)
            now.host.restore(Snapshot.from_bytes(saved.to_bytes()), name_of)
            self.check_same(now, before)

    def test_it_is_found_once_it_has_come(self):
        before, saved = left_at(30_000)
        now = FakeSurface()
        now.host.restore(saved, name_of)
        self.assertTrue(now.host.is_restoring)
        self.assertIs(now.host.snapshot(name_of), saved)
        for lower in range(0, 2000, 100):
            now.host.insert(lower, range(lower, lower + 100))
            now.host.update()
        self.assertFalse(now.host.is_restoring)
        self.check_same(now, before)

    def test_batches_that_arrive_bring_it(self):
        before, saved = left_at(12_000)
        now = FakeSurface(fetch=lambda end, count: (range(count, count + 50), False))
        now.host.list.settings.leading_screens[End.TAIL] = 1e9
        now.host.restore(saved, name_of)
        now.run(lambda: not now.host.is_restoring)
        now.host.update()
        self.check_same(now, before)

    def test_who_scrolls_goes_where_they_like(self):
        _, saved = left_at(30_000)
        now = FakeSurface(range(3000, 4000))
        now.host.restore(saved, name_of)
        self.assertTrue(now.host.is_restoring)
        now.scroll(100)
        self.assertFalse(now.host.is_restoring)
        self.assertEqual(now.host.snapshot(name_of).visible_ids[0], name_of([*now.screen()][0]))

    def test_the_ends_are_what_they_were(self):
        _, saved = left_at(0)
        self.assertTrue(saved.is_at_start)
        self.assertTrue(repr(saved).startswith("Snapshot(at start, "))
        now = FakeSurface([*range(5000, 5100), *range(100)])
        now.scroll(800)
        now.host.restore(saved, name_of)
        self.assertEqual([now.offset, [*now.screen()][0]], [0, 5000])
        before, saved = left_at(1e9)
        self.assertTrue(saved.is_at_end)
        for sticks in True, False:
            now = FakeSurface()
            now.host.list.settings.sticks[End.TAIL] = sticks
            now.host.restore(saved, name_of)
            now.host.insert(0, range(1900, 2050))
            now.host.update()
            if sticks:
                self.assertEqual([*now.screen()][-1], 2049)
            else:
                self.check_same(now, before)

    def test_extents_come_back_with_their_key(self):
        before = FakeSurface(range(500))
        for offset in range(0, 9000, 500):
            before.scroll(offset)
        saved = before.host.snapshot(name_of, key=320)
        few = before.host.snapshot(name_of, key=320, capacity=3)
        self.assertEqual(len(few._ids), len(few.visible_ids) + 3)
        for key in 320, 321:
            now = FakeSurface(range(500))
            now.host.restore(saved, name_of, key=key)
            self.check_same(now, before)
            rows = before.host.list.measured_row_count
            self.assertEqual(now.host.list.measured_row_count >= rows, key == 320)

    def test_a_list_without_a_host(self):
        list_ = List(estimate=100)
        self.assertIsNone(Snapshot.of(list_, lambda index: index))
        list_.insert(0, 50)
        self.assertIsNone(Snapshot.of(list_, lambda index: index))
        list_.update(730, 480)
        saved = Snapshot.of(list_, lambda index: None if index == 8 else index)
        self.assertEqual([saved.visible_ids, saved.index], [[7, 9, 10, 11, 12], 7])
        later = List(estimate=100)
        self.assertIsNone(saved.find(later, lambda index: index))
        later.insert(0, 60)
        self.assertIsNone(saved.find(later, lambda index: index + 500))
        goal = saved.find(later, lambda index: index - 10, length=480)
        self.assertEqual([goal.index, goal.fraction, goal.shift], [19, 0, -170])
        self.assertEqual(later.set_scroll_target(goal.index, goal.fraction, goal.shift), 1730)

    def test_what_is_damaged_is_refused(self):
        _, saved = left_at(30_000)
        data = saved.to_bytes()
        self.assertEqual(Snapshot.from_bytes(data), saved)
        for place in [*range(0, 40), *range(40, len(data), 7), len(data) - 1]:
            other = bytearray(data)
            other[place] ^= 4
            with self.assertRaises(rangecore.ArgumentError):
                Snapshot.from_bytes(bytes(other))
            with self.assertRaises(rangecore.ArgumentError):
                Snapshot.from_bytes(data[:place])
        core = data.index(b"RCSN")
        with self.assertRaisesRegex(rangecore.ArgumentError, "data is refused: it is damaged"):
            Snapshot.from_bytes(data[:core + 4] + b"\2" + data[core + 5:])
        odd = left_at(0)[0].host.snapshot(lambda item: (item, 1))
        with self.assertRaisesRegex(TypeError, r"an id is \(0, 1\)"):
            odd.to_bytes()
        with self.assertRaisesRegex(rangecore.ArgumentError, "capacity is -1"):
            left_at(0)[0].host.snapshot(name_of, capacity=-1)


if __name__ == "__main__":
    unittest.main()

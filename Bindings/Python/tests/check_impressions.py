"""Checks impressions: what is seen of lists that scroll, change, hide and cover, and when it is told."""

import gc
import heapq
import itertools
import unittest
from unittest import mock

from rangecore import ArgumentError, Impressions, ImpressionRule, List, ListHost, Viewport


class Clock:
    """A time that passes only when told, and what is scheduled in it."""

    def __init__(self):
        self.now, self.due, self.number = 100.0, [], itertools.count()

    def schedule(self, seconds, function):
        heapq.heappush(self.due, (self.now + seconds, next(self.number), function))

    def run(self, seconds):
        end = self.now + seconds
        while self.due and self.due[0][0] <= end:
            self.now, _, function = heapq.heappop(self.due)
            function()
        self.now = end


class Screen:
    """A surface of 300 points by 100; rows are 100 points long, headers 40."""

    def __init__(self, clock, items, **options):
        self.offset, self.breadth, self.schedule = 0.0, 100.0, clock.schedule
        self.bar = 0.0
        self.host = ListHost(self, items, estimate=100, is_header=lambda item: str(item).startswith("h"), **options)
        self.host.update()

    def read_viewport(self):
        return Viewport(self.offset, 300, self.breadth, inset_end=self.bar)

    def set_scroll(self, length, offset):
        self.offset = offset

    def make_view(self, slot):
        return slot.item

    def measure(self, view, breadth):
        return 40 if str(view).startswith("h") else 100

    def place(self, view, frame):
        pass

    def recycle(self, view):
        pass

    def scroll(self, offset):
        self.offset = offset
        self.host.update()


class Case(unittest.TestCase):
    def setUp(self):
        self.clock, self.told = Clock(), []
        patched = mock.patch("time.monotonic", lambda: self.clock.now)
        patched.start()
        self.addCleanup(patched.stop)

    def impressions(self, **options):
        def teller(kind):
            return lambda it: self.told.append((kind, it.id, round(it.time - 100, 6), it.seconds))

        impressions = Impressions(seen=teller("seen"), left=teller("left"), **options)
        self.addCleanup(impressions.validate)
        return impressions

    def attached(self, items=range(1000), id_of=lambda item: item, rule_of=None, **options):
        screen, impressions = Screen(self.clock, items), self.impressions(**options)
        impressions.attach(screen.host, id_of, rule_of)
        return screen, impressions

    def taken(self):
        """What was told since the last call, but its times."""
        told, self.told = [event[:2] for event in self.told], []
        return told

    def seen(self, *ids):
        return [("seen", id) for id in ids]


class Sessions(Case):
    def test_the_session_of_the_header(self):
        list_, impressions = List(), self.impressions()
        list_.insert(0, 2, [600, 200])

        def look(time, offset):
            self.clock.now = 100.0 + time
            visible = list_.update(offset, 600).visible
            impressions.follow(list_, visible, lambda index: 5 if index else None)

        look(0, 90)
        look(1, 110)
        self.assertEqual(self.told, [])
        # Nobody can be told before: there is nothing that wakes up.
        look(3.5, 0)
        self.assertEqual(self.told, [("seen", 5, 2, 1), ("left", 5, 3.5, 2.5)])
        look(9, 200)
        look(12, 200)
        self.assertEqual(len(self.told), 2, "it was seen before")
        self.assertTrue(impressions.is_seen(5))
        self.assertFalse(impressions.is_seen(6))

    def test_what_stays_is_seen_by_itself_at_the_exact_time(self):
        screen, impressions = self.attached()
        self.clock.run(0.99)
        self.assertEqual(self.told, [])
        self.clock.run(0.01)
        self.assertEqual(self.told, [("seen", id, 1, 1) for id in (0, 1, 2)])
        self.clock.run(60)
        self.assertEqual(len(self.taken()), 3, "once each")
        screen.scroll(160)
        self.assertEqual(self.told, [("left", 0, 61, 61), ("left", 1, 61, 61)])

    def test_what_is_scrolled_past_is_not_seen(self):
        screen, impressions = self.attached()
        for offset in range(0, 90_000, 300):
            screen.scroll(offset)
            self.clock.run(0.5)
        self.assertEqual(self.told, [])
        self.clock.run(1)
        self.assertEqual(self.taken(), self.seen(897, 898, 899))

    def test_away_and_back_begins_again(self):
        screen, impressions = self.attached()
        self.clock.run(0.6)
        screen.scroll(1000)
        self.clock.run(0.1)
        screen.scroll(0)
        self.clock.run(0.9)
        self.assertEqual(self.told, [])
        self.clock.run(0.1)
        self.assertEqual(self.told[0], ("seen", 0, 1.7, 1))

    def test_another_session(self):
        screen, impressions = self.attached()
        self.clock.run(2)
        impressions.reset()
        self.assertEqual(self.taken(), self.seen(0, 1, 2) + [("left", 0), ("left", 1), ("left", 2)])
        self.assertFalse(impressions.is_seen(0))
        self.clock.run(1)
        self.assertEqual(self.told, [("seen", id, 3, 1) for id in (0, 1, 2)])

    def test_what_is_forgotten_counts_again(self):
        screen, impressions = self.attached()
        self.clock.run(1)
        screen.scroll(200)
        impressions.forget([0, 1, 2, "unknown"])
        self.assertEqual([impressions.is_seen(id) for id in range(3)], [False, False, True], "2 is on screen")
        self.taken()
        screen.scroll(0)
        self.clock.run(1)
        self.assertEqual(self.taken(), self.seen(0, 1))

    def test_ids_are_remembered_only_if_they_were_seen(self):
        screen, impressions = self.attached(range(10_000), thresholds=[0])
        self.clock.run(1)
        for offset in range(0, 700_000, 300):
            screen.scroll(offset)
        self.assertLess(len(impressions._numbers.ids), 2100)
        self.assertTrue(impressions.is_seen(0))
        self.taken()
        screen.scroll(0)
        self.clock.run(5)
        self.assertEqual(self.taken(), [])


class Lists(Case):
    def test_nobody_looks(self):
        screen, impressions = self.attached()
        self.clock.run(0.5)
        impressions.is_active = False
        self.clock.run(5)
        self.assertEqual((self.told, impressions.is_active), ([], False))
        impressions.is_active = True
        self.clock.run(1)
        self.assertEqual(self.told[0], ("seen", 0, 6.5, 1))
        self.taken()
        impressions.is_active = False
        self.assertEqual(self.taken(), [("left", 0), ("left", 1), ("left", 2)])

    def test_a_hidden_list_shows_nothing(self):
        screen, impressions = self.attached()
        self.clock.run(0.5)
        screen.breadth = 0.0
        screen.host.update()
        self.clock.run(5)
        self.assertEqual(self.told, [])
        screen.breadth = 100.0
        screen.host.update()
        self.clock.run(1)
        self.assertEqual(self.told[0], ("seen", 0, 6.5, 1))
        screen.breadth = 0.0
        screen.host.update()
        self.assertEqual(self.told[-1], ("left", 2, 6.5, 1))

    def test_what_a_bar_or_a_header_covers_is_not_seen(self):
        asked = []
        screen, impressions = self.attached(["h", *range(100)], lambda item: asked.append(item) or item)
        self.assertEqual(asked, ["h", 0, 1, 2], "once each")
        screen.bar = 100.0
        # 40 points of header, 0 has 50 of its 100 below it, 1 is whole, and 2 has 10 above the bar.
        screen.scroll(50)
        self.clock.run(1)
        self.assertEqual(self.taken(), self.seen("h", 0, 1))
        # 0 has 49 below the header.
        screen.scroll(51)
        self.assertEqual(self.taken(), [("left", 0)])

    def test_a_header_that_is_pinned_far_away_is_seen(self):
        screen, impressions = self.attached(["h", *range(1000)])
        # 500 has 80 points on screen, of which the header covers 40.
        screen.scroll(50_060)
        self.clock.run(1)
        self.assertEqual(self.taken(), self.seen("h", 501, 502))

    def test_ids_go_with_their_items(self):
        screen, impressions = self.attached()
        self.clock.run(0.5)
        screen.host.insert(0, ["new"])
        screen.host.remove(2, 3)
        screen.host.update()
        self.clock.run(0.5)
        self.assertNotIn(1, [id for _, id in self.taken()])
        self.assertTrue(impressions.is_seen(2))
        self.assertFalse(impressions.is_seen(1), "it was removed")

    def test_items_without_an_id_do_not_count_and_items_have_rules(self):
        screen, impressions = self.attached(
            id_of=lambda item: None if item == 1 else f"photo {item}", rule_of=lambda item: item % 2 if item else 2,
            rules=[ImpressionRule(), (0.5, 0.25), (1, 0)])
        self.assertEqual(self.told, [("seen", "photo 0", 0, 0)])
        screen.scroll(100)
        self.clock.run(0.25)
        self.assertEqual(self.taken()[-1], ("seen", "photo 3"))
        self.clock.run(0.75)
        self.assertEqual(self.taken(), self.seen("photo 2"))

    def test_two_lists_share_an_id(self):
        screen, impressions = self.attached()
        other = Screen(self.clock, range(2, 100))
        impressions.attach(other.host, lambda item: item)
        self.clock.run(1)
        self.assertEqual(self.taken(), self.seen(0, 1, 2, 3, 4))
        impressions.detach(other.host)
        self.assertEqual(self.taken(), [("left", 3), ("left", 4)])
        impressions.detach(screen.host)
        self.assertEqual(self.taken(), [("left", 0), ("left", 1), ("left", 2)])
        self.assertEqual((screen.host.followers, other.host.followers), ([], []))

    def test_a_carousel_that_is_scrolled_out_counts_in_part(self):
        screen, impressions = Screen(self.clock, range(100)), self.impressions()
        cross = 0.25
        impressions.attach(screen.host, lambda item: item, cross=lambda: cross)
        self.clock.run(2)
        self.assertEqual(self.told, [])
        cross = 0.5
        screen.host.update()
        self.clock.run(1)
        self.assertEqual(self.taken(), self.seen(0, 1, 2))
        for cross in 1.5, -1, float("nan"):
            with self.assertRaisesRegex(ArgumentError, "cross"):
                screen.host.update()
        impressions.detach(screen.host)
        self.taken()
        visible = screen.host.latest.visible
        impressions.reset()
        impressions.follow(screen.host.list, visible, int, cross=0.49)
        self.clock.run(1)
        self.assertEqual(self.told, [])

    def test_a_list_can_be_attached_by_other_ids(self):
        screen, impressions = self.attached()
        self.clock.run(1)
        self.taken()
        impressions.attach(screen.host, lambda item: -item)
        self.assertEqual((self.taken(), len(screen.host.followers)), ([("left", 0), ("left", 1), ("left", 2)], 1))
        self.clock.run(1)
        self.assertEqual(self.taken(), self.seen(-1, -2))

    def test_lists_that_are_gone_show_nothing(self):
        screen, impressions = self.attached()
        self.clock.run(1)
        self.taken()
        del screen
        # Its wake-ups hold it.
        self.clock.due.clear()
        gc.collect()
        impressions.is_active = True
        self.assertEqual(self.taken(), [("left", 0), ("left", 1), ("left", 2)])


class Events(Case):
    def test_thresholds_that_are_crossed(self):
        crossed = []
        impressions = Impressions(thresholds=[0, 0.5, 1], crossed=crossed.append)
        screen = Screen(self.clock, range(100))
        impressions.attach(screen.host, lambda item: item)
        screen.scroll(25)
        screen.scroll(75)
        self.clock.run(2)
        screen.scroll(100)
        self.assertEqual([(it.id, it.fraction, it.level) for it in crossed],
                         [(0, 1, 3), (1, 1, 3), (2, 1, 3), (0, 0.75, 2), (3, 0.25, 1), (0, 0.25, 1), (3, 0.75, 2),
                          (0, 0, 0), (3, 1, 3)])

    def test_those_who_are_told_may_change_everything(self):
        screen, impressions = self.attached()

        def seen(it):
            self.told.append(("seen", it.id))
            if it.id == 0:
                impressions.left = lambda it: self.told.append(("left", it.id))
                impressions.is_active = False
                impressions.reset()
                screen.scroll(5000)

        impressions.seen = seen
        self.clock.run(1)
        self.assertEqual(self.taken(), self.seen(0, 1, 2) + [("left", 0), ("left", 1), ("left", 2)])

    def test_what_those_raise_who_are_told_loses_nothing(self):
        screen, impressions = self.attached()
        impressions.seen = mock.Mock(side_effect=OSError("no log"))
        with self.assertRaises(OSError):
            self.clock.run(1)
        impressions.seen = lambda it: self.told.append(("seen", it.id))
        screen.host.update()
        self.assertEqual(self.taken(), self.seen(1, 2))

    def test_mistakes_are_named(self):
        nan = float("nan")
        for name, options in {
            "rules": {"rules": []}, "rules has 5": {"rules": [(0.5, 1)] * 5},
            r"rules\[1\]": {"rules": [(0.5, 1), (1.1, 1)]}, r"rules\[0\]": {"rules": [(0.5, -1)]},
            r"rules\[0\] is": {"rules": [(nan, 1)]}, "thresholds has 33": {"thresholds": [0.5] * 33},
            r"thresholds\[1\]": {"thresholds": [0.5, 0.25]}, r"thresholds\[0\]": {"thresholds": [nan]},
        }.items():
            with self.assertRaisesRegex(ArgumentError, name):
                Impressions(**options)
        for name, options in {r"rules\[0\]": {"rules": [0.5]}, "thresholds": {"thresholds": 0.5},
                              r"rules\[0\] is \(1,\)": {"rules": [(1,)]}}.items():
            with self.assertRaisesRegex(TypeError, name):
                Impressions(**options)
        list_, impressions = List(), self.impressions()
        list_.insert(0, 10)
        impressions.follow(list_, range(10), int)
        visible = list_.update(0, 300).visible
        for wrong in range(5, 11), range(-1, 2):
            with self.assertRaisesRegex(ArgumentError, "visible"):
                impressions.follow(list_, wrong, int)
        for rule in 1, -1:
            with self.assertRaisesRegex(ArgumentError, "rule_of"):
                impressions.follow(list_, visible, int, lambda index: rule)
        impressions.follow(list_, visible, int)
        self.clock.run(1)
        impressions.detach(list_)
        self.assertEqual([event[1] for event in self.told if event[0] == "seen"], [*visible][:7])


if __name__ == "__main__":
    unittest.main()

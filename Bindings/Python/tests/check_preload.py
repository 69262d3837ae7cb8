"""Checks the preloader: what it loads of lists that scroll, in which order, and what it cancels."""

import asyncio
import gc
import threading
import time
import unittest

import rangecore
from check_store import Clock
from rangecore import (ArgumentError, List, ListHost, Preloader, PreloadPriority, PreloadSettings, PreloadState,
                       Viewport)

READY, RUNNING, FAILED = PreloadState.READY, PreloadState.RUNNING, PreloadState.FAILED


class Network:
    """Loads that wait until they are let through."""

    def __init__(self):
        self.lock = threading.Condition()
        self.asked, self.waiting, self.open, self.fails = [], 0, set(), 0
        self.error = OSError("no network")

    def load(self, request):
        with self.lock:
            self.asked.append(request)
            self.waiting += 1
            self.lock.notify_all()
            self.lock.wait_for(lambda: request.id in self.open or None in self.open, 10)
            self.waiting -= 1
            if self.fails:
                self.fails -= 1
                raise self.error
        return f"image {request.id}"

    def let(self, *ids):
        """Lets the loads of some ids through, or all for None."""
        with self.lock:
            self.open.update(ids)
            self.lock.notify_all()

    def ids(self, count):
        """Waits for so many loads to have begun."""
        with self.lock:
            assert self.lock.wait_for(lambda: len(self.asked) >= count, 10), self.asked
            return [request.id for request in self.asked]


class PreloadCase(unittest.TestCase):
    def setUp(self):
        self.clock, self.network = Clock(), Network()
        self.ready, self.dropped, self.told, self.errors = [], [], [], []

    def preloader(self, **options):
        settings = options.pop("settings", PreloadSettings(running_limit=2, ahead_limit=1))
        # Those that have nothing to do with it have none.
        settings.foresight = options.pop("foresight", 0)
        options.setdefault("estimated_cost", 1)
        images = Preloader(
            self.network.load, ready=lambda id, value: self.ready.append(id), dropped=self.dropped.append,
            prioritized=lambda id, priority: self.told.append((id, priority)),
            failed=lambda id, error: self.errors.append(error), schedule=self.clock.schedule,
            settings=settings, **options)
        self.addCleanup(images.close)
        self.addCleanup(self.network.let, None)
        return images

    def list(self, count=100, foresight=0.0):
        list_ = List(estimate=100)
        list_.insert(0, count)
        settings = list_.settings
        settings.foresight = foresight
        list_.settings = settings
        return list_

    def scroll(self, images, list_, offset, key=lambda index: index, length=200):
        list_.update(offset, length, is_user_driven=True, time=time.monotonic())
        images.follow(list_, key)

    def rest(self, images):
        self.clock.run(lambda: not images._loads)
        images.validate()


class Preloads(PreloadCase):
    def test_what_is_visible_comes_first_and_then_the_nearest(self):
        images, list_ = self.preloader(), self.list()
        self.scroll(images, list_, 1000)
        self.assertEqual(set(self.network.ids(2)), {10, 11})
        self.assertEqual((images.state(10), images.priority(10)), (RUNNING, PreloadPriority.VISIBLE))
        self.assertEqual((images.state(12), images.state(90)), (PreloadState.WAITING, None))
        self.network.let(None)
        self.rest(images)
        # (What is ready first is up to the threads.)
        self.assertEqual(self.network.ids(4)[2:4], [12, 9])
        self.assertEqual(images.get(10), "image 10")
        self.assertIsNone(images.get(90))
        self.assertEqual(images.counters.started, len(self.ready))

    def test_all_places_are_for_what_is_near_unless_told_otherwise(self):
        images, list_ = self.preloader(settings=PreloadSettings()), self.list()
        self.scroll(images, list_, 1000)
        # From the second update on the ranges are those of a user who scrolls.
        self.scroll(images, list_, 1100)
        self.assertEqual(len(self.network.ids(6)), 6)
        self.network.let(None)
        self.rest(images)

    def test_what_left_is_cancelled_and_what_came_takes_its_place(self):
        images, list_ = self.preloader(), self.list()
        self.scroll(images, list_, 0)
        self.network.ids(2)
        self.scroll(images, list_, 5000)
        self.assertEqual(set(self.network.ids(4)[2:]), {50, 51})
        self.assertTrue(all(request.is_cancelled for request in self.network.asked[:2]))
        self.assertEqual(images.counters.cancelled, 2)
        self.network.let(None)
        self.rest(images)
        self.assertNotIn(0, self.ready, "the value of a load that was cancelled")

    def test_a_value_that_comes_too_late_is_not_that_of_the_next_load(self):
        images, list_ = self.preloader(settings=PreloadSettings(running_limit=1, grace=0)), self.list()
        self.scroll(images, list_, 0, length=100)
        self.network.let(0)
        while not self.clock.due or self.network.waiting:
            time.sleep(0.001)
        self.network.open.clear()
        self.scroll(images, list_, 5000, length=100)
        # Threads begin in any order.
        self.network.ids(2)
        self.scroll(images, list_, 0, length=100)
        self.assertEqual(self.network.ids(3), [0, 50, 0])
        self.clock.turn()
        self.assertEqual((images.state(0), images.get(0)), (RUNNING, None))

    def test_what_becomes_visible_is_told(self):
        images, list_ = self.preloader(), self.list()
        self.network.let(0, 1)
        self.scroll(images, list_, 0)
        self.clock.run(lambda: images.state(2) == RUNNING)
        self.assertEqual(images.priority(2), PreloadPriority.DISPLAY)
        self.scroll(images, list_, 100)
        self.assertEqual(self.told, [(2, PreloadPriority.VISIBLE)])

    def test_two_lists_share_a_load(self):
        images, lists = self.preloader(), [self.list(), self.list(count=5)]
        self.scroll(images, lists[0], 0)
        self.scroll(images, lists[1], 0, key=lambda index: index % 2)
        self.network.let(None)
        self.rest(images)
        self.assertEqual(len(self.ready), len(set(self.ready)))
        count = len(self.ready)
        images.detach(lists[0])
        self.assertEqual((images.state(0), images.counters.started), (READY, count))
        # One that is gone wants nothing any more, and is not kept.
        images.configure(PreloadSettings(keep_budget=0))
        self.assertEqual(sorted(self.dropped), [*range(2, count)])
        lists.clear()
        gc.collect()
        images.retry()
        self.assertEqual(sorted(self.dropped), [*range(count)])

    def test_a_pinned_header_is_loaded_however_far_away(self):
        images, list_, asked = self.preloader(), self.list(100_000), []
        list_.mark_header(0)
        settings = list_.settings
        settings.pins_headers = True
        list_.settings = settings
        self.scroll(images, list_, 9_000_000, lambda index: asked.append(index) or index)
        self.assertEqual(images.priority(0), PreloadPriority.VISIBLE)
        self.assertIn(0, asked)
        self.assertLess(len(asked), 100)

    def test_attaching_turns_foresight_on(self):
        images, lists = self.preloader(foresight=0.85), [self.list(foresight=it) for it in (0, 0.5)]
        for list_ in lists:
            self.scroll(images, list_, 0)
            self.scroll(images, list_, 1)
        self.assertEqual([it.settings.foresight for it in lists], [0.85, 0.5])
        self.assertEqual(PreloadSettings(), PreloadSettings(foresight=0.85, budget=128 << 20))
        with self.assertRaisesRegex(ArgumentError, "foresight"):
            self.preloader(foresight=-1)

    def test_failures_are_retried(self):
        images, list_ = self.preloader(), self.list(1)
        self.network.fails = 1
        self.network.let(None)
        self.scroll(images, list_, 0)
        self.clock.run(lambda: self.errors)
        self.assertIsInstance(self.errors[0], OSError)
        self.assertEqual(images.state(0), FAILED)
        # By itself, after a second or two.
        start = time.monotonic()
        self.clock.run(lambda: images.state(0) == READY)
        self.assertGreaterEqual(time.monotonic() - start, 0.9)
        self.assertEqual([request.attempt for request in self.network.asked], [0, 1])
        self.network.fails = 1
        images.forget(0)
        self.assertIsNone(images.get(0))
        self.clock.run(lambda: images.state(0) == FAILED)
        images.retry(0)
        self.assertEqual(images.state(0), RUNNING)
        # So is a task that was cancelled from within.
        self.clock.run(lambda: images.state(0) == READY)
        self.network.fails, self.network.error = 1, asyncio.CancelledError()
        images.forget(0)
        self.clock.run(lambda: images.state(0) == FAILED)

    def test_budgets_limit_what_is_held(self):
        settings = PreloadSettings(budget=30, keep_budget=20)
        images, list_ = self.preloader(settings=settings, estimated_cost=10, cost=lambda value: 10), self.list()
        self.network.let(None)
        for offset in range(0, 3000, 300):
            self.scroll(images, list_, offset)
            self.rest(images)
            held = [id for id in range(100) if images.get(id)]
            self.assertLessEqual(len(held), 3)
            self.assertLessEqual({offset // 100, offset // 100 + 1}, set(held))
            self.assertLessEqual(images.counters.started, 3 * (1 + offset // 300), "more than fit")
        self.assertGreater(images.counters.dropped, 10)

    def test_loads_teach_a_list(self):
        images, list_, told = self.preloader(), self.list(foresight=1.0), []
        list_.add_preload_time = told.append
        self.scroll(images, list_, 0)
        time.sleep(0.05)
        self.network.let(None)
        self.rest(images)
        self.assertEqual(len(told), len(self.ready))
        self.assertGreaterEqual(told[0], 0.05)

    def test_mistakes_are_refused(self):
        for settings in (PreloadSettings(running_limit=-1), PreloadSettings(budget=-1),
                         PreloadSettings(grace=float("nan")), PreloadSettings(grace=-1)):
            with self.assertRaises(ArgumentError):
                self.preloader(settings=settings)
        with self.assertRaises(ArgumentError):
            self.preloader(estimated_cost=-1)
        images, list_ = self.preloader(), self.list()
        images.follow(list_, lambda index: index)
        self.assertEqual(images.counters.started, 0, "of a list that was never updated")
        self.scroll(images, list_, 0)
        images.close()
        self.network.let(None)
        self.scroll(images, list_, 2000)
        self.assertEqual(len(self.network.ids(2)), 2)

    def test_however_far_one_scrolls_little_is_kept(self):
        images, list_ = self.preloader(settings=PreloadSettings(keep_budget=50)), self.list(100_000)
        self.network.let(None)
        for offset in range(0, 2_000_000, 1000):
            self.scroll(images, list_, offset)
        self.rest(images)
        self.assertLess(len(images._numbers.ids), 2200)
        self.assertLess(len(images._values), 80)


class Screen:
    """A surface whose views are texts."""

    def __init__(self, clock, count):
        self.offset, self.schedule, self.images = 0.0, clock.schedule, None
        self.views = {}
        self.host = ListHost(self, range(count), estimate=40)

    def read_viewport(self):
        return Viewport(self.offset, 300, 100)

    def set_scroll(self, length, offset):
        self.offset = offset

    def make_view(self, slot):
        return [slot.item, None]

    def measure(self, view, breadth):
        return 40

    def place(self, view, frame):
        view[1] = self.images.get(view[0])
        self.views = {key: it for key, it in self.views.items() if it is not view}
        if frame is not None:
            self.views[view[0]] = view

    def recycle(self, view):
        self.place(view, None)


class Hosts(PreloadCase):
    def test_a_host_shows_what_has_arrived(self):
        screen = Screen(self.clock, 1000)
        images = screen.images = Preloader(self.network.load, ready=lambda id, image: screen.host.update())
        self.addCleanup(images.close)
        self.network.let(None)
        screen.host.update()
        images.attach(screen.host, lambda item: None if item % 50 == 0 else item)
        self.assertEqual(screen.host.list.settings.foresight, 0.85)
        self.assertIsNotNone(screen.host.list.foresight)
        self.rest(images)
        for offset in (0, 200, 20_000, 100):
            screen.offset = offset
            screen.host.update()
            self.clock.run(lambda: all(image or item % 50 == 0 for item, image in screen.views.values()))
            self.assertGreater(len(screen.views), 6)
        self.assertNotIn(0, [request.id for request in self.network.asked])
        self.assertEqual(len(screen.host.followers), 1)
        images.detach(screen.host)
        self.assertEqual((images.state(900), screen.host.followers), (None, []))

    def test_neither_keeps_the_other(self):
        screen = Screen(self.clock, 10)
        images = screen.images = self.preloader()
        images.attach(screen.host, lambda item: item)
        screen.host.update()
        self.assertEqual(len(images._lists), 1)
        del screen
        gc.collect()
        self.network.let(None)
        self.rest(images)
        images.retry()
        self.assertEqual((len(images._lists), images.state(9)), (0, None))


if __name__ == "__main__":
    unittest.main()

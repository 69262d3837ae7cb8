"""Checks the host on a surface without a toolkit: places, views, states and batches."""

import asyncio
import gc
import math
import random
import threading
import time
import unittest

import rangecore
from rangecore import End, Fraction, List, ListHost, Range, State, Viewport
from rangecore._host_engine import HostEngine

LENGTH, BREADTH = 600, 400


class View:
    def __init__(self):
        self.slot = self.frame = None


class FakeSurface:
    """A scroller that clamps, tells of each offset, and rounds them to steps."""

    def __init__(self, items=(), step=0, **options):
        self.offset, self.length, self.breadth, self.step = 0.0, LENGTH, BREADTH, step
        self.scroll_length, self.is_held, self.travelled, self.insets = 0.0, False, 0.0, (0, 0)
        self.made, self.views, self.spare, self.writes, self.measured = 0, set(), [], 0, 0
        self._due, self._lock, self.thread = [], threading.Lock(), threading.get_ident()
        self.host = ListHost(self, items, **{"estimate": 50, **options})
        self.host.update()

    def extent(self, item):
        return 20 + (item if isinstance(item, int) else len(item)) * 7919 % 173

    @property
    def highest(self):
        return max(0, self.scroll_length - self.length)

    def scroll(self, to):
        """As the user, within what can be scrolled."""
        to = min(max(to, 0), self.highest)
        self.travelled += to - self.offset
        self.offset = to
        self.host.update()

    # == the surface ==

    def read_viewport(self):
        return Viewport(self.offset, self.length, self.breadth, self.is_held,
                        inset_start=self.insets[0], inset_end=self.insets[1])

    def set_scroll(self, length, offset):
        self.writes += offset != self.offset
        self.scroll_length = length
        self.offset = min(max(offset, 0), self.highest)
        if self.step:
            self.offset = self.step * math.floor(self.offset / self.step + 0.5)
        self.host.update()

    def make_view(self, slot):
        self.made += 1
        view = self.spare.pop() if self.spare else View()
        view.slot, view.frame = slot, None
        self.views.add(view)
        return view

    def measure(self, view, breadth):
        assert view in self.views
        self.measured += 1
        return self.extent(view.slot.item) * round(BREADTH / breadth)

    def place(self, view, frame):
        assert view in self.views
        view.frame = frame

    def recycle(self, view):
        assert view.frame is None
        self.views.remove(view)
        self.spare.append(view)

    def schedule(self, seconds, function):
        with self._lock:
            self._due.append((time.monotonic() + seconds, function))

    def run(self, until=lambda: True, seconds=5.0):
        """Makes the calls that are due, until something is true."""
        end = time.monotonic() + seconds
        while True:
            with self._lock:
                now = time.monotonic()
                ready = [it for it in self._due if it[0] <= now]
                self._due = [it for it in self._due if it[0] > now]
            for _, function in ready:
                function()
            if until():
                return
            if time.monotonic() > end:
                raise TimeoutError
            time.sleep(0.001)

    # == what is on the screen ==

    def screen(self):
        """Where the items are, but for a pinned header, by what they are."""
        shown = sorted((view for view in self.views if view.frame), key=lambda it: it.frame.start)
        return {view.slot.item: view.frame for view in shown if not view.frame.is_pinned}

    def check(self):
        """What is on screen is in order, measured, without a gap, and fills it."""
        frames = [*self.screen().items()]
        items = [item for item, _ in frames]
        if items:
            first = self.host.items.index(items[0])
            assert items == list(self.host.items[first:first + len(items)]), items
        end = max(0, -self.offset)
        for item, frame in frames:
            assert frame.start <= end + 0.01, (item, frame, end)
            assert abs(frame.extent - self.extent(item)) < 0.01
            end = max(end, frame.start + frame.extent)
        assert end >= min(self.length, self.scroll_length - self.offset) - 0.01


def jump(before, after, travelled):
    """How far the first item has moved that was on screen, still is, and should be."""
    for item, frame in before.items():
        if item in after and frame.start + frame.extent - travelled > 0.01:
            return abs(after[item].start - (frame.start - travelled))
    return 0


class Places(unittest.TestCase):
    def test_both_ends_are_reached(self):
        for is_held in False, True:
            surface = FakeSurface(range(3000))
            surface.scroll(surface.highest // 2)
            surface.is_held = is_held
            for _ in range(30):
                surface.scroll(surface.highest)
            surface.check()
            frame = surface.screen()[2999]
            self.assertAlmostEqual(frame.start + frame.extent, LENGTH, 2)
            surface.is_held = False
            surface.host.update()
            surface.scroll(surface.highest // 2)
            surface.is_held = is_held
            for step in range(9, -1, -1):
                surface.scroll(surface.highest * step / 20)
            self.assertAlmostEqual(surface.screen()[0].start, 0, 2)

    def test_a_held_offset_is_left_alone(self):
        surface = FakeSurface(range(3000))
        surface.scroll(60_000)
        surface.is_held, surface.writes = True, 0
        surface.scroll(surface.offset - 700)
        surface.host.insert(0, range(3000, 3040))
        before = surface.screen()
        surface.host.update()
        self.assertEqual(surface.writes, 0)
        self.assertNotEqual(surface.host.latest.pending, 0)
        surface.is_held = False
        surface.host.update()
        self.assertEqual(surface.writes, 1)
        self.assertLess(jump(before, surface.screen(), 0), 0.01)
        surface.check()

    def test_an_item_is_scrolled_to(self):
        surface = FakeSurface(range(3000))
        for index, fraction in (1500, Fraction.START), (200, Fraction.END), (2500, Fraction.CENTER):
            surface.host.scroll_to(index, fraction)
            frame = surface.screen()[index]
            self.assertAlmostEqual(frame.start, (LENGTH - frame.extent) * fraction, 2)
        surface.host.insert(0, [3000])
        surface.host.scroll_to(3000, Fraction.END)
        frame = surface.screen()[2999]
        self.assertAlmostEqual(frame.start + frame.extent, LENGTH, 2)
        with self.assertRaises(rangecore.ArgumentError):
            surface.host.scroll_to(5000)
        surface.scroll(0)
        surface.check()

    def test_a_new_breadth_keeps_the_place(self):
        surface = FakeSurface(range(3000))
        surface.scroll(40_000)
        first, frame = next(iter(surface.screen().items()))
        surface.breadth, measured = 200, surface.measured
        surface.host.update()
        self.assertAlmostEqual(surface.screen()[first].start, frame.start, 2)
        self.assertEqual(surface.screen()[first].extent, 2 * frame.extent)
        self.assertGreater(surface.measured, measured)
        measured = surface.measured
        surface.host.update()
        self.assertEqual(surface.measured, measured)

    def test_columns_follow_the_breadth(self):
        surface = FakeSurface(range(3000), columns=lambda breadth: max(1, int(breadth // 200)))
        for breadth in 400, 800:
            surface.breadth = breadth
            surface.scroll(surface.offset + 20_000)
            frames = surface.screen().values()
            self.assertEqual({frame.across for frame in frames}, set(range(0, breadth, 200)))
            self.assertEqual({frame.breadth for frame in frames}, {200})

    def test_what_bars_cover_has_views(self):
        surface = FakeSurface(range(1000))
        surface.insets = 150, 90
        surface.host.update()
        for offset in range(20_000, 23_000, 70):
            before, surface.travelled = surface.screen(), 0
            surface.scroll(offset)
            surface.check()
            self.assertLess(jump({item: it for item, it in before.items() if it.start > 150} if offset > 20_000
                                 else {}, surface.screen(), surface.travelled), 0.01)
        # A row that grows behind the bar leaves what can be read in place.
        slot, before = next(iter(surface.host.shown)), surface.screen()
        self.assertFalse(slot.state & State.VISIBLE)
        extent = surface.extent
        surface.extent = lambda item: extent(item) + 30 * (item == slot.item)
        surface.host.remeasure(slot)
        surface.check()
        first = [slot.item for slot in surface.host.shown if slot.state & State.VISIBLE][0]
        self.assertAlmostEqual(surface.screen()[first].start, before[first].start, 2)

    def test_headers_are_pinned(self):
        surface = FakeSurface(range(1000), is_header=lambda item: item % 20 == 0)
        surface.scroll(10_000)
        host = surface.host
        pinned = {slot.item: frame for slot, frame in host.shown.items() if frame.is_pinned}
        (item, frame), = pinned.items()
        first = next(iter(surface.screen()))
        self.assertEqual(item, first - first % 20)
        self.assertLessEqual(frame.start, 0)
        self.assertEqual([*host.shown.values()][-1], frame)
        host.replace([it for it in host.items if it >= 40], key=int)
        host.update()
        self.assertEqual(host.list.section_count, 48)


class Views(unittest.TestCase):
    def test_an_item_keeps_its_slot_and_view(self):
        surface = FakeSurface(range(1000))
        surface.scroll(20_000)
        host = surface.host
        slots = {slot.item: (slot, slot.view) for slot in host.shown}
        host.insert(0, range(1000, 1050))
        host.insert(0, [])
        host.remove(5, 6)
        host.move(10, 12, 700)
        host.replace([2000, *host.items[:300], *host.items[310:]], key=int)
        some = next(iter(slots.values()))[0]
        self.assertEqual(host.items[some.index], some.item)
        host.update()
        for item, (slot, view) in slots.items():
            self.assertIs(slot.view, view)
            self.assertEqual(host.items[slot.index], item)
            self.assertIs(host.slot(slot.index), slot)
        self.assertEqual([host.slot(-1), host.slot(len(host.items))], [None, None])
        gone = slots[some.item][0]
        host.remove(gone.index, gone.index + 1)
        with self.assertRaises(rangecore.NotFoundError):
            _ = gone.index
        host.update()
        self.assertIsNone(gone.view)

    def test_views_are_used_again(self):
        surface = FakeSurface(range(100_000))
        for _ in range(500):
            surface.scroll(surface.offset + 200)
            surface.run()
        self.assertLess(len(surface.views) + len(surface.spare), 100)

    def test_states_are_told_in_order(self):
        told = []
        surface = FakeSurface(range(1000), entered=lambda slot, it: told.append((slot, 1, it)),
                              left=lambda slot, it: told.append((slot, -1, it)))
        for _ in range(40):
            surface.scroll(surface.offset + 333)
        surface.host.remove(0, 1000)
        surface.host.update()
        enters, order = {}, [State.PRELOAD, State.DISPLAY, State.VISIBLE]
        for slot, way, state in told:
            stack = enters.setdefault(slot, [])
            if way > 0:
                self.assertEqual(stack, order[:order.index(state)])
                stack.append(state)
            else:
                self.assertEqual(stack.pop(), state)
        self.assertGreater(len(enters), 50)
        self.assertFalse(any(enters.values()))
        self.assertEqual(surface.views, set())

    def test_a_callback_may_edit(self):
        def entered(slot, state):
            if state == State.VISIBLE and len(surface.host.items) < 53:
                surface.host.insert(0, [1000 + len(surface.host.items)])
                surface.host.update()

        surface = FakeSurface(entered=None)
        surface.host._entered = entered
        surface.host.insert(0, range(50))
        surface.host.update()
        self.assertEqual(len(surface.host.items), 53)
        surface.check()

    def test_a_callback_may_scroll(self):
        def entered(slot, state):
            if slot.item == 0 and state == State.VISIBLE:
                surface.host.scroll_to(500, Fraction.START)

        surface = FakeSurface()
        surface.host._entered = entered
        surface.host.insert(0, range(1000))
        surface.host.update()
        self.assertAlmostEqual(surface.screen()[500].start, 0, 2)
        surface.check()

    def test_a_callback_that_raises_keeps_nothing_from_other_slots(self):
        chance = random.Random(5)

        def heard(slot, state):
            if chance.random() < 0.1:
                raise RuntimeError

        surface, raised = FakeSurface(entered=heard, left=heard), 0
        surface.host.insert(0, range(1000))
        for _ in range(200):
            try:
                surface.scroll(surface.offset + chance.choice((-900, 300, 900)))
            except RuntimeError:
                raised += 1
        self.assertGreater(raised, 30)
        chance.random = lambda: 1
        surface.host.update()
        slots = [*surface.host._slots.values()]
        self.assertEqual([slot.state for slot in slots], [surface.host.list.state(slot.index) for slot in slots])
        self.assertEqual({view.slot for view in surface.views}, {slot for slot in slots if slot.view})

    def test_callbacks_that_always_edit_end_an_update(self):
        def entered(slot, state):
            if state == State.VISIBLE:
                surface.host.insert(slot.index + 1, [len(surface.host.items)])

        surface = FakeSurface()
        surface.host._entered = entered
        surface.host.insert(0, range(50))
        surface.host.update()
        count = len(surface.host.items)
        self.assertGreater(count, 50)
        surface.run(lambda: len(surface.host.items) > count)
        surface.host.close()

    def test_what_only_an_estimate_has_brought_in_is_not_told(self):
        told = []
        surface = FakeSurface(range(1000), estimate=5, entered=lambda slot, it: told.append((slot.item, it)),
                              left=lambda slot, it: told.append((slot.item, it)))
        self.assertEqual([item for item, state in told if state == State.VISIBLE], [*surface.screen()])
        self.assertEqual(len({*told}), len(told))

    def test_a_slot_has_an_index_while_it_is_in_range(self):
        gone = []

        def left(slot, state):
            if state == State.PRELOAD:
                self.assertEqual(surface.host.items[slot.index], slot.item)
                gone.append(slot)

        surface = FakeSurface(range(3000), left=left)
        surface.scroll(60_000)
        self.assertGreater(len(gone), 10)
        for slot in gone:
            with self.assertRaises(rangecore.NotFoundError):
                _ = slot.index

    def test_rows_are_measured_ahead_within_the_budget(self):
        surface = FakeSurface(range(1000), budget=0.001)
        surface.measure_ = surface.measure
        surface.measure = lambda *it: (time.sleep(0.001), surface.measure_(*it))[1]
        surface.scroll(20_000)

        def unmeasured(items):
            return len(surface.host.list.unmeasured_rows(items.start, items.stop))

        self.assertGreater(unmeasured(surface.host.latest.ranges[Range.DISPLAY]), 0)
        self.assertEqual(unmeasured(surface.host.latest.visible), 0)
        surface.run(lambda: not unmeasured(surface.host.latest.ranges[Range.DISPLAY]))
        self.assertLessEqual(len(surface._due), 1)

    def test_changed_content_is_measured(self):
        surface = FakeSurface(range(1000))
        surface.scroll(20_000)
        slot = next(iter(surface.host.shown))
        surface.extent = lambda item: 300
        surface.host.remeasure(slot)
        self.assertEqual(surface.host.shown[slot].extent, 300)
        surface.host.remeasure()
        surface.check()

    def test_a_row_that_is_measured_again_keeps_its_start(self):
        for shown, column_count in (0, 1), (1, 1), (2, 2):
            surface = FakeSurface(range(1000), columns=column_count)
            surface.scroll(20_013)
            before = surface.screen()
            slot, other = [*surface.host.shown][shown], [*surface.host.shown][shown + column_count]
            at, extent = before[slot.item].start, surface.extent
            self.assertTrue(shown or at < 0, "it straddles the start of the viewport")
            surface.extent = lambda item: extent(item) + 70 * (item == slot.item)
            surface.host.remeasure(slot)
            grown = 70 * column_count if column_count == 1 else (
                surface.screen()[slot.item].extent - before[slot.item].extent)
            self.assertEqual(surface.screen()[slot.item].start, at)
            self.assertEqual(surface.screen()[other.item].start, before[other.item].start + grown)
            # So does one that gets another item, also where it is one of many.
            index = slot.index
            new = [5000 + at for at in range(200)]
            surface.host.set_items(index, new)
            surface.host.update()
            self.assertEqual(surface.screen()[5000].start, at)
            if column_count == 1:
                surface.check()
            self.assertGreater(len(surface.host.list.unmeasured_rows(index + 50, index + 200)), 0)

    def test_an_item_that_is_measured_again_may_be_gone(self):
        surface = FakeSurface(range(1000))
        surface.scroll(20_000)
        slot, last, far = *[*surface.host.shown][:2], [*surface.host._slots.values()][-1]
        surface.host._updating = True
        surface.host.remeasure(slot)
        surface.host.remeasure(last)
        surface.host.remeasure(far)
        surface.host._updating = False
        surface.host.insert(0, [5000])
        surface.host.remove(slot.index, slot.index + 1)
        measured = surface.measured
        surface.host.update()
        self.assertGreater(surface.measured, measured)
        surface.check()
        surface.host.remeasure(slot)
        surface.check()
        for lower, count in (-1, 1), (990, 11), (1001, 0):
            with self.assertRaises(rangecore.ArgumentError):
                surface.host.set_items(lower, range(count), keeps_extents=True)

    def test_a_hidden_list_has_no_views(self):
        surface = FakeSurface(range(100))
        surface.length = 0
        surface.host.update()
        self.assertEqual(surface.screen(), {})
        surface.length = LENGTH
        surface.host.update()
        surface.check()

    def test_a_hidden_list_is_not_measured(self):
        for hidden in {"length": 0}, {"breadth": 0}, {"length": 0, "breadth": 0}:
            surface = FakeSurface(range(1000))
            surface.scroll(20_037)
            screen, measured, extent = surface.screen(), surface.measured, surface.extent
            vars(surface).update(hidden, extent=lambda item: 7)
            surface.host.remeasure(next(iter(surface.host.shown), None))
            surface.host.remeasure()
            surface.scroll(surface.offset)
            self.assertEqual(surface.measured, measured, hidden)
            vars(surface).update(length=LENGTH, breadth=BREADTH, extent=extent)
            surface.host.update()
            surface.check()
            self.assertEqual({item: frame.start for item, frame in surface.screen().items()},
                             {item: frame.start for item, frame in screen.items()}, hidden)


    def test_a_hidden_list_keeps_its_place_and_views(self):
        surface = FakeSurface(range(1000))
        surface.scroll(20_037)
        before, made, writes = surface.screen(), surface.made, surface.writes
        # As a toolkit that forgets where it was.
        surface.length, surface.offset, length = 0, 0.0, surface.scroll_length
        surface.host.insert(0, range(1000, 1040))
        surface.host.update()
        self.assertEqual((surface.screen(), surface.offset, surface.writes), ({}, 0, writes))
        self.assertEqual(surface.scroll_length, length, "it is told nothing")
        surface.length = LENGTH
        surface.host.update()
        surface.check()
        self.assertEqual([*surface.screen()], [*before])
        self.assertLess(jump(before, surface.screen(), 0), 0.01)
        self.assertEqual(surface.made, made)

    def test_an_item_asked_for_while_hidden_is_shown(self):
        for hidden in {"length": 0}, {"breadth": 0}:
            surface = FakeSurface(range(1000))
            vars(surface).update(hidden)
            surface.host.update()
            surface.host.scroll_to(500, Fraction.START)
            surface.host.insert(0, range(1000, 1040))
            surface.host.update()
            vars(surface).update(length=LENGTH, breadth=BREADTH)
            surface.host.update()
            self.assertAlmostEqual(surface.screen()[500].start, 0, 2)
            surface.check()
        with self.assertRaises(rangecore.ArgumentError) as caught:
            surface.host.scroll_to(1040)
        self.assertEqual(caught.exception.argument, "index")

    def test_it_belongs_to_one_thread(self):
        asked = []

        def fetch(end, count):
            asked.append(end)
            if end == End.HEAD:
                raise OSError
            return [], True

        surface = FakeSurface(range(10), fetch=fetch)
        host = surface.host
        surface.run(lambda: host.load().is_exhausted and host.load(End.HEAD).error)
        before = surface.screen(), surface.measured, [*asked]
        edits = (lambda: host.insert(0, [1]), lambda: host.remove(0, 1), lambda: host.move(0, 1, 5),
                 lambda: host.replace([], key=int), lambda: host.set_items(0, [1]), host.remeasure,
                 lambda: host.scroll_to(5, 0), lambda: host.scroll_to_offset(5), lambda: host.retry(End.HEAD),
                 host.refresh, host.update)
        errors = []

        def edit():
            for call in edits:
                try:
                    call()
                except RuntimeError as error:
                    errors.append(str(error))
        other = threading.Thread(target=edit)
        other.start()
        other.join()
        self.assertEqual(len(errors), len(edits))
        self.assertIn("schedule", errors[0])
        self.assertEqual(host.items, list(range(10)))
        host.update()
        self.assertEqual((surface.screen(), surface.measured, asked), before)
        self.assertTrue(host.load().is_exhausted)

    def test_its_items_are_to_be_read(self):
        items = ListHost(FakeSurface(), range(5)).items
        self.assertEqual([items[-1], items[1:3], list(reversed(items)), len(items)], [4, [1, 2], [4, 3, 2, 1, 0], 5])
        self.assertEqual(repr(items), "[0, 1, 2, 3, 4]")
        self.assertFalse(hasattr(items, "append"))
        with self.assertRaises(TypeError):
            items[0] = 7

    def test_what_cannot_be_measured_is_refused(self):
        for extent, name in (math.nan, "extents[0]"), (-5, "extents[0]"), (-1, "extents"):
            surface = FakeSurface(range(100))
            own, surface.extent = surface.extent, lambda item: extent
            with self.assertRaises(rangecore.ArgumentError) as caught:
                surface.host.remeasure()
            self.assertEqual(caught.exception.argument, name)
            surface.extent = own
            surface.host.update()
            surface.check()
        surface.host.budget = -1
        with self.assertRaises(rangecore.ArgumentError) as caught:
            surface.host.update()
        self.assertEqual(caught.exception.argument, "budget")

    def test_offsets_are_multiples_of_a_step(self):
        surface = FakeSurface(range(1000), offset_step=8)
        written, set_scroll = [], surface.set_scroll
        surface.set_scroll = lambda length, offset: (written.append(offset), set_scroll(length, offset))
        for index in 100, 301, 502:
            surface.host.scroll_to(index, Fraction.CENTER)
            frame = surface.screen()[index]
            self.assertAlmostEqual(frame.start, (LENGTH - frame.extent) / 2, 2)
        self.assertGreater(len(written), 2)
        self.assertEqual([offset % 8 for offset in written], [0] * len(written))


class Engines(unittest.TestCase):
    def test_a_step_without_views(self):
        feed = List(estimate=44)
        feed.insert(0, 1000)
        engine = HostEngine(feed)
        step, asked = engine.begin(0, 100, 400, time=0), []
        while not step.is_done:
            asked.append([step.nodes[step.asks[at]].index for at in range(step.ask_count)])
            step = engine.measured([60 + 10 * asked[-1][0]], 0)
        self.assertEqual(asked, [[0, 1, 2], [1]], "the others are pushed off the screen")
        self.assertEqual((step.is_settled, step.sets_length, step.sets_offset), (True, True, False))
        self.assertEqual(step.scroll_length, 130 + 998 * 44)
        news = [step.nodes[step.news[at]] for at in range(step.news_count)]
        self.assertEqual([(it.index, it.start) for it in news if it.has_view],
                         [(0, 0), (1, 60)])
        self.assertEqual(engine.update.visible, range(2))
        feed.insert(0, 3)
        self.assertEqual(engine.find(3), news[0].node)
        self.assertRaises(rangecore.NotFoundError, engine.find, 900)
        self.assertTrue(engine.set_extents({news[0].node: 65}))
        step = engine.begin(10, 100, 400, time=1, is_user_driven=True)
        while not step.is_done:
            step = engine.measured([44] * min(step.ask_count, 1), 2)
        self.assertEqual((step.sets_offset, step.offset), (True, 142))
        engine.wrote(142)
        engine.keep(0)
        engine.renew(3, 4)
        engine.scroll_to(500, Fraction.START)
        step = engine.begin(142, 100, 400, time=2)
        while not step.is_done:
            later = None if step.ask_count > 1 else 44
            step = engine.measured([later][:step.ask_count], 2)
        self.assertGreater(step.freed_count, 0)
        self.assertEqual(engine.update.visible.start, 500)
        engine.validate()
        feed.keep(900)
        feed.keep(901, State.PRELOAD)
        step = engine.begin(step.offset, 100, 400, time=3)
        while not step.is_done:
            step = engine.measured([44] * step.ask_count, 3)
        self.assertEqual([it.index for it in step.nodes[0:step.node_count] if it.is_kept and it.has_view], [0, 900])
        feed.remove(0, 100)
        self.assertEqual(feed.kept, [800, 801])
        self.assertEqual(feed.state(800), State.MEASURE_LAYOUT | State.PRELOAD | State.DISPLAY)
        feed.keep(800, State(0))
        self.assertEqual(feed.kept, [801])
        with self.assertRaises(rangecore.ArgumentError) as caught:
            feed.keep(0, State.VISIBLE)
        self.assertEqual(caught.exception.argument, "bits")

    def test_a_list_has_one_host(self):
        feed = List()
        engine = HostEngine(feed)
        for call in lambda: HostEngine(feed), lambda: feed.update(0, 100):
            self.assertRaises(rangecore.BusyError, call)
        for name, value in ("ahead_count", 0), ("budget", math.inf), ("offset_step", -1), ("ahead_count", -1):
            options = {name: value, "node_bits": 2}
            for call in lambda: engine.configure(**options), lambda: HostEngine(List(), **options):
                with self.assertRaises(rangecore.ArgumentError) as caught:
                    call()
                self.assertEqual(caught.exception.argument, name)
        for given in {"offset": math.nan}, {"length": -1}, {"breadth": math.nan}, {"jitter": 2}, {"columns": -1}:
            with self.assertRaises(rangecore.ArgumentError) as caught:
                engine.begin(**{"offset": 0, "length": 100, "breadth": 100, **given})
            self.assertEqual([caught.exception.argument], [*given])
        self.assertRaises(rangecore.StaleError, engine.measured, [], 0)
        changes = engine.begin(0, 100, 100) and engine.update.changes
        engine.begin(10, 100, 100)
        self.assertRaises(ValueError, changes.array)
        engine.close()
        self.assertRaises(ValueError, engine.validate)
        feed.update(0, 100)
        engine = HostEngine(feed)
        feed.close()
        self.assertIsNone(engine._handle, "it is destroyed before its list")
        self.assertRaises(ValueError, engine.begin, 0, 100, 100)


class Garbage(unittest.TestCase):
    def test_hosts_are_destroyed_before_their_lists(self):
        for _ in range(30):
            surface = FakeSurface(range(1000))
            surface.scroll(5000)
            del surface
            gc.collect()


class Batches(unittest.TestCase):
    def test_a_failure_is_retried_by_itself(self):
        failures = iter([True, False])

        def fetch(end, count):
            if next(failures, False):
                raise OSError
            return [], True

        surface = FakeSurface(range(10), fetch={End.TAIL: fetch})
        surface.run(lambda: surface.host.load().is_exhausted, seconds=10)

    def test_what_loads_at_an_end_is_told(self):
        told, answers = [], iter([OSError("down"), ([-1], False), ([], True)])

        def fetch(end, count):
            answer = next(answers)
            if isinstance(answer, OSError):
                raise answer
            return answer

        def changed(end, load):
            told.append((end, load.is_loading, str(load.error), load.is_exhausted))
            self.assertEqual(surface.host.load(end) if len(told) > 1 else load, load)
            if load.error is not None:
                surface.schedule(0, lambda: surface.host.retry(end))

        surface = FakeSurface(range(10), fetch={End.HEAD: fetch}, load_changed=changed)
        surface.run(lambda: surface.host.load(End.HEAD).is_exhausted)
        loading = (End.HEAD, True, "None", False)
        self.assertEqual(told, [loading, (End.HEAD, False, "down", False), loading, (End.HEAD, False, "None", False),
                                loading, (End.HEAD, False, "None", True)])
        answers = iter([([], True)])
        surface.host.refresh(End.HEAD)
        surface.host.refresh(End.TAIL)
        self.assertEqual(told[6:], [(End.HEAD, False, "None", False), loading])

    def test_a_callback_of_loads_that_raises_keeps_nothing_from_the_list(self):
        def changed(end, load):
            if load.is_exhausted:
                raise RuntimeError("mine")

        surface = FakeSurface(range(2), fetch={End.TAIL: lambda end, count: ([2], True)}, load_changed=changed)
        with self.assertRaisesRegex(RuntimeError, "mine"):
            surface.run(lambda: len(surface.host.items) == 3)
        self.assertEqual([*surface.screen()], [0, 1, 2])
        self.assertTrue(surface.host.load().is_exhausted)

    def test_a_fetch_that_returns_something_else_has_failed(self):
        for result, message in ((["z"], r"^fetch returned \['z'\], not \(items, is_last\)$"), (None, "returned None"),
                                (("a", "b"), "not .items, is_last"), (["a", True], "not .items, is_last"),
                                ((3, True), "items is 3, not items"), ((7.5, True), "not iterable")):
            surface = FakeSurface(range(10), fetch={End.TAIL: lambda end, count: result})
            surface.run(lambda: not surface.host.load().is_loading)
            self.assertRegex(str(surface.host.load().error), message)
            self.assertEqual(surface.host.items, [*range(10)])

    def test_a_fetch_that_is_cancelled_from_within_has_failed(self):
        def fetch(end, count):
            raise asyncio.CancelledError

        surface = FakeSurface(range(10), fetch={End.TAIL: fetch})
        surface.run(lambda: not surface.host.load().is_loading)
        self.assertIsInstance(surface.host.load().error, asyncio.CancelledError)

    def test_a_batch_at_the_head_moves_nothing(self):
        surface = FakeSurface(range(1000), fetch=lambda end, count: (
            range(-count, -count + 30) if end == End.HEAD else (), end == End.TAIL))
        surface.run(lambda: len(surface.host.items) > 1000)
        surface.scroll(6000)
        surface.scroll(300)
        before, count = surface.screen(), len(surface.host.items)
        surface.run(lambda: len(surface.host.items) > count)
        self.assertLess(jump(before, surface.screen(), 0), 0.01)

    def test_what_comes_after_a_refresh_is_dropped(self):
        may_end = threading.Event()

        def fetch(end, count):
            if count == 10:
                may_end.wait(5)
            return [1000], True

        surface = FakeSurface(range(10), fetch={End.TAIL: fetch})
        self.assertTrue(surface.host.load().is_loading)
        surface.host.insert(10, [50])
        surface.host.refresh()
        may_end.set()
        surface.run(lambda: surface.host.load().is_exhausted)
        surface.run()
        self.assertEqual(list(surface.host.items)[10:], [50, 1000])
        surface.host.close()
        surface.host.update()

    def test_a_fetcher_switches_its_end_on(self):
        for given, expected in ({End.HEAD}, {End.HEAD}), ({End.TAIL}, {End.TAIL}), (None, {End.HEAD, End.TAIL}):
            asked = set()

            def fetch(end, count, asked=asked):
                asked.add(end)
                return [], True

            surface = FakeSurface(range(10), fetch={end: fetch for end in given} if given else fetch)
            surface.run(lambda: all(surface.host.load(end).is_exhausted for end in expected))
            self.assertEqual(asked, expected)
        # What is set by hand wins.
        surface = FakeSurface([], fetch={End.HEAD: fetch})
        settings = surface.host.list.settings
        settings.leading_screens[End.HEAD] = 0
        surface.host.list.settings = settings
        surface.host.insert(0, range(100))
        surface.host.update()
        self.assertFalse(surface.host.load(End.HEAD).is_loading)
        with self.assertRaisesRegex(rangecore.ArgumentError, "fetch has 7"):
            FakeSurface(fetch={End.TAIL: 7})


if __name__ == "__main__":
    unittest.main()

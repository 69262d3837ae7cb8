"""Checks what a session cannot show of the binding: layouts, lifetimes, arrays, threads.

Reads the compiler's layouts, as Scripts/layout prints them, from standard input.
"""

import gc
import sys
import threading
import unittest
import weakref

import numpy as np
import rangecore
from rangecore import End, Outcome
from rangecore._library import ffi

LAYOUTS = sys.stdin.read().splitlines()


def filled(count=1000):
    made = rangecore.List(estimate=100)
    made.insert(0, count)
    return made


class Layout(unittest.TestCase):
    def test_structs_are_as_the_compiler_lays_them_out(self):
        self.assertGreater(len(LAYOUTS), 100)
        for line in LAYOUTS:
            name, *numbers = line.split()
            struct, _, field = name.partition(".")
            if field:
                described = dict(ffi.typeof(struct).fields)[field]
                self.assertEqual([described.offset, ffi.sizeof(described.type)],
                                 list(map(int, numbers)), name)
            else:
                self.assertEqual([ffi.sizeof(struct)], list(map(int, numbers)), name)

    def test_no_field_is_unknown_to_the_compiler(self):
        names = {line.split()[0] for line in LAYOUTS}
        for struct in ("rc_viewport", "rc_update", "rc_change", "rc_list_settings"):
            for field, _ in ffi.typeof(struct).fields:
                self.assertIn(f"{struct}.{field}", names)


class Borrowing(unittest.TestCase):
    def test_a_view_stops_what_would_change_it(self):
        feed = filled()
        array = feed.update(0, 800).changes.array()
        before = array.copy()
        for call in (lambda: feed.insert(0, 1), lambda: feed.update(800, 800), feed.close):
            with self.assertRaises(BufferError):
                call()
        self.assertTrue((array == before).all())
        self.assertEqual(len(feed), 1000)
        del array
        feed.insert(0, 1)

    def test_a_part_of_a_view_is_a_view(self):
        feed = filled()
        lower = feed.update(0, 800).changes.array()["lower"][::2]
        with self.assertRaises(BufferError):
            feed.remove(0, 1)
        self.assertFalse(lower.flags.writeable)
        self.assertFalse(lower.flags.owndata)

    def test_changes_end_with_the_next_change_of_the_list(self):
        feed = filled()
        changes = feed.update(0, 800).changes
        kept = list(changes)
        feed.insert(0, 1)
        with self.assertRaises(ValueError):
            changes.array()
        with self.assertRaises(ValueError):
            list(changes)
        self.assertEqual(kept[0], (0, 8, 0.0, 0, 15))

    def test_queries_leave_changes_alone(self):
        feed = filled()
        changes = feed.update(0, 800).changes
        feed.item(3), feed.rows(0, 10), feed.states(0, 10), len(feed), feed.settings
        self.assertEqual(len(list(changes)), len(changes))

    def test_a_view_keeps_the_memory_of_its_list(self):
        feed = filled()
        array = feed.update(0, 800).changes.array()
        before, alive = array.copy(), weakref.ref(feed)
        del feed
        gc.collect()
        self.assertIsNone(alive())
        self.assertTrue((array == before).all())


class Lifetimes(unittest.TestCase):
    def test_a_closed_list_says_so(self):
        with filled() as feed:
            flight = feed.begin_batch(End.TAIL)
        for call in (lambda: len(feed), lambda: feed.insert(0, 1), lambda: feed.update(0, 1)):
            with self.assertRaisesRegex(ValueError, "closed"):
                call()
        self.assertEqual(flight.outcome, Outcome.CANCELLED)
        with self.assertRaises(rangecore.StaleError):
            flight.finish(Outcome.COMPLETED)
        feed.close()

    def test_a_forgotten_flight_counts_as_cancelled(self):
        feed = filled()
        feed.begin_batch(End.TAIL)
        gc.collect()
        decision = feed.update(99_000, 1000).batches[End.TAIL]
        self.assertEqual(decision.reason, rangecore.Reason.LATCHED)

    def test_any_thread_may_finish_a_flight(self):
        feed = filled()
        flight, won = feed.begin_batch(End.TAIL), []

        def finish():
            try:
                flight.finish(Outcome.FAILED)
                won.append(True)
            except rangecore.StaleError:
                pass

        threads = [threading.Thread(target=finish) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(won), 1)

    def test_calls_of_several_threads_wait_for_one_another(self):
        feed = filled(0)

        def edit():
            for _ in range(500):
                feed.insert(0, 2)
                feed.measure(0, [1, 2])
                feed.remove(0, 1)

        threads = [threading.Thread(target=edit) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(feed), 2000)
        feed.validate()


class Arguments(unittest.TestCase):
    def test_arrays_of_any_kind_are_extents(self):
        feed = rangecore.List()
        feed.insert_measured(0, np.arange(4, dtype=np.int32))
        feed.insert_measured(4, np.arange(8.0)[::2])
        feed.insert_measured(8, [])
        self.assertEqual(feed.rows(0, 8)[1].tolist(), [0, 1, 2, 3, 0, 2, 4, 6])

    def test_what_is_refused_is_pythons_kind_of_error_too(self):
        feed = filled(1)
        for call, kind in ((lambda: feed.item(5), ValueError),
                           (lambda: feed.insert(2**70, 1), ValueError),
                           (lambda: feed.update(float("nan"), 1), ValueError),
                           (lambda: feed.insert(0, 2**32), OverflowError),
                           (lambda: rangecore.List().item_at(0), LookupError),
                           (lambda: rangecore.List(columns=0), ValueError),
                           (lambda: feed.update(0, 1, is_usr=True), AttributeError)):
            self.assertRaises(kind, call)
        self.assertEqual(len(feed), 1)


if __name__ == "__main__":
    unittest.main()

"""Checks what a session cannot show of the binding: lifetimes, arrays, threads."""

import gc
import threading
import unittest
import weakref

import numpy as np
import rangecore
from rangecore import End, Outcome


def filled(count=1000):
    made = rangecore.List(estimate=100)
    made.insert(0, count)
    return made


class Borrowing(unittest.TestCase):
    def test_a_view_blocks_edits(self):
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

    def test_changes_are_invalid_after_the_next_edit(self):
        feed = filled()
        changes = feed.update(0, 800).changes
        kept = list(changes)
        feed.insert(0, 1)
        with self.assertRaises(ValueError):
            changes.array()
        with self.assertRaises(ValueError):
            list(changes)
        self.assertEqual(kept[0], (0, 8, 0.0, 0, 15))

    def test_changes_stay_valid_through_queries(self):
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
    def test_a_closed_list_refuses_calls(self):
        with filled() as feed:
            fetch = feed.begin_batch(End.TAIL)
        for call in (lambda: len(feed), lambda: feed.insert(0, 1), lambda: feed.update(0, 1)):
            with self.assertRaisesRegex(ValueError, "closed"):
                call()
        self.assertEqual(fetch.outcome, Outcome.CANCELLED)
        with self.assertRaises(rangecore.StaleError):
            fetch.finish(Outcome.COMPLETED)
        feed.close()

    def test_a_dropped_fetch_counts_as_cancelled(self):
        feed = filled()
        feed.begin_batch(End.TAIL)
        gc.collect()
        decision = feed.update(99_000, 1000).batches[End.TAIL]
        self.assertEqual(decision.reason, rangecore.Reason.PAUSED)

    def test_one_thread_finishes_a_fetch(self):
        feed = filled()
        fetch, won = feed.begin_batch(End.TAIL), []

        def finish():
            try:
                fetch.finish(Outcome.FAILED)
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
                feed.set_row_extents(0, [1, 2])
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
        feed.insert(0, 4, np.arange(4, dtype=np.int32))
        feed.insert(4, 4, np.arange(8.0)[::2])
        feed.insert(8, 0, [])
        self.assertEqual(feed.rows(0, 8)[1].tolist(), [0, 1, 2, 3, 0, 2, 4, 6])

    def test_errors_are_also_of_pythons_own_kinds(self):
        feed = filled(1)
        for call, kind in ((lambda: feed.item(5), ValueError),
                           (lambda: feed.insert(2**70, 1), ValueError),
                           (lambda: feed.insert(0, 2, [1]), ValueError),
                           (lambda: feed.insert(0, 2**32), OverflowError),
                           (lambda: rangecore.List().item_at(0), LookupError),
                           (lambda: rangecore.List(columns=0), ValueError),
                           (lambda: feed.update(0, 1, is_user=True), AttributeError)):
            self.assertRaises(kind, call)
        self.assertEqual(len(feed), 1)


if __name__ == "__main__":
    unittest.main()

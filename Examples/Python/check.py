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

    def test_changes_stay_valid_through_all_but_edits(self):
        feed = filled()
        changes = feed.update(0, 800).changes
        feed.item(3), feed.rows(0, 10), feed.states(0, 10), len(feed), feed.state(9)
        feed.settings = feed.settings
        feed.set_mode(rangecore.Mode.FULL)
        feed.begin_batch(End.TAIL).finish(Outcome.COMPLETED)
        feed.set_names(0, [1])
        for call in (lambda: feed.remove(0, 1001), lambda: feed.update(0, -1),
                     lambda: feed.apply([1], []),
                     lambda: feed.set_layout(1, -1, keeps_extents=True)):
            self.assertRaises(rangecore.ArgumentError, call)
        self.assertEqual(len(list(changes)), len(changes))
        self.assertEqual(changes.names(0)[:2], [1, None])

    def test_names_are_invalid_after_the_next_edit(self):
        feed = filled(10)
        changes = feed.update(0, 500).changes
        feed.set_names(0, [5, None, 7])
        self.assertEqual(changes.names(0), [5, None, 7, None, None])
        self.assertEqual(feed.update(0, 500).changes.array().size, 0)
        for call in (lambda: changes.names(0), lambda: feed.update(0, 500).changes.names(0)):
            self.assertRaises(ValueError, call)
        feed.remove(0, 3)
        changes = feed.update(0, 500).changes
        self.assertEqual(changes.names(0), [5, None, 7])
        for position in -1, len(changes), 2**70:
            with self.assertRaises(rangecore.ArgumentError):
                changes.names(position)
        feed.close()
        with self.assertRaises(ValueError):
            changes.names(0)

    def test_a_view_blocks_apply(self):
        feed = filled(3)
        array = feed.update(0, 800).changes.array()
        with self.assertRaises(BufferError):
            feed.apply("abc", "a")
        self.assertEqual(len(feed), 3)
        del array
        feed.apply("abc", "a")
        self.assertEqual(len(feed), 1)

    def test_a_view_keeps_the_memory_of_its_list(self):
        feed = filled()
        array = feed.update(0, 800).changes.array()
        before, alive = array.copy(), weakref.ref(feed)
        del feed
        gc.collect()
        self.assertIsNone(alive())
        self.assertTrue((array == before).all())


class Lifetimes(unittest.TestCase):
    def test_a_list_is_freed_with_its_last_reference(self):
        feed = filled()
        update, alive = feed.update(0, 800), weakref.ref(feed)
        gc.disable()
        try:
            del feed
            self.assertIsNone(alive())
        finally:
            gc.enable()
        self.assertEqual(update.changes.names(0), [None] * 8)

    def test_a_part_of_settings_keeps_them(self):
        sticks = [filled().settings.sticks for _ in range(1000)]
        for per_end in sticks:
            per_end[End.HEAD] = True
        self.assertTrue(all(list(per_end) == [False, True] for per_end in sticks))
        settings = filled().settings
        settings.sticks = sticks[0]
        settings.leading_items = [3, 4]
        self.assertEqual((list(settings.sticks), list(settings.leading_items)),
                         ([False, True], [3, 4]))

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

    def test_ids_are_integers_or_none(self):
        feed = filled(4)
        changes = feed.update(0, 400).changes
        for names, read in ((np.arange(4, dtype=np.uint8), [0, 1, 2, 3]),
                            (np.arange(8)[::2], [0, 2, 4, 6]),
                            ((it for it in (2**63 - 1, -1, None, np.int8(3))),
                             [2**63 - 1, -1, None, 3])):
            feed.set_names(0, names)
            self.assertEqual(changes.names(0), read)
        feed.set_names(4, [])
        for names, kind in (([2**63], ValueError), ([1.5], TypeError), (["a"], TypeError),
                            (np.array([1.5]), TypeError), ([1] * 5, ValueError)):
            with self.assertRaises(kind):
                feed.set_names(0, names)
        with self.assertRaises(ValueError):
            feed.set_names(2**63 - 1, [1])
        self.assertEqual(changes.names(0), [2**63 - 1, -1, None, 3])

    def test_the_ids_of_a_difference_are_of_any_kind(self):
        feed = rangecore.List(estimate=1)
        feed.insert(0, 3, [11, 22, 33])
        feed.apply("abc", ("c", "x", "a"))
        self.assertEqual(feed.rows(0, 3)[1].tolist(), [33, 1, 11])
        for old, new in (("cxc", "c"), ("cxa", "cc"), ("cx", "c"), (["c", "x", None], [])):
            with self.assertRaises(rangecore.ArgumentError):
                feed.apply(old, new)
        self.assertEqual(rangecore.diff(np.arange(3), iter((2, 0))), [
            (rangecore.EditKind.REMOVE, 1, 2, 0), (rangecore.EditKind.MOVE, 1, 2, 0)])
        with self.assertRaises(TypeError):
            rangecore.diff([[]], [])
        self.assertEqual(len(feed), 3)

    def test_errors_are_also_of_pythons_own_kinds(self):
        feed = filled(1)
        for call, kind in ((lambda: feed.item(5), ValueError),
                           (lambda: feed.insert(2**70, 1), ValueError),
                           (lambda: feed.insert(0, 2, [1]), ValueError),
                           (lambda: feed.insert(0, 2**32), OverflowError),
                           (lambda: rangecore.List().item_at(0), LookupError),
                           (lambda: rangecore.List(columns=0), ValueError),
                           (lambda: feed.set_layout(-1, 0, keeps_extents=True), ValueError),
                           (lambda: feed.index_now(1), ValueError),
                           (lambda: feed.update(0, 1, is_user=True), AttributeError)):
            self.assertRaises(kind, call)
        self.assertEqual(len(feed), 1)


if __name__ == "__main__":
    unittest.main()

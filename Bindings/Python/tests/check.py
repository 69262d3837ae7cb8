"""Checks what a session cannot show of the binding: lifetimes, arrays, threads."""

import copy
import dataclasses
import enum
import gc
import threading
import unittest
import weakref

import numpy as np
import rangecore
from rangecore import End, Outcome
from rangecore._core import ffi, lib


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
        feed.settings.slack = 1
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

    def test_settings_have_a_value_per_end(self):
        feed = filled()
        settings = feed.settings
        settings.sticks[End.HEAD] = True
        settings.leading_items = [3, 4]
        self.assertEqual(feed.settings, settings)
        feed.settings = settings
        self.assertEqual(feed.settings, settings)
        with self.assertRaisesRegex(ValueError, "sticks has 1 values"):
            settings.sticks = [True]
        with self.assertRaisesRegex(ValueError, "sticks has 1 values"):
            feed.settings = dataclasses.replace(settings, sticks=[True])
        self.assertEqual(feed.settings, settings)

    def test_what_is_set_in_settings_is_set_in_the_list(self):
        feed = filled()
        feed.settings.sticks[End.TAIL] = True
        feed.settings.leading_screens[:] = [3, 4]
        feed.settings.slack = 0.5
        settings = feed.settings
        settings.extra_lengths = [1, 2]
        settings.extra_lengths[End.HEAD] = 5
        self.assertEqual((feed.settings.sticks, feed.settings.leading_screens, feed.settings.slack,
                          feed.settings.extra_lengths), ([True, False], [3, 4], 0.5, [1, 5]))
        for name, call in (("slack", lambda: setattr(settings, "slack", -1)),
                           ("leading_screens", lambda: settings.leading_screens.__setitem__(0, float("nan")))):
            with self.assertRaisesRegex(rangecore.ArgumentError, name):
                call()
        with self.assertRaisesRegex(AttributeError, "there is no setting stick"):
            feed.settings.stick = [True, True]
        self.assertEqual(feed.settings, settings)
        # Those of no list change none.
        for other in dataclasses.replace(settings), copy.deepcopy(settings), copy.copy(settings):
            self.assertEqual(other, settings)
            other.slack, other.sticks[End.TAIL] = 7, False
        self.assertEqual(feed.settings, settings)
        self.assertEqual(dataclasses.asdict(settings)["sticks"], [True, False])

    def test_help_has_a_sentence_for_each_field(self):
        for type_ in (rangecore.Settings, rangecore.Request, rangecore.Reply, rangecore.StoreSettings, rangecore.Place,
                      rangecore.Load):
            names = getattr(type_, "_fields", None) or [it.name for it in dataclasses.fields(type_)]
            for name in names:
                if not name.startswith("_"):
                    self.assertRegex(type_.__doc__, f"(?m)^    - .*`{name}`.*: [A-Z]", type_)
        for type_, names in ((rangecore.ListHost, ("list", "surface", "latest", "shown", "updated")),
                             (rangecore.Slot, ("item", "view", "state", "content"))):
            for name in names:
                self.assertRegex(type_.__doc__, f"(?m)^    - `{name}`: [A-Z]", type_)

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
        decision = feed.update(99_000, 1000).tail
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
            (rangecore.EditKind.REMOVE, 1, 2, 0, 0), (rangecore.EditKind.MOVE, 1, 2, 0, 0)])
        with self.assertRaises(TypeError):
            rangecore.diff([[]], [])
        self.assertEqual(len(feed), 3)

    def test_errors_are_also_of_pythons_own_kinds(self):
        feed = filled(3)
        for call, kind in ((lambda: feed.item(3), ValueError),
                           (lambda: feed.insert(2**70, 1), ValueError),
                           (lambda: feed.insert(0, 2**32), OverflowError),
                           (lambda: rangecore.List().item_at(0), LookupError),
                           (lambda: feed.update(0, 1, is_user=True), TypeError)):
            self.assertRaises(kind, call)
        with self.assertRaisesRegex(ValueError, "index is 3$"):
            feed.item(3)
        self.assertEqual(len(feed), 3)


class Values(unittest.TestCase):
    def test_enumerations_are_those_of_the_header(self):
        prefixes = {"Mode": "rc_range_mode", "Preset": "rc_tuning_preset", "EditKind": "rc_edit_kind",
                    "ShortContent": "rc_short_content_policy", "Answer": "rc_batch_answer",
                    "Reason": "rc_batch_reason", "Outcome": "rc_batch_outcome",
                    "Source": "rc_store_source", "RequestKind": "rc_store_request_kind",
                    "LoadState": "rc_store_load_state",
                    "PreloadState": "rc_ticket_state", "PreloadPriority": "rc_ticket_band"}
        kinds = [it for it in vars(rangecore).values() if isinstance(it, enum.EnumMeta)]
        for kind in set(kinds) - {rangecore.Fraction, rangecore.State}:
            c_type = prefixes.get(kind.__name__, f"rc_{kind.__name__.lower()}")
            prefix = c_type.upper()
            values = {text.removeprefix(f"{prefix}_"): value
                      for value, text in ffi.typeof(c_type).elements.items()}
            values.pop("SENTINEL")
            self.assertEqual({it.name: it.value for it in kind}, values)
        states = {name.removeprefix("RC_STATE_"): getattr(lib, name)
                  for name in dir(lib) if name.startswith("RC_STATE_")}
        self.assertEqual(dict(rangecore.State.__members__), states)
        self.assertEqual(rangecore.Fraction.NEAREST, lib.RC_FRACTION_NEAREST)

    def test_printing_an_update_prints_it(self):
        feed = filled()
        update = feed.update(0, 800)
        full = "State.MEASURE_LAYOUT|PRELOAD|DISPLAY|VISIBLE"
        change = f"Change(lower=0, upper=8, distance=0.0, before=State(0), after={full})"
        for text in ("visible=range(0, 8)", change, "tail=Decision(", "scroll_length"):
            self.assertIn(text, str(update))
        self.assertEqual(str(next(iter(update.changes))), change)
        feed.insert(0, 1)
        self.assertIn("read too late", str(update))

    def test_states_and_lists_print_as_words(self):
        state = rangecore.State(3)
        for text in str(state), repr(state), f"{state}":
            self.assertEqual(text, "State.MEASURE_LAYOUT|PRELOAD")
        self.assertEqual((f"{state:04b}", state, str(rangecore.State(0))), ("0011", 3, "State(0)"))
        feed = filled()
        feed.set_row_extents(0, [20.5])
        self.assertEqual(str(feed), "List(1000 items, 1 measured rows, length 99920.5)")
        feed.close()
        self.assertEqual(str(feed), "List(closed)")


if __name__ == "__main__":
    unittest.main()

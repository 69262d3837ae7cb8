"""Checks the store: what it loads from sources that stand still, shift and fail, and a host over it."""

import asyncio
import collections
import concurrent.futures
import dataclasses
import heapq
import itertools
import math
import random
import threading
import time
import unittest

import rangecore
from rangecore import (Direction, End, ListHost, LoadState, Reply, RequestKind, Source, Store, EditKind,
                       StoreSettings, Viewport)

Photo = collections.namedtuple("Photo", "id title")


class Clock:
    """Runs what is scheduled, from any thread, on this one."""

    def __init__(self):
        self.due, self.lock, self.number = [], threading.Lock(), 0

    def schedule(self, seconds, function):
        with self.lock:
            self.number += 1
            heapq.heappush(self.due, (time.monotonic() + seconds, self.number, function))

    def run(self, until, seconds=10):
        end = time.monotonic() + seconds
        while not until():
            assert time.monotonic() < end, "it does not come to rest"
            self.turn()

    def turn(self):
        with self.lock:
            ready = []
            while self.due and self.due[0][0] <= time.monotonic():
                ready.append(heapq.heappop(self.due)[2])
        for function in ready:
            function()
        time.sleep(0 if ready else 0.0005)


class Server:
    """Photos in an order; `load` is what a source of offsets or of keys does."""

    def __init__(self, count):
        self.photos = [Photo(number, f"photo {number}") for number in range(count)]
        self.requests, self.running, self.fails, self.lock = [], 0, 0, threading.Lock()
        # Requests before a position wait until they are let through.
        self.waits_below, self.gates = 0, collections.defaultdict(threading.Event)

    def load(self, request):
        if (request.position or 0) < self.waits_below:
            self.gates[request.position].wait(10)
        with self.lock:
            self.requests.append(request)
            self.running += 1
            try:
                if self.fails:
                    self.fails -= 1
                    raise OSError("no network")
                return self.reply(request)
            finally:
                self.running -= 1

    def reply(self, request):
        ids = [photo.id for photo in self.photos]
        place = ids.index(request.key) if request.key in ids else 0
        lower, upper = request.position or 0, None
        if request.kind == RequestKind.AFTER:
            lower = place + 1
        elif request.kind == RequestKind.BEFORE:
            lower, upper = max(0, place - request.count), place
        elif request.kind == RequestKind.LAST:
            lower = max(0, len(ids) - request.count)
        elif request.key is not None:
            lower = max(0, place - request.count // 2)
        upper = lower + request.count if upper is None else upper
        items = self.photos[lower:upper]
        return Reply(items, total=len(ids), before=lower, after=max(0, len(ids) - lower - len(items)),
                     previous=("before", lower), next=("after", upper))


class StoreCase(unittest.TestCase):
    def store(self, count=100, **options):
        self.clock, self.server, self.edits = Clock(), Server(count), []
        settings = options.pop("settings", StoreSettings(settle=0))
        store = Store(self.server.load, key=lambda photo: photo.id, schedule=self.clock.schedule,
                      changed=self.edits.extend, settings=settings, **options)
        self.addCleanup(store.close)
        return store

    def rest(self, store):
        """Until nothing is requested, nor was."""
        self.clock.run(lambda: not store._tasks and not self.server.running)

    def titles(self, store, slots):
        return [photo and photo.title for photo in (store[slot] for slot in slots)]


class Stores(StoreCase):
    def test_the_session_of_the_header(self):
        store = self.store(50, settings=StoreSettings(settle=0.05))
        store.update(range(0))
        self.rest(store)
        first = self.server.requests[0]
        self.assertEqual((first.kind, first.position, first.count, first.is_refresh),
                         (RequestKind.AT, 0, 20, True))
        self.assertEqual([tuple(edit) for edit in self.edits], [(EditKind.INSERT, 0, 50, 0, 0)])
        self.assertEqual((len(store), store.item_count, store.page_count), (50, 20, 1))
        store.update(range(0, 10))
        self.rest(store)
        store.update(range(40, 50), range(40, 50))
        self.assertEqual(len(self.server.requests), 2, "a jump")
        self.clock.run(lambda: store[49] is not None)
        self.assertEqual(self.titles(store, (39, 40)), ["photo 39", "photo 40"])
        self.assertEqual(store.late_page_count, 1)
        self.assertTrue(0.04 < store.stall_time < 60, store.stall_time)
        with self.assertRaises(IndexError):
            store[50]

    def test_several_pages_at_first(self):
        store = self.store(first_pages=3)
        store.update(range(0))
        self.rest(store)
        self.assertEqual((store.item_count, store.page_count), (60, 3))
        store.update(range(10, 20), range(0, 60))
        store.refresh(position=90)
        self.rest(store)
        store.update(range(90, 100), range(90, 100))
        store.refresh()
        self.rest(store)
        refreshes = [(it.position, it.count) for it in self.server.requests if it.is_refresh]
        self.assertEqual(refreshes, [(0, 60), (40, 60), (60, 40)])
        keyed = self.store(first_pages=2, source=Source.KEYS)
        keyed.update(range(0))
        self.rest(keyed)
        self.assertEqual((self.server.requests[0].kind, self.server.requests[0].count), (RequestKind.FIRST, 40))

    def test_what_is_visible_is_refreshed_once_it_is_old(self):
        store = self.store(settings=StoreSettings(settle=0, max_age=0.05))
        store.update(range(0))
        self.rest(store)
        store.update(range(0, 10), range(0, 20))
        self.server.photos[3] = Photo(1000, "new")
        # Nobody asks: it wakes up by itself, and all others keep their slots.
        self.clock.run(lambda: store[3].id == 1000)
        self.assertEqual([tuple(edit)[:3] for edit in self.edits[1:]],
                         [(EditKind.REMOVE, 3, 4), (EditKind.INSERT, 3, 4), (EditKind.FILL, 20, 40)])
        # A failure leaves it as it is, and is made again.
        self.server.fails = 1
        self.clock.run(lambda: store.refresh_state.state == LoadState.FAILED)
        self.assertEqual(store[3].id, 1000)
        store.retry()
        self.clock.run(lambda: store.refresh_state.state == LoadState.ENDED)

    def test_what_is_old_is_refreshed_on_return(self):
        store = self.store()
        store.update(range(0))
        self.rest(store)
        store.update(range(0, 10), range(0, 20))
        store.expire(60)
        self.assertEqual(len(self.server.requests), 1)
        store.expire(0)
        store.expire(0)
        self.rest(store)
        self.assertEqual([it.is_refresh for it in self.server.requests], [True, True])

    def test_failures_are_per_place_and_retried(self):
        store, errors = self.store(), []
        self.server.fails = 1
        store.refresh(done=errors.append)
        self.rest(store)
        self.assertIsInstance(errors[0], OSError)
        self.assertEqual(store.refresh_state[:2], (LoadState.FAILED, 1))
        self.assertIs(store.refresh_state.error, errors[0])
        store.refresh(done=errors.append)
        self.rest(store)
        self.assertEqual((errors[1], store.refresh_state.state), (None, LoadState.ENDED))
        self.server.fails = 1
        store.update(range(30, 35), range(30, 35))
        self.rest(store)
        self.assertEqual(store.slot_state(30).state, LoadState.FAILED)
        self.assertEqual(store.slot_state(50).state, LoadState.MORE)
        # By itself, after a second or two.
        self.clock.run(lambda: store[30] is not None)

    def test_keys_have_cursors_gaps_and_jumps(self):
        store = self.store(400, source=Source.KEYS, placeholders=False)
        store.refresh(key=200)
        self.rest(store)
        self.assertEqual((store[0].id, store[19].id), (190, 209))
        store.update(range(18, 20), range(18, 20))
        self.clock.run(lambda: len(self.server.requests) > 1)
        asked = self.server.requests[1]
        self.assertEqual((asked.kind, asked.key, asked.cursor), (RequestKind.AFTER, 209, ("after", 210)))
        self.rest(store)
        store.update(range(0))
        store.jump(End.HEAD)
        self.rest(store)
        self.assertEqual((store[0].id, store[20], store[21].id), (0, None, 190))
        store.update(range(20, 22), range(20, 22), direction=Direction.BACKWARD)
        self.rest(store)
        self.assertEqual(self.server.requests[3].kind, RequestKind.BEFORE, "from where one comes")
        store.validate()

    def test_edits_of_the_apps_own(self):
        store = self.store(60)
        store.update(range(0))
        self.rest(store)
        store.insert(0, [Photo(-1, "mine")])
        self.assertEqual((store[0].title, store.slot_of(0), len(store)), ("mine", 1, 61))
        with self.assertRaises(rangecore.NotFoundError):
            store.insert(40, [Photo(-2, "nowhere")])
        with self.assertRaises(rangecore.ArgumentError):
            store.insert(0, [Photo(3, "held")])
        store.move(-1, 3)
        self.assertEqual((self.titles(store, range(2, 5)), self.edits[-1][:4]),
                         (["photo 2", "mine", "photo 3"], (EditKind.MOVE, 0, 1, 3)))
        for key, to in (-1, 40), (99, 0):
            with self.assertRaises(rangecore.NotFoundError):
                store.move(key, to)
        with self.assertRaises(rangecore.ArgumentError):
            store.move(-1, 61)
        store.move(-1, 0)
        store.remove(3)
        with self.assertRaises(rangecore.NotFoundError):
            store.remove(3)
        store.replace(Photo(5, "other"))
        self.assertEqual(store[store.slot_of(5)].title, "other")
        store.validate()

    def test_errors_name_the_argument(self):
        # Others have unusual values too, but allowed ones.
        usual = StoreSettings(request_limit=0, page_limit=9, item_limit=8, cost_limit=7, jump_distance=6,
                              settle=0.25, max_age=60)
        for name, value in [*((name, -1) for name in vars(usual)), ("settle", math.nan), ("settle", math.inf),
                            ("request_limit", 2**32), ("page_limit", 2**63), ("cost_limit", -2**63 - 1)]:
            self.refuses(name, value, lambda: self.store(settings=dataclasses.replace(usual, **{name: value})))
        for name, value in (("page_size", 0), ("page_size", -1), ("page_size", 2**31), ("page_size", 2**64),
                            ("first_pages", 0), ("first_pages", -1), ("first_pages", 2**31), ("first_pages", 2**32),
                            ("total", -1), ("total", -5), ("total", 2**32 - 1), ("total", 2**63)):
            self.refuses(name, value, lambda: self.store(**{name: value}))
        self.refuses("looks_ahead", True, lambda: self.store(source=Source.KEYS, looks_ahead=True))
        for options in {"page_size": "20"}, {"total": 1.5}, {"settings": StoreSettings(item_limit=None)}:
            name = "item_limit" if "settings" in options else [*options][0]
            with self.assertRaisesRegex(TypeError, f"^{name} is "):
                self.store(**options)
        store = self.store(60)
        store.update(range(0))
        self.rest(store)
        with self.assertRaises(rangecore.ArgumentError):
            store.jump(End.HEAD)
        self.refuses("position", -1, lambda: store.refresh(position=-1))
        self.refuses("position", 2**63, lambda: store.refresh(position=2**63))
        self.refuses("key", 1, lambda: store.refresh(key=1))
        self.refuses("slot", -1, lambda: store.insert(-1, [Photo(-1, "mine")]))
        self.refuses("slot", 61, lambda: store.insert(61, [Photo(-1, "mine")]))
        self.refuses("items", "", lambda: store.insert(0, [Photo(3, "held")]))
        self.refuses("visible", range(-1, 3), lambda: store.update(range(-1, 3)))
        self.refuses("wanted", range(-1, 3), lambda: store.update(range(3), range(-1, 3)))
        self.refuses("wanted", range(1, 3), lambda: store.update(range(3), range(1, 3)))
        self.refuses("schedule", None, lambda: Store(self.server.load, key=int).update(range(0)))
        for screens in -1, math.nan, math.inf:
            self.refuses("leading_screens", screens, lambda: store.attach(
                Screen(self.clock).host, leading_screens=screens))

    def refuses(self, name, value, call):
        with self.assertRaises(rangecore.ArgumentError) as caught:
            call()
        self.assertEqual(caught.exception.argument, name)
        self.assertTrue(str(caught.exception).startswith(f"invalid argument: {name} "), caught.exception)
        self.assertIn(str(value), str(caught.exception))

    def test_errors_of_replies_name_the_field(self):
        for name, value in (("total", -5), ("total", -1), ("before", -3), ("after", -2), ("cost", -1),
                            ("cost", 2**63), ("total", True)):
            store = self.store()
            reply = Reply([Photo(1, "one")], total=7, before=0, after=6, cost=3)
            self.server.reply = lambda request: dataclasses.replace(reply, **{name: value})
            store.update(range(0))
            self.rest(store)
            error = store.refresh_state.error
            if value is True:
                self.assertEqual(len(store), 1)
                continue
            self.assertIsInstance(error, rangecore.ArgumentError)
            self.assertEqual((error.argument, str(error)), (name, f"invalid argument: {name} is {value}"))
            self.assertEqual(len(store), 0)

    def test_a_reply_of_too_many_items_is_not_asked_for_again(self):
        most = 2**32 - 2
        store = self.store(total=most, settings=StoreSettings(settle=0))
        answers = {0: 20, most - most % 20: 40}
        self.server.reply = lambda request: Reply(
            [Photo(request.position + at, "new") for at in range(answers.get(request.position, 20))],
            total=most)
        store.update(range(0))
        self.rest(store)
        end = range(most - 5, most)
        store.update(end, end)
        self.rest(store)
        asked = len(self.server.requests)
        place = store.slot_state(most - 1)
        self.assertEqual(place.state, LoadState.FAILED)
        self.assertIsInstance(place.error, rangecore.LimitError)
        self.assertEqual(str(place.error),
                         "limit exceeded: items would be more than 4294967294, the most in a list")
        # When it is due, it fails again, and the source is not asked.
        self.clock.run(lambda: store.slot_state(most - 1).attempt == 2)
        self.rest(store)
        self.assertEqual(len(self.server.requests), asked)
        self.assertIsInstance(store.slot_state(most - 1).error, rangecore.LimitError)
        answers.clear()
        store.retry()
        self.rest(store)
        self.assertEqual(len(self.server.requests), asked + 1)
        # Costs are limited too.
        store.refresh(first=True)
        self.server.reply = lambda request: Reply([Photo(request.position, "one")], cost=2**63 - 1)
        self.rest(store)
        store.update(range(0, 5), range(0, 30))
        self.rest(store)
        self.assertEqual(store.slot_state(20).error.argument, "cost")

    def test_what_ends_a_load_from_within_is_a_failure(self):
        for error in asyncio.CancelledError, concurrent.futures.CancelledError, SystemExit:
            store, errors = self.store(), []
            reply = self.server.reply

            def fails(request):
                self.server.reply = reply
                raise error

            self.server.reply = fails
            store.refresh(done=errors.append)
            self.rest(store)
            self.assertIsInstance(errors[0], error)
            self.assertEqual(store.refresh_state[:2], (LoadState.FAILED, 1))
            self.clock.run(lambda: store.item_count > 0)
            self.assertEqual(len(self.server.requests), 2)
            store.close()

    def test_around_a_key_comes_the_cursor_that_its_page_was_asked_with(self):
        """As a source does that has opaque cursors, which lead on alone."""
        store = self.store(400, source=Source.KEYS, placeholders=False)
        ids = range(400)

        def reply(request):
            first = int(request.cursor.removeprefix("at ")) if request.cursor else 0
            items = [Photo(number, "photo") for number in ids[first:first + 20]]
            return Reply(items, before=first > 0, after=first + 20 < 400, next=f"at {first + 20}")

        self.server.reply = reply
        store.update(range(0))
        self.rest(store)
        for end in range(10, 121, 10):
            store.update(range(end - 10, end))
            self.rest(store)
        for _ in range(2):
            visible = store.slot_of(116)
            store.update(range(visible, visible + 5), range(visible, visible + 5))
            self.rest(store)
            asked = len(self.server.requests)
            store.refresh()
            self.rest(store)
            request = self.server.requests[asked]
            self.assertEqual((request.kind, request.key, request.cursor), (RequestKind.AT, 116, "at 100"))
            self.assertIsNotNone(store.slot_of(116), "it is still there")
        store.refresh(first=True)
        self.rest(store)
        store.refresh(key=5)
        self.rest(store)
        self.assertIsNone(self.server.requests[-1].cursor, "the page was asked for without one")

    def test_what_is_given_up_is_told(self):
        store = self.store(1000, settings=StoreSettings(settle=0, request_limit=1))
        store.update(range(0))
        self.rest(store)
        with self.server.lock:
            store.update(range(100, 110), range(100, 110))
            (_, request), = store._tasks.values()
            store.update(range(700, 710), range(700, 710))
            self.clock.run(lambda: request.is_given_up)
        self.rest(store)
        self.assertEqual(self.titles(store, (100, 700)), [None, "photo 700"])

    def test_however_far_one_scrolls_little_is_kept(self):
        for source in Source:
            store = self.store(20_000, source=source, looks_ahead=source == Source.OFFSETS,
                               settings=StoreSettings(settle=0, page_limit=5))
            store.update(range(0))
            self.rest(store)
            for slot in range(0, 3000, 20):
                store.update(range(slot, slot + 10))
                self.rest(store)
            self.assertLessEqual(store.page_count, 8)
            self.assertLess(len(store._table.entries), store.item_count + 20)
            self.assertLess(len(store._table.pages), 9)

    def test_random_sources_come_to_rest(self):
        dice = random.Random(1)
        for round in range(12):
            source, placeholders = Source(round & 1), round & 2 == 0
            store = self.store(dice.randint(50, 300), source=source, placeholders=placeholders,
                               looks_ahead=source == Source.OFFSETS, page_size=dice.randint(5, 20),
                               settings=StoreSettings(settle=0, item_limit=60, jump_distance=60 * source))
            server, number = self.server, 1000
            store.update(range(0))
            for _ in range(40):
                chance = dice.random()
                with server.lock:
                    if chance < 0.1:
                        number += 1
                        server.photos.insert(0, Photo(number, "new"))
                    elif chance < 0.2:
                        del server.photos[dice.randrange(len(server.photos))]
                    elif chance < 0.3:
                        server.fails = 1
                if chance > 0.9:
                    store.refresh()
                self.clock.turn()
                lower = dice.randint(0, max(0, len(store) - 8))
                store.update(range(lower, min(lower + 8, len(store))))
                held = [photo.id for photo in (store[slot] for slot in range(len(store))) if photo]
                self.assertEqual(len(held), len(set(held)), f"an id twice, round {round}")
                store.validate()
            server.fails = 0
            store.retry()
            for _ in range(20):
                visible = range(min(5, len(store)), min(13, len(store)))
                store.update(visible, visible, is_settled=True)
                self.rest(store)
            asked = len(server.requests)
            store.update(visible, visible, is_settled=True)
            self.rest(store)
            self.assertEqual(len(server.requests), asked, f"not quiet, round {round}")
            self.assertNotIn(None, self.titles(store, visible), f"round {round}")
            store.close()


class Screen:
    """A surface that notes what is on it."""

    def __init__(self, clock, **options):
        self.offset, self.schedule, self.shown = 0.0, clock.schedule, {}
        self.told = []
        self.extent = lambda item: 40 if item is None else 30 + item.id % 3 * 20
        self.host = ListHost(self, estimate=40, entered=lambda slot, flag: self.told.append(
            (slot.item and slot.item.id, flag)), **options)
        self.host.update()

    def read_viewport(self):
        return Viewport(self.offset, 300, 100)

    def set_scroll(self, length, offset):
        self.offset = min(max(offset, 0), max(0, length - 300))

    def make_view(self, slot):
        return [slot.item]

    def measure(self, view, breadth):
        return self.extent(view[0])

    def place(self, view, frame):
        self.shown.pop(id(view), None)
        if frame is not None:
            self.shown[id(view)] = (frame.start, view[0])

    def recycle(self, view):
        self.shown.pop(id(view), None)

    def scroll(self, offset):
        self.offset = offset
        self.host.update()

    def rows(self):
        return sorted(self.shown.values(), key=lambda row: row[0])


class Hosts(StoreCase):
    screen_options = {}

    def attached(self, count, **options):
        store = self.store(count, **options)
        screen = Screen(self.clock, **self.screen_options)
        store.attach(screen.host)
        self.rest(store)
        return store, screen

    def ids(self, screen):
        return [photo and photo.id for _, photo in screen.rows()]

    def test_a_host_shows_what_arrives(self):
        store, screen = self.attached(1000)
        self.assertEqual(len(screen.host.items), 1000)
        self.assertEqual(self.ids(screen)[0], 0)
        self.assertNotIn(None, self.ids(screen))
        self.assertIn((0, rangecore.State.VISIBLE), screen.told)
        screen.scroll(20_000)
        self.assertEqual(set(self.ids(screen)), {None})
        self.clock.run(lambda: None not in self.ids(screen))
        ids = self.ids(screen)
        self.assertEqual(ids, [*range(ids[0], ids[0] + len(ids))])
        self.assertTrue(450 < ids[0] < 550, ids)
        self.assertIn((ids[1], rangecore.State.VISIBLE), screen.told)
        self.assertEqual([item for item in screen.host.items], [store[slot] for slot in range(1000)])

    def test_what_is_read_stays_through_a_refresh(self):
        for options in {}, {"source": Source.KEYS}, {"source": Source.KEYS, "placeholders": False}:
            store, screen = self.attached(500, **options)
            for _ in range(12):
                screen.scroll(screen.offset + 150)
                self.rest(store)
            read = next(row for row in screen.rows() if row[0] >= 0)
            with self.server.lock:
                for number in range(5):
                    self.server.photos.insert(0, Photo(1000 + number, "new"))
            store.refresh()
            self.rest(store)
            self.assertIn(read, screen.rows(), options)
            self.assertEqual([item for item in screen.host.items],
                             [store[slot] for slot in range(len(store))])

    def test_it_begins_at_its_end(self):
        for is_attached_first in True, False:
            self.clock, self.server = Clock(), Server(500)
            store, screen = Store(self.server.load, key=lambda photo: photo.id), Screen(self.clock)
            screen.host.list.settings.sticks[End.TAIL] = True
            if is_attached_first:
                store.attach(screen.host)
            store.refresh(last=True)
            if not is_attached_first:
                self.assertEqual((self.server.requests, store.refresh_state.state), ([], LoadState.MORE))
                store.attach(screen.host)
            self.rest(store)
            self.clock.run(lambda: None not in self.ids(screen))
            self.assertEqual((self.ids(screen)[-1], screen.host.latest.visible.stop), (499, len(screen.host.items)))

    def test_the_items_are_edited_through_the_store_alone(self):
        store, screen = self.attached(50, placeholders=False)
        host, list_ = screen.host, screen.host.list
        items, ids = [*host.items], [*range(len(host.items))]
        photo = Photo(-1, "by hand")
        for edit in (lambda: host.insert(0, [photo]), lambda: host.remove(0, 1), lambda: host.move(0, 1, 2),
                     lambda: host.set_items(0, [photo]), lambda: host.set_items(0, [photo], keeps_extents=True),
                     lambda: host.replace(items[1:], key=id), lambda: list_.insert(0, 1),
                     lambda: list_.insert(0, 1, [40]), lambda: list_.remove(0, 1), lambda: list_.move(0, 1, 2),
                     lambda: list_.apply(ids, ids[1:])):
            with self.assertRaises(rangecore.BusyError) as caught:
                edit()
            self.assertIn("edit the store", str(caught.exception))
            self.assertEqual((items, len(list_)), ([*host.items], len(items)))
        with self.assertRaises(rangecore.BusyError):
            self.store_over(host)
        # Everything but the items may change.
        list_.mark_provisional(0, 2)
        list_.set_row_extents(0, [33])
        list_.forget(0, 1)
        list_.settings = list_.settings
        host.remeasure()
        host.remeasure(next(iter(host.shown)))
        store.insert(0, [photo])
        self.assertEqual((host.items[0], len(list_)), (photo, len(items) + 1))
        for _ in range(12):
            screen.scroll(screen.offset + 200)
            self.rest(store)
        self.assertEqual(self.ids(screen)[-1], 49, "what follows is loaded")
        store.detach()
        host.remove(0, 1)
        list_.apply([*range(50)], [*range(50)])
        self.assertEqual(len(host.items), 50)

    def store_over(self, host):
        Store(self.server.load, key=lambda photo: photo.id).attach(host)

    def test_a_host_with_a_store_fetches_nothing(self):
        fetched = []
        self.screen_options = {"fetch": lambda end, count: (fetched.append(end), ([Photo(-9, "batch")], False))[1]}
        store, screen = self.attached(30)
        for _ in range(12):
            screen.scroll(screen.offset + 200)
            self.rest(store)
        self.assertNotIn(-9, [photo.id for photo in screen.host.items])
        self.assertEqual(len(screen.host.items), 30)

    def test_a_row_with_another_content_keeps_its_start(self):
        for seen in 0, 1:
            store, screen = self.attached(300)
            for _ in range(10):
                screen.scroll(screen.offset + 157)
                self.rest(store)
            (start, photo), (after, below) = screen.rows()[seen:seen + 2]
            self.assertTrue(seen or start < 0, "it straddles the start of the viewport")
            lengths = {photo.id: after - start + 80}
            screen.extent = lambda item: lengths.get(item.id, 30 + item.id % 3 * 20)
            store.replace(Photo(photo.id, "longer"))
            self.assertIn((start, Photo(photo.id, "longer")), screen.rows())
            self.assertIn((after + 80, below), screen.rows())
            lengths[photo.id] -= 20
            screen.host.remeasure(next(slot for slot in screen.host.shown if slot.item.id == photo.id))
            self.assertIn((start, Photo(photo.id, "longer")), screen.rows())
            self.assertIn((after + 60, below), screen.rows())

    def test_filling_placeholders_moves_nothing_that_is_held(self):
        """Placeholders at the top of the screen and items below, in pages of three."""
        for long, pages in itertools.product((90, 450, 10), itertools.permutations((1, 2, 3))):
            store, screen = self.attached(900, page_size=3, settings=StoreSettings(settle=0, request_limit=99))
            screen.extent = lambda item: 40 if item is None else long + item.id % 3 * 10
            screen.scroll(18_000)
            self.clock.run(lambda: None not in self.ids(screen) and not store._tasks)
            first = next(slot for slot in range(100, 900) if store[slot] is not None)
            self.server.waits_below = first
            screen.scroll(screen.host.list.item(first).offset - 190)
            self.assertTrue(screen.rows()[0][1] is None and screen.rows()[-1][1], screen.rows())
            states = {slot.index: (slot, slot.state) for slot in screen.host.shown}
            for position in [*(first - 3 * page for page in pages), 0]:
                held = [row for row in screen.rows() if row[1] is not None]
                # Where there are items above what is filled too, these stay.
                kept = [row for row in held if held[0][1].id > position or row[1].id < position]
                for gate in [position] if position else range(first):
                    self.server.gates[gate].set()
                self.clock.run(lambda: store[position or first - 12] is not None)
                shown = screen.rows()
                self.assertTrue(kept and {*kept} <= {*shown}, (long, pages, position, held, shown))
                for slot in screen.host.shown:
                    self.assertEqual((slot, slot.state), states.get(slot.index, (slot, slot.state)))
            self.rest(store)
            self.assertNotIn(None, self.ids(screen))

    def test_both_ends_are_dropped(self):
        store, screen = self.attached(500, placeholders=False, source=Source.KEYS,
                                      settings=StoreSettings(settle=0, page_limit=3))
        for offset in range(0, 12_000, 200):
            screen.scroll(screen.offset + 200)
            self.rest(store)
            ids = self.ids(screen)
            self.assertEqual(ids, [*range(ids[0], ids[0] + len(ids))])
        self.assertGreater(ids[0], 100)
        self.assertLess(len(screen.host.items), 120)
        for _ in range(200):
            screen.scroll(max(0, screen.offset - 200))
            self.rest(store)
        self.assertEqual(self.ids(screen)[0], 0)


if __name__ == "__main__":
    unittest.main()

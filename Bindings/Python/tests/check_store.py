"""Checks the store: what it loads from sources that stand still, shift and fail, and a host over it."""

import collections
import heapq
import random
import threading
import time
import unittest

import rangecore
from rangecore import (Direction, End, ListHost, LoadState, Reply, RequestKind, Source, Store, StoreEditKind,
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

    def load(self, request):
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
        self.assertEqual([tuple(edit) for edit in self.edits], [(StoreEditKind.INSERT, 0, 50, 0)])
        self.assertEqual((len(store), store.item_count, store.page_count), (50, 20, 1))
        store.update(range(0, 10))
        self.rest(store)
        store.update(range(40, 50), range(40, 50))
        self.assertEqual(len(self.server.requests), 2, "a jump")
        self.clock.run(lambda: store[49] is not None)
        self.assertEqual(self.titles(store, (39, 40)), ["photo 39", "photo 40"])
        with self.assertRaises(IndexError):
            store[50]

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
        store.remove(3)
        with self.assertRaises(rangecore.NotFoundError):
            store.remove(3)
        store.replace(Photo(5, "other"))
        self.assertEqual(store[store.slot_of(5)].title, "other")
        store.validate()

    def test_mistakes_are_refused(self):
        for options in ({"page_size": 0}, {"source": Source.KEYS, "looks_ahead": True},
                        {"settings": StoreSettings(page_limit=-1)}, {"total": -1}):
            with self.assertRaises(rangecore.ArgumentError):
                self.store(**options)
        store = self.store()
        with self.assertRaises(rangecore.ArgumentError):
            store.jump(End.HEAD)
        with self.assertRaises(rangecore.ArgumentError):
            store.refresh(key=1)

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

    def __init__(self, clock):
        self.offset, self.schedule, self.shown = 0.0, clock.schedule, {}
        self.told = []
        self.host = ListHost(self, estimate=40, entered=lambda slot, flag: self.told.append(
            (slot.item and slot.item.id, flag)))
        self.host.update()

    def read_viewport(self):
        return Viewport(self.offset, 300, 100)

    def set_scroll(self, length, offset):
        self.offset = min(max(offset, 0), max(0, length - 300))

    def make_view(self, slot):
        return [slot.item]

    def measure(self, view, breadth):
        return 40 if view[0] is None else 30 + view[0].id % 3 * 20

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
    def attached(self, count, **options):
        store = self.store(count, **options)
        screen = Screen(self.clock)
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

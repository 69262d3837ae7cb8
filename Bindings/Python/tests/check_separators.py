"""Checks separators: headers of days between the items of a store, and a host over both."""

import random
import unittest

import rangecore
from check_store import Photo, Screen, StoreCase
from rangecore import EditKind, Separator, Separators, Source, StoreSettings


def day(photo):
    return None if photo is None else photo.id // 10


def header(before, after):
    return None if after is None or day(before) == day(after) else day(after)


def shown(row):
    return f"{row.id}:" if isinstance(row, Separator) else "-" if row is None else str(row.id)


class Rows(StoreCase):
    def rows(self, count, between=header, **options):
        store = self.store(count, **options)
        edits = []
        return store, Separators(store, between, changed=edits.extend), edits

    def text(self, rows):
        return " ".join(shown(rows[row]) for row in range(len(rows)))

    def test_headers_are_where_items_are(self):
        store, rows, edits = self.rows(30, page_size=12)
        self.assertEqual(len(rows), 0)
        store.update(range(0))
        self.rest(store)
        self.assertEqual(self.text(rows), "0: 0 1 2 3 4 5 6 7 8 9 1: 10 11" + 18 * " -")
        self.assertEqual([edit[:3] for edit in edits],
                         [(EditKind.INSERT, 0, 30), (EditKind.INSERT, 0, 1), (EditKind.INSERT, 11, 12)])
        self.assertEqual((rows.row_of(1), rows.row_of(2), rows.slot_of_row(11), rows.slot_of_row(12)),
                         (11, None, None, 10))
        self.assertEqual((rows.slots_of_rows(range(11, 12)), rows.row_of_slot(30)), (range(10, 11), 32))
        store.remove(10)
        store.remove(11)
        self.assertEqual(rows.row_of(1), None)
        rows.validate()
        with self.assertRaises(IndexError):
            rows[99]
        with self.assertRaises(rangecore.BusyError):
            Separators(store, header)

    def test_what_it_depends_on_is_renewed(self):
        read = [3]
        store, rows, _ = self.rows(8, lambda before, after: "new" if before and after and before.id == read[0] else None)
        store.update(range(0))
        self.rest(store)
        self.assertEqual(rows.row_of("new"), 4)
        read[0] = 6
        rows.renew()
        self.assertEqual((rows.row_of("new"), len(rows)), (7, 9))

    def test_content_that_changes_is_asked_about_again(self):
        store, rows, _ = self.rows(8, lambda before, after: "ad" if after and after.title == "ad" else None)
        store.update(range(0))
        self.rest(store)
        store.replace(Photo(5, "ad"))
        self.assertEqual(rows.row_of("ad"), 5)
        store.replace(Photo(5, "none"))
        self.assertEqual(rows.row_of("ad"), None)


class Hosts(StoreCase):
    def attached(self, count, **options):
        store = self.store(count, **options)
        rows = Separators(store, header)
        screen = Screen(self.clock)
        screen.extent = lambda row: 24 if isinstance(row, Separator) else 40 if row is None else 30 + row.id % 3 * 20
        rows.attach(screen.host)
        self.rest(store)
        return store, rows, screen

    def test_a_host_shows_the_rows(self):
        store, rows, screen = self.attached(100)
        host = screen.host
        self.assertEqual([shown(row) for _, row in screen.rows()][:3], ["0:", "0", "1"])
        self.assertEqual([*map(shown, host.items)], [shown(rows[row]) for row in range(len(rows))])
        self.assertEqual(len(host.items), 102)

    def test_what_is_read_stays_while_pages_are_dropped(self):
        for options in {}, {"source": Source.KEYS, "placeholders": False}:
            store, rows, screen = self.attached(400, settings=StoreSettings(settle=0, item_limit=60), **options)
            chance, compared, pages = random.Random(7), 0, set()
            for step in range(120):
                screen.scroll(max(0, screen.offset + chance.randrange(-150, 300) * (1 if step < 80 else -1)))
                # The first item on screen.
                read = next(((place, row) for place, row in screen.rows()
                             if isinstance(row, Photo) and place + screen.extent(row) > 0), None)
                if step % 20 == 10:
                    with self.server.lock:
                        self.server.photos.insert(0, Photo(1000 + step, "new"))
                    store.refresh()
                self.rest(store)
                pages.add(store.page_count)
                self.assertEqual(len(screen.host.items), len(rows))
                is_held = read is not None and store.slot_of(read[1].id) is not None
                if is_held and 1 < screen.offset < screen.host.list.length - 301:
                    self.assertIn(read, screen.rows(), (options, step))
                    compared += 1
            self.assertGreater(compared, 30)
            self.assertLess(store.item_count, 120)
            rows.validate()


if __name__ == "__main__":
    unittest.main()

"""The photos of the page: generated from a seed, stored in SQLite, newest first."""

import random
import sys
import time

import pictures
import rest

# Ids count up without gaps, except for those in the table of removed ids; so the rank of an id takes
# two small searches.
SCHEMA = """
CREATE TABLE photos (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  author TEXT NOT NULL,
  date INTEGER NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL
);
CREATE TABLE gone (id INTEGER PRIMARY KEY);
CREATE TRIGGER keep_gone AFTER DELETE ON photos BEGIN INSERT INTO gone VALUES (old.id); END;
"""
INSERT = ("INSERT INTO photos (title, body, author, date, width, height) "
          "VALUES (?, ?, ?, ?, ?, ?)")
FIRST_DATE, SECONDS_BETWEEN = 1_577_865_600, 150
SENTENCE_POOL = 4096

LIGHTS = ["First", "Late", "Soft", "Silver", "Slow", "Winter", "Blue", "Amber", "Quiet", "Last",
          "Northern", "Summer", "Early", "Golden", "Pale", "Evening"]
THINGS = ["light", "snow", "rain", "fog", "sun", "wind", "stars", "shadows", "clouds", "tide"]
PLACES = ["over the harbour", "on the ridge", "at the lake", "in the valley", "above the pines",
          "along the coast", "by the old bridge", "behind the dunes", "near the summit",
          "across the bay", "on the way home", "beyond the lighthouse"]
WHO = ["We", "Two hikers", "The ferry", "A heron", "The whole family", "The dog", "Nobody",
       "A fisherman", "The night train", "My neighbour", "A slow tourist", "The wind"]
DID = ["waited an hour for", "came back for", "almost missed", "walked straight into",
       "had been told about", "turned around for", "will not forget", "slept through",
       "took the long way to", "went quiet before", "argued about", "found"]
WHAT = ["the moment the clouds opened", "this view", "the first frost of the year",
        "a path that is on no map", "the light between two showers", "the smell of wet stone",
        "a café that was closed – again", "the last warm evening", "the tide at its lowest",
        "a sky like the inside of a shell"]
ENDINGS = ["", "", "", " and stayed for tea", ", naïvely without a coat", " while the film ran out",
           ", then it rained", " on the third try", ", twice", " – or so they say"]
GIVEN = ["Ada", "Bo", "Carmen", "Dmitri", "Elif", "Femi", "Greta", "Haruki", "Ines", "Jonas",
         "Kaia", "Luca", "Mai", "Noor", "Otis", "Priya"]
FAMILY = ["Aalto", "Brandt", "Costa", "Diaz", "Eriksen", "Fischer", "Gallo", "Hughes", "Ito",
          "Jansen", "Kowalski", "Lindqvist", "Moreau", "Novak", "Okafor", "Petrov"]
SIZES = [(1200, 800), (1200, 900), (1200, 675), (1000, 1000), (960, 1200), (1200, 514)]


def make_photos(count, seed):
    """The same photos for the same seed, with texts of one to nine sentences."""
    dice = random.Random(seed)
    titles = [" ".join(words) for words in
              ((light, thing, place) for light in LIGHTS for thing in THINGS for place in PLACES)]
    authors = ["%s %s" % (given, family) for given in GIVEN for family in FAMILY]
    # From a pool: a million rows word by word would take a minute.
    pool = [" ".join(map(dice.choice, (WHO, DID, WHAT))) + dice.choice(ENDINGS) + "."
            for _ in range(SENTENCE_POOL)]
    for number in range(count):
        # Few more often than many.
        body = " ".join(dice.choices(pool, k=1 + int(dice.random() ** 2 * 9)))
        title, author, size = (words[int(dice.random() * len(words))]
                               for words in (titles, authors, SIZES))
        yield title, body, author, FIRST_DATE + number * SECONDS_BETWEEN, *size


def with_progress(rows, count):
    """Prints the progress."""
    for number, row in enumerate(rows):
        if number % 50_000 == 0:
            print("\rcreating %d photos: %d %%" % (count, 100 * number // count), end="",
                  file=sys.stderr, flush=True)
        yield row
    print("\rcreating %d photos: done " % count, file=sys.stderr)


def make_database(options):
    rows = make_photos(options.items, options.seed)
    if not options.quiet:
        rows = with_progress(rows, options.items)
    rest.make_database(options.db, SCHEMA, INSERT, rows)


def photo(row):
    id, title, body, author, date, width, height = row
    return {"id": id, "title": title, "body": body, "author": author,
            "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(date)),
            "width": width, "height": height, "color": pictures.color(title),
            "image": "/images/%d" % id}


def last_id(base):
    row = base.execute("SELECT seq FROM sqlite_sequence WHERE name = 'photos'").fetchone()
    return row[0] if row else 0


def gone_between(base, low, high):
    return base.execute("SELECT count(*) FROM gone WHERE id BETWEEN ? AND ?",
                        (low, high)).fetchone()[0]


def id_at(base, rank, step, start):
    """The id with `rank` others before it, counted from `start` in steps of 1 or -1."""
    id = start + step * rank
    while True:
        low, high = sorted((start, id))
        farther = start + step * (rank + gone_between(base, low, high))
        if farther == id:
            return id
        id = farther


def read_page(path, query):
    """A page of those older than `before`, or newer than `after` (the nearest first to count, the
    newest first to read), or of all, where it may begin at an `offset`, or have an id in its middle:
    `around`. Totals are of what the page is one of; how many are newer and older, of all."""
    page, size = rest.page_and_size(query)
    if len(query.keys() & {"before", "after", "around", "offset"}) > 1:
        raise rest.Refusal(400, "only one of before, after, around and offset")
    with rest.Transaction(path) as base:
        low, high, step = 1, last_id(base), -1
        last, count = high, high - gone_between(base, 1, high)
        if "before" in query:
            high = min(high, rest.number(query, "before", 1, 2**53) - 1)
        if "after" in query:
            low, step = rest.number(query, "after", 0, 2**53, least=0) + 1, 1
        total = max(0, high - low + 1)
        total -= gone_between(base, low, high) if total else 0
        rows, rank = [], (page - 1) * size
        if "offset" in query:
            rank = rest.number(query, "offset", 0, 2**53, least=0)
        if "around" in query:
            newer = newer_than(base, rest.number(query, "around", 1, 2**53), last)
            rank = max(0, min(newer - size // 2, total - size))
        if rank < total:
            if step > 0:
                low = id_at(base, rank, step, low)
            else:
                high = id_at(base, rank, step, high)
            rows = base.execute(
                "SELECT * FROM photos WHERE id BETWEEN ? AND ? ORDER BY id %s LIMIT ?"
                % ("ASC" if step > 0 else "DESC"), (low, high, size)).fetchall()[::-step]
        newer = newer_than(base, rows[0][0], last) if rows else None
    older = count - newer - len(rows) if rows else None
    return {"current_page": page, "total_pages": (total + size - 1) // size, "total_items": total,
            "photos": [photo(row) for row in rows], "all_items": count, "newer_items": newer,
            "older_items": older}


def newer_than(base, id, last):
    return last - id - gone_between(base, id + 1, last) if id < last else 0


def read_photo(path, id):
    with rest.Transaction(path) as base:
        row = base.execute("SELECT * FROM photos WHERE id = ?", (id,)).fetchone()
    if row is None:
        raise rest.Refusal(404, "there is no photo %d" % id)
    return photo(row)


def add_photo(path, seed):
    """Adds a photo, which is the newest."""
    with rest.Transaction(path, writes=True) as base:
        id = last_id(base) + 1
        title, body, author, _, *rest_of_it = next(make_photos(1, seed * 1_000_003 + id))
        base.execute(INSERT, (title, body, author, int(time.time()), *rest_of_it))
    return read_photo(path, id)


def remove_photo(path, id):
    with rest.Transaction(path, writes=True) as base:
        if base.execute("DELETE FROM photos WHERE id = ?", (id,)).rowcount == 0:
            raise rest.Refusal(404, "there is no photo %d" % id)
    return {"removed": id}


def remove_near(path, id, dice):
    """Removes a photo near another one, if there is one; returns whether it has."""
    with rest.Transaction(path, writes=True) as base:
        found = base.execute("SELECT id FROM photos WHERE id >= ? LIMIT 1",
                             (id + dice.randint(-100, 100),)).fetchone()
        return bool(found) and base.execute("DELETE FROM photos WHERE id = ?", found).rowcount > 0

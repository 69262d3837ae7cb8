#!/usr/bin/env python3
"""A small REST server for trying out paged sources, backed by one SQLite table.

    python3 Examples/Server/server.py
    swift run feed http://127.0.0.1:8080/items

GET /items?page=N&page_size=M returns

    {"current_page": 1, "total_pages": 20, "total_items": 1000,
     "items": [{"id": 1, "title": "…", "body": "…"}, …]}

or {"error": "…"} with a status code. A page past the last one is empty. Needs only
Python 3.9, and listens only on this machine.
"""

import os
import random
import sys

import rest

SCHEMA = """
CREATE TABLE items (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  body TEXT NOT NULL
);
"""

SUBJECTS = [
    "A list", "The viewport", "An item", "The loading row", "A slow network", "The anchor",
    "A fling", "The last page", "A preloaded image", "The range controller", "A reversal",
    "The estimate", "A batch", "The reader", "An empty page", "The second screen",
]
VERBS = [
    "waits for", "keeps", "measures", "forgets", "asks for", "scrolls past", "arrives before",
    "makes room for", "depends on", "remembers", "never sees", "moves with",
]
OBJECTS = [
    "the item at the top", "what was fetched", "the next page", "its own extent", "two screenfuls",
    "a finger that trembles", "the rows above", "an answer that came late", "the end of the content",
    "everything that is visible", "a number that was only guessed", "the direction of scrolling",
]
ENDINGS = [
    "", "", " until it is measured", " on a train", " and nobody notices", " – naïvely, at first",
    " (見える範囲)", " when memory is short", ", then tries again", " 🙂",
]


def make_items(count, seed):
    """The same items for the same seed, of one to nine sentences."""
    dice = random.Random(seed)

    def sentence():
        return rest.sentence(dice, SUBJECTS, VERBS, OBJECTS, ENDINGS)

    for number in range(1, count + 1):
        title = "%d. %s" % (number, sentence().rstrip("."))
        yield number, title, " ".join(sentence() for _ in range(rest.sentences(dice)))


def make_database(options):
    rest.make_database(options.db, SCHEMA, "INSERT INTO items VALUES (?, ?, ?)",
                       make_items(options.items, options.seed))


def read_page(path, query):
    page, size = rest.page_and_size(query)
    with rest.Transaction(path) as base:  # the total and the items belong together
        total = base.execute("SELECT count(*) FROM items").fetchone()[0]
        rows = base.execute(
            "SELECT id, title, body FROM items ORDER BY id LIMIT ? OFFSET ?",
            (size, (page - 1) * size),
        ).fetchall()
    items = [{"id": id, "title": title, "body": body} for id, title, body in rows]
    return rest.page_answer(page, size, total, "items", items)


class Handler(rest.Handler):
    def respond(self, path, query):
        if path.rstrip("/") != "/items":
            raise rest.Refusal(404, "there is only /items here, no %s" % path)
        self.pretend_network()
        self.answer(200, read_page(self.server.options.db, query))


def main(words):
    options = rest.parse_options(
        words, "A paged REST source over SQLite, to try RangeCore's examples with.", port=8080,
        items=1000, db=os.path.join(os.path.dirname(os.path.abspath(__file__)), "items.sqlite"))
    return rest.serve(rest.bind(options, Handler), make_database, lambda options: read_page(options.db, {}),
                      "swift run feed http://127.0.0.1:%d/items")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

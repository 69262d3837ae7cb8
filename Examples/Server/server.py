#!/usr/bin/env python3
"""A small REST server to try paged sources with: one table of a SQLite file, page by page.

    python3 Examples/Server/server.py
    swift run feed http://127.0.0.1:8080/items

GET /items?page=N&page_size=M answers

    {"current_page": 1, "total_pages": 20, "total_items": 1000,
     "items": [{"id": 1, "title": "…", "body": "…"}, …]}

and an error as {"error": "…"} with a status code. A page past the last one is empty. It needs
nothing but Python 3.9 and listens on this machine only.
"""

import argparse
import json
import os
import random
import sqlite3
import sys
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE_SIZE = 50
PAGE_SIZE_MAX = 1000

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


def sentence(dice):
    return "%s %s %s%s." % tuple(dice.choice(words) for words in (SUBJECTS, VERBS, OBJECTS, ENDINGS))


def make_items(count, seed):
    """The same items for the same seed, of one to nine sentences."""
    dice = random.Random(seed)
    for number in range(1, count + 1):
        title = "%d. %s" % (number, sentence(dice).rstrip("."))
        body = " ".join(sentence(dice) for _ in range(1 + int(dice.random() ** 2 * 9)))
        yield number, title, body


def make_database(path, count, seed):
    """Writes a new file beside the old name and renames it, so that no half-made one is left."""
    draft = path + ".new"
    if os.path.exists(draft):
        os.remove(draft)
    base = sqlite3.connect(draft)
    try:
        with base:
            base.executescript(SCHEMA)
            base.executemany("INSERT INTO items VALUES (?, ?, ?)", make_items(count, seed))
    finally:
        base.close()
    os.replace(draft, path)


class Refusal(Exception):
    """An answer that is an error."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def number(query, name, default, most):
    values = query.get(name, [str(default)])
    try:
        value = int(values[-1])
    except ValueError:
        raise Refusal(400, "%s must be a whole number, not %r" % (name, values[-1]))
    if not 1 <= value <= most:
        raise Refusal(400, "%s must be from 1 to %d, not %d" % (name, most, value))
    return value


def read_page(path, query):
    page = number(query, "page", 1, 2**31)
    size = number(query, "page_size", PAGE_SIZE, PAGE_SIZE_MAX)
    if not os.path.exists(path):
        raise Refusal(500, "the database %s is gone" % path)
    base = sqlite3.connect(path)
    try:
        with base:  # one transaction: the total and the items belong together
            base.execute("BEGIN")
            total = base.execute("SELECT count(*) FROM items").fetchone()[0]
            rows = base.execute(
                "SELECT id, title, body FROM items ORDER BY id LIMIT ? OFFSET ?",
                (size, (page - 1) * size),
            ).fetchall()
    finally:
        base.close()
    return {
        "current_page": page,
        "total_pages": (total + size - 1) // size,
        "total_items": total,
        "items": [{"id": id, "title": title, "body": body} for id, title, body in rows],
    }


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "RangeCoreExample"

    def do_GET(self):
        try:
            self.answer(200, self.page())
        except Refusal as refusal:
            self.answer(refusal.status, {"error": str(refusal)})
        except sqlite3.Error as error:
            self.answer(500, {"error": "database: %s" % error})

    def page(self):
        address = urllib.parse.urlsplit(self.path)
        if address.path.rstrip("/") != "/items":
            raise Refusal(404, "there is only /items here, no %s" % address.path)
        query = urllib.parse.parse_qs(address.query, keep_blank_values=True)
        options = self.server.options
        time.sleep(options.latency)
        if self.server.rolls_failure():
            raise Refusal(503, "this one fails on purpose (--fail-rate %g)" % options.fail_rate)
        return read_page(options.db, query)

    def refuse_method(self):
        self.close_connection = True  # a body was sent that nobody reads
        self.answer(405, {"error": "only GET, not %s" % self.command}, {"Allow": "GET"})

    do_POST = do_PUT = do_DELETE = do_PATCH = do_HEAD = do_OPTIONS = refuse_method

    def answer(self, status, value, headers=()):
        data = json.dumps(value, ensure_ascii=False).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        for name, text in dict(headers).items():
            self.send_header(name, text)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def send_error(self, code, message=None, explain=None):
        # Requests that the base class cannot read are answered like all others.
        self.command = getattr(self, "command", None) or "GET"
        self.close_connection = True
        self.answer(code, {"error": message or "bad request"})

    def log_message(self, format, *words):
        if not self.server.options.quiet:
            super().log_message(format, *words)


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, options):
        super().__init__(("127.0.0.1", options.port), Handler)
        self.options = options
        self.dice = random.Random(options.seed)
        self.lock = threading.Lock()

    def rolls_failure(self):
        with self.lock:
            return self.dice.random() < self.options.fail_rate

    def handle_error(self, request, client_address):
        # A client that went away is nothing to print a traceback for.
        if not isinstance(sys.exc_info()[1], (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)


def within(kind, low, high):
    def parse(text):
        value = kind(text)
        if not low <= value <= high:
            raise argparse.ArgumentTypeError("must be from %s to %s, not %s" % (low, high, text))
        return value

    parse.__name__ = kind.__name__
    return parse


def parse_options(words):
    parser = argparse.ArgumentParser(
        description="A paged REST source over SQLite, to try RangeCore's examples with."
    )
    here = os.path.dirname(os.path.abspath(__file__))
    parser.add_argument("--port", type=within(int, 0, 65535), default=8080,
                        help="0 takes any free one (default 8080)")
    parser.add_argument("--items", type=within(int, 0, 10_000_000), default=1000,
                        help="how many a new database gets (default 1000)")
    parser.add_argument("--latency", type=within(float, 0, 600), default=0.0,
                        metavar="S", help="seconds before each answer (default 0)")
    parser.add_argument("--fail-rate", type=within(float, 0, 1), default=0.0,
                        metavar="P", help="how many answers are an error, 0 to 1 (default 0)")
    parser.add_argument("--db", default=os.path.join(here, "items.sqlite"),
                        metavar="FILE", help="made on first start (default: beside this script)")
    parser.add_argument("--seed", type=int, default=1, help="of the items and failures (default 1)")
    parser.add_argument("--quiet", action="store_true", help="do not log requests")
    return parser.parse_args(words)


def fail(message):
    print("server.py: " + message, file=sys.stderr)
    return 2


def main(words):
    options = parse_options(words)
    try:
        if not os.path.exists(options.db):
            make_database(options.db, options.items, options.seed)
        read_page(options.db, {})
    except (OSError, sqlite3.Error) as error:
        return fail("%s: %s; name another file with --db" % (options.db, error))
    except Refusal as refusal:
        return fail("%s; name another file with --db" % refusal)
    try:
        server = Server(options)
    except OSError as error:
        return fail("port %d: %s; try another --port" % (options.port, error.strerror))
    print("swift run feed http://127.0.0.1:%d/items" % server.server_address[1], flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        server.server_close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""What the server is made of: JSON answers, paging, a database, options.

It needs nothing but Python 3.9.
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
BODY_MAX = 65536


class Refusal(Exception):
    """An error as an answer."""

    def __init__(self, status, message, headers=()):
        super().__init__(message)
        self.status = status
        self.headers = headers


def number(query, name, default, most, least=1):
    text = query.get(name, [str(default)])[-1]
    try:
        value = int(text)
    except ValueError:
        raise Refusal(400, "%s must be a whole number, not %r" % (name, text))
    if not least <= value <= most:
        raise Refusal(400, "%s must be from %d to %d, not %d" % (name, least, most, value))
    return value


def page_and_size(query):
    return number(query, "page", 1, 2**31), number(query, "page_size", PAGE_SIZE, PAGE_SIZE_MAX)


def make_database(path, schema, insert, rows):
    """Writes a new file and renames it, so that no incomplete one is left."""
    draft = path + ".new"
    if os.path.exists(draft):
        os.remove(draft)
    base = sqlite3.connect(draft)
    try:
        # After a crash the draft is made again.
        base.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
        with base:
            base.executescript(schema)
            base.executemany(insert, rows)
    finally:
        base.close()
    os.replace(draft, path)


class Transaction:
    """`with Transaction(path) as base:` is atomic, and sees one state of the file.

    `writes` takes the lock at once: of two that read first and then write, SQLite refuses one."""

    def __init__(self, path, writes=False):
        self.begin = "BEGIN IMMEDIATE" if writes else "BEGIN"
        if not os.path.exists(path):
            raise Refusal(500, "the database %s is gone" % path)
        self.base = sqlite3.connect(path, isolation_level=None, timeout=30)

    def __enter__(self):
        self.base.execute(self.begin)
        return self.base

    def __exit__(self, kind, error, trace):
        try:
            self.base.execute("ROLLBACK" if error else "COMMIT")
        finally:
            self.base.close()


class Handler(BaseHTTPRequestHandler):
    """Passes requests to `respond(address, query)`, which answers or raises a Refusal."""

    protocol_version = "HTTP/1.1"
    server_version = "RangeCoreExample"
    # Otherwise a small body waits for the acknowledgement of the headers.
    disable_nagle_algorithm = True
    wbufsize = -1
    methods = ("GET",)

    def handle_request(self):
        try:
            if self.command not in self.methods:
                self.close_connection = True  # a body may follow, unread
                raise Refusal(405, "only %s, not %s" % (" and ".join(self.methods), self.command),
                              {"Allow": ", ".join(self.methods)})
            self.body = self.read_body()  # even if not wanted: the next request follows
            address = urllib.parse.urlsplit(self.path)
            self.respond(address.path, urllib.parse.parse_qs(address.query, keep_blank_values=True))
        except Refusal as refusal:
            self.answer(refusal.status, {"error": str(refusal)}, refusal.headers)
        except sqlite3.Error as error:
            self.answer(500, {"error": "database: %s" % error})

    do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = do_HEAD = do_OPTIONS = handle_request

    def read_body(self):
        text = self.headers.get("Content-Length", "0")
        if not text.isdigit() or int(text) > BODY_MAX:
            self.close_connection = True
            raise Refusal(400, "Content-Length must be from 0 to %d, not %r" % (BODY_MAX, text))
        return self.rfile.read(int(text))

    def pretend_network(self):
        options = self.server.options
        time.sleep(options.latency)
        if self.server.rolls_failure():
            raise Refusal(503, "this one fails on purpose (--fail-rate %g)" % options.fail_rate)

    def answer(self, status, value, headers=()):
        data = json.dumps(value, ensure_ascii=False).encode()
        self.answer_bytes(status, "application/json; charset=utf-8", data, headers)

    def answer_bytes(self, status, kind, data, headers=()):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for name, text in dict(headers).items():
            self.send_header(name, text)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def send_error(self, code, message=None, explain=None):
        # For requests that the base class cannot read.
        self.command = getattr(self, "command", None) or "GET"
        self.close_connection = True
        self.answer(code, {"error": message or "bad request"})

    def log_message(self, format, *words):
        if not self.server.options.quiet:
            super().log_message(format, *words)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, options, handler):
        super().__init__(("127.0.0.1", options.port), handler)
        self.options = options
        self.dice = random.Random(options.seed)
        self.lock = threading.Lock()

    def rolls_failure(self):
        with self.lock:
            return self.dice.random() < self.options.fail_rate

    def handle_error(self, request, client_address):
        # No traceback for a client that disconnected.
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


def parse_options(words, db):
    parser = argparse.ArgumentParser(description="The photo feed: the page, and its million photos.")
    parser.add_argument("--port", type=within(int, 0, 65535), default=8000,
                        help="the port; 0 for any free one (default 8000)")
    parser.add_argument("--items", type=within(int, 0, 10_000_000), default=1_000_000,
                        help="the number of photos in a new database (default 1000000)")
    parser.add_argument("--latency", type=within(float, 0, 600), default=0.0,
                        metavar="S", help="seconds of delay before each reply (default 0)")
    parser.add_argument("--fail-rate", type=within(float, 0, 1), default=0.0,
                        metavar="P", help="the proportion of error replies, 0 to 1 (default 0)")
    parser.add_argument("--db", default=db,
                        metavar="FILE", help="the database, created if missing (default: beside this script)")
    parser.add_argument("--seed", type=int, default=1, help="of the items and failures (default 1)")
    parser.add_argument("--quiet", action="store_true", help="do not log requests")
    return parser.parse_args(words)


def fail(message):
    print("server.py: " + message, file=sys.stderr)
    return 2


def bind(options, handler):
    """The server, which has its port from now on. Ends the program if the port is taken: before
    anything is made that takes a while."""
    try:
        return Server(options, handler)
    except OSError as error:
        sys.exit(fail("port %d: %s; try another --port" % (options.port, error.strerror)))


def serve(server, make, read):
    """Creates the database if there is none, reads from it, and serves until Ctrl-C.
    The first line printed has the address."""
    options = server.options
    with server:
        try:
            if not os.path.exists(options.db):
                make(options)
            read(options)
        except (OSError, sqlite3.Error) as error:
            return fail("%s: %s; name another file with --db" % (options.db, error))
        except Refusal as refusal:
            return fail("%s; name another file with --db" % refusal)
        print("open http://127.0.0.1:%d/" % server.server_address[1], flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass
    return 0

#!/usr/bin/env python3
"""Serves the page, its photos and their pictures.

    python3 Examples/Web/server.py

Builds the WebAssembly modules if they are missing or older than the core's sources, and creates a
database of a million photos at the first start, which takes some seconds. Then it serves

    GET /                                the page; /Bindings/JavaScript/src/… is that folder
    GET /api/photos?page=N&page_size=M   {"current_page": 1, "total_pages": 20000,
                                          "total_items": 1000000, "photos": [{"id", "title", "body",
                                          "author", "date", "width", "height", "color", "image"}],
                                          "all_items": 1000000, "newer_items": 0, "older_items": …}
    POST /api/photos                     adds one, which comes first
    DELETE /api/photos/ID                removes one
    GET /images/ID                       its picture
    GET, POST /api/settings              {"latency_ms": 0, "fail_rate": 0, "drift": 0}: the first two
                                         for all of the above except the page; and how many photos
                                         others add or remove per second, near the page last read

The newest photo comes first. With before=ID or after=ID, pages and totals count only photos older
or newer than that one, starting from it, so that new photos do not change them. With offset=N the
page begins after the N newest, with around=ID that photo is in its middle. Any page is as fast as
the first. An error is {"error": "…"} with a status code. Needs only Python 3.9, and Swift's
clang for the module, and listens only on this machine.
"""

import json
import random
import re
import subprocess
import sys
import threading
import time
import urllib.parse
from pathlib import Path

import photos
import pictures
import rest

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
# The folder of files by the prefix of a path.
BINDING = REPOSITORY / "Bindings/JavaScript/src"
FOLDERS = {"/Bindings/JavaScript/src/": BINDING, "/": HERE}
# A list with preloads and impressions takes the module of all functions.
MODULES = {HERE / "all.wasm": [], BINDING / "store.wasm": ["--store"]}
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webmanifest": "application/manifest+json",
}
LATENCY_MS_MAX, DRIFT_MAX = 60_000, 100


def setting(value, name, most):
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= most:
        raise rest.Refusal(400, "%s must be a number from 0 to %g, not %r" % (name, most, value))
    return value


class Handler(rest.Handler):
    methods = ("GET", "POST", "DELETE")

    def respond(self, path, query):
        options = self.server.options
        one = re.fullmatch(r"/(?:api/photos|images)/([1-9][0-9]{0,15})", path)
        if path == "/api/settings":
            self.allow("GET", "POST")
            self.answer(200, self.settings())
        elif path == "/api/photos":
            self.allow("GET", "POST")
            self.pretend_network()
            if self.command == "GET":
                page = photos.read_page(options.db, query)
                if page["photos"]:
                    options.read = page["photos"][0]["id"]
                self.answer(200, page)
            else:
                self.answer(201, photos.add_photo(options.db, options.seed))
        elif one and path.startswith("/images/"):
            self.allow("GET")
            self.pretend_network()
            drawn = pictures.picture(photos.read_photo(options.db, int(one[1])))
            self.answer_bytes(200, KINDS[".svg"], drawn, {"Cache-Control": "no-store"})
        elif one:
            self.allow("DELETE")
            self.pretend_network()
            self.answer(200, photos.remove_photo(options.db, int(one[1])))
        else:
            self.allow("GET")
            self.answer_file(path)

    def allow(self, *methods):
        if self.command not in methods:
            raise rest.Refusal(405, "only %s, not %s" % (" and ".join(methods), self.command),
                               {"Allow": ", ".join(methods)})

    def settings(self):
        options = self.server.options
        if self.command == "POST":
            wanted = self.json()
            unknown = set(wanted) - {"latency_ms", "fail_rate", "drift"}
            if unknown:
                raise rest.Refusal(400, "there is no setting %s" % ", ".join(sorted(unknown)))
            latency = setting(wanted.get("latency_ms", options.latency * 1000), "latency_ms",
                              LATENCY_MS_MAX)
            rate = setting(wanted.get("fail_rate", options.fail_rate), "fail_rate", 1)
            drift = setting(wanted.get("drift", options.drift), "drift", DRIFT_MAX)
            options.latency, options.fail_rate, options.drift = latency / 1000, rate, drift
        return {"latency_ms": options.latency * 1000, "fail_rate": options.fail_rate,
                "drift": options.drift}

    def json(self):
        try:
            value = json.loads(self.body or b"{}")
        except ValueError as error:
            raise rest.Refusal(400, "the body is not JSON: %s" % error)
        if not isinstance(value, dict):
            raise rest.Refusal(400, "the body must be a JSON object")
        return value

    def answer_file(self, path):
        path = urllib.parse.unquote(path)
        start = next(start for start in FOLDERS if path.startswith(start))
        folder = FOLDERS[start]
        try:
            file = (folder / (path[len(start):] or "index.html")).resolve()
            # Only files that a page loads, and only from this folder.
            if folder not in file.parents or file.suffix not in KINDS:
                raise FileNotFoundError
            data = file.read_bytes()
        except (OSError, ValueError):
            raise rest.Refusal(404, "there is no %s here" % path)
        self.answer_bytes(200, KINDS[file.suffix], data, {"Cache-Control": "no-cache"})


def build_modules():
    """Builds the modules if necessary. Returns what went wrong, or None."""
    sources = [*(REPOSITORY / "Sources").rglob("*.[ch]"), *(REPOSITORY / "include").glob("*.h"),
               REPOSITORY / "Scripts/install"]
    newest = max(file.stat().st_mtime for file in sources)
    for module, kind in MODULES.items():
        if module.exists() and module.stat().st_mtime >= newest:
            continue
        print("building %s" % module.relative_to(REPOSITORY), file=sys.stderr)
        words = [str(REPOSITORY / "Scripts/install"), "--wasm", *kind, str(module)]
        try:
            done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        except OSError as error:
            return "%s: %s" % (words[0], error.strerror)
        if done.returncode != 0:
            return done.stdout.strip() or "Scripts/install --wasm failed"
    return None


def drift(options):
    """Adds and removes photos, as others would, for as long as the server runs."""
    dice = random.Random(options.seed)
    while True:
        time.sleep(1 / (options.drift or 5))
        if options.drift and dice.random() < 0.5:
            photos.add_photo(options.db, options.seed)
        elif options.drift:
            photos.remove_near(options.db, options.read, dice)


def main(words):
    options = rest.parse_options(words, str(HERE / "photos.sqlite"))
    server = rest.bind(options, Handler)
    wrong = build_modules()
    if wrong:
        return rest.fail("the WebAssembly modules cannot be built: %s" % wrong)
    options.drift, options.read = 0, 0
    threading.Thread(target=drift, args=(options,), daemon=True).start()
    return rest.serve(server, photos.make_database, lambda options: photos.read_page(options.db, {}))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

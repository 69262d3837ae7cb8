#!/usr/bin/env python3
"""Serves the page, its photos and their pictures.

    python3 Examples/Web/server.py

Builds the WebAssembly module if it is missing or older than the core's sources, and creates a
database of a million photos at the first start, which takes some seconds. Then it serves

    GET /                                the page; /Bindings/JavaScript/src/… is that folder
    GET /api/photos?page=N&page_size=M   {"current_page": 1, "total_pages": 20000,
                                          "total_items": 1000000, "photos": [{"id", "title", "body",
                                          "author", "date", "width", "height", "color", "image"}]}
    POST /api/photos                     adds one, which comes first
    DELETE /api/photos/ID                removes one
    GET /images/ID                       its picture
    GET, POST /api/settings              {"latency_ms": 0, "fail_rate": 0}, for all of the above
                                         except the page

The newest photo comes first. With before=ID or after=ID, pages and totals count only photos older
or newer than that one, starting from it, so that new photos do not change them. Any page is as fast
as the first. An error is {"error": "…"} with a status code. Needs only Python 3.9, and Swift's
clang for the module, and listens only on this machine.
"""

import json
import re
import subprocess
import sys
import urllib.parse
from pathlib import Path

import photos
import pictures
from photos import rest

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
# The folder of files by the prefix of a path.
BINDING = REPOSITORY / "Bindings/JavaScript/src"
FOLDERS = {"/Bindings/JavaScript/src/": BINDING, "/": HERE}
MODULE = BINDING / "rangecore.wasm"
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
LATENCY_MS_MAX = 60_000


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
                self.answer(200, photos.read_page(options.db, query))
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
            unknown = set(wanted) - {"latency_ms", "fail_rate"}
            if unknown:
                raise rest.Refusal(400, "there is no setting %s" % ", ".join(sorted(unknown)))
            latency = setting(wanted.get("latency_ms", options.latency * 1000), "latency_ms",
                              LATENCY_MS_MAX)
            rate = setting(wanted.get("fail_rate", options.fail_rate), "fail_rate", 1)
            options.latency, options.fail_rate = latency / 1000, rate
        return {"latency_ms": options.latency * 1000, "fail_rate": options.fail_rate}

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


def build_module():
    """Builds the module if necessary. Returns what went wrong, or None."""
    sources = [*(REPOSITORY / "Sources").glob("*/*.[ch]"), *(REPOSITORY / "include").glob("*.h"),
               REPOSITORY / "Scripts/install"]
    newest = max(file.stat().st_mtime for file in sources)
    if MODULE.exists() and MODULE.stat().st_mtime >= newest:
        return None
    print("building %s" % MODULE.relative_to(REPOSITORY), file=sys.stderr)
    words = [str(REPOSITORY / "Scripts/install"), "--wasm", "--list", str(MODULE)]
    try:
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    except OSError as error:
        return "%s: %s" % (words[0], error.strerror)
    return None if done.returncode == 0 else done.stdout.strip() or "Scripts/install --wasm failed"


def main(words):
    options = rest.parse_options(
        words, "The photo feed: the page, and its million photos.", port=8000, items=1_000_000,
        db=str(HERE / "photos.sqlite"))
    wrong = build_module()
    if wrong:
        return rest.fail("the WebAssembly module cannot be built: %s" % wrong)
    return rest.serve(options, photos.make_database,
                      lambda options: photos.read_page(options.db, {}), Handler,
                      "open http://127.0.0.1:%d/")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

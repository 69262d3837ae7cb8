"""The server alone, without a browser."""

import os
import random
import subprocess
import sys
import tempfile
import types
import unittest
import urllib.error
import urllib.request

from feed import REPOSITORY, SEED, Server

sys.path.insert(0, str(REPOSITORY / "Examples/Web"))
import photos  # noqa: E402  (found by the line above)


class Answers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(120)

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def get(self, path):
        try:
            with urllib.request.urlopen(self.server.url + path) as answer:
                return answer.status, answer.headers["Content-Type"], answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers["Content-Type"], error.read()

    def test_a_page_is_newest_first_with_totals(self):
        status, page = self.server.call("GET", "/api/photos?page=2&page_size=50")
        self.assertEqual(status, 200)
        self.assertEqual([photo["id"] for photo in page["photos"]], list(range(70, 20, -1)))
        self.assertEqual((page["current_page"], page["total_pages"], page["total_items"]),
                         (2, 3, 120))
        self.assertEqual((page["all_items"], page["newer_items"], page["older_items"]),
                         (120, 50, 20))
        self.assertEqual(set(page["photos"][0]), {"id", "title", "body", "author", "date", "width",
                                                  "height", "color", "image"})

    def test_a_taken_port_is_found_before_anything_is_made(self):
        port = self.server.url.rsplit(":", 1)[1]
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, str(REPOSITORY / "Examples/Web/server.py"), "--port", port, "--db",
                 os.path.join(folder, "photos.sqlite")], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertIn("port %s: " % port, done.stderr)
            self.assertEqual(os.listdir(folder), [])

    def test_the_page_and_its_modules_come_with_their_kinds(self):
        for path, kind in (("/", "text/html"), ("/style.css", "text/css"),
                           ("/Bindings/JavaScript/src/rangecore.wasm", "application/wasm"),
                           ("/Bindings/JavaScript/src/rangecore.js", "text/javascript")):
            status, said, _ = self.get(path)
            self.assertEqual((status, said.split(";")[0]), (200, kind), path)

    def test_nothing_else_is_served(self):
        for path in ("/photos.sqlite", "/server.py", "/../server.py", "/%2e%2e/Toolkits/photo_source.py",
                     "/Bindings/JavaScript/src/..%2ftests%2fcheck.js", "//etc/hosts.js", "/%00.js",
                     "/none.js"):
            self.assertEqual(self.get(path)[0], 404, path)

    def test_a_picture_is_the_same_each_time_and_not_kept(self):
        status, kind, first = self.get("/images/7")
        self.assertEqual((status, kind), (200, "image/svg+xml"))
        self.assertEqual(self.get("/images/7")[2], first)
        self.assertNotEqual(self.get("/images/8")[2], first)
        self.assertEqual(self.get("/images/1000")[0], 404)

    def test_wrong_questions_get_an_error_that_says_why(self):
        for method, path, value, status in (
                ("GET", "/api/photos?page=x", None, 400), ("GET", "/api/photos?page=0", None, 400),
                ("GET", "/api/photos?page_size=2000", None, 400),
                ("GET", "/api/photos?before=1&after=2", None, 400),
                ("GET", "/api/photos?offset=-1", None, 400), ("GET", "/api/photos?around=x", None, 400),
                ("GET", "/api/photos?around=1&offset=2", None, 400),
                ("POST", "/api/settings", {"drift": 1000}, 400),
                ("DELETE", "/api/photos/1000", None, 404), ("DELETE", "/", None, 405),
                ("POST", "/api/settings", {"fail_rate": 2}, 400),
                ("POST", "/api/settings", {"latency_ms": "1"}, 400),
                ("POST", "/api/settings", {"speed": 1}, 400), ("PUT", "/api/photos", {}, 405)):
            said, answer = self.server.call(method, path, value)
            self.assertEqual((said, type(answer.get("error"))), (status, str), path)

    def test_failures_are_of_photos_and_pictures_alone(self):
        self.addCleanup(self.server.set)
        self.server.set(fail_rate=1)
        self.assertEqual(self.server.call("GET", "/api/photos")[0], 503)
        self.assertEqual(self.get("/images/7")[0], 503)
        self.assertEqual(self.get("/")[0], 200)
        self.assertEqual(self.server.call("GET", "/api/settings"),
                         (200, {"latency_ms": 0, "fail_rate": 1, "drift": 0}))


class Paging(unittest.TestCase):
    def test_pages_agree_with_a_plain_list_through_edits(self):
        with tempfile.TemporaryDirectory() as folder:
            db = os.path.join(folder, "photos.sqlite")
            photos.make_database(types.SimpleNamespace(items=60, seed=1, quiet=True, db=db))
            alive, dice = list(range(60, 0, -1)), random.Random(SEED)
            for _ in range(600):
                chance, key = dice.random(), dice.randint(1, 80)
                if chance < 0.05:
                    alive.insert(0, photos.add_photo(db, 1)["id"])
                elif chance < 0.15 and alive:
                    photos.remove_photo(db, alive.pop(dice.randrange(len(alive))))
                page, size = dice.randint(1, 12), dice.randint(1, 9)
                for part, of in ((None, alive), ("before", [id for id in alive if id < key]),
                                 ("after", [id for id in alive if id > key][::-1])):
                    query = {"page": [str(page)], "page_size": [str(size)]}
                    if part:
                        query[part] = [str(key)]
                    wanted = of[(page - 1) * size:page * size]
                    answer = photos.read_page(db, query)
                    self.assertEqual([photo["id"] for photo in answer["photos"]],
                                     wanted[::-1] if part == "after" else wanted, query)
                    self.assertEqual(answer["total_items"], len(of), query)
                    self.check_rest(answer, alive)
                start = dice.randint(0, 80)
                answer = photos.read_page(db, {"offset": [str(start)], "page_size": [str(size)]})
                self.assertEqual([photo["id"] for photo in answer["photos"]], alive[start:start + size])
                self.check_rest(answer, alive)
                answer = photos.read_page(db, {"around": [str(key)], "page_size": [str(size)]})
                ids = [photo["id"] for photo in answer["photos"]]
                self.assertEqual(len(ids), min(size, len(alive)))
                self.assertTrue(key in ids or key not in alive, (key, ids))
                self.check_rest(answer, alive)

    def check_rest(self, answer, alive):
        ids = [photo["id"] for photo in answer["photos"]]
        self.assertEqual(answer["all_items"], len(alive))
        if ids:
            place = alive.index(ids[0])
            self.assertEqual(alive[place:place + len(ids)], ids)
            self.assertEqual((answer["newer_items"], answer["older_items"]),
                             (place, len(alive) - place - len(ids)))


if __name__ == "__main__":
    unittest.main()

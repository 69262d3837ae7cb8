"""The store of the JavaScript package over HTTP, without a browser, for as long as is told."""

import shutil
import subprocess
import unittest

from feed import HERE, MILLION, MINUTES, SEED, Server


class Soak(unittest.TestCase):
    def test_a_store_over_http(self):
        node = shutil.which("node")
        self.assertTrue(node, "node is missing: run Scripts/setup web")
        for source in ("offsets", "keys"):
            server = Server(MILLION, "--seed", str(SEED))
            self.addCleanup(server.stop)
            # As long as the random test of the page.
            words = [node, "--expose-gc", HERE / "soak.js", server.url, source, str(MINUTES * 60 / 2), str(SEED)]
            done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            self.assertEqual(done.returncode, 0, done.stdout)
            print(done.stdout.strip())


if __name__ == "__main__":
    unittest.main()

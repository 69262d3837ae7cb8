"""The page's modules that need no browser."""

import shutil
import subprocess
import unittest

from feed import REPOSITORY, SEED


class Modules(unittest.TestCase):
    def test_modules_do_what_their_models_do(self):
        node = shutil.which("node")
        self.assertTrue(node, "node is missing: run Scripts/setup")
        done = subprocess.run([node, REPOSITORY / "Examples/Web/check.js", str(SEED)],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    unittest.main()

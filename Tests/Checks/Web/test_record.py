"""A recording of the page, which callers of other languages play."""

import subprocess
import unittest

from feed import REPOSITORY, FeedCase


class Recording(FeedCase):
    def test_a_recording_of_the_page_plays_the_same_in_other_languages(self):
        feed = self.open("?record=1&foresight=1", size=(1920, 900))
        for delta in (700, 1800, 3000, -1200, 5000, -9000):
            for _ in range(8):
                feed.page.mouse.wheel(0, delta / 8)
                feed.page.wait_for_timeout(40)
        feed.settle()
        with feed.page.expect_download() as download:
            feed.page.evaluate("document.querySelector('#recording').click()")
        session = download.value.path().read_text()
        lines = session.splitlines()
        self.assertIn("set_lanes 4 15360 0 1", lines)
        updates = [line for line in lines if line.startswith(("update ", "scroll "))]
        loads = [line for line in lines if line.startswith("load ")]
        self.assertGreater(len(updates), 40)
        self.assertGreater(len(loads), 10)
        size = sum(len(line) + 1 for line in updates) / len(updates)
        self.assertLess(size, 80, "bytes an update")
        played = [subprocess.run([REPOSITORY / run, download.value.path()], capture_output=True, text=True)
                  for run in ("Examples/C/run", "Bindings/JavaScript/tests/run", "Bindings/Python/tests/run")]
        for each in played:
            self.assertEqual(each.returncode, 0, each.stderr)
        self.assertEqual(played[0].stdout, played[1].stdout)
        self.assertEqual(played[0].stdout, played[2].stdout)
        self.assertNotIn("error ", played[0].stdout)


if __name__ == "__main__":
    unittest.main()

"""The hook for React, with Debian's React, in Chromium."""

import subprocess
import unittest

from feed import REPOSITORY
from test_list import BUILD, ListCase, bundle

# Where there are no elements; the rest is what the app renders around its rows.
SERVER = """
import { renderToString } from 'react-dom/server.browser';
import { useVirtualList } from 'rangecore/react';
function List() {
  const { ref, rows } = useVirtualList({ rangecore: null, count: 1000, renderRow: (index) => index });
  return <div ref={ref} className="list">{rows}</div>;
}
console.error = (...words) => { throw new Error(words.join(' ')); };
console.log(renderToString(<List />));
"""


class React(ListCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        bundle("react", (REPOSITORY / "Tests/Checks/Web/react.js").read_text())

    def begin(self):
        self.show("/Tests/Checks/Web/react.html")
        self.page.wait_for_selector(".row")
        self.rest(0.2)
        self.check()
        self.page.mouse.move(200, 250)

    def check(self):
        seen, items = self.seen(), self.get("test.items")
        self.assertTrue(seen)
        first = items.index(seen[0]["number"])
        self.assertEqual([row["number"] for row in seen], items[first:first + len(seen)])
        for row, following in zip(seen, seen[1:]):
            self.assertAlmostEqual(following["start"], row["end"], delta=0.05)
        for row in seen:
            self.assertAlmostEqual(row["end"] - row["start"],
                                   self.get(f"test.lengthOf({row['number']})"), delta=0.02)
        self.assertLess(seen[0]["start"], 0.05)
        if seen[-1]["number"] != items[-1]:
            self.assertGreater(seen[-1]["end"], 499.95)

    def test_rows_come_with_each_frame_and_keep_their_state(self):
        self.begin()
        row = self.seen()[3]
        self.page.click(f"[data-number='{row['number']}']")
        self.page.evaluate("""() => {
          window.holes = 0;
          const look = () => {
            const seen = test.seen();
            if (!seen.length || seen[0].start > 0.05 || seen.at(-1).end < 499.9) holes += 1;
            requestAnimationFrame(() => { const c = new MessageChannel();
              c.port1.onmessage = look; c.port2.postMessage(null); });
          };
          look(); }""")
        for step in [100] * 20 + [1000] * 10 + [-1000] * 15:
            self.page.mouse.wheel(0, step)
            self.page.wait_for_timeout(16)
        self.rest()
        self.check()
        self.assertEqual(self.get("holes"), 0, "frames with a hole")

    def test_data_that_changes_moves_nothing_that_stays(self):
        self.begin()
        self.page.evaluate("test.list.scrollTo(5000, { align: 'start' })")
        self.rest()
        row = self.seen()[2]
        self.page.click(f"[data-number='{row['number']}']")
        for change in ("[10001, 10002, ...items]", "items.filter((it) => it > 99)",
                       f"items.filter((it) => it % 5 || it === {row['number']})",
                       "[items[7], ...items.slice(0, 7), ...items.slice(8)]"):
            self.page.evaluate(f"test.setItems((items) => {change})")
            self.rest(0.2)
            self.check()
            after = next(it for it in self.seen() if it["number"] == row["number"])
            self.assertAlmostEqual(after["start"], row["start"], delta=0.05, msg=change)
            self.assertEqual(after["text"], f"{row['number']}: 1", "the state of a row that stays")

    def test_a_server_renders_what_is_around_the_rows(self):
        bundle("server", SERVER)
        shown = subprocess.run(["node", BUILD / "server.bundle.js"], capture_output=True, text=True)
        self.assertEqual((shown.stdout, shown.stderr), ('<div class="list"></div>\n', ""))

    def test_it_comes_and_goes(self):
        self.begin()
        for _ in range(3):
            self.page.evaluate("test.setShown(false)")
            self.rest(0.1)
            self.assertEqual(self.get("document.querySelectorAll('.row').length"), 0)
            self.page.evaluate("test.setShown(true)")
            self.rest(0.2)
            self.check()


if __name__ == "__main__":
    unittest.main()

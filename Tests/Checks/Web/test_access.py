"""The keyboard, what a screen reader is told, both themes, both widths, the overlay."""

import os
import unittest

from feed import DESKTOP, PHONE, SHOTS, FeedCase

BUTTONS = ["Memory warning", "Background", "Refresh", "Insert above", "Remove", "Chat mode",
           "Overlay", "Foresight"]
SLIDERS = ["Latency", "Failure rate", "Leading screens", "Trailing screens", "Load ahead"]

# The contrast of each visible text with what is behind it, as WCAG computes it.
CONTRASTS = """() => {
  const parts = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at), color = parts(style.backgroundColor);
      if (style.backgroundImage !== "none") return null;
      if (color.length < 4 || color[3] > 0.95) return color;
    }
    return [255, 255, 255];
  };
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !element.checkVisibility(
      { opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest("script, style, option, :disabled, [aria-hidden=true]")) continue;
    const box = element.getBoundingClientRect();
    if (box.bottom < 0 || box.top > innerHeight || box.width < 2) continue;
    const back = behind(element);
    if (!back) continue;
    const [a, b] = [light(parts(getComputedStyle(element).color)), light(back)];
    found.push([(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05),
      texts.currentNode.data.trim().slice(0, 40)]);
  }
  return found;
}"""


class ScreenReader(FeedCase):
    def test_the_feed_says_where_each_row_is(self):
        feed = self.open()
        total = self.server.total()
        found = feed.page.evaluate("""() => [...document.querySelectorAll(
          "[role=feed] article[data-id]")].map((row) => ({
            position: Number(row.ariaPosInSet), size: Number(row.ariaSetSize), tab: row.tabIndex,
            named: row.ariaLabel || row.getAttribute("aria-labelledby")?.split(" ")
              .map((id) => document.getElementById(id)?.textContent ?? "").join(" "),
            title: row.querySelector("h2").textContent, picture: row.querySelector("img").alt }))""")
        self.assertEqual([row["position"] for row in sorted(found, key=lambda r: r["position"])],
                         list(range(1, len(found) + 1)))
        for row in found:
            self.assertEqual(row["size"], total)
            self.assertIn(row["tab"], (0, -1), "a row that cannot have the focus")
            self.assertIn(row["title"], row["named"] or "", "a row without its name")

    def test_busy_is_said_while_a_batch_flies(self):
        feed = self.open()
        self.server.set(latency_ms=400)
        feed.page.evaluate("""() => {
          window.said = [];
          new MutationObserver(() => said.push(document.querySelector("[role=feed]").ariaBusy))
            .observe(document.querySelector("[role=feed]"), { attributeFilter: ["aria-busy"] }); }""")
        feed.drag_scrollbar(0.4)
        screen = feed.settle()
        self.check(feed, screen)
        said = feed.page.evaluate("said")
        self.assertIn("true", said)
        self.assertFalse(screen["busy"])

    def test_controls_have_names_and_do_what_they_say(self):
        feed = self.open()
        for name in BUTTONS:
            self.assertEqual(feed.button(name).count(), 1, name)
        for name in SLIDERS:
            self.assertEqual(feed.slider(name).count(), 1, name)
        feed.slider("Failure rate").focus()
        feed.page.keyboard.press("End")
        feed.page.wait_for_timeout(400)
        self.assertGreater(self.server.call("GET", "/api/settings")[1]["fail_rate"], 0.3)
        feed.page.keyboard.press("Home")
        feed.slider("Latency").focus()
        feed.page.keyboard.press("ArrowRight")
        feed.page.wait_for_timeout(400)
        settings = self.server.call("GET", "/api/settings")[1]
        self.assertGreater(settings["latency_ms"], 0)
        self.assertEqual(settings["fail_rate"], 0)

    def test_more_leading_screens_make_more_rows(self):
        feed = self.open()
        counts = []
        for key in ("Home", "End"):
            feed.slider("Leading screens").focus()
            feed.page.keyboard.press(key)
            feed.point()
            for _ in range(6):
                feed.wheel(300)
                feed.frames(2)
            screen = feed.settle()
            self.check(feed, screen)
            counts.append(len(screen["made"]))
        self.assertLess(counts[0], counts[1])


class Keyboard(FeedCase):
    def focus_first(self, feed):
        """By Tab alone, as one without a mouse."""
        for _ in range(40):
            feed.page.keyboard.press("Tab")
            if feed.focused() is not None:
                return feed.focused()
        self.fail("Tab never comes to a row")

    def test_the_keys_scroll_as_soon_as_the_page_is_there(self):
        feed = self.open()
        feed.page.keyboard.press("PageDown")
        feed.settle()
        self.assertGreater(feed.screen()["offset"], 300)
        feed.page.keyboard.press("End")
        screen = feed.settle()
        self.assertEqual(screen["rows"][-1]["position"], screen["rows"][-1]["size"])
        feed.page.keyboard.press("Home")
        screen = feed.settle()
        self.assertEqual((screen["rows"][0]["position"], screen["offset"]), (1, 0))
        # The same from an article, past which there is a margin at both ends.
        self.focus_first(feed)
        for key, offset in ("End", screen["range"]), ("Home", 0):
            feed.page.keyboard.press(key)
            self.assertAlmostEqual(feed.settle()["offset"], offset, delta=0.1 * offset)
        self.check(feed, screen)

    def test_page_keys_go_from_row_to_row(self):
        feed = self.open()
        first = self.focus_first(feed)
        seen = [first]
        for _ in range(15):
            feed.page.keyboard.press("PageDown")
            feed.page.wait_for_timeout(60)
            seen.append(feed.focused())
        self.assertEqual(seen, list(range(first, first - 16, -1)))
        feed.settle()
        self.assertIn(seen[-1], [row["id"] for row in feed.rows()], "the focus is out of sight")
        for _ in range(15):
            feed.page.keyboard.press("PageUp")
            feed.page.wait_for_timeout(60)
        self.assertEqual(feed.focused(), first)
        self.check(feed)

    def test_the_focus_survives_recycling(self):
        feed = self.open()
        self.focus_first(feed)
        feed.page.keyboard.press("PageDown")
        feed.page.wait_for_timeout(100)
        chosen = feed.focused()
        feed.point()
        for _ in range(40):
            feed.wheel(1000)
            feed.frames(1)
        self.check(feed)
        self.assertIn(feed.focused(), (chosen, None), "another row has taken the focus")
        feed.page.keyboard.press("PageDown")
        feed.settle()
        self.assertEqual(feed.focused(), chosen - 1)
        self.assertIn(chosen - 1, [row["id"] for row in feed.rows()])
        self.check(feed)

    def test_the_focus_stays_where_it_is_when_rows_are_inserted(self):
        feed = self.open()
        self.focus_first(feed)
        for _ in range(5):
            feed.page.keyboard.press("PageDown")
            feed.page.wait_for_timeout(60)
        chosen = feed.focused()
        feed.settle()
        self.server.call("POST", "/api/photos")
        feed.page.evaluate("""() => [...document.querySelectorAll("button")]
          .find((button) => /insert above/i.test(button.ariaLabel || button.innerText)).click()""")
        feed.settle()
        self.assertEqual(feed.focused(), chosen)


class Looks(FeedCase):
    def test_texts_are_legible_in_both_themes_and_widths(self):
        backs = {}
        for scheme in ("light", "dark"):
            for name, size in (("desktop", DESKTOP), ("phone", PHONE)):
                feed = self.open(size=size, scheme=scheme)
                self.check(feed)
                self.shoot(feed, f"{scheme}-{name}")
                for contrast, text in feed.page.evaluate(CONTRASTS):
                    self.assertGreaterEqual(contrast, 4.5, f"{text!r} in {scheme}, {name}")
                wide = feed.page.evaluate("document.documentElement.scrollWidth - innerWidth")
                self.assertLessEqual(wide, 0, f"{name} scrolls sideways")
                backs[scheme] = feed.page.evaluate(
                    "getComputedStyle(document.body).backgroundColor")
        self.assertNotEqual(backs["light"], backs["dark"])

    def test_nothing_is_clipped_on_a_narrow_phone(self):
        for width in (320, 344, 360):
            feed = self.open(size=(width, 640))
            outside = feed.page.evaluate("""() => [...document.querySelectorAll(
              "button, article, h2, .id, .overlay")].filter((it) => it.checkVisibility()
                && it.getBoundingClientRect().width > 0).map((it) => [
                  it.getBoundingClientRect().right, it.textContent.trim().slice(0, 30)])
              .filter(([right]) => right > innerWidth)""")
            self.assertEqual(outside, [], f"at {width}")
            wide = feed.page.evaluate("document.body.scrollWidth")
            self.assertLessEqual(wide, width)

    def test_the_overlay_shows_what_the_engine_does(self):
        feed = self.open()
        words = ("visible", "display", "preload")
        shown = lambda: feed.page.locator("body").inner_text().lower()  # noqa: E731
        first = shown()  # on in a first visit
        for word in words + ("late", "wasted"):
            self.assertIn(word, first)
        feed.point()
        for _ in range(10):
            feed.wheel(500)
            feed.frames(2)
            # What is visible is displayed, and what is displayed is preloaded, also in the words.
            told = feed.page.evaluate(f"{list(words)}.map(it => document.querySelector(`[data-field=${{it}}]`).textContent)")
            spans = [[int(it.replace(",", "")) for it in text.split(" – ")] for text in told]
            for (start, end), (outer_start, outer_end) in zip(spans, spans[1:]):
                self.assertTrue(outer_start <= start <= end <= outer_end, told)
        self.check(feed)
        self.assertNotEqual(shown(), first)
        self.shoot(feed, "overlay")
        for is_on in (False, True):
            self.hold(feed, feed.button("Overlay").click)
            self.assertEqual("wasted" in shown(), is_on)
        self.hold(feed, feed.button("Hide").click)
        self.assertNotIn("wasted", shown())
        feed.page.reload()
        feed.settle()
        self.assertNotIn("wasted", shown())

    def test_a_failure_is_shown(self):
        feed = self.open(scheme="dark")
        self.server.set(fail_rate=1)
        for _ in range(60):
            feed.wheel(2000)
            feed.page.wait_for_timeout(30)
            if feed.button("Retry").count():
                break
        self.assertTrue(feed.button("Retry").first.is_visible())
        self.shoot(feed, "failed-batch")

    def shoot(self, feed, name):
        if SHOTS:
            feed.page.screenshot(path=os.path.join(SHOTS, f"{name}.png"))


if __name__ == "__main__":
    unittest.main()

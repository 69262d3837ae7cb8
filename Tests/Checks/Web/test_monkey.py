"""A seeded hand that does anything a reader can, for as long as it is told."""

import random
import time

from feed import MINUTES, SEED, FeedCase

SIZES = [(1200, 860), (390, 844), (800, 600), (1600, 1000)]


class Monkey(FeedCase):
    def test_random_use(self):
        feed = self.open()
        self.feed, self.dice = feed, random.Random(SEED)
        self.heap, self.done = [], []
        acts = [(30, self.scroll), (8, self.fling), (6, self.drag), (6, self.keys),
                (5, self.insert), (5, self.remove), (3, self.refresh), (3, self.change_mode),
                (3, self.resize), (4, self.network), (3, self.sliders), (3, self.give_back),
                (2, self.theme), (2, self.overlay), (3, self.retry), (2, self.elsewhere)]
        weights, acts = zip(*acts)
        end = time.monotonic() + MINUTES * 60
        next_look = 0
        while time.monotonic() < end:
            act = self.dice.choices(acts, weights)[0]
            self.done.append(act.__name__)
            act()
            if len(self.done) >= next_look:
                self.look()
                next_look = len(self.done) + self.dice.randint(4, 12)
            self.assertEqual(feed.errors, [], self.story())
        self.look()
        self.check_memory()
        print(f"{len(self.done)} acts, {len(self.heap)} looks, seed {SEED}")

    def story(self):
        return f"seed {SEED}, after {len(self.done)} acts, the last: {', '.join(self.done[-14:])}"

    def look(self):
        """Everything must be right once the network is well and nothing moves."""
        self.server.set()
        # In the background nothing is loaded ahead, and so no end is reached.
        self.feed.page.evaluate("document.querySelector('[data-do=background][aria-pressed=true]')?.click()")
        self.retry()
        try:
            screen = self.feed.settle(40)
            if screen["rows"]:
                ids = [row["id"] for row in screen["rows"]]
                self.check(self.feed, screen, 1 if len(ids) > 1 and ids[0] < ids[1] else -1)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.story()}") from None
        self.heap.append(self.feed.memory())

    def check_memory(self):
        """The last third uses no more than the third after the first looks did."""
        if len(self.heap) < 12:
            return
        part = len(self.heap) // 3
        for name, at, slack in (("bytes", 0, 1_500_000), ("nodes", 1, 1500)):
            early = sorted(use[at] for use in self.heap[1:part + 1])
            late = sorted(use[at] for use in self.heap[-part:])
            # The middle one: a sweep or a page of long texts is no leak.
            self.assertLess(late[part // 2], early[part // 2] * 1.15 + slack,
                            f"{name} grow: {early} became {late}; {self.story()}")

    # What a hand does.

    def scroll(self):
        self.feed.point()
        distance = self.dice.choice((-700, -300, -60, 60, 150, 300, 300, 700))
        for _ in range(self.dice.randint(1, 12)):
            self.feed.wheel(distance)
            self.feed.page.wait_for_timeout(self.dice.choice((0, 5, 16, 40)))

    def fling(self):
        self.feed.point()
        distance = self.dice.choice((-1, 1)) * self.dice.randint(800, 6000)
        for _ in range(self.dice.randint(5, 30)):
            self.feed.wheel(distance)
            self.feed.page.wait_for_timeout(8)

    def drag(self):
        self.feed.drag_scrollbar(self.dice.choice((0, 1, self.dice.random(), self.dice.random())))

    def keys(self):
        for _ in range(self.dice.randint(1, 10)):
            self.feed.page.keyboard.press(self.dice.choice((
                "Tab", "Shift+Tab", "PageDown", "PageDown", "PageUp", "ArrowDown", "ArrowUp",
                "Home", "End", "Control+Home", "Control+End")))
            self.feed.page.wait_for_timeout(self.dice.choice((0, 20)))

    def press(self, name, times=1):
        button = self.feed.button(name)
        for _ in range(times):
            if button.count() == 1 and button.is_visible() and button.is_enabled():
                button.click()

    def insert(self):
        self.press("Insert above", self.dice.randint(1, 4))

    def remove(self):
        self.press("Remove", self.dice.randint(1, 3))

    def refresh(self):
        self.press("Refresh", self.dice.randint(1, 2))

    def change_mode(self):
        self.press(self.dice.choice(("Library", "Feed", "Chat mode", "Chat mode")))

    def resize(self):
        width, height = self.dice.choice(SIZES)
        self.feed.page.set_viewport_size({"width": width, "height": height})

    def network(self):
        self.server.set(self.dice.choice((0, 20, 200, 600)), self.dice.choice((0, 0, 0.2, 0.9)))

    def sliders(self):
        slider = self.feed.slider(self.dice.choice(
            ("Leading screens", "Trailing screens", "Load ahead")))
        if slider.is_visible():
            slider.focus()
            for _ in range(self.dice.randint(1, 4)):
                self.feed.page.keyboard.press(self.dice.choice(("ArrowLeft", "ArrowRight")))

    def give_back(self):
        self.press(self.dice.choice(("Memory warning", "Background")))
        if self.dice.random() < 0.5:
            self.feed.page.wait_for_timeout(200)

    def theme(self):
        self.feed.page.emulate_media(color_scheme=self.dice.choice(("light", "dark")))

    def overlay(self):
        self.press("Overlay")

    def elsewhere(self):
        """Somebody else's new photo, and somebody else's removal far away."""
        self.server.set()
        self.server.call("POST", "/api/photos")

    def retry(self):
        for _ in range(10):
            button = self.feed.button("Retry").first
            if not button.is_visible():
                return
            try:
                button.click(timeout=1000)
            except Exception as error:  # it may go by itself while the hand is on its way
                if "Timeout" not in type(error).__name__:
                    raise
            self.feed.page.wait_for_timeout(150)

"""Loads of pictures: what foresight is worth, and what the overlay tells of them."""

from feed import FeedCase

# One who flings, reads for a moment, and flings again: the speed in pixels a second, which decays as
# that of a finger's fling does, and the seconds until the next one.
FLINGS = [(4000, 1.2), (9000, 0.5), (12000, 0.4), (15000, 1.8), (-6000, 1.4), (12000, 0.4), (18000, 2.0),
          (20000, 0.3), (20000, 2.0), (-9000, 0.6), (-12000, 2.0)]
DECAY = 0.325


def recording():
    """The offset of each frame, 60 a second, of that hand."""
    offset = 0.0
    for speed, seconds in FLINGS:
        for _ in range(round(seconds * 60)):
            offset = max(0, offset + speed / 60)
            speed *= 1 - 1 / 60 / DECAY
            yield offset


class Loads(FeedCase):
    def replay(self, offsets, latency, query="", **options):
        """Scrolls to an offset in each frame, with a latency in milliseconds; see replay.js."""
        feed = self.open(f"?overlay=0&{query}", script="replay.js", **options)
        self.check(feed)
        return feed.page.evaluate("([offsets, latency]) => replay(offsets, latency)", [offsets, latency])

    def test_fewer_skeletons_with_foresight_than_without(self):
        on, off = (self.replay([*recording()], 200, f"foresight={is_on}", size=(1500, 1000))
                   for is_on in (1, 0))
        said = f"with foresight {on}, without {off}"
        print(said)
        self.assertGreater(min(on["seen"], off["seen"]), 1500)
        self.assertLess(on["missing"], 0.8 * off["missing"], said)

    def test_nobody_waits_for_the_pictures_of_a_fling(self):
        fling = [2500 * frame for frame in range(1, 61)]
        found = self.replay(fling + 60 * fling[-1:], 300)
        print(f"a fling: {found}")
        # What is visible is asked for, and given up once it is not: nothing comes that flew by.
        self.assertLess(found["asked"] - found["givenUp"], 20, "pictures of rows that flew by")
        self.assertGreater(found["givenUp"], 0, "no request was given up")
        # The texts take a tenth of a second, since this was a jump, and one latency, the pictures another:
        # 42 frames, and a few to show them.
        self.assertLess(found["frames"] - len(fling), 48, "frames until all pictures were there")


if __name__ == "__main__":
    import unittest
    unittest.main()

"""What the programs for GTK, Qt and Textual share: a hundred thousand photos, a slow server, and the
half of a surface that is the same in all three.

An item is a number: every fiftieth is the header of an album, the others are photos. A footer, which
is a text, tells what the server does.
"""

import argparse
import functools
import math
import random
import sys
import time

try:
    import numpy as np
    from rangecore import End, ListHost, Preloader, PreloadSettings
except ImportError as error:
    sys.exit(f"{error}: run `pip install ./Bindings/Python` in the folder of the repository, with"
             f" {sys.executable}")

COUNT, ALBUM = 100_000, 50
PLACES = ["the lighthouse", "an old bridge", "the harbour", "a field of rye", "the north ridge",
          "a quiet square", "the salt flats", "a bend of the river", "the pass", "an orchard"]
TIMES = ["at dawn", "after the storm", "in the first snow", "on a market day", "before the rain",
         "at low tide", "in late September", "by the last light"]
NOTES = ["We waited two hours for this.", "The wind nearly took the tripod.", "Nobody else was there.",
         "The light changed while I was still looking for the lens cap.", "Film, not digital.",
         "A dog watched us the whole time.", "It was warmer than it looks, and we stayed for supper.",
         "The second one of a series, and the only one in focus; the others went to the archive."]


def is_header(item):
    return isinstance(item, int) and item % ALBUM == 0


def is_photo(item):
    return isinstance(item, int) and not is_header(item)


@functools.lru_cache(10_000)
def text_of(item):
    """The text of an item; that of a photo has 1 to 9 sentences, so nobody can guess its height."""
    if isinstance(item, str):
        return item
    if is_header(item):
        return f"Album {item // ALBUM + 1:,}"
    chance = random.Random(item)
    place, when = chance.choice(PLACES), chance.choice(TIMES)
    notes = chance.sample(NOTES, chance.choice((0, 0, 1, 2, 4, 8)))
    return " ".join([f"Photo {item:,}: {place} {when}.", *notes])


def draw(item, width, height):
    """The picture of an item, as rows of (red, green, blue): a sky, a sun and two hills."""
    time.sleep(0.03)
    chance = np.random.default_rng(item)
    y, x = np.mgrid[0:1:height * 1j, 0:1:width * 1j][:, :, :, None]
    low, high, near, far = chance.integers(40, 235, (4, 3))
    picture = low * y + high * (1 - y)
    sun = np.hypot(x - chance.uniform(0.2, 0.8), (y - 0.3) * height / width) < 0.09
    picture = np.where(sun, (255, 244, 214), picture)
    for colour, top in (far // 2 + 40, 0.55), (near // 3, 0.75):
        hills = top + 0.1 * np.sin(chance.uniform(2, 9) * x + chance.uniform(0, 6))
        picture = np.where(y > hills, colour, picture)
    return picture.astype(np.uint8)


class Server:
    """Answers after a while: so many photos, or 0 for an error; then there are no more."""

    def __init__(self, count=COUNT, answers=(50, 0, 50, 50, 0, 50), delay=0.7):
        self.answers, self.delay, self._next = list(answers), delay, count

    def fetch(self, end, count):
        time.sleep(self.delay)
        answer = self.answers.pop(0) if self.answers else None
        if answer == 0:
            raise OSError("the server did not answer")
        new = range(self._next, self._next + (answer or 0))
        self._next = new.stop
        return new, not self.answers


def options():
    """Those of a program's list, from its command line: `--lanes 2` puts the photos of an album into two lanes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--lanes", type=int, help="so many photos side by side, each below the last of its lane")
    return vars(parser.parse_args())


def at_tail(fetch):
    """A function that fetches, for that end alone."""
    return fetch and {End.TAIL: fetch}


def footer(load):
    if load.error is not None:
        return f"Sorry, {load.error}. Press to try again now."
    return "Loading more photos …" if load.is_loading else None


def whole(points):
    """The nearest whole number; of two always the upper one, so that rows which meet do so in pixels."""
    return math.floor(points + 0.5)


def pictures_of(host, width, height):
    """The pictures of a host's photos: the most urgent first; keeps the last hundred, each counted as 256 KiB."""
    pictures = Preloader(lambda request: draw(request.id, width, height),
                         ready=lambda item, picture: host.update(),
                         settings=PreloadSettings(running_limit=2, keep_budget=100 << 18))
    pictures.attach(host, lambda item: item if is_photo(item) else None)
    return pictures


class PhotoSurface:
    """A surface that has `make_row`, and so has a host and pictures, and uses its rows again."""

    def begin(self, items, fetch, width, height, options):
        self.spare = []
        self.host = ListHost(self, items, is_header=is_header, fetch=at_tail(fetch), footer=footer, **options)
        self.pictures = pictures_of(self.host, width, height)

    def end(self):
        """What still loads must not find a window that is gone."""
        self.host.close()
        self.pictures.close()

    def make_view(self, slot):
        row = self.spare.pop() if self.spare else self.make_row()
        row.item = slot.item
        row.show_item(slot.item)
        return row

    def recycle(self, row):
        self.spare.append(row)

    def retry(self, *event):
        """Called for a click: while an error is shown it begins the fetch again."""
        if self.host.load().error is not None:
            self.host.retry()

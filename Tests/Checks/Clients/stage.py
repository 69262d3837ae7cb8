"""What the scenarios need of a client: a list of numbered rows in a real toolkit, and its user.

A client is a program of its own. It makes a `Stage` and calls `main`, or it is in any language and
answers on its standard input and output: see `Pipe`. Only the client knows the extents of its rows.
Rows are known by keys, numbers; it may show some of them as headers that are pinned. To add a
client, write `NAME_client.py` beside this file, as README.md says; `run` has what ours need.
"""

import asyncio
import json
import sys
from dataclasses import dataclass, field


@dataclass
class Screen:
    """What can be seen, in the toolkit's units."""

    #: The toolkit's own offset, and the greatest one.
    offset: float
    highest: float
    #: The sum of all changes of the offset that the client has made, and not the user; or None, and it counts
    #: nothing: then a notch of the wheel must always go as far. What the toolkit clamps is neither's.
    written: float | None
    #: The length of the viewport.
    length: float
    #: Where each row is drawn, by key, from the start of the viewport: (start, end), in order.
    rows: dict = field(default_factory=dict)
    #: The key of a header that is pinned: drawn above the other rows, away from its own place.
    pinned: int | None = None
    #: The extent of what is shown after the last row: that it loads, or has failed.
    footer: float = 0.0
    #: The most that the client has owed since the last screen: corrections that wait while it is held.
    owed: float = 0.0
    #: How many rows the list has, and whether its last fetch has failed.
    count: int = 0
    has_failed: bool = False
    #: By how much rows have grown by themselves since the last screen, by key, as when a picture comes. Those
    #: on screen keep their starts, and push what is below.
    grown: dict = field(default_factory=dict)

    def __post_init__(self):
        places = ((int(key), tuple(place)) for key, place in self.rows.items())
        self.grown = {int(key): by for key, by in self.grown.items()}
        # Without what only rounding has put on screen.
        self.rows = dict(sorted((row for row in places if row[1][1] > 0.01
                                 and row[1][0] < self.length - 0.01), key=lambda row: row[1]))


class Stage:
    """A client, by its methods. Those of the user are real input where the toolkit can be given any.

    They return how far the content is meant to move, forward as a positive number, or None if only
    the toolkit knows: then it is what the offset has changed by and the client has not written.
    """

    name = ""
    #: What the client's user can do besides `wheel`, `thumb` and `set_offset`, and whether it gets
    #: batches; `lanes`: has rows in lanes; `resize_held`: resize while a finger is down; `frames`: tell of each frame of a fling; `grow`.
    can = frozenset({"touch", "page", "fling", "resize", "batches"})
    #: By how much places may be off, in the toolkit's units: more than rounding to 1/960.
    exact = 0.01
    #: The step of its offsets, 1 if they are whole numbers.
    step = 0

    async def start(self, count, mean=False, sticks=False, batches=()):
        """Shows a new list of the rows 0 ..< count, of which 0.05 are on screen at most.

        - `mean`: the estimate follows the rows; `sticks`: as in a chat, it sticks to the end; `lanes`: how many lanes
          there are, if the client can have any.
        - `batches`: what the source of the tail answers: so many rows, with the next keys, after a
          while, or 0 for an error; then it is exhausted. None is asked for if there are none.
        """
        raise NotImplementedError

    async def settle(self):
        """Returns when all input has arrived, nothing moves, and all of it is drawn."""
        raise NotImplementedError

    async def screen(self):
        """The `Screen` that is drawn."""
        raise NotImplementedError

    # == the app ==

    async def insert(self, index, keys):
        """Inserts rows. It need not be drawn before `settle`."""
        raise NotImplementedError

    async def remove(self, lower, upper):
        raise NotImplementedError

    async def grow(self, index):
        """Makes a row longer, as if by itself; `Screen.grown` tells by how much."""
        raise NotImplementedError

    async def scroll_to(self, index, fraction):
        """Scrolls to a row: 0 aligns it at the start of the viewport, 1 at its end."""
        raise NotImplementedError

    async def resize(self, fraction):
        """Makes the breadth a fraction of the first one."""
        raise NotImplementedError

    # == its user ==

    async def wheel(self, notches):
        """Turns the wheel, or makes a short scroll with nothing held."""
        raise NotImplementedError

    async def thumb(self, fraction):
        """Presses the thumb, drags it to a place of its track in several moves, and lets go."""
        raise NotImplementedError

    async def set_offset(self, offset):
        """Sets the scroll bar, as the user does by a click on it."""
        raise NotImplementedError

    async def page(self, direction):
        """Presses Page Down (1) or Page Up (-1), animated if the toolkit does that."""
        raise NotImplementedError

    async def touch(self):
        """Puts a finger on the list: from now on it is held."""
        raise NotImplementedError

    async def drag(self, distance):
        """Moves the finger, so that the content moves by a distance, within its ends."""
        raise NotImplementedError

    async def lift(self):
        """Lifts the finger; nothing goes on."""
        raise NotImplementedError

    async def fling(self, direction):
        """Throws the list forward (1) or backward (-1), by some screenfuls."""
        raise NotImplementedError

    async def frame(self):
        """The next frame since `fling`, as (`Screen`, how far it is meant to have moved); None at rest."""
        raise NotImplementedError

    # == for people ==

    async def shot(self, path):
        """Saves a picture of it, if the client can: `path` has no extension."""


class Pipe(Stage):
    """A client that is another program.

    It reads lines of JSON, such as `["insert", 3, [10000, 10001]]`, each a method and its arguments.
    To `screen` it answers with a line that has the fields of `Screen`, and to all others with a line
    that is a number, or null. It ends at the end of its input.
    """

    def __init__(self, name, can, *command):
        self.name, self.can, self._command, self._process = name, frozenset(can), command, None

    async def _call(self, *words):
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
        self._process.stdin.write(json.dumps(words).encode() + b"\n")
        line = await asyncio.wait_for(self._process.stdout.readline(), 60)
        if not line:
            raise EOFError(f"the client has ended at {words}")
        return json.loads(line)

    async def screen(self):
        return Screen(**await self._call("screen"))

    async def shot(self, path):
        pass


def _forwarded(name):
    async def method(self, *arguments, **options):
        if name == "start":
            defaults = {"mean": False, "sticks": False, "batches": ()}
            arguments = (*arguments, *{**defaults, **options}.values())
        return await self._call(name, *arguments)
    # For messages.
    method.__name__ = name
    return method


for _name in ("start", "settle", "insert", "remove", "grow", "scroll_to", "resize", "wheel", "thumb",
              "set_offset", "page", "touch", "drag", "lift", "fling"):
    setattr(Pipe, _name, _forwarded(_name))


async def perform(stage):
    """Does to a client what the command line says: see `run`. Returns whether all was well."""
    import scenarios
    return await scenarios.perform(stage, *sys.argv[1:])


def main(stage):
    """The same, for a client whose toolkit runs in Python's own event loop, or in its `settle`."""
    sys.exit(not asyncio.run(perform(stage)))

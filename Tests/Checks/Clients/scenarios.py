"""What users and apps do to a list, and what must be on screen afterwards: see stage.py for clients."""

import asyncio
import random
import re
import sys
import time

COUNT = 10_000

class Figures:
    """The worst that was seen."""

    def __init__(self, name):
        self.name, self.moves, self.jump, self.short, self.wrong = name, 0, 0.0, 0.0, 0

    def __str__(self):
        return (f"{self.name}: {self.moves} moves, jumps of up to {self.jump:g}, short of an end by"
                f" up to {self.short:g}, {self.wrong} screens wrong")

    def is_good(self):
        return self.jump == 0 and self.short == 0 and self.wrong == 0 and self.moves > 0

    def saw(self, name, by, why):
        """Notes by how much something is where it must not be."""
        if by > 0:
            setattr(self, name, max(getattr(self, name), round(by, 3)))
            print(f"{self.name}: {name} of {by:g}: {why}", file=sys.stderr)

    def is_wrong(self, why):
        self.wrong += 1
        print(f"{self.name}: {why}", file=sys.stderr)


class Drive:
    """Drives a client, and checks each screen against the one before."""

    def __init__(self, stage):
        self.stage, self.random = stage, random.Random()
        self.figures, self.now, self.keys, self.made = None, None, [], 0
        self.has_removed = self.is_held = False
        self.in_lanes = 1
        #: How far a notch of the wheel goes, of a client that counts nothing.
        self.notch = None

    async def start(self, count=COUNT, **options):
        self.keys, self.made, self.in_lanes = list(range(count)), count, options.get("lanes", 1)
        await self.stage.start(count, **options)
        await self.see("start")
        if self.now.written is None and self.notch is None:
            # From the start, where nothing above can be measured.
            await self.act(self.stage.wheel, 1)
            self.notch = self.now.offset
            await self.act(self.stage.set_offset, 0)

    async def see(self, why):
        await self.stage.settle()
        self.now = await self.stage.screen()
        # Those that came in batches.
        while len(self.keys) < self.now.count:
            self.keys.append(self.made)
            self.made += 1
        self.check(why)

    async def act(self, action, *arguments):
        """Does something and waits until it is on screen, which must then be filled."""
        self.has_removed = False
        meant = await action(*arguments)
        self.figures.moves += 1
        await self.see(f"{action.__name__} {arguments}")
        return meant

    async def move(self, action, *arguments, allowed=0):
        """The same; what stays on screen must move by what the user has scrolled."""
        before = self.now
        meant = await self.act(action, *arguments)
        if meant is None:
            # What a toolkit clamps, because an app has edited, no user has scrolled.
            meant = self.scrolled(before, *arguments) if action == self.stage.wheel else 0
        if action == self.stage.wheel and meant == 0:
            self.figures.is_wrong("the wheel did not scroll")
        self.compare(before, meant, f"{action.__name__} {arguments}", allowed)

    def scrolled(self, before, notches=None):
        """How far the user has scrolled: as the offset has changed, but for what the client wrote.

        If it counts nothing, so many notches; None if it cannot be known, as at an end.
        """
        if self.now.written is not None:
            return self.now.offset - before.offset - (self.now.written - before.written)
        is_inside = 0 < self.now.offset < self.now.highest
        return notches * self.notch if notches is not None and is_inside else None

    async def to(self, fraction):
        """Sets the scroll bar to a place; twice, as the first changes how long the list is."""
        for _ in range(2):
            await self.act(self.stage.set_offset, round(fraction * self.now.highest))

    # == a finger ==

    async def press(self):
        self.is_held = True
        await self.act(self.stage.touch)

    async def drag(self, distance):
        """Moves the finger; the content by as much, but not past its ends."""
        distance = min(max(distance, -self.now.offset), self.now.highest - self.now.offset)
        before = self.now
        await self.act(self.stage.drag, distance)
        self.compare(before, distance, f"drag {distance:g}", self.given_up(before, distance))

    def given_up(self, before, distance):
        """What a held list gives up of its corrections on the way to the start: as much as of the way."""
        if distance >= 0 or before.offset <= 0 or self.now.owed == 0:
            return 0
        return self.now.owed * min(1, -distance / before.offset) + self.stage.step

    async def drag_to(self, end):
        for step in range(1, 6):
            target = end * self.now.highest
            way = target - self.now.offset
            await self.act(self.stage.drag, way if step == 5 else round(way / (6 - step)))
        await self.act(self.stage.drag, end * self.now.highest - self.now.offset)

    async def lift(self):
        """Once the finger is lifted, corrections are made up for, and no row moves."""
        before = self.now
        await self.act(self.stage.lift)
        self.is_held = False
        self.compare(before, 0, "the finger was lifted")

    # == edits ==

    async def edit(self):
        """Inserts or removes rows above, below or among those on screen, but not all of these."""
        rows = self.now.rows
        for _ in range(self.random.randint(1, 3)):
            here = [index for index, key in self.around() if key in rows]
            first, last = here[0], here[-1] + 1
            index = self.random.choice([self.random.randint(0, first), first,
                                        self.random.choice(here),
                                        self.random.randint(last, len(self.keys))])
            if self.random.random() < 0.5:
                await self.insert(index, self.random.choice((1, 2, 40)))
            elif not first <= index < last:
                lower = max(0, index - 5) if index < first else index
                upper = min(index, first) if index < first else index + 5
                await self.remove(lower, min(upper, len(self.keys)))
            elif len(here) > 3:
                await self.remove(index, index + 1)

    async def insert(self, index, count):
        new = list(range(self.made, self.made + count))
        self.made += count
        self.keys[index:index] = new
        await self.stage.insert(index, new)

    async def remove(self, lower, upper):
        if lower < upper:
            del self.keys[lower:upper]
            await self.stage.remove(lower, upper)
            self.has_removed = True

    def around(self):
        """Those rows, with their indices, among which all are that are on screen."""
        first = next(key for key in [*self.now.rows, *self.keys] if key in self.keys)
        index = self.keys.index(first)
        lower = max(0, index - 200)
        return list(enumerate(self.keys[lower:index + 400], lower))

    # == checks ==

    def compare(self, before, meant, why, allowed=0):
        """Compares where the first row is that was on screen, and still is in the list.

        Not at an end after a removal, which may have left too little for it to stay there.
        """
        now, exact = self.now, self.stage.exact
        if meant is None or self.has_removed and not exact < now.offset < now.highest - exact:
            return
        if self.in_lanes > 1:
            for key in (before.rows.keys() & now.rows.keys()) - {before.pinned, now.pinned}:
                by = abs(now.rows[key][0] - before.rows[key][0] + meant)
                self.figures.saw("jump", by if by > exact else 0, f"{why}: row {key}, in its lane")
            return
        pinned, there = {before.pinned, now.pinned}, [key for _, key in self.around()]
        own = {key: start - meant for key, (start, _) in before.rows.items() if key != before.pinned}
        stays = [key for key, start in own.items() if key in there and key not in pinned
                 and before.rows[key][1] - meant > exact and start < now.length - exact]
        if not own or not stays:
            return
        first, place = stays[0], own[stays[0]]
        if before.pinned in there and min(own.values()) > max(0, -meant) + exact:
            # The header is the first row: it ends where the next one begins, whichever that is now.
            first = there[min(there.index(before.pinned) + 1, len(there) - 1)]
            place = min(own.values())
        # Those above it that have grown have pushed it, if they were on screen then.
        above = {key: by for key, by in now.grown.items() if key in there[:there.index(first)]}
        place += sum(by for key, by in above.items() if key in before.rows and key in now.rows)
        pushed = sum(by for key, by in above.items() if (key in before.rows) != (key in now.rows))
        if first not in now.rows:
            self.figures.saw("jump", now.length, f"{why}: row {first} is gone")
            return
        by = min(abs(now.rows[first][0] - place), abs(now.rows[first][0] - place - pushed)) - allowed
        self.figures.saw("jump", by if by > exact else 0, f"{why}: row {first}")

    def at_end(self, end, why):
        now, key = self.now, self.keys[-end]
        if key not in now.rows:
            self.figures.saw("short", now.length, f"{why}: row {key} is not on screen")
            return
        start, stop = now.rows[key]
        by = abs(start) if end == 0 else abs(now.length - now.footer - stop)
        self.figures.saw("short", by if by > self.stage.exact else 0,
                         f"{why}, at {('the start', 'the end')[end]}")

    def check(self, why):
        """Checks that the rows on screen are those of the list, in order, without a gap."""
        now, exact = self.now, self.stage.exact
        own = [(key, place) for key, place in now.rows.items() if key != now.pinned]
        if not now.rows:
            self.figures.is_wrong(f"{why}: nothing is on screen")
            return
        if self.in_lanes > 1:
            # Lanes end anywhere, but for one of them.
            for y in range(1, int(now.length - now.footer), 5):
                found = sum(start <= y < end for start, end in now.rows.values())
                if not 0 < found <= self.in_lanes + (now.pinned in now.rows):
                    self.figures.is_wrong(f"{why}: at {y} there are {found} rows")
                    return
            return
        # The pinned header is above the others, or is the first of them.
        end = now.rows[now.pinned][1] if now.pinned in now.rows else 0
        places = [place for _, place in own]
        if own:
            index = self.keys.index(own[0][0]) if own[0][0] in self.keys else -1
            if [key for key, _ in own] != self.keys[index:index + len(own)] or index < 0:
                self.figures.is_wrong(f"{why}: rows {[key for key, _ in own]} are on screen")
                return
            if places[0][0] > max(end, 0) + exact:
                self.figures.is_wrong(f"{why}: the rows begin at {places[0][0]:g}")
            if index == 1 and now.pinned == self.keys[0] and places[0][0] < end - exact and (
                    now.offset <= 0):
                self.figures.is_wrong(f"{why}: the header covers a row at the start")
        bottom = (places[-1][1] if places else end) + now.footer
        if bottom < now.length - exact and now.highest > 0:
            self.figures.is_wrong(f"{why}: the rows end at {bottom:g} of {now.length:g}")
        if any(abs(a[1] - b[0]) > exact for a, b in zip(places, places[1:])):
            self.figures.is_wrong(f"{why}: there is a gap between two rows")


class Scenarios(Drive):
    """Each has the name that `run` takes."""

    async def wheel(self, mean):
        await self.start(mean=mean)
        for _ in range(20):
            await self.move(self.stage.wheel, 1)
        await self.to(0.5)
        for notches in [-1] * 30 + [1] * 10 + [-3] * 5:
            await self.move(self.stage.wheel, notches)

    async def lanes(self):
        await self.start(lanes=3)
        for _ in range(20):
            await self.move(self.stage.wheel, 1)
        await self.to(0.5)
        for notches in [-1] * 30 + [1] * 10 + [-3] * 5:
            await self.move(self.stage.wheel, notches)
        for _ in range(10):
            first = min(index for index, key in self.around() if key in self.now.rows)
            index = self.random.randint(0, first - 20)
            await self.move(self.insert, index, 7)
            await self.move(self.remove, index + 3, index + 8)
            await self.move(self.stage.wheel, -1)

    async def jumps(self):
        await self.start()
        for fraction in 0.5, 0.2, 0.9:
            await self.to(0.05)
            await self.move(self.stage.wheel, 1)
            before = self.now
            await self.to(fraction)
            await self.act(self.stage.set_offset, before.offset)
            self.compare(before, 0, "after a jump and back")
            index = int(fraction * len(self.keys)) + 7
            for align in 0, 1:
                await self.act(self.stage.scroll_to, index, align)
                start, end = self.now.rows.get(self.keys[index], (self.now.length,) * 2)
                # Below the header of its section.
                top = self.now.rows[self.now.pinned][1] if self.now.pinned in self.now.rows else 0
                off = abs(start - top if align == 0 else self.now.length - end)
                self.figures.saw("jump", off if off > self.stage.exact else 0,
                                 f"row {index} was scrolled to, {align}")

    async def edits(self, mean):
        await self.start(mean=mean)
        for fraction in 0, 0.3, 0.7:
            await self.to(fraction)
            for _ in range(15):
                await self.move(self.edit)
            await self.move(self.stage.wheel, 2)

    async def grow(self):
        await self.start()
        for fraction in 0.2, 0.6:
            await self.to(fraction)
            for notches in -1, -1, 1, -2, 1, 1, -1, -1:
                before, keys = self.now, [key for key in self.now.rows if key != self.now.pinned]
                await self.act(self.grow_and_scroll, self.keys.index(self.random.choice(keys)), notches)
                self.compare(before, self.scrolled(before, notches), f"a row has grown, {notches}")

    async def grow_and_scroll(self, index, notches):
        await self.stage.grow(index)
        await self.stage.wheel(notches)

    async def thumb(self, mean):
        await self.start(mean=mean)
        for fraction in 0.5, 0.1, 0.8:
            for end in 1, 0:
                await self.to(fraction)
                await self.act(self.stage.thumb, (fraction + end) / 2)
                await self.act(self.stage.thumb, end)
                self.at_end(end, "by the thumb")
                for _ in range(4):
                    await self.move(self.stage.wheel, -1 if end == 1 else 1)

    async def touch(self, mean):
        await self.start(mean=mean)
        for fraction, screens in (0.5, 0.1), (0.3, 0.05), (0.7, 0.3):
            step = round(screens * self.now.length)
            for end in 0, 1:
                await self.to(fraction)
                await self.press()
                for way in [-step] * 8 + [step] * 5:
                    await self.drag(way)
                await self.move(self.edit)
                await self.lift()
                await self.press()
                await self.drag_to(end)
                self.at_end(end, "while held")
                await self.lift()
                self.at_end(end, "after it was lifted")

    async def page(self):
        await self.start()
        await self.to(0.5)
        for direction in [-1] * 6 + [1] * 3 + [-1] * 2:
            before = self.now
            meant = await self.act(self.stage.page, direction)
            if meant is not None:
                self.compare(before, meant, f"page {direction}", self.given_up(before, meant))
        for end in 0, 1:
            await self.to(abs(end - 0.001))
            for _ in range(60):
                await self.act(self.stage.page, 1 if end == 1 else -1)
                if self.now.offset in (0, self.now.highest):
                    break
            self.at_end(end, "by page keys")

    async def fling(self):
        await self.start()
        for fraction, direction in (0.5, -1), (0.5, 1), (0.2, -1):
            await self.to(fraction)
            before = self.now.offset
            await self.fling_once(direction)
            if (self.now.offset - before) * direction <= 0:
                self.figures.is_wrong("the fling did not scroll")
            await self.move(self.stage.wheel, -direction)
        for end in 0, 1:
            await self.to(end)
            for _ in range(8):
                await self.move(self.stage.wheel, -1 if end == 1 else 1)
            await self.fling_once(1 if end == 1 else -1)
            self.at_end(end, "by a fling")

    async def fling_once(self, direction):
        """Flings; where the client can tell of each frame, rows must move in it as the toolkit has."""
        if "frames" not in self.stage.can:
            await self.act(self.stage.fling, direction)
            return
        await self.stage.fling(direction)
        before = None
        while (frame := await self.stage.frame()) is not None:
            self.now, meant = frame
            self.figures.moves += 1
            why = f"a frame of a fling, {direction}"
            self.check(why)
            if before is not None:
                meant = self.scrolled(before) if meant is None else meant
                self.compare(before, meant, why, self.given_up(before, meant or 0))
            before = self.now
        await self.see("the fling has ended")
        self.compare(before, 0, "the fling has ended")

    async def resize(self):
        await self.start()
        for fraction in 0.4, 0.8:
            await self.to(fraction)
            for breadth in 0.7, 1, 0.85, 1:
                before = self.now
                await self.act(self.stage.resize, breadth)
                # Only what is still on screen; a tall row becomes shorter than what is above it.
                first = next((key for key in before.rows if key != before.pinned), None)
                if first in self.now.rows:
                    self.compare(before, 0, f"resized to {breadth}")
            if "resize_held" in self.stage.can:
                await self.resize_held()

    async def resize_held(self):
        """Another breadth in the middle of a drag, and rows inserted above before the finger is lifted."""
        for breadth in 0.7, 1:
            await self.press()
            # Forward: upward, the end of a row that is yet to be measured is what stays.
            await self.drag(50)
            before = self.now
            await self.act(self.stage.resize, breadth)
            first = next((key for key in before.rows if key != before.pinned), None)
            if first in self.now.rows:
                self.compare(before, 0, f"resized to {breadth} while held")
            await self.move(self.insert, 0, 3)
            await self.drag(-30)
            await self.lift()

    async def batches(self):
        await self.start(300, batches=(40, 0, 40))
        failed, end = False, time.monotonic() + 30
        while True:
            before = self.now
            await self.act(self.stage.set_offset, self.now.highest)
            if self.now.count == before.count:
                self.at_end(1, "by the scroll bar")
            before = self.now
            await asyncio.sleep(0.1)
            await self.see("waiting for a batch")
            failed = failed or self.now.has_failed
            if self.now.count > before.count:
                self.compare(before, 0, "a batch has come")
            if self.now.count == 380 and self.now.footer == 0:
                break
            if time.monotonic() > end:
                self.figures.is_wrong(f"only {self.now.count} rows after 30 seconds")
                break
        if not failed:
            self.figures.is_wrong("the failure was not shown")
        await self.act(self.stage.set_offset, self.now.highest)
        self.at_end(1, "after the last batch")

    async def chat(self):
        await self.start(300, sticks=True)
        await self.to(1)
        for count in 1, 1, 5, 1:
            await self.act(self.insert, len(self.keys), count)
            self.at_end(1, "after a message")
        for notches in -1, -2:
            await self.move(self.stage.wheel, notches)
            await self.move(self.insert, len(self.keys), 3)
        await self.to(1)
        await self.act(self.insert, len(self.keys), 1)
        self.at_end(1, "back at the end")

    async def aim(self, index):
        """Scrolls to a row, which stays where it is until the user scrolls."""
        await self.act(self.stage.scroll_to, index, 0)
        await self.act(self.stage.wheel, 1 if self.now.offset < self.now.highest else -1)

    async def at_random(self, seconds):
        """What comes to a user's and an app's mind, for so long."""
        await self.start(100_000)
        end, rests = time.monotonic() + seconds, []
        actions = [*[(self.stage.wheel, -2), (self.stage.wheel, 3), (self.edit,)] * 3,
                   (self.stage.wheel, 9), (self.stage.scroll_to,), (self.stage.set_offset,)]
        for name, arguments in {"page": (1,), "resize": (), "touch": (), "fling": (1,)}.items():
            if name in self.stage.can:
                actions += [(getattr(self.stage, name), *arguments)]
        while time.monotonic() < end:
            action, *arguments = self.random.choice(actions)
            if action == self.stage.scroll_to:
                await self.aim(self.random.randrange(len(self.keys)))
            elif action == self.stage.set_offset:
                await self.act(action, round(self.random.random() * self.now.highest))
            elif action == self.stage.resize:
                await self.act(action, self.random.choice((0.7, 0.85, 1)))
                await self.act(action, 1)
            elif action == self.stage.touch:
                await self.press()
                for _ in range(self.random.randint(1, 9)):
                    await self.drag(self.random.randint(-200, 200))
                await self.lift()
            elif action == self.stage.fling:
                await self.act(action, self.random.choice((-1, 1)))
            elif 0 < self.now.offset < self.now.highest:
                await self.move(action, *arguments)
            else:
                await self.act(action, *arguments)
            # Where it has been before, so that the same is in memory as then.
            if self.figures.moves % 200 == 0:
                await self.aim(len(self.keys) // 2)
                rests.append(memory())
        if rests:
            print(f"{self.figures.name}: {rests[0]:.0f} MB at rest at first, then "
                  + " ".join(f"{it:.0f}" for it in rests[1::max(1, len(rests) // 12)]))


def memory():
    """What this process has in memory, in MB."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096 / 1e6


async def perform(stage, seed="1", shots="", only="", minutes="0"):
    """Prints the figures of a client; returns whether all are 0."""
    drive, good = Scenarios(stage), True
    needs = {"touch", "page", "fling", "resize", "batches", "grow", "lanes"}
    plan = [(name, mean) for mean in ("fixed", "mean") for name in ("wheel", "edits", "thumb", "touch")]
    plan += [(name, "") for name in ("jumps", "page", "fling", "resize", "batches", "chat", "grow", "lanes")]
    if float(minutes) > 0:
        plan = [("at_random", float(minutes) * 60)]
    for name, variant in plan:
        if (only and name != only) or (name in needs and name not in stage.can):
            continue
        label = f"{stage.name} {name}" + (f" ({variant})" if isinstance(variant, str) and variant else "")
        drive.figures = Figures(label)
        # The same alone as with others before it.
        drive.random.seed(f"{seed} {label}")
        arguments = [variant == "mean"] if variant in ("fixed", "mean") else [variant] if variant else []
        await getattr(drive, name)(*arguments)
        if shots:
            await stage.shot(f"{shots}/{re.sub(r'[^a-z]+', '-', label).strip('-')}")
        print(drive.figures, flush=True)
        good = good and drive.figures.is_good()
    return good

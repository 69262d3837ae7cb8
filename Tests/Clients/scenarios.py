"""What a user and an app do to a list, and what must be on screen afterwards.

A toolkit's `Stage` performs it with real input, and tells where the toolkit has put the rows:

- `client`: the kit's; `length`: that of the viewport; `value`: the toolkit's own offset
- `rows()`: the rows on screen by key, as (start, end), as drawn, from the start of the viewport
- `wheel(notches)`, `thumb(fraction)`: scrolls by the wheel, or drags the thumb there
- `set_value(value)`: sets the scroll bar; `highest`: as far as it goes
- `layout()`: asks for a frame; `settle()`: waits until all is laid out; `shot(name)`: a picture
"""

import random
import re
import sys

from rangecore import Fraction

# More than rounding to ticks, and in toolkits with 32-bit numbers.
EXACT = 0.01
# While held, what measurements have added is given up on the way to the start, in proportion: at
# most a point for each step of these scenarios.
GIVEN_UP = 1


class Figures:
    """The worst that was seen."""

    def __init__(self, name):
        self.name, self.moves, self.jump, self.short, self.wrong = name, 0, 0.0, 0.0, 0

    def __str__(self):
        return (f"{self.name}: {self.moves} moves, jumps of up to {self.jump:g}, short of an end by"
                f" up to {self.short:g}, {self.wrong} updates wrong")

    def is_good(self):
        return self.jump == 0 and self.short == 0 and self.wrong == 0 and self.moves > 0

    def saw(self, name, by, why):
        """Notes by how much something is where it must not be."""
        if by <= EXACT:
            return
        setattr(self, name, max(getattr(self, name), round(by, 3)))
        print(f"{self.name}: {name} of {by:g}: {why}", file=sys.stderr)


class Scenarios:
    def __init__(self, stage, seed, only):
        self.stage, self.only = stage, only
        self.client, self.random = stage.client, random.Random(seed)
        self.figures, self.has_removed = None, False

    async def run(self):
        """Yields the figures of each scenario; then again with estimates that follow the rows."""
        await self.stage.settle()
        await self.stage.shot(f"{self.stage.name}-start")
        for estimate in "fixed", "mean":
            settings = self.client.list.settings
            settings.uses_mean_estimate = estimate == "mean"
            self.client.list.settings = settings
            for scenario in self.wheel, self.jumps, self.edits, self.thumb, self.held:
                if scenario == self.jumps and estimate == "mean":
                    continue  # an offset is then no place to come back to
                if self.only not in ("", scenario.__name__):
                    continue
                self.figures = Figures(f"{self.stage.name} {scenario.__name__} ({estimate})")
                wrong = self.client.wrong
                await scenario()
                self.figures.wrong += self.client.wrong - wrong
                self.client.list.validate()
                await self.stage.shot(re.sub(r"\W+", "-", self.figures.name).strip("-"))
                yield self.figures

    # == the scenarios ==

    async def wheel(self):
        await self.to(0)
        for _ in range(20):
            await self.move(self.stage.wheel, 1)
        await self.to(0.5)
        for notches in [-1] * 30 + [1] * 10 + [-3] * 5:
            await self.move(self.stage.wheel, notches)

    async def jumps(self):
        for fraction in 0.5, 0.2, 0.9:
            await self.to(0.05)
            await self.move(self.stage.wheel, 1)
            back, before = self.stage.value, self.stage.rows()
            await self.to(fraction)
            await self.act(self.stage.set_value, back)
            self.compare(before, 0, "after a jump and back")
            index = int(fraction * len(self.client.keys)) + 7
            for align in Fraction.START, Fraction.END:
                await self.act(self.client.scroll_to, index, align)
                start, end = self.stage.rows()[self.client.keys[index]]
                off = start if align == Fraction.START else self.stage.length - end
                self.figures.saw("jump", abs(off), f"item {index} was scrolled to the {align.name}")

    async def edits(self):
        for fraction in 0, 0.3, 0.7:
            await self.to(fraction)
            for _ in range(15):
                await self.move(self.edit)
            await self.move(self.stage.wheel, 2)

    async def thumb(self):
        for fraction in 0.5, 0.1, 0.8:
            for end in 1, 0:
                await self.to(fraction)
                await self.act(self.stage.thumb, (fraction + end) / 2)
                await self.act(self.stage.thumb, end)
                self.at_end(end, "by the thumb")
                for _ in range(4):
                    await self.move(self.stage.wheel, -1 if end == 1 else 1)

    async def held(self):
        for fraction, screens in (0.5, 0.1), (0.3, 0.05), (0.7, 0.3):
            step = -round(screens * self.stage.length)
            for end in 0, 1:
                await self.to(fraction)
                self.client.is_held = True
                start = self.stage.value
                for i in range(1, 9):
                    await self.move(self.stage.set_value, start + i * step, allowed=GIVEN_UP)
                for i in range(5):
                    await self.move(self.stage.set_value, start + (8 - i) * step)
                await self.move(self.edit)
                await self.release("midway")
                self.client.is_held = True
                start = self.stage.value
                target = end * self.stage.highest
                for i in range(1, 6):
                    await self.act(self.stage.set_value, round(start + (target - start) * i / 6))
                await self.act(self.stage.set_value, end * self.stage.highest)
                self.at_end(end, "while held")
                await self.release("at an end")
                self.at_end(end, "after the release")

    # == their parts ==

    async def act(self, action, *arguments):
        """Does something and waits until it is on screen, which must then be filled."""
        self.has_removed = False
        self.client.ahead = self.random.choice((0, 0, 3))
        done = action(*arguments)
        if done is not None:
            await done
        self.stage.layout()
        await self.stage.settle()
        self.figures.moves += 1
        self.check(action.__name__)

    async def move(self, action, *arguments, allowed=0):
        """The same; what stays on screen must move by what the user has scrolled."""
        before, self.client.travelled = self.stage.rows(), 0.0
        await self.act(action, *arguments)
        travelled = self.client.travelled
        if action == self.stage.wheel and travelled == 0:
            self.wrong("the wheel did not scroll")
        self.compare(before, travelled, f"{action.__name__} {arguments}", allowed)

    async def to(self, fraction):
        """Sets the scroll bar to a place; twice, as the first changes how long the list is."""
        for _ in range(2):
            await self.act(self.stage.set_value, round(fraction * self.stage.highest))

    async def release(self, where):
        before, self.client.is_held = self.stage.rows(), False
        await self.act(self.stage.layout)
        self.compare(before, 0, f"released {where}")

    def edit(self):
        """Inserts or removes rows above, below or among those on screen, but not all of these."""
        client, visible, rows = self.client, self.client.update.visible, self.stage.rows()
        for _ in range(self.random.randint(1, 3)):
            index = self.random.choice([
                self.random.randint(0, visible.start), visible.start,
                self.random.choice(visible), self.random.randint(visible.stop, len(client.keys))])
            if self.random.random() < 0.5:
                client.insert(index, self.random.choice((1, 2, 40)))
            elif not visible.start <= index < visible.stop:
                lower = max(0, index - 5) if index < visible.start else index
                upper = min(index, visible.start) if index < visible.start else index + 5
                self.remove(lower, min(upper, len(client.keys)))
            elif len(visible) > 3:
                self.remove(index, index + 1)
            # Where the rows that were on screen are now.
            left = [i for i, key in self.neighbours(visible.start) if key in rows]
            visible = range(left[0], left[-1] + 1)

    def remove(self, lower, upper):
        self.client.remove(lower, upper)
        self.has_removed = True

    def neighbours(self, index):
        lower = max(0, index - 200)
        return enumerate(self.client.keys[lower:index + 300], lower)

    def compare(self, before, travelled, why, allowed=0):
        """Compares where the first row is that was on screen, and still is in the list.

        Not at an end after a removal, which may have left too little for it to stay there.
        """
        if self.has_removed and self.stage.value in (0, self.stage.highest):
            return
        after, there = self.stage.rows(), set(self.client.keys)
        stays = [key for key, (start, end) in before.items() if key in there
                 and end - travelled > EXACT and start - travelled < self.stage.length - EXACT]
        if not stays:
            return
        if stays[0] not in after:
            self.figures.saw("jump", self.stage.length, f"{why}: row {stays[0]} is gone")
            return
        by = after[stays[0]][0] - (before[stays[0]][0] - travelled)
        self.figures.saw("jump", abs(by) - allowed, why)

    def at_end(self, end, why):
        rows, key = self.stage.rows(), self.client.keys[-end]
        if key not in rows:
            self.figures.saw("short", self.stage.length, f"{why}: row {key} is not on screen")
        else:
            by = self.stage.length - rows[key][1] if end == 1 else rows[key][0]
            self.figures.saw("short", abs(by), f"{why}, at {('the start', 'the end')[end]}")

    def check(self, why):
        """Checks that the rows on screen are those that the engine sees, without a gap."""
        client, rows = self.client, self.stage.rows()
        visible = client.update.visible
        if list(rows) != client.keys[visible.start:visible.stop]:
            self.wrong(f"{why}: rows {list(rows)} are on screen, not items {visible}")
            return
        places = list(rows.values())
        if places[0][0] > EXACT or places[-1][1] < self.stage.length - EXACT:
            self.wrong(f"{why}: the rows on screen do not fill it")
        if any(abs(a[1] - b[0]) > EXACT for a, b in zip(places, places[1:])):
            self.wrong(f"{why}: there is a gap between two rows")
        if abs(self.stage.value - client.offset) > EXACT:
            self.wrong(f"{why}: the toolkit is at {self.stage.value}, not {client.offset}")

    def wrong(self, why):
        self.figures.wrong += 1
        print(f"{self.figures.name}: {why}", file=sys.stderr)


async def perform(stage, seed, only):
    """Prints the figures of a toolkit; returns whether all are 0."""
    good = True
    async for figures in Scenarios(stage, seed, only).run():
        print(figures, flush=True)
        good = good and figures.is_good()
    return good


def arguments():
    """What Tests/Clients/run passes: a seed; a folder for pictures, and a scenario, or ''."""
    seed, shots, only = sys.argv[1:]
    return int(seed), shots, only

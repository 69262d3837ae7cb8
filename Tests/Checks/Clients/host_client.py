"""The host of the core without a toolkit: its loop in five scroll views that are made up.

`host` is a view in which a fling is cut short by a write, and a finger pulls past the ends.
`host-clamps` clamps each offset at once, and tells of it, as an adjustment of GTK or Qt. `host-lines` has
whole lines, as a terminal. In `host-late` views know their extents only when the browser has laid them out.
`host-unheld` never says that it is held: its finger and its fling go on from where a write has put it.
`RANGECORE_LIBRARY` is the core as a library.
"""

import asyncio
import math
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

import cffi
from stage import Screen, Stage, perform

ROOT = Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "Bindings/Python"))
from backend import _declarations  # noqa: E402

ffi = cffi.FFI()
for name in ("rangecore_values.h", "rangecore.h", "rangecore_host.h", "rangecore_sections.h"):
    ffi.cdef(_declarations((ROOT / "include" / name).read_text(encoding="utf-8")))
lib = ffi.dlopen(os.environ["RANGECORE_LIBRARY"])

FRAME = 1 / 60
#: RC_EXTENT_LATER, which a library that is opened cannot tell.
LATER = -1.0


def check(status):
    if status != lib.RC_STATUS_OK:
        raise RuntimeError(ffi.string(lib.rc_status_text(status)).decode())


@dataclass
class ScrollView:
    """Along one axis, from 0 on. `step`: of its offsets, 0 for any."""

    clamps: bool
    step: float
    length: float
    breadth: float = 400.0
    content: float = 0.0
    offset: float = 0.0
    #: How far the user has moved it.
    travelled: float = 0.0
    velocity: float = 0.0
    is_tracking: bool = False
    is_decelerating: bool = False
    #: Whether a write leaves a fling as it is.
    is_relative: bool = False
    did_scroll: object = field(default=lambda: None)

    @property
    def highest(self):
        return max(0.0, self.content - self.length)

    def fitted(self, offset):
        if self.clamps:
            offset = min(max(offset, 0.0), self.highest)
        return math.floor(offset / self.step + 0.5) * self.step if self.step else offset

    def write(self, offset):
        if not self.is_relative:
            self.is_decelerating, self.velocity = False, 0.0
        self.offset = self.fitted(offset)

    def set_content(self, content):
        self.content = content
        if self.clamps:
            self.offset = self.fitted(self.offset)

    def move(self, by):
        """A finger past an end moves it half as far, where it does not clamp; a wheel not at all."""
        target = self.offset + by
        if self.is_tracking and not self.clamps and not 0 <= target <= self.highest:
            target = self.offset + by / 2
        elif not self.is_tracking or self.clamps:
            target = min(max(target, 0.0), self.highest)
        self.slide(target)

    def slide(self, target):
        target = self.fitted(target)
        self.travelled += target - self.offset
        self.offset = target
        self.did_scroll()

    def lift(self, velocity):
        self.is_tracking, self.velocity = False, velocity
        self.is_decelerating = velocity != 0 or not 0 <= self.offset <= self.highest
        self.did_scroll()

    def frame(self):
        """A sixtieth of a second of a fling, and of the way back from past an end."""
        over = self.offset - min(max(self.offset, 0.0), self.highest)
        if over != 0:
            self.velocity = 0.0
            self.slide(self.offset - (over if abs(over) < 1 else over / 2))
        else:
            self.slide(self.offset + self.velocity * FRAME)
            self.velocity *= 0.95
        is_within = 0 <= self.offset <= self.highest
        if is_within and abs(self.velocity) < 30:
            self.is_decelerating, self.velocity = False, 0.0
            self.did_scroll()


class HostStage(Stage):
    """The kit: views are what it has placed, by the numbers of their nodes."""

    def __init__(self, name, clamps=False, step=0, is_late=False, tells=True):
        self.name, self.step, self.is_late, self.clamps, self.tells = name, step, is_late, clamps, tells
        self.can = frozenset({"page", "resize", "batches", "grow"}) | (
            set() if step else {"touch", "fling", "resize_held"})
        self.clock, self.host, self.list = 0.0, None, None

    async def start(self, count, mean=False, sticks=False, batches=()):
        if self.host is not None:
            lib.rc_host_destroy(self.host)
            lib.rc_list_destroy(self.list)
        self.view = ScrollView(self.clamps, float(self.step), 60.0 if self.step else 800.0)
        self.view.did_scroll, self.view.is_relative = self.update, not self.tells
        options, out = ffi.new("rc_list_options *"), ffi.new("rc_list **")
        lib.rc_list_options_init(options)
        options.estimate, options.quantum = (4, 1) if self.step else (60, 0)
        check(lib.rc_list_create(options, ffi.NULL, out))
        self.list = out[0]
        settings = ffi.new("rc_list_settings *")
        check(lib.rc_list_get_settings(self.list, settings))
        settings.uses_mean_estimate, settings.sticks[lib.RC_END_TAIL] = mean, sticks
        settings.pins_headers = True
        check(lib.rc_list_set_settings(self.list, settings))
        host_options, host = ffi.new("rc_host_options *"), ffi.new("rc_host **")
        lib.rc_host_options_init(host_options)
        host_options.offset_step, host_options.ahead_count = self.step, 16 if self.is_late else 1
        check(lib.rc_host_create(self.list, host_options, ffi.NULL, host))
        self.host, self.done = host[0], ffi.new("rc_host_step *")
        # The key, and once it is placed the start, the extent, and whether it is pinned.
        self.keys, self.shown, self.observed = [], {}, set()
        # By how much rows have grown, at all and since the last screen.
        self.longer, self.grown = {}, {}
        self.is_updating = self.is_again = self.is_laid_out = self.is_asked = self.has_failed = False
        self.owed, self.answers = 0.0, list(batches)
        if not batches:
            check(lib.rc_list_mark_exhausted(self.list, lib.RC_END_TAIL))
        await self.insert(0, range(count))
        self.update()

    # == the loop ==

    def update(self):
        """A step; events that it causes are answered by another one, after it."""
        self.is_again = True
        while self.is_again and not self.is_updating:
            self.is_updating, self.is_again = True, False
            self.make_step()
            self.is_updating = False

    def make_step(self):
        view, step = self.view, self.done
        viewport = ffi.new("rc_viewport *")
        lib.rc_viewport_init(viewport)
        self.clock += FRAME
        viewport.offset, viewport.length, viewport.time = view.offset, view.length, self.clock
        viewport.is_user_driven = True
        if self.tells:
            viewport.velocity, viewport.has_landing = view.velocity, view.is_decelerating
            viewport.is_held, viewport.is_dragged = view.is_tracking or view.is_decelerating, view.is_tracking
            viewport.landing_offset = min(max(view.offset + view.velocity / 3, 0.0), view.highest)
        check(lib.rc_host_begin(self.host, viewport, view.breadth, 0, step))
        while not step.is_done:
            asks = [step.nodes[step.asks[i]] for i in range(step.ask_count)]
            extents = [self.measure(node) for node in (asks if self.is_late else asks[:1])]
            self.clock += 0.0002
            check(lib.rc_host_measured(self.host, extents, len(extents), self.clock, step))
        self.apply(step)

    def measure(self, node):
        self.shown.setdefault(node.node, [self.keys[node.index]])
        if not self.is_late or self.is_laid_out:
            return self.extent(self.keys[node.index], node.columns)
        self.observed.add(node.node)
        return LATER

    def extent(self, key, columns):
        longer = self.longer.get(key, 0)
        if self.step:
            return float(1 + round((key * 7919 % 9) * 400 / self.view.breadth)) + longer
        return (20 + key * 7919 % 401) * 400 / self.view.breadth * columns + longer

    def apply(self, step):
        view = self.view
        for i in range(step.released_count):
            self.shown.pop(step.released[i], None)
            self.observed.discard(step.released[i])
        if step.sets_length:
            view.set_content(step.scroll_length)
        if step.sets_offset:
            view.write(step.offset)
        if step.sets_offset or view.clamps:
            check(lib.rc_host_wrote(self.host, view.offset))
        for i in range(step.news_count):
            node = step.nodes[step.news[i]]
            if node.has_view:
                self.shown[node.node] = [self.keys[node.index], node.start, node.extent, node.is_pinned]
        self.owed = max(self.owed, abs(step.update.pending))
        if step.update.batches[lib.RC_END_TAIL].answer == lib.RC_BATCH_ANSWER_YES and not self.is_asked:
            self.is_asked = True
            context, token = ffi.new("rc_batch_context **"), ffi.new("rc_batch_token *")
            check(lib.rc_list_begin_batch(self.list, lib.RC_END_TAIL, context, token))
            self.fetch = asyncio.ensure_future(self.fetched(context[0], token[0]))

    async def fetched(self, context, token):
        await asyncio.sleep(0.3)
        count = self.answers.pop(0)
        self.is_asked, self.has_failed = False, count == 0
        await self.insert(len(self.keys), range(len(self.keys), len(self.keys) + count))
        outcome = lib.RC_BATCH_OUTCOME_COMPLETED if count else lib.RC_BATCH_OUTCOME_FAILED
        check(lib.rc_batch_context_finish(context, token, outcome))
        lib.rc_batch_context_release(context)
        if not self.answers:
            check(lib.rc_list_mark_exhausted(self.list, lib.RC_END_TAIL))

    def lay_out(self):
        """The browser lays out, and tells what it has found, before it paints."""
        while self.observed:
            told = [number for number in self.observed if number in self.shown]
            self.observed.clear()
            extents = [self.extent(self.shown[number][0], 1) for number in told]
            is_any = ffi.new("bool *")
            check(lib.rc_host_set_extents(self.host, told, extents, len(told), is_any))
            if is_any[0]:
                self.is_laid_out = True
                self.update()
                self.is_laid_out = False

    # == the stage ==

    async def settle(self):
        # The clock of a toolkit goes on, so that failed fetches are tried again.
        self.clock += 0.2
        self.update()
        self.lay_out()
        while self.view.is_decelerating:
            self.view.frame()
            self.lay_out()

    async def screen(self):
        view = self.view
        placed = [row for row in self.shown.values() if len(row) > 1]
        rows = {key: (start - view.offset, start + extent - view.offset)
                for key, start, extent, _ in placed
                if start < view.offset + view.length and start + extent > view.offset}
        check(lib.rc_list_validate(self.list, ffi.NULL))
        check(lib.rc_host_validate(self.host, ffi.NULL))
        owed, self.owed = self.owed, abs(self.done.update.pending)
        grown, self.grown = self.grown, {}
        return Screen(view.offset, view.highest, view.offset - view.travelled, view.length, rows,
                      next((row[0] for row in placed if row[3] and row[0] in rows), None), 0.0, owed,
                      len(self.keys), self.has_failed, grown)

    async def insert(self, index, keys):
        self.keys[index:index] = keys
        check(lib.rc_list_insert(self.list, index, ffi.NULL, len(keys)))
        for place, key in enumerate(keys):
            if key % 50 == 0:
                check(lib.rc_list_mark_header(self.list, index + place, 0))

    async def remove(self, lower, upper):
        del self.keys[lower:upper]
        check(lib.rc_list_remove(self.list, lower, upper))

    async def grow(self, index):
        key, node, is_any = self.keys[index], ffi.new("uint32_t *"), ffi.new("bool *")
        self.grown[key] = 2 if self.step else 37.5
        self.longer[key] = self.longer.get(key, 0) + self.grown[key]
        check(lib.rc_host_find(self.host, index, node))
        check(lib.rc_host_set_extents(self.host, node, [self.extent(key, 1)], 1, is_any))
        self.update()

    async def scroll_to(self, index, fraction):
        check(lib.rc_host_scroll_to(self.host, index, fraction, 0, False))

    async def resize(self, fraction):
        self.view.breadth = 400 * fraction

    async def wheel(self, notches):
        self.view.move((3 if self.step else 60) * notches)

    async def thumb(self, fraction):
        for step in range(1, 6):
            way = fraction * self.view.highest - self.view.offset
            self.view.move(way if step == 5 else way / (6 - step))

    async def set_offset(self, offset):
        self.view.move(offset - self.view.offset)

    async def page(self, direction):
        self.view.move(direction * self.view.length)

    async def touch(self):
        self.view.is_tracking = True
        self.update()

    async def drag(self, distance):
        self.view.move(distance)

    async def lift(self):
        self.view.lift(0.0)

    async def fling(self, direction):
        await self.touch()
        self.view.move(30 * direction)
        self.view.lift(4000.0 * direction)


async def run():
    stages = [HostStage("host"), HostStage("host-clamps", clamps=True),
              HostStage("host-lines", clamps=True, step=1), HostStage("host-late", is_late=True),
              HostStage("host-unheld", tells=False)]
    return all([await perform(stage) for stage in stages])


if __name__ == "__main__":
    sys.exit(not asyncio.run(run()))

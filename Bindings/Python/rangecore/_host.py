"""The loop that every client of a list needs, whatever the toolkit: that of `rangecore_host.h`."""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ._host_engine import HostEngine
from ._items import Extents, Fetcher, Items, Load
from ._list import List, columns_of, lanes_of
from ._results import Update
from ._snapshot import Goal, Snapshot
from ._surface import GONE, Frame, Id, Item, Slot, Surface, View, Viewport
from ._values import Answer, ArgumentError, End, Fraction, State
from ._wake import WakeUp


class ListHost(Items[Item, View]):
    """Keeps the views of anything that scrolls in line with a list.

    Call `update` when the toolkit has scrolled, laid out or stopped moving, and after edits. Items can be anything. A
    host belongs to the toolkit's thread, that of the first `update`: edits and updates on another thread raise
    `RuntimeError`. Only `fetch` runs on other threads.

    - `list`: The engine, a `List`. Change its settings, such as `host.list.settings.sticks`, but edit the host.
    - `surface`: The toolkit's side, as passed to the host.
    - `latest`: The result of the last update, an `Update`; None before the first one.
    - `shown`: What is on screen and where, a dictionary from `Slot` to `Frame`: a head, items in their order, a footer.
      A pinned header comes last.
    - `updated`: A function called after each update, or None. You can set it.
    - `followers`: Functions called with the host after each update. Stores and preloaders add theirs.
    - `is_in_lanes`: Whether it was created with `lanes`.
    - `budget`: The seconds for which an update may measure rows ahead of the viewport. You can set it.
    """

    def __init__(self, surface: Surface[Item, View], items: Iterable[Item] = (), *,
                 source: Sequence[Item] | int | None = None,
                 extents: Extents[Item] | None = None, extents_are_known: bool = False,
                 estimate: float = 44, spacing: float = 0, quantum: float = 0,
                 columns: int | Callable[[float], int] = 1,
                 lanes: int | Callable[[float], int] | None = None,
                 is_header: Callable[[Item], bool] | None = None,
                 entered: Callable[[Slot[Item, View], State], object] | None = None,
                 left: Callable[[Slot[Item, View], State], object] | None = None,
                 fetch: Fetcher | Mapping[End, Fetcher] | None = None,
                 footer: Callable[[Load], Item | None] | None = None,
                 head: Callable[[Load], Item | None] | None = None,
                 load_changed: Callable[[End, Load], object] | None = None,
                 budget: float = 0.004, offset_step: float = 0) -> None:
        """Creates a host; the first `update` shows its items.

        - `items` are copied. `source`, in their place, is not: a sequence that the app edits itself, before it tells
          of that (`insert` and `fetch` tell how many there are), or a count: then items are None, and an app looks at
          `slot.index`.
        - `extents`: those of rows, if they are known before the rows are shown: an array for `items`, or a function
          of an item, which is called for later items too. With one column only. Rows are measured if the breadth changes.
        - `extents_are_known`: no row is ever measured: each has its extent from `extents`, or the estimate. `measure`
          is called only for a footer, and views are made only for what is on screen.
        - `estimate`: the extent of rows that are not measured; `spacing` lies between rows.
        - `quantum`: in a toolkit of whole numbers 1, if the estimate follows the rows: then it is
          whole too. Leave it at 0 if all extents and the estimate are whole anyway.
        - `columns`: items per row, or how many there are at a breadth.
        - `lanes`: in place of columns, how many lanes there are (masonry): each item goes on where its own lane ends, and
          keeps its lane. Headers are across all of them; `list.set_span` says so of other items.
        - `is_header`: whether an item is a header; with headers, the first one is pinned.
        - `entered`, `left`: called for each flag that the state of an item gains or loses:
          `State.PRELOAD`, `State.DISPLAY`, `State.VISIBLE`. They may edit.
        - `fetch`: a function that fetches a batch, or `{End.TAIL: function}` for one end only. It is called as
          `fetch(end, item_count)` on another thread when the viewport is within two screenfuls of an end (or the
          `leading_screens` that are set later), and returns `(items, is_last)`: items in the order of the list, and
          whether there is nothing more. It may read `items`; edits raise there. If it raises, it is retried.
        - `footer`: returns what to show after the last item while the tail loads or has failed; None for nothing. It
          is shown like an item, but is not one. `head` is the same before the first item, for the head: while its
          place is on screen it grows downward, and when items come in its place nothing else moves.
        - `load_changed`: called as `load_changed(end, load)` on the host's thread when a fetch at an end begins,
          fails or completes: for a spinner or a Retry button at either end. It may edit.
        - `budget`: the seconds that an update may measure rows ahead of the viewport.
        - `offset_step`: what the toolkit's offsets are multiples of: 1 in one of whole numbers, such
          as a terminal; 0 for any.
        """
        super().__init__(List(1 if callable(columns) else columns, estimate, spacing, quantum=quantum),
                         surface, is_header, fetch, source, extents, load_changed)
        self.budget = budget
        self._engine = HostEngine(self.list, budget=budget, offset_step=offset_step,
                                  extents_are_known=extents_are_known, in_lanes=lanes is not None,
                                  node_bits=0xFF & ~State.MEASURE_LAYOUT)
        self.latest: Update | None = None
        self.updated: Callable[[], object] | None = None
        self.followers: list[Callable[[ListHost[Item, View]], object]] = []
        self._columns_for = columns if callable(columns) else None
        self.is_in_lanes = lanes is not None
        self._spacing = spacing
        if lanes is not None:
            self._columns_for = lanes if callable(lanes) else lambda _: lanes_of(lanes)
        self._entered, self._left = entered, left
        self.shown: dict[Slot[Item, View], Frame] = {}
        # By the numbers of their nodes.
        self._slots: dict[int, Slot[Item, View]] = {}
        # What makes a footer and a head, the slots of those that there are, and for what they were measured: a load and a
        # breadth.
        self._edge_makers = {end: make for end, make in ((End.TAIL, footer), (End.HEAD, head)) if make is not None}
        self._edges: dict[End, Slot[Item, View]] = {}
        self._edges_of: dict[End, tuple[Load, float]] = {}
        self._size = 0.0, 0.0
        self._updating = self._outdated = False
        self._wake_up = WakeUp(self.update)
        # What is to be restored, and what finds it at a length of the viewport.
        self._restoration: tuple[Snapshot[Any], Callable[[float], Goal | None]] | None = None
        # Where the toolkit was last while it was looked for.
        self._restores_at: float | None = None
        if source is None:
            self.insert(0, items, extents)
        else:
            self.insert(0, source if isinstance(source, int) else len(source), extents)

    def set_items(self, lower: int, items: Iterable[Item] | int, *, keeps_extents: bool = False,
                  extents: Extents[Item] | None = None) -> None:
        """Replaces the items from `lower` on with as many others, in the same states; of a source, tells how many.

        Their views are made again and, unless their rows keep their extents, or `extents` are given as in `insert`,
        measured again.
        """
        self._check_thread()
        self.list._check_editable()
        given = self._given(items)
        upper = lower + (given if isinstance(given, int) else len(given))
        if not 0 <= lower <= upper <= len(self._items):
            raise ArgumentError("lower", f"is {lower}, for {upper - lower} of {len(self._items)} items")
        new: list[Any] = self._items[lower:upper] if isinstance(given, int) else given
        extents = self._extents if extents is None and not keeps_extents else extents
        if extents is not None:
            values = np.asarray([extents(it) for it in new] if callable(extents) else extents, np.float64)
            if values.size != len(new):
                raise ArgumentError("extents", f"has {values.size} values for {len(new)} items")
            self.list.set_row_extents(self.list.row_of_item(lower) if new else 0, values)
        slots = self._set_items(lower, new)
        if not keeps_extents and extents is None:
            self.list.mark_provisional(lower, min(slots, default=upper))
            self.list.mark_provisional(max(slots, default=upper - 1) + 1, upper)
            self._engine.set_extents({slot._node: None for slot in slots.values()})

    def _set_items(self, lower: int, new: list[Item]) -> dict[int, Slot[Item, View]]:
        upper = lower + len(new)
        self._outdated = True
        if isinstance(self._items, list):
            self._items[lower:upper] = new
        slots = {index: slot for slot in self._slots.values()
                 if (index := self._index_of(slot)) is not None and lower <= index < upper}
        for index, slot in slots.items():
            state = slot.state
            slot._tell(State.MEASURE_LAYOUT)
            slot._recycle()
            slot.item, slot.content = new[index - lower], None
            slot._tell(state)
        return slots

    def slot(self, index: int) -> Slot[Item, View] | None:
        """The slot of an item; None if it is out of range."""
        return next((slot for slot in self._slots.values() if self._index_of(slot) == index), None)

    def _index_of(self, slot: Slot[Item, View]) -> int | None:
        for end, index in (End.TAIL, len(self._items)), (End.HEAD, -1):
            if slot is self._edges.get(end):
                return index
        return self._engine.index(slot._node)

    def remeasure(self, slot: Slot[Item, View] | None = None) -> None:
        """Measures an item again, whose content has changed, or all of them.

        The row of an item that is visible keeps its start on screen, and so grows downward.
        """
        self._check_thread()
        if slot is None:
            self.list.mark_provisional(0, len(self._items))
        else:
            self._engine.set_extents({slot._node: None})
        self._edges_of = {}
        self.update()

    def scroll_to(self, index: int, fraction: float = Fraction.NEAREST, shift: float = 0) -> None:
        """Scrolls to an item, and stays there while those on the way are measured.

        `fraction` is a `Fraction`, or a number in 0 … 1. Within a callback it takes effect when the
        update is complete, and while the list is hidden once it is shown, wherever the item is then.
        """
        self._check_thread()
        self._engine.scroll_to(index, fraction, shift)
        self.update()

    def scroll_to_offset(self, offset: float) -> None:
        """Scrolls to an offset of the toolkit's, and stays there, however rows on the way are measured.

        Infinity is the end. As an item does, it waits until the list is shown: so a list that sticks to its tail begins
        elsewhere if this, or `scroll_to`, is called before its first update.
        """
        self._check_thread()
        self._engine.scroll_to_offset(offset)
        self.update()

    @property
    def is_restoring(self) -> bool:
        """Whether the place of a snapshot is yet to be found; see `restore`."""
        return self._restoration is not None

    def snapshot(self, id_of: Callable[[Item], Id | None], *, key: int = 0,
                 capacity: int = 10_000) -> Snapshot[Id] | None:
        """Notes where the list is, and the extents of its measured rows; None if it shows nothing.

        `id_of` returns the id of an item, None for one that has none. `key` is a number for what extents depend on,
        such as the breadth: with another one they are not restored. At most `capacity` of them are kept. While
        `is_restoring`, it is what is to be restored, so that the place is not lost meanwhile.
        """
        if self._restoration is not None:
            return self._restoration[0]
        items = self.items
        return Snapshot.of(self.list, lambda index: id_of(items[index]), key=key, capacity=capacity)

    def restore(self, snapshot: Snapshot[Id], id_of: Callable[[Item], Id | None], *, key: int = 0) -> None:
        """Scrolls to where the list was, as soon as the rows that were on screen are in it.

        Each update looks for them, from the first on, until they are there or the user scrolls: in an empty list, and
        while batches and pages arrive. The first frame that has them shows them where they were.
        """
        self._check_thread()

        def find(length: float) -> Goal | None:
            items = self.items
            return snapshot.find(self.list, lambda index: id_of(items[index]), key=key, length=length)

        self._restoration, self._restores_at = (snapshot, find), None
        self.update()

    def _restore(self, viewport: Viewport) -> None:
        if self._restoration is None or viewport.is_hidden:
            return
        if viewport.is_user_driven and self._restores_at not in (None, viewport.offset):
            self._restoration = None
            return
        goal = self._restoration[1](viewport.length - viewport.inset_start - viewport.inset_end)
        if goal is None:
            return
        self._restoration = None
        if goal.index is None:
            self._engine.scroll_to_offset(goal.offset)
        else:
            self._engine.scroll_to(goal.index, goal.fraction, goal.shift)

    def update(self) -> None:
        """Brings the list, the views and the toolkit in line with one another.

        Within a callback it takes effect afterwards. What the surface raises comes out of here.
        Raises `RuntimeError` on another thread than before: `surface.schedule` can be called on any.
        """
        self._check_thread()
        self._thread = threading.get_ident()
        self._outdated = True
        if self._updating or self._closed:
            return
        self._updating = True
        try:
            for _ in range(3):
                wakes_at = self._step()
                # All edits end the changes of the last update.
                if not self._outdated and self.list._changes is not None:
                    break
            else:
                wakes_at = min(wakes_at, time.monotonic() + self.budget)
            self._wake_up.set(wakes_at, self.surface.schedule)
        finally:
            self._updating = False
        if self.updated is not None:
            self.updated()
        for follow in [*self.followers]:
            follow(self)

    def _step(self) -> float:
        """Brings all in line once; returns when to do it again."""
        self._outdated, viewport, columns = False, self.surface.read_viewport(), 0
        if self._columns_for is not None and viewport.breadth > 0:
            columns = columns_of(self._columns_for(viewport.breadth))
        if not viewport.is_hidden:
            self._measure_edges(viewport.breadth)
        if self.latest is None and self._restoration is not None and self.is_in_lanes and columns > 0:
            # Lanes are restored only to a list that is laid out in as many.
            self.list.set_lanes(columns, self._spacing)
        self._restore(viewport)
        self._engine.configure(budget=self.budget)
        step = self._engine.begin(**viewport._asdict(), columns=columns, time=time.monotonic(),
                                  jitter=random.random())
        while not step.is_done:
            # One by one: the first may push the others off the screen.
            asked = [step.nodes[it] for it in step.asks[0:min(step.ask_count, 1)]]
            extents = [self.surface.measure(self._slot_of(it)._view, viewport.breadth / it.columns)
                       for it in asked]
            step = self._engine.measured(extents, time.monotonic())
        latest = self.latest = self._engine.update
        self._apply(step, viewport, latest)
        if self._restoration is not None:
            self._restores_at = self.surface.read_viewport().offset
        for end, decision in (End.TAIL, latest.tail), (End.HEAD, latest.head):
            # A store has requests of its own.
            if decision.answer == Answer.YES and end in self._fetchers and not self.list._is_stored:
                self._begin(end)
                self._outdated = True
        return float(step.next_time)

    def _measure_edges(self, breadth: float) -> None:
        """Makes room for what is shown before the first item and after the last, if it is another."""
        for end, make in self._edge_makers.items():
            load = self.load(end)
            if (load, breadth) == self._edges_of.get(end):
                continue
            item, self._edges_of[end], before = make(load), (load, breadth), self._edges.get(end)
            if before is not None and item != before.item:
                before._recycle()
                del self._edges[end]
            if item is not None and end not in self._edges:
                self._edges[end] = Slot(self, GONE, item)
            self.list.settings.extra_lengths[end] = self.surface.measure(
                self._edges[end]._view, breadth) if end in self._edges else 0.0

    def _apply(self, step: Any, viewport: Viewport, latest: Update) -> None:
        """Does what a step says once it is done."""
        news = [step.nodes[it] for it in step.news[0:step.news_count]]
        told = [(self._slot_of(it), State(it.state)) for it in news if it.state != it.before]
        released = [self._slots[it] for it in step.released[0:step.released_count] if it in self._slots]
        freed = [self._slots.pop(it) for it in step.freed[0:step.freed_count] if it in self._slots]
        told += [(slot, State.MEASURE_LAYOUT) for slot in freed]
        # From the last to the first, whatever they raise: those that leave are told before others,
        # and have their views meanwhile. What they edit is taken up by another step.
        with contextlib.ExitStack() as stack:
            for slot in freed:
                stack.callback(setattr, slot, "_node", GONE)
            for slot in released:
                stack.callback(slot._recycle)
            for slot, state in sorted(reversed(told), key=lambda it: int(it[0].state) & ~int(it[1]) != 0):
                stack.callback(slot._tell, state)
            size = viewport.length, viewport.breadth
            if step.sets_length or step.sets_offset or not viewport.is_hidden and size != self._size:
                self._size, outdated = size, self._outdated
                self.surface.set_scroll(step.scroll_length, step.offset if step.sets_offset else viewport.offset)
                # What the toolkit has told of that is known.
                self._outdated = outdated
                self._engine.wrote(self.surface.read_viewport().offset)
            self._show(step, viewport, latest)

    def _show(self, step: Any, viewport: Viewport, latest: Update) -> None:
        """Places what is on screen, with the pinned header last, and hides what was."""
        # The toolkit's offset, with what it has rounded off.
        origin, found = latest.offset - latest.pending, []
        for node in step.nodes[0:0 if viewport.is_hidden else step.node_count]:
            if node.is_on_screen or node.is_pinned:
                breadth = viewport.breadth / node.columns
                found.append((self._slot_of(node), Frame(
                    node.start - origin, node.extent, node.column * breadth, breadth, node.is_pinned)))
        for end, slot in () if viewport.is_hidden else self._edges.items():
            extent = self.list.settings.extra_lengths[end]
            start = (self.list.length - extent if end == End.TAIL else 0) - latest.offset
            if start < viewport.length and start + extent > 0:
                found.insert(0 if end == End.HEAD else len(found), (slot, Frame(start, extent, 0, viewport.breadth)))
        before, self.shown = self.shown, dict(sorted(found, key=lambda it: it[1].is_pinned))
        for slot in before.keys() - self.shown.keys():
            self.surface.place(slot._view, None)
        for slot, frame in self.shown.items():
            self.surface.place(slot._view, frame)

    def _slot_of(self, node: Any) -> Slot[Item, View]:
        if node.node not in self._slots:
            self._slots[node.node] = Slot(self, node.node, self._items[node.index])
        return self._slots[node.node]

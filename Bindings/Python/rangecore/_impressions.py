"""Impressions: which items were really seen, for how long, and how much of them."""

from __future__ import annotations

import collections
import dataclasses
import enum
import math
import time
from collections.abc import Callable, Iterable
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from ._core import ffi, lib
from ._follow import Lists, Numbers, engine_of
from ._host import ListHost
from ._list import List
from ._surface import Id
from ._values import ArgumentError, Status, check
from ._wake import WakeUp

Made = TypeVar("Made")


class ImpressionRule(NamedTuple):
    """When an item counts as seen: so much of it for so long, without a break.

    By the Media Rating Council a picture does by half for one second, a video by half for two.
    """

    #: How much of it, 0 … 1; of an item that is longer than the viewport, how much of that.
    fraction: float = 0.5
    seconds: float = 1.0


class _Kind(enum.IntEnum):
    SEEN = 0
    LEFT = 1
    CROSSED = 2


@dataclasses.dataclass(frozen=True)
class Impression(Generic[Id]):
    """What has happened to an item."""

    id: Id
    #: When, by `time.monotonic()`: exact, even if it is told later.
    time: float
    #: For `seen` and `left`: for how long it had been on screen by then, without a break.
    seconds: float
    #: For `crossed`: how much of it is visible, 0 … 1.
    fraction: float
    #: For `seen` and `left`: the position of the rule that counted.
    rule: int
    #: For `crossed`: how many of the thresholds it reaches; 0 is out of sight.
    level: int


def _made(name: str, make: Callable[[Iterable[float]], Made], values: Any) -> Made:
    """What is made of numbers."""
    try:
        return make(map(float, values))
    except (TypeError, ValueError):
        raise TypeError(f"{name} is {values!r}") from None


class Impressions(Generic[Id]):
    """Tells which items of any number of lists were seen, each id once in a session.

        impressions = rangecore.Impressions(seen=lambda it: print(it.id, "was seen at", it.time))
        impressions.attach(host, lambda photo: photo.id)

    From then on each update of the list says how much of which item is on screen: within the
    viewport's insets, and not under a pinned header. What is scrolled past quickly is not seen, nor
    what is in a window that nobody looks at: say so by `is_active`. Impressions belong to the
    toolkit's thread.
    """

    def __init__(self, *, rules: Iterable[tuple[float, float]] = (ImpressionRule(),),
                 thresholds: Iterable[float] = (),
                 seen: Callable[[Impression[Id]], object] | None = None,
                 left: Callable[[Impression[Id]], object] | None = None,
                 crossed: Callable[[Impression[Id]], object] | None = None,
                 schedule: Callable[[float, Callable[[], object]], object] | None = None) -> None:
        """Creates impressions; nothing is seen until a list is attached.

        - `rules`: up to four, each an `ImpressionRule` or a fraction and seconds; half an item for one
          second by default.
        - `thresholds`: fractions of an item, ascending, up to 32, of which `crossed` tells.
        - `seen`: called when an item has been on screen as long as its rule says, once in a session.
          `left`: when one that was seen no longer is, with the seconds. `crossed`: when an item has
          come to reach another number of thresholds, as an `IntersectionObserver` does.
        - `schedule`: calls a function on this thread after a number of seconds; by default that of the
          surface of the first host that is attached. Without it `seen` is told by the next update,
          with the same time.
        """
        self.rules = tuple(_made(f"rules[{place}]", ImpressionRule._make, rule)
                           for place, rule in enumerate(rules))
        self.thresholds = _made("thresholds", tuple, thresholds)
        out = ffi.new("rc_impressions **")
        check(lib.rc_impressions_create(self._options(), ffi.NULL, out))
        self._handle = ffi.gc(out[0], lib.rc_impressions_destroy)
        self.seen, self.left, self.crossed = seen, left, crossed
        self._schedule, self._wake_up = schedule, WakeUp(self._update)
        self._is_active = True
        self._numbers: Numbers[Id] = Numbers()
        self._lists = Lists()
        # The ids of the views of each list.
        self._shown: dict[int, frozenset[int]] = {}
        self._untold: collections.deque[tuple[_Kind, Impression[Id]]] = collections.deque()

    def _options(self) -> Any:
        options = ffi.new("rc_impressions_options *")
        if not 1 <= len(self.rules) <= lib.RC_IMPRESSION_RULE_COUNT:
            raise ArgumentError("rules", f"has {len(self.rules)}, not 1 to {lib.RC_IMPRESSION_RULE_COUNT}")
        for place, rule in enumerate(self.rules):
            if not (0 <= rule.fraction <= 1 and 0 <= rule.seconds < math.inf):
                raise ArgumentError(f"rules[{place}]", f"is {rule}")
            options.rules[place] = rule
        if len(self.thresholds) > lib.RC_IMPRESSION_THRESHOLD_COUNT:
            raise ArgumentError("thresholds", f"has {len(self.thresholds)}, not up to "
                                f"{lib.RC_IMPRESSION_THRESHOLD_COUNT}")
        for place, least in enumerate((0.0, *self.thresholds[:-1])[:len(self.thresholds)]):
            if not least <= self.thresholds[place] <= 1:
                raise ArgumentError(f"thresholds[{place}]", f"is {self.thresholds[place]}")
            options.thresholds[place] = self.thresholds[place]
        options.rule_count, options.threshold_count = len(self.rules), len(self.thresholds)
        return options

    # == the session ==

    @property
    def is_active(self) -> bool:
        """Whether somebody can look: the app is in the foreground, its window is not hidden.

        Nothing is seen otherwise, and what is on screen has left. A hidden list says so itself.
        """
        return self._is_active

    @is_active.setter
    def is_active(self, is_active: bool) -> None:
        self._is_active = bool(is_active)
        self._update()

    def reset(self) -> None:
        """Begins another session, in which every id can be seen again, also what is on screen."""
        check(lib.rc_impressions_reset(self._handle))
        self._update()

    def forget(self, ids: Iterable[Id]) -> None:
        """Forgets that ids were seen: those that will not come back, or shall count again.

        One that is on screen is not forgotten.
        """
        numbers = np.array([self._numbers.get(id) for id in ids], np.int64)
        check(lib.rc_impressions_forget(self._handle, ffi.from_buffer("rc_id[]", numbers), numbers.size))

    def is_seen(self, id: Id) -> bool:
        """Whether an id was seen in this session."""
        return bool(lib.rc_impressions_is_seen(self._handle, self._numbers.get(id)))

    def validate(self) -> None:
        """Checks all internal invariants, for tests."""
        check(lib.rc_impressions_validate(self._handle, ffi.NULL))

    # == lists ==

    def attach(self, host: ListHost[Any, Any], id_of: Callable[[Any], Id | None],
               rule_of: Callable[[Any], int] | None = None, cross: Callable[[], float] | None = None) -> None:
        """Tells which items of a host are seen, from what is on screen on.

        - `id_of`: returns the id of an item, anything that can be a key of a `dict`; None for one that
          does not count. `rule_of`: returns the position of its rule: 0 for all by default.
        - `cross`: returns which part of the list's breadth is on screen, 0 … 1: less than 1 for a
          carousel that is scrolled partly out of the feed that it is in. After it has changed, update
          the host.
        """
        self.detach(host)
        self._schedule = self._schedule or host.surface.schedule

        def follow(host: ListHost[Any, Any]) -> None:
            items, latest = host.items, host.latest
            # A hidden list shows nothing.
            if latest is not None:
                self._look(host.list, latest.visible if host.shown else range(0),
                           lambda index: id_of(items[index]),
                           None if rule_of is None else lambda index: rule_of(items[index]),
                           1 if cross is None else cross())

        self._lists.attach(host, follow)
        follow(host)

    def follow(self, list_: List, visible: range, id_of: Callable[[int], Id | None],
               rule_of: Callable[[int], int] | None = None, cross: float = 1) -> None:
        """Tells which items of a list without a host are seen: to be called after each update of it.

        - `visible`: that of the update; an empty range if the list is hidden.
        - `id_of`: returns the id for an index, None for an item that does not count; `rule_of`: the
          position of its rule. `cross`: which part of the list's breadth is on screen, 0 … 1.
        """
        self._look(list_, visible, id_of, rule_of, cross)

    def detach(self, list_: List | ListHost[Any, Any]) -> None:
        """Ends a list: nothing of it is on screen any more."""
        number = self._lists.number(engine_of(list_))
        if number:
            self._end(number)
            self._update()

    def _end(self, number: int) -> None:
        self._lists.remove(number)
        self._shown.pop(number, None)
        # Without views there is nothing to allocate.
        lib.rc_impressions_set_views(self._handle, number, ffi.NULL, 0)

    def _look(self, list_: List, visible: range, id_of: Callable[[int], Id | None],
              rule_of: Callable[[int], int] | None, cross: float) -> None:
        if not 0 <= cross <= 1:
            raise ArgumentError("cross", f"is {cross}")
        found = ffi.new("size_t *")
        # A list that has changed is about to be updated.
        if list_._ask(lib.rc_list_copy_impression_views, 0, 0, ffi.NULL, ffi.NULL, 1, ffi.NULL,
                      found) == Status.NOT_FOUND:
            return
        if not 0 <= visible.start <= visible.stop <= len(list_):
            raise ArgumentError("visible", f"is {visible}, of {len(list_)} items")
        parts, header = [visible], list_.pinned_header
        if header is not None and visible and header.index not in visible:
            parts.append(range(header.index, header.index + 1))
        views, count, numbers = ffi.new("rc_impression_view[]", sum(map(len, parts))), 0, set[int]()
        for part in parts:
            ids = self._numbers.array(map(id_of, part), len(part))
            rules = np.fromiter((self._rule(rule_of, index) for index in part), np.uint32, len(part))
            check(list_._ask(lib.rc_list_copy_impression_views, part.start, part.stop,
                             ffi.from_buffer("rc_id[]", ids), ffi.from_buffer("uint32_t[]", rules), cross,
                             views + count, found))
            count += found[0]
            numbers.update(ids.tolist())
        number = self._lists.number(list_) or self._lists.add(list_)
        check(lib.rc_impressions_set_views(self._handle, number, views, count))
        self._shown[number] = frozenset(numbers)
        self._update()

    def _rule(self, rule_of: Callable[[int], int] | None, index: int) -> int:
        rule = 0 if rule_of is None else rule_of(index)
        if not 0 <= rule < len(self.rules):
            raise ArgumentError("rule_of", f"returns {rule}, and there are {len(self.rules)} rules")
        return rule

    # == events ==

    def _update(self) -> None:
        """Tells what has happened by now."""
        for number in self._lists.gone:
            self._end(number)
        report = ffi.new("rc_impressions_report *")
        check(lib.rc_impressions_update(self._handle, time.monotonic(), self._is_active, report))
        # Copies: the events are the library's.
        for it in (report.events[place] for place in range(report.event_count)):
            self._untold.append((_Kind(it.kind), Impression(
                self._numbers.ids[it.id], it.time, it.seconds, it.fraction, it.rule, it.level)))
        if self._schedule is not None:
            self._wake_up.set(report.next_time, self._schedule)
        self._numbers.sweep(self._is_needed)
        # Last, since those who are told may change everything; in order also then.
        while self._untold:
            kind, impression = self._untold.popleft()
            tell = (self.seen, self.left, self.crossed)[kind]
            if tell is not None:
                tell(impression)

    def _is_needed(self, number: int) -> bool:
        """Whether it was seen, or the next update may tell of it."""
        return (any(number in shown for shown in self._shown.values())
                or bool(lib.rc_impressions_is_seen(self._handle, number)))

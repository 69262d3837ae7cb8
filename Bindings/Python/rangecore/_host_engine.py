"""The loop of a client without its views: the calls of `rangecore_host.h`, which says what they do."""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from ._core import ffi, lib
from ._list import List, _extents, columns_of
from ._results import Changes, Update, update_of, viewport_of
from ._values import ArgumentError, Fraction, check, fill, real


def _destroy(hosts: list[Any], host: Any) -> None:
    """Destroys a host, unless its list is gone."""
    if host in hosts:
        hosts.remove(host)
        lib.rc_host_destroy(host)


def _array(extents: Iterable[float | None]) -> Any:
    return _extents([lib.RC_EXTENT_LATER if it is None else it for it in extents])


class HostEngine:
    """The host of a list, which makes all updates of it; `options` are those of `rc_host_options`.

    A step is an `rc_host_step` of the library, to be read before the next call.
    """

    def __init__(self, list_: List, **options: float) -> None:
        self._list, self._step = list_, ffi.new("rc_host_step *")
        defaults, out = ffi.new("rc_host_options *"), ffi.new("rc_host **")
        lib.rc_host_options_init(defaults)
        check(list_._ask(lib.rc_host_create, fill(defaults, **options), ffi.NULL, out), **options)
        list_._hosts.append(out[0])
        self._handle: Any = ffi.gc(out[0], functools.partial(_destroy, list_._hosts))
        list_._host = weakref.ref(self)

    def close(self) -> None:
        """Destroys the host; its list stays."""
        if self._handle is not None:
            ffi.release(self._handle)
        self._handle = None

    def configure(self, **options: float) -> None:
        """Changes options, with effect from the next step."""
        new = ffi.new("rc_host_options *")
        self._list._checked(self._of(lib.rc_host_get_options, new))
        check(self._list._ask(self._of(lib.rc_host_set_options), fill(new, **options)), **options)

    def _of(self, function: Any, *out: Any) -> Callable[..., Any]:
        """A function of the host as one of its list, whose calls wait for one another."""
        if self._handle is None:
            raise ArgumentError("host", "is closed")
        return lambda _list, *arguments: function(self._handle, *arguments, *out)

    def begin(self, offset: float, length: float, breadth: float, columns: int = 0,
              **viewport: float | None) -> Any:
        """Begins a step. The other arguments are those of `List.update`."""
        given = {"offset": offset, "length": length, **viewport}
        c, call = viewport_of(given), self._of(lib.rc_host_begin, self._step)
        columns = columns_of(columns, least=0)
        real("breadth", breadth)
        return self._go(lambda list_, *_: call(list_, c, breadth, columns), 0,
                        **given, breadth=breadth, columns=columns)

    def measured(self, extents: Iterable[float | None], time: float) -> Any:
        """Goes on, with the extents of the first nodes asked for; None for one that comes later."""
        told = [*extents]
        if lib.RC_EXTENT_LATER in told:
            raise ArgumentError("extents", f"are {told}")
        values = _array(told)
        return self._go(self._of(lib.rc_host_measured, self._step), self._step.rounds,
                        extents=values, count=values.size, time=time)

    def _go(self, call: Any, rounds: int, **arguments: Any) -> Any:
        list_, c = self._list, self._step
        with list_._lock:
            list_._check_unused()
            list_._do(call, arguments)
            list_._invalidate()
            if c.rounds != rounds:
                list_._changes = self._changes = Changes(c.update.changes, list_._handle, list_._lock)
        return c

    @property
    def update(self) -> Update:
        """The results of the latest round."""
        return update_of(self._step.update, self._changes)

    def set_extents(self, extents: Mapping[int, float | None]) -> bool:
        """Sets what nodes need; None to be asked for it. Whether that was news: then begin a step."""
        is_any, nodes = ffi.new("bool *"), np.fromiter(extents, np.uint32, len(extents))
        self._list._edit(self._of(lib.rc_host_set_extents, is_any), nodes=nodes,
                         extents=_array(extents.values()), count=len(extents))
        return bool(is_any[0])

    def wrote(self, offset: float) -> None:
        """Tells the offset that the toolkit has now."""
        self._list._checked(self._of(lib.rc_host_wrote), offset=offset)

    def find(self, index: int) -> int:
        """The number of the node of an item. Raises `NotFoundError` if it has none."""
        node = ffi.new("uint32_t *")
        self._list._checked(self._of(lib.rc_host_find, node), index=index)
        return int(node[0])

    def index(self, node: int) -> int | None:
        """The index that the item of a node has now; None if it was removed."""
        out = ffi.new("int64_t *")
        return None if self._list._ask(self._of(lib.rc_host_index), node, out) else int(out[0])

    def keep(self, index: int, keeps: bool = True) -> None:
        """Keeps the view of an item wherever it is, or does so no longer."""
        self._list._checked(self._of(lib.rc_host_keep), index=index, keeps=keeps)

    def renew(self, lower: int, upper: int) -> None:
        """Makes new nodes for items whose contents are others."""
        self._list._edit(self._of(lib.rc_host_renew), lower=lower, upper=upper)

    def scroll_to(self, index: int, fraction: float = Fraction.NEAREST, shift: float = 0,
                  is_animated: bool = False) -> None:
        """Scrolls to an item, with the next step that shows the list."""
        self._list._checked(self._of(lib.rc_host_scroll_to), index=index, fraction=fraction, shift=shift,
                            is_animated=is_animated)

    def scroll_to_offset(self, offset: float, is_animated: bool = False) -> None:
        """Scrolls to an offset, with the next step that shows the list."""
        self._list._checked(self._of(lib.rc_host_scroll_to_offset), offset=offset, is_animated=is_animated)

    def validate(self) -> None:
        """Checks all internal invariants, for tests."""
        self._list._checked(self._of(lib.rc_host_validate, ffi.NULL))

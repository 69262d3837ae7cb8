"""The constants and enumerations of the library, and its errors."""

from __future__ import annotations

import enum
import math
import operator
from collections.abc import Mapping
from typing import Any

import numpy as np

from ._core import ffi, lib


def text(c: Any) -> str:
    return str(ffi.string(c).decode())


version = text(lib.rc_version_text())

TICKS_PER_POINT: int = lib.RC_TICKS_PER_POINT
ID_NONE: int = lib.RC_ID_NONE
SPAN_WIDE: int = lib.RC_SPAN_WIDE


class Status(enum.IntEnum):
    OK = 0
    ARGUMENT = 1
    LIMIT = 2
    NO_MEMORY = 3
    NOT_FOUND = 4
    STALE = 5
    BUSY = 6
    CORRUPT = 7

    @property
    def text(self) -> str:
        """The status in a few words, for logs."""
        return text(lib.rc_status_text(self))


class State(enum.IntFlag):
    """The interface state of an item."""

    MEASURE_LAYOUT = 1
    PRELOAD = 2
    DISPLAY = 4
    VISIBLE = 8
    APP_0 = 16
    APP_1 = 32
    APP_2 = 64
    APP_3 = 128
    IN_HIERARCHY = 15

    def __str__(self) -> str:
        return "State." + "|".join(it.name or "" for it in _BITS if it & self) if self & 255 else "State(0)"

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        return format(int(self), spec) if spec else str(self)


_BITS = [State(1 << bit) for bit in range(8)]


class End(enum.IntEnum):
    TAIL = 0
    HEAD = 1


class Direction(enum.IntEnum):
    NONE = 0
    FORWARD = 1
    BACKWARD = 2


class Range(enum.IntEnum):
    DISPLAY = 0
    PRELOAD = 1
    APP_0 = 2
    APP_1 = 3
    APP_2 = 4
    APP_3 = 5


class Mode(enum.IntEnum):
    FULL = 0
    MINIMUM = 1
    VISIBLE_ONLY = 2
    LOW_MEMORY = 3


class Preset(enum.IntEnum):
    LIST = 0
    PAGER = 1


class Presence(enum.IntEnum):
    ON_SCREEN = 0
    NEAR = 1
    AWAY = 2


class Pressure(enum.IntEnum):
    NORMAL = 0
    WARNING = 1
    CRITICAL = 2


class ShortContent(enum.IntEnum):
    """When to fetch at the tail because the content is shorter than the viewport."""

    FETCH = 0
    AFTER_SCROLL = 1
    NEVER = 2


class Answer(enum.IntEnum):
    NO = 0
    YES = 1
    DEFER = 2


class Reason(enum.IntEnum):
    """The rule that gave an answer."""

    FETCHING = 0
    EXHAUSTED = 1
    PAUSED = 2
    BACKING_OFF = 3
    INSERTION_PENDING = 4
    DISABLED = 5
    EMPTY_VIEWPORT = 6
    NO_ITEMS = 7
    SHORT_CONTENT = 8
    SHORT_CONTENT_POLICY = 9
    NOT_ON_SCREEN = 10
    MOVING_AWAY = 11
    NEAR_END = 12
    FAR_FROM_END = 13
    HOST_DECIDES = 14

    @property
    def text(self) -> str:
        """The reason in a few words, for logs."""
        return text(lib.rc_batch_reason_text(self))


class Outcome(enum.IntEnum):
    FETCHING = 0
    COMPLETED = 1
    DECLINED = 2
    FAILED = 3
    CANCELLED = 4
    EXHAUSTED = 5
    STALE = 6


class EditKind(enum.IntEnum):
    REMOVE = 0
    INSERT = 1
    MOVE = 2
    #: Of a store: placeholders are items now, and the reverse.
    FILL = 3
    CLEAR = 4


class Fraction(float, enum.Enum):
    """Where to align a scroll target: how much of the space left over lies before it.

    NEAREST is the minimum scroll that makes it fully visible. Any other number in 0 … 1 will do.
    """

    START = 0.0
    CENTER = 0.5
    END = 1.0
    NEAREST = -1.0


class Error(Exception):
    """A call that the library refused; nothing has changed.

    `argument` is the name of the one that was refused, or None if it was not an argument.
    """

    status = Status.CORRUPT

    def __init__(self, argument: str | None = None, problem: str = "") -> None:
        self.argument = argument
        why = f"{argument} {problem}" if argument else problem
        super().__init__(self.status.text + (f": {why}" if why else ""))


class ArgumentError(Error, ValueError):
    status = Status.ARGUMENT


class LimitError(Error, OverflowError):
    status = Status.LIMIT


class NoMemoryError(Error, MemoryError):
    status = Status.NO_MEMORY


class NotFoundError(Error, LookupError):
    status = Status.NOT_FOUND


class StaleError(Error):
    status = Status.STALE


class BusyError(Error):
    status = Status.BUSY


_ERRORS = {error.status: error for error in Error.__subclasses__()}

# Arguments that have a fraction; those that are numbers of any sign, and those that are at most the number of items.
_REAL = {"offset", "length", "spacing", "estimate", "fraction", "shift", "seconds", "breadth", "time", "leading",
         "trailing"}
_SIGNED = {"offset", "shift", "item_place", "velocity", "landing_offset", "leading_screens"}
_INDICES = {"index", "lower", "upper", "to", "item", "row"}
# The bounds of arguments of other objects than a list.
_BOUNDS: dict[str, tuple[float, float]] = {
    "page_size": (1, 2**31 - 1), "first_pages": (1, 2**31 - 1), "total": (0, lib.RC_ITEM_COUNT_MAX),
    "position": (0, lib.RC_ITEM_COUNT_MAX - 1), "page_limit": (0, math.inf), "item_limit": (0, math.inf),
    "cost_limit": (0, math.inf), "jump_distance": (0, math.inf), "settle": (0, math.inf),
    "max_age": (0, math.inf), "age": (0, math.inf),
    "budget": (0, math.inf), "offset_step": (0, math.inf), "ahead_count": (1, 2**32 - 1)}
# What is past the library's limits by itself.
_EXTENT_MAX = lib.RC_ITEM_TICKS_MAX / TICKS_PER_POINT
_LIMITS = {"estimate": _EXTENT_MAX, "extents": _EXTENT_MAX, "count": lib.RC_ITEM_COUNT_MAX}


def integer(name: str, value: Any) -> int:
    """An integer of 64 bits."""
    try:
        value = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}, not an integer") from None
    if not -2**63 <= value < 2**63:
        raise ArgumentError(name, f"is {value}")
    return int(value)


def real(name: str, value: Any) -> float:
    """A number."""
    try:
        math.fabs(value)  # refuses text, as float() does not
        return float(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}, not a number") from None
    except OverflowError:
        raise ArgumentError(name, f"is {value}") from None


def unfit(arguments: Mapping[str, Any]) -> Exception:
    """The error of that argument which C has no type for."""
    given = {name: it for name, it in arguments.items() if name != "extents" and not isinstance(it, np.ndarray)}
    for name, value in given.items():
        (real if name in _REAL else integer)(name, value)
    # Unsigned, of 32 bits: all others there are fit.
    name = next(name for name, value in given.items() if isinstance(value, int) and not 0 <= value < 2**32)
    return ArgumentError(name, f"is {given[name]}")


def _is_allowed(name: str, value: Any, count: int | None) -> bool:
    if name in ("fraction", "jitter"):
        return 0 <= value <= 1 or name == "fraction" and value == Fraction.NEAREST
    least, most = _BOUNDS.get(name, (-math.inf, math.inf))
    if count is not None:
        least, most = -math.inf if name in _SIGNED else 0, count if name in _INDICES else math.inf
    return bool(least <= value <= most) and abs(value) != math.inf


def _refused(arguments: dict[str, Any], count: int | None) -> tuple[str, str]:
    """The argument that was refused and what it is: the first that is never allowed, or the last."""
    named: dict[str, Any] = {}
    for name, value in arguments.items():
        if isinstance(value, (list, np.ndarray)):
            named.update((f"{name}[{place}]", value[place]) for place in range(len(value))
                         if not _is_allowed(name, value[place], count))
        elif isinstance(value, (int, float, np.number)):
            named[name] = value
    for name, value in named.items():
        if not _is_allowed(name, value, count):
            return name, f"is {value}"
    if named.get("lower", 0) > named.get("upper", math.inf):
        return "lower", f"is {named['lower']}, after upper, {named['upper']}"
    # An index may be the number of items only where items are inserted.
    ends = [name for name in ("index", "item") if named.get(name, -1) == count]
    name = [*(named or arguments), *(ends if "count" not in named else ())][-1]
    value = arguments[name]
    return name, f"is {value.name if isinstance(value, enum.Enum) else value}"


def _too_much(arguments: dict[str, Any]) -> tuple[str | None, str]:
    """The argument that is past a limit, whatever the others are."""
    for name, value in arguments.items():
        most, is_array = _LIMITS.get(name, math.inf), isinstance(value, np.ndarray)
        for place, it in enumerate(value if is_array else [value]):
            if isinstance(it, (int, float)) and it > most:
                return f"{name}[{place}]" if is_array else name, f"is {it}"
    return None, ""


def fill(memory: Any, **fields: Any) -> Any:
    """Sets the fields of a struct, and names the one that it cannot hold."""
    for name, value in fields.items():
        try:
            setattr(memory, name, value)
        except OverflowError:
            raise ArgumentError(name, f"is {value}") from None
        except TypeError:
            kind = "numbers" if isinstance(getattr(memory, name), ffi.CData) else "a number"
            raise TypeError(f"{name} is {value!r}, not {kind}") from None
    return memory


def check(status: int, count: int | None = None, /, **arguments: Any) -> None:
    """Raises the error of a status that is not OK.

    The library got these arguments, for a list of so many items: None if they may be negative.
    """
    if status == Status.OK:
        return
    error = _ERRORS.get(Status(status), Error)
    if arguments and error is ArgumentError:
        raise error(*_refused(arguments, count))
    raise error(*_too_much(arguments)) if error is LimitError else error

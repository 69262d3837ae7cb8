"""RangeCore for Python: which items of a long list matter now, and where everything is.

    import rangecore

    feed = rangecore.List(estimate=100)
    feed.insert(0, 1_000_000)
    update = feed.update(offset=0, length=800)
    for change in update.changes:
        print(change.lower, change.upper, change.after)

Lengths and offsets are points, arrays are NumPy's. A call that the library refuses raises a subclass
of `Error`, and nothing has changed. A list can be used from any thread; its calls wait for one
another. Structs, constants and functions are read from the installed headers.
"""

from ._answers import (Change, Changes, Decision, Item, PinnedHeader, Section, Settings, State,
                       Tuning, Update)
from ._ids import Edit, diff
from ._library import (TICKS_PER_POINT, Answer, ArgumentError, BusyError, Direction, EditKind, End,
                       Error, Fraction, LimitError, Mode, NoMemoryError, NotFoundError, Outcome,
                       Presence, Preset, Pressure, Range, Reason, ShortContent, StaleError, Status,
                       version)
from ._list import Fetch, List

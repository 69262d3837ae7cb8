"""RangeCore for Python: which items of a long list matter now, and where everything is.

    import rangecore

    feed = rangecore.List(estimate=100)
    feed.insert(0, 1_000_000)
    update = feed.update(offset=0, length=800)
    for change in update.changes:
        print(change.lower, change.upper, change.after)

Lengths and offsets are points, arrays are NumPy's. A call that the library refuses raises a subclass
of `Error`, which names the argument, and nothing has changed. A list can be used from any thread;
its calls wait for one another.
"""

from ._host import ListHost
from ._ids import Edit, diff
from ._impressions import Impression, ImpressionRule, Impressions
from ._items import Load
from ._list import Fetch, List
from ._preload import (PreloadCounters, Preloader, PreloadPriority, PreloadRequest, PreloadSettings,
                       PreloadState)
from ._results import (Change, Changes, Decision, Foresight, Item, ItemPlace, PinnedHeader, Section, Settings, Span,
                       Tuning, Update)
from ._separators import Separator, Separators
from ._snapshot import Goal, Snapshot
from ._store import (LoadState, Place, Reply, Request, RequestKind, Source, Store,
                     StoreSettings)
from ._surface import Frame, Slot, Surface, Viewport
from ._values import (SPAN_WIDE, TICKS_PER_POINT, Answer, ArgumentError, BusyError, Direction, EditKind, End,
                      Error, Fraction, LimitError, Mode, NoMemoryError, NotFoundError, Outcome,
                      Presence, Preset, Pressure, Range, Reason, ShortContent, StaleError, State,
                      Status, version)

__all__ = [
    "SPAN_WIDE", "TICKS_PER_POINT", "Answer", "ArgumentError", "BusyError", "Change", "Changes", "Decision",
    "Direction", "Edit", "EditKind", "End", "Error", "Fetch", "Fraction", "Frame", "Goal", "Impression", "ImpressionRule",
    "Impressions", "Item", "ItemPlace",
    "LimitError", "List", "ListHost", "Load", "LoadState", "Mode", "NoMemoryError", "NotFoundError",
    "Outcome", "PinnedHeader", "Place", "PreloadCounters", "PreloadPriority", "PreloadRequest",
    "PreloadSettings", "PreloadState", "Preloader", "Presence", "Preset", "Pressure", "Range",
    "Reason", "Reply", "Request", "RequestKind", "Section", "Separator", "Separators", "Settings", "ShortContent", "Slot",
    "Snapshot",
    "Source", "StaleError", "State", "Status", "Store", "StoreSettings", "Surface", "Tuning",
    "Update", "Viewport", "diff", "version"]

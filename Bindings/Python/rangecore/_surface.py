"""What a toolkit and a host tell each other."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from ._values import NotFoundError, State

if TYPE_CHECKING:
    from ._host import ListHost

Item = TypeVar("Item")
View = TypeVar("View")
Id = TypeVar("Id", bound=Hashable)
# The number of a node that is none.
GONE = 2**32 - 1
# All flags but `State.MEASURE_LAYOUT`, in the order in which they are left, and as plain numbers: arithmetic on flags
# took most of an update.
_LEAVING = [(State(1 << bit), 1 << bit) for bit in range(7, 0, -1)]


class Viewport(NamedTuple):
    """Where a toolkit is, as it has it now; lengths are points, or whatever the toolkit counts in."""

    #: The toolkit's own offset, also outside of what can be scrolled in a bounce.
    offset: float
    #: The length along the axis: the height of a vertical list. The list is hidden while it is 0, or
    #: no longer than what covers it.
    length: float
    #: The length across the axis. Rows are measured again when it changes; 0 or less: not known.
    breadth: float
    #: Whether whatever moves the list would overwrite a correction: a finger, a fling, an animation.
    is_held: bool = False
    #: Whether a finger or the thumb of a scroll bar has hold of the list. For foresight.
    is_dragged: bool = False
    #: Whether the user has scrolled, if the offset is not the one that the host has set.
    is_user_driven: bool = True
    #: What covers the viewport at its start and end, such as a bar that rows can be seen through.
    inset_start: float = 0
    inset_end: float = 0
    velocity: float = 0
    landing_offset: float | None = None

    @property
    def is_hidden(self) -> bool:
        """Whether nothing of the list can be seen, and so nothing is measured or placed."""
        return self.breadth <= 0 or self.length <= self.inset_start + self.inset_end


class Frame(NamedTuple):
    """Where a view is on screen."""

    #: Where its row starts, in points from the viewport's start.
    start: float
    #: The extent of its row.
    extent: float
    #: Where it starts across the axis, and its breadth, which depend on its column.
    across: float
    breadth: float
    #: Whether it is the header that stays at the viewport's start, to be drawn above all others.
    is_pinned: bool = False


class Slot(Generic[Item, View]):
    """An item in the preload range. It keeps its view, wherever edits move the item.

    - `item`: The item.
    - `view`: Its view; None until the item is visible, or is measured ahead.
    - `state`: The item's `State`, a set of flags; see `ListHost` on `entered`.
    - `content`: Whatever the app wants to keep while the item is in the preload range. You can set it.
    """

    def __init__(self, host: ListHost[Item, View], node: int, item: Item) -> None:
        # By the number of its node.
        self._host, self._node = host, node
        self.item = item
        self.state = State.MEASURE_LAYOUT
        self.view: View | None = None
        self.content: Any = None

    @property
    def index(self) -> int:
        """Where the item is now. Raises `NotFoundError` once it was removed, or is out of range."""
        index = self._host._index_of(self)
        if index is None:
            raise NotFoundError
        return index

    @property
    def _view(self) -> View:
        """Its view, made if there is none."""
        if self.view is None:
            self.view = self._host.surface.make_view(self)
        return self.view

    def _recycle(self) -> None:
        if self.view is not None:
            if self._host.shown.pop(self, None) is not None:
                self._host.surface.place(self.view, None)
            self._host.surface.recycle(self.view)
            self.view = None

    def _tell(self, state: State) -> None:
        before, after, self.state = int(self.state), int(state), state
        entered, left = self._host._entered, self._host._left
        if left is not None and before & ~after:
            for flag, bit in _LEAVING:
                if bit & before & ~after:
                    left(self, flag)
        if entered is not None and after & ~before:
            for flag, bit in _LEAVING[::-1]:
                if bit & after & ~before:
                    entered(self, flag)


class Surface(Protocol[Item, View]):
    """What a toolkit supplies: a viewport that scrolls, and views for items.

    The host calls all of it in `ListHost.update`. A toolkit that reports the offset which the host
    has just set may call `update` from there: nothing happens then.
    """

    def read_viewport(self) -> Viewport:
        """The viewport now. See *A client in ten rules* in the documentation for when it is held."""

    def set_scroll(self, length: float, offset: float) -> None:
        """Sets the length of what can be scrolled, and then the offset, which may be at its end.

        Not called while the list is hidden. A toolkit of whole numbers rounds the offset; the host
        remembers the rest.
        """

    def make_view(self, slot: Slot[Item, View]) -> View:
        """Makes a view of an item, or takes a recycled one, and shows the item in it; hidden.

        It is to be filled here, not in `measure`: a row whose extent is known already, because it comes back or
        `extents` were given, is placed without being measured.
        """

    def measure(self, view: View, breadth: float) -> float:
        """The extent that a view needs at a breadth. That of a row is the largest of its items."""

    def place(self, view: View, frame: Frame | None) -> None:
        """Shows a view at its place, in every update; None hides one that leaves the screen.

        Within an update the pinned header comes last.
        """

    def recycle(self, view: View) -> None:
        """Takes back a hidden view."""

    def schedule(self, seconds: float, function: Callable[[], object]) -> None:
        """Calls a function on the toolkit's thread after this many seconds. Called on any thread."""

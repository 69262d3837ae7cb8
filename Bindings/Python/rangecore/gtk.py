"""Lists in GTK 4: a widget whose rows a `ListHost` makes, and what tells whether it is held.

    from gi.repository import Gtk
    from rangecore.gtk import ListWidget

    def make_row():
        return Gtk.Label(wrap=True, xalign=0)

    def show_item(row, item):
        row.set_text(f"Row {item}, as tall as its text")

    view = ListWidget(range(100_000), make_row, show_item, estimate=40)
    window.set_child(Gtk.ScrolledWindow(child=view))

`rangecore` itself does not import this module. It takes PyGObject and GTK 4; on Debian,
`apt install gir1.2-gtk-4.0 python3-gi`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from typing import Any

try:
    import gi
    gi.require_versions({"Gdk": "4.0", "Graphene": "1.0", "Gsk": "4.0", "Gtk": "4.0"})
    from gi.repository import Gdk, Gio, GLib, GObject, Graphene, Gsk, Gtk
except (ImportError, ValueError) as error:
    raise ImportError("rangecore.gtk takes GTK 4 and PyGObject; on Debian, "
                      f"apt install gir1.2-gtk-4.0 python3-gi ({error})") from error

from ._host import ListHost
from ._surface import Frame, Slot, Viewport
from ._values import ArgumentError, Fraction, NotFoundError

#: After so many frames in which nothing has moved a list, a movement has ended. An animation can
#: stand still in its first frames, and GTK leaves a frame out now and then.
QUIET_FRAMES = 6
#: For so many seconds a fling that has come to an end goes on beyond it and back, where nobody sees it, and
#: would set the adjustment to that end.
OVERSHOOT = 1.0


class Movement:
    """Whether something moves a `Gtk.ScrolledWindow` that would overwrite what the list sets.

        movement = Movement(scrolled_window, host.update)
        …
        Viewport(…, is_held=movement.is_held, is_dragged=movement.is_dragged)

    A fling, the animation of a page key, and a finger have a value of their own and set the adjustment
    to it, whatever it was set to meanwhile. GTK tells nobody that they run. They are found out like
    this (and by `Bindings/GTK/rc_gtk_movement.c` in C):

    - The frame clock emits `flush-events` for input, and then `update` for what is animated. So what
      sets the adjustment while `update` is emitted, and only that, is an animation or a fling; all else
      is the wheel, the thumb or the program. A program's own animation in a tick callback is one, too.
    - Each knows where it begins before its first frame. A page key's is announced by `scroll-child`, a
      touchpad's fling by `decelerate`, a finger's by the end of its touch.
    - Nothing tells that they have ended: then `QUIET_FRAMES` pass in which the adjustment stays, and
      `OVERSHOOT` seconds where a fling has come to an end of the list.

    A list is held from the first of these on, and while a finger is on it.
    """

    def __init__(self, scroller: Gtk.ScrolledWindow, moved: Callable[[], object]) -> None:
        """Watches a scrolled window, until `close`.

        - `moved`: called when the adjustment has moved, but not by `set_scroll`, and when a finger
          comes or goes, or the movement has ended: update the host.
        """
        _check_display()
        self._scroller, self._moved = scroller, moved
        self._adjustment = scroller.get_vadjustment()
        self._fingers = self._quiet = self._tick = 0
        self._is_writing = self._is_flung = False
        self._time = 0.0
        # Only looks: all events pass through it.
        self._swipes = Gtk.EventControllerScroll(
            propagation_phase=Gtk.PropagationPhase.CAPTURE,
            flags=Gtk.EventControllerScrollFlags.BOTH_AXES | Gtk.EventControllerScrollFlags.KINETIC)
        scroller.add_controller(self._swipes)
        # The scrolled window's own finger: another gesture would be cancelled once that claims the drag,
        # see https://docs.gtk.org/gtk4/signal.Gesture.cancel.html. The events themselves, which the C
        # module looks at, do not arrive in PyGObject 3.42.
        drags = [it for it in scroller.observe_controllers() if type(it) is Gtk.GestureDrag]
        self._signals = [(it, it.connect(name, handler)) for it, name, handler in (
            *((it, "begin", lambda *_: self.touch(True)) for it in drags),
            *((it, "end", lambda *_: self.touch(False)) for it in drags),
            (self._swipes, "decelerate", lambda *_: self._hold(is_flung=True)),
            (scroller, "scroll-child", lambda *_: self._hold()),
            # Hidden, it gets no events and no frames.
            (scroller, "unmap", lambda *_: self._rest()),
            (self._adjustment, "value-changed", self._changed))]

    def close(self) -> None:
        """Watches no longer, and holds nothing."""
        for it, handler in self._signals:
            it.disconnect(handler)
        if self._signals:
            self._scroller.remove_controller(self._swipes)
        self._signals = []
        self._rest()

    @property
    def is_held(self) -> bool:
        """Whether what moves the list, or may in the next frame, would overwrite a correction."""
        return self.is_dragged or self._tick != 0

    @property
    def is_dragged(self) -> bool:
        """Whether a finger is on the list."""
        return self._fingers > 0

    def set_scroll(self, length: float, offset: float, page: float) -> None:
        """Sets the length of what can be scrolled, and then the offset; `page` is the viewport's height.

        A fling or an animation ends if the offset is another one than now: while the list is held,
        only a scroll request sets it.
        """
        self._is_writing = True
        if self.is_held and offset != self._adjustment.get_value():
            self._stop()
        self._adjustment.configure(offset, 0, max(length, page), 40, page * 0.9, page)
        self._is_writing = False

    def _stop(self) -> None:
        """Ends a fling, which kinetic scrolling does when it is turned off, or an animation."""
        is_kinetic = self._scroller.get_kinetic_scrolling()
        self._scroller.set_kinetic_scrolling(False)
        self._scroller.set_kinetic_scrolling(is_kinetic)
        self._adjustment.set_value(self._adjustment.get_value())
        self._end()

    def touch(self, is_touched: bool) -> None:
        """Counts a finger that comes or goes. Touches of the scrolled window are counted anyway."""
        self._fingers = max(0, self._fingers + (1 if is_touched else -1))
        # A fling may follow when it is lifted.
        self._hold(is_flung=True)
        self._moved()

    def _changed(self, _: Any) -> None:
        if self._is_writing:
            return
        clock = self._scroller.get_frame_clock()
        hint = clock and GObject.signal_get_invocation_hint(clock)
        if hint and hint.signal_id == GObject.signal_lookup("update", Gdk.FrameClock):
            self._hold()
        self._moved()

    def _hold(self, is_flung: bool = False) -> None:
        self._quiet, self._time, self._is_flung = 0, time.monotonic(), self._is_flung or is_flung
        self._tick = self._tick or self._scroller.add_tick_callback(self._ticked)

    def _ticked(self, *_: Any) -> bool:
        self._quiet += 1
        it = self._adjustment
        is_at_end = not it.get_lower() < it.get_value() < it.get_upper() - it.get_page_size()
        is_beyond = self._is_flung and is_at_end and time.monotonic() < self._time + OVERSHOOT
        if self._quiet >= QUIET_FRAMES and not is_beyond:
            self._end()
            self._moved()
        return True

    def _rest(self) -> None:
        self._fingers = 0
        self._end()

    def _end(self) -> None:
        if self._tick:
            self._scroller.remove_tick_callback(self._tick)
        self._tick, self._is_flung = 0, False


class ListWidget(Gtk.Widget, Gtk.Scrollable):
    """A vertical list in a `Gtk.ScrolledWindow`: the surface of a `ListHost`, which is `host`.

    Edit and update through the host; the items of a `Gio.ListModel` are edited in the model, and all
    that a program does in a turn of its loop counts as one edit. To assistive technology it is a list
    of items, each of which is told which of how many it is. Up and Down move the focus from row to
    row, wherever that is scrolled to, Tab leaves the list; a row keeps the focus through all edits, and
    passes it on to the next when it is removed. Page keys are the scrolled window's.
    """

    hadjustment = GObject.Property(type=Gtk.Adjustment)
    vadjustment = GObject.Property(type=Gtk.Adjustment)
    hscroll_policy = GObject.Property(type=Gtk.ScrollablePolicy, default=Gtk.ScrollablePolicy.MINIMUM)
    vscroll_policy = GObject.Property(type=Gtk.ScrollablePolicy, default=Gtk.ScrollablePolicy.MINIMUM)

    def __init__(self, items: Iterable[Any] | Gio.ListModel = (),
                 make_row: Callable[[], Gtk.Widget] | None = None,
                 show_item: Callable[[Gtk.Widget, Any], object] | None = None, **options: Any) -> None:
        """Creates a list. Raises `RuntimeError` if GTK has no display.

        - `items`: the items, which the host then owns, or a model, which alone is edited then.
        - `make_row`: makes a row, any widget. It is used again for other items.
        - `show_item`: shows an item in a row. Both are methods which a subclass can override instead.
        - `options`: those of `ListHost`. Not `fetch` with a model: what fetches items appends them to the model.
        """
        _check_display()
        model: Any = items if isinstance(items, Gio.ListModel) else None
        if model is not None and options.get("fetch"):
            raise ArgumentError("fetch", "is given for a model, which gets its items itself")
        super().__init__(overflow=Gtk.Overflow.HIDDEN, focusable=True,
                         accessible_role=Gtk.AccessibleRole.LIST)
        for name, function in ("make_row", make_row), ("show_item", show_item):
            if function is not None:
                setattr(self, name, function)
        self.movement: Movement | None = None
        self.size, self._is_allocating, self._is_due = (0, 0), False, False
        # Each row that `make_row` makes is the child of another one, which takes the focus and has a role.
        self._spare: list[Gtk.Overlay] = []
        # Of each that is in use, and what it has told of its place.
        self._slots: dict[Gtk.Overlay, Slot[Any, Any]] = {}
        self._told: dict[Gtk.Overlay, tuple[int, int]] = {}
        # The row that has the focus, or had it last; where its item was; whether it has to be given back.
        self._focused: Slot[Any, Any] | None = None
        self._focused_index, self._was_recycled = 0, False
        if model is None:
            self.host: ListHost[Any, Gtk.Widget] = ListHost(self, items, **options)
        else:
            self.host = ListHost(self, source=model, **options)
        self.host.followers.append(self._updated)
        self._model, self._model_signal = model, 0
        if model is not None:
            self._model_signal = model.connect("items-changed", self._model_changed)
        self.connect("realize", self._realized)
        self.connect("unrealize", self._unrealized)
        # A widget that is not visible has no size, for the host neither; it may get the same one again.
        self.connect("unmap", lambda _: setattr(self, "size", (0, 0)))

    def make_row(self) -> Gtk.Widget:
        raise NotImplementedError("give make_row, or override it")

    def show_item(self, row: Gtk.Widget, item: Any) -> None:
        raise NotImplementedError("give show_item, or override it")

    def close(self) -> None:
        """Closes the host and disconnects from the model. Call it when you no longer need the list."""
        self.host.close()
        if self._model is not None and self._model_signal:
            self._model.disconnect(self._model_signal)
        self._model_signal = 0

    def scroll_to(self, index: int, fraction: float = Fraction.NEAREST, shift: float = 0) -> None:
        """Scrolls to an item, even during a fling; see `ListHost.scroll_to`."""
        self.host.scroll_to(index, fraction, shift)

    def _realized(self, _: Any) -> None:
        scroller = self.get_ancestor(Gtk.ScrolledWindow)
        if scroller is None or scroller.get_child() is not self:
            raise TypeError("a ListWidget is the child of a Gtk.ScrolledWindow")
        self.movement = Movement(scroller, self.host.update)

    def _unrealized(self, _: Any) -> None:
        if self.movement is not None:
            self.movement.close()
        self.movement = None
        # A widget must have no children at its end. Another window gets new rows.
        for slot in [*self._slots.values()]:
            slot._recycle()
        for row in self._spare:
            row.unparent()
        self._spare, self._was_recycled = [], False

    def _model_changed(self, _: Any, position: int, removed: int, added: int) -> None:
        """Follows a model: its list is edited at once, and updated once for all edits of a turn."""
        self.host.remove(position, position + removed)
        self.host.insert(position, added)
        if not self._is_due:
            self._is_due = True
            GLib.idle_add(self._model_updated, priority=GLib.PRIORITY_HIGH_IDLE)

    def _model_updated(self) -> bool:
        self._is_due = False
        self.host.update()
        return False

    # == what GTK asks for ==

    def do_size_allocate(self, width: int, height: int, baseline: int) -> None:
        # Rows are made and measured before: while GTK lays out, a text that changes can leave a widget
        # without its place. But a new size is known only now.
        if self.size != (width, height):
            self.size, self._is_allocating = (width, height), True
            self.host.update()
            self._is_allocating = False
        is_mirrored = self.get_direction() == Gtk.TextDirection.RTL
        for slot, frame in self.host.shown.items():
            across = width - frame.across - frame.breadth if is_mirrored else frame.across
            self._allocate(_row_of(slot), frame.breadth, frame.extent, across, frame.start)
        # It has the focus, and so its place, wherever it is.
        row = self.get_focus_child()
        if row is not None and self._slots.get(row) not in self.host.shown:
            extent = row.measure(Gtk.Orientation.VERTICAL, width)[1]
            self._allocate(row, width, extent, 0, -2 * extent - height)

    def _allocate(self, row: Any, breadth: float, extent: float, x: float, y: float) -> None:
        move = Gsk.Transform().translate(Graphene.Point().init(x, y))
        row.allocate(round(breadth), round(extent), -1, move)

    def do_focus(self, direction: Gtk.DirectionType) -> bool:
        row = self.get_focus_child()
        is_vertical = direction in (Gtk.DirectionType.UP, Gtk.DirectionType.DOWN)
        if row is not None and not is_vertical and row.child_focus(direction):
            return True
        if row is None:
            slot = self._focused if self._focused in self.host.shown else next(iter(self._items_shown()), None)
            return slot is not None and self._focus(self._index_of(slot))
        columns = max(1, *(round(self.size[0] / it.breadth) for it in self.host.shown.values()), 1)
        index, sides = self._index_of(self._slots[row]), (Gtk.DirectionType.LEFT, Gtk.DirectionType.RIGHT)
        if not is_vertical and (columns == 1 or direction not in sides):
            return False
        step = 1 if direction in (Gtk.DirectionType.DOWN, Gtk.DirectionType.RIGHT) else -1
        if not is_vertical and self.get_direction() == Gtk.TextDirection.RTL:
            step = -step
        if self.host.is_in_lanes and columns > 1:
            found = self.host.list.neighbor(index, **{"along" if is_vertical else "across": step})
            return found is not None and self._focus(found)
        return self._focus(index + step * (columns if is_vertical else 1))

    def do_set_focus_child(self, row: Gtk.Widget | None) -> None:
        Gtk.Widget.do_set_focus_child(self, row)
        slot = self._slots.get(row)
        if slot is self._focused or row is None:
            return
        # Its view stays while it has the focus, and while Tab may come back to it.
        for it, keeps in (self._focused, False), (slot, True):
            index = self._index_of(it)
            if 0 <= index < len(self.host.items):
                self.host._engine.keep(index, keeps)
        self._focused, self._focused_index = slot, self._index_of(slot)

    def _items_shown(self) -> list[Slot[Any, Any]]:
        """Without a head and a footer, which are no items."""
        return [slot for slot in self.host.shown if slot not in self.host._edges.values()]

    def _focus(self, index: int) -> bool:
        """Gives an item the focus, where it is or where it is scrolled to; False if there is none."""
        if not 0 <= index < len(self.host.items):
            return False
        self.host.scroll_to(index)
        slot = self.host.slot(index)
        return slot is not None and slot.view is not None and bool(_row_of(slot).grab_focus())

    def _index_of(self, slot: Slot[Any, Any] | None) -> int:
        """Where the item of a slot is, or was."""
        try:
            return self._focused_index if slot is None else slot.index
        except NotFoundError:
            return self._focused_index

    def _updated(self, _: Any) -> None:
        """Tells assistive technology which rows there are, in their order, and keeps the focus."""
        before, count = None, len(self.host.items)
        for slot in self.host.shown:
            row, told = _row_of(slot), (slot.index + 1, count)
            if row.get_prev_sibling() is not before:
                row.insert_after(self, before)
            before = row
            # A head and a footer are no items.
            if 0 < told[0] <= count and self._told.get(row) != told:
                self._told[row] = told
                row.update_relation([Gtk.AccessibleRelation.POS_IN_SET, Gtk.AccessibleRelation.SET_SIZE], told)
        if self._was_recycled:
            self._was_recycled = False
            self._restore_focus()
        elif self._focused is not None:
            self._focused_index = self._index_of(self._focused)

    def _restore_focus(self) -> None:
        """Gives the focus back to the item that had it, whose row is another one, or to one beside it."""
        slots = self._items_shown()
        if self._focused in slots:
            slots = [self._focused]
        after = [slot for slot in slots if slot.index >= self._focused_index]
        for slot in (after or slots[-1:])[:1]:
            _row_of(slot).grab_focus()

    # == what the host asks for ==

    def read_viewport(self) -> Viewport:
        width, height = self.get_width(), self.get_height()
        if self.movement is None or self.vadjustment is None:
            return Viewport(0, 0, width)
        return Viewport(self.vadjustment.get_value(), height, width, is_held=self.movement.is_held,
                        is_dragged=self.movement.is_dragged)

    def set_scroll(self, length: float, offset: float) -> None:
        if self.movement is not None:
            self.movement.set_scroll(length, offset, self.get_height())

    def make_view(self, slot: Slot[Any, Gtk.Widget]) -> Gtk.Widget:
        if self._spare:
            row = self._spare.pop()
            row.set_visible(True)
        else:
            child = self.make_row()
            row = Gtk.Overlay(child=child, css_name="row", focusable=True,
                              accessible_role=Gtk.AccessibleRole.LIST_ITEM)
            if isinstance(child, Gtk.Label):
                # A relation would be shorter, but takes a pointer, which PyGObject 3.42 cannot give.
                child.connect("notify::label", lambda it, _: it.get_parent().update_property(
                    [Gtk.AccessibleProperty.LABEL], [it.get_text()]))
            row.set_parent(self)
            row.set_child_visible(False)
        self._slots[row] = slot
        self.show_item(row.get_child(), slot.item)
        return row.get_child()

    def measure(self, view: Gtk.Widget, breadth: float) -> float:
        return float(view.get_parent().measure(Gtk.Orientation.VERTICAL, round(breadth))[1])

    def place(self, view: Gtk.Widget, frame: Frame | None) -> None:
        row = view.get_parent()
        row.set_child_visible(frame is not None or row is self.get_focus_child())
        if not self._is_allocating:
            self.queue_allocate()

    def recycle(self, view: Gtk.Widget) -> None:
        row = view.get_parent()
        self._was_recycled = self._was_recycled or row is self.get_focus_child()
        del self._slots[row]
        # Not a child that assistive technology sees.
        row.set_visible(False)
        self._spare.append(row)

    def schedule(self, seconds: float, function: Callable[[], object]) -> None:
        GLib.timeout_add(math.ceil(seconds * 1000), lambda: function() and False)


def _row_of(slot: Slot[Any, Any]) -> Any:
    return slot._view.get_parent()


def _check_display() -> None:
    # Without one, GTK ends the process when the first widget is made.
    if Gdk.Display.get_default() is None:
        raise RuntimeError("GTK has no display: is DISPLAY or WAYLAND_DISPLAY set?")

"""A hundred thousand photos in GTK 4. Rows are as tall as their text, which only GTK can measure."""

import math
import sys
from pathlib import Path

try:
    import gi
    gi.require_versions({"Gdk": "4.0", "Graphene": "1.0", "Gsk": "4.0", "Gtk": "4.0"})
    from gi.repository import Gdk, GLib, GObject, Graphene, Gsk, Gtk
except (ImportError, ValueError):
    sys.exit("GTK 4 for Python is missing: on Debian, apt install gir1.2-gtk-4.0 python3-gi")
sys.path.append(str(Path(__file__).parents[1] / "Toolkits"))
from photo_source import COUNT, PhotoSurface, Server, is_header, is_photo, text_of
from rangecore import Viewport

STYLE = """.row { padding: 12px; border-bottom: 1px solid alpha(currentColor, 0.15); }
           .header { padding: 8px 12px; font-weight: bold; color: white; background: #3d5a80; }
           .row image { margin-right: 12px; background: #8884; }"""
SIZE, QUIET = 72, 6
POLICY = Gtk.ScrollablePolicy


class Row(Gtk.Box):
    def __init__(self):
        super().__init__()
        self.picture = Gtk.Image(pixel_size=SIZE, valign=Gtk.Align.START)
        self.label = Gtk.Label(wrap=True, xalign=0, hexpand=True)
        self.append(self.picture)
        self.append(self.label)

    def show_item(self, item):
        self.label.set_text(text_of(item))
        self.set_css_classes(["header" if is_header(item) else "row"])
        self.picture.set_visible(is_photo(item))
        self.picture.clear()
        self.pixels = None

    def show_picture(self, pixels):
        if pixels is not None and pixels is not self.pixels:
            self.pixels, data = pixels, GLib.Bytes.new(pixels.tobytes())
            self.picture.set_from_paintable(
                Gdk.MemoryTexture.new(SIZE, SIZE, Gdk.MemoryFormat.R8G8B8, data, SIZE * 3))


class PhotoList(PhotoSurface, Gtk.Widget, Gtk.Scrollable):
    hadjustment = GObject.Property(type=Gtk.Adjustment)
    vadjustment = GObject.Property(type=Gtk.Adjustment)
    hscroll_policy = GObject.Property(type=POLICY, default=POLICY.MINIMUM)
    vscroll_policy = GObject.Property(type=POLICY, default=POLICY.MINIMUM)

    def __init__(self, items, fetch=None, **options):
        super().__init__(overflow=Gtk.Overflow.HIDDEN, focusable=True)
        self.is_allocating = self.is_writing = self.is_in_frame = self.is_moving = self.is_touched = False
        self.size = 0, 0
        self.begin(items, fetch, SIZE, SIZE, {"estimate": 90, **options})
        click = Gtk.GestureClick()
        click.connect("pressed", self.retry)
        self.add_controller(click)
        self.connect("realize", self.realized)
        self.connect("unrealize", lambda _: self.end())
        self.connect("notify::vadjustment", lambda *_: self.vadjustment and self.vadjustment.connect(
            "value-changed", self.scrolled))

    def realized(self, _):
        clock = self.get_frame_clock()
        clock.connect("before-paint", lambda _: setattr(self, "is_in_frame", True))
        clock.connect("layout", lambda _: setattr(self, "is_in_frame", False))
        # A key's animation knows where it ends before its first frame.
        self.get_parent().connect("scroll-child", lambda *_: self.hold())
        # The scrolled window's own finger: another gesture would be cancelled once that claims the drag,
        # see https://docs.gtk.org/gtk4/signal.Gesture.cancel.html
        for it in self.get_parent().observe_controllers():
            if type(it) is Gtk.GestureDrag:
                it.connect("begin", lambda *_: self.touched(True))
                it.connect("end", lambda *_: self.touched(False))

    def touched(self, is_touched):
        self.is_touched = is_touched
        # A fling may follow when it is lifted.
        self.hold()
        self.host.update()

    def scrolled(self, _):
        if not self.is_writing:
            # Within a frame it is an animation or a fling, which will overwrite what the host sets; all
            # else are events. It does not say when it has ended: then some frames pass without it.
            if self.is_in_frame:
                self.hold()
            self.host.update()

    def hold(self):
        self.quiet_frames = 0
        self.is_moving = self.is_moving or self.add_tick_callback(self.ticked) > 0

    def ticked(self, *_):
        self.quiet_frames += 1
        self.is_moving = self.quiet_frames < QUIET
        if not self.is_moving:
            self.host.update()
        return self.is_moving

    def do_size_allocate(self, width, height, baseline):
        # Rows are made and measured before: while GTK lays out, a text that changes can leave a widget
        # without its place. But a new size is known only now.
        if self.size != (width, height):
            self.size, self.is_allocating = (width, height), True
            self.host.update()
            self.is_allocating = False
        for slot, frame in self.host.shown.items():
            move = Gsk.Transform().translate(Graphene.Point().init(0, frame.start))
            slot.view.allocate(round(frame.breadth), round(frame.extent), -1, move)

    # == the rest of the host's surface ==

    def read_viewport(self):
        return Viewport(self.vadjustment.get_value(), self.get_height(), self.get_width(),
                        is_held=self.is_touched or self.is_moving, is_dragged=self.is_touched)

    def set_scroll(self, length, offset):
        self.is_writing, height = True, self.get_height()
        self.vadjustment.configure(offset, 0, max(length, height), 40, height * 0.9, height)
        self.is_writing = False

    def make_row(self):
        row = Row()
        row.set_parent(self)
        row.set_child_visible(False)
        return row

    def measure(self, row, breadth):
        return row.measure(Gtk.Orientation.VERTICAL, round(breadth))[1]

    def place(self, row, frame):
        row.set_child_visible(frame is not None)
        if frame is not None:
            row.show_picture(self.pictures.get(row.item))
            if frame.is_pinned:
                row.insert_before(self, None)
        if not self.is_allocating:
            self.queue_allocate()

    def schedule(self, seconds, function):
        GLib.timeout_add(math.ceil(seconds * 1000), lambda: function() and False)


def window_of(view):
    style = Gtk.CssProvider()
    style.load_from_data(STYLE.encode())
    Gtk.StyleContext.add_provider_for_display(
        Gdk.Display.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
    scroller = Gtk.ScrolledWindow(child=view, hscrollbar_policy=Gtk.PolicyType.NEVER,
                                  vscrollbar_policy=Gtk.PolicyType.ALWAYS, overlay_scrolling=False)
    window = Gtk.Window(title="Photos", default_width=480, default_height=640, child=scroller)
    view.grab_focus()
    window.present()
    return window


if __name__ == "__main__":
    Gtk.init()
    loop = GLib.MainLoop()
    window_of(PhotoList(range(COUNT), Server().fetch)).connect("close-request", lambda _: loop.quit())
    loop.run()

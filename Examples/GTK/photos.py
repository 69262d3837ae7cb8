"""A hundred thousand photos in GTK 4. Rows are as tall as their text, which only GTK can measure."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "Toolkits"))
from photo_source import COUNT, Server, at_tail, footer, is_header, is_photo, options, pictures_of, text_of

try:
    from rangecore.gtk import ListWidget
except ImportError as error:
    sys.exit(str(error))
from gi.repository import Gdk, GLib, Gtk

STYLE = """.row { padding: 12px; border-bottom: 1px solid alpha(currentColor, 0.15); }
           .header { padding: 8px 12px; font-weight: bold; color: white; background: #3d5a80; }
           .row image { margin-right: 12px; background: #8884; }"""
SIZE = 72


class Row(Gtk.Box):
    def __init__(self):
        super().__init__()
        self.picture = Gtk.Image(pixel_size=SIZE, valign=Gtk.Align.START)
        self.label = Gtk.Label(wrap=True, xalign=0, hexpand=True)
        self.append(self.picture)
        self.append(self.label)

    def show_item(self, item):
        self.item = item
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


class PhotoList(ListWidget):
    def __init__(self, items, fetch=None, **options):
        super().__init__(items, Row, Row.show_item, is_header=is_header, fetch=at_tail(fetch), footer=footer,
                         **{"estimate": 90, **options})
        self.pictures = pictures_of(self.host, SIZE, SIZE)
        click = Gtk.GestureClick()
        click.connect("pressed", self.retry)
        self.add_controller(click)
        self.connect("unrealize", lambda _: (self.close(), self.pictures.close()))

    def place(self, row, frame):
        if frame is not None:
            row.show_picture(self.pictures.get(row.item))
        super().place(row, frame)

    def retry(self, *_):
        if self.host.load().error is not None:
            self.host.retry()


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
    loop = GLib.MainLoop()
    window_of(PhotoList(range(COUNT), Server().fetch, **options())).connect("close-request", lambda _: loop.quit())
    loop.run()

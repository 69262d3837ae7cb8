"""What a list costs in a toolkit, as CPU time of the main thread: table.py [TOOLKIT host|own].

`host` is the program in Examples without its pictures, `own` the toolkit's own list, of the same rows.
Prints a line of JSON: milliseconds, and megabytes in memory beyond those of an empty window. Without
arguments it makes a table of such lines, with the names before them.
"""

import asyncio
import json
import statistics
import sys
import time

from host_stage import EXAMPLES
from photo_source import COUNT, Preloader, text_of
from scenarios import memory

STEP, STEPS, ABOVE = 40, 20, 20


def example(toolkit):
    """The program, which decodes no pictures."""
    sys.path.append(str(EXAMPLES / toolkit))
    Preloader.attach = lambda *_: None
    import photos
    return photos


async def figures(subject):
    """Has it done, and measures each until it is drawn."""
    async def cost(action, *arguments):
        start = time.thread_time()
        action(*arguments)
        await subject.drawn()
        return 1000 * (time.thread_time() - start)

    await subject.drawn()
    empty = memory()
    found = {"first frame": await cost(subject.fill)}
    # What goes on after it, such as measuring ahead, is not a step's.
    await subject.rest()
    found["memory, MB"] = memory() - empty
    for name, way in ("step down", STEP), ("step up", -STEP):
        if way < 0:
            found["to the middle"] = await cost(subject.to_middle)
            await subject.rest()
        found[name] = statistics.median([await cost(subject.scroll, way) for _ in range(STEPS)])
    await subject.rest()
    found[f"{ABOVE} rows above"] = await cost(subject.insert)
    return found


class GTK:
    def __init__(self, is_host):
        self.photos = example("GTK")
        self.gtk, self.loop, self.painted = self.photos.Gtk, self.photos.GLib.MainContext.default(), 0
        self.gtk.init()
        self.is_host = is_host
        self.window = self.photos.window_of(self.gtk.Label())
        self.window.get_frame_clock().connect("after-paint", self.after_paint)
        self.scroller = self.window.get_child()

    def after_paint(self, _):
        self.painted += 1

    def fill(self):
        if self.is_host:
            self.view = self.photos.PhotoList(range(COUNT))
        else:
            from gi.repository import Gio
            self.store = Gio.ListStore.new(self.gtk.StringObject)
            self.store.splice(0, 0, [self.gtk.StringObject.new(str(it)) for it in range(COUNT)])
            factory = self.gtk.SignalListItemFactory()
            factory.connect("setup", lambda _, it: it.set_child(self.photos.Row()))
            factory.connect("bind", lambda _, it: it.get_child().show_item(int(it.get_item().get_string())))
            self.view = self.gtk.ListView(model=self.gtk.NoSelection(model=self.store), factory=factory)
        self.scroller.set_child(self.view)

    async def drawn(self):
        while self.loop.pending():
            self.loop.iteration(False)
        painted = self.painted
        self.window.queue_draw()
        while self.painted == painted:
            self.loop.iteration(False) or time.sleep(0.0005)

    async def rest(self):
        end = time.monotonic() + 1
        while time.monotonic() < end:
            self.loop.iteration(False) or time.sleep(0.001)

    def scroll(self, by):
        adjustment = self.scroller.get_vadjustment()
        adjustment.set_value(adjustment.get_value() + by)

    def to_middle(self):
        self.scroll(self.scroller.get_vadjustment().get_upper() / 2)

    def insert(self):
        new = range(COUNT + 1, COUNT + 1 + ABOVE)
        if self.is_host:
            self.view.host.insert(0, new)
            self.view.host.update()
        else:
            self.store.splice(0, 0, [self.gtk.StringObject.new(str(it)) for it in new])


class Qt:
    def __init__(self, is_host):
        from PySide6.QtWidgets import QApplication
        self.photos, self.is_host, self.app = example("Qt"), is_host, QApplication(["table"])

    def fill(self):
        self.view = self.photos.PhotoList(range(COUNT)) if self.is_host else self.own()
        self.view.resize(480, 640)
        self.view.show()

    def own(self):
        from PySide6.QtCore import QAbstractListModel, QModelIndex, QSize
        from PySide6.QtCore import Qt as It
        from PySide6.QtWidgets import QListView, QStyledItemDelegate

        class Model(QAbstractListModel):
            items = list(range(COUNT))

            def rowCount(self, parent=QModelIndex()):
                return len(self.items)

            def data(self, index, role):
                return text_of(self.items[index.row()]) if role == It.DisplayRole else None

        class Delegate(QStyledItemDelegate):
            def sizeHint(self, option, index):
                room = option.rect.adjusted(0, 0, -108, 0)
                text = option.fontMetrics.boundingRect(room, It.TextWordWrap, index.data())
                return QSize(0, max(72, text.height()) + 24)

            def paint(self, painter, option, index):
                painter.drawText(option.rect.adjusted(96, 12, -12, 0), It.TextWordWrap, index.data())

        view = QListView(verticalScrollMode=QListView.ScrollPerPixel, wordWrap=True)
        self.model, self.delegate = Model(), Delegate()
        view.setItemDelegate(self.delegate)
        view.setModel(self.model)
        return view

    async def drawn(self):
        for _ in range(3):
            self.app.processEvents()

    async def rest(self):
        end = time.monotonic() + 1
        while time.monotonic() < end:
            self.app.processEvents()
            time.sleep(0.001)

    def scroll(self, by):
        bar = self.view.verticalScrollBar()
        bar.setValue(bar.value() + by)

    def to_middle(self):
        self.scroll(self.view.verticalScrollBar().maximum() // 2)

    def insert(self):
        new = list(range(COUNT + 1, COUNT + 1 + ABOVE))
        if self.is_host:
            self.view.host.insert(0, new)
            self.view.host.update()
        else:
            from PySide6.QtCore import QModelIndex
            self.model.beginInsertRows(QModelIndex(), 0, ABOVE - 1)
            self.model.items[:0] = new
            self.model.endInsertRows()


class Textual:
    """Its own list cannot insert above; that figure is missing."""

    def __init__(self, is_host, app, pilot):
        self.photos, self.is_host, self.app, self.pilot = example("Textual"), is_host, app, pilot

    def fill(self):
        from textual.widgets import OptionList
        if self.is_host:
            self.view = self.photos.PhotoList(range(COUNT))
        else:
            self.view = OptionList(*map(text_of, range(COUNT)))
        self.app.mount(self.view)

    async def drawn(self):
        await self.pilot.pause()

    async def rest(self):
        await self.pilot.pause(1)

    def scroll(self, by):
        # A terminal's step is as many lines as a wheel's notch.
        self.view.scroll_to(y=self.view.scroll_y + (by if abs(by) > STEP else by * 3 / STEP),
                            animate=False)

    def to_middle(self):
        self.scroll(self.view.max_scroll_y // 2)

    def insert(self):
        if self.is_host:
            self.view.host.insert(0, range(COUNT + 1, COUNT + 1 + ABOVE))
            self.view.host.update()


async def main(toolkit, variant):
    is_host = variant == "host"
    if toolkit == "textual":
        from textual.app import App
        app = App()
        async with app.run_test(size=(80, 40)) as pilot:
            found = await figures(Textual(is_host, app, pilot))
        if not is_host:
            found[f"{ABOVE} rows above"] = None
    else:
        found = await figures({"gtk": GTK, "qt": Qt}[toolkit](is_host))
    print(json.dumps(found), flush=True)


LISTS = {"gtk": "GtkListView", "qt": "QListView", "textual": "OptionList"}


def table(lines):
    """A table of medians, in Markdown."""
    runs = {}
    for line in lines:
        toolkit, variant, found = line.split(" ", 2)
        runs.setdefault((toolkit, variant), []).append(json.loads(found))
    heads = [f"{toolkit} {variant}" if variant == "host" else LISTS[toolkit] for toolkit, variant in runs]
    print("| | " + " | ".join(head.replace("host", "with ListHost") for head in heads) + " |")
    print("|---|" + "---|" * len(heads))
    for name in next(iter(runs.values()))[0]:
        values = [[run[name] for run in found] for found in runs.values()]
        cells = ["–" if None in it else f"{statistics.median(it):,.{0 if it[0] >= 20 else 1}f}"
                 for it in values]
        print(f"| {name} | " + " | ".join(cells) + " |")


if len(sys.argv) == 1:
    table(sys.stdin)
else:
    asyncio.run(main(*sys.argv[1:]))

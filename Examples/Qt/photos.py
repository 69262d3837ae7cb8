"""A hundred thousand photos in Qt 6. Rows are as tall as their text, which only Qt can measure."""

import sys
from pathlib import Path

try:
    from PySide6.QtCore import QObject, Qt, QTimer, Signal
    from PySide6.QtGui import QAccessible, QImage, QPixmap
    from PySide6.QtWidgets import QAbstractScrollArea, QAccessibleWidget, QApplication, QFrame, QLabel, QScroller
except ImportError:
    sys.exit("Qt 6 for Python is missing: pip install PySide6-Essentials==6.8.3")
sys.path.append(str(Path(__file__).parents[1] / "Toolkits"))
from photo_source import COUNT, PhotoSurface, Server, is_header, is_photo, options, text_of, whole
from rangecore import Viewport

SIZE, MARGIN = 72, 12
STYLE = """QFrame { background: #fbfaf9; } QLabel { color: #2e3436; background: transparent; }
           #photo { border-bottom: 1px solid #dddad6; } #picture { background: #ddd; }
           #header { background: #3d5a80; } #header QLabel { color: white; font-weight: bold; }"""


class Row(QFrame):
    def __init__(self, parent):
        super().__init__(parent)
        self.picture, self.label = QLabel(self, objectName="picture"), QLabel(self, wordWrap=True)
        self.picture.setGeometry(MARGIN, MARGIN, SIZE, SIZE)
        self.hide()

    def show_item(self, item):
        self.setObjectName("photo" if is_photo(item) else "header" if is_header(item) else "footer")
        self.style().polish(self), self.style().polish(self.label)
        self.inset, self.margin = (SIZE + 2 * MARGIN, MARGIN) if is_photo(item) else (MARGIN, 8)
        self.picture.setVisible(is_photo(item))
        self.label.setText(text_of(item))
        self.setAccessibleName(text_of(item))
        self.picture.clear()
        self.pixels = None

    def show_picture(self, pixels):
        if pixels is not None and pixels is not self.pixels:
            self.pixels = pixels
            image = QImage(pixels.tobytes(), SIZE, SIZE, SIZE * 3, QImage.Format_RGB888)
            self.picture.setPixmap(QPixmap.fromImage(image))

    def height_for(self, width):
        text = self.label.heightForWidth(width - self.inset - MARGIN)
        return max(text, 0 if self.picture.isHidden() else SIZE) + 2 * self.margin

    def resizeEvent(self, event):
        self.label.setGeometry(self.inset, 0, self.width() - self.inset - MARGIN, self.height())


class Accessible(QAccessibleWidget):
    """What assistive technology is told of a list and of its rows: a row is the child that its item is in the list."""

    @classmethod
    def of(cls, _, widget):
        role = {PhotoList: QAccessible.List, Row: QAccessible.ListItem}.get(type(widget))
        if role is not None:
            widget.accessible = cls(widget, role)
            return widget.accessible

    def rows(self):
        """The rows on screen; the one that tells of loading comes after the last item."""
        if self.role() != QAccessible.List:
            return {}
        host = self.widget().host
        return {slot.index if isinstance(slot.item, int) else len(host.items):
                QAccessible.queryAccessibleInterface(slot.view) for slot in host.shown}

    def childCount(self):
        rows = self.rows()
        return max(len(self.widget().host.items), max(rows) + 1) if rows else 0

    def child(self, index):
        return self.rows().get(index)

    def indexOfChild(self, child):
        return next((index for index, row in self.rows().items() if row.object() is child.object()), -1)

    def childAt(self, x, y):
        return next((row for row in self.rows().values() if row.rect().contains(x, y)), None)

    def parent(self):
        if self.role() == QAccessible.List:
            return super().parent()
        return QAccessible.queryAccessibleInterface(self.widget().parent().parent())


class Scheduler(QObject):
    called = Signal(float, object)

    def __init__(self):
        super().__init__()
        # On the thread of this object, whatever the thread it is called on.
        self.called.connect(lambda seconds, function: QTimer.singleShot(
            round(seconds * 1000), self, function), Qt.QueuedConnection)


class PhotoList(PhotoSurface, QAbstractScrollArea):
    def __init__(self, items, fetch=None, **options):
        QAccessible.installFactory(Accessible.of)
        super().__init__(verticalScrollBarPolicy=Qt.ScrollBarAlwaysOn, styleSheet=STYLE,
                         horizontalScrollBarPolicy=Qt.ScrollBarAlwaysOff, windowTitle="Photos")
        self.scheduler = Scheduler()
        self.begin(items, fetch, SIZE, SIZE, {"estimate": 90, "offset_step": 1, **options})
        QScroller.grabGesture(self.viewport(), QScroller.TouchGesture)
        self.scroller = QScroller.scroller(self.viewport())
        self.scroller.stateChanged.connect(lambda _: self.host.update())

    def resizeEvent(self, event):
        self.host.update()

    def scrollContentsBy(self, dx, dy):
        self.host.update()

    def mousePressEvent(self, event):
        self.retry()

    def closeEvent(self, event):
        self.end()

    # == the rest of the host's surface ==

    def read_viewport(self):
        area, bar, scrolls = self.viewport(), self.verticalScrollBar(), self.scroller.state()
        # A finger or a fling sets offsets of its own.
        return Viewport(bar.value(), area.height(), area.width(), is_held=scrolls != QScroller.Inactive,
                        is_dragged=scrolls == QScroller.Dragging or bar.isSliderDown())

    def set_scroll(self, length, offset):
        bar, height = self.verticalScrollBar(), self.viewport().height()
        bar.setPageStep(height)
        bar.setSingleStep(20)
        bar.setRange(0, max(0, round(length) - height))
        bar.setValue(round(offset))
        if self.scroller.state() != QScroller.Inactive:
            # A finger or a fling goes no further than to the end that it has asked for.
            QTimer.singleShot(0, self.scroller.resendPrepareEvent)

    def make_row(self):
        return Row(self.viewport())

    def measure(self, row, breadth):
        return row.height_for(round(breadth))

    def place(self, row, frame):
        if frame is not None:
            row.show_picture(self.pictures.get(row.item))
            row.setGeometry(whole(frame.across), whole(frame.start),
                            whole(frame.across + frame.breadth) - whole(frame.across), round(frame.extent))
            if frame.is_pinned:
                row.raise_()
        row.setVisible(frame is not None)

    def schedule(self, seconds, function):
        self.scheduler.called.emit(seconds, function)


if __name__ == "__main__":
    app = QApplication(["Photos"])
    view = PhotoList(range(COUNT), Server().fetch, **options())
    view.resize(480, 640)
    view.show()
    app.exec()

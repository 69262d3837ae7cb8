"""Examples/Qt as a client: mouse, wheel, keys and a finger are Qt's own events."""

import atexit
import sys
import time

from host_stage import EXAMPLES, HostStage
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScroller, QStyle, QStyleOptionSlider
from stage import main

sys.path.append(str(EXAMPLES / "Qt"))
from photos import PhotoList, Row  # noqa: E402

WIDTH, HEIGHT = 480, 640


class QtStage(HostStage):
    name, can, step = "qt", HostStage.can | {"lanes"}, 1

    def __init__(self):
        self._app = QApplication(["clients"])
        self._device = QTest.createTouchDevice()
        # What still loads must find neither a window nor Qt gone.
        atexit.register(lambda: self.view is None or self.view.close())

    async def shown(self, *arguments, **options):
        old, view = self.view, PhotoList(*arguments, **options)
        view.resize(WIDTH, HEIGHT)
        view.show()
        self._bar = view.verticalScrollBar()
        if old is not None:
            old.close()
            old.deleteLater()
        self._run()
        return view

    def _run(self):
        for _ in range(3):
            self._app.processEvents()

    async def settle(self):
        self.view.host.update()
        self._run()
        # Drags count in the next frame.
        end = time.monotonic() + 0.04
        while (state := self.view.scroller.state()) == QScroller.Scrolling or (
                state == QScroller.Dragging and time.monotonic() < end):
            self._app.processEvents()
            time.sleep(0.001)
        self._run()

    def places(self):
        for row in self.view.viewport().findChildren(Row):
            if row.isVisible():
                yield row.item, row.y(), row.y() + row.height()

    async def wheel(self, notches):
        place, turned = QPointF(100, 100), QPoint(0, -120 * notches)
        self._app.sendEvent(self.view.viewport(), QWheelEvent(
            place, self.view.mapToGlobal(place), QPoint(), turned, Qt.NoButton, Qt.NoModifier,
            Qt.NoScrollPhase, False))

    async def thumb(self, fraction):
        """Past the ends of the track, as a hand does."""
        option = QStyleOptionSlider()
        self._bar.initStyleOption(option)
        slider, groove = (
            self._bar.style().subControlRect(QStyle.CC_ScrollBar, option, part, self._bar)
            for part in (QStyle.SC_ScrollBarSlider, QStyle.SC_ScrollBarGroove))
        start = QPointF(slider.center())
        by = fraction * (groove.height() - slider.height() + 40) - 20
        end = QPointF(start.x(), groove.top() + slider.height() / 2 + by)
        self._mouse(QEvent.MouseButtonPress, start, Qt.LeftButton)
        for step in range(1, 6):
            self._mouse(QEvent.MouseMove, start + (end - start) * step / 5, Qt.LeftButton)
        self._mouse(QEvent.MouseButtonRelease, end, Qt.NoButton)

    def _mouse(self, kind, place, buttons):
        button = Qt.NoButton if kind == QEvent.MouseMove else Qt.LeftButton
        self._app.sendEvent(self._bar, QMouseEvent(
            kind, place, self._bar.mapToGlobal(place), button, buttons, Qt.NoModifier))
        self._app.processEvents()

    async def set_offset(self, offset):
        self._bar.setValue(round(offset))

    async def page(self, direction):
        meant = self.paged(direction, self._bar.pageStep())
        QTest.keyClick(self.view, Qt.Key_PageDown if direction > 0 else Qt.Key_PageUp)
        return meant

    async def resize(self, fraction):
        self.view.resize(round(WIDTH * fraction), HEIGHT)

    # == a finger ==

    def _touch(self, what, y):
        # No two at the same time.
        time.sleep(0.005)
        self._finger = y
        sequence = QTest.touchEvent(self.view.viewport(), self._device, False)
        getattr(sequence, what)(0, QPoint(100, round(y)))
        sequence.commit()
        self._app.processEvents()

    async def touch(self):
        self._touch("press", 300)
        # Until Qt takes it for a drag; it forgets what was moved until then.
        for y in 290, 280, 270:
            self._touch("move", y)

    async def drag(self, distance):
        self._touch("move", self._finger - distance)

    async def lift(self):
        # Without a rest it is a fling.
        time.sleep(0.1)
        self._touch("move", self._finger)
        time.sleep(0.1)
        self._touch("release", self._finger)

    async def fling(self, direction):
        await self.touch()
        for _ in range(6):
            time.sleep(0.01)
            self._touch("move", self._finger - 40 * direction)
        self._touch("release", self._finger - 40 * direction)

    async def shot(self, path):
        self.view.grab().save(f"{path}.png")


main(QtStage())

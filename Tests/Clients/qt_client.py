"""A list in Qt 6: rows are labels that wrap, in a QAbstractScrollArea."""

import asyncio
import sys

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import (QAbstractScrollArea, QApplication, QLabel, QStyle,
                               QStyleOptionSlider)

import scenarios
from kit import Client, Widgets, text_of, whole


class ListView(QAbstractScrollArea):
    def __init__(self, count):
        super().__init__()
        # Scroll bars count whole pixels, and so does the engine with a quantum of 1.
        self.client = Client(self._measure, count, estimate=30, quantum=1)
        self.labels = Widgets(self._make, lambda label, key: label.setText(text_of(key)),
                              QLabel.hide)
        self._is_own = False
        self.setVerticalScrollBarPolicy(Qt.ScrollBarAlwaysOn)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarAlwaysOff)

    def _make(self):
        label = QLabel(self.viewport())
        label.setWordWrap(True)
        label.setMargin(4)
        return label

    def _measure(self, key):
        return self.labels[key].heightForWidth(self.viewport().width())

    def resizeEvent(self, event):
        self.lay_out()

    def scrollContentsBy(self, dx, dy):
        if not self._is_own:
            self.client.scrolled(self.verticalScrollBar().value())
            self.lay_out()

    def lay_out(self):
        bar = self.verticalScrollBar()
        width, height = self.viewport().width(), self.viewport().height()
        rows = self.client.frame(width, height)
        self._is_own = True
        bar.setPageStep(height)
        bar.setSingleStep(20)
        bar.setRange(0, round(self.client.scroll_length - height))
        bar.setValue(round(self.client.offset))
        self._is_own = False
        for key, place, extent in rows:
            self.labels[key].setGeometry(0, whole(place), width, round(extent))
            self.labels[key].show()
        self.labels.keep([key for key, _, _ in rows])


class Stage:
    name = "qt"

    def __init__(self, app, shots):
        self._app, self._shots = app, shots
        self._view = ListView(10_000)
        self._view.resize(480, 640)
        self._view.show()
        self._bar = self._view.verticalScrollBar()
        self.client, self.layout = self._view.client, self._view.lay_out

    def set_value(self, value):
        self._bar.setValue(round(value))

    @property
    def length(self):
        return self._view.viewport().height()

    @property
    def value(self):
        return self._bar.value()

    @property
    def highest(self):
        return self._bar.maximum()

    def rows(self):
        shown = [(label.geometry(), key) for key, label in self._view.labels.items()
                 if label.isVisible()]
        return {key: (it.y(), it.y() + it.height())
                for it, key in sorted(shown, key=lambda pair: pair[0].y())}

    async def settle(self):
        for _ in range(3):
            self._app.processEvents()

    async def wheel(self, notches):
        place = QPointF(100, 100)
        turned = QPoint(0, -120 * notches)
        event = QWheelEvent(place, self._view.mapToGlobal(place), QPoint(), turned, Qt.NoButton,
                            Qt.NoModifier, Qt.NoScrollPhase, False)
        self._app.sendEvent(self._view.viewport(), event)

    async def thumb(self, fraction):
        option = QStyleOptionSlider()
        self._bar.initStyleOption(option)
        slider, groove = (
            self._bar.style().subControlRect(QStyle.CC_ScrollBar, option, part, self._bar)
            for part in (QStyle.SC_ScrollBarSlider, QStyle.SC_ScrollBarGroove))
        start = QPointF(slider.center())
        # Past the ends of the track, as a hand does.
        by = fraction * (groove.height() - slider.height() + 40) - 20
        end = QPointF(start.x(), groove.top() + slider.height() / 2 + by)
        self._mouse(QEvent.MouseButtonPress, start, Qt.LeftButton)
        for step in range(1, 6):
            self._mouse(QEvent.MouseMove, start + (end - start) * step / 5, Qt.LeftButton)
        self._mouse(QEvent.MouseButtonRelease, end, Qt.NoButton)

    def _mouse(self, kind, place, buttons):
        button = Qt.NoButton if kind == QEvent.MouseMove else Qt.LeftButton
        event = QMouseEvent(kind, place, self._bar.mapToGlobal(place), button, buttons,
                            Qt.NoModifier)
        self._app.sendEvent(self._bar, event)
        self._app.processEvents()

    async def shot(self, name):
        if self._shots:
            self._view.grab().save(f"{self._shots}/{name}.png")


def main(seed, shots, only):
    stage = Stage(QApplication(["clients"]), shots)
    return asyncio.run(scenarios.perform(stage, seed, only))


if __name__ == "__main__":
    sys.exit(not main(*scenarios.arguments()))

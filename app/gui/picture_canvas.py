"""One photo on a canvas: the sharpest pixels that are there, zoomed around the cursor and dragged. Knows neither cards nor jobs."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from app.gui.theme import ThemeKeeper
from app.gui.viewport import FIT, Area, View

WHEEL_STEP = 1.0018
"""Zoom for one unit of wheel movement: a notch of 120 units enlarges by a quarter."""
KEY_STEP = 1.25
PAN_STEP = 80.0
Overlay = Callable[[QPainter, QRectF], object]
"""Draws over the picture, given where all of it lies."""


class PictureCanvas(QWidget):
    """Shows a photo. `looked` tells every view that the person chose; `altered` that the view or its size is another, by whomever."""

    looked = Signal(object)
    altered = Signal()

    def __init__(self, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._images: list[QImage] = []
        self._photo = (0, 0)
        self._sentence = ""
        self._view = FIT
        self._grip: QPointF | None = None
        self._overlay: Overlay = lambda _painter, _picture: None
        self.setMinimumSize(80, 80)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        themes.changed.connect(self.update)

    @property
    def view(self) -> View:
        """What is looked at."""
        return self._view

    @property
    def area(self) -> Area:
        """The geometry of canvas and photo."""
        return Area(self.width(), self.height(), self.devicePixelRatioF(), *self._photo)

    @property
    def sentence(self) -> str:
        """What stands in place of the picture, if anything."""
        return self._sentence

    @property
    def images(self) -> Sequence[QImage]:
        """The pixels that are there, the smallest first."""
        return tuple(self._images)

    def set_overlay(self, overlay: Overlay) -> None:
        """Have something drawn over the picture, wherever it is zoomed and dragged to."""
        self._overlay = overlay

    def start(self, width: int, height: int) -> None:
        """Begin another photo of so many upright pixels, all of it in sight."""
        self._images, self._photo, self._sentence, self._view = [], (width, height), "", FIT
        self._show_grip()
        self.update()

    def add_image(self, image: QImage) -> None:
        """Pixels of the photo, of any size; the fitting ones are drawn."""
        self._sentence = ""
        self._images = sorted((*self._images, image), key=QImage.width)
        self.update()

    def show_sentence(self, sentence: str) -> None:
        """Say why there is no picture."""
        self._sentence = sentence
        self.setAccessibleDescription(sentence)
        self.update()

    def set_view(self, view: View) -> None:
        """Look elsewhere without being asked by the person."""
        self._view = self.area.held(view)
        self._show_grip()
        self.update()
        self.altered.emit()

    def look(self, view: View) -> None:
        """Look elsewhere as the person wants it."""
        self.set_view(view)
        self.looked.emit(self._view)

    def zoom(self, factor: float) -> None:
        """Zoom around the middle."""
        self.look(self.area.zoomed(self._view, factor, self.width() / 2, self.height() / 2))

    def fit(self) -> None:
        """All of the photo."""
        self.look(FIT)

    def actual_size(self, at: QPointF | None = None) -> None:
        """One photo pixel on one device pixel, around a point or the middle."""
        point = at or QPointF(self.rect().center())
        self.look(self.area.zoomed(self._view, self.area.actual_zoom / self._view.zoom, point.x(), point.y()))

    def needed_side(self) -> int:
        """The longest side of the picture, in device pixels, that the present view can show."""
        return self.area.longest_side(self._view)

    def handle_key(self, event: QKeyEvent) -> bool:
        """Zoom and pan by keys: + - Z and Shift with arrows; digits are stars. Whether the key was one of these."""
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and event.key() in _PANS:
            right, down = _PANS[Qt.Key(event.key())]
            self.look(self.area.panned(self._view, right * PAN_STEP, down * PAN_STEP))
            return True
        match event.text():
            case "+" | "=":
                self.zoom(KEY_STEP)
            case "-":
                self.zoom(1 / KEY_STEP)
            case "z" | "Z":
                self.toggle(QPointF(self.rect().center()))
            case _:
                return False
        return True

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        """Draw the photo, or the sentence in its place."""
        theme = self._themes.theme
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.surface)
            if self._sentence:
                self._paint_sentence(painter)
            elif self._images:
                painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
                picture = QRectF(*self.area.rect(self._view))
                painter.drawImage(picture, self._fitting_image())
                self._overlay(painter, picture)
            if self.hasFocus() and self.focusPolicy() & Qt.FocusPolicy.TabFocus:
                painter.setPen(QPen(theme.accent, 2))
                painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Zoom around the cursor."""
        at = event.position()
        self.look(self.area.zoomed(self._view, WHEEL_STEP ** event.angleDelta().y(), at.x(), at.y()))
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Take hold of the photo."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._grip = event.position()
            self._show_grip()
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Drag the photo."""
        if self._grip is not None:
            by = event.position() - self._grip
            self._grip = event.position()
            self.look(self.area.panned(self._view, by.x(), by.y()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Let go of the photo."""
        self._grip = None
        self._show_grip()
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """All of it, or one pixel on one."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.toggle(event.position())

    def toggle(self, at: QPointF) -> None:
        """Between all of the photo and its own size around a point."""
        if abs(self._view.zoom - 1) < 1e-6:
            self.actual_size(at)
        else:
            self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Keep what is looked at in sight."""
        super().resizeEvent(event)
        self._view = self.area.held(self._view)
        self.altered.emit()

    def _fitting_image(self) -> QImage:
        """The smallest image that is large enough: halving more than once while drawing would alias."""
        needed = self.needed_side()
        return next((each for each in self._images if max(each.width(), each.height()) >= needed * 0.99), self._images[-1])

    def _paint_sentence(self, painter: QPainter) -> None:
        painter.setPen(self._themes.theme.muted)
        room = QRectF(self.rect()).adjusted(24, 24, -24, -24)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._sentence)

    def _show_grip(self) -> None:
        if self._grip is not None:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        elif self._view.zoom > 1 + 1e-6:
            self.setCursor(Qt.CursorShape.OpenHandCursor)
        else:
            self.unsetCursor()


_PANS = {
    Qt.Key.Key_Left: (1.0, 0.0),
    Qt.Key.Key_Right: (-1.0, 0.0),
    Qt.Key.Key_Up: (0.0, 1.0),
    Qt.Key.Key_Down: (0.0, -1.0),
}

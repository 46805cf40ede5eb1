"""A layout that puts widgets beside each other and goes on in the next line where there is no room."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QWidget

from app.gui.chat.item_layout import ItemLayout


class FlowLayout(ItemLayout):
    """Lines of widgets, each of its own size, but none wider than the line."""

    def __init__(self, spacing: int = 6, parent: QWidget | None = None) -> None:
        super().__init__(parent, 0, spacing)
        self._heights: dict[int, int] = {}

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802
        """It never asks for more room than it needs."""
        return Qt.Orientation(0)

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """Height of all lines in a width, in logical pixels."""
        if width not in self._heights:
            self._heights[width] = super().heightForWidth(width)
        return self._heights[width]

    def invalidate(self) -> None:
        """Something in it has changed. The layouts around ask for heights again and again until then."""
        self._heights = {}
        super().invalidate()

    def sizeHint(self) -> QSize:  # noqa: N802
        """All in one line."""
        sizes = [item.sizeHint() for item in self.shown()]
        spaces = max(0, len(sizes) - 1) * self.spacing()
        return QSize(sum(size.width() for size in sizes) + spaces, max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:  # noqa: N802
        """As wide as the widest may become at least."""
        sizes = [item.minimumSize() for item in self.shown()]
        return QSize(max((size.width() for size in sizes), default=0), max((size.height() for size in sizes), default=0))

    def placed(self, rect: QRect, *, move: bool) -> int:
        """The height that the widgets take in the rectangle."""
        left, top, line = rect.left(), rect.top(), 0
        for item in self.shown():
            size = item.sizeHint().boundedTo(QSize(max(rect.width(), 1), 100_000))
            if left > rect.left() and left + size.width() > rect.right() + 1:
                left, top, line = rect.left(), top + line + self.spacing(), 0
            if move:
                item.setGeometry(QRect(QPoint(left, top), size))
            left, line = left + size.width() + self.spacing(), max(line, size.height())
        return top + line - rect.top()

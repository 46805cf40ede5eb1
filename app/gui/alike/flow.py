"""Cards beside each other, on as many lines as the width asks for."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem

SPACING = 8


class Flow(QLayout):
    """Widgets that are all as large as the first."""

    def __init__(self) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802
        """Called by Qt."""
        self._items.append(item)

    def count(self) -> int:
        """How many there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802 - None ends Qt's walk
        """One of them."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        """Take one out."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802
        """None: it is as large as it must be."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        """It breaks into lines."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """Of all lines."""
        lines = -(-len(self._items) // self._columns(width))
        return lines * (self.minimumSize().height() + SPACING) - SPACING if lines else 0

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802
        """Put each where it belongs."""
        super().setGeometry(rect)
        size, columns = self.minimumSize(), self._columns(rect.width())
        for at, item in enumerate(self._items):
            line, column = divmod(at, columns)
            place = QPoint(column * (size.width() + SPACING), line * (size.height() + SPACING))
            item.setGeometry(QRect(rect.topLeft() + place, size))

    def sizeHint(self) -> QSize:  # noqa: N802
        """The least."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:  # noqa: N802
        """One of them."""
        return self._items[0].minimumSize() if self._items else QSize()

    def _columns(self, width: int) -> int:
        return max((width + SPACING) // (self.minimumSize().width() + SPACING), 1)

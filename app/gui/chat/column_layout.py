"""A column of widgets that are as high as they need to be, however high the column is."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class ColumnLayout(QLayout):
    """For what is scrolled: Qt's own would squeeze all widgets for a moment whenever one comes, and lay each of them out twice."""

    def __init__(self, parent: QWidget, margin: int, spacing: int) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(margin, margin, margin, margin)
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802
        """Put one at the end."""
        self._items.append(item)

    def count(self) -> int:
        """How many there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        """One of them."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        """Take one out."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802
        """It takes the width that it gets."""
        return Qt.Orientation.Horizontal

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        """Texts wrap."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """Height of everything in a width, in logical pixels."""
        return self._placed(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802
        """Put every widget in its place."""
        super().setGeometry(rect)
        self._placed(rect, move=True)

    def sizeHint(self) -> QSize:  # noqa: N802
        """As wide as it is: the height for another width would be asked for, and texts be laid out for nothing."""
        return QSize(self.geometry().width(), 0)

    def minimumSize(self) -> QSize:  # noqa: N802
        """As wide as the widest must be; of no height, which follows from the width."""
        widest = max((item.minimumSize().width() for item in self._shown()), default=0)
        return QSize(widest + 2 * self.contentsMargins().left(), 0)

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _placed(self, rect: QRect, *, move: bool) -> int:
        """The height that everything takes in the rectangle, with the margins."""
        margin = self.contentsMargins().left()
        width, top = rect.width() - 2 * margin, rect.top() + margin
        for item in self._shown():
            height = item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
            if move:
                item.setGeometry(QRect(rect.left() + margin, top, width, height))
            top += height + self.spacing()
        return max(top - self.spacing(), margin) + margin - rect.top()

"""What layouts of one's own have in common: their items in order, and a height that follows from the width."""

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class ItemLayout(QLayout):
    """Keeps the items; `placed` says where they go."""

    def __init__(self, parent: QWidget | None, margin: int, spacing: int) -> None:
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

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        """The narrower, the higher."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """Height of everything in a width, in logical pixels."""
        return self.placed(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802
        """Put every widget in its place."""
        super().setGeometry(rect)
        self.placed(rect, move=True)

    def placed(self, rect: QRect, *, move: bool) -> int:
        """The height that the items take in the rectangle; `move` puts them there."""
        raise NotImplementedError

    def shown(self) -> list[QLayoutItem]:
        """The items that take room."""
        return [item for item in self._items if not item.isEmpty()]

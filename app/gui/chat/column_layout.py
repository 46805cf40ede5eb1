"""A column of widgets that are as high as they need to be, however high the column is."""

from PySide6.QtCore import QRect, QSize, Qt

from app.gui.chat.item_layout import ItemLayout


class ColumnLayout(ItemLayout):
    """For what is scrolled: Qt's own would squeeze all widgets for a moment whenever one comes, and lay each of them out twice."""

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802
        """It takes the width that it gets."""
        return Qt.Orientation.Horizontal

    def sizeHint(self) -> QSize:  # noqa: N802
        """As wide as it is: the height for another width would be asked for, and texts be laid out for nothing."""
        return QSize(self.geometry().width(), 0)

    def minimumSize(self) -> QSize:  # noqa: N802
        """As wide as the widest must be; of no height, which follows from the width."""
        widest = max((item.minimumSize().width() for item in self.shown()), default=0)
        return QSize(widest + 2 * self.contentsMargins().left(), 0)

    def placed(self, rect: QRect, *, move: bool) -> int:
        """The height that everything takes in the rectangle, with the margins."""
        margin = self.contentsMargins().left()
        width, top = rect.width() - 2 * margin, rect.top() + margin
        for item in self.shown():
            height = item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
            if move:
                item.setGeometry(QRect(rect.left() + margin, top, width, height))
            top += height + self.spacing()
        return max(top - self.spacing(), margin) + margin - rect.top()

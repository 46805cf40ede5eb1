"""How a folder is drawn in the panel of the folders."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.gui.icons import paint_icon
from app.gui.labels import smaller
from app.gui.shown_folders import ShownFolder
from app.gui.theme import ThemeKeeper

FolderRole = Qt.ItemDataRole.UserRole + 1
PAD = 8
SIGN = 20


class FolderDelegate(QStyledItemDelegate):
    """Its name, what it gave, and a sign."""

    def __init__(self, themes: ThemeKeeper, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self._owner = parent

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802, ARG002
        """The name, and the lines below it."""
        lesser = QFontMetricsF(smaller(self._owner)).height() * len(index.data(FolderRole).lines)
        return QSize(120, round(QFontMetricsF(self._owner.font()).height() + lesser + 2 * PAD))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Draw a folder."""
        told, theme, rect = index.data(FolderRole), self._themes.theme, QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
            painter.setPen(QPen(theme.accent, 2) if focused else Qt.PenStyle.NoPen)
            painter.setBrush(theme.selection)
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 6, 6)
        away = not told.folder.available or told.missing > 0
        sign = "warning" if away else "large" if told.is_file else "folder"
        paint_icon(painter, sign, QRectF(rect.x() + PAD, rect.center().y() - SIGN / 2, SIGN, SIGN), theme.warning if away else theme.muted)
        self._paint_lines(painter, rect.adjusted(2 * PAD + SIGN, PAD, -PAD, -PAD), told)
        painter.restore()

    def _paint_lines(self, painter: QPainter, rect: QRectF, told: ShownFolder) -> None:
        theme, lesser = self._themes.theme, smaller(self._owner)
        name, about = QFontMetricsF(self._owner.font()), QFontMetricsF(lesser)
        painter.setFont(self._owner.font())
        painter.setPen(theme.text if told.folder.available else theme.muted)
        painter.drawText(rect, Qt.AlignmentFlag.AlignTop, name.elidedText(told.name, Qt.TextElideMode.ElideMiddle, rect.width()))
        painter.setFont(lesser)
        painter.setPen(theme.muted)
        lines = "\n".join(about.elidedText(line, Qt.TextElideMode.ElideRight, rect.width()) for line in told.lines)
        painter.drawText(rect, Qt.AlignmentFlag.AlignBottom, lines)

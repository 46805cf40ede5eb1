"""A line in which names are typed, several of them between commas, completed from those that the library knows."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCompleter, QLineEdit, QListView, QWidget

from app.gui.chat.harmless import one_line
from app.gui.icons import icon
from app.gui.shown_words import parted
from app.gui.theme import ThemeKeeper

LONGEST_LINE = 1_000
MOST_OFFERED = 10
NameRole = int(Qt.ItemDataRole.UserRole)


class AddLine(QLineEdit):
    """Enter gives what was typed; Tab or Enter in the list takes what is offered; Escape empties the line, and then leaves it."""

    given = Signal(tuple)
    """Names to be added."""
    left = Signal()
    """Escape in an empty line."""
    entered = Signal()
    """The keyboard has come: what is known will be needed."""

    def __init__(self, themes: ThemeKeeper, sign: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes, self._sign = themes, sign
        self.setAccessibleName(name)
        self.setPlaceholderText(f"{name}…")
        self.setMaxLength(LONGEST_LINE)
        self._action = QAction(self)
        self.addAction(self._action, QLineEdit.ActionPosition.LeadingPosition)
        self._known = QStandardItemModel(self)
        self._popup = QListView()
        self._popup.setProperty("kind", "offers")
        self._popup.setAccessibleName("Known names")
        self._completer = self._made_completer()
        self.textEdited.connect(lambda _: self._offer())
        themes.changed.connect(self._draw)
        self._draw()

    def know(self, names: Sequence[str]) -> None:
        """What can be completed to, the likeliest first."""
        self._known.clear()
        for name in names:
            item = QStandardItem(one_line(name))
            item.setData(name, NameRole)
            self._known.appendRow(item)

    @property
    def offered(self) -> list[str]:
        """What the open list offers."""
        if not self._popup.isVisible():
            return []
        model = self._completer.completionModel()
        return [str(model.data(model.index(row, 0), NameRole)) for row in range(model.rowCount(QModelIndex()))]

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Enter, Tab and Escape, as the class says."""
        key, popup = event.key(), self._popup
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter()
        elif key == Qt.Key.Key_Tab and popup.isVisible():
            self._take(popup.currentIndex() if popup.currentIndex().isValid() else self._completer.completionModel().index(0, 0))
        elif key == Qt.Key.Key_Escape:
            self._escape()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802
        """Tab belongs to the list while it is open."""
        return not self._popup.isVisible() and super().focusNextPrevChild(forward)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Tell it."""
        super().focusInEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.entered.emit()

    def _made_completer(self) -> QCompleter:
        completer = QCompleter(self._known, self)
        completer.setWidget(self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setMaxVisibleItems(MOST_OFFERED)
        completer.setPopup(self._popup)
        completer.activated[QModelIndex].connect(self._take)  # type: ignore[index]
        return completer

    def _enter(self) -> None:
        chosen = self._popup.currentIndex() if self._popup.isVisible() else QModelIndex()
        if chosen.isValid():
            self._take(chosen)
            return
        self._popup.hide()
        names = parted(self.text())
        self.clear()
        if names:
            self.given.emit(names)

    def _escape(self) -> None:
        if self._popup.isVisible():
            self._popup.hide()
        elif self.text():
            self.clear()
        else:
            self.left.emit()

    def _offer(self) -> None:
        typed = self._behind_comma()
        self._completer.setCompletionPrefix(typed)
        if typed and self._completer.completionCount():
            self._completer.complete()
            # What is typed counts until something of the list is chosen.
            self._popup.setCurrentIndex(QModelIndex())
        else:
            self._popup.hide()

    def _take(self, index: QModelIndex) -> None:
        """Put a name in place of what was typed of it."""
        name = index.data(NameRole)
        if isinstance(name, str):
            start = self.text().rfind(",", 0, self.cursorPosition()) + 1
            self.setText(f"{self.text()[:start]}{' ' if start else ''}{name}, ")
        self._popup.hide()

    def _behind_comma(self) -> str:
        return self.text()[: self.cursorPosition()].rpartition(",")[2].strip()

    def _draw(self) -> None:
        self._action.setIcon(icon(self._sign, self._themes.theme.muted, 16))

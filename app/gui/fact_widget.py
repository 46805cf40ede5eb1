"""One fact in the panel of details: name and source, the value as text that can be selected, and a button that copies it."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import (
    QEnterEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QTextEdit, QVBoxLayout, QWidget

from app.gui.fact_rows import FactRow
from app.gui.icons import paint_icon
from app.gui.labels import IconButton, plain_label, smaller
from app.gui.theme import ThemeKeeper

LONGEST_VALUE = 2_000
"""Characters of a value that are shown; copying gives all of it."""
COPY_SIDE = 12


class HeadedValue(QWidget):
    """A value below a line with its name, where it was read, and a button that copies it while the mouse is here."""

    def __init__(self, themes: ThemeKeeper, name: str = "", spacing: int = 1, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._source = plain_label(name, "muted"), plain_label("", "muted", wrap=True)
        self._button = CopyButton(themes, f"Copy {name.lower()}".strip(), self.copy)
        self._source.setFont(smaller(self._source))
        self._source.setObjectName("factSource")
        self._source.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        self._source.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(spacing)
        self.column.addLayout(self._heading())

    def copy(self) -> None:
        """Put the whole value on the clipboard."""
        raise NotImplementedError

    def show_source(self, source: str, *, heading: bool = True) -> None:
        """Say where the value was read; without a value there need be no heading."""
        self._source.setText(source)
        for part in (self._name, self._button, self._source):
            part.setVisible(heading)

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: N802
        """Offer to copy."""
        super().enterEvent(event)
        self._button.update()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        """Stop offering."""
        super().leaveEvent(event)
        self._button.update()

    def _heading(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(4)
        line.addWidget(self._name, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self._button, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self._source, 1)
        return line


class FactWidget(HeadedValue):
    """A fact as text. It can show one after the other."""

    def __init__(self, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(themes, parent=parent)
        self._row, self._value = FactRow("", "", ""), ValueText()
        self.column.addWidget(self._value)

    @property
    def row(self) -> FactRow:
        """What is shown."""
        return self._row

    def show_row(self, row: FactRow) -> None:
        """Show a fact in place of the one before."""
        if row == self._row:
            return
        self._row = row
        self.setAccessibleName(f"{row.name}: {row.value}")
        self._button.rename(f"Copy {row.name.lower()}")
        self._name.setText(row.name)
        self.show_source(row.source)
        self._value.show_text(row.value if len(row.value) <= LONGEST_VALUE else row.value[:LONGEST_VALUE] + "…")

    def copy(self) -> None:
        """Put the whole value on the clipboard."""
        QGuiApplication.clipboard().setText(self._row.value)


class CopyButton(IconButton):
    """A button that is seen only while the mouse is on its fact or the keyboard on itself: a column of them would be noise."""

    def __init__(self, themes: ThemeKeeper, name: str, clicked: Callable[[], object]) -> None:
        super().__init__(themes, "copy", name, clicked)
        self._ink = themes
        self.setFixedSize(QSize(COPY_SIDE + 4, COPY_SIDE + 4))

    def rename(self, name: str) -> None:
        """It copies something else now."""
        self.setToolTip(name)
        self.setAccessibleName(name)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        """Draw it, or nothing. It is smaller than the style would have it, so that it fits beside a line of text."""
        fact = self.parentWidget()
        if not (self.hasFocus() or (fact is not None and fact.underMouse())):
            return
        theme = self._ink.theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.hasFocus():
                painter.setPen(QPen(theme.accent, 2))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 3, 3)
            paint_icon(painter, "copy", QRectF(2, 2, COPY_SIDE, COPY_SIDE), theme.text if self.underMouse() else theme.muted)


class ValueText(QTextEdit):
    """Plain text that can be selected, wraps anywhere and is as high as it needs to be."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setAcceptRichText(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)

    def event(self, event: QEvent) -> bool:
        """Where nothing can be typed, Ctrl+Z is meant for the photos."""
        undoing = isinstance(event, QKeyEvent) and (
            event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)
        )
        if undoing and self.isReadOnly():
            event.ignore()
            return event.type() is not QEvent.Type.ShortcutOverride
        return super().event(event)

    def show_text(self, text: str) -> None:
        """Show other text, never as markup."""
        self.setPlainText(text)
        self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Take the height of the wrapped text."""
        super().resizeEvent(event)
        self.fit()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Leave no selection behind: two selections at once would puzzle."""
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            cursor = self.textCursor()
            cursor.clearSelection()
            self.setTextCursor(cursor)

    @property
    def room_around(self) -> int:
        """Height in pixels of the frame of a value that has one, above and below the text."""
        return 0

    def fit(self) -> None:
        """Be as high as the text needs."""
        self.document().setTextWidth(self.viewport().width())
        height = round(self.document().size().height()) + 2 + self.room_around
        if height != self.height():
            self.setFixedHeight(height)

"""One fact in the panel of details: name and source, the value as text that can be selected, and a button that copies it."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QEnterEvent, QFocusEvent, QGuiApplication, QPainter, QPaintEvent, QPen, QResizeEvent, QTextOption
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QTextEdit, QVBoxLayout, QWidget

from app.gui.fact_rows import FactRow
from app.gui.icons import paint_icon
from app.gui.labels import IconButton, plain_label, smaller
from app.gui.theme import ThemeKeeper

LONGEST_VALUE = 2_000
"""Characters of a value that are shown; copying gives all of it."""
COPY_SIDE = 12


class FactWidget(QWidget):
    """A fact: its name and source in muted text, its value below, and a button that copies the value. It can show one after the other."""

    def __init__(self, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = FactRow("", "", "")
        self._name, self._source, self._value = plain_label("", "muted"), plain_label("", "muted", wrap=True), ValueText()
        self._button = CopyButton(themes, "Copy", self.copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(1)
        column.addLayout(self._title())
        column.addWidget(self._value)

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
        self._source.setText(row.source)
        self._value.show_text(row.value if len(row.value) <= LONGEST_VALUE else row.value[:LONGEST_VALUE] + "…")

    def copy(self) -> None:
        """Put the whole value on the clipboard."""
        QGuiApplication.clipboard().setText(self._row.value)

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: N802
        """Offer to copy."""
        super().enterEvent(event)
        self._button.update()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        """Stop offering."""
        super().leaveEvent(event)
        self._button.update()

    def _title(self) -> QHBoxLayout:
        line, source = QHBoxLayout(), self._source
        line.setSpacing(4)
        source.setFont(smaller(source))
        source.setObjectName("factSource")
        source.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        source.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        line.addWidget(self._name, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self._button, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(source, 1)
        return line


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

    def show_text(self, text: str) -> None:
        """Show other text, never as markup."""
        self.setPlainText(text)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Take the height of the wrapped text."""
        super().resizeEvent(event)
        self._fit()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Leave no selection behind: two selections at once would puzzle."""
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            cursor = self.textCursor()
            cursor.clearSelection()
            self.setTextCursor(cursor)

    def _fit(self) -> None:
        self.document().setTextWidth(self.viewport().width())
        height = round(self.document().size().height()) + 2
        if height != self.height():
            self.setFixedHeight(height)

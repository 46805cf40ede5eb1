"""The panel of one photo: its thumbnail, why it was found, every fact with the source that it was read from, and its file."""

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QFocusEvent,
    QGuiApplication,
    QImage,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QTextEdit, QVBoxLayout, QWidget

from app.domain.photo import Photo
from app.gui.fact_rows import FactRow, fact_rows, file_rows
from app.gui.formatting import file_name
from app.gui.icons import paint_icon
from app.gui.jobs import Runner
from app.gui.labels import IconButton, plain_label, smaller
from app.gui.match_bar import MatchBar
from app.gui.pictures import Looking, Outcome, Pictures
from app.gui.reason_text import ReasonLabel
from app.gui.theme import ThemeKeeper
from app.services.listing import Card

LONGEST_VALUE = 2_000
"""Characters of a value that are shown; copying gives all of it."""
COPY_SIDE = 12
MARGIN = 12
NOTHING = "Select a photo to see what is known about it."


class DetailPanel(QScrollArea):
    """Shows everything that is known about a card. `closed` tells that the person wants it away."""

    closed = Signal()

    def __init__(self, look: Looking, runner: Runner, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._pictures = Pictures(look, runner, self)
        self._card: Card | None = None
        self._thumbnail: Thumbnail | None = None
        self.setObjectName("detailPanel")
        self.setAccessibleName("Details of the photo")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(220)
        self.show_card(None)

    @property
    def card(self) -> Card | None:
        """What is shown."""
        return self._card

    def sizeHint(self) -> QSize:  # noqa: N802
        """Wide enough for a capture time on one line."""
        return QSize(296, 600)

    def show_card(self, card: Card | None) -> None:
        """Show a card, or what to do for None."""
        if card is not None and card == self._card:
            return
        self._card, self._thumbnail = card, None
        page = _Page()
        if card is None:
            page.add(plain_label(NOTHING, "muted", wrap=True))
        else:
            self._fill(page, card)
        page.close_up()
        self.setWidget(page)
        self.verticalScrollBar().setValue(0)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """The thumbnail follows the width."""
        super().resizeEvent(event)
        self._fit_thumbnail()

    def _fit_thumbnail(self) -> None:
        # Reckoned as if the scroll bar were always there: a height that depended on it could make it come and go without end.
        if self._thumbnail is not None:
            room = self.width() - self.verticalScrollBar().sizeHint().width() - 2 * MARGIN
            self._thumbnail.setFixedHeight(self._thumbnail.heightForWidth(room))

    def _fill(self, page: "_Page", card: Card) -> None:
        photo = card.photo
        self._thumbnail = Thumbnail(photo)
        self._fit_thumbnail()
        page.add(self._thumbnail)
        self._pictures.thumbnail(photo, partial(self._arrived, self._thumbnail))
        name = plain_label(file_name(photo.path), "heading", wrap=True)
        name.setObjectName("detailName")
        page.add(name)
        self._add_match(page, card)
        for note in photo.notes:
            page.add(plain_label(note, "warning", wrap=True))
        page.heading("What the photo says")
        rows = fact_rows(photo)
        self._add_rows(page, rows)
        if not rows:
            page.add(plain_label("Nothing but its pixels.", "muted", wrap=True))
        page.heading("File")
        self._add_rows(page, file_rows(photo))

    def _add_match(self, page: "_Page", card: Card) -> None:
        if card.match_percentage is None and not card.reasons:
            return
        page.heading("Why it is here")
        bar = MatchBar(self._themes)
        page.add(bar)
        bar.show_match(card.match_percentage, card.evidence)
        for reason in card.reasons:
            page.add(ReasonLabel(self._themes, reason))

    def _add_rows(self, page: "_Page", rows: Iterable[FactRow]) -> None:
        for row in rows:
            page.add(FactWidget(self._themes, row))

    def _arrived(self, thumbnail: "Thumbnail", outcome: Outcome) -> None:
        if thumbnail is self._thumbnail and isinstance(outcome, QImage):
            thumbnail.show_image(outcome)


class FactWidget(QWidget):
    """A fact: its name and source in muted text, its value below, and a button that copies the value."""

    def __init__(self, themes: ThemeKeeper, row: FactRow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = row
        self.setAccessibleName(f"{row.name}: {row.value}")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(1)
        column.addLayout(self._title(themes, row))
        column.addWidget(ValueText(row.value if len(row.value) <= LONGEST_VALUE else row.value[:LONGEST_VALUE] + "…"))

    @property
    def row(self) -> FactRow:
        """What is shown."""
        return self._row

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

    def _title(self, themes: ThemeKeeper, row: FactRow) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(4)
        self._button = CopyButton(themes, f"Copy {row.name.lower()}", self.copy)
        source = plain_label(row.source, "muted", wrap=True)
        source.setFont(smaller(source))
        source.setObjectName("factSource")
        source.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        source.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        line.addWidget(plain_label(row.name, "muted"), 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self._button, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(source, 1)
        return line


class CopyButton(IconButton):
    """A button that is seen only while the mouse is on its fact or the keyboard on itself: a column of them would be noise."""

    def __init__(self, themes: ThemeKeeper, name: str, clicked: Callable[[], object]) -> None:
        super().__init__(themes, "copy", name, clicked)
        self._ink = themes
        self.setFixedSize(QSize(COPY_SIDE + 4, COPY_SIDE + 4))

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

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        self.setPlainText(text)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Take the height of the wrapped text."""
        super().resizeEvent(event)
        self.document().setTextWidth(self.viewport().width())
        height = round(self.document().size().height()) + 2
        if height != self.height():
            self.setFixedHeight(height)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Leave no selection behind: two selections at once would puzzle."""
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            cursor = self.textCursor()
            cursor.clearSelection()
            self.setTextCursor(cursor)


class Thumbnail(QWidget):
    """The thumbnail, as wide as the panel, in the shape of the photo from the beginning on so that nothing jumps."""

    def __init__(self, photo: Photo, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shape = photo.height / photo.width if photo.width > 0 and photo.height > 0 else 0.75
        self._image = QImage()
        self.setAccessibleName(f"Picture of {file_name(photo.path)}")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """In the photo's shape, but never higher than wide."""
        return round(width * min(max(self._shape, 0.3), 1.0))

    def sizeHint(self) -> QSize:  # noqa: N802
        """As wide as the panel is at first."""
        return QSize(256, self.heightForWidth(256))

    def show_image(self, image: QImage) -> None:
        """The thumbnail has come."""
        self._image = image
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        """Draw it fitted into the middle."""
        with QPainter(self) as painter:
            if self._image.isNull():
                painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Mid))
                return
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            ratio = self.devicePixelRatioF()
            fitted = self._image.scaled(self.size() * ratio, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
            fitted.setDevicePixelRatio(ratio)
            size = fitted.deviceIndependentSize()
            painter.drawImage(round((self.width() - size.width()) / 2), round((self.height() - size.height()) / 2), fitted)


class _Page(QWidget):
    """The column of the panel."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "panel")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(MARGIN, 16, MARGIN, 16)
        self._column.setSpacing(9)

    def add(self, widget: QWidget) -> None:
        """Below the last."""
        self._column.addWidget(widget)

    def heading(self, text: str) -> None:
        """A heading with room above it."""
        self._column.addSpacing(8)
        self.add(plain_label(text, "heading"))

    def close_up(self) -> None:
        """What is left of the height stays empty."""
        self._column.addStretch(1)

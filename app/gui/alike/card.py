"""One photo of a group: its picture, what distinguishes it, whether it is the one to keep, and whether it is to go to the trash."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.domain.written import day_and_clock, safe_line
from app.gui.alike.texts import SAID_MORE, WHY, folder_below
from app.gui.formatting import dimensions, file_name, file_size, shown_date
from app.gui.labels import ElidedLabel, as_tooltip
from app.gui.theme import ThemeKeeper
from app.gui.thumbnails import Thumbnails
from app.gui.tick_box import TickBox
from app.services.listing import Card

SIDE = 200
HEIGHT = 150
RADIUS = 4


class Thumb(QWidget):
    """The thumbnail of a photo, drawn when it is there. `clicked` is the left button."""

    clicked = Signal()

    def __init__(self, card: Card, thumbnails: Thumbnails, themes: ThemeKeeper) -> None:
        super().__init__()
        self._card, self._thumbnails, self._themes = card, thumbnails, themes
        self.setFixedSize(SIDE, HEIGHT)
        thumbnails.arrived.connect(self._heed)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        """The picture in the middle of its box, or an empty box."""
        ratio = self.devicePixelRatioF()
        box = QSize(round(SIDE * ratio), round(HEIGHT * ratio))
        pixmap = self._thumbnails.pixmap(self._card.photo, box, round(RADIUS * ratio))
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            if pixmap is None:
                painter.fillRect(self.rect(), self._themes.theme.line)
                return
            size = pixmap.size().toSizeF().scaled(SIDE, HEIGHT, Qt.AspectRatioMode.KeepAspectRatio)
            if pixmap.width() < size.width() * ratio:
                size = pixmap.size().toSizeF() / ratio
            target = QRectF((SIDE - size.width()) / 2, (HEIGHT - size.height()) / 2, size.width(), size.height())
            painter.drawPixmap(target, pixmap, QRectF(pixmap.rect()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """A click on the picture."""
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()

    def _heed(self, content_hash: str) -> None:
        if content_hash == self._card.photo.content_hash:
            self.update()


class AlikeCard(QFrame):
    """`toggled` tells that it is to go, or not any more."""

    toggled = Signal()

    def __init__(self, card: Card, why: str, said_more: bool, roots: Sequence[str], thumbnails: Thumbnails, themes: ThemeKeeper) -> None:
        """`why` it is suggested to be kept; empty where it is not. `said_more`: something was said of it that the kept one has not.
        `roots` are the folders that were added."""
        super().__init__()
        self.card = card
        self.note = f"Suggested: {why}" if why else "Has words of its own" if said_more else ""
        self.folder = safe_line(folder_below(card.photo.path, roots))
        name = safe_line(file_name(card.photo.path))
        self.setObjectName("alikeCard")
        self.setFixedWidth(SIDE + 16)
        thumb = Thumb(card, thumbnails, themes)
        thumb.setToolTip(as_tooltip(safe_line(card.photo.path)))
        self.check = TickBox(themes, "To the trash")
        self.check.setObjectName("alikeCheck")
        self.check.setAccessibleName(f"To the trash: {name}" + (f", suggested to keep: {why}" if why else ""))
        self.check.toggled.connect(self.toggled)
        thumb.clicked.connect(self.check.toggle)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(2)
        column.addWidget(thumb)
        column.addSpacing(4)
        column.addWidget(ElidedLabel(name, bold=True))
        column.addWidget(Explained(self.folder, safe_line(card.photo.path), muted=True))
        for line in (_when(card), _size_text(card)):
            column.addWidget(ElidedLabel(line, muted=True, end=True))
        column.addWidget(self._mark(why))
        column.addWidget(self.check)

    def _mark(self, why: str) -> QWidget:
        """Why to keep it, in one line, which is there for every card so that all are of one height."""
        told = WHY.get(why, "") if why else SAID_MORE if self.note else ""
        label = Explained(self.note, told, bold=bool(why), muted=not why, end=True)
        label.setObjectName("alikeSuggested" if why else "alikeSaid")
        return label


class Explained(ElidedLabel):
    """One line whose tooltip says more, whether it fits or not."""

    def __init__(self, text: str, told: str, *, muted: bool = False, bold: bool = False, end: bool = False) -> None:
        self._told = as_tooltip(told) if told else ""
        super().__init__(text, muted=muted, bold=bold, end=end)
        self.setToolTip(self._told)
        self.setAccessibleDescription(told)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """As any other, with its own tooltip."""
        super().paintEvent(event)
        self.setToolTip(self._told)


def _when(card: Card) -> str:
    """The day, and the time to the last digit that is known: it tells the pictures of a burst apart."""
    taken = card.photo.facts.taken
    read = day_and_clock(taken.value) if taken else None
    return f"{shown_date(card.photo)}, {read[1]}" if read and read[1] else shown_date(card.photo)


def _size_text(card: Card) -> str:
    photo = card.photo
    pixels = dimensions(photo.width, photo.height).split(",")[0]
    others = len(card.versions) - 1 if card.as_one else 0
    versions = f" · {others + 1} versions" if others > 0 else ""
    return f"{file_size(photo.stamp.size)} · {pixels}{versions}"

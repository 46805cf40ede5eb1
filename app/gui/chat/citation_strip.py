"""The photos that an answer speaks of, as small pictures that can be clicked, reached by keys, shown as a list and compared."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QPushButton, QVBoxLayout, QWidget

from app.assistant.answer import Citation
from app.domain.ids import PhotoId
from app.domain.photo import Photo
from app.gui.chat.flow_layout import FlowLayout
from app.gui.chat.harmless import breakable, harmless
from app.gui.compare_view import FEWEST, MOST
from app.gui.formatting import count, file_name, shown_date
from app.gui.icons import paint_icon
from app.gui.labels import as_tooltip
from app.gui.theme import ThemeKeeper
from app.gui.thumbnails import Thumbnails

SIDE, SMALL_SIDE = 72, 40
BOX = 112
"""Logical pixels that a thumbnail is decoded for: a square is cut out of its middle."""
RADIUS = 6
MOST_SHOWN = 24
"""Pictures in one strip; "Show these" shows all."""


class CitedPhoto(QAbstractButton):
    """One cited photo. A photo that is no more is a frame with a sign."""

    chosen = Signal(object)
    """The `Photo` was clicked."""

    def __init__(self, citation: Citation, thumbnails: Thumbnails, themes: ThemeKeeper, side: int = SIDE) -> None:
        super().__init__()
        self._citation = citation
        self._thumbnails = thumbnails
        self._themes = themes
        self._side = side
        self._gone = citation.photo is None
        self.setObjectName("citedPhoto")
        self.setFixedSize(side, side)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._choose)
        thumbnails.arrived.connect(self._heed)
        themes.changed.connect(self.update)
        self._name()

    @property
    def citation(self) -> Citation:
        """What it shows."""
        return self._citation

    @property
    def gone(self) -> bool:
        """Whether the library has the photo no more."""
        return self._gone

    def set_gone(self, gone: bool) -> None:
        """The library has, or has not, the photo."""
        self._gone = gone or self._citation.photo is None
        self._name()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        """The middle of the thumbnail in a frame with round corners, a ring around it while the keyboard is here."""
        theme, rect = self._themes.theme, QRectF(self.rect()).adjusted(2, 2, -2, -2)
        with QPainter(self) as painter:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            path = QPainterPath()
            path.addRoundedRect(rect, RADIUS, RADIUS)
            painter.fillPath(path, theme.bar_track)
            painter.setClipPath(path)
            self._paint_picture(painter, rect)
            painter.setClipping(False)
            if self.hasFocus() or self.underMouse():
                painter.setPen(QPen(theme.accent, 2))
                painter.drawRoundedRect(rect.adjusted(-1, -1, 1, 1), RADIUS + 1, RADIUS + 1)

    def sizeHint(self) -> QSize:  # noqa: N802
        """A square."""
        return QSize(self._side, self._side)

    def _paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        photo, ratio = self._citation.photo, self.devicePixelRatioF()
        pixmap = None if self._gone or photo is None else self._thumbnails.pixmap(photo, QSize(round(BOX * ratio), round(BOX * ratio)), 0)
        if pixmap is not None:
            side = min(pixmap.width(), pixmap.height())
            middle = QRectF((pixmap.width() - side) / 2, (pixmap.height() - side) / 2, side, side)
            painter.drawPixmap(rect, pixmap, middle)
        elif self._gone or (photo is not None and self._thumbnails.known_missing(photo)):
            sign = QRectF(0, 0, 20, 20)
            sign.moveCenter(rect.center())
            paint_icon(painter, "forget" if self._gone else "warning", sign, self._themes.theme.muted)

    def _name(self) -> None:
        name = harmless(file_name(self._citation.path))
        about = "not in the library any more" if self._gone else _about(self._citation.photo)
        self.setAccessibleName(f"{name}, {about}")
        self.setToolTip(as_tooltip(f"{breakable(name)}\n{about}"))

    def _choose(self) -> None:
        if not self._gone:
            self.chosen.emit(self._citation.photo)

    def _heed(self, content_hash: str) -> None:
        photo = self._citation.photo
        if photo is not None and photo.content_hash == content_hash:
            self.update()


class CitationStrip(QWidget):
    """All photos of an answer with what can be done with them."""

    chosen = Signal(object)
    show_asked = Signal(tuple)
    """The cited `Photo`s as a list."""
    all_asked = Signal()
    """All photos that the answer is about as a list."""
    compare_asked = Signal(tuple)

    def __init__(self, cited: Sequence[Citation], thumbnails: Thumbnails, themes: ThemeKeeper, whole: int = 0) -> None:
        """`whole` is how many photos the answer is about, as far as more of them are known than are cited."""
        super().__init__()
        self.setObjectName("citationStrip")
        self.setAccessibleName(f"Cited: {count(len(cited), 'photo')}")
        self._cited = tuple(cited)
        self._gone: frozenset[PhotoId] = frozenset()
        self.pictures = [CitedPhoto(each, thumbnails, themes) for each in cited[:MOST_SHOWN]]
        self.show_these = QPushButton(f"Show {'this photo' if len(cited) == 1 else f'these {len(cited)}'}")
        self.show_these.setObjectName("showCited")
        self.show_these.setAccessibleName("Show the cited photos in the grid")
        self.show_all = QPushButton(f"Show all {whole:,}")
        self.show_all.setObjectName("showAll")
        self.show_all.setAccessibleName(f"Show all {whole:,} photos of the answer in the grid")
        self._more = whole > 0
        self.compare = QPushButton("Compare")
        self.compare.setObjectName("compareCited")
        self.compare.setAccessibleName("Compare the cited photos")
        self.show_these.clicked.connect(lambda: self.show_asked.emit(self._photos()))
        self.show_all.clicked.connect(lambda: self.all_asked.emit())
        self.compare.clicked.connect(lambda: self.compare_asked.emit(self._photos()))
        self._arrange()

    def note_gone(self, gone: frozenset[PhotoId]) -> None:
        """These photos are in the library no more."""
        for picture in self.pictures:
            photo = picture.citation.photo
            picture.set_gone(photo is None or photo.id in gone)
        self._gone = gone
        self._enable()

    def tab_order(self) -> tuple[QWidget, ...]:
        """Where the keyboard goes."""
        return (*self.pictures, self.show_these, self.show_all, self.compare)

    def _arrange(self) -> None:
        column, flow, row = QVBoxLayout(self), FlowLayout(4), FlowLayout(8)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for picture in self.pictures:
            picture.chosen.connect(self.chosen)
            flow.addWidget(picture)
        for button in (self.show_these, self.show_all, self.compare):
            button.setProperty("kind", "small")
            row.addWidget(button)
        column.addLayout(flow)
        column.addLayout(row)
        self._enable()

    def _enable(self) -> None:
        there = len(self._photos())
        self.show_these.setVisible(bool(self._cited))
        self.show_these.setEnabled(there > 0)
        self.show_all.setVisible(self._more)
        self.compare.setVisible(FEWEST <= len(self._cited) <= MOST)
        self.compare.setEnabled(FEWEST <= there <= MOST)

    def _photos(self) -> tuple[Photo, ...]:
        return tuple(each.photo for each in self._cited if each.photo is not None and each.photo.id not in self._gone)


def small_pictures(cited: Sequence[Citation], thumbnails: Thumbnails, themes: ThemeKeeper) -> list[CitedPhoto]:
    """Pictures for beside a sentence."""
    return list(map(partial(CitedPhoto, thumbnails=thumbnails, themes=themes, side=SMALL_SIDE), cited))


def _about(photo: Photo | None) -> str:
    return shown_date(photo) if photo is not None else ""

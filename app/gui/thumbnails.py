"""Thumbnails for the grid: decoded in jobs at the size they are drawn, kept as pixmaps up to a number of bytes."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QBuffer, QByteArray, QObject, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QImage, QImageReader, QPainter, QPixmap

from app.domain.ids import ContentHash
from app.domain.photo import Photo
from app.gui.jobs import Runner

KEPT_BYTES = 256 * 1024 * 1024
AT_ONCE = 2
"""Jobs in flight: few, so that a search never waits behind a screen of thumbnails."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """A pixmap, decoded for a box in device pixels; None where there is no thumbnail."""

    pixmap: QPixmap | None
    box: QSize

    @property
    def cost(self) -> int:
        return 0 if self.pixmap is None else self.pixmap.width() * self.pixmap.height() * 4


class Thumbnails(QObject):
    """Hands out pixmaps at once where it has them; else it fetches them, and `arrived` says when to draw again."""

    arrived = Signal(str)
    """The content hash of a photo whose thumbnail can be drawn now."""

    def __init__(
        self, encoded: Callable[[Photo], bytes | None], runner: Runner, parent: QObject | None = None, kept_bytes: int = KEPT_BYTES
    ) -> None:
        super().__init__(parent)
        self._encoded = encoded
        self._runner = runner
        self._most = kept_bytes
        self._bytes = 0
        self._kept: OrderedDict[ContentHash, _Kept] = OrderedDict()
        self._waiting: OrderedDict[ContentHash, tuple[Photo, QSize, int]] = OrderedDict()
        self._flying: set[ContentHash] = set()

    @property
    def bytes(self) -> int:
        """What the kept pixmaps hold."""
        return self._bytes

    def pixmap(self, photo: Photo, box: QSize, radius: int) -> QPixmap | None:
        """The thumbnail for a box in device pixels, its corners rounded; until it is there another size of it, or None."""
        kept = self._kept.get(photo.content_hash)
        if kept is None or kept.box != box:
            self._want(photo, box, radius)
            return kept.pixmap if kept else None
        self._kept.move_to_end(photo.content_hash)
        return kept.pixmap

    def known_missing(self, photo: Photo) -> bool:
        """Whether it was tried and there is none."""
        kept = self._kept.get(photo.content_hash)
        return kept is not None and kept.pixmap is None

    def drop_waiting(self) -> None:
        """Forget what was asked for and has not begun: what is in sight now asks again when it is drawn."""
        self._waiting.clear()

    def try_missing_again(self) -> None:
        """Forget which thumbnails could not be had."""
        for content_hash in [each for each, kept in self._kept.items() if kept.pixmap is None]:
            del self._kept[content_hash]

    def _want(self, photo: Photo, box: QSize, radius: int) -> None:
        if photo.content_hash in self._flying:
            return
        self._waiting[photo.content_hash] = (photo, box, radius)
        self._start_next()

    def _start_next(self) -> None:
        while self._waiting and len(self._flying) < AT_ONCE:
            content_hash, (photo, box, radius) = self._waiting.popitem(last=False)
            self._flying.add(content_hash)
            work = partial(_decoded, self._encoded, photo, box, radius)
            self._runner.run(work, partial(self._keep, content_hash, box), ended=partial(self._land, content_hash))

    def _keep(self, content_hash: ContentHash, box: QSize, image: QImage | None) -> None:
        older = self._kept.pop(content_hash, None)
        kept = _Kept(None if image is None else QPixmap.fromImage(image), box)
        self._bytes += kept.cost - (older.cost if older else 0)
        self._kept[content_hash] = kept
        while self._bytes > self._most and len(self._kept) > 1:
            self._bytes -= self._kept.popitem(last=False)[1].cost

    def _land(self, content_hash: ContentHash) -> None:
        self._flying.discard(content_hash)
        self.arrived.emit(content_hash)
        self._start_next()


def _decoded(encoded: Callable[[Photo], bytes | None], photo: Photo, box: QSize, radius: int) -> QImage | None:
    kept = encoded(photo)
    image = None if kept is None else decode(kept, box)
    return None if image is None else rounded(image, radius)


def decode(encoded: bytes, box: QSize) -> QImage | None:
    """A JPEG scaled down, never up, into a box of pixels; None where the bytes are no picture."""
    buffer = QBuffer()
    buffer.setData(QByteArray(encoded))
    reader = QImageReader(buffer, QByteArray(b"jpeg"))
    full = reader.size()
    if full.isValid() and (full.width() > box.width() or full.height() > box.height()):
        reader.setScaledSize(full.scaled(box, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1)))
    image = reader.read()
    return None if image.isNull() else image


def rounded(image: QImage, radius: int) -> QImage:
    """The image with smooth round corners of `radius` pixels."""
    result = QImage(image.size(), QImage.Format.Format_ARGB32_Premultiplied)
    result.fill(Qt.GlobalColor.transparent)
    with QPainter(result) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(image))
        painter.drawRoundedRect(result.rect(), radius, radius)
    return result

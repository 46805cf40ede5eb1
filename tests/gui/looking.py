"""Photos, cards and pictures for the tests of the widgets that look at them."""

import threading
from collections.abc import Collection, Sequence

from PySide6.QtCore import QBuffer, QIODevice, QObject, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QWidget

from app.domain.ids import ContentHash, FolderId, LocalTime, PhotoId
from app.domain.match import Evidence, Reason
from app.domain.photo import Fact, FileStamp, Photo, PhotoFacts, Picture, Skipped, Tag
from app.services.listing import Card
from app.services.seen import Seen

FACTS = PhotoFacts(
    taken=Fact(LocalTime("2014-06-14T10:20:30"), "EXIF DateTimeOriginal"),
    offset=Fact("+02:00", "EXIF OffsetTimeOriginal"),
    make=Fact("Canon", "EXIF Make"),
    model=Fact("Canon EOS 20D", "EXIF Model"),
    iso=Fact(200, "EXIF ISOSpeedRatings"),
    aperture=Fact(2.8, "EXIF FNumber"),
    shutter=Fact(0.004, "EXIF ExposureTime"),
    focal_length=Fact(50.0, "EXIF FocalLength"),
    tags=Fact((Tag("harbour"), Tag("Italy", ("Places",))), "XMP dc:subject"),
)


def photo(
    number: int, *, path: str = "", width: int = 1200, height: int = 800, facts: PhotoFacts = FACTS, notes: tuple[str, ...] = ()
) -> Photo:
    """A photo that only `DrawnLook` can draw."""
    return Photo(
        PhotoId(number),
        FolderId(1),
        path or f"/photos/picture {number}.jpg",
        FileStamp(4_200_000, 1),
        ContentHash(f"{number:064x}"),
        "JPEG",
        width,
        height,
        facts,
        notes=notes,
    )


def card(
    number: int, percentage: int | None = None, evidence: Evidence = Evidence.FILTER, *reasons: Reason, of: Photo | None = None
) -> Card:
    """A card of such a photo."""
    return Card(of or photo(number), percentage, evidence, reasons)


class DrawnLook:
    """Draws a picture of the right shape for every photo: a colour of its own, and a darker right half."""

    def __init__(self, *unreadable: int) -> None:
        self.unreadable = unreadable
        self.asked: list[tuple[int, int]] = []
        self.looks: dict[PhotoId, Seen] = {}
        self.gate = threading.Event()
        self.gate.set()

    def thumbnail(self, photo: Photo) -> bytes | None:
        """A small JPEG."""
        if photo.id in self.unreadable:
            return None
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        _drawn(photo, 60).save(buffer, "JPEG")  # type: ignore[call-overload]
        return bytes(buffer.data().data())

    def seen(self, photo_ids: Collection[PhotoId]) -> dict[PhotoId, Seen]:
        """What the test has put there."""
        return {each: self.looks[each] for each in photo_ids if each in self.looks}

    def picture(self, photo: Photo, longest_side: int) -> Picture | Skipped:
        """Pixels, when the gate is open."""
        self.asked.append((int(photo.id), longest_side))
        self.gate.wait(10)
        if photo.id in self.unreadable:
            return Skipped(photo.path, f"{photo.path} is not a picture.")
        image = _drawn(photo, longest_side).convertToFormat(QImage.Format.Format_RGB888)
        pixels, stride = bytes(image.constBits()), image.bytesPerLine()
        rgb = b"".join(pixels[row * stride : row * stride + 3 * image.width()] for row in range(image.height()))
        return Picture(image.width(), image.height(), rgb, photo.width, photo.height)


class CardList(QObject):
    """A listing whose cards may come late."""

    ready = Signal(int)

    def __init__(self, cards: Sequence[Card], late: Sequence[int] = ()) -> None:
        super().__init__()
        self.cards = list(cards)
        self.late = set(late)

    def __len__(self) -> int:
        return len(self.cards)

    def card(self, position: int) -> Card | None:
        """The card, if it has come."""
        return None if position in self.late else self.cards[position]

    def bring(self, position: int) -> None:
        """A late card comes."""
        self.late.discard(position)
        self.ready.emit(position)


def color_of(number: int) -> QColor:
    """The colour of a photo's left half."""
    return QColor.fromHsv(number * 47 % 360, 200, 220)


def pixel(widget: QWidget, x: float, y: float) -> QColor:
    """The colour that a widget shows at a place given by shares of its width and height."""
    image = widget.grab().toImage()
    return image.pixelColor(int(x * (image.width() - 1)), int(y * (image.height() - 1)))


def near(first: QColor, other: QColor, by: int = 12) -> bool:
    """Whether two colours look the same."""
    pairs = ((first.red(), other.red()), (first.green(), other.green()), (first.blue(), other.blue()))
    return all(abs(one - two) <= by for one, two in pairs)


def _drawn(photo: Photo, longest_side: int) -> QImage:
    scale = min(1.0, longest_side / max(photo.width, photo.height))
    image = QImage(max(1, round(photo.width * scale)), max(1, round(photo.height * scale)), QImage.Format.Format_RGB32)
    image.fill(color_of(int(photo.id)))
    with QPainter(image) as painter:
        painter.fillRect(image.width() // 2, 0, image.width(), image.height(), color_of(int(photo.id)).darker(300))
        painter.setPen(Qt.GlobalColor.white)
    return image

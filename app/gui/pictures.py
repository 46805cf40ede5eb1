"""Pictures for looking at: decoded in jobs, kept while memory allows, asked for once however many want them."""

from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage

from app.domain.errors import AppError
from app.domain.ids import ContentHash, PhotoId
from app.domain.photo import Photo, Picture, Skipped
from app.gui.jobs import Job, Runner
from app.services.seen import Seen

KEPT_BYTES = 192_000_000
"""Decoded pictures kept for going back and forth."""
LONGEST = 8192
"""The longest side that is ever asked for, in pixels: 8192 x 6144 take 200 MB while they are shown."""

Wish = tuple[ContentHash, str, int]
Outcome = QImage | str
Done = Callable[[Outcome], None]


class Looking(Protocol):
    """Where pixels come from; called in jobs. `LookAtPhotos` is one."""

    def thumbnail(self, photo: Photo) -> bytes | None:
        """An encoded thumbnail, or None."""

    def picture(self, photo: Photo, longest_side: int) -> Picture | Skipped:
        """Upright pixels, at most so long, or why there are none."""

    def seen(self, photo_ids: Collection[PhotoId]) -> Mapping[PhotoId, Seen]:
        """What these pictures seem to show, without those that were not looked at yet."""


class Pictures(QObject):
    """Hands out upright pictures as `QImage`, or the sentence that says why there is none."""

    def __init__(self, look: Looking, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._runner = runner
        self._kept: OrderedDict[Wish, QImage] = OrderedDict()
        self._open: dict[Wish, tuple[Job, list[Done]]] = {}

    def ask(self, photo: Photo, longest_side: int, done: Done) -> None:
        """Call `done` with the picture, at once if it is kept. Sides are device pixels; a larger picture than the photo is never made."""
        side = min(longest_side, LONGEST, max(photo.width, photo.height, 1))
        wish = (photo.content_hash, photo.path, side)
        if wish in self._kept:
            self._kept.move_to_end(wish)
            done(self._kept[wish])
        elif wish in self._open and not self._open[wish][0].switch.cancelled:
            self._open[wish][1].append(done)
        else:
            self._start(wish, photo, done)

    def thumbnail(self, photo: Photo, done: Done) -> None:
        """Call `done` with the thumbnail; with an empty sentence if there is none."""
        self._runner.run(partial(_thumbnail, self._look, photo), done, partial(_failed, done))

    def drop_waiting(self) -> None:
        """Nobody waits for what has been asked for so far: jobs that have not begun do not begin."""
        for job, _ in self._open.values():
            job.cancel()

    def forget(self) -> None:
        """Free every picture that is kept."""
        self.drop_waiting()
        self._kept.clear()

    def _start(self, wish: Wish, photo: Photo, done: Done) -> None:
        waiting = [done]
        job = self._runner.run(
            partial(decoded, self._look, photo, wish[2]),
            partial(self._arrived, wish, waiting),
            lambda error: self._arrived(wish, waiting, str(error)),
            ended=lambda: self._ended(wish, waiting),
        )
        self._open[wish] = (job, waiting)

    def _arrived(self, wish: Wish, waiting: list[Done], outcome: Outcome) -> None:
        if isinstance(outcome, QImage):
            self._keep(wish, outcome)
        for done in waiting:
            done(outcome)

    def _ended(self, wish: Wish, waiting: list[Done]) -> None:
        if wish in self._open and self._open[wish][1] is waiting:
            del self._open[wish]

    def _keep(self, wish: Wish, image: QImage) -> None:
        self._kept[wish] = image
        while len(self._kept) > 1 and sum(each.sizeInBytes() for each in self._kept.values()) > KEPT_BYTES:
            self._kept.popitem(last=False)


def image_of(picture: Picture) -> QImage:
    """The pixels as a 32-bit image that owns them and is quick to draw. Safe on any thread."""
    view = QImage(picture.rgb, picture.width, picture.height, 3 * picture.width, QImage.Format.Format_RGB888)
    return view.convertToFormat(QImage.Format.Format_RGB32)


def image_of_jpeg(encoded: bytes) -> QImage:
    """A thumbnail; null if it is none. Safe on any thread, but only with the format named.

    Else every plugin is asked, and that of SVG connects signals: it waits for Qt's lock with Python's in hand, while the GUI's thread
    may hold Qt's and wait for Python's.
    """
    return QImage.fromData(encoded, "JPEG")  # type: ignore[arg-type]  # The stubs say bytes, which are refused.


def decoded(look: Looking, photo: Photo, longest_side: int) -> Outcome:
    """The picture of a photo, or the sentence that says why not; for a job."""
    picture = look.picture(photo, longest_side)
    return image_of(picture) if isinstance(picture, Picture) else picture.reason


def _thumbnail(look: Looking, photo: Photo) -> Outcome:
    encoded = look.thumbnail(photo)
    image = image_of_jpeg(encoded) if encoded else QImage()
    return "" if image.isNull() else image


def _failed(done: Done, error: AppError) -> None:
    done(str(error))

"""Fills a canvas with one photo: the thumbnail at once, then pixels as sharp as the view can show, and sharper ones after a zoom."""

from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage
from shiboken6 import isValid

from app.domain.photo import Photo
from app.gui.picture_canvas import PictureCanvas
from app.gui.pictures import LONGEST, Outcome, Pictures

FIT_LONGEST = 4096
"""The longest side of a picture that is only fitted into the view, in device pixels."""
SETTLE_MS = 120
"""How long a zoom or a new size has to last before other pixels are asked for."""


class Sharpening(QObject):
    """Keeps one canvas as sharp as it can be. `settled` tells that the picture, or the sentence in its place, is there."""

    settled = Signal()

    def __init__(self, canvas: PictureCanvas, pictures: Pictures) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._pictures = pictures
        self._photo: Photo | None = None
        self._sharp = False
        self._later = QTimer(self, interval=SETTLE_MS, singleShot=True)
        self._later.timeout.connect(self._sharpen)
        canvas.altered.connect(self._later.start)

    @property
    def sharp(self) -> bool:
        """Whether more than the thumbnail is there."""
        return self._sharp

    def show(self, photo: Photo | None) -> None:
        """Begin with a photo, or empty the canvas. What arrives late for an earlier one is dropped."""
        self._photo, self._sharp = photo, False
        if photo is None:
            self._canvas.start(1, 1)
            return
        self._canvas.start(photo.width, photo.height)
        self._pictures.thumbnail(photo, partial(self._blurred, photo))
        self._ask(photo)

    def show_when_sized(self, photo: Photo) -> None:
        """The same for a canvas that its layout has not sized yet: as many pixels as it has room for are asked for, once."""
        QTimer.singleShot(0, self, lambda: self.show(photo))

    def _ask(self, photo: Photo) -> None:
        self._pictures.ask(photo, self._side(), partial(self._arrived, photo))

    def _side(self) -> int:
        return LONGEST if self._canvas.view.zoom > 1 else min(self._canvas.needed_side(), FIT_LONGEST)

    def _waits_for(self, photo: Photo) -> bool:
        """Whether this photo is still to be shown: the canvas of a closed comparison is no more."""
        return photo is self._photo and isValid(self._canvas)

    def _blurred(self, photo: Photo, outcome: Outcome) -> None:
        if self._waits_for(photo) and isinstance(outcome, QImage) and not self._sharp and not self._canvas.sentence:
            self._canvas.add_image(outcome)

    def _arrived(self, photo: Photo, outcome: Outcome) -> None:
        if not self._waits_for(photo):
            return
        if isinstance(outcome, QImage):
            self._sharp = True
            self._canvas.add_image(outcome)
            self._later.start()
        elif not self._sharp:
            self._canvas.show_sentence(outcome)
        self.settled.emit()

    def _sharpen(self) -> None:
        photo = self._photo
        if photo is None or not self._sharp or not self._canvas.isVisible():
            return
        there = max((max(each.width(), each.height()) for each in self._canvas.images), default=0)
        if there < min(self._side(), max(photo.width, photo.height)):
            self._ask(photo)

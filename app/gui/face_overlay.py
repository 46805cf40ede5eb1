"""Faces over the large picture: whether the person wants to see them, and asking what was found once they do."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QPainter
from shiboken6 import isValid

from app.domain.ids import PhotoId
from app.domain.photo import Photo
from app.gui.face_marks import Mark, faces_line, marks_of, paint_line, paint_marks
from app.gui.jobs import Runner
from app.gui.labels import IconButton
from app.gui.picture_canvas import PictureCanvas
from app.gui.pictures import Looking
from app.gui.theme import ThemeKeeper
from app.services.seen import Seen


class FaceOverlay(QObject):
    """Draws on a canvas. `toggled` tells whether faces are wanted now."""

    toggled = Signal(bool)

    def __init__(self, canvas: PictureCanvas, look: Looking, runner: Runner, themes: ThemeKeeper) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._look = look
        self._runner = runner
        self._photo: Photo | None = None
        self._marks: tuple[Mark, ...] = ()
        self._line = ""
        self._wanted = False
        self.button = IconButton(themes, "person", "Show faces (Shift+F)", self.toggle)
        self.button.setObjectName("showFaces")
        self.button.setCheckable(True)
        canvas.set_overlay(self._paint)

    @property
    def wanted(self) -> bool:
        """Whether faces are shown."""
        return self._wanted

    @property
    def line(self) -> str:
        """What is said of the marks; empty while nothing is known, or nothing wanted."""
        return self._line

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What is drawn."""
        return self._marks

    def toggle(self) -> None:
        """Show faces, or hide them."""
        self.want(not self._wanted)
        self.toggled.emit(self._wanted)

    def want(self, wanted: bool) -> None:
        """Show faces or not, without telling."""
        self._wanted = wanted
        self.button.setChecked(wanted)
        self._ask()

    def show_photo(self, photo: Photo | None) -> None:
        """Another photo, or none; the same one with something else known of it keeps its marks until they are known anew."""
        if photo is None or self._photo is None or photo.id != self._photo.id:
            self._take((), "")
        self._photo = photo
        self._ask()

    def look_again(self) -> None:
        """What was found may be otherwise now."""
        self._ask()

    def _ask(self) -> None:
        if self._photo is None or not self._wanted:
            self._take((), "")
            return
        self._runner.run(partial(self._look.seen, (self._photo.id,)), partial(self._show, self._photo), key="faces")

    def _show(self, photo: Photo, seen: Mapping[PhotoId, Seen]) -> None:
        if isValid(self) and photo is self._photo and self._wanted:
            found = seen.get(photo.id)
            self._take(marks_of(photo, found), faces_line(photo, found))

    def _take(self, marks: tuple[Mark, ...], line: str) -> None:
        self._marks, self._line = marks, line
        names = ", ".join(mark.name for mark in marks if mark.name)
        self._canvas.setAccessibleDescription(f"{line}: {names}" if names else line)
        self._canvas.update()

    def _paint(self, painter: QPainter, picture: QRectF) -> None:
        room = QRectF(self._canvas.rect())
        paint_marks(painter, picture, room, self._marks)
        if self._line:
            paint_line(painter, room, self._line)

"""The line that says how far looking at pictures is, with its pause."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QProgressBar, QPushButton, QSizePolicy, QWidget

from app.gui.chat.harmless import one_line
from app.gui.formatting import count, time_left
from app.gui.labels import IconButton, plain_label
from app.gui.seeing import Seeing
from app.gui.strips import framed_row
from app.gui.theme import ThemeKeeper
from app.services.events import SeeProgress, SeeSummary

MANY = 20
"""From so many pictures on a run is shown: fewer are done before anybody has read the line."""
SHOWN_MS = 15_000


class SeeingStrip(QWidget):
    """Shows a `Seeing` while it has much to do."""

    def __init__(self, seeing: Seeing, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._seeing = seeing
        self._closed = False
        self.setObjectName("seeingStrip")
        self._text, self._bar, self._button = plain_label(), QProgressBar(), QPushButton("Pause")
        self._close = IconButton(themes, "close", "Close this line", self._dismiss)
        self._gone = QTimer(self, interval=SHOWN_MS, singleShot=True)
        self._gone.timeout.connect(self.hide)
        self._arrange()
        self._button.clicked.connect(seeing.turn)
        seeing.progressed.connect(self._progress)
        seeing.ended.connect(self._end)
        seeing.paused_changed.connect(self._follow_pause)
        self.hide()

    @property
    def text(self) -> str:
        """The line as it stands."""
        return self._text.text()

    def _arrange(self) -> None:
        self._text.setObjectName("seeingText")
        self._text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(240)
        self._bar.setAccessibleName("Photos looked at")
        self._button.setObjectName("seeingPause")
        self._close.setObjectName("seeingClose")
        row = framed_row(self)
        row.setSpacing(12)
        row.addWidget(self._text, 1)
        for part in (self._bar, self._button, self._close):
            row.addWidget(part)

    def _dismiss(self) -> None:
        """Out of sight until another run; what goes on goes on."""
        self._closed = True
        self.hide()

    def _progress(self, progress: SeeProgress) -> None:
        if self._seeing.paused:
            self._show_paused()  # what was under way when it was paused has come
            return
        if progress.found < MANY:
            return
        self._gone.stop()
        self._text.setText(progress_text(progress))
        done, photos = progress.least
        self._bar.setRange(0, photos)
        self._bar.setValue(done)
        self._show_parts(running=True)
        self.setVisible(not self._closed)

    def _show_parts(self, *, running: bool) -> None:
        self._bar.setVisible(running)
        self._button.setVisible(running or self._seeing.paused)
        self._button.setText("Go on" if self._seeing.paused else "Pause")

    def _follow_pause(self) -> None:
        self._closed = False
        if self._seeing.paused:
            self._show_paused()
        else:
            self.hide()  # until it is told how far the run is

    def _show_paused(self) -> None:
        progress = self._seeing.progress
        if progress is not None and progress.found >= MANY and not self._closed:
            self._text.setText(paused_text(progress))
            self._show_parts(running=False)
            self.show()

    def _end(self, summary: SeeSummary | None) -> None:
        if self._seeing.paused:
            return
        self._closed = False
        if self.isHidden() or summary is None or summary.cancelled or summary.missing:
            self.hide()
            return
        self._text.setText(summary_text(summary))
        self._show_parts(running=False)
        self._gone.start()


def progress_text(progress: SeeProgress) -> str:
    """`Looking at photos: 120 of 1,204 · about 3 min left`, or with each purpose by itself."""
    begin = "Looking at photos · " if len(progress.parts) > 1 else "Looking at photos: "
    return " · ".join(filter(None, (begin + one_line(progress.counts), time_left(progress.seconds_left))))


def paused_text(progress: SeeProgress) -> str:
    """What is said while nothing is looked at because the person wants it so."""
    left = count(progress.found - progress.done, "photo")
    return f"Paused: {left} left to look at. Candid goes on when you say so, or at its next start."


def summary_text(summary: SeeSummary) -> str:
    """What came of a run."""
    line = f"Looked at {count(summary.looked, 'photo')}: they are found by what they seem to show as well"
    return f"{line} · {summary.troubled:,} could not be looked at" if summary.troubled else line

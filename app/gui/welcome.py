"""The first page: where to drop a folder, and two buttons."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.gui.icons import icon
from app.gui.labels import plain_label
from app.gui.theme import ThemeKeeper


class DropFrame(QWidget):
    """A dashed frame around its contents."""

    def __init__(self, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        themes.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        """Draw the frame."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._themes.theme.edge, 1.5, Qt.PenStyle.DashLine))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 14, 14)


class WelcomePage(QWidget):
    """Shown while the library holds no photos."""

    add_folder = Signal()
    try_sample = Signal()

    def __init__(self, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.setObjectName("welcome")
        self._sign = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self._add, self._sample = QPushButton("Add folder…"), QPushButton("Try the sample library")
        self._prepare()
        self.setFocusProxy(self._add)
        frame = DropFrame(themes)
        frame.setFixedSize(560, 320)
        self._fill(frame)
        layout = QVBoxLayout(self)
        layout.addWidget(frame, 0, Qt.AlignmentFlag.AlignCenter)
        themes.changed.connect(self._paint_signs)
        self._paint_signs()

    def _prepare(self) -> None:
        self._add.setObjectName("welcomeAddFolder")
        self._add.setProperty("kind", "primary")
        self._add.setDefault(True)
        self._sample.setObjectName("welcomeSample")
        self._add.clicked.connect(self.add_folder)
        self._sample.clicked.connect(self.try_sample)

    def _fill(self, frame: QWidget) -> None:
        title = QLabel("Drop a photo folder here", alignment=Qt.AlignmentFlag.AlignCenter)
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * 1.8)
        title.setFont(font)
        title.setObjectName("welcomeTitle")
        promise = plain_label("Candid reads your photos where they are.\nIt never changes them, and nothing leaves this computer.", "muted")
        promise.setAlignment(Qt.AlignmentFlag.AlignCenter)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(self._add)
        buttons.addWidget(self._sample)
        buttons.addStretch(1)
        layout = QVBoxLayout(frame)
        layout.setSpacing(12)
        layout.addStretch(1)
        for part in (self._sign, title, promise):
            layout.addWidget(part)
        layout.addSpacing(12)
        layout.addLayout(buttons)
        layout.addStretch(1)

    def _paint_signs(self) -> None:
        self._sign.setPixmap(icon("add-folder", self._themes.theme.accent, 48).pixmap(QSize(48, 48), self.devicePixelRatioF()))

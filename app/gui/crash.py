"""What a person sees when something goes wrong that nobody expected: one calm dialog, and the program goes on."""

import platform
import sys
import traceback
from types import TracebackType

from PySide6.QtCore import QObject, Qt, Signal, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from app import __version__

SENTENCE = (
    "Something went wrong in Candid that it did not expect. Nothing was lost: your photos are never written to, "
    "and the library keeps what it had. You can go on; if it happens again, quit and start Candid anew."
)
LONGEST = 20_000


class CrashDialog(QDialog):
    """Says that nothing was lost and offers the details as text that can be copied."""

    def __init__(self, details: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("crashDialog")
        self.setWindowTitle("Candid: an unexpected error")
        self.resize(640, 360)
        sentence = QLabel(SENTENCE)
        sentence.setTextFormat(Qt.TextFormat.PlainText)
        sentence.setWordWrap(True)
        self._details = QPlainTextEdit(details)
        self._details.setObjectName("crashDetails")
        self._details.setReadOnly(True)
        self._details.setAccessibleName("Details of the error")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(sentence)
        layout.addWidget(self._details, 1)
        layout.addLayout(self._buttons())

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        copy, leave, go_on = QPushButton("Copy details"), QPushButton("Quit Candid"), QPushButton("Go on")
        copy.clicked.connect(self._copy)
        leave.clicked.connect(QApplication.quit)
        go_on.clicked.connect(self.accept)
        go_on.setDefault(True)
        row.addWidget(copy)
        row.addStretch(1)
        row.addWidget(leave)
        row.addWidget(go_on)
        return row

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._details.toPlainText())


class CrashReporter(QObject):
    """Takes what reaches `sys.excepthook`, on whatever thread, and shows it on the GUI thread: one dialog at a time."""

    _happened = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._dialog: CrashDialog | None = None
        self._happened.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Become `sys.excepthook`."""
        sys.excepthook = self.heed

    def heed(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Write the error to stderr and ask for the dialog; an interrupt from the keyboard quits."""
        sys.__excepthook__(kind, error, trace)
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        self._happened.emit(details_of(kind, error, trace))

    def _show(self, details: str) -> None:
        if self._dialog is not None:
            return
        self._dialog = CrashDialog(details, self._window)
        self._dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._dialog.finished.connect(self._forget)
        self._dialog.open()

    def _forget(self) -> None:
        self._dialog = None


def details_of(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> str:
    """Versions and the traceback, bounded."""
    about = f"Candid {__version__}, Python {platform.python_version()}, Qt {qVersion()}, {platform.platform()}"
    told = "".join(traceback.format_exception(kind, error, trace))
    clean = told.encode("utf-8", "replace").decode("utf-8")
    return f"{about}\n\n{clean[-LONGEST:]}"

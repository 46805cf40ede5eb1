"""What the library says by itself, shown in the window; the photos of one that was made anew are read again."""

from PySide6.QtCore import QObject, Signal

from app.gui.window import MainWindow
from app.services.notices import READ_ONLY
from app.services.use_cases import UseCases


class LibraryNews(QObject):
    """Listens for as long as the window is there."""

    _said = Signal(str)

    def __init__(self, use_cases: UseCases, window: MainWindow) -> None:
        super().__init__(window)
        # From other threads: Qt brings it to this one.
        self._said.connect(window.message.say)
        use_cases.notices.listen(self._hear)
        if use_cases.rescued is not None:
            window.message.say(f"{use_cases.rescued.sentence} Your photos are being read again.")
            window.add_paths(use_cases.rescued.folders)

    def _hear(self, sentence: str) -> None:
        # That nothing can be changed stands in the window all the time.
        if sentence != READ_ONLY:
            self._said.emit(sentence)

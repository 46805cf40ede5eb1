"""What the library says by itself, shown in the window; the photos of one that was made anew are read again."""

from collections.abc import Sequence

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
            self._read_again(window, use_cases.rescued.sentence, use_cases.rescued.folders)

    def _read_again(self, window: MainWindow, sentence: str, folders: Sequence[str]) -> None:
        """What was damaged stays to be read; that photos are being read is said only as long as they are."""
        reading = f"{sentence} Your photos are being read again."
        window.message.say(reading)
        window.add_paths(folders)

        def end(_summary: object) -> None:
            if not window.indexing.waiting and window.message.text == reading:
                window.message.say(sentence)

        window.indexing.finished.connect(end)

    def _hear(self, sentence: str) -> None:
        # That nothing can be changed stands in the window all the time.
        if sentence != READ_ONLY:
            self._said.emit(sentence)

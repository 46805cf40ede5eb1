"""Photos out of reach: why, as far as can be told, looking again, and saying that they are really gone."""

import os
from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from app.domain.photo import Folder
from app.domain.words import shown
from app.gui.formatting import count, file_name
from app.gui.labels import plain_label, widen
from app.gui.question import Question
from app.library.missing import MissingPhotos


class MissingNotice(QFrame):
    """Tells of one folder; hidden where nothing is missing."""

    look_asked = Signal()
    gone_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("missingNotice")
        self.setProperty("kind", "card")
        self._head, self._why = plain_label("", "warning", wrap=True), plain_label("", "muted", wrap=True)
        self._look, self._gone = QPushButton("Look again"), QPushButton("Really gone…")
        self._why.setObjectName("missingWhy")
        for button, name, signal in ((self._look, "missingLook", self.look_asked), (self._gone, "missingGone", self.gone_asked)):
            button.setObjectName(name)
            button.clicked.connect(partial(_emit, signal))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 10)
        layout.setSpacing(6)
        for part in (self._head, self._why, self._look, self._gone):
            layout.addWidget(part)
        self.hide()

    def tell(self, folder: Folder, missing: int, why: str) -> None:
        """Show what is missing of a folder. Where the folder itself is not there, nobody can say that its photos are gone."""
        self._head.setText(f"{count(missing, 'photo')} of “{file_name(folder.path)}” out of reach")
        self._why.setText(why)
        self._gone.setVisible(folder.available)
        self._gone.setToolTip(gone_text(missing))
        self.show()

    def refuse(self, reason: str) -> None:
        """Nothing can be changed, and why; an empty reason lets it be changed."""
        for button in (self._look, self._gone):
            button.setEnabled(not reason)
        self._look.setToolTip(reason)
        if reason:
            self._gone.setToolTip(reason)


class GoneDialog(Question):
    """Asks whether photos are really gone; `accepted` is emitted if it is meant."""

    def __init__(self, folder: Folder, missing: int, parent: QWidget) -> None:
        heading = f"{'Is' if missing == 1 else 'Are'} {count(missing, 'photo')} of “{file_name(folder.path)}” really gone?"
        told = (
            f"Candid looks once more at {shown(folder.path)} and takes what is still missing out of everything that can be found. "
            "No file is touched. Should a photo come back, Candid knows it again, with the words that you gave it."
        )
        choices = ("They are gone", "goneConfirm"), ("Keep them", "goneKeep")
        super().__init__("goneDialog", "Are these photos gone?", heading, told, *choices, parent)
        widen(self)


def gone_text(missing: int) -> str:
    """What the action is called where there is room."""
    return f"{'This photo is' if missing == 1 else f'These {missing:,} photos are'} really gone…"


def why_missing(folder: Folder, missing: MissingPhotos) -> str:
    """Why photos of a folder are out of reach. Asks the file system: call it in a job."""
    path = shown(folder.path)
    try:
        with os.scandir(folder.path) as entries:
            empty = next(entries, None) is None
    except NotADirectoryError:
        return "It was not as it is known when it was looked for last."
    except FileNotFoundError:
        return f"Nothing is at {path}: connect its disk, or see whether it was moved."
    except OSError as error:
        return f"{path} cannot be listed ({(error.strerror or 'unknown error').lower()}): allow reading it, or connect its disk."
    if empty:
        return f"{path} is empty: connect the disk that belongs there."
    return " ".join(_reasons(missing)) or "It could not be looked through at the last look."


def _reasons(missing: MissingPhotos) -> Iterator[str]:
    """One sentence for each cause that there is."""
    if len(missing.closed) == 1:
        yield f"{shown(missing.closed[0].path)}: {shown(missing.closed[0].reason)}"
    elif missing.closed:
        yield f"{count(missing.shut_in, 'photo')} in {len(missing.closed):,} folders that cannot be listed: the skipped files (F8) say why."
    if missing.unreadable:
        yield f"{count(missing.unreadable, 'photo')} cannot be read any more: the skipped files (F8) say why."
    absent = missing.number - missing.shut_in - missing.unreadable
    if absent > 0:
        subject = "They were" if absent == missing.number else f"{count(absent, 'photo')} {'was' if absent == 1 else 'were'}"
        yield f"{subject} not there at the last look: too many at once to be taken for deleted."


def _emit(signal: object, *_: object) -> None:
    signal.emit()  # type: ignore[attr-defined]

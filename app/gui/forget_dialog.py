"""The question before a folder is forgotten: exactly what is erased, and what never is."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from app.domain.photo import Folder
from app.domain.words import shown
from app.gui.formatting import count, file_name


class ForgetDialog(QMessageBox):
    """Asks; `accepted` is emitted if it is meant."""

    def __init__(self, folder: Folder, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("forgetDialog")
        self.setWindowTitle("Forget this folder?")
        self.setIcon(QMessageBox.Icon.NoIcon)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(f"Forget “{file_name(folder.path)}”?")
        self.setInformativeText(sentence(folder))
        forget = self.addButton("Forget", QMessageBox.ButtonRole.AcceptRole)
        forget.setObjectName("forgetConfirm")
        keep = self.addButton("Keep", QMessageBox.ButtonRole.RejectRole)
        keep.setObjectName("forgetKeep")
        self.setDefaultButton(keep)
        self.setEscapeButton(keep)


def sentence(folder: Folder) -> str:
    """What forgetting does."""
    return (
        f"Candid erases from its own library what it knows of {count(folder.photos, 'photo')}: facts, words, vectors and thumbnails. "
        f"The photos themselves are not touched: everything in {shown(folder.path)} stays as it is. "
        "You can add the folder again at any time."
    )

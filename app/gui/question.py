"""A question before something that cannot be undone: plain text, and what leaves all as it is stands ready."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

Choice = tuple[str, str]
"""What a button says, and its name."""


class Question(QMessageBox):
    """Asks; `accepted` is emitted if it is meant. Return and Escape both mean `no`."""

    def __init__(self, name: str, title: str, heading: str, told: str, yes: Choice, no: Choice, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setWindowTitle(title)
        self.setIcon(QMessageBox.Icon.NoIcon)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(heading)
        self.setInformativeText(told)
        meant = self.addButton(yes[0], QMessageBox.ButtonRole.AcceptRole)
        meant.setObjectName(yes[1])
        left = self.addButton(no[0], QMessageBox.ButtonRole.RejectRole)
        left.setObjectName(no[1])
        self.setDefaultButton(left)
        self.setEscapeButton(left)

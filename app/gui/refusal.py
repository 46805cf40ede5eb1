"""What is shown where there is no window, because the library cannot be opened."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from app.gui.application import prepare_application


def refusal_box(sentence: str) -> QMessageBox:
    """A box with the sentence as plain text and one button."""
    box = QMessageBox(QMessageBox.Icon.Warning, "Candid", sentence, QMessageBox.StandardButton.Close)
    box.setObjectName("refusal")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return box


def show_refusal(sentence: str, resources: Path) -> None:
    """Show the sentence until it is closed."""
    prepare_application(resources)
    refusal_box(sentence).exec()

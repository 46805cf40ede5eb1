"""The button that does what a dialog is for."""

from PySide6.QtWidgets import QPushButton


def primary_button(text: str, object_name: str) -> QPushButton:
    """A button in the accent's colour, which loses it while it cannot be pressed."""
    button = QPushButton(text)
    button.setObjectName(object_name)
    button.setProperty("kind", "primary")
    return button

"""What head, list and foot of the page are put together from."""

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget


def button(text: str, name: str, kind: str = "") -> QPushButton:
    """A button with its object name; `kind` is one of the style sheet's."""
    made = QPushButton(text)
    made.setObjectName(name)
    if kind:
        made.setProperty("kind", kind)
    return made


def line(*parts: QWidget | None) -> QHBoxLayout:
    """Widgets beside each other; None is what stretches."""
    made = QHBoxLayout()
    made.setContentsMargins(0, 0, 0, 0)
    made.setSpacing(8)
    for part in parts:
        if part is None:
            made.addStretch(1)
        else:
            made.addWidget(part)
    return made

"""The frame of the lines that come and go above and below the photos."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget


def framed_row(strip: QWidget) -> QHBoxLayout:
    """A row in a frame with room around it. The room belongs to the strip, so that a hidden strip takes none."""
    frame = QFrame()
    frame.setProperty("kind", "strip")
    around = QVBoxLayout(strip)
    around.setContentsMargins(8, 8, 8, 8)
    around.addWidget(frame)
    row = QHBoxLayout(frame)
    row.setContentsMargins(12, 4, 6, 4)
    return row

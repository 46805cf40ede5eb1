"""How photos are compared with one: by what is said of them, by how they look, or by both."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QHBoxLayout, QSlider, QWidget

from app.gui.labels import plain_label

STEPS = 10
SETTLED_MS = 250
"""A person who drags or holds a key has not decided yet."""
MIDDLE = 0.5


class LikeSlider(QWidget):
    """`chosen` tells the share of looks, 0 to 1, once the slider rests."""

    chosen = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("likeSlider")
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setObjectName("likeBy")
        self.slider.setRange(0, STEPS)
        self.slider.setPageStep(STEPS // 2)
        self.slider.setFixedWidth(120)
        self.slider.setToolTip("Compare by what is said of the photos, or by how they look")
        self._timer = QTimer(self, interval=SETTLED_MS, singleShot=True)
        self._timer.timeout.connect(lambda: self.chosen.emit(self.by_look))
        self.show_share(MIDDLE)
        self.slider.valueChanged.connect(self._moved)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 8, 0)
        row.setSpacing(6)
        for part in (plain_label("Words", "muted"), self.slider, plain_label("Look", "muted")):
            row.addWidget(part)
        self.hide()

    @property
    def by_look(self) -> float:
        """The share of looks, 0 to 1."""
        return self.slider.value() / STEPS

    def show_share(self, by_look: float) -> None:
        """Stand there without telling anybody."""
        self.slider.blockSignals(True)
        self.slider.setValue(round(by_look * STEPS))
        self.slider.blockSignals(False)
        self._name()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        """Something else is shown: there is nothing to compare any more."""
        super().hideEvent(event)
        self._timer.stop()

    def _moved(self) -> None:
        self._name()
        self._timer.start()

    def _name(self) -> None:
        value = self.slider.value()
        told = {0: "words alone", STEPS: "looks alone"}.get(value, f"{100 * value // STEPS} % looks, the rest words")
        self.slider.setAccessibleName(f"Compare by words or by looks: {told}")

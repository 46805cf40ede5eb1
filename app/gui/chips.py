"""The row of chips under the search box: what was understood of a query, part by part, each of which can be taken out."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QToolButton, QWidget

from app.domain.query import Chip
from app.gui.icons import icon
from app.gui.theme import ThemeKeeper

MOST = 24
"""Chips that are shown; a query of a thousand words needs no thousand buttons."""
LONGEST = 40


class ChipButton(QToolButton):
    """One chip. A click, Space, Enter, Delete or Backspace takes its part out of the query."""

    def __init__(self, chip: Chip, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(_fitted(chip.label).replace("&", "&&"))
        self.setObjectName("chip")
        self.setAccessibleName(f"Remove {chip.label}")
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the cross stands behind the words
        self.setProperty("kind", "chip")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setIconSize(QSize(14, 14))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Enter, Delete and Backspace work like a click."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)


class ChipRow(QScrollArea):
    """All chips of a query side by side."""

    removed = Signal(str)
    """The query without the part that was taken out."""

    def __init__(self, themes: ThemeKeeper, box: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._box = box
        self._chips: list[ChipButton] = []
        self._shown: tuple[str, tuple[Chip, ...]] | None = None
        self._aside = False
        self.setObjectName("chips")
        self.setAccessibleName("What was understood")
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        themes.changed.connect(self._paint_signs)
        self.show_chips("", ())

    def show_chips(self, query: str, chips: Sequence[Chip]) -> None:
        """Show what was understood of a query; nothing takes no room. The same again leaves the keyboard where it is."""
        if self._shown == (query, tuple(chips)):
            return
        self._shown = (query, tuple(chips))
        row = QWidget()
        row.setObjectName("chipRow")
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(6)
        self._chips = [self._button(query, chip, row) for chip in chips[:MOST]]
        for button in self._chips:
            layout.addWidget(button)
        if len(chips) > MOST:
            layout.addWidget(QLabel(f"and {len(chips) - MOST:,} more"))
        layout.addStretch(1)
        self.setWidget(row)
        for earlier, later in pairwise((self._box, *self._chips)):
            QWidget.setTabOrder(earlier, later)
        self._paint_signs()
        self.setFixedHeight(row.sizeHint().height() if chips else 0)
        self.setVisible(bool(chips) and not self._aside)

    def put_aside(self, *, aside: bool) -> None:
        """Hide the chips while something is shown that the query has nothing to do with."""
        if aside is not self._aside:
            self._aside = aside
            self.setVisible(bool(self._chips) and not aside)

    def _button(self, query: str, chip: Chip, row: QWidget) -> ChipButton:
        button = ChipButton(chip, row)
        button.clicked.connect(partial(self._remove, query, chip))
        return button

    def _remove(self, query: str, chip: Chip, *_: object) -> None:
        self.removed.emit(without(query, chip))

    def _paint_signs(self) -> None:
        for button in self._chips:
            button.setIcon(icon("close", self._themes.theme.muted, 14))


def without(query: str, chip: Chip) -> str:
    """The query without the span of a chip and without the spaces that it leaves behind."""
    before, after = query[: chip.start].rstrip(), query[chip.end :].lstrip()
    return f"{before} {after}".strip()


def _fitted(label: str) -> str:
    line = " ".join(label.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"

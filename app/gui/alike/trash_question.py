"""The question before photos go to the trash, with a list of every one of them."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QGridLayout, QListWidget, QListWidgetItem, QWidget

from app.domain.written import safe_line
from app.gui.alike import texts
from app.gui.labels import as_tooltip, widen
from app.gui.question import Question
from app.services.trash import TrashPlan

LIST_WIDTH = 600
"""Pixels, so that most paths are seen whole."""
MOST_LINES = 10
"""Photos that are seen without scrolling."""


class TrashQuestion(Question):
    """Asks whether these photos are to go."""

    def __init__(self, plan: TrashPlan, parent: QWidget) -> None:
        move, keep = ("Move to the trash", "trashConfirm"), ("Keep them", "trashKeep")
        super().__init__("trashQuestion", "Move to the trash?", texts.question_heading(plan), texts.question_told(plan), move, keep, parent)
        self._insert(_list(plan))
        widen(self)

    def _insert(self, listed: QWidget) -> None:
        """Put the list between the words and the buttons."""
        grid, buttons = self.layout(), self.findChild(QDialogButtonBox)
        if isinstance(grid, QGridLayout) and buttons is not None:
            grid.removeWidget(buttons)
            grid.addWidget(listed, grid.rowCount(), 0, 1, grid.columnCount())
            grid.addWidget(buttons, grid.rowCount(), 0, 1, grid.columnCount())


def _list(plan: TrashPlan) -> QListWidget:
    listed = QListWidget()
    listed.setObjectName("trashList")
    listed.setAccessibleName("Photos that go to the trash")
    listed.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    listed.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    listed.setUniformItemSizes(True)
    listed.setMinimumWidth(LIST_WIDTH)
    listed.setSelectionMode(QListWidget.SelectionMode.NoSelection)
    for going, text in zip(plan.going, texts.going_texts(plan), strict=True):
        item = QListWidgetItem(text, listed)
        item.setToolTip(as_tooltip(safe_line(going.photo.path)))
    lines = min(listed.count(), MOST_LINES)
    listed.setFixedHeight(lines * listed.sizeHintForRow(0) + 2 * listed.frameWidth() + 8)
    return listed

"""The foot of the page: what was done, and what can be done with what is shown."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.gui.alike.parts import button, line
from app.gui.alike.texts import move_text
from app.gui.labels import plain_label


class Foot(QWidget):
    """Its signals are what the person wants. `refused` says why nothing can be changed; empty where it can."""

    spare_wanted = Signal()
    none_wanted = Signal()
    move_wanted = Signal()
    undo_wanted = Signal()

    def __init__(self, refused: str) -> None:
        super().__init__()
        self._refused = refused
        self._told = plain_label("", wrap=True)
        self._told.setObjectName("alikeTold")
        self._told.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._spare = button("Check all but the suggested in these groups", "alikeCheckAll")
        self._none, self._undo = button("Check none", "alikeCheckNone"), button("Undo", "alikeUndo")
        self._move = button("", "alikeMove", "primary")
        self._move.setToolTip(refused)
        for each, wanted in (
            (self._spare, self.spare_wanted),
            (self._none, self.none_wanted),
            (self._move, self.move_wanted),
            (self._undo, self.undo_wanted),
        ):
            each.clicked.connect(wanted)
        self._arrange()

    def tell(self, text: str) -> None:
        """Say what was done, or why it was not."""
        self._told.setText(text)
        self._told.setAccessibleName(text)
        self._told.setVisible(bool(text))

    def show_state(self, *, going: int, any_shown: bool, moving: bool, undoable: bool) -> None:
        """How many photos are to go, whether there are any, and whether the trash is at work or what was done can be undone."""
        self._move.setText(move_text(going))
        self._move.setEnabled(going > 0 and not self._refused and not moving)
        self._none.setEnabled(going > 0)
        self._spare.setEnabled(any_shown)
        self._undo.setVisible(undoable)
        self._undo.setEnabled(not moving)

    def _arrange(self) -> None:
        told = line(self._told, self._undo)
        told.setStretch(0, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(told)
        column.addLayout(line(self._spare, self._none, None, self._move))
        self.tell("")

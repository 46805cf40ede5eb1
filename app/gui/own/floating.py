"""Small frames that move nothing when they come: news of a change with the way back, and a line over the photos to add names."""

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.domain.ids import PhotoId
from app.domain.own_words import Change
from app.gui.chat.harmless import one_line
from app.gui.formatting import count
from app.gui.labels import ElidedLabel, IconButton, plain_label, smaller
from app.gui.own.add_line import AddLine
from app.gui.own.changes import Back
from app.gui.theme import ThemeKeeper

SHOWN_MS = 8_000
EDGE = 16
WIDEST = 560
Kind = Literal["tags", "people"]
_KEYS: dict[Back, str] = {"undo": "Ctrl+Z", "redo": "Ctrl+Shift+Z"}


class Floating(QFrame):
    """A frame in the middle of its parent's upper edge, which it follows."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self.setProperty("kind", "floating")
        self.hide()
        over.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """The parent has another size."""
        if watched is self.parent() and event.type() is QEvent.Type.Resize:
            self.place()
        return super().eventFilter(watched, event)

    def place(self) -> None:
        """Take the place that fits what is shown."""
        over = self.parentWidget()
        if over is None:
            return
        self.setFixedWidth(min(max(self.sizeHint().width(), self.minimumSizeHint().width()), WIDEST, max(over.width() - 2 * EDGE, 80)))
        self.adjustSize()
        self.move((over.width() - self.width()) // 2, EDGE)
        self.raise_()


class UndoNotice(QFrame):
    """`Added the tag “harbour” to 12 photos.` with the way back, for a while. It covers nothing: the line at the bottom has room for it."""

    undo = Signal()
    redo = Signal()

    def __init__(self, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("undoNotice")
        self.setProperty("kind", "floating")
        self.hide()
        self._text = ElidedLabel()
        self._back: Back = "undo"
        self._undo = QPushButton()
        self._undo.setObjectName("undoButton")
        self._undo.setProperty("kind", "small")
        self._undo.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._undo.clicked.connect(lambda: (self.undo if self._back == "undo" else self.redo).emit())
        close = IconButton(themes, "close", "Close this message", self.hide)
        close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        close.setIconSize(QSize(14, 14))
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 2, 0)
        row.setSpacing(10)
        row.addWidget(self._text, 1)
        row.addWidget(self._undo)
        row.addWidget(close)
        self._timer = QTimer(self, interval=SHOWN_MS, singleShot=True)
        self._timer.timeout.connect(self.hide)

    @property
    def text(self) -> str:
        """The sentence; empty while nothing is shown."""
        return "" if self.isHidden() else self._text.text

    def say(self, sentence: str, back: Back | None) -> None:
        """Tell what was done, and offer the way back if there is one."""
        self._text.set_text(one_line(sentence))
        self.setAccessibleName(one_line(sentence))
        self._undo.setVisible(back is not None)
        if back is not None:
            self._back = back
            self._undo.setText(back.capitalize())
            self._undo.setToolTip(_KEYS[back])
        self.show()
        self._timer.start()


class AddPopup(Floating):
    """A line to add tags or people where the panel of details is not there. `wanted` is what to change of which photos."""

    wanted = Signal(object, object)
    left = Signal()

    def __init__(self, themes: ThemeKeeper, over: QWidget) -> None:
        super().__init__(over)
        self._ids: tuple[PhotoId, ...] = ()
        self.setObjectName("addPopup")
        self._heading = plain_label("", "heading")
        self.lines: dict[Kind, AddLine] = {
            "tags": AddLine(themes, "tag", "Add tags"),
            "people": AddLine(themes, "person", "Add people"),
        }
        hint = plain_label("Enter adds, a comma separates, Escape closes", "muted")
        hint.setFont(smaller(hint))
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        column.addWidget(self._heading)
        for kind, line in self.lines.items():
            line.setObjectName(f"popup{kind.capitalize()}")
            line.setMinimumWidth(320)
            line.given.connect(lambda names, kind=kind: self._give(kind, names))
            line.left.connect(self.leave)
            column.addWidget(line)
        column.addWidget(hint)
        QApplication.instance().focusChanged.connect(self._follow_focus)  # type: ignore[union-attr]

    def open_for(self, kind: Kind, photo_ids: Sequence[PhotoId]) -> None:
        """Ask for names for these photos."""
        self._ids = tuple(photo_ids)
        self._heading.setText(f"Add {kind} to {count(len(photo_ids), 'photo')}")
        for each, line in self.lines.items():
            line.setVisible(each == kind)
            line.clear()
        self.show()
        self.place()
        self.lines[kind].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def leave(self) -> None:
        """Close, with the keyboard back at the photos."""
        # Hidden with the keyboard in it, it would leave that to whichever widget comes next.
        self.left.emit()
        self.hide()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        """Nothing is meant any more."""
        super().hideEvent(event)
        self._ids = ()

    def _give(self, kind: Kind, names: tuple[str, ...]) -> None:
        ids = self._ids
        self.leave()
        self.wanted.emit(ids, Change(add_tags=names) if kind == "tags" else Change(add_people=names))

    def _follow_focus(self, _: QWidget | None, now: QWidget | None) -> None:
        """Whoever goes on elsewhere in the window has given up."""
        if self.isVisible() and now is not None and not self.isAncestorOf(now) and now.window() is self.window():
            self.hide()

"""A title or caption that is edited where it stands: Enter keeps, Shift+Enter breaks the line, Escape gives up, leaving it keeps."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QWidget

from app.domain.words import shown
from app.domain.written import quoted
from app.gui.chat.chip import Chip
from app.gui.chat.harmless import breakable
from app.gui.fact_widget import HeadedValue, ValueText
from app.gui.labels import plain_label, smaller
from app.gui.shown_words import ShownText
from app.gui.theme import ThemeKeeper

LONGEST_EDITED = 10_000
"""Characters of a text that can be changed here; of a longer one the beginning is shown."""
LONGEST_SHOWN = 2_000
LONGEST_SAID = 240
VARIOUS = "various: type to replace all"
_JOINERS = "\u200c\u200d"


class WordsEdit(ValueText):
    """Plain text that can be changed. `kept` tells a new text, `left` that the keyboard may go back to the photos."""

    kept = Signal(str)
    left = Signal()

    def __init__(self, *, lines: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = lines
        self._before = ""
        self.setReadOnly(False)
        self.setUndoRedoEnabled(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setTabChangesFocus(True)
        self.setProperty("kind", "words")
        self.document().documentLayout().documentSizeChanged.connect(lambda _: self.fit())

    @property
    def room_around(self) -> int:
        """The frame and padding of the style sheet."""
        return 6

    def begin(self, text: str) -> None:
        """Show a text to be changed."""
        self._before = text
        self.show_text(text)
        self.document().setModified(False)

    @property
    def changed(self) -> bool:
        """Whether something else was typed."""
        return self.document().isModified() and self.toPlainText() != self._before

    def keep(self) -> None:
        """Tell what was typed, if it is something else."""
        if self.changed:
            text = self.toPlainText().strip()
            self.begin(text)
            self.kept.emit(text)

    def give_up(self) -> None:
        """Show again what was there."""
        self.begin(self._before)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Enter keeps and Escape gives up; both leave."""
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not shift:
                self.keep()
                self.left.emit()
            elif self._lines:
                self.insertPlainText("\n")
        elif event.key() == Qt.Key.Key_Escape:
            self.give_up()
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Leaving it keeps what was typed; its own menu does not leave it."""
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.keep()


class TextBlock(HeadedValue):
    """Name and source, the text, and what the file says where that is something else. `wanted` tells a new text, empty for none."""

    wanted = Signal(str)
    left = Signal()

    def __init__(self, themes: ThemeKeeper, name: str, *, lines: bool, parent: QWidget | None = None) -> None:
        super().__init__(themes, name, 2, parent)
        self._text = ShownText()
        self._placeholder = f"Add a {name.lower()}"
        self.edit = WordsEdit(lines=lines)
        self.edit.setObjectName(f"own{name}")
        self.edit.setAccessibleName(name)
        self.edit.kept.connect(self.wanted)
        self.edit.left.connect(self.left)
        self._said = plain_label("", "muted", wrap=True)
        self._said.setFont(smaller(self._said))
        self._said.setObjectName(f"said{name}")
        self.use_file = Chip(themes, "undo", "Use the file’s", "quiet")
        self.use_file.setObjectName(f"useFile{name}")
        self.use_file.clicked.connect(self._use_file)
        for part in (self.edit, self._said):
            self.column.addWidget(part)
        self.column.addWidget(self.use_file, 0, Qt.AlignmentFlag.AlignLeft)

    def show_text(self, text: ShownText, *, editable: bool = True) -> None:
        """Show the text of photos; what is being typed stays."""
        self._text = text
        fits = len(text.value) <= LONGEST_EDITED
        self.edit.setReadOnly(not (editable and fits))
        if not (self.edit.hasFocus() and self.edit.changed):
            self.edit.begin(editable_text(text.value) if fits else f"{editable_text(text.value[:LONGEST_SHOWN])}…")
        self.edit.setPlaceholderText(VARIOUS if text.various else self._placeholder)
        self.show_source(text.source, heading=bool(text.value) or text.various)
        self._said.setText(breakable(f"The file says {_quoted(text.said)}") if text.said else "")
        self._said.setVisible(text.said is not None)
        self.use_file.setVisible(text.said is not None and editable)

    def copy(self) -> None:
        """Put the whole text on the clipboard."""
        QGuiApplication.clipboard().setText(self._text.value)

    def _use_file(self) -> None:
        if self._text.said is not None:
            self.edit.give_up()
            self.wanted.emit(self._text.said)


def editable_text(text: str) -> str:
    """Text whose control characters and turning signs do nothing, its spaces and lines being as they were."""
    lines = "\n".join(map(shown, text.splitlines()))
    return "".join(
        each if each.isprintable() or each in f"\n{_JOINERS}" else " " if each.isspace() else "\N{REPLACEMENT CHARACTER}" for each in lines
    )


def _quoted(text: str) -> str:
    return quoted(text if len(text) <= LONGEST_SAID else text[: LONGEST_SAID - 1] + "…")

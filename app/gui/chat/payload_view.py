"""Text exactly as it leaves the machine or came to it: plain, in a fixed-width font, with every character visible."""

import re
from collections.abc import Iterator

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QFontDatabase, QTextBlock, QTextCursor, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QWidget

PIECE = 4096
"""Characters of a line that Qt lays out at once: a body of megabytes on one line would hold the window up."""
_GOES_ON = 1
"""The state of a block whose line goes on in the next."""
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e0fff]"
)


class PayloadView(QPlainTextEdit):
    """Shows text that nobody can change. Characters that show nothing or turn their surroundings stand there as codes."""

    def __init__(self, name: str, object_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(object_name)
        self.setAccessibleName(name)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._text = ""

    @property
    def text(self) -> str:
        """What is shown, line for line."""
        return self._text

    def show_text(self, text: str) -> None:
        """Show another text from its beginning."""
        self._text = made_visible(text)
        lines = [list(pieces(line)) for line in self._text.split("\n")]
        self.setPlainText("\n".join(piece for line in lines for piece in line))
        block = self.document().firstBlock()
        for line in lines:
            for number in range(len(line)):
                block.setUserState(_GOES_ON if number < len(line) - 1 else 0)
                block = block.next()

    def find_next(self, words: str) -> bool:
        """Select the next place of these words, from the beginning again after the last; False if there is none."""
        if self.find(words):
            return True
        self.moveCursor(QTextCursor.MoveOperation.Start)
        return self.find(words)

    def createMimeDataFromSelection(self) -> QMimeData:  # noqa: N802
        """What is copied: the chosen text with its own line breaks, and nothing but text."""
        mime = QMimeData()
        mime.setText(self._chosen(self.textCursor()))
        return mime

    def _chosen(self, cursor: QTextCursor) -> str:
        start, end = cursor.selectionStart(), cursor.selectionEnd()
        block = self.document().findBlock(start)
        parts: list[str] = []
        while block.isValid() and block.position() <= end:
            parts.append(_part(block, start, end))
            block = block.next()
        return "".join(parts)


def _part(block: QTextBlock, start: int, end: int) -> str:
    """What lies in a block from `start` to `end`, with the break behind it where there is one."""
    first, last = block.position(), block.position() + block.length() - 1
    text = block.text()[max(0, start - first) : max(0, end - first)]
    return text + ("\n" if end > last and block.userState() != _GOES_ON else "")


def pieces(line: str) -> Iterator[str]:
    """A line in pieces that can be laid out; one of nothing for an empty line."""
    yield from (line[start : start + PIECE] for start in range(0, max(1, len(line)), PIECE))


def made_visible(text: str) -> str:
    r"""The text with `\u202e` and the like, as JSON would write them, in place of characters that cannot be seen."""
    return _INVISIBLE.sub(_code, text)


def _code(match: re.Match[str]) -> str:
    number = ord(match[0])
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"

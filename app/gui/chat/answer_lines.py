"""The lines of an answer: what Candid has checked, what a model says unchecked, and what the code says of the answer itself."""

from collections.abc import Sequence
from itertools import groupby

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.assistant.answer import Answer, Citation, Line, Origin
from app.assistant.flags import Flag
from app.gui.chat.citation_strip import CitedPhoto, small_pictures
from app.gui.chat.flow_layout import FlowLayout
from app.gui.chat.harmless import breakable
from app.gui.chat.sign import Sign
from app.gui.chat.wishes import Around
from app.gui.labels import plain_label, smaller

UNCHECKED = "In the model’s words, not checked"
FLAGGED = "This sentence speaks of several photos; nobody checked that."
ORIGINS = {Origin.LIBRARY: "About a photo", Origin.GENERAL: "General knowledge"}
MOST_BESIDE = 8
"""Pictures under one sentence; the strip below has all."""


def said(text: str, kind: str = "") -> QLabel:
    """A label for text out of a reply or a file: plain, wrapped, made harmless, to be selected with the mouse."""
    label = plain_label(breakable(text), kind, wrap=True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    return label


def line_widgets(answer: Answer, around: Around) -> list[QWidget]:
    """One widget for each line, in their order; what a model says in a row stands in one block."""
    made: list[QWidget] = []
    numbered = list(enumerate(answer.lines, start=-_openings(answer)))
    for unchecked, group in groupby(numbered, key=lambda each: _unchecked(answer, each[1])):
        lines = list(group)
        if unchecked:
            made.append(ModelWords(answer, lines, around))
        else:
            made.extend(_candid_line(answer, line, around) for _, line in lines)
    return made


def pictures_in(widget: QWidget) -> list[CitedPhoto]:
    """The pictures of a line."""
    return widget.findChildren(CitedPhoto)


class CheckedLine(QWidget):
    """A sentence of Candid's own that was checked, with the photos that it is about."""

    def __init__(self, line: Line, cited: Sequence[Citation], around: Around) -> None:
        super().__init__()
        self.setObjectName("checkedLine")
        text = said(line.text)
        text.setObjectName("checkedText")
        column = _beside(self, Sign(around.themes, "check", lambda theme: theme.exact, name="Checked"))
        column.addWidget(text)
        _add_pictures(column, cited, around)


class Note(QWidget):
    """What the code says of the answer: that nothing covers it directly, or what Candid cannot do."""

    def __init__(self, line: Line, around: Around) -> None:
        super().__init__()
        self.setObjectName("answerNote")
        _beside(self, Sign(around.themes, "info", lambda theme: theme.muted)).addWidget(said(line.text))


class ModelWords(QFrame):
    """Prose of a model: apart from all that was checked, its origin told, and marked where it seems to name a relationship."""

    def __init__(self, answer: Answer, lines: Sequence[tuple[int, Line]], around: Around) -> None:
        super().__init__()
        self.setObjectName("modelWords")
        self.setProperty("kind", "unchecked")
        self.setAccessibleName(UNCHECKED)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 10, 8)
        column.setSpacing(6)
        column.addWidget(_small(UNCHECKED, "warning"))
        for number, line in lines:
            self._add(column, line, _flagged(answer.flags, number), _cited(answer, line), around)

    def _add(self, column: QVBoxLayout, line: Line, flagged: bool, cited: Sequence[Citation], around: Around) -> None:
        text = said(line.text)
        text.setObjectName("modelText")
        column.addWidget(text)
        _add_pictures(column, cited, around)
        column.addWidget(_small(ORIGINS[line.origin], "muted"))
        if flagged:
            row = QWidget()
            _beside(row, Sign(around.themes, "warning", lambda theme: theme.warning)).addWidget(_small(FLAGGED, "warning"))
            row.setObjectName("flagged")
            column.addWidget(row)


def _candid_line(answer: Answer, line: Line, around: Around) -> QWidget:
    if line not in answer.checked:
        return Note(line, around)
    # Where one line alone has photos, the strip right below shows them, only larger.
    several = sum(bool(each.photo_ids) for each in answer.lines) > 1
    return CheckedLine(line, _cited(answer, line) if several else (), around)


def _unchecked(answer: Answer, line: Line) -> bool:
    """Offline there is no model: what stands there beside claims is Candid's own text."""
    return line.origin is not Origin.CANDID and answer.usage is not None


def _openings(answer: Answer) -> int:
    """The lines before the first statement, which flags do not count."""
    return sum(line.origin is Origin.CANDID and line not in answer.checked for line in answer.lines)


def _flagged(flags: Sequence[Flag], number: int) -> bool:
    return any(flag.statement == number for flag in flags)


def _cited(answer: Answer, line: Line) -> tuple[Citation, ...]:
    return tuple(each for each in answer.cited if each.id in line.photo_ids)


def _beside(widget: QWidget, sign: QWidget) -> QVBoxLayout:
    """A column beside a sign."""
    row, column = QHBoxLayout(widget), QVBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    column.setSpacing(4)
    row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
    row.addLayout(column, 1)
    return column


def _add_pictures(column: QVBoxLayout, cited: Sequence[Citation], around: Around) -> None:
    pictures = small_pictures(cited[:MOST_BESIDE], around.thumbnails, around.themes)
    if pictures:
        flow = FlowLayout(2)
        for picture in pictures:
            flow.addWidget(picture)
        column.addLayout(flow)


def _small(text: str, kind: str) -> QLabel:
    label = plain_label(text, kind, wrap=True)
    label.setFont(smaller(label))
    return label

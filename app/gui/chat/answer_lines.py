"""The lines of an answer: what Candid has checked, what a model says unchecked, and what the code says of the answer itself."""

from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile

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


def beside(column: QVBoxLayout, sign: QWidget) -> QVBoxLayout:
    """A new row at the end of a column, with a sign; the column beside it."""
    row, inner = QHBoxLayout(), QVBoxLayout()
    row.setSpacing(8)
    inner.setSpacing(4)
    row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
    row.addLayout(inner, 1)
    column.addLayout(row)
    return inner


def line_widgets(answer: Answer, around: Around) -> Iterator[QWidget]:
    """One widget for each line, in their order; what a model says in a row stands in one block."""
    numbered = list(enumerate(answer.lines, start=-_openings(answer)))
    for unchecked, group in groupby(numbered, key=lambda each: _unchecked(answer, each[1])):
        lines = list(group)
        if unchecked:
            yield ModelWords(answer, lines, around)
        else:
            before = [None, *(line for _, line in lines)]
            yield from (_candid_line(answer, line, earlier, around) for (_, line), earlier in zip(lines, before, strict=False))


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
        column = beside(_column(self), Sign(around.themes, "check", lambda theme: theme.exact, name="Checked"))
        _add_said(column, text, cited, around)


class Note(QWidget):
    """What the code says of the answer: that nothing covers it directly, or what Candid cannot do."""

    def __init__(self, line: Line, around: Around) -> None:
        super().__init__()
        self.setObjectName("answerNote")
        beside(_column(self), Sign(around.themes, "info", lambda theme: theme.muted)).addWidget(said(line.text))


class ModelWords(QFrame):
    """Prose of a model: apart from all that was checked, its origin told, and marked where it seems to name a relationship."""

    def __init__(self, answer: Answer, lines: Sequence[tuple[int, Line]], around: Around) -> None:
        super().__init__()
        self.setObjectName("modelWords")
        self.setProperty("kind", "unchecked")
        self.setAccessibleName(UNCHECKED)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 10, 8)
        column.setSpacing(8)
        column.addWidget(_small(UNCHECKED, "warning"))
        for number, line in lines:
            self._add(column, line, _flagged(answer.flags, number), _cited(answer, line), around)

    def _add(self, column: QVBoxLayout, line: Line, flagged: bool, cited: Sequence[Citation], around: Around) -> None:
        text = said(line.text)
        text.setObjectName("modelText")
        inner = QVBoxLayout()
        inner.setSpacing(2)
        column.addLayout(inner)
        _add_said(inner, text, cited, around)
        inner.addWidget(_small(ORIGINS[line.origin], "muted"))
        if flagged:
            row = QWidget()
            beside(_column(row), Sign(around.themes, "warning", lambda theme: theme.warning)).addWidget(_small(FLAGGED, "warning"))
            row.setObjectName("flagged")
            inner.addWidget(row)


def _candid_line(answer: Answer, line: Line, earlier: Line | None, around: Around) -> QWidget:
    if line not in answer.checked:
        return Note(line, around)
    return CheckedLine(line, () if _shown_elsewhere(answer, line, earlier) else _cited(answer, line), around)


def _shown_elsewhere(answer: Answer, line: Line, earlier: Line | None) -> bool:
    """Whether the photos of a line are those of the line above it, or what the strip right below shows larger."""
    if earlier is not None and set(earlier.photo_ids) == set(line.photo_ids):
        return True
    several = sum(bool(each.photo_ids) for each in answer.lines) > 1
    return not several or len(_cited(answer, line)) == len(answer.cited)


def _unchecked(answer: Answer, line: Line) -> bool:
    """Offline there is no model: what stands there beside claims is Candid's own text."""
    return line.origin is not Origin.CANDID and answer.usage is not None


def _openings(answer: Answer) -> int:
    """The lines before the first statement, which flags do not count."""
    return len(list(takewhile(lambda line: line.origin is Origin.CANDID and line not in answer.checked, answer.lines)))


def _flagged(flags: Sequence[Flag], number: int) -> bool:
    return any(flag.statement == number for flag in flags)


def _cited(answer: Answer, line: Line) -> tuple[Citation, ...]:
    return tuple(each for each in answer.cited if each.id in line.photo_ids)


def _column(widget: QWidget) -> QVBoxLayout:
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    return column


def _add_said(column: QVBoxLayout, text: QLabel, cited: Sequence[Citation], around: Around) -> None:
    """A text with its photos: one at its side, several below it."""
    pictures = small_pictures(cited[:MOST_BESIDE], around.thumbnails, around.themes)
    row = QHBoxLayout()
    row.setSpacing(8)
    row.addWidget(text, 1, Qt.AlignmentFlag.AlignTop)
    column.addLayout(row)
    if len(pictures) == 1:
        row.addWidget(pictures[0], 0, Qt.AlignmentFlag.AlignTop)
    elif pictures:
        flow = FlowLayout(2)
        for picture in pictures:
            flow.addWidget(picture)
        column.addLayout(flow)


def _small(text: str, kind: str) -> QLabel:
    label = plain_label(text, kind, wrap=True)
    label.setFont(smaller(label))
    return label
